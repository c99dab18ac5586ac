// Names that are declared once and used in many places. A definition is compiled anew at each use, with the arguments
// and the types of that use.

package import FormworkSyntax

extension Checker {
  /// Reports that definitions or conditions are nested too deeply.
  func reportTooDeep(_ limit: Int, at span: Span) {
    findings.reportOnce(.tooDeep(limit: limit), at: span)
  }

  /// Reports that a form is too large when its definitions are expanded.
  func reportTooMany(_ limit: Int, at span: Span) {
    findings.reportOnce(.tooManyParts(limit: limit), at: span)
  }

  /// Collects every name before compilation, so that neither order nor blocks matter.
  func collectNames(_ declarations: [Declaration]) {
    var first: OrderedDictionary<String, Span> = [:]
    var tables: [TableDeclaration] = []
    var words: [OwnWords] = []
    Checker.visit(declarations) { declaration in
      collectName(declaration, &first)
      if case .table(let table) = declaration.kind { tables.append(table) }
      if case .words(let own) = declaration.kind { words += own }
    }
    for table in tables { compileTable(table) }
    if !words.isEmpty { compile(words) }
  }

  /// Visits all declarations except fields and blocks, at any depth inside blocks and types.
  private static func visit(_ declarations: [Declaration], _ body: (Declaration) -> Void) {
    for declaration in declarations {
      switch declaration.kind {
      case .field, .when: break
      default: body(declaration)
      }
      // If another form describes a list, that form's names are collected separately.
      if case .list(let list) = declaration.kind, list.form != nil { continue }
      visit(declaration.inner, body)
    }
  }

  private func collectName(
    _ declaration: Declaration, _ first: inout OrderedDictionary<String, Span>
  ) {
    let name: Name
    switch declaration.kind {
    case .define(let define):
      name = define.name
      if first[name.text] == nil { names.definitions[name.text] = define }
      checkParameters(define)
    case .choices(let choices):
      name = choices.name
      if first[name.text] == nil { names.choiceLists[name.text] = choices }
    case .table(let table): name = table.name
    case .list(let list):
      name = list.name
      if first[name.text] == nil { names.lists[name.text] = list }
    case .needs(let needs) where needs.value != nil:
      name = needs.name
      if let value = needs.value, first[name.text] == nil {
        names.values.append(value)
        names.definitions[name.text] = DefineDeclaration(
          name: name, parameters: [], meaning: .expression(Checker.value(name), message: nil))
      }
    case .needs(let needs):
      name = needs.name
      // Several used files may declare that they need the same rule.
      let isKnown = names.neededRules[name.text] != nil
      if isKnown || first[name.text] == nil { need(needs) }
      if isKnown { return }
    default: return
    }
    // The names of a file that is used twice are declared once.
    if let earlier = first[name.text], earlier == name.span { return }
    if let earlier = first[name.text] {
      report(.repeatedName(name.text, first: earlier), at: name.span)
    }
    first[name.text] = first[name.text] ?? name.span
    switch declaration.kind {
    case .define, .needs:
      if Predicate.named(name.text) != nil { report(.shadowsPredicate(name.text), at: name.span) }
    default: break
    }
  }

  private func checkParameters(_ define: DefineDeclaration) {
    var seen: OrderedDictionary<String, Span> = [:]
    for parameter in define.parameters {
      if let earlier = seen[parameter.text] {
        report(.repeatedName(parameter.text, first: earlier), at: parameter.span)
      }
      seen[parameter.text] = parameter.span
    }
    switch define.meaning {
    case .expression(let expression, let message):
      let used = Names(in: expression).found.union(Names(in: message).found)
      for parameter in define.parameters where !used.contains(parameter.text) {
        report(.unusedParameter(parameter.text), at: parameter.span)
      }
    case .type:
      if let parameter = define.parameters.first { report(.parametersOfType, at: parameter.span) }
    }
  }

  var definedTypes: [String] {
    names.definitions.values.filter { definition in
      if case .type = definition.meaning { true } else { false }
    }.map { $0.name.text }.ordered()
  }

  /// The names of definitions that are conditions, predicates or values.
  var definedExpressions: [String] {
    names.definitions.keys.filter { definition($0) != nil }.ordered()
  }

  /// Returns a definition that is a condition, a predicate or a value.
  func definition(_ name: String) -> (DefineDeclaration, Expression, LocalizedText?)? {
    guard let definition = names.definitions[name],
      case .expression(let expression, let message) = definition.meaning
    else { return nil }
    return (definition, expression, message)
  }

  /// Returns the definition that a call refers to, or nil. A call with arguments prefers a function or rule word to a
  /// defined value of the same name.
  private func definition(
    _ name: String, _ arguments: [Expression]
  ) -> (DefineDeclaration, Expression, LocalizedText?)? {
    guard let found = definition(name) else { return nil }
    let isValue = !arguments.isEmpty && found.0.parameters.isEmpty
    let isAlsoFunction = Function.named(name) != nil || Predicate.named(name) != nil
    return isValue && isAlsoFunction ? nil : found
  }

  /// Whether `name`, without arguments, is a defined value.
  func isValueDefinition(_ name: String, _ context: Context) -> Bool {
    guard let (definition, _, _) = definition(name) else { return false }
    return definition.parameters.isEmpty && !isConditionDefined(name, [], context)
  }

  /// Whether `name` with `arguments` is a call of a definition and yields a condition.
  func isConditionDefined(_ name: String, _ arguments: [Expression], _ context: Context) -> Bool {
    definition(name, arguments) != nil && isCondition(name, arguments, context)
  }

  /// Whether an expression is a condition, judged by its syntax and its names.
  func isCondition(_ expression: Expression, _ context: Context) -> Bool {
    switch expression.kind {
    case .parenthesized(let inner): return isCondition(inner, context)
    case .binary(let operation, _, _):
      return operation.isComparison || operation == .and || operation == .or
    case .not, .test, .membership, .bool: return true
    case .name(let name):
      if let binding = context.bindings[name.text] {
        return isCondition(binding.expression, binding.context(in: context))
      }
      return isCondition(name.text, [], context)
    case .call(let name, let arguments): return isCondition(name.text, arguments, context)
    default: return false
    }
  }

  private func isCondition(
    _ name: String, _ arguments: [Expression], _ context: Context
  ) -> Bool {
    if let (definition, expression, _) = definition(name) {
      return isCondition(definition, expression, arguments, context)
    }
    if names.lists[name] != nil {
      // A field may have the name of a list and then hide it, so the result depends on the context.
      isConditionHere = true
      if isLookUpInList(name, arguments, context) { return false }
    }
    if name == "any" || name == "all" || isHostRule(name) { return true }
    if names.tables[name] != nil { return false }
    guard let function = Function.named(name) else { return Predicate.named(name) != nil }
    guard Predicate.named(name) != nil else { return false }
    // A field may have the name of a definition and then hide it, so the result depends on the context.
    isConditionHere = true
    return isRuleWord(function, arguments, context)
  }

  /// Returns the expression that a name refers to, through parameters and definitions. A call is replaced only by a
  /// range or list. Other expressions are returned unchanged.
  func resolved(_ expression: Expression, _ context: Context) -> (Expression, Context) {
    let (named, place) = named(expression, context)
    guard case .call = named.kind else { return (named, place) }
    let (meant, inner) = meaning(of: named, place)
    switch meant.kind {
    case .range, .list: return (meant, inner)
    default: return (named, place)
    }
  }

  /// Returns the meaning of an expression where a list is expected: the argument of a parameter or the body of a
  /// definition, without parentheses. Returns any other expression unchanged.
  func meaning(of expression: Expression, _ context: Context) -> (Expression, Context) {
    let (named, inner) = named(expression, context)
    switch named.kind {
    case .parenthesized(let content): return meaning(of: content, inner)
    case .call(let name, let arguments):
      guard let (definition, body, _) = definition(name.text, arguments),
        !definition.parameters.isEmpty, definition.parameters.count == arguments.count,
        let place = entered(definition, name, arguments, inner)
      else { return (named, inner) }
      return meaning(of: body, place)
    default: return (named, inner)
    }
  }

  /// Returns the expression that a name refers to: the argument of a parameter, or the meaning of a definition without
  /// parameters. Returns any other expression unchanged.
  private func named(_ expression: Expression, _ context: Context) -> (Expression, Context) {
    guard case .name(let name) = expression.kind else { return (expression, context) }
    if let binding = context.bindings[name.text] {
      noteParameter(name, context)
      return named(binding.expression, binding.context(in: context))
    }
    guard !hasField(name.text, context), let (definition, body, _) = definition(name.text),
      definition.parameters.isEmpty, let place = entered(definition, name, [], context)
    else { return (expression, context) }
    return named(body, place)
  }

  /// Returns the context inside a definition that is used, or nil if the definition contains itself or is nested too
  /// deeply.
  private func entered(
    _ definition: DefineDeclaration, _ name: Name, _ arguments: [Expression], _ context: Context
  ) -> Context? {
    guard !context.expansions.contains(name.text), context.expansions.count < Checker.chainLimit
    else { return nil }
    names.usedDefinitions.insert(name.text)
    note(.definition, name, declaredAt: definition.name.span)
    return Checker.bound(definition, arguments, context)
  }

  /// Returns the context inside a definition, whose parameters are bound to arguments in the outer context.
  private static func bound(
    _ definition: DefineDeclaration, _ arguments: [Expression], _ context: Context
  ) -> Context {
    var inner = context
    inner.expansions.append(definition.name.text)
    inner.bindings = [:]
    for (parameter, argument) in zip(definition.parameters, arguments) {
      inner.bindings[parameter.text] = Binding(argument, context)
    }
    return inner
  }

  /// Whether a definition yields a condition for `arguments`. In long chains of definitions, this is called repeatedly
  /// for the same definition, so a result that is the same everywhere is cached.
  private func isCondition(
    _ definition: DefineDeclaration, _ expression: Expression, _ arguments: [Expression],
    _ context: Context
  ) -> Bool {
    if let known = names.conditionDefinitions[definition.name.text] { return known }
    guard definitionDepth < Checker.chainLimit else {
      isConditionHere = true
      return false
    }
    let wasHere = isConditionHere
    isConditionHere = false
    definitionDepth += 1
    let isCondition = isCondition(expression, Checker.bound(definition, arguments, context))
    definitionDepth -= 1
    if definition.parameters.isEmpty, !isConditionHere {
      names.conditionDefinitions[definition.name.text] = isCondition
    }
    isConditionHere = isConditionHere || wasHere
    return isCondition
  }

  /// Returns the context for compiling a use of a definition, or nil if it can't be compiled.
  func expansion(
    of definition: DefineDeclaration, _ arguments: [Expression], at span: Span,
    _ context: Context
  ) -> Context? {
    let name = definition.name.text
    guard arguments.count == definition.parameters.count else {
      report(
        .parameterCount(name, wanted: definition.parameters.count, found: arguments.count),
        at: span)
      return nil
    }
    // Too deep nesting or a circle has already been reported elsewhere.
    if isTooDeep || reportedCircles.contains(name) { return nil }
    if context.expansions.contains(name) || context.expansions.count >= Checker.chainLimit {
      reportCircle(context.expansions, definition.name)
      return nil
    }
    names.usedDefinitions.insert(name)
    // An earlier use has already reported that the limit is exceeded.
    if nestedUses > limits.uses { return nil }
    if context.expansions.isEmpty {
      outermostUse = span
    } else {
      nestedUses += 1 + arguments.count / 2
    }
    guard nestedUses <= limits.uses else {
      reportTooMany(limits.uses, at: outermostUse)
      return nil
    }
    return Checker.bound(definition, arguments, context)
  }

  /// Compiles the use of a definition as a condition, about `subject` or about the value.
  func use(
    _ name: Name, _ arguments: [Expression], subject: Expression?, at span: Span,
    _ context: Context
  ) -> Int32? {
    guard let (definition, expression, message) = definition(name.text, arguments) else {
      return nil
    }
    note(.definition, name, declaredAt: definition.name.span)
    if isTrial { return tryUse(definition, arguments, at: span, context) }
    guard var inner = expansion(of: definition, arguments, at: span, context) else {
      return invalid(span)
    }
    if let subject {
      let compiled = operand(subject, context)
      if compiled.1.isInvalid { return invalid(span) }
      inner.subject = Subject(node: compiled.0, type: compiled.1, depth: context.depth)
    }
    return addUse(of: definition, condition(expression, inner), message, at: span, inner)
  }

  /// Wraps `node`, the bool that a definition refers to, in a node that records the use of the definition.
  func defined(_ node: Int32, by name: Name, _ context: Context) -> Int32 {
    guard let (definition, _, message) = definition(name.text) else { return node }
    return addUse(
      of: definition, node, message, at: name.span, Checker.bound(definition, [], context))
  }

  /// Adds the node that records which definition a condition comes from.
  private func addUse(
    of definition: DefineDeclaration, _ node: Int32, _ message: LocalizedText?, at span: Span,
    _ inner: Context
  ) -> Int32 {
    var use = DefinitionUse(
      name: definition.name.text, hasParameters: !definition.parameters.isEmpty)
    if let message {
      use.message = compileText(message, for: .rule(node, field: inner.field, inner))
    }
    program.uses.append(use)
    return add(
      Node(operation: .defined, a: node, b: Int32(program.uses.count - 1), span: span))
  }

  /// Compiles the use of a definition as a value.
  func useValue(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType)? {
    guard let (definition, expression, _) = definition(name.text, arguments) else { return nil }
    note(.definition, name, declaredAt: definition.name.span)
    if isTrial { return (tryUse(definition, arguments, at: span, context), .invalid) }
    guard let inner = expansion(of: definition, arguments, at: span, context) else {
      return (invalid(span), .invalid)
    }
    return mentioned(operand(expression, inner), at: span)
  }
}

/// The names in an expression or a text.
struct Names {
  private(set) var found: OrderedSet<String> = []
  /// The names after the first one of a path.
  private var members: [String] = []

  /// All names, including those after the first one of a path.
  var all: [String] { found + members }

  init(in expression: Expression) { add(expression) }

  init(in text: LocalizedText?) {
    guard let text else { return }
    for template in [text.unmarked] + text.translations.map({ $0.text }) { add(template.parts) }
  }

  /// A placeholder may be a path.
  private mutating func add(placeholder path: PlaceholderPath) {
    found.insert(path.names[0].text)
    members += path.names.dropFirst().map { $0.text }
  }

  private mutating func add(_ parts: [TextTemplate.Part]) {
    for part in parts {
      switch part {
      case .literal: break
      case .placeholder(let path): add(placeholder: path)
      case .plural(let path, let one, let other):
        add(placeholder: path)
        add(one)
        add(other)
      }
    }
  }

  private mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .name(let name): found.insert(name.text)
    case .member(_, let name): members.append(name.text)
    case .call(let name, _): found.insert(name.text)
    case .text(let template): add(template.parts)
    default: break
    }
    for part in expression.parts { add(part) }
  }
}

extension Expression {
  /// The expressions directly inside this one.
  package var parts: [Expression] {
    switch kind {
    case .member(let base, _): [base]
    case .call(_, let arguments): arguments
    case .range(let lower, let upper, _): [lower, upper].compactMap { $0 }
    case .list(let items): items
    case .labelled(_, let inner), .parenthesized(let inner), .not(let inner), .negated(let inner):
      [inner]
    case .binary(_, let left, let right): [left, right]
    case .conditional(let first, let condition, let otherwise): [first, condition, otherwise]
    case .test(let subject, _, let predicate): [subject, predicate]
    case .membership(let subject, _, let container): [subject, container]
    case .name, .value, .today, .now, .bool, .text, .number, .percent, .date, .time, .dateTime,
      .instant, .duration, .format, .pattern, .invalid:
      []
    }
  }
}

// MARK: - Tables

extension Checker {
  func compileTable(_ declaration: TableDeclaration) {
    var rows: [LookupTable.Row] = []
    var hasElse = false
    var types: [StaticType?] = declaration.parameters.map { _ in nil }
    var resultType: StaticType?
    for row in declaration.rows {
      if hasElse { report(.rowAfterElse, at: row.span) }
      hasElse = hasElse || row.keys.isEmpty
      if !row.keys.isEmpty, row.keys.count != declaration.parameters.count {
        report(.badRow(wanted: declaration.parameters.count, found: row.keys.count), at: row.span)
        continue
      }
      var keys: [Range<Int32>] = []
      for (index, key) in row.keys.enumerated() {
        keys.append(rowItems(key, &types[index]))
      }
      rows.append(LookupTable.Row(keys: keys, result: rowItems(row.result, &resultType)))
    }
    program.tables.append(
      LookupTable(
        name: declaration.name.text, parameters: declaration.parameters.map { $0.text }, rows: rows)
    )
    names.tables[declaration.name.text] = (
      Int32(program.tables.count - 1), types.map { $0 ?? .invalid }, resultType ?? .invalid,
      declaration.name.span
    )
  }

  /// Compiles literals and ranges of the same type into `lists`.
  private func rowItems(_ items: [Expression], _ type: inout StaticType?) -> Range<Int32> {
    let context = Context(scope: scopes[0], field: -1)
    var nodes: [Int32] = []
    for item in items {
      let sample: Expression
      if case .range(let lower, let upper, _) = item.kind {
        guard let bound = lower ?? upper else { continue }
        sample = bound
      } else {
        sample = item
      }
      let (_, found) = operand(sample, context)
      if let known = type { checkComparable(known, found, right: sample, at: sample.span) }
      if type == nil || type == .int { type = found }
      if case .range = item.kind {
        nodes.append(range(item, of: found, "table", context))
      } else {
        nodes.append(operand(item, context).0)
      }
    }
    return addList(nodes)..<Int32(program.lists.count)
  }

  /// Compiles `value in pieces(series, sub)`.
  func tableMembership(
    _ subject: (Int32, StaticType), negated: Bool, _ name: Name, _ arguments: [Expression],
    at span: Span, _ context: Context
  ) -> Int32? {
    guard let (table, keys, result) = tableKeys(name, arguments, at: span, context) else {
      return invalid(span)
    }
    let subject = narrowed(subject, like: result)
    if !result.isInvalid, !subject.1.isInvalid, result.family != subject.1.family {
      report(.incomparable(subject.1, result, quoted: nil), at: span)
    }
    return add(
      Node(
        operation: .inTable, variant: negated ? 1 : 0, a: subject.0, b: table, c: addList(keys),
        span: span))
  }

  /// Returns a table, the nodes of its keys, and the type of its results.
  func tableKeys(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, [Int32], StaticType)? {
    guard let (table, types, result, declared) = names.tables[name.text] else { return nil }
    note(.table, name, declaredAt: declared)
    guard arguments.count == types.count else {
      report(
        .parameterCount(name.text, wanted: types.count, found: arguments.count), at: span)
      return nil
    }
    let keys = zip(arguments, types).map { argument, type in
      let (node, found) = narrowed(operand(argument, context), like: type)
      if !type.isInvalid {
        checkComparable(
          type, found, right: argument, path: keyAdvice(argument, node, found, context),
          at: argument.span)
      }
      return node
    }
    return (table, keys, result)
  }
}
