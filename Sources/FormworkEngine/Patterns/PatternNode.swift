/// The tree of a pattern, written down flat with every node after its parts, so that no pattern,
/// however deep, needs recursion to be read, compiled or thrown away.
enum PatternNode: Sendable {
  /// Nothing, which always matches.
  case empty
  /// One character of the set.
  case scalar(ScalarSet)
  /// A condition on the place between two characters.
  case assertion(PatternAssertion)
  /// The last so many nodes, one after the other.
  case sequence(Int)
  /// One of the last so many nodes.
  case alternation(Int)
  /// The last node so many times; without an upper bound, `upper` is nil.
  case repetition(lower: Int, upper: Int?)
}

/// A condition on the place between two characters. For the last two a word is made of ASCII
/// letters, digits and `_`.
enum PatternAssertion: Sendable {
  /// `^`: nothing stands before.
  case textStart
  /// `$`: nothing stands after.
  case textEnd
  /// `\b`: a word begins or ends.
  case wordBoundary
  /// `\B`: no word begins or ends.
  case notWordBoundary
}
