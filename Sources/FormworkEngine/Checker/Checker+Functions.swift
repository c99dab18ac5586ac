// Calls of functions, and of tables as values.

internal import FormworkSyntax

extension Checker {
  /// Compiles a call such as `round(price, 2)`: a definition, a table or a function.
  func call(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    if let value = useValue(name, arguments, at: span, context) { return value }
    if names.tables[name.text] != nil { return tableValue(name, arguments, at: span, context) }
    switch Function.named(name.text) {
    case .sum:
      guard arguments.count == 1 else { return wrongArguments(.sum, span) }
      return sumFunction(arguments[0], at: span, context)
    case .count: return countFunction(arguments, at: span, context)
    case .min: return extremeFunction(.min, arguments, at: span, context)
    case .max: return extremeFunction(.max, arguments, at: span, context)
    case .number where isRuleWord(arguments, context):
      return noOperand(.conditionAsOperand, span)
    case let function?: return calculation(function, arguments, at: span, context)
    case nil:
      if Predicate.named(name.text) != nil || isHostRule(name.text) {
        return noOperand(.conditionAsOperand, span)
      }
      let near = near(
        name.text, among: Function.names + names.tables.keys.ordered() + definedExpressions)
      return noOperand(.unknownFunction(name.text, near: near), name.span)
    }
  }

  /// Whether a name of both a function and a rule word denotes the rule word, because its argument is a range or a
  /// number.
  func isRuleWord(_ arguments: [Expression], _ context: Context) -> Bool {
    guard let argument = arguments.first else { return false }
    switch resolved(argument, context).0.kind {
    case .range, .number: return true
    default: return false
    }
  }

  private func wrongArguments(_ function: Function, _ span: Span) -> (Int32, StaticType) {
    noOperand(.wrongFunctionArguments(function.name), span)
  }

  /// Compiles a function whose arguments are described in its table row.
  private func calculation(
    _ function: Function, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    let row = function.row
    let isToEven = function == .round && arguments.count == 3 && isEven(arguments[2])
    let given = isToEven ? Array(arguments.dropLast()) : arguments
    guard
      given.count == row.parameters.count || row.isRepeated && given.count > row.parameters.count
    else { return wrongArguments(function, span) }
    var nodes: [Int32] = []
    var isWhole = true
    for (index, argument) in given.enumerated() {
      let parameter = row.parameters[min(index, row.parameters.count - 1)]
      guard let (node, type) = self.argument(argument, parameter, context) else {
        return wrongArguments(function, argument.span)
      }
      if type.isInvalid { return (node, .invalid) }
      if parameter == .number { isWhole = isWhole && type == .int }
      nodes.append(node)
    }
    if isToEven { nodes.append(add(Node(operation: .word, span: arguments[2].span))) }
    let node = Node(
      operation: .function, variant: function.rawValue, b: addList(nodes), c: Int32(nodes.count),
      span: span)
    return (add(node), row.result ?? (isWhole ? .int : .number))
  }

  private func isEven(_ argument: Expression) -> Bool {
    if case .name(let word) = argument.kind { word.text == "even" } else { false }
  }

  /// Compiles an argument of a function. Returns nil if it is of the wrong kind.
  private func argument(
    _ argument: Expression, _ parameter: Function.Parameter, _ context: Context
  ) -> (Int32, StaticType)? {
    if parameter == .places {
      let node = range(argument, of: .int, "part", context)
      let first = program.nodes[Int(node)]
      let isBeforeFirst = [first.a, first.b].contains { bound in
        constantValue(bound).map { $0.number < ExactDecimal(1 as Int) } ?? false
      }
      return isBeforeFirst ? nil : (node, .int)
    }
    let (node, type) = operand(argument, context)
    return type.isInvalid || Checker.takes(parameter, type) ? (node, type) : nil
  }

  private static func takes(_ parameter: Function.Parameter, _ type: StaticType) -> Bool {
    switch parameter {
    case .number, .places: type.family == .number
    case .text: type.family == .text
    case .day: type.isMoment && type != .time
    case .clock: type.isMoment && type != .date
    case .writable: type.isMoment || type.family == .text || type.family == .number
    }
  }

  /// Compiles `price(kind)`: a table whose rows have one value each.
  private func tableValue(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    guard let (table, keys, result) = tableKeys(name, arguments, at: span, context) else {
      return (invalid(span), .invalid)
    }
    let isOneEach = program.tables[Int(table)].rows.allSatisfy { row in
      row.result.count == 1
        && program.nodes[Int(program.lists[Int(row.result.lowerBound)])].operation == .constant
    }
    guard isOneEach else { return noOperand(.tableOfMany(source.text(span)), span) }
    return (add(Node(operation: .lookUp, b: table, c: addList(keys), span: span)), result)
  }

  private func countFunction(
    _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    if arguments.count == 2 {
      guard let items = itemCondition(arguments, context) else { return (invalid(span), .invalid) }
      let (list, condition) = items
      let node = Node(
        operation: .countItems, a: list, b: condition, c: Int32(context.depth), span: span)
      return (add(node), .int)
    }
    guard arguments.count == 1 else { return wrongArguments(.count, span) }
    let (node, type) = listOperand(arguments[0], context)
    switch type {
    case .text, .choice, .list, .values: break
    case .invalid: return (node, .invalid)
    default: return wrongArguments(.count, arguments[0].span)
    }
    return (add(Node(operation: .count, a: node, span: span)), .int)
  }

  /// Compiles an operand that may be a list of values in parentheses, such as `(phone, email)`.
  private func listOperand(
    _ expression: Expression, _ context: Context
  ) -> (Int32, StaticType) {
    switch expression.kind {
    case .parenthesized(let inner): return listOperand(inner, context)
    case .list(let items):
      var nodes: [Int32] = []
      var type: StaticType?
      for item in items {
        let (node, found) = operand(item, context)
        if found.isInvalid { return (node, .invalid) }
        keepBlank(node)
        nodes.append(node)
        type = type.map { Checker.common($0, found) ?? .any } ?? found
      }
      let node = Node(
        operation: .values, b: addList(nodes), c: Int32(nodes.count), span: expression.span)
      return (add(node), .values(type ?? .any))
    default: return operand(expression, context)
    }
  }

  private func sumFunction(
    _ argument: Expression, at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    let (node, type) = listOperand(argument, context)
    if type.isInvalid { return (node, .invalid) }
    guard let element = elementType(type), element.family == .number else {
      return wrongArguments(.sum, argument.span)
    }
    return (add(Node(operation: .sum, a: node, span: span)), element)
  }

  private func extremeFunction(
    _ function: Function, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    guard !arguments.isEmpty else { return wrongArguments(function, span) }
    if arguments.count == 1 {
      let (node, type) = listOperand(arguments[0], context)
      if type.isInvalid { return (node, .invalid) }
      guard let element = elementType(type), element.isOrdered else {
        return wrongArguments(function, arguments[0].span)
      }
      let operation: Node.Operation = function == .min ? .minimumOf : .maximumOf
      return (add(Node(operation: operation, a: node, span: span)), element)
    }
    var nodes: [Int32] = []
    var type: StaticType?
    for argument in arguments {
      let (node, found) = operand(argument, context)
      if found.isInvalid { return (node, .invalid) }
      guard found.isOrdered, type == nil || type?.family == found.family else {
        return wrongArguments(function, argument.span)
      }
      type = type == .number || found == .number ? .number : found
      nodes.append(node)
    }
    let operation: Node.Operation = function == .min ? .minimum : .maximum
    let node = Node(operation: operation, b: addList(nodes), c: Int32(nodes.count), span: span)
    return (add(node), type ?? .invalid)
  }
}
