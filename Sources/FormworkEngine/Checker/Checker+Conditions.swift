// Conditions: their types, and the nodes they are compiled to.

internal import FormworkSyntax

extension Checker {
  @inline(__always)
  func add(_ node: Node) -> Int32 {
    program.nodes.append(node)
    return Int32(truncatingIfNeeded: program.nodes.count &- 1)
  }

  /// Appends nodes to `lists`. Returns the index of the first node.
  func addList(_ nodes: [Int32]) -> Int32 {
    program.lists.append(contentsOf: nodes)
    return Int32(program.lists.count - nodes.count)
  }

  func invalid(_ span: Span) -> Int32 { add(Node(operation: .invalid, span: span)) }

  /// Counts one more nested condition or operand. Returns false at the limit.
  func stepIn(at span: Span) -> Bool {
    guard depth < Checker.depthLimit else {
      reportTooDeep(Checker.depthLimit, at: span)
      return false
    }
    guard program.nodes.count < limits.parts else {
      reportTooMany(limits.parts, at: span)
      return false
    }
    depth += 1
    return true
  }

  /// Compiles a condition. Reports any other expression.
  func condition(_ expression: Expression, _ context: Context) -> Int32 {
    let span = expression.span
    guard stepIn(at: span) else { return invalid(span) }
    defer { depth -= 1 }
    switch expression.kind {
    case .parenthesized(let inner): return condition(inner, context)
    case .not(let inner):
      return add(Node(operation: .not, a: condition(inner, context.withoutAcross), span: span))
    case .binary(.and, let left, let right):
      warnIfNotAnd(left, right, at: span)
      let (a, b) = (condition(left, context), condition(right, context))
      return add(Node(operation: .and, a: a, b: b, span: span))
    case .binary(.or, let left, let right):
      warnIfBlankAllowed([left, right], context)
      if let proposal = membershipProposal(expression) {
        report(.valueAfterOr(proposal: proposal), at: span)
        return invalid(span)
      }
      let inner = context.withoutAcross
      let (a, b) = (condition(left, inner), condition(right, inner))
      return add(Node(operation: .or, a: a, b: b, span: span))
    case .binary(let operation, let left, let right) where operation.isComparison:
      return comparison(operation, left, right, at: span, context.withoutAcross)
    case .test(let subject, let negated, let predicate):
      return test(
        subject, negated: negated, predicate, at: span,
        negated ? context.withoutAcross : context)
    case .membership(let subject, let negated, let container):
      return membership(
        subject, negated: negated, container, at: span, context.withoutAcross)
    case .name(let name): return bareName(name, context)
    case .call(let name, let arguments):
      return call(name, arguments, at: span, context)
    case .bool(let value):
      return add(Node(operation: .constantTruth, a: value ? 1 : 0, span: span))
    case .invalid: return invalid(span)
    default: return truth(of: expression, context.withoutAcross)
    }
  }

  /// Compiles an operand as a condition. The operand must be a bool.
  private func truth(of expression: Expression, _ context: Context) -> Int32 {
    let (node, type) = narrowed(operand(expression, context)) { $0 == .bool }
    guard type == .bool else {
      if !type.isInvalid { report(.notACondition(type), at: expression.span) }
      return invalid(expression.span)
    }
    return add(Node(operation: .truth, a: node, span: expression.span))
  }

  /// Compiles a single name: a predicate about the value, or a bool field.
  private func bareName(_ name: Name, _ context: Context) -> Int32 {
    let predicate = Predicate.named(name.text)
    if isKindTest(name.text, context),
      let test = kindTest(ownValue(at: name.span, context), name, [], at: name.span)
    {
      return test
    }
    if let predicate, context.hasValue, means(name.text, predicate, context) {
      return self.predicate(predicate, [], subject: nil, at: name.span, name.span, context)
    }
    if let binding = context.bindings[name.text] {
      noteParameter(name, context)
      return condition(binding.expression, binding.context(in: context))
    }
    let isField = hasField(name.text, context)
    let isBool = isField && fieldFamily(name.text, context) == .bool
    let isDefined = isConditionDefined(name.text, [], context)
    let isHost = isHostRule(name.text) && (context.hasValue || !isField)
    let isAlone =
      predicate.map { context.hasValue && (!isBool || standsAlone($0, context)) } ?? false
    if isBool, isDefined || isHost || isAlone {
      report(.ambiguousName(name.text), at: name.span)
      return invalid(name.span)
    }
    if isDefined {
      return use(name, [], subject: nil, at: name.span, context) ?? invalid(name.span)
    }
    if isHost { return hostRule(name, [], subject: nil, at: name.span, context) }
    if let predicate, isAlone {
      return self.predicate(predicate, [], subject: nil, at: name.span, name.span, context)
    }
    let isDefinedValue = !isField && definition(name.text) != nil
    if isField || isDefinedValue {
      let node = truth(of: Expression(.name(name), at: name.span), context)
      let isTruth = program.nodes[Int(node)].operation == .truth
      return isDefinedValue && isTruth ? defined(node, by: name, context) : node
    }
    if predicate != nil {
      report(.missingSubject(name.text), at: name.span)
    } else if !reportIfOutside(name, context) {
      noteCompletion(name, context)
      let near =
        usualNames(name.text, context)
        ?? near(
          name.text, in: context.ownScopes,
          among: visibleNames(context) + definedExpressions + Predicate.allCases.map { $0.name }
            + hostRuleNames)
      report(.unknownName(name.text, near: near), at: name.span)
    }
    return invalid(name.span)
  }

  /// Whether `name` can only mean `predicate` here.
  private func means(_ name: String, _ predicate: Predicate, _ context: Context) -> Bool {
    !fieldsLikePredicates.contains(Int(predicate.rawValue)) && !isTrial
      && context.bindings[name] == nil && names.definitions[name] == nil
      && !isHostRule(name)
  }

  private func fieldFamily(_ name: String, _ context: Context) -> StaticType.Family? {
    lookUp(name, context).map { staticType(Int($0.entries[0].field)).family }
  }

  /// Whether a predicate can be applied to the value without any arguments.
  private func standsAlone(_ predicate: Predicate, _ context: Context) -> Bool {
    switch predicate.parameters {
    case .none, .anyScript, .version, .momentFormats:
      accepts(
        predicate.subject, context.subject?.type ?? staticType(context.field))
    default: false
    }
  }

  /// Compiles `count(1...20)`: a predicate about the value.
  private func call(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> Int32 {
    if isConditionDefined(name.text, arguments, context) {
      return use(name, arguments, subject: nil, at: span, context) ?? invalid(span)
    }
    if let known = Predicate.named(name.text), !isHostRule(name.text) {
      return predicate(known, arguments, subject: nil, at: span, name.span, context)
    }
    if context.hasValue, name.text == "min" || name.text == "max",
      reportForeign(name, arguments, subject: nil, at: span, context)
    {
      return invalid(span)
    }
    if name.text == "any" || name.text == "all" {
      return quantifier(name, arguments, at: span, context)
    }
    if isHostRule(name.text) {
      return hostRule(name, arguments, subject: nil, at: span, context)
    }
    if Function.named(name.text) != nil || definition(name.text) != nil
      || names.tables[name.text] != nil || isOfRecords(name.text, "records", context)
      || isList(name.text, context)
    {
      return truth(of: Expression(.call(name, arguments), at: span), context)
    }
    if !reportForeign(name, arguments, subject: nil, at: span, context) {
      if context.hasValue, isRuleWord(arguments, context) {
        reportUnknownTest(name, of: context.subject?.type ?? staticType(context.field), context)
      } else {
        reportUnknownPredicate(name, context)
      }
    }
    return invalid(span)
  }

  /// Reports a rule word of another language, if its equivalent here is known.
  private func reportForeign(
    _ name: Name, _ arguments: [Expression], subject: Expression?, at span: Span,
    _ context: Context
  ) -> Bool {
    guard
      let proposal = proposal(name.text, arguments, subject: subject, context)
    else { return false }
    report(
      .foreignPredicate(name.text, proposal: proposal), at: Span(name.span.lower, span.upper))
    return true
  }

  func reportUnknownPredicate(_ name: Name, _ context: Context) {
    noteCompletion(name, context)
    reportUnknownPredicate(
      name,
      among: Predicate.allCases.map { $0.name } + Function.names + ["any", "all"]
        + definedExpressions + hostRuleNames, context)
  }

  /// Reports an unknown name after a tested operand, where only a condition about a value is possible.
  private func reportUnknownTest(_ name: Name, of type: StaticType, _ context: Context) {
    completion?.noteSubject(type, of: name)
    reportUnknownPredicate(
      name,
      among: Predicate.allCases.map { $0.name }
        + definedExpressions.filter { isConditionDefined($0, [], context) } + hostRuleNames,
      context)
  }

  private func reportUnknownPredicate(
    _ name: Name, among names: @autoclosure () -> [String], _ context: Context
  ) {
    let isField = hasField(name.text, context)
    let near = usualNames(name.text, context) ?? near(name.text, among: names())
    report(.unknownPredicate(name.text, near: near, isField: isField), at: name.span)
  }

  private func test(
    _ subject: Expression, negated: Bool, _ verb: Expression, at span: Span, _ context: Context
  ) -> Int32 {
    let name: Name
    let arguments: [Expression]
    switch verb.kind {
    case .name(let verb): (name, arguments) = (verb, [])
    case .call(let verb, let list): (name, arguments) = (verb, list)
    default: return invalid(span)
    }
    let node: Int32
    if isConditionDefined(name.text, arguments, context) {
      node = use(name, arguments, subject: subject, at: span, context) ?? invalid(span)
    } else if isHostRule(name.text) {
      node = hostRule(name, arguments, subject: subject, at: span, context)
    } else if let predicate = Predicate.named(name.text) {
      node = self.predicate(predicate, arguments, subject: subject, at: span, name.span, context)
    } else {
      let operand = operand(subject, context)
      if let test = kindTest(operand, name, arguments, at: span) {
        return negated ? add(Node(operation: .not, a: test, span: span)) : test
      }
      let type = operand.1
      if case .choice(let number) = type,
        program.choices[Int(number)].values.contains(name.text), arguments.isEmpty
      {
        let proposal =
          "\(source.text(subject.span)) \(negated ? "!=" : "==") \(Spelling.text(name.text))"
        report(.foreignPredicate(name.text, proposal: proposal), at: span)
      } else if !reportForeign(name, arguments, subject: subject, at: span, context) {
        reportUnknownTest(name, of: type, context)
      }
      return invalid(span)
    }
    return negated ? add(Node(operation: .not, a: node, span: span)) : node
  }

  private func membership(
    _ subject: Expression, negated: Bool, _ container: Expression, at span: Span,
    _ context: Context
  ) -> Int32 {
    var (node, type) = operand(subject, context)
    guard !type.isInvalid || isTrial else { return invalid(span) }
    if type.isPath {
      let condition = Expression(
        .membership(subject: subject, negated: negated, container: container), at: span)
      let advice = pathAdvice(
        (expression: subject, node: node, type: type), nil, in: condition, context)
      report(.severalBeforeIn(type, advice), at: subject.span)
      return invalid(span)
    }
    if case .parenthesized(let only) = container.kind, type == .text {
      let words = source.text(subject.span) + (negated ? " not" : "")
      warnIfRange(in: only, subject: words, at: span)
    }
    let variant: UInt8 = negated ? 1 : 0
    let written = container.span
    let (container, context) = resolved(container, context)
    if case .range = container.kind {
      let given = type
      let range = range(container, of: &type, "in", context)
      if type != given { node = narrowed(node, to: type) }
      return add(Node(operation: .inRange, variant: variant, a: node, b: range, span: span))
    }
    let count = findings.all.count
    if let node = namedMembership((node, type), negated: negated, container, at: span, context) {
      if container.span == written, findings.all.count == count,
        program.nodes[Int(node)].operation == .inList
      {
        warnIfSingle(container, after: subject, negated: negated)
      }
      return node
    }
    let items: [Expression]
    switch container.kind {
    case .list(let listed): items = listed
    case .parenthesized(let item): items = [item]
    case .name: items = [container]
    default:
      items = [container]
      if container.span == written { warnIfSingle(container, after: subject, negated: negated) }
    }
    items.forEach(warnIfSubtraction)
    warnIfDecimalComma(items, of: node)
    let given = type
    let values = values(items, of: &type, "in", context)
    if type != given { node = narrowed(node, to: type) }
    return inList(node, values, negated: negated, at: span)
  }

  private func inList(
    _ subject: Int32, _ items: [Int32], negated: Bool, at span: Span
  ) -> Int32 {
    add(
      Node(
        operation: .inList, variant: negated ? 1 : 0, a: subject, b: addList(items),
        c: Int32(items.count), span: span))
  }

  /// Compiles `in` with a table, a list, or a path through a list. Returns nil for anything else.
  private func namedMembership(
    _ subject: (Int32, StaticType), negated: Bool, _ container: Expression, at span: Span,
    _ context: Context
  ) -> Int32? {
    switch container.kind {
    case .call(let name, let arguments) where names.tables[name.text] != nil:
      return tableMembership(
        subject, negated: negated, name, arguments, at: span, context)
    case .name(let name) where names.tables[name.text] != nil && !hasField(name.text, context):
      return tableMembership(subject, negated: negated, name, [], at: span, context)
    case .name(let name) where isChoiceList(name, context): return nil
    case .name, .member, .value, .call:
      if case .name(let name) = container.kind { noteLists(name) }
      let (node, type) = recordList(container, context) ?? operand(container, context)
      guard let element = elementType(type) else {
        if type.isInvalid { return invalid(span) }
        checkComparable(subject.1, type, at: container.span)
        let (one, other) = compared(subject, (node, type), needsOrder: false)
        return inList(one.0, [other.0], negated: negated, at: span)
      }
      checkComparable(subject.1, element, at: span)
      warnIfUntrimmed(subject.0, node, at: span)
      let membership = Node(
        operation: .inValues, variant: negated ? 1 : 0, a: narrowed(subject, like: element).0,
        b: node, span: span)
      return asking(add(membership), of: node)
    default: return nil
    }
  }

  /// Records the names that are valid only after `in`, if `name` is the word being typed.
  private func noteLists(_ name: Name) {
    noteMore(
      name.text,
      names.choiceLists.keys.ordered() + names.tables.keys.ordered() + definedExpressions)
  }

  /// Records the possible completions of the first argument of a question about a list.
  func tryList(in arguments: [Expression], _ context: Context) {
    if completion != nil, let list = arguments.first { _ = listOperand(list, context) }
  }

  /// Compiles `any(items, price > 10)`: a condition about the records or items of a list.
  private func quantifier(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> Int32 {
    guard arguments.count == 2 else {
      tryList(in: arguments, context)
      if !reportListArguments(name, arguments, at: span, context) {
        report(.wrongFunctionArguments(name.text), at: span)
      }
      return invalid(span)
    }
    let list = listOperand(arguments[0], context)
    guard !list.1.isInvalid, let items = items(list, arguments, context) else {
      return invalid(span)
    }
    let condition = ofItem(condition(arguments[1], items.context), items)
    warnIfSameForAll(arguments[1], of: arguments[0], items)
    close(items)
    let node = Node(
      operation: name.text == "any" ? .anyItem : .allItems, a: items.list, b: condition, span: span)
    return asking(add(node), of: items.list)
  }

  /// A list, and the context for conditions and values of its items.
  struct ItemQuestion {
    let list: Int32
    /// The level of the items. Nil if the list is a path or a list of operands.
    let level: Int32?
    let context: Context
    /// The `depth` of the surrounding context if the items have a level, otherwise its `elementDepth`.
    let depth: Int
    /// The number of elements of `touched` before the question.
    let named: Int
    let isOfRecords: Bool
  }

  /// Prepares a question about the items of `list`. If `list` isn't a list, reports this and returns nil.
  ///
  /// - Parameter arguments: the arguments of the question, with the list as the first.
  func items(
    _ list: (node: Int32, type: StaticType), _ arguments: [Expression], _ context: Context
  ) -> ItemQuestion? {
    let span = arguments[0].span
    let isOfRecords = ask { $0.question(ofList: list.node) } != nil
    let context = isOfRecords ? aboutRecord(arguments, context) : context
    let named = touched.count
    if let level = levelOfList(list.node) ?? (isOfRecords ? nil : levelOfRecords(list.type)) {
      var inner = context.inside(scopes[Int(level)], item: -1)
      inner.subject = Subject(
        node: add(Node(operation: .wholeRecord, span: span)), type: .record(level),
        depth: context.depth + 1)
      return ItemQuestion(
        list: list.node, level: level, context: inner, depth: context.depth, named: named,
        isOfRecords: isOfRecords)
    }
    if let level = itemLevel(list.type) {
      let inner = context.inside(
        scopes[Int(level)], item: Int(program.levels[Int(level)].itemField))
      return ItemQuestion(
        list: list.node, level: level, context: inner, depth: context.depth, named: named,
        isOfRecords: isOfRecords)
    }
    guard case .values(let element) = list.type else {
      report(.notAList(list.type), at: span)
      return nil
    }
    let depth = context.elementDepth
    var inner = context.withoutAcross
    inner.elementDepth += 1
    inner.subject = Subject(
      node: add(
        Node(operation: .element, a: Int32(depth), b: ignoresCase([list.node]) ? 1 : 0, span: span)),
      type: element,
      depth: context.depth)
    return ItemQuestion(
      list: list.node, level: nil, context: inner, depth: depth, named: named,
      isOfRecords: isOfRecords)
  }

  /// Adds the node of a value or condition that is evaluated for each item.
  func ofItem(_ node: Int32, _ items: ItemQuestion) -> Int32 {
    add(
      Node(
        operation: .ofItem, variant: items.level == nil ? 1 : 0, a: node, b: Int32(items.depth),
        span: program.nodes[Int(node)].span))
  }

  /// Ends a question about items, so that their fields don't count as fields of the surrounding condition.
  func close(_ items: ItemQuestion) {
    if items.isOfRecords { touched.removeSubrange(items.named...) }
    guard let level = items.level else { return }
    let others = touched[items.named...].filter { $0.level != level }
    touched.replaceSubrange(items.named..., with: others)
    openedLists.append(level)
  }

  /// Warns about a condition that uses only fields of the form itself, and so is the same for each item of a list.
  func warnIfSameForAll(_ condition: Expression, of list: Expression, _ items: ItemQuestion) {
    guard items.level != nil, !items.isOfRecords, touched.count > items.named,
      touched[items.named...].allSatisfy({ $0.level == 0 }), namesFields(condition, items.context)
    else { return }
    report(.sameForAllItems(source.text(list.span)), at: condition.span)
  }

  /// Whether a condition certainly reads nothing but named fields.
  private func namesFields(_ part: Expression, _ context: Context) -> Bool {
    switch part.kind {
    case .value, .call: false
    case .name(let name): context.bindings[name.text] == nil && hasField(name.text, context)
    case .member(let base, _): namesFields(base, context)
    case .test(let subject, _, _): namesFields(subject, context)
    default: part.parts.allSatisfy { namesFields($0, context) }
    }
  }

  private func isChoiceList(_ name: Name, _ context: Context) -> Bool {
    names.choiceLists[name.text] != nil && !hasField(name.text, context)
  }

  /// Compiles values and ranges of a type, and the values of lists of choices.
  ///
  /// - Parameter type: If this type has several alternatives, it is narrowed to those of the values.
  func values(
    _ items: [Expression], of type: inout StaticType, _ word: String, _ context: Context
  ) -> [Int32] {
    var found: [StaticType] = []
    let nodes = values(items, of: type, word, context, &found)
    if case .either = type {
      let listed = alternative(of: type) { one in found.contains { shareFamily($0, one) } }
      type = listed ?? type
    }
    return nodes
  }

  /// - Parameter types: The types of the values are added to this list.
  private func values(
    _ items: [Expression], of type: StaticType, _ word: String, _ context: Context,
    _ types: inout [StaticType]
  ) -> [Int32] {
    items.flatMap { item -> [Int32] in
      let place = item.span
      let (item, context) = resolved(item, context)
      switch item.kind {
      case .range:
        var own = type
        let range = range(item, of: &own, word, context)
        types.append(own)
        return [mentioned((range, own), at: place).0]
      case .list(let items): return values(items, of: type, word, context, &types)
      case .name(let name) where isChoiceList(name, context):
        types.append(.text)
        return choices(of: name, comparedWith: type)
      default:
        let operand = mentioned(operand(item, comparedWith: type, context), at: place)
        let (node, found) = type.family == .either ? operand : narrowed(operand, like: type)
        types.append(found)
        checkComparable(
          type, found, right: item, path: keyAdvice(item, node, found, context), at: item.span)
        if Checker.isEmptyText(item) {
          report(.emptyListed, at: item.span)
        } else {
          warnIfUnlisted(narrowed(type, like: found), item)
        }
        return [node]
      }
    }
  }

  private func choices(of name: Name, comparedWith type: StaticType) -> [Int32] {
    guard let number = namedChoice(name) else { return [invalid(name.span)] }
    checkComparable(type, .text, at: name.span)
    return program.choices[Int(number)].constants.map {
      add(Node(operation: .constant, a: $0, span: name.span))
    }
  }

  /// Compiles a range of a type. A single value is a range that contains only that value.
  func range(
    _ expression: Expression, of type: StaticType, _ word: String, _ context: Context
  ) -> Int32 {
    var type = type
    return range(expression, of: &type, word, context)
  }

  /// - Parameter type: If this type has several alternatives, it is narrowed to that of the bounds.
  func range(
    _ expression: Expression, of type: inout StaticType, _ word: String, _ context: Context
  ) -> Int32 {
    let (meant, inner) = resolved(expression, context)
    return range(meant, at: expression.span, of: &type, word, inner)
  }

  private func range(
    _ expression: Expression, at place: Span, of type: inout StaticType, _ word: String,
    _ context: Context
  ) -> Int32 {
    let span = expression.span
    guard case .range(let lower, let upper, let halfOpen) = expression.kind else {
      warnIfSubtraction(expression)
      let (node, found) = boundOperand(expression, of: &type, context)
      checkBound(found, type, word, at: span)
      return add(Node(operation: .range, a: node, b: node, span: place))
    }
    let low = lower.map { bound($0, of: &type, word, context) } ?? -1
    let high = upper.map { bound($0, of: &type, word, context) } ?? -1
    if isEmptyRange(low, high, halfOpen: halfOpen) { reportEmpty(expression) }
    return add(
      Node(operation: .range, variant: halfOpen ? 1 : 0, a: low, b: high, span: place))
  }

  /// Warns about `range(1-20)`, which is a single number although a range was probably intended.
  private func warnIfSubtraction(_ expression: Expression) {
    guard case .binary(.subtract, let left, let right) = expression.kind, left.isNumber,
      right.isNumber
    else { return }
    report(.subtractionAsRange(low: left.span, high: right.span), at: expression.span)
  }

  private func checkBound(_ found: StaticType, _ type: StaticType, _ word: String, at span: Span) {
    guard !found.isInvalid, !type.isInvalid else { return }
    if found.family != type.family || !found.isOrdered {
      report(.wrongArgumentType(word, wanted: type, found: found), at: span)
    }
  }

  /// Compiles a bound. Narrows it and `type` to the alternative that they share.
  private func boundOperand(
    _ expression: Expression, of type: inout StaticType, _ context: Context
  ) -> (Int32, StaticType) {
    let bound = narrowedToOne(operand(expression, comparedWith: type, context)) {
      $0.isOrdered && shareFamily($0, type)
    }
    type = narrowed(type, like: bound.1)
    return bound
  }

  private func bound(
    _ expression: Expression, of type: inout StaticType, _ word: String, _ context: Context
  ) -> Int32 {
    let (node, found) = boundOperand(expression, of: &type, context)
    switch (found, type) {
    case (.int, .number), (.int, .int): break
    default: checkBound(found, type, word, at: expression.span)
    }
    return node
  }

  /// Whether a range with constant bounds is empty.
  private func isEmptyRange(_ low: Int32, _ high: Int32, halfOpen: Bool) -> Bool {
    guard low >= 0, high >= 0, let low = constantValue(low), let high = constantValue(high) else {
      return false
    }
    guard let order = Value.order(low, high) else { return false }
    return order > 0 || (order == 0 && halfOpen)
  }

  private func reportEmpty(_ range: Expression) {
    guard case .range(let lower?, let upper?, _) = range.kind else { return }
    report(
      .emptyRange(low: source.text(lower.span), high: source.text(upper.span)), at: range.span)
  }
}

extension Expression {
  /// Whether this is a number literal, perhaps with `%`.
  fileprivate var isNumber: Bool {
    switch kind {
    case .number, .percent: true
    default: false
    }
  }
}
