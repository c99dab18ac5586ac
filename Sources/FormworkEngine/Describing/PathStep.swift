// Paths to values in a record. A name may contain dots and brackets, so paths are compared by their steps. Their text
// is only for display.

/// A step of a path to a value in a record.
package enum PathStep: Hashable, Sendable {
  case name(String)
  /// The index of an item, from 0.
  case item(Int)
}

extension [PathStep] {
  /// The path for display, such as `items[2].price`. Empty for the whole record.
  package var text: String { text { "[\($0)]" } }

  /// The common path of all items, such as `items[].price`.
  package var textOfAllItems: String { text { _ in "[]" } }

  /// The names, without the indices of items.
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
