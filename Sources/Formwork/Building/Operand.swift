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
  let expression: FormworkSyntax.Expression
  /// How many of the operators that `Parser.operatorLimit` is about it is made of, or fewer.
  let operators: Int

  init(_ kind: FormworkSyntax.Expression.Kind, operators: Int = 0) {
    expression = FormworkSyntax.Expression(kind: kind, span: .built)
    self.operators = operators
  }
}

// MARK: - Literals

extension Operand: ExpressibleByStringLiteral {
  /// A text; braces in it are braces.
  public init(stringLiteral text: String) {
    self.init(.text(TextTemplate(plain: text, span: .built)))
  }
}

extension Operand: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// A whole number.
  public init(_ value: Int) {
    let digits = Operand(.number(String(value.magnitude)))
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
      self.init(.number("0" + value.description.filter { $0.isLetter || $0.isWholeNumber }))
    }
  }

  /// A number, exactly; NaN is a mistake that the checker finds.
  public init(_ value: Decimal) {
    // After a digit, letters are no name.
    let digits = Operand(.number(value.isNaN ? "0NaN" : value.magnitude.description))
    self = value < 0 ? -digits : digits
  }
}

extension Operand: ExpressibleByBooleanLiteral {
  /// A truth value.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension Operand {
  /// A text, without placeholders.
  public init(_ text: String) { self.init(stringLiteral: text) }

  /// A text with the values of fields, such as `{department}/{series}`.
  public static func template(_ text: String) -> Operand { Operand(.text(TextTemplate(text))) }

  /// A day; one that is not in the calendar is a mistake that the checker finds.
  public static func date(_ year: Int, _ month: Int, _ day: Int) -> Operand {
    Operand(.date(digits([(year, 4), (month, 2), (day, 2)], "-")))
  }

  /// A time of day; one that no clock shows is a mistake that the checker finds.
  public static func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> Operand {
    Operand(.time(digits([(hour, 2), (minute, 2), (second, 2)], ":")))
  }

  /// A moment.
  ///
  /// - Parameter date: of the years 0001 to 9999; another is a mistake that the checker finds.
  public static func instant(_ date: Date) -> Operand {
    Operand(.instant(CalendarInstant(date)?.description ?? "0000-00-00T00:00Z"))
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
    let duration = Operand(.duration(String(count.magnitude), unit))
    return count < 0 ? -duration : duration
  }
}

// MARK: - Fields and what is computed

extension Operand {
  /// The field's own value.
  public static var value: Operand { Operand(.value) }

  /// Today's date.
  public static var today: Operand { Operand(.today) }

  /// The moment of the validation.
  public static var now: Operand { Operand(.now) }

  /// A field; through a list, the list of its values.
  ///
  /// - Parameter path: a name, or a path such as `address.zip`.
  public static func field(_ path: String) -> Operand {
    let steps = Name.path(path)
    var operand = Operand(.name(steps[0]))
    // A path of more steps is refused as well as one of all of them.
    for step in steps.dropFirst().prefix(Parser.operatorLimit + 1) {
      operand = Operand(.member(operand.expression, step))
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
      .call(Name(name), arguments.map { $0.expression }),
      operators: arguments.reduce(0) { $0 + $1.operators })
  }

  private static func binary(
    _ operation: BinaryOperator, _ left: Operand, _ right: Operand
  ) -> Operand {
    // What has too many operators is refused, and needs no more of them.
    if left.operators > Parser.operatorLimit { return left }
    if right.operators > Parser.operatorLimit { return right }
    return Operand(
      .binary(operation, left.expression, right.expression),
      operators: left.operators + right.operators + 1)
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
    // Two signs are none.
    if case .negated(let inner) = operand.expression.kind {
      return Operand(inner.kind, operators: operand.operators)
    }
    return Operand(.negated(operand.expression), operators: operand.operators)
  }
}

// MARK: - Ranges

/// A range of operands: `1...20`, `8...`, `...20`, `0..<10`; a number stands for itself.
public struct OperandRange: Sendable, ExpressibleByIntegerLiteral {
  let expression: FormworkSyntax.Expression

  fileprivate init(_ lower: Operand?, _ upper: Operand?, halfOpen: Bool = false) {
    expression = FormworkSyntax.Expression(
      kind: .range(lower?.expression, upper?.expression, halfOpen: halfOpen), span: .built)
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
