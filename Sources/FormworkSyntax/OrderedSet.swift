// The one set, and the dictionary over it. The standard library's are compiled anew for each type of key and value, 2.5 to
// 4 kB each time, which the pages' engine has no room for.

/// A set whose elements stay in the order in which they came.
@usableFromInline package struct OrderedSet<Element: Hashable>: ExpressibleByArrayLiteral {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var places = HashedPlaces()

  @inlinable package init() {}

  @inlinable package init(arrayLiteral elements: Element...) { formUnion(elements) }

  @inlinable package init(_ elements: some Sequence<Element>) { formUnion(elements) }

  @inlinable package func contains(_ element: Element) -> Bool { place(of: element) >= 0 }

  /// The number of an element, in the order in which they came; −1 for one that is not here.
  @inlinable package func place(of element: Element) -> Int {
    places.place(element.hashValue) { elements[$0] == element }
  }

  /// Adds an element that is not here yet.
  ///
  /// - Returns: whether it was not, and its number.
  @discardableResult
  @inlinable package mutating func insert(_ element: Element) -> (inserted: Bool, place: Int) {
    let hash = element.hashValue
    let place = places.place(hash) { elements[$0] == element }
    if place >= 0 { return (false, place) }
    elements.append(element)
    places.add(hash) { elements[$0].hashValue }
    return (true, elements.count - 1)
  }

  /// Removes an element, which takes time with the number of all unless it is the last.
  ///
  /// - Returns: the number that it had; nil if it was not here.
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
  /// Whether the same elements are in both, in whatever order.
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

/// Finds elements of an array by their hash values: a table with open addressing.
@usableFromInline struct HashedPlaces: Sendable {
  /// The places of elements, and −1 in slots that are free. There is a power of two of slots. The place of an element is in
  /// the slot that its hash value names, or in the next one behind it that was free.
  private var slots: [Int32] = []
  private var count = 0

  @usableFromInline init() {}

  /// The place of an element with a hash value, or −1.
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

  /// Adds the element behind those that are here.
  ///
  /// - Parameters:
  ///   - own: Its hash value.
  ///   - hash: The hash value of the element in a place.
  @inline(never) @usableFromInline mutating func add(_ own: Int, _ hash: (Int) -> Int) {
    if (count + 1) * 4 > slots.count * 3 {
      slots = Array(repeating: -1, count: Swift.max(8, slots.count * 2))
      for place in 0..<count { put(place, hash(place)) }
    }
    put(count, own)
    count += 1
  }

  /// Removes all elements. The slots stay where about as many elements will need them.
  @inline(never) @usableFromInline mutating func removeAll() {
    if count == 0 { return }
    if count * 8 < slots.count {
      slots = []
    } else {
      for slot in slots.indices { slots[slot] = -1 }
    }
    count = 0
  }

  /// Removes the element that was added last: no other one lies behind its slot because of it.
  ///
  /// - Parameter hash: Its hash value.
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
