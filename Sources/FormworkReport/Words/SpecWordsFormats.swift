// The words for formats in types: dates, numbers and bools that the data write differently.

internal import FormworkEngine
internal import FormworkSyntax

extension SpecWords {
  static func badFormat(
    _ fact: Finding.FormatFact, _ span: Span, _ source: Source
  ) -> SpecWords {
    switch fact {
    case .date(let problem, let format): badDate(problem, format, span, source)
    case .number(let problem): badNumberFormat(problem)
    case .sameWords: SpecWords(.badBoolWords, "The words for yes and for no must differ.")
    case .wordCount:
      SpecWords(
        .badBoolWords, "A bool takes two words: that for yes, then that for no.",
        hint: "As in bool(\"yes\", \"no\").")
    }
  }

  private static func badNumberFormat(_ problem: ExactDecimalFormatProblem) -> SpecWords {
    switch problem {
    case .notOneMark(let role):
      SpecWords(.badNumberFormat, "The \(role.words) must be a single character.")
    case .notAMark(let role):
      SpecWords(.badNumberFormat, "The \(role.words) cannot be a letter, a digit or a sign.")
    case .sameMarks:
      SpecWords(
        .badNumberFormat, "The decimal mark and the mark between groups must differ.",
        hint: "The decimal mark is \".\" where nothing else is said.")
    }
  }

  private static func badDate(
    _ problem: CalendarFormatProblem, _ format: String, _ span: Span, _ source: Source
  ) -> SpecWords {
    let place = part(problem, of: format, span, source)
    let found = place.map { source.text($0) } ?? format
    let hint = "The year is written yyyy, the month MM or M, the day dd or d."
    func says(_ message: String, _ hint: String? = nil, _ replacement: String? = nil) -> SpecWords {
      var fix: Diagnostic.Fix?
      if let place, let replacement { fix = .init(place, replacement) }
      return SpecWords(.badDateFormat, message, span: place, hint: hint, fix: fix)
    }
    return switch problem.kind {
    case .unknownLetter:
      says(
        "\(found.inQuotes) means nothing in a date format.",
        hint + " Other letters stand in single quotes.", rightCase(found))
    case .yearNotFourDigits:
      says("A year has four digits, written yyyy; of two, the century is a guess.", nil, "yyyy")
    case .name(.day): says("A day is written dd or d; names of days cannot be read.", nil, "dd")
    case .name(let field):
      says("A \(field.words) is written MM or M; its name cannot be read.", nil, "MM")
    case .repeated(let field): says("The \(field.words) stands here twice. Remove one.")
    case .missing(let field): says("The \(field.words) is missing in this format.", hint)
    case .runsIntoDigits(let field):
      says(
        "Nobody could tell where the \(field.words) ends: digits follow it.",
        "Write it with two digits, or put a mark after it.", found + found)
    case .unclosedQuote:
      says("This single quote has no partner.", "A single quote itself is written ''.")
    }
  }

  /// Letters that are right but for their case.
  private static func rightCase(_ letters: String) -> String? {
    switch letters {
    case "YYYY": "yyyy"
    case "m", "mm": letters.uppercased()
    case "D", "DD": letters.lowercased()
    default: nil
    }
  }

  /// The part of a format at fault, if the source has the format letter for letter.
  private static func part(
    _ problem: CalendarFormatProblem, of format: String, _ span: Span, _ source: Source
  ) -> Span? {
    guard source.contents(ofText: span) == format, problem.length > 0 else { return nil }
    let lower = Int(span.lower) + 1 + problem.offset
    return Span(lower, lower + problem.length)
  }
}

extension CalendarFormatProblem.Field {
  fileprivate var words: String {
    switch self {
    case .year: "year"
    case .month: "month"
    case .day: "day"
    }
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
