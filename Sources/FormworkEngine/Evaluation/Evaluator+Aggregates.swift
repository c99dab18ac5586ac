// Aggregates of all items of a list: their number, share, sum, mean, smallest and largest.

internal import FormworkSyntax

extension Evaluator {
  /// Returns an aggregate of the values of a list, or of an operand about each item. A condition about each item may
  /// leave items out.
  func aggregated(_ node: Node, _ frame: Frame) -> Value {
    guard let aggregate = Aggregate(rawValue: node.variant) else { return .unknown }
    if let known = knownResult(node.a) { return known }
    if node.b >= 0 || node.c >= 0 { return summary(aggregate, node, frame).result }
    return remembered(aggregate, node.a, frame) { summary(aggregate, node, frame).result }
  }

  /// Returns an aggregate to which others can be added.
  func summary(_ aggregate: Aggregate, _ node: Node, _ frame: Frame) -> RunningAggregate {
    if node.b >= 0 || node.c >= 0 { return summaryOfItems(aggregate, node, frame) }
    var summary = RunningAggregate(aggregate)
    let walk = forEachValue(of: node.a, frame) { value in
      summary.add(value)
      return true
    }
    if walk != .finished { summary.lack = missing(walk) }
    return summary
  }

  /// Aggregates the items of a list. Leaves out an item whose value is blank, whose condition is false, or whose
  /// condition is unknown because of a blank value. In any other item, an unusable value makes the result unusable.
  private func summaryOfItems(
    _ aggregate: Aggregate, _ node: Node, _ frame: Frame
  ) -> RunningAggregate {
    var summary = RunningAggregate(aggregate)
    let item = plan.nodes[Int(node.c >= 0 ? node.c : node.b)]
    let walk = forEachItem(of: node.a, item, frame) { inner in
      var value = Value(integer: 1)
      var truth = node.c >= 0 ? self.truth(of: item.a, inner) : .yes
      if truth == .yes, node.b >= 0 {
        value = self.value(of: plan.nodes[Int(node.b)].a, inner)
        if !value.isUsable { truth = Evaluator.lack(value) }
      }
      switch truth {
      case .yes: summary.add(value)
      case .no, .unknown: if aggregate == .share { summary.count += 1 }
      case .skipped: summary.lack = .unusable(.undecided)
      case .elsewhere:
        if summary.lack?.failure != .undecided { summary.lack = .unusable(.elsewhere) }
      case .uncalculable: if summary.lack == nil { summary.lack = .uncalculable }
      }
      return true
    }
    if walk != .finished { summary.lack = missing(walk) }
    return summary
  }
}

/// A running aggregate of values.
struct RunningAggregate {
  private let aggregate: Aggregate
  /// The number of values or, for a share, of all items.
  var count: Int64 = 0
  /// The reason why there is no result.
  var lack: Value?
  private var sum = RunningSum()
  private var duration: CalendarDuration?
  private var extreme = Value.blank

  init(_ aggregate: Aggregate) {
    self.aggregate = aggregate
    if aggregate == .duration { duration = CalendarDuration(0, .second) }
  }

  /// Adds a value. For a count or a share, the value is 1.
  mutating func add(_ value: Value) {
    count += 1
    switch aggregate {
    case .count: break
    case .share: sum.add(value)
    case .sum, .duration, .mean: addUp(value)
    case .least, .most: compare(value)
    }
  }

  private mutating func compare(_ value: Value) {
    let order = extreme.isUsable ? Value.order(value, extreme) : nil
    // Some pairs of durations have no order. The result is then unknown.
    if extreme.isUsable, order == nil { lack = lack ?? .unknown }
    if order.map({ aggregate == .least ? $0 < 0 : $0 > 0 }) ?? true { extreme = value }
  }

  /// Adds the values of `other`, which must be the same kind of aggregate.
  mutating func add(_ other: RunningAggregate) {
    count += other.count
    lack = lack ?? other.lack
    sum.add(other.sum)
    if let added = other.duration {
      let total = duration.map { $0.adding(added) } ?? added
      if total == nil { lack = .uncalculable }
      duration = total
    }
    if other.extreme.isUsable { compare(other.extreme) }
  }

  mutating func code(_ coder: inout ByteCoder) {
    coder.code(&count)
    coder.code(&lack, .unknown) { $1.code(&$0) }
    sum.code(&coder)
    var total = duration.map { Value($0) }
    coder.code(&total, .blank) { $1.code(&$0) }
    duration = total.map { $0.duration }
    extreme.code(&coder)
  }

  private mutating func addUp(_ value: Value) {
    guard value.kind == .duration else { return sum.add(value) }
    let total = duration.map { $0.adding(value.duration) } ?? value.duration
    if total == nil { lack = .uncalculable }
    duration = total
  }

  /// The result. A sum of nothing is 0, other aggregates of nothing are blank.
  var result: Value {
    if let lack { return lack }
    switch aggregate {
    case .count: return Value(integer: count)
    case .least, .most: return extreme
    case .sum, .duration: return total ?? .uncalculable
    case .share, .mean: return count == 0 ? .blank : mean ?? .uncalculable
    }
  }

  private var total: Value? {
    if let duration { return Value(duration) }
    return sum.total.map { Value($0) }
  }

  private var mean: Value? {
    if let duration { return duration.divided(into: count).map { Value($0) } }
    return sum.mean(of: count).map { Value($0) }
  }
}

/// A sum of numbers, in 64 bits as long as it fits.
private struct RunningSum {
  private var short = ShortSum()
  /// The sum, once it has exceeded `short`.
  private var long: ExactSum?

  mutating func add(_ value: Value) {
    if long == nil {
      if short.add(value) { return }
      long = ExactSum()
      if let total = short.total { long?.add(total) }
    }
    long?.add(value.number)
  }

  mutating func add(_ other: RunningSum) {
    guard let added = other.long else {
      return other.short.total.map { add(Value($0)) } ?? ()
    }
    if long == nil {
      long = ExactSum()
      if let total = short.total { long?.add(total) }
    }
    long?.add(added)
  }

  mutating func code(_ coder: inout ByteCoder) {
    short.code(&coder)
    coder.code(&long, ExactSum()) { $1.code(&$0) }
  }

  /// The sum, or nil if it is too long for a number.
  var total: ExactDecimal? { long.map { $0.total } ?? short.total }

  func mean(of count: Int64) -> ExactDecimal? {
    long.map { $0.mean(of: count) } ?? short.total?.divided(by: ExactDecimal(count))
  }
}
