// How many columns of a terminal a text takes: two for East Asian and emoji, none for marks that
// combine. Terminals disagree on rare sequences; this follows what most do with current Unicode.

/// Widths in columns of a terminal.
package enum DisplayWidth {
  /// The columns of a text on one line; control characters count nothing (see `visible`).
  package static func of(_ text: String) -> Int {
    var width = 0
    for character in text { width += of(character) }
    return width
  }

  /// The columns of a character as people see it.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.dropFirst().isEmpty { return of(first) }
    return isEmojiSequence(scalars, first) ? 2 : sum(scalars)
  }

  private static func sum(_ scalars: Character.UnicodeScalarView) -> Int {
    var width = 0
    for scalar in scalars { width += of(scalar) }
    return width
  }

  /// Flags, families, skin tones, keycaps and whatever asks to be drawn as emoji.
  private static func isEmojiSequence(
    _ scalars: Character.UnicodeScalarView, _ first: Unicode.Scalar
  ) -> Bool {
    if (0x1F000...0x1FAFF).contains(first.value) { return true }
    for scalar in scalars.dropFirst() {
      switch scalar.value {
      case 0xFE0F: return first.properties.isEmoji
      case 0x1F3FB...0x1F3FF: return true
      default: continue
      }
    }
    return false
  }

  /// The columns of one scalar.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    if isUnspaced(scalar) { return 0 }
    return isWide(value) ? 2 : 1
  }

  /// Marks that sit on the character before, formatting characters, and the vowels and finals of
  /// decomposed Hangul, which share the two columns of their first consonant.
  static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: return false  // most East Asian text, without a look-up
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > wideRanges[2 * middle + 1] { low = middle + 1 } else { high = middle }
    }
    return 2 * low < wideRanges.count && value >= wideRanges[2 * low]
  }

  /// First and last of every range that is Wide or Fullwidth.
  ///
  /// Written by `Scripts/unicode`. Unassigned scalars between two wide ones, and the ends of the
  /// emoji and compatibility blocks, are counted in, so that most of what later versions add comes
  /// out right.
  private static let wideRanges: [UInt32] = [
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3,
    0x25FD, 0x25FE, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267F, 0x267F, 0x268A, 0x268F,
    0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE,
    0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD,
    0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755,
    0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50,
    0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3,
    0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0,
    0x1B2FB, 0x1D300, 0x1D376, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191,
    0x1F19A, 0x1F200, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0,
    0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440,
    0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A,
    0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC,
    0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0,
    0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000,
    0x3FFFD,
  ]
}
