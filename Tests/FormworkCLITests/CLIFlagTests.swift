// Tests that every flag in the table does what it says. A flag without a test here fails.

import Foundation
import Testing

@testable import FormworkCLI
@testable import FormworkEngine

@Suite struct CLIFlagTests {
  static let spec = """
    field id: string rule count(1...5) message "ID must be 1 to 5 characters" ja "IDは1〜5文字で入力してください"
      rule alphanumeric message "ID must be letters and digits" ja "IDは英数字で入力してください"
    field age: int optional rule range(0...150)
    field born: date optional rule value <= today message "Not born yet" ja "まだ生まれていません"
    """

  static let records = """
    {"id":"a1","age":7}
    {"id":"a-1-1-1","age":200}
    {"id":"b","born":"2027-01-01"}
    {"id":"","age":"x"}

    """

  private typealias Demonstration = @Sendable (CLIFolder) throws -> Void

  @Test func everyFlag() throws {
    for flag in Flag.allCases {
      guard let demonstration = CLIFlagTests.demonstrations[flag] else {
        Issue.record("\(flag.long) has no test")
        continue
      }
      let folder = try CLIFolder(spec: CLIFlagTests.spec)
      try folder.write("d.ndjson", CLIFlagTests.records)
      try demonstration(folder)
    }
  }

  private static let demonstrations: [Flag: Demonstration] = [
    .input: { folder in
      try folder.write("data", "id\na1\n")
      #expect(folder.run("check", "s.form", "data").code == 2)
      #expect(folder.run("check", "s.form", "data", "--input", "csv").code == 0)
      try folder.write("x.csv", "id\tage\na1\t7\n")
      #expect(folder.run("check", "s.form", "x.csv", "--input=tsv").code == 0)
      #expect(folder.run("check", "s.form", "d.ndjson", "--input", "json").code == 1)
      #expect(folder.run("check", "s.form", "data", "--input", "xml").code == 2)
    },
    .delimiter: { folder in
      try folder.write("x.csv", "id;age\na1;7\n")
      #expect(folder.run("check", "s.form", "x.csv").code == 2)
      #expect(folder.run("check", "s.form", "x.csv", "--delimiter", ";").code == 0)
      try folder.write("y.csv", "id\tage\na1\t7\n")
      #expect(folder.run("check", "s.form", "y.csv", "--delimiter=tab").code == 0)
      for bad in ["--delimiter=ab", "--delimiter=\"", "--delimiter=é", "--delimiter=\n"] {
        #expect(folder.run("check", "s.form", "x.csv", bad).code == 2)
      }
    },
    .encoding: { folder in
      try folder.write("x.csv", Array("id\n".utf8) + [0xE4, 0x0A])
      #expect(folder.run("check", "s.form", "x.csv", "--encoding", "latin1").code == 1)
      #expect(folder.run("check", "s.form", "x.csv", "--encoding=latin-x").code == 2)
    },
    .header: { folder in
      try folder.write("x.csv", "title\nid\na1\n")
      #expect(folder.run("check", "s.form", "x.csv", "--header", "2").code == 0)
      #expect(folder.run("check", "s.form", "x.csv", "--header=x").code == 2)
    },
    .sheet: { folder in
      let none = folder.run("check", "s.form", "d.ndjson", "--input=xlsx", "--sheet", "Stock")
      #expect(none.code == 2 && none.error.contains("It is not a workbook"))
    },
    .files: { folder in
      try folder.write("f.form", "needs fileExists field id: string rule fileExists message \"x\"")
      try folder.write("f.ndjson", "{\"id\":\"f.form\"}\n")
      #expect(folder.run("check", "f.form", "f.ndjson", "--files", folder.path).code == 0)
      #expect(folder.run("check", "f.form", "f.ndjson").code == 2)
    },
    .filesAll: { folder in
      #expect(folder.run("check", "s.form", "d.ndjson", "--files-all").code == 2)
      let all = folder.run("check", "s.form", "d.ndjson", "--files-all", "--files", folder.path)
      #expect(all.error.contains("No record refers to this file."))
    },
    .records: { folder in
      try folder.write("x.json", "{\"a\":{\"b\":[{\"id\":\"a1\"}]}}")
      #expect(folder.run("check", "s.form", "x.json", "--records", "a.b").code == 0)
      #expect(folder.run("check", "s.form", "x.json", "--records=a..b").code == 2)
    },
    .output: { folder in
      let human = folder.run("check", "s.form", "d.ndjson", "--output", "human")
      #expect(human.output == folder.run("check", "s.form", "d.ndjson").output)
      let lines = folder.run("check", "s.form", "d.ndjson", "--output", "ndjson")
      #expect(lines.lines.count == 4 && lines.lines.allSatisfy { $0.hasPrefix("{\"record\":") })
      #expect(folder.run("check", "s.form", "d.ndjson", "--output", "njson").code == 2)
      let notes = folder.run("check", "s.form", "d.ndjson", "--output", "github")
      #expect(notes.lines.count { $0.hasPrefix("::error file=d.ndjson,line=") } == 6)
    },
    .show: { folder in
      let one = folder.run("check", "s.form", "d.ndjson", "--show", "1")
      #expect(one.lines.count { $0.hasPrefix("Record ") } == 1)
      #expect(one.output.contains("shown 1 of 3; --show 3 shows all"))
      let none = folder.run("check", "s.form", "d.ndjson", "--show", "0")
      #expect(none.lines.count { $0.hasPrefix("Record ") } == 0)
      #expect(none.lines.first == "4 records: 1 accepted, 3 rejected")
      #expect(folder.run("check", "s.form", "d.ndjson", "--show", "x").code == 2)
      #expect(folder.run("check", "s.form", "d.ndjson", "--show=-1").code == 2)
    },
    .problems: { folder in
      let one = folder.run("check", "s.form", "d.ndjson", "--output=ndjson", "--problems", "1")
      #expect(one.lines[1].contains("1 to 5") && !one.lines[1].contains("letters and digits"))
      #expect(one.lines[1].hasSuffix("}],\"omitted\":2}") && !one.lines[0].contains("omitted"))
      #expect(folder.run("check", "s.form", "d.ndjson", "--problems", "0").code == 2)
    },
    .explain: { folder in
      let plain = folder.run("check", "s.form", "d.ndjson")
      let told = folder.run("check", "s.form", "d.ndjson", "--explain")
      #expect(told.code == 1 && told.output.utf8.count > plain.output.utf8.count)
    },
    .to: { folder in
      let schema = folder.run("export", "s.form", "--to", "json-schema")
      #expect(schema.code == 1 && schema.output.contains("\"maximum\": 150"))
      #expect(folder.run("export", "s.form").error.contains("--to is missing: json-schema"))
      #expect(folder.run("export", "s.form", "--to", "json-shema").code == 2)
    },
    .dialect: { folder in
      let api = folder.run("export", "s.form", "--to=json-schema", "--dialect", "openapi")
      #expect(api.output.hasPrefix("{\n  \"openapi\": \"3.1.0\""))
      #expect(folder.run("export", "s.form", "--to=json-schema", "--dialect=x").code == 2)
    },
    .coverage: { folder in
      let run = folder.run("export", "s.form", "--to=json-schema", "--coverage", "./c.json")
      #expect(run.error.contains("constraints exported"))
      #expect(folder.text("c.json")?.contains("\"constraint\":\"value <= today\"") == true)
      #expect(folder.run("export", "s.form", "--to=json-schema", "--coverage=s.form").code == 2)
      try folder.write("a.json", #"{"properties": {"a": {"type": "array", "items": [true]}}}"#)
      let imported = folder.run("import", "a.json", "--out", "./a.form", "--coverage", "./i.json")
      #expect(imported.code == 1 && imported.output == "")
      #expect(imported.error.hasSuffix("1 depends on the position in a list\n"))
      #expect(folder.text("i.json")?.contains(##""path":"#/properties/a/items","line":1"##) == true)
    },
    .set: { folder in
      try folder.write("s.form", "needs year: int\nfield a: int rule value == year")
      try folder.write("d.ndjson", "{\"a\":2025}\n")
      #expect(folder.run("check", "s.form", "d.ndjson", "--quiet").code == 2)
      #expect(folder.run("check", "s.form", "d.ndjson", "--set", "year=2025", "--quiet").code == 0)
      #expect(folder.run("check", "s.form", "d.ndjson", "--set=year=2026", "--quiet").code == 1)
    },
    .name: { folder in
      #expect(folder.run("new", "d.ndjson", "--name", "cards").output.contains("\nform cards\n"))
    },
    .accepted: { folder in
      let run = folder.run("check", "s.form", "d.ndjson", "--accepted", "./good")
      #expect(run.code == 1 && folder.text("good") == "{\"id\":\"a1\",\"age\":7}\n")
    },
    .rejected: { folder in
      let run = folder.run("check", "s.form", "d.ndjson", "--rejected", "./bad")
      #expect(run.code == 1 && folder.text("bad")?.split(separator: "\n").count == 3)
    },
    .report: { folder in
      let run = folder.run(
        "check", "s.form", "d.ndjson", "--report", "./a.csv", "--report=./b.md", "--quiet")
      #expect(run.code == 1 && run.output == "")
      #expect(folder.text("a.csv")?.split(separator: "\n").count == 7)
      #expect(folder.text("b.md")?.hasPrefix("# s.form\n") == true)
    },
    .known: { folder in
      try folder.write("s.form", "field id: string rule unique")
      let run = folder.run("check", "s.form", "d.ndjson", "--known", "d.ndjson", "--quiet")
      #expect(run.code == 1)
    },
    .list: { folder in
      try folder.write("s.form", "list l < field id: string >\nfield a: string rule value in l.id")
      try folder.write("l.csv", "id\nx\n")
      try folder.write("d.ndjson", "{\"a\":\"y\"}\n")
      #expect(folder.run("check", "s.form", "d.ndjson", "--quiet").code == 2)
      #expect(
        folder.run("check", "s.form", "d.ndjson", "--list", "l=" + folder("l.csv"), "--quiet").code
          == 1)
    },
    .watch: { folder in
      let run = folder.run("check", "s.form", "d.ndjson", "--watch")
      #expect(run.code == 1 && run.error.hasSuffix("changes in 2 files. Press Ctrl-C to stop.\n"))
    },
    .from: { folder in
      try folder.write("a.json", #"{"properties": {"a": {"type": "integer"}}}"#)
      let run = folder.run("import", "a.json", "--from", "json-schema")
      #expect(run.code == 0 && run.output.hasSuffix("field a: int optional\n"))
      #expect(folder.run("import", "a.json", "--from", "xml").code == 2)
    },
    .part: { folder in
      let card = #"{"properties": {"id": {"type": "string"}}}"#
      try folder.write(
        "a.json", #"{"openapi": "3.1.0", "components": {"schemas": {"Card": \#(card)}}}"#)
      #expect(folder.run("import", "a.json", "--part", "Card").code == 0)
      #expect(folder.run("import", "a.json").error.contains("Its parts are: Card"))
      #expect(folder.run("import", "a.json", "--part", "Cart").code == 2)
    },
    .out: { folder in
      let made = folder.run("new", "d.ndjson", "--out", "./n.form")
      #expect(made.code == 0 && made.output == "")
      #expect(folder.text("n.form") == folder.run("new", "d.ndjson").output)
      #expect(folder.run("new", "d.ndjson", "--out=d.ndjson").code == 2)
      let run = try PageTests.page(folder, "s.form", "--out", "a.html")
      #expect(run.code == 0 && run.output == "")
      #expect(folder.text("a.html")?.hasPrefix("<title>s.form</title>") == true)
    },
    .stdio: { folder in
      #expect(
        folder.run("lsp", "--stdio").error
          == "error: The input ended before the editor sent \"exit\".\n")
    },
    .submit: { folder in
      let address = "https://example.org:8080/a?b=1"
      let run = try PageTests.page(folder, "s.form", "--submit", address)
      #expect(run.output.contains("|https://example.org:8080|"))
      #expect(run.output.contains("\"submit\":\"\(address)\""))
      let near = try PageTests.page(folder, "s.form", "--submit", "/signup")
      #expect(near.output.contains("|'self'|") && near.output.contains(#""submit":"/signup""#))
      #expect(try PageTests.page(folder, "s.form").output.contains("|'none'|"))
    },
    .title: { folder in
      let run = try PageTests.page(folder, "s.form", "--title", "A & B")
      #expect(run.output.hasPrefix("<title>A &amp; B</title>"))
      #expect(run.output.contains(#""title":"A & B""#))
    },
    .logo: { folder in
      try folder.write("l.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
      let run = try PageTests.page(folder, "s.form", "--logo", "l.svg")
      #expect(
        run.output.contains(
          #""logo":"data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnLz4=""#
        ))
    },
    .style: { folder in
      try folder.write("a.css", "h1 { color: </style>red }")
      let run = try PageTests.page(folder, "s.form", "--style", "a.css")
      #expect(run.output.contains(#""style":"h1 { color: \u003c/style>red }""#))
    },
    .thanks: { folder in
      let run = try PageTests.page(folder, "s.form", "--thanks", "Bye")
      #expect(run.output.contains(#""thanks":"Bye""#))
    },
    .privacy: { folder in
      let run = try PageTests.page(folder, "s.form", "--privacy", "Kept for a year")
      #expect(run.output.contains(#""privacy":"Kept for a year""#))
    },
    .noKeep: { folder in
      let without = try PageTests.page(folder, "s.form", "--no-keep").output
      #expect(without.contains("\"keeps\":false"))
      let with = try PageTests.page(folder, "s.form").output
      #expect(with.contains("\"keeps\":true"))
    },
    .first: { folder in
      func count(_ scope: String) -> Int {
        folder.run("check", "s.form", "d.ndjson", "--output=ndjson", "--first", scope)
          .output.components(separatedBy: "\"code\":").count - 1
      }
      let all = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
      #expect(all.output.components(separatedBy: "\"code\":").count - 1 == 6)
      #expect(count("field") == 5 && count("record") == 3)
      let file = folder.run("check", "s.form", "d.ndjson", "--output=ndjson", "--first", "file")
      #expect(file.lines.count == 2 && file.code == 1)
      let human = folder.run("check", "s.form", "d.ndjson", "--first=file")
      #expect(human.summary == "2 records: 1 accepted, 1 rejected (stopped at the first rejection)")
      #expect(folder.run("check", "s.form", "d.ndjson", "--first", "all").code == 2)
    },
    .check: { folder in
      try folder.write("a.form", "field a:int\n")
      let run = folder.run("fmt", "--check", "a.form")
      #expect(run.code == 1 && run.output == "a.form\n" && folder.text("a.form") == "field a:int\n")
      _ = folder.run("fmt", "a.form")
      #expect(folder.text("a.form") == "field a: int\n")
      #expect(folder.run("fmt", "--check", "a.form").code == 0)
    },
    .diff: { folder in
      let lines = (1...9).map { "field f\($0): int\n" }.joined()
      try folder.write("a.form", "\n" + lines + "field a:int\n\n")
      let run = folder.run("fmt", "--diff", "a.form")
      #expect(run.code == 1 && folder.text("a.form")?.hasPrefix("\n") ?? false)
      #expect(
        run.output == """
          --- a.form
          +++ a.form
          @@ -1,4 +1,3 @@
          -
           field f1: int
           field f2: int
           field f3: int
          @@ -8,5 +7,4 @@
           field f7: int
           field f8: int
           field f9: int
          -field a:int
          +field a: int
          -

          """)
      for (form, rows) in [
        ("field a: int;\n", "@@ -1,1 +1,1 @@\n-field a: int;\n+field a: int\n"),
        (
          "field a: int\u{3000}optional\n",
          "@@ -1,1 +1,1 @@\n-field a: int\u{3000}optional\n+field a: int optional\n"
        ),
        (
          "field a: int;\nfield b:int\nfield c: <\nfield d: int\n>\n",
          "@@ -1,5 +1,5 @@\n-field a: int;\n+field a: int\n-field b:int\n+field b: int\n field c: <\n-field d: int\n+  field d: int\n >\n"
        ),
      ] {
        try folder.write("b.form", form)
        let run = folder.run("fmt", "--diff", "b.form")
        #expect(run.code == 1 && run.output == "--- b.form\n+++ b.form\n" + rows)
      }
    },
    .fix: { folder in
      try folder.write("u.form", "define old = born < 1900-01-01\ncheck 1 = 1\n")
      let form = "use \"u.form\"\nfield a：int;\ncheck a = 1 and a in a message “x”\n"
      try folder.write("a.form", form)
      let run = folder.run("fmt", "--fix", "--diff", "a.form")
      #expect(
        run.output == """
          --- a.form
          +++ a.form
          @@ -1,3 +1,3 @@
           use "u.form"
          -field a：int;
          +field a: int
          -check a = 1 and a in a message “x”
          +check a == 1 and a in a message "x"

          """)
      #expect(folder.text("a.form") == form)
      #expect(folder.run("fmt", "--fix", "a.form").code == 0)
      let fixed = "use \"u.form\"\nfield a: int\ncheck a == 1 and a in a message \"x\"\n"
      #expect(folder.text("a.form") == fixed)
      // Errors keep it from no fix, but from the layout.
      try folder.write("b.form", "field a:int\ncheck a = = 3\ncheck a => 3\n")
      #expect(folder.run("fmt", "--fix", "b.form").code == 2)
      #expect(folder.text("b.form") == "field a:int\ncheck a == = 3\ncheck a >= 3\n")
      // Changes of the meaning are left to the author.
      let other = "field k: choice(\"a\", \"b\")\ncheck k == \"A\" message \"x\"\n"
      try folder.write("c.form", other)
      #expect(folder.run("fmt", "--fix", "c.form").code == 0 && folder.text("c.form") == other)
    },
    .today: { folder in
      try folder.write("b.ndjson", "{\"id\":\"b\",\"born\":\"2027-01-01\"}")
      #expect(folder.run("check", "s.form", "b.ndjson").code == 1)
      #expect(folder.run("check", "s.form", "b.ndjson", "--today", "2027-01-01").code == 0)
      #expect(folder.run("check", "s.form", "b.ndjson", "--today", "2027-02-29").code == 2)
      #expect(folder.run("check", "s.form", "b.ndjson", "--today", "tomorrow").code == 2)
    },
    .language: { folder in
      let builtIn = BuiltInLanguage.allCases.map { $0.rawValue }
      let run = folder.run("check", "s.form", "d.ndjson", "--language", "ja", "--output=ndjson")
      #expect(run.output.contains("まだ生まれていません"))
      #expect(run.lines[3].contains("でなければなりません") || run.lines[3].contains("ください"))
      let other = folder.run("check", "s.form", "d.ndjson", "--language", "xx", "--output=ndjson")
      #expect(other.output.contains("Not born yet"))
      #expect(
        other.error
          == "warning: s.form: There are no messages in \"xx\"; they are in en. "
          + "--language can be \(builtIn.joined(separator: ", ")).\n"
      )
      for known in ["ja", "ja-JP", "JA_jp.UTF-8", "en", "en-GB", "de-AT", "zh_CN"] {
        #expect(folder.run("check", "s.form", "d.ndjson", "--language", known).error == "")
      }
      #expect(folder.run("check", "s.form", "d.ndjson", "--language=xx", "--quiet").error == "")
      try folder.write(
        "t.form",
        "language de field a: int message \"a\" pt-BR \"b\" ja \"c\" example \"e\" accepts <a: 1>")
      #expect(
        folder.run("test", "t.form", "--language=xx").error
          == "warning: t.form: There are no messages in \"xx\"; they are in de. "
          + "--language can be de, pt-BR, ja, "
          + builtIn.filter { $0 != "de" && $0 != "ja" }.joined(separator: ", ") + ".\n")
      try folder.write("t.ndjson", "{\"a\":\"x\"}")
      for known in ["pt-BR", "pt_BR", "PT_br.UTF-8"] {
        let run = folder.run("check", "t.form", "t.ndjson", "--output=ndjson", "--language", known)
        #expect(run.error == "" && run.output.contains("\"message\":\"b\""))
      }
      // A language that is only in a label counts as one of the form's languages.
      try folder.write("l.form", "field a \"A\" xx \"Ett\": int")
      let label = folder.run("check", "l.form", "t.ndjson", "--output=ndjson", "--language=xx")
      #expect(label.error == "" && label.output.contains("Ett must be"))
    },
    .jobs: { folder in
      let one = folder.run("check", "s.form", "d.ndjson", "--jobs", "1")
      #expect(one.output == folder.run("check", "s.form", "d.ndjson", "--jobs", "4").output)
      for bad in ["0", "257", "many", "1.5"] {
        #expect(folder.run("check", "s.form", "d.ndjson", "--jobs", bad).code == 2)
      }
    },
    .minimum: { folder in
      #expect(folder.run("test", "s.form", "--minimum", "0").code == 0)
      #expect(folder.run("test", "s.form", "--minimum", "1").code == 1)
      #expect(folder.run("test", "s.form", "--minimum", "101").code == 2)
    },
    .quiet: { folder in
      let run = folder.run("check", "s.form", "d.ndjson", "--quiet")
      #expect(run.output == "" && run.error == "" && run.code == 1)
      let lines = folder.run("check", "s.form", "d.ndjson", "--quiet", "--output=ndjson")
      #expect(lines.lines.count == 4)
      let wrong = folder.run("check", "s.form", "./none.csv", "--quiet")
      #expect(wrong.error.hasPrefix("error: ") && wrong.code == 2)
    },
    .exitZero: { folder in
      #expect(folder.run("check", "s.form", "d.ndjson", "--exit-zero").code == 0)
      #expect(folder.run("check", "s.form", "./none.csv", "--exit-zero").code == 2)
      #expect(folder.run("check", "./none.form", "d.ndjson", "--exit-zero").code == 2)
    },
    .noColor: { folder in
      let plain = folder.run("check", "s.form", "d.ndjson")
      let colored = folder.run("check", "s.form", "d.ndjson", isTerminal: true)
      #expect(colored.output.contains("\u{1B}[") && !plain.output.contains("\u{1B}"))
      let uncolored = folder.run("check", "s.form", "d.ndjson", "--no-color", isTerminal: true)
      #expect(uncolored.output == plain.output)
      let wrong = folder.run("check", "--no-color", "--colour", isTerminal: true)
      #expect(wrong.error.hasPrefix("error: ") && wrong.code == 2)
    },
    .help: { folder in
      for word in ["--help", "-h"] {
        let run = folder.run("check", word)
        #expect(run.code == 0 && run.output.hasPrefix("formwork check FORM"))
      }
    },
  ]
}
