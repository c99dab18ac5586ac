// An order on screen, page by page, with rows that come and go. A view shows the boxes of the page, and the rows of
// the list among them.

import Formwork

/// The fields, under names that the compiler knows.
public enum OrderField: String, CaseIterable, Sendable {
  case name, email, items, phone, day
  case article = "items.article"
  case pieces = "items.pieces"
  case isGift = "items.isGift"
  case card = "items.card"
}

public struct OrderForm {
  public let session: NamedSession<OrderField>
  public let pages: [SessionGroup]
  /// The number of the page on screen, from 0.
  public private(set) var number = 0

  public init(options: ValidationOptions = .init()) throws {
    session = try Forms.order.spec.fields(OrderField.self).session(options: options)
    pages = [[.name, .email], [.items], [.phone, .day]].map(session.group)
    session[.items].append()
  }

  /// The page on screen.
  public var page: SessionGroup { pages[number] }

  /// Goes to the next page if this one is right, and from the last one sends the order.
  ///
  /// - Returns: the order, if it was the last page and all is well. Otherwise the page on screen is the first that has
  ///   something to mend, with the focus there.
  public mutating func goOn() -> Product? {
    guard page.validate() else { return nil }
    if number < pages.count - 1 {
      number += 1
      return nil
    }
    let product = session.submit().product
    number = pages.firstIndex { $0.focus != nil } ?? number
    return product
  }

  public mutating func goBack() { number = max(0, number - 1) }
}
