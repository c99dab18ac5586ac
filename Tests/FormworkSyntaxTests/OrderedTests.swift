// Compares the sort and the dictionary of the embeddable modules with those of the standard library.

import FormworkSyntax
import Testing

@Suite("order")
struct OrderedTests {
  /// Random numbers that are the same in each run.
  private static func numbers(_ count: Int, below limit: Int) -> [Int] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
  }

  @Test(
    "sorts as the standard library does", arguments: [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 1_000])
  func sorts(count: Int) {
    for limit in [1, 2, 10, 1_000_000] {
      let numbers = OrderedTests.numbers(count, below: limit)
      let places = numbers.enumerated().map { (number: $1, place: $0) }
      #expect(numbers.ordered() == numbers.sorted())
      #expect(numbers.sorted().ordered() == numbers.sorted())
      #expect(numbers.sorted(by: >).ordered() == numbers.sorted())
      // Equal elements keep their order.
      let ordered = places.ordered { $0.number > $1.number }
      #expect(
        ordered.map { $0.place }
          == places.sorted { ($1.number, $0.place) < ($0.number, $1.place) }.map { $0.place })
    }
  }

  @Test(
    "holds what a dictionary holds, in the order of the keys",
    arguments: [1, 2, 8, 9, 24, 25, 26, 300])
  func holds(count: Int) {
    var ordered: OrderedDictionary<Int, [Int]> = [:]
    var plain: [Int: [Int]] = [:]
    var keys: [Int] = []
    for (place, key) in OrderedTests.numbers(3 * count, below: count).enumerated() {
      if plain[key] == nil { keys.append(key) }
      plain[key, default: []].append(place)
      ordered[key, default: []].append(place)
    }
    #expect(Array(ordered.keys) == keys)
    #expect(ordered.values == keys.map { plain[$0] })
    #expect(ordered.map { $0.key } == keys)
    #expect(ordered.count == plain.count && !ordered.isEmpty)
    for key in -1...count { #expect(ordered[key] == plain[key]) }

    let copy = ordered
    for key in keys where key % 3 == 0 {
      ordered[key] = nil
      plain[key] = nil
    }
    for key in keys where key % 3 == 1 {
      ordered[key] = [key]
      plain[key] = [key]
    }
    #expect(Array(ordered.keys) == keys.filter { $0 % 3 != 0 })
    for key in -1...count { #expect(ordered[key] == plain[key]) }
    #expect(Array(copy.keys) == keys)

    // Removes entries from the end, as when additions are undone.
    var shrinking = copy
    for place in keys.indices.reversed() {
      shrinking[keys[place]] = nil
      #expect(Array(shrinking.keys) == Array(keys[..<place]))
      #expect(
        shrinking[keys[place]] == nil && shrinking[keys[0]] == (place > 0 ? copy[keys[0]] : nil))
    }

    ordered.removeAll()
    #expect(ordered.isEmpty && ordered[keys[0]] == nil)
    ordered[keys[0]] = []
    #expect(Array(ordered.keys) == [keys[0]])
  }

  @Test("a set that was emptied holds what comes anew")
  func emptied() {
    var set: OrderedSet<Int> = []
    // More and fewer than the capacity.
    for (round, count) in [100, 1, 0, 7, 6, 300, 40, 0, 5].enumerated() {
      let elements = (0..<count).map { $0 * (round + 1) }
      for (place, element) in elements.enumerated() {
        #expect(set.insert(element) == (true, place))
        #expect(set.insert(element) == (false, place))
      }
      #expect(Array(set) == elements && !set.contains(-1))
      set.removeAll()
      #expect(set.isEmpty && !elements.contains(where: set.contains))
    }
  }

  @Test("a value may be nil, and a key that stands twice in a literal has its last value")
  func values() {
    var known: OrderedDictionary<String, Int?> = ["a": 1, "b": nil, "a": 2]
    #expect(Array(known.keys) == ["a", "b"])
    #expect(known["a"] == .some(2) && known["b"] == .some(nil) && known["c"] == nil)
    known["c"] = .some(nil)
    #expect(known.count == 3)
    #expect(known["d", default: 4] == 4 && known.count == 3)
  }
}
