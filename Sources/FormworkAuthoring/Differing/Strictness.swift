// Whether a condition takes fewer values than another, or more: said only where it surely is so.

internal import FormworkEngine
internal import FormworkSyntax

/// How the values that a new condition takes lie to those that the old one took.
enum Strictness {
  case same, tighter, looser
  /// Nobody can tell, or some go and others come.
  case other

  var opposite: Strictness {
    switch self {
    case .tighter: .looser
    case .looser: .tighter
    case .same, .other: self
    }
  }

  /// What two changes at the same time come to.
  func with(_ next: Strictness) -> Strictness {
    if self == .same || self == next { return next }
    return next == .same ? self : .other
  }

  /// What becomes of a set if some members come and others go.
  init(_ old: OrderedSet<Int>, _ new: OrderedSet<Int>) {
    self =
      old == new
      ? .same : old.isSubset(of: new) ? .looser : new.isSubset(of: old) ? .tighter : .other
  }
}

/// Compares conditions of two forms.
struct StrictnessTest {
  let old: MeaningReader
  let new: MeaningReader
  /// The paths of fields that are typed, cleaned or found otherwise in the new form, or are only in one of them.
  let unsteady: OrderedSet<String>

  func compare(_ first: Int32, _ second: Int32) -> Strictness {
    guard isSteady(first, old), isSteady(second, new) else { return .other }
    return relation(first, second)
  }

  private func isSteady(_ node: Int32, _ side: MeaningReader) -> Bool {
    if case .cell(_, _, let field) = side.program.view(node) {
      return !unsteady.contains(side.program.path(ofField: field) ?? "")
    }
    return side.program.children(of: node).allSatisfy { isSteady($0, side) }
  }

  /// Whether nothing in a condition can be without a result, which counts for more than what stands beside it.
  private func isPlain(_ node: Int32, _ side: MeaningReader) -> Bool {
    switch side.program.view(node) {
    case .arithmetic, .function, .lookUp, .inTable, .host, .sum, .negate: return false
    default: return side.program.children(of: node).allSatisfy { isPlain($0, side) }
    }
  }

  private func relation(_ first: Int32, _ second: Int32) -> Strictness {
    if old.meaning(first) == new.meaning(second) { return .same }
    switch (old.program.view(first), new.program.view(second)) {
    case (.defined(let inner, _), _): return relation(inner, second)
    case (_, .defined(let inner, _)): return relation(first, inner)
    case (.not(let one), .not(let other)):
      return areApart(first, second) ? relation(one, other).opposite : .other
    case (
      .quantified(let one, let inner, let depth, let isAll),
      .quantified(let other, let otherInner, let otherDepth, let otherIsAll)
    ):
      guard old.meaning(one) == new.meaning(other), depth == otherDepth, isAll == otherIsAll,
        areApart(first, second)
      else { return .other }
      return relation(inner, otherInner)
    case (.and, _), (_, .and):
      return relation(conjuncts(first, old), conjuncts(second, new)) { $0 }
    case (.or, _), (_, .or):
      return relation(alternatives(first, old), alternatives(second, new)) { $0.opposite }
    default: return relation(ofAtoms: first, second)
    }
  }

  /// Whether both conditions are settled by their parts alone.
  private func areApart(_ first: Int32, _ second: Int32) -> Bool {
    isPlain(first, old) && isPlain(second, new)
  }

  /// How parts that stand beside each other differ.
  ///
  /// - Parameter turned: what it means if there are more of them: of parts that must all hold it is tighter.
  private func relation(
    _ first: [Int32], _ second: [Int32], _ turned: (Strictness) -> Strictness
  ) -> Strictness {
    guard first.allSatisfy({ isPlain($0, old) }), second.allSatisfy({ isPlain($0, new) }) else {
      return .other
    }
    let kept = OrderedSet(first.map { old.meaning($0) }).intersection(
      OrderedSet(second.map { new.meaning($0) }))
    let gone = first.filter { !kept.contains(old.meaning($0)) }
    let added = second.filter { !kept.contains(new.meaning($0)) }
    if gone.isEmpty { return turned(.tighter) }
    if added.isEmpty { return turned(.looser) }
    guard gone.count == added.count else { return .other }
    return zip(gone, added).reduce(Strictness.same) { $0.with(relation($1.0, $1.1)) }
  }

  private func conjuncts(_ node: Int32, _ side: MeaningReader) -> [Int32] {
    switch side.program.view(node) {
    case .and(let first, let second): conjuncts(first, side) + conjuncts(second, side)
    case .defined(let inner, _): conjuncts(inner, side)
    default: [node]
    }
  }

  private func alternatives(_ node: Int32, _ side: MeaningReader) -> [Int32] {
    switch side.program.view(node) {
    case .or(let first, let second): alternatives(first, side) + alternatives(second, side)
    case .defined(let inner, _): alternatives(inner, side)
    default: [node]
    }
  }

  // MARK: - Conditions without parts

  private func relation(ofAtoms first: Int32, _ second: Int32) -> Strictness {
    if let one = interval(first, old), let other = interval(second, new) {
      guard one.subject == other.subject, one.isOutside == other.isOutside else { return .other }
      let strictness = one.relation(to: other)
      return one.isOutside ? strictness.opposite : strictness
    }
    if let one = values(first, old), let other = values(second, new), one.subject == other.subject,
      one.isNone == other.isNone
    {
      let strictness = Strictness(one.values, other.values)
      return one.isNone ? strictness.opposite : strictness
    }
    return .other
  }

  /// The values that a condition names; each of them may be a range.
  private func values(
    _ node: Int32, _ side: MeaningReader
  ) -> (subject: Int, values: OrderedSet<Int>, isNone: Bool)? {
    switch side.program.view(node) {
    case .inList(let subject, let list, let isNone):
      (side.meaning(subject), OrderedSet(list.map { side.meaning($0) }), isNone)
    case .word(.oneOf, let subject, let list):
      (side.meaning(subject), OrderedSet(list.map { side.meaning($0) }), false)
    default: nil
    }
  }

  private func interval(_ node: Int32, _ side: MeaningReader) -> Interval? {
    let program = side.program
    func interval(_ measure: String, _ subject: Int32, isWhole: Bool) -> Interval {
      Interval(subject: side.number(measure, [side.meaning(subject)]), isWhole: isWhole)
    }
    func ranged(_ interval: Interval, _ range: Int32?, isOutside: Bool = false) -> Interval? {
      guard let range, case .range(let low, let high, let isHalfOpen) = program.view(range) else {
        return nil
      }
      var interval = interval
      interval.isOutside = isOutside
      if low >= 0 {
        guard let value = constant(low, program) else { return nil }
        interval.low = Interval.Limit(value: value)
      }
      if high >= 0 {
        guard let value = constant(high, program) else { return nil }
        interval.high = Interval.Limit(value: value, isExcluded: isHalfOpen)
      }
      return interval
    }
    switch program.view(node) {
    case .inRange(let subject, let range, let isOutside):
      return ranged(
        interval("value", subject, isWhole: isWhole(subject, program)), range,
        isOutside: isOutside)
    case .word(.range, let subject, let arguments):
      return ranged(
        interval("value", subject, isWhole: isWhole(subject, program)), arguments.first)
    case .word(.count, let subject, let arguments):
      return ranged(interval("count", subject, isWhole: true), arguments.first)
    case .word(.decimals, let subject, let arguments):
      return ranged(interval("decimals", subject, isWhole: true), arguments.first)
    case .word(.age, let subject, let arguments):
      return ranged(interval("age", subject, isWhole: true), arguments.first)
    case .recordCount(let range, let isOutside):
      return ranged(
        Interval(subject: side.number("records"), isWhole: true), range, isOutside: isOutside)
    case .word(.before, let subject, let arguments):
      guard let value = arguments.first.flatMap({ constant($0, program) }) else { return nil }
      var bounds = interval("value", subject, isWhole: false)
      bounds.high = Interval.Limit(value: value, isExcluded: true)
      return bounds
    case .word(.after, let subject, let arguments):
      guard let value = arguments.first.flatMap({ constant($0, program) }) else { return nil }
      var bounds = interval("value", subject, isWhole: false)
      bounds.low = Interval.Limit(value: value, isExcluded: true)
      return bounds
    case .comparison(let comparison, let left, let right):
      guard let value = constant(right, program) else { return nil }
      var bounds = interval("value", left, isWhole: isWhole(left, program))
      let isExcluded = comparison == .less || comparison == .greater
      switch comparison {
      case .less, .lessOrEqual: bounds.high = Interval.Limit(value: value, isExcluded: isExcluded)
      case .greater, .greaterOrEqual:
        bounds.low = Interval.Limit(value: value, isExcluded: isExcluded)
      case .equal, .notEqual: return nil
      }
      return bounds
    default: return nil
    }
  }

  /// A number, a date or a time that is written in the form.
  private func constant(_ node: Int32, _ program: Program) -> Value? {
    guard case .constant(let entry) = program.view(node) else { return nil }
    let value = program.constant(entry).value
    return Value.order(value, value) == nil ? nil : value
  }

  private func isWhole(_ node: Int32, _ program: Program) -> Bool {
    switch program.view(node) {
    case .cell(_, _, let field): program.field(field).kind == .int
    case .count, .countOf: true
    default: false
    }
  }
}

/// The values from one limit to another of something that is measured.
private struct Interval {
  struct Limit {
    let value: Value
    var isExcluded = false
  }

  /// The meaning of what is measured.
  let subject: Int
  /// Whether it is always a whole number.
  let isWhole: Bool
  var low: Limit?
  var high: Limit?
  /// Whether the values outside of them are meant.
  var isOutside = false

  func relation(to new: Interval) -> Strictness {
    lower(low, new.low).with(lower(new.high, high, isHigh: true))
  }

  /// What it means that a lower limit becomes another; of upper limits, the other way round.
  private func lower(_ first: Limit?, _ second: Limit?, isHigh: Bool = false) -> Strictness {
    guard let first, let second else {
      return first == nil && second == nil
        ? .same : (first == nil) != isHigh ? .tighter : .looser
    }
    let order: Int?
    if isWhole {
      order = whole(first, isHigh).flatMap { one in
        whole(second, isHigh).map { one < $0 ? -1 : one == $0 ? 0 : 1 }
      }
    } else {
      order = Value.order(first.value, second.value).map {
        $0 != 0 ? $0 : excess(first, isHigh) - excess(second, isHigh)
      }
    }
    guard let order else { return .other }
    return order == 0 ? .same : order < 0 ? .tighter : .looser
  }

  /// How far the first value that is in lies beyond the limit: above a lower one, below an upper one.
  private func excess(_ limit: Limit, _ isHigh: Bool) -> Int {
    limit.isExcluded ? isHigh ? -1 : 1 : 0
  }

  /// The last whole number that is in; nil if the limit is none.
  private func whole(_ limit: Limit, _ isHigh: Bool) -> Int64? {
    guard limit.value.kind == .number, let value = limit.value.smallInteger else { return nil }
    let (number, isTooLarge) = value.addingReportingOverflow(Int64(excess(limit, isHigh)))
    return isTooLarge ? nil : number
  }
}
