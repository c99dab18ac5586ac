/// The binary properties of Unicode that a pattern may use, from the standard library's data. Each set is computed
/// once per process.
struct ScalarFlag: Sendable {
  let names: [String]
  let set: @Sendable () -> ScalarSet

  static let all: [ScalarFlag] = [
    ScalarFlag(names: ["Any"]) { ScalarSet.all },
    ScalarFlag(names: ["ASCII"]) { ScalarSet([0...0x7F]) },
    ScalarFlag(names: ["Alphabetic", "Alpha"]) { alphabetic },
    ScalarFlag(names: ["Uppercase", "Upper"]) { uppercase },
    ScalarFlag(names: ["Lowercase", "Lower"]) { lowercase },
    ScalarFlag(names: ["Cased"]) { cased },
    ScalarFlag(names: ["White_Space", "Space"]) { ScalarSet.whiteSpace },
    ScalarFlag(names: ["Ideographic", "Ideo"]) { ideographic },
    ScalarFlag(names: ["Unified_Ideograph"]) { unifiedIdeograph },
    ScalarFlag(names: ["Emoji"]) { emoji },
    ScalarFlag(names: ["Emoji_Presentation"]) { emojiPresentation },
    ScalarFlag(names: ["Emoji_Modifier"]) { emojiModifier },
    ScalarFlag(names: ["Emoji_Modifier_Base"]) { emojiModifierBase },
    ScalarFlag(names: ["Variation_Selector"]) { variationSelector },
    ScalarFlag(names: ["Diacritic"]) { diacritic },
    ScalarFlag(names: ["Extender"]) { extender },
    ScalarFlag(names: ["Dash"]) { dash },
    ScalarFlag(names: ["Quotation_Mark"]) { quotationMark },
    ScalarFlag(names: ["Math"]) { math },
    ScalarFlag(names: ["Hex_Digit"]) { hexDigit },
    ScalarFlag(names: ["ASCII_Hex_Digit"]) { asciiHexDigit },
    ScalarFlag(names: ["ID_Start"]) { idStart },
    ScalarFlag(names: ["ID_Continue"]) { idContinue },
    ScalarFlag(names: ["XID_Start"]) { xidStart },
    ScalarFlag(names: ["XID_Continue"]) { xidContinue },
    ScalarFlag(names: ["Default_Ignorable_Code_Point"]) { defaultIgnorable },
  ]

  private static let alphabetic = ScalarPlanes.set { $0.isAlphabetic }
  private static let uppercase = ScalarPlanes.set { $0.isUppercase }
  private static let lowercase = ScalarPlanes.set { $0.isLowercase }
  private static let cased = ScalarPlanes.set { $0.isCased }
  private static let ideographic = ScalarPlanes.set { $0.isIdeographic }
  private static let unifiedIdeograph = ScalarPlanes.set { $0.isUnifiedIdeograph }
  private static let emoji = ScalarPlanes.set { $0.isEmoji }
  private static let emojiPresentation = ScalarPlanes.set { $0.isEmojiPresentation }
  private static let emojiModifier = ScalarPlanes.set { $0.isEmojiModifier }
  private static let emojiModifierBase = ScalarPlanes.set { $0.isEmojiModifierBase }
  private static let variationSelector = ScalarPlanes.set { $0.isVariationSelector }
  private static let diacritic = ScalarPlanes.set { $0.isDiacritic }
  private static let extender = ScalarPlanes.set { $0.isExtender }
  private static let dash = ScalarPlanes.set { $0.isDash }
  private static let quotationMark = ScalarPlanes.set { $0.isQuotationMark }
  private static let math = ScalarPlanes.set { $0.isMath }
  private static let hexDigit = ScalarPlanes.set { $0.isHexDigit }
  private static let asciiHexDigit = ScalarPlanes.set { $0.isASCIIHexDigit }
  private static let idStart = ScalarPlanes.set { $0.isIDStart }
  private static let idContinue = ScalarPlanes.set { $0.isIDContinue }
  private static let xidStart = ScalarPlanes.set { $0.isXIDStart }
  private static let xidContinue = ScalarPlanes.set { $0.isXIDContinue }
  private static let defaultIgnorable = ScalarPlanes.set { $0.isDefaultIgnorableCodePoint }
}

/// Computes sets over the code space. Where neighbours differ, it tests every scalar. In each uniform range, it tests
/// one. These are 270,000 tests instead of 1,100,000.
enum ScalarPlanes {
  /// The ranges in which every scalar is tested: the planes with characters, and the tags and variation selectors of
  /// plane 14.
  static let mixed: [ClosedRange<UInt32>] = [0...0x3FFFF, 0xE0000...0xE0FFF]

  /// The uniform ranges: the unassigned ones, and the private use ranges between the noncharacters.
  static let alike: [ClosedRange<UInt32>] = [
    0x40000...0xDFFFF, 0xE1000...0xEFFFF, 0xF0000...0xFFFFD, 0xFFFFE...0xFFFFF,
    0x100000...0x10FFFD, 0x10FFFE...0x10FFFF,
  ]

  @inline(never)  // Not inlined, because it is long and has many callers.
  static func set(where holds: (Unicode.Scalar.Properties) -> Bool) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    for stretch in mixed {
      for value in stretch {
        guard let scalar = Unicode.Scalar(value), holds(scalar.properties) else { continue }
        if let last = ranges.last, last.upperBound + 1 == value {
          ranges[ranges.count - 1] = last.lowerBound...value
        } else {
          ranges.append(value...value)
        }
      }
    }
    for stretch in alike {
      guard let scalar = Unicode.Scalar(stretch.lowerBound) else { continue }
      if holds(scalar.properties) { ranges.append(stretch) }
    }
    return ScalarSet(ranges)
  }
}
