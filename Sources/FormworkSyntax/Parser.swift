// The parser's frame: the cursor over tokens, the verbs, and how it finds its feet again after a
// problem. The productions stand in the other files Parser+…; the line above each of them is its line
// of grammar.md.
//
// Verbs are a contract: `at…` looks, `eat…` takes what is there, `expect…` takes it or records a
// problem, `parse…` builds a node. Every loop takes a token or ends, and nesting is counted.

/// Reads a source into a tree, whatever it holds.
package struct Parser {
  /// How deep blocks and parentheses may nest.
  package static let nestingLimit = 256
  /// How many declarations a file may have, those in blocks included.
  package static let declarationLimit = 200_000
  /// How many operators and rule words a condition may have.
  package static let operatorLimit = 1_000

  /// What was read, and everything wrong with its form, in the order of the source.
  package struct Result: Sendable {
    package var tree: FormTree
    package var problems: [SyntaxProblem]
    /// How many warnings there are beyond these.
    package var untoldWarnings: Int
    /// Whether a declaration, at any depth, is in another file.
    package var namesFiles: Bool
    /// Where words of the language were taken as names, in the order of the source.
    package var keywordsAsNames: [UInt32]
  }

  /// Reads all of a source, or one of its files; never stops before its end.
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
  /// Blocks and parentheses around the cursor.
  var depth = 0
  /// `<` blocks around the cursor: without one, `>` is always an operator.
  var blockDepth = 0
  /// Whether an en dash here is a range.
  var wantsRange = false
  /// Words of the language that are names of fields, once somebody asked.
  var keywordFields: OrderedSet<Keyword>?
  /// Conditions around the cursor, and the operators read in the outermost of them.
  var conditionDepth = 0
  var operatorCount = 0
  /// Where texts, names and patterns without an end begin.
  let unterminated: OrderedSet<UInt32>
  /// Those of them beside which something else is missing.
  var lacking: OrderedSet<UInt32> = []
  /// Whether `use` or `choices … from` was read.
  var namesFiles = false
  /// Where words of the language were taken as names.
  private var keywordsAsNames: [UInt32] = []
  /// The words that began clauses of the fields around the cursor.
  var clauseWords: [Token] = []
  /// The declarations read.
  var declarationCount = 0
  /// The token up to which everything was skipped, because it was too much; nothing is missing there.
  private var skippedTo = -1
  /// The token up to which `recover` skipped what could not be read; a block there belongs to it.
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

// MARK: - Words that only some places make

extension Parser {
  /// Gives `data` its meaning where a kind of data follows, and `words` where a word and a text do, and no name
  /// could.
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

  /// Whether it is the code of a built-in message that a form may have words for.
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

// MARK: - Looking

extension Parser {
  var token: Token { tokens[index] }

  /// The number of the token `end`.
  var lastIndex: Int { tokens.count - 1 }

  func token(ahead count: Int) -> Token { tokens[min(index + count, lastIndex)] }

  func at(_ kind: Token.Kind) -> Bool { tokens[index].kind == kind }

  func at(_ keyword: Keyword) -> Bool { tokens[index].keyword == keyword }

  /// A word that only here has a meaning of its own, such as `list` or `of`.
  func at(word: String, ahead count: Int = 0) -> Bool {
    Parser.isWord(word, token(ahead: count), bytes)
  }

  func touches(_ first: Token, _ second: Token) -> Bool { first.span.upper == second.span.lower }

  /// Whether a line ends between two tokens.
  func endsLine(_ first: Span, _ second: Span) -> Bool {
    bytes[Int(first.upper)..<Int(second.lower)].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Whether the token can begin an operand.
  func startsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .quotedName, .text, .number, .date, .time, .dateTime, .instant, .pattern,
      .leftParen, .minus, .enDash, .plus, .not, .range, .halfOpenRange, .unknown:
      true
    case .keyword: token.keyword?.startsOperand ?? false
    default: false
    }
  }

  /// Whether a `<` here opens a block.
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

  /// Whether a `>` here closes a block.
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

  /// The text of a span.
  func text(_ span: Span) -> String { String(decoding: bytes(of: span), as: UTF8.self) }

  func bytes(of span: Span) -> ArraySlice<UInt8> { bytes[Int(span.lower)..<Int(span.upper)] }

  /// What stands at the cursor, for a message.
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

// MARK: - Taking

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

  /// Records a problem, unless one stands at the same place: the first says enough.
  mutating func report(_ kind: SyntaxProblem.Kind, at span: Span? = nil) {
    let span = span ?? token.span
    if let last = problems.all.last, last.span.lower == span.lower, last.severity == .error {
      return
    }
    record(SyntaxProblem(kind, span))
  }

  /// Records a problem. After too many nothing more is read.
  mutating func record(_ problem: SyntaxProblem) {
    problems.append(problem)
    if problems.isFull { index = lastIndex }
  }

  mutating func reportExpected(_ wanted: SyntaxProblem.Wanted) {
    // What the lexer could not read is already reported.
    if at(.unknown) || index == skippedTo { return }
    if let unclosed = unterminatedHere {
      lacking.insert(unclosed)
      return
    }
    // What begins nothing is shown where it stands.
    if case .declaration = wanted { return report(.expected(wanted, found: found)) }
    report(.expected(wanted, found: found), at: missingSpan)
  }

  /// Where the token at the cursor begins, or the one before it, if it took its whole line because its end is
  /// missing.
  private var unterminatedHere: UInt32? {
    if !isClosed(token) { return token.span.lower }
    return index > 0 && !isClosed(tokens[index - 1]) ? tokens[index - 1].span.lower : nil
  }

  /// What is missing at the end of a line is missing there, not where the next line begins or behind a comment.
  private var missingSpan: Span {
    guard index > 0 else { return token.span }
    let before = tokens[index - 1].span
    return at(.end) || endsLine(before, token.span) ? before.end : token.span
  }

  /// Takes the comma before a further item. One that is forgotten is reported, and read.
  ///
  /// - Parameter isText: whether only a text can be an item.
  mutating func eatComma(beforeText isText: Bool = false) -> Bool {
    if eat(.comma) { return true }
    guard isText ? at(.text) : startsOperand(token) && !at(.unknown) else { return false }
    report(.expected(.comma, found: found), at: tokens[index - 1].span.end)
    return true
  }

  /// Takes a comma between two parts of a form, where nothing is needed.
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
  /// - Parameter declarations: what was read of the block.
  mutating func closeBlock(opener: Span, _ declarations: [Declaration] = []) {
    if eat(.greater) || index == skippedTo { return }
    let last = endOfIndented(declarations, opener: opener) ?? tokens[index - 1].span.end
    // In a text without an end it would be a part of that.
    let end = unterminated.isEmpty ? last : nil
    // Several blocks may end here, and each is told of.
    record(SyntaxProblem(.unclosedBlock(opener: opener, end: end), missingSpan))
  }

  /// Where the declarations end that are indented more than the line on which their block opens; nil if all of them
  /// are, or not even the first.
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

  /// How far what begins a line is indented; nil for anything else.
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

  /// What is between the backquotes of a name, the last of which may be missing.
  private func quotedText(of token: Token) -> String {
    // Of bytes, as a mark that a name begins with is one character with its backquote.
    let isClosed = token.span.count > 1 && bytes[Int(token.span.upper) - 1] == UInt8(ascii: "`")
    return text(Span(token.span.lower + 1, token.span.upper - (isClosed ? 1 : 0)))
  }

  /// Takes the token as a name.
  mutating func takeName() -> Name {
    let token = advance()
    if token.kind == .keyword { keywordsAsNames.append(token.span.lower) }
    return name(of: token)
  }

  /// Takes any word as a name, where a name must stand.
  mutating func expectName(_ wanted: SyntaxProblem.Wanted) -> Name? {
    switch token.kind {
    case .name, .quotedName, .keyword: return takeName()
    default:
      reportExpected(wanted)
      return nil
    }
  }

  /// The span from `start` to the last token taken.
  func span(from start: Span) -> Span {
    guard index > 0 else { return start }
    return Span(start.lower, max(start.upper, tokens[index - 1].span.upper))
  }

  /// The lexer's problems, without those that lie inside of one that the parser found.
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

  /// Runs `body` one level deeper, or reports and skips what is nested too deep, and returns nil. The
  /// token that begins the level has been taken.
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

  /// Skips all that is left.
  mutating func skipToEnd() {
    index = lastIndex
    skippedTo = index
  }

  /// Skips to the next declaration. Of blocks nested too deep nobody could tell which end belongs to
  /// which, so all that is left is skipped.
  mutating func skipNested() {
    let isInBlocks = blockDepth >= Parser.nestingLimit / 2
    while !at(.end), isInBlocks || !(token.keyword?.startsDeclaration ?? false) { advance() }
    skippedTo = index
  }
}

// MARK: - Finding one's feet

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

  /// Whether a word at the beginning of a line is nearly one that begins a declaration or a clause:
  /// what is skipped before it may not swallow the next mistake.
  var atMisspeltStart: Bool {
    guard at(.name), index > 0 else { return false }
    guard endsLine(tokens[index - 1].span, token.span) else { return false }
    return !NearNames.nearest(to: text(of: token), among: Parser.startingWords).isEmpty
  }

  private static let startingWords = Keyword.allCases
    .filter { $0.startsDeclaration || $0.startsClause }.map { $0.rawValue }
}
