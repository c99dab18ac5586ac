// Reads a sheet of a workbook as rows of a table. Each row of the sheet is a line with comma-separated cells, so that
// line numbers equal row numbers. Cells to the right of the header have no column and are left out.

/// A sheet as the text of a table. Its variables are exempt from the check for exclusive access, which would cost time
/// at each access.
package final class SheetReader {
  /// The maximum row and column of a sheet.
  private static let rowLimit = 1 << 20
  private static let columnLimit = 1 << 14
  /// The approximate number of bytes that are produced at a time.
  private static let chunk = 64 << 10

  @exclusivity(unchecked) private var reader: XMLReader
  private let strings: SharedStrings
  private let values: CellValues
  /// The row of the header.
  private let firstRow: Int
  /// The number of columns, once it is known.
  @exclusivity(unchecked) private var width: Int?
  /// The number of the next row in the text.
  @exclusivity(unchecked) private var row = 1
  /// The produced bytes, and how many of them have been read.
  @exclusivity(unchecked) private var out: [UInt8] = []
  @exclusivity(unchecked) private var taken = 0
  @exclusivity(unchecked) private var isInData = false
  @exclusivity(unchecked) private var hasEnded = false
  /// The formats of the columns' fields. Nil until the header has been read.
  @exclusivity(unchecked) private var formats: CellFormats?
  /// Whether any of `formats` isn't the standard notation.
  @exclusivity(unchecked) private var hasFormats = false
  /// Whether a row has been produced that may be the header.
  @exclusivity(unchecked) private var hasHeader = false
  /// The first nonblank cell to the right of the last column.
  package private(set) var stray: (row: Int, column: Int)?

  // The current row.
  @exclusivity(unchecked) private var cells = CellBytes()
  @exclusivity(unchecked) private var column = 0
  /// The end of the last nonblank cell, and its column.
  @exclusivity(unchecked) private var filled = (end: 0, column: 0)

  // The current cell.
  @exclusivity(unchecked) private var type = CellType.number
  @exclusivity(unchecked) private var style = 0
  @exclusivity(unchecked) private var text: [UInt8] = []
  @exclusivity(unchecked) private var run = RichText()

  enum CellType { case number, shared, inline, text, truth }

  init(
    _ reader: consuming XMLReader, _ strings: consuming SharedStrings, _ values: CellValues,
    firstRow: Int,
    width: Int?
  ) {
    self.reader = reader
    self.strings = strings
    self.values = values
    self.firstRow = firstRow
    self.width = width
    formats = width == nil ? nil : CellFormats()
  }

  /// Sets the formats for the rows after the header.
  package func write(_ formats: CellFormats) {
    self.formats = formats
    hasFormats = !formats.isEmpty
  }

  /// Whether everything has been read.
  package var isAtEnd: Bool { hasEnded && taken == out.count }

  /// Reads as many bytes as fit. Returns 0 at the end. Until `write` is called, also returns 0 once after each row
  /// that may be the header.
  package func read(into room: UnsafeMutableRawBufferPointer) throws(WorkbookProblem) -> Int {
    if taken == out.count, !hasEnded {
      out.removeAll(keepingCapacity: true)
      taken = 0
      let pauses = formats == nil
      if pauses, hasHeader {
        hasHeader = false
        return 0
      }
      while out.count < SheetReader.chunk, !hasEnded, !(pauses && hasHeader) { try readOn() }
    }
    let count = min(room.count, out.count - taken)
    out.withUnsafeBytes { bytes in
      room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<(taken + count)]))
    }
    taken += count
    return count
  }

  private func readOn() throws(WorkbookProblem) {
    guard try reader.next() else {
      hasEnded = true
      return
    }
    if !isInData {
      isInData = reader.opens("sheetData") && !reader.isEmpty
    } else if reader.opens("c") {
      try readCell()
      try readPlainCells()
    } else if reader.opens("row") {
      try beginRow()
      if !reader.isEmpty { try readPlainCells() }
    } else if reader.closes("row") {
      endRow()
    } else if reader.closes("sheetData") {
      isInData = false
    }
  }
}

// MARK: - Rows

extension SheetReader {
  private func beginRow() throws(WorkbookProblem) {
    var wanted = row
    reader.attributes.forEachAttribute { if $0.isName("r") { wanted = $1.smallNumber ?? 0 } }
    guard wanted >= row, wanted <= SheetReader.rowLimit else { throw .damaged("row \(row)") }
    out.append(contentsOf: repeatElement(0x0A, count: wanted - row))
    row = wanted
    cells.removeAll()
    (column, filled) = (0, (0, 0))
    if reader.isEmpty { endRow() }
  }

  private func endRow() {
    defer {
      out.append(0x0A)
      row += 1
    }
    guard row >= firstRow, filled.column > 0 else { return }
    let width = self.width ?? filled.column
    self.width = width
    hasHeader = true
    out.append(contentsOf: cells.bytes.part(0, filled.end))
    // Rows are padded to the width of the header.
    if filled.column < width {
      out.append(contentsOf: repeatElement(UInt8(ascii: ","), count: width - filled.column))
    }
  }
}

// MARK: - Cells

extension SheetReader {
  private func readCell() throws(WorkbookProblem) {
    var place = column + 1
    (type, style) = (.number, 0)
    reader.attributes.forEachAttribute { name, value in
      guard name.count == 1 else { return }
      switch name[0] {
      case UInt8(ascii: "r"): place = value.columnNumber
      case UInt8(ascii: "s"): style = value.smallNumber ?? 0
      case UInt8(ascii: "t"): type = CellType(value)
      default: break
      }
    }
    let start = try beginCell(place)
    if reader.isEmpty { return }
    try readContents()
    endCell(start)
  }

  /// Reads the next cells, as long as they are in the usual notation.
  private func readPlainCells() throws(WorkbookProblem) {
    while let cell = reader.takeCell() {
      (type, style) = (cell.type, cell.style)
      let start = try beginCell(cell.column)
      if type == .inline {
        addText { CellText.append(cell.value, to: &$0) }
      } else {
        try add(cell.value)
      }
      endCell(start)
    }
  }

  /// Moves to a column. Returns the index in `cells` at which the contents of the column's cell begin.
  @inline(__always)
  private func beginCell(_ number: Int) throws(WorkbookProblem) -> Int {
    guard number > column, number <= SheetReader.columnLimit else { throw .damaged("row \(row)") }
    if number > 1 {
      for _ in 0..<(number &- max(1, column)) { cells.append(UInt8(ascii: ",")) }
    }
    column = number
    return cells.count
  }

  @inline(__always)
  private func endCell(_ start: Int) {
    if cells.count == start { return }
    if let width, column > width, row >= firstRow {
      stray = stray ?? (row, column)
    } else {
      filled = (cells.count, column)
    }
  }

  /// Reads up to the end of the cell.
  private func readContents() throws(WorkbookProblem) {
    text.removeAll(keepingCapacity: true)
    run = RichText()
    while try reader.next() {
      if reader.opens("v"), !reader.isEmpty {
        guard try reader.next(), reader.closes("v") else { throw .damaged("row \(row)") }
        try add(reader.text)
      } else if reader.opens("extLst"), !reader.isEmpty {
        // Skip extensions, which may have elements with the same names.
        while try reader.next(), !reader.closes("extLst") {}
      } else if reader.closes("c") {
        if type == .inline { addText { CellText.append(text, to: &$0) } }
        return
      } else if type == .inline {
        try run.read(reader, into: &text)
      }
    }
    throw .damaged("row \(row)")
  }

  private func add(_ value: TextBytes) throws(WorkbookProblem) {
    switch type {
    case .number:
      if !hasFormats, values.isPlain(value, style) { return cells.append(padded: value) }
      text.removeAll(keepingCapacity: true)
      if values.append(value, style, to: &text) {
        add(text, formats?[column])
      } else {
        CellText.append(value, to: &cells)
      }
    case .shared:
      guard let text = strings[value.smallNumber ?? -1] else { throw .damaged("row \(row)") }
      addText { $0.append(padded: text) }
    case .truth:
      let isTrue = value.isName("1") || value.isName("true")
      guard isTrue || value.isName("0") || value.isName("false") else {
        throw .damaged("row \(row)")
      }
      if hasFormats { return add(Array((isTrue ? "true" : "false").utf8), formats?[column]) }
      cells.append(isTrue ? "true" : "false")
    case .text: addText { CellText.append(value, to: &$0) }
    case .inline: break
    }
  }

  /// Adds a text. Quotes the text if its column has other values from which it must be distinguished.
  @inline(__always)
  private func addText(_ append: (inout CellBytes) -> Void) {
    let start = cells.count
    append(&cells)
    if hasFormats { quoteText(from: start) }
  }

  @inline(never)
  private func quoteText(from start: Int) {
    let quote = UInt8(ascii: "\"")
    guard formats?.quotesTexts(of: column) ?? false, cells.count > start,
      cells.bytes[start] != quote
    else { return }
    // Quoted white space would turn an otherwise blank row into a record.
    if cells.bytes.part(start, cells.count).isWhiteSpace { return }
    let text = Array(cells.bytes[start...])
    cells.remove(from: start)
    cells.append(quote)
    cells.append(text)
    cells.append(quote)
  }

  /// Adds a number, a date or a truth value, in the format of its column's field.
  private func add(_ plain: [UInt8], _ format: FieldFormat?) {
    let own = format.flatMap { format in plain.withUnsafeBufferPointer { format.ownText(of: $0) } }
    if let own {
      addText { CellText.append(Array(own.utf8), to: &$0) }
    } else {
      cells.append(plain)
    }
  }
}

extension SheetReader.CellType {
  @inline(__always)
  init(_ name: TextBytes) {
    self =
      name.isName("s")
      ? .shared
      : name.isName("n")
        ? .number
        : name.isName("inlineStr")
          ? .inline
          : name.isName("b") ? .truth : .text
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// A whole number of a few digits, or nil for anything else.
  @inline(__always)
  var smallNumber: Int? {
    guard count > 0, count < 10 else { return nil }
    var number = 0
    for byte in self {
      guard ASCII.isDigit(byte) else { return nil }
      number = number &* 10 &+ Int(byte &- UInt8(ascii: "0"))
    }
    return number
  }

  /// The number of the column of a cell reference such as `AB12`, or 0 if it is invalid.
  @inline(__always)
  var columnNumber: Int {
    var (number, place) = (0, 0)
    while place < count, ASCII.isLetter(self[place]), number < 1 << 20 {
      number = number &* 26 &+ Int((self[place] | 0x20) &- UInt8(ascii: "a")) &+ 1
      place += 1
    }
    while place < count, ASCII.isDigit(self[place]) { place += 1 }
    return place == count ? number : 0
  }
}
