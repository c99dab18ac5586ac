// Completions in unfinished forms; `|` is the cursor.

import FormworkAuthoring
import FormworkEngine
import FormworkReport
import FormworkSyntax
import Testing

@testable import FormworkServer

@Suite struct CompletionTests {
  private static let fields = """
    field kind: choice("apple", "big pear")
    field size: int
    field `a b`: string

    """

  private static func offers(_ line: String, files: [String] = []) -> [(String, String)] {
    completions(line, files: files).map { ($0.label, $0.snippet) }
  }

  private static func completions(_ line: String, files: [String] = []) -> [Completion] {
    let text = fields + line
    let bytes = Array(text.utf8)
    let cursor = bytes.lastIndex(of: UInt8(ascii: "|")) ?? bytes.count
    let source = Source(name: "f", bytes: Array(bytes[..<cursor] + bytes[(cursor + 1)...]))
    let completion = FormCompletion(source, at: cursor)
    return completion.offers(files: files) { text, word in
      FormReading(text, completion: word, knowsEncoding: { _ in true }) { _ in
        .failure(.init(.noFolder))
      }
    }
  }

  /// One of the first completions, and its inserted text.
  @Test(arguments: [
    (#"check size > 1 message "{|""#, "kind", "kind}"),
    (#"check size > 1 message "{|}""#, "kind", "kind"),
    (#"check size > 1 message "{|"#, "kind", "kind}\""),
    (#"check size > 1 message "{| or {size}""#, "kind", "kind}"),
    (#"check size > 1 message "{| or {size}"#, "kind", "kind}"),
    (#"check kind == "|"#, "apple", "apple\""), (#"check kind == "|""#, "apple", "apple"),
    ("check kind == |", "\"apple\"", "\"apple\""),
    (#"field x: choice("apple", "pear") default |"#, "\"apple\"", "\"apple\""),
    ("example \"e\" accepts < | >", "kind", "kind: $1"),
    ("example \"e\" accepts < kind: \"apple\" |", "size", "size: $1"),
    ("example \"e\" accepts < kind: \"apple\" a| >", "size", "size: $1"),
    ("example \"e\" accepts < kind: \"|\" >", "apple", "apple"),
    ("example \"e\" accepts < kind: | >", "\"apple\"", "\"apple\""),
    ("example \"e\" rejects |", "kind", "kind"),
    ("example \"e\" rejects kind, |", "kind", "kind"),
    ("example \"e\" rejects kind, | < size: 1 >", "kind", "kind"),
    ("example \"e\" accepts < >\nexample \"f\" like |", "\"e\"", "\"e\""),
    ("check `|` is blank", "kind", "kind"), ("check `|", "kind", "kind"),
    ("words |", "required", "required \"$1\""),
  ]) func likely(_ line: String, _ label: String, _ snippet: String) {
    let offers = CompletionTests.offers(line)
    #expect(offers.prefix(4).contains { $0 == (label, snippet) }, "\(offers.prefix(5))")
  }

  @Test func namesInBackquotesAreQuotedOnce() {
    #expect(CompletionTests.offers("check `|` is blank").contains { $0 == ("a b", "`a b`") })
    #expect(CompletionTests.offers("check |").contains { $0 == ("a b", "`a b`") })
    let keys = CompletionTests.offers("example \"e\" accepts < | >")
    #expect(keys.contains { $0 == ("a b", "`a b`: $1") })
  }

  /// The kind, and the text inserted by an editor without snippets, which is no error.
  @Test(arguments: [
    ("field x: |", "int", Completion.Kind.type, "int"), ("field x: |", "date", .type, "date"),
    ("field x: |", "choice", .type, "choice(\"small\", \"large\")"),
    ("field x: | of int", "list", .type, "list"), ("field x: |", "list", .type, "list of string"),
    ("field x: string rule |", "int", .ruleWord, "int(1...31)"),
    ("field x: string rule |", "count", .ruleWord, "count(2...4)"),
    ("field x: int rule |", "range", .ruleWord, "range(0...999)"),
    ("field x: date rule |", "before", .ruleWord, "before(2026-01-01)"),
    ("field x: date rule |", "range", .ruleWord, "range()"),
  ]) func whatIsInserted(_ line: String, _ label: String, _ kind: Completion.Kind, _ text: String)
    throws
  {
    let offer = try #require(CompletionTests.completions(line).first { $0.label == label })
    #expect(offer.kind == kind && !offer.detail.isEmpty)
    #expect(offer.snippet.replacing("$1", with: offer.filling) == text)
  }

  /// A rule word that is offered for a field of its type has arguments that the field can have.
  @Test func argumentsAreNoErrors() throws {
    for predicate in Predicate.allCases {
      let line = "field x: \(predicate.entry.type) rule | message \"m\""
      let offers = CompletionTests.completions(line)
      let offer = try #require(offers.first { $0.label == predicate.name }, "\(predicate)")
      let word = offer.snippet.replacing("$1", with: offer.filling)
      let text = line.replacing("|", with: word)
      let reading = FormReading(
        Source(name: "f", bytes: Array(text.utf8)), knowsEncoding: { _ in true },
        read: { _ in .failure(.init(.noFolder)) })
      #expect(reading.program != nil, "\(text)")
    }
  }

  /// Nothing is offered where any text is allowed.
  @Test(arguments: [
    #"field x: string rule email message "|"#, #"field x: string message "no|"#, #"use "|"#,
    #"field x: string rule matches(/|"#, #"field x: string rule matches(/a|/)"#, "field `|",
    "# |", #"data csv < encoding "|" >"#,
  ]) func nothing(_ line: String) {
    #expect(CompletionTests.offers(line).isEmpty)
  }

  @Test func filesToUse() {
    #expect(CompletionTests.offers(#"use "|"#, files: ["a.form"]).map { $0.1 } == ["a.form\""])
    #expect(CompletionTests.offers(#"use "|""#, files: ["a.form"]).map { $0.1 } == ["a.form"])
    #expect(CompletionTests.offers(#"check kind == "|""#, files: ["a.form"]).count == 2)
  }

  @Test func aDefinitionDoesNotOfferItself() {
    let line = "define small = |\ndefine other = size > 2"
    let labels = CompletionTests.offers(line).map { $0.0 }
    #expect(labels.contains("other") && !labels.contains("small"))
  }
}
