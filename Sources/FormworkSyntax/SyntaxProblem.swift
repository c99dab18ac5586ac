// What the lexer and the parser find wrong, as facts; code and words of a case stand in the one
// arm that FormworkReport has for it.

/// One thing wrong with how a form is written.
package struct SyntaxProblem: Sendable {
  package var kind: Kind
  package var span: Span
  /// What cannot have been read as it was meant because of it; mostly no more than its span.
  package var reach: Span

  package init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
    reach = span
  }

  /// A warning keeps nothing from being read.
  package var severity: Severity {
    switch kind {
    case .habit, .directions: .warning
    default: .error
    }
  }

  package enum Kind: Sendable {
    /// The span is the first byte that is not UTF-8.
    case notText
    /// More than `Source.byteLimit`; nil if nobody knows how many.
    case tooLarge(bytes: Int?)
    case tooManyDeclarations(limit: Int)
    /// More combining marks on a character than `PiledMarks.limit`.
    case piledMarks
    case unexpectedCharacter(String)
    /// A typing habit that is read as what it looks like, or as nothing.
    case habit(found: String, meant: String)
    case singleQuotes(contents: String)
    /// A text, a pattern or a quoted name that its line does not close.
    ///
    /// - Parameter isAll: whether nothing else is missing beside it.
    case unterminated(Unterminated, close: String, isAll: Bool = true)
    /// What stands between backquotes and cannot be a name.
    case notAName(String)
    /// `\u{…}` that is not a character.
    case badEscape(String)
    /// A number that runs into letters, such as `12abc`.
    case badNumber(String)
    case expected(Wanted, found: Found)
    case unknownDeclaration(String, near: [String])
    case unknownClause(String, near: [String])
    /// `data excel`
    case unknownDataKind(String, near: [String])
    case unknownSetting(String, near: [String])
    /// `words count "x"`
    case unknownCode(String, near: [String])
    /// A word of the language where an operand must stand.
    case keywordAsOperand(String)
    /// A block that the file's end closes.
    ///
    /// - Parameter end: where its `>` can stand.
    case unclosedBlock(opener: Span, end: Span?)
    case strayBlockEnd
    /// A block after a declaration that takes none, or at the beginning.
    case strayBlock(after: BlockOwner, from: Span?)
    /// `a < b < c`.
    case chainedComparison(proposal: String)
    /// `x in "a", "b"`, with the list in parentheses.
    case bareList(proposal: String)
    /// `x between 1 and 3`.
    case between(proposal: String)
    /// `x is "a"`.
    case isWithoutPredicate(replacement: String)
    /// Parentheses or blocks nested deeper than the limit.
    case tooDeep(limit: Int)
    case tooManyOperators(limit: Int)
    /// A clause, such as a message, said twice for one owner, the first at `first`.
    ///
    /// - Parameter whole: all of the second, if it can be left out.
    case repeated(String, first: Span, whole: Span? = nil)
    /// A `message`, `warning` or `title` that could belong to what is before or to the field.
    case ambiguousOwner(String, first: Span, after: Keyword)
    /// `{` in a message without its `}`, or nothing a placeholder could be.
    case badPlaceholder(String)
    /// `form` or `language` after other declarations, or twice.
    case misplaced(String)
    /// `use` or `choices … from` of a file that cannot be had.
    case file(String, FileFault)
    case patternOutsideMatches
    /// `matches /…/`
    case patternWithoutParentheses
    /// `/* … */`
    case starComment
    /// Several words as the name of a field.
    case spacedName(String)
    /// `list<string>`, with the type of the items.
    case angleItem(String)
    case commaInExample
    /// There are more errors than are reported.
    case tooManyErrors(limit: Int)
    /// Characters that change the order in which a line is shown.
    case directions([DirectionControl], in: DirectionControl.Place, DirectionControl.Mending?)
  }

  /// The declaration before a block that belongs to nothing.
  package enum BlockOwner: Sendable {
    case field(String, type: Span)
    /// - Parameter isAlone: whether the check is a condition and nothing else.
    case check(isAlone: Bool)
    /// A `when` without an `else`.
    case when
    /// `form`, or nothing.
    case form
    case other
  }

  /// Why a file cannot be used.
  package enum FileFault: Sendable, Equatable {
    /// An absolute path, `..`, or a link that leads out of the form's folder.
    case outside
    /// The files that use each other in a circle.
    case circle([String])
    /// The system's words.
    case unreadable(String)
    /// The form has no folder: it is no file itself.
    case noFolder
    /// The empty text.
    case noName
    case tooMany(limit: Int)
    /// A file of choices with more bytes than can be read; nil if nobody knows how many.
    case tooLarge(bytes: Int?)
    /// What the files declare together, or their bytes, are too many.
    case tooMuch
  }

  /// What lacks its end.
  package enum Unterminated: Sendable { case text, pattern, quotedName }

  /// What was needed.
  package enum Wanted: Sendable {
    case name, fieldName, type, operand, literal, date, text, colon, comma, of, blockStart
    case blankOrBlock, declaration, leftParen, predicate, languageCode, modifier, fieldsModifier
    case wordsCode
    case unquotedFormat, rule, meaning, parameters, arrow, verdict, memberColon
    case headerLine, allColumns, listPath
    /// The end of what the parenthesis at `opener` began.
    case rightParen(opener: Span)
  }

  /// What stands there instead.
  package enum Found: Sendable {
    case end
    case word(String)
    case mark(String)
    case text
    case other(String)
  }
}

/// Problems in the order in which they are found. A file that is no form may have millions: no error past
/// the limit is kept, and warnings past it are only counted.
package struct SyntaxProblems: Sendable {
  /// How many errors, and how many warnings, are kept.
  package static let limit = 10_000

  package private(set) var all: [SyntaxProblem] = []
  private(set) var untoldWarnings = 0
  private var errorCount = 0
  private var warningCount = 0

  /// Whether there are so many errors that reading ends.
  var isFull: Bool { errorCount == SyntaxProblems.limit }

  mutating func append(_ problem: SyntaxProblem) {
    if problem.severity == .error {
      if isFull { return }
      errorCount += 1
    } else if warningCount == SyntaxProblems.limit {
      untoldWarnings += 1
      return
    } else {
      warningCount += 1
    }
    all.append(problem)
  }
}

extension SyntaxProblem {
  /// A file has too many errors to be read to its end. Nobody knows what its rest says, so
  /// nothing in it can be reported as missing.
  init(tooManyIn file: Source.File) {
    let start = file.range.lowerBound
    self.init(.tooManyErrors(limit: SyntaxProblems.limit), Span(start, start))
    reach = Span(start, file.range.upperBound)
  }
}
