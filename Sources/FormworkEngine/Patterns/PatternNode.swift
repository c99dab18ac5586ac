/// The tree of a pattern as a flat array, in which every node is after its parts. No pattern, however deep, needs
/// recursion to be parsed, compiled or freed.
enum PatternNode: Sendable {
  /// The empty text.
  case empty
  /// A character of the set.
  case scalar(ScalarSet)
  /// A condition on the position between two characters.
  case assertion(PatternAssertion)
  /// A sequence of this number of preceding parts.
  case sequence(Int)
  /// An alternation of this number of preceding parts.
  case alternation(Int)
  /// A repetition of the last node. If there is no upper bound, `upper` is nil.
  case repetition(lower: Int, upper: Int?)
}

/// A condition on the position between two characters. For the last two cases, a word consists of ASCII letters,
/// digits and `_`.
enum PatternAssertion: Sendable {
  /// `^`: there is no character before.
  case textStart
  /// `$`: there is no character after.
  case textEnd
  /// `\b`: a word begins or ends.
  case wordBoundary
  /// `\B`: no word begins or ends.
  case notWordBoundary
}
