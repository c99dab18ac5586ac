// Shared by the tests about texts: texts as bytes, and a repeatable random generator.

import Testing

@testable import FormworkEngine

/// Calls `body` with the bytes of the string.
func withText<Result>(_ string: String, _ body: (TextBytes) -> Result) -> Result {
  Array(string.utf8).withUnsafeBufferPointer(body)
}

/// Returns what `append` adds for the text, after existing bytes.
func cleaned(_ string: String, _ append: (TextBytes, inout [UInt8]) -> Void) -> String {
  var out: [UInt8] = [0x21]
  withText(string) { append($0, &out) }
  #expect(out.first == 0x21)
  return String(decoding: out.dropFirst(), as: UTF8.self)
}

/// Returns the scalars of a string in hexadecimal, to show in a failure.
func scalars(of string: String) -> String {
  string.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
}

/// Expects that the predicate is true of each of `accepted` and of none of `rejected`.
func expectPredicate(
  _ name: String, _ predicate: (TextBytes) -> Bool, accepts accepted: [String],
  rejects rejected: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  let refused = accepted.filter { !withText($0, predicate) }
  #expect(refused.isEmpty, "\(name) must accept", sourceLocation: sourceLocation)
  let passed = rejected.filter { withText($0, predicate) }
  #expect(passed.isEmpty, "\(name) must reject", sourceLocation: sourceLocation)
}

/// SplitMix64: the same texts in every run.
struct RepeatableGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a text of up to 12 scalars, most of which combine with others.
  mutating func text() -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...12, using: &self) {
      scalars.append(
        Int.random(in: 0..<8, using: &self) == 0
          ? Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &self)) ?? "?"
          : RepeatableGenerator.sociable.randomElement(using: &self) ?? "?")
    }
    return String(scalars)
  }

  static let sociable: [Unicode.Scalar] = Array(
    """
    a1é か\u{3099}\u{309A}が漢字。、ー\r\n\u{301}\u{300}\u{327}\u{345}\u{200D}\u{FE0F}\
    👨👩🏽🇯🇵☀©®\u{1100}\u{1161}\u{11A8}\
    각가क\u{94D}ष\u{200C}\u{20E3}\u{600}ﾞﾟｶ\u{E0100}กำαᾳǅß\u{AD}\u{FEFF}\u{903}\u{D4E}\u{212A}
    """.unicodeScalars)
}
