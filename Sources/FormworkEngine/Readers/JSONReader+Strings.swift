// Strings of JSON (RFC 8259 § 7): checked where they stand, and undone of their escapes where they
// have any.

extension JSONReader {
  struct StringScan {
    var upper: Int
    var isEscaped = false
    var isASCII = true
  }

  /// Checks the string at the cursor and moves past its closing quote.
  @inline(__always)
  mutating func scanString() throws(MalformedRecord) -> StringScan {
    index += 1
    var scan = StringScan(upper: index)
    while true {
      index = ByteScan.endOfPlainJSON(in: bytes, from: index)
      guard index < bytes.count else { throw MalformedRecord(.unexpectedEnd, index) }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        scan.upper = index
        index += 1
        return scan
      }
      if byte >= 0x80 {
        try skipNonASCII()
        scan.isASCII = false
      } else if byte == UInt8(ascii: "\\") {
        try skipEscape()
        scan.isEscaped = true
      } else {
        throw MalformedRecord(.controlCharacter(byte), index)
      }
    }
  }

  mutating func skipNonASCII() throws(MalformedRecord) {
    while index < bytes.count, bytes[index] >= 0x80 {
      let width = ByteScan.utf8Width(in: bytes, at: index)
      if width == 0 { throw MalformedRecord(.badUTF8, index) }
      index += width
    }
  }

  mutating func skipEscape() throws(MalformedRecord) {
    let start = index
    guard index + 1 < bytes.count else { throw MalformedRecord(.unexpectedEnd, bytes.count) }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at: index + 2)
      index += 6
      if 0xDC00...0xDFFF ~= unit { throw MalformedRecord(.loneSurrogate, start) }
      guard 0xD800...0xDBFF ~= unit else { return }
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u"),
        0xDC00...0xDFFF ~= (try codeUnit(at: index + 2))
      else { throw MalformedRecord(.loneSurrogate, start) }
      index += 6
    default: throw MalformedRecord(.badEscape, start)
    }
  }

  func codeUnit(at position: Int) throws(MalformedRecord) -> UInt32 {
    guard position + 4 <= bytes.count else {
      throw MalformedRecord(.unexpectedEnd, bytes.count)
    }
    var unit: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = JSONReader.hexValue(bytes[position + offset]) else {
        throw MalformedRecord(.badEscape, position - 2)
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Reads the string at the cursor; `flags` is 1 if it goes beyond ASCII.
  @inline(__always)
  mutating func readString() throws(MalformedRecord) -> Value {
    let start = index
    let scan = try scanString()
    let raw = slice(start + 1, scan.upper)
    let offset = place(start)
    if !scan.isEscaped { return Value(text: raw, flags: scan.isASCII ? 0 : 1, extra: offset) }
    return unescape(raw, offset: offset)
  }

  /// Undoes the escapes of a string that has been checked; the result is never longer.
  func unescape(_ raw: TextBytes, offset: UInt32) -> Value {
    let room = workspace.scratch.pointee.reserve(raw.count)
    var out = 0
    var at = 0
    func put(_ byte: UInt8) {
      room[out] = byte
      out += 1
    }
    while at < raw.count {
      guard raw[at] == UInt8(ascii: "\\") else {
        put(raw[at])
        at += 1
        continue
      }
      let escape = raw[at + 1]
      at += 2
      switch escape {
      case UInt8(ascii: "b"): put(0x08)
      case UInt8(ascii: "f"): put(0x0C)
      case UInt8(ascii: "n"): put(0x0A)
      case UInt8(ascii: "r"): put(0x0D)
      case UInt8(ascii: "t"): put(0x09)
      case UInt8(ascii: "u"):
        var value = JSONReader.unit(raw, at)
        at += 4
        if 0xD800...0xDBFF ~= value {
          value = 0x10000 + (value - 0xD800) << 10 + (JSONReader.unit(raw, at + 2) - 0xDC00)
          at += 6
        }
        for byte in String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8 { put(byte) }
      default: put(escape)
      }
    }
    let text = workspace.scratch.pointee.trim(room, to: out)
    return Value(text: text, flags: text.isASCII ? 0 : 1, extra: offset)
  }

  static func unit(_ raw: TextBytes, _ position: Int) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 0..<4 { unit = unit << 4 | (hexValue(raw[position + offset]) ?? 0) }
    return unit
  }
}
