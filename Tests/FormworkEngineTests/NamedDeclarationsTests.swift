// Declarations are found by their names, however these are written, and by no others.

import Testing

@testable import FormworkEngine

struct NamedDeclarationsTests {
  @Test func onlyTheNamesThatAreDeclaredAreFound() {
    var numbers = NamedDeclarations<Int>()
    #expect(numbers.isEmpty && numbers["a"] == nil && !numbers.contains("a"))
    // As many names as have all bits there are.
    for number in 0..<500 { numbers["name\(number)"] = number }
    for number in 0..<500 { #expect(numbers["name\(number)"] == number) }
    for number in 500..<1_000 { #expect(!numbers.contains("name\(number)")) }
    #expect(numbers[""] == nil)
  }

  @Test func namesAreTheSameWhereTheyAreCanonicallyEquivalent() {
    var numbers = NamedDeclarations<Int>()
    numbers["K"] = 1
    #expect(numbers["\u{212A}"] == 1)
    var others = NamedDeclarations<Int>()
    others["caf\u{E9}"] = 2
    #expect(others["cafe\u{301}"] == 2 && others.contains("cafe\u{301}"))
    others["\u{212A}"] = 3
    #expect(others["K"] == 3)
  }
}
