// The server's answers, message by message.

import FormworkEngine
import FormworkReport
import Testing

@testable import FormworkServer

@Suite struct LanguageServerTests {
  private static let form = """
    field kind: choice("a", "b")
    when kind == "a" <
      field size: int rule range(1...9) message "{size} of {kind} is too much"
    >
    check size < 5 message "Small, please" at size
    example "one" accepts < kind: "a" size: 3 >
    """

  @Test func findingsFollowWhatIsTyped() {
    let client = Client()
    #expect(client.open("field a: strin") == ["unknown-type"])
    client.tell(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(Client.uri)","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":14},"end":{"line":0,"character":14}},"text":"g"}]}"#
    )
    #expect(client.found() == [])
    client.tell(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(Client.uri)","version":3},"contentChanges":[{"text":"field"}]}"#)
    #expect(client.found() == ["missing-name"])
  }

  @Test func aFormThatUsesWhatIsTypedElsewhereIsReadAgain() {
    let client = Client()
    client.files["/forms/common.form"] = "define small = value < 5"
    #expect(client.open("use \"common.form\" field a: int rule small message \"m\"") == [])
    let common = "file:///forms/common.form"
    #expect(client.open("define big = value > 5", uri: common) == [])
    client.tell(
      "textDocument/didChange", #"{"textDocument":{"uri":"\#(common)"},"contentChanges":[]}"#)
    #expect(client.found() == ["unknown-name"])
    client.tell("textDocument/didClose", #"{"textDocument":{"uri":"\#(common)"}}"#)
    #expect(client.found() == [])
  }

  @Test func aFixIsOffered() {
    let client = Client()
    _ = client.open("field a: strin")
    let answer = client.ask(
      "textDocument/codeAction",
      #"{"textDocument":{"uri":"\#(Client.uri)"},"range":{"start":{"line":0,"character":9},"end":{"line":0,"character":9}},"context":{"diagnostics":[]}}"#
    )
    let action = answer["result"]?.items?.first
    #expect(action?["title"]?.text == "Replace `strin` with `string`")
    let edit = action?["edit"]?["changes"]?[Client.uri]?.items?.first
    #expect(edit?["newText"]?.text == "string")
    #expect(
      edit?["range"]?.description
        == #"{"start":{"line":0,"character":9},"end":{"line":0,"character":14}}"#)
  }

  @Test func namesAreFoundInTextsAndExamples() {
    let client = Client()
    #expect(client.open(LanguageServerTests.form) == [])
    // `size` in the check.
    let places = client.ask("references", 4, 7, #","context":{"includeDeclaration":true}"#)
    #expect(
      places["result"]?.items?.map { $0["range"]?["start"]?.description } == [
        #"{"line":2,"character":8}"#, #"{"line":2,"character":46}"#, #"{"line":4,"character":6}"#,
        #"{"line":4,"character":42}"#, #"{"line":5,"character":34}"#,
      ])
    let declaration = client.ask("definition", 5, 35)
    #expect(
      declaration["result"]?.items?.first?["range"]?["start"]?.description
        == #"{"line":2,"character":8}"#)
  }

  @Test func renamingKeepsTheMeaning() {
    let client = Client()
    #expect(client.open(LanguageServerTests.form) == [])
    let renamed = client.ask("rename", 0, 6, #","newName":"sort of""#)
    let texts = renamed["result"]?["changes"]?[Client.uri]?.items?.compactMap {
      $0["newText"]?.text
    }
    #expect(texts == ["`sort of`", "`sort of`", "`sort of`", "`sort of`"])
    // Another field has this name.
    #expect(client.ask("rename", 0, 6, #","newName":"size""#)["error"] != nil)
    #expect(client.ask("rename", 0, 6, #","newName":"a`b""#)["error"] != nil)
    #expect(client.ask("rename", 0, 0, #","newName":"x""#)["error"] != nil)
  }

  @Test func namesInUsedFilesAreRenamedThere() {
    let client = Client()
    client.files["/forms/common.form"] = "define small = value < 5"
    #expect(client.open("use \"common.form\" field a: int rule small message \"m\"") == [])
    let renamed = client.ask("rename", 0, 37, #","newName":"tiny""#)
    let changes = renamed["result"]?["changes"]
    #expect(changes?[Client.uri]?.items?.count == 1)
    #expect(changes?["file:///forms/common.form"]?.items?.count == 1)
  }

  /// Two open forms and one on disk use a file. A name from that file is found and renamed in all of them, whichever
  /// one the request names.
  @Test(arguments: [("lib.form", 0, 7), ("a.form", 1, 10), ("b.form", 2, 9)])
  func aNameIsOneThingInAllForms(_ file: String, _ line: Int, _ column: Int) {
    let client = Client(isInitialized: false)
    _ = client.ask("initialize", #"{"rootUri":"file:///forms"}"#)
    let texts = [
      "/forms/in/lib.form": "define nick: string", "/forms/in/other.form": "field n: string",
      "/forms/in/c.form": "use \"lib.form\"\nfield c: nick\nfield nick: int",
      "/outside.form": "use \"forms/in/lib.form\"\nfield o: nick",
    ]
    client.files = texts
    client.files["/forms/in/unread.form"] = "field a: nick"
    let open: KeyValuePairs = [
      "file:///forms/in/lib.form": texts["/forms/in/lib.form"]!,
      "file:///forms/in/a.form": "use \"lib.form\"\nfield n: nick",
      "file:///forms/in/b.form": "use \"lib.form\"\nfield list: list of nick\nfield n: nick",
      "file:///forms/d.form": "use \"in/b.form\"",
    ]
    for (uri, text) in open { #expect(client.open(text, uri: uri) == [], "\(uri)") }
    let uri = "file:///forms/in/" + file
    let places = client.ask("references", line, column, uri: uri)["result"]?.items ?? []
    let expected = ["a", "b", "b", "c", "lib"].map { "file:///forms/in/\($0).form" }
    #expect(places.compactMap { $0["uri"]?.text }.sorted() == expected)
    let renamed = client.ask("rename", line, column, #","newName":"handle""#, uri: uri)
    let changes = renamed["result"]?["changes"]
    #expect(changes?["file:///forms/in/a.form"]?.items?.count == 1)
    #expect(changes?["file:///forms/in/b.form"]?.items?.count == 2)
    #expect(changes?["file:///forms/in/c.form"]?.items?.count == 1)
    #expect(changes?["file:///forms/in/lib.form"]?.items?.count == 1)
    #expect(changes?["file:///forms/d.form"] == nil && changes?["file:///outside.form"] == nil)
  }

  /// Renaming is refused if another form already uses the name for something else.
  @Test func renamingIsRefusedWhereAnotherFormWouldBreak() {
    let client = Client()
    client.files["/forms/b.form"] =
      "use \"a.form\"\ndefine big = value > 9\nfield n: int rule small"
    #expect(client.open("define small = value < 9 message \"m\"\nfield x: int rule small") == [])
    let refused = client.ask("rename", 0, 8, #","newName":"big""#)
    let message = refused["error"]?["message"]?.text ?? ""
    #expect(message.hasPrefix("b.form: "), "\(refused)")
    #expect(client.ask("rename", 0, 8, #","newName":"tiny""#)["result"] != nil)
  }

  @Test func filesThatChangeAreReadAgain() {
    let client = Client(isInitialized: false)
    _ = client.ask(
      "initialize",
      #"{"capabilities":{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}}"#)
    client.tell("initialized", "{}")
    #expect(client.messages.last?["method"]?.text == "client/registerCapability")
    client.take(#"{"jsonrpc":"2.0","id":"files","result":null}"#)
    client.files["/forms/lib.form"] = "define nick: string"
    #expect(client.open("# one\nuse \"lib.form\" field a: nick") == [])
    client.files["/forms/lib.form"] = "define nick: strng"
    client.tell("workspace/didChangeWatchedFiles", #"{"changes":[]}"#)
    #expect(client.found() == ["unknown-type"])
    // The problem is reported both where the file is named and in the file itself.
    let told = client.messages.last?["params"]?["diagnostics"]?.items?.first
    #expect(told?["range"]?["start"]?.description == #"{"line":1,"character":4}"#)
    let inside = told?["relatedInformation"]?.items?.first?["location"]
    #expect(inside?["uri"]?.text == "file:///forms/lib.form")
    #expect(inside?["range"]?["start"]?.description == #"{"line":0,"character":13}"#)
    client.files["/forms/lib.form"] = nil
    client.tell("textDocument/didSave", #"{"textDocument":{"uri":"x"}}"#)
    #expect(client.found().contains("unusable-file"))
  }

  @Test func whatCannotBeRenamedIsNotPrepared() {
    let client = Client()
    _ = client.open("field a: string\nfield b: strng")
    #expect(client.ask("prepareRename", 0, 6)["result"]?.description == "null")
    _ = client.open("field a: string\nfield b: string")
    #expect(client.ask("prepareRename", 0, 6)["result"]?["start"] != nil)
    #expect(client.ask("prepareRename", 0, 0)["result"]?.description == "null")
  }

  @Test func onlyFixesAreOffered() {
    let client = Client()
    _ = client.open("field a: strin")
    func count(_ only: String) -> Int? {
      client.ask(
        "textDocument/codeAction",
        #"{"textDocument":{"uri":"\#(Client.uri)"},"range":{"start":{"line":0,"character":9},"end":{"line":0,"character":9}},"context":{"diagnostics":[],"only":\#(only)}}"#
      )["result"]?.items?.count
    }
    #expect(count(#"["quickfix"]"#) == 1 && count(#"[""]"#) == 1)
    #expect(count(#"["refactor","source.fixAll"]"#) == 0)
  }

  @Test func everyFixThatKeepsTheMeaningIsOneAction() {
    let client = Client()
    _ = client.open("field a: choice(\"x\")\ncheck a = 'x' or a = \"y\" or a => a")
    func actions(_ only: String) -> [JSONValue] {
      client.ask(
        "textDocument/codeAction",
        #"{"textDocument":{"uri":"\#(Client.uri)"},"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}},"context":{"diagnostics":[],"only":\#(only)}}"#
      )["result"]?.items ?? []
    }
    #expect(actions(#"["refactor"]"#).isEmpty && actions(#"["quickfix"]"#).isEmpty)
    let all = actions(#"["source.fixAll"]"#)
    #expect(all.count == 1 && all.first?["kind"]?.text == "source.fixAll")
    let edits = all.first?["edit"]?["changes"]?[Client.uri]?.items ?? []
    #expect(edits.map { $0["newText"]?.text } == ["==", "==", ">="])
  }

  @Test func hoverShowsTheDeclarationAndTheMeaningOfWords() {
    let client = Client()
    _ = client.open(LanguageServerTests.form)
    let field = client.ask("hover", 4, 7)["result"]?["contents"]?["value"]?.text ?? ""
    #expect(field.contains("field size: int"))
    let word = client.ask("hover", 2, 24)["result"]?["contents"]?["value"]?.text ?? ""
    #expect(word.contains("range("))
    let when = client.ask("hover", 1, 0)["result"]?["contents"]?["value"]?.text ?? ""
    #expect(when.contains("only if the condition is true") && when.contains("when member <"))
    #expect(client.ask("hover", 5, 0)["result"]?["contents"] != nil)
    #expect(client.ask("hover", 3, 1)["result"]?.description == "null")
  }

  @Test(arguments: [
    ("field a: int", 10, "Whole number: 34"), ("field a: list of date", 18, "Date: year"),
    ("field a: choice of b choices b = \"x\"", 11, "Choice: exactly one"),
    ("field a: string rule contains(2..., uppercase)", 38, "at least 2"),
    ("field a: string rule not uppercase", 27, "No letter is lower case"),
  ]) func hoverTellsTypesAndCharactersFromRuleWords(_ form: String, _ column: Int, _ says: String) {
    let client = Client()
    _ = client.open(form + " message \"m\"")
    let text = client.ask("hover", 0, column)["result"]?["contents"]?["value"]?.text ?? ""
    #expect(text.contains(says), "\(text)")
    #expect(says.hasPrefix("No") || !text.contains("No letter"))
  }

  @Test func hoverSaysWhatAFieldAsksFor() {
    let client = Client()
    _ = client.open("field size: int optional rule value > 3 message \"More\"")
    let field = client.ask("hover", 0, 7)["result"]?["contents"]?["value"]?.text ?? ""
    #expect(field.hasPrefix("**Size**") && field.contains("a whole number, may be left blank"))
    #expect(field.contains("more than 3") && field.contains("If not:"))
    #expect(field.hasSuffix("\n```"))
  }

  @Test func outlineHasBlocksAndTheirFields() {
    let client = Client()
    _ = client.open(LanguageServerTests.form)
    let symbols = client.ask("documentSymbol", 0, 0)["result"]?.items ?? []
    #expect(symbols.compactMap { $0["name"]?.text } == ["kind", "when", "check", "one"])
    #expect(symbols[1]["children"]?.items?.first?["name"]?.text == "size")
  }

  @Test func formattingGivesOneEditOrNone() {
    let client = Client()
    _ = client.open("field   a:int")
    let edits = client.ask("formatting", 0, 0)["result"]?.items
    #expect(edits?.first?["newText"]?.text == "field a: int\n")
    _ = client.open("field a: int\n")
    #expect(client.ask("formatting", 0, 0)["result"]?.description == "[]")
    _ = client.open("field")
    #expect(client.ask("formatting", 0, 0)["result"]?.description == "null")
  }

  @Test func formattingAPart() {
    let client = Client()
    _ = client.open("field   a:int # one\nfield   b:int\n\n\nfield   c:int\n")
    let range = #","range":{"start":{"line":1,"character":0},"end":{"line":1,"character":13}}"#
    let edits = client.ask("rangeFormatting", 0, 0, range)["result"]?.items ?? []
    let texts = edits.compactMap { $0["newText"]?.text }
    #expect(texts == [" ", " ", "\n\n"])
    #expect(edits.allSatisfy { $0["range"]?["start"]?["line"]?.description == "1" })
  }

  @Test func examplesThatAreMet() {
    let client = Client()
    _ = client.open(
      """
      field a: date rule past
      example "yes" accepts < a: 2026-11-19 >
      example "no" accepts < a: "2026-11-21" >
      example "none" on 2026-11-22 rejects a < a: "2026-11-21" >
      """)
    let lenses = client.ask("codeLens", 0, 0)["result"]?.items ?? []
    let titles = lenses.compactMap { $0["command"]?["title"]?.text }
    #expect(titles.first == "1 of 3 examples passed")
    #expect(
      titles.dropFirst().map { $0.prefix(18) } == ["actual: rejected: ", "actual: accepted"])
  }

  @Test func dataBesideTheForm() {
    var asked: [String] = []
    let desk = LanguageServer.DataDesk(
      isThere: { $0.elementsEqual("/forms/a.csv".utf8) },
      check: { form, path in
        asked.append(String(decoding: path, as: UTF8.self))
        return "\(form.program.size.fields) field"
      })
    let client = Client(data: desk)
    _ = client.open("field a: int")
    let lens = client.ask("codeLens", 0, 0)["result"]?.items?.first?["command"]
    #expect(lens?["title"]?.text == "check a.csv")
    let arguments = lens?["arguments"]?.description ?? ""
    let run = { (name: String) in
      client.ask(
        "workspace/executeCommand",
        #"{"command":"formwork.check","arguments":"# + name + "}")
    }
    #expect(run(arguments)["result"]?.description == "null")
    #expect(asked == ["/forms/a.csv"])
    let told = client.messages.first { $0["method"]?.text == "window/showMessage" }
    #expect(told?["params"]?["message"]?.text == "1 field")
    // Only files that a lens offers are opened.
    let other = run(#"["file:///forms/a.form","../secret.csv"]"#)
    #expect(other["error"]?["code"]?.integer == -32602)
    #expect(asked.count == 1)
    _ = client.open("field a: in")
    #expect(client.ask("codeLens", 0, 0)["result"]?.description == "[]")
    #expect(run(arguments)["error"]?["code"]?.integer == -32803)
  }

  @Test func theRuleUnderThePointer() {
    let client = Client()
    _ = client.open("field a: int rule range(1...5) or value == 9 message \"{label}!\"")
    for column in [14, 20, 36] {
      let text = client.ask("hover", 0, column)["result"]?["contents"]?["value"]?.text ?? ""
      #expect(text.contains("1") && text.contains("5") && text.contains("A!"), "\(column): \(text)")
    }
  }

  @Test func placesAreCountedAsTheEditorSays() {
    let text = "# 😀 é\nfield a \"😀\": strin"
    let client = Client()
    _ = client.open(text)
    let units = client.messages.last?["params"]?["diagnostics"]?.items?.first?["range"]?["start"]
    #expect(units?.description == #"{"line":1,"character":14}"#)
    let bytes = Client(isInitialized: false)
    _ = bytes.ask(
      "initialize", #"{"capabilities":{"general":{"positionEncodings":["utf-16","utf-8"]}}}"#)
    _ = bytes.open(text)
    let place = bytes.messages.last?["params"]?["diagnostics"]?.items?.first?["range"]?["start"]
    #expect(place?.description == #"{"line":1,"character":16}"#)
  }

  @Test(arguments: [
    ("{", -32700), ("[]", -32600), ("{}", -32600), ("\u{0}", -32700),
    (#"{"id":1,"method":"nothing"}"#, -32601), (#"{"id":1,"method":"initialize"}"#, -32600),
    (#"{"id":1,"method":"textDocument/hover","params":{}}"#, -32602),
    (#"{"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"x"}}}"#, -32602),
    (
      #"{"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///forms/a.form"}}}"#,
      -32602
    ),
  ])
  func badRequestsAreRefused(_ message: String, _ code: Int) {
    let client = Client()
    _ = client.open("field a: int")
    client.take(message)
    #expect(client.messages.last?["error"]?["code"]?.integer == code)
  }

  @Test func theOrderOfALife() {
    let client = Client(isInitialized: false)
    #expect(client.ask("shutdown", "null")["error"]?["code"]?.integer == -32002)
    #expect(client.ask("initialize", "{}")["result"]?["serverInfo"] != nil)
    #expect(client.ask("shutdown", "null")["result"]?.description == "null")
    #expect(client.ask("hover", 0, 0)["error"]?["code"]?.integer == -32600)
    #expect(client.server.exitCode == nil)
    client.tell("exit", "null")
    #expect(client.server.exitCode == 0)
    let hasty = Client()
    hasty.tell("exit", "null")
    #expect(hasty.server.exitCode == 1)
  }

  @Test func placesOutsideOfTheTextAreItsEnds() {
    let client = Client()
    _ = client.open("field a: int")
    for place in [(99, 0), (0, 99), (-1, 0), (0, -1), (Int.max, Int.max)] {
      #expect(client.ask("hover", place.0, place.1)["error"] == nil)
    }
  }
}
