// Values whose types are known only at run time, such as those of a property list, as a record.

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A value that no record can hold, and where it is.
public struct RecordValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the value, such as `items[2].price`; empty for the record itself.
  public let path: String
  /// What is there and what could be, in a sentence.
  public let reason: String

  init(_ path: [String], _ reason: String) {
    self.path = path.reduce(into: "") { text, step in
      if !text.isEmpty, !step.hasPrefix("[") { text += "." }
      text += step
    }
    self.reason = reason
  }

  /// The path and the reason.
  public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension RecordValue {
  /// How deep values may nest, the same as in JSON.
  static let nestingLimit = 256

  /// A value as untyped code has it: nil and `NSNull`, truth values, numbers, texts, dates, UUIDs and
  /// URLs; arrays and dictionaries of these with texts as keys; optionals of them. A `Date` is an
  /// instant; `DateComponents` are a day, a time of day or both.
  ///
  /// - Throws: if anything in it is of another type, is a number that is none, or lies more than 256
  ///   levels deep.
  public init(_ any: Any) throws(RecordValueError) { self = try RecordValue.value(any, []) }

  private static func value(_ any: Any, _ path: [String]) throws(RecordValueError) -> RecordValue {
    guard path.count <= nestingLimit else {
      throw RecordValueError(path, "it lies deeper than \(nestingLimit) levels")
    }
    if let simple = try simple(any, path) { return simple }
    if let list = any as? [Any] {
      var items: [RecordValue] = []
      for (index, item) in list.enumerated() {
        items.append(try value(item, path + ["[\(index)]"]))
      }
      return .list(items)
    }
    if let record = any as? [String: Any] {
      var values: [String: RecordValue] = [:]
      for (key, item) in record { values[key] = try value(item, path + [key]) }
      return .record(values)
    }
    return try unwrapped(any, path)
  }

  private static func simple(_ any: Any, _ path: [String]) throws(RecordValueError) -> RecordValue?
  {
    switch any {
    case let value as RecordValue: return value
    case let value as FormValue: return RecordValue(value)
    case let value as Product: return RecordValue(FormValue(.record(value)))
    case let text as String: return .string(text)
    case let text as Substring: return .string(String(text))
    case let character as Character: return .string(String(character))
    #if canImport(Darwin)
      // Of numbers and truth values that come as objects only the object knows which it is.
      case let number as NSNumber: return .number(number)
      case is NSNull: return .null
    #endif
    case let bool as Bool: return .bool(bool)
    case let integer as any BinaryInteger: return .integer(integer)
    case let decimal as Decimal: return try .checked(decimal, path)
    case let double as Double: return try .checked(double, path)
    case let float as Float: return try .checked(float, path)
    case let date as Date: return try checked(.instant(date), "date", path)
    case let components as DateComponents:
      return try checked(.components(components), "date components", path)
    case let uuid as UUID: return .string(uuid.uuidString.lowercased())
    case let url as URL: return .string(url.absoluteString)
    default: return nil
    }
  }

  private static func checked(
    _ value: RecordValue, _ what: String, _ path: [String]
  ) throws(RecordValueError) -> RecordValue {
    if case .null = value {
      throw RecordValueError(path, "the \(what) name no moment of the years 1 to 9999")
    }
    return value
  }

  /// What is inside of an optional, or of an enum whose cases are texts or numbers.
  private static func unwrapped(
    _ any: Any, _ path: [String]
  ) throws(RecordValueError) -> RecordValue {
    let mirror = Mirror(reflecting: any)
    if mirror.displayStyle == .optional {
      guard let inside = mirror.children.first else { return .null }
      return try value(inside.value, path)
    }
    if let raw = any as? any RawRepresentable { return try value(raw.rawValue, path) }
    // On Linux `NSNull` is known only to those who import all of Foundation.
    if String(describing: type(of: any)) == "NSNull" { return .null }
    throw RecordValueError(
      path,
      "a value of type \(type(of: any)) can be no part of a record; it may be a text, a number, a "
        + "truth value, a date, an array or a dictionary with texts as keys")
  }
}

// MARK: - Numbers

extension RecordValue {
  /// A whole number of any width.
  static func integer(_ integer: some BinaryInteger) -> RecordValue {
    if let int = Int(exactly: integer) { return .int(int) }
    return .digits(String(integer))
  }

  /// A whole number too long for `Int`: exact as a decimal if that holds it, else of no type.
  private static func digits(_ digits: String) -> RecordValue {
    guard let decimal = Decimal(string: digits), decimal.description == digits else {
      return .double(.infinity)
    }
    return .decimal(decimal)
  }

  static func checked(
    _ number: some BinaryFloatingPoint & LosslessStringConvertible, _ path: [String]
  ) throws(RecordValueError) -> RecordValue {
    guard number.isFinite else { throw RecordValueError(path, "\(number) is no number") }
    if let double = number as? Double { return .double(double) }
    // By its shortest digits: 0.1 as a Float is no nearer to 0.1 as a Double.
    return Double(number.description).map { .double($0) } ?? .double(Double(number))
  }

  static func checked(_ number: Decimal, _ path: [String]) throws(RecordValueError) -> RecordValue {
    guard !number.isNaN else { throw RecordValueError(path, "\(number) is no number") }
    return .decimal(number)
  }

  #if canImport(Darwin)
    private static func number(_ number: NSNumber) -> RecordValue {
      if CFGetTypeID(number) == CFBooleanGetTypeID() { return .bool(number.boolValue) }
      if let decimal = number as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
      if CFNumberIsFloatType(number) { return .double(number.doubleValue) }
      return number.compare(NSNumber(value: Int.max)) == .orderedDescending
        ? .integer(number.uint64Value) : .int(number.intValue)
    }
  #endif
}

extension RecordValue {
  /// A value of a product, to be validated again.
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
