// Records that come as columns. A column belongs to a field as that of a table does, and a record or a list may lie in
// one column. The values of each column are tested first, without those of the others: those that surely keep their
// field's rules are marked, the values of a dictionary once for all rows. A row with the marks of one that was right is
// right. Only the other rows are read as records.

internal import FormworkSyntax

/// The column that says what the records of other batches mean for a row; see `DataSetHit`.
package let hitsKey = "formwork_hits"

/// The column that says the number of each record in its data, from 1.
package let recordKey = "formwork_record"

/// Where the columns of batches of one kind go in a program.
package struct ColumnHeader: Sendable {
  /// The names, and which of them have structures; two batches with the same are alike.
  let names: [String]
  let areStructures: [Bool]
  let table: TableReader

  /// - Returns: the header, or nil if one of the problems keeps the columns from being read.
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

/// The columns of some records; good as long as their memory is.
package struct ColumnBatch {
  /// A column with the place in the program that it goes to.
  fileprivate struct Bound {
    let column: Column
    let level: Int
    let frame: Int
    let key: RecordFeed.Key
    /// The entry of the key, if the column can be tested alone.
    let entry: UnsafePointer<KeyEntry>?
  }

  package let count: Int
  package let header: ColumnHeader
  fileprivate let bound: [Bound]
  /// What the records of other batches mean for the rows.
  package let hits: Column?
  /// The numbers of the records.
  private let numbers: Column?
  /// How many rows of the columns come before the first.
  fileprivate let offset: Int

  /// Takes a batch, a struct of Arrow whose fields are the columns.
  ///
  /// - Parameters:
  ///   - known: the header of the batch before, which is used again where it is the same.
  /// - Returns: the batch, or nil if one of the problems keeps the columns from being read.
  package static func open(
    _ record: Column, known: ColumnHeader?, for evaluator: Evaluator
  ) throws(ColumnFault) -> (batch: ColumnBatch?, problems: [TableProblem]) {
    guard record.type == .record else { throw .broken(column: "") }
    if let numbers = record.child(recordKey), !numbers.isOfIntegers {
      throw .broken(column: recordKey)
    }
    let columns = record.children.filter { column in
      ![hitsKey, recordKey].contains { column.name.elementsEqual($0.utf8) }
    }
    let names = columns.map { $0.name.makeString() }
    let areStructures = columns.map { $0.type.isStructure }
    var header = known
    var problems: [TableProblem] = []
    if known?.names != names || known?.areStructures != areStructures {
      (header, problems) = ColumnHeader.open(
        names, areStructures: areStructures, evaluator.program)
    }
    guard let header else { return (nil, problems) }
    return (ColumnBatch(record, columns, header, evaluator.planPointer), problems)
  }

  private init(
    _ record: Column, _ columns: [Column], _ header: ColumnHeader, _ plan: UnsafePointer<Plan>
  ) {
    count = record.count
    offset = record.inner(0)
    self.header = header
    hits = record.child(hitsKey)
    numbers = record.child(recordKey)
    bound = zip(columns, header.table.targets).compactMap { column, target in
      guard target.level >= 0 else { return nil }
      let number = plan.pointee.levels[target.level].firstKey + target.key
      let isAlone = target.level == 0 && target.key >= 0 && !column.type.isStructure
      let entry =
        isAlone ? plan.pointee.keys.baseAddress.unsafelyUnwrapped + number : nil
      return Bound(
        column: column, level: target.level, frame: target.frame,
        key: RecordFeed.key(of: target, plan), entry: entry)
    }
  }
}

extension ColumnBatch {
  /// The number of a record in its data, if a column says it.
  package func number(ofRow row: Int) -> Int? {
    numbers?.number(offset + row).map { Int(clamping: $0) }
  }
}

// MARK: - Rows

extension Evaluator {
  /// Evaluates a row of a batch.
  ///
  /// - Throws: if the row cannot be read; nothing is evaluated then.
  package func evaluate(row: Int, of batch: ColumnBatch) throws(MalformedRecord) {
    begin(TextBytes(start: nil, count: 0))
    let table = batch.header.table
    table.addFrames(workspace)
    // Records of a row are not known by the marks of their fields.
    var hasLeft = table.chains.count > 1 || !table.lists.isEmpty
    for bound in batch.bound {
      let row = batch.offset + row
      var feed = RecordFeed(workspace, level: bound.level, frame: bound.frame)
      try bound.column.put(row, bound.key, into: &feed)
      let typed = workspace.stores[bound.level].marks[bound.frame].typed
      let bit = bound.entry?.pointee.direct.bit ?? 0
      hasLeft = hasLeft || typed & bit == 0 && bound.column.isFilled(row)
    }
    workspace.stores[0].marks[0].hasLeft = hasLeft
    gather(table)
    try run()
  }

  /// The keys of `unique` and `same` of a row; none if it cannot be read.
  package func keys(row: Int, of batch: ColumnBatch) -> [DataSetKey] {
    keys { evaluator throws(MalformedRecord) in try evaluator.evaluate(row: row, of: batch) }
  }

  /// What a batch says that the records before mean for a row.
  package func hits(row: Int, of batch: ColumnBatch) -> [DataSetHit] {
    guard let hits = batch.hits, hits.isFilled(batch.offset + row), hits.type.isStructure,
      let item = hits.children.first
    else { return [] }
    return hits.items(batch.offset + row).compactMap { row in
      let row = item.inner(row)
      guard let rule = item.child("rule")?.number(row),
        (0..<Int64(program.acrossCount)).contains(rule)
      else { return nil }
      let record = Int(clamping: item.child("record")?.number(row) ?? 0)
      let file = item.child("file")
      return DataSetHit(
        number: Int32(rule), record: record, line: record,
        file: file.flatMap { $0.isFilled(row) ? $0.text(row).bytes.makeString() : nil })
    }
  }
}

extension Column {
  /// A field of a record.
  fileprivate func child(_ name: String) -> Column? {
    children.first { $0.name.elementsEqual(name.utf8) }
  }

  /// Whether its values are whole numbers, and no indices.
  fileprivate var isOfIntegers: Bool {
    if case .integer = type { meant == nil } else { false }
  }

  /// The whole number of a row; nil if there is none of 64 bits.
  fileprivate func number(_ row: Int) -> Int64? {
    guard isOfIntegers, isThere(row), case .small(let number) = integer(row) else { return nil }
    return number
  }

  /// Whether a row has a value, also where that is one of a dictionary.
  @inline(__always)
  fileprivate func isFilled(_ row: Int) -> Bool {
    guard isThere(row) else { return false }
    guard let meant else { return true }
    return meant.isThere(index(row) ?? 0)
  }
}

// MARK: - Columns alone

/// What is marked of some rows, before any of them is read as a record. Owned by one thread.
package final class ColumnMarks {
  /// How many rows are marked at a time.
  package static let rowCount = 512

  fileprivate let marks = UnsafeMutablePointer<FrameMarks>.allocate(capacity: rowCount)
  /// A frame for values that nobody looks at again.
  fileprivate let slots: UnsafeMutablePointer<Value>
  /// The marks of the values of dictionaries.
  fileprivate var ofDictionary: [FrameMarks] = []
  /// Texts behind which nothing may be looked at, up to `shortCount` bytes, while they are marked.
  fileprivate let room = UnsafeMutableRawPointer.allocate(
    byteCount: shortCount + ScratchArena.slack, alignment: 16)
  fileprivate static let shortCount = 256

  package init(_ evaluator: Evaluator) {
    let count = evaluator.workspace.stores[0].slotCount
    slots = .allocate(capacity: count)
    slots.initialize(repeating: .blank, count: count)
  }

  deinit {
    marks.deallocate()
    slots.deallocate()
    room.deallocate()
  }

  /// A text with bytes behind it that may be looked at, until the next one is asked for; nil if it is long.
  @inline(__always)
  fileprivate func padded(_ text: TextBytes, _ isPadded: Bool) -> UnsafeRawPointer? {
    guard let start = UnsafeRawPointer(text.baseAddress) else { return nil }
    if isPadded { return start }
    if text.count > ColumnMarks.shortCount { return nil }
    room.copyMemory(from: start, byteCount: text.count)
    return UnsafeRawPointer(room)
  }

  /// Whether a row, counted from the first one that was marked, is like one that was right.
  @inline(__always)
  package func isRight(_ row: Int, _ evaluator: Evaluator) -> Bool {
    evaluator.workspace.stores[0].known.number(of: marks[row]) >= 0
  }
}

extension Evaluator {
  /// Marks rows of a batch; false if marks decide nothing in this program.
  ///
  /// - Parameter rows: at most `ColumnMarks.rowCount`.
  package func mark(_ rows: Range<Int>, of batch: ColumnBatch, in block: ColumnMarks) -> Bool {
    guard isKnowable, !state.pointee.isCollecting, batch.header.table.chains.count == 1,
      batch.header.table.lists.isEmpty, batch.bound.allSatisfy({ $0.entry != nil })
    else { return false }
    block.marks.update(repeating: .begun, count: rows.count)
    let rows = (batch.offset + rows.lowerBound)..<(batch.offset + rows.upperBound)
    for bound in batch.bound {
      guard let entry = bound.entry else { continue }
      if let meant = bound.column.meant {
        mark(rows, of: bound.column, meaning: meant, entry, block)
      } else {
        bound.column.mark(rows, planPointer, entry, block, block.marks)
      }
    }
    return true
  }

  /// Marks the rows of indices: each value of the dictionary once if these are fewer than the rows, else that of each row.
  private func mark(
    _ rows: Range<Int>, of column: Column, meaning meant: Column,
    _ entry: UnsafePointer<KeyEntry>, _ block: ColumnMarks
  ) {
    guard meant.count <= rows.count else {
      for row in 0..<rows.count where column.isThere(rows.lowerBound + row) {
        let own = column.index(rows.lowerBound + row) ?? 0
        meant.mark(own..<(own + 1), planPointer, entry, block, block.marks + row)
      }
      return
    }
    block.ofDictionary = Array(repeating: .begun, count: meant.count)
    block.ofDictionary.withUnsafeMutableBufferPointer { marks in
      guard let first = marks.baseAddress else { return }
      meant.mark(0..<meant.count, planPointer, entry, block, first)
      for row in 0..<rows.count where column.isThere(rows.lowerBound + row) {
        let own = first + (column.index(rows.lowerBound + row) ?? 0)
        block.marks[row].add(own.pointee)
      }
    }
  }
}

extension FrameMarks {
  /// Adds what is known of another cell.
  @inline(__always)
  fileprivate mutating func add(_ other: FrameMarks) {
    typed |= other.typed
    settled |= other.settled
    truths |= other.truths
    hasLeft = hasLeft || other.hasLeft
  }
}

extension Column {
  /// Marks values as a reader would that gives them to their field.
  ///
  /// - Parameters:
  ///   - block: what has a frame for the values.
  ///   - marks: those of the rows.
  fileprivate func mark(
    _ rows: Range<Int>, _ plan: UnsafePointer<Plan>, _ entry: UnsafePointer<KeyEntry>,
    _ block: ColumnMarks, _ marks: UnsafeMutablePointer<FrameMarks>
  ) {
    let first = rows.lowerBound
    let slots = block.slots
    let bit = entry.pointee.direct.bit
    /// Stores what is there, and notes what stays for the evaluator.
    @inline(__always)
    func each(_ store: (Int, inout FrameMarks) -> Void) {
      for row in 0..<rows.count where isThere(first &+ row) {
        store(first &+ row, &marks[row])
        if marks[row].typed & bit == 0 || bit == 0 { marks[row].hasLeft = true }
      }
    }
    switch (type, entry.pointee.direct.kind) {
    case (.text, .text), (.text, .choice), (.textView, .text), (.textView, .choice):
      each { row, marks in
        let (bytes, isPadded) = text(row)
        guard let place = block.padded(bytes, isPadded),
          let value = Column.value(place, bytes.count)
        else { return }
        plan.storeTextOrChoice(place, bytes.count, value, entry, slots, &marks)
      }
    case (.integer, .integer), (.integer, .number):
      each { row, marks in
        guard case .small(let integer) = integer(row) else { return }
        plan.storeNumber(integer, 0, entry, slots, &marks)
      }
    case (.bool, .bool):
      each { row, marks in plan.storeBool(bool(row), entry, slots, &marks) }
    case (.float(let size), .integer), (.float(let size), .number):
      each { row, marks in
        guard size == 8, let number = Column.shortDecimal(double(row, size: size)) else { return }
        plan.storeNumber(number.digits, number.scale, entry, slots, &marks)
      }
    case (.decimal(let size, let scale), .integer), (.decimal(let size, let scale), .number):
      each { row, marks in
        guard let coefficient = coefficient(row, size: size),
          let number = ExactDecimal(coefficient: coefficient, scale: scale),
          let digits = Value(number).smallCoefficient
        else { return }
        plan.storeNumber(digits, number.scale, entry, slots, &marks)
      }
    default:
      for row in 0..<rows.count where isThere(first &+ row) { marks[row].hasLeft = true }
    }
  }

  /// A text as a value; nil if it is not UTF-8.
  @inline(__always)
  private static func value(_ place: UnsafeRawPointer, _ count: Int) -> Value? {
    let bytes = TextBytes(start: place.assumingMemoryBound(to: UInt8.self), count: count)
    let isASCII =
      bytes.count <= 16
      ? ByteScan.isASCII(place.loadUnaligned(as: SIMD16<UInt8>.self), upTo: bytes.count)
      : bytes.isASCII
    if !isASCII, ByteScan.firstInvalidUTF8(in: bytes) != nil { return nil }
    return Value(text: bytes, flags: isASCII ? 0 : Value.isBeyondASCII)
  }

  /// The number of a float with up to fifteen digits, four of them after the point, in lowest terms: of those there is one
  /// for each float. Nil for all other floats.
  @inline(__always)
  private static func shortDecimal(_ number: Double) -> (digits: Int64, scale: UInt8)? {
    var unit = 1.0
    for scale in UInt8(0)...4 {
      let digits = (number * unit).rounded()
      guard digits.magnitude < 1e15 else { return nil }
      if digits / unit == number { return (Int64(digits), scale) }
      unit *= 10
    }
    return nil
  }
}
