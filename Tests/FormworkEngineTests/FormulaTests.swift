// The normal form of conditions agrees with the evaluator.

import FormworkSyntax
import TestSizes
import Testing

@testable import FormworkEngine

struct FormulaTests {
  static let fields = """
    field i: int optional field k: int optional field n: number optional
    field s: string optional field u: string optional field b: bool optional
    field d: date optional field l: list of string optional

    """

  /// Random combinations of all kinds of conditions that the normal form represents, for records with and without
  /// values.
  @Test func saysWhatTheEvaluatorFinds() throws {
    var dice = Dice(state: 2026)
    let conditions = (0..<sized(1_000, large: 5_000)).map { _ in dice.condition(depth: 3) }
    var compared = 0
    // A form has a limited number of nodes, so the conditions are split among several.
    for start in stride(from: 0, to: conditions.count, by: 500) {
      let part = conditions[start..<start + 500]
      let spec = FormulaTests.fields + part.map { "check \($0)\n" }.joined()
      let program = try ReaderBench(spec).program
      let now = try #require(CalendarInstant(seconds: 0, nanosecond: 0))
      let evaluator = Evaluator(program, moment: Moment(today: .first, now: now))
      for _ in 0..<12 {
        let record = dice.record()
        let json = Array(record.json.utf8)
        try json.withUnsafeBufferPointer { try evaluator.evaluate(json: $0) }
        let failed = Set(evaluator.problems.map { $0.rule })
        for (number, rule) in program.rules.enumerated() {
          let formula = program.formula(of: rule.condition)
          let expected = FormulaReader(program: program, record: record).truth(formula)
          guard case .some(let truth) = expected else { continue }
          compared += 1
          #expect(
            failed.contains(Int32(number)) == (truth == false),
            "\(part[start + number]) of \(record.json)")
        }
      }
    }
    #expect(compared > 10 * conditions.count)
  }
}

// MARK: - Reading formulas

/// Evaluates a formula for a record. `.some(nil)` is unknown; nil means that this reader cannot evaluate it.
private struct FormulaReader {
  let program: Program
  let record: TestRecord

  func truth(_ formula: Formula) -> Bool?? {
    switch formula {
    case .all(let parts): return joined(parts, decisive: false)
    case .any(let parts): return joined(parts, decisive: true)
    case .not(let inner): return truth(inner).map { $0.map { !$0 } }
    case .constraint(let constraint):
      return truth(constraint).map { $0.map { $0 != constraint.isNegated } }
    case .opaque: return nil
    }
  }

  private func joined(_ parts: [Formula], decisive: Bool) -> Bool?? {
    let truths = parts.map { truth($0) }
    if truths.contains(where: { $0 == nil }) { return nil }
    let known = truths.map { $0! }
    if known.contains(decisive) { return decisive }
    return .some(known.contains(nil) ? nil : !decisive)
  }

  private func truth(_ constraint: Constraint) -> Bool?? {
    guard case .cell(_, _, let field) = program.view(constraint.subject) else { return nil }
    let name = program.fields[Int(field)].name
    if case .word(let word, _) = constraint.allowed {
      return truth(word, record.values[name])
    }
    guard let value = measured(constraint, name) else { return .some(nil) }
    switch constraint.allowed {
    case .equal(let operand): return .some(self.value(operand).map { value == $0 })
    case .isTrue: return .some(value == .bool(true))
    case .interval(let interval): return .some(isInside(value, interval))
    case .listed(let items):
      let found = items.map { item -> Bool? in
        if let interval = program.interval(item) { return isInside(value, interval) }
        return self.value(item).map { value == $0 }
      }
      return .some(found.contains(true) ? true : found.contains(nil) ? nil : false)
    case .word: return nil
    }
  }

  private func truth(_ word: Predicate, _ value: TestValue?) -> Bool?? {
    switch word {
    case .filled: return value != nil
    case .blank: return value == nil
    default: break
    }
    guard let value else { return .some(nil) }
    func text(_ isOfClass: (Character) -> Bool) -> Bool? {
      guard case .text(let text) = value else { return nil }
      return text.allSatisfy(isOfClass)
    }
    switch word {
    case .digits: return .some(text { "0123456789".contains($0) })
    case .letters: return .some(text { $0.isASCII && $0.isLetter })
    case .ascii: return .some(text { $0.isASCII })
    case .positive: return .some(value.hundredths.map { $0 > 0 })
    case .negative: return .some(value.hundredths.map { $0 < 0 })
    default: return nil
    }
  }

  private func measured(_ constraint: Constraint, _ name: String) -> TestValue? {
    guard let value = record.values[name] else {
      return name == "b" ? .bool(false) : nil
    }
    switch (constraint.measure, value) {
    case (.value, _): return value
    case (.count, .text(let text)): return .hundredths(text.count * 100)
    case (.count, .list(let items)): return .hundredths(items.count * 100)
    case (.decimals, .hundredths(let number)):
      return .hundredths(number % 100 == 0 ? 0 : number % 10 == 0 ? 100 : 200)
    default: return nil
    }
  }

  private func isInside(_ value: TestValue, _ interval: Interval<Int32>) -> Bool? {
    // Two comparisons joined with `and`.
    var truths: [Bool?] = []
    if let low = interval.low {
      truths.append(
        self.value(low).map { interval.excludesLow ? $0 < value : !(value < $0) })
    }
    if let high = interval.high {
      truths.append(
        self.value(high).map { interval.excludesHigh ? value < $0 : !($0 < value) })
    }
    return truths.contains(false) ? false : truths.contains(nil) ? nil : true
  }

  private func value(_ operand: Int32) -> TestValue? {
    switch program.view(operand) {
    case .cell(_, _, let field):
      let name = program.fields[Int(field)].name
      return record.values[name] ?? (name == "b" ? .bool(false) : nil)
    case .constant(let number): return TestValue(program.constants[number])
    case .count(let inner):
      guard let counted = value(inner) else { return nil }
      if case .text(let text) = counted { return .hundredths(text.count * 100) }
      if case .list(let items) = counted { return .hundredths(items.count * 100) }
      return nil
    default: return nil
    }
  }
}

private enum TestValue: Equatable {
  case hundredths(Int)
  case text(String)
  case bool(Bool)
  case date(String)
  case list([String])

  init?(_ value: Value) {
    switch value.kind {
    case .number:
      guard let digits = value.smallCoefficient, value.scale <= 2 else { return nil }
      self = .hundredths(Int(digits) * [100, 10, 1][Int(value.scale)])
    case .text: self = .text(value.text)
    case .bool: self = .bool(value.bool)
    case .date: self = .date(value.text)
    default: return nil
    }
  }

  var hundredths: Int? { if case .hundredths(let number) = self { number } else { nil } }

  static func < (_ left: TestValue, _ right: TestValue) -> Bool {
    switch (left, right) {
    case (.hundredths(let left), .hundredths(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    default: false
    }
  }

  var json: String {
    switch self {
    case .hundredths(let number):
      let digits = String(number.magnitude % 100 + 100).dropFirst()
      return (number < 0 ? "-" : "") + "\(number.magnitude / 100).\(digits)"
    case .text(let text), .date(let text): return "\"\(text)\""
    case .bool(let bool): return "\(bool)"
    case .list(let items): return "[" + items.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
  }
}

private struct TestRecord {
  var values: [String: TestValue] = [:]

  var json: String {
    "{" + values.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1.json)" }.joined(separator: ",")
      + "}"
  }
}

// MARK: - Making them up

/// Random choices from a seed.
private struct Dice {
  var state: UInt64

  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  mutating func one<T>(_ all: [T]) -> T { all[roll(all.count)] }

  mutating func record() -> TestRecord {
    var record = TestRecord()
    for name in ["i", "k"] where roll(4) > 0 {
      record.values[name] = .hundredths(100 * (roll(7) - 2))
    }
    if roll(4) > 0 { record.values["n"] = .hundredths(one([-150, -100, 0, 5, 10, 100, 250, 300])) }
    for name in ["s", "u"] where roll(4) > 0 {
      record.values[name] = .text(one(["a", "b", "ab", "12", "1", "ü", "a1 "]))
    }
    if roll(3) > 0 { record.values["b"] = .bool(roll(2) == 0) }
    if roll(4) > 0 { record.values["d"] = .date(one(["2020-02-29", "2021-01-01", "2021-12-31"])) }
    if roll(4) > 0 { record.values["l"] = .list(one([["x"], ["x", "y"], ["x", "y", "x"]])) }
    return record
  }

  mutating func condition(depth: Int) -> String {
    if depth == 0 || roll(3) == 0 { return atom() }
    let one = condition(depth: depth - 1)
    switch roll(4) {
    case 0: return "not (\(one))"
    case 1: return "(\(one)) and (\(condition(depth: depth - 1)))"
    case 2: return "(\(one)) or (\(condition(depth: depth - 1)))"
    default: return "(\(one) and \(atom()))"
    }
  }

  private mutating func atom() -> String {
    let number = "\(roll(7) - 2)"
    let comparison = one(["<", "<=", ">", ">=", "==", "!="])
    switch roll(22) {
    case 0: return "i \(comparison) \(number)"
    case 1: return "\(number) \(comparison) i"
    case 2: return "i \(comparison) k"
    case 3: return "n \(comparison) \(one(["0.05", "2.5", "1", "-1.5"]))"
    case 4: return "i in \(roll(3) - 1)...\(2 + roll(3))"
    case 5: return "i not in \(roll(3) - 1)..<\(3 + roll(3))"
    case 6: return "n in (0, 0.1, 2...3)"
    case 7: return "i not in (1, k, 3...4)"
    case 8: return "s \(one(["==", "!="])) \(one(["\"a\"", "\"12\"", "u"]))"
    case 9: return "s \(one(["in", "not in"])) (\"a\", \"1\")"
    case 10: return "s oneOf(\"ab\", \"b\")"
    case 11: return "s count(\(roll(3))...)"
    case 12: return "count(s) \(one(["<", "<=", ">", ">="])) \(1 + roll(2))"
    case 13: return "l count(...\(1 + roll(3)))"
    case 14: return "count(l) == \(1 + roll(3))"
    case 15: return "n decimals(\(roll(2))...\(1 + roll(2)))"
    case 16: return one(["b", "not b"])
    case 17: return "s is \(one(["digits", "letters", "ascii"]))"
    case 18: return "\(one(["i", "s", "d", "l"])) is \(one(["filled", "blank", "not blank"]))"
    case 19: return "n is \(one(["positive", "negative"]))"
    case 20: return "d \(one(["before", "after"]))(2021-01-01)"
    default: return "d range(2020-02-29...\(one(["2021-01-01", "2021-06-01"])))"
    }
  }
}
