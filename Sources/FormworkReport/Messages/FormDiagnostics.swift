// All findings about a form as one list, in the order of the source.

package import FormworkEngine
package import FormworkSyntax

/// The diagnostics of a form.
package struct FormDiagnostics: Sendable {
  /// The diagnostics with messages, in the order of the source.
  package var told: [Diagnostic]
  /// The number of errors and warnings above the limit.
  package var untoldErrors = 0
  package var untoldWarnings = 0

  /// The maximum number of syntax errors, and of other findings, that get messages. No one reads more, but a file that
  /// isn't a form may have millions.
  private static let limit = 10_000

  /// Creates the diagnostics of the parser's and the checker's problems.
  ///
  /// If there are syntax errors, the checker's findings are shown only if they are true regardless of what the
  /// unreadable parts contain. Findings in places where the parser had to guess are never shown, because they would be
  /// about the guess.
  package init(_ problems: [SyntaxProblem], _ findings: [Finding], in source: Source) {
    let form = errorsFirst(problems, FormDiagnostics.limit) { $0.severity }
    let certain = FormDiagnostics.certain(findings, problems, source)
    let meaning = errorsFirst(certain, FormDiagnostics.limit) { $0.severity }
    // Sorting is stable: at the same place, the parser's problem comes first.
    let words =
      form.shown.map { $0.diagnostic(in: source) } + meaning.shown.map { $0.diagnostic(in: source) }
    let sorted = words.ordered { $0.span.lower < $1.span.lower }
    told = Phrasebook.advised(FormDiagnostics.withoutRepetition(sorted), in: source)
    // The rest is counted without removing duplicates, because the checker reports nothing twice.
    for severity in form.rest.map({ $0.severity }) + meaning.rest.map({ $0.severity }) {
      if severity == .error { untoldErrors += 1 } else { untoldWarnings += 1 }
    }
  }

  /// Returns the findings that are true regardless of what the parser couldn't read.
  private static func certain(
    _ findings: [Finding], _ problems: [SyntaxProblem], _ source: Source
  ) -> [Finding] {
    let errors = problems.filter { $0.severity == .error }
    if errors.isEmpty { return findings }
    let guesses = SpanSet(errors.map { $0.reach })
    var unread = UnreadParts(errors, guesses, source)
    return findings.filter { finding in
      finding.standsAlone
        ? !guesses.touch(finding.span) && !unread.declares(finding)
        : unread.allows(finding)
    }
  }

  /// Returns at most `limit` diagnostics. If these aren't all, errors come before warnings.
  package func prefix(_ limit: Int) -> ArraySlice<Diagnostic> {
    errorsFirst(told, limit) { $0.severity }.shown
  }

  /// Removes duplicates, because a problem in a definition is found at each use.
  private static func withoutRepetition(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    struct Saying: Hashable {
      var place: UInt32
      var message: String
    }
    var kept: [Diagnostic] = []
    /// The indices in `kept` of the diagnostics with the same message at the same offset.
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

/// Returns the shown part of a list, and the rest. If the list is truncated, errors come first: they prevent the form
/// from being used, so warnings must not displace them.
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

/// Spans, sorted and disjoint, so that a search takes logarithmic time.
struct SpanSet {
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
