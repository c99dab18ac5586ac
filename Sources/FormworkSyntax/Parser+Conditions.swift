// Productions of conditions, from the operator that binds weakest to the one that binds strongest.

extension Parser {
  /// Parses the condition of a definition, in which an en dash between operands is a range.
  mutating func parseDefinedExpression() -> Expression { withRanges { $0.parseCondition() } }

  /// condition ::= conjunction (('||' | 'or') conjunction)*
  mutating func parseCondition() -> Expression {
    let start = token.span
    if conditionDepth == 0 { operatorCount = 0 }
    conditionDepth += 1
    defer { conditionDepth -= 1 }
    var left = parseConjunction()
    while at(.or as Token.Kind) || at(.or as Keyword), countOperator() {
      advance()
      let right = parseConjunction()
      left = binary(.or, left, right, from: start)
    }
    return left
  }

  /// Counts an operator and returns whether it is allowed. Each operator makes the tree deeper, as nesting does. Past
  /// the limit, reports an error and skips to the next declaration.
  mutating func countOperator() -> Bool {
    operatorCount += 1
    if operatorCount <= Parser.operatorLimit { return true }
    report(.tooManyOperators(limit: Parser.operatorLimit))
    skipNested()
    return false
  }

  /// conjunction ::= negation (('&&' | 'and') negation)*
  private mutating func parseConjunction() -> Expression {
    let start = token.span
    var left = parseNegation()
    while at(.and as Token.Kind) || at(.and as Keyword), countOperator() {
      advance()
      let right = parseNegation()
      left = binary(.and, left, right, from: start)
    }
    return left
  }

  /// Creates an expression from two operands. Both must already be parsed, because the span ends at the last token
  /// taken.
  mutating func binary(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
    from start: Span
  ) -> Expression {
    Expression(.binary(operation, left, right), at: span(from: start))
  }

  func invalid(_ span: Span) -> Expression { Expression(.invalid, at: span) }

  /// negation ::= ('!' | 'not') negation | comparison
  private mutating func parseNegation() -> Expression {
    guard at(.not as Token.Kind) || at(.not as Keyword) else { return parseComparison() }
    let start = advance().span
    let operand = nested { $0.parseNegation() } ?? invalid(start)
    return Expression(.not(operand), at: span(from: start))
  }

  /// comparison ::= range (COMPARE range | 'is'? 'not'? 'in' range | 'is'? 'not'? predicate)?
  private mutating func parseComparison() -> Expression {
    let start = token.span
    let before = index
    var left = parseRange()
    if endsComparison(token) { return left }
    var compared: Comparison?
    var chain: [Comparison] = []
    var isTested = false
    defer { reportChain(chain, from: start, isNegated: negates(before)) }
    while true {
      if let operation = eatComparison() {
        if compared != nil, !countOperator() { return left }
        let right = parseRange()
        let low = compared?.right ?? left
        let next = Comparison(operation: operation, left: low, right: right)
        let whole = compared == nil ? start : low.span
        let comparison = binary(operation, low, right, from: whole)
        if let compared {
          // Parse `a < b < c` as `a < b and b < c`.
          left = binary(.and, left, comparison, from: start)
          if chain.isEmpty { chain.append(compared) }
          chain.append(next)
        } else {
          left = comparison
        }
        compared = next
      } else if let tested = parseTest(of: left, from: start) {
        left = tested
        if isTested, !countOperator() { return left }
        isTested = true
      } else {
        return left
      }
    }
  }

  private struct Comparison {
    var operation: BinaryOperator
    var left: Expression
    var right: Expression
  }

  /// Takes a comparison operator, unless its mark opens or closes a block.
  private mutating func eatComparison() -> BinaryOperator? {
    let operation: BinaryOperator
    switch token.kind {
    case .equal: operation = .equal
    case .notEqual: operation = .notEqual
    case .lessOrEqual: operation = .lessOrEqual
    case .greaterOrEqual: operation = .greaterOrEqual
    case .assign:
      report(.habit(found: text(of: token), meant: "=="))
      operation = .equal
    case .less:
      if atBlockStart { return nil }
      if token(ahead: 1).kind == .greater, touches(token, token(ahead: 1)) {
        let whole = token.span.joined(with: token(ahead: 1).span)
        report(.habit(found: text(whole), meant: "!="), at: whole)
        advance()
        operation = .notEqual
      } else {
        operation = .less
      }
    case .greater:
      if atBlockEnd { return nil }
      operation = .greater
    default: return nil
    }
    advance()
    return operation
  }

  /// Whether the token before the one at `index` is `not`.
  private func negates(_ index: Int) -> Bool {
    index > 0 && (tokens[index - 1].kind == .not || tokens[index - 1].keyword == .not)
  }

  /// Reports comparisons that share values, such as `a < b < c`.
  private mutating func reportChain(_ chain: [Comparison], from start: Span, isNegated: Bool) {
    guard let last = chain.last else { return }
    for comparison in chain {
      if case .invalid = comparison.right.kind { return }
    }
    for comparison in chain.dropFirst() {
      // Text between the operands other than comparison operators has already been reported.
      let between = Span(comparison.left.span.upper, comparison.right.span.lower)
      guard text(between).allSatisfy({ "<>= ≤≥".contains($0) || $0.isWhitespace }) else { return }
    }
    let range = chain.count == 2 ? rangeProposal(chain[0], chain[1]) : nil
    let joined = chain.map {
      "\(text($0.left.span)) \($0.operation.rawValue) \(text($0.right.span))"
    }.joined(separator: " and ")
    report(
      .chainedComparison(proposal: range ?? (isNegated ? "(\(joined))" : joined)),
      at: start.joined(with: last.right.span))
  }

  /// Returns the range for two comparisons such as `a <= b < c`. Returns nil if no range means the same.
  private func rangeProposal(_ first: Comparison, _ second: Comparison) -> String? {
    let texts = [first.left, first.right, second.right].map { text($0.span) }
    return switch (first.operation, second.operation) {
    case (.lessOrEqual, .lessOrEqual): "\(texts[1]) in \(texts[0])...\(texts[2])"
    case (.lessOrEqual, .less): "\(texts[1]) in \(texts[0])..<\(texts[2])"
    case (.greaterOrEqual, .greaterOrEqual): "\(texts[1]) in \(texts[2])...\(texts[0])"
    case (.greater, .greaterOrEqual): "\(texts[1]) in \(texts[2])..<\(texts[0])"
    default: nil
    }
  }

  /// Parses a test or membership of `subject`. Nil if neither follows.
  private mutating func parseTest(of subject: Expression, from start: Span) -> Expression? {
    let isWord = at(.is) ? token : nil
    let next = isWord == nil ? 0 : 1
    let negated = token(ahead: next).keyword == .not
    let after = token(ahead: next + (negated ? 1 : 0))
    if next == 0, !negated, atGroups { return nil }
    if after.kind == .name, isMisspeltClause(ahead: next + (negated ? 1 : 0)) { return nil }
    if after.kind == .name, at(word: "between", ahead: next + (negated ? 1 : 0)),
      token(ahead: next + (negated ? 2 : 1)).kind != .leftParen,
      startsOperand(token(ahead: next + (negated ? 2 : 1)))
    {
      let words = token.span
      for _ in 0...(next + (negated ? 1 : 0)) { advance() }
      return parseBetween(subject, negated: negated, words: words, from: start)
    }
    let isVerb = after.kind == .name || (isWord != nil && after.keyword == .halfwidth)
    guard after.keyword == .in || isVerb || isWord != nil else { return nil }
    for _ in 0..<(next + (negated ? 1 : 0)) { advance() }
    if eat(.in) { return parseMembership(of: subject, negated: negated, from: start) }
    if isVerb {
      let predicate = parsePredicate()
      return Expression(
        .test(subject: subject, negated: negated, predicate: predicate), at: span(from: start))
    }
    return parseIsOperand(subject, negated: negated, isWord: isWord?.span ?? start, from: start)
  }

  /// Whether a word resembles `message`, `warning`, `title` or `hint` and a text follows it. A text can't follow a
  /// name in a condition.
  private func isMisspeltClause(ahead count: Int) -> Bool {
    guard token(ahead: count + 1).kind == .text else { return false }
    let words = ["message", "warning", "title", "hint"]
    return !NearNames.nearest(to: text(of: token(ahead: count)), among: words).isEmpty
  }

  private mutating func parseMembership(
    of subject: Expression, negated: Bool, from start: Span
  ) -> Expression {
    let inside = token.span
    var container = withRanges { $0.parseRange() }
    // Look for a list only outside parentheses. Inside them, a comma separates arguments or the items of an outer list.
    let isWritten = if case .range = container.kind { true } else { container.isLiteral }
    if conditionDepth == 1,
      at(.comma) && startsOperand(token(ahead: 1)) || isWritten && atOrLiteral
    {
      var items = [container]
      while atOrLiteral || at(.comma) {
        advance()
        items.append(withRanges { $0.parseRange() })
      }
      let whole = span(from: inside)
      let listed = items.map { text($0.span) }.joined(separator: ", ")
      report(.bareList(proposal: "(\(listed))"), at: whole)
      container = Expression(.list(items), at: whole)
    }
    return Expression(
      .membership(subject: subject, negated: negated, container: container), at: span(from: start))
  }

  /// Whether `or` and a literal follow, which isn't a condition.
  private var atOrLiteral: Bool {
    (at(.or as Keyword) || at(.or as Token.Kind)) && isOnlyLiteral(ahead: 1)
  }

  /// Parses `x between 1 and 3` as the intended range, and reports it.
  private mutating func parseBetween(
    _ subject: Expression, negated: Bool, words: Span, from start: Span
  ) -> Expression {
    let inside = token.span
    var isWhole = true
    let lower = parseSum()
    var proposal = text(lower.span) + "..."
    var upper: Expression?
    if eat(.and as Token.Kind) || eat(.and as Keyword) {
      let sum = parseSum()
      if case .invalid = sum.kind { isWhole = false }
      proposal += text(sum.span)
      upper = sum
    }
    // A missing bound is reported separately.
    if isWhole {
      report(.between(proposal: (negated ? "not in " : "in ") + proposal), at: span(from: words))
    }
    let range = Expression(.range(lower, upper, halfOpen: false), at: span(from: inside))
    return Expression(
      .membership(subject: subject, negated: negated, container: range), at: span(from: start))
  }

  /// Parses `x is "a"` as the intended comparison, and reports it.
  private mutating func parseIsOperand(
    _ subject: Expression, negated: Bool, isWord: Span, from start: Span
  ) -> Expression {
    guard startsOperand(token) else {
      reportExpected(.predicate)
      return invalid(start)
    }
    let words = span(from: isWord)
    let inside = token.span
    let isList = conditionDepth == 1 && isOnlyLiteral(ahead: 0)
    var values = [parseRange()]
    while atOrLiteral || isList && at(.comma) && isOnlyLiteral(ahead: 1) {
      advance()
      values.append(parseRange())
    }
    if values.count == 1 {
      report(.isWithoutPredicate(replacement: negated ? "!=" : "=="), at: words)
      return binary(negated ? .notEqual : .equal, subject, values[0], from: start)
    }
    var listed = ""
    for value in values { listed += (listed.isEmpty ? "" : ", ") + text(value.span) }
    report(
      .isWithoutPredicate(replacement: (negated ? "not in (" : "in (") + listed + ")"),
      at: span(from: isWord))
    let container = Expression(.list(values), at: span(from: inside))
    return Expression(
      .membership(subject: subject, negated: negated, container: container), at: span(from: start))
  }

  /// Whether the token is a literal that is neither compared nor tested.
  private func isOnlyLiteral(ahead count: Int) -> Bool {
    switch token(ahead: count).kind {
    case .text, .number, .date, .time, .dateTime, .instant:
      endsComparison(token(ahead: count + 1)) || opensBlock(ahead: count + 1)
    default: false
    }
  }

  /// predicate ::= (NAME | 'halfwidth') arguments?
  mutating func parsePredicate() -> Expression {
    let start = token.span
    return parseCallOrName(takeName(), from: start)
  }

  mutating func withRanges(_ body: (inout Parser) -> Expression) -> Expression {
    let before = wantsRange
    wantsRange = true
    defer { wantsRange = before }
    return body(&self)
  }
}
