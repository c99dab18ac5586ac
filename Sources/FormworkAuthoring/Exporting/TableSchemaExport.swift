// `formwork export --to table-schema`: a form as a Table Schema of Frictionless.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Writes a form as a Table Schema.
///
/// Readers of Table Schemas are stricter than a form: they reject white space around a date and accept only one
/// spelling of true. They accept the same spellings as a form only for numbers. So all other columns are texts with a
/// pattern, and `rdfType` gives their types.
struct TableSchemaExport {
  private let reading: ExportReading
  private var program: Program { reading.program }

  static func schema(_ reading: ExportReading) -> JSONTree {
    let export = TableSchemaExport(reading: reading)
    let columns = reading.columns()
    var members: JSONMembers = [
      "$schema": "https://datapackage.org/profiles/2.0/tableschema.json"
    ]
    members.add("title", reading.title)
    // Columns may come in any order, optional ones may be missing, and unknown ones are ignored.
    members["fieldsMatch"] = "partial"
    members["fields"] = .array(columns.map { export.field($0) })
    members["missingValues"] = .texts([""] + reading.program.blankTexts(in: .csv))
    if let key = columns.first(where: {
      $0.isRequired
        && RawField($0.field, reading.program).requirements.contains {
          $0.part.isUnique(in: reading.program)
        }
    }) {
      members["primaryKey"] = .texts([key.name])
    }
    return .object(members)
  }

  private func field(_ column: ExportColumn) -> JSONTree {
    let raw = RawField(column.field, program, mayBeBlank: !column.isRequired)
    let view = raw.view
    var members: JSONMembers = ["name": .text(column.name)]
    members.add("title", reading.label(ofField: raw.named))
    members.add("description", reading.hint(ofField: raw.named))
    var constraints = JSONMembers()
    if column.isRequired { constraints["required"] = true }
    // A form ignores the cells of a block that isn't in force, so the columns of blocks aren't checked.
    let isChecked = column.conditions.isEmpty
    let isNumber = isNumber(raw) && column.isRequired
    members["type"] = .text(isNumber ? "number" : "string")
    members.add("rdfType", view.allowsPartialDates ? nil : TableSchemaExport.meaning(of: view.kind))
    let span = program.span(ofField: column.field)
    let pattern = isNumber || !isChecked ? nil : pattern(of: raw)
    if let pattern { constraints["pattern"] = .text(pattern) }
    reading.add(
      isNumber || pattern != nil || isChecked && view.kind == .string
        ? .kept(isNumber ? "type" : "pattern") : .leftOut(isChecked ? .spelling : .block),
      view.kind.rawValue, column.field, at: span)
    if column.isRequired { reading.add(.kept("required"), "required", column.field, at: span) }
    for (rule, part) in raw.requirements {
      add(part, rule, raw, column, isNumber, to: &constraints)
    }
    if !constraints.isEmpty { members["constraints"] = .object(constraints) }
    return .object(members)
  }

  /// Whether the type `number` of a Table Schema accepts every text that the field accepts.
  private func isNumber(_ raw: RawField) -> Bool {
    let cleaning = raw.details.cleaning
    return (raw.view.kind == .int || raw.view.kind == .number) && !raw.view.hasFormat
      && cleaning.without == nil && !cleaning.halfwidth && raw.view.fallback == nil
  }

  /// Returns a pattern of the texts that a field takes, or nil if Python can't read any such pattern.
  private func pattern(of raw: RawField) -> String? {
    guard let tree = raw.notation else { return nil }
    return readable(raw.patterns(tree, comparesCharacters: true))
  }

  private func readable(_ patterns: RawField.Patterns) -> String? {
    patterns.note == nil && !SchemaPattern.hasNames(patterns.over) ? patterns.over : nil
  }

  private func add(
    _ part: Formula, _ rule: RuleView, _ raw: RawField, _ column: ExportColumn, _ isNumber: Bool,
    to constraints: inout JSONMembers
  ) {
    if part.isUnique(in: program), column.isRequired, let node = part.firstNode {
      constraints["unique"] = true
      return reading.add(.kept("unique"), node, column.field)
    }
    let node = part.leaf?.constraint.source ?? rule.condition
    guard column.conditions.isEmpty else {
      return reading.add(.leftOut(.block), node, column.field)
    }
    guard let (constraint, isNegated) = part.leaf, !isNegated,
      case .cell(0, _, column.field) = program.view(constraint.subject)
    else {
      return reading.add(.leftOut(reading.lack(of: part.firstNode ?? -1)), node, column.field)
    }
    let set = raw.set(of: constraint)
    let known =
      isNumber
      ? ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
      : [
        "pattern", "minLength", "maxLength",
      ]
    let keywords = (set.keywords ?? [:]).filter { keyword, value in
      guard known.contains(keyword), constraints[keyword] == nil else { return false }
      if case .text(let pattern) = value {
        return set.note == nil && !SchemaPattern.hasNames(pattern)
      }
      return true
    }
    for (keyword, value) in keywords { constraints[keyword] = value }
    let words = keywords.map { $0.key }.joined(separator: ", ")
    let lack = set.lack == .kind ? reading.lack(of: node) : set.lack
    let outcome = Coverage.Outcome.of(keywords.isEmpty ? nil : words, isExact: set.isExact, lack)
    reading.add(outcome, node, column.field)
  }

  /// Returns the address of the XML Schema type for the type of a field, or nil for texts.
  private static func meaning(of kind: FieldKind) -> String? {
    let name: String? =
      switch kind.row.operand {
      case .int: "integer"
      case .number: "decimal"
      case .bool: "boolean"
      case .date: "date"
      case .time: "time"
      case .dateTime, .instant: "dateTime"
      default: nil
      }
    return name.map { "http://www.w3.org/2001/XMLSchema#" + $0 }
  }
}
