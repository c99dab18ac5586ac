// The examples: each is run, and what it prints is compared byte for byte with what stands beside it.
// FORMWORK_RECORD=1 writes the expected files anew.

import Formwork
import Foundation
import Testing

@Suite("Examples")
struct ExamplesTests {
  private static let examples = [
    "adult": "data.csv", "member-id": "data.csv", "password": "data.ndjson",
    "prices": "data.json", "register": "data.ndjson", "survey": "data.csv",
  ]

  private static let names = examples.keys.sorted()

  private func run(_ name: String, _ flags: String...) throws -> DocsRun {
    let folder = "examples/\(name)/"
    let data = try #require(ExamplesTests.examples[name])
    return DocsRun(
      ["check", folder + name + ".form", folder + data, "--today", "2026-11-20"] + flags)
  }

  @Test("one line for each record", arguments: names)
  func lines(_ name: String) throws {
    let run = try run(name, "--output", "ndjson")
    #expect(run.code == 1)
    let expected = try DocsFile.expected(
      "examples/\(name)/expected.ndjson", recording: run.output)
    #expect(run.output == expected)
  }

  @Test("what a person sees", arguments: names)
  func drawings(_ name: String) throws {
    let run = try run(name)
    #expect(run.code == 1)
    let seen = run.error + run.output
    let expected = try DocsFile.expected("examples/\(name)/expected.txt", recording: seen)
    #expect(seen == expected)
  }

  @Test("the sign-up in Japanese")
  func japanese() throws {
    let run = try run("register", "--language", "ja")
    let expected = try DocsFile.expected(
      "examples/register/expected.ja.txt", recording: run.output)
    #expect(run.output == expected)
  }

  @Test("no example has a finding", arguments: names)
  func findings(_ name: String) throws {
    let spec = try FormSpec(source: DocsFile.text("examples/\(name)/\(name).form"))
    #expect(spec.warnings.isEmpty)
  }

  @Test("every folder is run")
  func complete() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: DocsFile.path("examples"))
    #expect(folders.filter { !$0.hasPrefix(".") }.sorted() == ExamplesTests.names)
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
