// The one sort. The standard library's is compiled anew for each type of element, 3 kB each time, which the pages' engine
// has no room for.

extension Sequence {
  /// Returns the elements, sorted. The sort is stable: elements that are equal keep their order.
  ///
  /// - Parameter precedes: Whether the first element comes before the second; a strict weak order.
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
  /// The numbers below `count`, sorted by merging ever longer runs; nil if they are sorted as they are.
  ///
  /// - Parameter precedes: Whether what the first number stands for comes before what the second stands for.
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

  /// Merges two runs that are sorted, one behind the other.
  private static func merge(
    _ places: [Int], _ start: Int, _ middle: Int, _ end: Int, into merged: inout [Int],
    _ precedes: (Int, Int) -> Bool
  ) {
    // Most of what is sorted is in order already.
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
