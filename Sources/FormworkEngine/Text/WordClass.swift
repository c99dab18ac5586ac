// The property `Word_Break` (WordBreakProperty.txt), as far as it is needed to count words. It follows from the general
// category and two other properties of the standard library, except for the ranges that `Scripts/unicode` generates.

/// The classes of scalars that decide where words end.
enum WordClass: UInt8 {
  case other
  case letter, hebrew, number
  case katakana
  /// `_` and the like (ExtendNumLet).
  case connector
  /// Punctuation that doesn't end a word if it is between two letters, between two numbers, or either of these.
  case midLetter, midNumber, midBoth, singleQuote, doubleQuote
  /// Combining marks and format characters (Extend, Format).
  case ignored
  /// U+200D (ZWJ).
  case joiner
  case lineEnd
  /// Half of a flag (Regional_Indicator).
  case flag

  private var isAlphanumeric: Bool { self == .letter || self == .hebrew || self == .number }

  private var isJoinedByConnector: Bool { isAlphanumeric || self == .katakana }

  private var isLetter: Bool { self == .letter || self == .hebrew }

  var isMark: Bool {
    rawValue >= WordClass.midLetter.rawValue && rawValue < WordClass.ignored.rawValue
  }

  /// Whether there is no boundary between two classes (WB5, WB8...WB10, WB13...WB16).
  static func joins(_ first: WordClass, _ second: WordClass) -> Bool {
    if first.isAlphanumeric, second.isAlphanumeric { return true }
    if first == second, first == .katakana || first == .flag { return true }
    if second == .connector { return first.isJoinedByConnector || first == .connector }
    return first == .connector && second.isJoinedByConnector
  }

  /// Whether there is no boundary before and after a punctuation mark (WB6, WB7, WB7b, WB7c, WB11, WB12).
  static func joins(_ first: WordClass, _ mark: WordClass, _ second: WordClass) -> Bool {
    switch mark {
    case .midLetter: first.isLetter && second.isLetter
    case .midNumber: first == .number && second == .number
    case .midBoth, .singleQuote:
      first.isLetter && second.isLetter || first == .number && second == .number
    case .doubleQuote: first == .hebrew && second == .hebrew
    default: false
    }
  }

  /// Whether the scalar is a pictograph (Extended_Pictographic) of class `letter`: ℹ, Ⓜ, 🅰, 🅱, 🅾, 🅿.
  static func isPictograph(_ value: UInt32) -> Bool {
    switch value {
    case 0x2139, 0x24C2, 0x1F170, 0x1F171, 0x1F17E, 0x1F17F: true
    default: false
    }
  }

  /// Returns the class of a scalar, and whether the scalar is a letter or digit. A segment with a letter or digit is a
  /// word.
  @inline(__always)
  static func find(_ value: UInt32) -> (WordClass, isWord: Bool) {
    value < 0x80 ? find(ascii: UInt8(value)) : find(beyondASCII: value)
  }

  @inline(__always)
  private static func find(ascii byte: UInt8) -> (WordClass, isWord: Bool) {
    if ASCII.isLetter(byte) { return (.letter, true) }
    if ASCII.isDigit(byte) { return (.number, true) }
    switch byte {
    case UInt8(ascii: "_"): return (.connector, false)
    case UInt8(ascii: "'"): return (.singleQuote, false)
    case UInt8(ascii: "\""): return (.doubleQuote, false)
    case UInt8(ascii: "."): return (.midBoth, false)
    case UInt8(ascii: ":"): return (.midLetter, false)
    case UInt8(ascii: ","), UInt8(ascii: ";"): return (.midNumber, false)
    case 0x0A...0x0D: return (.lineEnd, false)
    default: return (.other, false)
    }
  }

  @inline(never)
  private static func find(beyondASCII value: UInt32) -> (WordClass, isWord: Bool) {
    let usual: WordClass
    let isWord = ScalarClass.isLetter(value) || ScalarClass.isDigit(value)
    switch ScalarClass.category(value) {
    case .nonspacingMark, .spacingMark, .enclosingMark: usual = .ignored
    // The zero width space is a boundary.
    case .format: usual = value == 0x200B ? .other : .ignored
    case .decimalNumber: usual = .number
    default: usual = isAlphabetic(value) ? .letter : .other
    }
    guard let exception = exception(value) else { return (usual, isWord) }
    // Marks and digits in the ranges of letters keep their usual class.
    let isOfLetters = exception == .other || exception == .hebrew
    return (isOfLetters && usual != .letter ? usual : exception, isWord)
  }

  /// Whether the scalar is a letter of an alphabet or a syllabary, or a symbol made from one.
  private static func isAlphabetic(_ value: UInt32) -> Bool {
    guard let properties = Unicode.Scalar(value)?.properties else { return false }
    return properties.isAlphabetic && !properties.isIdeographic
  }

  /// Returns the class of a scalar if it differs from the class that the scalar's properties suggest, or else nil. Uses
  /// binary search.
  private static func exception(_ value: UInt32) -> WordClass? {
    var (low, high) = (0, exceptions.count)
    while low < high {
      let middle = (low + high) / 2
      let last = UInt32(exceptions[middle] >> 8 & 0xFFFFFF)
      if last < value { low = middle + 1 } else { high = middle }
    }
    guard low < exceptions.count, UInt32(exceptions[low] >> 32) <= value else { return nil }
    return WordClass(rawValue: UInt8(exceptions[low] & 0xFF))
  }

  /// Ranges in order: the first scalar (32 bits), the last (24 bits) and the class (8 bits).
  private static let exceptions: [UInt64] = [
    0x85_000085_0D, 0xB7_0000B7_06, 0xB8_0000B8_01, 0x2C2_0002C5_01, 0x2D2_0002D7_01,
    0x2DE_0002DF_01, 0x2E5_0002EB_01, 0x2ED_0002ED_01, 0x2EF_0002FF_01, 0x37E_00037E_07,
    0x387_000387_06, 0x55A_00055C_01, 0x55E_00055E_01, 0x55F_00055F_06, 0x589_000589_07,
    0x58A_00058A_01, 0x5D0_0005F2_02, 0x5F3_0005F3_01, 0x5F4_0005F4_06, 0x600_000605_03,
    0x60C_00060D_07, 0x66B_00066B_03, 0x66C_00066C_07, 0x6DD_0006DD_03, 0x70F_00070F_01,
    0x7F8_0007F8_07, 0x890_000891_03, 0x8E2_0008E2_03, 0xE01_000EDF_00, 0x1000_00108E_00,
    0x1780_0017DC_00, 0x1950_0019C9_00, 0x19DA_0019DA_03, 0x1A20_001AA7_00, 0x200D_00200D_0C,
    0x2018_002019_08, 0x2024_002024_08, 0x2027_002027_06, 0x2028_002029_0D, 0x202F_00202F_05,
    0x203F_002040_05, 0x2044_002044_07, 0x2054_002054_05, 0x3031_003035_04, 0x3041_003096_00,
    0x309B_00309C_04, 0x309D_00309F_00, 0x30A0_0030FA_04, 0x30FC_0030FF_04, 0x31F0_0031FF_04,
    0x32D0_0032FE_04, 0x3300_003357_04, 0xA708_00A716_01, 0xA720_00A721_01, 0xA789_00A78A_01,
    0xA9E0_00A9FE_00, 0xAA60_00AADD_00, 0xAB5B_00AB5B_01, 0xFB1D_00FB4F_02, 0xFE13_00FE13_06,
    0xFE33_00FE34_05, 0xFE4D_00FE4F_05, 0xFE50_00FE50_07, 0xFE52_00FE52_08, 0xFE54_00FE54_07,
    0xFE55_00FE55_06, 0xFF07_00FF07_08, 0xFF0C_00FF0C_07, 0xFF0E_00FF0E_08, 0xFF1A_00FF1A_06,
    0xFF1B_00FF1B_07, 0xFF3F_00FF3F_05, 0xFF66_00FF9D_04, 0xFF9E_00FF9F_0B, 0x110BD_0110BD_03,
    0x110CD_0110CD_03, 0x11700_011746_00, 0x1AFF0_01B000_04, 0x1B001_01B11F_00, 0x1B120_01B122_04,
    0x1B132_01B152_00, 0x1B155_01B167_04, 0x1F1E6_01F1FF_0E, 0x1F3FB_01F3FF_0B,
  ]
}
