// Rejects: unchanged records with added messages. The messages are ignored when the records are read again, so rejects
// can be corrected and used as input.

internal import FormworkEngine
internal import FormworkSyntax

extension RecordReporter {
  /// Writes the record unchanged, except for the messages. The messages are in a column of a table, or under the first
  /// key of an object. They are ignored when the record is read again.
  ///
  /// - Parameters:
  ///   - malformed: the error of a record that can't be read. If nil, the record's problems are written.
  ///   - isOpen: whether the record is a row with a quote that is never closed.
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
      // A carriage return at the end of the last cell would be read as a part of the line break.
      result.rejected.append(record.last == UInt8(ascii: "\r") ? "\r\n" : "\n")
      return
    }
    // An empty record has nothing to correct.
    if record.isEmpty { return }
    if case .json = options.layout.kind {
      // The elements of an array are separated by commas. The caller must drop the first comma.
      result.rejected.append(",\n")
      let start = result.rejected.count
      writeObject(record, span, number: number, malformed, to: &result.rejected)
      // The rest of a file after a fault, or anything else that isn't a single element, would be read as several
      // elements. It is therefore written as a string.
      let written = result.rejected.bytes.part(start, result.rejected.count)
      if malformed != nil, span.isRest || !RecordSplitter.isElement(written) {
        result.rejected.remove(from: start)
        result.rejected.value(record)
      }
    } else {
      writeObject(record, span, number: number, malformed, to: &result.rejected)
      result.rejected.append("\n")
    }
  }

  /// Writes a row with a quote that is never closed as a single cell. Unchanged, the row would consume the next rows
  /// when it is read again. Written like this, it has too few cells, or too many, and stays rejected.
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
    // Without a header, a column of messages couldn't be recognized and ignored when the row is read again.
    if options.layout.header.value == .none { return writeAsItCame(row, to: &out) }
    let hasColumn = table?.hasProblemsColumn ?? false
    let earlier =
      malformed == nil ? table?.problemsCell(in: row) : earlierMessages(malformed: row)
    // Don't add messages: the cell at their position may contain data. If the row lacks a cell, the messages could give
    // it the width of the header, and it would be accepted.
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

  /// Returns the range of an earlier run's messages in a row that can't be read. Returns nil if the cell at their
  /// position doesn't look like messages.
  func earlierMessages(malformed row: TextBytes) -> Range<Int>? {
    guard let cell = table?.problemsCell(in: row),
      readsAsMessage(row.part(cell.lowerBound, cell.upperBound))
    else { return nil }
    return cell
  }

  /// Whether a cell looks like the messages of a rejected row. Such messages say that the row can't be read, or name a
  /// field.
  private func readsAsMessage(_ cell: TextBytes) -> Bool {
    let quote = UInt8(ascii: "\"")
    let isQuoted = cell.first == quote
    // Messages are always quoted correctly.
    if !isQuoted, cell.contains(quote) { return false }
    var text = (isQuoted ? cell.part(1, cell.count) : cell).makeString()[...]
    // Drop the apostrophe that keeps spreadsheets from reading the text as a formula.
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
    // A record that isn't an object can't have `problemsKey`, and an added brace would make the corrected line
    // unreadable. After characters that aren't JSON white space, the key wouldn't be found again.
    let brace = record.firstIndex { !isSpace($0) }
    guard let brace, record[brace] == UInt8(ascii: "{") else {
      return writeAsItCame(record, to: &out)
    }
    let earlier = evaluator.earlierProblems(in: record, isRead: malformed == nil)
    // If `problemsKey` is next to the error or after it, adding messages would hide the error or duplicate the key.
    if malformed != nil, earlier == nil, evaluator.mentionsProblems(record) {
      return writeAsItCame(record, to: &out)
    }
    out.append(TextBytes(rebasing: record[...brace]))
    out.append(problemsMember)
    if let malformed {
      out.value(ProblemLines.sentence(malformed))
    } else {
      let place = RecordPlace(record: number, line: span.line)
      for problem in evaluator.problems {
        guard case .error = problem.severity else { continue }
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

  /// Writes the record unchanged. Adds a blank line before a byte order mark, so that the mark can't become that of the
  /// file.
  private func writeAsItCame(_ record: TextBytes, to out: inout ByteBuffer) {
    if record.starts(with: [0xEF, 0xBB, 0xBF]) { out.append("\n") }
    out.append(record)
  }

  /// Whether a byte is JSON white space.
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
