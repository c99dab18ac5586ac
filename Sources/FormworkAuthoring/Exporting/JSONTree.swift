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

  /// Returns an object with one member.
  static func object(_ key: String, _ value: JSONTree) -> JSONTree {
    .object(JSONMembers([(key, value)]))
  }

  static func number(_ value: Int) -> JSONTree { .literal(String(value)) }

  static func texts(_ texts: [String]) -> JSONTree { .array(texts.map { .text($0) }) }

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
      JSONTree.write("{", "}", members.all, to: &out, depth) { member, out, depth in
        ByteBuffer.write(key: member.key, to: &out)
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

  fileprivate static func write(key: String, to out: inout ByteBuffer) {
    out.value(key)
    out.append(": ")
  }
}

/// The members of a JSON object, in their order.
struct JSONMembers {
  private var members: OrderedDictionary<String, JSONTree> = [:]

  init(_ all: [(key: String, value: JSONTree)] = []) {
    for (key, value) in all { members[key] = value }
  }

  var isEmpty: Bool { members.isEmpty }

  var all: [(key: String, value: JSONTree)] { members.map { $0 } }

  subscript(key: String) -> JSONTree? {
    get { members[key] }
    set { members[key] = newValue }
  }

  /// Adds a member, or nothing if there is no text.
  mutating func add(_ key: String, _ text: String?) {
    if let text { members[key] = .text(text) }
  }

  /// Appends the other members.
  mutating func append(_ others: JSONMembers) {
    for (key, value) in others.members { members[key] = value }
  }
}
