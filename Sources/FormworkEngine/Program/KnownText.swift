// Texts of a form that records are compared with: keys and choices.

/// A text that is known beforehand and compared eight bytes at a time.
struct KnownText: Sendable {
  /// The longest text that can be compared so.
  static let limit = 32

  /// The first eight bytes as one number, and which bits of it count.
  var prefix: UInt64
  var mask: UInt64
  /// The last eight bytes, and those from the ninth and from the seventeenth on, where there are as many.
  var suffix: UInt64
  var second: UInt64
  var third: UInt64
  var length: Int

  init(_ bytes: TextBytes) {
    prefix = KeyTable.prefix(bytes)
    mask = bytes.count >= 8 ? UInt64.max : (1 &<< (UInt64(bytes.count) * 8)) - 1
    suffix = bytes.count > 8 ? KeyTable.prefix(bytes.part(bytes.count - 8, bytes.count)) : 0
    second = bytes.count > 16 ? KeyTable.prefix(bytes.part(8, 16)) : 0
    third = bytes.count > 24 ? KeyTable.prefix(bytes.part(16, 24)) : 0
    length = bytes.count
  }

  /// A text that stands nowhere: its first eight bytes and its last eight, which are nearly the same
  /// ones, contradict each other.
  static var impossible: KnownText {
    var text = KnownText(TextBytes(start: nil, count: 0))
    (text.prefix, text.mask, text.suffix, text.length) = (0, .max, .max, 9)
    return text
  }

  /// Whether the text stands at a place from which on as many bytes, and at least eight, may be looked
  /// at. Only for texts within the limit.
  @inline(__always)
  func isWritten(at place: UnsafeRawPointer) -> Bool {
    if (place.word(0) ^ prefix) & mask != 0 { return false }
    if length <= 8 { return true }
    if place.word(length &- 8) != suffix { return false }
    if length <= 16 { return true }
    return place.word(8) == second && (length <= 24 || place.word(16) == third)
  }
}

extension UnsafeRawPointer {
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }

  /// Eight bytes, the first of them lowest.
  @inline(__always)
  func word(_ offset: Int) -> UInt64 {
    loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }
}
