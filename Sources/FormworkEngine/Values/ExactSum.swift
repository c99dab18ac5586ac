/// A sum of any number of decimals, in any order. It is rounded once, when it is read.
struct ExactSum {
  /// What has been added above zero and below, both as magnitudes.
  private var above = Part()
  private var below = Part()

  mutating func add(_ value: ExactDecimal) {
    if value.isNegative { below.add(value) } else { above.add(value) }
  }

  /// The sum, rounded half to even to what 38 digits hold; nil if its whole part is longer.
  var total: ExactDecimal? {
    let (above, below) = (above.carried, below.carried)
    let isNegative = above < below
    let difference = isNegative ? below.subtracting(above) : above.subtracting(below)
    guard difference.whole.high == 0, difference.whole.low < PowerOfTen.limit else { return nil }
    return ExactDecimal.nearest(
      WideInteger(difference.whole.low, times: PowerOfTen.limit) + difference.fraction,
      scale: ExactDecimal.maximumDigits, negative: isNegative)
  }

  /// A sum of magnitudes. Both of its numbers have room for more summands than there can be.
  private struct Part {
    var whole = WideInteger(high: 0, low: 0)
    /// In units of `10^-38`; it may be more than one whole.
    var fraction = WideInteger(high: 0, low: 0)

    mutating func add(_ value: ExactDecimal) {
      let (whole, rest) = value.coefficient.magnitude.quotientAndRemainder(
        dividingBy: PowerOfTen.value(Int(value.scale)))
      self.whole = self.whole + WideInteger(high: 0, low: whole)
      fraction =
        fraction
        + WideInteger(rest, times: PowerOfTen.value(ExactDecimal.maximumDigits - Int(value.scale)))
    }

    /// The same with a fraction of less than one.
    var carried: Part {
      let (carry, rest) = fraction.divided(by: PowerOfTen.limit)
      return Part(whole: whole + carry, fraction: WideInteger(high: 0, low: rest))
    }

    static func < (left: Part, right: Part) -> Bool {
      left.whole == right.whole ? left.fraction < right.fraction : left.whole < right.whole
    }

    /// What is left without a part that is not larger; both are carried.
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
