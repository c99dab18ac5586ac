// Measures the tool as users run it: whole processes.

internal import Foundation

/// Times `formwork check` of the tool that was built with this program.
struct ToolRuns {
  private let folder: URL
  private let tool: URL

  /// Nil if the tool hasn't been built.
  init?() throws {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    tool = own.deletingLastPathComponent().appendingPathComponent("formwork")
    guard FileManager.default.isExecutableFile(atPath: tool.path) else { return nil }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(
        "formwork-benchmark-\(ProcessInfo.processInfo.processIdentifier)-tool")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func removeFiles() { try? FileManager.default.removeItem(at: folder) }

  /// Runs several checks, each with one job. Returns the time of the fastest one in seconds.
  func seconds(_ data: BenchmarkData) throws -> Double {
    let spec = folder.appendingPathComponent("data.form")
    let records = folder.appendingPathComponent("data.ndjson")
    try Data(data.spec.utf8).write(to: spec)
    try Data(data.ndjson).write(to: records)
    return Measure(runs: 15) {
      run(["check", spec.path, records.path, "--jobs", "1", "--show", "0", "--quiet"])
    }.seconds
  }

  /// Runs the tool and waits for its end. Foundation's `Process` would notice the end only every 50 milliseconds.
  private func run(_ arguments: [String]) {
    var words: [UnsafeMutablePointer<CChar>?] = ([tool.path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var child: pid_t = 0
    guard posix_spawn(&child, tool.path, nil, nil, words, [nil]) == 0 else { return }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }
}

/// Prints the times of starting, loading and checking in whole processes.
func measureProcesses() throws {
  guard let runs = try ToolRuns() else { return }
  defer { runs.removeFiles() }
  Table.head("the tool, start to end", "milliseconds")
  func row(_ name: String, _ data: BenchmarkData) throws -> Double {
    let seconds = try runs.seconds(data)
    Table.note(name, Table.fixed(seconds * 1e3, 1))
    return seconds
  }
  _ = try row("one small record", .signUp(1))
  let fields = try row("10,000 fields", .fields(10_000))
  let twice = try row("20,000 fields", .fields(20_000))
  let records = try row("100,000 sign-ups", .signUp(100_000))
  Table.note("10,000 fields against 100,000 sign-ups", Table.fixed(fields / records, 2))
  Table.note("twice the fields", Table.fixed(twice / fields, 2))
}
