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

  init(_ kind: FormworkSyntax.Expression.Kind) {
    expression = FormworkSyntax.Expression(kind: kind, span: .built)
  }
}

// MARK: - Literals

extension Operand: ExpressibleByStringLiteral {
  /// A text; braces in it are braces.
  public init(stringLiteral text: String) {
    self.init(.text(TextTemplate(parts: [.literal(text)], span: .built)))
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
  /// A number, taken as the shortest decimal that reads back as it.
  public init(floatLiteral value: Double) {
    self.init(Decimal(string: value.description) ?? .nan)
  }

  /// A number, exactly; NaN is a mistake that the checker finds.
  public init(_ value: Decimal) {
    let digits = Operand(.number(value.magnitude.description))
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

  /// A day.
  public static func date(_ year: Int, _ month: Int, _ day: Int) -> Operand {
    Operand(.date(digits([(year, 4), (month, 2), (day, 2)], "-")))
  }

  /// A time of day.
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
    for step in steps.dropFirst() { operand = Operand(.member(operand.expression, step)) }
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
    Operand(.call(Name(name), arguments.map { $0.expression }))
  }

  private static func binary(
    _ operation: BinaryOperator, _ left: Operand, _ right: Operand
  ) -> Operand {
    Operand(.binary(operation, left.expression, right.expression))
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
    Operand(.negated(operand.expression))
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
