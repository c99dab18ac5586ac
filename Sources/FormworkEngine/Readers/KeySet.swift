// The keys met in objects that no field asks for, to find one that comes twice, character for character: a mask
// that most of them show to be new, then a walk over a few, and a hash table when an object has many.

/// What is known of the keys of one object.
struct OtherKeys {
  /// Where its keys begin in the stack; -1 while there are none.
  fileprivate var first = -1
  /// One bit for each key, of those that have come.
  fileprivate var filter: UInt64 = 0
  /// The number of its set, once it has one.
  fileprivate var set = -1
}

/// The keys of the objects that are being read, those of an inner one behind those of the one around it.
struct KeyStack {
  /// Up to this many keys a walk is cheaper than a table.
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

  /// Forgets the keys of an object that ends.
  @inline(__always)
  mutating func end(_ object: OtherKeys) {
    if object.first < 0 { return }
    count = object.first
    if object.set >= 0 { sets.removeLast(sets.count - object.set) }
  }

  /// Adds a key to those of the innermost object; false if it is there already.
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

  /// Looks whether a key is there; in a set it is put at once.
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

/// The keys of an object that has many, without their escapes.
private struct KeySet {
  private var keys: [TextBytes] = []
  /// Key numbers by hash, -1 where free; the size is a power of two.
  private var buckets = [Int32](repeating: -1, count: 128)

  /// Adds a key; false if it is there already.
  mutating func insert(_ bytes: TextBytes) -> Bool {
    guard let bucket = free(bytes) else { return false }
    buckets[bucket] = Int32(truncatingIfNeeded: keys.count)
    keys.append(bytes)
    if keys.count * 2 > buckets.count { rebuild() }
    return true
  }

  /// Seeded anew in each process, so that no data can be made to collide.
  private static func hash(_ bytes: TextBytes) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return hasher.finalize()
  }

  /// The bucket a new key goes to, or nil if the key is there.
  private func free(_ bytes: TextBytes) -> Int? {
    let mask = buckets.count - 1
    var bucket = KeySet.hash(bytes) & mask
    while buckets[bucket] >= 0 {
      if keys[Int(buckets[bucket])].hasSameBytes(as: bytes) { return nil }
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  private mutating func rebuild() {
    buckets = Array(repeating: -1, count: buckets.count * 4)
    for (number, key) in keys.enumerated() {
      if let bucket = free(key) { buckets[bucket] = Int32(truncatingIfNeeded: number) }
    }
  }
}
