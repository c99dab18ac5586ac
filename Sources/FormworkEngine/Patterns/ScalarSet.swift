internal import FormworkSyntax

/// A set of Unicode scalars: sorted ranges that neither overlap nor touch.
struct ScalarSet: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>]

  static let last: UInt32 = 0x10FFFF

  /// Code points that aren't scalars. No text contains one, so a range may include them. Complements exclude them, so
  /// that an unmatchable set is empty.
  static let surrogates: ClosedRange<UInt32> = 0xD800...0xDFFF

  static let empty = ScalarSet([])
  static let all = ScalarSet([0...0xD7FF, 0xE000...last])

  /// Creates the union of the ranges, which may be in any order.
  init(_ unordered: [ClosedRange<UInt32>]) {
    ranges = []
    for range in unordered.ordered(by: { $0.lowerBound < $1.lowerBound }) {
      if let previous = ranges.last, range.lowerBound <= previous.upperBound + 1 {
        let upper = max(previous.upperBound, range.upperBound)
        ranges[ranges.count - 1] = previous.lowerBound...upper
      } else {
        ranges.append(range)
      }
    }
  }

  init(_ scalar: Unicode.Scalar) {
    ranges = [scalar.value...scalar.value]
  }

  var complement: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ScalarSet(ranges + [ScalarSet.surrogates]).ranges {
      if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= ScalarSet.last { gaps.append(next...ScalarSet.last) }
    return ScalarSet(gaps)
  }

  /// Returns the scalars of this set that aren't in `other`.
  func subtracting(_ other: ScalarSet) -> ScalarSet {
    ScalarSet(complement.ranges + other.ranges).complement
  }
}

extension ScalarSet {
  /// `\d`: the ASCII digits.
  static let digits = ScalarSet([0x30...0x39])

  /// `\w`: ASCII letters, digits and `_`.
  static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  /// `\s`: Unicode's white space, which includes the ideographic and the no-break space.
  static let whiteSpace = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
    0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
  ])

  /// The characters that `.` doesn't match: Unicode's line terminators (UTS #18, RL1.6).
  static let lineBreaks = ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])
}
