// Shared by the tests of the command line: runs of the tool in this process with separate streams, runs of the built
// program, and temporary folders.

import FormworkEngine
import FormworkReport
import FormworkRuntime
import Foundation
import Testing

@testable import FormworkCLI

/// A folder that is deleted when the test ends.
final class CLIFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "formwork-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// A folder with a form `s.form` in it.
  convenience init(spec: String) throws {
    try self.init()
    try write("s.form", spec)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
  }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
  }

  /// Returns the text of a file, or nil if the file doesn't exist.
  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self(name)).map { Array($0) }
  }

  /// The names of all files in it.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// A copy of the output about a piece. The result itself is reused for a later piece.
struct Written: Equatable {
  var output: [UInt8]
  var accepted: [UInt8]
  var rejected: [UInt8]

  init(_ result: borrowing PieceResult) {
    output = Array(result.output.bytes)
    accepted = Array(result.accepted.bytes)
    rejected = Array(result.rejected.bytes)
  }
}

/// The result of a run of the tool.
struct CLIResult {
  var output: String
  var error: String
  var code: Int32

  /// The lines of standard output.
  var lines: [String] { output.split(separator: "\n").map { String($0) } }
  /// The last line of the human output that counts the records.
  var summary: String? { lines.first { $0.contains(" accepted, ") } }
}

extension CLIFolder {
  /// Runs the tool in this process on 20 November 2026. Words that name a file of the folder, alone or after `=`,
  /// become its path, and paths are removed from the output.
  ///
  /// - Parameter closesAfter: how many writes standard output takes before its reader closes it.
  func run(
    _ words: String..., isTerminal: Bool = false, allowsColor: Bool = true, width: Int = 80,
    closesAfter: Int = Int.max
  ) -> CLIResult {
    run(
      words, isTerminal: isTerminal, allowsColor: allowsColor, width: width,
      closesAfter: closesAfter)
  }

  /// Runs the tool with any number of words.
  func run(
    _ words: [String], isTerminal: Bool = false, allowsColor: Bool = true, width: Int = 80,
    closesAfter: Int = Int.max
  ) -> CLIResult {
    let streams = Streams()
    let terminal = Terminal(
      output: {
        streams.writes += 1
        if streams.writes > closesAfter { return false }
        streams.output += $0
        return true
      },
      error: {
        streams.error += $0
        return true
      }, outputIsTerminal: isTerminal, errorIsTerminal: isTerminal, width: width,
      allowsColor: allowsColor)
    let tool = CommandLineTool(terminal: terminal, moment: CLIFolder.moment)
    let code = onDeepStack { tool.run(words.map { SystemText(located($0)) }) }
    return CLIResult(output: shown(streams.output), error: shown(streams.error), code: code)
  }

  /// Returns the word with the path of the folder's file that it names. A word that begins with `./` names a file
  /// that needn't exist.
  private func located(_ word: String) -> String {
    if let equals = word.firstIndex(of: "="), word.hasPrefix("-") {
      return word[...equals] + located(String(word[word.index(after: equals)...]))
    }
    if word.hasPrefix("./") { return self(String(word.dropFirst(2))) }
    let isFile = !word.isEmpty && word != "-" && FileManager.default.fileExists(atPath: self(word))
    return isFile ? self(word) : word
  }

  private func shown(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: path + "/", with: "")
  }

  private final class Streams {
    var output: [UInt8] = []
    var error: [UInt8] = []
    var writes = 0
  }

  static let moment: Moment = {
    let day = CalendarDate(year: 2026, month: 11, day: 20)!
    return Moment(
      today: day, now: CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight)))
  }()
}

/// The built program next to the test bundle, for tests that need a process.
enum CLIProgram {
  static let path: String? = {
    let bundles =
      CommandLine.arguments + [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""]
    for bundle in bundles {
      guard let range = bundle.range(of: ".xctest") else { continue }
      let folder = URL(fileURLWithPath: String(bundle[..<range.upperBound]))
        .deletingLastPathComponent()
      let path = folder.appendingPathComponent("formwork").path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    return nil
  }()

  static var isBuilt: Bool { path != nil }
}

extension CLIFolder {
  /// Runs the built program in the folder.
  ///
  /// - Parameter input: the bytes of standard input.
  func process(_ words: String..., input: [UInt8] = []) throws -> CLIResult {
    // Files are used instead of pipes, so that nothing has to be read while it runs.
    try write(".in", input)
    for name in [".out", ".err"] { try write(name, "") }
    return try shell(
      #"exec "$0" "$@" <.in >.out 2>.err"#, [try #require(CLIProgram.path)] + words)
  }

  /// Runs a line of shell in the folder; `$0` and following are `words`. Output to be examined goes to `.out` and
  /// `.err`.
  func shell(_ line: String, _ words: [String]) throws -> CLIResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line] + words
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return CLIResult(
      output: shown(bytes(".out") ?? []), error: shown(bytes(".err") ?? []),
      code: process.terminationStatus)
  }
}
