// Date formats other than ISO 8601, which the form's author describes: `date("dd/MM/yyyy")`. The letters are the
// unambiguous ones of Unicode's date patterns (UTS 35): `yyyy`, `M` or `MM`, `d` or `dd`, each once. Other ASCII
// letters are errors unless quoted in '…'. All other characters are literal, so that `yyyy年M月d日` needs no quotes. ''
// is one quotation mark.

/// A compiled date format, for reading and writing.
package struct CalendarFormat: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    /// A byte of literal text.
    case literal(UInt8)
    /// Four digits.
    case year
    /// Two digits if `padded`, or else one or two.
    case month(padded: Bool)
    case day(padded: Bool)
  }

  let parts: [Part]

  /// Compiles the author's pattern. Throws the first problem.
  package static func compile(
    _ pattern: String
  ) throws(CalendarFormatProblem) -> CalendarFormat {
    var compiler = CalendarFormatCompiler(pattern)
    return CalendarFormat(parts: try compiler.compile())
  }
}

/// Why a date format is invalid. Offsets and lengths are in UTF-8 bytes of the pattern.
package struct CalendarFormatProblem: Error, Hashable, Sendable {
  package let kind: Kind
  package let offset: Int
  package let length: Int

  package enum Field: Hashable, Sendable {
    case year, month, day
  }

  package enum Kind: Hashable, Sendable {
    /// A letter other than y, M and d, perhaps of the wrong case, outside quotes.
    case unknownLetter
    /// The year isn't four letters. With `yy`, the century would be a guess.
    case yearNotFourDigits
    /// Three or more letters M or d. The names of months and weekdays depend on a language.
    case name(Field)
    case repeated(Field)
    /// The pattern doesn't contain the part.
    case missing(Field)
    /// A single letter M or d right before more digits, so that its end is ambiguous.
    case runsIntoDigits(Field)
    case unclosedQuote
  }
}

extension CalendarFormat {
  /// Returns the date if the bytes are in this format and the calendar has the date. The caller must remove white
  /// space around it.
  package func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    numbers(in: bytes).flatMap { CalendarDate(year: $0.year, month: $0.month, day: $0.day) }
  }

  /// Returns the numbers of a date in this format, even if the calendar doesn't have the date.
  func numbers(in bytes: TextBytes) -> WrittenDay? {
    var scanner = CalendarScanner(bytes)
    var (year, month, day) = (0, 0, 0)
    for part in parts {
      switch part {
      case .literal(let byte):
        guard scanner.eat(byte) else { return nil }
      case .year:
        guard let number = scanner.eatNumber(digits: 4) else { return nil }
        year = number
      case .month(let padded):
        guard let number = scanner.eatPart(padded: padded) else { return nil }
        month = number
      case .day(let padded):
        guard let number = scanner.eatPart(padded: padded) else { return nil }
        day = number
      }
    }
    return scanner.atEnd ? WrittenDay(year: year, month: month, day: day) : nil
  }

  /// Appends the date in this format, as UTF-8.
  package func write(_ date: CalendarDate, to output: inout [UInt8]) {
    let (year, month, day) = date.civil
    for part in parts {
      switch part {
      case .literal(let byte): output.append(byte)
      case .year: output.append(number: year, digits: 4)
      case .month(let padded): output.append(number: month, digits: padded || month > 9 ? 2 : 1)
      case .day(let padded): output.append(number: day, digits: padded || day > 9 ? 2 : 1)
      }
    }
  }

  /// Returns the date in this format.
  package func text(of date: CalendarDate) -> String {
    String(written: { write(date, to: &$0) })
  }
}

/// The numbers of a date as written, which may not exist.
package struct WrittenDay: Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  /// Whether this is 29 February, which only leap years have.
  package var isOfLeapYears: Bool { month == 2 && day == 29 }

  /// Whether the day is past the end of its month.
  var isBeyondMonth: Bool {
    1...9999 ~= year && 1...12 ~= month && day <= 31
      && day > CalendarDate.daysInMonth(month, year: year)
  }

  /// Returns the ISO date at the beginning of a text, such as `2026-02-30T10:00`, and the text with the first day of
  /// that month instead.
  static func leading(_ text: TextBytes) -> (day: WrittenDay, mended: [UInt8])? {
    guard text.count >= 10, let format = try? CalendarFormat.compile("yyyy-MM-dd"),
      let day = format.numbers(in: text.part(0, 10))
    else { return nil }
    var mended = Array(text)
    mended[8] = UInt8(ascii: "0")
    mended[9] = UInt8(ascii: "1")
    return (day, mended)
  }
}

extension CalendarScanner {
  fileprivate mutating func eatPart(padded: Bool) -> Int? {
    guard let first = eatDigit() else { return nil }
    guard let second = eatDigit() else { return padded ? nil : first }
    return first * 10 + second
  }
}

/// Parses a pattern in one pass.
private struct CalendarFormatCompiler {
  private let pattern: [UInt8]
  private var position = 0
  private var parts: [CalendarFormat.Part] = []

  init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  mutating func compile() throws(CalendarFormatProblem) -> [CalendarFormat.Part] {
    while position < pattern.count {
      switch pattern[position] {
      case UInt8(ascii: "'"): try parseQuoted()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        try parseLetters()
      default: parseLiteral()
      }
    }
    for field in [CalendarFormatProblem.Field.year, .month, .day] where !has(field) {
      throw problem(.missing(field), from: 0)
    }
    return parts
  }

  private mutating func parseLiteral() {
    parts.append(.literal(pattern[position]))
    position += 1
  }

  private mutating func parseQuoted() throws(CalendarFormatProblem) {
    let quote = UInt8(ascii: "'")
    let start = position
    position += 1
    if position < pattern.count, pattern[position] == quote { return parseLiteral() }
    while position < pattern.count {
      if pattern[position] == quote {
        position += 1
        // A doubled quotation mark is a literal one and doesn't close the quotation.
        guard position < pattern.count, pattern[position] == quote else { return }
      }
      parseLiteral()
    }
    throw problem(.unclosedQuote, from: start)
  }

  /// Parses a run of the same letter.
  private mutating func parseLetters() throws(CalendarFormatProblem) {
    let start = position
    let letter = pattern[start]
    while position < pattern.count, pattern[position] == letter { position += 1 }
    let count = position - start
    guard let field = Self.field(of: letter) else { throw problem(.unknownLetter, from: start) }
    if field == .year {
      guard count == 4 else { throw problem(.yearNotFourDigits, from: start) }
    } else {
      guard count <= 2 else { throw problem(.name(field), from: start) }
    }
    guard !has(field) else { throw problem(.repeated(field), from: start) }
    if count == 1, digitFollows { throw problem(.runsIntoDigits(field), from: start) }
    parts.append(Self.part(field, padded: count == 2))
  }

  private static func field(of letter: UInt8) -> CalendarFormatProblem.Field? {
    switch letter {
    case UInt8(ascii: "y"): .year
    case UInt8(ascii: "M"): .month
    case UInt8(ascii: "d"): .day
    default: nil
    }
  }

  private static func part(
    _ field: CalendarFormatProblem.Field, padded: Bool
  ) -> CalendarFormat.Part {
    switch field {
    case .year: .year
    case .month: .month(padded: padded)
    case .day: .day(padded: padded)
    }
  }

  /// Whether a digit, quoted or not, or a letter for digits follows.
  private var digitFollows: Bool {
    var next = position
    if next < pattern.count, pattern[next] == UInt8(ascii: "'") { next += 1 }
    guard next < pattern.count else { return false }
    let isQuoted = next > position
    let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= pattern[next]
    return isDigit || (!isQuoted && Self.field(of: pattern[next]) != nil)
  }

  private func has(_ field: CalendarFormatProblem.Field) -> Bool {
    parts.contains { part in
      switch part {
      case .literal: false
      case .year: field == .year
      case .month: field == .month
      case .day: field == .day
      }
    }
  }

  private func problem(
    _ kind: CalendarFormatProblem.Kind, from start: Int
  ) -> CalendarFormatProblem {
    CalendarFormatProblem(kind: kind, offset: start, length: position - start)
  }
}
