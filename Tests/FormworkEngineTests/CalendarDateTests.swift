// Days: the calendar, arithmetic with durations, ages, and ISO dates.

import Testing

@testable import FormworkEngine

/// Parses an ISO day. An invalid one fails the test.
func isoDay(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> CalendarDate {
  guard let date = readDate(text) else {
    Issue.record("not a date: \(text)", sourceLocation: sourceLocation)
    return .first
  }
  return date
}

private func readDate(_ text: String) -> CalendarDate? {
  Array(text.utf8).withUnsafeBufferPointer { CalendarDate.parse($0) }
}

func lasting(_ count: Int64, _ unit: CalendarUnit) -> CalendarDuration {
  CalendarDuration(count, unit) ?? .zero
}

@Suite struct CalendarDateTests {
  @Test func countsDaysFrom1970() {
    #expect(isoDay("1970-01-01").dayNumber == 0)
    #expect(isoDay("1969-12-31").dayNumber == -1)
    #expect(isoDay("2000-03-01").dayNumber == 11_017)
    #expect(CalendarDate.first.description == "0001-01-01")
    #expect(CalendarDate.last.description == "9999-12-31")
    #expect(CalendarDate(dayNumber: -719_163) == nil)
    #expect(CalendarDate(dayNumber: 2_932_897) == nil)
    #expect(CalendarDate(dayNumber: .max) == nil)
    #expect(CalendarDate(dayNumber: .min) == nil)
  }

  /// Compares day numbers with a walk through years and months, as on a wall calendar.
  @Test func agreesWithAWallCalendar() {
    var number = CalendarDate.first.dayNumber
    var wrong = 0
    for year in 1...9999 {
      for month in 1...12 {
        let length = Self.length(of: month, in: year)
        for day in [1, 15, length] {
          let date = CalendarDate(year: year, month: month, day: day)
          if date?.dayNumber != number + Int32(day) - 1 { wrong += 1 }
          if let date, date.civil != (year, month, day) { wrong += 1 }
        }
        if CalendarDate(year: year, month: month, day: length + 1) != nil { wrong += 1 }
        number += Int32(length)
      }
    }
    #expect(wrong == 0)
    #expect(number == CalendarDate.last.dayNumber + 1)
  }

  @Test func goesThereAndBack() {
    // 97 shares no factor with the cycles of the calendar.
    for number in stride(from: Int64(-719_162), through: 2_932_896, by: 97) {
      guard let date = CalendarDate(dayNumber: number) else {
        Issue.record("no day \(number)")
        return
      }
      let (year, month, day) = date.civil
      guard CalendarDate(year: year, month: month, day: day) == date else {
        Issue.record("\(number) became \(year)-\(month)-\(day)")
        return
      }
    }
  }

  @Test(arguments: [
    (1900, false), (2000, true), (2024, true), (2023, false), (2100, false), (2400, true),
    (4, true), (1, false),
  ]) func knowsLeapYears(year: Int, isLeap: Bool) {
    #expect(CalendarDate.isLeapYear(year) == isLeap)
    #expect((CalendarDate(year: year, month: 2, day: 29) != nil) == isLeap)
  }

  @Test(arguments: [
    (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
    (2026, 4, 31), (-1, 1, 1), (Int.max, 1, 1), (2026, Int.min, 1), (2026, 1, Int.max),
  ]) func refusesDaysThatAreNot(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: ["2026-11-20", "0001-01-01", "9999-12-31", "2000-02-29"])
  func writesWhatItReads(text: String) {
    #expect(isoDay(text).description == text)
  }

  @Test(arguments: [
    "", "2026-11-2", "2026-1-20", "26-11-20", "2026/11/20", "20261120", "2026-11-20 ",
    " 2026-11-20", "2026-11-200", "2000-02-30", "1900-02-29", "0000-01-01", "-001-01-01",
    "+2026-11-20", "12026-11-20", "2026-11-20T00:00", "2026-00-10", "2026-13-01", "2026-W47-5",
    "2026-11-２0", "2026-11", "2026-11-", "2026–11–20",
  ]) func refusesOtherText(text: String) {
    #expect(readDate(text) == nil)
  }

  @Test(
    arguments: [
      ("2024-02-29", -18, .year, "2006-02-28"), ("2024-02-29", 4, .year, "2028-02-29"),
      ("2024-01-31", 1, .month, "2024-02-29"), ("2023-01-31", 1, .month, "2023-02-28"),
      ("2023-03-31", -1, .month, "2023-02-28"), ("2023-10-31", 13, .month, "2024-11-30"),
      ("2023-12-15", 1, .month, "2024-01-15"), ("2024-01-15", -1, .month, "2023-12-15"),
      ("2023-12-31", 1, .day, "2024-01-01"), ("2024-02-28", 1, .day, "2024-02-29"),
      ("2024-03-01", -1, .week, "2024-02-23"), ("2026-11-20", 48, .hour, "2026-11-22"),
      ("2026-11-20", 0, .second, "2026-11-20"), ("0001-01-01", 9_998, .year, "9999-01-01"),
      ("9999-12-31", -119_987, .month, "0001-01-31"), ("0001-01-01", 3_652_058, .day, "9999-12-31"),
    ] as [(String, Int64, CalendarUnit, String)])
  func addsDurations(text: String, count: Int64, unit: CalendarUnit, result: String) {
    #expect(isoDay(text).adding(lasting(count, unit)) == isoDay(result))
    #expect(isoDay(text).subtracting(lasting(-count, unit)) == isoDay(result))
  }

  @Test(
    arguments: [
      ("9999-12-31", 1, .day), ("0001-01-01", -1, .day), ("9999-12-01", 1, .month),
      ("0001-01-31", -1, .month), ("2026-11-20", 10_000, .year), ("2026-11-20", -2_026, .year),
      ("2026-11-20", 999_999_999_999_999, .month), ("2026-11-20", -999_999_999_999_999, .second),
      ("2026-11-20", 1, .hour), ("2026-11-20", 36, .hour), ("2026-11-20", -1, .second),
    ] as [(String, Int64, CalendarUnit)])
  func doesNotLeaveTheCalendar(text: String, count: Int64, unit: CalendarUnit) {
    #expect(isoDay(text).adding(lasting(count, unit)) == nil)
  }

  @Test func addsMonthsBeforeDays() throws {
    let both = try #require(lasting(1, .month).adding(lasting(1, .day)))
    #expect(isoDay("2023-01-31").adding(both) == isoDay("2023-03-01"))
    #expect(isoDay("2023-03-31").subtracting(both) == isoDay("2023-02-27"))
  }

  @Test func tellsDaysApart() {
    #expect(isoDay("2024-03-01").since(isoDay("2024-02-28")) == lasting(2, .day))
    #expect(isoDay("2024-02-28").since(isoDay("2024-03-01")) == lasting(-2, .day))
    #expect(CalendarDate.last.since(.first) == lasting(3_652_058, .day))
    #expect(isoDay("2024-02-28") < isoDay("2024-03-01"))
  }

  @Test(arguments: [
    ("2006-11-20", "2024-11-19", 17), ("2006-11-20", "2024-11-20", 18),
    ("2004-02-29", "2022-02-28", 17), ("2004-02-29", "2022-03-01", 18),
    ("2006-02-28", "2024-02-28", 18), ("2006-02-28", "2024-02-29", 18),
    ("2004-02-29", "2024-02-29", 20), ("2004-02-29", "2024-02-28", 19),
    ("2024-05-05", "2024-05-05", 0), ("2024-05-05", "2024-05-04", -1),
    ("2025-05-05", "2024-05-05", -1), ("0001-01-01", "9999-12-31", 9_998),
    ("9999-12-31", "9999-01-01", -1), ("9999-12-31", "0001-01-01", -9_999),
  ]) func knowsAges(birth: String, today: String, age: Int) {
    #expect(isoDay(birth).age(at: isoDay(today)) == age)
  }

  /// `age(18...)` must be equivalent to `value <= today - 18 years`.
  @Test func agesAgreeWithSubtraction() {
    let days = (0..<800).map { CalendarDate(dayNumber: 18_900 + $0) ?? .first }
    var wrong = 0
    for today in days {
      for birth in days where birth.dayNumber % 7 == 0 || birth.day > 26 {
        for years in -2...2 {
          let limit = today.subtracting(lasting(Int64(years), .year)) ?? .first
          if (birth.age(at: today) >= years) != (birth <= limit) { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
