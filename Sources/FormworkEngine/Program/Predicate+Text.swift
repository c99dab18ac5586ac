// Predicates that depend only on a text.

extension Predicate {
  /// Whether the predicate without arguments depends only on a text, so that `holds(for:)` can evaluate it.
  var isAboutTextAlone: Bool {
    switch parameters {
    case .none, .anyScript, .version, .dateFormats: subject == .text
    default: false
    }
  }

  /// Whether the predicate without arguments holds for a nonempty text. Nil if it isn't about texts or needs
  /// arguments.
  func holds(for text: TextBytes) -> Bool? {
    switch self {
    case .alphanumeric: text.isAlphanumeric
    case .letters: text.isLetters
    case .digits: text.isDigits
    case .lowercase: text.isLowercase
    case .uppercase: text.isUppercase
    case .ascii: text.isASCII
    case .hiragana: text.isHiragana
    case .katakana: text.isKatakana
    case .kanji: text.isKanji
    case .halfwidth: text.isHalfwidth
    case .fullwidth: text.isFullwidth
    case .oneLine: text.isOneLine
    case .date: CalendarDate.parse(text.trimmed) != nil
    case .time: CalendarTime.parse(text.trimmed) != nil
    case .dateTime: CalendarDateTime.parse(text.trimmed) != nil
    case .instant: CalendarInstant.parse(text.trimmed) != nil
    case .email: Formats.isEmail(text)
    case .url: Formats.isURL(text)
    case .uri: Formats.isURI(text)
    case .uuid: Formats.isUUID(text)
    case .hostname: Formats.isHostname(text)
    case .ipv4: Formats.isIPv4(text)
    case .ipv6: Formats.isIPv6(text)
    case .phone: Formats.isPhone(text)
    case .creditCard: Formats.isCreditCard(text)
    case .iban: Formats.isIBAN(text)
    case .isbn: Formats.isISBN(text)
    case .filled, .blank, .oneOf, .count, .contains, .only, .startsWith, .endsWith, .matches, .like,
      .int, .number, .range, .positive, .negative, .multipleOf, .decimals, .before, .after, .past,
      .future, .age, .distinct, .unique, .same:
      nil
    }
  }
}
