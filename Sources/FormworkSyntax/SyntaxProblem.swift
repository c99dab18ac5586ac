// Problems that the lexer and the parser find. FormworkReport has the code and words of each case.

/// A problem with the syntax of a form.
package struct SyntaxProblem: Sendable {
  package var kind: Kind
  package var span: Span
  /// The span that may be misread because of the problem, usually `span`.
  package var reach: Span

  package init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
    reach = span
  }

  /// The severity: a warning if every part of the form can still be read, otherwise an error.
  package var severity: Severity {
    switch kind {
    case .habit, .directions: .warning
    default: .error
    }
  }

  package enum Kind: Sendable {
    /// A file that isn't UTF-8 text. The span is that of the first invalid byte.
    case notText
    /// A file with more than `Source.byteLimit` bytes. `bytes` is its size, or nil if the size is unknown.
    case tooLarge(bytes: Int?)
    case tooManyDeclarations(limit: Int)
    /// More combining marks on a character than `PiledMarks.limit`.
    case piledMarks
    case unexpectedCharacter(String)
    /// A typing habit. The parser reads it as the mark it resembles, or skips it.
    case habit(found: String, meant: String)
    case singleQuotes(contents: String)
    /// A text, a pattern or a quoted name that isn't closed on its line.
    ///
    /// - Parameter isAll: Whether nothing else is missing next to the token.
    case unterminated(Unterminated, close: String, isAll: Bool = true)
    /// Text between backquotes that can't be a name.
    case notAName(String)
    /// A `\u{…}` that isn't a character.
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
    /// A keyword where an operand is required.
    case keywordAsOperand(String)
    /// A block that is still open at the end of the file.
    ///
    /// - Parameter end: The span where its `>` could go.
    case unclosedBlock(opener: Span, end: Span?)
    case strayBlockEnd
    /// A block after a declaration that can't have a block, or before all declarations.
    case strayBlock(after: BlockOwner, from: Span?)
    /// `a < b < c`.
    case chainedComparison(proposal: String)
    /// `a // 2`, which is a division in other languages.
    case wholeDivision
    /// `x in "a", "b"`. The proposal has the list in parentheses.
    case bareList(proposal: String)
    /// `x between 1 and 3`.
    case between(proposal: String)
    /// `x is "a"`.
    case isWithoutPredicate(replacement: String)
    /// Parentheses or blocks nested deeper than the limit.
    case tooDeep(limit: Int)
    case tooManyOperators(limit: Int)
    /// A repeated clause, such as a message, with the span of the first.
    ///
    /// - Parameter whole: The span of the second clause, if it can be deleted.
    case repeated(String, first: Span, whole: Span? = nil)
    /// A `message`, `warning` or `title` that could belong to the clause before it or to the field.
    case ambiguousOwner(String, first: Span, after: Keyword)
    /// `{` in a message without its `}`, or with an invalid placeholder.
    case badPlaceholder(String)
    /// `form` or `language` after other declarations, or twice.
    case misplaced(String)
    /// `use` or `choices … from` of a file that can't be used.
    case file(String, FileFault)
    case patternOutsideMatches
    /// `matches /…/`
    case patternWithoutParentheses
    /// `a % 2`, which other languages write for the remainder.
    case remainderSign(replacement: String)
    /// `a %`
    case percentAfterValue
    /// `/* … */`
    case starComment
    /// Several words as the name of a field.
    case spacedName(String)
    /// `list<string>` or `list(string)`. The associated value is the type of the items.
    case itemInMarks(String)
    case commaInExample
    /// `needs year: int = 2026`, with the name. `replacement` is the correct text instead of `replaced`, or nil if there
    /// is none.
    case assignedNeed(String, replaced: Span, replacement: String?)
    /// So many errors that the rest of the file isn't read.
    case tooManyErrors(limit: Int)
    /// Characters that change the order in which a line is displayed.
    case directions([DirectionControl], in: DirectionControl.Place, DirectionControl.Mending?)
  }

  /// The declaration before a misplaced block.
  package enum BlockOwner: Sendable {
    case field(String, type: Span)
    /// - Parameter isAlone: Whether the check has only a condition.
    case check(isAlone: Bool)
    /// A `when` without an `else`.
    case when
    /// `form`, or no declaration.
    case form
    case other
  }

  /// The reason why a file can't be used.
  package enum FileFault: Sendable, Equatable {
    /// An absolute path, `..`, or a link that leads out of the form's folder.
    case outside
    /// A cycle of files that use each other.
    case circle([String])
    /// The system's error message.
    case unreadable(String)
    /// The form isn't in a file, so it has no folder.
    case noFolder
    /// The file name is empty.
    case noName
    case tooMany(limit: Int)
    /// A file of choices that is too large, with its size in bytes or nil if unknown.
    case tooLarge(bytes: Int?)
    /// The files together have too many declarations or bytes.
    case tooMuch
  }

  /// The tokens that may lack an end.
  package enum Unterminated: Sendable { case text, pattern, quotedName }

  /// The tokens or parts that the parser requires.
  package enum Wanted: Sendable {
    case name, fieldName, type, operand, literal, date, text, colon, comma, of, blockStart
    case blankOrBlock, declaration, leftParen, predicate, languageCode, modifier, fieldsModifier
    case wordsCode
    case unquotedFormat, rule, meaning, parameters, arrow, verdict, memberColon
    case headerLine, columnDemand, listPath
    /// The years after a format.
    case years
    /// `else` after `VALUE if CONDITION`.
    case otherValue
    /// The end of the parenthesis that begins at `opener`.
    case rightParen(opener: Span)
  }

  /// The token that the parser found instead of the required one.
  package enum Found: Sendable {
    case end
    case word(String)
    case mark(String)
    case text
    case other(String)
  }
}

/// Problems in the order in which they are found. A file that isn't a form may have millions. Errors past the limit
/// are dropped, warnings past it are only counted.
package struct SyntaxProblems: Sendable {
  /// The maximum number of errors, and of warnings, to keep.
  package static let limit = 10_000

  package private(set) var all: [SyntaxProblem] = []
  private(set) var untoldWarnings = 0
  private var errorCount = 0
  private var warningCount = 0

  /// Whether the errors have reached the limit, which ends the parsing.
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
  /// Creates the problem that a file has too many errors to be read to its end. The rest of the file is unknown, so
  /// nothing can be reported as missing from it.
  init(tooManyIn file: Source.File) {
    let start = file.range.lowerBound
    self.init(.tooManyErrors(limit: SyntaxProblems.limit), Span(start, start))
    reach = Span(start, file.range.upperBound)
  }
}
