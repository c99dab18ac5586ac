// Calls of functions, and of tables as values.

internal import FormworkSyntax

extension Checker {
  /// Compiles a call such as `round(price, 2)`: a definition, a table or a function.
  func call(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    // A value compared with the result doesn't determine the types of the arguments.
    expecting(text: true) { called(name, arguments, at: span, context) }
  }

  private func called(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    if let value = useValue(name, arguments, at: span, context) { return value }
    if let record = lookUpRecord(name, arguments, at: span, context) { return record }
    if names.tables[name.text] != nil { return tableValue(name, arguments, at: span, context) }
    if reportListArguments(name, arguments, at: span, context) {
      return (invalid(span), .invalid)
    }
    switch Function.named(name.text) {
    case .count: return countFunction(arguments, at: span, context)
    case .sum: return aggregate(.sum, .sum, arguments, at: span, context)
    case .mean: return aggregate(.mean, .mean, arguments, at: span, context)
    case .share: return aggregate(.share, .share, arguments, at: span, context)
    case .min: return extremeFunction(.min, .least, arguments, at: span, context)
    case .max: return extremeFunction(.max, .most, arguments, at: span, context)
    case let function?
    where function != .count && isRuleWord(function, arguments, context)
      && Predicate.named(name.text) != nil:
      return noOperand(.conditionAsOperand, span)
    case .distinct: return distinctValues(arguments[0], at: span, context)
    case .part where arguments.count == 2 && arguments[1].label != nil:
      return part(arguments, at: span, context)
    case .workdays where arguments.count == 3: return workdays(arguments, at: span, context)
    case let function?: return calculation(function, arguments, at: span, context)
    case nil:
      if Predicate.named(name.text) != nil || isHostRule(name.text) {
        return noOperand(.conditionAsOperand, span)
      }
      if name.text == "records" || names.listNumbers[name.text] != nil {
        let isHidden = hasField(name.text, context)
        return noOperand(
          isHidden ? .hiddenRecords(name.text) : .wrongFunctionArguments(name.text), span)
      }
      let near = near(
        name.text, among: Function.names + names.tables.keys.ordered() + definedExpressions)
      return noOperand(.unknownFunction(name.text, near: near), name.span)
    }
  }

  /// Whether a name of both a function and a rule word denotes the rule word.
  func isRuleWord(
    _ function: Function, _ arguments: [Expression], _ context: Context
  ) -> Bool {
    switch function {
    case .date: arguments.allSatisfy { $0.isText }
    case .distinct: arguments.count != 1 || arguments[0].label != nil
    default: isRuleWord(arguments, context)
    }
  }

  /// Whether the first argument is a range or a number, which a rule word takes and a function doesn't.
  func isRuleWord(_ arguments: [Expression], _ context: Context) -> Bool {
    guard let argument = arguments.first else { return false }
    switch resolved(argument, context).0.kind {
    case .range, .number, .format: return true
    default: return false
    }
  }

  private func wrongArguments(_ function: Function, _ span: Span) -> (Int32, StaticType) {
    noOperand(.wrongFunctionArguments(function.name), span)
  }

  /// Reports an argument that should be a list. If it is a value, the value of all records may be meant.
  private func notAList(
    _ argument: Expression, _ function: Function, _ isValue: Bool, _ context: Context
  ) -> (Int32, StaticType) {
    guard isValue, let proposal = valueOfAllRecords(argument, context) else {
      return wrongArguments(function, argument.span)
    }
    return noOperand(
      .listArguments(function.name, .singleValue, proposal: proposal), argument.span)
  }

  /// Compiles a function whose arguments are described by its row in the table of functions.
  private func calculation(
    _ function: Function, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    let row = function.row
    let word = arguments.count > row.parameters.count ? word(arguments.last, row.words) : nil
    let given = word == nil ? arguments : Array(arguments.dropLast())
    guard
      given.count == row.parameters.count || row.isRepeated && given.count > row.parameters.count
    else { return wrongArguments(function, span) }
    var nodes: [Int32] = []
    var types: [StaticType] = []
    for (index, argument) in given.enumerated() {
      let parameter = row.parameters[min(index, row.parameters.count - 1)]
      guard let (node, type) = self.argument(argument, parameter, context) else {
        return wrongArguments(function, argument.span)
      }
      if type.isInvalid { return (node, .invalid) }
      types.append(type)
      nodes.append(node)
    }
    if let word { nodes.append(word) }
    let type: StaticType
    switch row.result {
    case .fixed(let fixed): type = fixed
    case .first: type = types[0]
    case .number: type = types.contains(.number) ? .number : .int
    }
    return (self.function(function, nodes, at: span), type)
  }

  private func function(_ function: Function, _ nodes: [Int32], at span: Span) -> Int32 {
    add(
      Node(
        operation: .function, variant: function.rawValue, b: addList(nodes), c: Int32(nodes.count),
        span: span))
  }

  /// Compiles a word that a function may have as its last argument. Returns nil for anything else.
  private func word(_ argument: Expression?, _ words: [ArgumentWord]) -> Int32? {
    guard let argument, case .name(let name) = argument.kind,
      let word = words.first(where: { $0.name == name.text })
    else { return nil }
    return self.word(word, at: argument.span)
  }

  func word(_ word: ArgumentWord, at span: Span) -> Int32 {
    add(Node(operation: .word, variant: word.rawValue, span: span))
  }

  /// Compiles `part(text, before: "@")`.
  private func part(
    _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    guard case .labelled(let label, let mark) = arguments[1].kind,
      let word = [ArgumentWord.before, .after].first(where: { $0.name == label.text }),
      let (text, type) = argument(arguments[0], .text, context),
      let (sought, soughtType) = argument(mark, .text, context)
    else { return wrongArguments(.part, span) }
    if type.isInvalid || soughtType.isInvalid { return (text, .invalid) }
    let nodes = [text, sought, self.word(word, at: label.span)]
    return (function(.part, nodes, at: span), .text)
  }

  /// Compiles `workdays(received, answered, except: holidays.day)`.
  private func workdays(
    _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    guard case .labelled(let label, let days) = arguments[2].kind, label.text == "except",
      let (start, startType) = argument(arguments[0], .day, context),
      let (end, endType) = argument(arguments[1], .day, context)
    else { return wrongArguments(.workdays, span) }
    let (list, type) = listOperand(days, context)
    if startType.isInvalid || endType.isInvalid || type.isInvalid { return (start, .invalid) }
    guard let element = elementType(type), element.family == .date else {
      return wrongArguments(.workdays, days.span)
    }
    return (function(.workdays, [start, end, list], at: span), .int)
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
    let found = expecting(text: Checker.takes(parameter, .text)) { operand(argument, context) }
    // If all alternatives can be written, the operand needn't be narrowed.
    let isWritable = alternatives(of: found.1).allSatisfy { Checker.takes(.writable, $0) }
    if parameter == .writable, isWritable { return found }
    let (node, type) = narrowed(found) { Checker.takes(parameter, $0) }
    return type.isInvalid || alternatives(of: type).allSatisfy { Checker.takes(parameter, $0) }
      ? (node, type) : nil
  }

  private static func takes(_ parameter: Function.Parameter, _ type: StaticType) -> Bool {
    switch parameter {
    case .number, .places: type.family == .number
    case .text: type.family == .text
    case .day: type.isMoment && type != .time
    case .clock: type.isMoment && type != .date
    case .writable: type.isMoment || type.family == .text || type.family == .number
    case .magnitude: type.family == .number || type.family == .duration
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
    if arguments.count == 2 { return aggregate(.count, .count, arguments, at: span, context) }
    guard arguments.count == 1 else { return wrongArguments(.count, span) }
    let (node, type) = narrowed(listOperand(arguments[0], context)) { $0.family == .text }
    switch type {
    case .text, .choice, .list, .values: break
    case .invalid: return (node, .invalid)
    default: return notAList(arguments[0], .count, type.family != .structure, context)
    }
    return (asking(add(Node(operation: .count, a: node, span: span)), of: node), .int)
  }

  /// Compiles an operand that may be a list of values in parentheses, such as `(phone, email)`.
  func listOperand(
    _ expression: Expression, _ context: Context
  ) -> (Int32, StaticType) {
    // It makes no sense to test a list of literal texts, so no text is expected.
    expecting(text: false) { list(expression, context) }
  }

  private func list(_ expression: Expression, _ context: Context) -> (Int32, StaticType) {
    let (meant, inner) = meaning(of: expression, context)
    switch meant.kind {
    case .list(let items):
      var nodes: [Int32] = []
      var type: StaticType?
      for item in items {
        let (node, found) = operand(item, inner)
        if found.isInvalid { return (node, .invalid) }
        keepBlank(node)
        nodes.append(node)
        type = type.map { Checker.common($0, found) ?? .any } ?? found
      }
      let node = Node(
        operation: .values, a: ignoresCase(nodes) ? 1 : 0, b: addList(nodes),
        c: Int32(nodes.count), span: expression.span)
      return (add(node), .values(type ?? .any))
    default:
      if let records = recordList(expression, context) { return records }
      return operand(expression, context)
    }
  }

  /// Compiles a question about all items of a list: `sum(items.price)`, `sum(items, price * quantity, kind == "work")`,
  /// `share(items, price > 10)`.
  private func aggregate(
    _ aggregate: Aggregate, _ function: Function, _ arguments: [Expression], at span: Span,
    _ context: Context
  ) -> (Int32, StaticType) {
    let isOfCondition = aggregate == .count || aggregate == .share
    guard isOfCondition ? arguments.count == 2 : 1...3 ~= arguments.count else {
      tryList(in: arguments, context)
      return wrongArguments(function, span)
    }
    let list = listOperand(arguments[0], context)
    return self.aggregate(aggregate, function, list, arguments, at: span, context)
  }

  private func aggregate(
    _ aggregate: Aggregate, _ function: Function, _ list: (Int32, StaticType),
    _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    if list.1.isInvalid { return (list.0, .invalid) }
    guard arguments.count > 1 else {
      guard let element = elementType(list.1), Checker.takes(aggregate, element) else {
        if let element = elementType(list.1), case .either = element,
          alternatives(of: element).count(where: { Checker.takes(aggregate, $0) }) == 1,
          case .member(let base, let field) = arguments[0].kind
        {
          let proposal =
            "\(function.name)(\(source.text(base.span)), \(Spelling.operand(field.text)))"
          return noOperand(
            .listArguments(function.name, .severalTypes, proposal: proposal), span)
        }
        let isValue = elementType(list.1) == nil && Checker.takes(aggregate, list.1)
        return notAList(arguments[0], function, isValue, context)
      }
      return (
        self.aggregate(aggregate.of(element), list.0, at: span), Checker.result(aggregate, element)
      )
    }
    guard let items = items(list, arguments, context) else {
      return (invalid(span), .invalid)
    }
    var value: (node: Int32, type: StaticType)?
    var rest = arguments.dropFirst()
    if aggregate != .count, aggregate != .share, let first = rest.popFirst() {
      let calculated = expecting(text: false) { operand(first, items.context) }
      let found = narrowedToOne(calculated) { Checker.takes(aggregate, $0) }
      if found.1.isInvalid { return (found.0, .invalid) }
      guard Checker.takes(aggregate, found.1) else { return wrongArguments(function, first.span) }
      value = (ofItem(found.0, items), found.1)
    }
    let condition = rest.first.map { ofItem(self.condition($0, items.context), items) }
    if value == nil, let only = rest.first { warnIfSameForAll(only, of: arguments[0], items) }
    close(items)
    let type = value?.type ?? .int
    let node = self.aggregate(
      aggregate.of(type), items.list, value?.node ?? -1, condition ?? -1, at: span)
    return (node, Checker.result(aggregate, type))
  }

  private func aggregate(
    _ aggregate: Aggregate, _ list: Int32, _ value: Int32 = -1, _ condition: Int32 = -1,
    at span: Span
  ) -> Int32 {
    let node = Node(
      operation: .aggregate, variant: aggregate.rawValue, a: list, b: value, c: condition,
      span: span)
    return asking(add(node), of: list)
  }

  private static func takes(_ aggregate: Aggregate, _ type: StaticType) -> Bool {
    switch aggregate {
    case .sum, .duration, .mean: type.family == .number || type.family == .duration
    case .least, .most: type.isOrdered
    case .count, .share: true
    }
  }

  private static func result(_ aggregate: Aggregate, _ type: StaticType) -> StaticType {
    switch aggregate {
    case .count: .int
    case .share: .number
    case .mean: type == .int ? .number : type
    case .sum, .duration, .least, .most: type
    }
  }

  /// Compiles `distinct(partners.country)`.
  private func distinctValues(
    _ argument: Expression, at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    let (node, type) = listOperand(argument, context)
    if type.isInvalid { return (node, .invalid) }
    guard let element = elementType(type) else { return wrongArguments(.distinct, argument.span) }
    if case .list = type, case .list = element { return wrongArguments(.distinct, argument.span) }
    openItems(type)
    return (add(Node(operation: .distinctValues, a: node, span: span)), .values(element))
  }

  /// Compiles `min` or `max` of some operands, or of a list.
  private func extremeFunction(
    _ function: Function, _ aggregate: Aggregate, _ arguments: [Expression], at span: Span,
    _ context: Context
  ) -> (Int32, StaticType) {
    guard let first = arguments.first else { return wrongArguments(function, span) }
    var found = listOperand(first, context)
    if arguments.count == 1 || elementType(found.1) != nil {
      guard arguments.count < 4 else { return wrongArguments(function, span) }
      return self.aggregate(aggregate, function, found, arguments, at: span, context)
    }
    var nodes: [Int32] = []
    var type: StaticType?
    let rest = expecting(text: false) { arguments.dropFirst().map { operand($0, context) } }
    let operands = [found] + rest
    let families = sharedFamilies(operands.map { $0.1 })
    for (argument, operand) in zip(arguments, operands) {
      found = families.count == 1 ? narrowed(operand) { $0.family == families[0] } : operand
      if found.1.isInvalid { return (found.0, .invalid) }
      guard found.1.isOrdered, type == nil || type?.family == found.1.family else {
        return wrongArguments(function, argument.span)
      }
      type = type == .number || found.1 == .number ? .number : found.1
      nodes.append(found.0)
    }
    let operation: Node.Operation = function == .min ? .minimum : .maximum
    let node = Node(operation: operation, b: addList(nodes), c: Int32(nodes.count), span: span)
    return (add(node), type ?? .invalid)
  }
}

extension Aggregate {
  /// Returns this aggregate for values of `type`.
  fileprivate func of(_ type: StaticType) -> Aggregate {
    self == .sum && type.family == .duration ? .duration : self
  }
}

extension Expression {
  /// The name before the colon of an argument.
  var label: Name? { if case .labelled(let name, _) = kind { name } else { nil } }

  /// Whether this expression is a text, or a format with a range of years.
  fileprivate var isText: Bool {
    switch kind {
    case .text, .format: true
    default: false
    }
  }
}
