// Checks unused declarations: lists of choices, cycles of definitions, and single definitions, which are otherwise
// compiled only where they are used. A definition's body is checked with what is known without a use: a parameter may
// be anything, and a field has the common type of all fields with its name.

internal import FormworkSyntax

extension Checker {
  /// Checks declarations that no field or condition uses: lists of choices, and circular definitions.
  func checkUnused(_ declarations: [Declaration]) {
    if names.definitions.isEmpty, names.choiceLists.isEmpty { return }
    let fields = OrderedSet(program.fields.map { $0.name })
    var path: [String] = []
    var done: OrderedSet<String> = []
    for declaration in declarations {
      switch declaration.kind {
      case .choices(let choices):
        if names.choiceLists[choices.name.text] != nil { _ = namedChoice(choices.name) }
      case .define(let define): findCircles(from: define, fields, &path, &done)
      default: break
      }
    }
  }

  /// Warns about definitions of values that have the name of a placeholder. In messages, the name means the
  /// placeholder.
  func warnOfPlaceholderNames() {
    let context = Context(scope: scopes[0], field: -1)
    for (name, _) in Checker.placeholders {
      guard let definition = names.definitions[name], isValueDefinition(name, context) else {
        continue
      }
      report(.placeholderOrDefinition(name), at: definition.name.span)
    }
  }

  /// Follows the names in a definition and reports cycles. Doesn't follow a name that is also the name of a field.
  private func findCircles(
    from define: DefineDeclaration, _ fields: OrderedSet<String>, _ path: inout [String],
    _ done: inout OrderedSet<String>
  ) {
    let name = define.name.text
    guard case .expression(let expression, _) = define.meaning, !done.contains(name), !isTooDeep
    else { return }
    if path.contains(name) || path.count >= Checker.chainLimit {
      return reportCircle(path, define.name)
    }
    path.append(name)
    let parameters = OrderedSet(define.parameters.map { $0.text })
    // Tests each of the few names here, instead of going through all fields of the form.
    for next in Names(in: expression).found.ordered()
    where !parameters.contains(next) && !fields.contains(next) {
      if let next = names.definitions[next] { findCircles(from: next, fields, &path, &done) }
    }
    path.removeLast()
    done.insert(name)
  }
}

// MARK: - Unused definitions

extension Checker {
  /// Whether definitions are only checked on trial, not compiled for a use.
  var isTrial: Bool { triedTypes != nil }

  /// Checks every unused definition with a separate checker, whose program is discarded.
  func tryUnusedDefinitions() {
    if isTooDeep { return }
    let unused = names.definitions.values.filter { !names.usedDefinitions.contains($0.name.text) }
      .ordered { $0.name.span.lower < $1.name.span.lower }
    guard !unused.isEmpty else { return }
    let trial = Checker(
      source, choiceFiles, limits, hostRules, standsInForHost: standsInForHost,
      knowsEncoding)
    trial.program = program
    trial.scopes = scopes
    trial.names = names
    trial.triedTypes = [:]
    trial.nameUses = nameUses
    trial.completion = completion
    trial.tryDefinitions(unused)
    let known = OrderedSet(findings.all.map { $0.span })
    for finding in trial.findings.all where !known.contains(finding.span) {
      if finding.isCertainUnused(isOwn: source.files[0].range.contains(Int(finding.span.lower))) {
        report(finding.kind, at: finding.span)
      }
    }
  }

  /// Declares the types first, so that the fields in them are known to all definitions.
  private func tryDefinitions(_ unused: [DefineDeclaration]) {
    let scope = addLevel(parent: scopes[0], owner: -1)
    let types = unused.filter { if case .type = $0.meaning { true } else { false } }
    let fields = types.map { definition -> Declaration in
      let type = TypeExpression(.named(definition.name), at: definition.name.span)
      let name = Name("", at: definition.name.span)
      let field = FieldDeclaration(name, type: type)
      return Declaration(.field(field), at: definition.name.span)
    }
    let declared = declare(fields, at: Place(scope: scope))
    if hasTooManyFields { return }
    noteFieldTypes()
    compile(declared, in: scope)
    for definition in unused { tryMeaning(of: definition, in: scope) }
  }

  /// Checks the meaning of a condition or a value.
  private func tryMeaning(of definition: DefineDeclaration, in scope: Scope) {
    guard case .expression(let expression, let message) = definition.meaning else { return }
    var context = Context(scope: scope, field: -1)
    context.allowsAcross = true
    context.asksRecords = true
    context.expansions = [definition.name.text]
    let node = invalid(definition.name.span)
    context.subject = Subject(node: node, type: .invalid, depth: 0)
    var bindings: OrderedDictionary<String, Binding> = [:]
    for parameter in definition.parameters {
      let anything = Expression(.invalid, at: parameter.span)
      bindings[parameter.text] = Binding(anything, context)
    }
    context.bindings = bindings
    tryExpression(expression, context)
    if let message { _ = compileText(message, for: .rule(node, field: -1, context)) }
  }

  /// Collects the common type of the fields with each name, or `invalid` if their types differ.
  private func noteFieldTypes() {
    var types: OrderedDictionary<String, StaticType> = [:]
    for number in program.fields.indices {
      let name = program.fields[number].name
      if name.isEmpty { continue }
      let type = staticType(number)
      types[name] = types[name] == nil || types[name] == type ? type : .invalid
    }
    triedTypes = types
  }

  /// Checks an expression that may be a condition, a value, a range or a list.
  private func tryExpression(_ expression: Expression, _ context: Context) {
    if recordList(expression, context) != nil { return }
    switch expression.kind {
    case .parenthesized(let inner), .labelled(_, let inner): tryExpression(inner, context)
    case .list(let items): for item in items { tryExpression(item, context) }
    case .range(let lower, let upper, _):
      for bound in [lower, upper] { if let bound { tryExpression(bound, context) } }
    case .format, .pattern, .invalid: break
    case .name(let name) where !isConditionDefined(name.text, [], context):
      tryName(name, context)
    case .call(let name, _) where !isCallable(name.text): reportUnknownPredicate(name, context)
    default:
      if isCondition(expression, context) {
        _ = condition(expression, context)
      } else {
        _ = operand(expression, context)
      }
    }
  }

  private func isCallable(_ name: String) -> Bool {
    names.definitions[name] != nil || Predicate.named(name) != nil || names.tables[name] != nil
      || Function.named(name) != nil || name == "any" || name == "all" || isHostRule(name)
      || name == "records" || names.lists[name] != nil
  }

  /// Checks a single name, which may refer to anything that has a name.
  private func tryName(_ name: Name, _ context: Context) {
    let text = name.text
    if context.bindings[text] != nil || hasField(text, context) || names.definitions[text] != nil
      || names.choiceLists[text] != nil || names.tables[text] != nil || Predicate.named(text) != nil
      || text == "any" || isHostRule(text) || isOfRecords(text, "previous", context)
      || Checker.classNames.contains(where: { $0.0 == text })
    {
      return
    }
    noteMore(text, namesOfOtherRecords(context))
    let near = near(
      text,
      among: visibleNames(context) + definedExpressions + names.choiceLists.keys.ordered()
        + names.tables.keys.ordered() + Predicate.allCases.map { $0.name })
    report(.unknownName(text, near: near), at: name.span)
  }

  /// Checks the use of a definition inside another. The meaning of the used definition is checked separately.
  func tryUse(
    _ definition: DefineDeclaration, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> Int32 {
    if arguments.count != definition.parameters.count {
      let name = definition.name.text
      report(
        .parameterCount(name, wanted: definition.parameters.count, found: arguments.count),
        at: span)
    }
    for argument in arguments { tryExpression(argument, context) }
    return invalid(span)
  }

  /// Returns the type of a predicate's unknown subject, if the predicate requires a single type.
  func triedSubject(of predicate: Predicate) -> StaticType {
    switch predicate.subject {
    case .text, .textOrList: .text
    case .number: .number
    case .date: .date
    case .any, .list, .numberOrMoment, .moment, .day: .invalid
    }
  }
}

extension Finding {
  /// Whether a finding about an unused definition would occur at every use, too.
  ///
  /// - Parameter isOwn: whether the definition is in the form itself. A file of definitions may refer to names that
  ///   only the forms using it have.
  fileprivate func isCertainUnused(isOwn: Bool) -> Bool {
    switch kind {
    case .name(.unknownType), .name(.unknownField), .name(.unknownName), .name(.unknownPredicate),
      .name(.unknownFunction), .name(.unknownClass), .name(.unknownChoices),
      .name(.unknownPlaceholder):
      isOwn
    case .name(.placeholderWithoutSource), .name(.ambiguousName), .name(.circle),
      .name(.repeatedName), .declaration(.tooDeep), .declaration(.tooManyParts),
      .declaration(.tooManyFields):
      false
    default: severity == .error
    }
  }
}
