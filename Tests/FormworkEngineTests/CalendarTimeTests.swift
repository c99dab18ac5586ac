// Times of day, dates with times, moments and durations.

import Testing

@testable import FormworkEngine

private func readTime(_ text: String) -> CalendarTime? {
  Array(text.utf8).withUnsafeBufferPointer { CalendarTime.parse($0) }
}

private func readDateTime(_ text: String) -> CalendarDateTime? {
  Array(text.utf8).withUnsafeBufferPointer { CalendarDateTime.parse($0) }
}

private func readInstant(_ text: String) -> CalendarInstant? {
  Array(text.utf8).withUnsafeBufferPointer { CalendarInstant.parse($0) }
}

@Suite struct CalendarTimeTests {
  @Test(arguments: [
    ("09:30", "09:30:00"), ("00:00", "00:00:00"), ("23:59:59", "23:59:59"),
    ("09:30:15.5", "09:30:15.5"), ("09:30:15.500", "09:30:15.5"), ("09:30:15.0", "09:30:15"),
    ("23:59:59.999999999", "23:59:59.999999999"), ("12:00:00.000000001", "12:00:00.000000001"),
    ("12:00:00.010", "12:00:00.01"),
  ]) func reads(text: String, written: String) {
    #expect(readTime(text)?.description == written)
  }

  @Test(arguments: [
    "", "9:30", "09:3", "0930", "24:00", "24:00:00", "09:60", "09:30:60", "23:59:60", "09:30:",
    "09:30:1", "09:30:15.", "09:30:15,5", "09:30:15.1234567890", "09:30.5", "09:30Z", "09:30 ",
    " 09:30", "09:30:15.5x", "9:30 am", "09-30", "-9:30", "09：30",
  ]) func refuses(text: String) {
    #expect(readTime(text) == nil)
  }

  @Test func hasParts() {
    let time = readTime("13:45:07.25")
    #expect(time == CalendarTime(hour: 13, minute: 45, second: 7, nanosecond: 250_000_000))
    #expect(time?.hour == 13)
    #expect(time?.minute == 45)
    #expect(time?.second == 7)
    #expect(time?.nanosecond == 250_000_000)
    #expect(time?.secondOfDay == 49_507)
    #expect(CalendarTime(hour: 24, minute: 0) == nil)
    #expect(CalendarTime(hour: 0, minute: 0, second: 60) == nil)
    #expect(CalendarTime(hour: 0, minute: 0, nanosecond: 1_000_000_000) == nil)
    #expect(CalendarTime(nanosecondOfDay: 86_400_000_000_000) == nil)
    #expect(CalendarTime(nanosecondOfDay: -1) == nil)
  }

  @Test(
    arguments: [
      ("09:30", 30, .minute, "10:00"), ("09:30", -9, .hour, "00:30"),
      ("00:00", 86_399, .second, "23:59:59"),
      ("00:00", 24, .hour, nil), ("00:00", -1, .second, nil), ("12:00", 1, .day, nil),
      ("12:00", 1, .month, nil), ("12:00", 0, .month, "12:00"), ("12:00", 300_000, .week, nil),
    ] as [(String, Int64, CalendarUnit, String?)])
  func addsWithinTheDay(text: String, count: Int64, unit: CalendarUnit, result: String?) throws {
    let time = try #require(readTime(text))
    #expect(time.adding(lasting(count, unit)) == result.flatMap(readTime))
    #expect(time.subtracting(lasting(-count, unit)) == result.flatMap(readTime))
  }

  @Test func tellsTimesApart() throws {
    let early = try #require(readTime("09:30:00.75"))
    let late = try #require(readTime("10:00:00.5"))
    #expect(early < late)
    #expect(early.adding(late.since(early)) == late)
    #expect(late.adding(early.since(late)) == early)
    #expect(late.since(early).seconds == 1_799)
    #expect(late.since(early).nanoseconds == 750_000_000)
    #expect(early.since(late).compare(with: .zero) == -1)
  }
}

@Suite struct CalendarDateTimeTests {
  @Test(arguments: [
    ("2026-11-20T09:30", "2026-11-20T09:30:00"), ("2026-11-20t09:30:15", "2026-11-20T09:30:15"),
    ("2026-11-20 09:30:15.25", "2026-11-20T09:30:15.25"),
    ("0001-01-01T00:00", "0001-01-01T00:00:00"),
    ("9999-12-31T23:59:59.999999999", "9999-12-31T23:59:59.999999999"),
  ]) func reads(text: String, written: String) {
    #expect(readDateTime(text)?.description == written)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T", "2026-11-20  09:30", "2026-11-20_09:30", "2026-11-20T9:30",
    "2026-11-20T09:30Z", "2026-11-20T09:30+01:00", "2026-02-30T09:30", "2026-11-20T24:00",
    "2026-12-31T23:59:60", "2026-11-20T09:30 ", "2026-11-2009:30",
  ]) func refuses(text: String) {
    #expect(readDateTime(text) == nil)
  }

  @Test(
    arguments: [
      ("2024-01-31T10:00", 1, .month, "2024-02-29T10:00"),
      ("2023-12-31T23:30", 45, .minute, "2024-01-01T00:15"),
      ("2024-01-01T00:15", -45, .minute, "2023-12-31T23:30"),
      ("1969-12-31T23:59:59.5", 1, .second, "1970-01-01T00:00:00.5"),
      ("9999-12-31T23:59:59", 1, .second, nil), ("0001-01-01T00:00", -1, .second, nil),
      ("0001-01-01T00:00", -1, .month, nil),
      ("2026-11-20T00:00", 999_999_999_999_999, .second, nil),
    ] as [(String, Int64, CalendarUnit, String?)])
  func addsDurations(text: String, count: Int64, unit: CalendarUnit, result: String?) throws {
    let start = try #require(readDateTime(text))
    #expect(start.adding(lasting(count, unit)) == result.flatMap(readDateTime))
    #expect(start.subtracting(lasting(-count, unit)) == result.flatMap(readDateTime))
  }

  @Test(arguments: [
    ("2026-11-20T09:30", "2026-11-20T09:30:00.000000001"),
    ("0001-01-01T00:00", "9999-12-31T23:59:59.999999999"),
    ("1969-12-31T23:59:59.999", "1970-01-01T00:00"), ("2024-02-28T12:00", "2024-03-01T11:59:59.9"),
  ]) func differencesAreExact(early: String, late: String) throws {
    let (early, late) = (try #require(readDateTime(early)), try #require(readDateTime(late)))
    #expect(early < late)
    #expect(late.since(early).compare(with: .zero) == 1)
    #expect(early.adding(late.since(early)) == late)
    #expect(late.adding(early.since(late)) == early)
    #expect(early.since(late) == late.since(early).negated())
  }
}

@Suite struct CalendarInstantTests {
  @Test(arguments: [
    ("2026-11-20T09:30Z", "2026-11-20T09:30:00Z"), ("2026-11-20t09:30:15z", "2026-11-20T09:30:15Z"),
    ("2026-11-20T09:30:15.250+09:00", "2026-11-20T00:30:15.25Z"),
    ("2026-11-20 00:30+09:00", "2026-11-19T15:30:00Z"),
    ("2026-12-31T23:30-01:00", "2027-01-01T00:30:00Z"),
    ("2024-02-29T00:00+00:01", "2024-02-28T23:59:00Z"),
    ("2026-11-20T09:30+23:59", "2026-11-19T09:31:00Z"),
    ("2026-11-20T09:30-23:59", "2026-11-21T09:29:00Z"),
    ("2026-11-20T09:30-00:00", "2026-11-20T09:30:00Z"),
    ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
    ("0001-01-01T00:00Z", "0001-01-01T00:00:00Z"),
    ("0001-01-01T01:00+01:00", "0001-01-01T00:00:00Z"),
  ]) func reads(text: String, written: String) {
    #expect(readInstant(text)?.description == written)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T09:30", "2026-11-20T09:30+0900", "2026-11-20T09:30+09",
    "2026-11-20T09:30+9:00", "2026-11-20T09:30+24:00", "2026-11-20T09:30+09:60",
    "2026-11-20T09:30 Z", "2026-11-20T09:30ZZ", "2026-11-20T09:30Z+01:00", "2026-11-20Z",
    "2026-12-31T23:59:60Z", "0001-01-01T00:00+00:01", "9999-12-31T23:59-00:01",
    "2026-11-20T09:30 +09:00", "2026-11-20T09:30[UTC]", "2026-11-20T09:30−09:00",
  ]) func refuses(text: String) {
    #expect(readInstant(text) == nil)
  }

  @Test func countsFrom1970() {
    #expect(readInstant("1970-01-01T00:00Z")?.seconds == 0)
    #expect(readInstant("1969-12-31T23:59:59.25Z")?.seconds == -1)
    #expect(readInstant("1969-12-31T23:59:59.25Z")?.nanosecond == 250_000_000)
    #expect(CalendarInstant(seconds: 1_000_000_000)?.description == "2001-09-09T01:46:40Z")
    #expect(CalendarInstant(seconds: -62_135_596_800)?.description == "0001-01-01T00:00:00Z")
    #expect(CalendarInstant(seconds: -62_135_596_801) == nil)
    #expect(CalendarInstant(seconds: 253_402_300_800) == nil)
    #expect(CalendarInstant(seconds: .max, nanosecond: 999_999_999) == nil)
    #expect(CalendarInstant(seconds: .min) == nil)
    #expect(CalendarInstant(seconds: 0, nanosecond: 1_000_000_000) == nil)
    #expect(CalendarInstant(seconds: 0, nanosecond: -1) == nil)
  }

  @Test func comparesMoments() throws {
    let tokyo = try #require(readInstant("2026-11-20T09:00+09:00"))
    let london = try #require(readInstant("2026-11-20T00:00Z"))
    let later = try #require(readInstant("2026-11-20T00:00:00.000000001Z"))
    #expect(tokyo == london)
    #expect(tokyo.hashValue == london.hashValue)
    #expect(london < later)
    #expect(!(later < tokyo))
    #expect(later.since(tokyo).nanoseconds == 1)
    #expect(tokyo.adding(later.since(tokyo)) == later)
  }

  @Test func addsMonthsInUTC() throws {
    let start = try #require(readInstant("2024-01-31T23:00Z"))
    #expect(start.adding(lasting(1, .month)) == readInstant("2024-02-29T23:00Z"))
    #expect(start.adding(lasting(2, .hour)) == readInstant("2024-02-01T01:00Z"))
    #expect(start.subtracting(lasting(1, .year)) == readInstant("2023-01-31T23:00Z"))
    #expect(start.adding(lasting(8_000, .year)) == nil)
  }
}

@Suite struct CalendarDurationTests {
  @Test func countsUnits() {
    #expect(lasting(18, .year).months == 216)
    #expect(lasting(-1, .month).months == -1)
    #expect(lasting(2, .week) == lasting(14, .day))
    #expect(lasting(1, .day) == lasting(24, .hour))
    #expect(lasting(90, .minute).seconds == 5_400)
  }

  @Test func isLimited() {
    #expect(CalendarDuration(.max, .second) == nil)
    #expect(CalendarDuration(.min, .second) == nil)
    #expect(CalendarDuration(.max, .year) == nil)
    #expect(CalendarDuration(.min, .week) == nil)
    let longest = lasting(1_000_000_000_000_000, .second)
    #expect(longest.adding(lasting(1, .second)) == nil)
    #expect(longest.negated().subtracting(lasting(1, .second)) == nil)
    #expect(longest.subtracting(longest) == .zero)
  }

  @Test func addsBothKinds() {
    let sum = lasting(1, .year).adding(lasting(30, .day))
    #expect(sum?.months == 12)
    #expect(sum?.seconds == 2_592_000)
    #expect(sum?.subtracting(lasting(12, .month)) == lasting(30, .day))
  }

  @Test(
    arguments: [
      (1, .day, 24, .hour, 0), (59, .minute, 1, .hour, -1), (-1, .second, 0, .day, -1),
      (1, .year, 12, .month, 0), (2, .year, 13, .month, 1), (1, .month, 30, .day, nil),
      (1, .year, 1, .second, nil), (0, .month, 1, .second, -1),
    ] as [(Int64, CalendarUnit, Int64, CalendarUnit, Int?)])
  func comparesWhatCanBe(
    count: Int64, unit: CalendarUnit, otherCount: Int64, otherUnit: CalendarUnit, order: Int?
  ) {
    let (left, right) = (lasting(count, unit), lasting(otherCount, otherUnit))
    #expect(left.compare(with: right) == order)
    #expect(right.compare(with: left) == order.map { -$0 })
  }
}
