// The messages about formats in types: dates, numbers and bools with their own notation in data.

internal import FormworkEngine
internal import FormworkSyntax

extension DeclarationMistake.FormatFact {
  func words(at place: FindingPlace) -> FindingWords {
    let badBoolWords = FindingRow("bad-bool-words")
    return switch self {
    case .date(let problem, let format): problem.words(format, place)
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

extension CalendarFormatProblem {
  fileprivate func words(_ format: String, _ place: FindingPlace) -> FindingWords {
    let part = part(of: format, place)
    let found = part?.text ?? format
    let hint = "Write the year as yyyy, the month as MM or M, and the day as dd or d."
    func says(
      _ message: String, _ hint: String? = nil, _ replacement: String? = nil
    ) -> FindingWords {
      FindingRow("bad-date-format").says(
        message, at: part?.span, hint: hint,
        fix: replacement.flatMap { part?.replaced(by: $0) })
    }
    return switch kind {
    case .unknownLetter:
      says(
        "\(found.inQuotes) has no meaning in a date format.",
        hint + " Put other letters in single quotes.", CalendarFormatProblem.inRightCase(found))
    case .yearNotFourDigits:
      says("Write the year as yyyy: with two digits, the century is unknown.", nil, "yyyy")
    case .name(.day): says("Write the day as dd or d. Names of days cannot be read.", nil, "dd")
    case .name(let field):
      says("Write the \(field.words) as MM or M. Names of months cannot be read.", nil, "MM")
    case .repeated(let field): says("The \(field.words) is written twice. Remove one.")
    case .missing(let field): says("The \(field.words) is missing from this format.", hint)
    case .runsIntoDigits(let field):
      says(
        "It is not clear where the \(field.words) ends: digits follow it.",
        "Write it with two digits, or put a mark after it.", found + found)
    case .unclosedQuote:
      says("This single quote is never closed.", "Write a single quote itself as ''.")
    }
  }

  /// Returns letters in the right case, if only the case is wrong.
  private static func inRightCase(_ letters: String) -> String? {
    switch letters {
    case "YYYY": "yyyy"
    case "m", "mm": letters.uppercased()
    case "D", "DD": letters.lowercased()
    default: nil
    }
  }

  /// Returns the wrong part of a format, or nil if the source spells the format differently.
  private func part(of format: String, _ place: FindingPlace) -> FindingPlace? {
    guard place.contents == format, length > 0 else { return nil }
    let lower = Int(place.span.lower) + 1 + offset
    return FindingPlace(Span(lower, lower + length), place.source)
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
