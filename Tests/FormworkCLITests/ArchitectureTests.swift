// Compares ARCHITECTURE.md with the code: the files in "Where to add X" and all types that it names exist. Also
// compares the lists in these files that no other test compares with the code.

import Formwork
import FormworkEngine
import FormworkReport
import FormworkSyntax
import Foundation
import Testing

@testable import FormworkCLI

@Suite("ARCHITECTURE.md")
struct ArchitectureTests {
  /// A row of a table: a file of the package, a declaration in it, and what to add there.
  struct Place: CustomTestStringConvertible {
    let file: String
    let declaration: String

    var testDescription: String { "\(file): \(declaration)" }
  }

  static let page: String = (try? DocsFile.text("ARCHITECTURE.md")) ?? ""

  /// The rows whose first cell is a file, in backquotes.
  static let places: [Place] = page.components(separatedBy: "\n").compactMap { line in
    let cells = line.components(separatedBy: "|").dropFirst().map { cell in
      cell.trimmingCharacters(in: .whitespaces)
    }
    guard cells.count > 2, cells[0].hasPrefix("`"), cells[0].contains("/") else { return nil }
    return Place(file: bare(cells[0]), declaration: bare(cells[1]))
  }

  private static func bare(_ cell: String) -> String { cell.filter { $0 != "`" } }

  @Test("each thing to add has a table")
  func tables() throws {
    let part = try ArchitectureTests.part(
      of: "ARCHITECTURE.md", from: "\n## Where to add", to: "\n## ")
    let things = part.components(separatedBy: "\n### ").dropFirst()
    #expect(things.count > 10)
    for thing in things {
      #expect(
        thing.components(separatedBy: "\n| file | declaration | add | forced by |\n").count == 2)
    }
    #expect(ArchitectureTests.places.count > 60)
  }

  @Test("every place is there", arguments: places)
  func place(_ place: Place) throws {
    let text = try DocsFile.text(place.file)
    #expect(text.contains(place.declaration))
  }

  @Test("every type is declared, and every suite has its file")
  func types() throws {
    let known = try ArchitectureTests.declared(in: "Sources")
      .union(
        ArchitectureTests.files(in: "Tests").map { $0.deletingPathExtension().lastPathComponent })
    let named = ArchitectureTests.page.matches(of: /`([A-Z][A-Za-z]+)`/).map { String($0.1) }
    #expect(named.count > 20)
    #expect(Set(named).subtracting(known).sorted() == [])
  }

  @Test("every folder of a room is there")
  func folders() throws {
    let folders = ArchitectureTests.page.matches(of: /`([A-Z][A-Za-z]+)\/`/).map { String($0.1) }
    #expect(folders.count > 8)
    let paths =
      ArchitectureTests.files(in: "Sources", "txt").map { $0.pathComponents }
      + ArchitectureTests.files(in: "Sources").map { $0.pathComponents }
    for folder in folders { #expect(paths.contains { $0.contains(folder) }, "\(folder)") }
  }

  @Test(
    "other modules ask a program through its views",
    arguments: ["Formwork", "FormworkReport", "FormworkRuntime", "FormworkCLI"])
  func views(_ module: String) throws {
    let files = ArchitectureTests.files(in: "Sources/" + module)
    #expect(files.count > 8)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: /program\.\w+\[/) == nil, "\(file.lastPathComponent)")
    }
  }

  // MARK: Lists that nothing else forces

  /// The words of types of single values.
  static let typeWords = FormworkEngine.FieldKind.plain.map { $0.rawValue }

  /// The words that begin a clause of a field.
  static let clauseWords = Keyword.allCases.filter { $0.startsClause }.map { $0.rawValue }

  /// Words, and a file that must contain all of them.
  static let wordsOfFiles: [([String], String)] = [
    (typeWords, "Tests/Reference/kinds.py"),
    (clauseWords + DataKind.allCases.map { $0.rawValue }, "Tests/Reference/syntax.py"),
    (
      clauseWords.filter { !BuilderSource.clauses.contains(" \($0)(") },
      "Sources/Formwork/Building/Field.swift"
    ),
    (FormworkEngine.Function.names, "Tests/Reference/functions.py"),
    (
      FormworkEngine.Function.allCases.filter { BuilderSource.declaration(of: $0) == nil }
        .map { $0.name }, "Sources/Formwork/Building/Operand.swift"
    ),
  ]

  @Test("each word is in the files that must know it", arguments: wordsOfFiles)
  func words(_ words: [String], _ file: String) throws {
    let found = Set(
      try DocsFile.text(file).components(separatedBy: CharacterSet.alphanumerics.inverted))
    #expect(Set(words).subtracting(found) == [])
  }

  @Test("embeddable modules sort and look up with code that is the same for all types")
  func generics() throws {
    let modules = ["Syntax", "Engine", "Report", "Authoring", "Server", "C", "Web"]
    let files = ArchitectureTests.files(in: "Sources").filter { file in
      modules.contains { file.pathComponents.contains("Formwork" + $0) }
    }
    #expect(files.count > 300)
    let others =
      [".sorted()", ".sorted {", ".sorted(by:", ".sort {", ".sort()", " Set<", "(Set<", " Set("]
    // A dictionary's type, and a literal whose type is not written.
    let dictionary = #/: \[\[?[A-Z][\w.]*\]?: |let \w+ = \[\s*"[^"]*": /#
    for file in files where file.lastPathComponent != "TextKind.swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for other in others { #expect(!text.contains(other), "\(file.lastPathComponent): \(other)") }
      let found = text.firstMatch(of: dictionary)
      #expect(found == nil, "\(file.lastPathComponent): \(found?.output ?? "")")
    }
  }

  @Test("forms are made up with each rule word")
  func madeUpWords() throws {
    // generate.py takes words of whole texts from predicates.py.
    let words = try ["generate", "predicates"].flatMap { name in
      try DocsFile.text("Tests/Reference/\(name).py")
        .components(separatedBy: CharacterSet.alphanumerics.inverted)
    }
    #expect(Set(PredicateEntry.table.map { $0.name }).subtracting(words) == [])
  }

  @Test("README.md has each verb, each end of names and the number of functions in C")
  func readme() throws {
    func part(_ start: String, _ end: String) throws -> String {
      try ArchitectureTests.part(of: "README.md", from: start, to: end)
    }
    let verbs = try part("\n## On the command line", "\n## ")
    for verb in Verb.allCases { #expect(verbs.contains("`formwork " + verb.rawValue), "\(verb)") }
    let reports = try part("| `--report FILE` |", "\n")
    for kind in ReportKind.allCases { #expect(reports.contains("`\(kind.ending)`"), "\(kind)") }
    let header = try DocsFile.text("Sources/FormworkC/include/formwork.h")
    let number = NumberFormatter()
    (number.locale, number.numberStyle) = (Locale(identifier: "en"), .spellOut)
    let count = Set(header.matches(of: /\bformwork_\w+(?=\()/).map { String($0.0) }).count
    let spelled = try #require(number.string(from: NSNumber(value: count)))
    #expect(try DocsFile.text("README.md").contains(" has \(spelled) functions "))
  }

  /// Returns the part of a file after `start`, up to `end`.
  private static func part(of file: String, from start: String, to end: String) throws -> String {
    let text = try DocsFile.text(file)
    let rest = text[try #require(text.range(of: start)).upperBound...]
    return rest.components(separatedBy: end)[0]
  }

  private static func files(in folder: String, _ ending: String = "swift") -> [URL] {
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: DocsFile.path(folder)), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }
  }

  /// The names of all types.
  private static func declared(in folder: String) throws -> Set<String> {
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias"]
    var names: Set<String> = []
    for file in files(in: folder) {
      let words = try String(contentsOf: file, encoding: .utf8).split { " \n:<(".contains($0) }
      for (kind, name) in zip(words, words.dropFirst()) where kinds.contains(kind) {
        names.insert(String(name))
      }
    }
    return names
  }
}
