// Records which texts have appeared: the few texts of a list of choices, and the distinct values of a column. Both of
// these collections give up when they would need too much memory.

internal import FormworkEngine

/// Returns a hash of a text. Equal bytes have equal hashes.
func textHash(_ text: TextBytes) -> UInt64 {
  var hash = UInt64(text.count) &* 0x9E37_79B9_7F4A_7C15
  guard let base = UnsafeRawPointer(text.baseAddress) else { return hash }
  var index = 0
  while index &+ 8 <= text.count {
    hash = mixed(hash ^ base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    index &+= 8
  }
  var rest: UInt64 = 0
  while index < text.count {
    rest = rest << 8 | UInt64(text[index])
    index &+= 1
  }
  return mixed(hash ^ rest)
}

/// Returns a hash of `number`: each bit depends on all bits of `number` (the finalizer of SplitMix64).
func mixed(_ number: UInt64) -> UInt64 {
  var hash = number &+ 0x9E37_79B9_7F4A_7C15
  hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
  hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
  return hash ^ hash >> 31
}

/// The texts of a column, as long as they are few and short.
struct FewTexts {
  /// Maximum number of texts; more don't make a list of choices.
  static let limit = 24
  /// Maximum length of a text in bytes.
  private static let lengthLimit = 60

  private var hashes: [UInt64] = []
  private(set) var texts: [[UInt8]] = []
  private(set) var counts: [Int] = []
  /// Whether there are too many texts, or one is too long.
  private(set) var areMany = false

  mutating func add(_ text: TextBytes, hash: UInt64, times: Int) {
    if areMany { return }
    for index in hashes.indices where hashes[index] == hash {
      counts[index] += times
      return
    }
    guard hashes.count < FewTexts.limit, text.count <= FewTexts.lengthLimit else {
      self = FewTexts()
      areMany = true
      return
    }
    hashes.append(hash)
    texts.append(Array(text))
    counts.append(times)
  }

  mutating func add(_ other: FewTexts) {
    if other.areMany {
      self = other
      return
    }
    for (index, text) in other.texts.enumerated() {
      text.withUnsafeBufferPointer {
        add($0, hash: other.hashes[index], times: other.counts[index])
      }
    }
  }
}

/// The distinct values of a column, as 64-bit hashes.
struct DifferentTexts {
  /// Maximum number of values that are kept.
  private static let limit = 1 << 20

  private var table: [UInt64] = []
  private(set) var count = 0
  /// Whether there were too many values, or one that can't be compared.
  private(set) var areUnknown = false

  mutating func add(_ hash: UInt64) {
    if areUnknown { return }
    if count * 2 >= table.count { grow() }
    // Zero marks a free slot.
    if insert(hash | 1), count > DifferentTexts.limit { giveUp() }
  }

  mutating func add(_ other: DifferentTexts) {
    if other.areUnknown { giveUp() }
    for hash in other.table where hash != 0 && !areUnknown { add(hash) }
  }

  /// Whether all values are among those of another column.
  func areAmong(_ others: DifferentTexts) -> Bool {
    count <= others.count && table.allSatisfy { $0 == 0 || others.contains($0) }
  }

  private func contains(_ hash: UInt64) -> Bool {
    let mask = table.count &- 1
    var place = Int(truncatingIfNeeded: hash >> 1) & mask
    while table[place] != 0 {
      if table[place] == hash { return true }
      place = (place &+ 1) & mask
    }
    return false
  }

  mutating func giveUp() { (areUnknown, table) = (true, []) }

  private mutating func insert(_ hash: UInt64) -> Bool {
    let mask = table.count &- 1
    var place = Int(truncatingIfNeeded: hash >> 1) & mask
    while table[place] != 0 {
      if table[place] == hash { return false }
      place = (place &+ 1) & mask
    }
    table[place] = hash
    count &+= 1
    return true
  }

  private mutating func grow() {
    let old = table
    table = Array(repeating: 0, count: max(256, old.count * 2))
    count = 0
    for hash in old where hash != 0 { _ = insert(hash) }
  }
}
