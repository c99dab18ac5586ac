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

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral items: JSONValue...) { self = .array(items) }
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { (key: $0.0, value: $0.1) })
  }
}

// MARK: - Writing

extension JSONValue {
  /// The value as JSON on one line.
  package var bytes: [UInt8] { ByteBuffer.bytes { write(to: &$0) } }

  private func write(to out: inout ByteBuffer) {
    switch self {
    case .null: out.value(json: "null")
    case .bool(let value): out.value(value)
    case .number(let digits): out.value(json: digits)
    case .string(let text): out.value(text)
    case .array(let items): out.array(items) { $0.write(to: &$1) }
    case .object(let members):
      out.object { out in
        for (key, value) in members {
          out.key(named: key)
          value.write(to: &out)
        }
      }
    }
  }
}

// MARK: - Reading

extension JSONValue {
  /// Parses a value. Nil if `bytes` isn't one JSON value, or is nested deeper than 256 levels.
  package init?(_ bytes: [UInt8]) {
    let value = bytes.withUnsafeBufferPointer { bytes -> JSONValue? in
      var tokens = JSONTokens(bytes)
      let value = JSONValue(tokens.next(), &tokens)
      guard case .end = tokens.next(), !tokens.isBroken else { return nil }
      return value
    }
    guard let value else { return nil }
    self = value
  }

  /// Reads the value whose first token has just been read.
  private init?(_ first: JSONTokens.Token, _ tokens: inout JSONTokens) {
    switch first {
    case .null: self = .null
    case .truth(let value): self = .bool(value)
    case .number(let digits):
      if ExactDecimal.parse(json: digits) == .notANumber { return nil }
      self = .number(digits.makeString())
    case .text(let text):
      guard let text = text.string else { return nil }
      self = .string(text)
    case .listStart:
      var items: [JSONValue] = []
      var token = tokens.next()
      while true {
        if case .listEnd = token { break }
        guard let item = JSONValue(token, &tokens) else { return nil }
        items.append(item)
        token = tokens.next()
      }
      self = .array(items)
    case .recordStart:
      var members: [(key: String, value: JSONValue)] = []
      while case .text(let key) = tokens.next() {
        guard let key = key.string, let value = JSONValue(tokens.next(), &tokens) else {
          return nil
        }
        members.append((key, value))
      }
      self = .object(members)
    case .recordEnd, .listEnd, .end: return nil
    }
  }
}
