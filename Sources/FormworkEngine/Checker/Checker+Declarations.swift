// The first walk: every field gets its type, its input and its cell.

internal import FormworkSyntax

extension Checker {
  func addLevel(parent: Scope?, owner: Int, outerBranches: [Scope.Branch]) -> Scope {
    let number = program.levels.count
    program.levels.append(Level(parent: Int32(parent?.level ?? -1), owner: Int32(owner)))
    let scope = Scope(level: number, parent: parent, outerBranches: outerBranches)
    scopes.append(scope)
    return scope
  }

  func addCell(_ level: Int) -> Int32 {
    program.levels[level].cellCount += 1
    return program.levels[level].cellCount - 1
  }

  func declare(
    _ declarations: [Declaration], in scope: Scope, branches: [Scope.Branch], modifiers: [Clause],
    cells: [Int32] = []
  ) {
    var modifiers = modifiers
    for declaration in declarations {
      switch declaration.kind {
      case .fields(let more): modifiers = Checker.merged(modifiers, more)
      case .field(let field):
        declareField(field, in: scope, branches: branches, modifiers: modifiers, cells: cells)
      case .when(let when):
        declareWhen(
          when, id: declaration.span.lower, in: scope, branches: branches, modifiers: modifiers,
          cells: cells)
      case .closed:
        if branches.isEmpty {
          program.levels[scope.level].isClosed = true
        } else {
          report(.closedInBlock, at: declaration.span)
        }
      case .form, .language, .check: break
      }
    }
  }

  /// Later modifiers win over earlier ones that say the opposite.
  static func merged(_ earlier: [Clause], _ later: [Clause]) -> [Clause] {
    let overridesPresence = later.contains { $0.isPresence }
    let overridesCase = later.contains { $0.isLetterCase }
    return earlier.filter {
      !(overridesPresence && $0.isPresence) && !(overridesCase && $0.isLetterCase)
    } + later
  }

  private func declareWhen(
    _ when: WhenDeclaration, id: UInt32, in scope: Scope, branches: [Scope.Branch],
    modifiers: [Clause], cells: [Int32]
  ) {
    for (number, branch) in when.branches.enumerated() {
      let cell = addCell(scope.level)
      branchCells[branch.span.lower] = cell
      if let name = branch.name { declareGroup(name, in: scope, branches, id, number) }
      declare(
        branch.body, in: scope, branches: branches + [.init(when: id, number: number)],
        modifiers: modifiers, cells: cells + [cell])
    }
    if let elseBlank = when.elseBlank { elseCells[elseBlank.span.lower] = addCell(scope.level) }
  }

  /// A group's name stands in the product beside the fields, so it must differ from theirs.
  private func declareGroup(
    _ name: Name, in scope: Scope, _ branches: [Scope.Branch], _ id: UInt32, _ number: Int
  ) {
    let place = branches + [.init(when: id, number: number)]
    let entry = Scope.Entry(field: -1, branches: place, span: name.span)
    enter(name, entry, in: scope)
  }

  private func enter(_ name: Name, _ entry: Scope.Entry, in scope: Scope) {
    let known = scope.names[name.text] ?? []
    if let clash = known.first(where: { !Scope.exclude($0.branches, entry.branches) }) {
      report(.repeatedName(name.text, first: clash.span), at: name.span)
    }
    scope.names[name.text, default: []].append(entry)
  }

  private func declareField(
    _ declaration: FieldDeclaration, in scope: Scope, branches: [Scope.Branch],
    modifiers: [Clause], cells: [Int32]
  ) {
    let number = program.fields.count
    if number == Checker.fieldLimit {
      report(.tooManyFields(limit: Checker.fieldLimit), at: declaration.name.span)
    }
    guard number < Checker.fieldLimit else { return }
    var field = Field(
      name: declaration.name.text, level: Int32(scope.level), cell: addCell(scope.level),
      type: .any, span: declaration.name.span)
    field.blockCells = cells
    // Known before any message is read, which may name fields declared later.
    let clauses = Checker.merged(modifiers, declaration.clauses)
    field.isSecret = clauses.contains { $0.isModifier(.secret) }
    field.keys = Checker.keys(of: declaration)
    var inputCount = program.levels[scope.level].inputCount
    for key in field.keys {
      field.inputs.append(
        program.levels[scope.level].keys.add(key, nextInput: &inputCount))
    }
    program.levels[scope.level].inputCount = inputCount
    program.fields.append(field)
    declarations[number] = declaration
    inherited[number] = modifiers
    fieldNumbers[declaration.name.span.lower] = number
    enter(
      declaration.name, .init(field: number, branches: branches, span: declaration.name.span),
      in: scope)
    program.fields[number].type = fieldType(
      declaration.type, owner: number, in: scope, branches: branches)
  }

  private static func keys(of declaration: FieldDeclaration) -> [String] {
    for clause in declaration.clauses {
      if case .from(let names) = clause.kind { return names.map { $0.value } }
    }
    return [declaration.name.text]
  }

  /// Notes for every input the one level that structures under it belong to.
  func finishInputs(_ number: Int) {
    var structures = Array(repeating: Int32(-1), count: Int(program.levels[number].inputCount))
    var users = Array(repeating: 0, count: structures.count)
    for field in program.fields where Int(field.level) == number {
      for input in field.inputs {
        users[Int(input)] += 1
        switch field.type {
        case .record(let level), .list(let level): structures[Int(input)] = level
        default: break
        }
      }
    }
    for index in structures.indices where users[index] > 1 { structures[index] = -1 }
    program.levels[number].structures = structures
  }
}

// MARK: - Types

extension Checker {
  private func fieldType(
    _ type: TypeExpression, owner: Int, in scope: Scope, branches: [Scope.Branch]
  ) -> FieldType {
    switch type.kind {
    case .named(let name): return namedType(name)
    case .withTexts(let name, let texts): return textFormat(name, texts)
    case .numberFormat(let name, let decimal, let group):
      return numberFormat(name, decimal, group, at: type.span)
    case .choice(let items): return .choice(choice(items, at: type.span))
    case .record(let body):
      let inner = addLevel(parent: scope, owner: owner, outerBranches: branches)
      declare(body, in: inner, branches: [], modifiers: [])
      return .record(Int32(inner.level))
    case .list(let separator, let item):
      return listType(item, separator, owner: owner, in: scope, branches: branches)
    case .invalid: return .any
    }
  }

  private static let typeNames: [(String, FieldType)] = [
    ("string", .string), ("int", .int), ("number", .number), ("bool", .bool), ("date", .date),
    ("time", .time), ("datetime", .dateTime), ("instant", .instant), ("any", .any),
  ]

  private func namedType(_ name: Name) -> FieldType {
    if let known = Checker.typeNames.first(where: { $0.0 == name.text }) { return known.1 }
    let names = Checker.typeNames.map { $0.0 } + ["choice", "list"]
    let near = NearNames.nearest(to: name.text, among: names, limit: 4)
    report(.unknownType(name.text, near: near), at: name.span)
    return .any
  }

  private func addFormat(_ format: FieldFormat) -> FieldType {
    program.formats.append(format)
    return .formatted(Int32(program.formats.count - 1))
  }

  private func textFormat(_ name: Name, _ texts: [PlainText]) -> FieldType {
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

  private func formatNotTaken(_ name: Name) -> FieldType {
    let type = namedType(name)
    if Checker.typeNames.contains(where: { $0.0 == name.text }) {
      report(.formatNotTaken(name.text), at: name.span)
    }
    return type
  }

  private func numberFormat(
    _ name: Name, _ decimal: PlainText?, _ group: PlainText?, at span: Span
  ) -> FieldType {
    guard name.text == "number" || name.text == "int" else { return formatNotTaken(name) }
    do {
      let format = try ExactDecimalFormat(decimal: decimal?.value ?? ".", group: group?.value)
      return addFormat(name.text == "int" ? .integer(format) : .number(format))
    } catch {
      report(.badFormat(.number(error)), at: (group ?? decimal)?.span ?? span)
      return .number
    }
  }

  private func choice(_ items: [ChoiceItem], at span: Span) -> Int32 {
    var list = ChoiceList(values: [], labels: [], constants: [])
    var first: [String: Span] = [:]
    for item in items {
      if let earlier = first[item.value.value] {
        report(.repeatedChoice(item.value.value, first: earlier), at: item.value.span)
        continue
      }
      first[item.value.value] = item.value.span
      list.values.append(item.value.value)
      list.labels.append(item.label.map { compileText($0, for: .plain) } ?? -1)
      list.constants.append(constant(text: item.value.value))
    }
    if items.isEmpty { report(.emptyChoice, at: span) }
    program.choices.append(list)
    return Int32(program.choices.count - 1)
  }

  /// A list's items have a level of their own: of the record, or of one field without a name.
  private func listType(
    _ item: TypeExpression, _ separator: PlainText?, owner: Int, in scope: Scope,
    branches: [Scope.Branch]
  ) -> FieldType {
    let inner = addLevel(parent: scope, owner: owner, outerBranches: branches)
    let level = inner.level
    program.levels[level].isList = true
    program.levels[level].separator = separator?.value ?? ""
    // An input of its own, under a key that no JSON object can ask for by name.
    let input = program.levels[level].inputCount
    program.levels[level].inputCount += 1
    program.levels[level].itemInput = input
    if case .record(let body) = item.kind {
      program.levels[level].itemIsRecord = true
      program.levels[level].itemCell = addCell(level)
      declare(body, in: inner, branches: [], modifiers: [])
      if let separator { report(.noItemFormat, at: separator.span) }
      return .list(Int32(level))
    }
    let number = program.fields.count
    let cell = addCell(level)
    program.levels[level].itemCell = cell
    var field = Field(
      name: "", level: Int32(level), cell: cell, type: .any, span: item.span)
    field.inputs = [input]
    program.fields.append(field)
    program.fields[number].type = fieldType(item, owner: number, in: inner, branches: [])
    program.levels[level].steps = [Step(kind: .field, target: Int32(number))]
    program.levels[level].product = [.field(Int32(number))]
    return .list(Int32(level))
  }
}

extension Clause {
  var isPresence: Bool {
    switch kind {
    case .optional, .required: true
    default: false
    }
  }

  var isLetterCase: Bool { isModifier(.lowercased) || isModifier(.uppercased) }
}
