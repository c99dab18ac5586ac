// Conditions as JSON Schema. A schema either matches a record or doesn't, while a condition may also be unknown. Where
// a schema can't express a condition, it must not reject records that the form accepts. So a condition has a separate
// schema for each `SchemaWish`.

internal import FormworkEngine
internal import FormworkSyntax

/// The purpose of a condition's schema.
enum SchemaWish {
  /// Matches every accepted record for which the condition isn't false. Used for rules.
  case notFalse
  /// Matches an accepted record only if the condition is true for it. Used for the `if` of a block.
  case isTrue
  /// Matches an accepted record only if the condition isn't true for it. Used for the later branches of a block.
  case notTrue
}

/// A condition as a schema.
struct SaidCondition {
  /// Nil if no schema can express the condition. Then every record matches if the wish is `notFalse`; otherwise, no
  /// record does.
  var schema: JSONTree?
  /// Whether `schema` matches the wanted records and no others.
  var isExact = false
  var lack = Coverage.Lack.kind
  var notes: [Coverage.Note] = []

  static func unknown(_ lack: Coverage.Lack) -> SaidCondition { SaidCondition(lack: lack) }
}

/// The place of a condition: its level, and the blocks of that level that are certainly in force.
struct SchemaPlace {
  var level: Int32
  var blocks: [Int] = []
}

struct JSONSchemaConditions {
  let reading: ExportReading
  private var program: Program { reading.program }

  init(_ reading: ExportReading) { self.reading = reading }

  // MARK: - Formulas

  func said(
    _ formula: Formula, isNegated: Bool = false, _ wish: SchemaWish, _ place: SchemaPlace
  ) -> SaidCondition {
    switch formula {
    case .not(let inner): return said(inner, isNegated: !isNegated, wish, place)
    case .all(let parts):
      let all = parts.map { said($0, isNegated: isNegated, wish, place) }
      return joined(all, isAll: !isNegated, wish)
    case .any(let parts):
      let all = parts.map { said($0, isNegated: isNegated, wish, place) }
      return joined(all, isAll: isNegated, wish)
    case .constraint(let constraint):
      return said(constraint, isNegated != constraint.isNegated, wish, place)
    case .opaque(let node): return .unknown(reading.lack(of: node))
    }
  }

  private func joined(
    _ parts: [SaidCondition], isAll: Bool, _ wish: SchemaWish
  ) -> SaidCondition {
    // For `notTrue`, `all` and `any` are swapped: "all" isn't true if any of its parts isn't true.
    let isAll = wish == .notTrue ? !isAll : isAll
    var said = parts.filter { $0.schema != nil }
    var lack = Coverage.Lack.kind
    if let missing = parts.first(where: { $0.schema == nil || !$0.isExact }) { lack = missing.lack }
    let isComplete = said.count == parts.count
    if !isComplete, isAll != (wish == .notFalse) { return .unknown(lack) }
    if said.isEmpty, !parts.isEmpty { return .unknown(lack) }
    let isExact = isComplete && said.allSatisfy { $0.isExact }
    let notes = said.flatMap { $0.notes }
    if said.count == 1 {
      said[0].isExact = isExact
      said[0].lack = lack
      return said[0]
    }
    let schemas = said.compactMap { $0.schema }
    let schema: JSONTree =
      schemas.isEmpty
      ? (isAll ? true : false)
      : [isAll ? "allOf" : "anyOf": .array(schemas)]
    return SaidCondition(schema: schema, isExact: isExact, lack: lack, notes: notes)
  }

  // MARK: - Constraints

  private func said(
    _ constraint: Constraint, _ isNegated: Bool, _ wish: SchemaWish, _ place: SchemaPlace
  ) -> SaidCondition {
    guard let path = path(to: constraint.subject, place), let last = path.last else {
      return .unknown(reading.lack(of: constraint.source))
    }
    let field = RawField(last, program)
    if case .word(let word, _) = constraint.allowed, word == .filled || word == .blank {
      return said(isFilled: (word == .filled) != isNegated, field, path, wish)
    }
    // A blank bool is false.
    let isTruth = if case .isTrue = constraint.allowed { true } else { false }
    let set = field.set(of: constraint)
    var said =
      isNegated
      ? refused(set, field, wish, blankCounts: isTruth)
      : taken(set, field, wish, blankCounts: isTruth)
    if set.lack != .kind || said.schema == nil { said.lack = set.lack }
    if said.lack == .kind { said.lack = reading.lack(of: constraint.source) }
    if let note = set.note { said.notes.append(note) }
    guard let schema = said.schema else { return said }
    let mayBeMissing =
      wish == .notFalse
      || field.mayBeBlank && field.view.fallback == nil
        && (isTruth ? (wish == .isTrue) == isNegated : wish == .notTrue)
    // The field may have its value under a key other than the tested one.
    if wish != .notFalse, mayBeMissing, path.contains(where: { program.field($0).keys.count > 1 }) {
      return .unknown(.several)
    }
    said.schema = record(path, schema, isRequired: !mayBeMissing)
    return said
  }

  /// Translates the condition that a field's value is in a set.
  private func taken(
    _ set: RawSet, _ field: RawField, _ wish: SchemaWish, blankCounts: Bool
  ) -> SaidCondition {
    let hasDefault = field.view.fallback != nil
    switch wish {
    case .isTrue: return SaidCondition(schema: set.under, isExact: set.isExact && !hasDefault)
    case .notFalse:
      guard let over = set.over else { return SaidCondition() }
      let mayBeBlank = field.mayBeBlank && !(blankCounts && !hasDefault)
      return SaidCondition(
        schema: mayBeBlank ? ["anyOf": [field.blank, over]] : over,
        isExact: set.isExact)
    case .notTrue:
      guard let over = set.over else { return SaidCondition() }
      var refused: JSONTree = ["not": over]
      if hasDefault { refused = ["allOf": [refused, ["not": field.blank]]] }
      return SaidCondition(
        schema: field.mayBeBlank && !hasDefault
          ? ["anyOf": [field.surelyBlank, refused]] : refused,
        isExact: set.isExact && !hasDefault)
    }
  }

  /// Translates the condition that a field's value isn't in a set.
  private func refused(
    _ set: RawSet, _ field: RawField, _ wish: SchemaWish, blankCounts: Bool
  ) -> SaidCondition {
    let hasDefault = field.view.fallback != nil
    switch wish {
    case .isTrue:
      guard let over = set.over else { return SaidCondition() }
      let isFilled: JSONTree = ["not": field.blank]
      let isOther: JSONTree = ["not": over]
      guard field.mayBeBlank else { return SaidCondition(schema: isOther, isExact: set.isExact) }
      if blankCounts, !hasDefault { return SaidCondition(schema: isOther, isExact: set.isExact) }
      return SaidCondition(
        schema: ["allOf": [isFilled, isOther]], isExact: set.isExact && !hasDefault)
    case .notFalse:
      return SaidCondition(schema: set.under.map { ["not": $0] }, isExact: set.isExact)
    case .notTrue:
      guard let under = set.under else { return SaidCondition() }
      return SaidCondition(
        schema: field.mayBeBlank && !hasDefault && !blankCounts
          ? ["anyOf": [field.surelyBlank, under]] : under,
        isExact: set.isExact && !hasDefault && !blankCounts)
    }
  }

  private func said(
    isFilled: Bool, _ field: RawField, _ path: [Int32], _ wish: SchemaWish
  ) -> SaidCondition {
    if field.view.fallback != nil || path.count > 1 || field.view.keys.count > 1 {
      return .unknown(field.view.keys.count > 1 ? .several : .kind)
    }
    // `filled` and `blank` are never unknown, so `notTrue` means false.
    let isFilled = wish == .notTrue ? !isFilled : isFilled
    let isWide = wish == .notFalse
    let isExact = field.details.cleaning.without == nil
    if isFilled {
      let blank = isWide ? field.surelyBlank : field.blank
      return SaidCondition(
        schema: record(path, ["not": blank], isRequired: true), isExact: isExact)
    }
    return SaidCondition(
      schema: record(path, isWide ? field.blank : field.surelyBlank, isRequired: false),
      isExact: isExact)
  }

  /// Returns the schema of a record whose value at `path` matches `schema`.
  private func record(_ path: [Int32], _ schema: JSONTree, isRequired: Bool) -> JSONTree {
    path.reversed().reduce(schema) { schema, field in
      let key = program.field(field).keys[0]
      var members = JSONMembers()
      // Keywords for objects accept every value that isn't an object.
      if isRequired, field != path[0] { members["type"] = "object" }
      members["properties"] = [key: schema]
      if isRequired { members["required"] = .texts([key]) }
      return .object(members)
    }
  }

  /// Returns the path of fields from the record to `operand`. Nil if the operand isn't a field with keys, or isn't
  /// certainly in force.
  private func path(to operand: Int32, _ place: SchemaPlace) -> [Int32]? {
    switch program.view(operand) {
    case .cell(0, _, let field):
      guard field >= 0, program.level(of: field) == place.level else { return nil }
      let view = program.field(field)
      guard !view.isCalculated, !view.keys.isEmpty,
        view.blockCells.allSatisfy(place.blocks.contains)
      else { return nil }
      return [field]
    case .member(let record, let inner):
      guard let outer = path(to: record, place), let last = outer.last,
        let level = program.field(last).level,
        let path = path(to: inner, SchemaPlace(level: level))
      else { return nil }
      return outer + path
    default: return nil
    }
  }
}
