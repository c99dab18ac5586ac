// The clauses of fields: the words that begin them with their properties, their tree, and their productions.

/// The properties of the clauses that begin with a keyword. The parser, the checker, the formatter and editors derive
/// from them what they do with a clause.
package struct ClauseRow: Sendable {
  /// The subject of a clause, which decides where the clause may be and what keeps it.
  package enum Subject: Sendable {
    /// Whether a field must have a value.
    case presence
    /// The source of a value.
    case source
    /// The cleaning and the comparison of texts.
    case cleaning
    /// The secrecy of a value.
    case secrecy
    /// A text for people.
    case text
    /// A condition.
    case rule
  }

  package let subject: Subject
  /// The meaning for authors, in a sentence or two.
  package let meaning: String
  /// Declarations that use the clause.
  package let example: String

  private init(_ subject: Subject, _ meaning: String, _ example: String) {
    (self.subject, self.meaning, self.example) = (subject, meaning, example)
  }

  /// Returns the properties of a clause, or nil for a keyword that doesn't begin one.
  fileprivate static func row(of word: Keyword) -> ClauseRow? {
    switch word {
    case .optional:
      ClauseRow(
        .presence, "Lets a value be blank, or the file of a list be missing.",
        "field nickname: string optional")
    case .required:
      ClauseRow(
        .presence, "Demands a value, perhaps only if a condition is true.",
        """
        field email: string optional
        field phone: string required if email is blank
        """)
    case .default:
      ClauseRow(
        .source, "Replaces a blank value.",
        #"field country: string default "JP""#)
    case .from:
      ClauseRow(
        .source, "Names the key or column in the data, or the file of choices or of a list.",
        #"field first: string from "First name", "Vorname""#)
    case .halfwidth:
      ClauseRow(
        .cleaning,
        "Brings full-width letters, digits and marks to their usual width before the value is read.",
        "field code: string halfwidth")
    case .without:
      ClauseRow(
        .cleaning, "Removes characters before the value is read.",
        #"field phone: string without(" ", "-") rule phone"#)
    case .trimmed:
      ClauseRow(
        .cleaning, "Removes white space at both ends before the value is read.",
        "field name: string trimmed")
    case .lowercased:
      ClauseRow(
        .cleaning, "Changes capital letters to small ones before rules see the text.",
        "field email: string lowercased rule email")
    case .uppercased:
      ClauseRow(
        .cleaning, "Changes small letters to capital ones before rules see the text.",
        "field code: string uppercased")
    case .anyCase:
      ClauseRow(
        .cleaning, "Compares the value without regard to case.",
        #"field size: choice("S", "M", "L") anyCase"#)
    case .secret:
      ClauseRow(
        .secrecy, "Keeps the value out of messages and reports.",
        "field password: string secret rule count(8...)")
    case .hint:
      ClauseRow(
        .text, "Helps people who fill in the form, and plays no part in checking.",
        #"field phone: string hint "With the country code""#)
    case .title:
      ClauseRow(
        .text, "Gives a problem a heading, or a branch of a `when`.",
        #"field age: int rule range(0...150) title "Impossible" message "Age is {min} to {max}""#)
    case .message:
      ClauseRow(
        .text,
        "Says what people read if the rule before it fails, or about every problem of the field.",
        #"field age: int rule range(0...150) message "Age must be {min} to {max}""#)
    case .warning:
      ClauseRow(
        .text,
        "Says what people read if the rule before it fails, which then doesn't reject the record.",
        #"field age: int rule value < 120 warning "{value}? Please check""#)
    case .rule:
      ClauseRow(
        .rule, "Demands that a condition is true of the value.",
        "field age: int rule range(0...150)")
    case .each:
      ClauseRow(
        .rule, "Applies a rule to every item of a list.",
        "field tags: list of string each rule count(...20)")
    default: nil
    }
  }
}

extension Keyword {
  /// The properties of the clauses that begin with the word. Nil for a word that begins no clause.
  package var clause: ClauseRow? { ClauseRow.row(of: self) }

  /// Whether the word begins a clause of a field.
  package var startsClause: Bool { clause != nil }

  /// Whether `fields` can give the clauses that begin with the word to many fields.
  var startsModifier: Bool {
    switch clause?.subject {
    case .presence, .cleaning, .secrecy: true
    case .source, .text, .rule, nil: false
    }
  }
}

// MARK: - Tree

/// A clause of a field, after its type.
package struct Clause: Sendable {
  package enum Kind: Sendable {
    /// A word alone, such as `optional` or `trimmed`.
    case plain
    indirect case required(condition: Expression?, message: LocalizedText?)
    case `default`(Expression)
    /// `from "a", "b"` or `without("a", "b")`.
    case texts([PlainText])
    /// A clause with the subject `text`.
    case text(LocalizedText)
    /// `rule …`, or `each rule …` for the items of a list.
    case rule(Rule)
  }

  /// The keyword that begins the clause.
  package let word: Keyword
  package let kind: Kind
  package let span: Span

  package init(_ word: Keyword, _ kind: Kind = .plain, at span: Span) {
    (self.word, self.kind, self.span) = (word, kind, span)
  }

  package var subject: ClauseRow.Subject? { word.clause?.subject }

  /// Whether a field's value depends on the clause. Rules only judge the value.
  package var isOfValue: Bool { subject != .text && subject != .rule }
}

// MARK: - Productions

extension Parser {
  /// Parses the clauses of a field, up to a token that can't begin a clause.
  mutating func parseClauses() -> [Clause] {
    var clauses: [Clause] = []
    let firstWord = clauseWords.count
    defer {
      if clauseWords.count > firstWord { clauseWords.removeLast(clauseWords.count - firstWord) }
    }
    while !at(.end), !atBlockEnd {
      if eatNeedlessComma() { continue }
      if let keyword = token.keyword {
        guard keyword.startsClause else { break }
        let word = token.span
        let first = first(keyword, since: firstWord)
        let clause = parseClause(keyword)
        if let first { reportRepeated(keyword, first: first, at: word, whole: clause?.span) }
        if let clause { clauses.append(clause) }
      } else if at(.less) || at(.greater) || lacksText {
        break
      } else if at(.name) || at(.quotedName) {
        reportUnknownClause()
      } else {
        reportExpected(.declaration)
        advance()
        recover()
      }
    }
    return clauses
  }

  private mutating func reportUnknownClause() {
    let word = text(of: token)
    let words = Keyword.allCases.filter { $0.startsClause || $0.startsDeclaration }
    let near = NearNames.nearest(to: word, among: words.map { $0.rawValue }, limit: 4)
    report(.unknownClause(word, near: near))
    advance()
    recover()
  }

  /// Returns the span of an earlier clause with the same keyword. Without an earlier one, records the clause at the
  /// cursor and returns nil. Also returns nil for rules, because they may be repeated.
  private mutating func first(_ keyword: Keyword, since firstWord: Int) -> Span? {
    guard keyword != .rule, keyword != .each else { return nil }
    if let first = clauseWords[firstWord...].first(where: { $0.keyword == keyword }) {
      return first.span
    }
    clauseWords.append(token)
    return nil
  }

  private mutating func reportRepeated(
    _ keyword: Keyword, first: Span, at word: Span, whole: Span?
  ) {
    // Don't offer to delete the clause if a `title`, `message` or `warning` follows, which would then belong to the
    // previous clause.
    let isApart = !at(.title) && !at(.message) && !at(.warning)
    record(
      SyntaxProblem(
        .repeated(keyword.rawValue, first: first, whole: isApart ? whole : nil), word))
  }

  /// clause ::= modifier | default | from | hint | title | 'message' localized-text | rule | each
  /// modifier ::= 'optional' | required | without | 'halfwidth' | 'trimmed' | 'lowercased'
  ///   | 'uppercased' | 'anyCase' | 'secret'
  /// hint ::= 'hint' localized-text
  mutating func parseClause(_ word: Keyword) -> Clause? {
    let start = advance().span
    let kind: Clause.Kind?
    switch word {
    case .required: kind = parseRequired()
    case .without: kind = parseWithout()
    case .default: kind = parseDefault()
    case .from: kind = parseFrom()
    case .rule: kind = .rule(parseRule())
    case .each: kind = parseEach()
    case .warning:
      report(.misplaced("warning"), at: start)
      _ = parseLocalizedText()
      kind = nil
    default:
      kind = word.clause?.subject == .text ? parseLocalizedText().map { .text($0) } : .plain
    }
    return kind.map { Clause(word, $0, at: span(from: start)) }
  }

  /// required ::= 'required' ('if' condition)? ('message' localized-text)?
  private mutating func parseRequired() -> Clause.Kind {
    let condition = eat(.if) ? parseCondition() : nil
    let message = at(.message) ? parseMessage()?.text : nil
    if let message, at(.message) {
      reportAmbiguous("message", first: message.span, after: .required)
    }
    return .required(condition: condition, message: message)
  }

  /// without ::= 'without' '(' TEXT (',' TEXT)* ')'
  private mutating func parseWithout() -> Clause.Kind {
    let opener = token.span
    guard expect(.leftParen, .leftParen) else { return .texts([]) }
    let texts = parseTexts()
    closeParenthesis(opener)
    return .texts(texts)
  }

  /// default ::= 'default' literal
  private mutating func parseDefault() -> Clause.Kind? { parseLiteral().map { .default($0) } }

  /// from ::= 'from' TEXT (',' TEXT)*
  private mutating func parseFrom() -> Clause.Kind? {
    let names = parseTexts()
    return names.isEmpty ? nil : .texts(names)
  }

  /// title ::= 'title' localized-text
  mutating func parseTitle() -> LocalizedText? {
    advance()
    return parseLocalizedText()
  }

  /// message ::= ('message' | 'warning') localized-text
  mutating func parseMessage() -> (severity: Severity, text: LocalizedText)? {
    let severity: Severity = advance().keyword == .warning ? .warning : .error
    return parseLocalizedText().map { (severity, $0) }
  }

  /// rule ::= 'rule' condition words
  private mutating func parseRule() -> Rule {
    var rule = Rule(condition: parseCondition())
    parseWords(into: &rule)
    return rule
  }

  /// each ::= 'each' rule
  private mutating func parseEach() -> Clause.Kind? {
    guard eat(.rule) else {
      reportExpected(.rule)
      return nil
    }
    return .rule(parseRule())
  }

  /// words ::= (title | message)*
  mutating func parseWords(into rule: inout Rule) {
    while at(.title) || at(.message) || at(.warning) {
      let first = at(.title) ? rule.title : rule.message
      if let first { reportAmbiguous(text(of: token), first: first.span) }
      let word: Rule.Word? =
        at(.title)
        ? parseTitle().map { .title($0) } : parseMessage().map { .message($0.text, $0.severity) }
      if first == nil, let word { rule.words.append(word) }
    }
  }

  private mutating func reportAmbiguous(
    _ word: String, first: Span, after owner: Keyword = .rule
  ) {
    report(.ambiguousOwner(word, first: first, after: owner))
  }
}
