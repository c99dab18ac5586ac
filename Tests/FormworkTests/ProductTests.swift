// The results of an accepted record: typed values, the program's own types, JSON.

import Formwork
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ProductTests {
  private let spec: FormSpec

  init() throws { spec = try FormSpec(source: signUpForm) }

  @Test func valuesAreOfTheirTypesAndOfNoOther() throws {
    let spec = try FormSpec(
      source: """
        field text: string  field whole: int  field exact: number  field flag: bool
        field fruit: choice("apple")  field items: list of int  field absent: string optional
        """)
    let product = try #require(
      spec.validate([
        "text": "12", "whole": "-7", "exact": "0.10", "flag": "yes", "fruit": "apple",
        "items": [1, 2],
      ]).product)
    #expect(product["text"]?.string == "12" && product["text"]?.int == nil)
    #expect(product["whole"]?.int == -7 && product["whole"]?.string == nil)
    #expect(product["whole"]?.decimal == -7 && product["whole"]?.double == -7)
    #expect(product["exact"]?.decimal == Decimal(string: "0.1") && product["exact"]?.int == nil)
    #expect(product["flag"]?.bool == true && product["flag"]?.int == nil)
    #expect(product["fruit"]?.string == "apple")
    #expect(product["items"]?.list?.compactMap { $0.int } == [1, 2])
    #expect(product["items"]?[1]?.int == 2 && product["items"]?[2] == nil)
    #expect(product["items"]?[-1] == nil && product["text"]?["x"] == nil)
    #expect(product["absent"] == nil && product["nothing"] == nil)
    #expect(product.names == ["text", "whole", "exact", "flag", "fruit", "items"])
  }

  @Test func theLongestNumberIsExact() throws {
    let spec = try FormSpec(source: "field a: number")
    let digits = "-99999999999999999999999999999999999999"
    let product = try #require(spec.validate(["a": .string(digits)]).product)
    #expect(product["a"]?.decimal == Decimal(string: digits))
    #expect(product["a"]?.decimal?.description == digits)
    #expect(product["a"]?.int == nil)
    #expect(try product["a"]?.decode(Decimal.self) == Decimal(string: digits))
    #expect(try product["a"]?.decode(Int128.self) == Int128(digits))
    let smallest = "0.00000000000000000000000000000000000001"
    let small = try #require(spec.validate(["a": .string(smallest)]).product)
    #expect(small["a"]?.decimal == Decimal(string: smallest))
  }

  @Test func datesAreComponentsAndMoments() throws {
    let spec = try FormSpec(
      source: "field day: date  field at: time  field both: datetime  field moment: instant")
    let product = try #require(
      spec.validate([
        "day": "2026-03-29", "at": "09:30:15.5", "both": "2026-03-29T02:30",
        "moment": "2026-03-29T09:30+09:00",
      ]).product)
    #expect(product["day"]?.dateComponents == DateComponents(year: 2026, month: 3, day: 29))
    let time = DateComponents(hour: 9, minute: 30, second: 15, nanosecond: 500_000_000)
    #expect(product["at"]?.dateComponents == time && product["at"]?.date() == nil)
    let utc = try #require(TimeZone(secondsFromGMT: 0))
    let tokyo = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
    let midnight = Date(timeIntervalSince1970: 1_774_742_400)
    #expect(product["day"]?.date(in: utc) == midnight)
    #expect(product["day"]?.date(in: tokyo) == midnight - 9 * 3_600)
    #expect(product["both"]?.date(in: utc) == midnight + 2.5 * 3_600)
    #expect(product["moment"]?.date(in: tokyo) == midnight + 1_800)
    #expect(product["moment"]?.dateComponents?.hour == 0)
    #expect(product["moment"]?.dateComponents?.timeZone?.secondsFromGMT() == 0)
  }

  @Test func theFirstAndTheLastDayOfTheCalendarAreDates() throws {
    let spec = try FormSpec(source: "field day: date")
    let utc = try #require(TimeZone(secondsFromGMT: 0))
    for (day, seconds) in [
      ("0001-01-01", -62_135_596_800.0), ("9999-12-31", 253_402_214_400),
      ("1582-10-10", -12_219_724_800),
    ] {
      let value = spec.validate(["day": .string(day)]).product?["day"]
      let date = try #require(value?.date(in: utc))
      #expect(date.timeIntervalSince1970 == seconds, "\(day)")
      #expect(RecordValue.date(date, in: utc) == .string(day))
    }
  }

  @Test func blocksWithANameAreThereOnlyInForce() throws {
    let with = spec.validate([
      "id": "a1", "favoriteFruit": "apple", "includesProfile": true, "nickName": "taro", "age": 34,
    ])
    #expect(with.product?["profile"]?["age"]?.int == 34)
    let without = spec.validate(["id": "a1", "favoriteFruit": "apple", "age": 5_000])
    #expect(without.isAccepted && without.product?["profile"] == nil)
  }

  /// As in a program that imports StoreKit, which has a type of the same name.
  @Test func itsNameIsToldFromAnother() throws {
    struct Product {}
    let product: Formwork.Product = try FormSpec(source: "field a: int").validate(["a": 1]).get()
    #expect(product["a"]?.int == 1)
    #expect(!(product as Any is Product))
  }

  @Test func equalProductsAreEqual() {
    let json = #"{"id":"a1","favoriteFruit":"apple"}"#
    let first = spec.validate(json: json).product
    #expect(first == spec.validate(["favoriteFruit": "apple", "id": "a1"]).product)
    #expect(first != spec.validate(["favoriteFruit": "apple", "id": "a2"]).product)
    #expect(first?.jsonBytes == first.map { Array($0.description.utf8) })
  }
}

/// The program's own types.
@Suite struct ProductDecodingTests {
  private struct RegisterRequest: Decodable, Equatable {
    struct Profile: Decodable, Equatable {
      var nickName: String
      var age: UInt8
    }
    enum Fruit: String, Decodable { case apple, orange, banana }
    var id: String
    var favoriteFruit: Fruit
    var profile: Profile?
  }

  private let spec: FormSpec

  init() throws { spec = try FormSpec(source: signUpForm) }

  private func product(_ age: Int) throws -> Product {
    try spec.validate([
      "id": "a1", "favoriteFruit": "banana", "includesProfile": true, "nickName": "taro",
      "age": .int(age),
    ]).get()
  }

  @Test func aRequestWithAndWithoutItsProfile() throws {
    let with = try product(34).decode(RegisterRequest.self)
    let profile = RegisterRequest.Profile(nickName: "taro", age: 34)
    #expect(with == RegisterRequest(id: "a1", favoriteFruit: .banana, profile: profile))
    let without: RegisterRequest = try spec.validate(["id": "a1", "favoriteFruit": "apple"]).get()
      .decode()
    #expect(without == RegisterRequest(id: "a1", favoriteFruit: .apple, profile: nil))
  }

  @Test func aNumberThatDoesNotFitSaysWhere() throws {
    do {
      _ = try product(256).decode(RegisterRequest.self)
      Issue.record("256 is no UInt8")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map { $0.stringValue } == ["profile", "age"])
      #expect(context.debugDescription == "256 does not fit UInt8, which has values from 0 to 255.")
    }
    #expect(try product(255).decode(RegisterRequest.self).profile?.age == 255)
  }

  @Test func whatIsMissingOrOfAnotherTypeSaysWhere() throws {
    struct Wrong: Decodable { var id: Int }
    struct Missing: Decodable { var identifier: String }
    enum OneFruit: String, Decodable { case kiwi }
    struct Fruit: Decodable { var favoriteFruit: OneFruit }
    let product = try product(1)
    do {
      _ = try product.decode(Wrong.self)
      Issue.record("a text is no number")
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map { $0.stringValue } == ["id"])
      #expect(context.debugDescription == "Expected a whole number but found a text.")
    }
    do {
      _ = try product.decode(Missing.self)
      Issue.record("there is no such field")
    } catch DecodingError.keyNotFound(let key, _) {
      #expect(key.stringValue == "identifier")
    }
    do {
      _ = try product.decode(Fruit.self)
      Issue.record("there is no kiwi")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map { $0.stringValue } == ["favoriteFruit"])
    }
  }

  @Test func everyKindOfPropertyHasItsValue() throws {
    struct Line: Decodable, Equatable {
      var name: String
      var price: Decimal
    }
    struct Order: Decodable, Equatable {
      var day: Date
      var parts: DateComponents
      var moment: Date
      var spoken: String
      var lines: [Line]
      var matrix: [[Int16]]
      var byName: [String: Int]
      var small: Float
      var id: UUID
      var home: URL
      var raw: FormValue
      var none: Int?
      var first: Line { lines[0] }
      enum CodingKeys: String, CodingKey {
        case day = "date"
        case parts = "time"
        case moment
        case spoken = "day"
        case lines, matrix, byName, small, id
        case home, raw, none
      }
    }
    let spec = try FormSpec(
      source: """
        field date: date  field time: time  field moment: instant  field day: date
        field lines: list of < field name: string  field price: number >
        field matrix: list of list of int  field byName: < field a: int  field b: int >
        field small: number  field id: string  field home: string  field raw: any
        field none: int optional
        """)
    let json = """
      {"date":"2026-11-20","time":"09:30","moment":"2026-11-20T00:00:01Z","day":"2026-11-20",
       "lines":[{"name":"pen","price":0.1},{"name":"ink","price":"2.50"}],"matrix":[[1,-2],[3]],
       "byName":{"a":1,"b":2},"small":0.1,"id":"F47AC10B-58CC-4372-A567-0E02B2C3D479",
       "home":"https://example.org/a?b","raw":{"x":[1, 2.5]},"none":null}
      """
    let utc = try #require(TimeZone(secondsFromGMT: 0))
    let product = try spec.validate(json: json).get()
    let order = try product.decode(Order.self, in: utc)
    let midnight = Date(timeIntervalSince1970: 1_795_132_800)
    #expect(order.day == midnight && order.moment == midnight + 1 && order.spoken == "2026-11-20")
    #expect(order.parts == DateComponents(hour: 9, minute: 30, second: 0, nanosecond: 0))
    #expect(order.lines.map { $0.price.description } == ["0.1", "2.5"])
    #expect(order.matrix == [[1, -2], [3]] && order.byName == ["a": 1, "b": 2])
    #expect(order.small == 0.1 && order.none == nil && order.first.name == "pen")
    #expect(order.id.uuidString == "F47AC10B-58CC-4372-A567-0E02B2C3D479")
    #expect(order.home.absoluteString == "https://example.org/a?b")
    #expect(order.raw["x"]?[1]?.decimal == Decimal(2.5))
    #expect(try product["matrix"]?.decode([[Int]].self) == [[1, -2], [3]])
  }

  @Test func anErrorInAListNamesTheItem() throws {
    let spec = try FormSpec(source: "field items: list of < field n: int >")
    let product = try spec.validate(["items": [["n": 1], ["n": 300]]]).get()
    struct Item: Decodable { var n: UInt8 }
    struct Items: Decodable { var items: [Item] }
    do {
      _ = try product.decode(Items.self)
      Issue.record("300 is no UInt8")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map { $0.stringValue } == ["items", "Index 1", "n"])
      #expect(context.codingPath[1].intValue == 1)
    }
  }

  @Test func manyFieldsAreFoundByTheirNames() throws {
    let source = (0..<200).map { "field f\($0): int" }.joined(separator: "\n")
    let record = RecordValue.record(
      Dictionary(uniqueKeysWithValues: (0..<200).map { ("f\($0)", RecordValue.int($0)) }))
    let product = try FormSpec(source: source).validate(record).get()
    let values = try product.decode([String: Int].self)
    #expect(values == Dictionary(uniqueKeysWithValues: (0..<200).map { ("f\($0)", $0) }))
  }
}
