// Predicates of the host program, which embeds the engine.

/// A predicate of the host program.
package struct HostPredicate: Sendable {
  package var name: String
  /// The type of the tested value.
  package var subject: HostValueType
  /// The types of the arguments.
  package var parameters: [HostValueType]
  /// The possible texts of each argument. Empty for an argument that can be any text.
  package var known: [[String]]
  /// Tests a value and the arguments, none of which is blank. Returns `skipped` if the result is known only when the
  /// record is evaluated again, and nil if the program has to provide it and can't be called here.
  package var test: @Sendable (Value, [Value]) -> Truth?
  /// Whether this stands in for a predicate that the program lacks, because the form is only read. The type of its
  /// subject is then unknown.
  var isStandIn = false

  /// - Parameter test: the test. It returns nil if the result can't be calculated.
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

  /// - Parameter test: the test; see the property `test` for its results.
  package init(
    name: String, subject: HostValueType, parameters: [HostValueType], known: [[String]] = [],
    deciding test: @escaping @Sendable (Value, [Value]) -> Truth?
  ) {
    self.name = name
    self.subject = subject
    self.parameters = parameters
    self.known = known
    self.test = test
  }

  /// Returns a stand-in for a predicate that a form requires, for use without records.
  static func standIn(_ name: String, _ parameters: [HostValueType]) -> HostPredicate {
    var rule = HostPredicate(
      name: name, subject: .string, parameters: parameters, deciding: { _, _ in .uncalculable })
    rule.isStandIn = true
    return rule
  }

  /// Returns the possible texts of an argument if `text` isn't one of them.
  func known(insteadOf text: String, at place: Int) -> [String]? {
    guard known.indices.contains(place), !known[place].isEmpty,
      !known[place].contains(where: { HostPredicate.isSame($0, text) })
    else { return nil }
    return known[place]
  }

  /// Whether two names are equal, ignoring case, hyphens and underscores.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    func letters(_ name: String) -> [UInt8] {
      name.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    }
    return letters(one) == letters(other)
  }

  /// The form's declaration that it needs the predicate: `inStock(string)`.
  package var signature: String { HostPredicate.signature(name, parameters) }

  static func signature(_ name: String, _ parameters: [HostValueType]) -> String {
    if parameters.isEmpty { return name }
    return name + "(" + parameters.map { $0.rawValue }.joined(separator: ", ") + ")"
  }
}

/// A type of values that host programs can test.
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
  /// Calls the host's test, unless the value or an argument is blank or a partial date.
  func testHost(_ node: Node, _ frame: Frame) -> Truth {
    // The result of the host's test may depend on anything.
    state.pointee.askedForMoment = true
    let subject = value(of: node.a, frame).wholeOrUnknown
    let items = Int(node.b)..<Int(node.b + node.c)
    guard subject.isUsable, !subject.isEmptyText else {
      return lack(subject, beside: items, frame)
    }
    var arguments: [Value] = []
    for index in items {
      let argument = value(of: plan.lists[index], frame).wholeOrUnknown
      guard argument.isUsable, !argument.isEmptyText else {
        return lack(argument, beside: items, frame)
      }
      arguments.append(argument)
    }
    let rule = program.hostRules[Int(plan.lists[items.lowerBound - 1])]
    if let truth = rule.test(subject, arguments) { return truth }
    state.pointee.isUnasked = true
    return .uncalculable
  }

  /// Returns the possible texts of an argument of a host rule if the actual argument isn't one of them.
  package func known(
    by rule: HostPredicate, at place: Int, insteadOf operand: Int32, for problem: Problem
  ) -> [String]? {
    if program.isSecret(operand) { return nil }
    let value = value(of: operand, frame(of: problem))
    return value.kind == .text ? rule.known(insteadOf: value.bytes.makeString(), at: place) : nil
  }
}
