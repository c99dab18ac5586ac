// A date and a time of day without a time zone: the language's `datetime`, written `2026-11-20T09:30` or
// `2026-11-20T09:30:15.25` (ISO 8601, local time).

/// A date and time without a time zone, in the years 0001 to 9999.
package struct CalendarDateTime: Hashable, Sendable {
  package let date: CalendarDate
  package let time: CalendarTime

  package init(date: CalendarDate, time: CalendarTime) {
    self.date = date
    self.time = time
  }

  /// Creates the date and time this long after 1970-01-01T00:00. Fails if the result is outside the calendar.
  /// `nanoseconds` may exceed a second, but not a day.
  init?(seconds: Int64, nanoseconds: Int64) {
    let (carry, nanosecond) = nanoseconds.flooredQuotientAndRemainder(
      dividingBy: CalendarTime.nanosecondsPerSecond)
    let (day, second) = (seconds + carry).flooredQuotientAndRemainder(
      dividingBy: CalendarTime.secondsPerDay)
    let nanosecondOfDay = second * CalendarTime.nanosecondsPerSecond + nanosecond
    guard let date = CalendarDate(dayNumber: day),
      let time = CalendarTime(nanosecondOfDay: nanosecondOfDay)
    else { return nil }
    self.init(date: date, time: time)
  }

  /// Whole seconds since 1970-01-01T00:00, rounded down.
  var seconds: Int64 {
    Int64(date.dayNumber) * CalendarTime.secondsPerDay + Int64(time.secondOfDay)
  }

  /// Microseconds since 1970-01-01T00:00, or nil if that isn't a whole number.
  package var microseconds: Int64? {
    let (count, rest) = time.nanosecond.quotientAndRemainder(dividingBy: 1_000)
    return rest == 0 ? seconds * 1_000_000 + Int64(count) : nil
  }
}

extension CalendarDateTime: Comparable {
  package static func < (left: CalendarDateTime, right: CalendarDateTime) -> Bool {
    left.date == right.date ? left.time < right.time : left.date < right.date
  }
}

extension CalendarDateTime {
  /// Adds the months first, then the rest. If the new month is too short for the day, uses the month's last day, as for
  /// dates. Returns nil if the result is outside the calendar.
  package func adding(_ duration: CalendarDuration) -> CalendarDateTime? {
    guard let shifted = date.adding(months: duration.months) else { return nil }
    let start = CalendarDateTime(date: shifted, time: time)
    return CalendarDateTime(
      seconds: start.seconds + duration.seconds,
      nanoseconds: Int64(time.nanosecond) + Int64(duration.nanoseconds))
  }

  package func subtracting(_ duration: CalendarDuration) -> CalendarDateTime? {
    adding(duration.negated())
  }

  /// Returns the time from `other` to this one. Every day has 24 hours.
  package func since(_ other: CalendarDateTime) -> CalendarDuration {
    CalendarDuration(
      seconds: seconds - other.seconds,
      carrying: Int64(time.nanosecond - other.time.nanosecond))
  }
}

extension CalendarDateTime: CustomStringConvertible {
  /// Parses a date, `T`, `t` or one space, and a time. Returns nil for anything else, including a time zone.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDateTime? {
    var scanner = CalendarScanner(bytes)
    guard let dateTime = scanner.eatDateTime(), scanner.atEnd else { return nil }
    return dateTime
  }

  /// Appends `2026-11-20T09:30:00`.
  package func write(to output: inout [UInt8]) {
    date.write(to: &output)
    output.append(UInt8(ascii: "T"))
    time.write(to: &output)
  }

  package var description: String { String(written: write) }
}

extension Int64 {
  /// Rounds the quotient down, so that the remainder isn't negative.
  func flooredQuotientAndRemainder(
    dividingBy divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
