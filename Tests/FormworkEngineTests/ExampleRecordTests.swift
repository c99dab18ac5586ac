// The records of examples that are like others.

import FormworkSyntax
import Testing

@testable import FormworkEngine

struct ExampleRecordTests {
  private static let fields = """
    field a: int optional from "A"
    field b: < field x: int optional  field y: < field z: int optional > optional > optional
    field c: list of int optional
    field d: string optional
    example "base" accepts < a: 1 b: < x: 2 y: < z: 3 > > c: (4, 5) >
    example "none" accepts < >

    """

  /// Returns the records of a form's examples, without those that all forms share.
  private func records(_ spec: String) throws -> [String] {
    let source = Source(name: "s.form", bytes: Array((ExampleRecordTests.fields + spec).utf8))
    let program = try #require(Checker.check(Parser.parse(source).tree, source: source).program)
    return program.examples.dropFirst(2).map { String(decoding: $0.record, as: UTF8.self) }
  }

  @Test(arguments: [
    ("base", "", #"{"A":1,"b":{"x":2,"y":{"z":3}},"c":[4,5]}"#),
    ("base", "a: 9", #"{"A":9,"b":{"x":2,"y":{"z":3}},"c":[4,5]}"#),
    ("base", "c: ()", #"{"A":1,"b":{"x":2,"y":{"z":3}},"c":[]}"#),
    ("base", "b: < y: < z: 9 > >", #"{"A":1,"b":{"x":2,"y":{"z":9}},"c":[4,5]}"#),
    ("base", #"b: "b""#, #"{"A":1,"b":"b","c":[4,5]}"#),
    ("base", #"c: (9) d: "d" a: 8"#, #"{"A":8,"b":{"x":2,"y":{"z":3}},"c":[9],"d":"d"}"#),
    ("base", "d: \"d\" b: < > a: 8 c: (9)", #"{"A":8,"b":{"x":2,"y":{"z":3}},"c":[9],"d":"d"}"#),
    ("none", "", "{}"),
    ("none", "c: (1) a: 2", #"{"c":[1],"A":2}"#),
  ])
  func isTheSameWhetherOthersAreLikeItOrNot(_ base: String, _ members: String, _ record: String)
    throws
  {
    // An invalid value for a field is allowed if the example rejects it.
    let head = "like \"\(base)\" rejects b < \(members) >\n"
    #expect(try records("example \"leaf\" " + head) == [record])
    let found = try records(
      """
      example "before" like "middle" rejects b < >
      example "middle" \(head)
      example "after" like "middle" rejects b < >
      """)
    #expect(found == [record, record, record])
  }

  @Test func whatIsNewTwiceStandsTwice() throws {
    let spec = "example \"two\" like \"none\" accepts < a: 1 a: 2 >\n"
    #expect(try records(spec) == [#"{"A":1,"A":2}"#])
    let found = try records(spec + "example \"three\" like \"two\" accepts < a: 3 >")
    #expect(found == [#"{"A":1,"A":2}"#, #"{"A":3,"A":2}"#])
  }
}
