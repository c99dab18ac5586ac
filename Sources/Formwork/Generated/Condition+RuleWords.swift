// Written by BuilderWordsTests from the tables of the language, with FORMWORK_RECORD=1.
// swift-format-ignore-file

internal import FormworkEngine

extension ConditionOn {
  /// There is a value.
  public static var filled: ConditionOn { word(.filled) }

  /// There is no value: it is missing, null, an empty text or an empty list.
  public static var blank: ConditionOn { word(.blank) }
}

extension ConditionOn where Subject: TextSubject {
  /// The number of words of a text, as people count them.
  ///
  /// - Parameter range: the allowed range, such as `2...5`.
  public static func words(_ range: OperandRange) -> ConditionOn {
    word(.words, [range.phrase])
  }

  /// Every character is an ASCII letter or digit; with `any` a letter or digit of any script.
  public static var alphanumeric: ConditionOn { word(.alphanumeric) }

  /// Every character is an ASCII letter or digit; with `any` a letter or digit of any script.
  public static var alphanumericOfAnyScript: ConditionOn { word(.alphanumeric, [Phrase("any")]) }

  /// Every character is an ASCII letter; with `any` a letter of any script.
  public static var letters: ConditionOn { word(.letters) }

  /// Every character is an ASCII letter; with `any` a letter of any script.
  public static var lettersOfAnyScript: ConditionOn { word(.letters, [Phrase("any")]) }

  /// Every character is one of the digits 0 to 9.
  public static var digits: ConditionOn { word(.digits) }

  /// No letter is upper case.
  public static var lowercase: ConditionOn { word(.lowercase) }

  /// No letter is lower case.
  public static var uppercase: ConditionOn { word(.uppercase) }

  /// Every character is an ASCII character.
  public static var ascii: ConditionOn { word(.ascii) }

  /// Every character is hiragana, or a mark used with it.
  public static var hiragana: ConditionOn { word(.hiragana) }

  /// Every character is katakana, or a mark used with it.
  public static var katakana: ConditionOn { word(.katakana) }

  /// Every character is a kanji, or a mark used with them.
  public static var kanji: ConditionOn { word(.kanji) }

  /// Every character has half the width of a kanji.
  public static var halfwidth: ConditionOn { word(.halfwidth) }

  /// Every character has the width of a kanji.
  public static var fullwidth: ConditionOn { word(.fullwidth) }

  /// It begins with the text.
  ///
  /// - Parameter operand: a value, or a field that has it.
  public static func startsWith(_ operand: Operand) -> ConditionOn {
    word(.startsWith, [operand.phrase])
  }

  /// It ends with the text.
  ///
  /// - Parameter operand: a value, or a field that has it.
  public static func endsWith(_ operand: Operand) -> ConditionOn {
    word(.endsWith, [operand.phrase])
  }

  /// There is no line break in it.
  public static var oneLine: ConditionOn { word(.oneLine) }

  /// The text reads as a whole number in the range.
  ///
  /// - Parameter range: the allowed range, such as `1...31`.
  public static func int(_ range: OperandRange) -> ConditionOn {
    word(.int, [range.phrase])
  }

  /// The text reads as a number in the range.
  ///
  /// - Parameter range: the allowed range, such as `0...1`.
  public static func number(_ range: OperandRange) -> ConditionOn {
    word(.number, [range.phrase])
  }

  /// The text reads as a date, written as in the type `date`, or in one of the formats.
  public static var date: ConditionOn { word(.date) }

  /// The text reads as a time, written as in the type `time`, or in one of the formats.
  public static var time: ConditionOn { word(.time) }

  /// The text reads as a date and time, as in the type `datetime`, or in one of the formats.
  public static var dateTime: ConditionOn { word(.dateTime) }

  /// The text reads as a date and time with its zone, or in one of the formats.
  public static var instant: ConditionOn { word(.instant) }

  /// It is an email address.
  public static var email: ConditionOn { word(.email) }

  /// It is a web address with http or https.
  public static var url: ConditionOn { word(.url) }

  /// It is a URI with its scheme (RFC 3986).
  public static var uri: ConditionOn { word(.uri) }

  /// It is a UUID (RFC 9562), of the version if one is given.
  public static var uuid: ConditionOn { word(.uuid) }

  /// It is a host name (RFC 1123).
  public static var hostname: ConditionOn { word(.hostname) }

  /// It is an IPv4 address.
  public static var ipv4: ConditionOn { word(.ipv4) }

  /// It is an IPv6 address (RFC 4291).
  public static var ipv6: ConditionOn { word(.ipv6) }

  /// It is a telephone number with its country code (E.164).
  public static var phone: ConditionOn { word(.phone) }

  /// It has the length and check digit of a card number.
  public static var creditCard: ConditionOn { word(.creditCard) }

  /// It is an IBAN, an international bank account number (ISO 13616).
  public static var iban: ConditionOn { word(.iban) }

  /// It is an ISBN, a book number of 10 or 13 digits with its check digit.
  public static var isbn: ConditionOn { word(.isbn) }

  /// It is a number of two digits or more with its check digit (ISO/IEC 7812-1, Luhn).
  public static var luhn: ConditionOn { word(.luhn) }

  /// It is a GTIN, an article number of 8, 12, 13 or 14 digits (GS1).
  public static var gtin: ConditionOn { word(.gtin) }

  /// It is an ISSN, a number of a journal (ISO 3297), with its hyphen or without.
  public static var issn: ConditionOn { word(.issn) }

  /// It is an ORCID iD, a number of an author (ISO 7064 MOD 11-2), with hyphens.
  public static var orcid: ConditionOn { word(.orcid) }

  /// It is an LEI, a code of a legal entity (ISO 17442, ISO 7064 MOD 97-10).
  public static var lei: ConditionOn { word(.lei) }

  /// It is a BIC, a code of a bank of 8 or 11 capitals and digits (ISO 9362).
  public static var bic: ConditionOn { word(.bic) }
}

extension ConditionOn where Subject: CountedSubject {
  /// The number of characters of a text, as people see them, or of items of a list.
  ///
  /// - Parameter range: the allowed range, such as `2...4`.
  public static func count(_ range: OperandRange) -> ConditionOn {
    word(.count, [range.phrase])
  }
}

extension ConditionOn where Subject: ListSubject {
  /// No two items are the same; with `by:`, no two records have the same value in that field.
  public static var distinct: ConditionOn { word(.distinct) }
}

extension ConditionOn where Subject: NumberSubject {
  /// The number is above 0.
  public static var positive: ConditionOn { word(.positive) }

  /// The number is below 0.
  public static var negative: ConditionOn { word(.negative) }

  /// The number is a multiple of the other.
  ///
  /// - Parameter operand: a value, or a field that has it.
  public static func multipleOf(_ operand: Operand) -> ConditionOn {
    word(.multipleOf, [operand.phrase])
  }

  /// The number of digits that are needed after the decimal point.
  ///
  /// - Parameter range: the allowed range, such as `0...2`.
  public static func decimals(_ range: OperandRange) -> ConditionOn {
    word(.decimals, [range.phrase])
  }
}

extension ConditionOn where Subject: OrderedSubject {
  /// The number, date or time is in the range.
  ///
  /// - Parameter range: the allowed range, such as `0...999`.
  public static func range(_ range: OperandRange) -> ConditionOn {
    word(.range, [range.phrase])
  }
}

extension ConditionOn where Subject: MomentSubject {
  /// It is before the other.
  ///
  /// - Parameter operand: a value, or a field that has it.
  public static func before(_ operand: Operand) -> ConditionOn {
    word(.before, [operand.phrase])
  }

  /// It is after the other.
  ///
  /// - Parameter operand: a value, or a field that has it.
  public static func after(_ operand: Operand) -> ConditionOn {
    word(.after, [operand.phrase])
  }
}

extension ConditionOn where Subject: DaySubject {
  /// It is before today; an instant is before now.
  public static var past: ConditionOn { word(.past) }

  /// It is after today; an instant is after now.
  public static var future: ConditionOn { word(.future) }
}

extension ConditionOn where Subject: DateSubject {
  /// The full years from the date to today.
  ///
  /// - Parameter range: the allowed range, such as `18...`.
  public static func age(_ range: OperandRange) -> ConditionOn {
    word(.age, [range.phrase])
  }
}
