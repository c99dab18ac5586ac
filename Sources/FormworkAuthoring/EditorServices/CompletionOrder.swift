// Sorts the completions at the cursor, likelier ones first.

import FormworkEngine
import FormworkSyntax

/// Determines the order of offers from the tokens around the cursor.
struct CompletionOrder {
  private let source: Source
  private let before: ArraySlice<Token>
  private let behind: ArraySlice<Token>
  /// The type of the value that a rule word would apply to.
  var subject: StaticType?
  /// Whether the cursor's word is the first of its line.
  private let beginsLine: Bool

  /// - Parameters:
  ///   - before: the tokens before the word at the cursor.
  ///   - behind: the tokens after that word.
  ///   - word: the byte offset of the word's start.
  init(
    _ source: Source, _ before: ArraySlice<Token>, _ behind: ArraySlice<Token>, word: Int
  ) {
    self.source = source
    self.before = before
    self.behind = behind
    let space = source.bytes[Int(before.last?.span.upper ?? 0)..<word]
    beginsLine = space.contains { $0 == 0x0A || $0 == 0x0D }
  }

  private func name(_ token: Token) -> String { CompletionOrder.name(token, source) }

  /// Returns the name that a token represents.
  static func name(_ token: Token, _ source: Source) -> String {
    let text = source.text(token.span)
    return token.kind == .quotedName ? String(text.dropFirst().dropLast()) : text
  }

  // MARK: Names

  /// The maximum number of tokens to examine on each side of the cursor.
  private static let reach = 2_000

  /// Returns names without repetition, starting with those mentioned nearest to the cursor. In an example's record,
  /// fields that the record doesn't have yet come first.
  func likeliestFirst(_ names: [String]) -> [String] {
    var seen: OrderedSet<String> = []
    let names = names.filter { !$0.isEmpty && seen.insert($0).inserted }
    if isInExample { return membersInOrder(names) }
    let distances = distances(of: seen)
    return names.ordered { distances[$0] ?? .max < distances[$1] ?? .max }
  }

  /// Returns the distance in tokens from the cursor to the nearest mention of each name.
  private func distances(of names: OrderedSet<String>) -> OrderedDictionary<String, Int> {
    var distances: OrderedDictionary<String, Int> = [:]
    func note(_ tokens: some Sequence<Token>) {
      for (distance, token) in tokens.enumerated()
      where token.kind == .name || token.kind == .quotedName {
        let name = name(token)
        if names.contains(name) { distances[name] = min(distances[name] ?? .max, distance) }
      }
    }
    // A name that the condition already contains is rarely repeated in it.
    let condition = before.suffix(CompletionOrder.reach).reversed().prefix { $0.kind != .keyword }
      .count
    note(before.dropLast(condition).suffix(CompletionOrder.reach).reversed())
    note(behind.prefix(CompletionOrder.reach))
    return distances
  }

  // MARK: Members of examples

  /// Whether the cursor is inside an example's record.
  var isInExample: Bool {
    var depth = 0
    for index in before.indices.reversed() {
      switch before[index].kind {
      case .less: depth += 1
      case .greater: depth -= 1
      case .keyword where isDeclaration(at: index):
        return before[index].keyword == .example && depth > 0
      default: break
      }
    }
    return false
  }

  /// Whether the cursor is at a key in the record of an example, and the key has no colon yet.
  var isKey: Bool {
    switch before.last?.kind {
    case .colon, .comma, .leftParen, .minus: false
    default: isInExample && behind.first?.kind != .colon
    }
  }

  /// Whether the cursor is in the list of fields after `rejects`, and the example has no record yet.
  var isRejected: Bool {
    func isPart(_ token: Token) -> Bool {
      switch token.kind {
      case .name, .quotedName, .comma, .dot: true
      default: false
      }
    }
    let fields = before.reversed().prefix { isPart($0) }
    return fields.contains { $0.kind == .name && name($0) == "rejects" }
      && behind.first { !isPart($0) }?.kind != .less
  }

  /// Whether the cursor is at the name of a list whose records an example gives.
  var isList: Bool {
    guard before.last.map({ $0.kind == .name && name($0) == "with" }) ?? false else {
      return false
    }
    let start = before.indices.last { isDeclaration(at: $0) }
    return start.map { before[$0].keyword == .example } ?? false && !isInExample
  }

  /// Whether a text in quotes may be at the cursor, such as a value that a field is compared with.
  var takesText: Bool {
    guard let last = before.last else { return false }
    switch last.kind {
    case .equal, .notEqual, .comma, .leftParen: return true
    case .colon: return isInExample
    case .name: return name(last) == "like"
    case .keyword: return last.keyword == .in || last.keyword == .default
    default: return false
    }
  }

  /// The words to insert after a completed text so that the parser accepts it. Empty except after an example's `like`,
  /// where the rest of the example must follow.
  var tailOfText: String {
    before.last.map { $0.kind == .name && name($0) == "like" } ?? false ? " accepts < >" : ""
  }

  private func isDeclaration(at index: Int) -> Bool {
    guard before[index].keyword?.startsDeclaration ?? false else { return false }
    return index + 1 == before.endIndex || before[index + 1].kind != .colon
  }

  /// Sorts the fields of an example's record: first missing fields that `rejects` names, then other missing fields,
  /// then fields that the record already has. Each group begins with the fields declared after the field that precedes
  /// the cursor in the record.
  private func membersInOrder(_ names: [String]) -> [String] {
    let earlier = members(before.reversed(), opening: .greater, closing: .less, name: 1)
    let later = members(Array(behind), opening: .less, closing: .greater, name: -1)
    let start = earlier.first.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let rotated = names[start...] + names[..<start]
    let (present, rejected) = (OrderedSet(earlier + later), rejectedNames)
    func rank(_ name: String) -> Int {
      present.contains(name) ? 2 : rejected.contains(name) ? 0 : 1
    }
    return rotated.ordered { rank($0) < rank($1) }
  }

  /// The names after `rejects`. The example's record usually contains these fields.
  private var rejectedNames: OrderedSet<String> {
    guard let start = before.lastIndex(where: { $0.kind == .name && name($0) == "rejects" })
    else { return [] }
    return OrderedSet(before[start...].prefix { $0.kind != .less }.map { name($0) })
  }

  /// Returns the names before colons in the record around the cursor, those nearest to the cursor first.
  ///
  /// - Parameter name: the distance in tokens from a colon to its name.
  private func members(
    _ tokens: [Token], opening: Token.Kind, closing: Token.Kind, name step: Int
  ) -> [String] {
    var names: [String] = []
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token.kind == opening { depth += 1 }
      if token.kind == closing { depth -= 1 }
      if depth < 0 { break }
      if depth == 0, token.kind == .colon, tokens.indices.contains(index + step) {
        names.append(name(tokens[index + step]))
      }
    }
    return names
  }

  // MARK: All offers

  /// Returns offers without repetition, first those that usually follow the last token.
  ///
  /// - Parameter offers: the names among them must be in the order of `likeliestFirst`.
  func sorted(_ offers: [Completion]) -> [Completion] {
    var numbers: OrderedDictionary<String, Int> = [:]
    for (number, offer) in offers.enumerated() where numbers[offer.label] == nil {
      numbers[offer.label] = number
    }
    var order: [Int] = []
    var isTaken = Array(repeating: false, count: offers.count)
    func take(_ number: Int?) {
      guard let number, !isTaken[number] else { return }
      isTaken[number] = true
      order.append(number)
    }
    for word in usual.utf8.split(separator: UInt8(ascii: " ")).map({ String(Substring($0)) }) {
      switch word {
      case "*": for number in first(9, .name, offers) { take(number) }
      case "+": for number in first(4, .name, offers) { take(number) }
      case "!": for word in rulesThatFit { take(numbers[word]) }
      case "~": for number in first(3, .language, offers) { take(number) }
      case "@": for name in classes where numbers["symbol"] != nil { take(numbers[name]) }
      case "$": for number in first(3, .definition, offers) { take(number) }
      default: take(numbers[word])
      }
    }
    for number in offers.indices where numbers[offers[number].label] == number { take(number) }
    return order.map { offers[$0] }
  }

  private func first(_ count: Int, _ kind: Completion.Kind, _ offers: [Completion])
    -> some Sequence<Int>
  {
    offers.indices.lazy.filter { offers[$0].kind == kind }.prefix(count)
  }

  /// The most common rule words that apply to `subject`.
  private var rulesThatFit: some Sequence<String> {
    (isJoined ? CompletionOrder.joinedRules : CompletionOrder.rules).lazy.filter { predicate in
      guard let subject else { return false }
      return predicate.subject.takes(subject)
    }.prefix(8).map { $0.name }
  }

  private static let rules: [Predicate] = [
    .like, .count, .range, .contains, .distinct, .positive, .email, .age, .unique, .past, .phone,
    .matches, .decimals, .digits, .letters,
  ]

  /// The most common rule words after `and`, `or` and `not`.
  private static let joinedRules: [Predicate] = [
    .count, .contains, .startsWith, .endsWith, .only, .letters, .digits, .like, .decimals, .range,
    .distinct, .past, .future,
  ]

  /// Whether the last token is `and`, `or` or `not`.
  private var isJoined: Bool {
    switch before.last?.keyword {
    case .and, .or, .not: return true
    default: break
    }
    switch before.last?.kind {
    case .and, .or, .not: return true
    default: return false
    }
  }

  /// The words that usually follow the last token, likelier words first. Signs represent groups of words: `*` nearest
  /// names, `+` fewer of these names, `!` rule words that fit, `$` definitions, `@` character classes, `~` languages.
  private var usual: String {
    guard let last = before.last else { return "form field language" }
    if last.kind == .keyword || last.kind == .name,
      let words = CompletionOrder.behind(word: source.text(last.span))
    {
      return words
    }
    switch last.kind {
    case .colon:
      return isInExample
        ? "true false" : "string number date choice int list bool * time datetime instant any"
    case .and, .not: return "! $ * not"
    case .assign: return "value $ + not today sum count range"
    case .or, .leftParen, .comma, .lessOrEqual, .greaterOrEqual, .equal, .notEqual,
      .plus, .minus, .star, .slash, .range, .halfOpenRange:
      return CompletionOrder.operand
    case _ where before.dropLast().beginOtherData(source): return "from as optional"
    case _ where beginsLine && !before.contains { $0.keyword == .field || $0.keyword == .define }:
      return "field language closed define choices use data ~ words form fields table"
        + " list"
    case _ where beginsLine:
      return "field * rule message example check when define choices ~ warning each required table"
        + " list closed title fields"
    case .text:
      return "* like rejects ~ with at rule or accepts optional on message as not default"
    case .rightParen: return "message and or per from rule of in anyCase warning optional"
    case .number: return "years months weeks days accepts or message per warning and blank *"
    case .less, .greater: return "else after today * optional now value sum rule"
    case _ where isType:
      return isText
        ? "optional from trimmed rule message halfwidth secret anyCase lowercased uppercased without"
        : "optional rule from message default anyCase required title without"
    case .keyword where last.keyword?.startsClause ?? false:
      return "rule from message trimmed without lowercased uppercased anyCase each default"
    default:
      return "message and or is in per as warning not like matches rule anyCase from optional"
    }
  }

  /// Whether the last token is the type `string`.
  private var isText: Bool { before.last.map { name($0) } == "string" }

  /// Whether the last token is a type.
  private var isType: Bool {
    guard let last = before.dropLast().last else { return false }
    return last.kind == .colon || last.kind == .name && source.text(last.span) == "of"
  }

  private static let operand = "@ * $ ! not today value now sum"

  /// The character classes. Some are also rule words.
  private var classes: [String] { Checker.classNames.map { $0.0 } }

  /// Returns the words and signs of `usual` that follow `word` in any context, or nil if the context matters.
  private static func behind(word: String) -> String? {
    switch word {
    case "rule": "value $ ! not *"
    case "when", "if", "or", "in": operand
    case "check": "+ $ all any unique same * not"
    case "and": "! $ * not"
    case "not": "in ! $ *"
    case "is": "blank filled not ! *"
    case "each": "rule"
    case "required": "if message rule"
    case "else": "blank when as"
    case "list": "of by"
    case "choice": "of"
    case "of": "* string number choice"
    case "data": "csv xlsx json ndjson tsv"
    case "columns": "all exact"
    case "records": "in at"
    default: nil
    }
  }
}
