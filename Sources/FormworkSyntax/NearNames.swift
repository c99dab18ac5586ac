// Suggestions for a name that is not known: the known names that differ from it by a slip or two of
// the fingers, the nearest first, none when nothing is near.

package enum NearNames {
  /// Names of more scalars are not compared: the work grows with the product of the lengths.
  private static let longestName = 200

  /// The known names nearest to `name`, at most `limit`, each once, equally near ones in the order
  /// given. Case counts for nothing, so "Email" finds "email" first. Never `name` itself.
  package static func nearest(
    to name: String, among known: [String], limit: Int = 4
  ) -> [String] {
    guard let sought = letters(of: name), !sought.isEmpty else { return [] }
    var near: [(distance: Int, name: String)] = []
    for candidate in known where candidate != name {
      guard let letters = letters(of: candidate), let distance = distance(sought, letters),
        !near.contains(where: { $0.name == candidate })
      else { continue }
      let place = near.firstIndex { $0.distance > distance } ?? near.count
      if place >= limit { continue }
      near.insert((distance, candidate), at: place)
      if near.count > limit { near.removeLast() }
    }
    return near.map { $0.name }
  }

  /// How many slips may lie between two names: none where the longer has 2 letters, since every
  /// such name would be near, one up to 5, two up to 8, else three.
  private static func tolerance(_ length: Int) -> Int {
    switch length {
    case ...2: 0
    case ...5: 1
    case ...8: 2
    default: 3
    }
  }

  /// The name in lower case, or nil if it is too long.
  private static func letters(of name: String) -> [Unicode.Scalar]? {
    guard name.utf8.count <= longestName * 4 else { return nil }
    let letters = Array(name.lowercased().unicodeScalars)
    return letters.count <= longestName ? letters : nil
  }

  /// The number of slips from one name to the other, a slip being a letter too many, missing, wrong
  /// or swapped with its neighbour (Damerau and Levenshtein, no letter touched twice); nil if there
  /// are more than the tolerance.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int? {
    let limit = tolerance(max(left.count, right.count))
    guard abs(left.count - right.count) <= limit else { return nil }
    var older: [Int] = []
    var row = Array(0...right.count)
    for i in 0..<left.count {
      var next = [i + 1]
      for j in 0..<right.count {
        var slips = min(next[j], row[j + 1]) + 1
        slips = min(slips, row[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          slips = min(slips, older[j - 1] + 1)
        }
        next.append(slips)
      }
      // A swap reaches back two rows, so one row beyond the limit proves nothing.
      if min(next.min() ?? 0, row.min() ?? 0) > limit { return nil }
      (older, row) = (row, next)
    }
    return row[right.count] <= limit ? row[right.count] : nil
  }
}
