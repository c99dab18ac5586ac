// Reads JSON token by token: messages of editors, values of type `any`, samples of data. `JSONReader` reads records.

package import FormworkEngine

/// The tokens of a JSON text (RFC 8259), which may be nested up to 256 levels. An error ends the text.
package struct JSONTokens {
  package enum Token {
    /// A text, or the key of a member. The colon after a key has been read.
    case text(Text)
    /// A number as written. Its syntax isn't checked.
    case number(TextBytes)
    case truth(Bool)
    case null
    case recordStart, recordEnd, listStart, listEnd
    case end
  }

  /// A text as written between its quotes.
  package struct Text {
    package let raw: TextBytes
    package let hasEscapes: Bool
  }

  /// The part of the grammar that comes next: a value, the contents of a record or list, or what follows a value.
  private enum Position { case value, contents, next }

  private static let nestingLimit = 256

  private let bytes: TextBytes
  private var at = 0
  private var position = Position.value
  /// The closing brackets of the open records and lists.
  private var open: [UInt8] = []
  /// Whether the text ended with an error.
  package private(set) var isBroken = false

  package init(_ bytes: TextBytes) { self.bytes = bytes }

  /// Returns the next token.
  package mutating func next() -> Token {
    var byte = nextByte()
    if position != .value {
      guard let end = open.last else { return at < bytes.count ? fail() : .end }
      if byte == end { return close() }
      if position == .next {
        guard byte == UInt8(ascii: ",") else { return fail() }
        at &+= 1
        byte = nextByte()
      }
      if end == UInt8(ascii: "}") { return key(byte) }
    }
    position = .next
    switch Unicode.Scalar(byte) {
    case "\"": return text()
    case "{": return open("}", .recordStart)
    case "[": return open("]", .listStart)
    case "-", "0"..."9": return number()
    case "t": return word("true", .truth(true))
    case "f": return word("false", .truth(false))
    case "n": return word("null", .null)
    default: return fail()
    }
  }

  /// Skips the rest of the record or list that has just begun.
  package mutating func skipStructure() {
    let depth = open.count
    while open.count >= depth { if case .end = next() { return } }
  }

  private mutating func fail() -> Token {
    isBroken = true
    at = bytes.count
    return .end
  }

  /// Skips white space. Returns the byte after it, or 0 at the end.
  private mutating func nextByte() -> UInt8 {
    while at < bytes.count {
      let byte = bytes[at]
      if byte > 0x20 || byte != 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D { return byte }
      at &+= 1
    }
    return 0
  }

  private mutating func open(_ end: Unicode.Scalar, _ token: Token) -> Token {
    if open.count == JSONTokens.nestingLimit { return fail() }
    open.append(UInt8(ascii: end))
    position = .contents
    at &+= 1
    return token
  }

  private mutating func close() -> Token {
    position = .next
    at &+= 1
    return open.removeLast() == UInt8(ascii: "}") ? .recordEnd : .listEnd
  }

  private mutating func key(_ byte: UInt8) -> Token {
    guard byte == UInt8(ascii: "\""), case .text(let key) = text(),
      nextByte() == UInt8(ascii: ":")
    else { return fail() }
    at &+= 1
    position = .value
    return .text(key)
  }

  private mutating func word(_ word: StaticString, _ token: Token) -> Token {
    let count = word.utf8CodeUnitCount
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: count)
    guard bytes[at...].starts(with: letters) else { return fail() }
    at &+= count
    return token
  }

  private mutating func text() -> Token {
    let start = at &+ 1
    var hasEscapes = false
    at = firstEscaped(bytes, from: start)
    while at < bytes.count, bytes[at] == UInt8(ascii: "\\") {
      hasEscapes = true
      at = firstEscaped(bytes, from: min(at &+ 2, bytes.count))
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return fail() }
    at &+= 1
    return .text(Text(raw: bytes.part(start, at &- 1), hasEscapes: hasEscapes))
  }

  private mutating func number() -> Token {
    let start = at
    while at < bytes.count, bytes[at] > 0x20, bytes[at] != UInt8(ascii: ","),
      bytes[at] != UInt8(ascii: "}"), bytes[at] != UInt8(ascii: "]")
    {
      at &+= 1
    }
    return .number(bytes.part(start, at))
  }
}

extension JSONTokens.Text {
  /// The text with its escapes decoded, or nil if an escape is invalid. Half a surrogate pair becomes U+FFFD.
  package var string: String? {
    if !hasEscapes { return raw.makeString() }
    var out: [UInt8] = []
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      index += 1
      if byte != UInt8(ascii: "\\") {
        out.append(byte)
      } else if let scalar = scalar(&index) {
        out.append(contentsOf: String(Character(scalar)).utf8)
      } else {
        return nil
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Calls `body` with the decoded text, which must have valid escapes.
  @inline(__always)
  package func withPlain<T>(_ body: (TextBytes) -> T) -> T {
    if !hasEscapes { return body(raw) }
    var text = string ?? ""
    return text.withUTF8(body)
  }

  /// Decodes the escape after the backslash before `index`.
  private func scalar(_ index: inout Int) -> Unicode.Scalar? {
    guard index < raw.count else { return nil }
    let letter = Unicode.Scalar(raw[index])
    index += 1
    switch letter {
    case "\"", "\\", "/": return letter
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard let unit = unit(index) else { return nil }
      index += 4
      guard 0xD800..<0xDC00 ~= unit, raw.part(index, raw.count).starts(with: [0x5C, 0x75]) else {
        return Unicode.Scalar(unit) ?? "\u{FFFD}"
      }
      guard let low = self.unit(index + 2) else { return nil }
      guard 0xDC00..<0xE000 ~= low else { return "\u{FFFD}" }
      index += 6
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  /// Returns the value of the four hexadecimal digits at `index`.
  private func unit(_ index: Int) -> UInt32? {
    guard index + 4 <= raw.count else { return nil }
    var value: UInt32 = 0
    for byte in raw.part(index, index + 4) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
