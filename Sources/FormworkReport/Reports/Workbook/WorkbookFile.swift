// Workbooks whose sheets are built by the caller.

internal import FormworkEngine

/// A sheet as XML, and its notes.
package struct WorkbookSheetPart {
  package var name: String
  /// The XML of the sheet, without the reference to its notes and the closing tag.
  package var xml: String
  package var isHidden = false
  fileprivate var notes: CellNotes

  /// - Parameter number: the number of the sheet, from 1.
  package init(name: String, number: Int) {
    (self.name, xml) = (name, "")
    notes = CellNotes(firstBlock: number)
  }

  /// Adds a note to a cell, whose row and column are counted from 1.
  package mutating func note(_ text: String, row: Int, column: Int) {
    notes.add(TableCell(row: row, column: column), text.cut(to: CellNotes.textLimit))
  }
}

/// Writes workbooks.
package enum WorkbookFile {
  /// Returns a workbook.
  ///
  /// - Parameter styles: the part with the formats of cells.
  package static func bytes(_ sheets: [WorkbookSheetPart], styles: String) -> [UInt8] {
    ByteBuffer.bytes { out in
      var zip = ZipWriter()
      for (index, sheet) in sheets.enumerated() {
        let number = index + 1
        zip.write(
          "xl/worksheets/sheet\(number).xml",
          sheet.xml + SheetParts.close(hasNotes: !sheet.notes.isEmpty), to: &out)
        if sheet.notes.isEmpty { continue }
        zip.write(
          "xl/worksheets/_rels/sheet\(number).xml.rels", SheetParts.relations(ofSheet: number),
          to: &out)
        var text = ""
        sheet.notes.writeTexts { text += $0 }
        zip.write("xl/comments\(number).xml", text, to: &out)
        text = ""
        sheet.notes.writeShapes { text += $0 }
        zip.write("xl/drawings/vmlDrawing\(number).vml", text, to: &out)
      }
      let noted = sheets.indices.filter { !sheets[$0].notes.isEmpty }.map { $0 + 1 }
      let hidden = sheets.indices.filter { sheets[$0].isHidden }.map { $0 + 1 }
      let parts = SheetParts.others(
        sheets.map { $0.name }, notes: noted, styles: styles, hidden: hidden)
      for (name, text) in parts { zip.write(name, text, to: &out) }
      zip.finish(to: &out)
    }
  }

  /// Returns a text as the contents of a cell.
  package static func text(_ text: String) -> String {
    var out = ByteBuffer()
    _ = out.append(sheetText: text)
    return out.bytes.makeString()
  }

  /// Returns the letters of a column, which is counted from 1.
  package static func letters(ofColumn column: Int) -> String {
    TableCell.letters(ofColumn: column)
  }

  /// The beginning of a sheet.
  package static let start = SheetParts.worksheet
  /// The beginning of the part with the formats of cells.
  package static let startOfStyles =
    SheetParts.declaration + "<styleSheet xmlns=\"\(SheetParts.main)\">"

  /// Returns the pane that freezes the header of a sheet and the rows above it.
  package static func pane(headerLine: Int) -> String { SheetParts.pane(headerLine) }
}
