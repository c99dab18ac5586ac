// Predicates about every character, classes and sets of characters, white space.

import Testing

@testable import FormworkEngine

@Suite struct TextClassTests {
  @Test func digits() {
    expectPredicate(
      "digits", { $0.isDigits }, accepts: ["", "0", "0123456789", "12345678901234567"],
      rejects: ["a", "1a", "12345678901234567/", ":2345678", "１", "٣", "1 ", "-1", "1\u{301}"])
  }

  @Test func letters() {
    expectPredicate(
      "letters", { $0.isLetters }, accepts: ["", "a", "Zz", "abcdefghijklmnopqrstuvwxyzABCXYZ"],
      rejects: ["1", "a1", "@", "[", "`", "{", "é", "e\u{301}", "\u{212A}", "ａ", "a b", "a\u{0}"])
    expectPredicate(
      "letters(any)", { $0.isLettersOfAnyScript },
      accepts: [
        "", "été", "e\u{301}t", "漢字かなカナー々〇", "नमस्ते", "한국어", "ひらか\u{3099}な", "葛\u{E0100}",
        "עִבְרִית",
        "\u{212A}", "ǅ", "ﬁ",
      ],
      rejects: ["a1", "a b", "a-b", "\u{301}a", "1\u{301}", "Ⅷ", "ⓐ", "👍", "・", "a\u{20E3}", "'"])
    expectPredicate(
      "alphanumeric", { $0.isAlphanumeric }, accepts: ["", "a1", "Abc123XYZ0987654321zz"],
      rejects: ["é1", "a_1", "a-1", "１", "漢", "a1\n"])
    expectPredicate(
      "alphanumeric(any)", { $0.isAlphanumericOfAnyScript },
      accepts: ["", "é1", "漢１", "が9", "٣ب"], rejects: ["a_", "①", "a b", "1️⃣", "！"])
  }

  /// Tests the ASCII predicates with every byte at every position of a block and its neighbors.
  @Test func asciiPredicatesByByte() {
    for byte in UInt8(0)..<0x80 {
      let character = Character(Unicode.Scalar(byte))
      let isLetter = character.isLetter
      let isDigit = character.isNumber
      for length in [1, 2, 3, 4, 7, 8, 15, 16, 17, 33] {
        for place in Set([0, length / 2, length - 1]) {
          var letters = [UInt8](repeating: 0x6D, count: length)
          letters[place] = byte
          var digits = [UInt8](repeating: 0x35, count: length)
          digits[place] = byte
          #expect(letters.withUnsafeBufferPointer { $0.isLetters } == isLetter)
          #expect(digits.withUnsafeBufferPointer { $0.isDigits } == isDigit)
          #expect(digits.withUnsafeBufferPointer { $0.isAlphanumeric } == (isLetter || isDigit))
        }
      }
    }
  }

  @Test func cases() {
    expectPredicate(
      "lowercase", { $0.isLowercase },
      accepts: [
        "", "abc1", "漢字", "été", "ß", "ª", "a-b c", "e\u{301}", "ⅷ", "Ⅷ", "Ⓐ", "A\u{20DD}", "👍",
        "ﬁ",
      ],
      rejects: ["A", "abC", "É", "E\u{301}", "ǅ", "Ω", "ẞ", "A\u{20DD}A", "\u{212A}", "aＡ"])
    expectPredicate(
      "uppercase", { $0.isUppercase },
      accepts: [
        "", "ABC1", "漢字", "ÉTÉ", "Nª", "A-B", "ẞ", "Ⅷ", "ⅷ", "ⓐ", "a\u{20DD}", "\u{212A}", "İ",
      ],
      rejects: ["a", "ABc", "é", "e\u{301}", "ǅ", "ß", "ﬁ", "Ａａ", "ı", "Α\u{345}", "ᾼ"])
  }

  @Test func japanese() {
    expectPredicate(
      "hiragana", { $0.isHiragana },
      accepts: ["", "ひらがな", "らーめん", "ゞゝゟ", "か\u{3099}ゔゖぁ", "゛゜", "ー"],
      rejects: ["カ", "漢", "a", "ひ ら", "ひ　ら", "・", "ﾗ", "ヶ", "。"])
    expectPredicate(
      "katakana", { $0.isKatakana },
      accepts: [
        "", "カタカナ", "ラーメン", "ヽヾヿ", "ヴヵヶ", "カ\u{3099}", "ｶﾀｶﾅ", "ﾗｰﾒﾝ", "ｶﾞﾊﾟ", "ㇰ", "゛", "ー",
      ],
      rejects: ["か", "漢", "ア・イ", "ｱ･ｲ", "ア イ", "｡", "A", "゠"])
    expectPredicate(
      "kanji", { $0.isKanji },
      accepts: [
        "", "漢字", "佐々木", "〆切", "二〇二六", "𠮷野家", "葛\u{E0100}城", "\u{FA11}", "\u{F900}", "㐂", "愚公〻",
        "𰻞",
      ],
      rejects: ["かな", "一ヶ月", "ー", "a", "⼀", "⺀", "㈱", "漢 字", "。", "\u{E0100}", "〡"])
    expectPredicate(
      "halfwidth", { $0.isHalfwidth },
      accepts: ["", "abc ABC~!", "ｶﾀｶﾅ｡", "ﾊﾟ", "¥100", "£", "0123456789abcdef0"],
      rejects: ["ａ", "あ", "　", "漢", "é", "e\u{301}", "a\n", "\u{7F}", "👍", "a漢"])
    expectPredicate(
      "fullwidth", { $0.isFullwidth },
      accepts: [
        "", "ＡＢＣ１２３", "あア漢", "　", "！？", "か\u{3099}", "👍🇯🇵👨‍👩‍👧", "※①→Ω", "한글", "―…", "葛\u{E0100}",
      ],
      rejects: ["a", "ｱ", "あ a", "é", "\n", "1", "｡", "¥"])
  }

  @Test func lines() {
    expectPredicate(
      "oneLine", { $0.isOneLine },
      accepts: ["", "a b", "a\tb", "漢字　かな", "0123456789abcdef0123"],
      rejects: [
        "\n", "a\r\nb", "\r", "a\u{B}", "a\u{C}", "a\u{85}", "漢\u{2028}", "漢\u{2029}", "漢\n",
        "0123456789abcdef\n123",
      ])
    expectPredicate(
      "white space", { $0.isWhiteSpace },
      accepts: ["", " ", "\t\r\n", "　\u{A0}\u{85}\u{2003}\u{202F}"],
      rejects: ["a", " a", "\u{FEFF}", "\u{200B}", "\u{180E}", "\0"])
  }

  @Test func whiteSpaceIsUnicodes() {
    for value in UInt32(0)...0x3100 {
      let isWhiteSpace = Unicode.Scalar(value)?.properties.isWhitespace
      #expect(WhiteSpace.isWhiteSpace(value) == isWhiteSpace)
    }
  }

  @Test(
    arguments: [
      ("a", [.letter, .lowercase]), ("Z", [.letter, .uppercase]), ("0", [.digit]), (" ", [.space]),
      ("\n", [.space]), ("\r\n", [.space]), ("!", [.symbol]), ("~", [.symbol]), ("_", [.symbol]),
      ("\0", []), ("\u{7F}", []), ("é", [.lowercase]), ("E\u{301}", [.uppercase]),
      ("ß", [.lowercase]),
      ("ǅ", []), ("漢", []), ("が", []), ("１", []), ("１\u{20E3}", [.symbol]), ("½", [.symbol]),
      ("①", [.symbol]), ("〇", []), ("Ⅷ", [.symbol]), ("ⓐ", [.symbol]), ("A\u{20DD}", [.symbol]),
      ("👍🏽", [.symbol]),
      ("🇯🇵", [.symbol]),
      ("1️⃣", [.symbol]), ("1\u{301}", []), ("　", [.space]), ("€", [.symbol]), ("。", [.symbol]),
      ("・", [.symbol]), ("\u{200B}", []), ("\u{301}", []), ("\u{E000}", []), (" \u{301}", []),
    ] as [(String, [TextClass])])
  func classes(character: String, classes: [TextClass]) {
    let held = TextClass.allCases.filter { textClass in
      withText(character) { textClass.holds(for: $0) }
    }
    #expect(held == classes, "\(scalars(of: character))")
  }

  @Test func selections() {
    let code = CharacterSelection(classes: [.letter, .digit], texts: ["-_"])
    expectPredicate(
      "only(letter, digit, \"-_\")", { $0.hasOnly(code) }, accepts: ["", "aB-9_"],
      rejects: ["a b", "é", "漢", "a\u{301}", "１", "\u{212A}"])
    let name = CharacterSelection(texts: ["がぎé🇯🇵K\n", "👨‍👩‍👧"])
    expectPredicate(
      "only(texts)", { $0.hasOnly(name) },
      accepts: ["が", "か\u{3099}き\u{3099}", "e\u{301}", "🇯🇵", "👨‍👩‍👧", "\u{212A}K", "K\r\nK\n"],
      rejects: ["か", "e", "🇵", "👨", "\r", "がx"])
    let words = CharacterSelection(classes: [.uppercase, .space, .symbol])
    expectPredicate(
      "only(uppercase, space, symbol)", { $0.hasOnly(words) },
      accepts: ["É A!", "A\r\nB", "👍　¥"], rejects: ["a", "1", "漢"])
    expectPredicate(
      "only()", { $0.hasOnly(CharacterSelection()) }, accepts: [""], rejects: ["a", "漢"])
  }

  @Test func countsInSelections() {
    func count(_ text: String, _ selection: CharacterSelection, limit: Int = .max) -> Int {
      withText(text) { $0.count(of: selection, limit: limit) }
    }
    let digits = CharacterSelection(classes: [.digit])
    #expect(count("a1b22", digits) == 3 && count("a1b22", digits, limit: 2) == 2)
    #expect(count("漢1字2", digits) == 2 && count("漢1字2", digits, limit: 1) == 1)
    #expect(count("1️⃣", digits) == 0 && count("1\u{301}", digits) == 0)
    let spaces = CharacterSelection(classes: [.space])
    #expect(count("a\r\nb c\r", spaces) == 3 && count("é\r\nb c\r", spaces) == 3)
    let lowercase = CharacterSelection(classes: [.lowercase])
    #expect(count("Ée\u{301}abC", lowercase) == 3)
  }
}
