// The form under which texts are the same if case is ignored (`anyCase`): full default case folding
// (The Unicode Standard, section 3.13, D145), then the canonical form. "Straße" is "STRASSE",
// "ΣΊΣΥΦΟΣ" is "σίσυφος". Turkish dotless ı stays apart from i, as it does without a locale.

extension UnsafeBufferPointer where Element == UInt8 {
  /// Appends the canonical form of the case-folded text.
  package func appendFolded(to out: inout [UInt8]) {
    if isASCII {
      for byte in self { out.append(ASCII.lowercased(byte)) }
      return
    }
    let start = out.count
    if appendFoldedScalars(to: &out) { return }
    out.removeSubrange(start...)
    var decomposed = CanonicalForm()
    for scalar in scalars { decomposed.add(scalar.value) }
    var folded = CanonicalForm()
    for value in decomposed.decomposed() { CaseFolding.fold(value) { folded.add($0) } }
    folded.append(to: &out)
  }

  /// Appends each scalar folded, as long as that is the form: what is plain before and after needs
  /// neither decomposing nor composing.
  private func appendFoldedScalars(to out: inout [UInt8]) -> Bool {
    var isPlain = true
    var offset = 0
    while offset < count, isPlain {
      let (value, length) = scalar(at: offset)
      isPlain = PlainScalar.isPlain(value)
      CaseFolding.fold(value) { folded in
        isPlain = isPlain && PlainScalar.isPlain(folded)
        out.appendScalar(folded)
      }
      offset += length
    }
    return isPlain
  }
}

enum CaseFolding {
  /// Calls `add` with each scalar that the scalar folds to.
  ///
  /// Folding is not in the standard library, but the lower case of the upper case is the same for
  /// every scalar but two, and Cherokee, which folds to the other of its two cases.
  static func fold(_ value: UInt32, add: (UInt32) -> Void) {
    switch value {
    case 0..<0x80: add(UInt32(ASCII.lowercased(UInt8(value))))
    case 0x3000...0xA48C, 0xAC00...0xD7A3, 0x131: add(value)
    case 0xC0...0xD6, 0xD8...0xDE, 0x410...0x42F: add(value + 0x20)
    case 0xE0...0xFF, 0x430...0x44F: add(value)
    case 0x1E9E:
      add(0x73)
      add(0x73)
    default: foldByMapping(value, add: add)
    }
  }

  private static func foldByMapping(_ value: UInt32, add: (UInt32) -> Void) {
    guard let scalar = Unicode.Scalar(value) else { return }
    for upper in scalar.properties.uppercaseMapping.unicodeScalars {
      for lower in upper.properties.lowercaseMapping.unicodeScalars { add(lower.value) }
    }
  }
}
