// Detects repeated keys in the objects being read, among the keys that belong to no field. Each key is in its canonical
// form. A bit mask shows that most keys are new. The others are compared with the object's keys one by one or, if there
// are many, looked up in a hash table.

/// The keys of one object that have no field.
struct OtherKeys {
  /// The index of the object's first key in the stack, or -1 without keys.
  fileprivate var first = -1
  /// A bit mask with one bit set for each key so far.
  fileprivate var filter: UInt64 = 0
  /// The index of the object's `KeySet`, or -1 without a set.
  fileprivate var set = -1
}

/// A stack of the keys of the objects being read. The keys of an inner object are above those of the object around it.
struct KeyStack {
  /// The maximum number of keys for which comparing them one by one is cheaper than a table.
  private static let walkedCount = 16

  private var keys = UnsafeMutablePointer<Value>.allocate(capacity: 64)
  private var capacity = 64
  private var count = 0
  private var sets: [KeySet] = []

  func deallocate() { keys.deallocate() }

  @inline(__always)
  mutating func reset() {
    count = 0
    if !sets.isEmpty { sets.removeAll() }
  }

  /// Removes the keys of `object` at its end.
  @inline(__always)
  mutating func end(_ object: OtherKeys) {
    if object.first < 0 { return }
    count = object.first
    if object.set >= 0 { sets.removeLast(sets.count - object.set) }
  }

  /// Adds a key to the innermost object. Returns false if the object has it already.
  @inline(__always)
  mutating func insert(_ key: Value, hash: UInt64, _ object: inout OtherKeys) -> Bool {
    if object.first < 0 { object.first = count }
    let bit: UInt64 = 1 &<< ((hash &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    let isNew = object.filter & bit == 0 && object.set < 0
    object.filter |= bit
    if !isNew, !isSurelyNew(key, &object) { return false }
    if object.set < 0 { push(key) }
    return true
  }

  /// Whether the object doesn't have the key yet. If the object has a set, also adds the key to it.
  @inline(never)
  private mutating func isSurelyNew(_ key: Value, _ object: inout OtherKeys) -> Bool {
    let own = UnsafeBufferPointer(start: keys + object.first, count: count - object.first)
    if object.set < 0, own.count <= KeyStack.walkedCount {
      return !own.contains { $0.high == key.high && $0.bytes.hasSameBytes(as: key.bytes) }
    }
    if object.set < 0 {
      object.set = sets.count
      sets.append(KeySet())
      for key in own { _ = sets[object.set].insert(key.bytes) }
    }
    return sets[object.set].insert(key.bytes)
  }

  @inline(__always)
  private mutating func push(_ key: Value) {
    if count == capacity { grow() }
    keys[count] = key
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
    larger.update(from: keys, count: count)
    keys.deallocate()
    keys = larger
    capacity *= 2
  }
}

/// The unescaped keys of an object with many keys. The set is a hash table with eight bytes per entry, because an
/// object may have millions of keys of a few letters.
private struct KeySet {
  /// The position of a key.
  private struct Place {
    /// From the highest bit: whether there is a key, whether it is in `copies`, 6 bits of its hash, 28 bits for its
    /// start and 28 for its length. No record is longer than `limit`.
    var bits: UInt64 = 0

    static let limit = 1 << 28

    init() {}

    init(_ start: Int, _ count: Int, isCopy: Bool, _ hash: Int) {
      bits =
        1 << 63 | (isCopy ? 1 << 62 : 0) | Place.tag(hash) << 56 | UInt64(start) << 28
        | UInt64(count)
    }

    static func tag(_ hash: Int) -> UInt64 { UInt64(truncatingIfNeeded: hash) >> 58 }

    var isFree: Bool { bits == 0 }
    var isCopy: Bool { bits >> 62 & 1 == 1 }
    var tag: UInt64 { bits >> 56 & 63 }
    var start: Int { Int(truncatingIfNeeded: bits >> 28) & (Place.limit - 1) }
    var count: Int { Int(truncatingIfNeeded: bits) & (Place.limit - 1) }
  }

  /// The start of the first key. The starts of the other keys are relative to it.
  private var base: UnsafePointer<UInt8>?
  /// Copies of the keys that are too far from `base`.
  private var copies: [UInt8] = []
  /// The count is a power of two, and at least a quarter of the entries is free.
  private var places = [Place](repeating: Place(), count: 64)
  private var count = 0

  /// Adds a key. Returns false if it is in the set already.
  mutating func insert(_ key: TextBytes) -> Bool {
    let hash = KeySet.hash(key)
    guard let number = free(for: key, hash) else { return false }
    places[number] = place(of: key, hash)
    count += 1
    if count * 4 > places.count * 3 { grow() }
    return true
  }

  /// Returns a hash that is seeded anew in each process, so that crafted data can't cause collisions.
  private static func hash(_ bytes: TextBytes) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return hasher.finalize()
  }

  private mutating func place(of key: TextBytes, _ hash: Int) -> Place {
    guard let start = key.baseAddress else { return Place(0, 0, isCopy: true, hash) }
    let base = base ?? start
    self.base = base
    let distance = start - base
    if distance >= 0, distance < Place.limit {
      return Place(distance, key.count, isCopy: false, hash)
    }
    copies.append(contentsOf: key)
    return Place(copies.count - key.count, key.count, isCopy: true, hash)
  }

  /// Returns the index of the entry for a new key, or nil if the key is in the set already.
  private func free(for key: TextBytes, _ hash: Int) -> Int? {
    var number = hash & (places.count - 1)
    while !places[number].isFree {
      let place = places[number]
      if place.tag == Place.tag(hash), place.count == key.count,
        with(place, { $0.hasSameBytes(as: key) })
      {
        return nil
      }
      number = (number + 1) & (places.count - 1)
    }
    return number
  }

  private func with<Result>(_ place: Place, _ body: (TextBytes) -> Result) -> Result {
    if place.isCopy {
      return copies.withUnsafeBufferPointer {
        body($0.part(place.start, place.start + place.count))
      }
    }
    return body(TextBytes(start: base.map { $0 + place.start }, count: place.count))
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: Place(), count: old.count * 2)
    for place in old where !place.isFree {
      var number = with(place) { KeySet.hash($0) } & (places.count - 1)
      while !places[number].isFree { number = (number + 1) & (places.count - 1) }
      places[number] = place
    }
  }
}
