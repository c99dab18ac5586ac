internal import FormworkSyntax

/// Characters that are equal if case is ignored, because they fold to the same character. ς, σ and Σ are equal; so are
/// k, K and the Kelvin sign. ß equals ẞ, but not ss.
enum ScalarCase {
  /// Returns the ranges, and every character that differs only by case from a character of the ranges.
  static func closing(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var closed = ranges
    for range in ranges {
      var index = firstIndex(from: range.lowerBound)
      while index < members.count, members[index].scalar <= range.upperBound {
        for partner in orbits[members[index].orbit] { closed.append(partner...partner) }
        index += 1
      }
    }
    return closed
  }

  private static func firstIndex(from scalar: UInt32) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].scalar < scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private struct Member: Sendable {
    let scalar: UInt32
    let orbit: Int
  }

  /// Every character with case variants, sorted, with the index of its group in `orbits`.
  private static let members: [Member] = {
    var members: [Member] = []
    for orbit in orbits.indices {
      for scalar in orbits[orbit] { members.append(Member(scalar: scalar, orbit: orbit)) }
    }
    return members.ordered { $0.scalar < $1.scalar }
  }()

  /// The groups of characters that differ only by case.
  private static let orbits: [[UInt32]] = {
    var orbits: [[UInt32]] = []
    var orbitOf: OrderedDictionary<UInt32, Int> = [:]
    for value in 0..<end {
      let folded = CaseFolding.fold(value)
      if folded == value { continue }
      if let orbit = orbitOf[folded] {
        orbits[orbit].append(value)
      } else {
        orbitOf[folded] = orbits.count
        orbits.append([folded, value])
      }
    }
    return orbits
  }()

  /// The end of the range that contains all characters with case. The last such characters are the Adlam letters.
  private static let end: UInt32 = 0x1F000
}
