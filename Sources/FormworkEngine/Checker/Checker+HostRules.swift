// Predicates of the host program: those that the form requires, and those that the program provides.

internal import FormworkSyntax

extension Checker {
  /// Records a rule that the form requires, and compares it with the host's rules.
  func need(_ needs: NeedsDeclaration) {
    let name = needs.name.text
    let isNew = names.needs[name] == nil
    names.needs[name] = names.needs[name] ?? needs.name.span
    note(.hostRule, needs.name, declaredAt: names.needs[name])
    var parameters: [HostValueType] = []
    for parameter in needs.parameters {
      guard let type = HostValueType(rawValue: parameter.text) else {
        let types = HostValueType.allCases.map { $0.rawValue }
        report(
          .unknownType(parameter.text, near: near(parameter.text, among: types)),
          at: parameter.span)
        names.neededRules[name] = .some(nil)
        return
      }
      parameters.append(type)
    }
    let signature = HostPredicate.signature(name, parameters)
    if isNew { program.neededRules.append(signature) }
    let number = hostRuleNumbers[name]
    names.neededRules[name] = .some(nil)
    if number == nil, standsInForHost {
      names.neededRules[name] = .some(hostRules.count)
      add(.standIn(name, parameters))
      return
    }
    guard let number else {
      let near = near(name, among: hostRules.map { $0.name })
      return report(.missingHostRule(signature, near: near), at: needs.name.span)
    }
    let provided = hostRules[number].signature
    guard hostRules[number].parameters == parameters else {
      return report(.otherHostRule(signature, provided: provided), at: needs.name.span)
    }
    names.neededRules[name] = number
  }

  /// Whether `name` is a host rule: one that the form requires, or a provided one whose name isn't a word of the
  /// language.
  @inline(__always)
  func isHostRule(_ name: String) -> Bool {
    // Most forms need no host rules.
    names.neededRules.isEmpty && hostRules.isEmpty ? false : isOneOfHostRules(name)
  }

  private func isOneOfHostRules(_ name: String) -> Bool {
    if names.neededRules[name] != nil { return true }
    return hostRuleNumbers[name] != nil && Predicate.named(name) == nil
      && Function.named(name) == nil
  }

  /// The names of host rules, for suggestions.
  var hostRuleNames: [String] {
    OrderedSet(hostRules.map { $0.name }).union(names.neededRules.keys).ordered()
  }

  /// Compiles a host rule about `subject`, or about the value if `subject` is nil.
  func hostRule(
    _ name: Name, _ arguments: [Expression], subject: Expression?, at span: Span,
    _ context: Context
  ) -> Int32 {
    note(.hostRule, name, declaredAt: names.needs[name.text])
    var (node, type): (Int32, StaticType)
    if let subject {
      (node, type) = operand(subject, context)
    } else if context.hasValue {
      (node, type) = ownValue(at: span, context)
    } else {
      report(.missingSubject(name.text), at: name.span)
      return invalid(span)
    }
    var operands = arguments.map { argument in
      let (node, type) = operand(argument, context)
      return (node: node, type: type, span: argument.span)
    }
    // A missing rule has been reported already.
    guard let number = hostRuleNumber(name), !type.isInvalid else { return invalid(span) }
    let rule = hostRules[number]
    (node, type) = narrowed((node, type), like: rule.subject.staticType)
    guard rule.isStandIn || takes(rule.subject, type, node) else {
      report(
        .hostSubject(name.text, wanted: rule.subject.staticType, found: type), at: name.span)
      return invalid(span)
    }
    guard operands.count == rule.parameters.count else {
      report(
        .parameterCount(name.text, wanted: rule.parameters.count, found: operands.count), at: span)
      return invalid(span)
    }
    for (place, wanted) in rule.parameters.enumerated() where operands[place].type != .invalid {
      let (node, type) = narrowed(
        (operands[place].node, operands[place].type), like: wanted.staticType)
      let operand = (node: node, type: type, span: operands[place].span)
      operands[place] = operand
      if !takes(wanted, operand.type, operand.node) {
        report(
          .wrongArgumentType(name.text, wanted: wanted.staticType, found: operand.type),
          at: operand.span)
      } else if let text = constantValue(operand.node), text.kind == .text,
        let known = rule.known(insteadOf: text.bytes.makeString(), at: place)
      {
        report(.unknownArgument(name.text, text.bytes.makeString(), known), at: operand.span)
      }
    }
    let entry = names.usedRules[rule.name] ?? program.hostRules.count
    if entry == program.hostRules.count {
      names.usedRules[rule.name] = entry
      program.hostRules.append(rule)
    }
    let first = addList([Int32(entry)] + operands.map { $0.node }) + 1
    return add(Node(operation: .host, a: node, b: first, c: Int32(operands.count), span: span))
  }

  private func hostRuleNumber(_ name: Name) -> Int? {
    if let needed = names.neededRules[name.text] { return needed }
    guard let number = hostRuleNumbers[name.text] else { return nil }
    report(.undeclaredHostRule(hostRules[number].signature), at: name.span)
    return number
  }

  /// Whether a host's type accepts values of a static type. An int counts as a number, and a constant whole number as
  /// an int.
  private func takes(_ wanted: HostValueType, _ type: StaticType, _ node: Int32) -> Bool {
    guard type.family == wanted.staticType.family else { return false }
    guard wanted == .int, type != .int else { return true }
    return constantValue(node)?.smallInteger != nil
  }
}
