// The table of predicates: spelling, subject, parameters, meaning and an example of each result. The checker,
// suggestions and the reference are derived from it.

internal import FormworkSyntax

/// A predicate of the language.
package enum Predicate: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case filled, blank, oneOf
  case count, alphanumeric, letters, digits, lowercase, uppercase, ascii
  case hiragana, katakana, kanji, halfwidth, fullwidth
  case contains, only, startsWith, endsWith, oneLine, matches, like, int, number
  case date, time, dateTime, instant
  case email, url, uri, uuid, hostname, ipv4, ipv6, phone, creditCard, iban, isbn
  case range, positive, negative, multipleOf, decimals
  case before, after, past, future, age
  case distinct
  case unique, same

  /// The name in a form, and the code of a problem.
  package var name: String { PredicateEntry.names[Int(rawValue)] }

  package var entry: PredicateEntry { PredicateEntry.table[Int(rawValue)] }

  package var subject: PredicateEntry.Subject { entry.subject }

  package var parameters: PredicateEntry.Parameters { entry.parameters }

  /// Whether it compares all records of a data set.
  package var isAcross: Bool { self == .unique || self == .same }

  /// Returns the predicate with a name, which is case-sensitive.
  package static func named(_ name: String) -> Predicate? {
    byName.number(of: name).flatMap { Predicate(rawValue: $0) }
  }

  /// The names in the order of the cases.
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
    /// None, or the formats of a date.
    case dateFormats
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
  // Static strings make the table a constant.
  private let texts: (name: StaticString, summary: StaticString, usage: StaticString)
  private let example: (type: StaticString, accepts: StaticString, rejects: StaticString)

  package var name: String { texts.name.description }
  /// The meaning, in one sentence.
  package var summary: String { texts.summary.description }
  /// The predicate as written in the example.
  package var usage: String { texts.usage.description }
  /// The type of the example's field.
  package var type: String { example.type.description }
  /// A value that it accepts, in the notation of data.
  package var accepts: String { example.accepts.description }
  /// A value that it rejects, in the notation of data.
  package var rejects: String { example.rejects.description }

  private init(
    _ predicate: Predicate, _ name: StaticString, _ subject: Subject, _ parameters: Parameters,
    _ summary: StaticString, _ usage: StaticString, _ type: StaticString, _ accepts: StaticString,
    _ rejects: StaticString
  ) {
    self.predicate = predicate
    self.subject = subject
    self.parameters = parameters
    texts = (name, summary, usage)
    example = (type, accepts, rejects)
  }

  /// Whether it compares all records of a data set.
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
      .alphanumeric, "alphanumeric", .text, .anyScript,
      "Every character is an ASCII letter or digit; with `any` a letter or digit of any script.",
      "alphanumeric", "string", "abc123", "abc-123"),
    PredicateEntry(
      .letters, "letters", .text, .anyScript,
      "Every character is an ASCII letter; with `any` a letter of any script.",
      "letters(any)", "string", "Zoë", "Zoë1"),
    PredicateEntry(
      .digits, "digits", .text, .none, "Every character is one of the digits 0 to 9.",
      "digits", "string", "0123", "12a"),
    PredicateEntry(
      .lowercase, "lowercase", .text, .none, "No letter is upper case.",
      "lowercase", "string", "abc1", "aBc"),
    PredicateEntry(
      .uppercase, "uppercase", .text, .none, "No letter is lower case.",
      "uppercase", "string", "ABC1", "AbC"),
    PredicateEntry(
      .ascii, "ascii", .text, .none, "Every character is an ASCII character.",
      "ascii", "string", "Zoe!", "Zoë"),
    PredicateEntry(
      .hiragana, "hiragana", .text, .none, "Every character is hiragana, or a mark used with it.",
      "hiragana", "string", "らーめん", "ラーメン"),
    PredicateEntry(
      .katakana, "katakana", .text, .none, "Every character is katakana, or a mark used with it.",
      "katakana", "string", "ラーメン", "らーめん"),
    PredicateEntry(
      .kanji, "kanji", .text, .none, "Every character is a kanji, or a mark used with them.",
      "kanji", "string", "佐々木", "佐ささき"),
    PredicateEntry(
      .halfwidth, "halfwidth", .text, .none, "Every character has half the width of a kanji.",
      "halfwidth", "string", "ABC123", "ＡＢＣ"),
    PredicateEntry(
      .fullwidth, "fullwidth", .text, .none, "Every character has the width of a kanji.",
      "fullwidth", "string", "ＡＢＣ漢字", "ABC"),
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
    PredicateEntry(
      .oneLine, "oneLine", .text, .none, "There is no line break in it.",
      "oneLine", "string", "one line", "two\\nlines"),
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
      .date, "date", .text, .dateFormats,
      "The text reads as a date, written as in the type `date`, or in one of the formats.",
      "date(\"dd/MM/yyyy\")", "string", "20/11/2026", "30/02/2026"),
    PredicateEntry(
      .time, "time", .text, .none, "The text reads as a time.",
      "time", "string", "09:30", "24:00"),
    PredicateEntry(
      .dateTime, "datetime", .text, .none, "The text reads as a date and time.",
      "datetime", "string", "2026-11-20T09:30", "2026-11-20"),
    PredicateEntry(
      .instant, "instant", .text, .none, "The text reads as a date and time with its zone.",
      "instant", "string", "2026-11-20T09:30Z", "2026-11-20T09:30"),
    PredicateEntry(
      .email, "email", .text, .none, "It is an email address.",
      "email", "string", "ann@example.org", "ann@"),
    PredicateEntry(
      .url, "url", .text, .none, "It is a web address with http or https.",
      "url", "string", "https://example.org/a?b", "ftp://example.org"),
    PredicateEntry(
      .uri, "uri", .text, .none, "It is a URI with its scheme (RFC 3986).",
      "uri", "string", "mailto:ann@example.org", "example.org"),
    PredicateEntry(
      .uuid, "uuid", .text, .version, "It is a UUID (RFC 9562), of the version if one is given.",
      "uuid(4)", "string", "f47ac10b-58cc-4372-a567-0e02b2c3d479",
      "f47ac10b-58cc-1372-a567-0e02b2c3d479"),
    PredicateEntry(
      .hostname, "hostname", .text, .none, "It is a host name (RFC 1123).",
      "hostname", "string", "www.example.org", "-example.org"),
    PredicateEntry(
      .ipv4, "ipv4", .text, .none, "It is an IPv4 address.",
      "ipv4", "string", "192.0.2.1", "192.0.2.256"),
    PredicateEntry(
      .ipv6, "ipv6", .text, .none, "It is an IPv6 address (RFC 4291).",
      "ipv6", "string", "2001:db8::1", "2001:db8:::1"),
    PredicateEntry(
      .phone, "phone", .text, .none, "It is a telephone number with its country code (E.164).",
      "phone", "string", "+81312345678", "0312345678"),
    PredicateEntry(
      .creditCard, "creditCard", .text, .none,
      "It has the length and check digit of a card number.",
      "creditCard", "string", "4111111111111111", "4111111111111112"),
    PredicateEntry(
      .iban, "iban", .text, .none,
      "It is an IBAN, an international bank account number (ISO 13616).",
      "iban", "string", "GB82WEST12345698765432", "GB82WEST12345698765431"),
    PredicateEntry(
      .isbn, "isbn", .text, .none,
      "It is an ISBN, a book number of 10 or 13 digits with its check digit.",
      "isbn", "string", "978-3-16-148410-0", "978-3-16-148410-1"),
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
