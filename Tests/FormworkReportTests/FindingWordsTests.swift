// Everything wrong with a form, tested in the language itself: each chunk is a form, and what must be
// said about a line stands in a comment on that line. Nothing else may be said.

import FormworkEngine
import FormworkSyntax
import Testing

@testable import FormworkReport

@Suite struct FindingWordsTests {
  @Test(arguments: formChunks)
  func saysWhatTheCommentsExpect(_ spec: String) {
    let source = Source(name: "test.form", bytes: Array(spec.utf8))
    let said = FormAndFindings.ofChunk(spec).diagnostics.map { diagnostic in
      Expectation(
        line: source.position(diagnostic.labels[0].span.lower).line,
        words: "\(diagnostic.severity.rawValue) \(diagnostic.code)")
    }
    let expected = Expectation.read(spec).sorted()
    let difference = said.sorted().difference(from: expected)
    #expect(difference.insertions.map { "\($0)" } == [], "said, but not expected")
    #expect(difference.removals.map { "\($0)" } == [], "expected, but not said")
  }

  @Test func everyCodeIsExpectedSomewhere() {
    let expected = Set(formChunks.flatMap(Expectation.read).map(\.code))
    for code in FindingCodes.all where !FormAndFindings.isMade(code) {
      #expect(expected.contains(code))
    }
  }

  /// The summary of a code stands in a row of its own, or is a message that is always the same.
  @Test(arguments: formChunks)
  func everyFindingOfACodeHasTheSameSummary(_ spec: String) throws {
    let rows = try FindingCodes.rows()
    for (severity, words) in FormAndFindings.ofChunk(spec).words {
      #expect(rows[words.row.code] == [FindingCodes.Row(severity.rawValue, words.summary)])
    }
  }

  @Test(arguments: formChunks)
  func fixesMendWhatTheyBelongTo(_ spec: String) {
    FormAndFindings.expectFixesToMend(
      Source(name: "test.form", bytes: Array(spec.utf8)), FormAndFindings.ofChunk(spec))
  }

  @Test func wordsAreThoseOfPeople() {
    let jargon = [
      "token", "operand", "expression", "predicate", "illegal", "invalid", "unexpected", "syntax",
      "parse", "please", "identifier", "literal", "sorry", "oops",
    ]
    for text in formChunks.flatMap(allWords) {
      let words = text.lowercased()
      for word in jargon { #expect(!words.contains(word), "\(text)") }
      #expect(!text.hasSuffix("!") && !text.contains("! "), "\(text)")
    }
  }

  @Test(arguments: formChunks)
  func messagesAreSentences(_ spec: String) {
    let found = FormAndFindings.ofChunk(spec)
    for (_, words) in found.words { #expect(words.summary.last == ".") }
    for diagnostic in found.diagnostics {
      #expect(diagnostic.message.last == "." || diagnostic.message.last == "?")
      #expect(diagnostic.hint.map { $0.last == "." } ?? true)
      #expect(diagnostic.labels.allSatisfy { $0.text.last != "." })
    }
  }

  private func allWords(_ spec: String) -> [String] {
    FormAndFindings.ofChunk(spec).words.flatMap { _, words in
      [words.summary, words.message, words.label, words.other?.text ?? "", words.hint ?? ""]
    }
  }
}

/// One thing that must be said about a line.
struct Expectation: Comparable, CustomStringConvertible {
  var line: Int
  /// Severity and code.
  var words: String

  var code: String { String(words.split(separator: " ").last ?? "") }

  var description: String { "\(line): \(words)" }

  static func < (left: Expectation, right: Expectation) -> Bool {
    (left.line, left.words) < (right.line, right.words)
  }

  /// The comments of a form, such as `# error unknown-type, warning habit`, wherever they stand.
  static func read(_ spec: String) -> [Expectation] {
    var expectations: [Expectation] = []
    for (number, line) in spec.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let mark = line.firstRange(of: "# error ") ?? line.firstRange(of: "# warning ") else {
        continue
      }
      for words in line[mark.lowerBound...].dropFirst(2).split(separator: ", ") {
        expectations.append(Expectation(line: number + 1, words: String(words)))
      }
    }
    return expectations
  }
}

/// A form with all that is found in it.
struct FormAndFindings {
  var diagnostics: [Diagnostic]
  /// All that the parser and the checker say, with what is told only once or not at all.
  var words: [(Severity, FindingWords)]
  /// Code and message of what the parser says.
  private var syntaxErrors: [String]

  /// One of the forms of these tests, read once: some are made to be as much work as a form may be.
  static func ofChunk(_ spec: String) -> FormAndFindings {
    chunks[spec] ?? FormAndFindings(Source(name: "test.form", bytes: Array(spec.utf8)))
  }

  private static let chunks = Dictionary(
    formChunks.map { ($0, FormAndFindings(Source(name: "test.form", bytes: Array($0.utf8)))) },
    uniquingKeysWith: { first, _ in first })

  init(_ source: Source) {
    let spec = FormLoader.load(source) { path in
      FormAndFindings.files[path].map { .success(FileText(bytes: Array($0.utf8))) }
        ?? .failure(.init(.unreadable("no such file")))
    }
    let findings =
      Checker.check(
        spec.tree, source: spec.source, choiceFiles: spec.choiceFiles,
        hostRules: FormAndFindings.hostRules
      ).findings
    diagnostics = FormDiagnostics(spec.problems, findings, in: spec.source).told
    syntaxErrors = spec.problems.filter { $0.severity == .error }
      .map { $0.words(in: spec.source) }.map { $0.row.code + " " + $0.message }
    words =
      spec.problems.map { ($0.severity, $0.words(in: spec.source)) }
      + findings.map { ($0.severity, $0.words(in: spec.source)) }
      + (diagnostics.contains { $0.code == Phrasebook.row.code }
        ? [(.error, Phrasebook.row.says("It is."))] : [])
  }

  /// The rules of the program around the forms.
  private static let hostRules = [
    HostPredicate(name: "luhn", subject: .string, parameters: []) { _, _ in true },
    HostPredicate(name: "inStock", subject: .string, parameters: [.string, .int]) { _, _ in true },
    HostPredicate(
      name: "checksum", subject: .string, parameters: [.string, .string],
      known: [[], ["SHA-256", "SHA-512"]]
    ) { _, _ in true },
  ]

  /// The files that the forms can use.
  private static let files = [
    "districts.csv": "code,region,name\nN01,N,Old Town\n",
    "colors.csv": "value,label\nred,Red\n\"blue,Blue\n",
  ]

  /// Whether a code needs a source that cannot stand in a text file.
  static func isMade(_ code: String) -> Bool { madeSource(code) != nil }

  static func madeSource(_ code: String) -> (note: String, bytes: [UInt8])? {
    switch code {
    case "not-text":
      ("(made by the test: a field named 0xFF)", Array("field ".utf8) + [0xFF])
    case "too-many-errors":
      (
        "(made by the test: more errors than are reported)",
        Array(String(repeating: "> ", count: SyntaxProblems.limit + 1).utf8)
      )
    case "too-large":
      (
        "(made by the test: a byte more than a form may have)",
        Array(repeating: 0x0A, count: Source.byteLimit + 1)
      )
    case "too-many-fields":
      (
        "(made by the test: a field more than a form may have)",
        (0...Checker.Limits().fields).flatMap { Array("field f\($0): int\n".utf8) }
      )
    default: nil
    }
  }
}

extension FormAndFindings {
  /// With a fix applied there is one thing less of its kind to say, and nothing of its kind at its place.
  ///
  /// - Parameters:
  ///   - before: what is found in the source.
  ///   - isAll: whether nothing else is wrong with the form, so that no other error can come to light.
  static func expectFixesToMend(
    _ source: Source, _ before: FormAndFindings, isAll: Bool = false
  ) {
    for diagnostic in before.diagnostics {
      guard let fix = diagnostic.fix else { continue }
      func isSame(_ other: Diagnostic) -> Bool {
        other.code == diagnostic.code && other.message == diagnostic.message
      }
      let after = FormAndFindings(source.applying(fix))
      let comment = "\(diagnostic.message) \(fix)"
      #expect(
        after.diagnostics.count(where: isSame) < before.diagnostics.count(where: isSame),
        "\(comment)")
      let place = diagnostic.span.lower
      let behind = Int(place) + fix.replacement.utf8.count - fix.span.count
      #expect(
        after.count(diagnostic.code, at: place < fix.span.upper ? Int(place) : behind)
          < before.count(diagnostic.code, at: Int(place)), "\(comment)")
      if isAll { #expect(after.errorsBeyond(before) == [], "\(comment)") }
    }
  }

  private func count(_ code: String, at place: Int) -> Int {
    diagnostics.count { $0.code == code && $0.span.lower == place }
  }

  /// Errors that another reading has not; where that could not read its form, only those of the syntax.
  private func errorsBeyond(_ other: FormAndFindings) -> [String] {
    var known = other.syntaxErrors.isEmpty ? other.errors : other.syntaxErrors
    return (other.syntaxErrors.isEmpty ? errors : syntaxErrors).filter { error in
      guard let index = known.firstIndex(of: error) else { return true }
      known.remove(at: index)
      return false
    }
  }

  private var errors: [String] {
    diagnostics.filter { $0.severity == .error }.map { $0.code + " " + $0.message }
  }
}

extension Source {
  func applying(_ fix: Diagnostic.Fix) -> Source {
    var bytes = bytes
    bytes.replaceSubrange(
      Int(fix.span.lower)..<Int(fix.span.upper), with: Array(fix.replacement.utf8))
    return Source(name: name, bytes: bytes)
  }
}
