// Date formats in forms: their meaning, and the problems of invalid ones.

import Testing

@testable import FormworkEngine

private func read(_ text: String, _ pattern: String) throws -> CalendarDate? {
  let format = try CalendarFormat.compile(pattern)
  return Array(text.utf8).withUnsafeBufferPointer { format.parse($0) }
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
    #expect(try CalendarFormat.compile(pattern).text(of: isoDay(date)) == text)
  }

  @Test(arguments: [
    ("d.M.yyyy", "03.04.2026", "2026-04-03"), ("d.M.yyyy", "3.04.2026", "2026-04-03"),
  ]) func takesZerosThatItWouldNotWrite(pattern: String, text: String, date: String) throws {
    #expect(try read(text, pattern) == isoDay(date))
  }

  @Test(arguments: [
    ("dd/MM/yyyy", "3/4/2026"), ("dd/MM/yyyy", "03/4/2026"), ("dd/MM/yyyy", "20/11/26"),
    ("dd/MM/yyyy", "20-11-2026"), ("dd/MM/yyyy", "11/20/2026"), ("dd/MM/yyyy", "30/02/2024"),
    ("dd/MM/yyyy", "20/11/2026 "), ("dd/MM/yyyy", "20/11/20261"), ("dd/MM/yyyy", ""),
    ("dd/MM/yyyy", "00/11/2026"), ("dd/MM/yyyy", "20/11/0000"), ("d.M.yyyy", "003.4.2026"),
    ("d.M.yyyy", ".4.2026"), ("d.M.yyyy", "+3.4.2026"), ("yyyy年M月d日", "2026年4月3"),
    ("d 'DE' M yyyy", "3 de 4 2026"),
  ]) func refusesText(pattern: String, text: String) throws {
    #expect(try read(text, pattern) == nil)
  }

  @Test(
    arguments: [
      ("DD/MM/yyyy", .unknownLetter, 0, 2), ("dd/mm/yyyy", .unknownLetter, 3, 2),
      ("dd/MM/YYYY", .unknownLetter, 6, 4), ("dd/MM/yyyy HH:mm", .unknownLetter, 11, 2),
      ("dd de MM yyyy", .repeated(.day), 3, 1), ("dd/MM/yy", .yearNotFourDigits, 6, 2),
      ("dd/MM/y", .yearNotFourDigits, 6, 1), ("dd/MM/yyyyy", .yearNotFourDigits, 6, 5),
      ("d MMM yyyy", .name(.month), 2, 3), ("dddd d/M/yyyy", .name(.day), 0, 4),
      ("dd/MM", .missing(.year), 0, 5), ("MM/yyyy", .missing(.day), 0, 7),
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
}
