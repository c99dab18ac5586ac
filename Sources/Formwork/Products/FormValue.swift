// A typed value: what a field of an accepted record became, a parameter of a problem, or what a
// host rule is asked about.

internal import FormworkEngine
internal import FormworkReport

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of one of the language's types.
///
/// Each accessor gives the value if it is of that type and nil otherwise; nothing is converted with
/// a loss.
public struct FormValue: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    // Indirect, because it would make every value twice as large.
    indirect case number(ExactDecimal)
    case bool(Bool)
    case date(CalendarDate)
    case time(CalendarTime)
    case dateTime(CalendarDateTime)
    case instant(CalendarInstant)
    case list([FormValue])
    case record(Product)
    /// JSON as it came, of a field of type `any`.
    case json(String)
    /// JSON `null`, inside such a field.
    case null
  }

  let content: Content

  init(_ content: Content) { self.content = content }
}

extension FormValue {
  /// The number, date or truth value as the engine has it; nil for every other value, which formats do not write.
  var engineValue: Value? {
    switch content {
    case .integer(let integer): Value(integer: integer)
    case .number(let number): Value(number)
    case .bool(let bool): Value(bool: bool)
    case .date(let date): Value(date)
    default: nil
    }
  }
}

// MARK: - Plain values

extension FormValue {
  /// A text, or the value of a choice.
  public var string: String? {
    switch content {
    case .text(let text): text
    case .json: if case .text(let text) = plain { text } else { nil }
    default: nil
    }
  }
  /// A whole number of 64 bits; the language's `int` always is one.
  public var int: Int? { int64.flatMap { Int(exactly: $0) } }

  private var int64: Int64? {
    switch plain {
    case .integer(let integer): integer
    case .number(let number): number.asInt64
    default: nil
    }
  }

  /// A number, exactly.
  public var decimal: Decimal? {
    switch plain {
    case .integer(let integer): Decimal(integer)
    case .number(let number): Decimal(string: number.description)
    default: nil
    }
  }

  /// A number as the nearest binary one, which may not be the same: 0.1 is not among them.
  public var double: Double? {
    switch plain {
    case .integer(let integer): Double(integer)
    case .number(let number): Double(number.description)
    default: nil
    }
  }

  /// A truth value.
  public var bool: Bool? { if case .bool(let bool) = plain { bool } else { nil } }
  /// The items of a list.
  public var list: [FormValue]? { if case .list(let items) = plain { items } else { nil } }
  /// The values of a record, or of a block with `as`.
  public var record: Product? { if case .record(let record) = plain { record } else { nil } }

  /// A value of a record; nil where this is none, or has none of that name.
  ///
  /// - Parameter name: the name of a field of the record.
  public subscript(name: String) -> FormValue? { record?[name] }

  /// An item of a list, from 0; nil where this is none, or has fewer.
  ///
  /// - Parameter index: the place of an item, from 0.
  public subscript(index: Int) -> FormValue? {
    list.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// The content, or that of JSON that was passed on unchecked; such JSON may be a number of more digits than a
  /// number of the language has, which stays JSON.
  private var plain: Content { resolved.content }

  /// This, or what it is as JSON that was passed on unchecked.
  var resolved: FormValue {
    if case .json(let text) = content { JSONValueReader.value(text) ?? self } else { self }
  }
}

// MARK: - Dates and times

extension FormValue {
  /// The day, the time of day, or both: year, month and day; hour, minute, second and nanosecond.
  /// Those of an instant are in UTC and have that time zone.
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

  /// The moment of an instant; of a date its first moment, of a date and time that moment in a zone.
  ///
  /// - Parameter timeZone: where a date and a `datetime` are meant to be, UTC without one, as where a `Date` is
  ///   validated; an instant needs none. A moment that a zone skips in spring is taken as much later as the clock jumps.
  public func date(in timeZone: TimeZone = .gmt) -> Date? {
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
  /// The value in its one canonical form: text as it is, numbers with their exact digits, dates and
  /// times in ISO 8601, lists and records as JSON.
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

  /// The value as JSON: dates and times as texts in ISO 8601, numbers with their exact digits.
  public var jsonBytes: [UInt8] {
    var out = ByteBuffer()
    writeJSON(to: &out)
    return Array(out.bytes)
  }
}
