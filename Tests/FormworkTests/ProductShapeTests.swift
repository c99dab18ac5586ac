// Validation accepts its own output: products, and values that were decoded from them.

import Formwork
import Foundation
import Testing

@Suite struct ProductShapeTests {
  /// A form whose data differs from its products in every possible way.
  private static let form = """
    field `on`: bool("ja", "nein") from "Profil?"
    when `on` as profile <
      field nick: string from "nickName", "Nick" trimmed
      when nick == "Ann" as inner < field born: date("dd.MM.yyyy", "yyyy年M月d日") from "Geburt" >
    > else <
      field nick: string optional
    >
    field price: number(decimal ",", group ".") optional
    field unit: choice("piece" also("Stk"), "kg") anyCase optional
    field tags: list("|") of string lowercased optional
    field days: list of date("d.M.yyyy") optional
    field at: time optional  field moment: instant optional
    field opens: time("h:mm a", "HH:mm:ss") optional
    field began: datetime("d.M.yy HH:mm" 1950...2049) optional
    field sent: instant("d/M/yyyy H:mm X") optional
    field seats: int default 2
    field items: list of <
      field day: date("dd/MM/yyyy") from "Tag"
      field place: < field zip: string from "PLZ" > optional
      field codes: list of string from "code#" optional
    > optional
    """

  private static let record: RecordValue = [
    "Profil?": "ja", "Nick": " Ann ", "Geburt": "2000年1月2日", "price": "1.234,50", "unit": "stk",
    "tags": "A|b", "days": ["3.4.2026"], "at": "09:30", "moment": "2026-01-01T00:00+09:00",
    "opens": "12:30:15", "began": "1.2.50 09:30", "sent": "1/2/2026 9:30 +0900",
    "items": [["Tag": "05/06/2026", "place": ["PLZ": "10115"], "codes": ["x", "y"]]],
  ]

  private let spec: FormSpec
  private let product: Product

  init() throws {
    spec = try FormSpec(source: ProductShapeTests.form)
    product = try spec.validate(ProductShapeTests.record).get()
  }

  @Test func aProductIsAValidRecordInEveryForm() throws {
    #expect(product["profile"]?["inner"]?["born"]?.description == "2000-01-02")
    #expect(try spec.validate(product).get() == product)
    #expect(try spec.validate(json: product.jsonBytes, as: .product).get() == product)
    #expect(try spec.validate(json: product.description, as: .product).get() == product)
    #expect(try spec.validate(json: Data(product.jsonBytes), as: .product).get() == product)
    #expect(try spec.validate(encoding: product, as: .product).get() == product)
    let untyped = Dictionary(uniqueKeysWithValues: product.names.map { ($0, product[$0] as Any) })
    #expect(try spec.validate(untyped: untyped, as: .product).get() == product)
    #expect(try spec.validate(.record(spec.record(of: product))).get() == product)
    #expect(spec.record(of: product)["Geburt"] == "02.01.2000")
    #expect(spec.record(of: product)["opens"] == "12:30:15")
    #expect(spec.record(of: product)["began"] == "1.2.50 09:30")
    #expect(spec.record(of: product)["sent"] == "1/2/2026 0:30 Z")
    #expect(try FormSession(spec, values: spec.record(of: product)).submit().get() == product)
  }

  @Test func whatWasDecodedFromAProductIsOne() throws {
    struct Order: Codable {
      struct Profile: Codable {
        struct Inner: Codable { var born: Date }
        var nick: String
        var inner: Inner?
      }
      struct Item: Codable {
        var day: DateComponents
        var place: [String: String]?
        var codes: [String]
      }
      var on: Bool
      var profile: Profile?
      var price: Decimal?
      var unit: String?
      var tags: [String]?
      var days: [DateComponents]
      var at: DateComponents
      var moment: Date
      var opens: DateComponents
      var began: DateComponents
      var sent: Date
      var seats: Int
      var items: [Item]
    }
    let order = try product.decode(Order.self)
    #expect(try spec.validate(encoding: order, as: .product).get() == product)
    #expect(spec.validate(.record(try spec.record(of: order))).product == product)
  }

  @Test func namesAndKeysMayBeEachOthers() throws {
    let spec = try FormSpec(source: #"field a: int from "b"  field b: int from "a""#)
    let product = try spec.validate(["a": 1, "b": 2]).get()
    #expect(product.description == #"{"a":2,"b":1}"#)
    #expect(try spec.validate(product).get() == product)

    let form = FormSession(spec, values: spec.record(of: product))
    #expect(form["a"]?.int == 2 && form["b"]?.int == 1)
    #expect(try form.submit().get() == product)
    let list = try FormSpec(
      source: #"field rows: list of < field a: int from "b"  field b: int from "a" >"#)
    let rows = FormSession(list, values: ["rows": [["a": 1, "b": 2]]])
    #expect(rows["rows"]?.value == [["a": 2, "b": 1]], "By the names of the fields.")
    rows["rows"]?.append(rows["rows[0]"]?.value ?? .null)
    #expect(rows.record == ["rows": [["a": 1, "b": 2], ["a": 1, "b": 2]]])
    let named = FormSession(try FormSpec(source: #"field a: int from "b""#), values: ["a": 1])
    #expect(named["a"]?.int == 1)
  }

  @Test func whatIsWrongIsToldAtTheFieldsOfTheForm() {
    let outcome = spec.validate(
      ["on": true, "profile": ["nick": "Ann", "inner": ["born": "02.01.2000"]]], as: .product)
    #expect(outcome.problems.isEmpty, "a day in the format of the data is one as well")
    let wrong = spec.validate(
      json: #"{"on":true,"profile":{"nick":"","inner":3},"items":[{"day":"x"}]}"#, as: .product)
    #expect(wrong.problems.map { $0.field } == ["nick", "items[0].day"])
    #expect(wrong.problems.allSatisfy { $0.position == nil })
    let malformed = spec.validate(json: "{\n\"on\":true", as: .product).problems
    #expect(malformed.first?.reason == .malformed && malformed.first?.position?.line == 2)
    #expect(spec.validate(json: "[]", as: .product).problems.first?.reason == .malformed)
  }

  @Test func aClosedFormFindsWhatNoProductHas() throws {
    let spec = try FormSpec(
      source: #"closed  field a: int from "x"  field on: bool  when on as b < field c: int >"#)
    let outcome = spec.validate(["a": 1, "on": true, "b": ["c": 2, "d": 3], "e": 4], as: .product)
    #expect(outcome.problems.map { $0.field } == ["d", "e"])
    #expect(
      spec.validate(["x": 1, "on": false], as: .product).problems.map { $0.code } == ["required"])
  }

  @Test func blankTextsAreThoseOfTheDataAlone() throws {
    let spec = try FormSpec(
      source: "data json < blank \"-\" >\nfield a: string\nfield b: int optional")
    #expect(spec.validate(json: #"{"a":"-"}"#).problems.map { $0.code } == ["required"])
    #expect(spec.validate(json: #"{"a":"-"}"#, as: .product).product?["a"]?.string == "-")
  }

  @Test(arguments: [
    "adult", "clinic", "member-id", "order", "password", "prices", "register", "stock", "survey",
    "tour", "verein",
  ])
  func theProductsOfTheExamplesAreValidRecords(name: String) async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples/" + name)
    let spec = try FormSpec(contentsOf: folder.appending(path: name + ".form").path)
    let data = try #require(
      ["csv", "json", "ndjson"].map { folder.appending(path: "data." + $0) }
        .first { FileManager.default.fileExists(atPath: $0.path) })
    var count = 0
    for try await record in spec.validate(contentsOf: data) {
      guard record.number != nil, let product = record.outcome.product else { continue }
      #expect(spec.validate(product).product == product)
      #expect(spec.validate(json: product.jsonBytes, as: .product).product == product)
      count += 1
    }
    #expect(count > 0)
  }

  @Test func blocksMayShareTheirName() throws {
    let spec = try FormSpec(
      source: """
        closed
        field kind: choice("person", "firm")
        when kind == "person" as party < field name: string from "fullName" >
        else when kind == "firm" as party <
          field name: string from "firmName"  field seats: int
        >
        """)
    for record: RecordValue in [
      ["kind": "person", "fullName": "Ann"], ["kind": "firm", "firmName": "ACME", "seats": 3],
    ] {
      let product = try spec.validate(record).get()
      #expect(try spec.validate(product).get() == product)
    }
    let wrong = spec.validate(["kind": "firm", "party": ["name": "A", "seat": 3]], as: .product)
    #expect(wrong.problems.map { $0.field } == ["seats", "seat"])
  }
}
