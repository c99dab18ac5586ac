// Productions of a field: its type, its clauses, and the words of rules.

extension Parser {
  /// type ::= block | list-type | choice-type | NAME format?
  mutating func parseType() -> TypeExpression {
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

  /// list-type ::= 'list' ('(' TEXT ')')? 'of' type
  private mutating func parseListType() -> TypeExpression {
    let start = advance().span
    var separator: PlainText?
    if at(.leftParen) {
      let opener = advance().span
      separator = expectPlainText()
      closeParenthesis(opener)
    }
    if at(.less), token(ahead: 1).kind == .name, token(ahead: 2).kind == .greater {
      let opener = advance().span
      let kind = TypeExpression.Kind.named(takeName())
      let item = TypeExpression(kind, at: tokens[index - 1].span)
      advance()
      report(.angleItem(text(item.span)), at: span(from: opener))
      return TypeExpression(.list(separator: separator, of: item), at: span(from: start))
    }
    if !eat(word: "of") { reportExpected(.of) }
    let item = nested { $0.parseType() } ?? TypeExpression(.invalid, at: token.span)
    return TypeExpression(.list(separator: separator, of: item), at: span(from: start))
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
  private mutating func parseTexts() -> [PlainText] {
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

  /// Parses the clauses of a field, up to a token that can't begin a clause.
  mutating func parseClauses() -> [Clause] {
    var clauses: [Clause] = []
    let firstWord = clauseWords.count
    defer {
      if clauseWords.count > firstWord { clauseWords.removeLast(clauseWords.count - firstWord) }
    }
    while !at(.end), !atBlockEnd {
      if eatNeedlessComma() { continue }
      if let keyword = token.keyword {
        guard keyword.startsClause else { break }
        let word = token.span
        let first = first(keyword, since: firstWord)
        let clause = parseClause(keyword)
        if let first { reportRepeated(keyword, first: first, at: word, whole: clause?.span) }
        if let clause { clauses.append(clause) }
      } else if at(.name) || at(.quotedName) {
        reportUnknownClause()
      } else if at(.less) || at(.greater) {
        break
      } else {
        reportExpected(.declaration)
        advance()
        recover()
      }
    }
    return clauses
  }

  private mutating func reportUnknownClause() {
    let word = text(of: token)
    let words = Keyword.allCases.filter { $0.startsClause || $0.startsDeclaration }
    let near = NearNames.nearest(to: word, among: words.map { $0.rawValue }, limit: 4)
    report(.unknownClause(word, near: near))
    advance()
    recover()
  }

  /// Returns the span of an earlier clause with the same keyword. Without an earlier one, records the clause at the
  /// cursor and returns nil. Also returns nil for rules, because they may be repeated.
  private mutating func first(_ keyword: Keyword, since firstWord: Int) -> Span? {
    guard keyword != .rule, keyword != .each else { return nil }
    if let first = clauseWords[firstWord...].first(where: { $0.keyword == keyword }) {
      return first.span
    }
    clauseWords.append(token)
    return nil
  }

  private mutating func reportRepeated(
    _ keyword: Keyword, first: Span, at word: Span, whole: Span?
  ) {
    // Don't offer to delete the clause if a `title` or `message` follows, because that would attach to the previous
    // clause.
    let isApart = !at(.title) && !at(.message) && !at(.warning)
    record(
      SyntaxProblem(
        .repeated(keyword.rawValue, first: first, whole: isApart ? whole : nil), word))
  }

  /// clause ::= modifier | default | from | hint | title | 'message' localized-text | rule | each
  private mutating func parseClause(_ keyword: Keyword) -> Clause? {
    let start = token.span
    let kind: Clause.Kind?
    switch keyword {
    case .default: kind = parseDefault()
    case .from: kind = parseFrom()
    case .hint: kind = parseHint()
    case .title: kind = parseTitle().map { .title($0) }
    case .message: kind = parseMessage().map { .message($0.text) }
    case .rule: kind = parseRule().map { .rule($0) }
    case .each: kind = parseEach()
    case .warning:
      report(.misplaced("warning"))
      _ = parseMessage()
      kind = nil
    default: return parseModifier()
    }
    return kind.map { Clause($0, at: span(from: start)) }
  }

  var atModifier: Bool {
    switch token.keyword {
    case .optional, .required, .halfwidth, .without, .trimmed, .lowercased, .uppercased, .anyCase,
      .secret:
      true
    default: false
    }
  }

  /// modifier ::= 'optional' | required | without | 'halfwidth' | 'trimmed' | 'lowercased'
  ///   | 'uppercased' | 'anyCase' | 'secret'
  mutating func parseModifier() -> Clause? {
    let word = advance()
    let kind: Clause.Kind
    switch word.keyword {
    case .optional: kind = .optional
    case .required: kind = parseRequired()
    case .without: kind = parseWithout()
    default:
      guard let modifier = Clause.Modifier(rawValue: text(of: word)) else { return nil }
      kind = .modifier(modifier)
    }
    return Clause(kind, at: span(from: word.span))
  }

  /// required ::= 'required' ('if' condition)? ('message' localized-text)?
  private mutating func parseRequired() -> Clause.Kind {
    let condition = eat(.if) ? parseCondition() : nil
    let message = at(.message) ? parseMessage()?.text : nil
    if let message, at(.message) {
      reportAmbiguous("message", first: message.span, after: .required)
    }
    return .required(condition: condition, message: message)
  }

  /// without ::= 'without' '(' TEXT (',' TEXT)* ')'
  private mutating func parseWithout() -> Clause.Kind {
    let opener = token.span
    guard expect(.leftParen, .leftParen) else { return .without([]) }
    let texts = parseTexts()
    closeParenthesis(opener)
    return .without(texts)
  }

  /// default ::= 'default' literal
  private mutating func parseDefault() -> Clause.Kind? {
    advance()
    return parseLiteral().map { .default($0) }
  }

  /// from ::= 'from' TEXT (',' TEXT)*
  private mutating func parseFrom() -> Clause.Kind? {
    advance()
    let names = parseTexts()
    return names.isEmpty ? nil : .from(names)
  }

  /// hint ::= 'hint' localized-text
  private mutating func parseHint() -> Clause.Kind? {
    advance()
    return parseLocalizedText().map { .hint($0) }
  }

  /// title ::= 'title' localized-text
  private mutating func parseTitle() -> LocalizedText? {
    advance()
    return parseLocalizedText()
  }

  /// message ::= ('message' | 'warning') localized-text
  mutating func parseMessage() -> (severity: Severity, text: LocalizedText)? {
    let severity: Severity = advance().keyword == .warning ? .warning : .error
    return parseLocalizedText().map { (severity, $0) }
  }

  /// rule ::= 'rule' condition words
  private mutating func parseRule() -> Rule? {
    advance()
    var rule = Rule(condition: parseCondition())
    parseWords(into: &rule)
    return rule
  }

  /// each ::= 'each' rule
  private mutating func parseEach() -> Clause.Kind? {
    advance()
    guard at(.rule) else {
      reportExpected(.rule)
      return nil
    }
    return parseRule().map { .eachRule($0) }
  }

  /// words ::= (title | message)*
  mutating func parseWords(into rule: inout Rule) {
    while at(.title) || at(.message) || at(.warning) {
      let first = at(.title) ? rule.title : rule.message
      if let first { reportAmbiguous(text(of: token), first: first.span) }
      let word: Rule.Word? =
        at(.title)
        ? parseTitle().map { .title($0) } : parseMessage().map { .message($0.text, $0.severity) }
      if first == nil, let word { rule.words.append(word) }
    }
  }

  private mutating func reportAmbiguous(
    _ word: String, first: Span, after owner: Keyword = .rule
  ) {
    report(.ambiguousOwner(word, first: first, after: owner))
  }
}
