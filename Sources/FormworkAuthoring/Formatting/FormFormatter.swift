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
}
