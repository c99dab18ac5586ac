// The project's own benchmark; see Scripts/benchmark.

internal import Formwork
internal import FormworkCLI
internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import Foundation

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200_000
let moment = SystemFacts.moment

/// A measurement over the records of one form, in memory and on one thread.
struct RecordBenchmark {
  let data: BenchmarkData
  let spec: FormSpec
  let bytes: [UInt8]
  let spans: [RecordSpan]
  let table: TableReader?

  init(_ data: BenchmarkData, csv: Bool = false) throws {
    self.data = data
    bytes = (csv ? data.csv : data.ndjson) + Array(repeating: 0x0A, count: 64)
    let spec = try FormSpec(source: data.spec)
    self.spec = spec
    var splitter = RecordSplitter(csv ? .table(delimiter: 0x2C) : .ndjson)
    var spans: [RecordSpan] = []
    table = bytes.withUnsafeBufferPointer { bytes in
      _ = splitter.split(bytes, isFinal: true, into: &spans)
      guard csv, let header = spans.first else { return nil }
      return TableReader.open(
        header: TextBytes(rebasing: bytes[header.lower..<header.upper]), .table(delimiter: 0x2C),
        program: spec.program
      ).reader
    }
    self.spans = csv ? Array(spans.dropFirst()) : spans
  }

  var splitting: Measure {
    Measure {
      var splitter = RecordSplitter(table == nil ? .ndjson : .table(delimiter: 0x2C))
      var found: [RecordSpan] = []
      found.reserveCapacity(spans.count + 1)
      bytes.withUnsafeBufferPointer { _ = splitter.split($0, isFinal: true, into: &found) }
    }
  }

  func each(_ work: (TextBytes, Int) -> Void) -> Measure {
    Measure {
      bytes.withUnsafeBufferPointer { all in
        for span in spans {
          work(TextBytes(rebasing: all[span.lower..<span.upper]), all.count - span.upper)
        }
      }
    }
  }

  func report(_ title: String) {
    let evaluator = Evaluator(spec.program, moment: moment)
    let products = ProductWriter(spec.program)
    let reading = each { record, room in
      if let table {
        try? evaluator.read(row: record, room: room, of: table)
      } else {
        try? evaluator.read(json: record, isPadded: room >= Padding.count)
      }
    }
    func evaluate(_ record: TextBytes, _ room: Int) {
      if let table {
        try? evaluator.evaluate(row: record, room: room, of: table)
      } else {
        try? evaluator.evaluate(json: record, isPadded: room >= Padding.count)
      }
    }
    let evaluating = each { evaluate($0, $1) }
    var buffer = ByteBuffer()
    let writing = each { record, room in
      evaluate(record, room)
      buffer.reset()
      if evaluator.isAccepted { products.write(evaluator, to: &buffer) }
    }
    Table.head(title)
    let size = bytes.count - 64
    Table.row("cutting into records", splitting, bytes: size, records: spans.count)
    Table.row("reading", reading, bytes: size, records: spans.count)
    Table.row("evaluating", evaluating - reading, bytes: size, records: spans.count)
    Table.row("writing products", writing - evaluating, bytes: size, records: spans.count)
  }
}

func run() throws {
  print("formwork, \(count) records, \(SystemFacts.coreCount) cores")
  let signUp = BenchmarkData.signUp(count)
  try RecordBenchmark(signUp).report("sign-up forms, NDJSON")
  try RecordBenchmark(signUp, csv: true).report("sign-up forms, CSV")
  try RecordBenchmark(BenchmarkData.problems(count)).report("five problems in every record, NDJSON")
  try RecordBenchmark(BenchmarkData.orders(count)).report("orders with nested lines, NDJSON")
  try measureWholeFiles()
  try measureForms()
  try measureProcesses()
  measureText()
  try measureLibrary()
  try measureLines(signUp)
}

/// Measures how fast characters are counted as people see them.
func measureText() {
  let text = String(repeating: "吾輩は猫である。名前はまだ無い。", count: 210)
  let bytes = Array(text.utf8)
  var sum = 0
  let ours = bytes.withUnsafeBufferPointer { bytes in
    Measure { for _ in 0..<1_000 { sum += bytes.characterCount } }
  }
  let theirs = Measure {
    for _ in 0..<1_000 { sum += String(decoding: bytes, as: UTF8.self).count }
  }
  precondition(sum > 0)
  Table.head("characters of \(bytes.count) bytes of Japanese", "ns/byte")
  let scale = 1e9 / 1_000 / Double(bytes.count)
  Table.note("count", Table.fixed(ours.seconds * scale, 2))
  Table.note("String.count", Table.fixed(theirs.seconds * scale, 2))
  Table.note("ratio", Table.fixed(ours.seconds / theirs.seconds, 2))
}

if CommandLine.arguments.contains("lines") {
  try measureLines(BenchmarkData.signUp(count))
} else if CommandLine.arguments.contains("library") {
  try measureLibrary()
} else {
  try run()
}
