// The summary of a run for people.

internal import FormworkEngine

/// The results of all files of a run.
package struct RunReport: Sendable {
  package var summary = Summary()
  /// The records that were drawn, or nil if none should be.
  package var drawn: DrawnRecords?
  /// The number of empty rows.
  package var emptyRows = 0
  /// Whether the run stopped at the first rejected record.
  package var didStop = false

  package init() {}

  /// Returns the counts of the run, and its problems by field and code.
  package func text(_ writer: MessageWriter, _ palette: Palette) -> String {
    let words = writer.builtIn
    var text = shown(words).map { $0 + "\n\n" } ?? ""
    text += headline(words, palette) + "\n"
    for line in lines(writer) + notes(words) { text += "  " + line + "\n" }
    return text
  }

  /// Returns how many of the rejected records were drawn, or nil if all were.
  private func shown(_ words: BuiltInLanguage) -> String? {
    guard let drawn else { return nil }
    var text: [String] = []
    let shared = drawn.sharedRejected
    if shared > 0 { text.append(words.counted(shared, .sharedRejected)) }
    if drawn.rejected + shared < summary.rejected {
      text.append(
        words.report(.shownOf).filled(
          ("shown", String(drawn.rejected)), ("all", String(summary.rejected))))
    }
    return text.isEmpty ? nil : text.joined(separator: "\n")
  }

  /// Returns the counts of the run as a sentence.
  func headline(_ words: BuiltInLanguage, _ palette: Palette = .plain) -> String {
    let head = counts(words, palette)
    return didStop ? words.report(.stopped).filled(("summary", head)) : head
  }

  /// Returns notes about skipped rows and omitted problems.
  func notes(_ words: BuiltInLanguage) -> [String] {
    var notes: [String] = []
    if emptyRows > 0 { notes.append(words.counted(emptyRows, .emptyRow)) }
    if summary.omitted > 0 { notes.append(words.andMore(summary.omitted, .untoldProblem)) }
    return notes
  }

  private func counts(_ words: BuiltInLanguage, _ palette: Palette) -> String {
    let rejected = summary.rejected
    let head = words.report(.summary).filled(
      ("records", words.counted(summary.recordCount, .record)),
      ("accepted", palette.paint(words.counted(summary.accepted, .accepted), .success)),
      (
        "rejected",
        palette.paint(words.counted(rejected, .rejected), rejected > 0 ? .error : .success)
      ))
    guard summary.dataSetErrors > 0 else { return head }
    let errors = palette.paint(words.counted(summary.dataSetErrors, .error), .error)
    return words.report(.ofAllRecords).filled(("summary", head), ("errors", errors))
  }

  /// Returns each field and code with its count.
  private func lines(_ writer: MessageWriter) -> [String] {
    let words = writer.builtIn
    let lines = summary.lines(writer)
    let width = lines.map { words.digits($0.count).count }.max() ?? 0
    return lines.map { line in
      let count = words.digits(line.count)
      let text =
        String(repeating: " ", count: width - count.count) + count + "  "
        + visible(line.place(words)) + "  " + visible(line.code)
      return line.isWarning ? words.report(.warningLine).filled(("line", text)) : text
    }
  }
}

extension BuiltInLanguage {
  /// Returns "… and 3 more".
  func andMore(_ count: Int, _ thing: Counted) -> String {
    report(.andMore).filled(("what", counted(count, thing)))
  }

  /// Returns "email at 3:14", or only the position.
  func placed(_ what: String?, at place: String) -> String {
    guard let what else { return report(.place).filled(("place", place)) }
    return report(.placed).filled(("what", what), ("place", place))
  }
}
