// The fixed words of the language by their bytes: keywords and predicates.

/// Words of two to sixteen bytes, numbered in the order in which they were given.
package struct WordTable: Sendable {
  /// A hash table, a quarter full at the most: most other words meet an empty bucket at once.
  private let buckets: [(packed: UInt128, number: UInt8)]

  /// Makes a table of at most 64 words.
  package init(_ words: [String]) {
    var buckets = Array(repeating: (packed: UInt128(0), number: UInt8(0)), count: 256)
    for (number, word) in words.enumerated() {
      guard let packed = WordTable.pack(word.utf8) else { continue }
      var bucket = WordTable.hash(packed)
      while buckets[bucket].packed != 0 { bucket = (bucket + 1) & 255 }
      buckets[bucket] = (packed, UInt8(truncatingIfNeeded: number))
    }
    self.buckets = buckets
  }

  /// The number of a word; nil if it is none of these. Case matters.
  package func number(of word: String) -> UInt8? {
    var word = word
    return word.withUTF8 { number(ofBytes: $0) }
  }

  /// The number of the word that bytes are.
  @inline(__always)
  func number(ofBytes word: some Collection<UInt8>) -> UInt8? {
    guard let packed = WordTable.pack(word) else { return nil }
    var bucket = WordTable.hash(packed)
    while buckets[bucket].packed != 0 {
      if buckets[bucket].packed == packed { return buckets[bucket].number }
      bucket = (bucket + 1) & 255
    }
    return nil
  }

  /// The bytes as one number, so that a look-up compares numbers; nil for what is as long as no word.
  @inline(__always)
  private static func pack(_ bytes: some Collection<UInt8>) -> UInt128? {
    guard 2...16 ~= bytes.count else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    if bytes.count <= 8 {
      for byte in bytes { low = low << 8 | UInt64(byte) }
      return UInt128(low)
    }
    for byte in bytes {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
    }
    return UInt128(high) << 64 | UInt128(low)
  }

  private static func hash(_ packed: UInt128) -> Int {
    let folded = UInt64(truncatingIfNeeded: packed ^ packed >> 64)
    return Int((folded &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
