// Productions of operands: ranges, sums, products, names and calls.

extension Parser {
  /// range ::= conditional (('...' | '..<') conditional?)? | ('...' | '..<') conditional
  mutating func parseRange() -> Expression {
    let start = token.span
    if at(.range) || at(.halfOpenRange) { return parseUpperBound(after: nil, from: start) }
    let lower = parseSum()
    // Keep the stack frame small, because conditions may be nested deeply.
    return at(.if) || atRange ? parseRest(after: lower, from: start) : lower
  }

  private var atRange: Bool {
    at(.range) || at(.halfOpenRange) || at(.enDash) && wantsRange
  }

  private mutating func parseRest(after first: Expression, from start: Span) -> Expression {
    let lower = parseConditional(after: first, from: start)
    return atRange ? parseUpperBound(after: lower, from: start) : lower
  }

  private mutating func parseUpperBound(
    after lower: Expression?, from start: Span
  ) -> Expression {
    if at(.enDash) { report(.habit(found: text(of: token), meant: "...")) }
    let halfOpen = advance().kind == .halfOpenRange
    let second = token.span
    let isOpen = lower != nil && (!startsOperand(token) || at(.not as Token.Kind))
    let upper = isOpen ? nil : parseConditional(after: parseSum(), from: second)
    return Expression(.range(lower, upper, halfOpen: halfOpen), at: span(from: start))
  }

  /// conditional ::= sum ('if' condition 'else' conditional)?
  ///
  /// Parses the rest after the first sum, which has been taken.
  private mutating func parseConditional(after first: Expression, from start: Span) -> Expression {
    guard eat(.if) else { return first }
    let outer = wantsRange
    wantsRange = false
    let condition = nested { $0.parseCondition() } ?? invalid(start)
    wantsRange = outer
    guard eat(.else) else {
      reportExpected(.otherValue)
      return first
    }
    let second = token.span
    let otherwise =
      nested { $0.parseConditional(after: $0.parseSum(), from: second) } ?? invalid(start)
    return Expression(
      .conditional(first, condition: condition, otherwise: otherwise), at: span(from: start))
  }

  /// sum ::= product (('+' | '-') product)*
  mutating func parseSum() -> Expression {
    let start = token.span
    var left: Expression
    if token.kind.isSign {
      left = parseProduct()
    } else {
      // Most operands aren't part of a calculation. For them, `parsePrimary` is called directly instead of through all
      // productions in between.
      let operand = parsePrimary()
      guard token.kind.continuesSum else { return operand }
      left = parseFactors(after: parseNames(after: operand, from: start), from: start)
    }
    while at(.plus) || at(.minus) || (at(.enDash) && !wantsRange), countOperator() {
      if at(.enDash) { report(.habit(found: text(of: token), meant: "-")) }
      let operation: BinaryOperator = advance().kind == .plus ? .add : .subtract
      let right = parseProduct()
      left = binary(operation, left, right, from: start)
    }
    return left
  }

  /// Whether `token` neither compares nor tests the operand before it.
  func endsComparison(_ token: Token) -> Bool {
    switch token.kind {
    case .rightParen, .comma, .and, .or, .end: true
    case .keyword:
      switch token.keyword {
      case .is, .not, .in: false
      default: true
      }
    default: false
    }
  }

  /// product ::= sign (('*' | '/') sign)*
  private mutating func parseProduct() -> Expression {
    let start = token.span
    return parseFactors(after: parseSign(), from: start)
  }

  private mutating func parseFactors(
    after first: Expression, from start: Span
  ) -> Expression {
    var left = first
    while at(.star) || at(.slash) || at(.percent), countOperator() {
      if at(.percent) { return parseRemainder(of: left, from: start) }
      let operation: BinaryOperator = advance().kind == .star ? .multiply : .divide
      let right = parseSign()
      left = binary(operation, left, right, from: start)
    }
    return left
  }

  /// Takes `% 2`, which other languages write for the remainder, and reports it.
  private mutating func parseRemainder(of left: Expression, from start: Span) -> Expression {
    let sign = advance()
    guard startsFactor(token) else {
      report(.percentAfterValue, at: sign.span)
      return left
    }
    let right = parseSign()
    let whole = span(from: start)
    report(.remainderSign(replacement: "mod(\(text(left.span)), \(text(right.span)))"), at: whole)
    return invalid(whole)
  }

  /// Whether a token after a value and `%` begins an operand, so that the remainder of a division is meant.
  private func startsFactor(_ token: Token) -> Bool {
    token.kind == .name || token.kind == .quotedName || startsDivisor(token)
  }

  /// Whether a token after a number and `%` can only be a divisor.
  func startsDivisor(_ token: Token) -> Bool {
    token.kind == .number || token.kind == .leftParen || token.keyword == .value
  }

  /// sign ::= ('-' | '+') sign | member
  private mutating func parseSign() -> Expression {
    guard token.kind.isSign else { return parseMember() }
    if at(.enDash) { report(.habit(found: text(of: token), meant: "-")) }
    let sign = advance()
    let operand = nested { $0.parseSign() } ?? invalid(sign.span)
    if sign.kind == .plus { return operand }
    return Expression(.negated(operand), at: span(from: sign.span))
  }

  /// member ::= primary ('.' NAME)*
  private mutating func parseMember() -> Expression {
    let start = token.span
    return parseNames(after: parsePrimary(), from: start)
  }

  private mutating func parseNames(
    after first: Expression, from start: Span
  ) -> Expression {
    var base = first
    while at(.dot), countOperator() {
      advance()
      guard let name = expectName(.fieldName) else { break }
      base = Expression(.member(base, name), at: span(from: start))
    }
    return base
  }

  /// primary ::= literal | 'value' | 'today' | 'now' | (NAME | 'halfwidth') arguments?
  ///   | parenthesis
  private mutating func parsePrimary() -> Expression {
    let start = token.span
    switch token.kind {
    case .name, .quotedName:
      let name = takeName()
      if at(.leftParen) || at(.pattern) { return parseCallOrName(name, from: start) }
      return Expression(.name(name), at: start)
    case .number: return parseNumber()
    case .leftParen: return parseParenthesis()
    case .pattern:
      report(.patternOutsideMatches)
      advance()
      return invalid(start)
    case .keyword: return parseKeywordOperand()
    default:
      if let literal = eatLiteral() { return literal }
      return parseNoOperand()
    }
  }

  private mutating func parseKeywordOperand() -> Expression {
    let start = token.span
    let kind: Expression.Kind
    switch token.keyword {
    case .value: kind = .value
    case .today: kind = .today
    case .now: kind = .now
    case .true: kind = .bool(true)
    case .false: kind = .bool(false)
    case .halfwidth: return parsePredicate()
    case let keyword?:
      // In `rule title == "x"`, the keyword is the name of a field.
      if isCompared(token(ahead: 1)) || isNameOfField(keyword) && !beginsClause(token(ahead: 1)) {
        report(.keywordAsOperand(keyword.rawValue))
        return parseCallOrName(takeName(), from: start)
      }
      return parseNoOperand()
    case nil: return parseNoOperand()
    }
    advance()
    return Expression(kind, at: start)
  }

  /// Whether a field of this file has the name `keyword`.
  private mutating func isNameOfField(_ keyword: Keyword) -> Bool {
    if let known = keywordFields { return known.contains(keyword) }
    var found: OrderedSet<Keyword> = []
    for (token, next) in zip(tokens, tokens.dropFirst()) where token.keyword == .field {
      if let name = next.keyword { found.insert(name) }
    }
    keywordFields = found
    return found.contains(keyword)
  }

  /// Whether a keyword before `next` begins a clause or a declaration.
  private func beginsClause(_ next: Token) -> Bool {
    switch next.kind {
    case .text, .name, .quotedName: true
    case .keyword: next.keyword?.startsOperand ?? false
    default: false
    }
  }

  /// Whether the keyword before `next` must be an operand. A `<` or `>` proves nothing: it may belong to a block.
  private func isCompared(_ next: Token) -> Bool {
    switch next.kind {
    case .equal, .notEqual, .assign, .lessOrEqual, .greaterOrEqual: true
    case .keyword: next.keyword == .is || next.keyword == .in
    default: false
    }
  }

  /// Reports that an operand is missing. Takes only an unknown token, because any other may begin the next part.
  private mutating func parseNoOperand() -> Expression {
    let start = token.span
    reportExpected(.operand)
    if at(.unknown) { advance() }
    return invalid(start)
  }

  /// parenthesis ::= '(' condition (',' condition)* ')'
  private mutating func parseParenthesis() -> Expression {
    let start = advance().span
    return nested { parser in
      var items = [parser.parseCondition()]
      while parser.eatComma() { items.append(parser.parseCondition()) }
      parser.closeParenthesis(start)
      let span = parser.span(from: start)
      if items.count == 1 { return Expression(.parenthesized(items[0]), at: span) }
      return Expression(.list(items), at: span)
    } ?? invalid(start)
  }

  /// arguments ::= '(' (PATTERN+ | argument (',' argument)*)? ')'
  mutating func parseCallOrName(_ name: Name, from start: Span) -> Expression {
    if at(.pattern), name.text == "matches" {
      report(.patternWithoutParentheses)
      let pattern = parsePatterns()
      return Expression(.call(name, [pattern]), at: span(from: start))
    }
    guard at(.leftParen) else { return Expression(.name(name), at: start) }
    let opener = advance().span
    return nested { parser in
      let arguments = parser.at(.rightParen) ? [] : parser.parseArguments()
      parser.closeParenthesis(opener)
      return Expression(.call(name, arguments), at: parser.span(from: start))
    } ?? invalid(start)
  }

  /// Parses the arguments between the parentheses of a call.
  private mutating func parseArguments() -> [Expression] {
    if at(.pattern) { return [parsePatterns()] }
    var arguments: [Expression] = []
    repeat { arguments.append(parseArgument()) } while eatComma()
    return arguments
  }

  /// argument ::= (NAME ':')? condition | format-text
  private mutating func parseArgument() -> Expression {
    let start = token.span
    let isWord = at(.name) || at(.quotedName) || token.kind == .keyword
    guard isWord, token(ahead: 1).kind == .colon else {
      if at(.text), token(ahead: 1).kind == .number, token(ahead: 2).kind == .range,
        let format = parseFormatText()
      {
        return Expression(.format(format), at: span(from: start))
      }
      return withRanges { $0.parseCondition() }
    }
    let label = takeName()
    advance()
    let argument = withRanges { $0.parseCondition() }
    return Expression(.labelled(label, argument), at: span(from: start))
  }
}

extension Token.Kind {
  /// Whether the token is a sign before an operand, or is read as such a sign.
  fileprivate var isSign: Bool {
    switch self {
    case .minus, .enDash, .plus: true
    default: false
    }
  }

  /// Whether the token continues a sum, a product or a member.
  fileprivate var continuesSum: Bool {
    switch self {
    case .dot, .star, .slash, .percent, .plus, .minus, .enDash: true
    default: false
    }
  }
}
