// The second walk: clauses, blocks and checks become steps and rules.

internal import FormworkSyntax

extension Checker {
  func compile(_ declared: [Declared], in scope: Scope) {
    var steps: [Step] = []
    var product: [ProductItem] = []
    steps.reserveCapacity(declared.count)
    product.reserveCapacity(declared.count)
    compile(declared, in: scope, branch: nil, into: &steps, &product)
    program.levels[scope.level].steps = steps
    program.levels[scope.level].product = product
  }

  private func compile(
    _ declared: [Declared], in scope: Scope, branch: Scope.Branch?,
    into steps: inout [Step], _ product: inout [ProductItem]
  ) {
    for declaration in declared where !hasTooManyErrors {
      switch declaration.kind {
      case .field(let field):
        steps.append(Step(kind: .field, target: Int32(field.number)))
        product.append(.field(Int32(field.number)))
        compileField(field, in: scope, branch: branch)
      case .when(let when, let bodies, let elseCell):
        let context = Context(
          scope: scope, branch: branch, field: -1, before: Int(declaration.fields.lowerBound))
        compileWhen(when, bodies, elseCell, context, into: &steps, &product)
      case .check(let check, let span):
        steps.append(
          Step(
            kind: .check,
            target: compileCheck(check, at: span, in: scope, branch: branch)))
      }
      if branch == nil, !waiting.isEmpty {
        settleWaiting(scope, before: Int(declaration.fields.upperBound), into: &steps)
      }
    }
  }

  /// Decides what waited for the fields up to here, before a `when` can ask for it.
  private func settleWaiting(_ scope: Scope, before end: Int, into steps: inout [Step]) {
    waiting.removeAll { field, until in
      guard until < end, Int(program.fields[field].level) == scope.level else { return false }
      steps.append(Step(kind: .settle, target: Int32(field)))
      return true
    }
  }

  private func compileWhen(
    _ when: WhenDeclaration, _ bodies: [Declared.Branch], _ elseCell: Int32, _ context: Context,
    into steps: inout [Step], _ product: inout [ProductItem]
  ) {
    let first = steps.count
    /// Whether a branch before is always in force.
    var isSettled = false
    for (branch, declared) in zip(when.branches, bodies) {
      openedLists = []
      let condition = branch.condition.map { self.condition($0, context) } ?? -1
      if let expression = branch.condition {
        warnIfConstant(condition, at: expression.span)
        if let list = listOpened(around: context.scope) {
          let field = program.fields[Int(list)]
          report(
            .declaredLater(field.name, declared: field.span, isAround: true), at: expression.span)
        }
      }
      if isSettled { report(.unreachableBranch, at: branch.head) }
      isSettled = isSettled || condition >= 0 && ask { $0.constantTruth(condition) } == true
      let index = steps.count
      steps.append(Step(kind: .branch, target: condition, cell: declared.cell))
      var inner: [ProductItem] = []
      compile(
        declared.body, in: context.scope, branch: declared.branch, into: &steps, &inner)
      steps[index].end = Int32(steps.count)
      if let name = branch.name {
        program.groups.append(ProductGroup(name: name.text, cell: declared.cell, items: inner))
        product.append(.group(Int32(program.groups.count - 1)))
      } else {
        product.append(contentsOf: inner)
      }
    }
    if let elseBlank = when.elseBlank {
      if isSettled { report(.unreachableBranch, at: elseBlank.span) }
      var context = context
      context.before = nil
      steps.append(compileElseBlank(elseBlank, elseCell, steps[first...], context))
    }
    for index in first..<steps.count where steps[index].kind == .branch && steps[index].next < 0 {
      steps[index].next = Int32(steps.count)
    }
  }

  private func compileElseBlank(
    _ elseBlank: WhenDeclaration.ElseBlank, _ cell: Int32, _ body: ArraySlice<Step>,
    _ context: Context
  ) -> Step {
    let fields = askedOnce(body.filter { $0.kind == .field }.map { $0.target })
    let message = elseBlank.message.map { compileText($0, for: .fields(fields, context)) } ?? -1
    program.elseBlanks.append(
      ElseBlank(fields: fields, message: message, span: elseBlank.span))
    return Step(kind: .elseBlank, target: Int32(program.elseBlanks.count - 1), cell: cell)
  }

  /// Fields of one key only once: the one that says least of its value.
  private func askedOnce(_ fields: [Int32]) -> [Int32] {
    var kept: [[Int32]: Int32] = [:]
    for field in fields {
      let entry = program.fields[Int(field)]
      if kept[entry.inputs] == nil || isSecret(Int(field)) { kept[entry.inputs] = field }
    }
    return fields.filter { kept[program.fields[Int($0)].inputs] == $0 }
  }

  private func compileCheck(
    _ check: CheckDeclaration, at span: Span, in scope: Scope, branch: Scope.Branch?
  ) -> Int32 {
    var context = Context(scope: scope, branch: branch, field: -1)
    context.allowsAcross = true
    touched = []
    if let counted = recordCount(check, at: span, context) { return counted }
    let condition = condition(check.rule.condition, context)
    let named = touched.map { $0.field }
    var target = -1
    if check.target.isEmpty {
      target = theOneField(named, in: scope) ?? -1
    } else {
      target = resolveTarget(check.target, context) ?? -1
    }
    return addRule(
      check.rule, condition, field: target, isCheck: true, span: span, context: context)
  }

  /// The one field that a condition names, if there is one, in this level or a record in it; those of
  /// one name in branches that exclude each other are one.
  private func theOneField(_ named: [Int], in scope: Scope) -> Int? {
    guard let first = named.first, isInside(first, scope.level) else { return nil }
    let one = program.fields[first]
    let isOne = named.allSatisfy {
      program.fields[$0].level == one.level && program.fields[$0].name == one.name
    }
    return isOne ? mostSecret(named) : nil
  }

  /// Whether a field is of a level or of a record in it, but not of the items of a list.
  private func isInside(_ field: Int, _ level: Int) -> Bool {
    let own = Int(program.fields[field].level)
    if own == level { return true }
    let owner = Int(program.levels[own].owner)
    return owner >= 0 && !program.levels[own].isList && isInside(owner, level)
  }

  /// Of fields with one name one that is secret, so that none of them is given away.
  private func mostSecret(_ fields: [Int]) -> Int? {
    fields.first { isSecret($0) } ?? fields.first
  }

  /// `check records in 1...1000`
  private func recordCount(
    _ check: CheckDeclaration, at span: Span, _ context: Context
  ) -> Int32? {
    guard let (subject, negated, container) = Checker.counted(check.rule.condition),
      case .name(let name) = subject.kind, name.text == "records",
      !hasField(name.text, context)
    else { return nil }
    if context.scope.level != 0 || context.branch != nil {
      report(.acrossInList("records"), at: subject.span)
    }
    let range = range(container, of: .int, "records", context)
    let always = add(Node(operation: .constantTruth, a: 1, span: span))
    let condition = add(
      Node(
        operation: .recordCount, variant: negated ? 1 : 0, a: always, b: range,
        span: check.rule.condition.span))
    var entry = RuleEntry(
      condition: condition, severity: .error, field: -1, isCheck: true,
      isAlone: false, span: span)
    compileWords(of: check.rule, for: .rule(condition, field: -1, context), into: &entry)
    program.rules.append(entry)
    let number = Int32(program.rules.count - 1)
    program.recordCounts.append(
      RecordCountCheck(range: range, isNegated: negated, rule: number))
    return number
  }

  /// What is counted in `records in 1...7`, and in `records <= 7`, which says the same as a comparison.
  private static func counted(
    _ condition: Expression
  ) -> (subject: Expression, isNegated: Bool, container: Expression)? {
    if case .membership(let subject, let negated, let container) = condition.kind {
      return (subject, negated, container)
    }
    guard case .binary(let operation, let subject, let limit) = condition.kind else { return nil }
    func range(_ low: Expression?, _ high: Expression?, _ halfOpen: Bool = false) -> Expression {
      Expression(.range(low, high, halfOpen: halfOpen), at: limit.span)
    }
    switch operation {
    case .equal: return (subject, false, range(limit, limit))
    case .notEqual: return (subject, true, range(limit, limit))
    case .less: return (subject, false, range(nil, limit, true))
    case .lessOrEqual: return (subject, false, range(nil, limit))
    case .greaterOrEqual: return (subject, false, range(limit, nil))
    case .greater:
      // A number of records is whole.
      guard case .number(let digits) = limit.kind, let most = Int(digits), most < .max else {
        return (subject, true, range(nil, limit))
      }
      return (subject, false, range(Expression(.number(String(most + 1)), at: limit.span), nil))
    default: return nil
    }
  }

  private func resolveTarget(_ path: [Name], _ context: Context) -> Int? {
    var scope: Scope? = context.scope
    var field: Int?
    for (depth, name) in path.enumerated() {
      let entries = scope?.fields(named: name.text, from: depth > 0 ? nil : context.branch)
      guard let number = mostSecret(entries?.map { Int($0.field) } ?? []) else {
        if scope == nil, let field, case .list = program.fields[field].type {
          report(.targetInList(path[depth - 1].text), at: name.span)
          return nil
        }
        let near = near(name.text, among: scope?.sortedNames ?? [])
        report(.unknownField(name.text, near: near, .target), at: name.span)
        return nil
      }
      note(name, entries?.first)
      field = number
      if case .record(let level) = program.fields[number].type {
        scope = scopes[Int(level)]
      } else {
        scope = nil
      }
    }
    return field
  }

  private func addRule(
    _ rule: Rule, _ condition: Int32, field: Int, isCheck: Bool, span: Span, context: Context
  ) -> Int32 {
    let isAlone = touched.isEmpty
    var entry = RuleEntry(
      condition: condition, severity: .error, field: Int32(field), isCheck: isCheck,
      isAlone: isAlone, span: span)
    compileWords(of: rule, for: .rule(condition, field: field, context), into: &entry)
    program.rules.append(entry)
    warnIfConstant(condition, at: rule.condition.span)
    if entry.message < 0, isCheck || !fieldsWithMessage.contains(field) {
      let afterRequired = !isCheck && program.fields[field].requiredMessage >= 0
      warnIfWordless(rule.condition, of: rule.condition.span, afterRequired: afterRequired)
    }
    warnOfBlankTexts(in: rule.condition)
    return Int32(program.rules.count - 1)
  }

  private func compileWords(
    of rule: Rule, for context: @autoclosure () -> TextContext, into entry: inout RuleEntry
  ) {
    for word in rule.words {
      switch word {
      case .title(let text): entry.title = compileText(text, for: context())
      case .message(let text, let severity):
        entry.message = compileText(text, for: context())
        entry.severity = severity
      }
    }
  }
}

// MARK: - One field

extension Checker {
  private func compileField(
    _ declared: DeclaredField, in scope: Scope, branch: Scope.Branch? = nil
  ) {
    let number = declared.number
    let context = Context(scope: scope, branch: branch, field: number)
    compileClauses(declared, context)
    compileSayings(declared, context)
    if program.fields[number].type.isStructured { compileInside(declared) }
  }

  /// What a field says of its value: whether there must be one, and how it is cleaned.
  private func compileClauses(_ declared: DeclaredField, _ context: Context) {
    let number = declared.number
    var optional: Span?
    var required: Span?
    var cleaning = Cleaning()
    var letterCase: Span?
    for clause in declared.clauses {
      switch clause.kind {
      case .optional:
        if let required { report(.contradiction("optional", first: required), at: clause.span) }
        optional = clause.span
        program.fields[number].presence = .optional
      case .required(let condition, let message):
        if let optional { report(.contradiction("required", first: optional), at: clause.span) }
        required = clause.span
        compileRequired(number, condition, message, context)
      case .without(let texts):
        cleaning.without = CharacterSelection(texts: texts.map { $0.value })
      case .modifier(.halfwidth): cleaning.halfwidth = true
      case .modifier(.trimmed): cleaning.trimmed = true
      case .modifier(.lowercased): setCase(.lower, &cleaning, clause, &letterCase)
      case .modifier(.uppercased): setCase(.upper, &cleaning, clause, &letterCase)
      case .modifier(.anyCase): program.fields[number].ignoresCase = true
      // Of what the first walk and `compileSayings` see to, nothing is left.
      case .modifier(.secret), .from, .hint, .title, .message, .rule, .eachRule: break
      // A default is read when it is known how it is cleaned.
      case .default: break
      }
    }
    checkCleaning(declared)
    program.fields[number].cleaning = cleaning
    if cleaning.halfwidth, case .list(let level) = program.fields[number].type {
      var separator = program.levels[Int(level)].separator
      program.levels[Int(level)].splitSeparator = separator.withUTF8 {
        Array(TextDraft($0, cleaning.beforeSplitting).string.utf8)
      }
    }
    for clause in declared.clauses {
      if case .default(let literal) = clause.kind { compileDefault(number, literal) }
    }
  }

  /// The rules and the words of a field.
  private func compileSayings(_ declared: DeclaredField, _ context: Context) {
    let isMessage = { (clause: Clause) in if case .message = clause.kind { true } else { false } }
    if declared.clauses.contains(where: isMessage) { fieldsWithMessage.insert(declared.number) }
    let firstRule = Int32(program.rules.count)
    compileRules(declared, context)
    program.fields[declared.number].rules = firstRule..<Int32(program.rules.count)
    compileWords(declared.number, declared.clauses, context)
  }

  private func compileRules(_ declared: DeclaredField, _ context: Context) {
    var context = context
    context.allowsAcross = true
    for clause in declared.clauses {
      // Behind the limit nothing is compiled, and the rules around it would only take memory.
      if program.nodes.count >= limits.parts {
        return reportTooMany(limits.parts, at: clause.span)
      }
      switch clause.kind {
      case .rule(let rule):
        touched = []
        let condition = condition(rule.condition, context)
        _ = addRule(
          rule, condition, field: declared.number, isCheck: false, span: clause.span,
          context: context)
      case .eachRule:
        if case .list = declared.inside { break }
        report(.eachWithoutList, at: clause.span)
      default: break
      }
    }
  }

  private func compileInside(_ declared: DeclaredField) {
    guard let level = program.fields[declared.number].type.level else { return }
    let scope = scopes[Int(level)]
    switch declared.inside {
    case .nothing: break
    case .record(let body): compile(body, in: scope)
    case .list(let item, let body):
      if fieldsWithMessage.contains(declared.number) { fieldsWithMessage.insert(item.number) }
      guard program.levels[Int(level)].itemIsRecord else { return compileField(item, in: scope) }
      compileSayings(item, Context(scope: scope, field: item.number))
      compile(body, in: scope)
    }
  }

  private func compileRequired(
    _ number: Int, _ expression: Expression?, _ message: LocalizedText?, _ context: Context
  ) {
    program.fields[number].presence = .required
    if let message {
      program.fields[number].requiredMessage = compileText(
        message, for: .field(number, context))
    }
    guard let expression else { return }
    var outside = context
    outside.field = -1
    touched = []
    openedLists = []
    let condition = condition(expression, outside)
    warnIfConstant(condition, at: expression.span)
    // While items are filled in, those behind them are not known.
    let isAboutOwnList = listOpened(around: context.scope) != nil
    let isEarly = !isAboutOwnList && touched.allSatisfy { $0.field < number }
    if !isEarly, !isAboutOwnList {
      waiting.append((number, touched.reduce(0) { max($0, $1.field) }))
    }
    program.fields[number].presence = .requiredIf(condition, isEarly: isEarly)
  }

  /// The field of a list that a level is in, where the condition at hand looks at its items.
  private func listOpened(around scope: Scope) -> Int32? {
    var level = Int32(scope.level)
    while level > 0 {
      if openedLists.contains(level) { return program.levels[Int(level)].owner }
      level = program.levels[Int(level)].parent
    }
    return nil
  }

  private func compileDefault(_ number: Int, _ literal: Expression) {
    let field = program.fields[number]
    if field.type.isStructured {
      return report(.defaultOfStructure, at: literal.span)
    }
    let type = staticType(number)
    if type.isInvalid { return }
    noteChoices(literal, of: type)
    let known = findings.reportCount
    guard let value = defaultValue(literal, of: type, field), !value.isEmptyText else {
      if findings.reportCount == known { report(.badDefault(type), at: literal.span) }
      return
    }
    program.fields[number].fallback = addConstant(value)
    defaults.append((number, literal.span))
  }

  /// A default: what its text would be in the data, or a value of the type.
  private func defaultValue(
    _ literal: Expression, of type: StaticType, _ field: Field
  ) -> Value? {
    guard case .text(let template) = literal.kind, var text = template.plain
    else { return literalValue(literal, of: type) }
    var cleaned = text.withUTF8 { TextDraft($0, field.cleaning).string }
    if field.type == .string { return program.constants[Int(constant(text: cleaned))] }
    return cleaned.withUTF8 { value(of: $0.trimmed, field) } ?? literalValue(literal, of: type)
  }

  /// What a clean text without white space around it is in a field.
  private func value(of text: TextBytes, _ field: Field) -> Value? {
    guard case .choice(let choice) = field.type else {
      return ask { Evaluator.scalar(text, field.type, $0.formats) }
    }
    return self.choice(text.makeString(), of: choice, anyCase: field.ignoresCase)
  }

  /// What is read from text can be cleaned first, as full-width digits are. But nothing in a record
  /// is its own, and in numbers, days and bools no letter has a case that counts.
  private func checkCleaning(_ declared: DeclaredField) {
    let words = declared.clauses.suffix(declared.ownCount).filter { $0.cleaningWord != nil }
    if words.isEmpty { return }
    var type = staticType(declared.number)
    while let element = elementType(type) { type = element }
    for clause in words {
      let isOfCase = clause.isLetterCase || clause.isModifier(.anyCase)
      switch type {
      case .record: break
      case .int, .number, .bool, .date, .time: if !isOfCase { continue }
      default: continue
      }
      return report(.cleaningNotText(clause.cleaningWord ?? ""), at: clause.span)
    }
  }

  private func setCase(
    _ letterCase: Cleaning.LetterCase, _ cleaning: inout Cleaning, _ clause: Clause,
    _ first: inout Span?
  ) {
    if let first, let other = cleaning.letterCase, other != letterCase {
      let word = letterCase == .lower ? "lowercased" : "uppercased"
      report(.contradiction(word, first: first), at: clause.span)
    }
    first = clause.span
    cleaning.letterCase = letterCase
  }

  private func compileWords(_ number: Int, _ clauses: [Clause], _ context: Context) {
    for clause in clauses {
      switch clause.kind {
      case .title(let text):
        program.fields[number].title = compileText(text, for: .field(number, context))
      case .message(let text):
        program.fields[number].message = compileText(text, for: .field(number, context))
      case .hint(let text):
        program.fields[number].hint = compileText(text, for: .field(number, context))
      default: break
      }
    }
  }
}

extension Clause {
  func isModifier(_ modifier: Clause.Modifier) -> Bool {
    if case .modifier(modifier) = kind { true } else { false }
  }

  /// The word of a clause that cleans texts.
  fileprivate var cleaningWord: String? {
    switch kind {
    case .without: "without"
    case .modifier(.secret): nil
    case .modifier(let modifier): modifier.rawValue
    default: nil
    }
  }
}

extension WhenDeclaration.Branch {
  /// The condition, or the word `else`.
  fileprivate var head: Span { condition?.span ?? Span(span.lower, span.lower + 4) }
}
