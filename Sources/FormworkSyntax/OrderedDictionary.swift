/// A dictionary that keeps its elements in the order of insertion.
@usableFromInline
package struct OrderedDictionary<Key: Hashable, Value>: ExpressibleByDictionaryLiteral {
  @usableFromInline package internal(set) var keys: OrderedSet<Key> = []
  @usableFromInline package internal(set) var values: [Value] = []

  @inlinable package init() {}

  @inlinable package init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// The value for `key`. Removing a value takes linear time.
  @inlinable package subscript(key: Key) -> Value? {
    get {
      let place = keys.place(of: key)
      return place < 0 ? nil : values[place]
    }
    set {
      if let newValue {
        let (isNew, place) = keys.insert(key)
        if isNew { values.append(newValue) } else { values[place] = newValue }
      } else if let place = keys.remove(key) {
        values.remove(at: place)
      }
    }
  }

  /// The value for `key`, or a default that is stored as soon as it is changed.
  @inlinable package subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let (isNew, place) = keys.insert(key)
      if isNew { values.append(value()) }
      yield &values[place]
    }
  }

  @inlinable package mutating func removeAll() {
    keys.removeAll()
    values.removeAll(keepingCapacity: true)
  }
}

extension OrderedDictionary: Sequence {
  @inlinable package var count: Int { values.count }
  @inlinable package var isEmpty: Bool { values.isEmpty }

  @inlinable package func makeIterator() -> Iterator { Iterator(dictionary: self) }

  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline let dictionary: OrderedDictionary
    @usableFromInline var place = 0

    @inlinable init(dictionary: OrderedDictionary) { self.dictionary = dictionary }

    @inlinable package mutating func next() -> (key: Key, value: Value)? {
      if place == dictionary.count { return nil }
      defer { place += 1 }
      return (dictionary.keys.elements[place], dictionary.values[place])
    }
  }
}

extension OrderedDictionary: Sendable where Key: Sendable, Value: Sendable {}
