// Tolerated typing habits: the characters that resemble marks of the language.

/// The characters that word processors and input methods write instead of the language's marks.
package enum Lookalike {
  /// Returns the ASCII mark or digit that `scalar` resembles, or 0.
  static func ascii(for scalar: Unicode.Scalar) -> UInt8 {
    switch scalar.value {
    case 0x00...0x7F: UInt8(scalar.value)
    // Full-width letters are ordinary letters. Full-width `~` is the mark of a range.
    case 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF5E: 0
    case 0xFF01...0xFF5D: UInt8(scalar.value - 0xFEE0)
    case 0x3001, 0xFF64: UInt8(ascii: ",")
    case 0x2212, 0x2014, 0x2010, 0x2011: UInt8(ascii: "-")
    default: 0
    }
  }

  /// Returns the mark that `scalar` resembles, such as `>=` for `≥`, or nil if it resembles no mark.
  static func mark(for scalar: Unicode.Scalar) -> (kind: Token.Kind, meant: String)? {
    switch scalar {
    case "…", "〜", "～": (.range, "...")
    case "–": (.enDash, "-")
    case "≥", "≧": (.greaterOrEqual, ">=")
    case "≤", "≦": (.lessOrEqual, "<=")
    case "≠": (.notEqual, "!=")
    case "→": (.arrow, "->")
    default: nil
    }
  }

  static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "–" || ascii(for: scalar) == UInt8(ascii: "-")
  }

  /// Whether `scalar` is a space outside ASCII or an invisible character.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF,
      0x85:
      true
    default: false
    }
  }

  /// Returns the quotes that close a text opened by `scalar`, or nil if it opens no text.
  package static func closers(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    switch scalar {
    case "“", "”", "„", "‟": ["”", "“", "‟"]
    case "＂": ["＂"]
    case "「": ["」"]
    case "『": ["』"]
    case "«": ["»"]
    default: nil
    }
  }

  /// The quotes that a backslash in a text can escape, in UTF-8.
  static let quotes: [[UInt8]] = ["“", "”", "„", "‟", "＂", "「", "」", "『", "』", "«", "»"].map {
    Array($0.utf8)
  }

  static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    ascii(for: scalar) != 0 || mark(for: scalar) != nil || isSpace(scalar)
      || closers(of: scalar) != nil
  }
}
