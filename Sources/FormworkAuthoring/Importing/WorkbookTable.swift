// Sheets of a workbook as rows of texts, for importers.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A sheet with a header.
struct WorkbookTable {
  struct Row {
    /// The number of the row in the sheet.
    var number: Int
    var cells: [String]
  }

  let sheet: String
  /// The names of the columns as they are written.
  let header: [String]
  let rows: [Row]

  private static let columnLimit = 200
  private static let pieceSize = 64 << 10

  /// Reads a sheet; returns nil if there is none with this name.
  init?(_ name: String, of source: Source) throws(ImportProblem) {
    sheet = name
    let bytes = source.bytes
    var rows: [Row]
    do throws(WorkbookProblem) {
      let book = try Workbook(size: bytes.count) { place, room in
        let end = min(bytes.count, place + room.count)
        guard place < end else { return 0 }
        bytes.withUnsafeBytes {
          room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<end]))
        }
        return end - place
      }
      rows = try WorkbookTable.rows(ofSheet: name, in: book)
    } catch {
      if case .noSheet = error { return nil }
      throw ImportProblem("\(error.words).", in: source)
    }
    header = rows.isEmpty ? [] : rows.removeFirst().cells
    self.rows = rows
  }

  /// Returns the nonempty rows of a sheet.
  static func rows(ofSheet name: String, in book: Workbook) throws(WorkbookProblem) -> [Row] {
    var text: [UInt8] = []
    let reader = try book.sheet(name, firstRow: 1, width: columnLimit)
    var room = [UInt8](repeating: 0, count: pieceSize)
    while !reader.isAtEnd {
      if text.count > Source.byteLimit { throw .tooLarge(name) }
      let count = try room.withUnsafeMutableBufferPointer { room throws(WorkbookProblem) in
        try reader.read(into: UnsafeMutableRawBufferPointer(room))
      }
      text.append(contentsOf: room[..<count])
    }
    return rows(text)
  }

  /// Splits the text of a sheet into rows. Empty rows are left out.
  private static func rows(_ text: [UInt8]) -> [Row] {
    var rows: [Row] = []
    var (cells, cell, isQuoted): ([String], [UInt8], Bool) = ([], [], false)
    var number = 1
    func endCell() {
      cells.append(trimmed(String(decoding: cell, as: UTF8.self)))
      cell = []
    }
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "\""):
        // A quote in a quoted cell is written twice.
        if !isQuoted, index > 0, text[index - 1] == byte { cell.append(byte) }
        isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: endCell()
      case 0x0A where !isQuoted:
        endCell()
        if cells.contains(where: { !$0.isEmpty }) { rows.append(Row(number: number, cells: cells)) }
        cells = []
        number += 1
      default: cell.append(byte)
      }
    }
    return rows
  }

  static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Returns the name of a cell, such as `survey!B5`.
  func place(_ row: Int, _ column: Int) -> String {
    var (letters, rest) = ("", column)
    repeat {
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return "\(sheet)!\(letters)\(row)"
  }
}
