// What the header of a table has no column for.

internal import FormworkSyntax

/// Looks for the fields that have no column.
struct MissingColumns {
  private let program: Program
  /// The names among which near ones are looked for.
  private let columns: [String]
  /// The keys that have a column.
  private let present: OrderedSet<String>
  /// The inputs of items that have at least a first column.
  private let numbered: OrderedSet<NumberedInput>
  /// The columns that have records or lists.
  private let structures: OrderedSet<String>
  /// Whether optional fields must have one, too.
  private let wantsAll: Bool
  private(set) var problems: [TableProblem] = []
  /// Fields of several branches may share their keys.
  private var told: OrderedSet<[String]> = []

  init(
    program: Program, columns: [String], present: OrderedSet<String>,
    numbered: OrderedSet<NumberedInput>,
    structures: OrderedSet<String>, wantsAll: Bool
  ) {
    self.structures = structures
    self.numbered = numbered
    self.program = program
    self.columns = columns
    self.present = present
    self.wantsAll = wantsAll
    look(atLevel: 0, prefix: "", isNeeded: true)
  }

  /// - Parameter isNeeded: whether the record of the level must be there.
  private mutating func look(atLevel level: Int, prefix: String, isNeeded: Bool) {
    for step in program.levels[level].steps where step.kind == .field {
      let field = program.fields[Int(step.target)]
      look(at: field, prefix: prefix, isNeeded: wantsAll || isNeeded && field.isAlwaysNeeded)
    }
  }

  private mutating func look(at field: Field, prefix: String, isNeeded: Bool) {
    if case .record(let child) = field.type, let key = field.keys.first {
      if field.keys.contains(where: { structures.contains(prefix + $0) }) { return }
      let inside = prefix + key + "."
      // What may be left out as a whole is told as a whole.
      if isNeeded || present.contains(where: { $0.hasPrefix(inside) }) {
        return look(atLevel: Int(child), prefix: inside, isNeeded: isNeeded)
      }
    }
    if case .list(let level) = field.type, look(atItems: Int(level), of: field, prefix, isNeeded) {
      return
    }
    report(field, field.keys.map { prefix + $0 }, prefix, isNeeded)
  }

  /// Looks for the numbered columns of a list; false if it can only stand in one column.
  private mutating func look(
    atItems level: Int, of list: Field, _ prefix: String, _ isNeeded: Bool
  ) -> Bool {
    if list.sourceKeys.contains(where: { present.contains(prefix + $0) }) { return true }
    let inputs = program.numberedInputs(ofItems: level, of: list)
    guard let first = inputs.first else {
      guard program.isListOfRecords(list), !present.contains(prefix + list.name) else {
        return false
      }
      reportListWithoutNumbers(list, level, prefix, isNeeded)
      return true
    }
    if !inputs.contains(where: { numbered.contains(.init(level: level, input: $0.input)) }) {
      report(list, first.keys.map { prefix + $0.numbered(1) }, prefix, isNeeded)
      return true
    }
    guard program.isListOfRecords(list) else { return true }
    for step in program.levels[level].steps where step.kind == .field {
      let field = program.fields[Int(step.target)]
      if numbered.contains(.init(level: level, input: Int(field.input))) { continue }
      let keys = field.numberedKeys.isEmpty ? field.keys : field.numberedKeys
      report(
        field, keys.map { prefix + $0.numbered(1) }, prefix + list.name + ".",
        wantsAll || field.isAlwaysNeeded)
    }
    return true
  }

  private mutating func reportListWithoutNumbers(
    _ list: Field, _ level: Int, _ prefix: String, _ isNeeded: Bool
  ) {
    let first = program.names(ofLevel: Int32(level)).first { !$0.isEmpty }
    problems.append(
      .listWithoutNumbers(
        field: prefix + list.name, key: "\(list.name) # \(first ?? "name")", isError: isNeeded))
  }

  private mutating func report(
    _ field: Field, _ keys: [String], _ prefix: String, _ isNeeded: Bool
  ) {
    if keys.contains(where: present.contains) || !told.insert(keys).inserted { return }
    let near =
      problems.count < TableReader.nearLimit
      ? NearNames.nearest(to: keys.first ?? field.name, among: columns, limit: 4) : []
    problems.append(
      .missingColumn(
        field: prefix + field.name, keys: keys, near: near, isError: isNeeded,
        hasDefault: field.fallback >= 0))
  }
}

extension Field {
  /// Whether every record must have it.
  fileprivate var isAlwaysNeeded: Bool {
    if case .required = presence { fallback < 0 && blockCells.isEmpty } else { false }
  }
}

extension Program {
  /// Whether a field is a list of records, which has no place in one cell.
  func isListOfRecords(_ field: Field) -> Bool {
    if case .list(let level) = field.type { levels[Int(level)].itemIsRecord } else { false }
  }
}
