// Dates written otherwise than ISO 8601 does, as authors describe them: `date("dd/MM/yyyy")`. The
// letters are those of Unicode's date patterns (UTS 35), as far as they leave no doubt: `yyyy`, `M`
// or `MM`, `d` or `dd`, each once. Other ASCII letters are refused unless quoted in '…'; everything
// else stands for itself, so that `yyyy年M月d日` needs no quotes. '' is one quotation mark.

/// A date format, ready to read and to write with.
package struct CalendarFormat: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    /// One byte of text that stands for itself.
    case literal(UInt8)
    /// Four digits.
    case year
    /// Two digits if `padded`, else one or two.
    case month(padded: Bool)
    case day(padded: Bool)
  }

  let parts: [Part]

  /// Reads the author's pattern; the first problem of a bad one is thrown.
  package static func compile(
    _ pattern: String
  ) throws(CalendarFormatProblem) -> CalendarFormat {
    var compiler = CalendarFormatCompiler(pattern)
    return CalendarFormat(parts: try compiler.compile())
  }
}

/// Why a date format cannot be used. Offsets and lengths are in UTF-8 bytes of the pattern.
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
    /// A year of other than four letters: of `yy`, the century would be a guess.
    case yearNotFourDigits
    /// Three or more letters M or d: names of months and weekdays depend on a language.
    case name(Field)
    case repeated(Field)
    /// The whole pattern has no such part.
    case missing(Field)
    /// One letter M or d right before more digits, so that nobody knows where it ends.
    case runsIntoDigits(Field)
    case unclosedQuote
  }
}

extension CalendarFormat {
  /// The date, if the bytes are written in this format and the calendar has it. White space around
  /// it is the caller's business.
  package func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    numbers(in: bytes).flatMap { CalendarDate(year: $0.year, month: $0.month, day: $0.day) }
  }

  /// The numbers of a date that is written in this format, whether the calendar has it or not.
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

  /// Appends the date as this format writes it, in UTF-8.
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

  /// The date as this format writes it.
  package func text(of date: CalendarDate) -> String {
    String(written: { write(date, to: &$0) })
  }
}

/// The numbers of a day as somebody wrote them.
package struct WrittenDay: Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  /// Whether it is one that leap years have.
  package var isOfLeapYears: Bool { month == 2 && day == 29 }

  /// Whether its month is shorter.
  var isBeyondMonth: Bool {
    1...9999 ~= year && 1...12 ~= month && day <= 31
      && day > CalendarDate.daysInMonth(month, year: year)
  }

  /// The day in the ISO form at the beginning of a text, such as `2026-02-30T10:00`, and the text with the
  /// first day of that month.
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

/// Walks over a pattern once.
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
        // A doubled mark is one of them and closes nothing.
        guard position < pattern.count, pattern[position] == quote else { return }
      }
      parseLiteral()
    }
    throw problem(.unclosedQuote, from: start)
  }

  /// A run of one letter.
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

  /// A digit, perhaps quoted, or one of the letters for digits.
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
