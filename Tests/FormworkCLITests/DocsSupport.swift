// Shared by the tests of the documents and the examples: runs of the tool within the process, files of the package,
// and fenced Markdown blocks.

import FormworkCLI
import FormworkEngine
import FormworkRuntime
import Foundation
import Testing

/// One run of the command line.
struct DocsRun {
  /// Standard output and standard error, with paths relative to the package.
  let output: String
  let error: String
  let code: Int32

  /// Runs the tool with `words` on 20 November 2026. Words that name a file of the package become its path, in
  /// whichever folder the tests run.
  init(_ words: [String]) {
    let streams = Streams()
    let terminal = Terminal(
      output: {
        streams.output += $0
        return true
      },
      error: {
        streams.error += $0
        return true
      })
    let tool = CommandLineTool(terminal: terminal, moment: DocsRun.moment)
    code = onDeepStack {
      tool.run(words.map { SystemText(DocsFile.exists($0) ? DocsFile.path($0) : $0) })
    }
    output = DocsRun.shown(streams.output)
    error = DocsRun.shown(streams.error)
  }

  static let moment: Moment = {
    let day = CalendarDate(year: 2026, month: 11, day: 20)!
    return Moment(
      today: day, now: CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight)))
  }()

  private static func shown(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
      .replacingOccurrences(of: DocsFile.root + "/", with: "")
  }

  private final class Streams {
    var output: [UInt8] = []
    var error: [UInt8] = []
  }
}

/// Files of the package.
enum DocsFile {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Whether expected files are rewritten.
  static let isRecording = ProcessInfo.processInfo.environment["FORMWORK_RECORD"] == "1"

  static func path(_ name: String) -> String { root + "/" + name }

  static func exists(_ name: String) -> Bool {
    name.contains("/") && FileManager.default.fileExists(atPath: path(name))
  }

  static func text(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  /// Returns the file's text, or `text` itself if expected files are rewritten.
  static func expected(_ name: String, recording text: String) throws -> String {
    if isRecording {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }
    return try self.text(name)
  }

  /// Returns a text in lines of at most `width` characters, each after the first with an indent besides.
  static func filled(_ text: String, width: Int, indent: String) -> String {
    var (lines, column) = ("", 0)
    for word in text.split(separator: " ") {
      let isFirst = lines.isEmpty
      let fits = column + 1 + word.count <= width
      lines += isFirst ? word : fits ? " " + word : "\n" + indent + word
      column = isFirst || !fits ? word.count : column + 1 + word.count
    }
    return lines
  }

  /// Compares the part of a file between two texts with the expected one, or rewrites that part if expected files are
  /// rewritten.
  static func check(
    _ name: String, after open: String, before close: String, _ part: String
  ) throws {
    var text = try self.text(name)
    let start = try #require(text.range(of: open)).upperBound
    let end = try #require(text.range(of: close, range: start..<text.endIndex)).lowerBound
    if isRecording {
      text.replaceSubrange(start..<end, with: part)
      _ = try expected(name, recording: text)
    } else {
      #expect(text[start..<end] == part, "\(name)")
    }
  }
}

/// A fenced block of Markdown.
struct DocsBlock {
  /// The words after the opening fence.
  var info: [String]
  var lines: [String] = []
  /// The line of the fence, from 1.
  var line: Int

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The blocks of a file whose first word is `kind`.
  static func all(_ kind: String, in name: String) throws -> [DocsBlock] {
    try all(in: name).filter { $0.info.first == kind }
  }

  /// The blocks of a file.
  static func all(in name: String) throws -> [DocsBlock] {
    var blocks: [DocsBlock] = []
    var open: DocsBlock?
    for (index, line) in try DocsFile.text(name).components(separatedBy: "\n").enumerated() {
      guard line.hasPrefix("```") else {
        open?.lines.append(line)
        continue
      }
      if let block = open {
        blocks.append(block)
        open = nil
      } else {
        open = DocsBlock(
          info: line.dropFirst(3).split(separator: " ").map(String.init), line: index + 1)
      }
    }
    return blocks
  }
}
