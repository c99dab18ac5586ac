// Determines when a rule isn't checked: which blank fields leave it undecided.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension Explainer {
  /// Maximum number of a condition's parts to search for fields.
  private static let partLimit = 2_000
  /// Maximum number of possibly blank operands to examine.
  private static let fieldLimit = 200

  /// A part of a condition that may be blank: a field, or fields that share a name in mutually exclusive branches.
  struct Unknown: Equatable {
    let fields: OrderedSet<Int32>
    /// The name of the part in the condition.
    let name: String
  }

  /// Returns the parts of a condition that, if blank, leave the condition undecided.
  func unknowns(_ condition: Int32, _ place: Standpoint) -> [Unknown] {
    var unknowns: [Unknown] = []
    var room = Explainer.partLimit
    gather(condition, place, &unknowns, &room)
    lazy var formula = program.formula(of: condition)
    return unknowns.prefix(Explainer.fieldLimit).filter { unknown in
      !asks(condition, unknown.fields) && !outcomes(of: formula, without: unknown.fields).canFail
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
    // Skips the value of an entry, because every entry of a list has its own.
    if case .ofItem = program.view(number) { return }
    add(number, place, &unknowns)
    if case .firstInForce = program.view(number) { return }
    let known = unknowns.count
    if case .member(let record, _) = program.view(number) {
      gather(record, place, &unknowns, &room)
    } else {
      for child in program.children(of: number) { gather(child, place, &unknowns, &room) }
    }
    if let list = quantifiedList(number) {
      // Leaves out the fields of the entries, because every entry has its own.
      let added = unknowns[known...].filter { unknown in
        !unknown.fields.contains { isField($0, below: list) }
      }
      unknowns.replaceSubrange(known..., with: added)
    }
  }

  /// Adds an operand if it may be blank. A blank bool is false, and leaves nothing undecided.
  private func add(_ number: Int32, _ place: Standpoint, _ unknowns: inout [Unknown]) {
    let fields = ownFields(number)
    let isOpen = fields.contains { field in
      field >= 0 && field != place.field && !program.field(field).name.isEmpty
        && program.field(field).kind != .bool
        && program.mayBeBlank(field: field, inside: place.blocks)
    }
    guard isOpen, !unknowns.contains(where: { $0.fields == fields }) else { return }
    unknowns.append(Unknown(fields: fields, name: operand(number, place)))
  }

  /// Returns the operand's field, or several fields if they share a name in mutually exclusive branches.
  private func ownFields(_ number: Int32) -> OrderedSet<Int32> {
    switch program.view(number) {
    case .cell(_, _, let field): [field]
    case .member(_, let inner): ownFields(inner)
    case .firstInForce(let fields): shared(fields).fields
    default: []
    }
  }

  /// Returns whether a field is in the entries of a list, at any depth.
  private func isField(_ field: Int32, below list: Int32) -> Bool {
    guard let owner = program.field(field).owner else { return false }
    return owner == list || isField(owner, below: list)
  }

  /// Returns the list whose entries a condition examines.
  private func quantifiedList(_ number: Int32) -> Int32? {
    switch program.view(number) {
    case .quantified(let list, _, _), .aggregate(_, let list, _, _): field(of: list)
    default: nil
    }
  }

  /// Returns whether a condition itself checks whether one of `fields` is blank.
  private func asks(_ number: Int32, _ fields: OrderedSet<Int32>) -> Bool {
    switch program.view(number) {
    case .word(.filled, let subject, _), .word(.blank, let subject, _): reads(subject, fields)
    case .and, .or, .not, .defined, .quantified, .ofItem:
      program.children(of: number).contains { asks($0, fields) }
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

  /// Returns the possible outcomes of `formula` while `fields` are blank.
  private func outcomes(of formula: Formula, without fields: OrderedSet<Int32>) -> Outcomes {
    switch formula {
    case .all(let parts):
      let all = parts.map { outcomes(of: $0, without: fields) }
      return Outcomes(
        canHold: all.allSatisfy { $0.canHold }, canFail: all.contains { $0.canFail })
    case .any(let parts):
      let all = parts.map { outcomes(of: $0, without: fields) }
      return Outcomes(
        canHold: all.contains { $0.canHold }, canFail: all.allSatisfy { $0.canFail })
    case .not(let inner): return outcomes(of: inner, without: fields).opposite
    case .constraint(let constraint):
      let outcomes = outcomes(of: constraint, without: fields)
      return constraint.isNegated ? outcomes.opposite : outcomes
    case .opaque(let number):
      switch program.view(number) {
      case .quantified(let list, let condition, _):
        if needs(list, fields) { return .nothing }
        return outcomes(of: program.formula(of: condition), without: fields)
      case .dataSet(_, _, let operands):
        return operands.allSatisfy { reads($0, fields) } ? .nothing : .anything
      default: return needs(number, fields) ? .nothing : .anything
      }
    }
  }

  private func outcomes(
    of constraint: Constraint, without fields: OrderedSet<Int32>
  ) -> Outcomes {
    let subject = constraint.subject
    switch (constraint.measure, constraint.allowed) {
    case (_, .isTrue): return isField(subject, fields) ? .failure : .anything
    case (_, .word(.filled, _)): return reads(subject, fields) ? .failure : .anything
    case (_, .word(.blank, _)): return reads(subject, fields) ? .failure.opposite : .anything
    case (.value, .interval(let range)), (.count, .interval(let range)),
      (.words, .interval(let range)):
      // If one end of a range is blank, the other is still compared.
      if let low = range.low, let high = range.high, low != high, !needs(subject, fields),
        needs(low, fields) != needs(high, fields)
      {
        return .failure
      }
    default: break
    }
    return needs(constraint.source, fields) ? .nothing : .anything
  }

  private func isField(_ number: Int32, _ fields: OrderedSet<Int32>) -> Bool {
    self.field(of: number).map { fields.contains($0) } ?? false
  }

  /// Returns whether an operand reads one of `fields`.
  private func reads(_ number: Int32, _ fields: OrderedSet<Int32>) -> Bool {
    if case .cell(_, _, let field) = program.view(number), fields.contains(field) { return true }
    if case .question = program.view(number) { return false }
    return program.children(of: number).contains { reads($0, fields) }
  }

  /// Returns whether an operand has no value while `fields` are blank. A blank bool is false.
  private func needs(_ number: Int32, _ fields: OrderedSet<Int32>) -> Bool {
    guard number >= 0 else { return false }
    switch program.view(number) {
    case .cell(_, _, let own): return fields.contains(own) && program.field(own).kind != .bool
    case .function(.joined, _), .values, .ofItem, .question: return false
    case .conditional(let first, _, let otherwise):
      return needs(first, fields) && needs(otherwise, fields)
    case .each(let list, _): return needs(list, fields)
    default: return program.children(of: number).contains { needs($0, fields) }
    }
  }
}
