// The meanings of the words of the language, which editors show.

import FormworkAuthoring
import FormworkEngine
import FormworkReport
import FormworkSyntax
import Foundation
import Testing

@Suite struct LanguageWordTests {
  /// The words in quotes in the grammar, the reserved words, and those of tables.
  private static let words: [String] = {
    let file = ExampleForms.folder.deletingLastPathComponent().appendingPathComponent("grammar.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let grammar = text.components(separatedBy: "```")[1]
    let quoted = grammar.components(separatedBy: "'").enumerated().filter { $0.offset % 2 == 1 }
      .map { $0.element }.filter { $0.allSatisfy { $0.isLetter } && !$0.isEmpty }
    let units = DurationUnit.allCases.flatMap { [$0.rawValue, $0.rawValue + "s"] }
    return Set(
      quoted + units + Keyword.allCases.map { $0.rawValue } + DataKind.allCases.map { $0.rawValue }
        + DataSetting.Word.allCases.map { $0.rawValue } + OwnWords.codes + Checker.typeWords
        + Checker.classNames.map { $0.0 } + Predicate.allCases.map { $0.name } + Function.names
    ).subtracting(["string", "int", "bool"]).sorted()
  }()

  @Test func everyWordIsExplained() {
    #expect(LanguageWordTests.words.count > 150)
    for word in LanguageWordTests.words {
      let meanings = FormHover.meanings(of: word)
      #expect(!meanings.isEmpty && meanings.allSatisfy { $0.contains("```form\n") }, "\(word)")
    }
  }

  private static func knows(_ encoding: String) -> Bool { true }

  /// The examples have no findings.
  @Test func examplesAreForms() {
    let files = [
      "common.form": "define small = value < 5", "currencies.csv": "code,name\nEUR,Euro\n",
    ]
    for word in LanguageWordTests.words {
      guard let example = LanguageWord.named(word)?.example else { continue }
      let source = Source(name: word, bytes: Array((example + "\nfield other: string").utf8))
      let reading = FormReading(source, isOnlyRead: true, knowsEncoding: LanguageWordTests.knows) {
        name in
        files[name].map { .success(FileText(bytes: Array($0.utf8))) }
          ?? .failure(.init(.unreadable("No such file")))
      }
      #expect(reading.diagnostics.told.isEmpty, "\(word): \(reading.diagnostics.told)")
      #expect(example.contains(word) || word.hasSuffix("s") || DurationUnit(rawValue: word) != nil)
    }
  }
}
