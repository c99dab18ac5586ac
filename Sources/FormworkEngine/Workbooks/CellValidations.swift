// The data validations of a sheet, which limit what may be entered in its cells (ECMA-376 part 1, 18.3.1.32).

package import FormworkSyntax

/// A data validation of some cells.
package struct CellValidation {
  /// A rectangle of cells. Rows and columns are counted from 1.
  package struct Area {
    package var rows, columns: ClosedRange<Int>

    /// Creates the area of a reference such as `B2` or `$B$2:$D$9`.
    package init?(_ reference: Substring) {
      var corners: [(column: Int, row: Int)] = []
      for corner in reference.split(separator: ":") {
        var (letters, digits) = ([UInt8](), [UInt8]())
        for byte in corner.utf8 where byte != UInt8(ascii: "$") {
          if ASCII.isDigit(byte) { digits.append(byte) } else { letters.append(byte) }
        }
        let column = letters.withUnsafeBufferPointer { $0.columnNumber }
        // A reference to whole columns, such as `B:D`, has no row numbers and covers all rows.
        let row =
          digits.isEmpty
          ? Optional(corners.count * (1 << 20)) : digits.withUnsafeBufferPointer { $0.smallNumber }
        guard column > 0, let row else { return nil }
        corners.append((column, row))
      }
      guard let first = corners.first, let last = corners.last, corners.count <= 2,
        first.column <= last.column, first.row <= last.row
      else { return nil }
      (rows, columns) = (first.row...last.row, first.column...last.column)
    }
  }

  /// Such as `list` or `whole`; `none` if everything may be entered.
  package fileprivate(set) var type: String
  /// Such as `between`.
  package fileprivate(set) var operation: String
  package fileprivate(set) var areas: [Area] = []
  package fileprivate(set) var formulas: [String] = []
  /// The answer of a spreadsheet to an invalid value: `stop`, `warning` or `information`. Nil if it takes any value.
  package fileprivate(set) var style: String?
  /// The message for an invalid value, and the text that is shown before a value is entered.
  package fileprivate(set) var error, prompt: String?
}

extension Workbook {
  /// Returns the data validations of a sheet, and the definitions of the names in formulas.
  ///
  /// - Parameter name: the name of the sheet. Empty for the first.
  package func validations(
    ofSheet name: String
  ) throws(WorkbookProblem) -> (
    validations: [CellValidation], names: OrderedDictionary<String, String>
  ) {
    var validations: [CellValidation] = []
    var reader = try open(path(ofSheet: name), limit: Workbook.sheetLimit)
    var isInside = false
    while try reader.next() {
      if reader.closes("dataValidation") { isInside = false }
      if reader.opens("dataValidation") {
        isInside = !reader.isEmpty
        var validation = CellValidation(
          type: reader.attribute("type") ?? "none",
          operation: reader.attribute("operator") ?? "between")
        if ["1", "true"].contains(reader.attribute("showErrorMessage") ?? "") {
          validation.style = reader.attribute("errorStyle") ?? "stop"
        }
        validation.error = reader.text("error")
        validation.prompt = reader.text("prompt")
        validation.add(areas: reader.attribute("sqref") ?? "")
        validations.append(validation)
      } else if isInside, reader.isEnd, let last = validations.indices.last {
        // In an extension of Excel, formulas and references are elements of their own.
        let text = reader.unescapedText
        if reader.closes("sqref") { validations[last].add(areas: text) }
        if reader.closes("f") || reader.closes("formula1") || reader.closes("formula2"),
          !text.isEmpty
        {
          validations[last].formulas.append(text)
        }
      }
    }
    return (validations, definedNames)
  }
}

extension CellValidation {
  fileprivate mutating func add(areas references: String) {
    areas += references.split(separator: " ").compactMap { Area($0) }
  }
}

extension XMLReader {
  /// The text before the last tag.
  var unescapedText: String {
    var bytes: [UInt8] = []
    text.appendUnescaped(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns an attribute, unless it is empty.
  fileprivate func text(_ name: StaticString) -> String? {
    guard let text = attribute(name), !text.isEmpty else { return nil }
    return String(decoding: CellText.withoutEscapes(Array(text.utf8)), as: UTF8.self)
  }
}
