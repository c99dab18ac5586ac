// Forms of very many parts that mention each other: each verb takes time in proportion to what they are. Where it takes the
// square, these tests take minutes.

import FormworkRuntime
import Foundation
import Testing

@testable import FormworkCLI

@Suite struct LargeFormsTests {
  private static let count = 1_000

  private func lines(_ line: (Int) -> String) -> String {
    (0..<LargeFormsTests.count).map { line($0) + "\n" }.joined()
  }

  private func branches(_ name: (Int) -> String) -> String {
    "field k: int\nwhen k == -1 < field x: int >\n"
      + lines { "else when k == \($0) < field \(name($0)): int >" }
  }

  @Test(arguments: [true, false])
  func branchesThatAreCompared(isSameName: Bool) throws {
    let old = branches { isSameName ? "f" : "f\($0)" }
    let folder = try CLIFolder(spec: old)
    try folder.write("same.form", old + "# the same\n")
    try folder.write("new.form", old + "field last: int\n")
    let same = folder.run("diff", "s.form", "same.form")
    #expect(same.code == 0)
    let added = folder.run("diff", "s.form", "new.form")
    #expect(added.code == 1 && added.output.contains("last"))
    try folder.write("other.form", old.replacing(" < field", with: "0 < field"))
    let changed = folder.run("diff", "s.form", "other.form")
    #expect(changed.code == 1 && changed.output.contains("…"))
    #expect(changed.output.utf8.count < 200 * old.utf8.count)
  }

  /// Each condition is another one, so that no rule can be told to come from the one before.
  @Test(arguments: ["check k + * < n message \"m*\"", "check k != * or n < * message \"m*\""])
  func checksThatAllChange(_ check: String) throws {
    func form(_ shift: Int) -> String {
      "field k: int\nfield n: int\n" + lines { check.replacing("*", with: String($0 * 10 + shift)) }
    }
    let folder = try CLIFolder(spec: form(0))
    try folder.write("new.form", form(1))
    let changed = folder.run("diff", "s.form", "new.form")
    #expect(
      changed.code == 1 && changed.output.contains("m9990") && changed.output.contains("m9991"))
  }

  @Test func rulesThatShareATable() throws {
    let rows = lines { "\"\($0)\" -> \($0)" }
    let form =
      "table t(a) <\n\(rows)>\nfield a: string\nfield b: int\n"
      + lines { "rule value < t(a) + \($0) message \"m\($0)\"" }
    let folder = try CLIFolder(spec: form)
    #expect(folder.run("diff", "s.form", "s.form").code == 0)
    #expect(folder.run("explain", "s.form").output.contains("m999"))
  }

  /// Each check mentions all of the fields; one of them is in force.
  @Test func checksOfANameInManyBranches() throws {
    let form =
      "field k: int\nwhen k == -1 < field f: int >\n"
      + (0..<200).map { "else when k == \($0) < field f: int >\n" }.joined()
      + (0..<200).map { "check f > \($0) message \"m\($0)\"\n" }.joined()
    let folder = try CLIFolder(spec: form)
    try folder.write("new.form", form.replacing("\"m7\"", with: "\"other\""))
    #expect(folder.run("explain", "s.form").output.contains("m199"))
    let changed = folder.run("diff", "s.form", "new.form")
    #expect(changed.code == 1 && changed.output.contains("other"))
  }

  @Test func fieldsThatShareChoices() throws {
    let values = (0..<2_000).map { "\"v\($0)\"" }.joined(separator: ", ")
    let fields = (0..<400).map { "field f\($0): choice of c message \"One of {choices}\"\n" }
      .joined()
    let folder = try CLIFolder(spec: "choices c = \(values)\n" + fields)
    try folder.write("new.form", "choices c = \(values), \"new\"\n" + fields)
    let changed = folder.run("diff", "s.form", "new.form")
    #expect(changed.code == 1 && changed.output.contains("f399") && changed.output.contains("new"))
    #expect(folder.run("diff", "s.form", "s.form").code == 0)
  }

  /// What a misspelt name may mean is looked for among all names, but not for each of very many.
  @Test func namesThatAreMisspelt() throws {
    let form = lines { "field field\($0): int rule value > 3 message \"{fieldx\($0)}\"" }
    let run = try CLIFolder(spec: form).run("test", "s.form")
    #expect(run.code == 2)
    #expect(run.error.contains("[unknown-placeholder]") && run.error.contains("Did you mean"))
  }
}
