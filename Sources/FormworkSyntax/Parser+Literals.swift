// Productions of literals: texts, numbers, durations, dates, times and patterns.

extension Parser {
  /// literal ::= TEXT | '-'? NUMBER (UNIT | '%')? | DATE | TIME | DATETIME | INSTANT | 'true' | 'false'
  mutating func parseLiteral() -> Expression? {
    let start = token.span
    if at(.true) || at(.false) {
      let isTrue = advance().keyword == .true
      return Expression(.bool(isTrue), at: start)
    }
    if at(.minus), token(ahead: 1).kind == .number {
      advance()
      guard let number = eatLiteral() else { return nil }
      return Expression(.negated(number), at: span(from: start))
    }
    if at(.text) {
      let text = plainText(advance())
      let template = TextTemplate(plain: text.value, at: text.span)
      return Expression(.text(template), at: start)
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
    case .number: return parseNumber(beforeOperators: false)
    case .date: kind = .date(ascii(token))
    case .time: kind = .time(ascii(token))
    case .dateTime: kind = .dateTime(ascii(token))
    case .instant: kind = .instant(ascii(token))
    default: return nil
    }
    advance()
    return Expression(kind, at: token.span)
  }

  /// Takes a number, a duration if a unit follows, or a number of hundredths if `%` follows.
  ///
  /// - Parameter beforeOperators: whether the number may be part of a calculation. In a calculation, another number
  ///   after `%` shows that the remainder of a division is meant. In the rows of a table, another literal may simply
  ///   follow.
  mutating func parseNumber(beforeOperators: Bool = true) -> Expression {
    let token = advance()
    let digits = digits(token)
    if at(.percent), !(beforeOperators && startsDivisor(self.token(ahead: 1))) {
      advance()
      return Expression(.percent(digits), at: span(from: token.span))
    }
    // A unit before a colon is a name: `< d: 1 day: 2 >`.
    guard at(.name), self.token(ahead: 1).kind != .colon,
      let unit = DurationUnit(word: text(of: self.token))
    else { return Expression(.number(digits), at: token.span) }
    advance()
    return Expression(.duration(digits, unit), at: span(from: token.span))
  }

  /// Returns the digits of a number, in ASCII and without `_`.
  func digits(_ token: Token) -> String {
    let digits = ascii(token)
    return digits.utf8.contains(UInt8(ascii: "_")) ? digits.filter { $0 != "_" } : digits
  }

  private func ascii(_ token: Token) -> String { Lexer.asciiLookalikes(bytes(of: token.span)) }

  mutating func parsePatterns() -> Expression {
    let start = token.span
    var literals: [PatternLiteral] = []
    while at(.pattern) {
      literals.append(patternLiteral(advance()))
    }
    return Expression(.pattern(literals), at: span(from: start))
  }

  /// Finds the span between the slashes. Each slash may be full-width.
  private func patternLiteral(_ token: Token) -> PatternLiteral {
    let scalars = Array(text(of: token).unicodeScalars)
    let ignoresCase = scalars.last == "i"
    let closing = scalars.dropLast(ignoresCase ? 1 : 0).last == "／" ? 3 : 1
    let lower = token.span.lower + (scalars.first == "／" ? 3 : 1)
    let upper = Int(token.span.upper) - closing - (ignoresCase ? 1 : 0)
    return PatternLiteral(
      ignoresCase: ignoresCase, body: Span(lower, UInt32(max(Int(lower), upper))))
  }
}
