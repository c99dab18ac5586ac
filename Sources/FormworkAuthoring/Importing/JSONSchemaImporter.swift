// Imports JSON Schema, draft 4 to 2020-12, and the components of OpenAPI.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Makes a form from a JSON Schema.
struct JSONSchemaImporter {
  let schema: JSONSchema
  var json: JSONDocument { schema.json }
  var form: ImportedForm
  var ledger: ImportLedger
  /// The names of types, each under the schema that its type was made from.
  private var typeNames: OrderedDictionary<Int, String> = [:]
  private var usedNames: OrderedSet<String> = []
  /// The messages that the form has, as they are written.
  private var messages: OrderedSet<String> = []
  /// The schemas under conversion, to detect a schema that contains itself.
  private var open: [Int] = []
  private var fieldCount = 0
  /// Whether the form says that it is about JSON.
  private var isForJSON = false

  private static let depthLimit = 60

  /// Counts the schemas that have been translated as conditions.
  final class Budget {
    var tests = 0
  }

  let budget = Budget()
  static let testDepth = 12
  static let testLimit = 200_000
  static let sizeLimit = 2_000

  private init(_ json: JSONDocument, name: String) {
    schema = JSONSchema(json)
    form = ImportedForm(name: name)
    ledger = ImportLedger(json.source)
  }

  /// Imports a schema.
  ///
  /// - Parameter part: the name of a definition in the schema, or a JSON pointer; nil for the whole schema.
  static func importing(
    _ json: JSONDocument, name: String, part: String?
  ) throws(ImportProblem) -> (ImportedForm, ImportLedger) {
    var importer = JSONSchemaImporter(json, name: name)
    let root = try importer.root(part)
    try importer.convertRoot(root)
    importer.finish()
    return (importer.form, importer.ledger)
  }

  /// Whether a JSON text looks like a JSON Schema or an OpenAPI document.
  static func recognizes(_ json: JSONDocument) -> Bool {
    let known = [
      "properties", "openapi", "swagger", "$defs", "definitions", "$ref", "allOf", "oneOf", "anyOf",
    ]
    let isOfList = json[0, "items"].map { json.isRecord($0) } ?? false
    return json.members(0).contains { known.contains($0.key) }
      || json.text(json[0, "type"]) == "object"
      || json.text(json[0, "type"]) == "array" && isOfList
      || json.text(json[0, "$schema"])?.split(separator: "/").contains("json-schema.org") == true
  }

  /// Returns the schema to import.
  private func root(_ part: String?) throws(ImportProblem) -> Int {
    let places = [["components", "schemas"], ["definitions"], ["$defs"]]
    var parts: [String] = []
    for place in places {
      var node: Int? = 0
      for step in place { node = node.flatMap { json[$0, step] } }
      guard let node else { continue }
      if let part, let found = json[node, part] { return found }
      parts += json.members(node).map { $0.key }
    }
    let list = parts.prefix(20).joined(separator: ", ") + (parts.count > 20 ? " …" : "")
    if let part {
      if part.hasPrefix("#"), let found = json.target(ofPointer: part.dropFirst(), from: 0) {
        return found
      }
      throw ImportProblem(
        "There is no part \"\(part)\".", in: json.source,
        hint: parts.isEmpty ? nil : "Its parts are: \(list)")
    }
    if json[0, "openapi"] != nil || json[0, "swagger"] != nil {
      throw ImportProblem(
        "This describes an interface with several schemas. Choose one with --part.",
        in: json.source, hint: parts.isEmpty ? nil : "Its parts are: \(list)")
    }
    return 0
  }

  private mutating func convertRoot(_ node: Int) throws(ImportProblem) {
    var root = schema.joined(node)
    if schema.types(root).types == .list,
      let items = root.nodes.first.flatMap({ schema.keyword($0, "items") }),
      json.isRecord(items)
    {
      visit(root)
      takeRecordCount(root)
      take([items], "the records")
      root = schema.joined(items)
    }
    let types = schema.types(root)
    guard types.types.contains(.record) else {
      throw ImportProblem(
        "This schema isn't about objects, so it cannot be a form, which is about records with fields.",
        at: json.nodes[node].offset, in: json.source)
    }
    if let title = information("title", of: root) { form.title = ImportedText(title) }
    open = root.nodes
    form.root = record(of: root)
    open = []
    take(schema.values("type", of: root), "a record")
  }

  private mutating func takeRecordCount(_ schema: JoinedSchema) {
    for node in schema.nodes {
      guard let (range, keywords) = range(of: "Items", node) else { continue }
      let sources = take(keywords, "check records in \(range)")
      form.root.members.append(.clause(ledger.clause("check records in \(range)", sources)))
    }
    take(self.schema.values("type", of: schema), "records")
  }

  /// Returns the range of the keywords `min…` and `max…`.
  private func range(of count: String, _ node: Int) -> (text: String, keywords: [Int])? {
    let bounds = [schema.keyword(node, "min" + count), schema.keyword(node, "max" + count)]
    return Spelling.range(json.number(bounds[0]), json.number(bounds[1])).map {
      ($0, bounds.compactMap { $0 })
    }
  }

  /// Adds coverage entries for the unused keywords of visited schemas.
  private mutating func finish() {
    for (node, lack) in ledger.visited {
      for member in json.members(node) where !ledger.knows(member.value) {
        if member.key == "errorMessage" { addMessages(member.value) }
        let hidden = schema.keyword(node, member.key) != member.value
        if !hidden, JSONSchema.isConstraint(member.key) {
          let own = JSONSchemaImporter.lack(of: member.key, json, member.value)
          leave(member.value, lack == .unknown ? own : lack)
        } else {
          let isKnown = hidden || JSONSchema.isAnnotation(member.key)
          add(member.value, .information(isKnown ? "" : "unknown keyword"))
          if !isKnown { ledger.note(.keywords) }
        }
      }
    }
  }

  /// Adds coverage entries for the messages in the value of `errorMessage`.
  private mutating func addMessages(_ value: Int) {
    for member in json.members(value) { addMessages(member.value) }
    guard let text = json.text(value) else { return }
    let isUsed = [true, false].contains {
      messages.contains(JSONSchemaImporter.written(message: text, isOfValue: $0))
    }
    add(value, .information(isUsed ? "message" : ""))
    if !isUsed { ledger.note(.messages) }
  }

  /// Returns the reason why a keyword has no meaning in a form.
  private static func lack(
    of keyword: String, _ json: JSONDocument, _ value: Int
  ) -> Coverage.Lack {
    switch keyword {
    case "patternProperties", "propertyNames", "additionalProperties": .namedList
    case "prefixItems", "additionalItems": .position
    case "items" where json.isList(value): .position
    case "unevaluatedProperties", "unevaluatedItems", "minProperties", "maxProperties": .openRecord
    case "enum", "const":
      (keyword == "enum" ? json.items(value) : [value])
        .contains { json.isList($0) || json.isRecord($0) } ? .wholeOnly : .eitherType
    case "uniqueItems": .wholeOnly
    case "$ref", "$dynamicRef", "$recursiveRef": .remote
    case "format": .format
    case "anyOf", "oneOf", "type": .eitherType
    default: .condition
    }
  }
}

// MARK: - The coverage

extension JSONSchemaImporter {
  @discardableResult
  private mutating func add(_ node: Int, _ outcome: Coverage.Outcome) -> Int {
    ledger.add(node, json, outcome)
  }

  /// Records that the form expresses the keywords, and returns the indices of their entries.
  @discardableResult
  mutating func take(_ keywords: [Int], _ became: String) -> [Int] {
    keywords.map { add($0, .kept(became)) }
  }

  /// Records that the form expresses a condition, with its notes.
  @discardableResult
  mutating func take(_ test: SchemaTest, _ became: String) -> [Int] {
    for note in test.notes { ledger.note(note) }
    return take(test.keywords, became)
  }

  mutating func leave(_ keyword: Int, _ lack: Coverage.Lack, _ detail: String = "") {
    add(keyword, .leftOut(lack, detail: detail))
  }

  mutating func assume(_ keyword: Int, _ text: String) {
    add(keyword, .stricter(text))
  }

  /// Marks the objects of a schema as visited. Adds entries for the references that are followed and for those that
  /// can't be followed.
  mutating func visit(_ schema: JoinedSchema, lack: Coverage.Lack = .unknown) {
    for node in schema.nodes { ledger.visit(node, lack) }
    take(schema.followed.map { $0 }, "what it refers to")
    for (keyword, gap) in schema.lacking { leave(keyword, gap.lack, gap.detail) }
  }

  /// Records that a schema is left out as a whole.
  mutating func leaveAll(_ joined: JoinedSchema, _ lack: Coverage.Lack) {
    for keyword in joined.followed where lack == .circle { leave(keyword, lack) }
    for (keyword, gap) in joined.lacking { leave(keyword, gap.lack, gap.detail) }
    for node in joined.nodes where !open.contains(node) {
      ledger.visit(node, lack)
      for member in schema.members(node)
      where JSONSchema.isConstraint(member.key) && !joined.followed.contains(member.value) {
        let own = JSONSchemaImporter.lack(of: member.key, json, member.value)
        if !ledger.isLeftOut(member.value) {
          leave(member.value, own == .condition || lack != .eitherType ? lack : own)
        }
      }
    }
  }

  /// Returns the text of an informational keyword such as `title`, or nil if there is no text.
  func information(_ key: String, of schema: JoinedSchema) -> String? {
    self.schema.values(key, of: schema).compactMap { json.text($0) }.first { !$0.isEmpty }
  }
}

// MARK: - Records

extension JSONSchemaImporter {
  /// Makes a record from a schema.
  mutating func record(of joined: JoinedSchema) -> ImportedRecord {
    var joined = joined
    visit(joined)
    var record = ImportedRecord(owners: joined.nodes)
    addExtras(to: &joined)
    let required = schema.requiredKeys(joined)
    var keys = schema.propertyKeys(joined)
    keys.formUnion(schema.listedKeys(joined))
    for (key, _) in joined.extras { keys.insert(key) }
    let closed = closed(joined)
    record.closed = closed
    let conditional = dependents(of: joined, required)
    for key in keys {
      var field = field(key, of: joined, isRequired: required.contains(key))
      if let condition = conditional[key] {
        field.isOptional = false
        field.clauses.insert(
          ledger.clause("required if \(condition.text)", condition.sources), at: 0)
      }
      addMessages(of: key, in: joined, to: &field)
      record.members.append(.field(field))
    }
    take(schema.values("properties", of: joined), "fields")
    take(schema.values("required", of: joined), "required fields")
    var declared = keys
    record.members += propertyCounts(of: joined, keys)
    var closing = record.closed
    record.members += conditions(
      of: joined, within: joined, declared: &declared, closing: &closing)
    record.closed = closing
    return record
  }

  /// Adds the messages that a record's schema has for one of its fields.
  private mutating func addMessages(
    of key: String, in joined: JoinedSchema, to field: inout ImportedField
  ) {
    func has(_ start: String) -> Bool { field.clauses.contains { $0.text.hasPrefix(start) } }
    if !has("message ") {
      let own = message(for: schema.values("properties", of: joined), key: key, orWhole: false)
      if !own.isEmpty { field.clauses.insert(ledger.clause(own), at: 0) }
    }
    if field.isOptional || has("required ") { return }
    let missing = message(for: schema.values("required", of: joined), key: key, orWhole: false)
    // The field's own message is used for a missing value, too.
    if !missing.isEmpty, !has(missing) {
      field.clauses.append(ledger.clause("required " + missing))
    }
  }

  /// Adds the keys that occur only in conditions.
  private func addExtras(to joined: inout JoinedSchema) {
    if isClosed(joined) { return }
    let required = schema.requiredKeys(joined)
    let known = schema.propertyKeys(joined)
    for items in schema.alternatives(joined) {
      addExtras(of: items.map { schema.joined($0) }, known, required, to: &joined)
    }
    for node in joined.nodes {
      for key in ["not", "if"] {
        guard let value = schema.keyword(node, key) else { continue }
        let inner = schema.joined(value)
        let declared = schema.propertyKeys(inner)
        for name in schema.requiredKeys(inner).subtracting(known)
        where !declared.contains(name) && joined.extras[name] == nil {
          joined.extras[name] = ExtraKey()
        }
      }
      for key in ["dependentRequired", "dependencies", "dependentSchemas"] {
        guard let value = schema.keyword(node, key) else { continue }
        for member in json.members(value) {
          for name in [member.key] + (json.texts(member.value) ?? [])
          where !known.contains(name) && joined.extras[name] == nil {
            joined.extras[name] = ExtraKey()
          }
        }
      }
    }
  }

  /// Adds the keys that occur only in alternatives. If one key tells the alternatives apart, adds only that key; all
  /// others become fields of the alternatives.
  private func addExtras(
    of alternatives: [JoinedSchema], _ known: OrderedSet<String>, _ required: OrderedSet<String>,
    to joined: inout JoinedSchema
  ) {
    var declared: OrderedSet<String> = []
    for alternative in alternatives { declared.formUnion(schema.propertyKeys(alternative)) }
    let tag = tagKey(of: alternatives, required)
    for alternative in alternatives where tag == nil {
      for name in schema.requiredKeys(alternative).subtracting(known).subtracting(declared) {
        joined.extras[name] = ExtraKey()
      }
    }
    for name in declared.subtracting(known) where tag == nil || name == tag?.key {
      if let extra = extraKey(name, alternatives) { joined.extras[name] = extra }
    }
  }

  /// Returns the types and values that the alternatives allow for a key, or nil if an alternative allows a list or
  /// record.
  private func extraKey(_ key: String, _ alternatives: [JoinedSchema]) -> ExtraKey? {
    var extra = ExtraKey(types: [])
    var areAllListed = true
    for alternative in alternatives {
      guard let property = schema.property(key, of: alternative) else {
        extra.types = .all
        continue
      }
      if schema.allowsNull(property) || schema.allowsEmptyText(property) { extra.mayBeBlank = true }
      let (types, areStated) = schema.types(property)
      if areStated, !types.isDisjoint(with: [.list, .record]) { return nil }
      extra.types.formUnion(areStated ? types : .all)
      let values = schema.values(property)?.values
      areAllListed = areAllListed && values != nil
      for value in values ?? [] where !extra.values.contains(where: { $0.literal == value.literal })
      {
        extra.values.append(value)
      }
    }
    if !areAllListed || extra.types == .all { extra.values = [] }
    if !extra.types.areOfOneKind || extra.types.contains(.null) {
      extra = ExtraKey(mayBeBlank: extra.mayBeBlank)
    }
    return extra
  }

  /// Whether keys without a field are invalid.
  func isClosed(_ joined: JoinedSchema) -> Bool {
    joined.nodes.contains { node in
      schema.keyword(node, "additionalProperties").flatMap { json.truth($0) } == false
        && schema.keyword(node, "patternProperties") == nil
    }
  }

  /// Returns the clause `closed` if the schema rejects other keys and a form can express that.
  private mutating func closed(_ joined: JoinedSchema) -> ImportedClause? {
    var sources: [Int] = []
    let all = schema.propertyKeys(joined).union(schema.requiredKeys(joined))
    for node in joined.nodes {
      for key in ["additionalProperties", "unevaluatedProperties"] {
        guard let value = schema.keyword(node, key) else { continue }
        let says = json.truth(value) ?? (json.members(value).isEmpty ? true : nil)
        if says == true {
          take([value], "open, as records are")
          continue
        }
        guard says == false, schema.keyword(node, "patternProperties") == nil else {
          leave(value, .namedList)
          continue
        }
        if key == "additionalProperties" {
          let own = schema.propertyKeys(JoinedSchema(nodes: [node]))
          if all.isSubset(of: own) {
            sources += take([value], "closed")
          } else {
            leave(value, .openRecord)
          }
          continue
        }
        let own = schema.joined(node)
        switch evaluation(own, besides: value) {
        case .all: take([value], "open, as all keys are known")
        case .fields where all.isSubset(of: schema.propertyKeys(own)):
          sources += take([value], "closed")
        default: leave(value, .openRecord)
        }
      }
    }
    return sources.isEmpty ? nil : ledger.clause("closed", sources)
  }

  /// Returns checks of the number of keys. They are possible if every key has a field that is blank only when the key
  /// is missing.
  private mutating func propertyCounts(
    of joined: JoinedSchema, _ keys: OrderedSet<String>
  ) -> [ImportedMember] {
    var members: [ImportedMember] = []
    for node in joined.nodes where keys.count > 1 {
      guard let (range, keywords) = range(of: "Properties", node) else { continue }
      guard isClosed(joined), keys.allSatisfy({ takesNoNull($0, of: joined) }) else { continue }
      let fields = keys.map { Spelling.operand(ImportedField.name(of: $0)) }
      let text = "check count((\(fields.joined(separator: ", ")))) in \(range)"
      members.append(.clause(ledger.clause(text, take(keywords, text))))
    }
    return members
  }

  /// The keys that a schema has rules for. `unevaluatedProperties` applies only to other keys.
  private enum Evaluation {
    case fields, all, others
  }

  /// Returns the keys that a schema has rules for, ignoring `keyword`.
  private func evaluation(_ joined: JoinedSchema, besides keyword: Int) -> Evaluation {
    if !joined.lacking.isEmpty { return .others }
    var found = Evaluation.fields
    for node in joined.nodes {
      for member in schema.members(node) where member.value != keyword {
        switch member.key {
        case "additionalProperties", "unevaluatedProperties":
          if json.truth(member.value) != false { return .all }
        case "patternProperties", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies", "not":
          if !joined.followed.contains(member.value) { found = .others }
        default: break
        }
      }
    }
    return found
  }

  /// Returns the conditions under which fields are required, keyed by the fields' keys.
  private mutating func dependents(
    of joined: JoinedSchema, _ required: OrderedSet<String>
  ) -> OrderedDictionary<String, (text: String, sources: [Int])> {
    var found: OrderedDictionary<String, (text: String, sources: [Int])> = [:]
    for node in joined.nodes {
      for key in ["dependentRequired", "dependencies"] {
        guard let value = schema.keyword(node, key) else { continue }
        for member in json.members(value) where json.isList(member.value) {
          let trigger = filled(member.key, within: joined, prefix: "", isCertain: true)
          var (possible, lost): ([String], [Int]) = ([], [])
          for item in json.items(member.value) {
            guard let name = json.text(item), !required.contains(name), name != member.key else {
              continue
            }
            if takesNoNull(name, of: joined) { possible.append(name) } else { lost.append(item) }
          }
          guard let trigger, !possible.isEmpty || lost.isEmpty else {
            leave(value, .condition)
            continue
          }
          let sources = take([value], "required if \(trigger.text)")
          for item in lost {
            let detail = visible(json.text(item) ?? "") + " may be null"
            let entry = Coverage.Entry(
              path: "#" + json.pointer(to: item), line: ledger.line(at: json.nodes[item].offset),
              constraint: key, outcome: .leftOut(.condition, detail: detail))
            ledger.add(item, of: node, entry)
          }
          for name in possible {
            let before = found[name].map { $0.text + " or " } ?? ""
            found[name] = (before + trigger.text, (found[name]?.sources ?? []) + sources)
          }
        }
      }
    }
    return found
  }

  /// Whether a key has a field whose schema doesn't state that null is valid.
  private func takesNoNull(_ key: String, of record: JoinedSchema) -> Bool {
    schema.property(key, of: record) != nil && !mayBeNull(key, of: record)
  }

  /// Whether the schema of a record states that a key may be null.
  func mayBeNull(_ key: String, of record: JoinedSchema) -> Bool {
    if let extra = record.extras[key] { return extra.mayBeBlank }
    return schema.property(key, of: record).map { schema.allowsNull($0) } ?? false
  }
}

// MARK: - Fields

extension JSONSchemaImporter {
  /// The type of a field with its clauses.
  private struct Shape {
    var type: ImportedType
    var clauses: [ImportedClause] = []
    var types: JSONTypes
    /// Whether the schema allows a blank value under the key.
    var mayBeBlank = false
    var label: String?
    var owners: [Int] = []
    var comments: [String] = []
  }

  /// Makes the field of a property.
  mutating func field(
    _ key: String, of record: JoinedSchema, isRequired: Bool
  ) -> ImportedField {
    let name = ImportedField.name(of: key)
    let shape: Shape
    if let extra = record.extras[key] {
      shape = self.shape(of: extra)
      if isRequired, shape.mayBeBlank { ledger.note(.nullable) }
    } else {
      shape = self.shape(
        ofAll: schema.declarations(of: key, in: record), isRequired: isRequired)
    }
    var field = ImportedField(
      id: ledger.nextID(), name: name, type: shape.type,
      isOptional: !isRequired || shape.mayBeBlank, clauses: shape.clauses, owners: shape.owners,
      comments: shape.comments)
    if name != key { field.key = key }
    field.label = shape.label.map { ImportedText($0) }
    ledger.note(.blank)
    return field
  }

  private func shape(of extra: ExtraKey) -> Shape {
    let type =
      switch extra.types {
      case .bool: "bool"
      case .text where !extra.values.isEmpty && extra.values.allSatisfy { isPlainChoice($0) }:
        choice(extra.values)
      case .text: "string"
      case .all: "any"
      default: extra.types.contains(.fraction) ? "number" : "int"
      }
    return Shape(type: .plain(type), types: extra.types, mayBeBlank: extra.mayBeBlank)
  }

  /// Makes a type from schemas that must all match.
  private mutating func shape(ofAll nodes: [Int], isRequired: Bool) -> Shape {
    if nodes.isEmpty { return Shape(type: .plain("any"), types: .all) }
    if nodes.count == 1 { return shape(ofNode: nodes[0], isRequired: isRequired) }
    let all = nodes.reduce(into: JoinedSchema()) { $0.join(schema.joined($1)) }
    return shape(of: all, isRequired: isRequired)
  }

  /// Makes a type from a schema. If the schema is only a reference, the type usually has a name.
  private mutating func shape(ofNode node: Int, isRequired: Bool) -> Shape {
    let joined = schema.joined(node)
    guard let (target, followed) = schema.pureTarget(node), !open.contains(target),
      fieldCount < FormInference.limit
    else { return shape(of: joined, isRequired: isRequired) }
    let types = schema.types(joined)
    guard types.types.areOfOneKind else { return shape(of: joined, isRequired: isRequired) }
    let name: String
    if let known = typeNames[target] {
      name = known
    } else {
      name = newName(json.nodes[target].step)
      typeNames[target] = name
      let inner = schema.joined(target)
      var shape = shape(of: inner, isRequired: true)
      shape.clauses.removeAll { $0.text.hasPrefix("default ") }
      form.types.append(
        ImportedField(
          id: ledger.nextID(), name: name, type: shape.type, clauses: shape.clauses,
          owners: shape.owners, comments: shape.comments))
    }
    var own = joined
    own.nodes = joined.nodes.filter { $0 == node }
    ledger.visit(node, .unknown)
    take(followed, name)
    var shape = Shape(type: .plain(name), types: types.types, owners: own.nodes)
    describe(own, &shape)
    shape.mayBeBlank = mayBeBlank(joined, types.types, isRequired: isRequired)
    return shape
  }

  /// Returns an unused name for a type or a definition.
  ///
  /// - Parameter isField: whether the name is used where names of fields are possible, so that it must differ from
  ///   every key.
  mutating func newName(_ key: String, isField: Bool = false) -> String {
    var base = FieldWords.name(for: key, place: 0)
    let isTaken =
      Predicate.named(base) != nil || FieldKind(rawValue: base) != nil || Keyword(base) != nil
    if isTaken { base += "Type" }
    var (name, number) = (isField ? base + "1" : base, 2)
    while isField && json.keys.contains(name) || !usedNames.insert(name).inserted {
      name = base + String(number)
      number += 1
    }
    return name
  }

  /// Returns whether the schema states that a key may have a value that is blank in a form. If the key is required,
  /// also adds a note on the difference between the schema and the form.
  private mutating func mayBeBlank(
    _ joined: JoinedSchema, _ types: JSONTypes, isRequired: Bool
  ) -> Bool {
    let note: Coverage.Note
    if schema.allowsNull(joined) {
      note = .nullable
    } else if schema.allowsEmptyText(joined) {
      note = .emptyText
    } else if types == .list {
      let least = schema.values("minItems", of: joined).compactMap { json.number($0) }
      if least.contains(where: { !$0.isZero }) { return false }
      note = .emptyList
    } else {
      return false
    }
    if isRequired { ledger.note(note) }
    return true
  }

  /// Copies the title, the description and the error message of a schema to a shape.
  private mutating func describe(_ joined: JoinedSchema, _ shape: inout Shape) {
    shape.label = information("title", of: joined)
    if let hint = information("description", of: joined) {
      shape.clauses.append(ledger.clause("hint \(ImportedText(hint).spelled())"))
    }
    let messages = schema.values("errorMessage", of: joined).map { json[$0, "type"] ?? $0 }
    if let text = messages.compactMap({ json.text($0) }).first(where: { !$0.isEmpty }) {
      let message = JSONSchemaImporter.written(message: text, isOfValue: true)
      self.messages.insert(message)
      shape.clauses.append(ledger.clause(message))
    }
  }

  /// Makes a type from a schema.
  private mutating func shape(of joined: JoinedSchema, isRequired: Bool) -> Shape {
    fieldCount += 1
    let isTooDeep = open.count > JSONSchemaImporter.depthLimit || fieldCount > FormInference.limit
    var (types, areStated) = schema.types(joined)
    var shape = Shape(type: .plain("any"), types: types, owners: joined.nodes)
    describe(joined, &shape)
    if isTooDeep || joined.nodes.contains(where: { open.contains($0) }) {
      leaveAll(joined, isTooDeep ? .nesting : .circle)
      shape.mayBeBlank = mayBeBlank(joined, .all, isRequired: isRequired)
      return shape
    }
    if joined.isNever || types.isEmpty || types == .null {
      visit(joined)
      let keywords = schema.typeKeywords(joined) + (schema.values(joined)?.keywords ?? [])
      let sources = take(keywords, "blank")
      shape.clauses.append(ledger.clause("rule blank", sources))
      shape.mayBeBlank = !joined.isNever && mayBeBlank(joined, types, isRequired: isRequired)
      return shape
    }
    let circle = joined.lacking.contains { $0.gap.lack == .circle }
    if !areStated, !circle, let assumed = schema.assumedTypes(joined) {
      types = assumed
      areStated = true
      assumeType(of: joined, assumed)
    }
    types = takeSpellings(of: joined, types)
    shape.types = types
    guard types.areOfOneKind || areStated && types.areSingleValues, !circle else {
      leaveAll(joined, .eitherType)
      shape.mayBeBlank = mayBeBlank(joined, .all, isRequired: isRequired)
      return shape
    }
    open += joined.nodes
    defer { open.removeLast(joined.nodes.count) }
    visit(joined)
    shape.mayBeBlank = mayBeBlank(joined, types, isRequired: isRequired)
    let kinds = schema.typeKeywords(joined)
    switch types.subtracting(.null) {
    case .record:
      if let items = namedItems(of: joined) {
        setNamedList(joined, items, isRequired: isRequired, &shape)
      } else {
        shape.type = .record(record(of: joined))
        take(kinds, "a record")
      }
    case .list: setList(joined, &shape)
    case .bool: setValues(joined, "bool", &shape)
    case .text: setText(joined, &shape)
    case let types where !types.areOfOneKind: setAlternatives(joined, types, &shape)
    default:
      setValues(joined, types.contains(.fraction) ? "number" : "int", &shape)
    }
    if types.subtracting(.null) != .record { addRules(joined, types, &shape) }
    addDefault(joined, &shape)
    return shape
  }

  /// Returns `types` without text if texts are only allowed as spellings of numbers or bools, as in exported forms.
  private mutating func takeSpellings(of joined: JoinedSchema, _ types: JSONTypes) -> JSONTypes {
    let patterns = schema.values("pattern", of: joined)
    guard types.contains(.text), patterns.count == 1, let pattern = json.text(patterns[0]) else {
      return types
    }
    let rest = types.subtracting([.null, .text])
    let kinds: [(kind: FieldKind, types: JSONTypes, own: JSONTypes)] = [
      (.int, .whole, .whole), (.number, .number, .number), (.bool, [.bool, .whole], .bool),
    ]
    for (kind, those, own) in kinds
    where rest == those && SchemaPattern.patterns(of: kind).contains(pattern) {
      let limits = schema.values("minimum", of: joined) + schema.values("maximum", of: joined)
      take(patterns + (kind == .bool ? limits : []), kind.rawValue)
      return own.union(types.intersection(.null))
    }
    return types
  }

  private mutating func assumeType(of joined: JoinedSchema, _ types: JSONTypes) {
    for node in joined.nodes {
      guard
        schema.members(node).contains(where: {
          !JSONSchema.subject(of: $0.key).isDisjoint(with: types)
        })
      else { continue }
      let offset = json.nodes[node].offset
      ledger.add(
        -1 - node, of: node,
        Coverage.Entry(
          path: "#" + json.pointer(to: node), line: ledger.line(at: offset), constraint: "type",
          outcome: .stricter("The schema has no type; the form takes this one alone.")))
      return
    }
  }

  /// Sets the type of a number or a bool.
  private mutating func setValues(_ joined: JoinedSchema, _ type: String, _ shape: inout Shape) {
    shape.type = .plain(type)
    take(schema.typeKeywords(joined), type)
    for note in [Coverage.Note.numbers, .space] { ledger.note(note) }
  }

  /// Sets a type of several alternatives. A text comes first, because `"5"` is a text in JSON.
  private mutating func setAlternatives(
    _ joined: JoinedSchema, _ types: JSONTypes, _ shape: inout Shape
  ) {
    let words = types.typeWords
    shape.type = .either(words)
    take(schema.typeKeywords(joined), words.joined(separator: " or "))
    ledger.note(.numbers)
    if words[0] == "string", !isForJSON {
      isForJSON = true
      form.declarations.insert(ledger.clause("data json < >"), at: 0)
    }
  }

  /// Sets the type of a text: a choice, a date or any text.
  private mutating func setText(_ joined: JoinedSchema, _ shape: inout Shape) {
    var type = "string"
    if let (values, keywords) = schema.values(joined) {
      let texts = values.filter { $0.types == .text && $0.written != nil }
      if !texts.isEmpty, texts.allSatisfy({ isPlainChoice($0) }) {
        type = choice(texts)
        if !type.utf8.allSatisfy({ $0 < 0x80 }) { ledger.note(.characters) }
        take(keywords, "choice")
      }
    } else if let moment = momentType(joined) {
      type = moment.type
      take(moment.keywords, moment.type)
      ledger.note(.formats)
    }
    shape.type = .plain(type)
    if type != "string" { ledger.note(.space) }
    take(schema.typeKeywords(joined), type.hasPrefix("choice") ? "choice" : type)
  }

  /// Returns the type `date` or `instant` for a schema with the corresponding format. Nil if the schema also restricts
  /// the text, such as by a pattern.
  func momentType(_ joined: JoinedSchema) -> (type: String, keywords: [Int])? {
    let isText = ["pattern", "minLength", "maxLength", "not", "anyOf", "oneOf", "if"].contains {
      !schema.values($0, of: joined).isEmpty
    }
    let formats = schema.values("format", of: joined)
    guard !isText, let first = formats.first, let format = json.text(first) else { return nil }
    guard formats.allSatisfy({ json.text($0) == format }) else { return nil }
    switch format {
    case "date": return ("date", formats)
    case "date-time": return ("instant", formats)
    default: return nil
    }
  }

  /// Whether the value is a text that a choice reads unchanged.
  private func isPlainChoice(_ value: AllowedValue) -> Bool {
    guard case .text(let text) = value.literal else { return false }
    return text.utf8.first != 0x20 && text.utf8.last != 0x20 && !text.contains { $0.isNewline }
      && text.first?.isWhitespace == false && text.last?.isWhitespace == false
  }

  private func choice(_ values: [AllowedValue]) -> String {
    let items = values.map { value in
      (value.written ?? "") + (value.label.map { " " + ImportedText($0).spelled() } ?? "")
    }
    return "choice(\(items.joined(separator: ", ")))"
  }

  private mutating func setList(_ joined: JoinedSchema, _ shape: inout Shape) {
    take(schema.typeKeywords(joined), "list")
    var items: [Int] = []
    for node in joined.nodes {
      guard let value = schema.keyword(node, "items") else { continue }
      guard json.isRecord(value), schema.keyword(node, "prefixItems") == nil else {
        if json.truth(value) == true {
          take([value], "list of any")
        } else {
          leave(value, .position)
        }
        continue
      }
      items.append(value)
    }
    guard !items.isEmpty else {
      shape.type = .list(of: .plain("any"))
      return ledger.note(.items)
    }
    take(items, "list of")
    setItems(items, key: nil, &shape)
  }

  /// Sets the type of a list whose items have the schemas `items`.
  private mutating func setItems(_ items: [Int], key: String?, _ shape: inout Shape) {
    var item = self.shape(ofAll: items, isRequired: true)
    if item.mayBeBlank {
      for value in items { assume(value, "An item may be blank in the schema, but not in a form.") }
    }
    ledger.note(.items)
    shape.comments += item.comments
    shape.owners += item.owners
    for clause in item.clauses where clause.text.hasPrefix("message ") {
      messages.remove(clause.text)
    }
    item.clauses.removeAll {
      $0.text.hasPrefix("hint ") || $0.text.hasPrefix("default ") || $0.text.hasPrefix("message ")
    }
    if case .list = item.type, !item.clauses.isEmpty {
      let name = newName("items")
      form.types.append(
        ImportedField(id: ledger.nextID(), name: name, type: item.type, clauses: item.clauses))
      shape.type = .list(of: .plain(name), key: key)
    } else {
      shape.type = .list(of: item.type, key: key)
      for clause in item.clauses {
        shape.clauses.append(
          ImportedClause(
            id: clause.id,
            text: clause.text.hasPrefix("rule ") ? "each " + clause.text : clause.text,
            sources: clause.sources))
      }
    }
  }

  /// Returns the schema of the members of an object that may have any keys, or nil if the object has fields. It is the
  /// value of `additionalProperties`, or of a single pattern beside which no other keys are allowed.
  private func namedItems(of joined: JoinedSchema) -> Int? {
    guard schema.propertyKeys(joined).isEmpty, schema.listedKeys(joined).isEmpty,
      schema.requiredKeys(joined).isEmpty, joined.extras.isEmpty
    else { return nil }
    let others = schema.values("additionalProperties", of: joined)
    let patterns = schema.values("patternProperties", of: joined)
    guard others.count == 1 else { return nil }
    if patterns.isEmpty { return json.isRecord(others[0]) ? others[0] : nil }
    guard patterns.count == 1, json.truth(others[0]) == false else { return nil }
    let members = json.members(patterns[0])
    return members.count == 1 && json.isRecord(members[0].value) ? members[0].value : nil
  }

  /// Sets the type of an object with any keys: a list by name.
  private mutating func setNamedList(
    _ joined: JoinedSchema, _ items: Int, isRequired: Bool, _ shape: inout Shape
  ) {
    take(schema.typeKeywords(joined), "list by name")
    let key =
      ["name", "key", "member"].first { !json.keys.contains($0) } ?? newName("key", isField: true)
    take(schema.values("additionalProperties", of: joined), "list of")
    let subject = Subject(name: key, types: .text)
    var pieces: [ConditionPiece] = []
    for value in schema.values("patternProperties", of: joined) {
      for pattern in json.members(value) {
        pieces.append(patternPiece(pattern.key, value, subject))
        if pattern.value == items { take([items], "list of") }
      }
    }
    setItems([items], key: key, &shape)
    ledger.note(.itemKeys)
    for node in joined.nodes {
      guard let (range, keywords) = range(of: "Properties", node) else { continue }
      let sources = take(keywords, "rule count(\(range))")
      shape.clauses.append(ledger.clause("rule count(\(range))", sources))
    }
    for value in schema.values("propertyNames", of: joined) where json.isRecord(value) {
      let names = schema.joined(value)
      visit(names)
      take([value] + schema.typeKeywords(names), "rules of the keys")
      pieces += self.pieces(names, subject)
    }
    for piece in pieces { addRules(piece, as: "each rule", &shape) }
    let least = schema.values("minProperties", of: joined).compactMap { json.number($0) }
    if least.allSatisfy({ $0.isZero }) {
      shape.mayBeBlank = true
      if isRequired { ledger.note(.emptyList) }
    }
  }

  /// Adds the rules that a part of a schema becomes.
  ///
  /// - Parameter clause: `rule`, or `each rule` if the part is about the keys of a list by name.
  private mutating func addRules(_ piece: ConditionPiece, as clause: String, _ shape: inout Shape) {
    switch piece.result {
    case .failure(let lack, let detail):
      for keyword in piece.keywords { leave(keyword, lack, detail) }
    case .condition(.always): take(piece.keywords, "nothing to add")
    case .condition(let condition):
      for part in condition.parts {
        let rule = clause + " " + part.text
        let sources = take(piece.keywords, rule)
        let message = message(for: piece.keywords, orWhole: false)
        shape.clauses.append(ledger.clause(JSONSchemaImporter.joined(rule, message), sources))
      }
    }
    for note in piece.notes { ledger.note(note) }
  }

  /// Adds the rules that a schema has for its own value.
  private mutating func addRules(
    _ joined: JoinedSchema, _ types: JSONTypes, _ shape: inout Shape
  ) {
    var subject = Subject(
      name: nil, types: types.subtracting(.null), isMoment: momentType(joined) != nil)
    if case .plain(let type) = shape.type { subject.hasValues = type.hasPrefix("choice(") }
    for piece in pieces(joined, subject) { addRules(piece, as: "rule", &shape) }
    let passwords = schema.values("format", of: joined).filter { json.text($0) == "password" }
    if let value = passwords.first {
      shape.clauses.append(ledger.clause("secret", take([value], "secret")))
    }
  }

  /// Returns the clause with the first message that the schema has for one of the keywords, or an empty text.
  ///
  /// - Parameters:
  ///   - key: the key that the message is about, for keywords that are about several keys.
  ///   - orWhole: whether the message may be about the whole schema with the keyword.
  mutating func message(for keywords: [Int], key: String? = nil, orWhole: Bool = true) -> String {
    for keyword in keywords {
      let node = json.nodes[keyword].parent
      guard node >= 0, let all = json[node, "errorMessage"] else { continue }
      var found = orWhole && json.text(all) != nil ? all : json[all, json.nodes[keyword].step]
      if let key, let several = found, json.isRecord(several) { found = json[several, key] }
      guard let text = json.text(found), !text.isEmpty else { continue }
      let message = JSONSchemaImporter.written(message: text, isOfValue: key == nil && !orWhole)
      messages.insert(message)
      return message
    }
    return ""
  }

  /// Returns a message as a form writes it. In a message of a value, `${0}` is the value, as in ajv-errors.
  private static func written(message text: String, isOfValue: Bool) -> String {
    var (start, rest) = ("", text[...])
    while isOfValue, let mark = rest.indices.first(where: { rest[$0...].hasPrefix("${0}") }) {
      start += FormText.spelled(String(rest[..<mark]), braces: true).dropFirst().dropLast()
      start += "{value}"
      rest = rest[mark...].dropFirst(4)
    }
    return "message \"" + start + FormText.spelled(String(rest), braces: true).dropFirst()
  }

  /// Returns a clause with the message that belongs to it, which may be empty.
  static func joined(_ clause: String, _ message: String) -> String {
    message.isEmpty ? clause : clause + " " + message
  }

  private mutating func addDefault(_ joined: JoinedSchema, _ shape: inout Shape) {
    guard let value = schema.values("default", of: joined).first else { return }
    if let written = AllowedValue(literal: schema.literal(value)).written {
      shape.comments.append("The default in the schema is \(written).")
    }
  }
}
