// The table of predicates: spelling, subject, parameters, meaning and an example of each result. The checker,
// suggestions, the Swift builder and the reference are derived from it. Below it are the meanings of predicates of
// texts.

internal import FormworkSyntax

/// A predicate of the language.
package enum Predicate: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case filled, blank, oneOf
  case count, words, alphanumeric, letters, digits, lowercase, uppercase, ascii
  case hiragana, katakana, kanji, halfwidth, fullwidth
  case contains, only, startsWith, endsWith, oneLine, matches, like, int, number
  case date, time, dateTime, instant
  case email, url, uri, uuid, hostname, ipv4, ipv6, phone, creditCard, iban, isbn
  case luhn, gtin, issn, orcid, lei, bic
  case range, positive, negative, multipleOf, decimals
  case before, after, past, future, age
  case distinct
  case unique, same

  /// The name in a form, which is also the code of the problem if a value breaks the rule.
  package var name: String { PredicateEntry.names[Int(rawValue)] }

  package var entry: PredicateEntry { PredicateEntry.table[Int(rawValue)] }

  package var subject: PredicateEntry.Subject { entry.subject }

  package var parameters: PredicateEntry.Parameters { entry.parameters }

  /// Whether the predicate compares all records of a data set.
  package var isAcross: Bool { self == .unique || self == .same }

  /// Returns the predicate with a name, which is case-sensitive.
  package static func named(_ name: String) -> Predicate? {
    byName.number(of: name).flatMap { Predicate(rawValue: $0) }
  }

  /// The raw values of the predicates, keyed by their names.
  private static let byName = WordTable(allCases.map { $0.name })
}

/// The properties of a predicate.
package struct PredicateEntry: Sendable {
  /// The subjects that a predicate can have.
  package enum Subject: Sendable {
    case any, text, textOrList, list, number, numberOrMoment, moment, day, date
  }

  /// The arguments in parentheses.
  package enum Parameters: Sendable {
    case none
    /// None, or the word `any`.
    case anyScript
    /// A range of counts.
    case counts
    /// A range of numbers.
    case numbers
    /// A range of the subject's own type.
    case ownRange
    /// Values and ranges of the subject's own type.
    case values
    case text
    /// A class or a text, optionally with a range of counts before it.
    case content
    /// Classes and texts.
    case contents
    case pattern, picture
    /// No arguments, or the formats of a date.
    case momentFormats
    case number
    /// A date or time of the subject's type.
    case moment
    /// None, or fields.
    case fields
    /// None, or `by:` and a field of the records.
    case by
    /// None, or a version number.
    case version
  }

  package let predicate: Predicate
  package let subject: Subject
  package let parameters: Parameters
  /// Whether the predicate tests for a standard notation, such as that of email addresses.
  package let isFormat: Bool
  // Static strings make the table a constant.
  private let texts: (name: StaticString, summary: StaticString, usage: StaticString)
  private let example: (type: StaticString, accepts: StaticString, rejects: StaticString)
  private let source: StaticString?
  private let isPattern: Bool

  package var name: String { texts.name.description }
  /// The meaning, in one sentence.
  package var summary: String { texts.summary.description }
  /// The predicate as written in the example.
  package var usage: String { texts.usage.description }
  /// The type of the example's field.
  package var type: String { example.type.description }
  /// A value that the predicate accepts, in the notation of data.
  package var accepts: String { example.accepts.description }
  /// A value that the predicate rejects, in the notation of data.
  package var rejects: String { example.rejects.description }
  /// A pattern for exports. It accepts every text that the predicate accepts without arguments; `isExact` is whether it
  /// accepts no other text. Nil for a predicate without a pattern.
  package var pattern: (source: String, isExact: Bool)? {
    source.map { ($0.description, isPattern) }
  }

  private init(
    _ predicate: Predicate, _ name: StaticString, _ subject: Subject, _ parameters: Parameters,
    _ summary: StaticString, _ usage: StaticString, _ type: StaticString, _ accepts: StaticString,
    _ rejects: StaticString, isFormat: Bool = false, pattern: StaticString? = nil,
    outline: StaticString? = nil
  ) {
    self.predicate = predicate
    self.subject = subject
    self.parameters = parameters
    self.isFormat = isFormat
    (source, isPattern) = (pattern ?? outline, pattern != nil)
    texts = (name, summary, usage)
    example = (type, accepts, rejects)
  }

  /// Returns the row of a predicate that tests texts and has no parameters.
  private static func text(
    _ predicate: Predicate, _ name: StaticString, _ summary: StaticString, _ accepts: StaticString,
    _ rejects: StaticString, isFormat: Bool = false, pattern: StaticString? = nil,
    outline: StaticString? = nil
  ) -> PredicateEntry {
    PredicateEntry(
      predicate, name, .text, .none, summary, name, "string", accepts, rejects, isFormat: isFormat,
      pattern: pattern, outline: outline)
  }

  /// Returns the row of a standard notation without parameters.
  ///
  /// - Parameters:
  ///   - pattern: a pattern that accepts exactly these texts.
  ///   - outline: a pattern that accepts these texts and others.
  private static func format(
    _ predicate: Predicate, _ name: StaticString, _ summary: StaticString, _ accepts: StaticString,
    _ rejects: StaticString, pattern: StaticString? = nil, outline: StaticString? = nil
  ) -> PredicateEntry {
    text(
      predicate, name, summary, accepts, rejects, isFormat: true, pattern: pattern,
      outline: outline)
  }

  /// Whether the predicate compares all records of a data set.
  package var isAcross: Bool { predicate.isAcross }

  fileprivate static let names = table.map { $0.name }

  /// The entries in the order of the cases.
  package static let table: [PredicateEntry] = [
    PredicateEntry(
      .filled, "filled", .any, .none, "There is a value.",
      "filled", "string", "x", ""),
    PredicateEntry(
      .blank, "blank", .any, .none,
      "There is no value: it is missing, null, an empty text or an empty list.",
      "value is not blank", "string", "x", ""),
    PredicateEntry(
      .oneOf, "oneOf", .any, .values, "It is one of the values, or in one of the ranges.",
      "oneOf(\"red\", \"green\")", "string", "red", "blue"),
    PredicateEntry(
      .count, "count", .textOrList, .counts,
      "The number of characters of a text, as people see them, or of items of a list.",
      "count(2...4)", "string", "👨‍👩‍👧‍👦ab", "abcde"),
    PredicateEntry(
      .words, "words", .text, .counts, "The number of words of a text, as people count them.",
      "words(2...5)", "string", "Don't stop at 3.5 km", "Stop!"),
    PredicateEntry(
      .alphanumeric, "alphanumeric", .text, .anyScript,
      "Every character is an ASCII letter or digit; with `any` a letter or digit of any script.",
      "alphanumeric", "string", "abc123", "abc-123"),
    PredicateEntry(
      .letters, "letters", .text, .anyScript,
      "Every character is an ASCII letter; with `any` a letter of any script.",
      "letters(any)", "string", "Zoë", "Zoë1"),
    .text(
      .digits, "digits", "Every character is one of the digits 0 to 9.", "0123", "12a",
      pattern: "[0-9]*"),
    .text(.lowercase, "lowercase", "No letter is upper case.", "abc1", "aBc"),
    .text(.uppercase, "uppercase", "No letter is lower case.", "ABC1", "AbC"),
    .text(
      .ascii, "ascii", "Every character is an ASCII character.", "Zoe!", "Zoë",
      pattern: "[\\x00-\\x7F]*"),
    .text(
      .hiragana, "hiragana", "Every character is hiragana, or a mark used with it.",
      "らーめん", "ラーメン"),
    .text(
      .katakana, "katakana", "Every character is katakana, or a mark used with it.",
      "ラーメン", "らーめん"),
    .text(.kanji, "kanji", "Every character is a kanji, or a mark used with them.", "佐々木", "佐ささき"),
    .text(
      .halfwidth, "halfwidth", "Every character has half the width of a kanji.", "ABC123", "ＡＢＣ"),
    .text(.fullwidth, "fullwidth", "Every character has the width of a kanji.", "ＡＢＣ漢字", "ABC"),
    PredicateEntry(
      .contains, "contains", .text, .content,
      "It contains the text or a character of the class; with a range before it, that many times.",
      "contains(2..., digit)", "string", "a1b2", "a1b"),
    PredicateEntry(
      .only, "only", .text, .contents,
      "Every character is of one of the classes, or in one of the texts.",
      "only(letter, digit, \"-_\")", "string", "a-1_b", "a b"),
    PredicateEntry(
      .startsWith, "startsWith", .text, .text, "It begins with the text.",
      "startsWith(\"https:\")", "string", "https://x", "http://x"),
    PredicateEntry(
      .endsWith, "endsWith", .text, .text, "It ends with the text.",
      "endsWith(\".jp\")", "string", "example.jp", "example.com"),
    .text(
      .oneLine, "oneLine", "There is no line break in it.", "one line", "two\\nlines",
      pattern: "[^\\n\\r\\f\\v\\u0085\\u2028\\u2029]*"),
    PredicateEntry(
      .matches, "matches", .text, .pattern, "The whole text matches the pattern.",
      "matches(/\\d{3}-\\d{4}/)", "string", "123-4567", "1234567"),
    PredicateEntry(
      .like, "like", .text, .picture,
      "It looks like the picture: `@` is a letter, `#` a digit, `?` either, and the rest itself.",
      "like(\"@@-####\")", "string", "AB-1234", "A1-1234"),
    PredicateEntry(
      .int, "int", .text, .numbers, "The text reads as a whole number in the range.",
      "int(1...31)", "string", "07", "32"),
    PredicateEntry(
      .number, "number", .text, .numbers, "The text reads as a number in the range.",
      "number(0...1)", "string", "0.5", "1.5"),
    PredicateEntry(
      .date, "date", .text, .momentFormats,
      "The text reads as a date, written as in the type `date`, or in one of the formats.",
      "date(\"dd/MM/yyyy\")", "string", "20/11/2026", "30/02/2026"),
    PredicateEntry(
      .time, "time", .text, .momentFormats,
      "The text reads as a time, written as in the type `time`, or in one of the formats.",
      "time(\"h:mm a\")", "string", "9:30 AM", "13:30 PM"),
    PredicateEntry(
      .dateTime, "datetime", .text, .momentFormats,
      "The text reads as a date and time, as in the type `datetime`, or in one of the formats.",
      "datetime(\"dd.MM.yyyy HH:mm\")", "string", "20.11.2026 09:30", "20.11.2026"),
    PredicateEntry(
      .instant, "instant", .text, .momentFormats,
      "The text reads as a date and time with its zone, or in one of the formats.",
      "instant(\"yyyy-MM-dd HH:mm X\")", "string", "2026-11-20 09:30 +0900", "2026-11-20 09:30"),
    .format(
      .email, "email", "It is an email address.", "ann@example.org", "ann@",
      outline: "[^@ ]+@[^@ ]+\\.[^@ ]+"),
    .format(
      .url, "url", "It is a web address with http or https.",
      "https://example.org/a?b", "ftp://example.org",
      outline: "[hH][tT][tT][pP][sS]?:\\/\\/[^ ]+"),
    .format(
      .uri, "uri", "It is a URI with its scheme (RFC 3986).",
      "mailto:ann@example.org", "example.org",
      outline: "[A-Za-z][A-Za-z0-9+.\\-]*:[\\x21-\\x7E]*"),
    PredicateEntry(
      .uuid, "uuid", .text, .version, "It is a UUID (RFC 9562), of the version if one is given.",
      "uuid(4)", "string", "f47ac10b-58cc-4372-a567-0e02b2c3d479",
      "f47ac10b-58cc-1372-a567-0e02b2c3d479", isFormat: true),
    .format(
      .hostname, "hostname", "It is a host name (RFC 1123).", "www.example.org", "-example.org",
      outline: "[A-Za-z0-9.\\-]+"),
    .format(
      .ipv4, "ipv4", "It is an IPv4 address.", "192.0.2.1", "192.0.2.256",
      pattern:
        "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])){3}"
    ),
    .format(
      .ipv6, "ipv6", "It is an IPv6 address (RFC 4291).", "2001:db8::1", "2001:db8:::1",
      outline: "[0-9A-Fa-f:.]+"),
    .format(
      .phone, "phone", "It is a telephone number with its country code (E.164).",
      "+81312345678", "0312345678",
      pattern: "\\+[1-9][0-9]{6,14}"),
    .format(
      .creditCard, "creditCard", "It has the length and check digit of a card number.",
      "4111111111111111", "4111111111111112",
      outline: "[1-9][0-9]{11,18}"),
    .format(
      .iban, "iban", "It is an IBAN, an international bank account number (ISO 13616).",
      "GB82WEST12345698765432", "GB82WEST12345698765431",
      outline: "[A-Z0-9]{5,34}"),
    .format(
      .isbn, "isbn", "It is an ISBN, a book number of 10 or 13 digits with its check digit.",
      "978-3-16-148410-0", "978-3-16-148410-1",
      outline: "[0-9Xx \\-]+"),
    .format(
      .luhn, "luhn",
      "It is a number of two digits or more with its check digit (ISO/IEC 7812-1, Luhn).",
      "79927398713", "79927398710",
      outline: "[0-9]{2,}"),
    .format(
      .gtin, "gtin", "It is a GTIN, an article number of 8, 12, 13 or 14 digits (GS1).",
      "4006381333931", "4006381333932",
      outline: "[0-9]{8}|[0-9]{12,14}"),
    .format(
      .issn, "issn",
      "It is an ISSN, a number of a journal (ISO 3297), with its hyphen or without.",
      "0378-5955", "0378-5954",
      outline: "[0-9]{4}-?[0-9]{3}[0-9Xx]"),
    .format(
      .orcid, "orcid",
      "It is an ORCID iD, a number of an author (ISO 7064 MOD 11-2), with hyphens.",
      "0000-0002-1825-0097", "0000-0002-1825-0098",
      outline: "[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9Xx]"),
    .format(
      .lei, "lei", "It is an LEI, a code of a legal entity (ISO 17442, ISO 7064 MOD 97-10).",
      "529900T8BM49AURSDO55", "529900T8BM49AURSDO56",
      outline: "[0-9A-Z]{18}[0-9]{2}"),
    .format(
      .bic, "bic", "It is a BIC, a code of a bank of 8 or 11 capitals and digits (ISO 9362).",
      "DEUTDEFF500", "DEUTDEFF5",
      pattern: "[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?"),
    PredicateEntry(
      .range, "range", .numberOrMoment, .ownRange, "The number, date or time is in the range.",
      "range(0...999)", "int", "999", "1000"),
    PredicateEntry(
      .positive, "positive", .number, .none, "The number is above 0.",
      "positive", "number", "0.1", "0"),
    PredicateEntry(
      .negative, "negative", .number, .none, "The number is below 0.",
      "negative", "number", "-0.1", "0"),
    PredicateEntry(
      .multipleOf, "multipleOf", .number, .number, "The number is a multiple of the other.",
      "multipleOf(0.05)", "number", "1.15", "1.16"),
    PredicateEntry(
      .decimals, "decimals", .number, .counts,
      "The number of digits that are needed after the decimal point.",
      "decimals(0...2)", "number", "1.50", "1.505"),
    PredicateEntry(
      .before, "before", .moment, .moment, "It is before the other.",
      "before(2026-01-01)", "date", "2025-12-31", "2026-01-01"),
    PredicateEntry(
      .after, "after", .moment, .moment, "It is after the other.",
      "after(2026-01-01)", "date", "2026-01-02", "2026-01-01"),
    PredicateEntry(
      .past, "past", .day, .none, "It is before today; an instant is before now.",
      "past", "date", "2026-11-19", "2026-11-20"),
    PredicateEntry(
      .future, "future", .day, .none, "It is after today; an instant is after now.",
      "future", "date", "2026-11-21", "2026-11-20"),
    PredicateEntry(
      .age, "age", .date, .counts, "The full years from the date to today.",
      "age(18...)", "date", "2008-11-20", "2008-11-21"),
    PredicateEntry(
      .distinct, "distinct", .list, .by,
      "No two items are the same; with `by:`, no two records have the same value in that field.",
      "distinct", "list(\",\") of string", "a,b", "a,b,a"),
    PredicateEntry(
      .unique, "unique", .any, .fields,
      "No earlier record has the same value, or the same values in all of the named fields.",
      "unique", "string", "a", "a"),
    PredicateEntry(
      .same, "same", .any, .fields,
      "The value, or the values of all named fields, are those of the first record that has one.",
      "same", "string", "a", "b"),
  ]
}

// MARK: - Meanings

extension Predicate {
  /// Whether the predicate without arguments depends only on a text, so that `holds(for:)` can evaluate it.
  var isAboutTextAlone: Bool {
    switch parameters {
    case .none, .anyScript, .version, .momentFormats: subject == .text
    default: false
    }
  }

  /// Whether the predicate without arguments holds for a nonempty text. Nil if it isn't about texts or needs
  /// arguments.
  package func holds(for text: TextBytes) -> Bool? {
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
    case .luhn: Formats.isLuhn(text)
    case .gtin: Formats.isGTIN(text)
    case .issn:
      (text.hasShape("9999999X") || text.hasShape("9999-999X")) && CheckDigits.areWeighted11(text)
    case .orcid: text.hasShape("9999-9999-9999-999X") && CheckDigits.areMod11(text)
    case .lei: text.count == 20 && CheckDigits.areMod97(text)
    case .bic: text.hasShape("NNNNAANN") || text.hasShape("NNNNAANNNNN")
    default: nil
    }
  }
}
