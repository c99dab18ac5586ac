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

/// A running aggregate of values. It takes 40 bytes, because there may be one for each record.
struct RunningAggregate {
  /// The aggregated values.
  private enum Content {
    /// The sum of numbers, as long as it fits.
    case short(ShortSum)
    /// The only element is the sum of numbers. An array, because such a sum is long and rare.
    case long([ExactSum])
    /// The sum of durations, or the least or most value. Blank before the first value.
    case value(Value)
  }

  /// The number of values or, for a share, of all items.
  var count: Int64 = 0
  private var content = Content.short(ShortSum())
  /// The kind and flags of `lack`. The kind is blank if there is a result.
  private var lackKind = Value.Kind.blank
  private var lackFlags: UInt8 = 0
  private let aggregate: Aggregate

  init(_ aggregate: Aggregate) {
    self.aggregate = aggregate
    switch aggregate {
    case .duration: content = .value(Value(CalendarDuration(months: 0, seconds: 0, nanoseconds: 0)))
    case .least, .most: content = .value(.blank)
    case .count, .share, .sum, .mean: break
    }
  }

  /// The reason why there is no result.
  var lack: Value? {
    get { lackKind == .blank ? nil : Value(lackKind, flags: lackFlags) }
    set { (lackKind, lackFlags) = (newValue?.kind ?? .blank, newValue?.flags ?? 0) }
  }

  /// Adds a value. For a count or a share, the value is 1.
  mutating func add(_ value: Value) {
    count += 1
    switch aggregate {
    case .count: break
    case .share: addNumber(value)
    case .sum, .duration, .mean:
      if value.kind == .duration { addDuration(value) } else { addNumber(value) }
    case .least, .most: compare(value)
    }
  }

  private mutating func compare(_ value: Value) {
    guard case .value(let extreme) = content else { return }
    if value.isPartialDate || extreme.isPartialDate {
      let isLeast = aggregate == .least
      content = .value(extreme.isUsable ? .extreme(value, extreme, isLeast: isLeast) : value)
      return
    }
    let order = extreme.isUsable ? Value.order(value, extreme) : nil
    // Some pairs of durations have no order. The result is then unknown.
    if extreme.isUsable, order == nil { lack = lack ?? .unknown }
    if order.map({ aggregate == .least ? $0 < 0 : $0 > 0 }) ?? true { content = .value(value) }
  }

  private mutating func addDuration(_ value: Value) {
    var total: CalendarDuration? = value.duration
    if case .value(let sum) = content, sum.isUsable {
      total = sum.duration.adding(value.duration)
      if total == nil { lack = .uncalculable }
    }
    content = .value(total.map { Value($0) } ?? .blank)
  }

  private mutating func addNumber(_ value: Value) {
    if case .short(var sum) = content {
      if sum.add(value) {
        content = .short(sum)
        return
      }
    }
    addLong { $0.add(value.number) }
  }

  /// Changes the sum to a long one, and calls `add` with it.
  private mutating func addLong(_ add: (inout ExactSum) -> Void) {
    switch content {
    case .long(var sums):
      // The array isn't copied, because `content` doesn't refer to it while it changes.
      content = .value(.blank)
      add(&sums[0])
      content = .long(sums)
    case .short(let short):
      var sum = ExactSum()
      if let total = short.total { sum.add(total) }
      add(&sum)
      content = .long([sum])
    case .value: break
    }
  }

  /// Adds the values of `other`, which must be the same kind of aggregate.
  mutating func add(_ other: RunningAggregate) {
    count += other.count
    lack = lack ?? other.lack
    switch other.content {
    case .short(let added):
      if let total = added.total { addNumber(Value(total)) }
    case .long(let added): addLong { $0.add(added[0]) }
    case .value(let value) where value.isUsable:
      if aggregate == .least || aggregate == .most { compare(value) } else { addDuration(value) }
    case .value: break
    }
  }

  mutating func code(_ coder: inout ByteCoder) {
    var (short, long, value): (ShortSum?, ExactSum?, Value?)
    switch content {
    case .short(let sum): short = sum
    case .long(let sums): long = sums[0]
    case .value(let content): value = content
    }
    coder.code(&count)
    coder.code(&lack, .unknown) { $1.code(&$0) }
    coder.code(&short, ShortSum()) { $1.code(&$0) }
    coder.code(&long, ExactSum()) { $1.code(&$0) }
    coder.code(&value, .blank) { $1.code(&$0) }
    content = short.map { .short($0) } ?? long.map { .long([$0]) } ?? .value(value ?? .blank)
  }

  /// The result. A sum of nothing is 0, other aggregates of nothing are blank.
  var result: Value {
    if let lack { return lack }
    switch aggregate {
    case .count: return Value(integer: count)
    case .least, .most, .sum, .duration: return total ?? .uncalculable
    case .share, .mean: return count == 0 ? .blank : mean ?? .uncalculable
    }
  }

  private var total: Value? {
    switch content {
    case .short(let sum): sum.total.map { Value($0) }
    case .long(let sums): sums[0].total.map { Value($0) }
    case .value(let value): value
    }
  }

  private var mean: Value? {
    switch content {
    case .short(let sum): sum.total?.divided(by: ExactDecimal(count)).map { Value($0) }
    case .long(let sums): sums[0].mean(of: count).map { Value($0) }
    case .value(let value): value.duration.divided(into: count).map { Value($0) }
    }
  }
}
