// Exact decimal numbers of at most 38 digits, the language's `number`: storage, order and writing. Arithmetic,
// reading and formats have their own files.

/// The exact number `coefficient / 10^scale`.
///
/// It is always in lowest terms: a fraction has no trailing zeros and a whole number has scale 0. Equal numbers
/// therefore have equal parts, and the derived `==` and hash are correct.
package struct ExactDecimal: Hashable, Sendable {
  /// The digits without the decimal mark, with the sign. The magnitude is below 10^38.
  package let coefficient: Int128
  /// The number of digits after the decimal mark, 0 to 38.
  package let scale: UInt8

  /// The maximum number of digits, and of decimal places.
  package static let maximumDigits = 38
  package static var zero: ExactDecimal { ExactDecimal(normalized: 0, scale: 0) }

  package init(_ value: Int) {
    self.init(Int64(value))
  }

  package init(_ value: Int64) {
    coefficient = Int128(value)
    scale = 0
  }

  /// Creates `coefficient / 10^scale` exactly. Fails if it needs more than 38 digits or places.
  package init?(coefficient: Int128, scale: Int) {
    guard scale >= 0 else { return nil }
    self.init(normalizing: coefficient, scale: scale)
  }

  /// Creates a number from its parts. The caller guarantees that they are in lowest terms and in range.
  init(normalized coefficient: Int128, scale: Int) {
    self.coefficient = coefficient
    self.scale = UInt8(truncatingIfNeeded: scale)
  }

  /// Drops the fraction's trailing zeros. Fails if the number still has too many digits.
  init?(normalizing coefficient: Int128, scale: Int) {
    guard coefficient != 0 else {
      self = .zero
      return
    }
    var scale = scale
    let reduced: Int128
    // Most numbers in forms are short, and 128-bit division is about ten times as expensive as 64-bit division.
    if var short = Int64(exactly: coefficient) {
      Self.dropTrailingZeros(of: &short, scale: &scale)
      reduced = Int128(short)
    } else {
      var long = coefficient
      Self.dropTrailingZeros(of: &long, scale: &scale)
      reduced = long
    }
    guard scale <= Self.maximumDigits, reduced.magnitude < PowerOfTen.limit else { return nil }
    self.init(normalized: reduced, scale: scale)
  }

  private static func dropTrailingZeros<Digits: FixedWidthInteger>(
    of digits: inout Digits, scale: inout Int
  ) {
    // Odd numbers aren't multiples of ten. Testing this first saves a division.
    while scale > 0, digits & 1 == 0 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return }
      digits = quotient
      scale -= 1
    }
  }

  package var isNegative: Bool { coefficient < 0 }
  package var isZero: Bool { coefficient == 0 }
  package var isWhole: Bool { scale == 0 }

  /// The number of decimal places, 0 to 38.
  package var fractionDigits: Int { Int(scale) }

  /// The number as a 64-bit integer, or nil if it has a fraction or doesn't fit.
  package var asInt64: Int64? { isWhole ? Int64(exactly: coefficient) : nil }

  /// Returns the digits without the decimal mark, scaled to `places` decimal places, 0 to 38. Returns nil if the number
  /// has more than `places` places, or if the result has more than 38 digits.
  package func digits(places: Int) -> Int128? {
    guard places >= Int(scale) else { return nil }
    let unit = Int128(PowerOfTen.value(places - Int(scale)))
    let (digits, overflow) = coefficient.multipliedReportingOverflow(by: unit)
    return overflow || digits.magnitude >= PowerOfTen.limit ? nil : digits
  }
}

extension ExactDecimal: Comparable {
  package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if left.scale == right.scale { return left.coefficient < right.coefficient }
    if left.isNegative != right.isNegative { return left.isNegative }
    let (leftDigits, rightDigits, _) = aligned(left, right)
    return left.isNegative ? rightDigits < leftDigits : leftDigits < rightDigits
  }

  /// Returns both magnitudes as whole numbers, scaled to the larger of the two scales. They have at most 76 digits.
  static func aligned(
    _ left: ExactDecimal, _ right: ExactDecimal
  ) -> (left: WideInteger, right: WideInteger, scale: Int) {
    let scale = max(left.scale, right.scale)
    return (left.digits(atScale: scale), right.digits(atScale: scale), Int(scale))
  }

  /// Returns the magnitude times `10^target`. `target` isn't below `scale`.
  private func digits(atScale target: UInt8) -> WideInteger {
    WideInteger(coefficient.magnitude, times: PowerOfTen.value(Int(target - scale)))
  }
}

extension ExactDecimal: CustomStringConvertible {
  package var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the shortest plain form, in ASCII: `-0.5`, `1200`, `3.25`. Never writes an exponent.
  package func write(to output: inout [UInt8]) {
    if isNegative { output.append(UInt8(ascii: "-")) }
    let digitCount = max(PowerOfTen.digitCount(coefficient.magnitude), fractionDigits + 1)
    output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digitCount))
    // Two halves of 19 digits fit 64 bits each, so only one division is 128 bits wide.
    let halves = coefficient.magnitude.quotientAndRemainder(dividingBy: PowerOfTen.value(19))
    Self.fill(&output, with: UInt64(halves.remainder), endingAt: output.count)
    Self.fill(&output, with: UInt64(halves.quotient), endingAt: output.count - 19)
    guard fractionDigits > 0 else { return }
    output.insert(UInt8(ascii: "."), at: output.count - fractionDigits)
  }

  /// Writes the digits over the zeros before `end`, from the last to the first.
  private static func fill(_ output: inout [UInt8], with digits: UInt64, endingAt end: Int) {
    var rest = digits
    var position = end
    while rest > 0 {
      position -= 1
      output[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
