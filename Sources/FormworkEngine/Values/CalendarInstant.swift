// Moments, which are the same in all time zones: the language's `instant`, written as in RFC 3339 with `Z` or an
// offset, except that the seconds may be left out.

/// A moment of the years 0001 to 9999 in UTC, without leap seconds.
package struct CalendarInstant: Hashable, Sendable {
  /// The date and time in UTC.
  package let utc: CalendarDateTime

  package init(utc: CalendarDateTime) {
    self.utc = utc
  }

  /// Creates the moment this long after 1970-01-01T00:00Z. Fails if the moment is outside the years 0001 to 9999, or if
  /// `nanosecond` isn't from 0 to 999,999,999.
  package init?(seconds: Int64, nanosecond: Int = 0) {
    guard 0...999_999_999 ~= nanosecond,
      let utc = CalendarDateTime(seconds: seconds, nanoseconds: Int64(nanosecond))
    else { return nil }
    self.init(utc: utc)
  }

  /// Whole seconds since 1970-01-01T00:00Z, rounded down.
  package var seconds: Int64 { utc.seconds }

  /// The nanoseconds to add to `seconds`, 0 to 999,999,999.
  package var nanosecond: Int { utc.time.nanosecond }
}

extension CalendarInstant: Comparable {
  package static func < (left: CalendarInstant, right: CalendarInstant) -> Bool {
    left.utc < right.utc
  }
}

extension CalendarInstant {
  /// Adds the months to the date in UTC. Returns nil if the result is outside the calendar.
  package func adding(_ duration: CalendarDuration) -> CalendarInstant? {
    utc.adding(duration).map { CalendarInstant(utc: $0) }
  }

  package func subtracting(_ duration: CalendarDuration) -> CalendarInstant? {
    adding(duration.negated())
  }

  /// Returns the time from `other` to this moment.
  package func since(_ other: CalendarInstant) -> CalendarDuration {
    utc.since(other.utc)
  }
}

extension CalendarInstant: CustomStringConvertible {
  /// Parses a date and time as for `datetime`, then `Z`, `z` or an offset from -23:59 to +23:59, which must have a
  /// colon. Returns nil for anything else, and if UTC is outside the years 0001 to 9999, as for
  /// 0001-01-01T00:00+01:00.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarInstant? {
    var scanner = CalendarScanner(bytes)
    guard let local = scanner.eatDateTime(), let offset = scanner.eatOffset(), scanner.atEnd else {
      return nil
    }
    return CalendarInstant(seconds: local.seconds - offset, nanosecond: local.time.nanosecond)
  }

  /// Appends the moment in UTC: `2026-11-20T09:30:00Z`.
  package func write(to output: inout [UInt8]) {
    utc.write(to: &output)
    output.append(UInt8(ascii: "Z"))
  }

  package var description: String { String(written: write) }
}
