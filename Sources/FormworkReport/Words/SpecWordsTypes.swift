// Types, and what rule words are about and take, as authors know them.

internal import FormworkEngine

extension StaticType {
  /// Such as "a text".
  var words: String {
    switch self {
    case .text: "a text"
    case .int: "a whole number"
    case .number: "a number"
    case .bool: "a yes or no (bool)"
    case .date: "a date"
    case .time: "a time"
    case .dateTime: "a date and time"
    case .instant: "an instant"
    case .any: "a value of any kind"
    case .choice: "a choice"
    case .duration: "a duration"
    case .list: "a list"
    case .record: "a record"
    case .values: "the values of a list"
    case .invalid: "nothing that can be read"
    }
  }

  /// How a value of the type is written in a spec, or nil if it cannot be.
  var example: String? {
    switch self {
    case .text: "\"red\""
    case .int: "18"
    case .number: "0.5"
    case .bool: "true or false"
    case .date: "2026-11-20"
    case .time: "09:30"
    case .dateTime: "2026-11-20T09:30"
    case .instant: "2026-11-20T09:30Z"
    case .duration: "18 years"
    case .any, .choice, .list, .record, .values, .invalid: nil
    }
  }

  /// Such as "a date, such as 2026-11-20".
  var wordsWithExample: String { words + (example.map { ", such as " + $0 } ?? "") }
}

extension PredicateEntry.Subject {
  /// What a rule word is about.
  var words: String {
    switch self {
    case .any: "values of every kind"
    case .text: "texts"
    case .textOrList: "texts and lists"
    case .list: "lists"
    case .number: "numbers"
    case .numberOrMoment: "numbers, dates and times"
    case .moment: "dates and times"
    case .day: "dates, with a time or without"
    case .date: "dates"
    }
  }
}

extension PredicateEntry.Parameters {
  /// What a rule word needs.
  var words: String {
    switch self {
    case .none: "nothing in parentheses"
    case .anyScript: "nothing in parentheses, or the word any"
    case .counts, .numbers, .ownRange: "one range in parentheses"
    case .values: "one or more values in parentheses"
    case .text: "one text in parentheses"
    case .content:
      "one text or kind of characters in parentheses, with a range before it or without"
    case .contents: "kinds of characters and texts in parentheses"
    case .pattern: "a pattern between slashes in parentheses"
    case .picture: "a picture in double quotes in parentheses"
    case .number: "one number in parentheses"
    case .moment: "one date or time in parentheses"
    case .version: "nothing in parentheses, or a version number"
    case .fields: "nothing in parentheses, or fields"
    case .by: "nothing in parentheses, or by: and a field of the records in the list"
    }
  }
}
