// `--explain` for conditions about lists, records and definitions: the fields that kept a rule from being decided, at
// any depth.

import Testing

@testable import FormworkCLI

@Suite struct ReuseExplainTests {
  private static let spec = """
    field limit: int optional
    field r: < field x: int field y: int > optional
    field l: list of < field p: int optional field z: list of < field w: int > optional > optional
    field m: list of < field k: int > optional rule distinct message "m"
      rule distinct(by: k - limit) message "d"
    table t(k) < 1 -> 1 >
    define over(n) = any(l, p > n) message "over {n}"
    check any(l, p > limit) message "any"
    check all(l, all(z, w > limit + p)) message "all"
    check r.x > r.y message "r"
    check sum(l.p) > 3 message "sum"
    check limit in l.p message "in"
    check over(limit)
    check 1 in t(limit) or 1 in t(r.x) message "t"
    """

  private func skipped(_ record: String) throws -> [String] {
    let folder = try CLIFolder(spec: ReuseExplainTests.spec)
    try folder.write("d.ndjson", record)
    let run = folder.run("check", "s.form", "d.ndjson", "--explain", "--jobs=1")
    #expect(run.error == "")
    return run.lines.compactMap { line in
      line.firstMatch(of: /skipped (.*) at s.form:\d+:\d+(.*)$/)
        .map { "\($0.output.1)\($0.output.2)" }
    }
  }

  @Test func whatLiesInItems() throws {
    let found = try skipped(
      #"{"limit":3,"l":[{"p":"x"},{"p":1,"z":[{"w":9},{}]}],"m":[{"k":1},{"k":"x"}],"#
        + #""r":{"x":"q","y":2}}"#)
    #expect(
      found == [
        "distinct: m cannot be used", "distinct(by: k - limit): m[1].k cannot be used",
        "any(l, p > limit): l[0].p cannot be used",
        "all(l, all(z, w > limit + p)): l[1].z[1].w cannot be used",
        "r.x > r.y: r.x cannot be used", "sum(l.p) > 3: l[0].p cannot be used",
        "limit in l.p: l[0].p cannot be used", "over(limit): l[0].p cannot be used",
        "1 in t(limit) or 1 in t(r.x): r.x cannot be used",
      ])
  }

  @Test func whatLiesAround() throws {
    let found = try skipped(
      #"{"limit":"q","l":[7,{"p":1,"z":[{"w":9}]}],"m":[{"k":1},{"k":2}],"r":7}"#)
    #expect(
      found == [
        "distinct(by: k - limit): limit cannot be used",
        "any(l, p > limit): limit cannot be used",
        "all(l, all(z, w > limit + p)): limit cannot be used", "r.x > r.y: r cannot be used",
        "sum(l.p) > 3: l cannot be used", "limit in l.p: limit and l cannot be used",
        "over(limit): limit cannot be used",
        "1 in t(limit) or 1 in t(r.x): limit and r cannot be used",
      ])
  }

  @Test func theConditionOfACountIsOfItsItems() throws {
    let lines = try explained(
      """
      field m: list of < field n: int optional >
      field most: int default 5
      check count(m, 1 / n > most) == 0 message "none" at m
      """, #"{"m":[{"n":1},{"n":0}]}"#)
    #expect(lines.first == "count(m, 1 / n > most) == 0" && lines.count >= 2, "\(lines)")
  }

  @Test func theStepWithoutAResultIsShown() throws {
    let lines = try explained(
      """
      define share = total / parts
      field total: number
      field parts: number
      field due: date rule value + 1 year > 2026-01-01 message "z"
      check round(total / parts, 2) * 2 > share message "x" at parts
      check parts > 0 or total * total > 5 message "y" at parts
      when total / parts > 5 < field a: int >
      """, #"{"total":99999999999999999999,"parts":0,"due":"9999-12-31"}"#)
    #expect(
      lines == [
        "value + 1 year > 2026-01-01", "9999-12-31",
        "(no result: outside the years 0001 to 9999)",
        "round(total / parts, 2) * 2 > share",
        "      99999999999999999999    (no result: a division by zero)",
        "      (no result: a division by zero)", "              0",
        "parts > 0 or total * total > 5",
        "0            99999999999999999999",
        "             (no result: more than 38 digits)",
        "                     99999999999999999999",
        "total / parts > 5", "99999999999999999999", "(no result: a division by zero)", "        0",
      ])
  }

  @Test func aQuestionWithoutAResultInAnItem() throws {
    let lines = try explained(
      """
      field g: string
      field k: list of int
      field m: number
      check all(k, share(records, m * m >= 0) >= 50 %) per g message "x" at k
      """, #"{"g":"a","k":[1],"m":99999999999999999999999999}"#)
    #expect(
      lines == [
        "all(k, share(records, m * m >= 0) >= 50 %)", "    (1 item)", "k[0]:",
        "share(records, m * m >= 0) >= 50 %", "(no result)",
      ])
  }

  @Test func whyAFunctionHasNoResult() throws {
    let lines = try explained(
      """
      field n: number
      field t: time rule value + 1 hour > 01:00 message "t" rule value - 23 hours < 09:00 message "u"
      field s: string rule part(value, n) == "x" message "s"
      check round(n, n - 2) > 0 message "places" at n
      check mod(n, n - n) > 0 message "mod" at n
      check number(s) > 0 message "number" at n
      """, #"{"n":1.5,"t":"23:30","s":"abc"}"#)
    let reasons = lines.compactMap {
      $0.firstMatch(of: /no result: (.*)\)/).map { String($0.output.1) }
    }
    #expect(
      reasons == [
        "outside the hours of a day", "a position must be a whole number",
        "the number of decimal places must be from 0 to 38", "a division by zero", "not a number",
      ])
  }

  @Test func aDefinitionIsExplainedWithItsParts() throws {
    let folder = try CLIFolder(
      spec: """
        define code = count(2) and digits message "no code"
        define pair(p) = value == p and code
        field a: string rule pair(b)
        field b: string
        """)
    try folder.write("d.ndjson", #"{"a":"abc","b":"abc"}"#)
    let run = folder.run("check", "s.form", "d.ndjson", "--explain")
    for part in ["pair(b)", "value == p and code", "count(2) and digits", "\"abc\"", "no code"] {
      #expect(run.output.contains(part))
    }
  }

  /// Returns the lines that explain the problems of one record.
  private func explained(_ spec: String, _ record: String) throws -> [String] {
    let folder = try CLIFolder(spec: spec)
    try folder.write("d.ndjson", record)
    let run = folder.run("check", "s.form", "d.ndjson", "--explain")
    #expect(run.error == "")
    return run.lines.compactMap { $0.hasPrefix("          ") ? String($0.dropFirst(10)) : nil }
  }

  @Test func whatStandsInListsAndTables() throws {
    let lines = try explained(
      """
      choices small = "a", "b"
      table t(k, l) < 1, 2 -> 1 >
      field limit: int
      field n: int rule value in (limit, limit + 5, 7, 200...limit * 3) message "in"
        rule oneOf(limit, 3) message "one of"
      field code: string rule value in small message "small"
      check n in t(limit, n + 1) message "t"
      """, #"{"limit":100,"n":555,"code":"x"}"#)
    #expect(
      lines == [
        "value in (limit, limit + 5, 7, 200...limit * 3)",
        "555       100    100                 100",
        "oneOf(limit, 3)", "555   100",
        "value in small", "\"x\"",
        "n in t(limit, n + 1)", "555    100    555",
      ])
  }

  @Test func whichItemFailed() throws {
    let lines = try explained(
      """
      field limit: int
      field items: list of < field price: int  field tags: list of string >
      check all(items, price <= limit) message "all"
      check any(items, price > 99) message "any"
      check limit in items.price message "in"
      check not any(items, price == 1) message "not any"
      check all(items, all(tags, value == "a")) message "tags"
      """,
      #"{"limit":9,"items":[{"price":1,"tags":["a"]},{"price":15,"tags":["a"]},"#
        + #"{"price":2,"tags":["a","b"]},{"price":3,"tags":["b"]}]}"#)
    #expect(
      lines == [
        "all(items, price <= limit)", "    (4 items)",
        "items[1]:", "price <= limit", "15       9",
        "any(items, price > 99)", "    (4 items)",
        "items[0]:", "price > 99", "1", "items[1]:", "price > 99", "15",
        "items[2]:", "price > 99", "2", "… and 1 more",
        "limit in items.price", "9        (1, 15, 2, 3)",
        "not any(items, price == 1)", "        (4 items)",
        "items[0]:", "price == 1", "1",
        "all(items, all(tags, value == \"a\"))", "    (4 items)",
        "items[2]:", "all(tags, value == \"a\")", "    (2 items)",
        "items[2].tags[1]:", "value == \"a\"", "\"b\"",
      ])
  }

  @Test func whatParametersStandFor() throws {
    let lines = try explained(
      """
      define between(low, high) = value in low...high message "no"
      define either(c) = c or value > top message "either"
      define outer(x) = between(x, top)
      define top = 1000
      define sized(r) = count(r) message "size"
      define code = value startsWith("A") message "code"
      field limit: int
      field n: int rule between(0, limit + 1) rule either(value < limit) rule outer(limit * 9)
      field s: string rule sized(1...3)
      check s is code
      """, #"{"limit":100,"n":555,"s":"abcdef"}"#)
    #expect(
      lines == [
        "between(0, limit + 1)", "value in low...high", "555      0     101",
        "either(value < limit)", "c or value > top", "     555     1000", "value < limit",
        "555     100",
        "outer(limit * 9)", "between(x, top)", "value in low...high", "555      900   1000",
        "sized(1...3)", "count(r)", "\"abcdef\"", "      1...3",
        "s is code", "value startsWith(\"A\")", "\"abcdef\"",
      ])
  }

  @Test func secretsBehindNamesStaySecret() throws {
    let lines = try explained(
      """
      define below(x) = value < x message "below"
      field pin: int secret
      field pins: list of int secret
      field n: int rule below(pin + 1) rule value in (pin, 1) message "in"
        rule value in pins message "pins"
      check all(pins, value > n) message "all"
      """, #"{"pin":4711,"n":9999,"pins":[4712]}"#)
    #expect(lines.count == 12)
    #expect(lines.contains { $0.contains("•••") })
    #expect(!lines.contains { $0.contains("471") })
  }

  @Test func blocksAndPresenceAndKeysThatAreUndecided() throws {
    let spec = """
      field a: int
      field b: int optional rule value > a message "b"
      field c: string required if a > 3
      when a > 5 < field d: int rule positive > else < field e: int >
      check unique(a, b) message "u"
      field r: < field f: string required if a > 4  when a > 6 < field g: int > > optional
      """
    let all = [
      "skipped value > a at s.form:2:28: a cannot be used",
      "skipped required if a > 3 at s.form:3:29: a cannot be used",
      "skipped when a > 5 at s.form:4:6: a cannot be used",
      "skipped unique(a, b) at s.form:5:7: a cannot be used",
      "skipped r: required if a > 4 at s.form:6:40: a cannot be used",
      "skipped r: when a > 6 at s.form:6:52: a cannot be used",
    ]
    func skipped(_ flag: String = "--jobs=1") throws -> [String] {
      let folder = try CLIFolder(spec: spec)
      try folder.write("d.ndjson", #"{"a":"x","b":1,"r":{"f":null,"z":1}}"#)
      let run = folder.run("check", "s.form", "d.ndjson", "--explain", flag)
      return run.lines.filter { $0.contains("skipped") }.map { $0.replacing("  ", with: "") }
    }
    let found = try skipped()
    #expect(found == all)
    #expect(try skipped("--problems=6") == all)
    #expect(try skipped("--problems=5") == all.prefix(5) + ["… and 1 more skipped"])
  }

  /// Names the item that was left undecided, and the field that caused it. A field of several branches is named once.
  @Test func whatIsSkippedHasAPath() throws {
    let folder = try CLIFolder(
      spec: """
        field kind: choice("a", "b", "c")
        when kind == "a" < field x: int > else when kind == "b" < field x: int > else < field x: int >
        check x > 3 message "x"
        field n: int
        field items: list of <
          field p: int
          field tags: list of string optional each rule count(n) message "tag"
          check p < n message "p"
        >
        check sum(items.p) < 4 message "s" at items
        """)
    try folder.write(
      "d.ndjson",
      #"{"kind":"z","n":"q","items":[{"p":1,"tags":["a","b"]},{"p":"x"},{"p":"x"},{"p":"x"},{"p":"x"}]}"#
    )
    let run = folder.run("check", "s.form", "d.ndjson", "--explain")
    #expect(
      run.lines.filter { $0.contains("skipped") }.map {
        $0.dropFirst(2).replacing(#/ at s.form:\d+:\d+/#, with: "")
      } == [
        #"skipped when kind == "a": kind cannot be used"#, "skipped x > 3: x cannot be used",
        "skipped items[0].tags[0]: count(n): n cannot be used",
        "skipped items[0].tags[1]: count(n): n cannot be used",
        "skipped items[0]: p < n: n cannot be used",
        "skipped items[1]: p < n: items[1].p and n cannot be used",
        "skipped items[2]: p < n: items[2].p and n cannot be used",
        "skipped items[3]: p < n: items[3].p and n cannot be used",
        "skipped items[4]: p < n: items[4].p and n cannot be used",
        "skipped sum(items.p) < 4: items[1].p and items[2].p and items[3].p and more cannot"
          + " be used",
      ])
  }

  @Test func anExplanationHasAnEnd() throws {
    let levels = 12
    let head = String(repeating: "list of ", count: levels) + "int"
    var condition = "value == 1"
    for _ in 1..<levels { condition = "any(value, \(condition))" }
    var item = "2"
    for _ in 0..<levels { item = "[\(item),\(item)]" }
    let lines = try explained(
      "field a: \(head)\ncheck any(a, \(condition)) message \"m\"", "{\"a\":\(item)}")
    #expect(lines.count < 120)
    #expect(lines.last == "…")
  }
}
