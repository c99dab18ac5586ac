// Exact decimals as values: range, order, equality, and output.

import Testing

@testable import FormworkEngine

/// Parses a number. An invalid one fails the test.
func exact(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> ExactDecimal {
  guard let number = readExact(text).number else {
    Issue.record("not a number: \(text)", sourceLocation: sourceLocation)
    return .zero
  }
  return number
}

func readExact(_ text: String, _ format: ExactDecimalFormat = .plain) -> ExactDecimalReading {
  Array(text.utf8).withUnsafeBufferPointer { ExactDecimal.parse(text: $0, format: format) }
}

let nines38 = String(repeating: "9", count: 38)

@Suite struct ExactDecimalTests {
  @Test func isKeptInLowestTerms() {
    #expect(exact("1.500") == exact("1.5"))
    #expect(exact("1.500").hashValue == exact("1.5").hashValue)
    #expect(exact("-0.000") == .zero)
    #expect(exact("100").coefficient == 100)
    #expect(exact("1.50").fractionDigits == 1)
    #expect(ExactDecimal(coefficient: 1_200, scale: 4) == exact("0.12"))
    #expect(ExactDecimal(coefficient: 1_200, scale: 1) == exact("120"))
    #expect(ExactDecimal(coefficient: 0, scale: 60) == .zero)
  }

  @Test func isLimitedTo38DigitsAndPlaces() {
    let limit: Int128 = 100_000_000_000_000_000_000_000_000_000_000_000_000
    #expect(ExactDecimal(coefficient: limit, scale: 0) == nil)
    #expect(ExactDecimal(coefficient: -limit, scale: 0) == nil)
    #expect(ExactDecimal(coefficient: limit - 1, scale: 0) == exact(nines38))
    #expect(ExactDecimal(coefficient: limit, scale: 1)?.description == "1" + zeros(37))
    #expect(ExactDecimal(coefficient: limit + 1, scale: 5) == nil)
    #expect(ExactDecimal(coefficient: .min, scale: 0) == nil)
    #expect(ExactDecimal(coefficient: 1, scale: 39) == nil)
    #expect(ExactDecimal(coefficient: 10, scale: 39) == exact("0." + zeros(37) + "1"))
    #expect(ExactDecimal(coefficient: 1, scale: -1) == nil)
  }

  @Test func convertsToIntegers() {
    #expect(ExactDecimal(Int64.min).asInt64 == .min)
    #expect(ExactDecimal(Int64.max).asInt64 == .max)
    #expect(ExactDecimal(42) == exact("42.0"))
    #expect(exact("9223372036854775807").asInt64 == .max)
    #expect(exact("9223372036854775808").asInt64 == nil)
    #expect(exact("-9223372036854775808").asInt64 == .min)
    #expect(exact("-9223372036854775809").asInt64 == nil)
    #expect(exact("0.5").asInt64 == nil)
    #expect(exact("34.0").isWhole)
  }

  /// In ascending order; every pair is compared both ways.
  static let ascending = [
    "-" + nines38, "-1" + zeros(37), "-12345678901234567890.5", "-1000", "-1.5", "-1.49", "-1",
    "-0.1", "-0.09", "-0." + zeros(37) + "1", "0", "0." + zeros(37) + "1",
    "0." + zeros(36) + "1", "0." + String(nines38.dropLast()), "0." + nines38, "1",
    "1." + zeros(36) + "1", "1.1", "2", "10", "10.000001", "9" + zeros(36) + ".5",
    "9" + zeros(37), String(nines38.dropLast()) + "8", nines38,
  ]

  @Test func comparesExactly() {
    let numbers = Self.ascending.map { exact($0) }
    for (left, first) in numbers.enumerated() {
      for (right, second) in numbers.enumerated() {
        #expect((first < second) == (left < right), "\(first) < \(second)")
        #expect((first == second) == (left == right), "\(first) == \(second)")
      }
    }
  }

  @Test(arguments: ascending) func writesWhatItReads(text: String) {
    #expect(exact(text).description == text)
  }

  @Test(arguments: [
    ("1.50", "1.5"), ("-0.50", "-0.5"), (".5", "0.5"), ("-0", "0"), ("007", "7"), ("1200", "1200"),
    ("+3.25", "3.25"), ("10000000000000000000", "10000000000000000000"),
    ("0.10000000000000000000", "0.1"), ("100000000000000000000.01", "100000000000000000000.01"),
  ]) func writesPlainly(text: String, written: String) {
    #expect(exact(text).description == written)
  }

  @Test func appendsToWhatIsThere() {
    var output = Array("x=".utf8)
    exact("-12.5").write(to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "x=-12.5")
  }
}

func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
