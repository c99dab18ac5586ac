// The rule words of the language, in Swift.

internal import FormworkEngine
internal import FormworkSyntax

extension Condition {
  private static func word(_ word: Predicate, _ arguments: [Phrase]? = nil) -> Condition {
    named(word.name, arguments)
  }

  private static func named(_ name: String, _ arguments: [Phrase]?) -> Condition {
    Condition(arguments.map { .list($0, after: name) } ?? Phrase(name))
  }

  /// A rule word that this program provides; see ``HostRule``.
  ///
  /// - Parameters:
  ///   - name: the name of the ``HostRule``.
  ///   - arguments: the arguments of the rule, in the order of its parameters; omit them if it has no parameters.
  public static func host(_ name: String, _ arguments: Operand...) -> Condition {
    named(Spelling.operand(name), arguments.isEmpty ? nil : arguments.map { $0.phrase })
  }
}

// MARK: - Any value

extension Condition {
  /// The value isn't blank.
  public static var filled: Condition { word(.filled) }
  /// The value is blank.
  public static var blank: Condition { word(.blank) }

  /// The value is one of `values`.
  ///
  /// - Parameter values: the allowed values, of the field's type; at least one.
  public static func oneOf(_ values: Operand...) -> Condition {
    word(.oneOf, values.map { $0.phrase })
  }

  /// No earlier record has the same value, or the same combination of values of `fields`.
  ///
  /// - Parameter fields: the names of fields of the record to compare as a combination; omit them to compare only the
  ///   value.
  public static func unique(_ fields: String...) -> Condition { across(.unique, fields) }

  /// The value, or the combination of values of `fields`, equals that of the first record that has one.
  ///
  /// - Parameter fields: the names of fields of the record to compare as a combination; omit them to compare only the
  ///   value.
  public static func same(_ fields: String...) -> Condition { across(.same, fields) }

  private static func across(_ word: Predicate, _ fields: [String]) -> Condition {
    self.word(word, fields.isEmpty ? nil : fields.map { Operand.field($0).phrase })
  }
}

// MARK: - Texts

/// A class of characters, such as `.digit`, or a text.
public struct CharacterClass: Sendable, ExpressibleByStringLiteral {
  fileprivate let phrase: Phrase

  private init(_ phrase: Phrase) { self.phrase = phrase }

  /// The digits 0 to 9.
  public static let digit = CharacterClass(Phrase("digit"))
  /// ASCII letters.
  public static let letter = CharacterClass(Phrase("letter"))
  /// Lowercase letters.
  public static let lowercase = CharacterClass(Phrase("lowercase"))
  /// Uppercase letters.
  public static let uppercase = CharacterClass(Phrase("uppercase"))
  /// Punctuation and symbols.
  public static let symbol = CharacterClass(Phrase("symbol"))
  /// White space.
  public static let space = CharacterClass(Phrase("space"))

  /// Creates a text, which is taken literally.
  ///
  /// - Parameter text: one or more characters.
  public init(stringLiteral text: String) { phrase = Operand(text).phrase }
}

extension Condition {
  /// The number of user-perceived characters of a text, or of items of a list, is in `range`.
  ///
  /// - Parameter range: the allowed counts, from 0: `...20` is at most 20, and a single number is exactly that many.
  public static func count(_ range: OperandRange) -> Condition { word(.count, [range.phrase]) }

  /// Every character is an ASCII letter or digit.
  public static var alphanumeric: Condition { word(.alphanumeric) }
  /// Every character is a letter or digit of any script.
  public static var alphanumericOfAnyScript: Condition { word(.alphanumeric, [Phrase("any")]) }
  /// Every character is an ASCII letter.
  public static var letters: Condition { word(.letters) }
  /// Every character is a letter of any script.
  public static var lettersOfAnyScript: Condition { word(.letters, [Phrase("any")]) }
  /// Every character is one of the digits 0 to 9.
  public static var digits: Condition { word(.digits) }
  /// No letter is uppercase.
  public static var lowercase: Condition { word(.lowercase) }
  /// No letter is lowercase.
  public static var uppercase: Condition { word(.uppercase) }
  /// Every character is an ASCII character.
  public static var ascii: Condition { word(.ascii) }
  /// Every character is hiragana or a mark used with it.
  public static var hiragana: Condition { word(.hiragana) }
  /// Every character is katakana or a mark used with it.
  public static var katakana: Condition { word(.katakana) }
  /// Every character is a kanji or a mark used with kanji.
  public static var kanji: Condition { word(.kanji) }
  /// Every character is half-width, half as wide as a kanji.
  public static var halfwidth: Condition { word(.halfwidth) }
  /// Every character is full-width, as wide as a kanji.
  public static var fullwidth: Condition { word(.fullwidth) }

  /// The text contains `content`.
  ///
  /// - Parameter content: a text, or a class such as `.digit`, of which one character is enough.
  public static func contains(_ content: CharacterClass) -> Condition {
    word(.contains, [content.phrase])
  }

  /// The text contains `content` a number of times in `range`.
  ///
  /// - Parameters:
  ///   - range: the allowed counts, from 0. Occurrences of a text don't overlap; of a class, each character counts.
  ///   - content: a text, or a class such as `.digit`.
  public static func contains(_ range: OperandRange, _ content: CharacterClass) -> Condition {
    word(.contains, [range.phrase, content.phrase])
  }

  /// The text contains the value of `operand`.
  ///
  /// - Parameter operand: an operand with a text, such as `.field("name")`.
  public static func contains(valueOf operand: Operand) -> Condition {
    let content = operand.phrase
    // A name in parentheses is never parsed as a character class.
    let isClass = Checker.classNames.contains { $0.0 == content.text }
    return word(.contains, [isClass ? .list([content]) : content])
  }

  /// Every character belongs to one of `contents`.
  ///
  /// - Parameter contents: classes such as `.digit`, and texts whose characters are allowed; at least one.
  public static func only(_ contents: CharacterClass...) -> Condition {
    word(.only, contents.map { $0.phrase })
  }

  /// The text begins with `text`.
  ///
  /// - Parameter text: the prefix, or a field that has it.
  public static func startsWith(_ text: Operand) -> Condition { word(.startsWith, [text.phrase]) }

  /// The text ends with `text`.
  ///
  /// - Parameter text: the suffix, or a field that has it.
  public static func endsWith(_ text: Operand) -> Condition { word(.endsWith, [text.phrase]) }

  /// The text has no line break.
  public static var oneLine: Condition { word(.oneLine) }

  /// The whole text matches `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: a pattern as in a form, but without the slashes, such as `\d{3}-\d{4}`.
  ///   - ignoringCase: whether matching ignores case.
  public static func matches(_ pattern: String, ignoringCase: Bool = false) -> Condition {
    word(.matches, [Phrase(Spelling.pattern(pattern, ignoringCase: ignoringCase))])
  }

  /// The text has the format of `picture`: `@` matches a letter, `#` a digit, `?` either, and any other character
  /// itself.
  ///
  /// - Parameter picture: a picture such as `@@-####`. The text must have the same number of characters.
  public static func like(_ picture: String) -> Condition { word(.like, [Operand(picture).phrase]) }

  /// The text can be parsed as a whole number in `range`.
  ///
  /// - Parameter range: the allowed whole numbers, such as `1...31`.
  public static func int(_ range: OperandRange) -> Condition { word(.int, [range.phrase]) }

  /// The text can be parsed as a number in `range`.
  ///
  /// - Parameter range: the allowed numbers, such as `0...1`.
  public static func number(_ range: OperandRange) -> Condition { word(.number, [range.phrase]) }

  /// The text can be parsed as a date in ISO 8601.
  public static var date: Condition { word(.date) }

  /// The text can be parsed as a date in one of `formats`.
  ///
  /// - Parameter formats: date formats such as `dd/MM/yyyy`; omit them for ISO 8601.
  public static func date(_ formats: String...) -> Condition {
    word(.date, formats.isEmpty ? nil : formats.map { Operand($0).phrase })
  }

  /// The text can be parsed as a time.
  public static var time: Condition { word(.time) }
  /// The text can be parsed as a date and time.
  public static var dateTime: Condition { word(.dateTime) }
  /// The text can be parsed as a date and time with a time zone.
  public static var instant: Condition { word(.instant) }
}

// MARK: - Formats

extension Condition {
  /// The text is an email address.
  public static var email: Condition { word(.email) }
  /// The text is the address of a web page, with `http` or `https`.
  public static var url: Condition { word(.url) }
  /// The text is a URI with a scheme (RFC 3986).
  public static var uri: Condition { word(.uri) }
  /// The text is a UUID (RFC 9562).
  public static var uuid: Condition { word(.uuid) }

  /// The text is a UUID (RFC 9562) of the given version.
  ///
  /// - Parameter version: the version of the UUID, from 1 to 8.
  public static func uuid(version: Int) -> Condition { word(.uuid, [Operand(version).phrase]) }

  /// The text is a host name (RFC 1123).
  public static var hostname: Condition { word(.hostname) }
  /// The text is an IPv4 address.
  public static var ipv4: Condition { word(.ipv4) }
  /// The text is an IPv6 address (RFC 4291).
  public static var ipv6: Condition { word(.ipv6) }
  /// The text is a telephone number with a country code (E.164).
  public static var phone: Condition { word(.phone) }
  /// The text has the length and check digit of a card number.
  public static var creditCard: Condition { word(.creditCard) }
  /// The text is an international bank account number (IBAN, ISO 13616).
  public static var iban: Condition { word(.iban) }
  /// The text is a book number (ISBN) of 10 or 13 digits with a valid check digit.
  public static var isbn: Condition { word(.isbn) }
}

// MARK: - Numbers, dates and times, lists

extension Condition {
  /// The number, date or time is in `range`.
  ///
  /// - Parameter range: the allowed values, of the field's type.
  public static func range(_ range: OperandRange) -> Condition { word(.range, [range.phrase]) }

  /// The number is greater than 0.
  public static var positive: Condition { word(.positive) }
  /// The number is less than 0.
  public static var negative: Condition { word(.negative) }

  /// The number is a multiple of `number`.
  ///
  /// - Parameter number: a number other than 0, which may have a fraction, such as 0.05.
  public static func multipleOf(_ number: Operand) -> Condition {
    word(.multipleOf, [number.phrase])
  }

  /// The number of digits after the decimal point is in `range`.
  ///
  /// - Parameter range: the allowed counts, from 0. Trailing zeros don't count: 2.50 has one digit.
  public static func decimals(_ range: OperandRange) -> Condition {
    word(.decimals, [range.phrase])
  }

  /// The value is before `moment`.
  ///
  /// - Parameter moment: a date, a time, a date and time, or an instant, of the field's type.
  public static func before(_ moment: Operand) -> Condition { word(.before, [moment.phrase]) }

  /// The value is after `moment`.
  ///
  /// - Parameter moment: a date, a time, a date and time, or an instant, of the field's type.
  public static func after(_ moment: Operand) -> Condition { word(.after, [moment.phrase]) }

  /// The date is before today, or the instant is before now.
  public static var past: Condition { word(.past) }
  /// The date is after today, or the instant is after now.
  public static var future: Condition { word(.future) }

  /// The number of full years from the date to today is in `range`.
  ///
  /// - Parameter range: the allowed ages in years, from 0; `18...` is at least 18.
  public static func age(_ range: OperandRange) -> Condition { word(.age, [range.phrase]) }

  /// No two items of the list are equal.
  public static var distinct: Condition { word(.distinct) }

  /// No two records of the list have the same value in `field`.
  ///
  /// - Parameter field: the name of a field of the list's records.
  public static func distinct(by field: String) -> Condition {
    word(.distinct, [Phrase("by: " + Spelling.operand(field))])
  }
}
