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
      out.append(contentsOf: makeString().lowercased().utf8)
    }
  }

  /// Appends the upper-case form (full mapping, no language): ß becomes SS.
  package func appendUppercased(to out: inout [UInt8]) {
    if isASCII {
      for byte in self { out.append(ASCII.uppercased(byte)) }
    } else {
      out.append(contentsOf: makeString().uppercased().utf8)
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
