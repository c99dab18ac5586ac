// Productions of definitions, lists of choices and tables.

extension Parser {
  /// definition ::= define | choices | table
  mutating func parseDefinition() -> Declaration.Kind? {
    switch token.keyword {
    case .choices: parseChoices()
    case .table: parseTable()
    default: parseDefine()
    }
  }

  /// define ::= 'define' NAME parameters? '=' condition ('message' localized-text)?
  ///   | 'define' NAME ':' type clause*
  private mutating func parseDefine() -> Declaration.Kind? {
    advance()
    guard let name = expectName(.name) else {
      recover()
      return nil
    }
    let parameters = at(.leftParen) ? parseParameters() : []
    if eat(.colon) {
      let type = parseType()
      return .define(
        DefineDeclaration(
          name: name, parameters: parameters, meaning: .type(type, parseClauses())))
    }
    guard eat(.assign) || eat(.equal) else {
      reportExpected(.meaning)
      recover()
      return nil
    }
    let expression = parseDefinedExpression()
    let message = at(.message) ? parseMessage()?.text : nil
    return .define(
      DefineDeclaration(
        name: name, parameters: parameters, meaning: .expression(expression, message: message)))
  }

  /// parameters ::= '(' NAME (',' NAME)* ')'
  private mutating func parseParameters() -> [Name] {
    let opener = advance().span
    var names: [Name] = []
    repeat {
      guard let name = expectName(.name) else { break }
      names.append(name)
    } while eatComma()
    closeParenthesis(opener)
    return names
  }

  /// needs ::= 'needs' NAME (parameters? | localized-text? ':' type clause*)
  mutating func parseNeeds() -> Declaration.Kind? {
    advance()
    guard let name = expectName(.name) else {
      recover()
      return nil
    }
    if at(.colon) || at(.text) || at(.assign) {
      let value = parseField(named: name, isNeeded: true)
      return .needs(NeedsDeclaration(name: name, parameters: [], value: value))
    }
    return .needs(
      NeedsDeclaration(name: name, parameters: at(.leftParen) ? parseParameters() : []))
  }

  /// choices ::= 'choices' NAME ('=' choices-entry (',' choices-entry)*
  ///   | 'from' TEXT (('column' | 'label' | 'also') TEXT)*)
  private mutating func parseChoices() -> Declaration.Kind? {
    advance()
    guard let name = expectName(.name) else {
      recover()
      return nil
    }
    if eat(.from) {
      namesFiles = true
      let file = expectPlainText()
      var columns: [ChoicesDeclaration.Column] = []
      while token(ahead: 1).kind == .text,
        let role = ChoicesDeclaration.Column.Role.allCases.first(where: { at(word: $0.rawValue) })
      {
        advance()
        if let name = expectPlainText() { columns.append(.init(role: role, name: name)) }
      }
      return .choices(ChoicesDeclaration(name: name, entries: [], file: file, columns: columns))
    }
    guard eat(.assign) || eat(.equal) else {
      reportExpected(.meaning)
      recover()
      return nil
    }
    var entries: [ChoicesDeclaration.Entry] = []
    repeat {
      guard let entry = parseChoicesEntry() else { break }
      entries.append(entry)
    } while eatComma(beforeText: true)
    return .choices(ChoicesDeclaration(name: name, entries: entries))
  }

  /// choices-entry ::= choice-item | NAME
  private mutating func parseChoicesEntry() -> ChoicesDeclaration.Entry? {
    if at(.name) || at(.quotedName) { return .list(takeName()) }
    return parseChoiceItem().map { .item($0) }
  }

  /// table ::= 'table' NAME parameters '<' row* '>'
  private mutating func parseTable() -> Declaration.Kind? {
    advance()
    guard let name = expectName(.name) else {
      recover()
      return nil
    }
    guard at(.leftParen) else {
      reportExpected(.parameters)
      recover()
      return nil
    }
    let parameters = parseParameters()
    guard at(.less) else {
      reportExpected(.blockStart)
      recover()
      return nil
    }
    let opener = advance().span
    blockDepth += 1
    let rows = parseRows()
    blockDepth -= 1
    closeBlock(opener: opener)
    return .table(TableDeclaration(name: name, parameters: parameters, rows: rows))
  }

  private mutating func parseRows() -> [TableDeclaration.Row] {
    var rows: [TableDeclaration.Row] = []
    while !at(.end), !at(.greater), !(token.keyword?.startsDeclaration ?? false) {
      let before = index
      if let row = parseRow() { rows.append(row) }
      if index == before { advance() }
    }
    return rows
  }

  /// row ::= (row-key (',' row-key)* | 'else') '->' row-result
  private mutating func parseRow() -> TableDeclaration.Row? {
    let start = token.span
    var keys: [[Expression]] = []
    if !eat(.else) {
      repeat {
        guard let key = parseRowKey() else {
          skipRow()
          return nil
        }
        keys.append(key)
      } while eat(.comma)
    }
    guard expect(.arrow, .arrow) else {
      skipRow()
      return nil
    }
    let result = parseRowResult()
    return .init(keys: keys, result: result, span: span(from: start))
  }

  /// row-key ::= row-item ('or' row-item)*
  private mutating func parseRowKey() -> [Expression]? {
    var items: [Expression] = []
    repeat {
      guard let item = parseRowItem() else { return nil }
      items.append(item)
    } while eat(.or as Keyword) || eat(.or as Token.Kind)
    return items
  }

  /// row-result ::= row-item | '(' row-item (',' row-item)* ')'
  private mutating func parseRowResult() -> [Expression] {
    let opener = token.span
    guard eat(.leftParen) else { return parseRowItem(endsRow: true).map { [$0] } ?? [] }
    var items: [Expression] = []
    repeat {
      guard let item = parseRowItem() else { break }
      items.append(item)
    } while eatComma()
    closeParenthesis(opener)
    return items
  }

  /// row-item ::= literal (('...' | '..<') literal?)? | ('...' | '..<') literal
  ///
  /// - Parameter endsRow: Whether the next row may follow the item. That row may begin with `...9`.
  private mutating func parseRowItem(endsRow: Bool = false) -> Expression? {
    let start = token.span
    var lower: Expression?
    if !at(.range), !at(.halfOpenRange) {
      guard let literal = parseLiteral() else { return nil }
      guard at(.range) || at(.halfOpenRange) || at(.enDash) else { return literal }
      if endsRow, literal.span.upper < token.span.lower, beginsOpenRange { return literal }
      if at(.enDash) { report(.habit(found: text(of: token), meant: "...")) }
      lower = literal
    }
    let mark = advance()
    // A literal after the mark may also begin the next row. After a lower bound, it is the upper bound only if it
    // touches the mark.
    let isOpen = lower != nil && !(touches(mark, token) && startsOperand(token))
    let upper = isOpen ? nil : parseLiteral()
    return Expression(
      .range(lower, upper, halfOpen: mark.kind == .halfOpenRange), at: span(from: start))
  }

  /// Whether the next token is `...` or `..<`, and an operand follows it without a space.
  private var beginsOpenRange: Bool {
    var next = self
    let mark = next.advance()
    return next.touches(mark, next.token) && next.startsOperand(next.token)
  }

  /// Skips to the next row or the end of the table. A row ends with its arrow and result, so both are skipped too.
  private mutating func skipRow() {
    while !at(.end), !at(.greater), !at(.arrow), !(token.keyword?.startsDeclaration ?? false) {
      advance()
    }
    if eat(.arrow) { _ = parseRowResult() }
  }
}
