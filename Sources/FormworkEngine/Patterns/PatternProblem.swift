/// What can be wrong with a pattern, as facts; the words for it are made elsewhere.
package struct PatternProblem: Equatable, Sendable {
  package let kind: Kind

  /// The smallest piece of the source that shows the problem, in bytes.
  package let range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  package enum Kind: Equatable, Sendable {
    /// Something that other pattern languages have and this one has not, on purpose.
    case unsupported(PatternConstruct)
    /// A backslash before a letter or digit that has no meaning: `\y`.
    case unknownEscape(Unicode.Scalar)
    /// An escape that has no meaning between brackets: `[\b]`.
    case escapeNotInClass(Unicode.Scalar)
    /// `\x` without two hexadecimal digits, `\u` without four, `\u{…}` without one to six.
    case malformedEscape
    /// A number that is no character: `\u{110000}`, `\uD800`.
    case notACharacter(UInt32)
    /// A backslash at the end.
    case trailingBackslash
    /// `\p` without `{…}` or a letter, or with an unclosed or empty one.
    case malformedProperty
    /// `\p{…}` with a name nobody knows; at most four near ones.
    case unknownProperty(name: String, suggestions: [String])
    /// `(` without its `)`.
    case unclosedGroup
    /// `[` without its `]`.
    case unclosedClass
    /// `[]` or `[^]`.
    case emptyClass
    /// `[z-a]`.
    case reversedClassRange(lower: Unicode.Scalar, upper: Unicode.Scalar)
    /// A range in brackets with a class for a bound: `[\d-z]`.
    case classInRange
    /// A `)`, `]`, `{` or `}` that belongs to nothing.
    case strayMark(Unicode.Scalar)
    /// `*` and the like at the start of a branch or after an anchor.
    case nothingToRepeat
    /// `a**`, `a{2}{3}`.
    case doubledRepeat
    /// `a{}`, `a{,5}`, `a{1, 2}`.
    case malformedRepeat
    /// A repetition beyond the limit; `count` stops counting at a million.
    case repeatTooLarge(count: Int, limit: Int)
    /// `a{3,2}`.
    case reversedRepeat(lower: Int, upper: Int)
    /// A group inside too many others.
    case nestingTooDeep(limit: Int)
    /// More bytes of source than a pattern may have.
    case tooLong(limit: Int)
    /// More instructions or classes of characters than a compiled pattern may have.
    case tooLarge
  }
}

/// What other pattern languages have and this one has not.
package enum PatternConstruct: Equatable, Sendable, CaseIterable {
  /// `(?=…)`, `(?!…)`.
  case lookAhead
  /// `(?<=…)`, `(?<!…)`.
  case lookBehind
  /// `\1`, `\k<name>`, `\g{1}`, `(?P=name)`.
  case backReference
  /// `(?'name'…)`, or a group whose name has something else than letters, digits and `_`.
  case namedGroup
  /// `(?>…)`.
  case atomicGroup
  /// `(?(1)…)`.
  case conditional
  /// `(?R)`, `(?1)`, `(?&name)`, `(?P>name)`.
  case recursion
  /// `(?|…)`.
  case branchReset
  /// `(?i)` that is not at the beginning, `(?i:…)`, `(?-i)`, `(?^)`.
  case inlineFlags
  /// `(?#…)`.
  case comment
  /// Any other `(?…`.
  case unknownGroup
  /// `a*+`, `a++`, `a?+`, `a{2,3}+`.
  case possessiveRepeat
  /// `[[.a.]]`, `[[=a=]]`, `[[:name:]]` with a name that is not of POSIX.
  case posixClass
  /// `[a-z&&[^aeiou]]`.
  case classIntersection
  /// `[[a-c][x-z]]`.
  case nestedClass
  /// `\b{start}`, `a{x}`.
  case wordInBraces
  /// `\K`.
  case matchReset
  /// `\G`.
  case lastMatch
  /// `\Q…\E`.
  case quotation
  /// `\X`.
  case graphemeCluster
  /// `\R`.
  case lineBreak
  /// `\A`, `\z`, `\Z`.
  case textAnchor
  /// `\h`, `\H`.
  case horizontalSpace
  /// `\cA`.
  case controlCharacter
  /// `\N`, `\N{…}`.
  case namedCharacter
}

/// Why there is no pattern: everything that is wrong with its source, in the order of the source.
package struct PatternError: Error, Equatable, Sendable {
  package let problems: [PatternProblem]

  init(_ problems: [PatternProblem]) {
    self.problems = problems
  }
}
