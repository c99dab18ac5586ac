// Compares a type of the program with a form, by decoding it with a decoder that records each request.

internal import FormworkEngine
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FormSpec {
  /// Compares a type with the products of the form. Call it when the program starts.
  ///
  /// ```swift
  /// try spec.check(SignUp.self)
  /// ```
  ///
  /// The type is decoded without a record. Each name and type that it requests is compared with the form, and each
  /// value of a choice is decoded.
  ///
  /// If the type, or the type of a property, throws an error, its later requests aren't compared: a type with rules
  /// of its own may reject the sample values.
  ///
  /// - Parameters:
  ///   - type: the type that products will be decoded to.
  ///   - isPartial: whether the type may ignore values of products.
  /// - Returns: the warnings: each property of type `Date` for a date, which is a different moment in each time zone.
  ///   `DateComponents` keep the date.
  /// - Throws: `TypeMismatch` with every difference.
  @discardableResult
  public func check<T: Decodable>(
    _ type: T.Type, isPartial: Bool = false
  ) throws(TypeMismatch) -> [TypeMismatch.Difference] {
    let check = TypeCheck(core)
    _ = try? check.value(of: type, check.record(level: 0), at: "")
    let found = check.differences(isPartial: isPartial)
    if !found.isEmpty { throw TypeMismatch(differences: found) }
    return check.warnings
  }
}

/// The error for a type that can't decode every product of a form, or that ignores part of a product.
public struct TypeMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// A difference between the type and the form.
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a difference.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
      /// The type requests a name that no product has; `near` are similar names.
      case notInForm(near: [String])
      /// Products have a name that the type doesn't request.
      case notInType
      /// A product may lack the value, but the type requires it.
      case mayBeAbsent
      /// The type can't decode these values of a choice.
      case choices([String])
      /// The type of the property doesn't match the values of products.
      case type
      /// The property is a `Date`, but the values are dates or local times. The moment depends on the time zone.
      case timeZone
    }

    /// The path in the product, such as `profile.age` or `items[].price`.
    public let path: String
    /// The kind of the difference.
    public let kind: Kind

    /// The difference, in a sentence.
    public var description: String {
      switch kind {
      case .notInForm(let near):
        "No product has a value \"\(path)\"."
          + (near.isEmpty ? "" : " Did you mean " + quoted(near, "or") + "?")
      case .notInType: "The type does not read \"\(path)\"."
      case .mayBeAbsent: "A product may lack \"\(path)\", but the type requires it."
      case .choices(let values): "The type of \"\(path)\" cannot be \(quoted(values, "or"))."
      case .type: "The type of \"\(path)\" does not fit the field of the form."
      case .timeZone:
        "\"\(path)\" is a moment that depends on the time zone. DateComponents keep what the form has."
      }
    }

    private func quoted(_ names: [String], _ word: String) -> String {
      names.map { "\"\($0)\"" }.joined(separator: " \(word) ")
    }
  }

  /// The differences in the order of the type's requests, then the names that the type doesn't request.
  public let differences: [Difference]

  /// A sentence for each difference, each on its own line.
  public var description: String {
    differences.map { $0.description }.joined(separator: "\n")
  }
}

// MARK: - The shape of products

/// The form's description of the value that a part of the type is decoded from.
private indirect enum Given {
  case record([Member])
  case list(of: Given)
  case choice([String])
  /// Sample values; any type that fits can decode at least one of them.
  case value([FormValue])
  /// Any value, such as a value under a name that the form lacks.
  case anything

  struct Member {
    let name: String
    let given: Given
    /// Whether every product certainly has this member.
    var isAlwaysThere: Bool
  }
}

/// A single check of a type.
private final class TypeCheck {
  private let program: Program
  private let layouts: [ProductLayout]
  private var found: [TypeMismatch.Difference] = []
  private(set) var warnings: [TypeMismatch.Difference] = []
  /// The decoders of all parts that the type decodes as records.
  private var records: [CheckDecoder] = []

  init(_ core: FormCore) { (program, layouts) = (core.program, core.products.layouts) }

  func note(_ path: String, _ kind: TypeMismatch.Difference.Kind) {
    let difference = TypeMismatch.Difference(path: path, kind: kind)
    if !found.contains(difference) { found.append(difference) }
  }

  func note(_ record: CheckDecoder) { records.append(record) }

  func differences(isPartial: Bool) -> [TypeMismatch.Difference] {
    if !isPartial {
      for path in records.flatMap({ $0.unread }) { note(path, .notInType) }
    }
    return found
  }

  func record(level: Int32) -> Given { .record(members(layouts[Int(level)].values, in: nil)) }

  /// Returns the members for `values`, where `block` is the cell of the block that contains them.
  private func members(_ values: [ProductValue], in block: Int?) -> [Given.Member] {
    var members: [Given.Member] = []
    for value in values {
      if let place = members.firstIndex(where: { $0.name == value.name }) {
        // Several blocks declare the name. One of them may always be in force, and the values may have different types.
        // So neither the presence nor the type is checked.
        members[place] = .init(name: value.name, given: .anything, isAlwaysThere: true)
      } else {
        members.append(member(value, in: block))
      }
    }
    return members
  }

  private func member(_ value: ProductValue, in block: Int?) -> Given.Member {
    guard let field = value.field else {
      let inner = Given.record(members(value.values, in: value.cell))
      return .init(name: value.name, given: inner, isAlwaysThere: false)
    }
    let view = program.field(field)
    var isFilled = view.fallback != nil
    if case .required = view.presence { isFilled = true }
    return .init(
      name: value.name, given: given(view),
      isAlwaysThere: isFilled && (view.blockCells.last == block))
  }

  private func given(_ view: FieldView) -> Given {
    switch view.kind {
    case .record: return view.level.map { record(level: $0) } ?? .anything
    case .list:
      // Any key may be there.
      guard let level = view.level, view.key == nil else { return .anything }
      guard let item = view.item, layouts[Int(level)].itemCell != nil else {
        return .list(of: record(level: level))
      }
      return .list(of: given(program.field(item)))
    case .choice: return .choice(view.choices?.values ?? [])
    default:
      let partial = view.allowsPartialDates ? [FormValue(.text("2026-11"))] : []
      let samples = TypeCheck.samples(of: view.kind) + partial
      return samples.isEmpty ? .anything : .value(samples)
    }
  }

  /// Returns sample values of a kind. Every type that can decode some value of the kind can decode at least one sample.
  private static func samples(of kind: FormworkEngine.FieldKind) -> [FormValue] {
    switch kind.row.operand {
    case .text: ["", "a:b", "00000000-0000-0000-0000-000000000000"].map { FormValue(.text($0)) }
    case .int: [FormValue(.integer(0))]
    case .number: [FormValue(.integer(0)), fraction]
    case .bool: [FormValue(.bool(false))]
    case .date: [FormValue(.date(.first))]
    case .time: [FormValue(.time(.midnight))]
    case .dateTime: [FormValue(.dateTime(CalendarDateTime(date: .first, time: .midnight)))]
    case .instant:
      [CalendarInstant(seconds: 0, nanosecond: 0)].compactMap { $0.map { FormValue(.instant($0)) } }
    default: []
    }
  }

  /// A number that no integer type can decode.
  private static let fraction = FormValue(.number(ExactDecimal(coefficient: 5, scale: 1) ?? .zero))

  private static let samples = FormworkEngine.FieldKind.plain.flatMap { samples(of: $0) }
}

extension FormValue {
  /// Whether the value is a date, or a date and time, without a time zone.
  fileprivate var isLocal: Bool {
    switch content {
    case .date, .dateTime: true
    default: false
    }
  }
}

// MARK: - Values

/// The error for a type that can't be decoded from sample values.
private struct NoValue: Error {}

extension TypeCheck {
  /// Returns a value of `type` decoded from the given part, and records the differences.
  func value<T: Decodable>(of type: T.Type, _ given: Given, at path: String) throws -> T {
    switch given {
    case .anything: return try anything(type, path)
    case .choice(let values):
      let texts = values.map { FormValue(.text($0)) }
      return try value(of: type, among: texts, at: path) { missing in
        missing == values ? .type : .choices(missing)
      }
    case .value(let samples):
      if type == Date.self, samples.contains(where: { $0.isLocal }) {
        warnings.append(.init(path: path, kind: .timeZone))
      }
      return try value(of: type, among: samples, at: path) { missing in
        missing == [TypeCheck.fraction.description] ? .type : nil
      }
    case .record, .list:
      guard KnownTypes.has(type) else {
        let before = records.count
        let value = try type.init(from: CheckDecoder(self, given, path))
        for record in records[before...] { record.isRead = true }
        return value
      }
      if type != FormValue.self, type != RecordValue.self { note(path, .type) }
      return try anything(type, path)
    }
  }

  /// Returns a value decoded from one of `values`. `kind` receives the descriptions of the values that failed and
  /// returns the difference, or nil if it isn't certain.
  private func value<T: Decodable>(
    of type: T.Type, among values: [FormValue], at path: String,
    _ kind: ([String]) -> TypeMismatch.Difference.Kind?
  ) throws -> T {
    var first: T?
    var isOfOtherType = false
    var missing: [String] = []
    for value in values {
      do {
        let decoded = try value.decode(type)
        first = first ?? decoded
      } catch DecodingError.typeMismatch {
        isOfOtherType = true
        missing.append(value.description)
      } catch {
        missing.append(value.description)
      }
    }
    if isOfOtherType {
      note(path, .type)
    } else if !missing.isEmpty, let kind = kind(missing) {
      note(path, kind)
    }
    if let first { return first }
    return try anything(type, path)
  }

  /// Returns any value of a type.
  func anything<T: Decodable>(_ type: T.Type, _ path: String) throws -> T {
    for value in TypeCheck.samples {
      if let value = try? value.decode(type) { return value }
    }
    if let cases = type as? any CaseIterable.Type, let value = TypeCheck.first(of: cases) as? T {
      return value
    }
    return try type.init(from: CheckDecoder(self, .anything, path))
  }

  private static func first<T: CaseIterable>(of type: T.Type) -> Any? { type.allCases.first }
}

// MARK: - The decoder

/// Decodes a type from the given part of a product and records the type's requests.
private final class CheckDecoder: Decoder {
  let check: TypeCheck
  let given: Given
  let path: String
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  /// The names that the type requested.
  var asked: Set<String> = []
  /// The names that the type tested for presence, and so doesn't require.
  var probed: Set<String> = []
  /// Whether the type that uses this decoder was decoded without an error.
  var isRead = false

  init(_ check: TypeCheck, _ given: Given, _ path: String) {
    (self.check, self.given, self.path) = (check, given, path)
  }

  /// The paths of values that products have but the type doesn't request.
  var unread: [String] {
    guard isRead, case .record(let members) = given else { return [] }
    return members.filter { !asked.contains($0.name) }.map { path(of: $0.name) }
  }

  func path(of name: String) -> String { path.isEmpty ? name : path + "." + name }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch given {
    case .record: check.note(self)
    case .anything: break
    default: check.note(path, .type)
    }
    return KeyedDecodingContainer(CheckedFields<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch given {
    case .list(let item): return CheckedItems(decoder: self, item: item)
    case .anything: return CheckedItems(decoder: self, item: nil)
    default:
      check.note(path, .type)
      return CheckedItems(decoder: self, item: nil)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { CheckedValue(decoder: self) }

  /// Returns the part of the product for a requested name.
  ///
  /// - Parameter needed: whether the type requires a value.
  func member(_ name: String, needed: Bool) -> Given {
    guard case .record(let members) = given else { return .anything }
    let isNew = asked.insert(name).inserted
    guard let member = members.first(where: { $0.name == name }) else {
      let near = NearNames.nearest(to: name, among: members.map { $0.name })
      if isNew { check.note(path(of: name), .notInForm(near: near)) }
      return .anything
    }
    if needed, !member.isAlwaysThere { check.note(path(of: name), .mayBeAbsent) }
    return member.given
  }
}

private struct CheckedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: CheckDecoder
  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    guard case .record(let members) = decoder.given else { return [] }
    // A type that requests all keys doesn't require any of them.
    decoder.probed.formUnion(members.map { $0.name })
    return members.compactMap { Key(stringValue: $0.name) }
  }

  func contains(_ key: Key) -> Bool {
    decoder.probed.insert(key.stringValue)
    if case .anything = decoder.member(key.stringValue, needed: false) { return false }
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    let name = key.stringValue
    let isNeeded = !decoder.probed.contains(name) && !(type is any ExpressibleByNilLiteral.Type)
    let given = decoder.member(name, needed: isNeeded)
    return try decoder.check.value(of: type, given, at: decoder.path(of: name))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  private func inner(_ key: any CodingKey) -> CheckDecoder {
    let name = key.stringValue
    let given = decoder.member(name, needed: !decoder.probed.contains(name))
    return CheckDecoder(decoder.check, given, decoder.path(of: name))
  }

  func superDecoder() throws -> any Decoder { inner(PathKey.superclass) }
  func superDecoder(forKey key: Key) throws -> any Decoder { inner(key) }
}

/// A list with one sample of `item`, or an empty list if `item` is nil.
private struct CheckedItems: UnkeyedDecodingContainer {
  let decoder: CheckDecoder
  let item: Given?
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { item == nil ? 0 : 1 }
  var isAtEnd: Bool { currentIndex >= count ?? 0 }

  init(decoder: CheckDecoder, item: Given?) { (self.decoder, self.item) = (decoder, item) }

  private mutating func next() -> CheckDecoder {
    currentIndex += 1
    return CheckDecoder(decoder.check, item ?? .anything, decoder.path + "[]")
  }

  mutating func decodeNil() -> Bool { false }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next().decode(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next().decode(type) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { next() }
}

extension CheckDecoder {
  fileprivate func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try check.value(of: type, given, at: path)
  }
}

private struct CheckedValue: SingleValueDecodingContainer {
  let decoder: CheckDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { if case .anything = decoder.given { true } else { false } }
  func decode(_ type: Int128.Type) throws -> Int128 { try decode(any: type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(any: type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decode(any: type) }

  private func decode<T: Decodable>(any type: T.Type) throws -> T {
    // With `.anything`, types of the program aren't decoded, because types that decode each other here could recurse
    // forever.
    if case .anything = decoder.given, !KnownTypes.has(type) { throw NoValue() }
    return try decoder.decode(type)
  }
}
