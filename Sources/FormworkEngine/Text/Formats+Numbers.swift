// Formats of numbers: telephone, payment card, IBAN, ISBN.

extension Formats {
  /// `phone`: an international number in the notation of ITU-T E.164: `+`, then 7 to 15 digits including the country
  /// code. The first digit isn't 0. The standard has no lower limit; 7 excludes fragments. Spaces and hyphens must be
  /// removed by `without`.
  package static func isPhone(_ text: TextBytes) -> Bool {
    guard text.count >= 8, text.count <= 16, text[0] == UInt8(ascii: "+") else { return false }
    return text[1] != UInt8(ascii: "0") && text.part(1, text.count).isDigits
  }

  /// `creditCard`: a primary account number of ISO/IEC 7812: 12 to 19 digits with the check digit of Luhn's formula
  /// (annex B). The first digit isn't 0, because no card issuer's numbers begin with 0.
  package static func isCreditCard(_ text: TextBytes) -> Bool {
    guard text.count >= 12, text.count <= 19, text[0] != UInt8(ascii: "0") else { return false }
    return isLuhn(text)
  }

  /// `isbn`: ISO 2108 with 10 digits (the last may be X) or 13 (from 978 or 979) and a correct check digit. Digits may
  /// be separated by single hyphens or single spaces, as in print. 979-0 is rejected, because it is the prefix of
  /// printed music (ISMN, ISO 10957).
  package static func isISBN(_ text: TextBytes) -> Bool {
    guard text.count >= 10, text.count <= 25 else { return false }
    var (digits, prefix) = (0, 0)
    var (separator, lastIsSeparator, hasX): (UInt8, Bool, Bool) = (0, true, false)
    for byte in text {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") {
        guard !lastIsSeparator, separator == 0 || separator == byte else { return false }
        (separator, lastIsSeparator) = (byte, true)
        continue
      }
      let isX = byte == UInt8(ascii: "X") && digits == 9
      guard isX || ASCII.isDigit(byte), !hasX else { return false }
      if digits < 4 { prefix = prefix * 10 + Int(byte - 0x30) }
      digits += 1
      (lastIsSeparator, hasX) = (false, isX)
    }
    guard !lastIsSeparator else { return false }
    if digits == 10 { return CheckDigits.areWeighted11(text) }
    guard digits == 13, prefix >= 9780, prefix <= 9799, prefix != 9790 else { return false }
    return CheckDigits.areGS1(text)
  }

  /// `iban`: ISO 13616 in the electronic form, of capitals and digits without spaces. The length must be the one that
  /// the country has registered, and the check digits must be 02 to 98. The remainder modulo 97 must be 1 (ISO 7064).
  package static func isIBAN(_ text: TextBytes) -> Bool {
    guard text.count >= 15, text.count <= 34 else { return false }
    guard text.count == IBANCountries.length(text[0], text[1]) else { return false }
    return CheckDigits.areMod97(text, from: 4)
  }
}

/// The lengths in the IBAN registry that SWIFT maintains for ISO 13616, as of 2025.
private enum IBANCountries {
  /// Returns the length of the country's IBANs, or nil if the registry doesn't have the country.
  static func length(_ first: UInt8, _ second: UInt8) -> Int? {
    registry.withUTF8Buffer { entries in
      var offset = 0
      while offset < entries.count {
        if entries[offset] == first, entries[offset + 1] == second {
          return Int(entries[offset + 2] - 0x30) * 10 + Int(entries[offset + 3] - 0x30)
        }
        offset += 4
      }
      return nil
    }
  }

  /// The two letters of each of the 89 countries, and the length of the country's IBANs in two digits.
  private static let registry: StaticString = """
    AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29\
    ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20\
    LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29\
    PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20\
    YE30
    """
}
