// Plain scalars, which are a shortcut for counting, equality and search. A plain scalar is in normalization form C. Two
// adjacent plain scalars never form one character (UAX #29) and never compose (UAX #15).
//
// A character therefore always ends between two plain scalars, and a text can be cut there: normalizing or segmenting
// one side never depends on the other. A stretch of plain scalars has as many characters as scalars, and is its own
// canonical form. Nearly all Latin, Greek, Cyrillic, Chinese, Japanese and Korean text is plain throughout. Carriage
// returns, combining marks, joiners, jamo and flags are not.

enum PlainScalar {
  /// Whether the scalar is plain. May return false for a plain scalar, which only costs time. The ranges are whole
  /// blocks; tests check each scalar in them.
  @inline(__always)
  static func isPlain(_ value: UInt32) -> Bool {
    if value < 0x300 { return value != 0x0D }
    // Han, kana and Hangul first. The range excludes U+302A...302F, U+3099 and U+309A, which are combining marks.
    if value >= 0x309B, value <= 0xD7A3 { return isPlainEastAsian(value) }
    return isPlainElsewhere(value)
  }

  @inline(__always)
  private static func isPlainEastAsian(_ value: UInt32) -> Bool {
    switch value {
    case 0x309B...0x30FF, 0x31F0...0x321E, 0x3220...0x3247, 0x3250...0x4DBF, 0x4E00...0xA48C,
      0xAC00...0xD7A3:
      true
    default: false
    }
  }

  private static func isPlainElsewhere(_ value: UInt32) -> Bool {
    switch value {
    case 0x3000...0x3029, 0x3030...0x3096, 0xFF01...0xFF9D, 0xFFE0...0xFFE6: true
    // Greek without U+0374, U+037E and U+0387, which are equivalent to other characters.
    case 0x388...0x3FF, 0x400...0x482, 0x48A...0x52F: true
    case 0x5D0...0x5EA, 0x620...0x64A, 0x1E00...0x1EFF: true
    // Symbols, without the Ohm, Kelvin and angstrom signs and U+2329, U+232A, U+2ADC.
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x2190...0x2328, 0x2460...0x2ADB: true
    // Pictographs without the five skin tones.
    case 0x1F300...0x1F3FA, 0x1F400...0x1FAFF: true
    case 0x20000...0x2F7FF, 0x30000...0x3134F: true
    default: false
    }
  }
}

/// A stretch of a text that starts and ends at a character boundary.
struct TextPiece {
  var start: Int
  var end: Int
  /// The number of scalars if all of them are plain, or else 0. Each plain scalar is one character.
  var plainCount: Int

  var isPlain: Bool { plainCount > 0 }
}

/// Splits a text into the longest stretches of plain scalars and the stretches between them.
struct TextPieces: Sequence, IteratorProtocol {
  let text: TextBytes
  private var offset = 0

  init(_ text: TextBytes) { self.text = text }

  mutating func next() -> TextPiece? {
    guard offset < text.count else { return nil }
    let start = offset
    let plain = plainPiece(from: start)
    let piece = plain.isPlain ? plain : otherPiece(from: start)
    offset = piece.end
    return piece
  }

  /// Returns the stretch of plain scalars from `start`. Excludes the last of them if a scalar that isn't plain follows,
  /// because the two may join.
  @inline(__always)
  private func plainPiece(from start: Int) -> TextPiece {
    var (end, last, scalars) = (start, start, 0)
    while end < text.count {
      let (value, length) = text.scalar(at: end)
      guard PlainScalar.isPlain(value) else {
        return TextPiece(start: start, end: last, plainCount: Swift.max(scalars - 1, 0))
      }
      last = end
      end += length
      scalars += 1
    }
    return TextPiece(start: start, end: end, plainCount: scalars)
  }

  /// Returns the stretch from `start` that contains a scalar that isn't plain. The stretch ends after that scalar, at
  /// the next boundary between two plain scalars.
  private func otherPiece(from start: Int) -> TextPiece {
    var end = start
    var (seenOther, lastIsPlain) = (false, false)
    while end < text.count {
      let (value, length) = text.scalar(at: end)
      let isPlain = PlainScalar.isPlain(value)
      if isPlain, lastIsPlain, seenOther { break }
      seenOther = seenOther || !isPlain
      lastIsPlain = isPlain
      end += length
    }
    return TextPiece(start: start, end: end, plainCount: 0)
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether every scalar is plain, so that each is a character and the text is its own canonical form.
  var isPlain: Bool {
    if isASCII, !hasByte(0x0D) { return true }
    var offset = 0
    while offset < count {
      let (value, length) = scalar(at: offset)
      if !PlainScalar.isPlain(value) { return false }
      offset += length
    }
    return true
  }
}
