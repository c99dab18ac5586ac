// The parts of a form that the parser couldn't read, to decide which findings about names are certain.

internal import FormworkEngine
internal import FormworkSyntax

/// The declarations with syntax errors. Whatever they declare may be missing from the tree.
struct UnreadParts {
  private let source: Source
  private let parts: SpanSet
  /// The words in these declarations, and those of them that come after a word such as `define`.
  private var words: OrderedSet<String> = []
  private var heads: OrderedSet<String> = []
  /// The tokens of each file that has been searched.
  private var tokens: OrderedDictionary<Int, [Token]> = [:]

  /// Nil if there are no syntax errors, or if they may have changed which blocks the declarations are in.
  init?(_ problems: [SyntaxProblem], _ source: Source) {
    let errors = problems.filter { $0.severity == .error }
    guard !errors.isEmpty, !errors.contains(where: { $0.kind.isOfStructure }) else { return nil }
    self.source = source
    var spans: [Span] = []
    var tokens: OrderedDictionary<Int, [Token]> = [:]
    for error in errors {
      // Errors in one declaration are next to each other.
      if let last = spans.last, last.holds(error.reach) { continue }
      let part = UnreadParts.declaration(around: error.reach, &tokens, source)
      if part.word == .use || part.opensBlock { return nil }
      spans.append(part.span)
    }
    for span in spans { words.formUnion(UnreadParts.words(in: source.text(span))) }
    parts = SpanSet(spans)
    self.tokens = tokens
    for own in tokens.values {
      for (word, name) in zip(own, own.dropFirst()) where parts.touch(name.span) {
        let isList = source.text(word.span) == Keyword.list.rawValue
        if isList || word.keyword?.startsDeclaration ?? false {
          heads.insert(source.text(name.span))
        }
      }
    }
  }

  /// Whether a finding that depends on all names of the form is certain.
  mutating func allows(_ finding: Finding) -> Bool {
    if parts.touch(finding.span) { return false }
    guard let names = finding.unknownNames else {
      guard finding.dependsOnNames else { return false }
      // The names in the declaration may have another meaning.
      let own = UnreadParts.declaration(around: finding.span, &tokens, source).span
      return isRead(source.text(own))
    }
    // A word of the language may be a name that was declared in an unread part.
    return Keyword(names) == nil && isRead(names)
      && isRead(source.text(UnreadParts.path(around: finding.span, &tokens, source)))
  }

  /// Whether an unread part seems to declare the name that a finding calls unknown.
  func declares(_ finding: Finding) -> Bool {
    finding.otherUnknownName.map { heads.contains($0) } ?? false
  }

  /// Whether no word of a text is in an unread part, apart from the words of the language.
  private func isRead(_ text: String) -> Bool {
    let own = UnreadParts.words(in: text)
    return !own.isEmpty && own.allSatisfy { !words.contains($0) || Keyword($0) != nil }
  }

  private static func words(in text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { String($0) }
  }

  /// Returns a span with the names and dots in front of it, such as `owner.home` for `home`.
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

  /// Returns the span of the declarations that a span is in, the word that begins them, and whether they end where a
  /// block of others begins.
  private static func declaration(
    around span: Span, _ tokens: inout OrderedDictionary<Int, [Token]>, _ source: Source
  ) -> (span: Span, word: Keyword?, opensBlock: Bool) {
    let own = UnreadParts.tokens(around: span, &tokens, source)
    func begins(_ index: Int) -> Bool { own[index].keyword?.startsDeclaration ?? false }
    var first = lastIndex(of: own, from: span.lower)
    // If a declaration begins at an error, the one before it lacks something.
    if first > 0, begins(first) { first -= 1 }
    while first > 0, !begins(first) || begins(first - 1) { first -= 1 }
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
