// Formats of identifiers: UUID, and numbers of cards, articles, journals, authors, entities and banks.

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

  /// `issn`: ISO 3297: 8 digits (the last may be X), with or without the hyphen in the middle.
  package static func isISSN(_ text: TextBytes) -> Bool {
    guard text.count == 8 || text.count == 9 && text[4] == UInt8(ascii: "-") else { return false }
    return text.part(0, 4).isDigits && endsInDigits(text, 3) && CheckDigits.areWeighted11(text)
  }

  /// `orcid`: an Open Researcher and Contributor ID: 16 digits (the last may be X) in groups of 4 with hyphens between,
  /// with the check digit of ISO 7064, MOD 11-2.
  package static func isORCID(_ text: TextBytes) -> Bool {
    guard text.count == 19 else { return false }
    for group in 0..<3 {
      guard text.part(group * 5, group * 5 + 4).isDigits else { return false }
      guard text[group * 5 + 4] == UInt8(ascii: "-") else { return false }
    }
    return endsInDigits(text, 3) && CheckDigits.areMod11(text)
  }

  /// Whether the text ends with `count` digits and a check digit, which may be X.
  private static func endsInDigits(_ text: TextBytes, _ count: Int) -> Bool {
    let last = text[text.count - 1]
    guard ASCII.isDigit(last) || last == UInt8(ascii: "X") else { return false }
    return text.part(text.count - 1 - count, text.count - 1).isDigits
  }

  /// `lei`: a Legal Entity Identifier of ISO 17442: 18 capitals or digits and two check digits of ISO 7064, MOD 97-10.
  package static func isLEI(_ text: TextBytes) -> Bool {
    text.count == 20 && CheckDigits.areMod97(text)
  }

  /// `bic`: a Business Identifier Code of ISO 9362: 4 capitals or digits, 2 capitals for the country, 2 capitals or
  /// digits, and perhaps 3 for the branch.
  package static func isBIC(_ text: TextBytes) -> Bool {
    guard text.count == 8 || text.count == 11 else { return false }
    for index in 0..<text.count {
      let mayBeDigit = index != 4 && index != 5
      let fits = ASCII.isUppercase(text[index]) || mayBeDigit && ASCII.isDigit(text[index])
      if !fits { return false }
    }
    return true
  }
}
