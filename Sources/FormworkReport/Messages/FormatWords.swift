// The messages about formats in types: dates, times, numbers and bools with their own notation in data.

internal import FormworkEngine
internal import FormworkSyntax

private let badFormat = FindingRow("bad-date-format")

extension DeclarationMistake.FormatFact {
  func words(at place: FindingPlace) -> FindingWords {
    let badBoolWords = FindingRow("bad-bool-words")
    return switch self {
    case .moment(let problem, let format, let kind): problem.words(format, kind, place)
    case .years(let fact): fact.words(place)
    case .number(let problem): problem.words
    case .noSeparator:
      FindingRow("empty-separator").says(
        "The separator is empty, so the items cannot be told apart.",
        hint: "Write what separates them, as in list(\",\") of string.")
    case .sameWords: badBoolWords.says("The words for yes and for no must differ.")
    case .wordCount:
      badBoolWords.says(
        "A bool takes two words: first the one for yes, then the one for no.",
        hint: "For example: bool(\"yes\", \"no\").")
    }
  }
}

extension ExactDecimalFormatProblem {
  fileprivate var words: FindingWords {
    let row = FindingRow("bad-number-format")
    return switch self {
    case .notOneMark(let role): row.says("The \(role.words) must be a single character.")
    case .notAMark(let role):
      row.says("The \(role.words) cannot be a letter, a digit or a plus or minus sign.")
    case .sameMarks:
      row.says(
        "The decimal mark and the mark between groups must differ.",
        hint: "The decimal mark is \".\" unless another is given.")
    }
  }
}

extension DeclarationMistake.YearsFact {
  fileprivate func words(_ place: FindingPlace) -> FindingWords {
    switch self {
    case .notTaken:
      badFormat.says(
        "These years have no effect: the format has no yy.", hint: "Remove them.",
        fix: place.removed())
    case .notHundred(let first, let last):
      badFormat.says(
        "The years of yy must be exactly 100, but these are \(last - first + 1).",
        fix: 1_000...9_900 ~= first ? place.replaced(by: "\(first)...\(first + 99)") : nil)
    case .outsideCalendar: badFormat.says("The years of yy must be whole numbers from 1 to 9999.")
    }
  }
}

extension CalendarFormatProblem {
  fileprivate func words(
    _ format: String, _ type: FieldKind, _ place: FindingPlace
  ) -> FindingWords {
    let part = part(of: format, place)
    let found = part?.text ?? format
    func says(
      _ message: String, _ hint: String? = nil, _ replacement: String? = nil
    ) -> FindingWords {
      badFormat.says(
        message, at: part?.span, hint: hint,
        fix: replacement.flatMap { part?.replaced(by: $0) })
    }
    switch kind {
    case .unknownLetter:
      let meant = CalendarFormatProblem.meant(found)
      return says(
        "\(found.inQuotes) has no meaning in a format of \(type.plural).",
        (meant == nil ? type.letters + " " : "") + "Put other letters in single quotes.", meant)
    case .notOfType(let letter):
      return says(
        "\(found.inQuotes) is the \(letter.words), but \(type.called) has none.",
        type.hint(about: letter), type.replacement(for: letter))
    case .confused(let meant):
      let other: Letter = meant == .month ? .minute : .month
      return says(
        "\(found.inQuotes) is the \(other.words). Write the \(meant.words) as"
          + " \(meant.spellings).", nil,
        String(repeating: meant.text, count: meant == .minute ? 2 : min(2, found.utf8.count)))
    case .yearLength: return says("Write the year as yyyy.", nil, "yyyy")
    case .noCentury:
      return says(
        "With two digits, the century of a year is unknown.",
        "Write yyyy, or add the hundred years that yy stands for, as in \"dd.MM.yy\" 1950...2049.",
        "yyyy")
    case .name(.day):
      return says("Write the day as dd or d. Names of days cannot be read.", nil, "dd")
    case .name(let letter):
      return says(
        "Write the \(letter.words) as MM or M. Names of months cannot be read.", nil, "MM")
    case .width(let letter):
      return says("Write the \(letter.words) as \(letter.spellings).", nil, letter.widest)
    case .repeated(let letter): return says("The \(letter.words) is written twice. Remove one.")
    case .missing(let letter):
      return says(
        "The \(letter.words) is missing from this format.", "Write it as \(letter.spellings).")
    case .hourWithoutHalf:
      return says(
        "An hour from 1 to 12 needs AM or PM.", "Add a for AM and PM, or write HH for 0 to 23.",
        String(repeating: "H", count: min(2, found.utf8.count)))
    case .halfWithoutHour:
      return says("AM or PM needs an hour from 1 to 12.", "Write the hour as hh or h.")
    case .runsIntoDigits(.offset):
      return says("It is not clear where the offset ends.", "Put a space after it.")
    case .runsIntoDigits(let letter):
      return says(
        "It is not clear where the \(letter.words) ends: digits follow it.",
        "Write it with two digits, or put a mark after it.", found + found)
    case .unclosedQuote:
      return says("This single quote is never closed.", "Write a single quote itself as ''.")
    }
  }

  /// Returns the letters to write instead of letters from another program's formats, or of letters in the wrong case.
  /// Returns nil if that is unclear.
  private static func meant(_ letters: String) -> String? {
    switch letters {
    case "YYYY": "yyyy"
    case "D", "DD": letters.lowercased()
    case "A", "AA", "t", "tt": "a"
    case "f", "ff", "fff": "SSS"
    case "Z", "ZZ", "z", "zz", "zzz", "x", "xx", "xxx": "X"
    case "T": "'T'"
    default: nil
    }
  }

  /// Returns the place of the mistake in a format, or nil if the source spells the format differently.
  private func part(of format: String, _ place: FindingPlace) -> FindingPlace? {
    guard place.contents == format, length > 0 else { return nil }
    let lower = Int(place.span.lower) + 1 + offset
    return FindingPlace(Span(lower, lower + length), place.source)
  }
}

extension FieldKind {
  /// The type of a format, such as "a date".
  fileprivate var called: String { (self == .instant ? "an " : "a ") + rawValue }

  fileprivate var plural: String { rawValue + "s" }

  /// Advice on the letters in the type's formats.
  fileprivate var letters: String {
    let day = "Write the year as yyyy, the month as MM or M, and the day as dd or d."
    let clock = "Write the time as in HH:mm, H:mm or h:mm a."
    return switch self {
    case .time: clock
    case .dateTime: day + " " + clock
    case .instant: day + " " + clock + " Write the offset as X."
    default: day
    }
  }

  /// Returns advice about a letter for a part that the type doesn't have, such as an hour in a date.
  fileprivate func hint(about letter: CalendarFormat.Letter) -> String {
    switch (self, letter) {
    case (.date, .minute): "The month is MM."
    case (.time, .month): "The minute is mm."
    case (_, .offset): "A date and time with an offset is an instant."
    default: "A date with a time of day is a datetime."
    }
  }

  /// Returns the letters that were probably meant by `letter`, whose part the type doesn't have, such as the hour of a
  /// date. Returns nil if they can't be guessed.
  fileprivate func replacement(for letter: CalendarFormat.Letter) -> String? {
    switch (self, letter) {
    case (.date, .minute): "MM"
    case (.time, .month): "mm"
    default: nil
    }
  }
}

extension CalendarFormat.Letter {
  fileprivate var words: String {
    switch self {
    case .year: "year"
    case .month: "month"
    case .day: "day"
    case .hour, .hourOfHalf: "hour"
    case .minute: "minute"
    case .second: "second"
    case .millisecond: "millisecond"
    case .half: "half of the day"
    case .offset: "offset"
    }
  }

  fileprivate var text: String { String(Character(rawValue)) }

  /// The longest spelling of this part of a date or time in a format.
  fileprivate var widest: String { String(repeating: text, count: widths[0]) }

  fileprivate var spellings: String {
    if self == .hour { return "HH or H, or as hh or h with a for AM and PM" }
    if self == .year { return "yyyy" }
    return widths.map { String(repeating: text, count: $0) }.joined(separator: " or ")
  }
}

extension ExactDecimalFormatProblem.Role {
  fileprivate var words: String {
    switch self {
    case .decimal: "decimal mark"
    case .group: "mark between groups"
    }
  }
}
