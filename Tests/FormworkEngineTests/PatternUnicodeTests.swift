/// Properties of Unicode in patterns, and patterns that ignore case.
import FormworkEngine
import Testing

@Suite struct PatternUnicodeTests {
  @Test(
    "A category has its own characters under each of its names",
    arguments: [
      ("L Letter", "a", "1"), ("LC Cased_Letter", "ǅ", "ʰ"), ("Lu Uppercase_Letter", "A", "a"),
      ("Ll Lowercase_Letter", "a", "A"), ("Lt Titlecase_Letter", "ǅ", "A"),
      ("Lm Modifier_Letter", "ʰ", "a"),
      ("Lo Other_Letter", "あ", "a"), ("M Mark Combining_Mark", "\u{20DD}", "a"),
      ("Mn Nonspacing_Mark", "\u{301}", "\u{903}"), ("Mc Spacing_Mark", "\u{903}", "\u{301}"),
      ("Me Enclosing_Mark", "\u{20DD}", "\u{301}"), ("N Number", "½", "a"),
      ("Nd Decimal_Number Digit", "1", "Ⅳ"),
      ("Nl Letter_Number", "Ⅳ", "1"), ("No Other_Number", "½", "1"),
      ("P Punctuation Punct", "»", "+"),
      ("Pc Connector_Punctuation", "_", "!"), ("Pd Dash_Punctuation", "-", "_"),
      ("Ps Open_Punctuation", "(", ")"),
      ("Pe Close_Punctuation", ")", "("), ("Pi Initial_Punctuation", "«", "»"),
      ("Pf Final_Punctuation", "»", "«"),
      ("Po Other_Punctuation", "!", "-"), ("S Symbol", "©", "!"), ("Sm Math_Symbol", "+", "$"),
      ("Sc Currency_Symbol", "€", "+"), ("Sk Modifier_Symbol", "^", "+"),
      ("So Other_Symbol", "©", "+"),
      ("Z Separator", "\u{2028}", "a"), ("Zs Space_Separator", " ", "\u{2028}"),
      ("Zl Line_Separator", "\u{2028}", "\u{2029}"),
      ("Zp Paragraph_Separator", "\u{2029}", "\u{2028}"),
      ("C Other", "\u{378}", "a"), ("Cc Control Cntrl", "\u{7}", "\u{AD}"),
      ("Cf Format", "\u{AD}", "\u{7}"),
      ("Co Private_Use", "\u{E000}", "\u{378}"), ("Cn Unassigned", "\u{378}", "\u{E000}"),
    ])
  func categoryNames(_ names: String, _ member: String, _ other: String) throws {
    for name in names.split(separator: " ") {
      try expectPattern("\\p{\(name)}", matches: [member], not: [other])
    }
  }

  @Test func generalCategories() throws {
    try expectPattern(#"\p{L}"#, matches: ["a", "É", "あ", "漢", "ß", "𠮷"], not: ["1", "-", "😀"])
    try expectPattern(#"\p{Lu}"#, matches: ["A", "É"], not: ["a", "1"])
    try expectPattern(#"\p{Uppercase_Letter}"#, matches: ["A"], not: ["a"])
    try expectPattern(#"\p{uppercase letter}"#, matches: ["A"], not: ["a"])
    try expectPattern(#"\p{gc=Nd}"#, matches: ["1", "１", "٣"], not: ["a", "Ⅳ"])
    try expectPattern(#"\p{General_Category=Punctuation}"#, matches: ["、", "!"], not: ["a", "+"])
    try expectPattern(#"\P{L}"#, matches: ["1", "-"], not: ["a"])
    try expectPattern(#"[^\p{L}]"#, matches: ["1"], not: ["あ"])
    try expectPattern(#"[^\P{L}]"#, matches: ["あ"], not: ["1"])
    try expectPattern(#"\p{Co}"#, matches: ["\u{E000}", "\u{F0000}", "\u{10FFFD}"], not: ["a"])
    try expectPattern(#"\p{Cn}"#, matches: ["\u{50000}", "\u{10FFFF}"], not: ["a"])
  }

  @Test func scripts() throws {
    try expectPattern(#"\p{Han}+"#, matches: ["漢字", "々", "𠮷"], not: ["かな", "a"])
    try expectPattern(#"\p{Hiragana}+"#, matches: ["ひらがな"], not: ["カ"])
    // The long vowel mark belongs to two scripts, so its Script is Common.
    try expectPattern(#"[\p{Katakana}ー]+"#, matches: ["コーヒー", "ｶﾅ"], not: ["ひ"])
    try expectPattern(#"\p{Katakana}+"#, matches: ["カナ"], not: ["コーヒー"])
    try expectPattern(#"\p{Script=Han}"#, matches: ["漢"], not: ["a"])
    try expectPattern(#"\p{sc=Hani}"#, matches: ["漢"], not: ["a"])
    try expectPattern(#"\p{Latin}\p{Greek}\p{Cyrillic}"#, matches: ["éλя"], not: ["λяé"])
    try expectPattern(
      #"\p{Hangul}\p{Arabic}\p{Hebrew}\p{Thai}\p{Devanagari}"#, matches: ["한عשกक"])
  }

  @Test func otherProperties() throws {
    try expectPattern(#"\p{Alphabetic}"#, matches: ["a", "あ"], not: ["1"])
    try expectPattern(#"\p{White_Space}"#, matches: [" ", "\u{3000}"], not: ["a"])
    try expectPattern(#"\p{Emoji}"#, matches: ["😀", "1"], not: ["a"])
    try expectPattern(#"\p{Emoji_Presentation}"#, matches: ["😀"], not: ["1"])
    try expectPattern(#"\p{Ideographic}"#, matches: ["漢"], not: ["あ"])
    try expectPattern(#"\p{Any}"#, matches: ["a", "\u{10FFFF}"])
    try expectPattern(#"\p{ASCII}"#, matches: ["a"], not: ["é"])
  }

  @Test func ignoringCase() throws {
    try expectPattern(
      "straße", ignoringCase: true, matches: ["STRAẞE", "Straße"], not: ["STRASSE"])
    try expectPattern("é", ignoringCase: true, matches: ["é", "É"], not: ["e"])
    for letter in ["Σ", "σ", "ς"] {
      try expectPattern(letter, ignoringCase: true, matches: ["Σ", "σ", "ς"])
    }
    for letter in ["k", "K", "\u{212A}"] {
      try expectPattern(letter, ignoringCase: true, matches: ["k", "K", "\u{212A}"], not: ["x"])
    }
    try expectPattern(
      "[a-z]+", ignoringCase: true, matches: ["aZ", "\u{17F}\u{212A}"], not: ["1", "é"])
    try expectPattern("[^k]", ignoringCase: true, matches: ["a"], not: ["k", "K", "\u{212A}"])
    try expectPattern(#"\p{Lu}"#, ignoringCase: true, matches: ["a", "A", "ß"], not: ["1", "あ"])
    try expectPattern(#"\P{Lu}"#, ignoringCase: true, matches: ["1", "あ"], not: ["a", "A"])
    try expectPattern(#"\u{10428}"#, ignoringCase: true, matches: ["\u{10400}"])
    try expectPattern("ａ", ignoringCase: true, matches: ["Ａ"], not: ["a"])
  }

  @Test func caseThatIsNoneOfOurs() throws {
    // i, I, dotless ı and dotted İ: only the first two are one letter outside Turkish.
    try expectPattern("i", ignoringCase: true, matches: ["i", "I"], not: ["ı", "İ"])
    try expectPattern("ı", ignoringCase: true, matches: ["ı"], not: ["i", "I"])
    // Shorthands stay what they are.
    try expectPattern(#"\w"#, ignoringCase: true, matches: ["k"], not: ["\u{212A}"])
    try expectPattern("a", matches: ["a"], not: ["A"])
  }
}
