// Compiles the clauses of a field.

internal import FormworkSyntax

extension Checker {
  func compileField(
    _ declared: DeclaredField, in scope: Scope, branch: Scope.Branch? = nil
  ) {
    let number = declared.number
    let context = Context(scope: scope, branch: branch, field: number)
    compileClauses(declared, context)
    compileSayings(declared, context)
    if program.fields[number].type.isStructured { compileInside(declared) }
  }

  /// Compiles the clauses about the value: whether it is required, and how it is cleaned.
  private func compileClauses(_ declared: DeclaredField, _ context: Context) {
    let number = declared.number
    if let calculation = declared.calculation {
      return compileCalculation(calculation, of: declared, context)
    }
    var optional: Span?
    var required: (span: Span, isConditional: Bool)?
    var cleaning = Cleaning()
    var letterCase: Span?
    for clause in declared.clauses {
      switch (clause.word, clause.kind) {
      case (.optional, _):
        if let required {
          report(
            required.isConditional
              ? .optionalAnyway(required: required.span)
              : .contradiction("optional", first: required.span), at: clause.span)
        }
        optional = clause.span
        program.fields[number].presence = .optional
      case (_, .required(let condition, let message)):
        if let optional {
          if condition == nil {
            report(.contradiction("required", first: optional), at: clause.span)
          } else {
            report(.optionalAnyway(required: clause.span), at: optional)
          }
        }
        required = (clause.span, condition != nil)
        compileRequired(number, condition, message, context)
      case (.without, .texts(let texts)):
        cleaning.without = CharacterSelection(texts: texts.map { $0.value })
      case (.halfwidth, _): cleaning.halfwidth = true
      case (.trimmed, _): cleaning.trimmed = true
      case (.lowercased, _): setCase(.lower, &cleaning, clause, &letterCase)
      case (.uppercased, _): setCase(.upper, &cleaning, clause, &letterCase)
      // The first walk and `compileSayings` compile the other clauses. A default is compiled below, after the cleaning
      // is known.
      default: break
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

  /// Compiles the rules and the texts of a field.
  private func compileSayings(_ declared: DeclaredField, _ context: Context) {
    if declared.clauses.contains(where: { $0.word == .message }) {
      fieldsWithMessage.insert(declared.number)
    }
    let firstRule = Int32(program.rules.count)
    compileRules(declared, context)
    program.fields[declared.number].rules = firstRule..<Int32(program.rules.count)
    compileWords(declared.number, declared.clauses, context)
  }

  private func compileRules(_ declared: DeclaredField, _ context: Context) {
    var context = context
    context.allowsAcross = true
    context.asksRecords = context.scope.level == 0
    for clause in declared.clauses {
      // Past the limit nothing is compiled; the rules are skipped to save memory.
      if program.nodes.count >= limits.parts {
        return reportTooMany(limits.parts, at: clause.span)
      }
      guard case .rule(let rule) = clause.kind else { continue }
      if clause.word == .each {
        if case .list = declared.inside { continue }
        report(.eachWithoutList, at: clause.span)
        continue
      }
      touched = []
      asked = []
      let condition = condition(rule.condition, context)
      _ = addRule(
        rule, condition, field: declared.number, isCheck: false, span: clause.span,
        context: context)
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
      guard program.levels[Int(level)].itemIsRecord else {
        for case .field(let key) in body.map({ $0.kind }) { compileField(key, in: scope) }
        return compileField(item, in: scope)
      }
      let context = Context(scope: scope, field: item.number)
      for case .required(_, let message) in item.clauses.map({ $0.kind }) {
        compileRequired(item.number, nil, message, context)
      }
      compileSayings(item, context)
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
    openedLists = []
    let condition = condition(expression, outside)
    warnIfConstant(condition, at: expression.span)
    noteBlankDoubts(in: expression, outside)
    listsOpenedByRequiredIf[Int32(number)] = listOpened(around: context.scope)
    program.fields[number].presence = .requiredIf(condition, isEarly: true)
  }

  /// Searches the lists around `scope` for those whose items the current condition reads. Returns the outermost of
  /// them.
  func listOpened(around scope: Scope) -> Int32? {
    var outermost: Int32?
    var level = Int32(scope.level)
    while level > 0 {
      if openedLists.contains(level) { outermost = program.levels[Int(level)].owner }
      level = program.levels[Int(level)].parent
    }
    return outermost
  }

  private func compileDefault(_ number: Int, _ literal: Expression) {
    let field = program.fields[number]
    if field.type.isStructured {
      return report(.defaultOfStructure, at: literal.span)
    }
    let type = staticType(number)
    if type.isInvalid { return }
    warnIfGrouped(literal, forField: number)
    noteChoices(literal, of: type)
    let known = findings.reportCount
    guard let value = defaultValue(literal, of: type, field), !value.isEmptyText else {
      if findings.reportCount == known { report(.badDefault(type), at: literal.span) }
      return
    }
    program.fields[number].fallback = addConstant(value)
    defaults.append((number, literal.span))
  }

  /// Returns the value of a default. A text is first read as if it were in the data. If that fails, it is read as a
  /// literal of the type, like all other defaults.
  private func defaultValue(
    _ literal: Expression, of type: StaticType, _ field: Field
  ) -> Value? {
    if case .either(let number) = field.type {
      var one = field
      for type in program.alternatives[Int(number)] {
        one.type = type
        let value = defaultValue(literal, of: ask { $0.staticType(of: type) }, one)
        if let value { return value }
      }
      return nil
    }
    if case .text(let template) = literal.kind, var text = template.plain {
      var cleaned = text.withUTF8 { TextDraft($0, field.cleaning).string }
      if field.type == .plain(.string) { return program.constants[Int(constant(text: cleaned))] }
      if let value = cleaned.withUTF8({ value(of: $0.trimmed, field) }) { return value }
    }
    let found = literalValue(literal, of: type)
    guard let found, found.kind == .number, case .plain(let kind) = field.type else { return found }
    return kind.value(of: found.number)
  }

  /// Returns the value of a clean text in a field. There must be no white space around it.
  private func value(of text: TextBytes, _ field: Field) -> Value? {
    guard case .choice(let choice) = field.type else {
      return ask { Evaluator.scalar(text, field.type, $0.formats) }
    }
    return self.choice(text.makeString(), of: choice, anyCase: field.ignoresCase)
  }

  /// Reports cleaning clauses that have no effect. Cleaning also affects texts that are parsed, such as numbers in
  /// full-width digits. But a record has no text of its own, and letter case has no meaning in numbers, dates and
  /// bools.
  private func checkCleaning(_ declared: DeclaredField) {
    let words = declared.clauses.suffix(declared.ownCount).filter { $0.subject == .cleaning }
    if words.isEmpty { return }
    // The words are about the keys.
    if case .list(let level) = program.fields[declared.number].type,
      program.levels[Int(level)].keyField >= 0
    {
      return
    }
    var type = staticType(declared.number)
    while let element = elementType(type) { type = element }
    for clause in words {
      let isOfCase = clause.isLetterCase || clause.word == .anyCase
      switch type {
      case .record: break
      case .int, .number, .bool, .date, .time: if !isOfCase { continue }
      default: continue
      }
      return report(.cleaningNotText(clause.word.rawValue), at: clause.span)
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
      guard case .text(let text) = clause.kind else { continue }
      if clause.word == .message {
        // An earlier message comes from the field's type, whose clauses come first.
        let replaced = program.fields[number].message
        if replaced >= 0 { program.fields[number].typeMessages.insert(replaced, at: 0) }
      }
      let compiled = compileText(text, for: .field(number, context))
      program.fields[number].texts[clause.word] = compiled
    }
  }
}

extension Clause {
  /// Whether a calculated field can have this clause.
  var fitsCalculation: Bool {
    switch subject {
    case .rule: word == .rule
    case .text, .secrecy: true
    default: word == .anyCase
    }
  }
}
