// Tests the parser on forms that are wrong, huge or oddly typed.

import Foundation
import Synchronization
import TestSizes
import Testing

@testable import FormworkSyntax

@Suite struct ParserTests {
  private func parse(_ text: String) -> Parser.Result {
    Parser.parse(Source(name: "test.form", bytes: Array(text.utf8)))
  }

  private func parsed(_ count: Int, of part: String, before: String, after: String) -> Parser.Result
  {
    parse(before + String(repeating: part, count: count) + after)
  }

  // MARK: Marks

  @Test(arguments: ["a: int、optional", "a: int、", "a: int rule value ＝ 3", "a: int rule 1＜＞2"])
  func aMarkIsOneHabit(_ field: String) {
    #expect(parse("field " + field).problems.count == 1)
  }

  // MARK: Limits

  @Test(arguments: [" and a", " or a", " && a", " + a", " * a", ".a"])
  func operatorsHaveALimit(_ part: String) {
    let before = "check a"
    #expect(parsed(1_000, of: part, before: before, after: "").problems.isEmpty)
    let result = parsed(1_001, of: part, before: before, after: "\nfield b: int")
    #expect(result.problems.map { $0.isTooLong } == [true])
    // The text after it is read.
    #expect(result.tree.declarations.count == 2)
  }

  @Test func everyConditionHasItsOwnOperators() {
    let rule = " rule a" + String(repeating: " and a", count: 900)
    #expect(parse("field a: bool" + rule + rule).problems.isEmpty)
  }

  @Test(arguments: [("(", "a", ")"), ("not ", "a", ""), ("-", "a", ""), ("f(", "a", ")")])
  func nestingHasALimit(_ open: String, _ inner: String, _ close: String) {
    func nest(_ count: Int) -> Parser.Result {
      let (open, close) = (
        String(repeating: open, count: count), String(repeating: close, count: count)
      )
      return parse("check " + open + inner + close)
    }
    #expect(nest(256).problems.isEmpty)
    #expect(nest(257).problems.map { $0.isTooDeep } == [true])
    #expect(nest(10_000).problems.map { $0.isTooDeep } == [true])
  }

  @Test func blocksHaveALimit() {
    func nest(_ count: Int) -> Parser.Result {
      parse(
        String(repeating: "when a < ", count: count) + String(repeating: "> ", count: count))
    }
    #expect(nest(256).problems.isEmpty)
    #expect(nest(257).problems.map { $0.isTooDeep } == [true])
    #expect(nest(sized(5_000, large: 100_000)).problems.map { $0.isTooDeep } == [true])
  }

  @Test(arguments: [" == 1", " < 1", " is digits", " digits", " in 1"])
  func chainsEnd(_ part: String) {
    let result = parsed(sized(5_000, large: 100_000), of: part, before: "check a", after: "")
    #expect(result.problems.last?.isTooLong == true)
  }

  /// The parts of a tree refer to each other, so releasing it recurses as deep as it is nested.
  @Test(arguments: [
    ("check " + String(repeating: "not ", count: 256) + "a"
      + String(repeating: " + a", count: 1_000)),
    ("check a" + String(repeating: " and (a or b", count: 250) + String(repeating: ")", count: 250)),
    String(repeating: "when a < ", count: 256) + "field a: int "
      + String(repeating: "> ", count: 256),
    "field a: " + String(repeating: "list of ", count: 256) + "int",
  ])
  func theDeepestTreesNeedLittleStackToGo(_ text: String) {
    var result: Parser.Result? = parse(text)
    #expect(result?.problems.isEmpty == true)
    let tree = Mutex(result?.tree)
    result = nil
    let isGone = DispatchSemaphore(value: 0)
    let thread = Thread {
      tree.withLock { $0 = nil }
      isGone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    isGone.wait()
    #expect(tree.withLock { $0 == nil })
  }

  // MARK: Names

  @Test(arguments: [
    "\u{301}", "\u{301}a", "\u{200D}", "\u{FE0F}b", "\u{200D}\u{301}", "a\u{301}", "👍🏽", "\u{1F1E6}",
  ])
  func namesKeepEveryCharacter(_ name: String) throws {
    let result = parse(
      "field `\(name)`: int check `\(name)` > 1 message \"{\(name)}\" at `\(name)`")
    #expect(result.problems.isEmpty)
    let field = try #require(result.tree.declarations.first?.field)
    #expect(Array(field.name.text.utf8) == Array(name.utf8))
  }

  // MARK: Reading on

  @Test(arguments: ["「a」", "『a』", "«a»", "“a”", "„a“", "＂a＂"])
  func otherQuotesAreRead(_ text: String) throws {
    let result = parse("field x: string default \(text)")
    #expect(result.problems.map { $0.severity == .warning } == [true])
    let field = try #require(result.tree.declarations.first?.field)
    guard case .default(let literal)? = field.clauses.first?.kind,
      case .text(let template) = literal.kind
    else { return #expect(Bool(false), "\(field.clauses)") }
    #expect(template.plain == "a")
  }

  @Test(arguments: [
    "field a: string default \"\\u{D800}\"", "field a: string message \"\\u{D800}\"",
    "example \"a\" accepts < a: \"\\u{D800}\" >", "table t(a) < \"\\u{D800}\" -> 1 >",
  ]) func aBadEscapeIsReportedInEveryText(_ text: String) {
    #expect(parse(text).problems.count == 1)
  }

  @Test(arguments: ["&", "|"]) func halfAMarkIsReadAsTheWholeOne(_ mark: String) {
    #expect(parse("check a \(mark) b").problems.map { $0.severity } == [.warning])
  }

  @Test func aChainIsReadAsItsProposal() throws {
    let result = parse("field x: int rule 0 < value < 9")
    let field = try #require(result.tree.declarations.first?.field)
    guard case .rule(let rule)? = field.clauses.first?.kind,
      case .binary(.and, let left, let right) = rule.condition.kind,
      case .binary(.less, _, _) = left.kind, case .binary(.less, _, _) = right.kind
    else { return #expect(Bool(false), "\(field.clauses)") }
  }

  @Test func aForgottenCommaIsRead() throws {
    let result = parse("field x: choice(\"a\" \"A\" \"b\")")
    #expect(result.problems.count == 1)
    let field = try #require(result.tree.declarations.first?.field)
    guard case .choice(let items) = field.type.kind else { return #expect(Bool(false)) }
    #expect(items.map { $0.value.value } == ["a", "b"])
  }

  @Test func whatIsMissingAtTheEndOfALineIsMissingThere() {
    let result = parse("field x: int rule value ==\n  message \"x\"")
    #expect(result.problems.map { $0.span } == [Span(26, 26)])
  }

  @Test(arguments: [
    "field a: string rule startsWith(\"1\"\") message \"x\"",
    "field a: string rule oneOf(\"a\"\"", "field a: string message \"a\"\"",
    "field a: string message \"",
  ]) func aQuoteTooManyMayEndTheSource(_ text: String) {
    #expect(!parse(text).problems.isEmpty)
  }

  @Test func afterATextWithoutEndNothingElseIsMissing() {
    #expect(parse("field x: string rule oneOf(\"a\nfield y: int").problems.count == 1)
  }
}

extension SyntaxProblem {
  fileprivate var isTooDeep: Bool { if case .tooDeep = kind { true } else { false } }

  fileprivate var isTooLong: Bool { if case .tooManyOperators = kind { true } else { false } }
}

extension Declaration {
  fileprivate var field: FieldDeclaration? {
    if case .field(let field) = kind { field } else { nil }
  }
}
