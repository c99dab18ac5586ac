// `--explain` for conditions about lists, records and definitions: which fields kept a rule from
// being decided, wherever they lie.

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
        "distinct: m cannot be used", "distinct(by: k - limit): k cannot be used",
        "any(l, p > limit): p cannot be used",
        "all(l, all(z, w > limit + p)): w cannot be used",
        "r.x > r.y: x cannot be used", "sum(l.p) > 3: p cannot be used",
        "limit in l.p: p cannot be used", "over(limit): p cannot be used",
        "1 in t(limit) or 1 in t(r.x): x cannot be used",
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
}
