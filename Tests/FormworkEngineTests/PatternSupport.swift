/// Shared by the pattern tests: functions to compile, to match and to expect problems.
import FormworkEngine
import Testing

func compiledPattern(_ source: String, ignoringCase: Bool = false) throws -> Pattern {
  var properties = PatternProperties()
  return try Pattern.compile(Array(source.utf8), ignoringCase: ignoringCase, &properties)
}

/// Matches a pattern with texts that should match and texts that should not.
func expectPattern(
  _ source: String, ignoringCase: Bool = false, matches yes: [String], not no: [String] = [],
  at location: SourceLocation = #_sourceLocation
) throws {
  var matcher = PatternMatcher(try compiledPattern(source, ignoringCase: ignoringCase))
  for (texts, expected) in [(yes, true), (no, false)] {
    for text in texts {
      let found = matcher.matches(text)
      #expect(
        found == expected, "/\(source)/ on \(text.debugDescription)", sourceLocation: location)
    }
  }
}

func patternProblems(_ source: String, ignoringCase: Bool = false) -> [PatternProblem] {
  var properties = PatternProperties()
  do throws(PatternError) {
    _ = try Pattern.compile(Array(source.utf8), ignoringCase: ignoringCase, &properties)
    return []
  } catch {
    return error.problems
  }
}

/// Expects one problem at this part of the source.
func expectPattern(
  _ source: String, isRejectedAs kind: PatternProblem.Kind, at shown: String,
  _ location: SourceLocation = #_sourceLocation
) {
  let found = patternProblems(source)
  #expect(found.map(\.kind) == [kind], "/\(source)/", sourceLocation: location)
  #expect(
    found.map { String(decoding: Array(source.utf8)[$0.range], as: UTF8.self) } == [shown],
    "/\(source)/", sourceLocation: location)
}

extension PatternMatcher {
  mutating func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { matches($0) }
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct PatternTestRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
