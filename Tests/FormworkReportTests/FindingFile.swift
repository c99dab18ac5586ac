// The file of a finding, `Sources/FormworkCLI/Findings/CODE.txt`:
//
//     error: No field has this name.          the severity, and what the code means
//
//     === wrong                               a form that has the finding
//     === file colors.csv                     a file that the form above uses
//     === drawing                             the findings about the form above, written by the tests
//     === right                               a form without findings; without files of its own it uses those of
//                                             the wrong form above
//
// `formwork help CODE` shows the first wrong form and the right form after it. Without such a right form it says
// only what the code means, because the form alone doesn't show it.
//
// In a form, `⟦3 × ab⟧` means `ababab`. In the repeated text, `\n` is a line break, `#` counts from 0 and `##` from
// 1. `⟦FF⟧` means that byte.

import FormworkSyntax
import Foundation

@testable import FormworkReport

struct FindingFile {
  struct Form {
    var isWrong: Bool
    var text = ""
    var files: [(name: String, text: String)] = []
    var drawing = ""
  }

  let code: String
  let severity: String
  /// The meaning of the code: a sentence for the table of grammar.md, then further paragraphs.
  let meaning: String
  var forms: [Form] = []

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let isRecording = ProcessInfo.processInfo.environment["FORMWORK_RECORD"] == "1"

  /// The codes that have a file, sorted.
  static let codes: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).map { String($0.dropLast(".txt".count)) }.sorted()
  }()

  private static let folder = root.appending(path: "Sources/FormworkCLI/Findings")
  private static func url(_ code: String) -> URL { folder.appending(path: code + ".txt") }

  init(_ code: String) throws {
    self.code = code
    let text = try String(contentsOf: FindingFile.url(code), encoding: .utf8)
    let parts = text.components(separatedBy: "\n=== ")
    let head = parts[0].split(separator: ": ", maxSplits: 1)
    severity = String(head.first ?? "")
    meaning = head.dropFirst().joined().trimmingCharacters(in: .newlines)
    for part in parts.dropFirst() {
      let (title, body) = part.halves(at: "\n")
      // The line break at the end belongs to the separator, except in the last part.
      let lines = part == parts.last ? body : body + "\n"
      switch title {
      case "wrong": forms.append(Form(isWrong: true, text: lines))
      case "right": forms.append(Form(isWrong: false, text: lines))
      case "drawing": forms[forms.count - 1].drawing = lines
      default: forms[forms.count - 1].files.append((String(title.dropFirst(5)), lines))
      }
    }
  }

  func write() throws {
    try (head + forms.map { $0.written(withDrawing: true) }.joined())
      .write(to: FindingFile.url(code), atomically: true, encoding: .utf8)
  }

  /// The part of the file that is built into the tool.
  var builtIn: String {
    let isShown = forms.count > 1 && forms[0].isWrong && !forms[1].isWrong
    let shown = isShown ? forms[...1].map { $0.written(withDrawing: false) }.joined() : ""
    return "=== \(code)\n" + head + shown
  }

  private var head: String { "\(severity): \(meaning)\n" + (forms.isEmpty ? "" : "\n") }

  /// The forms with all files that they use.
  var complete: [Form] {
    var known: [(name: String, text: String)] = []
    return forms.map { form in
      if form.isWrong { known = form.files }
      var form = form
      form.files += known
      return form
    }
  }
}

extension FindingFile.Form {
  var source: Source { Source(name: "wrong.form", bytes: expanded) }

  /// Whether a form repeats a text more than 10,000 times.
  var isLong: Bool { text.matches(of: /⟦(\d+) ×/).contains { Int($0.1) ?? 0 > 10_000 } }

  fileprivate func written(withDrawing: Bool) -> String {
    "=== \(isWrong ? "wrong" : "right")\n\(text)"
      + files.map { "=== file \($0.name)\n\($0.text)" }.joined()
      + (withDrawing && isWrong ? "=== drawing\n" + drawing : "")
  }

  /// Returns the text repeated `count` times, with `#` replaced by numbers from 0 and `##` by numbers from 1.
  private static func repeated(_ text: String, _ count: Int) -> [UInt8] {
    let unit = Array(text.utf8)
    if unit.count == 1 { return Array(repeating: unit[0], count: count) }
    let next = text.components(separatedBy: "##").map { $0.components(separatedBy: "#") }
      .map { $0.map { Array($0.utf8) } }
    var bytes: [UInt8] = []
    for number in 0..<count {
      for (index, parts) in next.enumerated() {
        if index > 0 { bytes += String(number + 1).utf8 }
        for (index, part) in parts.enumerated() {
          if index > 0 { bytes += String(number).utf8 }
          bytes += part
        }
      }
    }
    return bytes
  }

  private var expanded: [UInt8] {
    var parts = text.components(separatedBy: "⟦")[...]
    var bytes = Array(parts.removeFirst().utf8)
    for part in parts {
      let (inside, after) = part.halves(at: "⟧")
      let (count, repeated) = inside.halves(at: " × ")
      if let count = Int(count), !repeated.isEmpty {
        bytes += FindingFile.Form.repeated(repeated.replacing("\\n", with: "\n"), count)
      } else if let byte = UInt8(inside, radix: 16) {
        bytes.append(byte)
      }
      bytes += after.utf8
    }
    return bytes
  }
}

extension String {
  /// Returns the parts before and after a mark. The second is empty without a mark.
  fileprivate func halves(at mark: String) -> (String, String) {
    guard let place = firstRange(of: mark) else { return (self, "") }
    return (String(self[..<place.lowerBound]), String(self[place.upperBound...]))
  }
}
