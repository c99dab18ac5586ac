// Someone orders two articles, page by page.

import Embedding
import Formwork
import Foundation
import Testing

@Suite struct OrderFormTests {
  private func order() throws -> OrderForm {
    try OrderForm(
      options: .init(
        timeZone: .gmt, today: DateComponents(year: 2026, month: 11, day: 20)))
  }

  @Test func fromTheFirstPageToTheLast() throws {
    var order = try order()
    let form = order.session
    #expect(order.page.fieldsInForce.map { $0.label } == ["Name", "Email"])
    #expect(order.goOn() == nil && order.number == 0 && order.page.focus == "name")
    form[.name].text = "Ann"
    #expect(order.goOn() == nil && order.number == 1, "There may be a phone number.")

    // A row is there already; the second is a gift.
    let first = form[.items].rows[0]
    form[.article, in: first].text = "ab-1"
    #expect(order.goOn() == nil && order.page.focus == "items[0].article")
    #expect(form[.article, in: first].message == "An article has a number such as AB-1234")
    form[.article, in: first].text = "ab-1234"
    let gift = try #require(form[.items].append(["article": "CD-1234", "isGift": true]))
    #expect(form[.card, in: gift].isInForce && !form[.card, in: first].isInForce)
    form[.card, in: gift].text = "For you"
    form[.pieces, in: gift].int = 2
    #expect(order.goOn() == nil && order.number == 2)

    // Nobody gave a phone number, so the email is missing: back to its page.
    form[.day].date = Date(timeIntervalSince1970: 1_795_219_200)
    #expect(form[.day].text == "2026-11-21")
    #expect(order.goOn() == nil && order.number == 0 && order.page.focus == "email")
    form[.email].text = "ann@example.org"
    #expect(order.goOn() == nil && order.goOn() == nil)
    let product = order.goOn()
    #expect(
      product?["items"]?.description
        == """
        [{"article":"AB-1234","pieces":1,"isGift":false},\
        {"article":"CD-1234","pieces":2,"isGift":true,"card":"For you"}]
        """)
  }

  @Test func errorsStayWithTheirRow() throws {
    var order = try order()
    let form = order.session
    form[.name].text = "Ann"
    _ = order.goOn()
    form[.items].value = [["article": "AB-1234"], ["article": "?"], ["article": "AB-1234"]]
    #expect(order.goOn() == nil)
    #expect(form[.items].message == "Each article stands on one line")
    let wrong = form[.items].rows[1]
    form[.items].remove(at: 0)
    #expect(wrong.path == "items[0]" && form[.article, in: wrong].isErrorActive)
    form[.items].remove(id: wrong.id)
    #expect(order.goOn() == nil && order.number == 2)
    order.goBack()
    #expect(order.number == 1)
    form[.items].remove(at: 0)
    #expect(order.goOn() == nil)
    #expect(
      form[.items].message == "An order has an article at least" && order.page.focus == "items")
  }
}
