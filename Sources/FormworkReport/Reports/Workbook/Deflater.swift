// Compresses bytes by Deflate (RFC 1951) with the fixed codes. Repetitions are found with a table of the last position
// of each sequence of four bytes. The XML of sheets shrinks to a tenth of its size.

internal import FormworkEngine

/// A stream of compressed bytes, made of independent blocks.
struct Deflater: ~Copyable {
  /// The bits that don't fill a byte yet. The first one is the lowest bit.
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// For each hash, the last index in the block where four bytes with this hash begin, or -1 before the first.
  private var heads = [Int32](repeating: -1, count: 1 << Deflater.hashBits)

  private static let hashBits: UInt64 = 14
  private static let (shortest, longest, farthest) = (4, 258, 32_768)
  /// Maximum number of bytes in a block. In shorter blocks, fewer repetitions are found.
  static let blockSize = 1 << 16

  /// The codes for lengths or for distances. Each code has a smallest number, and extra bits whose value is added to
  /// it.
  private struct Codes {
    var firsts: [UInt16]
    var extras: [UInt8]

    /// Returns the code of a number.
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

  /// Compresses some bytes as one block.
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
    // Write an empty last block, and zeros up to a whole byte.
    put(0b011, 3, &out)
    put(literal: 256, &out)
    put(0, 7, &out)
    (bits, bitCount) = (0, 0)
  }

  /// Returns the distance to the last occurrence of the next bytes, and the number of equal bytes there.
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

  /// Writes a length or a distance: its code, then the extra bits.
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

  /// Writes the fixed code of a byte, of the end of a block (256), or of a length (from 257).
  private mutating func put(literal: Int, _ out: inout ByteBuffer) {
    switch literal {
    case ..<144: put(reversed: 0x30 + literal, 8, &out)
    case ..<256: put(reversed: 0x190 + literal - 144, 9, &out)
    case ..<280: put(reversed: literal - 256, 7, &out)
    default: put(reversed: 0xC0 + literal - 280, 8, &out)
    }
  }

  /// Writes a code, whose highest bit comes first.
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
