// The check digits of identifiers. The callers have tested the notation.

/// The formulas of check digits. A text satisfies a formula if its last digit, or its last two digits, follow from the
/// others.
enum CheckDigits {
  /// ISO/IEC 7812-1, annex B, Luhn's formula: every second digit is doubled, less 9 if the result has two digits.
  static func areLuhn(_ text: TextBytes) -> Bool {
    sum(of: text) { digit, place in
      if place % 2 == 0 { return digit }
      return digit < 5 ? digit * 2 : digit * 2 - 9
    } % 10 == 0
  }

  /// GS1 General Specifications, section 7.9: every second digit counts three times.
  static func areGS1(_ text: TextBytes) -> Bool {
    sum(of: text) { digit, place in place % 2 == 0 ? digit : digit * 3 } % 10 == 0
  }

  /// ISO 2108 (ISBN of 10 digits) and ISO 3297 (ISSN): the weights are 1, 2, 3 and so on from the right.
  static func areWeighted11(_ text: TextBytes) -> Bool {
    sum(of: text) { digit, place in digit * (place + 1) } % 11 == 0
  }

  /// ISO 7064, MOD 11-2: the weights are the powers of 2 from the right. At most 16 digits.
  static func areMod11(_ text: TextBytes) -> Bool {
    sum(of: text) { digit, place in digit &<< place } % 11 == 1
  }

  /// ISO 7064, MOD 97-10: with its two check digits, the number is 1 modulo 97, where A to Z are 10 to 35. The check
  /// digits are 02 to 98: 97 and 98 are used instead of 00 and 01, and 99 is never used.
  ///
  /// - Parameter start: the index of the first character of the number. After the last index, the number continues at
  ///   0.
  static func areMod97(_ text: TextBytes, from start: Int = 0) -> Bool {
    let check = (start + text.count - 2) % text.count
    guard ASCII.isDigit(text[check]), ASCII.isDigit(text[check + 1]) else { return false }
    guard 2...98 ~= value(text[check]) * 10 + value(text[check + 1]) else { return false }
    var remainder = 0
    for index in 0..<text.count {
      let byte = text[(index + start) % text.count]
      guard ASCII.isDigit(byte) || ASCII.isUppercase(byte) else { return false }
      remainder = (remainder * (ASCII.isDigit(byte) ? 10 : 100) + value(byte)) % 97
    }
    return remainder == 1
  }

  /// Returns the sum of the weighted digits. An X is 10, and separators are skipped.
  ///
  /// - Parameter weighted: weights a digit by its place from the right, which is 0 for the last digit.
  private static func sum(of text: TextBytes, weighted: (Int, Int) -> Int) -> Int {
    var (sum, place) = (0, 0)
    for index in (0..<text.count).reversed() {
      let isX = text[index] == UInt8(ascii: "X")
      guard isX || ASCII.isDigit(text[index]) else { continue }
      sum += weighted(isX ? 10 : value(text[index]), place)
      place += 1
    }
    return sum
  }

  /// Returns the value of a digit or a capital letter. A is 10, Z is 35.
  private static func value(_ byte: UInt8) -> Int {
    ASCII.isDigit(byte) ? Int(byte - 0x30) : Int(byte - UInt8(ascii: "A")) + 10
  }
}
