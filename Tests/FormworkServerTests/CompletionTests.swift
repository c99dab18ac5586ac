// Completions in unfinished forms; `|` is the cursor.

import FormworkAuthoring
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
    let text = fields + line
    let bytes = Array(text.utf8)
    let cursor = bytes.lastIndex(of: UInt8(ascii: "|")) ?? bytes.count
    let source = Source(name: "f", bytes: Array(bytes[..<cursor] + bytes[(cursor + 1)...]))
    let completion = FormCompletion(source, at: cursor)
    return completion.offers(files: files) { text, word in
      FormReading(text, completion: word, knowsEncoding: { _ in true }) { _ in
        .failure(.init(.noFolder))
      }
    }.map { ($0.label, $0.snippet) }
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
