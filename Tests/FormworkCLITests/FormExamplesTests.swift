// Examples in forms, and `formwork test`, which runs them.

import Testing

@testable import FormworkCLI

@Suite struct FormExamplesTests {
  private func test(_ spec: String, _ flags: String...) throws -> CLIResult {
    let folder = try CLIFolder(spec: spec)
    switch flags.count {
    case 0: return folder.run("test", "s.form")
    case 1: return folder.run("test", "s.form", flags[0])
    default: return folder.run("test", "s.form", flags[0], flags[1])
    }
  }

  private static let register = """
    field id: string rule count(1...5) message "1 to 5, not {value}"
    field age: int optional from "Age in years"
    field tags: list of string optional
    field home: < field zip: string rule digits message "zip" field city: string optional > optional
    field items: list of < field price: number rule positive message "price" > optional
    when age < 18 < field guardian: string >
    check id != "x" message "not x"

    """

  // MARK: - What comes out

  @Test func everythingPasses() throws {
    let run = try test(
      FormExamplesTests.register + """
        example "short" accepts < id: "a" >
        example "full" like "short" accepts <
          age: 7 guardian: "g" tags: ("a", "b") home: < zip: "1" >
          items: (< price: 1 >, < price: 0.5 >)
        >
        example "long" rejects id < id: "abcdef" >
        example "zip" like "full" rejects home.zip < home: < zip: "x" city: "c" > >
        example "price" like "full" rejects items.price < items: (< price: 1 >, < price: -1 >) >
        example "no guardian" like "short" rejects guardian < age: 17 >
        example "not x" rejects id < id: "x" >
        example "shape" like "short" rejects age, tags < age: "seven" tags: < a: 1 > >
        """)
    #expect(run.code == 0 && run.error == "")
    #expect(run.output == "s.form: 100 % of the rules and blocks tried\n8 passed, 0 failed\n")
  }

  @Test func namesWithDotsAndBracketsAreNames() throws {
    let run = try test(
      """
      closed
      field `x[1]`: int rule value < 5 message "x1"
      field `a[b`: int optional
      field `c.d`: int optional rule value < 5 message "cd"
      field c: < field d: int rule value < 5 message "d" > optional
      field x: list of int optional each rule value < 5 message "x"
      field items: list of < field `y[0].z`: int rule value < 5 message "y" > optional
      example "good" accepts < `x[1]`: 1 >
      example "x[1]" rejects `x[1]` < `x[1]`: 9 x: (1, 2) >
      example "x" like "good" rejects x < x: (1, 9) >
      example "a[b" like "good" rejects `a[b` < `a[b`: "?" >
      example "more" like "good" rejects `m]n` < `m]n`: "?" >
      example "c.d" like "good" rejects `c.d` < `c.d`: 9 c: < d: 1 > >
      example "c and d" like "good" rejects c.d < `c.d`: 1 c: < d: 9 > >
      example "item" like "good" rejects items.`y[0].z` < items: (< `y[0].z`: 9 >) >
      """)
    #expect(run.error == "" && run.output.hasSuffix("\n8 passed, 0 failed\n"), "\(run.output)")
  }

  @Test func aWrongValueIsToldWhereItStandsWhateverTheNames() throws {
    let run = try test(
      """
      field `x[1]`: int optional
      field x: list of date("d.M.yyyy") optional
      example "name" accepts < x: ("1.1.2026", "2.1.2026") `x[1]`: "three" >
      example "item" accepts < x: ("1.1.2026", "2/1/2026") `x[1]`: 3 >
      example "not" rejects x < x: ("1.1.2026") `x[1]`: "?" >
      """)
    let places = run.error.matches(of: /bad-example-value.*\n.*s.form:(\d+:\d+)/).map { $0.1 }
    #expect(places == ["3:62", "4:42", "5:51"])
  }

  @Test func theDayAndTheFieldsComeFromTheNearestThatHasThem() throws {
    // Declared before and after the examples that they are like.
    let run = try test(
      """
      field day: date rule value == today
      field x: int optional
      field pair: < field a: int optional  field b: int optional > optional
      check x == pair.a + pair.b message "sum" at x
      example "e4" like "e3" rejects day < x: 3 >
      example "e1" on 2026-01-01 accepts < day: 2026-01-01 pair: < a: 1 > >
      example "e2" like "e1" accepts < x: 3 pair: < b: 2 > >
      example "e3" like "e2" on 2026-01-02 rejects day, x < x: 4 >
      example "e6" like "e5" accepts < pair: < b: 5 > x: 6 >
      example "e5" like "e4" accepts < day: 2026-01-02 >
      example "e7" like "e2" rejects x < pair: < a: 2 > >
      """)
    #expect(run.output.hasSuffix("\n7 passed, 0 failed\n"), "\(run.output)")
    #expect(run.code == 0)
  }

  @Test func valuesOfFieldsThatAreToBeRejectedMayBeAnything() throws {
    let run = try test(
      """
      field a: int optional
      field ab: int optional
      field r: < field a: int optional  field l: list of < field a: int > optional > optional
      example "1" rejects a < a: "x" >
      example "2" rejects r.a < r: < a: "x" > >
      example "3" rejects r.l < r: < l: (< a: "x" >) > >
      example "4" rejects a < ab: "x" >
      example "5" rejects r.l.a < r: < a: "x" l: (< a: 1 >, < a: "x" >) > >
      """)
    #expect(run.code == 2)
    let places = run.error.matches(of: /bad-example-value.*\n.*s.form:(\d+:\d+)/).map {
      $0.output.1
    }
    #expect(places == ["7:29", "8:37"], "\(run.error)")
  }

  @Test func whatCameOutInstead() throws {
    let run = try test(
      FormExamplesTests.register + """
        example "fails" accepts < id: "abcdef" age: 7 >
        example "wrong field" rejects age < id: "abcdef" >
        example "more" rejects id < id: "abcdef" age: 7 >
        example "passes" rejects id, age < id: "a" >
        example "record" rejects < id: "a" >
        """)
    #expect(run.code == 1)
    #expect(
      run.output.hasPrefix(
        """
        failed: "fails", s.form:8:9
          expected: accepted
          actual:   rejected
            id: 1 to 5, not abcdef (count)
            guardian: Guardian is required (required)
        failed: "wrong field", s.form:9:9
          expected: rejected for age
          actual:   rejected
            id: 1 to 5, not abcdef (count)
        failed: "more", s.form:10:9
          expected: rejected for id
          actual:   rejected
            id: 1 to 5, not abcdef (count)
            guardian: Guardian is required (required)
        failed: "passes", s.form:11:9
          expected: rejected for id, age
          actual:   accepted
        failed: "record", s.form:12:9
          expected: rejected for the record as a whole
          actual:   accepted

        """))
    #expect(run.output.hasSuffix("0 passed, 5 failed\n"))
  }

  @Test func rejectsAsAWhole() throws {
    let run = try test(
      """
      field a: int field b: int check a < b message "m"
      example "order" rejects < a: 2 b: 1 >
      example "same" rejects < a: 1 b: 1 >
      example "right" accepts < a: 1 b: 2 >
      """)
    #expect(run.code == 0 && run.output.contains("3 passed"))
  }

  @Test func closedLevels() throws {
    let run = try test(
      """
      closed
      field a: int field r: < closed field b: int > optional
      example "unknown" rejects c < a: 1 c: 2 >
      example "inside" rejects r.d < a: 1 r: < b: 1 d: 2 > >
      """)
    #expect(run.code == 0 && run.output.contains("2 passed, 0 failed"))
  }

  @Test func warningsDoNotReject() throws {
    let run = try test(
      """
      field a: int rule value < 9 warning "much"
      example "much" accepts < a: 10 >
      example "little" accepts < a: 1 >
      """)
    #expect(run.code == 0 && run.output.contains("100 %"))
  }

  @Test func likeChainsAndBlocks() throws {
    let run = try test(
      """
      field a: int field r: < field b: int field c: < field d: int field e: int > >
      field l: list of int optional
      example "one" accepts < a: 1 r: < b: 1 c: < d: 1 e: 1 > > l: (1, 2) >
      example "two" like "one" accepts < r: < c: < e: 2 > > >
      example "three" like "two" rejects r.c.e < r: < c: < e: "x" > > >
      example "four" like "three" rejects a, r.c.e < a: "" l: () >
      example "before" like "after" accepts < >
      example "after" like "one" accepts < a: 5 >
      """)
    #expect(run.code == 0 && run.output.contains("6 passed"))
  }

  @Test func onADay() throws {
    let spec = """
      field born: date rule age(18...) message "m"
      example "birthday" on 2026-11-20 accepts < born: 2008-11-20 >
      example "the day before" on 2026-11-19 rejects born < born: 2008-11-20 >
      example "like" like "birthday" rejects born < born: 2008-11-21 >
      example "any day" rejects born < born: 2020-01-01 >
      """
    #expect(try test(spec).code == 0)
    let later = try test(spec, "--today=2050-01-01")
    #expect(later.code == 1 && later.output.contains("3 passed, 1 failed"))
    #expect(later.output.contains("\"any day\""))
  }

  @Test func valuesOfEveryType() throws {
    let run = try test(
      #"""
      field a: number optional
      field b: bool optional
      field c: date("dd/MM/yyyy") optional
      field d: time optional
      field e: datetime optional
      field f: instant optional
      field g: string optional
      field h: list("|") of int optional
      field i: any optional
      field j: choice("x" "X") optional
      field k: bool("yes", "no") optional
      field l: number(decimal ",", group ".") optional
      example "literals" accepts <
        a: -0.50 b: true c: 2026-11-20 d: 09:30 e: 2026-11-20T09:30 f: 2026-11-20T09:30Z
        g: "a\"\\\n\{x\u{1F600}" h: (1, 2) i: < x: (1, "y") > j: "x" k: true l: 1.5
      >
      example "texts" accepts <
        a: "-0.50" b: "off" c: "20/11/2026" d: "09:30" e: "2026-11-20 09:30" f: "2026-11-20T09:30Z"
        h: "1|2" i: "x" k: "no" l: "1.234,5"
      >
      """#)
    #expect(run.code == 0)
  }

  @Test func acrossRecordsIsTriedOnEachAlone() throws {
    let run = try test(
      """
      field a: int rule unique message "m" check records in 1... message "n"
      example "x" accepts < a: 1 >
      example "y" accepts < a: 1 >
      """)
    #expect(run.code == 0 && run.output.contains("2 passed") && run.output.contains("100 %"))
  }

  // MARK: - Coverage

  @Test func whatNoExampleTries() throws {
    let run = try test(
      """
      field a: int rule value > 3 message "m" rule value < 9 message "n"
      when a == 5 < field b: int > else when a == 6 < field c: int >
      example "x" accepts < a: 5 b: 1 >
      """)
    #expect(run.code == 0)
    #expect(
      run.output == """
        untried: no example fails value > 3, s.form:1:19
        untried: no example fails value < 9, s.form:1:46
        untried: every example meets a == 5, s.form:2:6
        untried: no example reaches a == 6, s.form:2:40
        s.form: 37 % of the rules and blocks tried
        1 passed, 0 failed

        """)
  }

  @Test func minimum() throws {
    let spec = """
      field a: int rule value > 3 message "m"
      example "x" accepts < a: 4 >
      """
    #expect(try test(spec, "--minimum=50").code == 0)
    let missed = try test(spec, "--minimum=51")
    #expect(missed.code == 1)
    #expect(
      missed.output.contains(
        "s.form: 50 % of the rules and blocks tried, but at least 51 % are required"))
    let quiet = try test(spec, "--minimum=51", "--quiet")
    #expect(quiet.output.contains("at least 51 %") && !quiet.output.contains("untried"))
    #expect(try test(spec, "--minimum=101").code == 2)
    #expect(try test("field a: int", "--minimum=100").code == 0)
  }

  @Test func severalForms() throws {
    let folder = try CLIFolder(spec: #"field a: int example "x" accepts < a: 1 >"#)
    try folder.write("t.form", #"field a: int example "x" accepts < >"#)
    try folder.write("u.form", "field a: nit")
    let two = folder.run("test", "s.form", "t.form")
    #expect(two.code == 1 && two.output.hasSuffix("1 passed, 1 failed\n"))
    let three = folder.run("test", "s.form", "u.form", "t.form")
    #expect(three.code == 2 && three.output.hasSuffix("1 passed, 1 failed\n"))
    #expect(folder.run("test", "none.form").code == 2)
    #expect(folder.run("test").code == 2)
  }

  // MARK: - Examples that cannot be

  @Test(arguments: [
    (#"example "x" accepts < a: "abc" >"#, "bad-example-value"),
    (#"example "x" accepts < a: 2026-01-01 >"#, "bad-example-value"),
    (#"example "x" accepts < a: (1) >"#, "bad-example-value"),
    (#"example "x" accepts < a: < b: 1 > >"#, "bad-example-value"),
    (#"example "x" accepts < a: 1 c: "z" >"#, "bad-example-value"),
    (#"example "x" rejects c < a: "abc" c: "z" >"#, "bad-example-value"),
    (#"example "x" accepts < a: 1 l: (1, "y") >"#, "bad-example-value"),
    (#"example "x" accepts < a: 1 l: "1" >"#, "bad-example-value"),
    (#"example "x" accepts < a: 1 r: < s: 1 > >"#, "bad-example-value"),
    (#"example "x" accepts < a: 1 d: 2026-02-30 >"#, "bad-example-value"),
    (#"example "x" accepts < a: 1 z: 1 >"#, "unknown-field"),
    (#"example "x" rejects z < a: 1 >"#, "unknown-field"),
    (#"example "x" rejects r.z < a: 1 >"#, "unknown-field"),
    (#"example "x" like "y" accepts < a: 1 >"#, "unknown-example"),
    (#"example "x" like "x" accepts < a: 1 >"#, "circle"),
    (#"example "x" like "y" accepts < > example "y" like "x" accepts < a: 1 >"#, "circle"),
    (#"example "x" accepts < a: 1 > example "x" accepts < a: 2 >"#, "repeated-name"),
    (#"example "x" on 2026-02-30 accepts < a: 1 >"#, "impossible-value"),
  ])
  func mistakes(_ example: String, _ code: String) throws {
    let run = try test(
      """
      field a: int field c: choice("p") optional field d: date optional
      field l: list of int optional field r: < field s: string > optional

      """ + example)
    #expect(run.code == 2)
    #expect(
      run.error.matches(of: /error\[([a-z-]+)\]/).map { $0.output.1 } == [Substring(code)])
  }

  @Test func aSecretIsNotGivenAway() throws {
    let run = try test(
      """
      field pin: string secret rule digits
      field other: string rule value != pin message "other"
      example "x" accepts < pin: "sesame" other: "sesame" >
      """)
    #expect(run.code == 1 && !run.output.contains("sesame"))
  }
}
