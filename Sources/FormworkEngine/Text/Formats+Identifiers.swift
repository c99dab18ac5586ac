// The format of universally unique identifiers.

extension Formats {
  /// `uuid`: RFC 9562, section 4: 8-4-4-4-12 hexadecimal digits in either case, with any version and variant,
  /// including the nil and the max UUID. Braces and `urn:uuid:` aren't allowed.
  package static func isUUID(_ text: TextBytes) -> Bool {
    guard text.count == 36 else { return false }
    for index in 0..<36 {
      let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
      let fits = isHyphen ? text[index] == UInt8(ascii: "-") : ASCII.isHex(text[index])
      if !fits { return false }
    }
    return true
  }

  /// `uuid(4)`: a UUID of that version (1 to 8) and of the variant that RFC 9562 defines (10xx: the digit after the
  /// third hyphen is 8, 9, a or b). The nil and the max UUID have no version.
  package static func isUUID(_ text: TextBytes, version: Int) -> Bool {
    guard version >= 1, version <= 8, isUUID(text) else { return false }
    guard text[14] == UInt8(ascii: "0") + UInt8(version) else { return false }
    switch text[19] {
    case UInt8(ascii: "8"), UInt8(ascii: "9"): return true
    default: return ASCII.lowercased(text[19]) &- UInt8(ascii: "a") < 2
    }
  }
}
