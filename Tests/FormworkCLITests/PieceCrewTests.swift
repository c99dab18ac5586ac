// The threads of a run end, whatever becomes of the stream.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import Foundation
import Testing

@testable import FormworkRuntime

@Suite struct PieceCrewTests {
  private let folder: CLIFolder

  init() throws { folder = try CLIFolder() }

  /// Reading fails once, and would go on if it were tried again: the pieces before are handed over in
  /// their order, none after, and no thread waits for ever.
  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3, 8])
  func readingFailsOnce(jobs: Int) throws {
    let spec = try CompiledSpec(Source(name: "a.form", bytes: Array("field a: int\n".utf8)))
    try folder.write("data", String(repeating: "{\"a\":1}\n", count: 4_000))
    var options = ReportOptions(format: .ndjson, moment: LanguageRunner.moment)
    options.output = .ndjson
    for failing in [0, 1, 2, 5, 9] {
      var reader = PieceReader(
        try InputFile(folder("data")), format: .ndjson, pieceSize: 100, needsRecords: false)
      var asked = 0
      let crew = PieceCrew(jobs: jobs, DataSetLedger(spec)) { [options] in
        RecordReporter(spec.program, source: spec.source, options: options)
      } read: { (piece, isWanted) throws(CheckFailure) in
        asked += 1
        if asked == failing + 1 { throw .recordTooLong(line: failing, limit: 1) }
        return try reader.read(into: &piece, while: isWanted) ? .piece(isLast: reader.isDone) : .end
      }
      var records = 0
      var found: Int?
      do throws(CheckFailure) {
        try crew.run { (result, _) throws(CheckFailure) in
          let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
          for line in lines {
            records += 1
            #expect(line.hasPrefix("{\"record\":\(records),"))
          }
          return true
        }
      } catch .recordTooLong(let line, _) {
        found = line
      }
      #expect(found == failing)
      // Each piece has twelve lines.
      #expect(records == failing * 12)
      #expect(asked == failing + 1)
    }
  }

  /// What comes of a stream is told while its writer pauses, and a run that stops does not wait for it.
  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3, 8])
  func streamsPause(jobs: Int) throws {
    let spec = try CompiledSpec(Source(name: "a.form", bytes: Array("field a: int\n".utf8)))
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let writer = FileHandle(fileDescriptor: ends[1])
    func write(_ text: String) { try? writer.write(contentsOf: Data(text.utf8)) }
    var options = ReportOptions(format: .ndjson, moment: LanguageRunner.moment)
    options.output = .ndjson
    var lines: [String] = []
    write("{\"a\":1}\n{\"a\":2}\n{\"a\":")
    try CheckRun(spec, options: options, jobs: jobs).run(
      try InputFile("/dev/fd/\(ends[0])"),
      .init(
        header: { _ in }, headerLine: { _ in },
        piece: { result, _ in
          lines += String(decoding: result.output, as: UTF8.self).split(separator: "\n").map {
            String($0)
          }
          switch lines.count {
          case 2: write("3}\n")
          case 3: write("{\"a\":4}\n{\"a\":5}\n")
          case 5: return false
          default: break
          }
          return true
        }))
    #expect(lines.count == 5)
    #expect(lines.last?.hasPrefix("{\"record\":5,\"line\":5,\"accepted\":true") == true)
  }
}
