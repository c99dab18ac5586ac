// Folds texts for comparisons that ignore case (`anyCase`). Each scalar of the canonical form is folded (simple case
// folding, statuses C and S of CaseFolding.txt), and the result is made canonical again. "ΣΊΣΥΦΟΣ" equals "σίσυφος" and
// "STRAẞE" equals "straße", but "ss" doesn't equal "ß": no letter folds to two, here as in patterns. The Turkish
// letters İ and ı differ from i, as they do without a locale.

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
    var canonical: [UInt8] = []
    appendCanonical(to: &canonical)
    var folded = CanonicalForm()
    canonical.withUnsafeBufferPointer { canonical in
      for scalar in canonical.scalars { folded.add(CaseFolding.fold(scalar.value), to: &out) }
    }
    folded.finish(to: &out)
  }

  /// Appends each scalar, case-folded. Returns false at the first scalar that isn't plain both before and after
  /// folding, because it may need decomposing or composing.
  private func appendFoldedScalars(to out: inout [UInt8]) -> Bool {
    var isPlain = true
    var offset = 0
    while offset < count, isPlain {
      let (value, length) = scalar(at: offset)
      let folded = CaseFolding.fold(value)
      isPlain = PlainScalar.isPlain(value) && PlainScalar.isPlain(folded)
      out.appendScalar(folded)
      offset += length
    }
    return isPlain
  }
}

/// Simple case folding (statuses C and S of CaseFolding.txt), for texts and patterns.
enum CaseFolding {
  /// Returns the scalar that `value` folds to, which may be `value` itself.
  ///
  /// The standard library has no case folding. If the upper case is a single scalar, the lower case of that scalar is
  /// the folding, except for a few scalars. Cherokee folds to lower case here, but to upper case in Unicode, which
  /// makes no difference to comparisons. If the upper case is several scalars, the folding is the lower case of
  /// `value`: ß, whose upper case is SS, folds to itself.
  static func fold(_ value: UInt32) -> UInt32 {
    switch value {
    case 0..<0x80: UInt32(ASCII.lowercased(UInt8(value)))
    // The dotless i isn't folded, though its upper case is I.
    case 0x3000...0xA48C, 0xAC00...0xD7A3, 0x131: value
    case 0xC0...0xD6, 0xD8...0xDE, 0x410...0x42F: value + 0x20
    case 0xE0...0xFF, 0x430...0x44F: value
    // Letters that fold to each other although their case mappings are several scalars.
    case 0x1FD3: 0x390
    case 0x1FE3: 0x3B0
    case 0xFB05: 0xFB06
    default: foldByMapping(value)
    }
  }

  private static func foldByMapping(_ value: UInt32) -> UInt32 {
    guard let scalar = Unicode.Scalar(value) else { return value }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping)?.value ?? value
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    var scalars = mapping.unicodeScalars.makeIterator()
    let first = scalars.next()
    return scalars.next() == nil ? first : nil
  }
}
