// The formats: predicates that test a whole text against a published standard. Spaces around a value don't pass;
// `trimmed`, `without` and `halfwidth` clean a text before the test. No format holds for "".

/// Each function returns whether the whole text is a value of the format.
package enum Formats {}

// MARK: - Steps that formats share

extension UnsafeBufferPointer where Element == UInt8 {
  /// Returns the offset of the first byte that equals `byte` at or after `start`.
  func first(_ byte: UInt8, from start: Int = 0) -> Int? {
    var offset = start
    while offset < count {
      if self[offset] == byte { return offset }
      offset += 1
    }
    return nil
  }

  /// Whether `passes` is true for each part between separators. A text always has at least one part.
  func allParts(between separator: UInt8, _ passes: (TextBytes) -> Bool) -> Bool {
    var start = 0
    while let end = first(separator, from: start) {
      if !passes(part(start, end)) { return false }
      start = end + 1
    }
    return passes(part(start, count))
  }
}
