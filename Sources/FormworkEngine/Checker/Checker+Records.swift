// Questions about all records: `records` and `previous`, lookups such as `records(id: sponsor)`, and the groups of
// `per`. Each question is compiled as a condition or an operand about a single record.

internal import FormworkSyntax

/// The kinds of data outside of the current record that a condition reads.
struct AskedData: OptionSet {
  let rawValue: UInt8

  static let records = AskedData(rawValue: 1)
  static let previous = AskedData(rawValue: 2)
  static let lists = AskedData(rawValue: 4)
  static let columns = AskedData(rawValue: 8)
}

extension Checker {
  /// Whether `name` is `word` here, and not a parameter, field or definition.
  func isOfRecords(_ name: String, _ word: String, _ context: Context) -> Bool {
    name == word && context.bindings[name] == nil && !hasField(name, context)
      && names.definitions[name] == nil
  }

  /// Returns the names that refer to other records, other data or the columns of the data.
  func namesOfOtherRecords(_ context: Context) -> [String] {
    let words = context.asksRecords ? ["records", "previous", "columns"] : ["columns"]
    return words.filter { isOfRecords($0, $0, context) }
      + names.lists.keys.filter { name in
        isList(name, context)
          && (openList.map { names.listNumbers[name] ?? $0 < $0 } ?? true)
      }
  }

  /// Compiles `records`, `previous` or `columns` as an operand. Returns nil for any other name.
  func betweenRecords(_ name: Name, _ context: Context) -> (Int32, StaticType)? {
    if isOfRecords(name.text, "columns", context) {
      if !context.isAboutRecord { asked.insert(.columns) }
      return (add(Node(operation: .columns, span: name.span)), .values(.text))
    }
    if isOfRecords(name.text, "records", context) {
      guard let number = addQuestion(at: name.span, context) else {
        return (invalid(name.span), .invalid)
      }
      // In a group, records that can't be read don't count.
      if program.questions[number].groupCount == 0 {
        return (question(.total, records(number, at: name.span), number), .int)
      }
      let count = Node(operation: .aggregate, variant: Aggregate.count.rawValue, span: name.span)
      var node = count
      node.a = records(number, at: name.span)
      return (question(.aggregate(.count), add(node), number), .int)
    }
    guard isOfRecords(name.text, "previous", context) else { return nil }
    guard let number = addQuestion(at: name.span, context) else {
      return (invalid(name.span), .invalid)
    }
    asked.insert(.previous)
    let record = add(Node(operation: .wholeRecord, span: name.span))
    return (question(.previous, record, number), .record(0))
  }

  /// Compiles `records(id: sponsor)` as an operand: the first record with these values. Returns nil for other calls.
  func lookUpRecord(
    _ name: Name, _ arguments: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType)? {
    if isLookUpInList(name.text, arguments, context) {
      return listRecord(name, keys: arguments, at: span, context)
    }
    guard isLookUp(name, arguments, context) else { return nil }
    guard let number = addQuestion(keys: arguments, at: span, context) else {
      return (invalid(span), .invalid)
    }
    let record = add(Node(operation: .wholeRecord, span: span))
    return (question(.first, record, number), .record(0))
  }

  func isLookUp(_ name: Name, _ arguments: [Expression], _ context: Context) -> Bool {
    isOfRecords(name.text, "records", context) && arguments.contains { $0.label != nil }
  }

  func isLookUpInList(
    _ name: String, _ arguments: [Expression], _ context: Context
  ) -> Bool {
    isList(name, context) && arguments.contains { $0.label != nil }
  }

  /// Compiles an expression where a list is expected: all records, the records of a list of other data, or a path
  /// through such records. Returns nil for any other expression.
  func recordList(_ expression: Expression, _ context: Context) -> (Int32, StaticType)? {
    let (meant, inner) = meaning(of: expression, context)
    return meantRecordList(meant, inner).map { mentioned($0, at: expression.span) }
  }

  private func meantRecordList(
    _ expression: Expression, _ context: Context
  ) -> (Int32, StaticType)? {
    let span = expression.span
    switch expression.kind {
    case .name(let name) where isOfRecords(name.text, "records", context):
      return recordList(keys: [], at: span, context)
    case .name(let name) where isList(name.text, context):
      return listRecords(name, keys: [], at: span, context)
    case .call(let name, let arguments) where isLookUpInList(name.text, arguments, context):
      return listRecords(name, keys: arguments, at: span, context)
    case .call(let name, let arguments) where isLookUp(name, arguments, context):
      return recordList(keys: arguments, at: span, context)
    case .member(let base, let name):
      return recordList(base, context).map {
        member(of: $0, base, name, at: span, context).operand
      }
    default: return nil
    }
  }

  private func recordList(
    keys: [Expression], at span: Span, _ context: Context
  ) -> (Int32, StaticType) {
    guard let number = addQuestion(keys: keys, at: span, context) else {
      return (invalid(span), .invalid)
    }
    openRecordLists += 1
    return (records(number, at: span), .values(.record(0)))
  }

  private func records(_ question: Int, at span: Span) -> Int32 {
    add(Node(operation: .records, a: Int32(question), span: span))
  }

  /// Adds a question with its keys. If it isn't allowed here or a key is wrong, reports that and returns nil.
  private func addQuestion(
    keys: [Expression] = [], at span: Span, _ context: Context
  ) -> Int? {
    guard context.asksRecords else {
      report(.recordsNotAsked(source.text(span)), at: span)
      return nil
    }
    asked.insert(.records)
    var question = RecordQuestion()
    var own: [RecordQuestion.Key] = []
    for key in keys {
      guard case .labelled(let name, let value) = key.kind else {
        report(.wrongFunctionArguments("records"), at: key.span)
        return nil
      }
      guard let compiled = self.key(name, value, in: scopes[0], of: "records", context) else {
        return nil
      }
      own.append(compiled)
    }
    question.firstKey = Int32(program.questionKeys.count)
    question.groupCount = Int32(context.groupKeys.count)
    let group = context.groupKeys.map { key in
      var key = key
      key.own = outside(key.own, 0, context)
      return key
    }
    program.questionKeys.append(contentsOf: group + own)
    question.endKey = Int32(program.questionKeys.count)
    program.questions.append(question)
    return program.questions.count - 1
  }

  /// Compiles `id: sponsor`: a field of the other record, and a value of the record at hand.
  func key(
    _ name: Name, _ value: Expression, in scope: Scope, of list: String, _ context: Context
  ) -> RecordQuestion.Key? {
    let entries = scope.fields(named: name.text)
    guard let first = entries.first else {
      completion?.noteKey(name)
      let near = near(name.text, among: scope.sortedNames)
      report(.unknownField(name.text, near: near, .record(list)), at: name.span)
      return nil
    }
    note(name, first)
    let (other, type) = oneInForce(entries, hops: 0, name)
    keepBlank(other)
    let (own, found) = narrowed(operand(value, comparedWith: type, context), like: type)
    if type.isInvalid || found.isInvalid { return nil }
    checkComparable(
      type, found, right: value, path: keyAdvice(value, own, found, context), at: value.span)
    warnIfUntrimmed(own, other, at: value.span)
    if type.family == .structure { return nil }
    return RecordQuestion.Key(other: other, own: own, ignoresCase: ignoresCase([other, own]))
  }

  /// Compiles the fields after `per`. The records of a group have the same values in these fields.
  func groupKeys(_ paths: [[Name]], _ context: Context) -> [RecordQuestion.Key] {
    paths.compactMap { path in
      var expression: Expression?
      for name in path {
        expression =
          expression.map {
            Expression(.member($0, name), at: Span($0.span.lower, name.span.upper))
          } ?? Expression(.name(name), at: name.span)
      }
      guard let expression else { return nil }
      guard let first = path.first, !scopes[0].fields(named: first.text).isEmpty else {
        let near = near(path[0].text, among: scopes[0].sortedNames)
        report(.unknownField(path[0].text, near: near, .target), at: path[0].span)
        return nil
      }
      let (node, type) = operand(expression, context)
      if type.isInvalid { return nil }
      guard type.family != .structure else {
        report(.structureInGroup(source.text(expression.span)), at: expression.span)
        return nil
      }
      keepBlank(node)
      return RecordQuestion.Key(other: node, own: node)
    }
  }

  /// Whether texts are compared case-insensitively, because one of the operands ignores case.
  func ignoresCase(_ operands: [Int32]) -> Bool {
    operands.contains { operand in ask { $0.ignoresCase(operand) } }
  }

  /// Adds the node of a question about all records.
  private func question(_ kind: RecordQuestion.Kind, _ node: Int32, _ number: Int) -> Int32 {
    program.questions[number].kind = kind
    program.questions[number].node = node
    let question = program.questions[number]
    let earlier = ask { program in
      program.questions.prefix(number).firstIndex { program.areSame($0, question) }
    }
    if earlier != nil, number == program.questions.count - 1 { program.questions.removeLast(1) }
    let asked = earlier ?? number
    program.questions[asked].useCount += 1
    return add(
      Node(
        operation: .question, a: program.questions[asked].node, b: Int32(asked),
        span: program.nodes[Int(node)].span))
  }

  /// Returns `node`, unless `list` comes from all records. Then returns a question about all records instead.
  ///
  /// - Parameter list: the list that the node is about.
  func asking(_ node: Int32, of list: Int32) -> Int32 {
    guard let number = ask({ $0.question(ofList: list) }) else {
      if program.nodes[Int(node)].operation == .inValues {
        let isWithoutCase = ignoresCase([program.nodes[Int(node)].a, innermost(list)])
        program.nodes[Int(node)].c = isWithoutCase ? 1 : 0
      }
      return node
    }
    openRecordLists -= 1
    let entry = program.nodes[Int(node)]
    let isDistinct = program.nodes[Int(list)].operation == .distinctValues
    if isDistinct, entry.operation != .count, entry.operation != .inValues {
      report(.recordsNotAsked(source.text(entry.span)), at: entry.span)
    }
    let kind: RecordQuestion.Kind
    switch entry.operation {
    case .anyItem: kind = .any
    case .allItems: kind = .all
    case .inValues: kind = .membership(ignoresCase: ignoresCase([entry.a, innermost(entry.b)]))
    case .count where program.nodes[Int(list)].operation == .records:
      if program.questions[number].keyCount == 0 {
        kind = .total
      } else {
        program.nodes[Int(node)].operation = .aggregate
        program.nodes[Int(node)].variant = Aggregate.count.rawValue
        kind = .aggregate(.count)
      }
    case .count: kind = isDistinct ? .distinct : .count
    default: kind = Aggregate(rawValue: entry.variant).map { .aggregate($0) } ?? .total
    }
    return question(kind, node, number)
  }

  /// Returns the operand for a single value at the end of a path. Returns `list` itself if it isn't a path.
  private func innermost(_ list: Int32) -> Int32 {
    switch program.nodes[Int(list)].operation {
    case .each: innermost(program.nodes[Int(list)].b)
    case .distinctValues: innermost(program.nodes[Int(list)].a)
    default: list
    }
  }

  /// Compiles a field of a different record: the question is then about the field instead of the whole record. Returns
  /// nil if `node` isn't a question.
  func member(
    ofQuestion node: Int32, _ inner: Int32, _ type: StaticType, at span: Span
  ) -> (Int32, StaticType)? {
    guard program.nodes[Int(node)].operation == .question else { return nil }
    let number = Int(program.nodes[Int(node)].b)
    program.questions[number].useCount -= 1
    var asked = program.questions[number]
    asked.node = member(of: asked.node, inner, type, at: span)
    (asked.useCount, asked.isShown) = (0, ask { $0.hasNotation(asked.node) })
    program.questions.append(asked)
    return (question(asked.kind, asked.node, program.questions.count - 1), type)
  }

  /// Returns the context for a condition or an operand that is evaluated for each record.
  ///
  /// - Parameter arguments: the arguments of the question, with `records` or a path from it as the first.
  func aboutRecord(_ arguments: [Expression], _ context: Context) -> Context {
    var inner = Context(scope: scopes[0], field: -1)
    inner.question = RecordsAsked(arguments, context)
    inner.bindings = context.bindings
    inner.expansions = context.expansions
    inner.isAboutRecord = true
    return inner
  }
}

// MARK: - Names around a question

extension Checker {
  /// Reports a name of the items around a question about all records, where the question's condition names it. Returns
  /// whether it is such a name.
  func reportIfOutside(_ name: Name, _ context: Context) -> Bool {
    guard context.isAboutRecord, let question = context.question,
      let found = lookUp(name.text, question.context)
    else { return false }
    let level = found.scope.level
    let list = program.dataLists.first { $0.level == level }?.name
    let owner = Int(program.levels[level].owner)
    if let list = list ?? (owner >= 0 ? program.fields[owner].name : nil) {
      let proposal = membership(of: name, in: question)
      report(.itemInRecords(name.text, list: list, proposal: proposal), at: name.span)
    } else {
      report(.notOfOtherRecord(name.text), at: name.span)
    }
    return true
  }

  /// Returns `name in records(kind: "a").team` for the condition `kind == "a" and team == name`. Returns nil for other
  /// conditions.
  private func membership(of name: Name, in question: RecordsAsked) -> String? {
    guard question.arguments.count > 1, let condition = question.arguments.last else { return nil }
    var rest: [Expression] = []
    var fields: [Span] = []
    for part in condition.factors {
      guard case .binary(.equal, let left, let right) = part.kind,
        case .name(let one) = left.kind, case .name(let other) = right.kind,
        one.text == name.text || other.text == name.text
      else {
        rest.append(part)
        continue
      }
      fields.append(one.text == name.text ? other.span : one.span)
    }
    guard fields.count == 1, let list = question.list(among: rest, self) else { return nil }
    return "\(Spelling.operand(name.text)) in \(list).\(source.text(fields[0]))"
  }

  /// A question about all records, with the context around it.
  final class RecordsAsked {
    let arguments: [Expression]
    let context: Context

    init(_ arguments: [Expression], _ context: Context) {
      (self.arguments, self.context) = (arguments, context)
    }

    /// Returns the list that the question is about, with `conditions` as its keys.
    fileprivate func list(among conditions: [Expression], _ checker: Checker) -> String? {
      checker.keyed(arguments[0], conditions, context)
    }
  }
}
