// Conditions and operands. Their evaluation is three-valued, total, and without visible effects.

extension Evaluator {
  /// Returns the truth of a condition in a frame.
  func truth(of condition: Int32, _ frame: Frame) -> Truth {
    let node = plan.nodes[Int(condition)]
    switch node.operation {
    case .and:
      let way = state.pointee.way
      let first = truth(of: node.a, frame)
      // Every record counts for `unique`, even if it fails for another reason.
      if first == .no, !state.pointee.isCollecting { return .no }
      let second = truth(of: node.b, frame)
      if first == .no || second == .no { return decided(.no, way) }
      return first == .yes && second == .yes ? .yes : .unknown(first, second)
    case .or:
      let way = state.pointee.way
      let first = truth(of: node.a, frame)
      if first == .yes { return .yes }
      let second = truth(of: node.b, frame)
      if second == .yes { return decided(.yes, way) }
      return first == .no && second == .no ? .no : .unknown(first, second)
    case .not: return truth(of: node.a, frame).negated
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return comparison(node, frame)
    case .inRange:
      let inside = isValue(value(of: node.a, frame), inRange: node.b, frame)
      return node.variant == 1 ? inside.negated : inside
    case .inList:
      let inside = isValue(value(of: node.a, frame), inList: node, frame)
      return node.variant == 1 ? inside.negated : inside
    case .predicate: return test(node, frame)
    case .host: return testHost(node, frame)
    case .truth:
      let value = value(of: node.a, frame)
      return value.kind == .bool ? Truth(value.bool) : Evaluator.lack(value)
    case .defined: return truth(of: node.a, frame)
    case .question: return truth(ofQuestion: node, frame)
    case .inTable: return isInTable(node, frame)
    case .inValues: return isInValues(node, frame)
    case .anyItem, .allItems: return quantified(node, frame)
    case .constantTruth: return Truth(node.a == 1)
    case .isKind:
      let value = value(of: node.a, frame)
      return value.isUsable ? Truth(ValueKinds(node.b).contains(value)) : Evaluator.lack(value)
    default: return .unknown
    }
  }

  /// Returns `truth` for a condition that is decided in spite of unusable values. Restores `way`, because no record
  /// prevented the decision.
  func decided(_ truth: Truth, _ way: RecordAddress) -> Truth {
    state.pointee.way = way
    return truth
  }

  /// Returns the unknown truth for an operand that has no value or can't be compared.
  static func lack(_ value: Value) -> Truth {
    switch value.kind {
    case .unusable: value.failure == .elsewhere ? .elsewhere : .skipped
    case .blank, .unknown, .null: .unknown
    default: .uncalculable
    }
  }

  static func lack(_ first: Value, _ second: Value) -> Truth {
    .unknown(lack(first), lack(second))
  }

  /// Combines the reasons why a value and some items of `lists` can't be compared.
  func lack(_ value: Value, beside items: Range<Int>, _ frame: Frame) -> Truth {
    state.pointee.steps += items.count
    return items.reduce(Evaluator.lack(value)) { .unknown($0, lack(of: plan.lists[$1], frame)) }
  }

  /// Returns the truth of a comparison with an operand that has no value: unknown, skipped or uncalculable. For a
  /// range, combines the truths of its bounds.
  private func lack(of operand: Int32, _ frame: Frame) -> Truth {
    guard operand >= 0 else { return .uncalculable }
    let node = plan.nodes[Int(operand)]
    guard node.operation == .range else { return Evaluator.lack(value(of: operand, frame)) }
    return .unknown(lack(of: node.a, frame), lack(of: node.b, frame))
  }

  private func comparison(_ node: Node, _ frame: Frame) -> Truth {
    let left = value(of: node.a, frame)
    let right = value(of: node.b, frame)
    guard left.isUsable, right.isUsable else { return Evaluator.lack(left, right) }
    switch node.operation {
    case .equal: return equals(left, right)
    case .notEqual: return equals(left, right).negated
    default: break
    }
    if Value.arePartialDates(left, right) { return compare(left, node.operation, right) }
    guard let order = order(left, right) else {
      return left.kind == right.kind ? .uncalculable : .unknown
    }
    switch node.operation {
    case .less: return Truth(order < 0)
    case .lessOrEqual: return Truth(order <= 0)
    case .greater: return Truth(order > 0)
    default: return Truth(order >= 0)
    }
  }

  /// Returns the truth of a comparison of dates, one of which is partial.
  private func compare(_ left: Value, _ operation: Node.Operation, _ right: Value) -> Truth {
    switch operation {
    case .less: left.isBefore(right, orEqual: false)
    case .lessOrEqual: left.isBefore(right, orEqual: true)
    case .greater: right.isBefore(left, orEqual: false)
    default: right.isBefore(left, orEqual: true)
    }
  }

  /// Whether two values are equal. Values of different types aren't.
  func equals(_ left: Value, _ right: Value) -> Truth {
    switch (left.kind, right.kind) {
    case (.text, .text):
      let ignoresCase = (left.flags | right.flags) & Value.ignoresCase != 0
      if !mayCompare(left.bytes, right.bytes, ignoresCase: ignoresCase) { return .skipped }
      if ignoresCase { return Truth(left.bytes.equals(right.bytes, anyCase: true)) }
      return Truth(left.bytes.equals(right.bytes))
    case (.bool, .bool): return Truth(left.bool == right.bool)
    default:
      if Value.arePartialDates(left, right) { return left.isSameDay(as: right) }
      guard let order = order(left, right) else {
        return left.kind == right.kind ? .uncalculable : .no
      }
      return Truth(order == 0)
    }
  }

  /// Whether two values are the same, as for `unique`. Partial dates are the same if they cover the same
  /// days.
  func areSame(_ left: Value, _ right: Value) -> Bool {
    left.isPartialDate ? left.hasSameDays(as: right) : equals(left, right) == .yes
  }

  /// Counts the steps of a comparison of two long texts. Returns false if the record has exceeded the limit. Texts
  /// with different bytes may be equal, and comparing them takes far longer than reading them.
  @inline(__always)
  private func mayCompare(_ left: TextBytes, _ right: TextBytes, ignoresCase: Bool) -> Bool {
    let shorter = min(left.count, right.count)
    return shorter <= Evaluator.shortText || mayCompareLong(left, right, shorter, ignoresCase)
  }

  @inline(never)
  private func mayCompareLong(
    _ left: TextBytes, _ right: TextBytes, _ shorter: Int, _ ignoresCase: Bool
  ) -> Bool {
    if !mayTake(shorter / 8) { return false }
    let isQuick = !ignoresCase && (left.hasSameBytes(as: right) || left.isASCII || right.isASCII)
    if !isQuick { state.pointee.steps += shorter * 2 }
    return true
  }

  /// Returns a number below, equal to or above 0 if the left value is before, equal to or after the right one.
  /// Returns nil if they have no order. Neither may be a partial date.
  func order(_ left: Value, _ right: Value) -> Int? {
    switch (left.kind, right.kind) {
    case (.number, .number):
      if let first = left.smallInteger, let second = right.smallInteger {
        return first < second ? -1 : first == second ? 0 : 1
      }
      if left.scale == right.scale, let first = left.smallCoefficient,
        let second = right.smallCoefficient
      {
        return first < second ? -1 : first == second ? 0 : 1
      }
      let (first, second) = (left.number, right.number)
      return first < second ? -1 : first == second ? 0 : 1
    case (.date, .date), (.dateTime, .dateTime), (.instant, .instant), (.time, .time):
      let days = (Int64(bitPattern: left.high), Int64(bitPattern: right.high))
      if days.0 != days.1 { return days.0 < days.1 ? -1 : 1 }
      let times = (Int64(bitPattern: left.low), Int64(bitPattern: right.low))
      return times.0 < times.1 ? -1 : times.0 == times.1 ? 0 : 1
    case (.duration, .duration): return left.duration.compare(with: right.duration)
    default: return nil
    }
  }

  /// Whether a value is in a range node. If a bound is unknown, the other bound may decide.
  func isValue(_ value: Value, inRange number: Int32, _ frame: Frame) -> Truth {
    let range = plan.nodes[Int(number)]
    guard value.isUsable else { return .unknown(Evaluator.lack(value), lack(of: number, frame)) }
    var result = Truth.yes
    if range.a >= 0 {
      let low = self.value(of: range.a, frame)
      if Value.arePartialDates(value, low) {
        result = low.isBefore(value, orEqual: true)
        if result == .no { return .no }
      } else if let order = order(value, low) {
        if order < 0 { return .no }
      } else if low.isUsable, low.kind != value.kind {
        return .no
      } else {
        result = Evaluator.lack(low)
      }
    }
    if range.b >= 0 {
      let high = self.value(of: range.b, frame)
      if Value.arePartialDates(value, high) {
        let truth = value.isBefore(high, orEqual: range.variant != 1)
        if truth == .no { return .no }
        if truth != .yes { result = .unknown(result, truth) }
      } else if let order = order(value, high) {
        if order > 0 || (order == 0 && range.variant == 1) { return .no }
      } else if high.isUsable, high.kind != value.kind {
        return .no
      } else {
        result = .unknown(result, Evaluator.lack(high))
      }
    }
    return result
  }

  /// Whether a value is one of the items of `node`, which may be ranges.
  func isValue(_ value: Value, inList node: Node, _ frame: Frame) -> Truth {
    isValue(value, inItems: node.b, node.c, frame)
  }

  func isValue(_ value: Value, inItems first: Int32, _ count: Int32, _ frame: Frame) -> Truth {
    let items = Int(first)..<Int(first + count)
    guard value.isUsable else { return lack(value, beside: items, frame) }
    if items.count > ChoicePlan.walkedCount, !value.isPartialDate {
      if let isIndexed = isIndexed(value, inItems: items) { return Truth(isIndexed) }
      if hasTooManySteps { return .unknown }
      state.pointee.steps += items.count
    }
    var result = Truth.no
    for index in items {
      let item = plan.lists[index]
      let truth: Truth
      if plan.nodes[Int(item)].operation == .range {
        truth = isValue(value, inRange: item, frame)
      } else {
        let other = self.value(of: item, frame)
        truth = other.isUsable ? equals(value, other) : Evaluator.lack(other)
      }
      if truth == .yes { return .yes }
      if truth != .no { result = .unknown(result, truth) }
    }
    return result
  }
}

// MARK: - Operands

extension Evaluator {
  /// Returns the value of an operand in a frame.
  func value(of operand: Int32, _ frame: Frame) -> Value {
    let node = plan.nodes[Int(operand)]
    switch node.operation {
    case .cell: return known(cellValue(node, frame), node)
    case .constant: return plan.constants[Int(node.a)]
    case .template: return text(of: program.templates[Int(node.a)], frame)
    case .today: return Value(moment.today)
    case .now: return Value(moment.now)
    case .negate: return negated(value(of: node.a, frame))
    case .add, .subtract, .multiply, .divide:
      return arithmetic(node.operation, value(of: node.a, frame), value(of: node.b, frame))
    case .conditional: return conditional(node, frame)
    case .count: return counted(node.a, frame)
    case .aggregate: return aggregated(node, frame)
    case .element: return state.pointee.elements[Int(node.a)]
    case .function: return calculated(node, frame)
    case .lookUp: return lookedUp(node, frame)
    case .minimum, .maximum: return extreme(node, frame)
    case .firstInForce: return known(firstInForce(node, frame), node)
    case .narrowed:
      let value = value(of: node.a, frame)
      return value.isUsable && !ValueKinds(node.b).contains(value) ? .unknown : value
    case .member: return known(member(node, frame), node)
    case .outside: return value(of: node.a, state.pointee.framesAround[Int(node.b)])
    case .question: return answer(node, frame)
    case .records: return .record(level: 0, frame: 0, offset: 0)
    case .wholeRecord: return .record(level: frame.level, frame: frame.index, offset: 0)
    case .listRecord: return firstRecord(of: node, frame)
    default: return .unknown
    }
  }

  /// Returns the value of a field as conditions use it: a blank bool is false. If the value is unusable because of
  /// another record, notes that record.
  private func known(_ value: Value, _ node: Node) -> Value {
    if value.kind == .blank { return node.variant == 1 ? Value(bool: false) : value }
    if value.kind == .unusable { note(value) }
    return value
  }

  private func cellValue(_ node: Node, _ frame: Frame) -> Value {
    var frame = frame
    var hops = node.a
    while hops > 0 {
      frame = Frame(
        level: plan.levels[frame.level].parent, index: workspace.parent(frame.level, frame.index))
      hops &-= 1
    }
    return workspace.cell(frame.level, frame.index, Int(node.b))
  }

  private func member(_ node: Node, _ frame: Frame) -> Value {
    let record = value(of: node.a, frame)
    guard record.kind == .record else {
      // If the value isn't a record, its members are unknown.
      return record.failure == .type ? .unusable(.undecided) : record
    }
    return value(of: node.b, Frame(level: record.level, index: record.firstFrame))
  }

  /// Among fields with the same name in mutually exclusive branches, returns the value of the one in force.
  private func firstInForce(_ node: Node, _ frame: Frame) -> Value {
    var result = Value.blank
    for index in Int(node.b)..<Int(node.b + node.c) {
      let value = value(of: plan.lists[index], frame)
      if value.isUsable { return node.a == 1 ? value.comparing(ignoringCase: true) : value }
      if value.kind == .unusable { result = value }
    }
    return result
  }

  /// Returns the number of characters of a text or of items of a list.
  func count(of value: Value) -> Int {
    switch value.kind {
    case .text: value.bytes.characterCount
    case .list: value.itemCount
    default: 0
    }
  }

  private func negated(_ value: Value) -> Value {
    switch value.kind {
    case .number: value.negatedNumber
    case .duration: Value(value.duration.negated())
    default: value.isUsable ? .unknown : Evaluator.lacking(value, value)
    }
  }

  /// Returns the result for two operands, at least one of which has no value.
  static func lacking(_ first: Value, _ second: Value) -> Value {
    switch Truth.unknown(lack(first), lack(second)) {
    case .skipped: .unusable(.undecided)
    case .elsewhere: .unusable(.elsewhere)
    case .unknown: .unknown
    case .no, .yes, .uncalculable: .uncalculable
    }
  }

  private func arithmetic(
    _ operation: Node.Operation, _ left: Value, _ right: Value
  ) -> Value {
    guard left.isUsable, right.isUsable else { return Evaluator.lacking(left, right) }
    if left.kind == .number, right.kind == .number {
      let (first, second) = (left.number, right.number)
      let result =
        switch operation {
        case .add: first.adding(second)
        case .subtract: first.subtracting(second)
        case .multiply: first.multiplied(by: second)
        default: first.divided(by: second)
        }
      return result.map { Value($0) } ?? .uncalculable
    }
    let result =
      switch operation {
      case .add: sum(left, right)
      case .subtract: difference(left, right)
      case .multiply: product(left, right)
      default: left.duration.divided(by: right.duration).map { Value($0) }
      }
    return result ?? .uncalculable
  }

  private func sum(_ left: Value, _ right: Value) -> Value? {
    switch (left.kind, right.kind) {
    case (.duration, .duration): left.duration.adding(right.duration).map { Value($0) }
    case (.duration, _): sum(right, left)
    case (.date, .duration): left.moved { $0.adding(right.duration) }
    case (.time, .duration): left.time.adding(right.duration).map { Value($0) }
    case (.dateTime, .duration): left.dateTime.adding(right.duration).map { Value($0) }
    case (.instant, .duration): left.instant.adding(right.duration).map { Value($0) }
    default: nil
    }
  }

  private func difference(_ left: Value, _ right: Value) -> Value? {
    switch (left.kind, right.kind) {
    case (.duration, .duration): left.duration.subtracting(right.duration).map { Value($0) }
    case (.date, .duration): left.moved { $0.subtracting(right.duration) }
    case (.time, .duration): left.time.subtracting(right.duration).map { Value($0) }
    case (.dateTime, .duration): left.dateTime.subtracting(right.duration).map { Value($0) }
    case (.instant, .duration): left.instant.subtracting(right.duration).map { Value($0) }
    case (.date, .date) where left.isPartialDate || right.isPartialDate: .unknown
    case (.date, .date): Value(left.date.since(right.date))
    case (.time, .time): Value(left.time.since(right.time))
    case (.dateTime, .dateTime): Value(left.dateTime.since(right.dateTime))
    case (.instant, .instant): Value(left.instant.since(right.instant))
    default: nil
    }
  }

  /// Evaluates `price * 0.9 if member else price`. If the condition is unknown because of a blank value, the value
  /// after `else` is used.
  private func conditional(_ node: Node, _ frame: Frame) -> Value {
    let value: Value
    switch truth(of: node.a, frame) {
    case .yes: value = self.value(of: node.b, frame)
    case .no, .unknown: value = self.value(of: node.c, frame)
    case .skipped: return .unusable(.undecided)
    case .elsewhere: return .unusable(.elsewhere)
    case .uncalculable: return .uncalculable
    }
    return node.variant == 1 ? value.comparing(ignoringCase: true) : value
  }

  private func product(_ left: Value, _ right: Value) -> Value? {
    left.kind == .duration
      ? left.duration.multiplied(by: right.number).map { Value($0) } : product(right, left)
  }

  private func extreme(_ node: Node, _ frame: Frame) -> Value {
    var result = value(of: plan.lists[Int(node.b)], frame)
    for index in Int(node.b + 1)..<Int(node.b + node.c) {
      let value = value(of: plan.lists[index], frame)
      if value.isPartialDate || result.isPartialDate, value.kind == result.kind {
        result = .extreme(value, result, isLeast: node.operation == .minimum)
      } else if let order = order(value, result) {
        if node.operation == .minimum ? order < 0 : order > 0 { result = value }
      } else {
        result = Evaluator.lacking(value, result)
      }
    }
    return result
  }

  /// Returns a text with its placeholders replaced. The text is unknown if the value of a placeholder is unknown.
  private func text(of template: Template, _ frame: Frame) -> Value {
    var text = MadeText()
    var lacking: Value?
    for part in template.parts {
      switch part {
      case .literal(let literal): text.bytes.append(contentsOf: literal.utf8)
      case .placeholder(.operand(let node, _)):
        let value = value(of: node, frame)
        if !value.isUsable { lacking = Evaluator.lacking(lacking ?? value, value) }
        text.append(value)
        guard hasRoom(forText: text.bytes.count) else { return .unusable(.undecided) }
      default: return .unknown
      }
    }
    return lacking ?? keep(text)
  }
}
