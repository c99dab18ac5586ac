// Similar products of many lines, which exceed the initial size of the buffers.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import TestSizes
import Testing

@testable import FormworkRuntime

@Suite struct LongProductsTests {
  /// The value written for the missing last field is longer than the space that the value before it left.
  @Test(arguments: [
    "", "field news: bool default false\n", "field note: string default \"\(long)\"\n",
  ])
  func endsBehindWhatWasRead(_ last: String) throws {
    let spec = try CompiledForm(
      Source(name: "a.form", bytes: Array("field id: string\n\(last)".utf8)))
    var options = ReportOptions(layout: .ndjson, moment: LanguageRunner.moment)
    options.wantsAccepted = true
    options.output = .ndjson
    for length in 1...40 {
      let line = "{\"id\":\"" + String(repeating: "x", count: length) + "\"}\n"
      let text = Array(String(repeating: line, count: sized(150, large: 600)).utf8)
      let padded = text + Array(repeating: 0, count: Padding.count)
      var lines = PieceResult()
      var cut = PieceResult()
      padded.withUnsafeBufferPointer { bytes in
        let bytes = TextBytes(rebasing: bytes[..<text.count])
        RecordReporter(spec.program, source: spec.source, options: options)
          .report(lines: bytes, from: 0, firstRecord: 1, line: 1, into: &lines)
        var splitter = RecordSplitter(.ndjson)
        var spans: [RecordSpan] = []
        _ = splitter.split(bytes, isFinal: true, into: &spans)
        RecordReporter(spec.program, source: spec.source, options: options)
          .report(bytes, spans, firstRecord: 1, into: &cut)
      }
      #expect(Written(lines) == Written(cut))
    }
  }

  private static let long = String(repeating: "y", count: 300)
}
