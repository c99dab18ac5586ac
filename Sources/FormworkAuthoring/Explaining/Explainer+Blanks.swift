// Determines when a rule isn't checked: which blank fields leave it undecided.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension Explainer {
  /// Maximum number of a condition's parts to search for fields.
  private static let partLimit = 2_000
  /// Maximum number of possibly blank operands to examine.
  private static let fieldLimit = 200

  /// A part of a condition that may be blank: a field, fields that share a name in mutually exclusive branches, or a value
  /// of one other record.
  struct Unknown: Equatable {
    let fields: OrderedSet<Int32>
    /// The name of the part in the condition.
    let name: String
    /// The operands that are the value of the other record.
    var lookUps: OrderedSet<Int32> = []

    static func == (one: Unknown, other: Unknown) -> Bool {
      one.fields == other.fields && one.name == other.name
    }
  }

  /// Returns the parts of a condition that, if blank, leave the condition undecided.
  func unknowns(_ condition: Int32, _ place: Standpoint) -> [Unknown] {
    var unknowns: [Unknown] = []
    var room = Explainer.partLimit
    gather(condition, place, &unknowns, &room)
    lazy var formula = program.formula(of: condition)
    return unknowns.prefix(Explainer.fieldLimit).filter { unknown in
      !asks(condition, unknown) && !outcomes(of: formula, without: unknown).canFail
    }
  }

  /// Returns a note such as "Only checked when “a” and “b” are filled in."
  func note(onlyIfFilled unknowns: [Unknown]) -> String? {
    if unknowns.isEmpty { return nil }
    var names: [String] = []
    for unknown in unknowns where !names.contains(unknown.name) { names.append(unknown.name) }
    return text(names.count == 1 ? .onlyIfOneFilled : .onlyIfFilled).filled(
      ("fields", words.listed(names, .and)))
  }

  private func gather(
    _ number: Int32, _ place: Standpoint, _ unknowns: inout [Unknown], _ room: inout Int
  ) {
    room -= 1
    guard number >= 0, room > 0 else { return }
    add(number, place, &unknowns)
    switch program.view(number) {
    // Every entry of a list has its own values.
    case .ofItem, .firstInForce: return
    case .question(let inner, let question):
      let asked = program.askedRecords(question)
      if asked.selection == .first || asked.selection == .previous {
        return add(lookUp: number, inner, place, question, &unknowns)
      }
      for key in asked.keys { gather(key.value, place, &unknowns, &room) }
      if case .inValues(let subject, _, _) = program.view(inner) {
        gather(subject, place, &unknowns, &room)
      }
    case .ofList(let query, let isFirst):
      if program.isOfValues(query) { return }
      if isFirst { return add(lookUp: number, number, place, nil, &unknowns) }
      for key in program.askedList(query).keys { gather(key.value, place, &unknowns, &room) }
    case .member(let record, _):
      if isOfOtherRecord(number) { return add(lookUp: number, number, place, nil, &unknowns) }
      gather(record, place, &unknowns, &room)
    case .each(let list, _): gather(list, place, &unknowns, &room)
    default:
      for child in program.children(of: number) { gather(child, place, &unknowns, &room) }
    }
  }

  /// Adds a value of one other record. A blank bool is false, so for a bool only the record itself may be missing.
  ///
  /// - Parameters:
  ///   - inner: the value, without the question about other records around it.
  ///   - question: the question, or nil for other data.
  private func add(
    lookUp number: Int32, _ inner: Int32, _ place: Standpoint, _ question: Int?,
    _ unknowns: inout [Unknown]
  ) {
    var place = place
    place.question = question
    var told = inner
    while case .member(let record, let field) = program.view(told),
      program.field(of: field).map({ program.field($0).kind == .bool }) ?? false || told != inner
    {
      told = record
    }
    let name = operand(told, place)
    if let known = unknowns.firstIndex(where: { $0.fields.isEmpty && $0.name == name }) {
      unknowns[known].lookUps.insert(number)
    } else {
      unknowns.append(Unknown(fields: [], name: name, lookUps: [number]))
    }
  }

  /// Adds an operand if it may be blank. A blank bool is false, and leaves nothing undecided.
  private func add(_ number: Int32, _ place: Standpoint, _ unknowns: inout [Unknown]) {
    let fields = ownFields(number)
    let isOpen = fields.contains { field in
      field >= 0 && isOfRun(field) && field != place.field && !program.field(field).name.isEmpty
        && program.field(field).kind != .bool
        && program.mayBeBlank(field: field, inside: place.blocks)
    }
    guard isOpen, !unknowns.contains(where: { $0.fields == fields }) else { return }
    unknowns.append(Unknown(fields: fields, name: operand(number, place)))
  }

  /// Whether a field belongs to the form or is a value of the run, rather than a field of other data.
  private func isOfRun(_ field: Int32) -> Bool {
    program.list(ofField: field).map { $0.isOfValues } ?? true
  }

  /// Returns the operand's field, or several fields if they share a name in mutually exclusive branches.
  private func ownFields(_ number: Int32) -> OrderedSet<Int32> {
    if isOfOtherRecord(number) { return [] }
    return switch program.view(number) {
    case .cell, .member: OrderedSet(program.fields(of: number))
    case .firstInForce(let fields): shared(fields).fields
    default: []
    }
  }

  /// Returns whether a condition itself checks whether `unknown` is blank.
  private func asks(_ number: Int32, _ unknown: Unknown) -> Bool {
    switch program.view(number) {
    case .word(.filled, let subject, _), .word(.blank, let subject, _): reads(subject, unknown)
    case .and, .or, .not, .defined, .quantified, .ofItem:
      program.children(of: number).contains { asks($0, unknown) }
    case .question(let inner, _): asks(inner, unknown)
    default: false
    }
  }

  /// The possible results of a condition, apart from being undecided.
  private struct Outcomes {
    var canHold: Bool
    var canFail: Bool

    static let anything = Outcomes(canHold: true, canFail: true)
    static let nothing = Outcomes(canHold: false, canFail: false)
    static let failure = Outcomes(canHold: false, canFail: true)

    var opposite: Outcomes { Outcomes(canHold: canFail, canFail: canHold) }
  }

  /// Returns the possible outcomes of `formula` while `unknown` is blank.
  private func outcomes(of formula: Formula, without unknown: Unknown) -> Outcomes {
    switch formula {
    case .all(let parts):
      let all = parts.map { outcomes(of: $0, without: unknown) }
      return Outcomes(
        canHold: all.allSatisfy { $0.canHold }, canFail: all.contains { $0.canFail })
    case .any(let parts):
      let all = parts.map { outcomes(of: $0, without: unknown) }
      return Outcomes(
        canHold: all.contains { $0.canHold }, canFail: all.allSatisfy { $0.canFail })
    case .not(let inner): return outcomes(of: inner, without: unknown).opposite
    case .constraint(let constraint):
      let outcomes = outcomes(of: constraint, without: unknown)
      return constraint.isNegated ? outcomes.opposite : outcomes
    case .opaque(let number):
      switch program.view(number) {
      case .quantified(let list, let condition, let isAll):
        if needs(list, unknown) { return .nothing }
        // An entry whose condition is undecided is left out.
        let inner = outcomes(of: program.formula(of: condition), without: unknown)
        return isAll
          ? Outcomes(canHold: true, canFail: inner.canFail)
          : Outcomes(canHold: inner.canHold, canFail: true)
      case .dataSet(_, _, let operands):
        return operands.allSatisfy { reads($0, unknown) } ? .nothing : .anything
      default: return needs(number, unknown) ? .nothing : .anything
      }
    }
  }

  private func outcomes(
    of constraint: Constraint, without unknown: Unknown
  ) -> Outcomes {
    let subject = constraint.subject
    switch (constraint.measure, constraint.allowed) {
    case (_, .isTrue) where unknown.lookUps.contains(subject): return .nothing
    case (_, .isTrue): return isField(subject, unknown) ? .failure : .anything
    case (_, .word(.filled, _)): return reads(subject, unknown) ? .failure : .anything
    case (_, .word(.blank, _)): return reads(subject, unknown) ? .failure.opposite : .anything
    case (.value, .interval(let range)), (.count, .interval(let range)),
      (.words, .interval(let range)):
      // If one end of a range is blank, the other is still compared.
      if let low = range.low, let high = range.high, low != high, !needs(subject, unknown),
        needs(low, unknown) != needs(high, unknown)
      {
        return .failure
      }
    default: break
    }
    return needs(constraint.source, unknown) ? .nothing : .anything
  }

  private func isField(_ number: Int32, _ unknown: Unknown) -> Bool {
    ownField(of: number).map { unknown.fields.contains($0) } ?? false
  }

  /// Returns whether an operand reads a field of `unknown`, or the value from another record that `unknown` is.
  private func reads(_ number: Int32, _ unknown: Unknown) -> Bool {
    if unknown.lookUps.contains(number) { return true }
    switch program.view(number) {
    case .cell(_, _, let field): return unknown.fields.contains(field)
    case .question, .ofList: return false
    default: return program.children(of: number).contains { reads($0, unknown) }
    }
  }

  /// Returns whether an operand has no value while `unknown` is blank. A blank bool is false.
  private func needs(_ number: Int32, _ unknown: Unknown) -> Bool {
    guard number >= 0 else { return false }
    if unknown.lookUps.contains(number) { return true }
    switch program.view(number) {
    case .cell(_, _, let own):
      return unknown.fields.contains(own) && program.field(own).kind != .bool
    case .function(.joined, _), .values, .ofItem: return false
    case .question(let inner, let question):
      // Fields in the question are those of other records.
      if program.askedRecords(question).keys.contains(where: { needs($0.value, unknown) }) {
        return true
      }
      guard case .inValues(let subject, _, _) = program.view(inner) else { return false }
      return needs(subject, unknown)
    case .ofList(let query, _):
      return program.askedList(query).keys.contains { needs($0.value, unknown) }
    case .conditional(let first, _, let otherwise):
      return needs(first, unknown) && needs(otherwise, unknown)
    case .each(let list, _): return needs(list, unknown)
    default: return program.children(of: number).contains { needs($0, unknown) }
    }
  }
}
