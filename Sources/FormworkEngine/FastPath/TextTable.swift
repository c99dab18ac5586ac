// A hash table of the keys of a level or of the texts of a choice. Usually a single lookup finds the only entry that a
// text can equal. If entries were compared one after another, the processor would mispredict the end of the search for
// nearly every record.

/// A hash table of texts. Its buckets are a range of the plan's buckets.
struct TextTable: Sendable {
  /// The multiplier of the hash.
  private var multiplier: UInt64 = 0
  /// The shift that turns a multiplied hash into a bucket number.
  private var shift: UInt64 = 0
  /// The index of the table's first bucket in the plan, and the highest bucket number.
  private let firstPlace: Int
  private var lastPlace = 0

  /// The maximum number of texts for which `init` tries to avoid all collisions, and the number of multipliers that it
  /// tries for each size.
  private static let apartLimit = 64
  private static let attempts: UInt64 = 16

  /// Appends buckets for some texts to `places`.
  ///
  /// - Parameters:
  ///   - first: the index of the first text.
  ///   - places: the buckets. Each has the index of its text, or -1.
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

  /// Returns the index of a text, or -1.
  ///
  /// - Parameter isText: whether the text with this index equals `text`.
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
