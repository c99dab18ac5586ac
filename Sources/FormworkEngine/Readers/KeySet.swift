// The keys met in objects that no field asks for, to find one that comes twice, each in its canonical form: a mask
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

/// The keys of an object that has many, without their escapes: a hash table of eight bytes for each place, because an
/// object may have millions of keys of a few letters.
private struct KeySet {
  /// Where a key lies.
  private struct Place {
    /// From the highest bit: whether there is a key, whether it is in `copies`, 6 bits of its hash, 28 for where it
    /// begins and 28 for its length, as no record is longer.
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

  /// The first key, from which it is counted where the others begin.
  private var base: UnsafePointer<UInt8>?
  /// The keys that lie elsewhere.
  private var copies: [UInt8] = []
  /// Their number is a power of two, a quarter of them free at least.
  private var places = [Place](repeating: Place(), count: 64)
  private var count = 0

  /// Adds a key; false if it is there already.
  mutating func insert(_ key: TextBytes) -> Bool {
    let hash = KeySet.hash(key)
    guard let number = free(for: key, hash) else { return false }
    places[number] = place(of: key, hash)
    count += 1
    if count * 4 > places.count * 3 { grow() }
    return true
  }

  /// Seeded anew in each process, so that no data can be made to collide.
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

  /// The number of the place that a new key goes to; nil if the key is there.
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

  /// Calls `body` with a key.
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
