// Integers for the arithmetic of exact decimals: powers of ten, and unsigned integers of 256 bits, enough to multiply
// any two 38-digit numbers.

/// Powers of ten up to 10^38, the highest that fits 128 bits.
enum PowerOfTen {
  /// 10^38, which is above every coefficient.
  static let limit: UInt128 = 100_000_000_000_000_000_000_000_000_000_000_000_000

  /// 10^0 to 10^19, the highest that fits 64 bits.
  private static let small: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
    100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
    100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// Returns 10 to the power of `exponent`, 0 to 18.
  @inline(__always)
  static func small(_ exponent: UInt8) -> Int64 { Int64(truncatingIfNeeded: small[Int(exponent)]) }

  /// Returns 10 to the power of `exponent`, 0 to 38.
  static func value(_ exponent: Int) -> UInt128 {
    guard exponent > 19 else { return UInt128(small[exponent]) }
    return UInt128(small[19]) * UInt128(small[exponent - 19])
  }

  /// Returns the number of decimal digits of `value`, which is 0 for zero.
  static func digitCount(_ value: UInt128) -> Int {
    let estimate = log10OfTwo(timesBits: UInt128.bitWidth - value.leadingZeroBitCount)
    return value >= Self.value(estimate) ? estimate + 1 : estimate
  }

  /// Returns `bits` · log₁₀ 2, rounded down. The number of digits of a number with this many bits is the result or one
  /// more. Correct for 0 to 256 bits.
  static func log10OfTwo(timesBits bits: Int) -> Int {
    (bits * 19_728) >> 16
  }
}

/// An unsigned integer of 256 bits. The caller must keep results in range; 10^77 is in range.
struct WideInteger: Equatable, Comparable {
  var high: UInt128
  var low: UInt128

  init(high: UInt128, low: UInt128) {
    self.high = high
    self.low = low
  }

  init(_ left: UInt128, times right: UInt128) {
    let product = left.multipliedFullWidth(by: right)
    self.init(high: product.high, low: product.low)
  }

  static func < (left: WideInteger, right: WideInteger) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  static func + (left: WideInteger, right: WideInteger) -> WideInteger {
    let (low, carry) = left.low.addingReportingOverflow(right.low)
    return WideInteger(high: left.high + right.high + (carry ? 1 : 0), low: low)
  }

  static func - (left: WideInteger, right: WideInteger) -> WideInteger {
    let (low, borrow) = left.low.subtractingReportingOverflow(right.low)
    return WideInteger(high: left.high - right.high - (borrow ? 1 : 0), low: low)
  }

  static func * (left: WideInteger, right: UInt128) -> WideInteger {
    let product = WideInteger(left.low, times: right)
    return WideInteger(high: product.high + left.high * right, low: product.low)
  }

  /// Divides by long division with two digits of 128 bits each.
  func divided(by divisor: UInt128) -> (quotient: WideInteger, remainder: UInt128) {
    let first = high.quotientAndRemainder(dividingBy: divisor)
    let second = divisor.dividingFullWidth((high: first.remainder, low: low))
    return (WideInteger(high: first.quotient, low: second.quotient), second.remainder)
  }

  /// The number of decimal digits, which is 0 for zero.
  var digitCount: Int {
    guard high > 0 else { return PowerOfTen.digitCount(low) }
    let bits = 2 * UInt128.bitWidth - high.leadingZeroBitCount
    let estimate = PowerOfTen.log10OfTwo(timesBits: bits)
    let power = WideInteger(PowerOfTen.value(38), times: PowerOfTen.value(estimate - 38))
    return self < power ? estimate : estimate + 1
  }
}
