// The types of a program go in as they are, and named fields take all that a form takes.

import Formwork
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ConvenienceTests {
  private enum Name: String, CaseIterable { case id, age, born, isMember }

  private let spec: FormSpec

  init() throws {
    spec = try FormSpec(
      source: """
        field id: string rule count(...3)
        field age: int optional
        field born: date optional
        field isMember: bool optional
        """)
  }

  @Test func valuesOfTheProgram() throws {
    let (id, age, isMember): (String, Int?, Bool) = ("ann", 34, true)
    let born: Date? = Date(timeIntervalSince1970: 0)
    #expect(try spec.validate(id, for: "id").isAccepted)
    #expect(try spec.validate(id.prefix(2), for: "id").isAccepted)
    #expect(try spec.validate(id + "x", for: "id").problems.map { $0.code } == ["count"])
    #expect(try spec.validate(age, for: "age").product?["age"]?.int == 34)
    #expect(try spec.validate(nil as Int?, for: "age").isAccepted)
    #expect(try spec.validate(nil as String?, for: "id").problems.map { $0.code } == ["required"])
    #expect(try spec.validate(isMember, for: "isMember").product?["isMember"]?.bool == true)
    let options = ValidationOptions(timeZone: .gmt)
    #expect(
      try spec.validate(born, for: "born", options: options).product?["born"]?.description
        == "1970-01-01")
    let record = ["id": "ann", "age": "34"]
    #expect(spec.validate(record).product?["age"]?.int == 34)
    let counts = ["age": age]
    #expect(spec.validate(counts).problems.map { $0.field } == ["id"])
    let validator = try FieldValidator(Field("id", .string) { .digits })
    #expect(validator.validate(id).problems.map { $0.code } == ["digits"])
    #expect(validator.validate("0815").isAccepted && !validator.validate(nil).isAccepted)
  }

  @Test func namedFieldsTakeAllThatAFormTakes() async throws {
    struct Person: Encodable { var id = "anna" }
    let form = try spec.fields(Name.self)
    let id = "anna"
    let json = #"{"id":"anna"}"#
    let outcomes = try [
      form.validate(["id": id]), form.validate(["id": "anna", "age": 3]),
      form.validate(untyped: ["id": id as Any]), form.validate(encoding: Person()),
      form.validate(json: json), form.validate(json: Array(json.utf8)),
      form.validate(json: Data(json.utf8)), form.validate(form: [("id", id)]),
      form.validate(form: ["id": id]), form.validate(body: "id=anna", as: .urlencoded),
      form.validate(body: Array("id=anna".utf8), as: .urlencoded), form.validate(id, for: .id),
    ]
    for outcome in outcomes {
      #expect(outcome.problems.map { $0.field } == [.id])
      #expect(outcome.problems.map { $0.reason } == [.count(min: nil, max: 3, actual: 4)])
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    try Data("id,age\nann,3\nanna,4\n".utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    var found: [String] = []
    func add(_ records: some AsyncSequence<NamedRecordOutcome<Name>, any Error>) async throws {
      for try await record in records {
        found.append("\(record.line) \(record.outcome.firstField.map { $0.rawValue } ?? "-")")
      }
    }
    try await add(form.validate(contentsOf: path))
    let lines = json + "\n" + json.replacing("anna", with: "ann")
    try await add(form.validate(lines: lines))
    try await add(form.validate(lines: Data(lines.utf8)))
    try await add(
      form.validate(
        lines: AsyncStream { stream in
          stream.yield(Array(lines.utf8))
          stream.finish()
        }))
    #expect(
      found == ["2 -", "3 id", "1 id", "2 -", "1 id", "2 -", "1 id", "2 -"])
  }

  @Test func productsTakePaths() throws {
    let spec = try FormSpec(
      source: """
        field items: list of < field n: int  field tags: list of string optional >
        field `a.b`: int optional
        field a: < field b: int > optional
        field isOn: bool default true
        when isOn as more < field c: int default 7 >
        """)
    let product = try spec.validate([
      "items": [["n": 1], ["n": 2, "tags": ["x", "y"]]], "a.b": 3, "a": ["b": 4],
    ]).get()
    #expect(product["items[0].n"]?.int == 1 && product["items[1].tags[1]"]?.string == "y")
    #expect(product["items"]?[1]?["tags[0]"]?.string == "x")
    #expect(product["a.b"]?.int == 3 && product["more.c"]?.int == 7)
    let others = [
      "items[2].n", "items[-1]", "items[0", "items[x]", "items.n", "a.c", "more.c.d", "",
    ]
    for path in others { #expect(product[path] == nil, "\(path)") }
  }
}
