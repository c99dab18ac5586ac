// The table of functions: spelling, parameters, result and meaning. The checker, the hints of findings, the Swift
// builder and the reference are derived from it.

internal import FormworkSyntax

/// A function, which is written with parentheses.
package enum Function: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case count, sum, min, max
  case round, mod
  case year, month, day, weekday
  case hour, minute, second
  case part, number, weighted, joined

  /// The name in a form.
  package var name: String { row.name }

  /// Returns the function with a name, which is case-sensitive.
  package static func named(_ name: String) -> Function? {
    byName.number(of: name).flatMap { Function(rawValue: $0) }
  }

  package static let names = allCases.map { $0.name }
  private static let byName = WordTable(names)

  /// A parameter of a function.
  package enum Parameter: Sendable {
    case number, text
    /// A date, or a value that contains one.
    case day
    /// A time of day, or a value that contains one.
    case clock
    /// A range of positions in a text, from 1.
    case places
    /// Any value that can be written as a text.
    case writable
  }

  package struct Row: Sendable {
    package var name: String
    /// The usages that the reference shows.
    package var usages: [String]
    package var gives: String
    /// A description of the parameters, with an example.
    package var takes: String
    /// Empty if the checker has special code for the arguments.
    package var parameters: [Parameter]
    /// Whether the last parameter may be repeated.
    package var isRepeated = false
    /// The type of the result. Nil for int if all numbers among the arguments are ints, otherwise number.
    var result: StaticType? = .int
    /// Whether explanations mention that there may be no result.
    var mayLackResult = false
  }

  package var row: Row {
    switch self {
    case .count:
      Row(
        name: "count", usages: ["count(x)", "count(list, CONDITION)"],
        gives:
          "the number of characters of a text, items of a list or values of a path; with a condition, of the items that meet it",
        takes:
          "one text, one list or one range, or a list and a condition, as in count(items, price > 10) <= 2",
        parameters: [])
    case .sum:
      Row(
        name: "sum", usages: ["sum(list)"], gives: "the sum of a list of numbers",
        takes: "one list of numbers, as in sum(items.price)", parameters: [])
    case .min:
      Row(
        name: "min", usages: ["min(a, b, …)", "min(list)"],
        gives: "the smallest of numbers, dates, times or durations, or of a list of them",
        takes: "numbers, dates or times of one type, as in min(first, second)", parameters: [])
    case .max:
      Row(
        name: "max", usages: ["max(a, b, …)", "max(list)"],
        gives: "the largest of numbers, dates, times or durations, or of a list of them",
        takes: "numbers, dates or times of one type, as in max(first, second)", parameters: [])
    case .round:
      Row(
        name: "round", usages: ["round(x, n)", "round(x, n, even)"],
        gives:
          "x rounded to n decimal places, n from 0 to 38; a half is rounded away from zero, or with `even` to the even digit",
        takes: "a number and a number of decimal places, as in round(price, 2)",
        parameters: [.number, .number], result: .number)
    case .mod:
      Row(
        name: "mod", usages: ["mod(a, b)"],
        gives: "the remainder of a divided by b, with the sign of b",
        takes: "two numbers, as in mod(quantity, 12)", parameters: [.number, .number],
        result: nil, mayLackResult: true)
    case .year: Row.ofDay("year", "the year")
    case .month: Row.ofDay("month", "the month, 1 to 12")
    case .day: Row.ofDay("day", "the day of the month")
    case .weekday: Row.ofDay("weekday", "the day of the week, from 1 for Monday to 7 for Sunday")
    case .hour: Row.ofClock("hour", "the hour, 0 to 23")
    case .minute: Row.ofClock("minute", "the minute")
    case .second: Row.ofClock("second", "the second, without its fraction")
    case .part:
      Row(
        name: "part", usages: ["part(text, R)"],
        gives:
          "the characters at the positions *R*, counted from 1; an empty text past the end",
        takes: "a text and the positions of characters, counted from 1, as in part(code, 1...3)",
        parameters: [.text, .places], result: .text)
    case .number:
      Row(
        name: "number", usages: ["number(text)"],
        gives:
          "the number in a text, read as in the type `number`; a text that is not a number has no result",
        takes: "one text, as in number(code) > 0", parameters: [.text], result: .number,
        mayLackResult: true)
    case .weighted:
      Row(
        name: "weighted", usages: ["weighted(text, w, …)"],
        gives:
          "the sum of each digit 0 to 9 times its weight; the weights are repeated, and other characters are ignored",
        takes: "a text and weights, as in weighted(code, 3, 1)", parameters: [.text, .number],
        isRepeated: true, result: nil)
    case .joined:
      Row(
        name: "joined", usages: ["joined(a, b, …)"],
        gives:
          "texts, numbers, dates and times joined as they are in the product; a blank value is an empty text",
        takes: "texts, numbers, dates and times, as in joined(first, \" \", last)",
        parameters: [.writable], isRepeated: true, result: .text)
    }
  }
}

extension Function.Row {
  fileprivate static func ofDay(_ name: String, _ gives: String) -> Function.Row {
    Function.Row(
      name: name, usages: ["\(name)(d)"], gives: gives + " of a date, datetime or instant",
      takes: "a date, or a date and time, as in \(name)(start)", parameters: [.day])
  }

  fileprivate static func ofClock(_ name: String, _ gives: String) -> Function.Row {
    Function.Row(
      name: name, usages: ["\(name)(t)"], gives: gives + " of a time, datetime or instant",
      takes: "a time, or a date and time, as in \(name)(start)", parameters: [.clock])
  }
}

// MARK: - Meanings

extension Function {
  /// Returns the result for usable values, or nil if it can't be calculated. A function of one value gets it twice. The
  /// evaluator calculates functions whose arguments aren't just one or two values.
  func result(_ first: Value, _ second: Value) -> Value? {
    func integer(_ number: Int) -> Value { Value(integer: Int64(number)) }
    switch self {
    case .mod: return first.number.remainder(dividedBy: second.number).map { Value($0) }
    case .year: return integer(first.date.year)
    case .month: return integer(first.date.month)
    case .day: return integer(first.date.day)
    case .weekday: return integer(first.date.weekday)
    case .hour: return integer(first.time.hour)
    case .minute: return integer(first.time.minute)
    case .second: return integer(first.time.second)
    case .number:
      let number = ExactDecimal.parse(text: first.bytes.trimmed, format: .plain).number
      return number.map { Value($0) }
    default: return nil
    }
  }
}
