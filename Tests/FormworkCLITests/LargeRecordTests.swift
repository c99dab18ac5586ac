// Records with very many problems or very long values.

import FormworkEngine
import FormworkSyntax
import TestSizes
import Testing

@testable import FormworkCLI
@testable import FormworkReport

@Suite struct LargeRecordTests {
  /// If lines and columns were counted from the beginning each time, this would take minutes.
  @Test(arguments: ["--output=ndjson", "--show=1", "--explain"])
  func placesOfManyProblems(flag: String) throws {
    let folder = try CLIFolder(spec: "field a: list of int each rule value < 5 message \"five\"")
    let count = sized(500, large: 4_000)
    let space = String(repeating: " ", count: 2_000)
    let items = Array(repeating: space + "7", count: count).joined(separator: ",\n")
    try folder.write("d.json", "{\"a\":[\(items)]}")
    let run = folder.run("check", "s.form", "d.json", "--problems=1000000", flag)
    #expect(run.code == 1)
    let place =
      flag == "--output=ndjson" ? "\"line\":\(count),\"column\":2001}]}" : "7 at \(count):2001"
    #expect(run.output.contains(place))
  }

  /// The places of offsets, in any order, equal those from counting from the beginning.
  @Test func placesInAnyOrder() {
    let text = (0..<2_000).map { "é\($0 % 7 == 0 ? "\n" : "x")" }.joined()
    Array(text.utf8).withUnsafeBufferPointer { record in
      let span = RecordSpan(lower: 0, upper: record.count, line: 3, column: 5)
      var places = RecordPlaces(span, record)
      for step in [1, 997, 3_001, 5_119] {
        for number in 0..<300 {
          let offset = number * step % (record.count + 2)
          let before = String(decoding: record.prefix(offset), as: UTF8.self).unicodeScalars
          guard before.last != "\u{FFFD}" else { continue }
          let breaks = before.count { $0 == "\n" }
          let column = before.reversed().prefix { $0 != "\n" }.count
          let place = places.place(of: offset)
          #expect(place.line == 3 + breaks)
          #expect(place.column == column + (breaks == 0 ? 5 : 1))
        }
      }
    }
  }

  /// If there are too many problems, errors are kept before warnings. Searching for a warning to drop each time would
  /// take minutes.
  @Test func errorsBeforeWarnings() throws {
    let folder = try CLIFolder(
      spec: "field a: list of int each rule value < 5 warning \"five\"\nfield b: list of int")
    let warnings = Array(repeating: "7", count: 60_000).joined(separator: ",")
    let errors = Array(repeating: "\"x\"", count: 100_000).joined(separator: ",")
    try folder.write("d.json", "{\"a\":[\(warnings)],\"b\":[\(errors)]}")
    let run = folder.run("check", "s.form", "d.json", "--problems=50000", "--show=0")
    #expect(
      run.lines.dropFirst() == ["  50,000  b[]  type", "  … and 110,000 more problems not shown"])
  }

  /// A value that is in the message of every problem of its record is shortened to a readable length.
  @Test(arguments: ["x", "が", "\u{65}\u{301}", "👨‍👩‍👧"])
  func longValuesInWords(_ character: String) throws {
    let folder = try CLIFolder(
      spec: """
        field name: string
        field a: list of int
          each rule value < 5 message "{name}!"
        """)
    func message(_ count: Int) throws -> String {
      let name = String(repeating: character, count: count)
      try folder.write("d.ndjson", "{\"name\":\"\(name)\",\"a\":[7]}\n")
      let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
      let rest = run.output.split(separator: "\"message\":\"").last ?? ""
      return String(rest.prefix { $0 != "\"" })
    }
    let most = Value.shownCharacters
    #expect(try message(most) == String(repeating: character, count: most) + "!")
    #expect(try message(most + 1) == String(repeating: character, count: most) + "…!")
    #expect(try message(40_000) == String(repeating: character, count: most) + "…!")
  }

  /// A character with any number of combining marks counts as one.
  @Test func longCharactersInWords() throws {
    let folder = try CLIFolder(spec: "field a: string rule digits message \"{value}!\"")
    try folder.write("d.ndjson", "{\"a\":\"e\(String(repeating: "\u{301}", count: 50_000))\"}\n")
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.output.utf8.count < 20_000 && run.output.contains("…!"))
  }

  /// A text in the params of every problem of its record would be written once per problem.
  @Test func longValuesInParameters() throws {
    let folder = try CLIFolder(spec: "field a: string rule oneOf(\"x\")")
    func parameters(_ count: Int) throws -> String {
      try folder.write("d.ndjson", "{\"a\":\"\(String(repeating: "é", count: count))\"}\n")
      let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
      return String(run.output.split(separator: "\"params\":").last?.prefix { $0 != "}" } ?? "")
    }
    let most = String(repeating: "é", count: Value.shownCharacters)
    #expect(
      try parameters(Value.shownCharacters)
        == "{\"choices\":[\"x\"],\"actual\":\"\(most)\"")
    #expect(try parameters(Value.shownCharacters + 1) == "{\"choices\":[\"x\"]")
  }

  /// A long product is held once, in the output, and the file has all products in order.
  @Test func longProductsAmongShortOnes() throws {
    let folder = try CLIFolder(spec: "field a: string\nfield b: int")
    let long = String(repeating: "x", count: 1 << 20)
    let records = [("s", 1), (long, 2), (long, 3), ("t", 4), ("\\u0000" + long, 5), ("u", 6)]
      .map { "{\"a\":\"\($0)\",\"b\":\($1)}\n" }.joined()
    try folder.write("d.ndjson", records + "{\"b\":1}\n")
    for output in ["human", "ndjson"] {
      let run = folder.run(
        "check", "s.form", "d.ndjson", "--accepted", folder("a"), "--output", output)
      #expect(run.code == 1)
      #expect(folder.text("a") == records)
    }
  }

  /// Combining marks are put in canonical order in nearly constant time per mark. The standard library would take
  /// minutes for these.
  @Test func manyMarks() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: sized(6_000, large: 60_000))
    let folder = try CLIFolder(spec: "field a: bool(\"ja\", \"nein\")")
    try folder.write("d.ndjson", "{\"a\":\"x\(marks)\",\"x\(marks)\":1}\n")
    #expect(folder.run("check", "s.form", "d.ndjson", "--quiet").code == 1)
    try folder.write("d.csv", "a,x\(marks)\nja,2\n")
    #expect(folder.run("check", "s.form", "d.csv", "--quiet").code == 0)
    try folder.write("s.form", "field a: string rule like(\"x\\u{301}\") message \"no\"")
    try folder.write("d.ndjson", "{\"a\":\"x\(marks)\"}\n{\"a\":\"x\\u0301\"}\n")
    let like = folder.run("check", "s.form", "d.ndjson")
    #expect(like.output.contains("1 accepted, 1 rejected"))
  }
}
