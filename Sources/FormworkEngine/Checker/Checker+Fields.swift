// The second walk: clauses, blocks and checks are compiled to steps and rules.

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
        if !program.fields[field.number].isKey { product.append(.field(Int32(field.number))) }
        compileField(field, in: scope, branch: branch)
      case .when(let when, let bodies, let elseCell):
        let context = Context(
          scope: scope, branch: branch, field: -1, before: Int(declaration.fields.lowerBound))
        compileWhen(when, bodies, elseCell, context, into: &steps, &product)
      case .list(let scope, let body):
        openList = program.dataLists.firstIndex { $0.level == scope.level }
        withNames(ofList: openList) { compile(body, in: scope) }
        openList = nil
      case .check(let check, let span):
        steps.append(
          Step(
            kind: .check,
            target: compileCheck(check, at: span, in: scope, branch: branch)))
      case .page(let page, let body):
        let title = page.title.map { compileText($0, for: .plain) }
        if let title { mark(.page(title: title), in: scope, branch, at: steps.count) }
        compile(body, in: scope, branch: branch, into: &steps, &product)
        if title != nil { mark(.endOfPage, in: scope, branch, at: steps.count) }
      case .intro(let text):
        mark(.intro(compileText(text, for: .plain)), in: scope, branch, at: steps.count)
      }
    }
  }

  private func mark(
    _ kind: LevelMark.Kind, in scope: Scope, _ branch: Scope.Branch?, at count: Int
  ) {
    program.levels[scope.level].marks.append(
      LevelMark(kind: kind, stepCount: count, depth: branch.map { $0.depth + 1 } ?? 0))
  }

  private func compileWhen(
    _ when: WhenDeclaration, _ bodies: [Declared.Branch], _ elseCell: Int32, _ context: Context,
    into steps: inout [Step], _ product: inout [ProductItem]
  ) {
    let first = steps.count
    /// Whether an earlier branch is always in force.
    var isSettled = false
    for (branch, declared) in zip(when.branches, bodies) {
      openedLists = []
      let condition = branch.condition.map { self.condition($0, context) } ?? -1
      if let expression = branch.condition {
        warnIfConstant(condition, at: expression.span)
        noteBlankDoubts(in: expression, context)
        declared.branch.names = Names(in: expression).found
        declared.branch.condition = expression.span
        if let list = listOpened(around: context.scope) {
          let field = program.fields[Int(list)]
          report(
            .declaredLater(field.name, declared: field.span, isAround: true), at: expression.span)
        }
      }
      if isSettled { report(.unreachableBranch, at: branch.head) }
      isSettled = isSettled || condition >= 0 && ask { $0.constantTruth(condition) } == true
      if let title = branch.title {
        let text = compileText(title, for: .plain)
        program.levels[context.scope.level].titles[declared.cell] = text
      }
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
    let fields = byName(body.filter { $0.kind == .field }.map { $0.target })
    let message = elseBlank.message.map { compileText($0, for: .fields(fields, context)) } ?? -1
    program.elseBlanks.append(
      ElseBlank(fields: fields, message: message, span: elseBlank.span))
    return Step(kind: .elseBlank, target: Int32(program.elseBlanks.count - 1), cell: cell)
  }

  /// Returns the fields grouped by name, because fields of the same name share one problem. Secret fields come first in
  /// each group.
  private func byName(_ fields: [Int32]) -> [Int32] {
    var named: OrderedDictionary<String, [Int32]> = [:]
    for field in fields { named[program.fields[Int(field)].name, default: []].append(field) }
    return named.values.flatMap { fields in
      fields.filter { isSecret(Int($0)) } + fields.filter { !isSecret(Int($0)) }
    }
  }

  private func compileCheck(
    _ check: CheckDeclaration, at span: Span, in scope: Scope, branch: Scope.Branch?
  ) -> Int32 {
    var context = Context(scope: scope, branch: branch, field: -1)
    context.allowsAcross = true
    context.asksRecords = scope.level == 0
    touched = []
    context.groupKeys = groupKeys(check.per, context)
    let shared = touched.map { $0.field }
    touched = []
    asked = []
    let reported = findings.reportCount
    let condition = condition(check.rule.condition, context)
    let named = touched.map { $0.field }.filter { program.isOfForm(Int32($0)) }
    let subject: RuleEntry.Subject =
      if check.per.isEmpty {
        if scope.level > 0 || !named.isEmpty || asked.isEmpty || asked.contains(.previous) {
          .record
        } else if asked.contains(.columns) {
          branch == nil ? .columns : .record
        } else {
          .data
        }
      } else {
        asked.isDisjoint(with: [.previous, .columns]) && named.allSatisfy { shared.contains($0) }
          ? .group : .record
      }
    let isOfRecord = subject == .record || subject == .columns
    noteBlankGroups(of: check, context)
    let looksUpInGroup = warnOfLookups(in: condition, of: check, context)
    if !isOfRecord, let branch {
      let isFirst = branch.number == 0 && branch.outer == nil
      let around = isFirst && !looksUpInGroup ? branch.condition : nil
      let group = check.per.last?.last?.span ?? check.rule.condition.span
      let condition = check.rule.condition.span.joined(with: group)
      report(.dataCheckInBranch(condition: condition, branch: around), at: span)
    }
    if let first = check.per.first?.first, asked.isDisjoint(with: [.records, .previous]),
      findings.reportCount == reported
    {
      report(.groupWithoutQuestion, at: first.span)
    }
    var target = -1
    if check.target.isEmpty {
      target = isOfRecord ? theOneField(named, in: scope) ?? -1 : -1
    } else {
      target = resolveTarget(check.target, context) ?? -1
    }
    touched = []
    let number = addRule(
      check.rule, condition, field: target, isCheck: true, span: span, context: context)
    if subject == .data || subject == .columns,
      let shown = touched.first(where: { program.isOfForm(Int32($0.field)) }),
      let message = check.rule.message
    {
      report(.recordInDataMessage(field: program.fields[shown.field].name), at: message.span)
    }
    // A message may show a value that the records of the group don't share. Then the rule's subject is the record.
    let isOfOneRecord =
      subject == .group
      && (showsRecord(number) || !touched.allSatisfy { shared.contains($0.field) })
    program.rules[Int(number)].subject = isOfOneRecord ? .record : subject
    if subject == .data { program.rules[Int(number)].field = -1 }
    if !context.groupKeys.isEmpty {
      program.rules[Int(number)].group = ask { $0.firstQuestion(in: condition) } ?? -1
    }
    return number
  }

  /// Whether the message of a rule shows the value, the number or the line of a record.
  private func showsRecord(_ rule: Int32) -> Bool {
    let message = program.rules[Int(rule)].message
    guard message >= 0 else { return false }
    return program.texts[Int(message)].placeholders.contains { placeholder in
      switch placeholder {
      case .value, .record, .line: true
      default: false
      }
    }
  }

  /// Returns the only field that a condition names, if it belongs to the level of `scope` or to a record inside that
  /// level. Fields with the same name in mutually exclusive branches count as one.
  private func theOneField(_ named: [Int], in scope: Scope) -> Int? {
    guard let first = named.first, isInside(first, scope.level) else { return nil }
    let one = program.fields[first]
    let isOne = named.allSatisfy {
      program.fields[$0].level == one.level && program.fields[$0].name == one.name
    }
    return isOne ? mostSecret(named) : nil
  }

  /// Whether a field belongs to `level` or, without a list in between, to a record inside it.
  private func isInside(_ field: Int, _ level: Int) -> Bool {
    let own = Int(program.fields[field].level)
    if own == level { return true }
    let owner = Int(program.levels[own].owner)
    return owner >= 0 && !program.levels[own].isList && isInside(owner, level)
  }

  /// Returns the first secret field among fields with the same name, so that no secret is revealed. Returns the first
  /// field if none is secret.
  private func mostSecret(_ fields: [Int]) -> Int? {
    fields.first { isSecret($0) } ?? fields.first
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
        let near = near(
          name.text, in: scope.map { [$0] } ?? [], among: scope?.sortedNames ?? [])
        report(.unknownField(name.text, near: near, .target), at: name.span)
        return nil
      }
      note(name, entries?.first)
      noteNamesakes(entries?.map { $0.field } ?? [])
      field = number
      if case .record(let level) = program.fields[number].type {
        scope = scopes[Int(level)]
      } else {
        scope = nil
      }
    }
    return field
  }

  func addRule(
    _ rule: Rule, _ condition: Int32, field: Int, isCheck: Bool, span: Span, context: Context
  ) -> Int32 {
    // A rule that compares all records doesn't depend on the value alone.
    let isAlone = touched.isEmpty && asked.isEmpty && !ask { $0.speaksAcross(condition) }
    if openRecordLists > 0, !findings.hasError(in: rule.condition.span) {
      report(.recordsNotAsked(source.text(rule.condition.span)), at: rule.condition.span)
    }
    openRecordLists = 0
    var entry = RuleEntry(
      condition: condition, severity: .error, field: Int32(field), isCheck: isCheck,
      isAlone: isAlone, span: span)
    compileWords(of: rule, for: .rule(condition, field: field, context), into: &entry)
    program.rules.append(entry)
    warnIfActualIsField(entry.message, of: rule, condition)
    warnIfConstant(condition, at: rule.condition.span)
    noteBlankDoubts(
      in: rule.condition, of: isCheck ? .check : .rule, isDemanded: entry.severity == .error,
      context)
    let isCount = ask { $0.constraint(of: condition) }?.measure.isOfRecords ?? false
    if entry.message < 0, !isCount, isCheck || !fieldsWithMessage.contains(field) {
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

extension WhenDeclaration.Branch {
  /// The span of the condition, or of the word `else`.
  fileprivate var head: Span { condition?.span ?? Span(span.lower, span.lower + 4) }
}
