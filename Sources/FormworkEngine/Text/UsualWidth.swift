// The cleaning `halfwidth`. It maps the block Halfwidth and Fullwidth Forms (U+FF00...FFEF) to the usual characters:
// full-width ASCII to ASCII and half-width katakana to katakana. It also maps the ideographic space to a space.
// Everything else stays, unlike under NFKC.

extension UnsafeBufferPointer where Element == UInt8 {
  /// Appends the text in its usual width.
  ///
  /// A half-width sound mark joins the kana before it if the two form one character (ｶﾞ becomes ガ, ﾊﾟ becomes パ).
  /// Otherwise it becomes the free-standing ゛ or ゜, never a combining mark.
  package func appendUsualWidth(to out: inout [UInt8]) {
    if isASCII {
      out.append(contentsOf: self)
      return
    }
    var last: UInt32 = 0
    var lastStart = out.count
    for scalar in scalars {
      if let voiced = UsualWidth.voiced(last, scalar.value) {
        out.removeSubrange(lastStart...)
        last = voiced
      } else {
        lastStart = out.count
        last = UsualWidth.usual(scalar.value)
      }
      out.appendScalar(last)
    }
  }
}

enum UsualWidth {
  /// Returns the character in its usual width.
  static func usual(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x3000: 0x20
    // Apple's Japanese keyboards and the JIS tables outside Windows have the minus sign instead of the full-width
    // hyphen: ０３−１２３４ is a telephone number.
    case 0x2212: 0x2D
    case 0xFF01...0xFF5E: value - 0xFEE0
    case 0xFF5F...0xFF60: value - 0xFF5F + 0x2985
    case 0xFF61...0xFF9F: katakana[Int(value - 0xFF61)]
    case 0xFFA0...0xFFDC: jamo(value)
    case 0xFFE0...0xFFEE: symbol(value)
    default: value
    }
  }

  /// Returns the kana that `last` and a half-width sound mark compose to, or nil.
  static func voiced(_ last: UInt32, _ mark: UInt32) -> UInt32? {
    guard mark == 0xFF9E || mark == 0xFF9F else { return nil }
    return CanonicalTable.composition(last, mark - 0xFF9E + 0x3099)
  }

  /// U+FF61...FF9F: ｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰ, ｱ to ﾝ, ﾞ and ﾟ.
  private static let katakana: [UInt32] = [
    0x3002, 0x300C, 0x300D, 0x3001, 0x30FB, 0x30F2, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30E3,
    0x30E5, 0x30E7, 0x30C3, 0x30FC, 0x30A2, 0x30A4, 0x30A6, 0x30A8, 0x30AA, 0x30AB, 0x30AD, 0x30AF,
    0x30B1, 0x30B3, 0x30B5, 0x30B7, 0x30B9, 0x30BB, 0x30BD, 0x30BF, 0x30C1, 0x30C4, 0x30C6, 0x30C8,
    0x30CA, 0x30CB, 0x30CC, 0x30CD, 0x30CE, 0x30CF, 0x30D2, 0x30D5, 0x30D8, 0x30DB, 0x30DE, 0x30DF,
    0x30E0, 0x30E1, 0x30E2, 0x30E4, 0x30E6, 0x30E8, 0x30E9, 0x30EA, 0x30EB, 0x30EC, 0x30ED, 0x30EF,
    0x30F3, 0x309B, 0x309C,
  ]

  /// Returns the compatibility jamo of a half-width Hangul letter. Both blocks have the same order, but the half-width
  /// block has gaps.
  private static func jamo(_ value: UInt32) -> UInt32 {
    switch value {
    case 0xFFA0: 0x3164
    case 0xFFA1...0xFFBE: value - 0xFFA1 + 0x3131
    case 0xFFC2...0xFFC7: value - 0xFFC2 + 0x314F
    case 0xFFCA...0xFFCF: value - 0xFFCA + 0x3155
    case 0xFFD2...0xFFD7: value - 0xFFD2 + 0x315B
    case 0xFFDA...0xFFDC: value - 0xFFDA + 0x3161
    default: value
    }
  }

  /// Returns the usual form of one of ￠￡￢￣￤￥￦ and ￨￩￪￫￬￭￮.
  private static func symbol(_ value: UInt32) -> UInt32 {
    switch value {
    case 0xFFE0...0xFFE1: value - 0xFFE0 + 0xA2
    case 0xFFE2: 0xAC
    case 0xFFE3: 0xAF
    case 0xFFE4: 0xA6
    case 0xFFE5: 0xA5
    case 0xFFE6: 0x20A9
    case 0xFFE8: 0x2502
    case 0xFFE9...0xFFEC: value - 0xFFE9 + 0x2190
    case 0xFFED: 0x25A0
    case 0xFFEE: 0x25CB
    default: value
    }
  }
}
