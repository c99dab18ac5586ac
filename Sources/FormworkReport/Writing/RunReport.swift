// How a run ended, for people.

internal import FormworkEngine

/// What came of all files of a run.
package struct RunReport: Sendable {
  package var summary = Summary()
  /// How many rejected records were drawn, where any were to be.
  package var drawn: Int?
  /// Rows with nothing in them.
  package var emptyRows = 0
  /// Whether it stopped at the first rejected record.
  package var didStop = false

  package init() {}

  /// The counts of the run, and its problems by field and code.
  package func text(_ writer: MessageWriter, _ palette: Palette) -> String {
    let words = writer.builtIn
    var text = shown(words).map { $0 + "\n\n" } ?? ""
    text += headline(words, palette) + "\n"
    for line in lines(writer) + notes(words) { text += "  " + line + "\n" }
    return text
  }

  /// How many of the rejected records were drawn; nil if it was all of them.
  private func shown(_ words: BuiltInLanguage) -> String? {
    guard let drawn, drawn < summary.rejected else { return nil }
    return words.report(.shownOf).filled(
      ("shown", String(drawn)), ("all", String(summary.rejected)))
  }

  /// The counts of the run in a sentence.
  func headline(_ words: BuiltInLanguage, _ palette: Palette = .plain) -> String {
    let head = counts(words, palette)
    return didStop ? words.report(.stopped).filled(("summary", head)) : head
  }

  /// What was passed over and left out.
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

  /// Each field and code with its count.
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
  /// "… and 3 more".
  func andMore(_ count: Int, _ thing: Counted) -> String {
    report(.andMore).filled(("what", counted(count, thing)))
  }

  /// "email at 3:14", or only the place.
  func placed(_ what: String?, at place: String) -> String {
    guard let what else { return report(.place).filled(("place", place)) }
    return report(.placed).filled(("what", what), ("place", place))
  }
}
