// Tokens, the output of the lexer, and the one table of keywords.

/// A keyword. The roles of keywords help the parser recognize where blocks begin and end.
package enum Keyword: String, CaseIterable, Sendable {
  // Words that begin a declaration.
  case form, language, closed, fields, field, when, check, use, define, choices, table, needs
  case example
  /// A keyword only before a kind of data; elsewhere a name.
  case data
  /// A keyword only before the code of a built-in message and a text; elsewhere a name.
  case words
  /// A keyword only at the beginning of a list of other data; elsewhere a name.
  case list
  /// Keywords only before a text, at the beginning of a declaration; elsewhere names.
  case page, intro
  // Words that begin a clause of a field, each with a row in Clauses.swift.
  case optional, required, `default`, from, halfwidth, without, trimmed, lowercased, uppercased
  case anyCase, secret, title, hint, message, warning, rule, each
  // Words inside declarations.
  case `else`, `as`, at, `if`
  // Words inside conditions.
  case and, or, not, `in`, `is`, value, `true`, `false`, today, now

  /// Whether the word begins a declaration.
  package var startsDeclaration: Bool {
    switch self {
    case .form, .language, .closed, .fields, .field, .when, .check, .use, .define, .choices,
      .table, .needs, .example, .data, .words, .list, .page, .intro:
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

  /// The keywords that are names only in backquotes.
  package static let reserved = allCases.filter { !contextual.contains($0) }

  /// The keywords that are names wherever they can't be keywords.
  private static let contextual: [Keyword] = [.data, .words, .list, .page, .intro]

  /// Looks up a reserved word. Case matters.
  package init?(_ word: String) { self.init(word.utf8) }

  init?(_ word: some Collection<UInt8>) {
    guard let number = Keyword.spelled.number(of: word) else { return nil }
    self = Keyword.all[Int(number)]
  }

  /// The keywords in the order of their numbers in `spelled`.
  private static let all = reserved
  private static let spelled = WordTable(reserved.map { $0.rawValue })
}

/// One token: its kind and its span.
package struct Token: Sendable {
  package enum Kind: UInt8, Sendable {
    case name, quotedName, keyword
    case text, pattern, number, date, time, dateTime, instant
    case colon, comma, dot, leftParen, rightParen
    case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual, assign
    case and, or, not
    case plus, minus, enDash, star, slash, percent
    case range, halfOpenRange, arrow
    case unknown, end
  }

  package var kind: Kind
  /// The keyword, if `kind` is `keyword`.
  package var keyword: Keyword?
  package var span: Span

  package init(kind: Kind, keyword: Keyword? = nil, span: Span) {
    (self.kind, self.keyword, self.span) = (kind, keyword, span)
  }
}

/// A comment, kept for formatting: from `#` to the end of its line.
package struct Comment: Sendable {
  package var span: Span
}
