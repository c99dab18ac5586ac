// The text that an editor shows for the word under the pointer.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// Information about a word in a form.
package struct FormHover: Sendable {
  /// The word.
  package var span: Span
  /// The text in Markdown.
  package var markdown: String

  /// Maximum number of lines of a declaration that are shown.
  private static let lineLimit = 12

  /// Creates the information about the word at a place, or returns nil if there is none.
  ///
  /// - Parameters:
  ///   - offset: a byte offset in the source.
  ///   - names: the names of the same form.
  ///   - moment: the current moment.
  package init?(
    at offset: UInt32, in reading: FormReading, _ names: FormNames, moment: Moment
  ) {
    if let use = names.use(at: offset) {
      span = use.span
      let words = reading.program.flatMap {
        FormExplainer.explain(
          fieldAt: use.declaration, $0, source: reading.source, moment: moment)
      }
      markdown =
        (words.map { $0 + "\n" } ?? "") + FormHover.declarations(of: use, in: reading, names)
      return
    }
    let tokens = Lexer(reading.source, file: reading.source.file(at: offset)).tokens
    let index = tokens.lastIndex { $0.span.lower <= offset && offset <= $0.span.upper }
    guard let index else { return nil }
    let token = tokens[index]
    span = token.span
    let word = reading.source.text(span)
    if FormHover.isType(tokens[..<index], reading.source), let kind = FieldKind(rawValue: word),
      let words = FormExplainer.explain(kind, language: reading.program?.language ?? "")
    {
      markdown = words
      return
    }
    let rule = reading.program.flatMap {
      FormExplainer.explain(ruleAround: offset, $0, source: reading.source, moment: moment)
    }
    // Some character classes have the names of rule words.
    let meaning =
      FormHover.isCharacterClass(word, after: tokens[..<index], reading.source)
      ? nil : FormHover.meaning(of: word)
    if rule == nil, meaning == nil { return nil }
    markdown = [rule, meaning].compactMap { $0 }.joined(separator: "\n")
  }

  /// Returns the declarations of a name as they are written.
  private static func declarations(
    of use: NameUse, in reading: FormReading, _ names: FormNames
  ) -> String {
    let source = reading.source
    let all = DeclarationFinder(reading.tree.declarations)
    let texts = names.declarations(of: use).compactMap { place -> String? in
      guard let span = all.innermost(around: place) else { return nil }
      var lines = source.text(span).split(
        omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
      let isCut = lines.count > lineLimit
      if isCut { lines = lines.prefix(lineLimit) + ["…"] }
      return "```form\n" + lines.joined(separator: "\n") + "\n```"
    }
    return texts.joined(separator: "\n")
  }

  /// Whether the tokens before a word make it a type.
  private static func isType(_ before: ArraySlice<Token>, _ source: Source) -> Bool {
    guard let last = before.last else { return false }
    if last.kind == .colon { return true }
    return source.text(last.span) == "of"
      && before.dropLast().last.map { source.text($0.span) } != "choice"
  }

  /// Whether a word is a character class in the parentheses of a rule word.
  private static func isCharacterClass(
    _ word: String, after before: ArraySlice<Token>, _ source: Source
  ) -> Bool {
    guard Checker.classNames.contains(where: { $0.0 == word }) else { return false }
    var depth = 0
    for index in before.indices.reversed() {
      switch before[index].kind {
      case .rightParen: depth += 1
      case .leftParen where depth > 0: depth -= 1
      case .leftParen:
        guard index > before.startIndex else { return false }
        let called = source.text(before[index - 1].span)
        if let parameters = Predicate.named(called)?.parameters {
          switch parameters {
          case .content, .contents: return true
          default: return false
          }
        }
        return called == Keyword.without.rawValue
      default: if before[index].keyword?.startsDeclaration ?? false { return false }
      }
    }
    return false
  }

  /// Returns the meaning of a rule word or a function.
  private static func meaning(of word: String) -> String? {
    if let predicate = Predicate.named(word) {
      let entry = predicate.entry
      return entry.summary + "\n```form\n" + entry.usage + "\n```"
    }
    guard let row = Function.named(word)?.row else { return nil }
    return "Gives " + row.gives + "\n```form\n" + row.usages.joined(separator: "\n") + "\n```"
  }
}

/// Finds the declarations around a place.
private struct DeclarationFinder {
  private let declarations: [Declaration]

  init(_ declarations: [Declaration]) { self.declarations = declarations }

  /// Returns the innermost declaration around a place.
  func innermost(around place: Span) -> Span? {
    for declaration in declarations where declaration.span.holds(place) {
      return inside(declaration.kind).innermost(around: place) ?? declaration.span
    }
    return nil
  }

  private func inside(_ kind: Declaration.Kind) -> DeclarationFinder {
    switch kind {
    case .field(let field): inside(field.type)
    case .when(let when): DeclarationFinder(when.branches.flatMap { $0.body })
    case .define(let define):
      if case .type(let type, _) = define.meaning { inside(type) } else { DeclarationFinder([]) }
    default: DeclarationFinder([])
    }
  }

  private func inside(_ type: TypeExpression) -> DeclarationFinder {
    switch type.kind {
    case .record(let declarations): DeclarationFinder(declarations)
    case .list(_, let item): inside(item)
    default: DeclarationFinder([])
    }
  }
}
