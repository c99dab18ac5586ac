// The built-in messages in English.

package import FormworkEngine

enum EnglishWords {
  /// The message of a problem with what `label` calls.
  static func message(_ fact: MessageFact, label: String) -> String {
    switch fact {
    case .required: "\(label) is required"
    case .requiredItem(let number): "Item \(number) of \(label) is empty"
    case .type(let type): "\(label) must be \(words(type))"
    case .typeInHalfWidth(let type): "\(label) must be \(words(type)), in half-width characters"
    case .choice(let choices): "\(label) must be \(alternatives(choices))"
    case .blank: "\(label) must be left blank"
    case .unknownKey(let near): "There is no field \"\(label)\" here\(suggestion(near))"
    case .count(let bounds, let isList): count(bounds, isList: isList, label)
    case .range(let bounds): "\(label) must be \(words(bounds))"
    case .outside(let below, let above):
      "\(label) must be \(words(below)) or \(words(above))"
    case .decimals(let bounds):
      "\(label) must have \(amount(bounds, "decimal place", "decimal places"))"
    case .age(let bounds): "\(label) must be \(amount(bounds, "year", "years")) ago"
    case .numberText(let bounds, let isWhole):
      "\(label) must be a \(isWhole ? "whole number" : "number") \(after(bounds))"
    case .contains(let content, let bounds): contains(content, bounds, label)
    case .startsWith(let text): "\(label) must start with \"\(text)\""
    case .endsWith(let text): "\(label) must end with \"\(text)\""
    case .multipleOf(let step): "\(label) must be a multiple of \(step)"
    case .only(let classes, let characters):
      "\(label) must have only \(listed(classes.map { plural($0) } + quoted(characters)))"
    case .equal(let value): "\(label) must be \(value)"
    case .notEqual(let value): "\(label) must not be \(value)"
    case .sameAs(let other): "\(label) must be the same as \(other)"
    case .differentFrom(let other): "\(label) must be different from \(other)"
    case .oneOf(let values): "\(label) must be \(alternatives(values))"
    case .noneOf(let values): "\(label) must not be \(alternatives(values))"
    case .letters(let andDigits, let anyScript):
      "\(label) must have only \(anyScript ? "letters" : "the letters A to Z")"
        + (andDigits ? " and digits" : "")
    case .uuid(let version): "\(label) must be a UUID" + (version.map { " of version \($0)" } ?? "")
    case .picture(let example): "\(label) must look like \(example)"
    case .word(let predicate): "\(label) \(word(predicate))"
    case .unique(let first): "\(label) must not occur twice; record \(first) has it, too"
    case .same(let first): "\(label) must be the same as in record \(first)"
    case .records(let bounds): "There must be \(amount(bounds, "record", "records"))"
    case .rule: "\(label) is not as it should be"
    case .malformed(let reason, let key): unreadable + malformed(reason, key: key)
    }
  }

  private static func words(_ type: MessageFact.ExpectedType) -> String {
    switch type {
    case .text: "a text"
    case .wholeNumber(let example): "a whole number such as \(example)"
    case .number(let example): "a number such as \(example)"
    case .smallerWholeNumber:
      "a whole number from -9223372036854775808 to 9223372036854775807"
    case .smallerNumber: "a number of at most 38 digits"
    case .bool(let yes, let no): "\(yes) or \(no)"
    case .date(let example): "a date such as \(example)"
    case .time: "a time such as 09:30"
    case .dateTime: "a date and time such as 2026-11-20T09:30"
    case .instant: "a date and time with its zone, such as 2026-11-20T09:30:00Z"
    case .list: "a list"
    case .record: "a record with fields of its own"
    }
  }

  private static func words(_ bounds: MessageFact.Bounds) -> String {
    switch (bounds.minimum, bounds.maximum) {
    case (let low?, let high?):
      if low == high { return low }
      if !bounds.excludesMaximum { return "between \(low) and \(high)" }
      return bounds.isMoment
        ? "\(low) or later, but before \(high)" : "at least \(low) and less than \(high)"
    case (let low?, nil):
      if bounds.excludesMinimum { return (bounds.isMoment ? "after " : "more than ") + low }
      return bounds.isMoment ? "\(low) or later" : "at least \(low)"
    case (nil, let high?):
      if bounds.excludesMaximum { return (bounds.isMoment ? "before " : "less than ") + high }
      return bounds.isMoment ? "\(high) or earlier" : "at most \(high)"
    case (nil, nil): return "in range"
    }
  }

  /// Bounds after "a number": "of at least 1", but "between 1 and 5".
  private static func after(_ bounds: MessageFact.Bounds) -> String {
    if bounds.isOneValue { return "equal to \(words(bounds))" }
    let words = words(bounds)
    return words.hasPrefix("at ") ? "of " + words : words
  }

  private static func amount(
    _ bounds: MessageFact.Bounds, _ one: String, _ many: String
  ) -> String {
    let bounds = bounds.ofCounts
    let unit = (bounds.maximum ?? bounds.minimum) == "1" ? one : many
    switch (bounds.minimum, bounds.maximum) {
    case (let low?, let high?):
      if low == high { return low == "0" ? "no \(many)" : "exactly \(low) \(unit)" }
      return bounds.excludesMaximum
        ? "at least \(low) and fewer than \(high) \(many)" : "\(low) to \(high) \(unit)"
    case (let low?, nil): return "at least \(low) \(unit)"
    case (nil, let high?):
      return bounds.excludesMaximum ? "fewer than \(high) \(unit)" : "at most \(high) \(unit)"
    case (nil, nil): return "any number of \(many)"
    }
  }

  private static func count(
    _ bounds: MessageFact.Bounds, isList: Bool, _ label: String
  ) -> String {
    isList
      ? "\(label) must have \(amount(bounds, "item", "items"))"
      : "\(label) must have \(amount(bounds, "character", "characters"))"
  }

  private static func contains(
    _ content: MessageFact.Content, _ bounds: MessageFact.Bounds?, _ label: String
  ) -> String {
    switch content {
    case .text(let text):
      guard let bounds else { return "\(label) must contain \"\(text)\"" }
      return "\(label) must contain \"\(text)\" \(amount(bounds, "time", "times"))"
    case .classes(let classes):
      let many = classes.map { plural($0) }.joined(separator: " or ")
      let one = classes.map { singular($0) }.joined(separator: " or ")
      guard let bounds else { return "\(label) must contain at least one \(one)" }
      return "\(label) must contain \(amount(bounds, one, many))"
    }
  }

  private static func singular(_ textClass: TextClass) -> String {
    switch textClass {
    case .digit: "digit"
    case .letter: "letter"
    case .lowercase: "lower-case letter"
    case .uppercase: "upper-case letter"
    case .symbol: "symbol"
    case .space: "space"
    }
  }

  private static func plural(_ textClass: TextClass) -> String { singular(textClass) + "s" }

  private static func quoted(_ characters: [Character]) -> [String] {
    characters.map { $0 == " " ? "spaces" : "\"\($0)\"" }
  }

  /// "a, b and c".
  private static func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func alternatives(_ values: [String]) -> String {
    switch values.count {
    case 0: "one of the listed values"
    case 1: values[0]
    case 2...12:
      "one of " + values.dropLast().joined(separator: ", ") + " or " + (values.last ?? "")
    default: "one of " + values.prefix(12).joined(separator: ", ") + " … (\(values.count) in all)"
    }
  }

  private static func suggestion(_ near: [String]) -> String {
    near.isEmpty ? "" : "; did you mean " + near.map { "\"\($0)\"" }.joined(separator: " or ") + "?"
  }

  private static func word(_ predicate: Predicate) -> String {
    switch predicate {
    case .filled: "must be filled in"
    case .blank: "must be left blank"
    case .digits: "must have only digits"
    case .lowercase: "must be in lower case"
    case .uppercase: "must be in upper case"
    case .ascii: "must have only letters, digits and signs of ASCII"
    case .hiragana: "must be in hiragana"
    case .katakana: "must be in katakana"
    case .kanji: "must be in kanji"
    case .halfwidth: "must be in half-width characters"
    case .fullwidth: "must be in full-width characters"
    case .oneLine: "must be on one line"
    case .matches: "does not have the right form"
    case .email: "must be an email address such as name@example.org"
    case .url: "must be a web address such as https://example.org"
    case .uri: "must be a URI such as https://example.org/page"
    case .hostname: "must be a host name such as www.example.org"
    case .ipv4: "must be an IPv4 address such as 192.0.2.1"
    case .ipv6: "must be an IPv6 address such as 2001:db8::1"
    case .phone: "must be a telephone number with its country code, such as +81312345678"
    case .creditCard: "must be a card number without a mistake in its digits"
    case .iban: "must be an IBAN without a mistake in its digits"
    case .isbn: "must be an ISBN without a mistake in its digits"
    case .positive: "must be above 0"
    case .negative: "must be below 0"
    case .past: "must be in the past"
    case .future: "must be in the future"
    case .distinct: "must not have the same item twice"
    case .oneOf, .count, .alphanumeric, .letters, .contains, .only, .startsWith, .endsWith, .like,
      .int, .number, .uuid, .range, .multipleOf, .decimals, .before, .after, .age,
      .unique, .same:
      "is not as it should be"
    }
  }

  /// How the message about a record that cannot be read begins.
  static let unreadable = "The record cannot be read: "

  static func malformed(_ reason: MalformedRecord.Reason, key: String? = nil) -> String {
    switch reason {
    case .unexpectedEnd: "it ends too early"
    case .unexpected(.value): "a value is missing here"
    case .unexpected(.key): "a key in double quotes is missing here"
    case .unexpected(.colon): "a colon is missing after the key"
    case .unexpected(.commaOrEnd): "a comma or a closing bracket is missing here"
    case .unexpected(.commaBefore): "a comma is missing before it"
    case .controlCharacter(let byte):
      "a control character (code \(byte)) must be written as an escape such as \\n or \\u0000"
    case .badEscape: "there is no such escape after the backslash"
    case .loneSurrogate: "half of a surrogate pair stands alone"
    case .badNumber: "this is not a number as JSON writes them"
    case .badLiteral: "this is neither true, false nor null, nor a text in double quotes"
    case .duplicateKey: "the key\(key.map { " " + $0 } ?? "") comes twice"
    case .tooDeep(let limit): "it is nested more than \(limit) levels deep"
    case .notAnObject: "a record is an object in { }"
    case .textAfterRecord: "there is more after its end"
    case .byteOrderMark:
      "a byte order mark (U+FEFF) may stand only at the very beginning of the data"
    case .wrongWidth(let wanted, let found):
      "it has \(found == 1 ? "1 cell" : "\(found) cells") where the header has \(wanted)"
    case .unclosedQuote: "a quote is never closed"
    case .textAfterQuote: "there is more after the closing quote of a cell"
    case .quoteInsideCell: "a quote stands inside a cell that is not quoted"
    case .nulCharacter: "it has a NUL character"
    case .badUTF8: "it is not in UTF-8"
    case .tooManyItems(let limit): "one of its lists has more than \(limit) items"
    case .tooManySteps(let limit):
      "to check it, more than \(limit / 1_000_000_000) billion items would have to be looked at"
    case .tooManyValues(let limit):
      "its lists, and the records in it, have more values than \(limit >> 20) MiB can hold"
    }
  }
}

extension MalformedRecord.Reason {
  /// What is wrong, in English words.
  package var words: String { EnglishWords.malformed(self) }
}
