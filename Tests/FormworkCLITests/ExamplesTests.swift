// Runs each example and compares its output, byte for byte, with the files next to it. FORMWORK_RECORD=1 rewrites the
// expected files.

import Formwork
import FormworkSyntax
import Foundation
import Testing

@Suite("Examples")
struct ExamplesTests {
  /// The data of each form, by the form's name, preceded by its folder if that has several forms.
  private static let examples = [
    "adult": "data.csv", "archive": "data.csv", "clinic": "data.ndjson",
    "common/loan": "loans.ndjson", "common/member": "members.csv", "member-id": "data.csv",
    "order": "data.json", "password": "data.ndjson", "prices": "data.json",
    "register": "data.ndjson", "stock": "data.csv", "survey": "data.csv", "tour": "data.ndjson",
    "verein": "data.csv",
  ]

  private static let names = examples.keys.sorted()

  /// The flags for the values that forms need.
  private static let values = ["stock": ["--set", "day=20.11.2026"]]

  /// The forms with examples of their own.
  private static let tested = [
    "archive", "clinic", "common/loan", "common/member", "order", "tour",
  ]

  private static func folder(_ name: String) -> String {
    "examples/" + name.prefix { $0 != "/" } + "/"
  }

  private static func form(_ name: String) -> String {
    folder(name) + (name.split(separator: "/").last ?? "") + ".form"
  }

  /// The expected output file: `expected.txt`, or `loan.expected.txt` for one of many forms.
  private static func expected(_ name: String, _ kind: String) -> String {
    let isOneOfMany = name.contains("/")
    return isOneOfMany ? "examples/\(name).expected.\(kind)" : folder(name) + "expected." + kind
  }

  private func run(_ name: String, _ flags: String...) throws -> DocsRun {
    let data = try #require(ExamplesTests.examples[name])
    return DocsRun(
      [
        "check", ExamplesTests.form(name), ExamplesTests.folder(name) + data,
        "--today", "2026-11-20",
      ] + ExamplesTests.values[name, default: []] + flags)
  }

  @Test("one line for each record", arguments: names)
  func lines(_ name: String) throws {
    let run = try run(name, "--output", "ndjson")
    #expect(run.code == 1)
    let expected = try DocsFile.expected(
      ExamplesTests.expected(name, "ndjson"), recording: run.output)
    #expect(run.output == expected)
  }

  @Test("what a person sees", arguments: names)
  func drawings(_ name: String) throws {
    let run = try run(name)
    #expect(run.code == 1)
    let seen = run.error + run.output
    let expected = try DocsFile.expected(ExamplesTests.expected(name, "txt"), recording: seen)
    #expect(seen == expected)
  }

  @Test("the sign-up in Japanese")
  func japanese() throws {
    let run = try run("register", "--language", "ja")
    let expected = try DocsFile.expected(
      "examples/register/expected.ja.txt", recording: run.output)
    #expect(run.output == expected)
  }

  @Test("the examples in a form are met", arguments: tested)
  func met(_ name: String) throws {
    let run = DocsRun(["test", ExamplesTests.form(name), "--today", "2026-11-20"])
    #expect(run.code == 0)
    let seen = run.error + run.output
    let expected = try DocsFile.expected(
      ExamplesTests.expected(name, "test.txt"), recording: seen)
    #expect(seen == expected)
  }

  @Test("every form with examples is tested", arguments: names)
  func allTested(_ name: String) throws {
    let text = try DocsFile.text(ExamplesTests.form(name))
    #expect(text.contains("\nexample \"") == ExamplesTests.tested.contains(name))
  }

  @Test("no example has a finding", arguments: names)
  func findings(_ name: String) throws {
    let spec = try FormSpec(contentsOf: DocsFile.path(ExamplesTests.form(name)))
    #expect(spec.warnings.map { "\($0.code): \($0.message)" } == [])
  }

  @Test("every folder is run, and named in README.md")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: DocsFile.path("examples"))
    let folders = files.filter { !$0.contains(".") }
    let run = Set(ExamplesTests.names.map { ExamplesTests.folder($0).dropFirst(9).dropLast() })
    // `embedding` is a package with its own tests, `CFaceTests` runs `c`, Scripts/editors tests `editors`, and `page`
    // has screenshots.
    let forms = folders.filter { !["embedding", "c", "editors", "page"].contains($0) }
    #expect(forms.sorted() == run.map { String($0) }.sorted())
    let page = try DocsFile.text("examples/README.md")
    for folder in folders { #expect(page.contains("| [\(folder)](\(folder)) |"), "\(folder)") }
  }

  @Test("rejected records, fed back as they are, are rejected alike")
  func fedBack() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("formwork-examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["adult", "member-id", "password"] {
      let data = try #require(ExamplesTests.examples[name])
      let first = folder.appendingPathComponent("first-" + data).path
      let second = folder.appendingPathComponent("second-" + data).path
      let spec = "examples/\(name)/\(name).form"
      let flags = ["--today", "2026-11-20", "--quiet", "--rejected"]
      _ = DocsRun(["check", spec, "examples/\(name)/\(data)"] + flags + [first])
      _ = DocsRun(["check", spec, first] + flags + [second])
      let rejected = FileManager.default.contents(atPath: first)
      #expect(rejected?.isEmpty == false)
      #expect(rejected == FileManager.default.contents(atPath: second))
    }
  }
}
