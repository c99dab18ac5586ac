// Compares the documents with the code: the grammar with the parser, the reference with the tables. Every form in
// them is valid, and every command prints the output below it.

import Formwork
import FormworkEngine
import FormworkReport
import FormworkRuntime
import FormworkSyntax
import Foundation
import Testing

@Suite("Documents")
struct DocsTests {
  @Test("grammar.md has every production of the parsers once, and no other")
  func productions() throws {
    let language = try DocsTests.productions(above: "", in: "Sources/FormworkSyntax")
    let patterns = try DocsTests.productions(
      above: "PatternParser", in: "Sources/FormworkEngine/Patterns")
    let grammar = try DocsBlock.all("grammar", in: "grammar.md").map {
      DocsTests.productions($0.lines)
    }
    #expect(language.count > 40 && patterns.count > 10)
    // The whole grammar is in one block, followed by that of patterns.
    #expect(grammar.map { $0.sorted() } == [language.sorted(), patterns.sorted()])
  }

  /// The productions in the comments of the files whose names have the prefix.
  private static func productions(above prefix: String, in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: DocsFile.path(folder))
      .filter { $0.hasPrefix(prefix) }
      .flatMap { name in
        let lines = try DocsFile.text(folder + "/" + name).components(separatedBy: "\n")
        return productions(
          lines.map { line in
            let line = line.drop { $0 == " " }
            return line.hasPrefix("/// ") ? String(line.dropFirst(4)) : ""
          })
      }
  }

  /// The lines with `::=`, each with its continuation lines.
  private static func productions(_ lines: [String]) -> [String] {
    var productions: [String] = []
    var isOpen = false
    for line in lines {
      if line.contains(" ::= ") {
        productions.append(line)
        isOpen = true
      } else if isOpen, line.hasPrefix("  |") {
        productions[productions.count - 1] += "\n" + line
      } else {
        isOpen = false
      }
    }
    return productions
  }

  @Test("every part that a production names has a production, or is a word or a token")
  func namesOfParts() throws {
    let blocks = try DocsBlock.all("grammar", in: "grammar.md")
    let productions = blocks.flatMap { DocsTests.productions($0.lines) }
    let heads = Set(productions.map { String($0.prefix { $0 != " " }) })
    for production in productions {
      let body = production.replacingOccurrences(
        of: "'[^']*'", with: " ", options: .regularExpression)
      let marks = CharacterSet(charactersIn: " ()|?*+\n")
      for word in body.components(separatedBy: marks) where !word.isEmpty && word != "::=" {
        #expect(heads.contains(word) || word == word.uppercased(), "\(word) in \(production)")
      }
    }
  }

  @Test("every form in the documents can be used", arguments: ["README.md", "grammar.md"])
  func forms(_ name: String) throws {
    let blocks = try DocsBlock.all("form", in: name)
    #expect(!blocks.isEmpty)
    for block in blocks {
      let place: Testing.Comment = "\(name):\(block.line)"
      let found = DocsTests.diagnostics(block.text)
      if block.info.contains("error") {
        #expect(found.contains { $0.severity == .error }, place)
      } else if block.info.contains("warning") {
        #expect(!found.isEmpty && found.allSatisfy { $0.severity == .warning }, place)
      } else {
        #expect(found.map { "\($0.code): \($0.message)" } == [], place)
      }
      for code in block.info.dropFirst(2) { #expect(found.contains { $0.code == code }, place) }
    }
  }

  @Test("every example in a form in the documents is met", arguments: ["README.md", "grammar.md"])
  func examples(_ name: String) throws {
    let blocks = try DocsBlock.all("form", in: name).filter { $0.text.contains("\nexample ") }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let spec = try CompiledForm(Source(name: "form", bytes: Array(block.text.utf8)))
      let report = ExampleReport(
        spec.program, source: spec.source, moment: DocsRun.moment, language: nil, palette: .plain)
      #expect(report.passed > 0 && report.failed == 0, "\(name):\(block.line)\n\(report.text)")
    }
  }

  private static func diagnostics(_ text: String) -> [Diagnostic] {
    do throws(FormError) {
      return try CompiledForm(Source(name: "form", bytes: Array(text.utf8))).diagnostics.told
    } catch {
      return error.diagnostics.told
    }
  }

  @Test("every command in README.md prints what stands below it")
  func commands() throws {
    let blocks = try DocsBlock.all("console", in: "README.md")
    #expect(!blocks.isEmpty)
    for block in blocks {
      var lines = block.lines[...]
      while let command = lines.popFirst() {
        let expected = lines.prefix { !$0.hasPrefix("$ ") }
        lines = lines.dropFirst(expected.count)
        let run = DocsRun(try #require(DocsTests.words(command)))
        let got = (run.error + run.output).components(separatedBy: "\n").dropLast()
        #expect(DocsTests.fits(expected, got), "\(command)\n\(got.joined(separator: "\n"))")
      }
    }
  }

  /// The words after the program's name, or nil if another program is called.
  private static func words(_ command: String) -> [String]? {
    for program in ["$ swift run -c release formwork ", "$ formwork "]
    where command.hasPrefix(program) {
      return command.dropFirst(program.count).split(separator: " ").map(String.init)
    }
    return nil
  }

  /// Returns whether lines match the expected ones, in which a line `…` matches any number of lines.
  private static func fits(_ expected: ArraySlice<String>, _ got: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return got.isEmpty }
    guard first == "…" else {
      return got.first == first && fits(expected.dropFirst(), got.dropFirst())
    }
    return (got.startIndex...got.endIndex).contains { fits(expected.dropFirst(), got[$0...]) }
  }

  @Test("README.md has its two commands")
  func twoCommands() throws {
    let readme = try DocsFile.text("README.md")
    let example = "examples/register/register.form examples/register/data.ndjson"
    #expect(readme.contains("swift run -c release formwork check " + example))
    #expect(readme.contains("swift test"))
  }

  @Test("README.md names every flag")
  func flags() throws {
    let readme = try DocsFile.text("README.md")
    let help = DocsRun(["help", "check"]).output + DocsRun(["help", "test"]).output
    let flags = help.components(separatedBy: CharacterSet(charactersIn: " ,.\n")).filter {
      $0.hasPrefix("--")
    }
    #expect(flags.count > 10)
    for flag in flags { #expect(readme.contains("`" + flag), "\(flag)") }
  }

  @Test("grammar.md has every word of the language, and no other")
  func keywords() throws {
    let grammar = try DocsFile.text("grammar.md")
    let head = "These words belong to the language:\n\n"
    let start = try #require(grammar.range(of: head)).upperBound
    let end = try #require(grammar.range(of: "\n\n", range: start..<grammar.endIndex)).lowerBound
    let words = grammar[start..<end].split { $0.isWhitespace }.map { $0.filter { $0 != "`" } }
    #expect(words == Keyword.reserved.map { $0.rawValue }.sorted())
  }

  @Test("grammar.md has every code of a problem")
  func problemCodes() throws {
    let grammar = try DocsFile.text("grammar.md")
    let codes = [
      "required", "type", "choice", "blank", "unknown", "malformed", "compare", "rule", "records",
    ]
    for code in codes { #expect(grammar.contains("\n| `\(code)` |")) }
  }
}
