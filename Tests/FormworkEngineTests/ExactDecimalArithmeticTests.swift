// Arithmetic at its limits, and compared with schoolbook arithmetic on lists of digits.

import Testing

@testable import FormworkEngine

@Suite struct ExactDecimalArithmeticTests {
  @Test func isDecimal() {
    #expect(exact("0.1").adding(exact("0.2")) == exact("0.3"))
    #expect(exact("0.3").subtracting(exact("0.1")) == exact("0.2"))
    #expect(exact("1.10").multiplied(by: exact("3")) == exact("3.3"))
    #expect(exact("1").divided(by: exact("8")) == exact("0.125"))
    #expect(exact("-2.5").negated() == exact("2.5"))
    #expect(exact(nines38).negated().negated() == exact(nines38))
    #expect(ExactDecimal.zero.negated() == .zero)
  }

  @Test func roundsALongerFractionHalfToEven() {
    let third = exact("1").divided(by: exact("3"))
    #expect(third?.description == "0." + String(repeating: "3", count: 38))
    #expect(exact("2").divided(by: exact("3"))?.description == "0." + sixes(37) + "7")
    #expect(exact("200").divided(by: exact("3"))?.description == "66." + sixes(35) + "7")
    // 38 digits and a half more: rounded to the even neighbor, up or down.
    let long = "1" + zeros(35)
    #expect(exact(long + "1").adding(exact("0.5")) == exact(long + "1.5"))
    #expect(exact(long + "01").adding(exact("0.5")) == exact(long + "02"))
    #expect(exact(long + "02").adding(exact("0.5")) == exact(long + "02"))
    #expect(exact(long + "02").adding(exact("0.50001")) == exact(long + "03"))
    #expect(exact("-" + long + "01").subtracting(exact("0.5")) == exact("-" + long + "02"))
    #expect(exact("-" + long + "02").subtracting(exact("0.5")) == exact("-" + long + "02"))
  }

  @Test func roundsNextToNothing() {
    let tiny = exact("0." + zeros(37) + "1")
    #expect(tiny.multiplied(by: exact("0.5")) == .zero)
    #expect(tiny.multiplied(by: exact("0.51")) == tiny)
    #expect(tiny.multiplied(by: exact("1.5"))?.coefficient == 2)
    #expect(tiny.multiplied(by: tiny) == .zero)
    #expect(tiny.divided(by: exact(nines38)) == .zero)
    #expect(tiny.divided(by: exact("2")) == .zero)
    #expect(exact("0." + zeros(37) + "3").divided(by: exact("2"))?.coefficient == 2)
    #expect(exact(nines38).adding(tiny) == exact(nines38))
  }

  @Test func doesNotKnowALongerWholePart() {
    let largest = exact(nines38)
    #expect(largest.adding(exact("1")) == nil)
    #expect(largest.adding(exact("0.5")) == nil)
    #expect(largest.adding(exact("0.4")) == largest)
    #expect(largest.adding(largest) == nil)
    #expect(largest.negated().subtracting(exact("1")) == nil)
    #expect(largest.subtracting(largest) == .zero)
    #expect(largest.multiplied(by: exact("10")) == nil)
    #expect(largest.multiplied(by: largest) == nil)
    #expect(largest.divided(by: exact("0.1")) == nil)
    #expect(largest.divided(by: exact("0." + zeros(37) + "1")) == nil)
    #expect(largest.divided(by: largest) == exact("1"))
    #expect(exact("0." + nines38).adding(exact("0." + zeros(37) + "1")) == exact("1"))
  }

  @Test func doesNotDivideByZero() {
    #expect(exact("1").divided(by: .zero) == nil)
    #expect(ExactDecimal.zero.divided(by: .zero) == nil)
    #expect(ExactDecimal.zero.divided(by: exact("0." + nines38)) == .zero)
    #expect(ExactDecimal.zero.divided(by: exact(nines38)) == .zero)
  }

  @Test(arguments: [
    ("2.5", 0, "2"), ("3.5", 0, "4"), ("-2.5", 0, "-2"), ("-3.5", 0, "-4"), ("2.51", 0, "3"),
    ("0.125", 2, "0.12"), ("0.135", 2, "0.14"), ("0.5", 0, "0"), ("1.5", 5, "1.5"),
    ("1250", -2, "1200"), ("1350", -2, "1400"), ("1250.01", -2, "1300"), ("49", -2, "0"),
    ("50", -2, "0"), ("51", -2, "100"), ("9.99", 1, "10"), ("7", .min, "0"), ("7.5", .max, "7.5"),
  ]) func roundsToPlaces(text: String, places: Int, rounded: String) {
    #expect(exact(text).rounded(toPlaces: places) == exact(rounded))
  }

  @Test func roundsTheLongest() {
    #expect(exact(nines38).rounded(toPlaces: -1) == nil)
    #expect(exact(nines38).rounded(toPlaces: -38) == nil)
    #expect(exact(nines38).rounded(toPlaces: -39) == .zero)
    #expect(exact("4" + zeros(37)).rounded(toPlaces: -38) == .zero)
    #expect(exact("0." + nines38).rounded(toPlaces: 37) == exact("1"))
    #expect(exact("0." + nines38).rounded(toPlaces: 0) == exact("1"))
    #expect(exact("0." + nines38).rounded(toPlaces: -1) == .zero)
  }

  @Test(arguments: [
    ("0.07", "0.01", true), ("0.07", "0.02", false), ("-6", "4", false), ("-8", "4", true),
    ("0", "0.3", true), ("1", "0.3", false), ("0.9", "-0.3", true), ("0.5", "1", false),
    (nines38, "0." + zeros(37) + "1", true), (nines38, "0." + zeros(37) + "3", true),
    (nines38, "0." + zeros(37) + "7", false), ("0." + zeros(37) + "1", nines38, false),
    ("12" + zeros(36), "0." + zeros(36) + "12", true),
  ]) func knowsMultiples(number: String, step: String, isMultiple: Bool) {
    #expect(exact(number).isMultiple(of: exact(step)) == isMultiple)
  }

  @Test func nothingIsAMultipleOfZero() {
    #expect(exact("1").isMultiple(of: .zero) == nil)
    #expect(ExactDecimal.zero.isMultiple(of: .zero) == nil)
  }

  private func sixes(_ count: Int) -> String { String(repeating: "6", count: count) }
}

@Suite struct ExactDecimalDifferentialTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func agreesWithSchoolbook(seed: UInt64) {
    var source = NumberSource(seed: seed)
    for _ in 0..<250 {
      let (left, right) = (source.next(), source.next())
      let (a, b) = (Schoolbook(left), Schoolbook(right))
      let pair = "\(left) and \(right)"
      #expect(left.adding(right)?.description == a.plus(b).fitted, "+ \(pair)")
      #expect(left.subtracting(right)?.description == a.plus(b.negated).fitted, "- \(pair)")
      #expect(left.multiplied(by: right)?.description == a.times(b).fitted, "* \(pair)")
      #expect((left < right) == a.isLess(than: b), "< \(pair)")
      #expect((left == right) == (!a.isLess(than: b) && !b.isLess(than: a)), "== \(pair)")
      guard !right.isZero else { continue }
      #expect(left.divided(by: right)?.description == a.over(b).fitted, "/ \(pair)")
      #expect(left.isMultiple(of: right) == a.isMultiple(of: b), "multiple \(pair)")
    }
  }

  /// Tests products that are multiples, because random numbers rarely are.
  @Test func findsEveryMultiple() throws {
    var source = NumberSource(seed: 5)
    for _ in 0..<300 {
      let unit = source.next(maximumDigits: 15)
      let times = ExactDecimal(source.next(maximumDigits: 18).coefficient.asInt64)
      guard !unit.isZero else { continue }
      let product = try #require(unit.multiplied(by: times))
      #expect(product.isMultiple(of: unit) == true)
      #expect(product.divided(by: unit) == times)
    }
  }
}

extension Int128 {
  fileprivate var asInt64: Int64 { Int64(truncatingIfNeeded: self) }
}

/// Numbers of every length and scale, many of them at a limit; the same ones in every run.
private struct NumberSource {
  var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func below(_ limit: Int) -> Int {
    Int(bits() % UInt64(limit))
  }

  mutating func next(maximumDigits: Int = 38) -> ExactDecimal {
    let count = 1 + below(maximumDigits)
    let kind = below(8)
    var coefficient: Int128 = 0
    for position in 0..<count {
      let digit: Int
      switch kind {
      case 0: digit = 9
      case 1: digit = position == 0 ? 1 : 0
      case 2: digit = position == count - 1 ? 5 : 0
      case 3: digit = position == 0 ? 1 : position == count - 1 ? 1 : 0
      default: digit = below(10)
      }
      coefficient = coefficient * 10 + Int128(digit)
    }
    let scale = below(3) == 0 ? 0 : below(39)
    return ExactDecimal(coefficient: below(2) == 0 ? coefficient : -coefficient, scale: scale)
      ?? .zero
  }
}

/// A decimal as its digits, the last first, for slow arithmetic as on paper.
private struct Schoolbook {
  var isNegative: Bool
  var digits: [Int]
  var scale: Int
  /// Whether a nonzero digit follows the last one, as in a quotient that doesn't end.
  var hasMore = false

  init(isNegative: Bool, digits: [Int], scale: Int, hasMore: Bool = false) {
    self.isNegative = isNegative
    self.digits = Self.trimmed(digits)
    self.scale = scale
    self.hasMore = hasMore
  }

  init(_ number: ExactDecimal) {
    let text = String(number.coefficient.magnitude)
    self.init(
      isNegative: number.coefficient < 0, digits: text.reversed().map { Int(String($0))! },
      scale: Int(number.scale))
  }

  static func trimmed(_ digits: [Int]) -> [Int] {
    var digits = digits
    while digits.last == 0 { digits.removeLast() }
    return digits
  }

  static func isLess(_ left: [Int], _ right: [Int]) -> Bool {
    if left.count != right.count { return left.count < right.count }
    for index in left.indices.reversed() where left[index] != right[index] {
      return left[index] < right[index]
    }
    return false
  }

  static func sum(_ left: [Int], _ right: [Int]) -> [Int] {
    var result: [Int] = []
    var carry = 0
    for index in 0..<max(left.count, right.count) {
      let digit =
        (index < left.count ? left[index] : 0) + (index < right.count ? right[index] : 0) + carry
      result.append(digit % 10)
      carry = digit / 10
    }
    return trimmed(result + [carry])
  }

  static func difference(_ left: [Int], _ right: [Int]) -> [Int] {
    var result: [Int] = []
    var borrow = 0
    for index in left.indices {
      let digit = left[index] - (index < right.count ? right[index] : 0) - borrow
      borrow = digit < 0 ? 1 : 0
      result.append(digit + borrow * 10)
    }
    return trimmed(result)
  }

  static func quotient(_ left: [Int], _ right: [Int]) -> (quotient: [Int], remainder: [Int]) {
    var quotient: [Int] = []
    var rest: [Int] = []
    for digit in left.reversed() {
      rest = trimmed([digit] + rest)
      var count = 0
      while !isLess(rest, right) {
        rest = difference(rest, right)
        count += 1
      }
      quotient.append(count)
    }
    return (trimmed(quotient.reversed()), rest)
  }

  func digits(atScale target: Int) -> [Int] {
    digits.isEmpty ? [] : Array(repeating: 0, count: target - scale) + digits
  }

  var negated: Schoolbook {
    Schoolbook(isNegative: !isNegative, digits: digits, scale: scale)
  }

  func plus(_ other: Schoolbook) -> Schoolbook {
    let scale = max(scale, other.scale)
    let (left, right) = (digits(atScale: scale), other.digits(atScale: scale))
    if isNegative == other.isNegative {
      return Schoolbook(isNegative: isNegative, digits: Self.sum(left, right), scale: scale)
    }
    return Self.isLess(left, right)
      ? Schoolbook(
        isNegative: other.isNegative, digits: Self.difference(right, left), scale: scale)
      : Schoolbook(isNegative: isNegative, digits: Self.difference(left, right), scale: scale)
  }

  func times(_ other: Schoolbook) -> Schoolbook {
    var result = [Int](repeating: 0, count: digits.count + other.digits.count + 1)
    for (left, first) in digits.enumerated() {
      for (right, second) in other.digits.enumerated() { result[left + right] += first * second }
    }
    for index in 0..<(result.count - 1) {
      result[index + 1] += result[index] / 10
      result[index] %= 10
    }
    return Schoolbook(
      isNegative: isNegative != other.isNegative, digits: result, scale: scale + other.scale)
  }

  /// Divides to 60 places, and notes whether there are more.
  func over(_ other: Schoolbook) -> Schoolbook {
    let (quotient, remainder) = Self.quotient(
      digits(atScale: 60 + other.scale), other.digits)
    return Schoolbook(
      isNegative: isNegative != other.isNegative, digits: quotient, scale: 60,
      hasMore: !remainder.isEmpty)
  }

  func isLess(than other: Schoolbook) -> Bool {
    let difference = plus(other.negated)
    return difference.isNegative && !difference.digits.isEmpty
  }

  func isMultiple(of other: Schoolbook) -> Bool {
    let scale = max(scale, other.scale)
    let (left, right) = (digits(atScale: scale), other.digits(atScale: scale))
    return Self.quotient(left, right).remainder.isEmpty
  }

  /// The number with at most 38 digits, its fraction rounded half to even, or nil if the whole part is longer.
  var fitted: String? {
    let wholeDigits = max(digits.count - scale, 0)
    guard wholeDigits <= 38 else { return nil }
    var (kept, places) = (digits, scale)
    if places > 38 - wholeDigits {
      let dropped = places - (38 - wholeDigits)
      places -= dropped
      let tail = Array(kept.prefix(dropped))
      kept = Array(kept.dropFirst(dropped))
      if roundsUp(tail, length: dropped, isOdd: (kept.first ?? 0) % 2 == 1) {
        kept = Self.sum(kept, [1])
      }
    }
    guard kept.count - places <= 38 else { return nil }
    return Self.text(kept, places: places, isNegative: isNegative)
  }

  private func roundsUp(_ tail: [Int], length: Int, isOdd: Bool) -> Bool {
    let leading = tail.count == length ? tail[length - 1] : 0
    let isExactHalf = leading == 5 && !hasMore && tail.dropLast().allSatisfy { $0 == 0 }
    return isExactHalf ? isOdd : leading >= 5
  }

  static func text(_ digits: [Int], places: Int, isNegative: Bool) -> String {
    var (digits, places) = (digits, places)
    while places > 0, digits.first ?? 0 == 0 {
      if !digits.isEmpty { digits.removeFirst() }
      places -= 1
    }
    if digits.isEmpty { return "0" }
    let padded = digits + Array(repeating: 0, count: max(0, places + 1 - digits.count))
    var text = padded.reversed().map(String.init).joined()
    if places > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -places)) }
    return (isNegative ? "-" : "") + text
  }
}
