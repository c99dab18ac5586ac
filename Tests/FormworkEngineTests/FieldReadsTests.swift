// The fields on which blocks depend: those in the conditions around them and in the conditions of earlier branches.

import FormworkSyntax
import Testing

@testable import FormworkEngine

struct FieldReadsTests {
  @Test func fieldsOfBlocksHangOnTheConditionsAroundAndBefore() throws {
    let spec = """
      field a: bool default false field b: bool default false
      field c: bool default false field d: bool default false
      when a <
        field x: int
        when b < field y: int > else < field z: int >
        field w: int
        field r: < field e: bool default false when e and c < field f: int > >
      >
      else when c < field v: int > else < field u: int >
      when d < field t: int > else blank
      field s: int
      """
    let source = Source(name: "s.form", bytes: Array(spec.utf8))
    let program = try #require(Checker.check(Parser.parse(source).tree, source: source).program)
    func names(_ numbers: OrderedSet<Int32>) -> String {
      numbers.map { program.fields[Int($0)].name }.sorted().joined()
    }
    let found = zip(program.fields, program.fieldReads()).map { "\($0.name) \(names($1.blocks))" }
    #expect(
      found == [
        "a ", "b ", "c ", "d ", "x a", "y ab", "z ab", "w a", "r a", "e ", "f ce", "v ac", "u ac",
        "t d", "s ",
      ])
  }
}
