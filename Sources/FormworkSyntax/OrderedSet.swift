// The only set type in the code, and the base of the only dictionary type. The compiler would specialize the standard
// library's types for each type of key and value. At 2.5 to 4 kB each, that is too much for the engine in web pages.

/// A set that keeps its elements in the order of insertion.
@usableFromInline package struct OrderedSet<Element: Hashable>: ExpressibleByArrayLiteral {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var places = HashedPlaces()

  @inlinable package init() {}

  @inlinable package init(arrayLiteral elements: Element...) { formUnion(elements) }

  @inlinable package init(_ elements: some Sequence<Element>) { formUnion(elements) }

  @inlinable package func contains(_ element: Element) -> Bool { place(of: element) >= 0 }

  /// Returns the index of an element in the order of insertion, or −1 if it isn't in the set.
  @inlinable package func place(of element: Element) -> Int {
    places.place(element.hashValue) { elements[$0] == element }
  }

  /// Adds an element if it isn't in the set yet.
  ///
  /// - Returns: Whether the element was added, and its index.
  @discardableResult
  @inlinable package mutating func insert(_ element: Element) -> (inserted: Bool, place: Int) {
    let hash = element.hashValue
    let place = places.place(hash) { elements[$0] == element }
    if place >= 0 { return (false, place) }
    elements.append(element)
    places.add(hash) { elements[$0].hashValue }
    return (true, elements.count - 1)
  }

  /// Removes an element. Takes linear time unless it is the last.
  ///
  /// - Returns: The index it had, or nil if it wasn't in the set.
  @discardableResult
  @inlinable package mutating func remove(_ element: Element) -> Int? {
    let place = place(of: element)
    if place < 0 { return nil }
    elements.remove(at: place)
    if place == elements.count {
      places.removeLast(element.hashValue)
    } else {
      places = HashedPlaces()
      for element in elements { places.add(element.hashValue) { elements[$0].hashValue } }
    }
    return place
  }

  @inlinable package mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    places.removeAll()
  }

  @inlinable package mutating func formUnion(_ others: some Sequence<Element>) {
    for element in others { insert(element) }
  }

  @inlinable package func union(_ others: some Sequence<Element>) -> OrderedSet {
    var union = self
    union.formUnion(others)
    return union
  }

  @inlinable package func intersection(_ other: OrderedSet) -> OrderedSet {
    OrderedSet(elements.filter(other.contains))
  }

  @inlinable package func subtracting(_ other: OrderedSet) -> OrderedSet {
    OrderedSet(elements.filter { !other.contains($0) })
  }

  @inlinable package func isSubset(of other: OrderedSet) -> Bool {
    elements.allSatisfy(other.contains)
  }
}

extension OrderedSet: Sequence {
  @inlinable package var count: Int { elements.count }
  @inlinable package var isEmpty: Bool { elements.isEmpty }

  @inlinable package func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}

extension OrderedSet: Hashable {
  /// Whether both sets have the same elements, in any order.
  @inlinable package static func == (one: OrderedSet, other: OrderedSet) -> Bool {
    one.count == other.count && one.isSubset(of: other)
  }

  @inlinable package func hash(into hasher: inout Hasher) {
    var hash = 0
    for element in elements { hash ^= element.hashValue }
    hasher.combine(hash)
  }
}

extension OrderedSet: Sendable where Element: Sendable {}

/// Finds elements of an array by their hash values. A hash table with open addressing.
@usableFromInline struct HashedPlaces: Sendable {
  /// The indices of elements, or −1 in free slots. The number of slots is a power of two. Linear probing starts at
  /// the slot of the hash value.
  private var slots: [Int32] = []
  private var count = 0

  @usableFromInline init() {}

  /// Returns the index of the element with this hash value for which `isSought` returns true, or −1.
  @inline(never) @usableFromInline func place(_ hash: Int, _ isSought: (Int) -> Bool) -> Int {
    if slots.isEmpty { return -1 }
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if isSought(place) { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return -1
  }

  /// Adds the next element of the array.
  ///
  /// - Parameters:
  ///   - own: The element's hash value.
  ///   - hash: Returns the hash value of the element at an index.
  @inline(never) @usableFromInline mutating func add(_ own: Int, _ hash: (Int) -> Int) {
    if (count + 1) * 4 > slots.count * 3 {
      slots = Array(repeating: -1, count: Swift.max(8, slots.count * 2))
      for place in 0..<count { put(place, hash(place)) }
    }
    put(count, own)
    count += 1
  }

  /// Removes all elements. Keeps the slots if a similar number of elements will probably need them.
  @inline(never) @usableFromInline mutating func removeAll() {
    if count == 0 { return }
    if count * 8 < slots.count {
      slots = []
    } else {
      for slot in slots.indices { slots[slot] = -1 }
    }
    count = 0
  }

  /// Removes the element that was added last. Its slot can simply be freed, because no other element was added after
  /// it.
  ///
  /// - Parameter hash: The element's hash value.
  @usableFromInline mutating func removeLast(_ hash: Int) {
    count -= 1
    var slot = hash & (slots.count - 1)
    while slots[slot] != count { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = -1
  }

  private mutating func put(_ place: Int, _ hash: Int) {
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(place)
  }
}
