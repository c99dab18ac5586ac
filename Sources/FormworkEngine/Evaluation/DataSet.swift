// Rules that compare all records of a data set: `unique` and `same`. A record is first evaluated only to collect its
// keys. A single index then processes the keys of all records in order. After that, the record is evaluated with the
// result. Keys are stored as 128-bit hashes.

internal import FormworkSyntax

/// The key of a record for one `unique` or `same`.
package struct DataSetKey: Sendable {
  /// The number of the `unique` or `same` word.
  package var number: Int32
  var low: UInt64
  var high: UInt64

  /// The hash as a single number.
  package var bits: Int128 { Int128(bitPattern: UInt128(high) << 64 | UInt128(low)) }
}

/// A key that fails its rule, and the first record with the key.
package struct DataSetHit: Sendable {
  package var number: Int32
  /// Record and line of the first record in its file, from 1.
  package var record: Int
  package var line: Int
  /// The file of the first record, if it is another file.
  package var file: String?
}

extension Evaluator {
  /// Returns the keys of a record of a file, which is a row of its table or JSON. Empty if it can't be read.
  package func keys(_ record: TextBytes, of table: TableReader? = nil) -> [DataSetKey] {
    keys { evaluator throws(MalformedRecord) in try evaluator.evaluate(record, of: table) }
  }

  /// Returns the keys of a record that `evaluate` evaluates.
  func keys(_ evaluate: (Evaluator) throws(MalformedRecord) -> Void) -> [DataSetKey] {
    dataSetKeys.removeAll(keepingCapacity: true)
    state.pointee.isCollecting = true
    defer { state.pointee.isCollecting = false }
    // A record that can't be read has no keys. It is reported when it is evaluated.
    do throws(MalformedRecord) { try evaluate(self) } catch { return [] }
    return dataSetKeys
  }

  /// Sets the matches among the earlier records for the next record to be evaluated.
  package func expect(_ hits: [DataSetHit]) {
    for hit in dataSetHits { dataSetPlaces[Int(hit.number)] = -1 }
    dataSetHits = hits
    if hits.isEmpty { return }
    if dataSetPlaces.isEmpty {
      dataSetPlaces = Array(repeating: -1, count: Int(program.acrossCount))
    }
    for (place, hit) in hits.enumerated() where dataSetPlaces[Int(hit.number)] < 0 {
      dataSetPlaces[Int(hit.number)] = Int32(truncatingIfNeeded: place)
    }
  }

  /// Returns the match among the earlier records for a `unique` or `same`, or nil.
  func hit(_ number: Int32) -> DataSetHit? {
    let place = dataSetHits.isEmpty ? -1 : Int(dataSetPlaces[Int(number)])
    return place < 0 ? nil : dataSetHits[place]
  }

  func testDataSet(_ node: Node, _ frame: Frame) -> Truth {
    guard state.pointee.isCollecting else {
      return Truth(hit(node.a) == nil)
    }
    var bytes: [UInt8] = []
    var isBlank = true
    for index in Int(node.b)..<Int(node.b + node.c) {
      let value = value(of: plan.lists[index], frame).unknownAsBlank
      guard value.kind != .uncalculable, let key = key(of: value) else { return .skipped }
      if value.isUsable { isBlank = false }
      bytes += key
    }
    if !isBlank {
      let hash = hashKey?(bytes) ?? Evaluator.hash(bytes, node.a)
      dataSetKeys.append(DataSetKey(number: node.a, low: hash.low, high: hash.high))
    }
    return .yes
  }

  /// The hash is seeded differently in each process, so that no data can cause collisions on purpose.
  private static func hash(_ bytes: [UInt8], _ number: Int32) -> (low: UInt64, high: UInt64) {
    func half(_ salt: UInt8) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(number)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    return (half(1), half(2))
  }
}

extension Program {
  /// The numbers of the `same` words, as in keys.
  package var sameRules: [Int32] {
    nodes.compactMap { node in
      let isSame = node.operation == .predicate && node.variant == Predicate.same.rawValue
      return isSame ? node.a : nil
    }
  }
}

/// The keys of all records so far. It takes 32 to 64 bytes for each. Its shards grow one at a time, so that ten
/// million keys take well below a gibibyte even while they grow.
package struct DataSetIndex: Sendable {
  private struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// The number of the record, from 1, or 0 if the entry is free.
    var record: UInt32 = 0
    var line: UInt32 = 0
  }

  private struct Shard {
    var entries: [Entry] = []
    var count = 0
  }

  private var shards = Array(repeating: Shard(), count: 256)
  private let isSame: [Bool]
  /// For each `same`, the key of the first record that has one.
  private var sameKeys: OrderedDictionary<Int32, (key: DataSetKey, holder: DataSetHit)> = [:]

  package init(_ program: Program) {
    var isSame = Array(repeating: false, count: Int(program.acrossCount))
    if !isSame.isEmpty {
      for rule in program.sameRules { isSame[Int(rule)] = true }
    }
    self.isSame = isSame
  }

  /// Adds the keys of the next record.
  ///
  /// - Parameter record: its number in the data set, from 1.
  /// - Returns: the keys that fail their rule.
  package mutating func add(_ keys: [DataSetKey], record: Int, line: Int) -> [DataSetHit] {
    var hits: [DataSetHit] = []
    for key in keys {
      let holder = DataSetHit(number: key.number, record: record, line: line)
      let first = isSame[Int(key.number)] ? differing(key, holder) : taken(key, holder)
      if let first { hits.append(first) }
    }
    return hits
  }

  private mutating func differing(_ key: DataSetKey, _ holder: DataSetHit) -> DataSetHit? {
    guard let first = sameKeys[key.number] else {
      sameKeys[key.number] = (key, holder)
      return nil
    }
    return first.key.low == key.low && first.key.high == key.high ? nil : first.holder
  }

  private mutating func taken(_ key: DataSetKey, _ holder: DataSetHit) -> DataSetHit? {
    let shard = Int(key.high & 255)
    if shards[shard].count * 4 >= shards[shard].entries.count * 3 { grow(shard) }
    let slot = DataSetIndex.slot(of: key.low, key.high, in: shards[shard].entries)
    let found = shards[shard].entries[slot]
    guard found.record == 0 else {
      return DataSetHit(number: key.number, record: Int(found.record), line: Int(found.line))
    }
    shards[shard].entries[slot] = Entry(
      low: key.low, high: key.high, record: UInt32(clamping: holder.record),
      line: UInt32(clamping: holder.line))
    shards[shard].count += 1
    return nil
  }

  private static func slot(of low: UInt64, _ high: UInt64, in entries: [Entry]) -> Int {
    let mask = entries.count - 1
    var slot = Int(truncatingIfNeeded: low) & mask
    while entries[slot].record != 0, entries[slot].low != low || entries[slot].high != high {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow(_ shard: Int) {
    let old = shards[shard].entries
    var entries = Array(repeating: Entry(), count: max(64, old.count * 2))
    for entry in old where entry.record != 0 {
      entries[DataSetIndex.slot(of: entry.low, entry.high, in: entries)] = entry
    }
    shards[shard].entries = entries
  }
}

// MARK: - The number of records

extension Evaluator {
  /// Returns the problems of the checks that fail for a data set of `count` records. They belong to the data set as a
  /// whole.
  package func problems(ofRecordCount count: Int) -> [Problem] {
    workspace.reset()
    let frame = Frame(level: 0, index: 0)
    var problems: [Problem] = []
    for check in program.recordCounts {
      let inside = isValue(Value(integer: Int64(count)), inRange: check.range, frame)
      guard inside == (check.isNegated ? .yes : .no) else { continue }
      let rule = program.rules[Int(check.rule)]
      problems.append(
        Problem(
          kind: .rule, severity: rule.severity, field: -1, level: 0, frame: 0, rule: check.rule,
          part: rule.condition))
    }
    recordCount = count
    return problems
  }
}
