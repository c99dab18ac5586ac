// `formwork explain`: its output for each example form, for every rule word and function in every language, and that
// every form has some. FORMWORK_RECORD=1 rewrites the files in `Explained`.

import Foundation
import Testing

@testable import FormworkAuthoring
@testable import FormworkEngine
@testable import FormworkReport
@testable import FormworkSyntax

@Suite("formwork explain")
struct ExplainTests {
  private static let folder = "Tests/FormworkCLITests/Explained/"
  private static let languages = FormExplainer.languages

  private static let forms = [
    "adult/adult", "archive/archive", "clinic/clinic", "common/loan", "common/member",
    "embedding/Sources/Embedding/Forms/password", "member-id/member-id", "order/order",
    "password/password", "prices/prices", "register/register", "stock/stock", "survey/survey",
    "tour/tour", "verein/verein",
  ]

  private static func explain(_ form: String, _ flags: String...) -> DocsRun {
    DocsRun(["explain", form, "--today", "2026-11-20"] + flags)
  }

  // MARK: - Example forms

  @Test("each example form in each language", arguments: forms, languages)
  func examples(_ form: String, _ language: String) throws {
    let run = ExplainTests.explain("examples/\(form).form", "--language", language)
    #expect(run.code == 0)
    let name = form.hasPrefix("embedding") ? "embedding" : form.split(separator: "/").last ?? ""
    let file = "\(ExplainTests.folder)\(name).\(language).txt"
    #expect(try run.output == DocsFile.expected(file, recording: run.output))
    ExplainTests.expectWhole(run.output)
  }

  @Test("every example form is among them")
  func complete() {
    let files = FileManager.default.subpaths(atPath: DocsFile.path("examples")) ?? []
    let forms = files.filter { $0.hasSuffix(".form") && !$0.hasPrefix("embedding") }
    // This form is used only by the others.
    let own = Set(forms.map { String($0.dropLast(5)) }).subtracting(["common/common"])
    #expect(own.subtracting(ExplainTests.forms).isEmpty)
  }

  @Test("as Markdown and HTML", arguments: ["markdown", "html"])
  func outputs(_ output: String) throws {
    let run = ExplainTests.explain("examples/clinic/clinic.form", "--output", output)
    let file = ExplainTests.folder + "clinic." + (output == "html" ? "html" : "md")
    #expect(try run.output == DocsFile.expected(file, recording: run.output))
    #expect(run.output.contains("Which answers open which sections") == (output == "html"))
  }

  // MARK: - Words

  /// A form with every rule word and its opposite, and every function.
  private static var everyWord: String {
    var form = "table price(kind) < \"a\" -> 1 else -> 2 >\nfield n \"N\": number optional\n"
    form +=
      "field s \"S\": string field d \"D\": datetime field i \"I\": instant field l \"L\": list of < field x \"X\": number > \n"
    for (number, entry) in PredicateEntry.table.enumerated() {
      let isAcross = entry.isAcross
      let usage = entry.usage.hasPrefix("value ") ? String(entry.usage.dropFirst(13)) : entry.usage
      form += "field w\(number) \"\(entry.name)\": \(entry.type) rule \(usage)"
      form += (isAcross ? "" : " rule not \(usage)") + " message \"?\"\n"
    }
    let conditions = [
      "count(s) == 3", "sum(l.x) > 0", "min(n, 3) > 0", "max(l.x) < 9", "round(n, 2) == 1",
      "round(n, 2, even) == 1", "mod(n, 2) == 0", "year(d) == 2026", "month(d) == 1",
      "day(d) == 1", "weekday(d) in 1...5", "hour(d) == 1", "minute(d) == 1", "second(d) == 1",
      "part(s, 1...2) == \"a\"", "number(s) > 0", "weighted(s, 1, 3) > 0",
      "joined(s, n) != \"a\"", "price(s) == n", "any(l, x > 3)", "not any(l, x > 3)",
      "all(l, x > 3)", "not all(l, x > 3)", "count(l, x > 3) <= 1", "3 in l.x", "3 not in l.x",
      "n in 0..<3", "n not in 0..<3", "n not in 0...3", "i < now", "not i < now",
      "d in 2026-01-01T00:00..<2027-01-01T00:00", "d not in 2026-01-01T00:00...2027-01-01T00:00",
      "n in (1, 2, 5...9)", "n not in (1, 5...9, 12...)", "contains(2...3, letter)",
      "not (n > 1 and n < 5 or n == 7)", "-n < 3", "(n + 1) * 2 / 4 - (3 - n) == 0",
      "d - 2026-01-01T00:00 < 36 hours", "d < 2026-01-01T00:00 + 1 year + 2 weeks",
      "letters(any)", "alphanumeric(any)", "distinct(by: x)", "contains(\"a\")", "count(0)",
      "only(digit, \" -\")", "matches(/[^,]*,\\s?(ab|c)+[0-9a-f]{2,}x?/i)",
      "matches(/\\p{Lu}\\w*(-[A-Z]{2,3})?.{0,4}/)", "matches(/[\\p{Greek}]+/)",
    ]
    let alone = ["contains", "letters", "alphanumeric", "count(0)", "only", "matches"]
    for condition in conditions {
      let subject =
        condition.hasPrefix("distinct")
        ? "l " : alone.contains { condition.hasPrefix($0) } ? "s " : ""
      form += "check \(subject)\(condition) message \"?\"\n"
    }
    return form
  }

  @Test("every rule word and function", arguments: languages)
  func everyWord(_ language: String) throws {
    let folder = try CLIFolder(spec: ExplainTests.everyWord)
    let run = folder.run("explain", "s.form", "--language", language)
    #expect(run.code == 0, "\(run.error)")
    let file = ExplainTests.folder + "words.\(language).txt"
    #expect(try run.output == DocsFile.expected(file, recording: run.output))
    ExplainTests.expectWhole(run.output)
  }

  /// No placeholder and no plural form is left over.
  private static func expectWhole(_ text: String) {
    #expect(!text.contains(/\{[A-Za-z]+\}/), "\(text)")
    #expect(!text.contains(/\p{L}\|\p{L}/), "\(text)")
  }

  // MARK: - Every form there is

  @Test("every form of the language's tests, in every output")
  func everyForm() throws {
    var count = 0
    for chunk in LanguageChunk.all {
      guard let document = ExplainTests.document(chunk.spec) else { continue }
      count += 1
      let html = document.html
      ExplainTests.expectBalanced(html, chunk.testDescription)
      #expect(!document.text().isEmpty && !document.markdown.isEmpty)
    }
    #expect(count > 300)
  }

  /// Returns the explanation of a form, or nil if it has errors.
  private static func document(_ form: String, _ language: String? = nil) -> Document? {
    let source = Source(name: "s.form", bytes: Array(form.utf8))
    let checked = Checker.check(Parser.parse(source).tree, source: source, standsInForHost: true)
    return checked.program.map {
      FormExplainer.explain($0, source: source, language: language, moment: CLIFolder.moment)
    }
  }

  /// Every opened element is closed, except void ones.
  private static func expectBalanced(_ html: String, _ title: String) {
    var open: [Substring] = []
    for match in html.matches(of: /<(\/?)([a-z0-9]+)([^<>]*)>/) {
      let (_, slash, name, rest) = match.output
      if ["meta", "br"].contains(name) || rest.hasSuffix("/") { continue }
      if slash.isEmpty {
        open.append(name)
      } else {
        #expect(open.popLast() == name, "\(title)")
      }
    }
    #expect(open.isEmpty, "\(title)")
  }

  // MARK: - Bounds

  @Test("what is written from definitions in definitions stays short")
  func bounded() throws {
    var values = "field a: number\ndefine v0 = a + a\n"
    var conditions = "define c0 = a > 1 or a < 0\n"
    for number in 1...12 {
      values += "define v\(number) = v\(number - 1) + v\(number - 1)\n"
      conditions += "define c\(number) = c\(number - 1) or (c\(number - 1) and a != \(number))\n"
    }
    let document = try #require(
      ExplainTests.document(
        values + conditions + "check v12 > 3 message \"?\"\ncheck c12 message \"?\"\n"))
    let text = document.text()
    #expect(text.utf8.count < 40_000, "\(text.utf8.count)")
    #expect(text.contains("Named conditions") && text.contains("(a longer calculation)"))
  }

  @Test("groups with the same fields are told once")
  func once() throws {
    var form =
      "define place: < field town \"Town\": string field zip \"ZIP\": string rule digits >\n"
    for number in 1...50 { form += "field p\(number): place\n" }
    let text = try #require(ExplainTests.document(form)?.text())
    #expect(text.components(separatedBy: "ZIP (zip)").count == 2)
    #expect(text.components(separatedBy: "the same fields and rules as “P1”").count == 50)
  }

  @Test("the form's own words for built-in messages are told")
  func ownWords() throws {
    let form = """
      words required "{label}, please", type "{label}: {expected}", choice "one of {choices}", blank "no",
        unknown "what?", malformed "hm", calculation "?"
      field a "A": int
      """
    let text = try #require(ExplainTests.document(form)?.text())
    #expect(text.contains("If it is missing: \"A, please\""))
    #expect(text.contains("If a value is of the wrong kind: \"‹field›: ‹expected type›\""))
    #expect(text.contains("If a record cannot be read: \"hm\""))
  }

  // MARK: - The command line

  @Test("what is wrong is said, and a form that needs a program is explained without it")
  func commandLine() throws {
    let folder = try CLIFolder(spec: "needs inStock(string)\nfield a: string rule inStock(\"x\")\n")
    let run = folder.run("explain", "s.form")
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("The value passes the program's own check \"In stock\" (\"x\")"))
    try folder.write("bad.form", "field a: strin\n")
    #expect(folder.run("explain", "bad.form").code == 2)
    #expect(folder.run("explain").code == 2)
    #expect(folder.run("explain", "s.form", "bad.form").error.contains("Only one form"))
    #expect(folder.run("explain", "s.form", "--output", "human").error.contains("text, markdown"))
  }

  /// A form with one check, a record that breaks it, and the fields that may be blank in it, each with its key and
  /// its name in the explanation.
  struct BrokenCheck: Sendable {
    let form: String
    let record: [String: String]
    let names: [String: String]
  }

  private static let brokenChecks = [
    BrokenCheck(
      form: """
        field kind "Kind": string
        when kind == "a" < field p "Card": string optional >
        else when kind == "b" < field p "Account": string optional >
        check p == "x" message "?"
        """,
      record: ["kind": "\"b\"", "p": "\"y\""], names: ["p": "“Card” or “Account”"]),
    BrokenCheck(
      form: """
        field b "B": int optional
        field c "C": int optional
        check b > 3 or c > 3 message "?"
        """,
      record: ["b": "1", "c": "1"], names: ["b": "“B”", "c": "“C”"]),
    BrokenCheck(
      form: """
        field a "A": int optional
        field b "B": int optional
        check filled a or b > 3 message "?"
        """,
      record: ["b": "1"], names: ["b": "“B”"]),
    BrokenCheck(
      form: """
        field a "A": bool optional
        field b "B": int optional
        check a or b > 3 message "?"
        """,
      record: ["a": "false", "b": "1"], names: ["b": "“B”"]),
  ]

  @Test(
    "what a check is only looked at with is what makes it pass when blank", arguments: brokenChecks)
  func onlyChecked(_ check: BrokenCheck) throws {
    let folder = try CLIFolder(spec: check.form + "\n")
    let text = folder.run("explain", "s.form").output.split { $0.isWhitespace }
      .joined(separator: " ")
    let note = text.firstMatch(of: /Only checked when (.*?) filled in/)?.output.1 ?? ""
    for blank in [nil] + check.record.keys.map(Optional.some) {
      let members = check.record.filter { $0.key != blank }.map { "\"\($0.key)\":\($0.value)" }
      try folder.write("r.json", "{" + members.joined(separator: ",") + "}")
      let isAccepted = folder.run("check", "s.form", "r.json").code == 0
      guard let blank, blank != "kind" else {
        if blank == nil { #expect(!isAccepted) }
        continue
      }
      let isNamed = check.names[blank].map { note.contains($0) } ?? false
      #expect(isAccepted == isNamed, "\(blank): \(note)")
    }
  }

  @Test("a field is named by its path where a check needs it, and no field of entries is named")
  func paths() throws {
    let form = """
      field home "Home": < field z "Zip": int optional >
      field work "Work": < field z "Zip": int optional >
      field items "Items": list of < field rec "Rec": < field zip "Code": int optional > >
      check home.z > work.z message "?"
      check all(items, rec.zip > 3) message "?"
      """
    let text = try #require(ExplainTests.document(form)?.markdown)
    #expect(text.contains("Only checked when “Home › Zip” and “Work › Zip” are filled in"))
    #expect(!text.contains("“Code” is filled in") && !text.contains("“Rec › Code” is filled in"))
  }

  @Test(
    "a bool is blank only where it may be",
    arguments: [
      ("field called: bool check not called or n > 5 message \"m\"", false),
      ("field called: bool check called == false or n > 5 message \"m\"", false),
      ("field called: bool when not called < field b: int >", false),
      ("field called: bool default true when not called < field b: int >", false),
      ("field called: bool optional check not called or n > 5 message \"m\"", true),
      (
        "field r: < field called: bool > optional check not r.called or n > 5 message \"m\"",
        true
      ),
      ("when n > 3 < field called: bool > check not called or n > 5 message \"m\"", true),
      ("when n > 3 < field called: bool check not called or n > 5 message \"m\" >", false),
      (
        "list l < field id: int field called: bool > check any(l, not called) message \"m\"",
        true
      ),
      ("needs called: bool check not called or n > 5 message \"m\"", false),
    ])
  func blankBools(_ form: String, _ mayBeBlank: Bool) throws {
    let text = try #require(ExplainTests.document("field n: int " + form)?.markdown)
    #expect(text.contains("“Called” is no") || text.contains("› Called” is no"))
    #expect(text.contains("is no, or blank") == mayBeBlank, "\(text)")
    #expect(!text.contains("Only checked when “Called”"))
  }

  @Test("limits are in the notation that messages have")
  func notation() throws {
    let form = """
      field a "A": number(decimal ",", group ".") default 1000
        rule value <= 1234.5 message "{max}"
        rule value in (1000, 2000.5...) message "{choices}"
        rule value in 0.5 %...10000 message "{min}"
      field d "D": date("d.M.yyyy") rule value > 2026-05-01 message "after {min}"
      field l "L": list of number(decimal ",") each rule value <= 1.5 message "{max}"
        rule any(value, value <= 2.5) message "m"
      field n "N": number
      check n <= 1234.5 message "{max}" at a
      check n <= 1234.50 message "{max}"
      check a <= 12.5 message "{max}"
      when a > 3.5 < field b "B": int >
      """
    let text = try #require(ExplainTests.document(form)?.text(width: 200))
    for part in [
      "counts as 1.000 if blank", "The value is at most 1.234,5.\n    If not: \"1.234,5\"",
      "The value is 1.000 or 2.000,5 or more",
      "at least 0,5 % and at most 10.000.\n    If not: \"0,5 %\"",
      "The value is later than 1.5.2026.\n    If not: \"after 1.5.2026\"",
      "The entry is at most 1,5.\n      If not: \"1,5\"", "- The entry is at most 2,5\n",
      "“N” is at most 1.234,5.\n  If not: \"1.234,5\" (at “A”)",
      "“N” is at most 1234.50.\n  If not: \"1234.50\" (at “N”)",
      "“A” is at most 12,5.\n  If not: \"12,5\" (at “A”)", "- “A” is more than 3,5\n",
    ] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
  }

  @Test("an example that a program decides has the verdict that the form states")
  func hostExamples() throws {
    let form = """
      needs inStock(string)
      field a "A": string rule inStock("K") message "none"
      example "e1" accepts < a: "x" >
      """
    let text = try #require(ExplainTests.document(form)?.markdown)
    #expect(text.contains("accepted according to the form") && !text.contains("it should be"))
  }

  @Test("an instant is compared with the moment, an `else blank` names its fields")
  func instantsAndBlanks() throws {
    let form = """
      field i "I": instant rule past
      field a "A": int
      when a > 3 < field x "X": int when a > 5 < field y "Y": int > > else blank
      """
    let text = try #require(ExplainTests.document(form)?.markdown)
    #expect(text.contains("The value is earlier than the current time"))
    #expect(text.contains("these must be blank: “X”, “Y”"))
  }

  @Test("a path through records that share a name is about the fields of all of them")
  func sharedNames() throws {
    let form = """
      field k "K": bool
      when k < field a "A": < field t "T": string field c "C": choice("a" "Apple", "b" "Bear") > >
      else < field a "A": < field t "T": string optional field c "C": choice("a" "Aachen", "d" "Dog") > >
      check a.t != "x" message "m"
      check a.c != "a" message "m"
      check a.c != "d" message "m"
      check a.c != previous.a.c or previous.a.c == "b" message "m"
      """
    let text = try #require(ExplainTests.document(form)?.markdown)
    #expect(text.contains("is filled in") && text.contains("“A › T” is not \"x\""))
    #expect(text.contains("“A › T” and “A” are filled in"))
    #expect(text.contains("“A › C” is not \"a\".") && text.contains("is not \"d\" (Dog)"))
    #expect(text.contains("is \"b\" (Bear)"))
  }

  @Test("a language without explanations is said")
  func otherLanguage() throws {
    let folder = try CLIFolder(spec: "field a: int\n")
    let run = folder.run("explain", "s.form", "--language", "xx")
    #expect(
      run.error
        == "warning: s.form: There is no explanation in \"xx\", so this one is in en. "
        + "--language can be \(ExplainTests.languages.joined(separator: ", ")).\n")
    #expect(folder.run("explain", "s.form", "--language", "de").error == "")
  }

  @Test("what a form says is no mark of the output")
  func escaped() throws {
    let form = """
      field a "<b>&*x*": string rule startsWith("<i>") message "</p><script>|`_"
      """
    let document = try #require(ExplainTests.document(form))
    #expect(!document.html.contains("<script>") && !document.html.contains("<b>&*"))
    #expect(document.html.contains("&lt;b&gt;&amp;*x*"))
    #expect(document.markdown.contains(#"\<b\>\&\*x\*"#))
  }
}
