// Rules that compare all records of a data set: `unique` and `same`. A record is first evaluated only to collect its
// keys. A single index then processes the keys of all records in order. After that, the record is evaluated with the
// result. Keys are stored as 128-bit hashes.

internal import FormworkSyntax

/// The key of a record for one `unique` or `same`.
package struct DataSetKey: Sendable {
  /// The number of the `unique` or `same` word.
  package var number: Int32
  var hash: WideHash

  /// The hash as a single number.
  package var bits: Int128 { Int128(bitPattern: UInt128(hash.high) << 64 | UInt128(hash.low)) }
}

/// The keys and values of a record that later records are compared with.
package struct DataSetEntry: Sendable {
  package var keys: [DataSetKey] = []
  /// The entry of a record that can't be read.
  package static var none: DataSetEntry { DataSetEntry() }

  /// For each question about the previous record, its value in this record and the hash of the record's group.
  var values: [(number: Int, group: WideHash, value: KeptValue)] = []
}

/// The results of comparing a record with earlier ones, which are needed to judge it.
package struct DataSetMatches: Sendable {
  package var hits: [DataSetHit] = []
  /// For each question, its value in the previous record, or nil if no record precedes. May be empty if all are
  /// nil.
  var previous: [KeptValue?] = []

  package init(hits: [DataSetHit] = []) { self.hits = hits }
}

/// A key that fails its `unique` or `same`, and the record that makes it fail. For `unique`, this is the first record
/// with the same key. For `same`, it is the first record with any key.
package struct DataSetHit: Sendable {
  package var number: Int32
  /// The number and the line of the first record in its file, from 1.
  package var record: Int
  package var line: Int
  /// The file of the first record, or nil if it is the file of the failing record.
  package var file: String?
}

extension Evaluator {
  /// Returns the keys and values that later records are compared with, for the record that `evaluate` evaluates. Empty
  /// if the record can't be read.
  ///
  /// - Parameter tally: receives the record's contribution to the answers to questions about all records.
  package func entry(
    at address: RecordAddress, tally: RecordTally? = nil,
    _ evaluate: (Evaluator) throws(MalformedRecord) -> Void
  ) -> DataSetEntry {
    tally?.count()
    dataSetKeys.removeAll(keepingCapacity: true)
    state.pointee.isCollecting = true
    defer { state.pointee.isCollecting = false }
    // A record that can't be read has no keys. It is reported when it is evaluated.
    do throws(MalformedRecord) { try evaluate(self) } catch { return DataSetEntry() }
    if let tally { self.tally(into: tally, at: address) }
    var entry = DataSetEntry(keys: dataSetKeys)
    for (number, question) in plan.questions.enumerated()
    where question.isPrevious && question.useCount > 0 {
      guard let key = tallyKey(question, nil, address)?.key else { continue }
      entry.values.append((number, key, keep(question, address)))
    }
    return entry
  }

  /// Returns a record's keys for other processes. The keys of `unique` and `same` come first. If there is a shared key,
  /// a key for each question about the previous record follows, with the sealed value of this record.
  package func sharedKeys(_ entry: DataSetEntry) -> [(key: DataSetKey, value: [UInt8]?)] {
    guard let sharedKey else { return entry.keys.map { ($0, nil) } }
    return entry.keys.map { ($0, nil) }
      + entry.values.map { number, group, value in
        var (value, coder) = (value, ByteCoder())
        value.code(&coder)
        let key = DataSetKey(number: program.acrossCount + Int32(number), hash: group)
        return (key, sharedKey.sealed(coder).hexadecimal)
      }
  }

  /// Adds a value of the previous record that another process has sent.
  ///
  /// - Parameters:
  ///   - number: the `number` of the key.
  ///   - text: the sealed value of the group's previous record, in hexadecimal.
  /// - Returns: false if the value isn't from a process with the same key.
  func addPrevious(_ number: Int, _ text: TextBytes, to matches: inout DataSetMatches) -> Bool {
    let number = number - Int(program.acrossCount)
    guard program.questions.indices.contains(number), let bytes = text.ofHexadecimal,
      var coder = sharedKey?.opened(bytes)
    else { return false }
    var value = KeptValue(value: .blank)
    value.code(&coder)
    if matches.previous.isEmpty {
      matches.previous = Array(repeating: nil, count: program.questions.count)
    }
    matches.previous[number] = value
    return coder.isDone
  }

  /// Sets the matches among the earlier records for the next record to be evaluated.
  package func expect(_ matches: DataSetMatches) {
    previous = matches.previous
    let hits = matches.hits
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

  /// Leaves the data set. The next records are evaluated independently of each other.
  package func leaveDataSet() {
    expect(DataSetMatches())
    (previous, answers) = (nil, nil)
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
    let start = state.pointee.keyBytes.count
    defer { state.pointee.keyBytes.remove(from: start) }
    var isBlank = true
    for index in Int(node.b)..<Int(node.b + node.c) {
      let value = value(of: plan.lists[index], frame).unknownAsBlank
      guard value.kind != .uncalculable, appendKey(of: value) else { return .skipped }
      if value.isUsable { isBlank = false }
    }
    if !isBlank {
      dataSetKeys.append(DataSetKey(number: node.a, hash: hashOfKey(from: start, salt: node.a)))
    }
    return .yes
  }
}

extension Program {
  /// The numbers of the `same` words, as in `DataSetKey.number`.
  package var sameRules: [Int32] {
    nodes.compactMap { node in
      let isSame = node.operation == .predicate && node.variant == Predicate.same.rawValue
      return isSame ? node.a : nil
    }
  }
}

/// The keys of all records so far. Each key takes 24 to 48 bytes, and each record another 8.
package struct DataSetIndex: Sendable {
  /// For each key, the index in `records` of the first record with it, from 1.
  private let holders = HashTable()
  /// The number and the line of each record that is the first with a key.
  private var records: [(record: UInt32, line: UInt32)] = []
  private let isSame: [Bool]
  /// For each `same`, the first key, and the record that it belongs to.
  private var sameKeys: OrderedDictionary<Int32, (key: DataSetKey, holder: DataSetHit)> = [:]

  /// For each question about the previous record, the last value of each group.
  private var last: [OrderedDictionary<WideHash, KeptValue>] = []

  package init(_ program: Program) {
    if program.questions.contains(where: { $0.isPrevious }) {
      last = Array(repeating: [:], count: program.questions.count)
    }
    var isSame = Array(repeating: false, count: Int(program.acrossCount))
    if !isSame.isEmpty {
      for rule in program.sameRules { isSame[Int(rule)] = true }
    }
    self.isSame = isSame
  }

  /// Adds the next record.
  ///
  /// - Parameter record: the record's number in the data set, from 1.
  /// - Returns: the keys that fail their rule, and the values of the previous record.
  package mutating func add(_ entry: DataSetEntry, record: Int, line: Int) -> DataSetMatches {
    var matches = DataSetMatches(hits: failing(entry.keys, record: record, line: line))
    if entry.values.isEmpty { return matches }
    matches.previous = Array(repeating: nil, count: last.count)
    for (number, group, value) in entry.values {
      matches.previous[number] = last[number][group]
      last[number][group] = value
    }
    return matches
  }

  private mutating func failing(
    _ keys: [DataSetKey], record: Int, line: Int
  ) -> [DataSetHit] {
    var hits: [DataSetHit] = []
    var isFirst = false
    for key in keys {
      if isSame[Int(key.number)] {
        let holder = DataSetHit(number: key.number, record: record, line: line)
        if let first = differing(key, holder) { hits.append(first) }
        continue
      }
      let found = holders.insert(records.count + 1, for: key.hash)
      if found == 0 {
        isFirst = true
      } else if found > records.count {
        // The record has this key twice.
        hits.append(DataSetHit(number: key.number, record: record, line: line))
      } else {
        let (record, line) = records[found - 1]
        hits.append(DataSetHit(number: key.number, record: Int(record), line: Int(line)))
      }
    }
    if isFirst { records.append((UInt32(clamping: record), UInt32(clamping: line))) }
    return hits
  }

  private mutating func differing(_ key: DataSetKey, _ holder: DataSetHit) -> DataSetHit? {
    guard let first = sameKeys[key.number] else {
      sameKeys[key.number] = (key, holder)
      return nil
    }
    return first.key.hash == key.hash ? nil : first.holder
  }
}
