// The files of examples/editors know every reserved word of the language.

import Foundation
import Testing

@testable import FormworkSyntax

@Suite("Files for editors")
struct EditorFilesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("examples/editors")

  @Test(arguments: [
    ("vscode/syntaxes/formwork.tmLanguage.json", /_\.\]\)\(([A-Za-z|]+)\)/, "|"),
    ("emacs/formwork-mode.el", /defconst formwork-keywords\s+'\(([^)]*)\)/, " "),
  ])
  func reservedWords(
    _ file: String, _ list: Regex<(Substring, Substring)>, _ separator: Character
  ) throws {
    let text = try String(
      contentsOf: EditorFilesTests.folder.appendingPathComponent(file), encoding: .utf8)
    let found = try #require(text.firstMatch(of: list)).1
    let words = found.split { $0 == separator || $0.isWhitespace || $0 == "\"" }.map { String($0) }
    #expect(words.sorted() == Keyword.allCases.map { $0.rawValue }.sorted())
  }
}
