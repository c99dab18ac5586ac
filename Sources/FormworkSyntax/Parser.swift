// The core of the parser: the cursor over tokens, the verbs, and error recovery. The productions are in the files
// Parser+…; the comment above each is its line of grammar.md.
//
// The verbs are a contract: `at…` looks, `eat…` takes a token if it is there, `expect…` takes it or records a
// problem, `parse…` builds a node. Every loop takes a token or ends, and nesting is limited.

/// Parses a source into a tree, whatever its bytes.
package struct Parser {
  /// The maximum nesting depth of blocks and parentheses.
  package static let nestingLimit = 256
  /// The maximum number of declarations in a file, including those in blocks.
  package static let declarationLimit = 200_000
  /// The maximum number of operators and rule words in a condition.
  package static let operatorLimit = 1_000

  /// The tree, and all problems in the order of the source.
  package struct Result: Sendable {
    package var tree: FormTree
    package var problems: [SyntaxProblem]
    /// The number of warnings left out of `problems`.
    package var untoldWarnings: Int
    /// Whether the file uses other files, with `use` or `choices … from` at any depth.
    package var namesFiles: Bool
    /// The offsets of keywords that were taken as names, in the order of the source.
    package var keywordsAsNames: [UInt32]
  }

  /// Parses a whole source, or one of its files.
  package static func parse(_ source: Source, file: Int = 0) -> Result {
    let lexer = Lexer(source, file: file)
    var parser = Parser(source.bytes, lexer)
    let declarations = parser.parseForm()
    var problems = parser.withoutParts(lexer.problems.all) + parser.problems.all
    if !problems.isEmpty { problems = problems.ordered { $0.span.lower < $1.span.lower } }
    if !parser.unterminated.isEmpty {
      parser.noteLacks(&problems)
      parser.keepFirstOfTurned(&problems)
    }
    if lexer.problems.isFull || parser.problems.isFull {
      problems.insert(SyntaxProblem(tooManyIn: source.files[file]), at: 0)
    }
    let tree = FormTree(
      declarations: declarations, comments: lexer.comments,
      isWhole: !problems.contains { $0.severity == .error })
    return Result(
      tree: tree, problems: problems,
      untoldWarnings: lexer.problems.untoldWarnings + parser.problems.untoldWarnings,
      namesFiles: parser.namesFiles, keywordsAsNames: parser.keywordsAsNames)
  }

  let bytes: [UInt8]
  let tokens: [Token]
  var index = 0
  private var problems = SyntaxProblems()
  /// The number of blocks and parentheses around the cursor.
  var depth = 0
  /// The number of `<` blocks around the cursor. Outside blocks, `>` is always an operator.
  var blockDepth = 0
  /// While a list of other data is parsed, the number of blocks around its declarations. Otherwise nil.
  var listDepth: Int?
  /// Whether an en dash is a range here.
  var wantsRange = false
  /// The keywords that are names of fields, computed when first needed.
  var keywordFields: OrderedSet<Keyword>?
  /// The number of conditions around the cursor, and the number of operators read in the outermost condition.
  var conditionDepth = 0
  var operatorCount = 0
  /// The offsets of texts, names and patterns whose end is missing.
  let unterminated: OrderedSet<UInt32>
  /// The offsets of unterminated tokens next to which something else is missing.
  var lacking: OrderedSet<UInt32> = []
  /// Whether `use` or `choices … from` was parsed.
  var namesFiles = false
  /// The offsets of keywords that were taken as names.
  private var keywordsAsNames: [UInt32] = []
  /// The keywords that began clauses of the fields around the cursor.
  var clauseWords: [Token] = []
  /// The number of declarations parsed.
  var declarationCount = 0
  /// The index of the token after the part that was skipped because of a limit. Nothing is reported as missing there.
  private var skippedTo = -1
  /// The index of the token after the part that `recover` skipped. A block there belongs to that part.
  var recoveredTo = -1

  private init(_ bytes: [UInt8], _ lexer: Lexer) {
    self.bytes = bytes
    tokens = Parser.withContextualWords(lexer.tokens, bytes)
    unterminated = OrderedSet(
      lexer.problems.all.compactMap { problem in
        if case .unterminated = problem.kind { problem.span.lower } else { nil }
      })
  }
}

// MARK: - Contextual keywords

extension Parser {
  /// Turns words into keywords where they can't be names. `data` is a keyword before a kind of data, and `words` before
  /// a code and a text. `list` is a keyword where it begins a list of other data, `page` and `intro` before a text.
  private static func withContextualWords(_ tokens: [Token], _ bytes: [UInt8]) -> [Token] {
    var tokens = tokens
    for index in 0..<max(0, tokens.count - 2) where tokens[index].kind == .name {
      let isFieldName = index > 0 && tokens[index - 1].keyword == .field
      if tokens[index + 2].kind == .text, isWord("words", tokens[index], bytes), !isFieldName,
        tokens[index + 1].kind == .name || tokens[index + 1].keyword == .required
      {
        tokens[index].kind = .keyword
        tokens[index].keyword = .words
      }
      if tokens[index + 1].kind == .text, !isDeclaredName(index, tokens) {
        for keyword in [Keyword.page, .intro] where isWord(keyword.rawValue, tokens[index], bytes) {
          tokens[index].kind = .keyword
          tokens[index].keyword = keyword
        }
      }
      if isWord("list", tokens[index], bytes), isOtherData(index, tokens, bytes) {
        tokens[index].kind = .keyword
        tokens[index].keyword = .list
      }
      guard isWord("data", tokens[index], bytes),
        DataKind.allCases.contains(where: { isWord($0.rawValue, tokens[index + 1], bytes) })
      else { continue }
      let next = tokens[index + 2]
      guard
        next.kind == .less || next.kind == .end || next.kind == .name
          || next.keyword?.startsDeclaration ?? false
      else { continue }
      tokens[index].kind = .keyword
      tokens[index].keyword = .data
    }
    return tokens
  }

  /// Whether the token at `index` is the name in a declaration, which a label may follow.
  private static func isDeclaredName(_ index: Int, _ tokens: [Token]) -> Bool {
    guard index > 0, let word = tokens[index - 1].keyword else { return false }
    return [.form, .field, .needs, .list].contains(word)
  }

  /// Whether the `list` at `index` declares a list of other data. A name and the next part of the declaration must
  /// follow, and `list` must not be a type or the name of a field.
  private static func isOtherData(_ index: Int, _ tokens: [Token], _ bytes: [UInt8]) -> Bool {
    let (name, next) = (tokens[index + 1], tokens[index + 2])
    guard name.kind == .name || name.kind == .quotedName,
      next.kind == .less || next.kind == .text || next.keyword == .from || next.keyword == .as
        || next.keyword == .optional
    else { return false }
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    return before.kind != .colon && before.keyword != .field && !isWord("of", before, bytes)
  }

  /// Whether `token` is the code of a built-in message that a form may reword.
  static func isCode(_ token: Token, _ bytes: [UInt8]) -> Bool {
    OwnWords.codes.contains { code in
      isWord(code, token, bytes) || token.keyword == .required && code == "required"
    }
  }

  private static func isWord(_ word: String, _ token: Token, _ bytes: [UInt8]) -> Bool {
    token.kind == .name && token.span.count == word.utf8.count
      && bytes[Int(token.span.lower)..<Int(token.span.upper)].elementsEqual(word.utf8)
  }
}

// MARK: - Looking at tokens

extension Parser {
  var token: Token { tokens[index] }

  /// The index of the token `end`.
  var lastIndex: Int { tokens.count - 1 }

  func token(ahead count: Int) -> Token { tokens[min(index + count, lastIndex)] }

  func at(_ kind: Token.Kind) -> Bool { tokens[index].kind == kind }

  func at(_ keyword: Keyword) -> Bool { tokens[index].keyword == keyword }

  /// Whether a token is `word`, which is special only in some contexts, as `of` is.
  func at(word: String, ahead count: Int = 0) -> Bool {
    Parser.isWord(word, token(ahead: count), bytes)
  }

  func touches(_ first: Token, _ second: Token) -> Bool { first.span.upper == second.span.lower }

  /// Whether a line ends between two tokens.
  func endsLine(_ first: Span, _ second: Span) -> Bool {
    bytes[Int(first.upper)..<Int(second.lower)].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Whether `token` can begin an operand.
  func startsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .quotedName, .text, .number, .date, .time, .dateTime, .instant, .pattern,
      .leftParen, .minus, .enDash, .plus, .not, .range, .halfOpenRange, .unknown:
      true
    case .keyword: token.keyword?.startsOperand ?? false
    default: false
    }
  }

  /// Whether a `<` at the cursor opens a block.
  var atBlockStart: Bool { opensBlock(ahead: 0) }

  func opensBlock(ahead count: Int) -> Bool {
    let token = token(ahead: count)
    guard token.kind == .less else { return false }
    let next = self.token(ahead: count + 1)
    switch next.kind {
    case .keyword: return next.keyword?.startsDeclaration ?? false
    case .greater: return !(touches(token, next) && startsOperand(self.token(ahead: count + 2)))
    case .end: return true
    default: return false
    }
  }

  /// Whether a `>` at the cursor closes a block.
  var atBlockEnd: Bool {
    guard at(.greater), blockDepth > 0 else { return false }
    let next = token(ahead: 1)
    switch next.kind {
    case .keyword: return !(next.keyword?.startsOperand ?? false)
    case .greater, .end: return true
    default: return false
    }
  }

  func text(of token: Token) -> String { text(token.span) }

  func text(_ span: Span) -> String { String(decoding: bytes(of: span), as: UTF8.self) }

  func bytes(of span: Span) -> ArraySlice<UInt8> { bytes[Int(span.lower)..<Int(span.upper)] }

  /// The token at the cursor, for a message.
  var found: SyntaxProblem.Found {
    switch token.kind {
    case .end: .end
    case .keyword, .name: .word(text(of: token))
    case .quotedName: .word(quotedText(of: token))
    case .text: .text
    case .number, .date, .time, .dateTime, .instant, .pattern: .other(text(of: token))
    default: .mark(text(of: token))
    }
  }
}

// MARK: - Taking tokens

extension Parser {
  @discardableResult
  mutating func advance() -> Token {
    let taken = token
    if index < lastIndex { index += 1 }
    return taken
  }

  mutating func eat(_ kind: Token.Kind) -> Bool {
    guard at(kind) else { return false }
    advance()
    return true
  }

  mutating func eat(_ keyword: Keyword) -> Bool {
    guard at(keyword) else { return false }
    advance()
    return true
  }

  mutating func eat(word: String) -> Bool {
    guard at(word: word) else { return false }
    advance()
    return true
  }

  /// Records a problem, unless the last problem is an error that begins at the same offset.
  mutating func report(_ kind: SyntaxProblem.Kind, at span: Span? = nil) {
    let span = span ?? token.span
    if let last = problems.all.last, last.span.lower == span.lower, last.severity == .error {
      return
    }
    record(SyntaxProblem(kind, span))
  }

  /// Records a problem. Parsing ends if there are too many.
  mutating func record(_ problem: SyntaxProblem) {
    problems.append(problem)
    if problems.isFull { index = lastIndex }
  }

  mutating func reportExpected(_ wanted: SyntaxProblem.Wanted) {
    // The lexer has already reported tokens that it couldn't read.
    if at(.unknown) || index == skippedTo { return }
    if let unclosed = unterminatedHere {
      lacking.insert(unclosed)
      return
    }
    // A token that can't begin a declaration is itself the error, so mark the token.
    if case .declaration = wanted { return report(.expected(wanted, found: found)) }
    report(.expected(wanted, found: found), at: missingSpan)
  }

  /// The offset of the unterminated token at the cursor or directly before it. Such a token takes the rest of its
  /// line, and with it whatever seems to be missing.
  private var unterminatedHere: UInt32? {
    if !isClosed(token) { return token.span.lower }
    return index > 0 && !isClosed(tokens[index - 1]) ? tokens[index - 1].span.lower : nil
  }

  /// The span to mark for a missing token. At the end of a line, this is the end of the last token, before any comment.
  private var missingSpan: Span {
    guard index > 0 else { return token.span }
    let before = tokens[index - 1].span
    return at(.end) || endsLine(before, token.span) ? before.end : token.span
  }

  /// Takes the comma before another item. Reports a forgotten comma and goes on as if it were there.
  ///
  /// - Parameter isText: Whether only a text can be an item.
  mutating func eatComma(beforeText isText: Bool = false) -> Bool {
    if eat(.comma) { return true }
    guard isText ? at(.text) : startsOperand(token) && !at(.unknown) else { return false }
    report(.expected(.comma, found: found), at: tokens[index - 1].span.end)
    return true
  }

  /// Takes a needless comma between two parts of a form, with a warning.
  mutating func eatNeedlessComma() -> Bool {
    guard at(.comma) else { return false }
    let next = token(ahead: 1)
    let begins = next.keyword.map { $0.startsDeclaration || $0.startsClause } ?? false
    guard begins || next.kind == .end || next.kind == .greater else { return false }
    report(.habit(found: text(of: token), meant: ""), at: token.span)
    advance()
    return true
  }

  /// Takes the `>` of a block, or reports that it is missing.
  ///
  /// - Parameter declarations: The parsed declarations of the block.
  mutating func closeBlock(opener: Span, _ declarations: [Declaration] = []) {
    if eat(.greater) || index == skippedTo { return }
    let last = endOfIndented(declarations, opener: opener) ?? tokens[index - 1].span.end
    // Offer no position for the `>` if an unterminated text could swallow it.
    let end = unterminated.isEmpty ? last : nil
    // Several blocks may be unclosed at the same offset. Each is reported.
    record(SyntaxProblem(.unclosedBlock(opener: opener, end: end), missingSpan))
  }

  /// Returns the end of the leading declarations that are indented more than the line on which their block opens.
  /// Returns nil if all declarations are indented like that, or if the first isn't.
  private func endOfIndented(_ declarations: [Declaration], opener: Span) -> Span? {
    var start = Int(opener.lower)
    while start > 0, !isLineBreak(start - 1) { start -= 1 }
    var end = start
    while isSpace(end) { end += 1 }
    let outside = declarations.firstIndex { declaration in
      indentation(Int(declaration.span.lower)).map { $0 <= end - start } ?? false
    }
    return outside.flatMap { $0 > 0 ? declarations[$0 - 1].span.end : nil }
  }

  /// Returns the indentation of `place` if only spaces precede it on its line, or nil.
  private func indentation(_ place: Int) -> Int? {
    var start = place
    while start > 0, isSpace(start - 1) { start -= 1 }
    return start == 0 || isLineBreak(start - 1) ? place - start : nil
  }

  private func isSpace(_ place: Int) -> Bool { bytes[place] == 0x20 || bytes[place] == 0x09 }

  private func isLineBreak(_ place: Int) -> Bool { bytes[place] == 0x0A || bytes[place] == 0x0D }

  mutating func expect(_ kind: Token.Kind, _ wanted: SyntaxProblem.Wanted) -> Bool {
    if eat(kind) { return true }
    reportExpected(wanted)
    return false
  }

  mutating func name(of token: Token) -> Name {
    Name(token.kind == .quotedName ? quotedText(of: token) : text(of: token), at: token.span)
  }

  /// Returns the text between the backquotes of a name. The closing backquote may be missing.
  private func quotedText(of token: Token) -> String {
    // Compare bytes, because a combining mark after the backquote would form one character with it.
    let isClosed = token.span.count > 1 && bytes[Int(token.span.upper) - 1] == UInt8(ascii: "`")
    return text(Span(token.span.lower + 1, token.span.upper - (isClosed ? 1 : 0)))
  }

  /// Takes the token as a name.
  mutating func takeName() -> Name {
    let token = advance()
    if token.kind == .keyword { keywordsAsNames.append(token.span.lower) }
    return name(of: token)
  }

  /// Takes any word as a name, where a name is required.
  mutating func expectName(_ wanted: SyntaxProblem.Wanted) -> Name? {
    switch token.kind {
    case .name, .quotedName, .keyword: return takeName()
    default:
      reportExpected(wanted)
      return nil
    }
  }

  /// Returns the span from `start` to the last token taken.
  func span(from start: Span) -> Span {
    guard index > 0 else { return start }
    return Span(start.lower, max(start.upper, tokens[index - 1].span.upper))
  }

  /// Returns the lexer's problems. Omits habits inside a span that the parser has reported as a habit or a comma.
  private func withoutParts(_ found: [SyntaxProblem]) -> [SyntaxProblem] {
    var told: OrderedSet<UInt32> = []
    for problem in problems.all {
      switch problem.kind {
      case .habit, .commaInExample: told.formUnion(problem.span.lower..<problem.span.upper)
      default: break
      }
    }
    if told.isEmpty { return found }
    return found.filter { problem in
      if case .habit = problem.kind { !told.contains(problem.span.lower) } else { true }
    }
  }

  /// Runs `body` one level deeper. Past the limit, reports and skips the nested part and returns nil. The token that
  /// begins the level has been taken.
  mutating func nested<T>(_ body: (inout Parser) -> T) -> T? {
    guard depth < Parser.nestingLimit else {
      report(.tooDeep(limit: Parser.nestingLimit), at: tokens[max(index, 1) - 1].span)
      skipNested()
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  /// Skips to the end of the file.
  mutating func skipToEnd() {
    index = lastIndex
    skippedTo = index
  }

  /// Skips to the next declaration. If blocks are nested too deep, it is unclear which `>` closes which block, so
  /// everything is skipped.
  mutating func skipNested() {
    let isInBlocks = blockDepth >= Parser.nestingLimit / 2
    while !at(.end), isInBlocks || !(token.keyword?.startsDeclaration ?? false) { advance() }
    skippedTo = index
  }
}

// MARK: - Recovery

extension Parser {
  /// Skips to the next clause, declaration or end of a block.
  mutating func recover() {
    while !at(.end), !atBoundary { advance() }
    recoveredTo = index
  }

  private var atBoundary: Bool {
    if let keyword = token.keyword {
      return keyword.startsDeclaration || keyword.startsClause || keyword == .else
    }
    return atBlockEnd || atBlockStart || atMisspeltStart
  }

  /// Whether a word at the beginning of a line resembles a keyword that begins a declaration or a clause. Recovery
  /// stops here, so that it doesn't hide the misspelt keyword.
  var atMisspeltStart: Bool {
    guard at(.name), index > 0 else { return false }
    guard endsLine(tokens[index - 1].span, token.span) else { return false }
    return !NearNames.nearest(to: text(of: token), among: Parser.startingWords).isEmpty
  }

  private static let startingWords = Keyword.allCases
    .filter { $0.startsDeclaration || $0.startsClause }.map { $0.rawValue }
}
