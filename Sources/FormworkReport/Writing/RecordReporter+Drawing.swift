// Drawings of records for people: problems, values and positions.

internal import FormworkEngine
internal import FormworkSyntax

extension RecordReporter {
  func draw(
    _ reports: [ProblemReport], number: Int, line: Int, isAccepted: Bool
  ) -> String {
    let palette = options.palette
    let words = writer.builtIn
    let file = options.fileName
    let head = words.report(file == nil ? .recordOnLine : .recordInFile).filled(
      ("record", String(number)), ("line", String(line)), ("file", visible(file ?? "")))
    let whole = isAccepted ? words.report(.acceptedRecord).filled(("record", head)) : head
    var text = palette.paint(whole, .strong) + "\n"
    for report in reports { text += draw(report) }
    return text
  }

  /// Returns the lines that follow the problems in the drawing of a record.
  func afterword(isAccepted: Bool) -> String {
    var text = ""
    if evaluator.omittedCount > 0 {
      text += "  " + writer.builtIn.andMore(evaluator.omittedCount, .more) + "\n"
    }
    guard options.explains, !isAccepted else { return text }
    let explanation = Explanation(evaluator, source)
    for line in explanation.skippedLines(limit: options.problemLimit, &formPlaces) {
      text += "  " + line + "\n"
    }
    return text
  }

  func draw(_ report: ProblemReport) -> String {
    let palette = options.palette
    let isWarning = report.severity == .warning
    let words = writer.builtIn
    let mark = palette.paint(
      words.report(isWarning ? .warning : .error), isWarning ? .warning : .error)
    var text = "  " + mark + " "
    if let name = name(of: report) { text += palette.paint(name, .strong) + ": " }
    text += visible(report.message) + "\n"
    var places: [String] = []
    let value = report.value.map { visible(report.isText ? "\"\($0)\"" : $0, columns: 48) }
    if report.cell != nil {
      if let value { places.append(value) }
    } else if let place = report.place {
      let cell = options.layout.kind.isSheet ? TableCell(place) : nil
      places.append(words.placed(value, at: cell?.name ?? "\(place.line):\(place.column)"))
    }
    let rule = visible(report.code)
    places.append(
      report.specSpan.map { words.placed(rule, at: formPlaces.text(of: $0.lower)) } ?? rule)
    text += "        " + palette.paint(places.joined(separator: " · "), .place) + "\n"
    for line in report.explanation { text += "          " + palette.paint(line, .hint) + "\n" }
    return text
  }

  /// Returns the name of a problem's column, field or file. In a table, the text includes the cell.
  private func name(of report: ProblemReport) -> String? {
    let subject = report.column ?? report.field ?? report.file
    guard let name = subject.map({ visible($0) }) else { return nil }
    guard let cell = report.cell else { return name }
    return writer.builtIn.report(.inCell).filled(("name", name), ("cell", cell.name))
  }
}
