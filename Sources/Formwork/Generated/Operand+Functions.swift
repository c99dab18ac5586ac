// Written by BuilderWordsTests from the tables of the language, with FORMWORK_RECORD=1.
// swift-format-ignore-file

internal import FormworkEngine

extension Operand {
  /// Returns a number or a duration without its sign.
  ///
  /// - Parameters:
  ///   - x: a number or a duration.
  public static func abs(_ x: Operand) -> Operand {
    call(.abs, [x.phrase])
  }

  /// Returns the remainder of a divided by b, with the sign of b.
  ///
  /// - Parameters:
  ///   - a: a number.
  ///   - b: a number.
  public static func mod(_ a: Operand, _ b: Operand) -> Operand {
    call(.mod, [a.phrase, b.phrase])
  }

  /// Returns the year of a date, datetime or instant.
  ///
  /// - Parameters:
  ///   - d: a date, a date and time, or an instant, which is in UTC.
  public static func year(_ d: Operand) -> Operand {
    call(.year, [d.phrase])
  }

  /// Returns the month, 1 to 12 of a date, datetime or instant.
  ///
  /// - Parameters:
  ///   - d: a date, a date and time, or an instant, which is in UTC.
  public static func month(_ d: Operand) -> Operand {
    call(.month, [d.phrase])
  }

  /// Returns the day of the month of a date, datetime or instant.
  ///
  /// - Parameters:
  ///   - d: a date, a date and time, or an instant, which is in UTC.
  public static func day(_ d: Operand) -> Operand {
    call(.day, [d.phrase])
  }

  /// Returns the day of the week, from 1 for Monday to 7 for Sunday of a date, datetime or instant.
  ///
  /// - Parameters:
  ///   - d: a date, a date and time, or an instant, which is in UTC.
  public static func weekday(_ d: Operand) -> Operand {
    call(.weekday, [d.phrase])
  }

  /// Returns the hour, 0 to 23 of a time, datetime or instant.
  ///
  /// - Parameters:
  ///   - t: a time, a date and time, or an instant, which is in UTC.
  public static func hour(_ t: Operand) -> Operand {
    call(.hour, [t.phrase])
  }

  /// Returns the minute of a time, datetime or instant.
  ///
  /// - Parameters:
  ///   - t: a time, a date and time, or an instant, which is in UTC.
  public static func minute(_ t: Operand) -> Operand {
    call(.minute, [t.phrase])
  }

  /// Returns the second, without its fraction of a time, datetime or instant.
  ///
  /// - Parameters:
  ///   - t: a time, a date and time, or an instant, which is in UTC.
  public static func second(_ t: Operand) -> Operand {
    call(.second, [t.phrase])
  }

  /// Returns the date with a year, a month and a day; no result if there is no such day.
  ///
  /// - Parameters:
  ///   - y: a number.
  ///   - m: a number.
  ///   - d: a number.
  public static func date(_ y: Operand, _ m: Operand, _ d: Operand) -> Operand {
    call(.date, [y.phrase, m.phrase, d.phrase])
  }

  /// Returns the number of days from Monday to Friday after a, up to and with b, without the dates of the list; negative if b is before a.
  ///
  /// - Parameters:
  ///   - a: a date, a date and time, or an instant, which is in UTC.
  ///   - b: a date, a date and time, or an instant, which is in UTC.
  public static func workdays(_ a: Operand, _ b: Operand) -> Operand {
    call(.workdays, [a.phrase, b.phrase])
  }

  /// Returns the characters at the positions `r`, counted from 1; an empty text past the end; with `before:` or `after:` what comes before or after the first place where the other text is found, an empty text if it isn't found.
  ///
  /// - Parameters:
  ///   - text: a text, such as `.value`.
  ///   - r: positions from 1, such as `1...4` for the first four characters.
  public static func part(_ text: Operand, _ r: OperandRange) -> Operand {
    call(.part, [text.phrase, r.phrase])
  }

  /// Returns the number of words of a text, as people count them.
  ///
  /// - Parameters:
  ///   - text: a text, such as `.value`.
  public static func words(_ text: Operand) -> Operand {
    call(.words, [text.phrase])
  }

  /// Returns the number in a text, read as in the type `number`; a text that is not a number has no result.
  ///
  /// - Parameters:
  ///   - text: a text, such as `.value`.
  public static func number(_ text: Operand) -> Operand {
    call(.number, [text.phrase])
  }

  /// Returns the sum of each digit 0 to 9 times its weight; the weights are repeated, and other characters are ignored.
  ///
  /// - Parameters:
  ///   - text: a text, such as `.value`.
  ///   - w: a number.
  public static func weighted(_ text: Operand, _ w: Operand...) -> Operand {
    call(.weighted, [text.phrase] + w.map { $0.phrase })
  }

  /// Returns texts, numbers, dates and times joined as they are in the product; a blank value is an empty text.
  ///
  /// - Parameters:
  ///   - a: a text, a number, a date or a time.
  public static func joined(_ a: Operand...) -> Operand {
    call(.joined, a.map { $0.phrase })
  }
}
