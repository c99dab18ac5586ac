// Operands of conditions that are built in code: values, fields, and what is computed from them.

internal import FormworkEngine
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value in a condition: a literal, a field, or something computed from them.
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

  /// A number or a duration with the other sign.
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
  /// A text; braces in it are braces.
  ///
  /// - Parameter text: the literal, as it is.
  public init(stringLiteral text: String) { self.init(text) }

  /// A whole number.
  ///
  /// - Parameter value: an integer of 64 bits.
  public init(integerLiteral value: Int) { self.init(value) }

  /// A whole number.
  ///
  /// - Parameter value: an integer of 64 bits.
  public init(_ value: Int) {
    self.init(Phrase(String(value.magnitude)))
    isNegative = value < 0
  }

  /// A number, taken as the shortest decimal that reads back as it. The checker finds a mistake in one that
  /// no `Decimal` is.
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

  /// A number, exactly. The checker finds a mistake in NaN.
  ///
  /// - Parameter value: a number of at most 38 digits.
  public init(_ value: Decimal) {
    // After a digit, letters are not a name.
    self.init(Phrase(value.isNaN ? "0NaN" : value.magnitude.description))
    isNegative = value < 0
  }

  /// A truth value.
  ///
  /// - Parameter value: true or false.
  public init(booleanLiteral value: Bool) { self.init(Phrase(value ? "true" : "false")) }
}

extension Operand {
  /// A text, without placeholders.
  ///
  /// - Parameter text: as it is; braces in it are braces.
  public init(_ text: String) { self.init(Phrase(Spelling.text(text, braces: true))) }

  /// A text with the values of fields, such as `{department}/{series}`.
  ///
  /// - Parameter text: in which `{name}` is the value of a field, and `\{` a brace.
  public static func template(_ text: String) -> Operand {
    Operand(Phrase(Spelling.template(text)))
  }

  /// A day. The checker finds a mistake in one that is not in the calendar.
  ///
  /// - Parameters:
  ///   - year: from 1 to 9999.
  ///   - month: from 1 to 12.
  ///   - day: from 1 to the last of the month.
  public static func date(_ year: Int, _ month: Int, _ day: Int) -> Operand {
    Operand(Phrase(digits([(year, 4), (month, 2), (day, 2)], "-")))
  }

  /// A time of day. The checker finds a mistake in one that no clock shows.
  ///
  /// - Parameters:
  ///   - hour: from 0 to 23.
  ///   - minute: from 0 to 59.
  ///   - second: from 0 to 59.
  public static func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> Operand {
    Operand(Phrase(digits([(hour, 2), (minute, 2), (second, 2)], ":")))
  }

  /// A moment.
  ///
  /// - Parameter date: of the years 0001 to 9999; the checker finds a mistake in any other.
  public static func instant(_ date: Date) -> Operand {
    Operand(Phrase(CalendarInstant(date)?.description ?? "0000-00-00T00:00Z"))
  }

  private static func digits(_ numbers: [(number: Int, width: Int)], _ mark: String) -> String {
    numbers.map { number, width in
      let digits = String(number)
      // A number without so many digits becomes one that is no day and no time.
      if number < 0 || digits.count > width { return String(repeating: "9", count: width) }
      return String(repeating: "0", count: width - digits.count) + digits
    }.joined(separator: mark)
  }
}

// MARK: - Durations

extension Operand {
  /// A number of years; the day stays, or is the last of its month.
  ///
  /// - Parameter count: how many years; below 0 for earlier.
  public static func years(_ count: Int) -> Operand { duration(count, .year) }

  /// A number of months; the day stays, or is the last of its month.
  ///
  /// - Parameter count: how many months; below 0 for earlier.
  public static func months(_ count: Int) -> Operand { duration(count, .month) }

  /// A number of weeks.
  ///
  /// - Parameter count: how many weeks; below 0 for earlier.
  public static func weeks(_ count: Int) -> Operand { duration(count, .week) }

  /// A number of days.
  ///
  /// - Parameter count: how many days; below 0 for earlier.
  public static func days(_ count: Int) -> Operand { duration(count, .day) }

  /// A number of hours.
  ///
  /// - Parameter count: how many hours; below 0 for earlier.
  public static func hours(_ count: Int) -> Operand { duration(count, .hour) }

  /// A number of minutes.
  ///
  /// - Parameter count: how many minutes; below 0 for earlier.
  public static func minutes(_ count: Int) -> Operand { duration(count, .minute) }

  /// A number of seconds.
  ///
  /// - Parameter count: how many seconds; below 0 for earlier.
  public static func seconds(_ count: Int) -> Operand { duration(count, .second) }

  private static func duration(_ count: Int, _ unit: DurationUnit) -> Operand {
    let plural = count.magnitude == 1 ? "" : "s"
    let duration = Operand(Phrase("\(count.magnitude) \(unit.rawValue)\(plural)"))
    return count < 0 ? -duration : duration
  }
}

// MARK: - Fields and what is computed

extension Operand {
  /// The field's own value.
  public static var value: Operand { Operand(Phrase("value")) }
  /// Today's date.
  public static var today: Operand { Operand(Phrase("today")) }
  /// The moment of the validation.
  public static var now: Operand { Operand(Phrase("now")) }

  /// A field; through a list, the list of its values.
  ///
  /// - Parameter path: a name, or a path such as `address.zip`.
  public static func field(_ path: String) -> Operand {
    let text = Spelling.path(path, first: Spelling.operand)
    return Operand(Phrase(text, path.contains(".") ? .member : .primary))
  }

  /// The number of characters of a text, or of items of a list.
  ///
  /// - Parameter path: the path of a field with a text or a list, or through a list to the values in its items.
  public static func count(of path: String) -> Operand { call("count", [.field(path)]) }

  /// The sum of the numbers at a path through a list.
  ///
  /// - Parameter path: through a list to numbers in its items, such as `items.price`.
  public static func sum(of path: String) -> Operand { call("sum", [.field(path)]) }

  /// The smallest of some values, or of those at a path through a list.
  ///
  /// - Parameter values: numbers, dates, times or durations, all of one type; or one path through a list, such as
  ///   `.field("items.price")`.
  public static func min(_ values: Operand...) -> Operand { call("min", values) }

  /// The largest of some values, or of those at a path through a list.
  ///
  /// - Parameter values: numbers, dates, times or durations, all of one type; or one path through a list, such as
  ///   `.field("items.price")`.
  public static func max(_ values: Operand...) -> Operand { call("max", values) }

  /// Where a half goes when a number is rounded.
  public enum Rounding: Sendable {
    /// Away from zero, as people and spreadsheets round: 2.5 is 3.
    case awayFromZero
    /// To the even digit: 2.5 is 2, and 3.5 is 4.
    case toEven
  }

  /// A number with so many digits after the point.
  ///
  /// - Parameters:
  ///   - value: a number.
  ///   - places: how many digits stay after the point at most, from 0 to 38.
  ///   - rounding: where a half goes; away from zero without it.
  public static func round(
    _ value: Operand, places: Int, _ rounding: Rounding = .awayFromZero
  ) -> Operand {
    let even = rounding == .toEven ? [Operand(Phrase("even"))] : []
    return call("round", [value, Operand(places)] + even)
  }

  /// What remains of a number divided by another one, with the sign of that.
  ///
  /// - Parameters:
  ///   - dividend: the number that is divided.
  ///   - divisor: the number that it is divided by; with 0 there is no result, and the rule fails.
  public static func mod(_ dividend: Operand, _ divisor: Operand) -> Operand {
    call("mod", [dividend, divisor])
  }

  /// The year of a date, or of a date and time.
  ///
  /// - Parameter moment: a date, a date and time or an instant. An instant is looked at as UTC shows it.
  public static func year(_ moment: Operand) -> Operand { call("year", [moment]) }

  /// The month, from 1.
  ///
  /// - Parameter moment: a date, a date and time or an instant. An instant is looked at as UTC shows it.
  public static func month(_ moment: Operand) -> Operand { call("month", [moment]) }

  /// The day of the month, from 1.
  ///
  /// - Parameter moment: a date, a date and time or an instant. An instant is looked at as UTC shows it.
  public static func day(_ moment: Operand) -> Operand { call("day", [moment]) }

  /// The day of the week, from 1 for Monday to 7 for Sunday.
  ///
  /// - Parameter moment: a date, a date and time or an instant. An instant is looked at as UTC shows it.
  public static func weekday(_ moment: Operand) -> Operand { call("weekday", [moment]) }

  /// The hour of a time, or of a date and time.
  ///
  /// - Parameter moment: a time, a date and time or an instant. An instant is looked at as UTC shows it.
  public static func hour(_ moment: Operand) -> Operand { call("hour", [moment]) }

  /// The minute.
  ///
  /// - Parameter moment: a time, a date and time or an instant. An instant is looked at as UTC shows it.
  public static func minute(_ moment: Operand) -> Operand { call("minute", [moment]) }

  /// The second, without its fraction.
  ///
  /// - Parameter moment: a time, a date and time or an instant. An instant is looked at as UTC shows it.
  public static func second(_ moment: Operand) -> Operand { call("second", [moment]) }

  /// The characters of a text at some places, from 1.
  ///
  /// - Parameters:
  ///   - text: such as `.value`.
  ///   - places: a range of places, counted from 1: `1...4` are the first four characters, `6...` all from the sixth on.
  public static func part(_ text: Operand, _ places: OperandRange) -> Operand {
    Operand(.list([text.phrase, places.phrase], after: "part"))
  }

  /// The number that a text is.
  ///
  /// - Parameter text: such as `.part(.value, 1...4)`; where it is no number, there is no result.
  public static func number(_ text: Operand) -> Operand { call("number", [text]) }

  /// Each digit of a text times its weight, added up; the weights start over at the end.
  ///
  /// - Parameters:
  ///   - text: a text. Only its digits 0 to 9 count.
  ///   - weights: numbers, at least one: that of the first digit, of the second, and so on.
  public static func weighted(_ text: Operand, _ weights: Operand...) -> Operand {
    call("weighted", [text] + weights)
  }

  /// Texts, numbers, dates and times put together; what is blank is the empty text.
  ///
  /// - Parameter parts: at least one, in their order.
  public static func joined(_ parts: Operand...) -> Operand { call("joined", parts) }

  private static func call(_ name: String, _ arguments: [Operand]) -> Operand {
    Operand(.list(arguments.map { $0.phrase }, after: name))
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

  /// The sum of two numbers, or a moment as much later.
  ///
  /// - Parameters:
  ///   - left: a number, or a moment.
  ///   - right: a number, or a duration that is added to the moment.
  public static func + (left: Operand, right: Operand) -> Operand {
    joined(left, " + ", right, .sum)
  }

  /// The difference of two numbers or moments, or a moment as much earlier.
  ///
  /// - Parameters:
  ///   - left: a number, or a moment.
  ///   - right: a number, a moment of the same type, or a duration that is taken from the moment.
  public static func - (left: Operand, right: Operand) -> Operand {
    joined(left, " - ", right, .sum)
  }

  /// The product of two numbers.
  ///
  /// - Parameters:
  ///   - left: a number.
  ///   - right: a number.
  public static func * (left: Operand, right: Operand) -> Operand {
    joined(left, " * ", right, .product)
  }

  /// The quotient of two numbers; where the second is 0 it has no result, and the rule fails.
  ///
  /// - Parameters:
  ///   - left: the number that is divided.
  ///   - right: the number that it is divided by.
  public static func / (left: Operand, right: Operand) -> Operand {
    joined(left, " / ", right, .product)
  }
}

// MARK: - Ranges

/// A range of operands: `1...20`, `8...`, `...20`, `0..<10`; a number stands for itself.
public struct OperandRange: Sendable, ExpressibleByIntegerLiteral {
  let phrase: Phrase

  fileprivate init(_ lower: Operand?, _ mark: String, _ upper: Operand?) {
    let ends = [lower?.phrase, upper?.phrase]
    let texts = ends.map { $0?.text(atLeast: .sum) ?? "" }
    phrase = Phrase(
      texts.joined(separator: mark), .range,
      operators: ends.reduce(0) { $0 + ($1?.operators ?? 0) })
  }

  /// One number.
  ///
  /// - Parameter value: the only number in the range.
  public init(integerLiteral value: Int) { self.init(value) }

  /// One number.
  ///
  /// - Parameter value: the only number in the range.
  public init(_ value: Int) { phrase = Operand(value).phrase }
}

extension Operand {
  /// From one value to another, both included.
  ///
  /// - Parameters:
  ///   - lower: the least value.
  ///   - upper: the greatest value.
  public static func ... (lower: Operand, upper: Operand) -> OperandRange {
    OperandRange(lower, "...", upper)
  }

  /// From one value up to another, which is not included.
  ///
  /// - Parameters:
  ///   - lower: the least value.
  ///   - upper: the end of the range. All values are below it.
  public static func ..< (lower: Operand, upper: Operand) -> OperandRange {
    OperandRange(lower, "..<", upper)
  }

  /// From a value on.
  ///
  /// - Parameter lower: the least value.
  public static postfix func ... (lower: Operand) -> OperandRange {
    OperandRange(lower, "...", nil)
  }

  /// Up to a value.
  ///
  /// - Parameter upper: the greatest value.
  public static prefix func ... (upper: Operand) -> OperandRange {
    OperandRange(nil, "...", upper)
  }

  /// Up to a value, which is not included.
  ///
  /// - Parameter upper: the end of the range. All values are below it.
  public static prefix func ..< (upper: Operand) -> OperandRange {
    OperandRange(nil, "..<", upper)
  }
}

/// A number of Swift that is a limit of a range: `.count(1...limit)`.
public protocol OperandNumber {
  /// The number as a value in a condition.
  var operand: Operand { get }
}

extension Int: OperandNumber {
  /// A whole number.
  public var operand: Operand { Operand(self) }
}

extension Double: OperandNumber {
  /// The shortest decimal that reads back as the number.
  public var operand: Operand { Operand(floatLiteral: self) }
}

extension Decimal: OperandNumber {
  /// The number, exactly.
  public var operand: Operand { Operand(self) }
}

// Where no range of operands is wanted, ranges of numbers are those of Swift.
extension OperandNumber {
  /// From one number to another, both included; the checker finds a range that is empty.
  ///
  /// - Parameters:
  ///   - lower: the least value.
  ///   - upper: the greatest value.
  @_disfavoredOverload
  public static func ... (lower: Self, upper: Self) -> OperandRange {
    lower.operand...upper.operand
  }

  /// From one number up to another, which is not included; the checker finds a range that is empty.
  ///
  /// - Parameters:
  ///   - lower: the least value.
  ///   - upper: the end of the range. All numbers are below it.
  @_disfavoredOverload
  public static func ..< (lower: Self, upper: Self) -> OperandRange {
    lower.operand..<upper.operand
  }

  /// From a number on.
  ///
  /// - Parameter lower: the least value.
  @_disfavoredOverload
  public static postfix func ... (lower: Self) -> OperandRange { lower.operand... }

  /// Up to a number.
  ///
  /// - Parameter upper: the greatest value.
  @_disfavoredOverload
  public static prefix func ... (upper: Self) -> OperandRange { ...upper.operand }

  /// Up to a number, which is not included.
  ///
  /// - Parameter upper: the end of the range. All numbers are below it.
  @_disfavoredOverload
  public static prefix func ..< (upper: Self) -> OperandRange { ..<upper.operand }
}
