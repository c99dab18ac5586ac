// Imports Table Schema and Data Package (Frictionless).

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Makes a form from a Table Schema.
struct TableSchemaImporter {
  private let json: JSONDocument
  private var form: ImportedForm
  private var ledger: ImportLedger
  /// The resource of a Data Package.
  private let resource: Int?
  /// The types of the fields.
  private var types: OrderedDictionary<String, String> = [:]
  /// The indices of the form's fields, keyed by the names of the columns, and of its checks of unique keys.
  private var memberIndexes: OrderedDictionary<String, Int> = [:]
  private var uniqueChecks: OrderedDictionary<String, Int> = [:]

  /// Imports a schema.
  ///
  /// - Parameter part: the name of a resource of a Data Package.
  static func importing(
    _ json: JSONDocument, name: String, part: String?
  ) throws(ImportProblem) -> (ImportedForm, ImportLedger) {
    let (resource, schema) = try table(of: json, part)
    var importer = TableSchemaImporter(
      json: json, form: ImportedForm(name: name), ledger: ImportLedger(json.source),
      resource: resource)
    try importer.convert(schema)
    return (importer.form, importer.ledger)
  }

  private init(json: JSONDocument, form: ImportedForm, ledger: ImportLedger, resource: Int?) {
    (self.json, self.form, self.ledger, self.resource) = (json, form, ledger, resource)
  }

  /// Whether a JSON text looks like a Table Schema or a Data Package.
  static func recognizes(_ json: JSONDocument) -> Bool {
    json[0, "resources"].map { !json.items($0).isEmpty } == true && json[0, "properties"] == nil
      || json.items(json[0, "fields"]).contains { json[$0, "name"] != nil }
  }

  /// Returns the schema of a table, with its resource in a Data Package.
  private static func table(
    of json: JSONDocument, _ part: String?
  ) throws(ImportProblem) -> (resource: Int?, schema: Int) {
    if let fields = json[0, "fields"], json.isList(fields) {
      if let part {
        throw ImportProblem("A Table Schema has no parts such as \"\(part)\".", in: json.source)
      }
      return (nil, 0)
    }
    let resources = json.items(json[0, "resources"])
    let names = resources.compactMap { json.text(json[$0, "name"]) }
    let hint = names.isEmpty ? nil : "Its parts are: \(names.prefix(20).joined(separator: ", "))"
    guard !resources.isEmpty else {
      throw ImportProblem(
        "A Table Schema has \"fields\", a Data Package \"resources\".", in: json.source)
    }
    guard
      let resource = resources.first(where: {
        json.text(json[$0, "name"]) == part || resources.count == 1 && part == nil
      })
    else {
      let message =
        part.map { "There is no part \"\($0)\"." }
        ?? "This has several tables. Choose one with --part."
      throw ImportProblem(message, in: json.source, hint: hint)
    }
    guard let schema = json[resource, "schema"], json.isRecord(schema) else {
      throw ImportProblem(
        "This resource has no schema in the file. Import the file that has it.",
        at: json.nodes[resource].offset, in: json.source)
    }
    return (resource, schema)
  }

  private mutating func convert(_ schema: Int) throws(ImportProblem) {
    let title =
      json.text(json[schema, "title"]) ?? resource.flatMap { json.text(json[$0, "title"]) }
    form.title = title.flatMap { $0.isEmpty ? nil : ImportedText($0) }
    form.root.owners = [schema]
    let keys = primaryKeys(schema)
    for node in json.items(json[schema, "fields"]) {
      guard let key = json.text(json[node, "name"]), !key.isEmpty else {
        throw ImportProblem("A field has no name.", at: json.nodes[node].offset, in: json.source)
      }
      let field = field(node, key, isKey: keys.contains(key))
      if memberIndexes[key] == nil { memberIndexes[key] = form.root.members.count }
      form.root.members.append(.field(field))
    }
    addData(schema)
    addKeys(schema, keys)
    for key in json.items(json[schema, "foreignKeys"]) { addForeign(key) }
    addExample(schema)
  }

  @discardableResult
  private mutating func take(_ node: Int?, _ became: String) -> [Int] {
    node.map { [ledger.add($0, json, .kept(became))] } ?? []
  }

  private mutating func leave(_ node: Int, _ lack: Coverage.Lack, _ detail: String = "") {
    ledger.add(node, json, .leftOut(lack, detail: detail))
  }
}

// MARK: - Fields

extension TableSchemaImporter {
  private mutating func field(_ node: Int, _ key: String, isKey: Bool) -> ImportedField {
    let name =
      ImportedField.name(of: key, place: form.root.members.count)
    let type = type(of: node)
    types[key] = type.text
    var field = ImportedField(
      id: ledger.nextID(), name: name, type: .plain(type.text), owners: [node])
    if name != key { field.key = key }
    if let title = json.text(json[node, "title"]), !title.isEmpty, title != key {
      field.label = ImportedText(title)
    }
    if let hint = json.text(json[node, "description"]), !hint.isEmpty {
      field.clauses.append(ledger.clause("hint \(ImportedText(hint).spelled())"))
    }
    field.clauses += type.rules
    field.isOptional = !isKey
    let constraints = json[node, "constraints"] ?? node
    field.owners.append(constraints)
    for member in json.members(constraints) where constraints != node {
      add(member, of: constraints, type, to: &field)
    }
    return field
  }

  private mutating func add(
    _ member: JSONDocument.Member, of constraints: Int, _ type: TableType,
    to field: inout ImportedField
  ) {
    let value = member.value
    switch member.key {
    case "required":
      if json.truth(value) == true { field.isOptional = false }
      take(value, json.truth(value) == true ? "required" : "optional")
    case "unique":
      if json.truth(value) == true {
        addRule("unique", value, to: &field)
      } else {
        take(value, "not unique")
      }
    case "minLength", "maxLength":
      let length = json.number(value)
      guard type.isText, let length, length.isWhole else { return leave(value, .condition) }
      if length.isZero, member.key == "minLength" {
        take(value, "nothing to add")
        return
      }
      ledger.note(.characters)
      let range =
        member.key == "minLength" ? Spelling.range(length, nil) : Spelling.range(nil, length)
      addRule("count(\(range ?? ""))", value, to: &field)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      guard let bound = literal(value, type) else { return leave(value, .condition) }
      let isLow = member.key.hasSuffix("inimum")
      let sign = (isLow ? ">" : "<") + (member.key.hasPrefix("exclusive") ? "" : "=")
      addRule("value \(sign) \(bound)", value, to: &field)
    case "pattern":
      guard type.isText, let pattern = json.text(value) else { return leave(value, .condition) }
      addPattern(pattern, value, to: &field)
    case "enum":
      let values = json.items(value)
      if type.text == "string" {
        let texts = values.compactMap { json.text($0) }.filter { !$0.isEmpty }
        guard texts.count == values.count else { return leave(value, .condition) }
        var distinct: OrderedSet<String> = []
        distinct.formUnion(texts)
        let type = "choice(\(Spelling.list(distinct)))"
        field.type = .plain(type)
        take(value, "choice")
      } else {
        let literals = values.compactMap { literal($0, type) }
        guard literals.count == values.count, !literals.isEmpty else {
          return leave(value, .condition)
        }
        addRule("oneOf(\(literals.joined(separator: ", ")))", value, to: &field)
      }
    default: leave(value, .unknown)
    }
  }

  private mutating func addRule(_ text: String, _ value: Int, to field: inout ImportedField) {
    field.clauses.append(ledger.clause("rule \(text)", take(value, "rule \(text)")))
  }

  private mutating func addPattern(_ pattern: String, _ value: Int, to field: inout ImportedField) {
    do throws(Gap) {
      let condition = try ECMAPattern.condition(pattern, isWhole: true) {
        .test(Spelling.matches($0))
      }
      for part in condition.parts where part != .always {
        field.clauses.append(
          ledger.clause("rule \(part.text)", take(value, "rule \(part.text)")))
      }
    } catch {
      leave(value, error.lack, visible(pattern))
    }
  }

  /// Returns a value as a form writes it, or nil if it doesn't have the type.
  private func literal(_ node: Int, _ type: TableType) -> String? {
    let text = json.text(node) ?? json.number(node)?.description ?? ""
    let value =
      json.number(node)
      ?? Array(text.utf8).withUnsafeBufferPointer { ExactDecimal.parse(text: $0).number }
    switch type.text.prefix(while: { $0 != "(" }) {
    case "int": return value.flatMap { $0.isWhole ? $0.description : nil }
    case "number": return value?.description
    case "bool": return json.truth(node).map { $0 ? "true" : "false" }
    case "string": return json.text(node).flatMap { $0.isEmpty ? nil : FormText.spelled($0) }
    case "date", "time", "datetime":
      // A text of these characters may still be an invalid literal, which the checker rejects.
      return text.utf8.allSatisfy { 0x30...0x3A ~= $0 || $0 == 0x2D || $0 == 0x54 || $0 == 0x2E }
        && !text.isEmpty ? text : nil
    default: return nil
    }
  }
}

/// The type of a field in a table.
private struct TableType {
  var text: String
  var rules: [ImportedClause] = []

  var isText: Bool { text == "string" }
}

// MARK: - Types

extension TableSchemaImporter {
  private mutating func type(of node: Int) -> TableType {
    let type = json[node, "type"]
    let name = json.text(type) ?? "string"
    let format = json[node, "format"]
    let word = json.text(format).flatMap { $0 == "default" || $0.isEmpty ? nil : $0 }
    switch name {
    case "string": return text(type, format, word)
    case "number", "integer": return number(node, type, isWhole: name == "integer")
    case "boolean": return bool(node, type)
    case "date", "time", "datetime": return moment(name, type, format, word)
    case "year":
      let sources = take(type, "int")
      return TableType(
        text: "int", rules: [ledger.clause("rule range(1000...9999)", sources)])
    case "yearmonth":
      let rule = "rule matches(/\\d{4}-(?:0[1-9]|1[0-2])/)"
      return TableType(text: "string", rules: [ledger.clause(rule, take(type, rule))])
    case "geopoint" where word == nil:
      let rule =
        "rule number(part(value, before: \",\")) in -180...180"
        + " and number(part(value, after: \",\")) in -90...90"
      return TableType(text: "string", rules: [ledger.clause(rule, take(type, rule))])
    case "any":
      take(type, "any")
      return TableType(text: "any")
    case "list": return list(node, type)
    default:
      if let type { leave(type, .format, name) }
      return TableType(text: "string")
    }
  }

  private mutating func text(_ type: Int?, _ format: Int?, _ word: String?) -> TableType {
    take(type, "string")
    guard let format else { return TableType(text: "string") }
    let words = ["email", "uri", "uuid"]
    guard let word, words.contains(word) else {
      if word == nil { take(format, "string") } else { leave(format, .format, word ?? "") }
      return TableType(text: "string")
    }
    return TableType(
      text: "string", rules: [ledger.clause("rule \(word)", take(format, "rule \(word)"))])
  }

  private mutating func number(_ node: Int, _ type: Int?, isWhole: Bool) -> TableType {
    var marks: [String] = []
    for (key, word) in [("decimalChar", "decimal"), ("groupChar", "group")] {
      guard let value = json[node, key] else { continue }
      if let mark = json.text(value), mark.count == 1, !(word == "decimal" && mark == ".") {
        marks.append("\(word) \(FormText.spelled(mark))")
      }
      take(value, word)
    }
    if let bare = json[node, "bareNumber"] {
      if json.truth(bare) == false { leave(bare, .format) } else { take(bare, "number") }
    }
    let text =
      (isWhole ? "int" : "number") + (marks.isEmpty ? "" : "(\(marks.joined(separator: ", ")))")
    take(type, text)
    ledger.note(.tableNumbers)
    return TableType(text: text)
  }

  private mutating func bool(_ node: Int, _ type: Int?) -> TableType {
    let (yes, no) = (json[node, "trueValues"], json[node, "falseValues"])
    let truths = yes == nil ? ["true", "True", "TRUE", "1"] : json.texts(yes) ?? []
    let lies = no == nil ? ["false", "False", "FALSE", "0"] : json.texts(no) ?? []
    take(yes, "bool")
    take(no, "bool")
    take(type, "bool")
    let known = ["true", "false", "1", "0", "yes", "no", "on", "off"]
    let isUsual = (truths + lies).allSatisfy { known.contains($0.lowercased()) }
    guard !isUsual, let truth = truths.first, let lie = lies.first else {
      ledger.note(.bools)
      return TableType(text: "bool")
    }
    if truths.count == 1, lies.count == 1 {
      return TableType(text: "bool(\(FormText.spelled(truth)), \(FormText.spelled(lie)))")
    }
    let items = [truths, lies].map { words in
      let also = words.dropFirst().map { FormText.spelled($0) }
      return FormText.spelled(words[0])
        + (also.isEmpty ? "" : " also(\(also.joined(separator: ", ")))")
    }
    return TableType(text: "choice(\(items.joined(separator: ", ")))")
  }

  private mutating func list(_ node: Int, _ type: Int?) -> TableType {
    let delimiter = json.text(json[node, "delimiter"]) ?? ","
    let items = ["string", "integer", "number", "boolean", "date", "time", "datetime"]
    let item = json.text(json[node, "itemType"]) ?? "string"
    guard items.contains(item) else {
      if let type { leave(type, .format, "list of \(item)") }
      return TableType(text: "string")
    }
    take(json[node, "delimiter"], "list")
    take(json[node, "itemType"], "list")
    take(type, "list")
    let word = item == "integer" ? "int" : item == "boolean" ? "bool" : item
    return TableType(text: "list(\(FormText.spelled(delimiter))) of \(word)")
  }

  private mutating func moment(
    _ name: String, _ type: Int?, _ format: Int?, _ word: String?
  ) -> TableType {
    guard let word, let format else {
      take(format, name)
      if name == "datetime" {
        // A value may or may not have a time zone.
        return TableType(
          text: "string", rules: [ledger.clause("rule datetime or instant", take(type, "datetime"))]
        )
      }
      take(type, name)
      return TableType(text: name)
    }
    guard let written = TableSchemaImporter.dateFormat(word) else {
      leave(format, .format, word)
      if let type { leave(type, .format, word) }
      return TableType(text: "string")
    }
    let zone = name == "datetime" && written.contains("X") ? "instant" : name
    let text = "\(zone)(\(FormText.spelled(written)))"
    take(type, text)
    take(format, text)
    return TableType(text: text)
  }

  /// Returns a format of `strptime` as a form writes it, or nil if it has an unknown directive.
  private static func dateFormat(_ format: String) -> String? {
    var out = ""
    var rest = Array(format.unicodeScalars)[...]
    // Whether the text before `rest` ends with a directive such as `%d`.
    var isPart = false
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        isPart = false
        let isLetter = scalar.properties.isAlphabetic && scalar.isASCII
        out +=
          isLetter || scalar == "'" ? "'\(scalar == "'" ? "" : String(scalar))'" : String(scalar)
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      // Next to digits or other directives, a number needs its leading zeros.
      let isLong = isPart || rest.first == "%" || rest.first.map { 0x30...0x39 ~= $0.value } == true
      switch letter {
      case "Y": out += "yyyy"
      case "m": out += isLong ? "MM" : "M"
      case "d": out += isLong ? "dd" : "d"
      case "H": out += isLong ? "HH" : "H"
      case "I": out += isLong ? "hh" : "h"
      case "M": out += "mm"
      case "S": out += "ss"
      case "p": out += "a"
      case "z": out += "X"
      case "%": out += "%"
      default: return nil
      }
      isPart = true
    }
    return out
  }
}

// MARK: - The table

extension TableSchemaImporter {
  /// Adds the `data` declaration with the settings for reading the table.
  private mutating func addData(_ schema: Int) {
    var settings: [(text: String, sources: [Int])] = []
    if let missing = json[schema, "missingValues"] {
      let texts = (json.texts(missing) ?? []).filter { !$0.isEmpty }
      let sources = take(missing, "blank")
      if !texts.isEmpty {
        settings.append(
          ("blank " + Spelling.list(texts), sources))
      }
    }
    if let resource {
      if let encoding = json[resource, "encoding"], let name = json.text(encoding), !name.isEmpty {
        let isUTF8 = name.utf8.count == 5 || name.utf8.count == 4 && name.hasPrefix("utf")
        let sources = take(encoding, "encoding")
        if !isUTF8 { settings.append(("encoding \(FormText.spelled(name))", sources)) }
      }
      let dialect = json[resource, "dialect"] ?? -1
      for member in dialect < 0 ? [] : json.members(dialect) {
        switch member.key {
        case "delimiter":
          let sources = take(member.value, "delimiter")
          if let mark = json.text(member.value), mark != "," {
            settings.append(("delimiter \(FormText.spelled(mark))", sources))
          }
        case "header":
          let sources = take(member.value, "header")
          if json.truth(member.value) == false { settings.append(("header none", sources)) }
        default: break
        }
      }
    }
    if settings.isEmpty { return }
    let text = "data csv < \(settings.map { $0.text }.joined(separator: " ")) >"
    form.declarations.append(ledger.clause(text, settings.flatMap { $0.sources }))
  }

  private func primaryKeys(_ schema: Int) -> [String] {
    guard let key = json[schema, "primaryKey"] else { return [] }
    return json.text(key).map { [$0] } ?? json.texts(key) ?? []
  }

  private func operands(_ keys: [String]) -> String {
    keys.map { Spelling.operand(fieldName($0)) }.joined(separator: ", ")
  }

  private func fieldName(_ key: String) -> String {
    guard let index = memberIndexes[key], case .field(let field) = form.root.members[index] else {
      return key
    }
    return field.name
  }

  private func isRequired(_ key: String) -> Bool {
    guard let index = memberIndexes[key], case .field(let field) = form.root.members[index] else {
      return false
    }
    return !field.isOptional
  }

  private mutating func addKeys(_ schema: Int, _ keys: [String]) {
    if let node = json[schema, "primaryKey"], !keys.isEmpty { addUnique(keys, node) }
    for node in json.items(json[schema, "uniqueKeys"]) { addUnique(json.texts(node) ?? [], node) }
  }

  /// Adds a check that the values of some fields are unique, unless the form already has that rule.
  private mutating func addUnique(_ keys: [String], _ node: Int) {
    let text = "check unique(\(operands(keys)))"
    if let index = uniqueChecks[text], case .clause(var clause) = form.root.members[index] {
      clause.sources += take(node, text)
      form.root.members[index] = .clause(clause)
    } else if keys.count == 1, let index = memberIndexes[keys[0]],
      case .field(var field) = form.root.members[index],
      let rule = field.clauses.firstIndex(where: { $0.text == "rule unique" })
    {
      field.clauses[rule].sources += take(node, "rule unique")
      form.root.members[index] = .field(field)
    } else {
      uniqueChecks[text] = form.root.members.count
      form.root.members.append(.clause(ledger.clause(text, take(node, text))))
    }
  }

  private mutating func addForeign(_ node: Int) {
    let keys = names(json[node, "fields"])
    let reference = json[node, "reference"] ?? -1
    guard reference >= 0 else { return leave(node, .unknown) }
    let others = names(json[reference, "fields"])
    let resource = json.text(json[reference, "resource"]) ?? ""
    guard keys.count == others.count, !keys.isEmpty else { return leave(node, .unknown) }
    var list = "records"
    if !resource.isEmpty {
      let tables = json.items(json[0, "resources"])
      guard let table = tables.first(where: { json.text(json[$0, "name"]) == resource }),
        let path = json.text(json[table, "path"])
      else { return leave(node, .remote, resource) }
      list = FieldWords.name(for: resource, place: 0)
      let fields = zip(keys, others).map { key, other in
        "field \(Spelling.name(other)): \(types[key] ?? "string") optional"
      }
      let text =
        "list \(Spelling.name(list)) from \(FormText.spelled(path)) < \(fields.joined(separator: " ")) >"
      form.declarations.append(ledger.clause(text, take(node, text)))
    }
    let (key, other) = (operands([keys[0]]), Spelling.name(others[0]))
    var text = "check \(key) in \(Spelling.operand(list)).\(other)"
    if keys.count > 1 {
      let pairs = zip(keys, others).map { "\(Spelling.name($1)): \(operands([$0]))" }
      text = "check \(Spelling.operand(list))(\(pairs.joined(separator: ", "))) is filled"
    }
    form.root.members.append(.clause(ledger.clause(text, take(node, text))))
  }

  private func names(_ node: Int?) -> [String] {
    json.text(node).map { [$0] } ?? json.texts(node) ?? []
  }

  /// Adds the examples of the fields as one record, if every required field has an example.
  private mutating func addExample(_ schema: Int) {
    var members: [String] = []
    for node in json.items(json[schema, "fields"]) {
      guard let key = json.text(json[node, "name"]) else { continue }
      let several = json[node, "examples"]
      let example = json[node, "example"] ?? json.items(several).first ?? several
      let text =
        json.text(example) ?? json.number(example)?.description
        ?? json.truth(example).map { $0 ? "true" : "false" }
      guard let text, !text.isEmpty else {
        if isRequired(key) { return }
        continue
      }
      members.append("\(Spelling.name(fieldName(key))): \(FormText.spelled(text))")
    }
    if members.isEmpty { return }
    form.examples.append(
      ledger.clause(
        "example \"of the schema\" accepts <\n\(members.joined(separator: "\n"))\n>", []))
  }
}
