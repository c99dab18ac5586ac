// The notes of a sheet: their texts, and the boxes in which spreadsheets show them (VML, ECMA-376 part 4).

internal import FormworkEngine

/// The notes of one sheet.
struct CellNotes {
  /// Maximum number of notes in a workbook: with more, spreadsheets take minutes to open it or fail.
  static let limit = 65_530
  /// Maximum number of characters in a note. Longer notes would be unreadable in their boxes.
  static let textLimit = 1_000
  /// Maximum number of bytes in all notes. Notes are kept in memory until their sheet ends.
  static let byteLimit = 8 << 20

  private var notes: [(cell: TableCell, text: String)] = []
  /// The first of this sheet's blocks of shape numbers. No other sheet uses these blocks.
  private let firstBlock: Int
  private static let blockSize = 1_024

  init(firstBlock: Int = 1) { self.firstBlock = firstBlock }

  var isEmpty: Bool { notes.isEmpty }
  private var blocks: Range<Int> { firstBlock..<(firstBlock + notes.count / 1_000 + 1) }
  var nextBlock: Int { notes.isEmpty ? firstBlock : blocks.upperBound }

  mutating func add(_ cell: TableCell, _ text: String) { notes.append((cell, text)) }

  func writeTexts(_ write: (String) -> Void) {
    write(
      SheetParts.declaration
        + "<comments xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
        + "<authors><author>Formwork</author></authors><commentList>\n")
    for note in notes {
      var text = ByteBuffer()
      _ = text.append(sheetText: note.text)
      write(
        "<comment ref=\"\(note.cell.name)\" authorId=\"0\"><text><t xml:space=\"preserve\">"
          + text.bytes.makeString() + "</t></text></comment>\n")
    }
    write("</commentList></comments>")
  }

  func writeShapes(_ write: (String) -> Void) {
    let numbers = blocks.map { String($0) }.joined(separator: ",")
    write(
      """
      <xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" \
      xmlns:x="urn:schemas-microsoft-com:office:excel">\
      <o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="\(numbers)"/></o:shapelayout>\
      <v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">\
      <v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>

      """)
    for (index, note) in notes.enumerated() {
      // The first number of a block belongs to the drawing itself.
      let number =
        (firstBlock + index / 1_000) * CellNotes.blockSize + index % 1_000 + 1
      write(shape(number, note.cell, lines: note.text.utf8.count { $0 == 0x0A } + 1))
    }
    write("</xml>")
  }

  /// Returns the box of a note, which appears to the right of `cell`.
  private func shape(_ number: Int, _ cell: TableCell, lines: Int) -> String {
    let (row, column) = (cell.row - 1, cell.column - 1)
    let height = min(20, 3 + lines)
    let anchor = "\(column + 1),15,\(max(0, row - 1)),10,\(column + 4),15,\(row + height),4"
    return """
      <v:shape id="_x0000_s\(number)" type="#_x0000_t202" \
      style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">\
      <v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/>\
      <v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/>\
      <x:SizeWithCells/><x:Anchor>\(anchor)</x:Anchor><x:AutoFill>False</x:AutoFill>\
      <x:Row>\(row)</x:Row><x:Column>\(column)</x:Column></x:ClientData></v:shape>

      """
  }
}
