// Long lists of values that a form has, looked up by what equal values have in common.

/// Lists of constants by their keys.
struct ConstantIndexes {
  struct Name: Hashable {
    enum List: Hashable {
      /// The number of a list of choices.
      case choice(Int)
      /// Where the items of `in` or `oneOf` begin among the program's lists.
      case items(Int)
    }

    var list: List
    /// Whether case is ignored.
    var anyCase: Bool
  }

  fileprivate struct Index {
    /// The first of equal constants under their key.
    var constants: [[UInt8]: Value] = [:]
    /// Whether the list has nothing else than constants.
    var isWhole = true
  }

  /// How many items of `in` and `oneOf` are indexed; those beyond it are walked.
  private static let itemLimit = 200_000

  private var indexes: [Name: Index] = [:]
  private var itemCount = 0

  fileprivate subscript(name: Name) -> Index? { indexes[name] }

  fileprivate mutating func add(_ name: Name, _ index: Index) { indexes[name] = index }

  /// Whether so many more items may be indexed, which are counted then.
  fileprivate mutating func hasRoom(for count: Int) -> Bool {
    guard itemCount + count <= ConstantIndexes.itemLimit else { return false }
    itemCount += count
    return true
  }
}

extension Evaluator {
  /// The choice of a long list that a text is.
  func indexedChoice(_ text: TextBytes, _ choice: Int, anyCase: Bool) -> Value? {
    var sought = Value(text: text)
    if anyCase { sought.flags |= Value.ignoresCase }
    let name = ConstantIndexes.Name(list: .choice(choice), anyCase: anyCase)
    let index =
      indexes[name] ?? makeIndex(name, written(program.choices[choice]))
    return key(of: sought).flatMap { index.constants[$0] }
  }

  /// The texts of a list of choices, each with its value: itself, or that which a spelling is taken for.
  private func written(_ list: ChoiceList) -> [(Value?, as: Value?)] {
    let values = list.constants.map { (constant($0), as: nil as Value?) }
    let spellings = list.spellings.map { spelling in
      (constant(spelling.constant), as: constant(list.constants[spelling.value]))
    }
    return values + spellings
  }

  /// Whether a value is among the many items of `in` or `oneOf`; nil if an index does not decide that.
  func isIndexed(_ value: Value, inItems items: Range<Int>) -> Bool? {
    guard value.hasKey else { return nil }
    let name = ConstantIndexes.Name(
      list: .items(items.lowerBound), anyCase: value.isWithoutCase)
    var index = indexes[name]
    if index == nil, indexes.hasRoom(for: items.count) {
      index = makeIndex(
        name,
        items.map { item in
          let node = plan.nodes[Int(plan.lists[item])]
          return (node.operation == .constant ? constant(node.a) : nil, as: nil)
        })
    }
    guard let index, let key = key(of: value) else { return nil }
    return index.constants[key] != nil ? true : index.isWhole ? false : nil
  }

  private func constant(_ number: Int32) -> Value? { plan.constants[Int(number)] }

  private func makeIndex(
    _ name: ConstantIndexes.Name, _ items: [(Value?, as: Value?)]
  ) -> ConstantIndexes.Index {
    var index = ConstantIndexes.Index()
    for (item, meant) in items {
      guard var item, item.hasKey else {
        index.isWhole = false
        continue
      }
      if name.anyCase, item.kind == .text { item.flags |= Value.ignoresCase }
      if let key = key(of: item), index.constants[key] == nil {
        index.constants[key] = meant ?? item
      }
    }
    indexes.add(name, index)
    return index
  }
}

extension Value {
  /// Whether other values are equal exactly where their keys are, but for texts that ignore case.
  var hasKey: Bool {
    switch kind {
    case .text, .number, .date, .time, .dateTime, .instant: true
    default: false
    }
  }

  var isWithoutCase: Bool { kind == .text && flags & Value.ignoresCase != 0 }
}
