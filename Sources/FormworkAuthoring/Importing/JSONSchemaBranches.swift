// Translates the alternatives of records in a JSON Schema: to checks if they only restrict fields, and to blocks if
// they have fields of their own.

internal import FormworkSyntax

extension JSONSchemaImporter {
  /// Returns the fields, checks and blocks for the alternatives and conditions of a schema.
  ///
  /// - Parameters:
  ///   - record: the schema of the record. Conditions can name its fields.
  ///   - declared: the keys that have a field.
  ///   - closing: the `closed` clause of the record. If it is nil, a closed alternative may set it.
  mutating func conditions(
    of joined: JoinedSchema, within record: JoinedSchema, declared: inout OrderedSet<String>,
    closing: inout ImportedClause?
  ) -> [ImportedMember] {
    var members: [ImportedMember] = []
    for node in joined.nodes {
      for member in schema.members(node)
      where !joined.followed.contains(member.value) {
        switch member.key {
        case "not": members += check(node, member, within: record)
        case "if":
          members +=
            conditional(node, member.value, within: record, &declared)
            ?? check(node, member, within: record)
        case "anyOf", "oneOf":
          members +=
            tagged(member, within: record, &declared, &closing)
            ?? check(node, member, within: record)
        case "dependentSchemas", "dependencies":
          members += dependentBranches(member.value, within: record, &declared)
        default: break
        }
      }
    }
    return members
  }

  /// Returns the checks that express a keyword such as `anyOf` or `not`.
  private mutating func check(
    _ node: Int, _ member: JSONDocument.Member, within record: JoinedSchema
  ) -> [ImportedMember] {
    let test = combination(node, member) { item in
      recordTest(schema.joined(item), within: record, prefix: "", isCertain: true)
    }
    guard let test, test.condition != .never else {
      leave(member.value, member.key == "oneOf" || member.key == "anyOf" ? .eitherType : .condition)
      return []
    }
    if test.condition == .always {
      take(test, "nothing to add")
      return []
    }
    let sources = take(test, "check")
    var base = json.nodes[node].step
    if base.isEmpty || Int(base) != nil { base = "record" }
    let message = message(for: [member.value])
    return test.condition.parts.map { part in
      let part = naming(part, base, sources)
      return .clause(
        ledger.clause(JSONSchemaImporter.joined("check \(part.text)", message), sources))
    }
  }

  /// Returns the condition with each long part that occurs several times replaced by a name, and defines these names.
  private mutating func naming(
    _ condition: ImportedCondition, _ base: String, _ sources: [Int]
  ) -> ImportedCondition {
    var counts: OrderedDictionary<String, Int> = [:]
    condition.countParts(longerThan: 60, in: &counts)
    var names: OrderedDictionary<String, String> = [:]
    for (text, count) in counts where count > 1 {
      let name = newName(base, isField: true)
      names[text] = name
      form.declarations.append(ledger.clause("define \(Spelling.name(name)) = \(text)", sources))
    }
    return condition.replacing(names)
  }

  /// Returns the blocks for alternatives that one field's value distinguishes, or nil if no field distinguishes them.
  private mutating func tagged(
    _ member: JSONDocument.Member, within record: JoinedSchema,
    _ declared: inout OrderedSet<String>, _ closing: inout ImportedClause?
  ) -> [ImportedMember]? {
    let alternatives = json.items(member.value).map { schema.joined($0) }
    guard let tag = tagKey(of: alternatives, schema.requiredKeys(record)) else { return nil }
    let name = Spelling.operand(ImportedField.name(of: tag.key))
    guard let subject = subject(tag.key, name, of: record), !subject.isMoment else { return nil }
    var conditions: [ImportedCondition] = []
    for values in tag.values {
      guard let values else { continue }
      guard let condition = condition(that: subject, isOneOf: values), condition != .never else {
        return nil
      }
      conditions.append(condition)
    }
    let sources = take([member.value], "when \(name)")
    let isClosed = alternatives.allSatisfy { self.isClosed($0) }
    var own: OrderedSet<String> = []
    for alternative in alternatives { own.formUnion(schema.propertyKeys(alternative)) }
    let forbids = isClosed && closing == nil && tag.values.allSatisfy { $0 != nil }
    if forbids { closing = ledger.clause("closed", sources) }
    var branches: [ImportedBranch] = []
    var rest: ImportedBranch?
    var all = declared
    for (alternative, values) in zip(alternatives, tag.values) {
      var content = branch(
        alternative, tag: tag.key, within: record, declared, &all, isForbidding: forbids)
      if forbids { forbid(own, in: alternative, declared, &content) }
      if values == nil {
        rest = ImportedBranch(condition: nil, record: content)
      } else {
        let condition = ledger.clause(conditions[branches.count].text, sources)
        branches.append(ImportedBranch(condition: condition, record: content))
      }
    }
    declared = all
    var members: [ImportedMember] = []
    let listed = ImportedCondition.either(conditions)
    let areAll = condition(that: subject, isOneOf: tag.values.flatMap { $0 ?? [] })
    if rest == nil, areAll != .always {
      let text = "check \((areAll ?? listed).text)"
      let message = message(for: [member.value])
      members.append(.clause(ledger.clause(JSONSchemaImporter.joined(text, message), sources)))
    }
    branches += rest.map { [$0] } ?? []
    if branches.contains(where: { !$0.record.members.isEmpty }) { members.append(.when(branches)) }
    return members
  }

  /// Makes a closed alternative reject the keys of the other alternatives by adding fields and checks to it. Records
  /// the alternative's `additionalProperties` as kept.
  private mutating func forbid(
    _ keys: OrderedSet<String>, in joined: JoinedSchema, _ declared: OrderedSet<String>,
    _ content: inout ImportedRecord
  ) {
    for node in joined.nodes {
      guard let value = schema.keyword(node, "additionalProperties") else { continue }
      let sources = take([value], "closed")
      let own = schema.propertyKeys(JoinedSchema(nodes: [node]))
      for key in keys.union(declared).subtracting(own) {
        let name = ImportedField.name(of: key)
        if declared.contains(key) {
          let text = "check \(Spelling.operand(name)) is blank"
          content.members.append(.clause(ledger.clause(text, sources)))
        } else {
          var field = ImportedField(
            id: ledger.nextID(), name: name, type: .plain("any"), isOptional: true,
            clauses: [ledger.clause("rule blank", sources)])
          if name != key { field.key = key }
          content.members.append(.field(field))
        }
      }
    }
  }

  /// Returns a key whose value distinguishes the alternatives, with its values in each alternative. For one
  /// alternative, the values may be nil, which means all other values.
  func tagKey(
    of alternatives: [JoinedSchema], _ required: OrderedSet<String>
  ) -> (key: String, values: [[AllowedValue]?])? {
    guard alternatives.count > 1, let first = alternatives.first else { return nil }
    guard alternatives.allSatisfy({ $0.lacking.isEmpty && !$0.isNever }) else { return nil }
    for key in schema.propertyKeys(first) where required.contains(key) {
      let properties = alternatives.map { schema.property(key, of: $0) }
      let values = properties.map { $0.flatMap { schema.values($0)?.values } }
      var seen: [AllowedValue] = []
      var (areApart, others) = (true, 0)
      for (property, values) in zip(properties, values) {
        if values == nil { others += 1 }
        if property == nil || values?.isEmpty == true { areApart = false }
        for value in values ?? [] {
          if value.written == nil || seen.contains(where: { $0.literal == value.literal }) {
            areApart = false
          }
          seen.append(value)
        }
      }
      guard areApart, others < 2, seen.count > 0 else { continue }
      let rest = zip(properties, values).first { $0.1 == nil }?.0
      if let rest, !excludes(rest, seen) { continue }
      return (key, values)
    }
    return nil
  }

  /// Whether the only constraint of a schema is that a value isn't one of `values`.
  private func excludes(_ joined: JoinedSchema, _ values: [AllowedValue]) -> Bool {
    var found = false
    for node in joined.nodes {
      for member in schema.members(node) where JSONSchema.isConstraint(member.key) {
        guard member.key == "not", !found,
          let excluded = schema.values(schema.joined(member.value))?.values,
          excluded.count == values.count,
          excluded.allSatisfy({ value in values.contains { $0.literal == value.literal } })
        else { return false }
        found = true
      }
    }
    return found
  }

  /// Returns the blocks of `if`, `then` and `else`.
  private mutating func conditional(
    _ node: Int, _ value: Int, within record: JoinedSchema, _ declared: inout OrderedSet<String>
  ) -> [ImportedMember]? {
    guard
      let test = recordTest(schema.joined(value), within: record, prefix: "", isCertain: true),
      test.condition != .always, test.condition != .never
    else { return nil }
    let (then, otherwise) = (schema.keyword(node, "then"), schema.keyword(node, "else"))
    let sources =
      take([value], "when") + take(test, "when")
      + take([then, otherwise].compactMap { $0 }, "when")
    var all = declared
    let yes = then.map { branch(schema.joined($0), tag: nil, within: record, declared, &all) }
    let no = otherwise.map { branch(schema.joined($0), tag: nil, within: record, declared, &all) }
    declared = all
    if let yes {
      let condition = ledger.clause(test.condition.text, sources)
      return [
        .when(
          [ImportedBranch(condition: condition, record: yes)]
            + (no.map { [ImportedBranch(condition: nil, record: $0)] } ?? []))
      ]
    }
    let condition = ledger.clause(
      ImportedCondition.negation(of: test.condition).text, sources)
    return no.map { [.when([ImportedBranch(condition: condition, record: $0)])] } ?? []
  }

  /// Returns a block for each key with a dependent schema: the fields and checks that apply if the key is present.
  private mutating func dependentBranches(
    _ value: Int, within record: JoinedSchema, _ declared: inout OrderedSet<String>
  ) -> [ImportedMember] {
    let members = json.members(value).filter { !json.isList($0.value) }
    var conditions: [ImportedCondition] = []
    for member in members {
      guard let condition = filled(member.key, within: record, prefix: "", isCertain: true),
        condition != .always
      else {
        leave(value, .condition)
        return []
      }
      conditions.append(condition)
    }
    if members.isEmpty { return [] }
    let sources = take([value], "when")
    return zip(members, conditions).map { member, condition in
      var all = declared
      let content = branch(schema.joined(member.value), tag: nil, within: record, declared, &all)
      declared = all
      return .when([
        ImportedBranch(condition: ledger.clause(condition.text, sources), record: content)
      ])
    }
  }

  /// Returns the fields and checks of an alternative.
  ///
  /// - Parameters:
  ///   - tag: the key of the field that tells the alternatives apart.
  ///   - declared: the keys that have a field outside of the alternative.
  ///   - all: the keys that have a field anywhere. The keys of the alternative are added.
  ///   - isForbidding: whether `forbid` rejects all keys that the alternative doesn't have.
  private mutating func branch(
    _ joined: JoinedSchema, tag: String?, within record: JoinedSchema,
    _ declared: OrderedSet<String>, _ all: inout OrderedSet<String>, isForbidding: Bool = false
  ) -> ImportedRecord {
    visit(joined)
    var content = ImportedRecord(owners: joined.nodes)
    if joined.isNever || !schema.types(joined).types.contains(.record) {
      content.members.append(.clause(ledger.clause("check false")))
      return content
    }
    let required = schema.requiredKeys(joined)
    let keys = schema.propertyKeys(joined).union(schema.listedKeys(joined))
    var known = declared
    for key in keys where !declared.contains(key) {
      var field = field(key, of: joined, isRequired: required.contains(key))
      // A closed record accepts only its own keys, so a field that only the alternative has must be blank.
      if isClosed(record) { field.clauses.append(ledger.clause("rule blank")) }
      content.members.append(.field(field))
      known.insert(key)
    }
    for node in joined.nodes {
      for member in schema.members(node) {
        switch member.key {
        case "type": take([member.value], "a record")
        case "properties":
          take([member.value], "fields")
          for property in json.members(member.value) where declared.contains(property.key) {
            restrict(
              property, of: member.value, isTag: property.key == tag, within: record, &content)
          }
        case "required":
          var sources: [Int] = []
          for key in json.texts(member.value) ?? [] where declared.contains(key) {
            guard
              let condition = filled(key, asIn: joined, within: record, prefix: "", isCertain: true)
            else {
              leave(member.value, .condition)
              continue
            }
            if sources.isEmpty { sources = take([member.value], "required fields") }
            if condition == .always { continue }
            let name = Spelling.name(ImportedField.name(of: key))
            let message = message(for: [member.value], key: key)
            let text = JSONSchemaImporter.joined("check \(condition.text) at \(name)", message)
            content.members.append(.clause(ledger.clause(text, sources)))
          }
          if !ledger.knows(member.value) { take([member.value], "required fields") }
        case "additionalProperties" where json.truth(member.value) != false:
          if json.truth(member.value) == true { take([member.value], "open, as records are") }
        case "additionalProperties", "unevaluatedProperties":
          if !isForbidding { leave(member.value, .openRecord) }
        default: break
        }
      }
    }
    var inner = record
    inner.join(joined)
    var closing: ImportedClause? = ledger.clause("closed")
    content.members += conditions(
      of: joined, within: inner, declared: &known, closing: &closing)
    all.formUnion(known)
    return content
  }

  /// Adds an alternative's checks of a field that is declared outside of the alternative.
  ///
  /// - Parameter properties: the value of the keyword `properties` that has the field.
  private mutating func restrict(
    _ property: JSONDocument.Member, of properties: Int, isTag: Bool, within record: JoinedSchema,
    _ content: inout ImportedRecord
  ) {
    let joined = schema.joined(property.value)
    visit(joined, lack: .condition)
    content.owners += joined.nodes
    guard
      let test = fieldTest(
        property.key, property.value, within: record, prefix: "", isCertain: true)
    else {
      if json.truth(property.value) != nil { leave(property.value, .condition) }
      return
    }
    // The condition of the block already covers the values of the key.
    let tells = ["const", "enum", "type", "not", "title"]
    let isSaid =
      isTag && joined.nodes.allSatisfy { schema.members($0).allSatisfy { tells.contains($0.key) } }
    if isSaid || test.condition == .always {
      take(test, isSaid ? "the condition" : "nothing to add")
      return
    }
    let name = Spelling.name(ImportedField.name(of: property.key))
    let text = "check \(test.condition.text)"
    let sources = take(test, text)
    var message = message(for: test.keywords)
    if message.isEmpty { message = self.message(for: [properties], key: property.key) }
    let clause = JSONSchemaImporter.joined("\(text) at \(name)", message)
    content.members.append(.clause(ledger.clause(clause, sources)))
  }
}
