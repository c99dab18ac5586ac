// A table of the language's fixed words: keywords and predicates.

/// Words of at most 16 bytes, numbered in the given order.
package struct WordTable: Sendable {
  /// A hash table that is at most a quarter full. The lookup of a word that isn't in it therefore usually ends at once,
  /// at a free slot. Each word's bytes form one integer, so that a lookup compares integers.
  private var keys = Array(repeating: 0 as UInt128, count: 256)
  private var numbers = Array(repeating: 0 as UInt8, count: 256)

  /// Creates a table of at most 64 words.
  package init(_ words: [String]) {
    for (number, word) in words.enumerated() {
      guard let key = WordTable.key(word.utf8) else { continue }
      let place = place(of: key)
      keys[place] = key
      numbers[place] = UInt8(truncatingIfNeeded: number)
    }
  }

  /// Returns the number of `word`, or nil if it isn't in the table. Case matters.
  package func number(of word: String) -> UInt8? {
    var word = word
    return word.withUTF8 { number(of: $0) }
  }

  func number(of word: some Collection<UInt8>) -> UInt8? {
    guard let key = WordTable.key(word) else { return nil }
    let place = place(of: key)
    return keys[place] == key ? numbers[place] : nil
  }

  private static func key(_ word: some Collection<UInt8>) -> UInt128? {
    guard 1...16 ~= word.count else { return nil }
    var key: UInt128 = 0
    for byte in word { key = key << 8 | UInt128(truncatingIfNeeded: byte) }
    return key
  }

  /// Returns the slot of a word, or the free slot for it.
  private func place(of key: UInt128) -> Int {
    let folded = UInt64(truncatingIfNeeded: key ^ key >> 64)
    var place = Int(truncatingIfNeeded: (folded &* 0x9E37_79B9_7F4A_7C15) >> 56)
    while keys[place] != 0, keys[place] != key { place = (place + 1) & 255 }
    return place
  }
}

extension StaticString {
  /// The words of a text, which are separated by single spaces.
  package var words: [String] { description.split(separator: " ").map { String($0) } }
}
