// Rules about nothing but a field's own value and constants, flattened. Most rules of most specs are
// such: a count, a class of characters, a range of numbers. They say only what is sure; anything else
// is for the evaluator to find out.

/// One part of a rule, with everything it needs at hand.
struct PlainTest: Sendable {
  enum Kind: UInt8, Sendable {
    /// Never sure.
    case none
    /// From `low` to `high` characters or items.
    case count
    /// A whole number from `low` to `high`.
    case range
    case alphanumeric, letters, digits, lowercase, uppercase, ascii
  }

  var kind: Kind
  var low: Int64 = .min
  var high: Int64 = .max
  /// The part of the rule that fails where the test does.
  var part: Int32 = -1

  /// Whether the test holds for a value of a field; unknown where that is not sure.
  @inline(__always)
  func verdict(for value: Value) -> Truth {
    switch kind {
    case .none: return .unknown
    case .range:
      guard value.kind == .number, let number = value.smallInteger else { return .unknown }
      return Truth(low <= number && number <= high)
    case .count:
      // A text of n > 0 bytes has at least one and at most n characters.
      let count = Int64(truncatingIfNeeded: value.high)
      if value.kind == .text {
        return count > 0 && low <= 1 && count <= high ? .yes : verdict(forCountOf: value)
      }
      return value.kind == .list ? Truth(low <= count && count <= high) : .unknown
    default: return value.kind == .text ? verdict(forClassOf: value.bytes) : .unknown
    }
  }

  @inline(never)
  private func verdict(forCountOf value: Value) -> Truth {
    Truth(value.bytes.hasCharacterCount(in: Int(clamping: low), Int(clamping: high)))
  }

  @inline(never)
  private func verdict(forClassOf text: TextBytes) -> Truth {
    switch kind {
    case .alphanumeric: Truth(text.isAlphanumeric)
    case .letters: Truth(text.isLetters)
    case .digits: Truth(text.isDigits)
    case .lowercase: Truth(text.isLowercase)
    case .uppercase: Truth(text.isUppercase)
    case .ascii: Truth(text.isASCII)
    default: .unknown
    }
  }
}

// MARK: - Making them

extension PlainTest {
  /// The tests of every rule, end to end: for each rule where its tests begin, and at the end their
  /// number. A rule that is not plain has one that is never sure.
  static func all(in program: Program) -> (first: [Int32], tests: [PlainTest]) {
    var first: [Int32] = []
    var tests: [PlainTest] = []
    for rule in program.rules {
      first.append(Int32(tests.count))
      let start = tests.count
      let isPlain =
        rule.field >= 0 && !rule.isCheck
        && flatten(rule.condition, Int(rule.field), program, into: &tests)
      if !isPlain {
        tests.removeLast(tests.count - start)
        tests.append(PlainTest(kind: .none))
      }
    }
    first.append(Int32(tests.count))
    return (first, tests)
  }

  /// Appends the tests that together are a condition; false if it is not that plain.
  private static func flatten(
    _ condition: Int32, _ field: Int, _ program: Program, into tests: inout [PlainTest]
  ) -> Bool {
    let node = program.nodes[Int(condition)]
    switch node.operation {
    case .and:
      return flatten(node.a, field, program, into: &tests)
        && flatten(node.b, field, program, into: &tests)
    case .defined:
      let first = tests.count
      guard flatten(node.a, field, program, into: &tests) else { return false }
      // What fails is the definition, whichever part of it did.
      for index in first..<tests.count { tests[index].part = condition }
      return true
    case .predicate:
      guard isValue(node.a, of: field, program), var test = predicate(node, program) else {
        return false
      }
      test.part = condition
      tests.append(test)
      return true
    case .inRange:
      guard node.variant == 0, isValue(node.a, of: field, program),
        var test = range(node.b, .range, program)
      else { return false }
      test.part = condition
      tests.append(test)
      return true
    case .lessOrEqual, .greaterOrEqual:
      guard isValue(node.a, of: field, program), let bound = constant(node.b, program) else {
        return false
      }
      tests.append(
        node.operation == .lessOrEqual
          ? PlainTest(kind: .range, high: bound, part: condition)
          : PlainTest(kind: .range, low: bound, part: condition))
      return true
    default: return false
    }
  }

  /// Whether an operand is the field's own value, seen from its own frame.
  private static func isValue(_ operand: Int32, of field: Int, _ program: Program) -> Bool {
    let node = program.nodes[Int(operand)]
    return node.operation == .cell && node.a == 0 && Int(node.c) == field
      && node.b == program.fields[field].cell
  }

  private static func predicate(_ node: Node, _ program: Program) -> PlainTest? {
    switch Predicate(rawValue: node.variant) {
    case .count where node.c == 1: range(program.lists[Int(node.b)], .count, program)
    case .range where node.c == 1: range(program.lists[Int(node.b)], .range, program)
    case .alphanumeric where node.c == 0: PlainTest(kind: .alphanumeric)
    case .letters where node.c == 0: PlainTest(kind: .letters)
    case .digits where node.c == 0: PlainTest(kind: .digits)
    case .lowercase where node.c == 0: PlainTest(kind: .lowercase)
    case .uppercase where node.c == 0: PlainTest(kind: .uppercase)
    case .ascii where node.c == 0: PlainTest(kind: .ascii)
    default: nil
    }
  }

  /// A test for a range whose bounds are whole numbers written in the spec.
  private static func range(_ number: Int32, _ kind: Kind, _ program: Program) -> PlainTest? {
    let node = program.nodes[Int(number)]
    guard node.operation == .range else { return nil }
    var test = PlainTest(kind: kind)
    if node.a >= 0 {
      guard let low = constant(node.a, program) else { return nil }
      test.low = low
    }
    if node.b >= 0 {
      guard let high = constant(node.b, program), high > .min else { return nil }
      test.high = node.variant == 1 ? high - 1 : high
    }
    return test
  }

  private static func constant(_ number: Int32, _ program: Program) -> Int64? {
    let node = program.nodes[Int(number)]
    guard node.operation == .constant else { return nil }
    let value = program.constants[Int(node.a)]
    return value.kind == .number ? value.smallInteger : nil
  }
}
