// Data as people have it: records with a space in a cell, line ends of old programs, files whose name
// promises another kind of data than is in them.

import Testing

@testable import FormworkCLI

@Suite struct DataKindsTests {
  @Test func recordsOfBlankColumns() throws {
    let folder = try CLIFolder(
      spec: """
        field id: int
        field r: <
          field x: int
          field y: string trimmed optional
          field z: string without("-") optional
          field s: < field t: date optional > optional
        > optional
        """)
    try folder.write(
      "d.csv",
      "id,r.x,r.y,r.z,r.s.t\n1,\" \",,,\n2,,  ,--,\" \"\n3,,\" \",a,\n4,,,,2026-01-01\n5,1,,,\n")
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson", "--accepted=./good")
    #expect(
      folder.text("good") == "{\"id\":1}\n{\"id\":2}\n{\"id\":5,\"r\":{\"x\":1}}\n")
    #expect(run.lines.filter { $0.contains(#""field":"r.x","code":"required""#) }.count == 2)
  }

  /// To a text that is not trimmed a space is a value.
  @Test func recordsWithASpaceThatCounts() throws {
    let folder = try CLIFolder(
      spec: "field id: int field r: < field x: int field y: string optional > optional")
    try folder.write("d.csv", "id,r.x,r.y\n1,,\" \"\n")
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson")
    #expect(run.output.contains(#""field":"r.x","code":"required""#))
  }
}
