// A JSON text with the place of each value, for importers.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A parsed JSON text with the offset of each value. A value is an index in `nodes`, and 0 is the whole text.
struct JSONDocument {
  enum Value {
    case null
    case bool(Bool)
    case number(ExactDecimal?)
    case text(String)
    case list([Int])
    case record([Member])
  }

  struct Member {
    var key: String
    var value: Int
  }

  struct Node {
    var value: Value
    /// The value around this one, or -1 for the whole text.
    var parent: Int
    /// The key of the member or the index of the item, in the notation of JSON pointers (RFC 6901).
    var step: String
    /// The offset of the value or, for a member, of its key.
    var offset: Int
  }

  private(set) var nodes: [Node] = []
  /// The keys of all objects.
  private(set) var keys: OrderedSet<String> = []
  /// For each large object, its values under their keys.
  private var indexes: OrderedDictionary<Int, OrderedDictionary<String, Int>> = [:]
  let source: Source

  /// Parses a text.
  init(_ source: Source) throws(ImportProblem) {
    self.source = source
    guard String(validating: source.bytes, as: UTF8.self) != nil else {
      throw ImportProblem("This isn't UTF-8 text.", in: source)
    }
    let bytes = Array(
      source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? source.bytes.dropFirst(3) : source.bytes[...])
    let shift = source.bytes.count - bytes.count
    var failure: Int?
    bytes.withUnsafeBufferPointer { bytes in
      var tokens = JSONTokens(bytes)
      let isRead = add(tokens.next(), &tokens, in: bytes, shift, parent: -1, step: "", at: nil)
      let isWhole = isRead && tokens.isAtEnd()
      if !isWhole { failure = shift + tokens.offset }
    }
    if let failure {
      throw ImportProblem(
        "This isn't valid JSON, or it is nested more than 256 levels deep.", at: failure,
        in: source, hint: JSONDocument.hint(for: bytes))
    }
  }

  /// Returns what to do with a text that doesn't begin as JSON does, or nil for other texts.
  private static func hint(for bytes: [UInt8]) -> String? {
    let lines = String(decoding: bytes.prefix(4096), as: UTF8.self).split { $0.isNewline }
      .map { $0.drop { $0 == " " } }
    guard let line = lines.first(where: { !$0.isEmpty && $0.first != "#" }), let first = line.first,
      first != "{", first != "["
    else { return nil }
    let rest = line.drop { $0 != ":" }
    let isYAML = line == "---" || rest.count == 1 || rest.dropFirst().first == " "
    return isYAML
      ? "YAML must be converted to JSON first." : "\"formwork new\" makes a form from data."
  }

  /// Adds the value whose first token has just been read. Returns false if there is an error.
  private mutating func add(
    _ token: JSONTokens.Token, _ tokens: inout JSONTokens, in bytes: TextBytes, _ shift: Int,
    parent: Int, step: String, at offset: Int?
  ) -> Bool {
    let place = nodes.count
    nodes.append(
      Node(value: .null, parent: parent, step: step, offset: offset ?? shift + tokens.offset - 1))
    switch token {
    case .null: break
    case .truth(let value): nodes[place].value = .bool(value)
    case .number(let digits):
      let number = ExactDecimal.parse(json: digits)
      if number == .notANumber { return false }
      nodes[place].value = .number(number.number)
    case .text(let text):
      guard let text = text.string else { return false }
      nodes[place].value = .text(text)
    case .listStart:
      var items: [Int] = []
      var token = tokens.next()
      while true {
        if case .listEnd = token { break }
        items.append(nodes.count)
        let isRead = add(
          token, &tokens, in: bytes, shift, parent: place, step: String(items.count - 1), at: nil)
        if !isRead { return false }
        token = tokens.next()
      }
      nodes[place].value = .list(items)
    case .recordStart:
      var members: [Member] = []
      while true {
        let token = tokens.next()
        if case .recordEnd = token { break }
        guard case .text(let key) = token, let name = key.string, let all = bytes.baseAddress,
          let start = key.raw.baseAddress
        else { return false }
        members.append(Member(key: name, value: nodes.count))
        keys.insert(name)
        let isRead = add(
          tokens.next(), &tokens, in: bytes, shift, parent: place, step: name,
          at: shift + (start - all) - 1)
        if !isRead { return false }
      }
      nodes[place].value = .record(members)
      if members.count > 16 {
        var index: OrderedDictionary<String, Int> = [:]
        for member in members { index[member.key] = member.value }
        indexes[place] = index
      }
    case .recordEnd, .listEnd, .end: return false
    }
    return true
  }
}

// MARK: - Access

extension JSONDocument {
  /// Returns the value of a member, or nil.
  subscript(node: Int, key: String) -> Int? {
    guard case .record(let members) = nodes[node].value else { return nil }
    if members.count > 16 { return indexes[node]?[key] }
    return members.last { $0.key == key }?.value
  }

  func members(_ node: Int) -> [Member] {
    if case .record(let members) = nodes[node].value { members } else { [] }
  }

  func items(_ node: Int?) -> [Int] {
    if let node, case .list(let items) = nodes[node].value { items } else { [] }
  }

  func text(_ node: Int?) -> String? {
    if let node, case .text(let text) = nodes[node].value { text } else { nil }
  }

  func number(_ node: Int?) -> ExactDecimal? {
    if let node, case .number(let number) = nodes[node].value { number } else { nil }
  }

  func truth(_ node: Int?) -> Bool? {
    if let node, case .bool(let value) = nodes[node].value { value } else { nil }
  }

  func isRecord(_ node: Int) -> Bool {
    if case .record = nodes[node].value { true } else { false }
  }

  func isList(_ node: Int) -> Bool {
    if case .list = nodes[node].value { true } else { false }
  }

  /// Returns the texts of a list; nil if an item isn't a text.
  func texts(_ node: Int?) -> [String]? {
    let items = items(node)
    let texts = items.compactMap { text($0) }
    return texts.count == items.count ? texts : nil
  }

  /// Returns the JSON pointer to a value.
  func pointer(to node: Int) -> String {
    var steps: [String] = []
    var node = node
    while node > 0 {
      steps.append(JSONDocument.escaped(nodes[node].step))
      node = nodes[node].parent
    }
    var pointer = ""
    for step in steps.reversed() {
      pointer += "/"
      pointer += step
    }
    return pointer
  }

  private static func escaped(_ step: String) -> String {
    Spelling.replacingScalars(of: step) { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
  }

  /// Returns the value to which a JSON pointer in a URI fragment leads from `start`, or nil if it leads nowhere.
  func target(ofPointer pointer: Substring, from start: Int) -> Int? {
    var node = start
    for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let step = JSONDocument.unescaped(step) else { return nil }
      if case .list(let items) = nodes[node].value {
        guard let index = Int(step), items.indices.contains(index) else { return nil }
        node = items[index]
      } else {
        guard let next = self[node, step] else { return nil }
        node = next
      }
    }
    return node
  }

  /// Decodes the escapes of URIs and of pointers.
  private static func unescaped(_ step: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = step.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let code = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
        rest = rest.dropFirst(2)
        bytes.append(code)
      } else if byte == UInt8(ascii: "~"), let next = rest.popFirst() {
        bytes.append(next == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ImportLedger {
  /// Adds the outcome for a value, which is owned by the object around it. Returns the index of the entry.
  @discardableResult
  mutating func add(
    _ node: Int, _ json: JSONDocument, _ outcome: Coverage.Outcome
  ) -> Int {
    add(
      node, of: json.nodes[node].parent,
      Coverage.Entry(
        path: "#" + json.pointer(to: node), line: line(at: json.nodes[node].offset),
        constraint: json.nodes[node].step, outcome: outcome))
  }
}
