// Finds the end of a row with quotes. The bytes may come in parts.

/// The state of the search for a row's end.
///
/// The opening quote of a cell of several lines is stray if the cell never ends, or if text follows its closing quote.
/// A row with a stray quote ends with its first line, and the lines after it are read as rows.
struct RowScan {
  /// A row. The offsets are from its beginning.
  struct Row {
    /// The end without the line feed.
    var end: Int
    var next: Int
    var lines: Int
  }

  private enum Place {
    case cellStart, cell, quoted
    /// After a quote in a quoted cell: either it closes the cell, or another quote follows.
    case quote
    /// In the first line of a row with a stray quote.
    case strayLine
  }

  private let delimiter: UInt8
  /// The maximum length of a quoted cell, in bytes between its quotes.
  private let cellLimit: Int
  private var place = Place.cellStart
  /// The number of bytes of the row that have been scanned.
  private(set) var passed = 0
  private var lines = 1
  /// The end of the first line, once a cell contains a line break.
  private var firstBreak: Int?
  /// The offset where the text of the quoted cell begins, and the number of the row's lines up to there.
  private var contents = (start: 0, lines: 1)
  /// The offsets of the quoted cells after the first line, as far as `LostCells` can store them.
  private(set) var laterCells: [Int] = []

  init(_ delimiter: UInt8, cellLimit: Int) {
    self.delimiter = delimiter
    self.cellLimit = cellLimit
  }

  /// Scans the part of the row that begins at `start`. Returns the row if it ends in `bytes`.
  ///
  /// - Parameter lost: the quoted cells of earlier rows with a stray quote. If nil, `laterCells` stays empty.
  mutating func advance(
    _ bytes: TextBytes, from start: Int, _ lost: LostCells? = nil
  ) -> Row? {
    /// The difference between an offset from the beginning of the row and an index in the bytes.
    let shift = passed - start
    var index = start
    while index < bytes.count {
      switch place {
      case .cellStart:
        place = bytes[index] == UInt8(ascii: "\"") ? .quoted : .cell
        guard place == .quoted else { continue }
        index += 1
        contents = (index + shift, lines)
        guard let lost else { continue }
        if lost.contains(index) {
          if let row = stray() { return row }
        } else if firstBreak != nil, index + shift < LostCells.reach {
          laterCells.append(index + shift)
        }
      case .cell:
        index = ByteScan.find(delimiter, or: 0x0A, in: bytes, from: index)
        guard index < bytes.count else { break }
        if bytes[index] == 0x0A { return row(endingAt: index + shift) }
        index += 1
        place = .cellStart
      case .quoted:
        index = ByteScan.find(UInt8(ascii: "\""), or: 0x0A, in: bytes, from: index)
        if index + shift > contents.start + cellLimit {
          if let row = stray() { return row }
        } else if index < bytes.count {
          if bytes[index] == 0x0A { noteBreak(index + shift) } else { place = .quote }
          index += 1
        }
      case .quote:
        if bytes[index] == UInt8(ascii: "\"") {
          index += 1
          place = .quoted
        } else if lines > contents.lines, !endsCell(bytes[index]) {
          if let row = stray() { return row }
        } else {
          place = .cell
        }
      case .strayLine:
        index = ByteScan.find(0x0A, in: bytes, from: index)
        if index < bytes.count { return row(endingAt: index + shift) }
      }
    }
    passed = index + shift
    return nil
  }

  /// Whether the scanned bytes end in a quoted cell.
  var isInQuotes: Bool { if case .quoted = place { true } else { false } }

  /// Whether the row consists of its first line only. In a quoted cell, this assumes that no more bytes follow.
  var isLost: Bool {
    switch place {
    case .strayLine, .quoted: true
    case .cellStart, .cell, .quote: false
    }
  }

  /// Returns the row if no more bytes follow.
  func atEnd() -> Row {
    if case .quoted = place, let firstBreak { return line(endingAt: firstBreak) }
    return Row(end: passed, next: passed, lines: lines)
  }

  private mutating func noteBreak(_ offset: Int) {
    lines += 1
    firstBreak = firstBreak ?? offset
  }

  /// Returns the first line if its end is known. Otherwise continues to search for the end.
  private mutating func stray() -> Row? {
    place = .strayLine
    return firstBreak.map { line(endingAt: $0) }
  }

  private func row(endingAt offset: Int) -> Row {
    Row(end: offset, next: offset + 1, lines: lines)
  }

  private func line(endingAt offset: Int) -> Row { Row(end: offset, next: offset + 1, lines: 1) }

  private func endsCell(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == 0x0A || byte == 0x0D
  }
}
