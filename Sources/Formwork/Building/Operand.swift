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
  public init(stringLiteral text: String) { self.init(text) }

  /// A whole number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// A whole number.
  public init(_ value: Int) {
    self.init(Phrase(String(value.magnitude)))
    isNegative = value < 0
  }

  /// A number, taken as the shortest decimal that reads back as it. The checker finds a mistake in one that
  /// no `Decimal` is.
  public init(floatLiteral value: Double) {
    if let decimal = Decimal(string: value.description), !decimal.isNaN {
      self.init(decimal)
    } else {
      let letters = value.description.filter { $0.isLetter || $0.isWholeNumber }
      self.init(Phrase("0" + letters))
    }
  }

  /// A number, exactly. The checker finds a mistake in NaN.
  public init(_ value: Decimal) {
    // After a digit, letters are not a name.
    self.init(Phrase(value.isNaN ? "0NaN" : value.magnitude.description))
    isNegative = value < 0
  }

  /// A truth value.
  public init(booleanLiteral value: Bool) { self.init(Phrase(value ? "true" : "false")) }
}

extension Operand {
  /// A text, without placeholders.
  public init(_ text: String) { self.init(Phrase(Spelling.text(text, braces: true))) }

  /// A text with the values of fields, such as `{department}/{series}`.
  public static func template(_ text: String) -> Operand {
    Operand(Phrase(Spelling.template(text)))
  }

  /// A day. The checker finds a mistake in one that is not in the calendar.
  public static func date(_ year: Int, _ month: Int, _ day: Int) -> Operand {
    Operand(Phrase(digits([(year, 4), (month, 2), (day, 2)], "-")))
  }

  /// A time of day. The checker finds a mistake in one that no clock shows.
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
  public static func years(_ count: Int) -> Operand { duration(count, .year) }
  /// A number of months; the day stays, or is the last of its month.
  public static func months(_ count: Int) -> Operand { duration(count, .month) }
  /// A number of weeks.
  public static func weeks(_ count: Int) -> Operand { duration(count, .week) }
  /// A number of days.
  public static func days(_ count: Int) -> Operand { duration(count, .day) }
  /// A number of hours.
  public static func hours(_ count: Int) -> Operand { duration(count, .hour) }
  /// A number of minutes.
  public static func minutes(_ count: Int) -> Operand { duration(count, .minute) }
  /// A number of seconds.
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
  public static func count(of path: String) -> Operand { call("count", [.field(path)]) }
  /// The sum of the numbers at a path through a list.
  public static func sum(of path: String) -> Operand { call("sum", [.field(path)]) }
  /// The smallest of some values, or of those at a path through a list.
  public static func min(_ values: Operand...) -> Operand { call("min", values) }
  /// The largest of some values, or of those at a path through a list.
  public static func max(_ values: Operand...) -> Operand { call("max", values) }

  /// Where a half goes when a number is rounded.
  public enum Rounding: Sendable {
    /// Away from zero, as people and spreadsheets round: 2.5 is 3.
    case awayFromZero
    /// To the even digit: 2.5 is 2, and 3.5 is 4.
    case toEven
  }

  /// A number with so many digits after the point.
  public static func round(
    _ value: Operand, places: Int, _ rounding: Rounding = .awayFromZero
  ) -> Operand {
    let even = rounding == .toEven ? [Operand(Phrase("even"))] : []
    return call("round", [value, Operand(places)] + even)
  }

  /// What remains of a number divided by another one, with the sign of that.
  public static func mod(_ dividend: Operand, _ divisor: Operand) -> Operand {
    call("mod", [dividend, divisor])
  }

  /// The year of a date, or of a date and time.
  public static func year(_ moment: Operand) -> Operand { call("year", [moment]) }
  /// The month, from 1.
  public static func month(_ moment: Operand) -> Operand { call("month", [moment]) }
  /// The day of the month, from 1.
  public static func day(_ moment: Operand) -> Operand { call("day", [moment]) }
  /// The day of the week, from 1 for Monday to 7 for Sunday.
  public static func weekday(_ moment: Operand) -> Operand { call("weekday", [moment]) }
  /// The hour of a time, or of a date and time.
  public static func hour(_ moment: Operand) -> Operand { call("hour", [moment]) }
  /// The minute.
  public static func minute(_ moment: Operand) -> Operand { call("minute", [moment]) }
  /// The second, without its fraction.
  public static func second(_ moment: Operand) -> Operand { call("second", [moment]) }

  /// The characters of a text at some places, from 1.
  public static func part(_ text: Operand, _ places: OperandRange) -> Operand {
    Operand(.list([text.phrase, places.phrase], after: "part"))
  }

  /// The number that a text is.
  public static func number(_ text: Operand) -> Operand { call("number", [text]) }
  /// Each digit of a text times its weight, added up; the weights start over at the end.
  public static func weighted(_ text: Operand, _ weights: Operand...) -> Operand {
    call("weighted", [text] + weights)
  }
  /// Texts, numbers, dates and times put together; what is blank is the empty text.
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
  public static func + (left: Operand, right: Operand) -> Operand {
    joined(left, " + ", right, .sum)
  }

  /// The difference of two numbers or moments, or a moment as much earlier.
  public static func - (left: Operand, right: Operand) -> Operand {
    joined(left, " - ", right, .sum)
  }

  /// The product of two numbers.
  public static func * (left: Operand, right: Operand) -> Operand {
    joined(left, " * ", right, .product)
  }

  /// The quotient of two numbers; where the second is 0 it has no result, and the rule fails.
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
  public init(integerLiteral value: Int) { self.init(value) }

  /// One number.
  public init(_ value: Int) { phrase = Operand(value).phrase }
}

extension Operand {
  /// From one value to another, both included.
  public static func ... (lower: Operand, upper: Operand) -> OperandRange {
    OperandRange(lower, "...", upper)
  }

  /// From one value up to another, which is not included.
  public static func ..< (lower: Operand, upper: Operand) -> OperandRange {
    OperandRange(lower, "..<", upper)
  }

  /// From a value on.
  public static postfix func ... (lower: Operand) -> OperandRange {
    OperandRange(lower, "...", nil)
  }

  /// Up to a value.
  public static prefix func ... (upper: Operand) -> OperandRange {
    OperandRange(nil, "...", upper)
  }

  /// Up to a value, which is not included.
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
  @_disfavoredOverload
  public static func ... (lower: Self, upper: Self) -> OperandRange {
    lower.operand...upper.operand
  }

  /// From one number up to another, which is not included; the checker finds a range that is empty.
  @_disfavoredOverload
  public static func ..< (lower: Self, upper: Self) -> OperandRange {
    lower.operand..<upper.operand
  }

  /// From a number on.
  @_disfavoredOverload
  public static postfix func ... (lower: Self) -> OperandRange { lower.operand... }

  /// Up to a number.
  @_disfavoredOverload
  public static prefix func ... (upper: Self) -> OperandRange { ...upper.operand }

  /// Up to a number, which is not included.
  @_disfavoredOverload
  public static prefix func ..< (upper: Self) -> OperandRange { ..<upper.operand }
}
