// A user fills in a list on screen, row by row.

import Formwork
import Foundation
import Testing

@Suite struct SessionRowsTests {
  private func order(
    _ items: [RecordValue] = [], timing: FormSession.Timing = .submit
  ) throws -> FormSession {
    let spec = try FormSpec(
      source: """
        field items "Items": list of <
          field sku: string rule alphanumeric message "Letters or digits"
          field price: number from "unitPrice" rule positive message "Above 0"
          field gift: bool default false
          when gift < field note: string rule count(...10) message "At most 10 characters" >
        > rule count(1...3) message "1 to 3 items"
        field limit: number optional
        """)
    return FormSession(spec, values: ["items": .list(items)], timing: timing)
  }

  @Test func rowsHaveBoxes() throws {
    let form = try order([["sku": "a1", "price": 2], ["sku": "b 2", "price": "-1"]])
    let list = try #require(form["items"])
    #expect(form.fields.map { $0.path } == ["items", "limit"], "Those of rows are in the list.")
    #expect(list.rows.map { $0.path } == ["items[0]", "items[1]"])
    let row = list.rows[1]
    #expect(row.fields.map { $0.path }.prefix(2) == ["items[1].sku", "items[1].price"])
    #expect(row.label == "Items" && row["price"]?.label == "Price")
    #expect(row["price"] == form["items[1].price"] && row["prize"] == nil)
    #expect(form["items[2]"] == nil && form["items[-1].sku"] == nil && form["items[x"] == nil)
    #expect(
      form.record
        == ["items": [["sku": "a1", "unitPrice": 2], ["sku": "b 2", "unitPrice": "-1"]]],
      "By the keys of the data.")
    #expect(
      list.value
        == [
          ["sku": "a1", "price": 2, "gift": nil, "note": nil],
          ["sku": "b 2", "price": "-1", "gift": nil, "note": nil],
        ])
    form.submit()
    #expect(form.focus == "items[1].sku")
    #expect(row["sku"]?.message == "Letters or digits" && row["sku"]?.isErrorActive == true)
    #expect(row["price"]?.message == "Above 0")
    #expect(list.message == nil && row.message == nil && list.rows[0]["sku"]?.message == nil)
    row["sku"]?.text = "b2"
    row["price"]?.text = "3"
    #expect(form.submit().product?["items"]?[1]?["price"]?.int == 3)
  }

  /// Errors, identities and the focus stay with their row.
  @Test func rowsComeGoAndMove() throws {
    let form = try order([["sku": "a"], ["sku": "b b"], ["sku": "c"]])
    let list = try #require(form["items"])
    let (first, second, third) = (list.rows[0], list.rows[1], list.rows[2])
    form["items[1].price"]?.text = "1"
    form["items[0].price"]?.text = "1"
    form["items[2].price"]?.text = "1"
    form.submit()
    #expect(form.focus == "items[1].sku")
    let ids = list.rows.flatMap { [$0.id] + $0.fields.map { $0.id } }
    #expect(Set(ids).count == ids.count)

    list.remove(at: 0)
    #expect(list.rows == [second, third] && form.focus == "items[0].sku")
    #expect(second.path == "items[0]" && second["sku"]?.path == "items[0].sku")
    #expect(second["sku"]?.message == "Letters or digits" && third["sku"]?.message == nil)

    list.move(from: 0, to: 1)
    #expect(list.rows == [third, second] && form.focus == "items[1].sku")
    #expect(second["sku"]?.isErrorActive == true)
    let new = try #require(list.insert(["sku": "d"], at: 1))
    #expect(list.rows == [third, new, second] && new["sku"]?.path == "items[1].sku")
    #expect(!ids.contains(new.id), "No number is given twice.")
    #expect(form.focus == "items[2].sku")
    #expect(second.id == ids[5])

    // A removed row changes nothing, and has no focus.
    list.remove(id: second.id)
    list.remove(id: first.id)
    #expect(list.rows == [third, new] && form.focus == nil)
    second["sku"]?.text = "nobody"
    second["sku"]?.validate()
    first["sku"]?.validate()
    #expect(form["items[0].sku"]?.text == "c" && form["items[0].sku"]?.message == nil)
    list.remove(atOffsets: 0..<2)
    #expect(form.record == ["items": []])
    form.submit()
    #expect(list.message != nil && form.focus == "items")
  }

  /// In the form of SwiftUI's `onDelete` and `onMove`.
  @Test func manyRowsAtOnce() throws {
    let spec = try FormSpec(source: "field tags: list of string optional")
    let form = FormSession(spec, values: ["tags": ["a", "b", "c", "d", "e"]])
    let list = try #require(form["tags"])
    list.remove(atOffsets: IndexSet([0, 3]))
    #expect(form.record == ["tags": ["b", "c", "e"]])
    let moves: [([Int], Int, [String])] = [
      ([0], 0, ["b", "c", "e"]), ([0], 1, ["b", "c", "e"]), ([0], 2, ["c", "b", "e"]),
      ([0], 3, ["c", "e", "b"]), ([2], 0, ["e", "b", "c"]), ([0, 2], 2, ["c", "b", "e"]),
      ([1, 2], 0, ["c", "e", "b"]), ([0, 1], 3, ["e", "b", "c"]), ([], 1, ["b", "c", "e"]),
    ]
    for (offsets, end, texts) in moves {
      list.value = ["b", "c", "e"]
      list.move(fromOffsets: IndexSet(offsets), toOffset: end)
      #expect(list.rows.map { $0.text } == texts)
    }
    #expect(form["tags"]?.append("f")?.path == "tags[3]")
  }

  @Test func aListOfPlainValues() throws {
    let spec = try FormSpec(
      source:
        "field tags: list of string lowercased optional each rule count(...3) message \"Short\"")
    let form = FormSession(spec)
    let list = try #require(form["tags"])
    #expect(list.rows.isEmpty && list.isBlank)
    #expect(form.record == [:])
    list.append("new")
    list.append()
    list.rows[1].text = "VIPS"
    #expect(form.submit().firstField == "tags[1]")
    #expect(list.rows[1].message == "Short" && form.focus == "tags[1]" && list.message == nil)
    list.rows[1].text = ""
    #expect(form.record == ["tags": ["new", nil]], "A blank row stays.")
    form.submit()
    #expect(list.rows[1].message != nil)
    list.remove(at: 1)
    #expect(form.submit().isAccepted)
    #expect(form["tags[0]"]?.append() == nil, "Only lists have rows.")
    list.value = nil
    #expect(list.rows.isEmpty && form.record == [:])
    list.value = "new, vip"
    #expect(list.rows.isEmpty && list.text == "new, vip")
  }

  @Test func aBlankRowIsAnEmptyRecord() throws {
    let form = try order()
    form["items"]?.append()
    #expect(form.record == ["items": [[:]]])
    #expect(form.submit().problems.map { $0.field } == ["items[0].sku", "items[0].price"])
    form["items[0]"]?.value = 7
    #expect(form.record == ["items": [[:]]], "A record takes records alone.")
  }

  @Test func blocksAreInForceRowByRow() throws {
    let form = try order([["sku": "a", "price": 1], ["sku": "b", "price": 1, "gift": true]])
    let list = try #require(form["items"])
    func shown(_ row: Int) -> [String] { list.rows[row].fieldsInForce.map { $0.name } }
    #expect(shown(0) == ["sku", "price", "gift"])
    #expect(shown(1) == ["sku", "price", "gift", "note"])
    list.rows[0]["gift"]?.isOn = true
    list.rows[1]["gift"]?.isOn = false
    #expect(shown(0).last == "note" && shown(1).last == "gift")
    list.rows[0]["note"]?.text = "For you, my dear"
    list.move(from: 0, to: 1)
    #expect(shown(1).last == "note" && shown(0).last == "gift")
    #expect(form.submit().firstField == "items[1].note")
    list.rows[1]["gift"]?.isOn = false
    #expect(form.submit().isAccepted)
    #expect(list.append()?.fieldsInForce.map { $0.name } == ["sku", "price", "gift"])
  }

  @Test func listsInRows() throws {
    let spec = try FormSpec(
      source: """
        field days: list of <
          field date: date
          field visits: list of <
            field who: string
            field home: < field zip: string field far: bool default false when far < field via: string > > optional
          > rule count(1...) message "Who?"
        >
        field grid: list of list of int optional
        """)
    let form = FormSession(spec)
    let day = try #require(form["days"]?.append(["date": "2026-12-05"]))
    form.submit()
    #expect(day["visits"]?.message != nil && form.focus == "days[0].visits")
    let visit = try #require(day["visits"]?.append(["who": "Ann"]))
    form["days"]?.insert(["date": "2026-12-04", "visits": [["who": "Bob"]]], at: 0)
    #expect(visit["who"]?.path == "days[1].visits[0].who")
    #expect(visit.fieldsInForce.map { $0.name } == ["who", "home", "zip", "far"])
    #expect(form.submit().isAccepted, "No home is no problem.")
    visit["home.far"]?.isOn = true
    #expect(visit["home.via"]?.isInForce == true)
    #expect(form["days[0].visits[0].home.via"]?.isInForce == false)
    #expect(form.submit().firstField == "days[1].visits[0].home.zip")

    let grid = try #require(form["grid"])
    grid.append([1, 2])
    grid.append()?.append("x")
    #expect(grid.value == [[1, 2], ["x"]])
    #expect(form.submit().problems.map { $0.field }.last == "grid[1][0]")
    #expect(form["grid[1][0]"]?.isErrorActive == true)
  }

  @Test func errorsFromOutsideReachTheirCell() throws {
    let form = try order([["sku": "a", "price": 1], ["sku": "b", "price": 2]])
    form.setError("Sold out", at: "items[1].sku", code: "soldOut")
    form.setError("Too many", at: "items[5].sku")
    #expect(form["items[1].sku"]?.message == "Sold out")
    #expect(form["items"]?.message == "Too many" && form.focus == "items")
    form["items"]?.remove(at: 0)
    #expect(form["items[0].sku"]?.message == "Sold out")
    #expect(form["items"]?.isErrorActive == false, "The list was edited.")
    form.submit()
    #expect(form["items[0].sku"]?.message == nil)
  }

  @Test func aFormWithRowsBeginsAgain() throws {
    let form = try order([["sku": "a a"]])
    form.submit()
    form.reset(values: ["items": [["sku": "b"], ["sku": "c"]]])
    #expect(form["items"]?.rows.map { $0["sku"]?.text } == ["b", "c"])
    #expect(form["items[0].sku"]?.message == nil)
    form.reset()
    #expect(form["items"]?.rows == [] && form.record == [:])
  }
}

// MARK: - As one types

extension SessionRowsTests {
  private func invoice() throws -> FormSession {
    let spec = try FormSpec(
      source: """
        field items: list of <
          field start: date
          field end: date rule value >= start message "Before {start}"
          field price: number rule positive message "Above 0"
        > rule distinct(by: price) message "Each price once"
        field total: number rule value == sum(items.price) message "Not the sum"
        """)
    return FormSession(
      spec,
      values: [
        "items": [
          ["start": "2026-12-05", "end": "2026-12-01", "price": 1],
          ["start": "2026-12-05", "end": "2026-12-09", "price": 2],
        ], "total": 3,
      ], timing: .change)
  }

  @Test func onlyTheSameRowDependsOnACell() throws {
    let form = try invoice()
    let list = try #require(form["items"])
    list.rows[1]["start"]?.text = "2026-12-10"
    #expect(list.rows[1]["end"]?.message == "Before 2026-12-10")
    #expect(list.rows[0]["end"]?.message == nil, "Nobody was in that row.")
    #expect(form["total"]?.message == nil)
    list.rows[1]["end"]?.text = "2026-12-10"
    #expect(list.rows[1]["end"]?.message == nil)
  }

  @Test func whatNamesTheListDependsOnEveryCell() throws {
    let form = try invoice()
    let list = try #require(form["items"])
    list.rows[0]["price"]?.text = "2"
    #expect(list.message == "Each price once")
    #expect(form["total"]?.message == "Not the sum")
    list.rows[0]["price"]?.text = "-2"
    #expect(list.message == nil && list.rows[0]["price"]?.message == "Above 0")
    list.rows[0]["price"]?.text = "1"
    #expect(form["total"]?.message == nil)

    // Adding and removing rows changes the list; a blank row has no errors yet.
    let new = list.append()
    #expect(form["total"]?.message == nil)
    #expect(new?.fields.allSatisfy { $0.message == nil } == true)
    list.remove(at: 2)
    list.remove(at: 0)
    #expect(form["total"]?.message == "Not the sum")
    #expect(list.rows[0]["end"]?.message == nil)
  }

  @Test func cellsOfOtherRowsThatNameTheListDependOnIt() throws {
    let spec = try FormSpec(
      source: """
        field shares: list of <
          field percent: int rule sum(shares.percent) <= 100 message "Together at most 100"
        >
        """)
    let form = FormSession(
      spec, values: ["shares": [["percent": 60], ["percent": 30]]], timing: .change)
    form["shares[1].percent"]?.text = "50"
    #expect(form["shares[0].percent"]?.message == "Together at most 100")
    form["shares[1].percent"]?.text = "40"
    #expect(form["shares[0].percent"]?.message == nil)
  }

  /// Visibility is evaluated as often for many rows as for one.
  @Test func manyRowsAreDecidedTogether() throws {
    let calls = Counter()
    let spec = try FormSpec(
      source: """
        needs counted
        field rows: list of <
          field home: <
            field abroad: bool optional  when abroad is blank < field zip: string >
            field work: < field abroad: bool optional  when abroad is blank < field city: string > > optional
          > optional
        >
        field name: string
        when name is counted < field more: string >
        """,
      rules: [
        HostRule("counted", .string) { _ in
          calls.count += 1
          return true
        }
      ])
    let rows = RecordValue.list(Array(repeating: [:], count: 40))
    let form = FormSession(spec, values: ["rows": rows])
    form["name"]?.text = "Ann"
    #expect(form["rows[39].home.zip"]?.isInForce == true && calls.count <= 3)
    #expect(form["rows[39].home.work.city"]?.isInForce == true)
    form["rows[7].home.work.abroad"]?.isOn = true
    #expect(form["rows[7].home.work.city"]?.isInForce == false)
    #expect(form["rows[8].home.work.city"]?.isInForce == true)
  }

  private final class Counter: @unchecked Sendable {
    // Unchecked: a form on screen evaluates on the thread that changes it.
    var count = 0
  }

  @Test func aListInOneTextBecomesRows() throws {
    let spec = try FormSpec(
      source: """
        field tags: list("|") of string optional
        field sizes: list(", ") of choice("S", "M", "L") optional
        """)
    let form = FormSession(spec, values: ["tags": "a|b", "sizes": "M, S"])
    let (tags, sizes) = (try #require(form["tags"]), try #require(form["sizes"]))
    #expect(tags.rows.isEmpty && tags.text == "a|b", "A text field has it as it is.")
    #expect(tags.append("c")?.path == "tags[2]")
    #expect(tags.value == ["a", "b", "c"] && tags.text == "a|b|c")
    tags.text = "x|y|z"
    tags.insert("w", at: 0)
    #expect(tags.rows.map { $0.text } == ["w", "x", "y", "z"])

    #expect(sizes.selections == ["S", "M"])
    sizes.selections.insert("L")
    #expect(sizes.value == ["S", "M", "L"])
    sizes.value = "L"
    sizes.selections.remove("L")
    #expect(form.record == ["tags": ["w", "x", "y", "z"], "sizes": []])
  }

  /// The rows are those that the form finds in the cleaned text.
  @Test func aListInOneTextThatIsCleanedBecomesRows() throws {
    let spec = try FormSpec(
      source: """
        field tags: list(",") of string halfwidth optional
        field parts: list("-") of string without("-") optional
        field sizes: list(",") of choice("S", "M", "L") halfwidth optional
        """)
    let form = FormSession(spec, values: ["tags": "a，b", "parts": "-", "sizes": "S，Ｍ"])
    let (tags, parts) = (try #require(form["tags"]), try #require(form["parts"]))
    tags.append("c")
    parts.append("x")
    #expect(tags.value == ["a", "b", "c"] && parts.value == ["x"])
    #expect(form["sizes"]?.selections == ["S", "M"])
  }
}
