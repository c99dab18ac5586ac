// A text in the engine: a stretch of valid UTF-8 somewhere in a record. This file has the basic operations: blocks of
// 16 bytes, the ASCII test and decoding of scalars.

/// Valid UTF-8. A text is validated when it is stored in a slot; nothing here reports invalid bytes.
package typealias TextBytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether every byte is below 0x80.
  package var isASCII: Bool {
    allBlocks { block in
      let halves = unsafeBitCast(block, to: SIMD2<UInt64>.self)
      return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
    }
  }

  /// Copies the text to a `String`, for messages and products and for operations that only `String` has.
  package func makeString() -> String {
    // Writes a short text directly into its final storage, where it is validated.
    String(unsafeUninitializedCapacity: count) { $0.initialize(fromContentsOf: self) }
  }

  /// The bytes from `start` up to `end`.
  package func part(_ start: Int, _ end: Int) -> TextBytes {
    TextBytes(rebasing: self[start..<end])
  }

  /// The scalars, decoded one by one.
  package var scalars: TextScalars { TextScalars(text: self) }

  /// Returns the value of the scalar that starts at `offset`, and its length in bytes.
  ///
  /// A sequence truncated by the end of the text is read as U+FFFD, so that invalid UTF-8 never causes a read past
  /// the end.
  @inline(__always)
  package func scalar(at offset: Int) -> (value: UInt32, length: Int) {
    let lead = self[offset]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    if count &- offset < length { return (0xFFFD, 1) }
    if length == 3 {
      let high = UInt32(lead & 0x0F) &<< 12 | continuation(offset &+ 1) &<< 6
      return (high | continuation(offset &+ 2), 3)
    }
    if length == 2 { return (UInt32(lead & 0x1F) &<< 6 | continuation(offset &+ 1), 2) }
    let high = UInt32(lead & 0x07) &<< 18 | continuation(offset &+ 1) &<< 12
    return (high | continuation(offset &+ 2) &<< 6 | continuation(offset &+ 3), 4)
  }

  @inline(__always)
  private func continuation(_ offset: Int) -> UInt32 { UInt32(self[offset] & 0x3F) }

  /// Returns the start of the scalar that ends before `offset`.
  package func scalarStart(before offset: Int) -> Int {
    var start = offset - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}

package struct TextScalars: Sequence, IteratorProtocol {
  let text: TextBytes
  var offset = 0

  package mutating func next() -> Unicode.Scalar? {
    guard offset < text.count else { return nil }
    let (value, length) = text.scalar(at: offset)
    offset += length
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

// MARK: - Blocks

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether `holds` is true for all of the blocks that together cover the text.
  ///
  /// The blocks contain every byte of the text at least once, and no other bytes. A short text fills its block with
  /// copies of its own bytes. The result is right for tests of every byte, but wrong for counting. Texts of 8 to 15
  /// bytes take two overlapping loads and no loop.
  @inline(__always)
  func allBlocks(_ holds: (SIMD16<UInt8>) -> Bool) -> Bool {
    guard count >= 16 else { return count == 0 || holds(shortBlock) }
    let bytes = UnsafeRawBufferPointer(self)
    var offset = 0
    while offset &+ 16 < count {
      if !holds(bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)) {
        return false
      }
      offset &+= 16
    }
    return holds(bytes.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self))
  }

  /// A block filled with the bytes of a text of 1 to 15 bytes.
  @inline(__always)
  private var shortBlock: SIMD16<UInt8> {
    let bytes = UnsafeRawBufferPointer(self)
    if count >= 8 {
      let head = bytes.loadUnaligned(as: UInt64.self)
      let tail = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      return unsafeBitCast(SIMD2<UInt64>(head, tail), to: SIMD16<UInt8>.self)
    }
    if count >= 4 {
      let head = bytes.loadUnaligned(as: UInt32.self)
      let tail = bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return unsafeBitCast(SIMD4<UInt32>(head, tail, head, tail), to: SIMD16<UInt8>.self)
    }
    var block = SIMD16<UInt8>(repeating: self[0])
    block[1] = self[count &>> 1]
    block[2] = self[count &- 1]
    return block
  }

  /// Returns a mask of the bytes that are in `first..<first + size`.
  @inline(__always)
  static func mask(
    _ block: SIMD16<UInt8>, from first: UInt8, size: UInt8
  ) -> SIMDMask<SIMD16<Int8>> {
    // Compares two vectors. Comparing with a scalar would be generic code that takes 100 ns.
    (block &- SIMD16(repeating: first)) .< SIMD16(repeating: size)
  }

  /// Whether the mask is true of every byte. The standard library's `all` is slow generic code.
  @inline(__always)
  static func isTrue(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves[0] & halves[1] == .max
  }

  /// Whether the byte occurs.
  @inline(__always)
  func hasByte(_ byte: UInt8) -> Bool {
    !allBlocks { Self.isTrue($0 .!= SIMD16(repeating: byte)) }
  }

  /// Whether both texts have the same bytes.
  @inline(__always)
  package func hasSameBytes(as other: TextBytes) -> Bool {
    guard count == other.count else { return false }
    let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    /// Whether both texts have the same `Word` at an offset.
    func same<Word: FixedWidthInteger>(_ offset: Int, _: Word.Type) -> Bool {
      left.loadUnaligned(fromByteOffset: offset, as: Word.self)
        == right.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
    // The last word overlaps the one before, so that no single bytes have to be compared.
    if count >= 8 {
      var offset = 0
      while offset &+ 8 < count {
        if !same(offset, UInt64.self) { return false }
        offset &+= 8
      }
      return same(count &- 8, UInt64.self)
    }
    if count >= 4 { return same(0, UInt32.self) && same(count &- 4, UInt32.self) }
    var offset = 0
    while offset < count {
      if self[offset] != other[offset] { return false }
      offset &+= 1
    }
    return true
  }
}

// MARK: - Writing

extension [UInt8] {
  /// Appends the scalar as UTF-8.
  mutating func appendScalar(_ value: UInt32) {
    if value < 0x80 {
      append(UInt8(value))
      return
    }
    if value < 0x800 {
      append(UInt8(0xC0 | value &>> 6))
    } else {
      if value < 0x10000 {
        append(UInt8(0xE0 | value &>> 12))
      } else {
        append(UInt8(0xF0 | value &>> 18))
        append(UInt8(0x80 | value &>> 12 & 0x3F))
      }
      append(UInt8(0x80 | value &>> 6 & 0x3F))
    }
    append(UInt8(0x80 | value & 0x3F))
  }
}
