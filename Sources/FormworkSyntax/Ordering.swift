// The only sort function in the code. The compiler would specialize the standard library's function for each element
// type. At 3 kB each, that is too much for the engine in web pages.

extension Sequence {
  /// Returns the elements, sorted. The sort is stable: equal elements keep their order.
  ///
  /// - Parameter precedes: Whether the first element comes before the second. Must be a strict weak order.
  @inlinable package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let all = Array(self)
    let places = Ordering.places(all.count) { precedes(all[$0], all[$1]) }
    return places?.map { all[$0] } ?? all
  }
}

extension Sequence where Element: Comparable {
  /// Returns the elements, sorted.
  @inlinable package func ordered() -> [Element] { ordered(by: <) }
}

@usableFromInline enum Ordering {
  /// Returns the indices below `count` in sorted order, by merging longer and longer runs. Nil if they are already
  /// sorted.
  ///
  /// - Parameter precedes: Whether the element at the first index comes before the element at the second.
  @inline(never) @usableFromInline
  static func places(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int]? {
    if count < 2 || !(1..<count).contains(where: { precedes($0, $0 - 1) }) { return nil }
    var places = Array(0..<count)
    var merged = places
    var run = 1
    while run < count {
      for start in stride(from: 0, to: count, by: 2 * run) {
        merge(
          places, start, Swift.min(start + run, count), Swift.min(start + 2 * run, count),
          into: &merged, precedes)
      }
      swap(&places, &merged)
      run *= 2
    }
    return places
  }

  /// Merges two adjacent sorted runs.
  private static func merge(
    _ places: [Int], _ start: Int, _ middle: Int, _ end: Int, into merged: inout [Int],
    _ precedes: (Int, Int) -> Bool
  ) {
    // The runs are often in order already.
    if middle == end || !precedes(places[middle], places[middle - 1]) {
      for index in start..<end { merged[index] = places[index] }
      return
    }
    var (first, second) = (start, middle)
    for index in start..<end {
      if second == end || first < middle && !precedes(places[second], places[first]) {
        merged[index] = places[first]
        first += 1
      } else {
        merged[index] = places[second]
        second += 1
      }
    }
  }
}
