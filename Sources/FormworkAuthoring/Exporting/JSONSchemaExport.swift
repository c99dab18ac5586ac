// `formwork export --to json-schema`: a form as JSON Schema, draft 2020-12.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Writes a form as JSON Schema.
final class JSONSchemaExport {
  private let reading: ExportReading
  private let conditions: JSONSchemaConditions
  private var program: Program { reading.program }
  /// The named lists of choices.
  private var definitions = JSONMembers()
  /// The prefix of references to definitions.
  private let root: String

  private init(_ reading: ExportReading, root: String) {
    self.reading = reading
    self.root = root
    conditions = JSONSchemaConditions(reading)
  }

  /// Returns a form as a schema.
  static func schema(_ reading: ExportReading) -> JSONTree {
    let export = JSONSchemaExport(reading, root: "#/$defs/")
    return .object(
      export.whole(after: ["$schema": "https://json-schema.org/draft/2020-12/schema"]))
  }

  /// Returns a form as the only component of an OpenAPI document.
  static func openAPI(_ reading: ExportReading) -> JSONTree {
    let program = reading.program
    let name = program.name ?? "record"
    let export = JSONSchemaExport(
      reading, root: "#/components/schemas/\(JSONSchemaExport.pointer(name))/$defs/")
    let title = reading.title ?? name
    return [
      "openapi": "3.1.0", "info": ["title": .text(title), "version": "1"], "paths": [:],
      "components": ["schemas": [name: .object(export.whole(after: [:]))]],
    ]
  }

  private static func pointer(_ name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
  }

  private func whole(after head: JSONMembers) -> JSONMembers {
    var members = head
    members.add("title", reading.title)
    members.append(level(0).members(type: "object"))
    if !definitions.isEmpty { members["$defs"] = .object(definitions) }
    return members
  }

  // MARK: - Levels

  /// The schema of a level's records, or the part that a block adds to it.
  private struct LevelSchema {
    var properties = JSONMembers()
    var required: [String] = []
    var requiredMessages = JSONMembers()
    /// The schemas that must all match.
    var parts: [JSONTree] = []
    /// The constraints that are left out.
    var unsaid: [String] = []
    var isClosed = false

    var isEmpty: Bool { properties.isEmpty && required.isEmpty && parts.isEmpty && unsaid.isEmpty }

    func members(type: JSONTree?) -> JSONMembers {
      var members = JSONMembers()
      members["type"] = type
      members.add("$comment", JSONSchemaExport.comment(unsaid))
      if !properties.isEmpty { members["properties"] = .object(properties) }
      if !required.isEmpty { members["required"] = .texts(required) }
      if isClosed { members["additionalProperties"] = false }
      if !parts.isEmpty { members["allOf"] = .array(parts) }
      if !requiredMessages.isEmpty {
        members["errorMessage"] = ["required": .object(requiredMessages)]
      }
      return members
    }
  }

  private static func comment(_ unsaid: [String]) -> String? {
    unsaid.isEmpty ? nil : "Not said here: " + unsaid.joined(separator: "; ")
  }

  private func level(_ number: Int32) -> LevelSchema {
    var schema = LevelSchema()
    let view = program.level(number)
    add(program.outline(ofLevel: number), to: &schema, SchemaPlace(level: number))
    guard view.isClosed else { return schema }
    var keys = view.keys.map { $0.name }
    if number == 0 { keys.append("formwork_problems") }
    let owner = program.owner(ofLevel: number)
    let place = owner.flatMap { program.span(ofField: $0) } ?? Span(UInt32(0), 0)
    guard keys.allSatisfy({ $0.hasOneSpelling }) else {
      reading.add(.leftOut(.spelling), "closed", owner, at: place)
      return schema
    }
    for key in keys where schema.properties[key] == nil {
      schema.properties[key] = true
    }
    schema.isClosed = true
    reading.add(.kept("additionalProperties"), "closed", owner, at: place)
    return schema
  }

  private func add(_ steps: [StepView], to schema: inout LevelSchema, _ place: SchemaPlace) {
    for step in steps {
      switch step {
      case .field(let field): add(field, to: &schema, place)
      case .check(let rule): add(rule, ofField: nil, to: &schema, place)
      case .when(let branches, let elseBlank): add(branches, elseBlank, to: &schema, place)
      case .page(let page): add(page.steps, to: &schema, place)
      case .intro: break
      }
    }
  }

  // MARK: - Blocks

  private func add(
    _ branches: [BranchView], _ elseBlank: ElseBlankView?, to schema: inout LevelSchema,
    _ place: SchemaPlace
  ) {
    var earlier: [SaidCondition] = []
    for branch in branches {
      let own = branch.condition.map {
        conditions.said(program.formula(of: $0), .isTrue, place)
      }
      let premise = JSONSchemaExport.joined(earlier + (own.map { [$0] } ?? []))
      if let condition = branch.condition {
        add(own ?? .unknown(.kind), condition, nil, as: "if")
        earlier.append(conditions.said(program.formula(of: condition), .notTrue, place))
      }
      var inner = LevelSchema()
      if premise == nil { reading.lostBlocks += 1 }
      add(
        branch.steps, to: &inner,
        SchemaPlace(level: place.level, blocks: place.blocks + [Int(branch.cell)]))
      if premise == nil { reading.lostBlocks -= 1 }
      guard let premise, !inner.isEmpty else { continue }
      schema.parts.append(
        ["if": premise, "then": .object(inner.members(type: nil))])
    }
    guard elseBlank != nil else { return }
    addElseBlank(elseBlank, branches, JSONSchemaExport.joined(earlier), to: &schema)
  }

  /// Returns a schema that matches if all parts match, or nil if one of the parts has no schema.
  private static func joined(_ parts: [SaidCondition]) -> JSONTree? {
    let schemas = parts.compactMap { $0.schema }
    guard schemas.count == parts.count else { return nil }
    return schemas.count == 1 ? schemas[0] : ["allOf": .array(schemas)]
  }

  private func addElseBlank(
    _ elseBlank: ElseBlankView?, _ branches: [BranchView], _ premise: JSONTree?,
    to schema: inout LevelSchema
  ) {
    let span = branches.first?.condition.map { program.span(ofCondition: $0) } ?? Span(UInt32(0), 0)
    guard let premise else {
      return reading.add(.leftOut(.block), "else blank", nil, at: span)
    }
    var properties = JSONMembers()
    func collect(_ steps: [StepView]) {
      for step in steps {
        switch step {
        case .field(let field):
          let raw = RawField(field, program)
          // A calculated field has no key. If fields of several branches share a key, it may have any of their blank
          // values.
          for key in raw.view.keys where !raw.view.isCalculated {
            properties[key] =
              properties[key].map { ["anyOf": [$0, raw.blank]] } ?? raw.blank
          }
        case .when(let branches, _): for branch in branches { collect(branch.steps) }
        case .page(let page): collect(page.steps)
        case .check, .intro: break
        }
      }
    }
    for branch in branches { collect(branch.steps) }
    var then: JSONMembers = ["properties": .object(properties)]
    then.add("errorMessage", reading.fixed(elseBlank?.message, field: nil))
    schema.parts.append(["if": premise, "then": .object(then)])
    reading.add(.kept("if, then"), "else blank", nil, at: span)
  }

  // MARK: - Rules

  /// Adds a coverage entry for a condition, and the condition's notes on small differences.
  private func add(
    _ said: SaidCondition, _ condition: Int32, _ field: Int32?, as words: String
  ) {
    for note in said.notes { reading.coverage.note(note) }
    let outcome = Coverage.Outcome.of(
      said.schema == nil ? nil : words, isExact: said.isExact, said.lack)
    reading.add(outcome, condition, field)
  }

  /// Adds the constraints that a rule or a check places on the record.
  private func add(
    _ rule: RuleView, ofField field: Int32?, to schema: inout LevelSchema, _ place: SchemaPlace
  ) {
    guard rule.severity == .error else { return }
    for part in program.formula(of: rule.condition).requirements {
      add(part, of: rule, ofField: field, to: &schema, place)
    }
  }

  private func add(
    _ part: Formula, of rule: RuleView, ofField field: Int32?, to schema: inout LevelSchema,
    _ place: SchemaPlace
  ) {
    var said = conditions.said(part, .notFalse, place)
    let node = part.firstNode.map { part.leaf == nil ? rule.condition : $0 } ?? rule.condition
    // If the field is blank, its rules aren't checked.
    if let field, let inner = said.schema {
      let raw = RawField(field, program)
      if raw.mayBeBlank {
        if raw.view.keys.count == 1 {
          said.schema = ["anyOf": [["properties": [raw.view.keys[0]: raw.blank]], inner]]
        } else {
          said = .unknown(.several)
        }
      }
    }
    add(said, node, field ?? rule.field, as: "allOf")
    guard let inner = said.schema else {
      schema.unsaid.append(reading.written(node))
      return
    }
    let message = reading.message(of: rule, part.leaf?.constraint.part, field: field ?? rule.field)
    if case .object(var members) = inner {
      members.add("errorMessage", message)
      schema.parts.append(.object(members))
    }
  }

  // MARK: - Fields

  /// The schema of the values of a field.
  private struct ValueSchema {
    var members = JSONMembers()
    var parts: [JSONTree] = []
    var messages = JSONMembers()
    var unsaid: [String] = []

    /// Adds a keyword. If it is already present, adds it in a part of its own.
    mutating func add(_ keyword: String, _ value: JSONTree, _ message: String?) {
      if members[keyword] == nil {
        members[keyword] = value
        messages.add(keyword, message)
      } else {
        var part: JSONMembers = [keyword: value]
        part.add("errorMessage", message)
        parts.append(.object(part))
      }
    }

    var whole: JSONMembers {
      var whole = JSONMembers()
      for key in ["title", "description", "type"] { whole[key] = members[key] }
      whole.append(members)
      whole.add("$comment", JSONSchemaExport.comment(unsaid))
      if !parts.isEmpty { whole["allOf"] = .array(parts) }
      if !messages.isEmpty { whole["errorMessage"] = .object(messages) }
      return whole
    }
  }

  private func add(_ number: Int32, to schema: inout LevelSchema, _ place: SchemaPlace) {
    let view = program.field(number)
    let span = program.span(ofField: number)
    if view.isCalculated {
      for rule in program.details(ofField: number).rules where rule.severity == .error {
        reading.add(.leftOut(.calculation), rule.condition, number)
      }
      return
    }
    let value = value(RawField(number, program), to: &schema, place)
    guard let key = view.keys.first else { return }
    let own: JSONTree = .object(value)
    schema.properties[key] =
      schema.properties[key].map { ["allOf": [$0, own]] } ?? own
    addPresence(view, to: &schema, place, span)
  }

  private func addPresence(
    _ view: FieldView, to schema: inout LevelSchema, _ place: SchemaPlace, _ span: Span
  ) {
    let details = program.details(ofField: view.number)
    let message = reading.fixed(details.requiredMessage, field: view.number)
    switch view.presence {
    case .required where view.fallback == nil:
      guard view.keys.allSatisfy({ $0.hasOneSpelling }) else {
        return reading.add(.partly("minLength", .spelling), "required", view.number, at: span)
      }
      if view.keys.count > 1 {
        schema.parts.append(
          ["anyOf": .array(view.keys.map { ["required": .texts([$0])] })])
        return reading.add(.partly("required", .several), "required", view.number, at: span)
      }
      schema.required.append(view.keys[0])
      schema.requiredMessages.add(view.keys[0], message)
      reading.add(.kept("required"), "required", view.number, at: span)
    case .requiredIf(let condition, _):
      var said = conditions.said(program.formula(of: condition), .isTrue, place)
      if view.keys.count > 1 || !view.keys.allSatisfy({ $0.hasOneSpelling }) {
        said = .unknown(.several)
      }
      add(said, condition, view.number, as: "if, then")
      guard let premise = said.schema else {
        schema.unsaid.append("required if " + reading.written(condition))
        return
      }
      let raw = RawField(view.number, program)
      var then: JSONMembers = [
        "properties": [view.keys[0]: ["not": raw.surelyBlank]],
        "required": .texts([view.keys[0]]),
      ]
      then.add("errorMessage", message)
      schema.parts.append(["if": premise, "then": .object(then)])
    default: break
    }
  }

  /// Returns the schema of a field's values.
  ///
  /// - Parameter schema: the record's schema, to which rules about other fields are added.
  private func value(
    _ field: RawField, to schema: inout LevelSchema, _ place: SchemaPlace
  ) -> JSONMembers {
    var value = ValueSchema()
    let view = field.view
    if !view.name.isEmpty {
      value.members.add("title", reading.label(ofField: view.number))
      value.members.add("description", reading.hint(ofField: view.number))
    }
    addType(field, to: &value, place)
    for (rule, part) in field.requirements {
      if view.name.isEmpty || isOwn(part, view.number) {
        addOwn(part, of: rule, field, to: &value)
      } else {
        add(part, of: rule, ofField: view.number, to: &schema, place)
      }
    }
    if let fallback = view.fallback { value.members["default"] = json(fallback, view) }
    if view.isSecret { value.members["writeOnly"] = true }
    return value.whole
  }

  private func json(_ value: Value, _ view: FieldView) -> JSONTree {
    switch value.kind {
    case .number, .bool: .literal(value.text)
    default: .text(program.text(of: value, inField: view.number) ?? value.text)
    }
  }

  /// Whether a part of a rule is about the value of its field and nothing else.
  private func isOwn(_ part: Formula, _ field: Int32) -> Bool {
    let constraints = part.constraints
    return !constraints.isEmpty && part.leaf != nil
      && constraints.allSatisfy { constraint in
        if case .cell(0, _, field) = program.view(constraint.subject) { true } else { false }
      }
  }

  /// Adds a part of a rule about a field's value to the schema of this value.
  private func addOwn(
    _ part: Formula, of rule: RuleView, _ field: RawField, to value: inout ValueSchema
  ) {
    let number = field.view.number
    guard let (constraint, isNegated) = part.leaf, isOwn(part, number) else {
      // This is a rule of a list's items, and its part isn't a single constraint on the item itself.
      let node = part.firstNode ?? rule.condition
      let record = conditions.said(part, .notFalse, SchemaPlace(level: field.view.level ?? -1))
      let isOfRecord = field.view.kind == .record && record.schema != nil
      add(
        isOfRecord ? record : .unknown(reading.lack(of: rule.condition)), node, number, as: "allOf")
      if isOfRecord, let schema = record.schema {
        value.parts.append(schema)
      } else {
        value.unsaid.append(reading.written(rule.condition))
      }
      return
    }
    let message = reading.message(of: rule, constraint.part, field: field.named, value: "${0}")
    if case .word(let word, _) = constraint.allowed, word == .filled || word == .blank {
      // A blank value isn't checked, so a rule that requires a filled value always holds.
      let isMet = (word == .filled) != isNegated
      reading.add(isMet ? .kept("true") : .leftOut(.kind), constraint.source, number)
      return
    }
    var set = field.set(of: constraint)
    if isNegated {
      set.keywords = set.under.map { ["not": $0] }
    } else if set.keywords == nil, let over = set.over {
      if field.mayBeBlank {
        set.keywords = ["anyOf": [field.blank, over]]
      } else if case .object(let members) = over {
        set.keywords = members
        set.keywords?["type"] = nil
      }
    }
    guard var keywords = set.keywords else {
      let lack = set.lack == .kind ? reading.lack(of: constraint.source) : set.lack
      reading.add(.leftOut(lack), constraint.source, number)
      value.unsaid.append(reading.written(constraint.source))
      return
    }
    reading.coverage.note(set.note)
    if case .word(let word, _) = constraint.allowed, !isNegated, let format = word.schemaFormat {
      var all: JSONMembers = ["format": .text(format)]
      all.append(keywords)
      keywords = all
      reading.coverage.note(.annotations)
    }
    for (keyword, schema) in keywords {
      // A required value already has a minimum of one character or item. The minimum of the rule replaces it.
      if case .literal("1")? = value.members[keyword], keyword.hasPrefix("min") {
        value.members[keyword] = nil
      }
      value.add(keyword, schema, message)
    }
    let words = keywords.map { $0.key }.joined(separator: ", ")
    reading.add(.of(words, isExact: set.isExact, set.lack), constraint.source, number)
  }

  // MARK: - Types

  private func addType(_ field: RawField, to value: inout ValueSchema, _ place: SchemaPlace) {
    let view = field.view
    let span = program.span(ofField: view.number)
    var types: [String] = []
    let own = field.details.message.flatMap {
      reading.fixed($0, field: view.number, value: "${0}")
    }
    var words = "type"
    var isExact = true
    switch view.kind {
    case .string:
      types = ["string"]
      if !field.mayBeBlank { addFilled(field, to: &value, own) }
    case .choice:
      addChoices(field, to: &value, own)
      words = "anyOf"
    case .list:
      types =
        view.key != nil
        ? ["object"]
        : program.separator(ofField: view.number) == nil ? ["array"] : ["array", "string"]
      addItems(field, to: &value, place)
    case .record:
      types = ["object"]
      guard let number = view.level else { break }
      let inner = level(number)
      var members = inner.members(type: nil)
      members["allOf"] = nil
      // Keywords for objects accept blank values, which aren't objects. Negated keywords don't, so they need the `if`.
      value.parts +=
        field.mayBeBlank && !inner.parts.isEmpty
        ? [
          ["if": ["type": "object"], "then": ["allOf": .array(inner.parts)]]
        ] : inner.parts
      if case .object(let messages)? = members["errorMessage"] {
        value.messages.append(messages)
      }
      members["errorMessage"] = nil
      members["$comment"] = nil
      value.unsaid += inner.unsaid
      value.members.append(members)
    case .either:
      types = JSONSchemaExport.types(of: program.alternatives(ofField: view.number) ?? [])
      if !field.mayBeBlank, types.contains("string") { value.members["minLength"] = 1 }
      isExact = false
    case .any:
      if !field.mayBeBlank {
        value.members["not"] = ["enum": [.literal("null"), ""]]
      }
      return
    default:
      types = ["string"]
      switch view.kind.row.operand {
      case .int, .number:
        types = [view.kind.row.operand == .int ? "integer" : "number", "string"]
        reading.coverage.note(.sizes)
      case .bool:
        types = ["boolean", "integer", "string"]
        value.members["minimum"] = 0
        value.members["maximum"] = 1
      case .date, .dateTime, .instant: reading.coverage.note(.calendar)
      default: break
      }
      if view.kind == .date, !view.hasFormat {
        value.members["format"] = "date"
        reading.coverage.note(.annotations)
      }
      addNotation(field, to: &value, own)
    }
    if view.kind != .choice {
      if field.mayBeBlank { addBlank(field, &types, to: &value) }
      value.members["type"] = types.count == 1 ? .text(types[0]) : .texts(types)
    }
    value.messages.add("type", own)
    reading.add(
      .of(words, isExact: isExact && view.keys.count < 2, isExact ? .several : .kind),
      view.kind.rawValue, view.number, at: span)
  }

  /// Returns the JSON types that alternatives take. Texts may be values of all of them.
  private static func types(of alternatives: [AlternativeView]) -> [String] {
    let own = alternatives.flatMap { alternative -> [String] in
      switch alternative.kind {
      case .int: ["integer"]
      case .number: ["number"]
      case .bool: ["boolean", "integer"]
      default: []
      }
    }
    return Array(OrderedSet(own + ["string"]))
  }

  /// Adds the types of blank values. If the field otherwise takes no texts, limits texts to blank ones.
  private func addBlank(_ field: RawField, _ types: inout [String], to value: inout ValueSchema) {
    types.append("null")
    if types.contains("string") { return }
    types.append("string")
    if case .object(let members) = field.blank {
      value.members["pattern"] = members["pattern"]
      if members["pattern"] == nil { value.members["maxLength"] = members["maxLength"] }
    }
  }

  /// Requires a text that isn't blank.
  private func addFilled(_ field: RawField, to value: inout ValueSchema, _ message: String?) {
    let cleaning = field.details.cleaning
    if field.isTrimmed {
      value.add("pattern", "[^\\s\\u0085]", message)
    } else {
      value.members["minLength"] = 1
    }
    if cleaning.without != nil { reading.coverage.note(.values) }
  }

  private func addNotation(_ field: RawField, to value: inout ValueSchema, _ message: String?) {
    guard let tree = field.notation else { return }
    let hasWords = program.boolWords(ofField: field.view.number) != nil
    let pattern = field.patterns(tree, comparesCharacters: hasWords)
    reading.coverage.note(pattern.note)
    value.add("pattern", .text(pattern.over), message)
  }

  private func addChoices(_ field: RawField, to value: inout ValueSchema, _ message: String?) {
    guard let choices = field.view.choices, let tree = field.notation else { return }
    let patterns = field.patterns(tree, comparesCharacters: true)
    reading.coverage.note(patterns.note)
    var listed = listed(choices)
    if let name = choices.name {
      if definitions[name] == nil {
        definitions[name] = listed.count == 1 ? listed[0] : ["anyOf": .array(listed)]
      }
      listed = [["$ref": .text(root + JSONSchemaExport.pointer(name))]]
    }
    listed.append(
      ["type": "string", "pattern": .text(patterns.over)])
    if field.mayBeBlank { listed.append(["type": "null"]) }
    value.members["anyOf"] = .array(listed)
    value.messages.add("anyOf", message)
  }

  /// Returns the values of a choice with their labels.
  private func listed(_ choices: ChoiceList) -> [JSONTree] {
    guard choices.labels.contains(where: { $0 >= 0 }) else {
      return [["enum": .texts(choices.values)]]
    }
    return choices.values.indices.map { index in
      var members: JSONMembers = ["const": .text(choices.values[index])]
      if choices.labels[index] >= 0 {
        members.add("title", reading.words.label(of: index, in: choices))
      }
      return .object(members)
    }
  }

  private func addItems(_ field: RawField, to value: inout ValueSchema, _ place: SchemaPlace) {
    guard let item = field.view.item else { return }
    // Discarded, because `addOwn` adds the rules that aren't about the item itself.
    var unused = LevelSchema()
    let isText = program.separator(ofField: field.view.number) != nil
    if isText { reading.joinedLists += 1 }
    let items = self.value(RawField(item, program, mayBeBlank: false), to: &unused, place)
    if isText { reading.joinedLists -= 1 }
    let hasKeys = field.view.key != nil
    value.members[hasKeys ? "additionalProperties" : "items"] = .object(items)
    if !field.mayBeBlank { value.members[hasKeys ? "minProperties" : "minItems"] = 1 }
    guard isText else { return }
    if !field.mayBeBlank { value.members["minLength"] = 1 }
    reading.coverage.note(.joinedItems)
  }
}

extension Predicate {
  /// The value of the JSON Schema keyword `format` for a rule word.
  fileprivate var schemaFormat: String? {
    switch self {
    case .email: "email"
    case .uri: "uri"
    case .uuid: "uuid"
    case .hostname: "hostname"
    case .ipv4: "ipv4"
    case .ipv6: "ipv6"
    default: nil
    }
  }
}
