// Untyped values, as in JSON, that a program passes to validation.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of a record to validate, of any type that JSON has. Literals can be used as values:
///
/// ```swift
/// let record: RecordValue = ["id": "a1", "age": 34, "tags": ["new", "vip"], "note": nil]
/// ```
public enum RecordValue: Sendable, Hashable {
  /// Null, which means the same as leaving the key out.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A decimal number with its exact digits.
  case decimal(Decimal)
  /// A binary number, which counts as the shortest decimal that converts back to it. NaN and infinity fit no type.
  case double(Double)
  /// A text, which may be a date, a time or a choice.
  case string(String)
  /// A moment in time.
  ///
  /// A date, time or `datetime` field takes its local date and time in ``ValidationOptions/timeZone``, or in the
  /// system's time zone if that is nil. A moment outside the years 0001 to 9999 fits no type.
  case moment(Date)
  /// A list.
  case list([RecordValue])
  /// An object.
  case record([String: RecordValue])
}

extension RecordValue {
  /// Returns the date of a moment, as a `date` field reads it.
  ///
  /// - Parameters:
  ///   - date: a moment; outside the years 0001 to 9999 the result is `null`.
  ///   - timeZone: the time zone of the date; the system's by default, as for every `Date` of a record.
  public static func date(_ date: Date, in timeZone: TimeZone = .current) -> RecordValue {
    CalendarDateTime(date, in: timeZone).map { .string($0.date.description) } ?? .null
  }

  /// Returns the time of day of a moment, as a `time` field reads it.
  ///
  /// - Parameters:
  ///   - date: a moment; outside the years 0001 to 9999 the result is `null`.
  ///   - timeZone: the time zone of the time; the system's by default.
  public static func time(_ date: Date, in timeZone: TimeZone = .current) -> RecordValue {
    CalendarDateTime(date, in: timeZone).map { .string($0.time.description) } ?? .null
  }

  /// Returns the date and time of day of a moment, as a `datetime` field reads it.
  ///
  /// - Parameters:
  ///   - date: a moment; outside the years 0001 to 9999 the result is `null`.
  ///   - timeZone: the time zone of the date and time; the system's by default.
  public static func dateTime(_ date: Date, in timeZone: TimeZone = .current) -> RecordValue {
    CalendarDateTime(date, in: timeZone).map { .string($0.description) } ?? .null
  }

  /// Returns a moment, as an `instant` field reads it.
  ///
  /// - Parameter date: a moment; outside the years 0001 to 9999 the result is `null`.
  public static func instant(_ date: Date) -> RecordValue {
    CalendarInstant(date).map { .string($0.description) } ?? .null
  }

  /// Returns a date, a time of day, or both, depending on the components; `null` if they contain neither a date
  /// nor a time.
  ///
  /// - Parameter components: year, month and day; hour, with or without minute, second and nanosecond; or all of
  ///   these. The time zone is ignored.
  public static func components(_ components: DateComponents) -> RecordValue {
    let date = CalendarDate(components)
    let time = components.hour.flatMap { hour in
      CalendarTime(
        hour: hour, minute: components.minute ?? 0, second: components.second ?? 0,
        nanosecond: components.nanosecond ?? 0)
    }
    switch (date, time) {
    case (let date?, let time?):
      return .string(CalendarDateTime(date: date, time: time).description)
    case (let date?, nil): return .string(date.description)
    case (nil, let time?): return .string(time.description)
    case (nil, nil): return .null
    }
  }
}

// MARK: - Literals

extension RecordValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  ///
  /// - Parameter value: the literal.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a whole number.
  ///
  /// - Parameter value: the literal, a 64-bit integer.
  public init(integerLiteral value: Int) { self = .int(value) }

  /// Creates a number.
  ///
  /// - Parameter value: the literal.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a truth value.
  ///
  /// - Parameter value: true or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a null value.
  ///
  /// - Parameter nilLiteral: the literal, which has no content.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a list.
  ///
  /// - Parameter elements: the items, in order.
  public init(arrayLiteral elements: RecordValue...) { self = .list(elements) }

  /// Creates an object. If a key occurs twice, its last value is used.
  ///
  /// - Parameter elements: the keys and their values.
  public init(dictionaryLiteral elements: (String, RecordValue)...) {
    self = .record(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

// MARK: - Numbers

extension RecordValue {
  /// The number as JSON; nil for NaN, infinity and any value that isn't a number.
  var digits: String? {
    switch self {
    case .int(let integer): String(integer)
    case .decimal(let decimal): decimal.isNaN ? nil : decimal.description
    case .double(let double): double.isFinite ? double.shortestDigits : nil
    default: nil
    }
  }
}
