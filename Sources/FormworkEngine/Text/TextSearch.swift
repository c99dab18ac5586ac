// Finds a text in a longer text (`contains`) with the Knuth-Morris-Pratt algorithm. For every input, the time is linear
// in both lengths, as the language promises, even if both texts come from a record. Matches are whole characters under
// canonical equivalence, as in `TextEquality.swift`.

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether `needle` occurs. "" occurs in every text.
  package func contains(text needle: TextBytes, anyCase: Bool = false) -> Bool {
    needle.count == 0 || occurrences(of: needle, anyCase: anyCase, limit: 1) > 0
  }

  /// Counts the occurrences of `needle` without overlap, up to `limit`. "" has none.
  package func occurrences(
    of needle: TextBytes, anyCase: Bool = false, limit: Int = .max
  ) -> Int {
    withLineBreaks(of: needle) { $0.exactOccurrences(of: $1, anyCase, limit) }
  }

  private func exactOccurrences(of needle: TextBytes, _ anyCase: Bool, _ limit: Int) -> Int {
    if anyCase, isASCII, needle.isASCII {
      return find(
        needle, limit: limit, as: ASCII.lowercased,
        accept: { !isInLineBreak($0) && !isInLineBreak($1) })
    }
    if !anyCase, isOwnForm(with: needle) {
      return find(
        needle, limit: limit, as: { $0 }, accept: { !isInLineBreak($0) && !isInLineBreak($1) })
    }
    let (whole, sought) = forms(with: needle, anyCase: anyCase)
    return whole.withUnsafeBufferPointer { whole in
      sought.withUnsafeBufferPointer { sought in
        var (starts, ends) = (CharacterEnds(whole), CharacterEnds(whole))
        return whole.find(
          sought, limit: limit, as: { $0 },
          accept: { start, end in starts.reach(start) && ends.reach(end) })
      }
    }
  }

  /// A side of a mark in a text.
  enum Side { case before, after }

  /// Returns the part before or after the first occurrence of `mark`. An occurrence consists of whole characters. The
  /// part is empty if `mark` doesn't occur. "" occurs at the beginning.
  func part(_ side: Side, _ mark: TextBytes, ignoresCase: Bool) -> TextBytes {
    guard mark.count > 0 else { return side == .before ? part(0, 0) : self }
    var place: Range<Int>?
    if isASCII, mark.isASCII, !mark.hasByte(0x0A) {
      _ = find(
        mark, limit: 1, as: { ignoresCase ? ASCII.lowercased($0) : $0 },
        accept: { start, end in
          if isInLineBreak(start) || isInLineBreak(end) { return false }
          place = start..<end
          return true
        })
      guard let place else { return part(0, 0) }
      return side == .before ? part(0, place.lowerBound) : part(place.upperBound, count)
    }
    // The normalised texts may differ from the originals in length, but not in the number of characters.
    let (whole, sought) = withLineBreaks(of: mark) { $0.forms(with: $1, anyCase: ignoresCase) }
    var (first, length) = (0, 0)
    whole.withUnsafeBufferPointer { whole in
      sought.withUnsafeBufferPointer { sought in
        var (starts, ends) = (CharacterEnds(whole), CharacterEnds(whole))
        _ = whole.find(
          sought, limit: 1, as: { $0 },
          accept: { start, end in
            guard starts.reach(start), ends.reach(end) else { return false }
            place = start..<end
            return true
          })
        guard let place else { return }
        first = whole.part(0, place.lowerBound).characterCount
        length = whole.part(place.lowerBound, place.upperBound).characterCount
      }
    }
    guard place != nil else { return part(0, 0) }
    return side == .before
      ? characters(from: 1, through: Int64(first))
      : characters(from: Int64(first + length + 1), through: .max)
  }

  /// Calls `body` with each part of the text before, between and after the occurrences of `separator`.
  func forEachPart(between separator: TextBytes, _ body: (TextBytes) -> Void) {
    var start = 0
    _ = find(
      separator, limit: .max, as: { $0 },
      accept: { lower, upper in
        body(part(start, lower))
        start = upper
        return true
      })
    body(part(start, count))
  }

  /// Counts the matches for which `accept` is true. `byte` maps each byte before it is compared.
  ///
  /// If the needle has up to 128 bytes, its table of borders is on the stack.
  @inline(__always)
  private func find(
    _ needle: TextBytes, limit: Int, as byte: (UInt8) -> UInt8, accept: (Int, Int) -> Bool
  ) -> Int {
    guard needle.count > 0, needle.count <= count else { return 0 }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: needle.count) { borders in
      needle.fill(borders: borders, as: byte)
      var (found, matched) = (0, 0)
      for offset in 0..<count {
        let next = byte(self[offset])
        while matched > 0, next != byte(needle[matched]) { matched = borders[matched - 1] }
        if next == byte(needle[matched]) { matched += 1 }
        guard matched == needle.count else { continue }
        guard accept(offset + 1 - matched, offset + 1) else {
          matched = borders[matched - 1]
          continue
        }
        found += 1
        if found >= limit { break }
        matched = 0
      }
      return found
    }
  }

  /// Fills in, for each prefix, the length of its longest border: a proper prefix that is also a suffix.
  @inline(__always)
  private func fill(borders: UnsafeMutableBufferPointer<Int>, as byte: (UInt8) -> UInt8) {
    var border = 0
    borders[0] = 0
    for index in 1..<Swift.max(count, 1) {
      while border > 0, byte(self[index]) != byte(self[border]) { border = borders[border - 1] }
      if byte(self[index]) == byte(self[border]) { border += 1 }
      borders[index] = border
    }
  }
}
