// The conditions of a JSON Schema: rules about a value, and alternatives of records.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The value that a condition is about.
struct Subject {
  /// The path to the field, or nil if the condition is about `value`.
  var name: String?
  /// The JSON types that the field's type accepts.
  var types: JSONTypes
  /// Whether the value is a date or an instant.
  var isMoment = false
  /// Whether the field's type already lists the valid values.
  var hasValues = false
  /// The listed values of the field's type, if that is a choice.
  var choices: [AllowedValue]?
  /// The schema of the record or list, for conditions about its fields or items.
  var record: JoinedSchema?
  /// The nesting depth of the value in the condition.
  var depth = 0

  var operand: String { name ?? "value" }

  /// Whether the field's type has several alternatives.
  var isOfSeveral: Bool { !types.areOfOneKind && types.areSingleValues }

  func test(_ word: String) -> ImportedCondition {
    .test(name.map { "\($0) is \(word)" } ?? word)
  }
}

/// The meaning of some keywords of a schema.
struct ConditionPiece {
  enum Result {
    case condition(ImportedCondition)
    case failure(Coverage.Lack, String)
  }

  var keywords: [Int]
  var result: Result
  var notes: [Coverage.Note] = []

  init(_ keywords: [Int], _ condition: ImportedCondition) {
    (self.keywords, result) = (keywords, .condition(condition))
  }

  init(_ keywords: [Int], lack: Coverage.Lack, _ detail: String = "") {
    (self.keywords, result) = (keywords, .failure(lack, detail))
  }
}

/// A condition, and all keywords of the schema that it replaces.
struct SchemaTest {
  var condition: ImportedCondition
  var keywords: [Int] = []
  var notes: [Coverage.Note] = []

  /// Adds the keywords and notes of a part of the condition.
  mutating func include(_ part: SchemaTest) {
    keywords += part.keywords
    notes += part.notes
  }
}

extension ImportedCondition {
  /// The conditions that must all hold.
  var parts: [ImportedCondition] { if case .all(let parts) = self { parts } else { [self] } }
}

// MARK: - Values

extension JSONSchemaImporter {
  /// Returns the meanings of a schema's keywords for a value.
  func pieces(_ joined: JoinedSchema, _ subject: Subject) -> [ConditionPiece] {
    var pieces: [ConditionPiece] = []
    let values = schema.values(joined)
    if let values {
      if subject.hasValues, subject.name == nil {
        pieces.append(ConditionPiece(values.keywords, .always))
      } else {
        pieces.append(valuesPiece(values.values, values.keywords, subject))
      }
    }
    for node in joined.nodes {
      for member in schema.members(node) {
        if let values, values.keywords.contains(member.value) { continue }
        if joined.followed.contains(member.value) { continue }
        if member.key == "type", subject.types == .all, let values {
          let types = types(of: member.value)
          if values.values.allSatisfy({ $0.types.isSubset(of: types) }) {
            pieces.append(ConditionPiece([member.value], .always))
            continue
          }
        }
        if let piece = piece(node, member, joined, subject) { pieces.append(piece) }
      }
    }
    return pieces
  }

  private func valuesPiece(
    _ values: [AllowedValue], _ keywords: [Int], _ subject: Subject
  ) -> ConditionPiece {
    if subject.isMoment { return ConditionPiece(keywords, lack: .condition) }
    guard let condition = condition(that: subject, isOneOf: values) else {
      return ConditionPiece(keywords, lack: subject.types == .all ? .eitherType : .wholeOnly)
    }
    var piece = ConditionPiece(keywords, condition)
    let written = values.compactMap { $0.written }
    if written.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) {
      piece.notes = [.characters]
    }
    return piece
  }

  /// Returns the condition that a value is one of `values`, or nil if a form can't express it.
  func condition(that subject: Subject, isOneOf values: [AllowedValue]) -> ImportedCondition? {
    var kept: [String] = []
    for value in values where !value.types.isDisjoint(with: subject.types) {
      guard let written = value.written else {
        if value.literal == .text("") { continue }
        return nil
      }
      if let choices = subject.choices, !choices.contains(where: { $0.literal == value.literal }) {
        continue
      }
      if subject.types == .all, !value.isOnlyText { return nil }
      kept.append(written)
    }
    if kept.isEmpty { return .never }
    if subject.types == .bool, kept.count > 1 { return .always }
    if subject.choices.map({ $0.count == kept.count }) == true { return .always }
    if subject.isOfSeveral {
      let types = values.reduce(into: JSONTypes()) { $0.formUnion($1.types) }
      let isListed = ImportedCondition.test(
        "\(subject.operand) in (\(kept.joined(separator: ", ")))")
      return .both([condition(that: subject, isOf: types), isListed])
    }
    let list = kept.joined(separator: ", ")
    // A value of any type can be compared as a text.
    let operand = subject.types == .all ? "\"{\(subject.operand)}\"" : subject.operand
    if kept.count == 1 { return .test("\(operand) == \(list)") }
    return .test(operand == "value" ? "oneOf(\(list))" : "\(operand) in (\(list))")
  }

  /// Returns the meaning of one keyword. Nil if the keyword isn't about values, or if the piece for a different keyword
  /// covers it.
  private func piece(
    _ node: Int, _ member: JSONDocument.Member, _ joined: JoinedSchema, _ subject: Subject
  ) -> ConditionPiece? {
    let own = [member.value]
    let about = JSONSchema.subject(of: member.key)
    if !about.isEmpty, about.isDisjoint(with: subject.types) { return ConditionPiece(own, .always) }
    switch member.key {
    case "type" where subject.name != nil: return typePiece(member.value, subject)
    case "minLength", "maxLength": return lengthPiece(node, member, subject)
    case "minItems", "maxItems": return lengthPiece(node, member, subject)
    case "pattern": return patternPiece(member.value, subject)
    case "format": return formatPiece(member.value, subject)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      return boundPiece(node, member, subject)
    case "multipleOf":
      guard let step = json.number(member.value) else { return ConditionPiece(own, lack: .unknown) }
      // Every int is a multiple of 1 and of its fractions.
      if subject.types == .whole, ExactDecimal(1).isMultiple(of: step) == true {
        return ConditionPiece(own, .always)
      }
      return ConditionPiece(own, subject.test("multipleOf(\(step.description))"))
    case "uniqueItems": return distinctPiece(member.value, joined, subject)
    case "contains": return containsPiece(node, member.value, joined, subject)
    case "minContains", "maxContains":
      return schema.keyword(node, "contains") == nil ? ConditionPiece(own, .always) : nil
    case "items" where subject.name != nil: return itemsPiece(member.value, joined, subject)
    case "not", "anyOf", "oneOf", "if":
      if subject.types == .record { return nil }
      return combinationPiece(node, member, joined, subject)
    default: return nil
    }
  }

  private func types(of keyword: Int) -> JSONTypes {
    var types: JSONTypes = json.text(keyword).map { .named($0) } ?? []
    for item in json.items(keyword) { types.formUnion(json.text(item).map { .named($0) } ?? []) }
    return types
  }

  private func typePiece(_ keyword: Int, _ subject: Subject) -> ConditionPiece {
    let types = types(of: keyword)
    if subject.types.isSubset(of: types) { return ConditionPiece([keyword], .always) }
    if subject.types.isDisjoint(with: types) { return ConditionPiece([keyword], .never) }
    if subject.types == .number, types.contains(.whole) {
      return ConditionPiece([keyword], subject.test("multipleOf(1)"))
    }
    if !subject.isOfSeveral { return ConditionPiece([keyword], lack: .eitherType) }
    return ConditionPiece([keyword], condition(that: subject, isOf: types))
  }

  /// Returns the condition that a value with alternatives has one of `types`.
  private func condition(that subject: Subject, isOf types: JSONTypes) -> ImportedCondition {
    let own = subject.types
    if own.isSubset(of: types) { return .always }
    var parts = own.intersection(types).subtracting(.number).typeWords.map {
      ImportedCondition.test("\(subject.operand) is \($0)")
    }
    if let word = own.intersection(.number).typeWords.first, !types.isDisjoint(with: .number) {
      let isNumber = ImportedCondition.test("\(subject.operand) is \(word)")
      let isWhole = own.contains(.fraction) && !types.contains(.fraction)
      parts.append(isWhole ? .both([isNumber, subject.test("multipleOf(1)")]) : isNumber)
    }
    return .either(parts)
  }

  private func lengthPiece(
    _ node: Int, _ member: JSONDocument.Member, _ subject: Subject
  ) -> ConditionPiece? {
    let isText = member.key.hasSuffix("Length")
    let keys = isText ? ("minLength", "maxLength") : ("minItems", "maxItems")
    let (lowValue, highValue) = (schema.keyword(node, keys.0), schema.keyword(node, keys.1))
    if lowValue != nil, member.value != lowValue { return nil }
    let keywords = [lowValue, highValue].compactMap { $0 }
    if subject.isMoment { return ConditionPiece(keywords, lack: .condition) }
    var low = json.number(lowValue)
    if let least = low, !(ExactDecimal(1) < least) { low = nil }
    let high = json.number(highValue)
    if let high, high.isZero { return ConditionPiece(keywords, subject.test("blank")) }
    guard let range = Spelling.range(low, high) else { return ConditionPiece(keywords, .always) }
    var piece = ConditionPiece(
      keywords, subject.test("count(\(low == nil && high == nil ? "1..." : range))"))
    if isText { piece.notes = [.characters] }
    return piece
  }

  private func patternPiece(_ keyword: Int, _ subject: Subject) -> ConditionPiece {
    guard let pattern = json.text(keyword), !subject.isMoment else {
      return ConditionPiece([keyword], lack: .condition)
    }
    return patternPiece(pattern, keyword, subject)
  }

  /// Returns the meaning of a pattern, which is the text or the key of `keyword`.
  func patternPiece(_ pattern: String, _ keyword: Int, _ subject: Subject) -> ConditionPiece {
    do throws(Gap) {
      let condition = try ECMAPattern.condition(pattern) { subject.test(Spelling.matches($0)) }
      var piece = ConditionPiece([keyword], condition)
      piece.notes = [.patterns]
      return piece
    } catch {
      return ConditionPiece([keyword], lack: error.lack, visible(pattern))
    }
  }

  private func formatPiece(_ keyword: Int, _ subject: Subject) -> ConditionPiece? {
    guard let format = json.text(keyword) else { return ConditionPiece([keyword], lack: .unknown) }
    if subject.isMoment { return ConditionPiece([keyword], .always) }
    let word: String
    switch format {
    // If a value has alternatives, these words test its type instead.
    case "date", "date-time":
      if subject.isOfSeveral { return ConditionPiece([keyword], lack: .format, format) }
      word = format == "date" ? "date" : "instant"
    case "email", "idn-email": word = "email"
    case "uri": word = "uri"
    case "uuid": word = "uuid"
    case "hostname": word = "hostname"
    case "ipv4", "ip-address": word = "ipv4"
    case "ipv6": word = "ipv6"
    case "password": return nil
    case "time", "duration", "idn-hostname", "uri-reference", "iri", "iri-reference",
      "uri-template", "json-pointer", "relative-json-pointer", "regex":
      return ConditionPiece([keyword], lack: .format, format)
    default: return ConditionPiece([keyword], .always)
    }
    var piece = ConditionPiece([keyword], subject.test(word))
    piece.notes = [.formats]
    return piece
  }

  private func boundPiece(
    _ node: Int, _ member: JSONDocument.Member, _ subject: Subject
  ) -> ConditionPiece? {
    // Up to draft 4, a Boolean keyword beside the bound says whether the bound is exclusive.
    if json.truth(member.value) != nil {
      let bound = member.key == "exclusiveMinimum" ? "minimum" : "maximum"
      return schema.keyword(node, bound) == nil ? ConditionPiece([member.value], .always) : nil
    }
    guard let number = json.number(member.value) else {
      return ConditionPiece([member.value], lack: .unknown)
    }
    let isLow = member.key.hasSuffix("inimum")
    let flag = schema.keyword(node, isLow ? "exclusiveMinimum" : "exclusiveMaximum")
    if member.key.hasPrefix("exclusive") || json.truth(flag) == true {
      let keywords = [member.value] + (json.truth(flag) == true ? [flag ?? 0] : [])
      return ConditionPiece(
        keywords, .test("\(subject.operand) \(isLow ? ">" : "<") \(number.description)"))
    }
    let other = schema.keyword(node, isLow ? "maximum" : "minimum")
    let otherFlag = schema.keyword(node, isLow ? "exclusiveMaximum" : "exclusiveMinimum")
    var keywords = [member.value] + (json.truth(flag) == false ? [flag ?? 0] : [])
    guard let bound = json.number(other), json.truth(otherFlag) != true else {
      let range = isLow ? Spelling.range(number, nil) : Spelling.range(nil, number)
      return ConditionPiece(keywords, subject.test("range(\(range ?? ""))"))
    }
    // The condition made for the lower bound covers both bounds.
    if !isLow { return nil }
    keywords.append(other ?? 0)
    if json.truth(otherFlag) == false { keywords.append(otherFlag ?? 0) }
    if bound < number { return ConditionPiece(keywords, .never) }
    return ConditionPiece(keywords, subject.test("range(\(Spelling.range(number, bound) ?? ""))"))
  }

  private func distinctPiece(
    _ keyword: Int, _ joined: JoinedSchema, _ subject: Subject
  ) -> ConditionPiece {
    if json.truth(keyword) == false { return ConditionPiece([keyword], .always) }
    let items = schema.items(of: joined)
    let types = schema.types(items).types
    // A form compares only the fields of two records. If the records aren't closed, the schema also compares other
    // keys.
    if types.subtracting(.null) == .record, !isClosed(items) {
      return ConditionPiece([keyword], lack: .wholeOnly)
    }
    if types.subtracting(.null) == .list { return ConditionPiece([keyword], lack: .wholeOnly) }
    var piece = ConditionPiece([keyword], subject.test("distinct"))
    if types == .all { piece.notes = [.order] }
    if types.contains(.text), momentType(items) == nil { piece.notes.append(.characters) }
    return piece
  }
}

// MARK: - Items

extension JSONSchemaImporter {
  private func itemSubject(_ joined: JoinedSchema) -> Subject? {
    let items = schema.items(of: joined)
    let types = schema.types(items)
    guard types.types.areOfOneKind, !types.types.contains(.null) else { return nil }
    if types.types == .list { return nil }
    var subject = Subject(name: "value", types: types.types, isMoment: momentType(items) != nil)
    subject.choices = choices(items)
    if types.types == .record { subject.record = items }
    return subject
  }

  /// Returns the listed texts of a field that is a choice, or nil for other fields.
  private func choices(_ joined: JoinedSchema) -> [AllowedValue]? {
    guard let values = schema.values(joined)?.values else { return nil }
    let texts = values.filter { $0.types == .text && $0.written != nil }
    return texts.isEmpty ? nil : texts
  }

  /// Returns a schema as a test of one item of a list, or nil if a form can't express it.
  private func itemTest(_ value: Int, _ list: JoinedSchema, _ depth: Int) -> SchemaTest? {
    guard var subject = itemSubject(list) else { return nil }
    subject.depth = depth + 1
    let inner = schema.joined(value)
    if let record = subject.record {
      return recordTest(
        inner, within: record, prefix: "", isCertain: true, depth: subject.depth)
    }
    return valueTest(inner, subject)
  }

  private func containsPiece(
    _ node: Int, _ value: Int, _ joined: JoinedSchema, _ subject: Subject
  ) -> ConditionPiece {
    let (low, high) = (schema.keyword(node, "minContains"), schema.keyword(node, "maxContains"))
    var keywords = [value] + [low, high].compactMap { $0 }
    let list = subject.record ?? joined
    guard let test = itemTest(value, list, subject.depth) else {
      return ConditionPiece(keywords, lack: .condition)
    }
    keywords += test.keywords
    if let least = json.number(low), least.isZero, high == nil {
      return ConditionPiece(keywords, .always)
    }
    switch test.condition {
    case .always: return ConditionPiece(keywords, lack: .condition)
    case .never: return ConditionPiece(keywords, .never)
    default: break
    }
    let arguments = "(\(subject.operand), \(test.condition.text))"
    let range = Spelling.range(json.number(low) ?? ExactDecimal(1), json.number(high)) ?? "1..."
    let isAny = low == nil && high == nil
    var piece = ConditionPiece(
      keywords, .test(isAny ? "any\(arguments)" : "count\(arguments) in \(range)"))
    piece.notes = test.notes
    return piece
  }

  private func itemsPiece(
    _ value: Int, _ joined: JoinedSchema, _ subject: Subject
  ) -> ConditionPiece {
    guard json.isRecord(value), let list = subject.record,
      let test = itemTest(value, list, subject.depth)
    else {
      return ConditionPiece([value], lack: .condition)
    }
    let keywords = [value] + test.keywords
    switch test.condition {
    case .always: return ConditionPiece(keywords, .always)
    case .never: return ConditionPiece(keywords, subject.test("blank"))
    default:
      var piece = ConditionPiece(
        keywords, .test("all(\(subject.operand), \(test.condition.text))"))
      piece.notes = test.notes
      return piece
    }
  }
}

// MARK: - Combinations

extension JSONSchemaImporter {
  private func combinationPiece(
    _ node: Int, _ member: JSONDocument.Member, _ joined: JoinedSchema, _ subject: Subject
  ) -> ConditionPiece {
    var subject = subject
    if subject.types == .list, subject.record == nil { subject.record = joined }
    let test = combination(node, member) { item in valueTest(schema.joined(item), subject) }
    guard let test else { return ConditionPiece([member.value], lack: .condition) }
    var piece = ConditionPiece(test.keywords, test.condition)
    piece.notes = test.notes
    return piece
  }

  /// Returns the test that `not`, `anyOf`, `oneOf` or `if` expresses, or nil if a form can't express it.
  ///
  /// - Parameter test: Translates a schema, or returns nil if a form can't express it.
  func combination(
    _ node: Int, _ member: JSONDocument.Member, _ test: (Int) -> SchemaTest?
  ) -> SchemaTest? {
    var whole = SchemaTest(condition: .always, keywords: [member.value])
    func inner(_ value: Int?) -> ImportedCondition? {
      guard let value else { return .always }
      if let truth = json.truth(value) { return truth ? .always : .never }
      guard let inner = test(value) else { return nil }
      whole.include(inner)
      return inner.condition
    }
    switch member.key {
    case "not":
      guard let condition = inner(member.value) else { return nil }
      whole.condition = .negation(of: condition)
    case "if":
      let (then, otherwise) = (schema.keyword(node, "then"), schema.keyword(node, "else"))
      guard let condition = inner(member.value), let yes = inner(then), let no = inner(otherwise)
      else { return nil }
      whole.keywords += [then, otherwise].compactMap { $0 }
      if condition.size + yes.size + no.size > JSONSchemaImporter.sizeLimit { return nil }
      whole.condition = .both([
        .either([.negation(of: condition), yes]), .either([condition, no]),
      ])
    default:
      let items = json.items(member.value)
      var conditions: [ImportedCondition] = []
      for item in items {
        guard let condition = inner(item) else { return nil }
        conditions.append(condition)
      }
      if conditions.isEmpty { return nil }
      let size = conditions.reduce(0) { $0 + $1.size }
      if size * (member.key == "oneOf" ? items.count : 1) > JSONSchemaImporter.sizeLimit {
        return nil
      }
      whole.condition = member.key == "oneOf" ? .one(of: conditions) : .either(conditions)
    }
    return whole
  }

  /// Counts a test, and returns whether the limits still allow it. Schemas that contain each other could make endless
  /// conditions.
  private func mayTest(_ depth: Int) -> Bool {
    budget.tests += 1
    return depth < JSONSchemaImporter.testDepth && budget.tests < JSONSchemaImporter.testLimit
  }

  /// Returns a schema as a test of a filled value, or nil if a form can't express it.
  func valueTest(_ joined: JoinedSchema, _ subject: Subject) -> SchemaTest? {
    guard joined.lacking.isEmpty, mayTest(subject.depth) else { return nil }
    if joined.isNever { return SchemaTest(condition: .never) }
    if subject.types == .record, let record = subject.record {
      return recordTest(
        joined, within: record, prefix: subject.operand + ".", isCertain: false,
        depth: subject.depth + 1)
    }
    var test = SchemaTest(condition: .always, keywords: joined.followed.map { $0 })
    var conditions: [ImportedCondition] = []
    let pieces = pieces(joined, subject)
    for piece in pieces {
      guard case .condition(let condition) = piece.result else { return nil }
      conditions.append(condition)
      test.keywords += piece.keywords
      test.notes += piece.notes
    }
    guard covers(joined, test.keywords, except: ["type"]) else { return nil }
    if subject.name == nil {
      for type in schema.values("type", of: joined) {
        guard case .condition(let condition) = typePiece(type, subject).result else { return nil }
        conditions.append(condition)
        test.keywords.append(type)
      }
    }
    test.condition = .both(conditions)
    return test
  }

  /// Whether `keywords` has every constraint of a schema, apart from those named in `except`.
  private func covers(_ joined: JoinedSchema, _ keywords: [Int], except: [String]) -> Bool {
    joined.nodes.allSatisfy { node in
      schema.members(node).allSatisfy { member in
        !JSONSchema.isConstraint(member.key) || except.contains(member.key)
          || keywords.contains(member.value)
      }
    }
  }

  // MARK: Records

  /// Returns a schema as a test of a record, or nil if a form can't express it.
  ///
  /// - Parameters:
  ///   - record: the schema that the fields were made from.
  ///   - prefix: the path to the record, with a dot at its end.
  ///   - isCertain: whether the record is certainly filled.
  func recordTest(
    _ joined: JoinedSchema, within record: JoinedSchema, prefix: String, isCertain: Bool,
    depth: Int = 0
  ) -> SchemaTest? {
    guard joined.lacking.isEmpty, mayTest(depth) else { return nil }
    if joined.isNever { return SchemaTest(condition: .never) }
    var test = SchemaTest(condition: .always, keywords: joined.followed.map { $0 })
    var conditions: [ImportedCondition] = []
    for node in joined.nodes {
      for member in schema.members(node) where JSONSchema.isConstraint(member.key) {
        if joined.followed.contains(member.value) { continue }
        test.keywords.append(member.value)
        switch member.key {
        case "type":
          let types = JSONTypes.named(json.text(member.value) ?? "")
          let all = json.items(member.value).map { JSONTypes.named(json.text($0) ?? "") }
          if types != .record, !all.contains(.record) { conditions.append(.never) }
        case "properties":
          for property in json.members(member.value) {
            guard
              let inner = fieldTest(
                property.key, property.value, within: record, prefix: prefix,
                isCertain: isCertain, depth: depth)
            else { return nil }
            conditions.append(inner.condition)
            test.include(inner)
          }
        case "required":
          for key in json.texts(member.value) ?? [] {
            guard
              let condition = filled(
                key, asIn: joined, within: record, prefix: prefix, isCertain: isCertain)
            else { return nil }
            conditions.append(condition)
          }
        case "not", "anyOf", "oneOf", "if":
          let inner = combination(node, member) { item in
            recordTest(
              schema.joined(item), within: record, prefix: prefix, isCertain: isCertain,
              depth: depth)
          }
          guard let inner else { return nil }
          conditions.append(inner.condition)
          test.include(inner)
        case "then", "else": if schema.keyword(node, "if") == nil { continue }
        case "additionalProperties":
          if json.truth(member.value) == true { continue }
          return nil
        default:
          if JSONSchema.subject(of: member.key).isEmpty { return nil }
          if JSONSchema.subject(of: member.key) == .record { return nil }
        }
      }
    }
    test.condition = .both(conditions)
    return test
  }

  /// Returns the condition that a field is filled, or nil if a form can't express that its key is there.
  ///
  /// - Parameter joined: the schema that requires the key.
  func filled(
    _ key: String, asIn joined: JoinedSchema? = nil, within record: JoinedSchema, prefix: String,
    isCertain: Bool
  ) -> ImportedCondition? {
    // The schema distinguishes null and the empty text from a missing key, but all of them are blank in a form.
    let mayBeEmpty = [joined, record].contains { joined in
      joined.flatMap { schema.property(key, of: $0) }.map { schema.allowsEmptyText($0) } == true
    }
    if schema.property(key, of: record) == nil || mayBeNull(key, of: record) || mayBeEmpty {
      return schema.requiredKeys(record).contains(key) ? .always : nil
    }
    if schema.requiredKeys(record).contains(key), isCertain { return .always }
    return .test("\(prefix)\(name(key, prefix)) is filled")
  }

  private func name(_ key: String, _ prefix: String) -> String {
    let name = ImportedField.name(of: key)
    return prefix.isEmpty ? Spelling.operand(name) : Spelling.name(name)
  }

  /// Returns a schema as a test of a field, or nil if a form can't express it. A blank field passes the test, unless it
  /// is certainly required.
  func fieldTest(
    _ key: String, _ value: Int, within record: JoinedSchema, prefix: String, isCertain: Bool,
    depth: Int = 0
  ) -> SchemaTest? {
    let inner = schema.joined(value)
    let path = prefix + name(key, prefix)
    if json.truth(value) == true { return SchemaTest(condition: .always) }
    guard var subject = subject(key, path, of: record) else { return nil }
    subject.depth = depth + 1
    var test: SchemaTest
    if json.truth(value) == false {
      test = SchemaTest(condition: .never)
    } else {
      guard let found = valueTest(inner, subject) else { return nil }
      test = found
    }
    if test.condition == .always { return test }
    if schema.types(inner).areStated, !schema.types(inner).types.contains(.null),
      schema.property(key, of: record).map({ schema.types($0).types.contains(.null) }) == true,
      record.extras[key] == nil
    {
      // The schema rejects null but accepts a missing key. A form can't express this, because both are blank.
      return nil
    }
    if !(isCertain && schema.requiredKeys(record).contains(key)) {
      test.condition = .either([.test("\(path) is blank"), test.condition])
    }
    return test
  }

  /// Returns the field of a record as the subject of a condition; nil if a form can't have a condition about the field.
  func subject(_ key: String, _ path: String, of record: JoinedSchema) -> Subject? {
    if let extra = record.extras[key] {
      var subject = Subject(name: path, types: extra.types)
      if extra.types == .text, !extra.values.isEmpty { subject.choices = extra.values }
      return subject
    }
    guard let property = schema.property(key, of: record), property.lacking.isEmpty else {
      return nil
    }
    var (types, areStated) = schema.types(property)
    if !areStated, let assumed = schema.assumedTypes(property) { types = assumed }
    types.subtract(.null)
    guard
      types.areOfOneKind || types.areSingleValues && areStated
        || types == .all.subtracting(.null)
    else { return nil }
    if types == .all.subtracting(.null) { return Subject(name: path, types: .all) }
    var subject = Subject(name: path, types: types, isMoment: momentType(property) != nil)
    subject.choices = choices(property)
    subject.record = property
    return subject
  }
}
