// The articles of the documentation: every Swift excerpt is also between `// begin` and `// end` in a test, character
// for character, so that it is compiled and run. Every form in the articles passes the checker.

import Formwork
import Foundation
import Testing

/// An article of the documentation catalog.
struct Article {
  let name: String
  private let text: String

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let catalogue = root.appending(path: "Sources/Formwork/Formwork.docc")

  init(_ name: String) throws {
    self.name = name
    text = try String(
      contentsOf: Article.catalogue.appending(path: name + ".md"), encoding: .utf8)
  }

  static func all() throws -> [Article] {
    try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
      .filter { $0.hasSuffix(".md") }.sorted().map { try Article(String($0.dropLast(3))) }
  }

  /// Returns the code blocks of a language, in order.
  func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().map { rest in
      rest.components(separatedBy: "\n```")[0]
    }
  }

  /// Calls `body` with the path of a file that contains one of the article's forms.
  func withForm<T>(_ number: Int = 0, _ body: (String) throws -> T) throws -> T {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).form")
    try Data(blocks("form")[number].utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try body(path.path)
  }

  /// Returns the excerpts in the tests next to this file.
  static func pieces() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Article.swift") }.sorted()
    return try files.flatMap { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      var pieces: [[String]] = []
      var isInside = false
      for line in text.components(separatedBy: "\n") {
        switch line.trimmingCharacters(in: .whitespaces) {
        case "// begin":
          pieces.append([])
          isInside = true
        case "// end": isInside = false
        default: if isInside { pieces[pieces.count - 1].append(line) }
        }
      }
      return pieces.map { Article.withoutMargin($0) }
    }
  }

  private static func withoutMargin(_ lines: [String]) -> String {
    let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(margin)) }.joined(separator: "\n")
  }
}

@Suite struct ArticleTests {
  @Test func everyPieceOfSwiftIsTested() throws {
    let shown = try Article.all().flatMap { $0.blocks("swift") }
    let tested = try Article.pieces()
    #expect(shown.count > 12)
    for piece in shown { #expect(tested.contains(piece), "\(piece)") }
    for piece in tested { #expect(shown.contains(piece), "\(piece)") }
  }

  @Test func everyFormIsRight() throws {
    let hosts = [
      HostRule("inStock", .string, parameters: .string) { _, _ in true },
      HostRule("member", .string) { _ in true },
    ]
    for article in try Article.all() {
      for form in article.blocks("form") {
        let rules = form.contains("needs") ? hosts : []
        let spec = try FormSpec(source: form, name: article.name, rules: rules)
        #expect(spec.warnings.map { $0.description } == [])
      }
    }
  }
}
