// What the cleaning clauses of a field do: `without`, `trimmed`, `lowercased`, `uppercased`. Each
// appends the cleaned text; `halfwidth` has a file of its own.

extension UnsafeBufferPointer where Element == UInt8 {
  /// Appends the text without white space at its ends.
  package func appendTrimmed(to out: inout [UInt8]) {
    out.append(contentsOf: trimmed)
  }

  /// Appends the lower-case form (full mapping, no language).
  package func appendLowercased(to out: inout [UInt8]) {
    if isASCII {
      for byte in self { out.append(ASCII.lowercased(byte)) }
    } else {
      forEachPart { out.append(contentsOf: $0.lowercased().utf8) }
    }
  }

  /// Appends the upper-case form (full mapping, no language): ß becomes SS.
  package func appendUppercased(to out: inout [UInt8]) {
    if isASCII {
      for byte in self { out.append(ASCII.uppercased(byte)) }
    } else {
      forEachPart { out.append(contentsOf: $0.uppercased().utf8) }
    }
  }

  /// Hands over the text in parts, so that a long one is not held twice. Case is mapped scalar by scalar.
  private func forEachPart(_ body: (String) -> Void) {
    var start = 0
    while start < count {
      let end = start + 4_096 < count ? scalarStart(before: start + 4_096) : count
      body(part(start, end).makeString())
      start = end
    }
  }

  /// Appends the text without the characters of the selection.
  package func append(without selection: CharacterSelection, to out: inout [UInt8]) {
    if isASCII {
      for offset in 0..<count where !isASCII(offset, in: selection) { out.append(self[offset]) }
      return
    }
    _ = allCharacters { character in
      if !selection.contains(character) { out.append(contentsOf: character) }
      return true
    }
  }
}
