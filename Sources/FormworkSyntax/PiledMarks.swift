// Combining marks that pile up on one character. When the standard library compares texts, it sorts the marks of a
// character in quadratic time.

/// The limit of combining marks on a character in a form. Unicode's own limit for streams is 30 (UAX #15, section 13).
/// No script has words with as many marks.
package enum PiledMarks {
  /// The maximum number of consecutive combining marks.
  package static let limit = 100

  /// Returns the offset of the first mark past the limit. Nil if no character exceeds the limit. `bytes` must be valid
  /// UTF-8.
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

  /// Whether normalization may reorder `scalar`. U+0300 is the first such scalar.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
  }
}
