// What all values under one key, or in one column, have in common; and so on inside of records and lists.

internal import FormworkEngine

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

/// The values of one field.
final class FieldProfile {
  /// A key of the records of a field.
  struct Member {
    let key: [UInt8]
    /// The record that it came in first, and its place there.
    var first: (record: Int, place: Int)
    let profile: FieldProfile
  }

  /// How many values there were, blank ones included.
  private(set) var count = 0
  /// How many of them were blank: nothing, null, or white space.
  private(set) var blanks = 0
  private(set) var truths = 0
  private(set) var records = 0
  private(set) var lists = 0
  private(set) var emptyLists = 0
  /// Whether white space stood around a text.
  private(set) var hasSpaces = false
  private(set) var text: TextProfile
  /// How many numbers of JSON there were, and whether all were whole, and numbers of the language.
  private(set) var numbers = 0
  private(set) var areWhole = true
  private(set) var areNumbers = true
  private(set) var extent: Extent<ExactDecimal>?
  private var blankWords: [Int] = []
  private(set) var members: [Member] = []
  private var places: [[UInt8]: Int] = [:]
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
    let number = ExactDecimal.parse(json: bytes).number
    guard let number else {
      (areNumbers, areWhole) = (false, false)
      return
    }
    if extent == nil { extent = Extent(number) } else { extent?.add(number) }
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
      let member: FieldProfile? =
        hasEscapes
        ? JSONCursor.plain(raw).withUnsafeBufferPointer {
          self.member($0, at: place, record, budget)
        } : self.member(raw, at: place, record, budget)
      place &+= 1
      let token = cursor.next()
      if let member {
        member.add(token, &cursor, record: record, budget)
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
  ) -> FieldProfile? {
    if place < members.count {
      let isHere = members[place].key.withUnsafeBufferPointer { $0.hasSameBytes(as: key) }
      if isHere { return members[place].profile }
    }
    let key = Array(key)
    if let known = places[key] { return members[known].profile }
    guard hasRoom, budget.take() else {
      hasMoreKeys = true
      return nil
    }
    let looksForKey = isRecord && (place == 0 || FieldWords(key).areOfKey)
    return addMember(key, first: (record, place), looksForKey: looksForKey)
  }

  private var hasRoom: Bool { isRecord || members.count < FieldProfile.memberLimit }

  /// Adds a key that has not come yet.
  @discardableResult
  func addMember(
    _ key: [UInt8], first: (record: Int, place: Int), looksForKey: Bool
  ) -> FieldProfile {
    let profile = FieldProfile(looksForKey: looksForKey)
    places[key] = members.count
    members.append(Member(key: key, first: first, profile: profile))
    return profile
  }

  /// Counts a record whose members are added one by one.
  func countRecord() { (count, records) = (count &+ 1, records &+ 1) }
}

// MARK: - Joining

extension FieldProfile {
  /// The members in the order in which they came first.
  var orderedMembers: [Member] { members.sorted { $0.first < $1.first } }

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
    extent = .joined(extent, other.extent)
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
    guard let known = places[member.key] else {
      guard hasRoom else {
        hasMoreKeys = true
        return
      }
      places[member.key] = members.count
      members.append(member)
      return
    }
    members[known].profile.add(member.profile)
    if member.first < members[known].first { members[known].first = member.first }
  }
}
