// Reports that are written to files: the list of their kinds, and the data that each kind receives.

internal import FormworkEngine
package import FormworkSyntax

/// The kinds of reports. The ending of a file's name determines the kind.
///
/// The web page can save only two kinds. Omitting the others makes its code a thirtieth smaller.
package enum ReportKind: String, CaseIterable, Sendable {
  #if hasFeature(Embedded)
    case csv, html
  #else
    case csv, xlsx, html, sarif, junit, markdown
  #endif

  /// The ending of the report's file names, its contents and its limits, as listed in the reference.
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
        "a page with the counts as bars, and the problems, which can be sorted and searched",
        "200,000 problems, 32 MiB of them"
      )
    #if !hasFeature(Embedded)
      case .xlsx:
        (
          ".xlsx",
          "the counts, and a sheet with the data of each file; cells with problems are coloured and have notes",
          "1,000 files, 1,048,576 rows, 16,384 columns, 32,767 characters of a text, 65,530 notes of 1,000 characters,"
            + " 8 MiB of notes"
        )
      case .sarif:
        (
          ".sarif", "SARIF 2.1.0, for code scanning and editors",
          "25,000 problems, the limit of GitHub; 1,000 characters of a message"
        )
      case .junit:
        (
          ".junit.xml",
          "JUnit: a suite for each file, with a failed case for each field and code; warnings pass",
          "20 problems per case, 300 characters of each, 1,000 cases per file"
        )
      case .markdown:
        (
          ".md", "the counts and the first problems in Markdown, for comments and summaries",
          "48 KiB of problems and 12 KiB of counts, which fit into a comment on GitHub"
        )
    #endif
    }
  }

  /// The ending of the report's file names.
  package var ending: String { row.ending }

  /// Creates the kind for a file with this name. Fails if the name doesn't determine a kind.
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

  /// Returns the writer for reports of this kind.
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

/// The information that all parts of a report share.
package struct ReportFrame {
  let writer: MessageWriter
  /// The version of Formwork.
  let version: String
  /// The title of the form, or the name of its file.
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

  /// Returns "Error" or "Warning" in the language of the report.
  func severity(_ problem: ReportedProblem) -> String {
    word(problem.isError ? .error : .warning)
  }

  /// Returns a note that the report shows only the first problems, or nil if it shows all.
  func cut(_ quota: Quota) -> String? { cut(quota.shown, of: quota.all) }

  /// Returns a note that the report shows only the first `shown` of `all` problems, or nil if it shows all.
  func cut(_ shown: Int, of all: Int) -> String? {
    if shown >= all { return nil }
    return word(.firstProblems).filled(("shown", words.digits(shown)), ("all", words.digits(all)))
  }
}

/// A file of data that is being checked.
package struct ReportedData: Sendable {
  /// The bytes of the file's name, which may be invalid UTF-8; nil for standard input.
  package var path: [UInt8]?
  package var kind: DataKind
  /// The names of a table's columns.
  package var columns: [String]
  /// The number of the line with the column names, or nil.
  package var headerLine: Int?

  /// The file's name as text; nil for standard input.
  package var name: String? { path.map { String(decoding: $0, as: UTF8.self) } }

  package init(path: [UInt8]?, kind: DataKind, columns: [String], headerLine: Int?) {
    self.path = path
    self.kind = kind
    self.columns = columns
    self.headerLine = headerLine
  }
}

/// A problem as reports show it, with texts of limited length.
package struct ReportedProblem: Sendable {
  /// The number of the record in its file; nil for a problem that concerns all records.
  package let record: Int?
  /// The line where the record begins.
  package let line: Int?
  package let report: ProblemReport

  /// Maximum number of characters in a name, in a value and in a message.
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

  /// Returns the position of the value for hosts that show the file: the value's line and column, or else the record's
  /// line. For a workbook, returns only the row.
  func position(isText: Bool) -> (line: Int, column: Int?)? {
    if isText, let place = report.place { return (place.line, place.column) }
    return (isText ? line : row).map { ($0, nil) }
  }

  /// Returns the file of the problem: `current` for a problem of a record, nil for a problem that concerns all files.
  func file(_ current: String?) -> String? { record == nil ? report.file : current }

  /// The message, with the file whose columns are wrong.
  var messageOfFile: String { report.file.map { $0 + ": " + report.message } ?? report.message }

  /// The line of the value, or else the line of its record.
  var row: Int? { report.cell?.row ?? report.place?.line ?? line }

  /// The name of the table column, or else the path.
  var column: String? { report.header ?? report.field }
}

extension String {
  /// Returns the first characters of a text, followed by `…` if there are more.
  func cut(to count: Int) -> String {
    if utf8.count <= count { return self }
    let start = prefix(count)
    return start.endIndex == endIndex ? self : start + "…"
  }
}

/// Counts how many problems a report shows and how many there are. Warnings may take only half of the space, so that
/// they never displace all errors.
struct Quota {
  /// Maximum number of problems that are shown.
  let limit: Int
  private(set) var (shown, all) = (0, 0)
  private var warnings = 0

  init(_ limit: Int) { self.limit = limit }

  /// Counts a problem.
  ///
  /// - Returns: whether the report shows the problem.
  mutating func takes(_ problem: ReportedProblem) -> Bool {
    all += 1
    guard shown < limit, problem.isError || warnings < limit / 2 else { return false }
    shown += 1
    if !problem.isError { warnings += 1 }
    return true
  }

  /// Marks the last problem as not shown, because there is no space for it.
  mutating func takeBack(_ problem: ReportedProblem) {
    shown -= 1
    if !problem.isError { warnings -= 1 }
  }
}

/// Turns the results of a run into the bytes of a report. One thread passes it the results in their order. Between the
/// calls, the caller writes the output and empties the buffer.
package class ReportWriter {
  let frame: ReportFrame

  init(_ frame: ReportFrame) { self.frame = frame }

  /// Maximum number of data files in the report; nil if there is no limit.
  package var fileLimit: Int? { nil }

  /// Whether the report needs the rows of tables.
  package var wantsRows: Bool { false }

  /// Begins the run.
  package func start(to out: inout ByteBuffer) {}

  /// Begins a file of data. Called at least once.
  package func begin(_ data: ReportedData, to out: inout ByteBuffer) {}

  /// Adds the rows of a piece. Called before the problems of the piece are added.
  package func add(_ rows: borrowing SheetRows, to out: inout ByteBuffer) {}

  /// Adds a problem of the current file, or a problem that concerns all records.
  package func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {}

  /// Ends the run.
  package func finish(_ run: RunReport, to out: inout ByteBuffer) {}
}

// MARK: - Texts

extension ByteBuffer {
  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Appends text to XML or HTML; may also be used for an attribute value in double quotes. Control characters
  /// that XML or HTML forbids are replaced by visible signs such as `␀`.
  package mutating func append(xml text: String) {
    if text.utf8.allSatisfy({ $0 >= 0x20 && ![0x22, 0x26, 0x3C, 0x3E, 0x7F, 0xEF].contains($0) }) {
      return append(text: text)
    }
    for scalar in text.unicodeScalars { append(xml: scalar) }
  }

  /// Appends a character to XML or HTML.
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
