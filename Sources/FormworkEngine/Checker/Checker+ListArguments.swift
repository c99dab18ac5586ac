// Questions about lists that are written as in other languages, and their likely intention.

internal import FormworkSyntax

extension Checker {
  /// Reports a question such as `count(records.kind == "a")` or `sum(records.weight, wave == 1)`, if its intention is
  /// clear. Returns whether it was reported.
  func reportListArguments(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> Bool {
    guard let (mistake, proposal) = intention(name.text, arguments, at: span, context) else {
      return false
    }
    report(.listArguments(name.text, mistake, proposal: proposal), at: span)
    return true
  }

  private func intention(
    _ name: String, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (TypeMistake.ListArguments, proposal: String)? {
    switch (name, arguments.count) {
    case ("count", 1), ("share", 1), ("any", 1), ("all", 1):
      return separated(name, arguments[0], context).map { (.pathInCondition, $0) }
        ?? ofAllRecords(name, arguments[0], context).map { (.conditionAlone, $0) }
    case ("sum", 2)
    where arguments[1].isWrittenAsCondition && keysOfList(arguments[0], context) != nil:
      let parts = arguments.map { source.text($0.span) }
      return (.sumOfCondition, "count(\(parts[0]), \(parts[1]))")
    case ("sum", 2), ("mean", 2), ("min", 2), ("max", 2):
      guard arguments[1].isWrittenAsCondition, let path = ListPath(arguments[0], self, context)
      else { return nil }
      let list = source.text(path.base.span)
      let condition = PathsOfList(in: arguments[1], self, context).text(without: list)
      return condition.map {
        (.pathForList, "\(name)(\(list), \(source.text(path.value)), \($0))")
      }
    case ("share", 3):
      guard arguments[1].isWrittenAsCondition, arguments[2].isWrittenAsCondition else {
        return nil
      }
      let parts = arguments.map { source.text($0.span) }
      return (.secondCondition, "mean(\(parts[0]), 1 if \(parts[1]) else 0, \(parts[2]))")
    case ("distinct", 2):
      guard arguments[1].isWrittenAsCondition, let path = ListPath(arguments[0], self, context),
        let list = keyed(path.base, arguments[1].factors, context)
      else { return nil }
      return (.conditionOfDistinct, "distinct(\(list).\(source.text(path.value)))")
    default: return nil
    }
  }

  /// Returns `count(records, kind == "a")` for `count` and the condition `records.kind == "a"`. If the condition
  /// compares the path with a name, returns a question with a key: `count(records(kind: kind))`.
  private func separated(
    _ name: String, _ condition: Expression, _ context: Context
  ) -> String? {
    guard condition.isWrittenAsCondition else { return nil }
    let paths = PathsOfList(in: condition, self, context)
    guard let first = paths.found.first else { return nil }
    let list = source.text(first.base.span)
    if paths.others.isEmpty {
      return paths.text(without: list).map { "\(name)(\(list), \($0))" }
    }
    guard name == "count", paths.found.count == 1,
      case .binary(.equal, let left, let right) = condition.kind
    else { return nil }
    let other = left.span == first.span ? right : left
    let key = "\(source.text(first.value)): \(source.text(other.span))"
    return keyed(first.base, [key], context).map { "count(\($0))" }
  }

  /// Returns `count(records, head)` for `count` and a condition or bool `head` about the record at hand, if questions
  /// about all records are allowed here.
  private func ofAllRecords(
    _ name: String, _ condition: Expression, _ context: Context
  ) -> String? {
    guard context.asksRecords, !context.isAboutRecord, context.around == nil,
      isOfRecords("records", "records", context)
    else { return nil }
    let fields = PathsOfList(in: condition, self, context).others.map { name in
      context.bindings[name] == nil ? lookUp(name, context) : nil
    }
    guard fields.allSatisfy({ $0?.scope.level == 0 }) else { return nil }
    var isCondition = condition.isWrittenAsCondition
    if case .name = condition.kind, let field = fields.first??.entries[0].field {
      isCondition = staticType(Int(field)).family == .bool
    }
    return isCondition ? "\(name)(records, \(source.text(condition.span)))" : nil
  }

  /// Returns the advice to write a key, if an operand is a path through other records or other data.
  func keyAdvice(
    _ path: Expression, _ node: Int32, _ type: StaticType, _ context: Context
  ) -> TypeMistake.PathAdvice? {
    guard type.isPath, isElsewhere(node) else { return nil }
    guard case .member(let base, let field) = path.kind, case .name(let list) = base.kind,
      let one = fieldByKey(field.text, ofList: list.text, context)
    else { return .key(one: nil, all: nil) }
    let isOrdered = elementType(type)?.isOrdered ?? false
    let all = (isOrdered ? "max(" : "count(") + source.text(path.span) + ")"
    return .key(one: one, all: all)
  }

  /// Returns `customers(id: id).limit` for the field of a list: as the key, the first other field that the record has,
  /// too. Without one, the key's value is left open. Returns nil for unknown names.
  func fieldByKey(_ field: String, ofList list: String, _ context: Context) -> String? {
    let isOfRecords = isOfRecords(list, "records", context)
    guard isOfRecords || isList(list, context),
      let level = isOfRecords ? 0 : names.listNumbers[list].map({ program.dataLists[$0].level }),
      scopes[level].field(named: field) != nil
    else { return nil }
    let keys = scopes[level].declaredNames.filter { name in
      guard name != field, let number = scopes[level].field(named: name) else { return false }
      switch staticType(number) {
      case .list, .record: return false
      default: return true
      }
    }
    let shared = keys.first { isOfRecords || hasField($0, context) }
    guard let key = shared ?? keys.first else { return nil }
    let value = shared == nil ? "…" : Spelling.operand(key)
    return "\(Spelling.operand(list))(\(Spelling.name(key)): \(value)).\(Spelling.name(field))"
  }

  /// Returns how to write the field of a list or of a named record that has the name `field`. Returns nil unless exactly
  /// one has such a field.
  func elsewhere(_ field: String, _ context: Context) -> String? {
    // A definition of a record has its key.
    let defined = names.definitions.values.filter { definition in
      guard definition.parameters.isEmpty, case .expression(let value, _) = definition.meaning,
        case .call(let list, _) = value.kind
      else { return false }
      return isList(list.text, context) && fieldByKey(field, ofList: list.text, context) != nil
    }.map { Spelling.operand($0.name.text) + "." + Spelling.name(field) }
    let listed = names.lists.keys.compactMap { fieldByKey(field, ofList: $0, context) }
    let found = defined.isEmpty ? listed : defined
    return found.count == 1 ? found[0] : nil
  }

  /// Returns how to compare a path with several values, or nil if that isn't clear.
  ///
  /// - Parameters:
  ///   - path: the path, its node and its type.
  ///   - other: the operand that it is compared with. Nil for a list or a range after `in`.
  ///   - condition: the comparison.
  func pathAdvice(
    _ path: (expression: Expression, node: Int32, type: StaticType),
    _ other: (expression: Expression, node: Int32, type: StaticType)?, in condition: Expression,
    _ context: Context
  ) -> TypeMistake.PathAdvice? {
    guard let element = elementType(path.type) else { return nil }
    if let key = keyAdvice(path.expression, path.node, path.type, context) { return key }
    let paths = PathsOfList(in: condition, self, context)
    if let other {
      let isOfBoth = other.type.isPath && paths.found.count == 2
      let type = isOfBoth ? elementType(other.type) ?? other.type : other.type
      guard shareFamily(element, type) else { return nil }
    }
    // In a question about items, `value` would mean an item.
    let namesValue = paths.others.contains("value")
    if !namesValue, let list = paths.found.first.map({ source.text($0.base.span) }) {
      return paths.text(without: list).map { .question("any(\(list), \($0))") }
    }
    let text = source.text(path.expression.span)
    if let other, case .binary(let operation, _, _) = condition.kind,
      operation == .equal || operation == .notEqual
    {
      let word = operation == .equal ? "in" : "not in"
      return .membership("\(source.text(other.expression.span)) \(word) \(text)")
    }
    if namesValue { return nil }
    let before = source.text(Span(condition.span.lower, path.expression.span.lower))
    let after = source.text(Span(path.expression.span.upper, condition.span.upper))
    return .question("any(\(text), \(before)value\(after))")
  }

  /// Returns a list of records with the conditions as its keys, such as `records(kind: "a")`. Returns nil if a
  /// condition isn't a comparison of a field with a literal.
  func keyed(_ list: Expression, _ conditions: [Expression], _ context: Context) -> String? {
    var keys: [String] = []
    for condition in conditions {
      guard let (field, value) = condition.fieldAndLiteral else { return nil }
      keys.append("\(source.text(field)): \(source.text(value))")
    }
    return keyed(list, keys, context)
  }

  /// Returns the text of `list` with `keys` added. Returns nil for a list in the current record, which takes no keys.
  private func keyed(_ list: Expression, _ keys: [String], _ context: Context) -> String? {
    guard keysOfList(list, context) == true else { return nil }
    let list = source.text(list.span)
    let added = keys.joined(separator: ", ")
    if added.isEmpty { return list }
    return list.utf8.last == UInt8(ascii: ")")
      ? list.dropLast() + ", " + added + ")" : "\(list)(\(added))"
  }

  /// Returns `records.result` for a field of the record at hand, if questions about all records are allowed here.
  func valueOfAllRecords(_ argument: Expression, _ context: Context) -> String? {
    var first = argument
    while case .member(let base, _) = first.kind { first = base }
    guard case .name(let name) = first.kind, context.asksRecords, !context.isAboutRecord,
      context.around == nil, context.bindings[name.text] == nil,
      isOfRecords("records", "records", context),
      let found = lookUp(name.text, context), found.scope.level == 0
    else { return nil }
    return "records." + source.text(argument.span)
  }
}

/// A path such as `records.address.zip`, divided into a list of records and the value of each of them.
struct ListPath {
  /// The span of the whole path.
  let span: Span
  let base: Expression
  let value: Span

  /// Nil if the expression isn't a path that begins with a list of records.
  init?(_ path: Expression, _ checker: Checker, _ context: Checker.Context) {
    var names: [Name] = []
    var base = path
    while case .member(let inner, let name) = base.kind {
      names.append(name)
      base = inner
      if checker.keysOfList(base, context) != nil {
        (span, self.base) = (path.span, base)
        value = Span(name.span.lower, names[0].span.upper)
        return
      }
    }
    return nil
  }
}

extension Checker {
  /// Returns whether a list of records can have keys. Returns nil if the expression isn't a list of records.
  fileprivate func keysOfList(_ expression: Expression, _ context: Context) -> Bool? {
    switch expression.kind {
    case .name(let name):
      if isOfRecords(name.text, "records", context) || isList(name.text, context) { return true }
      guard context.bindings[name.text] == nil, let found = lookUp(name.text, context),
        case .list(let level) = staticType(Int(found.entries[0].field)),
        program.levels[Int(level)].itemIsRecord
      else { return nil }
      return false
    case .call(let name, let arguments):
      return isLookUp(name, arguments, context) || isLookUpInList(name.text, arguments, context)
        ? true : nil
    default: return nil
    }
  }
}

/// The paths through lists of records in a condition.
private struct PathsOfList {
  private let condition: Expression
  private let source: Source
  private(set) var found: [ListPath] = []
  /// The names in the condition that aren't part of a path in `found`.
  private(set) var others: OrderedSet<String> = []

  init(in condition: Expression, _ checker: Checker, _ context: Checker.Context) {
    (self.condition, source) = (condition, checker.source)
    search(condition, checker, context)
  }

  private mutating func search(
    _ part: Expression, _ checker: Checker, _ context: Checker.Context
  ) {
    if let path = ListPath(part, checker, context) {
      found.append(path)
      return
    }
    if case .name(let name) = part.kind { others.insert(name.text) }
    if case .value = part.kind { others.insert("value") }
    // The name of a rule word isn't the name of a field.
    if case .test(let subject, _, let predicate) = part.kind {
      search(subject, checker, context)
      for argument in predicate.parts { search(argument, checker, context) }
      return
    }
    for part in part.parts { search(part, checker, context) }
  }

  /// Returns the text of the condition with the fields alone, without `list` before them. Nil if a path begins with a
  /// different list.
  func text(without list: String) -> String? {
    var text = ""
    var start = condition.span.lower
    for path in found {
      guard source.text(path.base.span) == list else { return nil }
      text += source.text(Span(start, path.span.lower)) + source.text(path.value)
      start = path.span.upper
    }
    return text + source.text(Span(start, condition.span.upper))
  }
}

extension Expression {
  /// Whether this is a comparison, a test, or such conditions joined by `and`, `or` and `not`.
  fileprivate var isWrittenAsCondition: Bool {
    switch kind {
    case .parenthesized(let inner): inner.isWrittenAsCondition
    case .binary(let operation, _, _):
      operation.isComparison || operation == .and || operation == .or
    case .not, .test, .membership: true
    default: false
    }
  }

  /// The operands of a chain of `and`. For any other condition, the condition itself.
  var factors: [Expression] {
    switch kind {
    case .parenthesized(let inner): inner.factors
    case .binary(.and, let left, let right): left.factors + right.factors
    default: [self]
    }
  }

  /// The spans of the field and the literal that this condition compares with `==`.
  fileprivate var fieldAndLiteral: (Span, Span)? {
    guard case .binary(.equal, let left, let right) = kind else { return nil }
    if case .name(let name) = left.kind, right.isLiteral { return (name.span, right.span) }
    if case .name(let name) = right.kind, left.isLiteral { return (name.span, left.span) }
    return nil
  }
}
