// A problem with its message, its parameters and its position, ready for output.

package import FormworkEngine
package import FormworkSyntax

/// A problem with its message.
package struct ProblemReport: Sendable {
  /// The path of the field, or nil for the whole record.
  package var field: String?
  /// The path of the field with `[]` instead of item indices, for reports.
  package var fieldOfAllItems: String?
  package var code: String
  package var severity: Severity
  package var message: String
  package var title: String?
  package var parameters: [(name: String, value: Parameter)] = []
  /// The line and column of the value in the data, from 1. Nil if the value has no position. Columns count code points,
  /// or cells in a sheet.
  package var place: (line: Int, column: Int)?
  /// The label of the field, or nil for the whole record.
  package var label: String?
  /// In a table, the field's label with the column's name.
  package var column: String?
  /// In a table, the name of the field's column.
  package var header: String?
  /// In a table, the field's cell.
  package var cell: TableCell?
  /// The name of the file whose columns are wrong, if it is one of several. Nil for other problems.
  package var file: String?
  /// The value in the data, or the mask of a secret. Nil if there is no value.
  package var value: String?
  /// Whether the value is a text, which drawings put in quotes.
  package var isText = false
  /// The span of the rule or field that caused the problem, in the source of the form. Nil if there is no such rule or
  /// field.
  package var specSpan: Span?
  /// The lines that show the failed condition and, below its parts, their values. Empty if not requested.
  package var explanation: [String] = []

  /// The value of a parameter.
  package enum Parameter: Sendable, Equatable {
    /// A number in JSON notation.
    case number(String)
    case truth(Bool)
    case text(String)
    case texts([String])

    /// The value as one line.
    var text: String {
      switch self {
      case .number(let text), .text(let text): text
      case .truth(let isTrue): isTrue ? "true" : "false"
      case .texts(let texts): texts.joined(separator: ", ")
      }
    }
  }
}

extension ProblemReport {
  package init(
    field: String?, code: String, severity: Severity, message: String, title: String?,
    parameters: [(name: String, value: Parameter)], place: (line: Int, column: Int)?
  ) {
    self.init(field: field, code: code, severity: severity, message: message)
    self.title = title
    self.parameters = parameters
    self.place = place
  }
}

extension MessageWriter {
  /// Returns a report of a problem of the evaluator's current record, with its position in the data.
  package func report(
    _ problem: Problem, _ evaluator: Evaluator, _ places: inout RecordPlaces, record: Int
  ) -> ProblemReport {
    let place = RecordPlace(record: record, line: places.firstLine)
    var report = report(problem, evaluator, at: place)
    if let offset = evaluator.offset(of: problem) {
      report.place = places.place(of: offset)
      addValue(of: problem, evaluator, to: &report)
    }
    return report
  }

  /// Returns a report of a problem of the evaluator's current record.
  package func report(
    _ problem: Problem, _ evaluator: Evaluator, at place: RecordPlace
  ) -> ProblemReport {
    let facts = evaluator.facts(of: problem, listing: MessageWriter.listedValues)
    let words = ProblemWords(problem, evaluator, at: place, facts)
    var report = ProblemReport(
      field: evaluator.path(of: problem), code: program.code(of: problem),
      severity: problem.severity, message: words.message(self))
    report.title = words.title(self)
    report.parameters = facts.parameters
    report.specSpan = program.span(of: problem)
    return report
  }

  /// Returns a report of a record that can't be read.
  package func report(
    _ malformed: MalformedRecord, _ record: TextBytes, _ span: RecordSpan
  ) -> ProblemReport {
    var report = ProblemReport(
      field: nil, code: ProblemCode.malformed.rawValue, severity: .error,
      message: words(of: malformed, in: record).message(self))
    var places = RecordPlaces(span, record)
    report.place = places.place(of: malformed.offset)
    return report
  }

  private func addValue(
    of problem: Problem, _ evaluator: Evaluator, to report: inout ProblemReport
  ) {
    if problem.kind == .unknownKey { return }
    let shown = evaluator.shownInput(of: problem)
    switch shown.open?.kind {
    case .blank, .list, .record: return
    case .text: report.isText = true
    default: break
    }
    report.value = shown.text
  }
}

/// A cell of a table by its row and its column, from 1.
package struct TableCell: Sendable, Equatable {
  package var row: Int
  package var column: Int

  init(row: Int, column: Int) { (self.row, self.column) = (row, column) }

  init(_ place: RecordPlaces.Place) { self.init(row: place.line, column: place.column) }

  /// The name of the cell, such as `E5`.
  package var name: String { TableCell.letters(ofColumn: column) + String(row) }

  /// Returns the name of a column in spreadsheets.
  static func letters(ofColumn number: Int) -> String {
    var letters = ""
    var rest = number
    while rest > 0 {
      letters = String(Character(Unicode.Scalar(UInt8(65 + (rest - 1) % 26)))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }
}

// MARK: - Parameters

extension ProblemFacts {
  /// The parameters that programs get in addition to the message.
  package var parameters: [(name: String, value: ProblemReport.Parameter)] {
    switch self {
    case .required, .blank, .unknownKey, .calculation, .unasked: []
    case .type(let type): [("expected", .text(type.kind.rawValue))]
    case .choice(let choices): [("choices", .listed(choices.values))]
    case .rule(let rule): rule.parameters
    }
  }
}

extension FailedRule {
  fileprivate var parameters: [(name: String, value: ProblemReport.Parameter)] {
    var parameters: [(name: String, value: ProblemReport.Parameter)] = []
    func add(_ name: String, _ value: ShownValue?) {
      guard let value = value?.open, let parameter = ProblemReport.Parameter(value) else { return }
      parameters.append((name, parameter))
    }
    add("min", limits.low)
    add("max", limits.high)
    if limits.isExclusive { parameters.append(("exclusive", .truth(true))) }
    if let choices, !choices.isSecret { parameters.append(("choices", .listed(choices.values))) }
    if case .constraint(let constraint) = test {
      switch constraint.allowed {
      case .word(.startsWith), .word(.endsWith): add("text", constraint.argument.value)
      case .word(.multipleOf): add("step", constraint.argument.value)
      default: break
      }
      if constraint.isContains {
        add("text", constraint.argument.value)
        if case .characters(let selection) = constraint.argument, let kind = selection.classes.first
        {
          parameters.append(("class", .text(kind.name)))
        }
      }
    }
    add("actual", actual)
    return parameters
  }
}

extension ProblemReport.Parameter {
  /// Creates a parameter from a single value. Returns nil for other values, such as a list, and for a text that is too
  /// long.
  init?(_ value: Value) {
    if value.isLongText { return nil }
    switch value.kind {
    case .number: self = .number(value.text)
    case .bool: self = .truth(value.bool)
    case .text, .date, .time, .dateTime, .instant, .duration: self = .text(value.text)
    default: return nil
    }
  }

  fileprivate static func listed(_ values: [String]) -> ProblemReport.Parameter {
    .texts(Array(values.prefix(MessageWriter.listedValues)))
  }
}

// MARK: - JSON

extension ProblemReport {
  /// Appends the problem as JSON, with its keys in the documented order.
  package func write(to out: inout ByteBuffer) {
    writeHead(to: &out)
    if !parameters.isEmpty {
      out.key("params")
      out.object { ProblemReport.write(parameters, to: &$0) }
    }
    if let place {
      out.member("line", place.line)
      out.member("column", place.column)
    }
    if let file { out.member("file", file) }
    out.append("}")
  }

  /// Appends the problem as JSON up to its parameters.
  func writeHead(to out: inout ByteBuffer) {
    out.separate()
    out.append("{")
    out.member("field", orNull: field)
    out.member("code", code)
    out.member("severity", severity.rawValue)
    out.member("message", message)
    out.member("title", title)
  }

  /// Appends parameters, without the braces around them.
  static func write(
    _ parameters: [(name: String, value: Parameter)], to out: inout ByteBuffer
  ) {
    for parameter in parameters {
      out.key(named: parameter.name)
      parameter.value.write(to: &out)
    }
  }
}

extension ProblemReport.Parameter {
  func write(to out: inout ByteBuffer) {
    switch self {
    case .number(let digits): out.value(json: digits)
    case .truth(let truth): out.value(truth)
    case .text(let text): out.value(text)
    case .texts(let texts): out.value(texts)
    }
  }
}
