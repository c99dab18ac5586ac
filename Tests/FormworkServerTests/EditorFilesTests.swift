// The files of examples/editors contain every word of the language.

import Foundation
import Testing

@testable import FormworkEngine
@testable import FormworkSyntax

@Suite("Files for editors")
struct EditorFilesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("examples/editors")

  /// Returns the words between two marks of a file, sorted.
  private func words(_ file: String, _ start: String, _ end: String) throws -> [String] {
    let text = try String(
      contentsOf: EditorFilesTests.folder.appendingPathComponent(file), encoding: .utf8)
    let lower = try #require(text.range(of: start)).upperBound
    let upper = try #require(text.range(of: end, range: lower..<text.endIndex)).lowerBound
    return text[lower..<upper].split { "|\\\"[]".contains($0) || $0.isWhitespace }
      .map { String($0) }.sorted()
  }

  @Test(arguments: [
    ("vscode/syntaxes/formwork.tmLanguage.json", "(?<!\\\\.))(", ")(?!"),
    ("emacs/formwork-mode.el", "(defconst formwork-keywords\n  '(", ")"),
    ("vim/syntax/formwork.vim", "syntax keyword formworkKeyword", "\n\n"),
  ])
  func reservedWords(_ file: String, _ start: String, _ end: String) throws {
    #expect(
      try words(file, start, end) == Keyword.allCases.map { $0.rawValue }.sorted())
  }

  @Test func wordsOfVim() throws {
    let file = "vim/syntax/formwork.vim"
    let functions = Set(Predicate.allCases.map { $0.name } + Function.names)
    // Vim takes `contains` only as `contain[s]`.
    let found =
      try words(file, "syntax keyword formworkFunction", "\n\n")
      .filter { $0 != "contain" && $0 != "s" } + ["contains"]
    let keywords = Set(Keyword.allCases.map { $0.rawValue })
    #expect(found.sorted() == functions.subtracting(keywords).sorted())
    let types = try words(file, "syntax keyword formworkType contained", "\n\n")
    #expect(types == Checker.typeWords.filter { $0 != "of" }.sorted())
  }
}
