// The limits on forms in grammar.md, each at the limit and one past it.

import Formwork
import FormworkCLI
import FormworkRuntime
import FormworkSyntax
import Foundation
import TestSizes
import Testing

@testable import FormworkEngine
@testable import FormworkReport

@Suite struct FormLimitsTests {
  private func codes(_ spec: String) -> [String] {
    do {
      return try FormSpec(source: spec).warnings.map { $0.code }
    } catch {
      return error.diagnostics.map { $0.code }
    }
  }

  // MARK: - What is written out

  /// Returns rules that are `depth` conditions deep: names, parentheses and one rule word.
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

  /// Comparing the rows of a table takes time for each pair of keys.
  @Test func keysThatAreCompared() {
    func form(_ keys: Int) -> String {
      let first = (0..<keys).map { String(2 * $0) }.joined(separator: " or ")
      let others = (0..<keys).map { "\(2 * $0 + 1) -> 2\n" }.joined()
      return "table t(k) <\n\(first) -> 1\n\(others)0 -> 3\n>\nfield k: int\n"
        + "check t(k) == 1 message \"m\""
    }
    #expect(codes(form(100)) == ["unreached-row"])
    #expect(codes(form(1_100)) == [])
    func ranges(_ count: Int) -> String {
      let parts = (0..<count).map { "\(2 * $0)...\(2 * $0 + 1)" }
      return "table t(k) <\n\(parts.joined(separator: " or ")) -> 1\n0...\(2 * count - 1) -> 2\n>\n"
        + "field k: int\ncheck t(k) == 1 message \"m\""
    }
    #expect(codes(ranges(100)) == ["unreached-row"])
    #expect(codes(ranges(1_100)) == [])
  }

  private func codes(_ spec: String, _ limits: Checker.Limits) -> [FormworkEngine.Finding.Kind] {
    let source = Source(name: "s.form", bytes: Array(spec.utf8))
    let parsed = Parser.parse(source)
    #expect(parsed.problems.isEmpty)
    return Checker.check(parsed.tree, source: source, limits: limits).findings.map { $0.kind }
  }

  /// Of very many keys of a table that no choice equals, only the first get suggestions.
  @Test func suggestionsForKeys() {
    let count = 1_000
    let choices = (0..<count).map { "\"choice\($0)\"" }.joined(separator: ", ")
    let rows = (0..<count).map { "\"Choice\($0)\" -> 1\n" }.joined()
    let form =
      "choices c = \(choices)\ntable t(k) <\n\(rows)>\n"
      + "field a: choice of c\nfield b: choice of c\n"
      + "check t(a) == 1 and t(b) == 1 message \"m\""
    let near = codes(form, Checker.Limits()).map { kind in
      if case .lint(.unlistedChoice(_, let near)) = kind { near } else { [String]() }
    }
    #expect(near.count == count && near[0].first == "choice0" && near[count - 1].isEmpty)
  }

  /// The numbers in a table are searched once, whatever number of conditions look it up.
  @Test func conditionsThatShareATable() throws {
    let count = 50
    let form =
      "table t(k) <\n" + (0..<count).map { "\($0) -> 1.000\n" }.joined()
      + ">\nfield k: int(group \".\")\nfield p: int(group \".\")\n"
      + (0..<count).map { "check p != t(k) message \"m\($0)\"\n" }.joined()
    let source = Source(name: "s.form", bytes: Array(form.utf8))
    let program = try #require(Checker.check(Parser.parse(source).tree, source: source).program)
    var literals: OrderedDictionary<Int32, (span: Span, digits: String)> = [:]
    for number in program.constants.indices { literals[Int32(number)] = (Span(0, 0), "0") }
    #expect(GroupMarks.findings(program, literals).count == 2 * count)
  }

  @Test func partsOfWhatIsWrittenOut() {
    #expect(Checker.Limits().parts == 2_000_000 && Checker.Limits().uses == 200_000)
    #expect(Checker.Limits().lentClauses == 50_000)
    var limits = Checker.Limits()
    // A rule word has two parts: itself and its subject.
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

  /// The clauses of a type take memory in each field of that type.
  @Test func clausesThatTypesLend() {
    var limits = Checker.Limits()
    limits.lentClauses = 4
    let type = "define t: string optional rule digits\n"
    #expect(codes(type + "field a: t field b: list of t", limits) == [])
    #expect(
      codes(type + "field a: t field b: list of t field c: t", limits)
        == [.declaration(.tooManyParts(limit: 4))])
  }

  /// This would take minutes if every definition evaluated all those below it again.
  @Test func longChainsThatManyFieldsUse() {
    let definitions = (1..<250).map { "define d\($0) = d\($0 + 1)\n" }
    let fields = (0..<sized(50, large: 300)).map { "field a\($0): string rule d1\n" }
    #expect(codes(definitions.joined() + "define d250 = digits\n" + fields.joined()) == [])
  }

  @Test func argumentsOfDefinitionsInDefinitions() {
    var limits = Checker.Limits()
    // The use in a definition, and half of its arguments.
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
    // The items of the list count as one more.
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
    // The fields of an unused type don't count.
    limits.fields = 2
    let unused = "define t: < field d: int field e: int field f: int rule value > e message \"m\" >"
    #expect(codes("field a: int " + unused, limits) == [])
  }

  // MARK: - Used files

  /// Returns the findings for the files of a form that all have the same text.
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
    // Files are separated by a line break.
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

  /// Returns the findings for a form with a pattern for each field.
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
    // Equal patterns count once.
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

  /// Each would take minutes if its time grew with the square of its length.
  @Test(arguments: [
    ("", "b?", 16_370, ""), ("[", #"\p{L}"#, 6_000, "]"), ("", #"\u{"#, 10_000, ""),
    ("", "[:", 16_000, ""), ("", #"\k<"#, 10_000, ""), ("", #"\p{Lx}"#, 5_000, ""),
  ])
  func longPatternsAreRead(_ start: String, _ part: String, times: Int, _ end: String) {
    let pattern = start + String(repeating: part, count: times / sized(20, large: 1)) + end
    let kinds = checked((0..<2).map { pattern + String($0) }).kinds
    #expect(kinds.count <= 200)
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
    #expect(codes(chain(sized(2_000, large: 20_000))) == ["too-deep"])
  }

  @Test func sizeOfAllExamples() {
    #expect(Checker.Limits().exampleBytes == 64 << 20)
    var limits = Checker.Limits()
    // {"a":1} plus a surplus comma, except in the first record.
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
    // The record has about 2,000 bytes, and the rule visits 1,000 items.
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

  @Test(arguments: sized(["> "], large: ["> ", "? ", "' ", "1a ", "“\n", "`` ", "field "]))
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
