// A hash table that maps 128-bit hashes to numbers, for the keys of all records of a run.

/// A hash of 128 bits. Two different keys of the same data practically never have the same hash.
struct WideHash: Sendable, Hashable, BitwiseCopyable {
  var low: UInt64
  var high: UInt64

  /// Creates the hash of `count` bytes. Each half combines its state with the next eight bytes, multiplies it by a
  /// seed, and folds the result to 64 bits. The seeds differ between processes, so crafted data can't cause collisions.
  ///
  /// - Parameter bytes: the bytes, followed by seven zeros.
  @inline(__always)
  init(_ bytes: UnsafeRawPointer, _ count: Int, salt: Int32) {
    let seeds = WideHash.seeds
    var low = seeds.0 ^ UInt64(UInt32(bitPattern: salt))
    var high = seeds.1 ^ UInt64(count)
    var offset = 0
    while offset < count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      low = WideHash.folded(low ^ word, seeds.2)
      high = WideHash.folded(high ^ word, seeds.3)
      offset &+= 8
    }
    self.low = WideHash.folded(low ^ seeds.3, seeds.0)
    self.high = WideHash.folded(high ^ seeds.2, seeds.1)
  }

  @inline(__always)
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

/// A table of numbers above 0, keyed by hashes. It keeps 96 bits of each hash. An entry takes 16 bytes, even if it is
/// free. The shards of a large table grow one at a time, so that it never takes much more memory than its entries need.
final class HashTable: @unchecked Sendable {
  // `@unchecked`: changed by one thread at a time, and shared only when it doesn't change any more.

  private struct Entry {
    var low: UInt64
    var high: UInt32
    /// Zero if the entry is free.
    var number: UInt32

    @inline(__always)
    func isOf(_ hash: WideHash) -> Bool {
      low == hash.low && high == UInt32(truncatingIfNeeded: hash.high)
    }

    @inline(__always)
    var hash: WideHash { WideHash(low: low, high: UInt64(high)) }
  }

  private struct Shard {
    private(set) var entries: UnsafeMutablePointer<Entry>
    private(set) var capacity: Int
    var count = 0

    init(_ capacity: Int) {
      self.capacity = capacity
      entries = .allocate(capacity: capacity)
      entries.initialize(repeating: Entry(low: 0, high: 0, number: 0), count: capacity)
    }

    /// Returns the entry of `hash`, or the free entry where it belongs.
    @inline(__always)
    func entry(of hash: WideHash) -> UnsafeMutablePointer<Entry> {
      var slot = Int(truncatingIfNeeded: hash.low.multipliedFullWidth(by: UInt64(capacity)).high)
      while entries[slot].number != 0, !entries[slot].isOf(hash) {
        slot &+= 1
        if slot == capacity { slot = 0 }
      }
      return entries + slot
    }

    var isFull: Bool {
      @inline(__always) get { count &* 4 >= capacity &* 3 }
    }

    mutating func grow(to larger: Int) {
      var shard = Shard(larger)
      shard.count = count
      for entry in all where entry.number != 0 { shard.entry(of: entry.hash).pointee = entry }
      entries.deallocate()
      self = shard
    }

    var all: UnsafeMutableBufferPointer<Entry> {
      UnsafeMutableBufferPointer(start: entries, count: capacity)
    }
  }

  /// One shard, or `manyShards` once there are many hashes.
  @exclusivity(unchecked) private var shards: UnsafeMutablePointer<Shard>
  @exclusivity(unchecked) private var shardCount = 1
  /// The number of hashes.
  @exclusivity(unchecked) private(set) var count = 0
  private static let manyShards = 256
  /// The number of hashes at which the table is split into many shards.
  private static let manyHashes = 1 << 16

  /// - Parameter count: the expected number of hashes. With no more than these, the table doesn't grow.
  init(for count: Int = 0) {
    shards = .allocate(capacity: 1)
    shards.initialize(to: Shard(max(16, count + count / 2)))
  }

  deinit { deallocate() }

  private func deallocate() {
    for shard in all { shard.entries.deallocate() }
    shards.deallocate()
  }

  private var all: UnsafeMutableBufferPointer<Shard> {
    UnsafeMutableBufferPointer(start: shards, count: shardCount)
  }

  @inline(__always)
  private func shard(of hash: WideHash) -> UnsafeMutablePointer<Shard> {
    shardCount == 1 ? shards : shards + Int(hash.high & UInt64(HashTable.manyShards - 1))
  }

  /// Returns the number of `hash`, or 0 if the table doesn't contain it.
  @inline(__always)
  func number(of hash: WideHash) -> Int {
    Int(shard(of: hash).pointee.entry(of: hash).pointee.number)
  }

  @inline(__always)
  func contains(_ hash: WideHash) -> Bool { number(of: hash) != 0 }

  /// Adds `number` for `hash`, unless the hash already has a number.
  ///
  /// - Parameter number: above 0.
  /// - Returns: the number that the hash already has, or 0 if `number` was added.
  @inline(__always)
  func insert(_ number: Int, for hash: WideHash) -> Int {
    var shard = shard(of: hash)
    if shard.pointee.isFull {
      makeRoom(in: shard)
      shard = self.shard(of: hash)
    }
    let entry = shard.pointee.entry(of: hash)
    if entry.pointee.number != 0 { return Int(entry.pointee.number) }
    entry.pointee = Entry(
      low: hash.low, high: UInt32(truncatingIfNeeded: hash.high), number: UInt32(clamping: number))
    shard.pointee.count &+= 1
    count &+= 1
    return 0
  }

  @inline(never)
  private func makeRoom(in shard: UnsafeMutablePointer<Shard>) {
    if shardCount == 1, count >= HashTable.manyHashes { return split(for: count * 2) }
    shard.pointee.grow(to: shard.pointee.capacity * 2)
  }

  /// Reserves space for `more` hashes. Must be called before hashes are added in the order of another table, because in
  /// that order they would fill one part of a small table after the other.
  func reserve(_ more: Int) {
    if shardCount == 1, count + more > HashTable.manyHashes { split(for: count + more) }
    for shard in all.indices {
      let (capacity, expected) = (all[shard].capacity, all[shard].count + more / shardCount + 1)
      if expected * 4 > capacity * 3 { all[shard].grow(to: max(capacity, expected) * 2) }
    }
  }

  /// Splits the only shard into many, with room for `count` hashes.
  private func split(for count: Int) {
    let whole = shards[0]
    shards.deallocate()
    shardCount = HashTable.manyShards
    shards = .allocate(capacity: shardCount)
    for index in 0..<shardCount {
      (shards + index).initialize(to: Shard(max(16, count * 2 / shardCount)))
    }
    for entry in whole.all where entry.number != 0 {
      let shard = shard(of: entry.hash)
      shard.pointee.entry(of: entry.hash).pointee = entry
      shard.pointee.count += 1
    }
    whole.entries.deallocate()
  }

  func removeAll() {
    deallocate()
    (shardCount, count) = (1, 0)
    shards = .allocate(capacity: 1)
    shards.initialize(to: Shard(16))
  }

  /// Writes or reads the hashes and their numbers. Reading fails if a number exceeds `limit`.
  func code(_ coder: inout ByteCoder, upTo limit: Int) {
    let count = coder.count(count)
    guard coder.isReading else {
      return visit { hash, number in
        var (hash, number) = (hash, UInt64(number))
        hash.code(&coder)
        coder.code(&number)
      }
    }
    removeAll()
    reserve(count)
    for _ in 0..<count {
      var (hash, number) = (WideHash.none, UInt64(0))
      hash.code(&coder)
      coder.code(&number)
      guard 1 <= number, number <= UInt64(limit), insert(Int(number), for: hash) == 0 else {
        return coder.fail()
      }
    }
  }

  /// Calls `body` with each hash and its number, in no particular order.
  @inline(__always)
  func visit(_ body: (WideHash, Int) -> Void) {
    for shard in all where shard.count > 0 {
      for entry in shard.all where entry.number != 0 { body(entry.hash, Int(entry.number)) }
    }
  }
}
