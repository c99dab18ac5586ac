// Rules about all records of a data set: `unique`, `same` and `records`, tested through the command line.

import Testing

@testable import FormworkCLI

@Suite struct AcrossTests {
  /// Checks lines of NDJSON. Returns the code and message of each problem, by record.
  private func problems(_ spec: String, _ records: String) throws -> [String] {
    let folder = try CLIFolder(spec: spec)
    try folder.write("d.ndjson", records)
    let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
    #expect(run.error == "")
    return run.lines.flatMap { AcrossTests.problems(ofLine: $0) }
  }

  /// `2 id unique "taken"`
  private static func problems(ofLine line: String) -> [String] {
    if line.hasSuffix("\"problems\":[]}") { return [] }
    guard let record = line.firstMatch(of: /^{"record":(\d+|null)/)?.output.1 else { return [line] }
    let pattern =
      /{"field":(?:"([^"]*)"|null),"code":"(\w+)","severity":"(\w+)","message":"((?:[^"\\]|\\.)*)"/
    return line.matches(of: pattern).map { match in
      let mark = match.output.3 == "warning" ? "warning " : ""
      return "\(record) \(mark)\(match.output.1 ?? "-") \(match.output.2) \(match.output.4)"
    }
  }

  // MARK: - unique

  @Test("of any kind, numbers are compared by value, what has a structure as it is written")
  func anyKind() throws {
    let found = try problems(
      """
      field a: any optional rule unique message "dup"
      field l: list of any optional rule distinct message "twice"
      """,
      #"""
      {"a":1}
      {"a":1.0}
      {"a":"1"}
      {"a":true}
      {"a":"\u00e9"}
      {"a":"e\u0301"}
      {"a":{"x":1}}
      {"a":{"x": 1}}
      {"a":{"x":1}}
      {"l":[1,"1",true,"true",[1],[1.0]]}
      {"l":[10,1e1]}
      {"l":[1234567890123456789012345678901234567890,1234567890123456789012345678901234567891]}
      """#)
    #expect(
      found == ["2 a unique dup", "6 a unique dup", "9 a unique dup", "11 l distinct twice"])
  }

  @Test("what is put together with something blank is as blank")
  func blankTexts() throws {
    let found = try problems(
      """
      field z: int
      field x: string
      field y: string optional
      when y is blank or y is filled < check unique(z, "{x}/{y}") message "again" >
      """,
      """
      {"z":1,"x":"a"}
      {"z":1,"x":"b"}
      {"z":1,"x":"b","y":"c"}
      {"z":1,"x":"b","y":"c"}
      """)
    #expect(found == ["2 - unique again", "4 - unique again"])
  }

  @Test func theLaterOneIsReported() throws {
    let found = try problems(
      #"field id: string rule unique message "{value} {first} {record} {line}""#,
      """
      {"id":"a"}

      {"id":"b"}
      {"id":"a"}
      {"id":"a"}
      {"id":"b"}
      """)
    #expect(found == ["3 id unique a 1 1 1", "4 id unique a 1 1 1", "5 id unique b 2 2 3"])
  }

  @Test func eachRuleHasWhatCameOfItsOwnKeys() throws {
    let found = try problems(
      """
      field a: string optional rule unique message "{first}"
      field b: string optional rule same message "{first}" rule unique message "{first}"
      field c: string optional rule unique message "{first}"
      """,
      """
      {"a":"1","b":"1","c":"1"}
      {"a":"2","b":"1","c":"2"}
      {"a":"3","c":"2"}
      {"a":"2","b":"2","c":"1"}
      {"a":"4","c":"4"}
      {"a":"1","b":"1"}
      """)
    #expect(
      found == [
        "2 b unique 1", "3 c unique 2", "4 a unique 2", "4 b same 1", "4 c unique 1",
        "6 a unique 1",
        "6 b unique 1",
      ])
  }

  @Test func theBuiltInMessage() throws {
    let found = try problems("field id: string rule unique", "{\"id\":\"a\"}\n{\"id\":\"a\"}")
    #expect(found == ["2 id unique Id must be unique; record 1 has the same value"])
  }

  @Test func valuesAreEqualAsInConditions() throws {
    let found = try problems(
      """
      field t: string optional rule unique message "t {first}"
      field c: string anyCase optional rule unique message "c {first}"
      field n: number optional rule unique message "n {first}"
      field d: date("d.M.yyyy") optional rule unique message "d {first}"
      field i: instant optional rule unique message "i {first}"
      field s: string trimmed lowercased optional rule unique message "s {first}"
      """,
      """
      {"t":"が","c":"Straße","n":"1.50","d":"1.2.2026","i":"2026-01-01T00:00:00Z","s":" X"}
      {"t":"\\u304b\\u3099","c":"STRAẞE","n":1.5,"d":"01.02.2026","i":"2026-01-01T01:00:00+01:00","s":"x"}
      {"t":"か","c":"STRASSE","n":1.51,"d":"2.2.2026","i":"2026-01-01T01:00:00Z","s":"xx"}
      """)
    #expect(found == ["t", "c", "n", "d", "i", "s"].map { "2 \($0) unique \($0) 1" })
  }

  @Test func recordsAndListsAreEqualAsAWhole() throws {
    let found = try problems(
      """
      field a: list of string optional rule unique message "a {first}"
      field b: < field x: int field y: int optional > optional rule unique message "b {first}"
      """,
      """
      {"a":["x","y"],"b":{"x":1}}
      {"a":["xy"],"b":{"y":1,"x":2}}
      {"a":["y","x"],"b":{"x":1,"y":1}}
      {"a":["x","y"],"b":{"z":0,"x":"1"}}
      {"a":["x",1],"b":{"x":"?"}}
      """)
    #expect(
      found.prefix(2) == ["4 a unique a 1", "4 b unique b 1"]
        && !found.contains { $0.hasPrefix("5") && $0.contains("unique") })
  }

  @Test func blanksAreEqualButNotAllOfThem() throws {
    let spec = """
      field a: string optional
      field b: int optional
      field f: bool optional
      check unique(a, b, f) message "{first}"
      """
    let found = try problems(
      spec,
      """
      {}
      {"a":"x"}
      {"b":null}
      {"a":"x","b":""}
      {"f":false}
      {"f":false}
      {"a":"x","b":"?"}
      """)
    #expect(
      found.prefix(2) == ["4 - unique 2", "6 - unique 5"] && found.count == 3)
  }

  @Test func theOrderOfFieldsAndTheirBordersCount() throws {
    let found = try problems(
      #"field a: string field b: string check unique(a, b) message "{first}""#,
      """
      {"a":"xy","b":"z"}
      {"a":"x","b":"yz"}
      {"a":"z","b":"xy"}
      {"a":"xy","b":"z"}
      """)
    #expect(found == ["4 - unique 1"])
  }

  @Test func recordsThatAreRejectedForAnotherReasonCount() throws {
    let found = try problems(
      """
      field id: string rule count(2...) and unique message "{value}" rule letters message "letters"
      field n: int
      """,
      """
      {"id":"x","n":1}
      {"id":"x","n":1}
      {"id":"12","n":"?"}
      {"id":"12","n":1}
      """)
    #expect(
      found.map { $0.prefix { $0 != "N" } } == [
        "1 id count x", "2 id count x", "3 id letters letters", "3 n type ", "4 id unique 12",
        "4 id letters letters",
      ])
  }

  @Test func malformedRecordsHaveNoKeys() throws {
    let found = try problems(
      #"field id: string rule unique message "{first} {line}""#,
      """
      {"id":"a",}
      {"id":"a"}
      {"id":"a","id":"a"}
      {"id":"a"}
      """)
    #expect(found.count == 3 && found[0].hasPrefix("1 - malformed"))
    #expect(found[1].hasPrefix("3 - malformed") && found[2] == "4 id unique 2 2")
  }

  @Test func inBlocksAndRecords() throws {
    let found = try problems(
      """
      field k: choice("x", "y")
      field r: < field id: int rule unique message "{value} {first}" field b: int check unique(id, b) message "c" >
      when k == "x" < field only: int rule unique message "only {first}" >
      """,
      """
      {"k":"x","r":{"id":1,"b":1},"only":1}
      {"k":"y","r":{"id":1,"b":2},"only":1}
      {"k":"x","r":{"id":2,"b":2},"only":1}
      {"k":"x","r":{"id":1,"b":1},"only":2}
      """)
    #expect(
      found == [
        "2 r.id unique 1 1", "3 only unique only 1", "4 r.id unique 1 1", "4 r unique c",
      ])
  }

  @Test func throughDefinitionsAndAsWarnings() throws {
    let found = try problems(
      """
      define key = unique message "{value} again, as in {first}"
      define pair(x, y) = unique(x, y) message "{x}/{y} of {first}"
      field id: string rule key
      field n: int rule unique warning "n {first}"
      check pair(id, n)
      """,
      """
      {"id":"a","n":1}
      {"id":"a","n":2}
      {"id":"b","n":1}
      {"id":"a","n":1}
      """)
    #expect(
      found == [
        "2 id key a again, as in 1", "3 warning n unique n 1", "4 id key a again, as in 1",
        "4 warning n unique n 1", "4 - pair a/1 of 1",
      ])
  }

  // MARK: - same and records

  @Test func same() throws {
    let found = try problems(
      #"field batch: string optional anyCase check same(batch) message "{batch}, not as {first}""#,
      """
      {}
      {"batch":"A"}
      {"batch":"a"}
      {"batch":"B"}
      {}
      {"batch":"B"}
      """)
    #expect(found == ["4 batch same B, not as 2", "6 batch same B, not as 2"])
  }

  @Test(arguments: [
    (#"check records in 2...3 message "{actual} of {min} to {max}""#, 4, "- records 4 of 2 to 3"),
    (#"check records in 2...3 message "m""#, 1, "- records m"),
    (#"check records > 2 message "[{record}] [{line}] {min}""#, 1, "- records [] [] 2"),
    (#"check records in 1... message "m""#, 0, "- records m"),
    (#"check records not in 2...2 message "m""#, 2, "- records m"),
    (#"check records in ..<3 warning "m""#, 3, "warning - records m"),
    ("check records in ..<3", 3, "- records There must be fewer than 3 records"),
    (#"check records in 2...3 message "m""#, 3, ""),
    (#"check records > 2 message "more than {min}""#, 2, "- records more than 2"),
    ("check records > 2", 2, "- records There must be more than 2 records"),
    (#"check records > 2 message "m""#, 3, ""),
  ])
  func numberOfRecords(_ check: String, _ count: Int, _ wanted: String) throws {
    let found = try problems(
      "field a: int\n" + check, String(repeating: "{\"a\":1}\n", count: count))
    #expect(found == (wanted.isEmpty ? [] : ["null " + wanted]))
  }

  @Test("what unique and same found is the value of their one field")
  func actualOfOneField() throws {
    let found = try problems(
      """
      field u: int optional rule unique message "{actual}"
      field v: number(decimal ",") optional
      check same(v) message "{actual}"
      """,
      """
      {"u":1,"v":1}
      {"u":"1.0","v":"2,50"}
      """)
    #expect(found == ["2 u unique 1", "2 v same 2,50"])
  }

  @Test("a limit of records is the one that the form has")
  func paramsOfTheNumberOfRecords() throws {
    let folder = try CLIFolder(
      spec: """
        field n: list of int rule count(n) > 2 message "[{min}]"
        check records > 2 message "[{min}]"
        """)
    try folder.write("d.ndjson", #"{"n":[1]}"#)
    let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
    let params = run.output.matches(of: /"message":"\[2]","params":(\{.*?})/).map { $0.1 }
    let wanted: Substring = #"{"min":2,"exclusive":true,"actual":1}"#
    #expect(params == [wanted, wanted])
  }

  @Test func aWrongNumberOfRecordsRejectsTheWhole() throws {
    let folder = try CLIFolder(spec: "field a: int check records in 2... message \"two\"")
    try folder.write("d.ndjson", "{\"a\":1}")
    let run = folder.run("check", "s.form", "d.ndjson", "--accepted=./ok.ndjson")
    #expect(run.code == 1 && run.output.contains("All records") && run.output.contains("two"))
    #expect(run.summary == "1 record: 1 accepted, 0 rejected, 1 error of all records")
  }

  // MARK: - Where they may stand

  @Test(arguments: [
    "field a: string rule not unique message \"m\"",
    "field a: string rule unique or count(3) message \"m\"",
    "field a: string field b: bool rule (a is unique) == true message \"m\"",
    "field a: string field b: string required if a is unique",
    "field a: string when a is unique < field b: int >",
    "define other(c) = not c field a: string rule other(unique) message \"m\"",
    "field l: list of string each rule unique",
    "field l: list of < field a: string rule unique >",
    "field l: list of < field a: string check unique(a) >",
    "field l: list of < field a: string > check unique(l.a)",
    "field l: list of < field a: string > check any(l, a is unique) message \"m\"",
    "field l: list of < field a: string check records in 1...2 >",
    "field a: string check unique",
    "field a: string check same(b)",
  ])
  func notAllowed(_ spec: String) throws {
    let folder = try CLIFolder(spec: spec)
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.code == 2 && run.error.contains("error["))
    #expect(!run.error.contains("internal"))
  }

  // MARK: - Data in pieces and in several files

  private static let big = """
    field id: string rule unique message "{value} {first} {line}"
    field batch: string rule same
    field n: int optional
    check unique(batch, n) message "{first}" at n
    check records in 1...1000 message "{actual}"
    """

  private static func id(_ number: Int) -> String {
    "key-\(number % 1_800 == 1_799 ? number / 3 : number)-" + String(repeating: "x", count: 150)
  }

  @Test func piecesAreOneDataSet() throws {
    let folder = try CLIFolder(spec: AcrossTests.big)
    var lines = ""
    var rows = "n,batch,id\n"
    for number in 0..<6_000 {
      let batch = number % 2_000 == 1_999 ? "c" : "b"
      let count = number % 1_400 == 1_399 ? number / 2 : number
      lines += #"{"id":"\#(AcrossTests.id(number))","batch":"\#(batch)","n":\#(count)}"# + "\n"
      rows += "\(count),\(batch),\(AcrossTests.id(number))\n"
    }
    try folder.write("d.ndjson", lines)
    try folder.write("d.csv", rows)
    let one = folder.run("check", "s.form", "d.ndjson", "--output=ndjson", "--jobs=1")
    #expect(one.code == 1)
    let found = one.lines.flatMap { AcrossTests.problems(ofLine: $0) }
    #expect(
      found == [
        "1400 n unique 700", "1800 id unique \(AcrossTests.id(599)) 600 600",
        "2000 batch same Batch must be the same as in record 1",
        "3600 id unique \(AcrossTests.id(1_199)) 1200 1200",
        "4000 batch same Batch must be the same as in record 1", "4200 n unique 2100",
        "6000 batch same Batch must be the same as in record 1", "null - records 6000",
      ])
    for jobs in ["2", "4"] {
      let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson", "--jobs=" + jobs)
      #expect(run.output == one.output)
    }
    let table = folder.run("check", "s.form", "d.csv", "--output=ndjson", "--jobs=4")
    let inRows = table.lines.flatMap { AcrossTests.problems(ofLine: $0) }
    #expect(inRows.map { $0.prefix(12) } == found.map { $0.prefix(12) })
  }

  @Test func severalFilesAreOneDataSet() throws {
    let folder = try CLIFolder(
      spec: """
        field id: string rule unique message "{value} {first} {record} {line}"
        field b: int optional check same(b)
        check records in ...3 message "{actual}"
        """)
    try folder.write("a.ndjson", "{\"id\":\"x\"}\n\n{\"id\":\"y\",\"b\":1}\n{\"id\":\"y\"}\n")
    try folder.write("b.csv", "id,b\nz,1\ny,2\nz,1\n")
    for jobs in ["1", "2"] {
      let run = folder.run(
        "check", "s.form", "a.ndjson", "b.csv", "--output=ndjson", "--jobs=" + jobs)
      let found = run.lines.flatMap { AcrossTests.problems(ofLine: $0) }
      #expect(
        found == [
          "3 id unique y 2 2 3", "2 id unique y 2 of a.ndjson 2 3",
          "2 b same B must be the same as in record 2 of a.ndjson", "3 id unique z 1 1 2",
          "null - records 6",
        ])
    }
    let japanese = folder.run("check", "s.form", "a.ndjson", "b.csv", "--language=ja")
    #expect(japanese.output.contains("a.ndjsonの2"))
  }

  @Test func aSecretIsNotGivenAway() throws {
    let found = try problems(
      """
      field pin: string secret rule unique
      field b: int check unique(pin, b) check same(pin)
      """,
      "{\"pin\":\"sesame\",\"b\":1}\n{\"pin\":\"sesame\",\"b\":1}\n{\"pin\":\"sesame2\",\"b\":1}")
    #expect(found.count == 3 && !found.contains { $0.contains("sesame") })
  }
}
