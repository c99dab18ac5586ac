// The threads of a run end, whatever becomes of the stream.

import FormworkEngine
import FormworkReport
import FormworkSyntax
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
      } read: { piece throws(CheckFailure) in
        asked += 1
        if asked == failing + 1 { throw .recordTooLong(line: failing, limit: 1) }
        return try reader.read(into: &piece) ? reader.isDone : nil
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
}
