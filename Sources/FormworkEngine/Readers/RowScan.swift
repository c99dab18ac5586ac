// Finds the end of a row with quotes, whose bytes may come in parts.

/// How far a row has been looked through.
///
/// A cell over several lines that never ends, or with more behind its closing quote, begins with a
/// stray quote: such a row is its first line, and the lines after it are read as rows.
struct RowScan {
  /// Offsets from the beginning of the row.
  struct Row {
    /// Without the line feed.
    var end: Int
    var next: Int
    var lines: Int
  }

  private enum Place {
    case cellStart, cell, quoted
    /// Behind a quote in a quoted cell: it closes the cell, or another one follows.
    case quote
    /// In the first line of a row with a stray quote.
    case strayLine
  }

  private let delimiter: UInt8
  /// The longest quoted cell, in bytes between its quotes.
  private let cellLimit: Int
  private var place = Place.cellStart
  /// How many bytes of the row have been looked at.
  private(set) var passed = 0
  private var lines = 1
  /// Where the first line ends, once there is a line break in a cell.
  private var firstBreak: Int?
  /// Where the quoted cell begins, behind its quote, and the lines before it.
  private var contents = (start: 0, lines: 1)
  /// Where the quoted cells behind the first line begin, as far as `LostCells` can have them.
  private(set) var laterCells: [Int] = []

  init(_ delimiter: UInt8, cellLimit: Int) {
    self.delimiter = delimiter
    self.cellLimit = cellLimit
  }

  /// The row, if it ends in the part of it that begins at `start`.
  ///
  /// - Parameter lost: cells that lead to nothing, by their places in the bytes; with nil, `laterCells` stays empty.
  mutating func advance(
    _ bytes: TextBytes, from start: Int, _ lost: LostCells? = nil
  ) -> Row? {
    /// What an index in the bytes and an offset from the beginning of the row are apart.
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

  /// Whether what was looked at ends in a quoted cell.
  var isInQuotes: Bool { if case .quoted = place { true } else { false } }

  /// Whether the row is only its first line; for one in a quoted cell, if nothing more comes.
  var isLost: Bool {
    switch place {
    case .strayLine, .quoted: true
    case .cellStart, .cell, .quote: false
    }
  }

  /// The row, if nothing comes behind what was looked at.
  func atEnd() -> Row {
    if case .quoted = place, let firstBreak { return line(endingAt: firstBreak) }
    return Row(end: passed, next: passed, lines: lines)
  }

  private mutating func noteBreak(_ offset: Int) {
    lines += 1
    firstBreak = firstBreak ?? offset
  }

  /// The first line, if its end is known; otherwise that is looked for from here on.
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
