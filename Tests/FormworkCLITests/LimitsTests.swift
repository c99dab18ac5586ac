// The limits on data in grammar.md, each at the limit and one past it.

import Formwork
import FormworkCLI
import FormworkRuntime
import FormworkSyntax
import Foundation
import TestSizes
import Testing

@testable import FormworkEngine
@testable import FormworkReport

@Suite struct LimitsTests {
  private func codes(_ spec: String) -> [String] {
    do {
      return try FormSpec(source: spec).warnings.map { $0.code }
    } catch {
      return error.diagnostics.map { $0.code }
    }
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "(", count: depth) + "value > 1" + String(repeating: ")", count: depth)
  }

  @Test func nesting() {
    let limit = Parser.nestingLimit
    #expect(codes("field a: int rule \(nested(limit)) message \"x\"") == [])
    #expect(codes("field a: int rule \(nested(limit + 1)) message \"x\"") == ["too-deep"])
  }

  /// A form can have many more pairs of a rule and a choice than bytes.
  @Test func choicesThatRulesReject() {
    let values = (0..<100).map { "\"v\($0)\"" }.joined(separator: ", ")
    let fields = (0..<30).map {
      "field f\($0): choice of c optional rule endsWith(\"q\") message \"x\"\n"
    }
    let found = codes("choices c = \(values)\n" + fields.joined()).filter {
      $0 == "rejected-choice"
    }
    #expect(!found.isEmpty && found.count <= 1_000)
  }

  /// Comparing two long texts that are equal in different bytes is slow.
  @Test func comparedTexts() throws {
    let spec = try FormSpec(
      source: """
        field s: string
        field t: string
        field l: list of int each rule s == t message "other"
        """)
    func problems(_ items: Int, _ first: String, _ second: String) -> [String] {
      let text =
        "{\"s\":\"\(first)\",\"t\":\"\(second)\",\"l\":[\(Array(repeating: "1", count: items).joined(separator: ","))]}"
      let moment = Moment(
        today: .first, now: CalendarInstant(utc: CalendarDateTime(date: .first, time: .midnight)))
      let evaluator = Evaluator(spec.program, moment: moment)
      evaluator.stepLimit = 100_000
      return Array(text.utf8).withUnsafeBufferPointer { bytes in
        do throws(MalformedRecord) {
          try evaluator.evaluate(json: bytes)
          return evaluator.problems.map { _ in "problem" }
        } catch {
          return [error.reason == .tooManySteps(limit: 100_000) ? "steps" : "other"]
        }
      }
    }
    let composed = String(repeating: "\u{E9}", count: 1_000)
    let decomposed = String(repeating: "e\u{301}", count: 1_000)
    #expect(problems(10, composed, decomposed) == [])
    #expect(problems(40, composed, decomposed) == ["steps"])
    #expect(problems(40, composed, composed) == [])
    #expect(problems(500, composed, composed) == ["steps"])
  }

  @Test(.enabled(if: isLarge)) func itemsOfLists() throws {
    let spec = try FormSpec(source: "field a: list of int")
    func problem(_ count: Int) -> MalformedRecord.Reason? {
      let today = CalendarDate.first
      let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
      let evaluator = Evaluator(spec.program, moment: Moment(today: today, now: now))
      let items = String(repeating: "1,", count: count - 1) + "1"
      return Array("{\"a\":[\(items)]}".utf8).withUnsafeBufferPointer { bytes in
        do throws(MalformedRecord) {
          try evaluator.evaluate(json: bytes)
          return nil
        } catch {
          return error.reason
        }
      }
    }
    #expect(problem(JSONReader.itemLimit) == nil)
    #expect(
      problem(JSONReader.itemLimit + 1) == .tooManyItems(limit: JSONReader.itemLimit))
  }

  /// Items may have many more values than bytes; the records before and after are evaluated.
  @Test func valuesOfLists() throws {
    let fields = (0..<500).map { "field a\($0): int optional" }.joined(separator: " ")
    let folder = try CLIFolder(
      spec: "field l: list of < \(fields) >\nfield r: < \(fields) > optional")
    func record(_ count: Int) -> String {
      "{\"l\":[" + Array(repeating: "{}", count: count).joined(separator: ",") + "]}\n"
    }
    try folder.write("d.ndjson", record(500) + record(20_000) + record(500))
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.code == 1)
    #expect(run.output.contains("the values of its lists and records need more than 256 MiB"))
    #expect(run.output.contains("3 records: 2 accepted, 1 rejected"))
  }

  /// A record may not compare every item with every item of another list without limit.
  @Test(arguments: [
    "any(m, w == v)", "not all(m, w != v)", "sum(m.w) > v", "v in t(v)", "m distinct(by: w)",
  ])
  func stepsOfARecord(_ condition: String) throws {
    let spec = try FormSpec(
      source: """
        field l: list of < field v: int > each rule \(condition) message "x"
        field m: list of < field w: int >
        table t(k) < 100 -> 1 200 -> 2 300 -> 3 >
        """)
    let now = CalendarInstant(utc: CalendarDateTime(date: .first, time: .midnight))
    let evaluator = Evaluator(spec.program, moment: Moment(today: .first, now: now))
    func isRefused(_ count: Int) throws -> Bool {
      let items = { (name: String) in
        (0..<count).map { "{\"\(name)\":\($0)}" }.joined(separator: ",")
      }
      let record = "{\"l\":[\(items("v"))],\"m\":[\(items("w"))]}"
      return Array(record.utf8).withUnsafeBufferPointer { bytes in
        do throws(MalformedRecord) {
          try evaluator.evaluate(json: bytes)
          return false
        } catch {
          return error.reason == .tooManySteps(limit: evaluator.stepLimit)
        }
      }
    }
    evaluator.stepLimit = 100
    #expect(try !isRefused(3))
    #expect(try isRefused(300))
    #expect(try !isRefused(3))
  }

  /// Items in numbered columns use as much memory as those in JSON.
  @Test func itemsInNumberedColumns() throws {
    let fields = (1..<1_500).map { "field f\($0): string optional\n" }.joined()
    let folder = try CLIFolder(
      spec: "field l: list of <\nfield f0: string optional from \"a#\"\n\(fields)> optional\n")
    func refusal(_ columns: Int) throws -> String {
      let names = (1...columns).map { "a\($0)" }.joined(separator: ",")
      let row = Array(repeating: "1", count: columns).joined(separator: ",")
      try folder.write("d.csv", names + "\n" + row + "\n")
      return folder.run("check", "s.form", "d.csv", "--output", "ndjson").output
    }
    #expect(try refusal(100).contains("\"accepted\":true"))
    #expect(try refusal(12_000).contains("\"code\":\"malformed\""))
  }

  /// In a long text beyond ASCII, each byte counts, because its letters are looked up.
  @Test(arguments: [("e", 2_000, false), ("é", 1_000, true)])
  func stepsOfLetters(_ letter: String, _ count: Int, isRefused: Bool) throws {
    let rules = String(repeating: " rule letters(any)", count: 4)
    let spec = try FormSpec(source: "field s: string" + rules)
    let now = CalendarInstant(utc: CalendarDateTime(date: .first, time: .midnight))
    let evaluator = Evaluator(spec.program, moment: Moment(today: .first, now: now))
    evaluator.stepLimit = 5_000
    let record = Array("{\"s\":\"\(String(repeating: letter, count: count))\"}".utf8)
    let refused = record.withUnsafeBufferPointer { bytes in
      do throws(MalformedRecord) {
        try evaluator.evaluate(json: bytes)
        return false
      } catch {
        return error.reason == .tooManySteps(limit: 5_000)
      }
    }
    #expect(refused == isRefused)
  }

  /// A line that the fast path would accept is refused as well. Covers items of a list, and many values of `in` that
  /// aren't indexed.
  @Test(arguments: [
    ("field m: list of int rule not any(m, value == 1) message \"x\"", 4),
    ("field m: list of int each rule value in (0...5\(LimitsTests.manyRanges)) message \"x\"", 100),
    // A text of 2,000 bytes that each item reads.
    (LimitsTests.longForm("t endsWith(\"x\")"), 1_000),
    (LimitsTests.longForm("part(t, 3) == \"x\""), 1_000),
    (LimitsTests.longForm("weighted(t, 3) == 0"), 1_000),
    (LimitsTests.longForm("number(t) > 0 or value > 0"), 1_000),
    (LimitsTests.longForm("count(t) > 3"), 1_000),
  ])
  func stepsOfALine(_ form: String, _ limit: Int) throws {
    let spec = try FormSpec(source: form)
    let now = CalendarInstant(utc: CalendarDateTime(date: .first, time: .midnight))
    let options = ReportOptions(layout: .ndjson, moment: Moment(today: .first, now: now))
    let reporter = RecordReporter(
      spec.program, source: Source(name: "s.form", bytes: []), options: options)
    reporter.evaluator.stepLimit = limit
    var result = PieceResult()
    let lines = Array("{\"m\":[2,3]}\n{\"m\":[2,3,4,5,6]}\n{\"m\":[2]}\n".utf8)
    (lines + Array(repeating: 0, count: Padding.count)).withUnsafeBufferPointer { bytes in
      reporter.report(
        lines: TextBytes(rebasing: bytes[..<lines.count]), from: 0, firstRecord: 1, line: 1,
        into: &result)
    }
    #expect(result.summary.accepted == 2 && result.summary.rejected == 1)
  }

  private static func longForm(_ condition: String) -> String {
    "field t: string default \"\(String(repeating: "x", count: 2_000))\" field m: list of int each rule "
      + condition + " message \"x\""
  }

  static let manyRanges = (1...29).map { ", \($0)0...\($0)3" }.joined()

  @Test func problemsOfARecord() throws {
    let spec = try FormSpec(source: "field a: list of int")
    let today = CalendarDate.first
    let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
    for (count, omitted) in [(100, 0), (101, 1)] {
      let evaluator = Evaluator(
        spec.program, moment: Moment(today: today, now: now), problemLimit: 100)
      let items = Array(repeating: "\"x\"", count: count).joined(separator: ",")
      try Array("{\"a\":[\(items)]}".utf8).withUnsafeBufferPointer { bytes in
        try evaluator.evaluate(json: bytes)
      }
      #expect(evaluator.problems.count == 100)
      #expect(evaluator.omittedCount == omitted)
      #expect(!evaluator.isAccepted)
    }
  }

  @Test(.enabled(if: isLarge)) func declarations() {
    let limit = Parser.declarationLimit
    func problems(_ count: Int) -> [SyntaxProblem] {
      let text = "when a < " + String(repeating: "closed ", count: count - 1) + ">"
      return Parser.parse(Source(name: "s.form", bytes: Array(text.utf8))).problems
    }
    #expect(problems(limit).isEmpty)
    let found = problems(limit + 1)
    #expect(found.count == 1)
    if case .tooManyDeclarations(limit) = found.first?.kind {} else { Issue.record("\(found)") }
  }

  /// If each file were compared with all others, this would take minutes.
  @Test func filesOfARun() {
    let files = RunFiles()
    let count = sized(5_000, large: 100_000)
    for _ in 0..<2 { for number in 0..<count { files.expect(SystemText("none/\(number)")) } }
    #expect(files.watched.fileCount == count)
  }

  /// If each problem joined all of the choices, this would take minutes.
  @Test func problemsWithManyChoices() throws {
    let count = sized(500, large: 5_000)
    let labelled = (0..<count).map { "\"k\($0)\" \"Label \($0)\"" }.joined(separator: ", ")
    let folder = try CLIFolder(
      spec: """
        choices c = \(labelled)
        field a: choice of c
        field b: choice of c message "One of {choices}"
        field d: string rule oneOf(c)
        """)
    try folder.write("d.csv", "a,b,d\n" + String(repeating: "x,x,x\n", count: 200))
    let run = folder.run("check", "s.form", "d.csv", "--quiet", "--report", folder("r.csv"))
    #expect(run.code == 1)
    let lines = try #require(folder.text("r.csv")).split(separator: "\n")
    #expect(lines.count == 601)
    #expect(lines.contains { $0.contains("Label 99 … (\(count) in all)") })
    #expect(!lines.contains { $0.contains("Label 100") })
  }

  /// Similar keys are searched only among so many: a record may have very many unknown keys.
  @Test(arguments: [(500, true), (501, false)])
  func unknownKeys(_ count: Int, isAnswered: Bool) throws {
    let fields = (1..<count).map { "field f\($0): string optional\n" }.joined()
    let folder = try CLIFolder(
      spec: "closed field other: string optional from \"anything\"\n" + fields)
    try folder.write("d.ndjson", "{\"f1x\":1}\n{\"other\":1}\n")
    let output = folder.run("check", "s.form", "d.ndjson", "--output", "ndjson").output
    #expect(output.contains(#"\"f1\""#) == isAnswered)
    // A field with that name is always known.
    #expect(output.contains("anything"))
  }

  /// Each definition is twice as long as the one before.
  @Test(arguments: ["joined(j0, j0)", "\"{j0}{j0}\""])
  func textsThatArePutTogether(_ twice: String) throws {
    func form(_ count: Int) -> String {
      "field a: string define j0 = joined(a, a)\n"
        + (1..<count).map { "define j\($0) = \(twice.replacing("j0", with: "j\($0 - 1)"))\n" }
        .joined()
        + "check j\(count - 1) != \"x\" message \"no\""
    }
    func problem(_ count: Int) throws -> MalformedRecord.Reason? {
      let now = CalendarInstant(utc: CalendarDateTime(date: .first, time: .midnight))
      let evaluator = Evaluator(
        try FormSpec(source: form(count)).program, moment: Moment(today: .first, now: now))
      #expect(evaluator.madeLimit == 64 << 20)
      evaluator.madeLimit = 1_000
      return Array("{\"a\":\"x\"}".utf8).withUnsafeBufferPointer { bytes in
        do throws(MalformedRecord) {
          try evaluator.evaluate(json: bytes)
          return nil
        } catch {
          return error.reason
        }
      }
    }
    #expect(try problem(5) == nil)
    #expect(try problem(13) == .tooMuchText(limit: 1_000))
  }

  /// At the end of a record, only a few more bytes may be read, however long a key of the form is.
  @Test(arguments: [40, 47, 48, 49, 63, 64, 70, 300_000])
  func longKeys(_ count: Int) throws {
    let key = String(repeating: "k", count: count)
    let folder = try CLIFolder(
      spec: "field x: string optional from \"\(key)\" field a: int optional")
    try folder.write("d.ndjson", "{\"a\":1}\n{\"\(key)\":\"y\",\"a\":2}\n{\"a\":3}\n")
    let run = folder.run("check", "s.form", "d.ndjson", "--accepted", folder("good"))
    #expect(run.code == 0)
    #expect(folder.text("good") == "{\"a\":1}\n{\"x\":\"y\",\"a\":2}\n{\"a\":3}\n")
  }

  /// The lines before the header are kept for the rejects, up to a limit.
  @Test(.enabled(if: isLarge)) func linesBeforeTheHeader() throws {
    let folder = try CLIFolder(spec: "data csv < header 180000 > field a: int")
    let line = String(repeating: "x", count: 99) + "\n"
    try folder.write("d.csv", String(repeating: line, count: 179_999) + "a\n1\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 2)
    #expect(run.error.contains("The lines before the header are longer than 16 MiB."))
  }

  /// The rest of a buffer may be smaller than a character.
  @Test func longRecordsInOtherEncodings() throws {
    let folder = try CLIFolder(spec: "field a: string")
    let record = "{\"a\":\"\(String(repeating: "漢", count: sized(50_000, large: 200_000)))\"}"
    for shift in 1...6 {
      let first = "{\"a\":\"" + String(repeating: "x", count: shift) + "\"}\n"
      let data = try #require((first + record).data(using: .shiftJIS))
      try data.write(to: URL(fileURLWithPath: folder("d.ndjson")))
      let run = folder.run("check", "s.form", "d.ndjson", "--encoding", "shift_jis", "--quiet")
      #expect(run.code == 0)
    }
  }

  @Test(.enabled(if: isLarge), arguments: [(100_000, true), (100_001, false)])
  func columnsOfATable(_ count: Int, _ isRead: Bool) throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d.csv", "a" + String(repeating: ",b", count: count - 1) + "\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.error.contains("it has more than 100,000 columns") != isRead)
    #expect((run.code == 2) != isRead)
  }

  @Test func bytesOfATextInParams() throws {
    let folder = try CLIFolder(spec: "field a: string rule startsWith(\"x\") message \"no\"")
    for (count, isThere) in [(100, true), (20_000, false)] {
      let text = "a" + String(repeating: "\u{301}", count: count)
      try folder.write("d.ndjson", "{\"a\":\"\(text)\"}\n")
      let run = folder.run("check", "s.form", "d.ndjson", "--output", "ndjson")
      #expect(run.code == 1 && run.output.contains("\"actual\"") == isThere)
    }
  }

  @Test(arguments: [
    "field `b*`: string", "field b: string rule oneOf(\"b*\")", "field b: string # b*",
    "field b: string message \"b* {b}\" rule digits", "use \"b*\"",
  ])
  func marksOfACharacter(_ form: String) {
    for (raw, escaped) in [(1, 0), (0, 1), (1, 1)] where escaped == 0 || form.contains("\"") {
      let pair =
        String(repeating: "\u{301}", count: raw) + String(repeating: "\\u{316}", count: escaped)
      func found(_ count: Int) -> [String] {
        let marks = String(repeating: pair, count: count / (raw + escaped))
        return codes(form.replacing("*", with: marks)).filter { $0 == "too-large" }
      }
      #expect(found(PiledMarks.limit) == [])
      #expect(found(PiledMarks.limit + 2) == ["too-large"])
    }
  }

  /// Each long chain is followed once, not again from every link.
  @Test(arguments: [
    ("define d", "(x) = d", "(x)", "(x) = x > 1", "field a: int rule d0(value)"),
    ("define d", " = d", "", " = value > 1", "field a: int rule d0"),
    ("define d", ": d", "", ": int", "field a: d0"),
    ("choices d", " = d", "", " = \"x\"", "field a: choice of d0"),
  ])
  func chains(_ open: String, _ means: String, _ close: String, _ end: String, _ use: String) {
    func form(_ count: Int) -> String {
      (0..<count).map { "\(open)\($0)\(means)\($0 + 1)\(close)\n" }.joined()
        + "\(open)\(count)\(end)\n\(use)"
    }
    #expect(codes(form(200)) == [])
    #expect(codes(form(sized(1_000, large: 10_000))) == ["too-deep"])
  }

  @Test func unusedTypes() {
    let types = (0...sized(1_000, large: 10_000)).map { "define t\($0): int\n" }.joined()
    #expect(codes(types + "field a: int") == [])
  }

  @Test(.enabled(if: isLarge)) func sizeOfAForm() {
    let spec = "field a: int #"
    let filler = String(repeating: "x", count: Source.byteLimit - spec.utf8.count)
    #expect(codes(spec + filler) == [])
    #expect(codes(spec + filler + "x") == ["too-large"])
  }
}
