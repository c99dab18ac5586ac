// Tests the C interface with the C programs in `examples/c`. They are compiled with all warnings and the Address
// Sanitizer, and `check.c` must answer as the command line does.

import Foundation
import TestSizes
import Testing

/// The examples, compiled and linked with the library that is next to the test bundle.
enum CExample {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The compiler's output and the program's path, or nil without a compiler or library.
  static let built = build("check", "examples/c/check.c")
  static let columns = build("columns", "examples/c/columns.c")

  /// Runs `check.c` in each folder that a file lists, within one process, and prints the exit codes.
  static let inFolders: (said: String, path: String)? = {
    let source = NSTemporaryDirectory() + "formwork-\(UUID().uuidString).c"
    defer { try? FileManager.default.removeItem(atPath: source) }
    let text = """
      #define _POSIX_C_SOURCE 200809L
      #include <string.h>
      #include <unistd.h>
      #define main check
      #include "check.c"
      #undef main

      int main(int argc, char **argv) {
        char *words[] = {argv[0], "s.form", "2026-11-20", "ndjson", NULL};
        char folder[4096];
        FILE *folders = fopen(argv[argc - 1], "r"), *codes = fdopen(dup(1), "w");
        while (fgets(folder, sizeof folder, folders)) {
          folder[strcspn(folder, "\\n")] = 0;
          if (chdir(folder) || !freopen("d.ndjson", "rb", stdin) || !freopen(".out", "wb", stdout)) return 3;
          fprintf(codes, "%d\\n", check(4, words));
        }
        fclose(folders);
        return fclose(codes);
      }
      """
    try? text.write(toFile: source, atomically: true, encoding: .utf8)
    return build("folders", source)
  }()

  /// Values that Swift makes at their first use are never freed. Those in enums are held by pointers with marks in them,
  /// which the search for leaks doesn't know.
  private static let suppressions = """
    const char *__lsan_default_suppressions(void), *__lsan_default_options(void);
    const char *__lsan_default_suppressions(void) {
      return "leak:swift::threading_impl::once_slow";
    }
    const char *__lsan_default_options(void) { return "print_suppressions=0"; }
    """

  private static func build(_ name: String, _ source: String) -> (said: String, path: String)? {
    guard let tool = CLIProgram.path else { return nil }
    let libraries = URL(fileURLWithPath: tool).deletingLastPathComponent().path
    let isThere = FileManager.default.fileExists(atPath: libraries + "/libformwork-c.so")
    guard isThere, FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") else { return nil }
    let path =
      NSTemporaryDirectory() + "formwork-\(name)-\(ProcessInfo.processInfo.processIdentifier)"
    let compiled = ShellRun(
      """
      echo '\(suppressions)' | cc -std=c11 -Wall -Wextra -pedantic -Werror \
      -fsanitize=address,undefined -I Sources/FormworkC/include -I examples/c \
      -x c '\(source)' - -o '\(path)' -x none -L '\(libraries)' -lformwork-c \
      -Wl,-rpath,'\(libraries)'
      """, in: folder.path)
    return (compiled.error, path)
  }
}

/// A shell command, run to completion.
struct ShellRun {
  var output = ""
  var error = ""
  var code: Int32 = -1

  init(_ command: String, in folder: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let (out, fault) = (
      folder + "/.out-\(UUID().uuidString)", folder + "/.err-\(UUID().uuidString)"
    )
    defer { for path in [out, fault] { try? FileManager.default.removeItem(atPath: path) } }
    for path in [out, fault] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: fault)
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
    output = (try? String(contentsOfFile: out, encoding: .utf8)) ?? ""
    error = (try? String(contentsOfFile: fault, encoding: .utf8)) ?? ""
    code = process.terminationStatus
  }
}

@Suite(.enabled(if: !isSanitized && CExample.built != nil)) struct CFaceTests {
  /// Returns the output of the example in a folder with a form `s.form`.
  private func check(
    _ folder: CLIFolder, _ data: String, _ format: String, lists: String = ""
  ) throws -> ShellRun {
    let example = try #require(CExample.built)
    return ShellRun(
      "'\(example.path)' s.form 2026-11-20 \(format) \(lists) < '\(data)'", in: folder.path)
  }

  @Test func theExamplesAreCleanC() throws {
    #expect(try #require(CExample.built).said == "")
    #expect(try #require(CExample.columns).said == "")
  }

  @Test func columnsMadeByHandAreChecked() throws {
    let example = try #require(CExample.columns)
    let run = ShellRun("'\(example.path)'", in: NSTemporaryDirectory())
    #expect(
      run.output == """
        1 accepted
        2 rejected
         id alphanumeric ID must be 1 to 20 letters or digits
        3 rejected
         id required ID must be 1 to 20 letters or digits
         age range Age must be 0 to 150

        """)
    #expect(run.code == 1 && run.error == "")
  }

  /// Runs the chunks of the language, except those that need more than a form and its records.
  @Test func chunksAreAnsweredAsByTheTool() throws {
    var told: [(chunk: LanguageChunk, folder: CLIFolder, run: CLIResult)] = []
    for chunk in LanguageChunk.all {
      let records = chunk.records.filter { $0.language == nil && !$0.json.contains("\n") }
      guard !records.isEmpty else { continue }
      let folder = try CLIFolder(spec: chunk.spec)
      try folder.write("d.ndjson", records.map { $0.json + "\n" }.joined())
      let run = folder.run("check", "s.form", "d.ndjson", "--output", "ndjson")
      if run.code < 2 { told.append((chunk, folder, run)) }
    }
    #expect(told.count > 400)
    let example = try #require(CExample.inFolders)
    #expect(example.said == "")
    let list = try CLIFolder()
    try list.write("folders", told.map { $0.folder.path + "\n" }.joined())
    let answers = ShellRun("'\(example.path)' folders", in: list.path)
    #expect(answers.code == 0, "\(answers.error)")
    #expect(answers.output == told.map { "\($0.run.code)\n" }.joined())
    for (chunk, folder, run) in told { #expect(folder.text(".out") == run.output, "\(chunk)") }
  }

  @Test(arguments: ["csv", "tsv", "json", "ndjson"])
  func kindsOfDataAreAnsweredAsByTheTool(_ kind: String) throws {
    let folder = try CLIFolder(
      spec: "field id: int rule unique field name: string check records < 3 message \"Many\"")
    let mark = kind == "tsv" ? "\t" : ","
    let row = { (id: String, name: String) in
      switch kind {
      case "json", "ndjson": "{\"id\":\(id),\"name\":\"\(name)\"}" + (kind == "json" ? "," : "")
      default: "\(id)\(mark)\"\(name)\""
      }
    }
    let rows = [row("1", "a"), row("x", "ü"), row("1", "b"), row("2", "")]
    var data = rows.joined(separator: "\n") + "\n"
    if kind == "json" { data = "[" + data.dropLast(2) + "]" }
    if kind.hasSuffix("sv") { data = "id\(mark)name\n" + data }
    try folder.write("d." + kind, data)
    let told = folder.run("check", "s.form", "d." + kind, "--output", "ndjson")
    let answered = try check(folder, "d." + kind, kind)
    #expect(answered.output == told.output)
    #expect(answered.code == 1 && told.code == 1)
  }

  @Test func listsOfOtherDataAreGiven() throws {
    let folder = try CLIFolder(
      spec: """
        list customers from "lost.csv" < field id: string field since: date >
        list holidays < field day: date >
        field customer: string rule value in customers.id message "No {value}"
        field day: date rule value >= customers(id: customer).since message "Too early"
          rule value not in holidays.day message "A holiday"
        """)
    try folder.write("c.csv", "id,since\na,2026-01-01\nb,2027-01-01\n")
    try folder.write("h.ndjson", "{\"day\":\"2026-12-25\"}\n{\"day\n")
    try folder.write(
      "d.csv", "customer,day\na,2026-05-01\nb,2026-05-01\nc,2026-05-01\na,2026-12-25\n")
    let lists = ["customers=" + folder("c.csv"), "holidays=" + folder("h.ndjson")]
    let told = folder.run(
      ["check", "s.form", "d.csv", "--output", "ndjson"] + lists.flatMap { ["--list", $0] })
    let answered = try check(folder, "d.csv", "csv", lists: lists.joined(separator: " "))
    #expect(answered.output == told.output && answered.code == 1 && told.code == 1)
    for message in ["Too early", "No c", "A holiday"] {
      #expect(answered.output.contains(message), "\(answered.output)")
    }
    #expect(answered.error.contains("the list holidays"), "\(answered.error)")
    let lost = try check(folder, "d.csv", "csv", lists: "customers=c.csv")
    #expect(lost.code == 2 && lost.error.contains("holidays"), "\(lost.error)")
    let other = try check(folder, "d.csv", "csv", lists: "nobody=c.csv")
    #expect(other.code == 2 && other.error.contains("nobody"), "\(other.error)")
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let folder = try CLIFolder(spec: "field id: int")
    try folder.write("d.csv", "a\n1\n")
    let table = try check(folder, "d.csv", "csv")
    #expect(table.code == 2 && table.error.hasPrefix("None of the columns is used by the form"))
    let kind = try check(folder, "d.csv", "xlsx")
    #expect(kind.code == 2 && kind.error.hasPrefix("The format must be json, ndjson, csv or tsv"))
    try folder.write("s.form", "field id: strin")
    let form = try check(folder, "d.csv", "csv")
    #expect(form.code == 2 && form.error.contains("unknown-type"))
  }
}
