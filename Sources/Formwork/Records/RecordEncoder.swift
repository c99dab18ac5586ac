// Encodes any `Encodable` value as a record value, without writing JSON in between.

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension RecordValue {
  /// Creates a record value by encoding a value.
  ///
  /// A `Date` becomes a moment. A date field uses its date, and a time field its time. `DateComponents` become a date,
  /// a time of day or both. A `Decimal` becomes a number, a `UUID` or `URL` a text, and `Data` a text in Base64.
  ///
  /// - Parameter value: a value of any type; it needn't encode as an object.
  /// - Throws: any error of encoding the value, and `EncodingError` for a number that is NaN or infinite and for more
  ///   than 256 levels of nesting.
  public init(encoding value: some Encodable) throws {
    self = try RecordEncoder.encode(value, at: [])
  }
}

/// The encoder of one value. Nested containers are kept by reference until everything is encoded.
private final class RecordEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var content = Content.value(.null)

  private enum Content {
    case value(RecordValue)
    case list([RecordEncoder])
    case record([String: RecordEncoder])
  }

  init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

  /// The encoded value, once encoding has finished.
  private var value: RecordValue {
    switch content {
    case .value(let value): value
    case .list(let items): .list(items.map { $0.value })
    case .record(let values): .record(values.mapValues { $0.value })
    }
  }

  static func encode(_ value: some Encodable, at path: [any CodingKey]) throws -> RecordValue {
    func failure(_ reason: String) -> EncodingError {
      .invalidValue(value, .init(codingPath: path, debugDescription: reason))
    }
    if KnownTypes.has(type(of: value)) {
      if let data = value as? Data { return .string(data.base64EncodedString()) }
      do throws(RecordValueError) {
        if let scalar = try RecordValue.scalar(value) { return scalar }
      } catch {
        throw failure(error.reason.prefix(1).uppercased() + error.reason.dropFirst() + ".")
      }
    }
    guard path.count <= RecordValue.nestingLimit else {
      throw failure("It is nested more than \(RecordValue.nestingLimit) levels deep.")
    }
    let encoder = RecordEncoder(path)
    try value.encode(to: encoder)
    return encoder.value
  }

  fileprivate func encode(_ value: some Encodable) throws {
    content = .value(try RecordEncoder.encode(value, at: codingPath))
  }

  fileprivate func encodeNil() { content = .value(.null) }
}

// MARK: - Containers

extension RecordEncoder {
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    beginRecord()
    return KeyedEncodingContainer(KeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = content {} else { content = .list([]) }
    return UnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(encoder: self)
  }

  /// Begins a record, or continues it: a type may request its keyed container more than once.
  private func beginRecord() {
    if case .record = content {} else { content = .record([:]) }
  }

  fileprivate func child(_ key: any CodingKey) -> RecordEncoder {
    let child = RecordEncoder(codingPath + [key])
    beginRecord()
    guard case .record(var values) = content else { return child }
    content = .value(.null)
    values[key.stringValue] = child
    content = .record(values)
    return child
  }

  fileprivate var itemCount: Int {
    if case .list(let items) = content { items.count } else { 0 }
  }

  fileprivate func nextItem() -> RecordEncoder {
    let child = RecordEncoder(codingPath + [PathKey(item: itemCount)])
    guard case .list(var items) = content else { return child }
    content = .value(.null)
    items.append(child)
    content = .list(items)
    return child
  }
}

// `Int128` and `UInt128` have default implementations, which would take precedence over the generic method.

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: RecordEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.child(key).encodeNil() }
  func encode(_ value: Int128, forKey key: Key) throws { try encoder.child(key).encode(value) }
  func encode(_ value: UInt128, forKey key: Key) throws { try encoder.child(key).encode(value) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder.child(key).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.child(PathKey.superclass) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.child(key) }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: RecordEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.itemCount }

  func encodeNil() { encoder.nextItem().encodeNil() }
  func encode(_ value: Int128) throws { try encoder.nextItem().encode(value) }
  func encode(_ value: UInt128) throws { try encoder.nextItem().encode(value) }
  func encode(_ value: some Encodable) throws { try encoder.nextItem().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder.nextItem().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.nextItem().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nextItem() }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let encoder: RecordEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.encodeNil() }
  func encode(_ value: Int128) throws { try encoder.encode(value) }
  func encode(_ value: UInt128) throws { try encoder.encode(value) }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}

/// A coding key for any name or index.
struct PathKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int?

  /// The key for the values that a superclass encodes.
  static let superclass: PathKey = "super"

  /// Creates the key of a member.
  init(_ name: String) { self.init(name, nil) }

  init(stringLiteral name: String) { self.init(name) }

  private init(_ stringValue: String, _ intValue: Int?) {
    (self.stringValue, self.intValue) = (stringValue, intValue)
  }

  /// Creates the key of an item in a list.
  init(item: Int) { self.init("Index \(item)", item) }

  init?(intValue: Int) { self.init(item: intValue) }
  init(stringValue: String) { self.init(stringValue) }
}

/// The types that are encoded and decoded here instead of by their own implementations.
enum KnownTypes {
  private static let identifiers = Set(
    ([
      String.self, Bool.self, Double.self, Float.self, Decimal.self, Date.self,
      DateComponents.self, URL.self, UUID.self, Data.self, RecordValue.self, FormValue.self,
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, UInt128.self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })

  /// Returns whether `type` is one of the known types; faster than casting to each of them.
  static func has(_ type: Any.Type) -> Bool { identifiers.contains(ObjectIdentifier(type)) }
}

// MARK: - Encoding and decoding record values

extension RecordValue: Encodable {
  /// Encodes the value that this `RecordValue` represents.
  ///
  /// - Parameter encoder: any encoder, such as a `JSONEncoder`'s.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let integer): try container.encode(integer)
    case .decimal(let decimal): try container.encode(decimal)
    case .double(let double): try container.encode(double)
    case .string(let text): try container.encode(text)
    case .moment(let date): try container.encode(date)
    case .list(let items): try container.encode(items)
    case .record(let values): try container.encode(values)
    }
  }
}

extension RecordValue: Decodable {
  /// Decodes any value: null, a truth value, a number, a text, a list or an object.
  ///
  /// - Parameter decoder: a decoder of a self-describing format, such as a `JSONDecoder`'s.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .int(integer)
    } else if let decimal = try? container.decode(Decimal.self) {
      self = .decimal(decimal)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let items = try? container.decode([RecordValue].self) {
      self = .list(items)
    } else {
      self = .record(try container.decode([String: RecordValue].self))
    }
  }
}
