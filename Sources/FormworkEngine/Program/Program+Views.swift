// What other modules ask of a program, answered in plain values: they cannot see its arrays, nor how these
// refer to each other. Conditions are asked for in `NodeView.swift`.

package import FormworkSyntax

/// What the values of a field are, by the name of their type.
package enum FieldKind: String, Sendable {
  case string, int, number, bool, date, time
  case dateTime = "datetime"
  case instant, choice, record, list, any
}

/// A field as its form describes it. Texts are numbers for `MessageWriter`.
package struct FieldView: Sendable {
  package let number: Int32
  /// The name; empty for a field that stands for the items of a list.
  package let name: String
  /// The keys of its value in the data, the preferred one first.
  package let keys: [String]
  package let kind: FieldKind
  /// Whether the form says how its values are written.
  package let hasFormat: Bool
  package let presence: Field.Presence
  /// The value that a blank one counts as.
  package let fallback: Value?
  package let isSecret: Bool
  /// The cells of the blocks around it, the outermost first.
  package let blockCells: [Int]
  /// Whether it lies in a block, and so is not in every record.
  package var isConditional: Bool { !blockCells.isEmpty }
  package let title: Int32?
  package let hint: Int32?
  /// The values of a choice, or of a list of choices.
  package let choices: ChoiceList?
  /// Which of the program's lists these are; fields may share one.
  package let choicesNumber: Int32?
  /// The level of a record's fields or of a list's items.
  package let level: Int32?
  /// The field that stands for the items of a list.
  package let item: Int32?
  /// The record or the list that it lies in.
  package let owner: Int32?
}

/// The form itself, a record, or the items of a list.
package struct LevelView: Sendable {
  /// The keys that its fields ask for, each with the level of the record or list under it.
  package let keys: [(name: String, level: Int32?)]
  /// Whether other keys are problems.
  package let isClosed: Bool
  /// Whether these are the items of a list.
  package let isList: Bool
  /// The mark between the items of a list that stands in one text; empty for all other lists.
  package let separator: String
}

/// A value of products: a field, or a block with `as`.
package struct ProductValue: Sendable {
  package let name: String
  package let cell: Int
  /// The field; nil for a block.
  package let field: Int32?
  /// What a block holds.
  package let values: [ProductValue]
}

/// Where the values of products lie in the frames of a level.
package struct ProductLayout: Sendable {
  package let values: [ProductValue]
  /// The cell of an item that is no record; nil for every other level.
  package let itemCell: Int?
}

// MARK: - Fields

extension Program {
  /// The field whose name is declared at a place.
  package func field(declaredAt place: Span) -> Int32? {
    fields.firstIndex { $0.span == place }.map { Int32($0) }
  }

  package func field(_ number: Int32) -> FieldView {
    let field = fields[Int(number)]
    let item = itemField(of: field.type)
    let choicesNumber = choicesNumber(of: field.type)
    return FieldView(
      number: number, name: field.name, keys: field.keys, kind: kind(of: field.type),
      hasFormat: hasFormat(field.type), presence: field.presence,
      fallback: field.fallback < 0 ? nil : constants[Int(field.fallback)],
      isSecret: isSecret(field: number), blockCells: field.blockCells.map { Int($0) },
      title: Program.text(field.title), hint: Program.text(field.hint),
      choices: choicesNumber.map { choices[Int($0)] }, choicesNumber: choicesNumber,
      level: field.type.level, item: item,
      owner: owner(ofLevel: field.level))
  }

  /// A value as the first format of a field's type writes it; nil where that is as products write it.
  package func text(of value: Value, inField number: Int32) -> String? {
    guard case .formatted(let format) = fields[Int(number)].type else { return nil }
    return formats[Int(format)].text(of: value)
  }

  /// The fields of a level with a name, in the order of the form. The form itself is level 0.
  package func fields(ofLevel level: Int32) -> [Int32] {
    levels[Int(level)].steps.compactMap { step in
      step.kind == .field && !fields[Int(step.target)].name.isEmpty ? step.target : nil
    }
  }

  /// The names of the fields of a level, also of those in blocks.
  package func names(ofLevel level: Int32) -> [String] {
    fields.filter { $0.level == level }.map { $0.name }
  }

  /// Whether a field is a list.
  package func isList(field: Int32) -> Bool { fields[Int(field)].type.isList }

  /// The values of a choice; nil for a field of another type.
  package func choices(ofField number: Int32) -> ChoiceList? {
    if case .choice(let list) = fields[Int(number)].type { choices[Int(list)] } else { nil }
  }

  /// The mark between the items of a list that may stand in one text; nil for every other field.
  package func separator(ofField number: Int32) -> String? {
    guard case .list(let level) = fields[Int(number)].type else { return nil }
    let separator = levels[Int(level)].separator
    return separator.isEmpty ? nil : separator
  }

  /// The items of a list that stands in one text, each without the white space around it; none if the text is blank, and
  /// for a field that has no such lists. They are not cleaned yet.
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

  private func itemField(of type: FieldType) -> Int32? {
    guard case .list(let level) = type else { return nil }
    let item = levels[Int(level)].itemField
    return item < 0 ? nil : item
  }

  private func choicesNumber(of type: FieldType) -> Int32? {
    if case .choice(let number) = type { return number }
    return itemField(of: type).flatMap { choicesNumber(of: fields[Int($0)].type) }
  }

  /// What values of a type are.
  func kind(of type: FieldType) -> FieldKind {
    switch type {
    case .string: .string
    case .int: .int
    case .number: .number
    case .bool: .bool
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    case .any: .any
    case .choice: .choice
    case .record: .record
    case .list: .list
    case .formatted(let format): kind(of: formats[Int(format)])
    }
  }

  private func kind(of format: FieldFormat) -> FieldKind {
    switch format {
    case .number: .number
    case .integer: .int
    case .date: .date
    case .bool: .bool
    }
  }

  /// How values of a type are written, for messages: a number or a date, or the words for yes and no.
  func examples(of type: FieldType) -> [String] {
    switch type {
    case .int: ["42"]
    case .number: ["12.5"]
    case .bool: ["true", "false"]
    case .date: ["2026-11-20"]
    case .formatted(let format): examples(ofFormat: Int(format))
    default: []
    }
  }

  /// How an entry of `formats` writes its values.
  func examples(ofFormat number: Int) -> [String] {
    switch formats[number] {
    case .number(let format): return [format.example(isWhole: false)]
    case .integer(let format): return [format.example(isWhole: true)]
    case .bool(let yes, let no): return [yes, no]
    case .date(let formats):
      let date = CalendarDate(year: 2026, month: 11, day: 20) ?? .first
      return formats.first.map { [$0.text(of: date)] } ?? examples(of: .date)
    }
  }
}

extension Value {
  /// Whether these are the digits of a number that a type cannot hold.
  func isTooLarge(for type: FieldType) -> Bool {
    switch (type, kind) {
    case (.int, .jsonNumber): ExactDecimal.parseInt64(json: bytes) == .outOfRange
    case (.int, .text): ExactDecimal.parseInt64(text: bytes.trimmed) == .outOfRange
    case (.number, .jsonNumber): ExactDecimal.parse(json: bytes) == .tooManyDigits
    case (.number, .text): ExactDecimal.parse(text: bytes.trimmed) == .tooManyDigits
    default: false
    }
  }
}

extension FieldFormat {
  /// A value as the format writes it: a number with all of its group marks, a date in the first format.
  func text(of value: Value) -> String? {
    switch (self, value.kind) {
    case (.number(let format), .number), (.integer(let format), .number):
      format.text(of: value.number)
    case (.date(let formats), .date): formats.first?.text(of: value.date)
    case (.bool(let yes, let no), .bool): value.bool ? yes : no
    default: nil
    }
  }
}

extension ExactDecimalFormat {
  /// A number with all group marks.
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

  /// The same number without group marks; nil if the format has none.
  func ungrouped(isWhole: Bool) -> String? {
    group == nil ? nil : "1234" + (isWhole ? "" : decimalText + "5")
  }

  /// A number as this format writes it.
  fileprivate func example(isWhole: Bool) -> String {
    "1" + (groupText ?? "") + "234" + (isWhole ? "" : decimalText + "5")
  }
}

// MARK: - Texts

extension Program {
  /// How many fields have names, and how many rules and checks there are.
  package var size: (fields: Int, rules: Int) {
    (fields.count { !$0.name.isEmpty }, rules.count)
  }

  /// Whether records are compared with each other, or counted.
  package var isAboutAllRecords: Bool { acrossCount > 0 || countsRecords }

  /// The form's own text for a built-in message.
  package func ownWords(for code: ProblemCode) -> Int32? {
    ownWords.first { $0.code == code }?.text
  }
}

/// What a field is called.
package enum FieldLabel: Sendable {
  /// The author's label.
  case text(Int32)
  case name(String)
}

extension Program {
  /// The number of a text, nil for -1.
  static func text(_ number: Int32) -> Int32? { number < 0 ? nil : number }

  /// A text in a language, as near as there is one.
  package func template(_ text: Int32, for language: String) -> Template {
    texts[Int(text)].template(for: language, own: self.language)
  }

  /// What the placeholders of a text stand for, in any of its languages.
  package func placeholders(ofText text: Int32) -> OrderedSet<Template.Placeholder> {
    texts[Int(text)].placeholders
  }

  /// What a field is called; a field of items goes by its list.
  package func label(ofField number: Int32) -> FieldLabel {
    let field = fields[Int(namedField(number))]
    return field.label < 0 ? .name(field.name) : .text(field.label)
  }

  /// The field that a problem is reported at, or else the field it lies in; nil for the record as a whole.
  package func field(of problem: Problem) -> Int32? {
    if problem.field >= 0 { return problem.field }
    return owner(ofLevel: problem.level)
  }

  /// Where in the form the rule or the field of a problem is; nil where no line is responsible.
  package func span(of problem: Problem) -> Span? {
    switch problem.kind {
    case .rule, .calculation:
      problem.part < 0 ? rules[Int(problem.rule)].span : nodes[Int(problem.part)].span
    case .blank: elseBlanks[Int(problem.rule)].span
    case .required, .type, .choice: problem.field < 0 ? nil : fields[Int(problem.field)].span
    case .unknownKey: nil
    }
  }
}

// MARK: - Paths

extension Program {
  /// The path of a field with `[]` for items, such as `items[].price`.
  package func path(ofField number: Int32) -> String? {
    let steps = steps(toField: number)
    return steps.isEmpty ? nil : steps.reversed().joined()
  }

  /// The path of what a level is of; nil for the form itself.
  package func path(ofLevel number: Int32) -> String? {
    let level = levels[Int(number)]
    guard level.owner >= 0 else { return nil }
    return steps(toField: level.owner).reversed().joined() + (level.isList ? "[]" : "")
  }

  /// What the path of a field is made of, the innermost first.
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

  /// The field that a level lies in; nil for the form itself.
  package func owner(ofLevel number: Int32) -> Int32? {
    let owner = levels[Int(number)].owner
    return owner < 0 ? nil : owner
  }
}

// MARK: - Conditions

extension Program {
  /// The place of a condition in the form.
  package func span(ofCondition number: Int32) -> Span { nodes[Int(number)].span }

  /// The condition of a rule.
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
      keys: keys, isClosed: level.isClosed, isList: level.isList, separator: level.separator)
  }

  /// The layout of each level's products.
  package var productLayouts: [ProductLayout] {
    levels.map { level in
      let isOfItems = level.isList && !level.itemIsRecord
      return ProductLayout(
        values: level.product.map { productValue($0) },
        itemCell: isOfItems ? Int(level.itemCell) : nil)
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
