// Compares a type of the program with the form, before there is a record.

import Formwork
import Foundation
import Testing

@Suite struct TypeCheckTests {
  private static let form = """
    form order
    choices fruits = "apple", "pear"
    field id: string  field age: int default 3  field price: number optional
    field born: date  field at: instant  field site: string rule url  field key: string rule uuid
    field fruit: choice of fruits  field tags: list("|") of choice of fruits optional
    field on: bool
    when on as profile <
      field nick: string
      when nick == "Ann" < field note: string >
    >
    field items: list of < field price: number  field seats: int optional >
    field home: < field zip: string > optional
    field extra: any optional
    """

  private enum Fruit: String, Codable { case apple, pear, plum }
  private struct Home: Codable { var zip: String }
  private struct Profile: Codable {
    var nick: String
    var note: String?
  }
  private struct Item: Codable {
    var price: Decimal
    var seats: Int8?
  }

  private func differences<T: Decodable>(
    _ type: T.Type, _ form: String = TypeCheckTests.form, isPartial: Bool = false
  ) throws -> [String] {
    let spec = try FormSpec(source: form)
    do throws(TypeMismatch) {
      try spec.check(type, isPartial: isPartial)
      return []
    } catch {
      return error.differences.map { $0.description }
    }
  }

  @Test func aTypeThatFitsHasNoDifferences() throws {
    struct Order: Codable {
      var id: String
      var age: Int
      var price: Double?
      var born: DateComponents
      var at: Date
      var site: URL
      var key: UUID
      var fruit: Fruit
      var tags: Set<Fruit>?
      var on: Bool
      var profile: Profile?
      var items: [Item]
      var home: Home?
      var extra: FormValue?
      func encode(to encoder: any Encoder) throws {}
    }
    #expect(try differences(Order.self) == [])
    #expect(try differences([String: FormValue].self) == [])
    #expect(try differences(RecordValue.self) == [])
  }

  @Test func everythingThatDiffersIsToldAtOnce() throws {
    enum Fewer: String, Codable { case apple }
    struct Inner: Codable {
      var nick: String
      var note: String
    }
    struct Piece: Codable {
      var prise: Decimal
      var seats: Int
    }
    struct Order: Codable {
      var id: Int
      var age: String?
      var price: Decimal
      var born: Date
      var fruit: Fewer
      var tags: [Fewer]?
      var on: [Bool]
      var profile: Inner
      var items: [Piece]
      var home: String?
      var name: Home
    }
    let found = try differences(Order.self)
    #expect(
      found == [
        #"The type of "id" does not fit the field of the form."#,
        #"The type of "age" does not fit the field of the form."#,
        #"A product may lack "price", but the type requires it."#,
        #"The type of "fruit" cannot be "pear"."#,
        #"The type of "tags[]" cannot be "pear"."#,
        #"The type of "on" does not fit the field of the form."#,
        #"A product may lack "profile", but the type requires it."#,
        #"A product may lack "profile.note", but the type requires it."#,
        #"No product has a value "items[].prise". Did you mean "price"?"#,
        #"A product may lack "items[].seats", but the type requires it."#,
        #"The type of "home" does not fit the field of the form."#,
        #"No product has a value "name"."#,
        #"The type does not read "at"."#, #"The type does not read "site"."#,
        #"The type does not read "key"."#, #"The type does not read "extra"."#,
        #"The type does not read "items[].price"."#,
      ])
  }

  @Test func aTypeMayReadAPart() throws {
    struct Part: Decodable { var id: String }
    struct Wrong: Decodable { var it: String? }
    #expect(try differences(Part.self, isPartial: true) == [])
    #expect(try differences(Wrong.self, isPartial: true).count == 1)
    #expect(try differences(Part.self, "field id: string  field b: int").count == 1)
  }

  @Test func whatCannotBeToldIsNotTold() throws {
    struct Odd: Decodable {
      struct Code: Decodable {
        init(from decoder: any Decoder) throws {
          guard try decoder.singleValueContainer().decode(String.self).hasPrefix("X") else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no X"))
          }
        }
      }
      var a: Code
      var b: Int
    }
    #expect(try differences(Odd.self, "field a: string rule startsWith(\"X\")  field b: int") == [])
    struct Both: Decodable { var n: Int }
    #expect(
      try differences(
        Both.self, "field on: bool when on < field n: int > else < field n: int >", isPartial: true)
        == [])
    #expect(
      try differences(Both.self, "field on: bool when on < field n: int >", isPartial: true).count
        == 1)
  }

  @Test func aChainOfItselfEnds() throws {
    final class Node: Decodable {
      let next: Node?
      let nodes: [Node]
    }
    #expect(
      try differences(Node.self, "field a: int") == [
        #"No product has a value "next"."#, #"No product has a value "nodes"."#,
        #"The type does not read "a"."#,
      ])
    #expect(
      try differences(Int.self, "field a: int") == [
        #"The type of "" does not fit the field of the form."#
      ])
  }

  @Test func aTypeThatThrowsByItselfIsNotReadToItsEnd() throws {
    struct Odd: Decodable {
      enum Key: CodingKey { case a, home, b }
      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        _ = try fields.nestedContainer(keyedBy: Key.self, forKey: .home)
        guard try fields.decode(Int.self, forKey: .a) > 0 else {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not above 0"))
        }
        _ = try fields.decode(Int.self, forKey: .b)
      }
    }
    struct Around: Decodable {
      struct Place: Decodable { var zip: Int }
      var place: Place
      var odd: Odd
    }
    let odd = "field a: int  field home: < field a: int >  field b: int"
    #expect(try differences(Odd.self, odd) == [])
    #expect(
      try differences(
        Around.self,
        "field place: < field zip: int  field far: bool >  field odd: < \(odd) >  field c: int")
        == [#"The type does not read "place.far"."#], "What was read is compared.")
  }

  @Test func aNumberMayHaveAFraction() throws {
    struct Price: Decodable { var n: Int }
    struct Exact: Decodable { var n: Double }
    let form = "field n: number"
    #expect(
      try differences(Price.self, form)
        == [#"The type of "n" does not fit the field of the form."#])
    #expect(try differences(Exact.self, form) == [])
  }

  @Test func aDateWithoutATimeZoneIsAWarning() throws {
    struct Stay: Decodable {
      var from: Date
      var until: Date?
      var at: Date
      var days: [Date]
      var day: DateComponents
    }
    let spec = try FormSpec(
      source: """
        field from: date  field until: datetime optional  field at: instant
        field days: list of date  field day: date
        """)
    let warnings = try spec.check(Stay.self)
    #expect(warnings.map { $0.path } == ["from", "until", "days[]"])
    #expect(warnings.allSatisfy { $0.kind == .timeZone })
    #expect(
      warnings[0].description.hasPrefix("\"from\" is a moment that depends on the time zone."))
  }
}
