// Lists that stand in columns whose names have numbers: `code 1`, `code 2`, as `from "code #"` says.

internal import FormworkSyntax

/// A list in numbered columns.
struct NumberedList: Sendable {
  /// The level of its items.
  var level: Int
  /// Where the list as a whole goes: an input of the first frame of the level around.
  var outer: Int
  var input: Int
  /// How many items have a column.
  var count = 0
  /// The most columns that an item's value can stand in.
  var choices = 1

  /// The frame that a column fills: those of the items, which the preferred columns fill, come first, then as many
  /// for the second columns, and so on.
  func frame(ofItem item: Int, choice: Int) -> Int { choice * count + item }
}

/// Finds the columns of the lists of a form.
struct NumberedColumns {
  /// A column that belongs to an item.
  struct Column {
    var position: Int
    var target: TableReader.Target
  }

  private let program: Program
  private var exact: OrderedDictionary<String, Int> = [:]
  private var folded: OrderedDictionary<String, Int> = [:]
  private(set) var lists: [NumberedList] = []
  private(set) var columns: [Column] = []
  /// The positions of these: what reads a column that another one has gets nothing from it.
  private var taken: OrderedSet<Int> = []
  /// The records that the lists lie in, from the outermost level on.
  private(set) var paths: [[(level: Int, input: Int)]] = []

  init(_ names: [String], _ program: Program) {
    self.program = program
    for (position, name) in names.enumerated() where !name.isEmpty {
      exact[name] = exact[name] ?? position
      let name = name.lowercased()
      folded[name] = folded[name] ?? position
    }
    look(atLevel: 0, prefix: "", path: [])
  }

  private mutating func look(
    atLevel level: Int, prefix: String, path: [(level: Int, input: Int)]
  ) {
    for step in program.levels[level].steps where step.kind == .field {
      let field = program.fields[Int(step.target)]
      switch field.type {
      case .record(let child):
        guard let key = field.keys.first else { continue }
        look(
          atLevel: Int(child), prefix: prefix + key + ".",
          path: path + [(level, Int(field.input))])
      case .list(let child): add(field, Int(child), prefix, path)
      default: break
      }
    }
  }

  private mutating func add(
    _ field: Field, _ level: Int, _ prefix: String, _ path: [(level: Int, input: Int)]
  ) {
    let inputs = program.numberedInputs(ofItems: level, of: field)
    if inputs.isEmpty { return }
    var list = NumberedList(level: level, outer: Int(field.level), input: Int(field.input))
    var found: [(position: Int, item: Int, choice: Int, input: Int)] = []
    while true {
      let item = list.count
      var known: OrderedDictionary<String, Int?> = [:]
      var hasColumn = false
      for (input, keys) in inputs {
        let positions = positions(of: keys, item + 1, prefix, &known)
        for (choice, position) in positions.enumerated() where taken.insert(position).inserted {
          found.append((position, item, choice, input))
        }
        list.choices = max(list.choices, positions.count)
        hasColumn = hasColumn || !positions.isEmpty
      }
      guard hasColumn else { break }
      list.count += 1
    }
    guard list.count > 0 else { return }
    columns += found.map { column in
      let frame = list.frame(ofItem: column.item, choice: column.choice)
      return Column(
        position: column.position,
        target: .init(level: level, frame: frame, input: column.input, key: -1))
    }
    lists.append(list)
    paths.append(path)
  }

  /// The columns of some keys with a number, each once.
  ///
  /// - Parameter known: those of keys that other fields have as well.
  private func positions(
    of keys: [String], _ number: Int, _ prefix: String,
    _ known: inout OrderedDictionary<String, Int?>
  ) -> [Int] {
    var positions: [Int] = []
    for key in keys {
      if known[key] == nil {
        let name = prefix + key.numbered(number)
        known[key] = .some(exact[name] ?? folded[name.folded])
      }
      guard let position = known[key] ?? nil, !positions.contains(position) else { continue }
      positions.append(position)
    }
    return positions
  }
}

extension Program {
  /// For the items of a list the inputs that numbered columns fill, with their keys.
  func numberedInputs(ofItems level: Int, of list: Field) -> [(input: Int, keys: [String])] {
    let items = levels[level]
    if !items.itemIsRecord {
      return list.numberedKeys.isEmpty ? [] : [(Int(items.itemInput), list.numberedKeys)]
    }
    return items.steps.compactMap { step in
      guard step.kind == .field else { return nil }
      let field = fields[Int(step.target)]
      return field.numberedKeys.isEmpty ? nil : (Int(field.input), field.numberedKeys)
    }
  }
}

extension Program {
  /// The inputs of a level that no key leads to in a table, only numbered columns.
  func inputsOfNumbersOnly(_ level: Int) -> OrderedSet<Int32> {
    var inputs: OrderedSet<Int32> = []
    var others: OrderedSet<Int32> = []
    for step in levels[level].steps where step.kind == .field {
      let field = fields[Int(step.target)]
      if field.sourceKeys.isEmpty, !field.numberedKeys.isEmpty {
        inputs.insert(field.input)
      } else {
        others.formUnion(field.inputs)
      }
    }
    return inputs.subtracting(others)
  }
}

/// An input of the items of a list.
struct NumberedInput: Hashable {
  var level: Int
  var input: Int

  init(level: Int, input: Int) { (self.level, self.input) = (level, input) }

  init?(_ target: TableReader.Target) {
    guard target.level >= 0, target.key < 0 else { return nil }
    self.init(level: target.level, input: target.input)
  }
}

extension String {
  /// A key with a number for its `#`.
  package func numbered(_ number: Int) -> String {
    split(separator: "#", omittingEmptySubsequences: false).joined(separator: String(number))
  }

  /// As columns are compared.
  fileprivate var folded: String {
    var copy = self
    return copy.withUTF8 { $0.trimmed.makeString() }.lowercased()
  }
}

// MARK: - Rows

extension Evaluator {
  /// Makes lists of what a row has in numbered columns. They end with the last item that is filled in.
  func gatherLists(of table: TableReader) {
    for list in table.lists {
      chooseColumns(of: list)
      var count = list.count
      while count > 0, filledPlace(list.level, count - 1) == nil { count -= 1 }
      workspace.stores[list.level].removeFrames(from: count)
      var first: UInt32?
      for item in 0..<count {
        guard let place = filledPlace(list.level, item) else { continue }
        first = first ?? place
        if plan.levels[list.level].itemIsRecord {
          let record = Value.record(level: list.level, frame: item, offset: place)
          workspace.setInput(list.level, item, plan.levels[list.level].itemInput, record)
        }
      }
      guard count > 0 else { continue }
      let value = Value.list(level: list.level, first: 0, count: count, offset: first ?? 0)
      workspace.setInput(list.outer, 0, list.input, value)
    }
  }

  /// Gives each item what stands in the first of its columns that is filled in.
  private func chooseColumns(of list: NumberedList) {
    guard list.choices > 1 else { return }
    for field in itemFields(list.level) {
      let input = Int(plan.fields[field].input)
      for item in 0..<list.count {
        let filled = (0..<list.choices).lazy.map { choice in
          let frame = list.frame(ofItem: item, choice: choice)
          return self.workspace.input(list.level, frame, input)
        }.first { !self.isBlank($0, field) }
        if let filled { workspace.setInput(list.level, item, input, filled) }
      }
    }
  }

  /// Where the first cell of an item stands that is filled in; nil if there is none.
  private func filledPlace(_ level: Int, _ item: Int) -> UInt32? {
    let frame = Frame(level: level, index: item)
    return itemFields(level).lazy.compactMap { field in
      let raw = self.rawInput(field, frame)
      return self.isBlank(raw, field) ? nil : raw.extra
    }.first
  }

  /// The field of a plain item, or those of an item that is a record.
  private func itemFields(_ level: Int) -> [Int] {
    let items = plan.levels[level]
    if !items.itemIsRecord { return [items.itemField] }
    return (items.firstStep..<items.endStep).filter { plan.steps[$0].kind == .field }
      .map { Int(plan.steps[$0].target) }
  }
}
