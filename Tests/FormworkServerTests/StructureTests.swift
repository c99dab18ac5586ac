// Answers about structure, calls, definitions, other files, pages and failing examples.

import FormworkSyntax
import Foundation
import Testing

@testable import FormworkServer

@Suite struct StructureTests {
  @Test func foldsAreDeclarationsBranchesAndComments() {
    let client = Client()
    _ = client.open(
      """
      # one
      # two
      field a: <
        field b: int # x
        # y
      >
      when a.b > 1 <
        field c: int
      > else <
        field d: choice(
          "x", "y")
      >
      """)
    let folds = client.ask("foldingRange", 0, 0)["result"]?.items ?? []
    #expect(
      folds.map { "\($0["startLine"]!)-\($0["endLine"]!) \($0["kind"]!.text!)" } == [
        "2-5 region", "6-8 region", "8-11 region", "9-10 region", "0-1 comment",
      ])
  }

  @Test func pagesAreFoldedAndOutlined() {
    let client = Client()
    _ = client.open("page \"One\" ja \"一\" <\n  intro \"x\"\n  field a: int\n>\nfield b: int")
    let folds = client.ask("foldingRange", 0, 0)["result"]?.items ?? []
    #expect(folds.map { "\($0["startLine"]!)-\($0["endLine"]!)" } == ["0-3"])
    let items = client.ask("documentSymbol", 0, 0)["result"]?.items ?? []
    #expect(items.compactMap { $0["name"]?.text } == ["page", "b"])
    #expect(items.first?["detail"]?.text == "\"One\"")
    #expect(items.first?["children"]?.items?.compactMap { $0["name"]?.text } == ["a"])
    // The first token is four characters long, and a keyword.
    let colors = client.ask("semanticTokens/full", 0, 0)["result"]?["data"]?.items ?? []
    #expect(colors.prefix(4).compactMap { $0.integer } == [0, 0, 4, 0])
  }

  @Test func selectionsGrow() {
    let client = Client()
    let text = "field a: int rule value > 1 + 2 and (positive) message \"m\"\nfield b: int"
    _ = client.open(text)
    let answer = client.ask("selectionRange", 0, 0, #","positions":[{"line":0,"character":26}]"#)
    var texts: [String] = []
    var selection = answer["result"]?.items?.first
    while let range = selection?["range"] {
      let source = Source(name: "", bytes: Array(text.utf8))
      let places = ["start", "end"].map { source.offset(of: TextPosition(range[$0])!, .utf16) }
      texts.append(String(decoding: source.bytes[places[0]..<places[1]], as: UTF8.self))
      selection = selection?["parent"]
    }
    #expect(
      texts == [
        "1", "1 + 2", "value > 1 + 2", "value > 1 + 2 and (positive)",
        "rule value > 1 + 2 and (positive) message \"m\"",
        "field a: int rule value > 1 + 2 and (positive) message \"m\"", text,
      ])
  }

  @Test func linksLeadToFiles() {
    let client = Client()
    client.files = ["/forms/in/lib.form": "define small = value < 5", "/forms/c.csv": "a\n"]
    _ = client.open(
      "use \"in/lib.form\"\nchoices c from \"c.csv\"\nfield a: <\n  use \"in/lib.form\"\n>")
    let links = client.ask("documentLink", 0, 0)["result"]?.items ?? []
    #expect(
      links.compactMap { $0["target"]?.text } == [
        "file:///forms/in/lib.form", "file:///forms/c.csv", "file:///forms/in/lib.form",
      ])
    #expect(links.first?["range"]?["start"]?.description == #"{"line":0,"character":4}"#)
  }

  /// The label that is active and the active parameter; `|` is the cursor.
  @Test(arguments: [
    ("field a: string rule count(|", "count(2...4)", 0),
    ("field a: string rule contains(1..., |)", "contains(2..., digit)", 1),
    ("field a: number = round(value(1, 2), |", "round(x, n)", 1),
    ("field a: number = max(1, 2, 3, |", "max(a, b, …)", 2),
    ("field a: number = small(1, |\ndefine small(low, high) = high", "small(low, high)", 1),
    ("field a: number = t(|\ntable t(k) < \"x\" -> 1 >", "t(k)", 0),
    ("field a: date(|", "date(\"dd/MM/yyyy\")", 0),
  ]) func signaturesOfCalls(_ text: String, _ label: String, _ parameter: Int) {
    let (before, after) = (text.prefix { $0 != "|" }, text.drop { $0 != "|" }.dropFirst())
    let client = Client()
    _ = client.open(before + String(after))
    let answer = client.ask("signatureHelp", 0, before.count)["result"]
    let active = answer?["activeSignature"]?.integer ?? -1
    let signatures = answer?["signatures"]?.items ?? []
    #expect(
      signatures.indices.contains(active) && signatures[active]["label"]?.text == label,
      "\(signatures)")
    #expect(answer?["activeParameter"]?.integer == parameter)
  }

  @Test(arguments: [
    "field a|", "field a: int rule (|", "field a: string rule digits(|", "check count (|",
  ])
  func noSignature(_ text: String) {
    let client = Client()
    _ = client.open(text)
    let answer = client.ask("signatureHelp", 0, text.count - 1)
    #expect(answer["result"]?.description == "null")
  }

  @Test func hintsSayWhatDefinitionsMean() {
    let client = Client()
    client.files["/forms/lib.form"] = "define code: string trimmed # text\n  rule digits"
    _ = client.open(
      """
      use "lib.form"
      define small(low, high) = value in low...high and value != low
      define adult = age(18...)
      field a: int rule small(1 + 1, 5) message "m"
      field b: code
      field c: date rule adult
      """)
    let range = #","range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}"#
    let hints = client.ask("inlayHint", 0, 0, range)["result"]?.items ?? []
    #expect(
      hints.compactMap { $0["label"]?.text } == [
        "= value in (1 + 1)...5 and value != (1 + …", "= string trimmed rule digits",
        "= age(18...)",
      ])
    #expect(
      hints.compactMap { $0["position"]?["character"]?.integer } == [33, 13, 24])
    #expect(hints.first?["tooltip"]?["value"]?.text?.contains("!= (1 + 1)\n") ?? false)
    let none = client.ask("inlayHint", 0, 0, range.replacingOccurrences(of: "9", with: "1"))
    #expect(none["result"]?.items?.isEmpty ?? false)
  }

  @Test func declarationsOfTheWorkspace() {
    let client = Client(isInitialized: false)
    _ = client.ask(
      "initialize", #"{"rootUri":"file:///forms","workspaceFolders":[{"uri":"file:///forms"}]}"#)
    client.files = [
      "/forms/in/deep/lib.form": "define smallNumber = value < 5\nfield a: < field sun: int >",
      "/forms/a.form": "field old: int", "/outside.form": "field snow: int",
    ]
    _ = client.open("field snow: int")
    let found = client.ask("workspace/symbol", #"{"query":"SN"}"#)["result"]?.items ?? []
    #expect(found.compactMap { $0["name"]?.text } == ["snow", "smallNumber", "sun"])
    #expect(found.compactMap { $0["containerName"]?.text } == ["a.form", "lib.form", "a"])
    #expect(found.last?["location"]?["uri"]?.text == "file:///forms/in/deep/lib.form")
  }

  @Test func codesLeadToPages() {
    let capabilities =
      #"{"workspace":{"textDocumentContent":{}},"textDocument":{"publishDiagnostics":{"codeDescriptionSupport":true}}}"#
    let client = Client(isInitialized: false)
    _ = client.ask("initialize", #"{"capabilities":\#(capabilities)}"#)
    _ = client.open("field a: strin")
    let finding = client.messages.last?["params"]?["diagnostics"]?.items?.first
    let link = finding?["codeDescription"]?["href"]?.text ?? ""
    let page = client.ask("workspace/textDocumentContent", #"{"uri":"\#(link)"}"#)
    #expect(page["result"]?["text"]?.text == "About unknown-type")
    let other = client.ask("workspace/textDocumentContent", #"{"uri":"formwork:/help/.txt"}"#)
    #expect(other["error"]?["code"]?.integer == -32602)
    // Other editors can't open such a link.
    let plain = Client()
    _ = plain.open("field a: strin")
    #expect(plain.messages.last?["params"]?["diagnostics"]?.items?.first?["codeDescription"] == nil)
  }

  @Test func failingExamplesAreReported() {
    let client = Client()
    let found = client.open(
      """
      field a: int rule value > 5 message "More"
      field b: int
      check a > b message "{b} is too much" at b
      example "yes" accepts < a: 7 b: 6 >
      example "no" accepts < a: 6 b: 7 >
      example "none" rejects a < a: 7 b: 6 >
      example "found already" accepts < a: 5 b: 4 >
      """)
    #expect(found == ["example-breaks-rule"])
    let told = client.messages.last?["params"]?["diagnostics"]?.items?.dropFirst() ?? []
    #expect(
      told.compactMap { $0["message"]?.text } == [
        "This example failed.\nexpected: accepted\nactual: rejected: 7 is too much",
        "This example failed.\nexpected: rejected for a\nactual: accepted",
      ])
    #expect(told.compactMap { $0["range"]?["start"]?["line"]?.integer } == [4, 5])
  }

  @Test func aSingleFixIsAppliedWhenTheEditorAsksForAll() {
    let client = Client()
    _ = client.open("field a: int\ncheck a = 1 message \"m\"")
    func kinds(_ only: String) -> [String] {
      let answer = client.ask(
        "codeAction", 0, 0,
        #","range":{"start":{"line":1,"character":8},"end":{"line":1,"character":8}},"context":{\#(only)}"#
      )
      return answer["result"]?.items?.compactMap { $0["kind"]?.text } ?? []
    }
    #expect(kinds("") == ["quickfix"])
    #expect(kinds(#""only":["source.fixAll"]"#) == ["source.fixAll"])
  }
}
