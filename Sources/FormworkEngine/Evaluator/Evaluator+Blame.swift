// Which fields keep a condition from being decided: those that it needs and that are unusable.

extension Evaluator {
  /// The paths of the unusable fields that a condition which was skipped needs, each once, in its order.
  ///
  /// - Parameter limit: how many are looked for: there may be one in each item of a list.
  package func blamed(for skipped: Skipped, limit: Int) -> [String] {
    var fields = Blamed(limit: limit)
    blame(skipped.condition, frame(of: skipped), &fields)
    return fields.paths
  }

  /// The path of the item or record that was left undecided; nil for the record as a whole.
  package func path(of skipped: Skipped) -> String? { path(to: frame(of: skipped)) }

  private func frame(of skipped: Skipped) -> Frame {
    Frame(level: Int(skipped.level), index: Int(skipped.frame))
  }

  private func blame(_ number: Int32, _ frame: Frame, _ fields: inout Blamed) {
    guard number >= 0, !fields.isFull else { return }
    let node = plan.nodes[Int(number)]
    switch node.operation {
    case .cell:
      if value(of: number, frame).kind == .unusable { add(node.c, frame, &fields) }
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
        return !fields.isFull
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

  /// Blames a field of the level of a frame, of one around it or of one in it.
  private func add(_ field: Int32, _ frame: Frame, _ fields: inout Blamed) {
    var home = frame
    while home.level != program.fields[Int(field)].level, home.level > 0 {
      home = Frame(
        level: plan.levels[home.level].parent, index: workspace.parent(home.level, home.index))
    }
    fields.add(path(toField: field, from: home))
  }

  private func blame(listed node: Node, _ frame: Frame, _ fields: inout Blamed) {
    for index in Int(node.b)..<Int(node.b + node.c) { blame(plan.lists[index], frame, &fields) }
  }

  private func blamePredicate(_ node: Node, _ frame: Frame, _ fields: inout Blamed) {
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
  private func blameItems(of operand: Int32, _ frame: Frame, _ fields: inout Blamed) {
    let known = fields.paths.count
    blame(operand, frame, &fields)
    guard fields.paths.count == known, let list = listField(operand) else { return }
    if forEachValue(of: operand, frame, { key(of: $0) != nil }) != .finished {
      add(list, frame, &fields)
    }
  }

  /// Blames what keeps an operand or a condition about each item of a list from being known.
  private func blameItems(
    of list: Int32, _ inner: Int32, depth: Int, _ frame: Frame, _ fields: inout Blamed
  ) {
    let known = fields.paths.count
    blame(list, frame, &fields)
    enterItems(depth: depth, from: frame)
    let walk = forEachItemFrame(of: list, frame) { item in
      blame(inner, item, &fields)
      return !fields.isFull
    }
    if walk == .unusable, fields.paths.count == known, let field = listField(list) {
      add(field, frame, &fields)
    }
  }

  /// The list that an operand is, or that a path begins with.
  private func listField(_ operand: Int32) -> Int32? {
    let node = plan.nodes[Int(operand)]
    return node.operation == .each ? listField(node.a) : program.field(ofOperand: operand)
  }
}

/// The paths of fields that are to blame.
private struct Blamed {
  let limit: Int
  private(set) var paths: [String] = []
  var isFull: Bool { paths.count >= limit }

  init(limit: Int) { self.limit = limit }

  mutating func add(_ path: String) {
    if !isFull, !paths.contains(path) { paths.append(path) }
  }
}
