// Lists of other data: records that are read before the run, such as customers or holidays. Their records are frames on
// levels of the form's program. All evaluators share these frames.

package import FormworkSyntax

/// A list of other data.
package struct DataList: Sendable {
  package var name: String
  /// The index of the label's text, or -1.
  package var label: Int32 = -1
  /// The path of the list's file from the form's folder, or nil if the file is given when the form is run.
  package var file: String?
  /// Whether the file may be missing.
  package var isOptional: Bool
  package var span: Span
  /// The level of the list's records.
  package internal(set) var level: Int
  /// The layouts of the list's data, at most one for each kind.
  package var layouts: [DataLayout] = []
  /// The records, once they have been read.
  var table: ListTable?

  /// Whether this is the list whose only record has the values that are given when the form is run.
  package var isOfValues: Bool { name == Checker.valuesName }
}

/// A query for the records of a list: for all, or for those that have some values in common with the record at hand.
struct ListQuery: Sendable, BitwiseCopyable {
  var list: Int
  /// The indices of the query's keys in `Program.questionKeys`.
  var firstKey: Int32
  var endKey: Int32

  var hasKeys: Bool { endKey > firstKey }
}

/// The records of a list.
final class ListTable: @unchecked Sendable {
  // `@unchecked`: filled by one thread, then only read.

  /// The frames of each level.
  @exclusivity(unchecked) private(set) var stores: [(level: Int, store: LevelStore)]
  /// The number of records.
  @exclusivity(unchecked) private(set) var count = 0
  /// The number of records that can't be read, or that have a value of the wrong type.
  private(set) var faultyCount = 0
  /// The line of the first faulty record, and the name of its first field with a value of the wrong type.
  private(set) var firstFaulty: (line: Int, field: String?)?
  /// The records that don't begin one line after the beginning of the previous record, each with its line.
  private var jumps: [(record: Int, line: Int)] = []
  private var lastLine = -1
  private let texts = ConstantPool(blockSize: 1 << 16, isPacked: true)
  private let root: Int
  /// For each of `stores`, the index of the store of the outer level, or -1.
  private let parents: [Int]
  /// For each of `stores`, the number of frames that it had before the current record was added.
  @exclusivity(unchecked) private var before: [Int]

  /// - Parameters:
  ///   - root: the level of the records.
  ///   - program: the form's program.
  init(_ root: Int, _ program: Program) {
    self.root = root
    stores = program.levels.indices.filter { program.rootLevel(of: $0) == root }.map {
      ($0, LevelStore(keeping: program.levels[$0], of: program.levels.count))
    }
    let levels = stores.map { $0.level }
    parents = levels.map { levels.firstIndex(of: Int(program.levels[$0].parent)) ?? -1 }
    before = levels.map { _ in 0 }
  }

  deinit { for (_, store) in stores { store.deallocate() } }

  func countFaulty(line: Int, field: String? = nil) {
    faultyCount += 1
    firstFaulty = firstFaulty ?? (line, field)
  }

  func share() {
    for index in stores.indices { stores[index].store.share() }
  }

  /// Copies the record that an evaluator of the list's own program has filled.
  func add(_ workspace: Workspace, at address: RecordAddress) {
    for index in stores.indices { before[index] = stores[index].store.frameCount }
    var faulty: String??
    for index in stores.indices {
      let level = stores[index].level == root ? 0 : stores[index].level
      let source = workspace.stores[level]
      let outer = parents[index] < 0 ? 0 : before[parents[index]]
      for frame in 0..<source.frameCount {
        let parent = Int(source.parents[frame])
        let cells = stores[index].store.addKeptFrame(parent: outer + parent)
        for cell in 0..<source.cellCount {
          let value = source.cells(frame)[cell]
          if faulty == nil, value.failure == .type || value.failure == .choice {
            let level = workspace.program.levels[level]
            faulty = .some(ListTable.field(ofCell: Int32(cell), in: level, workspace.program))
          }
          cells[cell] = kept(value, address)
        }
      }
    }
    let line = Int(address.line)
    if line != lastLine + 1 { jumps.append((count, line)) }
    lastLine = line
    count += 1
    if let faulty { countFaulty(line: line, field: faulty) }
  }

  /// Returns the line on which a record begins.
  ///
  /// - Parameter record: the index of the record.
  func line(ofRecord record: Int) -> Int {
    guard let jump = jumps.last(where: { $0.record <= record }) else { return record + 1 }
    return jump.line + record - jump.record
  }

  /// Returns the name of the field that a cell belongs to.
  private static func field(ofCell cell: Int32, in level: Level, _ program: Program) -> String? {
    level.steps.lazy.filter { $0.kind == .field }.map { program.fields[Int($0.target)] }
      .first { $0.cell == cell }?.name
  }

  private func kept(_ value: Value, _ address: RecordAddress) -> Value {
    var value = value
    switch value.kind {
    case .text, .json, .jsonNumber:
      value.low = UInt64(UInt(bitPattern: texts.add(value.bytes).baseAddress))
    case .record, .list:
      let place = stores.firstIndex { $0.level == value.level } ?? 0
      value.low += UInt64(before[place])
    case .unusable:
      guard let failure = value.failure, failure != .required else { return .blank }
      value = .unusable(elsewhere: failure, at: address)
    default: break
    }
    return value
  }
}

/// The records of a list, indexed for a query.
final class QueryIndex: @unchecked Sendable {
  // `@unchecked`: filled by one thread, then only read.

  /// The number of all records of the list.
  let count: Int
  /// The records, indexed by the keys of the query.
  @exclusivity(unchecked) var keys: KeyIndex?
  /// The values of a path through the whole list, if an `in` searches them.
  @exclusivity(unchecked) var values: ListValues?
  /// The records, indexed by a field that a condition about each record compares with `==`.
  @exclusivity(unchecked) var equals: EqualRecords?

  init(count: Int) { self.count = count }
}

/// An answer that is the same for all records of the run.
struct ListResult: Sendable, BitwiseCopyable {
  /// The value, or a bool for a condition.
  var value: Value
  /// The first record whose unusable value keeps the answer from being certain.
  var way: RecordAddress
}

/// The records of a list, indexed by a field that a condition about each of them compares with `==`.
struct EqualRecords {
  /// The field, and the operand that it must equal.
  var key: RecordQuestion.Key
  var index: KeyIndex
}

/// The values of a path through a list, so that `in` can look values up.
enum ListValues {
  /// The values of a field, each as the key of its record.
  case keys(KeyIndex)
  /// The hashes of the values of any other path.
  ///
  /// - Parameters:
  ///   - walk: the result of the walk over the values.
  ///   - way: the first record whose unusable value keeps an answer from being certain.
  case hashes(HashTable, walk: Evaluator.Walk, way: RecordAddress)
}

/// The records of a list, indexed by their keys.
final class KeyIndex: @unchecked Sendable {
  // `@unchecked`: filled by one thread, then only read.

  /// The operands of the keys.
  let operands: [RecordQuestion.Key]
  /// For each key, the first record with it, counted from 1.
  private let heads: HashTable
  /// For each record, the next record with the same key, or -1. Empty if all keys differ.
  @exclusivity(unchecked) private var nexts: [Int32] = []
  /// While records are added, the last record with each key, stored at the index of the first record with that key.
  /// Empty if all keys differ.
  @exclusivity(unchecked) private var last: [Int32] = []
  /// The records with a blank key.
  @exclusivity(unchecked) var blank: [Int32] = []
  /// The first record with an unusable key, or -1.
  @exclusivity(unchecked) var unusable: Int32 = -1
  /// The number of records that share their key with another record, and the first of these records, or -1.
  @exclusivity(unchecked) private(set) var sharing: (count: Int, first: Int32) = (0, -1)
  private let count: Int

  /// - Parameter count: the number of all records.
  init(_ operands: [RecordQuestion.Key], count: Int) {
    (self.operands, self.count) = (operands, count)
    heads = HashTable(for: count)
  }

  func add(_ key: WideHash, record: Int) {
    let found = heads.insert(record + 1, for: key)
    if found == 0 { return }
    let head = found - 1
    if nexts.isEmpty {
      nexts = Array(repeating: -1, count: count)
      last = (0..<Int32(count)).map { $0 }
    }
    let isSecond = last[head] == head
    sharing.count += isSecond ? 2 : 1
    if isSecond, sharing.first < 0 || head < sharing.first { sharing.first = Int32(head) }
    nexts[Int(last[head])] = Int32(record)
    last[head] = Int32(record)
  }

  /// Frees the memory that only `add` needs.
  func finish() { last = [] }

  /// Returns the first record with a key, or -1.
  @inline(__always)
  func first(_ key: WideHash) -> Int32 { Int32(heads.number(of: key)) - 1 }

  /// Returns the next record with the same key as `record`, or -1.
  func next(_ record: Int32) -> Int32 { nexts.isEmpty ? -1 : nexts[Int(record)] }
}

extension Program {
  /// The file number of the first list's records in a `RecordAddress`.
  static let firstListFile = 1 << 30

  /// Returns the name of the list that a record belongs to, or nil if it is a record of the run.
  package func list(of address: RecordAddress) -> String? {
    let number = Int(address.file) - Program.firstListFile
    return dataLists.indices.contains(number) ? dataLists[number].name : nil
  }

  /// Returns the name and label of the list that a query searches, and the keys of the query.
  package func askedList(
    _ query: Int
  ) -> (name: String, label: Int32, keys: [(field: Int32, value: Int32)]) {
    let list = dataLists[queries[query].list]
    return (list.name, list.label, questionKeys.of(queries[query]).map { ($0.other, $0.own) })
  }

  /// The names of the values that the form needs when it is run.
  package var neededValues: [String] {
    guard let list = dataLists.first(where: { $0.isOfValues }) else { return [] }
    return fields(ofLevel: Int32(list.level)).map { fields[Int($0)].name }
  }

  /// Whether a query is about the values that are given when the form is run.
  package func isOfValues(_ query: Int) -> Bool { dataLists[queries[query].list].isOfValues }

  /// Returns the list of other data that a field belongs to, or nil for a field of the form.
  package func list(ofField field: Int32) -> DataList? {
    list(ofLevel: Int(fields[Int(field)].level))
  }

  /// Returns the list of other data that a level belongs to, or nil for a level of the form.
  package func list(ofLevel level: Int) -> DataList? {
    let root = rootLevel(of: level)
    return root == 0 ? nil : dataLists.first { $0.level == root }
  }

  /// Whether a list of other data from the file `name` reads a column. A form may name its own data once more as a
  /// list.
  package func isReadByList(_ column: String, ofFile name: String) -> Bool {
    let folded = column.lowercased()
    return dataLists.contains { list in
      guard list.file?.split(separator: "/").last.map({ String($0) }) == name else { return false }
      return levels[list.level].keys.names.contains { $0.lowercased() == folded }
    }
  }

  /// Whether a field belongs to the form, not to other data.
  func isOfForm(_ field: Int32) -> Bool {
    field >= 0 && rootLevel(of: Int(fields[Int(field)].level)) == 0
  }

  /// Returns the outermost level around `level`, or `level` itself.
  func rootLevel(of level: Int) -> Int {
    var level = level
    while levels[level].parent >= 0 { level = Int(levels[level].parent) }
    return level
  }

  /// Returns the program that reads the records of a list. In that program, the list's level is the outermost, and only
  /// the types of values are checked.
  fileprivate func program(ofList number: Int) -> Program {
    var program = self
    let root = dataLists[number].level
    program.levels.swapAt(0, root)
    for index in program.levels.indices {
      if program.levels[index].parent == Int32(root) { program.levels[index].parent = 0 }
      program.levels[index].isClosed = false
    }
    program.rules = FlatArray()
    program.requiresValues = dataLists[number].isOfValues
    for index in program.fields.indices {
      program.fields[index].rules = 0..<0
      let level = Int(program.fields[index].level)
      if level == root { program.fields[index].level = 0 }
      if level == 0 { program.fields[index].level = Int32(root) }
    }
    // The records of an earlier reading belong to other evaluators, so this program must not write to them.
    program.dataLists[number].table = nil
    program.layouts = dataLists[number].layouts
    program.questions = FlatArray()
    program.acrossCount = 0
    program.layOut()
    return program
  }

  /// Returns the same program with the records of a list.
  package func with(_ reading: ListReading) -> Program {
    var program = self
    reading.table.share()
    program.dataLists[reading.number].table = reading.table
    program.layOut()
    program.indexRecords(ofList: reading.number)
    // The results for the records that this list had before.
    program.knownResults = []
    if program.dataLists.allSatisfy({ $0.table != nil }) {
      program.knownResults = Evaluator(program, moment: .first).knownResults()
    }
    return program
  }
}

extension Program {
  /// Returns the indexes in which the form looks up a single record of a list, except to test only whether there is
  /// one.
  fileprivate func indexesOfSingleRecords(ofList list: Int) -> [KeyIndex] {
    let tested = OrderedSet<Int32>(
      nodes.filter { node in
        node.operation == .predicate
          && [Predicate.filled.rawValue, Predicate.blank.rawValue].contains(node.variant)
      }.map { $0.a })
    var indexes: [KeyIndex] = []
    for (number, node) in nodes.enumerated()
    where node.operation == .listRecord && queries[Int(node.a)].list == list {
      guard !tested.contains(Int32(number)), let index = queryIndexes[Int(node.a)]?.keys,
        !indexes.contains(where: { $0 === index })
      else { continue }
      indexes.append(index)
    }
    return indexes
  }

  private mutating func indexRecords(ofList list: Int) {
    if queryIndexes.isEmpty { queryIndexes = Array(repeating: nil, count: queries.count) }
    var evaluator = Evaluator(self, moment: .first)
    var indexes: [KeyIndex] = []
    for (number, query) in queries.enumerated() where query.list == list {
      queryIndexes[number] = evaluator.index(query, &indexes)
    }
    // An evaluator that finds records through the indexes of the queries.
    evaluator = Evaluator(self, moment: .first)
    for node in nodes {
      guard let query = evaluator.wholeList(of: node), queries[query].list == list,
        let index = queryIndexes[query]
      else { continue }
      evaluator.index(node, index, &indexes)
    }
  }
}

/// Reads the records of a list, one after the other.
package final class ListReading {
  let table: ListTable
  let number: Int
  /// The program that reads the records.
  package let program: Program
  /// The layout of the data.
  package let layout: DataLayout
  private let evaluator: Evaluator
  /// The columns of the data, if it is a table.
  private var header: TableReader?
  @exclusivity(unchecked) private var recordCount = 0

  /// - Parameters:
  ///   - number: the index of the list.
  ///   - program: the form's program, with the records of the lists before this one.
  ///   - kind: the kind of the data, or nil if it isn't known from the name of the file.
  package init(_ number: Int, of program: Program, kind: DataKind? = nil, moment: Moment) {
    self.number = number
    let layouts = program.dataLists[number].layouts
    let kind = kind ?? layouts.first?.kind ?? .csv
    layout = layouts.first { $0.kind == kind } ?? DataLayout(kind)
    self.program = program.program(ofList: number).reading(layout)
    table = ListTable(program.dataLists[number].level, program)
    evaluator = Evaluator(self.program, moment: moment, isFast: false)
  }

  /// The number of records that can't be read, or that have a value of the wrong type.
  package var faultyCount: Int { table.faultyCount }

  /// Returns a sentence about the faulty records, and one about each key by which a single record is looked up although
  /// several records have it.
  ///
  /// - Parameter program: the form's program, with the records of the list.
  package func warnings(in program: Program) -> [String] {
    let name = self.program.dataLists[number].name
    var warnings: [String] = []
    if let first = table.firstFaulty {
      let field = first.field.map { " (\"\($0)\")" } ?? ""
      warnings.append(
        "\(faultyCount) of the records of the list \(name) cannot be read as the form says, "
          + "the first on line \(first.line)\(field).")
    }
    for index in program.indexesOfSingleRecords(ofList: number) where index.sharing.count > 0 {
      let keys = index.operands.map { "\"\(key(of: $0))\"" }.joined(separator: " and ")
      warnings.append(
        "\(index.sharing.count) of the records of the list \(name) share their \(keys) with another, "
          + "the first on line \(table.line(ofRecord: Int(index.sharing.first))). A lookup finds the first of them."
      )
    }
    return warnings
  }

  /// Returns the name of a key in the data.
  private func key(of key: RecordQuestion.Key) -> String {
    guard case .cell(_, _, let field) = program.view(key.other) else { return "" }
    return nameInData(ofField: field)
  }

  /// Returns the name of a field's column or key in the data.
  private func nameInData(ofField number: Int32) -> String {
    if let header, case let column = Int(header.columnOfField[Int(number)]), column >= 0 {
      return header.columns[column]
    }
    let field = program.fields[Int(number)]
    return field.keys.first { !$0.isEmpty } ?? field.name
  }

  /// Adds a JSON record. A record that can't be read is left out.
  @discardableResult
  package func add(json record: TextBytes) -> MalformedRecord? {
    add(line: 1) { evaluator throws(MalformedRecord) in try evaluator.evaluate(json: record) }
  }

  /// Adds a record of a file. A record that can't be read is left out.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of a piece.
  ///   - table: the reader of rows, if the records are rows.
  ///   - isText: whether the row is known to be UTF-8 without NUL.
  @discardableResult
  package func add(
    _ span: RecordSpan, of bytes: TextBytes, _ table: TableReader?, isText: Bool
  ) -> MalformedRecord? {
    let (record, room) = (bytes.part(span.lower, span.upper), bytes.count - span.upper)
    if header == nil { header = table }
    return add(line: span.line) { evaluator throws(MalformedRecord) in
      if let defect = span.defect { throw MalformedRecord(defect, 0) }
      try evaluator.evaluate(record, of: table, isText: isText, room: room)
    }
  }

  /// Adds a record that `evaluate` evaluates. A record that can't be read is left out.
  ///
  /// - Parameter line: the line of the record, or nil to use its number instead.
  /// - Returns: the reason why the record can't be read, or nil.
  @discardableResult
  package func add(
    line: Int? = nil, _ evaluate: (Evaluator) throws(MalformedRecord) -> Void
  ) -> MalformedRecord? {
    recordCount += 1
    do throws(MalformedRecord) { try evaluate(evaluator) } catch {
      table.countFaulty(line: line ?? recordCount)
      return error
    }
    table.add(
      evaluator.workspace,
      at: RecordAddress(
        file: Program.firstListFile + number, record: recordCount, line: line ?? recordCount))
    return nil
  }

  /// Adds the records of a batch of columns.
  ///
  /// - Returns: the problems of the columns. If one of them is an error, no record is added.
  package func add(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>
  ) throws(ColumnFault) -> [TableProblem] {
    let opened = try ColumnBatch.open(array, schema, known: nil, for: evaluator)
    guard let batch = opened.batch else { return opened.problems }
    header = batch.header.table
    for row in 0..<batch.count {
      add { evaluator throws(MalformedRecord) in try evaluator.evaluate(row: row, of: batch) }
    }
    return opened.problems
  }
}
