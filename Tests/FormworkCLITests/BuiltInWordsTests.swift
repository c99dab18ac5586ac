// Lists every built-in message of every language next to the English one, for native readers: `Words/CODE.txt`.
// FORMWORK_RECORD=1 rewrites these files.

import Foundation
import Testing

@testable import FormworkEngine
@testable import FormworkReport

@Suite("Built-in words")
struct BuiltInWordsTests {
  static let folder = "Tests/FormworkCLITests/Words/"

  private static let others = BuiltInLanguage.allCases.filter { $0 != .english }

  /// The forms and records that show every message.
  private static let chunks = LanguageChunk.all.filter { $0.place.hasPrefix("builtin.txt") }

  private static let reasons: [MalformedRecord.Reason] = [
    .unexpectedEnd, .unexpected(wanted: .value), .unexpected(wanted: .key),
    .unexpected(wanted: .colon), .unexpected(wanted: .commaOrEnd),
    .unexpected(wanted: .commaBefore), .controlCharacter(7), .badEscape, .loneSurrogate,
    .badNumber, .badLiteral, .duplicateKey, .tooDeep(limit: 64), .notAnObject, .textAfterRecord,
    .noList, .byteOrderMark, .wrongWidth(wanted: 2, found: 1), .wrongWidth(wanted: 2, found: 3),
    .unclosedQuote, .textAfterQuote, .quoteInsideCell, .nulCharacter, .badUTF8,
    .badText, .tooManyItems(limit: 1_000_000),
    .tooManyValues(limit: 1 << 30), .tooMuchText(limit: 1 << 26), .tooManyColumns(limit: 100_000),
    .tooManySteps(limit: 4_000_000_000),
  ]

  @Test("every reason why a record cannot be read has its words")
  func everyReason() throws {
    let text = try DocsFile.text("Sources/FormworkEngine/Readers/MalformedRecord.swift")
    let part = try #require(text.components(separatedBy: "enum Reason").dropFirst().first)
    let cases = part.components(separatedBy: "\n  }")[0].matches(of: /\n    case (\w+)/)
    let told = BuiltInWordsTests.reasons.map { "\($0)".prefix { $0 != "(" } }
    #expect(Set(cases.map { $0.1 }) == Set(told))
  }

  /// Returns the messages of the chunks and of malformed records.
  private static func messages(_ language: BuiltInLanguage) throws -> [String] {
    var messages: [String] = []
    for chunk in BuiltInWordsTests.chunks {
      let folder = try CLIFolder(spec: chunk.spec)
      let records = chunk.records.filter { $0.language == nil }
      try folder.write("d.ndjson", records.map { $0.json + "\n" }.joined())
      let run = folder.run(
        "check", "s.form", "d.ndjson", "--output=ndjson", "--language", language.rawValue)
      #expect(run.code == 1)
      messages += run.output.matches(of: /"message":"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
    }
    return messages
      + BuiltInWordsTests.reasons.map { language.unreadable($0, name: "windows-1252") }
  }

  private static let english = Result { try messages(.english) }

  /// Returns a report with everything that a report can contain.
  private func report(_ language: BuiltInLanguage) throws -> String {
    let folder = try CLIFolder(
      spec: """
        check records in 1...2
        check records > 9
        field a "A": int rule value < 5 rule value < 6 rule value < 7
        field b "B": string optional rule digits warning "?"
        """)
    try folder.write("d.csv", "a,b\n9,1\n1,x\n,,\n1\n9,1\n9,1\n")
    let flags = [
      "check", "s.form", "d.csv", "--show=3", "--problems=2", "--language", language.rawValue,
    ]
    let run = folder.run(flags)
    #expect(run.code == 1)
    return run.output + folder.run(flags + ["--first=file", "--show=0"]).output
  }

  @Test("every message, beside the English one", arguments: others)
  func everyMessage(_ language: BuiltInLanguage) throws {
    let english = try BuiltInWordsTests.english.get()
    let messages = try BuiltInWordsTests.messages(language)
    #expect(messages.count == english.count)
    for message in messages {
      #expect(!message.contains(/\{[A-Za-z]+\}/) && !message.contains("|"), "\(message)")
    }
    let pairs = zip(english, messages).map { $0 + "\n    " + $1 + "\n" }.joined()
    let text = pairs + "\n" + (try report(language))
    let file = BuiltInWordsTests.folder + language.rawValue + ".txt"
    #expect(try text == DocsFile.expected(file, recording: text))
  }
}
