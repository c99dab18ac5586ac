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
  /// How many ways to mix are tried for each number of places.
  private static let attempts: UInt64 = 16
  /// What a place has in which no text stands.
  static let none: UInt8 = .max

  /// Lays texts out behind the places so far; nil where no way is found.
  ///
  /// - Parameters:
  ///   - texts: fewer than 255.
  ///   - places: for each place the number of its text among these, or `none`.
  init?(_ texts: [KnownText], into places: inout [UInt8]) {
    guard texts.count < Int(ChoiceTable.none),
      texts.allSatisfy({ 1...KnownText.limit ~= $0.length })
    else { return nil }
    let mixed = texts.map { text in
      let unused = UInt64(text.length < 8 ? 64 - text.length * 8 : 0)
      return ChoiceTable.mix(text.prefix << unused, text.suffix, text.length)
    }
    // With as many places as pairs of texts, every second multiplier will do; mostly far fewer are enough.
    var bits: UInt64 = 1
    while 1 << bits < texts.count * 2 { bits += 1 }
    while 1 << bits <= max(4, texts.count * texts.count * 2) {
      for attempt in 1...ChoiceTable.attempts {
        let multiplier = attempt &* 0xD134_2543_DE82_EF95 | 1
        guard let found = ChoiceTable.places(mixed, multiplier, bits) else { continue }
        self.multiplier = multiplier
        shift = 64 - bits
        firstPlace = places.count
        places += found
        return
      }
      bits += 1
    }
    return nil
  }

  /// The places of texts; nil if two of them want the same one.
  private static func places(
    _ mixed: [UInt64], _ multiplier: UInt64, _ bits: UInt64
  ) -> [UInt8]? {
    var places = Array(repeating: none, count: 1 << bits)
    for (number, bytes) in mixed.enumerated() {
      let place = Int(truncatingIfNeeded: (bytes &* multiplier) >> (64 - bits))
      if places[place] != none { return nil }
      places[place] = UInt8(number)
    }
    return places
  }
}
