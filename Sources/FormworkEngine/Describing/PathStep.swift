// Paths to values in a record. A name may contain dots and brackets, so paths are compared by their steps. Their text
// is only for display.

/// A step of a path to a value in a record.
package enum PathStep: Hashable, Sendable {
  case name(String)
  /// The index of an item, from 0.
  case item(Int)
  /// The key of an item of a list by name, as it is in the data.
  case key(String)
}

extension [PathStep] {
  /// The path for display, such as `items[2].price` or `prices["Cash"].dollar`. Empty for the whole record.
  package var text: String {
    text { item in
      guard case .key(let key) = item else { return "[\(item.number)]" }
      var out: [UInt8] = []
      out.append(inQuotes: key)
      return "[" + String(decoding: out, as: UTF8.self) + "]"
    }
  }

  /// The common path of all items, such as `items[].price`.
  package var textOfAllItems: String { text { _ in "[]" } }

  /// The same steps as in an example of a form, where the keys of items are names.
  var inExample: [PathStep] {
    map { if case .key(let key) = $0 { .name(key) } else { $0 } }
  }

  /// The names, without the indices and keys of items.
  package var names: [String] {
    compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  private func text(ofItem: (PathStep) -> String) -> String {
    var text = ""
    for step in self {
      switch step {
      case .name(let name): text += text.isEmpty ? name : "." + name
      case .item, .key: text += ofItem(step)
      }
    }
    return text
  }
}

extension PathStep {
  fileprivate var number: Int { if case .item(let number) = self { number } else { 0 } }
}
