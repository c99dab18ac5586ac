// When a rule is not looked at: which fields leave it without an answer as long as they are blank.

internal import FormworkEngine
internal import FormworkReport

extension Explainer {
  /// How many parts of a condition are followed in search of fields.
  private static let partLimit = 2_000
  /// How many fields are asked about.
  private static let fieldLimit = 12

  /// The fields that may be blank and leave a condition without an answer then.
  func blankFields(_ condition: Int32, _ place: Standpoint) -> [Int32] {
    var fields: [Int32] = []
    var room = Explainer.partLimit
    gather(condition, place, &fields, &room)
    return fields.prefix(Explainer.fieldLimit).filter { field in
      !asks(condition, field) && !outcomes(of: condition, withoutField: field).canFail
    }
  }

  /// "Only checked when “a” and “b” are filled in."
  func note(onlyIfFilled fields: [Int32]) -> String? {
    if fields.isEmpty { return nil }
    var labels: [String] = []
    for field in fields {
      let label = label(field)
      if !labels.contains(label) { labels.append(label) }
    }
    return text(labels.count == 1 ? .onlyIfOneFilled : .onlyIfFilled).filled(
      ("fields", words.builtIn.listed(labels, .and)))
  }

  private func gather(
    _ number: Int32, _ place: Standpoint, _ fields: inout [Int32], _ room: inout Int
  ) {
    room -= 1
    guard number >= 0, room > 0 else { return }
    // Of the entries of a list each has its own.
    if case .ofItem = program.view(number) { return }
    if case .cell(_, _, let field) = program.view(number), field >= 0, field != place.field,
      !program.field(field).name.isEmpty, !fields.contains(field),
      program.mayBeBlank(field: field, inside: place.blocks)
    {
      fields.append(field)
    }
    let known = fields.count
    for child in program.children(of: number) { gather(child, place, &fields, &room) }
    if let list = quantifiedList(number) {
      // Of the fields of entries each entry has its own.
      let added = fields[known...].filter { program.field($0).owner != list }
      fields.replaceSubrange(known..., with: added)
    }
  }

  /// The list whose entries a condition goes through.
  private func quantifiedList(_ number: Int32) -> Int32? {
    switch program.view(number) {
    case .quantified(let list, _, _, _), .countOf(let list, _, _): field(of: list)
    default: nil
    }
  }

  /// Whether a condition asks itself whether a field is blank.
  private func asks(_ number: Int32, _ field: Int32) -> Bool {
    switch program.view(number) {
    case .word(.filled, let subject, _), .word(.blank, let subject, _): reads(subject, field)
    case .and, .or, .not, .defined, .quantified:
      program.children(of: number).contains { asks($0, field) }
    default: false
    }
  }

  /// What may come of a condition.
  private struct Outcomes {
    var canHold: Bool
    var canFail: Bool

    static let anything = Outcomes(canHold: true, canFail: true)
    static let nothing = Outcomes(canHold: false, canFail: false)
  }

  /// What may come of a condition while a field is blank.
  private func outcomes(of number: Int32, withoutField field: Int32) -> Outcomes {
    switch program.view(number) {
    case .and(let first, let second):
      let (one, other) = (
        outcomes(of: first, withoutField: field), outcomes(of: second, withoutField: field)
      )
      return Outcomes(
        canHold: one.canHold && other.canHold, canFail: one.canFail || other.canFail)
    case .or(let first, let second):
      let (one, other) = (
        outcomes(of: first, withoutField: field), outcomes(of: second, withoutField: field)
      )
      return Outcomes(
        canHold: one.canHold || other.canHold, canFail: one.canFail && other.canFail)
    case .not(let inner):
      let inner = outcomes(of: inner, withoutField: field)
      return Outcomes(canHold: inner.canFail, canFail: inner.canHold)
    case .defined(let inner, _): return outcomes(of: inner, withoutField: field)
    case .quantified(let list, let condition, _, _):
      return needs(list, field) ? .nothing : outcomes(of: condition, withoutField: field)
    case .word(.filled, let subject, _):
      return reads(subject, field) ? Outcomes(canHold: false, canFail: true) : .anything
    case .word(.blank, let subject, _):
      return reads(subject, field) ? Outcomes(canHold: true, canFail: false) : .anything
    case .truth(let inner):
      return isField(inner, field) ? Outcomes(canHold: false, canFail: true) : .anything
    case .dataSet(_, _, let fields):
      return fields.allSatisfy { reads($0, field) } ? .nothing : .anything
    case .constantTruth(let holds): return Outcomes(canHold: holds, canFail: !holds)
    case .inRange(let subject, let range, let isNegated):
      let inside = outcomes(ofRange: range, about: subject, withoutField: field)
      guard isNegated else { return inside }
      return Outcomes(canHold: inside.canFail, canFail: inside.canHold)
    case .word(.range, let subject, let arguments), .word(.count, let subject, let arguments):
      guard let range = arguments.first else { return .anything }
      return outcomes(ofRange: range, about: subject, withoutField: field)
    case .comparison, .inList, .inTable, .inValues, .word, .host, .recordCount:
      return needs(number, field) ? .nothing : .anything
    case .cell, .constant, .template, .moment, .negate, .arithmetic, .count, .countOf, .function,
      .lookUp, .member, .each, .outside, .sum, .extremeOf, .firstInForce, .extreme, .range,
      .pattern, .picture, .selection, .dateFormat, .ofItem, .keyword, .invalid:
      return .anything
    }
  }

  /// Where one end of a range is blank, the other is still compared.
  private func outcomes(
    ofRange range: Int32, about subject: Int32, withoutField field: Int32
  ) -> Outcomes {
    if needs(subject, field) { return .nothing }
    guard case .range(let low, let high, _) = program.view(range), low >= 0, high >= 0,
      low != high, needs(low, field) != needs(high, field)
    else { return needs(range, field) ? .nothing : .anything }
    return Outcomes(canHold: false, canFail: true)
  }

  private func isField(_ number: Int32, _ field: Int32) -> Bool { self.field(of: number) == field }

  /// Whether an operand shows something of a field.
  private func reads(_ number: Int32, _ field: Int32) -> Bool {
    if case .cell(_, _, field) = program.view(number) { return true }
    return program.children(of: number).contains { reads($0, field) }
  }

  /// Whether an operand has no value while a field is blank. A blank bool is false.
  private func needs(_ number: Int32, _ field: Int32) -> Bool {
    guard number >= 0 else { return false }
    switch program.view(number) {
    case .cell(_, _, let own): return own == field && program.field(own).kind != .bool
    case .function(.joined, _): return false
    case .each(let list, _), .countOf(let list, _, _): return needs(list, field)
    default: return program.children(of: number).contains { needs($0, field) }
    }
  }
}
