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

  /// Warns about `in` before a field or calculation with a single value.
  func warnIfSingle(_ value: Expression, after subject: Expression, negated: Bool) {
    switch value.kind {
    case .name(let name) where names.tables[name.text] == nil: break
    case .member: break
    default: return
    }
    var words = Span(subject.span.upper, value.span.lower)
    while words.lower < words.upper, source.bytes[Int(words.lower)] <= 0x20 {
      words = Span(words.lower + 1, words.upper)
    }
    while words.lower < words.upper, source.bytes[Int(words.upper) - 1] <= 0x20 {
      words = Span(words.lower, words.upper - 1)
    }
    report(.inSingleValue(negated: negated, value: value.span), at: words)
  }

  /// Warns about numbers such as `1.000` if points are the group marks in the field's data.
  func warnOfGroupMarks(in expression: Expression, of number: Int) {
    let type = program.fields[number].type
    let types =
      if case .either(let number) = type { program.alternatives[Int(number)] } else { [type] }
    for case .formatted(let format) in types {
      switch program.formats[Int(format)] {
      case .number(let format), .integer(let format):
        if format.groupText == "." { warnOfGroupMarks(in: expression) }
      default: break
      }
    }
  }

  private func warnOfGroupMarks(in expression: Expression) {
    if case .number(let text) = expression.kind {
      let groups = text.split(separator: ".", omittingEmptySubsequences: false)
      if groups.count > 1, 1...3 ~= groups[0].count,
        groups.dropFirst().allSatisfy({ $0.count == 3 })
      {
        report(.groupMark(plain: groups.joined()), at: expression.span)
      }
    }
    for part in expression.parts { warnOfGroupMarks(in: part) }
  }

  /// Warns about a number directly after a comma, if other commas of the list are followed by a space.
  func warnIfDecimalComma(_ items: [Expression]) {
    let pairs = zip(items, items.dropFirst())
    func touch(_ pair: (Expression, Expression)) -> Bool {
      pair.0.span.upper + 1 == pair.1.span.lower
    }
    guard let pair = pairs.first(where: { touch($0) && Checker.mayBeOneNumber($0.0, $0.1) }),
      pairs.contains(where: { !touch($0) })
    else { return }
    report(
      .decimalComma(whole: pair.0.span, decimals: pair.1.span),
      at: pair.0.span.joined(with: pair.1.span))
  }

  /// Whether two numbers with a comma between them look like a single one.
  private static func mayBeOneNumber(_ whole: Expression, _ decimals: Expression) -> Bool {
    guard case .number(let whole) = whole.kind, case .number(let decimals) = decimals.kind else {
      return false
    }
    return whole.utf8.allSatisfy(ASCII.isDigit) && decimals.utf8.allSatisfy(ASCII.isDigit)
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
