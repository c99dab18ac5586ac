/// The facts about a pattern that the checker uses for its warnings.
import FormworkEngine
import Testing

@Suite struct PatternFactsTests {
  @Test func neverMatching() throws {
    for source in ["a^", "$a", #"\b\B"#, #"[^\s\S]"#, #"a\bb"#, #"(a$|b$)c"#, "(^a){2}", #"\b"#] {
      #expect(try compiledPattern(source).canNeverMatch, "/\(source)/")
    }
    for source in ["", "a", "^$", "^a$", #"a\b-"#, "(a$|b)c", "($|a)*", "(^a)*", #"\B"#] {
      #expect(try !compiledPattern(source).canNeverMatch, "/\(source)/")
    }
  }

  @Test func emptyAndFilledText() throws {
    func facts(_ source: String) throws -> [Bool] {
      let pattern = try compiledPattern(source)
      return [pattern.matchesEmptyText, pattern.matchesSomeFilledText]
    }
    #expect(try facts("") == [true, false])
    #expect(try facts("^$") == [true, false])
    #expect(try facts("a*") == [true, true])
    #expect(try facts("a+") == [false, true])
    #expect(try facts(#"\B"#) == [true, false])
    #expect(try facts("a^") == [false, false])
    #expect(try facts(#"\b\w*"#) == [false, true])
  }

  @Test func alwaysMatching() throws {
    for source in [
      #"[\s\S]*"#, #"[\s\S]+"#, #"(\w|\W)*"#, #"(.|\s)*"#, #"a*|[^b]*|[\s\S]+"#, #"\p{Any}*"#,
      #"^[\s\S]*$"#, #"([^a]|a)*"#, #"[\d\D]*\B[\d\D]*|[\d\D]*\b[\d\D]*"#,
    ] {
      #expect(try compiledPattern(source).alwaysMatches, "/\(source)/")
    }
    for source in ["", ".*", "a*", #"[\s\S]"#, #"[\s\S]{0,1000}"#, #"[\s\S]*\b[\s\S]*"#, "a^"] {
      #expect(try !compiledPattern(source).alwaysMatches, "/\(source)/")
    }
  }

  @Test func anchorsOfOneBranch() throws {
    #expect(try compiledPattern("^a|b$").anchoredAlternation == 0..<5)
    #expect(try compiledPattern("^a|b").anchoredAlternation == 0..<4)
    #expect(try compiledPattern("x(?:a|b|c$)").anchoredAlternation == 4..<10)
    for source in ["^(a|b)$", "^a$|^b$", "a|b", "^a", "^(?:a|b)", "(^a|^b)c"] {
      #expect(try compiledPattern(source).anchoredAlternation == nil, "/\(source)/")
    }
  }
}
