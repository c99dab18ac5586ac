// Tests every finding with its file (see FindingFile.swift). With FORMWORK_RECORD=1 in the environment, the tests
// write the drawings in the files, the texts built into the tool, and the table of findings in grammar.md. Review the
// difference before committing it.

import FormworkSyntax
import Foundation
import TestSizes
import Testing

@testable import FormworkReport

@Suite struct FindingFileTests {
  /// If a form has more findings than this, only those of the file's own code are drawn.
  private static let drawnCount = 50

  @Test(arguments: FindingFile.codes)
  func wrongAndRightForms(_ code: String) throws {
    var file = try FindingFile(code)
    for (number, form) in file.complete.enumerated() {
      guard isLarge || FindingFile.isRecording || !form.isLong else { continue }
      let source = form.source
      let files = Dictionary(form.files) { first, _ in first }
      let found = FormAndFindings(source, files: files)
      for diagnostic in found.diagnostics where diagnostic.code == code {
        #expect(diagnostic.severity.rawValue == file.severity)
      }
      expectSentences(found)
      guard form.isWrong else {
        #expect(found.diagnostics.map { $0.message } == [], "\(form.text)")
        continue
      }
      var diagnostics = found.diagnostics
      if diagnostics.count > FindingFileTests.drawnCount {
        diagnostics.removeAll { $0.code != code }
      } else {
        FormAndFindings.expectFixesToMend(source, found, files: files)
      }
      // The first finding; only a condition that is always true makes a branch unreachable.
      let own = diagnostics.first {
        code != "unreachable-branch" || $0.code != "constant-condition"
      }
      #expect(own?.code == code, "\(form.text)")
      let renderer = DiagnosticRenderer(palette: .plain, width: 80)
      let drawing = diagnostics.map { renderer.render($0, in: source) }.joined(separator: "\n")
      if !FindingFile.isRecording { #expect(drawing == form.drawing) }
      file.forms[number].drawing = drawing
    }
    if FindingFile.isRecording { try file.write() }
  }

  private func expectSentences(_ found: FormAndFindings) {
    for diagnostic in found.diagnostics {
      #expect(diagnostic.message.last == "." || diagnostic.message.last == "?")
      #expect(diagnostic.hint.map { $0.last == "." } ?? true)
      #expect(diagnostic.labels.allSatisfy { $0.text.last != "." })
    }
  }

  @Test func wordsAreThoseOfPeople() throws {
    let jargon = [
      "token", "operand", "expression", "predicate", "illegal", "invalid", "unexpected", "syntax",
      "parse", "please", "identifier", "literal", "sorry", "oops",
    ]
    for code in FindingFile.codes {
      let file = try FindingFile(code)
      #expect(file.meaning.last == ".")
      // The form's own lines and names are the author's words.
      let drawn = file.forms.flatMap { $0.drawing.split(separator: "\n") }.filter {
        $0.hasPrefix("error[") || $0.hasPrefix("warning[") || $0.contains(" = ")
      }
      for text in [file.meaning] + drawn.map(String.init) {
        let words = text.lowercased()
        for word in jargon { #expect(!words.contains(word), "\(text)") }
        #expect(!text.hasSuffix("!") && !text.contains("! "), "\(text)")
      }
    }
  }

  @Test func everyCodeHasOneRowAndOneFile() throws {
    let words = FindingFile.root.appending(path: "Sources/FormworkReport/Messages")
    let files = try FileManager.default.contentsOfDirectory(atPath: words.path)
      .filter { $0.hasSuffix(".swift") }
    let codes = try files.flatMap { file in
      try String(contentsOf: words.appending(path: file), encoding: .utf8)
        .matches(of: /FindingRow\(\s*"([a-z-]+)"/).map { String($0.1) }
    }
    #expect(codes.sorted() == FindingFile.codes)
  }

  @Test func textsBuiltIntoTheTool() throws {
    let pages = try FindingFile.codes.map { try FindingFile($0).builtIn }.joined()
    #expect(!pages.contains("\"\"\"#") && !pages.contains("\\#"))
    let made = """
      // The files of Findings without what only tests need.
      // Made by `FORMWORK_RECORD=1 swift test --filter FindingFileTests`; change the files instead.
      // swift-format-ignore-file

      extension FindingPage {
        static let texts = #\"""
      \(pages)\"""#
      }

      """
    let file = FindingFile.root.appending(path: "Sources/FormworkCLI/Generated/FindingTexts.swift")
    if FindingFile.isRecording {
      return try made.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == made)
  }

  @Test func tableOfTheReference() throws {
    let rows = try FindingFile.codes.map { code in
      let file = try FindingFile(code)
      let summary = file.meaning.split(separator: "\n\n")[0]
        .replacing("\n", with: " ").replacing("<", with: "&lt;").replacing("|", with: "\\|")
      return "| `\(code)` | \(file.severity) | \(summary) |\n"
    }
    let table = "| code | | says |\n|---|---|---|\n" + rows.joined()
    let file = FindingFile.root.appending(path: "grammar.md")
    var text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.firstRange(of: "<!-- table: findings -->\n")).upperBound
    let end = try #require(text[start...].firstRange(of: "<!-- end -->")).lowerBound
    if FindingFile.isRecording {
      text.replaceSubrange(start..<end, with: table)
      try text.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<end] == table)
    }
  }
}
