/// The meaning of patterns: each construct on texts that match and texts that don't.
import FormworkEngine
import Testing

@Suite struct PatternMatchTests {
  @Test func wholeText() throws {
    try expectPattern("ab", matches: ["ab"], not: ["", "a", "abc", "xab", "ab\n"])
    try expectPattern("", matches: [""], not: ["a"])
    try expectPattern("a|b", matches: ["a", "b"], not: ["ab", ""])
    try expectPattern("a|ab", matches: ["a", "ab"])
    try expectPattern(
      #"\d{3}-?\d{4}"#, matches: ["123-4567", "1234567"], not: ["123--4567", "123456"])
  }

  @Test func repetition() throws {
    try expectPattern("a?", matches: ["", "a"], not: ["aa"])
    try expectPattern("a*", matches: ["", "a", "aaaa"], not: ["ab"])
    try expectPattern("a+b", matches: ["ab", "aaab"], not: ["b"])
    try expectPattern("a{2}", matches: ["aa"], not: ["a", "aaa"])
    try expectPattern("a{2,}", matches: ["aa", "aaaaa"], not: ["a"])
    try expectPattern("a{1,3}", matches: ["a", "aaa"], not: ["", "aaaa"])
    try expectPattern("a{0}b", matches: ["b"], not: ["ab"])
    try expectPattern("(ab|c){2,3}", matches: ["abc", "cab", "ababab"], not: ["ab", "cccc"])
    try expectPattern("(a{2}){2}", matches: ["aaaa"], not: ["aa", "aaa"])
  }

  @Test func repetitionAtTheLimit() throws {
    let thousand = String(repeating: "a", count: 1000)
    try expectPattern(
      "a{1000}", matches: [thousand], not: [thousand + "a", String(thousand.dropLast())])
    try expectPattern("a{0,1000}", matches: ["", thousand], not: [thousand + "a"])
    try expectPattern("a{1000,}", matches: [thousand, thousand + "a"], not: ["a"])
  }

  @Test func emptyBranchesAndLoops() throws {
    try expectPattern("a|", matches: ["a", ""], not: ["aa"])
    try expectPattern("(|a)*", matches: ["", "aaa"], not: ["b"])
    try expectPattern("(a*)*", matches: ["", "aaa"], not: ["b"])
    try expectPattern("(a*)+b", matches: ["b", "aab"], not: ["aa"])
    try expectPattern("(()|())*x", matches: ["x"], not: [""])
    try expectPattern("()", matches: [""], not: ["a"])
    try expectPattern("(|){1000}", matches: [""], not: ["a"])
    try expectPattern("(^)*a($|)+", matches: ["a"], not: ["aa"])
  }

  @Test func dot() throws {
    try expectPattern(".", matches: ["a", "é", "あ", "😀", "\t"], not: ["", "ab"])
    let lineBreaks = ["\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
    try expectPattern(".", matches: [], not: lineBreaks)
    try expectPattern(#"[\s\S]"#, matches: lineBreaks + ["a", "\u{10FFFF}"])
    // A character of a pattern is a scalar. This family has five.
    try expectPattern(".{5}", matches: ["👨‍👩‍👧"])
  }

  @Test func anchors() throws {
    try expectPattern("^a$", matches: ["a"], not: ["a\n", ""])
    try expectPattern("^a|b$", matches: ["a", "b"], not: ["ab"])
    try expectPattern("(a^|b)c$", matches: ["bc"], not: ["ac"])
    try expectPattern("a$b", matches: [], not: ["ab"])
    try expectPattern("^^$$", matches: [""], not: ["a"])
  }

  @Test func wordBoundaries() throws {
    try expectPattern(#"\bab\b"#, matches: ["ab"])
    try expectPattern(#"a\bb"#, matches: [], not: ["ab"])
    try expectPattern(#"a\b-"#, matches: ["a-"])
    try expectPattern(#"\b-\b"#, matches: [], not: ["-"])
    try expectPattern(#"\B-\B"#, matches: ["-"])
    try expectPattern(#"\w+(\b.\b\w+)*"#, matches: ["a b-c", "abc"], not: ["a  b", "-a"])
    // A word consists of ASCII letters, digits and "_", even if the pattern ignores case.
    try expectPattern(#"é\ba"#, ignoringCase: true, matches: ["éa", "Éa"])
    try expectPattern(#"\B"#, matches: [""])
    try expectPattern(#"\b"#, matches: [], not: [""])
  }

  @Test func classes() throws {
    try expectPattern("[abc]", matches: ["a", "b", "c"], not: ["d", "", "ab"])
    try expectPattern("[^abc]", matches: ["d", "あ", "\n"], not: ["a", "b", "c", ""])
    try expectPattern("[a-cx-z]", matches: ["a", "b", "z"], not: ["d", "-"])
    try expectPattern("[-a]", matches: ["-", "a"], not: ["b"])
    try expectPattern("[a-]", matches: ["-", "a"], not: ["b"])
    try expectPattern("[a-c-e]", matches: ["a", "c", "-", "e"], not: ["d"])
    try expectPattern(#"[\]\\^\-]"#, matches: ["]", "\\", "^", "-"], not: ["a"])
    try expectPattern(
      "[.*+?(){}|$[]", matches: [".", "*", "+", "?", "(", ")", "{", "}", "|", "$", "["])
    try expectPattern(#"[\d_\s]"#, matches: ["7", "_", "\u{3000}"], not: ["a"])
    try expectPattern(#"[^\d\D]"#, matches: [], not: ["a", "1"])
    try expectPattern("[ぁ-ん]+", matches: ["ひらがな"], not: ["カタカナ"])
    try expectPattern(#"[\u{1F600}-\u{1F64F}]"#, matches: ["😀"], not: ["a", "🚀"])
  }

  @Test func shorthands() throws {
    try expectPattern(#"\d"#, matches: ["0", "9"], not: ["a", "٣", "３"])
    try expectPattern(#"\D"#, matches: ["a", "３"], not: ["3"])
    try expectPattern(#"\w"#, matches: ["a", "Z", "0", "_"], not: ["é", "-", "あ"])
    try expectPattern(#"\W"#, matches: ["é", "-"], not: ["a", "_"])
    try expectPattern(
      #"\s"#, matches: [" ", "\t", "\n", "\u{A0}", "\u{3000}"], not: ["a", "\u{200B}"])
    try expectPattern(#"\S"#, matches: ["a", "あ"], not: [" ", "\u{3000}"])
  }

  @Test func escapes() throws {
    try expectPattern(#"\t\n\r\f\v"#, matches: ["\t\n\r\u{C}\u{B}"])
    try expectPattern(#"\x41\u3042\u{1F600}\u{41}"#, matches: ["Aあ😀A"])
    try expectPattern(#"\/\.\*\(\)\[\]\{\}\|\^\$\\\-\ \&"#, matches: [#"/.*()[]{}|^$\- &"#])
    try expectPattern(#"\、"#, matches: ["、"])
  }

  @Test func charactersOfEveryLength() throws {
    let edges: [Unicode.Scalar] = [
      "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}",
      "\u{10000}", "\u{10FFFF}",
    ]
    for edge in edges {
      let source = "\\u{\(String(edge.value, radix: 16))}"
      let others = edges.filter { $0 != edge }.map { String($0) }
      try expectPattern(source, matches: [String(edge)], not: others)
      try expectPattern("[^\(source)]", matches: others, not: [String(edge)])
    }
  }

  /// Looks up every Unicode scalar in one text.
  @Test func everyCharacterOfAClass() throws {
    var matcher = PatternMatcher(try compiledPattern(#"[^\u{80}-\u{FF}\u{3000}-\u{303F}]*"#))
    var text = String.UnicodeScalarView()
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 17) {
      guard !(0x80...0xFF).contains(value), !(0x3000...0x303F).contains(value) else { continue }
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    let without = matcher.matches(String(text))
    text.append("\u{303F}")
    let with = matcher.matches(String(text))
    #expect(without && !with)
  }

  @Test func composedAndDecomposedDiffer() throws {
    try expectPattern("\u{304C}", matches: ["\u{304C}"], not: ["\u{304B}\u{3099}"])
    try expectPattern("\u{304B}\u{3099}", matches: ["\u{304B}\u{3099}"], not: ["\u{304C}"])
  }
}
