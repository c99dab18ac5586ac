// Appends JSON and CSV to a buffer of bytes: strings, integers and cells, escaped as RFC 8259 and
// RFC 4180 say. Writers of results put their lines together from these.

extension [UInt8] {
  /// Appends a JSON string, with its quotes, whose text is `bytes`.
  ///
  /// Bytes outside ASCII are copied; they must be UTF-8, as everything is that was read.
  package mutating func appendJSONString(bytes: UnsafeBufferPointer<UInt8>) {
    append(0x22)
    var index = 0
    while true {
      let stop = firstEscaped(bytes, from: index)
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<stop]))
      guard stop < bytes.count else { break }
      appendEscape(bytes[stop])
      index = stop + 1
    }
    append(0x22)
  }

  /// Appends a JSON string, with its quotes.
  package mutating func appendJSONString(_ text: String) {
    var text = text
    text.withUTF8 { appendJSONString(bytes: $0) }
  }

  /// Appends JSON that was read, on one line whatever lines it stood on.
  package mutating func appendJSON(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Line breaks stand only between values: in a text they are escaped.
    for byte in bytes where byte != 0x0A && byte != 0x0D { append(byte) }
  }

  mutating func appendEscape(_ byte: UInt8) {
    append(0x5C)
    switch byte {
    case 0x08: append(0x62)
    case 0x09: append(0x74)
    case 0x0A: append(0x6E)
    case 0x0C: append(0x66)
    case 0x0D: append(0x72)
    case 0x22, 0x5C: append(byte)
    default:
      append(contentsOf: "u00".utf8)
      append(hexDigit(byte >> 4))
      append(hexDigit(byte & 15))
    }
  }

  /// Appends an integer in decimal digits.
  package mutating func appendInteger(_ value: Int) {
    if value < 0 { append(0x2D) }
    var low = count
    var rest = value.magnitude
    repeat {
      append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    var high = count - 1
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  /// Appends the cell of a CSV file, quoted if it has to be.
  ///
  /// Outer spaces and tabs are quoted as well, because many programs trim cells without quotes.
  package mutating func appendCSVCell(bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
    guard needsQuotes(bytes, delimiter) else { return append(contentsOf: bytes) }
    append(0x22)
    for byte in bytes {
      if byte == 0x22 { append(0x22) }
      append(byte)
    }
    append(0x22)
  }

  /// Appends the cell of a CSV file, quoted if it has to be.
  package mutating func appendCSVCell(_ text: String, delimiter: UInt8) {
    var text = text
    text.withUTF8 { appendCSVCell(bytes: $0, delimiter: delimiter) }
  }
}

extension String {
  /// With an apostrophe in front where a spreadsheet would take it for a formula and run what came from the data.
  var asSpreadsheetText: String {
    guard let first = unicodeScalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first) else {
      return self
    }
    return "'" + self
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
