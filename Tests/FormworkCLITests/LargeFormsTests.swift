// Forms with very many parts that refer to each other: the time of each verb is proportional to their number. If it
// grew with the square, these tests would take minutes.

import FormworkRuntime
import Foundation
import TestSizes
import Testing

@testable import FormworkCLI

@Suite struct LargeFormsTests {
  private static let count = sized(100, large: 400)
  private static let few = sized(50, large: 200)

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

  /// Each condition differs, so that no rule can be derived from the one before.
  @Test(arguments: ["check k + * < n message \"m*\"", "check k != * or n < * message \"m*\""])
  func checksThatAllChange(_ check: String) throws {
    func form(_ shift: Int) -> String {
      "field k: int\nfield n: int\n"
        + (0..<LargeFormsTests.few).map {
          check.replacing("*", with: String($0 * 10 + shift)) + "\n"
        }.joined()
    }
    let folder = try CLIFolder(spec: form(0))
    try folder.write("new.form", form(1))
    let changed = folder.run("diff", "s.form", "new.form")
    #expect(
      changed.code == 1 && changed.output.contains("m90") && changed.output.contains("m91"))
  }

  @Test func rulesThatShareATable() throws {
    let rows = lines { "\"\($0)\" -> \($0)" }
    let form =
      "table t(a) <\n\(rows)>\nfield a: string\nfield b: int\n"
      + lines { "rule value < t(a) + \($0) message \"m\($0)\"" }
    let folder = try CLIFolder(spec: form)
    #expect(folder.run("diff", "s.form", "s.form").code == 0)
    #expect(folder.run("explain", "s.form").output.contains("m99"))
  }

  /// Each check names all of the fields, only one of which applies.
  @Test func checksOfANameInManyBranches() throws {
    let form =
      "field k: int\nwhen k == -1 < field f: int >\n"
      + (0..<LargeFormsTests.few).map { "else when k == \($0) < field f: int >\n" }.joined()
      + (0..<LargeFormsTests.few).map { "check f > \($0) message \"m\($0)\"\n" }.joined()
    let folder = try CLIFolder(spec: form)
    try folder.write("new.form", form.replacing("\"m7\"", with: "\"other\""))
    #expect(folder.run("explain", "s.form").output.contains("m49"))
    let changed = folder.run("diff", "s.form", "new.form")
    #expect(changed.code == 1 && changed.output.contains("other"))
  }

  @Test func fieldsThatShareChoices() throws {
    let values = (0..<sized(500, large: 2_000)).map { "\"v\($0)\"" }.joined(separator: ", ")
    let fields = (0..<LargeFormsTests.count).map {
      "field f\($0): choice of c message \"One of {choices}\"\n"
    }
    .joined()
    let folder = try CLIFolder(spec: "choices c = \(values)\n" + fields)
    try folder.write("new.form", "choices c = \(values), \"new\"\n" + fields)
    let changed = folder.run("diff", "s.form", "new.form")
    #expect(changed.code == 1 && changed.output.contains("f99") && changed.output.contains("new"))
    #expect(folder.run("diff", "s.form", "s.form").code == 0)
  }

  /// A short form can imply very long output. What no one would read is left out, with a note.
  @Test(.enabled(if: isLarge)) func muchThatFieldsSay() throws {
    let message = String(repeating: "long ", count: 2_000)
    let old = "define t: string message \"\(message)\"\n" + lines { "field f\($0): t" }
    let folder = try CLIFolder(spec: old)
    let explained = folder.run("explain", "s.form")
    #expect(explained.code == 0 && explained.output.contains("F3"))
    #expect(explained.output.contains("The form says more than an explanation can hold."))
    #expect(explained.output.utf8.count < 3_000_000)
    try folder.write("new.form", old.replacing("long", with: "short"))
    let changed = folder.run("diff", "s.form", "new.form")
    #expect(changed.code == 1 && changed.output.utf8.count < 3_000_000)
    #expect(changed.output.contains("There are too many changes to show"))
    let lines = folder.run("diff", "s.form", "new.form", "--output", "ndjson")
    #expect(lines.output.contains("\"what\":\"The rest\""))
  }

  @Test func placeholdersOfAMessage() throws {
    let count = sized(1_000, large: 10_000)
    let places = (0..<2 * count).map { $0 % 2 == 0 ? "{a}" : "{b}" }.joined()
    let folder = try CLIFolder(
      spec: "field a: int rule value > 1 message \"\(places)\"\nfield b: int")
    try folder.write("d.ndjson", "{\"a\":1,\"b\":2}\n")
    let run = folder.run("check", "s.form", "d.ndjson", "--output", "ndjson")
    #expect(run.output.contains(String(repeating: "12", count: count) + "\""))
  }

  /// A list in a message is shortened like a text.
  @Test func listsInAMessage() throws {
    let folder = try CLIFolder(
      spec: "field a: list of string rule count(1) message \"<{value}>\"")
    let long = Array(repeating: "\"\(String(repeating: "x", count: 300))\"", count: 5)
    let short = Array(repeating: "1", count: 2_000)
    let records = [long, short].map { "{\"a\":[\($0.joined(separator: ","))]}\n" }
    try folder.write("d.ndjson", records.joined().replacing("1", with: "\"1\""))
    let output = folder.run("check", "s.form", "d.ndjson").output
    #expect(output.contains("xxx … (5 in all)>"))
    #expect(output.contains("<" + String(repeating: "1, ", count: 99) + "1 … (2000 in all)>"))
  }

  @Test(.enabled(if: isLarge)) func groupsInGroups() throws {
    let depth = 100
    let groups = (0..<depth).map { "field group\($0)\(String(repeating: "o", count: 90)): <\n" }
    func form(_ fields: [Int]) -> String {
      groups.joined() + fields.map { "field f\($0): int\n" }.joined()
        + String(repeating: ">", count: depth)
    }
    let folder = try CLIFolder(spec: form(Array(0..<200)))
    try folder.write("new.form", form((0..<200).reversed()))
    let changed = folder.run("diff", "s.form", "new.form")
    #expect(changed.code == 1 && changed.output.contains("Order and groups of the result"))
    #expect(changed.output.contains("…"))
    #expect(changed.output.utf8.count < 8_000_000)
  }

  @Test func columnsOfWhichAFormIsMade() throws {
    let folder = try CLIFolder(spec: "field a: int")
    let wide = sized(1_000, large: 4_000)
    let names = (0..<wide).map { "c\($0)" }.joined(separator: ",")
    let row = (0..<wide).map { "\($0)" }.joined(separator: ",")
    try folder.write("wide.csv", names + "\n" + row + "\n")
    let made = folder.run("new", "wide.csv")
    #expect(made.code == 0 && made.output.contains("field c\(wide - 1): int"))
    try folder.write("wider.csv", (0..<60_000).map { "c\($0)" }.joined(separator: ",") + "\n1\n")
    let refused = folder.run("new", "wider.csv")
    #expect(
      refused.code == 2 && refused.error.contains("The header of \"wider.csv\" is longer than"))
  }

  /// Suggestions for a misspelled name are searched among all names, but not for each of very many.
  @Test func namesThatAreMisspelt() throws {
    let form = lines { "field field\($0): int rule value > 3 message \"{fieldx\($0)}\"" }
    let run = try CLIFolder(spec: form).run("test", "s.form")
    #expect(run.code == 2)
    #expect(run.error.contains("[unknown-placeholder]") && run.error.contains("Did you mean"))
  }
}
