// Collects what all values of a key or a column have in common, including the values inside records and lists.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The number of fields that can still be added, counting those of all records.
final class FieldBudget {
  private var left = 20_000
  /// Whether there were too many fields.
  var isSpent: Bool { left < 0 }

  /// Takes one field from the budget; returns false if none is left.
  func take() -> Bool {
    left -= 1
    return left >= 0
  }
}

/// Collects the values of one field. Exclusivity checks are turned off for its counts, because every access would
/// otherwise be checked.
final class FieldProfile {
  /// A key in the records of a field.
  struct Member {
    let key: [UInt8]
    /// The record where the key first appeared, and its position in that record.
    var first: (record: Int, place: Int)
    let profile: FieldProfile
  }

  /// The number of values, including blank ones.
  @exclusivity(unchecked) private(set) var count = 0
  /// The number of blank values: missing, null or white space.
  @exclusivity(unchecked) private(set) var blanks = 0
  private(set) var truths = 0
  private(set) var records = 0
  private(set) var lists = 0
  private(set) var emptyLists = 0
  /// Whether there was white space around a text.
  @exclusivity(unchecked) private(set) var hasSpaces = false
  @exclusivity(unchecked) private(set) var text: TextProfile
  /// The number of JSON numbers, whether all were whole, and whether the language can represent all of them.
  @exclusivity(unchecked) private(set) var numbers = 0
  private(set) var areWhole = true
  private(set) var areNumbers = true
  /// The range of the short whole numbers, and the range of the other numbers.
  private var wholes: Extent<Int64>?
  private var others: Extent<ExactDecimal>?
  private var blankWords: [Int] = []
  @exclusivity(unchecked) private(set) var members: [Member] = []
  /// The index in `members` for each key. Keys that encode the same characters with different bytes are equal, as they
  /// are in a form.
  private var places: OrderedDictionary<String, Int> = [:]
  /// A hash of each member's key, which is faster to compare than the key.
  @exclusivity(unchecked) private var hashes: [UInt64] = []
  /// The profiles of `members`, without reference counting.
  @exclusivity(unchecked) private var handles: [Unmanaged<FieldProfile>] = []
  /// Whether some keys weren't collected, because there were too many.
  private(set) var hasMoreKeys = false
  private(set) var item: FieldProfile?
  /// Whether the values are whole records.
  private let isRecord: Bool

  /// The maximum number of keys in the records of a field. If there are more, the keys are probably data.
  private static let memberLimit = 300

  /// - Parameters:
  ///   - looksForKey: whether to determine if all values differ.
  ///   - isRecord: whether the values are whole records.
  init(looksForKey: Bool = false, isRecord: Bool = false) {
    text = TextProfile(looksForKey: looksForKey)
    self.isRecord = isRecord
  }

  /// Returns how often a word that may mean blank appeared.
  ///
  /// - Parameter number: the index of the word in `BlankWord.all`.
  func count(ofBlankWord number: Int) -> Int { blankWords.isEmpty ? 0 : blankWords[number] }

  /// The smallest and the largest number.
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

  /// Whether a byte certainly isn't white space.
  @inline(__always)
  private static func isInk(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5E }

  /// Treats all occurrences of a word that may mean blank as ordinary text.
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

  /// Adds a JSON value whose first token has just been read.
  func add(
    _ token: JSONTokens.Token, _ tokens: inout JSONTokens, record: Int, _ budget: FieldBudget
  ) {
    switch token {
    case .text(let text): text.withDecoded { add($0) }
    case .number(let bytes): add(number: bytes)
    case .truth:
      (count, truths) = (count &+ 1, truths &+ 1)
    case .recordStart: addMembers(&tokens, record: record, budget)
    case .listStart: addItems(&tokens, record: record, budget)
    case .null, .recordEnd, .listEnd, .end:
      (count, blanks) = (count &+ 1, blanks &+ 1)
    }
  }

  private func addItems(_ tokens: inout JSONTokens, record: Int, _ budget: FieldBudget) {
    (count, lists) = (count &+ 1, lists &+ 1)
    if item == nil, budget.take() { item = FieldProfile() }
    guard let item else { return tokens.skipStructure() }
    let before = item.count
    while true {
      let token = tokens.next()
      switch token {
      case .listEnd, .end:
        if item.count == before { emptyLists &+= 1 }
        return
      default: item.add(token, &tokens, record: record, budget)
      }
    }
  }

  private func addMembers(_ tokens: inout JSONTokens, record: Int, _ budget: FieldBudget) {
    (count, records) = (count &+ 1, records &+ 1)
    var place = 0
    while case .text(let key) = tokens.next() {
      var member: Unmanaged<FieldProfile>?
      key.withDecoded { member = self.member($0, at: place, record, budget) }
      place &+= 1
      let token = tokens.next()
      if let member {
        member._withUnsafeGuaranteedRef { $0.add(token, &tokens, record: record, budget) }
      } else if case .recordStart = token {
        tokens.skipStructure()
      } else if case .listStart = token {
        tokens.skipStructure()
      }
    }
  }

  /// Returns the member for a key. The key is usually in the same position as in earlier records.
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

  /// Adds a new key.
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

// MARK: - Merging

extension FieldProfile {
  /// The members in the order of their first appearance.
  var orderedMembers: [Member] { members.ordered { $0.first < $1.first } }

  /// Adds the profile of another part of the data. The order of the parts doesn't matter.
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
