// The tokens of a form with the properties that determine their layout: widths, nesting, blocks, and the spaces
// between them.

internal import FormworkReport
internal import FormworkSyntax

/// The tokens of a form without syntax errors.
struct FormTokens {
  let bytes: [UInt8]
  let tokens: [Token]
  let comments: [Comment]
  /// The width of each token in columns, or nil if the token contains a line break.
  private(set) var widths: [Int?] = []
  /// The number of parentheses and blocks around each token.
  private(set) var depths: [Int] = []
  /// Whether each token opens a block, and whether it closes one.
  private(set) var opens: [Bool]
  private(set) var closes: [Bool]
  /// Whether each token opens a block that the author has put on lines of its own.
  private var opensUp: [Bool]
  /// Whether each token begins the type of a field or definition.
  private var startsType: [Bool]
  /// Whether each token is the parenthesis around the alternatives of a list's items.
  private var opensItems: [Bool]
  /// Whether each token begins a row of a table.
  private var startsRow: [Bool]
  /// The number of comments before each token.
  private(set) var commentsBefore: [Int] = []

  init(_ source: Source, _ tree: FormTree) {
    let lexer = Lexer(source)
    bytes = source.bytes
    tokens = lexer.tokens.dropLast()
    comments = lexer.comments
    opens = Array(repeating: false, count: tokens.count)
    closes = opens
    opensUp = opens
    startsType = opens
    opensItems = opens
    startsRow = opens
    markBlocks(of: tree.declarations)
    measure()
  }

  private mutating func measure() {
    var (depth, comment) = (0, 0)
    for (index, token) in tokens.enumerated() {
      while comment < comments.count, comments[comment].span.lower < token.span.lower {
        comment += 1
      }
      commentsBefore.append(comment)
      widths.append(width(of: token.span))
      if token.kind == .rightParen || closes[index] { depth -= 1 }
      depths.append(depth)
      if token.kind == .leftParen || opens[index] { depth += 1 }
    }
  }

  private func width(of span: Span) -> Int? {
    let text = bytes(of: span)
    if text.contains(0x0A) || text.contains(0x0D) { return nil }
    if text.allSatisfy({ $0 < 0x80 }) { return text.count }
    return DisplayWidth.of(String(decoding: text, as: UTF8.self))
  }

  func bytes(of span: Span) -> ArraySlice<UInt8> { bytes[Int(span.lower)..<Int(span.upper)] }

  /// Returns the indices of the tokens in `span`, a part of the tree.
  func range(of span: Span) -> Range<Int> { first(at: span.lower)..<first(at: span.upper) }

  /// Returns the index of the first token that begins at or after an offset.
  private func first(at offset: UInt32) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].span.lower < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Blocks

extension FormTokens {
  private mutating func markBlocks(of declarations: [Declaration]) {
    for declaration in declarations {
      let range = range(of: declaration.span)
      switch declaration.kind {
      case .field(let field): markType(field.type)
      case .define(let define): if case .type(let type, _) = define.meaning { markType(type) }
      case .when(let when):
        for branch in when.branches {
          mark(opener(of: branch), self.range(of: branch.span).upperBound - 1)
          markBlocks(of: branch.body)
        }
      case .page(let page):
        mark(opener(of: page, in: range), range.upperBound - 1)
        markBlocks(of: page.body)
      case .table(let table):
        mark(opener(of: table, in: range), range.upperBound - 1)
        for row in table.rows { startsRow[self.range(of: row.span).lowerBound] = true }
      case .list(let list):
        if let opener = range.first(where: { tokens[$0].kind == .less }) {
          mark(opener, range.upperBound - 1)
        }
        markBlocks(of: list.body)
      case .data:
        if let opener = range.first(where: { tokens[$0].kind == .less }) {
          mark(opener, range.upperBound - 1)
        }
      case .example:
        // An example contains no conditions, so every `<` or `>` here is a bracket. Unlike blocks, the records of an
        // example need no lines of their own.
        for index in range {
          if tokens[index].kind == .less { opens[index] = true }
          if tokens[index].kind == .greater { closes[index] = true }
        }
        if let opener = range.first(where: { opens[$0] }) { mark(opener, range.upperBound - 1) }
      default: break
      }
    }
  }

  private mutating func markType(_ type: TypeExpression) {
    startsType[range(of: type.span).lowerBound] = true
    markBlocks(of: type)
  }

  private mutating func markBlocks(of type: TypeExpression) {
    switch type.kind {
    case .record(let declarations):
      let range = range(of: type.span)
      mark(range.lowerBound, range.upperBound - 1)
      markBlocks(of: declarations)
    case .list(_, _, let item):
      if case .either = item.kind { opensItems[range(of: item.span).lowerBound - 1] = true }
      markBlocks(of: item)
    default: break
    }
  }

  private mutating func mark(_ opener: Int, _ closer: Int) {
    opens[opener] = true
    closes[closer] = true
    opensUp[opener] = lineEnds(before: tokens[opener + 1].span.lower) > 0
  }

  /// Returns the index of the `<` of a branch.
  func opener(of branch: WhenDeclaration.Branch) -> Int {
    let closer = range(of: branch.span).upperBound - 1
    return (branch.body.first.map { range(of: $0.span).lowerBound } ?? closer) - 1
  }

  /// Returns the index of the `<` of a page.
  func opener(of page: PageDeclaration, in range: Range<Int>) -> Int {
    (page.body.first.map { self.range(of: $0.span).lowerBound } ?? range.upperBound - 1) - 1
  }

  /// Returns the index of the `<` of a table.
  func opener(of table: TableDeclaration, in range: Range<Int>) -> Int {
    (table.rows.first.map { self.range(of: $0.span).lowerBound } ?? range.upperBound - 1) - 1
  }
}

// MARK: - White space in the original form

extension FormTokens {
  /// Returns the number of line ends between two offsets; 2 means two or more.
  private func lineEnds(from lower: Int, to upper: Int) -> Int {
    var (count, index) = (0, lower)
    while index < upper, count < 2 {
      if bytes[index] == 0x0D, index + 1 < upper, bytes[index + 1] == 0x0A { index += 1 }
      if bytes[index] == 0x0A || bytes[index] == 0x0D { count += 1 }
      index += 1
    }
    return count
  }

  /// Returns the number of line ends directly before an offset, back to a token or a comment; 2 means two or more.
  func lineEnds(before offset: UInt32) -> Int {
    var lower = Int(offset)
    while lower > 0, ASCIISpace.contains(bytes[lower - 1]) { lower -= 1 }
    return lineEnds(from: lower, to: Int(offset))
  }
}

/// White space between tokens.
private enum ASCIISpace {
  static func contains(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
}

// MARK: - Spaces

extension FormTokens {
  /// Returns whether there is a space between a token and the previous one.
  func hasSpace(before index: Int) -> Bool {
    let (left, right) = (tokens[index - 1], tokens[index])
    switch right.kind {
    case .comma, .rightParen, .colon, .dot: return false
    case .leftParen where opensItems[index]: return true
    case .leftParen: return left.kind != .leftParen && !isCalled(left) && left.kind != .not
    case .range, .halfOpenRange:
      return startsRow[index] || left.kind != .leftParen && !endsOperand(index - 1)
    case .minus where isPartOfLanguage(index): return false
    // `<>` is read as one sign, which means "not equal" in other languages.
    case .greater where left.kind == .less && touches(index - 1): return opens[index - 1]
    default: break
    }
    switch left.kind {
    case .leftParen, .dot, .not: return false
    case .range, .halfOpenRange: return startsRow[index] || !startsOperand(right)
    case .minus, .enDash, .plus: return isBinary(index - 1) && !isPartOfLanguage(index - 1)
    default: return true
    }
  }

  private func isCalled(_ token: Token) -> Bool {
    token.kind == .name || token.kind == .quotedName || token.keyword == .without
  }

  private func endsOperand(_ index: Int) -> Bool {
    let token = tokens[index]
    return switch token.kind {
    case .name, .quotedName, .text, .pattern, .number, .date, .time, .dateTime, .instant,
      .percent, .rightParen:
      true
    case .keyword:
      token.keyword.map { [.value, .today, .now, .true, .false].contains($0) } ?? false
    default: false
    }
  }

  private func startsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .quotedName, .text, .number, .date, .time, .dateTime, .instant, .leftParen, .minus,
      .enDash, .plus:
      true
    case .keyword: token.keyword.map { [.value, .today, .now].contains($0) } ?? false
    default: false
    }
  }

  /// Returns whether a sign is between two operands.
  private func isBinary(_ index: Int) -> Bool { index > 0 && endsOperand(index - 1) }

  /// Returns whether a minus is part of a language code such as `pt-BR`, which comes after a text or `language`.
  private func isPartOfLanguage(_ index: Int) -> Bool {
    guard tokens[index].kind == .minus, index >= 2, index + 1 < tokens.count,
      touches(index - 1), touches(index)
    else { return false }
    var first = index - 1
    while first >= 2, tokens[first - 1].kind == .minus, touches(first - 1), touches(first - 2) {
      first -= 2
    }
    return first > 0
      && (tokens[first - 1].kind == .text || tokens[first - 1].keyword == .language)
  }

  /// Returns whether a token is directly followed by the next.
  private func touches(_ index: Int) -> Bool {
    tokens[index].span.upper == tokens[index + 1].span.lower
  }

  /// Returns whether a line may end before a token.
  func mayBreak(before index: Int) -> Bool {
    let (left, right) = (tokens[index - 1], tokens[index])
    if startsType[index] || left.kind == .comma || right.kind == .and || right.kind == .or {
      return true
    }
    if right.keyword == .and || right.keyword == .or { return true }
    let next = index + 1 < tokens.count ? tokens[index + 1].kind : .end
    // A line may end before a translation and before a member of an example.
    if left.kind == .text, right.kind == .name, next == .text || next == .minus { return true }
    return next == .colon && left.kind != .leftParen && depths[index] > 0
  }

  /// Returns the width of some tokens on one line, or nil if they can't be on one line.
  ///
  /// - Parameter limit: the maximum width; the result is nil for wider tokens.
  func width(of range: Range<Int>, limit: Int) -> Int? {
    guard let last = range.last, commentsBefore[range.lowerBound] == commentsBefore[last] else {
      return nil
    }
    var sum = 0
    for index in range {
      guard let width = widths[index], sum <= limit else { return nil }
      if opensUp[index], index < last { return nil }
      sum += width + (index > range.lowerBound && hasSpace(before: index) ? 1 : 0)
    }
    return sum <= limit ? sum : nil
  }
}
