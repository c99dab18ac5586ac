// The answers to questions about all records, while they are collected and afterwards. Pieces of the data are tallied
// on every core and merged in the order of the data. See `RecordQuestion`.

internal import FormworkSyntax

/// The place of a record in the data of a run.
package struct RecordAddress: Sendable, Comparable, BitwiseCopyable {
  /// The number of its file among those of the run, from 0. Known records and other data count as files, too.
  package var file: UInt32
  /// The number in its file, from 1, or 0 for no record.
  package var record: UInt32
  package var line: UInt32

  package init(file: Int, record: Int, line: Int) {
    self.file = UInt32(clamping: file)
    self.record = UInt32(clamping: record)
    self.line = UInt32(clamping: line)
  }

  static let none = RecordAddress(file: 0, record: 0, line: 0)

  package var isNone: Bool { record == 0 }

  package static func < (left: RecordAddress, right: RecordAddress) -> Bool {
    left.file == right.file ? left.record < right.record : left.file < right.file
  }

  /// Keeps the first of two records.
  mutating func note(_ other: RecordAddress) {
    if !other.isNone, isNone || other < self { self = other }
  }
}

/// A value that is kept after its record has been read.
package struct KeptValue: Sendable {
  /// The bytes, the items and the frames of a value that needs them, and how it is shown.
  final class Contents: Sendable {
    let text: [UInt8]
    /// The frames of a list's items, or the frame of a record.
    let frames: [[KeptValue]]
    /// The value as it is written in the data, if it is shown.
    let shown: ShownValue?

    init(text: [UInt8], frames: [[KeptValue]], shown: ShownValue?) {
      (self.text, self.frames, self.shown) = (text, frames, shown)
    }
  }

  /// A text, list or record refers to memory that is gone; see `contents`.
  var value: Value
  var contents: Contents?
}

/// The answers to all questions about all records, for the records so far.
package final class RecordTally: @unchecked Sendable {
  // Unchecked: a thread fills its own, and nothing changes the merged one after the last record.

  /// The number of all records, even of those that can't be read.
  package private(set) var total = 0
  let questions: [QuestionTally]

  package init(_ program: Program) {
    questions = program.questions.map { QuestionTally($0) }
  }

  /// Counts a record, which may be unreadable.
  package func count() { total += 1 }

  /// Counts records that were counted elsewhere.
  package func count(_ number: Int) { total += number }

  /// Adds the answers for records that come after those so far.
  package func add(_ later: RecordTally) {
    total += later.total
    for (tally, added) in zip(questions, later.questions) { tally.add(added) }
  }

  package func removeAll() {
    total = 0
    for tally in questions { tally.removeAll() }
  }
}

/// The answers to one question, for each group of records with the same keys.
final class QuestionTally {
  struct Group {
    /// The number of items that decide, of values, or of different values.
    var count: Int64 = 0
    /// The first record with something unusable.
    var way = RecordAddress.none
    /// Whether a calculation has no result.
    var lacksResult = false
  }

  private let kind: RecordQuestion.Kind
  private let isKeyed: Bool
  /// Whether more than a number is added up.
  private let isSummed: Bool
  /// The indices of the groups, from 1, by their keys.
  private var places = HashTable()
  private(set) var groups: [Group] = []
  /// For each group its sum and the like.
  private(set) var summaries: [RunningAggregate] = []
  /// For each group the first value.
  private(set) var firsts: [KeptValue] = []
  /// The values of all groups, with the indices of their groups.
  private var members = HashTable()
  /// For the groups of a `per`, the first record with an unusable key.
  private(set) var keyWays: OrderedDictionary<WideHash, RecordAddress> = [:]

  init(_ question: RecordQuestion) {
    kind = question.kind
    isKeyed = question.keyCount > 0
    isSummed =
      switch question.kind {
      case .aggregate(.count): false
      case .aggregate: true
      default: false
      }
  }

  func removeAll() {
    places = HashTable()
    members = HashTable()
    groups.removeAll(keepingCapacity: true)
    summaries.removeAll(keepingCapacity: true)
    firsts.removeAll()
    keyWays.removeAll()
  }

  /// Returns the index of the group with a key, or nil if there is none.
  func group(_ key: WideHash) -> Int? {
    guard isKeyed else { return groups.isEmpty ? nil : 0 }
    let number = places.number(of: key)
    return number == 0 ? nil : Int(number) - 1
  }

  /// Returns the index of the group with a key, which is added if it is new.
  private func place(_ key: WideHash) -> (index: Int, isNew: Bool) {
    let next = groups.count
    if isKeyed {
      let found = places.insert(UInt64(next) + 1, for: key)
      if found != 0 { return (Int(found) - 1, false) }
    } else if next > 0 {
      return (0, false)
    }
    groups.append(Group())
    if isSummed, case .aggregate(let aggregate) = kind {
      summaries.append(RunningAggregate(aggregate))
    }
    return (next, true)
  }

  /// Adds a count, or the lack of one.
  func add(_ count: Int64, _ way: RecordAddress, lacksResult: Bool = false, to key: WideHash) {
    let place = place(key).index
    groups[place].count += count
    groups[place].way.note(way)
    if lacksResult { groups[place].lacksResult = true }
  }

  func add(_ summary: RunningAggregate, to key: WideHash) {
    if isSummed { summaries[place(key).index].add(summary) }
  }

  /// Adds a value of a group for `in` or `distinct`.
  func add(_ member: WideHash, to key: WideHash) {
    let place = place(key).index
    if members.insert(UInt64(place) + 1, for: member) == 0 { groups[place].count += 1 }
  }

  func contains(_ member: WideHash) -> Bool { members.contains(member) }

  /// Adds a value, unless an earlier record of the group has one.
  func add(_ value: () -> KeptValue, to key: WideHash) {
    if place(key).isNew { firsts.append(value()) }
  }

  /// Adds a record with an unusable key.
  func addWay(_ way: RecordAddress, group: WideHash) {
    var first = keyWays[group] ?? .none
    first.note(way)
    keyWays[group] = first
  }

  /// Adds the answers for later records.
  func add(_ later: QuestionTally) {
    for (group, way) in later.keyWays { addWay(way, group: group) }
    if !isKeyed {
      if !later.groups.isEmpty { addGroup(0, of: later, .none) }
    } else {
      later.places.visit { key, number in addGroup(Int(number) - 1, of: later, key) }
    }
    if later.groups.isEmpty { return }
    var own = Array(repeating: 0, count: later.groups.count)
    if isKeyed { later.places.visit { key, number in own[Int(number) - 1] = group(key) ?? 0 } }
    later.members.visit { member, number in
      let place = own[Int(number) - 1]
      if members.insert(UInt64(place) + 1, for: member) == 0 { groups[place].count += 1 }
    }
  }

  private func addGroup(_ index: Int, of later: QuestionTally, _ key: WideHash) {
    let (place, isNew) = place(key)
    let added = later.groups[index]
    groups[place].way.note(added.way)
    if added.lacksResult { groups[place].lacksResult = true }
    switch kind {
    case .distinct, .membership: break
    default: groups[place].count += added.count
    }
    if isSummed { summaries[place].add(later.summaries[index]) }
    if case .first = kind, isNew { firsts.append(later.firsts[index]) }
  }
}
