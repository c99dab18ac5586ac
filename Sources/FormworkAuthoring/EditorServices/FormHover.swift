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

  /// Maximum number of lines to show of a declaration.
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
    if tokens[..<index].leadToType(reading.source), let kind = FieldKind(rawValue: word) {
      let words = FormExplainer.explain(kind, language: reading.program?.language ?? "")
      markdown = (words ?? kind.row.summary) + "\n" + FormHover.code("field name: " + kind.example)
      return
    }
    let rule = reading.program.flatMap {
      FormExplainer.explain(ruleAround: offset, $0, source: reading.source, moment: moment)
    }
    let isClass = FormHover.isCharacterClass(word, after: tokens[..<index], reading.source)
    let meanings = FormHover.meanings(of: word, isClass: isClass)
    if rule == nil, meanings.isEmpty { return nil }
    markdown = ([rule].compactMap { $0 } + meanings).joined(separator: "\n")
  }

  /// Returns the declarations of a name as they are written.
  private static func declarations(
    of use: NameUse, in reading: FormReading, _ names: FormNames
  ) -> String {
    let all = reading.tree.declarations
    return names.declarations(of: use).compactMap { place in
      all.innermost(around: place).map { drawing(of: $0, in: reading.source) }
    }.joined(separator: "\n")
  }

  /// Returns a declaration as it is written, without the lines past the maximum number.
  static func drawing(of declaration: Declaration, in source: Source) -> String {
    let lines = source.text(declaration.span).split(
      omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
    return code(
      (lines.prefix(lineLimit) + (lines.count > lineLimit ? ["…"] : [])).joined(separator: "\n"))
  }

  private static func code(_ text: String) -> String { "```form\n" + text + "\n```" }

  /// Whether a word is a character class in the parentheses of a rule word.
  private static func isCharacterClass(
    _ word: String, after before: ArraySlice<Token>, _ source: Source
  ) -> Bool {
    guard Checker.classNames.contains(where: { $0.0 == word }) else { return false }
    guard let open = before.openParenthesis, open.index > before.startIndex else { return false }
    let called = source.text(before[open.index - 1].span)
    switch Predicate.named(called)?.parameters {
    case .content, .contents: return true
    case nil: return called == Keyword.without.rawValue
    default: return false
    }
  }

  /// Returns every meaning of a word of the language, each with an example.
  ///
  /// - Parameter isClass: whether the word is a class of characters.
  package static func meanings(of word: String, isClass: Bool = false) -> [String] {
    var meanings: [String] = []
    let predicate = isClass ? nil : Predicate.named(word)
    if let entry = predicate?.entry {
      meanings.append(
        entry.summary + "\n" + code("field name: " + entry.type + " rule " + entry.usage))
    }
    if let row = isClass ? nil : Function.named(word)?.row {
      meanings.append(
        "Gives " + row.gives + ". Takes " + row.takes + ".\n"
          + code(row.usages.joined(separator: "\n")))
    }
    let isOtherwiseClass = predicate != nil && Checker.classNames.contains { $0.0 == word }
    if !isOtherwiseClass, let other = LanguageWord.named(word) {
      meanings.append(other.meaning + "\n" + code(other.example))
    }
    return meanings
  }
}

extension FieldKind {
  /// A type of this kind, for an example.
  fileprivate var example: String {
    switch self {
    case .choice: "choice(\"small\", \"large\")"
    case .list: "list of string"
    default: rawValue
    }
  }
}
