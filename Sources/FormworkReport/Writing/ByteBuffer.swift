// Where lines of output are put together: room is made once for several parts, which are then copied
// without asking again. Appending the same parts to an array took four times as long.

package import FormworkEngine

/// A growing stretch of bytes.
package struct ByteBuffer: ~Copyable, @unchecked Sendable {
  // Unchecked: nobody else has its memory.
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  package private(set) var count = 0
  /// What is copied at a time where nobody asks how many bytes of it count.
  typealias Block = SIMD32<UInt8>
  /// Bytes that may be written past what was asked for.
  private static let slack = Block.scalarCount

  package init() {
    capacity = 4096
    start = .allocate(byteCount: capacity + ByteBuffer.slack, alignment: 16)
  }

  deinit { start.deallocate() }

  /// Forgets what is in it; what one long record took is given back.
  package mutating func reset() {
    count = 0
    if capacity > ByteBuffer.keptSize { self = ByteBuffer() }
  }

  private static let keptSize = 4 << 20
  /// What comes behind a long value has room without moving that.
  private static let roomBehind = 4096

  /// What is in it; good until more is appended.
  package var bytes: TextBytes {
    TextBytes(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Replaces the first byte.
  package mutating func replaceFirst(with byte: UInt8) {
    precondition(count > 0)
    start.storeBytes(of: byte, as: UInt8.self)
  }

  /// Removes the bytes from a place on.
  mutating func remove(from place: Int) {
    precondition(place <= count)
    count = place
  }

  /// How many bytes it has room for beside those in it.
  package var room: Int { @inline(__always) get { capacity &- count } }

  /// Makes room for so many bytes more.
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

  /// Where the next byte goes.
  var end: UnsafeMutableRawPointer {
    @inline(__always) get { start + count }
    @inline(__always) set { count = newValue - UnsafeMutableRawPointer(start) }
  }

  /// Where the room ends.
  var limit: UnsafeMutableRawPointer { @inline(__always) get { start + capacity } }

  /// Puts a byte where there is room for it.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Puts bytes where there is room for them.
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

  /// Puts a number of at most twenty digits where there is room for it.
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
    // Nineteen digits are as many as there can be.
    var offset = count &+ digits
    count = offset
    repeat {
      offset &-= 1
      let digit = UInt8(truncatingIfNeeded: rest % 10)
      start.storeBytes(of: UInt8(ascii: "0") &+ digit, toByteOffset: offset, as: UInt8.self)
      rest /= 10
    } while rest > 0
  }

  /// Appends bytes.
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

  /// Appends an integer in decimal digits.
  package mutating func append(integer: Int) {
    reserve(20)
    put(integer: Int64(integer))
  }
}

// Puts that give where the next byte goes: whoever puts much holds that in a register.
extension ByteBuffer {
  /// Puts `true` or `false`; there is room for eight bytes.
  @inline(__always)
  static func put(bool: Bool, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // The letters from the lowest byte up.
    let letters: UInt64 = bool ? 0x65_7572_74 : 0x65_736C_6166
    place.storeBytes(of: letters.littleEndian, as: UInt64.self)
    return place + (bool ? 4 : 5)
  }

  /// Puts a number of at most eight digits; there is room for eight bytes. All digits are made at once, as
  /// the lanes of one word, and the zeros that stand first are moved out. How many there are is found from the
  /// number itself, so that what comes next need not wait for the digits.
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

  /// The bits of so many digits.
  @inline(__always)
  private static func zeros(_ count: Int) -> UInt64 { UInt64(truncatingIfNeeded: count &<< 3) }

  @inline(__always)
  private static func put(_ digits: UInt64, at place: UnsafeMutableRawPointer) {
    place.storeBytes(of: digits.littleEndian, as: UInt64.self)
  }

  /// The eight digits of two numbers of four each, the first in the lowest lane.
  @inline(__always)
  private static func digits(ofFours fours: UInt64) -> UInt64 {
    // Two digits each, then one.
    let highTwos = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let twos = highTwos | (fours &- highTwos &* 100) &<< 16
    let highOnes = ((twos &* 103) &>> 10) & 0x000F_000F_000F_000F
    let ones = highOnes | (twos &- highOnes &* 10) &<< 8
    return ones | 0x3030_3030_3030_3030
  }
}
