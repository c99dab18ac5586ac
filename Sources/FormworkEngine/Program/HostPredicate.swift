// Predicates that the program around the engine provides.

/// A predicate of the host program.
package struct HostPredicate: Sendable {
  package var name: String
  /// What it is about.
  package var subject: HostValueType
  /// What stands in its parentheses.
  package var parameters: [HostValueType]
  /// The texts that it takes at each place in its parentheses; none where it takes any.
  package var known: [[String]]
  /// Whether it holds for a value and the values in its parentheses, none of them blank. What is skipped is decided
  /// when the record is evaluated again.
  package var test: @Sendable (Value, [Value]) -> Truth
  /// Whether it stands in for a rule that the program lacks, where a form is only read. Nobody knows what that
  /// rule is about.
  var isStandIn = false

  /// - Parameter test: nil if it cannot be told, which is as if it could not be calculated.
  package init(
    name: String, subject: HostValueType, parameters: [HostValueType], known: [[String]] = [],
    test: @escaping @Sendable (Value, [Value]) -> Bool?
  ) {
    self.init(
      name: name, subject: subject, parameters: parameters, known: known,
      deciding: {
        test($0, $1).map { Truth($0) } ?? .uncalculable
      })
  }

  package init(
    name: String, subject: HostValueType, parameters: [HostValueType], known: [[String]] = [],
    deciding test: @escaping @Sendable (Value, [Value]) -> Truth
  ) {
    self.name = name
    self.subject = subject
    self.parameters = parameters
    self.known = known
    self.test = test
  }

  /// A rule that a form needs, where no record is checked.
  static func standIn(_ name: String, _ parameters: [HostValueType]) -> HostPredicate {
    var rule = HostPredicate(name: name, subject: .string, parameters: parameters) { _, _ in nil }
    rule.isStandIn = true
    return rule
  }

  /// What it takes at a place in its parentheses, if a text is nothing of it.
  func known(insteadOf text: String, at place: Int) -> [String]? {
    guard known.indices.contains(place), !known[place].isEmpty,
      !known[place].contains(where: { HostPredicate.isSame($0, text) })
    else { return nil }
    return known[place]
  }

  /// Whether two texts are the same name, in any case and with hyphens or without.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    func letters(_ name: String) -> [UInt8] {
      name.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    }
    return letters(one) == letters(other)
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
    return rule.test(subject, arguments)
  }

  /// What a host rule takes at a place in its parentheses, if what stands there is nothing of it.
  package func known(
    by rule: HostPredicate, at place: Int, insteadOf operand: Int32, for problem: Problem
  ) -> [String]? {
    if program.isSecret(operand) { return nil }
    let value = value(of: operand, frame(of: problem))
    return value.kind == .text ? rule.known(insteadOf: value.bytes.makeString(), at: place) : nil
  }
}
