// Turns any `Encodable` into a record value, without a detour over JSON text.

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension RecordValue {
  /// A value that can be encoded.
  ///
  /// A `Date` is an instant, `DateComponents` are a day, a time of day or both; `Decimal`, `UUID` and
  /// `URL` are what they look like; `Data` is a text in Base64.
  ///
  /// - Throws: what the value throws when it is encoded, and `EncodingError` for a number that is none
  ///   and for more than 256 levels.
  public init(encoding value: some Encodable) throws {
    self = try RecordEncoder.encode(value, at: [])
  }
}

/// What one value is being encoded into.
private final class RecordEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var content = Content.nothing

  /// Containers within containers are kept by reference until all is written.
  private enum Content {
    case nothing
    case value(RecordValue)
    case list([RecordEncoder])
    case record([String: RecordEncoder])
  }

  init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

  /// The value, once all is written.
  var value: RecordValue {
    switch content {
    case .nothing: .null
    case .value(let value): value
    case .list(let items): .list(items.map { $0.value })
    case .record(let values): .record(values.mapValues { $0.value })
    }
  }

  static func encode(_ value: some Encodable, at path: [any CodingKey]) throws -> RecordValue {
    if let known = try known(value, path) { return known }
    guard path.count <= RecordValue.nestingLimit else {
      throw failure(value, path, "It lies deeper than \(RecordValue.nestingLimit) levels.")
    }
    let encoder = RecordEncoder(path)
    try value.encode(to: encoder)
    return encoder.value
  }

  /// Types that are told better than they tell themselves.
  private static func known(
    _ value: some Encodable, _ path: [any CodingKey]
  ) throws -> RecordValue? {
    switch value {
    case let date as Date:
      guard case .string(let text) = RecordValue.instant(date) else {
        throw failure(value, path, "The date is beyond the years 1 to 9999.")
      }
      return .string(text)
    case let components as DateComponents:
      guard case .string(let text) = RecordValue.components(components) else {
        throw failure(value, path, "The components name neither a day nor a time of day.")
      }
      return .string(text)
    case let decimal as Decimal:
      if decimal.isNaN { throw failure(value, path, "\(decimal) is no number.") }
      return .decimal(decimal)
    case let uuid as UUID: return .string(uuid.uuidString.lowercased())
    case let url as URL: return .string(url.absoluteString)
    case let data as Data: return .string(data.base64EncodedString())
    case let value as RecordValue: return value
    default: return nil
    }
  }

  static func failure(
    _ value: Any, _ path: [any CodingKey], _ reason: String
  ) -> EncodingError {
    .invalidValue(value, .init(codingPath: path, debugDescription: reason))
  }
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

  fileprivate func set(_ value: RecordValue) { content = .value(value) }

  /// A value that was encoded as an object may be asked for its container once more.
  private func beginRecord() {
    if case .record = content {} else { content = .record([:]) }
  }

  fileprivate func child(_ key: any CodingKey) -> RecordEncoder {
    let child = RecordEncoder(codingPath + [key])
    beginRecord()
    guard case .record(var values) = content else { return child }
    content = .nothing
    values[key.stringValue] = child
    content = .record(values)
    return child
  }

  fileprivate var itemCount: Int {
    if case .list(let items) = content { items.count } else { 0 }
  }

  fileprivate func nextItem() -> RecordEncoder {
    let child = RecordEncoder(codingPath + [IndexKey(itemCount)])
    guard case .list(var items) = content else { return child }
    content = .nothing
    items.append(child)
    content = .list(items)
    return child
  }

  fileprivate func setNested(_ value: some Encodable) throws {
    set(try RecordEncoder.encode(value, at: codingPath))
  }

  fileprivate func setFloating(
    _ number: some BinaryFloatingPoint & LosslessStringConvertible
  ) throws {
    do throws(RecordValueError) {
      set(try RecordValue.checked(number))
    } catch {
      throw RecordEncoder.failure(number, codingPath, "\(number) is no number.")
    }
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: RecordEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.child(key).set(.null) }
  func encode(_ value: Bool, forKey key: Key) { encoder.child(key).set(.bool(value)) }
  func encode(_ value: String, forKey key: Key) { encoder.child(key).set(.string(value)) }
  func encode(_ value: Double, forKey key: Key) throws {
    try encoder.child(key).setFloating(value)
  }
  func encode(_ value: Float, forKey key: Key) throws { try encoder.child(key).setFloating(value) }
  func encode(_ value: some Encodable & BinaryInteger, forKey key: Key) {
    encoder.child(key).set(.integer(value))
  }
  func encode(_ value: Int128, forKey key: Key) { encoder.child(key).set(.integer(value)) }
  func encode(_ value: UInt128, forKey key: Key) { encoder.child(key).set(.integer(value)) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder.child(key).setNested(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.child(SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.child(key) }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: RecordEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.itemCount }

  func encodeNil() { encoder.nextItem().set(.null) }
  func encode(_ value: Bool) { encoder.nextItem().set(.bool(value)) }
  func encode(_ value: String) { encoder.nextItem().set(.string(value)) }
  func encode(_ value: Double) throws { try encoder.nextItem().setFloating(value) }
  func encode(_ value: Float) throws { try encoder.nextItem().setFloating(value) }
  func encode(_ value: some Encodable & BinaryInteger) { encoder.nextItem().set(.integer(value)) }
  func encode(_ value: Int128) { encoder.nextItem().set(.integer(value)) }
  func encode(_ value: UInt128) { encoder.nextItem().set(.integer(value)) }
  func encode(_ value: some Encodable) throws { try encoder.nextItem().setNested(value) }

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

  func encodeNil() { encoder.set(.null) }
  func encode(_ value: Bool) { encoder.set(.bool(value)) }
  func encode(_ value: String) { encoder.set(.string(value)) }
  func encode(_ value: Double) throws { try encoder.setFloating(value) }
  func encode(_ value: Float) throws { try encoder.setFloating(value) }
  func encode(_ value: some Encodable & BinaryInteger) { encoder.set(.integer(value)) }
  func encode(_ value: Int128) { encoder.set(.integer(value)) }
  func encode(_ value: UInt128) { encoder.set(.integer(value)) }
  func encode(_ value: some Encodable) throws { try encoder.setNested(value) }
}

// MARK: - Keys

/// The place of an item in a list.
struct IndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { "Index \(intValue ?? 0)" }

  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }
}

/// Where a class puts what its superclass encodes.
struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }

  init() {}
  init?(intValue: Int) { nil }
  init?(stringValue: String) { nil }
}

// MARK: - A record value as something that can be coded

extension RecordValue: Encodable {
  /// Encodes the value as what it stands for.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let integer): try container.encode(integer)
    case .decimal(let decimal): try container.encode(decimal)
    case .double(let double): try container.encode(double)
    case .string(let text): try container.encode(text)
    case .list(let items): try container.encode(items)
    case .record(let values): try container.encode(values)
    }
  }
}
