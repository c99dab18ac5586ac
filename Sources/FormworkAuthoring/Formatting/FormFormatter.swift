// `formwork fmt`: the standard layout of forms. Only the white space between tokens changes, so the meaning and the
// author's wording stay the same.

package import FormworkSyntax

/// Formats forms.
package enum FormFormatter {
  /// The result of formatting a form.
  package enum Outcome: Sendable, Equatable {
    /// The form in the standard layout.
    case formatted([UInt8])
    /// The form has syntax errors, so the extent of its parts is unknown.
    case hasErrors
  }

  /// Formats a form.
  ///
  /// This is recursive in the form's nesting, so it needs a large stack.
  ///
  /// - Parameter source: the form's own text, without the files that it uses.
  /// - Returns: the text in the standard layout. Formatting it again changes nothing.
  package static func format(_ source: Source) -> Outcome {
    let parsed = Parser.parse(source)
    guard parsed.tree.isWhole else { return .hasErrors }
    let form = FormTokens(source, parsed.tree)
    var writer = FormWriter(form)
    writer.put(parsed.tree.declarations, indent: 0)
    writer.finish()
    return .formatted(writer.text)
  }

  /// Returns the changes that formatting makes to the white space in a part of a form.
  ///
  /// - Parameter part: byte offsets in the source.
  /// - Returns: the changes in their order, or nil for a form with syntax errors.
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

  /// Returns the ranges between the tokens and comments of a form.
  private static func gaps(in source: Source) -> [Range<Int>] {
    let lexer = Lexer(source)
    let spans = (lexer.tokens.dropLast().map { $0.span } + lexer.comments.map { $0.span })
      .ordered { $0.lower < $1.lower }
    let ends = [0] + spans.map { Int($0.upper) }
    let starts = spans.map { Int($0.lower) } + [source.bytes.count]
    return zip(ends, starts).map { $0..<max($0, $1) }
  }
}
