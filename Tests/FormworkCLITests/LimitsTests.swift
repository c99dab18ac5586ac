// What grammar.md says is bounded, at the bound and one past it.

import Formwork
import FormworkCLI
import FormworkEngine
import FormworkSyntax
import Testing

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

  @Test func sizeOfASpec() {
    let spec = "field a: int #"
    let filler = String(repeating: "x", count: Source.byteLimit - spec.utf8.count)
    #expect(codes(spec + filler) == [])
    #expect(codes(spec + filler + "x") == ["too-large"])
  }

  // MARK: - What is written out

  /// Rules that are `depth` conditions deep: names, parentheses and one rule word.
  private func deepSpec(_ depth: Int) -> String {
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
    #expect(codes(deepSpec(Checker.depthLimit)) == [])
    #expect(codes(deepSpec(Checker.depthLimit + 1)) == ["too-deep"])
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

  /// What is wrong with the files of a spec that all have the same text.
  private func codes(
    _ spec: String, file: String, _ limits: SpecLoader.Limits = .init()
  ) -> [String] {
    let source = Source(name: "s.form", bytes: Array(spec.utf8))
    return SpecLoader.load(source, limits: limits) { _ in
      .success(FileText(bytes: Array(file.utf8)))
    }
    .problems.map { problem in
      guard case .file(let name, let fault) = problem.kind else { return "\(problem.kind)" }
      return "\(name): \(fault)"
    }
  }

  @Test func numberOfFiles() {
    #expect(SpecLoader.Limits().files == 500)
    let uses = (0..<500).map { "use \"f\($0).form\"\n" }.joined()
    #expect(codes(uses, file: "") == [])
    #expect(codes(uses + "use \"g.form\"", file: "") == ["g.form: tooMany(limit: 500)"])
  }

  @Test func declarationsOfFiles() {
    #expect(SpecLoader.Limits().declarations == 200_000)
    var limits = SpecLoader.Limits()
    limits.declarations = 6
    let file = "define a = digits define b = digits define c = digits"
    #expect(codes(#"use "a" use "b""#, file: file, limits) == [])
    #expect(codes(#"use "a" use "b" use "c""#, file: file, limits) == ["c: tooMuch"])
  }

  @Test func bytesOfFiles() {
    #expect(SpecLoader.Limits().bytes == 64 << 20)
    var limits = SpecLoader.Limits()
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
}
