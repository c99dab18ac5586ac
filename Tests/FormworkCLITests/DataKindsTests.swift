// Real-world data: records with a space in a cell, line ends of old programs, files whose extension doesn't match
// their contents.

import Formwork
import FormworkSyntax
import Foundation
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

  /// In a text that isn't trimmed, a space is a value.
  @Test func recordsWithASpaceThatCounts() throws {
    let folder = try CLIFolder(
      spec: "field id: int field r: < field x: int field y: string optional > optional")
    try folder.write("d.csv", "id,r.x,r.y\n1,,\" \"\n")
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson")
    #expect(run.output.contains(#""field":"r.x","code":"required""#))
  }

  // MARK: Places

  /// An empty cell has a place like any other. The place of a record is that of its first nonempty cell.
  @Test func placesOfEmptyCells() throws {
    let folder = try CLIFolder(
      spec: """
        field rec: < field c: int optional field d: int optional check c != d message "differ" >
        field x: int from "X1", "X2"
        field sum: int default 9 rule value != x message "no"
        field h: list("|") of string optional
        field none: int optional
        check h is filled message "h" at h
        check none is filled message "none" at none
        """)
    try folder.write(
      "d.csv",
      "sum,h,X2,rec.c,X1,rec.d\n,, ,1,,1\n\"a\"\"\",,2,,,\n\"\",a||b,,,\"\",2\n,é,9,1,,2\n")
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson")
    let places = run.lines.map { line in
      line.components(separatedBy: "{\"field\":\"").dropFirst().map { problem in
        let name = problem.prefix { $0 != "\"" }
        let place = problem.components(separatedBy: "\"line\":")
        return name + (place.count > 1 ? ":" + place[1].filter { "0123456789,".contains($0) } : "")
      }
    }
    #expect(
      places.map { $0.joined(separator: " ") } == [
        "rec:2,5, x:2,7, h:2,2, none", "rec:3,10, sum:3,1, h:3,7, none",
        "x:4,11, h[1]:4,4, none", "sum:5,1, none",
      ])
    let drawn = folder.run("check", "s.form", "d.csv").output
    #expect(drawn.contains("        filled at s.form:6:7\n"))
  }

  /// Cells are identified by row and column, a missing value by the object that lacks it.
  @Test func placesAsTheyAreDrawn() throws {
    let folder = try CLIFolder(
      spec: """
        field amount "Menge": int from "qty" rule value > 3 message "Too few"
        field kind "kind": string
        field r: < field c: int > optional
        """)
    try folder.write("d.csv", "x,\"two\nlines\",kind,qty\n1,2,a,3\n,,b,\n")
    let drawn = folder.run("check", "s.form", "d.csv").output
    #expect(
      drawn.contains(
        "  error Menge (qty), cell D3: Too few\n        \"3\" · compare at s.form:1:43"), "\(drawn)"
    )
    #expect(drawn.contains("  error Menge (qty), cell D4: Menge is required\n        required"))
    try folder.write("d.ndjson", "{\"qty\":5,\"kind\":\"a\", \"r\":{}}\n {\"qty\":5}\n")
    let missing = folder.run("check", "s.form", "d.ndjson").output
    #expect(missing.contains("error r.c: C is required\n        at 1:26 · required"), "\(missing)")
    #expect(missing.contains("error kind: kind is required\n        at 2:2 · required"))
    let lines = folder.run("check", "s.form", "d.ndjson", "--output=ndjson").lines
    #expect(lines[0].contains("\"line\":1,\"column\":26"))
  }

  /// Problems of a nested record are reported at its beginning.
  @Test func placesOfRecords() throws {
    let folder = try CLIFolder(
      spec: """
        define pair: < field c: int optional field d: int optional check c != d message "same" >
        field rec: pair
        field items: list of <
          field p: pair optional
          field n: int optional
          check n != p.c message "n"
        >
        """)
    try folder.write(
      "d.ndjson",
      #"{"rec":{"c":1,"d":1},"items":[{},{"p":{"c":2,"d":2},"n":2},{"p":{"c":3},"n":3}]}"# + "\n")
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(
      run.lines.filter { $0.hasPrefix("  error") || $0.hasPrefix("     ") }.map {
        $0.components(separatedBy: " · ")[0].trimmingCharacters(in: .whitespaces)
      } == [
        "error rec: same", "at 1:8", "error items[1].p: same", "at 1:39", "error items[1]: n",
        "at 1:34", "error items[2]: n", "at 1:60",
      ])
  }

  // MARK: Line ends

  @Test(arguments: ["a,b\r1,2\r3,4\r", "\"a\",\"b\"\r\"1\",\"2\"", "a,\"b\r\"\rx,y"])
  func linesThatEndWithReturns(_ table: String) throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d.csv", table)
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 2 && run.output == "")
    #expect(
      run.error
        == "error: d.csv:1: The lines end with CR only. Save the file with LF or CR LF line"
        + " endings.\n  No record was read.\n")
  }

  @Test(arguments: ["a\n1\n", "a\r\n1\r\n", "a\r\r\n1\r\n", "a,\"x\ry\"\r\n1,\r\n"])
  func linesThatEndOtherwise(_ table: String) throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d.csv", table)
    #expect(folder.run("check", "s.form", "d.csv").summary == "1 record: 1 accepted, 0 rejected")
  }

  // MARK: Kinds of JSON

  @Test(arguments: [
    ("d.ndjson", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "JSON with several lines. Try --input json"),
    ("d.ndjson", "[{\"a\":1},{\"a\":2}]\n", "JSON with several lines. Try --input json"),
    ("d.ndjson", "{\"a\":1,\n\"b\":2}\n", "JSON with several lines. Try --input json"),
    ("d.json", "{\"a\":1}\n{\"a\":2}\n", "a JSON record on each line. Try --input ndjson"),
  ])
  func otherKindsOfJSON(name: String, text: String, words: String) throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write(name, text)
    let run = folder.run("check", "s.form", name)
    #expect(run.code == 1 && run.error == "hint: \(name) looks like \(words).\n")
    #expect(folder.run("check", "s.form", name, "--quiet").error == "")
  }

  @Test(arguments: [
    ("d.ndjson", "{\"a\":1}\n[1\n"), ("d.ndjson", "{\"a\":\n"), ("d.ndjson", "nope\n"),
    ("d.json", "{\"a\":1} x"), ("d.json", "[{\"a\":1}{\"a\":2}]"),
  ])
  func brokenJSON(name: String, text: String) throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write(name, text)
    let run = folder.run("check", "s.form", name)
    #expect(run.code == 1 && run.error == "")
  }

  @Test func forgottenComma() throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d.json", "[{\"a\":1}\n{\"a\":2},\n{\"a\":3} {\"a\":4}{\"a\":5}]")
    let run = folder.run("check", "s.form", "d.json", "--output=ndjson", "--rejected=./bad.json")
    #expect(run.lines.count == 5)
    #expect(run.lines.filter { $0.contains(#""accepted":true"#) }.count == 2)
    let wanted = #""message":"The record cannot be read: a comma is missing before it","line":2"#
    #expect(run.lines[1].contains(wanted))
    let again = folder.run("check", "s.form", "bad.json")
    #expect(again.summary == "3 records: 3 accepted, 0 rejected")
  }

  // MARK: Words of the command line

  @Test func swappedFiles() throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d.ndjson", "{\"a\":1}\n")
    let run = folder.run("check", "d.ndjson", "s.form")
    #expect(run.code == 2)
    #expect(run.error.contains("\"d.ndjson\" is given as the form, and \"s.form\" as data."))
    #expect(run.error.contains("The form comes first: formwork check s.form d.ndjson"))
  }

  @Test func numbersBelowZero() throws {
    let folder = try CLIFolder(spec: "field a: int")
    let run = folder.run("check", "s.form", "--show", "-1")
    #expect(
      run.code == 2
        && run.error.hasPrefix("error: --show must be a whole number from 0, not \"-1\"."))
    let delimiter = folder.run("check", "s.form", "--input=csv", "--delimiter", "、")
    #expect(delimiter.error.hasPrefix("error: --delimiter must be one ASCII character such as ;"))
  }
}
