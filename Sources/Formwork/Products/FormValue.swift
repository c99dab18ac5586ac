// A typed value, used in products, in the reasons of problems, and in calls of host rules.

internal import FormworkEngine
internal import FormworkReport

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of one of the language's types.
///
/// Each property returns the value if it has that type and nil otherwise. Except in ``FormValue/double``, no
/// conversion loses precision.
public struct FormValue: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    // Indirect, because `ExactDecimal` would double the size of every value.
    indirect case number(ExactDecimal)
    case bool(Bool)
    case date(CalendarDate)
    case time(CalendarTime)
    case dateTime(CalendarDateTime)
    case instant(CalendarInstant)
    case list([FormValue])
    case record(Product)
    /// The unchanged JSON of a field of type `any`.
    case json(String)
    /// A JSON `null` inside a field of type `any`.
    case null
  }

  let content: Content

  init(_ content: Content) { self.content = content }
}

extension FormValue {
  /// The value as the engine's `Value` if its type can have a format in the data; nil otherwise.
  var engineValue: Value? {
    switch content {
    case .integer(let integer): Value(integer: integer)
    case .number(let number): Value(number)
    case .bool(let bool): Value(bool: bool)
    case .date(let date): Value(date)
    case .time(let time): Value(time)
    case .dateTime(let dateTime): Value(dateTime)
    case .instant(let instant): Value(instant)
    default: nil
    }
  }
}

// MARK: - Plain values

extension FormValue {
  /// The text, the value of a choice, or a date that lacks the day, such as `2026-05`.
  public var string: String? {
    switch content {
    case .text(let text): text
    case .json: if case .text(let text) = plain { text } else { nil }
    default: nil
    }
  }
  /// The whole number, if it fits 64 bits. Every `int` of the language does.
  public var int: Int? { int64.flatMap { Int(exactly: $0) } }

  private var int64: Int64? {
    switch plain {
    case .integer(let integer): integer
    case .number(let number): number.asInt64
    default: nil
    }
  }

  /// The number, with its exact digits.
  public var decimal: Decimal? {
    switch plain {
    case .integer(let integer): Decimal(integer)
    case .number(let number): Decimal(string: number.description)
    default: nil
    }
  }

  /// The number as the nearest `Double`, which may differ slightly, as for 0.1.
  public var double: Double? {
    switch plain {
    case .integer(let integer): Double(integer)
    case .number(let number): Double(number.description)
    default: nil
    }
  }

  /// The truth value.
  public var bool: Bool? { if case .bool(let bool) = plain { bool } else { nil } }
  /// The items of a list.
  public var list: [FormValue]? { if case .list(let items) = plain { items } else { nil } }
  /// The values of a record, or of a block with `as`.
  public var record: Product? { if case .record(let record) = plain { record } else { nil } }

  /// Accesses a value of a record; nil if this isn't a record or has no such value.
  ///
  /// - Parameter path: the name of a field of the record, or of a block with `as`, or a path such as `items[0].price`.
  public subscript(path: String) -> FormValue? { record?[path] }

  /// Accesses an item of a list; nil if this isn't a list or `index` is out of range.
  ///
  /// - Parameter index: the index of the item, from 0.
  public subscript(index: Int) -> FormValue? {
    list.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// The content. The JSON of a field of type `any` is parsed, except a number with more digits than the language
  /// supports.
  private var plain: Content { resolved.content }

  /// The value itself, or the parsed value if this is the JSON of a field of type `any`.
  var resolved: FormValue {
    if case .json(let text) = content { FormValue(json: text) ?? self } else { self }
  }
}

// MARK: - Dates and times

extension FormValue {
  /// The date, the time of day, or both: year, month and day; hour, minute, second and nanosecond. The components of
  /// an instant are in UTC and have that time zone.
  public var dateComponents: DateComponents? {
    switch content {
    case .date(let date): return DateComponents(date)
    case .time(let time): return DateComponents(nil, time)
    case .dateTime(let dateTime): return DateComponents(dateTime.date, dateTime.time)
    case .instant(let instant):
      var components = DateComponents(instant.utc.date, instant.utc.time)
      components.timeZone = TimeZone(secondsFromGMT: 0)
      return components
    default: return nil
    }
  }

  /// Returns the moment of an instant, of a `datetime` in a time zone, or of the start of a date in a time zone.
  ///
  /// - Parameter timeZone: the time zone of a date or `datetime`; the system's by default, as in the validation of a
  ///   `Date`. An instant needs no time zone. A time that a time zone skips in spring moves forward by the length of
  ///   the gap.
  public func date(in timeZone: TimeZone = .current) -> Date? {
    switch content {
    case .instant(let instant): instant.foundationDate
    case .dateTime(let dateTime): dateTime.foundationDate(in: timeZone)
    case .date(let date):
      CalendarDateTime(date: date, time: .midnight).foundationDate(in: timeZone)
    default: nil
    }
  }
}

extension DateComponents {
  init(_ date: CalendarDate?, _ time: CalendarTime? = nil) {
    self.init()
    if let (year, month, day) = date?.civil {
      self.year = year
      self.month = month
      self.day = day
    }
    guard let time else { return }
    hour = time.hour
    minute = time.minute
    second = time.second
    nanosecond = time.nanosecond
  }
}

// MARK: - As text

extension FormValue: CustomStringConvertible {
  /// The value in its canonical form: texts unchanged, numbers with their exact digits, dates and times in ISO 8601,
  /// and lists and records as JSON.
  public var description: String {
    switch content {
    case .text(let text), .json(let text): return text
    case .integer(let integer): return String(integer)
    case .number(let number): return number.description
    case .bool(let bool): return bool ? "true" : "false"
    case .date(let date): return date.description
    case .time(let time): return time.description
    case .dateTime(let dateTime): return dateTime.description
    case .instant(let instant): return instant.description
    case .null: return "null"
    case .list, .record: return String(decoding: jsonBytes, as: UTF8.self)
    }
  }

  /// The value as JSON, with dates and times as texts in ISO 8601, and numbers with their exact digits.
  public var jsonBytes: [UInt8] { ByteBuffer.bytes { writeJSON(to: &$0) } }
}
