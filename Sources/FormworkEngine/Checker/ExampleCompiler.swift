// Examples: their names and values are checked like the rest of the form, and each becomes a record in the notation
// of data.

internal import FormworkSyntax

/// Checks the examples of a form, and adds the record of each to the program.
struct ExampleCompiler {
  private let checker: Checker
  private var families: ExampleFamilies
  /// The total size of the records so far, in bytes.
  private var byteCount = 0

  static func compile(_ declarations: [Declaration], _ checker: Checker) {
    let examples = declarations.compactMap { declaration in
      if case .example(let example) = declaration.kind { example } else { nil }
    }
    let families = ExampleFamilies(examples) { checker.report($0, at: $1) }
    var compiler = ExampleCompiler(checker: checker, families: families)
    compiler.compile(examples)
  }

  private mutating func compile(_ examples: [ExampleDeclaration]) {
    reportUnknown()
    var record = ExampleRecord(in: ExampleScope(scope: checker.scopes[0]))
    for root in examples.indices where examples[root].like == nil {
      compileFamily(of: root, day: nil, depth: 1, &record)
    }
    families.findCircles { checker.report($0, at: $1) }
    for (number, example) in examples.enumerated() {
      compileExample(example, number, families.records[number])
    }
  }

  private func reportUnknown() {
    for (example, base) in zip(families.examples, families.bases) {
      guard base == nil, let like = example.like else { continue }
      let near = checker.near(like.value, among: families.numbers.keys.ordered())
      checker.report(.unknownExample(like.value, near: near), at: like.span)
    }
  }

  /// Writes the record of an example, and then the records of all examples derived from it with `like`.
  ///
  /// - Parameter record: the record of the example that `like` names. The function restores this record before it
  ///   returns.
  private mutating func compileFamily(
    of number: Int, day: Expression?, depth: Int, _ record: inout ExampleRecord
  ) {
    let example = families.examples[number]
    families.isReached[number] = true
    guard depth <= Checker.chainLimit else {
      return checker.reportTooDeep(Checker.chainLimit, at: example.like?.span ?? example.name.span)
    }
    let change = record.put(example.members, write)
    defer { record.takeBack(change) }
    byteCount += record.byteCount
    guard byteCount <= checker.limits.exampleBytes else {
      if byteCount - record.byteCount <= checker.limits.exampleBytes {
        checker.report(
          .tooLarge(.examples, limit: checker.limits.exampleBytes), at: example.name.span)
      }
      return
    }
    let day = example.day ?? day
    families.records[number] = (record.text, day)
    families.surroundings[number] = surroundings(of: number)
    for like in families.likes[number] {
      compileFamily(of: like, day: day, depth: depth + 1, &record)
    }
  }

  /// Returns the records before an example, and the records of its lists. If the example doesn't give such records,
  /// uses those of the example that it is like.
  private func surroundings(of number: Int) -> ExampleSurroundings {
    let example = families.examples[number]
    var found =
      families.bases[number].flatMap { families.surroundings[$0] } ?? ExampleSurroundings()
    if let after = example.after {
      found.after = after.map { text($0, in: checker.scopes[0]) }
    }
    var firsts: OrderedDictionary<String, Span> = [:]
    for content in example.lists {
      if let first = firsts[content.name.text] {
        checker.report(.repeatedName(content.name.text, first: first), at: content.name.span)
        continue
      }
      firsts[content.name.text] = content.name.span
      guard let list = checker.names.listNumbers[content.name.text] else {
        let near = checker.near(content.name.text, among: checker.names.lists.keys.ordered())
        checker.report(.unknownList(content.name.text, near: near), at: content.name.span)
        continue
      }
      checker.note(
        .list, content.name, declaredAt: checker.names.lists[content.name.text]?.name.span)
      let scope = checker.scopes[checker.program.dataLists[list].level]
      found.lists.removeAll { $0.list == list }
      found.lists.append((list, content.records.map { text($0, in: scope) }))
    }
    return found
  }

  /// Returns a record before an example or in one of its lists, after checking its names and values.
  private func text(_ members: [ExampleDeclaration.Member], in scope: Scope) -> BesideRecord {
    let scope = ExampleScope(scope: scope)
    checkMembers(members, in: scope, below: [], rejected: nil)
    var record = ExampleRecord(in: scope)
    _ = record.put(members, write)
    var places: OrderedDictionary<[PathStep], Span> = [:]
    ExampleCompiler.note(members, in: [], &places)
    return BesideRecord(json: record.text, places: places)
  }

  private func compileExample(
    _ example: ExampleDeclaration, _ number: Int, _ record: (text: [UInt8], day: Expression?)?
  ) {
    let rejects = example.rejects.map { paths in
      paths.compactMap { path -> [String]? in
        resolveExample(path) ? path.map { $0.text } : nil
      }
    }
    checkMembers(
      example.members, in: ExampleScope(scope: checker.scopes[0]), below: [],
      rejected: OrderedSet(rejects ?? []))
    guard let record else { return }
    let day = record.day.flatMap { checker.literalValue($0, of: .date)?.date }
    var places: OrderedDictionary<[PathStep], Span> = [:]
    ExampleCompiler.note(example.members, in: [], &places)
    let surroundings = families.surroundings[number] ?? ExampleSurroundings()
    checker.program.examples.append(
      FormExample(
        name: example.name.value, record: record.text, day: day, rejects: rejects,
        after: surroundings.after, lists: surroundings.lists, places: places,
        span: example.name.span))
  }

  /// Records the spans of an example's values, keyed by their paths.
  private static func note(
    _ members: [ExampleDeclaration.Member], in outer: [PathStep],
    _ places: inout OrderedDictionary<[PathStep], Span>
  ) {
    for member in members { note(member.value, at: outer + [.name(member.name.text)], &places) }
  }

  private static func note(
    _ value: ExampleDeclaration.Value, at path: [PathStep],
    _ places: inout OrderedDictionary<[PathStep], Span>
  ) {
    switch value {
    case .literal(let literal): places[path] = literal.span
    case .record(let members): note(members, in: path, &places)
    case .list(let items, let span):
      places[path] = span
      for (index, item) in items.enumerated() { note(item, at: path + [.item(index)], &places) }
    }
  }

  /// Whether a path after `rejects` leads to a field, or to an unknown key of a closed level.
  private func resolveExample(_ path: [Name]) -> Bool {
    // Fields with the same name in different branches may contain different levels.
    var scopes = [checker.scopes[0]]
    for (depth, name) in path.enumerated() {
      let fields = scopes.flatMap { self.fields(name, in: ExampleScope(scope: $0)) }
      if fields.isEmpty {
        if let inner = scopes.first(where: { checker.program.levels[$0.level].isClosed }),
          depth == path.count - 1
        {
          checker.noteMore(name.text, inner.declaredNames)
          return true
        }
        reportUnknown(name, scopes.first, .target)
        return false
      }
      scopes = fields.compactMap { inner(of: $0)?.scope }
    }
    return true
  }

  private func reportUnknown(_ name: Name, _ scope: Scope?, _ place: NameMistake.FieldPlace) {
    checker.noteMore(name.text, scope?.declaredNames ?? [])
    let near = checker.near(
      name.text, in: scope.map { [$0] } ?? [], among: scope?.sortedNames ?? [])
    checker.report(.unknownField(name.text, near: near, place), at: name.span)
  }
}

// MARK: - Values

extension ExampleCompiler {
  /// - Parameter rejected: the values that the example expects to be rejected. Nil for a record before the example or
  ///   in one of its lists, in which no value can be rejected.
  private func checkMembers(
    _ members: [ExampleDeclaration.Member], in place: ExampleScope, below outer: [String],
    rejected: OrderedSet<[String]>?
  ) {
    let scope = place.scope
    for member in members {
      guard let field = field(for: member, in: place) else {
        // Examples may contain unknown keys of a closed level.
        if checker.program.levels[scope.level].isClosed {
          checker.noteMore(member.name.text, scope.declaredNames)
        } else {
          reportUnknown(member.name, scope, .example)
        }
        continue
      }
      if checker.program.fields[field].calculation != nil {
        checker.report(.calculatedInExample(member.name.text), at: member.name.span)
      }
      // As for problems, the keys and numbers of items aren't in the path.
      let path = place.hasKeys ? outer : outer + [member.name.text]
      // A value that the example expects to be rejected may be anything.
      if rejected?.contains(path) ?? false, checker.completion == nil { continue }
      check(member.value, field, path: path, at: member.name.span, rejected: rejected)
    }
  }

  /// - Parameter place: the span of the value's name, for a value without a span.
  private func check(
    _ value: ExampleDeclaration.Value, _ field: Int, path: [String], at place: Span,
    rejected: OrderedSet<[String]>?
  ) {
    let type = checker.program.fields[field].type
    let wanted = checker.staticType(field).inExample(checker.program.levels)
    func report(at span: Span) {
      checker.report(.badExampleValue(wanted, isBeside: rejected == nil), at: span)
    }
    switch (value, type) {
    case (.record(let members), _) where takesMembers(type):
      guard let inner = scope(of: type) else { break }
      checkMembers(members, in: inner, below: path, rejected: rejected)
    case (.list(let items, let span), .list(let level))
    where checker.program.levels[Int(level)].keyField < 0:
      let item = Int(checker.program.levels[Int(level)].itemField)
      for value in items { check(value, item, path: path, at: span, rejected: rejected) }
    case (.literal(let literal), _):
      checker.noteChoices(literal, of: checker.staticType(field))
      checker.warnIfGrouped(literal, forField: field)
      if !isPossible(literal, wanted) { report(at: literal.span) }
    case (_, .plain(.any)): break
    case (.record(let members), _): report(at: members.first?.name.span ?? place)
    case (.list(_, let span), _): report(at: span)
    }
  }

  /// Whether a value of `type` is an object: a record, or a list by name.
  private func takesMembers(_ type: FieldType) -> Bool {
    if case .record = type { true } else { scope(of: type)?.hasKeys ?? false }
  }

  /// Whether a literal can be the value of a field of `type`. Texts are parsed like those in the data.
  private func isPossible(_ literal: Expression, _ type: StaticType) -> Bool {
    switch (literal.kind, type) {
    case (.text(let template), .record): template.plain?.isEmpty ?? false
    case (.text, .values): false
    case (.text, _), (_, .any), (_, .invalid): true
    case (_, .either):
      checker.alternatives(of: type).contains { isPossible(literal, $0) }
    case (.number, .int), (.percent, .int), (.negated, .int): true
    case (.number, .number), (.percent, .number), (.negated, .number): true
    case (.number(let digits), .bool): digits == "0" || digits == "1"
    case (.bool, .bool), (.date, .date), (.time, .time), (.dateTime, .dateTime),
      (.instant, .instant):
      true
    default: false
    }
  }

  /// Returns the fields that a member may be for. In a list by name, each member is an item.
  private func fields(_ name: Name, in place: ExampleScope) -> [Int] {
    if place.hasKeys { return [Int(checker.program.levels[place.scope.level].itemField)] }
    let scope = place.scope
    checker.noteField(name, in: scope)
    return scope.fields(named: name.text).map { Int($0.field) }
  }

  /// Returns the field that a value is for. Of several fields in mutually exclusive branches, returns the first that
  /// can have the value.
  private func field(for member: ExampleDeclaration.Member, in scope: ExampleScope) -> Int? {
    let fields = fields(member.name, in: scope)
    return fields.first { fits(member.value, $0) } ?? fields.first
  }

  /// Whether a field can have a value, judged by the kind of the value and the names in it.
  private func fits(_ value: ExampleDeclaration.Value, _ field: Int) -> Bool {
    switch (value, checker.program.fields[field].type) {
    case (.literal(let literal), _): isPossible(literal, checker.staticType(field))
    case (.record(let members), .record(let level)):
      members.allSatisfy { member in
        checker.scopes[Int(level)].fields(named: member.name.text)
          .contains { fits(member.value, Int($0.field)) }
      }
    case (.record(let members), .list(let level))
    where checker.program.levels[Int(level)].keyField >= 0:
      members.allSatisfy { fits($0.value, Int(checker.program.levels[Int(level)].itemField)) }
    case (.list(let items, _), .list(let level)):
      items.allSatisfy { fits($0, Int(checker.program.levels[Int(level)].itemField)) }
    case (_, .plain(.any)): true
    default: false
    }
  }

  private func write(
    _ member: ExampleDeclaration.Member, in scope: ExampleScope?
  ) -> ExampleRecord.Written {
    let number = scope.flatMap { field(for: member, in: $0) }
    var written = ExampleRecord.Written(key: [], value: [])
    writeKey(of: member, scope?.hasKeys ?? false ? nil : number, to: &written.key)
    if case .record = member.value {
      written.scope = inner(of: number)
    } else {
      write(member.value, number, to: &written.value)
    }
    return written
  }

  private func writeKey(
    of member: ExampleDeclaration.Member, _ field: Int?, to out: inout [UInt8]
  ) {
    // The key of the value in the data is the first key of the field.
    let key = field.flatMap { checker.program.fields[$0].keys.first } ?? member.name.text
    ExampleText.write(key, to: &out)
    out.append(UInt8(ascii: ":"))
  }

  /// Returns the scope of the members of a record, or of a list by name.
  private func inner(of field: Int?) -> ExampleScope? {
    field.flatMap { scope(of: checker.program.fields[$0].type) }
  }

  private func scope(of type: FieldType) -> ExampleScope? {
    type.level.map { level in
      ExampleScope(
        scope: checker.scopes[Int(level)],
        hasKeys: type.isList && checker.program.levels[Int(level)].keyField >= 0)
    }
  }

  /// Returns the field of the items of a list.
  private func item(of field: Int?) -> Int? {
    guard let field, case .list(let level) = checker.program.fields[field].type else { return nil }
    return Int(checker.program.levels[Int(level)].itemField)
  }

  /// Writes a record that is an item of a list.
  private func write(
    _ members: [ExampleDeclaration.Member], in scope: ExampleScope?, to out: inout [UInt8]
  ) {
    out.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      let number = scope.flatMap { field(for: member, in: $0) }
      writeKey(of: member, scope?.hasKeys ?? false ? nil : number, to: &out)
      write(member.value, number, to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  private func write(_ value: ExampleDeclaration.Value, _ field: Int?, to out: inout [UInt8]) {
    switch value {
    case .literal(let literal): write(literal, field, to: &out)
    case .record(let members): write(members, in: inner(of: field), to: &out)
    case .list(let items, _):
      let item = item(of: field)
      out.append(UInt8(ascii: "["))
      for (index, value) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        write(value, item, to: &out)
      }
      out.append(UInt8(ascii: "]"))
    }
  }
}

extension ExampleCompiler {
  /// Writes a literal. A date or time is written in a format of its field.
  private func write(_ literal: Expression, _ field: Int?, to out: inout [UInt8]) {
    let own = field.flatMap { inFormat(literal, of: checker.program.fields[$0].type) }
    if let own { ExampleText.write(own, to: &out) } else { ExampleText.write(literal, to: &out) }
  }

  /// Returns a date or time as text in the format of a type, or of its first alternative that has such a format.
  private func inFormat(_ literal: Expression, of type: FieldType) -> String? {
    switch type {
    case .either(let number):
      return checker.program.alternatives[Int(number)].lazy
        .compactMap { inFormat(literal, of: $0) }.first
    case .formatted(let number):
      guard case .moment(let kind, _) = checker.program.formats[Int(number)],
        let text = literal.moment, let value = Checker.read(text, { kind.value(of: $0) })
      else { return nil }
      return checker.program.formats[Int(number)].exactText(of: value)
    default: return nil
    }
  }
}

extension Expression {
  /// The text of a date or time, as in the form.
  fileprivate var moment: String? {
    switch kind {
    case .date(let text), .time(let text), .dateTime(let text), .instant(let text): text
    default: nil
    }
  }
}

/// Writes literals as JSON.
private enum ExampleText {
  static func write(_ literal: Expression, to out: inout [UInt8]) {
    switch literal.kind {
    case .text(let template): write(template.plain ?? "", to: &out)
    case .number(let digits): out += Array(digits.utf8)
    case .percent(let digits): Checker.hundredth(of: digits).map { Value($0) }?.write(to: &out)
    case .negated(let inner):
      out.append(UInt8(ascii: "-"))
      write(inner, to: &out)
    case .bool(let value): out += Array((value ? "true" : "false").utf8)
    default: write(literal.moment ?? "", to: &out)
    }
  }

  static func write(_ text: String, to out: inout [UInt8]) { out.append(inQuotes: text) }
}

/// The records before an example, and the records of its lists.
private struct ExampleSurroundings {
  var after: [BesideRecord]?
  var lists: [(list: Int, records: [BesideRecord])] = []
}

/// The examples and their relations by `like`.
private struct ExampleFamilies {
  let examples: [ExampleDeclaration]
  /// The indices of the examples, keyed by their names. If two have the same name, the first counts.
  private(set) var numbers: OrderedDictionary<String, Int> = [:]
  /// For each example, the index of the example that it is like, and the indices of the examples that are like it.
  private(set) var bases: [Int?] = []
  private(set) var likes: [[Int]]
  /// The record of each example as JSON, and the date of `today` that the example sets. Nil if the record couldn't be
  /// created.
  var records: [(text: [UInt8], day: Expression?)?]
  /// The records before each example, and the records of its lists. Nil if the example's own record couldn't be
  /// created.
  var surroundings: [ExampleSurroundings?]
  /// The examples that have been visited.
  var isReached: [Bool]

  init(_ examples: [ExampleDeclaration], report: (NameMistake, Span) -> Void) {
    self.examples = examples
    likes = examples.map { _ in [] }
    records = examples.map { _ in nil }
    surroundings = examples.map { _ in nil }
    isReached = examples.map { _ in false }
    for (number, example) in examples.enumerated() {
      let name = example.name
      if let first = numbers[name.value] {
        report(.repeatedName(name.value, first: examples[first].name.span), name.span)
      } else {
        numbers[name.value] = number
      }
    }
    bases = examples.map { example in example.like.flatMap { numbers[$0.value] } }
    for (number, base) in bases.enumerated() {
      if let base { likes[base].append(number) }
    }
  }

  /// Reports circular chains of `like`, each at the example that is declared first.
  mutating func findCircles(report: (NameMistake, Span) -> Void) {
    for number in examples.indices where !isReached[number] {
      var path: [Int] = []
      var next: Int? = number
      while let example = next, !isReached[example] {
        isReached[example] = true
        path.append(example)
        next = bases[example]
      }
      guard let start = path.firstIndex(where: { $0 == next }) else { continue }
      let circle = path[start...]
      let first = circle.enumerated().min { $0.element < $1.element }?.offset ?? 0
      let turned = circle.dropFirst(first) + circle.prefix(first + 1)
      guard let like = examples[turned[turned.startIndex]].like else { continue }
      report(.circle(turned.map { examples[$0].name.value }), like.span)
    }
  }
}
