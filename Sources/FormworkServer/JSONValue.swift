// JSON in memory, for reading and writing the messages of editors.

internal import FormworkEngine
internal import FormworkReport

/// A JSON value (RFC 8259).
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number as written.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// Members in order.
  case object([(key: String, value: JSONValue)])

  /// The value of the last member named `key`. Nil if there is none, or if this isn't an object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value if it is an integer, or nil.
  package var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  package static func integer(_ value: Int) -> JSONValue { .number(String(value)) }
}

// MARK: - Writing

extension JSONValue {
  /// The value as JSON on one line.
  package var bytes: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .number(let digits): out += digits.utf8
    case .string(let text): out += jsonString(text)
    case .array(let items):
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        item.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        out += jsonString(member.key)
        out.append(UInt8(ascii: ":"))
        member.value.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }
}

// MARK: - Reading

extension JSONValue {
  /// Parses a value. Nil if `bytes` isn't one JSON value, or is nested deeper than 256 levels.
  package init?(_ bytes: [UInt8]) {
    var reader = JSONValueReader(bytes)
    guard let value = reader.readAll() else { return nil }
    self = value
  }
}

/// Parses JSON. Stops at the first error.
private struct JSONValueReader {
  private static let depthLimit = 256

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func readAll() -> JSONValue? {
    guard let value = readValue() else { return nil }
    skipSpace()
    return index == bytes.count ? value : nil
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  /// Takes `mark`, after white space.
  private mutating func eat(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private mutating func eat(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let word = Array(word.description.utf8)
    guard bytes[index...].starts(with: word) else { return nil }
    index += word.count
    return value
  }

  private mutating func readValue() -> JSONValue? {
    skipSpace()
    guard index < bytes.count, depth < JSONValueReader.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    switch bytes[index] {
    case UInt8(ascii: "{"): return readObject()
    case UInt8(ascii: "["): return readArray()
    case UInt8(ascii: "\""): return readString().map { .string($0) }
    case UInt8(ascii: "t"): return eat("true", .bool(true))
    case UInt8(ascii: "f"): return eat("false", .bool(false))
    case UInt8(ascii: "n"): return eat("null", .null)
    default: return readNumber()
    }
  }

  private mutating func readObject() -> JSONValue? {
    index += 1
    var members: [(key: String, value: JSONValue)] = []
    if eat("}") { return .object(members) }
    repeat {
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\""), let key = readString(),
        eat(":"), let value = readValue()
      else { return nil }
      members.append((key, value))
    } while eat(",")
    return eat("}") ? .object(members) : nil
  }

  private mutating func readArray() -> JSONValue? {
    index += 1
    var items: [JSONValue] = []
    if eat("]") { return .array(items) }
    repeat {
      guard let item = readValue() else { return nil }
      items.append(item)
    } while eat(",")
    return eat("]") ? .array(items) : nil
  }

  private mutating func readNumber() -> JSONValue? {
    let start = index
    while index < bytes.count, isPartOfNumber(bytes[index]) { index += 1 }
    let isNumber = bytes[start..<index].withUnsafeBufferPointer {
      ExactDecimal.parse(json: $0) != .notANumber
    }
    return isNumber ? .number(String(decoding: bytes[start..<index], as: UTF8.self)) : nil
  }

  private func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func readString() -> String? {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = readEscape() else { return nil }
        text += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads an escape after its backslash. Half a surrogate pair becomes U+FFFD.
  private mutating func readEscape() -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      guard let first = readHex() else { return nil }
      guard 0xD800...0xDBFF ~= first, bytes[index...].starts(with: [0x5C, 0x75]) else {
        return Unicode.Scalar(first) ?? "\u{FFFD}"
      }
      let start = index
      index += 2
      guard let second = readHex() else { return nil }
      if 0xDC00...0xDFFF ~= second {
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      }
      index = start
      return "\u{FFFD}"
    default: return nil
    }
  }

  private mutating func readHex() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }
}
