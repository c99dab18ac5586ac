// Converts values whose types are known only at run time, such as those of a property list, to record values.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The error for a value that a record can't contain.
public struct RecordValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the value, such as `items[2].price`; empty for the record itself.
  public let path: String
  /// The type or value found and the types allowed, in a sentence.
  public let reason: String

  init(_ reason: String, at path: String = "") { (self.path, self.reason) = (path, reason) }

  /// Returns the error with `step` added before its path.
  fileprivate func inside(_ step: String) -> RecordValueError {
    let isDirect = path.isEmpty || path.hasPrefix("[")
    return RecordValueError(reason, at: step + (isDirect ? "" : ".") + path)
  }

  /// The path and the reason.
  public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension RecordValue {
  /// The maximum nesting depth of values, the same as in JSON.
  static let nestingLimit = 256

  /// Creates a record value from an untyped value.
  ///
  /// Supported are nil and `NSNull`, truth values, numbers, texts, dates, UUIDs and URLs, arrays and dictionaries with
  /// text keys, and optionals of all these. A `Date` becomes a moment. A date field uses its date, and a time field its
  /// time. `DateComponents` become a date, a time of day or both.
  ///
  /// - Parameter any: a value such as one that `JSONSerialization` returns.
  /// - Throws: `RecordValueError` if a value is of another type, is NaN or infinite, or is nested more than 256
  ///   levels deep.
  public init(_ any: Any) throws(RecordValueError) { self = try RecordValue.value(any, depth: 0) }

  static func value(_ any: Any, depth: Int) throws(RecordValueError) -> RecordValue {
    if let plain = plain(any) { return plain }
    guard depth < nestingLimit else {
      throw RecordValueError("it is nested more than \(nestingLimit) levels deep")
    }
    if let record = any as? [String: Any] { return .record(try values(record, depth: depth)) }
    if let list = any as? [Any] { return .list(try items(list, depth: depth)) }
    if let object = object(any) { return object }
    if let scalar = try scalar(any) { return scalar }
    return try unwrapped(any, depth: depth)
  }

  /// Returns a value of one of the usual types, or nil for any other type. The type must match exactly: a cast would
  /// convert Foundation's object for 1 to a `Bool`, too.
  private static func plain(_ any: Any) -> RecordValue? {
    let type = type(of: any)
    if type == String.self, let text = any as? String { return .string(text) }
    if type == Int.self, let int = any as? Int { return .int(int) }
    if type == Bool.self, let bool = any as? Bool { return .bool(bool) }
    if type == RecordValue.self, let value = any as? RecordValue { return value }
    return nil
  }

  static func values(
    _ record: [String: Any], depth: Int
  ) throws(RecordValueError) -> [String: RecordValue] {
    var values: [String: RecordValue] = [:]
    values.reserveCapacity(record.count)
    for (key, item) in record { values[key] = try value(item, depth: depth + 1, at: key) }
    return values
  }

  private static func items(
    _ list: [Any], depth: Int
  ) throws(RecordValueError) -> [RecordValue] {
    var items: [RecordValue] = []
    items.reserveCapacity(list.count)
    for (index, item) in list.enumerated() {
      items.append(try value(item, depth: depth + 1, at: "[\(index)]"))
    }
    return items
  }

  private static func value(
    _ any: Any, depth: Int, at step: @autoclosure () -> String
  ) throws(RecordValueError) -> RecordValue {
    do throws(RecordValueError) {
      return try value(any, depth: depth)
    } catch {
      throw error.inside(step())
    }
  }

  /// Returns a value that is neither a list nor a record, or nil if the type isn't supported.
  static func scalar(_ any: Any) throws(RecordValueError) -> RecordValue? {
    if let plain = plain(any) { return plain }
    switch any {
    case let value as FormValue: return RecordValue(value)
    case let value as Product: return RecordValue(FormValue(.record(value)))
    case let text as String: return .string(text)
    case let text as Substring: return .string(String(text))
    case let character as Character: return .string(String(character))
    case let integer as any BinaryInteger: return .integer(integer)
    case let decimal as Decimal:
      guard !decimal.isNaN else { throw RecordValueError("\(decimal) is not a number") }
      return .decimal(decimal)
    case let double as Double: return try .checked(double)
    case let float as Float: return try .checked(float)
    case let date as Date:
      guard CalendarInstant(date) != nil else {
        throw RecordValueError("the date is outside the years 1 to 9999")
      }
      return .moment(date)
    case let components as DateComponents:
      return try checked(
        .components(components), "the components have neither a date nor a time of day")
    case let uuid as UUID: return .string(uuid.uuidString.lowercased())
    case let url as URL: return .string(url.absoluteString)
    default: return nil
    }
  }

  private static func checked(
    _ value: RecordValue, _ reason: String
  ) throws(RecordValueError) -> RecordValue {
    if case .null = value { throw RecordValueError(reason) }
    return value
  }

  /// Returns the value inside an optional, or the raw value of an enum.
  private static func unwrapped(_ any: Any, depth: Int) throws(RecordValueError) -> RecordValue {
    let mirror = Mirror(reflecting: any)
    if mirror.displayStyle == .optional {
      guard let inside = mirror.children.first else { return .null }
      return try value(inside.value, depth: depth + 1)
    }
    if let raw = any as? any RawRepresentable { return try value(raw.rawValue, depth: depth + 1) }
    throw RecordValueError(
      "a record cannot have a value of type \(type(of: any)); it must be a text, a number, a truth "
        + "value, a date, an array or a dictionary with texts as keys")
  }
}

// MARK: - Numbers

extension RecordValue {
  /// Returns a whole number of any width.
  private static func integer(_ integer: some BinaryInteger) -> RecordValue {
    if let int = Int(exactly: integer) { return .int(int) }
    return .digits(String(integer))
  }

  /// Returns a whole number that doesn't fit `Int`: as a `Decimal` if that is exact, or else as infinity, which fits
  /// no type.
  private static func digits(_ digits: String) -> RecordValue {
    guard let decimal = Decimal(string: digits), decimal.description == digits else {
      return .double(.infinity)
    }
    return .decimal(decimal)
  }

  private static func checked(
    _ number: some BinaryFloatingPoint & LosslessStringConvertible
  ) throws(RecordValueError) -> RecordValue {
    guard number.isFinite else { throw RecordValueError("\(number) is not a number") }
    if let double = number as? Double { return .double(double) }
    // Converts from the shortest digits, because 0.1 as a `Float` isn't 0.1 as a `Double`.
    return Double(number.description).map { .double($0) } ?? .double(Double(number))
  }
}

// MARK: - Objects

extension RecordValue {
  /// Returns the value of a Foundation object that represents a number, a truth value or null, as in results of
  /// `JSONSerialization`; nil for any other object.
  private static func object(_ any: Any) -> RecordValue? {
    #if canImport(Darwin)
      if any is NSNull { return .null }
      guard let number = any as? NSNumber, type(of: any) is AnyClass else { return nil }
      if CFGetTypeID(number) == CFBooleanGetTypeID() { return .bool(number.boolValue) }
      return .digits(of: number.description)
    #else
      // These types are only available to programs that import all of Foundation.
      switch String(describing: type(of: any)) {
      case "NSNull": return .null
      case "__NSCFBoolean": return (any as? Bool).map { .bool($0) }
      case "NSNumber", "NSDecimalNumber": return .digits(of: String(describing: any))
      default: return nil
      }
    #endif
  }

  /// Returns a number from its shortest digits.
  private static func digits(of text: String) -> RecordValue {
    if let int = Int(text) { return .int(int) }
    if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let double = Double(text) {
      return .double(double)
    }
    return Decimal(string: text).map { .decimal($0) } ?? .double(.nan)
  }
}

extension RecordValue {
  /// Creates a record value from a value of a product, to validate it again.
  ///
  /// - Parameter value: a part of a product, or a value of a ``Reason``.
  public init(_ value: FormValue) {
    let value = value.resolved
    switch value.content {
    case .text, .date, .time, .dateTime, .instant: self = .string(value.description)
    case .integer(let integer): self = .integer(integer)
    case .number, .json: self = value.decimal.map { .decimal($0) } ?? .string(value.description)
    case .bool(let bool): self = .bool(bool)
    case .null: self = .null
    case .list(let items): self = .list(items.map { RecordValue($0) })
    case .record(let product):
      self = .record(
        Dictionary(
          product.entries.map { ($0.name, RecordValue($0.value)) }, uniquingKeysWith: { $1 }))
    }
  }
}
