// Files of any kind, which are read as on the command line.

import Formwork
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct FileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("formwork-" + UUID().uuidString)

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url
  }

  /// Returns the outcome of each record of a file, then the warnings, and the error last. Expects the same from a
  /// body with the same bytes, in chunks of any size.
  private func outcomes(
    _ form: String, _ url: URL, as format: RecordFormat? = nil, recordLimit: Int = 1 << 20
  ) async throws -> [String] {
    defer { try? FileManager.default.removeItem(at: folder) }
    let spec = try FormSpec(source: form)
    let said = try await lines(url.path) {
      spec.validate(contentsOf: url, as: format, recordLimit: recordLimit, warn: $0)
    }
    let kind = url.lastPathComponent.split(separator: ".").dropFirst().first
    let known = format ?? kind.flatMap { RecordFormat(rawValue: String($0)) }
    if let known, let bytes = try? Data(contentsOf: url) {
      for size in bytes.count < 5_000 ? [1, 7, 1 << 16] : [4_096] {
        let ofBody = try await lines("body") {
          spec.validate(
            body: body(bytes, size), as: known, recordLimit: recordLimit, warn: $0)
        }
        #expect(ofBody == said.map { $0.replacing(url.lastPathComponent, with: "body") })
      }
    }
    return said
  }

  private func lines<Records: AsyncSequence<RecordOutcome, any Error>>(
    _ name: String, _ validate: (@escaping @Sendable (String) -> Void) throws -> Records
  ) async throws -> [String] {
    let (warnings, warn) = AsyncStream<String>.makeStream()
    var lines: [String] = []
    do {
      for try await record in try validate({ warn.yield($0) }) {
        let problems = record.outcome.problems.map { problem in
          problem.description + (problem.position.map { " at \($0.line):\($0.column)" } ?? "")
        }
        let what = record.outcome.product?.description ?? problems.joined(separator: "; ")
        lines.append("\(record.number.map { String($0) } ?? "-"):\(record.line) \(what)")
      }
    } catch let error as RecordStreamError {
      lines.append(
        error.description.replacing(name, with: URL(fileURLWithPath: name).lastPathComponent))
    }
    warn.finish()
    for await warning in warnings { lines.append(warning) }
    return lines
  }

  /// Returns the bytes in chunks of a size.
  private func body(_ bytes: Data, _ size: Int) -> AsyncStream<Data> {
    AsyncStream { stream in
      for start in stride(from: 0, to: bytes.count, by: size) {
        stream.yield(bytes[start..<min(bytes.count, start + size)])
      }
      stream.finish()
    }
  }

  @Test func tables() async throws {
    let form = """
      data csv < delimiter ";" blank "NA" >
      field id: string rule unique message "{value} came first in record {first}"
      field amount: number(decimal ",") optional rule value < 5 message "{value}!"
      field note: string optional
      check records > 9 message "few"
      """
    let text = "id;amount;more\na;1,5;\nb;NA;x\na;7;\n;;\nc\n"
    let lines = try await outcomes(form, try file("d.csv", text.utf8))
    #expect(
      lines == [
        #"1:2 {"id":"a","amount":1.5}"#, #"2:3 {"id":"b"}"#,
        "3:4 id: a came first in record 1 at 4:1; amount: 7! at 4:3",
        "4:6 The record cannot be read: it has 1 cell instead of 3 at 6:1",
        "-:6 few",
        "No field uses column 3 (\"more\"). It is ignored.",
        "There is no column \"note\" for the field \"note\"; it stays blank.",
      ])
  }

  @Test func packed() async throws {
    let packed = "H4sIAAAAAAACA8tMsU7MzS/NK+FKtDbUMeUCAFgRT6QQAAAA"
    let form = "data csv < delimiter \";\" > field id: string field amount: number(decimal \",\")"
    let url = try file("d.csv.gz", try #require(Data(base64Encoded: packed)))
    #expect(try await outcomes(form, url) == [#"1:2 {"id":"a","amount":1.5}"#])
  }

  @Test func workbooks() async throws {
    let workbook = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("FormworkCLITests/Workbooks/openpyxl.xlsx")
    let form = """
      data xlsx < header 3 >
      field id: string
      field amount: number(decimal ",") rule value > 0 message "{value}!"
      field day: date("d.M.yyyy") optional
      """
    let lines = try await outcomes(form, workbook)
    #expect(lines[0] == #"1:4 {"id":"a1","amount":0.1,"day":"2026-11-20"}"#)
    #expect(lines[3].hasPrefix("4:8 amount: -1234567890123460000! at 8:2"))
    #expect(lines.last?.hasPrefix("Column 9 has no name in the header") ?? false)
  }

  @Test func listsInside() async throws {
    let form = "data json < records at a.b > field n: int"
    let lines = try await outcomes(
      form, try file("d.json", "{\"a\":{\"b\":[{\"n\":1},\n{\"n\":\"x\"}]}}".utf8))
    #expect(lines == [#"1:1 {"n":1}"#, "2:2 n: N must be a whole number such as 42 at 2:6"])
    let none = try await outcomes(form, try file("d.json", "[]".utf8))
    #expect(
      none == ["d.json:1: There is no list \"a.b\" to read the records from."])
  }

  @Test func encodings() async throws {
    let text = Array("a\nK".utf8) + [0xE4] + Array("se\n".utf8)
    #expect(
      try await outcomes("field a: string", try file("d.csv", text))
        == ["d.csv:2: This line is not in UTF-8; it looks like windows-1252."])
    let form = "data csv < encoding \"windows-1252\" > field a: string"
    #expect(try await outcomes(form, try file("d.csv", text)) == [#"1:2 {"a":"Käse"}"#])
    #expect(
      try await outcomes(form, try file("d.csv", "a\nKäse\n".utf8))
        == ["d.csv: It is not in windows-1252: it looks like utf-8."])
  }

  @Test func whatCannotBeRead() async throws {
    let form = "field a: int"
    #expect(
      try await outcomes(form, try file("d.csv", "b\n1\n".utf8))[0].hasPrefix(
        "d.csv:1: None of the columns is used by the form."))
    #expect(
      try await outcomes(form, try file("d.txt", "a\n1\n".utf8))
        == ["The format of d.txt is unknown."])
    #expect(
      try await outcomes(form, try file("d.txt", "a\n1\n".utf8), as: .tsv) == [#"1:2 {"a":1}"#])
    #expect(
      try await outcomes("data tsv < > " + form, try file("d.txt", "a\n1\n".utf8))
        == [#"1:2 {"a":1}"#])
    #expect(
      try await outcomes(form, folder.appendingPathComponent("no.csv"))
        == ["no.csv cannot be read: No such file or directory"])
    #expect(
      try await outcomes(form, try file("d.xlsx", "a\n1\n".utf8))
        == ["d.xlsx cannot be read: It is not a workbook (xlsx)"])
    #expect(
      try await outcomes(
        form, try file("d.csv", ("a\n1\n" + String(repeating: "1", count: 99)).utf8),
        recordLimit: 50
      ).last == "The record on line 3 is longer than 50 bytes.")
  }

  @Test func bodiesOfOtherBytes() async throws {
    let spec = try FormSpec(source: "field a: int")
    func body<Chunk: Sequence<UInt8> & Sendable>(_ chunks: [Chunk]) -> AsyncStream<Chunk> {
      AsyncStream { stream in
        for chunk in chunks { stream.yield(chunk) }
        stream.finish()
      }
    }
    let arrays = try await lines("body") { _ in
      spec.validate(body: body([Array("[{\"a\":1}".utf8), [], [UInt8(ascii: "]")]]), as: .json)
    }
    #expect(arrays == [#"1:1 {"a":1}"#])
    let slices = try await lines("body") { _ in
      spec.validate(body: body([Array("xa\n1\n".utf8).dropFirst()]), as: .csv)
    }
    #expect(slices == [#"1:2 {"a":1}"#])
    let nothing = try await lines("body") {
      spec.validate(body: body([[UInt8]]()), as: .csv, warn: $0)
    }
    #expect(
      nothing == [
        "body:1: There is no header: "
          + "the file ends before a line with the names of the columns."
      ])
  }

  @Test func bodiesThatAreTooLong() async throws {
    let spec = try FormSpec(source: "field a: int")
    let text = Data("a\n1\n2\n".utf8)
    for (limit, wanted) in [(6, 2), (5, 0)] {
      let said = try await lines("body") { _ in
        spec.validate(body: body(text, 4), as: .csv, bodyLimit: limit)
      }
      #expect(said.count == max(1, wanted))
      #expect((said == ["The body is longer than 5 bytes."]) == (limit == 5))
    }
  }

  /// An error of the body ends the records, even before the first one. So does cancellation of the task.
  @Test func bodiesThatBreakOff() async throws {
    struct Gone: Error {}
    let spec = try FormSpec(source: "field a: int")
    let (body, sender) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    sender.yield(Array("a\n1\n".utf8))
    sender.finish(throwing: Gone())
    await #expect(throws: Gone.self) {
      for try await _ in spec.validate(body: body, as: .csv) { Issue.record("a record") }
    }
    let canceled = AsyncStream<[UInt8]> {
      // A stream whose task is canceled ends.
      withUnsafeCurrentTask { $0?.cancel() }
      return nil
    }
    let task = Task {
      for try await _ in spec.validate(body: canceled, as: .csv) { Issue.record("a record") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
