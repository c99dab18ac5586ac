// Formats of dates and times in forms: their meaning, and the problems of invalid ones.

import Testing

@testable import FormworkEngine

private func read(_ text: String, _ pattern: String) throws -> CalendarDate? {
  let format = try CalendarFormat.compile(pattern)
  return Array(text.utf8).withUnsafeBufferPointer { format.parse($0)?.date }
}

/// Returns the product of a text in a format, or nil.
private func product(
  _ text: String, _ pattern: String, _ kind: FieldKind, _ firstYear: Int? = nil
) throws -> String? {
  let format = try CalendarFormat.compile(pattern, for: kind, firstYear: firstYear)
  return Array(text.utf8).withUnsafeBufferPointer { format.parse($0)?.text }
}

@Suite struct CalendarFormatTests {
  @Test(arguments: [
    ("dd/MM/yyyy", "20/11/2026", "2026-11-20"), ("d.M.yyyy", "3.4.2026", "2026-04-03"),
    ("d.M.yyyy", "20.11.2026", "2026-11-20"), ("yyyyMMdd", "20261120", "2026-11-20"),
    ("yyyy年M月d日", "2026年4月3日", "2026-04-03"), ("MM-dd-yyyy", "02-29-2024", "2024-02-29"),
    ("d 'de' M 'de' yyyy", "3 de 4 de 2026", "2026-04-03"),
    ("'day' d''M''yyyy", "day 3'4'2026", "2026-04-03"),
    ("'it''s' dd MM yyyy", "it's 03 04 2026", "2026-04-03"),
    ("yyyy/MM/d", "0001/01/1", "0001-01-01"), ("📅dd.MM.yyyy", "📅31.12.9999", "9999-12-31"),
    ("1.MMdd.yyyy", "1.1120.2026", "2026-11-20"),
  ]) func readsAndWrites(pattern: String, text: String, date: String) throws {
    #expect(try read(text, pattern) == isoDay(date))
    #expect(try CalendarFormat.compile(pattern).text(of: Value(isoDay(date))) == text)
  }

  @Test(arguments: [
    ("MM/yyyy", "02/2024", "2024-02"), ("yyyy", "2026", "2026"), ("yyyy年M月", "2026年4月", "2026-04"),
    ("yyyy-MM", "2026-13", nil), ("yyyy", "0000", nil), ("yyyy-MM", "2026-05-01", nil),
  ]) func partialDates(pattern: String, text: String, date: String?) throws {
    #expect(try product(text, pattern, .date) == date)
    let format = try CalendarFormat.compile(pattern)
    let value = Array(text.utf8).withUnsafeBufferPointer { format.parse($0) }
    #expect(value.flatMap { format.text(of: $0) } == (date == nil ? nil : text))
    #expect(format.text(of: Value(isoDay("2026-04-01"))) == nil)
  }

  @Test(arguments: [
    ("d.M.yyyy", "03.04.2026", "2026-04-03"), ("d.M.yyyy", "3.04.2026", "2026-04-03"),
    ("d 'DE' M yyyy", "3 de 4 2026", "2026-04-03"),
  ]) func takesWhatItWouldNotWrite(pattern: String, text: String, date: String) throws {
    #expect(try read(text, pattern) == isoDay(date))
  }

  @Test(arguments: [
    ("dd/MM/yyyy", "3/4/2026"), ("dd/MM/yyyy", "03/4/2026"), ("dd/MM/yyyy", "20/11/26"),
    ("dd/MM/yyyy", "20-11-2026"), ("dd/MM/yyyy", "11/20/2026"), ("dd/MM/yyyy", "30/02/2024"),
    ("dd/MM/yyyy", "20/11/2026 "), ("dd/MM/yyyy", "20/11/20261"), ("dd/MM/yyyy", ""),
    ("dd/MM/yyyy", "00/11/2026"), ("dd/MM/yyyy", "20/11/0000"), ("d.M.yyyy", "003.4.2026"),
    ("d.M.yyyy", ".4.2026"), ("d.M.yyyy", "+3.4.2026"), ("yyyy年M月d日", "2026年4月3"),
    ("d 'D@' M yyyy", "3 d` 4 2026"),
  ]) func refusesText(pattern: String, text: String) throws {
    #expect(try read(text, pattern) == nil)
  }

  @Test(
    arguments: [
      ("DD/MM/yyyy", .unknownLetter, 0, 2), ("dd/mm/yyyy", .notOfType(.minute), 3, 2),
      ("dd/MM/YYYY", .unknownLetter, 6, 4), ("dd/MM/yyyy HH:mm", .notOfType(.hour), 11, 2),
      ("dd de MM yyyy", .repeated(.day), 3, 1), ("dd/MM/yy", .noCentury, 6, 2),
      ("dd/MM/y", .yearLength, 6, 1), ("dd/MM/yyyyy", .yearLength, 6, 5),
      ("d MMM yyyy", .name(.month), 2, 3), ("dddd d/M/yyyy", .name(.day), 0, 4),
      ("dd/MM", .missing(.year), 0, 5), ("MM", .missing(.year), 0, 2),
      ("dd.yyyy", .missing(.month), 0, 7), ("", .missing(.year), 0, 0),
      ("yyyy年M月M日", .repeated(.month), 11, 1), ("yyyy-yyyy", .repeated(.year), 5, 4),
      ("dMMyyyy", .runsIntoDigits(.day), 0, 1), ("ddMyyyy", .runsIntoDigits(.month), 2, 1),
      ("yyyy.M1.dd", .runsIntoDigits(.month), 5, 1), ("yyyy.M'1'dd", .runsIntoDigits(.month), 5, 1),
      ("dd/MM/yyyy 'Uhr", .unclosedQuote, 11, 4), ("dd/MM/yyyy'", .unclosedQuote, 10, 1),
      ("dd/MM/yyyy '''", .unclosedQuote, 13, 1),
    ] as [(String, CalendarFormatProblem.Kind, Int, Int)])
  func saysWhatIsWrong(
    pattern: String, kind: CalendarFormatProblem.Kind, offset: Int, length: Int
  ) {
    let problem = CalendarFormatProblem(kind: kind, offset: offset, length: length)
    #expect(throws: problem) { try CalendarFormat.compile(pattern) }
  }

  @Test(arguments: [
    ("h:mm a", FieldKind.time, "9:05 AM", "09:05:00"), ("h:mm a", .time, "12:00 AM", "00:00:00"),
    ("h:mm a", .time, "12:59 PM", "12:59:00"), ("hh:mma", .time, "11:59PM", "23:59:00"),
    ("H:mm", .time, "0:00", "00:00:00"), ("HHmmssSSS", .time, "235959999", "23:59:59.999"),
    ("d.M.yyyy H:mm", .dateTime, "1.2.2026 9:05", "2026-02-01T09:05:00"),
    ("yyyy-MM-dd HH:mm:ss.SSS X", .instant, "2026-11-20 00:30:00.250 Z", "2026-11-20T00:30:00.25Z"),
  ]) func readsAndWritesTimes(pattern: String, kind: FieldKind, text: String, value: String) throws
  {
    #expect(try product(text, pattern, kind) == value)
    let format = try CalendarFormat.compile(pattern, for: kind)
    let read = Array(value.utf8).withUnsafeBufferPointer { kind.value(of: $0) }
    #expect(read.flatMap { format.exactText(of: $0) } == text)
  }

  @Test(arguments: [
    ("+0900", "2026-11-20T00:30:00Z"), ("+09", "2026-11-20T00:30:00Z"),
    ("+09:00", "2026-11-20T00:30:00Z"), ("-0930", "2026-11-20T19:00:00Z"),
    ("z", "2026-11-20T09:30:00Z"),
    ("+9", nil), ("+24", nil), ("+0960", nil), ("+09:60", nil), ("+09:", nil), ("+090", nil),
    ("", nil),
  ]) func readsOffsets(offset: String, value: String?) throws {
    #expect(try product("20.11.2026 9:30" + offset, "d.M.yyyy H:mmX", .instant) == value)
  }

  @Test(arguments: [
    ("01.02.50", 1950, "1950-02-01"), ("01.02.49", 1950, "2049-02-01"),
    ("01.02.00", 1950, "2000-02-01"),
    ("01.02.00", 1, "0100-02-01"), ("01.02.01", 1, "0001-02-01"), ("01.02.99", 9900, "9999-02-01"),
    ("29.02.00", 1901, "2000-02-29"), ("29.02.00", 2001, nil), ("1.2.50", 1950, nil),
  ]) func knowsTheCentury(text: String, firstYear: Int, value: String?) throws {
    #expect(try product(text, "dd.MM.yy", .date, firstYear) == value)
  }

  @Test func writesOnlyWhatItReadsAgain() throws {
    let minutes = try CalendarFormat.compile("H:mm", for: .time)
    let time = CalendarTime(hour: 9, minute: 30, second: 15)!
    #expect(minutes.text(of: Value(time)) == "9:30")
    #expect(minutes.exactText(of: Value(time)) == nil)
    let short = try CalendarFormat.compile("dd.MM.yy", firstYear: 1950)
    #expect(short.exactText(of: Value(isoDay("2049-01-01"))) == "01.01.49")
    #expect(short.exactText(of: Value(isoDay("2050-01-01"))) == nil)
    #expect(short.text(of: Value(time)) == nil)
  }

  @Test(
    arguments: [
      ("dd.mm.yyyy HH:mm", .dateTime, .confused(meant: .month), 3, 2),
      ("dd.MM.yyyy HH:MM", .dateTime, .confused(meant: .minute), 14, 2),
      ("HH:MM", .time, .notOfType(.month), 3, 2), ("HH:mm X", .time, .notOfType(.offset), 6, 1),
      ("dd.MM.yyyy HH:mm X", .dateTime, .notOfType(.offset), 17, 1),
      ("hh:mm", .time, .hourWithoutHalf, 0, 2), ("HH:mm a", .time, .halfWithoutHour, 6, 1),
      ("h:mm a H", .time, .repeated(.hour), 7, 1),
      ("H h:mm a", .time, .repeated(.hourOfHalf), 2, 1),
      ("H:m", .time, .width(.minute), 2, 1), ("H:mm:ss.S", .time, .width(.millisecond), 8, 1),
      ("H:mm SSS", .time, .missing(.second), 0, 8), ("mm", .time, .missing(.hour), 0, 2),
      ("Hmm", .time, .runsIntoDigits(.hour), 0, 1),
      ("HH:mmXdd.MM.yyyy", .instant, .runsIntoDigits(.offset), 5, 1),
    ] as [(String, FieldKind, CalendarFormatProblem.Kind, Int, Int)])
  func saysWhatIsWrongWithTimes(
    pattern: String, type: FieldKind, kind: CalendarFormatProblem.Kind, offset: Int, length: Int
  ) {
    let problem = CalendarFormatProblem(kind: kind, offset: offset, length: length)
    #expect(throws: problem) { try CalendarFormat.compile(pattern, for: type) }
  }
}
