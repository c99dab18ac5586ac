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
    /// A number from `low` to `high`.
    case range
    /// From `low` to `high` digits after the decimal point.
    case decimals
    /// What the predicate says of a text.
    case word
    /// The entry `payload` of `pictures`, of `selections`.
    case like, only
    /// No two items have the same value in the cell `member`. Only a reader is sure of it.
    case distinct
    /// The sum of what the items of the list in the cell `payload` have in the cell `member`. Only a reader
    /// is sure of it.
    case sum
  }

  var kind: Kind
  var predicate = Predicate.filled
  var payload: Int32 = -1
  var member: Int32 = -1
  /// The part of the rule that fails where the test does.
  var part: Int32 = -1
  var low: Int64 = .min
  var high: Int64 = .max

  /// Whether the test holds for a value of a field; unknown where that is not sure.
  @inline(__always)
  func verdict(for value: Value, _ plan: UnsafePointer<Plan>) -> Truth {
    // Asked one after another, because a jump by number is one that the processor has to guess.
    if kind == .count {
      // A text of n > 0 bytes has at least one and at most n characters.
      let count = Int64(truncatingIfNeeded: value.high)
      if value.kind == .text {
        // Plain JSON of ASCII has no line breaks, which are the only characters of two bytes.
        let isExact = value.flags & (Value.isPlainJSON | Value.isBeyondASCII) == Value.isPlainJSON
        if isExact { return Truth(low <= count && count <= high) }
        return count > 0 && low <= 1 && count <= high ? .yes : verdict(forCountOf: value)
      }
      return value.kind == .list ? Truth(low <= count && count <= high) : .unknown
    }
    if kind == .range {
      guard value.kind == .number else { return .unknown }
      guard let number = value.smallInteger else { return verdict(forFraction: value) }
      return Truth(low <= number && number <= high)
    }
    if kind == .decimals {
      guard value.kind == .number else { return .unknown }
      return Truth(low <= Int64(value.scale) && Int64(value.scale) <= high)
    }
    return value.kind == .text ? verdict(forText: value.bytes, plan) : .unknown
  }

  @inline(never)
  private func verdict(forCountOf value: Value) -> Truth {
    Truth(value.bytes.hasCharacterCount(in: Int(clamping: low), Int(clamping: high)))
  }

  @inline(never)
  private func verdict(forText text: TextBytes, _ plan: UnsafePointer<Plan>) -> Truth {
    switch kind {
    case .word: predicate.holds(for: text).map { Truth($0) } ?? .unknown
    case .like:
      Truth(
        TextPicture.matches(text, plan.pointee.pictureBytes[Int(payload)])
          || plan.pointee.pictures[Int(payload)].matches(text))
    case .only:
      Truth(
        plan.pointee.asciiSelections[Int(payload)].hasAll(of: text)
          || text.hasOnly(plan.pointee.selections[Int(payload)]))
    default: .unknown
    }
  }

  /// A number with places is compared at its own scale, where that fits 64 bits.
  @inline(never)
  private func verdict(forFraction value: Value) -> Truth {
    guard value.scale <= 18, let digits = value.smallCoefficient else { return .unknown }
    let unit = PowerOfTen.small(value.scale)
    if low > .min {
      let (bound, isTooLarge) = low.multipliedReportingOverflow(by: unit)
      if isTooLarge { return .unknown }
      if digits < bound { return .no }
    }
    if high < .max {
      let (bound, isTooLarge) = high.multipliedReportingOverflow(by: unit)
      if isTooLarge { return .unknown }
      if digits > bound { return .no }
    }
    return .yes
  }
}

extension UnsafePointer where Pointee == Plan {
  /// The part of a rule that an empty text or list surely fails, or -1 if it surely keeps the rule; nil
  /// where neither is sure.
  func failedPart(ofRule rule: Int32, by empty: Value) -> Int32? {
    let first = pointee.firstPlainTest
    var failed: Int32 = -1
    for index in Int(first[Int(rule)])..<Int(first[Int(rule) + 1]) {
      let test = pointee.plainTests[index]
      // The first part that fails is the one, and what is said of a text is always sure.
      if failed >= 0, test.kind == .word, empty.kind == .text { continue }
      // A picture is looked up in a way that takes no empty text for granted.
      let verdict = test.kind == .like ? .unknown : test.verdict(for: empty, self)
      switch verdict {
      case .yes: break
      case .no: if failed < 0 { failed = test.part }
      case .unknown, .skipped: return nil
      }
    }
    return failed
  }
}

// MARK: - Making them

/// The tests of every rule, end to end.
struct PlainTests {
  /// For each rule where its tests begin, and at the end the number of all.
  var first = FlatArray<Int32>()
  /// A rule that is not plain has one that is never sure.
  var all = FlatArray<PlainTest>()

  init(_ program: Program) {
    first.reserveCapacity(program.rules.count + 1)
    all.reserveCapacity(program.rules.count * 2)
    for rule in program.rules {
      first.append(Int32(all.count))
      let start = all.count
      let isPlain =
        rule.field >= 0 && !rule.isCheck
        && PlainTest.flatten(rule.condition, Int(rule.field), program, into: &all)
      if !isPlain {
        all.removeLast(all.count - start)
        all.append(PlainTest(kind: .none))
      }
    }
    first.append(Int32(all.count))
  }
}

extension PlainTest {
  /// Appends the tests that together are a condition; false if it is not that plain.
  fileprivate static func flatten(
    _ condition: Int32, _ field: Int, _ program: Program, into tests: inout FlatArray<PlainTest>
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
      guard isValue(node.a, of: field, program), var test = predicate(node, field, program) else {
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
    case .equal:
      guard isValue(node.a, of: field, program), var test = sum(node.b, field, program) else {
        return false
      }
      test.part = condition
      tests.append(test)
      return true
    case .lessOrEqual, .greaterOrEqual:
      guard isValue(node.a, of: field, program), let bound = constant(node.b, program) else {
        return false
      }
      tests.append(
        node.operation == .lessOrEqual
          ? PlainTest(kind: .range, part: condition, high: bound)
          : PlainTest(kind: .range, part: condition, low: bound))
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

  /// A test for the sum of a field of the records of a list in the same frame.
  private static func sum(_ operand: Int32, _ field: Int, _ program: Program) -> PlainTest? {
    let node = program.nodes[Int(operand)]
    guard node.operation == .sum else { return nil }
    let path = program.nodes[Int(node.a)]
    guard path.operation == .each else { return nil }
    let list = program.nodes[Int(path.a)]
    let member = program.nodes[Int(path.b)]
    guard list.operation == .cell, list.a == 0, list.b < 64, member.operation == .cell,
      member.a == 0,
      case .list(let level) = program.fields[Int(list.c)].type,
      program.fields[Int(member.c)].level == level
    else { return nil }
    return PlainTest(kind: .sum, payload: list.b, member: member.b)
  }

  /// A test that no two items of a list, or no two values of a field of its records, are the same.
  private static func distinct(_ node: Node, _ field: Int, _ program: Program) -> PlainTest? {
    guard case .list(let level) = program.fields[field].type else { return nil }
    if node.c == 0 {
      let items = program.levels[Int(level)]
      return items.itemIsRecord ? nil : PlainTest(kind: .distinct, member: items.itemCell)
    }
    let by = program.nodes[Int(program.lists[Int(node.b)])]
    guard by.operation == .ofItem else { return nil }
    let member = program.nodes[Int(by.a)]
    guard member.operation == .cell, member.a == 0, program.fields[Int(member.c)].level == level
    else { return nil }
    return PlainTest(kind: .distinct, member: member.b)
  }

  private static func predicate(_ node: Node, _ field: Int, _ program: Program) -> PlainTest? {
    guard let predicate = Predicate(rawValue: node.variant) else { return nil }
    if predicate == .distinct { return distinct(node, field, program) }
    if node.c == 0 {
      return predicate.isAboutTextAlone ? PlainTest(kind: .word, predicate: predicate) : nil
    }
    guard node.c == 1 else { return nil }
    let argument = program.lists[Int(node.b)]
    switch predicate {
    case .count: return range(argument, .count, program)
    case .range: return range(argument, .range, program)
    case .decimals: return range(argument, .decimals, program)
    case .like: return PlainTest(kind: .like, payload: program.nodes[Int(argument)].a)
    case .only: return PlainTest(kind: .only, payload: program.nodes[Int(argument)].a)
    default: return nil
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
      // Without its end, a range of numbers ends differently for whole ones and for others.
      if node.variant == 1, kind == .range { return nil }
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
