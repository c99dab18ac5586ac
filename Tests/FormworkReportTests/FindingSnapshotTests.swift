// What is said about forms, as it is drawn: Snapshots/<code>.txt holds a form and, after a line of
// three hyphens, the whole drawing. With FORMWORK_RECORD=1 in the environment the drawings are
// written anew, and the table of findings in grammar.md, which is made from the same forms; look at
// the difference before you commit it.

import FormworkSyntax
import Foundation
import Testing

@testable import FormworkReport

@Suite struct FindingSnapshotTests {
  @Test(arguments: FindingCodes.all)
  func drawingIsThatOfTheSnapshot(_ code: String) throws {
    let snapshot = try Snapshot(code)
    let source = snapshot.source
    var diagnostics = try FindingCodes.text(code).diagnostics
    // Of the very many errors of a made form only its own is kept.
    if FormAndFindings.isMade(code) { diagnostics.removeAll { $0.code != code } }
    #expect(diagnostics.contains { $0.code == code })
    let renderer = DiagnosticRenderer(palette: .plain, width: 80)
    let drawing = diagnostics.map { renderer.render($0, in: source) }.joined(separator: "\n")
    if FindingCodes.isRecording { return try snapshot.write(drawing) }
    #expect(drawing == snapshot.drawing)
  }

  @Test(arguments: FindingCodes.all)
  func fixesMendWhatTheyBelongTo(_ code: String) throws {
    guard !FormAndFindings.isMade(code) else { return }
    FormAndFindings.expectFixesToMend(try Snapshot(code).source, try FindingCodes.text(code))
  }

  /// A code that is written in the source but has no snapshot would be missing from the table, too.
  @Test func everyCodeOfTheSourceHasASnapshot() throws {
    let words = FindingCodes.root.appending(path: "Sources/FormworkReport/Words")
    let files = try FileManager.default.contentsOfDirectory(atPath: words.path)
      .filter { $0.hasSuffix(".swift") }
    let codes = try files.flatMap { file in
      try String(contentsOf: words.appending(path: file), encoding: .utf8)
        .matches(of: /FindingRow\(\s*"([a-z-]+)"/).map { String($0.1) }
    }
    #expect(codes.sorted() == FindingCodes.all, "each code stands in one row and has one snapshot")
  }

  @Test func tableOfTheReference() throws {
    let rows = try FindingCodes.rows().sorted { $0.key < $1.key }.map { code, rows in
      #expect(rows.count == 1, "\(code) has more than one severity or summary")
      let summary =
        rows.first?.summary.replacing("<", with: "&lt;").replacing("|", with: "\\|") ?? ""
      return "| `\(code)` | \(rows.first?.severity ?? "") | \(summary) |\n"
    }
    let table = "| code | | says |\n|---|---|---|\n" + rows.joined()
    let file = FindingCodes.root.appending(path: "grammar.md")
    var text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.firstRange(of: "<!-- table: findings -->\n")).upperBound
    let end = try #require(text[start...].firstRange(of: "<!-- end -->")).lowerBound
    if FindingCodes.isRecording {
      text.replaceSubrange(start..<end, with: table)
      try text.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<end] == table)
    }
  }
}

/// The codes of findings and what the reference says about them, by the snapshots.
enum FindingCodes {
  struct Row: Hashable {
    var severity: String
    var summary: String

    init(_ severity: String, _ summary: String) {
      self.severity = severity
      self.summary = summary
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let isRecording = ProcessInfo.processInfo.environment["FORMWORK_RECORD"] == "1"

  static let all: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: Snapshot.folder.path)
    return (files ?? []).map { String($0.dropLast(".txt".count)) }.sorted()
  }()

  /// The rows of each code in its snapshot: one, if all is well.
  static func rows() throws -> [String: Set<Row>] { try known.get() }

  private static let known = Result {
    try Dictionary(
      uniqueKeysWithValues: all.map { code in
        let words = try text(code).words.filter { $0.1.row.code == code }
        return (code, Set(words.map { Row($0.0.rawValue, $0.1.summary) }))
      })
  }

  /// The snapshot's form, read once: some are very large.
  static func text(_ code: String) throws -> FormAndFindings { try #require(try texts.get()[code]) }

  private static let texts = Result {
    try Dictionary(uniqueKeysWithValues: all.map { ($0, FormAndFindings(try Snapshot($0).source)) })
  }
}

/// A form with its drawing, as they are kept.
private struct Snapshot {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Snapshots")
  private static let separator = "\n---\n"

  /// The form, or a note where the form is made by the tests.
  private let text: String
  private let file: URL
  let source: Source
  let drawing: String

  init(_ code: String) throws {
    file = Snapshot.folder.appending(path: code + ".txt")
    let made = FormAndFindings.madeSource(code)
    let parts = try String(contentsOf: file, encoding: .utf8)
      .components(separatedBy: Snapshot.separator)
    text = made?.note ?? parts[0]
    source = Source(name: "example.form", bytes: made?.bytes ?? Array(text.utf8))
    drawing = parts.count > 1 ? parts[1] : ""
  }

  func write(_ drawing: String) throws {
    try (text + Snapshot.separator + drawing).write(to: file, atomically: true, encoding: .utf8)
  }
}
