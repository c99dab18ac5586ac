// Findings about conditions must be true. Checks random conditions and compares the findings with the result for
// every relevant value.

import Formwork
import FormworkEngine
import FormworkSyntax
import TestSizes
import Testing

@Suite struct FindingsTests {
  /// A field with conditions about it, and values to try them on.
  struct Sample: CustomTestStringConvertible {
    var type: String
    var atoms: [String]
    var values: [String]

    var testDescription: String { type }
  }

  static let samples = [
    Sample(
      type: "int",
      atoms: [
        "value == 1", "value != 1", "value == 3", "value != 3", "value > 2", "value < 3",
        "value >= 2", "value <= 2", "value in 1...2", "value not in 1...2", "value in (1, 3)",
        "value not in (1, 3)", "range(2...)", "range(...1)", "positive", "negative", "value > 2.5",
        "not range(2...)", "filled", "value is not blank", "value in 0..<2", "outer(1)",
        "2 < value",
      ], values: ["-2", "-1", "0", "1", "2", "3", "4", "5"]),
    Sample(
      type: "number",
      atoms: [
        "value == 1", "value != 1", "value != 1.5", "value > 1", "value < 1", "value >= 1",
        "value <= 1", "value > 1.5", "value <= 1.5", "value in 1...2", "value in 1..<2",
        "value not in 1..<2", "range(1...)", "range(..<1)", "positive", "negative",
        "not value > 1", "not (value > 1)", "outer(1)", "not outer(1)",
      ], values: ["-1", "0", "0.5", "1", "1.25", "1.5", "1.75", "2", "2.5"]),
    Sample(
      type: "string",
      atoms: [
        "value == \"a\"", "value != \"a\"", "value != \"1\"", "value in (\"a\", \"b\")",
        "value not in (\"a\", \"b\")", "oneOf(\"a\", \"1\")", "count(1)", "count(2...)",
        "count(...1)", "count(value) > 1", "count(value) != 2", "digits", "letters",
        "not digits", "alphanumeric", "contains(digit)", "not contains(digit)", "ascii", "hiragana",
        "contains(letter)", "filled",
      ],
      values: [
        "\"a\"", "\"b\"", "\"A\"", "\"1\"", "\"ab\"", "\"a1\"", "\"12\"", "\"-\"", "\"か\"",
        "\"かa\"", "\"abc\"",
      ]),
    Sample(
      type: "bool",
      atoms: ["value", "not value", "value == true", "value != true", "value == false", "filled"],
      values: ["true", "false"]),
    Sample(
      type: "list of int",
      atoms: [
        "count(1)", "count(2...)", "count(...1)", "count(value) > 1", "count(value) <= 1",
        "count(value) != 1", "distinct", "any(value, value > 1)", "all(value, value < 2)",
        "not any(value, value > 1)", "filled",
      ], values: ["[1]", "[2]", "[1,1]", "[1,2]", "[1,2,3]"]),
  ]

  @Test(arguments: samples) func whatIsSaidIsTrue(_ sample: Sample) throws {
    var random = SplitMix(state: 7)
    var (contradictions, needless) = (0, 0)
    for _ in 0..<sized(130, large: 400) {
      let word = random.next(2) == 0 ? "and" : "or"
      let parts = (0..<2 + random.next(2)).map { _ in sample.atoms[random.next(sample.atoms.count)]
      }
      let rule = parts.joined(separator: " \(word) ")
      let spec = try FormSpec(
        source: """
          define outer(x) = value > x message "outer"
          field a: \(sample.type) optional rule \(rule) message "m"
          """)
      let codes = Set(spec.warnings.map { $0.code })
      let results = try sample.values.map { try passes(spec, $0) }
      // These findings are about the whole rule, whose parts aren't nested.
      if codes.contains("contradictory-rules") {
        contradictions += 1
        #expect(!results.contains(true), "\(rule)")
      }
      if codes.contains("rule-never-fails"), word == "or" || parts.count == 1 {
        needless += 1
        #expect(!results.contains(false), "\(rule)")
      }
    }
    #expect(contradictions > 0 && needless > 0)
  }

  @Test(arguments: samples) func whatIsSaidOfTwoRulesIsTrue(_ sample: Sample) throws {
    var random = SplitMix(state: 11)
    var (contradictions, implications) = (0, 0)
    for _ in 0..<sized(100, large: 300) {
      let rules = (0..<2).map { _ in sample.atoms[random.next(sample.atoms.count)] }
      func spec(_ rules: [String]) throws -> FormSpec {
        try FormSpec(
          source: "define outer(x) = value > x message \"outer\" field a: \(sample.type) optional "
            + rules.map { "rule \($0) message \"m\"" }.joined(separator: " "))
      }
      let both = try spec(rules)
      let codes = both.warnings.map { $0.code }
      let results = try sample.values.map { try passes(both, $0) }
      if codes.contains("contradictory-rules") {
        contradictions += 1
        #expect(!results.contains(true), "\(rules)")
      }
      if codes.contains("implied-rule") {
        implications += 1
        // One of the two is as strict as both together.
        let alone = try rules.map { rule in
          try sample.values.map { [one = try spec([rule])] in try passes(one, $0) }
        }
        #expect(alone.contains(results), "\(rules)")
      }
    }
    #expect(contradictions > 0 && implications > 0)
  }

  private func passes(_ spec: FormSpec, _ value: String) throws -> Bool {
    let today = CalendarDate.first
    let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
    let evaluator = Evaluator(spec.program, moment: Moment(today: today, now: now))
    try Array("{\"a\":\(value)}".utf8).withUnsafeBufferPointer { try evaluator.evaluate(json: $0) }
    return evaluator.isAccepted
  }
}

/// Random numbers that are the same in every run.
private struct SplitMix {
  var state: UInt64

  /// Returns a number below `limit`.
  mutating func next(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
