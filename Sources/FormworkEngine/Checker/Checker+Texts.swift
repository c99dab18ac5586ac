// Texts that are shown to users. Their placeholders are resolved here, so that a message that can't be filled in is
// found before any record is read.

internal import FormworkSyntax

/// The role of a text. It decides the meaning of the text's placeholders. Indirect, because a context is large.
indirect enum TextContext {
  /// A label or the title of the form, which has no placeholders.
  case plain
  /// The message of a field for any of its problems.
  case field(Int, Checker.Context)
  /// The message of an `else blank`, with the fields that must be blank.
  case fields([Int32], Checker.Context)
  /// The message of a rule with this condition. `field` is the field at which a problem is reported, or -1.
  case rule(Int32, field: Int, Checker.Context)
  /// The form's own text for a built-in message.
  case builtIn(ProblemCode)
}

extension Checker {
  /// The placeholders that aren't fields.
  static let placeholders: [(String, Template.Placeholder)] = [
    ("label", .label), ("value", .value), ("min", .minimum), ("max", .maximum),
    ("actual", .actual), ("count", .count), ("choices", .choices), ("column", .column),
    ("record", .record), ("line", .line), ("first", .first), ("expected", .expected),
  ]

  /// Compiles a text with its translations. Returns its index in `texts`. The context is computed only if the text
  /// may need it.
  func compileText(
    _ text: LocalizedText, for context: @autoclosure () -> TextContext
  ) -> Int32 {
    // Texts in files of choices have no language.
    if choiceFiles[text.span.lower] == nil {
      translations.note(text)
      warnIfFormatted(text.unmarked.span)
      for translation in text.translations { warnIfFormatted(translation.text.span) }
    }
    if text.translations.isEmpty, let plain = text.unmarked.plain {
      program.texts.append(LocalizedTemplate(unmarked: Template(plain), translations: []))
    } else {
      program.texts.append(localized(text, context()))
    }
    return Int32(program.texts.count - 1)
  }

  /// Warns about `%s` in a text, which other programs replace by a value.
  private func warnIfFormatted(_ span: Span) {
    let bytes = source.bytes[Int(span.lower)..<Int(span.upper)]
    for index in bytes.indices.dropFirst().dropLast(2) where bytes[index] == UInt8(ascii: "%") {
      let isSign = bytes[index + 1] == UInt8(ascii: "s") || bytes[index + 1] == UInt8(ascii: "d")
      let isInWord = Lexer.isNameByte(bytes[index - 1]) || Lexer.isNameByte(bytes[index + 2])
      if isSign, !isInWord {
        let sign = Span(UInt32(index), UInt32(index + 2))
        return report(.formatSign(source.text(sign)), at: sign)
      }
    }
  }

  /// Warns about `${name}`, which shows a dollar sign before the value.
  private func warnIfDollar(before path: PlaceholderPath) {
    var brace = Int(path.span.lower)
    while brace > 0, source.bytes[brace] != UInt8(ascii: "{") { brace -= 1 }
    guard brace > 0, source.bytes[brace - 1] == UInt8(ascii: "$") else { return }
    report(.dollarBeforePlaceholder, at: Span(UInt32(brace - 1), UInt32(brace)))
  }

  private func localized(_ text: LocalizedText, _ context: TextContext) -> LocalizedTemplate {
    var translations: [(language: String, template: Template)] = []
    var seen: OrderedDictionary<String, Span> = [:]
    for translation in text.translations {
      let language = translation.language
      if let first = seen[language.text.lowercased()] {
        report(.repeatedLanguage(language.text, first: first), at: language.span)
      }
      seen[language.text.lowercased()] = language.span
      translations.append((language.text, template(translation.text, context)))
    }
    return LocalizedTemplate(
      unmarked: template(text.unmarked, context), translations: translations)
  }

  private func template(_ text: TextTemplate, _ context: TextContext) -> Template {
    text.plain.map { Template($0) } ?? Template(parts: parts(text.parts, context))
  }

  private func parts(_ parts: [TextTemplate.Part], _ context: TextContext) -> [Template.Part] {
    parts.map { part in
      switch part {
      case .literal(let literal): return .literal(literal)
      case .placeholder(let path):
        let found = placeholder(path, context)
        if found != nil { warnIfDollar(before: path) }
        return found.map { .placeholder($0) } ?? .literal("")
      case .plural(let path, let one, let other):
        let one = self.parts(one, context)
        let other = self.parts(other, context)
        return placeholder(path, context).map { .plural($0, one: one, other: other) }
          ?? .literal("")
      }
    }
  }

  private func placeholder(
    _ path: PlaceholderPath, _ context: TextContext
  ) -> Template.Placeholder? {
    guard let name = path.plainName,
      let known = Checker.placeholders.first(where: { $0.0 == name.text })?.1,
      !isMeantOtherwise(name, context)
    else { return fieldPlaceholder(path, context) }
    let isField = isField(name, context)
    guard hasSource(known, context) else {
      if isField { return fieldPlaceholder(path, context) }
      report(missingSource(known, name, context), at: name.span)
      return nil
    }
    if isField { report(.placeholderOrField(name.text), at: name.span) }
    switch known {
    case .value, .actual, .count: warnIfSecret(name, context)
    default: break
    }
    return known
  }

  /// Returns the reason why a placeholder has no value. `{actual}` has none if any part of an `or` may have failed.
  private func missingSource(
    _ placeholder: Template.Placeholder, _ name: Name, _ context: TextContext
  ) -> NameMistake {
    guard case .actual = placeholder, case .rule(var condition, _, _) = context else {
      return .placeholderWithoutSource(name.text)
    }
    while case .defined(let inner, _) = ask({ $0.view(condition) }) { condition = inner }
    guard case .or = ask({ $0.view(condition) }) else {
      return .placeholderWithoutSource(name.text)
    }
    return .actualOfEither(
      named: calculation(comparedIn: condition), asksRecords: asked.contains(.records))
  }

  /// Returns the text of the calculation or question that `{actual}` would show, if the condition were only the last
  /// part of its `or` that finds one. Returns nil if no part does.
  private func calculation(comparedIn condition: Int32) -> String? {
    switch ask({ $0.view(condition) }) {
    case .or(let first, let last):
      return calculation(comparedIn: last) ?? calculation(comparedIn: first)
    case .comparison:
      let found = ask { $0.operand(foundBy: condition) }
      let text = found.map { source.text(program.nodes[Int($0)].span) }
      return text?.utf8.last == UInt8(ascii: ")") ? text : nil
    default: return nil
    }
  }

  /// Warns about a message with `{actual}` and the field that is the left side of the rule's comparison with a
  /// calculation. Both show the same value, so that the message never shows the calculation.
  func warnIfActualIsField(_ message: Int32, of rule: Rule, _ condition: Int32) {
    guard message >= 0, let written = rule.message,
      case .binary(let operation, let left, let right) = rule.condition.kind,
      case .comparison(_, let first, let second) = ask({ $0.view(condition) }),
      ask({ $0.operand(foundBy: condition) }) == first,
      let field = ask({ $0.singleField(of: first) }),
      ask({ $0.field(of: second) }) == nil, constantValue(second) == nil
    else { return }
    let shown = program.texts[Int(message)].placeholders
    guard shown.contains(.actual),
      shown.contains(where: { placeholder in
        guard case .operand(let node, _) = placeholder else { return false }
        return ask { $0.singleField(of: node) } == field
      })
    else { return }
    report(
      .actualIsField(
        left: left.span, operation, right: right.span, condition: rule.condition.span),
      at: written.span)
  }

  /// Whether a field has the name of a placeholder.
  private func isField(_ name: Name, _ context: TextContext) -> Bool {
    switch context {
    case .rule(_, _, let context), .field(_, let context): hasField(name.text, context)
    case .fields, .plain, .builtIn: false
    }
  }

  /// Whether a definition gives `name` a different meaning: as a parameter, or as `value` if the definition is applied
  /// to another operand.
  private func isMeantOtherwise(_ name: Name, _ context: TextContext) -> Bool {
    guard case .rule(_, _, let context) = context else { return false }
    return context.bindings[name.text] != nil || (name.text == "value" && context.subject != nil)
  }

  private func fieldPlaceholder(
    _ path: PlaceholderPath, _ context: TextContext
  ) -> Template.Placeholder? {
    let inner: Context
    switch context {
    case .rule(_, _, let context), .field(_, let context), .fields(_, let context): inner = context
    case .plain, .builtIn:
      let known = Checker.placeholders.filter { hasSource($0.1, context) }
      report(
        path.isQuoted
          ? .unknownField(path.text, near: [], .placeholder)
          : .unknownPlaceholder(path.text, near: near(path.text, among: known.map { $0.0 })),
        at: path.span)
      return nil
    }
    guard let node = placeholderOperand(path, inner) else { return nil }
    let isSecret = speaksOfSecret(node)
    if isSecret { report(.secretInMessage(path.text), at: path.span) }
    return .operand(node, isSecret: isSecret)
  }

  private func warnIfSecret(_ name: Name, _ context: TextContext) {
    let field: Int
    switch context {
    case .field(let number, _), .rule(_, let number, _): field = number
    case .plain, .fields, .builtIn: return
    }
    if field >= 0 && isSecret(field) || findsSecret(name, context) {
      report(.secretInMessage(name.text), at: name.span)
    }
  }

  /// Whether a name is `{actual}` and the value that the rule finds is secret.
  private func findsSecret(_ name: Name, _ context: TextContext) -> Bool {
    guard name.text == "actual", case .rule(let condition, _, _) = context else { return false }
    return ask { $0.actualIsSecret(condition) }
  }

  /// Whether a placeholder can ever have a value.
  private func hasSource(_ placeholder: Template.Placeholder, _ context: TextContext) -> Bool {
    switch (placeholder, context) {
    case (_, .plain), (_, .builtIn(.malformed)): return false
    case (.expected, .builtIn(let code)): return [.type, .choice, .required].contains(code)
    case (.choices, .builtIn(let code)): return code == .choice || code == .required
    case (.value, .builtIn): return true
    case (.label, _), (.record, _), (.line, _), (.column, _): return true
    case (_, .builtIn): return false
    case (_, .fields(let fields, _)):
      // Fields of a branch that isn't in force aren't read.
      switch placeholder {
      case .value, .choices:
        return fields.contains { hasSource(placeholder, field: Int($0)) { false } }
      default: return false
      }
    case (_, .field(let field, _)):
      return hasSource(placeholder, field: field) { hasInRules(placeholder, of: field) }
    case (_, .rule(let condition, let field, let context)):
      // In the message of a definition, `count` is about the operand to which the definition is applied.
      if case .count = placeholder, let type = context.subject?.type,
        type.family == .text || elementType(type) != nil
      {
        return true
      }
      return hasSource(placeholder, field: field) {
        has(placeholder, in: condition, of: field)
      }
    }
  }

  private func hasSource(
    _ placeholder: Template.Placeholder, field: Int, inRules: () -> Bool
  ) -> Bool {
    switch placeholder {
    case .value, .expected: return field >= 0
    case .count:
      guard field >= 0 else { return false }
      if case .list = staticType(field) { return true }
      return alternatives(of: staticType(field)).contains { $0.family == .text }
    case .choices:
      if field >= 0, ask({ $0.choices(ofField: Int32(field)) }) != nil { return true }
      return inRules()
    case .minimum, .maximum, .actual, .first: return inRules()
    default: return true
    }
  }

  /// Whether some rule of a field provides the placeholder's value. The result is cached, because a text may need it
  /// repeatedly.
  private func hasInRules(_ placeholder: Template.Placeholder, of field: Int) -> Bool {
    let rules = program.fields[field].rules
    if sourcesInRules.field != field || sourcesInRules.rules != rules {
      sourcesInRules = (field, rules, Array(repeating: nil, count: 5))
    }
    let number =
      switch placeholder {
      case .minimum: 0
      case .maximum: 1
      case .actual: 2
      case .choices: 3
      default: 4
      }
    if let known = sourcesInRules.answers[number] { return known }
    let answer = rules.contains {
      has(placeholder, in: program.rules[Int($0)].condition, of: field)
    }
    sourcesInRules.answers[number] = answer
    return answer
  }

  /// Whether some part of a condition provides the placeholder's value in a message about `field`, which may be -1.
  private func has(
    _ placeholder: Template.Placeholder, in condition: Int32, of field: Int
  ) -> Bool {
    let limits = ask { $0.limits(of: condition) }
    return switch placeholder {
    case .first: ask { $0.speaksAcross(condition) }
    case .minimum: limits.low != nil
    case .maximum: limits.high != nil
    // If a condition counts the field, the actual count is 0 for a blank field.
    case .actual: ask { $0.findsActual(condition) || $0.counts(Int32(field), in: condition) }
    case .choices: ask { $0.listedValues(of: condition) } != nil
    default: false
    }
  }

  func isSecret(_ field: Int) -> Bool { ask { $0.isSecret(field: Int32(field)) } }

  /// Whether an operand would reveal a secret field.
  func speaksOfSecret(_ node: Int32) -> Bool { ask { $0.isSecret(node) } }
}
