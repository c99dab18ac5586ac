// Moments, the same all over the world: the language's `instant`, written as RFC 3339 does with `Z`
// or an offset, except that the seconds may be left out.

/// A moment of the years 0001 to 9999 in UTC, without leap seconds.
package struct CalendarInstant: Hashable, Sendable {
  /// What calendar and clock show in UTC.
  package let utc: CalendarDateTime

  package init(utc: CalendarDateTime) {
    self.utc = utc
  }

  /// Counted from 1970-01-01T00:00Z; nil outside the years, and if the nanosecond is not 0 to
  /// 999,999,999.
  package init?(seconds: Int64, nanosecond: Int = 0) {
    guard 0...999_999_999 ~= nanosecond,
      let utc = CalendarDateTime(seconds: seconds, nanoseconds: Int64(nanosecond))
    else { return nil }
    self.init(utc: utc)
  }

  /// Whole seconds since 1970-01-01T00:00Z, rounded down.
  package var seconds: Int64 { utc.seconds }

  /// What to add to them, 0 to 999,999,999.
  package var nanosecond: Int { utc.time.nanosecond }
}

extension CalendarInstant: Comparable {
  package static func < (left: CalendarInstant, right: CalendarInstant) -> Bool {
    left.utc < right.utc
  }
}

extension CalendarInstant {
  /// Months are added as UTC shows them; nil outside the calendar.
  package func adding(_ duration: CalendarDuration) -> CalendarInstant? {
    utc.adding(duration).map { CalendarInstant(utc: $0) }
  }

  package func subtracting(_ duration: CalendarDuration) -> CalendarInstant? {
    adding(duration.negated())
  }

  /// The time from `other` to this moment.
  package func since(_ other: CalendarInstant) -> CalendarDuration {
    utc.since(other.utc)
  }
}

extension CalendarInstant: CustomStringConvertible {
  /// A date and time as for `datetime`, then `Z`, `z` or an offset from -23:59 to +23:59, always
  /// with its colon. nil for anything else, without a zone, and where UTC is outside the years
  /// 0001 to 9999, as for 0001-01-01T00:00+01:00.
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
