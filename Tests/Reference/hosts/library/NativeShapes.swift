// Native values in the shapes that the library accepts.

import Formwork
import Foundation

extension Native {
  /// The value as the library's own type.
  var recordValue: RecordValue {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .decimal(let decimal): .decimal(decimal)
    case .double(let double): .double(double)
    case .string(let text): .string(text)
    case .list(let items): .list(items.map { $0.recordValue })
    case .record(let values): .record(values.mapValues { $0.recordValue })
    }
  }

  /// Returns the value as untyped code has it: numbers of any type that can hold them, Foundation objects, and
  /// optionals.
  func untyped(_ random: inout SeededNumbers) -> Any {
    switch self {
    case .null: return Bool.random(using: &random) ? NSNull() : Optional<String>.none as Any
    case .bool(let bool):
      return Bool.random(using: &random) ? bool : NSNumber(value: bool)
    case .int(let int): return Native.integer(int, &random)
    case .decimal(let decimal):
      return Bool.random(using: &random) ? decimal : NSDecimalNumber(decimal: decimal)
    case .double(let double):
      if let float = Float(double.description), float.description == double.description {
        return float
      }
      return Bool.random(using: &random) ? double : NSNumber(value: double)
    case .string(let text):
      return Bool.random(using: &random) ? text : ("<" + text).dropFirst()
    case .list(let items): return items.map { $0.untyped(&random) }
    case .record(let values): return Native.untyped(values, &random)
    }
  }

  static func untyped(
    _ values: [String: Native], _ random: inout SeededNumbers
  ) -> [String: Any] {
    var untyped: [String: Any] = [:]
    for (key, value) in values { untyped[key] = value.untyped(&random) }
    return untyped
  }

  private static func integer(_ int: Int, _ random: inout SeededNumbers) -> Any {
    let types: [Any?] = [
      int, Int8(exactly: int), Int16(exactly: int), Int32(exactly: int), Int64(int),
      UInt8(exactly: int), UInt16(exactly: int), UInt32(exactly: int), UInt64(exactly: int),
      Int128(int), NSNumber(value: int), Optional<Int>.some(int),
    ]
    return types.compactMap { $0 }.randomElement(using: &random) ?? int
  }
}

extension Native: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .list(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    case .record(let values):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in values { try container.encode(value, forKey: Key(stringValue: key)) }
    case .null: try Native.encode(encoder) { try $0.encodeNil() }
    case .bool(let bool): try Native.encode(encoder) { try $0.encode(bool) }
    case .int(let int): try Native.encode(encoder) { try $0.encode(int) }
    case .decimal(let decimal): try Native.encode(encoder) { try $0.encode(decimal) }
    case .double(let double): try Native.encode(encoder) { try $0.encode(double) }
    case .string(let text): try Native.encode(encoder) { try $0.encode(text) }
    }
  }

  private static func encode(
    _ encoder: any Encoder, _ body: (inout any SingleValueEncodingContainer) throws -> Void
  ) throws {
    var container = encoder.singleValueContainer()
    try body(&container)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
