// A hash table that maps 128-bit hashes to numbers, for the keys of all records of a run.

/// A hash of 128 bits. Two different keys of the same data practically never have the same hash.
struct WideHash: Sendable, Hashable, BitwiseCopyable {
  var low: UInt64
  var high: UInt64

  /// Creates the hash of `bytes`. Each half combines its state with the next eight bytes, multiplies it by a seed, and
  /// folds the result to 64 bits. The seeds differ between processes, so crafted data can't cause collisions.
  init(_ bytes: [UInt8], salt: Int32) {
    let seeds = WideHash.seeds
    var low = seeds.0 ^ UInt64(UInt32(bitPattern: salt))
    var high = seeds.1 ^ UInt64(bytes.count)
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        var word: UInt64 = 0
        if offset &+ 8 <= bytes.count {
          word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
        } else {
          for index in offset..<bytes.count {
            word |= UInt64(bytes[index]) &<< UInt64(8 &* (index &- offset))
          }
        }
        low = WideHash.folded(low ^ word, seeds.2)
        high = WideHash.folded(high ^ word, seeds.3)
        offset &+= 8
      }
    }
    self.low = WideHash.folded(low ^ seeds.3, seeds.0)
    self.high = WideHash.folded(high ^ seeds.2, seeds.1)
  }

  private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low ^ one
  }

  /// Random odd numbers.
  private static let seeds: (UInt64, UInt64, UInt64, UInt64) = {
    func seed(_ number: UInt8) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(number)
      return UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }
    return (seed(1), seed(2), seed(3), seed(4))
  }()

  /// The hash of no keys.
  static let none = WideHash(low: 0, high: 0)

  init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  mutating func code(_ coder: inout ByteCoder) {
    coder.code(&low)
    coder.code(&high)
  }
}

/// A table of numbers above 0, keyed by hashes. Each entry takes 24 bytes, even if it is free. The shards grow one at a
/// time, so that ten million hashes take well below a gibibyte even while the table grows.
struct HashTable: Sendable {
  private struct Entry {
    var hash = WideHash(low: 0, high: 0)
    /// Zero if the entry is free.
    var number: UInt64 = 0

    mutating func code(_ coder: inout ByteCoder) {
      hash.code(&coder)
      coder.code(&number)
    }
  }

  private struct Shard {
    var entries: [Entry] = []
    var count = 0
  }

  /// One shard, or 256 once there are many hashes.
  private var shards = [Shard()]
  /// The number of hashes at which the table is split into 256 shards.
  private static let manyHashes = 4_096

  private func shard(of hash: WideHash) -> Int { shards.count == 1 ? 0 : Int(hash.high & 255) }

  /// Returns the number of `hash`, or 0 if the table doesn't contain it.
  func number(of hash: WideHash) -> UInt64 {
    let entries = shards[shard(of: hash)].entries
    return entries.isEmpty ? 0 : entries[HashTable.slot(of: hash, in: entries)].number
  }

  func contains(_ hash: WideHash) -> Bool { number(of: hash) != 0 }

  /// Adds `number` for `hash`, unless the hash already has a number.
  ///
  /// - Parameter number: above 0.
  /// - Returns: the number that the hash already has, or 0 if `number` was added.
  mutating func insert(_ number: UInt64, for hash: WideHash) -> UInt64 {
    let shard = shard(of: hash)
    if shards[shard].count * 4 >= shards[shard].entries.count * 3 {
      if shards.count == 1, shards[0].count >= HashTable.manyHashes {
        split()
        return insert(number, for: hash)
      }
      grow(shard)
    }
    let slot = HashTable.slot(of: hash, in: shards[shard].entries)
    let found = shards[shard].entries[slot].number
    if found != 0 { return found }
    shards[shard].entries[slot] = Entry(hash: hash, number: number)
    shards[shard].count += 1
    return 0
  }

  /// The number of hashes.
  var count: Int { shards.reduce(0) { $0 + $1.count } }

  /// Writes or reads the hashes and their numbers. Reading fails if a number exceeds `limit`.
  mutating func code(_ coder: inout ByteCoder, upTo limit: Int) {
    let count = coder.count(count)
    guard coder.isReading else {
      return visit { hash, number in
        var entry = Entry(hash: hash, number: number)
        entry.code(&coder)
      }
    }
    self = HashTable()
    for _ in 0..<count {
      var entry = Entry()
      entry.code(&coder)
      guard 1 <= entry.number, entry.number <= UInt64(limit),
        insert(entry.number, for: entry.hash) == 0
      else { return coder.fail() }
    }
  }

  /// Calls `body` with each hash and its number, in no particular order.
  func visit(_ body: (WideHash, UInt64) -> Void) {
    for shard in shards where shard.count > 0 {
      for entry in shard.entries where entry.number != 0 { body(entry.hash, entry.number) }
    }
  }

  private mutating func split() {
    let whole = self
    shards = Array(repeating: Shard(), count: 256)
    whole.visit { hash, number in _ = insert(number, for: hash) }
  }

  private static func slot(of hash: WideHash, in entries: [Entry]) -> Int {
    let mask = entries.count - 1
    var slot = Int(truncatingIfNeeded: hash.low) & mask
    while entries[slot].number != 0, entries[slot].hash != hash { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow(_ shard: Int) {
    let old = shards[shard].entries
    var entries = Array(repeating: Entry(), count: max(16, old.count * 2))
    for entry in old where entry.number != 0 {
      entries[HashTable.slot(of: entry.hash, in: entries)] = entry
    }
    shards[shard].entries = entries
  }
}
