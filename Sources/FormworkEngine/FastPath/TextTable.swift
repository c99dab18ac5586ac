// The keys of a level, or the texts of a choice, so laid out that one look mostly finds the only one that a text
// can be. Walking them until one fits is guessed wrong by the processor for nearly every record.

/// Where some texts stand among the plan's places.
struct TextTable: Sendable {
  /// What the bits of a text are mixed with.
  private var multiplier: UInt64 = 0
  /// How far the mixed bits are moved to be the number of a place.
  private var shift: UInt64 = 0
  /// Where its places begin in the plan's, and the number of the last of them.
  private let firstPlace: Int
  private var lastPlace = 0

  /// How many texts are laid out so that no two want the same place, and how many ways are tried for that.
  private static let apartLimit = 64
  private static let attempts: UInt64 = 16

  /// Lays texts out behind the places so far.
  ///
  /// - Parameters:
  ///   - first: the number of the first of the texts.
  ///   - places: for each place the number of its text, or -1.
  init(_ texts: [KnownText], first: Int, into places: inout FlatArray<Int32>) {
    firstPlace = places.count
    let hashes = texts.map { $0.hash }
    var bits: UInt64 = 2
    while 1 << bits < texts.count * 4 { bits += 1 }
    let most = texts.count > TextTable.apartLimit ? bits : bits * 2
    search: while true {
      shift = 64 - bits
      for attempt in 1...TextTable.attempts {
        multiplier = attempt &* 0xD134_2543_DE82_EF95 | 1
        if bits >= most || areApart(hashes, bits) { break search }
      }
      bits += 1
    }
    lastPlace = 1 << Int(bits) - 1
    var all = [Int32](repeating: -1, count: lastPlace + 1)
    for (number, hash) in hashes.enumerated() {
      var place = place(of: hash)
      while all[place] >= 0 { place = (place + 1) & lastPlace }
      all[place] = Int32(truncatingIfNeeded: first + number)
    }
    places.append(contentsOf: all)
  }

  private func areApart(_ hashes: [UInt64], _ bits: UInt64) -> Bool {
    var isTaken = [Bool](repeating: false, count: 1 << Int(bits))
    for hash in hashes {
      if isTaken[place(of: hash)] { return false }
      isTaken[place(of: hash)] = true
    }
    return true
  }

  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash &* multiplier) &>> shift)
  }

  /// The number of a text, or -1.
  ///
  /// - Parameter isText: whether it is the text of a number.
  @inline(__always)
  func number(
    of text: KnownText, in places: UnsafeBufferPointer<Int32>,
    where isText: (Int) -> Bool
  ) -> Int {
    let places = places.baseAddress.unsafelyUnwrapped + firstPlace
    var place = place(of: text.hash)
    while true {
      let number = Int(places[place])
      if number < 0 || isText(number) { return number }
      place = (place &+ 1) & lastPlace
    }
  }
}
