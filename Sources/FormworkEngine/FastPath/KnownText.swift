// Texts prepared for comparison by machine words: the keys and choices of a form, and the texts of a record.

/// A text that is compared by its first and its last eight bytes. The bytes between them are compared only if the ends
/// are equal.
struct KnownText: Sendable {
  /// The first eight bytes and the last eight, as numbers. For a shorter text both are the whole text, padded with
  /// zeros.
  private(set) var prefix: UInt64
  private(set) var suffix: UInt64
  private(set) var length: Int
  /// The significant bits of `prefix` and `suffix`, and the offset of the last eight bytes.
  private var mask: UInt64
  private var suffixPlace: Int
  nonisolated(unsafe) private var start: UnsafeRawPointer?

  /// - Parameter place: the start of the text. The eight bytes from there on must be readable.
  @inline(__always)
  init(padded place: UnsafeRawPointer, _ count: Int) {
    start = place
    length = count
    mask = KnownText.mask(count)
    suffixPlace = max(0, count &- 8)
    prefix = place.word(0) & mask
    suffix = place.word(suffixPlace) & mask
  }

  /// - Parameter text: a text that was read from JSON.
  @inline(__always)
  init(of text: Value) {
    self.init(
      padded: UnsafeRawPointer(bitPattern: UInt(text.low)).unsafelyUnwrapped,
      Int(truncatingIfNeeded: text.high))
  }

  /// - Parameter bytes: must be valid as long as the `KnownText` is used.
  init(_ bytes: TextBytes) {
    start = UnsafeRawPointer(bytes.baseAddress)
    length = bytes.count
    mask = KnownText.mask(bytes.count)
    suffixPlace = max(0, bytes.count - 8)
    if let start, bytes.count >= 8 {
      (prefix, suffix) = (start.word(0), start.word(suffixPlace))
      return
    }
    prefix = KnownText.word(of: bytes)
    suffix = prefix
  }

  /// Returns fewer than eight bytes as a number, the first byte in the lowest bits. Combines two halves, which may
  /// overlap.
  @inline(__always)
  private static func word(of bytes: TextBytes) -> UInt64 {
    guard let start = UnsafeRawPointer(bytes.baseAddress), !bytes.isEmpty else { return 0 }
    let count = bytes.count
    if count >= 4 {
      let first = UInt64(start.loadUnaligned(as: UInt32.self).littleEndian)
      let last = start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self).littleEndian
      return first | UInt64(last) &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    }
    let middle = UInt64(start.byte(count / 2)) &<< UInt64(truncatingIfNeeded: count / 2 &* 8)
    let last = UInt64(start.byte(count &- 1)) &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
    return UInt64(start.byte(0)) | middle | last
  }

  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
  }

  /// A text that never matches: the same eight bytes would have to equal both `prefix` and `suffix`, which differ.
  static var impossible: KnownText {
    var text = KnownText(TextBytes(start: nil, count: 0))
    (text.mask, text.suffix) = (.max, .max)
    return text
  }

  /// Whether the text is at `place`. From there on, `length` bytes must be readable, or eight if `length` is less.
  @inline(__always)
  func isWritten(at place: UnsafeRawPointer) -> Bool {
    let difference = (place.word(0) ^ prefix) | (place.word(suffixPlace) ^ suffix)
    return difference & mask == 0 && (length <= 16 || hasMiddle(at: place))
  }

  @inline(__always)
  func isSame(as other: KnownText) -> Bool {
    guard prefix == other.prefix, suffix == other.suffix, length == other.length else {
      return false
    }
    return length <= 16 || other.start.map { hasMiddle(at: $0) } ?? true
  }

  /// Whether a text with equal ends also has equal bytes between them.
  @inline(__always)
  private func hasMiddle(at place: UnsafeRawPointer) -> Bool {
    let own = start.unsafelyUnwrapped
    var offset = 8
    while offset < suffixPlace {
      if own.word(offset) != place.word(offset) { return false }
      offset &+= 8
    }
    return true
  }

  /// The hash. For a long text, it includes the bytes between the ends.
  @inline(__always)
  var hash: UInt64 {
    let ends = prefix ^ (suffix &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: length)
    return length <= 16 ? ends : longHash(ends)
  }

  private func longHash(_ ends: UInt64) -> UInt64 {
    var hash = ends
    var offset = 8
    while offset < suffixPlace {
      hash = (hash ^ start.unsafelyUnwrapped.word(offset)) &* 0xD134_2543_DE82_EF95
      hash ^= hash &>> 29
      offset &+= 8
    }
    return hash
  }
}

extension UnsafeRawPointer {
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }

  /// Returns eight bytes as a number, the first byte in the lowest bits.
  @inline(__always)
  func word(_ offset: Int) -> UInt64 {
    loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }
}
