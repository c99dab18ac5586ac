// Suggestions for an unknown name: the known names that differ from it by a few typing errors, the nearest first.

package enum NearNames {
  /// The maximum length in scalars of names to compare, because a comparison takes quadratic time.
  private static let longestName = 200

  /// Returns the known names nearest to `name`, without duplicates. Equally near names keep their order. Ignores
  /// case, so "Email" finds "email" first. Never returns `name` itself.
  package static func nearest(
    to name: String, among known: [String], limit: Int = 4
  ) -> [String] {
    var letters: [UInt32] = []
    guard read(name, into: &letters), !letters.isEmpty else { return [] }
    var comparison = Comparison(letters)
    var near: [(distance: Int, name: String)] = []
    for candidate in known where candidate != name {
      guard read(candidate, into: &letters), let distance = comparison.distance(to: letters),
        !near.contains(where: { $0.name == candidate })
      else { continue }
      let place = near.firstIndex { $0.distance > distance } ?? near.count
      if place >= limit { continue }
      near.insert((distance, candidate), at: place)
      if near.count > limit { near.removeLast() }
    }
    return near.map { $0.name }
  }

  /// Returns the allowed edit distance of two names, of which the longer has `length` letters. It is 0 for up to 2
  /// letters, because otherwise all such names would be near each other.
  private static func tolerance(_ length: Int) -> Int {
    switch length {
    case ...2: 0
    case ...5: 1
    case ...8: 2
    default: 3
    }
  }

  /// Reads the scalars of a name in lower case. Returns false if the name is too long.
  private static func read(_ name: String, into letters: inout [UInt32]) -> Bool {
    letters.removeAll(keepingCapacity: true)
    guard name.utf8.count <= longestName * 4 else { return false }
    for byte in name.utf8 {
      guard byte < 0x80 else {
        letters = name.lowercased().unicodeScalars.map { $0.value }
        break
      }
      letters.append(UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte))
    }
    return letters.count <= longestName
  }

  /// A name to compare others with, and memory to reuse between comparisons.
  private struct Comparison {
    let name: [UInt32]
    /// The last three rows of edit distances. Each row is for a prefix of `name`, and each column for a prefix of the
    /// other name. A swap needs the row before the last.
    private var (older, row, next): ([Int], [Int], [Int]) = ([], [], [])

    init(_ name: [UInt32]) { self.name = name }

    /// Returns the edit distance to `other`, or nil if it exceeds the tolerance. An edit is an extra, missing, wrong
    /// or swapped letter (Damerau–Levenshtein, no letter edited twice).
    mutating func distance(to other: [UInt32]) -> Int? {
      let limit = tolerance(max(name.count, other.count))
      guard abs(name.count - other.count) <= limit else { return nil }
      let far = limit + 1
      if row.count <= other.count {
        (older, row, next) = (
          Array(repeating: far, count: other.count + 1),
          Array(repeating: far, count: other.count + 1),
          Array(repeating: far, count: other.count + 1)
        )
      }
      for j in 0...other.count { row[j] = min(j, far) }
      var least = 0
      for i in 0..<name.count {
        let leastBefore = least
        // Cells farther from the diagonal exceed the limit.
        let (low, high) = (max(0, i - limit), min(other.count, i + limit + 1))
        next[low] = low == 0 ? min(i + 1, far) : far
        least = next[low]
        for j in low..<high {
          // The previous row ends one column earlier.
          let above = i == 0 || j < i + limit ? row[j + 1] : far
          var slips = min(next[j], above) + 1
          slips = min(slips, row[j] + (name[i] == other[j] ? 0 : 1))
          if i > 0, j > 0, name[i] == other[j - 1], name[i - 1] == other[j] {
            slips = min(slips, older[j - 1] + 1)
          }
          next[j + 1] = min(slips, far)
          least = min(least, next[j + 1])
        }
        // Swaps use the row before the last, so two consecutive rows must exceed the limit.
        if min(least, leastBefore) > limit { return nil }
        (older, row, next) = (row, next, older)
      }
      return row[other.count] <= limit ? row[other.count] : nil
    }
  }
}
