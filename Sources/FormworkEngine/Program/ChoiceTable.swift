// The texts of a choice so laid out that one look finds the only one that a text can be. Walking them
// until one fits is guessed wrong by the processor for nearly every record.

/// Where the texts of a choice stand, each in a place of its own.
struct ChoiceTable {
  /// What the bits of a text are mixed with.
  private var multiplier: UInt64
  /// How far the mixed bits are moved to be the number of a place.
  private var shift: UInt64
  /// Where its places begin in the plan's.
  private(set) var firstPlace: Int

  /// The number of the place that a text would stand in.
  ///
  /// - Parameter place: where the text begins; eight bytes from any of its own bytes on may be looked at.
  @inline(__always)
  func number(of place: UnsafeRawPointer, _ count: Int) -> Int {
    let unused = count < 8 ? 64 &- count &* 8 : 0
    // Of an empty text nothing counts, which needs a shift by all 64 bits.
    let head = count > 0 ? place.word(0) &<< UInt64(truncatingIfNeeded: unused) : 0
    let tail = count > 8 ? place.word(count &- 8) : 0
    let mixed = ChoiceTable.mix(head, tail, count) &* multiplier
    return firstPlace &+ Int(truncatingIfNeeded: mixed &>> shift)
  }

  @inline(__always)
  private static func mix(_ head: UInt64, _ tail: UInt64, _ count: Int) -> UInt64 {
    head ^ (tail &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: count)
  }
}

extension ChoiceTable {
  /// Lays texts out behind the places so far; nil where no way is found.
  ///
  /// - Parameters:
  ///   - firstText: the number of the first text in the plan.
  ///   - places: for each place the number of its text, -1 where there is none.
  init?(_ texts: [KnownText], firstText: Int, into places: inout [Int32]) {
    guard texts.allSatisfy({ 1...KnownText.limit ~= $0.length }) else { return nil }
    let mixed = texts.map { text in
      let unused = UInt64(text.length < 8 ? 64 - text.length * 8 : 0)
      return ChoiceTable.mix(text.prefix << unused, text.suffix, text.length)
    }
    // With as many places as pairs of texts, every second multiplier will do.
    var bits: UInt64 = 2
    while 1 << bits < texts.count * texts.count { bits += 1 }
    for attempt in 1...UInt64(64) {
      let multiplier = attempt &* 0xD134_2543_DE82_EF95 | 1
      var found = Array(repeating: Int32(-1), count: 1 << bits)
      let fits = mixed.indices.allSatisfy { index in
        let place = Int(truncatingIfNeeded: (mixed[index] &* multiplier) >> (64 - bits))
        if found[place] >= 0 { return false }
        found[place] = Int32(firstText + index)
        return true
      }
      if fits {
        self.multiplier = multiplier
        shift = 64 - bits
        firstPlace = places.count
        places += found
        return
      }
    }
    return nil
  }
}
