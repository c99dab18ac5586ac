// The cleaning clauses `without`, `trimmed`, `lowercased` and `uppercased`. Each function appends the cleaned text.
// `halfwidth` has its own file.

extension UnsafeBufferPointer where Element == UInt8 {
  /// Appends the text without white space at its ends.
  package func appendTrimmed(to out: inout [UInt8]) {
    out.append(contentsOf: trimmed)
  }

  /// Appends the lower-case form (full mapping, no language).
  package func appendLowercased(to out: inout [UInt8]) {
    if isASCII {
      for byte in self { out.append(ASCII.lowercased(byte)) }
      return
    }
    var start = 0
    while start < count {
      let sigma = capitalSigma(from: start)
      part(start, sigma).forEachPart { out.append(contentsOf: $0.lowercased().utf8) }
      if sigma == count { return }
      start = sigma + 2
      out.append(contentsOf: [0xCF, isCased(before: sigma) && !isCased(from: start) ? 0x82 : 0x83])
    }
  }

  /// Returns the offset of the first Σ at or after `start`, or the end of the text.
  private func capitalSigma(from start: Int) -> Int {
    var offset = start
    while offset + 1 < count {
      if self[offset] == 0xCE, self[offset + 1] == 0xA3 { return offset }
      offset += 1
    }
    return count
  }

  // The condition Final_Sigma of Unicode (section 3.13): Σ becomes ς after a cased letter unless a cased letter
  // follows. Case-ignorable scalars, such as marks and apostrophes, may come between. Σ itself is cased and ends the
  // search, so the time stays linear even with many Σ.

  private func isCased(before end: Int) -> Bool {
    var offset = end
    while offset > 0 {
      offset = scalarStart(before: offset)
      if let isCased = isCased(at: offset) { return isCased }
    }
    return false
  }

  private func isCased(from start: Int) -> Bool {
    var offset = start
    while offset < count {
      if let isCased = isCased(at: offset) { return isCased }
      offset += scalar(at: offset).length
    }
    return false
  }

  /// Whether the scalar at an offset is cased, or nil if it is ignorable.
  private func isCased(at offset: Int) -> Bool? {
    let properties = Unicode.Scalar(scalar(at: offset).value)?.properties
    if properties?.isCased == true { return true }
    return properties?.isCaseIgnorable == true ? nil : false
  }

  /// Appends the upper-case form (full mapping, no language): ß becomes SS.
  package func appendUppercased(to out: inout [UInt8]) {
    if isASCII {
      for byte in self { out.append(ASCII.uppercased(byte)) }
    } else {
      forEachPart { out.append(contentsOf: $0.uppercased().utf8) }
    }
  }

  /// Calls `body` with the text in parts, so that a long text isn't copied as a whole. A part may end after any scalar,
  /// because case is mapped scalar by scalar.
  private func forEachPart(_ body: (String) -> Void) {
    var start = 0
    while start < count {
      let end = start + 4_096 < count ? scalarStart(before: start + 4_096) : count
      body(part(start, end).makeString())
      start = end
    }
  }

  /// Appends the text without the selected characters.
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
