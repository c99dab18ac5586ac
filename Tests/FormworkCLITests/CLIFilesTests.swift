// `--accepted` and `--rejected`: the files appear whole or not at all, and rejects can be corrected and checked
// again.

import Foundation
import Testing

@testable import FormworkCLI

@Suite struct CLIFilesTests {
  static let spec = """
    closed
    field id: string rule count(1...3) message "1 to 3 characters, not {value}"
    field n: int optional
    """

  let folder: CLIFolder

  init() throws { folder = try CLIFolder(spec: CLIFilesTests.spec) }

  /// Runs `check`, checks the unchanged rejects again, twice, and expects the same problems.
  private func feedBack(_ name: String, at location: SourceLocation = #_sourceLocation) {
    let problem = #""field":.*?,"code":.*?,"message":"(\\.|[^"\\])*""#
    let problems = { (run: CLIResult) -> [String] in
      let regex = try? NSRegularExpression(pattern: problem)
      let whole = NSRange(run.output.startIndex..., in: run.output)
      return (regex?.matches(in: run.output, range: whole) ?? []).compactMap {
        Range($0.range, in: run.output).map { String(run.output[$0]) }
      }
    }
    let kind = name.components(separatedBy: ".").last ?? ""
    let first = folder.run("check", "s.form", name, "--output=ndjson", "--rejected=./r1." + kind)
    #expect(first.code == 1 && first.error == "", sourceLocation: location)
    var before = "r1." + kind
    for round in 2...3 {
      let next = "r\(round)." + kind
      let run = folder.run("check", "s.form", before, "--output=ndjson", "--rejected=./" + next)
      #expect(run.code == 1 && run.error == "", sourceLocation: location)
      #expect(!problems(first).isEmpty, sourceLocation: location)
      #expect(problems(run) == problems(first), sourceLocation: location)
      #expect(folder.text(next) == folder.text("r1." + kind), sourceLocation: location)
      before = next
    }
  }

  /// The parts between line feeds. In a Swift string, CRLF is one character.
  private static func lines(_ bytes: [UInt8]?) -> [String] {
    (bytes ?? []).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Malformed records stay as they are, however often they are checked.
  @Test(arguments: [
    #"{"id":"abc"} {"id":"abc"}"#, #"[{"id":"abcd"}]]{"id":"abc"}"#, #"[{{"id":"abc"}]"#,
    #"[{"id":"abcd"},{"id":[1,{"b":"#, "[{\"id\":\"a\"},\"x\n]",
    #"{"id":"abc"},{"id":"abc"}"#,
    "[{\"id\":\"abcd\"}] \u{FEFF}{\"id\":\"abc\"}",
  ])
  func brokenArraysStayBroken(_ json: String) throws {
    try folder.write("r0.json", json)
    for round in 1...4 {
      let run = folder.run(
        "check", "s.form", "r\(round - 1).json", "--rejected=./r\(round).json",
        "--accepted=./a\(round)")
      #expect(run.code == 1 && (round == 1 || folder.text("a\(round)") == ""))
      if round > 2 { #expect(folder.text("r\(round).json") == folder.text("r\(round - 1).json")) }
    }
  }

  /// A truncated file doesn't affect the next one.
  @Test(arguments: [
    #"[{"id":"abc","n":{"#, #"[{"id":"abc","n":["#, #"[{"id":"abc","n":"x"#, #"[{"id":"abc""#,
  ])
  func brokenFileBeforeAnother(_ json: String) throws {
    try folder.write("a.json", json)
    try folder.write("b.json", #"[{"id":"abcd"},{"id":"abcde"}]"#)
    let first = folder.run("check", "s.form", "a.json", "b.json", "--rejected=./r.json")
    let again = folder.run("check", "s.form", "r.json", "--rejected=./r2.json")
    #expect(first.code == 1 && again.code == 1)
    #expect(
      again.summary == first.summary && again.summary?.hasPrefix("3 records: 0 accepted") == true)
  }

  /// Messages are written even if the record has escapes.
  @Test(arguments: [#"\n"#, #"\""#, #"\u00e9"#, #"\\u"#])
  func messagesBesideEscapes(_ escape: String) throws {
    try folder.write("d.ndjson", "{\"id\":\"\(escape)\",\"n\":tru}\n")
    _ = folder.run("check", "s.form", "d.ndjson", "--rejected=./r.ndjson")
    #expect(folder.text("r.ndjson")?.contains("formwork_problems") == true)
    // The key is found although it has escapes, and nothing after the fault is replaced.
    let key = #"{"n":tru,"\u0066ormwork_problems":[]}"# + "\n"
    try folder.write("k.ndjson", key)
    _ = folder.run("check", "s.form", "k.ndjson", "--rejected=./rk.ndjson")
    #expect(folder.text("rk.ndjson") == key)
  }

  // MARK: NDJSON

  /// After a character that isn't JSON white space, the next run wouldn't find and replace messages.
  @Test(arguments: ["\u{1}", "\u{0}", " \u{B}", "\u{1F}\t"])
  func nothingIsPutBehindControlCharacters(_ start: String) throws {
    let line = start + "{\"id\":\"a\"}\n"
    try folder.write("d.ndjson", line)
    let run = folder.run("check", "s.form", "d.ndjson", "--rejected=./r.ndjson")
    #expect(run.code == 1 && folder.text("r.ndjson") == line)
  }

  /// A byte order mark isn't counted as a column.
  @Test func placesInFormsWithMarks() throws {
    try folder.write("b.form", "\u{FEFF}field a: intt\nfield b: intt\n")
    let run = folder.run("check", "b.form", "d.ndjson")
    #expect(run.error.contains("b.form:1:10\n") && run.error.contains("b.form:2:10\n"))
  }

  @Test func rejectedLines() throws {
    try folder.write(
      "d.ndjson",
      """
      {"id":"abc"}
       { "n" : 1.50, "id":"abcd"}\r
      {}
      {"id":"a","x":1}
      {"id":tru}
      nope
      { }\u{20}
      """)
    let run = folder.run("check", "s.form", "d.ndjson", "--accepted=./good", "--rejected=./bad")
    #expect(run.code == 1 && folder.text("good") == "{\"id\":\"abc\"}\n")
    let lines = CLIFilesTests.lines(folder.bytes("bad"))
    #expect(lines.count == 6)
    #expect(
      lines[0] == " {\"formwork_problems\":[\"id: 1 to 3 characters, not abcd\","
        + "\"n: N must be a whole number such as 42\"], \"n\" : 1.50, \"id\":\"abcd\"}\r")
    #expect(lines[1].hasPrefix("{\"formwork_problems\":[\"id: ") && lines[1].hasSuffix("\"]}"))
    #expect(lines[2].hasSuffix("\"],\"id\":\"a\",\"x\":1}"))
    #expect(lines[3].hasSuffix("\"],\"id\":tru}"))
    #expect(lines[4] == "nope")
    #expect(lines[5].hasPrefix("{\"formwork_problems\":[\"id: ") && lines[5].hasSuffix("\"] } "))
    feedBack("d.ndjson")
  }

  @Test func malformedRecordsAreKeptByteForByte() throws {
    let bytes: [UInt8] =
      Array("{\"id\":\"".utf8) + [0xFF, 0x00, 0xC3]
      + Array("\"}\n{\"id\":\"a\",,}\n{\u{B}}\n[1,\u{B}".utf8)
    try folder.write("d.ndjson", bytes)
    _ = folder.run("check", "s.form", "d.ndjson", "--rejected=./bad")
    let bad = try #require(folder.bytes("bad"))
    #expect(Data(bad).range(of: Data([0xFF, 0x00, 0xC3])) != nil)
    #expect(String(decoding: bad, as: UTF8.self).contains("\"],\"id\":\"a\",,}\n{\"formwork"))
    #expect(String(decoding: bad, as: UTF8.self).hasSuffix("\"],\u{B}}\n[1,\u{B}\n"))
    try folder.write("e.ndjson", bytes)
    feedBack("e.ndjson")
  }

  @Test func mendedLinesAreAccepted() throws {
    try folder.write("d.ndjson", "{\"id\":\"abcd\"}\n{\"id\":\"abcde\",\"n\":3}\n")
    _ = folder.run("check", "s.form", "d.ndjson", "--rejected=./bad.ndjson")
    let bad = try #require(folder.text("bad.ndjson"))
    try folder.write(
      "mended.ndjson",
      bad.replacingOccurrences(of: #":"abcde?""#, with: ":\"abc\"", options: .regularExpression))
    let run = folder.run("check", "s.form", "mended.ndjson", "--accepted=./good")
    #expect(run.code == 0 && run.error == "")
    #expect(folder.text("good") == "{\"id\":\"abc\"}\n{\"id\":\"abc\",\"n\":3}\n")
  }

  /// Other tools sort keys, or put unknown ones last.
  @Test(arguments: [
    "{\"id\":\"abcd\",\"formwork_problems\":[\"x\"]}",
    "{\"id\":\"abcd\" , \"formwork_problems\" : [\"x\",{}] }",
    "{\"formwork_problems\":\"x\",\"id\":\"abcd\"}",
    "{ \"formwork\\u005fproblems\":null , \"id\":\"abcd\"}",
    "{\"n\":1,\"formwork_problems\":[],\"id\":\"abcd\"}",
  ])
  func earlierProblemsAnywhere(_ record: String) throws {
    try folder.write("d.ndjson", record + "\n")
    _ = folder.run("check", "s.form", "d.ndjson", "--rejected=./bad")
    let bad = try #require(folder.text("bad"))
    #expect(bad.components(separatedBy: "formwork").count == 2)
    feedBack("d.ndjson")
  }

  /// New messages next to a fault would hide it, and after it they would be a second key.
  @Test(arguments: [
    "{\"formwork_problems\":[\"x\"] \"id\":\"a\"}", "{\"formwork_problems\":[\"x\"],}",
    "{\"id\":\"a\",\"formwork_problems\":[\"x\" \"y\"]}",
    "{\"id\":a,\"formwork_problems\":[\"x\"]}",
    "{\"formwork_problems\":[\"x\"",
  ])
  func earlierProblemsNextToAFault(_ record: String) throws {
    try folder.write("d.ndjson", record + "\n")
    _ = folder.run("check", "s.form", "d.ndjson", "--rejected=./bad")
    #expect(folder.text("bad") == record + "\n")
  }

  // MARK: Arrays

  @Test func rejectedElements() throws {
    try folder.write(
      "d.json",
      """
      [
        {"id": "abc"},
        {"id": "abcd",
          "n": 1},
        {"id": "x},
        7, , {"id": "ab"},
        {"id": "b", "id": "c"}
      ] x
      """)
    let run = folder.run("check", "s.form", "d.json", "--accepted=./good", "--rejected=./bad.json")
    #expect(run.summary == "7 records: 2 accepted, 5 rejected" || run.code == 1)
    let bad = try #require(folder.text("bad.json"))
    #expect(bad.hasPrefix("[\n{\"formwork_problems\":[\"id: 1 to 3") && bad.hasSuffix("\n]\n"))
    #expect(bad.contains("\"],\"id\": \"abcd\",\n    \"n\": 1},\n"))
  }

  @Test func rejectedElementsFedBack() throws {
    try folder.write(
      "d.json", "[\n{\"id\":\"abcd\"},\n{\"id\":\"x\" 7},\n 7,\n{\"id\":[}},{\"id\":\"a\"}]")
    feedBack("d.json")
    try folder.write("one.json", " {\"id\":\"abcd\"} ")
    feedBack("one.json")
    #expect(
      folder.text("r1.json")
        == "[\n{\"formwork_problems\":[\"id: 1 to 3 characters, not abcd\"],\"id\":\"abcd\"}\n]\n")
  }

  /// Among the rejects, a record without its end would swallow what comes after it.
  @Test(arguments: [
    ("[{\"n\":1, {\"n\":5,\"id\":\"b\"}, \"id\":\"a\"}]", 2),
    ("[{\"n\":1] [}, {\"id\":\"a\"}, {\"id\":\"b\"}]", 2),
    ("[{\"id\": \"T1\",] [{\"id\":\"a\"}]", 2),
    ("[\n{\"id\":\"x},\n{\"id\":[1,\n7,{\"id\":\"a\"}", 2),
    ("[{\"id\":\"x\ny\"},{\"id\":\"abcd\"},{\"id\":\"},\n{},\nz\"}]", 3),
    ("[{\"id\":\"a\"", 1), ("[[}, {\"id\":\"b\"}", 1), ("[{\"id\":\"abcd\"} {\"n\":1, 7 ]", 2),
  ])
  func elementsThatLackTheirEnds(_ text: String, _ count: Int) throws {
    try folder.write("r0.json", text)
    for round in 1...3 {
      let run = folder.run("check", "s.form", "r\(round - 1).json", "--rejected=./r\(round).json")
      #expect(run.code == 1)
      #expect(run.summary?.hasSuffix(" \(count) rejected") == true, "\(text) \(round)")
    }
  }

  @Test func noRejectedElements() throws {
    try folder.write("d.json", "[{\"id\":\"abc\"}]")
    let run = folder.run("check", "s.form", "d.json", "--rejected=./bad.json")
    #expect(run.code == 0 && folder.text("bad.json") == "[]\n")
    #expect(
      folder.run("check", "s.form", "bad.json").summary == "0 records: 0 accepted, 0 rejected")
  }

  // MARK: Tables

  @Test func rejectedRows() throws {
    let data = "\u{FEFF}n,id\r\n1,abc\r\nx,\"a,b\"\r\n2,\"a\r\n\"\"b\"\r\n3,a,\r\n"
    try folder.write("d.csv", data + "\"4\n5,ab\r\n")
    let run = folder.run("check", "s.form", "d.csv", "--accepted=./good", "--rejected=./bad.csv")
    #expect(run.summary == "6 records: 2 accepted, 4 rejected")
    #expect(folder.text("good") == "{\"id\":\"abc\",\"n\":1}\n{\"id\":\"ab\",\"n\":5}\n")
    let bad = try #require(folder.text("bad.csv"))
    let rows = CLIFilesTests.lines(folder.bytes("bad.csv"))
    #expect(rows[0] == "\u{FEFF}formwork_problems,n,id")
    #expect(rows[1] == "n: N must be a whole number such as 42,x,\"a,b\"")
    #expect(bad.contains(",2,\"a\r\n\"\"b\"\n"))
    #expect(bad.contains(",3,a,\n") && bad.hasSuffix(": a quote is never closed,\"\"\"4\",,\n"))
    try folder.write("d.csv", data)
    feedBack("d.csv")
  }

  /// Values from the data don't become formulas in a spreadsheet, and the data's cells stay unchanged.
  @Test(arguments: ["=1+1", "+1", "-1", "@x", "\t=1", "＝1", "＋1", "－1", "＠x", "'x", "a=1"])
  func formulasInMessages(_ name: String) throws {
    try folder.write(
      "f.form", "field name: string field n: int check n < 5 message \"{name}, no\" at n")
    try folder.write(
      "c.form",
      "field name: string field n: int check name == \"-\" or n < 5 message \"{name}, no\""
    )
    try folder.write("d.csv", "name,n\n\(name),7\n")
    let isFormula = !["'x", "a=1"].contains(name)
    for (form, field) in [("f.form", "n: "), ("c.form", "")] {
      _ = folder.run("check", form, "d.csv", "--rejected=./r1.csv")
      let mark = isFormula && field.isEmpty ? "'" : ""
      let rejects = "formwork_problems,name,n\n\"\(mark)\(field)\(name), no\",\(name),7\n"
      #expect(folder.text("r1.csv") == rejects)
      _ = folder.run("check", form, "r1.csv", "--rejected=./r2.csv")
      #expect(folder.text("r2.csv") == rejects)
    }
  }

  /// A field's name may begin like a formula, and each message must be safe even if a cell is split.
  @Test func formulasInNames() throws {
    try folder.write("f.form", "field `=a`: int field `-b`: int field c: int")
    try folder.write("d.csv", "=a,-b,c\nx,y,z\n")
    _ = folder.run("check", "f.form", "d.csv", "--rejected=./r1.csv")
    let rejects = try #require(folder.text("r1.csv"))
    #expect(rejects.contains("\n'=a: ") && rejects.contains("; '-b: ") && rejects.contains("; c: "))
    // The messages of a row are replaced even if it has lost a cell.
    try folder.write("r1.csv", rejects.replacingOccurrences(of: ",x,y,z", with: ",x,y"))
    _ = folder.run("check", "f.form", "r1.csv", "--rejected=./r2.csv")
    let told = "The record cannot be read: it has 2 cells instead of 3"
    #expect(folder.text("r2.csv") == "formwork_problems,=a,-b,c\n\(told),x,y\n")
  }

  @Test func mendedRowsAreAccepted() throws {
    try folder.write("d.csv", "id;n\nabcd;1\na;x\n")
    _ = folder.run("check", "s.form", "d.csv", "--delimiter=;", "--rejected=./bad.csv")
    let bad = try #require(folder.text("bad.csv"))
    #expect(bad.hasPrefix("formwork_problems;id;n\n"))
    let mended = bad.replacingOccurrences(of: ";abcd;1", with: ";abc;1")
      .replacingOccurrences(of: ";a;x", with: ";a;7")
    try folder.write("mended.csv", mended)
    let run = folder.run(
      "check", "s.form", "mended.csv", "--delimiter=;", "--accepted=./good", "--rejected=./none")
    #expect(run.code == 0 && run.error == "")
    #expect(folder.text("good") == "{\"id\":\"abc\",\"n\":1}\n{\"id\":\"a\",\"n\":7}\n")
    #expect(folder.text("none") == "formwork_problems;id;n\n")
  }

  /// As a spreadsheet may save it.
  @Test func quotedColumnOfProblems() throws {
    try folder.write("d.csv", "\"formwork_problems\",\"id\",n\n\"old, \"\"x\"\"\",\"abcd\",1\n")
    feedBack("d.csv")
    #expect(folder.text("r1.csv")?.components(separatedBy: "formwork_problems").count == 2)
  }

  /// The column may be moved and its name respelled by another tool.
  @Test(arguments: [
    ("id,n,formwork_problems\nabcd,1,\"old, x\"\n", "id,n,formwork_problems\nabcd,1,"),
    ("id,Formwork_Problems,n\nabcd,\"old\",1\n", "id,formwork_problems,n\nabcd,,1"),
    ("\u{FEFF}FORMWORK_PROBLEMS,id,n\nold,abcd,1\n", "\u{FEFF}formwork_problems,id,n\n,abcd,1"),
  ])
  func earlierProblemsInAnyColumn(_ table: String, _ rejects: String) throws {
    try folder.write("d.csv", table)
    feedBack("d.csv")
    let message = "\"id: 1 to 3 characters, not abcd\""
    let written = folder.bytes("r1.csv").map { String(decoding: $0, as: UTF8.self) }
    #expect(written?.replacingOccurrences(of: message, with: "") == rejects + "\n")
    #expect(written?.contains(message) == true)
  }

  /// Malformed rows keep their contents.
  @Test func earlierProblemsOfBrokenRows() throws {
    let rows = ["\"ab\"c,old,1", "a", "a,\"old\"x,1", "a,old,1,2", "\"ab\"c,id: old,1"]
    let table = "id,formwork_problems,n\n" + rows.joined(separator: "\n") + "\n"
    try folder.write("d.csv", table + "a,id: old,1,2\n")
    feedBack("d.csv")
    let message = "The record cannot be read: it has 3 cells instead of 2"
    #expect(folder.text("r1.csv") == table + "a,\(message),1,2\n")
  }

  /// A row without messages stays unchanged. Messages before its cells would make it as wide as the header, and a
  /// missing cell would go unnoticed.
  @Test(arguments: [
    "x:y,1", "\"a,b\",1", "ab ,1", "ab", "ab,1,2,3", "The ends must fit,1", "id: old\"x,ab,1",
    "\"id: old\"x,ab,1", ",ab", "x: y,1,2,3",
  ])
  func rowsWithoutMessages(_ row: String) throws {
    let table = "formwork_problems,id,n\n" + row + "\n"
    try folder.write("d.csv", table)
    feedBack("d.csv")
    #expect(folder.text("r1.csv") == table)
    let width = row.replacingOccurrences(of: "\"a,b\"", with: "ab").count { $0 == "," } + 1
    if width != 3 {
      let told = "it has \(width) cell\(width == 1 ? "" : "s") instead of 3"
      #expect(folder.run("check", "s.form", "d.csv").output.contains(told))
    }
  }

  /// The messages of a check on the whole record name no field.
  @Test func rowsOfChecksThatLostACell() throws {
    try folder.write(
      "c.form",
      "field id: string field n: int check id == \"a\" or n > 9 message \"The ends must fit\"")
    try folder.write("d.csv", "id,n\n5,3\nab,7\n")
    _ = folder.run("check", "c.form", "d.csv", "--rejected=./r1.csv")
    let rows = CLIFilesTests.lines(folder.bytes("r1.csv"))
    #expect(rows == ["formwork_problems,id,n", "The ends must fit,5,3", "The ends must fit,ab,7"])
    // The first row lost its `id` cell by hand.
    let lost = "formwork_problems,id,n\nThe ends must fit,3\nThe ends must fit,ab,7\n"
    try folder.write("r1.csv", lost)
    for round in 1...3 {
      let run = folder.run("check", "c.form", "r\(round).csv", "--rejected=./r\(round + 1).csv")
      #expect(run.summary == "2 records: 0 accepted, 2 rejected")
      #expect(run.output.contains("it has 2 cells instead of 3"))
      #expect(folder.text("r\(round + 1).csv") == lost)
    }
  }

  /// Anything that looks like messages is replaced, even in a row with too few or too many cells.
  @Test(arguments: [
    ("id: too long", "1"), ("\"id: 1, 2 or 3\"", "1"), ("The record cannot be read: it ends", "1"),
    ("レコードを読み取れません: 不正", "1"), ("n: old; id: old", "ab,1,2"),
  ])
  func messagesOfBrokenRows(_ cell: String, _ rest: String) throws {
    let header = "formwork_problems,id,n\n"
    try folder.write("d.csv", header + cell + "," + rest + "\n")
    feedBack("d.csv")
    let width = rest.count { $0 == "," } + 1
    let told = "it has \(width) cell\(width == 1 ? "" : "s") instead of 2"
    #expect(folder.text("r1.csv") == header + "The record cannot be read: \(told),\(rest)\n")
  }

  @Test func twoColumnsOfProblems() throws {
    try folder.write("d.csv", "formwork_problems,id,Formwork_Problems\n,abc,\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 2 && run.error.contains("Columns 1 and 3 are both"))
  }

  /// A field with the key of the reject messages would lose its value.
  @Test func problemsAsField() throws {
    try folder.write("p.form", "field formwork_problems: string rule count(...3)")
    try folder.write("d.ndjson", "{\"formwork_problems\":\"abcd\"}\n")
    let run = folder.run("check", "p.form", "d.ndjson", "--rejected=./bad")
    #expect(run.code == 2 && run.error.contains("the form has a field with this name"))
    #expect(folder.run("check", "p.form", "d.ndjson").code == 1 && folder.text("bad") == nil)
  }

  @Test func rejectsOfSeveralTables() throws {
    try folder.write("a.csv", "id,n\nabcd,1\n")
    try folder.write("b.csv", "\u{FEFF}id,n\nabce,2\n")
    try folder.write("c.csv", "n,id\n2,abcf\n")
    try folder.write("e.tsv", "id\tn\nabcg\t2\n")
    try folder.write("d.ndjson", "{}\n")
    let run = folder.run("check", "s.form", "a.csv", "b.csv", "--rejected=./bad.csv")
    #expect(run.code == 1 && folder.text("bad.csv")?.split(separator: "\n").count == 3)
    try FileManager.default.removeItem(atPath: folder("bad.csv"))
    let other = folder.run("check", "s.form", "a.csv", "c.csv", "--rejected=./bad.csv")
    #expect(other.code == 2 && other.error.contains("c.csv:1: The header, including any column"))
    let kinds = folder.run("check", "s.form", "a.csv", "d.ndjson", "--rejected=./bad.csv")
    #expect(kinds.code == 2 && kinds.error.contains("--rejected needs data of one kind"))
    let tables = folder.run("check", "s.form", "a.csv", "e.tsv", "--rejected=./bad.csv")
    #expect(
      tables.code == 2 && tables.error.contains("a table with \",\" and a table with tabs"))
    #expect(!folder.names.contains { $0.hasPrefix("bad") })
  }

  /// A file named like another kind of data would be read as that kind.
  @Test func namesOfOtherKinds() throws {
    try folder.write("d.csv", "id,n\nabcd,1\nabc,2\n")
    try folder.write("d.tsv", "id\tn\nabcd\t1\nabc\t2\n")
    try folder.write("d.ndjson", "{\"id\":\"abcd\",\"n\":1}\n")
    try folder.write("d.json", "[{\"id\":\"abcd\",\"n\":1}]\n")
    let refused = [
      (
        "d.csv", "--accepted", "out.csv", "NDJSON", ".ndjson or .jsonl"
      ),
      (
        "d.json", "--accepted", "out.json",
        "NDJSON", ".ndjson or .jsonl"
      ),
      (
        "d.csv", "--accepted", "out.xlsx",
        "NDJSON", ".ndjson or .jsonl"
      ),
      (
        "d.csv", "--rejected", "out.xlsx",
        "CSV, like its data", ".csv"
      ),
      (
        "d.csv", "--rejected", "out.tsv", "CSV, like its data", ".csv"
      ),
      (
        "d.tsv", "--rejected", "out.csv",
        "TSV, like its data", ".tsv or .tab"
      ),
      (
        "d.json", "--rejected", "out.NDJSON",
        "JSON, like its data", ".json"
      ),
      (
        "d.ndjson", "--rejected", "out.json",
        "NDJSON, like its data", ".ndjson or .jsonl"
      ),
    ]
    for (data, flag, name, kind, endings) in refused {
      let run = folder.run("check", "s.form", data, flag, name)
      let said = "error: \(flag) writes \(kind). The name \"\(name)\" must end with \(endings).\n"
      #expect(run.code == 2 && run.output == "" && run.error == said)
      #expect(folder.text(name) == nil)
    }
    for (data, flag, name) in [
      ("d.csv", "--accepted", "a.jsonl"), ("d.csv", "--accepted", "a"),
      ("d.csv", "--accepted", "a.txt"),
      ("d.csv", "--rejected", "b.CSV"), ("d.csv", "--rejected", "b.txt"),
      ("d.csv", "--rejected", "b"),
      ("d.tsv", "--rejected", "b.tab"), ("d.ndjson", "--rejected", "b.jsonl"),
      ("d.json", "--rejected", "b.json"),
    ] {
      #expect(folder.run("check", "s.form", data, flag, "./" + name).code == 1)
      #expect(folder.text(name) != nil)
    }
    #expect(folder.run("check", "s.form", "d.csv", "--accepted", "/dev/stdout").code == 1)
  }

  @Test func aMessageWithNUL() throws {
    try folder.write("n.form", #"field a: int rule value > 3 message "no\u{0}" title "t\u{0}""#)
    try folder.write("d.csv", "a\n1\n")
    _ = folder.run("check", "n.form", "d.csv", "--rejected=./r.csv", "--report=./p.csv")
    #expect(folder.text("r.csv") == "formwork_problems,a\na: no␀,1\n")
    #expect(folder.run("check", "n.form", "r.csv").summary == "1 record: 0 accepted, 1 rejected")
    #expect(folder.text("p.csv")?.utf8.contains(0) == false)
  }

  // MARK: Whole or not at all

  @Test func nothingIsLeftBehind() throws {
    try folder.write("d.ndjson", "{\"id\":\"abc\"}\n{}\n")
    try folder.write("no-header.csv", "")
    try folder.write("wrong.form", "field")
    try folder.write("good", "old")
    let before = folder.names
    let runs = [
      folder.run("check", "s.form", "d.ndjson", "./none.ndjson", "--accepted=good"),
      folder.run("check", "s.form", "no-header.csv", "--accepted=good", "--rejected=./bad"),
      folder.run("check", "wrong.form", "d.ndjson", "--accepted=good", "--rejected=./bad"),
      folder.run("check", "s.form", "d.ndjson", "--accepted=good", "--rejected=./none/bad"),
      folder.run("check", "s.form", "d.ndjson", "--accepted=good", "--rejected=good"),
      folder.run("check", "s.form", "d.ndjson", "--accepted=d.ndjson"),
      folder.run("check", "s.form", "d.ndjson", "--rejected", "s.form"),
      folder.run("check", "s.form", "d.ndjson", "--accepted=./x", "--rejected=./y/../x"),
    ]
    for run in runs { #expect(run.code == 2 && run.error.hasPrefix("error")) }
    #expect(folder.names == before && folder.text("good") == "old")
  }

  @Test func placesThatCannotBeWritten() throws {
    try folder.write("d.ndjson", "{\"id\":\"abc\"}\n")
    try FileManager.default.createDirectory(
      atPath: folder("dir"), withIntermediateDirectories: false)
    let before = folder.names
    let isFolder = folder.run("check", "s.form", "d.ndjson", "--accepted", "dir")
    #expect(isFolder.code == 2)
    #expect(isFolder.error == "error: \"dir\" cannot be created: Is a directory.\n")
    let isNoFolder = folder.run("check", "s.form", "d.ndjson", "--accepted=./d.ndjson/x")
    #expect(isNoFolder.code == 2)
    #expect(isNoFolder.error == "error: \"d.ndjson/x\" cannot be created: Not a directory.\n")
    #expect(folder.names == before)
  }

  @Test func linksAndDevices() throws {
    try folder.write("d.ndjson", "{\"id\":\"abc\"}\n")
    try folder.write("target", "old")
    try FileManager.default.createSymbolicLink(
      atPath: folder("link"), withDestinationPath: folder("target"))
    #expect(folder.run("check", "s.form", "d.ndjson", "--accepted", "link").code == 0)
    #expect(folder.text("target") == "{\"id\":\"abc\"}\n")
    let kind = try FileManager.default.attributesOfItem(atPath: folder("link"))[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
    // Not even a link is lost.
    try FileManager.default.removeItem(atPath: folder("target"))
    let broken = folder.run("check", "s.form", "d.ndjson", "--accepted=./link")
    #expect(
      broken.code == 2 && broken.error.contains("It is a link to a file that does not exist."))
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder("link"))) != nil)
    #expect(folder.run("check", "s.form", "d.ndjson", "--accepted", "/dev/null").code == 0)
    // No other output overwrites it either.
    let both = folder.run(
      "check", "s.form", "d.ndjson", "--accepted=/dev/null", "--rejected=/dev/null")
    #expect(both.code == 0 && both.error == "")
    let all = folder.run("check", "s.form", "/dev/null", "--input=ndjson", "--rejected=/dev/null")
    #expect(all.code == 0 && all.error.contains("There are 0 records. Is this the right file?"))
    let pipe = Pipe()
    let end = "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
    try folder.write("e.ndjson", "{\"id\":\"abc\"}\n7\n")
    let one = folder.run("check", "s.form", "e.ndjson", "--accepted", end, "--rejected", end)
    #expect(one.code == 1 && one.summary == "2 records: 1 accepted, 1 rejected")
    let written = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    #expect(written == "{\"id\":\"abc\"}\n7\n")
    let device = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(device as? FileAttributeType == .typeCharacterSpecial)
  }
}
