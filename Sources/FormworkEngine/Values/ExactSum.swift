/// A sum of any number of decimals, which is the same in any order. It is rounded once, when it is read.
struct ExactSum {
  /// The sums of the positive and of the negative values, both as magnitudes.
  private var above = Part()
  private var below = Part()

  mutating func add(_ value: ExactDecimal) {
    if value.isNegative { below.add(value) } else { above.add(value) }
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

  /// A sum of magnitudes. Both numbers can hold more summands than can occur.
  private struct Part {
    var whole = WideInteger(high: 0, low: 0)
    /// In units of `10^-38`. It may be more than one whole.
    var fraction = WideInteger(high: 0, low: 0)

    mutating func add(_ value: ExactDecimal) {
      let (whole, rest) = value.coefficient.magnitude.quotientAndRemainder(
        dividingBy: PowerOfTen.value(Int(value.scale)))
      self.whole = self.whole + WideInteger(high: 0, low: whole)
      fraction =
        fraction
        + WideInteger(rest, times: PowerOfTen.value(ExactDecimal.maximumDigits - Int(value.scale)))
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
