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
  let expression: BuiltExpression
  /// How many of the operators that `Parser.operatorLimit` is about it is made of, or fewer.
  let operators: Int

  init(_ expression: BuiltExpression, operators: Int = 0) {
    self.expression = expression
    self.operators = operators
  }

  init(
    operators: Int = 0,
    _ kind: @escaping @Sendable (TreeMemory) -> FormworkSyntax.Expression.Kind
  ) {
    self.init(BuiltExpression(.other, kind), operators: operators)
  }
}

// MARK: - Literals

extension Operand: ExpressibleByStringLiteral {
  /// A text; braces in it are braces.
  public init(stringLiteral text: String) {
    self.init { .text($0.template(plain: text, at: .built)) }
  }
}

extension Operand: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// A whole number.
  public init(_ value: Int) {
    let digits = Operand { .number($0.string(String(value.magnitude))) }
    self = value < 0 ? -digits : digits
  }
}

extension Operand: ExpressibleByFloatLiteral {
  /// A number, taken as the shortest decimal that reads back as it; one that no `Decimal` is, is a
  /// mistake that the checker finds.
  public init(floatLiteral value: Double) {
    if let decimal = Decimal(string: value.description), !decimal.isNaN {
      self.init(decimal)
    } else {
      let letters = value.description.filter { $0.isLetter || $0.isWholeNumber }
      self.init { .number($0.string("0" + letters)) }
    }
  }

  /// A number, exactly; NaN is a mistake that the checker finds.
  public init(_ value: Decimal) {
    // After a digit, letters are no name.
    let digits = Operand {
      .number($0.string(value.isNaN ? "0NaN" : value.magnitude.description))
    }
    self = value < 0 ? -digits : digits
  }
}

extension Operand: ExpressibleByBooleanLiteral {
  /// A truth value.
  public init(booleanLiteral value: Bool) { self.init { _ in .bool(value) } }
}

extension Operand {
  /// A text, without placeholders.
  public init(_ text: String) { self.init(stringLiteral: text) }

  /// A text with the values of fields, such as `{department}/{series}`.
  public static func template(_ text: String) -> Operand {
    Operand { .text($0.template(text, at: .built)) }
  }

  /// A day; one that is not in the calendar is a mistake that the checker finds.
  public static func date(_ year: Int, _ month: Int, _ day: Int) -> Operand {
    Operand { .date($0.string(digits([(year, 4), (month, 2), (day, 2)], "-"))) }
  }

  /// A time of day; one that no clock shows is a mistake that the checker finds.
  public static func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> Operand {
    Operand { .time($0.string(digits([(hour, 2), (minute, 2), (second, 2)], ":"))) }
  }

  /// A moment.
  ///
  /// - Parameter date: of the years 0001 to 9999; another is a mistake that the checker finds.
  public static func instant(_ date: Date) -> Operand {
    let text = CalendarInstant(date)?.description ?? "0000-00-00T00:00Z"
    return Operand { .instant($0.string(text)) }
  }

  private static func digits(_ numbers: [(number: Int, width: Int)], _ mark: String) -> String {
    numbers.map { number, width in
      let digits = String(number)
      // What has no such digits is written as one that is no day and no time.
      if number < 0 || digits.count > width { return String(repeating: "9", count: width) }
      return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
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
    let duration = Operand { .duration($0.string(String(count.magnitude)), unit) }
    return count < 0 ? -duration : duration
  }
}

// MARK: - Fields and what is computed

extension Operand {
  /// The field's own value.
  public static var value: Operand { Operand { _ in .value } }

  /// Today's date.
  public static var today: Operand { Operand { _ in .today } }

  /// The moment of the validation.
  public static var now: Operand { Operand { _ in .now } }

  /// A field; through a list, the list of its values.
  ///
  /// - Parameter path: a name, or a path such as `address.zip`.
  public static func field(_ path: String) -> Operand {
    let steps = path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    var operand = Operand(.name(steps[0]))
    // A path of more steps is refused as well as one of all of them.
    for step in steps.dropFirst().prefix(Parser.operatorLimit + 1) {
      let base = operand.expression
      operand = Operand { .member(base.made(in: $0), $0.name(step)) }
    }
    return operand
  }

  /// The number of characters of a text, or of items of a list.
  public static func count(of path: String) -> Operand { call("count", [.field(path)]) }

  /// The sum of the numbers at a path through a list.
  public static func sum(of path: String) -> Operand { call("sum", [.field(path)]) }

  /// The smallest of some values, or of those at a path through a list.
  public static func min(_ values: Operand...) -> Operand { call("min", values) }

  /// The largest of some values, or of those at a path through a list.
  public static func max(_ values: Operand...) -> Operand { call("max", values) }

  /// A number with so many digits after the point, half to even.
  public static func round(_ value: Operand, places: Int) -> Operand {
    call("round", [value, Operand(places)])
  }

  private static func call(_ name: String, _ arguments: [Operand]) -> Operand {
    Operand(
      .call(name, arguments.map { $0.expression }),
      operators: arguments.reduce(0) { $0 + $1.operators })
  }

  private static func binary(
    _ operation: BinaryOperator, _ left: Operand, _ right: Operand
  ) -> Operand {
    // What has too many operators is refused, and needs no more of them.
    if left.operators > Parser.operatorLimit { return left }
    if right.operators > Parser.operatorLimit { return right }
    return Operand(operators: left.operators + right.operators + 1) {
      .binary(operation, left.expression.made(in: $0), right.expression.made(in: $0))
    }
  }

  /// The sum of two numbers, or a moment as much later.
  public static func + (left: Operand, right: Operand) -> Operand { binary(.add, left, right) }

  /// The difference of two numbers or moments, or a moment as much earlier.
  public static func - (left: Operand, right: Operand) -> Operand { binary(.subtract, left, right) }

  /// The product of two numbers.
  public static func * (left: Operand, right: Operand) -> Operand { binary(.multiply, left, right) }

  /// The quotient of two numbers; unknown where the second is 0.
  public static func / (left: Operand, right: Operand) -> Operand { binary(.divide, left, right) }

  /// A number or a duration with the other sign.
  public static prefix func - (operand: Operand) -> Operand {
    let value = operand.expression
    // Two signs are none.
    if case .negated(let inner) = value.shape {
      return Operand(inner, operators: operand.operators)
    }
    let negated = BuiltExpression(.negated(value)) { .negated(value.made(in: $0)) }
    return Operand(negated, operators: operand.operators)
  }
}

// MARK: - Ranges

/// A range of operands: `1...20`, `8...`, `...20`, `0..<10`; a number stands for itself.
public struct OperandRange: Sendable, ExpressibleByIntegerLiteral {
  let expression: BuiltExpression

  fileprivate init(_ lower: Operand?, _ upper: Operand?, halfOpen: Bool = false) {
    expression = BuiltExpression {
      .range(
        lower?.expression.made(in: $0), upper?.expression.made(in: $0), halfOpen: halfOpen)
    }
  }

  /// One number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// One number.
  public init(_ value: Int) { expression = Operand(value).expression }
}

extension Operand {
  /// From one value to another, both included.
  public static func ... (lower: Operand, upper: Operand) -> OperandRange {
    OperandRange(lower, upper)
  }

  /// From one value up to another, which is not included.
  public static func ..< (lower: Operand, upper: Operand) -> OperandRange {
    OperandRange(lower, upper, halfOpen: true)
  }

  /// From a value on.
  public static postfix func ... (lower: Operand) -> OperandRange { OperandRange(lower, nil) }

  /// Up to a value.
  public static prefix func ... (upper: Operand) -> OperandRange { OperandRange(nil, upper) }

  /// Up to a value, which is not included.
  public static prefix func ..< (upper: Operand) -> OperandRange {
    OperandRange(nil, upper, halfOpen: true)
  }
}
