// The lexer has a fast path for plain text; both paths make the same tokens.

import TestSizes
import Testing

@testable import FormworkSyntax

@Suite struct LexerTests {
  /// Returns the tokens of a text, written out.
  private func read(_ text: String) -> [String] {
    let lexer = Lexer(Source(name: "test.form", bytes: Array(text.utf8)))
    var lines: [String] = []
    for index in 0..<lexer.tokens.count {
      let token = lexer.tokens[index]
      let word = token.keyword?.rawValue ?? "-"
      // The end token is at the end of the text.
      if token.kind != .end { lines.append("\(token.kind) \(word) \(token.span)") }
    }
    return lines + lexer.problems.all.map { "\($0)" } + lexer.comments.map { "\($0)" }
  }

  /// Pieces of at most seven bytes. Two of them are so near the end of any text that the slow path reads them.
  private static let pieces = [
    "a", "field", "is", "x1", "_", "Z_9", "é", "日本", "aé", "0", "12", "1_0", "1.5", "1.", "12a",
    "1é",
    "\"\"", "\"a\"", "\"é\"", "\"{\"", "\"\\\"\"", "\"a", "\"\t\"", "“a”", "'a'", "`a`", "/a/", "/",
    "//",
    ".", "..", "...", "..<", "....", "…", "．", ",", "、", ":", "：", "(", ")", "（", "<", ">", "<=",
    "≥",
    "＜", "＝", "=", "==", "===", "=>", "!", "!=", "≠", "！", "&", "&&", "＆", "|", "||", "-", "->",
    "–", "→",
    "+", "*", "#", "\n", "\r\n", "\t", " ", "\u{A0}", "~", "\\", "{", "}", "\u{7F}", "😀",
  ]

  @Test(arguments: pieces) func bothWaysMakeTheSameTokens(_ first: String) {
    for second in LexerTests.pieces {
      for text in [first + second, first + " " + second] {
        #expect(text.utf8.count < 16)
        if text.contains("/*") { continue }
        // An unterminated pattern, comment or text includes what follows it.
        let rest = "\n" + String(repeating: " ", count: 20)
        let (long, short) = (read(text + "\n"), read(text + rest))
        #expect(long == short, "\(text)")
      }
    }
  }

  @Test(arguments: 1...40) func namesHaveAnyLength(_ count: Int) {
    let name = String(repeating: "n", count: count)
    for after in ["", " ", "(", "\n", "\""] {
      #expect(read(name + after + " 0123456789012345")[0] == "name - \(Span(0, count))", "\(after)")
    }
    for letter in ["é", "日"] {
      let whole = Span(0, count + letter.utf8.count)
      #expect(read(name + letter + " 0123456789012345")[0] == "name - \(whole)")
    }
  }

  @Test(arguments: Keyword.reserved) func everyWordOfTheLanguageIsKnown(_ keyword: Keyword) {
    let word = keyword.rawValue
    let rest = String(repeating: " ", count: 20)
    for end in ["", rest] {
      #expect(read(word + end) == ["keyword \(word) \(Span(0, word.utf8.count))"])
      #expect(read(word + "x" + end) == ["name - \(Span(0, word.utf8.count + 1))"])
      #expect(read(word.uppercased() + end) == ["name - \(Span(0, word.utf8.count))"])
    }
  }

  @Test(arguments: 0...20) func marksInTextsAreSeenWhereverTheyStand(_ before: Int) throws {
    for (mark, meant) in [
      ("\\n", "\n"), ("|", "|"), ("}", "}"), ("~", "~"), ("日", "日"), ("\t", "\t"),
    ] {
      for after in 0...9 {
        let (left, right) = (
          String(repeating: "a", count: before), String(repeating: "b", count: after)
        )
        let spec = "field x: string default \"\(left)\(mark)\(right)\" # 0123456789012345"
        let result = Parser.parse(Source(name: "test.form", bytes: Array(spec.utf8)))
        defer { withExtendedLifetime(result) {} }
        guard case .field(let field)? = result.tree.declarations.first?.kind,
          case .default(let literal)? = field.clauses.first?.kind,
          case .text(let template) = literal.kind
        else { return #expect(Bool(false), "\(spec)") }
        #expect(template.plain == left + meant + right)
      }
    }
  }

  @Test func placeholdersAreFoundAfterAPlainBeginning() throws {
    for before in 0...20 {
      let left = String(repeating: "a", count: before)
      let spec = "field x: string message \"\(left){value}\" # 0123456789012345"
      let result = Parser.parse(Source(name: "test.form", bytes: Array(spec.utf8)))
      defer { withExtendedLifetime(result) {} }
      guard case .field(let field)? = result.tree.declarations.first?.kind,
        case .text(let text)? = field.clauses.first?.kind
      else { return #expect(Bool(false), "\(spec)") }
      #expect(text.unmarked.plain == nil && text.unmarked.parts.count == (before == 0 ? 1 : 2))
    }
  }

  @Test func whatIsNoTextIsToldWhereItBegins() {
    for before in 0...70 {
      let plain = [UInt8](repeating: 0x61, count: before)
      for (bytes, offset) in [
        ([0], 0), ([0xFF], 0), ([0xC3, 0xA9, 0x80], 2), ([0xFF, 0x61, 0], 2),
      ] {
        let all = plain + bytes.map { UInt8($0) } + [UInt8](repeating: 0x62, count: 40)
        let result = Parser.parse(Source(name: "test.form", bytes: all))
        let place = before + offset
        #expect(result.problems.map { $0.span } == [Span(place, place + 1)])
      }
    }
  }

  @Test func linesBeginAfterEveryKindOfBreak() {
    for count in 0...40 {
      let line = String(repeating: "a", count: count)
      let text = line + "\n" + line + "\r\n" + line + "\r" + line + "\t\u{B}" + line
      let source = Source(name: "test.form", bytes: Array(text.utf8))
      #expect(source.lineCount == 4)
      let starts = (1...4).map { source.lineRange($0).lowerBound }
      #expect(starts == [0, count + 1, 2 * count + 3, 3 * count + 4])
    }
  }

  /// If columns were counted from the beginning of the line, these would take minutes.
  @Test func columnsOfVeryLongLines() {
    let count = sized(50_000, large: 1_000_000)
    let source = Source(
      name: "s", bytes: Array((String(repeating: "é\u{301}", count: count) + "\nab").utf8))
    var wrong = 0
    for column in stride(from: 0, to: count, by: 499)
    where source.position(UInt32(column * 4)) != Position(line: 1, column: column + 1) {
      wrong += 1
    }
    #expect(wrong == 0)
    #expect(source.position(UInt32(count * 4)) == Position(line: 1, column: count + 1))
    #expect(source.position(UInt32(count * 4 + 2)) == Position(line: 2, column: 2))
  }
}
