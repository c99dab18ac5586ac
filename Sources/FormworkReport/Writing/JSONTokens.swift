// Reads JSON token by token: messages of editors, values of type `any`, samples of data. `JSONReader` reads records.

package import FormworkEngine

/// The tokens of a JSON text (RFC 8259), which may be nested up to 256 levels. The tokens end at the first error.
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

  /// The part of the grammar that comes next: a value, the contents of a record or list, or a comma or end after a
  /// value.
  private enum Position { case value, contents, next }

  private static let nestingLimit = 256

  private let bytes: TextBytes
  private var at = 0
  /// The offset of the error, if the text ended with one.
  private var brokenAt = 0
  private var position = Position.value
  private var depth = 0
  /// The closing bracket of the innermost record or list.
  private var end: UInt8 = 0
  /// A bit for each open level, which is set if the level is a record. An array would need an allocation for each JSON
  /// text.
  private var records = SIMD4<UInt64>()
  /// Whether the text ended with an error.
  package private(set) var isBroken = false

  package init(_ bytes: TextBytes) { self.bytes = bytes }

  /// Returns the next token.
  package mutating func next() -> Token {
    var byte = nextByte()
    if position != .value {
      if depth == 0 { return at < bytes.count ? fail() : .end }
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
    case "\"":
      guard let text = text() else { return fail() }
      return .text(text)
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
    let outer = depth
    while depth >= outer { if case .end = next() { return } }
  }

  /// The offset after the last token, or that of the error.
  package var offset: Int { isBroken ? brokenAt : at }

  /// Whether nothing but white space follows.
  package mutating func isAtEnd() -> Bool {
    guard case .end = next() else { return false }
    return !isBroken
  }

  private mutating func fail() -> Token {
    if !isBroken { brokenAt = min(at, bytes.count) }
    isBroken = true
    at = bytes.count
    return .end
  }

  /// Skips white space. Returns the byte after it, or 0 at the end.
  @inline(__always)
  private mutating func nextByte() -> UInt8 {
    while at < bytes.count {
      let byte = bytes[at]
      if byte > 0x20 || byte != 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D { return byte }
      at &+= 1
    }
    return 0
  }

  private mutating func open(_ end: Unicode.Scalar, _ token: Token) -> Token {
    if depth == JSONTokens.nestingLimit { return fail() }
    let bit = bit(of: depth)
    if end == "}" { records[depth >> 6] |= bit } else { records[depth >> 6] &= ~bit }
    depth += 1
    self.end = UInt8(ascii: end)
    position = .contents
    at &+= 1
    return token
  }

  /// Returns the bit of a level in its word of `records`.
  private func bit(of level: Int) -> UInt64 { 1 << UInt64(level & 63) }

  private mutating func close() -> Token {
    let token: Token = end == UInt8(ascii: "}") ? .recordEnd : .listEnd
    depth -= 1
    if depth > 0 {
      let bit = bit(of: depth - 1)
      end = records[(depth - 1) >> 6] & bit != 0 ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }
    position = .next
    at &+= 1
    return token
  }

  @inline(__always)
  private mutating func key(_ byte: UInt8) -> Token {
    guard byte == UInt8(ascii: "\""), let key = text(), nextByte() == UInt8(ascii: ":") else {
      return fail()
    }
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

  /// Reads the text whose opening quote comes next.
  @inline(__always)
  private mutating func text() -> Text? {
    let start = at &+ 1
    var hasEscapes = false
    at = firstEscaped(bytes, from: start)
    while at < bytes.count, bytes[at] == UInt8(ascii: "\\") {
      hasEscapes = true
      at = firstEscaped(bytes, from: min(at &+ 2, bytes.count))
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
    at &+= 1
    return Text(raw: bytes.part(start, at &- 1), hasEscapes: hasEscapes)
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
  /// The text with its escapes decoded, or nil if an escape is invalid.
  package var string: String? {
    hasEscapes ? decoded.map { String(decoding: $0, as: UTF8.self) } : raw.makeString()
  }

  /// The bytes of the text with its escapes decoded, or nil if an escape is invalid. Half a surrogate pair becomes
  /// U+FFFD.
  package var decoded: [UInt8]? {
    var out: [UInt8] = []
    out.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      index += 1
      if byte != UInt8(ascii: "\\") {
        out.append(byte)
      } else if let scalar = scalar(&index) {
        if scalar.isASCII {
          out.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
          out.append(contentsOf: String(Character(scalar)).utf8)
        }
      } else {
        return nil
      }
    }
    return out
  }

  /// Calls `body` with the decoded text, which must have valid escapes.
  package func withDecoded(_ body: (TextBytes) -> Void) {
    if hasEscapes { (decoded ?? []).withUnsafeBufferPointer(body) } else { body(raw) }
  }

  /// Decodes an escape whose backslash is just before `index`. Moves `index` past the escape.
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
