// Warnings about single conditions: constant ones, a misleading `not`, parts without a message.

internal import FormworkSyntax

extension Checker {
  /// Warns about `not a and b`, which negates only `a`. Parentheses or `!` show that this is intended.
  func warnIfNotAnd(_ left: Expression, _ right: Expression, at span: Span) {
    guard case .not(let inner) = left.kind else { return }
    let word = Array("not".utf8)
    let start = Int(left.span.lower)
    guard start + 3 <= source.bytes.count, Array(source.bytes[start..<start + 3]) == word else {
      return
    }
    switch inner.kind {
    // With a single name, the meaning is clear.
    case .parenthesized, .name: return
    default: break
    }
    if case .not = right.kind { return }
    report(.notAnd(first: left.span), at: span)
  }

  /// Warns about `or value is blank` in a rule of a required field.
  func warnIfBlankAllowed(_ sides: [Expression], _ context: Context) {
    guard context.field >= 0, context.hasValue, context.subject == nil,
      case .required = program.fields[context.field].presence
    else { return }
    for side in sides {
      guard case .test(let subject, negated: false, let predicate) = side.kind,
        case .name(let word) = predicate.kind, word.text == "blank"
      else { continue }
      if case .value = subject.kind { report(.requiredAnyway, at: side.span) }
    }
  }

  /// Records a text that is unknown if one of its fields is blank. Ignores texts in branches, because the conditions of
  /// branches may exclude blank fields.
  func noteBlank(in text: TextTemplate, _ parts: [Template.Part], _ context: Context) {
    guard context.branch == nil, !isTrial else { return }
    // A rule doesn't run on a blank field.
    for case .placeholder(.operand(let number, _)) in parts
    where mayBeBlank(number) && Int(program.nodes[Int(number)].c) != context.field {
      let field = program.fields[Int(program.nodes[Int(number)].c)].name
      blankTexts.append((text.span, field, Checker.joined(text)))
      return
    }
  }

  private func mayBeBlank(_ number: Int32) -> Bool {
    let node = program.nodes[Int(number)]
    // A blank bool is false.
    guard node.operation == .cell, node.variant == 0 else { return false }
    let field = program.fields[Int(node.c)]
    if case .required = field.presence { return false }
    return field.fallback < 0
  }

  /// Returns an equivalent call of `joined` for a text with placeholders, or nil if a part has a plural.
  private static func joined(_ text: TextTemplate) -> String? {
    var parts: [String] = []
    for part in text.parts {
      switch part {
      case .literal(let literal): parts.append(Spelling.text(literal))
      case .placeholder(let path):
        let names = path.names.map { $0.text }
        let isValue = names == ["value"] && !path.isQuoted
        let spelled = Spelling.path(names, first: path.isQuoted ? Spelling.name : Spelling.operand)
        parts.append(isValue ? "value" : spelled)
      case .plural: return nil
      }
    }
    return "joined(" + parts.joined(separator: ", ") + ")"
  }

  /// Warns about texts of a condition that are unknown if a field is blank, unless the condition tests for blank
  /// fields.
  func warnOfBlankTexts(in condition: Expression) {
    defer { blankTexts.removeAll() }
    guard !blankTexts.isEmpty else { return }
    let names = Names(in: condition).found
    if names.contains("filled") || names.contains("blank") { return }
    for text in blankTexts where condition.span.holds(text.span) {
      report(.blankInText(field: text.field, proposal: text.proposal), at: text.span)
    }
  }

  /// Warns about `in` before a literal, a field or a path with a single value.
  func warnIfSingle(_ value: Expression, after subject: Expression, negated: Bool) {
    let isWritten: Bool
    switch value.kind {
    case .name(let name) where names.tables[name.text] == nil: isWritten = false
    case .member: isWritten = false
    case .today, .now, .duration, .text: isWritten = true
    default:
      guard value.isLiteral else { return }
      isWritten = true
    }
    var words = Span(subject.span.upper, value.span.lower)
    while words.lower < words.upper, source.bytes[Int(words.lower)] <= 0x20 {
      words = Span(words.lower + 1, words.upper)
    }
    while words.lower < words.upper, source.bytes[Int(words.upper) - 1] <= 0x20 {
      words = Span(words.lower, words.upper - 1)
    }
    report(
      .inSingleValue(negated: negated, value: value.span, isWritten: isWritten), at: words)
  }

  /// Warns about `x == "KG*"`. The `*` of file names and the `%` of SQL have no meaning in a text.
  func warnIfWildcard(
    in text: Expression, equal isEqual: Bool, to subject: Expression, at span: Span
  ) {
    guard let wildcard = Wildcard(text) else { return }
    let words = source.text(subject.span) + (isEqual ? " " : " not ")
    report(.wildcardInText(wildcard.sign, proposal: words + wildcard.test), at: span)
  }

  /// Warns about `endsWith("*.pdf")`.
  func warnIfWildcard(in argument: Expression, of predicate: Predicate, at span: Span) {
    guard let wildcard = Wildcard(argument) else { return }
    let fits = predicate == .contains || wildcard.word == predicate.name
    report(
      .wildcardInText(
        wildcard.sign, proposal: fits ? wildcard.test(with: predicate.name) : nil), at: span)
  }

  /// Warns about a text such as `A-Z0-9`, which has ranges of characters as in a pattern.
  func warnIfRange(in argument: Expression, subject: String?, at span: Span) {
    guard case .text(let template) = argument.kind, let text = template.plain else { return }
    let characters = Array(text.utf8)
    var (index, ranges) = (0, 0)
    while index < characters.count {
      let isRange = Checker.beginsRange(characters[index...])
      // After `in`, other characters than those of ranges show that the text itself is meant.
      if subject != nil, !isRange { return }
      ranges += isRange ? 1 : 0
      index += isRange ? 3 : 1
    }
    if ranges > 0 { report(.rangeInText(text, subject: subject), at: span) }
  }

  /// Whether a range of letters or digits begins here, such as `A-Z`.
  private static func beginsRange(_ text: ArraySlice<UInt8>) -> Bool {
    let signs = Array(text.prefix(3))
    guard signs.count == 3, signs[1] == UInt8(ascii: "-"), signs[0] < signs[2] else { return false }
    let classes: [ClosedRange<UInt8>] = [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
    return classes.contains { $0.contains(signs[0]) && $0.contains(signs[2]) }
  }

  /// Warns about `x == 100 +- 0.5`, which adds a negative number.
  func warnIfPlusMinus(_ sum: Expression, equalTo subject: Expression, at span: Span) {
    guard case .binary(.add, let center, let other) = sum.kind,
      case .negated(let deviation) = other.kind,
      source.bytes[Int(other.span.lower) - 1] == UInt8(ascii: "+")
    else { return }
    let texts = [subject, center, deviation].map { source.text($0.span) }
    report(
      .plusMinus(
        proposal:
          "\(texts[0]) in \(texts[1]) - \(texts[2])...\(texts[1]) + \(texts[2])"),
      at: span)
  }

  /// Warns about a written number such as `1.000` for a field whose data uses points as group marks.
  func warnIfGrouped(_ literal: Expression, forField number: Int) {
    switch literal.kind {
    case .number(let digits):
      guard NumberParts.areThousands(digits.split(separator: ".")),
        ask({ $0.hasPointGroups($0.fields[number].type) })
      else { return }
      report(.groupMark(plain: digits.filter { $0 != "." }), at: literal.span)
    case .negated(let inner): warnIfGrouped(inner, forField: number)
    default: break
    }
  }

  /// Warns about items of a list that look like one number with commas, such as `12,50` in `(0, 12,50)`, or `1,000`.
  ///
  /// - Parameter subject: the operand that is looked for in the list.
  func warnIfDecimalComma(_ items: [Expression], of subject: Int32) {
    let isClose = zip(items, items.dropFirst()).map { $0.span.upper + 1 == $1.span.lower }
    var index = 0
    while index < isClose.count {
      let parts = Checker.parts(ofNumberAt: index, items, isClose)
      let isAfterRange = parts.first?.span != items[index].span
      index += parts.count
      guard let first = parts.first, let last = parts.last, parts.count > 1 else { continue }
      let (meaning, isSure) = commaMeaning(parts, subject)
      if meaning == .decimals, isWhole(subject) { continue }
      // In a list without spaces, two numbers may be meant. But only a part of a number begins with 0.
      let isOne = isSure || Checker.beginsWithZero(parts)
      let isSpaced = isClose.contains(false)
      guard isOne || isSpaced || isAfterRange && isClose.count < parts.count else { continue }
      report(
        .decimalComma(parts: parts.map { $0.span }, meaning: meaning, isSure: isSure),
        at: first.span.joined(with: last.span))
    }
  }

  /// Returns the numbers that are joined by commas without spaces, from an item of a list on, as long as they may be
  /// parts of one number. The first may be the upper bound of a range. Returns fewer than two numbers if there is no
  /// such comma.
  private static func parts(
    ofNumberAt index: Int, _ items: [Expression], _ isClose: [Bool]
  ) -> [Expression] {
    var first = items[index]
    if case .range(_, let upper?, _) = first.kind { first = upper }
    var parts = [first]
    var next = index
    while next < isClose.count, isClose[next], parts.last?.wholeDigits != nil,
      let digits = items[next + 1].wholeDigits,
      // Only thousands have several commas.
      parts.count == 1 || digits.utf8.count == 3 && parts[1].wholeDigits?.utf8.count == 3
    {
      parts.append(items[next + 1])
      next += 1
    }
    return parts
  }

  private static func beginsWithZero(_ parts: [Expression]) -> Bool {
    parts.dropFirst().contains { part in
      part.wholeDigits.map { $0.utf8.count > 1 && $0.utf8.first == UInt8(ascii: "0") } ?? false
    }
  }

  /// Returns the meaning of the commas in a number, and whether nothing else can be meant.
  private func commaMeaning(
    _ parts: [Expression], _ subject: Int32
  ) -> (meaning: CommaMeaning, isSure: Bool) {
    let digits = parts.compactMap { $0.wholeDigits }
    guard NumberParts.areThousands(digits.map { Substring($0) }) else { return (.decimals, false) }
    // Numbers that all have three digits may be codes.
    let isNumber = digits[0].utf8.count < 3
    let isSure = isNumber && Checker.beginsWithZero(parts)
    let type = type(behind: subject)
    if digits.count > 2 { return (.thousands, isNumber) }
    if type == .plain(.int) { return (.thousands, isSure) }
    guard case .formatted(let number) = type else { return (.either, false) }
    switch program.formats[Int(number)] {
    case .number(let format):
      if format.groupText == "," { return (.thousands, isNumber) }
      return (format.decimalText == "," ? .decimals : .either, false)
    case .integer(let format):
      return (.thousands, isSure || isNumber && format.groupText == ",")
    default: return (.either, false)
    }
  }

  /// Whether an operand has the values of a field that takes only whole numbers.
  private func isWhole(_ operand: Int32) -> Bool {
    switch type(behind: operand) {
    case .plain(.int): return true
    case .formatted(let number):
      if case .integer = program.formats[Int(number)] { return true }
      return false
    default: return false
    }
  }

  /// Returns the type of the only field whose values an operand has. Nil for other operands.
  private func type(behind operand: Int32) -> FieldType? {
    ask { program in program.onlyField(of: operand).map { program.fields[Int($0)].type } }
  }

  /// Warns about a language without built-in messages, if a field may need one.
  func warnIfLanguageHasNoWords(_ language: Name) {
    guard BuiltInLanguage(code: language.text) == nil, program.ownWords.isEmpty,
      program.fields.contains(where: { $0.message < 0 })
    else { return }
    report(.languageWithoutWords(language.text), at: language.span)
  }

  func warnIfConstant(_ condition: Int32, at span: Span) {
    guard condition >= 0, let holds = ask({ $0.constantTruth(condition) }) else { return }
    // A part of the condition was already reported.
    if let last = findings.all.last, case .lint(.constantCondition) = last.kind,
      span.holds(last.span)
    {
      return
    }
    report(.constantCondition(holds), at: span)
  }

  /// Warns about a part of a condition that the built-in messages can't explain.
  func warnIfWordless(_ expression: Expression, of condition: Span, afterRequired: Bool) {
    func warn(_ part: Expression) {
      warnIfWordless(part, of: condition, afterRequired: afterRequired)
    }
    func report(_ kind: Lint.Wordless) {
      self.report(
        .noMessage(kind, afterRequired: afterRequired, condition: condition), at: expression.span)
    }
    switch expression.kind {
    case .parenthesized(let inner): warn(inner)
    case .binary(.and, let left, let right):
      let before = findings.reportCount
      warn(left)
      if findings.reportCount == before { warn(right) }
    case .binary(.or, _, _): report(.either)
    case .binary(let operation, _, _) where operation.isComparison:
      report(.comparison)
    case .not: report(.negation)
    case .test(_, negated: true, _): report(.negation)
    case .membership: report(.comparison)
    case .call(let name, _) where name.text == "matches":
      report(.pattern)
    case .test(_, _, let predicate): warn(predicate)
    default: break
    }
  }
}

extension Expression {
  /// The digits of a written number without a decimal point. Nil for anything else.
  fileprivate var wholeDigits: String? {
    guard case .number(let digits) = kind, digits.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return digits
  }
}

/// A text with a `*` or `%` at its beginning or end, which means any text in file names or in SQL.
private struct Wildcard {
  /// `*` or `%`
  let sign: String
  /// The rule word that means the same.
  let word: String
  private let inside: String

  /// Nil if the expression isn't such a text.
  init?(_ expression: Expression) {
    guard case .text(let template) = expression.kind, let text = template.plain else { return nil }
    let isSign: (Character) -> Bool = { $0 == "*" || $0 == "%" }
    let rest = text.drop(while: isSign)
    var inner = rest
    while let last = inner.last, isSign(last) { inner.removeLast() }
    inside = String(inner)
    let (isOpenBefore, isOpenAfter) = (rest.count < text.count, inner.count < rest.count)
    guard isOpenBefore || isOpenAfter, let first = inside.first, let last = inside.last,
      inside.contains(where: { $0.isLetter || $0.isNumber }), !inside.contains(where: isSign),
      let sign = isOpenBefore ? text.first : text.last,
      // `%` may be a unit, as in `5 %`.
      sign == "*" || (isOpenBefore ? first : last).isLetter
    else { return nil }
    self.sign = String(sign)
    word = isOpenBefore ? isOpenAfter ? "contains" : "endsWith" : "startsWith"
  }

  var test: String { test(with: word) }

  func test(with word: String) -> String { "\(word)(\(Spelling.text(inside)))" }
}
