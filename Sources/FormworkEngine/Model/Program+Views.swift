// Views of a program for other modules, as plain values. Other modules can't see the program's arrays, nor how these
// refer to each other. Views of conditions are in `NodeView.swift`.

package import FormworkSyntax

/// The properties of a field. Each text is represented by a number for `MessageWriter`.
package struct FieldView: Sendable {
  package let number: Int32
  /// The name. Empty for the field of a list's items.
  package let name: String
  /// The keys of the field's value in the data, the preferred key first.
  package let keys: [String]
  package let kind: FieldKind
  /// Whether the form declares the notation of the field's values.
  package let hasFormat: Bool
  /// Whether the values are dates that may be partial.
  package let allowsPartialDates: Bool
  package let presence: Field.Presence
  /// Whether the field is calculated instead of read.
  package var isCalculated: Bool { if case .calculated = presence { true } else { false } }
  /// The default, which replaces a blank value.
  package let fallback: Value?
  package let isSecret: Bool
  /// The cells of the blocks around the field, the outermost first.
  package let blockCells: [Int]
  /// Whether the field is in a block, so that it isn't in every record.
  package var isConditional: Bool { !blockCells.isEmpty }
  /// The texts for people, keyed by the words of their clauses.
  package let texts: OrderedDictionary<Keyword, Int32>
  package var title: Int32? { texts[.title] }
  package var hint: Int32? { texts[.hint] }
  /// The values of a choice, or of a list of choices.
  package let choices: ChoiceList?
  /// The index of `choices` among the program's lists of choices. Fields may share a list.
  package let choicesNumber: Int32?
  /// The level of a record's fields or of a list's items.
  package let level: Int32?
  /// The field of a list's items.
  package let item: Int32?
  /// For a list by name, the field of its keys.
  package let key: Int32?
  /// The record or the list that contains the field.
  package let owner: Int32?
}

/// The form itself, a record, or the items of a list.
package struct LevelView: Sendable {
  /// The keys of the level's fields. `level` is the level of the record or list under the key.
  package let keys: [(name: String, level: Int32?)]
  /// Whether keys without a field are problems.
  package let isClosed: Bool
  /// Whether the level consists of the items of a list.
  package let isList: Bool
  /// Whether the items have keys.
  package let hasKeys: Bool
  /// Whether the items are records.
  package let itemIsRecord: Bool
  /// The separator of the items, for a list in a single text. Empty for all other lists.
  package let separator: String
}

/// A value in products: a field, or a block with `as`.
package struct ProductValue: Sendable {
  package let name: String
  package let cell: Int
  /// The field, or nil for a block.
  package let field: Int32?
  /// The values in a block.
  package let values: [ProductValue]
}

/// One of the types of a field with several.
package struct AlternativeView: Sendable {
  package let kind: FieldKind
  /// Examples of the notation: a number or a date, or the words for yes and no.
  package let examples: [String]
  /// The values of a choice, and the index of the list.
  package let choices: ChoiceList?
  package let choicesNumber: Int32?
  package let format: FormatView?
}

/// The positions of products' values in the frames of a level.
package struct ProductLayout: Sendable {
  package let values: [ProductValue]
  /// If the level has items that aren't records, the cell of an item. Otherwise nil.
  package let itemCell: Int?
  /// For items of a list by name, the cell of their key.
  package let keyCell: Int?
}

// MARK: - Fields

extension Program {
  /// Returns the field whose name is declared at `place`.
  package func field(declaredAt place: Span) -> Int32? {
    fields.firstIndex { $0.span == place }.map { Int32($0) }
  }

  package func field(_ number: Int32) -> FieldView {
    let field = fields[Int(number)]
    let item = itemField(of: field.type)
    let choicesNumber = choicesNumber(of: field.type)
    return FieldView(
      number: number, name: field.name, keys: field.keys, kind: kind(of: field.type),
      hasFormat: hasFormat(field.type), allowsPartialDates: allowsPartialDates(field.type),
      presence: field.presence,
      fallback: field.fallback < 0 ? nil : constants[Int(field.fallback)],
      isSecret: isSecret(field: number), blockCells: field.blockCells.map { Int($0) },
      texts: field.texts,
      choices: choicesNumber.map { choices[Int($0)] }, choicesNumber: choicesNumber,
      level: field.type.level, item: item, key: keyField(of: field.type),
      owner: owner(ofLevel: field.level))
  }

  /// Returns a value as a text in the format of a field's type, or nil if the type has no format for it.
  package func text(of value: Value, inField number: Int32) -> String? {
    guard case .formatted(let format) = type(of: value, in: fields[Int(number)].type) else {
      return nil
    }
    return formats[Int(format)].text(of: value)
  }

  /// Returns a date or time from a product as a text in a format of the field. Returns nil if no format of the field
  /// can express the value.
  package func text(ofProduct text: String, inField number: Int32) -> String? {
    guard case .formatted(let entry) = fields[Int(number)].type else { return nil }
    let format = formats[Int(entry)]
    var text = text
    return text.withUTF8 { text in
      format.kind.value(of: text) ?? (format.allowsPartialDates ? Value.partialDate(text) : nil)
    }.flatMap { format.exactText(of: $0) }
  }

  /// Whether a field of a single value reads `text`. There must be no white space around the text.
  package func reads(_ text: String, inField number: Int32) -> Bool {
    var text = text
    return text.withUTF8 { Evaluator.scalar($0, fields[Int(number)].type, formats) } != nil
  }

  /// Returns the types of the alternatives of a field, or nil if it has only one type.
  package func alternatives(ofField number: Int32) -> [AlternativeView]? {
    guard case .either(let entry) = fields[Int(number)].type else { return nil }
    return alternatives[Int(entry)].map { type in
      let choices = choicesNumber(of: type)
      return AlternativeView(
        kind: kind(of: type), examples: examples(of: type),
        choices: choices.map { self.choices[Int($0)] }, choicesNumber: choices,
        format: format(of: type))
    }
  }

  /// Returns the alternative of a type that a value has, or the type itself if it has no alternatives.
  func type(of value: Value, in type: FieldType) -> FieldType {
    guard case .either(let number) = type else { return type }
    return alternatives[Int(number)].first { staticType(of: $0).valueKind == value.kind } ?? type
  }

  /// Whether white space alone is a value of a field.
  package func keepsSpace(ofField number: Int32) -> Bool { keepsSpace(fields[Int(number)].type) }

  /// Whether white space alone is a value of a type.
  func keepsSpace(_ type: FieldType) -> Bool {
    switch type {
    case .plain(.string), .plain(.any): true
    case .either(let number): alternatives[Int(number)].contains(.plain(.string))
    default: false
    }
  }

  /// Returns the fields of a level that have a name, in the order of the form, without the key of an item. The form
  /// itself is level 0.
  package func fields(ofLevel level: Int32) -> [Int32] {
    levels[Int(level)].steps.compactMap { step in
      step.kind == .field && isMember(step.target) ? step.target : nil
    }
  }

  /// Whether a field has a name of its own in its record. The items of a list and their keys have none.
  func isMember(_ number: Int32) -> Bool {
    let field = fields[Int(number)]
    return !field.name.isEmpty && !field.isKey
  }

  /// Returns the names of the fields of a level, including those in blocks.
  package func names(ofLevel level: Int32) -> [String] {
    fields.filter { $0.level == level }.map { $0.name }
  }

  package func isList(field: Int32) -> Bool { fields[Int(field)].type.isList }

  /// Returns the values of a choice, or of the choices in a list, or nil for a field of another type.
  package func choices(ofField number: Int32) -> ChoiceList? {
    switch fields[Int(number)].type {
    case .choice(let list): choices[Int(list)]
    case .list(let level): choices(ofField: levels[Int(level)].itemField)
    case .either(let number):
      alternatives[Int(number)].lazy.compactMap { choicesNumber(of: $0) }.first
        .map { choices[Int($0)] }
    default: nil
    }
  }

  /// Returns the separator of the items of a list in a single text, or nil for any other field.
  package func separator(ofField number: Int32) -> String? {
    guard case .list(let level) = fields[Int(number)].type else { return nil }
    let separator = levels[Int(level)].separator
    return separator.isEmpty ? nil : separator
  }

  /// Splits a list written as a single text into its items, which are trimmed but not cleaned yet. Returns no items if
  /// the text is blank, or if the field isn't such a list.
  package func items(of text: String, inField number: Int32) -> [String] {
    let field = fields[Int(number)]
    guard separator(ofField: number) != nil, case .list(let level) = field.type else { return [] }
    var (text, items) = (text, [String]())
    text.withUTF8 { text in
      var cleaned = TextDraft(text, field.cleaning).string
      if cleaned.withUTF8({ $0.isWhiteSpace }) { return }
      var list = TextDraft(text, field.cleaning.beforeSplitting).string
      list.withUTF8 { list in
        levels[Int(level)].splitSeparator.withUnsafeBufferPointer { separator in
          list.forEachPart(between: separator) { items.append($0.trimmed.makeString()) }
        }
      }
    }
    return items
  }

  private func hasFormat(_ type: FieldType) -> Bool {
    if case .formatted = type { true } else { false }
  }

  /// Whether the values of a type are dates that may be partial.
  func allowsPartialDates(_ type: FieldType) -> Bool {
    if case .formatted(let format) = type { formats[Int(format)].allowsPartialDates } else { false }
  }

  /// Returns the field of the keys of a list by name, or nil for any other type.
  private func keyField(of type: FieldType) -> Int32? {
    guard case .list(let level) = type, levels[Int(level)].keyField >= 0 else { return nil }
    return levels[Int(level)].keyField
  }

  private func itemField(of type: FieldType) -> Int32? {
    guard case .list(let level) = type else { return nil }
    let item = levels[Int(level)].itemField
    return item < 0 ? nil : item
  }

  private func choicesNumber(of type: FieldType) -> Int32? {
    if case .choice(let number) = type { return number }
    return itemField(of: type).flatMap { choicesNumber(of: fields[Int($0)].type) }
  }

  /// Returns the kind of a type's values.
  func kind(of type: FieldType) -> FieldKind {
    switch type {
    case .plain(let kind): kind
    case .choice: .choice
    case .record: .record
    case .list: .list
    case .either: .either
    case .formatted(let format): formats[Int(format)].kind
    }
  }

  /// Returns examples of a type's notation, for messages: a number or a date, or the words for yes and no.
  func examples(of type: FieldType) -> [String] {
    if case .formatted(let format) = type { return examples(ofFormat: Int(format)) }
    return kind(of: type).row.examples
  }

  /// Returns examples in the notation of an entry of `formats`.
  func examples(ofFormat number: Int) -> [String] {
    switch formats[number] {
    case .number(let format): return [format.example(isWhole: false)]
    case .integer(let format): return [format.example(isWhole: true)]
    case .bool(let yes, let no): return [yes, no]
    case .moment(let kind, let formats):
      let usual = kind.row.examples
      var example = usual[0]
      let value = example.withUTF8 { kind.value(of: $0) }
      return value.flatMap { value in
        formats.first.flatMap { $0.text(of: value.reduced(to: $0.precision)) }
      }.map { [$0] } ?? usual
    }
  }
}

extension Value {
  /// Whether the value denotes a number that is too large for a type.
  func isTooLarge(for type: FieldType) -> Bool {
    switch (type, kind) {
    case (.plain(.int), .jsonNumber): ExactDecimal.parseInt64(json: bytes) == .outOfRange
    case (.plain(.int), .text): ExactDecimal.parseInt64(text: bytes.trimmed) == .outOfRange
    case (.plain(.number), .jsonNumber): ExactDecimal.parse(json: bytes) == .tooManyDigits
    case (.plain(.number), .text): ExactDecimal.parse(text: bytes.trimmed) == .tooManyDigits
    default: false
    }
  }
}

extension FieldFormat {
  /// Returns a value in the format: a number with all of its group marks, a date or time in the first format that has
  /// its parts. Nil if there is no such format.
  func text(of value: Value) -> String? {
    switch (self, value.kind) {
    case (.number(let format), .number), (.integer(let format), .number):
      format.text(of: value.number)
    case (.moment(_, let formats), _): formats.lazy.compactMap { $0.text(of: value) }.first
    case (.bool(let yes, let no), .bool): value.bool ? yes : no
    default: nil
    }
  }

  /// Returns the text of a value in the first format from which it can be read back unchanged, or nil if no format can
  /// do that.
  func exactText(of value: Value) -> String? {
    guard case .moment(_, let formats) = self else { return text(of: value) }
    return formats.lazy.compactMap { $0.exactText(of: value) }.first
  }
}

extension FieldFormat {
  /// Whether one of the formats lacks the day of a date.
  var allowsPartialDates: Bool {
    guard case .moment(_, let formats) = self else { return false }
    return formats.contains { $0.precision != .day }
  }
}

extension ExactDecimalFormat {
  /// Returns a number with all group marks.
  fileprivate func text(of number: ExactDecimal) -> String {
    let plain = number.description
    let isNegative = plain.utf8.first == UInt8(ascii: "-")
    let parts = plain.dropFirst(isNegative ? 1 : 0).split(separator: ".")
    var whole = ""
    for (place, digit) in parts[0].enumerated() {
      if place > 0, (parts[0].count - place) % 3 == 0, let groupText { whole += groupText }
      whole.append(digit)
    }
    let fraction = parts.count > 1 ? decimalText + parts[1] : ""
    return (isNegative ? "-" : "") + whole + fraction
  }

  /// Returns the number of `example` without group marks, or nil if the format has none.
  func ungrouped(isWhole: Bool) -> String? {
    group == nil ? nil : "1234" + (isWhole ? "" : decimalText + "5")
  }

  /// Returns an example number in this format.
  fileprivate func example(isWhole: Bool) -> String {
    "1" + (groupText ?? "") + "234" + (isWhole ? "" : decimalText + "5")
  }
}

// MARK: - Texts

extension Program {
  /// The number of fields with names, and of rules and checks.
  package var size: (fields: Int, rules: Int) {
    (fields.count { !$0.name.isEmpty }, rules.count)
  }

  /// Returns the form's own text for a built-in message.
  package func ownWords(for code: ProblemCode) -> Int32? {
    ownWords.first { $0.code == code }?.text
  }
}

/// The label or name of a field.
package enum FieldLabel: Sendable {
  /// The author's label.
  case text(Int32)
  case name(String)
}

extension Program {
  /// Returns the index of a text, or nil for -1.
  static func text(_ number: Int32) -> Int32? { number < 0 ? nil : number }

  /// Returns a text in a language, or the best substitute.
  package func template(_ text: Int32, for language: String) -> Template {
    texts[Int(text)].template(for: language, own: self.language)
  }

  /// Whether a text is missing in a language, so that the unmarked text is used instead.
  package func lacks(_ text: Int32, in language: String) -> Bool {
    !texts[Int(text)].has(language, own: self.language)
  }

  /// Returns the placeholders of a text in all of its languages.
  package func placeholders(ofText text: Int32) -> OrderedSet<Template.Placeholder> {
    texts[Int(text)].placeholders
  }

  /// Returns the label or name of a field. For the field of a list's items, returns the label or name of the list.
  package func label(ofField number: Int32) -> FieldLabel {
    let field = fields[Int(namedField(number))]
    return field.label < 0 ? .name(field.name) : .text(field.label)
  }

  /// Returns the field of a problem. For a problem of a nested record as a whole, returns the field that contains the
  /// record. Returns nil for a problem of the outermost record.
  package func field(of problem: Problem) -> Int32? {
    if problem.field >= 0 { return problem.field }
    return owner(ofLevel: problem.level)
  }

  /// Returns the span of a field in the form.
  package func span(ofField number: Int32) -> Span { fields[Int(number)].span }

  package func level(of field: Int32) -> Int32 { fields[Int(field)].level }

  /// Returns the span of a rule in the form.
  package func span(ofRule rule: Int32) -> Span { rules[Int(rule)].span }

  /// Whether a rule only warns.
  package func isWarning(_ rule: Int32) -> Bool { rules[Int(rule)].severity == .warning }

  /// Returns the rule that an undecided condition belongs to, or nil if it isn't the condition of a rule. Every node
  /// belongs to only one condition.
  package func rule(of undecided: UndecidedCondition) -> Int32? {
    rules.indices.first { rules[$0].condition == undecided.node }.map { Int32($0) }
  }

  /// Returns the span of an undecided rule. For a `required if` or a calculation, returns the span of the field, and
  /// for a `when`, that of the condition.
  package func span(of undecided: UndecidedCondition) -> Span {
    if let rule = rule(of: undecided) { return span(ofRule: rule) }
    let node = undecided.node
    let field = fields.indices.first { number in
      switch fields[number].presence {
      case .requiredIf(let condition, _), .calculated(let condition, _): condition == node
      case .required, .optional: false
      }
    }
    return field.map { fields[$0].span } ?? nodes[Int(node)].span
  }

  /// Returns the span of an undecided condition or calculation.
  package func conditionSpan(of undecided: UndecidedCondition) -> Span {
    nodes[Int(undecided.node)].span
  }

  /// Returns the span of a problem's rule or field in the form, or nil if no line is responsible.
  package func span(of problem: Problem) -> Span? {
    switch problem.kind {
    case .rule, .ofData, .calculation, .unasked:
      problem.part < 0 ? rules[Int(problem.rule)].span : nodes[Int(problem.part)].span
    case .blank: elseBlanks[Int(problem.rule)].span
    case .required, .type, .choice: problem.field < 0 ? nil : fields[Int(problem.field)].span
    case .unknownKey: nil
    }
  }
}

// MARK: - Paths

extension Program {
  /// Returns the path of a field with `[]` for items, such as `items[].price`.
  package func path(ofField number: Int32) -> String? {
    let steps = steps(toField: number)
    return steps.isEmpty ? nil : steps.reversed().joined()
  }

  /// Returns the path of a level's records or items, or nil for the form itself.
  package func path(ofLevel number: Int32) -> String? {
    let level = levels[Int(number)]
    guard level.owner >= 0 else { return nil }
    return steps(toField: level.owner).reversed().joined() + (level.isList ? "[]" : "")
  }

  /// Returns the steps of the path of a field, the innermost first.
  private func steps(toField number: Int32) -> [String] {
    var steps: [String] = []
    var number = number
    while true {
      let name = fields[Int(number)].name
      let level = levels[Int(fields[Int(number)].level)]
      if !name.isEmpty { steps.append(level.owner < 0 ? name : "." + name) }
      if level.owner < 0 { return steps }
      if level.isList { steps.append("[]") }
      number = level.owner
    }
  }

  /// Returns the field that contains a level, or nil for the form itself.
  package func owner(ofLevel number: Int32) -> Int32? {
    let owner = levels[Int(number)].owner
    return owner < 0 ? nil : owner
  }
}

// MARK: - Conditions

extension Program {
  /// Returns the span of a condition in the form.
  package func span(ofCondition number: Int32) -> Span { nodes[Int(number)].span }

  /// Returns the condition of a rule.
  package func condition(ofRule number: Int32) -> Int32 { rules[Int(number)].condition }
}

// MARK: - Levels and products

extension Program {
  package func level(_ number: Int32) -> LevelView {
    let level = levels[Int(number)]
    let keys = zip(level.keys.names, level.keys.inputs).map { name, input in
      let inner = level.structures[Int(input)]
      return (name: name, level: inner < 0 ? nil : inner)
    }
    return LevelView(
      keys: keys, isClosed: level.isClosed, isList: level.isList, hasKeys: level.keyField >= 0,
      itemIsRecord: level.itemIsRecord, separator: level.separator)
  }

  /// The layout of each level's products.
  package var productLayouts: [ProductLayout] {
    levels.map { level in
      let isOfItems = level.isList && !level.itemIsRecord
      return ProductLayout(
        values: level.product.map { productValue($0) },
        itemCell: isOfItems ? Int(level.itemCell) : nil,
        keyCell: level.keyField < 0 ? nil : Int(fields[Int(level.keyField)].cell))
    }
  }

  private func productValue(_ item: ProductItem) -> ProductValue {
    switch item {
    case .field(let number):
      let field = fields[Int(number)]
      return ProductValue(name: field.name, cell: Int(field.cell), field: number, values: [])
    case .group(let number):
      let group = groups[Int(number)]
      return ProductValue(
        name: group.name, cell: Int(group.cell), field: nil,
        values: group.items.map { productValue($0) })
    }
  }
}
