// Rejects: records as they came, with their messages where reading them again passes those over, so that
// they can be mended and fed back.

internal import FormworkEngine
internal import FormworkSyntax

extension RecordReporter {
  /// The record byte for byte, with its messages where reading it again passes them over: as the
  /// first column of a table, as the first key of an object.
  ///
  /// - Parameter malformed: what is wrong with a record that cannot be read; otherwise its problems are
  ///   told.
  func writeRejected(
    _ record: TextBytes, _ span: RecordSpan, number: Int, malformed: ProblemReport? = nil,
    into result: inout PieceResult
  ) {
    if case .table(let delimiter) = options.format {
      let sentences =
        malformed.map { [ProblemLines.sentence($0)] }
        ?? evaluator.problems.lazy.filter { $0.severity == .error }
        .map { lines.sentence($0, evaluator, span, record: number) }
      var cell: [UInt8] = []
      cell.appendCSVCell(sentences.joined(separator: "; "), delimiter: delimiter)
      cell.append(delimiter)
      result.rejected.append(cell)
      let isAddedByHand = malformed != nil && !hasEarlierMessages(malformed: record)
      let own = isAddedByHand ? nil : table?.withoutProblems(record)
      result.rejected.append(own?.before ?? record)
      if let own { result.rejected.append(own.after) }
      result.rejected.append("\n")
      return
    }
    // Where nothing stands there is nothing to be mended.
    if record.isEmpty { return }
    if case .json = options.format {
      // Elements of an array are set apart by commas; whoever joins the pieces drops the first.
      result.rejected.append(",\n")
      writeObject(record, span, number: number, malformed, to: &result.rejected)
    } else {
      writeObject(record, span, number: number, malformed, to: &result.rejected)
      result.rejected.append("\n")
    }
  }

  /// Whether a row that cannot be read has the messages of an earlier run.
  func hasEarlierMessages(malformed row: TextBytes) -> Bool {
    table?.hasProblems(malformed: row, isMessage: readsAsMessage) ?? false
  }

  /// Whether a cell reads as what is said of a rejected row: that it cannot be read, or what is wrong
  /// with a field of the form.
  private func readsAsMessage(_ cell: TextBytes) -> Bool {
    let text = (cell.first == UInt8(ascii: "\"") ? cell.part(1, cell.count) : cell).makeString()
    if [EnglishWords.unreadable, JapaneseWords.unreadable].contains(where: text.hasPrefix) {
      return true
    }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text[colon...].hasPrefix(": ")
    else { return false }
    let name = text.prefix { !":.[".contains($0) }
    return evaluator.program.fields.contains { $0.level == 0 && $0.name == name }
  }

  private func writeObject(
    _ record: TextBytes, _ span: RecordSpan, number: Int, _ malformed: ProblemReport?,
    to out: inout ByteBuffer
  ) {
    // What is no object has no keys: behind a brace of ours, the mended line could not be read. Behind what is no
    // white space of JSON a key would not be found again.
    let brace = record.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard let brace, record[brace] == UInt8(ascii: "{") else {
      return out.append(record)
    }
    out.append(TextBytes(rebasing: record[...brace]))
    out.append(problemsMember)
    if let malformed {
      var sentence: [UInt8] = []
      sentence.appendJSONString(ProblemLines.sentence(malformed))
      out.append(sentence)
    } else {
      var isFirst = true
      for problem in evaluator.problems {
        guard case .error = problem.severity else { continue }
        if !isFirst { out.append(",") }
        isFirst = false
        lines.writeSentence(problem, evaluator, span, record: number, to: &out)
      }
    }
    out.append("]")
    let earlier =
      evaluator.earlierProblems(in: record, isRead: malformed == nil) ?? (brace + 1)..<(brace + 1)
    let before = TextBytes(rebasing: record[(brace + 1)..<earlier.lowerBound])
    let after = TextBytes(rebasing: record[earlier.upperBound...])
    let next = before.first { $0 > 0x20 } ?? after.first { $0 > 0x20 }
    if next != UInt8(ascii: "}"), next != nil { out.append(",") }
    out.append(before)
    out.append(after)
  }
}
