// JSON that is put together before it is written, because its parts are merged and moved.

internal import FormworkReport
internal import FormworkSyntax

/// A JSON value under construction.
indirect enum JSONTree {
  case object(JSONMembers)
  case array([JSONTree])
  case text(String)
  /// A number, `true`, `false` or `null` as written.
  case literal(String)

  /// The value as a file, with a line for each member.
  var file: [UInt8] {
    ByteBuffer.bytes { out in
      write(to: &out, depth: 0)
      out.append("\n")
    }
  }

  /// The value on one line.
  var line: String {
    String(decoding: ByteBuffer.bytes { write(to: &$0, depth: nil) }, as: UTF8.self)
  }

  /// - Parameter depth: the depth of the line, or nil to write everything on one line.
  private func write(to out: inout ByteBuffer, depth: Int?) {
    switch self {
    case .text(let text): out.value(text)
    case .literal(let literal): out.value(json: literal)
    case .array(let items):
      let depth = items.allSatisfy { $0.isSimple } ? nil : depth
      JSONTree.write("[", "]", items, to: &out, depth) { $0.write(to: &$1, depth: $2) }
    case .object(let members):
      JSONTree.write("{", "}", members.map { $0 }, to: &out, depth) { member, out, depth in
        out.value(member.key)
        out.append(": ")
        member.value.write(to: &out, depth: depth)
      }
    }
  }

  private var isSimple: Bool {
    switch self {
    case .text, .literal: true
    case .array, .object: false
    }
  }

  private static func write<Item>(
    _ open: StaticString, _ close: StaticString, _ items: [Item], to out: inout ByteBuffer,
    _ depth: Int?, _ write: (Item, inout ByteBuffer, Int?) -> Void
  ) {
    out.append(open)
    for (index, item) in items.enumerated() {
      if index > 0 { out.append(depth == nil ? ", " : ",") }
      if let depth { out.breakLine(depth + 1) }
      write(item, &out, depth.map { $0 + 1 })
    }
    if let depth, !items.isEmpty { out.breakLine(depth) }
    out.append(close)
  }
}

extension ByteBuffer {
  fileprivate mutating func breakLine(_ depth: Int) {
    append("\n")
    for _ in 0..<depth { append("  ") }
  }
}

// MARK: - Literals

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral value: Int) { self = .literal(String(value)) }
  init(booleanLiteral value: Bool) { self = .literal(value ? "true" : "false") }
  init(arrayLiteral items: JSONTree...) { self = .array(items) }

  init(dictionaryLiteral members: (String, JSONTree)...) {
    var object = JSONMembers()
    for (key, value) in members { object[key] = value }
    self = .object(object)
  }

  static func object(_ members: JSONMembers, _ others: JSONMembers) -> JSONTree {
    var members = members
    members.append(others)
    return .object(members)
  }

  static func number(_ value: Int) -> JSONTree { .literal(String(value)) }

  static func texts(_ texts: [String]) -> JSONTree { .array(texts.map { .text($0) }) }
}

/// The members of a JSON object, in their order.
typealias JSONMembers = OrderedDictionary<String, JSONTree>

extension JSONMembers {
  /// Adds a text, unless it is nil.
  mutating func add(_ key: String, _ text: String?) {
    if let text { self[key] = .text(text) }
  }

  /// Adds members. They replace existing members with the same keys.
  mutating func append(_ others: JSONMembers) {
    for (key, value) in others { self[key] = value }
  }
}
