// The tables of the reference are generated from the code. FORMWORK_RECORD=1 rewrites them.

import Formwork
import FormworkEngine
import FormworkSyntax
import Foundation
import Testing

@testable import FormworkReport

@Suite("Tables of the reference", .serialized)
struct DocsTablesTests {
  /// The section of each table of rule words, and the words that belong in it.
  private static let groups: [(name: String, holds: @Sendable (PredicateEntry) -> Bool)] = [
    ("rule words of any value", { $0.subject == .any && !$0.isAcross }),
    ("rule words of texts", { isText($0) && !$0.isFormat }),
    ("formats", { $0.isFormat }),
    ("rule words of numbers", { $0.subject == .number || $0.subject == .numberOrMoment }),
    ("rule words of dates and times", { isMoment($0) }),
    ("rule words of lists", { $0.subject == .list }),
    ("rule words of all records", { $0.isAcross }),
  ]

  private static func isText(_ entry: PredicateEntry) -> Bool {
    entry.subject == .text || entry.subject == .textOrList
  }

  private static func isMoment(_ entry: PredicateEntry) -> Bool {
    [.moment, .day, .date].contains(entry.subject)
  }

  @Test("rule words", arguments: groups.map { $0.name })
  func ruleWords(_ name: String) throws {
    let group = try #require(DocsTablesTests.groups.first { $0.name == name })
    let rows = PredicateEntry.table.filter(group.holds).map { entry in
      var examples = [entry.usage, entry.accepts, entry.rejects].map { code($0) }
      if entry.isAcross { examples[2] += " after " + code(entry.accepts) }
      return "| `\(entry.name)` | \(entry.summary) | " + examples.joined(separator: " | ") + " |"
    }
    try check(
      name, "| rule word | means | such as | accepts | rejects |\n|---|---|---|---|---|", rows)
  }

  @Test("every rule word stands in a table")
  func complete() {
    for entry in PredicateEntry.table {
      #expect(DocsTablesTests.groups.contains { $0.holds(entry) }, "\(entry.name)")
    }
  }

  @Test("functions")
  func functions() throws {
    let rows = FormworkEngine.Function.allCases.map { function in
      "| " + function.row.usages.map { code($0) }.joined(separator: ", ")
        + " | \(function.row.gives) |"
    }
    try check("functions", "| function | gives |\n|---|---|", rows)
  }

  @Test("types")
  func types() throws {
    let rows = FormworkEngine.FieldKind.allCases.map { kind in
      let row = kind.row
      let cells = [row.usage ?? code(kind.rawValue), row.texts, row.json, row.product]
      return ("| " + cells.joined(separator: " | ") + " |")
        .replacingOccurrences(of: "|  |", with: "| |")
    }
    try check(
      "types", "| type | takes the texts | and from JSON | in the product |\n|---|---|---|---|",
      rows)
  }

  @Test("types of the library")
  func typesOfTheLibrary() throws {
    let kinds = FormworkEngine.FieldKind.allCases
    let plain = FormworkEngine.FieldKind.plain.map { kind in
      let subject =
        switch kind.row.operand {
        case .text: "Text"
        case .int, .number: "Number"
        case .bool: "Truth"
        case .date: "Day"
        case .time: "Time"
        case .dateTime, .instant: "Moment"
        default: "Unchecked"
        }
      return """

        extension FormType where Subject == Subjects.\(subject) {
          /// \(kind.row.summary)
          public static var \(kind): FormType { FormType("\(kind.rawValue)") }
        }

        """
    }
    try check(
      library: "FieldKind", of: "FieldKind", is: "The type of a field's values",
      "@nonexhaustive\npublic enum FieldKind: String, Sendable, Hashable",
      kinds.map { ("\($0)", $0.rawValue, $0.row.summary) },
      more: plain.joined())
  }

  @Test("kinds of data")
  func kindsOfData() throws {
    let kinds = DataKind.allCases
    try check(
      library: "RecordFormat", of: "DataKind", is: "The format of a file of records",
      "public enum RecordFormat: String, Sendable, Hashable, CaseIterable",
      kinds.map { ("\($0)", $0.rawValue, $0.row.summary) })
    let endings = kinds.flatMap { kind in kind.row.endings.map { ($0, kind.rawValue) } }
    try DocsFile.check(
      "Sources/FormworkWeb/Page/data.js", after: "const formats = { ", before: " };",
      endings.map { "\($0): \"\($1)\"" }.joined(separator: ", "))
    try DocsFile.check(
      "Sources/FormworkWeb/Page/workbench.html", after: "<option value=\"\">detect</option>",
      before: "</select>", kinds.map { "<option>\($0.rawValue)</option>" }.joined())
    try DocsFile.check(
      "README.md", after: "of the data follows from the file's name\n(", before: ", also",
      endings.map { "`.\($0.0)`" }.joined(separator: ", "))
    for file in ["Sources/FormworkSyntax/Parser+Data.swift", "grammar.md"] {
      try DocsFile.check(
        file, after: "data ::= 'data' (", before: ") '<' setting*",
        DataKind.ofGrammar.map { "'\($0.rawValue)'" }.joined(separator: " | "))
    }
    let streamed = kinds.filter { !$0.isSheet }.map { "\"\($0.rawValue)\"" }.listed("or")
    try DocsFile.check(
      "Sources/FormworkC/include/formwork.h", after: "const char *language;\n  /* ",
      before: "; null for", streamed)
    try DocsFile.check(
      "Sources/FormworkPython/formwork/_form.py", after: "cut anywhere.\n        format: ",
      before: ".\n", streamed)
    let packed = kinds.filter { $0.isSheet }.map { $0.row.help }.listed("or")
    try DocsFile.check(
      "Sources/FormworkCLI/Flag.swift", after: "it only checks the form.\n\n      ",
      before: "\n      \"\"\"",
      DocsFile.filled(
        "The name of a file shows the kind of data: \(kinds.map { $0.row.help }.listed("or")). All but \(packed) may be "
          + "compressed (.gz). Any other name needs --input, unless the form declares exactly one kind of data with "
          + "\"data\".", width: 97, indent: "      "))
  }

  @Test("languages")
  func languages() throws {
    let rows = zip(BuiltInLanguage.allCases, Catalogue.all).map { language, catalogue in
      let names = ["english", "name"].map { catalogue.head[$0] ?? "" }.joined(separator: " | ")
      let record = language.report(.recordOnLine).filled(("record", "3"), ("line", "4"))
      let about = language.phrase(.about).filled(
        ("label", "ID"),
        ("sentence", language.word(.count).filled(("amount", language.phrase(.mostAmount)))))
      let message = about.filled(
        ("max", "8"), ("unit", language.plural.form(of: language.counted(.character), for: "8")))
      return "| `\(language.rawValue)` | \(names) | \(message) | \(record) |"
    }
    try check(
      "languages", "| code | language | its name | message | report |\n|---|---|---|---|---|", rows)
  }

  @Test("problems")
  func problems() throws {
    let rows = ProblemCode.allCases.map { code in
      "| `\(code.rawValue)` | \(code.row.summary) | \(code.row.parameters) |"
        .replacingOccurrences(of: "|  |", with: "| |")
    }
    try check("problems", "| code | says | params |\n|---|---|---|", rows)
  }

  @Test("reports")
  func reports() throws {
    let rows = ReportKind.allCases.map { kind in
      "| `\(kind.ending)` | \(kind.row.summary) | \(kind.row.limit) |"
        .replacingOccurrences(of: "|  |", with: "| |")
    }
    try check("reports", "| name | has | at most |\n|---|---|---|", rows)
  }

  @Test("the examples of rule words are true", arguments: FormworkEngine.Predicate.allCases)
  func examples(_ predicate: FormworkEngine.Predicate) throws {
    let entry = predicate.entry
    #expect(entry.predicate == predicate)
    let spec = try FormSpec(source: "field x: \(entry.type) rule \(entry.usage) message \"no\"")
    #expect(spec.warnings.isEmpty)
    let evaluator = Evaluator(spec.program, moment: DocsRun.moment)
    // Rules about all records are tried on two: the second is rejected because of the first.
    var index = DataSetIndex(spec.program)
    for (value, isAccepted) in [(entry.accepts, true), (entry.rejects, false)] {
      let record = Array("{\"x\":\"\(value)\"}".utf8)
      try record.withUnsafeBufferPointer { bytes in
        if entry.isAcross {
          let address = RecordAddress(file: 0, record: 1, line: 1)
          let entry = evaluator.entry(at: address) { evaluator throws(MalformedRecord) in
            try evaluator.evaluate(json: bytes)
          }
          evaluator.expect(index.add(entry, record: 1, line: 1))
        }
        try evaluator.evaluate(json: bytes)
      }
      #expect(evaluator.isAccepted == isAccepted, "\(entry.usage) of \(value)")
    }
  }

  // MARK: Tables

  private func code(_ text: String) -> String {
    text.isEmpty ? "nothing" : "`" + escaped(text) + "`"
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "|", with: "\\|")
  }

  /// Compares an enum of the library with the cases of an enum that it doesn't show.
  private func check(
    library name: String, of origin: String, is summary: String, _ head: String,
    _ cases: [(name: String, word: String, summary: String)], more: String = ""
  ) throws {
    let lines = cases.map { name, word, summary in
      "  /// \(summary)\n  case \(name)" + (name == word ? "\n" : " = \"\(word)\"\n")
    }
    let text = """
      // Written from `\(origin)` of another module. Change that, and run `FORMWORK_RECORD=1 swift test --filter
      // DocsTablesTests`.

      /// \(summary).
      \(head) {
      \(lines.joined())}

      """ + more
    let file = "Sources/Formwork/Generated/\(name).swift"
    #expect(try DocsFile.expected(file, recording: text) == text)
  }

  /// Compares the text between a table's marks with the expected text.
  private func check(_ name: String, _ head: String, _ rows: [String]) throws {
    let table = ([head] + rows).joined(separator: "\n") + "\n"
    try DocsFile.check(
      "grammar.md", after: "<!-- table: \(name) -->\n", before: "<!-- end -->", table)
  }
}
