// The built-in messages in English.

package import FormworkEngine

enum EnglishWords {
  /// The message of a problem with what `label` calls.
  static func message(_ facts: ProblemFacts, label: String, _ writer: MessageWriter) -> String {
    switch facts {
    case .required(nil): "\(label) is required"
    case .required(let item?): "Item \(item) of \(label) is empty"
    case .type(let type) where type.missingDay != nil:
      "\(label): there is no \(type.missingDay.map { name($0) } ?? "")"
    case .type(let type):
      "\(label) must be \(words(type))"
        + (type.isRightInUsualWidth ? ", in half-width characters" : "")
    case .choice(let choices):
      "\(label) must be \(alternatives(written(choices, writer), choices.values.count))"
    case .blank: "\(label) must be left blank"
    case .unknownKey(let near): "There is no field \"\(label)\" here\(suggestion(near))"
    case .rule(let rule): message(rule, label, writer)
    case .calculation: "\(label) cannot be checked, because a calculation has no result"
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// "30 February", with the year where another year has the day.
  private static func name(_ day: WrittenDay) -> String {
    "\(day.day) \(months[day.month - 1])" + (day.isOfLeapYears ? " \(day.year)" : "")
  }

  /// The choices as they are to be written, with their labels where these differ.
  private static func written(_ choices: ChoiceList, _ writer: MessageWriter) -> [String] {
    zip(choices.values, writer.labels(choices)).map { $0 == $1 ? $0 : "\($0) (\($1))" }
  }

  private static func message(
    _ rule: FailedRule, _ label: String, _ writer: MessageWriter
  ) -> String {
    let bounds = Bounds(rule.limits, of: rule)
    return switch rule.test {
    case .recordCount: "There must be \(amount(bounds, "record", "records"))"
    case .word(.same, .holder(let first)): "\(label) must be the same as in record \(name(first))"
    case .word(_, .holder(let first)):
      "\(label) must not occur twice; record \(name(first)) has it, too"
    // A condition about another field, or about none alone, cannot be worded.
    case _ where !rule.isAboutField: "\(label) is not as it should be"
    case .word(let word, let argument): "\(label) \(words(word, argument, bounds, rule))"
    case .inside: "\(label) must be \(words(bounds))"
    case .outside: "\(label) must be \(words(outside: bounds))"
    case .oneOf, .notNoneOf: "\(label) must be \(alternatives(rule))"
    case .noneOf, .notOneOf: "\(label) must not be \(alternatives(rule))"
    case .equal(let value): "\(label) must be \(value.text)"
    case .notEqual(let value): "\(label) must not be \(value.text)"
    case .sameAs(let field): "\(label) must be the same as \(writer.label(ofField: field))"
    case .differentFrom(let field):
      "\(label) must be different from \(writer.label(ofField: field))"
    case .order(let limits): "\(label) must be \(words(Bounds(limits, of: rule)))"
    case .isTrue: "\(label) must be true"
    case .host, .comparison, .other: "\(label) is not as it should be"
    }
  }

  /// The number of a record, with its file where that is another one.
  static func name(_ holder: DataSetHit) -> String {
    holder.file.map { "\(holder.record) of \($0)" } ?? String(holder.record)
  }

  /// What a type wants.
  static func words(_ type: ExpectedType) -> String {
    switch type.kind {
    case .string, .any, .choice: "a text"
    case .int where type.isTooLarge:
      "a whole number from -9223372036854775808 to 9223372036854775807"
    case .int: "a whole number such as \(type.examples[0])"
    case .number where type.isTooLarge: "a number of at most 38 digits"
    case .number: "a number such as \(type.examples[0])"
    case .bool: type.examples.joined(separator: " or ")
    case .date: "a date such as \(type.examples[0])"
    case .time: "a time such as 09:30"
    case .dateTime: "a date and time such as 2026-11-20T09:30"
    case .instant: "a date and time with its zone, such as 2026-11-20T09:30:00Z"
    case .list: "a list"
    case .record: "a record with fields of its own"
    }
  }

  private static func words(outside bounds: Bounds) -> String {
    bounds.outside.map { words($0.below) + " or " + words($0.above) } ?? words(bounds)
  }

  private static func words(_ bounds: Bounds) -> String {
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
  private static func after(_ bounds: Bounds) -> String {
    if bounds.isOneValue { return "equal to \(words(bounds))" }
    let words = words(bounds)
    return words.hasPrefix("at ") ? "of " + words : words
  }

  private static func amount(
    _ bounds: Bounds, _ one: String, _ many: String
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

  private static func contains(_ content: FailedRule.Argument, _ bounds: Bounds?) -> String {
    guard case .characters(let characters) = content else {
      let times = bounds.map { " " + amount($0, "time", "times") } ?? ""
      return "must contain \"\(content.text)\"" + times
    }
    let many = characters.classes.map { plural($0) }.joined(separator: " or ")
    let one = characters.classes.map { singular($0) }.joined(separator: " or ")
    return "must contain " + (bounds.map { amount($0, one, many) } ?? "at least one \(one)")
  }

  private static func only(_ content: FailedRule.Argument) -> String {
    guard case .characters(let characters) = content else { return "" }
    let signs = characters.characters.map { $0 == " " ? "spaces" : "\"\($0)\"" }
    return listed(characters.classes.map { plural($0) } + signs)
  }

  private static func letters(_ script: FailedRule.Argument) -> String {
    if case .anyScript = script { "letters" } else { "the letters A to Z" }
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

  /// "a, b and c".
  private static func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func alternatives(_ rule: FailedRule) -> String {
    alternatives(rule.choices?.named ?? [], rule.choices?.count ?? 0)
  }

  private static func alternatives(_ values: [String], _ count: Int) -> String {
    switch values.count {
    case 0: "one of the listed values"
    case 1: values[0]
    case 2...12:
      "one of " + values.dropLast().joined(separator: ", ") + " or " + (values.last ?? "")
    default: "one of " + values.prefix(12).joined(separator: ", ") + " … (\(count) in all)"
    }
  }

  private static func suggestion(_ near: [String]) -> String {
    near.isEmpty ? "" : "; did you mean " + near.map { "\"\($0)\"" }.joined(separator: " or ") + "?"
  }

  /// What a rule word says of a label.
  private static func words(
    _ word: Predicate, _ argument: FailedRule.Argument, _ bounds: Bounds, _ rule: FailedRule
  ) -> String {
    switch word {
    case .count:
      rule.kind == .list
        ? "must have \(amount(bounds, "item", "items"))"
        : "must have \(amount(bounds, "character", "characters"))"
    case .range, .before, .after: "must be \(words(bounds))"
    case .decimals: "must have \(amount(bounds, "decimal place", "decimal places"))"
    case .age: "must be \(amount(bounds, "year", "years")) ago"
    case .int: "must be a whole number \(after(bounds))"
    case .number: "must be a number \(after(bounds))"
    case .oneOf: "must be \(alternatives(rule))"
    case .contains: contains(argument, rule.limits.areNone ? nil : bounds)
    case .startsWith: "must start with \"\(argument.text)\""
    case .endsWith: "must end with \"\(argument.text)\""
    case .multipleOf: "must be a multiple of \(argument.text)"
    case .only: "must have only \(only(argument))"
    case .letters: "must have only \(letters(argument))"
    case .alphanumeric: "must have only \(letters(argument)) and digits"
    case .uuid: "must be a UUID" + (argument.text.isEmpty ? "" : " of version \(argument.text)")
    case .like: "must look like \(argument.text)"
    case .date: "must be a date such as \(argument.text.isEmpty ? "2026-11-20" : argument.text)"
    case .time: "must be a time such as 09:30"
    case .dateTime: "must be a date and time such as 2026-11-20T09:30"
    case .instant: "must be a date and time with its zone, such as 2026-11-20T09:30:00Z"
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
    case .unique, .same: "is not as it should be"
    }
  }

  /// How the message about a record that cannot be read begins.
  static let unreadable = "The record cannot be read: "

  /// - Parameter name: of the key that comes twice, or of the encoding.
  static func malformed(_ reason: MalformedRecord.Reason, name: String? = nil) -> String {
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
    case .duplicateKey: "the key\(name.map { " " + $0 } ?? "") comes twice"
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
    case .noList: "there is no list of records in it"
    case .badUTF8: "it is not in UTF-8"
    case .badText: "it has bytes that are no text in \(name ?? "its encoding")"
    case .tooManyItems(let limit): "one of its lists has more than \(limit) items"
    case .tooManySteps(let limit):
      "to check it, more than \(limit / 1_000_000_000) billion items would have to be looked at"
    case .tooMuchText(let limit):
      "to check it, texts of more than \(limit >> 20) MiB would have to be put together"
    case .tooManyColumns(let limit): "it has more than \(limit) columns"
    case .tooManyValues(let limit):
      "its lists, and the records in it, have more values than \(limit >> 20) MiB can hold"
    }
  }
}

extension MalformedRecord.Reason {
  /// What is wrong, in English words.
  package var words: String { EnglishWords.malformed(self) }
}
