// The threads of a run end, whatever happens to the stream.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import Foundation
import Testing

@testable import FormworkRuntime

@Suite struct WorkerPoolTests {
  private let folder: CLIFolder

  init() throws { folder = try CLIFolder() }

  /// Reading fails once, and would succeed if it were tried again. The pieces before it are delivered in order, none
  /// after it, and no thread waits forever.
  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3, 8])
  func readingFailsOnce(jobs: Int) throws {
    let spec = try CompiledForm(Source(name: "a.form", bytes: Array("field a: int\n".utf8)))
    try folder.write("data", String(repeating: "{\"a\":1}\n", count: 4_000))
    var options = ReportOptions(layout: .ndjson, moment: LanguageRunner.moment)
    options.output = .ndjson
    for failing in [0, 1, 2, 5, 9] {
      var reader = PieceReader(
        try InputFile(folder("data")), layout: .ndjson, pieceSize: 100, needsRecords: false)
      var asked = 0
      let pool = WorkerPool(jobs: jobs) { [options] in
        let reporter = RecordReporter(spec.program, source: spec.source, options: options)
        let ledger = DataSetLedger(spec.program, spec.source)
        return { reporter.report($0, ledger, inTurn: $1, into: &$2) }
      } read: { (piece, isWanted) throws(CheckFailure) in
        asked += 1
        if asked == failing + 1 { throw .recordTooLong(line: failing, limit: 1) }
        return try reader.read(into: &piece, while: isWanted) ? .piece(isLast: reader.isDone) : .end
      }
      var records = 0
      var found: Int?
      do throws(CheckFailure) {
        try pool.run { (result, _) throws(CheckFailure) in
          let lines = String(decoding: result.output.bytes, as: UTF8.self).split(separator: "\n")
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

  /// A pipe that is written while a run reads it.
  private final class PausingPipe {
    private var ends: [Int32] = [0, 0]
    private let writer: FileHandle

    init() throws {
      try #require(pipe(&ends) == 0)
      writer = FileHandle(fileDescriptor: ends[1])
    }

    deinit { for end in ends { close(end) } }

    var path: String { "/dev/fd/\(ends[0])" }

    func write(_ bytes: some Sequence<UInt8>) { try? writer.write(contentsOf: Data(bytes)) }
  }

  /// Runs a form over a pipe until `isEnough` returns true for the lines so far.
  private func run(
    _ pipe: PausingPipe, _ format: DataLayout, jobs: Int, isEnough: ([String]) -> Bool
  ) throws -> [String] {
    let spec = try CompiledForm(Source(name: "a.form", bytes: Array("field a: int\n".utf8)))
    var options = ReportOptions(layout: format, moment: LanguageRunner.moment)
    options.output = .ndjson
    var lines: [String] = []
    _ = try withoutActuallyEscaping(isEnough) { isEnough in
      try CheckRun(spec, options: options, jobs: jobs).run(
        try InputFile(pipe.path),
        .init(
          header: { _ in }, open: { _ in },
          piece: { result, _ in
            let told = String(decoding: result.output.bytes, as: UTF8.self).split(separator: "\n")
            lines += told.map { String($0) }
            return !isEnough(lines)
          }))
    }
    return lines
  }

  /// The results of a stream are reported while its writer pauses, and a run that stops doesn't wait for it.
  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3, 8, 64])
  func streamsPause(jobs: Int) throws {
    let pipe = try PausingPipe()
    pipe.write("{\"a\":1}\n{\"a\":2}\n{\"a\":".utf8)
    let lines = try run(pipe, .ndjson, jobs: jobs) { lines in
      switch lines.count {
      case 2: pipe.write("3}\n".utf8)
      case 3: pipe.write("{\"a\":4}\n{\"a\":5}\n".utf8)
      case 5: return true
      default: break
      }
      return false
    }
    #expect(lines.count == 5)
    #expect(lines.last?.hasPrefix("{\"record\":5,\"line\":5,\"accepted\":true") == true)
  }

  /// Rows that arrive with the header, and records past a piece's maximum, don't wait for more.
  @Test(.timeLimit(.minutes(1)), arguments: [1, 2])
  func nothingWholeIsHeldBack(jobs: Int) throws {
    let table = try PausingPipe()
    table.write("a\n1\n2\n".utf8)
    let rows = try run(table, .table(delimiter: 0x2C), jobs: jobs) { $0.count == 2 }
    #expect(rows.count == 2)
    let tiny = try PausingPipe()
    tiny.write(String(repeating: "1\n", count: 20_000).utf8)
    #expect(try run(tiny, .ndjson, jobs: jobs) { $0.count == 20_000 }.count == 20_000)
  }
}
