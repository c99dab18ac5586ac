// Columns of text in a terminal, and data made safe to show there.

import Testing

@testable import FormworkReport

@Suite struct DrawingWidthTests {
  @Test(arguments: [
    ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("あ", 2), ("が", 2), ("か\u{3099}", 2),
    ("ｶﾞ", 2), ("Ａ", 2), ("｡", 1), ("　", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇯🇵", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("☝🏽", 2),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("का", 2), ("ö", 1), ("…", 1), ("𠮷", 2), ("葛\u{E0100}", 2), ("→", 1), ("☰", 2),
    ("䷀", 2), ("\u{1D300}", 2),
  ])
  func widths(_ text: String, _ columns: Int) {
    #expect(DisplayWidth.of(text) == columns, "\(text)")
  }

  @Test(arguments: [
    ("plain", "plain"), ("あ é 👨‍👩‍👧‍👦", "あ é 👨‍👩‍👧‍👦"), ("\u{1B}[31m", "␛[31m"),
    ("a\tb\r\nc", "a␉b␍␊c"),
    ("\u{7F}\u{0}", "␡␀"), ("\u{9B}", "\\u{9B}"), ("a\u{202E}b\u{2066}", "a\\u{202E}b\\u{2066}"),
    ("\u{FEFF}a\u{200B}", "\\u{FEFF}a\\u{200B}"), ("\u{301}a", "◌\u{301}a"),
    ("\u{200D}", "\\u{200D}"), ("\u{200D}\u{301}", "\\u{200D}◌\u{301}"),
    ("a\u{E0061}", "a\\u{E0061}"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    ("\u{2028}", "\\u{2028}"),
  ])
  func dangers(_ text: String, _ shown: String) {
    #expect(visible(text) == shown)
  }

  @Test func markPilesEnd() {
    let pile = visible("a" + String(repeating: "\u{301}", count: 1000))
    #expect(pile.unicodeScalars.count == 33)
    #expect(pile.hasSuffix("…"))
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("あいう", 6, "あいう"), ("あいう", 5, "あい…"),
    ("あいう", 4, "あ…"), ("あ", 1, "…"), ("abc", 0, ""), ("", 0, ""), ("abc", -1, ""),
    ("a\u{1B}bc", 3, "a␛…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func cuts(_ text: String, _ columns: Int, _ shown: String) {
    #expect(visible(text, columns: columns) == shown)
  }
}
