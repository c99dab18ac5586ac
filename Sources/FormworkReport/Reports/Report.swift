// Reports of a run that are files: the one list of their kinds, and what each kind gets to write.

internal import FormworkEngine
package import FormworkSyntax

/// The kinds of reports. The end of a file's name tells which one it is.
///
/// Pages save only two of them, and what writes the others is a thirtieth of all code.
package enum ReportKind: String, CaseIterable, Sendable {
  #if hasFeature(Embedded)
    case csv, html
  #else
    case csv, xlsx, html, sarif, junit, markdown
  #endif

  /// What the names of its files end with, and what it has and can have, as in the reference.
  package var row: (ending: String, summary: String, limit: String) {
    switch self {
    case .csv:
      (
        ".csv",
        "a line for each problem: `file`, `row`, `cell`, `column`, `label`, `value`, `severity`, `message`,"
          + " `code`", ""
      )
    case .html:
      (
        ".html",
        "a page with the counts, drawn as bars, and the problems, to be sorted and searched",
        "200,000 problems, 32 MiB of them"
      )
    #if !hasFeature(Embedded)
      case .xlsx:
        (
          ".xlsx",
          "the counts, and a sheet with the data of each file, in which cells with problems are coloured and have"
            + " notes",
          "1,000 files, 1,048,576 rows, 16,384 columns, 32,767 characters of a text, 65,530 notes of 1,000 characters,"
            + " 8 MiB of notes"
        )
      case .sarif:
        (
          ".sarif", "SARIF 2.1.0, for code scanning and editors",
          "25,000 problems, as GitHub takes; 1,000 characters of a message"
        )
      case .junit:
        (
          ".junit.xml",
          "JUnit: a suite for each file, in it a failed case for each field and code; warnings pass",
          "20 problems of a case, 300 characters of each, 1,000 cases of a file"
        )
      case .markdown:
        (
          ".md", "the counts and the first problems in Markdown, for comments and summaries",
          "48 KiB of problems and 12 KiB of counts, which fits into a comment of GitHub"
        )
    #endif
    }
  }

  /// What the names of its files end with.
  package var ending: String { row.ending }

  /// The kind of a file with this name; nil if it tells none.
  package init?(ofName name: String) {
    let name = name.lowercased()
    #if hasFeature(Embedded)
      let others = [(".htm", ReportKind.html)]
    #else
      let others = [(".htm", ReportKind.html), (".markdown", .markdown), (".xml", .junit)]
    #endif
    let kind = ReportKind.allCases.first { name.hasSuffix($0.ending) }
    guard let kind = kind ?? others.first(where: { name.hasSuffix($0.0) })?.1 else {
      return nil
    }
    self = kind
  }

  /// What writes a report of the kind.
  package func writer(_ frame: ReportFrame) -> ReportWriter {
    switch self {
    case .csv: CSVReport(frame)
    case .html: HTMLReport(frame)
    #if !hasFeature(Embedded)
      case .xlsx: WorkbookReport(frame)
      case .sarif: SARIFReport(frame)
      case .junit: JUnitReport(frame)
      case .markdown: MarkdownReport(frame)
    #endif
    }
  }
}

/// What all of a report is about.
package struct ReportFrame {
  let writer: MessageWriter
  /// The version of the tool.
  let version: String
  /// What is checked: the title of the form, or the name of its file.
  let title: String
  /// The path of the form.
  let formName: String

  /// - Parameter formName: the path of the form.
  package init(_ writer: MessageWriter, formName: String, version: String) {
    self.writer = writer
    self.version = version
    self.formName = formName
    let name = formName.split(separator: "/").last.map { String($0) } ?? formName
    title = writer.program.title >= 0 ? writer.plainText(writer.program.title) : name
  }

  var words: BuiltInLanguage { writer.builtIn }

  func word(_ phrase: ReportPhrase) -> String { words.report(phrase) }

  /// `Error` or `Warning` in the language of the report.
  func severity(_ problem: ReportedProblem) -> String {
    word(problem.isError ? .error : .warning)
  }

  /// That a report has only the first of all problems; nil if it has them all.
  func cut(_ quota: Quota) -> String? { cut(quota.shown, of: quota.all) }

  /// The same of numbers.
  func cut(_ shown: Int, of all: Int) -> String? {
    if shown >= all { return nil }
    return word(.firstProblems).filled(("shown", words.digits(shown)), ("all", words.digits(all)))
  }
}

/// A file of data that is checked.
package struct ReportedData: Sendable {
  /// The bytes of its name, which need not be UTF-8; nil for standard input.
  package var path: [UInt8]?
  package var kind: DataKind
  /// The names of the columns of a table.
  package var columns: [String]
  /// The line with these; nil if there is none.
  package var headerLine: Int?

  /// Its name as people read it; nil for standard input.
  package var name: String? { path.map { String(decoding: $0, as: UTF8.self) } }

  package init(path: [UInt8]?, kind: DataKind, columns: [String], headerLine: Int?) {
    self.path = path
    self.kind = kind
    self.columns = columns
    self.headerLine = headerLine
  }
}

/// A problem as reports have it. Its texts have a bounded length.
package struct ReportedProblem: Sendable {
  /// The number of the record in its file; nil for a problem of all records.
  package let record: Int?
  /// The line that the record begins on.
  package let line: Int?
  package let report: ProblemReport

  /// The most characters of a name, of a value and of a message.
  private static let (nameLimit, valueLimit, messageLimit) = (300, 1_000, 4_000)

  init(_ report: ProblemReport, record: Int?, line: Int?) {
    self.record = record
    self.line = line
    var report = report
    report.explanation = []
    report.parameters = []
    report.field = report.field?.cut(to: ReportedProblem.nameLimit)
    report.fieldOfAllItems = report.fieldOfAllItems?.cut(to: ReportedProblem.nameLimit)
    report.label = report.label?.cut(to: ReportedProblem.nameLimit)
    report.column = report.column?.cut(to: ReportedProblem.nameLimit)
    report.header = report.header?.cut(to: ReportedProblem.nameLimit)
    report.title = report.title?.cut(to: ReportedProblem.nameLimit)
    report.value = report.value.map { $0.cut(to: ReportedProblem.valueLimit) }
    report.message = report.message.cut(to: ReportedProblem.messageLimit)
    self.report = report
  }

  var isError: Bool { report.severity == .error }

  /// Where the value stands in its file, for hosts that show the file: its line and column, else the line of its record.
  /// In a workbook, its row.
  func position(isText: Bool) -> (line: Int, column: Int?)? {
    if isText, let place = report.place { return (place.line, place.column) }
    return (isText ? line : row).map { ($0, nil) }
  }

  /// The line of the value, or that of its record.
  var row: Int? { report.cell?.row ?? report.place?.line ?? line }

  /// The column of a table, or the path.
  var column: String? { report.header ?? report.field }
}

extension String {
  /// The first characters of a text, with `…` behind them if there are more.
  func cut(to count: Int) -> String {
    if utf8.count <= count { return self }
    let start = prefix(count)
    return start.endIndex == endIndex ? self : start + "…"
  }
}

/// How many problems a report shows, and how many there are. Warnings may take half of the room, so that errors are not
/// left out for them.
struct Quota {
  /// The most that are shown.
  let limit: Int
  private(set) var (shown, all) = (0, 0)
  private var warnings = 0

  init(_ limit: Int) { self.limit = limit }

  /// Counts a problem.
  ///
  /// - Returns: whether it is shown.
  mutating func takes(_ problem: ReportedProblem) -> Bool {
    all += 1
    guard shown < limit, problem.isError || warnings < limit / 2 else { return false }
    shown += 1
    if !problem.isError { warnings += 1 }
    return true
  }

  /// Takes back that the last problem is shown, for which there is no room.
  mutating func takeBack(_ problem: ReportedProblem) {
    shown -= 1
    if !problem.isError { warnings -= 1 }
  }
}

/// Turns what comes of a run into the bytes of a report. One thread tells it what comes, in its order; what it makes
/// of that is written and forgotten in between.
package class ReportWriter {
  let frame: ReportFrame

  init(_ frame: ReportFrame) { self.frame = frame }

  /// The most files of data that it can have; nil if that is any number.
  package var fileLimit: Int? { nil }

  /// Whether it needs the rows of tables.
  package var wantsRows: Bool { false }

  /// The run begins.
  package func start(to out: inout ByteBuffer) {}

  /// A file of data begins. There is at least one.
  package func begin(_ data: ReportedData, to out: inout ByteBuffer) {}

  /// The rows of a piece, before its problems.
  package func add(_ rows: borrowing SheetRows, to out: inout ByteBuffer) {}

  /// A problem of the file at hand, or of all records.
  package func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {}

  /// The run is over.
  package func finish(_ run: RunReport, to out: inout ByteBuffer) {}
}

// MARK: - Texts

extension ByteBuffer {
  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Appends a text of XML or HTML, also for a value in double quotes. What neither can have is shown as a picture.
  package mutating func append(xml text: String) {
    if text.utf8.allSatisfy({ $0 >= 0x20 && ![0x22, 0x26, 0x3C, 0x3E, 0x7F, 0xEF].contains($0) }) {
      return append(text: text)
    }
    for scalar in text.unicodeScalars { append(xml: scalar) }
  }

  /// Appends a character of XML or HTML.
  mutating func append(xml scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22: append("&quot;")
    case 0x26: append("&amp;")
    case 0x3C: append("&lt;")
    case 0x3E: append("&gt;")
    case 0x09: append("&#9;")
    case 0x0A: append("&#10;")
    case 0x0D: append("&#13;")
    case 0xFFFE, 0xFFFF: append("\u{FFFD}")
    case 0x00...0x1F, 0x7F: append(text: visible(String(Character(scalar))))
    default: append(text: String(Character(scalar)))
    }
  }
}
