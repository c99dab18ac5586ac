// Strings of JSON and cells of CSV, escaped as RFC 8259 and RFC 4180 say.

package import FormworkEngine

/// A text as a JSON string, with its quotes.
package func jsonString(_ text: String) -> [UInt8] {
  var out = ByteBuffer()
  out.append(jsonString: text)
  return Array(out.bytes)
}

/// Texts as an array of JSON.
package func jsonArray(_ texts: [String]) -> [UInt8] {
  var out = ByteBuffer()
  out.append(jsonStrings: texts)
  return Array(out.bytes)
}

extension ByteBuffer {
  /// Appends a text as a JSON string, with its quotes.
  ///
  /// Bytes outside ASCII are copied; they must be UTF-8, as everything is that was read.
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

  /// Appends texts as an array of JSON.
  package mutating func append(jsonStrings texts: [String]) {
    append("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { append(",") }
      append(jsonString: text)
    }
    append("]")
  }

  /// Appends a text as a JSON string, with its quotes.
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

  /// Appends JSON that was read, on one line whatever lines it stood on.
  package mutating func append(json: TextBytes) {
    reserve(json.count)
    // Line breaks stand only between values: in a text they are escaped.
    for byte in json where byte != 0x0A && byte != 0x0D { put(byte) }
  }

  /// Appends the cell of a CSV file, quoted if it has to be.
  ///
  /// Outer spaces and tabs are quoted as well, because many programs trim cells without quotes.
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
  /// With an apostrophe in front where a spreadsheet would take it for a formula and run what came from the data. A NUL,
  /// which makes a row unreadable, becomes its picture.
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

/// The place of the first byte at or after `start` that JSON wants escaped, or the end.
///
/// Eight bytes at a time; the lowest flag of a word is exact, which is all that is looked at.
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

/// The top bit of every byte that is below a space, a quote or a backslash; bytes above the lowest
/// such one may be flagged wrongly.
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
