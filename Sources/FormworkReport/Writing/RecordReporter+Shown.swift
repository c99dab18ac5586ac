// Records with problems as JSON, for hosts that show them as rows.

internal import FormworkEngine
internal import FormworkSyntax

extension RecordReporter {
  /// Returns the text about a record with problems, for people or for a host that shows it.
  func drawing(
    _ reports: [ProblemReport], _ record: TextBytes, _ span: RecordSpan, _ number: Int,
    malformed: MalformedRecord? = nil, isAccepted: Bool
  ) -> String {
    if options.output == .shown {
      let row = row(record, malformed)
      return shown(reports, row, number: number, line: span.line, isAccepted: isAccepted)
    }
    let text = draw(reports, number: number, line: span.line, isAccepted: isAccepted)
    return malformed == nil ? text + afterword(isAccepted: isAccepted) : text
  }

  /// Returns a row of a table with the starts of its cells, and whether they are secret. Returns nil for other
  /// records.
  func row(_ record: TextBytes, _ malformed: MalformedRecord?) -> TableRow? {
    // In a row that can't be read, the columns of the cells are unknown.
    let isSplit = malformed?.hasCells ?? true
    return table.map { table in
      TableRow(
        text: record, starts: isSplit ? table.starts(record) : [0],
        secrets: malformed == nil ? secretColumns : secretColumns.map { _ in [] })
    }
  }

  /// Returns a record with its cells and its problems.
  ///
  /// - Parameters:
  ///   - row: its cells, or nil if it isn't a row.
  ///   - number: the number of the record, or nil for all records.
  func shown(
    _ reports: [ProblemReport], _ row: TableRow?, number: Int?, line: Int?, isAccepted: Bool
  ) -> String {
    var out = ByteBuffer()
    out.append("{")
    if let number, let line {
      out.append("\"record\":")
      out.append(integer: number)
      out.append(",\"line\":")
      out.append(integer: line)
      out.append(",")
    }
    out.append(isAccepted ? "\"accepted\":true" : "\"accepted\":false")
    if let row { write(row, to: &out) }
    out.append(",\"problems\":[")
    for (index, report) in reports.enumerated() {
      if index > 0 { out.append(",") }
      write(report, to: &out)
    }
    out.append("]}")
    return String(decoding: out.bytes, as: UTF8.self)
  }

  private func write(_ row: TableRow, to out: inout ByteBuffer) {
    out.append(",\"cells\":[")
    for index in row.starts.indices {
      if index > 0 { out.append(",") }
      var text = ""
      row.withCell(index) { text = $0.makeString() }
      out.append(jsonString: text.cut(to: RecordReporter.cellLimit))
    }
    out.append("]")
  }

  /// The maximum number of characters of a cell.
  private static let cellLimit = 300

  private func write(_ report: ProblemReport, to out: inout ByteBuffer) {
    report.writeHead(to: &out)
    func write(_ name: StaticString, _ text: String?) {
      guard let text else { return }
      out.append(",\"")
      out.append(name)
      out.append("\":")
      out.append(jsonString: text)
    }
    write("label", report.label)
    write("cell", report.cell?.name)
    write("value", report.value?.cut(to: RecordReporter.cellLimit))
    if let cell = report.cell {
      out.append(",\"column\":")
      out.append(integer: cell.column)
    }
    out.append("}")
  }
}
