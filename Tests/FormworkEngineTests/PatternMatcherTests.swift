/// The matcher: patterns designed to be slow, little memory, and a comparison with a very simple matcher.
import FormworkEngine
import Testing

@Suite struct PatternMatcherTests {
  @Test func patternsMadeToBeSlow() throws {
    let many = String(repeating: "a", count: 20_000)
    try expectPattern("(a+)+b", matches: [many + "b"], not: [many])
    try expectPattern("(a|a)*b", matches: [many + "b"], not: [many])
    try expectPattern("(a|aa)+$b", matches: [], not: [many])
    try expectPattern("(.*)*(.*)*x", matches: [many + "x"], not: [many])
    try expectPattern("(a?){100}a{100}", matches: [String(repeating: "a", count: 150)], not: ["a"])
    try expectPattern("([a-z]+)*@", matches: [many + "@"], not: [many + "!"])
  }

  /// Testing the twelfth letter from the end requires remembering the last twelve: 4096 states.
  @Test func moreStatesThanMemory() throws {
    let pattern = try compiledPattern("[ab]*a[ab]{11}")
    var roomy = PatternMatcher(pattern)
    var tight = PatternMatcher(pattern, memory: 4_000)
    var none = PatternMatcher(pattern, memory: 0)
    var random = PatternTestRandom(seed: 7)
    for length in [11, 12, 40, 3_000, 12, 3_000] {
      let text = (0..<length).map { _ in Bool.random(using: &random) ? "a" : "b" }
      let expected = length >= 12 && text[length - 12] == "a"
      let found = [
        roomy.matches(text.joined()), tight.matches(text.joined()), none.matches(text.joined()),
      ]
      #expect(found == [expected, expected, expected])
    }
  }

  /// A text that takes too many steps doesn't match, and the matcher reports the number of steps.
  @Test func steps() throws {
    var matcher = PatternMatcher(try compiledPattern("(.*a.{90}){1,9}"), memory: 0)
    let text = Array(String(repeating: "a", count: 3_000).utf8)
    #expect(text.withUnsafeBufferPointer { matcher.matches($0) })
    #expect(matcher.steps > 100_000)
    #expect(!text.withUnsafeBufferPointer { matcher.matches($0, limit: 100_000) })
    #expect(matcher.steps > 100_000 && matcher.steps < 110_000)
  }

  @Test func sharedByCopies() throws {
    var first = PatternMatcher(try compiledPattern("a+b?"))
    var found = [first.matches("aab")]
    var second = first
    found += [second.matches("a"), second.matches("b"), first.matches("aaaab")]
    #expect(found == [true, true, false, true])
  }

  @Test func likeTheSimpleMatcher() throws {
    var random = PatternTestRandom(seed: 2026)
    for _ in 0..<250 {
      let tree = SimplePattern.random(depth: 4, using: &random)
      let pattern = try compiledPattern(tree.source)
      var matcher = PatternMatcher(pattern)
      var tight = PatternMatcher(pattern, memory: 200)
      for _ in 0..<12 {
        let text = SimplePattern.randomText(using: &random)
        let expected = tree.matches(text)
        let word = String(String.UnicodeScalarView(text))
        let found = [matcher.matches(word), tight.matches(word)]
        #expect(found == [expected, expected], "/\(tree.source)/ on \(word.debugDescription)")
        #expect(!expected || !pattern.canNeverMatch, "/\(tree.source)/")
        #expect(expected || text.isEmpty || !pattern.alwaysMatches, "/\(tree.source)/")
      }
      #expect(pattern.matchesEmptyText == tree.matches([]), "/\(tree.source)/")
    }
  }
}

/// A pattern as a tree that computes where its matches may end.
private indirect enum SimplePattern: Sendable {
  case set(String, @Sendable (Unicode.Scalar) -> Bool)
  case assertion(String, @Sendable ([Unicode.Scalar], Int) -> Bool)
  case sequence([SimplePattern])
  case alternation([SimplePattern])
  case repetition(SimplePattern, Int, Int?)

  var source: String {
    switch self {
    case .set(let source, _), .assertion(let source, _): source
    case .sequence(let parts): parts.map(\.source).joined()
    case .alternation(let branches): "(\(branches.map(\.source).joined(separator: "|")))"
    case .repetition(let part, let lower, let upper?): "(?:\(part.source)){\(lower),\(upper)}"
    case .repetition(let part, 0, nil): "(\(part.source))*"
    case .repetition(let part, let lower, nil): "(\(part.source)){\(lower),}"
    }
  }

  func matches(_ text: [Unicode.Scalar]) -> Bool {
    ends(in: text, from: 0).contains(text.count)
  }

  private func ends(in text: [Unicode.Scalar], from start: Int) -> Set<Int> {
    switch self {
    case .set(_, let holds):
      return start < text.count && holds(text[start]) ? [start + 1] : []
    case .assertion(_, let holds): return holds(text, start) ? [start] : []
    case .sequence(let parts):
      return parts.reduce([start]) { starts, part in
        starts.reduce(into: []) { $0.formUnion(part.ends(in: text, from: $1)) }
      }
    case .alternation(let branches):
      return branches.reduce(into: []) { $0.formUnion($1.ends(in: text, from: start)) }
    case .repetition(let part, let lower, let upper):
      var ends: Set<Int> = lower == 0 ? [start] : []
      var current: Set<Int> = [start]
      // Once all ends are known, further repetitions add nothing.
      for turn in 1...max(upper ?? lower + text.count + 1, 1) where upper != 0 {
        current = current.reduce(into: []) { $0.formUnion(part.ends(in: text, from: $1)) }
        if turn >= lower { ends.formUnion(current) }
      }
      return ends
    }
  }

  static let letters: [Unicode.Scalar] = ["a", "b", "é", "あ", "😀", "-", "\n"]

  static func randomText(using random: inout PatternTestRandom) -> [Unicode.Scalar] {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random)! }
  }

  static func random(depth: Int, using random: inout PatternTestRandom) -> SimplePattern {
    func part(_ random: inout PatternTestRandom) -> SimplePattern {
      .random(depth: depth - 1, using: &random)
    }
    switch Int.random(in: depth > 0 ? 0...9 : 6...9, using: &random) {
    case 0, 1:
      return .sequence((0..<Int.random(in: 0...3, using: &random)).map { _ in part(&random) })
    case 2, 3:
      return .alternation((0..<Int.random(in: 1...3, using: &random)).map { _ in part(&random) })
    case 4:
      let lower = Int.random(in: 0...2, using: &random)
      return .repetition(part(&random), lower, lower + Int.random(in: 0...2, using: &random))
    case 5: return .repetition(part(&random), Int.random(in: 0...2, using: &random), nil)
    case 6: return assertions.randomElement(using: &random)!
    default: return sets.randomElement(using: &random)!
    }
  }

  private static let sets: [SimplePattern] = [
    .set("a") { $0 == "a" }, .set("b") { $0 == "b" }, .set("é") { $0 == "é" },
    .set("あ") { $0 == "あ" }, .set(".") { $0 != "\n" }, .set("[^a]") { $0 != "a" },
    .set("[a-é]") { ("a"..."é").contains($0) }, .set(#"\w"#) { isWord($0) },
    .set(#"[\W\n]"#) { !isWord($0) }, .set(#"\p{L}"#) { $0.properties.isAlphabetic },
    .set(#"[^\p{L}😀]"#) { !$0.properties.isAlphabetic && $0 != "😀" },
  ]

  private static let assertions: [SimplePattern] = [
    .assertion("^") { _, place in place == 0 },
    .assertion("$") { text, place in place == text.count },
    .assertion(#"\b"#) { isBoundary($0, $1) },
    .assertion(#"\B"#) { !isBoundary($0, $1) },
  ]

  private static func isBoundary(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
    (place > 0 && isWord(text[place - 1])) != (place < text.count && isWord(text[place]))
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "a" || scalar == "b"
  }
}
