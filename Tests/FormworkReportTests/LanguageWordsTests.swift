// Every language has every word, with the placeholders that the English one has and as many forms as its plural wants.

import FormworkEngine
import Foundation
import Testing

@testable import FormworkReport

@Suite("Built-in languages")
struct LanguageWordsTests {
  /// A row of a language: where it stands, and its text in English and in the language.
  private struct Row {
    var name: String
    var english: String
    var text: String
  }

  private static let reasons: [MalformedRecord.Reason] = [
    .unexpectedEnd, .unexpected(wanted: .value), .unexpected(wanted: .key),
    .unexpected(wanted: .colon), .unexpected(wanted: .commaOrEnd),
    .unexpected(wanted: .commaBefore), .controlCharacter(1), .badEscape, .loneSurrogate,
    .badNumber, .badLiteral, .duplicateKey, .tooDeep(limit: 1), .notAnObject, .textAfterRecord,
    .noList, .byteOrderMark, .wrongWidth(wanted: 1, found: 2), .unclosedQuote, .textAfterQuote,
    .quoteInsideCell, .nulCharacter, .badUTF8, .badText, .tooManyItems(limit: 1),
    .tooManyValues(limit: 1), .tooMuchText(limit: 1), .tooManyColumns(limit: 1),
    .tooManySteps(limit: 1),
  ]

  private static let classes: [TextClass] = [
    .digit, .letter, .lowercase, .uppercase, .symbol, .space,
  ]

  private func rows(_ language: BuiltInLanguage) -> [Row] {
    let (words, english) = (language.words, BuiltInLanguage.english.words)
    func row<T>(_ value: T, _ text: (LanguageWords) -> String) -> Row {
      Row(name: "\(language) \(value)", english: text(english), text: text(words))
    }
    return MessagePhrase.allCases.map { phrase in row(phrase) { $0.phrase(phrase) } }
      + Predicate.allCases.map { word in row(word) { $0.word(word) } }
      + LanguageWordsTests.reasons.map { reason in row(reason) { $0.malformed(reason) } }
      + ReportPhrase.allCases.map { phrase in row(phrase) { $0.report(phrase) } }
      + Counted.allCases.map { thing in row(thing) { $0.counted(thing) } }
      + LanguageWordsTests.classes.map { kind in row(kind) { $0.kind(kind) } }
  }

  @Test("each reason why a record cannot be read is tried, and its placeholders are filled in")
  func everyReason() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Sources/FormworkEngine/Readers/MalformedRecord.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let part = try #require(text.components(separatedBy: "enum Reason").dropFirst().first)
    let cases = part.components(separatedBy: "\n  }")[0].matches(of: /\n    case (\w+)/)
    let tried = LanguageWordsTests.reasons.map { "\($0)".prefix { $0 != "(" } }
    #expect(Set(cases.map { $0.1 }) == Set(tried))
    for reason in LanguageWordsTests.reasons {
      #expect(placeholders(LanguageWords.english.why(reason, name: "x")).isEmpty, "\(reason)")
    }
  }

  private func placeholders(_ text: String) -> Set<String> {
    Set(text.matches(of: /\{([A-Za-z]+)\}/).map { String($0.1) })
  }

  @Test("placeholders are those of English", arguments: BuiltInLanguage.allCases)
  func placeholders(_ language: BuiltInLanguage) {
    for row in rows(language) {
      var found = placeholders(row.text)
      // Where characters have a counter, what they are called stands beside it.
      let name = row.name.split(separator: " ").last
      if name == "contains" || name == "containsAtMost" { found.remove("what") }
      #expect(found == placeholders(row.english), "\(row.name): \(row.text)")
    }
  }

  @Test("nothing is empty or left in English", arguments: BuiltInLanguage.allCases)
  func filled(_ language: BuiltInLanguage) {
    for row in rows(language) where !row.name.hasSuffix(" characterCounter") {
      #expect(row.text.contains { $0.isLetter || "{\",、".contains($0) }, "\(row.name)")
      let isSentence = row.english.filter { $0 == " " }.count > 2
      if language != .english, isSentence { #expect(row.text != row.english, "\(row.name)") }
    }
    #expect(language.words.months.count == 12)
    #expect(Set(language.words.months).count == 12)
  }

  @Test("counted words have the forms of the plural", arguments: BuiltInLanguage.allCases)
  func forms(_ language: BuiltInLanguage) {
    let words = language.words
    let counted =
      Counted.allCases.map { words.counted($0) } + LanguageWordsTests.classes.map { words.kind($0) }
    for forms in counted {
      #expect(forms.split(separator: "|").count == words.plural.formCount, "\(forms)")
    }
  }

  @Test(
    "plural boundaries",
    arguments: [
      (BuiltInLanguage.english, ["0 records", "1 record", "2 records", "1,000 records"]),
      (.german, ["0 Datensätze", "1 Datensatz", "2 Datensätze", "1.000 Datensätze"]),
      (
        .french,
        [
          "0 enregistrement", "1 enregistrement", "2 enregistrements",
          "1\u{202F}000 enregistrements",
        ]
      ),
      (.portuguese, ["0 registros", "1 registro", "2 registros", "1.000 registros"]),
      (.chinese, ["0条记录", "1条记录", "2条记录", "1,000条记录"]),
    ])
  func plurals(_ language: BuiltInLanguage, _ wanted: [String]) {
    #expect([0, 1, 2, 1000].map { language.words.counted($0, .record) } == wanted)
  }

  @Test("1.0 is no 1, as it is read aloud with a plural")
  func decimals() {
    #expect(PluralRule.one.form(of: "year|years", for: "1.0") == "years")
    #expect(PluralRule.one.form(of: "year|years", for: "21") == "years")
    #expect(PluralRule.zeroAndOne.form(of: "an|ans", for: "0") == "an")
    #expect(PluralRule.none.form(of: "年", for: "1") == "年")
  }

  @Test("a region makes no difference")
  func codes() {
    #expect(BuiltInLanguage(code: "de-AT") == .german)
    #expect(BuiltInLanguage(code: "PT-br") == .portuguese)
    #expect(BuiltInLanguage(code: "zh-Hans-CN") == .chinese)
    #expect(BuiltInLanguage(code: "sv") == nil)
    #expect(BuiltInLanguage(code: "deu") == nil)
  }

  @Test("placeholders are filled in once, and other braces stay")
  func filling() {
    #expect("{a} and {b}".filled(("a", "{b}"), ("b", "1")) == "{b} and 1")
    #expect("in { } {c} {".filled(("a", "1")) == "in { } {c} {")
  }
}
