// Makes the words of a problem: chooses the message, fills in its placeholders, and where the author
// wrote none takes the built-in one.

package import FormworkEngine
internal import FormworkSyntax

/// Where a record is, for the words about it.
package struct RecordPlace: Sendable {
  /// The number of the record in its file, from 1.
  package var record: Int
  /// The line it begins on, from 1.
  package var line: Int

  package init(record: Int, line: Int) {
    self.record = record
    self.line = line
  }
}

/// Words problems in one language.
package struct MessageWriter: Sendable {
  /// What stands in the place of a secret value.
  package static let secretMask = "•••"

  package let program: Program
  /// Its code, with a region behind `-` or without.
  package let language: String

  /// - Parameter language: the language asked for, also as POSIX writes it: `pt_BR.UTF-8`; nil for the spec's
  ///   own.
  package init(_ program: Program, language: String? = nil) {
    self.program = program
    let asked = language?.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
    self.language = asked.map { String($0) } ?? program.language
  }

  /// Whether the built-in messages are those in Japanese: asked for a language that they are not in,
  /// they are in the spec's own.
  fileprivate var isJapanese: Bool {
    let known = [language, program.language].map { MessageWriter.withoutRegion($0) }
    return known.first { MessageWriter.ownLanguages.contains($0) } == "ja"
  }

  /// The message of a problem of the record that `evaluator` holds.
  package func message(
    of problem: Problem, _ evaluator: Evaluator, at place: RecordPlace
  ) -> String {
    let words = Words(writer: self, problem: problem, evaluator: evaluator, place: place)
    return words.message
  }

  /// The title of a problem, if the author gave its rule or its field one.
  package func title(
    of problem: Problem, _ evaluator: Evaluator, at place: RecordPlace
  ) -> String? {
    let words = Words(writer: self, problem: problem, evaluator: evaluator, place: place)
    return words.title
  }

  /// The message about a record that cannot be read.
  func message(of malformed: MalformedRecord, in record: TextBytes) -> String {
    builtIn(.malformed(malformed.reason, key: malformed.repeatedKey(in: record)), label: "")
  }

  func builtIn(_ fact: MessageFact, label: String) -> String {
    isJapanese
      ? JapaneseWords.message(fact, label: label) : EnglishWords.message(fact, label: label)
  }

  /// A text of the spec without placeholders.
  package func plainText(_ number: Int32) -> String {
    let template = program.texts[Int(number)].template(for: language, own: program.language)
    var text = ""
    for case .literal(let literal) in template.parts { text += literal }
    return text
  }

  /// What a field is called: its label, or its name made readable.
  package func label(ofField number: Int32) -> String {
    let field = program.fields[Int(program.namedField(number))]
    return field.label >= 0 ? plainText(field.label) : MessageWriter.readable(field.name)
  }

  /// What the record as a whole is called.
  private var recordLabel: String {
    program.title >= 0 ? plainText(program.title) : isJapanese ? "このレコード" : "The record"
  }

  fileprivate func label(of problem: Problem, _ evaluator: Evaluator) -> String {
    if problem.kind == .unknownKey { return evaluator.rawValue(of: problem).shortText }
    if problem.field >= 0 { return label(ofField: problem.field) }
    let owner = program.levels[Int(problem.level)].owner
    return owner >= 0 ? label(ofField: owner) : recordLabel
  }
}

/// The words of one problem.
private struct Words {
  let writer: MessageWriter
  let problem: Problem
  let evaluator: Evaluator
  let place: RecordPlace

  private var program: Program { writer.program }

  private var field: Field? {
    problem.field >= 0 ? program.fields[Int(program.namedField(problem.field))] : nil
  }

  private var rule: RuleEntry? {
    problem.kind == .rule ? program.rules[Int(problem.rule)] : nil
  }

  var title: String? {
    let text = written(rule?.title) ?? said { $0.title }
    return text.map { fill($0) }
  }

  var message: String {
    if let text = ownMessage { return fill(text) }
    return writer.builtIn(fact, label: writer.label(of: problem, evaluator))
  }

  /// The author's message: the rule's, else the field's.
  private var ownMessage: Int32? {
    switch problem.kind {
    case .rule:
      let isOwn = rule.map { !$0.isCheck } ?? false
      return written(rule?.message) ?? evaluator.definitionMessage(of: problem)
        ?? (isOwn ? said { $0.message } : nil)
    case .type, .choice: return said { $0.message }
    case .required:
      return (isItem ? nil : written(field?.requiredMessage)) ?? said { $0.message }
        ?? emptyRule.flatMap { _ in written(field?.emptyAnswer.message) }
    case .blank: return written(program.elseBlanks[Int(problem.rule)].message)
    case .unknownKey: return nil
    }
  }

  private func written(_ number: Int32?) -> Int32? { number.flatMap { $0 >= 0 ? $0 : nil } }

  /// What is said of the field, or for an item first of its list and then of its type.
  private func said(_ text: (Field) -> Int32) -> Int32? {
    field.flatMap { written(text($0)) }
      ?? (isItem ? written(text(program.fields[Int(problem.field)])) : nil)
  }

  /// The rule whose message answers a blank value.
  private var emptyRule: Int32? {
    guard problem.kind == .required, !isItem, let field, field.emptyAnswer.rule >= 0 else {
      return nil
    }
    return field.emptyAnswer.rule
  }

  /// Whether the problem is one of an item, whose words are those of its list.
  private var isItem: Bool {
    problem.field >= 0 && program.namedField(problem.field) != problem.field
  }
}

// MARK: - Placeholders

extension Words {
  private func fill(_ number: Int32) -> String {
    let localized = program.texts[Int(number)]
    let template = localized.template(for: writer.language, own: program.language)
    return template.plain ?? fill(template.parts)
  }

  private func fill(_ parts: [Template.Part]) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .placeholder(let placeholder): text += shown(placeholder)
      case .plural(let placeholder, let one, let other):
        text += fill(shown(placeholder) == "1" ? one : other)
      }
    }
    return text
  }

  private var isSecret: Bool { problem.field >= 0 && program.holdsSecret(field: problem.field) }

  private func shown(_ placeholder: Template.Placeholder) -> String {
    switch placeholder {
    case .label: writer.label(of: problem, evaluator)
    // A blank value shows nothing, also where it is `null` or white space.
    case .value where problem.kind == .required: ""
    case .value: isSecret ? MessageWriter.secretMask : evaluator.shownValue(of: problem).shortText
    case .minimum: shown(limit: limits.minimum)
    case .maximum: shown(limit: limits.maximum)
    case .actual where problem.kind == .required: countsBlank ? "0" : ""
    case .actual:
      evaluator.actualIsSecret(problem)
        ? MessageWriter.secretMask : evaluator.actual(of: problem).shortText
    case .count: evaluator.count(for: problem).map(String.init) ?? ""
    case .choices: choices.joined(separator: writer.isJapanese ? "、" : ", ")
    case .column: evaluator.key(of: problem)
    case .record: String(firstHolder?.record ?? place.record)
    case .line: String(firstHolder?.line ?? place.line)
    case .first: firstHolder.map(name) ?? ""
    case .operand(let node, let isSecret):
      isSecret ? MessageWriter.secretMask : evaluator.value(of: node, for: problem).shortText
    }
  }

  /// Whether a blank value is answered by what its characters or items are counted by, so that 0 of them
  /// were found.
  private var countsBlank: Bool {
    let rules = program.fields[Int(problem.field)].rules
    let conditions = rules.map { program.rules[Int($0)].condition }
    let asked = emptyRule == nil ? conditions : [field?.emptyAnswer.part ?? -1]
    return asked.contains { program.counts(problem.field, in: $0) }
  }

  /// The number of a record, with its file where that is another one.
  private func name(of holder: AcrossHit) -> String {
    guard let file = holder.file else { return String(holder.record) }
    return writer.isJapanese ? "\(file)の\(holder.record)" : "\(holder.record) of \(file)"
  }

  /// For `unique` and `same`, the record that came first, which their messages speak of.
  private var firstHolder: AcrossHit? { evaluator.firstHolder(of: problem) }

  private func shown(limit: Int32) -> String {
    guard limit >= 0 else { return "" }
    if program.isSecret(limit) { return MessageWriter.secretMask }
    return evaluator.value(of: limit, for: problem).shortText
  }

  /// The limits of the part that failed, else of the rest of the rule, else of the field's rules.
  private var limits: Program.Limits {
    var limits = Program.Limits()
    func add(_ condition: Int32) {
      let more = program.limits(of: condition)
      if limits.minimum < 0 { limits.minimum = more.minimum }
      if limits.maximum < 0 { limits.maximum = more.maximum }
    }
    let part = emptyRule == nil ? problem.part : field?.emptyAnswer.part ?? -1
    let rule = emptyRule ?? (problem.kind == .rule ? problem.rule : -1)
    if problem.kind == .rule, part >= 0 { add(evaluator.innermostPart(part, of: problem)) }
    add(part)
    if rule >= 0 { add(program.rules[Int(rule)].condition) }
    for rule in field?.rules ?? 0..<0 { add(program.rules[Int(rule)].condition) }
    if isItem {
      for rule in program.fields[Int(problem.field)].rules {
        add(program.rules[Int(rule)].condition)
      }
    }
    return limits
  }

  private var choices: [String] {
    if problem.field >= 0, case .choice(let number) = program.fields[Int(problem.field)].type {
      let list = program.choices[Int(number)]
      return list.values.indices.map { index in
        list.labels[index] >= 0 ? writer.plainText(list.labels[index]) : list.values[index]
      }
    }
    guard let rule, let items = program.listedValues(of: rule.condition) else { return [] }
    return shownTexts(items)
  }

  /// The choices as they are to be written, with their labels where these differ.
  private var writtenChoices: [String] {
    let labels = choices
    guard problem.field >= 0, case .choice(let number) = program.fields[Int(problem.field)].type
    else { return labels }
    return zip(program.choices[Int(number)].values, labels).map { value, label in
      if value == label { return value }
      return writer.isJapanese ? "\(value)（\(label)）" : "\(value) (\(label))"
    }
  }

  private func shownTexts(_ items: Range<Int>) -> [String] {
    let secret = items.contains { program.isSecret(program.lists[$0]) }
    return secret ? [MessageWriter.secretMask] : evaluator.texts(of: items, for: problem)
  }
}

// MARK: - Facts for the built-in messages

extension Words {
  private var fact: MessageFact {
    switch problem.kind {
    case .required: evaluator.itemNumber(of: problem).map { .requiredItem(number: $0) } ?? .required
    case .type:
      evaluator.isRightInUsualWidth(problem) ? .typeInHalfWidth(expectedType) : .type(expectedType)
    case .choice: .choice(writtenChoices)
    case .blank: .blank
    case .unknownKey: .unknownKey(near: nearKeys)
    case .rule: ruleFact(problem.part)
    }
  }

  private var nearKeys: [String] {
    let key = evaluator.rawValue(of: problem).text
    // A field of that name has other keys.
    let named = program.fields.first { $0.level == problem.level && $0.name == key }
    return named?.keys
      ?? NearNames.nearest(to: key, among: program.levels[Int(problem.level)].keys.names)
  }

  private var expectedType: MessageFact.ExpectedType {
    guard problem.field >= 0 else { return .record }
    switch program.fields[Int(problem.field)].type {
    case .string, .any, .choice: return .text
    case .int: return isTooLarge ? .smallerWholeNumber : .wholeNumber(example: "42")
    case .number: return isTooLarge ? .smallerNumber : .number(example: "12.5")
    case .bool: return .bool(yes: "true", no: "false")
    case .date: return .date(example: "2026-11-20")
    case .time: return .time
    case .dateTime: return .dateTime
    case .instant: return .instant
    case .record: return .record
    case .list: return .list
    case .formatted(let format): return expected(program.formats[Int(format)])
    }
  }

  private func expected(_ format: FieldFormat) -> MessageFact.ExpectedType {
    switch format {
    case .number(let format): return .number(example: format.example(isWhole: false))
    case .integer(let format): return .wholeNumber(example: format.example(isWhole: true))
    case .bool(let yes, let no): return .bool(yes: yes, no: no)
    case .date(let formats):
      let example = CalendarDate(year: 2026, month: 11, day: 20).flatMap { date in
        formats.first.map { $0.text(of: date) }
      }
      return .date(example: example ?? "2026-11-20")
    }
  }

  /// Whether the value is a number, but one that its type cannot hold.
  private var isTooLarge: Bool {
    let raw = evaluator.rawValue(of: problem)
    switch raw.kind {
    case .jsonNumber: return ExactDecimal.isTooLarge(json: raw.bytes, field: expectsWhole)
    case .text: return ExactDecimal.isTooLarge(text: raw.bytes, field: expectsWhole)
    default: return false
    }
  }

  private var expectsWhole: Bool { program.fields[Int(problem.field)].type == .int }

  private func bounds(ofPart part: Int32) -> MessageFact.Bounds {
    let limits = program.limits(of: part)
    func text(_ node: Int32) -> String? { node < 0 ? nil : shown(limit: node) }
    return MessageFact.Bounds(
      minimum: text(limits.minimum), maximum: text(limits.maximum),
      excludesMaximum: program.isHalfOpen(part), isMoment: program.isMoment(problem.field))
  }

  private func ruleFact(_ part: Int32) -> MessageFact {
    guard part >= 0 else { return .rule }
    let part = evaluator.innermostPart(part, of: problem)
    let node = program.nodes[Int(part)]
    switch node.operation {
    case .predicate: return predicateFact(node, part)
    case .recordCount: return .records(bounds(ofPart: part))
    case .not: return negatedFact(node.a)
    // A condition about another field, or about none alone, cannot be worded.
    case .inRange, .inList, .truth:
      guard program.isAbout(problem.field, node.a) else { return .rule }
      return membershipFact(node, part)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return comparisonFact(node, part)
    default: return .rule
    }
  }

  private func membershipFact(_ node: Node, _ part: Int32) -> MessageFact {
    switch node.operation {
    case .inRange:
      let bounds = bounds(ofPart: part)
      return node.variant == 1 ? outsideFact(bounds) : .range(bounds)
    case .inList:
      let items = shownTexts(Int(node.b)..<Int(node.b + node.c))
      return node.variant == 1 ? .noneOf(items) : .oneOf(items)
    default: return .equal("true")
    }
  }

  private func outsideFact(_ bounds: MessageFact.Bounds) -> MessageFact {
    if let (below, above) = bounds.outside { return .outside(below: below, above: above) }
    // The limit is turned already: what is not in 5... is at most 5, without 5 itself.
    var rest = bounds
    rest.excludesMinimum = !bounds.excludesMaximum
    rest.excludesMaximum = true
    return .range(rest)
  }

  /// What must not hold can be worded where it lists values.
  private func negatedFact(_ condition: Int32) -> MessageFact {
    switch ruleFact(condition) {
    case .oneOf(let values): .noneOf(values)
    case .noneOf(let values): .oneOf(values)
    default: .rule
    }
  }

  /// `value >= 5` can be worded; a comparison in which the value stands nowhere alone cannot.
  private func comparisonFact(_ node: Node, _ part: Int32) -> MessageFact {
    guard let (operation, other) = program.comparison(part, withField: problem.field) else {
      return .rule
    }
    if let field = program.field(ofOperand: other) {
      let label = writer.label(ofField: field)
      if operation == .equal { return .sameAs(label) }
      if operation == .notEqual { return .differentFrom(label) }
    }
    let text = shown(limit: other)
    if text.isEmpty || program.isSecret(other) { return .rule }
    switch operation {
    case .equal: return .equal(text)
    case .notEqual: return .notEqual(text)
    case .less: return .range(below(text, excluded: true))
    case .lessOrEqual: return .range(below(text, excluded: false))
    case .greater: return .range(above(text, excluded: true))
    default: return .range(above(text, excluded: false))
    }
  }

  private func above(_ limit: String, excluded: Bool) -> MessageFact.Bounds {
    .init(minimum: limit, excludesMinimum: excluded, isMoment: program.isMoment(problem.field))
  }

  private func below(_ limit: String, excluded: Bool) -> MessageFact.Bounds {
    .init(maximum: limit, excludesMaximum: excluded, isMoment: program.isMoment(problem.field))
  }

  private func predicateFact(_ node: Node, _ part: Int32) -> MessageFact {
    guard let predicate = Predicate(rawValue: node.variant) else { return .rule }
    if let firstHolder {
      return predicate == .same
        ? .same(first: name(of: firstHolder)) : .unique(first: name(of: firstHolder))
    }
    // A predicate about another field cannot be worded about this one.
    guard program.isAbout(problem.field, node.a) else { return .rule }
    func argument() -> String { shown(limit: program.lists[Int(node.b)]) }
    switch predicate {
    case .count:
      return .count(bounds(ofPart: part), isList: program.isList(problem.field))
    case .range: return .range(bounds(ofPart: part))
    case .decimals: return .decimals(bounds(ofPart: part))
    case .age: return .age(bounds(ofPart: part))
    case .int: return .numberText(bounds(ofPart: part), isWhole: true)
    case .number: return .numberText(bounds(ofPart: part), isWhole: false)
    case .oneOf: return .oneOf(shownTexts(Int(node.b)..<Int(node.b + node.c)))
    case .contains: return containsFact(node, part)
    case .startsWith: return .startsWith(argument())
    case .endsWith: return .endsWith(argument())
    case .multipleOf: return .multipleOf(argument())
    case .before: return .range(below(argument(), excluded: true))
    case .after: return .range(above(argument(), excluded: true))
    case .unique, .same: return .rule
    case .letters: return .letters(andDigits: false, anyScript: node.c > 0)
    case .alphanumeric: return .letters(andDigits: true, anyScript: node.c > 0)
    case .uuid: return .uuid(version: node.c > 0 ? argument() : nil)
    case .like: return .picture(example: program.example(ofPicture: program.lists[Int(node.b)]))
    case .only:
      let selection = program.selection(program.lists[Int(node.b)])
      return .only(selection?.classes ?? [], selection?.characters ?? [])
    case .filled, .blank, .digits, .lowercase, .uppercase, .ascii, .hiragana, .katakana, .kanji,
      .halfwidth, .fullwidth, .oneLine, .matches, .email, .url, .uri, .hostname, .ipv4, .ipv6,
      .phone, .creditCard, .iban, .isbn, .positive, .negative, .past, .future,
      .distinct:
      return .word(predicate)
    }
  }

  private func containsFact(_ node: Node, _ part: Int32) -> MessageFact {
    let last = program.lists[Int(node.b + node.c - 1)]
    let bounds = node.c > 1 ? bounds(ofPart: part) : nil
    if let classes = program.classes(ofSelection: last) {
      return .contains(.classes(classes), bounds)
    }
    return .contains(.text(shown(limit: last)), bounds)
  }
}
