/// All problems of patterns, each with the part of the source that is shown.
import FormworkEngine
import Testing

@Suite struct PatternProblemTests {
  @Test func groupsKnownByName() {
    expectPattern("a(?=b)", isRejectedAs: .unsupported(.lookAhead), at: "(?=")
    expectPattern("a(?!b)", isRejectedAs: .unsupported(.lookAhead), at: "(?!")
    expectPattern("(?<=b)a", isRejectedAs: .unsupported(.lookBehind), at: "(?<=")
    expectPattern("(?<!b)a", isRejectedAs: .unsupported(.lookBehind), at: "(?<!")
    expectPattern("(?<a-b>a)", isRejectedAs: .unsupported(.namedGroup), at: "(?<a")
    expectPattern("(?'year'a)", isRejectedAs: .unsupported(.namedGroup), at: "(?'year'")
    expectPattern("(?P=year)", isRejectedAs: .unsupported(.backReference), at: "(?P=year)")
    expectPattern("(?P>year)", isRejectedAs: .unsupported(.recursion), at: "(?P>year)")
    expectPattern("(?>a)", isRejectedAs: .unsupported(.atomicGroup), at: "(?>")
    expectPattern("(?(1)a|b)", isRejectedAs: .unsupported(.conditional), at: "(?(1)")
    expectPattern("a(?R)b", isRejectedAs: .unsupported(.recursion), at: "(?R)")
    expectPattern("(a)(?1)", isRejectedAs: .unsupported(.recursion), at: "(?1)")
    expectPattern("(?|a|b)", isRejectedAs: .unsupported(.branchReset), at: "(?|")
    expectPattern("a(?i)", isRejectedAs: .unsupported(.inlineFlags), at: "(?i)")
    expectPattern("(?i-s:a)", isRejectedAs: .unsupported(.inlineFlags), at: "(?i-s:")
    expectPattern("a(?#why)", isRejectedAs: .unsupported(.comment), at: "(?#why)")
    expectPattern("(?~a)", isRejectedAs: .unsupported(.unknownGroup), at: "(?")
  }

  @Test func escapesKnownByName() {
    expectPattern(#"(a)\1"#, isRejectedAs: .unsupported(.backReference), at: #"\1"#)
    expectPattern(#"(a)\12"#, isRejectedAs: .unsupported(.backReference), at: #"\12"#)
    expectPattern(#"\k<year>"#, isRejectedAs: .unsupported(.backReference), at: #"\k<year>"#)
    expectPattern(#"\g{1}"#, isRejectedAs: .unsupported(.backReference), at: #"\g{1}"#)
    expectPattern(#"a\Kb"#, isRejectedAs: .unsupported(.matchReset), at: #"\K"#)
    expectPattern(#"\Ga"#, isRejectedAs: .unsupported(.lastMatch), at: #"\G"#)
    expectPattern(#"\Qa"#, isRejectedAs: .unsupported(.quotation), at: #"\Q"#)
    expectPattern(#"\X"#, isRejectedAs: .unsupported(.graphemeCluster), at: #"\X"#)
    expectPattern(#"\R"#, isRejectedAs: .unsupported(.lineBreak), at: #"\R"#)
    expectPattern(#"\Aa"#, isRejectedAs: .unsupported(.textAnchor), at: #"\A"#)
    expectPattern(#"a\z"#, isRejectedAs: .unsupported(.textAnchor), at: #"\z"#)
    expectPattern(#"\h"#, isRejectedAs: .unsupported(.horizontalSpace), at: #"\h"#)
    expectPattern(#"\cA"#, isRejectedAs: .unsupported(.controlCharacter), at: #"\cA"#)
    expectPattern(#"\N{DASH}"#, isRejectedAs: .unsupported(.namedCharacter), at: #"\N{DASH}"#)
  }

  @Test func escapes() {
    expectPattern(#"a\yb"#, isRejectedAs: .unknownEscape("y"), at: #"\y"#)
    expectPattern(#"\0"#, isRejectedAs: .unknownEscape("0"), at: #"\0"#)
    expectPattern(#"\é"#, isRejectedAs: .unknownEscape("é"), at: #"\é"#)
    expectPattern(#"[\b]"#, isRejectedAs: .escapeNotInClass("b"), at: #"\b"#)
    expectPattern(#"a\"#, isRejectedAs: .trailingBackslash, at: #"\"#)
    expectPattern(#"\x4"#, isRejectedAs: .malformedEscape, at: #"\x4"#)
    expectPattern(#"\u12"#, isRejectedAs: .malformedEscape, at: #"\u12"#)
    expectPattern(#"\u{}"#, isRejectedAs: .malformedEscape, at: #"\u{}"#)
    expectPattern(#"\u{12x}"#, isRejectedAs: .malformedEscape, at: #"\u{12x}"#)
    expectPattern(#"\u{110000}"#, isRejectedAs: .notACharacter(0x110000), at: #"\u{110000}"#)
    expectPattern(#"\uD800"#, isRejectedAs: .notACharacter(0xD800), at: #"\uD800"#)
  }

  @Test func properties() {
    expectPattern(
      #"\p{Hirgana}"#, isRejectedAs: .unknownProperty(name: "Hirgana", suggestions: ["Hiragana"]),
      at: #"\p{Hirgana}"#)
    expectPattern(
      #"\p{Script=Katakna}"#,
      isRejectedAs: .unknownProperty(name: "Script=Katakna", suggestions: ["Katakana"]),
      at: #"\p{Script=Katakna}"#)
    expectPattern(
      #"\P{Qqqqqqq}"#, isRejectedAs: .unknownProperty(name: "Qqqqqqq", suggestions: []),
      at: #"\P{Qqqqqqq}"#)
    expectPattern(#"\p-"#, isRejectedAs: .malformedProperty, at: #"\p"#)
    expectPattern(#"\p{L"#, isRejectedAs: .malformedProperty, at: #"\p{L"#)
    expectPattern(#"\p{L[a}]"#, isRejectedAs: .malformedProperty, at: #"\p{L"#)
    expectPattern(#"\p{}"#, isRejectedAs: .malformedProperty, at: #"\p{}"#)
  }

  @Test func groupsAndMarks() {
    expectPattern("a(b", isRejectedAs: .unclosedGroup, at: "(")
    expectPattern("a)b", isRejectedAs: .strayMark(")"), at: ")")
    expectPattern("a]", isRejectedAs: .strayMark("]"), at: "]")
    expectPattern("a}", isRejectedAs: .strayMark("}"), at: "}")
    expectPattern("a{b", isRejectedAs: .strayMark("{"), at: "{")
  }

  @Test func classes() {
    expectPattern("a[bc", isRejectedAs: .unclosedClass, at: "[")
    expectPattern("[]", isRejectedAs: .emptyClass, at: "[]")
    expectPattern("[^]", isRejectedAs: .emptyClass, at: "[^]")
    expectPattern("[z-a]", isRejectedAs: .reversedClassRange(lower: "z", upper: "a"), at: "z-a")
    expectPattern(#"[\d-z]"#, isRejectedAs: .classInRange, at: #"\d-z"#)
    expectPattern(#"[a-\w]"#, isRejectedAs: .classInRange, at: #"a-\w"#)
    expectPattern("[+-[:digit:]]", isRejectedAs: .classInRange, at: "+-[:digit:]")
    expectPattern("[[:alfa:]]", isRejectedAs: .unsupported(.posixClass), at: "[:alfa:]")
    expectPattern("[[=a=]]", isRejectedAs: .unsupported(.posixClass), at: "[=a=]")
    expectPattern("[[a-c][x-z]]", isRejectedAs: .unsupported(.nestedClass), at: "[a-c][x-z]]")
    // A bracket that is valid in a class, and a later one that closes nothing.
    expectPattern("[[a](b)c]", isRejectedAs: .strayMark("]"), at: "]")
    expectPattern("[[a]|c]", isRejectedAs: .strayMark("]"), at: "]")
    expectPattern("[a-z-[b-[c]]d]", isRejectedAs: .unsupported(.nestedClass), at: "[a-z-[b-[c]]")
    expectPattern("[a-z&&b]", isRejectedAs: .unsupported(.classIntersection), at: "&&")
  }

  @Test func repeats() {
    expectPattern("*a", isRejectedAs: .nothingToRepeat, at: "*")
    expectPattern("a|{2}", isRejectedAs: .nothingToRepeat, at: "{2}")
    expectPattern("(+)", isRejectedAs: .nothingToRepeat, at: "+")
    expectPattern("^*a", isRejectedAs: .nothingToRepeat, at: "*")
    expectPattern(#"\b+"#, isRejectedAs: .nothingToRepeat, at: "+")
    expectPattern("a**", isRejectedAs: .doubledRepeat, at: "**")
    expectPattern("a{2}{3}", isRejectedAs: .doubledRepeat, at: "{2}{3}")
    expectPattern("a{}", isRejectedAs: .malformedRepeat, at: "{}")
    expectPattern("a{,5}", isRejectedAs: .malformedRepeat, at: "{,5}")
    expectPattern("a{1, 2}", isRejectedAs: .malformedRepeat, at: "{1, 2}")
    expectPattern("a{3,2}", isRejectedAs: .reversedRepeat(lower: 3, upper: 2), at: "{3,2}")
    expectPattern("a{1001}", isRejectedAs: .repeatTooLarge(count: 1001, limit: 1000), at: "{1001}")
    expectPattern(
      "a{1,1001}", isRejectedAs: .repeatTooLarge(count: 1001, limit: 1000), at: "{1,1001}")
    expectPattern(
      "a{99999999999999999999}",
      isRejectedAs: .repeatTooLarge(count: 1_000_000, limit: 1000), at: "{99999999999999999999}")
    expectPattern("a{x}", isRejectedAs: .unsupported(.wordInBraces), at: "{x}")
    expectPattern(#"\b{start}a"#, isRejectedAs: .unsupported(.wordInBraces), at: "{start}")
    expectPattern("a*??", isRejectedAs: .doubledRepeat, at: "*??")
    for mark in ["*+", "++", "?+", "{2}+"] {
      expectPattern("a\(mark)b", isRejectedAs: .unsupported(.possessiveRepeat), at: mark)
    }
  }

  @Test func allProblemsInOrder() {
    let found = patternProblems(#"(?=a)[z-a]\y{3,2}(b*{2}"#)
    #expect(
      found.map(\.kind) == [
        .unsupported(.lookAhead), .reversedClassRange(lower: "z", upper: "a"),
        .unknownEscape("y"), .reversedRepeat(lower: 3, upper: 2), .unclosedGroup,
        .doubledRepeat,
      ])
    #expect(found.map(\.range.lowerBound) == [0, 6, 10, 12, 17, 19])
  }

  @Test func offsetsAreBytes() {
    #expect(patternProblems("あ+é)").map(\.range) == [6..<7])
  }

  @Test func size() throws {
    expectPattern("(a{1000}){1000}", isRejectedAs: .tooLarge, at: "(a{1000}){1000}")
    expectPattern(
      "((a{0,1000}){0,1000}){0,1000}", isRejectedAs: .tooLarge,
      at: "((a{0,1000}){0,1000}){0,1000}")
    #expect(patternProblems("(a{99}){100}").isEmpty)
    #expect(patternProblems(String(repeating: "a", count: 9_998)).isEmpty)
    #expect(patternProblems(String(repeating: "a", count: 10_000)).map(\.kind) == [.tooLarge])
    let long = String(repeating: "a|", count: 500_000)
    #expect(patternProblems(long).map(\.kind) == [.tooLong(limit: Pattern.longestSource)])
    let alternatives = (0..<4_097).map { String(Unicode.Scalar(UInt32(0x4E00 + $0))!) }
    #expect(patternProblems(alternatives.joined()).map(\.kind) == [.tooLarge])
  }

  @Test func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")*", count: depth)
    }
    try expectPattern(nested(256), matches: ["", "aaa"], not: ["b"])
    #expect(patternProblems(nested(257)).map(\.kind) == [.nestingTooDeep(limit: 256)])
    #expect(patternProblems(nested(257)).map(\.range) == [256..<257])
    #expect(patternProblems(nested(10_000)).map(\.kind) == [.nestingTooDeep(limit: 256)])
    #expect(patternProblems(String(repeating: "(", count: 30_000)).count == 100)
  }
}

@Suite struct PatternGarbageTests {
  /// Any text between the slashes gives a pattern, or problems within it.
  @Test func anythingIsAnswered() {
    let pieces = [
      "a", "é", "😀", "-", "^", "$", ".", "|", "(", ")", "[", "]", "{", "}", "*", "+", "?", "\\",
      "(?", "<", ">", ":", "=", "!", "#", "'", "P", "R", "1", ",", "{2}", "\\b", "\\d", "\\p{",
      "Lu", "\\u", "\\x", "[^", "[:", ":]", "&&", " ",
    ]
    var random = PatternTestRandom(seed: 11)
    for _ in 0..<500 {
      let length = Int.random(in: 1...10, using: &random)
      let source = (0..<length).map { _ in pieces.randomElement(using: &random)! }.joined()
      for problem in patternProblems(source) {
        let range = problem.range
        #expect(!range.isEmpty && range.upperBound <= source.utf8.count, "/\(source)/")
      }
    }
  }
}
