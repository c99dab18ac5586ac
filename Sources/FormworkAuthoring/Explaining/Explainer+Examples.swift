// The results of a form's examples.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension Explainer {
  func exampleBlocks() -> [Document.Block] {
    guard !program.examples.isEmpty else { return [] }
    var table = Document.Table(
      head: [text(.exampleName), text(.exampleVerdict), text(.exampleWords)])
    table.rows = program.examples.prefix(Explainer.manyExamples).map { row($0) }
    let rest = program.examples.count - table.rows.count
    if rest == 0 { return [.table(table)] }
    return [
      .table(table), .paragraph(text(.moreExamples).filled(("count", String(rest)))),
    ]
  }

  /// Returns the table row of an example. If the example needs a host rule or a list of other data that isn't
  /// available, the row shows the verdict that the example states.
  private func row(_ example: FormExample) -> [String] {
    let name =
      example.day.map {
        text(.exampleOn).filled(("name", visible(example.name)), ("day", $0.description))
      } ?? visible(example.name)
    if program.asksHost || !program.hasLists(for: example) {
      let stated = verdict(isAccepted: example.rejects == nil)
      let words = text(program.asksHost ? .verdictStated : .verdictWithoutLists)
      return [name, words.filled(("verdict", stated)), ""]
    }
    let own = program.with(example, moment: moment)
    let evaluator = Evaluator(own, moment: example.moment(else: moment))
    let outcome = writer.outcome(of: example, evaluator)
    let fields = evaluator.problems.map { $0.field }
    let said = outcome.reports.enumerated().map { number, report in
      let field = number < fields.count ? fields[number] : -1
      let label =
        field < 0 || report.field == nil ? "" : visible(writer.label(ofField: field)) + ": "
      return label + visible(report.message)
    }
    return [name, verdict(example, outcome), said.joined(separator: "\n")]
  }

  private func verdict(_ example: FormExample, _ outcome: ExampleOutcome) -> String {
    let isAccepted = outcome.errors.isEmpty
    let found = verdict(isAccepted: isAccepted)
    if outcome.isMet || (example.rejects == nil) == isAccepted { return found }
    return text(.exampleDiffers).filled(
      ("verdict", found), ("expected", verdict(isAccepted: example.rejects == nil)))
  }

  private func verdict(isAccepted: Bool) -> String {
    text(isAccepted ? .acceptedVerdict : .rejectedVerdict)
  }
}
