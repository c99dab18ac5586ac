// Records with problems as JSON, for hosts that show them as rows.

internal import FormworkEngine
internal import FormworkSyntax

extension RecordReporter {
  /// Returns the description of a record with problems: text for people, or JSON for hosts that show records.
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

  /// Returns a row of a table, with the start of each cell and whether it is secret. Returns nil if the data isn't a
  /// table.
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
  ///   - row: the record as a row with its cells, or nil if the record isn't a row.
  ///   - number: the number of the record, or nil for all records.
  func shown(
    _ reports: [ProblemReport], _ row: TableRow?, number: Int?, line: Int?, isAccepted: Bool
  ) -> String {
    let json = ByteBuffer.bytes { out in
      out.object { out in
        if let number, let line {
          out.member("record", number)
          out.member("line", line)
        }
        out.member("accepted", isAccepted)
        if let row { write(row, to: &out) }
        out.key("problems")
        out.array(reports) { write($0, to: &$1) }
      }
    }
    return String(decoding: json, as: UTF8.self)
  }

  private func write(_ row: TableRow, to out: inout ByteBuffer) {
    out.key("cells")
    out.array(row.starts.indices) { index, out in
      var text = ""
      row.withCell(index) { text = $0.makeString() }
      out.value(text.cut(to: RecordReporter.cellLimit))
    }
  }

  /// The maximum number of characters of a cell.
  private static let cellLimit = 300

  private func write(_ report: ProblemReport, to out: inout ByteBuffer) {
    report.writeHead(to: &out)
    out.member("label", report.label)
    out.member("cell", report.cell?.name)
    out.member("value", report.value?.cut(to: RecordReporter.cellLimit))
    if let cell = report.cell { out.member("column", cell.column) }
    out.append("}")
  }
}
