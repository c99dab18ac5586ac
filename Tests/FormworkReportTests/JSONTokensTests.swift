// Reading JSON token by token.

import FormworkEngine
import Testing

@testable import FormworkReport

@Suite struct JSONTokensTests {
  @Test(arguments: [
    ("", "broken"), (" null ", "null"), ("[]", "[ ]"), ("{}", "{ }"), ("-1.5e3", "-1.5e3"),
    (#"{"a\n" : [1, true,{"b":false}], "c":"\ud83d\ude00"}"#, "{ a\n [ 1 true { b false } ] c 😀 }"),
    (#"["\ud83d", "\ud83d\u0041", "\udc00"]"#, "[ \u{FFFD} \u{FFFD}A \u{FFFD} ]"),
  ])
  func tokens(_ json: String, _ tokens: String) { #expect(read(json) == tokens) }

  @Test(arguments: [
    ("[1,]", "[ 1 broken"), ("[,1]", "[ broken"), ("[1 2]", "[ 1 broken"), ("[1}", "[ 1 broken"),
    ("[1] 2", "[ 1 ] broken"), ("{\"a\"}", "{ broken"), ("{a:1}", "{ broken"),
    ("{\"a\":}", "{ a broken"), ("{,}", "{ broken"), ("nul", "broken"), ("\"a", "broken"),
    ("\"\u{1}\"", "broken"), ("\"a\\", "broken"), ("]", "broken"), ("[1", "[ 1 broken"),
  ])
  func errors(_ json: String, _ tokens: String) { #expect(read(json) == tokens) }

  @Test(arguments: [#""\x""#, #""\u12""#, #""\u12g4""#, #""\ud83d\u1""#])
  func badEscapes(_ json: String) { #expect(read(json) == "?") }

  @Test func depth() {
    let brackets = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(!read(brackets(256)).hasSuffix("broken"))
    #expect(read(brackets(257)).hasSuffix("broken"))
  }

  @Test func structuresAreSkipped() {
    let json = Array(#"[[1,{"a":[2]}],3]"#.utf8)
    json.withUnsafeBufferPointer { bytes in
      var tokens = JSONTokens(bytes)
      _ = (tokens.next(), tokens.next())
      tokens.skipStructure()
      guard case .number = tokens.next(), case .listEnd = tokens.next() else {
        Issue.record("wrong place")
        return
      }
    }
  }

  /// Returns the tokens, separated by spaces, and `broken` after an error.
  private func read(_ json: String) -> String {
    var words: [String] = []
    Array(json.utf8).withUnsafeBufferPointer { bytes in
      var tokens = JSONTokens(bytes)
      reading: while true {
        switch tokens.next() {
        case .text(let text): words.append(text.string ?? "?")
        case .number(let digits): words.append(digits.makeString())
        case .truth(let truth): words.append(String(truth))
        case .null: words.append("null")
        case .recordStart: words.append("{")
        case .recordEnd: words.append("}")
        case .listStart: words.append("[")
        case .listEnd: words.append("]")
        case .end: break reading
        }
      }
      if tokens.isBroken { words.append("broken") }
    }
    return words.joined(separator: " ")
  }
}
