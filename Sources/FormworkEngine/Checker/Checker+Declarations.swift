// The first walk: every field gets its type, its input and its cell.

internal import FormworkSyntax

extension Checker {
  func addLevel(parent: Scope?, owner: Int, outerBranch: Scope.Branch? = nil) -> Scope {
    let number = program.levels.count
    program.levels.append(Level(parent: Int32(parent?.level ?? -1), owner: Int32(owner)))
    let scope = Scope(level: number, parent: parent, outerBranch: outerBranch)
    scopes.append(scope)
    return scope
  }

  func addCell(_ level: Int) -> Int32 {
    program.levels[level].cellCount += 1
    return program.levels[level].cellCount - 1
  }

  func declare(
    _ declarations: [Declaration], in scope: Scope, branch: Scope.Branch? = nil,
    modifiers: Clauses = .none, cells: [Int32] = []
  ) -> [Declared] {
    var modifiers = modifiers
    var declared: [Declared] = []
    reserve(for: declarations.count, in: scope)
    declared.reserveCapacity(declarations.count)
    let place = Place(scope: scope, branch: branch, cells: cells)
    for index in declarations.indices where !hasTooManyErrors {
      let first = program.fields.count
      func add(_ kind: Declared.Kind) {
        declared.append(
          Declared(
            kind: kind,
            fields: Range(uncheckedBounds: (Int32(first), Int32(program.fields.count)))))
      }
      switch declarations[index].kind {
      case .fields(let more):
        // What is said again need not be kept twice, however many such lines there are.
        modifiers = merged(
          memory.list(modifiers.filter { !$0.isRepeated(in: more) }), more)
      case .field(let field):
        if let field = declareField(field, modifiers: modifiers, at: place) { add(.field(field)) }
      case .when(let when):
        add(
          declareWhen(
            when, id: declarations[index].span.lower, in: scope, branch: branch,
            modifiers: modifiers,
            cells: cells))
      case .check(let check): add(.check(check, declarations[index].span))
      case .closed:
        if branch == nil {
          program.levels[scope.level].isClosed = true
        } else {
          report(.closedInBlock, at: declarations[index].span)
        }
      case .example(let example):
        if scope.parent != nil || branch != nil {
          report(.exampleInBlock, at: example.name.span)
        }
      // What a file declares stands in the place of its `use` already.
      case .form, .language, .use, .define, .choices, .table, .needs: break
      }
    }
    return declared
  }

  /// Makes room for the fields that as many declarations of a level may be.
  private func reserve(for count: Int, in scope: Scope) {
    guard count > 16, program.fields.isEmpty else { return }
    let count = min(count, limits.fields)
    scope.reserve(count)
    program.fields.reserveCapacity(count)
    program.levels[scope.level].keys.reserve(count)
  }

  /// Where a field is declared.
  struct Place {
    var scope: Scope
    /// The innermost branch around it.
    var branch: Scope.Branch?
    /// The cells of the blocks around it.
    var cells: [Int32]
  }

  /// Later modifiers win over earlier ones that say the opposite.
  func merged(_ earlier: Clauses, _ later: Clauses) -> Clauses {
    if earlier.isEmpty { return later }
    if later.isEmpty { return earlier }
    return memory.list(Checker.joined(earlier, Array(later)))
  }

  private static func joined(_ earlier: Clauses, _ later: [Clause]) -> [Clause] {
    let overridesPresence = later.contains { $0.isPresence }
    let overridesCase = later.contains { $0.isLetterCase }
    let kept = earlier.filter {
      !(overridesPresence && $0.isPresence) && !(overridesCase && $0.isLetterCase)
    }
    return kept + later
  }

  private func declareWhen(
    _ when: WhenDeclaration, id: UInt32, in scope: Scope, branch outer: Scope.Branch?,
    modifiers: Clauses, cells: [Int32]
  ) -> Declared.Kind {
    var declared: [Declared.Branch] = []
    let start = scope.entryCount
    for (number, branch) in when.branches.enumerated() {
      let cell = addCell(scope.level)
      let place = Scope.Branch(
        when: id, number: number, in: outer, whenStart: start, start: scope.entryCount)
      // A group's name stands in the product beside the fields, so it must differ from theirs.
      if let name = branch.name {
        let number = scope.number(adding: name.text)
        enter(name, number, Scope.Entry(branch: place, span: name.span, field: -1), in: scope)
      }
      let body = declare(
        branch.body, in: scope, branch: place, modifiers: modifiers, cells: cells + [cell])
      place.end = scope.entryCount
      declared.append(.init(cell: cell, branch: place, body: body))
    }
    for branch in declared { branch.branch.whenEnd = scope.entryCount }
    let elseCell = when.elseBlank == nil ? -1 : addCell(scope.level)
    return .when(when, branches: declared, elseCell: elseCell)
  }

  /// Enters a name whose number is known.
  private func enter(_ name: Name, _ number: Int, _ entry: Scope.Entry, in scope: Scope) {
    if let clash = scope.enter(entry, name: number) {
      report(.repeatedName(name.text, first: clash.span), at: name.span)
    }
  }

  private func declareField(
    _ declaration: FieldDeclaration, modifiers: Clauses, at place: Place
  ) -> DeclaredField? {
    let scope = place.scope
    let number = program.fields.count
    if number >= limits.fields {
      // The items of a list have a field, too, so that there may be more already.
      let span = declaration.name.span
      if !hasTooManyFields { report(.tooManyFields(limit: limits.fields), at: span) }
      hasTooManyFields = true
      return nil
    }
    let name = declaration.name
    var field = Field(
      name: name.text, level: Int32(scope.level), cell: addCell(scope.level), type: .any,
      span: name.span)
    if !place.cells.isEmpty { field.blockCells = place.cells }
    // Known before any message is read, which may name fields declared later.
    let isDefined = holdsDefined(declaration.type)
    let typeClauses = isDefined ? expand(declaration.type, isQuiet: true).1 : .none
    let said = ClauseKinds(declaration.clauses).union(ClauseKinds(typeClauses))
    field.isSecret = said.union(ClauseKinds(modifiers)).contains(.secret)
    let nameNumber = scope.number(adding: name.text)
    if said.contains(.from) {
      addInputs(
        of: Checker.sourceKeys(declaration.clauses, ofType: typeClauses), to: &field, in: scope)
    } else {
      field.input = input(ofKey: nameNumber, name.text, in: scope)
    }
    program.fields.append(consume field)
    if let predicate = Predicate.named(name.text) {
      fieldsLikePredicates.insert(Int(predicate.rawValue))
    }
    enter(
      name, nameNumber,
      Scope.Entry(branch: place.branch, span: name.span, field: Int32(number)), in: scope)
    return declareType(
      of: declaration, isDefined: isDefined, number, modifiers: modifiers, place)
  }

  /// Gives a field its type, and declares what is inside.
  ///
  /// - Parameter isDefined: whether the type may go by a name that is defined.
  private func declareType(
    of declaration: FieldDeclaration, isDefined: Bool, _ number: Int, modifiers: Clauses,
    _ place: Place
  ) -> DeclaredField {
    if !isDefined {
      var field = DeclaredField(number: number, declaration: declaration)
      if !modifiers.isEmpty { field.clauses = merged(modifiers, declaration.clauses) }
      return declare(declaration.type, field, place)
    }
    let opened = openTypes.count
    defer { if openTypes.count > opened { openTypes.removeLast(openTypes.count - opened) } }
    let (type, typeClauses) = expand(declaration.type)
    let before = merged(modifiers, typeClauses)
    var field = DeclaredField(number: number, declaration: declaration)
    if !before.isEmpty { field.clauses = merged(before, declaration.clauses) }
    return declare(type, field, place)
  }

  private func declare(
    _ type: TypeExpression, _ field: DeclaredField, _ place: Place
  ) -> DeclaredField {
    typeDepth += 1
    defer { typeDepth -= 1 }
    var declared = field
    let number = field.number
    switch type.kind {
    case .record(let body):
      let inner = addLevel(parent: place.scope, owner: number, outerBranch: place.branch)
      program.fields[number].type = .record(Int32(inner.level))
      declared.body = declare(body, in: inner)
    case .list(let separator, let item):
      let inner = addLevel(parent: place.scope, owner: number, outerBranch: place.branch)
      program.fields[number].type = .list(Int32(inner.level))
      program.levels[inner.level].separator = separator?.value ?? ""
      declareItems(item, separator, in: inner, into: &declared)
    default:
      if let plain = plainType(type) {
        program.fields[number].type = plain
      } else {
        fieldsWithoutType.insert(number)
      }
    }
    return declared
  }

  /// The items of a list have a level of their own, and a field without a name that stands for one
  /// of them: in a list of records it is the record, whose fields share the level.
  private func declareItems(
    _ item: TypeExpression, _ separator: PlainText?, in scope: Scope,
    into declared: inout DeclaredField
  ) {
    let level = scope.level
    let (type, typeClauses) = expand(item)
    let clauses = itemClauses(typeClauses, declared.clauses)
    program.levels[level].isList = true
    // An input of its own, under no key that an object could have.
    program.levels[level].itemInput = program.levels[level].inputCount
    program.levels[level].inputCount += 1
    let number = program.fields.count
    let name = memory.name("", at: item.span)
    var field = Field(
      name: "", level: Int32(level), cell: addCell(level), type: .any, span: item.span)
    field.input = program.levels[level].itemInput
    field.isSecret = clauses.contains { $0.isModifier(.secret) }
    program.levels[level].itemCell = field.cell
    program.levels[level].itemField = Int32(number)
    program.fields.append(field)
    let declaration = memory.field(name, type: item, clauses: .none)
    var declaredItem = DeclaredField(number: number, declaration: declaration)
    declaredItem.clauses = clauses
    guard case .record(let body) = type.kind else {
      let place = Place(scope: scope, cells: [])
      declared.item = declare(type, declaredItem, place)
      program.levels[level].steps = [Step(kind: .field, target: Int32(number))]
      program.levels[level].product = [.field(Int32(number))]
      return
    }
    if let separator { report(.noItemFormat, at: separator.span) }
    program.levels[level].itemIsRecord = true
    program.fields[number].type = .record(Int32(level))
    declared.item = declaredItem
    declared.body = declare(body, in: scope)
  }

  /// What is said of the items of a list: by their type, but that they are required, and by the
  /// list, which cleans each of them.
  private func itemClauses(_ type: Clauses, _ list: Clauses) -> Clauses {
    let own = list.compactMap { clause -> Clause? in
      if case .eachRule(let rule) = clause.kind {
        return Clause(kind: .rule(rule), span: clause.span)
      }
      return clause.isCleaning ? clause : nil
    }
    return merged(memory.list(type.filter { !$0.isPresence }), memory.list(own))
  }

  /// The keys that a field says itself, else those of its type.
  private static func sourceKeys(_ said: Clauses, ofType: Clauses) -> [String] {
    said.lazy.compactMap { $0.sourceKeys }.first
      ?? ofType.reversed().lazy.compactMap { $0.sourceKeys }.first ?? []
  }
}

// MARK: - Types

extension Checker {
  /// A type that has nothing inside; nil if it could not be read, which is reported.
  private func plainType(_ type: TypeExpression) -> FieldType? {
    switch type.kind {
    case .named(let name): namedType(name)
    case .withTexts(let name, let texts): textFormat(name, texts)
    case .numberFormat(let name, let decimal, let group):
      numberFormat(name, decimal, group, at: type.span)
    case .choice(let items): .choice(choice(items, at: type.span))
    case .choiceOf(let name): namedChoice(name).map { .choice($0) }
    case .record, .list, .invalid: nil
    }
  }

  /// Whether a type, or that of items in it, may go by a name that is defined.
  private func holdsDefined(_ type: TypeExpression) -> Bool {
    if definitions.isEmpty { return false }
    guard case .named(let name) = type.kind else { return true }
    return definitions.contains(name.text)
  }

  /// The meaning of a type that has a name, with what is said of it. Unless it is quiet, its names are
  /// added to `openTypes`, so that none of them means itself.
  private func expand(
    _ type: TypeExpression, isQuiet: Bool = false
  ) -> (TypeExpression, Clauses) {
    var type = type
    var clauses: [Clause] = []
    var seen: [String] = []
    while case .named(let name) = type.kind, let definition = definitions[name.text],
      case .type(let meaning, let more) = definition.meaning
    {
      let known = isQuiet ? seen : openTypes
      if known.contains(name.text) || known.count >= Checker.chainLimit
        || known.count + typeDepth > Checker.chainLimit
      {
        if !isQuiet { reportCircle(known, definition.name) }
        return (memory.type(.invalid, at: type.span), .none)
      }
      usedDefinitions.insert(name.text)
      if isQuiet { seen.append(name.text) } else { openTypes.append(name.text) }
      type = meaning
      clauses = Checker.joined(more, clauses)
    }
    return (type, memory.list(clauses))
  }

  /// Reports that a name is explained by itself, or by too many others, once for each circle.
  func reportCircle(_ path: [String], _ name: Name) {
    guard let start = path.firstIndex(of: name.text) else {
      return reportTooDeep(Checker.chainLimit, at: name.span)
    }
    let circle = path[start...]
    if circle.contains(where: { reportedCircles.contains($0) }) { return }
    reportedCircles.formUnion(circle)
    report(.circle(circle + [name.text]), at: name.span)
  }

  private static let typeNames: [(String, FieldType)] = [
    ("string", .string), ("int", .int), ("number", .number), ("bool", .bool), ("date", .date),
    ("time", .time), ("datetime", .dateTime), ("instant", .instant), ("any", .any),
  ]

  /// What other languages call the types.
  private static let otherTypeNames: [(String, String)] = [
    ("text", "string"), ("str", "string"), ("varchar", "string"), ("integer", "int"),
    ("long", "int"), ("boolean", "bool"), ("float", "number"), ("double", "number"),
    ("decimal", "number"), ("timestamp", "instant"), ("array", "list"), ("enum", "choice"),
  ]

  private func namedType(_ name: Name) -> FieldType? {
    if let known = Checker.typeNames.first(where: { $0.0 == name.text }) { return known.1 }
    let word = name.text.lowercased()
    let usual = Checker.otherTypeNames.first { $0.0 == word }.map { [$0.1] }
    let names = Checker.typeNames.map { $0.0 } + ["choice", "list"]
    let near = usual ?? near(name.text, among: names + definedTypes)
    report(.unknownType(name.text, near: near), at: name.span)
    return nil
  }

  private func addFormat(_ format: FieldFormat) -> FieldType {
    program.formats.append(format)
    return .formatted(Int32(program.formats.count - 1))
  }

  private func textFormat(_ name: Name, _ texts: [PlainText]) -> FieldType? {
    switch name.text {
    case "date":
      var formats: [CalendarFormat] = []
      for text in texts {
        do {
          formats.append(try CalendarFormat.compile(text.value))
        } catch {
          report(.badFormat(.date(error, text.value)), at: text.span)
        }
      }
      return addFormat(.date(formats))
    case "bool":
      guard texts.count == 2 else {
        report(.badFormat(.wordCount), at: name.span)
        return .bool
      }
      if texts[0].value.lowercased() == texts[1].value.lowercased() {
        report(.badFormat(.sameWords), at: texts[1].span)
      }
      return addFormat(.bool(yes: texts[0].value, no: texts[1].value))
    default: return formatNotTaken(name)
    }
  }

  private func formatNotTaken(_ name: Name) -> FieldType? {
    let type = namedType(name)
    if type != nil { report(.formatNotTaken(name.text), at: name.span) }
    return type
  }

  private func numberFormat(
    _ name: Name, _ decimal: PlainText?, _ group: PlainText?, at span: Span
  ) -> FieldType? {
    let isWhole = name.text == "int"
    guard name.text == "number" || isWhole else { return formatNotTaken(name) }
    do {
      // A whole number has no decimal mark that its groups could be mixed up with.
      let unsaid = isWhole && group?.value == "." ? "," : "."
      let format = try ExactDecimalFormat(decimal: decimal?.value ?? unsaid, group: group?.value)
      return addFormat(isWhole ? .integer(format) : .number(format))
    } catch {
      report(.badFormat(.number(error)), at: (group ?? decimal)?.span ?? span)
      return .number
    }
  }

  /// The choices that are listed at a place: a type that goes by a name is met wherever that stands.
  private func choice(_ items: [ChoiceItem], at span: Span) -> Int32 {
    if definitions.isEmpty { return addChoice(items) }
    let number = choicesInTypes[span.lower] ?? addChoice(items)
    choicesInTypes[span.lower] = number
    return number
  }

  func addChoice(_ items: [ChoiceItem]) -> Int32 {
    var list = ChoiceList(values: [], labels: [], constants: [])
    list.values.reserveCapacity(items.count)
    list.labels.reserveCapacity(items.count)
    list.constants.reserveCapacity(items.count)
    var spans: [Span] = []
    for item in items {
      let number = list.table.add(item.value.value)
      if number < spans.count {
        report(.repeatedChoice(item.value.value, first: spans[number]), at: item.value.span)
        continue
      }
      spans.append(item.value.span)
      list.values.append(item.value.value)
      list.isASCII = list.isASCII && item.value.value.utf8.allSatisfy { $0 < 0x80 }
      list.labels.append(item.label.map { compileText($0, for: .plain) } ?? -1)
      list.constants.append(constant(text: item.value.value))
    }
    program.choices.append(list)
    return Int32(program.choices.count - 1)
  }
}

extension Clause {
  var isPresence: Bool {
    switch kind {
    case .optional, .required: true
    default: false
    }
  }

  /// The keys that `from` says.
  fileprivate var sourceKeys: [String]? {
    if case .from(let names) = kind { names.map { $0.value } } else { nil }
  }

  /// Whether clauses hold one of the same word that stands in for this one.
  fileprivate func isRepeated(in later: Clauses) -> Bool {
    switch kind {
    case .modifier(let modifier): later.contains { $0.isModifier(modifier) }
    case .without: later.contains { if case .without = $0.kind { true } else { false } }
    default: false
    }
  }

  var isLetterCase: Bool { isModifier(.lowercased) || isModifier(.uppercased) }

  /// Whether it says how a text is cleaned or compared.
  var isCleaning: Bool {
    switch kind {
    case .without: true
    case .modifier(let modifier): modifier != .secret
    default: false
    }
  }
}
