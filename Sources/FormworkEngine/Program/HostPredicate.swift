// Predicates that the program around the engine provides.

/// A predicate of the host program.
package struct HostPredicate: Sendable {
  package var name: String
  /// What it is about.
  package var subject: HostValueType
  /// What stands in its parentheses.
  package var parameters: [HostValueType]
  /// Whether it holds for a value and the values in its parentheses, none of them blank; nil if that
  /// is not known.
  package var test: @Sendable (Value, [Value]) -> Bool?

  package init(
    name: String, subject: HostValueType, parameters: [HostValueType],
    test: @escaping @Sendable (Value, [Value]) -> Bool?
  ) {
    self.name = name
    self.subject = subject
    self.parameters = parameters
    self.test = test
  }

  /// How a form says that it needs it: `inStock(string)`.
  package var signature: String { HostPredicate.signature(name, parameters) }

  static func signature(_ name: String, _ parameters: [HostValueType]) -> String {
    if parameters.isEmpty { return name }
    return name + "(" + parameters.map { $0.rawValue }.joined(separator: ", ") + ")"
  }
}

/// A type that host programs know.
package enum HostValueType: String, CaseIterable, Sendable {
  case string, int, number, bool, date, time
  case dateTime = "datetime"
  case instant
}

extension HostValueType {
  var staticType: StaticType {
    switch self {
    case .string: .text
    case .int: .int
    case .number: .number
    case .bool: .bool
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    }
  }
}

// MARK: - Evaluation

extension Evaluator {
  /// Asks the host, unless there is nothing to ask about.
  func testHost(_ node: Node, _ frame: Frame) -> Truth {
    // What the host answers may depend on anything.
    state.pointee.askedForMoment = true
    let subject = value(of: node.a, frame)
    let items = Int(node.b)..<Int(node.b + node.c)
    guard subject.isUsable, !subject.isEmptyText else {
      return lack(subject, beside: items, frame)
    }
    var arguments: [Value] = []
    for index in items {
      let argument = value(of: plan.lists[index], frame)
      guard argument.isUsable, !argument.isEmptyText else {
        return lack(argument, beside: items, frame)
      }
      arguments.append(argument)
    }
    let rule = program.hostRules[Int(plan.lists[items.lowerBound - 1])]
    return rule.test(subject, arguments).map { Truth($0) } ?? .unknown
  }
}
