// Records as columns. A column belongs to a field as in a table, but a single column may also contain records or lists.
// First, each column is tested by itself. Values that certainly obey their field's rules are marked; the values of a
// dictionary are tested once for all rows. A row is valid if its marks equal those of a known valid row. Only the other
// rows are read as records.

internal import FormworkSyntax

/// The name of the column with each row's matches among the records of other batches. See `DataSetHit`.
package let hitsKey = "formwork_hits"

/// The name of the column that numbers the records from 1, in the order of the data.
package let recordKey = "formwork_record"

/// The name of the column with the index of each record's file among the files of the data.
package let fileKey = "formwork_file"

/// The header that batches with the same columns share. It assigns the columns to the fields of a program.
package struct ColumnHeader: Sendable {
  /// The names of the columns, and whether they have structures. Batches in which both are equal share a header.
  let names: [String]
  let areStructures: [Bool]
  package let table: TableReader

  /// - Returns: the header, and the problems. The header is nil if one of them is an error.
  static func open(
    _ names: [String], areStructures: [Bool], _ program: Program
  ) -> (header: ColumnHeader?, problems: [TableProblem]) {
    let opened = TableReader.open(
      columns: names, areStructures: areStructures, program: program)
    let header = opened.reader.map {
      ColumnHeader(names: names, areStructures: areStructures, table: $0)
    }
    return (header, opened.problems)
  }
}

/// The columns of some records. They are valid as long as `memory` and the producer's memory. A batch belongs to one
/// thread.
package final class ColumnBatch {
  /// A column with its destination in the program.
  struct Bound {
    let column: UnsafePointer<Column>
    let level: Int
    let frame: Int
    let key: RecordFeed.Key
    /// The entry of the key, if the column can be tested alone.
    let entry: UnsafePointer<KeyEntry>?
  }

  package let count: Int
  package let header: ColumnHeader
  let bound: UnsafeBufferPointer<Bound>
  /// Whether each column is a field of the outermost record, so that columns need not be combined.
  let isFlat: Bool
  /// Whether each column can be tested alone.
  let isTestable: Bool
  /// For each column, the results of testing the values of its dictionary. Computed when first needed.
  let dictionaries: UnsafeMutablePointer<CellBits?>
  let memory: ColumnMemory
  /// The matches of the rows among the records of other batches.
  fileprivate let hits: UnsafePointer<Column>?
  /// The numbers of the records, and the indices of their files.
  private let numbers: UnsafePointer<Column>?
  private let files: UnsafePointer<Column>?
  /// The number of rows in the columns before the batch's first row.
  let offset: Int

  /// Opens a batch: an Arrow struct whose fields are the columns.
  ///
  /// - Parameters:
  ///   - known: the header of the previous batch, which is reused if it is equal.
  /// - Returns: the batch, and the problems. The batch is nil if one of them is an error.
  package static func open(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>,
    known: ColumnHeader?, for evaluator: Evaluator
  ) throws(ColumnFault) -> (batch: ColumnBatch?, problems: [TableProblem]) {
    let memory = ColumnMemory()
    let record = try Column(array, schema, in: memory)
    guard record.type == .record else { throw .broken(column: "") }
    for key in [recordKey, fileKey] {
      if let numbers = record.child(key), !numbers.pointee.isOfIntegers {
        throw .broken(column: key)
      }
    }
    let columns = record.children.indices.compactMap { number in
      record.children.baseAddress.map { $0 + number }
    }.filter { column in
      ![hitsKey, recordKey, fileKey].contains { column.pointee.name.elementsEqual($0.utf8) }
    }
    let names = columns.map { $0.pointee.name.makeString() }
    let areStructures = columns.map { $0.pointee.type.isStructure }
    var header = known
    var problems: [TableProblem] = []
    if known?.names != names || known?.areStructures != areStructures {
      (header, problems) = ColumnHeader.open(
        names, areStructures: areStructures, evaluator.program)
    }
    guard let header else { return (nil, problems) }
    return (ColumnBatch(record, columns, header, memory, evaluator), problems)
  }

  private init(
    _ record: Column, _ columns: [UnsafePointer<Column>], _ header: ColumnHeader,
    _ memory: ColumnMemory, _ evaluator: Evaluator
  ) {
    count = record.count
    offset = record.inner(0)
    self.header = header
    self.memory = memory
    hits = record.child(hitsKey)
    numbers = record.child(recordKey)
    files = record.child(fileKey)
    let plan = evaluator.planPointer
    let all: [Bound] = zip(columns, header.table.targets).compactMap { column, target in
      guard target.level >= 0 else { return nil }
      let number = plan.pointee.levels[target.level].firstKey + target.key
      let isAlone = target.level == 0 && target.key >= 0 && !column.pointee.type.isStructure
      let entry =
        isAlone ? plan.pointee.keys.baseAddress.unsafelyUnwrapped + number : nil
      return Bound(
        column: column, level: target.level, frame: target.frame,
        key: RecordFeed.key(of: target, evaluator.workspace), entry: entry)
    }
    isFlat = header.table.isFlat
    isTestable = isFlat && all.allSatisfy { $0.entry != nil }
    let block = UnsafeMutableBufferPointer<Bound>.allocate(capacity: max(1, all.count))
    _ = block.initialize(from: all)
    bound = UnsafeBufferPointer(rebasing: block[..<all.count])
    dictionaries = .allocate(capacity: max(1, all.count))
    dictionaries.initialize(repeating: nil, count: max(1, all.count))
  }

  deinit {
    bound.deallocate()
    dictionaries.deallocate()
  }
}

extension ColumnBatch {
  /// Whether the batch has matches among the records of other batches.
  package var hasHits: Bool { hits != nil }

  /// Returns the number of a record in its data. Returns nil if the batch has no column with these numbers.
  package func number(ofRow row: Int) -> Int? {
    numbers?.pointee.number(offset + row).map { Int(clamping: $0) }
  }

  /// Returns the address of a record.
  ///
  /// - Parameter number: the record's number in its file.
  package func address(ofRow row: Int, number: Int) -> RecordAddress {
    let file = files?.pointee.number(offset + row) ?? 0
    return RecordAddress(file: Int(clamping: file), record: number, line: number)
  }
}

// MARK: - Rows

extension Evaluator {
  /// Evaluates a row of a batch.
  ///
  /// - Throws: if the row can't be read. Nothing is evaluated then.
  package func evaluate(row: Int, of batch: ColumnBatch) throws(MalformedRecord) {
    begin(TextBytes(start: nil, count: 0))
    if !batch.isFlat { try batch.header.table.addFrames(workspace) }
    // If a row contains records, its marks don't cover all of its values.
    var hasLeft = !batch.isFlat
    let row = batch.offset + row
    for number in batch.bound.indices {
      let bound = batch.bound[number]
      var feed = RecordFeed(workspace, level: bound.level, frame: bound.frame)
      try bound.column.put(row, bound.key, into: &feed)
      let typed = workspace.stores[bound.level].marks[bound.frame].typed
      let bit = bound.entry?.pointee.direct.bit ?? 0
      hasLeft = hasLeft || typed & bit == 0 && bound.column.pointee.isFilled(row)
    }
    workspace.stores[0].marks[0].hasLeft = hasLeft
    if plan.asksColumns { enter(batch.header.table) }
    if !batch.isFlat {
      gather(batch.header.table)
    } else if plan.hasBlanks {
      clearBlanks()
    }
    try run()
  }

  /// Returns the matches of a row among the records of other batches. Returns nil if a match has a value that wasn't
  /// sealed with the shared key.
  package func matches(row: Int, of batch: ColumnBatch) -> DataSetMatches? {
    var matches = DataSetMatches()
    guard let hits = batch.hits?.pointee, hits.isFilled(batch.offset + row),
      hits.type.isStructure, let item = hits.children.first
    else { return matches }
    for row in hits.items(batch.offset + row) {
      let row = item.inner(row)
      func text(_ name: String) -> TextBytes? {
        let column = item.child(name)?.pointee
        return column.flatMap { $0.isFilled(row) ? $0.text(row).bytes : nil }
      }
      guard let rule = item.child("rule")?.pointee.number(row) else { continue }
      if let value = text("value") {
        guard addPrevious(Int(clamping: rule), value, to: &matches) else { return nil }
      } else if (0..<Int64(program.acrossCount)).contains(rule) {
        let record = Int(clamping: item.child("record")?.pointee.number(row) ?? 0)
        let file = text("file")?.makeString()
        matches.hits.append(
          DataSetHit(number: Int32(rule), record: record, line: record, file: file))
      }
    }
    return matches
  }
}

extension Column {
  /// Returns the column of a record's field.
  fileprivate func child(_ name: String) -> UnsafePointer<Column>? {
    let number = children.firstIndex { $0.name.elementsEqual(name.utf8) }
    return number.flatMap { number in children.baseAddress.map { $0 + number } }
  }

  /// Whether the column's values are whole numbers that aren't indices.
  fileprivate var isOfIntegers: Bool {
    if case .integer = type { meant == nil } else { false }
  }

  /// Returns the whole number of a row, or nil if the row is null or the number doesn't fit 64 bits.
  fileprivate func number(_ row: Int) -> Int64? {
    guard isOfIntegers, isThere(row), case .small(let number) = integer(row) else { return nil }
    return number
  }

  /// Whether a row has a value, which may be in a dictionary.
  @inline(__always)
  fileprivate func isFilled(_ row: Int) -> Bool {
    guard isThere(row) else { return false }
    guard let meant = meantPlace else { return true }
    return meant.pointee.isThere(index(row) ?? 0)
  }
}
