// Lists of other data: their fields, and the operands that refer to their records.

internal import FormworkSyntax

extension Checker {
  /// Declares the fields of a list of other data, on a level of their own. Their rules belong to another form and are
  /// left out.
  func declareList(_ list: ListDeclaration, at place: Place) -> Declared.Kind? {
    guard place.scope.parent == nil, place.branch == nil, names.listNumbers[list.name.text] == nil
    else { return nil }
    let scope = addLevel(parent: nil, owner: -1)
    names.listNumbers[list.name.text] = program.dataLists.count
    let label = list.label.map { compileText($0, for: .plain) } ?? -1
    program.dataLists.append(
      DataList(
        name: list.name.text, label: label, file: list.file?.value, isOptional: list.isOptional,
        span: list.name.span, level: scope.level))
    let number = program.dataLists.count - 1
    let layouts = program.layouts
    program.layouts = []
    for case .data(let data) in list.body.map({ $0.kind }) { compile(data) }
    program.dataLists[number].layouts = program.layouts
    program.layouts = layouts
    if list.form != nil { namesOfForms[number] = DefinedNames() }
    return withNames(ofList: number) {
      var body = list.body
      if list.form == nil {
        body = body.compactMap { withoutRules($0) }
      } else {
        collectNames(body)
        leaveOut(list.leftOut, from: &body)
      }
      if body.isEmpty { report(.noFields, at: list.name.span) }
      return .list(scope, declare(body, at: Place(scope: scope)))
    }
  }

  /// Removes calculated fields and blocks that need a name in `leftOut`. These names are in the list's form, but not in
  /// the list. Then does the same for the names of the removed fields.
  private func leaveOut(_ leftOut: OrderedSet<String>, from body: inout [Declaration]) {
    var missing = leftOut
    for case .field(let field) in body.withoutPages.map({ $0.kind }) {
      _ = missing.remove(field.name.text)
    }
    var count = -1
    while count != missing.count {
      count = missing.count
      for definition in names.definitions.values {
        guard case .expression(let meaning, _) = definition.meaning else { continue }
        if needs(meaning, missing) { missing.insert(definition.name.text) }
      }
      removeUsers(of: &missing, from: &body)
    }
  }

  /// Removes calculated fields and blocks that need a name in `missing`, and adds the names of their fields to it.
  private func removeUsers(
    of missing: inout OrderedSet<String>, from body: inout [Declaration]
  ) {
    var kept: [Declaration] = []
    for declaration in body {
      switch declaration.kind {
      case .field(let field):
        if let value = field.calculation, needs(value, missing) {
          missing.insert(field.name.text)
          continue
        }
      case .when(let when):
        let isMissing = when.branches.contains { branch in
          branch.condition.map { needs($0, missing) } ?? false
        }
        if isMissing {
          let inside = when.branches.flatMap { $0.body.withoutPages }
          for case .field(let field) in inside.map({ $0.kind }) { missing.insert(field.name.text) }
          continue
        }
      case .page(var page):
        removeUsers(of: &missing, from: &page.body)
        kept.append(Declaration(.page(page), at: declaration.span))
        continue
      default: break
      }
      kept.append(declaration)
    }
    body = kept
  }

  private func needs(_ expression: Expression, _ missing: OrderedSet<String>) -> Bool {
    Names(in: expression).found.contains { missing.contains($0) }
  }

  /// Calls `body` to compile a part of a list of other data. If another form describes the list, `body` uses the names
  /// of that form, and warnings are left out.
  func withNames<Result>(ofList number: Int?, _ body: () -> Result) -> Result {
    guard let number, let own = namesOfForms[number] else { return body() }
    let outer = names
    (names, findings.takesErrorsOnly) = (own, true)
    let result = body()
    namesOfForms[number] = names
    (names, findings.takesErrorsOnly) = (outer, false)
    return result
  }

  /// The name of the list for the values that are given when the form is run. The list has a single record.
  static let valuesName = "\u{0}"

  /// Returns an expression for a value that the form needs: the field `name` of the only record of `valuesName`.
  static func value(_ name: Name) -> Expression {
    let record = Expression(.name(Name(valuesName, at: name.span)), at: name.span)
    return Expression(.member(record, name), at: name.span)
  }

  /// Declares the list of the values that are given when the form is run. Every other list can refer to them.
  func declareValues() -> [Declared] {
    guard let first = names.values.first else { return [] }
    let scope = addLevel(parent: nil, owner: -1)
    names.listNumbers[Checker.valuesName] = program.dataLists.count
    program.dataLists.append(
      DataList(
        name: Checker.valuesName, isOptional: true, span: first.name.span, level: scope.level))
    let start = Int32(program.fields.count)
    let body = names.values.compactMap {
      withoutRules(Declaration(.field($0), at: $0.name.span), isValue: true)
    }
    let kind = Declared.Kind.list(scope, declare(body, at: Place(scope: scope)))
    return [Declared(kind: kind, fields: start..<Int32(program.fields.count))]
  }

  /// - Parameter isValue: whether the declaration is a value that is given when the form is run.
  private func withoutRules(_ declaration: Declaration, isValue: Bool = false) -> Declaration? {
    switch declaration.kind {
    case .check, .example, .list:
      report(.ruleOfList, at: declaration.span)
      return nil
    case .closed, .intro: return nil
    case .field(let field):
      let kept = field.clauses.filter { clause in
        switch clause.word {
        case .rule, .each:
          report(.ruleOfList, at: clause.span)
          return false
        case .from where isValue:
          report(.columnOfValue(field.name.text), at: clause.span)
          return false
        default: return true
        }
      }
      let field = FieldDeclaration(
        field.name, label: field.label, type: field.type, calculation: field.calculation,
        clauses: kept)
      return Declaration(.field(field), at: declaration.span)
    default: return declaration
    }
  }

  /// Whether `name` refers to a list of other data, and not to a field or a parameter.
  func isList(_ name: String, _ context: Context) -> Bool {
    names.lists[name] != nil && context.bindings[name] == nil && !hasField(name, context)
  }

  /// Compiles `customers` or `customers(id: customer)` where a list is expected: all records, or all records with these
  /// values.
  func listRecords(
    _ name: Name, keys: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    ofList(.listRecords, name, keys, at: span, context) { .values(.record($0)) }
  }

  /// Compiles `customers(id: customer)` as an operand: the first record with these values.
  func listRecord(
    _ name: Name, keys: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    ofList(.listRecord, name, keys, at: span, context) { .record($0) }
  }

  private func ofList(
    _ operation: Node.Operation, _ name: Name, _ keys: [Expression], at span: Span,
    _ context: Context, _ type: (Int32) -> StaticType
  ) -> (Int32, StaticType) {
    guard let number = names.listNumbers[name.text] else { return (invalid(span), .invalid) }
    if let openList, number >= openList { return noOperand(.listNotRead(name.text), name.span) }
    // The values that are given when the form is run don't count as other data.
    if name.text != Checker.valuesName {
      note(.list, name, declaredAt: names.lists[name.text]?.name.span)
      names.usedDefinitions.insert(name.text)
      asked.insert(.lists)
    }
    let level = program.dataLists[number].level
    var compiled: [RecordQuestion.Key] = []
    for key in keys {
      guard case .labelled(let label, let value) = key.kind else {
        return noOperand(.wrongFunctionArguments(name.text), key.span)
      }
      guard let key = self.key(label, value, in: scopes[level], of: name.text, context) else {
        return (invalid(span), .invalid)
      }
      compiled.append(key)
    }
    let firstKey = Int32(program.questionKeys.count)
    program.questionKeys.append(contentsOf: compiled)
    program.queries.append(
      ListQuery(list: number, firstKey: firstKey, endKey: Int32(program.questionKeys.count)))
    let node = add(Node(operation: operation, a: Int32(program.queries.count - 1), span: span))
    return (node, type(Int32(level)))
  }

  /// Returns the level of the records if `operand` is a list of other data, with or without keys. Returns nil for other
  /// operands.
  func levelOfList(_ operand: Int32) -> Int32? {
    let node = program.nodes[Int(operand)]
    guard node.operation == .listRecords else { return nil }
    return Int32(program.dataLists[program.queries[Int(node.a)].list].level)
  }
}
