// Rules that the host program provides.

import Formwork
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HostRuleTests {
  private static let stock = ["Kyoto": ["pen", "ink"], "Nara": ["pen"]]

  private static let inStock = HostRule("inStock", .string, parameters: .string) {
    article, warehouse in
    stock[warehouse]?.contains(article) ?? false
  }

  @Test func aRuleOfTheProgramIsARuleWord() throws {
    let spec = try FormSpec(
      source: """
        needs inStock(string)
        field warehouse: choice("Kyoto", "Nara")
        field article: string
          rule inStock(warehouse) message "There is no {value} in {warehouse}"
        field gift: string optional
        check gift is not inStock("Nara") message "Not as a gift" at gift
        """, rules: [HostRuleTests.inStock])
    #expect(spec.warnings.isEmpty)
    #expect(spec.validate(["warehouse": "Kyoto", "article": "ink"]).isAccepted)
    let outcome = spec.validate(["warehouse": "Nara", "article": "ink", "gift": "pen"])
    #expect(
      outcome.problems.map { $0.description } == [
        "article: There is no ink in Nara", "gift: Not as a gift",
      ])
    #expect(outcome.problems[0].code == "inStock")
    #expect(outcome.problems[0].reason == .host(name: "inStock"))
  }

  @Test func withoutAMessageItSaysWhatItCan() throws {
    let spec = try FormSpec(
      source: "needs vies field card \"Card\": string rule vies",
      rules: [HostRule("vies", .string) { $0.hasSuffix("0") }])
    let problem = spec.validate(["card": "1"]).problems[0]
    #expect(problem.code == "vies" && problem.message.hasPrefix("Card"))
  }

  @Test func whatIsBlankIsNotAskedAbout() throws {
    let asked = Mutex(0)
    let spec = try FormSpec(
      source: """
        needs taken(string)
        field name: string optional rule not taken("x") message "Taken"
        field other: string optional
        check other is taken(name) message "m" at other
        field broken: int optional
        check name is taken("{broken}") message "m" at name
        """,
      rules: [
        HostRule("taken", .string, parameters: .string) { value, _ in
          #expect(!value.isEmpty)
          asked.withLock { $0 += 1 }
          return true
        }
      ])
    #expect(spec.validate([:]).isAccepted)
    #expect(spec.validate(["other": "x", "name": ""]).isAccepted)
    #expect(asked.withLock { $0 } == 0)
    let outcome = spec.validate(["name": "x", "broken": "?"])
    #expect(outcome.problems.map { $0.code } == ["rule", "type"])
    #expect(outcome.skipped.map { $0.fields } == [["broken"]])
    #expect(asked.withLock { $0 } > 0)
  }

  @Test func everyTypeArrivesAsTheProgramKnowsIt() throws {
    let day = DateComponents(year: 2026, month: 11, day: 20)
    let noon = DateComponents(hour: 12, minute: 0, second: 0, nanosecond: 0)
    let rules: [HostRule] = [
      HostRule("whole", .int, parameters: .int) { $0 == $1 },
      HostRule("exact", .number, parameters: .number) { $0 == $1 },
      HostRule("flag", .bool) { $0 },
      HostRule("on", .date, parameters: .date) { value, other in value == day && other == day },
      HostRule("noon", .time) { $0 == noon },
      HostRule("moment", .instant) { $0.timeIntervalSince1970 == 1_795_176_000 },
      HostRule("many", .string, parameters: .string, .int, .bool) { "\($1)\($2)\($3)" == $0 },
    ]
    let spec = try FormSpec(
      source: """
        needs whole(int) needs exact(number) needs flag needs on(date) needs noon needs moment
        needs many(string, int, bool)
        field a: int rule whole(5)
        field b: number rule exact(0.1)
        field c: bool rule flag
        field d: date rule on(2026-11-20)
        field e: time rule noon
        field f: instant rule moment
        field g: string rule many("x", 3, c)
        field h: int rule exact(7)
        """, rules: rules)
    let record: RecordValue = [
      "a": 5, "b": "0.10", "c": true, "d": "2026-11-20", "e": "12:00",
      "f": "2026-11-20T21:00+09:00", "g": "x3true", "h": 7,
    ]
    #expect(spec.validate(record).problems.map { $0.description } == [])
    let wrong = spec.validate([
      "a": 6, "b": 0.2, "c": false, "d": "2026-11-21", "e": "12:01", "f": "2026-11-20T21:00Z",
      "g": "y", "h": 8,
    ])
    #expect(
      wrong.problems.map { $0.code } == [
        "whole", "exact", "flag", "on", "noon", "moment", "many", "exact",
      ])
  }

  @Test func aFormWithoutItsRuleSaysWhatIsMissing() {
    do {
      _ = try FormSpec(source: "needs inStock(string) field a: string rule inStock(\"Kyoto\")")
      Issue.record("there is no such rule")
    } catch {
      #expect(error.findings.map { $0.code } == ["missing-host-rule"])
      #expect(error.findings[0].message.contains("\"inStock(string)\""))
    }
  }

  @Test func aRuleThatTakesSomethingElseIsNotTaken() {
    do {
      _ = try FormSpec(
        source: "needs inStock(int) field a: string rule inStock(1)",
        rules: [HostRuleTests.inStock])
      Issue.record("the rule takes a text")
    } catch {
      #expect(error.findings.map { $0.code } == ["other-host-rule"])
    }
  }

  @Test func aRuleOfTheLanguageIsReplacedOnlyWhereTheFormSaysSo() throws {
    let strict = HostRule("email", .string) { $0.hasSuffix("@example.org") }
    let plain = try FormSpec(source: "field a: string rule email", rules: [strict])
    #expect(plain.warnings.isEmpty && plain.validate(["a": "ann@example.com"]).isAccepted)
    let replaced = try FormSpec(source: "needs email field a: string rule email", rules: [strict])
    #expect(replaced.warnings.map { $0.code } == ["shadows-rule-word"])
    #expect(!replaced.validate(["a": "ann@example.com"]).isAccepted)
  }

  @Test func rulesInDefinitionsListsAndTypes() throws {
    let spec = try FormSpec(
      source: """
        needs inStock(string)
        define available(place) = inStock(place) message "{value} is sold out"
        define article: string rule available("Kyoto")
        field one: article
        field more: list of article
        field items: list of < field name: string >
        check all(items, name is inStock("Nara")) message "Nara has not everything" at items
        """, rules: [HostRuleTests.inStock])
    let good: RecordValue = ["one": "pen", "more": ["ink", "pen"], "items": [["name": "pen"]]]
    #expect(spec.validate(good).problems.map { $0.description } == [])
    let outcome = spec.validate(["one": "cap", "more": ["ink", "cap"], "items": [["name": "ink"]]])
    #expect(
      outcome.problems.map { $0.description } == [
        "one: cap is sold out", "more[1]: cap is sold out", "items: Nara has not everything",
      ])
    #expect(outcome.problems[0].code == "available")
    #expect(outcome.problems[0].reason == .host(name: "inStock"))
  }

  @Test func theNamesOfRulesAreNamesAndDiffer() throws {
    let first = HostRule("vies", .string) { _ in true }
    let second = HostRule("vies", .string) { _ in false }
    let unnamed = HostRule("a`b", .string) { _ in true }
    for (rules, code) in [([first, second], "repeated-name"), ([unnamed], "bad-name")] {
      let error = try #require(throws: FormSpecError.self) {
        try FormSpec(source: "field a: string", rules: rules)
      }
      #expect(error.findings.map { $0.code } == [code])
    }
  }
}
