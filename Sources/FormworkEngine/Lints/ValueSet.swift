// What a condition says of one value, as a set: enough to tell that two conditions cannot both hold,
// or that one follows from the other. Whatever does not fit exactly is left out, so that nothing is
// ever said that is not true.

internal import FormworkSyntax

/// A set of values of one type.
enum ValueSet {
  /// Finitely many.
  case values([Value])
  /// Everything between two bounds, either of which may be missing.
  case interval(Bound?, Bound?)
  /// Texts that are not empty and consist of characters of a class.
  case only(Alphabet)
  /// Texts in which there is a character of a class.
  case containing(TextClass)

  struct Bound {
    var value: Value
    /// Whether the value itself is left out.
    var isOpen: Bool
  }

  /// Classes of characters of which something is known about each other.
  enum Alphabet {
    case digits, letters, alphanumeric, ascii
    /// Scripts outside ASCII.
    case japanese
  }

  /// Whether no value is in both sets.
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

  /// Whether every value of this set is in the other.
  func isSubset(of other: ValueSet) -> Bool {
    switch (self, other) {
    case (.values(let ours), .values(let theirs)): ValueSet.holds(theirs, all: ours)
    case (.values(let ours), _): ours.allSatisfy { other.contains($0) ?? false }
    case (.interval(let low, let high), .interval(let otherLow, let otherHigh)):
      ValueSet.isWithin(low, above: otherLow) && ValueSet.isWithin(high, below: otherHigh)
    case (.only(let ours), .only(let theirs)): ours.isSubset(of: theirs)
    default: false
    }
  }

  /// The same set where all values are whole numbers: above 3 is 4 or more.
  var ofWholeNumbers: ValueSet {
    guard case .interval(let low, let high) = self else { return self }
    func closed(_ bound: Bound?, _ step: Int64) -> Bound? {
      guard let bound, bound.isOpen, let number = bound.value.smallInteger else { return bound }
      let (next, overflow) = number.addingReportingOverflow(step)
      return overflow ? bound : Bound(value: Value(integer: next), isOpen: false)
    }
    return .interval(closed(low, 1), closed(high, -1))
  }

  /// What is not in the set, if that is a set of this kind, too.
  var complement: ValueSet? {
    switch self {
    case .interval(let low?, nil):
      .interval(nil, Bound(value: low.value, isOpen: !low.isOpen))
    case .interval(nil, let high?):
      .interval(Bound(value: high.value, isOpen: !high.isOpen), nil)
    case .values(let values) where values.count == 1 && values[0].kind == .bool:
      .values([Value(bool: !values[0].bool)])
    default: nil
    }
  }

  /// Whether a value is in the set; nil if that cannot be told.
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
    // Most lists differ in their first value already.
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

  /// Whether a lower bound leaves nothing below an upper one.
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

  /// Whether no character of the alphabet is of a class.
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

/// The values of a long list, among which others are found without looking at each.
private enum ValueIndex {
  case texts(NameTable)
  /// Values of one kind in their order.
  case ordered([Value])

  /// Nil where comparing each with each is as quick, or where the values have no order.
  ///
  /// - Parameter count: how many values are to be looked for.
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
