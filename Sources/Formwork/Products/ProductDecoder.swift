// Decodes a product to any `Decodable` type, without writing JSON in between. Conversions don't lose precision: an
// `Int8` accepts only numbers that fit, and a `Decimal` accepts every number.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Product {
  /// Decodes the product to a type of the program.
  ///
  /// Keys are the names of fields and of blocks with `as`. An absent value is nil for an optional property. These
  /// types are supported besides texts, numbers, truth values, lists and records:
  ///
  /// - an enum with texts as raw values, for a choice;
  /// - `Date`, for an instant, and for a date or `datetime` in a time zone;
  /// - `DateComponents`, for a date, a time of day or both;
  /// - `UUID` and `URL`, for texts;
  /// - `Data`, for texts in Base64.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - timeZone: the time zone of dates and `datetime`s; the system's by default, as in the validation of a `Date`.
  ///   - userInfo: values to pass to the types that are decoded.
  /// - Throws: `DecodingError` with the coding path, and any error that the types throw themselves.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, in timeZone: TimeZone = .current,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    let setting = ProductDecoder.Setting(timeZone: timeZone, userInfo: userInfo)
    return try ProductDecoder(FormValue(.record(self)), [], setting).decode(type)
  }
}

extension FormValue {
  /// Decodes the value to a type of the program, as `Product.decode(_:in:userInfo:)` does.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - timeZone: the time zone of dates and `datetime`s; the system's by default, as in the validation of a `Date`.
  /// - Throws: `DecodingError` with the coding path, and any error that the types throw themselves.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, in timeZone: TimeZone = .current
  ) throws -> T {
    let setting = ProductDecoder.Setting(timeZone: timeZone, userInfo: [:])
    return try ProductDecoder(self, [], setting).decode(type)
  }
}

/// The decoder of one value.
private struct ProductDecoder: Decoder {
  /// The settings that all decoders of one product share.
  struct Setting {
    var timeZone: TimeZone
    var userInfo: [CodingUserInfoKey: any Sendable]
  }

  let value: FormValue
  let codingPath: [any CodingKey]
  let setting: Setting
  var userInfo: [CodingUserInfoKey: Any] { setting.userInfo }

  init(_ value: FormValue, _ codingPath: [any CodingKey], _ setting: Setting) {
    self.value = value.resolved
    self.codingPath = codingPath
    self.setting = setting
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .record(let record) = value.content else {
      throw mismatch([String: Any].self, "fields")
    }
    return KeyedDecodingContainer(KeyedContainer<Key>(record, self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let items) = value.content else { throw mismatch([Any].self, "a list") }
    return UnkeyedContainer(items: items, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleContainer(decoder: self) }

  func child(_ value: FormValue, _ key: any CodingKey) -> ProductDecoder {
    ProductDecoder(value, codingPath + [key], setting)
  }
}

// MARK: - Values

extension ProductDecoder {
  var isNil: Bool { value.content == .null }

  /// Returns the error for a value that is missing or of a different type.
  func mismatch(_ type: Any.Type, _ wanted: String) -> DecodingError {
    let place = DecodingError.Context(
      codingPath: codingPath, debugDescription: "Expected \(wanted) but found \(found).")
    return isNil ? .valueNotFound(type, place) : .typeMismatch(type, place)
  }

  private func corrupted(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
  }

  private var found: String {
    switch value.content {
    case .text: "a text"
    case .integer, .number, .json: "a number"
    case .bool: "a truth value"
    case .date: "a date"
    case .time: "a time"
    case .dateTime: "a date and time"
    case .instant: "an instant"
    case .list: "a list"
    case .record: "fields"
    case .null: "nothing"
    }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // `known(_:)` returns exactly the requested type, so the cast succeeds.
    if KnownTypes.has(type), let value = try known(type) as? T { return value }
    return try T(from: self)
  }

  /// Returns the value as one of `KnownTypes`, or nil if `type` isn't one.
  private func known(_ type: any Decodable.Type) throws -> Any? {
    if type == String.self { return try string() }
    if let type = type as? any FixedWidthInteger.Type { return try integer(type) }
    if type == Bool.self { return try needed(value.bool, type, "a truth value") }
    if type == Double.self { return try floating(Double.self) }
    if type == Float.self { return try floating(Float.self) }
    if type == Decimal.self { return try decimal() }
    if type == Date.self {
      return try needed(value.date(in: setting.timeZone), type, "an instant or a date")
    }
    if type == DateComponents.self {
      return try needed(value.dateComponents, type, "a date or a time")
    }
    if type == URL.self { return try parsed(URL.self, "a URL") { URL(string: $0) } }
    if type == UUID.self { return try parsed(UUID.self, "a UUID") { UUID(uuidString: $0) } }
    if type == Data.self { return try parsed(Data.self, "Base64") { Data(base64Encoded: $0) } }
    if type == FormValue.self { return value }
    return nil
  }

  private func needed<T>(_ value: T?, _ type: Any.Type, _ wanted: String) throws -> T {
    guard let value else { throw mismatch(type, wanted) }
    return value
  }

  /// Returns a text. A date or time is written in ISO 8601.
  private func string() throws -> String {
    switch value.content {
    case .text, .date, .time, .dateTime, .instant: return value.description
    default: throw mismatch(String.self, "a text")
    }
  }

  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    switch value.content {
    case .integer(let integer):
      if let exact = T(exactly: integer) { return exact }
    case .number(let number) where !number.isWhole:
      throw corrupted("\(value) is not a whole number.")
    case .number(let number):
      if let exact = T(exactly: number.coefficient) { return exact }
    case .json: break
    default: throw mismatch(type, "a whole number")
    }
    throw corrupted("\(value) does not fit \(type), which has values from \(T.min) to \(T.max).")
  }

  private func floating<T: LosslessStringConvertible & BinaryFloatingPoint>(
    _ type: T.Type
  ) throws -> T {
    guard isNumber else { throw mismatch(type, "a number") }
    if let number = T(value.description), number.isFinite { return number }
    throw corrupted("\(value) does not fit \(type).")
  }

  private func decimal() throws -> Decimal {
    guard isNumber else { throw mismatch(Decimal.self, "a number") }
    if let decimal = value.decimal { return decimal }
    throw corrupted("\(value) does not fit Decimal.")
  }

  private var isNumber: Bool {
    switch value.content {
    case .integer, .number, .json: true
    default: false
    }
  }

  private func parsed<T>(_ type: T.Type, _ what: String, _ parse: (String) -> T?) throws -> T {
    guard case .text(let text) = value.content else { throw mismatch(type, "a text") }
    guard let parsed = parse(text) else { throw corrupted("\"\(text)\" is not \(what).") }
    return parsed
  }
}

// MARK: - Containers

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ProductDecoder
  private let names: [String]
  private let values: [String: FormValue]

  init(_ record: Product, _ decoder: ProductDecoder) {
    self.decoder = decoder
    names = record.names
    values = Dictionary(
      record.entries.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  private func child(_ key: any CodingKey) throws -> ProductDecoder {
    guard let value = values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath,
          debugDescription: "The product has no value \"\(key.stringValue)\"."))
    }
    return decoder.child(value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try child(key).isNil }
  // `Int128` and `UInt128` have default implementations, which would take precedence over the generic method.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try child(key).decode(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try child(key).decode(type)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try child(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try child(PathKey.superclass) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let items: [FormValue]
  let decoder: ProductDecoder
  private(set) var currentIndex = 0

  init(items: [FormValue], decoder: ProductDecoder) {
    self.items = items
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex >= items.count }

  private func peek(_ type: Any.Type) throws -> ProductDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: codingPath + [PathKey(item: currentIndex)],
          debugDescription: "The list has only \(items.count) items."))
    }
    return decoder.child(items[currentIndex], PathKey(item: currentIndex))
  }

  private mutating func next<T>(_ type: T.Type, _ body: (ProductDecoder) throws -> T) throws -> T {
    let value = try body(peek(type))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    let isNil = try peek(Never.self).isNil
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try $0.decode(type) }
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next(KeyedDecodingContainer<Nested>.self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { $0 }
  }
}

private struct SingleContainer: SingleValueDecodingContainer {
  let decoder: ProductDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNil }
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decode(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decode(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}

extension FormValue: Decodable {
  /// Decodes any value of a product unchanged, for a property that accepts every type.
  ///
  /// - Parameter decoder: the decoder of a product. It decodes a `FormValue` without calling this initializer.
  /// - Throws: `DecodingError` for any other decoder.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.typeMismatch(
      FormValue.self,
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "A FormValue can be decoded only from a product."))
  }
}
