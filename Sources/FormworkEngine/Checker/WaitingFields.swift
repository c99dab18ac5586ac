// Fields whose `required if` names fields after them.

/// The fields that wait for others, by the last field that each waits for.
///
/// Those that wait for the same field are a chain, so that finding them takes no longer where very many wait for others.
struct WaitingFields {
  /// For each field, the last in its chain of those that wait for it, or -1.
  private var latest: [Int32] = []
  /// For each field that waits, the one before it in the chain, or -1; -2 for a field that does not.
  private var previous: [Int32] = []

  /// Notes that a field waits for another, unless it waits already: the clause may stand twice by mistake.
  mutating func insert(_ field: Int, until last: Int) {
    while latest.count <= max(field, last) {
      latest.append(-1)
      previous.append(-2)
    }
    if previous[field] > -2 { return }
    previous[field] = latest[last]
    latest[last] = Int32(field)
  }

  /// Returns the fields that wait for one of some others: by what they wait for, and then as declared.
  ///
  /// - Parameters:
  ///   - lasts: the others.
  ///   - first: fields from this one on wait no longer.
  ///   - isAsked: which of the fields are asked for; the others keep waiting.
  mutating func take(
    until lasts: Range<Int32>, from first: Int32, where isAsked: (Int32) -> Bool
  ) -> [Int32] {
    var found: [Int32] = []
    for last in lasts.clamped(to: 0..<Int32(latest.count)) {
      let start = found.count
      var field = latest[Int(last)]
      /// The field behind in the chain, or -1 at its end.
      var behind: Int32 = -1
      while field >= 0 {
        let before = previous[Int(field)]
        let isFound = isAsked(field)
        if isFound { found.append(field) }
        if !isFound || field < first {
          behind = field
        } else if behind < 0 {
          latest[Int(last)] = before
        } else {
          previous[Int(behind)] = before
        }
        field = before
      }
      found[start...].reverse()
    }
    return found
  }
}
