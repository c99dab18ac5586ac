// The parts of a form that the parser couldn't read, to decide which findings about names are certain.

internal import FormworkEngine
internal import FormworkSyntax

/// The declarations with syntax errors. Whatever they declare may be missing from the tree.
struct UnreadParts {
  private let source: Source
  private let parts: SpanSet
  /// Whether the other declarations are certainly in the blocks where they seem to be.
  private let areBlocksCertain: Bool
  /// The words in these declarations. Empty if `areBlocksCertain` is false.
  private var words: OrderedSet<String> = []
  /// The words after one such as `define` in these declarations. Nil if a part of the form may be missing that may
  /// declare any name, such as a used file.
  private let heads: OrderedSet<String>?
  /// The tokens of each file that has been searched.
  private var tokens: OrderedDictionary<Int, [Token]> = [:]

  /// - Parameter guesses: the spans that the errors may have kept the parser from reading.
  init(_ errors: [SyntaxProblem], _ guesses: SpanSet, _ source: Source) {
    self.source = source
    var spans: [Span] = []
    var tokens: OrderedDictionary<Int, [Token]> = [:]
    var areBlocksCertain = !errors.contains { $0.kind.isOfStructure }
    for error in errors {
      let last = spans.last
      // Errors in one declaration are next to each other.
      if let last, last.holds(error.reach) { continue }
      let before = last.map { $0.lower <= error.reach.lower ? $0.upper : 0 } ?? 0
      let part = UnreadParts.declaration(around: error.reach, after: before, &tokens, source)
      if part.word == .use || part.opensBlock { areBlocksCertain = false }
      spans.append(part.span)
    }
    if areBlocksCertain {
      for span in spans { words.formUnion(UnreadParts.words(in: source.text(span))) }
    }
    parts = SpanSet(spans)
    heads = UnreadParts.heads(in: parts, errors, guesses, tokens.values.flatMap { $0 }, source)
    self.tokens = tokens
    self.areBlocksCertain = areBlocksCertain
  }

  private static func heads(
    in parts: SpanSet, _ errors: [SyntaxProblem], _ guesses: SpanSet, _ tokens: [Token],
    _ source: Source
  ) -> OrderedSet<String>? {
    if errors.contains(where: { $0.kind.hidesDeclarations }) { return nil }
    /// For each word that no declaration begins with, whether it may bring in another file.
    var unknown: OrderedDictionary<UInt32, Bool> = [:]
    for error in errors {
      guard case .unknownDeclaration(_, let near) = error.kind else { continue }
      unknown[error.span.lower] = near.isEmpty || near.contains(Keyword.use.rawValue)
    }
    var heads: OrderedSet<String> = []
    for (word, name) in zip(tokens, tokens.dropFirst()) where parts.touch(name.span) {
      if word.keyword == .use, guesses.touch(word.span.joined(with: name.span)) { return nil }
      let mayUse = unknown[word.span.lower]
      if mayUse == true, name.kind == .text { return nil }
      let isList = source.text(word.span) == Keyword.list.rawValue
      if isList || mayUse != nil || word.keyword?.startsDeclaration ?? false {
        heads.insert(source.text(name.span))
      }
    }
    return heads
  }

  /// Whether a finding that depends on all names of the form is certain.
  mutating func allows(_ finding: Finding) -> Bool {
    if !areBlocksCertain || parts.touch(finding.span) { return false }
    guard let names = finding.unknownNames else {
      guard finding.dependsOnNames else { return false }
      // The names in the declaration may have another meaning.
      let own = UnreadParts.declaration(around: finding.span, after: 0, &tokens, source).span
      return isRead(source.text(own))
    }
    // A word of the language may be a name that was declared in an unread part.
    return Keyword(names) == nil && isRead(names)
      && isRead(source.text(UnreadParts.path(around: finding.span, &tokens, source)))
  }

  /// Whether an unread part may declare the name that a finding calls unknown.
  func declares(_ finding: Finding) -> Bool {
    finding.otherUnknownName.map { heads?.contains($0) ?? true } ?? false
  }

  /// Whether no word of a text is in an unread part, apart from the words of the language.
  private func isRead(_ text: String) -> Bool {
    let own = UnreadParts.words(in: text)
    return !own.isEmpty && own.allSatisfy { !words.contains($0) || Keyword($0) != nil }
  }

  private static func words(in text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { String($0) }
  }

  /// Returns a span with the names and dots before it, such as `owner.home` for `home`.
  private static func path(
    around span: Span, _ tokens: inout OrderedDictionary<Int, [Token]>, _ source: Source
  ) -> Span {
    let own = UnreadParts.tokens(around: span, &tokens, source)
    var first = lastIndex(of: own, from: span.lower)
    while first > 1, own[first - 1].kind == .dot { first -= 2 }
    return Span(own[first].span.lower, span.upper)
  }

  /// Returns the tokens of the file that a span is in.
  private static func tokens(
    around span: Span, _ tokens: inout OrderedDictionary<Int, [Token]>, _ source: Source
  ) -> [Token] {
    let file = source.file(at: span.lower)
    let own = tokens[file] ?? Lexer(source, file: file).tokens
    tokens[file] = own
    return own
  }

  /// Returns the span of the declarations around a span, the word that begins them, and whether a block of other
  /// declarations begins at their end. Tokens before the offset `start` are left out.
  private static func declaration(
    around span: Span, after start: UInt32, _ tokens: inout OrderedDictionary<Int, [Token]>,
    _ source: Source
  ) -> (span: Span, word: Keyword?, opensBlock: Bool) {
    let own = UnreadParts.tokens(around: span, &tokens, source)
    func begins(_ index: Int) -> Bool { own[index].keyword?.startsDeclaration ?? false }
    var first = lastIndex(of: own, from: span.lower)
    // If a declaration begins at an error, the one before it lacks something.
    if first > 0, begins(first) { first -= 1 }
    while first > 0, own[first].span.lower > start, !begins(first) || begins(first - 1) {
      first -= 1
    }
    var end = lastIndex(of: own, from: span.upper)
    while end < own.count - 1, !begins(end) || own[end].span.lower < span.upper { end += 1 }
    let upper = end > first ? own[end - 1].span.upper : own[first].span.upper
    return (
      Span(min(own[first].span.lower, span.lower), max(upper, span.upper)), own[first].keyword,
      end > first && own[end - 1].kind == .less
    )
  }

  /// Returns the index of the last token that begins at or before an offset, or 0.
  private static func lastIndex(of tokens: [Token], from offset: UInt32) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].span.lower <= offset { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension SyntaxProblem.Kind {
  /// Whether declarations that the parser hasn't seen may be missing.
  fileprivate var hidesDeclarations: Bool {
    switch self {
    case .notText, .tooLarge, .tooManyDeclarations, .tooManyErrors: true
    default: false
    }
  }

  /// Whether declarations may be in other blocks than they seem, or missing altogether.
  fileprivate var isOfStructure: Bool {
    switch self {
    case .notText, .tooLarge, .tooManyDeclarations, .tooDeep, .tooManyOperators, .tooManyErrors,
      .unclosedBlock, .strayBlockEnd, .strayBlock, .file, .expected(.blockStart, _),
      .expected(.blankOrBlock, _), .expected(.name, _), .expected(.fieldName, _), .notAName:
      true
    // Without a similar word of the language, the word may bring in another file.
    case .unknownDeclaration(_, let near): near.isEmpty
    default: false
    }
  }
}

extension Finding {
  /// The names that a finding calls unknown, if `standsAlone` is false for that reason.
  fileprivate var unknownNames: String? {
    switch kind {
    case .name(.unknownField(let name, _, .record(let owner, _))): owner + "." + name
    case .name(.unknownField(let name, _, _)), .name(.unknownName(let name, _)),
      .name(.unknownPlaceholder(let name, _)):
      name
    default: nil
    }
  }

  /// The name that a finding calls unknown, if `standsAlone` is true nevertheless.
  fileprivate var otherUnknownName: String? {
    switch kind {
    case .name(.unknownType(let name, _)), .name(.unknownPredicate(let name, _, isField: false)),
      .name(.foreignPredicate(let name, _)), .name(.unknownFunction(let name, _)),
      .name(.unknownClass(let name, _)), .name(.unknownChoices(let name, _)),
      .name(.unknownExample(let name, _)), .name(.unknownList(let name, _)):
      name
    default: nil
    }
  }

  /// Whether the finding depends on the names around it, so that `standsAlone` is false.
  fileprivate var dependsOnNames: Bool {
    switch kind {
    case .name(.placeholderWithoutSource), .name(.actualOfEither), .name(.placeholderOfItem),
      .type(.missingSubject), .type(.notACondition), .declaration(.badDefault):
      true
    default: false
    }
  }
}
