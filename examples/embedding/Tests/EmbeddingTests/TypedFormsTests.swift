import Formwork
import Foundation
import Testing

@testable import TypedForms

@Suite struct TypedFormsTests {
  @Test func thePluginWritesTheTypes() throws {
    let cards = try LibraryCards()
    let card = try cards.card(["id": "a1"]).get()
    #expect(card == LibraryCard(id: "a1", kind: .adult, childhood: nil, notes: nil))
    let child = try cards.card([
      "id": "a1", "kind": "child", "guardian": "Ann", "born": "2020-02-29",
      "notes[0].text": "new", "notes[0].on": "2026-11-29",
    ]).get()
    #expect(child.kind == .child && child.childhood?.born.day == 29)
    #expect(child.notes?.first?.text == "new")
    #expect(try cards.record(of: child)["guardian"] == "Ann")
    #expect(throws: LibraryCards.Page.childhood) {
      try cards.card(["id": "a1", "kind": "child"]).get()
    }
    #expect(LibraryCard.Kind.allCases == [.child, .adult])
  }
}
