// Which fields keep a condition from being decided: those that it needs and that are unusable.

extension Evaluator {
  /// The unusable fields that a condition which was skipped needs, each once, in its order.
  package func blamed(for skipped: Skipped) -> [Int32] {
    var fields: [Int32] = []
    let frame = Frame(level: Int(skipped.level), index: Int(skipped.frame))
    blame(skipped.condition, frame, &fields)
    return fields
  }

  private func blame(_ number: Int32, _ frame: Frame, _ fields: inout [Int32]) {
    guard number >= 0 else { return }
    let node = plan.nodes[Int(number)]
    switch node.operation {
    case .cell:
      if value(of: number, frame).kind == .unusable { add(node.c, &fields) }
    case .member:
      let record = value(of: node.a, frame)
      if record.kind == .record {
        blame(node.b, Frame(level: record.level, index: record.firstFrame), &fields)
      } else {
        blame(node.a, frame, &fields)
      }
    case .each:
      blame(node.a, frame, &fields)
      _ = forEachValue(of: node.a, frame) { record in
        guard record.kind == .record else { return true }
        blame(node.b, Frame(level: record.level, index: record.firstFrame), &fields)
        return true
      }
    case .outside: blame(node.a, state.pointee.framesAround[Int(node.b)], &fields)
    case .sum, .minimumOf, .maximumOf: blameItems(of: node.a, frame, &fields)
    case .inValues:
      blame(node.a, frame, &fields)
      blameItems(of: node.b, frame, &fields)
    case .anyItem, .allItems:
      blameItems(of: node.a, node.b, depth: Int(node.c), frame, &fields)
    case .predicate: blamePredicate(node, frame, &fields)
    case .inList, .host:
      blame(node.a, frame, &fields)
      blame(listed: node, frame, &fields)
    case .inTable:
      blame(node.a, frame, &fields)
      for index in 0..<Int(keyCount(ofTable: node.b)) {
        blame(plan.lists[Int(node.c) + index], frame, &fields)
      }
    case .firstInForce, .minimum, .maximum: blame(listed: node, frame, &fields)
    case .template:
      for case .placeholder(.operand(let operand, _)) in program.templates[Int(node.a)].parts {
        blame(operand, frame, &fields)
      }
    case .defined, .not, .truth, .negate, .count: blame(node.a, frame, &fields)
    case .constant, .constantTruth, .today, .now, .pattern, .picture, .selection, .word, .ofItem,
      .recordCount, .invalid:
      break
    case .and, .or, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .inRange,
      .add, .subtract, .multiply, .divide, .round, .range:
      blame(node.a, frame, &fields)
      blame(node.b, frame, &fields)
    }
  }

  private func add(_ field: Int32, _ fields: inout [Int32]) {
    let field = program.namedField(field)
    if !fields.contains(field) { fields.append(field) }
  }

  private func blame(listed node: Node, _ frame: Frame, _ fields: inout [Int32]) {
    for index in Int(node.b)..<Int(node.b + node.c) { blame(plan.lists[index], frame, &fields) }
  }

  private func blamePredicate(_ node: Node, _ frame: Frame, _ fields: inout [Int32]) {
    let predicate = Predicate(rawValue: node.variant)
    if predicate?.isAcross ?? false { return blame(listed: node, frame, &fields) }
    guard predicate == .distinct else {
      blame(node.a, frame, &fields)
      return blame(listed: node, frame, &fields)
    }
    if node.c == 1 {
      let by = plan.nodes[Int(plan.lists[Int(node.b)])]
      blameItems(of: node.a, by.a, depth: Int(by.b), frame, &fields)
    } else {
      blameItems(of: node.a, frame, &fields)
    }
  }

  /// Blames what keeps the values of a list or a path from being known.
  private func blameItems(of operand: Int32, _ frame: Frame, _ fields: inout [Int32]) {
    let known = fields.count
    blame(operand, frame, &fields)
    guard fields.count == known, let list = listField(operand) else { return }
    if forEachValue(of: operand, frame, { key(of: $0) != nil }) != .finished { add(list, &fields) }
  }

  /// Blames what keeps an operand or a condition about each item of a list from being known.
  private func blameItems(
    of list: Int32, _ inner: Int32, depth: Int, _ frame: Frame, _ fields: inout [Int32]
  ) {
    let known = fields.count
    blame(list, frame, &fields)
    enterItems(depth: depth, from: frame)
    let walk = forEachItemFrame(of: list, frame) { item in
      blame(inner, item, &fields)
      return true
    }
    if walk == .unusable, fields.count == known, let field = listField(list) {
      add(field, &fields)
    }
  }

  /// The list that an operand is, or that a path begins with.
  private func listField(_ operand: Int32) -> Int32? {
    let node = plan.nodes[Int(operand)]
    return node.operation == .each ? listField(node.a) : program.field(ofOperand: operand)
  }
}
