// Cleaning: trimming, case, removal, standard width.

import Testing

@testable import FormworkEngine

@Suite struct TextCleaningTests {
  @Test(arguments: [
    ("", ""), (" ", ""), ("a", "a"), ("  a b\t\r\n", "a b"), ("　漢字　", "漢字"),
    ("\u{A0}a\u{2003}", "a"),
    ("\u{FEFF}a\u{200B}", "\u{FEFF}a\u{200B}"), ("\u{3000}\u{85}\u{2028}", ""),
    (" \u{301}a ", " \u{301}a"),
    ("\t \u{301}", " \u{301}"), (" \t\u{301}", "\u{301}"), ("\r\n\u{301}a\r\n", "\u{301}a"),
    ("\n\u{200D}a", "\u{200D}a"), ("\u{85}\u{301}", "\u{301}"), ("\u{2028}\u{200D}a", "\u{200D}a"),
    ("\u{2029}\u{3000}\u{200D}a", "\u{3000}\u{200D}a"), ("漢 ", "漢"), (" é", "é"),
  ])
  func trims(text: String, expected: String) {
    #expect(
      cleaned(text) { $0.appendTrimmed(to: &$1) }.unicodeScalars.elementsEqual(
        expected.unicodeScalars))
    #expect(withText(text) { $0.trimmed.makeString() } == expected)
  }

  @Test func changesCase() {
    for text in ["", "aBc1", "ÉTÉ été", "Straße", "ΑΣΑ", "ǅ", "İı", "漢字A", "E\u{301}"] {
      #expect(cleaned(text) { $0.appendLowercased(to: &$1) } == text.lowercased())
      #expect(cleaned(text) { $0.appendUppercased(to: &$1) } == text.uppercased())
    }
  }

  @Test func endsWordsInASmallFinalSigma() {
    func lowercased(_ text: String) -> String { cleaned(text) { $0.appendLowercased(to: &$1) } }
    #expect(lowercased("ΣΑΣ") == "σας")
    #expect(lowercased("Σ") == "σ")
    let word = String(repeating: "Α", count: 4_095)
    #expect(
      lowercased(word + "Σ " + word + "Σ'Α") == "\(word.lowercased())ς \(word.lowercased())σ'α")
    let sigmas = String(repeating: "Σ", count: 100_000)
    #expect(lowercased(sigmas) == String(repeating: "σ", count: 99_999) + "ς")
  }

  @Test(arguments: 4_090...4_100) func changesCaseOfLongTexts(length: Int) {
    let text =
      String(repeating: "a", count: length) + "ßİ漢Éé" + String(repeating: "É", count: 3_000)
    #expect(cleaned(text) { $0.appendLowercased(to: &$1) } == text.lowercased())
    #expect(cleaned(text) { $0.appendUppercased(to: &$1) } == text.uppercased())
  }

  @Test func removesCharacters() {
    func without(_ text: String, _ removed: String...) -> String {
      let selection = CharacterSelection(texts: removed)
      return cleaned(text) { $0.append(without: selection, to: &$1) }
    }
    #expect(without("090 1234-5678", " ", "-") == "09012345678")
    #expect(without("０９０－１２", "－") == "０９０１２")
    #expect(without("café e", "e") == "café ")
    #expect(without("cafe\u{301} e", "e") == "cafe\u{301} ")
    #expect(without("かが", "か") == "が" && without("かか\u{3099}", "が") == "か")
    #expect(without("a\r\nb\n", "\n") == "ab" && without("é\r\nb\n", "\n") == "éb")
    #expect(without("a\r\nb\r", "\r") == "a\r\nb" && without("é\r\nb\r", "\r") == "é\r\nb")
    #expect(without("abc") == "abc" && without("", "a") == "" && without("aaa", "a") == "")
  }

  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("ＡＢＣ　ａｂｃ　１２３", "ABC abc 123"), ("！＂＃～", "!\"#~"),
    ("０３−１２３４", "03-1234"), ("０３－１２３４", "03-1234"),
    ("ｶﾞｷﾞｸﾞ", "ガギグ"), ("ﾊﾟﾋﾟﾌﾟ", "パピプ"), ("ｳﾞｧ", "ヴァ"),
    ("ﾜﾞｦﾞ", "ヷヺ"), ("ﾗｰﾒﾝ", "ラーメン"), ("｢ｱ･ｲ｣｡､", "「ア・イ」。、"), ("ｱﾞ", "ア゛"), ("ﾟ", "゜"),
    ("aﾞ", "a゛"),
    ("カﾞ", "ガ"), ("ガﾞ", "ガ゛"), ("ﾊﾟﾟ", "パ゜"), ("￥￦￠￡￢￣￤", "¥₩¢£¬¯¦"), ("｟｠", "⦅⦆"),
    ("ﾡￂ", "ㄱㅏ"), ("ￜﾾￇￊￏￒￗￚ", "ㅣㅎㅔㅕㅚㅛㅠㅡ"), ("￩￪￫￬￨￭￮", "←↑→↓│■○"), ("漢字カナ①㈱é", "漢字カナ①㈱é"),
    ("〜", "〜"),
    ("か\u{3099}", "か\u{3099}"), ("ｧｯｬｭｮ", "ァッャュョ"), ("ﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉ", "タチツテトナニヌネノ"),
  ])
  func bringsToUsualWidth(text: String, expected: String) {
    let usual = cleaned(text) { $0.appendUsualWidth(to: &$1) }
    #expect(usual.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(scalars(of: usual))")
  }
}
