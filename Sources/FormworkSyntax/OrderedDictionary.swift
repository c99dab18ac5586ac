/// A dictionary whose elements stay in the order in which their keys came.
package struct OrderedDictionary<Key: Hashable, Value>: ExpressibleByDictionaryLiteral {
  @usableFromInline var allKeys: OrderedSet<Key> = []
  @usableFromInline var allValues: [Value] = []

  @inlinable package var keys: OrderedSet<Key> { allKeys }
  @inlinable package var values: [Value] { allValues }

  @inlinable package init() {}

  @inlinable package init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// The value under a key. Removing one takes time with the number of elements.
  @inlinable package subscript(key: Key) -> Value? {
    get {
      let place = allKeys.place(of: key)
      return place < 0 ? nil : allValues[place]
    }
    set {
      if let newValue {
        let (isNew, place) = allKeys.insert(key)
        if isNew { allValues.append(newValue) } else { allValues[place] = newValue }
      } else if let place = allKeys.remove(key) {
        allValues.remove(at: place)
      }
    }
  }

  /// The value under a key, or another one, which lies under the key as soon as it is changed.
  @inlinable package subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let (isNew, place) = allKeys.insert(key)
      if isNew { allValues.append(value()) }
      yield &allValues[place]
    }
  }

  @inlinable package mutating func removeAll() {
    allKeys.removeAll()
    allValues.removeAll(keepingCapacity: true)
  }
}

extension OrderedDictionary: Sequence {
  @inlinable package var count: Int { values.count }
  @inlinable package var isEmpty: Bool { values.isEmpty }

  @inlinable package func makeIterator() -> Iterator { Iterator(dictionary: self) }

  package struct Iterator: IteratorProtocol {
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
