// Productions of what stands for itself: texts, numbers, durations, dates and times.

extension Parser {
  /// literal ::= TEXT | '-'? NUMBER UNIT? | DATE | TIME | DATETIME | INSTANT | 'true' | 'false'
  mutating func parseLiteral() -> Expression? {
    let start = token.span
    if at(.true) || at(.false) {
      let isTrue = advance().keyword == .true
      return Expression(kind: .bool(isTrue), span: start)
    }
    if at(.minus), token(ahead: 1).kind == .number {
      advance()
      guard let number = eatLiteral() else { return nil }
      return Expression(kind: .negated(number), span: span(from: start))
    }
    if at(.text) {
      let text = plainText(advance())
      let template = TextTemplate(plain: text.value, span: text.span)
      return Expression(kind: .text(template), span: start)
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
    return Expression(kind: kind, span: token.span)
  }

  /// Takes a number, or a duration if a unit follows.
  mutating func parseNumber() -> Expression {
    let token = advance()
    let digits = digits(token)
    // Before a colon such a word is a name: `< d: 1 day: 2 >`.
    guard at(.name), self.token(ahead: 1).kind != .colon,
      let unit = DurationUnit(word: text(of: self.token))
    else { return Expression(kind: .number(digits), span: token.span) }
    advance()
    return Expression(kind: .duration(digits, unit), span: span(from: token.span))
  }

  private func digits(_ token: Token) -> String {
    token.hasMarks ? ascii(token).filter { $0 != "_" } : text(token.span)
  }

  private func ascii(_ token: Token) -> String {
    let bytes = slice(token.span)
    if bytes.allSatisfy({ $0 < 0x80 }) { return text(token.span) }
    return String(decoding: Lexer.asciiLookalikes(bytes), as: UTF8.self)
  }
}
