// Reads a compiled form for exporters: its texts without placeholders, and the positions of its constraints.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A form and the coverage of its export.
final class ExportReading {
  let program: Program
  let words: MessageWriter
  /// The language of the export. If it is nil, the export has the form's languages.
  let language: String?
  private let source: Source
  var coverage = Coverage(of: "exported")
  /// The number of enclosing blocks whose conditions are left out of the export.
  var lostBlocks = 0
  /// The number of enclosing lists that may be written as one text. The items of such a text aren't checked.
  var joinedLists = 0

  init(_ program: Program, _ source: Source, language: String?) {
    self.program = program
    self.source = source
    self.language = language
    words = MessageWriter(program, language: language)
  }

  // MARK: - Coverage

  /// Adds a coverage entry for a constraint at a position in the form.
  func add(_ outcome: Coverage.Outcome, _ constraint: String, _ field: Int32?, at span: Span) {
    coverage.entries.append(
      .init(
        path: field.flatMap { program.path(ofField: $0) } ?? "",
        line: source.position(span.lower).line, constraint: constraint,
        outcome: adapted(outcome)))
  }

  /// Returns an outcome as it is inside the blocks and lists around the constraint.
  private func adapted(_ outcome: Coverage.Outcome) -> Coverage.Outcome {
    if lostBlocks > 0 { return .leftOut(.block) }
    if joinedLists > 0, case .kept(let words) = outcome { return .partly(words, .joined) }
    return outcome
  }

  /// Adds a coverage entry for a condition.
  func add(_ outcome: Coverage.Outcome, _ condition: Int32, _ field: Int32?) {
    add(outcome, written(condition), field, at: program.span(ofCondition: condition))
  }

  /// Returns the source text of a condition on one line.
  func written(_ condition: Int32) -> String {
    source.text(program.span(ofCondition: condition)).split { $0.isWhitespace }
      .joined(separator: " ")
  }

  /// Returns the reason why a schema of single records can't express a condition.
  func lack(of condition: Int32) -> Coverage.Lack {
    guard condition >= 0 else { return .kind }
    switch program.view(condition) {
    case .dataSet, .question, .records, .wholeRecord: return .otherRecords
    case .ofList: return .otherData
    case .moment, .word(.past, _, _), .word(.future, _, _), .word(.age, _, _): return .moment
    case .host: return .host
    case .quantified, .aggregate, .inTable, .inValues, .lookUp, .each, .distinctValues,
      .word(.distinct, _, _):
      return .question
    default: break
    }
    var found: Coverage.Lack?
    var cells = 0
    for child in program.children(of: condition) {
      if case .cell = program.view(child) { cells += 1 }
      let lack = lack(of: child)
      if lack != .kind, found == nil { found = lack }
    }
    if let found { return found }
    switch program.view(condition) {
    case .arithmetic, .negate, .function, .extreme, .conditional, .template: return .calculation
    case .word(.decimals, _, _): return .decimals
    case .word(let word, _, _) where word == .count || word == .words: return .characters
    case .word(let word, _, _) where word.subject == .text: return .text
    default: break
    }
    if cells > 1 { return .otherField }
    guard
      case .cell(_, _, let field)? = program.children(of: condition).first.map({ program.view($0) }),
      field >= 0, program.field(field).kind.isMoment
    else { return .kind }
    return .time
  }

  // MARK: - Texts

  /// The title of the form, or nil if it has none.
  var title: String? { program.titleText.map { words.plainText($0) } }

  /// Returns the label that the form gives a field, or nil if it has none.
  func label(ofField field: Int32) -> String? {
    if case .text(let text) = program.label(ofField: field) { words.plainText(text) } else { nil }
  }

  /// Returns the hint of a field, or nil if it has none.
  func hint(ofField field: Int32) -> String? {
    program.field(field).hint.map { fixed($0, field: field) ?? words.plainText($0) }
  }

  /// Returns a text of the form with its placeholders filled in.
  ///
  /// - Parameters:
  ///   - condition: the condition that failed.
  ///   - rule: the whole condition, for limits that `condition` doesn't have.
  ///   - value: the text for the placeholder `{value}`. If it is nil, that placeholder can't be filled in.
  /// - Returns: the text, or nil if it has a placeholder whose text differs between records.
  func fixed(
    _ text: Int32?, field: Int32?, condition: Int32? = nil, rule: Int32? = nil,
    value: String? = nil
  ) -> String? {
    let conditions = [condition, rule].compactMap { $0 }
    guard let text else { return nil }
    var result = ""
    for part in program.template(text, for: words.language).parts {
      switch part {
      case .literal(let literal): result += literal
      case .plural: return nil
      case .placeholder(let placeholder):
        guard let filled = fixed(placeholder, field, conditions, value) else { return nil }
        result += filled
      }
    }
    return result
  }

  private func fixed(
    _ placeholder: Template.Placeholder, _ field: Int32?, _ conditions: [Int32], _ value: String?
  ) -> String? {
    switch placeholder {
    case .label: return field.map { words.label(ofField: $0) }
    case .value:
      guard let field, !program.isSecret(field: field) else { return nil }
      return value
    case .minimum:
      return limit(conditions.lazy.compactMap { self.program.limits(of: $0).low }.first, field)
    case .maximum:
      return limit(conditions.lazy.compactMap { self.program.limits(of: $0).high }.first, field)
    case .choices:
      guard let choices = field.flatMap({ program.field($0).choices }), choices.values.count <= 100
      else { return nil }
      return words.labels(choices).joined(separator: ", ")
    case .column: return field.flatMap { program.field($0).keys.first }
    case .operand(let node, let isSecret): return isSecret ? nil : limit(node, field)
    case .actual, .count, .record, .line, .first, .expected: return nil
    }
  }

  private func limit(_ node: Int32?, _ field: Int32?) -> String? {
    guard let node, case .constant(let number) = program.view(node) else { return nil }
    let (value, written) = program.constant(number)
    return field.flatMap { program.text(of: value, inField: $0) } ?? written ?? value.text
  }

  /// Returns the message for a failed part of a rule, or nil if the message may differ between records.
  func message(of rule: RuleView, _ part: Int32?, field: Int32?, value: String? = nil) -> String? {
    var ofDefinition: Int32?
    if let part, case .defined(_, let use) = program.view(part) {
      ofDefinition = program.definition(use).message
    }
    let ofField = field.flatMap { program.details(ofField: $0).message }
    return fixed(
      rule.message ?? ofDefinition ?? ofField, field: field, condition: part,
      rule: rule.condition, value: value)
  }
}

extension Formula {
  /// The parts that must all hold.
  var requirements: [Formula] {
    if case .all(let parts) = self { parts.flatMap { $0.requirements } } else { [self] }
  }

  /// The constraint and whether it is negated, or nil if the formula isn't a single constraint.
  var leaf: (constraint: Constraint, isNegated: Bool)? {
    switch self {
    case .constraint(let constraint): (constraint, constraint.isNegated)
    case .not(let inner): inner.leaf.map { ($0.constraint, !$0.isNegated) }
    case .all, .any, .opaque: nil
    }
  }

  /// Whether the formula is the rule that a value is unique among all records.
  func isUnique(in program: Program) -> Bool {
    guard case .opaque(let node) = self, case .dataSet(.unique, _, let values) = program.view(node)
    else { return false }
    return values.count == 1
  }

  /// The node of the first condition in the formula.
  var firstNode: Int32? {
    switch self {
    case .all(let parts), .any(let parts): parts.first?.firstNode
    case .not(let inner): inner.firstNode
    case .constraint(let constraint): constraint.source
    case .opaque(let node): node
    }
  }
}
