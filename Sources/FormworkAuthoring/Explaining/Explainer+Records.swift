// Says which record a field belongs to, where a condition is about several: the record at hand, other records, records of
// other data, and the entries of lists.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension Explainer {
  /// Maximum number of a condition's parts to search for names.
  private static let nameLimit = 2_000

  /// The records that an operand selects as a list.
  enum Selection {
    case allRecords
    /// Some of the records, or some of the records of a list of other data.
    case some
  }

  /// Returns which records an operand selects, or nil for a list of the form or a whole list of other data.
  func selection(of number: Int32) -> Selection? {
    switch program.view(number) {
    case .records(let question):
      let asked = program.askedRecords(question)
      return asked.keys.isEmpty && asked.group.isEmpty ? .allRecords : .some
    case .ofList(let query, _): return program.askedList(query).keys.isEmpty ? nil : .some
    default: return nil
    }
  }

  /// Whether an operand is a value of a record other than the one at hand.
  func isOfOtherRecord(_ number: Int32) -> Bool {
    switch program.view(number) {
    case .member(let record, _), .each(let record, _), .outside(let record, _):
      isOfOtherRecord(record)
    case .records, .wholeRecord, .question: true
    case .ofList(let query, _): !program.isOfValues(query)
    default: false
    }
  }

  /// Returns the field of the record at hand, or the value of the run, that an operand refers to.
  func ownField(of number: Int32) -> Int32? {
    // The distinct values of a list have words of their own.
    if case .distinctValues = program.view(number) { return nil }
    return isOfOtherRecord(number) ? nil : program.field(of: number)
  }

  // MARK: - Names of fields

  /// Returns the name of a field, and its record if the condition is also about other fields of the name.
  func name(ofField field: Int32, _ place: Standpoint) -> String {
    let view = program.field(field)
    if view.name.isEmpty {
      let isAmbiguous = place.ambiguous?.contains(text(.ownEntry)) ?? false
      let name = entryName(view)
      guard isAmbiguous, name == text(.ownEntry) else { return name }
      return text(.entryOf).filled(("list", label(field)))
    }
    let name = label(field)
    guard place.isKey || place.ambiguous?.contains(name) ?? false else { return name }
    if place.question != nil { return text(.ofThatRecord).filled(("field", name)) }
    guard let list = list(around: field) else {
      return text(.ofThisRecord).filled(("field", name))
    }
    return text(.ofEntry).filled(("field", name), ("list", list))
  }

  /// Returns the name of a list's entry. If the entries of a list are lists, these and their entries have names of their
  /// own.
  private func entryName(_ view: FieldView) -> String {
    if view.kind == .list { return text(.innerList) }
    let isInner = view.owner.map { program.field($0).name.isEmpty } ?? false
    return text(isInner ? .innerEntry : .ownEntry)
  }

  /// Returns the label of the innermost list whose entries have a field, or of its list of other data.
  private func list(around field: Int32) -> String? {
    var owner = program.field(field).owner
    while let around = owner {
      let view = program.field(around)
      if view.kind == .list { return label(around) }
      owner = view.owner
    }
    return program.list(ofField: field).map { quoted(writer.label(ofList: $0.name, $0.label)) }
  }

  // MARK: - Ambiguous names

  /// Returns the names that fields of several records have in a condition.
  func ambiguousNames(in number: Int32) -> OrderedSet<String> {
    var owners: OrderedDictionary<String, OrderedSet<Int>> = [:]
    var room = Explainer.nameLimit
    gatherNames(number, isAsked: false, &owners, &room)
    return OrderedSet(owners.filter { $0.value.count > 1 }.map { $0.key })
  }

  /// Adds the fields of a condition to `owners`, the levels of the fields with each name.
  ///
  /// - Parameter isAsked: whether the condition is part of a question about other records.
  private func gatherNames(
    _ number: Int32, isAsked: Bool, _ owners: inout OrderedDictionary<String, OrderedSet<Int>>,
    _ room: inout Int
  ) {
    room -= 1
    guard number >= 0, room > 0 else { return }
    func add(_ field: Int32, isOther: Bool) {
      let name = program.field(field).name.isEmpty ? text(.ownEntry) : label(field)
      // Other records have the fields of the record at hand.
      owners[name, default: []].insert(Int(program.level(of: field)) << 1 | (isOther ? 1 : 0))
    }
    switch program.view(number) {
    case .cell(_, _, let field): add(field, isOther: isAsked)
    case .question(let inner, let question):
      for key in program.askedRecords(question).keys {
        gatherNames(key.value, isAsked: false, &owners, &room)
      }
      guard case .inValues(let subject, let path, _) = program.view(inner) else {
        return gatherNames(inner, isAsked: true, &owners, &room)
      }
      gatherNames(subject, isAsked: false, &owners, &room)
      gatherNames(path, isAsked: true, &owners, &room)
    case .ofList(let query, _):
      for key in program.askedList(query).keys {
        gatherNames(key.value, isAsked: false, &owners, &room)
      }
    case .outside(let inner, _): gatherNames(inner, isAsked: false, &owners, &room)
    case .member(let record, let inner), .each(let record, let inner):
      gatherNames(record, isAsked: isAsked, &owners, &room)
      // In any other path, the first field shows which record the last field belongs to.
      if isOfOtherRecord(record), let field = program.field(of: inner) { add(field, isOther: true) }
    default:
      for child in program.children(of: number) {
        gatherNames(child, isAsked: isAsked, &owners, &room)
      }
    }
  }
}
