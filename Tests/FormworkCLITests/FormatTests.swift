// `formwork fmt` on every form in the package: formatting twice changes nothing, and nothing is lost.

import Foundation
import TestSizes
import Testing

@testable import FormworkAuthoring
@testable import FormworkSyntax

@Suite struct FormatTests {
  private static let exampleForms: [String] =
    (FileManager.default.subpaths(atPath: DocsFile.path("examples")) ?? [])
    .filter { $0.hasSuffix(".form") }.sorted().compactMap { try? DocsFile.text("examples/" + $0) }
  private static let forms =
    LanguageChunk.all.map { $0.spec } + exampleForms
    + ((try? DocsBlock.all("form", in: "grammar.md")) ?? []).map { $0.text }

  @Test func everyForm() {
    var count = 0
    for form in FormatTests.forms { count += expectSame(form) ? 1 : 0 }
    #expect(count > 400)
  }

  @Test func everyFormThatIsShown() throws {
    var forms = try ["README.md", "grammar.md", "examples/README.md"].flatMap {
      try DocsBlock.all("form", in: $0).map { $0.text }
    }
    forms += FormatTests.exampleForms
    for form in forms {
      let source = Source(name: "s.form", bytes: Array(form.utf8))
      // Some chunks have intentional errors.
      guard case .formatted(let text) = FormFormatter.format(source) else { continue }
      #expect(String(decoding: text, as: UTF8.self) == form)
    }
    #expect(forms.count > 40)
  }

  /// Forms with moved white space and comments, and with words removed or repeated.
  @Test func mutatedForms() {
    var random = Numbers(state: 7)
    var count = 0
    let forms = FormatTests.forms.enumerated()
      .filter { $0.offset.isMultiple(of: sized(4, large: 1)) }.map { $0.element }
    for form in forms {
      // Records are nested deepest in examples.
      for _ in 0..<(form.contains("example ") ? sized(2, large: 8) : 1) {
        count += expectSame(random.mutated(form)) ? 1 : 0
      }
    }
    #expect(count * 3 > forms.count)
  }

  @Test func formsOnTheCommandLine() throws {
    let folder = try CLIFolder(spec: "field a:int  # kept")
    try folder.write("bad.form", "field a:")
    let run = folder.run("fmt", "bad.form", "no.form", "s.form")
    #expect(run.code == 2 && folder.text("bad.form") == "field a:")
    #expect(run.error.contains("was not formatted") && run.error.contains("no.form"))
    #expect(folder.text("s.form") == "field a: int  # kept\n")
    #expect(folder.run("fmt").code == 2)
  }

  /// Returns whether the form has no syntax errors. If so, expects that formatting keeps its meaning.
  private func expectSame(_ form: String) -> Bool {
    let source = Source(name: "s.form", bytes: Array(form.utf8))
    guard case .formatted(let text) = FormFormatter.format(source) else { return false }
    let formatted = Source(name: "s.form", bytes: text)
    let isKept = Pieces(source) == Pieces(formatted)
    let isSettled = FormFormatter.format(formatted) == .formatted(text)
    #expect(
      isKept && isSettled,
      "\(form)\n\(source.text(Span(0, 0)))\(String(decoding: text, as: UTF8.self))")
    return true
  }

  /// The words and comments of a form, and its tree.
  private struct Pieces: Equatable {
    var tokens: [String]
    var comments: [String]
    var tree: String

    init(_ source: Source) {
      let lexer = Lexer(source)
      tokens = lexer.tokens.map { source.text($0.span) }
      comments = lexer.comments.map {
        source.text($0.span).trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      }
      tree = "\(Parser.parse(source).tree.declarations)".replacing(
        /(lower|upper): \d+/, with: "")
    }
  }

  /// Random numbers that are the same in every run.
  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }

    mutating func mutated(_ form: String) -> String {
      let source = Source(name: "s.form", bytes: Array(form.utf8))
      let words = Lexer(source).tokens.dropLast().map { source.text($0.span) }
      let gaps = [" ", "  ", "\n", "\r\n", "\n\n\n", " # c\n", "\n  # d \n\n", "\t"]
      var text = ""
      for word in words {
        let kind = next(below: 300)
        text += kind == 0 ? "" : kind == 1 ? word + " " + word : word
        text += next(below: 3) > 0 ? " " : gaps[next(below: gaps.count)]
      }
      return text
    }
  }
}
