// What is left of one form while the parts of another one find their partners in it.

internal import FormworkSyntax

/// Elements that are taken one by one, in their order.
struct Pool<Element, Key: Hashable> {
  private var elements: [Element?]
  /// Where the elements of a key are, the first last.
  private var places: OrderedDictionary<Key, [Int]> = [:]

  /// - Parameter keys: under which an element can be taken.
  init(_ elements: [Element], keys: (Element) -> [Key]) {
    self.elements = elements.map { Optional($0) }
    for (place, element) in elements.enumerated().reversed() {
      for key in keys(element) { places[key, default: []].append(place) }
    }
  }

  /// The elements that are left.
  var rest: [Element] { elements.compactMap { $0 } }

  /// Takes the first element of a key; nil if none is left.
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

  /// What it takes to look at an element, beside passing over one that is gone.
  private static var effort: Int { 10 }

  /// Takes the first element that is meant, as long as there is room for looking at each.
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
