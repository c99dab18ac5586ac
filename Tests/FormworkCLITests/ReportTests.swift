// Report files: every kind for one example, compared byte for byte with Reports/, and tests of all kinds.
// FORMWORK_RECORD=1 rewrites the files.

import FormworkEngine
import FormworkRuntime
import FormworkSyntax
import Foundation
import TestSizes
import Testing

@testable import Formwork
@testable import FormworkCLI
@testable import FormworkReport

@Suite("Reports")
struct ReportTests {
  private static let folder = "Tests/FormworkCLITests/Reports/"
  /// The kinds that are text.
  private static let texts = ReportKind.allCases.filter { $0 != .xlsx }

  private static let form = """
    form stock "Stock"
    field id "ID": string rule count(1...5) and alphanumeric message "Not {value}"
    field amount "Menge": int from "Menge" rule range(0...100) message "{value} is not an amount"
    field note: string optional rule count(...10) warning "{value} is long"
    field pin "PIN": string secret optional rule count(4) and digits message "Four digits"
    check records in 1...3 message "{actual} records"
    """

  private static let rows = """
    id,Menge,note,pin
    a1,5,ok,1234
    "b""-x",200,"=1+2 long
    note <b>",99x
    =c,-5,é&,
    "d,1,open,topsecret
    e,,_x0041_ abcdefgh,77
    lonely

    """

  private func folder(_ rows: String = rows) throws -> CLIFolder {
    let folder = try CLIFolder(spec: ReportTests.form)
    try folder.write("d.csv", rows)
    return folder
  }

  /// Returns a report of the given kind about the data in a folder.
  private func report(
    _ kind: ReportKind, in folder: CLIFolder, _ data: String = "d.csv", _ flags: String...
  ) -> [UInt8] {
    let name = "r" + kind.ending
    let run = folder.run(["check", "s.form", data, "--report", "./" + name, "--quiet"] + flags)
    #expect(run.code < 2, "\(run.error)")
    return folder.bytes(name) ?? []
  }

  private func text(_ bytes: [UInt8], _ folder: CLIFolder) -> String {
    String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: folder.path, with: "/data")
  }

  @Test("every kind of text", arguments: texts)
  func snapshot(_ kind: ReportKind) throws {
    let folder = try folder()
    let text = text(report(kind, in: folder), folder)
    let file = ReportTests.folder + "stock" + kind.ending
    #expect(try text == DocsFile.expected(file, recording: text))
  }

  @Test("a mark with an accent behind it is no mark of Markdown")
  func marksWithAccents() throws {
    let folder = try CLIFolder(spec: #"field id: string rule count(...2) message "bad {value}""#)
    try folder.write("d.ndjson", "{\"id\":\"a|\u{300}b`\u{301}\"}\n")
    _ = folder.run("check", "s.form", "d.ndjson", "--report=./r.md")
    let row = folder.text("r.md")?.split(separator: "\n").last ?? ""
    #expect(row.contains("bad a\\|\u{300}b\\`\u{301}"), "\(row)")
  }

  @Test("the frame is in the language of the report", arguments: [ReportKind.html, .markdown])
  func language(_ kind: ReportKind) throws {
    let folder = try folder()
    let text = text(report(kind, in: folder, "d.csv", "--language=de"), folder)
    let file = ReportTests.folder + "stock.de" + kind.ending
    #expect(try text == DocsFile.expected(file, recording: text))
  }

  @Test("annotations on standard output")
  func annotations() throws {
    let folder = try folder()
    let run = folder.run("check", "s.form", "d.csv", "--output=github")
    #expect(run.code == 1)
    let file = ReportTests.folder + "stock.github.txt"
    #expect(try run.output == DocsFile.expected(file, recording: run.output))
    let none = folder.run("check", "s.form", "d.csv", "--output=github", "--first=file", "--quiet")
    #expect(none.lines.count == 4 && none.lines.allSatisfy { $0.hasPrefix("::") })
  }

  @Test("a report changes nothing of what is shown", arguments: ReportKind.allCases)
  func drawings(_ kind: ReportKind) throws {
    let folder = try folder()
    try folder.write("clean.csv", "id,Menge,note,pin\na1,5,ok,1234\n")
    for data in ["d.csv", "clean.csv"] {
      let plain = folder.run("check", "s.form", data)
      let reported = folder.run("check", "s.form", data, "--report", "./r" + kind.ending)
      #expect(reported.output == plain.output && reported.code == plain.code)
    }
  }

  @Test("a secret is in no report", arguments: texts)
  func secrets(_ kind: ReportKind) throws {
    let folder = try folder()
    let text = text(report(kind, in: folder), folder)
    for secret in ["1234", "99x", "topsecret"] { #expect(!text.contains(secret)) }
    #expect([.junit, .sarif].contains(kind) || text.contains("•••"))
  }

  @Test("what comes out does not depend on the number of jobs", arguments: ReportKind.allCases)
  func jobs(_ kind: ReportKind) throws {
    let long = String(repeating: "x", count: 600)
    let rows = (1...500).map { "a\($0 % 7),\($0 % 130),\"\(long)\ny\"\"\",\n" }
    let folder = try folder("id,Menge,note,pin\n" + rows.joined())
    let one = report(kind, in: folder, "d.csv", "--jobs=1")
    #expect(one.count > 1_000)
    #expect(report(kind, in: folder, "d.csv", "--jobs=4") == one)
  }

  // MARK: Workbooks

  /// Returns the cells of a report's sheet, as read by Formwork, as lines of NDJSON.
  private func cells(
    _ folder: CLIFolder, sheet: String, _ fields: String, header: String
  ) throws -> String? {
    try folder.write("cells.form", fields)
    let run = folder.run(
      "check", "cells.form", "r.xlsx", "--sheet", sheet, "--header", header, "--accepted=./cells")
    #expect(run.code == 0, "\(run.error)\(run.output)")
    return folder.text("cells")
  }

  @Test("a workbook has the data as it came, without its secrets")
  func workbook() throws {
    let folder = try folder()
    _ = report(.xlsx, in: folder)
    let fields =
      "field id: string optional field `Menge`: string optional field note: string optional"
      + " field pin: string optional"
    #expect(
      try cells(folder, sheet: "D.CSV", fields, header: "1") == #"""
        {"id":"a1","Menge":"5","note":"ok","pin":"•••"}
        {"id":"b\"-x","Menge":"200","note":"=1+2 long\nnote <b>","pin":"•••"}
        {"id":"=c","Menge":"-5","note":"é&"}
        {"id":"•••"}
        {"id":"e","note":"_x0041_ abcdefgh","pin":"•••"}
        {"id":"•••"}

        """#)
    let overview = try cells(
      folder, sheet: "Overview", "field `Stock`: string optional", header: "1")
    #expect(
      overview?.hasPrefix(
        #"""
        {"Stock":"6 records: 1 accepted, 5 rejected, 1 error of all records"}
        {"Stock":"6 records"}
        {"Stock":"Secret values are masked, also in the data."}
        {"Stock":"Column"}
        """#) == true)
  }

  @Test("the sheet of JSON lists the problems")
  func workbookOfJSON() throws {
    let folder = try folder()
    try folder.write("d.ndjson", "{\"id\":\"é-\",\"Menge\":1}\n{\"id\":\"a\"}\n")
    _ = report(.xlsx, in: folder, "d.ndjson")
    let fields =
      "field row: int from \"Row\" field column: string from \"Column\""
      + " field value: string from \"Value\" optional field message: string from \"Message\""
    #expect(
      try cells(folder, sheet: "D.NDJSON", fields, header: "1") == #"""
        {"row":1,"column":"id","value":"é-","message":"Not é-"}
        {"row":2,"column":"amount","message":"Menge is required"}

        """#)
  }

  @Test("sheets have names of their own, whatever files are called")
  func sheetNames() throws {
    let folder = try folder()
    let long = String(repeating: "x", count: 40) + ".csv"
    try folder.makeFolder("a")
    let marks = ["\u{FFFE}", "\u{FFFF}"]
    for name in ["Overview", "a/Overview", "a'b.csv", long] + marks {
      try folder.write(name, "id,Menge\nn-,1\n")
    }
    let run = folder.run(
      "check", "s.form", "Overview", "a/Overview", "a'b.csv", long, marks[0], marks[1],
      "--input=csv",
      "--report=./r.xlsx")
    #expect(run.code == 1)
    let names =
      ["Overview", "Overview (2)", "Overview (3)", "a_b.csv", String(long.prefix(31))]
      + ["\u{FFFD}", "\u{FFFD} (2)"]
    let none = folder.run("check", "s.form", "r.xlsx", "--sheet=none")
    let list = ["Overview (3)", "Overview", "Overview (2)"] + names.suffix(4)
    #expect(none.error.contains(list.map { "\"\($0)\"" }.joined(separator: ", ")))
  }

  @Test("what repeats itself, and what does not, comes back as it was")
  func packing() throws {
    var random = SystemRandomNumberGenerator()
    let count = sized(1_500, large: 6_000)
    let noise = (0..<count).map { _ in String(random.next(), radix: 36) }
    let texts = noise + (0..<count).map { String(repeating: "ab", count: $0 % 400 + 1) }
    let folder = try CLIFolder(spec: "field id: string")
    try folder.write("d.csv", "id\n" + texts.map { $0 + "\n" }.joined())
    _ = report(.xlsx, in: folder)
    let back = try cells(folder, sheet: "D.CSV", "field id: string", header: "1")
    #expect(back == texts.map { "{\"id\":\"\($0)\"}\n" }.joined())
  }

  // MARK: Files

  @Test("nothing in Markdown becomes a link")
  func links() throws {
    let folder = try CLIFolder(spec: "field a: string rule digits message \"no {value}\"")
    try folder.write("d.csv", "a\nhttp://x.example www.y.example @octocat #5 a: b. @ #x\n")
    _ = folder.run("check", "s.form", "d.csv", "--report", folder("r.md"))
    let text = folder.text("r.md") ?? ""
    let mark = "<!-- -->"
    #expect(
      text.contains(
        "no http:\(mark)//x.example www.\(mark)y.example \\@\(mark)octocat \\#\(mark)5 a: b. \\@ \\#x"
      ))
  }

  @Test("a problem of all records is silent where no problem is to be shown")
  func quietProblemsOfAllRecords() throws {
    let folder = try CLIFolder(spec: "field a: int check records in 5... message \"too few\"")
    try folder.write("d.csv", "a\n1\n")
    #expect(folder.run("check", "s.form", "d.csv", "--quiet").output == "")
    let counts = folder.run("check", "s.form", "d.csv", "--show", "0").output
    #expect(!counts.contains("too few") && counts.contains("1  All records  records"))
  }

  @Test("records of before that are none are told")
  func nothingKnown() throws {
    let folder = try CLIFolder(spec: "field a: int rule unique")
    try folder.write("d.csv", "a\n1\n")
    try folder.write("e.csv", "a\n")
    let run = folder.run("check", "s.form", "d.csv", "--known", folder("e.csv"))
    #expect(
      run.code == 0 && run.error.contains("e.csv: There are 0 records. Is this the right file?"))
  }

  @Test("a kind is told by the name of its file")
  func kinds() throws {
    let folder = try folder()
    let run = folder.run("check", "s.form", "d.csv", "--report", "./r.txt")
    #expect(run.code == 2)
    #expect(
      run.error
        == "error: The name \"r.txt\" does not show the kind of report. It must end with .csv,"
        + " .xlsx, .html, .sarif, .junit.xml or .md.\n")
    #expect(ReportKind(ofName: "A.JUnit.XML") == .junit && ReportKind(ofName: "a.xml") == .junit)
    #expect(ReportKind(ofName: "a.HTM") == .html && ReportKind(ofName: "xml") == nil)
    let twice = folder.run("check", "s.form", "d.csv", "--report=./r.md", "--report=./r.md")
    #expect(twice.code == 2 && twice.error.contains("cannot be written twice"))
    let many = folder.run(
      ["check", "s.form", "d.csv"] + (1...15).flatMap { ["--report", "./\($0).md"] })
    #expect(many.code == 2 && many.error.contains("more than 14 times"))
    let over = folder.run("check", "s.form", "d.csv", "--report", "d.csv")
    #expect(over.code == 2 && over.error.contains("this run reads it"))
    let sheets = folder.run(
      ["check", "s.form"] + Array(repeating: "d.csv", count: 1_001) + ["--report=./r.xlsx"])
    #expect(sheets.code == 2)
    #expect(sheets.error == "error: A report as .xlsx can have at most 1,000 data files.\n")
    #expect(folder.names == ["d.csv", "s.form"])
  }

  @Test("a run that fails leaves no report, and those of before as they were")
  func whole() throws {
    let folder = try folder()
    try folder.write("e.csv", "x\n1\n")
    try folder.write("old.md", "old")
    let reports = ReportKind.allCases.flatMap { ["--report", "./r" + $0.ending] }
    let run = folder.run(["check", "s.form", "d.csv", "e.csv", "--report", "old.md"] + reports)
    #expect(run.code == 2)
    #expect(
      folder.names == ["d.csv", "e.csv", "old.md", "s.form"] && folder.text("old.md") == "old")
  }

  @Test("without a problem a report says so", arguments: ReportKind.allCases)
  func nothing(_ kind: ReportKind) throws {
    let folder = try folder("id,Menge\na,1\n")
    let name = "r" + kind.ending
    let run = folder.run("check", "s.form", "d.csv", "--report", "./" + name)
    let text = try #require(folder.bytes(name)).map { $0 < 0x80 ? Character(.init($0)) : "?" }
    #expect(run.code == 0)
    #expect([.csv, .sarif, .xlsx].contains(kind) || String(text).contains("No problem found"))
    #expect(text.count > 50)
  }

  @Test("a line break in a cell before does not move an annotation")
  func annotationsBehindLineBreaks() throws {
    let folder = try folder("note,Menge,id\n\"a\nb\",1000,x\n")
    let run = folder.run("check", "s.form", "d.csv", "--output=github")
    #expect(run.output.contains("file=d.csv,line=3,col=4,"))
    #expect(text(report(.sarif, in: folder), folder).contains(#""startLine":3,"startColumn":4"#))
  }

  @Test("columns with brackets in their names are cases of their own")
  func brackets() throws {
    let folder = try CLIFolder(
      spec: "field a: int from \"Price [2020]\" field b: int from \"Price [2021]\"")
    try folder.write("d.csv", "Price [2020],Price [2021]\nx,y\n")
    let text = text(report(.junit, in: folder), folder)
    #expect(
      text.contains("name=\"Price [2020] type\"") && text.contains("name=\"Price [2021] type\""))
  }

  @Test("fields with brackets in their names are cases of their own, items are one")
  func bracketsInJSON() throws {
    let folder = try CLIFolder(
      spec: "closed field l: list of < field `p[1]`: int field `p[2]`: int >")
    try folder.write(
      "d.ndjson",
      "{\"l\":[{\"p[1]\":\"x\",\"p[2]\":1},{\"p[1]\":\"x\",\"p[2]\":\"y\"}],\"a[b\":1}\n")
    let text = text(report(.junit, in: folder, "d.ndjson"), folder)
    let names = text.matches(of: /testcase .* name="(.*)"/).map { $0.1 }
    #expect(names == ["l[].p[1] type", "l[].p[2] type", "a[b unknown"])
  }

  @Test("problems of all records are a suite of their own")
  func generalSuite() throws {
    let folder = try folder("id,Menge\na,1\nb,1\nc,1\nd,1\n")
    let text = text(report(.junit, in: folder), folder)
    #expect(text.contains("d.csv\" tests=\"1\" failures=\"0\""))
    #expect(text.contains("<testsuite name=\"All records\" tests=\"1\" failures=\"1\""))
  }

  @Test("a key of any length is cut", arguments: texts)
  func longKeys(_ kind: ReportKind) throws {
    let folder = try CLIFolder(spec: "closed field id: string message \"No\"")
    let key = String(repeating: "k", count: 100_000)
    try folder.write("d.ndjson", "{\"id\":1,\"\(key)\":1}\n{\"id\":2}\n")
    let text = text(report(kind, in: folder, "d.ndjson"), folder)
    #expect(text.utf8.count < 40_000)
    #expect(text.components(separatedBy: "No").count >= 3)
  }

  @Test("standard input has no name")
  func standardInput() throws {
    let folder = try folder()
    let run = try folder.process(
      "check", "s.form", "--report=r.sarif", "--report=r.csv", input: Array("{\"id\":\"é-\"}".utf8))
    #expect(run.code == 1)
    // Tools that show SARIF refuse results without a file.
    #expect(folder.text("r.sarif")?.contains(#"{"uri":"s.form"}}"#) == true)
    #expect(folder.text("r.csv")?.contains("\n,1,,id,ID,é-,error,Not é-,alphanumeric\n") == true)
  }
}

/// Problems that exceed a kind's limits are counted.
@Suite("Limits of reports")
struct ReportLimitTests {
  private let frame: ReportFrame
  private let run: RunReport

  init() throws {
    let program = try FormSpec(source: "field a: int").program
    frame = ReportFrame(MessageWriter(program), formName: "a.form", version: "1")
    run = RunReport()
  }

  private func problem(_ line: Int) -> ReportedProblem {
    var report = ProblemReport(field: "a", code: "type", severity: .error, message: "No")
    report.cell = TableCell(row: line, column: 1)
    return ReportedProblem(report, record: line, line: line)
  }

  /// Returns the report of a kind about `count` problems, each in its own row.
  private func text(_ writer: ReportWriter, _ count: Int) -> [UInt8] {
    var out = ByteBuffer()
    var sheet = SheetRows()
    writer.start(to: &out)
    writer.begin(
      .init(path: Array("d.csv".utf8), kind: .csv, columns: ["a"], headerLine: 1), to: &out)
    sheet.append(Array(repeating: "x", count: 16_385), line: 2)
    sheet.append([String(repeating: "é", count: 32_768)], line: 3)
    sheet.append(["x"], line: 80_000)
    sheet.append(["x"], line: (1 << 20) + 1)
    writer.add(sheet, to: &out)
    for line in 2..<(count + 2) { writer.add(problem(line), to: &out) }
    writer.finish(run, to: &out)
    return Array(out.bytes)
  }

  @Test(
    "problems that are too many are counted",
    arguments: [
      (ReportKind.sarif, "\"ruleId\"", 25_000, 25_001), (.html, "\n[\"d.csv\",", 200_000, 200_001),
      (.markdown, "\n| d.csv |", 1_000, 2_000), (.junit, "No\n", 20, 30),
    ].filter { isLarge || $0.3 <= 2_000 })
  func problems(_ kind: ReportKind, _ mark: String, _ shown: Int, _ all: Int) throws {
    let text = String(decoding: text(kind.writer(frame), all), as: UTF8.self)
    let found = text.components(separatedBy: mark).count - 1
    #expect(kind == .markdown ? found > shown : found == shown)
    let told = try #require(text.firstMatch(of: /Only the first ([0-9,]+) of ([0-9,]+) problems/))
    #expect(told.2.filter { $0 != "," } == "\(all)")
    #expect(kind != .markdown || text.utf8.count < 65_536 && told.1.contains(","))
  }

  @Test(
    "errors have room behind any number of warnings",
    arguments: [
      (ReportKind.sarif, 50_000), (.html, 250_000), (.markdown, 10_000), (.junit, 50_000),
    ].filter { isLarge || $0.1 == 10_000 })
  func errorsBehindWarnings(_ kind: ReportKind, _ warnings: Int) {
    let writer = kind.writer(frame)
    var out = ByteBuffer()
    writer.start(to: &out)
    writer.begin(
      .init(path: Array("d.csv".utf8), kind: .csv, columns: ["a"], headerLine: 1), to: &out)
    let warning = ProblemReport(field: "a", code: "big", severity: .warning, message: "Large")
    for line in 1...warnings {
      writer.add(ReportedProblem(warning, record: line, line: line), to: &out)
    }
    writer.add(problem(9), to: &out)
    writer.finish(run, to: &out)
    let text = out.bytes.makeString()
    #expect(text.contains(kind == .markdown ? "| No |" : kind == .junit ? "<failure" : "\"No\""))
    #expect(kind != .junit || text.components(separatedBy: "<failure").count == 2)
  }

  @Test("the notes of a workbook have a bounded size", .enabled(if: isLarge))
  func notes() {
    let writer = ReportKind.xlsx.writer(frame)
    var out = ByteBuffer()
    writer.start(to: &out)
    writer.begin(
      .init(path: Array("d.csv".utf8), kind: .csv, columns: ["a"], headerLine: 1), to: &out)
    var sheet = SheetRows()
    sheet.append(["x"], line: 60_000)
    writer.add(sheet, to: &out)
    var report = ProblemReport(
      field: "a", code: "type", severity: .error, message: String(repeating: "é", count: 3_000))
    for line in 2..<4_000 {
      report.cell = TableCell(row: line, column: 1)
      for _ in 0..<3 { writer.add(ReportedProblem(report, record: line, line: line), to: &out) }
    }
    writer.finish(run, to: &out)
    // 8 MiB of the same letters compress well.
    #expect(out.count < 4 << 20)
  }

  @Test("ten errors and ten warnings are annotations")
  func annotations() {
    let text = String(decoding: text(AnnotationReport(frame), 30), as: UTF8.self)
    #expect(text.components(separatedBy: "::error ").count == 11)
    #expect(text.hasSuffix("::notice::Only the first 10 of 30 problems are listed here.\n"))
  }

  @Test("a workbook tells what it has no room for", .enabled(if: isLarge))
  func workbook() throws {
    let folder = try CLIFolder(spec: "field title: string from \"a.form\"")
    try folder.write("r.xlsx", text(WorkbookReport(frame), 70_000))
    let run = folder.run("check", "s.form", "r.xlsx", "--accepted=./cells")
    #expect(run.code == 0, "\(run.error)")
    let cells = try #require(folder.text("cells"))
    for told in [
      "Rows after row 1,048,576 are left out", "Columns after column 16,384 are left out",
      "Texts of more than 32,767 characters are truncated",
      "Only the first 65,530 problems have notes",
    ] { #expect(cells.contains(told), "\(told)") }
  }
}
