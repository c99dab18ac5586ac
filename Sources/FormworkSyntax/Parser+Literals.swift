// Productions of what stands for itself: texts, numbers, durations, dates, times and patterns.

extension Parser {
  /// literal ::= TEXT | '-'? NUMBER UNIT? | DATE | TIME | DATETIME | INSTANT | 'true' | 'false'
  mutating func parseLiteral() -> Expression? {
    let start = token.span
    if at(.true) || at(.false) {
      let isTrue = advance().keyword == .true
      return expression(.bool(isTrue), start)
    }
    if at(.minus), token(ahead: 1).kind == .number {
      advance()
      guard let number = eatLiteral() else { return nil }
      return expression(.negated(number), span(from: start))
    }
    if at(.text) {
      let text = plainText(advance())
      let template = memory.template(plain: text.value, at: text.span)
      return expression(.text(template), start)
    }
    if let literal = eatLiteral() { return literal }
    reportExpected(.literal)
    return nil
  }

  mutating func eatLiteral() -> Expression? {
    let token = token
    let kind: Expression.Kind
    switch token.kind {
    case .text: kind = .text(template(token))
    case .number: return parseNumber()
    case .date: kind = .date(ascii(token))
    case .time: kind = .time(ascii(token))
    case .dateTime: kind = .dateTime(ascii(token))
    case .instant: kind = .instant(ascii(token))
    default: return nil
    }
    advance()
    return expression(kind, token.span)
  }

  /// Takes a number, or a duration if a unit follows.
  mutating func parseNumber() -> Expression {
    let token = advance()
    let digits = digits(token)
    // Before a colon such a word is a name: `< d: 1 day: 2 >`.
    guard at(.name), self.token(ahead: 1).kind != .colon,
      let unit = DurationUnit(word: text(of: self.token))
    else { return expression(.number(digits), token.span) }
    advance()
    return expression(.duration(digits, unit), span(from: token.span))
  }

  private mutating func digits(_ token: Token) -> UnsafePointer<String> {
    token.hasMarks
      ? memory.string(ascii(token).pointee.filter { $0 != "_" }) : word(token.span)
  }

  private mutating func ascii(_ token: Token) -> UnsafePointer<String> {
    let bytes = slice(token.span)
    if bytes.allSatisfy({ $0 < 0x80 }) { return word(token.span) }
    return memory.string(String(decoding: Lexer.asciiLookalikes(bytes), as: UTF8.self))
  }

  mutating func parsePatterns() -> Expression {
    let start = token.span
    var literals: [PatternLiteral] = []
    while at(.pattern) {
      literals.append(patternLiteral(advance()))
    }
    return expression(.pattern(memory.list(literals)), span(from: start))
  }

  /// Finds what is between the slashes, either of which may be a full-width one.
  private func patternLiteral(_ token: Token) -> PatternLiteral {
    let scalars = Array(text(of: token).unicodeScalars)
    let ignoresCase = scalars.last == "i"
    let closing = scalars.dropLast(ignoresCase ? 1 : 0).last == "／" ? 3 : 1
    let lower = token.span.lower + (scalars.first == "／" ? 3 : 1)
    let upper = Int(token.span.upper) - closing - (ignoresCase ? 1 : 0)
    let body = Span(lower, UInt32(max(Int(lower), upper)))
    return PatternLiteral(ignoresCase: ignoresCase, text: text(body), body: body)
  }
}
