// JSON strings and CSV cells, escaped as in RFC 8259 and RFC 4180.

package import FormworkEngine

/// Returns a text as a JSON string with its quotes.
package func jsonString(_ text: String) -> [UInt8] {
  var out = ByteBuffer()
  out.append(jsonString: text)
  return Array(out.bytes)
}

/// Returns texts as a JSON array.
package func jsonArray(_ texts: [String]) -> [UInt8] {
  var out = ByteBuffer()
  out.append(jsonStrings: texts)
  return Array(out.bytes)
}

extension ByteBuffer {
  /// Appends a text as a JSON string with its quotes.
  ///
  /// Bytes outside ASCII are copied. They must be UTF-8, as all data is after reading.
  mutating func append(jsonString text: TextBytes) {
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

  /// Appends texts as a JSON array.
  package mutating func append(jsonStrings texts: [String]) {
    append("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { append(",") }
      append(jsonString: text)
    }
    append("]")
  }

  /// Appends a text as a JSON string with its quotes.
  package mutating func append(jsonString text: String) {
    var text = text
    text.withUTF8 { append(jsonString: $0) }
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

  /// Appends JSON text on a single line, without the line breaks of the original.
  package mutating func append(json: TextBytes) {
    reserve(json.count)
    // Line breaks can only be between values: inside strings they are escaped.
    for byte in json where byte != 0x0A && byte != 0x0D { put(byte) }
  }

  /// Appends a CSV cell, quoted if necessary.
  ///
  /// Cells with leading or trailing spaces or tabs are quoted as well, because many programs trim cells without
  /// quotes.
  mutating func append(csvCell text: String, delimiter: UInt8) {
    var text = text
    text.withUTF8 { append(csvCell: $0, delimiter: delimiter) }
  }

  mutating func append(csvCell bytes: TextBytes, delimiter: UInt8) {
    guard needsQuotes(bytes, delimiter) else { return append(bytes) }
    append("\"")
    for byte in bytes { append(byte == 0x22 ? [byte, byte] : [byte]) }
    append("\"")
  }
}

extension String {
  /// The text with an apostrophe in front if a spreadsheet would otherwise treat it as a formula and run something
  /// from the data. A NUL, which makes a row unreadable, is replaced with its picture.
  var asSpreadsheetText: String {
    let text = utf8.contains(0) ? withPicturesOfNUL : self
    guard let first = unicodeScalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first) else {
      return text
    }
    return "'" + text
  }

  private var withPicturesOfNUL: String {
    var text = ""
    for scalar in unicodeScalars { text.unicodeScalars.append(scalar == "\0" ? "␀" : scalar) }
    return text
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

/// Returns a word with the top bit set in every byte that is below a space, a quote or a backslash. Bytes above the
/// lowest such byte may be flagged wrongly.
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

private func needsQuotes(_ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8) -> Bool {
  guard let first = bytes.first, let last = bytes.last else { return false }
  if isBlank(first) || isBlank(last) { return true }
  for byte in bytes
  where byte == delimiter || byte == 0x22 || byte == 0x0A || byte == 0x0D {
    return true
  }
  return false
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
