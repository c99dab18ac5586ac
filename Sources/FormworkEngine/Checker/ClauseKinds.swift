// Which kinds of clauses there are among those of a field, so that what asks for one kind passes over
// the many fields that have none.

internal import FormworkSyntax

/// Kinds of clauses, as a set.
struct ClauseKinds: OptionSet {
  let rawValue: UInt8

  static let presence = ClauseKinds(rawValue: 1)
  static let cleaning = ClauseKinds(rawValue: 2)
  static let secret = ClauseKinds(rawValue: 4)
  static let anyCase = ClauseKinds(rawValue: 8)
  static let from = ClauseKinds(rawValue: 16)
  static let message = ClauseKinds(rawValue: 32)
  /// Titles and hints.
  static let words = ClauseKinds(rawValue: 64)
  static let rules = ClauseKinds(rawValue: 128)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ clauses: Clauses) {
    self = []
    for index in clauses.indices { formUnion(ClauseKinds(of: clauses[index].kind)) }
  }

  private init(of kind: Clause.Kind) {
    switch kind {
    case .optional, .required, .default: self = .presence
    case .from: self = .from
    case .without: self = .cleaning
    case .modifier(.secret): self = .secret
    case .modifier(.anyCase): self = [.cleaning, .anyCase]
    case .modifier: self = .cleaning
    case .message: self = .message
    case .hint, .title: self = .words
    case .rule, .eachRule: self = .rules
    }
  }
}
