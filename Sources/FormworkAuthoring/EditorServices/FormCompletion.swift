// Finds completions of the word at the cursor. This file doesn't contain the grammar. Instead, it tries each word of
// the language at the cursor and offers those that the parser accepts. To find names, it inserts a marker, and the
// checker lists the names that it expects at the marker.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// A possible completion of the word at the cursor.
package struct Completion: Sendable {
  package enum Kind: Sendable {
    case keyword, ruleWord, function, definition, name, type, value, language
  }

  package var label: String
  package var kind: Kind
  /// The inserted text. `$1` marks where the cursor goes.
  package var snippet: String
  /// The text to insert at `$1`, which the user may replace. Empty if no text would be useful.
  package var filling: String = ""
  /// A sentence about the word's meaning. Empty if the word explains itself.
  package var detail: String = ""
}

/// Completes words in forms.
package struct FormCompletion {
  /// Reads the form with `text` instead of its own text. The checker records the expected names in `completion`.
  package typealias Reader = (_ text: Source, _ completion: Checker.Completion) -> FormReading

  /// A word that no form contains.
  private static let marker = "formworkcompletion"

  private let source: Source
  /// The range of the word at the cursor, including any backquotes around it.
  private let word: Range<Int>
  /// The text or pattern around the cursor.
  private let text: OpenText?
  private let isInComment: Bool
  /// The tokens before the word and after it.
  private let before: ArraySlice<Token>
  private let behind: ArraySlice<Token>

  /// - Parameters:
  ///   - source: the form's own text.
  ///   - offset: the byte offset of the cursor.
  package init(_ source: Source, at offset: Int) {
    self.source = source
    let offset = min(max(0, offset), source.bytes.count)
    let lexer = Lexer(source)
    isInComment = lexer.comments.contains {
      Int($0.span.lower) < offset && offset <= Int($0.span.upper)
    }
    var (lower, upper) = (offset, offset)
    while lower > 0, FormCompletion.isPartOfWord(source.bytes[lower - 1]) { lower -= 1 }
    while upper < source.bytes.count, FormCompletion.isPartOfWord(source.bytes[upper]) {
      upper += 1
    }
    text = OpenText(lexer, source, around: offset, word: lower..<upper)
    let quote = UInt8(ascii: "`")
    if text == nil, lower > 0, source.bytes[lower - 1] == quote {
      lower -= 1
      if upper < source.bytes.count, source.bytes[upper] == quote { upper += 1 }
    }
    word = lower..<upper
    let tokens = lexer.tokens
    let (start, end) = text.map { (Int($0.span.lower), Int($0.span.upper)) } ?? (lower, upper)
    before = tokens.prefix { Int($0.span.upper) <= start && $0.kind != .end }
    behind = tokens.dropFirst(before.count).drop { Int($0.span.lower) < end && $0.kind != .end }
  }

  /// The token before the word.
  private var last: Token? { before.last }

  /// Whether a byte is part of a word: letters, digits, the underscore and all bytes outside ASCII.
  fileprivate static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// The byte range of the word that a completion replaces.
  package var replaced: Range<Int> { word }

  /// Whether the cursor is in the name of a form that the form uses.
  package var isFileName: Bool {
    text != nil && (last?.keyword == .use || last?.keyword == .as)
  }

  /// Returns the possible completions, likelier ones first.
  ///
  /// - Parameter files: the files that the form can use.
  package func offers(files: [String] = [], read: Reader) -> [Completion] {
    if isInComment { return [] }
    var order = CompletionOrder(source, before, behind, word: word.lowerBound)
    if let text {
      let names =
        isFileName ? files : order.likeliestFirst(known(behind: text.missing, read).known)
      return names.map {
        let part = text.isPlaceholder ? Spelling.name($0) : Spelling.insideText($0)
        return Completion(label: $0, kind: .value, snippet: part + text.missingHere)
      }
    }
    if isDeclared { return [] }
    if last?.keyword == .language { return languages.map { offer($0) } }
    if isOwnWords {
      return OwnWords.codes.map { Completion(label: $0, kind: .value, snippet: $0 + " \"$1\"") }
    }
    if let keys = keysOfLookup(order, read) { return keys }
    // The parser needs a colon after a key of an example, a record after the fields of `rejects`, and the rest of the
    // example after a list.
    let tail =
      order.isKey
      ? ": 0"
      : order.isRejected ? " < >" : order.isList && !isCalled ? " () accepts < >" : ""
    let completion = known(behind: tail, read)
    order.subject = completion.subject
    let names = order.likeliestFirst(completion.known.filter { $0 != defined })
    if order.isKey, !names.isEmpty {
      return names.map {
        Completion(label: $0, kind: .name, snippet: Spelling.name($0) + ": $1")
      }
    }
    if order.isList {
      return names.map {
        Completion(
          label: $0, kind: .name, snippet: Spelling.name($0) + (isCalled ? "" : " (< $1 >)"))
      }
    }
    let beginning = beginning
    if isGroup(beginning.text) { return names.map { offer($0, completion) } }
    let values = order.takesText ? known(isText: true, behind: order.tailOfText, read).known : []
    // Most of `placeWords` are usually meant as names where the parser accepts names. There, only `wordsLikeNames` are
    // offered.
    let takesNames = takes(Word(word: FormCompletion.marker), after: beginning)
    let keywords =
      (FormCompletion.words
      + (takesNames ? wordsLikeNames(isInExample: order.isInExample) : placeWords))
      .filter { takes($0, after: beginning) } + groupWords(beginning)
    let functions = takesNames && completion.isOperand ? functions : []
    return values.map { Completion(label: "\"\($0)\"", kind: .value, snippet: Spelling.text($0)) }
      + order.sorted(names.map { offer($0, completion) } + functions + keywords.map { offer($0) })
  }

  /// Returns the fields that may be keys of a lookup such as `customers(id: customer)`. Returns nil if the word isn't
  /// such a key.
  private func keysOfLookup(_ order: CompletionOrder, _ read: Reader) -> [Completion]? {
    guard last?.kind == .leftParen || last?.kind == .comma,
      let open = before.openParenthesis, open.index > before.startIndex,
      before[open.index - 1].kind == .name || before[open.index - 1].kind == .quotedName
    else { return nil }
    let hasColon = behind.first?.kind == .colon
    let completion = known(behind: hasColon ? "" : ": 0", read)
    guard completion.isKey else { return nil }
    let given = zip(before[open.index...], before[open.index...].dropFirst())
      .filter { $1.kind == .colon }.map { CompletionOrder.name($0.0, source) }
    let names = completion.known.filter { !given.contains($0) }
    return order.likeliestFirst(names).map {
      Completion(
        label: $0, kind: .name, snippet: Spelling.name($0) + (hasColon ? "" : ": $1"))
    }
  }

  /// Returns `per`, if the names of fields may follow it at the cursor.
  private func groupWords(_ beginning: Beginning) -> [Word] {
    let word = Word(word: "per")
    return isGroup(beginning.text + Array((word.word + " ").utf8)) ? [word] : []
  }

  /// Whether a word after `text` is in the list of fields after `per`.
  private func isGroup(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text + Array(FormCompletion.marker.utf8)
    let declarations = Parser.parse(Source(name: "", bytes: Array(text))).tree.declarations
    return declarations.withAllInside.contains { declaration in
      guard case .check(let check) = declaration.kind else { return false }
      return check.per.joined().contains { $0.text == FormCompletion.marker }
    }
  }

  /// Inserts the marker instead of the word, and returns what the checker expects there.
  ///
  /// - Parameters:
  ///   - isText: whether to insert the word as a text.
  ///   - tail: what must follow the word so that the parser accepts it.
  private func known(
    isText: Bool = false, behind tail: String = "", _ read: Reader
  ) -> Checker.Completion {
    let completion = Checker.Completion(FormCompletion.marker)
    let marker = isText ? "\"" + FormCompletion.marker + "\"" : FormCompletion.marker
    var bytes = source.bytes
    bytes.replaceSubrange(word, with: Array((marker + tail).utf8))
    _ = read(Source(name: source.name, bytes: bytes), completion)
    return completion
  }

  /// Whether the word is the code after `words`, as in `words required "…"`.
  private var isOwnWords: Bool {
    guard let last, last.kind == .name, source.text(last.span) == "words" else { return false }
    let space = source.bytes[Int(before.dropLast().last?.span.upper ?? 0)..<Int(last.span.lower)]
    return before.count == 1 || space.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// The name that is being defined at the cursor.
  private var defined: String? {
    guard let start = before.lastIndex(where: { $0.keyword?.startsDeclaration ?? false }),
      before[start].keyword == .define, let name = before[(start + 1)...].first
    else { return nil }
    return source.text(name.span)
  }

  /// Whether the word is a new name.
  private var isDeclared: Bool {
    switch last?.keyword {
    case .field, .define, .choices, .table, .needs, .form, .as: true
    default: isParameter || before.beginOtherData(source)
    }
  }

  /// Whether the word is a parameter of a definition, table or host predicate.
  private var isParameter: Bool {
    var rest = before
    while rest.last?.kind == .comma {
      rest.removeLast()
      guard rest.popLast()?.kind == .name else { return false }
    }
    guard rest.popLast()?.kind == .leftParen, rest.popLast()?.kind == .name else { return false }
    switch rest.last?.keyword {
    case .define, .table, .needs: return true
    default: return false
    }
  }

  /// A word of the language.
  private struct Word: Sendable {
    var word: String
    /// The text that must follow `word` to make it a word of the language. `$1` marks the new position of the cursor.
    /// Empty if nothing is needed.
    var tail = ""
    var kind: Completion.Kind = .keyword
    /// Whether the form already has a text like `tail` after the word.
    var hasTail: @Sendable (ArraySlice<Token>, Source) -> Bool = { _, _ in true }
  }

  private static let words =
    Keyword.reserved.map { Word(word: $0.rawValue) } + [Word(word: "not", tail: " in 1")]

  private static let units = DurationUnit.allCases.map { Word(word: $0.rawValue + "s") }

  /// Words that are only part of the language in some places.
  private var placeWords: [Word] {
    let words = [
      "of", "by", "accepts", "rejects", "like", "on", "with", "blank", "also", "decimal", "group",
      "all",
    ]
    let settings =
      DataSetting.Word.allCases.map { $0.rawValue } + DataKind.allCases.map { $0.rawValue }
    return (words + settings).map { Word(word: $0) } + FormCompletion.units + languages
      + FormCompletion.heads
  }

  /// Words that have a special meaning if the right words follow them. Otherwise they are names.
  private static let heads = [
    Word(word: "after", tail: " < $1 >") { behind, _ in behind.first?.kind == .less },
    Word(word: "page", tail: " \"$1\" <>") { behind, _ in behind.first?.kind == .text },
    Word(word: "intro", tail: " \"$1\"") { behind, _ in behind.first?.kind == .text },
    Word(word: "list", tail: " customers from \"customers.csv\" <$1>") { behind, _ in
      behind.first?.kind == .name || behind.first?.kind == .quotedName
    },
    Word(word: "data", tail: " csv <$1>") { behind, source in
      let next = behind.first.map { source.text($0.span) }
      return DataKind.allCases.contains { $0.rawValue == next }
    },
    Word(word: "words", tail: " required \"$1\"") { behind, source in
      behind.first.map { OwnWords.codes.contains(source.text($0.span)) } ?? false
        && behind.dropFirst().first?.kind == .text
    },
  ]

  /// Returns the unreserved words of the language to offer at the cursor if a name is possible there, too.
  private func wordsLikeNames(isInExample: Bool) -> [Word] {
    switch last?.kind {
    case .number where !isInExample: FormCompletion.units
    case .leftParen:
      takesFieldOfRecords
        ? [Word(word: "by", tail: ": $1") { behind, _ in behind.first?.kind == .colon }] : []
    default: []
    }
  }

  /// Whether the word is in the parentheses of a rule word that compares records by a field.
  private var takesFieldOfRecords: Bool {
    guard let called = before.dropLast().last, called.kind == .name else { return false }
    return Predicate.named(source.text(called.span))?.parameters == .by
  }

  /// The languages of texts: first those of the form, then those with built-in messages.
  private var languages: [Word] {
    var codes: [String] = []
    for tokens in [before, behind] {
      for (code, text) in zip(tokens, tokens.dropFirst())
      where code.kind == .name && text.kind == .text && code.span.count == 2 {
        let code = source.text(code.span)
        if !codes.contains(code) { codes.append(code) }
      }
    }
    let others = BuiltInLanguage.allCases.map { $0.rawValue }.filter { !codes.contains($0) }
    return codes.map { FormCompletion.language($0, .language) }
      + others.map { FormCompletion.language($0, .keyword) }
  }

  private static func language(_ code: String, _ kind: Completion.Kind) -> Word {
    Word(word: code, tail: " \"$1\"", kind: kind) { behind, _ in behind.first?.kind == .text }
  }

  // MARK: What the parser accepts

  /// The beginning of the outermost declaration around the cursor, up to the cursor, and the parser's errors in this
  /// text. Text before the declaration can't change how the parser reads it.
  private struct Beginning {
    var text: ArraySlice<UInt8>
    /// The end of the last token. Errors about missing parts are reported there.
    var end: Int
    var mistakes: OrderedSet<UInt32>
  }

  private var beginning: Beginning {
    let declarations = Parser.parse(source).tree.declarations
    let around = declarations.last { Int($0.span.lower) < word.lowerBound }
    let start = around.map { Int($0.span.lower) } ?? 0
    let text = source.bytes[start..<word.lowerBound]
    let end = text.lastIndex { !FormCompletion.isSpace($0) }.map { $0 + 1 - start } ?? 0
    let mistakes = FormCompletion.mistakes(Parser.parse(Source(name: "", bytes: Array(text))))
    return Beginning(text: text, end: end, mistakes: mistakes)
  }

  private static func mistakes(_ result: Parser.Result) -> OrderedSet<UInt32> {
    OrderedSet(result.problems.filter { $0.severity == .error }.map { $0.span.lower })
  }

  /// Whether the parser accepts a word at the cursor as a word of the language, whatever follows it.
  private func takes(_ word: Word, after beginning: Beginning) -> Bool {
    let tail = word.tail.utf8.filter { $0 != UInt8(ascii: "$") }
    let text = beginning.text + Array(word.word.utf8) + tail
    let result = Parser.parse(Source(name: "", bytes: Array(text)))
    if result.keywordsAsNames.contains(UInt32(beginning.text.count)) { return false }
    let end = beginning.text.count + word.word.utf8.count
    return !FormCompletion.mistakes(result).contains { place in
      let isNew = Int(place) >= beginning.end || !beginning.mistakes.contains(place)
      return isNew && Int(place) < end
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte >= 0x09 && byte <= 0x0D
  }

  // MARK: What the checker knows

  private func offer(_ word: Word) -> Completion {
    let isWhole = last?.keyword == .language || word.hasTail(behind, source)
    let tail = isWhole ? "" : word.tail
    return Completion(
      label: word.word, kind: word.kind, snippet: word.word + tail,
      detail: LanguageWord.named(word.word)?.meaning ?? "")
  }

  /// Whether the checker expects a type.
  private func takesType(_ completion: Checker.Completion) -> Bool {
    Checker.typeWords.dropLast().allSatisfy { completion.known.contains($0) }
  }

  private func offer(_ kind: FieldKind) -> Completion {
    let next = behind.first.map { source.text($0.span) }
    let rest =
      switch kind {
      case .choice: (snippet: "($1)", filling: "\"small\", \"large\"")
      case .list: (snippet: " of $1", filling: "string")
      default: (snippet: "", filling: "")
      }
    return Completion(
      label: kind.rawValue, kind: .type,
      snippet: kind.rawValue + (["(", "of", "by"].contains(next) ? "" : rest.snippet),
      filling: rest.filling, detail: kind.row.summary)
  }

  private func offer(_ name: String, _ completion: Checker.Completion) -> Completion {
    if let kind = FieldKind(rawValue: name), takesType(completion) { return offer(kind) }
    if let predicate = Predicate.named(name) {
      let entry = predicate.entry
      return Completion(
        label: name, kind: .ruleWord, snippet: entry.isCalled ? called(name) : name,
        filling: entry.filling(for: completion.subject), detail: entry.summary)
    }
    if Checker.typeWords.contains(name) {
      return Completion(label: name, kind: .type, snippet: name)
    }
    let isDeclared = completion.fields.contains(name) || completion.defined.contains(name)
    if let function = Function.named(name), !isDeclared { return offer(function) }
    let isClass = Checker.classNames.contains { $0.0 == name }
    let spelled = Spelling.operand(name)
    return Completion(
      label: name,
      kind: isClass ? .value : completion.defined.contains(name) ? .definition : .name,
      snippet: completion.called.contains(name) ? called(spelled) : spelled)
  }

  /// Returns `name` with parentheses appended, unless the form already has parentheses after the word.
  private func called(_ name: String) -> String {
    isCalled && behind.first.map { Int($0.span.lower) == word.upperBound } ?? false
      ? name : name + "($1)"
  }

  /// Whether parentheses follow the word.
  private var isCalled: Bool { behind.first?.kind == .leftParen }

  /// The functions, except those that are also rule words.
  private var functions: [Completion] {
    Function.allCases.filter { Predicate.named($0.name) == nil }.map { offer($0) }
  }

  private func offer(_ function: Function) -> Completion {
    Completion(
      label: function.name, kind: .function, snippet: called(function.name),
      detail: "Gives " + function.row.gives)
  }
}

/// A text or pattern around the cursor. Its closing quote or slash may be missing.
private struct OpenText {
  let span: Span
  /// Whether the cursor is at the start of a placeholder.
  let isPlaceholder: Bool
  /// The closing characters that are missing: the brace of a placeholder and the quote of the text.
  let missing: String
  /// The part of `missing` to insert right after the word. The quote is left out if the text continues there.
  let missingHere: String

  init?(_ lexer: Lexer, _ source: Source, around offset: Int, word: Range<Int>) {
    let around = lexer.tokens.last {
      ($0.kind == .text || $0.kind == .pattern) && Int($0.span.lower) < offset
        && offset <= Int($0.span.upper)
    }
    guard let around else { return nil }
    span = around.span
    var quote = ""
    for problem in lexer.problems.all where problem.span.lower == around.span.lower {
      if case .unterminated(_, let close, _) = problem.kind { quote = close }
    }
    let (start, end) = (word.lowerBound, Int(around.span.upper))
    if quote.isEmpty, offset == end { return nil }
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    let path = OpenText.startOfPath(to: start, source)
    isPlaceholder =
      around.kind == .text && path > Int(span.lower) && source.bytes[path - 1] == open
    let rest = source.bytes[word.upperBound..<max(end, word.upperBound)]
    let brace = isPlaceholder && rest.first { $0 == open || $0 == close } != close ? "}" : ""
    missing = brace + quote
    missingHere = brace + (rest.isEmpty ? quote : "")
  }
}

extension OpenText {
  /// Returns the offset of the first name of a path such as `patron.address.` that ends at `end`. Returns `end` if there
  /// is no such path.
  fileprivate static func startOfPath(to end: Int, _ source: Source) -> Int {
    let (dot, quote) = (UInt8(ascii: "."), UInt8(ascii: "`"))
    var start = end
    while start > 0, source.bytes[start - 1] == dot {
      var name = start - 1
      if name > 0, source.bytes[name - 1] == quote {
        name = source.bytes[..<(name - 1)].lastIndex(of: quote) ?? start - 1
      } else {
        while name > 0, FormCompletion.isPartOfWord(source.bytes[name - 1]) { name -= 1 }
      }
      if name == start - 1 { break }
      start = name
    }
    return start
  }
}

extension PredicateEntry {
  /// Returns the arguments in the rule word's example. Empty if they are for values of a type other than `subject`.
  fileprivate func filling(for subject: StaticType?) -> String {
    switch parameters {
    case .values, .ownRange, .moment:
      guard FieldKind(rawValue: type)?.row.operand == subject else { return "" }
    default: break
    }
    let inside = usage.drop { $0 != "(" }
    return String(inside.dropFirst().dropLast())
  }

  /// Whether the rule word must be followed by arguments in parentheses.
  fileprivate var isCalled: Bool {
    switch parameters {
    case .none, .anyScript, .momentFormats, .version, .fields, .by: false
    default: true
    }
  }
}
