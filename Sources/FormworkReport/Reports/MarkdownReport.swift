// Writes counts and the first problems in Markdown, for job summaries and comments on pull requests.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes two tables: the counts by field and rule, and the problems.
final class MarkdownReport: ReportWriter {
  /// Maximum number of bytes of problems. A comment on GitHub may have 65,536 characters, so this leaves space for the
  /// counts. No text has more characters than bytes.
  private static let limit = 48 << 10
  /// The minimum number of bytes that a row of a table takes.
  private static let shortest = 40
  /// Maximum number of lines with counts, and of bytes in these lines.
  private static let (countLimit, countBytes) = (100, 12 << 10)

  private var file = ""
  private var rows = ByteBuffer()
  private var quota = Quota(.max)

  override func begin(_ data: ReportedData, to out: inout ByteBuffer) { file = data.name ?? "" }

  override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    // Warnings may take only half of the space; the other half is for errors.
    let room = problem.isError ? MarkdownReport.limit : MarkdownReport.limit / 2
    guard quota.takes(problem), rows.count < room - MarkdownReport.shortest else {
      return quota.takeBack(problem)
    }
    let report = problem.report
    let place = report.cell?.name ?? problem.row.map { String($0) } ?? ""
    let cells = [
      markdown(problem.file(file) ?? ""), place, markdown(report.label ?? ""),
      code(problem.column ?? ""), code(report.value ?? ""), frame.severity(problem),
      markdown(report.message),
    ]
    let row = "| " + cells.joined(separator: " | ") + " |\n"
    guard rows.count + row.utf8.count <= room else { return quota.takeBack(problem) }
    rows.append(text: row)
  }

  override func finish(_ run: RunReport, to out: inout ByteBuffer) {
    out.append(text: "# \(markdown(frame.title))\n\n\(markdown(run.headline(frame.words)))\n")
    for note in run.notes(frame.words) { out.append(text: "\n\(markdown(note))\n") }
    writeCounts(run.summary, to: &out)
    guard quota.all > 0 else { return }
    out.append(text: "\n## \(frame.word(.problems))\n\n")
    writeHead([.file, .cell, .label, .column, .value, .severity, .message], to: &out)
    out.append(rows.bytes)
    if let cut = frame.cut(quota) { out.append(text: "\n\(markdown(cut))\n") }
  }

  private func writeCounts(_ summary: Summary, to out: inout ByteBuffer) {
    let lines = summary.lines(frame.writer)
    if lines.isEmpty { return out.append(text: "\n\(frame.word(.noProblems)).\n") }
    out.append("\n")
    writeHead([.count, .column, .code, .severity], to: &out)
    var shown = 0
    let start = out.count
    for line in lines.prefix(MarkdownReport.countLimit)
    where out.count - start < MarkdownReport.countBytes {
      shown += 1
      let field = line.field.map { code($0) } ?? markdown(line.place(frame.words))
      let severity = frame.word(line.isWarning ? .warning : .error)
      out.append(
        text:
          "| \(frame.words.digits(line.count)) | \(field) | \(code(line.code)) | \(severity) |\n")
    }
    let rest = lines.count - shown
    if rest > 0 { out.append(text: "\n\(frame.words.andMore(rest, .more))\n") }
  }

  private func writeHead(_ columns: [ReportPhrase], to out: inout ByteBuffer) {
    out.append(text: "| " + columns.map { frame.word($0) }.joined(separator: " | ") + " |\n|")
    out.append(text: String(repeating: " --- |", count: columns.count) + "\n")
  }

  /// Returns a text in which nothing acts as Markdown, HTML or a link.
  private func markdown(_ text: String) -> String {
    unlinked(escaped(visible(text), marks: "\\`*_{}[]<>#|~&@!"))
  }

  /// Returns a text in a code span, fenced with more backquotes than the text has in a row.
  private func code(_ text: String) -> String {
    if text.isEmpty { return "" }
    let text = escaped(visible(text), marks: "|")
    var (run, longest) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = longest > 0 || text.hasPrefix(" ") && text.hasSuffix(" ") ? " " : ""
    return fence + space + text + space + fence
  }

  /// Returns a text with a backslash before each of `marks`, even if a combining accent follows the mark.
  private func escaped(_ text: String, marks: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if marks.unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// Returns a text in which nothing becomes a link: no address, and no name or number that GitHub recognizes.
  private func unlinked(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var unlinked = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      unlinked.append(scalar)
      let next = scalars[(place + 1)...].prefix(2)
      let isLink =
        switch scalar {
        case "@": next.first?.properties.isAlphabetic ?? false
        case "#": next.first.map { $0.value &- 0x30 < 10 } ?? false
        case ":": next.elementsEqual("//".unicodeScalars)
        case ".":
          String(String.UnicodeScalarView(scalars[..<place].suffix(3))).lowercased() == "www"
        default: false
        }
      if isLink { unlinked.append(contentsOf: "<!-- -->".unicodeScalars) }
    }
    return String(unlinked)
  }
}
