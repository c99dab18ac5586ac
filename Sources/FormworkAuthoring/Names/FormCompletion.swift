// What the word at the cursor can become. Nothing here knows the grammar: a word of our own is put in its place, and
// the parser says which words of the language it takes there, the checker which names.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// One thing that the word at the cursor can become.
package struct Completion: Sendable {
  package enum Kind: Sendable {
    case keyword, ruleWord, function, name, type, value
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
  /// Where the word at the cursor begins and ends.
  private let word: Range<Int>
  /// Whether the cursor is inside of a text or a comment.
  private let isInText: Bool
  /// The token before the word.
  private let last: Token?

  /// - Parameters:
  ///   - source: the form's own text.
  ///   - offset: of the cursor, in bytes.
  package init(_ source: Source, at offset: Int) {
    self.source = source
    let offset = min(max(0, offset), source.bytes.count)
    let lexer = Lexer(source)
    func isInside(_ span: Span) -> Bool { Int(span.lower) < offset && offset < Int(span.upper) }
    isInText =
      lexer.tokens.contains { ($0.kind == .text || $0.kind == .pattern) && isInside($0.span) }
      || lexer.comments.contains { Int($0.span.lower) < offset && offset <= Int($0.span.upper) }
    var (lower, upper) = (offset, offset)
    while lower > 0, FormCompletion.isPartOfWord(source.bytes[lower - 1]) { lower -= 1 }
    while upper < source.bytes.count, FormCompletion.isPartOfWord(source.bytes[upper]) {
      upper += 1
    }
    word = lower..<upper
    last = lexer.tokens.last { Int($0.span.upper) <= lower && $0.kind != .end }
  }

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

  /// What can stand at the cursor, what is likelier first.
  package func offers(read: Reader) -> [Completion] {
    let completion = Checker.Completion(FormCompletion.marker)
    var bytes = source.bytes
    bytes.replaceSubrange(word, with: Array(FormCompletion.marker.utf8))
    _ = read(Source(name: source.name, bytes: bytes), completion)
    let names = sorted(completion)
    if isInText { return names.map { Completion(label: $0, kind: .value, snippet: $0) } }
    if isDeclared { return [] }
    let before = before
    // What only some places make a word of the language is a name where names are taken.
    let takesNames = takes(FormCompletion.marker, after: before)
    let others = takesNames ? (last?.kind == .number ? FormCompletion.units : []) : placeWords
    let keywords = (FormCompletion.words + others).filter { takes($0.word, $0.tail, after: before) }
      .map { Completion(label: $0.word, kind: .keyword, snippet: $0.word) }
    let functions = takesNames && completion.isOperand && !isBehindOperand ? functions : []
    let offers = names.map { offer($0) } + functions
    return isBehindOperand ? keywords + offers : offers + keywords
  }

  /// Whether a name is being made up.
  private var isDeclared: Bool {
    switch last?.keyword {
    case .field, .define, .choices, .table, .needs, .form, .as: true
    default: false
    }
  }

  /// Whether a condition can be whole before the cursor.
  private var isBehindOperand: Bool {
    switch last?.kind {
    case .name, .quotedName, .text, .number, .date, .time, .dateTime, .instant, .pattern,
      .rightParen:
      true
    case .keyword:
      switch last?.keyword {
      case .value, .today, .now, .true, .false, .optional: true
      default: false
      }
    default: false
    }
  }

  /// A word with what makes it a word of the language.
  private typealias Word = (word: String, tail: String)

  /// The reserved words, what is likelier first.
  private static let words: [Word] = {
    let first: [Keyword] = [
      .rule, .message, .and, .or, .optional, .field, .when, .else, .is, .in, .check, .as, .at,
      .warning,
    ]
    return (first + Keyword.reserved.filter { !first.contains($0) }).map { ($0.rawValue, "") }
  }()

  private static let units: [Word] = DurationUnit.allCases.map { ($0.rawValue + "s", "") }

  /// Words that only some places make.
  private var placeWords: [Word] {
    let words = [
      "of", "accepts", "rejects", "like", "on", "blank", "also", "decimal", "group", "all",
    ]
    let settings =
      DataSetting.Word.allCases.map { $0.rawValue } + DataKind.allCases.map { $0.rawValue }
    return (words + settings).map { ($0, "") } + FormCompletion.units + languages
      + [("data", " csv"), ("words", " required \"\"")]
  }

  /// The languages of texts, those of the form first.
  private var languages: [Word] {
    let tokens = Lexer(source).tokens
    var codes: [String] = []
    for (code, text) in zip(tokens, tokens.dropFirst())
    where code.kind == .name && text.kind == .text && code.span.count == 2 {
      let code = source.text(code.span)
      if !codes.contains(code) { codes.append(code) }
    }
    let others = BuiltInLanguage.allCases.map { $0.rawValue }.filter { !codes.contains($0) }
    return (codes + others).map { ($0, " \"\"") }
  }

  // MARK: What the parser takes

  /// What stands before the cursor in the outermost declaration around it, and where the parser finds mistakes in
  /// that alone. What is before the declaration does not matter to it.
  private struct Before {
    var text: ArraySlice<UInt8>
    /// Where the last token ends; what is missing is missing there.
    var end: Int
    var mistakes: Set<UInt32>
  }

  private var before: Before {
    let declarations = Parser.parse(source).tree.declarations
    let around = declarations.last { Int($0.span.lower) < word.lowerBound }
    let start = around.map { Int($0.span.lower) } ?? 0
    let text = source.bytes[start..<word.lowerBound]
    let end = text.lastIndex { !FormCompletion.isSpace($0) }.map { $0 + 1 - start } ?? 0
    return Before(text: text, end: end, mistakes: FormCompletion.mistakes(in: Array(text)))
  }

  private static func mistakes(in text: [UInt8]) -> Set<UInt32> {
    let problems = Parser.parse(Source(name: "", bytes: text)).problems
    return Set(problems.filter { $0.severity == .error }.map { $0.span.lower })
  }

  /// Whether the parser takes a word at the cursor, whatever comes behind it.
  ///
  /// - Parameter tail: what makes the word what it is, such as the text behind a language.
  private func takes(_ word: String, _ tail: String = "", after before: Before) -> Bool {
    let mistakes = FormCompletion.mistakes(in: before.text + Array((word + tail).utf8))
    let end = before.text.count + word.utf8.count
    return !mistakes.contains { place in
      let isNew = Int(place) >= before.end || !before.mistakes.contains(place)
      return isNew && Int(place) < end
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte >= 0x09 && byte <= 0x0D
  }

  // MARK: What the checker knows

  /// The names that can stand at the cursor, each once: fields that stand near first, then what fits the value.
  private func sorted(_ completion: Checker.Completion) -> [String] {
    var seen: Set<String> = []
    let all = completion.known.filter { !$0.isEmpty && seen.insert($0).inserted }
    func rank(_ name: String) -> Int {
      guard let predicate = Predicate.named(name) else { return 1 }
      guard let subject = completion.subject else { return 2 }
      return predicate.entry.subject.takes(subject) ? 0 : 3
    }
    return all.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map { $0.element }
  }

  private func offer(_ name: String) -> Completion {
    let spelled = Spelling.operand(name)
    if let predicate = Predicate.named(name) {
      let entry = predicate.entry
      return Completion(
        label: name, kind: .ruleWord, snippet: entry.isCalled ? name + "($1)" : name,
        detail: entry.summary)
    }
    if Checker.typeWords.contains(name) {
      return Completion(label: name, kind: .type, snippet: name)
    }
    return Completion(label: name, kind: .name, snippet: spelled)
  }

  /// The functions, but for those that are rule words as well.
  private var functions: [Completion] {
    Function.allCases.filter { Predicate.named($0.name) == nil }.map {
      Completion(
        label: $0.name, kind: .function, snippet: $0.name + "($1)", detail: "Gives " + $0.row.gives)
    }
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
