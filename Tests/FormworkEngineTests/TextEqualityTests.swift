// Equality, canonical form, case folding and search.

import TestSizes
import Testing

@testable import FormworkEngine

@Suite struct TextEqualityTests {
  private func canonical(_ text: String) -> [UInt8] {
    Array(cleaned(text) { $0.appendCanonical(to: &$1) }.utf8)
  }

  private func folded(_ text: String) -> [UInt8] {
    Array(cleaned(text) { $0.appendFolded(to: &$1) }.utf8)
  }

  private func equals(_ left: String, _ right: String, anyCase: Bool = false) -> Bool {
    withText(left) { left in withText(right) { left.equals($0, anyCase: anyCase) } }
  }

  @Test(arguments: [
    ("が", "か\u{3099}"), ("é", "e\u{301}"), ("Å", "\u{212B}"), ("K", "\u{212A}"), (";", "\u{37E}"),
    ("Ω", "\u{2126}"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("각", "가\u{11A8}"),
    ("ế", "e\u{302}\u{301}"), ("a\u{327}\u{301}", "a\u{301}\u{327}"), ("豈", "\u{F900}"),
    ("\u{2FA1D}", "\u{2A600}"), ("\u{915}\u{93C}", "\u{958}"), ("ǖ", "u\u{308}\u{304}"),
    ("\u{105C9}", "\u{105D2}\u{307}"), ("\u{1D15E}", "\u{1D157}\u{1D165}"),
  ])
  func equalTexts(left: String, right: String) {
    #expect(equals(left, right))
    #expect(equals(right, left))
    #expect(canonical(left) == canonical(right))
    #expect(equals("x" + left + "漢", "x" + right + "漢"))
    #expect(equals(left, right, anyCase: true))
  }

  @Test(arguments: [
    ("", "a"), ("a", "A"), ("a", "b"), ("が", "か"), ("ヵ", "カ"), ("ｶ", "カ"), ("ﬁ", "fi"), ("①", "1"),
    ("ª", "a"), ("e\u{301}\u{300}", "e\u{300}\u{301}"), ("漢字", "漢"), ("ü", "u"), ("1", "１"),
  ])
  func otherTexts(left: String, right: String) {
    #expect(!equals(left, right))
    #expect(canonical(left) != canonical(right))
  }

  /// Compares every scalar of the decomposition tables and of Hangul, and their neighbors, with String.
  @Test func canonicalFormOfEveryScalar() {
    let ranges: [ClosedRange<UInt32>] = [
      0x80...0x3400, 0xA600...0xAC40, 0xD780...0xD7FF, 0xF8FF...0xFFFD, 0x10000...0x12000,
      0x16100...0x16140, 0x16D40...0x16D80, 0x1D100...0x1D200, 0x2F7F0...0x2FA30,
    ]
    var changed = 0
    for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      let form = canonical(text)
      if form == Array(text.utf8) { continue }
      changed += 1
      let string = String(decoding: form, as: UTF8.self)
      #expect(string == text, "\(scalars(of: text))")
      #expect(canonical(string) == form, "\(scalars(of: text))")
    }
    // The scalars that normalization form C changes: NFC_Quick_Check=No, 1120 in Unicode 16.
    #expect(changed == 1120)
  }

  /// Shuffled texts are equal exactly if String finds them equal.
  @Test func agreesWithString() {
    var generator = RepeatableGenerator(state: 3)
    for _ in 0..<3000 {
      let text = generator.text()
      var shuffled = String.UnicodeScalarView()
      shuffled.append(contentsOf: text.unicodeScalars.shuffled(using: &generator))
      let other = String(shuffled)
      #expect(equals(text, other) == (text == other), "\(scalars(of: text)), \(scalars(of: other))")
      let form = String(decoding: canonical(text), as: UTF8.self)
      #expect(form == text && canonical(form) == Array(form.utf8), "\(scalars(of: text))")
    }
  }

  /// Up to this many marks are ordered together; further ones are ordered separately.
  @Test func ordersManyMarks() {
    func marks(_ count: Int) -> String { String(repeating: "\u{301}\u{327}", count: count) }
    func sorted(_ count: Int) -> String {
      ["\u{327}", "\u{301}"].map { String(repeating: $0, count: count) }.joined()
    }
    for first in ["a", "é", "e\u{300}", "漢が"] {
      #expect(canonical(first + marks(2_000)) == canonical(first + sorted(2_000)))
      #expect(folded(first + marks(2_000)) == folded(first + sorted(2_000)))
      #expect(canonical(first + marks(20_000)) != canonical(first + sorted(20_000)))
    }
    let many = marks(20_000)
    for (one, other) in [("é", "e\u{301}"), ("が", "か\u{3099}"), ("각", "\u{1100}\u{1161}\u{11A8}")] {
      for plain in ["", "x", String(repeating: "漢", count: sized(500, large: 5_000))] {
        #expect(equals(plain + one + many, plain + other + many))
        #expect(equals(plain + one + many, plain + other + many, anyCase: true))
      }
    }
  }

  @Test(arguments: [
    ("Abc", "aBC"), ("STRAẞE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ("ÉTÉ", "e\u{301}te\u{301}"), ("Ж", "ж"), ("\u{212A}", "k"), ("ǅ", "ǆ"), ("ǅ", "Ǆ"),
    ("ＡＢＣ", "ａｂｃ"), ("Ⅷ", "ⅷ"), ("ᾼ", "ᾳ"), ("Α\u{345}", "ᾳ"), ("Ꭰ", "ꭰ"), ("漢字A", "漢字a"),
    ("H\u{331}", "ẖ"), ("\u{1FD3}", "ΐ"), ("ﬅ", "ﬆ"), ("ᾈ", "ᾀ"), ("Ω", "\u{2126}"),
    ("が", "か\u{3099}"), ("\u{1E9B}", "ṡ"), ("ſ", "S"), ("Ÿ", "ÿ"), ("µ", "μ"), ("Ё", "ё"),
  ])
  func sameButForCase(left: String, right: String) {
    #expect(equals(left, right, anyCase: true))
    #expect(folded(left) == folded(right))
    #expect(!equals(left, right) || left == right)
  }

  @Test(arguments: [
    ("a", "b"), ("ı", "i"), ("I", "ı"), ("e", "é"), ("か", "カ"), ("a", "ａ"), ("ab", "a"), ("@", "`"),
    ("[", "{"), ("×", "÷"), ("STRASSE", "straße"), ("ﬀ", "FF"), ("İ", "i\u{307}"), ("İ", "i"),
    ("ᾼ", "αι"), ("ŉ", "ʼn"),
  ])
  func differentInAnyCase(left: String, right: String) {
    #expect(!equals(left, right, anyCase: true))
  }

  /// The fast paths of folding agree with the mappings, and folding twice equals folding once.
  @Test func foldsEveryCasedScalar() {
    for value in [0x41...0x24F, 0x370...0x52F, 0x1E00...0x1FFF].joined() {
      guard let scalar = Unicode.Scalar(value), scalar != "ı" else { continue }
      let upper = scalar.properties.uppercaseMapping
      let lower = (upper.unicodeScalars.count == 1 ? upper.unicodeScalars.first! : scalar)
        .properties.lowercaseMapping
      let wanted = lower.unicodeScalars.count == 1 ? lower : String(scalar)
      // The canonical form of U+1FBE and others is another letter, which has its own folding.
      if canonical(String(scalar)) == Array(String(scalar).utf8) {
        #expect(folded(String(scalar)) == canonical(wanted), "\(String(value, radix: 16))")
      }
      let once = String(decoding: folded(String(scalar)), as: UTF8.self)
      #expect(folded(once) == Array(once.utf8), "\(String(value, radix: 16))")
    }
  }
}

@Suite struct TextSearchTests {
  private func contains(_ text: String, _ needle: String, anyCase: Bool = false) -> Bool {
    withText(text) { text in withText(needle) { text.contains(text: $0, anyCase: anyCase) } }
  }

  private func hasPrefix(_ text: String, _ prefix: String, anyCase: Bool = false) -> Bool {
    withText(text) { text in
      withText(prefix) { anyCase ? text.starts(with: $0, anyCase: true) : text.starts(with: $0) }
    }
  }

  private func hasSuffix(_ text: String, _ suffix: String, anyCase: Bool = false) -> Bool {
    withText(text) { text in withText(suffix) { text.ends(with: $0, anyCase: anyCase) } }
  }

  @Test func findsWholeCharacters() {
    #expect(contains("café", "é"))
    #expect(contains("cafe\u{301}", "é"))
    #expect(contains("café", "e\u{301}"))
    #expect(!contains("cafe\u{301}", "e"))
    #expect(!contains("cafe\u{301}", "\u{301}"))
    #expect(!contains("か\u{3099}", "か") && contains("か\u{3099}か", "か"))
    #expect(!contains("👨‍👩‍👧", "👩") && contains("👨‍👩‍👧👩", "👩"))
    #expect(!contains("🇫🇷🇯🇵", "🇷🇯") && contains("🇫🇷🇯🇵", "🇯🇵"))
    #expect(contains("日本語テキスト", "語テ") && !contains("日本語", "英"))
    #expect(contains("", "") && contains("a", "") && !contains("", "a"))
    #expect(contains("aabaabaaab", "aabaaab") && !contains("aabaabaab", "aabaaab"))
  }

  @Test func findsStartsAndEnds() {
    #expect(hasPrefix("abc", "ab") && !hasPrefix("abc", "b") && !hasPrefix("ab", "abc"))
    #expect(hasSuffix("abc", "bc") && !hasSuffix("abc", "b") && !hasSuffix("bc", "abc"))
    #expect(hasPrefix("が行", "か\u{3099}") && !hasPrefix("か\u{3099}行", "か"))
    #expect(hasSuffix("行か\u{3099}", "が") && !hasSuffix("cafe\u{301}", "\u{301}"))
    #expect(hasPrefix("", "") && hasSuffix("", "") && hasPrefix("が", "") && hasSuffix("が", ""))
    #expect(!hasPrefix("漢", "漢字") && !hasSuffix("漢", "漢字"))
    #expect(hasPrefix("ＡＢ", "ａ", anyCase: true) && hasSuffix("Straße", "ẞE", anyCase: true))
    #expect(hasPrefix("ABc", "abC", anyCase: true) && hasSuffix("aBC", "bc", anyCase: true))
    #expect(!hasPrefix("ABc", "bc", anyCase: true) && !hasSuffix("BC", "abc", anyCase: true))
  }

  /// A browser sends CR LF for a line break that an author writes as \n. It is one character.
  @Test(arguments: ["a\r\nb", "é\r\nb", "か\u{3099}\r\nb"], [false, true])
  func findsLineBreaks(text: String, anyCase: Bool) {
    for found in ["\n", "\r\n", "\nb", "\r\nb"] {
      #expect(contains(text, found, anyCase: anyCase))
    }
    #expect(
      !contains(text, "\r", anyCase: anyCase) && contains(text + "\r", "\r", anyCase: anyCase))
    for end in ["\n", "\r\n", "b\n", "b\r\n", "\nb\r\n"] {
      #expect(!hasSuffix(text, end, anyCase: anyCase))
    }
    #expect(hasSuffix(text + "\r\n", "\n", anyCase: anyCase))
    #expect(hasSuffix(text + "\r\n", "b\r\n", anyCase: anyCase))
    for start in ["\n", "\r\n", "\n" + text, "\r\n" + text] {
      #expect(hasPrefix("\r\n" + text, start, anyCase: anyCase))
    }
    #expect(!hasPrefix("\r\n" + text, "\r", anyCase: anyCase))
    #expect(!hasPrefix("x\r\n" + text, "x\r", anyCase: anyCase))
    #expect(hasPrefix("\r" + text, "\r", anyCase: anyCase))
  }

  /// A `\n` anywhere in the needle matches CR LF.
  @Test(arguments: ["", "é", "か\u{3099}"], [false, true])
  func findsLineBreaksAnywhere(letter: String, anyCase: Bool) {
    let text = "\(letter)a\r\n\r\nb"
    for found in ["a\n", "\n\n", "a\n\n", "\n\nb", "a\n\nb", "a\n\r\nb", "a\r\n\nb", "a\r\n\r\nb"] {
      #expect(contains(text, found, anyCase: anyCase))
      #expect(
        contains(text.replacing("\r\n", with: "\n"), found, anyCase: anyCase)
          == found.contains { $0 == "\n" })
    }
    for other in ["\n\n\n", "a\r", "\r\r", "\n\r", "a\nb"] {
      #expect(!contains(text, other, anyCase: anyCase))
    }
    #expect(hasPrefix(text, letter + "a\n\nb", anyCase: anyCase))
    #expect(
      hasSuffix(text, "\n\nb", anyCase: anyCase) && hasSuffix(text, "a\n\nb", anyCase: anyCase))
  }

  /// A CR before a line break is a separate character.
  @Test func findsLineBreaksBehindCR() {
    for text in ["x\r\r\ny", "é\r\r\ny"] {
      #expect(contains(text, "\n") && contains(text, "\ny") && contains(text, "\r\n"))
      #expect(contains(text, "\r\r\n") && contains(text, "\r") && !contains(text, "x\n"))
      #expect(hasSuffix(text, "\ny") && hasSuffix(text, "\r\r\ny") && !hasSuffix(text, "\n\ny"))
    }
    #expect(hasPrefix("\r\r\nx", "\r") && !hasPrefix("\r\r\nx", "\n"))
    #expect(hasPrefix("\n\r\n", "\n\n") && !hasPrefix("\n\r\n", "\n\r"))
  }

  @Test func ignoresCase() {
    #expect(contains("Hello World", "O W") == false)
    #expect(contains("Hello World", "O W", anyCase: true))
    #expect(contains("STRAẞE 5", "straße", anyCase: true))
    #expect(
      contains("ÉCOLE", "e\u{301}c", anyCase: true) && !contains("ÉCOLE", "ec", anyCase: true))
  }

  @Test func countsOccurrences() {
    func count(_ text: String, _ needle: String, limit: Int = .max) -> Int {
      withText(text) { text in withText(needle) { text.occurrences(of: $0, limit: limit) } }
    }
    #expect(count("banana", "an") == 2 && count("aaaa", "aa") == 2 && count("aaaa", "a") == 4)
    #expect(count("aaaa", "a", limit: 2) == 2 && count("abc", "") == 0 && count("", "a") == 0)
    #expect(count("がか\u{3099}か", "が") == 2 && count("がか\u{3099}か", "か") == 1)
  }

  /// By definition, the characters of the needle in sequence.
  @Test func agreesWithCharacters() {
    var generator = RepeatableGenerator(state: 4)
    for _ in 0..<2000 {
      let text = generator.text().filter { !$0.isNewline }
      let scalars = Array(text.unicodeScalars)
      let start = Int.random(in: 0...scalars.count, using: &generator)
      var needle = String.UnicodeScalarView()
      needle.append(contentsOf: scalars[start...].prefix(3))
      let sought = Array(String(needle))
      let characters = Array(text)
      let isThere = (0...characters.count).contains {
        characters[$0...].starts(with: sought)
      }
      #expect(contains(text, String(needle)) == isThere)
      #expect(hasPrefix(text, String(needle)) == characters.starts(with: sought))
      #expect(
        hasSuffix(text, String(needle))
          == Array(characters.suffix(sought.count)).elementsEqual(sought))
    }
  }

  /// The time is linear even if nearly every position matches: 200 kB would take minutes otherwise.
  @Test func searchesInLinearTime() {
    let text = String(repeating: "a", count: 100_000)
    #expect(!contains(text, String(repeating: "a", count: 50_000) + "b"))
    #expect(!contains(text + "\u{301}", String(repeating: "a", count: 50_000) + "b"))
  }
}
