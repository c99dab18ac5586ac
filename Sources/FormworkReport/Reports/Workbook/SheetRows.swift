// Rows of a workbook's sheet (Office Open XML, ECMA-376). The thread that checks a row also writes it, so that all
// cores share the work. Each row has the number of its line in the data, so that a cell has the same name in all
// reports.

internal import FormworkEngine
internal import FormworkSyntax

/// A cell that gets a colour because it has a problem.
struct BrokenCell {
  /// The column, counted from 1. It is 1 if the problem has no cell of its own.
  var column: Int
  var isError: Bool

  init(_ report: ProblemReport) {
    column = report.cell?.column ?? 1
    isError = report.severity == .error
  }
}

/// Rows as XML, and the kinds of content that had to be left out of them.
package struct SheetRows: ~Copyable, Sendable {
  /// The limits of spreadsheets.
  static let (rowLimit, columnLimit, textLimit) = (1 << 20, 1 << 14, 32_767)

  /// The kinds of content that were left out.
  struct Losses: OptionSet {
    let rawValue: Int
    static let rows = Losses(rawValue: 1)
    static let columns = Losses(rawValue: 2)
    static let texts = Losses(rawValue: 4)
    static let secrets = Losses(rawValue: 8)
  }

  /// The format of a cell; the raw value is its index in `styles.xml`.
  enum Style: Int { case plain, error, warning, head, title }

  private(set) var bytes = ByteBuffer()
  private(set) var losses: Losses = []
  /// The number of the last row.
  private(set) var lastLine = 0

  mutating func reset() {
    bytes.reset()
    losses = []
    lastLine = 0
  }

  /// Appends a row of a table.
  mutating func append(_ row: TableRow, line: Int, broken: [BrokenCell]) {
    guard begin(line) else { return }
    let errors = broken.filter { $0.isError }.map { $0.column }
    let columns = broken.map { $0.column }
    for index in 0..<row.starts.count {
      let style: Style =
        !columns.contains(index + 1) ? .plain : errors.contains(index + 1) ? .error : .warning
      if row.isSecret(index) { losses.insert(.secrets) }
      row.withCell(index) { append($0, column: index + 1, line: line, style) }
    }
    bytes.append("</row>\n")
    lastLine = line
  }

  /// Appends a row of texts.
  mutating func append(_ texts: [String], line: Int, _ style: Style = .plain) {
    guard begin(line) else { return }
    for (index, text) in texts.enumerated() {
      append(text: text, column: index + 1, line: line, style)
    }
    bytes.append("</row>\n")
    lastLine = line
  }

  private mutating func append(text: String, column: Int, line: Int, _ style: Style) {
    var text = text
    text.withUTF8 { append($0, column: column, line: line, style) }
  }

  private mutating func begin(_ line: Int) -> Bool {
    guard line <= SheetRows.rowLimit else {
      losses.insert(.rows)
      return false
    }
    bytes.append("<row r=\"")
    bytes.append(integer: line)
    bytes.append("\">")
    return true
  }

}

// MARK: - Cells

extension SheetRows {
  /// Appends a text cell, even if the text looks like a number or a date.
  private mutating func append(
    _ text: TextBytes, column: Int, line: Int, _ style: Style
  ) {
    if text.isEmpty, style == .plain { return }
    guard column <= SheetRows.columnLimit else {
      losses.insert(.columns)
      return
    }
    bytes.append("<c r=\"")
    bytes.append(text: TableCell.letters(ofColumn: column))
    bytes.append(integer: line)
    bytes.append("\"")
    if style != .plain {
      bytes.append(" s=\"")
      bytes.append(integer: style.rawValue)
      bytes.append("\"")
    }
    bytes.append(" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
    append(contents: text)
    bytes.append("</t></is></c>")
  }

  private mutating func append(contents text: TextBytes) {
    let isPlain = text.count <= SheetRows.textLimit && text.allSatisfy { SheetRows.isPlain($0) }
    if isPlain { return bytes.append(text) }
    if bytes.append(sheetText: text.makeString()) { losses.insert(.texts) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20...0x7E ~= byte && byte != 0x22 && byte != 0x26 && byte != 0x3C && byte != 0x3E
      && byte != 0x5F
  }
}

extension ByteBuffer {
  /// Appends text to a sheet, up to the maximum length of a cell. Characters that XML forbids are written like
  /// `_x0001_`, and text that looks like such an escape is escaped as well.
  ///
  /// - Returns: whether the text was cut.
  mutating func append(sheetText text: String) -> Bool {
    var length = 0
    for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      length += scalar.value > 0xFFFF ? 2 : 1
      if length > SheetRows.textLimit { return true }
      switch scalar.value {
      case 0x09, 0x0A: append(text: String(Character(scalar)))
      case 0x00...0x1F, 0xFFFE, 0xFFFF: append(escape: scalar)
      case 0x5F where text.unicodeScalars[index...].isEscape: append("_x005F_")
      default: append(xml: scalar)
      }
    }
    return false
  }

  private mutating func append(escape scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    append(text: "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_")
  }
}

extension Substring.UnicodeScalarView {
  /// Whether the text begins with an escape, such as `_x0041_`.
  fileprivate var isEscape: Bool {
    let part = Array(prefix(7))
    return part.count == 7 && part[0] == "_" && part[1] == "x" && part[6] == "_"
      && part[2..<6].allSatisfy { $0.properties.isASCIIHexDigit }
  }
}
