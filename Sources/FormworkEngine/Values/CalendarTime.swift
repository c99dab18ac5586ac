// Times of day without a date or a zone: the language's `time`, written `09:30`, `09:30:15` or `09:30:15.25` as in
// RFC 3339, except that the seconds may be left out.

/// A time from 00:00 up to, but not including, 24:00, in nanoseconds. There are no leap seconds.
package struct CalendarTime: Hashable, Sendable {
  /// 0 to 86,399,999,999,999.
  package let nanosecondOfDay: Int64

  package static let secondsPerDay: Int64 = 86_400
  package static let nanosecondsPerSecond: Int64 = 1_000_000_000
  package static let midnight = CalendarTime(trusted: 0)

  package init?(nanosecondOfDay: Int64) {
    guard 0..<(Self.secondsPerDay * Self.nanosecondsPerSecond) ~= nanosecondOfDay else {
      return nil
    }
    self.init(trusted: nanosecondOfDay)
  }

  /// Fails unless hours are at most 23, minutes and seconds at most 59, and nanoseconds below 10^9.
  package init?(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
    guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second, 0...999_999_999 ~= nanosecond else {
      return nil
    }
    let seconds = Int64((hour * 60 + minute) * 60 + second)
    self.init(trusted: seconds * Self.nanosecondsPerSecond + Int64(nanosecond))
  }

  private init(trusted nanosecondOfDay: Int64) {
    self.nanosecondOfDay = nanosecondOfDay
  }

  package var hour: Int { secondOfDay / 3_600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }
  package var nanosecond: Int { Int(nanosecondOfDay % Self.nanosecondsPerSecond) }

  /// 0 to 86,399.
  package var secondOfDay: Int { Int(nanosecondOfDay / Self.nanosecondsPerSecond) }
}

extension CalendarTime: Comparable {
  package static func < (left: CalendarTime, right: CalendarTime) -> Bool {
    left.nanosecondOfDay < right.nanosecondOfDay
  }
}

extension CalendarTime {
  /// Returns nil if the result is on a different day, or if the duration has months.
  package func adding(_ duration: CalendarDuration) -> CalendarTime? {
    guard duration.months == 0,
      -Self.secondsPerDay...Self.secondsPerDay ~= duration.seconds
    else { return nil }
    let nanoseconds = duration.seconds * Self.nanosecondsPerSecond + Int64(duration.nanoseconds)
    return CalendarTime(nanosecondOfDay: nanosecondOfDay + nanoseconds)
  }

  package func subtracting(_ duration: CalendarDuration) -> CalendarTime? {
    adding(duration.negated())
  }

  /// Returns the time from `other` to this time. Both are times of the same day.
  package func since(_ other: CalendarTime) -> CalendarDuration {
    CalendarDuration(seconds: 0, carrying: nanosecondOfDay - other.nanosecondOfDay)
  }
}

extension CalendarTime: CustomStringConvertible {
  /// Parses `09:30`, `09:30:15`, or a time with one to nine decimal places of a second. Returns nil for anything
  /// else, including `24:00` and the leap second `23:59:60`.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarTime? {
    var scanner = CalendarScanner(bytes)
    guard let time = scanner.eatTime(), scanner.atEnd else { return nil }
    return time
  }

  /// Appends `09:30:00`, with as many decimal places of a second as are needed.
  package func write(to output: inout [UInt8]) {
    output.append(number: hour, digits: 2)
    output.append(UInt8(ascii: ":"))
    output.append(number: minute, digits: 2)
    output.append(UInt8(ascii: ":"))
    output.append(number: second, digits: 2)
    guard nanosecond > 0 else { return }
    output.append(UInt8(ascii: "."))
    output.append(number: nanosecond, digits: 9)
    while output.last == UInt8(ascii: "0") { output.removeLast() }
  }

  package var description: String { String(written: write) }
}
