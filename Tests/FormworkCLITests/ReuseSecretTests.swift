// No definition, parameter, list, table, path or explanation reveals a secret value.

import Testing

@testable import FormworkCLI

@Suite struct ReuseSecretTests {
  /// A text that no output may contain. Every secret value in the records contains it.
  private static let word = "sesame"

  private static let spec = """
    define token: string secret rule count(...4) message "{value} {actual}" rule digits
    define keys: list of token rule distinct message "{value}"
    define equal(p) = value == p message "{p} and {value}"
    define above(p) = value > p message "{p} {actual}"
    define has(p) = p contains(value) message "{p}"
    define pair = pin == other message "{pin} {other}"
    define hidden = pin
    define joined = "{pin}-{other}"
    table t(k) < "a" -> 1  "sesame" -> 2  else -> 3 >
    field pin: string secret
    field other: string rule equal(pin) rule value in (pin, "x") message "{choices}" rule has(pin)
    field code: token
    field codes: keys
    field box: < field inner: token > rule inner == pin message "{box.inner} {inner}"
    field boxes: list of < field inner: token field open: string rule value == inner >
      rule distinct(by: inner) message "{value}" each rule inner == open message "{inner}"
    field choice: choice("sesame street") anyCase secret optional message "{value}"
    field n: int secret
    field low: int rule above(n) rule value in t(pin) message "{value} {pin}" rule value in n...
    field sums: list of int secret
    check sum(sums) == n message "{n}"
    check n in sums message "{n}" at low
    check max(sums) < low message "{low}"
    check "x" in boxes.inner message "{pin}"
    check any(boxes, inner == pin) message "{pin}"
    check all(codes, value == pin) message "{pin}"
    check pair and twice
    check hidden == "x" message "{hidden}" at pin
    check joined == "x" message "{joined}"
    define twice = joined == hidden message "{joined}"
    check unique(pin, other) check same(pin)
    """

  private static let records = [
    """
    {"pin":"sesame1","other":"open","code":"sesame2","codes":["sesame3","sesame3"],\
    "box":{"inner":"sesame4"},"boxes":[{"inner":"sesame5","open":"x"},{"inner":"sesame5"}],\
    "choice":"sesame","n":314159,"low":4,"sums":[314159,1]}
    """,
    """
    {"pin":"sesame1","other":"open","code":["sesame2"],"codes":"sesame3","box":"sesame4",\
    "boxes":["sesame5",{"inner":{"x":"sesame6"},"open":"y"}],"n":"sesame7","low":4,\
    "sums":["sesame8",314159]}
    """,
  ]

  @Test(arguments: [
    ["--explain"], ["--explain", "--language=ja"], ["--output=ndjson"], ["--explain", "--jobs=2"],
  ])
  func nothingGivesThemAway(_ flags: [String]) throws {
    let folder = try CLIFolder(spec: ReuseSecretTests.spec)
    try folder.write("d.ndjson", ReuseSecretTests.records.joined(separator: "\n"))
    let arguments = ["check", "s.form", "d.ndjson"] + flags
    let run =
      arguments.count == 4
      ? folder.run(arguments[0], arguments[1], arguments[2], arguments[3])
      : folder.run(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4])
    #expect(run.code == 1 && run.output.contains("•••") && !run.error.contains("error["))
    for line in run.output.split(separator: "\n") {
      // The choices of a secret field aren't secret: the form lists them. The same holds for conditions.
      let shown = line.replacing("sesame street", with: "")
      #expect(!shown.contains(ReuseSecretTests.word) && !shown.contains("314159"), "\(line)")
    }
  }

  @Test func acrossRecords() throws {
    let spec = """
      field a: string rule count(1...20)
      field pin: string secret rule unique message "{actual} {value} is taken"
      check same(pin)
      """
    let folder = try CLIFolder(spec: spec)
    try folder.write(
      "d.ndjson", #"{"a":"x","pin":"sesame1"}"# + "\n" + #"{"a":"x","pin":"sesame1"}"#)
    // Products are data. Only the second record is a report.
    let lines = folder.run("check", "s.form", "d.ndjson", "--output", "ndjson").lines
    #expect(lines.count == 2 && !lines[1].contains("sesame"))
    let drawn = folder.run("check", "s.form", "d.ndjson", "--explain")
    #expect(drawn.code == 1)
    #expect(!(drawn.output + drawn.error).contains("sesame"))
  }
}
