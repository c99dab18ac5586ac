// Previously accepted data, which affects only `unique`, `same` and `records`; and runs that repeat when a file
// changes.

import FormworkEngine
import FormworkRuntime
import Foundation
import Testing

@testable import FormworkCLI

@Suite("Data of before")
struct KnownTests {
  private static let form = """
    field id: string rule unique message "{value} is {first}"
    field batch: string rule same message "Not {first}"
    field n: int rule value < 5 message "n"
    check records in 1...4 message "r"
    """

  private func folder(_ known: String) throws -> CLIFolder {
    let folder = try CLIFolder(spec: KnownTests.form)
    try folder.write("old.csv", known)
    try folder.write("new.csv", "id,batch,n\na,x,1\nb,x,2\n")
    return folder
  }

  @Test("only what compares records knows them")
  func compared() throws {
    let folder = try folder("id,batch,n\nz,x,9\nb,x,1\n")
    let run = folder.run("check", "s.form", "new.csv", "--known", "old.csv", "--accepted=./good")
    #expect(run.code == 1 && run.error == "")
    #expect(run.output.contains("b is 2 of old.csv"))
    #expect(run.summary == "2 records: 1 accepted, 1 rejected")
    #expect(folder.text("good") == "{\"id\":\"a\",\"batch\":\"x\",\"n\":1}\n")
    #expect(folder.run("check", "s.form", "new.csv").code == 0)
  }

  @Test("they count, whatever else is wrong with them")
  func counted() throws {
    let folder = try folder("id,batch,n\nz,x,9\ny,x,9\nw\n")
    let run = folder.run("check", "s.form", "new.csv", "--known=old.csv", "--output=ndjson")
    #expect(run.error == "warning: old.csv: 1 record cannot be read.\n")
    #expect(run.lines.count == 3 && run.lines[2].contains("\"actual\":5"))
    let twice = folder.run(
      "check", "s.form", "new.csv", "--known=old.csv", "--known", "old.csv", "--output=ndjson")
    #expect(twice.lines.last?.contains("\"actual\":8") == true)
  }

  @Test("mistakes are told")
  func mistakes() throws {
    let folder = try folder("nothing\n1\n")
    let header = folder.run("check", "s.form", "new.csv", "--known", "old.csv")
    #expect(header.code == 2 && header.error.hasPrefix("error: old.csv:1: "))
    #expect(folder.run("check", "s.form", "new.csv", "--known", "./none.csv").code == 2)
    #expect(folder.run("check", "s.form", "-", "--known", "-").code == 2)
    let over = folder.run("check", "s.form", "new.csv", "--known=old.csv", "--rejected", "old.csv")
    #expect(over.code == 2 && over.error.contains("this run reads it"))
    try folder.write("s.form", "field id: string")
    try folder.write("old.csv", "id\na\n")
    let idle = folder.run("check", "s.form", "new.csv", "--known", "old.csv")
    #expect(idle.code == 0)
    #expect(
      idle.error.hasPrefix(
        "warning: s.form: The form does not compare records with each other, so --known has no"))
  }
}

@Suite("Terminals")
struct CheckTerminalTests {
  /// A change to a file while the tool waits.
  private enum Change: ExpressibleByStringLiteral {
    case write(String)
    /// A pipe replaces the file.
    case pipe
    case remove

    init(stringLiteral text: String) { self = .write(text) }
  }

  /// Runs the tool as if at a terminal, and changes files while it waits.
  private func run(
    _ folder: CLIFolder, _ words: String..., changes: [(String, Change)] = []
  ) -> CLIResult {
    var (output, error): ([UInt8], [UInt8]) = ([], [])
    // The tool waits once for a change and once for its end, and for some time for a file that was removed.
    var rest = changes.flatMap { name, change in
      let pauses = if case .remove = change { WatchLoop.patience } else { 1 }
      return [Optional((name, change))] + Array(repeating: nil, count: pauses)
    }
    let terminal = Terminal(
      output: {
        output += $0
        return true
      },
      error: {
        error += $0
        return true
      }, inputIsTerminal: true,
      pause: {
        guard !rest.isEmpty else { return false }
        guard let (name, change) = rest.removeFirst() else { return true }
        switch change {
        case .write(let text): try? folder.write(name, text)
        case .pipe: _ = try? folder.shell("rm \"$0\"; mkfifo \"$0\"", [name])
        case .remove: try? FileManager.default.removeItem(atPath: folder(name))
        }
        return true
      })
    let moment = Moment.ofClock
    let tool = CommandLineTool(terminal: terminal, moment: moment)
    let located = words.map { word in
      // A file may be the value of a flag, as in `--list NAME=FILE`.
      let file = word.split(separator: "=").last.map { String($0) } ?? word
      return SystemText(file.contains(".") ? word.dropLast(file.count) + folder(file) : word)
    }
    let code = onDeepStack { tool.run(located) }
    func shown(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: folder.path + "/", with: "")
    }
    return CLIResult(output: shown(output), error: shown(error), code: code)
  }

  @Test("without data only the form is looked at")
  func formAlone() throws {
    let folder = try CLIFolder(
      spec: """
        field id: string rule count(1...5) message "x" rule unique message "y"
        field list: list of int optional each rule value > 0 message "z"
        check records <= 4 message "r"
        """)
    let alone = run(folder, "check", "s.form")
    #expect(alone.output == "s.form: 2 fields, 4 rules, no problem found\n" && alone.code == 0)
    try folder.write("s.form", "field id: int rule value < 5")
    #expect(run(folder, "check", "s.form").output == "s.form: 1 field, 1 rule, warnings above\n")
    try folder.write("s.form", "field id")
    #expect(run(folder, "check", "s.form").code == 2)
  }

  @Test("a change of the form, of what it uses or of the data is a new run")
  func watch() throws {
    let folder = try CLIFolder(spec: "use \"u.form\" field a: int rule small")
    try folder.write("u.form", "define small = value < 5 message \"{value} is not small\"")
    try folder.write("d.ndjson", "{\"a\":7}\n")
    let run = run(
      folder, "check", "s.form", "d.ndjson", "--watch",
      changes: [
        ("d.ndjson", "{\"a\":6}\n"), ("u.form", "define small = value < 7 message \"No\""),
        ("s.form", "field a: int rule value < 3 message \"Too much\""), ("s.form", "field"),
      ])
    #expect(run.code == 2)
    let told = ["7 is not small", "6 is not small", "1 record: 1 accepted", "Too much"]
    var rest = run.output[...]
    for text in told {
      let place = try #require(rest.firstRange(of: text), "\(text)")
      rest = rest[place.upperBound...]
    }
    #expect(run.error.components(separatedBy: "Ctrl-C to stop").count == 6)
    #expect(run.error.contains("Waiting for changes in 3 files"))
  }

  @Test("a file that records name is waited for, and what the run writes is not")
  func watchForANamedFile() throws {
    let folder = try CLIFolder(
      spec: "needs fileExists field a: string rule fileExists message \"No {value}\"")
    try FileManager.default.createDirectory(
      atPath: folder("in.files"), withIntermediateDirectories: true)
    try folder.write("in.files/x", "abc")
    try folder.write("d.ndjson", "{\"a\":\"y\"}\n")
    func code(_ changes: [(String, Change)]) -> Int32 {
      let run = run(
        folder, "check", "s.form", "d.ndjson", "--watch", "--files", "in.files", "--rejected",
        "in.files/bad", changes: changes)
      let waits = run.error.components(separatedBy: "or in --files. Press Ctrl-C").count - 1
      #expect(waits == changes.count + 1)
      return run.code
    }
    #expect(code([("in.files/y", "abc")]) == 0)
    #expect(code([]) == 0)
    #expect(code([("in.files/x", "more"), ("d.ndjson", "{\"a\":\"z\"}\n")]) == 1)
  }

  @Test("a change of a list's file, or of the form with its fields, is a new run")
  func watchForLists() throws {
    let folder = try CLIFolder(
      spec: """
        list customers from "c.csv" < field id: string >
        list holidays < field day: string >
        list before from "b.csv" as "v.form" optional
        field a: string rule value in customers.id message "No {value}"
          rule value not in holidays.day message "{value} off"
          rule value not in before.id message "{value} again"
        """)
    try folder.write("v.form", "field id: string")
    try folder.write("c.csv", "id\ny\n")
    try folder.write("h.csv", "day\ny\n")
    try folder.write("d.csv", "a\nx\n")
    let run = run(
      folder, "check", "s.form", "d.csv", "--watch", "--list", "holidays=h.csv",
      changes: [
        ("c.csv", "id\nx\n"), ("h.csv", "day\nx\n"), ("h.csv", "day\nz\n"),
        // The optional file wasn't there before.
        ("b.csv", "id\nX\n"), ("v.form", "field id: string lowercased"),
      ])
    let told = run.output.split(separator: "\n").filter {
      $0.contains("error") || $0.hasPrefix("1 record:")
    }.map {
      String($0.replacing("  error a, cell A2: ", with: "").replacing("1 record: ", with: ""))
    }
    let (good, bad) = ("1 accepted, 0 rejected", "0 accepted, 1 rejected")
    #expect(
      told == ["No x", bad, good, "x off", bad, good, good, "x again", bad], "\(run.output)")
    #expect(run.error.components(separatedBy: "Waiting for changes in 6 files").count == 7)
    #expect(run.code == 1)
  }

  @Test("a file that is used and not there yet is waited for")
  func watchForAFile() throws {
    let folder = try CLIFolder(spec: "use \"u.form\" field a: int rule small")
    try folder.write("d.ndjson", "{\"a\":7}\n")
    let run = run(
      folder, "check", "s.form", "d.ndjson", "--watch",
      changes: [("u.form", "define small = value < 5 message \"{value} is not small\"")])
    #expect(run.code == 1 && run.output.contains("7 is not small"))
  }

  @Test("a form that does not say for a while how its data is written is waited for")
  func watchForALine() throws {
    let form = "data csv < delimiter \",\" >\nfield a: int"
    let folder = try CLIFolder(spec: form)
    try folder.write("d.dat", "a\n7\n")
    let run = run(
      folder, "check", "s.form", "d.dat", "--watch",
      changes: [("s.form", "field a: int"), ("s.form", .write(form)), ("d.dat", "a\nx\n")])
    #expect(run.code == 1 && run.output.contains("1 accepted, 0 rejected"))
    #expect(run.error.components(separatedBy: "does not show the kind of data").count == 2)
    #expect(self.run(folder, "check", "s.form", "d.dat", "--watch", changes: []).code == 1)
    try folder.write("s.form", "field a: int")
    let first = self.run(folder, "check", "s.form", "d.dat", "--watch", changes: [])
    #expect(first.code == 2 && !first.error.contains("Waiting"))
  }

  @Test("the tool reports a file that stays away, and waits for it")
  func watchForAFileThatIsGone() throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d.ndjson", "{\"a\":7}\n")
    let run = run(
      folder, "check", "s.form", "d.ndjson", "--watch",
      changes: [("d.ndjson", .remove), ("d.ndjson", "{\"a\":\"x\"}\n"), ("s.form", .remove)])
    #expect(run.code == 2)
    #expect(
      run.output.contains("1 accepted, 0 rejected") && run.output.contains("0 accepted, 1 rejected")
    )
    for name in ["d.ndjson", "s.form"] {
      #expect(run.error.contains("\"\(name)\" cannot be opened: No such file or directory"))
    }
  }

  @Test("data in whose place a pipe has come is not waited for")
  func watchForAPipe() throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d.ndjson", "{\"a\":7}\n")
    let run = run(folder, "check", "s.form", "d.ndjson", "--watch", changes: [("d.ndjson", .pipe)])
    #expect(run.code == 2 && run.error.contains("--watch needs the names"), "\(run.error)")
  }

  @Test("what comes through standard input cannot be watched")
  func watchedInput() throws {
    let folder = try CLIFolder(spec: "field a: int")
    for words in [["s.form"], ["s.form", "-"], ["-", "s.form"]] {
      let run = folder.run(["check", "--watch"] + words)
      #expect(run.code == 2 && run.error.contains("--watch needs the names"))
    }
  }
}
