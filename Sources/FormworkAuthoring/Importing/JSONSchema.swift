// Reads the references, types and values of a JSON Schema, draft 4 to 2020-12. The importer decides how to translate
// them.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A set of JSON types. Whole numbers and fractions are separate types.
struct JSONTypes: OptionSet {
  let rawValue: UInt8

  static let null = JSONTypes(rawValue: 1)
  static let bool = JSONTypes(rawValue: 2)
  static let whole = JSONTypes(rawValue: 4)
  static let fraction = JSONTypes(rawValue: 8)
  static let text = JSONTypes(rawValue: 16)
  static let list = JSONTypes(rawValue: 32)
  static let record = JSONTypes(rawValue: 64)
  static let number: JSONTypes = [.whole, .fraction]
  static let all = JSONTypes(rawValue: 127)

  static func named(_ name: String) -> JSONTypes {
    switch name {
    case "null": .null
    case "boolean": .bool
    case "integer": .whole
    case "number": .number
    case "string": .text
    case "array": .list
    case "object": .record
    default: []
    }
  }

  /// Whether one type of a form covers all of the types, apart from null.
  var areOfOneKind: Bool {
    let rest = subtracting(.null)
    return rest == .bool || rest == .text || rest == .list || rest == .record
      || !rest.isEmpty && rest.isSubset(of: .number)
  }

  /// The words of the types in a form, for types of single values.
  var typeWords: [String] {
    (contains(.text) ? ["string"] : [])
      + (contains(.fraction) ? ["number"] : contains(.whole) ? ["int"] : [])
      + (contains(.bool) ? ["bool"] : [])
  }

  /// Whether alternatives of single values cover all of the types, apart from null.
  var areSingleValues: Bool {
    !subtracting(.null).isEmpty && isDisjoint(with: [.list, .record])
  }
}

/// A schema joined with all schemas that it refers to. A value must match all of them.
struct JoinedSchema {
  /// The objects that contain keywords, without repetition.
  var nodes: [Int] = []
  /// Whether no value is valid.
  var isNever = false
  /// The values of `$ref`, `allOf`, `anyOf` and `oneOf` whose schemas are joined.
  var followed: OrderedSet<Int> = []
  /// The values of keywords that are invalid or whose schemas can't be joined, and why.
  var lacking: [(keyword: Int, gap: Gap)] = []
  /// The keys that occur only in conditions.
  var extras: OrderedDictionary<String, ExtraKey> = [:]

  mutating func join(_ other: JoinedSchema) {
    for node in other.nodes where !nodes.contains(node) { nodes.append(node) }
    isNever = isNever || other.isNever
    followed.formUnion(other.followed)
    lacking += other.lacking
    for (key, extra) in other.extras { extras[key] = extra }
  }
}

/// The types and values of a key that occurs only in conditions.
struct ExtraKey {
  var types = JSONTypes.all
  /// The allowed values. Empty if all values of `types` are allowed.
  var values: [AllowedValue] = []
  /// Whether a condition states that a blank value is valid.
  var mayBeBlank = false
}

/// A value of `enum` or `const`.
struct AllowedValue {
  enum Literal: Equatable {
    case null
    case bool(Bool)
    case number(ExactDecimal)
    case text(String)
    /// A list, a record, or a number of more than 38 digits.
    case other
  }

  var literal: Literal
  var label: String?

  var types: JSONTypes {
    switch literal {
    case .null: .null
    case .bool: .bool
    case .number(let number): number.isWhole ? .whole : .fraction
    case .text: .text
    case .other: [.list, .record]
    }
  }

  /// Whether the value is a text that doesn't look like a JSON value of another type, such as `true` or `[1]`.
  var isOnlyText: Bool {
    guard case .text(let text) = literal, let first = text.utf8.first else { return false }
    let begins =
      first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      || first == UInt8(ascii: "-") || 0x30...0x39 ~= first
    return !begins && text != "true" && text != "false" && text != "null"
  }

  /// The value as a form writes it; nil if a form can't express it.
  var written: String? {
    switch literal {
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.description
    case .text(let text): text.isEmpty ? nil : FormText.spelled(text, braces: true)
    case .null, .other: nil
    }
  }
}

/// The results for the schemas of a document, cached so that each is computed only once.
private final class SchemaCache {
  var joined: OrderedDictionary<Int, JoinedSchema> = [:]
  var types: OrderedDictionary<Int, (types: JSONTypes, areStated: Bool)> = [:]
}

/// A reader of a JSON Schema.
struct JSONSchema {
  private typealias Mistakes = (invalid: [(keyword: Int, gap: Gap)], others: [JSONDocument.Member])

  private let cache = SchemaCache()
  let json: JSONDocument
  /// Whether a `$ref` hides the keywords beside it, as in drafts up to 7.
  let hidesSiblings: Bool
  private var anchors: OrderedDictionary<String, Int> = [:]
  /// The objects that have keywords with invalid values, each with its other keywords.
  private var mistakes: OrderedDictionary<Int, Mistakes> = [:]
  private static let depthLimit = 60

  init(_ json: JSONDocument) {
    self.json = json
    let dialect = json.text(json[0, "$schema"]) ?? ""
    let drafts = ["draft-03", "draft-04", "draft-06", "draft-07"]
    hidesSiblings = dialect.split(separator: "/").contains { drafts.contains(String($0)) }
    for node in json.nodes.indices {
      findMistakes(node)
      for key in ["$anchor", "$dynamicAnchor"] {
        if let name = json.text(json[node, key]) { anchors["#" + name] = node }
      }
      for key in ["$id", "id"] where json.nodes[node].parent >= 0 || key == "$id" {
        if let name = json.text(json[node, key]) {
          anchors[name.hasSuffix("#") && name != "#" ? String(name.dropLast()) : name] = node
        }
      }
    }
  }

  // MARK: Keywords

  /// Whether a keyword restricts values.
  static func isConstraint(_ keyword: String) -> Bool {
    constraints.contains(keyword)
  }

  private static let constraints: [String] = [
    "$ref", "$dynamicRef", "$recursiveRef", "type", "nullable", "enum", "const", "properties",
    "patternProperties", "additionalProperties", "propertyNames", "required", "minProperties",
    "maxProperties", "dependencies", "dependentRequired", "dependentSchemas",
    "unevaluatedProperties", "items", "prefixItems", "additionalItems", "contains", "minContains",
    "maxContains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems", "minLength",
    "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf", "divisibleBy", "allOf", "anyOf", "oneOf", "not", "if",
    "then", "else", "extends", "disallow",
  ]

  /// Whether a keyword is a known one that doesn't restrict values, or an extension such as `x-order`.
  static func isAnnotation(_ keyword: String) -> Bool {
    annotations.contains(keyword) || keyword.hasPrefix("x-")
  }

  private static let annotations: [String] = [
    "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary",
    "$comment", "$defs", "definitions", "title", "description", "default", "examples", "example",
    "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType", "contentSchema",
    "errorMessage", "enumNames", "discriminator", "xml", "externalDocs",
  ]

  private mutating func findMistakes(_ node: Int) {
    var invalid: [(keyword: Int, gap: Gap)] = []
    var others: [JSONDocument.Member] = []
    for member in json.members(node) {
      if let mistake = mistake(in: member.key, member.value) {
        invalid.append((member.value, Gap(.value, mistake)))
      } else {
        others.append(member)
      }
    }
    if !invalid.isEmpty { mistakes[node] = (invalid, others) }
  }

  /// Returns why the value of a keyword is invalid, or nil if it is valid.
  private func mistake(in keyword: String, _ value: Int) -> String? {
    let isTruth = json.truth(value) != nil
    let isSchema = isTruth || json.isRecord(value)
    switch keyword {
    case "type":
      let names = json.isList(value) ? json.items(value) : [value]
      for name in names {
        guard let text = json.text(name) else { return "a type is a name" }
        if JSONTypes.named(text).isEmpty { return "there is no type \"\(visible(text))\"" }
      }
      return names.isEmpty ? "it has no type" : nil
    case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
      "minContains", "maxContains":
      let isCount = json.number(value).map { $0.isWhole && !$0.isNegative }
      return isCount == true ? nil : "it isn't a whole number from 0 on"
    case "exclusiveMinimum" where isTruth, "exclusiveMaximum" where isTruth: return nil
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      return json.number(value) == nil ? "it isn't a number of at most 38 digits" : nil
    case "pattern", "format", "$ref": return json.text(value) == nil ? "it isn't a text" : nil
    case "uniqueItems", "nullable": return isTruth ? nil : "it is neither true nor false"
    case "enum", "allOf", "anyOf", "oneOf", "prefixItems":
      return json.isList(value) ? nil : "it isn't a list"
    case "required":
      return json.isList(value) && json.texts(value) != nil ? nil : "it isn't a list of keys"
    case "properties", "patternProperties", "dependentRequired", "dependentSchemas",
      "dependencies":
      return json.isRecord(value) ? nil : "it isn't an object"
    case "items": return isSchema || json.isList(value) ? nil : "it isn't a schema"
    case "not", "if", "then", "else", "contains", "propertyNames", "additionalProperties",
      "unevaluatedProperties", "additionalItems", "unevaluatedItems":
      return isSchema ? nil : "it isn't a schema"
    default: return nil
    }
  }

  // MARK: References

  /// Returns the schema that the value of a `$ref` leads to, or nil if it isn't in the document.
  func target(of reference: Int) -> Int? {
    guard let text = json.text(reference) else { return nil }
    var root = json.nodes[reference].parent
    if text.hasPrefix("#/") || text == "#" {
      // A schema with an address of its own is the root for references inside it.
      root = json.nodes[root].parent
      while root > 0, !isResource(root) { root = json.nodes[root].parent }
      return json.target(ofPointer: text.dropFirst(), from: max(root, 0))
    }
    if let node = anchors[text] { return node }
    if let base = json.text(json[0, "$id"]) ?? json.text(json[0, "id"]), text.hasPrefix(base) {
      let rest = text.dropFirst(base.count)
      if rest.hasPrefix("#") { return json.target(ofPointer: rest.dropFirst(), from: 0) }
    }
    return nil
  }

  private func isResource(_ node: Int) -> Bool {
    guard let id = json.text(json[node, "$id"] ?? json[node, "id"]) else { return false }
    return !id.hasPrefix("#") && (json[node, "$id"] != nil || hidesSiblings)
  }

  /// Returns the keywords of a schema, without those that are invalid or hidden by a `$ref`.
  func members(_ node: Int) -> [JSONDocument.Member] {
    let members = mistakes[node]?.others ?? json.members(node)
    return hidingReference(in: members).map { [$0] } ?? members
  }

  private func hidingReference(in members: [JSONDocument.Member]) -> JSONDocument.Member? {
    hidesSiblings ? members.first { $0.key == "$ref" } : nil
  }

  /// Returns the value of a keyword.
  func keyword(_ node: Int, _ key: String) -> Int? {
    members(node).last { $0.key == key }?.value
  }

  /// Returns the values of a keyword in all objects of a joined schema.
  func values(_ key: String, of schema: JoinedSchema) -> [Int] {
    schema.nodes.compactMap { keyword($0, key) }
  }

  /// Returns the lists of alternatives whose schemas aren't joined.
  func alternatives(_ schema: JoinedSchema) -> [[Int]] {
    schema.nodes.flatMap { node in
      ["anyOf", "oneOf"].compactMap { keyword(node, $0) }
        .filter { !schema.followed.contains($0) }.map { json.items($0) }
    }
  }

  /// Returns the schema of the items of a list.
  func items(of list: JoinedSchema) -> JoinedSchema {
    var items = JoinedSchema()
    for value in values("items", of: list) where json.isRecord(value) { items.join(joined(value)) }
    return items
  }

  /// Returns the target of a schema that is only a reference, perhaps with null as an alternative. Nil if the schema
  /// has other constraints.
  func pureTarget(_ node: Int) -> (target: Int, followed: [Int])? {
    var (node, followed): (Int, [Int]) = (node, [])
    for _ in 0..<8 {
      let constraints = members(node).filter { JSONSchema.isConstraint($0.key) }
      guard constraints.count == 1, mistakes[node] == nil else { return nil }
      followed.append(constraints[0].value)
      switch constraints[0].key {
      case "$ref":
        guard let target = target(of: constraints[0].value), json.isRecord(target) else {
          return nil
        }
        return (target, followed)
      case "allOf", "anyOf", "oneOf":
        let items = json.items(constraints[0].value).filter { !isNull($0) }
        guard items.count == 1, json.isRecord(items[0]) else { return nil }
        node = items[0]
      default: return nil
      }
    }
    return nil
  }

  private func isNull(_ node: Int) -> Bool {
    let constraints = members(node).filter { JSONSchema.isConstraint($0.key) }
    return constraints.count == 1 && constraints[0].key == "type"
      && json.text(constraints[0].value) == "null"
  }

  /// Returns a schema joined with all schemas that it refers to.
  func joined(_ node: Int) -> JoinedSchema {
    if let known = cache.joined[node] { return known }
    var schema = JoinedSchema()
    var open: [Int] = []
    add(node, to: &schema, &open)
    mergeAlternatives(of: &schema)
    cache.joined[node] = schema
    return schema
  }

  private func add(_ node: Int, to schema: inout JoinedSchema, _ open: inout [Int]) {
    if json.truth(node) == false { schema.isNever = true }
    guard json.isRecord(node) else {
      if json.truth(node) == nil { schema.lacking.append((node, Gap(.value, "it isn't a schema"))) }
      return
    }
    if schema.nodes.contains(node) { return }
    schema.nodes.append(node)
    guard open.count < JSONSchema.depthLimit else { return }
    open.append(node)
    defer { open.removeLast() }
    let members = members(node)
    if let mistakes = mistakes[node], hidingReference(in: members) == nil {
      schema.lacking += mistakes.invalid
    }
    for member in members {
      switch member.key {
      case "$ref":
        guard let target = target(of: member.value) else {
          schema.lacking.append((member.value, Gap(.remote)))
          continue
        }
        if open.contains(target) {
          schema.lacking.append((member.value, Gap(.circle)))
        } else {
          schema.followed.insert(member.value)
          add(target, to: &schema, &open)
        }
      case "allOf":
        schema.followed.insert(member.value)
        for item in json.items(member.value) { add(item, to: &schema, &open) }
      case "$dynamicRef", "$recursiveRef": schema.lacking.append((member.value, Gap(.circle)))
      default: break
      }
    }
  }

  /// Follows `anyOf` and `oneOf` if all alternatives but one are null.
  private func mergeAlternatives(of schema: inout JoinedSchema) {
    var index = 0
    while index < schema.nodes.count, index < 1000 {
      let node = schema.nodes[index]
      index += 1
      for key in ["anyOf", "oneOf"] {
        guard let list = keyword(node, key) else { continue }
        let items = json.items(list)
        let rest = items.filter { !isNull($0) }
        guard rest.count == 1, json.isRecord(rest[0]) else { continue }
        schema.followed.insert(list)
        var open: [Int] = []
        add(rest[0], to: &schema, &open)
      }
    }
  }

  // MARK: Types and values

  /// Returns the types of the valid values, and whether the schema states them.
  func types(_ schema: JoinedSchema, _ depth: Int = 0) -> (types: JSONTypes, areStated: Bool) {
    var types = JSONTypes.all
    var isStated = false
    for node in schema.nodes {
      if let stated = statedTypes(node) {
        types.formIntersection(stated)
        isStated = true
      }
      if let values = values(ofNode: node)?.values {
        types.formIntersection(values.reduce(into: []) { $0.formUnion($1.types) })
        isStated = true
      }
    }
    for items in depth < 8 ? alternatives(schema) : [] {
      var union: JSONTypes = []
      var areAllStated = true
      for item in items {
        let inner = cache.types[item] ?? self.types(joined(item), depth + 1)
        cache.types[item] = inner
        union.formUnion(inner.types)
        areAllStated = areAllStated && inner.areStated
      }
      if areAllStated {
        types.formIntersection(union)
        isStated = true
      }
    }
    if hasNullAlternative(schema) { types.formUnion(.null) }
    return (types, isStated)
  }

  /// Whether null is an alternative of an `anyOf` or `oneOf` that has been followed.
  private func hasNullAlternative(_ schema: JoinedSchema) -> Bool {
    (values("anyOf", of: schema) + values("oneOf", of: schema)).contains { list in
      schema.followed.contains(list) && json.items(list).contains { isNull($0) }
    }
  }

  /// Whether the schema states that null is valid. A schema without a type doesn't state it.
  func allowsNull(_ schema: JoinedSchema) -> Bool {
    let (types, areStated) = types(schema)
    return areStated && types.contains(.null) || hasNullAlternative(schema)
  }

  /// Whether the schema states that the empty text is valid.
  func allowsEmptyText(_ schema: JoinedSchema) -> Bool {
    values("maxLength", of: schema).contains { json.number($0)?.isZero == true }
      || values(schema)?.values.contains { $0.literal == .text("") } == true
  }

  /// Returns the values of the keywords that state types.
  func typeKeywords(_ schema: JoinedSchema) -> [Int] {
    values("type", of: schema) + values("nullable", of: schema)
  }

  private func statedTypes(_ node: Int) -> JSONTypes? {
    guard let value = keyword(node, "type") else { return nil }
    var types: JSONTypes = []
    if let name = json.text(value) { types = .named(name) }
    for item in json.items(value) {
      guard let name = json.text(item) else { return nil }
      types.formUnion(.named(name))
    }
    if json.truth(keyword(node, "nullable")) == true { types.formUnion(.null) }
    return types
  }

  /// Returns the type that the keywords imply in a schema that states no type, or nil if they imply several.
  func assumedTypes(_ schema: JoinedSchema) -> JSONTypes? {
    var found: JSONTypes = []
    for node in schema.nodes {
      for member in members(node) { found.formUnion(JSONSchema.subject(of: member.key)) }
    }
    return found.areOfOneKind || found == .number ? found : nil
  }

  /// Returns the type that a keyword is about. Empty if the keyword is about all types.
  static func subject(of keyword: String) -> JSONTypes {
    switch keyword {
    case "minLength", "maxLength", "pattern", "format": .text
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf": .number
    case "items", "prefixItems", "additionalItems", "contains", "minItems", "maxItems",
      "uniqueItems", "unevaluatedItems", "minContains", "maxContains":
      .list
    case "properties", "patternProperties", "additionalProperties", "propertyNames", "required",
      "minProperties", "maxProperties", "dependencies", "dependentRequired", "dependentSchemas",
      "unevaluatedProperties":
      .record
    default: []
    }
  }

  /// Returns the valid values with the keywords that list them, or nil if the schema doesn't list its values.
  func values(_ schema: JoinedSchema) -> (values: [AllowedValue], keywords: [Int])? {
    var found: (values: [AllowedValue], keywords: [Int])?
    for node in schema.nodes {
      guard let own = values(ofNode: node) else { continue }
      if let before = found {
        var kept: [AllowedValue] = []
        for value in before.values {
          guard let same = own.values.first(where: { $0.literal == value.literal }) else {
            continue
          }
          kept.append(value.label == nil ? same : value)
        }
        found = (kept, before.keywords + own.keywords)
      } else {
        found = own
      }
    }
    return found
  }

  private func values(ofNode node: Int) -> (values: [AllowedValue], keywords: [Int])? {
    if let constant = keyword(node, "const") {
      return ([AllowedValue(literal: literal(constant))], [constant])
    }
    if let list = keyword(node, "enum") {
      let names = json.texts(keyword(node, "enumNames") ?? keyword(node, "x-enumNames")) ?? []
      let items = json.items(list)
      var values: [AllowedValue] = []
      for (index, item) in items.enumerated() {
        var value = AllowedValue(literal: literal(item))
        if names.count == items.count { value.label = names[index] }
        if value.label == "" || .text(value.label ?? "") == value.literal { value.label = nil }
        let isNew = value.literal == .other || !values.contains { $0.literal == value.literal }
        if isNew { values.append(value) }
      }
      return (values, [list])
    }
    for key in ["oneOf", "anyOf"] {
      guard let list = keyword(node, key) else { continue }
      var values: [AllowedValue] = []
      let items = json.items(list)
      for item in items {
        guard let constant = keyword(item, "const") ?? onlyValue(item) else { return nil }
        let others = members(item).filter {
          JSONSchema.isConstraint($0.key) && !["const", "enum", "type"].contains($0.key)
        }
        guard others.isEmpty else { return nil }
        let value = AllowedValue(
          literal: literal(constant), label: json.text(keyword(item, "title")))
        if value.literal == .other || values.contains(where: { $0.literal == value.literal }) {
          return nil
        }
        values.append(value)
      }
      if values.isEmpty { return nil }
      return (values, [list])
    }
    return nil
  }

  private func onlyValue(_ node: Int) -> Int? {
    let items = json.items(keyword(node, "enum"))
    return items.count == 1 ? items[0] : nil
  }

  func literal(_ node: Int) -> AllowedValue.Literal {
    switch json.nodes[node].value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let number): number.map { .number($0) } ?? .other
    case .text(let text): .text(text)
    case .list, .record: .other
    }
  }

  // MARK: Properties

  /// Returns the keys of the properties in the order of the schema.
  func propertyKeys(_ schema: JoinedSchema) -> OrderedSet<String> {
    var keys: OrderedSet<String> = []
    for properties in values("properties", of: schema) {
      for member in json.members(properties) { keys.insert(member.key) }
    }
    return keys
  }

  /// Returns the keys that `required` lists.
  func listedKeys(_ schema: JoinedSchema) -> OrderedSet<String> {
    var keys: OrderedSet<String> = []
    for list in values("required", of: schema) { keys.formUnion(json.texts(list) ?? []) }
    return keys
  }

  /// Returns the required keys, including those that all alternatives require.
  func requiredKeys(_ schema: JoinedSchema, _ depth: Int = 0) -> OrderedSet<String> {
    var keys = listedKeys(schema)
    for items in depth < 4 ? alternatives(schema) : [] {
      let required = items.map { requiredKeys(joined($0), depth + 1) }
      guard let first = required.first else { continue }
      keys.formUnion(required.dropFirst().reduce(first) { $0.intersection($1) })
    }
    return keys
  }

  /// Returns the schema of a property, or nil if neither `properties` nor a condition has its key.
  func property(_ key: String, of schema: JoinedSchema) -> JoinedSchema? {
    if schema.extras[key] != nil { return JoinedSchema() }
    let declarations = declarations(of: key, in: schema)
    guard let first = declarations.first else { return nil }
    return declarations.dropFirst().reduce(into: joined(first)) { $0.join(joined($1)) }
  }

  /// Returns the schemas that `properties` has for a key.
  func declarations(of key: String, in schema: JoinedSchema) -> [Int] {
    values("properties", of: schema).compactMap { json[$0, key] }
  }
}
