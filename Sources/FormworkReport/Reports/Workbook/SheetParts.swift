// The parts that are almost the same in every workbook.

internal import FormworkEngine

/// The XML around the rows of a sheet, and the parts that link a workbook's sheets, notes and styles.
enum SheetParts {
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  static let worksheet =
    declaration + "<worksheet xmlns=\"\(main)\" xmlns:r=\"\(office)\">"

  /// The last line at which a header is kept in view. Below a header farther down, there would be too little space.
  private static let lastStill = 5

  /// Returns the beginning of a sheet. The rows up to the header stay in view.
  static func begin(headerLine: Int?) -> String {
    worksheet + (headerLine.map { pane($0) } ?? "") + beginRows
  }

  /// Returns the pane that freezes the rows through `line`. Returns an empty text if these rows would take too much
  /// space.
  static func pane(_ line: Int) -> String {
    line > lastStill
      ? ""
      : "<sheetViews><sheetView workbookViewId=\"0\"><pane ySplit=\"\(line)\" topLeftCell=\"A\(line + 1)\""
        + " activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>"
  }

  private static let beginRows =
    "<sheetFormatPr defaultRowHeight=\"15\"/><cols><col min=\"1\" max=\"16384\" width=\"16\" customWidth=\"1\"/></cols>"
    + "<sheetData>\n"

  static let beginOverview =
    worksheet
    + "<sheetFormatPr defaultRowHeight=\"15\"/><cols><col min=\"1\" max=\"1\" width=\"40\" customWidth=\"1\"/>"
    + "<col min=\"2\" max=\"4\" width=\"16\" customWidth=\"1\"/></cols><sheetData>\n"

  /// Returns the end of a sheet. Numbers stored as text aren't marked as errors.
  static func end(hasNotes: Bool) -> String {
    "</sheetData><ignoredErrors><ignoredError sqref=\"A1:XFD1048576\" numberStoredAsText=\"1\"/></ignoredErrors>"
      + close(hasNotes: hasNotes)
  }

  /// Returns the closing tag of a sheet, after a reference to its notes if it has any.
  static func close(hasNotes: Bool) -> String {
    (hasNotes ? "<legacyDrawing r:id=\"rId1\"/>" : "") + "</worksheet>"
  }

  private static func relation(_ number: Int, _ kind: String, _ target: String) -> String {
    "<Relationship Id=\"rId\(number)\" Type=\"\(office)/\(kind)\" Target=\"\(target)\"/>"
  }

  private static func relations(_ relations: [String]) -> String {
    declaration + "<Relationships xmlns=\"\(package)/relationships\">" + relations.joined()
      + "</Relationships>"
  }

  /// Returns the relations between a sheet and the parts with its notes.
  static func relations(ofSheet number: Int) -> String {
    relations([
      relation(1, "vmlDrawing", "../drawings/vmlDrawing\(number).vml"),
      relation(2, "comments", "../comments\(number).xml"),
    ])
  }

  /// Returns all parts except the sheets and their notes, with their names.
  ///
  /// - Parameters:
  ///   - notes: the numbers of the sheets with notes.
  ///   - hidden: the numbers of the sheets that aren't shown.
  static func others(
    _ names: [String], notes: [Int], styles: String = styles, hidden: [Int] = []
  ) -> [(name: String, text: String)] {
    let numbers = 1...names.count
    let sheets = numbers.map { relation($0, "worksheet", "worksheets/sheet\($0).xml") }
    return [
      ("xl/styles.xml", styles),
      ("xl/workbook.xml", workbook(names, hidden)),
      (
        "xl/_rels/workbook.xml.rels",
        relations(sheets + [relation(names.count + 1, "styles", "styles.xml")])
      ),
      ("_rels/.rels", relations([relation(1, "officeDocument", "xl/workbook.xml")])),
      ("[Content_Types].xml", contentTypes(names.count, notes)),
    ]
  }

  private static func workbook(_ names: [String], _ hidden: [Int]) -> String {
    var text = ByteBuffer()
    text.append(text: declaration + "<workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\"><sheets>")
    for (index, name) in names.enumerated() {
      text.append("<sheet name=\"")
      text.append(xml: name)
      let state = hidden.contains(index + 1) ? " state=\"hidden\"" : ""
      text.append(text: "\" sheetId=\"\(index + 1)\"\(state) r:id=\"rId\(index + 1)\"/>")
    }
    text.append("</sheets></workbook>")
    return text.bytes.makeString()
  }

  private static func contentTypes(_ count: Int, _ notes: [Int]) -> String {
    func part(_ name: String, _ type: String) -> String {
      "<Override PartName=\"/xl/\(name).xml\" ContentType=\"\(types).\(type)+xml\"/>"
    }
    let sheets = (1...count).map { part("worksheets/sheet\($0)", "worksheet") }
    let comments = notes.map { part("comments\($0)", "comments") }
    return declaration + "<Types xmlns=\"\(package)/content-types\">"
      + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
      + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
      + "<Default Extension=\"vml\" ContentType=\"application/vnd.openxmlformats-officedocument.vmlDrawing\"/>"
      + part("workbook", "sheet.main") + part("styles", "styles") + (sheets + comments).joined()
      + "</Types>"
  }

  /// The cell formats for the cases of `SheetRows.Style`, in the same order. All are text formats.
  static let styles =
    declaration + "<styleSheet xmlns=\"\(main)\"><fonts count=\"3\">" + font("") + font("<b/>")
    + "<font><b/><sz val=\"14\"/><name val=\"Calibri\"/></font></fonts><fills count=\"5\">"
    + "<fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill>"
    + fill("FFFFC7CE") + fill("FFFFEB9C") + fill("FFE7E6E6") + "</fills>"
    + "<borders count=\"1\"><border/></borders><cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
    + "<cellXfs count=\"5\">" + format(0, 0) + format(0, 2) + format(0, 3) + format(1, 4)
    + format(2, 0)
    + "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"

  private static func font(_ weight: String) -> String {
    "<font>\(weight)<sz val=\"11\"/><name val=\"Calibri\"/></font>"
  }

  private static func fill(_ colour: String) -> String {
    "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"\(colour)\"/></patternFill></fill>"
  }

  private static func format(_ font: Int, _ fill: Int) -> String {
    "<xf numFmtId=\"49\" fontId=\"\(font)\" fillId=\"\(fill)\" borderId=\"0\" xfId=\"0\""
      + " applyNumberFormat=\"1\" applyFont=\"1\" applyFill=\"1\"/>"
  }
}
