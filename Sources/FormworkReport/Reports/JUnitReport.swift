// Writes problems as JUnit test cases, for hosts that show tests. Each file is a suite with a case for each failed
// rule.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes a test case for each field and code.
final class JUnitReport: ReportWriter {
  /// Maximum number of problems in a case, and of characters in each problem's message.
  private static let (limit, messageLimit) = (20, 300)
  /// Maximum number of cases in a suite, not counting the cases that collect all other problems.
  private static let caseLimit = 1_000

  /// The properties that all problems of a case share.
  private struct Key: Hashable {
    var field: String
    var code: String
    var isError: Bool
  }

  private struct Case {
    var key: Key
    var count = 0
    var lines: [String] = []
  }

  private struct Suite {
    var name: String
    var cases: [Case] = []
    var numbers: OrderedDictionary<Key, Int> = [:]

    mutating func add(_ problem: ReportedProblem, _ key: Key) {
      // Past the limit, problems share a case. The data may have any number of keys that no field declares.
      let isOther = numbers[key] == nil && cases.count >= JUnitReport.caseLimit
      let key = isOther ? Key(field: "…", code: "…", isError: key.isError) : key
      let number = numbers[key] ?? cases.count
      if number == cases.count {
        numbers[key] = number
        cases.append(Case(key: key))
      }
      cases[number].count += 1
      guard cases[number].lines.count < JUnitReport.limit else { return }
      let place = problem.report.cell?.name ?? problem.row.map { String($0) }
      let message = problem.messageOfFile.cut(to: JUnitReport.messageLimit)
      cases[number].lines.append((place.map { $0 + ": " } ?? "") + message)
    }
  }

  /// The suite of the current file, and the suite for problems that concern all records.
  private var suite: Suite?
  private var general: Suite?

  override func start(to out: inout ByteBuffer) {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"")
    out.append(xml: frame.title)
    out.append("\">\n")
  }

  override func begin(_ data: ReportedData, to out: inout ByteBuffer) {
    if let suite { write(suite, to: &out) }
    suite = Suite(name: data.name ?? "-")
  }

  override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    guard problem.record != nil else {
      let name = frame.word(.allRecords)
      general = general ?? Suite(name: name)
      general?.add(problem, Key(field: name, code: problem.report.code, isError: problem.isError))
      return
    }
    // Columns are named as in the header. Fields inside lists are named without item numbers.
    let field = problem.report.header ?? problem.report.fieldOfAllItems
    let key = Key(
      field: field ?? frame.word(.theRecord), code: problem.report.code, isError: problem.isError)
    suite?.add(problem, key)
  }

  override func finish(_ run: RunReport, to out: inout ByteBuffer) {
    for suite in [suite, general] { if let suite { write(suite, to: &out) } }
    if !run.notes(frame.words).isEmpty {
      out.append("<!-- ")
      // No note contains two hyphens in a row, so this is a valid comment.
      out.append(xml: run.notes(frame.words).joined(separator: "; "))
      out.append(" -->\n")
    }
    out.append("</testsuites>\n")
  }

  private func write(_ suite: Suite, to out: inout ByteBuffer) {
    let failures = suite.cases.count { $0.key.isError }
    out.append("  <testsuite name=\"")
    out.append(xml: suite.name)
    out.append(
      text: "\" tests=\"\(max(1, suite.cases.count))\" failures=\"\(failures)\" errors=\"0\"")
    out.append(" skipped=\"0\">\n")
    if suite.cases.isEmpty {
      writeCase(frame.word(.noProblems), to: &out)
      out.append("/>\n")
    }
    for item in suite.cases { write(item, to: &out) }
    out.append("  </testsuite>\n")
  }

  private func writeCase(_ name: String, to out: inout ByteBuffer) {
    out.append("    <testcase classname=\"")
    out.append(xml: frame.title)
    out.append("\" name=\"")
    out.append(xml: name)
    out.append("\"")
  }

  /// Writes the test case of a failed rule. If the rule only warns, the test passes, and the warnings are its output.
  private func write(_ item: Case, to out: inout ByteBuffer) {
    writeCase(item.key.field + " " + item.key.code, to: &out)
    out.append(item.key.isError ? ">\n      <failure type=\"" : ">\n      <system-out>")
    if item.key.isError {
      out.append(xml: item.key.code)
      out.append(text: "\" message=\"\(frame.words.digits(item.count)) × ")
      out.append(xml: item.lines.first ?? "")
      out.append("\">")
    }
    for line in item.lines {
      out.append(xml: line)
      out.append("\n")
    }
    if let cut = frame.cut(item.lines.count, of: item.count) { out.append(xml: cut) }
    out.append(item.key.isError ? "</failure>\n" : "</system-out>\n")
    out.append("    </testcase>\n")
  }
}
