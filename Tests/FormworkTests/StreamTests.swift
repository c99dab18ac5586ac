// Records that arrive line by line.

import Formwork
import TestSizes
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct StreamTests {
  private let spec: FormSpec

  init() throws {
    spec = try FormSpec(
      source: """
        field id: string rule unique message "{value} came first in record {first}"
        field n: int rule range(0...9)
        """)
  }

  private func bytes(_ text: String) -> AsyncStream<UInt8> {
    AsyncStream { stream in
      for byte in text.utf8 { stream.yield(byte) }
      stream.finish()
    }
  }

  private func outcomes(
    _ sequence: some AsyncSequence<RecordOutcome, any Error>
  ) async throws -> [String] {
    var lines: [String] = []
    for try await record in sequence {
      let problems = record.outcome.problems.map { $0.description }.joined(separator: "; ")
      let what = record.outcome.product?.description ?? problems
      lines.append("\(record.number.map { String($0) } ?? "-"):\(record.line) \(what)")
    }
    return lines
  }

  private static let text = """
    {"id":"a","n":1}\r

    {"id":"b","n":12}
    {"id":"a","n":3}
    {"id":"c","n":
    {"id":"é","n":4}
    """

  private static let wanted = [
    #"1:1 {"id":"a","n":1}"#, "2:3 n: N must be between 0 and 9",
    "3:4 id: a came first in record 1",
  ]

  @Test func bytesInAnyPieces() async throws {
    let lines = try await outcomes(spec.validate(lines: bytes(StreamTests.text)))
    #expect(Array(lines.prefix(3)) == StreamTests.wanted)
    #expect(lines.count == 5 && lines[3].hasPrefix("4:5 "))
    #expect(lines[4] == #"5:6 {"id":"é","n":4}"#)
  }

  @Test(arguments: [1, 2, 3, 5, 16, 1_000]) func chunksThatEndAnywhere(size: Int) async throws {
    let direct = try await outcomes(spec.validate(lines: bytes(StreamTests.text)))
    let text = Array(StreamTests.text.utf8)
    let chunks = AsyncStream<ArraySlice<UInt8>> { stream in
      for start in stride(from: 0, to: text.count, by: size) {
        stream.yield(text[start..<min(text.count, start + size)])
        stream.yield([])
      }
      stream.finish()
    }
    #expect(try await outcomes(spec.validate(lines: chunks)) == direct)
  }

  @Test func aFileSaysTheSame() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "formwork-\(UUID()).ndjson")
    try Data(("\u{FEFF}" + StreamTests.text).utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let lines = try await outcomes(spec.validate(lines: url))
    let direct = try await outcomes(spec.validate(lines: bytes(StreamTests.text)))
    #expect(lines == direct && lines.count == 5)
  }

  @Test func anEmptyStreamHasNoRecords() async throws {
    #expect(try await outcomes(spec.validate(lines: bytes(""))) == [])
    #expect(try await outcomes(spec.validate(lines: bytes("\n \n\n"))) == [])
  }

  @Test func theNumberOfRecordsIsToldAtTheEnd() async throws {
    let spec = try FormSpec(
      source: "field a: int check records in 2... message \"At least {min} records\"")
    let few = try await outcomes(spec.validate(lines: bytes("{\"a\":1}")))
    #expect(few == [#"1:1 {"a":1}"#, "-:2 At least 2 records"])
    let enough = try await outcomes(spec.validate(lines: bytes("{\"a\":1}\n{\"a\":2}\n")))
    #expect(enough.count == 2)
  }

  @Test func aWarningOfTheNumberOfRecordsIsTold() async throws {
    let spec = try FormSpec(
      source: "field a: int check records in 2... warning \"Few\"")
    var said: [String] = []
    for try await record in spec.validate(lines: bytes("{\"a\":1}")) {
      said += record.outcome.warnings.map { "\(record.number ?? 0) \($0)" }
      #expect(record.outcome.isAccepted)
    }
    #expect(said == ["0 Few"])
  }

  @Test func errorsSayWhatIsWrongInEveryWay() throws {
    func said(_ error: any Error) -> String? {
      (error as? any LocalizedError)?.errorDescription
    }
    let stream = RecordStreamError.tooLong(line: 3, limit: 64)
    #expect(said(stream) == stream.description)
    let rejection = try #require(throws: Rejection<Problem>.self) { try spec.validate([:]).get() }
    #expect(said(rejection) == rejection.description)
    let unusable = try #require(throws: FormSpecError.self) { try FormSpec(source: "field") }
    #expect(said(unusable) == unusable.description)
    let untyped: [String: Any] = ["a": spec]
    let value = try #require(throws: RecordValueError.self) { try RecordValue(untyped) }
    #expect(said(value) == value.description)
    let names = try #require(throws: FieldNamesError.self) {
      try spec.fields(FormSessionTests.SignUp.self)
    }
    #expect(said(names) == names.description)
  }

  @Test func aRecordIsToldBeforeTheNextOneComes() async throws {
    let (stream, feed) = AsyncStream<UInt8>.makeStream()
    for byte in "{\"id\":\"a\",\"n\":1}\n".utf8 { feed.yield(byte) }
    var records = spec.validate(lines: stream).makeAsyncIterator()
    #expect(try await records.next()?.outcome.isAccepted == true)
    feed.finish()
    #expect(try await records.next() == nil)
    #expect(try await records.next() == nil)
  }

  @Test func aCancelledTaskReadsNoFurther() async throws {
    let endless = AsyncStream<UInt8>(unfolding: { UInt8(ascii: "\n") })
    let spec = spec
    let task = Task {
      for try await _ in spec.validate(lines: endless) {}
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func whatCannotBeReadIsAnError() async {
    let nowhere = URL(filePath: "/nowhere/a.ndjson")
    await #expect(throws: RecordStreamError.self) {
      try await outcomes(spec.validate(lines: nowhere))
    }
    let elsewhere = URL(string: "https://example.org/etc/hosts")!
    await #expect(throws: RecordStreamError.notAFile(url: "https://example.org/etc/hosts")) {
      try await outcomes(spec.validate(lines: elsewhere))
    }
  }

  /// UTF-16 with a byte order mark is read, in chunks of any size.
  @Test(arguments: [true, false]) func otherEncodings(isLittle: Bool) async throws {
    let units = Array("\u{FEFF}{\"id\":\"é😀\",\"n\":1}\n\n{\"id\":\"b\",\"n\":2}".utf16)
    let bytes = AsyncStream<UInt8> { stream in
      for unit in units {
        let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
        stream.yield(isLittle ? low : high)
        stream.yield(isLittle ? high : low)
      }
      stream.finish()
    }
    #expect(
      try await outcomes(spec.validate(lines: bytes)) == [
        "1:1 {\"id\":\"é😀\",\"n\":1}", "2:3 {\"id\":\"b\",\"n\":2}",
      ])
  }

  /// A record is refused once its bytes exceed the limit, whether or not it ends.
  @Test(arguments: ["", "\n", "\n{\"id\":\"b\",\"n\":2}\n"])
  func aRecordThatIsTooLong(_ rest: String) async throws {
    let record = "{\"id\":\"a\",\"n\":1}"
    let size = record.utf8.count
    let whole = try await outcomes(spec.validate(lines: bytes(record + rest), recordLimit: size))
    #expect(whole.first == "1:1 {\"id\":\"a\",\"n\":1}")
    await #expect(throws: RecordStreamError.tooLong(line: 2, limit: size - 1)) {
      try await outcomes(
        spec.validate(lines: bytes("\n" + record + "  " + rest), recordLimit: size - 1))
    }
  }

  @Test func theErrorOfTheBytesIsHandedOn() async {
    struct Lost: Error {}
    let broken = AsyncThrowingStream<UInt8, any Error> { stream in
      for byte in "{\"id\":\"a\",\"n\":1}\n".utf8 { stream.yield(byte) }
      stream.finish(throwing: Lost())
    }
    var accepted = 0
    await #expect(throws: Lost.self) {
      for try await record in spec.validate(lines: broken) where record.outcome.isAccepted {
        accepted += 1
      }
    }
    #expect(accepted == 1)
  }
}

@Suite struct ConcurrencyTests {
  /// One form, many tasks, and records of every shape at the same time.
  @Test func aFormIsSharedByAnyNumberOfTasks() async throws {
    let spec = try FormSpec(source: signUpForm)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<32 {
        group.addTask {
          var wrong = 0
          for round in 0..<100 {
            let number = task * 100 + round
            let record: RecordValue = [
              "id": "user\(number)", "favoriteFruit": "apple", "includesProfile": true,
              "nickName": .string(String(repeating: "n", count: round % 25)), "age": .int(number),
            ]
            let accepts = 1...20 ~= round % 25 && number < 1_000
            let options = ValidationOptions(
              scope: task % 2 == 0 ? .everyProblem : .firstOfRecord,
              language: task % 3 == 0 ? "ja" : nil)
            let outcome = spec.validate(record, options: options)
            if outcome.isAccepted != accepts { wrong += 1 }
            if outcome.product.map({ $0["id"]?.string != "user\(number)" }) ?? false { wrong += 1 }
            if task % 2 == 1, outcome.problems.count > 1 { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  /// After a huge record, neither its memory nor its values are kept.
  @Test func recordsLeaveNothingForTheNext() throws {
    let spec = try FormSpec(
      source: "field items: list of int optional  field note: string optional")
    let huge = RecordValue.list((0..<200_000).map { .int($0) })
    #expect(spec.validate(["items": huge, "note": "x"]).product?["items"]?.list?.count == 200_000)
    #expect(spec.validate([:]).product?.names == [])
  }

  @Test(.enabled(if: isLarge)) func moreItemsThanAreHeldAreRefused() throws {
    let spec = try FormSpec(source: "field items: list of int")
    let outcome = spec.validate(["items": .list(Array(repeating: 1, count: 1_000_001))])
    #expect(outcome.problems.map { $0.code } == ["malformed"])
  }
}
