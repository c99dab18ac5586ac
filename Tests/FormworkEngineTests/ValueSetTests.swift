// Overlaps of sets of values: long lists give the same answers as short ones.

import TestSizes
import Testing

@testable import FormworkEngine

struct ValueSetTests {
  private let pool = ConstantPool()

  private func text(_ text: String) -> Value { Value(text: pool.add(text)) }

  /// Compares the answers for long lists with those for single values.
  private func check(_ ours: [Value], _ theirs: [Value], disjoint: Bool, subset: Bool) {
    let (one, other) = (ValueSet.values(ours), ValueSet.values(theirs))
    #expect(one.isDisjoint(from: other) == disjoint)
    #expect(other.isDisjoint(from: one) == disjoint)
    #expect(one.isSubset(of: other) == subset)
    let singles = ours.map { ValueSet.values([$0]) }
    #expect(singles.allSatisfy { $0.isDisjoint(from: other) } == disjoint)
    #expect(singles.allSatisfy { $0.isSubset(of: other) } == subset)
  }

  @Test func ofTexts() {
    for count in [1, 16, 17, sized(60, large: 300)] {
      let even = (0..<count).map { text("v\($0 * 2)") }
      let odd = (0..<count).map { text("v\($0 * 2 + 1)") }
      let accents = (0..<count).map { text("caf\u{E9}\($0)") }
      let marks = (0..<count).map { text("cafe\u{301}\($0)") }
      check(even, odd, disjoint: true, subset: false)
      check(even, odd + even.reversed(), disjoint: false, subset: true)
      check(even + [text("w")], odd + even, disjoint: false, subset: false)
      check(odd + [text("v0")], even, disjoint: false, subset: false)
      check(accents, marks, disjoint: false, subset: true)
    }
  }

  @Test func ofNumbersAndDays() throws {
    func number(_ digits: String) throws -> Value {
      try #require(
        Checker.read(digits) { ExactDecimal.parse(text: $0, format: .plain).number }.map {
          Value($0)
        })
    }
    for count in [1, 16, 17, sized(60, large: 300)] {
      let even = (0..<count).map { Value(integer: Int64(count - $0) * 2) }
      let odd = (0..<count).map { Value(integer: Int64($0) * 2 + 1) }
      let same = try (1...count).map { try number("\($0 * 2).00") }
      let halves = try (1...count).map { try number("\($0 * 2).5") }
      check(even, odd, disjoint: true, subset: false)
      check(even, same, disjoint: false, subset: true)
      check(even, halves, disjoint: true, subset: false)
      check(even + [Value(integer: 1)], odd + same, disjoint: false, subset: true)
      check(even + [Value(integer: 0)], odd + same, disjoint: false, subset: false)
      let days = try (0..<count).map { day in
        Value(try #require(CalendarDate(year: 2000 + day, month: 1, day: 1)))
      }
      check(days, even, disjoint: true, subset: false)
      check(days, Array(days.reversed()), disjoint: false, subset: true)
    }
  }
}
