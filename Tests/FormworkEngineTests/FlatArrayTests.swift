// The elements in plain memory behave like an array's, except that they never move.

import Testing

@testable import FormworkEngine

struct FlatArrayTests {
  @Test func elementsComeInTheOrderInWhichTheyWereAdded() {
    var numbers = FlatArray<Int32>()
    #expect(numbers.isEmpty)
    for number in 0..<1_000 { numbers.append(Int32(number)) }
    numbers.append(contentsOf: [7, 8])
    #expect(Array(numbers) == (0..<1_000).map { Int32($0) } + [7, 8])
    numbers.removeLast(3)
    #expect(numbers.count == 999)
    #expect(numbers.last == 998)
  }

  @Test func aCopyIsNotChangedByTheOther() {
    var one = FlatArray<Int32>()
    one.append(contentsOf: [1, 2, 3])
    var other = one
    other[1] = 20
    one.append(4)
    other.append(40)
    #expect(Array(one) == [1, 2, 3, 4])
    #expect(Array(other) == [1, 20, 3, 40])
  }

  @Test func whoHoldsACopyFindsItsElementsWhereTheyWere() {
    var numbers = FlatArray<Int32>()
    numbers.reserveCapacity(4)
    numbers.append(contentsOf: [1, 2])
    let held = numbers
    let elements = held.elements
    for number in 0..<100 { numbers.append(Int32(number)) }
    numbers[0] = 9
    #expect(Array(elements) == [1, 2])
    #expect(elements.baseAddress == held.elements.baseAddress)
  }
}
