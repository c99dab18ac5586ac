// Lists of other data that a program gives, and what is between records.

import Formwork
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ListRecordsTests {
  private static let form = """
    list customers from "customers.csv" < field id: string field since: date optional >
    list countries < field code: string >
    field id: string rule value in customers.id message "No customer {value}"
    field country: string rule value in countries.code message "No country {value}"
    """

  private struct Country: Encodable { var code: String }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("formwork-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func isAccepted(_ spec: FormSpec) -> [Bool] {
    [["id": "a", "country": "NL"], ["id": "x", "country": "NL"], ["id": "b", "country": "x"]].map {
      spec.validate($0).isAccepted
    }
  }

  @Test func listsAreFilesOrRecords() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("own.form")
    try Data(ListRecordsTests.form.utf8).write(to: path)
    try Data("id,since\na,2020-01-31\nb,\n".utf8).write(
      to: folder.appendingPathComponent("customers.csv"))
    let codes = folder.appendingPathComponent("codes.tsv")
    try Data("code\tname\nNL\tNederland\n".utf8).write(to: codes)
    let given: [ListRecords] = [
      .file(codes), .file(codes, as: .tsv), [["code": "NL"], ["code": "BE"]],
      .records([["code": "NL"]]), try .encoding([Country(code: "NL")]),
      .bytes(Data("code\nNL\n".utf8), as: .csv),
      .bytes(Array("[{\"code\": \"NL\"}]".utf8), as: .json),
    ]
    for countries in given {
      let spec = try FormSpec(contentsOf: path, lists: ["countries": countries])
      #expect(isAccepted(spec) == [true, false, false])
      #expect(spec.warnings.isEmpty)
    }
    // The records of the program replace the file of the form.
    let spec = try FormSpec(
      named: "own", in: folder, lists: ["countries": [["code": "x"]], "customers": [["id": "b"]]])
    #expect(isAccepted(spec) == [false, false, true])
  }

  @Test func unreadableRecordsAreAWarning() throws {
    let spec = try FormSpec(
      source: ListRecordsTests.form, name: "own.form",
      lists: [
        "customers": [["id": "a", "since": "soon"], "b", ["id": "b", "since": "2020-01-31"]],
        "countries": [["code": "NL"]],
      ])
    #expect(isAccepted(spec) == [true, false, false])
    #expect(
      spec.warnings.map { $0.description } == [
        "own.form:1:6: unusable-file: 2 of the records of the list customers cannot be read as the form says, the first on line 1 (\"since\")."
      ])
  }

  @Test func sharedKeysAreAWarning() throws {
    let spec = try FormSpec(
      source: ListRecordsTests.form
        + "\ncheck customers(id: id).since < today message \"Since {id}\"",
      name: "own.form",
      lists: [
        "customers": [["id": "b"], ["id": "a", "since": "2020-01-31"], ["id": "a"]],
        "countries": [["code": "NL"]],
      ])
    #expect(isAccepted(spec) == [true, false, false])
    #expect(
      spec.warnings.map { $0.description } == [
        "own.form:1:6: unusable-file: 2 of the records of the list customers share their \"id\" with another, the first on line 2. A lookup finds the first of them."
      ])
  }

  @Test(
    arguments: [
      ([:], "\"customers.csv\""),
      (["customers": []], "The list \"countries\" has no file"),
      (
        ["customers": [], "countries": .file(URL(fileURLWithPath: "/no/codes.csv"))],
        "/no/codes.csv cannot be read"
      ),
      (["customers": [], "countries": .bytes(Array("kode\nx".utf8), as: .csv)], "code"),
      (["customers": [], "contries": []], "Did you mean countries?"),
    ] as [([String: ListRecords], String)])
  func unusableListsAreTold(_ lists: [String: ListRecords], _ wanted: String) throws {
    let error = #expect(throws: FormSpecError.self) {
      try FormSpec(source: ListRecordsTests.form, lists: lists)
    }
    #expect(error?.description.contains(wanted) == true, "\(error?.description ?? "")")
  }

  @Test func aRecordByItselfTellsWhatIsNotJudged() async throws {
    let spec = try FormSpec(
      source: """
        field id: int rule value > 0 and unique
        field n: int rule value == previous.n + 1 message "Not the next"
        check any(records, n == 9) message "No 9"
        check records in 2... message "Few"
        """, name: "own.form")
    for record in [#"{"id": 1, "n": 5}"#, #"{"id": 1, "n": 5}"#] {
      let outcome = spec.validate(json: record)
      #expect(outcome.isAccepted)
      #expect(outcome.unjudged.map { $0.place.line } == [1, 2, 3, 4])
      #expect(outcome.unjudged.last?.rule == "records in 2...")
    }
    // Rules that need no other records are judged.
    let rejected = spec.validate(["id": -1, "n": 5])
    #expect(rejected.problems.map { $0.field } == ["id"])
    #expect(rejected.unjudged.count == 4)
    let lines = AsyncStream<[UInt8]> { pieces in
      for piece in ["{\"id\":1,\"n\":1}\n{\"id\"", ":1,\"n\":2}\n"] {
        pieces.yield(Array(piece.utf8))
      }
      pieces.finish()
    }
    var outcomes: [Outcome] = []
    for try await record in spec.validate(lines: lines) { outcomes.append(record.outcome) }
    #expect(outcomes.map { $0.problems.map { $0.code } } == [[], ["unique"], ["records"]])
    #expect(outcomes.allSatisfy { $0.unjudged.isEmpty })
  }

  @Test func allRecordsOfAStreamAreAsked() async throws {
    let spec = try FormSpec(
      source: """
        field id: string
        field to: string optional rule value in records.id message "Nobody is {value}"
        """)
    let text = #"{"id":"a","to":"c"}"# + "\n\n" + #"{"id":"b","to":"x"}"# + "\r\n" + #"{"id":"c"}"#
    for size in [1, 3, 1_000] {
      let bytes = Array(("\u{FEFF}" + text).utf8)
      let lines = AsyncStream<ArraySlice<UInt8>> { pieces in
        for start in stride(from: 0, to: bytes.count, by: size) {
          pieces.yield(bytes[start..<min(start + size, bytes.count)])
        }
        pieces.finish()
      }
      var found: [String] = []
      for try await record in spec.validate(lines: lines) {
        let messages = record.outcome.problems.map { $0.message }.joined()
        found.append("\(record.number ?? 0):\(record.line) \(messages)")
      }
      #expect(found == ["1:1 ", "2:3 Nobody is x", "3:4 "])
    }
  }

  @Test func undecidedRulesNameTheRecordInTheWay() async throws {
    let spec = try FormSpec(
      source: """
        field n: int
        check sum(records.n) <= 10 message "Many"
        check share(records, n > 3) <= 50 % warning "Large"
        """, name: "own.form")
    let lines = AsyncStream<[UInt8]> { pieces in
      pieces.yield(Array("{\"n\":1}\n{\"n\":\"x\"}\n".utf8))
      pieces.finish()
    }
    var last: RecordOutcome?
    for try await record in spec.validate(lines: lines) { last = record }
    let outcome = try #require(last?.outcome)
    #expect(last?.number == nil && !outcome.isAccepted)
    #expect(outcome.problems.map { $0.code } == ["undecided"])
    #expect(outcome.warnings.map { $0.code } == ["undecided"])
    #expect(outcome.problems.first?.reason == .undecided(record: 2, line: 2, list: nil))
    #expect(outcome.problems.first?.place?.line == 2)
    #expect(
      outcome.problems.first?.message
        == "own.form:2 (sum(records.n) <= 10) cannot be decided because of \"n\" of record 2 (line 2)"
    )
    #expect(outcome.warnings.first?.message.contains("own.form:3") == true)
    #expect(outcome.problems.first?.message(in: "de") != outcome.problems.first?.message)
  }
}
