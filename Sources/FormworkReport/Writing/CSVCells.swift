// CSV cells, quoted as in RFC 4180.

internal import FormworkEngine

extension ByteBuffer {
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
  /// The text, with an apostrophe before it if a spreadsheet would otherwise run it as a formula. A NUL, which makes a
  /// row unreadable, is replaced with its picture.
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
