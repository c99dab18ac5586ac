// The tables of the reference are made from those of the code. FORMWORK_RECORD=1 writes them anew.

import Formwork
import FormworkEngine
import FormworkSyntax
import Foundation
import Testing

@testable import FormworkReport

@Suite("Tables of the reference", .serialized)
struct DocsTablesTests {
  /// Where each table of rule words stands, and what belongs into it.
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
    func lines(_ kinds: [FormworkEngine.FieldKind], _ line: (String, String) -> String) -> String {
      kinds.map { "  /// \($0.row.summary)\n  \(line("\($0)", $0.rawValue))\n" }.joined()
    }
    let cases = lines(FormworkEngine.FieldKind.allCases) { name, word in
      name == word ? "case \(name)" : "case \(name) = \"\(word)\""
    }
    let types = lines(FormworkEngine.FieldKind.plain) { name, word in
      "public static let \(name) = FormType(\"\(word)\")"
    }
    let text = """
      // Written from FormworkEngine's `FieldKind`: change that, and run `FORMWORK_RECORD=1 swift test --filter
      // DocsTablesTests`.

      /// The type of a field's values.
      @nonexhaustive
      public enum FieldKind: String, Sendable, Hashable {
      \(cases)}

      extension FormType {
      \(types)}

      """
    #expect(
      try DocsFile.expected("Sources/Formwork/Generated/FieldKind.swift", recording: text) == text)
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
    // What is said of all records is tried on two: the second is rejected because of the first.
    var index = DataSetIndex(spec.program)
    for (value, isAccepted) in [(entry.accepts, true), (entry.rejects, false)] {
      let record = Array("{\"x\":\"\(value)\"}".utf8)
      try record.withUnsafeBufferPointer { bytes in
        if entry.isAcross {
          evaluator.expect(index.add(evaluator.keys(bytes), record: 1, line: 1))
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

  /// Compares what stands between the marks of a table with what must stand there.
  private func check(_ name: String, _ head: String, _ rows: [String]) throws {
    let table = ([head] + rows).joined(separator: "\n") + "\n"
    let (open, close) = ("<!-- table: \(name) -->\n", "<!-- end -->")
    var text = try DocsFile.text("grammar.md")
    let start = try #require(text.range(of: open)).upperBound
    let end = try #require(text.range(of: close, range: start..<text.endIndex)).lowerBound
    if DocsFile.isRecording {
      text.replaceSubrange(start..<end, with: table)
      _ = try DocsFile.expected("grammar.md", recording: text)
    } else {
      #expect(String(text[start..<end]) == table)
    }
  }
}
