// Explains rules and checks: what they require, when they aren't checked, and their messages.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension Explainer {
  /// Returns a rule as one item. If its parts depend on different blank fields, each part becomes an item inside it.
  func items(_ rule: RuleView, _ place: Standpoint) -> [Document.Item] {
    var place = place
    place.notation = place.field ?? rule.field
    place.ambiguous = ambiguousNames(in: rule.condition)
    let parts = conjuncts(rule.condition)
    let blanks = parts.map { unknowns($0, place) }
    let own = rule.message == nil ? parts.map { definedMessage($0) } : []
    let isOne =
      blanks.allSatisfy { $0 == blanks[0] } && own.allSatisfy { $0 == own[0] }
    var notes = isOne ? [note(onlyIfFilled: blanks[0])].compactMap { $0 } : []
    notes += blankGroups(rule)
    if isOne || own.isEmpty { notes += messages(rule, place) }
    let statements = parts.map { statement($0, place) }
    if isOne, let text = plain(.all(of: statements)) {
      return [Document.Item(text: text, notes: notes)]
    }
    if statements.count == 1 {
      var item = item(statements[0])
      item.notes = notes
      return [item]
    }
    let items = parts.indices.map { part in
      var item = item(statements[part])
      if !isOne, let note = note(onlyIfFilled: blanks[part]) { item.notes.append(note) }
      if !isOne, !own.isEmpty { item.notes += messages(rule, of: parts[part], place) }
      return item
    }
    return [Document.Item(text: capitalized(text(.allOf)), notes: notes, items: items)]
  }

  /// Returns a note for each of several fields after `per` whose blank values make groups of their own.
  private func blankGroups(_ rule: RuleView) -> [String] {
    if rule.group.count < 2 { return [] }
    return rule.group.filter { field in
      let view = program.field(field)
      if case .optional = view.presence { return view.fallback == nil }
      return false
    }.map { text(.blankGroup).filled(("field", label($0))) }
  }

  /// Returns the parts of a condition that must all hold.
  private func conjuncts(_ condition: Int32) -> [Int32] {
    guard case .and(let first, let second) = program.view(condition) else { return [condition] }
    return conjuncts(first) + conjuncts(second)
  }

  /// Returns a statement as one text if it consists of a few simple sentences. Returns nil for any other statement.
  private func plain(_ statement: Statement) -> String? {
    let parts = if case .all(let parts) = statement { parts } else { [statement] }
    if parts.count > 3 { return nil }
    var texts: [String] = []
    for part in parts {
      guard case .sentence(let text) = part else { return nil }
      texts.append(sentence(text))
    }
    return texts.joined(separator: text(.sentenceGap))
  }

  /// Returns the messages for a failed rule, or for a part of it that has a message of its own.
  private func messages(
    _ rule: RuleView, of part: Int32? = nil, _ place: Standpoint
  ) -> [String] {
    let isWarning = rule.severity == .warning
    guard let message = rule.message ?? definedMessage(part ?? rule.condition) else {
      return isWarning ? [text(.warningOnly)] : []
    }
    var told = shown(
      message: message, title: rule.title, field: place.field ?? rule.field,
      condition: part ?? rule.condition)
    if place.field == nil, let field = rule.field {
      told = text(.toldAt).filled(("message", told), ("field", label(field)))
    }
    return [text(isWarning ? .ifNotWarning : .ifNot).filled(("message", told))]
  }

  /// Among the definitions that a condition uses, finds the first one with a message, and returns that message.
  private func definedMessage(_ condition: Int32) -> Int32? {
    switch program.view(condition) {
    case .and(let first, let second): definedMessage(first) ?? definedMessage(second)
    case .defined(let inner, let use):
      program.definition(use).message ?? definedMessage(inner)
    default: nil
    }
  }
}

// MARK: - Messages

extension Explainer {
  /// Returns a message in quotes, preceded by its title if it has one.
  func shown(
    message: Int32, title: Int32? = nil, field: Int32? = nil, condition: Int32? = nil
  ) -> String {
    func told(_ number: Int32) -> String {
      template(
        program.template(number, for: writer.language), field: field, condition: condition)
    }
    guard let title else { return quoted(told(message)) }
    return quoted(text(.titled).filled(("title", told(title)), ("message", told(message))))
  }

  /// Returns a text with each placeholder replaced by words for what it refers to.
  func template(_ template: Template, field: Int32? = nil, condition: Int32? = nil) -> String {
    visible(parts(template.parts, field, condition))
  }

  private func parts(_ parts: [Template.Part], _ field: Int32?, _ condition: Int32?) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .placeholder(let placeholder): shown(placeholder, field, condition)
      case .plural(_, _, let other): self.parts(other, field, condition)
      }
    }.joined()
  }

  private func shown(
    _ placeholder: Template.Placeholder, _ field: Int32?, _ condition: Int32?
  ) -> String {
    switch placeholder {
    case .label: return field.map { writer.label(ofField: $0) } ?? mark(text(.thatField))
    case .value: return mark(text(.thatValue))
    case .minimum: return limit(condition, field) { $0.low } ?? mark(text(.thatMinimum))
    case .maximum: return limit(condition, field) { $0.high } ?? mark(text(.thatMaximum))
    case .actual: return mark(text(.thatActual))
    case .count: return mark(text(.thatCount))
    case .choices: return mark(text(.thatChoices))
    case .expected: return mark(text(.thatExpected))
    case .column: return mark(text(.thatColumn))
    case .record: return mark(text(.thatRecord))
    case .line: return mark(text(.thatLine))
    case .first: return mark(text(.thatRecord))
    case .operand(let operand, _):
      if let field = ownField(of: operand) { return mark(writer.label(ofField: field)) }
      // Mark only the placeholders inside the template, not the whole template.
      if case .template(let entry) = program.view(operand) {
        return parts(program.template(ofNode: entry).parts, field, condition)
      }
      let told = self.operand(operand, Standpoint(notation: field))
      return isConstant(operand) ? told : mark(told)
    }
  }

  private func mark(_ name: String) -> String { text(.placeholder).filled(("name", name)) }

  /// Returns words for a limit of a rule: its value if it is constant, or else its operand, marked as a placeholder.
  private func limit(
    _ condition: Int32?, _ field: Int32?, _ side: (Interval<Int32>) -> Int32?
  ) -> String? {
    guard let condition, let limit = side(program.limits(of: condition)) else { return nil }
    if let field = ownField(of: limit) { return mark(writer.label(ofField: field)) }
    let told = operand(limit, Standpoint(field: field, notation: field))
    return isConstant(limit) ? told : mark(told)
  }
}
