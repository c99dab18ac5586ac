// The canonical form of a text: normalization form C (UAX #15) as UTF-8. Two texts are the same
// under canonical equivalence exactly if their forms have the same bytes, so the form serves as a
// key to hash and to keep. It is computed here because the standard library compares normalized
// texts but does not hand them out, and so it is the same on every system.

extension UnsafeBufferPointer where Element == UInt8 {
  /// Appends the canonical form. Plain stretches are copied as they are.
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
        for scalar in part(piece).scalars {
          if form.count >= CanonicalForm.partCount, CanonicalForm.isApart(scalar.value) {
            form.append(to: &out)
            form = CanonicalForm()
          }
          form.add(scalar.value)
        }
        form.append(to: &out)
      }
    }
  }
}

/// Scalars on their way to form C: decomposed when added, then ordered, then composed.
struct CanonicalForm {
  /// After so many scalars a long text goes on in another form as soon as it can, so that it takes little memory.
  static let partCount = 4_096

  private var scalars: [UInt32] = []

  var count: Int { scalars.count }

  /// Whether a scalar surely neither changes places nor joins with what is before it: those before the combining
  /// marks, and the pictures.
  static func isApart(_ value: UInt32) -> Bool {
    value < 0x300 || value >= 0x1F000 && value < 0x20000
  }

  /// Adds a scalar, decomposed as far as it goes. No decomposition is deeper than 4.
  mutating func add(_ value: UInt32) {
    if value < 0xC0 || value >= 0x3100 && value < 0xAC00 {
      scalars.append(value)
    } else if let (first, second) = Hangul.decomposition(of: value) {
      add(first)
      add(second)
    } else if let (first, second) = CanonicalTable.decomposition(of: value) {
      add(first)
      if second != 0 { add(second) }
    } else {
      scalars.append(value)
    }
  }

  /// Appends form C as UTF-8.
  consuming func append(to out: inout [UInt8]) {
    orderMarks()
    compose()
    for value in scalars { out.appendScalar(value) }
  }

  /// Sorts each run of marks by combining class, keeping the order within a class. The sort key
  /// holds class, position and scalar, so a run of a million marks is still sorted in n log n.
  private mutating func orderMarks() {
    var start = 0
    while start < scalars.count {
      var keys: [UInt64] = []
      var (end, isOrdered) = (start, true)
      while end < scalars.count {
        let markClass = CanonicalForm.combiningClass(scalars[end])
        if markClass == 0 { break }
        let key = UInt64(markClass) &<< 56 | UInt64(end - start) &<< 21 | UInt64(scalars[end])
        if let last = keys.last, last > key { isOrdered = false }
        keys.append(key)
        end += 1
      }
      if !isOrdered {
        keys.sort()
        for (index, key) in keys.enumerated() { scalars[start + index] = UInt32(key & 0x1F_FFFF) }
      }
      start = end + 1
    }
  }

  /// Joins each mark, or following jamo, to the starter before it where nothing stands between.
  private mutating func compose() {
    var (written, starter, lastClass) = (0, -1, UInt8(0))
    for value in scalars {
      let markClass = CanonicalForm.combiningClass(value)
      let isReachable = starter >= 0 && (lastClass < markClass || starter == written - 1)
      if isReachable, let joined = CanonicalForm.composition(scalars[starter], value) {
        scalars[starter] = joined
        continue
      }
      if markClass == 0 { starter = written }
      lastClass = markClass
      scalars[written] = value
      written += 1
    }
    scalars.removeSubrange(written...)
  }

  private static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    Hangul.composition(first, second) ?? CanonicalTable.composition(first, second)
  }

  /// The canonical combining class: 0 for everything before the first combining mark, U+0300, and
  /// from the last sound mark of kana to the end of the ideographs.
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
