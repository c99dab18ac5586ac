// `formwork diff`: its descriptions of changes; unchanged forms are reported as such; tighter and looser are correct;
// and its results on data match two runs of `check`.

import Formwork
import FormworkRuntime
import Foundation
import TestSizes
import Testing

@testable import FormworkAuthoring
@testable import FormworkEngine
@testable import FormworkReport
@testable import FormworkSyntax

/// Random numbers that are the same in every run.
private struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D >> 11
  }
}

@Suite("formwork diff")
struct DiffTests {
  private static func form(_ text: String) -> CompiledForm? {
    try? CompiledForm(Source(name: "s.form", bytes: Array(text.utf8)))
  }

  private static func difference(_ old: String, _ new: String) throws -> FormDifference {
    FormDifference.between(
      try #require(form(old), "\(old)"), try #require(form(new), "\(new)"),
      moment: CLIFolder.moment)
  }

  /// Returns the changes, one per line: the field, the kind of change, and what changed.
  private static func changes(_ old: String, _ new: String) throws -> [String] {
    try difference(old, new).topics.flatMap { topic in
      topic.changes.map { change in
        "\(topic.fullPath.isEmpty ? "-" : topic.fullPath) \(change.kind.rawValue) \(change.what)"
      }
    }
  }

  // MARK: - In words

  @Test(
    "one change at a time",
    arguments: [
      ("field a: int", "field a: number", ["a changed Type"]),
      ("field a: int", "field a \"A!\": int", ["a reworded Label"]),
      (
        "define t: number message \"one\" field a: list of t",
        "define t: number message \"two\" field a: list of t", ["a reworded Message"]
      ),
      ("field a: int", "field a: int optional", ["a looser Required or optional"]),
      ("field a: int optional", "field a: int", ["a tighter Required or optional"]),
      (
        "field a: int optional", "field a: int default 3",
        ["a changed Value if it is blank"]
      ),
      (
        "field a: int", "field a: int default 3",
        ["a changed Required or optional", "a changed Value if it is blank"]
      ),
      (
        "field b: int field a: int = b", "field b: int field a: int = b * 2",
        ["a changed Calculation"]
      ),
      (
        "field b: int field a: int", "field b: int field a: int = b",
        ["a changed Column or key", "a looser Required or optional", "a changed Calculation"]
      ),
      (
        "field b: int field a: int = b", "field b: int field a: int required if b > 3",
        ["a changed Column or key", "a tighter Required or optional", "a changed Calculation"]
      ),
      (
        "field b: int field a: int = b rule value > 3",
        "field b: int field a: int = b * 2 rule value > 4",
        ["a changed Calculation", "a changed Rule"]
      ),
      ("field a: string", "field a: string trimmed", ["a changed Cleaning"]),
      ("field a: string", "field a: string anyCase", ["a changed Capital and small letters"]),
      ("field a: string", "field a: string from \"b\"", ["a changed Column or key"]),
      ("field a: int", "field a: int secret", ["a changed Secrecy"]),
      ("field a: int", "field b: int", ["b added Field", "a gone Field"]),
      ("field a: int rule value > 3", "field a: int rule value > 4", ["a tighter Rule"]),
      ("field a: int rule value > 3", "field a: int rule value >= 4", ["a changed Rule"]),
      ("field a: int rule value in 1...9", "field a: int rule value in 0...9", ["a looser Rule"]),
      ("field a: int rule value in 1...9", "field a: int rule value in 0...8", ["a changed Rule"]),
      (
        "field a: int rule value > 3 message \"x\"", "field a: int rule value > 3 message \"y\"",
        ["a reworded Rule"]
      ),
      (
        "field a: int rule value > 3 message \"x\"",
        "field a: int rule value > 3 warning \"x\"", ["a looser Warning"]
      ),
      (
        "field a: choice(\"a\", \"b\")", "field a: choice(\"a\", \"b\", \"c\")",
        ["a looser Choices"]
      ),
      ("field a: choice(\"a\", \"b\")", "field a: choice(\"a\")", ["a tighter Choices"]),
      (
        "field a: choice(\"a\", \"b\")", "field a: choice(\"a\" \"A\", \"b\")",
        ["a reworded Choices"]
      ),
      (
        "field a: int field b: int", "field b: int field a: int",
        ["- changed Order and groups of the result"]
      ),
      (
        "field a: bool field b: int", "field a: bool when a < field b: int >",
        ["b moved Section"]
      ),
      (
        "field a: bool when a < field b: int field c: int >",
        "field a: bool when not a < field b: int field c: int >", ["- changed Section"]
      ),
      ("field a: int", "closed field a: int", ["- changed Other keys"]),
      ("field a: int", "form f \"T\" field a: int", ["- changed Name", "- reworded Title"]),
      (
        "field a: int", "data csv < delimiter \";\" > field a: int",
        ["- added Data settings"]
      ),
      (
        "field a: int", "field a: int example \"e\" accepts < a: 1 >", ["- added Example"]
      ),
      (
        "field a: int check a > 1 message \"x\"", "field a: int check a > 1 message \"y\"",
        ["- reworded Rule"]
      ),
      (
        "table t(a) < 1 -> 2 > field a: int rule value == t(a)",
        "table t(a) < 1 -> 3 > field a: int rule value == t(a)",
        ["- changed Table \"t\"", "a changed Rule"]
      ),
      (
        "field a: list of string rule count(1...3)", "field a: list of string rule count(1...2)",
        ["a tighter Rule"]
      ),
      (
        "field a: string rule words(...30)", "field a: string rule words(value) <= 40",
        ["a looser Rule"]
      ),
      (
        "field a: list of < field x: int > each rule x > 1",
        "field a: list of < field x: int > each rule x > 2", ["a tighter Rule"]
      ),
    ])
  func changes(_ old: String, _ new: String, _ wanted: [String]) throws {
    let found = try DiffTests.changes(old, new)
    #expect(found == wanted)
  }

  @Test(
    "changes of other data",
    arguments: [
      ("list l from \"a.csv\" %", "list l from \"b.csv\" %", ["l changed File"]),
      (
        "list l from \"a.csv\" %", "list l \"L!\" from \"a.csv\" optional %",
        ["l reworded Label", "l changed Missing file"]
      ),
      (
        "list l from \"a.csv\" %", "list l from \"a.csv\" % needs y: int",
        ["y added Value of the run"]
      ),
      (
        "list l %", "",
        ["- gone Rule", "l gone List of other data", "l.id gone Field", "l.n gone Field"]
      ),
      (
        "list l < field id: string field x: string >",
        "list l < field id: string field x: string anyCase default \"a\" >",
        [
          "l.x changed Required or optional", "l.x changed Value if it is blank",
          "l.x changed Capital and small letters",
        ]
      ),
      (
        "needs y: int default 1", "needs y: int",
        ["y changed Required or optional", "y changed Value if it is blank"]
      ),
      (
        "list l from \"a.csv\" % check l(id: id).n > 3 message \"m\"",
        "list l from \"b.csv\" % check l(id: id).n > 4 message \"m\"",
        ["- changed Rule", "l changed File"]
      ),
    ])
  func otherData(_ old: String, _ new: String, _ wanted: [String]) throws {
    func whole(_ text: String) -> String {
      let asks = text.hasPrefix("list") ? " check id in l.id message \"n\"" : ""
      return text.replacing("%", with: "< field id: string field n: int >") + " field id: string"
        + asks
    }
    #expect(try DiffTests.changes(whole(old), whole(new)) == wanted)
  }

  @Test("what must be blank is named")
  func elseBlank() throws {
    let folder = try CLIFolder(spec: "field a: int optional when a > 3 < field b: int >")
    try folder.write(
      "t.form", "field a: int optional when a > 3 < field b: int > else blank message \"m\"")
    let run = folder.run("diff", "s.form", "t.form")
    #expect(run.output.contains("must be blank: “B”") && !run.output.contains("{"))
  }

  @Test(
    "what reads the same says why it is told",
    arguments: [
      ("field a \"A\" de \"X\": int", "field a \"A\" de \"Y\": int", "a translation"),
      (
        "field a: int rule range(1...3) message \"m\" de \"n\"",
        "field a: int rule range(1...3) message \"m\" de \"o\"", "a translation"
      ),
      (
        "field a: choice(\"x\" \"X\" de \"X\")", "field a: choice(\"x\" \"X\" de \"Y\")",
        "a translation"
      ),
      (
        "field a: choice(\"x\", \"y\")", "field a: choice(\"y\", \"x\")",
        "text: \"y\", \"x\"."
      ),
    ])
  func alike(_ old: String, _ new: String, _ why: String) throws {
    let difference = try DiffTests.difference(old, new)
    let changes = difference.topics.flatMap { $0.changes }
    let items = changes.flatMap { $0.new }
    #expect(items.contains { $0.text.contains(why) }, "\(items)")
    #expect(changes.allSatisfy { $0.old != $0.new })
  }

  @Test(
    "what is said in other words is no change",
    arguments: [
      ("field a: int", "field a: int", "The forms are the same."),
      ("field a: int", "# hm\nfield a:\n  int", "Only the layout or comments differ."),
      (
        "define big = value > 3 field a: int rule big",
        "define large = value > 3 field a: int rule large",
        "The forms are written differently, but mean the same."
      ),
      (
        "field a: number rule value > 3.50 message \"m\"",
        "field a: number rule value > 3.5 message \"m\"",
        "The forms are written differently, but mean the same."
      ),
    ])
  func same(_ old: String, _ new: String, _ sentence: String) throws {
    let difference = try DiffTests.difference(old, new)
    #expect(difference.isEmpty && difference.sameness == sentence)
  }

  // MARK: - Held against the engine

  /// Returns the outcome of each record: its product, or its problems.
  private static func outcomes(_ form: CompiledForm, _ records: [String]) -> [String] {
    let evaluator = Evaluator(form.program, moment: LanguageRunner.moment)
    let writer = MessageWriter(form.program)
    let products = ProductWriter(form.program)
    return records.map { record in
      var bytes = Array(record.utf8)
      bytes += Array(repeating: 0, count: Padding.count)
      return bytes.withUnsafeBufferPointer { all in
        let record = TextBytes(rebasing: all[..<(bytes.count - Padding.count)])
        do throws(MalformedRecord) { try evaluator.evaluate(json: record) } catch { return "?" }
        var outcome = ""
        if evaluator.isAccepted {
          var out: [UInt8] = []
          products.write(evaluator, to: &out)
          outcome = String(decoding: out, as: UTF8.self)
        }
        for problem in evaluator.problems {
          let report = writer.report(
            problem, evaluator, at: RecordPlace(record: 1, line: 1))
          outcome += "|\(report.field ?? "-") \(report.severity) \(report.message)"
        }
        return outcome
      }
    }
  }

  /// Returns the form with one change: a word or number is replaced, or something is removed.
  private static func mutated(_ text: String, _ random: inout SeededRandom) -> String {
    let source = Source(name: "s.form", bytes: Array(text.utf8))
    let tokens = Lexer(source).tokens.dropLast().map { source.text($0.span) }
    guard tokens.count > 2 else { return text }
    var changed = tokens
    let place = Int(random.next() % UInt64(tokens.count))
    switch random.next() % 5 {
    case 0: changed.remove(at: place)
    case 1:
      let count = 1 + Int(random.next() % 6)
      changed.removeSubrange(place..<min(tokens.count, place + count))
    case 2: changed[place] = tokens[Int(random.next() % UInt64(tokens.count))]
    default:
      if let number = Int(changed[place]) {
        changed[place] = String(number + Int(random.next() % 7) - 3)
      } else {
        let others = ["and", "or", "<", "<=", ">", ">=", "optional", "not", "==", "\"b\""]
        changed[place] = others[Int(random.next() % UInt64(others.count))]
      }
    }
    return changed.joined(separator: " ")
  }

  @Test(
    "of forms that ask for the same, every record comes to the same; of others, what is said holds")
  func truth() {
    var (same, stricter) = (0, 0)
    for chunk in LanguageChunk.all where !chunk.records.isEmpty {
      // Each chunk has its own sequence, so that a new chunk doesn't change the others.
      var random = SeededRandom(seed: chunk.title.utf8.reduce(15) { $0 &* 31 &+ UInt64($1) })
      guard let old = try? chunk.form.get().compiled else { continue }
      let records = chunk.records.map { $0.json }
      let before = DiffTests.outcomes(old, records)
      for _ in 0..<sized(1, large: 3) {
        let text = DiffTests.mutated(chunk.spec, &random)
        guard let new = DiffTests.form(text) else { continue }
        let difference = FormDifference.between(old, new, moment: LanguageRunner.moment)
        let after = DiffTests.outcomes(new, records)
        if difference.isEmpty {
          same += 1
          #expect(before == after, "\(chunk.testDescription)\n\(text)")
          continue
        }
        let kinds = Set(difference.topics.flatMap { $0.changes.map { $0.kind } })
        guard kinds == [.tighter] || kinds == [.looser] else { continue }
        stricter += 1
        for (was, is_) in zip(before, after) where was != "?" {
          let (wasAccepted, isAccepted) = (was.hasPrefix("{"), is_.hasPrefix("{"))
          let isRight =
            kinds == [.tighter] ? wasAccepted || !isAccepted : isAccepted || !wasAccepted
          #expect(isRight, "\(chunk.testDescription)\n\(text)\n\(was)\n\(is_)")
        }
      }
    }
    #expect(same > sized(1, large: 10) && stricter > sized(2, large: 7), "\(same) \(stricter)")
  }

  @Test("tighter and looser are right for every value")
  func strictness() throws {
    var random = SeededRandom(seed: 7)
    func number() -> Int { Int(random.next() % 9) }
    func atom() -> String {
      let (low, high) = (number(), number())
      switch random.next() % 9 {
      case 0: return "value > \(low)"
      case 1: return "value >= \(low)"
      case 2: return "value < \(high)"
      case 3: return "value <= \(high).5"
      case 4: return "value in \(low)...\(low + high)"
      case 5: return "value not in \(low)..<\(low + high + 1)"
      case 6: return "value in (\(low), \(high))"
      case 7: return "value not in (\(low), \(high))"
      default: return "b > \(low)"
      }
    }
    func condition() -> String {
      switch random.next() % 5 {
      case 0: "\(atom()) and \(atom())"
      case 1: "\(atom()) or \(atom())"
      case 2: "not (\(atom()))"
      default: atom()
      }
    }
    let values = stride(from: -2.0, through: 19, by: 0.5).map { "\($0)" } + ["null"]
    let records = values.flatMap { value in
      ["null", "0", "4", "8"].map { "{\"a\":\(value),\"b\":\($0)}" }
    }
    var told = 0
    for _ in 0..<sized(300, large: 1_000) {
      let type = random.next() % 2 == 0 ? "int" : "number"
      let (first, second) = (condition(), condition())
      func text(_ condition: String) -> String {
        "field a: \(type) optional rule \(condition) message \"?\" field b: int optional"
      }
      guard let old = DiffTests.form(text(first)), let new = DiffTests.form(text(second)) else {
        continue
      }
      let difference = FormDifference.between(old, new, moment: LanguageRunner.moment)
      let kinds = difference.topics.flatMap { $0.changes.map { $0.kind } }
      guard kinds == [.tighter] || kinds == [.looser] else { continue }
      told += 1
      let (before, after) = (
        DiffTests.outcomes(old, records), DiffTests.outcomes(new, records)
      )
      for (index, record) in records.enumerated() {
        let (was, is_) = (before[index].hasPrefix("{"), after[index].hasPrefix("{"))
        #expect(
          kinds == [.tighter] ? was || !is_ : is_ || !was, "\(first) → \(second): \(record)")
      }
    }
    #expect(told > sized(4, large: 15), "\(told)")
  }

  // MARK: - For records

  /// The records of a run of `check`, each with its verdict and its problems.
  private static func checked(
    _ folder: CLIFolder, _ form: String, _ data: String
  ) throws -> [String: (accepted: Bool, problems: Set<String>)] {
    let run = folder.run("check", form, data, "--output", "ndjson", "--quiet")
    var records: [String: (Bool, Set<String>)] = [:]
    for line in run.output.split(separator: "\n") {
      let record = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      records["\(record["record"] ?? "")"] = try DiffTests.judgement(record)
    }
    return records
  }

  private static func judgement(_ record: [String: Any]) throws -> (Bool, Set<String>) {
    let problems = try #require(record["problems"] as? [[String: Any]])
    let texts = try problems.map { problem in
      let told = ["field", "code", "severity", "message", "title", "params"].compactMap { key in
        problem[key].map { (key, $0) }
      }
      let data = try JSONSerialization.data(
        withJSONObject: Dictionary(uniqueKeysWithValues: told), options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
    return (try #require(record["accepted"] as? Bool), Set(texts))
  }

  @Test("on data, it says what two runs of check say", arguments: ["csv", "ndjson"])
  func records(_ kind: String) throws {
    let old = """
      field id: int rule unique
      field age "Age": int rule value in 0...120
      field name: string optional rule count(2...)
      check records in 1...400 message "too many"
      """
    let new = """
      field id: int
      field age "Age": int rule value in 18...120
      field name: string rule count(...9) rule unique
      field more: int optional
      check records in 1...300 message "too many"
      """
    let folder = try CLIFolder()
    try folder.write("old.form", old)
    try folder.write("new.form", new)
    var random = SeededRandom(seed: 3)
    var data = kind == "csv" ? "id,age,name\n" : ""
    for _ in 0..<350 {
      let (id, age) = (random.next() % 200, Int(random.next() % 150) - 5)
      let name = String(repeating: "x", count: Int(random.next() % 12))
      data +=
        kind == "csv"
        ? "\(id),\(age),\(name)\n" : "{\"id\":\(id),\"age\":\(age),\"name\":\"\(name)\"}\n"
    }
    if kind == "ndjson" { data += "{\"id\":\n{\"id\":1,\"id\":2}\n" }
    try folder.write("d." + kind, data)
    let before = try DiffTests.checked(folder, "old.form", "d." + kind)
    let after = try DiffTests.checked(folder, "new.form", "d." + kind)
    let run = folder.run(
      "diff", "old.form", "new.form", "d." + kind, "--output", "ndjson", "--quiet")
    #expect(run.code == 1, "\(run.error)")
    var told: Set<String> = []
    for line in run.output.split(separator: "\n") {
      let record = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = "\(record["record"] ?? "")"
      told.insert(name)
      for (side, checked) in [("old", before), ("new", after)] {
        let own = try DiffTests.judgement(try #require(record[side] as? [String: Any]))
        // `check` doesn't list the records that it accepts.
        let wanted = checked[name] ?? (true, [])
        #expect(own.0 == wanted.accepted && own.1 == wanted.problems, "\(name) \(side)")
      }
    }
    let names = Set(before.keys).union(after.keys)
    let changed = names.filter { name in
      let (was, is_) = (before[name] ?? (true, []), after[name] ?? (true, []))
      return was.accepted != is_.accepted || was.problems != is_.problems
    }
    #expect(told == changed && told.count > 50)
    let one = folder.run(
      "diff", "old.form", "new.form", "d." + kind, "--output", "ndjson", "--quiet", "--jobs", "1")
    #expect(one.output == run.output)
  }

  /// A problem of all records together doesn't count as a changed record.
  @Test func allRecordsAreNoRecord() throws {
    let folder = try CLIFolder()
    try folder.write("o.form", "field a: int")
    try folder.write("n.form", "field a: int check records in 2...3 message \"few\"")
    try folder.write("d.ndjson", "{\"a\":1}\n")
    let run = folder.run("diff", "o.form", "n.form", "d.ndjson")
    #expect(run.code == 1 && run.output.contains("few"))
    #expect(run.output.hasSuffix("Records that change: 0 of 1\n"), "\(run.output)")
  }

  @Test func messagesOfElseBlank() throws {
    let found = ["one", "two"].map { message in
      "field a: bool when a < field b: int > else blank message \"\(message)\""
    }
    let folder = try CLIFolder()
    try folder.write("o.form", found[0])
    try folder.write("n.form", found[1])
    let run = folder.run("diff", "o.form", "n.form")
    #expect(run.output.contains("\"one\"") && run.output.contains("\"two\""), "\(run.output)")
  }

  @Test func otherSpellingsAndBranches() throws {
    let folder = try CLIFolder(
      spec: """
        field c: choice("a" also("x"), "b", "d")
        when c == "a" < field p: string > else when c == "b" < field r: int > else < field q: int >
        """)
    try folder.write(
      "new.form",
      """
      field c: choice("a", "b" also("x"), "d" also("e"))
      when c == "a" < field p: string >
      """)
    let run = folder.run("diff", "s.form", "new.form")
    #expect(
      run.output.contains(
        """
          - Choices, changed:
            - Added: "e" for "d", "x" for "b"
            - Removed: "x" for "a"
        """), "\(run.output)")
    #expect(
      run.output.contains("    - Only if this is so: “C” is \"b\"\n    - Unless: “C” is \"a\"\n"))
    #expect(
      run.output.contains("    - Unless: “C” is \"a\"\n    - Unless: “C” is \"b\"\n"))
  }

  // MARK: - The command line

  @Test("what people see, and what is wrong with a command line")
  func commandLine() throws {
    let folder = try CLIFolder(spec: "field a \"A\": int rule value > 3\n")
    try folder.write("new.form", "field a \"A\": int rule value > 5\n")
    try folder.write("d.csv", "a\n4\n5\n6\n2\n")
    let words = folder.run("diff", "s.form", "new.form")
    #expect(
      words.code == 1
        && words.output.contains("  - Rule, tighter:\n    - The value is more than 5.\n"))
    #expect(folder.run("diff", "s.form", "s.form").output == "The forms are the same.\n")
    #expect(folder.run("diff", "s.form", "s.form").code == 0)
    #expect(folder.run("diff", "s.form", "new.form", "--exit-zero").code == 0)
    let records = folder.run("diff", "s.form", "new.form", "d.csv", "--show", "1")
    #expect(records.code == 1)
    #expect(
      records.output == """
        Record 1, d.csv:2: accepted before, rejected with the new form
          + error A: A must be more than 5

        1 of 3 are shown; --show 3 shows all.

        Records that change: 3 of 4; newly rejected: 2, newly accepted: 0, with other problems: 1

        """)
    let same = folder.run("diff", "s.form", "s.form", "d.csv")
    #expect(same.code == 0 && same.output == "Records that change: 0 of 4\n")
    let json = folder.run("diff", "s.form", "new.form", "--output", "ndjson")
    #expect(
      json.output == """
        {"field":"a","label":"A","change":"tighter","what":"Rule","old":"The value is more than 3.","new":"The value is more than 5."}

        """)
    #expect(folder.run("diff").code == 2)
    #expect(folder.run("diff", "s.form").error.contains("only one form"))
    try folder.write("semicolon.form", "data csv < delimiter \";\" > field a: int\n")
    let otherwise = folder.run("diff", "s.form", "semicolon.form", "d.csv")
    #expect(
      otherwise.code == 2 && otherwise.error.contains("data settings of the two forms differ"))
    #expect(folder.run("diff", "s.form", "semicolon.form", "d.csv", "--delimiter", ",").code == 1)
  }

  @Test("two problems with one message differ in what programs get")
  func parameters() throws {
    let folder = try CLIFolder(spec: "field a: int rule range(1...5) message \"no\"\n")
    try folder.write("new.form", "field a: int rule range(1...6) message \"no\"\n")
    try folder.write("d.csv", "a\n7\n")
    let run = folder.run("diff", "s.form", "new.form", "d.csv")
    #expect(run.output.contains("  − error a: no (max 5)\n  + error a: no (max 6)\n"))
  }

  @Test("every language has every phrase", arguments: ["en", "de", "ja"])
  func languages(_ language: String) throws {
    let folder = try CLIFolder(spec: "field a: int rule value > 3\n")
    try folder.write("new.form", "field a: int optional rule value > 5 field b: string\n")
    let run = folder.run("diff", "s.form", "new.form", "--language", language)
    #expect(run.code == 1 && !run.output.contains("{"))
    #expect(run.output.contains("Before:") == (language == "en"))
  }

  @Test("nothing secret is shown of records")
  func secrets() throws {
    let folder = try CLIFolder(spec: "field a: string secret rule count(3)\n")
    try folder.write("new.form", "field a: string secret rule count(4) rule value != \"b\"\n")
    try folder.write("d.ndjson", "{\"a\":\"xyz\"}\n{\"a\":\"wxyz\"}\n")
    for output in ["human", "ndjson"] {
      let run = folder.run("diff", "s.form", "new.form", "d.ndjson", "--output", output)
      #expect(run.code == 1 && !run.output.contains("xyz"))
    }
  }
}
