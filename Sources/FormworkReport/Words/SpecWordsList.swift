// Everything wrong with a spec as one list, in the order of the source.

package import FormworkEngine
package import FormworkSyntax

/// The diagnostics of a spec.
package enum SpecDiagnostics {
  /// How many problems of one kind are put into words: more than anybody reads, where a file that is
  /// no spec at all may have millions.
  private static let limit = 10_000

  /// What the parser and the checker found, in words.
  ///
  /// While there are errors of form, the checker tells only of what stands alone, and nothing where
  /// the parser had to guess: that would only say how the guess went.
  package static func list(
    _ problems: [SyntaxProblem], _ findings: [Finding], in source: Source
  ) -> [Diagnostic] {
    let form = words(problems) { $0.diagnostic(in: source) }
    let guesses = Guesses(form.filter { $0.severity == .error }.map { $0.span })
    let meaning = findings.filter {
      guesses.spans.isEmpty || ($0.standsAlone && !guesses.touch($0.span))
    }
    // Sorting is stable: of two at one place the parser's comes first.
    let sorted = (form + words(meaning) { $0.diagnostic(in: source) }).sorted {
      $0.span.lower < $1.span.lower
    }
    return withoutRepetition(sorted)
  }

  /// The first of them in words; of those past the limit only an error, if there is none before.
  private static func words<T>(_ items: [T], _ word: (T) -> Diagnostic) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var hasError = false
    for item in items where diagnostics.count < limit || !hasError {
      let diagnostic = word(item)
      if diagnostics.count >= limit, diagnostic.severity != .error { continue }
      hasError = hasError || diagnostic.severity == .error
      diagnostics.append(diagnostic)
    }
    return diagnostics
  }

  /// What is wrong in a definition is found wherever it is used, and told once.
  private static func withoutRepetition(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var kept: [Diagnostic] = []
    for diagnostic in diagnostics {
      let isKnown = kept.reversed().prefix { $0.span.lower == diagnostic.span.lower }.contains {
        $0.span == diagnostic.span && $0.code == diagnostic.code
          && $0.message == diagnostic.message && $0.labels == diagnostic.labels
      }
      if !isKnown { kept.append(diagnostic) }
    }
    return kept
  }
}

/// Places that the parser could not read, in order and apart from each other, so that looking for one
/// takes a few steps however many there are.
private struct Guesses {
  private(set) var spans: [Span] = []

  init(_ places: [Span]) {
    for place in places.sorted(by: { $0.lower < $1.lower }) {
      if let last = spans.last, place.lower <= last.upper {
        spans[spans.count - 1] = last.joined(with: place)
      } else {
        spans.append(place)
      }
    }
  }

  func touch(_ place: Span) -> Bool {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].lower <= place.upper { low = middle + 1 } else { high = middle }
    }
    return low > 0 && spans[low - 1].upper >= place.lower
  }
}
