// Which input a key belongs to. Keys come in nearly the same order in every record, so the entry
// after the last one found is tried first; the rest is one probe of a hash table.

/// The keys that a level asks for.
package struct KeyTable: Sendable {
  /// A key's bytes are compared as length and first eight bytes, then the rest.
  private struct Entry {
    var length: Int
    var prefix: UInt64
    var bytes: [UInt8]
    var input: Int32
  }

  private var entries: [Entry] = []
  /// Entry numbers by hash, -1 where free; the size is a power of two.
  private var buckets: [Int32] = []
  /// For keys beyond ASCII, which may be written in more than one way.
  private var canonical: [String: Int32] = [:]

  package var count: Int { entries.count }

  /// The input of `key`, made if the key is new.
  mutating func add(_ key: String, nextInput: inout Int32) -> Int32 {
    if let known = canonical[key] { return known }
    let input = nextInput
    nextInput += 1
    canonical[key] = input
    let bytes = Array(key.utf8)
    entries.append(
      Entry(length: bytes.count, prefix: prefix(of: bytes), bytes: bytes, input: input))
    if buckets.count < entries.count * 2 { rehash() } else { place(entries.count - 1) }
    return input
  }

  private func prefix(of bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBufferPointer { KeyTable.prefix($0) }
  }

  /// The first eight bytes as one number, short keys filled up with zeros.
  @inline(__always)
  static func prefix(_ bytes: TextBytes) -> UInt64 {
    if bytes.count >= 8, let base = bytes.baseAddress {
      return UnsafeRawPointer(base).loadUnaligned(as: UInt64.self).littleEndian
    }
    var prefix: UInt64 = 0
    for index in 0..<bytes.count { prefix |= UInt64(bytes[index]) << UInt64(index * 8) }
    return prefix
  }

  private static func hash(_ prefix: UInt64, _ bytes: TextBytes) -> Int {
    var hash = prefix ^ UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 8
    while index < bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
      index += 1
    }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 32)
  }

  private mutating func rehash() {
    var size = 8
    while size < entries.count * 4 { size *= 2 }
    buckets = Array(repeating: -1, count: size)
    for index in entries.indices { place(index) }
  }

  private mutating func place(_ index: Int) {
    let entry = entries[index]
    let mask = buckets.count - 1
    var bucket = entry.bytes.withUnsafeBufferPointer { KeyTable.hash(entry.prefix, $0) } & mask
    while buckets[bucket] >= 0 { bucket = (bucket + 1) & mask }
    buckets[bucket] = Int32(index)
  }

  /// Finds a key as it stands in the data, without escapes.
  ///
  /// - Parameter hint: the entry to try first; becomes the one after what was found.
  @inline(__always)
  func find(_ key: TextBytes, isASCII: Bool, hint: inout Int) -> Int32? {
    let prefix = KeyTable.prefix(key)
    if hint < entries.count, matches(entries[hint], key, prefix) {
      let input = entries[hint].input
      hint += 1
      return input
    }
    return search(key, prefix, isASCII: isASCII, hint: &hint)
  }

  private func search(
    _ key: TextBytes, _ prefix: UInt64, isASCII: Bool, hint: inout Int
  ) -> Int32? {
    guard !buckets.isEmpty else { return nil }
    let mask = buckets.count - 1
    var bucket = KeyTable.hash(prefix, key) & mask
    while buckets[bucket] >= 0 {
      let index = Int(buckets[bucket])
      if matches(entries[index], key, prefix) {
        hint = index + 1
        return entries[index].input
      }
      bucket = (bucket + 1) & mask
    }
    return isASCII ? nil : canonical[String(decoding: key, as: UTF8.self)]
  }

  @inline(__always)
  private func matches(_ entry: Entry, _ key: TextBytes, _ prefix: UInt64) -> Bool {
    guard entry.length == key.count, entry.prefix == prefix else { return false }
    guard key.count > 8 else { return true }
    return entry.bytes.withUnsafeBufferPointer { known in
      for index in 8..<key.count where known[index] != key[index] { return false }
      return true
    }
  }

  /// The keys in the order of their inputs.
  package var names: [String] { entries.map { String(decoding: $0.bytes, as: UTF8.self) } }
}
