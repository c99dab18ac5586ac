internal import FormworkSyntax

/// A compiled pattern of `matches(/…/)`: read once by the checker, shared by every worker. It is
/// held against a whole text, as if `^(?:` and `)$` stood around it, in time linear in the text
/// whatever the pattern is.
///
/// A pattern looks at Unicode scalars in the order in which they come, never at canonically
/// equivalent ones: `/が/` is one scalar and does not match the same letter typed as か and a mark.
/// Callers that want both to match bring pattern and text to one normal form.
///
/// The way through: `PatternParser` turns the source into nodes, `PatternProgram` turns the nodes
/// into instructions over a small alphabet of character classes, and `PatternMatcher` follows all
/// the ways through the instructions at once, remembering each combination it has met.
package final class Pattern: Sendable {
  /// The source may have this many bytes.
  package static let longestSource = 32_768

  /// A repetition may ask for this many turns.
  package static let mostRepeats = 1_000

  /// Groups may stand this deep in each other.
  package static let deepestNesting = 256

  /// The compiled pattern may have this many instructions. In a pattern of that size a character
  /// costs some 30 microseconds where nothing can be remembered.
  package static let mostInstructions = 10_000

  /// The characters may fall into this many classes that the pattern tells apart.
  package static let mostCharacterClasses = 4_096

  /// Whether `A` in the pattern stands for `a` as well (`/…/i`).
  package let ignoresCase: Bool

  /// An alternation such as `^a|b$`, in which an anchor holds for some of the branches only: its
  /// place in the source.
  package let anchoredAlternation: Range<Int>?

  /// What stands between the slashes.
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

  /// How many bytes it takes.
  package var byteCount: Int { program.byteCount }

  /// Compiles a pattern, or throws everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - source: the UTF-8 bytes between the slashes, just as they stand in the form (with `\/` for a
  ///     slash).
  ///   - properties: the sets that other patterns of the form have asked for.
  package static func compile(
    _ source: [UInt8], ignoringCase: Bool = false, _ properties: inout PatternProperties
  ) throws(PatternError) -> Pattern {
    let whole = 0..<source.count
    guard source.count <= longestSource else {
      throw PatternError([PatternProblem(.tooLong(limit: longestSource), whole)])
    }
    var parser = PatternParser(source, ignoringCase: ignoringCase, properties)
    // Else what is added to them would be added to a copy.
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
