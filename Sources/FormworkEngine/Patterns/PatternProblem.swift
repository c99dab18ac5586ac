/// A problem of a pattern. FormworkReport makes a message from it.
package struct PatternProblem: Equatable, Sendable {
  package let kind: Kind

  /// The smallest range of the source that shows the problem, in bytes.
  package let range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  package enum Kind: Equatable, Sendable {
    /// A construct of other pattern languages that this language deliberately lacks.
    case unsupported(PatternConstruct)
    /// A backslash before a letter or digit without a meaning: `\y`.
    case unknownEscape(Unicode.Scalar)
    /// An escape without a meaning in brackets: `[\b]`.
    case escapeNotInClass(Unicode.Scalar)
    /// `\x` without two hexadecimal digits, `\u` without four, `\u{…}` without one to six.
    case malformedEscape
    /// A number that isn't a character: `\u{110000}`, `\uD800`.
    case notACharacter(UInt32)
    /// A backslash at the end.
    case trailingBackslash
    /// `\p` without `{…}` or a letter, or with unclosed or empty braces.
    case malformedProperty
    /// `\p{…}` with an unknown name. `suggestions` has at most four similar names.
    case unknownProperty(name: String, suggestions: [String])
    /// `(` without its `)`.
    case unclosedGroup
    /// `[` without its `]`.
    case unclosedClass
    /// `[]` or `[^]`.
    case emptyClass
    /// `[z-a]`.
    case reversedClassRange(lower: Unicode.Scalar, upper: Unicode.Scalar)
    /// A range in brackets with a class as a bound: `[\d-z]`.
    case classInRange
    /// An unmatched `)`, `]`, `{` or `}`.
    case strayMark(Unicode.Scalar)
    /// A repetition such as `*` at the start of a branch or after an anchor.
    case nothingToRepeat
    /// `a**`, `a{2}{3}`.
    case doubledRepeat
    /// `a{}`, `a{,5}`, `a{1, 2}`.
    case malformedRepeat
    /// A repetition above the limit. `count` is at most a million.
    case repeatTooLarge(count: Int, limit: Int)
    /// `a{3,2}`.
    case reversedRepeat(lower: Int, upper: Int)
    /// A group inside too many others.
    case nestingTooDeep(limit: Int)
    /// The source has too many bytes.
    case tooLong(limit: Int)
    /// The compiled pattern has too many instructions or character classes.
    case tooLarge
  }
}

/// The constructs of other pattern languages that this language lacks.
package enum PatternConstruct: Equatable, Sendable, CaseIterable {
  /// `(?=…)`, `(?!…)`.
  case lookAhead
  /// `(?<=…)`, `(?<!…)`.
  case lookBehind
  /// `\1`, `\k<name>`, `\g{1}`, `(?P=name)`.
  case backReference
  /// `(?'name'…)`, or a group whose name has characters other than letters, digits and `_`.
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
  /// `[[.a.]]`, `[[=a=]]`, `[[:name:]]` with a name that POSIX doesn't have.
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

/// All problems of an invalid pattern, in the order of the source.
package struct PatternError: Error, Equatable, Sendable {
  package let problems: [PatternProblem]

  init(_ problems: [PatternProblem]) {
    self.problems = problems
  }
}
