// Runs every chunk of the folder Language in every way: whole, in pieces, and as rows.

import FormworkReport
import FormworkSyntax
import TestSizes
import Testing

@testable import Formwork

@Suite struct LanguageTests {
  @Test(arguments: LanguageChunk.all)
  func chunk(_ chunk: LanguageChunk) {
    let spec: FormSpec
    do {
      spec = try chunk.form.get()
    } catch {
      guard let wanted = chunk.findings else {
        Issue.record("\(chunk.place) \(chunk.title)\n\(error)")
        return
      }
      compare(findings(error.diagnostics, error.source), wanted, chunk)
      return
    }
    if let wanted = chunk.findings {
      compare(findings(spec.diagnostics, spec.source), wanted, chunk)
    }
    guard !chunk.records.isEmpty else { return }
    let runner = LanguageRunner(spec)
    let whole = runner.whole(chunk.records)
    compare(whole, chunk, path: "whole")
    compare(runner.lines(chunk.records, pieceSize: 2), chunk, path: "in lines")
    compare(runner.runs(chunk.records), chunk, path: "in lines of one piece")
    let spotless = whole.map { $0.product != nil && $0.problems.isEmpty }
    #expect(
      runner.passes(chunk.records) == spotless + spotless + spotless,
      "\(chunk.place) \(chunk.title) in lines that are passed over")
    let reports = runner.reports(chunk.records)
    for part in [\Written.output, \.accepted, \.rejected] {
      let (lines, cut) = (reports.lines[keyPath: part], reports.cut[keyPath: part])
      #expect(
        String(decoding: lines, as: UTF8.self) == String(decoding: cut, as: UTF8.self),
        "\(chunk.place) \(chunk.title) written about lines")
    }
    // Unchecked values keep their spaces.
    if !chunk.spec.contains(" any") {
      compare(runner.spaced(chunk.records), chunk, path: "in lines with spaces")
    }
    // Messages show a repeated key as it is written.
    if !chunk.spec.contains(" any"), !chunk.title.contains("malformed") {
      compare(runner.escaped(chunk.records), chunk, path: "in lines with escapes")
    }
    guard !chunk.onlyJSON else { return }
    if let rows = runner.rows(chunk.records, pieceSize: 2) {
      compare(rows, chunk, path: "in rows")
    }
    if let rows = runner.rows(chunk.records) {
      compare(rows, chunk, path: "in rows of one piece")
    }
  }

  /// Every `habit` finding has a fix that writes the mark as it was read. Such fixes, and others that keep the meaning,
  /// do.
  @Test(arguments: LanguageChunk.all)
  func mendedHabits(_ chunk: LanguageChunk) throws {
    guard var spec = try? chunk.form.get() else { return }
    let fixes = spec.diagnostics.compactMap { $0.fix }.filter { $0.keepsMeaning }
    #expect(spec.diagnostics.allSatisfy { $0.code != "habit" || $0.fix?.keepsMeaning == true })
    guard !fixes.isEmpty else { return }
    var bytes = spec.source.bytes
    for fix in fixes.reversed() {
      bytes.replaceSubrange(Int(fix.span.lower)..<Int(fix.span.upper), with: fix.replacement.utf8)
    }
    spec = try FormSpec(Source(name: chunk.place, bytes: bytes))
    #expect(spec.diagnostics.allSatisfy { $0.code != "habit" })
    compare(LanguageRunner(spec).whole(chunk.records), chunk, path: "with its habits mended")
  }

  /// No fix of any finding is text that the parser refuses, and no rewritten phrase is text that the checker refuses.
  @Test(arguments: LanguageChunk.all)
  func fixesThatParse(_ chunk: LanguageChunk) {
    let (diagnostics, source): ([Diagnostic], Source)
    do {
      let spec = try chunk.form.get()
      (diagnostics, source) = (spec.diagnostics, spec.source)
    } catch { (diagnostics, source) = (error.diagnostics, error.source) }
    let before = LanguageTests.syntaxErrors(source.bytes)
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fix else { continue }
      var bytes = source.bytes
      bytes.replaceSubrange(Int(fix.span.lower)..<Int(fix.span.upper), with: fix.replacement.utf8)
      let after = LanguageTests.syntaxErrors(bytes)
      #expect(after <= before, "\(chunk.place) \(chunk.title): \(fix.replacement)")
      guard diagnostic.code == "other-wording" else { continue }
      let text = fix.span.lower..<fix.span.lower + UInt32(fix.replacement.utf8.count)
      let errors = LanguageTests.diagnostics(bytes).filter { found in
        found.severity == .error && found.span.lower < text.upperBound
          && found.span.upper > text.lowerBound && !found.code.hasPrefix("unknown-")
          && !diagnostics.contains { $0.code == found.code }
      }
      #expect(errors.map { $0.message } == [], "\(chunk.place) \(chunk.title): \(fix.replacement)")
    }
  }

  /// A syntax error has no follow-on errors about names: if a token of a form without errors is missing, no name is
  /// called unknown because of it.
  @Test(arguments: LanguageChunk.all)
  func missingTokens(_ chunk: LanguageChunk) {
    guard let source = try? chunk.form.get().source, source.files.count == 1 else { return }
    let tokens = Lexer(source, file: 0).tokens.dropLast()
    let step = 1 + tokens.count / (isLarge ? 10 : 3)
    for token in stride(from: 0, to: tokens.count, by: step).map({ tokens[$0] }) {
      var bytes = source.bytes
      // A space keeps the names beside it apart.
      bytes.replaceSubrange(Int(token.span.lower)..<Int(token.span.upper), with: " ".utf8)
      guard LanguageTests.syntaxErrors(bytes) > 0 else { continue }
      let names = LanguageTests.diagnostics(bytes).filter { LanguageTests.isOfNames($0.code) }
      #expect(
        names.map { $0.message } == [],
        "\(chunk.place) \(chunk.title) without \(source.text(token.span)) at \(token.span.lower)")
    }
  }

  private static func isOfNames(_ code: String) -> Bool {
    ["unknown-field", "unknown-name", "unknown-placeholder", "not-a-condition", "bad-default"]
      .contains(code) || code == "missing-subject" || code == "placeholder-without-source"
  }

  private static func diagnostics(_ bytes: [UInt8]) -> [Diagnostic] {
    do {
      return try FormSpec(Source(name: "test.form", bytes: bytes)).diagnostics
    } catch { return error.diagnostics }
  }

  private static func syntaxErrors(_ bytes: [UInt8]) -> Int {
    let problems = Parser.parse(Source(name: "test.form", bytes: bytes)).problems
    return problems.count { $0.severity == .error }
  }

  private func findings(_ diagnostics: [Diagnostic], _ source: Source) -> [String] {
    diagnostics.map { diagnostic in
      let text = source.text(diagnostic.span).split(separator: "\n").first ?? ""
      return "\(diagnostic.severity.rawValue) \(diagnostic.code): \(text)"
    }
  }

  private func compare(_ found: [String], _ wanted: [String], _ chunk: LanguageChunk) {
    guard found != wanted else { return }
    Issue.record(
      """
      \(chunk.place) \(chunk.title)
      wanted
      \(wanted.joined(separator: "\n"))
      found
      \(found.joined(separator: "\n"))
      """)
  }

  private func compare(_ outcomes: [LanguageOutcome], _ chunk: LanguageChunk, path: String) {
    if outcomes.count != chunk.records.count {
      Issue.record(
        "\(chunk.place) \(chunk.title) \(path): \(outcomes.count) of \(chunk.records.count) records"
      )
    }
    for (outcome, record) in zip(outcomes, chunk.records)
    where !outcome.matches(record.wanted) {
      Issue.record(
        """
        \(chunk.place) \(chunk.title), record at line \(record.line) \(path)
        \(record.json)
        wanted
        \(record.wanted.joined(separator: "\n"))
        found
        \(outcome.lines.joined(separator: "\n"))
        """)
    }
  }
}
