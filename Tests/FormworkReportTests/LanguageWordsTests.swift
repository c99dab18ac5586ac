// The composition of built-in messages; `CatalogueTests` checks the catalogues.

import FormworkEngine
import Foundation
import Testing

@testable import FormworkReport

@Suite("Built-in languages")
struct LanguageWordsTests {
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
      #expect(placeholders(BuiltInLanguage.english.why(reason, name: "x")).isEmpty, "\(reason)")
    }
  }

  private func placeholders(_ text: String) -> Set<String> {
    Set(text.matches(of: /\{([A-Za-z]+)\}/).map { String($0.1) })
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
    #expect([0, 1, 2, 1000].map { language.counted($0, .record) } == wanted)
  }

  @Test("1.0 is no 1, as it is read aloud with a plural")
  func decimals() {
    #expect(PluralRule("1 | *").form(of: "year|years", for: "1.0") == "years")
    #expect(PluralRule("1 | *").form(of: "year|years", for: "21") == "years")
    #expect(PluralRule("1 | *").form(of: "year|years", for: "") == "years")
    #expect(PluralRule("0 1 | *").form(of: "an|ans", for: "0") == "an")
    #expect(PluralRule("*").form(of: "年", for: "1") == "年")
  }

  @Test("plurals by the last digits")
  func lastDigits() {
    let rule = PluralRule("*1 !*11 | *2 *3 *4 !*12 !*13 !*14 | *")
    #expect(rule.formCount == 3)
    for (form, numbers) in [
      ("год", ["1", "21", "101"]), ("года", ["2", "3", "24", "102"]),
      ("лет", ["0", "5", "11", "12", "111", "114", "1.0", ""]),
    ] {
      for number in numbers { #expect(rule.form(of: "год|года|лет", for: number) == form) }
    }
  }

  @Test("a region makes no difference")
  func codes() {
    #expect(BuiltInLanguage(code: "de-AT") == .german)
    #expect(BuiltInLanguage(code: "PT-br") == .portuguese)
    #expect(BuiltInLanguage(code: "zh-Hans-CN") == .chinese)
    #expect(BuiltInLanguage(code: "xx") == nil)
    #expect(BuiltInLanguage(code: "deu") == nil)
  }

  @Test("placeholders are filled in once, and other braces stay")
  func filling() {
    #expect("{a} and {b}".filled(("a", "{b}"), ("b", "1")) == "{b} and 1")
    #expect("in { } {c} {".filled(("a", "1")) == "in { } {c} {")
  }
}
