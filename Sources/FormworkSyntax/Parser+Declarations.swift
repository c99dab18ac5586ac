// Productions of declarations, at the top of a form and in its blocks.

extension Parser {
  /// file ::= declaration*
  mutating func parseForm() -> [Declaration] {
    var declarations: [Declaration] = []
    while !at(.end) {
      parseDeclarations(into: &declarations)
      if at(.greater) {
        report(.strayBlockEnd)
        advance()
      }
    }
    checkPlaces(declarations)
    return declarations
  }

  /// Parses declarations up to a `>` or the end.
  private mutating func parseDeclarations(into declarations: inout [Declaration]) {
    while !at(.end), !at(.greater) {
      if eatNeedlessComma() { continue }
      let before = index
      if atBlockStart, recoveredTo != index { reportStrayBlock(after: declarations.last) }
      if let declaration = parseDeclaration() {
        declarations.append(declaration)
      } else if atBlockStart {
        // The head of the block is missing or unreadable. Keep the declarations in the block.
        declarations.append(contentsOf: parseBlock() ?? [])
      }
      if index == before { advance() }
    }
  }

  /// declaration ::= form | language | closed | fields | field | when | check | page | intro | use
  ///   | definition | list | needs | data | own-words | example
  private mutating func parseDeclaration() -> Declaration? {
    let start = token.span
    declarationCount += 1
    if declarationCount > Parser.declarationLimit {
      report(.tooManyDeclarations(limit: Parser.declarationLimit))
      skipToEnd()
      return nil
    }
    let kind: Declaration.Kind?
    switch token.keyword {
    case .form: kind = parseForm()
    case .language: kind = parseLanguage()
    case .closed: kind = parseClosed()
    case .fields: kind = parseFields()
    case .field: kind = parseField().map { .field($0) }
    case .when: kind = .when(parseWhen())
    case .check: kind = .check(parseCheck())
    case .page: kind = .page(parsePage())
    case .intro: kind = parseIntro()
    case .use: kind = parseUse()
    case .needs: kind = parseNeeds()
    case .data: kind = parseData()
    case .words: kind = parseOwnWords()
    case .example: kind = parseExample()
    case .define, .choices, .table: kind = parseDefinition()
    case .list: kind = parseList().map { .list($0) }
    case nil where lacksText: kind = at(word: "page") ? .page(parsePage()) : parseIntro()
    default:
      reportNoDeclaration()
      return nil
    }
    return kind.map { Declaration($0, at: span(from: start)) }
  }

  /// Reports a block that follows no condition, `else` or colon.
  private mutating func reportStrayBlock(after declaration: Declaration?) {
    let owner: SyntaxProblem.BlockOwner =
      switch declaration?.kind {
      case nil, .form: .form
      case .field(let field): .field(field.name.text, type: field.type.span)
      case .check(let check):
        .check(isAlone: check.rule.words.isEmpty && check.target.isEmpty)
      case .when(let when):
        when.elseBlank == nil && when.branches.last?.condition != nil ? .when : .other
      default: .other
      }
    report(.strayBlock(after: owner, from: declaration?.span))
  }

  private mutating func reportNoDeclaration() {
    if at(word: "data"), token(ahead: 1).kind == .name {
      let name = text(of: token(ahead: 1))
      let kinds = DataKind.allCases.map { $0.rawValue }
      report(
        .unknownDataKind(name, near: NearNames.nearest(to: name, among: kinds, limit: 2)),
        at: token(ahead: 1).span)
    } else if case .word(let word) = found, at(.name) {
      let words = Keyword.allCases.filter { $0.startsDeclaration }
      // After a check, `message`, `warning` or `title` may be meant.
      let more = Keyword.allCases.filter { $0 == .message || $0 == .warning || $0 == .title }
      let near = [words, token(ahead: 1).kind == .text ? more : []].lazy
        .map { NearNames.nearest(to: word, among: $0.map { $0.rawValue }, limit: 4) }
        .first { !$0.isEmpty }
      report(.unknownDeclaration(word, near: near ?? []))
    } else if !atBlockStart {
      reportExpected(.declaration)
    }
    if !atBlockStart { advance() }
    while !at(.end), !(token.keyword?.startsDeclaration ?? false), !atBlockEnd, !atBlockStart,
      !atMisspeltStart
    {
      advance()
    }
  }

  /// Reports a `form` that isn't first, and a repeated `form`, `language` or kind of `data`.
  private mutating func checkPlaces(_ declarations: [Declaration]) {
    var seen: OrderedDictionary<String, Span> = [:]
    for (place, declaration) in declarations.enumerated() {
      let word: String
      switch declaration.kind {
      case .form: word = "form"
      case .language: word = "language"
      case .data(let data): word = "data " + data.kind.rawValue
      default: continue
      }
      let wordSpan = Span(
        declaration.span.lower, declaration.span.lower + UInt32(word.utf8.count))
      if let first = seen[word] {
        record(SyntaxProblem(.repeated(word, first: first, whole: declaration.span), wordSpan))
      } else if word == "form", place > 0 {
        record(SyntaxProblem(.misplaced(word), wordSpan))
      }
      seen[word] = seen[word] ?? wordSpan
    }
  }

  /// form ::= 'form' NAME localized-text?
  private mutating func parseForm() -> Declaration.Kind? {
    advance()
    reportInsideBlock("form")
    guard let name = expectName(.name) else { return nil }
    return .form(name, title: at(.text) ? parseLocalizedText() : nil)
  }

  /// language ::= 'language' LANGUAGE
  private mutating func parseLanguage() -> Declaration.Kind? {
    advance()
    reportInsideBlock("language")
    let width = languageWidth()
    guard width > 0 else {
      reportExpected(.languageCode)
      return nil
    }
    return .language(eatLanguage(width))
  }

  mutating func reportInsideBlock(_ word: String) {
    if blockDepth > 0 { report(.misplaced(word), at: tokens[index - 1].span) }
  }

  /// closed ::= 'closed'
  private mutating func parseClosed() -> Declaration.Kind? {
    advance()
    return .closed
  }

  /// fields ::= 'fields' modifier+
  private mutating func parseFields() -> Declaration.Kind? {
    advance()
    var modifiers: [Clause] = []
    while let word = token.keyword, word.startsClause {
      guard word.startsModifier else {
        report(.expected(.fieldsModifier, found: found))
        advance()
        recover()
        continue
      }
      if let clause = parseClause(word) { modifiers.append(clause) }
    }
    if modifiers.isEmpty { reportExpected(.modifier) }
    return .fields(modifiers)
  }

  /// Takes the name of a field. Several words before a colon are reported and read as one name.
  private mutating func expectFieldName() -> Name? {
    guard let name = expectName(.fieldName) else { return nil }
    var count = 0
    // Accept hyphenated names such as `first-name`, too, which other languages allow.
    while token(ahead: count).kind == .name
      || token(ahead: count).kind == .minus && token(ahead: count + 1).kind == .name, count < 8
    {
      count += 1
    }
    guard count > 0, count < 8, token(ahead: count).kind == .colon else { return name }
    let whole = Span(name.span.lower, token(ahead: count - 1).span.upper)
    let text = self.text(whole)
    guard !text.contains(where: { $0.isNewline || $0 == "`" || $0 == "#" }) else { return name }
    for _ in 0..<count { advance() }
    report(.spacedName(text), at: whole)
    return Name(text, at: whole)
  }

  /// field ::= 'field' NAME localized-text? ':' type ('=' condition)? clause*
  private mutating func parseField() -> FieldDeclaration? {
    advance()
    guard let name = expectFieldName() else {
      recover()
      return nil
    }
    return parseField(named: name)
  }

  /// Parses the rest of a field after its name.
  ///
  /// - Parameter isNeeded: whether the field is a value that is given when the form is run.
  mutating func parseField(named name: Name, isNeeded: Bool = false) -> FieldDeclaration {
    let label = at(.text) ? parseLocalizedText() : nil
    if isNeeded, at(.assign) {
      let type = TypeExpression(.invalid, at: token.span)
      return FieldDeclaration(
        name, label: label, type: type, calculation: nil,
        clauses: parseAssignedNeed(name, hasType: false))
    }
    if !eat(.colon) { reportExpected(.colon) }
    let type = parseType()
    if isNeeded, at(.assign) {
      return FieldDeclaration(
        name, label: label, type: type, calculation: nil,
        clauses: parseAssignedNeed(name, hasType: true))
    }
    let calculation = eat(.assign) ? parseCondition() : nil
    let clauses = parseClauses()
    return FieldDeclaration(
      name, label: label, type: type, calculation: calculation, clauses: clauses)
  }

  /// Parses `= 2026`, which other languages write for a default, and the clauses after it. Reports it.
  private mutating func parseAssignedNeed(_ name: Name, hasType: Bool) -> [Clause] {
    let before = tokens[index - 1].span
    let sign = advance().span
    let value = parseCondition()
    let whole = span(from: sign)
    let clauses = parseClauses()
    var replacement: String?
    if value.isLiteral, !clauses.contains(where: { $0.word == .default }) {
      let clause = "default " + text(value.span)
      replacement =
        hasType ? clause : Parser.type(ofLiteral: value).map { ": \($0) " + clause }
    }
    report(
      .assignedNeed(
        name.text, replaced: hasType ? whole : Span(before.upper, whole.upper),
        replacement: replacement),
      at: whole)
    return clauses
  }

  /// Returns the type of a literal, or nil if no field can have that type.
  private static func type(ofLiteral literal: Expression) -> String? {
    switch literal.kind {
    case .text: "string"
    case .number(let digits): digits.utf8.contains(UInt8(ascii: ".")) ? "number" : "int"
    case .percent: "number"
    case .negated(let inner): type(ofLiteral: inner)
    case .bool: "bool"
    case .date: "date"
    case .time: "time"
    case .dateTime: "datetime"
    case .instant: "instant"
    default: nil
    }
  }

  /// list ::= 'list' NAME localized-text? ('from' TEXT)? ('as' TEXT 'optional'? | 'optional'? block)
  private mutating func parseList() -> ListDeclaration? {
    advance()
    reportInsideBlock("list")
    guard let name = expectName(.name) else { return nil }
    let label = at(.text) ? parseLocalizedText(isOfList: true) : nil
    var file: PlainText?
    if eat(.from) {
      namesFiles = true
      file = expectPlainText()
    }
    if eat(.as) {
      namesFiles = true
      guard let form = expectPlainText() else { return nil }
      return ListDeclaration(
        name: name, label: label, file: file, form: form, isOptional: eat(.optional), body: [])
    }
    let isOptional = eat(.optional)
    listDepth = blockDepth + 1
    let body = parseBlock() ?? []
    listDepth = nil
    return ListDeclaration(
      name: name, label: label, file: file, isOptional: isOptional, body: body)
  }

  /// own-words ::= 'words' CODE localized-text (',' CODE localized-text)*
  private mutating func parseOwnWords() -> Declaration.Kind? {
    advance()
    reportInsideBlock("words")
    var words: [OwnWords] = []
    repeat {
      let isCode = Parser.isCode(token, bytes)
      guard isCode || at(.name) else {
        reportExpected(.wordsCode)
        recover()
        break
      }
      let code = takeName()
      if !isCode {
        let near = NearNames.nearest(to: code.text, among: OwnWords.codes)
        report(.unknownCode(code.text, near: near), at: code.span)
      }
      guard let text = parseLocalizedText() else { break }
      if isCode { words.append(OwnWords(code: code, text: text)) }
    } while eat(.comma)
    return .words(words)
  }

  /// block ::= '<' declaration* '>'
  mutating func parseBlock() -> [Declaration]? {
    guard at(.less) else {
      reportExpected(.blockStart)
      recover()
      return nil
    }
    let opener = advance().span
    return nested { parser in
      let wantedRange = parser.wantsRange
      parser.wantsRange = false
      parser.blockDepth += 1
      var declarations: [Declaration] = []
      parser.parseDeclarations(into: &declarations)
      parser.blockDepth -= 1
      parser.wantsRange = wantedRange
      parser.closeBlock(opener: opener, declarations)
      return declarations
    } ?? []
  }

  /// Whether `page` or `intro` is at the cursor without its text. Neither a clause nor a declaration can begin with a
  /// name.
  var lacksText: Bool {
    (at(word: "page") || at(word: "intro")) && token(ahead: 1).kind != .colon
  }

  /// page ::= 'page' localized-text block
  private mutating func parsePage() -> PageDeclaration {
    advance()
    let title = parseLocalizedText()
    if !at(.less) {
      reportExpected(title == nil ? .text : .blockStart)
      recover()
    }
    return PageDeclaration(title: title, body: at(.less) ? parseBlock() ?? [] : [])
  }

  /// intro ::= 'intro' localized-text
  private mutating func parseIntro() -> Declaration.Kind? {
    advance()
    return parseLocalizedText().map { .intro($0) }
  }

  /// when ::= 'when' branch ('else' 'when' branch)* else?
  private mutating func parseWhen() -> WhenDeclaration {
    advance()
    var declaration = WhenDeclaration(branches: [parseBranch()])
    while at(.else) {
      let start = advance().span
      if eat(.when) {
        declaration.branches.append(parseBranch())
      } else {
        parseElse(from: start, into: &declaration)
        break
      }
    }
    return declaration
  }

  /// branch ::= condition ('as' NAME)? title? block
  private mutating func parseBranch() -> WhenDeclaration.Branch {
    let start = token.span
    let condition = parseCondition()
    let name = eat(.as) ? expectName(.name) : nil
    let title = at(.title) ? parseTitle() : nil
    if !at(.less) {
      reportExpected(.blockStart)
      recover()
    }
    let body = at(.less) ? parseBlock() ?? [] : []
    return .init(
      condition: condition, name: name, title: title, body: body, span: span(from: start))
  }

  /// else ::= 'else' ('as' NAME)? title? block | 'else' 'blank' ('message' localized-text)?
  private mutating func parseElse(from start: Span, into declaration: inout WhenDeclaration) {
    if eat(word: "blank") {
      let blankSpan = span(from: start)
      let message = at(.message) ? parseMessage()?.text : nil
      declaration.elseBlank = .init(message: message, span: blankSpan)
      return
    }
    let name = eat(.as) ? expectName(.name) : nil
    let title = at(.title) ? parseTitle() : nil
    guard at(.less) else {
      reportExpected(.blankOrBlock)
      return recover()
    }
    let body = parseBlock() ?? []
    declaration.branches.append(
      .init(condition: nil, name: name, title: title, body: body, span: span(from: start)))
  }

  /// Whether `per` and the name of a field follow.
  var atGroups: Bool {
    at(word: "per") && (token(ahead: 1).kind == .name || token(ahead: 1).kind == .quotedName)
  }

  /// check ::= 'check' condition ('per' path (',' path)*)? (words | 'at' path)*
  private mutating func parseCheck() -> CheckDeclaration {
    advance()
    var rule = Rule(condition: parseCondition())
    var per: [[Name]] = []
    if atGroups {
      advance()
      repeat { per.append(parsePath()) } while eat(.comma)
    }
    var target: [Name] = []
    var first: Span?
    while true {
      if at(.at) {
        let word = advance().span
        if let first { report(.repeated("at", first: first), at: word) }
        first = first ?? word
        target = parsePath()
      } else if at(.title) || at(.message) || at(.warning) {
        parseWords(into: &rule)
      } else {
        break
      }
    }
    return CheckDeclaration(rule: rule, per: per, target: target)
  }

  /// use ::= 'use' TEXT
  private mutating func parseUse() -> Declaration.Kind? {
    advance()
    namesFiles = true
    return expectPlainText().map { .use($0) }
  }

  /// path ::= NAME ('.' NAME)*
  mutating func parsePath() -> [Name] {
    guard let first = expectName(.fieldName) else { return [] }
    var path = [first]
    while eat(.dot) {
      guard let name = expectName(.fieldName) else { break }
      path.append(name)
    }
    return path
  }
}
