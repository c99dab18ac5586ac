// Lengths of time: what `18 years` and `30 minutes` are, and what dates and times are apart.

/// The units that durations are written in.
package enum CalendarUnit: Hashable, Sendable {
  case year, month, week, day, hour, minute, second
}

/// Months, whose length depends on where they begin, and an exact rest; both may be negative. A day
/// is always 24 hours, since the calendar knows no zones.
package struct CalendarDuration: Hashable, Sendable {
  /// Years are twelve of them.
  package let months: Int64
  /// Whole seconds of the rest, rounded down.
  package let seconds: Int64
  /// What to add to them, 0 to 999,999,999.
  package let nanoseconds: Int32

  /// Neither months nor seconds get beyond this, plus or minus: 31 million years of seconds, far
  /// more than the calendar has, and far enough from 64 bits that sums never overflow.
  private static let limit: Int64 = 1_000_000_000_000_000

  package static let zero = CalendarDuration(months: 0, seconds: 0, nanoseconds: 0)

  /// nil if it is too long to be counted.
  package init?(_ count: Int64, _ unit: CalendarUnit) {
    let (months, monthsOverflow) = count.multipliedReportingOverflow(by: unit.months)
    let (seconds, secondsOverflow) = count.multipliedReportingOverflow(by: unit.seconds)
    guard !monthsOverflow, !secondsOverflow else { return nil }
    self.init(months: months, seconds: seconds, nanoseconds: 0)
    guard isWithinLimit else { return nil }
  }

  /// Trusts that these are the parts of a duration.
  init(months: Int64, seconds: Int64, nanoseconds: Int32) {
    self.months = months
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The nanoseconds may have any sign and be more than a second's. Trusts that the whole is within
  /// the limit, as the time between any two points of the calendar is.
  init(months: Int64 = 0, seconds: Int64, carrying nanoseconds: Int64) {
    let (carry, rest) = nanoseconds.flooredQuotientAndRemainder(
      dividingBy: CalendarTime.nanosecondsPerSecond)
    self.init(months: months, seconds: seconds + carry, nanoseconds: Int32(rest))
  }

  private var isWithinLimit: Bool {
    -Self.limit...Self.limit ~= months && -Self.limit...Self.limit ~= seconds
  }

  /// What is not months, in days, if it is a whole number of them.
  var wholeDays: Int64? {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: CalendarTime.secondsPerDay)
    return rest == 0 && nanoseconds == 0 ? days : nil
  }
}

extension CalendarUnit {
  /// 0 for the units that are not made of months.
  fileprivate var months: Int64 {
    switch self {
    case .year: 12
    case .month: 1
    default: 0
    }
  }

  /// 0 for the units whose length depends on where they begin.
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

  /// nil if the sum is too long to be counted.
  package func adding(_ other: CalendarDuration) -> CalendarDuration? {
    let sum = CalendarDuration(
      months: months + other.months, seconds: seconds + other.seconds,
      carrying: Int64(nanoseconds) + Int64(other.nanoseconds))
    return sum.isWithinLimit ? sum : nil
  }

  package func subtracting(_ other: CalendarDuration) -> CalendarDuration? {
    adding(other.negated())
  }

  /// -1, 0 or 1 as this is shorter than, as long as or longer than `other`; nil where it depends on
  /// the months meant: `1 month` and `30 days`. Two durations that differ only in their months, or
  /// only in the rest, do have an order.
  package func compare(with other: CalendarDuration) -> Int? {
    let rest = (seconds, nanoseconds)
    let otherRest = (other.seconds, other.nanoseconds)
    if months == other.months { return rest == otherRest ? 0 : rest < otherRest ? -1 : 1 }
    guard rest == otherRest else { return nil }
    return months < other.months ? -1 : 1
  }
}
