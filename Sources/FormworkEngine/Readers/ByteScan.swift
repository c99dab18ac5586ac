// Byte loops shared by the readers: searching for a byte in blocks of sixteen bytes, and validating UTF-8. They stay in
// this module because calling a cursor across modules for each byte would take six times as long (1.7 instead of 0.28
// ns).

package enum ByteScan {
  /// Returns the first offset from `start` whose byte is `byte`, or `bytes.count`.
  @inline(__always)
  static func find(_ byte: UInt8, in bytes: TextBytes, from start: Int) -> Int {
    let wanted = SIMD16<UInt8>(repeating: byte)
    return leap(bytes, from: start, blocks: { $0 .== wanted }, bytes: { $0 == byte })
  }

  /// Returns the first offset from `start` whose byte is `first` or `second`, or `bytes.count`.
  @inline(__always)
  static func find(_ first: UInt8, or second: UInt8, in bytes: TextBytes, from start: Int) -> Int {
    let (one, other) = (SIMD16<UInt8>(repeating: first), SIMD16<UInt8>(repeating: second))
    return leap(
      bytes, from: start, blocks: { ($0 .== one) .| ($0 .== other) },
      bytes: { $0 == first || $0 == second })
  }

  /// Does the same as `find(_:or:in:from:)`, but is faster if the byte is near.
  @inline(__always)
  package static func findNear(
    _ first: UInt8, or second: UInt8, in bytes: TextBytes, from start: Int
  ) -> Int {
    let (one, other) = (SIMD16<UInt8>(repeating: first), SIMD16<UInt8>(repeating: second))
    return scan(
      bytes, from: start, blocks: { ($0 .== one) .| ($0 .== other) },
      bytes: { $0 == first || $0 == second })
  }

  /// Whether bytes are UTF-8 without NUL.
  package static func isText(_ bytes: TextBytes) -> Bool {
    find(0, in: bytes, from: 0) == bytes.count
      && (bytes.isASCII || firstInvalidUTF8(in: bytes) == nil)
  }

  /// Whether the first bytes of a block, up to sixteen, are ASCII.
  @inline(__always)
  static func isASCII(_ block: SIMD16<UInt8>, upTo count: Int) -> Bool {
    let others = bits(block .>= SIMD16(repeating: 0x80))
    return count < 16 ? others & (mark(count) &- 1) == 0 : others == 0
  }

  /// Returns the first offset from `start` for which `test` holds, or `bytes.count`. Skips four blocks at a time while
  /// none of them matches.
  @inline(__always)
  private static func leap(
    _ bytes: TextBytes, from start: Int,
    blocks: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>, bytes test: (UInt8) -> Bool
  ) -> Int {
    var index = start
    if let base = UnsafeRawPointer(bytes.baseAddress) {
      func mask(_ number: Int) -> SIMDMask<SIMD16<Int8>> {
        let offset = index &+ number &* 16
        return blocks(base.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self))
      }
      while index &+ 64 <= bytes.count,
        first((mask(0) .| mask(1)) .| (mask(2) .| mask(3))) == nil
      {
        index &+= 64
      }
    }
    return scan(bytes, from: index, blocks: blocks, bytes: test)
  }

  /// Counts the line breaks. `mayHaveBlank` is whether one of them may end a blank line, because it is the first byte
  /// or follows white space or another control character.
  static func countLineBreaks(_ bytes: TextBytes) -> (count: Int, mayHaveBlank: Bool) {
    guard let base = UnsafeRawPointer(bytes.baseAddress), !bytes.isEmpty else { return (0, false) }
    let lineBreak = SIMD16<UInt8>(repeating: 0x0A)
    // Signed bytes, because the comparison is then one instruction. As a result, non-ASCII bytes count as white space.
    let visible = SIMD16<Int8>(repeating: 0x21)
    var count = 0
    var mayHaveBlank = bytes[0] == 0x0A
    count += mayHaveBlank ? 1 : 0
    var index = 1
    while index &+ 16 <= bytes.count {
      // A lane can count at most 255 blocks.
      let end = index &+ min((bytes.count &- index) / 16, 255) &* 16
      var lanes = SIMD16<UInt8>()
      var blanks = SIMD16<UInt8>()
      while index < end {
        let block = base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let before = base.loadUnaligned(fromByteOffset: index &- 1, as: SIMD16<Int8>.self)
        let breaks = unsafeBitCast(block .== lineBreak, to: SIMD16<UInt8>.self)
        lanes = lanes &- breaks
        blanks |= breaks & unsafeBitCast(before .< visible, to: SIMD16<UInt8>.self)
        index &+= 16
      }
      count &+= Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
      mayHaveBlank = mayHaveBlank || blanks != SIMD16()
    }
    while index < bytes.count {
      if bytes[index] == 0x0A {
        count &+= 1
        mayHaveBlank = mayHaveBlank || bytes[index &- 1] <= 0x20
      }
      index &+= 1
    }
    return (count, mayHaveBlank)
  }

  /// Returns the first offset from `start` that ends a plain run of a JSON string, or `bytes.count`. A quote, a
  /// backslash, a control character or a non-ASCII byte ends it.
  @inline(__always)
  static func endOfPlainJSON(in bytes: TextBytes, from start: Int) -> Int {
    scan(
      bytes, from: start, blocks: { notPlain($0) },
      bytes: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 &- 0x20 >= 0x60 })
  }

  /// Returns a mask of the bytes that end a plain run of a JSON string.
  @inline(__always)
  private static func notPlain(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // Vectors on both sides: comparing with a scalar is generic code that takes 100 ns.
    let quote = SIMD16<UInt8>(repeating: UInt8(ascii: "\""))
    let backslash = SIMD16<UInt8>(repeating: UInt8(ascii: "\\"))
    let space = SIMD16<UInt8>(repeating: 0x20)
    // Subtracting 0x20 makes a single range of the bytes below 0x20 and those from 0x80 on.
    let plain = SIMD16<UInt8>(repeating: 0x60)
    return (block .== quote) .| (block .== backslash) .| ((block &- space) .>= plain)
  }

  /// Returns the index of the first byte of a block that ends a plain run of a JSON string.
  @inline(__always)
  static func firstNotPlain(in block: SIMD16<UInt8>) -> Int? { first(notPlain(block)) }

  /// Returns the index of the first byte of a block that is a quote or a control character.
  @inline(__always)
  static func firstQuoteOrControl(in block: SIMD16<UInt8>) -> Int? {
    let quote = SIMD16<UInt8>(repeating: UInt8(ascii: "\""))
    let space = SIMD16<UInt8>(repeating: 0x20)
    return first((block .== quote) .| (block .< space))
  }

  /// Returns the index of the first byte of a block that must be escaped in XML or in a table. A byte that may begin an
  /// escape in a workbook counts, too.
  @inline(__always)
  static func firstNotPlainInWorkbooks(in block: SIMD16<UInt8>) -> Int? {
    func marks(_ byte: Unicode.Scalar) -> SIMDMask<SIMD16<Int8>> {
      block .== SIMD16<UInt8>(repeating: UInt8(ascii: byte))
    }
    return first(
      (marks("&") .| marks("\"")) .| (marks(",") .| marks("_")) .| (marks("\n") .| marks("\r")))
  }

  /// Returns the index of the first byte of a block that isn't JSON white space.
  @inline(__always)
  static func firstNotSpace(in block: SIMD16<UInt8>, lineBreak: UInt8) -> Int? {
    let (space, tab) = (SIMD16<UInt8>(repeating: 0x20), SIMD16<UInt8>(repeating: 0x09))
    let (feed, carriage) = (SIMD16<UInt8>(repeating: lineBreak), SIMD16<UInt8>(repeating: 0x0D))
    return firstUnmarked(
      (block .== space) .| (block .== tab) .| (block .== feed) .| (block .== carriage))
  }

  /// Returns the index of the first byte that a mask marks.
  @inline(__always)
  static func first(_ mask: SIMDMask<SIMD16<Int8>>) -> Int? {
    let bits = bits(mask)
    return bits == 0 ? nil : bits.trailingZeroBitCount &>> 2
  }

  /// Returns the index of the first byte that a mask doesn't mark.
  @inline(__always)
  static func firstUnmarked(_ mask: SIMDMask<SIMD16<Int8>>) -> Int? {
    let bits = ~bits(mask)
    return bits == 0 ? nil : bits.trailingZeroBitCount &>> 2
  }

  /// Returns four bits for each byte of a mask, those of the first byte lowest. For a marked byte, only the lowest of
  /// the four is set.
  @inline(__always)
  static func marks(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 { bits(mask) & 0x1111_1111_1111_1111 }

  /// Returns the bit of byte `number` in the result of `marks`.
  @inline(__always)
  static func mark(_ number: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: number &* 4) }

  /// Counts the marks, up to sixteen.
  @inline(__always)
  static func markCount(_ marks: UInt64) -> Int {
    let pairs = (marks &+ marks &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
    return Int(truncatingIfNeeded: (pairs &* 0x0101_0101_0101_0101) &>> 56)
  }

  /// Returns four bits for each byte of a mask. Those of the first byte are the lowest, because all Swift platforms are
  /// little-endian. Testing first one half of the mask and then the other would take a branch, which would be
  /// mispredicted for about half of all texts.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let pairs = unsafeBitCast(mask, to: SIMD8<UInt16>.self)
    let nibbles = SIMD8<UInt8>(truncatingIfNeeded: pairs &>> SIMD8(repeating: 4))
    return unsafeBitCast(nibbles, to: UInt64.self)
  }

  /// Returns the first offset from `start` for which `test` holds, or `bytes.count`. Tests sixteen bytes at a time, and
  /// the remaining bytes one by one.
  @inline(__always)
  private static func scan(
    _ bytes: TextBytes, from start: Int,
    blocks: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>, bytes test: (UInt8) -> Bool
  ) -> Int {
    guard let base = bytes.baseAddress else { return bytes.count }
    var index = start
    while index &+ 16 <= bytes.count {
      let block = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<UInt8>.self)
      if let found = first(blocks(block)) { return index &+ found }
      index &+= 16
    }
    while index < bytes.count, !test(base[index]) { index &+= 1 }
    return index
  }

  /// Returns the length of the well-formed UTF-8 sequence at `index`, or 0 if there is none (table 3-7 of the Unicode
  /// standard).
  @inline(__always)
  static func utf8Width(in bytes: TextBytes, at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let left = bytes.count - index
    func tail(_ offset: Int) -> Bool { bytes[index + offset] & 0xC0 == 0x80 }
    switch first {
    case 0xC2...0xDF: return left >= 2 && tail(1) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, tail(1), tail(2) else { return 0 }
      let second = bytes[index + 1]
      return (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ? 0 : 3
    case 0xF0...0xF4:
      guard left >= 4, tail(1), tail(2), tail(3) else { return 0 }
      let second = bytes[index + 1]
      return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ? 0 : 4
    default: return 0
    }
  }

  /// Returns the offset of the first byte that isn't well-formed UTF-8, or nil.
  package static func firstInvalidUTF8(in bytes: TextBytes) -> Int? {
    var index = 0
    // Each block test also reads the three bytes before the block.
    if let base = UnsafeRawPointer(bytes.baseAddress), bytes.count >= 19,
      isUTF8(in: bytes, from: &index, upTo: 3)
    {
      while index &+ 16 <= bytes.count {
        if index &+ 64 <= bytes.count, isASCII(base + index, behind: 3) {
          index &+= 64
        } else {
          if hasInvalidUTF8(base + index) { break }
          index &+= 16
        }
      }
      // Moves back to the start of a character, which is tested again. The last block may end within the character, or
      // contain an error.
      repeat { index -= 1 } while index > 0 && bytes[index] & 0xC0 == 0x80
    }
    return isUTF8(in: bytes, from: &index, upTo: bytes.count) ? nil : index
  }

  /// Moves `index` past whole characters. Stops at a character that isn't well-formed, and returns false.
  private static func isUTF8(in bytes: TextBytes, from index: inout Int, upTo end: Int) -> Bool {
    while index < end {
      let width = utf8Width(in: bytes, at: index)
      if width == 0 { return false }
      index += width
    }
    return true
  }

  /// Whether sixty-four bytes, and `count` bytes before them, are ASCII.
  @inline(__always)
  private static func isASCII(_ place: UnsafeRawPointer, behind count: Int) -> Bool {
    func load(_ offset: Int) -> SIMD16<UInt8> {
      (place + offset).loadUnaligned(as: SIMD16<UInt8>.self)
    }
    let all = (load(-count) | load(0)) | (load(16) | load(32)) | load(48)
    return TextBytes.isTrue(all .< SIMD16<UInt8>(repeating: 0x80))
  }

  /// Whether one of sixteen bytes can't follow the three bytes before it, or never occurs in UTF-8 (table 3-7 of the
  /// Unicode standard).
  @inline(__always)
  private static func hasInvalidUTF8(_ place: UnsafeRawPointer) -> Bool {
    func load(_ distance: Int) -> SIMD16<UInt8> {
      (place - distance).loadUnaligned(as: SIMD16<UInt8>.self)
    }
    func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16<UInt8>(repeating: byte) }
    let (block, before, third) = (load(0), load(1), load(3))
    if TextBytes.isTrue((block | third) .< all(0x80)) { return false }
    let mustGoOn = (before .>= all(0xC2)) .| (load(2) .>= all(0xE0)) .| (third .>= all(0xF0))
    let goesOn = (block & all(0xC0)) .== all(0x80)
    let isNone = (block .== all(0xC0)) .| (block .== all(0xC1)) .| (block .>= all(0xF5))
    // Overlong forms, surrogates, and values past the last code point.
    let isShort =
      ((before .== all(0xE0)) .& (block .< all(0xA0)))
      .| ((before .== all(0xF0)) .& (block .< all(0x90)))
    let isLong =
      ((before .== all(0xED)) .& (block .> all(0x9F)))
      .| ((before .== all(0xF4)) .& (block .> all(0x8F)))
    return first((mustGoOn .^ goesOn) .| isNone .| isShort .| isLong) != nil
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether the records of a piece are UTF-8 without NUL. Testing many short records one by one would be slower.
  package func areText(_ records: [RecordSpan]) -> Bool {
    guard let first = records.first, let last = records.last else { return true }
    return ByteScan.isText(part(first.lower, last.upper))
  }
}
