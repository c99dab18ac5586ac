// Formats of identifiers: UUID, and numbers of cards and articles. `Predicate` has the shapes of others.

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

  /// `luhn`: two digits or more, of which the last is the check digit of Luhn's formula.
  package static func isLuhn(_ text: TextBytes) -> Bool {
    text.count >= 2 && text.isDigits && CheckDigits.areLuhn(text)
  }

  /// `gtin`: a Global Trade Item Number of GS1, as in the bar codes EAN, UPC, JAN and ITF-14.
  package static func isGTIN(_ text: TextBytes) -> Bool {
    switch text.count {
    case 8, 12, 13, 14: text.isDigits && CheckDigits.areGS1(text)
    default: false
    }
  }
}

extension TextBytes {
  /// Whether the text has a shape. In a shape, `9` is any digit, `A` any capital, `N` a digit or a capital, and `X` a
  /// digit or the letter X. All other characters must be the same.
  func hasShape(_ shape: StaticString) -> Bool {
    guard count == shape.utf8CodeUnitCount else { return false }
    for index in 0..<count {
      let (byte, sign) = (self[index], shape.utf8Start[index])
      let fits =
        switch sign {
        case UInt8(ascii: "9"): ASCII.isDigit(byte)
        case UInt8(ascii: "A"): ASCII.isUppercase(byte)
        case UInt8(ascii: "N"): ASCII.isDigit(byte) || ASCII.isUppercase(byte)
        case UInt8(ascii: "X"): ASCII.isDigit(byte) || byte == sign
        default: byte == sign
        }
      if !fits { return false }
    }
    return true
  }
}
