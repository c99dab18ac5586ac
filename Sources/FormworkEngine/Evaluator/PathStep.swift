// The way to a value in a record. A name may have dots and brackets of its own, so that paths are compared by their
// steps: their text is only for people.

/// A step on the way to a value in a record.
package enum PathStep: Hashable, Sendable {
  case name(String)
  /// The number of an item, from 0.
  case item(Int)
}

extension [PathStep] {
  /// The path as people read it, such as `items[2].price`; empty for the record as a whole.
  package var text: String { text { "[\($0)]" } }

  /// The path that all items have in common, such as `items[].price`.
  package var textOfAllItems: String { text { _ in "[]" } }

  /// The names without the numbers of items.
  package var names: [String] {
    compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  private func text(ofItem: (Int) -> String) -> String {
    var text = ""
    for step in self {
      switch step {
      case .name(let name): text += text.isEmpty ? name : "." + name
      case .item(let number): text += ofItem(number)
      }
    }
    return text
  }
}
