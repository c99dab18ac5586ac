// Data that explains problems of lists: the items that decide `any` and `all`, and the values that `in` searches.

/// Why a step of a calculation has no result although no operand is blank.
package struct LackOfResult: Sendable {
  /// The reason in words. Nil if an earlier step has no result.
  package let words: String?

  init(_ words: String?) { self.words = words }

  static let divisionByZero = LackOfResult("a division by zero")
  static let tooLong = LackOfResult("more than 38 digits")
  static let outsideCalendar = LackOfResult("outside the years 0001 to 9999")
  static let outsideDay = LackOfResult("outside the hours of a day")
  static let noRow = LackOfResult("no row fits")
  static let earlierStep = LackOfResult(nil)
}

extension Evaluator {
  /// Returns why an operand has no result. Returns nil if it has one, if a value that it needs is blank or unusable, or
  /// if its parts are evaluated in other records or items.
  package func lackOfResult(of operand: Int32, for problem: Problem) -> LackOfResult? {
    let frame = frame(of: problem)
    guard problem.kind == .calculation, !program.isSecret(operand),
      value(of: operand, frame).kind == .uncalculable
    else {
      return nil
    }
    switch program.view(operand) {
    // The value and the condition are evaluated in the items, not in this frame.
    case .aggregate(_, _, let value, let condition) where value >= 0 || condition >= 0:
      return .earlierStep
    case .question, .ofList, .ofItem, .outside, .each, .quantified: return nil
    default: break
    }
    if program.hasChild(operand, { value(of: $0, frame).kind == .uncalculable }) {
      return .earlierStep
    }
    let node = plan.nodes[Int(operand)]
    switch node.operation {
    case .divide: return value(of: node.b, frame).number == .zero ? .divisionByZero : .tooLong
    case .add, .subtract: return lack(ofSum: [node.a, node.b].map { value(of: $0, frame).kind })
    case .lookUp: return .noRow
    case .function:
      return Function(rawValue: node.variant).map { lack(of: $0, node, frame) } ?? .tooLong
    default: return .tooLong
    }
  }

  private func lack(ofSum kinds: [Value.Kind]) -> LackOfResult {
    if kinds.contains(.time) { return .outsideDay }
    return kinds.contains { $0 == .date || $0 == .dateTime || $0 == .instant }
      ? .outsideCalendar : .tooLong
  }

  private func lack(of function: Function, _ node: Node, _ frame: Frame) -> LackOfResult {
    var second: Value { value(of: plan.lists[Int(node.b + 1)], frame) }
    return switch function {
    case .mod where second.number != .zero, .round where Evaluator.isDecimalPlaces(second): .tooLong
    default: function.row.lack
    }
  }

  /// Visits the records or items that decided `any` or `all`: the single decisive one, or else the first ones.
  ///
  /// - Parameters:
  ///   - part: the node of `any` or `all`.
  ///   - problem: the problem with the frame of the node.
  ///   - limit: the maximum number of visited items.
  ///   - body: receives the problem in the frame of each item, so that operands of the inner condition can be evaluated
  ///     with it.
  /// - Returns: the number of further items.
  package func forEachTellingItem(
    of part: Int32, for problem: Problem, limit: Int, _ body: (Problem) -> Void
  ) -> Int {
    let node = plan.nodes[Int(part)]
    let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
    let said = plan.nodes[Int(node.b)]
    let decisive: Truth = node.operation == .anyItem ? .yes : .no
    // Each item is stored as its frame and its value. The value is blank unless the condition is about values.
    var decided: (frame: Frame, element: Value)?
    var first: [(frame: Frame, element: Value)] = []
    var count = 0
    _ = forEachItem(of: node.a, said, frame) { inner in
      count += 1
      let item = (inner, said.variant == 1 ? state.pointee.elements[Int(said.b)] : .blank)
      if first.count < limit { first.append(item) }
      if truth(of: said.a, inner) == decisive { decided = item }
      return decided == nil
    }
    for item in decided.map({ [$0] }) ?? first {
      var place = problem
      place.field = -1
      place.level = Int32(truncatingIfNeeded: item.frame.level)
      place.frame = Int32(truncatingIfNeeded: item.frame.index)
      if said.variant == 1 {
        state.pointee.elements[Int(said.b)] = item.element
      } else {
        enterItems(depth: Int(said.b), from: frame)
      }
      body(place)
    }
    return decided == nil ? count - first.count : 0
  }

  /// Returns the first values of a list or a path in the frame of a problem, and the number of further ones. Returns
  /// nil if a value isn't known.
  package func values(
    of operand: Int32, for problem: Problem, limit: Int
  ) -> (first: [Value], more: Int)? {
    let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
    var first: [Value] = []
    var count = 0
    let walk = forEachValue(of: operand, frame) { value in
      count += 1
      if first.count < limit { first.append(value) }
      return true
    }
    return walk == .finished ? (first, count - first.count) : nil
  }
}
