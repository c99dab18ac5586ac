// Tests the output of `check`: exact NDJSON lines, drawings and summaries, colors, characters that must not reach a
// terminal, and a reader that closes its end.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import Foundation
import TestSizes
import Testing

@testable import FormworkCLI

@Suite struct CLIOutputTests {
  static let spec = """
    field id: string rule count(1...5) title "Bad ID" message "{label} has 1 to 5 characters"
    field age: int optional rule range(0...150) rule value < 120 warning "Really {value}?"
    field price: number optional
    field day: date optional
    field at: datetime optional
    field color: choice("red", "green") optional message "Red or green"
    field extra: any optional
    check age is blank or price is blank message "Age or price, not both"
    """

  private func run(_ records: String, _ words: String..., name: String = "d.ndjson") throws
    -> CLIResult
  {
    let folder = try CLIFolder(spec: CLIOutputTests.spec)
    try folder.write(name, records)
    return words.isEmpty
      ? folder.run("check", "s.form", name, "--output=ndjson")
      : folder.run("check", "s.form", name, words[0])
  }

  @Test func repeatedWarningsAreToldOnceWithTheirPlaces() throws {
    let folder = try CLIFolder(spec: "field a: int\n")
    func form(_ count: Int) -> String {
      "field a: int\n" + (1...count).map { "check a = \($0) message \"x\"\n" }.joined()
    }
    try folder.write("a.form", form(3))
    #expect(folder.run("test", "a.form").error.components(separatedBy: "[habit]").count == 4)
    try folder.write("a.form", form(40) + "check a == 1 messge \"x\"\n")
    let error = folder.run("test", "a.form").error
    #expect(error.components(separatedBy: "[habit]").count == 2)
    #expect(error.contains("  = 39 more: 3:9, 4:9, ") && error.contains(", 32:9, …\n\n"))
    #expect(error.hasSuffix("a.form: 1 error, 40 warnings\n"))
  }

  @Test func rejectedRecordsAreShownBesideWarnings() throws {
    let folder = try CLIFolder(spec: "field a: int rule value > 5 warning \"small\"")
    try folder.write("d.csv", "a\n1\n2\nx\ny\n3\nz\n")
    func records(_ show: String) -> [String] {
      folder.run("check", "s.form", "d.csv", "--show", show).output.split(separator: "\n")
        .filter { $0.hasPrefix("Record ") }.map { String($0.dropFirst(7).prefix(1)) }
    }
    #expect(records("1") == ["1", "3"] && records("2") == ["1", "2", "3", "4"])
    #expect(records("3") == ["1", "2", "3", "4", "5", "6"] && records("0") == [])
  }

  @Test func aGroupIsShownOnce() throws {
    let folder = try CLIFolder(
      spec:
        "field g: string\nfield a: int\ncheck sum(records.a) == 10 per g message \"{g}: {actual}\"")
    try folder.write("d.csv", "g,a\nx,1\ny,2\nx,3\ny,x\nz,10\nx,4\n")
    let run = folder.run("check", "s.form", "d.csv", "--jobs", "1")
    #expect(run.output.components(separatedBy: "x: 8").count == 2, "\(run.output)")
    #expect(run.output.contains("2 more rejected records of these groups not shown\n"))
    #expect(!run.output.contains("--show"))
    let all = folder.run("check", "s.form", "d.csv", "--output", "ndjson").output
    #expect(all.components(separatedBy: "x: 8").count == 4)
    // A large group takes no room of others, and the message of a record's own fields is shown for each.
    try folder.write(
      "s.form",
      "field g: string\nfield n: string\ncheck count(records) == 1 per g message \"{g} twice\"")
    try folder.write(
      "d.csv", "g,n\n" + String(repeating: "a,x\n", count: 3_000) + "b,y\nb,z\nc,x\n")
    let large = folder.run("check", "s.form", "d.csv", "--show", "2").output
    #expect(large.contains("a twice") && large.contains("b twice"), "\(large)")
    #expect(large.contains("3,000 more rejected records") && !large.contains("--show"), "\(large)")
    let one = folder.run("check", "s.form", "d.csv", "--show", "1").output
    #expect(!one.contains("b twice") && one.contains("shown 1 of 3002"), "\(one)")
    try folder.write(
      "s.form",
      "field g: string\nfield n: string\ncheck count(records) == 1 per g message \"{n}: {g}\" at n")
    let own = folder.run("check", "s.form", "d.csv", "--show", "9").output
    #expect(own.components(separatedBy: "x: a").count == 10)
  }

  @Test func linesOfNDJSON() throws {
    let told = try run(
      """
      {"price": 1.50, "id": "taro", "day":"2026-11-20","at":"2026-11-20T09:30"}

      {"id":"taro-san","age":"x","extra":[1, {"a":
      {"id":"taro-san","age":"x","color":"blue"}
      {"id":"a","age":130,"zzz":1}
      {"id":"a","age":1,"price":2}
      """)
    #expect(told.code == 1 && told.error == "")
    let wanted = [
      #"{"record":1,"line":1,"accepted":true,"product":{"id":"taro","price":1.5,"#
        + #""day":"2026-11-20","at":"2026-11-20T09:30:00"},"problems":[]}"#,
      #"{"record":2,"line":3,"accepted":false,"problems":[{"field":null,"code":"malformed","#
        + #""severity":"error","message":"The record cannot be read: it ends too early","#
        + #""line":3,"column":45}]}"#,
      #"{"record":3,"line":4,"accepted":false,"problems":["#
        + #"{"field":"id","code":"count","severity":"error","message":"Id has 1 to 5 characters","#
        + #""title":"Bad ID","params":{"min":1,"max":5,"actual":8},"line":4,"column":7},"#
        + #"{"field":"age","code":"type","severity":"error","message":"Age must be a whole number such as 42","#
        + #""params":{"expected":"int"},"line":4,"column":24},"#
        + #"{"field":"color","code":"choice","severity":"error","#
        + #""message":"Red or green","params":{"choices":["red","green"]},"#
        + #""line":4,"column":36}]}"#,
      #"{"record":4,"line":5,"accepted":true,"product":{"id":"a","age":130},"problems":["#
        + #"{"field":"age","code":"compare","severity":"warning","message":"Really 130?","#
        + #""params":{"max":120,"exclusive":true,"actual":130},"line":5,"column":17}]}"#,
      #"{"record":5,"line":6,"accepted":false,"problems":[{"field":null,"code":"rule","#
        + #""severity":"error","message":"Age or price, not both"}]}"#,
    ]
    #expect(told.lines.count == wanted.count)
    for (line, wanted) in zip(told.lines, wanted) { #expect(line == wanted) }
  }

  @Test func rawJSONStaysOnItsLine() throws {
    let told = try run(
      "[\n{\"id\":\"a\",\"extra\":[1,\r\n  {\"x\": \"y\\n\"},\n2.50]}\n]", name: "d.json")
    #expect(
      told.output
        == #"{"record":1,"line":2,"accepted":true,"product":{"id":"a","extra":[1,  {"x": "y\n"},2.50]},"problems":[]}"#
        + "\n")
  }

  @Test func linesOfSeveralFiles() throws {
    let folder = try CLIFolder(spec: "field id: string")
    try folder.write("a.ndjson", "{\"id\":\"a\"}\n")
    try folder.write("b.csv", "id\nb\n\"\"\n")
    let told = folder.run("check", "s.form", "a.ndjson", "b.csv", "--output=ndjson")
    #expect(
      told.lines.map { $0.prefix(45) } == [
        #"{"record":1,"line":1,"file":"a.ndjson","accep"#,
        #"{"record":1,"line":2,"file":"b.csv","accepted"#,
        #"{"record":2,"line":3,"file":"b.csv","accepted"#,
      ])
    #expect(
      folder.run("check", "s.form", "a.ndjson", "b.csv").summary
        == "3 records: 2 accepted, 1 rejected")
    let missing = folder.run("check", "s.form", "a.ndjson", "./c.csv")
    #expect(missing.code == 2 && missing.error.contains("\"c.csv\" cannot be opened: No such file"))
  }

  // MARK: For people

  @Test func drawing() throws {
    let told = try run("{\"id\":\"taro-san\",\"age\":\"x\"}\n{\"id\":\"a\"}\n", "--show=20")
    #expect(
      told.output == """
        Record 1, d.ndjson:1
          error id: Id has 1 to 5 characters
                "taro-san" at 1:7 · count at s.form:1:23
          error age: Age must be a whole number such as 42
                "x" at 1:24 · type at s.form:2:7

        2 records: 1 accepted, 1 rejected
          1  id  count
          1  age  type

        """)
  }

  @Test func countsOfWhatIsNotDrawn() throws {
    let bad = String(repeating: "{\"id\":\"\"}\n", count: 25)
    #expect(try run(bad, "--quiet").output == "")
    let told = try run(bad, "--show=20")
    #expect(told.lines.count { $0.hasPrefix("Record ") } == 20)
    #expect(
      told.output.contains(
        "\n\nshown 20 of 25; --show 25 shows all, --report problems.csv lists them\n\n25 records: ")
    )
    // A drawn warning isn't a drawn reject.
    let mixed = "{\"id\":\"a\",\"age\":130}\n{\"id\":\"\"}\n{\"id\":\"\"}\n"
    #expect(try run(mixed, "--show=1").output.contains("shown 1 of 2; --show 2 "))
    #expect(try run(mixed, "--show=2").output.contains("shown") == false)
  }

  // MARK: Terminals

  /// All kinds of line ends in a form give the same lines.
  @Test func lineEndsOfForms() throws {
    let spec = """
      form x "X" # a comment
      field a: < field b: int
        field c: intt # another

      field d: string rule "q
      field e: int rule value > 3
        and value < datee("\\
      check e
        == 1 or
        f
      """
    let folder = try CLIFolder(spec: spec)
    let told = folder.run("check", "s.form", "d.csv").error
    #expect(told.contains("  s.form:3:12\n") && told.contains("10 |   f\n"))
    for end in ["\r\n", "\r"] {
      try folder.write("s.form", spec.replacing("\n", with: end))
      #expect(folder.run("check", "s.form", "d.csv").error == told)
    }
  }

  @Test func countsInTheOrderOfTheForm() throws {
    let folder = try CLIFolder(
      spec: """
        field a: < field x: int field y: int check x != y message "a" >
        field b: list of < field x: int field y: int rule value > 3 message "y" check x != y message "b" >
        field c: int rule value > 3 message "c"
        check c > a.x message "all"
        """)
    try folder.write("d.ndjson", #"{"a":{"x":1,"y":1},"b":[{"x":2,"y":2}],"c":1}"# + "\n")
    let run = folder.run("check", "s.form", "d.ndjson", "--show=0")
    #expect(
      run.lines.dropFirst() == [
        "  1  a  compare", "  1  b[]  compare", "  1  b[].y  compare", "  1  c  compare",
        "  1  the record  compare",
      ])
  }

  /// After this many errors, reading and checking stop, and a message says so.
  @Test(arguments: [("field a: intt\n", 2), ("field b\n", 1), ("field c: date = 1\n", 2)])
  func countsOfFindings(_ line: String, _ each: Int) throws {
    let folder = try CLIFolder(spec: "")
    for count in sized([600], large: [600, 10_100]) {
      try folder.write("s.form", String(repeating: line, count: count))
      let run = folder.run("check", "s.form", "d.csv")
      // The first name isn't a repetition.
      let errors = min(each * count - (each == 2 ? 1 : 0), 10_001)
      #expect(run.error.hasSuffix("\ns.form: \(errors) errors\n"))
      let rest = run.error.split(separator: "\n").suffix(2).first?.replacing(",", with: "")
      #expect(rest == "… and \(errors - 500) more problems not shown")
    }
  }

  /// An error after more warnings than are drawn is still shown.
  @Test(arguments: [(499, 1), (500, 0), (10_100, 0)])
  func errorsComeBeforeWarningsWhereTheListIsCut(_ warnings: Int, _ place: Int) throws {
    let folder = try CLIFolder(
      spec: String(repeating: "check true message \"x\"\n", count: warnings) + "field a: intt\n")
    let run = folder.run("check", "s.form", "d.csv")
    let heads = run.error.split(separator: "\n").filter { $0.contains("[") && !$0.hasPrefix(" ") }
    // The warnings are drawn once.
    #expect(heads.count == 2)
    #expect(heads.firstIndex { $0.hasPrefix("error[unknown-type]") } == place)
    #expect(run.error.hasSuffix("s.form: 1 error, \(warnings) warnings\n"))
  }

  @Test func colors() throws {
    let folder = try CLIFolder(spec: "field id: string rule matches(/a/)")
    try folder.write("d.ndjson", "{\"id\":\"b\"}\n")
    let on = folder.run("check", "s.form", "d.ndjson", isTerminal: true)
    #expect(on.output.contains("\u{1B}[") && on.error.contains("\u{1B}["))
    let off = [
      folder.run("check", "s.form", "d.ndjson"),
      folder.run("check", "s.form", "d.ndjson", isTerminal: true, allowsColor: false),
      folder.run("check", "s.form", "d.ndjson", "--no-color", isTerminal: true),
    ]
    for run in off { #expect(!run.output.contains("\u{1B}") && !run.error.contains("\u{1B}")) }
  }

  @Test func controlCharactersNeverReachATerminal() throws {
    let folder = try CLIFolder(
      spec: "field id: string rule count(1...3) message \"{value} is no ID\"\nclosed")
    let nasty = "\u{1B}[31m\u{9B}2J\u{7}\u{7F}\u{202E}a\u{2067}\u{61C}"
    let escaped = #"\u001b[31m\#u{9B}2J\u0007\#u{7F}\#u{202E}a\#u{2067}\#u{61C}"#
    try folder.write("d.ndjson", "{\"id\":\"\(escaped)\",\"\(escaped)\":1}\n{\"id\":\(nasty)}\n")
    try folder.write("c.csv", "id\n\"\(nasty)\"\n")
    try folder.write("h.csv", "id,\(nasty)\n")
    try folder.write("s2.form", "field id: string # \(nasty)\nfield \(nasty): string\n")
    func isHarmless(_ run: CLIResult) -> Bool {
      (run.output + run.error).unicodeScalars.allSatisfy {
        $0 == "\n"
          || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && DirectionControl($0) == nil)
      }
    }
    for data in ["d.ndjson", "c.csv", "h.csv"] {
      for output in ["human", "ndjson"] {
        let run = folder.run(
          "check", "s.form", data, "--output", output, "--no-color", isTerminal: true)
        #expect(isHarmless(run) && run.code > 0, "\(data) \(output)")
      }
    }
    let spec = folder.run("check", "s2.form", "d.ndjson", "--no-color", isTerminal: true)
    #expect(isHarmless(spec) && spec.code == 2)
  }

  @Test func jsonMadeHarmless() {
    func harmless(_ text: String) -> String {
      String(decoding: Terminal.harmless(Array(text.utf8)), as: UTF8.self)
    }
    #expect(harmless("{\"é\":\"\u{A0}\"}") == "{\"é\":\"\u{A0}\"}")
    #expect(harmless("{\"\u{202E}\":\"\u{61C}…\"}") == "{\"\\u202e\":\"\\u061c…\"}")
    #expect(harmless("\"\u{7F}\u{80}é\u{9F}\"") == "\"\\u007f\\u0080é\\u009f\"")
  }

  /// A field compared with itself is compared with a different value in each record.
  @Test(arguments: ["a not in a", "a not in (5, a)", "a != a", "a in (a + 1, 9)"])
  func valuesOfTheRecordInWords(check: String) throws {
    let folder = try CLIFolder(spec: "field a: int check \(check)")
    try folder.write("d.ndjson", "{\"a\":1}\n{\"a\":2}\n")
    let all = folder.run("check", "s.form", "d.ndjson", "--output=ndjson").lines
    try folder.write("d.ndjson", "\n{\"a\":2}\n")
    let alone = folder.run("check", "s.form", "d.ndjson", "--output=ndjson").lines
    let message = { (line: String) in line.firstRange(of: "message").map { line[$0.upperBound...] }
    }
    #expect(try message(#require(all.last)) == message(#require(alone.last)))
  }

  @Test func readerThatGoesAway() throws {
    let folder = try CLIFolder(spec: "field id: string")
    try folder.write("d.ndjson", String(repeating: "{\"id\":\"\"}\n", count: 40))
    let run = folder.run("check", "s.form", "d.ndjson", closesAfter: 3)
    #expect(run.code == 1 && run.error == "")
    #expect(run.output.components(separatedBy: "Record ").count == 4)
    // The outcome of records that weren't checked is unknown.
    try folder.write("good.ndjson", String(repeating: "{\"id\":\"a\"}\n", count: 40))
    let accepted = folder.run(
      "check", "s.form", "good.ndjson", "--output=ndjson", closesAfter: 0)
    #expect(accepted.code == 2 && accepted.error == "")
    for words in [
      [], ["help"], ["help", "no-message"], ["explain", "s.form"],
      ["new", "good.ndjson"],
    ] {
      let run = folder.run(words.map { String($0) }, closesAfter: 0)
      #expect(run.code == 2 && run.error == "", "\(words)")
    }
    // Requested files are written anyway.
    let files = folder.run(
      "check", "s.form", "d.ndjson", "--rejected", "./bad", closesAfter: 0)
    #expect(files.code == 1 && folder.text("bad")?.split(separator: "\n").count == 40)
  }

  // MARK: Jobs

  @Test func jobsMakeNoDifference() throws {
    let folder = try CLIFolder(
      spec: CLIOutputTests.spec + "\ncheck unique(id) message \"{id} again, as {first}\"\n")
    let padding = String(repeating: "x", count: 700)
    var records = ""
    for number in 0..<4_900 {
      switch number % 7 {
      case 0: records += "{\"id\":\"i\(number % 1_400)\",\"price\":\(number).50}\n"
      case 1: records += "{\"id\":\"too long \(number)\",\"age\":\(number)}\n"
      case 2: records += "{\"id\":\"é\(number % 100)\",\"extra\":[\(number)]} \r\n\n"
      case 3: records += "{\"id\":\"x\",\"id\":\(number)}\n"
      case 4: records += "nonsense \(number)\n"
      case 5: records += "{\"id\":\"\\u0061\(number % 900)\",\"day\":\"2026-02-3\(number % 3)\"}\n"
      default: records += "{\"age\":130,\"color\":\"red\",\"padding\":\"\(padding)\"}\n"
      }
    }
    try folder.write("d.ndjson", records)
    #expect(records.utf8.count > 512 << 10)
    var wanted: (CLIResult, [UInt8]?, [UInt8]?)?
    for jobs in ["1", "2", "4"] {
      let run = folder.run(
        "check", "s.form", "d.ndjson", "--output=ndjson", "--jobs", jobs, "--accepted=./good",
        "--rejected=./bad")
      let good = folder.bytes("good")
      let bad = folder.bytes("bad")
      if let wanted {
        #expect(run.output == wanted.0.output && run.code == wanted.0.code)
        #expect(good == wanted.1 && bad == wanted.2)
      }
      wanted = (run, good, bad)
    }
    #expect(wanted?.0.code == 1 && wanted?.1?.isEmpty == false && wanted?.2?.isEmpty == false)
  }
}
