// The parts of one form that haven't been paired with parts of another form yet.

internal import FormworkSyntax

/// Elements that are taken one by one, in their order.
struct Pool<Element, Key: Hashable> {
  private var elements: [Element?]
  /// The indices of the elements with each key, in descending order.
  private var places: OrderedDictionary<Key, [Int]> = [:]

  /// - Parameter keys: returns the keys under which an element can be taken.
  init(_ elements: [Element], keys: (Element) -> [Key]) {
    self.elements = elements.map { Optional($0) }
    for (place, element) in elements.enumerated().reversed() {
      for key in keys(element) { places[key, default: []].append(place) }
    }
  }

  /// The remaining elements.
  var rest: [Element] { elements.compactMap { $0 } }

  /// Takes the first remaining element with the given key. Returns nil if no element has the key.
  mutating func take(_ key: Key) -> Element? {
    while let place = places[key, default: []].popLast() {
      if let element = take(at: place) { return element }
    }
    return nil
  }

  private mutating func take(at place: Int) -> Element? {
    defer { elements[place] = nil }
    return elements[place]
  }

  /// The cost of examining an element; skipping an element that was already taken costs 1.
  private static var effort: Int { 10 }

  /// Takes the first element that satisfies `isMeant`. Gives up when `room`, the remaining cost allowed, is used up.
  mutating func take(_ room: inout Int, _ isMeant: (Element) -> Bool) -> Element? {
    for place in elements.indices where room > 0 {
      guard let element = elements[place] else {
        room -= 1
        continue
      }
      room -= Pool.effort
      if isMeant(element) { return take(at: place) }
    }
    return nil
  }
}
