// Durations such as `18 years` and `30 minutes`, and the differences between dates and times.

/// The units of durations.
package enum CalendarUnit: Hashable, Sendable {
  case year, month, week, day, hour, minute, second
}

/// A number of months, whose length depends on where they begin, and an exact rest. Both may be negative. A day is
/// always 24 hours, because the calendar has no time zones.
package struct CalendarDuration: Hashable, Sendable {
  /// The number of months. A year has twelve.
  package let months: Int64
  /// The whole seconds of the rest, rounded down.
  package let seconds: Int64
  /// The nanoseconds to add to `seconds`, 0 to 999,999,999.
  package let nanoseconds: Int32

  /// The maximum magnitude of months and of seconds. In seconds it is 31 million years, far more than the calendar has.
  /// It is so far below `Int64.max` that sums never overflow.
  private static let limit: Int64 = 1_000_000_000_000_000

  package static let zero = CalendarDuration(months: 0, seconds: 0, nanoseconds: 0)

  /// Fails if the duration is too long.
  package init?(_ count: Int64, _ unit: CalendarUnit) {
    let (months, monthsOverflow) = count.multipliedReportingOverflow(by: unit.months)
    let (seconds, secondsOverflow) = count.multipliedReportingOverflow(by: unit.seconds)
    guard !monthsOverflow, !secondsOverflow else { return nil }
    self.init(months: months, seconds: seconds, nanoseconds: 0)
    guard isWithinLimit else { return nil }
  }

  /// Creates a duration from its parts, which the caller guarantees to be valid.
  init(months: Int64, seconds: Int64, nanoseconds: Int32) {
    self.months = months
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// `nanoseconds` may be negative or exceed a second. The caller guarantees that the total is within the limit. The
  /// time between two dates is always within it.
  init(months: Int64 = 0, seconds: Int64, carrying nanoseconds: Int64) {
    let (carry, rest) = nanoseconds.flooredQuotientAndRemainder(
      dividingBy: CalendarTime.nanosecondsPerSecond)
    self.init(months: months, seconds: seconds + carry, nanoseconds: Int32(rest))
  }

  private var isWithinLimit: Bool {
    -Self.limit...Self.limit ~= months && -Self.limit...Self.limit ~= seconds
  }

  /// The rest in days, or nil if that isn't a whole number.
  var wholeDays: Int64? {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: CalendarTime.secondsPerDay)
    return rest == 0 && nanoseconds == 0 ? days : nil
  }
}

extension CalendarUnit {
  /// The number of months, or 0 for units that aren't made of months.
  fileprivate var months: Int64 {
    switch self {
    case .year: 12
    case .month: 1
    default: 0
    }
  }

  /// The number of seconds, or 0 for units whose length depends on where they begin.
  fileprivate var seconds: Int64 {
    switch self {
    case .year, .month: 0
    case .week: 7 * CalendarTime.secondsPerDay
    case .day: CalendarTime.secondsPerDay
    case .hour: 3_600
    case .minute: 60
    case .second: 1
    }
  }
}

extension CalendarDuration {
  package func negated() -> CalendarDuration {
    CalendarDuration(months: -months, seconds: -seconds, carrying: -Int64(nanoseconds))
  }

  /// Returns nil if the sum is too long.
  package func adding(_ other: CalendarDuration) -> CalendarDuration? {
    let sum = CalendarDuration(
      months: months + other.months, seconds: seconds + other.seconds,
      carrying: Int64(nanoseconds) + Int64(other.nanoseconds))
    return sum.isWithinLimit ? sum : nil
  }

  package func subtracting(_ other: CalendarDuration) -> CalendarDuration? {
    adding(other.negated())
  }

  /// Returns -1, 0 or 1 if this duration is shorter than, as long as or longer than `other`. Returns nil if that
  /// depends on which months are meant, as for `1 month` and `30 days`. Two durations that differ only in their months,
  /// or only in the rest, are always ordered.
  package func compare(with other: CalendarDuration) -> Int? {
    let rest = (seconds, nanoseconds)
    let otherRest = (other.seconds, other.nanoseconds)
    if months == other.months { return rest == otherRest ? 0 : rest < otherRest ? -1 : 1 }
    guard rest == otherRest else { return nil }
    return months < other.months ? -1 : 1
  }

  /// Returns nil if the result doesn't have a whole number of months and of nanoseconds, or is too long.
  func multiplied(by factor: ExactDecimal) -> CalendarDuration? {
    // factor = numerator / denominator, in lowest terms. The result is whole only for a multiple of the denominator.
    let power = Int128(PowerOfTen.value(factor.fractionDigits))
    let divisor = Int128(greatestCommonDivisor(factor.coefficient.magnitude, power.magnitude))
    let (numerator, denominator) = (factor.coefficient / divisor, power / divisor)
    func product(_ count: Int128, limit: Int128) -> Int128? {
      let (quotient, rest) = count.quotientAndRemainder(dividingBy: denominator)
      let (product, overflow) = quotient.multipliedReportingOverflow(by: numerator)
      return rest == 0 && !overflow && -limit...limit ~= product ? product : nil
    }
    let second = Int128(CalendarTime.nanosecondsPerSecond)
    guard let months = product(Int128(months), limit: Int128(Self.limit)),
      let rest = product(inNanoseconds, limit: Int128(Self.limit) * second)
    else { return nil }
    let whole = rest / second
    return CalendarDuration(
      months: Int64(months), seconds: Int64(whole), carrying: Int64(rest - whole * second))
  }

  /// Divides the duration into equal parts. Returns nil if a part doesn't have a whole number of months and of
  /// nanoseconds.
  func divided(into count: Int64) -> CalendarDuration? {
    let (rest, second) = (inNanoseconds, Int128(CalendarTime.nanosecondsPerSecond))
    guard months % count == 0, rest % Int128(count) == 0 else { return nil }
    let part = rest / Int128(count)
    return CalendarDuration(
      months: months / count, seconds: Int64(part / second), carrying: Int64(part % second))
  }

  /// Returns nil if the quotient depends on which months are meant, or if `other` is zero.
  func divided(by other: CalendarDuration) -> ExactDecimal? {
    let isExact = months == 0 && other.months == 0
    guard isExact || inNanoseconds == 0 && other.inNanoseconds == 0 else { return nil }
    let parts =
      isExact
      ? (inNanoseconds, other.inNanoseconds) : (Int128(months), Int128(other.months))
    return ExactDecimal(normalized: parts.0, scale: 0).divided(
      by: ExactDecimal(normalized: parts.1, scale: 0))
  }

  /// The rest as nanoseconds.
  private var inNanoseconds: Int128 {
    Int128(seconds) * Int128(CalendarTime.nanosecondsPerSecond) + Int128(nanoseconds)
  }
}

private func greatestCommonDivisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
  var (one, other) = (one, other)
  while other != 0 { (one, other) = (other, one % other) }
  return one
}
