// Everything wrong with a form as one list, in the order of the source.

package import FormworkEngine
package import FormworkSyntax

/// The diagnostics of a form.
package struct FormDiagnostics: Sendable {
  /// What is put into words, in the order of the source.
  package var told: [Diagnostic]
  /// How many errors and warnings there are beyond these.
  package var untoldErrors = 0
  package var untoldWarnings = 0

  /// How many problems of one kind are put into words: more than anybody reads, where a file that is
  /// no form at all may have millions.
  private static let limit = 10_000

  /// What the parser and the checker found, in words.
  ///
  /// While there are errors of syntax, of what the checker found only what stands alone is shown, and
  /// nothing where the parser had to guess: that would only say how the guess went.
  package init(_ problems: [SyntaxProblem], _ findings: [Finding], in source: Source) {
    let guesses = Guesses(problems.filter { $0.severity == .error }.map { $0.reach })
    let form = errorsFirst(problems, FormDiagnostics.limit) { $0.severity }
    let meaning = errorsFirst(
      findings.filter { guesses.spans.isEmpty || ($0.standsAlone && !guesses.touch($0.span)) },
      FormDiagnostics.limit
    ) { $0.severity }
    // Sorting is stable: of two at one place the parser's comes first.
    let words =
      form.shown.map { $0.diagnostic(in: source) } + meaning.shown.map { $0.diagnostic(in: source) }
    let sorted = words.ordered { $0.span.lower < $1.span.lower }
    told = Phrasebook.advised(FormDiagnostics.withoutRepetition(sorted), in: source)
    // The checker says nothing twice.
    for severity in form.rest.map({ $0.severity }) + meaning.rest.map({ $0.severity }) {
      if severity == .error { untoldErrors += 1 } else { untoldWarnings += 1 }
    }
  }

  /// At most so many, errors before warnings where these are not all.
  package func prefix(_ limit: Int) -> ArraySlice<Diagnostic> {
    errorsFirst(told, limit) { $0.severity }.shown
  }

  /// What is wrong in a definition is found wherever it is used, and shown once.
  private static func withoutRepetition(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    struct Saying: Hashable {
      var place: UInt32
      var message: String
    }
    var kept: [Diagnostic] = []
    /// Where in `kept` each message stands that is shown at a place.
    var known: OrderedDictionary<Saying, [Int]> = [:]
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

/// What of a list is shown. Where it is cut, errors come before warnings, so that no error, which keeps
/// a form from being used, is cut off behind warnings, which do not.
private func errorsFirst<T>(
  _ items: [T], _ limit: Int, _ severity: (T) -> Severity
) -> (shown: ArraySlice<T>, rest: ArraySlice<T>) {
  var items = items
  if items.count > limit {
    items =
      items.filter { severity($0) == .error } + items.filter { severity($0) == .warning }
  }
  return (items.prefix(limit), items.dropFirst(limit))
}

/// Places that the parser could not read, in order and apart from each other, so that looking for one
/// takes a few steps however many there are.
private struct Guesses {
  private(set) var spans: [Span] = []

  init(_ places: [Span]) {
    for place in places.ordered(by: { $0.lower < $1.lower }) {
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
