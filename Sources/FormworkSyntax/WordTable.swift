// The fixed words of the language by their bytes: keywords and predicates.

/// Words of two to sixteen bytes, numbered in the order in which they were given.
package struct WordTable: Sendable {
  /// A word as numbers, the first byte being the lowest, with its own number.
  private struct Bucket {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var number: UInt8 = 0
  }

  /// A hash table, a quarter full at the most: most other words meet an empty bucket at once.
  private let buckets: [Bucket]

  /// Makes a table of at most 64 words.
  package init(_ words: [String]) {
    var buckets = Array(repeating: Bucket(), count: 256)
    for (number, word) in words.enumerated() {
      guard let packed = WordTable.pack(word) else { continue }
      var bucket = WordTable.hash(packed.low, packed.high)
      while buckets[bucket].low != 0 { bucket = (bucket + 1) & 255 }
      buckets[bucket] = Bucket(
        low: packed.low, high: packed.high, number: UInt8(truncatingIfNeeded: number))
    }
    self.buckets = buckets
  }

  /// The number of a word; nil if it is none of these. Case matters.
  package func number(of word: String) -> UInt8? {
    guard let packed = WordTable.pack(word) else { return nil }
    return number(low: packed.low, high: packed.high)
  }

  /// The number of the word whose first eight bytes are those of one number, and whose others are those
  /// of another, the first byte being the lowest and zeros filling up.
  @inline(__always)
  func number(low: UInt64, high: UInt64) -> UInt8? {
    buckets.withUnsafeBufferPointer { buckets in
      var bucket = WordTable.hash(low, high)
      while buckets[bucket].low != 0 {
        if buckets[bucket].low == low, buckets[bucket].high == high {
          return buckets[bucket].number
        }
        bucket = (bucket &+ 1) & 255
      }
      return nil
    }
  }

  /// The bytes as numbers, so that a look-up compares numbers; nil for what is as long as no word.
  private static func pack(_ word: String) -> (low: UInt64, high: UInt64)? {
    var word = word
    return word.withUTF8 { pack($0) }
  }

  /// The bytes as numbers, the first being the lowest; nil if there are none or more than sixteen.
  @inline(__always)
  static func pack(_ bytes: UnsafeBufferPointer<UInt8>) -> (low: UInt64, high: UInt64)? {
    let count = bytes.count
    guard 1...16 ~= count, let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
    func part<T: FixedWidthInteger>(_ type: T.Type, _ offset: Int) -> UInt64 {
      UInt64(T(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: T.self)))
    }
    // Two parts that overlap make up what is no power of two.
    if count >= 8 {
      let last = part(UInt64.self, count &- 8)
      return (part(UInt64.self, 0), count == 8 ? 0 : last &>> UInt64(8 &* (16 &- count)))
    }
    if count >= 4 {
      let last = part(UInt32.self, count &- 4)
      return (part(UInt32.self, 0) | last &<< UInt64(8 &* (count &- 4)), 0)
    }
    if count == 1 { return (part(UInt8.self, 0), 0) }
    let last = part(UInt16.self, count &- 2)
    return (part(UInt16.self, 0) | last &<< UInt64(8 &* (count &- 2)), 0)
  }

  /// A place among 256 for a word.
  @inline(__always)
  static func hash(_ low: UInt64, _ high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((low ^ high) &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
