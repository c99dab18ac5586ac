internal import FormworkSyntax

/// A compiled pattern of `matches(/…/)`. The checker compiles it once, and all workers share it. It must match the
/// whole text, as if it were between `^(?:` and `)$`. For every pattern, the time is linear in the length of the text.
///
/// A pattern compares Unicode scalars in order, not canonically equivalent texts: `/が/` is one scalar and doesn't
/// match the same letter typed as か and a mark. To match both, the caller must normalize the pattern and the text.
///
/// `PatternParser` parses the source to nodes. `PatternProgram` compiles the nodes to instructions over a small
/// alphabet of character classes. `PatternMatcher` follows all paths through the instructions at once, and caches
/// each combination of positions that occurs.
package final class Pattern: Sendable {
  /// The maximum number of bytes of the source.
  package static let longestSource = 32_768

  /// The maximum count in a repetition.
  package static let mostRepeats = 1_000

  /// The maximum nesting depth of groups.
  package static let deepestNesting = 256

  /// The maximum number of instructions of a compiled pattern. At that size a character takes some 30 microseconds if
  /// nothing can be cached.
  package static let mostInstructions = 10_000

  /// The maximum number of character classes that the pattern distinguishes.
  package static let mostCharacterClasses = 4_096

  /// Whether `A` in the pattern also matches `a` (`/…/i`).
  package let ignoresCase: Bool

  /// The range in the source of an alternation such as `^a|b$`, in which an anchor applies only to some of the
  /// branches.
  package let anchoredAlternation: Range<Int>?

  /// The bytes between the slashes.
  package let source: [UInt8]

  let program: PatternProgram

  private init(
    _ program: PatternProgram, _ source: [UInt8], ignoresCase: Bool,
    anchoredAlternation: Range<Int>?
  ) {
    self.program = program
    self.source = source
    self.ignoresCase = ignoresCase
    self.anchoredAlternation = anchoredAlternation
  }

  /// The size in bytes.
  package var byteCount: Int { program.byteCount }

  /// Compiles a pattern. Throws all its problems if it is invalid.
  ///
  /// - Parameters:
  ///   - source: the UTF-8 bytes between the slashes, exactly as in the form (with `\/` for a slash).
  ///   - properties: a cache of the sets that the form's patterns use.
  package static func compile(
    _ source: [UInt8], ignoringCase: Bool = false, _ properties: inout PatternProperties
  ) throws(PatternError) -> Pattern {
    let whole = 0..<source.count
    guard source.count <= longestSource else {
      throw PatternError([PatternProblem(.tooLong(limit: longestSource), whole)])
    }
    var parser = PatternParser(source, ignoringCase: ignoringCase, properties)
    // Emptied so that the parser has the only reference to the cache. Additions would otherwise copy the cache.
    properties = PatternProperties()
    parser.parse()
    properties = parser.properties
    guard parser.problems.isEmpty else {
      throw PatternError(parser.problems.ordered { $0.range.lowerBound < $1.range.lowerBound })
    }
    guard let program = PatternProgram(parser.nodes) else {
      throw PatternError([PatternProblem(.tooLarge, whole)])
    }
    return Pattern(
      program, source, ignoresCase: ignoringCase, anchoredAlternation: parser.anchoredAlternation)
  }
}
