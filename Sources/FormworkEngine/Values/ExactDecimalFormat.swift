// Notations of numbers in a text: the decimal mark, and the mark between groups of three digits. The form's author
// chooses both with `number(decimal ",", group ".")`.

/// The marks of a number. Marks that look alike, and that keyboards and programs confuse, count as the same: a space
/// also matches U+00A0, U+2009 and U+202F, and `'` also matches `’` (U+2019).
package struct ExactDecimalFormat: Hashable, Sendable {
  /// The UTF-8 bytes of a mark, packed into a number with the first byte highest.
  typealias Mark = UInt32

  /// The marks as `mark(in:at:)` returns them, for comparison with input.
  let decimal: Mark
  let group: Mark?
  /// The marks as the author typed them, for writing.
  let decimalText: String
  let groupText: String?

  /// `1234.5`: a full stop as the decimal mark, and no groups.
  package static let plain = ExactDecimalFormat()

  private init() {
    (decimal, group) = (0x2E, nil)
    (decimalText, groupText) = (".", nil)
  }

  /// Creates the format of whole numbers in groups, without a decimal mark.
  package init(wholeInGroupsOf group: String) throws(ExactDecimalFormatProblem) {
    // No character has these bytes, so no decimal mark is recognized.
    decimal = .max
    self.group = try Self.mark(group, in: .group)
    // Limits and cells may still have a fraction, which needs a mark when written.
    (decimalText, groupText) = (group == "." ? "," : ".", group)
  }

  /// Creates the format from the author's clause.
  package init(decimal: String, group: String?) throws(ExactDecimalFormatProblem) {
    self.decimal = try Self.mark(decimal, in: .decimal)
    (decimalText, groupText) = (decimal, group)
    guard let group else {
      self.group = nil
      return
    }
    let groupMark = try Self.mark(group, in: .group)
    guard groupMark != self.decimal else { throw .sameMarks }
    self.group = groupMark
  }

  private static func mark(
    _ text: String, in role: ExactDecimalFormatProblem.Role
  ) throws(ExactDecimalFormatProblem) -> Mark {
    var scalars = text.unicodeScalars.makeIterator()
    guard let scalar = scalars.next(), scalars.next() == nil else { throw .notOneMark(role) }
    guard canMark(scalar) else { throw .notAMark(role) }
    return fold(scalar.utf8.reduce(0) { $0 << 8 | Mark($1) })
  }

  /// Whether a scalar can be a mark. Signs, ASCII letters and digits, and control characters have a different meaning
  /// in a number.
  private static func canMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "+", "-", "0"..."9", "A"..."Z", "a"..."z", "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": false
    default: true
    }
  }

  /// Returns the character at `index` as a mark, and its length in bytes. The mark is 0 if the bytes aren't UTF-8.
  static func mark(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (mark: Mark, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Mark(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= bytes.count else { return (0, 1) }
    var packed: Mark = 0
    for offset in 0..<length { packed = packed << 8 | Mark(bytes[index + offset]) }
    return (fold(packed), length)
  }

  private static func fold(_ mark: Mark) -> Mark {
    switch mark {
    case 0xC2A0, 0xE2_8089, 0xE2_80AF: 0x20
    case 0xE2_8099: 0x27
    default: mark
    }
  }
}

/// Why a number's marks are invalid.
package enum ExactDecimalFormatProblem: Error, Hashable, Sendable {
  case notOneMark(Role)
  /// A digit, a letter, a sign or a control character.
  case notAMark(Role)
  case sameMarks

  package enum Role: Hashable, Sendable {
    case decimal
    case group
  }
}
