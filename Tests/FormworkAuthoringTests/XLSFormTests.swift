// Tests of XLSForms: forms that are exported to one and imported again, and workbooks that are imported.
// `Scripts/export` has pyxform read exported ones, and compares verdicts.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import Testing

@testable import FormworkAuthoring

@Suite("XLSForms") struct XLSFormTests {
  private static func imported(_ workbook: [UInt8]) throws -> String {
    let source = Source(name: "a.xlsx", bytes: workbook)
    let form = String(
      decoding: try FormImport(source, name: "a", kind: .xlsForm, part: nil).form, as: UTF8.self)
    // Without the first comment, the name of the form and the layout.
    let lines = form.split(separator: "\n").drop { !$0.hasPrefix("form ") }.dropFirst()
    return lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  /// Returns what becomes of a form that is exported and imported again.
  private static func again(_ form: String) throws -> String {
    try imported(try ExportTests.exported(form, to: .xlsForm).file)
  }

  /// Forms, and the same when they come back.
  static let forms: [(String, String)] = [
    (
      "field a \"A\": int rule range(1...9) message \"1 to 9\"",
      "field a \"A\": int rule value >= 1 and value <= 9 message \"1 to 9\""
    ),
    ("field a \"A\": int rule value < 5000000000", "field a \"A\": number rule value < 5000000000"),
    (
      "field a: string hint \"H\" optional rule count(2...4) and digits",
      "field a \"A\": string optional hint \"H\" rule count(value) >= 2 and count(value) <= 4 and value is matches(/[0-9]*/)"
    ),
    (
      "field a: bool field b: date optional when a < field c: date rule value > b >",
      "choices yes_no = \"yes\", \"no\" field a \"A\": choice of yes_no field b \"B\": date optional when a == \"yes\" < field c \"C\": date rule b is blank or (b is filled and value > b) >"
    ),
    (
      "choices xy = \"x\" \"Ex\", \"y\" field a: list of choice of xy optional rule count(...2) when \"x\" in a < field b: int > else < field c: int >",
      "choices xy = \"x\" \"Ex\", \"y\" field a \"A\": list(\" \") of choice of xy optional rule count(value) <= 2 when a is filled and \"x\" in a < field b \"B\": int > when not (a is filled and \"x\" in a) < field c \"C\": int >"
    ),
    (
      "define place: < field x: int field y: int optional rule value != x > field a: place field b: place",
      "field a \"A\": < field x \"X\": int field y \"Y\": int optional rule value != x > field b \"B\": < field x \"X\": int field y \"Y\": int optional rule value != x >"
    ),
    (
      "field a: list of < field b: int > field c: int = sum(a.b) field d: int rule value > c optional",
      "field a \"A\": list of < field b \"B\": int > optional field c: number = (sum(a.b) if a is filled else 0) field d \"D\": int optional rule c is blank or (c is filled and value > c)"
    ),
    (
      "field a: number optional field b: int field c: number = a / b",
      "field a \"A\": number optional field b \"B\": int when b != 0 < field c: number = (a / b) >"
    ),
    (
      "field a: string optional field b: string required if a is blank message \"A or b\"",
      "field a \"A\": string optional field b \"B\": string required if a is blank message \"A or b\""
    ),
    (
      "field a: int field b: int check b >= a * 2 message \"Too small\" at b",
      "field a \"A\": int field b \"B\": int rule value >= (a * 2) message \"Too small\""
    ),
    (
      "page \"One\" < intro \"Hello\" field a: int field b: int optional rule value > a > page \"Two\" < field r: < field c: int > >",
      "page \"One\" < field page_1 \"One\": < intro \"Hello\" field a \"A\": int field b \"B\": int optional rule value > a > > page \"Two\" < field r \"Two\": < field c \"C\": int > >"
    ),
    (
      "field a: bool when a title \"T\" < page \"One\" < field b: int > > field c: int rule value > b optional",
      "choices yes_no = \"yes\", \"no\" field a \"A\": choice of yes_no page \"One\" < field page_1 \"One\": < when a == \"yes\" < field b \"B\": int > > required if a == \"yes\" > field c \"C\": int optional rule page_1.b is blank or (page_1.b is filled and value > page_1.b)"
    ),
    (
      "language en field a \"A\" ja \"あ\": int",
      "field a \"A\" ja \"あ\": int"
    ),
    (
      "field a: int field b: int when a > 5 < check b > 3 message \"m\" at b >",
      "field a \"A\": int field b \"B\": int rule not (a > 5) or value > 3 message \"m\""
    ),
    (
      "field a: int when a > 5 < check a < 10 message \"m\" at a >",
      "field a \"A\": int rule not (value > 5) or value < 10 message \"m\""
    ),
    (
      "field a: choice(\"x\", \"y\") field b: string optional when a == \"x\" < check b is blank or b is matches(/[0-9]{5}/) message \"m\" at b >",
      "choices a = \"x\", \"y\" field a \"A\": choice of a field b \"B\": string optional rule a != \"x\" or value is matches(/[0-9]{5}/) message \"m\""
    ),
    (
      "field a: bool optional field b: string optional when a == true < check b is filled message \"m\" at b > else < check b is blank message \"n\" at b >",
      "choices yes_no = \"yes\", \"no\" field a \"A\": choice of yes_no optional field b \"B\": string optional rule a is filled and a == \"yes\" message \"n\""
    ),
    (
      "field a: bool field b: bool field c: int when a < when b < check c > 1 message \"m\" at c > field d: int check d > 2 message \"m\" at d >",
      "choices yes_no = \"yes\", \"no\" field a \"A\": choice of yes_no field b \"B\": choice of yes_no field c \"C\": int rule a != \"yes\" or b != \"yes\" or value > 1 message \"m\" when a == \"yes\" < field d \"D\": int rule value > 2 message \"m\" >"
    ),
    (
      "field a: int field b: int when a > 5 < check b > 1 message \"m\" at b > else when a > 3 < check b > 2 message \"m\" at b >",
      "field a \"A\": int field b \"B\": int rule (not (a > 5) or value > 1) and (not (not (a > 5) and a > 3) or value > 2) message \"m\""
    ),
    (
      "define pair: < field a: int field b: int when a > 5 < check b > 3 message \"m\" at b > > field x: pair field y: pair",
      "field x \"X\": < field a \"A\": int field b \"B\": int rule not (a > 5) or value > 3 message \"m\" > field y \"Y\": < field a \"A\": int field b \"B\": int rule not (a > 5) or value > 3 message \"m\" >"
    ),
    (
      "field a: int field b: int check a < b message \"m\" at a",
      "field a \"A\": int field b \"B\": int rule a < value message \"m\""
    ),
    (
      "field a: int rule value < b message \"m\" field b: int",
      "field a \"A\": int rule b is blank or value < b message \"m\" field b \"B\": int"
    ),
    (
      "field a: string optional rule digits when a is count(...2) < field b: int >",
      "field a \"A\": string optional rule value is matches(/[0-9]*/) when a is filled and (a is blank or count(a) <= 2) < field b \"B\": int >"
    ),
  ]

  @Test("a form comes back", arguments: forms)
  func comesBack(_ form: String, _ wanted: String) throws {
    #expect(try XLSFormTests.again(form) == wanted)
  }

  /// Forms of which an XLSForm would refuse more, and what must not be in it.
  static let unsaid: [(String, String)] = [
    // 0.1 * 3 isn't 0.3 in binary.
    ("field a: number field b: number rule value == a * 3", "a * 3"),
    // A character may have several code points.
    ("field a: string rule count(...5)", "count"),
    // é can be typed as two characters.
    ("field a: string rule value == \"é\"", "é"),
    // A later question isn't answered when the constraint is evaluated.
    ("field a: int optional rule b is filled field b: int optional", "b is filled"),
    // Nothing in a record is required if the record isn't.
    ("field a: < field b: int > optional", "field b \"B\": int >"),
    ("field a: date field b: int when a < today - 1 month < field c: int >", "field c \"C\": int"),
  ]

  @Test("an XLSForm is never stronger than its form", arguments: unsaid)
  func isNeverStronger(_ form: String, _ part: String) throws {
    let form = try XLSFormTests.again(form)
    #expect(!form.contains(part) || form.contains(part + " optional"), "\(form)")
  }

  /// Forms, the number of constraints that their XLSForms express, and why others are left out.
  static let differences: [(String, String)] = [
    ("field a: list of choice(\"x\", \"y\") optional", "0 of 1|1 is written differently there"),
    ("field a: list of string optional", "2 of 3|1 is written differently there"),
    ("field a: time optional", "0 of 1|1 is written differently there"),
    ("field a: date(\"d.M.yyyy\") optional", "0 of 1|1 is written differently there"),
    ("field a: number(decimal \",\") optional", "0 of 1|1 is written differently there"),
    ("field `$a`: string optional", "0 of 1|1 has another name there"),
    ("field a: list(\" \") of choice(\"x\", \"y\") optional", "1 of 1|"),
    ("field a: date(\"d.M.yyyy\", \"yyyy-MM-dd\") optional", "1 of 1|"),
    ("field a: instant optional", "1 of 1|"),
    ("field a: string from \"x\", \"y\"", "0 of 2|2 are read from several keys"),
    (
      "field a: int field b: < field c: int optional > required if a > 1",
      "4 of 5|1 depends on whether a record is there"
    ),
    (
      "field a: int field b: list of < field c: int optional > required if a > 1",
      "4 of 5|1 has no counterpart there"
    ),
  ]

  @Test("the coverage tells what is left out", arguments: differences)
  func differs(_ form: String, _ sum: String) throws {
    let summary = try ExportTests.exported(form, to: .xlsForm).coverage.summary
    let parts = sum.split(separator: "|", omittingEmptySubsequences: false)
    #expect(
      summary.hasPrefix("\(parts[0]) constraint") && summary.hasSuffix(parts[1]), "\(summary)")
  }

  @Test("the coverage tells new names")
  func newNames() throws {
    let form = "field a: bool when a < field b: int > else < field b: int optional >"
    let coverage = try ExportTests.exported(form, to: .xlsForm).coverage
    #expect(String(decoding: coverage.json, as: UTF8.self).contains("integer named b_2"))
  }

  @Test("what a device writes differently is asked as a text")
  func notations() throws {
    #expect(
      try XLSFormTests.again(
        "field a: date(\"d.M.yyyy\") default \"1.2.2026\" field b: time optional field c: int when b is filled < field d: int >"
      )
        == "field a \"A\": string optional field b \"B\": string optional field c \"C\": int when b is filled < field d \"D\": int >"
    )
  }

  /// Returns a workbook with a survey, and with choices if there are any.
  private static func survey(_ rows: [[String]], choices: [[String]] = []) -> [UInt8] {
    var sheets = [sheet("survey", rows, 1)]
    if !choices.isEmpty { sheets.append(sheet("choices", choices, 2)) }
    return WorkbookFile.bytes(sheets, styles: WorkbookExport.styles([]))
  }

  private static func sheet(_ name: String, _ rows: [[String]], _ number: Int) -> WorkbookSheetPart
  {
    var sheet = WorkbookSheetPart(name: name, number: number)
    let cells = rows.map { row in
      "<row>"
        + row.map { "<c t=\"inlineStr\"><is><t>\(WorkbookFile.text($0))</t></is></c>" }.joined()
        + "</row>"
    }
    sheet.xml = WorkbookFile.start + "<sheetData>\(cells.joined())</sheetData>"
    return sheet
  }

  @Test("questions of several groups may have one name")
  func twins() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey([
        ["type", "name", "required", "relevant", "constraint"],
        ["begin group", "a"], ["integer", "x", "yes"],
        ["integer", "y", "", "../x > 1", ". > ../x"],
        ["end group"],
        ["begin group", "b"], ["integer", "x", "", "", ". > 2"],
        ["integer", "y", "", "", ". > /data/a/y"],
        ["end group"],
      ]))
    #expect(
      form
        == "field a: < field x: int when x > 1 < field y: int optional rule value > x > > "
        + "field b: < field x: int optional rule value > 2 "
        + "field y: int optional rule a.y is filled and value > a.y > optional")
  }

  @Test("a calculation has a value only if no divisor is 0")
  func divisors() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey([
        ["type", "name", "required", "calculation"],
        ["integer", "a", "yes"], ["integer", "b"],
        ["calculate", "c", "", "${b} div ${a} + ${b} div 2"],
        ["calculate", "d", "", "if(${b} > 3, ${a} mod ${b}, '')"],
        ["calculate", "e", "", "if(${a} != 0, 1 div ${a}, 0)"],
        ["calculate", "f", "", "if(${b} != '', ${b} * 2, '')"],
      ]))
    #expect(
      form
        == "field a: int field b: int optional "
        + "when a != 0 < field c: number = ((b / a) + (b / 2)) > "
        + "when b is filled and b > 3 and b != 0 < field d: number = mod(a, b) > "
        + "field e: number = ((1 / a) if a != 0 else 0) "
        + "field f: number = (b * 2)")
  }

  @Test("a number is true if it isn't 0")
  func numbersAsConditions() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey([
        ["type", "name", "required", "relevant"],
        ["integer", "a", "yes"], ["text", "b"],
        ["integer", "c", "", "${a}"], ["integer", "d", "", "${b}"],
      ]))
    #expect(
      form
        == "field a: int field b: string optional when a != 0 < field c: int optional > "
        + "when b is filled < field d: int optional >")
  }

  @Test("a group must be filled if one of its questions must be answered")
  func neededGroups() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey([
        ["type", "name", "required", "relevant"],
        ["text", "c", "yes"],
        ["begin group", "g", "", "${c} = 'y'"], ["integer", "n", "yes"], ["end group"],
        ["begin group", "h"], ["integer", "k"],
        ["integer", "l", "yes", "${c} = 'y'"], ["integer", "m", "yes", "${k} > 3"],
        ["end group"],
      ]))
    #expect(
      form
        == "field c: string when c == \"y\" < field g: < field n: int > > "
        + "field h: < field k: int optional when c == \"y\" < field l: int > "
        + "when k is filled and k > 3 < field m: int > > "
        + "required if c == \"y\" or (h.k is filled and h.k > 3)")
  }

  @Test("or_other adds a choice and a question")
  func otherChoice() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey(
        [
          ["type", "name", "relevant"],
          ["select_multiple x or_other", "a"], ["integer", "b", "${a_other} = 'z'"],
        ],
        choices: [["list_name", "name"], ["x", "p"], ["x", "q"]]))
    #expect(
      form
        == "choices x_or_other = \"p\", \"q\", \"other\" \"Other\" "
        + "field a: list(\" \") of choice of x_or_other optional "
        + "when a is filled and \"other\" in a < field a_other \"Specify other.\": string optional > "
        + "when a_other is filled and a_other == \"z\" < field b: int optional >")
  }

  @Test("a time is a text, because a device adds its offset")
  func times() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey([["type", "name"], ["time", "a"]]))
    #expect(
      form
        == "field a: string optional rule matches(/(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]+)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?/)"
    )
  }

  @Test("a question stays if a later one decides whether it is relevant")
  func laterQuestion() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey([
        ["type", "name", "required", "relevant"],
        ["integer", "a", "yes", "${b} > 1"], ["integer", "b"],
      ]))
    #expect(form.contains("${b}"), "\(form)")
    #expect(form.hasSuffix("field a: int optional field b: int optional"), "\(form)")
  }

  @Test("nothing in a block whose condition is left out is required")
  func lostBlocks() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey([
        ["type", "name", "required", "relevant"],
        ["begin group", "g", "", "pulldata('a', 'b') = 1"], ["integer", "n", "yes"],
        ["end group"],
      ]))
    #expect(form.contains("required (survey!C3, line 3), which is in a block"), "\(form)")
    #expect(form.hasSuffix("field n: int optional > optional"), "\(form)")
  }

  @Test("another workbook has a message without a place")
  func otherWorkbook() throws {
    let workbook = WorkbookFile.bytes(
      [XLSFormTests.sheet("data", [["a"], ["1"]], 1)], styles: WorkbookExport.styles([]))
    do throws(ImportProblem) {
      _ = try FormImport(Source(name: "a.xlsx", bytes: workbook), kind: nil, part: nil)
      Issue.record("It is imported.")
    } catch {
      #expect(error.diagnostic.labels.isEmpty)
      #expect(error.diagnostic.hint?.contains("formwork new") == true)
    }
  }

  @Test("the count of what is blank is 0")
  func countOfBlank() throws {
    let form = try XLSFormTests.imported(
      XLSFormTests.survey([
        ["type", "name", "label", "relevant"],
        ["begin repeat", "a"], ["integer", "b"], ["end repeat"],
        ["integer", "c", "", "count(${a}) = 0 or sum(${b}) > 5"],
      ]))
    #expect(
      form.hasSuffix(
        "when a is blank or count(a) == 0 or (a is filled and sum(a.b) > 5) < field c: int optional >"
      ), "\(form)")
  }
}
