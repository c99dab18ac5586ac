// Tokens: what the lexer makes of the bytes, and the one table of the language's own words.

/// A word of the language with the role that decides where blocks begin and end.
package enum Keyword: String, CaseIterable, Sendable {
  // Words that begin a declaration.
  case form, language, closed, fields, field, when, check, use, define, choices, table, needs
  case example
  /// Only before a kind of data; anywhere else it is a name.
  case data
  /// Only before the code of a built-in message and a text; anywhere else it is a name.
  case words
  // Words that begin a clause of a field or follow a declaration.
  case optional, required, `default`, from, halfwidth, without, trimmed, lowercased, uppercased
  case anyCase, secret, hint, title, message, warning, rule, each
  // Words inside declarations.
  case `else`, `as`, at, `if`
  // Words inside conditions.
  case and, or, not, `in`, `is`, value, `true`, `false`, today, now

  /// Whether the word begins a declaration.
  package var startsDeclaration: Bool {
    switch self {
    case .form, .language, .closed, .fields, .field, .when, .check, .use, .define, .choices,
      .table, .needs, .example, .data, .words:
      true
    default: false
    }
  }

  /// Whether the word begins a clause of a field.
  package var startsClause: Bool {
    switch self {
    case .optional, .required, .default, .from, .halfwidth, .without, .trimmed, .lowercased,
      .uppercased, .anyCase, .secret, .hint, .title, .message, .warning, .rule, .each:
      true
    default: false
    }
  }

  /// Whether an operand of a comparison can begin with the word.
  package var startsOperand: Bool {
    switch self {
    case .not, .value, .true, .false, .today, .now: true
    default: false
    }
  }

  /// The words that are never names without backquotes.
  package static let reserved = allCases.filter { $0 != .data && $0 != .words }

  /// Looks a reserved word up; case matters.
  package init?(_ word: String) { self.init(word.utf8) }

  init?(_ word: some Collection<UInt8>) {
    guard let number = Keyword.spelled.number(of: word) else { return nil }
    self = Keyword.all[Int(number)]
  }

  /// The words in the order of their numbers in `spelled`.
  private static let all = reserved
  private static let spelled = WordTable(reserved.map { $0.rawValue })
}

/// One token: what it is and where it stands.
package struct Token: Sendable {
  /// What a token is.
  package enum Kind: UInt8, Sendable {
    case name, quotedName, keyword
    case text, pattern, number, date, time, dateTime, instant
    case colon, comma, dot, leftParen, rightParen
    case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual, assign
    case and, or, not
    case plus, minus, enDash, star, slash
    case range, halfOpenRange, arrow
    case unknown, end
  }

  package var kind: Kind
  /// The word, where `kind` is `keyword`.
  package var keyword: Keyword?
  package var span: Span
}

/// A comment, kept for formatting: from `#` to the end of its line.
package struct Comment: Sendable {
  package var span: Span
}
