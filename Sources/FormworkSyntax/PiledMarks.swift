// Combining marks that pile up on one character. The standard library puts them into their canonical order
// in the square of their number whenever it compares such texts.

/// The limit of marks on a character in a form. Unicode's own for texts in streams is 30 (UAX #15, section 13),
/// and no script has words with as many.
package enum PiledMarks {
  /// How many combining marks may follow each other.
  package static let limit = 100

  /// The offset of the first mark beyond the limit, in valid UTF-8; nil if there is none.
  static func firstBeyondLimit(in bytes: some Collection<UInt8>) -> Int? {
    var count = 0
    var offset = 0
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while case .valid(let encoded) = parser.parseScalar(from: &rest) {
      count = isMark(Unicode.UTF8.decode(encoded)) ? count + 1 : 0
      if count > limit { return offset }
      offset += encoded.count
    }
    return nil
  }

  /// Whether a scalar is put into order among its neighbours. The first such is U+0300.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
  }
}
