// What a program has in its hands before validation: values as untyped as those of JSON.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of a record to be validated, of the shapes that JSON has. Literals are values:
///
/// ```swift
/// let record: RecordValue = ["id": "a1", "age": 34, "tags": ["new", "vip"], "note": nil]
/// ```
public enum RecordValue: Sendable, Hashable {
  /// Nothing; the same as leaving the key out.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// An exact number.
  case decimal(Decimal)
  /// A binary number, taken as the shortest decimal that reads back as it. NaN and the infinities
  /// are of no type.
  case double(Double)
  /// A text; also how dates, times and choices are given.
  case string(String)
  /// A moment: for a date, a time or a `datetime` what calendar and clock show then in the time zone of
  /// ``ValidationOptions/timeZone``, UTC without one. Those beyond the years 0001 to 9999 are of no type.
  case moment(Date)
  /// A list.
  case list([RecordValue])
  /// An object.
  case record([String: RecordValue])
}

extension RecordValue {
  /// The day of a moment, as a `date` field reads it.
  ///
  /// - Parameters:
  ///   - date: of the years 0001 to 9999; others are `null`.
  ///   - timeZone: where the day is meant to be; UTC without one, as with every `Date` of a record.
  ///     A date picker has the day in `TimeZone.current`.
  public static func date(_ date: Date, in timeZone: TimeZone = .gmt) -> RecordValue {
    CalendarDateTime(date, in: timeZone).map { .string($0.date.description) } ?? .null
  }

  /// The time of day of a moment, as a `time` field reads it.
  ///
  /// - Parameters:
  ///   - date: of the years 0001 to 9999; others are `null`.
  ///   - timeZone: where the clock is meant to be; UTC without one.
  public static func time(_ date: Date, in timeZone: TimeZone = .gmt) -> RecordValue {
    CalendarDateTime(date, in: timeZone).map { .string($0.time.description) } ?? .null
  }

  /// The day and time of day of a moment, as a `datetime` field reads it.
  ///
  /// - Parameters:
  ///   - date: of the years 0001 to 9999; others are `null`.
  ///   - timeZone: where calendar and clock are meant to be; UTC without one.
  public static func dateTime(_ date: Date, in timeZone: TimeZone = .gmt) -> RecordValue {
    CalendarDateTime(date, in: timeZone).map { .string($0.description) } ?? .null
  }

  /// A moment, as an `instant` field reads it.
  ///
  /// - Parameter date: of the years 0001 to 9999; others are `null`.
  public static func instant(_ date: Date) -> RecordValue {
    CalendarInstant(date).map { .string($0.description) } ?? .null
  }

  /// A day, a time of day, or both, as the components say; `null` if they name neither.
  ///
  /// - Parameter components: year, month and day; hour and minute, with or without second and
  ///   nanosecond; or all of them. The time zone is not looked at.
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
  /// A text.
  ///
  /// - Parameter value: the literal.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A whole number.
  ///
  /// - Parameter value: the literal, of 64 bits.
  public init(integerLiteral value: Int) { self = .int(value) }

  /// A number.
  ///
  /// - Parameter value: the literal.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// A truth value.
  ///
  /// - Parameter value: true or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Nothing.
  ///
  /// - Parameter nilLiteral: nothing.
  public init(nilLiteral: ()) { self = .null }

  /// A list.
  ///
  /// - Parameter elements: the items, in their order.
  public init(arrayLiteral elements: RecordValue...) { self = .list(elements) }

  /// An object; of a key that is there twice the last value counts.
  ///
  /// - Parameter elements: keys with their values.
  public init(dictionaryLiteral elements: (String, RecordValue)...) {
    self = .record(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

// MARK: - Numbers

extension RecordValue {
  /// A number as JSON writes it; nil for one that is none, and for any other value.
  var digits: String? {
    switch self {
    case .int(let integer): String(integer)
    case .decimal(let decimal): decimal.isNaN ? nil : decimal.description
    case .double(let double): double.isFinite ? double.description : nil
    default: nil
    }
  }
}
