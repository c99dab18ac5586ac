// `formwork help CODE`: every code has an example that is wrong in that way alone, and one with nothing to find.

import FormworkReport
import FormworkRuntime
import FormworkSyntax
import Foundation
import Testing

@testable import FormworkCLI

@Suite("formwork help CODE")
struct FindingHelpTests {
  /// The codes of the reference, with their severities and what it says of them.
  private static let reference: [String: (severity: String, summary: String)] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = (try? String(contentsOf: root.appending(path: "grammar.md"), encoding: .utf8)) ?? ""
    let table = text.components(separatedBy: "<!-- table: findings -->\n").last ?? ""
    let rows = table.components(separatedBy: "<!-- end -->")[0].matches(
      of: /\| `([a-z-]+)` \| (error|warning) \| (.*) \|\n/)
    return Dictionary(
      uniqueKeysWithValues: rows.map {
        let summary = String($0.3).replacing("&lt;", with: "<").replacing("\\|", with: "|")
        return (String($0.1), (String($0.2), summary))
      })
  }()

  @Test("every code of the reference, in its order")
  func codes() {
    #expect(FindingExample.all.map { $0.code } == FindingHelpTests.reference.keys.sorted())
  }

  private func codes(_ form: FindingExample.Form) -> [String] {
    let source = Source(name: "s.form", bytes: Array(form.text.utf8))
    let reading = FormReading(source, knowsEncoding: TextDecoder.knows) { name in
      form.files[name].map { .success(FileText(bytes: Array($0.utf8))) }
        ?? .failure(.init(.unreadable("No such file")))
    }
    return reading.diagnostics.told.map { $0.code }
  }

  @Test("wrong and right", arguments: FindingExample.all.map { $0.code })
  func example(_ code: String) throws {
    let example = try #require(FindingExample.all.first { $0.code == code })
    let row = try #require(FindingHelpTests.reference[code])
    let run = try CLIFolder().run("help", code)
    #expect(run.code == 0 && run.output.hasPrefix("\(code) (\(row.severity)): \(row.summary)\n"))
    guard case .forms(let wrong, let right) = example.shown else { return }
    #expect(codes(wrong).contains(code))
    #expect(codes(right) == [])
    #expect(run.output.contains("\n\(row.severity)[\(code)]: "))
    #expect(right.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("a code that is none")
  func unknown() throws {
    let run = try CLIFolder().run("help", "no-mesage")
    #expect(run.code == 2 && run.error.contains("Did you mean \"no-message\"?"))
  }
}
