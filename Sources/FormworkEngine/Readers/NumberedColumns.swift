// Lists in columns with numbered names, such as `code 1` and `code 2` for `from "code #"`, and lists by name in columns
// with keys, such as `price a` and `price b` for `from "price *"`.

internal import FormworkSyntax

/// A list in numbered columns.
struct NumberedList: Sendable {
  /// The level of the list's items.
  var level: Int
  /// The level and the input where the list is stored, in the first frame of the level.
  var outer: Int
  var input: Int
  /// The number of items that have a column.
  var count = 0
  /// The maximum number of alternative columns for one value of an item.
  var choices = 1
  /// The records inside the items, if columns fill them. Inner records come first.
  var records: [NumberedRecord] = []
  /// Whether blank items before a filled one are left out. True for records without required fields, and for lists by
  /// name.
  var hasGaps = false
  /// For a list by name, the key of each item. `memory` owns their texts.
  var keys: [Value] = []
  fileprivate var memory: ConstantPool?

  /// The levels of the items and of the records inside them. In each level, the frame with an item's number belongs to
  /// that item.
  var levels: [Int] { [level] + records.map { $0.level } }

  /// Sets the keys of the items of a list by name.
  mutating func set(keys texts: [String]) {
    let memory = ConstantPool()
    keys = texts.map { text in
      let bytes = memory.add(text)
      return Value(text: bytes, flags: bytes.isASCII ? 0 : Value.isBeyondASCII)
    }
    self.memory = memory
  }

  /// Returns `level` and the levels of the records inside it.
  func levels(inside level: Int) -> [Int] {
    [level] + records.filter { $0.outer == level }.flatMap { levels(inside: $0.level) }
  }

  /// Returns the index of the frame that a column fills. The preferred columns of all items fill the first frames,
  /// which belong to the items. The second choices fill the next `count` frames, and so on.
  func frame(ofItem item: Int, choice: Int) -> Int { choice * count + item }
}

/// A record inside the items of a list in numbered columns.
struct NumberedRecord: Sendable {
  var level: Int
  /// The level and the input where the record is stored. The level is that of the items, or of a record inside them.
  var outer: Int
  var input: Int
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
  /// The records that contain the lists, from the outermost level on.
  private(set) var paths: [[(level: Int, input: Int)]] = []
  /// The lists by name, until their columns are known.
  private var named: [NamedList] = []

  /// - Parameter taken: whether a field without keys reads each column, if there are lists by name.
  init(_ names: [String], taken: [Bool], _ program: Program) {
    self.program = program
    for (position, name) in names.enumerated() where !name.isEmpty {
      exact[name] = exact[name] ?? position
      let name = name.lowercased()
      folded[name] = folded[name] ?? position
    }
    look(atLevel: 0, prefix: "", path: [])
    if named.isEmpty { return }
    var isTaken = taken
    for column in columns { isTaken[column.position] = true }
    let texts = named.flatMap { list in
      list.items.inputs.flatMap { input in input.keys.map { list.prefix + $0 } }
    }
    let keyed = KeyedColumns(names, texts, isTaken)
    for list in named { add(list, keyed) }
  }

  private mutating func look(
    atLevel level: Int, prefix: String, path: [(level: Int, input: Int)]
  ) {
    for field in program.readFields(ofLevel: level) {
      switch field.type {
      case .record(let child):
        guard let key = field.keys.first else { continue }
        look(
          atLevel: Int(child), prefix: prefix + key + ".",
          path: path + [(level, Int(field.columnInput))])
      case .list(let child): add(field, Int(child), prefix, path)
      default: break
      }
    }
  }

  private mutating func add(
    _ field: Field, _ level: Int, _ prefix: String, _ path: [(level: Int, input: Int)]
  ) {
    let items = NumberedItems(level, of: field, program)
    if items.inputs.isEmpty { return }
    if program.levels[level].keyField >= 0 {
      return named.append(
        NamedList(field: field, level: level, items: items, prefix: prefix, path: path))
    }
    var list = NumberedList(level: level, outer: Int(field.level), input: Int(field.columnInput))
    list.records = items.records
    list.hasGaps = program.levels[level].itemIsRecord && program.mayBeEmpty(level)
    var found: [Found] = []
    while true {
      let item = list.count
      var known: OrderedDictionary<String, Int?> = [:]
      var hasColumn = false
      for (input, keys) in items.inputs {
        let positions = positions(of: keys, item + 1, prefix, &known)
        for (choice, position) in positions.enumerated() {
          found.append(Found(position: position, item: item, choice: choice, input: input))
        }
        list.choices = max(list.choices, positions.count)
        hasColumn = hasColumn || !positions.isEmpty
      }
      guard hasColumn else { break }
      list.count += 1
    }
    add(list, found, path)
  }

  /// Adds a list by name.
  private mutating func add(_ named: NamedList, _ columns: KeyedColumns) {
    var list = NumberedList(
      level: named.level, outer: Int(named.field.level), input: Int(named.field.columnInput))
    list.records = named.items.records
    list.hasGaps = true
    let inputs = named.items.inputs.map { input in
      (input: input.input, keys: input.keys.map { named.prefix + $0 })
    }
    let keys = columns.keys(of: inputs.flatMap { $0.keys })
    list.count = keys.count
    list.set(keys: keys)
    var found: [Found] = []
    for (item, key) in keys.enumerated() {
      for (input, texts) in inputs {
        let positions = columns.positions(of: texts, key)
        for (choice, position) in positions.enumerated() {
          found.append(Found(position: position, item: item, choice: choice, input: input))
        }
        list.choices = max(list.choices, positions.count)
      }
    }
    add(list, found, named.path)
  }

  /// A column of a list.
  private struct Found {
    var position: Int
    var item: Int
    var choice: Int
    var input: NumberedInput
  }

  /// A list by name, with the inputs that columns fill.
  private struct NamedList {
    var field: Field
    var level: Int
    var items: NumberedItems
    var prefix: String
    var path: [(level: Int, input: Int)]
  }

  private mutating func add(
    _ list: NumberedList, _ found: [Found], _ path: [(level: Int, input: Int)]
  ) {
    guard list.count > 0 else { return }
    columns += found.map { column in
      let frame = list.frame(ofItem: column.item, choice: column.choice)
      return Column(
        position: column.position,
        target: .init(level: column.input.level, frame: frame, input: column.input.input, key: -1))
    }
    lists.append(list)
    paths.append(path)
  }

  /// Returns the distinct columns for `keys`, after replacing each `#` by the number of an item.
  ///
  /// - Parameter known: caches the columns of keys, which several fields may share.
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

/// The inputs that numbered columns fill in the items of a list.
struct NumberedItems {
  /// The inputs of the items and of the records inside them, with their keys.
  private(set) var inputs: [(input: NumberedInput, keys: [String])] = []
  /// The records that are inside the items and contain any of `inputs`. Inner records come first.
  private(set) var records: [NumberedRecord] = []

  init(_ level: Int, of list: Field, _ program: Program) {
    let items = program.levels[level]
    if items.itemIsRecord {
      add(recordOf: level, keys: [], program)
    } else if !list.numberedKeys.isEmpty {
      let input = NumberedInput(level: level, input: Int(items.itemInput))
      inputs.append((input, list.numberedKeys))
    }
  }

  /// Collects the inputs that numbered columns fill in a record inside the items.
  ///
  /// - Parameter keys: the numbered keys of the record.
  init(record level: Int, keys: [String], _ program: Program) {
    add(recordOf: level, keys: keys, program)
  }

  /// - Parameter keys: the numbered keys of the record itself.
  private mutating func add(recordOf level: Int, keys: [String], _ program: Program) {
    for field in program.readFields(ofLevel: level) {
      let input = Int(field.columnInput)
      let keys = field.numberedKeys(inRecordOf: keys)
      if case .record(let inner) = field.type {
        let count = inputs.count
        add(recordOf: Int(inner), keys: keys, program)
        if inputs.count > count {
          records.append(NumberedRecord(level: Int(inner), outer: level, input: input))
        }
      } else if !keys.isEmpty {
        inputs.append((NumberedInput(level: level, input: input), keys))
      }
    }
  }
}

extension Field {
  /// Returns the keys with a `#`: the field's own or, if it has none, those of its record. To each key of the record, a
  /// dot and a key of the field are appended.
  func numberedKeys(inRecordOf outer: [String]) -> [String] {
    if !numberedKeys.isEmpty { return numberedKeys }
    // The limit is needed because nested records with many names would have more keys than a table has columns.
    let inner = keys
    let pairs = outer.lazy.flatMap { outer in inner.lazy.map { outer + "." + $0 } }
    return Array(pairs.prefix(1_000))
  }
}

extension Program {
  /// Whether a record of a level may be empty.
  fileprivate func mayBeEmpty(_ level: Int) -> Bool {
    readFields(ofLevel: level).allSatisfy { field in
      if case .optional = field.presence { field.fallback < 0 } else { false }
    }
  }

  /// Returns the inputs of a level that only numbered columns can fill.
  func inputsOfNumbersOnly(_ level: Int) -> OrderedSet<Int32> {
    var inputs: OrderedSet<Int32> = []
    var others: OrderedSet<Int32> = []
    for field in readFields(ofLevel: level) {
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
  /// Returns the key with `number` in place of each `#`.
  package func numbered(_ number: Int) -> String {
    split(separator: "#", omittingEmptySubsequences: false).joined(separator: String(number))
  }

  /// The name for comparisons with columns: trimmed and in lower case.
  fileprivate var folded: String {
    var copy = self
    return copy.withUTF8 { $0.trimmed.makeString() }.lowercased()
  }
}

// MARK: - Rows

extension Evaluator {
  /// Creates lists from the numbered columns of a row. A list ends with its last nonblank item.
  func gatherLists(of table: TableReader) {
    for list in table.lists {
      for record in list.records {
        chooseColumns(of: list, at: record.level)
        gather(record, list.count)
      }
      chooseColumns(of: list, at: list.level)
      var count = list.count
      while count > 0, filledPlace(list.level, count - 1) == nil { count -= 1 }
      if list.hasGaps { count = closeGaps(of: list, count) }
      if !list.keys.isEmpty { setKeys(of: list, count) }
      for level in list.levels { workspace.stores[level].removeFrames(from: count) }
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

  /// For each of the first `count` items, stores the record inside the item in the record's input. Skips a record if
  /// all of its columns are blank.
  private func gather(_ record: NumberedRecord, _ count: Int) {
    for item in 0..<count {
      guard let place = filledPlace(record.level, item) else { continue }
      let value = Value.record(level: record.level, frame: item, offset: place)
      workspace.setInput(record.outer, item, record.input, value)
    }
  }

  /// Stores the keys of the first `count` items, as if they were at the first nonblank cell of their items.
  private func setKeys(of list: NumberedList, _ count: Int) {
    let numbers = state.pointee.itemNumbers[list.level]
    for item in 0..<count {
      let key = list.keys[numbers?[item] ?? item]
      let place = filledPlace(list.level, item) ?? 0
      workspace.setInput(
        list.level, item, plan.levels[list.level].keyInput,
        Value(text: key.bytes, flags: key.flags, extra: place))
    }
  }

  /// Moves the nonblank items among the first `count` together, and stores their original positions in `itemNumbers`.
  ///
  /// - Returns: the number of nonblank items.
  private func closeGaps(of list: NumberedList, _ count: Int) -> Int {
    let filled = (0..<count).filter { filledPlace(list.level, $0) != nil }
    if filled.count == count { return count }
    state.pointee.itemNumbers[list.level] = filled
    for level in list.levels {
      for (target, source) in filled.enumerated() {
        workspace.stores[level].moveFrame(source, to: target)
      }
    }
    for record in list.records { gather(record, filled.count) }
    return filled.count
  }

  /// Sets each input of the items, or of a record inside them, to the first nonblank value among its columns.
  private func chooseColumns(of list: NumberedList, at level: Int) {
    guard list.choices > 1 else { return }
    for field in itemFields(level) {
      let input = Int(program.fields[field].columnInput)
      for item in 0..<list.count {
        let filled = (0..<list.choices).lazy.map { choice in
          let frame = list.frame(ofItem: item, choice: choice)
          return self.workspace.input(level, frame, input)
        }.first { !self.isBlank($0, field) }
        if let filled { workspace.setInput(level, item, input, filled) }
      }
    }
  }

  /// Returns the position of the first nonblank cell of an item, or of a record inside an item. Returns nil if all
  /// cells are blank.
  private func filledPlace(_ level: Int, _ item: Int) -> UInt32? {
    let frame = Frame(level: level, index: item)
    return itemFields(level).lazy.compactMap { field in
      let raw = self.rawInput(field, frame)
      return self.isBlank(raw, field) ? nil : raw.extra
    }.first
  }

  /// Returns the field of a plain item, or the fields of a record.
  private func itemFields(_ level: Int) -> [Int] {
    let items = plan.levels[level]
    if items.isList, !items.itemIsRecord { return [items.itemField] }
    return (items.firstStep..<items.endStep).filter { plan.steps[$0].kind == .field }
      .map { Int(plan.steps[$0].target) }
      .filter { plan.fields[$0].input >= 0 && Int(plan.fields[$0].input) != items.keyInput }
  }
}
