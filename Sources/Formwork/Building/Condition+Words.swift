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

  /// A rule word of this program; see ``HostRule``.
  ///
  /// - Parameters:
  ///   - name: that of the rule, as it is given to ``HostRule``.
  ///   - arguments: values for the rule's parameters, in their order; none for a rule that has no parameters.
  public static func host(_ name: String, _ arguments: Operand...) -> Condition {
    named(Spelling.operand(name), arguments.isEmpty ? nil : arguments.map { $0.phrase })
  }
}

// MARK: - Any value

extension Condition {
  /// There is a value.
  public static var filled: Condition { word(.filled) }
  /// There is no value.
  public static var blank: Condition { word(.blank) }

  /// The value is one of these.
  ///
  /// - Parameter values: what it may be, of the type of the field.
  public static func oneOf(_ values: Operand...) -> Condition {
    word(.oneOf, values.map { $0.phrase })
  }

  /// No record before has the same value, or the same values in all of the fields named.
  ///
  /// - Parameter fields: names of fields of the record that count together; none for the value alone.
  public static func unique(_ fields: String...) -> Condition { across(.unique, fields) }

  /// The value, or those of all the fields named, is that of the first record that has one.
  ///
  /// - Parameter fields: names of fields of the record that count together; none for the value alone.
  public static func same(_ fields: String...) -> Condition { across(.same, fields) }

  private static func across(_ word: Predicate, _ fields: [String]) -> Condition {
    self.word(word, fields.isEmpty ? nil : fields.map { Operand.field($0).phrase })
  }
}

// MARK: - Texts

/// A class of characters, or the characters of a text.
public struct CharacterClass: Sendable, ExpressibleByStringLiteral {
  fileprivate let phrase: Phrase

  private init(_ phrase: Phrase) { self.phrase = phrase }

  /// The digits 0 to 9.
  public static let digit = CharacterClass(Phrase("digit"))
  /// ASCII letters.
  public static let letter = CharacterClass(Phrase("letter"))
  /// Lower-case letters.
  public static let lowercase = CharacterClass(Phrase("lowercase"))
  /// Upper-case letters.
  public static let uppercase = CharacterClass(Phrase("uppercase"))
  /// Punctuation and symbols.
  public static let symbol = CharacterClass(Phrase("symbol"))
  /// White space.
  public static let space = CharacterClass(Phrase("space"))

  /// A text.
  ///
  /// - Parameter text: one or more characters, as they are.
  public init(stringLiteral text: String) { phrase = Operand(text).phrase }
}

extension Condition {
  /// The number of characters of a text, as people see them, or of items of a list.
  ///
  /// - Parameter range: how many, from 0; `...20` is at most 20, and one number is exactly so many.
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
  /// No letter is upper case.
  public static var lowercase: Condition { word(.lowercase) }
  /// No letter is lower case.
  public static var uppercase: Condition { word(.uppercase) }
  /// Every character is one of ASCII.
  public static var ascii: Condition { word(.ascii) }
  /// Every character is hiragana, or a mark used with it.
  public static var hiragana: Condition { word(.hiragana) }
  /// Every character is katakana, or a mark used with it.
  public static var katakana: Condition { word(.katakana) }
  /// Every character is a kanji, or a mark used with them.
  public static var kanji: Condition { word(.kanji) }
  /// Every character has half the width of a kanji.
  public static var halfwidth: Condition { word(.halfwidth) }
  /// Every character has the width of a kanji.
  public static var fullwidth: Condition { word(.fullwidth) }

  /// The text, or a character of the class, is in it.
  ///
  /// - Parameter content: a text, or a class such as `.digit`. One character of the class is enough.
  public static func contains(_ content: CharacterClass) -> Condition {
    word(.contains, [content.phrase])
  }

  /// The text, or characters of the class, are in it so many times.
  ///
  /// - Parameters:
  ///   - range: how many times, from 0; a text is counted without overlaps, and of a class each character counts.
  ///   - content: a text, or a class such as `.digit`.
  public static func contains(_ range: OperandRange, _ content: CharacterClass) -> Condition {
    word(.contains, [range.phrase, content.phrase])
  }

  /// Another field's text, or the value of some other operand, is in it.
  ///
  /// - Parameter operand: what gives the text, such as `.field("name")`.
  public static func contains(valueOf operand: Operand) -> Condition {
    let content = operand.phrase
    // In parentheses a name is never that of a class of characters.
    let isClass = Checker.classNames.contains { $0.0 == content.text }
    return word(.contains, [isClass ? .list([content]) : content])
  }

  /// Every character is of one of the classes, or in one of the texts.
  ///
  /// - Parameter contents: classes such as `.digit`, and texts whose characters are allowed.
  public static func only(_ contents: CharacterClass...) -> Condition {
    word(.only, contents.map { $0.phrase })
  }

  /// It begins with the text.
  ///
  /// - Parameter text: the first characters, or a field that has them.
  public static func startsWith(_ text: Operand) -> Condition { word(.startsWith, [text.phrase]) }

  /// It ends with the text.
  ///
  /// - Parameter text: the last characters, or a field that has them.
  public static func endsWith(_ text: Operand) -> Condition { word(.endsWith, [text.phrase]) }

  /// There is no line break in it.
  public static var oneLine: Condition { word(.oneLine) }

  /// The whole text matches a pattern.
  ///
  /// - Parameters:
  ///   - pattern: as it would stand between slashes, such as `\d{3}-\d{4}`.
  ///   - ignoringCase: whether upper and lower case are the same.
  public static func matches(_ pattern: String, ignoringCase: Bool = false) -> Condition {
    word(.matches, [Phrase(Spelling.pattern(pattern, ignoringCase: ignoringCase))])
  }

  /// It looks like the picture: `@` a letter, `#` a digit, `?` either, the rest itself.
  ///
  /// - Parameter picture: such as `@@-####`; the text has as many characters.
  public static func like(_ picture: String) -> Condition { word(.like, [Operand(picture).phrase]) }

  /// The text reads as a whole number in the range.
  ///
  /// - Parameter range: the whole numbers that it may be, such as `1...31`.
  public static func int(_ range: OperandRange) -> Condition { word(.int, [range.phrase]) }

  /// The text reads as a number in the range.
  ///
  /// - Parameter range: the numbers that it may be, such as `0...1`.
  public static func number(_ range: OperandRange) -> Condition { word(.number, [range.phrase]) }

  /// The text reads as a date.
  public static var date: Condition { word(.date) }

  /// The text reads as a date in one of these formats, such as `dd/MM/yyyy`.
  ///
  /// - Parameter formats: such as `dd/MM/yyyy`; none for ISO 8601.
  public static func date(_ formats: String...) -> Condition {
    word(.date, formats.isEmpty ? nil : formats.map { Operand($0).phrase })
  }

  /// The text reads as a time.
  public static var time: Condition { word(.time) }
  /// The text reads as a date and time.
  public static var dateTime: Condition { word(.dateTime) }
  /// The text reads as a date and time with its zone.
  public static var instant: Condition { word(.instant) }
}

// MARK: - Formats

extension Condition {
  /// It is an email address.
  public static var email: Condition { word(.email) }
  /// It is the address of a web page, with http or https.
  public static var url: Condition { word(.url) }
  /// It is a URI with its scheme (RFC 3986).
  public static var uri: Condition { word(.uri) }
  /// It is a UUID (RFC 9562).
  public static var uuid: Condition { word(.uuid) }

  /// It is a UUID (RFC 9562) of a version.
  ///
  /// - Parameter version: the version of the UUID, from 1 to 8.
  public static func uuid(version: Int) -> Condition { word(.uuid, [Operand(version).phrase]) }

  /// It is a host name (RFC 1123).
  public static var hostname: Condition { word(.hostname) }
  /// It is an IPv4 address.
  public static var ipv4: Condition { word(.ipv4) }
  /// It is an IPv6 address (RFC 4291).
  public static var ipv6: Condition { word(.ipv6) }
  /// It is a telephone number with its country code (E.164).
  public static var phone: Condition { word(.phone) }
  /// It has the length and check digit of a card number.
  public static var creditCard: Condition { word(.creditCard) }
  /// It is a bank account number with its country (ISO 13616).
  public static var iban: Condition { word(.iban) }
  /// It is a book number of 10 or 13 digits with its check digit.
  public static var isbn: Condition { word(.isbn) }
}

// MARK: - Numbers, dates and times, lists

extension Condition {
  /// The number, date or time is in the range.
  ///
  /// - Parameter range: a range of numbers, dates or times, as the field has them.
  public static func range(_ range: OperandRange) -> Condition { word(.range, [range.phrase]) }

  /// The number is above 0.
  public static var positive: Condition { word(.positive) }
  /// The number is below 0.
  public static var negative: Condition { word(.negative) }

  /// The number is a multiple of the other.
  ///
  /// - Parameter number: not 0; it may have a fraction, such as 0.05.
  public static func multipleOf(_ number: Operand) -> Condition {
    word(.multipleOf, [number.phrase])
  }

  /// How many digits are needed after the decimal point.
  ///
  /// - Parameter range: how many digits, from 0; zeros at the end are not needed, so that 2.50 has one.
  public static func decimals(_ range: OperandRange) -> Condition {
    word(.decimals, [range.phrase])
  }

  /// It comes before the other.
  ///
  /// - Parameter moment: a date, a time, a date and time or an instant, as the field is.
  public static func before(_ moment: Operand) -> Condition { word(.before, [moment.phrase]) }

  /// It comes after the other.
  ///
  /// - Parameter moment: a date, a time, a date and time or an instant, as the field is.
  public static func after(_ moment: Operand) -> Condition { word(.after, [moment.phrase]) }

  /// It is before today; an instant is before now.
  public static var past: Condition { word(.past) }
  /// It is after today; an instant is after now.
  public static var future: Condition { word(.future) }

  /// The full years from the date to today.
  ///
  /// - Parameter range: how many years, from 0; `18...` is at least 18.
  public static func age(_ range: OperandRange) -> Condition { word(.age, [range.phrase]) }

  /// No two items are the same.
  public static var distinct: Condition { word(.distinct) }

  /// No two records of the list have the same value in a field.
  ///
  /// - Parameter field: the name of one in the records of the list.
  public static func distinct(by field: String) -> Condition {
    word(.distinct, [Phrase("by: " + Spelling.operand(field))])
  }
}
