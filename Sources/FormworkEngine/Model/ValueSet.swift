// The sets of values that constraints allow. A set is nil if it depends on the record or isn't known exactly.

internal import FormworkSyntax

/// A set of values of one type.
package enum ValueSet {
  /// A finite set.
  case values([Value])
  /// All values between two bounds, each of which may be missing.
  case interval(Bound?, Bound?)
  /// Nonempty texts that contain only characters of a class.
  case only(Alphabet)
  /// Texts that contain a character of a class.
  case containing(TextClass)

  package struct Bound {
    package var value: Value
    /// Whether the value itself is excluded.
    package var isOpen: Bool

    package init(_ value: Value, isOpen: Bool) { (self.value, self.isOpen) = (value, isOpen) }
  }

  /// Classes of characters whose relations are known.
  package enum Alphabet {
    case digits, letters, alphanumeric, ascii
    /// Scripts outside of ASCII.
    case japanese
  }

  /// Whether the sets have no value in common.
  func isDisjoint(from other: ValueSet) -> Bool {
    switch (self, other) {
    case (.values(let ours), .values(let theirs)): ValueSet.disjoint(ours, theirs)
    case (.values(let ours), _): !ours.contains { other.contains($0) ?? true }
    case (_, .values): other.isDisjoint(from: self)
    case (.interval(let low, let high), .interval(let otherLow, let otherHigh)):
      ValueSet.isAbove(low, otherHigh) || ValueSet.isAbove(otherLow, high)
    case (.only(let ours), .only(let theirs)): ours.isDisjoint(from: theirs)
    case (.only(let alphabet), .containing(let needed)),
      (.containing(let needed), .only(let alphabet)):
      alphabet.excludes(needed)
    default: false
    }
  }

  /// Whether every value of this set is in the other set.
  package func isSubset(of other: ValueSet) -> Bool {
    switch (self, other) {
    case (.values(let ours), .values(let theirs)): ValueSet.holds(theirs, all: ours)
    case (.values(let ours), _): ours.allSatisfy { other.contains($0) ?? false }
    case (.interval(let low, let high), .interval(let otherLow, let otherHigh)):
      ValueSet.isWithin(low, above: otherLow) && ValueSet.isWithin(high, below: otherHigh)
    case (.only(let ours), .only(let theirs)): ours.isSubset(of: theirs)
    default: false
    }
  }

  /// The set, with the ends of an interval moved to whole numbers: above 3 becomes 4 or more.
  var ofWholeNumbers: ValueSet {
    guard case .interval(let low, let high) = self else { return self }
    func closed(_ bound: Bound?, _ step: Int64) -> Bound? {
      guard let bound, let floor = bound.value.floor else { return bound }
      let isWhole = bound.value.smallInteger != nil
      if isWhole, !bound.isOpen { return bound }
      // A fractional upper bound is rounded down, and a lower bound up.
      let (next, overflow) = floor.addingReportingOverflow(isWhole ? step : max(step, 0))
      return overflow ? bound : Bound(Value(integer: next), isOpen: false)
    }
    return .interval(closed(low, 1), closed(high, -1))
  }

  /// The complement, if a `ValueSet` can express it.
  var complement: ValueSet? {
    switch self {
    case .interval(let low?, nil):
      .interval(nil, Bound(low.value, isOpen: !low.isOpen))
    case .interval(nil, let high?):
      .interval(Bound(high.value, isOpen: !high.isOpen), nil)
    case .values(let values) where values.count == 1 && values[0].kind == .bool:
      .values([Value(bool: !values[0].bool)])
    default: nil
    }
  }

  /// Whether a value is in the set, or nil if that is unknown.
  private func contains(_ value: Value) -> Bool? {
    switch self {
    case .values(let values): return values.contains { ValueSet.areEqual($0, value) ?? false }
    case .interval(let low, let high):
      if let low {
        guard let order = Value.order(low.value, value) else { return nil }
        if order > 0 || (order == 0 && low.isOpen) { return false }
      }
      if let high {
        guard let order = Value.order(value, high.value) else { return nil }
        if order > 0 || (order == 0 && high.isOpen) { return false }
      }
      return true
    case .only, .containing: return nil
    }
  }

  private static func disjoint(_ ours: [Value], _ theirs: [Value]) -> Bool {
    guard let index = ValueIndex(of: theirs, for: ours.count) else {
      return !ours.contains { value in theirs.contains { areEqual($0, value) ?? false } }
    }
    return !ours.contains { index.contains($0) }
  }

  private static func holds(_ theirs: [Value], all ours: [Value]) -> Bool {
    // Tests the first value first, because most lists that aren't subsets differ in it.
    guard let first = ours.first else { return true }
    if !theirs.contains(where: { areEqual($0, first) ?? false }) { return false }
    guard let index = ValueIndex(of: theirs, for: ours.count) else {
      return ours.allSatisfy { value in theirs.contains { areEqual($0, value) ?? false } }
    }
    return ours.allSatisfy { index.contains($0) }
  }

  fileprivate static func areEqual(_ left: Value, _ right: Value) -> Bool? {
    switch (left.kind, right.kind) {
    case (.text, .text): left.bytes.equals(right.bytes)
    case (.bool, .bool): left.bool == right.bool
    default: Value.order(left, right).map { $0 == 0 }
    }
  }

  /// Whether no value is both above a lower bound and below an upper one.
  private static func isAbove(_ low: Bound?, _ high: Bound?) -> Bool {
    guard let low, let high, let order = Value.order(low.value, high.value) else { return false }
    return order > 0 || (order == 0 && (low.isOpen || high.isOpen))
  }

  private static func isWithin(_ bound: Bound?, above limit: Bound?) -> Bool {
    guard let limit else { return true }
    guard let bound, let order = Value.order(bound.value, limit.value) else { return false }
    return order > 0 || (order == 0 && (bound.isOpen || !limit.isOpen))
  }

  private static func isWithin(_ bound: Bound?, below limit: Bound?) -> Bool {
    guard let limit else { return true }
    guard let bound, let order = Value.order(bound.value, limit.value) else { return false }
    return order < 0 || (order == 0 && (bound.isOpen || !limit.isOpen))
  }
}

extension Program {
  /// Returns the set of a constraint, if it is the same for every record and known exactly.
  package func values(of constraint: Constraint) -> ValueSet? {
    // A set has values of one type, so a field with alternatives has none.
    if let field = field(of: constraint.subject), staticType(field).family == .either {
      return nil
    }
    let set: ValueSet? =
      switch constraint.allowed {
      case .equal(let operand): constantValue(operand).map { .values([$0]) }
      case .interval(let interval): values(of: interval)
      case .listed(let items): constants(items).map { .values($0) }
      case .isTrue: .values([Value(bool: true)])
      case .word(let word, let arguments): values(of: word, arguments)
      }
    return set.map { isWhole(constraint) ? $0.ofWholeNumbers : $0 }
  }

  /// Whether the measure of a constraint is always a whole number.
  private func isWhole(_ constraint: Constraint) -> Bool {
    switch constraint.measure {
    case .count, .words, .decimals, .age, .occurrences, .records, .number(.int): return true
    case .number: return false
    case .value:
      switch view(constraint.subject) {
      case .cell(_, _, let field): return field >= 0 && staticType(field) == .int
      case .aggregate(.count, _, _, _): return true
      default: return false
      }
    }
  }

  /// Returns the values between two bounds, if these are constants.
  func values(of interval: Interval<Int32>) -> ValueSet? {
    let low = interval.low.flatMap { constantValue($0) }
    let high = interval.high.flatMap { constantValue($0) }
    guard (interval.low == nil) == (low == nil), (interval.high == nil) == (high == nil) else {
      return nil
    }
    return .interval(
      low.map { .init($0, isOpen: interval.excludesLow) },
      high.map { .init($0, isOpen: interval.excludesHigh) })
  }

  /// Returns the items of a list, or nil if they aren't all constants.
  private func constants(_ items: NodeList) -> [Value]? {
    var values: [Value] = []
    for item in items {
      guard let value = constantValue(item) else { return nil }
      values.append(value)
    }
    return values
  }

  private func values(of word: Predicate, _ arguments: NodeList) -> ValueSet? {
    let zero = ValueSet.Bound(Value(integer: 0), isOpen: true)
    switch word {
    case .positive: return .interval(zero, nil)
    case .negative: return .interval(nil, zero)
    case .digits: return .only(.digits)
    case .letters where arguments.isEmpty: return .only(.letters)
    case .alphanumeric where arguments.isEmpty: return .only(.alphanumeric)
    case .ascii: return .only(.ascii)
    case .hiragana, .katakana, .kanji: return .only(.japanese)
    case .contains:
      guard let content = arguments.first, case .selection(let number) = view(content),
        let textClass = selections[number].classes.first
      else { return nil }
      return .containing(textClass)
    default: return nil
    }
  }
}

extension Value {
  /// The largest whole number that isn't above a number, or nil if it doesn't fit 64 bits.
  fileprivate var floor: Int64? {
    if let integer = smallInteger { return integer }
    guard kind == .number, scale <= 18, let digits = smallCoefficient else { return nil }
    let (whole, rest) = digits.quotientAndRemainder(dividingBy: PowerOfTen.small(scale))
    return rest < 0 ? whole - 1 : whole
  }
}

extension ValueSet.Alphabet {
  func isDisjoint(from other: ValueSet.Alphabet) -> Bool {
    switch (self, other) {
    case (.digits, .letters), (.letters, .digits): true
    case (.japanese, .japanese): false
    case (.japanese, _), (_, .japanese): true
    default: false
    }
  }

  func isSubset(of other: ValueSet.Alphabet) -> Bool {
    switch (self, other) {
    case (.digits, .digits), (.letters, .letters), (.ascii, .ascii),
      (.alphanumeric, .alphanumeric):
      true
    case (.digits, .alphanumeric), (.letters, .alphanumeric): true
    case (.digits, .ascii), (.letters, .ascii), (.alphanumeric, .ascii): true
    default: false
    }
  }

  /// Whether no character of the alphabet is in a class.
  func excludes(_ textClass: TextClass) -> Bool {
    switch (self, textClass) {
    case (.digits, .digit), (.letters, .letter), (.letters, .lowercase), (.letters, .uppercase),
      (.alphanumeric, .digit), (.alphanumeric, .letter), (.alphanumeric, .lowercase),
      (.alphanumeric, .uppercase), (.ascii, _), (.japanese, _):
      false
    default: true
    }
  }
}

/// An index of a long list of values, for lookups without comparing every value.
private enum ValueIndex {
  case texts(NameTable)
  /// Values of one kind, sorted.
  case ordered([Value])

  /// Fails if comparing every pair of values is as fast, or if the values have no order.
  ///
  /// - Parameter count: the number of values to look up.
  init?(of values: [Value], for count: Int) {
    guard let kind = values.first?.kind, values.count > 16, count > 16,
      values.allSatisfy({ $0.kind == kind })
    else { return nil }
    switch kind {
    case .text:
      var table = NameTable()
      for value in values { table.add(text: value.bytes) }
      self = .texts(table)
    case .number, .date, .dateTime, .instant, .time:
      self = .ordered(values.ordered { (Value.order($0, $1) ?? 0) < 0 })
    default: return nil
    }
  }

  func contains(_ value: Value) -> Bool {
    switch self {
    case .texts(let table): return value.kind == .text && table.number(of: value.bytes) != nil
    case .ordered(let values):
      guard value.kind == values[0].kind else { return false }
      var (low, high) = (0, values.count)
      while low < high {
        let middle = (low + high) / 2
        if (Value.order(values[middle], value) ?? 0) < 0 {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low < values.count && ValueSet.areEqual(values[low], value) ?? false
    }
  }
}
