// Texts as in JSON (RFC 8259 § 7).

extension [UInt8] {
  /// Appends a text in quotes, with the escapes that JSON needs.
  mutating func append(inQuotes text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): self += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        self += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
