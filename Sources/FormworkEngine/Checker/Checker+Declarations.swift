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

  /// The context of declarations.
  struct Place {
    var scope: Scope
    /// The innermost branch around the declarations.
    var branch: Scope.Branch?
    /// The clauses of `fields` that apply to the declarations.
    var modifiers: [Clause] = []
    /// The cells of the blocks around the declarations.
    var cells: [Int32] = []
    var isInPage = false
  }

  func declare(_ declarations: [Declaration], at place: Place) -> [Declared] {
    var place = place
    var declared: [Declared] = []
    reserve(for: declarations.count, in: place.scope)
    declared.reserveCapacity(declarations.count)
    for declaration in declarations where !hasTooManyErrors {
      let first = Int32(program.fields.count)
      if let kind = declare(declaration, at: &place) {
        declared.append(Declared(kind: kind, fields: first..<Int32(program.fields.count)))
      }
    }
    return declared
  }

  private func declare(_ declaration: Declaration, at place: inout Place) -> Declared.Kind? {
    switch declaration.kind {
    case .fields(let more):
      // A repeated clause is stored only once, even if very many lines repeat it.
      place.modifiers = merged(place.modifiers.filter { !$0.isRepeated(in: more) }, more)
    case .field(let field): return declareField(field, at: place).map { .field($0) }
    case .when(let when): return declareWhen(when, id: declaration.span.lower, at: place)
    case .check(let check): return .check(check, declaration.span)
    case .page(let page):
      // A list of other data has the pages of its form without their titles.
      let isListed = place.scope.level > 0 && place.scope.parent == nil && page.title == nil
      if place.isInPage || place.scope.level > 0 && !isListed {
        report(.pageInBlock, at: declaration.wordOfPage)
      }
      var inner = place
      inner.isInPage = true
      return .page(page, declare(page.body, at: inner))
    case .intro(let text): return .intro(text)
    case .closed where place.branch == nil: program.levels[place.scope.level].isClosed = true
    case .closed: report(.closedInBlock, at: declaration.span)
    case .list(let list): return declareList(list, at: place)
    case .example(let example):
      if place.scope.parent != nil || place.branch != nil || place.isInPage {
        report(.exampleInBlock, at: example.name.span)
      }
    // The loader has replaced each `use` by the declarations of its file.
    case .form, .language, .use, .define, .choices, .table, .needs, .data, .words:
      break
    }
    return nil
  }

  /// Reserves space for the fields of a level with `count` declarations.
  private func reserve(for count: Int, in scope: Scope) {
    guard count > 16, program.fields.isEmpty else { return }
    let count = min(count, limits.fields)
    scope.reserve(count)
    program.fields.reserveCapacity(count)
    program.levels[scope.level].keys.reserve(count)
  }

  /// Combines modifiers. Later ones override earlier ones that contradict them.
  func merged(_ earlier: [Clause], _ later: [Clause]) -> [Clause] {
    if earlier.isEmpty { return later }
    if later.isEmpty { return earlier }
    let overridesPresence = later.contains { $0.subject == .presence }
    let overridesCase = later.contains { $0.isLetterCase }
    let kept = earlier.filter {
      !(overridesPresence && $0.subject == .presence) && !(overridesCase && $0.isLetterCase)
    }
    return kept + later
  }

  private func declareWhen(
    _ when: WhenDeclaration, id: UInt32, at outer: Place
  ) -> Declared.Kind {
    let scope = outer.scope
    let start = scope.entryCount
    let declared = when.branches.enumerated().map { number, branch in
      var place = outer
      let cell = addCell(scope.level)
      let inner = Scope.Branch(
        when: id, number: number, in: outer.branch, whenStart: start, start: scope.entryCount)
      // In the product, groups and fields are keys of the same object, so their names must differ.
      if let name = branch.name {
        let number = scope.number(adding: name.text)
        enter(name, number, Scope.Entry(branch: inner, span: name.span, field: -1), in: scope)
        note(.group, name, declaredAt: name.span)
      }
      place.branch = inner
      place.cells.append(cell)
      let body = declare(branch.body, at: place)
      inner.end = scope.entryCount
      return Declared.Branch(cell: cell, branch: inner, body: body)
    }
    for branch in declared { branch.branch.whenEnd = scope.entryCount }
    let elseCell = when.elseBlank == nil ? -1 : addCell(scope.level)
    return .when(when, branches: declared, elseCell: elseCell)
  }

  /// Adds an entry for a name whose number is known.
  private func enter(_ name: Name, _ number: Int, _ entry: Scope.Entry, in scope: Scope) {
    // Trials of unused types declare fields without names, which don't conflict.
    if let clash = scope.enter(entry, name: number), !name.text.isEmpty {
      let inWhens = clash.branch.map { $0.when != entry.branch?.when } ?? false
      report(
        .repeatedName(name.text, first: clash.span, inWhens: inWhens && entry.branch != nil),
        at: name.span)
    }
  }

  private func declareField(
    _ declaration: FieldDeclaration, at place: Place
  ) -> DeclaredField? {
    let scope = place.scope
    let number = program.fields.count
    if number >= limits.fields {
      // The items of a list also have a field, so the limit may already be exceeded.
      let span = declaration.name.span
      if !hasTooManyFields { report(.tooManyFields(limit: limits.fields), at: span) }
      hasTooManyFields = true
      return nil
    }
    let name = declaration.name
    var field = Field(
      name: name.text, level: Int32(scope.level), cell: addCell(scope.level), type: .plain(.any),
      span: name.span)
    if !place.cells.isEmpty { field.blockCells = place.cells }
    // Determined before any message is compiled, because messages may name fields declared later.
    let isDefined = holdsDefined(declaration.type)
    let typeClauses = isDefined ? expand(declaration.type, isQuiet: true).1 : []
    field.isSecret = [declaration.clauses, typeClauses, place.modifiers].contains { clauses in
      clauses.contains { $0.word == .secret }
    }
    // A field with this name would hide the list of other data.
    if scope.level == 0, let list = names.lists[name.text] {
      report(.repeatedName(name.text, first: list.name.span), at: name.span)
    }
    let nameNumber = scope.number(adding: name.text)
    if let calculation = declaration.calculation {
      calculations.append((number, calculation))
      // The data may contain the field's key, but its value isn't read.
      field.ignoredInput = input(ofKey: nameNumber, name.text, in: scope)
    } else {
      // The keys that the field declares, or else those of its type.
      let from =
        declaration.clauses.first { $0.word == .from } ?? typeClauses.last { $0.word == .from }
      if case .texts(let keys)? = from?.kind {
        let type = isDefined ? expand(declaration.type, isQuiet: true).0 : declaration.type
        addKeys(keys.map { $0.value }, of: type, to: &field, in: scope)
      }
      if field.sourceKeys.isEmpty {
        field.input = input(ofKey: nameNumber, name.text, in: scope)
      }
    }
    program.fields.append(field)
    noteLikePredicate(name)
    enter(
      name, nameNumber,
      Scope.Entry(branch: place.branch, span: name.span, field: Int32(number)), in: scope)
    note(.field, name, declaredAt: name.span)
    noteField(name, in: scope)
    if let label = declaration.label {
      program.fields[number].label = compileText(label, for: .plain)
    }
    return declareType(of: declaration, isDefined: isDefined, number, place)
  }

  /// Notes a field that has the name of a predicate.
  private func noteLikePredicate(_ name: Name) {
    guard let predicate = Predicate.named(name.text) else { return }
    fieldsLikePredicates.insert(Int(predicate.rawValue))
  }

  /// Sets the type of a field, and declares the fields inside it.
  ///
  /// - Parameter isDefined: whether the type may be the name of a definition.
  private func declareType(
    of declaration: FieldDeclaration, isDefined: Bool, _ number: Int, _ place: Place
  ) -> DeclaredField {
    let opened = openTypes.count
    defer { if openTypes.count > opened { openTypes.removeLast(openTypes.count - opened) } }
    let (type, typeClauses) =
      isDefined
      ? lent(expand(declaration.type), at: declaration.name.span)
      : (declaration.type, [])
    let own = declaration.clauses
    let clauses =
      declaration.calculation == nil
      ? merged(merged(place.modifiers, typeClauses), own)
      : typeClauses.filter { $0.fitsCalculation } + own
    return declare(
      type,
      DeclaredField(
        number: number, clauses: clauses, calculation: declaration.calculation,
        ownCount: own.count), place)
  }

  /// Counts the clauses that a field takes from its type, because each field has its own copy. Past the limit the
  /// field takes none.
  private func lent(
    _ expanded: (TypeExpression, [Clause]), at span: Span
  ) -> (TypeExpression, [Clause]) {
    lentClauses += expanded.1.count
    if lentClauses <= limits.lentClauses { return expanded }
    reportTooMany(limits.lentClauses, at: span)
    return (expanded.0, [])
  }

  private func declare(
    _ type: TypeExpression, _ field: DeclaredField, _ place: Place
  ) -> DeclaredField {
    typeDepth += 1
    defer { typeDepth -= 1 }
    var declared = field
    let number = field.number
    // Determined before any condition is compiled, because conditions may name fields declared later.
    program.fields[number].ignoresCase = field.clauses.contains { $0.word == .anyCase }
    switch type.kind {
    case .record(let body):
      let inner = addLevel(parent: place.scope, owner: number, outerBranch: place.branch)
      program.fields[number].type = .record(Int32(inner.level))
      declared.inside = .record(declare(body, at: Place(scope: inner)))
    case .list(let separator, let key, let item):
      let inner = addLevel(parent: place.scope, owner: number, outerBranch: place.branch)
      program.fields[number].type = .list(Int32(inner.level))
      program.levels[inner.level].separator = separator?.value ?? ""
      program.levels[inner.level].splitSeparator = Array((separator?.value ?? "").utf8)
      if let separator, separator.value.isEmpty {
        report(.badFormat(.noSeparator), at: separator.span)
      }
      let start = type.span.lower
      if let key, let rule = Checker.distinctKeys(key, of: field, listStart: start) {
        declared.clauses.insert(rule, at: 0)
      }
      declared.inside = declareItems(item, separator, key, in: inner, of: field)
    default:
      if let plain = plainType(type) {
        program.fields[number].type = plain
      } else {
        fieldsWithoutType.insert(number)
      }
    }
    return declared
  }

  /// Declares the items of a list. Their level has a field without a name, which represents an item. In a list of
  /// records, this field is the record, and the fields of the record are on the same level.
  private func declareItems(
    _ item: TypeExpression, _ separator: PlainText?, _ key: Name?, in scope: Scope,
    of list: DeclaredField
  ) -> DeclaredField.Inside {
    let level = scope.level
    let (type, typeClauses) = lent(expand(item), at: item.span)
    let clauses = itemClauses(typeClauses, list.clauses)
    program.levels[level].isList = true
    // A separate input without a key, so that no member of an object is stored in it.
    program.levels[level].itemInput = program.levels[level].inputCount
    program.levels[level].inputCount += 1
    let number = program.fields.count
    var field = Field(
      name: "", level: Int32(level), cell: addCell(level), type: .plain(.any), span: item.span)
    field.input = program.levels[level].itemInput
    field.isSecret = clauses.contains { $0.word == .secret }
    program.levels[level].itemCell = field.cell
    program.levels[level].itemField = Int32(number)
    program.fields.append(field)
    let declared = DeclaredField(number: number, clauses: clauses)
    let keys = key.map { [declareKey($0, in: scope, of: list)] } ?? []
    guard case .record(let body) = type.kind else {
      program.levels[level].steps = keys.map { Step(kind: .field, target: $0.fields.lowerBound) }
      program.levels[level].steps.append(Step(kind: .field, target: Int32(number)))
      program.levels[level].product = [.field(Int32(number))]
      return .list(declare(type, declared, Place(scope: scope)), keys)
    }
    if let separator { report(.noItemFormat, at: separator.span) }
    program.levels[level].itemIsRecord = true
    program.fields[number].type = .record(Int32(level))
    return .list(declared, keys + declare(body, at: Place(scope: scope)))
  }

  /// Declares the key of the items of a list by name. It is a field of each item, and cleaned as the list says.
  private func declareKey(_ name: Name, in scope: Scope, of list: DeclaredField) -> Declared {
    let number = program.fields.count
    let clauses = list.clauses.filter { $0.subject == .cleaning || $0.subject == .secrecy }
    var field = Field(
      name: name.text, level: Int32(scope.level), cell: addCell(scope.level), type: .plain(.string),
      span: name.span)
    field.input = program.levels[scope.level].addInput()
    field.isKey = true
    field.isSecret = clauses.contains { $0.word == .secret }
    field.ignoresCase = clauses.contains { $0.word == .anyCase }
    program.levels[scope.level].keyField = Int32(number)
    program.fields.append(field)
    noteLikePredicate(name)
    enter(
      name, scope.number(adding: name.text),
      Scope.Entry(branch: nil, span: name.span, field: Int32(number)), in: scope)
    note(.field, name, declaredAt: name.span)
    noteField(name, in: scope)
    return Declared(
      kind: .field(DeclaredField(number: number, clauses: clauses)),
      fields: Int32(number)..<Int32(number + 1))
  }

  /// Returns the rule that no two items of a list have the same key. Returns nil if the keys aren't cleaned, because an
  /// object has each key once.
  ///
  /// - Parameter listStart: where `list by` begins, which is shown as the place and the text of the rule.
  private static func distinctKeys(
    _ key: Name, of list: DeclaredField, listStart: UInt32
  ) -> Clause? {
    guard list.clauses.contains(where: { $0.subject == .cleaning }) else { return nil }
    let argument = Expression(
      .labelled(Name("by", at: key.span), Expression(.name(key), at: key.span)), at: key.span)
    let span = Span(listStart, key.span.upper)
    let condition = Expression(.call(Name("distinct", at: key.span), [argument]), at: span)
    return Clause(.rule, .rule(Rule(condition: condition)), at: span)
  }

  /// Returns the clauses of the items of a list: those of the items' type, and the cleaning clauses and `each` rules of
  /// the list. A type's `required` is kept only for its message.
  private func itemClauses(_ type: [Clause], _ list: [Clause]) -> [Clause] {
    let own = list.compactMap { clause -> Clause? in
      if clause.word == .each { return Clause(.rule, clause.kind, at: clause.span) }
      return clause.subject == .cleaning ? clause : nil
    }
    let lent = type.compactMap { clause -> Clause? in
      if case .required(_, let message?) = clause.kind {
        return Clause(
          .required, .required(condition: nil, message: message), at: clause.span)
      }
      return clause.subject == .presence ? nil : clause
    }
    return merged(lent, own)
  }

}

// MARK: - Types

extension Checker {
  /// Returns a type that contains no others, or nil after reporting that it is invalid.
  func plainType(_ type: TypeExpression) -> FieldType? {
    switch type.kind {
    case .named(let name): namedType(name)
    case .withTexts(let name, let texts): textFormat(name, texts)
    case .numberFormat(let name, let decimal, let group):
      numberFormat(name, decimal, group, at: type.span)
    case .choice(let items): .choice(choice(items, at: type.span))
    case .choiceOf(let name): namedChoice(name).map { .choice($0) }
    case .either(let types): either(types)
    case .record, .list, .invalid: nil
    }
  }

  /// Whether a type, or the type of a list's items, may be the name of a definition.
  private func holdsDefined(_ type: TypeExpression) -> Bool {
    if names.definitions.isEmpty { return false }
    guard case .named(let name) = type.kind else { return true }
    return names.definitions[name.text] != nil
  }

  /// Returns the meaning of a named type, with its clauses. Unless `isQuiet`, adds the names to `openTypes` to detect
  /// types that refer to themselves.
  func expand(
    _ type: TypeExpression, isQuiet: Bool = false
  ) -> (TypeExpression, [Clause]) {
    var type = type
    var clauses: [Clause] = []
    var seen: [String] = []
    while case .named(let name) = type.kind, let definition = names.definitions[name.text],
      case .type(let meaning, let more) = definition.meaning
    {
      let known = isQuiet ? seen : openTypes
      typeSteps += 1
      if isTooDeep || typeSteps > limits.parts {
        if !isTooDeep { reportTooMany(limits.parts, at: type.span) }
        return (TypeExpression(.invalid, at: type.span), [])
      }
      if known.contains(name.text) || known.count >= Checker.chainLimit
        || known.count + typeDepth > Checker.chainLimit
      {
        if !isQuiet { reportCircle(known, definition.name) }
        return (TypeExpression(.invalid, at: type.span), [])
      }
      names.usedDefinitions.insert(name.text)
      note(.definition, name, declaredAt: definition.name.span)
      if isQuiet { seen.append(name.text) } else { openTypes.append(name.text) }
      type = meaning
      clauses = merged(more, clauses)
    }
    return (type, clauses)
  }

  /// Reports a circular or too long chain of definitions, once per cycle.
  func reportCircle(_ path: [String], _ name: Name) {
    guard let start = path.firstIndex(of: name.text) else {
      isTooDeep = true
      return reportTooDeep(Checker.chainLimit, at: name.span)
    }
    let circle = path[start...]
    if circle.contains(where: { reportedCircles.contains($0) }) { return }
    reportedCircles.formUnion(circle)
    report(.circle(circle + [name.text]), at: name.span)
  }

  /// The words that denote types.
  package static let typeWords = FieldKind.plain.map { $0.rawValue } + ["choice", "list", "of"]

  /// The names of types in other languages.
  private static let otherTypeNames: [(String, String)] = [
    ("text", "string"), ("str", "string"), ("varchar", "string"), ("integer", "int"),
    ("long", "int"), ("boolean", "bool"), ("float", "number"), ("double", "number"),
    ("decimal", "number"), ("timestamp", "instant"), ("array", "list"), ("enum", "choice"),
  ]

  private func namedType(_ name: Name) -> FieldType? {
    if let kind = FieldKind(rawValue: name.text), kind.row.operand != nil { return .plain(kind) }
    let word = name.text.lowercased()
    let usual = Checker.otherTypeNames.first { $0.0 == word }.map { [$0.1] }
    let near = usual ?? near(name.text, among: Checker.typeWords.dropLast() + definedTypes)
    report(.unknownType(name.text, near: near), at: name.span)
    return nil
  }

  private func addFormat(_ format: FieldFormat) -> FieldType {
    program.formats.append(format)
    return .formatted(Int32(program.formats.count - 1))
  }

  private func textFormat(_ name: Name, _ formats: [FormatText]) -> FieldType? {
    if let kind = FieldKind(rawValue: name.text), kind.isMoment {
      return addFormat(.moment(kind, calendarFormats(formats, of: kind)))
    }
    let texts = formats.map { $0.text }
    switch name.text {
    case "bool":
      if let years = formats.lazy.compactMap({ $0.years }).first {
        report(.badFormat(.years(.notTaken)), at: years.span)
      }
      guard texts.count == 2 else {
        report(.badFormat(.wordCount), at: name.span)
        return .plain(.bool)
      }
      if texts[0].value.lowercased() == texts[1].value.lowercased() {
        report(.badFormat(.sameWords), at: texts[1].span)
      }
      return addFormat(.bool(yes: texts[0].value, no: texts[1].value))
    default: return formatNotTaken(name)
    }
  }

  /// Compiles the formats of a type of dates or times. Reports invalid ones and leaves them out.
  func calendarFormats(_ formats: [FormatText], of kind: FieldKind) -> [CalendarFormat] {
    formats.compactMap { format in
      let firstYear = format.years.map { self.firstYear($0) }
      do throws(CalendarFormatProblem) {
        let compiled = try CalendarFormat.compile(
          format.text.value, for: kind, firstYear: firstYear)
        if let years = format.years, !years.last.isEmpty, compiled.firstYear == nil {
          report(.badFormat(.years(.notTaken)), at: years.span)
        }
        return compiled
      } catch {
        report(.badFormat(.moment(error, format.text.value, kind)), at: format.text.span)
        return nil
      }
    }
  }

  /// Returns the first year that `yy` can mean. Reports a range that isn't a hundred years, or is outside of the
  /// calendar.
  private func firstYear(_ years: FormatYears) -> Int {
    let calendar = CalendarDate.first.year...CalendarDate.last.year
    guard let first = Int(years.first), let last = Int(years.last), calendar.contains(first),
      calendar.contains(last)
    else {
      if !years.last.isEmpty { report(.badFormat(.years(.outsideCalendar)), at: years.span) }
      return calendar.lowerBound
    }
    if last - first != 99 {
      report(.badFormat(.years(.notHundred(first: first, last: last))), at: years.span)
    }
    return first
  }

  private func formatNotTaken(_ name: Name) -> FieldType? {
    let isDefined = names.definitions[name.text] != nil && definition(name.text) == nil
    let type = isDefined ? .plain(.any) : namedType(name)
    if type != nil { report(.formatNotTaken(name.text), at: name.span) }
    return type
  }

  private func numberFormat(
    _ name: Name, _ decimal: PlainText?, _ group: PlainText?, at span: Span
  ) -> FieldType? {
    let isWhole = name.text == "int"
    guard name.text == "number" || isWhole else { return formatNotTaken(name) }
    do {
      let format =
        if isWhole, decimal == nil, let group {
          // The default decimal mark would turn `1.000` into the whole number 1, or equal the group mark.
          try ExactDecimalFormat(wholeInGroupsOf: group.value)
        } else {
          try ExactDecimalFormat(decimal: decimal?.value ?? ".", group: group?.value)
        }
      return addFormat(isWhole ? .integer(format) : .number(format))
    } catch {
      report(.badFormat(.number(error)), at: (group ?? decimal)?.span ?? span)
      return .plain(.number)
    }
  }

  /// Returns the list of choices in a type, compiled once per span, because a named type is expanded at each use.
  private func choice(_ items: [ChoiceItem], at span: Span) -> Int32 {
    if names.definitions.isEmpty { return addChoice(items) }
    let number = choicesInTypes[span.lower] ?? addChoice(items)
    choicesInTypes[span.lower] = number
    return number
  }
}

extension Clause {
  /// Whether `later` contains a clause with the same word, which replaces this one.
  fileprivate func isRepeated(in later: [Clause]) -> Bool {
    (subject == .cleaning || subject == .secrecy) && later.contains { $0.word == word }
  }

  var isLetterCase: Bool { word == .lowercased || word == .uppercased }
}
