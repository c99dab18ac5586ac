// Operands: fields, literals, arithmetic and functions.

internal import FormworkSyntax

extension Checker {
  func staticType(_ field: Int) -> StaticType {
    fieldsWithoutType.contains(field) ? .invalid : ask { $0.staticType(Int32(field)) }
  }

  /// Compiles an operand. Reports any other expression.
  func operand(_ expression: Expression, _ context: Context) -> (Int32, StaticType) {
    let span = expression.span
    guard stepIn(at: span) else { return (invalid(span), .invalid) }
    defer { depth -= 1 }
    switch expression.kind {
    case .parenthesized(let inner): return operand(inner, context)
    case .name(let name): return fieldOperand(name, context)
    case .member(let base, let name): return member(base, name, at: span, context)
    case .call(let name, let arguments): return call(name, arguments, at: span, context)
    case .value: return ownValue(at: span, context)
    case .today: return (add(Node(operation: .today, span: span)), .date)
    case .now: return (add(Node(operation: .now, span: span)), .instant)
    case .text(let template): return textOperand(template, context)
    case .negated(let inner): return negated(inner, at: span, context)
    case .binary(let operation, let left, let right):
      return arithmetic(operation, left, right, at: span, context)
    case .conditional(let first, let condition, let otherwise):
      return conditional(first, condition, otherwise, at: span, context)
    case .range, .format: return noOperand(.notAnOperand(.range), span)
    case .list, .labelled: return noOperand(.notAnOperand(.list), span)
    case .pattern: return noOperand(.notAnOperand(.pattern), span)
    case .not, .test, .membership: return noOperand(.conditionAsOperand, span)
    case .invalid: return (invalid(span), .invalid)
    default: return literalOperand(expression)
    }
  }

  func noOperand(_ mistake: NameMistake, _ span: Span) -> (Int32, StaticType) {
    report(mistake, at: span)
    return (invalid(span), .invalid)
  }

  func noOperand(_ mistake: TypeMistake, _ span: Span) -> (Int32, StaticType) {
    report(mistake, at: span)
    return (invalid(span), .invalid)
  }

  func ownValue(at span: Span, _ context: Context) -> (Int32, StaticType) {
    if context.isForeign { return noOperand(.notOfOtherRecord(source.text(span)), span) }
    if let subject = context.subject {
      // Add a separate node for each use, so that each use has its own span.
      let node = add(program.nodes[Int(subject.node)])
      program.nodes[Int(node)].span = span
      return (outside(node, subject.depth, context), subject.type)
    }
    guard context.field >= 0 else { return noOperand(.valueOutsideRule, span) }
    let type = staticType(context.field)
    let node = cell(context.field, of: type, hops: 0, at: span)
    return (outside(node, context.home, context), type)
  }

  /// Returns the node of an operand that belongs to `depth` nested lists of items. Wraps the node if the condition is
  /// inside more lists.
  func outside(_ node: Int32, _ depth: Int, _ context: Context) -> Int32 {
    guard depth < context.depth else { return node }
    let span = program.nodes[Int(node)].span
    return add(Node(operation: .outside, a: node, b: Int32(depth), span: span))
  }

  /// Adds the node of a field that is `hops` levels outward.
  func cell(_ field: Int, hops: Int, at span: Span) -> Int32 {
    cell(field, of: staticType(field), hops: hops, at: span)
  }

  /// Adds the node of a field whose type is known.
  private func cell(_ field: Int, of type: StaticType, hops: Int, at span: Span) -> Int32 {
    var variant: UInt8 = 0
    if case .bool = type { variant = 1 }
    return add(
      Node(
        operation: .cell, variant: variant, a: Int32(truncatingIfNeeded: hops),
        b: program.fields[field].cell, c: Int32(truncatingIfNeeded: field), span: span))
  }

  /// Adds the node of an operand that may be blank. Its `variant` is 1 for a bool, which is false if blank.
  private func add(_ node: Node, of type: StaticType) -> Int32 {
    var node = node
    if case .bool = type { node.variant = 1 } else { node.variant = 0 }
    return add(node)
  }

  /// Makes a blank bool stay blank instead of false, for conditions that test whether it is blank.
  func keepBlank(_ operand: Int32) {
    let node = program.nodes[Int(operand)]
    switch node.operation {
    case .outside, .narrowed: keepBlank(node.a)
    case .question:
      unshareQuestion(of: operand)
      keepBlank(program.nodes[Int(operand)].a)
    case .cell, .member, .firstInForce: program.nodes[Int(operand)].variant = 0
    default: break
    }
  }

  /// Gives `operand` a question of its own, if it shares its question with operands that treat a blank bool as false.
  private func unshareQuestion(of operand: Int32) {
    let number = Int(program.nodes[Int(operand)].b)
    var own = program.questions[number]
    guard own.useCount > 1, program.nodes[Int(own.node)].variant == 1 else { return }
    program.questions[number].useCount -= 1
    own.useCount = 1
    own.node = add(program.nodes[Int(own.node)])
    program.questions.append(own)
    program.nodes[Int(operand)].a = own.node
    program.nodes[Int(operand)].b = Int32(program.questions.count - 1)
  }

  private func fieldOperand(_ name: Name, _ context: Context) -> (Int32, StaticType) {
    if let binding = context.bindings[name.text] {
      noteParameter(name, context)
      let found = operand(binding.expression, binding.context(in: context))
      return mentioned(found, at: name.span)
    }
    if !hasField(name.text, context),
      let value = useValue(name, [], at: name.span, context)
    {
      return value
    }
    if let type = triedTypes?[name.text] {
      noteEverywhere(name)
      return (invalid(name.span), type)
    }
    guard let found = lookUp(name.text, context) else {
      if let value = betweenRecords(name, context) { return value }
      if name.text == Checker.valuesName {
        return listRecord(name, keys: [], at: name.span, context)
      }
      if isList(name.text, context) { return noOperand(.listAsValue(name.text), name.span) }
      if reportIfOutside(name, context) { return (invalid(name.span), .invalid) }
      noteCompletion(name, context)
      // Leaves out definitions that aren't values. Only similar names are tested, because a test takes as long as many
      // comparisons of names.
      let near = near(
        name.text, in: context.ownScopes, among: visibleNames(context) + definedExpressions
      ).filter {
        definition($0) == nil || hasField($0, context) || isValueDefinition($0, context)
      }
      return noOperand(
        .unknownField(
          name.text, near: near,
          .operand(
            isText: takesText, elsewhere: near.isEmpty ? elsewhere(name.text, context) : nil)),
        name.span)
    }
    note(name, found.entries.first)
    if context.isForeign { return noOperand(.notOfOtherRecord(name.text), name.span) }
    for entry in found.entries {
      if let before = context.before, ask({ $0.rootLevel(of: found.scope.level) }) == 0 {
        if Int(entry.field) >= before {
          return noOperand(.declaredLater(name.text, declared: entry.span), name.span)
        }
        if let later = source(of: entry.field, after: before) {
          let field = program.fields[Int(later)]
          return noOperand(.declaredLater(field.name, declared: field.span), name.span)
        }
      }
    }
    for entry in found.entries where Int(entry.field) != context.field || found.hops > 0 {
      touched.append(
        Touched(field: Int(entry.field), level: program.fields[Int(entry.field)].level))
    }
    var (node, type) = oneInForce(found.entries, hops: found.hops, name)
    if let record = found.record, !type.isInvalid {
      let whole = cell(record, hops: 0, at: name.span)
      node = member(of: whole, node, type, at: name.span)
    }
    return (outside(node, found.home, context), type)
  }

  /// Returns a field that `field` is calculated from, directly or indirectly, and that isn't among the first `before`
  /// fields. Nil if there is no such field.
  private func source(of field: Int32, after before: Int) -> Int32? {
    var open = [field]
    var seen: OrderedSet<Int32> = [field]
    while let next = open.popLast() {
      guard let calculation = program.fields[Int(next)].calculation else { continue }
      for other in ask({ $0.fields(readBy: calculation) }) where seen.insert(other).inserted {
        if Int(other) >= before { return other }
        open.append(other)
      }
    }
    return nil
  }

  /// Compiles a field or, if several fields with the same name are in mutually exclusive branches, the one in force.
  func oneInForce(
    _ entries: [Scope.Entry], hops: Int, _ name: Name
  ) -> (Int32, StaticType) {
    let span = name.span
    let type = staticType(Int(entries[0].field))
    if entries.count == 1 { return (cell(Int(entries[0].field), hops: hops, at: span), type) }
    for entry in entries.dropFirst() {
      let other = staticType(Int(entry.field))
      if type.isInvalid || other.isInvalid { return (invalid(span), .invalid) }
      if !isAlike(type, other) {
        return noOperand(.mixedTypes(name.text, type, other), span)
      }
    }
    noteNamesakes(entries.map { $0.field })
    let nodes = entries.map { cell(Int($0.field), hops: hops, at: span) }
    for node in nodes { keepBlank(node) }
    let node = Node(
      operation: .firstInForce, a: ignoresCase(nodes) ? 1 : 0, b: addList(nodes),
      c: Int32(nodes.count), span: span)
    return (add(node, of: type), type.family == .text ? .text : type)
  }

  /// Whether values of two types are interchangeable. Records must have the same fields in the same cells.
  private func isAlike(_ one: StaticType, _ other: StaticType) -> Bool {
    switch (one, other) {
    case (.record(let one), .record(let other)), (.list(let one), .list(let other)):
      areAlike(one, other)
    case (.any, .any), (.invalid, _), (_, .invalid): true
    case (.either, .either):
      alternatives(of: one).map { $0.family } == alternatives(of: other).map { $0.family }
    default: one.family == other.family && one.family != .structure
    }
  }

  private func areAlike(_ one: Int32, _ other: Int32) -> Bool {
    if let known = alikeLevels[one]?[other] { return known }
    let (ours, theirs) = (fields(ofLevel: one), fields(ofLevel: other))
    let areAlike =
      ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { one, other in
        let (first, second) = (program.fields[Int(one)], program.fields[Int(other)])
        return first.name == second.name && first.cell == second.cell
          && isAlike(staticType(Int(one)), staticType(Int(other)))
      }
    alikeLevels[one, default: [:]][other] = areAlike
    return areAlike
  }

  /// Returns the fields of a level, or the item field of a list of single values.
  private func fields(ofLevel level: Int32) -> [Int32] {
    let entry = program.levels[Int(level)]
    return entry.isList && !entry.itemIsRecord ? [entry.itemField] : scopes[Int(level)].allFields
  }

  /// Records that `fields` have the same name in mutually exclusive branches. Does the same for the fields inside them.
  /// Conditions outside of the branches need this.
  func noteNamesakes(_ fields: [Int32]) {
    guard fields.count > 1, program.namesakes[fields[0]]?.count ?? 0 < fields.count else { return }
    for field in fields { program.namesakes[field] = fields }
    let inner = fields.compactMap {
      program.fields[Int($0)].type.level.map { self.fields(ofLevel: $0) }
    }
    var byName: OrderedDictionary<String, [Int32]> = [:]
    for field in inner.joined() {
      byName[program.fields[Int(field)].name, default: []].append(field)
    }
    for field in inner.first ?? [] { noteNamesakes(byName[program.fields[Int(field)].name] ?? []) }
  }

  /// Returns the type of a field. A choice becomes a text if other fields share its name, because their choices may
  /// differ.
  private func sharedType(_ field: Int32) -> StaticType {
    let type = staticType(Int(field))
    if case .choice = type, program.namesakes[field] != nil { return .text }
    return type
  }

  /// Compiles `address.zip`: a field of a record, or of each record of a list.
  private func member(
    _ base: Expression, _ name: Name, at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    let named = touched.count
    let record =
      (beginsWithName(base, context) ? recordList(base, context) : nil) ?? operand(base, context)
    let found = member(of: record, base, name, at: span, context)
    // The condition refers to the member, not to the records around it. A member of `value` doesn't count as another
    // field.
    if isElsewhere(record.0) { return found.operand }
    let outermost = touched.dropFirst(named).first?.level
    touched.removeSubrange(named...)
    if let outermost {
      touched.append(contentsOf: found.fields.map { Touched(field: Int($0), level: outermost) })
    }
    return found.operand
  }

  /// Whether a path begins with a name, once definitions are resolved. If it begins with a lookup by key instead, it is
  /// about the first record, unless a list is expected.
  private func beginsWithName(_ path: Expression, _ context: Context) -> Bool {
    let (meant, inner) = meaning(of: path, context)
    return switch meant.kind {
    case .name: true
    case .member(let base, _): beginsWithName(base, inner)
    default: false
    }
  }

  /// Whether an operand reads other records or other data.
  func isElsewhere(_ operand: Int32) -> Bool {
    let node = program.nodes[Int(operand)]
    return switch node.operation {
    case .question, .records, .listRecord, .listRecords: true
    case .member, .each, .distinctValues: isElsewhere(node.a)
    default: false
    }
  }

  /// Compiles a field of an operand.
  ///
  /// - Returns: the compiled operand, and the fields that it may refer to.
  func member(
    of record: (Int32, StaticType), _ base: Expression, _ name: Name, at span: Span,
    _ context: Context
  ) -> (operand: (Int32, StaticType), fields: [Int32]) {
    let (node, type) = record
    guard !type.isInvalid else { return ((node, .invalid), []) }
    guard let level = memberLevel(type) else {
      return (noOperand(.notARecord(source.text(base.span), type), base.span), [])
    }
    let scope = scopes[Int(level)]
    let entries = scope.fields(named: name.text)
    if entries.isEmpty {
      let near = near(name.text, in: [scope], among: scope.sortedNames)
      let isDefined = names.definitions[name.text] != nil
      let mistake = NameMistake.unknownField(
        name.text, near: near, .record(source.text(base.span), isDefined: isDefined))
      return (noOperand(mistake, name.span), [])
    }
    note(name, entries.first)
    let fields = entries.map { $0.field }
    var placed = name
    placed.span = span
    var (inner, found) = oneInForce(entries, hops: 0, placed)
    if case .choice = found { found = sharedType(entries[0].field) }
    if found.isInvalid { return ((inner, found), fields) }
    if case .record = type {
      return (
        member(ofQuestion: node, inner, found, at: span)
          ?? (member(of: node, inner, found, at: span), found), fields
      )
    }
    keepBlank(inner)
    openedLists.append(level)
    return ((add(Node(operation: .each, a: node, b: inner, span: span)), .values(found)), fields)
  }

  func member(
    of record: Int32, _ inner: Int32, _ type: StaticType, at span: Span
  ) -> Int32 {
    keepBlank(inner)
    return add(Node(operation: .member, a: record, b: inner, span: span), of: type)
  }

  private func textOperand(
    _ template: TextTemplate, _ context: Context
  ) -> (Int32, StaticType) {
    if let plain = template.plain {
      return (add(Node(operation: .constant, a: constant(text: plain), span: template.span)), .text)
    }
    let parts = template.parts.map { part -> Template.Part in
      switch part {
      case .literal(let literal): return .literal(literal)
      case .placeholder(let path):
        let node = placeholderOperand(path, context, takesStructures: false)
        return .placeholder(.operand(node ?? invalid(path.span), isSecret: false))
      case .plural(let path, _, _):
        report(.pluralInCondition(path.text), at: path.span)
        return .literal("")
      }
    }
    noteBlank(in: template, parts, context)
    program.templates.append(Template(parts: parts))
    let number = Int32(program.templates.count - 1)
    return (add(Node(operation: .template, a: number, span: template.span)), .text)
  }

  /// Compiles the field that a placeholder such as `{department}` or `{address.zip}` names.
  ///
  /// - Parameter takesStructures: whether the field may be a record or a list. Of a list, the items are shown.
  func placeholderOperand(
    _ path: PlaceholderPath, _ context: Context, takesStructures: Bool = true
  ) -> Int32? {
    func known(_ node: Int32, _ type: StaticType) -> Int32? {
      if type.isInvalid { return nil }
      let isShown = takesStructures ? !type.isPath : type.family != .structure || type == .any
      if !isShown { report(.placeholderWithoutSource(path.text), at: path.span) }
      return isShown ? node : nil
    }
    let first = path.names[0]
    let isParameter = context.bindings[first.text] != nil
    if path.plainName?.text == "value", context.hasValue, !isParameter {
      let (node, type) = ownValue(at: path.span, context)
      return known(node, type)
    }
    guard path.names.count <= Checker.chainLimit,
      isParameter || hasField(first.text, context) || isValueDefinition(first.text, context)
        || isOfRecords(first.text, "previous", context)
    else {
      if let list = listWithField(first.text, context) {
        report(.placeholderOfItem(path.text, list: list), at: path.span)
        return nil
      }
      noteMore(path.text, valuesInTexts(context))
      let others = path.isQuoted ? [] : Checker.placeholders.map { $0.0 }
      let near = near(
        path.text, in: context.ownScopes, among: visibleNames(context) + others)
      report(
        path.isQuoted
          ? .unknownField(path.text, near: near, .placeholder)
          : .unknownPlaceholder(path.text, near: near), at: path.span)
      return nil
    }
    var expression = Expression(.name(first), at: first.span)
    for name in path.names.dropFirst() {
      expression = Expression(
        .member(expression, name), at: Span(first.span.lower, name.span.upper))
    }
    let (node, type) = operand(expression, context)
    if program.nodes[Int(node)].operation == .question {
      keepBlank(node)
      program.questions[Int(program.nodes[Int(node)].b)].isShown = true
    }
    return known(node, type)
  }
}

extension Checker {
  /// Returns the names of defined values, and also `previous` if a text may show it.
  private func valuesInTexts(_ context: Context) -> [String] {
    definedExpressions.filter { isValueDefinition($0, context) }
      + namesOfOtherRecords(context).filter { $0 == "previous" }
  }

  /// Returns the name of a list whose items or records have a field with this name. Returns nil if there is no such
  /// list.
  private func listWithField(_ name: String, _ context: Context) -> String? {
    if let list = program.dataLists.first(where: {
      $0.name != Checker.valuesName && scopes[$0.level].hasField(named: name, from: nil)
    }) {
      return list.name
    }
    return context.scope.allFields.lazy.map { self.program.fields[Int($0)] }.first { field in
      guard case .list(let level) = field.type else { return false }
      return self.scopes[Int(level)].hasField(named: name, from: nil)
    }?.name
  }
}

// MARK: - Arithmetic

extension Checker {
  private func negated(
    _ inner: Expression, at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    let (node, type) = narrowed(operand(inner, context)) { $0.family == .number }
    switch type.family {
    case .number:
      // A sign before digits is part of the constant, so that ranges can be checked.
      if let value = constantValue(node) {
        let constant = addConstant(value.negatedNumber)
        if let text = program.literalTexts[program.nodes[Int(node)].a] {
          program.literalTexts[constant] = "-" + text
        }
        groupedLiterals[constant] = groupedLiterals[program.nodes[Int(node)].a]
        return (add(Node(operation: .constant, a: constant, span: span)), type)
      }
    case .duration, .invalid: break
    default:
      report(.badArithmetic("-", type, type), at: span)
      return (invalid(span), .invalid)
    }
    return (add(Node(operation: .negate, a: node, span: span)), type)
  }

  private func arithmetic(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, at span: Span,
    _ context: Context
  ) -> (Int32, StaticType) {
    if operation.isComparison || operation == .and || operation == .or {
      return noOperand(.conditionAsOperand, span)
    }
    let (first, second) = (operand(left, context), operand(right, context))
    let ((a, leftType), (b, rightType)) = calculated(operation, first, second)
    guard !leftType.isInvalid, !rightType.isInvalid else { return (invalid(span), .invalid) }
    if operation == .divide, case .duration = leftType, case .duration = rightType {
      checkComparable(leftType, rightType, at: span)
    }
    guard let type = Checker.result(operation, leftType, rightType) else {
      let path =
        keyAdvice(left, first.0, first.1, context) ?? keyAdvice(right, second.0, second.1, context)
      return noOperand(.badArithmetic(operation.rawValue, leftType, rightType, path: path), span)
    }
    return (add(Node(operation: Checker.node(operation), a: a, b: b, span: span)), type)
  }

  /// Narrows the operands of a calculation to the only pair of their alternatives that has a result, if there is one.
  private func calculated(
    _ operation: BinaryOperator, _ left: (Int32, StaticType), _ right: (Int32, StaticType)
  ) -> ((Int32, StaticType), (Int32, StaticType)) {
    let pairs = alternatives(of: left.1).flatMap { one in
      alternatives(of: right.1).filter { Checker.result(operation, one, $0) != nil }
        .map { (one, $0) }
    }
    guard pairs.count == 1 else { return (left, right) }
    return (narrowed(left, like: pairs[0].0), narrowed(right, like: pairs[0].1))
  }

  /// Compiles `price * 0.9 if member else price`.
  private func conditional(
    _ first: Expression, _ condition: Expression, _ otherwise: Expression, at span: Span,
    _ context: Context
  ) -> (Int32, StaticType) {
    let first = operand(first, context)
    noteBlankDoubts(in: condition, context)
    let condition = self.condition(condition, context.withoutAcross)
    let otherwise = operand(otherwise, context)
    let (one, oneType) = narrowedToOne(first) { shareFamily($0, otherwise.1) }
    let (other, otherType) = narrowedToOne(otherwise) { shareFamily($0, first.1) }
    guard !oneType.isInvalid, !otherType.isInvalid else { return (invalid(span), .invalid) }
    guard let type = Checker.common(oneType, otherType) else {
      return noOperand(.mixedValues(oneType, otherType), span)
    }
    var node = Node(operation: .conditional, a: condition, b: one, c: other, span: span)
    node.variant = ignoresCase([one, other]) ? 1 : 0
    return (add(node), type)
  }

  /// Returns the common type of values of two types, or nil if the types aren't compatible.
  static func common(_ one: StaticType, _ other: StaticType) -> StaticType? {
    guard one.family == other.family, one.family != .structure, one.family != .either else {
      return nil
    }
    switch (one, other) {
    case _ where one == other: return one
    case (.duration(let one), .duration(let other)):
      return .duration(one == .months || other == .months ? .months : .exact)
    default: return one.family == .text ? .text : .number
    }
  }

  /// Returns the type of the result of `+`, `-`, `*` or `/`, or nil if the types don't fit.
  private static func result(
    _ operation: BinaryOperator, _ left: StaticType, _ right: StaticType
  ) -> StaticType? {
    if left.family == .number, right.family == .number {
      return left == .int && right == .int && operation != .divide ? .int : .number
    }
    switch (operation, left, right) {
    case (.multiply, .duration(let kind), let factor), (.multiply, let factor, .duration(let kind)):
      return factor.family == .number ? .duration(kind) : nil
    case (.divide, .duration, .duration): return .number
    case (.multiply, _, _), (.divide, _, _): return nil
    default: break
    }
    switch (left, right) {
    case (.duration, .duration): return common(left, right)
    case (_, .duration(let kind)) where left.isMoment:
      return fits(kind, left) ? left : nil
    case (.duration(let kind), _) where right.isMoment && operation == .add:
      return fits(kind, right) ? right : nil
    case (.date, .date) where operation == .subtract: return .duration(.days)
    case (.time, .time), (.dateTime, .dateTime), (.instant, .instant):
      return operation == .subtract ? .duration(.exact) : nil
    default: return nil
    }
  }

  /// Whether a duration can be added to a type. A date has no hours, and a time of day no days.
  private static func fits(_ kind: StaticType.DurationKind, _ type: StaticType) -> Bool {
    switch type {
    case .date: kind != .exact
    case .time: kind == .exact
    default: true
    }
  }

  /// Returns the type of the items of a list, or of the values of a path. Returns nil for anything else.
  func elementType(_ type: StaticType) -> StaticType? {
    switch type {
    case .list(let level): return itemType(level)
    case .values(let element):
      guard case .list = element else { return element }
      return itemLevel(type).map { itemType($0) }
    default: return nil
    }
  }

  private func itemType(_ level: Int32) -> StaticType {
    sharedType(program.levels[Int(level)].itemField)
  }

  /// Returns the level of the items of a list, or of the innermost lists that a path leads to.
  func itemLevel(_ type: StaticType) -> Int32? {
    switch type {
    case .list(let level): return level
    case .values(.list(var level)):
      while case .list(let inner) = itemType(level) { level = inner }
      return level
    default: return nil
    }
  }

  /// Returns the level of the records that a path leads to, or nil if it leads to other values.
  func levelOfRecords(_ type: StaticType) -> Int32? {
    if case .values(.record(let level)) = type { level } else { nil }
  }

  /// Returns the level whose fields can be named after a dot. For a path to lists, it is the level of the innermost
  /// list.
  private func memberLevel(_ type: StaticType) -> Int32? {
    switch type {
    case .record(let level): level
    case .list, .values(.list):
      itemLevel(type).flatMap { program.levels[Int($0)].itemIsRecord ? $0 : nil }
    case .values(let element): memberLevel(element)
    default: nil
    }
  }
}
