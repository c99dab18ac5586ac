// Rules that depend only on a field's own value and on constants, as flat lists of tests. Most rules of most forms
// are of this kind: a count, a class of characters, a range of numbers. A test gives an answer only if it is certain;
// otherwise the evaluator decides.

/// A part of a rule with all its parameters.
struct FastTest: Sendable {
  enum Kind: UInt8, Sendable {
    /// Always uncertain.
    case none
    /// From `low` to `high` characters or items.
    case count
    /// A number from `low` to `high`.
    case range
    /// From `low` to `high` decimal places.
    case decimals
    /// The predicate holds for a text.
    case word
    /// A text matches the entry `payload` of `pictures` or `selections`.
    case like, only
    /// No two items have the same value in the cell `member`. Only a reader can evaluate this test.
    case distinct
    /// The value is the sum of the cell `member` in the items of the list in the cell `payload`. Only a reader can
    /// evaluate this test.
    case sum
  }

  var kind: Kind
  var predicate = Predicate.filled
  var payload: Int32 = -1
  var member: Int32 = -1
  /// The part of the rule that fails if the test fails.
  var part: Int32 = -1
  var low: Int64 = .min
  var high: Int64 = .max

  /// Returns whether the test holds for a value of a field, or `unknown` if uncertain.
  @inline(__always)
  func verdict(for value: Value, _ plan: UnsafePointer<Plan>) -> Truth {
    // The kinds are tested one after another, because the processor would mispredict a jump table.
    if kind == .count {
      // A text of n > 0 bytes has between one and n characters.
      let count = Int64(truncatingIfNeeded: value.high)
      if value.kind == .text {
        // In plain ASCII JSON, each byte is one character. The only ASCII character of two bytes is the line break CR
        // LF, which plain JSON can't contain.
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

  /// Compares a fractional number with the bounds. Scales the bounds up to the decimal places of the number. Returns
  /// `unknown` if a scaled number doesn't fit 64 bits.
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
  /// Returns the part of a rule that `empty`, an empty text or list, certainly fails. Returns -1 if `empty` certainly
  /// obeys the rule, or nil if neither is certain.
  func failedPart(ofRule rule: Int32, by empty: Value) -> Int32? {
    let first = pointee.firstFastTest
    var failed: Int32 = -1
    for index in Int(first[Int(rule)])..<Int(first[Int(rule) + 1]) {
      let test = pointee.fastTests[index]
      // A later word can't change the result: only the first failed part is returned, and the word's test is never
      // uncertain for a text.
      if failed >= 0, test.kind == .word, empty.kind == .text { continue }
      // The test of a picture isn't valid for an empty text.
      let verdict = test.kind == .like ? .unknown : test.verdict(for: empty, self)
      switch verdict {
      case .yes: break
      case .no: if failed < 0 { failed = test.part }
      case .unknown, .elsewhere, .skipped, .uncalculable: return nil
      }
    }
    return failed
  }
}

// MARK: - Creation

/// The tests of every rule, end to end.
struct FastTests {
  /// For each rule, the index of its first test. The last element is the number of all tests.
  var first = FlatArray<Int32>()
  /// The tests of all rules. A rule that can't be expressed in fast tests has a single test, which is always uncertain.
  var all = FlatArray<FastTest>()

  init(_ program: Program) {
    first.reserveCapacity(program.rules.count + 1)
    all.reserveCapacity(program.rules.count * 2)
    for rule in program.rules {
      first.append(Int32(all.count))
      let start = all.count
      let constraints =
        rule.field >= 0 && !rule.isCheck ? program.formula(of: rule.condition).soleConjuncts : nil
      for constraint in constraints ?? [] {
        guard let test = FastTest(constraint, ofField: Int(rule.field), program) else {
          all.removeLast(all.count - start)
          break
        }
        all.append(test)
      }
      if all.count == start { all.append(FastTest(kind: .none)) }
    }
    first.append(Int32(all.count))
  }

  /// Whether the rules depend only on the value that they test.
  func areAboutValue(_ rules: Range<Int32>) -> Bool {
    all[Int(first[Int(rules.lowerBound)])..<Int(first[Int(rules.upperBound)])].allSatisfy { test in
      switch test.kind {
      case .none, .distinct, .sum: false
      case .count, .range, .decimals, .word, .like, .only: true
      }
    }
  }
}

extension FastTest {
  /// Creates the test of a constraint on the field's own value, in its own frame. Fails for any other constraint.
  fileprivate init?(_ constraint: Constraint, ofField field: Int, _ program: Program) {
    guard !constraint.isNegated,
      case .cell(0, let cell, let own) = program.view(constraint.subject),
      Int(own) == field, cell == program.fields[field].cell
    else { return nil }
    switch (constraint.measure, constraint.allowed) {
    case (.value, .equal(let operand)):
      guard let sum = FastTest.sum(operand, program) else { return nil }
      self = sum
    case (.value, .interval(let interval)): self.init(.range, interval, program)
    case (.count, .interval(let interval)): self.init(.count, interval, program)
    case (.decimals, .interval(let interval)): self.init(.decimals, interval, program)
    case (.value, .word(.distinct, let by)):
      guard let distinct = FastTest.distinct(by, field, program) else { return nil }
      self = distinct
    case (.value, .word(let word, let arguments)): self.init(word, arguments, program)
    default: return nil
    }
    part = constraint.part
  }

  /// Returns a test that a value equals `operand`, which must be a sum such as `sum(items.price)`. The list must be in
  /// the same frame as the value.
  private static func sum(_ operand: Int32, _ program: Program) -> FastTest? {
    guard case .aggregate(.sum, let path, -1, -1) = program.view(operand),
      case .each(let list, let member) = program.view(path),
      case .cell(0, let cell, let field) = program.view(list), cell < 64,
      case .list(let level) = program.fields[Int(field)].type,
      let member = program.cell(member, ofLevel: level)
    else { return nil }
    return FastTest(kind: .sum, payload: cell, member: member)
  }

  /// Returns a test that the items of a list are all different or, with `by:`, that they all differ in a field.
  private static func distinct(_ by: NodeList, _ field: Int, _ program: Program) -> FastTest? {
    guard case .list(let level) = program.fields[field].type else { return nil }
    guard let by = by.first else {
      let items = program.levels[Int(level)]
      return items.itemIsRecord ? nil : FastTest(kind: .distinct, member: items.itemCell)
    }
    guard case .ofItem(let member, _, _) = program.view(by),
      let cell = program.cell(member, ofLevel: level)
    else { return nil }
    return FastTest(kind: .distinct, member: cell)
  }

  private init?(_ word: Predicate, _ arguments: NodeList, _ program: Program) {
    guard let argument = arguments.first else {
      guard word.isAboutTextAlone else { return nil }
      self.init(kind: .word, predicate: word)
      return
    }
    guard arguments.count == 1 else { return nil }
    switch (word, program.view(argument)) {
    case (.like, .picture(let number)): self.init(kind: .like, payload: Int32(number))
    case (.only, .selection(let number)): self.init(kind: .only, payload: Int32(number))
    default: return nil
    }
  }

  /// Creates a test for an interval whose bounds are constant whole numbers.
  private init?(_ kind: Kind, _ interval: Interval<Int32>, _ program: Program) {
    // An excluded bound can't be expressed: the last number inside it depends on whether fractions are allowed.
    if kind == .range, interval.excludesLow || interval.excludesHigh { return nil }
    self.init(kind: kind)
    if let operand = interval.low {
      guard let bound = program.wholeConstant(operand), bound < .max else { return nil }
      low = interval.excludesLow ? bound + 1 : bound
    }
    if let operand = interval.high {
      guard let bound = program.wholeConstant(operand), bound > .min else { return nil }
      high = interval.excludesHigh ? bound - 1 : bound
    }
  }
}

extension Program {
  fileprivate func wholeConstant(_ operand: Int32) -> Int64? {
    guard let value = constantValue(operand), value.kind == .number else { return nil }
    return value.smallInteger
  }

  /// Returns the cell that an operand reads if the operand is a field of `level`, or nil otherwise.
  fileprivate func cell(_ operand: Int32, ofLevel level: Int32) -> Int32? {
    guard case .cell(0, let cell, let field) = view(operand), fields[Int(field)].level == level
    else { return nil }
    return cell
  }
}
