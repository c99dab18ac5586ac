// `formwork help CODE`: the texts in the files of findings, which FindingFileTests compares with the checker.

import FormworkReport
import FormworkSyntax
import Testing

@testable import FormworkCLI

@Suite("formwork help CODE")
struct FindingHelpTests {
  @Test("every page", arguments: FindingPage.all.map { $0.code })
  func page(_ code: String) throws {
    let page = try #require(FindingPage.all.first { $0.code == code })
    let run = try CLIFolder().run("help", code)
    let severity = page.severity.rawValue
    #expect(run.code == 0 && run.output.hasPrefix("\(code) (\(severity)): \(page.meaning)\n"))
    guard let (wrong, right) = page.forms else { return }
    #expect(run.output.contains("\n\(severity)[\(code)]: "))
    for form in [wrong, right] {
      #expect(form.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
    // As the tool reads it: without host rules.
    #expect(wrong.reading.diagnostics.told.contains { $0.code == code })
    #expect(right.reading.diagnostics.told.map { $0.message } == [])
  }

  @Test("conditions that cannot be decided")
  func undecided() throws {
    let run = try CLIFolder().run("help", "undecided")
    #expect(run.code == 0 && run.output.hasPrefix("undecided: A condition about other records"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("a code that is none")
  func unknown() throws {
    let run = try CLIFolder().run("help", "no-mesage")
    #expect(run.code == 2 && run.error.contains("Did you mean \"no-message\"?"))
  }
}
