// Everything wrong with a spec as one list, in the order of the source.

package import FormworkEngine
package import FormworkSyntax

/// The diagnostics of a spec.
package enum SpecDiagnostics {
  /// What the parser and the checker found, in words.
  ///
  /// While there are errors of form, the checker tells only of what stands alone, and nothing where
  /// the parser had to guess: that would only say how the guess went.
  package static func list(
    _ problems: [SyntaxProblem], _ findings: [Finding], in source: Source
  ) -> [Diagnostic] {
    let form = problems.map { $0.diagnostic(in: source) }
    let guesses = form.filter { $0.severity == .error }.map { $0.labels[0].span }
    let meaning = findings.filter { finding in
      guesses.isEmpty
        || (finding.standsAlone && !guesses.contains { touches($0, finding.span) })
    }
    // Sorting is stable: of two at one place the parser's comes first.
    return (form + meaning.map { $0.diagnostic(in: source) }).sorted {
      $0.labels[0].span.lower < $1.labels[0].span.lower
    }
  }

  private static func touches(_ first: Span, _ second: Span) -> Bool {
    first.lower <= second.upper && second.lower <= first.upper
  }
}
