// What a reporter makes of the records of a piece: bytes to be written and counts.

package import FormworkEngine
package import FormworkSyntax

/// What became of a piece.
package struct PieceResult: ~Copyable, Sendable {
  /// For standard output.
  package var output = ByteBuffer()
  /// Drawings of records with problems, one each.
  package var drawings: [Drawing] = []
  /// The products, one a line, but for long ones that stand in `output` as well; see `forEachAcceptedPart`.
  package var accepted = ByteBuffer()
  /// Where in `output` those stand, and how much of `accepted` comes before.
  private var longProducts: [(start: Int, range: Range<Int>)] = []
  package var rejected = ByteBuffer()
  /// The problems one by one, for reports.
  package var problems: [ReportedProblem] = []
  /// The rows of a table, for workbooks.
  package var rows = SheetRows()
  package var summary = Summary()
  /// What two forms say differently.
  package var comparison = RecordComparison()
  /// What the first record of a file, which cannot be read, looks like it is a part of.
  package var likelyFormat: DataKind?
  /// Why nothing more of the file can be read.
  package var fault: DataFault?
  /// The first row in which a column without a name has something in it.
  package var filledWithoutName: TableProblem?
  /// Whether a record was rejected and nothing after it was looked at.
  package var didStop = false

  /// What keeps a file from being read as what it was said to be.
  package enum DataFault: Sendable {
    /// A line of a table whose encoding nobody has said, and what it looks like.
    case notUTF8(line: Int, likely: String?)
    /// There is no list where the records should be.
    case noList(line: Int)
  }

  /// What is said of a record that was rejected or warned about.
  package struct Drawing: Sendable {
    package var text: String
    package var isRejected: Bool
  }

  package init() {}

  /// Empties the buffers and keeps their memory.
  package mutating func reset() {
    output.reset()
    drawings.removeAll(keepingCapacity: true)
    accepted.reset()
    longProducts = []
    rejected.reset()
    problems.removeAll()
    rows.reset()
    summary = Summary()
    comparison = RecordComparison()
    likelyFormat = nil
    filledWithoutName = nil
    fault = nil
    didStop = false
  }
}

extension PieceResult.DataFault {
  /// Why the header of a table cannot be read; nil if that is not its encoding.
  package init?(
    _ problems: [TableProblem], header: TextBytes, line: Int, _ layout: DataLayout
  ) {
    guard !layout.encoding.isSaid, layout.kind != .xlsx,
      problems.contains(where: { $0.isOfEncoding(header) })
    else {
      return nil
    }
    self = .notUTF8(line: line, likely: EncodingGuess.of(header))
  }
}

extension PieceResult {
  /// How long a product is that is not held twice, in bytes.
  private static let longSize = 1 << 20

  /// Notes that the last product is the one in a part of `output`; false if it is so short that it is better
  /// copied.
  mutating func noteProduct(in range: Range<Int>) -> Bool {
    guard range.count >= PieceResult.longSize else { return false }
    longProducts.append((accepted.count, range))
    return true
  }

  /// Whether `accepted` has all products.
  package var holdsProducts: Bool { longProducts.isEmpty }

  /// The products in order, in parts that follow each other.
  package func forEachAcceptedPart<E>(_ body: (TextBytes) throws(E) -> Void) throws(E) {
    var start = 0
    for product in longProducts {
      try body(TextBytes(rebasing: accepted.bytes[start..<product.start]))
      try body(TextBytes(rebasing: output.bytes[product.range]))
      start = product.start
    }
    try body(TextBytes(rebasing: accepted.bytes[start...]))
  }
}
