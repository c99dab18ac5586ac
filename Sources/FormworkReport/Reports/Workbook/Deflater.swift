// Packs bytes by Deflate (RFC 1951) with the fixed codes: repetitions are found by a table of the last places of each
// four bytes. XML of sheets comes to a tenth of its size.

internal import FormworkEngine

/// A stream of packed bytes, made of blocks that know nothing of each other.
struct Deflater: ~Copyable {
  /// The bits that fill no byte yet, the first the lowest.
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// Where each hash of four bytes was last in the block; -1 if nowhere.
  private var heads = [Int32](repeating: -1, count: 1 << Deflater.hashBits)

  private static let hashBits: UInt64 = 14
  private static let (shortest, longest, farthest) = (4, 258, 32_768)
  /// The most bytes of a block. A shorter one finds fewer repetitions.
  static let blockSize = 1 << 16

  /// The first length, or distance, of each code, and how many bits say which of them it is.
  private struct Codes {
    var firsts: [UInt16]
    var extras: [UInt8]

    /// The code of a number.
    @inline(__always)
    func code(of number: Int) -> Int {
      var (low, high) = (0, firsts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if Int(firsts[middle]) <= number { low = middle } else { high = middle }
      }
      return low
    }
  }

  private static let lengths = Codes(
    firsts: [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
      163, 195, 227, 258,
    ],
    extras: [
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ])
  private static let distances = Codes(
    firsts: [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537,
      2_049, 3_073, 4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
    ],
    extras: [
      0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
      13,
    ])

  /// Packs some bytes as a block.
  mutating func add(_ bytes: TextBytes, to out: inout ByteBuffer) {
    put(0b010, 3, &out)
    for index in heads.indices { heads[index] = -1 }
    var index = 0
    while index < bytes.count {
      let length = index + Deflater.shortest <= bytes.count ? matched(bytes, index) : nil
      guard let (distance, count) = length else {
        put(literal: Int(bytes[index]), &out)
        index += 1
        continue
      }
      put(count, Deflater.lengths, &out) { code in 257 + code }
      put(distance, Deflater.distances, &out) { _ in nil }
      index += count
    }
    put(literal: 256, &out)
  }

  /// Ends the stream.
  mutating func finish(to out: inout ByteBuffer) {
    // A last block with nothing in it, and zeros up to a whole byte.
    put(0b011, 3, &out)
    put(literal: 256, &out)
    put(0, 7, &out)
    (bits, bitCount) = (0, 0)
  }

  /// The last place of what comes next, and how long it is the same.
  private mutating func matched(_ bytes: TextBytes, _ index: Int) -> (distance: Int, count: Int)? {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
    let word = (base + index).loadUnaligned(as: UInt32.self)
    let hash = Int(truncatingIfNeeded: (word &* 0x9E37_79B1) >> UInt32(32 - Deflater.hashBits))
    let place = Int(heads[hash])
    heads[hash] = Int32(truncatingIfNeeded: index)
    guard place >= 0, index - place <= Deflater.farthest,
      (base + place).loadUnaligned(as: UInt32.self) == word
    else { return nil }
    let most = min(Deflater.longest, bytes.count - index)
    var count = Deflater.shortest
    while count < most, bytes[place + count] == bytes[index + count] { count += 1 }
    return (index - place, count)
  }

  /// Puts a length or a distance: its code, then the bits that say which of these it is.
  private mutating func put(
    _ number: Int, _ codes: Codes, _ out: inout ByteBuffer, literal: (Int) -> Int?
  ) {
    let code = codes.code(of: number)
    if let literal = literal(code) {
      put(literal: literal, &out)
    } else {
      put(reversed: code, 5, &out)
    }
    put(number - Int(codes.firsts[code]), Int(codes.extras[code]), &out)
  }

  /// Puts a byte, the end of a block (256) or the code of a length by its fixed code.
  private mutating func put(literal: Int, _ out: inout ByteBuffer) {
    switch literal {
    case ..<144: put(reversed: 0x30 + literal, 8, &out)
    case ..<256: put(reversed: 0x190 + literal - 144, 9, &out)
    case ..<280: put(reversed: literal - 256, 7, &out)
    default: put(reversed: 0xC0 + literal - 280, 8, &out)
    }
  }

  /// Puts a code, whose first bit is its highest.
  private mutating func put(reversed code: Int, _ count: Int, _ out: inout ByteBuffer) {
    var (rest, turned) = (code, 0)
    for _ in 0..<count {
      turned = turned &<< 1 | rest & 1
      rest &>>= 1
    }
    put(turned, count, &out)
  }

  private mutating func put(_ value: Int, _ count: Int, _ out: inout ByteBuffer) {
    bits |= UInt64(truncatingIfNeeded: value) &<< UInt64(truncatingIfNeeded: bitCount)
    bitCount += count
    while bitCount >= 8 {
      out.reserve(1)
      out.put(UInt8(truncatingIfNeeded: bits))
      bits &>>= 8
      bitCount -= 8
    }
  }
}
