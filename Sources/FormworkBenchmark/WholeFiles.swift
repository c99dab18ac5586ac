// Whole runs over files, as `formwork check` does them, and the ratios of their times.

internal import Formwork
internal import FormworkCLI
internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import Foundation

/// Files in a temporary folder, which is deleted at the end.
final class WholeFiles {
  /// The files to write besides the summary.
  enum Writing { case nothing, acceptedAndRejected, lines }

  private let folder: String
  private var outputs = 0

  init() throws {
    folder =
      NSTemporaryDirectory() + "formwork-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Checks records against their form and prints a row of the table.
  func measure(
    _ name: String, _ data: BenchmarkData, csv: Bool = false, jobs: Int,
    writing: Writing = .nothing
  ) throws -> Double {
    let spec = try FormSpec(source: data.spec)
    let bytes = csv ? data.csv : data.ndjson
    let path = folder + "/data"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var options = ReportOptions(
      layout: csv ? .table(delimiter: 0x2C) : .ndjson, moment: moment)
    options.show = 0
    options.output = writing == .lines ? .ndjson : .human
    options.wantsAccepted = writing == .acceptedAndRejected
    options.wantsRejected = writing == .acceptedAndRejected
    var files: [OutputFile] = []
    let measure = try Measure {
      var own: [OutputFile] = []
      if writing == .acceptedAndRejected {
        outputs += 1
        own = try ["accepted", "rejected"].map { try OutputFile("\(folder)/\($0)-\(outputs)") }
        files += own
      }
      try CheckRun(spec.compiled, options: options, jobs: jobs).run(
        InputFile(path),
        .init(
          header: { _ in }, open: { _ in },
          piece: { result, _ throws(CheckFailure) in
            guard own.count == 2 else { return true }
            do throws(FileProblem) {
              try own[0].take(&result.accepted)
              try own[1].take(&result.rejected)
            } catch { throw .file(error) }
            return true
          }))
      for file in own { try file.put(besides: RunFiles()) }
    }
    files.removeAll()
    for number in 0...outputs {
      for name in ["accepted", "rejected"] { unlink("\(folder)/\(name)-\(number)") }
    }
    Table.row(
      "\(name), \(jobs) job" + (jobs == 1 ? "" : "s"), measure, bytes: bytes.count,
      records: data.count)
    return measure.seconds / Double(max(1, bytes.count)) * 1e9
  }
}

/// Measures whole runs with one job, and with one job for each core, then prints the most important ratios.
func measureWholeFiles() throws {
  let files = try WholeFiles()
  let signUp = BenchmarkData.signUp(count)
  let right = BenchmarkData.right(count)
  let problems = BenchmarkData.problems(count)
  let orders = BenchmarkData.orders(count)
  let cores = SystemFacts.coreCount
  Table.head("whole files")
  // In nanoseconds per byte, so that files of different sizes can be compared.
  let one = try files.measure("NDJSON", signUp, jobs: 1)
  let all = try files.measure("NDJSON", signUp, jobs: cores)
  _ = try files.measure("CSV", signUp, csv: true, jobs: 1)
  _ = try files.measure("CSV", signUp, csv: true, jobs: cores)
  let writing = WholeFiles.Writing.acceptedAndRejected
  let written = try files.measure("with two files written", signUp, jobs: 1, writing: writing)
  let allWritten = try files.measure("the same", signUp, jobs: cores, writing: writing)
  let lines = try files.measure("with a line for each", signUp, jobs: 1, writing: .lines)
  let allLines = try files.measure("the same", signUp, jobs: cores, writing: .lines)
  let nested = try files.measure("orders", orders, jobs: 1)
  let allNested = try files.measure("the same", orders, jobs: cores)
  let perfect = try files.measure("without problems", right, jobs: 1)
  let broken = try files.measure("five problems each", problems, jobs: 1)
  Table.head("ratios of these", "1 job   all")
  func row(_ name: String, _ first: Double, _ second: Double? = nil) {
    Table.note(name, Table.fixed(first, 2) + (second.map { "    " + Table.fixed($0, 2) } ?? ""))
  }
  row("\(cores) jobs against one", 1, all / one)
  row("accepted and rejected written", written / one, allWritten / all)
  row("a line of NDJSON for each record", lines / one, allLines / all)
  row("orders, a byte, against sign-ups", nested / one, allNested / all)
  // Lines with problems are longer than lines without, so compare the times per record, not per byte.
  let scale = Double(problems.ndjson.count) / Double(max(1, right.ndjson.count))
  row("five problems each against none", broken / perfect * scale)
}

/// Measures how fast big forms load in a process that keeps running.
func measureForms() throws {
  Table.head("loading forms", "milliseconds")
  var times: [Double] = []
  for fields in [10_000, 20_000] {
    let source = BenchmarkData.fields(fields).spec
    let measure = try Measure(runs: 3) {
      let spec = try FormSpec(source: source)
      _ = Evaluator(spec.program, moment: moment)
    }
    times.append(measure.seconds)
    Table.note("\(fields) fields", Table.fixed(measure.seconds * 1e3, 1))
  }
  Table.note("twice the fields", Table.fixed(times[1] / times[0], 2))
}
