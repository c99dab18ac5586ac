// Texts: their contents, their languages, and stray quotes.

extension Parser {
  func isClosed(_ token: Token) -> Bool {
    unterminated.isEmpty || !unterminated.contains(token.span.lower)
  }

  /// Decodes the inside of a text token. Most texts have only literal characters and take the path `plain`.
  private mutating func read<Text>(
    _ token: Token, plain: (String, Span) -> Text, _ body: (inout TextLiteral) -> Text
  ) -> Text {
    let isClosed = isClosed(token)
    if isClosed, bytes[Int(token.span.lower)] == UInt8(ascii: "\"") {
      let inside = Span(token.span.lower + 1, token.span.upper - 1)
      if !bytes(of: inside).contains(where: { TextLiteral.isMark($0) }) {
        return plain(text(inside), token.span)
      }
    }
    var literal = TextLiteral(bytes, token.span, isClosed: isClosed)
    let text = body(&literal)
    for problem in literal.problems.all { record(problem) }
    return text
  }

  mutating func plainText(_ token: Token) -> PlainText {
    read(token, plain: PlainText.init) { PlainText($0.readPlain(), at: token.span) }
  }

  mutating func template(_ token: Token) -> TextTemplate {
    read(token, plain: TextTemplate.init) { TextTemplate($0.readParts(), at: token.span) }
  }

  mutating func expectPlainText() -> PlainText? {
    guard at(.text) else {
      reportExpected(.text)
      return nil
    }
    return plainText(advance())
  }

  /// localized-text ::= TEXT (LANGUAGE TEXT)*
  ///
  /// - Parameter isOfList: whether `as` before a text is the keyword and not the code of Assamese.
  mutating func parseLocalizedText(isOfList: Bool = false) -> LocalizedText? {
    guard at(.text) else {
      reportExpected(.text)
      return nil
    }
    let start = token.span
    let unmarked = template(advance())
    var translations: [LocalizedText.Translation] = []
    while !(isOfList && token.keyword == .as), let language = eatLanguageBeforeText() {
      translations.append(.init(language: language, text: template(advance())))
    }
    return LocalizedText(unmarked, translations, at: span(from: start))
  }

  /// Takes a language code such as `ja` or `pt-BR` if a text follows.
  private mutating func eatLanguageBeforeText() -> Name? {
    let width = languageWidth()
    guard width > 0, token(ahead: width).kind == .text else { return nil }
    return eatLanguage(width)
  }

  mutating func eatLanguage(_ width: Int) -> Name {
    let start = token.span
    for _ in 0..<width { advance() }
    let span = span(from: start)
    return Name(text(span), at: span)
  }

  /// Returns the number of tokens at the cursor that form a language code, or 0. A code is a word of two or three
  /// letters with an optional region. `use`, `and`, `not` and `now` are keywords, not codes.
  mutating func languageWidth() -> Int {
    guard at(.name) || at(.keyword), 2...3 ~= token.span.count else { return 0 }
    if at(.keyword), token.span.count == 3 { return 0 }
    guard bytes(of: token.span).allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 })
    else { return 0 }
    let dash = token(ahead: 1)
    let region = token(ahead: 2)
    let isRegion = region.kind == .name || region.kind == .number || region.kind == .keyword
    if dash.kind == .minus, touches(token, dash), isRegion, touches(dash, region) { return 3 }
    return 1
  }
}

// MARK: - Stray quotes

extension Parser {
  /// Sets `isAll` to false in the problem of each unterminated token that is in `lacking`.
  func noteLacks(_ problems: inout [SyntaxProblem]) {
    for index in problems.indices {
      guard case .unterminated(let what, let close, _) = problems[index].kind,
        lacking.contains(problems[index].span.lower)
      else { continue }
      problems[index].kind = .unterminated(what, close: close, isAll: false)
    }
  }

  /// Keeps only the first error in a line with a stray quote. A stray quote swaps the texts of its line with the code
  /// between them: `" message "` becomes a text, and the last text has no end.
  func keepFirstOfTurned(_ problems: inout [SyntaxProblem]) {
    var turned: [Span] = []
    for problem in problems {
      guard case .unterminated(.text, _, _) = problem.kind else { continue }
      if let part = turnedPart(before: problem.span) { turned.append(part) }
    }
    var number = 0
    var lastTold: Int?
    var told: [SyntaxProblem] = []
    for var problem in problems {
      let lower = problem.span.lower
      while number < turned.count, turned[number].upper < lower { number += 1 }
      if problem.severity == .error, number < turned.count, turned[number].lower <= lower {
        if number == lastTold { continue }
        lastTold = number
        problem.reach = turned[number]
      }
      told.append(problem)
    }
    problems = told
  }

  /// Returns the part where texts and code are swapped, in the line of an unterminated text. It begins at the first
  /// text that touches another text or a word. Returns nil if no text does.
  private func turnedPart(before unclosed: Span) -> Span? {
    var low = 0
    var high = lastIndex
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].span.lower < unclosed.lower { low = middle + 1 } else { high = middle }
    }
    var start: UInt32?
    while low > 0 {
      let (first, second) = (tokens[low - 1], tokens[low])
      if endsLine(first.span, second.span) { break }
      if touches(first, second), first.kind == .text || second.kind == .text, isTextual(first),
        isTextual(second)
      {
        start = first.kind == .text ? first.span.lower : second.span.lower
      }
      low -= 1
    }
    return start.map { Span($0, unclosed.upper) }
  }

  /// Whether `token` is a text or can be part of one, unlike the marks that may follow a text.
  private func isTextual(_ token: Token) -> Bool {
    switch token.kind {
    case .text, .name, .keyword, .number, .date, .time, .dateTime, .instant, .unknown: true
    default: false
    }
  }
}
