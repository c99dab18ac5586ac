// The types of a program that can be values of a record as they are.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type whose values can be values of a record: texts, numbers, truth values, dates, and lists, dictionaries and
/// optionals of these.
///
/// ```swift
/// let outcome = try spec.validate(textField.stringValue, for: "id")
/// ```
///
/// A type of your own conforms by the value that it has in a record.
public protocol RecordConvertible {
  /// The value as a record has it.
  var recordValue: RecordValue { get }
}

extension RecordValue: RecordConvertible {
  /// The value itself.
  public var recordValue: RecordValue { self }
}

extension String: RecordConvertible {
  /// The text.
  public var recordValue: RecordValue { .string(self) }
}

extension Substring: RecordConvertible {
  /// The text.
  public var recordValue: RecordValue { .string(String(self)) }
}

extension Int: RecordConvertible {
  /// The whole number.
  public var recordValue: RecordValue { .int(self) }
}

extension Double: RecordConvertible {
  /// The number, which counts as the shortest decimal that converts back to it.
  public var recordValue: RecordValue { .double(self) }
}

extension Decimal: RecordConvertible {
  /// The number with its exact digits.
  public var recordValue: RecordValue { .decimal(self) }
}

extension Bool: RecordConvertible {
  /// The truth value.
  public var recordValue: RecordValue { .bool(self) }
}

extension Date: RecordConvertible {
  /// The moment. A `date` field takes its date in ``ValidationOptions/timeZone``.
  public var recordValue: RecordValue { .moment(self) }
}

extension DateComponents: RecordConvertible {
  /// The date, the time of day, or both; `null` if the components contain neither.
  public var recordValue: RecordValue { .components(self) }
}

extension Optional: RecordConvertible where Wrapped: RecordConvertible {
  /// The value, or `null`.
  public var recordValue: RecordValue { map { $0.recordValue } ?? .null }
}

extension Array: RecordConvertible where Element: RecordConvertible {
  /// The list.
  public var recordValue: RecordValue { .list(map { $0.recordValue }) }
}

extension Dictionary: RecordConvertible where Key == String, Value: RecordConvertible {
  /// The object.
  public var recordValue: RecordValue { .record(mapValues { $0.recordValue }) }
}
