// Numbers from bytes, in the two ways they are written in data: as JSON (RFC 8259 § 6), and as
// people type them. Nothing is ever rounded here: what does not fit is refused, in one pass over
// the bytes however many there are. White space around a number is the caller's business.

/// What some bytes are as a number.
package enum ExactDecimalReading: Hashable, Sendable {
  case number(ExactDecimal)
  case notANumber
  /// A number that needs more than 38 digits, or more than 38 places. Zeros that could be left
  /// out do not count.
  case tooManyDigits

  package var number: ExactDecimal? {
    if case .number(let number) = self { number } else { nil }
  }
}

/// What some bytes are as a 64-bit integer.
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
  /// A JSON number, with or without an exponent: `1e2` is 100.
  package static func parse(json bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimalReading {
    if let short = shortInteger(bytes) { return .number(ExactDecimal(short)) }
    return ExactDecimalScanner.scan(json: bytes)?.reading ?? .notANumber
  }

  /// A number in text: a `+` or `-` or none, digits, and perhaps a decimal mark with digits after
  /// it. `.5` is a number; `5.`, `1e3`, `0x10` and `nan` are not. Where the format has a group
  /// mark, the whole part may be written in groups of three, all or none; since `0.123` was surely
  /// not meant to be 123, groups do not begin with a zero.
  package static func parse(
    text bytes: UnsafeBufferPointer<UInt8>, format: ExactDecimalFormat = .plain
  ) -> ExactDecimalReading {
    if let short = shortInteger(bytes) { return .number(ExactDecimal(short)) }
    return ExactDecimalScanner.scan(text: bytes, format: format)?.reading ?? .notANumber
  }

  /// A JSON number that is a whole number of 64 bits: `34`, `34.0` and `1e2` are, `34.5` is not.
  package static func parseInt64(json bytes: UnsafeBufferPointer<UInt8>) -> ExactIntegerReading {
    if let short = shortInteger(bytes) { return .integer(short) }
    return ExactDecimalScanner.scan(json: bytes)?.integerReading ?? .notANumber
  }

  /// A number in text, as `parse(text:)` reads it, that is a whole number of 64 bits: `34`, `+34`,
  /// `007` and `34.0` are.
  package static func parseInt64(
    text bytes: UnsafeBufferPointer<UInt8>, format: ExactDecimalFormat = .plain
  ) -> ExactIntegerReading {
    if let short = shortInteger(bytes) { return .integer(short) }
    return ExactDecimalScanner.scan(text: bytes, format: format)?.integerReading ?? .notANumber
  }

  /// The usual case, worth a short way: up to 18 digits, perhaps after a minus sign, and nothing
  /// else. Leading zeros, which the two notations judge differently, are left to the long way.
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

/// The digits of a number without the zeros around them: `coefficient · 10^exponent`.
private struct ExactDecimalDigits {
  var isNegative = false
  /// Meaningless once `count` is above 38.
  private var coefficient: UInt128 = 0
  /// Digits from the first to the last that is not zero.
  private var count = 0
  /// Zeros seen since then; they count only if another digit follows.
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
      // 38 digits are far from overflowing 128 bits.
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
    // The last digit is not zero, so that a negative exponent is a fraction.
    if count > 0, exponent + Int64(zerosAfter) < 0 { return .notWhole }
    guard let integer = reading.number?.asInt64 else { return .outOfRange }
    return .integer(integer)
  }
}

/// Walks over the bytes of one number.
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
      // Stops growing beyond any number of zeros that memory could hold to make up for it.
      if power < 1_000_000_000_000_000 { power = power * 10 + Int64(digit) }
    }
    digits.scale(byPowerOfTen: isNegative ? -power : power)
    return position > start
  }
}

extension ExactDecimalScanner {
  /// `(+ | -)? (digit+ | groups)? (mark digit+)?`, and not nothing.
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

  /// Digits in one run, or 1 to 3 of them and then groups of three; how many stood in the last run,
  /// or nil if the groups are uneven.
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
