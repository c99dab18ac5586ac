// The names of types, and of the subjects and arguments of rule words, for messages.

internal import FormworkEngine
internal import FormworkSyntax

extension StaticType {
  /// The name, such as "a text".
  var words: String { called.words }

  /// The name with an example, such as "a date, such as 2026-11-20".
  var wordsWithExample: String { called.words + (called.example.map { ", such as " + $0 } ?? "") }

  /// The name, and an example in the notation of forms, if there is one.
  private var called: (words: String, example: String?) {
    switch self {
    case .text: ("a text", "\"red\"")
    case .int: ("a whole number", "18")
    case .number: ("a number", "0.5")
    case .bool: ("a bool (yes or no)", "true or false")
    case .date: ("a date", "2026-11-20")
    case .time: ("a time", "09:30")
    case .dateTime: ("a date and time", "2026-11-20T09:30")
    case .instant: ("an instant", "2026-11-20T09:30Z")
    case .any: ("a value of any kind", nil)
    case .choice: ("a choice", nil)
    case .duration: ("a duration", "18 years")
    case .list: ("a list", nil)
    case .record: ("a record", nil)
    case .values: ("a path with several values", nil)
    case .either: ("a value of one of several types", nil)
    case .invalid: ("something that cannot be read", nil)
    }
  }

  /// Whether `text`, a single token of `kind`, is a literal of this type.
  func isWritten(_ text: String, as kind: Token.Kind) -> Bool {
    switch self {
    case .int: kind == .number && !text.utf8.contains(UInt8(ascii: "."))
    case .number: kind == .number
    case .bool: text == "true" || text == "false"
    case .date: kind == .date
    case .time: kind == .time
    case .dateTime: kind == .dateTime
    case .instant: kind == .instant
    default: false
    }
  }

  /// Returns the message about a literal whose value doesn't exist in this type, such as 30 February.
  func impossible(_ text: String) -> String {
    switch self {
    case .date: "There is no date \(text) in the calendar."
    case .time: "There is no time \(text): the last one is 23:59:59."
    case .dateTime: "There is no date and time \(text)."
    case .instant: "There is no instant \(text)."
    case .duration: "\(text.capitalized) is too long for a calculation."
    default: "\(text) has more than 38 digits, which is too many for a calculation."
    }
  }
}

extension PredicateEntry.Subject {
  /// The possible subjects of a rule word.
  var words: String {
    switch self {
    case .any: "single values of any kind"
    case .text: "texts"
    case .textOrList: "texts and lists"
    case .list: "lists"
    case .number: "numbers"
    case .numberOrMoment: "numbers, dates and times"
    case .moment: "dates and times"
    case .day: "dates with or without a time"
    case .date: "dates"
    }
  }

  func isOf(_ type: StaticType) -> Bool {
    switch type {
    case .text, .choice, .list: self == .textOrList
    case .int, .number: self == .number
    default: false
    }
  }
}

extension PredicateEntry.Parameters {
  /// The arguments that a rule word requires.
  var words: String {
    switch self {
    case .none: "no parentheses"
    case .anyScript: "no parentheses, or the word any in parentheses"
    case .counts, .numbers, .ownRange: "one range in parentheses"
    case .values: "one or more values in parentheses"
    case .text: "one text in parentheses"
    case .content:
      "one text or kind of characters in parentheses, optionally after a range"
    case .contents: "kinds of characters and texts in parentheses"
    case .pattern: "a pattern between slashes in parentheses"
    case .momentFormats: "no parentheses, or in them formats in double quotes"
    case .picture: "one picture in parentheses"
    case .number: "one number in parentheses"
    case .moment: "one date or time in parentheses"
    case .version: "no parentheses, or a version number in parentheses"
    case .fields: "no parentheses, or fields in parentheses"
    case .by: "no parentheses, or in them by: and a field of the records in the list"
    }
  }
}
