// The files of examples/editors contain every reserved word of the language.

import Foundation
import Testing

@testable import FormworkSyntax

@Suite("Files for editors")
struct EditorFilesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("examples/editors")

  /// Returns the words between two marks of a file.
  @Test(arguments: [
    ("vscode/syntaxes/formwork.tmLanguage.json", "(?<!\\\\.))(", ")(?!", "|"),
    ("emacs/formwork-mode.el", "(defconst formwork-keywords\n  '(", ")", " "),
  ])
  func reservedWords(_ file: String, _ start: String, _ end: String, _ separator: Character) throws
  {
    let text = try String(
      contentsOf: EditorFilesTests.folder.appendingPathComponent(file), encoding: .utf8)
    let lower = try #require(text.range(of: start)).upperBound
    let upper = try #require(text.range(of: end, range: lower..<text.endIndex)).lowerBound
    let words = text[lower..<upper].split { $0 == separator || $0.isWhitespace || $0 == "\"" }
    #expect(words.map { String($0) }.sorted() == Keyword.allCases.map { $0.rawValue }.sorted())
  }
}
