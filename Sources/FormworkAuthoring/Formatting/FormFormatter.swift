// `formwork fmt`: the one style of forms. Only the white space between tokens changes, so a form means
// afterwards what it meant before, and says it in its author's own words.

package import FormworkSyntax

/// Formats forms.
package enum FormFormatter {
  /// What became of a form.
  package enum Outcome: Sendable, Equatable {
    /// The form in the style of the language.
    case formatted([UInt8])
    /// It is not read without errors, so nobody knows where its parts begin.
    case hasErrors
  }

  /// Formats a form.
  ///
  /// Reading it follows its nesting, so this belongs on a deep stack.
  ///
  /// - Parameter source: the form's own text, without the files that it uses.
  /// - Returns: its text with another layout. Formatting that once more changes nothing.
  package static func format(_ source: Source) -> Outcome {
    let parsed = Parser.parse(source)
    guard parsed.tree.isWhole else { return .hasErrors }
    let form = FormTokens(source, parsed.tree)
    var writer = FormWriter(form)
    writer.put(parsed.tree.declarations, indent: 0)
    writer.finish()
    return .formatted(writer.text)
  }

  /// What formatting a form changes in a part of it: the white space between its tokens there.
  ///
  /// - Parameter part: in bytes of the source.
  /// - Returns: the changes in their order; nil for a form that is not read without errors.
  package static func edits(_ source: Source, in part: Range<Int>) -> [FormEdit]? {
    guard case .formatted(let text) = format(source) else { return nil }
    let old = gaps(in: source)
    let formatted = Source(name: source.name, bytes: text)
    return zip(old, gaps(in: formatted)).compactMap { old, new in
      guard old.lowerBound <= part.upperBound, part.lowerBound <= old.upperBound,
        source.bytes[old] != text[new]
      else { return nil }
      return FormEdit(file: 0, range: old, text: String(decoding: text[new], as: UTF8.self))
    }
  }

  /// What stands around the tokens and comments of a form.
  private static func gaps(in source: Source) -> [Range<Int>] {
    let lexer = Lexer(source)
    let spans = (lexer.tokens.dropLast().map { $0.span } + lexer.comments.map { $0.span })
      .ordered { $0.lower < $1.lower }
    let ends = [0] + spans.map { Int($0.upper) }
    let starts = spans.map { Int($0.lower) } + [source.bytes.count]
    return zip(ends, starts).map { $0..<max($0, $1) }
  }
}
