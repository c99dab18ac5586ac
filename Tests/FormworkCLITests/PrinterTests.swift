// Every spec there is, printed from its tree, is read as the same tree and means the same.

import FormworkEngine
import FormworkSyntax
import Foundation
import Testing

@testable import Formwork

@Suite("Printer") struct PrinterTests {
  /// A spec that can be read without a mistake.
  struct Spec: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    /// The file, if its `use` and `choices … from` are to be read.
    var path: String?
  }

  private static let specs: [Spec] = {
    let chunks = LanguageChunk.all.map { Spec(testDescription: $0.testDescription, text: $0.spec) }
    return (chunks + examples).filter { spec in
      Parser.parse(Source(name: "s", bytes: Array(spec.text.utf8))).problems.allSatisfy {
        if case .habit = $0.kind { true } else { false }
      }
    }
  }()

  private static let examples: [Spec] = {
    let root = DocsFile.path("examples")
    let files = FileManager.default.enumerator(atPath: root)
    return (files?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".form") && !$0.contains(".build") }.sorted().compactMap { file in
        let path = root + "/" + file
        return (try? String(contentsOfFile: path, encoding: .utf8)).map {
          Spec(testDescription: file, text: $0, path: path)
        }
      }
  }()

  private func parse(_ text: String) -> Parser.Result {
    Parser.parse(Source(name: "s", bytes: Array(text.utf8)))
  }

  @Test func thereAreMany() {
    #expect(PrinterTests.specs.count > 300)
    #expect(PrinterTests.examples.count >= 17)
  }

  @Test(arguments: specs) func theTreeIsTheSame(_ spec: Spec) {
    let tree = parse(spec.text).tree
    defer { withExtendedLifetime(tree) {} }
    let printed = SpecPrinter.print(tree)
    let again = parse(printed)
    #expect(again.problems.isEmpty, "\(printed)")
    #expect(outline(again.tree.declarations) == outline(tree.declarations), "\(printed)")
    #expect(SpecPrinter.print(again.tree) == printed)
  }

  @Test(arguments: specs) func theFindingsAreTheSame(_ spec: Spec) {
    let printed = SpecPrinter.print(parse(spec.text).tree)
    #expect(findings(printed, spec.path) == findings(spec.text, spec.path), "\(printed)")
  }

  private func findings(_ text: String, _ path: String?) -> [String] {
    let source = Source(name: path ?? "s", bytes: Array(text.utf8))
    let found: [Formwork.Finding]
    do throws(FormSpecError) {
      let spec = if let path { try FormSpec(source, at: path) } else { try FormSpec(source) }
      found = spec.warnings
    } catch {
      found = error.findings
    }
    return found.filter { $0.code != "habit" }.map { $0.code }
  }

  /// Everything in a tree but its places.
  private func outline(_ value: Any) -> String {
    if value is Span || value is TreeMemory { return "" }
    if let place = value as? any Place { return outline(place.contents) }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty { return "\(value)" }
    return "\(mirror.displayStyle == .enum ? "." : "")("
      + mirror.children.map { ($0.label ?? "") + ":" + outline($0.value) }.joined(separator: " ")
      + ")"
  }

  @Test(
    arguments: [
      (
        "field a: string rule matches(／a\\/b／i /c/)",
        "field a: string\n  rule matches(/a\\/b/i /c/)\n"
      ),
      ("field “a” : int", nil),
      (#"field `two words` "a\"\\{b" ja "\u{7}": string default "{"#, nil),
      (
        "field `rule`: int  rule `rule` > 1  rule -value<3+-2*(4-1)",
        "field rule: int\n  rule `rule` > 1\n  rule -value < 3 + -2 * (4 - 1)\n"
      ),
      (
        "field a: int rule !value in(1,2...,..<3)",
        "field a: int\n  rule not value in (1, 2..., ..<3)\n"
      ),
      (
        #"field a: string message "{count|one \u{7C} \u{7D}|{count} many}""#,
        "field a: string\n  message \"{count|one \\u{7C} \\u{7D}|{count} many}\"\n"
      ),
      ("when a < <", nil),
    ] as [(String, String?)]) func corners(_ text: String, _ printed: String?)
  {
    // What cannot be read is printed as far as it goes, and what is printed stays.
    let once = SpecPrinter.print(parse(text).tree)
    if let printed { #expect(once == printed) }
  }
}

/// A place in the memory of a tree.
private protocol Place {
  var contents: Any { get }
}

extension UnsafePointer: Place {
  fileprivate var contents: Any { pointee }
}

extension UnsafeBufferPointer: Place {
  fileprivate var contents: Any { Array(self) }
}
