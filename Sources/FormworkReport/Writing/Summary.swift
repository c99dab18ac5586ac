// The summary of a run: the numbers of accepted and rejected records, and their problems.

package import FormworkEngine
internal import FormworkSyntax

/// The counts of a run, or of a part of it.
package struct Summary: Sendable {
  package private(set) var accepted = 0
  package private(set) var rejected = 0
  /// The number of records that can't be read, which are included in `rejected`.
  package private(set) var malformed = 0
  /// The number of problems that were omitted because their record has too many.
  package private(set) var omitted = 0
  /// The number of errors of the whole data set.
  package private(set) var dataSetErrors = 0
  /// The number of conditions that can't be decided, which are included in `dataSetErrors`.
  private var undecided = 0
  private var problems = Tally()
  /// The number of records.
  package var recordCount: Int { accepted + rejected }

  package init() {}

  /// Counts records without problems.
  package mutating func countAccepted(_ count: Int) { accepted += count }

  package mutating func countMalformed() {
    rejected += 1
    malformed += 1
  }

  /// Counts a record with problems.
  mutating func count(_ evaluator: Evaluator, isAccepted: Bool) {
    if isAccepted { accepted += 1 } else { rejected += 1 }
    omitted += evaluator.omittedCount
    problems.add(evaluator.problems)
  }

  /// Counts problems of the whole data set.
  package mutating func count(_ problems: [Problem]) {
    dataSetErrors += problems.count { $0.severity == .error }
    problems.withUnsafeBufferPointer { self.problems.add($0) }
  }

  /// Counts records that were read without being judged.
  package mutating func countUnjudged(_ count: Int) { accepted += count }

  /// Counts conditions that can't be decided, which are errors of the whole data set.
  mutating func countUndecided(_ count: Int) {
    dataSetErrors += count
    undecided += count
  }

  package mutating func add(_ other: Summary) {
    accepted += other.accepted
    rejected += other.rejected
    malformed += other.malformed
    dataSetErrors += other.dataSetErrors
    undecided += other.undecided
    omitted += other.omitted
    problems.add(other.problems)
  }

  /// A line of the list of problems.
  package struct Line: Sendable, Hashable {
    package var count: Int
    /// The path of the field, with `[]` for the items of a list. Nil for problems of the whole record or of all
    /// records.
    package var field: String?
    package var code: String
    package var isWarning: Bool

    /// Returns the subject of the problem.
    func place(_ words: BuiltInLanguage) -> String {
      let isOfAll = code == ProblemCode.records.rawValue || code == UndecidedPlace.code
      return field ?? words.report(isOfAll ? .allRecords : .theRecord)
    }
  }

  /// Returns the problems by field and code, the most frequent first, then in the order of the form.
  package func lines(_ writer: MessageWriter) -> [Line] {
    var counts: OrderedDictionary<Line, Int> = [:]
    for entry in problems.entries.ordered(by: { writer.program.precedes($0.key, $1.key) }) {
      let (key, count) = (entry.key, entry.count)
      let problem = Problem(
        kind: Problem.Kind(rawValue: key.kind) ?? .rule, severity: .error, field: key.field,
        level: 0, frame: 0, part: key.part)
      let line = Line(
        count: 0, field: writer.program.path(of: key),
        code: writer.program.code(of: problem),
        isWarning: key.isWarning)
      counts[line, default: 0] += count
    }
    var lines = counts.map { entry in
      var line = entry.key
      line.count = entry.value
      return line
    }
    if malformed > 0 {
      lines.append(
        Line(count: malformed, field: nil, code: ProblemCode.malformed.rawValue, isWarning: false))
    }
    if undecided > 0 {
      lines.append(
        Line(count: undecided, field: nil, code: UndecidedPlace.code, isWarning: false))
    }
    return lines.ordered { $0.count > $1.count }
  }
}

extension Program {
  /// Whether `first` comes before `second` in the order of the form. Problems of an inner record are sorted with its
  /// field. Problems of the whole record come last.
  fileprivate func precedes(_ first: Tally.Key, _ second: Tally.Key) -> Bool {
    (place(of: first), first.kind, first.part, first.isWarning ? 1 : 0)
      < (place(of: second), second.kind, second.part, second.isWarning ? 1 : 0)
  }

  private func place(of key: Tally.Key) -> Int32 {
    if key.field >= 0 { return key.field }
    return owner(ofLevel: -1 - key.field) ?? Int32.max
  }

  /// Returns the path of the field or inner record that `key` is about, with `[]` for items.
  fileprivate func path(of key: Tally.Key) -> String? {
    key.field >= 0 ? path(ofField: key.field) : path(ofLevel: -1 - key.field)
  }
}

/// The counts of problems in a specialized table. With a dictionary, counting a problem would take longer than
/// finding it.
private struct Tally: Sendable {
  /// The key of a count: a field and a code.
  struct Key: Equatable, Sendable {
    var kind: UInt8
    var field: Int32
    var part: Int32
    var isWarning: Bool

    /// All parts of the key except the field.
    var bits: UInt64 {
      UInt64(UInt32(bitPattern: part)) << 16 | UInt64(kind) << 1 | (isWarning ? 1 : 0)
    }

    init(_ problem: Problem) {
      // Read the enum's memory or match a pattern, because any other operation on an enum of another module is a call.
      kind = unsafeBitCast(problem.kind, to: UInt8.self)
      switch problem.kind {
      case .rule, .ofData: part = problem.part
      default: part = -1
      }
      if case .warning = problem.severity { isWarning = true } else { isWarning = false }
      field = problem.field >= 0 ? problem.field : -1 - problem.level
    }

    static func == (left: Key, right: Key) -> Bool {
      left.bits == right.bits && left.field == right.field
    }
  }

  struct Entry: Sendable {
    var key: Key
    var count: Int
  }

  private(set) var entries: [Entry] = []
  /// The index of the entry to compare with the next problem first. Records often have the same problems in the same
  /// order.
  private var next = 0
  /// For each bucket, the index of its entry, or -1 if the bucket is free. The number of buckets is a power of two.
  private var buckets: [Int32] = []

  mutating func add(_ problems: UnsafeBufferPointer<Problem>) {
    var index = 0
    while true {
      entries.withUnsafeMutableBufferPointer { entries in
        while index < problems.count, next < entries.count,
          entries[next].key == Key(problems[index])
        {
          entries[next].count += 1
          next = next + 1 < entries.count ? next + 1 : 0
          index += 1
        }
      }
      guard index < problems.count else { return }
      find(Key(problems[index]), 1)
      index += 1
    }
  }

  mutating func add(_ other: Tally) {
    for entry in other.entries { find(entry.key, entry.count) }
  }

  private mutating func find(_ key: Key, _ count: Int) {
    if entries.count * 2 >= buckets.count { grow() }
    let bucket = bucket(of: key)
    let number = Int(buckets[bucket])
    if number >= 0 {
      entries[number].count += count
      next = number + 1 < entries.count ? number + 1 : 0
    } else {
      buckets[bucket] = Int32(truncatingIfNeeded: entries.count)
      entries.append(Entry(key: key, count: count))
    }
  }

  /// Returns the index of the bucket with `key`, or of the free bucket where `key` belongs.
  private func bucket(of key: Key) -> Int {
    let mask = buckets.count &- 1
    let mixed = (key.bits ^ UInt64(UInt32(bitPattern: key.field)) << 40) &* 0x9E37_79B9_7F4A_7C15
    var bucket = Int(truncatingIfNeeded: mixed >> 32) & mask
    while buckets[bucket] >= 0 {
      if entries[Int(buckets[bucket])].key == key { break }
      bucket = (bucket &+ 1) & mask
    }
    return bucket
  }

  private mutating func grow() {
    buckets = Array(repeating: -1, count: max(32, buckets.count * 2))
    for (number, entry) in entries.enumerated() {
      buckets[bucket(of: entry.key)] = Int32(truncatingIfNeeded: number)
    }
  }
}
