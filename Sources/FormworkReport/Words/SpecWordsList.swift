// Everything wrong with a spec as one list, in the order of the source.

package import FormworkEngine
package import FormworkSyntax

/// The diagnostics of a spec.
package struct SpecDiagnostics: Sendable {
  /// What is put into words, in the order of the source.
  package var told: [Diagnostic]
  /// How many errors and warnings there are beyond these.
  package var untoldErrors = 0
  package var untoldWarnings = 0

  /// How many problems of one kind are put into words: more than anybody reads, where a file that is
  /// no spec at all may have millions.
  private static let limit = 10_000

  /// What the parser and the checker found, in words.
  ///
  /// While there are errors of form, the checker tells only of what stands alone, and nothing where
  /// the parser had to guess: that would only say how the guess went.
  package init(_ problems: [SyntaxProblem], _ findings: [Finding], in source: Source) {
    let form = SpecDiagnostics.parted(problems) { $0.severity }
    let formWords = form.told.map { $0.diagnostic(in: source) }
    let guesses = Guesses(problems.filter { $0.severity == .error }.map { $0.reach })
    let meaning = SpecDiagnostics.parted(
      findings.filter {
        guesses.spans.isEmpty || ($0.standsAlone && !guesses.touch($0.span))
      }
    ) { $0.severity }
    // Sorting is stable: of two at one place the parser's comes first.
    let words = formWords + meaning.told.map { $0.diagnostic(in: source) }
    told = SpecDiagnostics.withoutRepetition(words.sorted { $0.span.lower < $1.span.lower })
    for problem in form.untold { count(problem.severity) }
    // The checker tells nothing twice.
    for finding in meaning.untold { count(finding.severity) }
  }

  private mutating func count(_ severity: Severity) {
    if severity == .error { untoldErrors += 1 } else { untoldWarnings += 1 }
  }

  /// The first of them, to be put into words; of those past the limit only an error, if there is none
  /// before. And the others.
  private static func parted<T>(
    _ items: [T], _ severity: (T) -> Severity
  ) -> (told: [T], untold: [T]) {
    var told: [T] = []
    var untold: [T] = []
    var hasError = false
    for item in items {
      let isError = severity(item) == .error
      if told.count < limit || (isError && !hasError) {
        told.append(item)
        hasError = hasError || isError
      } else {
        untold.append(item)
      }
    }
    return (told, untold)
  }

  /// What is wrong in a definition is found wherever it is used, and told once.
  private static func withoutRepetition(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    struct Saying: Hashable {
      var place: UInt32
      var message: String
    }
    var kept: [Diagnostic] = []
    /// Where in `kept` each message stands that is told at a place.
    var known: [Saying: [Int]] = [:]
    for diagnostic in diagnostics {
      let saying = Saying(place: diagnostic.span.lower, message: diagnostic.message)
      let isKnown = known[saying, default: []].contains {
        kept[$0].span == diagnostic.span && kept[$0].code == diagnostic.code
          && kept[$0].labels == diagnostic.labels
      }
      if isKnown { continue }
      known[saying, default: []].append(kept.count)
      kept.append(diagnostic)
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
