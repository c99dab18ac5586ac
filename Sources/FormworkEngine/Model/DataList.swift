// Lists of other data: records that are read before the run, such as customers or holidays. Their records are frames of
// levels of the form's program, which all evaluators share.

package import FormworkSyntax

/// A list of other data.
package struct DataList: Sendable {
  package var name: String
  /// The text of the label, or -1.
  package var label: Int32 = -1
  /// The path of its file from the form's folder, or nil if it is given when the form is run.
  package var file: String?
  /// Whether the file may be missing.
  package var isOptional: Bool
  package var span: Span
  /// The level of its records.
  var level: Int
  /// The layouts of its data, at most one for each kind.
  package var layouts: [DataLayout] = []
  /// The records, once they have been read.
  var table: ListTable?
}

/// The records of a list that have some values in common with the record at hand, or all.
struct ListQuery: Sendable {
  var list: Int
  var keys: [RecordQuestion.Key] = []
}

/// The records of a list.
final class ListTable: @unchecked Sendable {
  // Unchecked: filled by one thread, then only read.

  /// The frames of each level.
  private(set) var stores: [(level: Int, store: LevelStore)]
  /// The number of records.
  private(set) var count = 0
  /// The number of records that can't be read, or that have a value of the wrong type.
  private(set) var faultyCount = 0
  /// The records with each key, for each query with keys.
  var indexes: OrderedDictionary<Int, KeyIndex> = [:]
  /// The values of paths through the whole list, by their queries.
  var values: OrderedDictionary<Int32, ListValues> = [:]
  private let texts = ConstantPool(blockSize: 1 << 16)
  private let root: Int

  /// - Parameters:
  ///   - root: the level of the records.
  ///   - program: the form's program.
  init(_ root: Int, _ program: Program) {
    self.root = root
    stores = program.levels.indices.filter { program.rootLevel(of: $0) == root }.map {
      ($0, LevelStore(program.levels[$0], of: program.levels.count))
    }
  }

  deinit { for (_, store) in stores { store.deallocate() } }

  func countFaulty() { faultyCount += 1 }

  func share() {
    for index in stores.indices { stores[index].store.share() }
  }

  /// Copies the record that an evaluator of the list's own program has filled.
  func add(_ workspace: Workspace, at address: RecordAddress) {
    let before = stores.map { $0.store.frameCount }
    var isFaulty = false
    for (index, entry) in stores.enumerated() {
      let source = workspace.stores[entry.level == root ? 0 : entry.level]
      for frame in 0..<source.frameCount {
        let parent = Int(source.parents[frame])
        _ = stores[index].store.addFrame(parent: parent)
        let values = stores[index].store.inputs(before[index] + frame)
        for slot in 0..<source.slotCount {
          let value = source.inputs(frame)[slot]
          if value.failure == .type || value.failure == .choice { isFaulty = true }
          values[slot] = kept(value, before, address)
        }
      }
    }
    count += 1
    if isFaulty { faultyCount += 1 }
  }

  private func kept(_ value: Value, _ before: [Int], _ address: RecordAddress) -> Value {
    var value = value
    switch value.kind {
    case .text, .json, .jsonNumber:
      value.low = UInt64(UInt(bitPattern: texts.add(value.bytes).baseAddress))
    case .record, .list:
      let place = stores.firstIndex { $0.level == value.level } ?? 0
      value.low += UInt64(before[place])
    case .unusable:
      guard let failure = value.failure, failure != .required else { return .blank }
      value = .unusable(elsewhere: failure)
      (value.low, value.high) = (
        UInt64(address.file) << 32 | UInt64(address.record), UInt64(address.line)
      )
    default: break
    }
    return value
  }
}

/// The values of a path through a list, among which others are searched.
struct ListValues {
  var hashes = HashTable()
  var walk = Evaluator.Walk.finished
  /// The first record with an unusable value.
  var way = RecordAddress.none
}

/// The records of a list by their keys.
struct KeyIndex: Sendable {
  /// The first record with each key, from 1.
  var first = HashTable()
  /// For each record the next with the same key, or -1.
  var next: [Int32] = []
  /// The last record with each key so far, by its first record.
  private var last: [Int32] = []
  /// The first record with an unusable key, or -1.
  var unusable: Int32 = -1

  mutating func add(_ key: WideHash, record: Int) {
    let found = first.insert(UInt64(record) + 1, for: key)
    if found == 0 {
      last[record] = Int32(record)
      return
    }
    let head = Int(found) - 1
    next[Int(last[head])] = Int32(record)
    last[head] = Int32(record)
  }

  init(count: Int) {
    next = Array(repeating: -1, count: count)
    last = next
  }
}

extension Program {
  /// The number of the file of a list in addresses of records.
  static let firstListFile = 1 << 30

  /// Returns the name of the list in whose data a record is, or nil if it is a record of the run.
  package func list(of address: RecordAddress) -> String? {
    let number = Int(address.file) - Program.firstListFile
    return dataLists.indices.contains(number) ? dataLists[number].name : nil
  }

  /// Returns the name of a list, and the keys by which its records are asked.
  package func askedList(
    _ query: Int
  ) -> (name: String, label: Int32, keys: [(field: Int32, value: Int32)]) {
    let list = dataLists[queries[query].list]
    return (list.name, list.label, queries[query].keys.map { ($0.other, $0.own) })
  }

  /// Returns the level around all others of a level.
  func rootLevel(of level: Int) -> Int {
    var level = level
    while levels[level].parent >= 0 { level = Int(levels[level].parent) }
    return level
  }

  /// Returns the program that reads the records of a list: its level is the outermost, and nothing is asked of its values
  /// but their types.
  package func program(ofList number: Int) -> Program {
    var program = self
    let root = dataLists[number].level
    program.levels.swapAt(0, root)
    for index in program.levels.indices {
      if program.levels[index].parent == Int32(root) { program.levels[index].parent = 0 }
      program.levels[index].isClosed = false
    }
    for index in program.fields.indices {
      program.fields[index].rules = 0..<0
      let level = Int(program.fields[index].level)
      if level == root { program.fields[index].level = 0 }
      if level == 0 { program.fields[index].level = Int32(root) }
    }
    program.layouts = dataLists[number].layouts
    program.questions = []
    program.dataLists = []
    program.acrossCount = 0
    program.layOut()
    return program
  }

  /// Returns the kind of a list's data if the name of its file doesn't tell it.
  package func kind(ofList number: Int) -> DataKind {
    dataLists[number].layouts.first?.kind ?? .csv
  }

  /// Returns the layout for a list's data of a kind.
  package func layout(ofList number: Int, _ kind: DataKind) -> DataLayout {
    dataLists[number].layouts.first { $0.kind == kind } ?? DataLayout(kind)
  }

  /// Returns the same program with the records of all lists.
  package func with(_ readings: [ListReading]) -> Program {
    var program = self
    for (number, reading) in zip(dataLists.indices, readings) {
      reading.table.share()
      program.dataLists[number].table = reading.table
    }
    program.layOut()
    program.indexLists()
    return program
  }

  /// Builds the indexes of all lists that are asked by key.
  func indexLists() {
    Evaluator(self, moment: .first).indexLists()
  }
}

/// Reads the records of a list, one after the other.
package final class ListReading {
  let table: ListTable
  private let number: Int
  private let evaluator: Evaluator
  private var recordCount = 0

  /// - Parameters:
  ///   - number: the number of the list.
  ///   - program: the form's program.
  ///   - own: the list's own program, for its data.
  package init(_ number: Int, of program: Program, _ own: Program, moment: Moment) {
    self.number = number
    table = ListTable(program.dataLists[number].level, program)
    evaluator = Evaluator(own, moment: moment, isFast: false)
  }

  /// The number of records that can't be read, or that have a value of the wrong type.
  package var faultyCount: Int { table.faultyCount }

  /// Adds a record. One that can't be read is left out.
  package func add(
    _ record: TextBytes, line: Int, defect: MalformedRecord.Reason?, of reader: TableReader?
  ) {
    recordCount += 1
    do throws(MalformedRecord) {
      if let defect { throw MalformedRecord(defect, 0) }
      try evaluator.evaluate(record, of: reader)
    } catch { return table.countFaulty() }
    table.add(
      evaluator.workspace,
      at: RecordAddress(file: Program.firstListFile + number, record: recordCount, line: line))
  }
}
