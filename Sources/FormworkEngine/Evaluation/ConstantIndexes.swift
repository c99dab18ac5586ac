// Indexes of a form's long lists of values, by keys that are the same for equal values.

internal import FormworkSyntax

/// Indexes of lists of constants.
struct ConstantIndexes {
  struct Name: Hashable {
    enum List: Hashable {
      /// The index of a list of choices.
      case choice(Int)
      /// The index of the first item of `in` or `oneOf` in the program's lists.
      case items(Int)
    }

    var list: List
    /// Whether case is ignored.
    var anyCase: Bool
  }

  /// A compact hash table of constants: the conditions of a form may have millions, and each takes some 24 bytes.
  fileprivate struct Index {
    struct Item {
      /// The index of the constant.
      var constant: Int32
      /// The index of the constant that `constant` denotes. Differs from `constant` only for an alternative spelling of
      /// a choice.
      var meaning: Int32
    }

    private var items: [Item] = []
    /// For each slot, the hash of an item's key in the upper half, and the item's number, from 1, in the lower half. 0
    /// for a free slot. At least half of the slots are free.
    private var slots: [UInt64]
    /// Whether all items of the list are constants with keys.
    var isWhole = true

    init(capacity: Int) {
      items.reserveCapacity(capacity)
      var size = 4
      while size < capacity * 2 { size *= 2 }
      slots = Array(repeating: 0, count: size)
    }

    /// Adds an item, unless the index has one with the same key.
    ///
    /// - Parameter isEqual: whether an item in the index has the key `key`.
    mutating func add(_ item: Item, _ key: [UInt8], _ isEqual: (Item) -> Bool) {
      guard case .free(let place) = find(key, isEqual) else { return }
      items.append(item)
      slots[place] = Index.tag(of: key) << 32 | UInt64(items.count)
    }

    func item(_ key: [UInt8], _ isEqual: (Item) -> Bool) -> Item? {
      if case .item(let item) = find(key, isEqual) { item } else { nil }
    }

    private enum Found {
      case item(Item)
      case free(Int)
    }

    private func find(_ key: [UInt8], _ isEqual: (Item) -> Bool) -> Found {
      let tag = Index.tag(of: key)
      var place = Int(truncatingIfNeeded: tag) & (slots.count - 1)
      while slots[place] != 0 {
        let item = items[Int(slots[place] & 0xFFFF_FFFF) - 1]
        if slots[place] >> 32 == tag, isEqual(item) { return .item(item) }
        place = (place + 1) & (slots.count - 1)
      }
      return .free(place)
    }

    private static func tag(of key: [UInt8]) -> UInt64 {
      var hasher = Hasher()
      key.withUnsafeBytes { hasher.combine(bytes: $0) }
      return UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
    }
  }

  private var indexes: OrderedDictionary<Name, Index> = [:]

  fileprivate subscript(name: Name) -> Index? { indexes[name] }

  fileprivate mutating func add(_ name: Name, _ index: Index) { indexes[name] = index }
}

extension Evaluator {
  /// Returns the value that a text denotes in a long list of choices, or nil if it isn't one of the choices.
  func indexedChoice(_ text: TextBytes, _ choice: Int, anyCase: Bool) -> Value? {
    var sought = Value(text: text)
    if anyCase { sought.flags |= Value.ignoresCase }
    let name = ConstantIndexes.Name(list: .choice(choice), anyCase: anyCase)
    let index = indexes[name] ?? makeIndex(name, written(program.choices[choice]))
    return find(sought, in: index, name).map { item in
      item.meaning == item.constant
        ? constant(item.constant, of: name) : plan.constants[Int(item.meaning)]
    }
  }

  /// Returns the texts of a list of choices, each with the value that it denotes. The values denote themselves. The
  /// alternative spellings follow.
  private func written(_ list: ChoiceList) -> [ConstantIndexes.Index.Item?] {
    list.constants.map { .init(constant: $0, meaning: $0) }
      + list.spellings.map { .init(constant: $0.constant, meaning: list.constants[$0.value]) }
  }

  /// Whether a value is among the many items of `in` or `oneOf`. Nil if an index can't decide.
  func isIndexed(_ value: Value, inItems items: Range<Int>) -> Bool? {
    guard value.hasKey else { return nil }
    let name = ConstantIndexes.Name(
      list: .items(items.lowerBound), anyCase: value.isWithoutCase)
    let index =
      indexes[name]
      ?? makeIndex(
        name,
        items.map { item in
          let node = plan.nodes[Int(plan.lists[item])]
          return node.operation == .constant ? .init(constant: node.a, meaning: node.a) : nil
        })
    return find(value, in: index, name) != nil ? true : index.isWhole ? false : nil
  }

  /// Returns a constant, with the flag to ignore case if the index ignores it.
  private func constant(_ number: Int32, of name: ConstantIndexes.Name) -> Value {
    var value = plan.constants[Int(number)]
    if name.anyCase, value.kind == .text { value.flags |= Value.ignoresCase }
    return value
  }

  private func find(
    _ value: Value, in index: ConstantIndexes.Index, _ name: ConstantIndexes.Name
  ) -> ConstantIndexes.Index.Item? {
    guard let key = key(of: value) else { return nil }
    return index.item(key) { self.key(of: constant($0.constant, of: name)) == key }
  }

  private func makeIndex(
    _ name: ConstantIndexes.Name, _ items: [ConstantIndexes.Index.Item?]
  ) -> ConstantIndexes.Index {
    var index = ConstantIndexes.Index(capacity: items.count)
    for item in items {
      guard let item, case let value = constant(item.constant, of: name), value.hasKey else {
        index.isWhole = false
        continue
      }
      guard let key = key(of: value) else { continue }
      index.add(item, key) { self.key(of: constant($0.constant, of: name)) == key }
    }
    indexes.add(name, index)
    return index
  }
}

extension Value {
  /// Whether two values of this kind are equal exactly if their keys are equal. For texts, this holds only if case
  /// isn't ignored.
  var hasKey: Bool {
    switch kind {
    case .text, .number, .date, .time, .dateTime, .instant: true
    default: false
    }
  }

  var isWithoutCase: Bool { kind == .text && flags & Value.ignoresCase != 0 }
}
