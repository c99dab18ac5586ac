// The predicates `halfwidth` and `fullwidth`: whether every character is half as wide as an ideograph, or just as wide.
// A letter such as é isn't in the Japanese character sets and has neither width. Both predicates are true for "".

extension UnsafeBufferPointer where Element == UInt8 {
  /// `halfwidth`: East Asian Width Na or H (UAX #11). These are printable ASCII including the space, half-width
  /// katakana and punctuation, and a few currency and bracket signs.
  package var isHalfwidth: Bool {
    if isASCII { return allBlocks { Self.isTrue(Self.mask($0, from: 0x20, size: 0x5F)) } }
    return scalars.allSatisfy { TextWidth.isHalf($0.value) }
  }

  /// `fullwidth`: East Asian Width W or F. Also the symbols and the Greek and Cyrillic letters of the Japanese
  /// character sets (JIS X 0208, Windows-31J). In these sets, they are as wide as a kanji: ※ ① Ω.
  package var isFullwidth: Bool {
    everyCharacter { TextWidth.isFull($0) }
  }
}

enum TextWidth {
  static func isHalf(_ value: UInt32) -> Bool {
    switch value {
    case 0x20...0x7E, 0xFF61...0xFFDC, 0xFFE8...0xFFEE: true
    case 0xA2...0xA3, 0xA5...0xA6, 0xAC, 0xAF, 0x20A9, 0x27E6...0x27ED, 0x2985...0x2986: true
    default: false
    }
  }

  /// Decides by block rather than by character: neighbouring symbols in Unicode are equally wide in Japanese fonts,
  /// and unassigned code points don't occur.
  static func isFull(_ value: UInt32) -> Bool {
    switch value {
    // Radicals, kana, ideographs, Hangul, full-width forms.
    case 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
    case 0x1100...0x115F, 0xA960...0xA97C, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B: true
    case 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD: true
    // Emoji, flags included.
    case 0x1F000...0x1FAFF: true
    default: isFullInJapanese(value)
    }
  }

  private static func isFullInJapanese(_ value: UInt32) -> Bool {
    switch value {
    case 0xA7, 0xA8, 0xB0, 0xB1, 0xB4, 0xB6, 0xD7, 0xF7: true
    case 0x391...0x3A9, 0x3B1...0x3C9, 0x401, 0x410...0x44F, 0x451: true
    case 0x2010...0x2027, 0x2030...0x203E, 0x2100...0x27E5, 0x27F0...0x27FF, 0x2B00...0x2BFF: true
    default: false
    }
  }
}
