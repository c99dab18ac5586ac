// Writes problems as a table for people who correct the data: one line per problem, readable by a spreadsheet. The
// columns have the same names in every language, for programs that read the table.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes a CSV line for each problem.
final class CSVReport: ReportWriter {
  private static let columns = [
    "file", "row", "cell", "column", "label", "value", "severity", "message", "code",
  ]

  private var file = ""

  override func start(to out: inout ByteBuffer) {
    // Without the byte order mark, spreadsheets read a table in the computer's own encoding.
    out.append(byteOrderMark)
    out.append(text: CSVReport.columns.joined(separator: ",") + "\n")
  }

  override func begin(_ data: ReportedData, to out: inout ByteBuffer) { file = data.name ?? "" }

  override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    let report = problem.report
    let cells = [
      problem.file(file), problem.row.map { String($0) }, report.cell?.name,
      problem.column, report.label, report.value, report.severity.rawValue, report.message,
      report.code,
    ]
    for (index, cell) in cells.enumerated() {
      if index > 0 { out.append(",") }
      out.append(csvCell: (cell ?? "").asSpreadsheetValue, delimiter: UInt8(ascii: ","))
    }
    out.append("\n")
  }
}

extension String {
  /// The same as `asSpreadsheetText`, except that a negative number gets no apostrophe.
  fileprivate var asSpreadsheetValue: String {
    let isNumber = utf8.dropFirst().allSatisfy { "0123456789.".utf8.contains($0) }
    return isNumber && utf8.count > 1 && hasPrefix("-") ? self : asSpreadsheetText
  }
}
