// `use` and `choices … from`: several files as one form, and paths that lead out of its folder.

import Foundation
import Testing

@testable import FormworkCLI

@Suite struct ReuseTests {
  let folder: CLIFolder

  init() throws { folder = try CLIFolder() }

  private func write(_ name: String, _ text: String) throws {
    let parts = name.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: folder(parts), withIntermediateDirectories: true)
    try folder.write(name, text)
  }

  /// Checks one record. Returns its line without the beginning, or the form's errors.
  private func check(_ record: String) throws -> String {
    try folder.write("d.ndjson", record)
    let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
    guard run.code != 2 else { return run.error }
    #expect(run.error == "")
    return run.output.replacingOccurrences(of: #"{"record":1,"line":1,"#, with: "")
  }

  /// Returns the codes of the errors in an invalid form.
  private func errors() throws -> [String] {
    let error = try check("{}")
    return error.matches(of: /error\[([a-z-]+)\]/).map { String($0.output.1) }
  }

  // MARK: - use

  @Test func definitionsThatOnlyOtherFormsCanUse() throws {
    try write(
      "common.form",
      """
      define isAdult = born <= today - 18 years
      define sized = coumt(4) and weight > 3
      define listed(x) = x in countries and "{nope}" == x
      """)
    try write("s.form", "use \"common.form\" field a: int")
    #expect(try check(#"{"a":1}"#) == #""accepted":true,"product":{"a":1},"problems":[]}"# + "\n")
    try write("common.form", "define wrong = email(3) and nope is filled")
    #expect(try errors() == ["wrong-arguments"])
    try write("s.form", "use \"common.form\" field a: int define b = nope is filled")
    #expect(try errors() == ["unknown-field", "wrong-arguments"])
  }

  @Test func filesInPages() throws {
    try write("common.form", "define small = value < 5\nfields optional\nfield b: int rule small")
    try write(
      "s.form",
      "page \"A\" < use \"common.form\" > page \"B\" < use \"common.form\" field c: int rule small >"
    )
    #expect(
      try check(#"{"c":1}"#) == #""accepted":true,"product":{"c":1},"problems":[]}"# + "\n",
      "The level has the file once.")
    try write("common.form", "page \"C\" < field b: int >")
    try write("s.form", "page \"A\" < use \"common.form\" > page \"B\" < field c: int >")
    #expect(try errors() == ["page-in-block"])
    try write("s.form", "use \"common.form\" field r: < field c: int >")
    #expect(
      try check(#"{"b":1,"r":{"c":2}}"#)
        == #""accepted":true,"product":{"b":1,"r":{"c":2}},"problems":[]}"# + "\n")
    try write("s.form", "field a: int field r: < use \"common.form\" >")
    #expect(try errors() == ["page-in-block"])
  }

  @Test func everythingThatAFileDeclares() throws {
    try write(
      "common.form",
      """
      form common "Common"
      language ja
      define code = count(2) message "two"
      define amount: number rule value >= 0 message "not below 0"
      choices size = "S", "M"
      table t(s) < "S" -> 1 "M" -> 2 >
      field id: string rule code
      check id != "xx" message "not xx"
      example "not of the spec" rejects id < id: "x" >
      """)
    try write(
      "s.form",
      """
      form own "Own"
      use "common.form"
      field n: amount rule value in t(s) message "table"
      field s: choice of size
      """)
    #expect(
      try check(#"{"id":"ab","n":1,"s":"S"}"#)
        == #""accepted":true,"product":{"id":"ab","n":1,"s":"S"},"problems":[]}"# + "\n")
    let problems = try check(#"{"id":"xx","n":-1,"s":"M"}"#)
    #expect(problems.contains("not xx") && problems.contains("not below 0"))
    #expect(problems.contains("table"))
    #expect(folder.run("test", "s.form").output.contains("0 passed, 0 failed"))
  }

  @Test func inBlocksAndInFolders() throws {
    try write(
      "parts/zip.form", #"use "deep/digits.form" field zip: string rule five message "zip""#)
    try write("parts/deep/digits.form", "define five = digits and count(5)")
    try write(
      "s.form",
      """
      field home: < use "parts/zip.form" >
      field work: < use "./parts/zip.form" field floor: int > optional
      field foreign: bool default false
      when not foreign < use "parts//zip.form" > else < field country: string >
      """)
    #expect(
      try check(#"{"home":{"zip":"12345"},"work":{"zip":"1","floor":1},"zip":"x"}"#).matches(
        of: /"field":"([^"]*)"/
      ).map { $0.output.1 } == ["work.zip", "zip"])
  }

  @Test func whenNamesFieldsOfUsedFiles() throws {
    try write("common.form", "field flag: bool when flag < field a: int >")
    try write(
      "s.form",
      #"use "common.form" when flag < field b: int required if late > 3 > field late: int"#)
    let late = try check(#"{"flag":true,"a":1,"late":4}"#)
    #expect(late.contains(#"{"field":"b","code":"required""#))
    #expect(try check(#"{"flag":true,"a":1,"late":3}"#).contains(#""accepted":true"#))
    try write("s.form", #"when flag < field b: int > use "common.form""#)
    #expect(try errors() == ["declared-later"])
  }

  @Test func aFileUsedTwiceOnDifferentWays() throws {
    try write(
      "base.form",
      """
      define code = count(2) message "two"
      field id: string rule code
      check id != "xx" message "m"
      """)
    try write("a.form", #"use "base.form" field a: string rule code"#)
    try write("b.form", #"use "base.form" field b: string rule code"#)
    try write("s.form", #"use "a.form" use "b.form" use "base.form""#)
    let problems = try check(#"{"id":"xx","a":"a","b":"b"}"#)
    let codes = problems.matches(of: /"code":"(\w+)"/).map { $0.output.1 }
    #expect(codes == ["compare", "code", "code"])
  }

  @Test func circles() throws {
    try write("s.form", #"field x: int use "a.form""#)
    try write("a.form", #"use "b.form""#)
    try write("b.form", #"use "a.form""#)
    #expect(try errors() == ["unusable-file"])
    try write("b.form", #"use "s.form""#)
    #expect(try errors() == ["unusable-file"])
    try write("s.form", #"use "s.form""#)
    #expect(try errors() == ["unusable-file"])
  }

  @Test(arguments: [
    "../x.form", "parts/../x.form", "/etc/passwd", "parts/../../x.form", "..", "a\\b.form", "",
  ])
  func waysOutside(_ path: String) throws {
    try write("parts/y.form", "field y: int")
    try write("s.form", "use \"\(path)\" field x: int")
    #expect(try errors() == ["unusable-file"])
    #expect(try path.isEmpty || check("{}").contains("is outside the form's folder"))
    try write("s.form", "choices c from \"\(path)\" field x: choice of c")
    #expect(try errors().first == "unusable-file")
  }

  @Test func symbolicLinks() throws {
    let outside = try CLIFolder()
    try outside.write("x.form", "field x: int")
    try write("s.form", #"use "link.form""#)
    try FileManager.default.createSymbolicLink(
      atPath: folder("link.form"), withDestinationPath: outside("x.form"))
    #expect(try errors() == ["unusable-file"])
    try write("s.form", #"use "parts/x.form""#)
    try FileManager.default.createSymbolicLink(
      atPath: folder("parts"), withDestinationPath: outside.path)
    #expect(try errors() == ["unusable-file"])
    // A link that stays inside is treated like any file.
    try write("s.form", #"use "inside.form""#)
    try write("deep/x.form", "field x: int")
    try FileManager.default.createSymbolicLink(
      atPath: folder("inside.form"), withDestinationPath: folder("deep/x.form"))
    #expect(try check(#"{"x":1}"#).contains(#""accepted":true"#))
  }

  @Test func filesThatCannotBeRead() throws {
    try write("s.form", #"use "none.form" use "parts" field x: int"#)
    try write("parts/x.form", "")
    #expect(try errors() == ["unusable-file", "unusable-file"])
  }

  @Test func aNameDefinedTwiceSaysWhereBothAre() throws {
    try write("a.form", "define code = count(2)")
    try write("b.form", "define code = count(3)")
    try write("s.form", "use \"a.form\"\nuse \"b.form\"\nfield x: string rule code")
    let error = try check("{}")
    #expect(error.contains("error[repeated-name]"))
    #expect(error.contains("a.form:1:8") && error.contains("b.form:1:8"))
  }

  @Test func mistakesAreShownInTheirFile() throws {
    try write("a.form", "field x: int\nrule")
    try write("b.form", "field y: int rule valeu > 3")
    try write("s.form", "use \"a.form\"\nuse \"b.form\"")
    let error = try check("{}")
    #expect(error.contains("a.form:2:"))
    try write("a.form", "field x: int")
    #expect(try check("{}").contains("b.form:1:19"))
  }

  // MARK: - choices from files

  @Test func choicesFromAFile() throws {
    try write(
      "lists/countries.csv",
      "\u{FEFF}code,label,also\r\nJP,\"Japan, land of\",\r\n\r\n"
        + " DE , Germany ,x\r\nFR,,\r\n,nothing,\r\n")
    try write("lists/c.form", #"choices country from "countries.csv""#)
    try write(
      "s.form",
      """
      use "lists/c.form"
      choices more = country, "US" "States"
      field a: choice of country message "{choices}"
      field b: choice of more optional
      field c: string optional rule value in country message "c"
      """)
    #expect(try check(#"{"a":"JP","b":"US","c":"FR"}"#).contains(#""accepted":true"#))
    #expect(try check(#"{"a":"code"}"#).contains("Japan, land of, Germany, FR"))
    #expect(try check(#"{"a":"DE","b":"nothing","c":"US"}"#).contains(#"States"#))
  }

  @Test func choicesFromFilesThatAreNoLists() throws {
    try write("s.form", #"choices c from "c.csv" field a: choice of c"#)
    try write("c.csv", "code,name\n")
    #expect(try errors() == ["bad-choices-file"])
    try write("c.csv", "")
    #expect(try errors() == ["bad-choices-file"])
    try write("c.csv", "code\nx\n\"y\n")
    let error = try check("{}")
    #expect(error.contains("error[") && error.contains("3"))
    try write("c.csv", "code\nx\nx\n")
    try folder.write("d.ndjson", #"{"a":"x"}"#)
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.code == 0 && run.error.contains("warning[repeated-choice]"))
  }

  @Test func choicesInFilesWithSpellings() throws {
    try write(
      "s.form",
      """
      choices c from "c.csv"
      field a: choice of c
      field b: choice of c anyCase default "kilo"
      example "one" accepts < a: "Stk" >
      """)
    for delimiter in [",", ";", "\t"] {
      let rows = ["code,label,also", "piece,Stück,Stk | pcs|", "kg,,\"kilo\"", "l,Liter,"]
      let text = rows.joined(separator: "\n").replacingOccurrences(of: ",", with: delimiter)
      try write("c.csv", text)
      #expect(try check(#"{"a":"Stk"}"#).contains(#""product":{"a":"piece","b":"kg"}"#))
      #expect(try check(#"{"a":"pcs","b":"KILO"}"#).contains(#""product":{"a":"piece","b":"kg"}"#))
      #expect(try check(#"{"a":"PCS"}"#).contains(#""code":"choice""#))
    }
  }

  @Test func aFirstColumnThatIsTakenIsTold() throws {
    for (columns, text, isTold) in [
      ("", "code,Label,Also\nx,X,y\n", false), ("", "code,region,name\nx,X,y\n", true),
      ("", "code,name\nx,X\n", true), ("", "code,label\nx,X\n", false), ("", "code\nx\n", false),
      ("label \"name\"", "code,Name\nx,X\n", false),
      ("also \"name\"", "code,x,name\nx,X,y\n", true),
      ("column \"code\"", "code,x,name\nx,X,y\n", false),
    ] {
      try write("s.form", #"choices c from "c.csv" \#(columns) field a: choice of c"#)
      try write("c.csv", text)
      try folder.write("d.ndjson", #"{"a":"x"}"#)
      let told = folder.run("check", "s.form", "d.ndjson").error.contains("[choices-column]")
      #expect(told == isTold, "\(columns) \(text)")
    }
  }

  @Test func aFileOfChoicesIsFaultedOnce() throws {
    try write(
      "s.form", #"choices c from "c.csv" field a: choice of c example "e" accepts < a: "x" >"#)
    for text in [
      "code,name\nx,X\ny\nz\n", "code,name\n", "code\nx\"y\nz\"a\n", "code,n,a\nx,X,y\nz,Z,y\n",
    ] {
      try write("c.csv", text)
      #expect(try errors().count == 1, "\(text)")
    }
  }

  @Test func choicesInOtherCodings() throws {
    try write("s.form", #"choices c from "c.csv" field a: choice of c"#)
    let text = "kind\nx\n".utf16
    let codings: [[UInt8]] = [
      [0xFF, 0xFE] + text.flatMap { [UInt8($0), 0] },
      [0xFE, 0xFF] + text.flatMap { [0, UInt8($0)] },
      [0xEF, 0xBB, 0xBF] + Array("kind\nx\n".utf8),
    ]
    for coding in codings {
      try folder.write("c.csv", coding)
      #expect(try check(#"{"a":"x"}"#).contains(#""accepted":true"#))
    }
    let broken: [[UInt8]] = [
      Array("kind\nx\n".utf8) + [0xE4, 0x0A], codings[0] + [0x61], codings[0] + [0x00, 0xD8],
      codings[1] + [0xDC, 0x00, 0x00, 0x61],
    ]
    for bytes in broken {
      try folder.write("c.csv", bytes)
      #expect(try errors() == ["bad-choices-file"])
    }
    try folder.write("c.csv", "kind,label\rx,\"X\ny\"\ry,Y\r")
    #expect(
      try check("{}").contains(
        "error[bad-choices-file]: The lines of this file end with CR only. Save it with LF or"))
  }

  // MARK: - Rows

  @Test func recordsAndListsInTables() throws {
    try write(
      "s.form",
      """
      field name: string
      field address: < field zip: string from "Zip code" rule digits message "zip"
        field geo: < field x: number field y: number > optional > optional
      field tags: list("|") of string optional each rule lowercase message "low"
      check address.geo.x > 0 message "x"
      """)
    try folder.write(
      "d.csv",
      """
      tags,address.geo.x,name,ADDRESS.ZIP CODE,address.geo.y
      a|b,1.5,n,123,2
      A|b|C,-1,n,x,
      ,,n,,
      ,1,n,,
      """)
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson")
    #expect(
      run.lines.first?.contains(
        #""product":{"name":"n","address":{"zip":"123","geo":{"x":1.5,"y":2}},"tags":["a","b"]}"#)
        == true)
    #expect(
      run.lines.map { $0.matches(of: /"field":"([^"]*)"/).map { $0.output.1 } } == [
        [], ["address.zip", "address.geo.y", "tags[0]", "tags[2]", "address.geo.x"], [],
        ["address.zip", "address.geo.y"],
      ])
  }
}
