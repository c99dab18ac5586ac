// The answers to questions about all records, both partial and complete. Pieces of the data are tallied on every core,
// or in several processes, and merged. See `RecordQuestion`.

internal import FormworkSyntax

/// The position of a record in the data of a run.
package struct RecordAddress: Sendable, Comparable, BitwiseCopyable {
  /// The index of the record's file among the files of the run. Known records and other data count as files, too.
  package var file: UInt32
  /// The record's number in its file, from 1, or 0 for no record.
  package var record: UInt32
  package var line: UInt32

  package init(file: Int = 0, record: Int, line: Int) {
    self.file = UInt32(clamping: file)
    self.record = UInt32(clamping: record)
    self.line = UInt32(clamping: line)
  }

  static let none = RecordAddress(file: 0, record: 0, line: 0)

  package var isNone: Bool { record == 0 }

  package static func < (left: RecordAddress, right: RecordAddress) -> Bool {
    left.file == right.file ? left.record < right.record : left.file < right.file
  }

  package mutating func code(_ coder: inout ByteCoder) {
    coder.code(&file)
    coder.code(&record)
    coder.code(&line)
  }

  /// Replaces this address with `other` if `other` is an earlier record, or if there is no record yet.
  mutating func note(_ other: RecordAddress) {
    if !other.isNone, isNone || other < self { self = other }
  }
}

/// A value that is kept after its record has been read.
package struct KeptValue: Sendable {
  /// The bytes or frames that a value refers to, and the value as it is shown.
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

  /// The value. If it is a text, list or record, the memory that it refers to is gone; its contents are in `contents`.
  var value: Value
  var contents: Contents?

  mutating func code(_ coder: inout ByteCoder) {
    value.code(&coder)
    coder.code(&contents, Contents(text: [], frames: [], shown: nil)) { coder, contents in
      var (text, frames, shown) = (contents.text, contents.frames, contents.shown)
      coder.code(&text)
      coder.code(&frames, []) { coder, frame in
        coder.code(&frame, KeptValue(value: .blank)) { $1.code(&$0) }
      }
      coder.code(&shown, .secret) { $1.code(&$0) }
      if coder.isReading { contents = Contents(text: text, frames: frames, shown: shown) }
    }
  }
}

extension ShownValue {
  /// Writes or reads how a value is shown, without the value itself.
  fileprivate mutating func code(_ coder: inout ByteCoder) {
    var written: [UInt8]?
    var (isSecret, label) = (true, Int32(-1))
    if case .value(_, let text, let number) = self {
      (isSecret, written, label) = (false, text.map { Array($0.utf8) }, number)
    }
    coder.code(&isSecret)
    coder.code(&written, []) { $0.code(&$1) }
    coder.code(&label)
    self =
      isSecret
      ? .secret
      : .value(.blank, written: written.map { String(decoding: $0, as: UTF8.self) }, label: label)
  }
}

/// The answers, from the records so far, to all questions about all records.
package final class RecordTally: @unchecked Sendable {
  // `@unchecked`: each thread fills its own tally, and nothing changes the merged tally after the last record.

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

  /// Adds the answers from other records.
  package func add(_ others: RecordTally) {
    total += others.total
    for (tally, added) in zip(questions, others.questions) { tally.add(added) }
  }

  package func code(_ coder: inout ByteCoder) {
    coder.code(&total)
    for tally in questions { tally.code(&coder) }
  }

  package func removeAll() {
    total = 0
    for tally in questions { tally.removeAll() }
  }
}

/// The answers to one question, for each group of records with the same keys.
final class QuestionTally {
  struct Group {
    /// The number of records that decide `any` or `all`. For other questions, the number of values or of distinct
    /// values.
    var count: Int64 = 0
    /// The first record with an unusable value.
    var way = RecordAddress.none
    /// Whether a calculation has no result in one of the records.
    var lacksResult = false

    mutating func code(_ coder: inout ByteCoder) {
      coder.code(&count)
      way.code(&coder)
      coder.code(&lacksResult)
    }
  }

  private let kind: RecordQuestion.Kind
  private let isKeyed: Bool
  /// Whether the question is an aggregate other than a count, so that it needs `summaries`.
  private let isSummed: Bool
  /// The indices of the groups, from 1, keyed by the hashes of their keys.
  private let places = HashTable()
  @exclusivity(unchecked) private(set) var groups: [Group] = []
  /// The running aggregate of each group, such as a sum. Empty unless `isSummed`.
  @exclusivity(unchecked) private(set) var summaries: [RunningAggregate] = []
  /// The value of each group's first record, for questions about the first record.
  @exclusivity(unchecked) private(set) var firsts: [(value: KeptValue, address: RecordAddress)] = []
  /// The hashes of the values of all groups, each with the index of its group, from 1.
  private let members = HashTable()
  /// For each group of a `per`, the first record with an unusable key.
  @exclusivity(unchecked) private(set) var keyWays: OrderedDictionary<WideHash, RecordAddress> = [:]

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
    places.removeAll()
    members.removeAll()
    groups.removeAll(keepingCapacity: true)
    summaries.removeAll(keepingCapacity: true)
    firsts.removeAll()
    keyWays.removeAll()
  }

  /// Returns the index of the group with a key, or nil.
  func group(_ key: WideHash) -> Int? {
    guard isKeyed else { return groups.isEmpty ? nil : 0 }
    let number = places.number(of: key)
    return number == 0 ? nil : number - 1
  }

  /// Returns the index of the group with a key. Adds the group if it is new.
  private func place(_ key: WideHash) -> (index: Int, isNew: Bool) {
    let next = groups.count
    if isKeyed {
      let found = places.insert(next + 1, for: key)
      if found != 0 { return (found - 1, false) }
    } else if next > 0 {
      return (0, false)
    }
    groups.append(Group())
    if isSummed, case .aggregate(let aggregate) = kind {
      summaries.append(RunningAggregate(aggregate))
    }
    return (next, true)
  }

  /// Adds `count` to a group. Records `way`, a record with an unusable value, and whether a calculation has no result.
  func add(_ count: Int64, _ way: RecordAddress, lacksResult: Bool = false, to key: WideHash) {
    add(count, way, lacksResult, at: place(key).index)
  }

  private func add(_ count: Int64, _ way: RecordAddress, _ lacksResult: Bool, at place: Int) {
    groups[place].count += count
    if !way.isNone { groups[place].way.note(way) }
    if lacksResult { groups[place].lacksResult = true }
  }

  /// Adds an aggregate to a group.
  func add(
    _ summary: RunningAggregate, _ way: RecordAddress, lacksResult: Bool, to key: WideHash
  ) {
    let place = place(key).index
    add(summary.count, way, lacksResult, at: place)
    if isSummed { summaries[place].add(summary) }
  }

  /// Adds the hash of a value to a group, for `in` or `distinct`.
  func add(_ member: WideHash, to key: WideHash) {
    let place = place(key).index
    if members.insert(place + 1, for: member) == 0 { groups[place].count += 1 }
  }

  func contains(_ member: WideHash) -> Bool { members.contains(member) }

  /// Adds the value of a record, unless the record's group already has the value of an earlier record.
  func add(_ value: () -> KeptValue, of address: RecordAddress, to key: WideHash) {
    let (place, isNew) = place(key)
    if isNew {
      firsts.append((value(), address))
    } else if address < firsts[place].address {
      firsts[place] = (value(), address)
    }
  }

  /// Adds a record with an unusable key.
  func addWay(_ way: RecordAddress, group: WideHash) {
    var first = keyWays[group] ?? .none
    first.note(way)
    keyWays[group] = first
  }

  func code(_ coder: inout ByteCoder) {
    coder.code(&groups, Group()) { $1.code(&$0) }
    if isKeyed { places.code(&coder, upTo: groups.count) }
    if isSummed, case .aggregate(let aggregate) = kind {
      coder.code(&summaries, RunningAggregate(aggregate)) { $1.code(&$0) }
    }
    if case .first = kind {
      coder.code(&firsts, (KeptValue(value: .blank), .none)) {
        $1.value.code(&$0)
        $1.address.code(&$0)
      }
    }
    members.code(&coder, upTo: groups.count)
    var ways = keyWays.map { (group: $0.key, way: $0.value) }
    coder.code(&ways, (.none, .none)) {
      $1.group.code(&$0)
      $1.way.code(&$0)
    }
    for (group, way) in ways { addWay(way, group: group) }
    if coder.isReading, !isWhole { coder.fail() }
  }

  /// Whether each group has the entries that the question needs. Entries may be missing if invalid bytes were read.
  private var isWhole: Bool {
    guard isKeyed ? places.count == groups.count : groups.count <= 1 else { return false }
    if isSummed { return summaries.count == groups.count }
    if case .first = kind { return firsts.count == groups.count }
    return true
  }

  /// Adds the answers from other records.
  func add(_ others: QuestionTally) {
    for (group, way) in others.keyWays { addWay(way, group: group) }
    if others.groups.isEmpty { return }
    // For each group of `others`, the index of the same group.
    var own = Array(repeating: 0, count: others.groups.count)
    if isKeyed {
      places.reserve(others.places.count)
      others.places.visit { key, number in own[number - 1] = addGroup(number - 1, of: others, key) }
    } else {
      _ = addGroup(0, of: others, .none)
    }
    if others.members.count == 0 { return }
    members.reserve(others.members.count)
    others.members.visit { member, number in
      let place = own[number - 1]
      if members.insert(place + 1, for: member) == 0 { groups[place].count += 1 }
    }
  }

  /// Adds a group of `others`. Returns the index of the group.
  private func addGroup(_ index: Int, of others: QuestionTally, _ key: WideHash) -> Int {
    let (place, isNew) = place(key)
    let added = others.groups[index]
    let isCounted =
      switch kind {
      case .distinct, .membership: false
      default: true
      }
    add(isCounted ? added.count : 0, added.way, added.lacksResult, at: place)
    if isSummed { summaries[place].add(others.summaries[index]) }
    if case .first = kind {
      let first = others.firsts[index]
      if isNew {
        firsts.append(first)
      } else if first.address < firsts[place].address {
        firsts[place] = first
      }
    }
    return place
  }
}
