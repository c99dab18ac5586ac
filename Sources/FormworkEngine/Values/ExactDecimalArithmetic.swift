// Arithmetic on numbers. Every operation computes its result exactly, in up to 256 bits, and then rounds once, half to
// even, to 38 digits. The result is nil if its whole part would have more than 38 digits, or if the divisor is zero.

extension ExactDecimal {
  package func negated() -> ExactDecimal {
    ExactDecimal(normalized: -coefficient, scale: fractionDigits)
  }

  package func adding(_ other: ExactDecimal) -> ExactDecimal? {
    if scale == other.scale {
      let (sum, overflow) = coefficient.addingReportingOverflow(other.coefficient)
      if !overflow, sum.magnitude < PowerOfTen.limit {
        return ExactDecimal(normalizing: sum, scale: fractionDigits)
      }
    }
    let (left, right, commonScale) = Self.aligned(self, other)
    if isNegative == other.isNegative {
      return Self.nearest(left + right, scale: commonScale, negative: isNegative)
    }
    return left < right
      ? Self.nearest(right - left, scale: commonScale, negative: other.isNegative)
      : Self.nearest(left - right, scale: commonScale, negative: isNegative)
  }

  package func subtracting(_ other: ExactDecimal) -> ExactDecimal? {
    adding(other.negated())
  }

  package func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    let product = WideInteger(coefficient.magnitude, times: other.coefficient.magnitude)
    return Self.nearest(
      product, scale: fractionDigits + other.fractionDigits,
      negative: isNegative != other.isNegative)
  }

  package func divided(by divisor: ExactDecimal) -> ExactDecimal? {
    guard !divisor.isZero else { return nil }
    if isZero { return .zero }
    // The quotient's whole part has this many digits or one more.
    let wholeDigits =
      PowerOfTen.digitCount(coefficient.magnitude) + divisor.fractionDigits
      - PowerOfTen.digitCount(divisor.coefficient.magnitude) - fractionDigits
    guard wholeDigits <= Self.maximumDigits else { return nil }
    // Computes one digit more than is kept, so that `nearest` always has a digit for rounding. The shift is then 1 to
    // 76, and the shifted dividend has at most 77 digits, which fit 256 bits.
    let places = Self.maximumDigits + 1 - max(wholeDigits, 0)
    let shift = places + divisor.fractionDigits - fractionDigits
    let half = shift / 2
    let dividend =
      WideInteger(coefficient.magnitude, times: PowerOfTen.value(half))
      * PowerOfTen.value(shift - half)
    let (quotient, remainder) = dividend.divided(by: divisor.coefficient.magnitude)
    return Self.nearest(
      quotient, scale: places, negative: isNegative != divisor.isNegative,
      hasMore: remainder > 0)
  }

  /// The direction of rounding. `toEven` and `awayFromZero` round to the nearest number and differ only for halves.
  /// `up` and `down` apply to any dropped value.
  package enum Rounding: Sendable {
    case toEven, awayFromZero
    /// `up` never returns less than the number, `down` never more.
    case up, down

    /// The direction in which the magnitude of a negative number is rounded.
    fileprivate var ofMagnitude: Rounding {
      switch self {
      case .up: .down
      case .down: .up
      case .toEven, .awayFromZero: self
      }
    }
  }

  /// Returns the number with at most `places` decimal places. With negative `places`, tens, hundreds and so on become
  /// zero: 1250 at -2 places is 1200.
  package func rounded(toPlaces places: Int, _ rounding: Rounding = .toEven) -> ExactDecimal? {
    if places >= fractionDigits { return self }
    // With fewer places than this, every digit is dropped, and the dropped value is less than half a unit.
    guard places >= fractionDigits - Self.maximumDigits else { return .zero }
    let kept = Self.quotient(
      WideInteger(high: 0, low: coefficient.magnitude), droppingDigits: fractionDigits - places,
      isNegative ? rounding.ofMagnitude : rounding)
    let magnitude = Int128(kept * PowerOfTen.value(max(-places, 0)))
    return ExactDecimal(
      normalizing: isNegative ? -magnitude : magnitude, scale: max(places, 0))
  }

  /// Whether the number is an exact multiple of `step`, or nil if `step` is zero.
  package func isMultiple(of step: ExactDecimal) -> Bool? {
    guard !step.isZero else { return nil }
    let (digits, unit, _) = Self.aligned(self, step)
    // If the step exceeds 128 bits, it was scaled up but the number wasn't. The number is then smaller than the step.
    guard unit.high == 0 else { return isZero }
    return digits.divided(by: unit.low).remainder == 0
  }

  /// Returns the remainder of a division, with the sign of the divisor, or nil if the divisor is zero.
  package func remainder(dividedBy divisor: ExactDecimal) -> ExactDecimal? {
    guard !divisor.isZero else { return nil }
    let (digits, unit, scale) = Self.aligned(self, divisor)
    // As in `isMultiple`, a divisor that exceeds 128 bits is larger than the number.
    let rest = unit.high == 0 ? digits.divided(by: unit.low).remainder : digits.low
    let magnitude =
      isNegative == divisor.isNegative || rest == 0
      ? WideInteger(high: 0, low: rest) : unit - WideInteger(high: 0, low: rest)
    return Self.nearest(magnitude, scale: scale, negative: divisor.isNegative)
  }

  /// Returns the number nearest to `digits / 10^scale` that has at most 38 digits and 38 places. Returns nil if the
  /// whole part is too long.
  ///
  /// - Parameter hasMore: whether the exact value is a little larger. At least one digit must then be dropped.
  static func nearest(
    _ digits: WideInteger, scale: Int, negative: Bool, hasMore: Bool = false
  ) -> ExactDecimal? {
    let dropped = max(digits.digitCount - maximumDigits, scale - maximumDigits, 0)
    guard dropped <= scale else { return nil }
    // The magnitude is at most 10^38, the result of rounding 38 nines up. Normalizing drops zeros of 10^38, or fails if
    // there are no decimal places.
    let magnitude = Int128(quotient(digits, droppingDigits: dropped, hasMore: hasMore))
    return ExactDecimal(normalizing: negative ? -magnitude : magnitude, scale: scale - dropped)
  }

  /// Returns `digits / 10^dropped`, rounded. `dropped` is 0 to 38 and leaves at most 38 digits.
  private static func quotient(
    _ digits: WideInteger, droppingDigits dropped: Int, _ rounding: Rounding = .toEven,
    hasMore: Bool = false
  ) -> UInt128 {
    guard dropped > 0 else { return digits.low }
    let power = PowerOfTen.value(dropped)
    let (quotient, remainder) = digits.divided(by: power)
    let half = power / 2
    let isUpAtHalf = hasMore || rounding == .awayFromZero || quotient.low & 1 == 1
    let roundsUp =
      switch rounding {
      case .up: remainder > 0
      case .down: false
      case .toEven, .awayFromZero: remainder > half || (remainder == half && isUpAtHalf)
      }
    return roundsUp ? quotient.low + 1 : quotient.low
  }
}
