// Rules about other records: `records`, groups, lookups, `previous` and lists of other data. The outcomes are written
// by hand, and must be the same from the tool, from a stream in pieces of any size, and from the library.

import FormworkEngine
import FormworkReport
import FormworkRuntime
import FormworkSyntax
import Foundation
import Testing

@testable import Formwork

@Suite struct BetweenRecordsTests {
  /// A form, a table, and what each record must have: its number, path, code and message; `data` for the data as a whole,
  /// `undecided` with the line of the check and the record in the way.
  struct Case: CustomTestStringConvertible {
    var form: String
    var rows: String
    var wanted: [String]

    init(_ form: String, _ rows: String, _ wanted: [String]) {
      (self.form, self.rows, self.wanted) = (form, rows, wanted)
    }

    var testDescription: String { String(form.split(separator: "\n").last ?? "") }
  }

  private static let amounts = "field a: number optional\n"
  private static let cases = [
    // Of none: counts and sums are 0, any is false, all is true, others are blank.
    Case(amounts + "check count(records, a > 1) == 0 message \"{actual}\"", "a", []),
    Case(amounts + "check sum(records.a) == 1 message \"{actual}\"", "a", ["data records 0"]),
    Case(amounts + "check any(records, a > 1) message \"none\"", "a", ["data records none"]),
    Case(amounts + "check all(records, a > 1) message \"some\"", "a", []),
    Case(amounts + "check mean(records.a) == 1 message \"{actual}\"", "a", []),
    // Names of columns: case doesn't matter, and columns without a name or with the messages of an earlier run don't count.
    Case(
      "field a: int\ncheck count(columns) in 2...3 message \"{actual} of {max}\"\n"
        + "check \"B\" in columns and \"x\" not in columns message \"no\"",
      "a,b,c,,D,formwork_problems\n1,,,,,\n2,,,,,", ["data records 4 of 3"]),
    // A field without a format has no group marks in a message about a field with them.
    Case(
      "field id: string\nfield n: int\nfield g: number(group \" \")\n"
        + "check records(id: \"a\").n == n message \"{actual}\" at g",
      "id,n,g\na,1234,1\nb,2,1", ["2 g compare 1234"]),
    // A question about all records may ask the items of the list around it.
    Case(
      "field a: int\nfield items: list of < field n: int from \"n#\" >\n"
        + "check any(items, n > 2 and n < 5 and any(records, any(items, n > 3))) message \"no\"",
      "a,n1,n2\n1,3,9\n2,1,2", ["2 items rule no"]),
    // Such a check is judged without any record, too.
    Case("field a: int\ncheck \"b\" in columns message \"b?\"", "a", ["data records b?"]),
    // One that names a field is about each record, and a branch is decided for each.
    Case(
      "field a: int optional\ncheck \"b\" not in columns or a is filled message \"a for b\"",
      "a,b\n1,2\n,3",
      ["2 a rule a for b"]),
    Case(
      "field a: int\nwhen \"b\" in columns < field b: int > else < field c: int >",
      "a,b,c\n1,2,\n1,,3",
      ["2 b required B is required"]),
    Case(
      "field a: int\nwhen a > 1 < check count(columns) == 1 message \"{actual}\" >", "a,b\n1,\n2,",
      ["2 - compare 2"]),
    Case(
      "field a: string rule value in columns and all(columns, count(value) == 1) message \"{value}\"",
      "a,B\nA,\nb,\nc,", ["3 a compare c"]),
    // The limits of a field in a record, where a check of the outer record names it.
    Case(
      "field omega: int\nfield r: < field s: int rule value in omega...30 message \"s\" >\n"
        + "check unique(r.s) message \"as {record}\" at r.s", "omega,r.s\n1,5\n2,5",
      ["2 r.s unique as 1"]),
    // A column in another case belongs to each field without a column of its own name.
    Case(
      "field a: string from \"result\"\nfield b: string from \"RESULT\" without(\"<\")\n"
        + "check a == b message \"{a} {b}\"", "Result\n5\n<5", ["2 - compare <5 5"]),
    Case(
      "field result: string\nfield b: string from \"Result\" without(\"<\")\n"
        + "check result == b message \"{result} {b}\"", "Result\n5\n<5", ["2 - compare <5 5"]),
    Case(
      "field ID: string\nfield id: string optional\ncheck ID == id message \"{ID} {id}\"",
      "id,Id\n5,6",
      ["1 - compare 6 5"]),
    // With questions about records.
    Case(
      "field a: int\ncheck count(records) > count(columns) message \"few\"", "a,b\n1,\n2,",
      ["data records few"]),
    Case(
      "field a: int\nfield columns: int\ncheck columns > 1 message \"a field\"",
      "a,columns\n1,1\n2,2",
      ["1 columns compare a field"]),
    // Sums are exact in any order, and blank values are left out.
    Case(
      amounts + "check sum(records.a) == 0.3 message \"{actual}\"",
      "a\n0.1\n\n99999999999999999999999999999999999999\n0.2\n-99999999999999999999999999999999999999",
      []),
    Case(
      amounts + "check share(records, a is blank) <= 5 % message \"{actual}\"", "a\n1\n\"\"\n2",
      ["data records 33.33 %"]),
    Case(
      amounts + "check share(records.a, a > 1) == 1 / 2 message \"{actual}\"", "a\n1\n\"\"\n2", []),
    // A rule sees records before and after it, itself included.
    Case(
      "field id: string\nfield to: string optional rule value in records.id message \"No {value}\"",
      "id,to\n1,2\n2,2\n3,9", ["3 to compare No 9"]),
    Case(
      "field a: number rule value <= mean(records.a) * 2 message \"{value}\"", "a\n1\n1\n10",
      ["3 a compare 10"]),
    // anyCase on either side.
    Case(
      "field id: string anyCase\nfield to: string rule value in records.id message \"No {value}\"",
      "id,to\nAb,aB\nc,d", ["2 to compare No d"]),
    // Also of fields that are declared after the check, or in several branches.
    Case(
      "check to in records.id message \"no\"\ncheck records(id: to) is filled message \"none\"\n"
        + "field id: string anyCase\nfield to: string", "id,to\nAb,aB\nc,AB", []),
    Case(
      "field k: int\nwhen k == 1 < field v: string anyCase > else < field v: string >\n"
        + "check unique(v) message \"{first}\"\ncheck count(records) == 2 per v message \"{actual}\"\n"
        + "check count(records(v: v)) == 2 message \"{actual}\"\n"
        + "check count(distinct(records.v)) == 1 message \"{actual}\"",
      "k,v\n1,ABC\n2,ABC", ["2 v unique 1"]),
    // Groups: of records with the same values. Blank and unusable values make no group.
    Case(
      "field g: int optional\nfield x: bool optional\ncheck count(records, x) == 1 per g message \"{g}: {actual}\"",
      "g,x\n1,yes\n2,\n1,\n,\nx,", ["2 - compare 2: 0", "4 g type"]),
    Case(
      "field a: string optional\nfield b: string optional\ncheck count(records) == 1 per a, b message \"{actual}\" at a",
      "a,b\nx,\nx,\n,\n,y\nx,y", ["1 a compare 2", "2 a compare 2"]),
    // A secret that puts records together is as secret as one that looks them up.
    Case(
      "field pin: string secret\nfield n: int\ncheck count(records) == 1 per pin message \"{actual}\"\n"
        + "check count(records(pin: pin)) == 1 message \"{actual}\" at n\n"
        + "check previous.n != n per pin message \"{previous.n} {actual}\" at n\n"
        + "check sum(records.n) == 1 per n message \"{actual}\"",
      "pin,n\na,1\na,1",
      [
        "1 - compare •••", "1 n compare •••", "1 - compare 2", "2 - compare •••", "2 n compare •••",
        "2 n compare ••• •••", "2 - compare 2",
      ]),
    // The record before.
    Case(
      "field n: int\ncheck n == previous.n + 1 message \"{previous.n} before {n}\" at n",
      "n\n5\n6\nx\n8\n9", ["3 n type", "undecided 2 3"]),
    Case(
      "field g: string\nfield n: int\ncheck n == previous.n + 1 per g message \"{n}\" at n",
      "g,n\na,1\nb,7\na,2\nb,9", ["4 n compare 9"]),
    Case(
      "field n: int\ncheck previous is filled or n == 0 message \"first\"", "n\n1\n0",
      ["1 n rule first"]),
    // A blank bool is false where it is compared, and nothing where it is shown or tested for a blank.
    // `{actual}` shows a field of another record as that record writes it. Other placeholders make no difference.
    Case(
      "field k: choice(\"a\" \"Apple\", \"b\" \"Pear\")\nfield d: date(\"d.M.yyyy\", \"yyyy-MM-dd\")\n"
        + "check previous.k == k message \"{actual}\" at k\n"
        + "check records(k: \"a\").d == d message \"{actual}\" at d\n"
        + "check d < previous.d message \"{max} {previous.d}\" at k",
      "k,d\na,2020-04-03\nb,4.5.2020",
      ["2 k compare Apple", "2 d compare 2020-04-03", "2 k compare 2020-04-03 2020-04-03"]),
    Case(
      "field x: bool optional\ncheck previous.x != x message \"[{previous.x}]\"",
      "x,y\n,1\n,2\nyes,3", ["2 x compare []"]),
    Case(
      "field x: bool optional\ncheck previous.x != x and previous.x is blank message \"no\"",
      "x,y\n,1\n,2\nyes,3", ["2 x compare no"]),
    // By key: the first, or all of them.
    Case(
      "field id: string\nfield a: int\nfield to: string optional\ncheck records(id: to).a < a message \"{actual}\" at to",
      "id,a,to\nx,1,y\ny,5,\ny,0,x", ["1 to compare 5", "3 to compare 1"]),
    Case(
      "field id: string\nfield to: string optional\ncheck count(records(to: id)) <= 1 message \"{actual}\" at id",
      "id,to\nx,\ny,x\nz,x", ["1 id compare 2"]),
    Case(
      "define patron = records(id: to)\nfield id: string\nfield born: date(\"d.M.yyyy\")\nfield to: string optional\n"
        + "check patron.born < born message \"{patron.born}\" at to",
      "id,born,to\na,1.2.2000,b\nb,3.4.2001,", ["1 to compare 3.4.2001"]),
    // A bool of a record that isn't found is unknown; a blank one of a record that is, is false.
    Case(
      "field id: string\nfield to: string optional\nfield b: bool optional\ncheck records(id: to).b message \"false\" at to",
      "id,to,b\nx,z,\ny,,\nw,x,\nv,u,\nu,,yes", ["3 to rule false"]),
    // Texts that are made of others have their case.
    Case(
      "field id: string anyCase\nfield to: string\ncheck \"{id}\" in records.to message \"a\" at id\n"
        + "check (id if to == \"x\" else to) in records.to message \"b\" at id\n"
        + "check joined(to, \"\") in records.id message \"c\" at to\n"
        + "check previous is blank or previous.id in records.to message \"d\" at to\n"
        + "check records(to: \"{id}\") is filled message \"e\" at id",
      "id,to\nA,a\nB,x\nC,b", ["2 to compare c", "3 id compare a", "3 id filled e"]),
    // A mark that a part comes before isn't in it.
    Case(
      "field sep: string anyCase\nfield code: string\nfield want: string\n"
        + "check part(code, before: sep) == want message \"a\" at code\n"
        + "check part(code, before: sep) in records.want message \"b\" at code\n"
        + "check records(want: part(code, before: sep)) is filled message \"c\" at code",
      "sep,code,want\nX,abxcd,AB",
      ["1 code compare a", "1 code compare b", "1 code filled c"]),
    // A message may ask all records where no condition does.
    Case(
      "define patron = records(id: to)\ndefine n = count(records)\nfield id: string\nfield to: string optional\n"
        + "check id != \"x\" message \"{patron.id} of {n}\" at id", "id,to\nx,y\ny,",
      ["1 id compare y of 2"]),
    Case(
      "define n = count(distinct(records.a))\nfield a: int\ncheck n > 2 message \"{n}\"\ncheck a > 1 message \"{n}\"",
      "a\n1\n3", ["1 a compare 2", "data records 2"]),
    // Definitions and parameters can be lists of records.
    Case(
      "define same = records(k: k)\ndefine all = records\ndefine total(l) = sum(l, n)\ndefine of(x) = records(k: x)\n"
        + "field k: string\nfield n: int\ncheck count(same) < 2 message \"{actual}\" at k\n"
        + "check total(same) < 4 and total(records) < 99 message \"{actual}\" at k\n"
        + "check any(all, n > 9) message \"none\"\ncheck sum(of(k).n) != 3 and same.n != 3 message \"{actual}\" at n",
      "k,n\nx,1\nx,2\ny,4",
      [
        "1 k compare 2", "1 n compare 3", "2 k compare 2", "2 n compare 3", "3 k compare 4",
        "data records none",
      ]),
    // Definitions that nothing uses may ask records, too.
    Case(
      "define a = records(id: id)\ndefine b = previous.id\ndefine c = count(records)\ndefine d = records.id\n"
        + "define e(x) = records(id: x)\nfield id: string", "id\n1", []),
    // The different values aren't known if one of them isn't.
    Case(
      "field a: int\ncheck a not in distinct(records.a) message \"no\"\ncheck a not in records.a message \"{actual}\"",
      "a\n5\nx", ["1 a compare 5", "2 a type", "undecided 2 2"]),
    // In a condition about a list of the record, the group is that of the record.
    Case(
      "field a: string\nfield g: string\nfield l: list(\" \") of string\ncheck all(l, count(records) == 2) per g message \"{g}\"",
      "a,g,l\nx,y,1 2\ny,y,1 2\nz,z,1 2", ["3 l rule z"]),
    // A row of a table that needs another record's unusable value is undecided.
    Case(
      "table t(k) < 1 -> 2 else -> 3 >\nfield a: int\nfield b: int\ncheck t(previous.a) > 5 message \"{actual}\" at b",
      "a,b\n1,2\nx,2\n1,2", ["2 a type", "2 b compare 2", "undecided 4 2"]),
    // The reason is reported once, with the first record.
    Case(
      amounts + "check sum(records.a) == 1 message \"{actual}\"", "a\n1\nx\ny",
      ["2 a type", "3 a type", "undecided 2 2"]),
    Case(amounts + "check any(records, a > 0) message \"none\"", "a\nx\n1", ["1 a type"]),
    Case(
      "field id: int\nfield to: int optional\ncheck records(id: to) is filled or to is blank message \"{to}\" at to",
      "id,to\nx,\n2,2\n3,9", ["1 id type", "undecided 3 1"]),
    // The number of records counts those that can't be read.
    Case(
      "field a: int\ncheck records <= 1 message \"{actual}\"", "a\n1\n\"",
      ["2 - malformed", "data records 2"]),
    // Only the names of all records are hidden by a field of that name.
    Case(
      "field records: int rule value > 1 message \"{value}\"", "records\n1", ["1 records compare 1"]
    ),
  ]

  @Test(arguments: cases)
  func isTheSameEverywhere(_ one: Case) throws {
    let folder = try CLIFolder()
    try folder.write("f.form", one.form)
    try folder.write("d.csv", one.rows + "\n")
    let wanted = one.wanted
    for jobs in ["1", "3"] {
      let run = folder.run("check", "f.form", "d.csv", "--output", "ndjson", "--jobs", jobs)
      #expect(BetweenRecordsTests.outcomes(run.output) == wanted, "\(jobs) jobs: \(run.error)")
    }
    let spec = try CompiledForm(Source(name: "f.form", bytes: Array(one.form.utf8)))
    var options = ReportOptions(layout: spec.program.layout(of: .csv), moment: .first)
    options.output = .ndjson
    for size in [1, 7, 1_000] {
      let stream = RecordStream(spec.program, spec.source, options)
      var lines: [UInt8] = []
      var rest = Array((one.rows + "\n").utf8)[...]
      while true {
        let piece = Array(rest.prefix(size))
        rest = rest.dropFirst(size)
        lines += piece.withUnsafeBufferPointer { stream.add($0, isLast: rest.isEmpty).lines }
        if rest.isEmpty { break }
      }
      let found = BetweenRecordsTests.outcomes(String(decoding: lines, as: UTF8.self))
      #expect(found == wanted, "pieces of \(size)")
    }
  }

  /// The library reads files.
  @Test(arguments: cases)
  func isTheSameInTheLibrary(_ one: Case) async throws {
    let folder = try CLIFolder()
    try folder.write("d.csv", one.rows + "\n")
    let spec = try FormSpec(source: one.form)
    var found: [String] = []
    for try await outcome in spec.validate(contentsOf: URL(fileURLWithPath: folder("d.csv"))) {
      let record = outcome.number.map { String($0) } ?? "data"
      for problem in outcome.outcome.problems {
        if case .undecided(let record, _, let list) = problem.reason {
          #expect(outcome.number == nil && list == nil && problem.code == "undecided")
          found.append("undecided \(problem.place?.line ?? 0) \(record)")
          continue
        }
        let isOwn = problem.code != "type" && problem.code != "malformed"
        let path = outcome.number == nil ? "" : " " + (problem.field ?? "-")
        found.append(record + path + " " + problem.code + (isOwn ? " " + problem.message : ""))
      }
    }
    #expect(found == one.wanted)
  }

  /// Names that differ only in their case are judged for themselves, so that the order of the files makes no difference.
  @Test(arguments: [["a.csv", "b.csv"], ["b.csv", "a.csv"]])
  func namesOfColumnsAreJudgedInTheirCase(_ files: [String]) throws {
    let folder = try CLIFolder(
      spec: "field id: int\ncheck all(columns, value matches(/[a-z]+/)) message \"small\"\n")
    try folder.write("a.csv", "id\n1\n")
    try folder.write("b.csv", "ID\n1\n")
    let lines = folder.run(["check", "s.form", "--output", "ndjson"] + files).lines
    #expect(lines.last?.contains(#""message":"small","file":"b.csv""#) == true, "\(lines)")
  }

  /// Each wrong set of columns is reported once, with its first file.
  @Test(arguments: ["1", "3"])
  func wrongColumnsNameTheirFile(_ jobs: String) throws {
    let folder = try CLIFolder(
      spec: "field a: int\ncheck count(columns) == 2 message \"{actual} columns\"\n")
    let files = [
      ("v.csv", "a,b"), ("w.csv", "a,b,c"), ("x.csv", "c,a,b"), ("y.csv", "a"), ("z.csv", "a,d,e"),
    ]
    for (name, header) in files {
      let row = header.split(separator: ",").map { _ in "1" }.joined(separator: ",")
      try folder.write(name, header + "\n" + row + "\n")
    }
    let words = ["check", "s.form"] + files.map { $0.0 } + ["--jobs", jobs]
    let last = folder.run(words + ["--output", "ndjson"]).lines.last
    func problem(_ count: Int, _ file: String) -> String {
      #"{"field":null,"code":"records","severity":"error","message":"\#(count) columns","#
        + #""params":{"actual":\#(count)},"file":"\#(file)"}"#
    }
    let problems = [problem(3, "w.csv"), problem(1, "y.csv"), problem(3, "z.csv")]
    #expect(
      last == #"{"record":null,"accepted":false,"problems":["#
        + problems.joined(separator: ",") + "]}")
    let kinds = ReportKind.allCases.map { "./r" + $0.ending }
    let run = folder.run(words + kinds.flatMap { ["--report", $0] })
    #expect(run.output.contains("  error w.csv: 3 columns\n"), "\(run.output)")
    #expect(run.output.contains("  error z.csv: 3 columns\n"))
    for kind in ReportKind.allCases where kind != .xlsx {
      let report = try #require(folder.text("r" + kind.ending))
      #expect(report.contains("y.csv"), "\(kind)")
    }
    #expect(folder.text("r.csv")?.contains("y.csv,,,,,,error,1 columns,records\n") == true)
    let annotations = folder.run(words + ["--output", "github"]).output
    #expect(annotations.contains("::error file=z.csv,title=records::3 columns\n"))
    let one = folder.run("check", "s.form", "y.csv", "--output", "ndjson")
    #expect(one.lines.last?.contains("file") == false)
  }

  /// Returns the problems of lines of results as the cases write them.
  private static func outcomes(_ lines: String) -> [String] {
    lines.split(separator: "\n").flatMap { line -> [String] in
      guard let result = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      else {
        return [String(line)]
      }
      let record = (result["record"] as? Int).map { String($0) }
      let problems = result["problems"] as? [[String: Any]] ?? []
      let undecided = result["undecided"] as? [[String: Any]] ?? []
      return problems.map { problem in
        let code = problem["code"] as? String ?? ""
        let isOwn = code != "type" && code != "malformed"
        let words = isOwn ? " " + (problem["message"] as? String ?? "") : ""
        let path = record == nil ? "" : " " + (problem["field"] as? String ?? "-")
        return (record ?? "data") + path + " " + code + words
      }
        + undecided.map {
          let place = ($0["check"] as? String ?? "").split(separator: ":").last ?? ""
          return "undecided \(place) \($0["record"] as? Int ?? 0)"
        }
    }
  }
}

@Suite struct OtherDataTests {
  private static let customers = """
    list customers from "customers.csv" <
      field id: string anyCase
      field since: date("d.M.yyyy") optional
      field active: bool optional
    >

    """
  private static let file =
    "id,since,active\n17,1.3.2020,yes\n18,31.2.2020,\na7,,\n17,1.1.1990,no\n"

  @Test(arguments: [
    (
      "field c: string rule value in customers.id message \"{value}\"", "c\n17\nA7\nx",
      ["3 c compare x"]
    ),
    (
      "field c: string rule customers(id: value).since < today message \"{actual}\"",
      "c\n17\nzz\na7",
      [String]()
    ),
    // A value that can't be typed is in the way of what asks for it, and of nothing else.
    (
      "field c: string rule customers(id: value).since > 2020-01-01 message \"x\"", "c\n18\n17",
      ["undecided 6 2 customers"]
    ),
    (
      "field c: string rule customers(id: value).active message \"no\"", "c\n17\n18",
      ["2 c rule no"]
    ),
    ("field c: string\ncheck count(customers) == 4 message \"{actual}\"", "c\n1", []),
    (
      "field c: string\ncheck count(customers, id == c) <= 1 message \"{actual}\" at c",
      "c\n17\n18", ["1 c compare 2"]
    ),
    (
      "field c: string\nfield d: string required if customers(id: c).active", "c,d\n17,\n18,",
      ["1 d required"]
    ),
  ])
  func isAsked(_ rules: String, _ rows: String, _ wanted: [String]) throws {
    let folder = try CLIFolder()
    try folder.write("f.form", OtherDataTests.customers + rules)
    try folder.write("customers.csv", OtherDataTests.file)
    try folder.write("d.csv", rows + "\n")
    let run = folder.run("check", "f.form", "d.csv", "--output", "ndjson", "--today", "2026-11-20")
    #expect(OtherDataTests.outcomes(run.output) == wanted, "\(run.error)")
    #expect(
      run.error.contains(
        "1 of the records of the list customers cannot be read as the form says, the first on line")
    )
  }

  private static let prices = """
    list prices from "prices.csv" <
      field art: string anyCase from "Art. no."
      field size: int optional
      field price: number
    >
    define row = prices(art: art)
    field art: string
    field size: int default 1

    """

  /// Several records with one key are reported once for each kind of key by which one of them is looked up.
  @Test(arguments: [
    (
      "check prices(art: art).price > 0 and row.size != 9 message \"{row.price}\"",
      [
        "4 of the records of the list prices share their \"Art. no.\" with another, the first on line 3."
      ]
    ),
    (
      "check row.price > 0 message \"a\"\ncheck prices(art: art, size: size).price > 0 message \"b\"",
      [
        "4 of the records of the list prices share their \"Art. no.\" with another, the first on line 3.",
        "2 of the records of the list prices share their \"Art. no.\" and \"size\" with another, the first on"
          + " line 5.",
      ]
    ),
    // Asked for all of their records, or for whether there is one.
    (
      "check count(prices(art: art)) < 9 and any(prices, art == \"a\") and art in prices.art message \"a\"\n"
        + "check row is filled and row is not blank and sum(row.price) > 0 message \"b\"",
      [String]()
    ),
    // No two records have this key.
    ("check prices(price: size).art is filled message \"a\"", []),
  ])
  func sharedKeysAreReported(_ checks: String, _ wanted: [String]) throws {
    let folder = try CLIFolder(spec: OtherDataTests.prices + checks)
    try folder.write(
      "prices.csv",
      "Art. no.,size,price\nb,1,7\na,1,8\nA,2,9\n\"c\",1,\"10\"\n\"C\",1,11\n,1,12\n,1,13\nd,1,x\n")
    try folder.write("d.csv", "art,size\na,1\n")
    let run = folder.run("check", "s.form", "d.csv")
    let told = run.error.split(separator: "\n").filter { $0.contains("share their") }
    let head = "warning: s.form: "
    #expect(
      told.map { String($0) } == wanted.map { head + $0 + " A lookup finds the first of them." })
    #expect(folder.run("check", "s.form", "d.csv", "--quiet").error.isEmpty)
  }

  /// A record may have several lines.
  @Test func theLineOfASharedKeyIsThatOfItsRecord() throws {
    let folder = try CLIFolder(
      spec:
        "list l from \"l.csv\" < field k: int field t: string >\nfield k: int rule l(k: value).t == \"x\" message \"t\""
    )
    try folder.write("l.csv", "k,t\n1,\"a\nb\"\n2,c\n\n3,\"d\n\ne\"\n4,f\n4,g\n")
    try folder.write("d.csv", "k\n1\n")
    #expect(
      folder.run("check", "s.form", "d.csv").error.contains("with another, the first on line 9."))
  }

  /// A form, its files, its data as lines of JSON, and the outcomes.
  struct Case: CustomTestStringConvertible {
    var form: String
    var files: [String: String] = [:]
    var rows: String
    var wanted: [String]

    var testDescription: String { String(form.split(separator: "\n").last ?? "") }
  }

  private static let orders =
    #"[{"id":"o1","country":"NL","lines":[{"sku":"a"}]},{"id":"o2","country":"BE","lines":[{"sku":"a"},{"sku":"b"}]}]"#

  @Test(arguments: [
    // A list and its items are kept of the record before.
    Case(
      form: """
        field id: string
        field n: list of int optional
        check 7 in previous.n message "not 7: {previous.n}"
        check count(previous.n) <= 2 message "{actual}"
        check all(previous.n, value < 9) message "big"
        """,
      rows: #"""
        {"id":"a","n":[7,8,9]}
        {"id":"b","n":[1]}
        {"id":"c"}
        """#,
      wanted: ["2 - compare 3", "2 - rule big", "3 - compare not 7: 1"]),
    // Also one whose items are records, and one in a record.
    Case(
      form: """
        define before = records(id: to)
        field id: string
        field to: string optional
        field l: list of < field n: int optional field m: list of int optional > optional
        field r: < field l: list of < field n: int > > optional
        check count(previous.l) > 1 message "{actual}"
        check sum(previous.l.m) != 3 and any(previous.r.l, n > 1) message "r" at r
        check previous.l is not distinct(by: n) message "n"
        check before.l is blank or sum(before.l.n) == 3 message "sum" at to
        """,
      rows: #"""
        {"id":"a","l":[{"n":1,"m":[1,2]},{"n":2}],"r":{"l":[{"n":1}]}}
        {"id":"b","to":"a","l":[{"n":5}],"r":{"l":[{"n":2}]}}
        {"id":"c","to":"b"}
        """#,
      wanted: [
        "2 r compare r", "2 - rule n", "3 - compare 1", "3 - rule n", "3 to rule sum",
      ]),
    // A path through a definition that is one record.
    Case(
      form: """
        define chief = records(id: to)
        define home = chief.address
        field id: string
        field to: string optional
        field address: < field street: string >
        check chief.address.street != address.street message "{chief.address.street}" at to
        check home.street != address.street message "{home.street}" at to
        """,
      rows: #"""
        {"id":"a","address":{"street":"x"}}
        {"id":"b","to":"a","address":{"street":"x"}}
        """#,
      wanted: ["2 to compare x", "2 to compare x"]),
    Case(
      form: """
        field id: string
        field l: list of < field n: int > optional
        check previous.l is distinct(by: n) message "n"
        check previous.l is distinct message "l"
        """,
      rows: #"""
        {"id":"a","l":[{"n":1},{"n":"x"}]}
        {"id":"b"}
        """#,
      wanted: [
        "1 l[1].n type N must be a whole number such as 42", "undecided 3 1 ", "undecided 4 1 ",
      ]),
    // A field's own rule asks records beside a list of other data.
    Case(
      form: """
        list l from "p.csv" < field id: string >
        needs k: int default 1
        field n: int rule previous.n < value message "{previous.n}" rule max(records.n) > k message "{actual}"
          rule records(n: value).n == value and count(records) < 2 message "{actual}"
        """,
      files: ["p.csv": "id\na\n"],
      rows: #"""
        {"n":1}
        {"n":1}
        """#,
      wanted: [
        "1 n compare 1", "1 n compare 2", "2 n compare 1", "2 n compare 1", "2 n compare 2",
      ]),
    // A bool of a record that isn't found is unknown. A condition that is decided has no record in its way.
    Case(
      form: """
        list l from "p.csv" < field id: string field b: bool optional >
        define them = l
        define all(x) = count(x)
        field k: string
        check l(id: k).b message "false"
        when not l(id: k).b < field x: int >
        check any(l, b and id == k) or k == "c" message "none"
        check count(them) == all(l) and any(them, id == k) message "not in"
        """,
      files: ["p.csv": "id,b\na,\nb,?\n"],
      rows: #"""
        {"k":"a"}
        {"k":"c"}
        """#,
      wanted: [
        "1 k rule false", "1 x required", "1 k rule none", "2 k rule not in",
      ]),
    // Nothing is required of the records of a list, so what their own branches and calculations need is blank.
    Case(
      form: """
        list stock from "stock.csv" <
          field art: string
          field kind: string
          field n: int required if kind == "book"
          field twice: int = n * 2
          when kind == "book" < field isbn: string optional > else < field weight: int optional >
          field marks: list of < field u: string from "u #" field v: int optional from "v #" > optional
        >
        field art: string
        check stock(art: art).weight <= 5 message "{actual}"
        check sum(stock.twice) == 8 message "{actual}"
        check count(stock.marks) == count(stock.marks, u is filled) + count(stock.marks, u is blank) message "marks"
        """,
      files: [
        "stock.csv":
          "art,kind,n,weight,isbn,u 1,v 1,u 2\na,book,,1,,,,x\nb,,2,30,,,,\nc,x,2,3,,,,\n"
      ],
      rows: #"""
        {"art":"a"}
        {"art":"b"}
        """#,
      wanted: ["2 art compare 30"]),
    // A list asks those before it.
    Case(
      form: """
        list prices from "p.csv" < field id: string field p: number >
        list parts from "q.csv" < field id: string field price: number = prices(id: id).p >
        field s: string
        check parts(id: s).price > 3 message "{actual}"
        """,
      files: ["p.csv": "id,p\na,2\nb,5\n", "q.csv": "id\na\nb\n"],
      rows: #"""
        {"s":"a"}
        {"s":"b"}
        """#,
      wanted: ["1 s compare 2"]),
    // The records around the items of a list of other data.
    Case(
      form: """
        list orders from "o.json" < field id: string field country: string field lines: list of < field sku: string > >
        field want: string
        check count(orders.lines, sku is filled and country == want) == 2 message "{actual}"
        """,
      files: ["o.json": orders],
      rows: #"""
        {"want":"NL"}
        {"want":"BE"}
        {"want":"DE"}
        """#,
      wanted: ["1 want compare 1", "3 want compare 0"]),
    // A value that can't be typed is in the way of what asks for it, at any depth.
    Case(
      form: """
        list l from "l.json" < field id: string field v: list of number >
        field id: string
        check sum(l(id: id).v) == 3 message "{actual}"
        """,
      files: ["l.json": #"[{"id":"a","v":[3]},{"id":"b","v":["x"]},{"id":"c","v":[4]}]"#],
      rows: #"""
        {"id":"a"}
        {"id":"b"}
        {"id":"c"}
        """#,
      wanted: ["3 id compare 4", "undecided 3 2 l"]),
    // A check in an item is judged for each.
    Case(
      form: """
        list l from "p.csv" < field id: string >
        field items: list of < field k: string check count(l) > 2 message "{actual}" >
        """,
      files: ["p.csv": "id,p\na,2\nb,5\n"], rows: #"{"items":[{"k":"a"},{"k":"b"}]}"#,
      wanted: ["1 items[0] compare 2", "1 items[1] compare 2"]),
    // Values are found by a field compared with ==, whatever else the condition says.
    Case(
      form: """
        list l from "p.csv" < field id: string field p: number >
        field k: string
        check any(l, p > 2 and id == k) message "no"
        check sum(l, p, id == k) <= 5 message "{actual}"
        """,
      files: ["p.csv": "id,p\na,2\nb,5\na,4\n"],
      rows: #"""
        {"k":"a"}
        {"k":"b"}
        {"k":"c"}
        """#,
      wanted: ["1 k compare 6", "3 k rule no"]),
    // A blank field may equal the value, so an unusable value in the rest of the condition leaves it undecided.
    Case(
      form: """
        list l from "p.csv" < field id: string optional field p: number optional >
        field k: string
        check any(l, id == k and p > 2) message "no"
        """,
      files: ["p.csv": "id,p\na,2\n,x\nb,5\n"],
      rows: #"""
        {"k":"a"}
        {"k":"b"}
        """#,
      wanted: ["undecided 3 2 l"]),
    Case(
      form: """
        list l from "p.csv" < field id: string field p: number >
        field k: string rule value in distinct(l.id) message "{value}"
        check count(distinct(l.id)) == 2 and sum(l.p) == 11 message "sums"
        """,
      files: ["p.csv": "id,p\na,2\nb,5\na,4\n"],
      rows: #"""
        {"k":"a"}
        {"k":"c"}
        """#,
      wanted: ["2 k compare c"]),
  ])
  func isAskedAtAnyDepth(_ one: Case) throws { try expect(one) }

  /// A list with keys is not the rule word of the same name.
  @Test(arguments: [
    "before", "past", "after", "age", "unique", "same", "distinct", "range", "email", "date", "any",
  ])
  func isNamedLikeARuleWord(_ name: String) throws {
    try expect(
      Case(
        form: """
          list \(name) from "p.csv" < field id: string field weight: number >
          define last = \(name)(id: id)
          field id: string
          field weight: number rule value <= last.weight message "{value} after {last.weight}"
          """,
        files: ["p.csv": "id,weight\na,1\n"],
        rows: #"""
          {"id":"a","weight":2}
          {"id":"a","weight":1}
          """#,
        wanted: ["1 weight compare 2 after 1"]))
  }

  private func expect(_ one: Case) throws {
    let folder = try CLIFolder()
    try folder.write("f.form", one.form)
    for (name, text) in one.files { try folder.write(name, text) }
    try folder.write("d.ndjson", one.rows + "\n")
    let run = folder.run("check", "f.form", "d.ndjson", "--output", "ndjson")
    #expect(OtherDataTests.outcomes(run.output) == one.wanted, "\(run.error)")
  }

  private static func outcomes(_ lines: String) -> [String] {
    lines.split(separator: "\n").flatMap { line -> [String] in
      let result =
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
      let problems = result["problems"] as? [[String: Any]] ?? []
      let undecided = result["undecided"] as? [[String: Any]] ?? []
      return problems.map { problem in
        let code = problem["code"] as? String ?? ""
        return "\(result["record"] as? Int ?? 0) \(problem["field"] as? String ?? "-") \(code)"
          + (code == "required" ? "" : " " + (problem["message"] as? String ?? ""))
      }
        + undecided.map {
          let place = ($0["check"] as? String ?? "").split(separator: ":").last ?? ""
          return "undecided \(place) \($0["record"] as? Int ?? 0) \($0["file"] as? String ?? "")"
        }
    }
  }

  @Test func anotherEncodingIsTold() throws {
    let folder = try CLIFolder()
    try folder.write(
      "f.form",
      "list l from \"l.csv\" < field id: string >\nfield a: string rule value in l.id message \"x\""
    )
    try folder.write("d.csv", "a\n1\n")
    try Data([0x69, 0x64, 0x0A, 0x4D, 0xFC, 0x0A]).write(
      to: URL(fileURLWithPath: folder("l.csv")))
    let run = folder.run("check", "f.form", "d.csv")
    #expect(run.code == 2 && run.error.contains("l.csv:2: This line is not in UTF-8"))
  }

  /// Values that the form needs are given when it is run, and used like fields.
  @Test(arguments: [
    (["--set", "year=2026"], ["2 y compare 2025 is not 2026", "2 o compare K is not Bonn"]),
    (
      ["--set", "year=2025", "--set", "office=K"],
      ["1 y compare 2026 is not 2025", "1 o compare B is not Köln", "0 - records 3 in 2025"]
    ),
  ])
  func valuesAreGiven(_ flags: [String], _ wanted: [String]) throws {
    let folder = try CLIFolder()
    try folder.write(
      "f.form",
      """
      choices offices = "B" "Bonn", "K" "Köln"
      needs year "The year": int
      needs office: choice of offices default "B"
      needs since: date optional
      define lastYear = year - 1
      field spent: number
      field y: int rule value == year message "{value} is not {year}"
      field o: string rule value == office message "{value} is not {office}"
      check sum(records.spent) <= lastYear - 2022 message "{actual} in {year}"
      check spent < 0 or since is blank message "since {since}"
      """)
    try folder.write("d.csv", "spent,y,o\n1,2026,B\n2,2025,K\n")
    let run = folder.run(["check", "f.form", "d.csv", "--output", "ndjson"] + flags)
    #expect(OtherDataTests.outcomes(run.output) == wanted, "\(run.error)")
  }

  /// Each format and each output reports the conditions that need a broken cell of other data.
  @Test(arguments: ["csv", "ndjson", "json"])
  func undecidedConditionsAreTold(_ kind: String) throws {
    let folder = try CLIFolder()
    try folder.write("known.csv", "id,age\na,x\nb,4\nc,y\n")
    try folder.write("d.csv", "id\nb\nc\na\n")
    try folder.write("d.ndjson", "{\"id\":\"b\"}\n{\"id\":\"c\"}\n{\"id\":\"a\"}\n")
    try folder.write("d.json", "[{\"id\":\"b\"},{\"id\":\"c\"},{\"id\":\"a\"}]")
    try folder.write(
      "f.form",
      """
      list known from "known.csv" < field id: string field age: int >
      field id: string
      when known(id: id).age > 3 < field z: string optional >
      field q: string required if known(id: id).age > 5
      field s: int = known(id: id).age
      """)
    let accepted = folder.path + "/accepted.ndjson"
    for flags in [[], ["--accepted", accepted], ["--quiet"], ["--jobs", "2"]] {
      let run = folder.run(["check", "f.form", "d.\(kind)"] + flags)
      #expect(run.code == 1, "\(flags): \(run.error)")
      let isTold = run.output.contains("3 errors of all records")
      #expect(isTold || flags == ["--quiet"], "\(run.output)")
    }
    let run = folder.run("check", "f.form", "d.\(kind)", "--output", "ndjson")
    #expect(
      OtherDataTests.outcomes(run.output)
        == (3...5).map { "undecided \($0) 1 known" }, "\(run.error)")
  }

  /// A check that asks nothing but a value of the run is one of each record.
  @Test func aCheckOfAValueIsOneOfEachRecord() throws {
    let folder = try CLIFolder()
    try folder.write(
      "f.form",
      """
      needs year: int
      field a: bool
      check year > 2000 message "{year}"
      when a < field b: int optional check year > 2010 message "a {year}" >
      """)
    try folder.write("d.csv", "a,b\nyes,\nno,\n")
    let run = folder.run("check", "f.form", "d.csv", "--output", "ndjson", "--set", "year=3")
    #expect(
      OtherDataTests.outcomes(run.output) == ["1 - compare 3", "1 - compare a 3", "2 - compare 3"],
      "\(run.error)")
  }

  /// An example brings records of a list that have lists themselves.
  @Test func examplesBringListsOfLists() throws {
    let folder = try CLIFolder()
    try folder.write(
      "f.form",
      """
      list l < field id: string field tags: list of string field r: list of < field n: list of int > optional >
      field id: string rule value in l.tags message "no"
      example "one" with l(< id: "x" tags: ("x", "q", "r") r: (< n: (1, 2) >, < n: (3) >) >, < id: "y" tags: ("z") >)
        accepts < id: "z" >
      example "none" with l(< id: "x" tags: ("x", "q") >) rejects id < id: "1" >
      """)
    for verb in ["test", "explain"] {
      let run = folder.run(verb, "f.form")
      #expect(run.code == 0, "\(run.error)")
    }
  }

  /// The records of an example take the place of the file's, also where a question is about the whole list.
  @Test func examplesBringListsInPlaceOfFiles() throws {
    let folder = try CLIFolder()
    try folder.write("l.csv", "n\n9\n")
    try folder.write(
      "f.form",
      """
      list l from "l.csv" < field n: int >
      field p: int rule value <= max(l.n) optional
      check any(l, n > 3) and sum(l.n) > 3 message "none"
      example "the file's" accepts < p: 9 >
      example "low" with l(< n: 1 >) rejects < p: 1 >
      example "high" with l(< n: 5 >) rejects p < p: 9 >
      """)
    let run = folder.run("test", "f.form")
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }

  @Test func examplesHaveTheDefaults() throws {
    let folder = try CLIFolder()
    try folder.write(
      "f.form",
      """
      needs year: int
      needs office: string default "B"
      field o: string rule value == office message "no {office}"
      field y: int optional rule value == year message "no"
      example "the default" accepts < o: "B" >
      example "another" rejects o < o: "C" >
      example "a year that isn't known" accepts < o: "B" y: 1 >
      """)
    #expect(folder.run("test", "f.form").output.contains("3 passed, 0 failed"))
    #expect(folder.run("test", "f.form", "--set", "office=C").output.contains("0 passed"))
  }

  @Test(arguments: [
    ([String](), "The year is required. Give the value with --set year=…"),
    (["--set", "year=x"], "The year must be a whole number"),
    (["--set", "yaer=1"], "The form needs no value \"yaer\". Did you mean \"year\"?"),
    (["--set", "year"], "--set must be NAME=VALUE"),
  ])
  func missingAndWrongValuesAreTold(_ flags: [String], _ wanted: String) throws {
    let folder = try CLIFolder()
    try folder.write("f.form", "needs year \"The year\": int\nfield a: int rule value < year")
    try folder.write("d.csv", "a\n1\n")
    let run = folder.run(["check", "f.form", "d.csv"] + flags)
    #expect(run.code == 2 && run.error.contains(wanted), "\(run.error)")
  }

  @Test func missingAndUnknownListsAreTold() throws {
    let folder = try CLIFolder()
    try folder.write(
      "f.form", "list l < field id: string >\nfield a: string rule value in l.id message \"x\"")
    try folder.write("d.csv", "a\n1\n")
    #expect(folder.run("check", "f.form", "d.csv").error.contains("--list l=FILE"))
    #expect(
      folder.run("check", "f.form", "d.csv", "--list", "k=d.csv").error.contains("no list \"k\""))
    #expect(folder.run("check", "f.form", "d.csv", "--list", "l").error.contains("NAME=FILE"))
    let missing = folder.run("check", "f.form", "d.csv", "--list", "l=" + folder("none.csv"))
    #expect(missing.code == 2 && missing.error.contains("none.csv"))
  }
}
