// Counting characters: equals the count of String, with and without the fast paths. Counting words.

import Testing

@testable import FormworkEngine

@Suite struct TextCountTests {
  @Test(arguments: [
    ("", 0), ("a", 1), ("abc", 3), ("\r\n", 1), ("a\r\nb", 3), ("\r\r\n\n", 3), ("\n\r", 2),
    ("0123456789abcde\r\nf", 17), ("が", 1), ("か\u{3099}", 1), ("がか\u{3099}か", 3),
    ("e\u{301}", 1), ("e\u{301}\u{327}x", 2), ("\u{301}", 1), ("漢字かな交じり文。", 9),
    ("葛\u{E0100}城", 2), ("👨‍👩‍👧‍👦", 1), ("👍🏽", 1), ("🇯🇵🇫🇷", 2), ("🇯🇵🇫", 2), ("1️⃣", 1),
    ("☀️☀", 2), ("\u{1100}\u{1161}\u{11A8}", 1), ("각가", 2), ("ｶﾞ", 1), ("ﾊﾟｶ", 2),
    ("नमस्ते", "नमस्ते".count), ("한국어", 3), ("a\u{200D}b", 2), ("\u{600}漢", 1), ("\u{FEFF}a", 2),
  ])
  func counts(text: String, characters: Int) {
    #expect(text.count == characters)
    #expect(withText(text) { $0.characterCount } == characters)
  }

  @Test(arguments: [
    ("", 0), (" ", 0), ("...", 0), ("Don't stop at 3.5 km", 5), ("can't", 1), ("can’t", 1),
    ("'a'", 1),
    ("a.", 1), ("a.b", 1), ("a..b", 2), ("a. b", 2), ("1,234.5", 1), ("1,a", 2), ("a,b", 2),
    ("a:b", 1), ("1:2", 2), ("1;2", 1), ("a;b", 2), ("a_b", 1), ("_", 0), ("_a", 1), ("a_1", 1),
    ("a1b2", 1), ("well-known", 2), ("3-4", 2), ("x+y", 2), ("a/b", 2), ("a'1", 2), ("1'2", 1),
    ("א\"א", 1), ("א\"1", 2), ("א' 1", 2), ("א'1", 2), ("א'א", 1), ("a\"b", 2), ("\"a", 1),
    ("カタカナ", 1), ("カ_カ", 1), ("カa", 2), ("ｶﾞｷﾞ", 1), ("ひらが", 3), ("漢字", 2), ("漢〇", 2),
    ("한국어 각", 2), ("ไทย", 3), ("é", 1), ("e\u{301}t\u{301}", 1), ("a\u{AD}b", 1),
    ("a\u{200D}b", 1), ("a\u{200B}b", 2), (" \u{301}", 0), ("a\u{301}.b", 1), ("a.\u{301}b", 1),
    ("a.\u{301} b", 2), ("👨‍👩‍👧", 0), ("🇯🇵🇫🇷", 0), ("👍🏽", 0), ("½ Ⅷ ①", 0), ("a\r\nb", 2),
    ("a\n\u{301}b", 2), ("٣٫٤", 1), ("a\u{202F}b", 1), ("ﾞ", 1), (" ﾞ", 1), ("ﾞa", 2), ("a:ﾞ", 2),
    ("a:ﾞb", 1), ("漢\u{200D}ℹ", 1), ("漢ℹ", 2), ("\u{200D}ℹ", 1), ("à la carte", 3),
    ("🇯ﾞ🇵🇫ﾞ🇷", 2),
  ])
  func words(text: String, words: Int) {
    #expect(withText(text) { $0.wordCount } == words)
  }

  @Test func countsLongASCII() {
    for length in 0..<70 {
      let text = String(repeating: "x", count: length)
      #expect(withText(text) { $0.characterCount } == length)
      #expect(withText("\r\n" + text + "\r\n") { $0.characterCount } == length + 2)
    }
  }

  /// Tests every scalar that counts as plain, next to itself and to plain neighbors.
  @Test func plainScalarsStandAlone() {
    var text = ""
    var scalars = 0
    for value in UInt32(0)...0x31350 where PlainScalar.isPlain(value) {
      guard value < 0x4F00 || value > 0x9F00, value < 0xAD00 || value > 0xD700,
        value < 0x20100 || value > 0x31300, let scalar = Unicode.Scalar(value)
      else { continue }
      text.unicodeScalars.append(contentsOf: [scalar, "a", scalar, scalar, "漢"])
      scalars += 5
    }
    #expect(scalars > 50000)
    #expect(text.count == scalars)
    #expect(withText(text) { $0.characterCount } == scalars)
  }

  @Test func countsWhatStringCounts() {
    var generator = RepeatableGenerator(state: 1)
    for _ in 0..<4000 {
      let text = generator.text()
      #expect(withText(text) { $0.characterCount } == text.count, "\(scalars(of: text))")
    }
  }

  @Test func walksTheCharacters() {
    var generator = RepeatableGenerator(state: 2)
    for _ in 0..<1000 {
      let text = generator.text()
      var characters: [String] = []
      _ = withText(text) { bytes in
        bytes.allCharacters {
          characters.append($0.makeString())
          return true
        }
      }
      let expected = text.map { Array(String($0).utf8) }
      #expect(characters.map { Array($0.utf8) } == expected, "\(scalars(of: text))")
    }
  }

  @Test func decidesLimits() {
    for text in ["", "a", "abc", "がか\u{3099}か", "👨‍👩‍👧‍👦", "\r\n", "漢字"] {
      for lower in -1...8 {
        for upper in [-1, 0, 1, 2, 3, 8, 25, .max] {
          let isWithin = text.count >= lower && text.count <= upper
          #expect(withText(text) { $0.hasCharacterCount(in: lower, upper) } == isWithin)
        }
      }
    }
  }

  @Test func knowsASCII() {
    for length in 0..<40 {
      var bytes = [UInt8](repeating: 0x7F, count: length)
      #expect(bytes.withUnsafeBufferPointer { $0.isASCII })
      for index in bytes.indices {
        bytes[index] = 0x80
        #expect(!bytes.withUnsafeBufferPointer { $0.isASCII })
        bytes[index] = 0
      }
    }
  }

  @Test func decodesScalars() {
    let text = "a\u{7F}\u{80}é\u{7FF}\u{800}漢\u{FFFF}\u{10000}👍\u{10FFFF}"
    #expect(withText(text) { Array($0.scalars) } == Array(text.unicodeScalars))
    for scalar in text.unicodeScalars {
      var bytes: [UInt8] = []
      bytes.appendScalar(scalar.value)
      #expect(bytes == Array(String(scalar).utf8))
    }
    // Never reads past the end, even if the text isn't as promised.
    let broken: [UInt8] = [0x61, 0xE6, 0xBC]
    #expect(broken.withUnsafeBufferPointer { Array($0.scalars) } == ["a", "\u{FFFD}", "\u{FFFD}"])
  }
}
