/// Which characters are the same when case is ignored: the simple case folding of Unicode (statuses
/// C and S of `CaseFolding.txt`), put together from the one-character case mappings of the standard
/// library. ς, σ and Σ are one letter, so are k, K and the Kelvin sign; ß and ẞ are, but not ss.
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
    return members.sorted { $0.scalar < $1.scalar }
  }()

  /// The groups of characters that differ by case only.
  private static let orbits: [[UInt32]] = {
    var orbits: [[UInt32]] = []
    var orbitOf: [UInt32: Int] = [:]
    for (first, second) in pairs() {
      switch (orbitOf[first], orbitOf[second]) {
      case (nil, nil):
        orbitOf[first] = orbits.count
        orbitOf[second] = orbits.count
        orbits.append([first, second])
      case (let orbit?, nil):
        orbitOf[second] = orbit
        orbits[orbit].append(second)
      case (nil, let orbit?):
        orbitOf[first] = orbit
        orbits[orbit].append(first)
      case (let kept?, let merged?):
        guard kept != merged else { break }
        for scalar in orbits[merged] { orbitOf[scalar] = kept }
        orbits[kept] += orbits[merged]
        orbits[merged] = []
      }
    }
    return orbits
  }()

  /// No character from here on has case; the last ones that have are the Adlam letters.
  private static let end: UInt32 = 0x1F000

  /// Simple folding leaves the dotless i alone, though its capital is I.
  private static let dotlessI: UInt32 = 0x131

  /// Letters that fold to each other although their case mappings are several characters long.
  private static let withoutSimpleMappings: [(UInt32, UInt32)] = [
    (0x390, 0x1FD3), (0x3B0, 0x1FE3), (0xFB05, 0xFB06),
  ]

  private static func pairs() -> [(UInt32, UInt32)] {
    var pairs = withoutSimpleMappings
    for value in 0..<end where value != dotlessI {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      guard properties.changesWhenCaseMapped else { continue }
      if let lower = single(properties.lowercaseMapping), lower != value {
        pairs.append((value, lower))
      }
      if let upper = single(properties.uppercaseMapping), upper != value {
        pairs.append((value, upper))
      }
    }
    return pairs
  }

  private static func single(_ mapping: String) -> UInt32? {
    var scalars = mapping.unicodeScalars.makeIterator()
    let first = scalars.next()
    return scalars.next() == nil ? first?.value : nil
  }
}
