// The canonical form of a text: normalization form C (UAX #15) as UTF-8. Two texts are canonically equivalent exactly
// if their canonical forms have the same bytes. The canonical form is therefore used as a key and for hashing. The
// standard library compares normalized texts but doesn't expose them. This implementation is also the same on every
// system.

internal import FormworkSyntax

extension UnsafeBufferPointer where Element == UInt8 {
  /// Appends the canonical form. Stretches of plain scalars are copied unchanged.
  package func appendCanonical(to out: inout [UInt8]) {
    if isASCII {
      out.append(contentsOf: self)
      return
    }
    for piece in TextPieces(self) {
      if piece.isPlain {
        out.append(contentsOf: part(piece))
      } else {
        var form = CanonicalForm()
        for scalar in part(piece).scalars { form.add(scalar.value, to: &out) }
        form.finish(to: &out)
      }
    }
  }
}

/// A buffer that converts scalars to form C: it decomposes them when they are added, then orders the marks, then
/// composes.
struct CanonicalForm {
  /// The number of scalars after which a part ends as soon as it can, so that a long text takes little memory. If a
  /// character has more marks than this, its marks are ordered in parts, too.
  private static let partCount = 4_096

  /// The scalars of the current part, each with its combining class in the highest 8 bits.
  private var scalars: [UInt32] = []
  /// The number of marks at the end of `scalars`.
  private var markCount = 0

  /// Adds a scalar. If the current part can end before it, appends that part to `out` first.
  mutating func add(_ value: UInt32, to out: inout [UInt8]) {
    if scalars.count >= CanonicalForm.partCount,
      CanonicalForm.isApart(value) || markCount >= CanonicalForm.partCount
    {
      finish(to: &out)
    }
    addDecomposed(value)
  }

  /// Appends form C of the last part as UTF-8.
  mutating func finish(to out: inout [UInt8]) {
    orderMarks()
    compose()
    for scalar in scalars { out.appendScalar(scalar & 0x1F_FFFF) }
    scalars.removeAll(keepingCapacity: true)
    markCount = 0
  }

  /// Whether a scalar certainly isn't reordered and doesn't compose with the scalar before it. True for scalars below
  /// the combining marks and for the pictographs.
  private static func isApart(_ value: UInt32) -> Bool {
    value < 0x300 || value >= 0x1F000 && value < 0x20000
  }

  /// Adds a scalar, fully decomposed. The recursion is at most 4 deep.
  private mutating func addDecomposed(_ value: UInt32) {
    if value < 0xC0 || value >= 0x3100 && value < 0xAC00 {
      addScalar(value)
    } else if let (first, second) = Hangul.decomposition(of: value) {
      addDecomposed(first)
      addDecomposed(second)
    } else if let (first, second) = CanonicalTable.decomposition(of: value) {
      addDecomposed(first)
      if second != 0 { addDecomposed(second) }
    } else {
      addScalar(value)
    }
  }

  private mutating func addScalar(_ value: UInt32) {
    let markClass = CanonicalForm.combiningClass(value)
    markCount = markClass == 0 ? 0 : markCount + 1
    scalars.append(UInt32(markClass) &<< 24 | value)
  }

  /// Sorts each run of marks by combining class, keeping the order within a class.
  private mutating func orderMarks() {
    scalars.withUnsafeMutableBufferPointer { scalars in
      var start = 0
      while start < scalars.count {
        var (end, isOrdered) = (start, true)
        while end < scalars.count, scalars[end] >> 24 != 0 {
          if end > start, scalars[end - 1] >> 24 > scalars[end] >> 24 { isOrdered = false }
          end += 1
        }
        if !isOrdered {
          let marks = scalars[start..<end].ordered { $0 >> 24 < $1 >> 24 }
          for (index, mark) in marks.enumerated() { scalars[start + index] = mark }
        }
        start = end + 1
      }
    }
  }

  /// Composes each mark or following jamo with the starter before it, unless a scalar between them blocks it.
  private mutating func compose() {
    var (written, starter, lastClass) = (0, -1, UInt32(0))
    for scalar in scalars {
      let markClass = scalar >> 24
      let isReachable = starter >= 0 && (lastClass < markClass || starter == written - 1)
      if isReachable,
        let joined = CanonicalForm.composition(scalars[starter], scalar & 0x1F_FFFF)
      {
        scalars[starter] = joined
        continue
      }
      if markClass == 0 { starter = written }
      lastClass = markClass
      scalars[written] = scalar
      written += 1
    }
    scalars.removeSubrange(written...)
  }

  private static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    Hangul.composition(first, second) ?? CanonicalTable.composition(first, second)
  }

  /// Returns the canonical combining class. The class is always 0 below the first combining mark, U+0300, and from
  /// U+309B to U+9FFF, after the sound marks of kana. No lookup is needed there.
  private static func combiningClass(_ value: UInt32) -> UInt8 {
    if value < 0x300 || value >= 0x309B && value <= 0x9FFF { return 0 }
    guard let scalar = Unicode.Scalar(value) else { return 0 }
    return scalar.properties.canonicalCombiningClass.rawValue
  }
}

/// Hangul syllables, which are composed by arithmetic (The Unicode Standard, section 3.12).
private enum Hangul {
  static let syllables: UInt32 = 0xAC00
  static let leads: UInt32 = 0x1100
  static let vowels: UInt32 = 0x1161
  static let trails: UInt32 = 0x11A7

  static func decomposition(of value: UInt32) -> (UInt32, UInt32)? {
    let index = value &- syllables
    guard index < 19 * 21 * 28 else { return nil }
    if index % 28 != 0 { return (value - index % 28, trails + index % 28) }
    return (leads + index / (21 * 28), vowels + index / 28 % 21)
  }

  static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if first &- leads < 19, second &- vowels < 21 {
      return syllables + ((first - leads) * 21 + (second - vowels)) * 28
    }
    let index = first &- syllables
    if index < 19 * 21 * 28, index % 28 == 0, second &- (trails + 1) < 27 {
      return first + (second - trails)
    }
    return nil
  }
}
