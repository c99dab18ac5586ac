// What grammar.md says is bounded, at the bound and one past it.

import Formwork
import FormworkCLI
import FormworkRuntime
import FormworkSyntax
import Foundation
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

  /// A form has many more pairs of a rule and a choice than bytes.
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

  /// Two long texts that are the same in other bytes are compared slowly.
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

  @Test func itemsOfLists() throws {
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

  /// Items may have many more values than they have bytes; the records before and after are judged.
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
    #expect(run.output.contains("have more values than 256 MiB can hold"))
    #expect(run.output.contains("3 records: 2 accepted, 1 rejected"))
  }

  /// Each item held against each of another list is what no record may ask for without end.
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

  /// Items in numbered columns take memory as those of JSON do.
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

  /// Of a long text beyond ASCII each byte counts, for what letters it has is looked up.
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

  /// A line that is passed the fast way is refused as well.
  /// Items of a list, and the many items of `in` that no index knows.
  @Test(arguments: [
    ("field m: list of int rule not any(m, value == 1) message \"x\"", 4),
    ("field m: list of int each rule value in (0...5\(LimitsTests.manyRanges)) message \"x\"", 100),
    // A text of 2,000 bytes that each item asks for.
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

  @Test func declarations() {
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

  /// Where each file was looked for among all others, this would take minutes.
  @Test func filesOfARun() {
    let files = RunFiles()
    for _ in 0..<2 { for number in 0..<100_000 { files.expect(SystemText("none/\(number)")) } }
    #expect(files.watched.fileCount == 100_000)
  }

  /// Where each problem took all of the choices together, this would take minutes.
  @Test func problemsWithManyChoices() throws {
    let labelled = (0..<5_000).map { "\"k\($0)\" \"Label \($0)\"" }.joined(separator: ", ")
    let folder = try CLIFolder(
      spec: """
        choices c = \(labelled)
        field a: choice of c
        field b: choice of c message "One of {choices}"
        field d: string rule oneOf(c)
        """)
    try folder.write("d.csv", "a,b,d\n" + String(repeating: "x,x,x\n", count: 2_000))
    let run = folder.run("check", "s.form", "d.csv", "--quiet", "--report", folder("r.csv"))
    #expect(run.code == 1)
    let lines = try #require(folder.text("r.csv")).split(separator: "\n")
    #expect(lines.count == 6_001)
    #expect(lines.contains { $0.contains("Label 99 … (5000 in all)") })
    #expect(!lines.contains { $0.contains("Label 100") })
  }

  /// Similar keys are looked for among so many: a record may have very many keys that are new.
  @Test(arguments: [(500, true), (501, false)])
  func unknownKeys(_ count: Int, isAnswered: Bool) throws {
    let fields = (1..<count).map { "field f\($0): string optional\n" }.joined()
    let folder = try CLIFolder(
      spec: "closed field other: string optional from \"anything\"\n" + fields)
    try folder.write("d.ndjson", "{\"f1x\":1}\n{\"other\":1}\n")
    let output = folder.run("check", "s.form", "d.ndjson", "--output", "ndjson").output
    #expect(output.contains(#"\"f1\""#) == isAnswered)
    // A field of that name is always known.
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
    let folder = try CLIFolder(spec: form(5))
    try folder.write("d.ndjson", "{\"a\":\"\(String(repeating: "a", count: 16_000))\"}\n")
    #expect(folder.run("check", "s.form", "d.ndjson").code == 0)
    try folder.write("s.form", form(13))
    #expect(folder.run("check", "s.form", "d.ndjson").output.contains("put together"))
  }

  /// Where a record ends, only some bytes more may be looked at, however long a key of the form is.
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

  /// The rest of a piece may have less room than a character needs.
  /// The lines before the header are kept for the rejects, but not any number of them.
  @Test func linesBeforeTheHeader() throws {
    let folder = try CLIFolder(spec: "data csv < header 180000 > field a: int")
    let line = String(repeating: "x", count: 99) + "\n"
    try folder.write("d.csv", String(repeating: line, count: 179_999) + "a\n1\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 2)
    #expect(run.error.contains("The lines before the header are longer than 16 MiB."))
  }

  @Test func longRecordsInOtherEncodings() throws {
    let folder = try CLIFolder(spec: "field a: string")
    let record = "{\"a\":\"\(String(repeating: "漢", count: 200_000))\"}"
    for shift in 1...6 {
      let first = "{\"a\":\"" + String(repeating: "x", count: shift) + "\"}\n"
      let data = try #require((first + record).data(using: .shiftJIS))
      try data.write(to: URL(fileURLWithPath: folder("d.ndjson")))
      let run = folder.run("check", "s.form", "d.ndjson", "--encoding", "shift_jis", "--quiet")
      #expect(run.code == 0)
    }
  }

  @Test(arguments: [(100_000, true), (100_001, false)])
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

  /// Each of the many is followed to its limit once, not from each link of the chain anew.
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
    #expect(codes(form(10_000)) == ["too-deep"])
  }

  @Test func unusedTypes() {
    let types = (0...10_000).map { "define t\($0): int\n" }.joined()
    #expect(codes(types + "field a: int") == [])
  }

  @Test func sizeOfAForm() {
    let spec = "field a: int #"
    let filler = String(repeating: "x", count: Source.byteLimit - spec.utf8.count)
    #expect(codes(spec + filler) == [])
    #expect(codes(spec + filler + "x") == ["too-large"])
  }

  // MARK: - What is written out

  /// Rules that are `depth` conditions deep: names, parentheses and one rule word.
  private func deepForm(_ depth: Int) -> String {
    var left = depth - 1
    var spec = "field a: string rule d0\n"
    var number = 0
    while left > 0 {
      // A definition with its parentheses, and the name or the rule word in them.
      let part = min(left, 201)
      left -= part
      let inner = left == 0 ? "digits" : "d\(number + 1)"
      let open = String(repeating: "(", count: part - 1)
      let close = String(repeating: ")", count: part - 1)
      spec += "define d\(number) = \(open)\(inner)\(close)\n"
      number += 1
    }
    return spec
  }

  @Test func depthOfWhatIsWrittenOut() {
    #expect(codes(deepForm(Checker.depthLimit)) == [])
    #expect(codes(deepForm(Checker.depthLimit + 1)) == ["too-deep"])
  }

  @Test func chainsOfDefinitions() {
    func chain(_ length: Int) -> String {
      (1..<length).map { "define d\($0) = d\($0 + 1)\n" }.joined()
        + "define d\(length) = digits\nfield a: string rule d1"
    }
    #expect(codes(chain(256)) == [])
    #expect(codes(chain(257)) == ["too-deep"])
  }

  private func codes(_ spec: String, _ limits: Checker.Limits) -> [FormworkEngine.Finding.Kind] {
    let source = Source(name: "s.form", bytes: Array(spec.utf8))
    let parsed = Parser.parse(source)
    #expect(parsed.problems.isEmpty)
    return Checker.check(parsed.tree, source: source, limits: limits).findings.map { $0.kind }
  }

  @Test func partsOfWhatIsWrittenOut() {
    #expect(Checker.Limits().parts == 2_000_000 && Checker.Limits().uses == 200_000)
    #expect(Checker.Limits().lentClauses == 50_000)
    var limits = Checker.Limits()
    // A rule word is two parts: itself and its subject.
    limits.parts = 20
    let fields = (0..<10).map { "field f\($0): string rule digits\n" }
    #expect(codes(fields.joined(), limits) == [])
    let more = fields.joined() + "field g: string rule digits"
    #expect(codes(more, limits) == [.declaration(.tooManyParts(limit: 20))])
    limits.parts = 3
    #expect(codes(#"field c: choice of n choices n = "a", "b", "c""#, limits) == [])
    #expect(
      codes(#"field c: choice of n choices n = "a", "b", "c", "d""#, limits)
        == [.declaration(.tooManyParts(limit: 3))])
  }

  /// The clauses of a type take memory in each field that has it.
  @Test func clausesThatTypesLend() {
    var limits = Checker.Limits()
    limits.lentClauses = 4
    let type = "define t: string optional rule digits\n"
    #expect(codes(type + "field a: t field b: list of t", limits) == [])
    #expect(
      codes(type + "field a: t field b: list of t field c: t", limits)
        == [.declaration(.tooManyParts(limit: 4))])
  }

  /// It takes minutes where every definition asks all those below it anew.
  @Test func longChainsThatManyFieldsUse() {
    let definitions = (1..<250).map { "define d\($0) = d\($0 + 1)\n" }
    let fields = (0..<300).map { "field a\($0): string rule d1\n" }
    #expect(codes(definitions.joined() + "define d250 = digits\n" + fields.joined()) == [])
  }

  @Test func argumentsOfDefinitionsInDefinitions() {
    var limits = Checker.Limits()
    // The use in a definition and half of its arguments.
    limits.uses = 5
    let spec = "define a(p, q, r, s) = p > q and r > s\ndefine b = a(value, 1, value, 2)\n"
    let fields = "field x: int rule b message \"m\"\nfield y: int rule b message \"m\"\n"
    #expect(codes(spec + fields, limits) == [.declaration(.tooManyParts(limit: 5))])
    limits.uses = 6
    #expect(codes(spec + fields, limits) == [])
  }

  @Test func definitionsInDefinitions() {
    var limits = Checker.Limits()
    limits.uses = 8
    let spec = "define d0 = digits define d1 = d0 and d0 and d0 and d0 field a: string rule d1 "
    #expect(codes(spec + "field b: string rule d1", limits) == [])
    #expect(
      codes(spec + "field b: string rule d1 field c: string rule d1", limits)
        == [.declaration(.tooManyParts(limit: 8))])
  }

  @Test func choicesOfATypeAreHeldOnce() throws {
    let spec = try FormSpec(
      source: """
        define size: choice("S" "small", "L") anyCase
        define sizes: list of size
        field a: size field b: size default "L" field c: sizes field d: choice("S") field e: sizes
        """)
    #expect(spec.program.choices.map { $0.values } == [["S", "L"], ["S"]])
    #expect(spec.validate(json: #"{"a":"s","c":["l"],"d":"S","e":["S"]}"#).product != nil)
    #expect(spec.validate(json: #"{"a":"s","c":["l"],"d":"s","e":["S"]}"#).product == nil)
  }

  // MARK: - Fields

  @Test func numberOfFields() {
    #expect(Checker.Limits().fields == 50_000)
    var limits = Checker.Limits()
    limits.fields = 3
    let three = "field a: int field b: < field c: int > "
    #expect(codes(three, limits) == [])
    #expect(codes(three + "field d: int", limits) == [.declaration(.tooManyFields(limit: 3))])
    // The items of the list are one more.
    let four = "field a: int field b: int field c: list of int "
    #expect(codes(four, limits) == [])
    #expect(codes(four + "field d: int", limits) == [.declaration(.tooManyFields(limit: 3))])
  }

  @Test func nothingIsSaidOfFieldsThatAreTooMany() {
    var limits = Checker.Limits()
    limits.fields = 2
    let rest = """
      define total = "text"
      define isLarge = total > 3
      field c: bool
      field total: int rule value > 0 and (c or isLarge) message "{c}" hint "{c}"
      when c < field d: string rule startsWith(e) message "{e}" field e: string >
      check c and total > 3 message "{total}" at total
      example "one" rejects d < a: 1 b: 2 c: true d: "x" >
      """
    #expect(
      codes("field a: int field b: int " + rest, limits) == [.declaration(.tooManyFields(limit: 2))]
    )
    limits.fields = 6
    #expect(codes("field a: int field b: int " + rest, limits) == [])
    // The fields of a type that nobody uses are none of the form's.
    limits.fields = 2
    let unused = "define t: < field d: int field e: int field f: int rule value > e message \"m\" >"
    #expect(codes("field a: int " + unused, limits) == [])
  }

  // MARK: - Used files

  /// What is wrong with the files of a form that all have the same text.
  private func codes(
    _ spec: String, file: String, _ limits: FormLoader.Limits = .init()
  ) -> [String] {
    let source = Source(name: "s.form", bytes: Array(spec.utf8))
    return FormLoader.load(source, limits: limits) { _ in
      .success(FileText(bytes: Array(file.utf8)))
    }
    .problems.map { problem in
      guard case .file(let name, let fault) = problem.kind else { return "\(problem.kind)" }
      return "\(name): \(fault)"
    }
  }

  @Test func numberOfFiles() {
    #expect(FormLoader.Limits().files == 500)
    let uses = (0..<500).map { "use \"f\($0).form\"\n" }.joined()
    #expect(codes(uses, file: "") == [])
    #expect(codes(uses + "use \"g.form\"", file: "") == ["g.form: tooMany(limit: 500)"])
  }

  @Test func declarationsOfFiles() {
    #expect(FormLoader.Limits().declarations == 200_000)
    var limits = FormLoader.Limits()
    limits.declarations = 6
    let file = "define a = digits define b = digits define c = digits"
    #expect(codes(#"use "a" use "b""#, file: file, limits) == [])
    #expect(codes(#"use "a" use "b" use "c""#, file: file, limits) == ["c: tooMuch"])
  }

  @Test func bytesOfFiles() {
    #expect(FormLoader.Limits().bytes == 64 << 20)
    var limits = FormLoader.Limits()
    let file = "define a = digits"
    let spec = #"use "a" use "b""#
    // Between files stands a line break.
    limits.bytes = spec.utf8.count + 2 * (file.utf8.count + 1)
    #expect(codes(spec, file: file, limits) == [])
    limits.bytes -= 1
    #expect(codes(spec, file: file, limits) == ["b: tooMuch"])
    let choices = #"choices a from "a" choices b from "b""#
    limits.bytes = choices.utf8.count + 2 * 3 + 1
    #expect(codes(choices, file: "a\nb", limits) == [])
    limits.bytes -= 1
    #expect(codes(choices, file: "a\nb", limits) == ["b: tooMuch"])
  }

  // MARK: - Patterns

  /// What a form with a pattern for each field comes to.
  private func checked(
    _ patterns: [String], _ limits: Checker.Limits = .init()
  ) -> (kinds: [FormworkEngine.Finding.Kind], program: Program?) {
    let fields = patterns.enumerated().map { number, pattern in
      "field f\(number): string rule matches(/\(pattern)/) message \"m\"\n"
    }
    let source = Source(name: "s.form", bytes: Array(fields.joined().utf8))
    let result = Checker.check(Parser.parse(source).tree, source: source, limits: limits)
    return (result.findings.map { $0.kind }, result.program)
  }

  @Test func sizeOfAllPatterns() throws {
    #expect(Checker.Limits().patternBytes == 64 << 20)
    let one = try #require(checked(["a+"]).program)
    var limits = Checker.Limits()
    limits.patternBytes = 2 * one.patterns[0].byteCount
    // Patterns that are alike count once.
    #expect(checked(["a+", "b+", "a+", "b+"], limits).kinds == [])
    #expect(
      checked(["a+", "b+", "c+", "a+", "d+"], limits).kinds
        == [.declaration(.tooLarge(.patterns, limit: limits.patternBytes))])
  }

  @Test func patternsThatAreAlikeAreOne() throws {
    #expect(checked(["a+", "b+", "a+"]).program?.patterns.count == 2)
    let spec = try FormSpec(
      source: """
        define code = matches(/[A-Z]+/) message "m"
        field a: string rule code field b: string rule code field c: string rule matches(/[A-Z]+/i)
        """)
    #expect(spec.program.patterns.map { $0.ignoresCase } == [false, true])
    #expect(spec.validate(json: #"{"a":"A","b":"B","c":"c"}"#).product != nil)
    #expect(spec.validate(json: #"{"a":"a","b":"B","c":"c"}"#).product == nil)
  }

  /// Each takes minutes where its time grows with the square of its length.
  @Test(arguments: [
    ("", "b?", 16_370, ""), ("[", #"\p{L}"#, 6_000, "]"), ("", #"\u{"#, 10_000, ""),
    ("", "[:", 16_000, ""), ("", #"\k<"#, 10_000, ""), ("", #"\p{Lx}"#, 5_000, ""),
  ])
  func longPatternsAreRead(_ start: String, _ part: String, times: Int, _ end: String) {
    let pattern = start + String(repeating: part, count: times) + end
    let kinds = checked((0..<2).map { pattern + String($0) }).kinds
    #expect(kinds.isEmpty || kinds.count == 2 || kinds.count == 200)
  }

  // MARK: - Examples and types

  private func chain(_ length: Int) -> String {
    "field a: int optional\nexample \"e1\" accepts < a: 1 >\n"
      + (1..<length).map { "example \"e\($0 + 1)\" like \"e\($0)\" accepts < a: \($0) >\n" }
      .joined()
  }

  @Test func chainsOfExamples() throws {
    #expect(codes(chain(256)) == [])
    #expect(codes(chain(257)) == ["too-deep"])
    let backwards = chain(257).split(separator: "\n").reversed().joined(separator: "\n")
    #expect(codes(backwards) == ["too-deep"])
    #expect(codes(chain(20_000)) == ["too-deep"])
  }

  @Test func sizeOfAllExamples() {
    #expect(Checker.Limits().exampleBytes == 64 << 20)
    var limits = Checker.Limits()
    // {"a":1} and a comma too much, which the first record has not.
    limits.exampleBytes = 16
    let spec = #"field a: int example "one" accepts < a: 1 > example "two" like "one" accepts < > "#
    #expect(codes(spec, limits) == [])
    #expect(
      codes(spec + #"example "three" like "two" accepts < >"#, limits)
        == [.declaration(.tooLarge(.examples, limit: 16))])
  }

  @Test func stepsOfAllExamples() {
    #expect(Checker.Limits().exampleSteps == 250_000_000)
    var limits = Checker.Limits()
    // Each has a field and a record {"a":1} of 7 bytes.
    limits.exampleSteps = 16
    let spec = #"field a: int example "one" accepts < a: 1 > example "two" accepts < a: 2 > "#
    #expect(codes(spec, limits) == [])
    #expect(
      codes(spec + #"example "three" accepts < a: 3 >"#, limits)
        == [.declaration(.tooLarge(.evaluation, limit: 16))])
  }

  @Test func itemsThatExamplesLookAt() {
    var limits = Checker.Limits()
    // The record has some 2,000 bytes, and the rule looks at 1,000 items.
    limits.exampleSteps = 2_500
    let items = String(repeating: "8, ", count: 999) + "7"
    let example = #"example "one" accepts < a: (\#(items)) >"#
    #expect(codes("field a: list of int " + example, limits) == [])
    #expect(
      codes(#"field a: list of int rule sum(value) > 0 message "m" "# + example, limits)
        == [.declaration(.tooLarge(.evaluation, limit: 2_500))])
  }

  @Test func chainsOfTypes() {
    func chain(_ length: Int) -> String {
      (1..<length).map { "define t\($0): t\($0 + 1)\n" }.joined()
        + "define t\(length): int\nfield a: t1"
    }
    #expect(codes(chain(256)) == [])
    #expect(codes(chain(257)) == ["too-deep"])
  }

  // MARK: - Errors

  @Test(arguments: ["> ", "? ", "' ", "1a ", "“\n", "`` ", "field "])
  func errorsOfForm(_ junk: String) {
    let limit = SyntaxProblems.limit
    let text = String(repeating: junk, count: 2 * limit + 10)
    let problems = Parser.parse(Source(name: "s", bytes: Array(text.utf8))).problems
    #expect(problems.first.map { $0.span } == Span(0, 0))
    #expect(problems.count { $0.severity == .error } <= 2 * limit + 1)
    #expect(codes(text).first == "too-many-errors")
  }

  @Test func warningsOfForm() {
    let limit = SyntaxProblems.limit
    let text = "field a: string hint “a”" + String(repeating: "\u{A0}a\n", count: limit)
    let result = Parser.parse(Source(name: "s", bytes: Array(text.utf8)))
    #expect(result.problems.count { $0.severity == .warning } == limit)
    #expect(result.untoldWarnings == 1)
  }

  @Test func errorsOfMeaning() {
    #expect(Checker.Limits().errors == 10_000)
    var limits = Checker.Limits()
    limits.errors = 2
    let spec = "field a: x1 field b: x2 "
    #expect(codes(spec, limits).count == 2)
    let more = codes(spec + "field c: x3 field d: x4", limits)
    #expect(more.count == 3 && more.first == .declaration(.tooManyErrors(limit: 2)))
  }
}
