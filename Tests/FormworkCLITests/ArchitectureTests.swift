// ARCHITECTURE.md speaks of the code as it is: the places of "Where to add X" are there, and so is every
// type that it names.

import Foundation
import Testing

@Suite("ARCHITECTURE.md")
struct ArchitectureTests {
  /// A row of a table: a file of the package, what is declared in it, and what to add there.
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

  @Test("there are eight things to add")
  func eight() throws {
    let start = try #require(ArchitectureTests.page.range(of: "\n## Where to add")).upperBound
    let part = ArchitectureTests.page[start...].components(separatedBy: "\n## ")[0]
    #expect(part.components(separatedBy: "\n### ").count == 9)
    #expect(ArchitectureTests.places.count > 10)
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
    let paths = ArchitectureTests.files(in: "Sources").map { $0.pathComponents }
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

  private static func files(in folder: String) -> [URL] {
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: DocsFile.path(folder)), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
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
