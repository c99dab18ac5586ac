// What is said about specs, as it is drawn: Snapshots/<code>.txt holds a spec and, after a line of
// three hyphens, the whole drawing. With FORMWORK_RECORD=1 in the environment the drawings are
// written anew; look at the difference before you commit it.

import FormworkSyntax
import Foundation
import Testing

@testable import FormworkReport

@Suite struct SpecWordsSnapshotTests {
  @Test(arguments: SpecCode.allCases)
  func drawingIsThatOfTheSnapshot(_ code: SpecCode) throws {
    let file = Snapshot.folder.appending(path: code.code + ".txt")
    guard !SpecText.unseen.contains(code) else {
      // A code that can be seen at last needs a snapshot.
      #expect(!FileManager.default.fileExists(atPath: file.path))
      return
    }
    let snapshot = try Snapshot(file, code)
    let source = Source(name: "example.form", bytes: snapshot.bytes)
    let diagnostics = SpecText(source).diagnostics
    #expect(diagnostics.contains { $0.code == code.code })
    let renderer = DiagnosticRenderer(palette: .plain, width: 80)
    let drawing = diagnostics.map { renderer.render($0, in: source) }.joined(separator: "\n")
    if Snapshot.isRecording { return try snapshot.write(drawing, to: file) }
    #expect(drawing == snapshot.drawing)
  }

  @Test func everySnapshotIsThatOfACode() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Snapshot.folder.path)
    let codes = Set(SpecCode.allCases.map { $0.code + ".txt" })
    #expect(files.filter { !codes.contains($0) } == [])
  }

  @Test(arguments: SpecCode.allCases)
  func fixesMendWhatTheyBelongTo(_ code: SpecCode) throws {
    guard !SpecText.unseen.contains(code), !SpecText.isMade(code) else { return }
    let snapshot = try Snapshot(Snapshot.folder.appending(path: code.code + ".txt"), code)
    SpecText.expectFixesToMend(Source(name: "example.form", bytes: snapshot.bytes))
  }
}

/// A spec with its drawing, as they are kept.
private struct Snapshot {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Snapshots")
  static let isRecording = ProcessInfo.processInfo.environment["FORMWORK_RECORD"] == "1"
  private static let separator = "\n---\n"

  /// The spec, or a note where the spec is made by the tests.
  var text: String
  var bytes: [UInt8]
  var drawing: String

  init(_ file: URL, _ code: SpecCode) throws {
    let made = SpecText.madeSource(code)
    let isAbsent = made != nil && Snapshot.isRecording
    let whole = isAbsent ? "" : try String(contentsOf: file, encoding: .utf8)
    let parts = whole.components(separatedBy: Snapshot.separator)
    text = made?.note ?? parts[0]
    bytes = made?.bytes ?? Array(text.utf8)
    drawing = parts.count > 1 ? parts[1] : ""
  }

  func write(_ drawing: String, to file: URL) throws {
    try (text + Snapshot.separator + drawing).write(to: file, atomically: true, encoding: .utf8)
  }
}
