// A single value is validated by the rules of its field alone.

import Formwork
import Foundation
import Testing

@Suite struct OneFieldTests {
  private let spec: FormSpec

  init() throws {
    spec = try FormSpec(
      source: """
        field on: bool default false
        field start: date
        field end: date from "until"
          rule value >= start  message "Before the start"
          rule value > 2000-01-01 or start is blank  message "Too early"
          rule value < 2100-01-01 message "Too late"
        when on as profile <
          field nick: string trimmed rule count(2...20) and value != "Ann" message "Not {value}"
            rule end is filled warning "No end"
        >
        field note: string optional rule filled and count(...3)
        field seat: string required if on  rule like("##")
        field code: choice("A" also("a"), "B") default "B"
        field tags: list("|") of string secret rule distinct  each rule lowercase
        field items: list of <
          field price: number(decimal ",") rule positive  rule value < total message "x"
          field total: number optional
          field kind: choice("x", "y") rule value == code message "Not the code"
          check price < 9 message "x"
        > rule count(1...2)
        field address: < closed field zip: string rule digits  field city: string required if zip is filled >
        field ticket: string rule unique
        """)
  }

  private func problems(_ value: RecordValue, _ path: String) throws -> [String] {
    try spec.validate(value, for: path).problems.map { "\($0.field ?? "-") \($0.code)" }
  }

  @Test func itsOwnRulesAreDecidedAndNoOthers() throws {
    #expect(try problems("2026-01-01", "end") == [])
    #expect(try problems("1999-01-01", "end") == [])
    #expect(try problems("2100-01-01", "end") == ["end compare"])
    #expect(try problems("x", "end") == ["end type"])
    #expect(try problems("33", "seat") == [] && problems("x", "seat") == ["seat like"])
    #expect(try problems("1", "ticket") == [])
  }

  @Test func blankOnesAreMissingWhereTheyMustNot() throws {
    for blank in [nil, ""] as [RecordValue] {
      #expect(try problems(blank, "end") == ["end required"])
      #expect(try problems(blank, "nick") == ["nick required"])
      #expect(try problems(blank, "seat") == [], "its condition is not decided")
    }
    #expect(try spec.validate("", for: "note").product?.names == [])
    #expect(try spec.validate(nil, for: "code").product?["code"]?.string == "B")
  }

  @Test func theProductHasItsValue() throws {
    #expect(try spec.validate(" Bob ", for: "nick").product?.description == #"{"nick":"Bob"}"#)
    #expect(try spec.validate("a", for: "code").product?["code"]?.string == "A")
    #expect(try spec.validate("1,50", for: "items.price").product?["price"]?.decimal == 1.5)
    // Midnight in the time zone of the system.
    let midnight = try #require(
      Calendar(identifier: .gregorian).date(from: DateComponents(year: 1970, month: 1, day: 1)))
    let day = try spec.validate(.moment(midnight), for: "start").product
    #expect(day?["start"]?.description == "1970-01-01")
  }

  @Test func messagesAreThoseOfTheForm() throws {
    let rejected = try spec.validate(" Ann", for: "nick")
    #expect(rejected.problems.map { $0.message } == ["Not Ann"])
    #expect(rejected.warnings.isEmpty && rejected.skipped.isEmpty)
  }

  @Test func recordsAndListsAreJudgedInside() throws {
    #expect(try problems("a|B|a", "tags") == ["tags distinct", "tags[1] lowercase"])
    #expect(
      try problems(["zip": "x", "town": "y"], "address") == [
        "address.zip digits", "address.city required", "address.town unknown",
      ])
    #expect(try problems("x", "address.zip") == ["address.zip digits"])
    #expect(try problems([], "items") == ["items required"])
    let items: RecordValue = [
      ["price": "-1", "kind": "x"], ["price": "10", "total": 3, "kind": "z"], nil,
    ]
    #expect(
      try problems(items, "items") == [
        "items count", "items[0].price positive", "items[1].price compare", "items[1].kind choice",
        "items[1].price compare", "items[2] required",
      ])
    #expect(try problems("-1", "items.price") == ["items[0].price positive"])
    #expect(try problems("y", "items.kind") == [])
  }

  @Test func theNextRecordKnowsNothingOfIt() throws {
    let spec = try FormSpec(
      source: "field a: int rule positive  field b: int optional rule value > a")
    _ = try spec.validate("-1", for: "a")
    _ = try spec.validate("-1", for: "b")
    #expect(spec.validate(["a": 1]).product?.names == ["a"])
    #expect(spec.validate(["a": 1, "b": 0]).problems.map { $0.field } == ["b"])
  }

  @Test func aNameThatTheFormLacksIsTold() {
    #expect {
      try spec.validate("x", for: "address.zap")
    } throws: { error in
      "\(error)" == #"The form has no field "address.zap". Did you mean "address.zip"?"#
    }
  }

  @Test func anEnumNamesTheField() throws {
    enum Name: String, CaseIterable { case a, b }
    let form = try FormSpec(source: "field a: int  field b: int").fields(Name.self)
    #expect(form.validate("x", for: .b).problems.map { $0.field } == [.b])
    #expect(form.validate(3, for: .a).product?["a"]?.int == 3)
  }

  @Test func aFieldNeedsNoForm() throws {
    let even = HostRule("even", .int) { $0 % 2 == 0 }
    let count = try FieldValidator(
      Field("count", label: "How many", .int) {
        Rule(.range(1...9), message: "{label}: 1 to 9")
        Rule(.host("even"), message: "An even number")
      }, rules: [even])
    #expect(count.validate("4").product?["count"]?.int == 4)
    #expect(
      count.validate(11).problems.map { $0.message } == ["How many: 1 to 9", "An even number"])
    let first = count.validate(11, options: .init(scope: .firstOfRecord))
    #expect(first.problems.map { $0.message } == ["How many: 1 to 9"])
    #expect(count.validate("").problems.map { $0.code } == ["required"])
    #expect(throws: FormSpecError.self) {
      try FieldValidator(Field("a", FormType.int.unchecked) { .email })
    }
  }
}
