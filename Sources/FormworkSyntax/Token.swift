// Tokens: what the lexer makes of the bytes, and the one table of the language's own words.

/// A word of the language with the role that decides where blocks begin and end.
package enum Keyword: String, CaseIterable, Sendable {
  // Words that begin a declaration.
  case form, language, closed, fields, field, when, check, use, define, choices, table, needs
  case example
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
      .table, .needs, .example:
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

  /// Looks a word up; case matters.
  package init?(_ word: Substring.UTF8View) {
    guard word.count <= Keyword.longest, let found = Keyword.find(Keyword.pack(word)) else {
      return nil
    }
    self = found
  }

  init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count <= Keyword.longest, let found = Keyword.find(Keyword.pack(bytes)) else {
      return nil
    }
    self = found
  }

  /// The bytes of the longest word.
  private static let longest = 10

  /// Packs up to ten bytes into one number, so that a look-up compares numbers.
  private static func pack(_ bytes: some Sequence<UInt8>) -> UInt128 {
    var packed: UInt128 = 0
    for byte in bytes { packed = packed << 8 | UInt128(byte) }
    return packed
  }

  /// A hash table of the words, a quarter full at the most: most names meet an empty bucket at once.
  private static let words: [(packed: UInt128, keyword: Keyword)?] = {
    var words: [(packed: UInt128, keyword: Keyword)?] = Array(repeating: nil, count: 256)
    for keyword in allCases {
      let packed = pack(keyword.rawValue.utf8)
      var bucket = hash(packed)
      while words[bucket] != nil { bucket = (bucket + 1) & 255 }
      words[bucket] = (packed, keyword)
    }
    return words
  }()

  private static func hash(_ packed: UInt128) -> Int {
    let folded = UInt64(truncatingIfNeeded: packed ^ packed >> 64)
    return Int((folded &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  private static func find(_ packed: UInt128) -> Keyword? {
    let words = words
    var bucket = hash(packed)
    while let entry = words[bucket] {
      if entry.packed == packed { return entry.keyword }
      bucket = (bucket + 1) & 255
    }
    return nil
  }
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
