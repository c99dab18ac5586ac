// The layout of data: what the form, the data and the flags specify, and which takes precedence.

import FormworkRuntime
import Foundation
import TestSizes
import Testing

@testable import FormworkCLI

@Suite struct DataLayoutTests {
  private func products(_ folder: CLIFolder, _ name: String, _ flags: String...) -> String? {
    let run = folder.run(["check", "s.form", name, "--accepted=./good"] + flags)
    return run.code == 2 ? nil : folder.text("good")
  }

  // MARK: Settings

  @Test func whoWins() throws {
    let form = "field a: int optional field b: int optional"
    let folder = try CLIFolder(spec: "data csv < delimiter \";\" > \(form)")
    for (name, text) in [
      ("form.csv", "a;b\n1;2\n"), ("line.csv", "sep=|\na|b\n1|2\n"),
      ("flag.csv", "sep=|\na!b\n1!2\n"), ("data.txt", "a;b\n1;2\n"),
    ] {
      try folder.write(name, text)
    }
    let good = "{\"a\":1,\"b\":2}\n"
    #expect(products(folder, "form.csv") == good)
    #expect(products(folder, "line.csv") == good)
    #expect(products(folder, "flag.csv", "--delimiter=!") == good)
    #expect(products(folder, "form.csv", "--delimiter=|") == nil)
    // The only kind that the form mentions.
    #expect(products(folder, "data.txt") == good)
  }

  @Test func linesBeforeTheHeader() throws {
    let folder = try CLIFolder(
      spec: "data csv < header 3 > field a: int rule value < 5 message \"no\"")
    let text = "A \"title,\n\na,b\n\n1,2\n9,2\n,\n"
    try folder.write("d.csv", text)
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson", "--rejected=./bad.csv")
    #expect(
      run.lines.map { $0.prefix(22) } == [
        "{\"record\":1,\"line\":5,\"", "{\"record\":2,\"line\":6,\"",
      ])
    #expect(folder.text("bad.csv") == "A \"title,\n\nformwork_problems,a,b\na: no,9,2\n")
    #expect(folder.run("check", "s.form", "bad.csv", "--quiet").code == 1)
    #expect(products(folder, "d.csv", "--header=none") == "")
    #expect(folder.run("check", "s.form", "d.csv", "--header=0").code == 2)
    let none = folder.run("check", "s.form", "d.csv", "--header=9")
    #expect(none.code == 2 && none.error.contains("There is no header"))
  }

  /// A number without a filled cell is no item where nothing must be in the items. The others keep their numbers.
  @Test func gapsInNumberedColumns() throws {
    let items = """
      field name: string from "name #" optional
      field age: int from "age #" DEFAULT optional rule value < 100 message "{value}"
      field home: < field town: string from "town #" rule count(2...) message "short" > optional
      """
    let rows =
      "name 1,age 1,town 1,name 2,age 2,town 2,name 3,age 3,town 3\n,,,,,,a,120,\n"
      + "a,1,Ulm,,,,c,3,X\n,,,,,,,,Bonn\na,,,b,,,c,,\n"
    func outcomes(_ items: String) throws -> [String] {
      let folder = try CLIFolder(
        spec: "field m: list of < \(items) > optional check count(m) <= 2 message \"{actual}\"")
      try folder.write("d.csv", rows)
      return folder.run("check", "s.form", "d.csv", "--output=ndjson").lines.map { line in
        let parts = line.split(separator: "\"")
        func after(_ key: String) -> Substring? {
          parts.firstIndex { $0 == key }.map { parts[$0 + 2] }
        }
        return after("field").map { "\($0) \(after("message") ?? "")" } ?? String(line)
      }
    }
    let gone = try outcomes(items.replacingOccurrences(of: "DEFAULT ", with: ""))
    #expect(gone[0] == "m[2].age 120" && gone[1] == "m[2].home.town short" && gone[3] == "m 3")
    #expect(gone[2].contains("\"product\":{\"m\":[{\"home\":{\"town\":\"Bonn\"}}]}"))
    let kept = try outcomes(
      items.replacingOccurrences(of: "DEFAULT optional", with: "default 5"))
    #expect(kept.prefix(2) == ["m[0] Item 1 of M is empty", "m[1] Item 2 of M is empty"])
  }

  /// The header is on the specified line, whatever follows it.
  @Test(arguments: ["a,b\n\n1,2\n", "a,b\n,\n1,2\n", "a,b\r\n \r\n1,2\r\n", "x\n\t , \na,b\n1,2\n"])
  func aBlankLineIsNoHeader(_ text: String) throws {
    let folder = try CLIFolder(spec: "data csv < header 2 > field a: int field b: int")
    try folder.write("d.csv", text)
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 2 && run.output == "")
    #expect(
      run.error
        == "error: d.csv:2: Line 2 should have the names of the columns, but it is blank. Write --header N"
        + " or header N in the form's data settings, with the line that has them.\n  No record was read.\n"
    )
    // Without a setting, the header is the first nonempty line.
    try folder.write("t.form", "field a: int field b: int")
    try folder.write("e.csv", "\n,\na,b\n1,2\n")
    #expect(folder.run("check", "t.form", "e.csv").code == 0)
    #expect(folder.run("check", "t.form", "e.csv", "--header=1").error.contains("Line 1 should"))
    #expect(folder.run("check", "t.form", "e.csv", "--header=3").code == 0)
    try folder.write("f.csv", "sep=;\na;b\n1;2\n")
    #expect(folder.run("check", "t.form", "f.csv", "--header=1").code == 0)
    #expect(folder.run("check", "t.form", "f.csv", "--header=2").code == 0)
  }

  @Test func noHeader() throws {
    let folder = try CLIFolder(
      spec: """
        data csv < header none >
        field a: int
        field r: < field x: string optional field y: int optional >
        field l: list of < field n: int > optional
        field b: list("|") of int optional from "B", "b2"
        """)
    try folder.write("d.csv", "1,x,2,3|4\n2,,,\nz,,1,\n1,2,3\n")
    let run = folder.run(
      "check", "s.form", "d.csv", "--output=ndjson", "--accepted=./good", "--rejected=./bad.csv")
    #expect(
      folder.text("good")
        == "{\"a\":1,\"r\":{\"x\":\"x\",\"y\":2},\"b\":[3,4]}\n")
    #expect(run.lines[2].contains("\"line\":3,\"column\":1"))
    #expect(run.lines[3].contains("it has 3 cells instead of 4"))
    #expect(folder.text("bad.csv") == "2,,,\nz,,1,\n1,2,3\n")
  }

  @Test func textsThatMeanBlank() throws {
    let folder = try CLIFolder(
      spec: """
        data csv < blank "NA", "-1", "true", "x" >
        data json < blank "NA" >
        data ndjson < blank "-", "é" >
        field a: string optional
        field b: int default 7
        field c: bool optional
        field d: choice("x", "y") optional
        field e: list("|") of string optional
        field f: < field g: string optional > optional
        """)
    try folder.write(
      "d.csv", "a,b,c,d,e,f.g\nNA,-1,true,x,NA,NA\nna,1,false,y,NA|x, NA \n\" NA \",-1,,,,\n")
    #expect(
      products(folder, "d.csv")
        == "{\"b\":7}\n{\"a\":\"na\",\"b\":1,\"c\":false,\"d\":\"y\",\"e\":[\"NA\",\"x\"]}\n{\"b\":7}\n"
    )
    try folder.write("d.json", #"[{"a":"NA","b":-1,"c":true,"d":"x","e":["NA"],"f":{"g":" NA"}}]"#)
    let json = folder.run("check", "s.form", "d.json", "--output=ndjson")
    #expect(json.output.contains(#"{"field":"e[0]","code":"required""#))
    try folder.write("d.ndjson", "{\"a\":\"-\",\"b\":2}\n{\"a\":\"NA\",\"b\":\"-\"}\n")
    #expect(products(folder, "d.ndjson") == "{\"b\":2}\n{\"a\":\"NA\",\"b\":7}\n")
    // A text matches in any Unicode normalization.
    try folder.write("d.ndjson", "{\"a\":\" e\u{301}\"}\n{\"a\":\"e\"}\n")
    #expect(products(folder, "d.ndjson") == "{\"b\":7}\n{\"a\":\"e\",\"b\":7}\n")
  }

  /// Each field of a record that may be read from several names takes its first nonempty column.
  @Test func recordsOfSeveralNames() throws {
    let folder = try CLIFolder(
      spec: """
        field r: < field x: int optional field s: < field y: int optional > optional >
          optional from "R", "Q"
        """)
    try folder.write("d.csv", "Q.x,R.x,Q.s.y,R.s.y\n2,1,3,4\n2,,3,\n2,,,4\n\" \",,,\n")
    #expect(
      products(folder, "d.csv")
        == "{\"r\":{\"x\":1,\"s\":{\"y\":4}}}\n{\"r\":{\"x\":2,\"s\":{\"y\":3}}}\n"
        + "{\"r\":{\"x\":2,\"s\":{\"y\":4}}}\n{}\n")
  }

  @Test func columnsThatAListOfTheSameFileReads() throws {
    let folder = try CLIFolder(
      spec: """
        list others from "d.csv" < field other: int from "A" field last: int from "last day" >
        field a: int
        field first: int from "first day"
        field more: int optional from "nota"
        check any(others(other: a), last > 0) message "m"
        """)
    try folder.write("d.csv", "a,first day,Last day,note\n1,2,3,4\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 0)
    #expect(
      run.error == """
        warning: d.csv: No field uses column 4 ("note"). It is ignored. Did you mean "nota"?
        warning: d.csv: There is no column "nota" for the field "more"; it stays blank. Did you mean "note"?

        """)
    // The columns of another file are other columns.
    try folder.write("e.csv", "a,first day,last day,nota\n1,2,3,4\n")
    let other = folder.run("check", "s.form", "e.csv")
    #expect(
      other.error == "warning: e.csv: No field uses column 3 (\"last day\"). It is ignored.\n")
  }

  @Test func allColumns() throws {
    let form = "field a: int field code: int optional field r: < field x: int optional > optional"
    let folder = try CLIFolder(spec: form)
    try folder.write("all.form", "data csv < columns all > " + form)
    try folder.write("d.csv", "a,cod\n1,2\n")
    let some = folder.run("check", "s.form", "d.csv")
    #expect(some.code == 0)
    #expect(
      some.error == """
        warning: d.csv: No field uses column 2 ("cod"). It is ignored. Did you mean "code"?
        warning: d.csv: There is no column "code" for the field "code"; it stays blank. Did you mean "cod"?
        warning: d.csv: There is no column "r" for the field "r"; it stays blank.

        """)
    let all = folder.run("check", "all.form", "d.csv")
    #expect(all.code == 2 && all.error.contains("There is no column \"r.x\""))
    #expect(
      all.error.contains(
        "There is no column \"code\" for the field \"code\", and the form asks for all"))
  }

  @Test(
    "a column belongs to every field that reads it, and to no other",
    arguments: [
      (
        """
        field items: list of < field k: string from "kind #"
        when k == "h" < field tel: string from "home #" > else < field tel: string from "work #" > >
        """, "kind 1,home 1,work 1\nh,1,2\nw,1,2\nh,,2\nw,1,\n",
        #"{"items":[{"k":"h","tel":"1"}]}"# + "\n" + #"{"items":[{"k":"w","tel":"2"}]}"# + "\n"
      ),
      (
        """
        field k: string
        when k == "p" < field o: < field name: string > >
        else < field o: < field name: string field vat: int > >
        """, "k,o.name,o.vat\np,Ann,\np,Ann,7\nc,Bob,12\nc,Bob,\n",
        #"{"k":"p","o":{"name":"Ann"}}"# + "\n" + #"{"k":"p","o":{"name":"Ann"}}"# + "\n"
          + #"{"k":"c","o":{"name":"Bob","vat":12}}"# + "\n"
      ),
      (
        """
        field k: string
        when k == "p" < field v: list of string from "x #" > else < field v: list of int from "x #" >
        """, "k,x 1,x 2\np,1,b\nc,1,2\nc,1,b\n",
        #"{"k":"p","v":["1","b"]}"# + "\n" + #"{"k":"c","v":[1,2]}"# + "\n"
      ),
      (
        """
        field k: string
        when k == "p" < field v: list of string from "x #" optional >
        else < field v: list of int from "s #" optional >
        """, "k,x 1,s 1\np,a,2\nc,a,2\nc,a,\n",
        #"{"k":"p","v":["a"]}"# + "\n" + #"{"k":"c","v":[2]}"# + "\n" + #"{"k":"c"}"# + "\n"
      ),
      (
        """
        field a: string from "n 1"
        field b: list of string from "n #"
        field c: list of int from "n #" rule sum(value) < 10 message "m"
        """, "n 1,n 2\n5,1\n5,6\n",
        #"{"a":"5","b":["5","1"],"c":[5,1]}"# + "\n"
      ),
      (
        """
        field home: < field street: string > from "addr" optional
        field work: < field street: string > from "addr", "job" optional
        """, "job.street,addr.street\nb,a\nb,\n",
        #"{"home":{"street":"a"},"work":{"street":"a"}}"# + "\n" + #"{"work":{"street":"b"}}"#
          + "\n"
      ),
      (
        """
        field total: int optional from "price|total"
        field prices: list by payer of <
          field dollar: number from "price|*"
          field home: < field town: string from "town *" > optional
          field plan: < field name: string > optional from "plan *"
        > optional
        field more: list by k of int optional from "price|*|x", "*/*"
        """,
        "price|total,PRICE|A,town A,plan A.name,price|a,price|B|x,b/b,b/c\n5,6,Delft,P,,7,8,9\n,,,,3,,,\n",
        #"{"total":5,"prices":{"A":{"dollar":6,"home":{"town":"Delft"},"plan":{"name":"P"}}},"#
          + #""more":{"B":7,"b":8}}"# + "\n" + #"{"prices":{"a":{"dollar":3}}}"# + "\n"
      ),
      (
        """
        field n: list by k of int optional from "n *", "form*" trimmed rule count(...2) message "{count}"
        """, "n a,n b,formwork_problems\n,2,x\n1,,\n1,2,\n",
        #"{"n":{"b":2}}"# + "\n" + #"{"n":{"a":1}}"# + "\n"
          + #"{"n":{"a":1,"b":2}}"# + "\n"
      ),
      (
        """
        data csv < header none >
        field k: string
        when k == "p" < field o: < field name: string > >
        else < field o: < field name: string field vat: int > >
        """, "p,Ann,\nc,Bob,12\nc,Bob,\n",
        #"{"k":"p","o":{"name":"Ann"}}"# + "\n" + #"{"k":"c","o":{"name":"Bob","vat":12}}"# + "\n"
      ),
    ]) func sharedColumns(_ form: String, _ table: String, _ accepted: String) throws
  {
    let folder = try CLIFolder(spec: form)
    try folder.write("d.csv", table)
    #expect(products(folder, "d.csv") == accepted)
  }

  @Test(
    "with columns exact, the columns are those of the fields in their order",
    arguments: [
      ("a,b,r.x,r.y,i1,k1,i2,k2,c\n1,2,3,4,5,6,7,8,9\n", nil),
      ("A,bee,r.x,r.y,i1,k1,c\n1,2,3,4,5,6,9\n", nil),
      ("a,bee,b,r.x,r.y,i1,k1,c,formwork_problems\n1,2,,3,4,5,6,9,x\n", nil),
      (
        "a,b,r.x,r.y,i1,i2,k1,k2,c\n1,2,3,4,5,6,7,8,9\n",
        #"Column 7 ("k1") must come before "i2", as"#
      ),
      ("b,a,r.x,r.y,i1,k1,c\n1,2,3,4,5,6,9\n", #"Column 2 ("a") must come before "b""#),
      ("a,b,r.y,r.x,i1,k1,c\n1,2,3,4,5,6,9\n", #"Column 4 ("r.x") must come before "r.y""#),
      ("a,r.x,b,r.y,i1,k1,c\n1,2,3,4,5,6,9\n", #"Column 3 ("b") must come before "r.x""#),
      (
        "a,b,r.x,r.y,z,i1,k1,c\n1,2,3,4,0,5,6,9\n",
        #"No field uses column 5 ("z"), and no other columns are"#
      ),
      ("a,b,r.x,r.y,,i1,k1,c\n1,2,3,4,,5,6,9\n", #"No field uses column 5 (""), and"#),
      ("a,b,r.x,r.y,i1,k1,c,t\n1,2,3,4,5,6,9,1\n", #"No field uses column 8 ("t"), and"#),
      (
        "a,b,r.x,i1,k1,c\n1,2,3,5,6,9\n",
        #"There is no column "r.y" for the field "r.y", and the form"#
      ),
    ] as [(String, String?)]) func exactColumns(_ table: String, _ error: String?) throws
  {
    let folder = try CLIFolder(
      spec: """
        data csv < columns exact >
        field a: int
        field b: int from "b", "bee"
        field r: < field x: int when x == 3 < field y: int > else < field y: int > >
        field items: list of < field i: int from "i#" field k: int from "k#" > optional from "ITEMS"
        field t: int = a + b
        field c: int
        """)
    try folder.write("d.csv", table)
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == (error == nil ? 0 : 2))
    #expect(error.map { run.error.contains($0) } ?? run.error.isEmpty)
  }

  @Test(
    "the columns of a record may begin with any of its names",
    arguments: [
      (
        "field r: < field x: int field y: int optional > from \"R\", \"Q\"", "Q.x\n1\n",
        #"{"r":{"x":1}}"#
      ),
      (
        "field r: < field x: int field y: int > from \"R\", \"Q\"", "Q.x,R.y\n1,2\n",
        #"{"r":{"x":1,"y":2}}"#
      ),
      (
        "field r: < field s: < field x: int from \"a\", \"b\" > from \"S\", \"T\" > from \"R\", \"Q\"",
        "Q.T.b\n1\n", #"{"r":{"s":{"x":1}}}"#
      ),
    ])
  func columnsOfARecord(_ form: String, _ data: String, _ product: String) throws {
    let folder = try CLIFolder(spec: form)
    try folder.write("d.csv", data)
    #expect(products(folder, "d.csv") == product + "\n")
    let warnings = folder.run("check", "s.form", "d.csv").error.split(separator: "\n")
    #expect(warnings.count == (form.contains("optional") ? 1 : 0), "\(warnings)")
  }

  @Test func aHeaderOnAnotherLine() throws {
    let folder = try CLIFolder(spec: "field a: int field b: int optional")
    try folder.write("d.csv", "Report,2026\n\na,b\n1,2\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 2)
    #expect(
      run.error.hasPrefix(
        "error: d.csv:1: None of the columns is used by the form. Line 1 was read as the"
          + " header. If another line has the names of the columns, write --header N or header N in the"
          + " form's data settings.\n"))
    #expect(folder.run("check", "s.form", "d.csv", "--header=3").code == 0)
  }

  /// If nothing is read, there are no warnings about ignored columns.
  @Test func errorsOfAHeaderComeWithoutItsWarnings() throws {
    let folder = try CLIFolder(
      spec: "data csv < header 2 > field b: int optional field c: int optional field a: int")
    try folder.write("d.csv", "Report\nc,x\n1,2\n")
    let error = folder.run("check", "s.form", "d.csv").error
    #expect(error.hasPrefix("error: d.csv:2: There is no column \"a\" for the required field"))
    #expect(!error.contains("warning"))
  }

  @Test func columnsWithoutNames() throws {
    let folder = try CLIFolder(spec: "field a: int")
    for (name, text) in [
      ("none.csv", "a,,\n1,,\n2, ,\"\"\n"), ("last.csv", "a,,\n1,,\n2,,x\n"),
      ("first.csv", ",a\n,1\n0,2\n"),
    ] {
      try folder.write(name, text)
    }
    #expect(folder.run("check", "s.form", "none.csv").error == "")
    #expect(
      folder.run("check", "s.form", "last.csv").error
        == "warning: last.csv: Column 3 has no name in the header, but has a value on line 3."
        + " It is ignored.\n")
    #expect(folder.run("check", "s.form", "first.csv").error.contains("Column 1 has no name"))
  }

  @Test(arguments: [("d.ndjson", "\n"), ("d.json", "[]"), ("d.csv", "a\n,\n"), ("d.tsv", "a\n")])
  func nothingInAFile(name: String, text: String) throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write(name, text)
    let run = folder.run("check", "s.form", name)
    #expect(run.code == 0)
    #expect(run.error == "warning: \(name): There are 0 records. Is this the right file?\n")
    try folder.write("s.form", "field a: int check records in 0... message \"no\"")
    #expect(folder.run("check", "s.form", name).error == "")
  }

  @Test func rowsOfNothing() throws {
    let folder = try CLIFolder(spec: "field a: string field b: int optional")
    try folder.write("d.csv", "a,b\n,\nx,1\n , \t\n\"\",\n\n,\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.summary == "2 records: 1 accepted, 1 rejected")
    #expect(run.output.contains("Record 2, d.csv:5"))
    #expect(run.output.hasSuffix("  3 empty rows ignored\n"))
  }

  // MARK: Places of problems

  @Test func columnsOfValues() throws {
    // The first column of several that is filled in, and the column inside a record.
    let folder = try CLIFolder(
      spec: """
        field mail: string from "E-Mail", "Mail" rule email message "{column}"
        field k: bool
        when k < field home: < field street: string optional field town: string optional > >
        else blank message "{column}"
        """)
    try folder.write("d.csv", "E-Mail,Mail,k,home.town,home.street\n,ann@,no,,Elm\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.output.contains("error Mail, cell B2: Mail"), "\(run.output)")
    #expect(run.output.contains("error home.street, cell E2: home.street"))
  }

  @Test func aFieldOfABlankRecordHasAPlace() throws {
    let folder = try CLIFolder(
      spec: """
        field a: int
        field r: < field x: int optional field y: string optional > optional
        check a > 1 message "{column}" at r.y
        """)
    try folder.write("d.csv", "a,r.x,r.y\n1,,\n")
    #expect(folder.run("check", "s.form", "d.csv").output.contains("error r.y, cell C2: r.y"))
    try folder.write("d.ndjson", #"{"a":1,"r":null}"# + "\n")
    let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
    #expect(run.output.contains(#""field":"r.y","code":"compare""#))
    #expect(run.output.contains(#""message":"r.y""#))
    #expect(run.output.contains(#""line":1,"column":1"#))
  }

  /// A rule of a field in a record and a check about that field are about the same field.
  @Test func theFirstProblemOfAFieldInARecord() throws {
    let folder = try CLIFolder(
      spec: """
        field r: < field x: int rule value > 5 message "over 5" >
        check r.x > 7 message "over 7"
        """)
    try folder.write("d.ndjson", #"{"r":{"x":1}}"# + "\n")
    let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson", "--first", "field")
    #expect(run.output.contains("over 5") && !run.output.contains("over 7"))
  }

  // MARK: Numbered columns

  @Test func numberedColumns() throws {
    let folder = try CLIFolder(
      spec: """
        field codes: list of <
          field code: string from "code|#"
          field kind: choice("CPT", "NDC") from "code|#|type" message "{column}: {value}?"
        > optional
        field tags: list of string from "tag #" optional each rule count(1) message "{column}"
        field r: < field days: list of int from "day #" > optional
        field item: string from "Item #" optional
        """)
    try folder.write(
      "d.csv",
      "Item #,code|1,code|1|type,CODE|2,code|2|type,Tag 1,tag 2,tag 4,r.day 1,r.Day 2\n"
        + "x,a,CPT,,,1,,9,,7\n,,,b,xx,,22,,1,\n")
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson")
    #expect(
      run.lines[0].contains("{\"field\":\"r.days[0]\",\"code\":\"required\"")
        && run.lines[0].contains("\"line\":2,\"column\":16"))
    #expect(run.lines[1].contains(#""field":"codes[0]","code":"required""#))
    #expect(run.lines[1].contains(#""message":"code|2|type: xx?""#))
    #expect(run.lines[1].contains(#""field":"tags[1]","code":"count""#))
    #expect(run.lines[1].contains(#""message":"tag 2""#))
    #expect(run.error.contains("(\"tag 4\")"))
    // In JSON the keys are the names.
    try folder.write("d.json", #"{"codes":[{"code":"a","kind":"CPT"}],"tags":["x"],"Item #":"y"}"#)
    #expect(
      products(folder, "d.json")
        == #"{"codes":[{"code":"a","kind":"CPT"}],"tags":["x"],"item":"y"}"# + "\n")
  }

  /// Among several texts with a `#`, each item takes the first whose column is filled in, in any order of columns.
  @Test func numberedColumnsByOtherNames() throws {
    let folder = try CLIFolder(
      spec: """
        field days: list of int from "Day #", "D#" optional each rule range(0...9) message "{column}"
        field codes: list of <
          field code: string from "code #", "c#", "Code #"
          field n: int from "n#" optional
        > optional
        """)
    try folder.write(
      "d.csv",
      "D1,Day 1,Day 2,D3,c1,code 1,n1,code 2,c2\n,1,2,3,a,b,1,,\n7,,,,x,,,,y\n 4 ,5,6,99,,,,,\n,,,8,,,1,,\n"
    )
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson")
    #expect(run.error == "", "\(run.error)")
    #expect(run.lines[0].contains(#""product":{"days":[1,2,3],"codes":[{"code":"b","n":1}]}"#))
    #expect(run.lines[1].contains(#""product":{"days":[7],"codes":[{"code":"x"},{"code":"y"}]}"#))
    #expect(
      run.lines[2].contains(#""field":"days[2]""#) && run.lines[2].contains(#""message":"D3""#))
    #expect(run.lines[2].contains(#""line":4,"column":9"#), "\(run.lines[2])")
    #expect(run.lines[3].contains(#""field":"days[0]","code":"required""#))
    #expect(run.lines[3].contains(#""field":"codes[0].code","code":"required""#))
  }

  @Test func numberedColumnsOfRecordsInItems() throws {
    let folder = try CLIFolder(
      spec: """
        field members: list of <
          field name: string from "member #"
          field home: < field town: string from "member # town" rule count(...6) message "{column}" >
          field work: <
            field site: < field floor: int from "floor #", "F#" field lift: bool optional >
            field post: string from "post #" optional
          > from "work #" optional
        >
        """)
    try folder.write(
      "d.csv",
      "member 1,member 1 town,member 2,member 2 town,floor 1,F1,F2,work 1.site.lift,post 2\n"
        + "Ann,Delft,Bob,Gouda,1,2,3,yes,x\nAnn,Delft,,,,,,,\nAnn,,Bob,Amsterdam,,,,,y\n,,,,,9,z,,\n"
    )
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson", "--rejected=./bad.csv")
    #expect(
      run.error.hasPrefix(
        "warning: d.csv: There is no column \"post 1\" for the field \"members.work.post\""),
      "\(run.error)")
    #expect(
      run.lines[0].contains(
        #""product":{"members":[{"name":"Ann","home":{"town":"Delft"},"work":{"site":{"floor":1,"lift":true}}},"#
          + #"{"name":"Bob","home":{"town":"Gouda"},"work":{"site":{"floor":3},"post":"x"}}]}"#),
      "\(run.lines[0])")
    #expect(
      run.lines[1].contains(
        #""product":{"members":[{"name":"Ann","home":{"town":"Delft"}}]}"#), "\(run.lines[1])")
    // The place of a missing record is its first column.
    #expect(
      run.lines[2].contains(#"{"field":"members[0].home","code":"required""#)
        && run.lines[2].contains(#""line":4,"column":5"#), "\(run.lines[2])")
    #expect(run.lines[2].contains(#""field":"members[1].home.town","code":"count""#))
    #expect(run.lines[2].contains(#""message":"member 2 town""#), "\(run.lines[2])")
    #expect(run.lines[2].contains(#""field":"members[1].work.site","code":"required""#))
    #expect(run.lines[3].contains(#""field":"members[1].work.site.floor","code":"type""#))
    #expect(run.lines[3].contains(#""line":5,"column":8"#), "\(run.lines[3])")
    let bad = folder.run("check", "s.form", "bad.csv")
    #expect(bad.summary == "2 records: 0 accepted, 2 rejected")
    #expect(folder.run("check", "s.form", "d.csv").output.contains("D4"), "The cell of a town.")
    try folder.write(
      "d.json",
      #"[{"members":[{"name":"Ann","home":{"town":"Delft"},"work":{"post":"x","site":{"floor":1}}}]}]"#
    )
    #expect(folder.run("check", "s.form", "d.json").summary == "1 record: 1 accepted, 0 rejected")
    // A field without a column is reported by its first name.
    try folder.write("e.csv", "member 1,F1\nx,1\n")
    let missing = folder.run("check", "s.form", "e.csv")
    #expect(
      missing.error.contains(
        "There is no column \"member 1 town\" for the required field \"members.home.town\"."),
      "\(missing.error)")
    #expect(!missing.error.contains("floor 1"))
  }

  @Test func numberedColumnsThatAreMissing() throws {
    let folder = try CLIFolder(
      spec: """
        field id: int
        field members: list of < field name: string > optional
        field codes: list of < field code: string from "code #" field n: int from "n #" optional >
        """)
    try folder.write("d.csv", "id,cod 1\n1,2\n")
    let none = folder.run("check", "s.form", "d.csv")
    #expect(none.code == 2)
    #expect(
      none.error.contains(
        "\"members\" is a list of records. In a table, its fields need numbered columns, such as"
          + " from \"members # name\"."))
    #expect(!none.error.contains("warning"))
    #expect(
      none.error.contains("There is no column \"code 1\" for the required field \"codes\"."),
      "\(none.error)")
    try folder.write("e.csv", "id,code 1,code 1\n1,2,3\n")
    #expect(folder.run("check", "s.form", "e.csv").error.contains("Columns 2 and 3 are both"))
    try folder.write("f.csv", "id,n 1\n1,2\n")
    #expect(folder.run("check", "s.form", "f.csv").error.contains("\"codes.code\""))
  }

  // MARK: Encodings

  static let encodings = [
    ("windows-1252", "Grüße,€ 5"), ("iso-8859-15", "Grüße,€ 5"), ("utf-16le", "Grüße 会員,€"),
    ("utf-16be", "Grüße 会員,€"), ("shift_jis", "会員登録,カナ"), ("euc-kr", "회원 가입,이름"),
    ("gb18030", "会员登录,姓名😀"), ("utf-32", "x😀,y"),
  ]

  @Test(arguments: encodings)
  func sameProducts(encoding: String, row: String) throws {
    let folder = try CLIFolder(
      spec: "data csv < encoding \"\(encoding)\" > field a: string field b: string")
    let text = "a,b\n" + String(repeating: row + "\n", count: sized(3_000, large: 8_000))
    try folder.write("utf-8.csv", [0xEF, 0xBB, 0xBF] + Array(text.utf8))
    try folder.write("plain.csv", text)
    let coded = Process()
    coded.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    coded.arguments = [
      "sh", "-c", "iconv -f utf-8 -t \(encoding) '\(folder("plain.csv"))' > '\(folder("d.csv"))'",
    ]
    try coded.run()
    coded.waitUntilExit()
    let wanted = products(folder, "utf-8.csv")
    #expect(wanted?.count ?? 0 > 20_000)
    #expect(products(folder, "d.csv") == wanted)
    // A byte order mark takes precedence over the flag.
    let isMarked = encoding == "utf-32"
    #expect((products(folder, "d.csv", "--encoding=utf-8") == wanted) == isMarked)
  }

  /// A row with a NUL is malformed; it isn't taken for UTF-16.
  @Test(arguments: ["\0,1", "\0", "\0,\0", "a\0"])
  func nulInARow(row: String) throws {
    let folder = try CLIFolder(spec: "field a: string optional field b: int optional")
    try folder.write("d.csv", "a,b\nx,1\n\(row)\nz,2\n")
    let run = folder.run("check", "s.form", "d.csv", "--rejected=./bad.csv")
    #expect(run.summary == "3 records: 2 accepted, 1 rejected")
    #expect(folder.run("check", "s.form", "bad.csv").summary == "1 record: 0 accepted, 1 rejected")
  }

  /// A character that a combining mark may follow isn't lost at the end, and invalid bytes don't affect their
  /// neighbors.
  @Test(
    arguments: [
      ("windows-1258", Array("1,abc\n2,xyz".utf8), ["abc", "xyz"]),
      ("windows-1255", Array("1,x\n2,".utf8) + [0xE0, 0xE9, 0xF9], ["x", "איש"]),
      ("windows-1258", Array("1,c".utf8) + [0x8A] + Array("x\n2,ab".utf8) + [0x8A], []),
      ("cp932", Array("1,a".utf8) + [0xFF] + Array("\n2,b\n3,c".utf8), ["b", "c"]),
      ("cp932", Array("1,a".utf8) + [0x81] + Array("\n2,b\n3,c\n".utf8), ["b", "c"]),
      ("ucs-2le", Array("1,a".utf8 + [0xFF] + "\n2,b\n3,c".utf8).flatMap { [$0, 0] }, ["b", "c"]),
      ("utf-7", Array("1,a+2AA-\n2,b\n3,c".utf8), ["b", "c"]),
    ] as [(String, [UInt8], [String])])
  func charactersAndBytesThatAreNone(encoding: String, data: [UInt8], notes: [String]) throws {
    guard TextDecoder.knows(encoding) else { return }
    let isWide = encoding == "ucs-2le"
    var data = data
    if isWide {
      // Makes the 16-bit unit half of a surrogate pair.
      for index in data.indices where data[index] == 0xFF { data[index + 1] = 0xD8 }
    }
    let folder = try CLIFolder(
      spec: "data csv < encoding \"\(encoding)\" header none > field id: int"
        + " field note: string")
    try folder.write("d.csv", data)
    let run = folder.run("check", "s.form", "d.csv", "--accepted=./good", "--rejected=./bad")
    let good = try #require(folder.text("good"))
    for note in notes { #expect(good.contains("\"note\":\"\(note)\"")) }
    #expect(
      good.split(separator: "\n").count == notes.count
        && run.code == (notes.count > 1 && encoding.hasPrefix("windows") ? 0 : 1))
    // The text before the invalid bytes is kept.
    if notes.isEmpty {
      #expect(
        try #require(folder.bytes("bad")).suffix(10) == Array("c".utf8) + [0xFF]
          + Array("x\n2,ab".utf8) + [0xFF, 0x0A])
    }
  }

  @Test(
    arguments: [
      ("windows-1252", [0x4B, 0xE4, 0x73, 0x65]),
      ("shift_jis", [0x89, 0xEF, 0x88, 0xF5, 0x93, 0x6F, 0x98, 0x5E]),
      ("euc-kr", [0xC8, 0xB8, 0xBF, 0xF8, 0xB0, 0xA1, 0xC0, 0xD4]),
      ("gb18030", [0xBB, 0xE1, 0xD4, 0xB1, 0xB5, 0xC7, 0xC2, 0xBC]),
      ("utf-16le", [0x61, 0x00, 0x62, 0x00, 0x63, 0x00]),
    ] as [(String, [UInt8])])
  func encodingsThatNobodyHasSaid(encoding: String, cell: [UInt8]) throws {
    let folder = try CLIFolder(spec: "field a: string")
    try folder.write("d.csv", Array("a\nx\n".utf8) + cell + [0x0A])
    let run = folder.run(
      "check", "s.form", "d.csv", "--accepted=./good", "--rejected=./bad", "--output=ndjson")
    #expect(run.code == 2 && folder.names == ["d.csv", "s.form"])
    // The rows before the fault are reported, and none after it.
    #expect(run.lines.count == 1)
    #expect(
      run.error == """
        error: d.csv:3: This line is not in UTF-8; it looks like \(encoding).
          Use --encoding \(encoding), or write in the form: data csv < encoding "\(encoding)" >
          Excel writes UTF-8 with Save As, "CSV UTF-8 (Comma delimited)".

        """)
    // With the encoding specified, such a row is malformed, and reading goes on.
    try folder.write("e.csv", Array("a\nx\n".utf8) + cell + Array("\ny\n".utf8))
    let said = folder.run("check", "s.form", "e.csv", "--encoding=utf-8", "--accepted=./good")
    #expect(said.code == 1 && folder.text("good") == "{\"a\":\"x\"}\n{\"a\":\"y\"}\n")
  }

  @Test func wrongEncodings() throws {
    let folder = try CLIFolder(spec: "data csv < encoding \"windows-1252\" > field a: string")
    try folder.write("utf8.csv", "a\nKäse\n")
    let run = folder.run("check", "s.form", "utf8.csv")
    #expect(
      run.code == 2
        && run.error.hasPrefix("error: utf8.csv is not in windows-1252: it looks like utf-8."))
    try folder.write("bad.csv", Array("a\nK".utf8) + [0x81, 0x0A, 0x80, 0x0A])
    let bad = folder.run("check", "s.form", "bad.csv", "--rejected=./out.csv", "--output=ndjson")
    #expect(bad.lines[0].contains("it has bytes that are not valid in windows-1252"))
    #expect(bad.lines[1].contains("{\"a\":\"€\"}"))
    try folder.write("head.csv", Array("a,".utf8) + [0x81, 0x0A])
    for words in [
      ["check", "s.form", "head.csv"], ["new", "head.csv", "--encoding=windows-1252"],
    ] {
      let run = folder.run(words)
      #expect(run.code == 2 && run.error.contains("not valid in its encoding"), "\(run.error)")
    }
    #expect(folder.run("check", "s.form", "bad.csv", "--encoding=utf-99").code == 2)
    let form = folder.run("check", "s.form", "bad.csv", "--encoding=utf-8//IGNORE")
    #expect(form.code == 2)
  }

  /// Corrected rejects are read in their actual encoding, whatever the form says.
  @Test func rejectsInUTF8() throws {
    let folder = try CLIFolder(
      spec: "data csv < encoding \"windows-1252\" > field a: string rule count(1) message \"ä\"")
    try folder.write("d.csv", Array("a\nK".utf8) + [0xE4, 0x0A])
    #expect(folder.run("check", "s.form", "d.csv", "--rejected=./bad.csv").code == 1)
    #expect(folder.text("bad.csv") == "\u{FEFF}formwork_problems,a\na: ä,Kä\n")
    let again = folder.run("check", "s.form", "bad.csv", "--rejected=./more.csv")
    #expect(again.code == 1 && folder.text("more.csv") == folder.text("bad.csv"))
  }

  // MARK: Lists in JSON

  @Test func recordsAtAPath() throws {
    let folder = try CLIFolder(
      spec: """
        data json < records at prices.items blank "-" >
        field a: int rule value < 5 message "no"
        """)
    let before = #"{"x": [1, {"prices": {"items": [7]}}, "prices\"", -1.5e3, null],"# + "\n"
    let items = #""prices":{"items2": {}, "\u0069tems":[{"a":1},"# + "\n{\"a\":9}\n,{\"a\":}\n]"
    try folder.write("d.json", before + items + #", "rest": [true]}, "more": "}]"}"# + "\n")
    for flags in [[], ["--jobs=2"]] {
      let run = folder.run(
        ["check", "s.form", "d.json", "--output=ndjson", "--rejected=./bad.json"] + flags)
      #expect(
        run.lines.map { String($0.prefix(38)) } == [
          "{\"record\":1,\"line\":2,\"accepted\":true,\"",
          "{\"record\":2,\"line\":3,\"accepted\":false,",
          "{\"record\":3,\"line\":4,\"accepted\":false,",
        ])
    }
    let bad = try #require(folder.text("bad.json"))
    #expect(bad.hasPrefix("{\"prices\":{\"items\":[\n{\"formwork_problems\":[\"a: no\"],\"a\":9}"))
    let again = folder.run("check", "s.form", "bad.json", "--rejected=./more.json")
    #expect(again.summary == "2 records: 0 accepted, 2 rejected")
    #expect(folder.text("more.json") == bad)
    #expect(folder.run("check", "s.form", "d.json", "--records=prices.items2").code == 2)
  }

  @Test(arguments: [
    #"{"prices":{"item":[]}}"#, #"{"prices":{"items":{}}}"#, #"{"prices":[]}"#, "[]", "7", "{}",
    #"{"a":{"prices":{"items":[]}}}"#, #"[{"prices":{"items":[]}}]"#,
    #"{"prices":{"item":[]}} {"prices":{"items":[]}}"#, "{} x",
  ])
  func noListAtAPath(json: String) throws {
    let folder = try CLIFolder(spec: "data json < records at prices.items > field a: int")
    try folder.write("d.json", json)
    let run = folder.run("check", "s.form", "d.json", "--rejected=./bad.json")
    #expect(run.code == 2 && folder.names == ["d.json", "s.form"])
    #expect(run.error.contains("There is no list \"prices.items\" here"))
  }

  /// The text around the list must be JSON, too.
  @Test(arguments: [
    (#"{"x":tru,"l":[{"a":1}]}"#, 0), (#"{"x":01,"l":[{"a":1}]}"#, 0),
    (#"{"x":"\q","l":[{"a":1}]}"#, 0), (#"{"x" 1,"l":[{"a":1}]}"#, 0),
    (#"{"x":[1},"l":[{"a":1}]}"#, 0), (#"{"l":[{"a":1}] x}"#, 1), (#"{"l":[{"a":1}]"#, 1),
    (#"{"l":[{"a":1}],}"#, 1), (#"{"l":[{"a":1}]} {"#, 1), (#"{"l":[{"a":1}],"l":[{"a":1}]}"#, 1),
    ("", 0), (#"{"x":1,"l":[{"a":1}"#, 1),
  ])
  func brokenAroundAList(json: String, accepted: Int) throws {
    let folder = try CLIFolder(spec: "data json < records at l > field a: int")
    try folder.write("d.json", json)
    let run = folder.run("check", "s.form", "d.json")
    #expect(run.code == 1)
    #expect(
      run.summary == "\(Words.count(accepted + 1, "record")): \(accepted) accepted, 1 rejected")
  }

  /// Text after the list that isn't part of it isn't lost. Anything that isn't a list element is written as one text,
  /// which no reader takes for records.
  @Test(arguments: [
    (#"{"a":{"b":[{"id":"ok"}]}} {"a":{"b":[]}}"#, #""{\"a\":{\"b\":[]}}""#),
    (#"{"a":{"b":[{"id":"ok"}],"b":[{"id":"q2"}]}}"#, #""[{\"id\":\"q2\"}]}}""#),
    (#"{"a":{"b":[{"id":"ok"}] "c":[{"id":"q2"}]}}"#, #""\"c\":[{\"id\":\"q2\"}]}}""#),
    (#"{"a":{"b":[{"id":"ok"}],"b":5}}"#, #""5}}""#),
    (#"{"a":{"b":[{"id":"ok"}] {"id":"q2"}}}"#, #""{\"id\":\"q2\"}}}""#),
    (#"{"a":{"c":tru,"b":[{"id":"q2"}]}}"#, #"",\"b\":[{\"id\":\"q2\"}]}}""#),
    (#"{"p":[1,z],"a":{"b":[{"id":"q2"}]}}"#, #""],\"a\":{\"b\":[{\"id\":\"q2\"}]}}""#),
  ])
  func restBehindAList(json: String, rest: String) throws {
    let folder = try CLIFolder(spec: "data json < records at a.b > field id: string")
    try folder.write("r0.json", json)
    for round in 1...3 {
      let run = folder.run("check", "s.form", "r\(round - 1).json", "--rejected=./r\(round).json")
      #expect(run.code == 1)
      let bad = try #require(folder.text("r\(round).json"))
      #expect(bad.hasPrefix("{\"a\":{\"b\":[\n") && bad.hasSuffix("\(rest)\n]}}\n"))
    }
  }

  /// An item's problem is reported in its list's column.
  @Test(arguments: [
    (
      "T: list(\"|\") of string from \"Worte\" each rule lowercase message \"{column}\"",
      "Worte\na|B\n", "Worte"
    ),
    (
      "c: list of < field k: string from \"k#\" > rule distinct(by: k) message \"{column}\"",
      "k1,k2\na,a\n", "k1"
    ),
    (
      "c: list of < field k: string from \"k#\" rule lowercase message \"{column}\" >",
      "k1,k2\na,B\n", "k2"
    ),
  ])
  func columnsOfItems(form: String, table: String, column: String) throws {
    let folder = try CLIFolder(spec: "field " + form)
    try folder.write("d.csv", table)
    let run = folder.run("check", "s.form", "d.csv", "--report=./r.csv")
    let row = try #require(folder.text("r.csv")?.split { $0.isNewline }.last)
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    #expect(run.code == 1 && cells[3] == column && cells[7] == column, "\(row)")
  }

  /// A carriage return at the end of the last cell is kept.
  @Test func carriageReturnBeforeTheEndOfARow() throws {
    let folder = try CLIFolder(
      spec: "field id: string rule count(...3) field note: string optional")
    try folder.write("d.csv", "id,note\nabcd,x\r\r\n")
    _ = folder.run("check", "s.form", "d.csv", "--rejected=./bad.csv")
    #expect(folder.text("bad.csv")?.hasSuffix("abcd,x\r\r\n") == true)
  }

  // MARK: Packed

  @Test func packedFiles() throws {
    let folder = try CLIFolder(spec: "field a: int field b: string")
    let count = sized(6_000, large: 40_000)
    let rows = (0..<count).map {
      "\($0),\($0 % 7 == 0 ? "é" : String(repeating: "x", count: $0 % 300))"
    }
    try folder.write("d.csv", "a,b\n" + rows.joined(separator: "\n") + "\n")
    try folder.write("e.csv", "\(count),last\n")
    let pack =
      "cd '\(folder.path)' && gzip -9 -c d.csv > d.csv.gz && gzip -1 -c e.csv >> d.csv.gz"
      + " && head -c 5000 d.csv.gz > cut.csv.gz && cat d.csv e.csv > all.csv"
      + " && printf 'x\\000' | cat d.csv.gz - > tail.csv.gz"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", pack]
    try process.run()
    process.waitUntilExit()
    let wanted = products(folder, "all.csv")
    #expect(wanted?.hasSuffix("{\"a\":\(count),\"b\":\"last\"}\n") ?? false)
    #expect(products(folder, "d.csv.gz") == wanted)
    let cut = folder.run("check", "s.form", "cut.csv.gz", "--accepted=./none", "--show=0")
    #expect(cut.code == 2 && cut.error.contains("The compressed data is truncated"))
    // Trailing bytes that gzip ignores with a warning are ignored here as well.
    #expect(products(folder, "tail.csv.gz") == wanted)
    let tail = folder.run("check", "s.form", "tail.csv.gz", "--show=0")
    #expect(tail.error.contains("The extra data after the gzip data is ignored."))
    var damaged = try #require(folder.bytes("d.csv.gz"))
    damaged[damaged.count - 8] ^= 1
    try folder.write("damaged.csv.gz", damaged)
    let sum = folder.run("check", "s.form", "damaged.csv.gz", "--show=0")
    #expect(sum.code == 2 && sum.error.contains("damaged: its checksum"))
  }

  /// Rejects are read with the form's settings, so they need the mark that some of the data had.
  @Test(arguments: [["m.ndjson", "w.ndjson"], ["w.ndjson", "m.ndjson"], ["m.ndjson"]])
  func rejectsOfLinesWithAMark(files: [String]) throws {
    let folder = try CLIFolder(
      spec:
        "data ndjson < encoding \"windows-1252\" >\nfield id: string\nfield n: int rule value > 4")
    try folder.write("m.ndjson", [0xEF, 0xBB, 0xBF] + Array("{\"id\":\"é\",\"n\":1}\n".utf8))
    try folder.write("w.ndjson", Array("{\"id\":\"".utf8) + [0xE9] + Array("\",\"n\":1}\n".utf8))
    #expect(folder.run(["check", "s.form"] + files + ["--rejected=./r.ndjson"]).code == 1)
    let again = folder.run(
      "check", "s.form", "r.ndjson", "--output=ndjson", "--rejected=./q.ndjson")
    #expect(again.code == 1 && folder.bytes("q.ndjson") == folder.bytes("r.ndjson"))
    #expect(folder.bytes("r.ndjson")?.starts(with: [0xEF, 0xBB, 0xBF]) == true)
  }

  /// Without a header, only the delimiter shows that the tables differ.
  @Test(arguments: [["v.csv", "w.csv"], ["w.csv", "v.csv"]])
  func rejectsOfTablesWithOtherDelimiters(files: [String]) throws {
    let folder = try CLIFolder(
      spec: "data csv < header none >\nfield a: string\nfield b: string rule value != \"bad\"")
    try folder.write("v.csv", "sep=;\na;bad\n")
    try folder.write("w.csv", "x;y,bad\n")
    #expect(folder.run(["check", "s.form"] + files).code == 1)
    let run = folder.run(["check", "s.form"] + files + ["--rejected=./r.csv"])
    #expect(
      run.code == 2 && run.error.contains("The delimiter differs from that of the first table"))
    #expect(folder.bytes("r.csv") == nil)
  }
}
