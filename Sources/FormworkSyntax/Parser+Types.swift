// Productions of types.

extension Parser {
  /// type ::= alternative ('or' alternative)*
  mutating func parseType() -> TypeExpression {
    let start = token.span
    var alternatives = [parseAlternative()]
    while eat(.or as Keyword) { alternatives.append(parseAlternative()) }
    return alternatives.count == 1
      ? alternatives[0] : TypeExpression(.either(alternatives), at: span(from: start))
  }

  /// alternative ::= block | list-type | choice-type | NAME format?
  private mutating func parseAlternative() -> TypeExpression {
    let start = token.span
    if at(.less) {
      let body = parseBlock() ?? []
      return TypeExpression(.record(body), at: span(from: start))
    }
    if at(word: "list") { return parseListType() }
    if at(word: "choice") { return parseChoiceType() }
    guard at(.name) || at(.quotedName) else {
      reportExpected(.type)
      return TypeExpression(.invalid, at: start)
    }
    let name = takeName()
    let kind = at(.leftParen) ? parseFormat(of: name) : .named(name)
    return TypeExpression(kind, at: span(from: start))
  }

  /// list-type ::= 'list' ('(' TEXT ')' | 'by' NAME)? 'of' (alternative | '(' type ')')
  private mutating func parseListType() -> TypeExpression {
    let start = advance().span
    var separator: PlainText?
    var key: Name?
    if atItemInMarks {
      let opener = advance().span
      let kind = TypeExpression.Kind.named(takeName())
      let item = TypeExpression(kind, at: tokens[index - 1].span)
      advance()
      report(.itemInMarks(text(item.span)), at: span(from: opener))
      return TypeExpression(.list(separator: nil, key: nil, of: item), at: span(from: start))
    }
    if at(.leftParen) {
      let opener = advance().span
      separator = expectPlainText()
      closeParenthesis(opener)
    } else if eat(word: "by") {
      key = expectName(.name)
    }
    if !eat(word: "of") { reportExpected(.of) }
    let item = nested { $0.parseItemType() } ?? TypeExpression(.invalid, at: token.span)
    return TypeExpression(.list(separator: separator, key: key, of: item), at: span(from: start))
  }

  /// Whether `<int>` or `(int)` follows instead of `of int`.
  private var atItemInMarks: Bool {
    guard token(ahead: 1).kind == .name else { return false }
    return at(.less) && token(ahead: 2).kind == .greater
      || at(.leftParen) && token(ahead: 2).kind == .rightParen && !at(word: "of", ahead: 3)
  }

  private mutating func parseItemType() -> TypeExpression {
    guard at(.leftParen) else { return parseAlternative() }
    let opener = advance().span
    let type = parseType()
    closeParenthesis(opener)
    return type
  }

  /// choice-type ::= 'choice' ('of' NAME | '(' choice-item (',' choice-item)* ')')
  private mutating func parseChoiceType() -> TypeExpression {
    let start = advance().span
    if eat(word: "of") {
      let kind = expectName(.name).map { TypeExpression.Kind.choiceOf($0) }
      return TypeExpression(kind ?? .invalid, at: span(from: start))
    }
    let opener = token.span
    guard expect(.leftParen, .leftParen) else {
      return TypeExpression(.invalid, at: start)
    }
    var items: [ChoiceItem] = []
    repeat {
      guard let item = parseChoiceItem() else { break }
      items.append(item)
    } while eatComma(beforeText: true)
    closeParenthesis(opener)
    return TypeExpression(.choice(items), at: span(from: start))
  }

  /// choice-item ::= TEXT localized-text? also?
  mutating func parseChoiceItem() -> ChoiceItem? {
    guard let value = expectPlainText() else { return nil }
    let label = at(.text) ? parseLocalizedText() : nil
    return ChoiceItem(value: value, label: label, also: at(word: "also") ? parseAlso() : [])
  }

  /// also ::= 'also' '(' TEXT (',' TEXT)* ')'
  private mutating func parseAlso() -> [PlainText] {
    advance()
    let opener = token.span
    guard expect(.leftParen, .leftParen) else { return [] }
    let texts = parseTexts()
    closeParenthesis(opener)
    return texts
  }

  /// format ::= '(' (format-text (',' format-text)* | mark-clause (',' mark-clause)*) ')'
  private mutating func parseFormat(of name: Name) -> TypeExpression.Kind {
    let opener = advance().span
    if at(.text) {
      let texts = parseFormatTexts()
      closeParenthesis(opener)
      return .withTexts(name, texts)
    }
    var decimal: PlainText?
    var group: PlainText?
    var isRead = true
    repeat {
      isRead = parseMarkClause(decimal: &decimal, group: &group)
    } while isRead && eatComma()
    closeParenthesis(opener)
    // An unreadable format has been reported. The type is read as if it had no format.
    return isRead ? .numberFormat(name, decimal: decimal, group: group) : .named(name)
  }

  /// Parses formats with commas between them.
  private mutating func parseFormatTexts() -> [FormatText] {
    var texts: [FormatText] = []
    repeat {
      guard let text = parseFormatText() else { break }
      texts.append(text)
    } while eatComma(beforeText: true)
    return texts
  }

  /// format-text ::= TEXT years?
  mutating func parseFormatText() -> FormatText? {
    guard let text = expectPlainText() else { return nil }
    return FormatText(text, years: at(.number) ? parseYears() : nil)
  }

  /// years ::= NUMBER '...' NUMBER
  private mutating func parseYears() -> FormatYears {
    let first = advance()
    var years = FormatYears(first: "", last: "", span: first.span)
    guard expect(.range, .years) else { return years }
    guard at(.number) else {
      reportExpected(.years)
      return years
    }
    let last = advance()
    (years.first, years.last) = (digits(first), digits(last))
    years.span = first.span.joined(with: last.span)
    return years
  }

  /// Parses texts with commas between them.
  mutating func parseTexts() -> [PlainText] {
    var texts: [PlainText] = []
    repeat {
      guard let text = expectPlainText() else { break }
      texts.append(text)
    } while eatComma(beforeText: true)
    return texts
  }

  /// mark-clause ::= ('decimal' | 'group') TEXT
  private mutating func parseMarkClause(
    decimal: inout PlainText?, group: inout PlainText?
  ) -> Bool {
    let word = token
    if eat(word: "decimal") {
      if let first = decimal { report(.repeated("decimal", first: first.span), at: word.span) }
      decimal = expectPlainText()
      return decimal != nil
    }
    if eat(word: "group") {
      if let first = group { report(.repeated("group", first: first.span), at: word.span) }
      group = expectPlainText()
      return group != nil
    }
    reportExpected(.unquotedFormat)
    return false
  }

  /// Takes the `)` of the parenthesis at `opener`. If the `)` is missing, reports that and skips past the next `)`.
  mutating func closeParenthesis(_ opener: Span) {
    if eat(.rightParen) { return }
    reportExpected(.rightParen(opener: opener))
    while !at(.end), !at(.rightParen), token.keyword == nil, !atBlockEnd { advance() }
    _ = eat(.rightParen)
  }
}
