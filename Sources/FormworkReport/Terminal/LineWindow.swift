// Lays out one source line in columns, or as much of it around a place as fits. The work is limited by the number of
// columns and not by the length of the line, which may be a whole minified file.

/// The part of a line that is drawn, and the columns of its bytes.
struct LineWindow {
  /// The text to print: safe for a terminal, with tabs expanded and `…` where the line was cut.
  private(set) var text = ""
  /// The bytes that are shown.
  private(set) var range: Range<Int>
  /// Whether the line continues after the window.
  private(set) var isCutAfter = false

  private var cells: [Cell] = []
  private var width = 0

  /// A displayed character with its bytes.
  fileprivate struct Cell {
    var text: String
    var column: Int
    var width: Int
    var bytes: Range<Int>

    var endColumn: Int { column + width }
  }

  /// Lays out `line` of `bytes` in at most `columns` columns, so that `focus` is visible.
  init(_ bytes: [UInt8], line: Range<Int>, focus: Range<Int>, columns: Int) {
    let layout = Layout(bytes: bytes, line: line, columns: columns)
    let start = layout.start(focus)
    range = start..<start
    let indent = start > line.lowerBound ? 1 : 0
    cells = layout.cells(start..<line.upperBound, from: indent, to: columns)
    isCutAfter = (cells.last?.bytes.upperBound ?? start) < line.upperBound
    if isCutAfter || (cells.last?.endColumn ?? 0) > columns { dropTail(columns) }
    range = start..<(cells.last?.bytes.upperBound ?? start)
    write(indent)
  }

  /// Removes characters at the end so that the `…` fits.
  private mutating func dropTail(_ columns: Int) {
    isCutAfter = true
    while let last = cells.last, last.endColumn >= columns { cells.removeLast() }
  }

  private mutating func write(_ indent: Int) {
    if indent > 0 { text = "…" }
    for cell in cells { text += cell.text }
    if isCutAfter { text += "…" }
    width = (cells.last?.endColumn ?? indent) + (isCutAfter ? 1 : 0)
  }

  /// Returns the columns under the bytes of `span`, at least one. Bytes outside the window are drawn at its edge.
  func columns(under span: Range<Int>) -> Range<Int> {
    let start = startColumn(span.lowerBound)
    return start..<max(start + 1, span.isEmpty ? 0 : endColumn(span.upperBound))
  }

  private func startColumn(_ offset: Int) -> Int {
    guard offset >= range.lowerBound else { return 0 }
    for cell in cells where offset < cell.bytes.upperBound { return cell.column }
    return cells.last?.endColumn ?? 0
  }

  private func endColumn(_ offset: Int) -> Int {
    if offset > range.upperBound { return width }
    for cell in cells where offset <= cell.bytes.upperBound { return cell.endColumn }
    return cells.last?.endColumn ?? 0
  }

  /// A line to be cut, and the number of columns available.
  private struct Layout {
    let bytes: [UInt8]
    let line: Range<Int>
    let columns: Int

    /// Maximum number of bytes to read for the columns: the longest emoji take about 14 bytes per column.
    private var budget: Int { 16 * columns + 64 }

    /// Returns the start of the window: the start of the line if the focus is then visible, otherwise a place before
    /// the focus.
    func start(_ focus: Range<Int>) -> Int {
      if beginsWell(focus) { return line.lowerBound }
      let span = columnCount(focus)
      let after = columnCount(focus.upperBound..<line.upperBound)
      // The focus is put in the middle, but no column at the end stays empty, and the beginning of a long focus is
      // visible.
      var lead = max((columns - span) / 2, columns - span - after - 2, columns / 4)
      // With tabs, or if a span begins inside a character, `lead` is an estimate and may be too large.
      while lead > 0 {
        let start = back(from: focus.lowerBound, lead)
        if shows(focus.lowerBound, from: start) { return start }
        lead /= 2
      }
      return focus.lowerBound
    }

    /// Whether the line can be drawn from its start: all of it fits, or the focus fits, or a long focus begins early
    /// enough.
    private func beginsWell(_ focus: Range<Int>) -> Bool {
      let head = cells(line, from: 0, to: columns)
      guard let last = head.last else { return true }
      if last.bytes.upperBound == line.upperBound, last.endColumn <= columns { return true }
      var end = line.lowerBound
      var isEarly = false
      for cell in head where cell.endColumn < columns {
        end = cell.bytes.upperBound
        if cell.column <= columns / 4, focus.lowerBound < end { isEarly = true }
      }
      return isEarly || focus.upperBound < end
    }

    private func shows(_ offset: Int, from start: Int) -> Bool {
      let window = cells(start..<line.upperBound, from: 1, to: columns)
      for cell in window where offset < cell.bytes.upperBound { return cell.endColumn < columns }
      guard let last = window.last else { return false }
      return last.bytes.upperBound == line.upperBound && last.endColumn <= columns
    }

    private func columnCount(_ part: Range<Int>) -> Int {
      min(columns, cells(part, from: 0, to: columns).last?.endColumn ?? 0)
    }

    /// Returns the start of the character about `lead` columns before `offset`.
    private func back(from offset: Int, _ lead: Int) -> Int {
      var lower = max(line.lowerBound, offset - budget)
      while lower < offset, bytes[lower] & 0xC0 == 0x80 { lower += 1 }
      var before = cells(lower..<offset, from: 0, to: Int.max)
      // Drop the first cell, which may be only the rest of a character.
      if lower > line.lowerBound, !before.isEmpty { before.removeFirst() }
      let end = before.last?.endColumn ?? 0
      for cell in before where end - cell.column < lead { return cell.bytes.lowerBound }
      return offset
    }

    /// Returns the characters of `part`, up to the first that ends after column `limit`.
    func cells(_ part: Range<Int>, from indent: Int, to limit: Int) -> [Cell] {
      let scalars = Scalars(bytes, part.lowerBound..<min(part.upperBound, part.lowerBound + budget))
      var result: [Cell] = []
      var column = indent
      var index = 0
      for character in scalars.text {
        let start = scalars.offsets[index]
        index += character.unicodeScalars.count
        let cell = Cell(character, column, start..<scalars.offsets[index])
        result.append(cell)
        column = cell.endColumn
        if column > limit { break }
      }
      // Drop the last character if it may continue after the bytes that were read.
      if scalars.end < part.upperBound, index == scalars.offsets.count - 1, result.count > 1 {
        result.removeLast()
      }
      return result
    }
  }

  /// Bytes decoded as text, with invalid bytes replaced, and the offsets of every scalar and of the end.
  private struct Scalars {
    var text = ""
    var offsets: [Int] = []
    var end: Int { offsets[offsets.count - 1] }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
      var parser = Unicode.UTF8.ForwardParser()
      var rest = bytes[range].makeIterator()
      var offset = range.lowerBound
      offsets.append(offset)
      parsing: while true {
        switch parser.parseScalar(from: &rest) {
        case .valid(let encoded):
          text.unicodeScalars.append(Unicode.UTF8.decode(encoded))
          offset += encoded.count
        case .error(let length):
          text.unicodeScalars.append("\u{FFFD}")
          offset += length
        case .emptyInput: break parsing
        }
        offsets.append(offset)
      }
    }
  }
}

extension LineWindow.Cell {
  private static let tabStop = 4

  fileprivate init(_ character: Character, _ column: Int, _ bytes: Range<Int>) {
    self.column = column
    self.bytes = bytes
    if character == "\t" {
      width = Self.tabStop - column % Self.tabStop
      text = String(repeating: " ", count: width)
    } else if character == "\u{FEFF}", bytes.lowerBound == 0 {
      // A byte order mark isn't shown, because it isn't part of the text.
      width = 0
      text = ""
    } else {
      let shown = VisibleCharacter(character)
      width = shown.width
      text = shown.text
    }
  }
}
