// What the word at the cursor can become. Nothing here knows the grammar: a word of our own is put in its place, and
// the parser says which words of the language it takes there, the checker which names.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// One thing that the word at the cursor can become.
package struct Completion: Sendable {
  package enum Kind: Sendable {
    case keyword, ruleWord, function, definition, name, type, value, language
  }

  package var label: String
  package var kind: Kind
  /// What is written; `$1` in it is where the cursor goes.
  package var snippet: String
  /// What it means, in a sentence; empty where the name says it.
  package var detail: String = ""
}

/// Completes words in forms.
package struct FormCompletion {
  /// Reads the form with another text of its own.
  package typealias Reader = (_ text: Source, _ completion: Checker.Completion) -> FormReading

  /// A word that no form has.
  private static let marker = "formworkcompletion"

  private let source: Source
  /// Where the word at the cursor begins and ends, with the backquotes around it.
  private let word: Range<Int>
  /// The text or pattern that the cursor is inside of.
  private let text: OpenText?
  private let isInComment: Bool
  /// The tokens before the word and behind it.
  private let before: ArraySlice<Token>
  private let behind: ArraySlice<Token>

  /// - Parameters:
  ///   - source: the form's own text.
  ///   - offset: of the cursor, in bytes.
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

  /// Letters, digits, the underscore, and all bytes outside of ASCII.
  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// The bytes of the word that an offer takes the place of.
  package var replaced: Range<Int> { word }

  /// Whether a file that the form uses is being named.
  package var isFileName: Bool { text != nil && last?.keyword == .use }

  /// What can stand at the cursor, what is likelier first.
  ///
  /// - Parameter files: what the form can use.
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
    // A key of an example is one by its colon, and `rejects` has a record behind it.
    let tail = order.isKey ? ": 0" : order.isRejected ? " < >" : ""
    let completion = known(behind: tail, read)
    order.subject = completion.subject
    let names = order.likeliestFirst(completion.known.filter { $0 != defined })
    if order.isKey, !names.isEmpty {
      return names.map {
        Completion(label: $0, kind: .name, snippet: Spelling.name($0) + ": $1")
      }
    }
    let values = order.takesText ? known(isText: true, behind: order.tailOfText, read).known : []
    let beginning = beginning
    // What only some places make a word of the language is a name where names are taken.
    let takesNames = takes(Word(word: FormCompletion.marker), after: beginning)
    let keywords =
      (FormCompletion.words
      + (takesNames ? wordsLikeNames(isInExample: order.isInExample) : placeWords))
      .filter { takes($0, after: beginning) }.map { offer($0) }
    let functions = takesNames && completion.isOperand ? functions : []
    return values.map { Completion(label: "\"\($0)\"", kind: .value, snippet: Spelling.text($0)) }
      + order.sorted(names.map { offer($0, completion) } + functions + keywords)
  }

  /// What the checker looks for where the word is.
  ///
  /// - Parameters:
  ///   - isText: whether the word is put there as a text.
  ///   - tail: what has to stand behind the word for it to be read.
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

  /// Whether the word is the code whose message `words` gives.
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

  /// Whether a name is being made up.
  private var isDeclared: Bool {
    switch last?.keyword {
    case .field, .define, .choices, .table, .needs, .form, .as: true
    default: isParameter
    }
  }

  /// Whether the word is a parameter of what is being defined.
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
    /// What behind it makes it one; `$1` is where the cursor goes. Nothing for a word that is one alone.
    var tail = ""
    var kind: Completion.Kind = .keyword
    /// Whether that stands behind it already.
    var hasTail: @Sendable (ArraySlice<Token>, Source) -> Bool = { _, _ in true }
  }

  private static let words =
    Keyword.reserved.map { Word(word: $0.rawValue) } + [Word(word: "not", tail: " in 1")]

  private static let units = DurationUnit.allCases.map { Word(word: $0.rawValue + "s") }

  /// Words that only some places make.
  private var placeWords: [Word] {
    let words = [
      "of", "accepts", "rejects", "like", "on", "blank", "also", "decimal", "group", "all",
    ]
    let settings =
      DataSetting.Word.allCases.map { $0.rawValue } + DataKind.allCases.map { $0.rawValue }
    return (words + settings).map { Word(word: $0) } + FormCompletion.units + languages
      + FormCompletion.heads
  }

  /// Words that begin declarations, and are names without what follows them.
  private static let heads = [
    Word(word: "data", tail: " csv <$1>") { behind, source in
      let next = behind.first.map { source.text($0.span) }
      return DataKind.allCases.contains { $0.rawValue == next }
    },
    Word(word: "words", tail: " required \"$1\"") { behind, source in
      behind.first.map { OwnWords.codes.contains(source.text($0.span)) } ?? false
        && behind.dropFirst().first?.kind == .text
    },
  ]

  /// Words that some places make where names can stand, too.
  private func wordsLikeNames(isInExample: Bool) -> [Word] {
    switch last?.kind {
    case .number where !isInExample: FormCompletion.units
    case .leftParen:
      takesFieldOfRecords
        ? [Word(word: "by", tail: ": $1") { behind, _ in behind.first?.kind == .colon }] : []
    default: []
    }
  }

  /// Whether the parenthesis before the word is that of a rule word that compares records by a field.
  private var takesFieldOfRecords: Bool {
    guard let called = before.dropLast().last, called.kind == .name else { return false }
    return Predicate.named(source.text(called.span))?.parameters == .by
  }

  /// The languages of texts: those of the form first, then those that have built-in messages.
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

  // MARK: What the parser takes

  /// What stands before the cursor in the outermost declaration around it, and where the parser finds mistakes in
  /// that alone. What is before the declaration does not matter to it.
  private struct Beginning {
    var text: ArraySlice<UInt8>
    /// Where the last token ends; what is missing is missing there.
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

  /// Whether the parser takes a word at the cursor as a word of the language, whatever comes behind it.
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
    return Completion(label: word.word, kind: word.kind, snippet: word.word + tail)
  }

  private func offer(_ name: String, _ completion: Checker.Completion) -> Completion {
    if let predicate = Predicate.named(name) {
      let entry = predicate.entry
      return Completion(
        label: name, kind: .ruleWord, snippet: entry.isCalled ? called(name) : name,
        detail: entry.summary)
    }
    if Checker.typeWords.contains(name) {
      return Completion(label: name, kind: .type, snippet: name)
    }
    if let function = Function.named(name) { return offer(function) }
    let isClass = Checker.classNames.contains { $0.0 == name }
    let spelled = Spelling.operand(name)
    return Completion(
      label: name,
      kind: isClass ? .value : completion.defined.contains(name) ? .definition : .name,
      snippet: completion.called.contains(name) ? called(spelled) : spelled)
  }

  /// A name with parentheses behind it, unless they stand there.
  private func called(_ name: String) -> String {
    behind.first.map { $0.kind == .leftParen && Int($0.span.lower) == word.upperBound } ?? false
      ? name : name + "($1)"
  }

  /// The functions, but for those that are rule words as well.
  private var functions: [Completion] {
    Function.allCases.filter { Predicate.named($0.name) == nil }.map { offer($0) }
  }

  private func offer(_ function: Function) -> Completion {
    Completion(
      label: function.name, kind: .function, snippet: called(function.name),
      detail: "Gives " + function.row.gives)
  }
}

/// A text or pattern around the cursor, which may still lack its end.
private struct OpenText {
  let span: Span
  /// Whether the cursor is where a placeholder begins.
  let isPlaceholder: Bool
  /// What has to stand behind the word: the brace of a placeholder, the quote of the text.
  let missing: String
  /// What of it is missing right there, where the text may go on.
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
    isPlaceholder = around.kind == .text && source.bytes[start - 1] == open
    let rest = source.bytes[word.upperBound..<max(end, word.upperBound)]
    let brace = isPlaceholder && rest.first { $0 == open || $0 == close } != close ? "}" : ""
    missing = brace + quote
    missingHere = brace + (rest.isEmpty ? quote : "")
  }
}

extension PredicateEntry {
  /// Whether something has to stand in parentheses behind its name.
  fileprivate var isCalled: Bool {
    switch parameters {
    case .none, .anyScript, .dateFormats, .version, .fields, .by: false
    default: true
    }
  }
}
