// The table of functions: spelling, parameters, result and meaning. The checker, the hints of findings, the Swift
// builder and the reference are derived from it.

internal import FormworkSyntax

/// A function, which is written with parentheses.
package enum Function: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case count, sum, mean, share, min, max
  case distinct
  case round, abs, mod
  case year, month, day, weekday
  case hour, minute, second
  case date, workdays
  case part, words, number, weighted, joined

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
    /// A number or a duration.
    case magnitude
  }

  /// The type of a result.
  enum Result: Sendable {
    case fixed(StaticType)
    /// Int if all numbers among the arguments are ints, otherwise number.
    case number
    /// The type of the first argument.
    case first
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
    /// The words that can be given as the last argument.
    package var words: [ArgumentWord] = []
    var result: Result = .fixed(.int)
    /// Whether explanations mention that there may be no result.
    var mayLackResult = false
    /// Why there may be no result for values that are filled in.
    var lack = LackOfResult.tooLong
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
        name: "sum", usages: ["sum(list)", "sum(list, VALUE)", "sum(list, VALUE, CONDITION)"],
        gives:
          "the sum of a list of numbers or durations; with a value, of the value of each item, or of each item that meets the condition",
        takes:
          "a list of numbers, or a list and what to add up of each item, as in sum(items, price * quantity)",
        parameters: [])
    case .mean:
      Row(
        name: "mean", usages: ["mean(list)", "mean(list, VALUE)", "mean(list, VALUE, CONDITION)"],
        gives: "the mean of the values that `sum` adds up; of none it is blank",
        takes:
          "a list of numbers, or a list and a value of each item, as in mean(items, price * quantity)",
        parameters: [])
    case .share:
      Row(
        name: "share", usages: ["share(list, CONDITION)"],
        gives: "the share of the items that meet the condition, from 0 to 1; of none it is blank",
        takes: "a list and a condition, as in share(items, price > 10) <= 5 %", parameters: [])
    case .min:
      Row(
        name: "min",
        usages: ["min(a, b, …)", "min(list)", "min(list, VALUE)", "min(list, VALUE, CONDITION)"],
        gives:
          "the smallest of numbers, dates, times or durations, of a list of them, or of a value of each item",
        takes: "numbers, dates or times of one type, as in min(first, second)", parameters: [])
    case .max:
      Row(
        name: "max",
        usages: ["max(a, b, …)", "max(list)", "max(list, VALUE)", "max(list, VALUE, CONDITION)"],
        gives:
          "the largest of numbers, dates, times or durations, of a list of them, or of a value of each item",
        takes: "numbers, dates or times of one type, as in max(first, second)", parameters: [])
    case .distinct:
      Row(
        name: "distinct", usages: ["distinct(list)"],
        gives:
          "the different values or records of a list, as a list; blank items are left out; not of a list of lists",
        takes: "one list, as in count(distinct(partners.country)) >= 2", parameters: [])
    case .round:
      Row(
        name: "round",
        usages: ["round(x, n)", "round(x, n, even)", "round(x, n, up)", "round(x, n, down)"],
        gives:
          "x rounded to n decimal places, n from 0 to 38; a half is rounded away from zero, or with `even` to the even digit; with `up` the result is never less than x, with `down` never more",
        takes: "a number and a number of decimal places, as in round(price, 2)",
        parameters: [.number, .number], words: [.even, .up, .down], result: .fixed(.number),
        lack: LackOfResult("the number of decimal places must be from 0 to 38"))
    case .abs:
      Row(
        name: "abs", usages: ["abs(x)"], gives: "a number or a duration without its sign",
        takes: "one number or duration, as in abs(paid - price) <= 0.05",
        parameters: [.magnitude], result: .first)
    case .mod:
      Row(
        name: "mod", usages: ["mod(a, b)"],
        gives: "the remainder of a divided by b, with the sign of b",
        takes: "two numbers, as in mod(quantity, 12)", parameters: [.number, .number],
        result: .number, mayLackResult: true, lack: .divisionByZero)
    case .year: Row.ofDay("year", "the year")
    case .month: Row.ofDay("month", "the month, 1 to 12")
    case .day: Row.ofDay("day", "the day of the month")
    case .weekday: Row.ofDay("weekday", "the day of the week, from 1 for Monday to 7 for Sunday")
    case .hour: Row.ofClock("hour", "the hour, 0 to 23")
    case .minute: Row.ofClock("minute", "the minute")
    case .second: Row.ofClock("second", "the second, without its fraction")
    case .date:
      Row(
        name: "date", usages: ["date(y, m, d)"],
        gives: "the date with a year, a month and a day; no result if there is no such day",
        takes: "a year, a month and a day, as in date(entry, 8, 1)",
        parameters: [.number, .number, .number], result: .fixed(.date), mayLackResult: true)
    case .workdays:
      Row(
        name: "workdays", usages: ["workdays(a, b)", "workdays(a, b, except: list)"],
        gives:
          "the number of days from Monday to Friday after a, up to and with b, without the dates of the list; negative if b is before a",
        takes: "two dates, as in workdays(received, answered) <= 3",
        parameters: [.day, .day])
    case .part:
      Row(
        name: "part",
        usages: ["part(text, R)", "part(text, before: text)", "part(text, after: text)"],
        gives:
          "the characters at the positions *R*, counted from 1; an empty text past the end; with `before:` or `after:` what comes before or after the first place where the other text is found, an empty text if it isn't found",
        takes:
          "a text and the positions of characters, counted from 1, as in part(code, 1...3), or a text, as in part(email, after: \"@\")",
        parameters: [.text, .places], result: .fixed(.text),
        lack: LackOfResult("a position must be a whole number"))
    case .words:
      Row(
        name: "words", usages: ["words(text)"],
        gives: "the number of words of a text, as people count them",
        takes: "one text, as in words(summary) <= 250", parameters: [.text])
    case .number:
      Row(
        name: "number", usages: ["number(text)"],
        gives:
          "the number in a text, read as in the type `number`; a text that is not a number has no result",
        takes: "one text, as in number(code) > 0", parameters: [.text], result: .fixed(.number),
        mayLackResult: true, lack: LackOfResult("not a number"))
    case .weighted:
      Row(
        name: "weighted", usages: ["weighted(text, w, …)"],
        gives:
          "the sum of each digit 0 to 9 times its weight; the weights are repeated, and other characters are ignored",
        takes: "a text and weights, as in weighted(code, 3, 1)", parameters: [.text, .number],
        isRepeated: true, result: .number)
    case .joined:
      Row(
        name: "joined", usages: ["joined(a, b, …)"],
        gives:
          "texts, numbers, dates and times joined as they are in the product; a blank value is an empty text",
        takes: "texts, numbers, dates and times, as in joined(first, \" \", last)",
        parameters: [.writable], isRepeated: true, result: .fixed(.text))
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
  /// Returns the result for usable values, or nil if it can't be calculated. A function of one value gets the value
  /// twice. Functions with other parameters are calculated by the evaluator.
  func result(_ first: Value, _ second: Value) -> Value? {
    func integer(_ number: Int) -> Value { Value(integer: Int64(number)) }
    switch self {
    case .abs: return first.magnitude
    case .mod: return first.number.remainder(dividedBy: second.number).map { Value($0) }
    case .year, .month, .day, .weekday:
      return first.isPartialDate ? part(ofPartial: first) : integer(part(of: first.date))
    case .hour: return integer(first.time.hour)
    case .minute: return integer(first.time.minute)
    case .second: return integer(first.time.second)
    case .words: return integer(first.bytes.wordCount)
    case .number:
      let number = ExactDecimal.parse(text: first.bytes.trimmed, format: .plain).number
      return number.map { Value($0) }
    default: return nil
    }
  }
}

extension Function {
  private func part(of date: CalendarDate) -> Int {
    switch self {
    case .year: date.year
    case .month: date.month
    case .day: date.day
    default: date.weekday
    }
  }

  /// Returns the year or month if all days of a partial date have the same, or else unknown.
  private func part(ofPartial date: Value) -> Value {
    let (first, last) = (date.date.civil, date.lastDate.civil)
    guard first.year == last.year, self == .year || self == .month && first.month == last.month
    else { return .unknown }
    return Value(integer: Int64(part(of: date.date)))
  }
}

extension Value {
  /// The absolute value of a number or a duration.
  fileprivate var magnitude: Value {
    guard kind == .duration else {
      return number < ExactDecimal.zero ? Value(number.negated()) : self
    }
    let isNegative = duration.months < 0 || duration.seconds < 0
    return isNegative ? Value(duration.negated()) : self
  }
}
