// Workbooks made by two other libraries (Workbooks/make.py), handmade ones, and broken ones.

import Foundation
import TestSizes
import Testing

@testable import FormworkCLI
@testable import FormworkReport

@Suite struct WorkbookTests {
  private static let form = """
    field id: string
    field amount: number optional
    field day: date optional
    field moment: datetime optional
    field time: time optional
    field note: string optional
    field open: bool optional
    """

  private func workbook(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try Array(Data(contentsOf: folder.appendingPathComponent("Workbooks/" + name)))
  }

  private func folder(_ spec: String = form) throws -> CLIFolder { try CLIFolder(spec: spec) }

  /// Shared texts, rich texts and formulas; dates of both calendars; numbers with exponents; a hidden row.
  @Test(arguments: ["xlsxwriter.xlsx", "xlsxwriter-1904.xlsx"])
  func sharedTexts(_ name: String) throws {
    let folder = try folder()
    try folder.write("d.xlsx", try workbook(name))
    let run = folder.run("check", "s.form", "d.xlsx", "--accepted=./good")
    #expect(run.code == 0 && run.error == "")
    #expect(
      folder.text("good") == #"""
        {"id":"a1","amount":0.1,"day":"2026-11-20","moment":"2026-11-20T09:30:15.25","time":"09:30:15.25","note":"a \"b\", c\nd","open":true}
        {"id":"007","amount":1000000000000000000000,"day":"1904-01-02","open":false}
        {"id":"a3","amount":0.3,"note":"plain bold <&> é"}
        {"id":"a4","amount":1.5,"note":"xy"}
        {"id":"a6","amount":0.0000001,"note":"#N/A"}

        """#)
  }

  /// Branches that share a column and use different formats. A workbook cell that isn't a text is read by its own
  /// type in each of them.
  @Test func branchesWithOtherFormats() throws {
    let folder = try folder(
      """
      field id: string
      when id in ("a1", "a4") <
        field amount: number(decimal ",") rule value > 1 message "{value}"
        field open: bool optional
        field note: string optional
      > else <
        field amount: number optional
        field open: bool("ja", "nein") optional rule value message "{value}"
        field note: bool("ja", "nein") optional
      >
      """)
    try folder.write("d.xlsx", try workbook("xlsxwriter.xlsx"))
    let run = folder.run("check", "s.form", "d.xlsx", "--output=ndjson")
    #expect(
      run.output.split(separator: "\n").map { $0.split(separator: ",", maxSplits: 2)[2] } == [
        #""accepted":false,"problems":[{"field":"amount","code":"compare","severity":"error","message":"0,1","params":{"min":1,"exclusive":true,"actual":0.1},"line":2,"column":2}]}"#,
        #""accepted":false,"problems":[{"field":"open","code":"rule","severity":"error","message":"nein","line":3,"column":7}]}"#,
        #""accepted":false,"problems":[{"field":"note","code":"type","severity":"error","message":"Note must be ja or nein","params":{"expected":"bool"},"line":4,"column":6}]}"#,
        #""accepted":true,"product":{"id":"a4","amount":1.5,"note":"xy"},"problems":[]}"#,
        #""accepted":false,"problems":[{"field":"note","code":"type","severity":"error","message":"Note must be ja or nein","params":{"expected":"bool"},"line":7,"column":6}]}"#,
      ])
  }

  /// A workbook that declares no main part.
  @Test func noMainPart() throws {
    let folder = try folder()
    let packed =
      "UEsDBBQAAAAAAAAAIQBQvrl6VgAAAFYAAAALAAAAX3JlbHMvLnJlbHM8UmVsYXRpb25zaGlwcz48UmVsYXRpb25zaGlwIFR5cGU9"
      + "Ii9vZmZpY2VEb2N1bWVudCIgVGFyZ2V0PSIiIElkPSJyIi8+PC9SZWxhdGlvbnNoaXBzPlBLAQIUAxQAAAAAAAAAIQBQvrl6VgAAAFYA"
      + "AAALAAAAAAAAAAAAAACAAQAAAABfcmVscy8ucmVsc1BLBQYAAAAAAQABADkAAAB/AAAAAAA="
    try folder.write("d.xlsx", Array(try #require(Data(base64Encoded: packed))))
    let run = folder.run("check", "s.form", "d.xlsx")
    #expect(run.code == 2 && run.error.contains("d.xlsx"))
  }

  /// Inline texts, a title above the header, a missing row, a hidden sheet before it.
  @Test(arguments: ["openpyxl.xlsx", "openpyxl-1904.xlsx"])
  func textsInCells(_ name: String) throws {
    let folder = try folder("data xlsx < header 3 blank \"a5\" > " + WorkbookTests.form)
    try folder.write("d.xlsx", try workbook(name))
    let run = folder.run(
      "check", "s.form", "d.xlsx", "--accepted=./good", "--rejected=./bad.csv")
    #expect(
      run.error
        == "warning: d.xlsx: Column 9 has no name in the header, but has a value on line"
        + " 8. It is ignored.\n")
    #expect(
      folder.text("good") == #"""
        {"id":"a1","amount":0.1,"day":"2026-11-20","moment":"2026-11-20T09:30:15.25","time":"09:30:15.25","note":"a \"b\", c\nd","open":true}
        {"id":"007","amount":1000000000000000000000,"day":"1904-01-02","moment":"2026-11-20T09:30:15","time":"23:59:59","open":false}

        """#)
    #expect(run.output.contains("Record 3, d.xlsx:6\n  error day, cell C6: "))
    let moment = name.contains("1904") ? "2030-11-21T12:00:00" : "2026-11-20T12:00:00"
    #expect(run.output.contains("\"\(moment)\" · type"))
    #expect(run.output.contains("Record 4, d.xlsx:8\n"))
    let bad = try #require(folder.text("bad.csv"))
    #expect(bad.hasPrefix("formwork_problems,id,amount,day,moment,time,note,open\n"))
    #expect(bad.hasSuffix(",a5,-1234567890123460000,,,,Ü 会員 😀,\n"))
    let lines = folder.run("check", "s.form", "d.xlsx", "--output=ndjson").lines
    #expect(lines[2].contains("\"line\":6,\"column\":3}"))
  }

  @Test func sheets() throws {
    let folder = try folder("data xlsx < sheet \"other\" > field x: string")
    try folder.write("d.xlsx", try workbook("openpyxl.xlsx"))
    #expect(folder.run("check", "s.form", "d.xlsx").summary == "1 record: 1 accepted, 0 rejected")
    let none = folder.run("check", "s.form", "d.xlsx", "--sheet=Nope")
    #expect(
      none.error == "error: \"d.xlsx\" cannot be opened: It has no sheet \"Nope\"; its sheets are"
        + " \"Stock\", \"Other\".\n")
    try folder.write("e.xlsx", try workbook("xlsxwriter.xlsx"))
    let empty = folder.run("check", "s.form", "e.xlsx", "--sheet=Empty")
    #expect(empty.code == 2 && empty.error.contains("There is no header"))
    let rows = folder.run("check", "s.form", "d.xlsx", "--header=none")
    #expect(rows.summary == "2 records: 2 accepted, 0 rejected")
  }

  /// A number, a date or a truth value in a cell keeps its type, whatever format the field has for texts.
  @Test(arguments: ["xlsxwriter.xlsx", "xlsxwriter-1904.xlsx"])
  func fieldsWithFormats(_ name: String) throws {
    let folder = try folder(
      """
      field id: string
      field amount: number(decimal ",", group ".") optional rule value < 10 message "{value}!"
      field day: date("dd.MM.yyyy", "yyyy/M/d") optional
        rule value > 2000-01-01 message "{value} is before {min}"
      field moment: date("d/M/yyyy") optional
      field time: list("|") of number(decimal ",") optional
      field open: bool("ja", "nein") optional
      """)
    try folder.write("d.xlsx", try workbook(name))
    let run = folder.run(
      "check", "s.form", "d.xlsx", "--output=ndjson", "--accepted=./good", "--rejected=./bad.csv")
    #expect(
      folder.text("good") == #"""
        {"id":"a3","amount":0.3}
        {"id":"a4","amount":1.5}
        {"id":"a6","amount":0.0000001}

        """#)
    // Neither a moment nor a time is a date or a number.
    #expect(run.lines[0].contains(#""field":"moment","code":"type""#))
    #expect(run.lines[0].contains(#""field":"time[0]","code":"type""#))
    #expect(!run.lines[0].contains(#""field":"day""#) && !run.lines[0].contains(#""field":"open""#))
    #expect(run.lines[1].contains(#""message":"1.000.000.000.000.000.000.000!""#))
    #expect(run.lines[1].contains(#""message":"02.01.1904 is before"#))
    // Rejects are read again with the same types.
    let bad = try #require(folder.text("bad.csv"))
    #expect(bad.contains(#",a1,"0,1",20.11.2026,2026-11-20T09:30:15.250,"#))
    #expect(bad.contains(",007,1.000.000.000.000.000.000.000,02.01.1904,,,,nein\n"))
    _ = folder.run("check", "s.form", "bad.csv", "--rejected=./again.csv")
    #expect(folder.text("again.csv") == bad)
  }

  /// A cell keeps what the first format lacks, and is then rejected as it is.
  @Test func timesWithFormats() throws {
    let folder = try folder(
      """
      field id: string
      field day: date("dd.MM.yy" 1950...2049) optional
        rule value > 1950-01-01 message "{value}"
      field moment: datetime("d.M.yyyy HH:mm") optional
        rule value < 2000-01-01T00:00 message "{value}, {max}"
      field time: time("H:mm", "H:mm:ss") optional rule value < 08:00 message "{value}"
      """)
    try folder.write("d.xlsx", try workbook("xlsxwriter.xlsx"))
    let run = folder.run("check", "s.form", "d.xlsx", "--output=ndjson", "--rejected=./bad.csv")
    #expect(run.lines[0].contains(#""message":"20.11.2026 09:30, 1.1.2000 00:00""#))
    #expect(run.lines[0].contains(#""actual":"2026-11-20T09:30:15.25""#))
    #expect(run.lines[0].contains(#""message":"9:30""#))
    #expect(run.lines[1].contains(#""message":"02.01.1904""#))
    let bad = try #require(folder.text("bad.csv"))
    #expect(bad.contains(",\"20.11.26\",2026-11-20T09:30:15.250,09:30:15.250,"))
    #expect(bad.contains(",1904-01-02,"))
  }

  /// Texts follow the format, even if the header isn't on the first line or is missing.
  @Test(arguments: ["header 3", "header none"]) func textsInFormats(_ header: String) throws {
    let fields = "field id: string optional field amount: number(decimal \",\") optional"
    let folder = try folder(
      header == "header 3"
        ? "data xlsx < header 3 > \(fields)"
        : "data xlsx < header none > \(fields) field c: string optional")
    try folder.write("d.xlsx", try workbook("openpyxl.xlsx"))
    let run = folder.run("check", "s.form", "d.xlsx", "--accepted=./good", "--output=ndjson")
    #expect(folder.text("good")?.contains(#"{"id":"a1","amount":0.1"#) ?? false)
    #expect(folder.text("good")?.contains(#"{"id":"a5","amount":-1234567890123460000"#) ?? false)
    #expect(run.code == (header == "header 3" ? 0 : 1))
  }

  // MARK: Workbooks put together

  /// Returns a folder with a form of one text `x`, and a workbook with that column.
  ///
  /// - Parameters:
  ///   - cells: the cells of the column, below the header, without their references.
  ///   - formats: the number formats of styles, from style 1.
  ///   - change: returns the changed text of a part, by its name.
  private func folder(
    _ cells: [String], formats: [String] = [],
    change: (_ part: String, _ text: String) -> String = { $1 }
  ) throws -> CLIFolder {
    var zip = ZipWriter()
    func write(_ part: String, _ text: String, to bytes: inout ByteBuffer) {
      zip.write(part, change(part, text), to: &bytes)
    }
    var bytes = ByteBuffer()
    let (parts, office) = ("http://schemas/officeDocument/2006/relationships/", "xl/workbook.xml")
    func relation(_ kind: String, _ target: String) -> String {
      "<Relationship Id='\(kind)' Type='\(parts)\(kind)' Target='\(target)'/>"
    }
    write("_rels/.rels", "<R>" + relation("officeDocument", office) + "</R>", to: &bytes)
    write(
      "xl/_rels/workbook.xml.rels",
      "<R>" + relation("worksheet", "s.xml") + relation("styles", "styles.xml")
        + relation("sharedStrings", "strings.xml") + "</R>", to: &bytes)
    write(office, "<w><sheets><sheet name='S' r:id='worksheet'/></sheets></w>", to: &bytes)
    let codes = formats.enumerated().map {
      "<numFmt numFmtId='\(200 + $0)' formatCode=\"\($1)\"/>"
    }
    let styles = formats.indices.map { "<xf numFmtId='\(200 + $0)'/>" }
    write(
      "xl/styles.xml", "<s>\(codes.joined())<cellXfs><xf/>\(styles.joined())</cellXfs></s>",
      to: &bytes)
    let shared = "<si><t>sh<!-- <t>n</t> -->ar<![CDATA[ed]]></t></si>"
    write("xl/strings.xml", "<sst>\(shared)</sst>", to: &bytes)
    let rows = cells.enumerated().map { "<row r='\($0 + 2)'>\($1)</row>" }
    let header = "<row><c t='inlineStr'><is><t>x</t></is></c></row>"
    write("xl/s.xml", "<s><sheetData>\(header)\(rows.joined())</sheetData></s>", to: &bytes)
    zip.finish(to: &bytes)
    let folder = try folder("field x: string")
    try folder.write("d.xlsx", Array(bytes.bytes))
    return folder
  }

  private func product(_ cells: [String], formats: [String] = []) throws -> String? {
    let folder = try folder(cells, formats: formats)
    let run = folder.run("check", "s.form", "d.xlsx", "--accepted=./good")
    #expect(run.code == 0, "\(run.error)")
    let lines = folder.text("good")?.split(separator: "\n").map { $0.dropFirst(6).dropLast(2) }
    return lines?.joined(separator: " ")
  }

  /// Comments, instructions, CDATA sections and `>` in a value are valid XML.
  @Test(arguments: [
    ("<c t='inlineStr'><is><t>a<!-- > <t>x</t> -->b</t></is></c>", "ab"),
    ("<c t='inlineStr'><is><t><?pi a > b?>a<?pi?>b&lt;<!----></t></is></c>", "ab<"),
    (
      "<c t='inlineStr'><is><t><![CDATA[a&amp;b<c>]] ]]>&amp;<![CDATA[]]></t></is></c>",
      "a&amp;b<c>]] &"
    ),
    ("<c t='inlineStr'><is><t a='x>y' b=\"'>\">q</t></is></c>", "q"),
    ("<c t='s'><v>0</v></c>", "shared"), ("<c><v>1<!-- c -->2</v></c>", "12"),
    ("<!-- <c><v>9</v></c> --><c a='>'><!-- v --><v>2</v></c><?x?>", "2"),
  ])
  func markup(_ cell: String, _ text: String) throws { #expect(try product([cell]) == text) }

  /// A comment and a text that arrive in many parts.
  @Test func longMarkup() throws {
    let long = String(repeating: "abcdefg>", count: sized(20_000, large: 200_000))
    let cell = "<c t='inlineStr'><is><t>\(long)<!-- \(long) --><![CDATA[\(long)]]></t></is></c>"
    #expect(try product([cell]) == long + long)
  }

  @Test func whatProgramsAddToACell() throws {
    let own = "<extLst><ext uri='{1}'><y:v xmlns:y='urn:q'>2</y:v></ext></extLst>"
    #expect(try product(["<c><v>1</v>\(own)</c>"]) == "1")
    #expect(try product(["<c><v>1</v><extLst/></c>"]) == "1")
  }

  /// A cell with an invalid column isn't taken for one in the first column.
  @Test(arguments: ["$A$2", "ZZZZZZZZZZZZ2", "2", "", "A2B", "XFE2"])
  func cellsInNoColumn(reference: String) throws {
    let run = try folder(["<c r='\(reference)'><v>1</v></c>"]).run("check", "s.form", "d.xlsx")
    #expect(run.code == 2 && run.error.contains("It is damaged in row 2"), "\(run.error)")
  }

  /// A format has up to four sections; the number determines which one is used.
  @Test(arguments: [
    ("[>=1]yyyy-mm-dd", "2023-03-15 0.25 0 -1"),
    ("[=0]&quot;&quot;;dd.mm.yyyy", "2023-03-15 1899-12-31T06:00:00 0 -1"),
    ("[<43831]0;yyyy-mm-dd", "2023-03-15 0.25 0 -1"),
    ("[&lt;=43831]d/m;0;@", "45000 1899-12-31T06:00:00 1899-12-31 -1"),
    ("[Red][<0.25]0;[<>0.25]yyyy-mm-dd;h:mm", "2023-03-15 06:00:00 0 -1"),
    ("[>4.5e4]0;[=45000]yyyy-mm-dd", "2023-03-15 0.25 0 -1"),
    ("[<1]hh:mm;yyyy-mm-dd hh:mm", "2023-03-15T00:00:00 06:00:00 00:00:00 -1"),
    ("[<1][h]:mm;yyyy", "2023-03-15 0.25 0 -1"),
    ("hh:mm;0", "00:00:00 06:00:00 00:00:00 -1"),
    ("hh:mm;[=0]0", "00:00:00 06:00:00 0 -1"), ("hh:mm;[<0]0", "00:00:00 06:00:00 00:00:00 -1"),
    ("hh:mm;;", "00:00:00 06:00:00 0 -1"), ("0;0;hh:mm", "45000 0.25 00:00:00 -1"),
    ("hh:mm;hh:mm;hh:mm;@", "00:00:00 06:00:00 00:00:00 -1"),
    ("0;-0;0;&quot;day&quot;@", "45000 0.25 0 -1"),
    ("yyyy;@", "2023-03-15 1899-12-31T06:00:00 1899-12-31 -1"),
  ])
  func sections(_ format: String, _ shown: String) throws {
    let cells = ["45000", "0.25", "0", "-1"].map { "<c s='1'><v>\($0)</v></c>" }
    #expect(try product(cells, formats: [format]) == shown)
  }

  /// An archive is read the same in pieces of any size.
  @Test func piecesOfAnArchive() {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251 ^ $0 >> 9) }
    func archive(_ size: Int) -> [UInt8] {
      var zip = ZipWriter()
      var out = ByteBuffer()
      zip.begin("a", to: &out)
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer {
          zip.add($0, to: &out)
        }
      }
      zip.end(to: &out)
      zip.finish(to: &out)
      return Array(out.bytes)
    }
    let whole = archive(bytes.count)
    for size in [1, 1_000, 65_535, 65_536, 65_537, 131_072, 200_000] {
      #expect(archive(size) == whole)
    }
  }

  // MARK: Broken workbooks

  /// Returns the position of a part's entry in an archive's directory.
  private func entry(_ name: String, in bytes: [UInt8]) throws -> Int {
    let head: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
    return try #require(
      bytes.indices.first { at in
        bytes[at...].starts(with: head) && bytes[(at + 46)...].starts(with: name.utf8)
      })
  }

  private func broken(_ change: (inout [UInt8]) throws -> Void) throws -> String {
    let folder = try folder()
    var bytes = try workbook("xlsxwriter.xlsx")
    try change(&bytes)
    try folder.write("d.xlsx", bytes)
    let run = folder.run("check", "s.form", "d.xlsx", "--accepted=./good")
    #expect(run.code == 2 && folder.names == ["d.xlsx", "s.form"])
    return run.error
  }

  /// A part that is truncated, as by a crashed writer, is never taken for a shorter one.
  @Test(arguments: ["xl/s.xml", "xl/styles.xml", "xl/strings.xml", "xl/workbook.xml"])
  func partsThatBreakOff(_ part: String) throws {
    let cells = ["<c t='s'><v>0</v></c>", "<c s='1'><v>45000</v></c>", "<c t='x'/>"]
    var count = 0
    _ = try folder(cells, formats: ["yyyy-mm-dd"]) {
      if $0 == part { count = $1.count }
      return $1
    }
    for end in stride(from: 0, to: count, by: sized(11, large: 3)) {
      let folder = try folder(cells, formats: ["yyyy-mm-dd"]) {
        $0 == part ? String($1.prefix(end)) : $1
      }
      let run = folder.run("check", "s.form", "d.xlsx", "--accepted=./good")
      #expect(run.code == 2 && folder.names == ["d.xlsx", "s.form"], "\(part) to \(end)")
    }
  }

  /// Malformed XML might hide rows.
  @Test(arguments: [
    ("</row><row r='3'>", "<row r='3'>"), ("<row r='3'>", "</sheetData><row r='3'>"),
    ("<row r='3'>", "</s><row r='3'>"), ("<row r='3'>", "<x><row r='3'>"),
    ("<row r='3'>", "<rwo r='3'>"), ("<row r='3'>", "<!-- <row r='3'>"),
    ("<row r='3'>", "<row r='3>"), ("<row r='3'>", "</row><row r='3'>"), ("</s>", "</s><s/>"),
    ("</s>", "</t>"), ("<sheetData>", "<y:sheetData>"), ("<s>", "<s><>"),
    ("<s>", String(repeating: "<s>", count: 257)), ("<t>b", "<t>b<x/>"), ("<t>b", "<t><b/>b"),
    ("<t>b</t>", "<t>b<t>b</t></t>"),
  ])
  func brokenMarkup(_ right: String, _ wrong: String) throws {
    let cells = ["a", "b", "c"].map { "<c t='inlineStr'><is><t>\($0)</t></is></c>" }
    let folder = try folder(cells) {
      $0 == "xl/s.xml" ? $1.replacingOccurrences(of: right, with: wrong) : $1
    }
    let run = folder.run("check", "s.form", "d.xlsx", "--accepted=./good")
    #expect(run.code == 2 && folder.names == ["d.xlsx", "s.form"])
    #expect(run.error.contains("It is damaged in "), "\(run.error)")
  }

  @Test func elementsInTexts() throws {
    for cell in ["<c><v>4<x/>3</v></c>", "<c><v>4<v>3</v></v></c>", "<c t='s'><v>0<x/></v></c>"] {
      #expect(try folder([cell]).run("check", "s.form", "d.xlsx").code == 2)
    }
    let shared = try folder(["<c t='s'><v>0</v></c>"]) {
      $0 == "xl/strings.xml" ? $1.replacingOccurrences(of: "</t></si>", with: "<x/></t></si>") : $1
    }
    #expect(shared.run("check", "s.form", "d.xlsx").code == 2)
  }

  /// A workbook with a sheet that cannot be found is refused. Chart sheets are ignored.
  @Test(arguments: [
    ("<sheet name='T' r:id='gone'/>", 2), ("<sheet name='T'/>", 2),
    ("<sheet r:id='worksheet'/>", 2),
    ("<sheet name='T' r:id='styles'/>", 2), ("<sheet name='T' r:id='chartsheet'/>", 0),
  ])
  func sheetsThatCannotBeFound(_ sheet: String, code: Int32) throws {
    let folder = try folder(["<c><v>1</v></c>"]) { part, text in
      let chart = "<Relationship Id='chartsheet' Type='r/chartsheet' Target='c.xml'/></R>"
      return part == "xl/workbook.xml"
        ? text.replacingOccurrences(of: "<sheets>", with: "<sheets>" + sheet)
        : part.hasSuffix("workbook.xml.rels")
          ? text.replacingOccurrences(of: "</R>", with: chart) : text
    }
    #expect(folder.run("check", "s.form", "d.xlsx").code == code)
  }

  @Test func brokenArchives() throws {
    let sheet = "xl/worksheets/sheet1.xml"
    #expect(try broken { $0 = Array("id,amount\n".utf8) }.contains("It is not a workbook (xlsx)"))
    #expect(try broken { $0 = [] }.contains("It is not a workbook"))
    #expect(
      try broken { $0 = [0xD0, 0xCF, 0x11, 0xE0, 0, 0, 0, 0, 0] }.contains("has a password"))
    #expect(try broken { $0.removeLast(30) }.contains("It is damaged in the directory"))
    #expect(
      try broken { bytes in bytes[try entry(sheet, in: bytes) + 16] ^= 1 }
        .contains("It is damaged in " + sheet))
    #expect(
      try broken { bytes in bytes[try entry(sheet, in: bytes) + 24] &-= 1 }
        .contains("It is damaged in " + sheet))
    #expect(
      try broken { bytes in bytes[try entry(sheet, in: bytes) + 27] = 0x7F }
        .contains("Its part \(sheet) is too large when it is decompressed"))
    #expect(
      try broken { bytes in
        let place = try entry(sheet, in: bytes)
        bytes[place + 46] = UInt8(ascii: "y")
      }.contains("It is missing " + sheet))
    #expect(
      try broken { bytes in
        let at = try #require(bytes.firstRange(of: Array(sheet.utf8))?.upperBound)
        for index in at..<(at + 40) { bytes[index] = 0xFF }
      }.contains("The compressed data is invalid, in " + sheet))
  }

  /// Every fault in a workbook is reported, and none crashes the process.
  @Test func cutArchives() throws {
    let whole = try workbook("xlsxwriter.xlsx")
    let folder = try folder()
    for count in stride(from: 0, to: whole.count, by: sized(997, large: 197)) {
      try folder.write("d.xlsx", Array(whole[..<count]))
      #expect(folder.run("check", "s.form", "d.xlsx").code == 2)
    }
    for place in stride(from: 3, to: whole.count, by: sized(307, large: 61)) {
      var bytes = whole
      bytes[place] ^= 0x55
      try folder.write("d.xlsx", bytes)
      #expect([0, 1, 2].contains(folder.run("check", "s.form", "d.xlsx", "--quiet").code))
    }
  }
}
