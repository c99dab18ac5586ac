// The output of a reporter for the records of a piece: bytes to write, and counts.

package import FormworkEngine
package import FormworkSyntax

/// The result of a piece.
package struct PieceResult: ~Copyable, Sendable {
  /// The bytes for standard output.
  package var output = ByteBuffer()
  /// The drawings of records with problems, one for each.
  package private(set) var drawings: [Drawing] = []
  /// The number of drawings with a text, and how many of these show rejected records.
  private var drawn = (all: 0, rejected: 0)
  /// The group problems that the drawings show.
  private var groups: OrderedSet<GroupProblems> = []
  /// The products, one per line, except long products, which are only in `output`. See `forEachAcceptedPart`.
  package var accepted = ByteBuffer()
  /// The ranges of long products in `output`, each with its position in `accepted`.
  private var longProducts: [(start: Int, range: Range<Int>)] = []
  package var rejected = ByteBuffer()
  /// The individual problems, for reports.
  package var problems: [ReportedProblem] = []
  /// The rows of a table, for workbooks.
  package var rows = SheetRows()
  package var summary = Summary()
  /// The conditions that can't be decided because values of other records are unusable.
  package var undecided: [UndecidedCondition] = []
  /// The conditions that the old form leaves undecided, if two forms are compared.
  package var undecidedBefore: [UndecidedCondition] = []
  /// The differences between two forms.
  package var comparison = RecordComparison()
  /// The likely format if the first record of a file can't be read.
  package var likelyFormat: DataKind?
  /// The reason why the rest of the file can't be read.
  package var fault: DataFault?
  /// The first row with a nonblank cell in a column without a name.
  package var filledWithoutName: TableProblem?
  /// Whether reading stopped after a rejected record.
  package var didStop = false

  /// A fault that prevents reading a file in its declared format.
  package enum DataFault: Sendable {
    /// A line of a table without a declared encoding isn't UTF-8. `likely` is the encoding it seems to have.
    case notUTF8(line: Int, likely: String?)
    /// There is no list at the path of the records.
    case noList(line: Int)
  }

  /// The text about a record that was rejected or has warnings.
  package struct Drawing: Sendable {
    /// The drawing. Nil if enough records are drawn already, or if the drawing of an earlier record shows the same
    /// group problems.
    package var text: String?
    package var isRejected: Bool
    /// The problems of the record's groups, if the record has no other problems.
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

  /// Adds a record without a drawing, to be counted with its group.
  mutating func pass(isRejected: Bool, group: GroupProblems) {
    drawings.append(Drawing(text: nil, isRejected: isRejected, group: group))
  }

  /// Whether to draw a record: fewer than `limit` records with the same verdict have been drawn, and no record with the
  /// same group problems.
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
  /// Creates the fault for a table whose header can't be read because of its encoding. Returns nil if the header has
  /// other problems.
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
  /// The size in bytes from which a product is stored only in `output`.
  private static let longSize = 1 << 20

  /// Notes that the last product is in `range` of `output`. Returns false if the product is so short that it should be
  /// copied.
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
  /// The number of rejected records that have been shown.
  package private(set) var rejected = 0
  private var groups: OrderedSet<GroupProblems> = []
  /// The number of rejected records that weren't shown because an earlier one has the same group problems.
  package private(set) var sharedRejected = 0

  package init() {}

  /// Returns the text of a drawing if it should be shown, and counts its record.
  ///
  /// - Parameter limit: the maximum number of records to show, separately for rejected and for other records.
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
