// The output of a reporter for the records of a piece: bytes to write, and counts.

package import FormworkEngine
package import FormworkSyntax

/// The result of a piece.
package struct PieceResult: ~Copyable, Sendable {
  /// The bytes for standard output.
  package var output = ByteBuffer()
  /// The drawings of records with problems, one for each.
  package private(set) var drawings: [Drawing] = []
  /// The number of drawings with a text, and of those of rejected records.
  private var drawn = (all: 0, rejected: 0)
  /// The problems of groups among them.
  private var groups: OrderedSet<GroupProblems> = []
  /// The products, one per line, except long ones that are also in `output`. See `forEachAcceptedPart`.
  package var accepted = ByteBuffer()
  /// The ranges of these in `output`, and the position in `accepted` where each belongs.
  private var longProducts: [(start: Int, range: Range<Int>)] = []
  package var rejected = ByteBuffer()
  /// The single problems, for reports.
  package var problems: [ReportedProblem] = []
  /// The rows of a table, for workbooks.
  package var rows = SheetRows()
  package var summary = Summary()
  /// The conditions that some records leave undecided because of other records.
  package var undecided: [UndecidedCondition] = []
  /// The same of the old form, if two forms are compared.
  package var undecidedBefore: [UndecidedCondition] = []
  /// The differences between two forms.
  package var comparison = RecordComparison()
  /// The likely format if the first record of a file can't be read.
  package var likelyFormat: DataKind?
  /// Why the rest of the file can't be read.
  package var fault: DataFault?
  /// The first row with a nonblank cell in a column without a name.
  package var filledWithoutName: TableProblem?
  /// Whether a record was rejected and no later ones were read.
  package var didStop = false

  /// A fault that prevents reading a file in its declared format.
  package enum DataFault: Sendable {
    /// A line of a table without a declared encoding isn't UTF-8. `likely` is the encoding it seems to have.
    case notUTF8(line: Int, likely: String?)
    /// There is no list at the path of the records.
    case noList(line: Int)
  }

  /// The text about a record that was rejected or warned about.
  package struct Drawing: Sendable {
    /// Nil if there are more than enough, or if it is as that of another record of its group.
    package var text: String?
    package var isRejected: Bool
    /// The problems of the record's groups, if it has no others.
    package var group: GroupProblems?
  }

  package init() {}

  /// Adds the drawing of a record, or of the data as a whole.
  mutating func draw(_ text: String, isRejected: Bool, group: GroupProblems? = nil) {
    drawings.append(Drawing(text: text, isRejected: isRejected, group: group))
    drawn.all += 1
    if isRejected { drawn.rejected += 1 }
    if let group { groups.insert(group) }
  }

  /// Adds a record of a group that isn't drawn.
  mutating func pass(isRejected: Bool, group: GroupProblems) {
    drawings.append(Drawing(text: nil, isRejected: isRejected, group: group))
  }

  /// Whether a record is drawn: if fewer than `limit` are that are rejected, or else that aren't, and no other one of its
  /// group is.
  func hasRoom(isRejected: Bool, group: GroupProblems? = nil, _ limit: Int) -> Bool {
    (isRejected ? drawn.rejected : drawn.all - drawn.rejected) < limit
      && !(group.map { groups.contains($0) } ?? false)
  }

  /// Empties the buffers, but keeps their memory.
  package mutating func reset() {
    output.reset()
    drawings.removeAll(keepingCapacity: true)
    drawn = (0, 0)
    groups = []
    accepted.reset()
    longProducts = []
    rejected.reset()
    problems.removeAll()
    rows.reset()
    summary = Summary()
    undecided.removeAll()
    undecidedBefore.removeAll()
    comparison = RecordComparison()
    likelyFormat = nil
    filledWithoutName = nil
    fault = nil
    didStop = false
  }
}

extension PieceResult.DataFault {
  /// Fails unless the header of a table can't be read because of its encoding.
  package init?(
    _ problems: [TableProblem], header: TextBytes, line: Int, _ layout: DataLayout
  ) {
    guard !layout.encoding.isSaid, !layout.kind.isSheet,
      problems.contains(where: { $0.isOfEncoding(header) })
    else {
      return nil
    }
    self = .notUTF8(line: line, likely: EncodingGuess.of(header))
  }
}

extension PieceResult {
  /// The minimum size in bytes of a product that isn't stored twice.
  private static let longSize = 1 << 20

  /// Records that the last product is a part of `output`. Returns false if it is so short that copying is better.
  mutating func noteProduct(in range: Range<Int>) -> Bool {
    guard range.count >= PieceResult.longSize else { return false }
    longProducts.append((accepted.count, range))
    return true
  }

  /// Whether `accepted` contains all products.
  package var holdsProducts: Bool { longProducts.isEmpty }

  /// Calls `body` with consecutive parts of the products.
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

/// The records with problems that have been shown to people so far.
package struct DrawnRecords: Sendable {
  private var all = 0
  /// The number of rejected ones among them.
  package private(set) var rejected = 0
  private var groups: OrderedSet<GroupProblems> = []
  /// The number of rejected records that weren't shown because one of their group was.
  package private(set) var sharedRejected = 0

  package init() {}

  /// Returns the text of a drawing if it is shown.
  ///
  /// - Parameter limit: the maximum number of rejected records, and of others.
  package mutating func text(of drawing: PieceResult.Drawing, limit: Int) -> String? {
    if let group = drawing.group, groups.contains(group) {
      if drawing.isRejected { sharedRejected += 1 }
      return nil
    }
    guard let text = drawing.text, (drawing.isRejected ? rejected : all - rejected) < limit else {
      return nil
    }
    all += 1
    if drawing.isRejected { rejected += 1 }
    if let group = drawing.group { groups.insert(group) }
    return text
  }
}
