// Data that a host checks in pieces: for any pieces, the records, counts and reports equal the tool's.

import FormworkEngine
import FormworkReport
import FormworkRuntime
import FormworkSyntax
import Foundation
import Testing

@Suite("Data for hosts that show it")
struct DataRunTests {
  private static let form = """
    field id: int rule unique message "{value} was there"
    field pin: string secret rule count(4) message "four"
    field n: number optional rule value < 6 warning "{value} is much"
    """

  private static let moment = Moment(
    today: CalendarDate(year: 2026, month: 11, day: 20)!,
    now: CalendarInstant(
      utc: CalendarDateTime(
        date: CalendarDate(year: 2026, month: 11, day: 20)!, time: .midnight)))

  /// The result of data that is given in pieces.
  private struct Answer: Equatable {
    var output = ""
    var summary = ""
    var fault: String?
  }

  private static func run(
    _ form: String, _ data: [UInt8], pieces size: Int, _ kind: DataKind = .csv,
    report: ReportKind? = nil
  ) throws -> Answer {
    let source = Source(name: "s.form", bytes: Array(form.utf8))
    let compiled = try onDeepStack { try CompiledForm(source) }
    var options = ReportOptions(layout: compiled.program.layout(of: kind), moment: moment)
    options.show = 100
    let run = DataRun(
      compiled.program, compiled.source, options, name: "d.\(kind.rawValue)", formName: "s.form",
      report: report)
    var answer = Answer()
    var start = 0
    repeat {
      let end = min(data.count, start + size)
      let fault = data[start..<end].withUnsafeBufferPointer {
        run.add($0, isLast: end == data.count)
      }
      answer.output += String(decoding: run.takeOutput(), as: UTF8.self)
      answer.fault = fault?.sentence
      start = end
    } while start < data.count && answer.fault == nil
    answer.summary = String(decoding: run.summary, as: UTF8.self)
    return answer
  }

  private static let data = "id,pin,n\n1,1234,7\n2,\"12\"\"\",\n1,abcd,x\n,,\n3,1234,5\n"

  @Test func everyRecordOfAGroupIsShown() throws {
    let form = """
      field family: string
      check count(records) < 2 per family message "Only one of each family"
      """
    let answer = try DataRunTests.run(form, Array("family\na\na\na\nb\n".utf8), pieces: 1000)
    #expect(answer.output.split(separator: "\n").count == 3)
  }

  @Test func recordsWithProblemsAreShown() throws {
    let whole = try DataRunTests.run(DataRunTests.form, Array(DataRunTests.data.utf8), pieces: 1000)
    let lines = whole.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines.first
        == #"{"record":1,"line":2,"accepted":true,"cells":["1","•••","7"],"problems":[{"field":"n","code":"compare","severity":"warning","message":"7 is much","label":"N","cell":"C2","value":"7","column":3}]}"#
    )
    #expect(lines[1].contains(#""cells":["2","•••",""]"#) && !lines[1].contains("12"))
    #expect(lines[2].contains(#""message":"1 was there""#))
    #expect(
      whole.summary.hasPrefix(
        #"{"records":4,"accepted":2,"rejected":2,"headline":"4 records: 2 accepted, 2 rejected","notes":["1 empty row ignored"#
      ))
    #expect(whole.summary.contains(#""columns":["id","pin","n"]"#))
    #expect(whole.summary.contains(#"{"field":"id","code":"unique","count":1,"severity":"error"}"#))
    for size in [1, 2, 3, 7, 20] {
      let pieces = try DataRunTests.run(
        DataRunTests.form, Array(DataRunTests.data.utf8), pieces: size)
      #expect(pieces == whole, "pieces of \(size)")
    }
  }

  @Test(arguments: [ReportKind.csv, .html, .markdown, .junit])
  func reportsAreThoseOfTheTool(_ kind: ReportKind) throws {
    let folder = try CLIFolder(spec: DataRunTests.form)
    try folder.write("d.csv", DataRunTests.data)
    let name = "r" + kind.ending
    _ = folder.run(["check", "s.form", "d.csv", "--report", folder(name)])
    let wanted = try #require(folder.text(name)).replacingOccurrences(
      of: folder.path + "/", with: "")
    let found = try DataRunTests.run(
      DataRunTests.form, Array(DataRunTests.data.utf8), pieces: 5, report: kind)
    #expect(found.output == wanted)
  }

  @Test func aHeaderInAnotherEncodingIsTold() throws {
    let data = Array("id,pin,gr".utf8) + [0xF6, 0xDF, 0x65, 0x0A] + Array("1,1234,1\n".utf8)
    let answer = try DataRunTests.run(DataRunTests.form, data, pieces: 4)
    #expect(answer.fault == "Line 1 is not in UTF-8; it looks like windows-1252.")
  }

  @Test func workbooks() throws {
    let folder = DocsFile.path("Tests/FormworkCLITests/Workbooks")
    let bytes = try #require(FileManager.default.contents(atPath: folder + "/openpyxl.xlsx"))
    let form =
      "data xlsx < header 3 >\nfield id: string\nfield amount: number optional rule value < 1 message \"{value}\"\n"
    let whole = try DataRunTests.run(form, Array(bytes), pieces: 1 << 20, .xlsx)
    #expect(whole.fault == nil)
    #expect(whole.output.contains("\"cell\":\"B"))
    #expect(try DataRunTests.run(form, Array(bytes), pieces: 999, .xlsx) == whole)
    let broken = try DataRunTests.run(form, Array(bytes.prefix(2000)), pieces: 999, .xlsx)
    #expect(broken.fault?.hasSuffix(".") == true)
  }

  // MARK: - Forms that are filled in

  private static func inForce(_ form: String, _ record: String) throws -> [String] {
    let source = Source(name: "s.form", bytes: Array(form.utf8))
    let program = try onDeepStack { try CompiledForm(source) }.program
    let evaluator = Evaluator(program, moment: moment, scope: .all, problemLimit: 1, isFast: false)
    return try Array(record.utf8).withUnsafeBufferPointer {
      try evaluator.fieldsInForce(json: $0).map { $0.path }
    }
  }

  @Test func fieldsInForce() throws {
    let form = """
      field kind: choice("a", "b")
      when kind == "a" < field p: string > else < field q: string >
      field home: < field zip: string when zip == "1" < field street: string > > optional
      field items: list of < field n: int when n > 5 < field why: string > > optional
      field tags: list of string optional
      """
    #expect(try DataRunTests.inForce(form, "{}") == ["kind", "home", "items", "tags"])
    #expect(
      try DataRunTests.inForce(form, #"{"kind":"a","home":{"zip":"1"}}"#)
        == ["kind", "p", "home", "home.zip", "home.street", "items", "tags"])
    #expect(
      try DataRunTests.inForce(form, #"{"kind":"b","items":[{"n":6},{}],"tags":["x",null]}"#)
        == [
          "kind", "q", "home", "items", "items[0].n", "items[0].why", "items[1].n", "tags",
          "tags[0]", "tags[1]",
        ])
    #expect(throws: MalformedRecord.self) { try DataRunTests.inForce(form, "[") }
  }

  private static func program(_ form: String) throws -> Program {
    let source = Source(name: "s.form", bytes: Array(form.utf8))
    return try onDeepStack { try CompiledForm(source) }.program
  }

  @Test func calculatedValuesOfUnfinishedRecords() throws {
    let program = try DataRunTests.program(
      """
      field n: int
      field code: string secret
      field total: number(group ",") = n * 1000
      field echo: string = code
      field late: string
      """)
    let evaluator = Evaluator(
      program, moment: DataRunTests.moment, scope: .all, problemLimit: 1, isFast: false)
    func values(_ record: String) throws -> [String?] {
      try Array(record.utf8).withUnsafeBufferPointer {
        try evaluator.fieldsInForce(json: $0).map { $0.calculated }
      }
    }
    #expect(
      try values(#"{"n":2,"code":"x"}"#) == [nil, nil, "2,000", nil, nil],
      "A value made from a secret is not told.")
    #expect(try values("{}") == [nil, nil, nil, nil, nil])
  }

  @Test func descriptionsOfSingleValues() throws {
    let program = try DataRunTests.program(
      """
      language en
      field born "Born": date("d.M.yyyy") rule past
      field n "Number" de "Zahl": int rule value > 0 rule value <= 30
      field half: number rule value < 1.5 warning "{value}"
      field mail "Mail": string rule email and count(...80) hint "Yours"
      field other "Other": int rule value < n
      field unit: choice("kg" "Kilogram" de "Kilo", "m" "Metre")
      """)
    let json = String(
      decoding: FormDescription(program, language: "de").json, as: UTF8.self)
    for part in [
      #""label":"Born","labelLanguage":"en","type":"date","formatted":true,"required":true,"written":["20.11.2026","5.1.2026"],"words":["past"]}"#,
      #""label":"Zahl","type":"int","required":true,"limits":[{"of":"value","least":"1"},{"of":"value","most":"30"}]}"#,
      #""name":"half","label":"Half","type":"number","required":true}"#,
      #""hint":"Yours","hintLanguage":"en","words":["email"],"limits":[{"of":"count","most":"80"}]}"#,
      #""label":"Other","labelLanguage":"en","type":"int","required":true}"#,
      #"{"value":"kg","label":"Kilo"},{"value":"m","label":"Metre","labelLanguage":"en"}"#,
    ] {
      #expect(json.contains(part), "\(part) in \(json)")
    }
  }
}
