// The formats that a form's author describes for dates and times that aren't in ISO 8601: `date("dd/MM/yyyy")` and
// `time("h:mm a")`. Their letters are the unambiguous letters of Unicode's date patterns (UTS 35). Each may occur once.
// Other ASCII letters are errors unless quoted in '…'. All other characters are literal, so that `yyyy年M月d日` needs no
// quotes. '' is one quotation mark.

/// A compiled format of dates and times, for reading and writing.
package struct CalendarFormat: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    /// A byte of literal text.
    case literal(UInt8)
    /// A number with `width` digits, or with one or two if `width` is 1. For AM or PM and for an offset, `width` is
    /// unused.
    case letter(Letter, width: Int)
  }

  /// The parts of dates and times, with their letters.
  package enum Letter: Unicode.Scalar, CaseIterable, Sendable {
    case year = "y"
    case month = "M"
    case day = "d"
    /// 0 to 23.
    case hour = "H"
    /// 1 to 12, with `half`.
    case hourOfHalf = "h"
    case minute = "m"
    case second = "s"
    case millisecond = "S"
    /// AM or PM.
    case half = "a"
    /// `Z`, `+09`, `+0900` or `+09:00`.
    case offset = "X"
  }

  /// The kinds of parts in a format. They determine the type of its values.
  struct Contents: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let day = Contents(rawValue: 1)
    static let clock = Contents(rawValue: 2)
    static let zone = Contents(rawValue: 4)
  }

  /// The smallest part of a date.
  enum Precision: Hashable, Sendable { case year, month, day }

  let parts: [Part]
  let contents: Contents
  /// The smallest part of a date in the format. Values are partial dates unless it is the day.
  let precision: Precision
  /// The first of the hundred years that `yy` can mean. Nil if the year has four digits, or if the format has no year.
  let firstYear: Int?

  /// Compiles the author's pattern. Throws the first problem.
  ///
  /// - Parameters:
  ///   - kind: a type of dates or times.
  ///   - firstYear: the first of the hundred years that `yy` can mean, or nil if `yy` can't be used.
  package static func compile(
    _ pattern: String, for kind: FieldKind = .date, firstYear: Int? = nil
  ) throws(CalendarFormatProblem) -> CalendarFormat {
    var compiler = CalendarFormatCompiler(pattern, kind, hasYears: firstYear != nil)
    let parts = try compiler.compile()
    let hasShortYear = parts.contains(.letter(.year, width: 2))
    return CalendarFormat(
      parts: parts, contents: kind.contents, precision: precision(of: parts),
      firstYear: hasShortYear ? firstYear : nil)
  }

  private static func precision(of parts: [Part]) -> Precision {
    func has(_ letter: Letter) -> Bool {
      parts.contains { if case .letter(letter, _) = $0 { true } else { false } }
    }
    if has(.day) || !has(.year) { return .day }
    return has(.month) ? .month : .year
  }
}

/// Why a format of dates or times is invalid. Offsets and lengths are in UTF-8 bytes of the pattern.
package struct CalendarFormatProblem: Error, Hashable, Sendable {
  package let kind: Kind
  package let offset: Int
  package let length: Int

  package typealias Letter = CalendarFormat.Letter

  package enum Kind: Hashable, Sendable {
    /// An unquoted letter that has no meaning, perhaps because it has the wrong case.
    case unknownLetter
    /// A part that the type doesn't have, such as the hour of a date.
    case notOfType(Letter)
    /// `mm` instead of `MM`, or the reverse. `meant` is the right letter.
    case confused(meant: Letter)
    /// The year has neither two nor four letters.
    case yearLength
    /// `yy` without the hundred years that it can mean.
    case noCentury
    /// The letter is repeated too often or not often enough.
    case width(Letter)
    /// Three or more letters M or d. They would be names of months or weekdays, which depend on a language.
    case name(Letter)
    case repeated(Letter)
    /// The pattern doesn't contain the part.
    case missing(Letter)
    /// `hh` without `a`.
    case hourWithoutHalf
    /// `a` without `hh`.
    case halfWithoutHour
    /// A single letter, or the offset, right before more digits, so that its end is ambiguous.
    case runsIntoDigits(Letter)
    case unclosedQuote
  }
}

extension FieldKind {
  /// The kinds of parts in the formats of this type.
  fileprivate var contents: CalendarFormat.Contents {
    switch self {
    case .date: .day
    case .time: .clock
    case .dateTime: [.day, .clock]
    case .instant: [.day, .clock, .zone]
    default: []
    }
  }
}

extension CalendarFormat.Letter {
  fileprivate var contents: CalendarFormat.Contents {
    switch self {
    case .year, .month, .day: .day
    case .hour, .hourOfHalf, .minute, .second, .millisecond, .half: .clock
    case .offset: .zone
    }
  }

  /// The allowed numbers of repetitions, the highest first.
  package var widths: [Int] {
    switch self {
    case .year: [4, 2]
    case .month, .day, .hour, .hourOfHalf: [2, 1]
    case .minute, .second: [2]
    case .millisecond: [3]
    case .half, .offset: [1]
    }
  }

  fileprivate var isNumber: Bool { self != .half && self != .offset }
  fileprivate var isHour: Bool { self == .hour || self == .hourOfHalf }
}

// MARK: - Reading

extension CalendarFormat {
  /// The type of the values.
  package var kind: FieldKind {
    if contents.contains(.zone) { return .instant }
    if contents == .clock { return .time }
    return contents == .day ? .date : .dateTime
  }

  /// Returns the value of the bytes if they are in this format and the calendar has the value. The caller must remove
  /// white space around the bytes.
  package func parse(_ bytes: TextBytes) -> Value? {
    moment(in: bytes)?.value(contents, precision)
  }

  /// Returns the parts of a text in this format, even if the calendar doesn't have them.
  func moment(in bytes: TextBytes) -> WrittenMoment? {
    var scanner = CalendarScanner(bytes)
    var moment = WrittenMoment()
    for part in parts {
      switch part {
      case .literal(let byte):
        guard scanner.eat(byte) || scanner.eat(otherCase(of: byte)) else { return nil }
      case .letter(.half, _):
        guard let isAfternoon = scanner.eatHalf() else { return nil }
        moment.isAfternoon = isAfternoon
      case .letter(.offset, _):
        guard let offset = scanner.eatAnyOffset() else { return nil }
        moment.offset = offset
      case .letter(let letter, let width):
        guard let number = scanner.eatPart(width: width) else { return nil }
        set(letter, number, of: &moment)
      }
    }
    return scanner.atEnd ? moment : nil
  }

  /// Returns an ASCII letter in the other case, and any other byte unchanged. Cleaning may have changed the case of the
  /// text.
  private func otherCase(of byte: UInt8) -> UInt8 {
    let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    return isLetter ? byte ^ 0x20 : byte
  }

  @inline(__always)
  private func set(_ letter: Letter, _ number: Int, of moment: inout WrittenMoment) {
    switch letter {
    case .year:
      moment.day.year = firstYear.map { CalendarFormat.year(number, from: $0) } ?? number
    case .month: moment.day.month = number
    case .day: moment.day.day = number
    case .hour: moment.hour = number
    case .hourOfHalf: moment.hourOfHalf = number
    case .minute: moment.minute = number
    case .second: moment.second = number
    case .millisecond: moment.millisecond = number
    case .half, .offset: break
    }
  }

  /// Returns the year with the last two digits `digits` among the hundred years from `first`.
  private static func year(_ digits: Int, from first: Int) -> Int {
    first + (digits - first % 100 + 100) % 100
  }
}

/// The year, month and day of a date as written, even if the calendar doesn't have the date.
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
      let day = format.moment(in: text.part(0, 10))?.day
    else { return nil }
    var mended = Array(text)
    mended[8] = UInt8(ascii: "0")
    mended[9] = UInt8(ascii: "1")
    return (day, mended)
  }
}

/// The parts of a date or time as written, even if there is no such date or time. A part that the format doesn't have
/// keeps its initial value.
struct WrittenMoment {
  var day = WrittenDay(year: 1, month: 1, day: 1)
  var hour = 0
  /// The hour from 1 to 12, which `isAfternoon` completes.
  var hourOfHalf: Int?
  var isAfternoon = false
  var minute = 0
  var second = 0
  var millisecond = 0
  /// Seconds east of Greenwich.
  var offset: Int64 = 0

  /// Returns the value, or nil if there is no such date or time.
  fileprivate func value(
    _ contents: CalendarFormat.Contents, _ precision: CalendarFormat.Precision
  ) -> Value? {
    if precision != .day {
      return Value(year: day.year, month: day.month, day: day.day, precision)
    }
    guard let date = CalendarDate(year: day.year, month: day.month, day: day.day) else {
      return nil
    }
    if contents == .day { return Value(date) }
    guard let time else { return nil }
    if contents == .clock { return Value(time) }
    let local = CalendarDateTime(date: date, time: time)
    guard contents.contains(.zone) else { return Value(local) }
    return CalendarInstant(seconds: local.seconds - offset, nanosecond: time.nanosecond)
      .map { Value($0) }
  }

  private var time: CalendarTime? {
    var hour = hour
    if let hourOfHalf {
      // 12 AM is midnight, and 12 PM is noon.
      guard 1...12 ~= hourOfHalf else { return nil }
      hour = hourOfHalf % 12 + (isAfternoon ? 12 : 0)
    }
    return CalendarTime(
      hour: hour, minute: minute, second: second, nanosecond: millisecond * 1_000_000)
  }

  /// Returns the day if the value would exist in a longer month.
  func missingDay(_ contents: CalendarFormat.Contents) -> WrittenDay? {
    guard day.isBeyondMonth else { return nil }
    var mended = self
    mended.day.day = 1
    return mended.value(contents, .day) == nil ? nil : day
  }
}

extension CalendarFormat {
  /// Returns the day of a text in this format if the text would be a value in a longer month.
  func missingDay(in bytes: TextBytes) -> WrittenDay? { moment(in: bytes)?.missingDay(contents) }
}

extension CalendarScanner {
  /// Reads `width` digits; one or two if `width` is 1.
  @inline(__always)
  fileprivate mutating func eatPart(width: Int) -> Int? {
    if width != 1 { return eatNumber(digits: width) }
    guard let first = eatDigit() else { return nil }
    return eatDigit().map { first * 10 + $0 } ?? first
  }

  /// Reads an offset as in ISO 8601, with or without the colon and the minutes. Returns it in seconds east of
  /// Greenwich.
  fileprivate mutating func eatAnyOffset() -> Int64? {
    let start = self
    if let offset = eatOffset() { return offset }
    self = start
    let isWest = eat(UInt8(ascii: "-"))
    guard isWest || eat(UInt8(ascii: "+")), let hours = eatNumber(digits: 2), hours <= 23 else {
      return nil
    }
    var minutes = 0
    if let tens = eatDigit() {
      guard let ones = eatDigit(), tens <= 5 else { return nil }
      minutes = tens * 10 + ones
    }
    let seconds = Int64((hours * 60 + minutes) * 60)
    return isWest ? -seconds : seconds
  }

  /// Reads AM or PM in any case. Returns whether it is PM.
  fileprivate mutating func eatHalf() -> Bool? {
    let isAfternoon = eat(UInt8(ascii: "P")) || eat(UInt8(ascii: "p"))
    guard isAfternoon || eat(UInt8(ascii: "A")) || eat(UInt8(ascii: "a")),
      eat(UInt8(ascii: "M")) || eat(UInt8(ascii: "m"))
    else { return nil }
    return isAfternoon
  }
}

// MARK: - Writing

extension CalendarFormat {
  /// Returns a value as a text in this format. Returns nil if it isn't of the format's type, or if it is a date with
  /// fewer or more parts. Seconds that the format doesn't have are left out. A year that `yy` can't represent is written
  /// with four digits. An instant is written in UTC.
  package func text(of value: Value) -> String? {
    guard value.kind == kind.momentKind, contents != .day || value.precision == precision else {
      return nil
    }
    return String(written: { write(value, to: &$0) })
  }

  /// Returns a value as a text in this format, or nil if parsing the text doesn't give the same value.
  package func exactText(of value: Value) -> String? {
    guard var text = text(of: value),
      let read = text.withUTF8({ parse($0) }), read.low == value.low, read.high == value.high
    else { return nil }
    return text
  }

  /// Whether every value of the type can be written in this format and read again.
  var isExact: Bool { contents == .day && precision == .day && firstYear == nil }

  private func write(_ value: Value, to output: inout [UInt8]) {
    let (year, month, day) = contents.contains(.day) ? value.date.civil : (1, 1, 1)
    let time = contents.contains(.clock) ? value.time : .midnight
    for part in parts {
      switch part {
      case .literal(let byte): output.append(byte)
      case .letter(.half, _): output.append(contentsOf: (time.hour < 12 ? "AM" : "PM").utf8)
      case .letter(.offset, _): output.append(UInt8(ascii: "Z"))
      case .letter(.year, _):
        let isShort = firstYear.map { $0..<$0 + 100 ~= year } ?? false
        output.append(number: isShort ? year % 100 : year, digits: isShort ? 2 : 4)
      case .letter(let letter, let width):
        let number =
          switch letter {
          case .month: month
          case .day: day
          case .hour: time.hour
          case .hourOfHalf: (time.hour + 11) % 12 + 1
          case .minute: time.minute
          case .second: time.second
          default: time.nanosecond / 1_000_000
          }
        output.append(number: number, digits: width == 1 && number > 9 ? 2 : width)
      }
    }
  }
}

extension FieldKind {
  /// The kind of `Value` for a type of dates or times.
  fileprivate var momentKind: Value.Kind? {
    switch self {
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    default: nil
    }
  }
}

// MARK: - Compiling

/// Parses a pattern and checks its letters.
private struct CalendarFormatCompiler {
  typealias Letter = CalendarFormat.Letter

  private let pattern: [UInt8]
  private let kind: FieldKind
  private let hasYears: Bool
  private var position = 0
  private var parts: [CalendarFormat.Part] = []
  /// The letters with their spans, in order.
  private var runs: [Run] = []

  /// A letter, once or repeated.
  private struct Run {
    /// The letter, or nil if it has no meaning.
    var letter: Letter?
    var start: Int
    var end: Int
  }

  init(_ pattern: String, _ kind: FieldKind, hasYears: Bool) {
    self.pattern = Array(pattern.utf8)
    self.kind = kind
    self.hasYears = hasYears
  }

  mutating func compile() throws(CalendarFormatProblem) -> [CalendarFormat.Part] {
    while position < pattern.count {
      switch pattern[position] {
      case UInt8(ascii: "'"): try parseQuoted()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        parseLetters()
      default: parseLiteral()
      }
    }
    for number in runs.indices { try check(number) }
    try checkWhole()
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
        // A doubled quotation mark is a literal quotation mark and doesn't close the quotation.
        guard position < pattern.count, pattern[position] == quote else { return }
      }
      parseLiteral()
    }
    throw problem(.unclosedQuote, start, position)
  }

  /// Parses a run of the same letter.
  private mutating func parseLetters() {
    let start = position
    let byte = pattern[start]
    while position < pattern.count, pattern[position] == byte { position += 1 }
    let letter = Letter(rawValue: Unicode.Scalar(byte))
    runs.append(Run(letter: letter, start: start, end: position))
    if let letter { parts.append(.letter(letter, width: position - start)) }
  }

  // MARK: One letter

  private func check(_ number: Int) throws(CalendarFormatProblem) {
    let run = runs[number]
    func fail(_ kind: CalendarFormatProblem.Kind) throws(CalendarFormatProblem) {
      throw problem(kind, run.start, run.end)
    }
    guard let letter = run.letter else { return try fail(.unknownLetter) }
    let count = run.end - run.start
    if !kind.contents.isSuperset(of: letter.contents) { try fail(.notOfType(letter)) }
    if let meant = meant(number) { try fail(.confused(meant: meant)) }
    if letter == .year, count == 2, !hasYears { try fail(.noCentury) }
    if !letter.widths.contains(count) {
      switch letter {
      case .year: try fail(.yearLength)
      case .month, .day: try fail(.name(letter))
      default: try fail(.width(letter))
      }
    }
    if runs[..<number].contains(where: { $0.letter.map { isSame($0, letter) } ?? false }) {
      try fail(.repeated(letter))
    }
    let isOpen = count == 1 && letter.isNumber || letter == .offset
    if isOpen, digitFollows(run) { try fail(.runsIntoDigits(letter)) }
  }

  /// Whether two letters mean the same part.
  private func isSame(_ one: Letter, _ other: Letter) -> Bool {
    one == other || one.isHour && other.isHour
  }

  /// If the run has the wrong letter for its place, returns the right one: `minute` right after the hour, `month`
  /// elsewhere. Returns nil unless the pattern has the wrong letter at least twice and lacks the right one.
  private func meant(_ number: Int) -> Letter? {
    guard kind.contents.isSuperset(of: [.day, .clock]) else { return nil }
    let letter = runs[number].letter
    let followsHour = number > 0 && runs[number - 1].letter?.isHour ?? false
    let meant: Letter
    switch letter {
    case .minute where !followsHour: meant = .month
    case .month where followsHour: meant = .minute
    default: return nil
    }
    return has(meant) || runs.filter { $0.letter == letter }.count < 2 ? nil : meant
  }

  /// Whether a digit, quoted or not, or the letter of a numeric part follows the run. After an offset a colon counts
  /// too, because an offset may contain one.
  private func digitFollows(_ run: Run) -> Bool {
    var next = run.end
    if next < pattern.count, pattern[next] == UInt8(ascii: "'") { next += 1 }
    guard next < pattern.count else { return false }
    let isQuoted = next > run.end
    if ASCII.isDigit(pattern[next]) { return true }
    if run.letter == .offset, pattern[next] == UInt8(ascii: ":") { return true }
    return !isQuoted && Letter(rawValue: Unicode.Scalar(pattern[next]))?.isNumber ?? false
  }

  // MARK: All letters

  /// Checks that the pattern has all parts that the type needs. A date may lack the day, and then also the month.
  private func checkWhole() throws(CalendarFormatProblem) {
    if let hour = runs.first(where: { $0.letter == .hourOfHalf }), !has(.half) {
      throw problem(.hourWithoutHalf, hour.start, hour.end)
    }
    if let half = runs.first(where: { $0.letter == .half }), has(.hour) {
      throw problem(.halfWithoutHour, half.start, half.end)
    }
    for letter in [Letter.year, .month, .day, .hour, .minute, .second, .offset]
    where isNeeded(letter) && !has(letter) {
      throw problem(.missing(letter), 0, pattern.count)
    }
  }

  private func isNeeded(_ letter: Letter) -> Bool {
    switch letter {
    case .hour where has(.hourOfHalf): false
    case .second: has(.millisecond)
    case .month where kind == .date: has(.day)
    case .day where kind == .date: false
    default: kind.contents.isSuperset(of: letter.contents)
    }
  }

  private func has(_ letter: Letter) -> Bool { runs.contains { $0.letter == letter } }

  private func problem(
    _ kind: CalendarFormatProblem.Kind, _ start: Int, _ end: Int
  ) -> CalendarFormatProblem {
    CalendarFormatProblem(kind: kind, offset: start, length: end - start)
  }
}
