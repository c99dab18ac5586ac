// JSON in a buffer (RFC 8259).

package import FormworkEngine

// A comma is due if the last byte ends a value. No state is needed for this, because every string ends with a quote.
extension ByteBuffer {
  /// Returns the bytes that `write` appends to an empty buffer.
  package static func bytes(_ write: (inout ByteBuffer) -> Void) -> [UInt8] {
    var out = ByteBuffer()
    write(&out)
    return Array(out.bytes)
  }

  /// Appends a comma if the buffer ends with a value or a member.
  @inline(__always)
  package mutating func separate() {
    reserve(1)
    if endsValue { put(UInt8(ascii: ",")) }
  }

  /// Whether the last byte is the end of a string, number, `true`, `false`, `null`, array or object.
  private var endsValue: Bool {
    @inline(__always) get {
      switch last {
      case UInt8(ascii: "\""), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "]"),
        UInt8(ascii: "e"), UInt8(ascii: "l"), UInt8(ascii: "}"):
        true
      default: false
      }
    }
  }

  /// Appends an object with the members that `write` appends.
  @inline(__always)
  package mutating func object<Failure>(
    _ write: (inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    append("{")
    try write(&self)
    append("}")
  }

  /// Appends an array with the values that `write` appends.
  @inline(__always)
  package mutating func array<Failure>(
    _ write: (inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    append("[")
    try write(&self)
    append("]")
  }

  /// Appends an array with the value that `write` appends for each item.
  @inline(__always)
  package mutating func array<Item, Failure>(
    _ items: some Sequence<Item>, _ write: (Item, inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    try array { out throws(Failure) in
      for item in items { try write(item, &out) }
    }
  }
}

// MARK: - Members

extension ByteBuffer {
  /// Appends the key of a member. It must not contain characters that need escapes.
  @inline(__always)
  package mutating func key(_ name: StaticString) {
    let size = name.utf8CodeUnitCount
    reserve(size &+ 4)
    var place = end
    // If the comma isn't due, the quote overwrites it.
    let isDue = endsValue
    place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
    place += isDue ? 1 : 0
    place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    (place + 1).copyMemory(from: name.utf8Start, byteCount: size)
    place += size &+ 1
    place.storeBytes(of: UInt16(littleEndian: 0x3A22), as: UInt16.self)
    end = place + 2
  }

  /// Appends the key of a member, with escapes where needed.
  package mutating func key(named name: String) {
    value(name)
    append(":")
  }

  /// Appends a member, or nothing if there is no text.
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  /// Appends a member, whose value is null if there is no text.
  package mutating func member(_ name: StaticString, orNull text: String?) {
    key(name)
    if let text { value(text) } else { append("null") }
  }

  @inline(__always)
  package mutating func member(_ name: StaticString, _ number: Int) {
    key(name)
    value(number)
  }

  @inline(__always)
  package mutating func member(_ name: StaticString, _ isTrue: Bool) {
    key(name)
    value(isTrue)
  }

  package mutating func member(_ name: StaticString, _ texts: [String]) {
    key(name)
    value(texts)
  }
}

// MARK: - Values

extension ByteBuffer {
  package mutating func value(_ text: String) {
    var text = text
    text.withUTF8 { value($0) }
  }

  /// Appends a string. Bytes outside ASCII are copied. They must be UTF-8, as all data is after reading.
  mutating func value(_ text: TextBytes) {
    separate()
    guard let base = UnsafeRawPointer(text.baseAddress) else { return append("\"\"") }
    reserve(text.count &+ 2)
    put(UInt8(ascii: "\""))
    var index = 0
    while true {
      let stop = firstEscaped(text, from: index)
      reserve(text.count &- index &+ 1)
      put(base + index, stop &- index)
      guard stop < text.count else { break }
      append(escapeOf: text[stop])
      index = stop &+ 1
    }
    reserve(1)
    put(UInt8(ascii: "\""))
  }

  private mutating func append(escapeOf byte: UInt8) {
    switch byte {
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    default: append([0x5C, 0x75, 0x30, 0x30, hexDigit(byte >> 4), hexDigit(byte & 15)])
    }
  }

  package mutating func value(_ texts: [String]) { array(texts) { $1.value($0) } }

  @inline(__always)
  package mutating func value(_ number: Int) {
    separate()
    append(integer: number)
  }

  @inline(__always)
  package mutating func value(_ isTrue: Bool) {
    separate()
    reserve(8)
    end = ByteBuffer.put(bool: isTrue, at: end)
  }

  /// Appends a value that is already JSON: digits, a truth value or null.
  package mutating func value(json: String) {
    separate()
    append(text: json)
  }

  /// Appends JSON text on a single line, without the line breaks of the original.
  package mutating func value(json: TextBytes) {
    separate()
    reserve(json.count)
    // Line breaks can only be between values: inside strings they are escaped.
    for byte in json where byte != 0x0A && byte != 0x0D { put(byte) }
  }

  /// Appends JSON, escaped so that it can't end an HTML element.
  package mutating func append(jsonForHTML json: [UInt8]) {
    for byte in json {
      if byte == UInt8(ascii: "<") { append("\\u003c") } else { append([byte]) }
    }
  }
}

/// Returns the index of the first byte at or after `start` that must be escaped in JSON, or the end.
///
/// Examines eight bytes at a time. Only the lowest flag of a word is exact, and only that flag is used.
func firstEscaped(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  var index = start
  if let base = UnsafeRawPointer(bytes.baseAddress) {
    while index + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let flags = escapeFlags(word)
      if flags != 0 { return index + flags.trailingZeroBitCount / 8 }
      index += 8
    }
  }
  while index < bytes.count, !isEscaped(bytes[index]) { index += 1 }
  return index
}

/// Returns a word with the top bit set in every byte that must be escaped: a quote, a backslash or a byte below a
/// space. Bytes above the lowest such byte may be flagged wrongly.
private func escapeFlags(_ word: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let tops = ones << 7
  let control = (word &- ones &* 0x20) & ~word
  let quote = word ^ (ones &* 0x22)
  let backslash = word ^ (ones &* 0x5C)
  let marks = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
  return (control | marks) & tops
}

private func isEscaped(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }
