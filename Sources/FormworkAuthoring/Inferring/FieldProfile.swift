// What all values under one key, or in one column, have in common; and so on inside of records and lists.

internal import FormworkEngine
internal import FormworkSyntax

/// How many fields may still be found in all records.
final class FieldBudget {
  private var left = 20_000
  /// Whether there were more.
  var isSpent: Bool { left < 0 }

  /// Takes one; false if there is none.
  func take() -> Bool {
    left -= 1
    return left >= 0
  }
}

/// The values of one field. Its counts are not checked for overlapping access, as a class's own variables are each time
/// otherwise.
final class FieldProfile {
  /// A key of the records of a field.
  struct Member {
    let key: [UInt8]
    /// The record that it came in first, and its place there.
    var first: (record: Int, place: Int)
    let profile: FieldProfile
  }

  /// How many values there were, blank ones included.
  @exclusivity(unchecked) private(set) var count = 0
  /// How many of them were blank: nothing, null, or white space.
  @exclusivity(unchecked) private(set) var blanks = 0
  private(set) var truths = 0
  private(set) var records = 0
  private(set) var lists = 0
  private(set) var emptyLists = 0
  /// Whether white space stood around a text.
  @exclusivity(unchecked) private(set) var hasSpaces = false
  @exclusivity(unchecked) private(set) var text: TextProfile
  /// How many numbers of JSON there were, and whether all were whole, and numbers of the language.
  @exclusivity(unchecked) private(set) var numbers = 0
  private(set) var areWhole = true
  private(set) var areNumbers = true
  /// The whole numbers of a few digits, and the other numbers.
  private var wholes: Extent<Int64>?
  private var others: Extent<ExactDecimal>?
  private var blankWords: [Int] = []
  @exclusivity(unchecked) private(set) var members: [Member] = []
  /// The places of the members by their keys; keys that are written with other bytes for the same characters are one,
  /// as they are to a form.
  private var places: OrderedDictionary<String, Int> = [:]
  /// For each member a number for its key, which is compared sooner than the key.
  @exclusivity(unchecked) private var hashes: [UInt64] = []
  /// The same profiles again, of which no reference is counted for each value.
  @exclusivity(unchecked) private var handles: [Unmanaged<FieldProfile>] = []
  /// Whether there were more keys than are looked at.
  private(set) var hasMoreKeys = false
  private(set) var item: FieldProfile?
  /// Whether this is the whole record.
  private let isRecord: Bool

  /// How many keys the records of a field may have; those with more name things of the data.
  private static let memberLimit = 300

  /// - Parameters:
  ///   - looksForKey: whether it is looked whether all values differ.
  ///   - isRecord: whether this is the whole record.
  init(looksForKey: Bool = false, isRecord: Bool = false) {
    text = TextProfile(looksForKey: looksForKey)
    self.isRecord = isRecord
  }

  /// How often a word that may mean blank came, by its number.
  func count(ofBlankWord number: Int) -> Int { blankWords.isEmpty ? 0 : blankWords[number] }

  /// The least and the greatest number.
  var extent: Extent<ExactDecimal>? {
    guard let wholes else { return others }
    var all = Extent(ExactDecimal(wholes.low))
    all.add(ExactDecimal(wholes.high))
    return .joined(all, others)
  }

  // MARK: Values

  /// Adds a text, which may be empty.
  func add(_ raw: TextBytes) {
    count &+= 1
    guard raw.count > 0 else {
      blanks &+= 1
      return
    }
    var text = raw
    if !FieldProfile.isInk(raw[0]) || !FieldProfile.isInk(raw[raw.count &- 1]) {
      text = raw.trimmed
      hasSpaces = hasSpaces || text.count < raw.count
      if text.isEmpty {
        blanks &+= 1
        return
      }
    }
    guard let word = BlankWord.number(text) else { return self.text.add(text) }
    if blankWords.isEmpty { blankWords = Array(repeating: 0, count: BlankWord.all.count) }
    blankWords[word] += 1
  }

  /// Whether a byte surely is no white space.
  @inline(__always)
  private static func isInk(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5E }

  /// Says that a word that came is a text like any other.
  func addAsText(blankWord number: Int) {
    let times = count(ofBlankWord: number)
    guard times > 0 else { return }
    Array(BlankWord.all[number].utf8).withUnsafeBufferPointer { text.add($0, times: times) }
  }

  private func add(number bytes: TextBytes) {
    count &+= 1
    numbers &+= 1
    if let whole = ExactDecimal.shortInteger(bytes) {
      if wholes == nil { wholes = Extent(whole) } else { wholes?.add(whole) }
      return text.noteDifferent(jsonNumber: whole)
    }
    guard let number = ExactDecimal.parse(json: bytes).number else {
      (areNumbers, areWhole) = (false, false)
      return
    }
    if others == nil { others = Extent(number) } else { others?.add(number) }
    let whole = number.asInt64
    if whole == nil { areWhole = false }
    text.noteDifferent(jsonNumber: whole)
  }

  /// Adds the value of JSON whose first token has just been read.
  func add(
    _ token: JSONCursor.Token, _ cursor: inout JSONCursor, record: Int, _ budget: FieldBudget
  ) {
    switch token {
    case .text(let raw, hasEscapes: false): add(raw)
    case .text(let raw, hasEscapes: true):
      JSONCursor.plain(raw).withUnsafeBufferPointer { add($0) }
    case .number(let bytes): add(number: bytes)
    case .truth:
      (count, truths) = (count &+ 1, truths &+ 1)
    case .recordStart: addMembers(&cursor, record: record, budget)
    case .listStart: addItems(&cursor, record: record, budget)
    case .null, .recordEnd, .listEnd, .end:
      (count, blanks) = (count &+ 1, blanks &+ 1)
    }
  }

  private func addItems(_ cursor: inout JSONCursor, record: Int, _ budget: FieldBudget) {
    (count, lists) = (count &+ 1, lists &+ 1)
    if item == nil, budget.take() { item = FieldProfile() }
    guard let item else { return cursor.skipStructure() }
    let before = item.count
    while true {
      let token = cursor.next()
      switch token {
      case .listEnd, .end:
        if item.count == before { emptyLists &+= 1 }
        return
      default: item.add(token, &cursor, record: record, budget)
      }
    }
  }

  private func addMembers(_ cursor: inout JSONCursor, record: Int, _ budget: FieldBudget) {
    (count, records) = (count &+ 1, records &+ 1)
    var place = 0
    while case .text(let raw, let hasEscapes) = cursor.next() {
      let member =
        hasEscapes
        ? JSONCursor.plain(raw).withUnsafeBufferPointer {
          self.member($0, at: place, record, budget)
        } : self.member(raw, at: place, record, budget)
      place &+= 1
      let token = cursor.next()
      if let member {
        member._withUnsafeGuaranteedRef { $0.add(token, &cursor, record: record, budget) }
      } else if case .recordStart = token {
        cursor.skipStructure()
      } else if case .listStart = token {
        cursor.skipStructure()
      }
    }
  }

  /// The member with a key, which mostly stands where it stood in the records before.
  private func member(
    _ key: TextBytes, at place: Int, _ record: Int, _ budget: FieldBudget
  ) -> Unmanaged<FieldProfile>? {
    if place < hashes.count, hashes[place] == textHash(key) { return handles[place] }
    if let known = places[key.makeString()] { return handles[known] }
    let key = Array(key)
    guard hasRoom, budget.take() else {
      hasMoreKeys = true
      return nil
    }
    let looksForKey = isRecord && (place == 0 || FieldWords(key).areOfKey)
    return .passUnretained(
      addMember(key, first: (record, place), looksForKey: looksForKey))
  }

  private static func name(_ key: [UInt8]) -> String { String(decoding: key, as: UTF8.self) }

  private var hasRoom: Bool { isRecord || members.count < FieldProfile.memberLimit }

  /// Adds a key that has not come yet.
  @discardableResult
  func addMember(
    _ key: [UInt8], first: (record: Int, place: Int), looksForKey: Bool
  ) -> FieldProfile {
    let profile = FieldProfile(looksForKey: looksForKey)
    append(Member(key: key, first: first, profile: profile))
    return profile
  }

  private func append(_ member: Member) {
    places[FieldProfile.name(member.key)] = members.count
    members.append(member)
    handles.append(.passUnretained(member.profile))
    hashes.append(member.key.withUnsafeBufferPointer { textHash($0) })
  }

  /// Counts a record whose members are added one by one.
  func countRecord() { (count, records) = (count &+ 1, records &+ 1) }
}

// MARK: - Joining

extension FieldProfile {
  /// The members in the order in which they came first.
  var orderedMembers: [Member] { members.ordered { $0.first < $1.first } }

  /// Adds what another part of the data has. The order of the parts means nothing.
  func add(_ other: FieldProfile) {
    count += other.count
    blanks += other.blanks
    truths += other.truths
    records += other.records
    lists += other.lists
    emptyLists += other.emptyLists
    hasSpaces = hasSpaces || other.hasSpaces
    text.add(other.text)
    numbers += other.numbers
    areWhole = areWhole && other.areWhole
    areNumbers = areNumbers && other.areNumbers
    wholes = .joined(wholes, other.wholes)
    others = .joined(others, other.others)
    if blankWords.isEmpty {
      blankWords = other.blankWords
    } else {
      for index in other.blankWords.indices { blankWords[index] += other.blankWords[index] }
    }
    hasMoreKeys = hasMoreKeys || other.hasMoreKeys
    for member in other.members { add(member) }
    if let item, let theirs = other.item { item.add(theirs) } else { item = item ?? other.item }
  }

  private func add(_ member: Member) {
    guard let known = places[FieldProfile.name(member.key)] else {
      guard hasRoom else {
        hasMoreKeys = true
        return
      }
      return append(member)
    }
    members[known].profile.add(member.profile)
    if member.first < members[known].first { members[known].first = member.first }
  }
}
