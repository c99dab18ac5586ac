// The targets `json`, `table` and `pieces`: a form and, after a NUL, the data to check.

import FormworkEngine
import FormworkReport
import FormworkRuntime
import FormworkSyntax
import Foundation

@testable import FormworkCLI

/// Checks JSON or NDJSON.
func tryJSON(_ input: FuzzInput) { tryData(input, input.has(0) ? .json : .ndjson) }

/// Checks a table.
func tryTable(_ input: FuzzInput) { tryData(input, tableFormat(input)) }

/// Checks data whole and in small pieces. The results must be the same.
func tryPieces(_ input: FuzzInput) {
  guard let form = compiledForm(input) else { return }
  let format = input.has(4) ? tableFormat(input) : input.has(0) ? .json : .ndjson
  for output in [ReportOptions.Output.ndjson, .human] {
    var options = options(input, format)
    options.output = output
    let file = DataFile(input.second)
    let whole = file.check(form, options)
    let pieces = file.check(form, options, jobs: input.has(5) ? 2 : 1, pieceSize: input.size)
    // For damaged compressed data, everything read before the fault is reported.
    if input.second.starts(with: [0x1F, 0x8B]), !whole.complaint.isEmpty { continue }
    expect(pieces.complaint, equals: whole.complaint, "what is wrong with a file in pieces")
    expect(pieces.told, equals: whole.told, "what is told of pieces")
    expect(pieces.accepted, equals: whole.accepted, "the products of pieces")
    expect(pieces.rejected, equals: whole.rejected, "the rejects of pieces")
  }
}

private func tableFormat(_ input: FuzzInput) -> DataLayout {
  .table(delimiter: UInt8(ascii: input.has(0) ? "\t" : ","))
}

private func options(_ input: FuzzInput, _ format: DataLayout) -> ReportOptions {
  var options = ReportOptions(layout: format, moment: moment)
  options.wantsAccepted = true
  options.wantsRejected = true
  options.language = input.has(1) ? "ja" : nil
  options.palette = input.has(1) ? .ansi : .plain
  options.explains = input.has(2)
  options.show = .max
  if input.has(3) { options.problemLimit = 1 }
  if input.has(6) { options.scope = input.has(7) ? .firstOfRecord : .firstOfField }
  return options
}

/// Checks data with both kinds of output, parses every line written, and checks the rejects again.
private func tryData(_ input: FuzzInput, _ format: DataLayout) {
  guard let form = compiledForm(input) else { return }
  var options = options(input, format)
  let file = DataFile(input.second)
  let drawn = file.check(form, options)
  options.output = .ndjson
  let found = file.check(form, options)
  expect(found.accepted, equals: drawn.accepted, "the products in both kinds of output")
  expect(found.rejected, equals: drawn.rejected, "the rejects in both kinds of output")
  expectJSON(found.told)
  expectJSON(found.accepted)
  // Rejects that are checked again stay the same, unless their messages contain the positions of records, or the rows
  // between broken ones kept their quotes apart.
  let formText = text(form.source.bytes)
  let tellsPlaces = ["{record", "{line", "\\u"].contains { formText.contains($0) }
  let hasBrokenRow = format != .ndjson && text(found.told).contains("\"code\":\"malformed\"")
  if format == .json || tellsPlaces || hasBrokenRow || form.program.acrossCount > 0
    || options.scope != .all
  {
    return
  }
  let again = DataFile(found.rejected).check(form, options)
  // A byte order mark in the data isn't written twice.
  func unmarked(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }
  expect(unmarked(again.rejected), equals: unmarked(found.rejected), "the rejects of rejects")
  expect(again.accepted, equals: [], "what is accepted of rejects")
}

private func expectJSON(_ lines: [UInt8]) {
  for line in lines.split(separator: UInt8(ascii: "\n")) {
    do { _ = try JSONSerialization.jsonObject(with: Data(line)) } catch {
      fatalError("this is no JSON: \(text(line))\n\(error)")
    }
  }
}

/// A run's outcome.
private struct Outcome {
  /// Lines of JSON, or drawings.
  var told: [UInt8] = []
  var accepted: [UInt8] = []
  var rejected: [UInt8] = []
  /// The fault of the file as a whole.
  var complaint = ""
}

/// Data in a file, which is read in pieces.
private struct DataFile {
  private static let path = NSTemporaryDirectory() + "/data"

  init(_ bytes: [UInt8]) {
    // Foundation would wait for the disk.
    guard let file = fopen(DataFile.path, "w") else { fatalError("no file for data") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  func check(
    _ form: CompiledForm, _ options: ReportOptions, jobs: Int = 1,
    pieceSize: Int = CheckRun.pieceSize
  ) -> Outcome {
    var outcome = Outcome()
    let run = CheckRun(form, options: options, jobs: jobs, pieceSize: pieceSize)
    do throws(CheckFailure) {
      let file: InputFile
      do throws(FileProblem) { file = try InputFile(DataFile.path) } catch { throw .file(error) }
      try run.run(
        file,
        .init(
          header: { outcome.complaint += $0.map { TableWords.sentence($0) }.joined() },
          open: {
            outcome.rejected +=
              ($0.head.hasByteOrderMark ? byteOrderMark : []) + $0.head.preamble
              + ($0.head.header.map { $0 + [0x0A] } ?? [])
          },
          piece: { result, _ in
            outcome.told += result.output.bytes
            outcome.told += result.drawings.flatMap { Array(($0.text ?? "").utf8) }
            outcome.accepted += result.accepted.bytes
            outcome.rejected += result.rejected.bytes
            return true
          }))
    } catch {
      outcome.complaint += FileWords.sentence(error, "data")
    }
    return outcome
  }
}
