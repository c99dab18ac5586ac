// `formwork new`: its guesses about columns, JSON and file layouts. Each generated form is formatted, has no findings
// and accepts any data that it was made from. FORMWORK_RANDOM=1000 tries more random data.

import FormworkReport
import Foundation
import TestSizes
import Testing

@Suite("formwork new")
struct NewTests {
  /// Returns the form that is made from `files`, and checks what holds for every generated form.
  @discardableResult
  static func form(
    _ folder: CLIFolder, _ words: [String], accepts: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let run = folder.run(["new"] + words)
    #expect(run.code == 0 && run.error == "", sourceLocation: sourceLocation)
    try folder.write("made.form", run.output)
    defer { try? FileManager.default.removeItem(atPath: folder("made.form")) }
    expect(folder, ["fmt", "--check", "made.form"], run.output, sourceLocation)
    expect(folder, ["test", "made.form"], run.output, sourceLocation)
    let flags = words.contains("--input") ? ["--input", words[words.count - 1]] : []
    let files = words.prefix { !$0.hasPrefix("--") }
    if accepts {
      expect(folder, ["check", "made.form"] + files + flags, run.output, sourceLocation)
    }
    return run.output
  }

  private static func expect(
    _ folder: CLIFolder, _ words: [String], _ form: String, _ location: SourceLocation
  ) {
    let run = folder.run(words)
    let isRight = run.code == 0 && !run.error.contains("error") && !run.error.contains("made.form")
    #expect(isRight, "\(words): \(run.error) \(run.output)\n\(form)", sourceLocation: location)
  }

  /// Keys with the same characters in different bytes are one field.
  @Test func keysOfTheSameCharacters() throws {
    let folder = try CLIFolder(spec: "")
    try folder.write("d.ndjson", "{\"\u{E9}\":\"x\"}\n{\"e\u{301}\":\"y\"}\n")
    #expect(NewTests.fields(try NewTests.form(folder, ["d.ndjson"])).count == 1)
  }

  /// A record with a key in two spellings can't be read, either here or by the generated form.
  @Test(arguments: ["", "o"]) func keyInTwoSpellings(_ key: String) throws {
    let records = ["{\"e\u{301}\":\"ab\",\"\u{E9}\":\"c\"}", "{\"x\":\"1\"}"]
    let folder = try CLIFolder(spec: "")
    try folder.write(
      "d.ndjson",
      records.map { key.isEmpty ? $0 : "{\"\(key)\":\($0)}" }.joined(separator: "\n"))
    let run = folder.run("new", "d.ndjson")
    #expect(run.error.contains("1 record cannot be read") && !run.output.contains("\u{E9}"))
    #expect(!run.error.contains("encoding"), "\(run.error)")
    try folder.write("s.form", run.output)
    let check = folder.run("check", "s.form", "d.ndjson")
    #expect(check.output.contains("cannot be read") && !check.output.contains("Record 2"))
    #expect(check.summary == "2 records: 1 accepted, 1 rejected")
    #expect(folder.run("test", "s.form").code == 0)
  }

  /// Returns the fields of a form without the comments.
  private static func fields(_ form: String) -> [String] {
    let lines = form.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return lines.filter { $0.hasPrefix("field ") }.map { String($0) }
  }

  // MARK: - Columns

  /// The number of times that each column's values are repeated.
  private static let times = 7

  /// The values of a column, and its field.
  static let columns: [([String], String)] = [
    // Numbers.
    (["1", "-20", "300"], "field x: int"),
    (["1", "2.5"], "field x: number"),
    (["1.0", "2.0"], "field x: number"),
    (["1,5", "2,25"], "field x: number(decimal \",\")"),
    (["1.234,50", "7,00"], "field x: number(decimal \",\", group \".\")"),
    (["1,234", "12,345,678"], "field x: int(group \",\")"),
    (["1'234.50", "7"], "field x: number(group \"'\")"),
    (["1.234.567", "2.000.000"], "field x: int(decimal \",\", group \".\")"),
    (["9223372036854775807"], "field x: int"),
    (["9223372036854775808"], "field x: number"),
    (["1e-5", "2"], "field x: string"),
    (["007", "123"], "field x: choice(\"007\", \"123\")"),
    ((0..<30).map { "0\(10 + $0)" }, "field x: string rule like(\"###\")"),
    (["1", ""], "field x: int optional"),
    (["1", "NA"], "field x: int optional"),
    (["a", "NA"], "field x: choice(\"NA\", \"a\")"),
    // Truth values.
    (["yes", "no", "Yes"], "field x: bool"),
    (["0", "1", "1"], "field x: bool"),
    (["ja", "nein"], "field x: bool(\"ja\", \"nein\")"),
    (["y", "n", "a"], "field x: choice(\"a\", \"n\", \"y\")"),
    // Dates and times.
    (["2026-11-20", "1999-01-01"], "field x: date"),
    (["20/11/2026", "01/02/1999"], "field x: date(\"dd/MM/yyyy\")"),
    (["11/20/2026", "01/02/1999"], "field x: date(\"MM/dd/yyyy\")"),
    (["3/20/2026", "1/2/1999"], "field x: date(\"M/d/yyyy\")"),
    (["01/02/1999", "03/04/2001"], "field x: string rule like(\"##/##/####\")"),
    (["1.2.1999", "31.12.2001"], "field x: date(\"d.M.yyyy\")"),
    (["2026年1月31日"], "field x: date(\"yyyy年M月d日\")"),
    (["20261120", "19990101"], "field x: date(\"yyyyMMdd\")"),
    (
      ["2026-11-20", "2026-11", "1999"],
      "field x: date(\"yyyy-MM-dd\", \"yyyy-MM\", \"yyyy\")"
    ),
    (["2026-11", "2026-12"], "field x: date(\"yyyy-MM-dd\", \"yyyy-MM\", \"yyyy\")"),
    (["20.11.2026", "11.2026"], "field x: date(\"dd.MM.yyyy\", \"MM.yyyy\", \"yyyy\")"),
    (["3026-11", "3026-12"], "field x: choice(\"3026-11\", \"3026-12\")"),
    (["2026", "1999"], "field x: int"),
    (["09:30", "23:59:59"], "field x: time"),
    (["2026-11-20T09:30", "2026-11-20 10:00"], "field x: datetime"),
    (["9:30", "14:00"], "field x: time(\"H:mm\")"),
    (["9:30:15", "14:00:00"], "field x: time(\"H:mm:ss\")"),
    (["9:30 am", "12:00 PM"], "field x: time(\"h:mm a\")"),
    (["1.2.2026 09:30", "31.12.2026 14:00"], "field x: datetime(\"d.M.yyyy HH:mm\")"),
    (["01.02.2026 09:30", "31.12.2026 14:00"], "field x: datetime(\"dd.MM.yyyy HH:mm\")"),
    (["1.2.2026 9:30", "31.12.2026 14:00"], "field x: datetime(\"d.M.yyyy H:mm\")"),
    (["1/20/2026 9:30 AM", "2/1/2026 12:30 PM"], "field x: datetime(\"M/d/yyyy h:mm a\")"),
    (["20/01/2026 09:30:15", "01/02/2026 10:00:00"], "field x: datetime(\"dd/MM/yyyy HH:mm:ss\")"),
    (["01/02/2026 09:30", "03/04/2026 10:00"], "field x: string rule like(\"##/##/#### ##:##\")"),
    (["2026-11-20 09:30:00 +0900"], "field x: instant(\"yyyy-MM-dd HH:mm:ss X\")"),
    (["2026-11-20T09:30Z"], "field x: instant"),
    // Texts with a form.
    (["a@example.com", "b.c@example.org"], "field x: string rule email"),
    (["https://a.example/b", "http://c.example"], "field x: string rule url"),
    (["192.0.2.1", "10.0.0.1"], "field x: string rule ipv4"),
    (["GB82WEST12345698765432", "DE89370400440532013000"], "field x: string rule iban"),
    (["DE89 3704 0044 0532 0130 00"], "field x: string without(\" \") rule iban"),
    (["978-3-16-148410-0", "0-306-40615-2"], "field x: string rule isbn"),
    (["4111111111111111", "5555555555554444"], "field x: string rule creditCard"),
    (["+12025550101", "+442071838750"], "field x: string rule phone"),
    (
      ["+49 30 1234-567", "+49 30 765 4321"],
      "field x: string without(\" \", \"-\", \"(\", \")\") rule phone"
    ),
    (["4d4cbe7e-95f5-4b9b-8c8f-6a0b7f9a1b1c"], "field x: string rule uuid"),
    // Choices and texts.
    (["red", "green", "blue"], "field x: choice(\"blue\", \"green\", \"red\")"),
    ([" red", "green "], "field x: choice(\"green\", \"red\")"),
    (["only this"], "field x: string"),
    (["", " "], "field x: any optional"),
  ]

  @Test("columns", arguments: columns)
  func columnKind(_ values: [String], _ field: String) throws {
    let folder = try CLIFolder()
    var text = "x;y\n"
    for _ in 0..<NewTests.times * 2 { text += values.map { "\"\($0)\";z\n" }.joined() }
    try folder.write("a.csv", text)
    #expect(try NewTests.fields(NewTests.form(folder, ["a.csv"])).first == field)
  }

  @Test("codes of one shape, keys and personal data")
  func shapes() throws {
    let folder = try CLIFolder()
    var text = "Member No,code,Full Name,E-Mail,password,Geburtsdatum,note\n"
    for number in 0..<120 {
      let day = String(format: "19%02d-%02d-%02d", number % 80, number % 12 + 1, number % 28 + 1)
      text += "\(number * 3),GM-\(1000 + number * 7),Zoe Q\(number),zoe\(number)@real.example,"
      text += "pw\(number)x, \(day),  some words \(number)\n"
    }
    try folder.write("a.csv", text)
    let form = try NewTests.form(folder, ["a.csv"])
    let fields = NewTests.fields(form)
    #expect(fields[0] == "field memberNo \"Member No\": int from \"Member No\" rule unique")
    #expect(fields[1] == "field code: string rule like(\"GM-####\") rule unique")
    #expect(fields[2].hasPrefix("field fullName \"Full Name\": string"))
    #expect(fields[3].contains("rule email rule unique"))
    #expect(fields[4] == "field password: string secret")
    #expect(fields[5] == "field Geburtsdatum: date")
    #expect(fields[6] == "field note: string trimmed")
    for personal in ["Zoe", "real.example", "pw1", "Seen: 19"] { #expect(!form.contains(personal)) }
  }

  /// No value of a secret field is shown, whatever its type.
  @Test func fieldsThatReferToAKey() throws {
    let folder = try CLIFolder(spec: "field a: int")
    func guessed(_ rows: Int, _ parent: (Int) -> String, _ boss: (Int) -> String) throws -> String {
      let data = (1...rows).map { "\($0),\(parent($0)),\(boss($0)),x" }
      try folder.write("d.csv", "id,parent id,boss no,text\n" + data.joined(separator: "\n") + "\n")
      let form = folder.run("new", "d.csv").output
      try folder.write("d.form", form)
      #expect(folder.run("check", "d.form", "d.csv").code == 0)
      #expect(folder.run("test", "d.form").code == 0)
      return form
    }
    let form = try guessed(120, { $0 % 3 == 0 ? "" : "\($0 / 2 + 1)" }, { "\($0 % 7 + 114)" })
    let rule = "rule value in records.id message \"There is no id {value}\""
    #expect(form.components(separatedBy: rule).count == 3)
    // One value that is no key, too few values, always the same, and no key.
    #expect(try !guessed(120, { $0 == 77 ? "121" : "\($0)" }, { _ in "5" }).contains("records.id"))
    #expect(try !guessed(120, { $0 < 19 ? "\($0)" : "" }, { "\($0 + 0).5" }).contains("records.id"))
    #expect(try !guessed(99, { "\($0)" }, { "\($0)" }).contains("records.id"))
  }

  @Test(
    "secrets of every type",
    arguments: [
      ("int", ["72143795", "92304355", "60105079"]), ("number", ["7214.5", "9230.25", "6010.75"]),
      ("date", ["1910-01-13", "1965-03-24", "1930-05-17"]),
      ("string", ["a7214", "b9230", "c6010"]),
    ])
  func secrets(_ type: String, _ values: [String]) throws {
    for count in [1, 10] {
      let folder = try CLIFolder()
      let rows = (0..<(count * 3)).map { "\($0),\(values[$0 % 3])\n" }
      try folder.write("a.csv", "id,pin\n" + rows.joined())
      let form = try NewTests.form(folder, ["a.csv"])
      #expect(NewTests.fields(form)[1] == "field pin: \(type) secret")
      for value in values { #expect(!form.contains(value)) }
    }
  }

  @Test("what is nearly of a kind")
  func mistakesInColumns() throws {
    let folder = try CLIFolder()
    var text = "fee,born\n"
    for number in 10..<40 { text += "\(number),19\(number)-01-31\n" }
    try folder.write("a.csv", text + "sixty,1975-02-30\n")
    let form = try NewTests.form(folder, ["a.csv"])
    #expect(form.contains("All but 1 of 31 are whole numbers: check the other."))
    #expect(form.contains("All but 1 of 31 are dates such as yyyy-MM-dd: check the other."))
    #expect(NewTests.fields(form).allSatisfy { $0.contains(": string") })
    try folder.write("a.csv", text + "sixty,a\nseventy,b\nten,c\ntwo,d\n")
    #expect(try !NewTests.form(folder, ["a.csv"]).contains("All but"))
  }

  // MARK: - How files are written

  /// A file, its contents, and the settings in the form.
  static let layouts: [(String, String, String)] = [
    ("a.csv", "a,b\n1,x\n2,y\n", ""),
    ("a.csv", "a;b\n1;x,y\n2;y,z\n", "data csv < delimiter \";\" >"),
    ("a.csv", "1,5\t2,5\n1,75\t2,3\n", "data csv < delimiter \"\\t\" header none >"),
    ("a.csv", "a;b\n1,5;2,5\n1,75;2,3\n", "data csv < delimiter \";\" >"),
    ("a.csv", "a\tb\n1\tx\n", "data csv < delimiter \"\\t\" >"),
    ("a.csv", "a b c\n1 2 3\n4 5 6\n", "data csv < delimiter \" \" >"),
    ("a.tsv", "a\tb\n1\tx\n", ""),
    ("a.csv", "sep=;\na;b\n1;x\n", "data csv < delimiter \";\" >"),
    ("a.csv", "\u{FEFF}a,b\r\n1,x\r\n", ""),
    ("a.csv", "List of things\n\na,b,c\n1,2,x\n3,4,y\n", "data csv < header 3 >"),
    ("a.csv", "1,x\n2,y\n3,x\n", "data csv < header none >"),
    ("a.csv", "k,2001,2002,2003\nx,1,2,3\ny,4,5,6\n", ""),
    ("a.csv", "0,1,2\nx,5,6\ny,7,8\n", ""),
    ("a.csv", "n\n3\nn/a\n", "data csv < blank \"n/a\" >"),
    ("a.txt", "a|b\n1|x\n2|y\n", "data csv < delimiter \"|\" >"),
    ("a.txt", "{\"a\":1}\n{\"a\":2}\n", "data ndjson <  >"),
    ("a.txt", "[{\"a\":1},\n {\"a\":2}]", "data json <  >"),
    ("a.json", "[{\"a\":1},{\"a\":2}]", ""),
    (
      "a.json",
      "{\"v\":1,\"d\":{\"all\":[" + Array(repeating: "{\"a\":1}", count: 30).joined(separator: ",")
        + "]}}", "data json < records at d.all >"
    ),
  ]

  @Test(
    "tables of one column",
    arguments: [
      ("a\n1,5\n2,75\n", "field a: number(decimal \",\")"),
      ("\"a\nb\"\nx\ny\n", "field aB \"a\\nb\": string from \"a\\nb\""),
    ])
  func oneColumn(_ text: String, _ field: String) throws {
    let folder = try CLIFolder()
    try folder.write("a.csv", text)
    let form = try NewTests.form(folder, ["a.csv"])
    #expect(form.split(separator: "\n").contains { $0 == field }, "\(form)")
  }

  /// Returns each example of a form as its values by name.
  private func examples(of form: String) -> [[String: String]] {
    let member = /([a-z_]+): ("[^"]*"|[^\s<>()]+)/
    return form.components(separatedBy: "\nexample ").dropFirst().map { example in
      var values: [String: String] = [:]
      for match in example.matches(of: member) {
        values[String(match.1)] = String(match.2).replacing("\"", with: "")
      }
      return values
    }
  }

  private static let people = (1...50).map { number -> [String: String] in
    [
      "staff": "\(7_000 + number * 13 % 97)", "name": "Person Q\(number)",
      "department": ["sales", "care", "law", "lab"][number * 7 % 4],
      "salary": "\(30_000 + number * 613)", "diagnosis": "icd \(number % 23)",
      "start": "20\(10 + number % 14)-0\(1 + number % 9)-1\(number * 3 % 10)",
      "rate": "\(number).5", "active": number % 8 == 0 ? "no" : "yes", "country": "NL",
    ]
  }

  /// Returns the records that have two values of an example, at least one of which is neither a choice nor a truth
  /// value.
  private func shown(_ example: [String: String], _ people: [[String: String]]) -> [Int] {
    people.indices.filter { index in
      let same = people[index].filter { $0.key != "country" && example[$0.key] == $0.value }
      return same.count > 1 && same.keys.contains { $0 != "department" && $0 != "active" }
    }
  }

  @Test("no example shows two values of one record")
  func examplesAreOfNobody() throws {
    let folder = try CLIFolder(spec: "")
    let keys = [
      "staff", "name", "department", "salary", "diagnosis", "start", "rate", "active", "country",
    ]
    let rows = NewTests.people.map { person in keys.map { person[$0] ?? "" }.joined(separator: ",")
    }
    try folder.write(
      "a.csv", keys.joined(separator: ",") + "\n" + rows.joined(separator: "\n") + "\n")
    let nested = NewTests.people.map { person in
      let inner = ["salary", "diagnosis", "start"].map { "\"\($0)\":\"\(person[$0] ?? "")\"" }
      let outer = keys.filter { !["salary", "diagnosis", "start"].contains($0) }
        .map { "\"\($0)\":\"\(person[$0] ?? "")\"" }
      return "{\(outer.joined(separator: ",")),\"files\":[{\(inner.joined(separator: ","))}]}"
    }
    try folder.write("b.ndjson", nested.joined(separator: "\n") + "\n")
    for data in ["a.csv", "b.ndjson"] {
      let run = folder.run("new", data)
      #expect(run.code == 0)
      let examples = examples(of: run.output)
      #expect(examples.count == 2)
      for example in examples {
        #expect(example.count == keys.count && example["country"] == "NL")
        #expect(shown(example, NewTests.people) == [], "\(example)")
        // Some values are real, so that people recognize the data.
        #expect(NewTests.people.contains { $0["salary"] == example["salary"] })
      }
      try folder.write("n.form", run.output)
      let tested = folder.run("test", "n.form")
      #expect(tested.output.hasSuffix("2 passed, 0 failed\n"), "\(run.output)")
    }
  }

  @Test("of one or two records nothing is shown but truth values", arguments: [1, 2])
  func fewRecords(_ count: Int) throws {
    let folder = try CLIFolder(spec: "")
    let people = NewTests.people.prefix(count)
    let rows = people.map { "\($0["staff"] ?? ""),\($0["salary"] ?? ""),\($0["start"] ?? ""),yes" }
    try folder.write("a.csv", "staff,salary,start,active\n" + rows.joined(separator: "\n") + "\n")
    let form = folder.run("new", "a.csv").output
    for example in examples(of: form) {
      #expect(example.count == 4 && example["active"] == "yes")
      for person in people {
        #expect(["staff", "salary", "start"].allSatisfy { person[$0] != example[$0] })
      }
    }
    try folder.write("n.form", form)
    #expect(folder.run("test", "n.form").output.hasSuffix("\(count) passed, 0 failed\n"))
  }

  @Test("examples have no text, key or address that only one record has")
  func nobodysExamples() throws {
    let folder = try CLIFolder()
    let rows = (1...120).map {
      "\(481_500 + $0),B-XY \($0),https://a\($0).example.org,\($0 % 2 == 0 ? "red" : "blue")"
    }
    try folder.write("a.csv", "id,plate,site,color\n" + rows.joined(separator: "\n"))
    let form = try NewTests.form(folder, ["a.csv"])
    let examples = form[try #require(form.firstRange(of: "example ")).lowerBound...]
    for part in ["4815", "B-XY", "//a"] { #expect(!examples.contains(part)) }
    #expect(examples.contains("color: \"red\""))
  }

  @Test("layouts", arguments: layouts)
  func layout(_ name: String, _ text: String, _ data: String) throws {
    let folder = try CLIFolder()
    try folder.write(name, text)
    let form = try NewTests.form(folder, [name])
    let words = form.split(separator: "\n").first { $0.hasPrefix("data ") }
    #expect(words.map { String($0) } ?? "" == data.replacingOccurrences(of: "<  >", with: "< >"))
  }

  @Test("encodings, of which the beginning may say nothing")
  func encodings() throws {
    let folder = try CLIFolder()
    let umlaut = Array("name,b\n".utf8) + [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72] + Array(",1\n".utf8)
    try folder.write("a.csv", umlaut)
    #expect(try NewTests.form(folder, ["a.csv"]).contains("encoding \"windows-1252\""))
    let rows = Array(repeating: "abcdefgh,1\n", count: 40_000).joined()
    try folder.write("b.csv", Array("name,b\n".utf8) + Array(rows.utf8) + umlaut.dropFirst(7))
    #expect(try NewTests.form(folder, ["b.csv"]).contains("encoding \"windows-1252\""))
    try folder.write("c.csv", "name,b\nJürgen,1\n")
    #expect(try !NewTests.form(folder, ["c.csv"]).contains("encoding"))
  }

  @Test("workbooks")
  func workbooks() throws {
    let folder = DocsFile.path("Tests/FormworkCLITests/Workbooks")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".xlsx") }.sorted()
    var made = 0
    for name in names {
      let run = DocsRun(["new", "Tests/FormworkCLITests/Workbooks/" + name])
      guard run.code == 0 else {
        #expect(run.error.hasPrefix("error: "), "\(name)")
        continue
      }
      made += 1
      #expect(run.output.contains("\nfield "), "\(name)")
    }
    #expect(made > 0)
  }

  /// Returns a workbook of a column with some values and data validations, and a second sheet with three texts.
  private static func workbook(_ values: [String], _ validations: String) -> [UInt8] {
    func sheet(_ name: String, _ number: Int, _ values: [String], _ end: String)
      -> WorkbookSheetPart
    {
      var sheet = WorkbookSheetPart(name: name, number: number)
      let rows = values.map { value in
        if value == "TRUE" || value == "FALSE" {
          return "<row><c t=\"b\"><v>\(value == "TRUE" ? 1 : 0)</v></c></row>"
        }
        let isNumber = Double(value) != nil
        return isNumber
          ? "<row><c><v>\(value)</v></c></row>"
          : "<row><c t=\"inlineStr\"><is><t>\(value)</t></is></c></row>"
      }
      sheet.xml = WorkbookFile.start + "<sheetData>\(rows.joined())</sheetData>" + end
      return sheet
    }
    return WorkbookFile.bytes(
      [
        sheet("Data", 1, ["a"] + values, validations),
        sheet("My list", 2, ["x", "y", "z"], ""),
      ], styles: WorkbookFile.startOfStyles + "</styleSheet>")
  }

  private static func validation(_ attributes: String, _ formulas: String...) -> String {
    let formulas = formulas.enumerated().map { "<formula\($0 + 1)>\($1)</formula\($0 + 1)>" }
    return
      "<dataValidations><dataValidation showErrorMessage=\"1\" \(attributes) sqref=\"C1 A2:A99\">\(formulas.joined())"
      + "</dataValidation></dataValidations>"
  }

  /// Data validations in a workbook, its values, and what the form says.
  private static let validations: [(String, [String], String)] = [
    (
      validation("type=\"list\" error=\"x &amp; co\" prompt=\"{one}\"", "\"x, y,w\""), ["x", "y"],
      #"field a: choice("x", "y", "w") hint "\{one}" message "x & co""#
    ),
    (
      validation("type=\"list\"", "'My list'!$A$1:$A$3"), ["y"], #"field a: choice("x", "y", "z")"#
    ),
    (validation("type=\"list\"", "\"x,w\""), ["x", "y"], "field a: string"),
    // A drop-down with other choices than truth values, and what a spreadsheet stores for its texts.
    (
      validation("type=\"list\"", "\"Yes,No,Maybe\""), ["Yes", "No", "Yes"],
      #"field a: choice("Yes", "No", "Maybe")"#
    ),
    (validation("type=\"list\"", "\"TRUE,FALSE\""), ["TRUE", "FALSE"], "field a: bool"),
    (
      validation("type=\"list\"", "\"TRUE,FALSE,Open\""), ["TRUE", "FALSE"],
      #"field a: choice("TRUE" also("true"), "FALSE" also("false"), "Open")"#
    ),
    (
      validation("type=\"list\"", "\"1.5,2,2.50,02.5\""), ["1.5", "2.5"],
      #"field a: choice("1.5", "2", "2.50" also("2.5"), "02.5")"#
    ),
    (validation("type=\"list\"", "INDIRECT(B1)"), ["x", "y"], "field a: string"),
    (
      // As Excel writes a reference to another sheet.
      "<extLst><ext><x14:dataValidations><x14:dataValidation type=\"list\" showErrorMessage=\"1\"><x14:formula1><xm:f>'My list'!A:A</xm:f>"
        + "</x14:formula1><xm:sqref>A2:A3</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>",
      ["z"], "field a: string"
    ),
    (
      "<extLst><ext><x14:dataValidations><x14:dataValidation type=\"list\" showErrorMessage=\"1\"><x14:formula1><xm:f>'My list'!A1:A2</xm:f>"
        + "</x14:formula1><xm:sqref>A2:A3</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>",
      ["x"], #"field a: choice("x", "y")"#
    ),
    (
      validation("type=\"whole\" error=\"1 to 9\"", "1", "9"), ["2", "3"],
      #"field a: int rule range(1...9) message "1 to 9""#
    ),
    (validation("type=\"whole\"", "3", "9"), ["2", "3"], "field a: int"),
    (
      validation("type=\"whole\" operator=\"lessThan\"", "9", "0"), ["2"],
      "field a: int rule range(...8)"
    ),
    (
      validation("type=\"decimal\" operator=\"greaterThan\"", "0"), ["2.5"],
      "field a: number rule positive"
    ),
    (
      validation("type=\"textLength\" operator=\"lessThanOrEqual\"", "5"), ["xyz", "x"],
      "field a: string rule count(...5)"
    ),
    (validation("type=\"decimal\"", "-1E+300", "1E+300"), ["2.5"], "field a: number"),
    (validation("prompt=\"One\""), ["2"], "field a: int hint \"One\""),
    // A spreadsheet takes other values, too, after a warning or silently.
    (
      validation("type=\"whole\" errorStyle=\"warning\" error=\"1 to 9?\"", "1", "9"), ["2"],
      #"field a: int rule range(1...9) warning "1 to 9?""#
    ),
    (
      validation("type=\"decimal\" operator=\"lessThan\" errorStyle=\"information\"", "9"), ["2.5"],
      #"field a: number rule value < 9 warning "Usually: number less than 9""#
    ),
    (
      validation("type=\"list\" errorStyle=\"warning\" error=\"x?\"", "\"x,y\""), ["x", "x"],
      #"field a: string rule oneOf("x", "y") warning "x?""#
    ),
    (validation("type=\"list\" errorStyle=\"warning\"", "\"yes,no\""), ["yes"], "field a: bool"),
    (validation("type=\"list\" errorStyle=\"warning\"", "\"1,2\""), ["1"], "field a: int"),
    (
      validation("type=\"whole\" error=\"1 to 9\"", "1", "9")
        .replacing("showErrorMessage=\"1\"", with: "showErrorMessage=\"0\""), ["2"], "field a: int"
    ),
    (
      validation("type=\"list\"", "\"x,y\"").replacing("showErrorMessage=\"1\" ", with: ""), ["x"],
      "field a: string"
    ),
  ]

  @Test("data validations become rules", arguments: validations)
  func dataValidations(_ xml: String, _ values: [String], _ field: String) throws {
    let folder = try CLIFolder()
    try folder.write("a.xlsx", NewTests.workbook(values, xml))
    let form = try NewTests.form(folder, ["a.xlsx"])
    #expect(NewTests.fields(form) == [field], "\(form)")
    #expect(
      field.contains("rule") || field.contains("choice") || form.contains("alidation")
        || form.contains("drop-down") || xml.contains("E+") || field.contains("hint"))
  }

  /// The texts of a drop-down, on the same rows as the table but not in one of its columns.
  @Test("a list beside the table of a sheet isn't part of it")
  func listBesideTable() throws {
    func row(_ number: Int, _ cells: String...) -> String {
      let cells = zip(["A", "B", "E"], cells).map { column, text in
        "<c r=\"\(column)\(number)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
      }
      return "<row r=\"\(number)\">\(cells.joined())</row>"
    }
    var sheet = WorkbookSheetPart(name: "Data", number: 1)
    let rows = [row(1, "Id", "C"), row(2, "1", "Yes", "Yes"), row(3, "2", "No", "No")]
    sheet.xml =
      WorkbookFile.start + "<sheetData>\(rows.joined())\(row(4, "3", "Yes", "Maybe"))</sheetData>"
    let folder = try CLIFolder()
    try folder.write(
      "a.xlsx", WorkbookFile.bytes([sheet], styles: WorkbookFile.startOfStyles + "</styleSheet>"))
    let run = folder.run("new", "a.xlsx")
    #expect(NewTests.fields(run.output) == ["field Id: int", "field C: bool"], "\(run.output)")
    #expect(run.error.contains("Column 5 has no name in the header"))
  }

  /// Values of a column, the rows of its data validations with their limits, its field, and comments.
  private static let partialValidations:
    [([String], [(rows: String, low: Int, high: Int)], String, [String])] = [
      (
        ["1", "2", "300", "400"], [("A2:A3", 1, 10), ("A4:A5", 100, 1000)], "field a: int",
        ["Its data validation of rows 2 to 3 is left out", "Its data validation of rows 4 to 5 is"]
      ),
      (
        ["1", "2", "3", "50"], [("A3 A2", 1, 10)], "field a: int",
        ["Its data validation of rows 2 to 3 is left out"]
      ),
      (
        ["1", "2"], [("A1:A3", 1, 10), ("A4:A5 A9 B2", 100, 1000)],
        "field a: int rule range(1...10)", ["Its data validation of rows 4 to 5, row 9 is left out"]
      ),
      (["1", "20"], [("A:A", 1, 10)], "field a: int", ["Some values break its data validation"]),
      (
        ["1", "2", "3", "4", "5"], (2...6).map { ("A\($0)", 1, 10) }, "field a: int",
        [
          "of row 2 is left out", "of row 3 is", "of row 4 is",
          "2 more data validations are left out",
        ]
      ),
    ]

  @Test("a data validation of some values is a comment", arguments: partialValidations)
  func partialValidation(
    _ values: [String], _ validations: [(rows: String, low: Int, high: Int)], _ field: String,
    _ comments: [String]
  ) throws {
    let folder = try CLIFolder()
    let all = validations.map { rows, low, high in
      "<dataValidation type=\"whole\" showErrorMessage=\"true\" sqref=\"\(rows)\"><formula1>\(low)</formula1><formula2>\(high)"
        + "</formula2></dataValidation>"
    }
    let xml = "<dataValidations>\(all.joined())</dataValidations>"
    try folder.write("a.xlsx", NewTests.workbook(values, xml))
    let form = try NewTests.form(folder, ["a.xlsx"])
    #expect(NewTests.fields(form) == [field])
    let text = form.replacing("\n# ", with: " ")
    for comment in comments { #expect(text.contains(comment), "\(form)") }
    #expect(text.split(separator: "data validation").count == comments.count + 1, "\(form)")
  }

  @Test(
    "the type of an empty column is that of a data validation of all its rows",
    arguments: [("B3", false), ("B2:B3", false), ("B2:B4", true), ("B1:B99", true)])
  func emptyColumn(_ rows: String, _ isWhole: Bool) throws {
    var sheet = WorkbookSheetPart(name: "Data", number: 1)
    let data = ["<c r=\"A1\" t=\"str\"><v>Id</v></c><c r=\"B1\" t=\"str\"><v>C</v></c>"]
    let values = (2...4).map { "<c r=\"A\($0)\"><v>\($0)</v></c>" }
    sheet.xml =
      WorkbookFile.start + "<sheetData>"
      + (data + values).map { "<row>\($0)</row>" }.joined() + "</sheetData><dataValidations>"
      + "<dataValidation type=\"whole\" showErrorMessage=\"1\" sqref=\"\(rows)\"><formula1>1</formula1>"
      + "<formula2>9</formula2></dataValidation></dataValidations>"
    let folder = try CLIFolder()
    try folder.write(
      "a.xlsx", WorkbookFile.bytes([sheet], styles: WorkbookFile.startOfStyles + "</styleSheet>"))
    let rule = "field C: int optional rule range(1...9)"
    // In each run, a different thread may get the rows.
    for _ in 0..<8 {
      let form = try NewTests.form(folder, ["a.xlsx"])
      #expect((NewTests.fields(form).last == rule) == isWhole, "\(form)")
      #expect(form.contains("is left out") != isWhole, "\(form)")
    }
  }

  /// Data validations that aren't in the form, and their comments.
  private static let leftOut: [(String, String)] = [
    (
      validation("type=\"time\"", "0.333333333333333", "0.75"), "time between 08:00 and 18:00"
    ),
    (
      validation("type=\"time\" operator=\"equal\"", "0.000011574074074"), "time equal to 00:00:01"
    ),
    (
      validation("type=\"date\" operator=\"greaterThanOrEqual\"", "DATE(2026,1,1)"),
      "date at least DATE(2026,1,1)"
    ),
    (
      validation("type=\"date\" operator=\"notBetween\"", "46023", "46024"),
      "date not between 2026-01-01 and 2026-01-02"
    ),
    (
      validation("type=\"whole\" operator=\"notEqual\"", "5", "0"), "whole number not equal to 5"
    ),
    (
      validation("type=\"textLength\" operator=\"greaterThan\"", "B1"),
      "length of the text greater than B1"
    ),
    (validation("type=\"custom\"", "ISTEXT(A2)"), "formula ISTEXT(A2)"),
    (validation("type=\"list\"", "INDIRECT(B1)"), "list INDIRECT(B1)"),
  ]

  @Test("a comment says in words which data validation is left out", arguments: leftOut)
  func leftOutValidation(_ xml: String, _ words: String) throws {
    let folder = try CLIFolder()
    try folder.write("a.xlsx", NewTests.workbook(["x"], xml))
    let form = try NewTests.form(folder, ["a.xlsx"]).replacing("\n# ", with: " ")
    #expect(
      form.contains("Its data validation of rows 2 to 99 is left out: \(words).\n"), "\(form)")
  }

  @Test("a workbook without rows has the types of its data validations")
  func exportedWorkbook() throws {
    let folder = try CLIFolder(
      spec: """
        field n: int rule range(1...9) message "1 to 9"
        field r: number optional
        field d: date rule value >= 2026-01-01 message "From 2026"
        field t: time
        field k: choice("a", "b") message "a or b"
        field b: bool
        field s: string
        """)
    #expect(
      folder.run("export", "s.form", "--to=xlsx", "--out", "./a.xlsx").error.contains("(100 %)"))
    let form = try NewTests.form(folder, ["a.xlsx"], accepts: false)
    #expect(
      NewTests.fields(form) == [
        #"field n: int optional rule range(1...9) warning "1 to 9""#,
        "field r: number optional",
        #"field d: date optional rule range(2026-01-01...) warning "From 2026""#,
        "field t: time optional",
        #"field k: string optional rule oneOf("a", "b") warning "a or b""#,
        "field b: bool optional",
        "field s: any optional",
      ])
    #expect(form.contains("# Always blank, so its type is that of its data validation.\nfield r"))
  }

  @Test("several files are one set of data")
  func severalFiles() throws {
    let folder = try CLIFolder()
    try folder.write("a.csv", "a,b\n1,x\n")
    try folder.write("b.csv", "b,c,a\ny,2026-01-01,1.5\n")
    let form = try NewTests.form(folder, ["a.csv", "b.csv"])
    #expect(
      NewTests.fields(form) == [
        "field a: number", "field b: string", "field c: date optional",
      ])
    try folder.write("c.csv", "a;b\n1;x\n")
    let run = folder.run("new", "a.csv", "c.csv")
    #expect(run.code == 2 && run.error.contains("have different formats"))
  }

  /// The extents don't depend on which thread finds them: the least and the greatest value are in separate pieces.
  @Test(arguments: ["1", "2", "4"]) func extentsInPieces(_ jobs: String) throws {
    let folder = try CLIFolder(spec: "")
    let count = sized(40_000, large: 120_000)
    let rows = (0..<count).map { $0 == 0 ? "-7.25,9" : $0 == count - 1 ? "88.75,-3" : "1.50,4" }
    try folder.write("a.csv", "ratio,size\n" + rows.joined(separator: "\n") + "\n")
    let run = folder.run("new", "a.csv", "--jobs", jobs)
    #expect(run.output.contains("# Seen: -7.25 to 88.75.\nfield ratio"), "\(run.output)")
    #expect(run.output.contains("# Seen: -3 to 9.\nfield size"))
  }

  @Test("the same form with any number of threads")
  func threads() throws {
    let folder = try CLIFolder()
    var text = "id,kind,when\n"
    for number in 0..<sized(20_000, large: 60_000) {
      text += "\(number),k\(number % 17),2026-01-\(10 + number % 20)\n"
    }
    try folder.write("a.csv", text)
    let one = folder.run("new", "a.csv", "--jobs", "1")
    #expect(one.code == 0 && one.output == folder.run("new", "a.csv", "--jobs", "4").output)
    #expect(one.output.contains("field id: int rule unique"))
  }

  // MARK: - What cannot be

  /// A file, and the message about it.
  static let mistakes: [(String, String, String)] = [
    ("a.csv", "", "\"a.csv\" is empty"),
    ("a.csv", " \n\n", "\"a.csv\" is empty"),
    ("a.csv", "a,b\n", "\"a.csv\" has no records"),
    ("a.csv", "a,b,a\n1,2,3\n", "Columns 1 and 3 are both \"a\""),
    ("a.csv", "a,b\nr1,1,2\nr2,3,4\n", "None of 2 records can be read"),
    ("a.json", "[", "None of 1 record can be read"),
    ("a.json", "[]", "\"a.json\" has no records"),
    ("a.ndjson", "3\n", "None of 1 record can be read"),
    ("a.xlsx", "no workbook", "\"a.xlsx\" cannot be opened"),
  ]

  @Test("mistakes", arguments: mistakes)
  func mistake(_ name: String, _ text: String, _ message: String) throws {
    let folder = try CLIFolder()
    try folder.write(name, text)
    let run = folder.run("new", name)
    #expect(run.code == 2 && run.output == "" && run.error.contains(message), "\(run.error)")
  }

  @Test("the command line")
  func commandLine() throws {
    let folder = try CLIFolder()
    try folder.write("a.csv", "a,b\n1,2\nx\n")
    #expect(folder.run("new").error.contains("There is no data"))
    #expect(folder.run("new", "./no.csv").error.contains("cannot be opened"))
    #expect(folder.run("new", "a.csv", "--name", "`").code == 2)
    let run = folder.run("new", "a.csv", "--name", "one two", "--quiet")
    #expect(run.code == 0 && run.error == "" && run.output.contains("\nform oneTwo \"one two\"\n"))
    let warned = folder.run("new", "a.csv")
    #expect(warned.code == 0 && warned.error.contains("a.csv:3: it has 1 cell"))
  }

  // MARK: - JSON

  @Test("records and lists inside of each other")
  func nestedJSON() throws {
    let folder = try CLIFolder()
    try folder.write(
      "a.ndjson",
      """
      {"id":1,"to":{"city":"Bonn","zip":null},"tags":["a"],"lines":[{"n":1,"q":"2"}],"x":1,"value":true,"a b":[],"e":{}}
      {"id":2,"to":{"city":"Ulm","zip":"x"},"tags":["b","c"],"lines":[{"n":2.5}],"x":"y","value":false,"a b":[1],"e":{}}

      """)
    let form = try NewTests.form(folder, ["a.ndjson"])
    for part in [
      "field id: int\n", "field to: <\n", "  field zip: string optional\n",
      "field tags: list of string\n",
      "field lines: list of <\n", "  field q: int optional\n", "field x: any\n",
      "field value: bool\n",
      "field aB \"a b\": list of int optional from \"a b\"\n", "field e: any\n",
    ] {
      #expect(form.contains(part), "\(part) in \(form)")
    }
  }

  @Test("keys that are names of things")
  func manyKeys() throws {
    let folder = try CLIFolder()
    let members = (0..<400).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    try folder.write("a.ndjson", "{\"m\":{\(members)}}\n")
    #expect(try NewTests.form(folder, ["a.ndjson"]).contains("field m: any\n"))
    let all = (0..<11_000).map { "{\"k\($0)\":\($0)}\n" }.joined()
    try folder.write("b.ndjson", all)
    #expect(folder.run("new", "b.ndjson").error.contains("more than 10,000 different keys"))
  }

  // MARK: - All data

  @Test("all data in the repository")
  func repository() throws {
    let names = FileManager.default.subpaths(atPath: DocsFile.path("examples")) ?? []
    let endings = [".csv", ".ndjson", ".json"]
    var count = 0
    for name in names.sorted() where endings.contains(where: { name.hasSuffix($0) }) {
      let folder = try CLIFolder()
      let file = String(name.split(separator: "/").last ?? "")
      try folder.write(file, try DocsFile.text("examples/" + name))
      let run = folder.run("new", file)
      #expect(run.code == 0, "\(name): \(run.error)")
      // No form accepts malformed data.
      try folder.write("s.form", run.output)
      let check = folder.run("check", "s.form", file, "--output", "ndjson")
      #expect(folder.run("fmt", "--check", "s.form").code == 0, "\(name)")
      #expect(folder.run("test", "s.form").error == "", "\(name)")
      let rejected = check.lines.filter {
        $0.split(separator: ",")[2] == "\"accepted\":false"
          && !$0.contains("\"code\":\"malformed\"")
      }
      #expect(rejected.isEmpty, "\(name): \(rejected)")
      count += 1
    }
    #expect(count > 15)
  }

  private static var randomCount: Int {
    ProcessInfo.processInfo.environment["FORMWORK_RANDOM"].flatMap { Int($0) } ?? 25
  }

  @Test("random tables")
  func randomTables() throws {
    for seed in 0..<NewTests.randomCount {
      var random = RandomData(state: UInt64(seed))
      let folder = try CLIFolder()
      try folder.write("a.csv", random.table())
      try NewTests.form(folder, ["a.csv"])
    }
  }

  @Test("random JSON")
  func randomJSON() throws {
    for seed in 0..<NewTests.randomCount {
      var random = RandomData(state: UInt64(seed))
      let folder = try CLIFolder()
      try folder.write("a.ndjson", random.records())
      try NewTests.form(folder, ["a.ndjson"])
    }
  }
}

/// Random data with many unusual features.
private struct RandomData {
  var state: UInt64

  private mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  private mutating func one<Element>(_ of: [Element]) -> Element { of[next(below: of.count)] }

  private static let names = [
    "a", "Name", "when", "value", "first name", "é", "e\u{301}", "名前", "1st", "e-mail", "x.y", "#",
    "Item #",
    "`q`", "\"", "IBAN", "date", "digits", "email", "field", "password", "tab\t", "\u{202E}x",
    "{b}", "\\", "true",
    "No.", "ID", "a_b", "aB", "A b", "_", "formwork_problems", "Ж", "x\u{0}y", "birthday", "phone",
    "today",
  ]

  private static let texts = [
    "x", " y ", "NA", "-", "a,b", "say \"hi\"", "line\nbreak", "é", "e\u{301}", "👨‍👩‍👧", "=1+1",
    "\u{202E}",
    "{b}", "\\", "null", "nan", "N/A", "日本語", "a;b", "\u{FEFF}", "\u{A0}", "0", "-0", "1", "00",
    "+1", "1.",
    ".5", "1e5", "true", "No", "\u{2028}", "#", "Ann Lee",
  ]

  /// Returns a text of one of the kinds of values.
  private mutating func text(_ kind: Int) -> String {
    let (a, b, c) = (next(below: 28) + 1, next(below: 12) + 1, next(below: 9000) + 1000)
    switch kind {
    case 0: return "\(c)"
    case 1: return "\(a).\(b)"
    case 2: return "\(a),\(b)"
    case 3: return "\(a).\(String(format: "%03d", b)),50"
    case 4: return String(format: "%04d-%02d-%02d", c, b, a)
    case 5: return String(format: "%02d/%02d/%04d", a, b, c)
    case 6: return "\(b)/\(a)/\(c)"
    case 7: return "\(a % 24):\(String(format: "%02d", b))"
    case 8: return String(format: "%04d-%02d-%02dT10:%02d", c, b, a, b)
    case 9: return one(["yes", "no"])
    case 10: return one(["0", "1"])
    case 11: return "p\(c)@example.com"
    case 12: return "GM-\(c)"
    case 13: return one(["red", "green", "blue"])
    case 14: return String(format: "%06d", c)
    case 15: return one(["ja", "nein"])
    case 16: return "\(c)\(c)\(c)\(c)\(c)\(c)"
    case 17: return "+49 30 \(c) \(c)"
    case 18: return String(repeating: "word ", count: a) + "\(c)"
    default: return one(RandomData.texts)
    }
  }

  /// Returns a text of a column's kind, occasionally one of another kind or a blank.
  private mutating func cell(_ kind: Int) -> String {
    switch next(below: 60) {
    case 0: one(RandomData.texts)
    case 1: ""
    default: text(kind)
    }
  }

  mutating func table() -> String {
    var names: [String] = []
    for _ in 0..<next(below: 8) + 1 {
      let name = one(RandomData.names)
      let isNew = !names.contains { $0.lowercased() == name.lowercased() }
      if isNew, !name.contains("\0") { names.append(name) }
    }
    names.append("last")
    let kinds = names.map { _ in next(below: 24) }
    var rows = [names]
    for _ in 0..<one([1, 3, 12, 40, 150]) { rows.append(kinds.map { cell($0) }) }
    return rows.map { row in
      row.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
        .joined(separator: ",") + "\n"
    }.joined()
  }

  mutating func records() -> String {
    let shape = shape(depth: 0)
    return (0..<one([1, 3, 12, 40, 120])).map { _ in value(shape, isTop: true) + "\n" }.joined()
  }

  private indirect enum Shape {
    case text(Int)
    case whole, fraction, truth, null, mixed
    case list(Shape)
    case record([(String, Shape)])
  }

  private mutating func shape(depth: Int) -> Shape {
    let kind = depth == 0 ? 8 : next(below: depth > 3 ? 6 : 10)
    switch kind {
    case 0: return .whole
    case 1: return .fraction
    case 2: return .truth
    case 3: return one([.null, .mixed])
    case 6, 7: return .list(shape(depth: depth + 1))
    case 8, 9:
      var members: [(String, Shape)] = []
      for _ in 0..<next(below: 7) {
        let name = one(RandomData.names)
        // Two spellings of the same letters are one key.
        if !members.contains(where: { $0.0 == name }) {
          members.append((name, shape(depth: depth + 1)))
        }
      }
      if depth == 0 { members.append(("last", .whole)) }
      return .record(members)
    default: return .text(next(below: 24))
    }
  }

  private mutating func value(_ shape: Shape, isTop: Bool = false) -> String {
    if !isTop, next(below: 40) == 0 {
      return one(["null", "\"\"", "\" \"", "1", "[]", "{}", "\"NA\""])
    }
    switch shape {
    case .text(let kind): return quoted(cell(kind))
    case .whole: return "\(next(below: 1000) - 500)"
    case .fraction: return "\(next(below: 100)).\(next(below: 100))" + one(["", "", "e-3", "0"])
    case .truth: return one(["true", "false"])
    case .null: return "null"
    case .mixed: return one(["1", "\"1\"", "true", "\"x\"", "2.5"])
    case .list(let item):
      return "[" + (0..<next(below: 4)).map { _ in value(item) }.joined(separator: ",") + "]"
    case .record(let members):
      var parts: [String] = []
      for (name, shape) in members where isTop && name == "last" || next(below: 12) > 0 {
        parts.append("\(quoted(name)): \(value(shape))")
      }
      return "{" + parts.joined(separator: ", ") + "}"
    }
  }

  private func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\" + String(scalar)
      case _ where scalar.value < 0x20: out += String(format: "\\u%04x", scalar.value)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
