// The keys met in one object that no field asks for, to find one that comes twice: a short list at
// first, a hash table when an object has many.

/// A set of JSON keys, without their escapes.
struct KeySet {
  /// Up to this many keys a walk is cheaper than a table.
  private static let smallCount = 8

  private var keys: [TextBytes] = []
  /// Key numbers by hash, -1 where free; the size is a power of two.
  private var buckets: [Int32] = []
  /// Keys beyond ASCII are equal if canonically equivalent. They are kept in that form, because texts of many marks
  /// take the standard library a time that grows with the square of their length.
  private var canonical: Set<[UInt8]> = []

  init() {}

  /// Adds a key; false if it is there already.
  mutating func insert(_ key: Value) -> Bool {
    let bytes = key.bytes
    if key.flags != 0 {
      var form: [UInt8] = []
      bytes.appendCanonical(to: &form)
      return canonical.insert(form).inserted
    }
    if buckets.isEmpty {
      if keys.contains(where: { KeySet.equal($0, bytes) }) { return false }
      keys.append(bytes)
      if keys.count > KeySet.smallCount { rebuild() }
      return true
    }
    guard let bucket = free(bytes) else { return false }
    buckets[bucket] = Int32(truncatingIfNeeded: keys.count)
    keys.append(bytes)
    if keys.count * 2 > buckets.count { rebuild() }
    return true
  }

  private static func equal(_ first: TextBytes, _ second: TextBytes) -> Bool {
    guard first.count == second.count else { return false }
    for index in 0..<first.count where first[index] != second[index] { return false }
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
      if KeySet.equal(keys[Int(buckets[bucket])], bytes) { return nil }
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  private mutating func rebuild() {
    var size = 32
    while size < keys.count * 4 { size *= 2 }
    buckets = Array(repeating: -1, count: size)
    for (number, key) in keys.enumerated() {
      if let bucket = free(key) { buckets[bucket] = Int32(truncatingIfNeeded: number) }
    }
  }
}
