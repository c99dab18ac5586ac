// What people write who come from spreadsheets and other languages, and how it is written here: one table of
// phrases, which are looked for only where a form has errors.

internal import FormworkEngine
internal import FormworkSyntax

/// A phrase as somebody types it, with how it is written here or what to do instead.
private struct Phrase: Sendable {
  /// One part of a phrase.
  enum Piece: Sendable {
    /// One of some words or marks.
    case word([String])
    case number, text, literal, name, comparison
    /// A field, `value` or a path.
    case subject
    /// A field or a literal.
    case value
    /// Anything up to what comes next.
    case anything
    /// Nothing, where the error begins, behind what is whole.
    case here
    /// Nothing, where a line begins.
    case line
    /// Anything up to the end of the next declaration.
    case rest
  }

  let pieces: [Piece]
  /// How it is written here, where that is sure: `$1` is what the first part stands for, `$+1` the number after it and
  /// `$~1` a text as a pattern.
  let replacement: String?
  let advice: String?

  init(_ pattern: String, _ replacement: String? = nil, say advice: String? = nil) {
    pieces = pattern.split(separator: " ").map { Phrase.piece(String($0)) }
    self.replacement = replacement
    self.advice = advice
  }

  private static func piece(_ text: String) -> Piece {
    switch text {
    case "NUMBER": .number
    case "TEXT": .text
    case "LITERAL": .literal
    case "NAME": .name
    case "COMPARED": .comparison
    case "SUBJECT": .subject
    case "VALUE": .value
    case "HERE": .here
    case "LINE": .line
    case "…": .anything
    case "…$": .rest
    default: .word(text.split(separator: "|").map { String($0) })
    }
  }

  private static let datesAre = "Write dates as 2014-01-31, as in value < 2014-01-31."
  private static let conditionAround =
    "Put the rule into when … < … >, or write what else may hold, as in rule kind != \"a\" or positive."

  static let table: [Phrase] = [
    Phrase(
      "message TEXT if",
      say:
        "A message has no condition of its own. Put it into the rule, as in rule not (…) or (…), or"
        + " put the rule into when … < … >."),
    Phrase("else if", "else when"),
    Phrase("check if … then …$", "when $1 < check $2 >"),
    Phrase("rule if … then", say: Phrase.conditionAround),
    Phrase("check … if … message TEXT", "when $2 < check $1 message $3 >"),
    Phrase("if|when … then …$", "when $2 < $3 >"),
    Phrase("if|when … { … }", "when $2 < $3 >"),
    Phrase("else { … }", "else < $1 >"),
    Phrase(": { … }", ": < $1 >"),
    Phrase("list of { … }", "list of < $1 >"),
    Phrase("list { … }", "list of < $1 >"),
    Phrase("LINE if … <", "when $1 <"),
    Phrase("optional if", say: "Write required if not (…)."),
    Phrase(
      "if",
      say: "Write required if … for a field that is asked for only then, or when … < field … > for"
        + " one that is there only then."),
    Phrase("count|length|size|len >= NUMBER", "count($2...)"),
    Phrase("count|length|size|len > NUMBER", "count($+2...)"),
    Phrase("count|length|size|len <= NUMBER", "count(...$2)"),
    Phrase("count|length|size|len < NUMBER", "count(..<$2)"),
    Phrase("count|length|size|len == NUMBER", "count($2)"),
    Phrase("length|size|len ( value ) >= NUMBER", "count($2...)"),
    Phrase("length|size|len ( value ) > NUMBER", "count($+2...)"),
    Phrase("length|size|len ( value ) <= NUMBER", "count(...$2)"),
    Phrase("length|size|len ( value ) == NUMBER", "count($2)"),
    Phrase("rule COMPARED", "rule value $1"),
    Phrase("SUBJECT COMPARED LITERAL and|or COMPARED", "$1 $2 $3 $4 $1 $5"),
    Phrase("SUBJECT COMPARED SUBJECT and|or COMPARED", "$1 $2 $3 $4 $1 $5"),
    Phrase("and|or COMPARED", say: "Repeat what is compared, as in age >= 6 and age <= 17."),
    Phrase("check rows|lines COMPARED", "check records $2"),
    Phrase("rule above|over|greaterThan|moreThan ( 0 )", "rule positive"),
    Phrase("rule above|over|greaterThan|moreThan ( LITERAL )", "rule value > $2"),
    Phrase("rule under|below|lessThan ( LITERAL )", "rule value < $2"),
    Phrase(
      "above|over|under|below|greaterThan|moreThan|lessThan (",
      say: "Write positive, or compare as in value > 0."),
    Phrase("rule greater|more|higher|larger than 0", "rule positive"),
    Phrase("rule greater|more|higher|larger than LITERAL", "rule value > $2"),
    Phrase("rule less|fewer|lower|smaller than LITERAL", "rule value < $2"),
    Phrase("SUBJECT is greater|more|higher|larger|later than LITERAL", "$1 > $3"),
    Phrase("SUBJECT is less|fewer|lower|smaller|earlier than LITERAL", "$1 < $3"),
    Phrase(
      "greater|more|higher|larger|less|fewer|lower|smaller than",
      say: "Compare as in value > 0 or age < 5."),
    Phrase("rule year|month|day ( LITERAL ... LITERAL )", "rule $1(value) in $2...$3"),
    Phrase("rule year|month|day ( LITERAL )", "rule $1(value) == $2"),
    Phrase("rule … unless SUBJECT COMPARED LITERAL", "rule $2 $3 $4 or $1"),
    Phrase("rule … unless SUBJECT is filled|blank", "rule $2 is $3 or $1"),
    Phrase("rule … unless SUBJECT message", "rule $2 or $1 message"),
    Phrase(
      "unless", say: "Write when a rule need not hold before it, as in rule exempt or positive."),
    Phrase("required when …$", "required if $1"),
    Phrase(
      "SUBJECT is filled == SUBJECT is filled",
      "($1 is filled and $2 is filled or $1 is blank and $2 is blank)"),
    Phrase(
      "SUBJECT is blank == SUBJECT is blank",
      "($1 is filled and $2 is filled or $1 is blank and $2 is blank)"),
    Phrase("count|range ( NUMBER to NUMBER )", "$1($2...$3)"),
    Phrase("count|range ( NUMBER , * )", "$1($2...)"),
    Phrase("range ( LITERAL , LITERAL )", "range($1...$2)"),
    Phrase(
      "minimum|maximum|min|max|minLength|maxLength NUMBER",
      say: "Write rule count(3...) for the length of a text, rule range(3...) for a number, with"
        + " ...3 for the most."),
    Phrase("rule pattern|regex|matches TEXT", "rule matches($~2)"),
    Phrase("pattern|regex TEXT", "rule matches($~2)"),
    Phrase("matches ( TEXT )", "matches($~1)"),
    Phrase(
      "format TEXT",
      say: "Write rule matches(/…/) for a pattern, or a format after the type, as in"
        + " date(\"dd/MM/yyyy\")."),
    Phrase(": date rule date ( TEXT )", ": date($1)"),
    Phrase("date format NAME / NAME / NAME", "date(\"$1/$2/$3\")"),
    Phrase("date ( NAME / NAME / NAME )", "date(\"$1/$2/$3\")"),
    Phrase("ukDate", "date(\"dd/MM/yyyy\")"),
    Phrase("xDate", "date"),
    Phrase("starts|startWith|beginsWith|beginWith (", "startsWith("),
    Phrase("ends|endWith (", "endsWith("),
    Phrase("endsWith|startsWith|contains TEXT", "$1($2)"),
    Phrase("endsWith|startsWith ( TEXT , TEXT )", "$1($2) or $1($3)"),
    Phrase(
      "SUBJECT is NUMBER digits|letters|characters", say: "Write count(8) and digits, or letters."),
    Phrase("SUBJECT is today or later", "$1 >= today"),
    Phrase("SUBJECT is today or earlier", "$1 <= today"),
    Phrase("not in the future", "value <= today"),
    Phrase("not in the past", "value >= today"),
    Phrase("after today", "value > today"),
    Phrase("before today", "value < today"),
    Phrase(
      "before|after NUMBER / NUMBER / NUMBER", say: Phrase.datesAre),
    Phrase("NUMBER . NUMBER", say: Phrase.datesAre),
    Phrase("COMPARED NUMBER / NUMBER / NUMBER", say: Phrase.datesAre),
    Phrase("COMPARED NUMBER , NUMBER", say: "Write decimal places behind a point, as in 12.50."),
    Phrase("SUBJECT equals LITERAL", "$1 == $2"),
    Phrase("rule is ( LITERAL )", "rule value == $1"),
    Phrase("identical", "same"),
    Phrase("in NUMBER to NUMBER", "in $1...$2"),
    Phrase("oneof|oneOff (", "oneOf("),
    Phrase("any ( TEXT , … )", "oneOf($1, $2)"),
    Phrase("rule in ( … )", "rule oneOf($1)"),
    Phrase("SUBJECT in [ … ]", "$1 in ($2)"),
    Phrase("rule TEXT or TEXT", "rule oneOf($1, $2)"),
    Phrase("choice of TEXT , TEXT", "choice($1, $2)"),
    Phrase("choice [ … ]", "choice($1)"),
    Phrase(": enum|select|oneOf|oneof ( … )", ": choice($2)"),
    Phrase(": TEXT or TEXT", ": choice($1, $2)"),
    Phrase("select one NAME , NAME", "choice(\"$1\", \"$2\")"),
    Phrase(
      "choice ( TEXT =|: TEXT",
      say:
        "Write the label after the value, as in choice(\"piece\" \"Stück\"), and other texts for it"
        + " as in choice(\"piece\" also (\"Stk\"))."),
    Phrase("field NAME ? : NAME", "field $1: $2 optional"),
    Phrase(": optional|nullable NAME", ": $2 optional"),
    Phrase(": NAME ?", ": $1 optional"),
    Phrase("@ optional", "optional"),
    Phrase("nullable", "optional"),
    Phrase("rule distinct", "rule unique"),
    Phrase(
      "rule required|mandatory|notEmpty|notempty|notNull|notnull",
      say: "A field must be filled in unless it is optional, without any rule."),
    Phrase(
      "rule not empty|null",
      say: "A field must be filled in unless it is optional, without any rule."),
    Phrase(
      "mandatory|notEmpty|notempty|notNull|notnull",
      say: "A field must be filled in unless it is optional, without any word."),
    Phrase("digits|letters|alphanumeric ( NUMBER )", "count($2) and $1"),
    Phrase("SUBJECT != blank|null|nil|empty", "$1 is filled"),
    Phrase("SUBJECT == blank|null|nil|empty", "$1 is blank"),
    Phrase("SUBJECT is empty|null", "$1 is blank"),
    Phrase("SUBJECT is not empty|null", "$1 is filled"),
    Phrase("empty|isBlank|isEmpty ( SUBJECT )", "$2 is blank"),
    Phrase("varchar|char ( NUMBER )", "string rule count(...$2)"),
    Phrase(": email|url|uuid|iban|phone|isbn|ipv4|hostname", ": string rule $1"),
    Phrase(": uuid4|uuidv4", ": string rule uuid(4)"),
    Phrase("uuid4|uuidv4", "uuid(4)"),
    Phrase(": positiveInteger", ": int rule positive"),
    Phrase(": currency", ": number"),
    Phrase(": datetime local", ": datetime"),
    Phrase("upper case|only", "uppercase"),
    Phrase("lower case|only", "lowercase"),
    Phrase("upperCase", "uppercase"),
    Phrase("lowerCase", "lowercase"),
    Phrase("uppercase|lowercase|letters|digits only", "$1"),
    Phrase("only letters|digits", "$1"),
    Phrase("no spaces", "not contains(space)"),
    Phrase("from TEXT or TEXT", "from $1, $2"),
    Phrase("$|@ NAME", "$2"),
    Phrase("{ NAME }", "$1"),
    Phrase("[ NAME ]", "$1"),
    Phrase("record|this . NAME", "$2"),
    Phrase("concat|concatenate ( … )", "joined($2)"),
    Phrase("==|= VALUE & VALUE & VALUE", "== joined($2, $3, $4)"),
    Phrase("==|= VALUE & VALUE", "== joined($2, $3)"),
    Phrase("sum of SUBJECT , SUBJECT", "$1 + $2"),
    Phrase("sum ( SUBJECT , SUBJECT )", "$1 + $2"),
    Phrase("total ( SUBJECT )", "sum($1)"),
    Phrase(
      "avg|average|mean (",
      say: "Write the sum divided by the count, as in sum(items.price) / count(items.price)."),
    Phrase("rule primary key", "rule unique"),
    Phrase("primary key", "rule unique"),
    Phrase("no duplicates", "unique"),
    Phrase("message : TEXT", "message $1"),
    Phrase("error|msg|errorMessage TEXT", "message $2"),
    Phrase("rule|check … HERE TEXT", "$1 $2 message $3"),
    Phrase("LINE min|minimum records NUMBER", "check records in $2... message \"…\""),
    Phrase("LINE max|maximum records NUMBER", "check records in ...$2 message \"…\""),
    Phrase("check count ( records )", "check records"),
    Phrase("LINE records > NUMBER", "check records in $+1... message \"…\""),
    Phrase("LINE records >= NUMBER", "check records in $1... message \"…\""),
    Phrase("LINE records < NUMBER", "check records in ..<$1 message \"…\""),
    Phrase("LINE records <= NUMBER", "check records in ...$1 message \"…\""),
    Phrase("LINE records == NUMBER", "check records in $1 message \"…\""),
  ]
}

/// Looks for phrases around errors.
struct Phrasebook {
  private let source: Source
  private var tokens: [Token] = []
  private var file = -1
  /// What the form has declared, which means that.
  private let declared: Set<String>
  /// The error that a phrase is looked for around.
  private var error = Span(UInt32(0), 0)
  /// How many tokens before it a phrase may begin.
  private static let reach = 12
  /// The most errors that phrases are looked for around.
  private static let limit = 200
  static let row = FindingRow(
    "other-wording", "Something is written as a spreadsheet or another language has it.")

  private init(_ source: Source) {
    self.source = source
    declared = Phrasebook.declaredNames(source)
  }

  private static func declaredNames(_ source: Source) -> Set<String> {
    var names: Set<String> = []
    for file in source.files.indices {
      let tokens = Lexer(source, file: file).tokens
      for (word, name) in zip(tokens, tokens.dropFirst()) {
        switch word.keyword {
        case .field, .define, .choices, .table, .needs: names.insert(source.text(name.span))
        default: break
        }
      }
    }
    return names
  }

  /// Diagnostics, those of a phrase replaced by how it is written here.
  static func advised(_ told: [Diagnostic], in source: Source) -> [Diagnostic] {
    guard told.contains(where: { $0.severity == .error }) else { return told }
    var book = Phrasebook(source)
    var advised: [Diagnostic] = []
    var read: Span?
    for (number, diagnostic) in told.enumerated() {
      // What is left of a phrase that was read says nothing more.
      if let read, diagnostic.mayBeOtherWording, diagnostic.span.lower < read.upper { continue }
      if diagnostic.mayBeOtherWording, number < limit,
        let found = book.advice(at: diagnostic.span)
      {
        read = found.span
        advised.removeAll {
          ($0.mayBeOtherWording || $0.severity == .warning) && $0.span.lower < found.span.upper
            && $0.span.upper > found.span.lower
        }
        advised.append(found)
      } else {
        advised.append(diagnostic)
      }
    }
    return advised
  }

  /// What to say of the phrase around a place; nil if there is none.
  private mutating func advice(at place: Span) -> Diagnostic? {
    look(at: place)
    error = place
    guard let here = tokens.lastIndex(where: { $0.span.lower <= place.lower }) else { return nil }
    for phrase in Phrase.table {
      for start in max(0, here - Phrasebook.reach)...here + 1 {
        guard let match = match(phrase, at: start),
          match.span.lower <= max(place.upper, place.lower + 1),
          match.span.upper >= place.lower
        else { continue }
        if let found = diagnostic(phrase, match) { return found }
      }
    }
    return nil
  }

  private mutating func look(at place: Span) {
    let number = source.file(at: place.lower)
    if number == file { return }
    file = number
    tokens = Lexer(source, file: number).tokens
  }

  /// Nil if what is written cannot be written here.
  private func diagnostic(_ phrase: Phrase, _ match: Match) -> Diagnostic? {
    guard let replacement = phrase.replacement else {
      return Phrasebook.row.says(phrase.advice ?? "").diagnostic(.error, at: match.span)
    }
    guard let whole = filled(replacement, match) else { return nil }
    let (span, text) = withoutCommonEnds(phrase, match, whole)
    return Phrasebook.row.says(
      "Here this is written \(text.shortened).", fix: .init(span, text)
    )
    .diagnostic(.error, at: span)
  }

  /// Leaves out what stays as it is: the words or the colon that both begin with, and a parenthesis that both end
  /// with.
  private func withoutCommonEnds(
    _ phrase: Phrase, _ match: Match, _ replacement: String
  ) -> (Span, String) {
    var text = Substring(replacement)
    var (first, last) = (match.tokens.lowerBound, match.tokens.upperBound - 1)
    for piece in phrase.pieces.dropLast() {
      guard case .word(let words) = piece, words.count == 1, text.hasPrefix(words[0] + " "),
        first < last, tokens[first].span.upper < tokens[first + 1].span.lower
      else { break }
      text = text.dropFirst(words[0].count + 1)
      first += 1
    }
    if case .word(["("]) = phrase.pieces[phrase.pieces.count - 1], text.hasSuffix("("), first < last
    {
      text = text.dropLast()
      last -= 1
    }
    return (tokens[first].span.joined(with: tokens[last].span), String(text))
  }

  /// A replacement with what the parts of the phrase stand for; nil if a part has nothing such.
  private func filled(_ replacement: String, _ match: Match) -> String? {
    var text = ""
    var kind: Character?
    for character in replacement {
      if character == "$", kind == nil {
        kind = "$"
      } else if kind != nil, character == "+" || character == "~" {
        kind = character
      } else if let known = kind, let number = character.wholeNumberValue {
        guard match.captures.indices.contains(number - 1),
          let captured = written(match.captures[number - 1], known)
        else { return nil }
        text += captured
        kind = nil
      } else {
        text.append(character)
        kind = nil
      }
    }
    return text
  }

  /// What a part of a phrase stands for: as it is, as the number after it, or as a pattern.
  private func written(_ captured: Span, _ kind: Character) -> String? {
    let text = source.text(captured)
    switch kind {
    case "+":
      let number = Int(text.filter { $0 != "_" })
      return number.flatMap { $0 < .max ? String($0 + 1) : nil }
    case "~":
      let plain = source.plainText(captured).flatMap { $0.isEmpty ? nil : $0 }
      return plain.map { Spelling.pattern($0, ignoringCase: false) }
    default: return text
    }
  }
}

// MARK: - Matching

extension Phrasebook {
  private struct Match {
    var span: Span
    var tokens: Range<Int>
    var captures: [Span] = []
  }

  private func match(_ phrase: Phrase, at start: Int) -> Match? {
    guard start < tokens.count - 1 else { return nil }
    if case .word = phrase.pieces[0], isOwn(start) { return nil }
    var captures: [Span] = []
    var index = start
    for (number, piece) in phrase.pieces.enumerated() {
      if number > 0, beginsDeclaration(index) { return nil }
      let next = number + 1 < phrase.pieces.count ? phrase.pieces[number + 1] : nil
      guard let end = end(of: piece, at: index, before: next) else { return nil }
      if !piece.isMark { captures.append(span(index, end)) }
      index = end
    }
    guard index > start else { return nil }
    return Match(
      span: tokens[start].span.joined(with: tokens[index - 1].span), tokens: start..<index,
      captures: captures)
  }

  /// Whether a token means what the form says: a name that it declares, or the condition of `required`.
  private func isOwn(_ index: Int) -> Bool {
    if index > 0, tokens[index - 1].keyword == .required { return true }
    return tokens[index].keyword == nil && declared.contains(source.text(tokens[index].span))
  }

  /// Whether a token begins a declaration on a line of its own, where no phrase goes on.
  private func beginsDeclaration(_ index: Int) -> Bool {
    guard index > 0, index < tokens.count, tokens[index].keyword?.startsDeclaration ?? false else {
      return false
    }
    let gap = Span(tokens[index - 1].span.upper, tokens[index].span.lower)
    return source.text(gap).utf8.contains(UInt8(ascii: "\n"))
  }

  /// Whether a token goes on with a path or a calculation.
  private func continuesOperand(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch tokens[index - 1].kind {
    case .dot, .plus, .minus, .star, .slash: return true
    default: return false
    }
  }

  private func span(_ first: Int, _ end: Int) -> Span {
    let start = tokens[first].span
    return first < end
      ? start.joined(with: tokens[end - 1].span) : Span(start.lower, start.lower)
  }

  /// Where a piece ends that begins at a token; nil if it does not stand there.
  private func end(of piece: Phrase.Piece, at index: Int, before next: Phrase.Piece?) -> Int? {
    guard index < tokens.count - 1 else { return nil }
    let token = tokens[index]
    switch piece {
    case .word(let words): return words.contains(source.text(token.span)) ? index + 1 : nil
    case .number: return token.kind == .number ? index + 1 : nil
    case .text: return token.kind == .text ? index + 1 : nil
    case .name: return token.kind == .name || token.kind == .quotedName ? index + 1 : nil
    case .literal:
      switch token.kind {
      case .number, .text, .date, .time, .dateTime, .instant: return index + 1
      default: return nil
      }
    case .comparison:
      switch token.kind {
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .assign:
        return index + 1
      default: return nil
      }
    case .subject:
      guard token.kind == .name || token.kind == .quotedName || token.keyword == .value,
        !continuesOperand(index)
      else { return nil }
      var end = index + 1
      while end + 1 < tokens.count, tokens[end].kind == .dot { end += 2 }
      return end
    case .value:
      return self.end(of: .subject, at: index, before: next)
        ?? self.end(of: .literal, at: index, before: next)
    case .here: return token.span.lower == error.lower && isWhole(before: index) ? index : nil
    case .line: return beginsLine(index) ? index : nil
    case .anything:
      guard let next else { return nil }
      return next.isBrace ? endOfBlock(index) : endOfCondition(index, before: next)
    case .rest:
      var end = index + 1
      while end < tokens.count - 1, !(tokens[end].keyword?.startsDeclaration ?? false) { end += 1 }
      return end
    }
  }

  private func beginsLine(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return source.text(Span(tokens[index - 1].span.upper, tokens[index].span.lower)).contains {
      $0.isNewline
    }
  }

  /// Whether a condition can end before a token: not with a word that needs parentheses.
  private func isWhole(before index: Int) -> Bool {
    guard index > 0, tokens[index - 1].span.upper < tokens[index].span.lower else { return false }
    let token = tokens[index - 1]
    switch token.kind {
    case .name:
      guard let predicate = Predicate.named(source.text(token.span)) else { return true }
      switch predicate.parameters {
      case .none, .anyScript, .dateFormats: return true
      default: return false
      }
    case .number, .text, .date, .time, .dateTime, .instant, .quotedName, .rightParen: return true
    default: return false
    }
  }

  /// Where the brace is that closes a block.
  private func endOfBlock(_ start: Int) -> Int? {
    var depth = 0
    for index in start..<tokens.count - 1 where tokens[index].kind == .unknown {
      switch source.text(tokens[index].span) {
      case "{": depth += 1
      case "}" where depth == 0: return index
      case "}": depth -= 1
      default: break
      }
    }
    return nil
  }

  /// Where a condition ends: before what comes next, on the way to which no other clause begins.
  private func endOfCondition(_ start: Int, before next: Phrase.Piece) -> Int? {
    var depth = 0
    for index in start..<min(start + 40, tokens.count - 1) {
      if depth == 0 || !next.isHere, end(of: next, at: index, before: nil) != nil { return index }
      if tokens[index].kind == .leftParen { depth += 1 }
      if tokens[index].kind == .rightParen { depth -= 1 }
      if let word = tokens[index].keyword, word.startsDeclaration || word.startsClause {
        return nil
      }
    }
    return nil
  }
}

extension Phrase.Piece {
  fileprivate var isHere: Bool { if case .here = self { true } else { false } }

  fileprivate var isBrace: Bool { if case .word(["}"]) = self { true } else { false } }

  /// Whether it is one fixed word or mark, which stands for nothing else.
  fileprivate var isMark: Bool {
    switch self {
    case .word(let words): words.count == 1
    case .here, .line: true
    default: false
    }
  }
}
