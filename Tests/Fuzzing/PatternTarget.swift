// The target `pattern`: a pattern and, after a NUL, a text.

@testable import FormworkEngine

/// Matches a text with a pattern, and compares the result with that of a slow and simple matcher.
func tryPattern(_ input: FuzzInput) {
  let pattern: Pattern
  var properties = PatternProperties()
  do throws(PatternError) {
    pattern = try Pattern.compile(input.first, ignoringCase: input.has(0), &properties)
  } catch {
    for problem in error.problems where problem.range.upperBound > input.first.count {
      fatalError("a problem of a pattern lies behind it")
    }
    return
  }
  _ = (pattern.canNeverMatch, pattern.alwaysMatches, pattern.matchesEmptyText)
  let scalars = Array(text(input.second).unicodeScalars)
  let bytes = Array(text(input.second).utf8)
  // With hardly any memory, the matcher drops states and steps without them.
  for memory in [1 << 20, 64] {
    var matcher = PatternMatcher(pattern, memory: memory)
    for _ in 0..<2 {
      let found = bytes.withUnsafeBufferPointer { matcher.matches($0) }
      if scalars.count > 64 { continue }
      let slow = SlowMatcher(input.first, ignoringCase: input.has(0), scalars)
      expect(found, equals: slow.matches, "a pattern with \(memory) bytes to remember in")
    }
  }
}

/// Computes from the tree of a pattern, part by part, where in a text each part can end.
private struct SlowMatcher {
  private let text: [Unicode.Scalar]
  private var parser: PatternParser

  init(_ source: [UInt8], ignoringCase: Bool, _ text: [Unicode.Scalar]) {
    self.text = text
    parser = PatternParser(source, ignoringCase: ignoringCase, PatternProperties())
    parser.parse()
  }

  /// Returns the positions at which a part can end if it begins at one of the given positions.
  private typealias Part = (Set<Int>) -> Set<Int>

  var matches: Bool {
    var parts: [Part] = []
    for node in parser.nodes {
      switch node {
      case .empty: parts.append { $0 }
      case .scalar(let set): parts.append { past(set, $0) }
      case .assertion(let assertion): parts.append { $0.filter { holds(assertion, at: $0) } }
      case .sequence(let count):
        let inner = parts.suffix(count)
        parts.removeLast(count)
        parts.append { inner.reduce($0) { places, part in part(places) } }
      case .alternation(let count):
        let inner = parts.suffix(count)
        parts.removeLast(count)
        parts.append { places in Set(inner.flatMap { $0(places) }) }
      case .repetition(let lower, let upper):
        let inner = parts.removeLast()
        parts.append { repeated(inner, lower, upper, $0) }
      }
    }
    return parts[0]([0]).contains(text.count)
  }

  private func past(_ set: ScalarSet, _ places: Set<Int>) -> Set<Int> {
    Set(
      places.filter { place in
        place < text.count && set.ranges.contains { $0.contains(text[place].value) }
      }.map { $0 + 1 })
  }

  private func repeated(
    _ part: Part, _ lower: Int, _ upper: Int?, _ places: Set<Int>
  ) -> Set<Int> {
    var places = places
    for _ in 0..<lower { places = part(places) }
    var all = places
    var turn = lower
    while turn < upper ?? .max {
      let more = part(places).subtracting(all)
      if more.isEmpty { break }
      places = more
      all.formUnion(more)
      turn += 1
    }
    return all
  }

  private func holds(_ assertion: PatternAssertion, at place: Int) -> Bool {
    let isBoundary = isWord(place - 1) != isWord(place)
    return switch assertion {
    case .textStart: place == 0
    case .textEnd: place == text.count
    case .wordBoundary: isBoundary
    case .notWordBoundary: !isBoundary
    }
  }

  private func isWord(_ place: Int) -> Bool {
    guard text.indices.contains(place), text[place].isASCII else { return false }
    return text[place] == "_" || text[place].properties.isAlphabetic
      || text[place].properties.numericType != nil
  }
}
