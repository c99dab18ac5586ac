// The findings about a form. Each is recorded once, and the number of errors is limited.

internal import FormworkSyntax

/// Findings in the order in which they are found.
final class FindingList {
  private(set) var all: [Finding] = []
  /// The number of recorded findings, including duplicates.
  private(set) var reportCount = 0
  private var errorCount = 0
  private let errorLimit: Int
  /// The indices of the findings with each key. Only findings with the same key can be equal.
  private var places: OrderedDictionary<Place, [Int]> = [:]
  private var mistakesOfForm: [DeclarationMistake] = []
  private var nearWork = 0

  /// Whether warnings aren't recorded.
  var takesErrorsOnly = false

  init(errorLimit: Int) { self.errorLimit = errorLimit }

  var hasErrors: Bool { errorCount > 0 }

  /// Whether there are so many errors that the checker stops.
  var hasTooManyErrors: Bool { errorCount > errorLimit }

  /// Records a finding. A mistake in a definition is recorded once, even if the definition is used repeatedly.
  func report(_ kind: Finding.Kind, at span: Span) {
    reportCount += 1
    let place = Place(span: span, detail: kind.detail)
    if places[place]?.contains(where: { all[$0].kind == kind }) ?? false { return }
    let finding = Finding(kind: kind, span: span)
    if takesErrorsOnly, finding.severity != .error { return }
    if finding.severity == .error {
      errorCount += 1
      guard errorCount <= errorLimit else {
        return reportOnce(.tooManyErrors(limit: errorLimit), at: Span(0, 0))
      }
    }
    places[place, default: []].append(all.count)
    all.append(finding)
  }

  /// Whether there is an error in a part of the source.
  func hasError(in span: Span) -> Bool {
    all.contains {
      $0.severity == .error && span.lower <= $0.span.lower && $0.span.upper <= span.upper
    }
  }

  /// Records a finding about the whole form, but only the first time.
  func reportOnce(_ mistake: DeclarationMistake, at span: Span) {
    if mistakesOfForm.contains(mistake) { return }
    mistakesOfForm.append(mistake)
    if case .tooManyErrors = mistake {
      all.append(Finding(kind: .declaration(mistake), span: span))
    } else {
      report(.declaration(mistake), at: span)
    }
  }

  /// Returns the known names that are most similar to an unknown one. The search takes time proportional to the
  /// number of known names, so only the first of very many unknown names get suggestions.
  func near(_ name: String, among known: () -> [String]) -> [String] {
    guard nearWork < 500_000 else { return [] }
    let known = known()
    nearWork += known.count * (1 + name.utf8.count / 16)
    return NearNames.nearest(to: name, among: known)
  }

  /// Returns what `search` finds in the first scope with any result. If there are very many unknown names, only the
  /// first are searched for, as in `near`.
  func searching(_ scopes: [Scope], _ search: (Scope) -> [String]) -> [String] {
    for scope in scopes where nearWork < 500_000 {
      nearWork += Int(scope.entryCount)
      let found = search(scope)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// A key that equal findings share.
  private struct Place: Hashable {
    var span: Span
    var detail: Int
  }
}

extension Finding.Kind {
  /// A number that distinguishes findings with the same span, for kinds that may have very many of them.
  fileprivate var detail: Int {
    switch self {
    case .lint(.rejectedChoice(let value, _)): value.hashValue
    case .declaration(.badChoicesFile(let line, _)): line
    default: 0
    }
  }
}
