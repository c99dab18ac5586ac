// Finds the fields for which the header of a table has no column.

internal import FormworkSyntax

struct MissingColumns {
  private let program: Program
  /// The names of columns that no field reads, for suggestions.
  private let columns: [String]
  /// The keys that have a column.
  private let present: OrderedSet<String>
  /// The inputs of list items, if the first item of the list, or any item of a list by name, has a column for them.
  private let numbered: OrderedSet<NumberedInput>
  /// The columns that have records or lists.
  private let structures: OrderedSet<String>
  /// Whether optional fields also need a column.
  private let wantsAll: Bool
  private(set) var problems: [TableProblem] = []
  /// The keys reported so far. Fields of several branches may share their keys.
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
    look(atLevel: 0, prefixes: [""], isNeeded: true)
  }

  /// - Parameters:
  ///   - prefixes: the possible prefixes of the names of the level's columns. Problems show the first.
  ///   - isNeeded: whether the level's record is required.
  private mutating func look(atLevel level: Int, prefixes: [String], isNeeded: Bool) {
    for field in program.readFields(ofLevel: level) {
      look(at: field, prefixes, isNeeded: wantsAll || isNeeded && field.isAlwaysNeeded)
    }
  }

  private mutating func look(at field: Field, _ prefixes: [String], isNeeded: Bool) {
    let keys = keys(field.keys, prefixes)
    if case .record(let child) = field.type, let first = keys.first {
      if keys.contains(where: structures.contains) { return }
      // There may be many prefixes, so only those that occur in columns are kept.
      let inside = keys.map { $0 + "." }.filter { start in
        present.contains { $0.hasPrefix(start) }
      }
      // A record that may be left out as a whole is reported as a whole.
      if isNeeded || !inside.isEmpty || hasListColumns(inside: Int(child)) {
        return look(
          atLevel: Int(child), prefixes: inside.isEmpty ? [first + "."] : inside,
          isNeeded: isNeeded)
      }
    }
    if case .list(let level) = field.type, look(atItems: Int(level), of: field, prefixes, isNeeded)
    {
      return
    }
    report(field, keys, prefixes[0], isNeeded)
  }

  /// Whether a list inside a record has columns of its own.
  private func hasListColumns(inside level: Int) -> Bool {
    numbered.contains { input in
      var outer = input.level
      while outer > level { outer = Int(program.levels[outer].parent) }
      return outer == level
    }
  }

  /// Returns the names of the columns that a field of a level may have.
  private func keys(_ names: [String], _ prefixes: [String]) -> [String] {
    prefixes.flatMap { prefix in names.map { prefix + $0 } }
  }

  /// Searches the numbered columns of a list. Returns false if the list can only be in a single column.
  private mutating func look(
    atItems level: Int, of list: Field, _ prefixes: [String], _ isNeeded: Bool
  ) -> Bool {
    let prefix = prefixes[0]
    if keys(list.sourceKeys, prefixes).contains(where: present.contains) { return true }
    let inputs = NumberedItems(level, of: list, program).inputs
    guard let first = inputs.first else {
      guard program.isInSeveralColumns(list),
        !keys([list.name], prefixes).contains(where: present.contains)
      else {
        return false
      }
      reportListWithoutNumbers(list, level, prefix, isNeeded)
      return true
    }
    if !inputs.contains(where: { numbered.contains($0.input) }) {
      report(list, keys(first.keys.map { $0.numbered(1) }, prefixes), prefix, isNeeded)
      return true
    }
    if program.levels[level].itemIsRecord {
      look(atItem: level, keys: [], prefixes, path: list.name, isNeeded: true)
    }
    return true
  }

  /// Searches the columns of the first item of a list, or of a record inside that item.
  ///
  /// - Parameters:
  ///   - keys: the numbered keys of the record.
  ///   - path: the path of the items or the record, after the prefix.
  private mutating func look(
    atItem level: Int, keys: [String], _ prefixes: [String], path: String, isNeeded: Bool
  ) {
    for field in program.readFields(ofLevel: level) {
      let isNeeded = wantsAll || isNeeded && field.isAlwaysNeeded
      let own = field.numberedKeys(inRecordOf: keys)
      let start = prefixes[0] + path + "."
      if case .record(let inner) = field.type {
        let inside = NumberedItems(record: Int(inner), keys: own, program).inputs
        let hasColumn = inside.contains { numbered.contains($0.input) }
        if hasColumn || isNeeded && !inside.isEmpty {
          let path = path + "." + field.name
          look(atItem: Int(inner), keys: own, prefixes, path: path, isNeeded: isNeeded)
          continue
        }
        let first = inside.first?.keys ?? field.keys
        report(field, self.keys(first.map { $0.numbered(1) }, prefixes), start, isNeeded)
        continue
      }
      if numbered.contains(.init(level: level, input: Int(field.columnInput))) { continue }
      let names = own.isEmpty ? field.keys : own
      report(field, self.keys(names.map { $0.numbered(1) }, prefixes), start, isNeeded)
    }
  }

  private mutating func reportListWithoutNumbers(
    _ list: Field, _ level: Int, _ prefix: String, _ isNeeded: Bool
  ) {
    let items = program.levels[level]
    var key = list.name + (items.keyField < 0 ? " #" : " *")
    let names = program.readFields(ofLevel: level).map { $0.name }
    if items.itemIsRecord { key += " " + (names.first { !$0.isEmpty } ?? "name") }
    problems.append(
      .listWithoutNumbers(
        field: prefix + list.name, key: key, hasKeys: items.keyField >= 0, isError: isNeeded))
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
        hasDefault: field.fallback >= 0, isDemanded: isNeeded && !field.isAlwaysNeeded))
  }
}

extension Field {
  /// Whether every record must have a value for the field.
  fileprivate var isAlwaysNeeded: Bool {
    if case .required = presence { fallback < 0 && blockCells.isEmpty } else { false }
  }
}

extension Program {
  /// Whether a field is a list of records or a list by name, which can't be in a single cell.
  func isInSeveralColumns(_ field: Field) -> Bool {
    guard case .list(let level) = field.type else { return false }
    return levels[Int(level)].itemIsRecord || levels[Int(level)].keyField >= 0
  }
}
