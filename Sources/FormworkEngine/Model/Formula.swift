// The normal form of conditions. Lints, limits, explanations, differences, fast tests, branches and descriptions read
// the normal form, so that equivalent spellings are handled in one place.

/// A condition in normal form.
package enum Formula: Sendable {
  case all([Formula])
  case any([Formula])
  indirect case not(Formula)
  case constraint(Constraint)
  /// Any other condition, such as `any(list, …)` or a rule of the host program.
  case opaque(Int32)
}

/// A condition that requires a measure of one operand to be in a set.
package struct Constraint: Sendable {
  package enum Measure: Sendable {
    case value
    /// The number of characters of a text, or of items of a list.
    case count
    /// The number of words of a text.
    case words
    /// The number of decimal places.
    case decimals
    /// The number of full years from a date to today.
    case age
    /// The number that a text is parsed as, by the rules of the type `int` or `number`.
    case number(Predicate)
    /// The number of occurrences in the text. The node is the text or character class that is searched for.
    case occurrences(of: Int32)
    /// The number of records of the data set. The operand is the question.
    case records

    var isOfRecords: Bool { if case .records = self { true } else { false } }
  }

  package enum Allowed: Sendable {
    /// The value of one operand.
    case equal(Int32)
    case interval(Interval<Int32>)
    /// Values and ranges.
    case listed(NodeList)
    /// The bool is true.
    case isTrue
    /// A rule word without a range: a class, a pattern, a format.
    case word(Predicate, NodeList)
  }

  /// The measured operand.
  package let subject: Int32
  package let measure: Measure
  package let allowed: Allowed
  /// Whether the measure must be outside the set.
  package let isNegated: Bool
  /// The node of the condition.
  package let source: Int32
  /// The node that a failure is reported for: the outermost definition that contains the condition, or `source`.
  package fileprivate(set) var part: Int32
}

/// An interval. Its bounds are operands of a program, values to be shown, or texts.
package struct Interval<Bound: Sendable>: Sendable {
  package var low: Bound?
  package var high: Bound?
  /// Whether the lower bound itself isn't in the interval. `excludesHigh` is the same for the upper bound.
  package var excludesLow = false
  package var excludesHigh = false

  package init(
    low: Bound? = nil, high: Bound? = nil, excludesLow: Bool = false, excludesHigh: Bool = false
  ) {
    (self.low, self.high) = (low, high)
    (self.excludesLow, self.excludesHigh) = (excludesLow, excludesHigh)
  }

  /// Creates the interval of the values for which `comparison` with `bound` holds. Nil for a test of equality.
  package init?(_ comparison: Comparison, _ bound: Bound) {
    switch comparison {
    case .less, .lessOrEqual: self.init(high: bound, excludesHigh: comparison == .less)
    case .greater, .greaterOrEqual: self.init(low: bound, excludesLow: comparison == .greater)
    case .equal, .notEqual: return nil
    }
  }

  package var isEmpty: Bool { low == nil && high == nil }
  package var isFull: Bool { low != nil && high != nil }

  /// The interval that remains if this one is forbidden: "not below 18" leaves "18 or more". If this one has two
  /// bounds, no single interval remains. It is then returned unchanged, as the interval of the forbidden values.
  package var forbidden: Interval {
    if isFull { return self }
    return Interval(
      low: high, high: low, excludesLow: high != nil && !excludesHigh,
      excludesHigh: low != nil && !excludesLow)
  }

  /// Adopts missing bounds from `other`.
  mutating func fill(from other: Interval) {
    if low == nil { (low, excludesLow) = (other.low, other.excludesLow) }
    if high == nil { (high, excludesHigh) = (other.high, other.excludesHigh) }
  }

  package func map<Other>(_ transform: (Bound) -> Other) -> Interval<Other> {
    Interval<Other>(
      low: low.map(transform), high: high.map(transform), excludesLow: excludesLow,
      excludesHigh: excludesHigh)
  }
}

extension Program {
  /// Returns the normal form of `condition`.
  package func formula(of condition: Int32) -> Formula { formula(of: condition, part: nil) }

  /// - Parameter part: The outermost definition around the condition.
  private func formula(of condition: Int32, part: Int32?) -> Formula {
    switch view(condition) {
    case .and(let first, let second):
      return .all([formula(of: first, part: part), formula(of: second, part: part)])
    case .or(let first, let second):
      return .any([formula(of: first, part: part), formula(of: second, part: part)])
    case .not(let inner): return .not(formula(of: inner, part: part))
    case .defined(let inner, _): return formula(of: inner, part: part ?? condition)
    case .ofItem(let inner, _, _): return formula(of: inner, part: part)
    case .constantTruth(let holds): return holds ? .all([]) : .any([])
    default:
      guard var constraint = constraint(of: condition) else { return .opaque(condition) }
      constraint.part = part ?? condition
      return .constraint(constraint)
    }
  }

  /// Returns `condition` as a constraint on one operand, or nil if it is composed of other conditions or opaque.
  ///
  /// - Parameter field: The field whose value the operand should be, or nil for any operand. If the field is on the
  ///   right of a comparison, the sides are exchanged.
  package func constraint(of condition: Int32, about field: Int32? = nil) -> Constraint? {
    func constraint(
      _ subject: Int32, _ measure: Constraint.Measure, _ allowed: Constraint.Allowed,
      isNegated: Bool = false
    ) -> Constraint {
      Constraint(
        subject: subject, measure: measure, allowed: allowed, isNegated: isNegated,
        source: condition, part: condition)
    }
    func measured(
      _ operand: Int32, _ allowed: Constraint.Allowed, isNegated: Bool = false
    ) -> Constraint {
      guard let (inner, measure) = counted(by: operand) else {
        return constraint(operand, .value, allowed, isNegated: isNegated)
      }
      if field == nil { return constraint(inner, measure, allowed, isNegated: isNegated) }
      // Messages about the count of a field have words only for intervals that aren't negated.
      return switch allowed {
      case .interval where !isNegated: constraint(inner, measure, allowed)
      case .equal(let count) where !isNegated:
        constraint(inner, measure, .interval(Interval(low: count, high: count)))
      default: constraint(operand, .value, allowed, isNegated: isNegated)
      }
    }
    func isSubject(_ operand: Int32, _ field: Int32) -> Bool {
      isAbout(field, counted(by: operand)?.subject ?? operand)
    }
    switch view(condition) {
    case .truth(let operand): return constraint(operand, .value, .isTrue)
    case .comparison(let comparison, let left, let right):
      // The operand that is the same for all records is the bound, whichever side it is on.
      let isTurned =
        field.map { !isSubject(left, $0) && isSubject(right, $0) }
        ?? (isFixed(left) && !isFixed(right))
      let (subject, bound) = isTurned ? (right, left) : (left, right)
      if let interval = Interval(isTurned ? comparison.turned : comparison, bound) {
        return measured(subject, .interval(interval))
      }
      return measured(subject, .equal(bound), isNegated: comparison == .notEqual)
    case .inRange(let subject, let range, let isNegated):
      return interval(range).map { measured(subject, .interval($0), isNegated: isNegated) }
    case .inList(let subject, let items, let isNegated):
      return measured(subject, .listed(items), isNegated: isNegated)
    case .word(let word, let subject, let arguments):
      let argument = arguments.first ?? -1
      let range = argument < 0 ? nil : interval(argument)
      switch word {
      case .oneOf: return constraint(subject, .value, .listed(arguments))
      case .range: return range.map { constraint(subject, .value, .interval($0)) }
      case .count: return range.map { constraint(subject, .count, .interval($0)) }
      case .words: return range.map { constraint(subject, .words, .interval($0)) }
      case .decimals: return range.map { constraint(subject, .decimals, .interval($0)) }
      case .age: return range.map { constraint(subject, .age, .interval($0)) }
      case .before, .after:
        let bounds = argument < 0 ? nil : Interval(word == .before ? .less : .greater, argument)
        if let bounds { return constraint(subject, .value, .interval(bounds)) }
      case .int, .number:
        if let range { return constraint(subject, .number(word), .interval(range)) }
      case .contains:
        if let range, let content = arguments.last {
          return constraint(subject, .occurrences(of: content), .interval(range))
        }
      default: break
      }
      return constraint(subject, .value, .word(word, arguments))
    default: return nil
    }
  }

  /// Returns what a function counts: the text or list in `count(name)`, the text in `words(note)`.
  private func counted(by operand: Int32) -> (subject: Int32, measure: Constraint.Measure)? {
    switch view(operand) {
    case .question(_, let number) where isTotal(number): (operand, .records)
    case .count(let subject): (subject, .count)
    case .function(.words, let arguments): arguments.first.map { ($0, .words) }
    default: nil
    }
  }

  /// Returns the bounds of a node if it is a range.
  package func interval(_ range: Int32) -> Interval<Int32>? {
    guard case .range(let low, let high, let isHalfOpen) = view(range) else { return nil }
    return Interval(
      low: low < 0 ? nil : low, high: high < 0 ? nil : high, excludesHigh: isHalfOpen && high >= 0)
  }

  /// Whether an operand is the same for every record of a run.
  @inline(never)
  package func isFixed(_ number: Int32) -> Bool {
    guard number >= 0 else { return true }
    switch view(number) {
    case .constant, .moment: return true
    case .negate, .arithmetic, .conditional, .function, .extreme, .range:
      return !hasChild(number) { !isFixed($0) }
    default: return false
    }
  }
}

extension Formula {
  /// The constraints in the formula, in the order of the form.
  package var constraints: [Constraint] {
    var found: [Constraint] = []
    collect(into: &found)
    return found
  }

  private func collect(into found: inout [Constraint]) {
    switch self {
    case .all(let parts), .any(let parts): for part in parts { part.collect(into: &found) }
    case .not(let inner): inner.collect(into: &found)
    case .constraint(let constraint): found.append(constraint)
    case .opaque: break
    }
  }

  /// The constraints that must all hold for the formula to hold.
  package var conjuncts: [Constraint] { parts.constraints }

  /// The constraints if the formula is equivalent to their conjunction, or else nil.
  var soleConjuncts: [Constraint]? { parts.isAll ? parts.constraints : nil }

  private var parts: (constraints: [Constraint], isAll: Bool) {
    var found: [Constraint] = []
    let isAll = collectConjuncts(into: &found)
    return (found, isAll)
  }

  private func collectConjuncts(into found: inout [Constraint]) -> Bool {
    switch self {
    case .all(let parts):
      var isAll = true
      for part in parts { isAll = part.collectConjuncts(into: &found) && isAll }
      return isAll
    case .constraint(let constraint):
      found.append(constraint)
      return true
    case .any, .not, .opaque: return false
    }
  }
}

// MARK: - Limits and listed values

extension Program {
  /// Returns the limits that a condition sets: its first lower limit and its first upper limit.
  package func limits(of condition: Int32) -> Interval<Int32> {
    var limits = Interval<Int32>()
    _ = hasConstraint(in: condition, isNegated: false) { constraint, isNegated in
      let own = self.limits(constraint)
      limits.fill(from: isNegated != constraint.isNegated ? own.forbidden : own)
      return limits.isFull
    }
    return limits
  }

  /// Whether `test` holds for one of the constraints in a condition, in the order of the form. The second argument of
  /// `test` is whether a `not` negates the constraint.
  private func hasConstraint(
    in condition: Int32, isNegated: Bool, _ test: (Constraint, Bool) -> Bool
  ) -> Bool {
    guard condition >= 0 else { return false }
    switch view(condition) {
    case .and(let first, let second), .or(let first, let second):
      return hasConstraint(in: first, isNegated: isNegated, test)
        || hasConstraint(in: second, isNegated: isNegated, test)
    case .not(let inner): return hasConstraint(in: inner, isNegated: !isNegated, test)
    case .defined(let inner, _): return hasConstraint(in: inner, isNegated: isNegated, test)
    default: return constraint(of: condition).map { test($0, isNegated) } ?? false
    }
  }

  private func limits(_ constraint: Constraint) -> Interval<Int32> {
    switch constraint.allowed {
    case .interval(let interval): return interval
    case .listed(let items):
      // A range among other values isn't a limit.
      guard case .word = view(constraint.source), items.count == 1, let only = items.first else {
        return Interval()
      }
      return interval(only) ?? Interval()
    case .equal, .isTrue, .word: return Interval()
    }
  }

  /// Returns the items of the first `oneOf` or `in` in a condition.
  func listedValues(of condition: Int32) -> NodeList? {
    var found: NodeList?
    _ = hasConstraint(in: condition, isNegated: false) { constraint, _ in
      if case .listed(let items) = constraint.allowed { found = items }
      return found != nil
    }
    return found
  }
}
