// Drawings of diagnostics: each test has a source and its whole drawing.

import FormworkSyntax
import Testing

@testable import FormworkReport

@Suite struct DrawingTests {
  @Test func hintAndFix() {
    let text = """
      field password: string
      field confirm: string
        rule value == passwrod   message "The two passwords differ"
      """
    let place = span("passwrod", in: text)
    let diagnostic = Diagnostic(
      "unknown-name", .error, "There is no field or predicate \"passwrod\" here.", at: place,
      "did you mean \"password\"?", hint: "Names are told apart by case.\nThis one is not known.",
      fix: .init(place, "password"))
    expect(
      diagnostic, text,
      """
      error[unknown-name]: There is no field or predicate "passwrod" here.
        signup.form:3:17
        |
      3 |   rule value == passwrod   message "The two passwords differ"
        |                 ^^^^^^^^ did you mean "password"?
        |
        = Names are told apart by case.
          This one is not known.
        = fix: replace with `password`

      """)
  }

  @Test func japanese() {
    let text = "field 名前「なまえ」: \u{304B}\u{3099}ｶﾞ　string # 全角"
    expect(
      Diagnostic("habit", .warning, "全角の空白です。", at: span("　", in: text), "ここ"), text,
      """
      warning[habit]: 全角の空白です。
        signup.form:1:18
        |
      1 | field 名前「なまえ」: \u{304B}\u{3099}ｶﾞ　string # 全角
        |                           ^^ ここ

      """)
  }

  @Test func emoji() {
    let text = "field \"👨‍👩‍👧‍👦🇯🇵👍🏽❤️1️⃣\" e\u{301}: sting"
    expect(
      Diagnostic("x", .error, "M", at: span("sting", in: text)), text,
      """
      error[x]: M
        signup.form:1:18
        |
      1 | field "👨‍👩‍👧‍👦🇯🇵👍🏽❤️1️⃣" e\u{301}: sting
        |                       ^^^^^

      """)
  }

  @Test func tabs() {
    let text = "\tfield\tid:\tsting\tx"
    expect(
      Diagnostic("x", .error, "M", at: span("sting\t", in: text), "here"), text,
      """
      error[x]: M
        signup.form:1:12
        |
      1 |     field   id: sting   x
        |                 ^^^^^^^^ here

      """)
  }

  @Test func labelsOnOneLineAndOthers() {
    let text = "field id: string field id: int\n\nabc\n\n\n\n\n\nfield id: int\n"
    var diagnostic = Diagnostic("twice", .error, "M", at: span("id", in: text, 2), "again")
    diagnostic.labels.append(.init(span("id", in: text), "first"))
    diagnostic.labels.append(.init(span("b", in: text), "between"))
    diagnostic.labels.append(.init(span("id", in: text, 3), "and again"))
    expect(
      diagnostic, text,
      """
      error[twice]: M
        signup.form:1:24
        |
      1 | field id: string field id: int
        |       -- first         ^^ again
      2 |
      3 | abc
        |  - between
      ...
      9 | field id: int
        |       -- and again

      """)
  }

  @Test func labelsThatTouchGetRowsOfTheirOwn() {
    let text = "check a < b < c"
    var diagnostic = Diagnostic("chain", .error, "M", at: span("a < b < c", in: text), "whole")
    diagnostic.labels.append(.init(span("a", in: text), "one end"))
    diagnostic.labels.append(.init(span("c", in: text, 3), "the other end"))
    expect(
      diagnostic, text,
      """
      error[chain]: M
        signup.form:1:7
        |
      1 | check a < b < c
        |       ^^^^^^^^^ whole
        |       - one end
        |               - the other end

      """)
  }

  @Test func wideLineNumbersAndDistantLines() {
    let text = String(repeating: "\n", count: 8) + "one\n\n\n\ntwo"
    var diagnostic = Diagnostic("x", .error, "M", at: span("two", in: text))
    diagnostic.labels.append(.init(span("one", in: text), "since"))
    expect(
      diagnostic, text,
      """
      error[x]: M
        signup.form:13:1
         |
       9 | one
         | --- since
      ...
      13 | two
         | ^^^

      """)
  }

  @Test func severalLines() {
    let text = "when a <\n  field b: int\n>\nfield c: int"
    expect(
      Diagnostic("block", .error, "M", at: Span(5, 25), "this block"), text,
      """
      error[block]: M
        signup.form:1:6
        |
      1 | when a <
        |      ^^^ this block (to line 3)

      """)
  }

  @Test func wholeLineWithItsBreakIsOneLine() {
    expect(
      Diagnostic("x", .error, "M", at: Span(0, 5)), "abc\r\nd",
      """
      error[x]: M
        signup.form:1:1
        |
      1 | abc
        | ^^^

      """)
  }

  @Test func endOfFile() {
    let text = "when a <\n"
    expect(
      Diagnostic(
        "open", .error, "M", at: Span(9, 9), "`>` is missing", fix: .init(Span(9, 9), ">")), text,
      """
      error[open]: M
        signup.form:2:1
        |
      2 |
        | ^ `>` is missing
        |
        = fix: insert `>`

      """)
  }

  @Test func emptyFile() {
    expect(
      Diagnostic("empty", .warning, "There are no fields.", at: Span(0, 0)), "",
      """
      warning[empty]: There are no fields.
        signup.form:1:1
        |
      1 |
        | ^

      """)
  }

  @Test func outsideAndReversedSpans() {
    expect(
      Diagnostic("x", .error, "M", at: Span(4_000, UInt32.max), "beyond"), "abc\nd",
      """
      error[x]: M
        signup.form:2:2
        |
      2 | d
        |  ^ beyond

      """)
    expect(
      Diagnostic("x", .error, "M", at: Span(3, 1)), "abc\nd",
      """
      error[x]: M
        signup.form:1:2
        |
      1 | abc
        |  ^^

      """)
  }

  @Test func noLabels() {
    var diagnostic = Diagnostic("x", .error, "M", at: Span(0, 0), hint: "H")
    diagnostic.labels = []
    expect(diagnostic, "abc", "error[x]: M\n  signup.form\n  = H\n")
  }

  @Test func fixesElsewhere() {
    let text = "a = b\nc"
    func words(_ lower: Int, _ upper: Int, _ replacement: String) -> String? {
      let source = Source(name: "", bytes: Array(text.utf8))
      let words = FixWords(source: source, first: (0, 1, 1), width: 80)
      return words.words(.init(Span(lower, upper), replacement))
    }
    #expect(words(0, 1, "x") == "replace with `x`")
    #expect(words(0, 1, "") == "remove it")
    #expect(words(2, 3, "==") == "replace `=` with `==`")
    #expect(words(6, 7, "`if`") == "replace `c` on line 2 with \"`if`\"")
    #expect(words(2, 4, "") == "remove `= `")
    #expect(words(2, 2, ": int") == "insert `: int` at 1:3")
    #expect(words(2, 2, "") == nil)
  }

  @Test func longLine() {
    let filler = String(repeating: "abcdefghi ", count: 500)
    let text = filler + "HERE" + filler + "THERE" + filler
    var diagnostic = Diagnostic("long", .error, "M", at: span("HERE", in: text), "this one")
    diagnostic.labels.append(.init(span("THERE", in: text), "that one, with much to say about it"))
    diagnostic.labels.append(.init(Span(0, 3), "start"))
    expect(
      diagnostic, text, width: 60,
      """
      error[long]: M
        signup.form:1:5001
        |
      1 | abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcde…
        | --- start
      1 | …fghi abcdefghi abcdefghi HEREabcdefghi abcdefghi abcde…
        |                           ^^^^ this one
      1 | …ghi abcdefghi abcdefghi THEREabcdefghi abcdefghi abcde…
        |                          -----
        |                      that one, with much to say about it

      """)
  }

  @Test func longWideLine() {
    let text = String(repeating: "あいうえお", count: 500)
    expect(
      Diagnostic("long", .error, "M", at: Span(3000, 3006), "ここ"), text, width: 40,
      """
      error[long]: M
        signup.form:1:1001
        |
      1 | …えおあいうえおあいうえおあいうえお…
        |                ^^^^ ここ

      """)
    expect(
      Diagnostic("long", .error, "M", at: Span(3, 4006)), text, width: 40,
      """
      error[long]: M
        signup.form:1:2
        |
      1 | あいうえおあいうえおあいうえおあい…
        |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

      """)
    let end = text.utf8.count
    expect(
      Diagnostic("long", .error, "M", at: Span(end, end)), text, width: 40,
      """
      error[long]: M
        signup.form:1:2501
        |
      1 | …おあいうえおあいうえおあいうえお
        |                                  ^

      """)
  }

  @Test func escapeInjection() {
    let text = "field \u{1B}[31mred \u{202E}abc\u{2069}\u{7}\u{85}"
    let diagnostic = Diagnostic(
      "esc", .error, "\u{1B}]0;title\u{7} has\nlines", at: span("abc", in: text), "\u{1B}[2J",
      hint: "\u{9B}31m", fix: .init(Span(0, 5), "\u{1B}c"))
    expect(
      diagnostic, text,
      """
      error[esc]: ␛]0;title␇ has␊lines
        signup.form:1:17
        |
      1 | field ␛[31mred \\u{202E}abc\\u{2069}␇\\u{85}
        |                        ^^^ ␛[2J
        |
        = \\u{9B}31m
        = fix: replace `field` with `␛c`

      """)
  }

  @Test func byteOrderMarkAndInvalidBytes() {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61, 0x20, 0xFF, 0xC3, 0x20, 0x62, 0xE3, 0x81]
    let drawing = renderer().render(
      Diagnostic("x", .error, "M", at: Span(8, 9)), in: Source(name: "a", bytes: bytes))
    #expect(drawing.hasSuffix("1 | a \u{FFFD}\u{FFFD} b\u{FFFD}\n  |      ^\n"))
  }

  @Test func colours() {
    let source = Source(name: "a", bytes: Array("xy".utf8))
    let coloured = DiagnosticRenderer(palette: .ansi, width: 80)
    let drawing = coloured.render(Diagnostic("c", .error, "M", at: Span(1, 2)), in: source)
    #expect(drawing.hasPrefix("\u{1B}[1;31merror[c]\u{1B}[0m: \u{1B}[1mM\u{1B}[0m\n"))
    #expect(drawing.contains(" \u{1B}[1;31m^\u{1B}[0m\n"))
    #expect(coloured.renderSummary(errors: 0, warnings: 0) == "\u{1B}[32mno problems\u{1B}[0m")
  }

  @Test func summary() {
    #expect(renderer().renderSummary(errors: 3, warnings: 1) == "3 errors, 1 warning")
    #expect(renderer().renderSummary(errors: 1, warnings: 0) == "1 error")
    #expect(renderer().renderSummary(errors: 0, warnings: 2) == "2 warnings")
    #expect(renderer().renderSummary(errors: 0, warnings: 0) == "no problems")
  }

  /// For any bytes and spans, the drawing is safe and fits.
  @Test func anySpanOfAnyBytes() {
    var random = Random()
    let pieces: [[UInt8]] = [
      [0x61], [0x20], [0x09], [0x0A], [0x0D], [0x1B], [0xFF], [0xE3, 0x81], [0xC2, 0x9B],
      Array("あ".utf8), Array("👨‍👩‍👧‍👦".utf8), Array("\u{301}".utf8), Array("\u{202E}".utf8),
    ]
    for round in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(round) { bytes += pieces[random.below(pieces.count)] }
      let source = Source(name: "a", bytes: bytes)
      var diagnostic = Diagnostic("x", .error, "M", at: random.span(bytes.count), "words")
      for _ in 0..<random.below(4) {
        diagnostic.labels.append(.init(random.span(bytes.count), random.below(2) == 0 ? "" : "あ"))
      }
      let drawing = DiagnosticRenderer(palette: .plain, width: 40).render(diagnostic, in: source)
      for line in drawing.split(separator: "\n") {
        #expect(visible(String(line)) == line)
        #expect(DisplayWidth.of(String(line)) <= 44, "\(line)")
      }
    }
  }

  @Test func theFocusIsAlwaysInTheWindow() {
    var random = Random()
    let pieces = ["a", "\t", "あ", "👨‍👩‍👧‍👦", "\u{202E}", "\u{1B}", "e\u{301}"]
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(300) { bytes += Array(pieces[random.below(7)].utf8) }
      let start = random.below(bytes.count + 1)
      let focus = start..<max(start, min(start + random.below(9), bytes.count))
      let window = LineWindow(bytes, line: 0..<bytes.count, focus: focus, columns: 40)
      #expect(window.holds(start))
      #expect(window.columns(under: focus).upperBound <= 41)
    }
  }

  /// The time must not grow with the line or with the marks that pile up on one letter.
  @Test func hugeLines() {
    let plain = [UInt8](repeating: 0x78, count: 8 << 20)
    let marks = Array(String(repeating: "\u{301}", count: 1 << 20).utf8)
    for bytes in [plain, marks] {
      for focus in [0..<1, 4_000_000..<4_000_001, 10..<bytes.count, bytes.count..<bytes.count] {
        let focus = focus.clamped(to: 0..<bytes.count)
        let window = LineWindow(bytes, line: 0..<bytes.count, focus: focus, columns: 60)
        #expect(window.text.utf8.count < 3000)
        #expect(window.columns(under: focus).upperBound <= 61)
      }
    }
  }
}

private func renderer() -> DiagnosticRenderer { DiagnosticRenderer(palette: .plain, width: 80) }

private func expect(
  _ diagnostic: Diagnostic, _ text: String, width: Int = 80, _ drawing: String,
  at location: SourceLocation = #_sourceLocation
) {
  let source = Source(name: "signup.form", bytes: Array(text.utf8))
  let drawn = DiagnosticRenderer(palette: .plain, width: width).render(diagnostic, in: source)
  #expect(drawn == drawing, sourceLocation: location)
}

/// Returns the span of the `nth` occurrence of `part` in a text.
private func span(_ part: String, in text: String, _ nth: Int = 1) -> Span {
  let bytes = Array(text.utf8)
  let wanted = Array(part.utf8)
  var left = nth
  for start in 0...(bytes.count - wanted.count)
  where bytes[start..<start + wanted.count].elementsEqual(wanted) {
    left -= 1
    if left == 0 { return Span(start, start + wanted.count) }
  }
  Issue.record("\(part) is not in the text")
  return Span(0, 0)
}

/// Random numbers that are the same in every run.
private struct Random {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return limit < 1 ? 0 : Int((state >> 33) % UInt64(limit))
  }

  mutating func span(_ count: Int) -> Span { Span(below(count + 5), below(count + 5)) }
}
