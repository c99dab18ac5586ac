// Parsing of numbers in the two notations of data: JSON (RFC 8259 § 6), and text that people type. Nothing is
// rounded: a number that doesn't fit is rejected, in one pass over any number of bytes. The caller must remove white
// space around the number.

/// The result of parsing bytes as a number.
package enum ExactDecimalReading: Hashable, Sendable {
  case number(ExactDecimal)
  case notANumber
  /// The number needs more than 38 digits or more than 38 places, not counting redundant zeros.
  case tooManyDigits

  package var number: ExactDecimal? {
    if case .number(let number) = self { number } else { nil }
  }
}

/// The result of parsing bytes as a 64-bit integer.
package enum ExactIntegerReading: Hashable, Sendable {
  case integer(Int64)
  case notANumber
  /// A number with a fraction.
  case notWhole
  case outOfRange

  package var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }
}

extension ExactDecimal {
  /// Parses a JSON number, with or without an exponent: `1e2` is 100.
  package static func parse(json bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimalReading {
    if let short = shortInteger(bytes) { return .number(ExactDecimal(short)) }
    return ExactDecimalScanner.scan(json: bytes)?.reading ?? .notANumber
  }

  /// Parses a number in text: an optional `+` or `-`, digits, and optionally a decimal mark with digits after it.
  /// `.5` is a number; `5.`, `1e3`, `0x10` and `nan` are not.
  ///
  /// If the format has a group mark, the whole part may be written in groups of three, either all of it or none.
  /// Groups may not begin with a zero, because `0.123` was surely not meant to be 123.
  package static func parse(
    text bytes: UnsafeBufferPointer<UInt8>, format: ExactDecimalFormat = .plain
  ) -> ExactDecimalReading {
    if let short = shortInteger(bytes) { return .number(ExactDecimal(short)) }
    return ExactDecimalScanner.scan(text: bytes, format: format)?.reading ?? .notANumber
  }

  /// Parses a JSON number that is a whole number of 64 bits, such as `34`, `34.0` and `1e2`, but not `34.5`.
  package static func parseInt64(json bytes: UnsafeBufferPointer<UInt8>) -> ExactIntegerReading {
    if let short = shortInteger(bytes) { return .integer(short) }
    return ExactDecimalScanner.scan(json: bytes)?.integerReading ?? .notANumber
  }

  /// Parses a whole number of 64 bits in text, such as `34`, `+34`, `007` and `34.0`. The notation is that of
  /// `parse(text:)`.
  package static func parseInt64(
    text bytes: UnsafeBufferPointer<UInt8>, format: ExactDecimalFormat = .plain
  ) -> ExactIntegerReading {
    if let short = shortInteger(bytes) { return .integer(short) }
    return ExactDecimalScanner.scan(text: bytes, format: format)?.integerReading ?? .notANumber
  }

  /// Parses the usual case quickly: up to 18 digits after an optional minus sign. Returns nil for anything else, and
  /// for leading zeros, which the two notations treat differently.
  @inline(__always)
  package static func shortInteger(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
    let end = start + bytes.count
    var at = start
    if at.pointee == UInt8(ascii: "-") { at += 1 }
    let digitCount = end - at
    guard 1...18 ~= digitCount, digitCount == 1 || at.pointee != UInt8(ascii: "0") else {
      return nil
    }
    var value: Int64 = 0
    while at < end {
      let digit = at.pointee &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int64(digit)
      at += 1
    }
    return start.pointee == UInt8(ascii: "-") ? 0 &- value : value
  }
}

/// The digits of a number without leading and trailing zeros: `coefficient · 10^exponent`.
private struct ExactDecimalDigits {
  var isNegative = false
  /// Undefined once `count` is above 38.
  private var coefficient: UInt128 = 0
  /// The number of digits from the first to the last nonzero one.
  private var count = 0
  /// The number of zeros after the last nonzero digit. They count only if another nonzero digit follows.
  private var zerosAfter = 0
  private var exponent: Int64 = 0

  mutating func appendWhole(_ digit: UInt8) {
    guard digit > 0 else {
      if count > 0 { zerosAfter += 1 }
      return
    }
    count += zerosAfter + 1
    if count <= ExactDecimal.maximumDigits {
      let shift = zerosAfter == 0 ? 10 : PowerOfTen.value(zerosAfter + 1)
      // 38 digits fit in 128 bits.
      coefficient = coefficient &* shift &+ UInt128(digit)
    }
    zerosAfter = 0
  }

  mutating func appendFraction(_ digit: UInt8) {
    appendWhole(digit)
    exponent -= 1
  }

  mutating func scale(byPowerOfTen power: Int64) {
    exponent += power
  }

  var reading: ExactDecimalReading {
    guard count > 0 else { return .number(.zero) }
    let limit = ExactDecimal.maximumDigits
    let places = -(exponent + Int64(zerosAfter))
    guard places > -Int64(limit), places <= Int64(limit) else { return .tooManyDigits }
    let zeros = max(0, -Int(places))
    guard count + zeros <= limit else { return .tooManyDigits }
    let magnitude = Int128(coefficient * PowerOfTen.value(zeros))
    return .number(
      ExactDecimal(normalized: isNegative ? -magnitude : magnitude, scale: max(0, Int(places))))
  }

  var integerReading: ExactIntegerReading {
    // The last digit isn't zero, so a negative exponent means a fraction.
    if count > 0, exponent + Int64(zerosAfter) < 0 { return .notWhole }
    guard let integer = reading.number?.asInt64 else { return .outOfRange }
    return .integer(integer)
  }
}

/// A cursor over the bytes of a number.
private struct ExactDecimalScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var digits = ExactDecimalDigits()

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private var atEnd: Bool { position == bytes.count }

  private var atZero: Bool { !atEnd && bytes[position] == UInt8(ascii: "0") }

  @inline(__always)
  private mutating func eat(_ byte: UInt8) -> Bool {
    guard !atEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  private mutating func eatDigit() -> UInt8? {
    guard !atEnd else { return nil }
    let digit = bytes[position] &- UInt8(ascii: "0")
    guard digit <= 9 else { return nil }
    position += 1
    return digit
  }

  private mutating func eatWholeDigits() -> Int {
    let start = position
    while let digit = eatDigit() { digits.appendWhole(digit) }
    return position - start
  }

  private mutating func eatFractionDigits() -> Int {
    let start = position
    while let digit = eatDigit() { digits.appendFraction(digit) }
    return position - start
  }
}

extension ExactDecimalScanner {
  /// `-? (0 | 1…9 digit*) (. digit+)? ((e | E) (+ | -)? digit+)?`
  static func scan(json bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimalDigits? {
    var scanner = ExactDecimalScanner(bytes)
    scanner.digits.isNegative = scanner.eat(UInt8(ascii: "-"))
    let startsWithZero = scanner.atZero
    let wholeCount = scanner.eatWholeDigits()
    guard wholeCount == 1 || (wholeCount > 1 && !startsWithZero) else { return nil }
    if scanner.eat(UInt8(ascii: ".")) {
      guard scanner.eatFractionDigits() > 0 else { return nil }
    }
    if scanner.eat(UInt8(ascii: "e")) || scanner.eat(UInt8(ascii: "E")) {
      guard scanner.eatExponent() else { return nil }
    }
    return scanner.atEnd ? scanner.digits : nil
  }

  private mutating func eatExponent() -> Bool {
    let isNegative = eat(UInt8(ascii: "-"))
    if !isNegative { _ = eat(UInt8(ascii: "+")) }
    let start = position
    var power: Int64 = 0
    while let digit = eatDigit() {
      // Ignores further digits of a huge exponent. No text in memory has enough zeros to offset it.
      if power < 1_000_000_000_000_000 { power = power * 10 + Int64(digit) }
    }
    digits.scale(byPowerOfTen: isNegative ? -power : power)
    return position > start
  }
}

extension ExactDecimalScanner {
  /// `(+ | -)? (digit+ | groups)? (mark digit+)?`, and not empty.
  static func scan(
    text bytes: UnsafeBufferPointer<UInt8>, format: ExactDecimalFormat
  ) -> ExactDecimalDigits? {
    var scanner = ExactDecimalScanner(bytes)
    scanner.digits.isNegative = scanner.eat(UInt8(ascii: "-"))
    if !scanner.digits.isNegative { _ = scanner.eat(UInt8(ascii: "+")) }
    guard let wholeCount = scanner.eatGroups(of: format) else { return nil }
    if scanner.atEnd { return wholeCount > 0 ? scanner.digits : nil }
    guard scanner.eatMark(format.decimal), scanner.eatFractionDigits() > 0 else { return nil }
    return scanner.atEnd ? scanner.digits : nil
  }

  /// Reads digits in one run, or 1 to 3 digits and then groups of three. Returns the length of the last run, or nil if
  /// the groups have invalid lengths.
  private mutating func eatGroups(of format: ExactDecimalFormat) -> Int? {
    let startsWithZero = atZero
    var count = eatWholeDigits()
    guard let mark = format.group else { return count }
    var isFirst = true
    while eatMark(mark) {
      guard !isFirst || (1...3 ~= count && !startsWithZero) else { return nil }
      count = eatWholeDigits()
      guard count == 3 else { return nil }
      isFirst = false
    }
    return count
  }

  private mutating func eatMark(_ mark: ExactDecimalFormat.Mark) -> Bool {
    guard !atEnd else { return false }
    let found = ExactDecimalFormat.mark(in: bytes, at: position)
    guard found.mark == mark else { return false }
    position += found.length
    return true
  }
}
