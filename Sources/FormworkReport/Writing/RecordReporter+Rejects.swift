// Rejects: records as they came, with their messages where reading them again passes those over, so that
// they can be mended and fed back.

internal import FormworkEngine
internal import FormworkSyntax

extension RecordReporter {
  /// The record byte for byte, with its messages where reading it again passes them over: in a column of a
  /// table, as the first key of an object.
  ///
  /// - Parameters:
  ///   - malformed: what is wrong with a record that cannot be read; otherwise its problems are written.
  ///   - isOpen: whether it is a row with a quote that is never closed.
  func writeRejected(
    _ record: TextBytes, _ span: RecordSpan, number: Int, malformed: ProblemReport? = nil,
    isOpen: Bool = false, into result: inout PieceResult
  ) {
    if options.layout.kind.isTable {
      let delimiter = options.layout.delimiter.value
      if isOpen, let malformed {
        writeOpenRow(record, malformed, delimiter, to: &result.rejected)
        return
      }
      writeRow(record, span, number: number, malformed, delimiter, to: &result.rejected)
      // A carriage return at the end of the last cell would be read as a part of the line's end.
      result.rejected.append(record.last == UInt8(ascii: "\r") ? "\r\n" : "\n")
      return
    }
    // Where nothing stands there is nothing to be mended.
    if record.isEmpty { return }
    if case .json = options.layout.kind {
      // Elements of an array are set apart by commas; whoever joins the pieces drops the first.
      result.rejected.append(",\n")
      let start = result.rejected.count
      writeObject(record, span, number: number, malformed, to: &result.rejected)
      // The rest of a file from a fault on, or what does not read as one element, would become others.
      let written = result.rejected.bytes.part(start, result.rejected.count)
      if malformed != nil, span.isRest || !RecordSplitter.isElement(written) {
        result.rejected.remove(from: start)
        result.rejected.append(jsonString: record)
      }
    } else {
      writeObject(record, span, number: number, malformed, to: &result.rejected)
      result.rejected.append("\n")
    }
  }

  /// A row with a quote that is never closed as one cell: as it came, it would take the rows behind it for its own
  /// when it is read again. It has too few cells then, or too many, and stays rejected.
  private func writeOpenRow(
    _ row: TextBytes, _ malformed: ProblemReport, _ delimiter: UInt8, to out: inout ByteBuffer
  ) {
    out.append(csvCell: ProblemLines.sentence(malformed).asSpreadsheetText, delimiter: delimiter)
    out.append([delimiter])
    out.append(csvCell: row, delimiter: delimiter)
    if table?.columns.count ?? 0 <= 2 { out.append([delimiter, delimiter]) }
    out.append("\n")
  }

  private func writeRow(
    _ row: TextBytes, _ span: RecordSpan, number: Int, _ malformed: ProblemReport?,
    _ delimiter: UInt8, to out: inout ByteBuffer
  ) {
    // Without a header there is no column that would be passed over when the row is read again.
    if options.layout.header.value == .none { return writeAsItCame(row, to: &out) }
    let hasColumn = table?.hasProblemsColumn ?? false
    let earlier =
      malformed == nil ? table?.problemsCell(in: row) : earlierMessages(malformed: row)
    // What stands where the messages would be may be its owner's. With messages in front the row could be as
    // wide as the header, and would be read without a cell that it lost.
    if hasColumn, earlier == nil { return out.append(row) }
    let place = RecordPlace(record: number, line: span.line)
    let sentences =
      malformed.map { [ProblemLines.sentence($0)] }
      ?? evaluator.problems.lazy.filter { $0.severity == .error }
      .map { lines.sentence($0, evaluator, at: place) }
    let message = sentences.map { $0.asSpreadsheetText }.joined(separator: "; ")
    out.append(row.part(0, earlier?.lowerBound ?? 0))
    out.append(csvCell: message, delimiter: delimiter)
    if !hasColumn { out.append([delimiter]) }
    out.append(row.part(earlier?.upperBound ?? 0, row.count))
  }

  /// Where a row that cannot be read has the messages of an earlier run; nil if what stands there does not
  /// read as such.
  func earlierMessages(malformed row: TextBytes) -> Range<Int>? {
    guard let cell = table?.problemsCell(in: row),
      readsAsMessage(row.part(cell.lowerBound, cell.upperBound))
    else { return nil }
    return cell
  }

  /// Whether a cell reads as what is said of a rejected row: that it cannot be read, or what is wrong
  /// with a field of the form.
  private func readsAsMessage(_ cell: TextBytes) -> Bool {
    let quote = UInt8(ascii: "\"")
    let isQuoted = cell.first == quote
    // No message was written so that it cannot be read.
    if !isQuoted, cell.contains(quote) { return false }
    var text = (isQuoted ? cell.part(1, cell.count) : cell).makeString()[...]
    // In front of what a spreadsheet would take for a formula.
    if text.first == "'" { text = text.dropFirst() }
    if BuiltInLanguage.allCases.contains(where: { text.hasPrefix($0.unreadableStart) }) {
      return true
    }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text[colon...].hasPrefix(": ")
    else { return false }
    let column = text[..<colon]
    if table?.columns.contains(where: { $0 == column }) == true { return true }
    let name = text.prefix { !":.[".contains($0) }
    return evaluator.program.names(ofLevel: 0).contains { $0 == name }
  }

  private func writeObject(
    _ record: TextBytes, _ span: RecordSpan, number: Int, _ malformed: ProblemReport?,
    to out: inout ByteBuffer
  ) {
    // What is no object has no keys: behind a brace of ours, the mended line could not be read. Behind what is no
    // white space of JSON a key would not be found again.
    let brace = record.firstIndex { !isSpace($0) }
    guard let brace, record[brace] == UInt8(ascii: "{") else {
      return writeAsItCame(record, to: &out)
    }
    let earlier = evaluator.earlierProblems(in: record, isRead: malformed == nil)
    // Where the key is next to a fault or behind it, new messages would hide the fault or be a second key.
    if malformed != nil, earlier == nil, evaluator.mentionsProblems(record) {
      return writeAsItCame(record, to: &out)
    }
    out.append(TextBytes(rebasing: record[...brace]))
    out.append(problemsMember)
    if let malformed {
      out.append(jsonString: ProblemLines.sentence(malformed))
    } else {
      let place = RecordPlace(record: number, line: span.line)
      var isFirst = true
      for problem in evaluator.problems {
        guard case .error = problem.severity else { continue }
        if !isFirst { out.append(",") }
        isFirst = false
        lines.writeSentence(problem, evaluator, at: place, to: &out)
      }
    }
    out.append("]")
    let replaced = earlier ?? (brace + 1)..<(brace + 1)
    let before = TextBytes(rebasing: record[(brace + 1)..<replaced.lowerBound])
    let after = TextBytes(rebasing: record[replaced.upperBound...])
    let next = before.first { !isSpace($0) } ?? after.first { !isSpace($0) }
    if next != UInt8(ascii: "}"), next != nil { out.append(",") }
    out.append(before)
    out.append(after)
  }

  /// A byte order mark is not to become the file's own, which a blank line in front of it prevents.
  private func writeAsItCame(_ record: TextBytes, to out: inout ByteBuffer) {
    if record.starts(with: [0xEF, 0xBB, 0xBF]) { out.append("\n") }
    out.append(record)
  }

  /// White space of JSON.
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
