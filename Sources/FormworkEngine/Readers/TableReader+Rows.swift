// Rows of a table, and the columns of a program's fields.

internal import FormworkSyntax

extension TableReader {
  /// A cell: its bytes, and whether it is quoted.
  struct Cell {
    var bytes: TextBytes
    var isQuoted: Bool
    var hasDoubledQuotes = false
  }

  /// Reads a row into frame 0 of level 0, which must be fresh, and into the first frames of the levels of its
  /// records. Doesn't determine which of the records are blank.
  ///
  /// - Parameters:
  ///   - isText: whether the row is known to be UTF-8 without NUL.
  ///   - room: the number of readable bytes past the end of the row.
  func read(
    _ row: TextBytes, isText: Bool = false, room: Int = 0, into workspace: Workspace
  ) throws(MalformedRecord) {
    if !isText, let defect = TableReader.firstDefect(row) { throw defect }
    if room >= TableReader.lookAhead, hasPlainRows {
      let isRead = try workspace.attempt { () throws(MalformedRecord) in
        try addFrames(workspace)
        return readPlainRow(row, into: workspace)
      }
      if isRead { return }
    }
    try addFrames(workspace)
    try readRow(row, into: workspace)
  }

  /// Adds the frames of the records and lists that columns fill.
  ///
  /// - Throws: if the lists have too many items, or if their frames take too much memory.
  func addFrames(_ workspace: Workspace) throws(MalformedRecord) {
    for number in 1..<chains.count {
      _ = workspace.addFrame(level: chains[number].level, parent: 0)
    }
    for list in lists {
      try addFrames(list, workspace, level: list.level, parent: nil)
      for record in list.records {
        try addFrames(list, workspace, level: record.level, parent: record.outer)
      }
    }
  }

  /// Adds the frames of a level for all items.
  ///
  /// - Parameter parent: the outer level, or nil for the items themselves. A new frame belongs to the outer frame with
  ///   the same number.
  private func addFrames(
    _ list: NumberedList, _ workspace: Workspace, level: Int, parent: Int?
  ) throws(MalformedRecord) {
    for frame in 0..<list.count * list.choices {
      guard workspace.stores.hasRoom(level) else {
        throw MalformedRecord(workspace.stores.overflow(level), 0)
      }
      _ = workspace.addFrame(level: level, parent: parent == nil ? 0 : frame)
    }
  }

  private func readRow(_ row: TextBytes, into workspace: Workspace) throws(MalformedRecord) {
    var width = 0
    try forEachCell(row) { cell, offset in
      if width < targets.count, targets[width].level >= 0 {
        let target = targets[width]
        var value = TableReader.value(cell, offset, workspace)
        if target.hasPlainValues, !cell.isQuoted { value.flags |= Value.isPlainValue }
        if value.high > 0 {
          workspace.setInput(target.level, target.frame, target.input, value)
        }
      }
      width += 1
    }
    guard width == targets.count else {
      throw MalformedRecord(.wrongWidth(wanted: targets.count, found: width), 0)
    }
  }

  /// Whether a quote in the row is never closed, regardless of other errors.
  package func leavesQuoteOpen(_ row: TextBytes) -> Bool {
    var scan = RowScan(delimiter, cellLimit: row.count)
    return scan.advance(row, from: 0) == nil && scan.isInQuotes
  }

  /// Returns the first byte that a text can't have: NUL, or invalid UTF-8.
  static func firstDefect(_ row: TextBytes) -> MalformedRecord? {
    let nul = ByteScan.find(0, in: row, from: 0)
    if nul < row.count { return MalformedRecord(.nulCharacter, nul) }
    if row.isASCII { return nil }
    return ByteScan.firstInvalidUTF8(in: row).map { MalformedRecord(.badUTF8, $0) }
  }

  func forEachCell(
    _ row: TextBytes, _ body: (Cell, Int) -> Void
  ) throws(MalformedRecord) {
    var index = 0
    while true {
      let start = index
      if index < row.count, row[index] == UInt8(ascii: "\"") {
        body(try quotedCell(row, &index), start)
      } else {
        index = ByteScan.find(delimiter, or: UInt8(ascii: "\""), in: row, from: index)
        if index < row.count, row[index] == UInt8(ascii: "\""), delimiter != row[index] {
          throw MalformedRecord(.quoteInsideCell, index)
        }
        body(Cell(bytes: row.part(start, index), isQuoted: false), start)
      }
      guard index < row.count else { return }
      index += 1
    }
  }

  func quotedCell(_ row: TextBytes, _ index: inout Int) throws(MalformedRecord) -> Cell {
    let start = index
    var cell = Cell(bytes: row.part(start, start), isQuoted: true)
    index += 1
    while true {
      index = ByteScan.find(UInt8(ascii: "\""), in: row, from: index)
      guard index < row.count else { throw MalformedRecord(.unclosedQuote, start) }
      index += 1
      guard index < row.count, row[index] == UInt8(ascii: "\"") else { break }
      cell.hasDoubledQuotes = true
      index += 1
    }
    cell.bytes = row.part(start + 1, index - 1)
    if index < row.count, row[index] != delimiter {
      throw MalformedRecord(.textAfterQuote, index)
    }
    return cell
  }

  static func contents(_ cell: Cell) -> String {
    guard cell.hasDoubledQuotes else { return cell.bytes.makeString() }
    var out: [UInt8] = []
    appendUndoubled(cell.bytes) { out.append($0) }
    return String(decoding: out, as: UTF8.self)
  }

  static func appendUndoubled(_ bytes: TextBytes, _ put: (UInt8) -> Void) {
    var index = 0
    while index < bytes.count {
      put(bytes[index])
      index += bytes[index] == UInt8(ascii: "\"") ? 2 : 1
    }
  }

  private static func value(_ cell: Cell, _ offset: Int, _ workspace: Workspace) -> Value {
    var text = cell.bytes
    if cell.hasDoubledQuotes {
      let room = workspace.scratch.pointee.reserve(text.count)
      var count = 0
      appendUndoubled(text) { byte in
        room[count] = byte
        count += 1
      }
      text = workspace.scratch.pointee.trim(room, to: count)
    }
    return Value(
      text: text, flags: text.isASCII ? 0 : 1, extra: UInt32(truncatingIfNeeded: offset))
  }
}

extension String {
  /// The text without surrounding white space.
  var trimmedString: String {
    var copy = self
    return copy.withUTF8 { $0.trimmed.makeString() }
  }
}

extension TableReader {
  /// Whether the header has columns without names.
  package var hasNamelessColumns: Bool { !nameless.isEmpty }

  /// Returns the first nameless column whose cell in a row isn't blank. Returns nil if all nameless columns are blank,
  /// or if the row can't be read.
  package func filledNamelessColumn(in row: TextBytes) -> Int? {
    guard let first = nameless.first else { return nil }
    // Spreadsheets often have nameless columns after the others, mostly empty.
    if first + nameless.count == columns.count, first > 0, row.count >= nameless.count,
      row.suffix(nameless.count).allSatisfy({ $0 == delimiter })
    {
      return nil
    }
    var filled: Int?
    var column = 0
    try? forEachCell(row) { cell, _ in
      if filled == nil, column < columns.count, columns[column].isEmpty,
        !cell.bytes.isWhiteSpace
      {
        filled = column
      }
      column += 1
    }
    return filled
  }
}

extension TableReader {
  /// Whether the header has a column for the messages of an earlier run.
  package var hasProblemsColumn: Bool { problemsColumn != nil }

  /// Returns the range of the cell for the messages of an earlier run, in a row or in the header. Returns nil if there
  /// is no column for them, or if the cell or one before it can't be read.
  package func problemsCell(in row: TextBytes) -> Range<Int>? {
    guard let column = problemsColumn else { return nil }
    var index = 0
    for _ in 0..<column {
      guard skipCell(row, &index), index < row.count else { return nil }
      index += 1
    }
    let start = index
    return skipCell(row, &index) ? start..<index : nil
  }

  /// Returns the header for rows with messages. If the header lacks the column for messages, adds it as the first
  /// column.
  package func headerWithProblems(_ header: TextBytes) -> [UInt8] {
    let cell = problemsCell(in: header)
    var out = Array(header.part(0, cell?.lowerBound ?? 0))
    out.append(contentsOf: problemsKey.utf8)
    if cell == nil { out.append(delimiter) }
    return out + header.part(cell?.upperBound ?? 0, header.count)
  }

  /// Moves to the end of a cell. Returns false if it can't be read.
  private func skipCell(_ row: TextBytes, _ index: inout Int) -> Bool {
    if index < row.count, row[index] == UInt8(ascii: "\"") {
      return (try? quotedCell(row, &index)) != nil
    }
    index = ByteScan.find(delimiter, in: row, from: index)
    return true
  }
}

extension TableReader {
  /// Returns the column of each field of a program, or -1 without a column. If a field has several columns, returns the
  /// preferred one. For a record, returns the first of its columns.
  func columns(of program: Program) -> [Int32] {
    struct Input: Hashable {
      var level: Int
      var input: Int
    }
    var ofInput: OrderedDictionary<Input, Int32> = [:]
    var ofLevel = [Int32](repeating: -1, count: program.levels.count)
    for destination in destinations {
      let target = destination.target
      let column = Int32(truncatingIfNeeded: destination.position)
      ofInput[Input(level: target.level, input: target.input)] = column
      var level = target.level
      while level >= 0, ofLevel[level] < 0 {
        ofLevel[level] = column
        level = Int(program.levels[level].parent)
      }
    }
    return program.fields.map { field in
      if case .record(let inner) = field.type { return ofLevel[Int(inner)] }
      for input in field.inputs {
        if let column = ofInput[Input(level: Int(field.level), input: Int(input))] { return column }
      }
      return -1
    }
  }

  /// Returns the columns for an input of `frame`, the preferred column first. The frame is an item or a record inside
  /// an item. If the input has no columns, returns the first column of the record under the input.
  ///
  /// - Parameter record: the level of the record under the input, if there is one.
  func columns(ofItem frame: Frame, _ input: Int, record: Int?) -> [Int] {
    guard let list = lists.first(where: { $0.levels.contains(frame.level) }) else { return [] }
    func destinations(in levels: [Int]) -> [Destination] {
      self.destinations.filter {
        levels.contains($0.target.level) && $0.target.frame % list.count == frame.index
      }
    }
    let own = destinations(in: [frame.level]).filter { $0.target.input == input }
    if !own.isEmpty {
      return own.ordered { $0.target.frame < $1.target.frame }.map { $0.position }
    }
    let inside = destinations(in: list.levels(inside: record ?? frame.level))
    return inside.map { $0.position }.min().map { [$0] } ?? []
  }

  /// Returns the offsets of the cells of a row, up to the first cell that can't be read.
  package func starts(_ row: TextBytes) -> [Int] {
    var starts = [0]
    var index = 0
    while skipCell(row, &index), index < row.count {
      index += 1
      starts.append(index)
    }
    return starts
  }
}

extension TableReader {
  /// Returns the cells of a single row as texts.
  package static func cells(
    of row: TextBytes, delimiter: UInt8
  ) throws(MalformedRecord) -> [String] {
    if let defect = firstDefect(row) { throw defect }
    var cells: [String] = []
    try TableReader(delimiter: delimiter).forEachCell(row) { cell, _ in
      cells.append(contents(cell).trimmedString)
    }
    return cells
  }
}
