// What an editor shows of the word under the pointer.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// What there is to say of a word in a form.
package struct FormHover: Sendable {
  /// The word.
  package var span: Span
  /// In Markdown.
  package var markdown: String

  /// The most lines of a declaration that are shown.
  private static let lineLimit = 12

  /// What there is to say of the word at a place; nil if that is nothing.
  ///
  /// - Parameters:
  ///   - offset: in bytes of the source.
  ///   - names: those of the same form.
  ///   - moment: the present one.
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
    guard let token = tokens.last(where: { $0.span.lower <= offset && offset <= $0.span.upper })
    else { return nil }
    span = token.span
    let rule = reading.program.flatMap {
      FormExplainer.explain(ruleAround: offset, $0, source: reading.source, moment: moment)
    }
    let meaning = FormHover.meaning(of: reading.source.text(token.span))
    if rule == nil, meaning == nil { return nil }
    markdown = [rule, meaning].compactMap { $0 }.joined(separator: "\n")
  }

  /// The declarations of a name as they are written.
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

  /// What a rule word or a function says.
  private static func meaning(of word: String) -> String? {
    if let predicate = Predicate.named(word) {
      let entry = predicate.entry
      return entry.summary + "\n```form\n" + entry.usage + "\n```"
    }
    guard let row = Function.named(word)?.row else { return nil }
    return "Gives " + row.gives + "\n```form\n" + row.usages.joined(separator: "\n") + "\n```"
  }
}

/// Finds declarations by a place in them.
private struct DeclarationFinder {
  private let declarations: [Declaration]

  init(_ declarations: [Declaration]) { self.declarations = declarations }

  /// The innermost declaration around a place.
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
