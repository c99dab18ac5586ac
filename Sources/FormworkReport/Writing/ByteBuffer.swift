// A buffer for lines of output. Space is reserved once for several parts, which are then copied without further
// checks. Appending the same parts to an array took four times as long.

package import FormworkEngine

/// A growing buffer of bytes.
package struct ByteBuffer: ~Copyable, @unchecked Sendable {
  // `@unchecked`, because the memory is never shared.
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  package private(set) var count = 0
  /// A block of bytes that is copied as a whole, even if only some of its bytes are needed.
  typealias Block = SIMD32<UInt8>
  /// The number of bytes that may be written past the reserved ones.
  private static let slack = Block.scalarCount

  package init() {
    capacity = 4096
    start = .allocate(byteCount: capacity + ByteBuffer.slack, alignment: 16)
  }

  deinit { start.deallocate() }

  /// Removes all bytes, and frees the memory if one long record made it large.
  package mutating func reset() {
    count = 0
    if capacity > ByteBuffer.keptSize { self = ByteBuffer() }
  }

  private static let keptSize = 4 << 20
  /// The space that is reserved after a long value, so that appending the next parts doesn't move the value again.
  private static let roomBehind = 4096

  /// The bytes. They are valid until more are appended.
  package var bytes: TextBytes {
    TextBytes(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The last byte, or 0 if the buffer is empty.
  var last: UInt8 {
    @inline(__always) get {
      count > 0 ? start.load(fromByteOffset: count &- 1, as: UInt8.self) : 0
    }
  }

  /// Replaces the first byte.
  package mutating func replaceFirst(with byte: UInt8) {
    precondition(count > 0)
    start.storeBytes(of: byte, as: UInt8.self)
  }

  /// Removes the bytes from `place` on.
  mutating func remove(from place: Int) {
    precondition(place <= count)
    count = place
  }

  /// The number of bytes that can be added without growing.
  package var room: Int { @inline(__always) get { capacity &- count } }

  /// Reserves space for `size` more bytes.
  @inline(__always)
  package mutating func reserve(_ size: Int) {
    if room < size { grow(size) }
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    let larger = max(capacity * 2, count + size + ByteBuffer.roomBehind)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: larger + ByteBuffer.slack, alignment: 16)
    memory.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = memory
    capacity = larger
  }

  /// The position of the next byte.
  var end: UnsafeMutableRawPointer {
    @inline(__always) get { start + count }
    @inline(__always) set { count = newValue - UnsafeMutableRawPointer(start) }
  }

  /// The end of the reserved space.
  var limit: UnsafeMutableRawPointer { @inline(__always) get { start + capacity } }

  /// Appends a byte. There must be space for it.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Appends bytes. There must be space for them.
  @inline(__always)
  mutating func put(_ bytes: UnsafeRawPointer, _ size: Int) {
    let place = start + count
    count &+= size
    if size >= 16 {
      var offset = 0
      while offset &+ 16 < size {
        ByteBuffer.copy(SIMD16<UInt8>.self, bytes, place, offset)
        offset &+= 16
      }
      // The last block overlaps the one before.
      ByteBuffer.copy(SIMD16<UInt8>.self, bytes, place, size &- 16)
    } else if size >= 8 {
      ByteBuffer.copy(UInt64.self, bytes, place, 0)
      ByteBuffer.copy(UInt64.self, bytes, place, size &- 8)
    } else if size >= 4 {
      ByteBuffer.copy(UInt32.self, bytes, place, 0)
      ByteBuffer.copy(UInt32.self, bytes, place, size &- 4)
    } else {
      var offset = 0
      while offset < size {
        ByteBuffer.copy(UInt8.self, bytes, place, offset)
        offset &+= 1
      }
    }
  }

  @inline(__always)
  private static func copy<Word>(
    _: Word.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ offset: Int
  ) {
    to.storeBytes(
      of: from.loadUnaligned(fromByteOffset: offset, as: Word.self), toByteOffset: offset,
      as: Word.self)
  }

  /// Appends a number. There must be space for twenty bytes.
  @inline(__always)
  mutating func put(integer: Int64) {
    guard integer >= 0, integer < 100_000_000 else { return put(long: integer) }
    end = ByteBuffer.put(short: UInt64(integer), at: end)
  }

  @inline(never)
  private mutating func put(long integer: Int64) {
    if integer < 0 { put(UInt8(ascii: "-")) }
    var rest = integer.magnitude
    var digits = 1
    var limit: UInt64 = 10
    while digits < 19, rest >= limit {
      digits &+= 1
      limit &*= 10
    }
    // An `Int64` has at most nineteen digits.
    var offset = count &+ digits
    count = offset
    repeat {
      offset &-= 1
      let digit = UInt8(truncatingIfNeeded: rest % 10)
      start.storeBytes(of: UInt8(ascii: "0") &+ digit, toByteOffset: offset, as: UInt8.self)
      rest /= 10
    } while rest > 0
  }

  package mutating func append(_ bytes: TextBytes) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    put(base, bytes.count)
  }

  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  @inline(__always)
  package mutating func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    put(text.utf8Start, text.utf8CodeUnitCount)
  }

  package mutating func append(integer: Int) {
    reserve(20)
    put(integer: Int64(integer))
  }
}

// Functions that return the position of the next byte, so that the caller can keep it in a register.
extension ByteBuffer {
  /// Writes `true` or `false`. There must be space for eight bytes.
  @inline(__always)
  static func put(bool: Bool, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // The letters, the first of which is in the lowest byte.
    let letters: UInt64 = bool ? 0x65_7572_74 : 0x65_736C_6166
    place.storeBytes(of: letters.littleEndian, as: UInt64.self)
    return place + (bool ? 4 : 5)
  }

  /// Writes a number of at most eight digits. There must be space for eight bytes. All digits are computed at once,
  /// as the lanes of a word, and leading zeros are shifted out. The count of digits comes from the number itself, so
  /// that later code need not wait for the digits.
  @inline(__always)
  static func put(
    short number: UInt64, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var count = 1
    if number > 9 { count &+= 1 }
    if number > 99 { count &+= 1 }
    if number > 999 { count &+= 1 }
    if number < 10_000 {
      put(digits(ofFours: number) &>> zeros(4 &- count), at: place)
      return place + count
    }
    count = 5
    if number > 99_999 { count &+= 1 }
    if number > 999_999 { count &+= 1 }
    if number > 9_999_999 { count &+= 1 }
    let fours = number / 10_000 | (number % 10_000) &<< 32
    put(digits(ofFours: fours) &>> zeros(8 &- count), at: place)
    return place + count
  }

  /// Returns the number of bits that `count` digits take.
  @inline(__always)
  private static func zeros(_ count: Int) -> UInt64 { UInt64(truncatingIfNeeded: count &<< 3) }

  @inline(__always)
  private static func put(_ digits: UInt64, at place: UnsafeMutableRawPointer) {
    place.storeBytes(of: digits.littleEndian, as: UInt64.self)
  }

  /// Returns the eight digits of two four-digit numbers, with the first digit in the lowest lane.
  @inline(__always)
  private static func digits(ofFours fours: UInt64) -> UInt64 {
    // Split the numbers into pairs of digits, then into single digits.
    let highTwos = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let twos = highTwos | (fours &- highTwos &* 100) &<< 16
    let highOnes = ((twos &* 103) &>> 10) & 0x000F_000F_000F_000F
    let ones = highOnes | (twos &- highOnes &* 10) &<< 8
    return ones | 0x3030_3030_3030_3030
  }
}
