// Invalid input: it gets a clear message with a place and the right exit code, and never a crash or a hang. Sizes are
// small here; large ones are tried by hand, in a release build.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import Foundation
import TestSizes
import Testing

@testable import Formwork
@testable import FormworkCLI
@testable import FormworkRuntime

@Suite struct BadInputTests {
  static let record = "{\"id\":\"a\",\"n\":1}\n"

  // MARK: Specs

  private static func many(_ text: String, _ count: Int = sized(2_000, large: 10_000)) -> String {
    String(repeating: text, count: count)
  }

  static let specs: [(String, String, String)] = [
    ("empty", "", "error[no-fields]"),
    ("only comments", "\n# nothing\n\n", "error[no-fields]"),
    ("only a name", "form x language en closed", "error[no-fields]"),
    ("NUL", "field id\0: string", "s.form:3:9"),
    ("parentheses", "check " + many("(") + "id is blank" + many(")"), "error[too-deep]"),
    ("open parentheses", "check " + many("("), "error[too-deep]"),
    ("blocks", many("when id is filled < ") + "field x: int" + many(" >"), "error[too-deep]"),
    ("open blocks", many("when id is filled < "), "error[too-deep]"),
    ("lists", "field x: " + many("list of ") + "string", "error[too-deep]"),
    ("records", "field x: " + many("< field y: ") + "int" + many(" >"), "error[too-deep]"),
    ("not", "check " + many("not ") + "id is blank", "error[too-deep]"),
    ("signs", "check n == " + many("- ") + "1", "error[too-deep]"),
    ("calls", "check n == " + many("round(") + "1" + many(", 0)"), "error[too-deep]"),
    ("or", "check " + many("n == 1 or ") + "n == 2", "error[too-"),
    ("and", "check " + many("n == 1 and ") + "n == 2", "error[too-"),
    ("sums", "check n == " + many("1 + ") + "1", "error[too-"),
    ("products", "check n == " + many("1 * ") + "1", "error[too-"),
    ("members", "check n" + many(".n") + " is blank", "error["),
    ("tests", "check n " + many("is blank "), "error["),
    ("comparisons", "check n " + many("== n "), "error[chained-comparison]"),
    ("ends of blocks", many("> ", 100), "error[stray-block-end]"),
    ("starts of blocks", "check n < " + many("< ", 100), "error["),
    ("characters that do not end", "field x: string rule only(letter, ", "error[missing-value]"),
    ("text that does not end", "field x: string message \"abc\nfield y: int", "s.form:3:25"),
    ("braces", "field x: int message \"" + many("{", 100) + "\"", "error[bad-placeholder]"),
    ("control characters", many("\u{1}", 2_000), "error["),
    (
      "a long pattern", "field x: string rule matches(/" + many("a", 1 << 17) + "/)",
      "error[bad-pattern]"
    ),
    (
      "pattern groups", "field x: string rule matches(/" + many("(") + "a" + many(")") + "/)",
      "error[bad-pattern]"
    ),
    ("pattern counts", "field x: string rule matches(/(a{1,1000}){1,1000}/)", "error[bad-pattern]"),
    ("digits", "field x: number rule value < " + many("9") + " message \"\"", "error["),
    ("a far date", "field x: date rule value < 9999-99-99 message \"\"", "error["),
    (
      "escapes", #"field x: string rule value == "\u{110000}\u{D800}\u{}\u{zz}" message """#,
      "error["
    ),
    ("a field twice", many("field x: int\n", 600), "error[repeated-name]"),
    (
      "languages", "field x: int message \"a\" " + many("ja \"b\" ", 100),
      "error[repeated-language]"
    ),
  ]

  @Test(arguments: specs.map(\.0)) func badForm(_ name: String) throws {
    let (_, text, wanted) = try #require(BadInputTests.specs.first { $0.0 == name })
    let isWhole = name.hasPrefix("empty") || name.hasPrefix("only")
    let folder = try CLIFolder(
      spec: isWhole ? text : "field id: string\nfield n: int optional\n" + text)
    try folder.write("d.ndjson", BadInputTests.record)
    let run = folder.run("check", "s.form", "d.ndjson")
    let wantedCode: Int32 = 2
    #expect(run.code == wantedCode && run.output == "")
    #expect(run.error.contains(wanted) && run.error.contains("s.form:"))
    #expect(run.error.utf8.count < 1_000_000)
  }

  /// An unfinished form may end anywhere. None of its rules is run.
  @Test func formsThatEndAnywhere() {
    for chunk in LanguageChunk.all {
      let text = Array(chunk.spec.utf8)
      let words = text.indices.filter { text[$0] == 0x20 || text[$0] == 0x0A }
      for end in words.suffix(sized(3, large: 12)) {
        let source = Source(name: "s.form", bytes: Array(text[..<end]))
        let parsed = Parser.parse(source)
        let checked = Checker.check(parsed.tree, source: source)
        #expect(parsed.tree.isWhole || checked.program == nil, "\(chunk.place), up to \(end)")
      }
    }
  }

  @Test func everyMistakeInOneRun() throws {
    let folder = try CLIFolder(
      spec: "fild a: int\nfeild b: int\nchek a > 1\nfield c: int optonal\n  optinal\nfield d int\n")
    try folder.write("d.ndjson", BadInputTests.record)
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.code == 2)
    for place in ["1:1", "2:1", "3:1", "4:14", "5:3", "6:9"] {
      #expect(run.error.contains("s.form:\(place)\n"))
    }
    #expect(run.error.contains("s.form: 6 errors"))
  }

  @Test func bytesThatAreNoText() throws {
    let folder = try CLIFolder()
    try folder.write("d.ndjson", BadInputTests.record)
    var random = SystemRandomNumberGenerator()
    let cases: [[UInt8]] = [
      (0..<1_000).map { _ in UInt8.random(in: 0...255, using: &random) } + [0xFF],
      [0xFF, 0xFE] + Array("field".utf16.flatMap { [UInt8($0), 0] }),
      Array("field".utf16.flatMap { [0, UInt8($0)] }), [0xC3], Array("field é".utf8.dropLast()),
    ]
    for bytes in cases {
      try folder.write("s.form", bytes)
      let run = folder.run("check", "s.form", "d.ndjson")
      #expect(
        run.code == 2 && run.error.contains("error[not-text]") && run.error.contains("s.form:"))
    }
  }

  @Test func filesThatCannotBeRead() throws {
    let folder = try CLIFolder(spec: "field id: string")
    try folder.write("d.ndjson", BadInputTests.record)
    try FileManager.default.createDirectory(
      atPath: folder("dir.form"), withIntermediateDirectories: false)
    try FileManager.default.createDirectory(
      atPath: folder("dir.csv"), withIntermediateDirectories: false)
    let cases: [(CLIResult, String)] = [
      (
        folder.run("check", "./none.form", "d.ndjson"),
        "\"none.form\" cannot be opened: No such file or directory."
      ),
      (
        folder.run("check", "dir.form", "d.ndjson"),
        "\"dir.form\" is a folder. Name the files in it."
      ),
      (
        folder.run("check", "s.form", "./none.csv"),
        "\"none.csv\" cannot be opened: No such file or directory."
      ),
      (folder.run("check", "s.form", "dir.csv"), "\"dir.csv\" is a folder. Name the files in it."),
    ]
    for (run, wanted) in cases {
      #expect(run.code == 2 && run.output == "" && run.error == "error: " + wanted + "\n")
    }
  }

  @Test(.enabled(if: isLarge)) func specOfAnySize() throws {
    let folder = try CLIFolder(
      spec: "field id: string" + BadInputTests.many(" ", Source.byteLimit))
    try folder.write("d.ndjson", BadInputTests.record)
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.code == 2 && run.error.contains("error[too-large]"))
  }

  @Test func manyRulesAndFields() throws {
    let rules = (0..<2_000).map { "check n != \($0) message \"x\"" }.joined(separator: "\n")
    let fields = (0..<2_000).map { "field f\($0): int optional" }.joined(separator: "\n")
    let folder = try CLIFolder(spec: "field n: int\n" + rules + "\n" + fields)
    try folder.write("d.ndjson", "{\"n\":7}\n{\"n\":-1}\n")
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.code == 1 && run.error == "" && run.summary == "2 records: 1 accepted, 1 rejected")
  }

  // MARK: Nesting at the limit, evaluated on threads with small stacks

  static let deepest: [(String, String)] = [
    ("parentheses", "check " + many("(", 250) + "n != 1" + many(")", 250)),
    ("not", "check " + many("not ", 251) + "n == 2"),
    ("not in parentheses", "check " + many("not (", 125) + "n != 1" + many(")", 125)),
    ("signs", "check n == " + many("- ", 250) + "2"),
    ("blocks", many("when n == 1 < ", 250) + "field x: int" + many(" >", 250)),
    ("records", "field x: " + many("< field y: ", 250) + "int" + many(" >", 250)),
    ("groups", "check n == " + many("(2 + ", 250) + "2" + many(")", 250)),
    ("calls", "check n == " + many("max(2, ", 250) + "2" + many(")", 250)),
  ]

  @Test(arguments: deepest.map(\.0)) func deepestNesting(_ name: String) throws {
    let (_, spec) = try #require(BadInputTests.deepest.first { $0.0 == name })
    let text = "field n: int\n" + spec + (spec.hasPrefix("check") ? " message \"x\"" : "")
    let form = try FormSpec(source: text)
    let folder = try CLIFolder()
    try folder.write("d.ndjson", "{\"n\":1}\n")
    let done = DispatchSemaphore(value: 0)
    let path = folder("d.ndjson")
    let thread = Thread {
      let options = ReportOptions(layout: .ndjson, moment: ReportOptions.someMoment)
      let run = CheckRun(form.compiled, options: options, jobs: 1)
      _ = try? run.run(
        InputFile(path), .init(header: { _ in }, open: { _ in }, piece: { _, _ in true }))
      done.signal()
    }
    // Release builds need a fifth of this, and sanitizers several times as much.
    thread.stackSize = isSanitized ? 16 << 20 : 2 << 20
    thread.start()
    done.wait()
  }

  // MARK: Data

  private static let much = sized(10_000, large: 100_000)

  static let data: [(String, String, Int32, String)] = [
    ("empty.ndjson", "", 0, "0 records: 0 accepted, 0 rejected"),
    ("empty.json", "", 1, "empty.json:1"),
    ("empty.csv", "", 2, "empty.csv:1: There is no header"),
    ("blank.csv", "\n\r\n\n", 2, "blank.csv:1: There is no header"),
    ("header.csv", "id,n\n", 0, "0 records: 0 accepted, 0 rejected"),
    ("end.csv", "id,n", 0, "0 records: 0 accepted, 0 rejected"),
    ("wrong.csv", "name,n\na,1\n", 2, "There is no column \"id\" for the required field \"id\"."),
    ("twice.csv", "id,n,ID\na,1,2\n", 2, "Columns 1 and 3 are both \"ID\"."),
    ("unclosed.csv", "id,n\n\"a,1\nb,2\n", 1, "a quote is never closed"),
    ("open.csv", "\"id,n\n", 2, "open.csv:1: The header cannot be read at character 1"),
    ("nul.csv", "id,n\na\0,1\nb,2\n", 1, "it contains a NUL character"),
    ("nul.ndjson", "{\"id\":\"a\0\"}\n\0\n", 1, "2 records: 0 accepted, 2 rejected"),
    ("half.ndjson", "{\"id\":\"a\"}\n{\"id\":\"b", 1, "it ends too early"),
    ("half.json", "[{\"id\":\"a\"},{\"id\":\"b", 1, "2 records: 1 accepted, 1 rejected"),
    ("half.csv", "id,n\na,1\n\"b", 1, "2 records: 1 accepted, 1 rejected"),
    ("deep.ndjson", "{\"id\":" + many("[", much) + "\n", 1, "more than 256 levels deep"),
    ("deep.json", many("[", much), 1, "more than 256 levels deep"),
    ("objects.ndjson", many("{\"id\":", much) + "\n", 1, "more than 256 levels deep"),
    ("digits.ndjson", "{\"id\":\"a\",\"n\":" + many("9", much) + "}\n", 1, "error n: "),
    ("digits.csv", "id,n\na,1." + many("0", much) + "1\n", 1, "error n, cell B2: "),
    ("exponent.ndjson", "{\"id\":\"a\",\"n\":1e" + many("9", much) + "}\n", 1, "error n: "),
    ("small.ndjson", "{\"id\":\"a\",\"n\":0e-" + many("9", much) + "}\n", 0, "1 accepted"),
    ("cell.csv", "id,n\n\"" + many("x\"\"\n", much) + "\",1\n", 0, "1 accepted"),
    ("line.ndjson", "{\"id\":\"" + many("a", 20 * much) + "\"}", 0, "1 accepted"),
    ("line.csv", "id,n\n" + many("a", 20 * much) + ",1", 0, "1 accepted"),
    ("head.csv", many("a", 20 * much), 2, "There is no column \"id\""),
    ("columns.csv", "id," + many("x,", 10_000), 0, "more problems in the header"),
    (
      "wide.csv", "id,n\nx" + many(",", 100_000) + "\n", 1,
      "it has 100,001 cells instead of 2"
    ),
    ("junk.json", many("x", much), 1, "1 record: 0 accepted, 1 rejected"),
    ("commas.json", "[" + many(",", 10_000) + "]", 1, "10,001 records: 0 accepted"),
    ("open.json", many("[{", much), 1, "0 accepted, 1 rejected"),
    ("quotes.csv", "id,n\n" + many("\"a\n", 5_000), 1, "5,000 records: 0 accepted"),
    ("blank.ndjson", many("\n", 2 * much), 0, "0 records"),
  ]

  @Test(arguments: data.map(\.0)) func badData(_ name: String) throws {
    let (_, text, code, wanted) = try #require(BadInputTests.data.first { $0.0 == name })
    let folder = try CLIFolder(spec: "field id: string\nfield n: number optional")
    try folder.write(name, text)
    let run = folder.run("check", "s.form", name, "--jobs=2")
    #expect(run.code == code, "\(run.error)")
    #expect((run.output + run.error).contains(wanted))
    #expect(run.output.utf8.count < 100_000 && run.error.utf8.count < 100_000)
    #expect(code < 2 || run.error.hasPrefix("error: "))
  }

  @Test func unknownKeys() throws {
    let keys = (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    for spec in ["field id: string", "closed field id: string"] {
      let folder = try CLIFolder(spec: spec)
      try folder.write("d.ndjson", "{\(keys),\"id\":\"a\"}\n")
      let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
      #expect(run.code == (spec.hasPrefix("closed") ? 1 : 0))
      #expect(run.output.utf8.count < 100_000)
    }
  }

  @Test func otherCodings() throws {
    let folder = try CLIFolder(spec: "field id: string")
    let text = "id\né😀\n".utf16
    try folder.write(
      "little.csv", [0xFF, 0xFE] + text.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    try folder.write(
      "big.csv", [0xFE, 0xFF] + text.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    for name in ["little.csv", "big.csv"] {
      let run = folder.run("check", "s.form", name, "--accepted=./good")
      #expect(run.code == 0 && folder.text("good") == "{\"id\":\"é😀\"}\n")
    }
  }
}

extension ReportOptions {
  fileprivate static let someMoment = Moment(
    today: .first, now: CalendarInstant(utc: CalendarDateTime(date: .first, time: .midnight)))
}
