// Counts characters as users perceive them: extended grapheme clusters (UAX #29). The number is always that of
// `String.count`: an emoji family is 1, and CR LF is 1.

extension UnsafeBufferPointer where Element == UInt8 {
  package var characterCount: Int {
    if isASCII { return hasByte(0x0D) ? count - lineBreakPairs : count }
    var characters = 0
    for piece in TextPieces(self) {
      characters += piece.isPlain ? piece.plainCount : part(piece).makeString().count
    }
    return characters
  }

  /// Whether the number of characters is in `lower...upper`.
  ///
  /// A text of n > 0 bytes has between 1 and n characters, which decides most texts without counting: `count(1...20)`
  /// on at most 20 bytes, `count(8...)` on fewer than 8.
  package func hasCharacterCount(in lower: Int, _ upper: Int) -> Bool {
    if count == 0 { return lower <= 0 && upper >= 0 }
    if count < lower || upper < 1 || lower > upper { return false }
    if lower <= 1, count <= upper { return true }
    let characters = characterCount
    return characters >= lower && characters <= upper
  }

  /// Whether `holds` returns true for the bytes of each character.
  package func allCharacters(_ holds: (TextBytes) -> Bool) -> Bool {
    for piece in TextPieces(self) {
      let held =
        piece.isPlain
        ? part(piece).allScalars(holds) : part(piece).allClusters(holds)
      if !held { return false }
    }
    return true
  }

  func part(_ piece: TextPiece) -> TextBytes { part(piece.start, piece.end) }

  private var lineBreakPairs: Int {
    var pairs = 0
    for offset in 1..<Swift.max(count, 1) where self[offset] == 0x0A && self[offset - 1] == 0x0D {
      pairs += 1
    }
    return pairs
  }

  private func allScalars(_ holds: (TextBytes) -> Bool) -> Bool {
    var start = 0
    while start < count {
      let end = start + scalar(at: start).length
      if !holds(part(start, end)) { return false }
      start = end
    }
    return true
  }

  private func allClusters(_ holds: (TextBytes) -> Bool) -> Bool {
    var start = 0
    for character in makeString() {
      let end = start + character.utf8.count
      if !holds(part(start, end)) { return false }
      start = end
    }
    return true
  }
}
