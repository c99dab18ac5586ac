// Days of the proleptic Gregorian calendar, years 0001 to 9999: the language's `date`, written `2026-11-20` as in ISO
// 8601 and RFC 3339. Nothing here reads the clock.

/// A day, stored as a number so that it is compared and subtracted as an integer.
package struct CalendarDate: Hashable, Sendable {
  /// Days since 1970-01-01, -719162 to 2932896.
  package let dayNumber: Int32

  package static let first = CalendarDate(trusted: -719_162)
  package static let last = CalendarDate(trusted: 2_932_896)

  /// Fails if the day is outside the years 0001 to 9999.
  package init?(dayNumber: Int64) {
    guard Int64(Self.first.dayNumber)...Int64(Self.last.dayNumber) ~= dayNumber else { return nil }
    self.init(trusted: Int32(dayNumber))
  }

  /// Fails if the calendar doesn't have that day.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= Self.daysInMonth(month, year: year)
    else { return nil }
    self.init(trusted: Int32(Self.dayNumber(year: year, month: month, day: day)))
  }

  private init(trusted dayNumber: Int32) {
    self.dayNumber = dayNumber
  }

  package var year: Int { civil.year }
  package var month: Int { civil.month }
  package var day: Int { civil.day }
  /// From 1 for Monday to 7 for Sunday (ISO 8601).
  package var weekday: Int {
    // The first date is a Monday.
    Int(dayNumber - Self.first.dayNumber) % 7 + 1
  }

  package static func isLeapYear(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Returns how many of the days after `start`, up to and including this date, are Mondays to Fridays. `start` must
  /// not be later.
  func workdays(since start: CalendarDate) -> Int64 {
    let days = Int64(dayNumber) - Int64(start.dayNumber)
    // Each whole week has five workdays. The remaining days are tested one by one.
    let rest = (0..<days % 7).count { (Int64(weekday) - 1 - $0 + 7) % 7 < 5 }
    return days / 7 * 5 + Int64(rest)
  }

  /// Returns the number of days in `month`, which is 1 to 12.
  package static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

// The conversions of dates use years that begin in March, so that the leap day is a year's last day. They also use
// cycles of 400 years, which all have 146,097 days. The conversions follow Howard Hinnant's "chrono-Compatible
// Low-Level Date Algorithms". The first cycle begins in March of year 0000, before every date, so no cycle is negative.
extension CalendarDate {
  private static let daysPerCycle = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysBefore1970 = 719_468

  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = month > 2 ? month - 3 : month + 9
    let cycle = marchYear / 400
    let yearOfCycle = marchYear % 400
    // From March on, five months have 31, 30, 31, 30 and 31 days, 153 in all. Then the pattern repeats.
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * daysPerCycle + dayOfCycle - daysBefore1970
  }

  /// Year, month and day, computed together, which is cheaper than one by one.
  package var civil: (year: Int, month: Int, day: Int) {
    let days = Int(dayNumber) + Self.daysBefore1970
    let cycle = days / Self.daysPerCycle
    let dayOfCycle = days % Self.daysPerCycle
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }
}

extension CalendarDate: Comparable {
  package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    left.dayNumber < right.dayNumber
  }
}

extension CalendarDate {
  /// Adds the months first, then the days. Returns nil if the result is outside the calendar, or if the duration isn't
  /// a whole number of days.
  package func adding(_ duration: CalendarDuration) -> CalendarDate? {
    guard let days = duration.wholeDays else { return nil }
    return adding(months: duration.months)?.adding(days: days)
  }

  package func subtracting(_ duration: CalendarDuration) -> CalendarDate? {
    adding(duration.negated())
  }

  /// Returns the days from `other` to this date.
  package func since(_ other: CalendarDate) -> CalendarDuration {
    let days = Int64(dayNumber) - Int64(other.dayNumber)
    return CalendarDuration(seconds: days * CalendarTime.secondsPerDay, carrying: 0)
  }

  /// Adds months. Keeps the day of the month, or uses the last day of a month that is too short for it: 2024-02-29
  /// minus 18 years is 2006-02-28.
  func adding(months: Int64) -> CalendarDate? {
    guard months != 0 else { return self }
    let (year, month, day) = civil
    let monthNumber = Int64(year) * 12 + Int64(month - 1) + months
    guard 12..<120_000 ~= monthNumber else { return nil }
    let newYear = Int(monthNumber / 12)
    let newMonth = Int(monthNumber % 12) + 1
    let newDay = min(day, Self.daysInMonth(newMonth, year: newYear))
    return CalendarDate(year: newYear, month: newMonth, day: newDay)
  }

  private func adding(days: Int64) -> CalendarDate? {
    CalendarDate(dayNumber: Int64(dayNumber) + days)
  }

  /// Returns the number of full years since this date of birth: the greatest n for which the date isn't after `today`
  /// minus n years. Someone born on 29 February turns a year older on 1 March in common years. Negative before the
  /// birth.
  package func age(at today: CalendarDate) -> Int {
    let birth = civil
    let now = today.civil
    // The day of `today` in the year of birth. 29 February becomes 28 February if that year doesn't have it.
    let day = min(now.day, Self.daysInMonth(now.month, year: birth.year))
    let hasHadBirthday = (birth.month, birth.day) <= (now.month, day)
    return now.year - birth.year - (hasHadBirthday ? 0 : 1)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// Parses exactly `2026-11-20`. Returns nil for anything else and for nonexistent days.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    var scanner = CalendarScanner(bytes)
    guard let date = scanner.eatDate(), scanner.atEnd else { return nil }
    return date
  }

  /// Appends `2026-11-20`.
  package func write(to output: inout [UInt8]) {
    let (year, month, day) = civil
    output.append(number: year, digits: 4)
    output.append(UInt8(ascii: "-"))
    output.append(number: month, digits: 2)
    output.append(UInt8(ascii: "-"))
    output.append(number: day, digits: 2)
  }

  package var description: String { String(written: write) }
}
