// Reads a well-formed JSON text token by token.

internal import FormworkEngine

/// Reads the tokens of a JSON text without checking it.
struct JSONCursor {
  enum Token {
    /// A text as it is written between its quotes.
    case text(TextBytes, hasEscapes: Bool)
    case number(TextBytes)
    case truth(Bool)
    case null
    case recordStart, recordEnd, listStart, listEnd
    case end
  }

  private let bytes: TextBytes
  private var at = 0

  init(_ bytes: TextBytes) { self.bytes = bytes }

  /// Returns the next token. Commas and colons are skipped, because they are redundant in well-formed text.
  mutating func next() -> Token {
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch Unicode.Scalar(byte) {
      case "\"": return text()
      case "{": return .recordStart
      case "}": return .recordEnd
      case "[": return .listStart
      case "]": return .listEnd
      case "-", "0"..."9": return number()
      case "t": return word(4, .truth(true))
      case "f": return word(5, .truth(false))
      case "n": return word(4, .null)
      default: break
      }
    }
    return .end
  }

  private mutating func word(_ count: Int, _ token: Token) -> Token {
    at += count - 1
    return token
  }

  private mutating func text() -> Token {
    let start = at
    var hasEscapes = false
    while true {
      at = ByteScan.findNear(UInt8(ascii: "\""), or: UInt8(ascii: "\\"), in: bytes, from: at)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\\") else { break }
      hasEscapes = true
      at = min(at + 2, bytes.count)
    }
    let end = min(at, bytes.count)
    at = end + 1
    return .text(bytes.part(start, end), hasEscapes: hasEscapes)
  }

  private mutating func number() -> Token {
    let start = at - 1
    while at < bytes.count, bytes[at] > 0x20, bytes[at] != UInt8(ascii: ","),
      bytes[at] != UInt8(ascii: "}"), bytes[at] != UInt8(ascii: "]")
    {
      at += 1
    }
    return .number(bytes.part(start, at))
  }

  /// Skips the rest of the record or list that has just begun.
  mutating func skipStructure() {
    var depth = 1
    while depth > 0 {
      switch next() {
      case .recordStart, .listStart: depth += 1
      case .recordEnd, .listEnd: depth -= 1
      case .end: return
      default: break
      }
    }
  }

  /// Returns a text with its escapes decoded.
  static func plain(_ raw: TextBytes) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    while index < raw.count {
      guard raw[index] == UInt8(ascii: "\\"), index + 1 < raw.count else {
        out.append(raw[index])
        index += 1
        continue
      }
      index += 2
      switch Unicode.Scalar(raw[index - 1]) {
      case "b": out.append(0x08)
      case "f": out.append(0x0C)
      case "n": out.append(0x0A)
      case "r": out.append(0x0D)
      case "t": out.append(0x09)
      case "u": appendScalar(raw, &index, to: &out)
      default: out.append(raw[index - 1])
      }
    }
    return out
  }

  /// Appends the character of a `\u` escape, or of both escapes of a surrogate pair.
  private static func appendScalar(_ raw: TextBytes, _ index: inout Int, to out: inout [UInt8]) {
    var value = unit(raw, index)
    index += 4
    if 0xD800..<0xDC00 ~= value {
      value = 0x10000 + (value - 0xD800) << 10 + (unit(raw, index + 2) & 0x3FF)
      index += 6
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    out.append(contentsOf: String(Character(scalar)).utf8)
  }

  private static func unit(_ raw: TextBytes, _ index: Int) -> UInt32 {
    guard index + 4 <= raw.count else { return 0 }
    return raw.part(index, index + 4).reduce(0) { value, byte in
      let digit = byte < 0x40 ? byte & 0xF : (byte & 0xF) + 9
      return value << 4 | UInt32(digit)
    }
  }
}
