// Information about a form without a record, and fields that the compiler checks.

import Formwork
import Foundation
import Testing

@Suite struct FormFieldTests {
  private let spec: FormSpec

  init() throws {
    spec = try FormSpec(
      source: """
        form order "Order" ja "注文"
        field orderName "Name" ja "名前": string  hint "As on the parcel" ja "荷物の通り"
        field userID: int optional
        field size: choice("s" "Small" ja "小", "m") default "m"
        field sizes: list of choice("s" "Small", "m") optional
        field pin: string secret required if orderName is filled  title "Wrong PIN"
        when userID is filled as account <
          field nick: string
        >
        field address: < field zip: string  field lines: list of string > from "addr", "adr"
        """)
  }

  @Test func fieldsInOrderWithAllThatAFormNeeds() throws {
    #expect(spec.name == "order" && spec.title() == "Order" && spec.title(in: "ja") == "注文")
    #expect(
      spec.fields.map { $0.name } == [
        "orderName", "userID", "size", "sizes", "pin", "nick", "address",
      ])
    #expect(
      spec.fields.map { $0.type } == [
        .string, .int, .choice, .list, .string, .string, .record,
      ])
    #expect(
      spec.fields.map { $0.presence } == [
        .required, .optional, .optional, .optional, .conditional, .required, .required,
      ])
    let name = try #require(spec.field("orderName"))
    #expect(name.label() == "Name" && name.label(in: "ja") == "名前")
    #expect(name.hint() == "As on the parcel" && name.hint(in: "ja") == "荷物の通り")
    #expect(name.isRequired && !name.isSecret && name.title() == nil)
    #expect(spec.field("userID")?.label() == "User ID")
    #expect(spec.field("pin")?.title() == "Wrong PIN")
    #expect(spec.field("pin")?.isSecret == true)
  }

  @Test func choicesHaveTheirLabels() throws {
    let size = try #require(spec.field("size"))
    #expect(size.choices().map { $0.value } == ["s", "m"])
    #expect(size.choices().map { $0.label } == ["Small", "m"])
    #expect(size.choices(in: "ja").map { $0.label } == ["小", "m"])
    #expect(size.defaultValue?.string == "m")
    #expect(spec.field("sizes")?.choices().map { $0.label } == ["Small", "m"])
    #expect(spec.field("sizes")?.itemType == .choice)
    #expect(spec.field("userID")?.choices().isEmpty == true)
  }

  @Test func fieldsInBlocksAndRecords() {
    #expect(spec.field("nick")?.isConditional == true && spec.field("nick")?.isRequired == false)
    #expect(spec.field("nick")?.groups == ["account"])
    #expect(spec.field("address")?.keys == ["addr", "adr"])
    #expect(spec.field("address.zip")?.type == .string)
    #expect(spec.field("address.lines")?.itemType == .string)
    #expect(spec.field("zip") == nil && spec.field("") == nil && spec.field("address.") == nil)
  }

  @Test func namesMayHaveDots() throws {
    let spec = try FormSpec(
      source: "field `a.b`: int field a: < field `c.d`: date field b: string >")
    #expect(spec.field("a.b")?.type == .int && spec.field("a.c.d")?.type == .date)
    #expect(spec.field("a.c") == nil)
  }
}

@Suite struct NamedFieldsTests {
  enum Field: String, CaseIterable, Sendable {
    case id, favoriteFruit, includesProfile, nickName, age
  }

  @Test func aSwitchOverTheFieldsIsExhaustive() throws {
    let form = try FormSpec(source: signUpForm).fields(Field.self)
    let outcome = form.validate(["favoriteFruit": "kiwi", "includesProfile": true])
    let boxes = outcome.problems.map { problem in
      switch problem.field {
      case .id: "box 1"
      case .favoriteFruit: "box 2"
      case .includesProfile, .nickName, .age: "profile"
      case nil: "top"
      }
    }
    #expect(boxes == ["box 1", "box 2", "profile", "profile"])
    #expect(outcome.firstField == .id && outcome.product == nil)
    #expect(outcome.problems[1].title == "Nothing chosen" && outcome.problems[1].code == "choice")
    #expect(form[.id]?.label() == "ID")
    let rejection = #expect(throws: Rejection<NamedProblem<Field>>.self) { try outcome.get() }
    #expect(rejection?.firstField == .id)
  }

  @Test func namesThatOnlyOneSideHasAreTold() throws {
    enum Wrong: String, CaseIterable, Sendable {
      case id, favouriteFruit, includesProfile, age, zip
    }
    let spec = try FormSpec(source: signUpForm)
    do throws(FieldNamesError) {
      _ = try spec.fields(Wrong.self)
      Issue.record("the names are not those of the form")
    } catch {
      #expect(error.notInForm.map { $0.name } == ["favouriteFruit", "zip"])
      #expect(error.notInForm[0].near == ["favoriteFruit"])
      #expect(error.notInProgram.map { $0.name } == ["favoriteFruit", "nickName"])
      #expect(
        error.description.contains(
          "The form has no field \"favouriteFruit\". Did you mean \"favoriteFruit\"?"))
    }
  }

  @Test func namesMayHaveDotsAndBrackets() throws {
    enum Field: String, CaseIterable, Sendable {
      case items
      case single = "items[0]"
      case x = "items.x"
      case other = "items.x[1]"
      case half = "a[b"
      case dotted = "a.b"
    }
    let spec = try FormSpec(
      source: """
        field items: list of < field x: int field `x[1]`: int >
        field `items[0]`: int
        field `a[b`: int
        field `a.b`: int
        """)
    let form = try spec.fields(Field.self)
    let record: RecordValue = [
      "items": [["x": "?", "x[1]": "?"], 5], "items[0]": "?", "a[b": "?", "a.b": "?",
    ]
    #expect(
      form.validate(record).problems.map { $0.field } == [
        .x, .other, .items, .single, .half, .dotted,
      ])
    let session = form.session()
    session[.items].append()
    let row = try #require(session[.items].rows.first)
    #expect(session[.x, in: row].path == "items[0].x")
    #expect(session[.other, in: row].path == "items[0].x[1]")
    session[.x, in: row].text = "1"
    session.submit()
    #expect(session.focus == .other)
  }

  @Test func fieldsOfRecordsGoByTheNearestName() throws {
    enum Order: String, CaseIterable, Sendable {
      case address, items
      case price = "items.price"
    }
    let spec = try FormSpec(
      source: """
        closed
        field address: < field zip: string >
        field items: list of < field name: string  field price: int >
        """)
    let outcome = try spec.validate(
      ["address": [:], "items": [["name": "", "price": "x"]], "more": 1], fields: Order.self)
    #expect(outcome.problems.map { $0.field } == [.address, .items, .price, nil])
    #expect(
      outcome.problems.map { $0.problem.field } == [
        "address.zip", "items[0].name", "items[0].price", "more",
      ])
    #expect(outcome.problems[2].reason == .type(expected: .int))
    #expect(outcome.problems[2].place?.line == 3 && outcome.problems[2].position == nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      try encoder.encode(outcome.problems) == encoder.encode(outcome.problems.map { $0.problem }))
    #expect(Set(outcome.problems + outcome.problems).count == 4)
  }
}

@Suite struct FindingTests {
  @Test func everyFindingHasItsPlaceAndItsDrawing() {
    do {
      _ = try FormSpec(source: "field a: strin\nfield b: int rule range(5...1)", name: "b.form")
      Issue.record("the form has two errors")
    } catch {
      #expect(error.findings.map { $0.code } == ["unknown-type", "empty-range"])
      let first = error.findings[0]
      #expect((first.file, first.line, first.column) == ("b.form", 1, 10))
      #expect(first.text == "strin" && first.severity == .error)
      #expect(first.rendered().contains("1 | field a: strin\n  |          ^^^^^"))
      #expect(first.description.hasPrefix("b.form:1:10: unknown-type: "))
      #expect(error.description.contains("b.form:2:") && error.unreadable == nil)
    }
  }

  @Test func warningsAreOnTheValue() throws {
    let spec = try FormSpec(source: "field a: string rule count(0...5)")
    #expect(spec.warnings.map { $0.code } == ["count-from-zero"])
    #expect(spec.warnings[0].severity == .warning)
  }

  @Test func aFileThatIsNotThereSaysSo() {
    do {
      _ = try FormSpec(contentsOf: "/nowhere/a.form")
      Issue.record("there is no such file")
    } catch {
      #expect(error.findings.isEmpty && error.unreadable != nil)
      #expect(error.description == "/nowhere/a.form cannot be read: No such file or directory")
    }
  }

  @Test func whyAFormCannotBeLoadedIsTold() throws {
    func told(_ load: () throws(FormSpecError) -> FormSpec) -> String? {
      do throws(FormSpecError) {
        _ = try load()
        return nil
      } catch {
        return error.description
      }
    }
    let page = try #require(URL(string: "https://example.org/a.form"))
    let nowhere = URL(filePath: "/nowhere")
    #expect(
      told { () throws(FormSpecError) in try FormSpec(contentsOf: page) }
        == "https://example.org/a.form cannot be read: It is not a file URL.")
    #expect(
      told { () throws(FormSpecError) in try FormSpec(named: "forms/a", in: nowhere) }?
        .hasPrefix("/nowhere/forms/a.form cannot be read: ") == true)
    #expect(
      told { () throws(FormSpecError) in try FormSpec(named: "a", in: nil) }
        == "a.form cannot be read: The bundle has no resource folder.")
  }
}
