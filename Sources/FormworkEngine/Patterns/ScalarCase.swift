internal import FormworkSyntax

/// Which characters are the same when case is ignored: those that fold to the same one. ς, σ and Σ are
/// one letter, so are k, K and the Kelvin sign; ß and ẞ are, but not ss.
enum ScalarCase {
  /// The set and every character that differs from one of its members by case only.
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

  /// Every character that has a partner, in order, with the place of its partners in `orbits`.
  private static let members: [Member] = {
    var members: [Member] = []
    for orbit in orbits.indices {
      for scalar in orbits[orbit] { members.append(Member(scalar: scalar, orbit: orbit)) }
    }
    return members.ordered { $0.scalar < $1.scalar }
  }()

  /// The groups of characters that differ by case only.
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

  /// No character from here on has case; the last ones that have are the Adlam letters.
  private static let end: UInt32 = 0x1F000
}
