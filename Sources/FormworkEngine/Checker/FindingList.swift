// What is found in a form: each thing once, and no more errors than people read.

internal import FormworkSyntax

/// Findings in the order in which they are found.
final class FindingList {
  private(set) var all: [Finding] = []
  /// How many were recorded, those that say the same again included.
  private(set) var reportCount = 0
  private var errorCount = 0
  private let errorLimit: Int
  /// The findings that may say the same as another one.
  private var places: OrderedDictionary<Place, [Int]> = [:]
  private var mistakesOfForm: [DeclarationMistake] = []
  private var nearWork = 0

  init(errorLimit: Int) { self.errorLimit = errorLimit }

  var hasErrors: Bool { errorCount > 0 }

  /// Whether there are so many errors that the checker stops.
  var hasTooManyErrors: Bool { errorCount > errorLimit }

  /// Records a finding. A mistake in a definition is reported once, however often the definition is used.
  func report(_ kind: Finding.Kind, at span: Span) {
    reportCount += 1
    let place = Place(span: span, detail: kind.detail)
    if places[place]?.contains(where: { all[$0].kind == kind }) ?? false { return }
    let finding = Finding(kind: kind, span: span)
    if finding.severity == .error {
      errorCount += 1
      guard errorCount <= errorLimit else {
        return reportOnce(.tooManyErrors(limit: errorLimit), at: Span(0, 0))
      }
    }
    places[place, default: []].append(all.count)
    all.append(finding)
  }

  /// Records what is wrong with the form as a whole, at the first place where it shows.
  func reportOnce(_ mistake: DeclarationMistake, at span: Span) {
    if mistakesOfForm.contains(mistake) { return }
    mistakesOfForm.append(mistake)
    if case .tooManyErrors = mistake {
      all.append(Finding(kind: .declaration(mistake), span: span))
    } else {
      report(.declaration(mistake), at: span)
    }
  }

  /// The known names nearest to one that is not. Looking for them takes its time with every known
  /// name, so that of very many unknown ones only the first have suggestions.
  func near(_ name: String, among known: () -> [String]) -> [String] {
    guard nearWork < 500_000 else { return [] }
    let known = known()
    nearWork += known.count * (1 + name.utf8.count / 16)
    return NearNames.nearest(to: name, among: known)
  }

  /// What findings that say the same have in common.
  private struct Place: Hashable {
    var span: Span
    var detail: Int
  }
}

extension Finding.Kind {
  /// Tells findings at one place apart where there may be very many of them.
  fileprivate var detail: Int {
    switch self {
    case .lint(.rejectedChoice(let value, _)): value.hashValue
    case .declaration(.badChoicesFile(let line, _)): line
    default: 0
    }
  }
}
