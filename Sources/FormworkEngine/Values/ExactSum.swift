/// A sum of any number of decimals, which doesn't depend on their order. It is rounded once, when it is read.
struct ExactSum {
  /// The sums of the positive and of the negative values, both as magnitudes.
  private var above = Part()
  private var below = Part()

  mutating func add(_ value: ExactDecimal) {
    if value.isNegative { below.add(value) } else { above.add(value) }
  }

  /// Adds the summands of `other`.
  mutating func add(_ other: ExactSum) {
    above.add(other.above)
    below.add(other.below)
  }

  mutating func code(_ coder: inout ByteCoder) {
    above.code(&coder)
    below.code(&coder)
  }

  /// The sum, rounded half to even to 38 digits, or nil if its whole part has more digits.
  var total: ExactDecimal? {
    let (above, below) = (above.carried, below.carried)
    let isNegative = above < below
    let difference = isNegative ? below.subtracting(above) : above.subtracting(below)
    guard difference.whole.high == 0, difference.whole.low < PowerOfTen.limit else { return nil }
    return ExactDecimal.nearest(
      WideInteger(difference.whole.low, times: PowerOfTen.limit) + difference.fraction,
      scale: ExactDecimal.maximumDigits, negative: isNegative)
  }

  /// Returns the sum divided by `count`, rounded once, or nil if the whole part has more than 38 digits.
  func mean(of count: Int64) -> ExactDecimal? {
    let (above, below) = (above.carried, below.carried)
    let isNegative = above < below
    let sum = isNegative ? below.subtracting(above) : above.subtracting(below)
    let divisor = UInt128(count)
    let (whole, rest) = sum.whole.divided(by: divisor)
    guard whole.high == 0, whole.low < PowerOfTen.limit else { return nil }
    // Computes one decimal place more than is kept, so that there is always a digit for rounding. With 38 whole digits,
    // no place is kept.
    let isFull = whole.low >= PowerOfTen.limit / 10
    let places = WideInteger(rest, times: PowerOfTen.limit) + sum.fraction
    let (fraction, remainder) = (isFull ? places : places * 10).divided(by: divisor)
    let digits = WideInteger(whole.low, times: PowerOfTen.limit)
    return ExactDecimal.nearest(
      (isFull ? digits : digits * 10) + fraction,
      scale: ExactDecimal.maximumDigits + (isFull ? 0 : 1), negative: isNegative,
      hasMore: remainder > 0)
  }

  /// A sum of magnitudes. `whole` and `fraction` have enough bits for any number of summands that can occur.
  private struct Part {
    var whole = WideInteger(high: 0, low: 0)
    /// The fraction in units of `10^-38`. It may exceed 1.
    var fraction = WideInteger(high: 0, low: 0)

    mutating func add(_ value: ExactDecimal) {
      let (whole, rest) = value.coefficient.magnitude.quotientAndRemainder(
        dividingBy: PowerOfTen.value(Int(value.scale)))
      self.whole = self.whole + WideInteger(high: 0, low: whole)
      fraction =
        fraction
        + WideInteger(rest, times: PowerOfTen.value(ExactDecimal.maximumDigits - Int(value.scale)))
    }

    mutating func add(_ other: Part) {
      whole = whole + other.whole
      fraction = fraction + other.fraction
    }

    mutating func code(_ coder: inout ByteCoder) {
      coder.code(&whole.high)
      coder.code(&whole.low)
      coder.code(&fraction.high)
      coder.code(&fraction.low)
    }

    /// The same sum with a fraction below one.
    var carried: Part {
      let (carry, rest) = fraction.divided(by: PowerOfTen.limit)
      return Part(whole: whole + carry, fraction: WideInteger(high: 0, low: rest))
    }

    static func < (left: Part, right: Part) -> Bool {
      left.whole == right.whole ? left.fraction < right.fraction : left.whole < right.whole
    }

    /// Subtracts a part that isn't larger. Both must be carried.
    func subtracting(_ other: Part) -> Part {
      if other.fraction < fraction || other.fraction == fraction {
        return Part(whole: whole - other.whole, fraction: fraction - other.fraction)
      }
      let one = WideInteger(high: 0, low: 1)
      return Part(
        whole: whole - other.whole - one,
        fraction: fraction + WideInteger(high: 0, low: PowerOfTen.limit) - other.fraction)
    }
  }
}
