// The target `ways`: a form and, after a NUL, records to evaluate with and without the fast path.

import FormworkRuntime

@testable import FormworkEngine
@testable import FormworkReport

/// Evaluates lines of JSON, or rows, with and without the fast path. The output must be the same.
func tryWays(_ input: FuzzInput) {
  guard let form = compiledForm(input), form.program.acrossCount == 0 else { return }
  let ways = input.has(0) ? Ways(form, rows: input.second) : Ways(form, lines: input.second)
  guard let ways else { return }
  let (fast, slow) = (ways.fast(), ways.slow())
  expect(fast.output, equals: slow.output, "what the fast path tells")
  expect(fast.accepted, equals: slow.accepted, "the products of the fast path")
  expect(fast.rejected, equals: slow.rejected, "the rejects of the fast path")
}

/// The output of a run.
private struct Written {
  let output, accepted, rejected: String

  init(_ result: borrowing PieceResult) {
    output = text(result.output.bytes)
    accepted = text(result.accepted.bytes)
    rejected = text(result.rejected.bytes)
  }
}

/// Some records, and both ways to evaluate them.
private struct Ways {
  private let form: CompiledForm
  private let options: ReportOptions
  private let bytes: [UInt8]
  private var spans: [RecordSpan] = []
  private var table: TableReader?

  /// Lines of JSON, three times: from the first, the fast path learns to accept its copies.
  init(_ form: CompiledForm, lines: [UInt8]) {
    self.form = form
    bytes = lines + [0x0A] + lines + [0x0A] + lines
    options = Ways.options(.ndjson)
    var splitter = RecordSplitter(.ndjson)
    _ = bytes.withUnsafeBufferPointer { splitter.split($0, isFinal: true, into: &spans) }
  }

  /// Rows of a table, or nil if its header is invalid.
  init?(_ form: CompiledForm, rows: [UInt8]) {
    self.form = form
    bytes = rows
    options = Ways.options(.table(delimiter: UInt8(ascii: ",")))
    var splitter = RecordSplitter(options.layout)
    table = rows.withUnsafeBufferPointer { bytes in
      _ = splitter.split(bytes, isFinal: true, into: &spans)
      guard let header = spans.first else { return nil }
      return TableReader.open(
        header: TextBytes(rebasing: bytes[header.lower..<header.upper]),
        options.layout, program: form.program
      ).reader
    }
    guard table != nil else { return nil }
    spans.removeFirst()
  }

  private static func options(_ format: DataLayout) -> ReportOptions {
    var options = ReportOptions(layout: format, moment: moment)
    options.output = .ndjson
    options.wantsAccepted = true
    options.wantsRejected = true
    return options
  }

  private func reporter(isFast: Bool) -> RecordReporter {
    RecordReporter(
      form.program, source: form.source, options: options, table: table, isFast: isFast)
  }

  /// Evaluates all records in one piece, with padding after it.
  func fast() -> Written {
    var result = PieceResult()
    let padded = bytes + Array(repeating: 0, count: Padding.count)
    padded.withUnsafeBufferPointer { padded in
      if table != nil {
        reporter(isFast: true).report(padded, spans, firstRecord: 1, into: &result)
      } else {
        reporter(isFast: true).report(
          lines: TextBytes(rebasing: padded[..<bytes.count]), from: 0, firstRecord: 1, line: 1,
          into: &result)
      }
    }
    return Written(result)
  }

  /// Evaluates each record in separate memory without padding, with a new reporter that fills and evaluates every
  /// field. A fault of the whole data ends it, as in the fast way.
  func slow() -> Written {
    var result = PieceResult()
    for (index, span) in spans.enumerated() where result.fault == nil {
      Array(bytes[span.lower..<span.upper]).withUnsafeBufferPointer { record in
        _ = reporter(isFast: false).report(record, span, number: index + 1, into: &result) {
          evaluator throws(MalformedRecord) in
          if let defect = span.defect { throw MalformedRecord(defect, 0) }
          try evaluator.evaluate(record, of: table)
        }
      }
    }
    return Written(result)
  }
}
