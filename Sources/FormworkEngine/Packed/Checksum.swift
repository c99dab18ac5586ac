// The checksum of gzip and zip (CRC-32 of ISO 3309), computed sixteen bytes at a time.

/// A running CRC-32.
package struct Checksum32 {
  private var state: UInt32 = ~0

  package init() {}

  package var value: UInt32 { ~state }

  /// Sixteen tables of 256 entries. Table n has the contribution of each byte value to the checksum if n more bytes
  /// follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
      tables[byte] = value
    }
    for index in 256..<(16 * 256) {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return }
    state = Checksum32.tables.withUnsafeBufferPointer { tables in
      let table = tables.baseAddress.unsafelyUnwrapped
      var (state, index) = (state, 0)
      /// Returns the contribution of eight bytes that are followed by `count` bytes.
      func sum(_ word: UInt64, behind count: Int) -> UInt32 {
        let table = table + 256 &* count
        let (low, high) = (
          UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word &>> 32)
        )
        return table[1_792 &+ Int(low & 0xFF)] ^ table[1_536 &+ Int(low &>> 8 & 0xFF)]
          ^ table[1_280 &+ Int(low &>> 16 & 0xFF)] ^ table[1_024 &+ Int(low &>> 24)]
          ^ table[768 &+ Int(high & 0xFF)] ^ table[512 &+ Int(high &>> 8 & 0xFF)]
          ^ table[256 &+ Int(high &>> 16 & 0xFF)] ^ table[Int(high &>> 24)]
      }
      func word(_ index: Int) -> UInt64 {
        UInt64(littleEndian: (start + index).loadUnaligned(as: UInt64.self))
      }
      while index &+ 16 <= bytes.count {
        state = sum(word(index) ^ UInt64(state), behind: 8) ^ sum(word(index &+ 8), behind: 0)
        index &+= 16
      }
      while index < bytes.count {
        state = state >> 8 ^ tables[Int((state ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
      return state
    }
  }
}
