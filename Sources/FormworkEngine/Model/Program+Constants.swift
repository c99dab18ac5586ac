// Constants in a form: constant operands, and conditions on constants alone.

extension Program {
  /// Returns the value of a constant node, including its sign.
  func constantValue(_ number: Int32) -> Value? {
    guard number >= 0, nodes[Int(number)].operation == .constant else { return nil }
    return constants[Int(nodes[Int(number)].a)]
  }

  /// Returns the truth of a condition that depends only on constants, or nil if it depends on anything else.
  func constantTruth(_ number: Int32) -> Bool? {
    let node = nodes[Int(number)]
    switch node.operation {
    case .constantTruth: return node.a == 1
    case .not: return constantTruth(node.a).map { !$0 }
    case .defined: return constantTruth(node.a)
    case .and:
      let (left, right) = (constantTruth(node.a), constantTruth(node.b))
      if left == false || right == false { return false }
      return left == true && right == true ? true : nil
    case .or:
      let (left, right) = (constantTruth(node.a), constantTruth(node.b))
      if left == true || right == true { return true }
      return left == false && right == false ? false : nil
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return constantComparison(node)
    default: return nil
    }
  }

  private func constantComparison(_ node: Node) -> Bool? {
    guard let left = constantValue(node.a), let right = constantValue(node.b) else { return nil }
    if left.kind == .text, right.kind == .text {
      return left.bytes.equals(right.bytes) == (node.operation == .equal)
    }
    guard let order = Value.order(left, right) else { return nil }
    switch node.operation {
    case .equal: return order == 0
    case .notEqual: return order != 0
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    default: return order >= 0
    }
  }
}

extension Value {
  /// Returns the order of two constants of the same type.
  package static func order(_ left: Value, _ right: Value) -> Int? {
    guard left.kind == right.kind else { return nil }
    switch left.kind {
    case .number: return left.number < right.number ? -1 : left.number == right.number ? 0 : 1
    case .date, .dateTime, .instant, .time:
      let (one, other) = (left.dateTime, right.dateTime)
      return one < other ? -1 : one == other ? 0 : 1
    case .duration: return left.duration.compare(with: right.duration)
    default: return nil
    }
  }
}
