// Reads rows of a table (RFC 4180, or tabs) directly into the frames of a workspace. The header determines once where
// each column goes.

internal import FormworkSyntax

/// The name of the column with the messages in a table of rejected records, and of the corresponding key in JSON. If no
/// field uses the name, the column or key is ignored, so that corrected records can be used as input unchanged.
package let problemsKey = "formwork_problems"

extension Program {
  /// Whether a field of the form uses `problemsKey`. Case is ignored, as for columns.
  package var asksForProblems: Bool {
    levels[0].keys.names.contains { $0.lowercased() == problemsKey }
  }
}

/// An error or warning about a table's header.
package enum TableProblem: Error, Sendable, Equatable {
  case noHeader
  /// The line declared as the header is blank.
  case blankHeader(line: Int)
  /// More bytes before the header than the limit.
  case longPreamble(limit: Int)
  /// Lines end with CR alone, so that the whole table would be its header.
  case bareReturns
  /// The header can't be read as a row. `delimiter` is a different delimiter that it may have.
  case malformedHeader(MalformedRecord.Reason, offset: Int, delimiter: Character? = nil)
  /// Two columns for the same key.
  case repeatedColumn(String, first: Int, second: Int)
  /// There is no column for a field with these `keys`. `near` are columns with similar names. This is a warning if the
  /// column isn't needed, or if the field has a default. `isDemanded` is whether only `columns all` or `columns exact`
  /// in the form needs the column.
  case missingColumn(
    field: String, keys: [String], near: [String], isError: Bool, hasDefault: Bool = false,
    isDemanded: Bool = false)
  /// A column that no field uses. It is an error if the form is closed or has `columns exact`.
  case unknownColumn(String, position: Int, near: [String], isError: Bool)
  /// A column that comes after the column `later`, whose field comes later in the form. The form has `columns exact`,
  /// which requires the order of the fields.
  case misplacedColumn(String, position: Int, later: String)
  /// The column of a calculated field, which isn't read.
  case calculatedColumn(String, position: Int)
  /// No field uses any of the columns. `delimiter` is a different delimiter that the table may have.
  case noKnownColumn(delimiter: Character?)
  /// A list of records whose fields have no numbered columns, or a list by name without columns. `key` is a key from which
  /// the list could be read.
  case listWithoutNumbers(field: String, key: String, hasKeys: Bool, isError: Bool)
  /// A column without a name has a cell that isn't blank.
  case filledWithoutName(position: Int, line: Int)
  /// Uncompressed bytes follow the compressed ones.
  case trailingBytes
  /// The header differs from that of the previous table, although they must be equal.
  case otherHeader
  /// The delimiter differs from that of the first table, with which this table shares a file of rejects.
  case otherDelimiter

  /// Whether the header can't be read because it is in a different encoding.
  package func isOfEncoding(_ header: TextBytes) -> Bool {
    if case .malformedHeader(let reason, _, _) = self { reason.isOfEncoding(header) } else { false }
  }

  package var isError: Bool {
    switch self {
    case .unknownColumn(_, _, _, let isError), .missingColumn(_, _, _, let isError, _, _),
      .listWithoutNumbers(_, _, _, let isError):
      isError
    case .filledWithoutName, .trailingBytes, .calculatedColumn: false
    default: true
    }
  }
}

/// The keys of calculated fields, which the data may have and which aren't read.
private struct CalculatedKeys {
  private var keys: OrderedSet<Int64> = []

  init(_ program: Program) {
    guard program.fields.contains(where: { $0.ignoredInput >= 0 }) else { return }
    var read: OrderedSet<Int64> = []
    for field in program.fields {
      for input in field.inputs { read.insert(Self.key(field.level, input)) }
    }
    for field in program.fields where field.ignoredInput >= 0 {
      let key = Self.key(field.level, field.ignoredInput)
      if !read.contains(key) { keys.insert(key) }
    }
  }

  private static func key(_ level: Int32, _ input: Int32) -> Int64 {
    Int64(level) << 32 | Int64(input)
  }

  func contains(_ level: Int, _ input: Int) -> Bool {
    keys.contains(Self.key(Int32(truncatingIfNeeded: level), Int32(truncatingIfNeeded: input)))
  }
}

/// Reads the rows of a table.
package struct TableReader: Sendable {
  /// The destination of a column. A level of -1 means that the column isn't read.
  struct Target: Hashable {
    var level = -1
    /// The frame of the level. Above 0 only for items in numbered columns and for records with several names.
    var frame = 0
    var input = -1
    /// The index of the key in its level.
    var key = -1
    /// Whether an unquoted cell of a workbook is a number, a date or a truth value in standard notation. See
    /// `CellFormats`.
    var hasPlainValues = false
  }

  /// A column and one of its destinations.
  struct Destination: Hashable {
    var position: Int
    var target: Target
  }

  /// A value that is copied to a second input, because another field reads the same column.
  struct Copy {
    var source: Target
    var target: Target
  }

  /// A record that columns fill. The first such record is the row itself.
  struct Chain {
    var level: Int
    /// The record's frame in its level. A record with several names has one frame for each name, the preferred name
    /// first.
    var frame = 0
    var parent: Int
    var input: Int
  }

  /// The maximum number of columns of a table.
  static let columnLimit = 100_000

  let delimiter: UInt8
  private(set) var targets: [Target] = []
  /// The destinations of columns that several fields share, except the first destination of each column.
  private var otherTargets: OrderedSet<Destination> = []
  /// For each of `otherTargets`, the copy of the value from the first destination of the column.
  private(set) var copies: [Copy] = []
  /// The targets as steps, for `readPlainRow`.
  private(set) var steps: [ColumnStep] = []
  private(set) var chains = [Chain(level: 0, parent: -1, input: -1)]
  /// The lists in numbered columns.
  private(set) var lists: [NumberedList] = []
  /// The names of the columns as in the header.
  package private(set) var columns: [String] = []
  /// The column with the messages of an earlier run.
  private(set) var problemsColumn: Int?
  /// The columns without a name.
  private(set) var nameless: [Int] = []
  /// The column of each field of the program, or -1 if there is none.
  private(set) var columnOfField: [Int32] = []

  /// Returns the reader of a table without a header. Its columns belong to the fields in the order of the form.
  package static func open(_ layout: DataLayout, program: Program) -> TableReader {
    var reader = TableReader(delimiter: layout.delimiter.value)
    var columnOfPath: OrderedDictionary<[String], Int> = [:]
    for (key, path) in reader.orderedKeys(program, level: 0, prefix: "", path: [], names: []) {
      let position = columnOfPath[path] ?? reader.columns.count
      if position == reader.columns.count {
        columnOfPath[path] = position
        reader.columns.append(key.name)
        reader.targets.append(Target())
      }
      reader.add(key, at: position)
    }
    if layout.kind.isSheet { reader.notePlainValues(program) }
    reader.prepareRows(program)
    return reader
  }

  /// Marks the columns in which cells of a workbook keep their standard notation. The fields of such a column have
  /// different formats, or a format that may lack a part of a value.
  private mutating func notePlainValues(_ program: Program) {
    let known = program.formatsOfInputs()
    for (position, targets) in destinationsOfColumns.enumerated() where !targets.isEmpty {
      let formats = targets.flatMap { known[$0.level][$0.input] }
      self.targets[position].hasPlainValues = formats.contains {
        $0 != formats[0] || $0?.isExact == false
      }
    }
  }

  /// All destinations, with their columns.
  var destinations: [Destination] {
    targets.enumerated().lazy.filter { $0.element.level >= 0 }
      .map { Destination(position: $0.offset, target: $0.element) } + Array(otherTargets)
  }

  /// The destinations of each column.
  var destinationsOfColumns: [[Target]] {
    var columns = [[Target]](repeating: [], count: targets.count)
    for destination in destinations { columns[destination.position].append(destination.target) }
    return columns
  }

  /// Whether no column fills a record or a list, and none fills several fields.
  var isFlat: Bool { chains.count == 1 && lists.isEmpty && copies.isEmpty }

  /// The levels of records that can be read under several names, each with its number of frames.
  private(set) var sharedLevels: [(level: Int, frameCount: Int)] = []

  /// Numbers the frames of each level in the order of the names in the form.
  private mutating func orderFrames(_ program: Program) {
    guard chains.contains(where: { $0.frame > 0 }) else { return }
    /// For each chain, the positions of the used names of its records, the outermost record first. Each position is
    /// among all names of the record.
    var places = chains.map { _ in [Int]() }
    for number in chains.indices.dropFirst() {
      let chain = chains[number]
      let names = program.levels[chains[chain.parent].level].steps.lazy.compactMap { step in
        step.kind == .field
          ? program.fields[Int(step.target)].inputs.firstIndex(of: Int32(chain.input)) : nil
      }
      places[number] = places[chain.parent] + [names.first ?? 0]
    }
    for level in OrderedSet(chains.filter { $0.frame > 0 }.map { $0.level }) {
      let numbers = chains.indices.filter { chains[$0].level == level }
        .ordered { places[$0].lexicographicallyPrecedes(places[$1]) }
      let frames = numbers.map { chains[$0].frame }
      func renumber(_ target: inout Target) {
        guard target.level == level else { return }
        target.frame = frames.firstIndex(of: target.frame) ?? 0
      }
      for position in targets.indices { renumber(&targets[position]) }
      otherTargets = OrderedSet(
        otherTargets.map { other in
          var other = other
          renumber(&other.target)
          return other
        })
      for (frame, number) in numbers.enumerated() { chains[number].frame = frame }
      sharedLevels.append((level, numbers.count))
    }
  }

  /// Whether `readPlainRow` can read the rows: quotes don't change the meaning of any cell, and every record is the
  /// only one of its level.
  private(set) var hasPlainRows = false

  /// Prepares the values that are the same for every row, once the columns are assigned.
  private mutating func prepareRows(_ program: Program) {
    copies = otherTargets.map { Copy(source: targets[$0.position], target: $0.target) }
    columnOfField = columns(of: program)
    steps = columnSteps
    hasPlainRows = lists.isEmpty && !targets.contains { $0.hasPlainValues || $0.frame > 0 }
  }

  /// Reads the header.
  ///
  /// - Returns: the reader, and the problems. The reader is nil if one of them is an error.
  package static func open(
    header: TextBytes, _ layout: DataLayout, program: Program
  ) -> (reader: TableReader?, problems: [TableProblem]) {
    var reader = TableReader(delimiter: layout.delimiter.value)
    if hasBareReturns(header) { return (nil, [.bareReturns]) }
    do throws(MalformedRecord) {
      if let defect = firstDefect(header) { throw defect }
      var count = 0
      try reader.forEachCell(header) { _, _ in count += 1 }
      guard count <= TableReader.columnLimit else {
        throw MalformedRecord(.tooManyColumns(limit: TableReader.columnLimit), 0)
      }
      try reader.forEachCell(header) { cell, _ in
        reader.columns.append(TableReader.contents(cell).trimmedString)
      }
    } catch {
      let behind = error.reason == .textAfterQuote ? header[error.offset] : 0
      let delimiter = TableReader.delimiters.first { $0.asciiValue == behind }
      let error = error.told(of: layout)
      return (
        nil, [.malformedHeader(error.reason, offset: error.offset, delimiter: delimiter)]
      )
    }
    var opened = reader.opened(program, [], layout.columns)
    if layout.kind.isSheet {
      opened.reader?.notePlainValues(program)
      opened.reader?.prepareRows(program)
    }
    return opened
  }

  /// Creates a reader for columns whose names don't come from a text.
  ///
  /// - Parameter areStructures: whether each column has records or lists.
  /// - Returns: the same as for a header in text.
  static func open(
    columns: [String], areStructures: [Bool], program: Program
  ) -> (reader: TableReader?, problems: [TableProblem]) {
    guard columns.count <= TableReader.columnLimit else {
      let reason = MalformedRecord.Reason.tooManyColumns(limit: TableReader.columnLimit)
      return (nil, [.malformedHeader(reason, offset: 0)])
    }
    var reader = TableReader(delimiter: UInt8(ascii: ","))
    reader.columns = columns
    let structures = OrderedSet(zip(columns, areStructures).filter { $0.1 }.map { $0.0 })
    return reader.opened(
      program, structures, program.layout(of: .csv).columns)
  }

  /// Completes the reader, once it has its columns.
  private func opened(
    _ program: Program, _ structures: OrderedSet<String>, _ demand: DataSetting.ColumnDemand?
  ) -> (reader: TableReader?, problems: [TableProblem]) {
    var reader = self
    var problems = reader.assign(program, structures, demand)
    if reader.targets.allSatisfy({ $0.level < 0 }), !program.fields.isEmpty {
      problems.insert(.noKnownColumn(delimiter: reader.likelyDelimiter), at: 0)
    }
    if demand == .exact, !problems.contains(where: { $0.isError }),
      let misplaced = reader.misplacedColumn(program)
    {
      problems.append(misplaced)
    }
    if problems.contains(where: { $0.isError }) { return (nil, problems) }
    reader.nameless = reader.columns.indices.filter { reader.columns[$0].isEmpty }
    reader.prepareRows(program)
    return (reader, problems)
  }

  /// Whether text follows a CR outside of quotes.
  static func hasBareReturns(_ header: TextBytes) -> Bool {
    let (quote, carriageReturn) = (UInt8(ascii: "\""), UInt8(0x0D))
    var index = 0
    while true {
      index = ByteScan.find(quote, or: carriageReturn, in: header, from: index)
      guard index < header.count else { return false }
      if header[index] == quote {
        index = ByteScan.find(quote, in: header, from: index + 1) + 1
        continue
      }
      while index < header.count, header[index] == carriageReturn { index += 1 }
      return index < header.count
    }
  }

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// Possible delimiters, the likeliest first.
  private static let delimiters: [Character] = [";", "\t", ",", "|"]

  /// The likely delimiter of a header with a single column.
  private var likelyDelimiter: Character? {
    guard columns.count == 1 else { return nil }
    // Compares bytes: with characters, a header of 50 MB would take seconds.
    return TableReader.delimiters.first { mark in
      columns[0].utf8.contains { $0 == mark.asciiValue }
    }
  }
}

// MARK: - The header

extension TableReader {
  /// A key with a field, and its destination.
  private struct Asked {
    var name: String
    var level: Int
    var path: [(level: Int, input: Int)]
    var input: Int
    /// The index of the key in its level.
    var key: Int

    var target: Target { Target(level: level, input: input, key: key) }
  }

  /// - Parameter structures: the columns that have records or lists.
  private mutating func assign(
    _ program: Program, _ structures: OrderedSet<String>, _ demand: DataSetting.ColumnDemand?
  ) -> [TableProblem] {
    let asked = askedKeys(program, level: 0, prefix: "", path: [])
    var byName: OrderedDictionary<String, [Int]> = [:]
    for (number, key) in asked.enumerated() { byName[key.name, default: []].append(number) }
    // A key without a column of exactly its name gets a column whose name differs only in case. Columns with another
    // key's exact name are avoided.
    var positions: OrderedDictionary<String, Int> = [:]
    var looseColumns: OrderedSet<String> = []
    for (position, column) in columns.enumerated() where positions[column] == nil {
      positions[column] = position
      if byName[column] == nil { looseColumns.insert(column.lowercased()) }
    }
    var byFolded: OrderedDictionary<String, [Int]> = [:]
    var taken: OrderedDictionary<String, Int> = [:]
    for (name, numbers) in byName {
      let folded = name.trimmedString.lowercased()
      if let position = positions[name] {
        taken[folded] = position
      } else {
        byFolded[folded, default: []] += numbers
      }
    }
    let isExact = demand == .exact
    let allowsNoOthers = isExact || program.levels[0].isClosed
    var problems: [TableProblem] = []
    if isExact {
      for position in columns.indices where columns[position].isEmpty {
        problems.append(.unknownColumn("", position: position, near: [], isError: true))
      }
    }
    var columnOfKey: OrderedDictionary<Int, Int> = [:]
    targets = Array(repeating: Target(), count: columns.count)
    let hasKeys = program.levels.contains { $0.keyField >= 0 }
    let numbered = assignNumbered(
      program,
      readElsewhere: hasKeys
        ? columns.map { column in
          let folded = column.lowercased()
          return byName[column] != nil || byFolded[folded] != nil || taken[folded] != nil
            || folded == problemsKey
        } : [])
    let calculated = CalculatedKeys(program)
    // The standard library compares very long texts slowly, so columns that are too long for any key are skipped. Equal
    // texts have nearly the same length.
    let longest = 4 * (asked.map { $0.name.utf8.count }.max() ?? 0) + 64
    for (position, column) in columns.enumerated() where !column.isEmpty {
      if targets[position].level >= 0 {
        for number in byName[column] ?? [] {
          columnOfKey[number] = position
          add(asked[number], at: position)
        }
        continue
      }
      if column.utf8.count > longest {
        problems.append(
          .unknownColumn(
            column, position: position, near: [], isError: allowsNoOthers))
        continue
      }
      if let first = numbered[column.lowercased()] {
        problems.append(.repeatedColumn(column, first: first, second: position))
        continue
      }
      let folded = column.lowercased()
      var numbers = byName[column] ?? []
      if numbers.isEmpty || !looseColumns.contains(folded) { numbers += byFolded[folded] ?? [] }
      if numbers.isEmpty {
        if let first = taken[folded] {
          problems.append(
            .repeatedColumn(column, first: min(first, position), second: max(first, position)))
          continue
        }
        if column.lowercased() == problemsKey {
          if let first = problemsColumn {
            problems.append(.repeatedColumn(column, first: first, second: position))
          }
          problemsColumn = problemsColumn ?? position
          continue
        }
        var near: [String] = []
        if problems.count < TableReader.nearLimit {
          // A key that has a column isn't meant.
          let others = asked.map { $0.name }.filter { name in
            positions[name] == nil && !looseColumns.contains(name.trimmedString.lowercased())
          }
          near = NearNames.nearest(to: column, among: others, limit: 4)
        }
        problems.append(
          .unknownColumn(
            column, position: position, near: near, isError: allowsNoOthers))
        continue
      }
      if let first = columnOfKey[numbers[0]] {
        problems.append(.repeatedColumn(column, first: first, second: position))
        continue
      }
      for number in numbers {
        columnOfKey[number] = position
        add(asked[number], at: position)
      }
      if calculated.contains(asked[numbers[0]].level, asked[numbers[0]].input) {
        problems.append(
          isExact
            ? .unknownColumn(column, position: position, near: [], isError: true)
            : .calculatedColumn(column, position: position))
      }
    }
    orderFrames(program)
    let present = OrderedSet(columnOfKey.keys.map { asked[$0].name })
    let unreadColumns = columns.indices.filter { targets[$0].level < 0 }.prefix(1_000)
    // Any item of a list by name may have the column of a field.
    let isNamed = OrderedSet(lists.filter { !$0.keys.isEmpty }.flatMap { $0.levels })
    let missing = MissingColumns(
      program: program, columns: unreadColumns.map { columns[$0] }, present: present,
      numbered: OrderedSet(
        destinations.compactMap { destination in
          let isFirst = destination.target.frame == 0 || isNamed.contains(destination.target.level)
          return isFirst ? NumberedInput(destination.target) : nil
        }),
      structures: structures, wantsAll: demand != nil)
    problems.append(contentsOf: missing.problems)
    return problems
  }

  /// Assigns columns to the lists of the form. Returns these columns by their names.
  ///
  /// - Parameter readElsewhere: whether another field reads each column, if the form has lists by name.
  private mutating func assignNumbered(
    _ program: Program, readElsewhere: [Bool]
  ) -> OrderedDictionary<String, Int> {
    if !program.fields.contains(where: { !$0.numberedKeys.isEmpty }) { return [:] }
    let numbered = NumberedColumns(columns, taken: readElsewhere, program)
    lists = numbered.lists
    for (list, path) in zip(numbered.lists, numbered.paths) {
      addChain(path + [(list.outer, list.input)], level: list.outer, depth: path.count)
    }
    var known: OrderedDictionary<String, Int> = [:]
    for column in numbered.columns {
      add(column.target, at: column.position)
      known[columns[column.position].lowercased()] = column.position
    }
    return known
  }

  /// Adds a key as a destination of a column.
  private mutating func add(_ key: Asked, at position: Int) {
    var target = key.target
    target.frame = addChain(key)
    add(target, at: position)
  }

  private mutating func add(_ target: Target, at position: Int) {
    if targets[position].level < 0 {
      targets[position] = target
    } else if targets[position] != target {
      otherTargets.insert(Destination(position: position, target: target))
    }
  }

  /// Returns the first key of every field that can be in a row, in the order of the fields. Each key has the names of
  /// its field and of the records around the field.
  private func orderedKeys(
    _ program: Program, level: Int, prefix: String, path: [(level: Int, input: Int)],
    names: [String]
  ) -> [(key: Asked, path: [String])] {
    var keys: [(key: Asked, path: [String])] = []
    var seen: OrderedSet<Int32> = []
    let known = program.levels[level].keys
    for field in program.readFields(ofLevel: level) {
      guard let name = field.keys.first, let key = known.inputs.firstIndex(of: field.input) else {
        continue
      }
      if case .record(let child) = field.type {
        keys += orderedKeys(
          program, level: Int(child), prefix: prefix + name + ".",
          path: path + [(level, Int(field.columnInput))], names: names + [field.name])
      } else if !program.isInSeveralColumns(field), field.numberedKeys.isEmpty,
        seen.insert(field.input).inserted
      {
        let asked = Asked(
          name: prefix + name, level: level, path: path, input: Int(field.input), key: key)
        keys.append((asked, names + [field.name]))
      }
    }
    return keys
  }

  /// Returns every key of a level and of the records in it, such as `address.zip`.
  private func askedKeys(
    _ program: Program, level: Int, prefix: String, path: [(level: Int, input: Int)]
  ) -> [Asked] {
    var asked: [Asked] = []
    let keys = program.levels[level].keys
    let withoutKeys = program.inputsOfNumbersOnly(level)
    var records: OrderedDictionary<Int32, [(level: Int32, input: Int32)]> = [:]
    for field in program.readFields(ofLevel: level) {
      guard case .record(let child) = field.type else { continue }
      for (place, input) in ([field.input] + field.otherInputs).enumerated() {
        let own = field.tableInputs.isEmpty ? input : field.tableInputs[place]
        records[input, default: []].append((child, own))
      }
    }
    for (key, name) in keys.names.enumerated() where !withoutKeys.contains(keys.inputs[key]) {
      let input = keys.inputs[key]
      asked.append(
        Asked(name: prefix + name, level: level, path: path, input: Int(input), key: key))
      for record in records[input] ?? [] {
        asked += askedKeys(
          program, level: Int(record.level), prefix: prefix + name + ".",
          path: path + [(level, Int(record.input))])
      }
    }
    return asked
  }

  /// Adds the chain of records that contains a key, if it is new. Returns the frame of the innermost record.
  private mutating func addChain(_ asked: Asked) -> Int {
    addChain(asked.path, level: asked.level, depth: asked.path.count)
  }

  @discardableResult
  private mutating func addChain(
    _ path: [(level: Int, input: Int)], level inner: Int, depth end: Int
  ) -> Int {
    var chain = 0
    for (depth, step) in path.prefix(end).enumerated() {
      let level = depth + 1 < end ? path[depth + 1].level : inner
      if let known = chains.firstIndex(where: { $0.parent == chain && $0.input == step.input }) {
        chain = known
      } else {
        let frame = chains.count { $0.level == level }
        chains.append(Chain(level: level, frame: frame, parent: chain, input: step.input))
        chain = chains.count - 1
      }
    }
    return chains[chain].frame
  }

  /// The maximum number of problems that suggest similar names.
  static let nearLimit = 20
}
