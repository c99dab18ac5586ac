// Operands of conditions built in code: values, fields and calculations. The generated file Operand+Functions.swift
// declares the functions whose arguments are just operands and ranges.

internal import FormworkEngine
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value in a condition: a literal, a field, or a calculation.
///
/// ```swift
/// .field("end") <= .field("start") + .months(3)
/// ```
public struct Operand: Sendable {
  private let unsigned: Phrase
  private var isNegative = false

  init(_ phrase: Phrase) { unsigned = phrase }

  var phrase: Phrase {
    guard isNegative else { return unsigned }
    return Phrase("-" + unsigned.text(atLeast: .sign), .sign, operators: unsigned.operators)
  }

  /// Returns a number or duration with the opposite sign.
  ///
  /// - Parameter operand: a number or a duration.
  public static prefix func - (operand: Operand) -> Operand {
    var negated = operand
    negated.isNegative.toggle()
    return negated
  }
}

// MARK: - Literals

extension Operand: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Creates a text; braces in it aren't placeholders.
  ///
  /// - Parameter text: the text, which is taken literally.
  public init(stringLiteral text: String) { self.init(text) }

  /// Creates a whole number.
  ///
  /// - Parameter value: a 64-bit integer.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a whole number.
  ///
  /// - Parameter value: a 64-bit integer.
  public init(_ value: Int) {
    self.init(Phrase(String(value.magnitude)))
    isNegative = value < 0
  }

  /// Creates a number from the shortest decimal that converts back to it. The checker reports an error if `Decimal`
  /// can't represent it.
  ///
  /// - Parameter value: a finite number.
  public init(floatLiteral value: Double) {
    if let decimal = Decimal(string: value.description), !decimal.isNaN {
      self.init(decimal)
    } else {
      let letters = value.description.filter { $0.isLetter || $0.isWholeNumber }
      self.init(Phrase("0" + letters))
    }
  }

  /// Creates a number with its exact digits. The checker reports an error for NaN.
  ///
  /// - Parameter value: a number of at most 38 digits.
  public init(_ value: Decimal) {
    // `NaN` would be parsed as the name of a field, but `0NaN` is an invalid number.
    self.init(Phrase(value.isNaN ? "0NaN" : value.magnitude.description))
    isNegative = value < 0
  }

  /// Creates a truth value.
  ///
  /// - Parameter value: true or false.
  public init(booleanLiteral value: Bool) { self.init(Phrase(value ? "true" : "false")) }
}

extension Operand {
  /// Creates a text without placeholders.
  ///
  /// - Parameter text: the text, which is taken literally, including any braces.
  public init(_ text: String) { self.init(Phrase(Spelling.text(text, braces: true))) }

  /// Returns a text with the values of fields, such as `{department}/{series}`.
  ///
  /// - Parameter text: a text in which `{name}` is the value of a field and `\{` a brace.
  public static func template(_ text: String) -> Operand {
    Operand(Phrase(Spelling.template(text)))
  }

  /// Returns a date. The checker reports an error if the calendar has no such day.
  ///
  /// - Parameters:
  ///   - year: the year, from 1 to 9999.
  ///   - month: the month, from 1 to 12.
  ///   - day: the day, from 1 to the last day of the month.
  public static func date(_ year: Int, _ month: Int, _ day: Int) -> Operand {
    Operand(Phrase(digits([(year, 4), (month, 2), (day, 2)], "-")))
  }

  /// Returns a time of day. The checker reports an error if a component is out of range.
  ///
  /// - Parameters:
  ///   - hour: the hour, from 0 to 23.
  ///   - minute: the minute, from 0 to 59.
  ///   - second: the second, from 0 to 59.
  public static func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> Operand {
    Operand(Phrase(digits([(hour, 2), (minute, 2), (second, 2)], ":")))
  }

  /// Returns a moment in time. The checker reports an error if it is outside the years 0001 to 9999.
  ///
  /// - Parameter date: a moment of the years 0001 to 9999.
  public static func instant(_ date: Date) -> Operand {
    Operand(Phrase(CalendarInstant(date)?.description ?? "0000-00-00T00:00Z"))
  }

  private static func digits(_ numbers: [(number: Int, width: Int)], _ mark: String) -> String {
    numbers.map { number, width in
      let digits = String(number)
      // Writes nines for a number that doesn't fit. The checker rejects the nines, except as a year.
      if number < 0 || digits.count > width { return String(repeating: "9", count: width) }
      return String(repeating: "0", count: width - digits.count) + digits
    }.joined(separator: mark)
  }
}

// MARK: - Durations

extension Operand {
  /// Returns a duration in years. Adding it to a date keeps the day of the month, or uses the last day of a shorter
  /// month.
  ///
  /// - Parameter count: the number of years; negative for earlier dates.
  public static func years(_ count: Int) -> Operand { duration(count, .year) }

  /// Returns a duration in months. Adding it to a date keeps the day of the month, or uses the last day of a shorter
  /// month.
  ///
  /// - Parameter count: the number of months; negative for earlier dates.
  public static func months(_ count: Int) -> Operand { duration(count, .month) }

  /// Returns a duration in weeks.
  ///
  /// - Parameter count: the number of weeks; negative for earlier dates.
  public static func weeks(_ count: Int) -> Operand { duration(count, .week) }

  /// Returns a duration in days.
  ///
  /// - Parameter count: the number of days; negative for earlier dates.
  public static func days(_ count: Int) -> Operand { duration(count, .day) }

  /// Returns a duration in hours.
  ///
  /// - Parameter count: the number of hours; negative for earlier times.
  public static func hours(_ count: Int) -> Operand { duration(count, .hour) }

  /// Returns a duration in minutes.
  ///
  /// - Parameter count: the number of minutes; negative for earlier times.
  public static func minutes(_ count: Int) -> Operand { duration(count, .minute) }

  /// Returns a duration in seconds.
  ///
  /// - Parameter count: the number of seconds; negative for earlier times.
  public static func seconds(_ count: Int) -> Operand { duration(count, .second) }

  private static func duration(_ count: Int, _ unit: DurationUnit) -> Operand {
    let plural = count.magnitude == 1 ? "" : "s"
    let duration = Operand(Phrase("\(count.magnitude) \(unit.rawValue)\(plural)"))
    return count < 0 ? -duration : duration
  }
}

// MARK: - Fields and calculations

extension Operand {
  /// The field's own value.
  public static var value: Operand { Operand(Phrase("value")) }
  /// Today's date.
  public static var today: Operand { Operand(Phrase("today")) }
  /// The moment of the validation.
  public static var now: Operand { Operand(Phrase("now")) }

  /// Returns the value of a field, or the list of its values in all items if the path leads through a list.
  ///
  /// - Parameter path: a name, or a path such as `address.zip`.
  public static func field(_ path: String) -> Operand {
    let text = Spelling.path(path, first: Spelling.operand)
    return Operand(Phrase(text, path.contains(".") ? .member : .primary))
  }

  /// Returns the number of characters in a text, or of items in a list.
  ///
  /// - Parameter path: the path of a text or list, or a path through a list to the values in its items.
  public static func count(of path: String) -> Operand { call(.count, [field(path).phrase]) }

  /// Returns the sum of numbers in the items of a list.
  ///
  /// - Parameter path: a path through a list to numbers in its items, such as `items.price`.
  public static func sum(of path: String) -> Operand { call(.sum, [field(path).phrase]) }

  /// Returns the smallest of several values, or of the values in the items of a list.
  ///
  /// - Parameter values: numbers, dates, times or durations, all of one type; or one path through a list, such as
  ///   `.field("items.price")`.
  public static func min(_ values: Operand...) -> Operand { call(.min, values.map { $0.phrase }) }

  /// Returns the largest of several values, or of the values in the items of a list.
  ///
  /// - Parameter values: numbers, dates, times or durations, all of one type; or one path through a list, such as
  ///   `.field("items.price")`.
  public static func max(_ values: Operand...) -> Operand { call(.max, values.map { $0.phrase }) }

  /// The direction in which a number is rounded. `awayFromZero` and `toEven` differ only for a number halfway between
  /// two others.
  public enum Rounding: Sendable {
    /// To the nearest number, and halfway cases away from zero, as in spreadsheets: 2.5 becomes 3.
    case awayFromZero
    /// To the nearest number, and halfway cases to the even digit: 2.5 becomes 2, and 3.5 becomes 4.
    case toEven
    /// Up, so that the result is never below the number: 2.1 becomes 3.
    case up
    /// Down, so that the result is never above the number: 2.9 becomes 2.
    case down
  }

  /// Returns a number rounded to the given number of decimal places.
  ///
  /// - Parameters:
  ///   - value: a number.
  ///   - places: the largest number of digits to keep after the decimal point, from 0 to 38.
  ///   - rounding: the direction of rounding.
  public static func round(
    _ value: Operand, places: Int, _ rounding: Rounding = .awayFromZero
  ) -> Operand {
    let word =
      switch rounding {
      case .awayFromZero: [Phrase]()
      case .toEven: [Phrase("even")]
      case .up: [Phrase("up")]
      case .down: [Phrase("down")]
      }
    return call(.round, [value.phrase, Operand(places).phrase] + word)
  }

  /// Returns the part of a text before the first occurrence of `mark`, or an empty text if `mark` doesn't occur.
  ///
  /// - Parameters:
  ///   - text: a text, such as `.value`.
  ///   - mark: the text to find.
  public static func part(_ text: Operand, before mark: Operand) -> Operand {
    call(.part, [text.phrase, mark.phrase.labelled("before")])
  }

  /// Returns the part of a text after the first occurrence of `mark`, or an empty text if `mark` doesn't occur.
  ///
  /// - Parameters:
  ///   - text: a text, such as `.value`.
  ///   - mark: the text to find.
  public static func part(_ text: Operand, after mark: Operand) -> Operand {
    call(.part, [text.phrase, mark.phrase.labelled("after")])
  }

  /// Returns the number of days from Monday to Friday after `start`, up to and including `end`; negative if `end` is
  /// before `start`.
  ///
  /// - Parameters:
  ///   - start: a date, or a date and time.
  ///   - end: a date, or a date and time.
  ///   - free: a list of dates that don't count, or a path to such a list.
  public static func workdays(
    _ start: Operand, _ end: Operand, except free: Operand
  ) -> Operand {
    call(.workdays, [start.phrase, end.phrase, free.phrase.labelled("except")])
  }

  /// Returns a list of several values without the blank ones, as in `any((phone, email), …)`.
  ///
  /// - Parameter operands: at least two values.
  public static func list(_ operands: Operand...) -> Operand {
    Operand(.list(operands.map { $0.phrase }))
  }

  /// Returns the number of items of a list for which a condition holds.
  ///
  /// - Parameters:
  ///   - list: a list, a path or several values, such as `.field("items")`.
  ///   - condition: a condition on an item. Names in it are the fields of the item.
  public static func count(of list: Operand, where condition: Condition) -> Operand {
    call(.count, [list.phrase, condition.phrase])
  }

  /// Returns the share of the items of a list for which a condition holds, from 0 to 1; blank for an empty list.
  ///
  /// - Parameters:
  ///   - list: a list, a path or several values, such as `.field("items")`.
  ///   - condition: a condition on an item. Names in it are the fields of the item.
  public static func share(of list: Operand, where condition: Condition) -> Operand {
    call(.share, [list.phrase, condition.phrase])
  }

  /// Returns the sum of numbers or durations of a list.
  ///
  /// - Parameters:
  ///   - list: a list, a path or several values, such as `.field("items")`.
  ///   - value: the value to add for each item; nil to add the items themselves.
  ///   - condition: the condition that an item must meet to count. Names in `value` and `condition` are fields of the
  ///     item.
  public static func sum(
    of list: Operand, _ value: Operand? = nil, where condition: Condition? = nil
  ) -> Operand {
    aggregate(.sum, list, value, condition)
  }

  /// Returns the mean of numbers or durations of a list; blank if there are no values.
  ///
  /// - Parameters:
  ///   - list: a list, a path or several values, such as `.field("items")`.
  ///   - value: the value of each item; nil for the items themselves.
  ///   - condition: the condition that an item must meet to count. Names in `value` and `condition` are fields of the
  ///     item.
  public static func mean(
    of list: Operand, _ value: Operand? = nil, where condition: Condition? = nil
  ) -> Operand {
    aggregate(.mean, list, value, condition)
  }

  /// Returns the smallest value of a list; blank if there are no values.
  ///
  /// - Parameters:
  ///   - list: a list, a path or several values, such as `.field("items")`.
  ///   - value: the value of each item; nil for the items themselves.
  ///   - condition: the condition that an item must meet to count. Names in `value` and `condition` are fields of the
  ///     item.
  public static func min(
    of list: Operand, _ value: Operand? = nil, where condition: Condition? = nil
  ) -> Operand {
    aggregate(.min, list, value, condition)
  }

  /// Returns the largest value of a list; blank if there are no values.
  ///
  /// - Parameters:
  ///   - list: a list, a path or several values, such as `.field("items")`.
  ///   - value: the value of each item; nil for the items themselves.
  ///   - condition: the condition that an item must meet to count. Names in `value` and `condition` are fields of the
  ///     item.
  public static func max(
    of list: Operand, _ value: Operand? = nil, where condition: Condition? = nil
  ) -> Operand {
    aggregate(.max, list, value, condition)
  }

  /// Returns the values of a list without duplicates, as a list.
  ///
  /// - Parameter list: a list, a path or several values, such as `.field("items.sku")`.
  public static func distinct(_ list: Operand) -> Operand { call(.distinct, [list.phrase]) }

  private static func aggregate(
    _ function: Function, _ list: Operand, _ value: Operand?, _ condition: Condition?
  ) -> Operand {
    // A condition can only follow a value in the arguments, so the default value is the item itself.
    let value = value ?? (condition == nil ? nil : .value)
    return call(
      function,
      [list.phrase] + (value.map { [$0.phrase] } ?? [])
        + (condition.map { [$0.phrase] } ?? []))
  }

  static func call(_ function: Function, _ arguments: [Phrase]) -> Operand {
    Operand(.list(arguments, after: function.name))
  }

  private static func joined(
    _ left: Operand, _ mark: String, _ right: Operand, _ strength: Strength
  ) -> Operand {
    let (left, right) = (left.phrase, right.phrase)
    for side in [left, right] where side.isTooLong { return Operand(side) }
    return Operand(
      Phrase(
        left.text(atLeast: strength) + mark + right.text(atLeast: strength.next), strength,
        operators: left.operators + right.operators + 1))
  }

  /// Returns the sum of two numbers, or a moment that is later by a duration.
  ///
  /// - Parameters:
  ///   - left: a number, or a date, time or instant.
  ///   - right: a number, or the duration to add.
  public static func + (left: Operand, right: Operand) -> Operand {
    joined(left, " + ", right, .sum)
  }

  /// Returns the difference of two numbers or moments, or a moment that is earlier by a duration.
  ///
  /// - Parameters:
  ///   - left: a number, or a date, time or instant.
  ///   - right: a number, a moment of the same type, or the duration to subtract.
  public static func - (left: Operand, right: Operand) -> Operand {
    joined(left, " - ", right, .sum)
  }

  /// Returns the result of multiplying two numbers.
  ///
  /// - Parameters:
  ///   - left: a number.
  ///   - right: a number.
  public static func * (left: Operand, right: Operand) -> Operand {
    joined(left, " * ", right, .product)
  }

  /// Returns the result of dividing two numbers.
  ///
  /// - Parameters:
  ///   - left: the number to divide.
  ///   - right: the number to divide by. If it is 0, there is no result and the rule fails.
  public static func / (left: Operand, right: Operand) -> Operand {
    joined(left, " / ", right, .product)
  }
}

// MARK: - Ranges

/// A range of operands, such as `1...20`, `8...`, `...20` or `0..<10`, or a single number.
public struct OperandRange: Sendable, ExpressibleByIntegerLiteral {
  let phrase: Phrase

  fileprivate init(_ lower: Operand?, _ mark: String, _ upper: Operand?) {
    let ends = [lower?.phrase, upper?.phrase]
    let texts = ends.map { $0?.text(atLeast: .sum) ?? "" }
    phrase = Phrase(
      texts.joined(separator: mark), .range,
      operators: ends.reduce(0) { $0 + ($1?.operators ?? 0) })
  }

  /// Creates a range of one number.
  ///
  /// - Parameter value: the only number in the range.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a range of one number.
  ///
  /// - Parameter value: the only number in the range.
  public init(_ value: Int) { phrase = Operand(value).phrase }
}

extension Operand {
  /// Returns the range from one value to another, including both.
  ///
  /// - Parameters:
  ///   - lower: the lower bound.
  ///   - upper: the upper bound.
  public static func ... (lower: Operand, upper: Operand) -> OperandRange {
    OperandRange(lower, "...", upper)
  }

  /// Returns the range from one value up to, but not including, another.
  ///
  /// - Parameters:
  ///   - lower: the lower bound.
  ///   - upper: the upper bound, which isn't in the range.
  public static func ..< (lower: Operand, upper: Operand) -> OperandRange {
    OperandRange(lower, "..<", upper)
  }

  /// Returns the range that begins at a value and has no upper bound.
  ///
  /// - Parameter lower: the lower bound.
  public static postfix func ... (lower: Operand) -> OperandRange {
    OperandRange(lower, "...", nil)
  }

  /// Returns the range up to and including a value.
  ///
  /// - Parameter upper: the upper bound.
  public static prefix func ... (upper: Operand) -> OperandRange {
    OperandRange(nil, "...", upper)
  }

  /// Returns the range up to, but not including, a value.
  ///
  /// - Parameter upper: the upper bound, which isn't in the range.
  public static prefix func ..< (upper: Operand) -> OperandRange {
    OperandRange(nil, "..<", upper)
  }
}

/// A number type whose values can be the limits of an `OperandRange`, as in `.count(1...limit)`.
public protocol OperandNumber {
  /// The number as an operand.
  var operand: Operand { get }
}

extension Int: OperandNumber {
  /// The number as an operand.
  public var operand: Operand { Operand(self) }
}

extension Double: OperandNumber {
  /// The number as an operand: the shortest decimal that converts back to it.
  public var operand: Operand { Operand(floatLiteral: self) }
}

extension Decimal: OperandNumber {
  /// The number as an operand, with its exact digits.
  public var operand: Operand { Operand(self) }
}

// Disfavored, so that Swift's own ranges are used where no `OperandRange` is expected.
extension OperandNumber {
  /// Returns the range from one number to another, including both. The checker reports an empty range.
  ///
  /// - Parameters:
  ///   - lower: the lower bound.
  ///   - upper: the upper bound.
  @_disfavoredOverload
  public static func ... (lower: Self, upper: Self) -> OperandRange {
    lower.operand...upper.operand
  }

  /// Returns the range from one number up to, but not including, another. The checker reports an empty range.
  ///
  /// - Parameters:
  ///   - lower: the lower bound.
  ///   - upper: the upper bound, which isn't in the range.
  @_disfavoredOverload
  public static func ..< (lower: Self, upper: Self) -> OperandRange {
    lower.operand..<upper.operand
  }

  /// Returns the range that begins at a number and has no upper bound.
  ///
  /// - Parameter lower: the lower bound.
  @_disfavoredOverload
  public static postfix func ... (lower: Self) -> OperandRange { lower.operand... }

  /// Returns the range up to and including a number.
  ///
  /// - Parameter upper: the upper bound.
  @_disfavoredOverload
  public static prefix func ... (upper: Self) -> OperandRange { ...upper.operand }

  /// Returns the range up to, but not including, a number.
  ///
  /// - Parameter upper: the upper bound, which isn't in the range.
  @_disfavoredOverload
  public static prefix func ..< (upper: Self) -> OperandRange { ..<upper.operand }
}
