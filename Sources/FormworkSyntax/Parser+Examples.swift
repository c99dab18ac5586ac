// Productions of examples: records with their expected results.

extension Parser {
  /// example ::= 'example' TEXT ('like' TEXT)? ('on' DATE)? list-content* verdict example-record after?
  mutating func parseExample() -> Declaration.Kind? {
    advance()
    guard let name = expectPlainText() else {
      recover()
      return nil
    }
    let like = eat(word: "like") ? expectPlainText() : nil
    var day: Expression?
    if eat(word: "on") {
      if at(.date) { day = parseLiteral() } else { reportExpected(.date) }
    }
    var lists: [ExampleDeclaration.ListContent] = []
    while at(word: "with"), let content = parseListContent() { lists.append(content) }
    guard let rejects = parseVerdict() else { return nil }
    guard at(.less) else {
      reportExpected(.blockStart)
      recover()
      return nil
    }
    return .example(
      ExampleDeclaration(
        name: name, like: like, day: day, rejects: rejects.paths, members: parseExampleRecord(),
        after: parseAfter(), lists: lists))
  }

  /// after ::= 'after' example-record (',' example-record)*
  private mutating func parseAfter() -> [[ExampleDeclaration.Member]]? {
    guard at(word: "after"), token(ahead: 1).kind == .less else { return nil }
    advance()
    return parseExampleRecords()
  }

  /// list-content ::= 'with' NAME '(' (example-record (',' example-record)*)? ')'
  private mutating func parseListContent() -> ExampleDeclaration.ListContent? {
    advance()
    guard let name = expectName(.name) else { return nil }
    let start = token.span
    guard eat(.leftParen) else {
      reportExpected(.leftParen)
      return nil
    }
    let records = at(.rightParen) ? [] : parseExampleRecords()
    closeParenthesis(start)
    return .init(name: name, records: records)
  }

  private mutating func parseExampleRecords() -> [[ExampleDeclaration.Member]] {
    var records: [[ExampleDeclaration.Member]] = []
    repeat {
      guard at(.less) else {
        reportExpected(.blockStart)
        recover()
        break
      }
      records.append(parseExampleRecord())
    } while eat(.comma)
    return records
  }

  private struct Verdict {
    var paths: [[Name]]?
  }

  /// verdict ::= 'accepts' | 'rejects' (path (',' path)*)?
  private mutating func parseVerdict() -> Verdict? {
    if eat(word: "accepts") { return Verdict(paths: nil) }
    guard eat(word: "rejects") else {
      reportExpected(.verdict)
      recover()
      return nil
    }
    var paths: [[Name]] = []
    if at(.less) { return Verdict(paths: paths) }
    repeat {
      let path = parsePath()
      if path.isEmpty { break }
      paths.append(path)
    } while eat(.comma)
    return Verdict(paths: paths)
  }

  /// example-record ::= '<' example-member* '>'
  private mutating func parseExampleRecord() -> [ExampleDeclaration.Member] {
    let opener = advance().span
    return nested { parser in
      var members: [ExampleDeclaration.Member] = []
      // Only the first comma in a record is reported.
      var hasComma = false
      while !parser.at(.end), !parser.at(.greater) {
        let start = parser.index
        guard let member = parser.parseExampleMember() else {
          parser.skipExampleRecord(from: start)
          break
        }
        members.append(member)
        if parser.at(.comma) {
          if !hasComma { parser.report(.commaInExample) }
          hasComma = true
          parser.advance()
        }
      }
      parser.closeBlock(opener: opener)
      return members
    } ?? []
  }

  /// Skips to the end of a record with an unreadable member. Does nothing if a declaration comes first, because then
  /// the record has no end.
  private mutating func skipExampleRecord(from start: Int) {
    var place = start
    var open = 0
    while tokens[place].kind != .end {
      switch tokens[place].kind {
      case .less: open += 1
      case .greater where open > 0: open -= 1
      case .greater:
        index = max(index, place)
        return
      case .keyword where tokens[place + 1].kind != .colon:
        if tokens[place].keyword?.startsDeclaration ?? false { return }
      default: break
      }
      place += 1
    }
  }

  /// example-member ::= NAME ':' example-value
  private mutating func parseExampleMember() -> ExampleDeclaration.Member? {
    guard let name = expectName(.fieldName) else { return nil }
    if !eat(.colon) {
      reportExpected(.memberColon)
      // A `=` is taken as the colon. A value may also follow without a colon.
      let isName = at(.name) || at(.quotedName)
      guard eat(.assign) || at(.less) || (startsOperand(token) && !isName) else { return nil }
    }
    return parseExampleValue().map { .init(name: name, value: $0) }
  }

  /// example-value ::= literal | example-record | '(' (example-value (',' example-value)*)? ')'
  private mutating func parseExampleValue() -> ExampleDeclaration.Value? {
    if at(.less) { return .record(parseExampleRecord()) }
    guard at(.leftParen) else { return parseLiteral().map { .literal($0) } }
    let start = advance().span
    return nested { parser in
      var values: [ExampleDeclaration.Value] = []
      if !parser.at(.rightParen) {
        repeat {
          guard let value = parser.parseExampleValue() else { break }
          values.append(value)
        } while parser.eatComma()
      }
      parser.closeParenthesis(start)
      return .list(values, parser.span(from: start))
    }
  }
}
