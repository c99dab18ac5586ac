// The predicates `hiragana`, `katakana` and `kanji`, as Japanese forms use them. Each includes the prolonged sound
// mark and the iteration marks of its script, and excludes spaces and punctuation. Each holds for "".

extension UnsafeBufferPointer where Element == UInt8 {
  /// `hiragana`: the hiragana with ゝ ゞ ゟ, ー (らーめん) and the sound marks ゛ ゜.
  package var isHiragana: Bool { everyCharacter(isBase: JapaneseClass.isHiragana) }

  /// `katakana`: the katakana with ヽ ヾ ヿ, ー and the sound marks ゛ ゜, but not the middle dot ・. Both widths pass;
  /// `katakana && fullwidth` and `katakana && halfwidth` accept only one width.
  package var isKatakana: Bool { everyCharacter(isBase: JapaneseClass.isKatakana) }

  /// `kanji`: the Han ideographs with 々 〻 (佐々木), 〆 (〆切) and 〇 (二〇二六), and the variation selectors that occur in names.
  /// Radicals don't pass: they look like kanji, but usually come from faulty copying.
  package var isKanji: Bool { everyCharacter(isBase: JapaneseClass.isKanji) }
}

enum JapaneseClass {
  static func isHiragana(_ value: UInt32) -> Bool {
    switch value {
    case 0x3041...0x3096, 0x309D...0x309F: true
    // Hentaigana and small ko, wi, we, wo.
    case 0x1B001...0x1B11F, 0x1B132, 0x1B150...0x1B152: true
    default: isSharedByKana(value)
    }
  }

  static func isKatakana(_ value: UInt32) -> Bool {
    switch value {
    case 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
    // Kana for Taiwanese, the archaic e and others, small ko, wi, we, wo, n.
    case 0x1AFF0...0x1AFFE, 0x1B000, 0x1B120...0x1B122, 0x1B155, 0x1B164...0x1B167: true
    default: isSharedByKana(value)
    }
  }

  static func isKanji(_ value: UInt32) -> Bool {
    switch value {
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x3005...0x3007, 0x303B: true
    case 0xF900...0xFA6D, 0xFA70...0xFAD9: true
    // Extensions B and later, and the compatibility supplement, including future additions.
    case 0x20000...0x3FFFD: Unicode.Scalar(value)?.properties.isIdeographic ?? false
    default: false
    }
  }

  /// Whether the scalar is the prolonged sound mark ー or a sound mark, combining or not.
  private static func isSharedByKana(_ value: UInt32) -> Bool {
    value == 0x30FC || value >= 0x3099 && value <= 0x309C
  }
}
