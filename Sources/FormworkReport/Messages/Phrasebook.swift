// Finds advice for errors that are phrases of another language. The text around each error is searched for these
// phrases.

internal import FormworkEngine
internal import FormworkSyntax

/// Searches for phrases around errors.
struct Phrasebook {
  private let source: Source
  private var tokens: [Token] = []
  private var file = -1
  /// The index of the type of each field and named type that the current file declares.
  private var types: OrderedDictionary<String, Int> = [:]
  /// The names that the form declares. Such a name never matches a fixed word at the start of a phrase.
  private let declared: OrderedSet<String>
  /// The fields of each list of other data, by the name of the list.
  private let lists: OrderedDictionary<String, [String]>
  /// The error whose surroundings are searched.
  private var error = Span(UInt32(0), 0)
  /// The cached properties of the tokens around the error, from the index `seenFrom` on. Every phrase needs them.
  private var seen: [Seen] = []
  private var seenFrom = 0
  /// The maximum number of tokens before the error where a phrase may begin.
  private static let reach = 18
  /// The maximum number of errors whose surroundings are searched.
  private static let limit = 200
  static let row = FindingRow("other-wording")

  private init(_ source: Source) {
    self.source = source
    declared = Phrasebook.declaredNames(source)
    lists = Phrasebook.declaredLists(source)
  }

  private static func declaredNames(_ source: Source) -> OrderedSet<String> {
    var names: OrderedSet<String> = []
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

  private static func declaredLists(_ source: Source) -> OrderedDictionary<String, [String]> {
    var lists: OrderedDictionary<String, [String]> = [:]
    for file in source.files.indices {
      for declaration in Parser.parse(source, file: file).tree.declarations {
        guard case .list(let list) = declaration.kind else { continue }
        lists[list.name.text] = list.body.compactMap {
          if case .field(let field) = $0.kind { field.name.text } else { nil }
        }
      }
    }
    return lists
  }

  /// Returns the diagnostics. Diagnostics inside a known phrase are replaced by one with advice about the phrase.
  static func advised(_ told: [Diagnostic], in source: Source) -> [Diagnostic] {
    guard told.contains(where: { $0.severity == .error }) else { return told }
    var book = Phrasebook(source)
    var advised: [Diagnostic] = []
    var read: Span?
    for (number, diagnostic) in told.enumerated() {
      // Other errors inside the phrase are redundant.
      if let read, diagnostic.span.lower < read.upper,
        diagnostic.mayBeOtherWording || diagnostic.severity == .warning
      {
        continue
      }
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

  /// Returns the advice for the phrase around a place, or nil.
  private mutating func advice(at place: Span) -> Diagnostic? {
    look(at: place)
    error = place
    guard let here = tokens.lastIndex(where: { $0.span.lower <= place.lower }) else { return nil }
    var last = here + 1
    while last < min(here + Phrasebook.reach, tokens.count - 1),
      tokens[last + 1].span.upper <= place.upper
    {
      last += 1
    }
    see(max(0, here - Phrasebook.reach)..<min(tokens.count, last + 2 * Phrasebook.reach))
    for phrase in Phrase.table {
      for start in max(0, here - Phrasebook.reach)...last {
        guard let match = match(phrase, at: start),
          match.span.lower <= max(place.upper, place.lower + 1),
          match.span.upper >= place.lower
        else { continue }
        if let found = diagnostic(phrase, match) { return found }
      }
    }
    return nil
  }

  /// The properties of a token that are needed to match phrases.
  private struct Seen {
    var text: String
    /// The text, in lower case if it begins with a capital letter.
    var word: String
    var beginsClause: Bool
  }

  private mutating func see(_ indices: Range<Int>) {
    (seen, seenFrom) = ([], indices.lowerBound)
    seen = indices.map { look(at: $0) }
  }

  /// Returns the properties of the token at `index`.
  private func look(at index: Int) -> Seen {
    if seen.indices.contains(index - seenFrom) { return seen[index - seenFrom] }
    let text = source.text(tokens[index].span)
    let isCapital = text.utf8.first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ?? false
    return Seen(
      text: text, word: isCapital ? text.lowercased() : text, beginsClause: beginsClause(index))
  }

  private mutating func look(at place: Span) {
    let number = source.file(at: place.lower)
    if number == file { return }
    file = number
    tokens = Lexer(source, file: number).tokens.flatMap { parts(of: $0) }
    types = [:]
    for index in tokens.indices.dropFirst() {
      switch tokens[index - 1].keyword {
      case .field, .needs, .define:
        let name = source.text(tokens[index].span)
        if types[name] == nil { types[name] = type(declaredAt: index) }
      default: break
      }
    }
  }

  /// Splits a token such as `20文字以内`, which is neither a number nor a name, into its numbers and words.
  private func parts(of token: Token) -> [Token] {
    func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    let bytes = source.bytes[Int(token.span.lower)..<Int(token.span.upper)]
    guard token.kind == .unknown, let first = bytes.first, isDigit(first) else {
      return [token]
    }
    var parts: [Token] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let isNumber = isDigit(bytes[start])
      let end = bytes[start...].firstIndex { isDigit($0) != isNumber } ?? bytes.endIndex
      parts.append(Token(kind: isNumber ? .number : .name, span: Span(start, end)))
      start = end
    }
    return parts
  }

  /// Returns the advice about a matched phrase. Returns nil if its equivalent can't be inserted or wouldn't be valid.
  private func diagnostic(_ phrase: Phrase, _ match: Match) -> Diagnostic? {
    guard let replacement = phrase.replacement else {
      return Phrasebook.row.says(phrase.advice ?? "").diagnostic(.error, at: match.span)
    }
    guard let whole = filled(replacement, match) else { return nil }
    let (span, text) = withoutCommonEnds(phrase, match, whole)
    let place = FindingPlace(span, source)
    // If the form already contains the equivalent, the phrase isn't the mistake.
    if text == place.text { return nil }
    let fix = text.isEmpty ? place.removed() : place.replaced(by: text)
    guard isReadable(with: fix, match) else { return nil }
    return Phrasebook.row.says(
      phrase.advice ?? "Write \(text.shortened) instead.", fix: losesComment(match) ? nil : fix
    )
    .diagnostic(.error, at: span)
  }

  /// Whether the declaration has no more syntax errors with the fix than without it, and the text of the fix has none of
  /// a new kind. Always true for a very long declaration.
  private func isReadable(with fix: Diagnostic.Fix, _ match: Match) -> Bool {
    var first = match.tokens.lowerBound
    while first > 0, !beginsDeclaration(first) { first -= 1 }
    var end = match.tokens.upperBound
    while end < tokens.count - 1, !beginsDeclaration(end) { end += 1 }
    let whole = Int(tokens[first].span.lower)..<Int(tokens[end - 1].span.upper)
    let (lower, upper) = (Int(fix.span.lower), Int(fix.span.upper))
    guard whole.count < 4_096, whole.lowerBound <= lower, upper <= whole.upperBound else {
      return true
    }
    let fixed =
      source.bytes[whole.lowerBound..<lower] + Array(fix.replacement.utf8)
      + source.bytes[upper..<whole.upperBound]
    let (before, after) = (errors(source.bytes[whole]), errors(fixed))
    let start = UInt32(lower - whole.lowerBound)
    let inside = Span(start, start + UInt32(fix.replacement.utf8.count))
    let hasOwnError = after.contains { error in
      // A block may be closed after the declaration.
      inside.count > 0 && inside.holds(error.place) && error.code != "unclosed-block"
        && !before.contains { $0.code == error.code }
    }
    return after.count <= before.count && !hasOwnError
  }

  /// Returns the code of each syntax error in a part of a form, and the place where it begins.
  private func errors(_ bytes: ArraySlice<UInt8>) -> [(code: String, place: Span)] {
    let part = Source(name: "", bytes: Array(bytes))
    return Parser.parse(part).problems.compactMap { problem in
      if problem.severity != .error { return nil }
      let place = problem.span.lower
      return (problem.words(in: part).row.code, Span(place, place))
    }
  }

  /// Whether replacing the phrase would lose a comment between its parts.
  private func losesComment(_ match: Match) -> Bool {
    match.tokens.dropFirst().contains { index in
      let gap = Span(tokens[index - 1].span.upper, tokens[index].span.lower)
      return source.text(gap).utf8.contains(UInt8(ascii: "#"))
        && !match.captures.contains { $0.holds(gap) }
    }
  }

  /// Removes the parts that the phrase and the replacement share: words or a colon at the beginning, and a parenthesis
  /// at the end.
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

  /// Returns a replacement with the texts of the phrase's parts, or nil if a part can't be inserted.
  private func filled(_ replacement: String, _ match: Match) -> String? {
    var text = ""
    var kind: Phrase.Rewriting?
    for character in replacement {
      if character == "$", kind == nil {
        kind = .unchanged
      } else if let known = kind, let number = character.wholeNumberValue {
        guard let captured = written(number - 1, of: match.captures, known) else { return nil }
        text += captured
        kind = nil
      } else if kind != nil, let rewriting = Phrase.Rewriting(rawValue: character) {
        kind = rewriting
      } else {
        text.append(character)
        kind = nil
      }
    }
    return text
  }

  /// Returns the text of a phrase's part as it is inserted.
  private func written(
    _ number: Int, of captures: [Span], _ kind: Phrase.Rewriting
  ) -> String? {
    guard captures.indices.contains(number) else { return nil }
    let captured = captures[number]
    let text = source.text(captured)
    switch kind {
    case .unchanged: return text
    case .successor:
      let number = Int(text.filter { $0 != "_" })
      return number.flatMap { $0 < .max ? String($0 + 1) : nil }
    case .pattern:
      let plain = plainText(captured).map { PhraseWords.withoutAnchors($0) }
      return plain.flatMap { $0.isEmpty ? nil : Spelling.pattern($0, ignoringCase: false) }
    case .like: return source.plainText(captured).flatMap { PhraseWords.ruleWord(like: $0) }
    case .operand: return joinsConditions(captured) ? "(" + text + ")" : text
    case .decimal: return PhraseWords.withPoint(text)
    case .criterion:
      guard number > 0, let kind = kindOfValues(at: captures[number - 1]) else { return nil }
      return PhraseWords.criterion(source.plainText(captured) ?? text, about: kind)
    case .ungrouped: return text.filter { $0 != "," }
    case .date: return PhraseWords.date(text)
    case .day: return PhraseWords.numbers(text, of: PhraseWords.days)
    case .classMembers: return source.plainText(captured).map { PhraseWords.inClass($0) }
    case .month: return PhraseWords.numbers(text, of: PhraseWords.months)
    case .listed: return listed(captured)
    case .inside:
      return source.plainText(captured) == nil ? nil : String(text.dropFirst().dropLast())
    case .withValue: return withValue(captured)
    case .key:
      let fields = captures.last.flatMap { lists[source.text($0)] } ?? []
      return fields.contains(text) ? text + ": " + text : nil
    }
  }

  /// Returns the contents of a text in straight double or single quotes.
  private func plainText(_ span: Span) -> String? {
    let text = source.text(span)
    if span.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") {
      return String(text.dropFirst().dropLast())
    }
    return source.plainText(span)
  }

  /// Returns the values or fields of a list with commas between them.
  private func listed(_ whole: Span) -> String {
    var items: [Span] = []
    var isNext = true
    for token in tokens where whole.holds(token.span) {
      if separates(token) {
        isNext = true
      } else if isNext {
        items.append(token.span)
        isNext = false
      } else {
        items[items.count - 1] = items[items.count - 1].joined(with: token.span)
      }
    }
    return items.map { source.text($0) }.joined(separator: ", ")
  }

  private func separates(_ token: Token) -> Bool {
    switch token.kind {
    case .comma, .and, .or: true
    default: token.keyword == .and || token.keyword == .or
    }
  }

  /// Returns a condition with `value` in place of each `.` that belongs to no name. Returns nil without such a `.`.
  private func withValue(_ whole: Span) -> String? {
    var text = ""
    var end = whole.lower
    for index in tokens.indices where whole.holds(tokens[index].span) && isAlone(index) {
      let dot = tokens[index].span
      text += source.text(Span(end, dot.lower)) + "value"
      end = dot.upper
    }
    return end == whole.lower ? nil : text + source.text(Span(end, whole.upper))
  }

  /// Whether a token is a `.` that touches neither the operand before it nor the name after it.
  private func isAlone(_ index: Int) -> Bool {
    guard tokens[index].kind == .dot, index > 0, index + 1 < tokens.count else { return false }
    let (dot, before, after) = (tokens[index].span, tokens[index - 1], tokens[index + 1])
    let followsOperand = before.span.upper == dot.lower && !before.kind.precedesOperand
    let isPath = after.span.lower == dot.upper && (after.kind == .name || after.kind == .quotedName)
    return !followsOperand && !isPath
  }

  /// Whether a condition has `and`, `or` or `if` outside of parentheses.
  private func joinsConditions(_ whole: Span) -> Bool {
    var depth = 0
    for (index, token) in tokens.dropLast().enumerated()
    where token.span.lower >= whole.lower && token.span.upper <= whole.upper {
      switch token.kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .and, .or: if depth == 0 { return true }
      default:
        let word = look(at: index).word
        if depth == 0, tokens[index + 1].kind != .leftParen, ["and", "or", "if"].contains(word) {
          return true
        }
      }
    }
    return false
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

  /// Whether a token certainly belongs to the form, as a declared name or as the condition of `required`.
  private func isOwn(_ index: Int) -> Bool {
    if index > 0, tokens[index - 1].keyword == .required { return true }
    return tokens[index].keyword == nil && declared.contains(source.text(tokens[index].span))
  }

  /// Whether a token begins a declaration on its own line. No phrase continues past such a token.
  private func beginsDeclaration(_ index: Int) -> Bool {
    guard index > 0, index < tokens.count, tokens[index].keyword?.startsDeclaration ?? false else {
      return false
    }
    let gap = Span(tokens[index - 1].span.upper, tokens[index].span.lower)
    return source.text(gap).utf8.contains(UInt8(ascii: "\n"))
  }

  /// Whether a token continues a path or a calculation.
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

  private func isOne(of words: [String], _ index: Int) -> Bool {
    guard index < tokens.count - 1 else { return false }
    let seen = look(at: index)
    if words.contains(seen.text) { return true }
    // Only a word with a capital letter is compared in lower case.
    guard seen.word != seen.text else { return false }
    return words.contains { $0 == seen.word || $0.lowercased() == seen.word }
  }

  /// Returns the index after a verb and any word such as `a` or `valid` after it, or nil if there is no verb.
  private func endOfVerb(_ start: Int) -> Int? {
    var index = start
    if isOne(of: ["must", "should", "shall", "may", "can", "muss", "soll", "darf"], index) {
      index += 1
    } else if isOne(of: ["has", "needs"], index), isOne(of: ["to"], index + 1) {
      index += 2
    }
    let verbs = [
      "be", "is", "are", "has", "have", "having", "with", "contain", "contains", "consist", "of",
      "ist",
    ]
    while isOne(of: verbs, index) { index += 1 }
    while isOne(of: ["a", "an", "valid", "the"], index) { index += 1 }
    return index > start ? index : nil
  }

  /// Whether a clause may begin here: after the type of a field, or after a clause without a condition.
  private func beginsClause(_ index: Int) -> Bool {
    var hasColon = false
    var place = index - 1
    while place >= max(0, index - 40) {
      hasColon = hasColon || tokens[place].kind == .colon
      if let word = tokens[place].keyword,
        word.startsClause || word.startsDeclaration || word == .if
      {
        switch word {
        case .field: return hasColon && tokens[index - 1].kind != .colon
        case .rule, .each, .if: return false
        case .default, .from, .hint, .title, .message, .warning: return place < index - 1
        default: return word.startsClause
        }
      }
      place -= 1
    }
    return false
  }

  /// Returns the index after a number with commas at `index`, such as `12,50` or `1,000,000`.
  private func endOfCommas(_ index: Int, _ meaning: CommaMeaning) -> Int? {
    guard index > 0, continuesNumber(index) else { return nil }
    var end = index + 3
    while continuesNumber(end - 1) { end += 2 }
    guard end < tokens.count,
      tokens[end].kind != .comma || tokens[index - 1].kind.isArithmetic,
      self.meaning(ofCommasIn: index..<end) == meaning
    else { return nil }
    if tokens[end].kind.joinsNumbers { return end }
    if tokens[index - 1].keyword == .default { return end }
    if index > 1, look(at: index - 2).text == "multipleOf" { return end }
    let isList = index > 2 && tokens[index - 3].keyword == .choices
    return tokens[index - 1].kind.joinsNumbers && !isList ? end : nil
  }

  /// Whether a comma and a number follow the number at `index` without a space.
  private func continuesNumber(_ index: Int) -> Bool {
    index + 2 < tokens.count && tokens[index].kind == .number && tokens[index + 1].kind == .comma
      && tokens[index + 2].kind == .number
      && tokens[index].span.upper == tokens[index + 1].span.lower
      && tokens[index + 1].span.upper == tokens[index + 2].span.lower
  }

  /// Whether the comma that a phrase has after the number at `index` may be a comma between thousands.
  private func mayBeThousands(_ index: Int, before next: Phrase.Piece?) -> Bool {
    guard case .word([","])? = next, continuesNumber(index) else { return false }
    return NumberParts.areThousands(
      source.text(span(index, index + 3)).split(separator: ","))
  }

  /// Returns the meaning of the commas in a number. If it can be both, the type of the field that is meant decides.
  private func meaning(ofCommasIn number: Range<Int>) -> CommaMeaning? {
    let parts = source.text(span(number.lowerBound, number.upperBound)).split(separator: ",")
    guard NumberParts.areThousands(parts) else { return parts.count == 2 ? .decimals : nil }
    if parts.count > 2 || parts[1].utf8.count > 3 { return .thousands }
    guard let type = typeMeant(before: number.lowerBound).map({ resolved($0) }) else {
      return .either
    }
    if mark("group", ofTypeAt: type) == "," { return .thousands }
    if mark("decimal", ofTypeAt: type) == "," { return .decimals }
    return look(at: type).text == "int" ? .thousands : .either
  }

  /// Returns the index of the type of the field that a value at `index` is compared with or given to.
  private func typeMeant(before index: Int) -> Int? {
    var subject = index - 1
    while subject > 0 {
      switch tokens[subject].kind {
      case .number, .range, .halfOpenRange, .leftParen, .minus, .comma: subject -= 1
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .assign, .colon:
        let name = tokens[subject - 1]
        return name.keyword == .value ? typeAround(index) : types[source.text(name.span)]
      default: return typeAround(index)
      }
    }
    return nil
  }

  /// Returns the index of the type of the field whose clauses include the token at `index`.
  private func typeAround(_ index: Int) -> Int? {
    var start = index
    while start > 0, !(tokens[start].keyword?.startsDeclaration ?? false) { start -= 1 }
    return tokens[start].keyword == .field ? type(declaredAt: start + 1) : nil
  }

  /// Follows the name of a type at `index` to its definition. Returns `index` if a built-in type is there.
  private func resolved(_ index: Int) -> Int {
    var index = index
    // The number of rounds is limited, because two types may be defined by each other.
    for _ in 0..<8 {
      let word = look(at: index).text
      guard FieldKind(rawValue: word) == nil, let next = types[word] else { break }
      index = next
    }
    return index
  }

  /// Returns the word for the type of a field, such as `date`.
  private func typeWord(ofField name: String) -> String? {
    types[name].map { look(at: resolved($0)).text }
  }

  /// Returns the kind of the field at a place, or of its items if the field is a list.
  private func kindOfValues(at place: Span) -> FieldKind? {
    guard let name = tokens.last(where: { $0.span.upper == place.upper }),
      var type = types[source.text(name.span)].map({ resolved($0) })
    else { return nil }
    if look(at: type).text == "list", look(at: type + 1).text == "of" { type = resolved(type + 2) }
    return FieldKind(rawValue: look(at: type).text)
  }

  /// Returns the index after the colon that follows a name at `index` and its labels.
  private func type(declaredAt index: Int) -> Int? {
    var colon = index + 1
    while colon < tokens.count - 1, tokens[colon].kind == .text || tokens[colon].kind == .name,
      tokens[colon].keyword?.startsDeclaration != true
    {
      colon += 1
    }
    return colon < tokens.count - 1 && tokens[colon].kind == .colon ? colon + 1 : nil
  }

  /// Returns the text after `word` in the parentheses of the type at `index`.
  private func mark(_ word: String, ofTypeAt index: Int) -> String? {
    guard index + 1 < tokens.count, tokens[index + 1].kind == .leftParen else { return nil }
    var next = index + 2
    while next + 1 < tokens.count, tokens[next].kind != .rightParen {
      if look(at: next).text == word { return source.plainText(tokens[next + 1].span) }
      next += 1
    }
    return nil
  }

  /// Whether a token compares or tests something.
  private func tests(_ index: Int) -> Bool {
    let token = tokens[index]
    switch token.kind {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .assign: return true
    case .name: return Predicate.named(source.text(token.span)) != nil && !isOwn(index)
    default: return token.keyword == .is || token.keyword == .in
    }
  }

  /// Whether a token is `records` or `previous`.
  private func asksRecords(_ index: Int) -> Bool {
    ["records", "previous"].contains(look(at: index).text) && !isOwn(index)
  }

  /// Returns the index after the rest of a condition, or nil if the rest neither compares nor tests anything.
  private func endOfRest(_ start: Int) -> Int? {
    var (index, depth, isCondition) = (start, 0, false)
    while index < tokens.count - 1 {
      let token = tokens[index]
      if depth == 0, let word = token.keyword, word.startsClause || word.startsDeclaration { break }
      switch token.kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      default: isCondition = isCondition || tests(index)
      }
      if depth < 0 { break }
      index += 1
    }
    return isCondition ? index : nil
  }

  /// Returns the index after `piece` if the tokens at `index` match it, or else nil.
  private func end(of piece: Phrase.Piece, at index: Int, before next: Phrase.Piece?) -> Int? {
    guard index < tokens.count else { return nil }
    switch piece {
    // These pieces may be empty, so they can match even at the end of the file.
    case .clause: return look(at: index).beginsClause ? index : nil
    case .rule:
      if tokens[index].keyword == .rule { return index + 1 }
      return look(at: index).beginsClause ? index : nil
    case .word(let words):
      if isOne(of: words, index) { return index + 1 }
      return words.last == "" ? index : nil
    case .optionalVerb: return endOfVerb(index) ?? index
    default: break
    }
    guard index < tokens.count - 1 else { return nil }
    let token = tokens[index]
    switch piece {
    case .verb: return endOfVerb(index)
    case .predicate:
      return Predicate.named(source.text(token.span)) == nil ? nil : index + 1
    case .decimal: return endOfCommas(index, .decimals)
    case .thousands: return endOfCommas(index, .thousands)
    case .unclearComma: return endOfCommas(index, .either)
    case .dottedDate:
      guard token.kind == .number, index + 3 < tokens.count, tokens[index + 1].kind == .dot,
        PhraseWords.date(source.text(span(index, index + 3))) != nil
      else { return nil }
      return index + 3
    case .field:
      return declared.contains(source.text(token.span))
        ? self.end(of: .subject, at: index, before: next) : nil
    case .single:
      guard let end = self.end(of: .field, at: index, before: next), end == index + 1,
        let type = typeWord(ofField: source.text(token.span)), type != "list"
      else { return nil }
      return end
    case .typed(let types):
      if token.keyword == .value {
        let type = typeAround(index).map { look(at: resolved($0)).text }
        return type.map { types.contains($0) } ?? false ? index + 1 : nil
      }
      guard let end = self.end(of: .field, at: index, before: next),
        let type = typeWord(ofField: source.text(tokens[end - 1].span)), types.contains(type)
      else { return nil }
      return end
    case .answer:
      guard let end = self.end(of: .field, at: index, before: next),
        let type = typeWord(ofField: source.text(tokens[end - 1].span)), type != "bool"
      else { return nil }
      return end
    case .list:
      let after = tokens[index + 1].kind
      let goesOn = after == .dot || after == .leftParen
      guard lists[source.text(token.span)] != nil,
        !goesOn || next.map({ self.end(of: $0, at: index + 1, before: nil) != nil }) ?? false
      else { return nil }
      return index + 1
    case .texts: return endOfSeveral(index) { tokens[$0].kind == .text ? $0 + 1 : nil }
    case .fields:
      let first = self.end(of: .field, at: index, before: nil)
      let end = endOfSeveral(index) { self.end(of: .field, at: $0, before: nil) }
      return first == end ? nil : end
    case .restOfCondition: return endOfRest(index)
    case .condition, .question:
      guard let next, let end = endOfCondition(index, before: next) else { return nil }
      let isFound =
        if case .condition = piece { (index..<end).contains { tests($0) } } else {
          (index..<end).contains { asksRecords($0) }
        }
      return isFound ? end : nil
    case .word, .clause, .rule, .optionalVerb: return nil
    case .number:
      return token.kind == .number && !mayBeThousands(index, before: next) ? index + 1 : nil
    case .text: return token.kind == .text ? index + 1 : nil
    case .patternToken: return token.kind == .pattern ? index + 1 : nil
    case .name: return token.kind == .name || token.kind == .quotedName ? index + 1 : nil
    case .literal:
      switch token.kind {
      case .number: return mayBeThousands(index, before: next) ? nil : index + 1
      case .text, .date, .time, .dateTime, .instant: return index + 1
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
      return self.end(of: .path, at: index, before: next)
    case .path:
      guard token.kind == .name || token.kind == .quotedName || token.keyword == .value else {
        return nil
      }
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

  /// Returns the index after one or more items with commas, `and` or `or` between them.
  private func endOfSeveral(_ start: Int, _ endOfItem: (Int) -> Int?) -> Int? {
    guard var end = endOfItem(start) else { return nil }
    while true {
      var next = end
      while next < min(end + 2, tokens.count - 1), separates(tokens[next]) { next += 1 }
      guard next > end, let after = endOfItem(next) else { return end }
      end = after
    }
  }

  private func beginsLine(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return source.text(Span(tokens[index - 1].span.upper, tokens[index].span.lower)).contains {
      $0.isNewline
    }
  }

  /// Whether a condition can end before a token. It can't end with a word that needs parentheses.
  private func isWhole(before index: Int) -> Bool {
    guard index > 0, tokens[index - 1].span.upper < tokens[index].span.lower else { return false }
    let token = tokens[index - 1]
    switch token.kind {
    case .name:
      guard let predicate = Predicate.named(source.text(token.span)) else {
        return declared.contains(source.text(token.span))
          || index > 1 && tokens[index - 2].kind.precedesOperand
      }
      switch predicate.parameters {
      case .none, .anyScript, .momentFormats: return true
      default: return false
      }
    case .number, .text, .date, .time, .dateTime, .instant, .quotedName, .rightParen: return true
    default: return false
    }
  }

  /// Returns the index of the brace that closes a block.
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

  /// Returns the end of a condition: the next match of `next` before any other clause begins.
  private func endOfCondition(_ start: Int, before next: Phrase.Piece) -> Int? {
    var depth = 0
    for index in start..<min(start + 40, tokens.count - 1) {
      if depth == 0, end(of: next, at: index, before: nil) != nil { return index }
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
  fileprivate var isBrace: Bool { if case .word(["}"]) = self { true } else { false } }

  /// Whether the piece captures nothing, such as a single fixed word or punctuation mark.
  fileprivate var isMark: Bool {
    switch self {
    case .word(let words): words.count == 1 || words.last == ""
    case .here, .line, .clause, .rule, .verb, .optionalVerb: true
    default: false
    }
  }
}

extension Token.Kind {
  /// Whether only a single value, not a list, can be next to this token.
  fileprivate var joinsNumbers: Bool {
    switch self {
    case .range, .halfOpenRange, .arrow, .colon: true
    case .leftParen, .comma, .dot: false
    default: precedesOperand
    }
  }

  /// Whether the token joins two numbers in a calculation.
  fileprivate var isArithmetic: Bool {
    switch self {
    case .plus, .minus, .star, .slash: true
    default: false
    }
  }

  /// Whether an operand comes after the token.
  fileprivate var precedesOperand: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .assign, .plus, .minus,
      .star, .slash, .range, .halfOpenRange, .leftParen, .comma, .dot:
      true
    default: false
    }
  }
}
