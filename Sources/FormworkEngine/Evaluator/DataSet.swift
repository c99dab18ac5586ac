// Rules about all records of a data set: `unique` and `same`. A record is first evaluated only to
// gather its keys; the keys of all records are looked at in their order, in one place; then the
// record is evaluated with what came of it. Keys are kept as 128-bit hashes.

internal import FormworkSyntax

/// The key of one record for one `unique` or `same`.
package struct DataSetKey: Sendable {
  /// The number of the predicate's node.
  package var number: Int32
  var low: UInt64
  var high: UInt64

  /// The hash as one number.
  package var bits: Int128 { Int128(bitPattern: UInt128(high) << 64 | UInt128(low)) }
}

/// A key that breaks its rule, with the record that had it first.
package struct DataSetHit: Sendable {
  package var number: Int32
  /// Record and line of the first holder in its file, from 1.
  package var record: Int
  package var line: Int
  /// The file of the first holder, where that is another one.
  package var file: String?
}

extension Evaluator {
  /// The keys of a record of a file, a row of its table or JSON; none if it cannot be read.
  package func keys(_ record: TextBytes, of table: TableReader? = nil) -> [DataSetKey] {
    keys { evaluator throws(MalformedRecord) in try evaluator.evaluate(record, of: table) }
  }

  /// The keys of a record that `evaluate` evaluates.
  func keys(_ evaluate: (Evaluator) throws(MalformedRecord) -> Void) -> [DataSetKey] {
    dataSetKeys.removeAll(keepingCapacity: true)
    state.pointee.isCollecting = true
    defer { state.pointee.isCollecting = false }
    // What cannot be read has no keys, and is reported when it is evaluated.
    do throws(MalformedRecord) { try evaluate(self) } catch { return [] }
    return dataSetKeys
  }

  /// Says what the records before mean for the next one that is evaluated.
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

  /// What the records before mean for a `unique` or `same`; nil if nothing.
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

  /// Another one in each process, so that nobody makes keys that are taken for each other.
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
  /// The numbers of the rules `same`, as keys have them.
  package var sameRules: [Int32] {
    nodes.compactMap { node in
      let isSame = node.operation == .predicate && node.variant == Predicate.same.rawValue
      return isSame ? node.a : nil
    }
  }
}

/// The keys of all records so far, in 32 to 64 bytes for each: shards grow one at a time, so that ten million keys stay
/// well below a gibibyte also while they grow.
package struct DataSetIndex: Sendable {
  private struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// From 1; 0 where free.
    var record: UInt32 = 0
    var line: UInt32 = 0
  }

  private struct Shard {
    var entries: [Entry] = []
    var count = 0
  }

  private var shards = Array(repeating: Shard(), count: 256)
  private let isSame: [Bool]
  /// What `same` holds everyone to: the key of the first record that has one.
  private var sameKeys: OrderedDictionary<Int32, (key: DataSetKey, holder: DataSetHit)> = [:]

  package init(_ program: Program) {
    var isSame = Array(repeating: false, count: Int(program.acrossCount))
    if !isSame.isEmpty {
      for rule in program.sameRules { isSame[Int(rule)] = true }
    }
    self.isSame = isSame
  }

  /// Takes in the keys of the next record.
  ///
  /// - Parameter record: its number in the data set, from 1.
  /// - Returns: those that break their rule.
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
  /// The checks of how many records there are that fail for `count` records, as problems of the data
  /// set as a whole.
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
