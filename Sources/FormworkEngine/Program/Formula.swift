// The normal form of conditions. Lints, limits, explanations, differences, fast tests, branches and descriptions read what
// a condition says from here, so that each way of writing it is understood in one place.

/// What a condition says.
package enum Formula: Sendable {
  case all([Formula])
  case any([Formula])
  indirect case not(Formula)
  case constraint(Constraint)
  /// A condition that says something else, such as `any(list, …)` or a rule of the host program.
  case opaque(Int32)
}

/// A condition that a measure of one operand lies in a set.
package struct Constraint: Sendable {
  package enum Measure: Sendable {
    case value
    /// Characters of a text, or items of a list.
    case count
    /// Digits after the decimal point.
    case decimals
    /// Full years from a date to today.
    case age
    /// The number that a text is, read as the type `int` or `number` does.
    case number(Predicate)
    /// How often a text, or a character of a class, is in the text: the node of what is looked for.
    case occurrences(of: Int32)
    /// The records of the data set.
    case records
  }

  package enum Allowed: Sendable {
    /// The value of one operand.
    case equal(Int32)
    case interval(Interval)
    /// Values and ranges.
    case listed(NodeList)
    /// The bool is true.
    case isTrue
    /// What a rule word says without a range: a class, a pattern, a format.
    case word(Predicate, NodeList)
  }

  /// The operand that is measured, or -1 for the records of the data set.
  package let subject: Int32
  package let measure: Measure
  package let allowed: Allowed
  /// Whether the measure must not lie in the set.
  package let isNegated: Bool
  /// The node of the condition.
  package let source: Int32
  /// The node that a failure is reported for: the outermost definition that says the condition, or `source`.
  package fileprivate(set) var part: Int32
}

/// What lies between two operands of a program.
package struct Interval: Sendable {
  /// The nodes of the bounds, or -1.
  package var low: Int32 = -1
  package var high: Int32 = -1
  /// Whether a bound itself is left out.
  package var excludesLow = false
  package var excludesHigh = false

  package var isEmpty: Bool { low < 0 && high < 0 }
  package var isFull: Bool { low >= 0 && high >= 0 }

  /// The interval that is left where this one is forbidden: not below 18 is 18 or more. One with two bounds has no
  /// such interval, and is returned as it is: its bounds are those of what is forbidden.
  var forbidden: Interval {
    if isFull { return self }
    return Interval(
      low: high, high: low, excludesLow: high >= 0 && !excludesHigh,
      excludesHigh: low >= 0 && !excludesLow)
  }

  /// Takes the bounds that are missing from `other`.
  mutating func fill(from other: Interval) {
    if low < 0 { (low, excludesLow) = (other.low, other.excludesLow) }
    if high < 0 { (high, excludesHigh) = (other.high, other.excludesHigh) }
  }
}

extension Program {
  /// Returns what `condition` says.
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
    case .constantTruth(let holds): return holds ? .all([]) : .any([])
    default:
      guard var constraint = constraint(of: condition) else { return .opaque(condition) }
      constraint.part = part ?? condition
      return .constraint(constraint)
    }
  }

  /// Returns what `condition` says of one operand, or nil if it is composed of others or opaque.
  package func constraint(of condition: Int32) -> Constraint? {
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
      if case .count(let inner) = view(operand) {
        return constraint(inner, .count, allowed, isNegated: isNegated)
      }
      return constraint(operand, .value, allowed, isNegated: isNegated)
    }
    switch view(condition) {
    case .truth(let operand): return constraint(operand, .value, .isTrue)
    case .comparison(let comparison, let left, let right):
      // What is the same for all records is the bound, on whichever side it stands.
      let isTurned = isFixed(left) && !isFixed(right)
      let (subject, bound) = isTurned ? (right, left) : (left, right)
      switch isTurned ? comparison.turned : comparison {
      case .equal: return measured(subject, .equal(bound))
      case .notEqual: return measured(subject, .equal(bound), isNegated: true)
      case .less: return measured(subject, .interval(Interval(high: bound, excludesHigh: true)))
      case .lessOrEqual: return measured(subject, .interval(Interval(high: bound)))
      case .greater: return measured(subject, .interval(Interval(low: bound, excludesLow: true)))
      case .greaterOrEqual: return measured(subject, .interval(Interval(low: bound)))
      }
    case .inRange(let subject, let range, let isNegated):
      return interval(range).map { measured(subject, .interval($0), isNegated: isNegated) }
    case .inList(let subject, let items, let isNegated):
      return measured(subject, .listed(items), isNegated: isNegated)
    case .recordCount(let range, let isNegated):
      return interval(range).map {
        constraint(-1, .records, .interval($0), isNegated: isNegated)
      }
    case .word(let word, let subject, let arguments):
      let argument = arguments.first ?? -1
      let range = argument < 0 ? nil : interval(argument)
      switch word {
      case .oneOf: return constraint(subject, .value, .listed(arguments))
      case .range: return range.map { constraint(subject, .value, .interval($0)) }
      case .count: return range.map { constraint(subject, .count, .interval($0)) }
      case .decimals: return range.map { constraint(subject, .decimals, .interval($0)) }
      case .age: return range.map { constraint(subject, .age, .interval($0)) }
      case .before where argument >= 0:
        return constraint(
          subject, .value, .interval(Interval(high: argument, excludesHigh: true)))
      case .after where argument >= 0:
        return constraint(subject, .value, .interval(Interval(low: argument, excludesLow: true)))
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

  /// Returns the bounds of a node if it is a range.
  package func interval(_ range: Int32) -> Interval? {
    guard case .range(let low, let high, let isHalfOpen) = view(range) else { return nil }
    return Interval(low: low, high: high, excludesHigh: isHalfOpen && high >= 0)
  }

  /// Whether an operand is the same for every record of a run.
  @inline(never)
  package func isFixed(_ number: Int32) -> Bool {
    guard number >= 0 else { return true }
    switch view(number) {
    case .constant, .moment: return true
    case .negate, .arithmetic, .function, .extreme, .range:
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

  /// The constraints that must all hold, whatever else the formula says.
  package var conjuncts: [Constraint] { parts.constraints }

  /// The constraints that the formula says are all true, or nil if it says something else.
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
  /// Returns the limits that a condition sets: for each side, those of the first part that has one.
  package func limits(of condition: Int32) -> Interval {
    var limits = Interval()
    _ = hasConstraint(in: condition, isNegated: false) { constraint, isNegated in
      let own = self.limits(constraint)
      limits.fill(from: isNegated != constraint.isNegated ? own.forbidden : own)
      return limits.isFull
    }
    return limits
  }

  /// Whether a test holds for one of the constraints in a condition, asked in the order of the form with whether a `not`
  /// turns the constraint round.
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

  private func limits(_ constraint: Constraint) -> Interval {
    switch constraint.allowed {
    case .interval(let interval):
      // A comparison with what each record has is no limit.
      if case .comparison(_, let left, let right) = view(constraint.source),
        isFixed(left) == isFixed(right)
      {
        return Interval()
      }
      return interval
    case .listed(let items):
      // A range among other values is no limit.
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
