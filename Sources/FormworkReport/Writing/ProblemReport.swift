// A problem with its words, its parameters and its place, ready to be laid out.

package import FormworkEngine
package import FormworkSyntax

/// A problem, worded.
package struct ProblemReport: Sendable {
  /// The path, or nil for the whole record.
  package var field: String?
  package var code: String
  package var severity: Severity
  package var message: String
  package var title: String?
  package var parameters: [(name: String, value: Parameter)] = []
  /// Line and column in the data, from 1, where the value is there; columns count code points.
  package var place: (line: Int, column: Int)?
  /// What the data has, or the mask of a secret; nil where there is nothing.
  package var shownValue: String?
  /// Where in the spec the rule or the field is; nil for what no line of it is about.
  package var specSpan: Span?
  /// The failed condition with the values under its parts, if asked for.
  package var explanation: [String] = []

  /// A value of a parameter.
  package enum Parameter: Sendable, Equatable {
    /// Digits, as JSON writes numbers.
    case number(String)
    case text(String)
    case texts([String])
  }
}

extension MessageWriter {
  /// Words a problem of the record that `evaluator` holds, with its place in the data.
  package func report(
    _ problem: Problem, _ evaluator: Evaluator, _ places: inout RecordPlaces, record: Int
  ) -> ProblemReport {
    var report = report(
      problem, evaluator, at: RecordPlace(record: record, line: places.firstLine))
    if let offset = evaluator.offset(of: problem) {
      report.place = places.place(of: offset)
      report.shownValue = shownValue(of: problem, evaluator)
    }
    return report
  }

  /// Words a problem of the record that `evaluator` holds.
  package func report(
    _ problem: Problem, _ evaluator: Evaluator, at place: RecordPlace
  ) -> ProblemReport {
    var report = ProblemReport(
      field: evaluator.path(of: problem), code: program.code(of: problem),
      severity: problem.severity,
      message: message(of: problem, evaluator, at: place))
    report.title = title(of: problem, evaluator, at: place)
    report.parameters = parameters(of: problem, evaluator)
    report.specSpan = specSpan(of: problem)
    return report
  }

  /// Words a record that cannot be read.
  package func report(
    _ malformed: MalformedRecord, _ record: TextBytes, _ span: RecordSpan
  ) -> ProblemReport {
    var report = ProblemReport(
      field: nil, code: ProblemCode.malformed.rawValue, severity: .error,
      message: message(of: malformed, in: record))
    var places = RecordPlaces(span, record)
    report.place = places.place(of: malformed.offset)
    return report
  }

  private func shownValue(of problem: Problem, _ evaluator: Evaluator) -> String? {
    if problem.kind == .unknownKey { return nil }
    if problem.field >= 0, program.holdsSecret(field: problem.field) {
      return MessageWriter.secretMask
    }
    let raw = evaluator.rawValue(of: problem)
    switch raw.kind {
    case .text: return "\"" + raw.shortText + "\""
    case .blank, .list, .record: return nil
    default: return raw.shortText
    }
  }

  private func specSpan(of problem: Problem) -> Span? {
    switch problem.kind {
    case .rule:
      return problem.part >= 0
        ? program.nodes[Int(problem.part)].span : program.rules[Int(problem.rule)].span
    case .blank: return program.elseBlanks[Int(problem.rule)].span
    case .required, .type, .choice:
      return problem.field >= 0 ? program.fields[Int(problem.field)].span : nil
    case .unknownKey: return nil
    }
  }
}

// MARK: - Parameters

extension MessageWriter {
  private func parameters(
    of problem: Problem, _ evaluator: Evaluator
  ) -> [(name: String, value: ProblemReport.Parameter)] {
    switch problem.kind {
    case .required, .blank, .unknownKey: return []
    case .type:
      guard problem.field >= 0 else { return [("expected", .text("record"))] }
      return [("expected", .text(typeName(program.fields[Int(problem.field)].type)))]
    case .choice:
      guard case .choice(let choice) = program.fields[Int(problem.field)].type else { return [] }
      return [("choices", listed(program.choices[Int(choice)].values))]
    case .rule: return ruleParameters(of: problem, evaluator)
    }
  }

  private func ruleParameters(
    of problem: Problem, _ evaluator: Evaluator
  ) -> [(name: String, value: ProblemReport.Parameter)] {
    var parameters: [(name: String, value: ProblemReport.Parameter)] = []
    func add(_ name: String, _ value: Value) {
      if let parameter = MessageWriter.parameter(value) { parameters.append((name, parameter)) }
    }
    let part = problem.part < 0 ? -1 : evaluator.innermostPart(problem.part, of: problem)
    let limits = program.limits(of: part)
    for (name, limit) in [("min", limits.minimum), ("max", limits.maximum)]
    where limit >= 0 && !program.isSecret(limit) {
      add(name, evaluator.value(of: limit, for: problem))
    }
    if let items = program.listedValues(of: part),
      !items.contains(where: { program.isSecret(program.lists[$0]) })
    {
      let shown = items.prefix(MessageWriter.listedValues)
      let texts = evaluator.texts(of: shown.startIndex..<shown.endIndex, for: problem)
      parameters.append(("choices", .texts(texts)))
    }
    if let (name, operand) = argument(ofPart: part), !program.isSecret(operand) {
      add(name, evaluator.value(of: operand, for: problem))
    }
    if !evaluator.actualIsSecret(problem) { add("actual", evaluator.actual(of: problem)) }
    return parameters
  }

  /// The argument of a predicate that is neither a range nor a list.
  private func argument(ofPart part: Int32) -> (String, Int32)? {
    guard part >= 0 else { return nil }
    let node = program.nodes[Int(part)]
    guard node.operation == .predicate, node.c == 1 else { return nil }
    let argument = program.lists[Int(node.b)]
    switch Predicate(rawValue: node.variant) {
    case .startsWith, .endsWith: return ("text", argument)
    case .multipleOf: return ("step", argument)
    default: return nil
    }
  }

  static func parameter(_ value: Value) -> ProblemReport.Parameter? {
    if value.isLongText { return nil }
    return switch value.kind {
    case .number: .number(value.text)
    case .bool, .text, .date, .time, .dateTime, .instant, .duration: .text(value.text)
    default: nil
    }
  }

  /// The most choices that a problem lists among its parameters: a list of ten thousand in every
  /// problem would make more output than there is data.
  private static let listedValues = 100

  private func listed(_ values: [String]) -> ProblemReport.Parameter {
    .texts(Array(values.prefix(MessageWriter.listedValues)))
  }

  private func typeName(_ type: FieldType) -> String {
    switch type {
    case .string: "string"
    case .int: "int"
    case .number: "number"
    case .bool: "bool"
    case .date: "date"
    case .time: "time"
    case .dateTime: "datetime"
    case .instant: "instant"
    case .any: "any"
    case .choice: "choice"
    case .record: "record"
    case .list: "list"
    case .formatted(let format):
      switch program.formats[Int(format)] {
      case .number: "number"
      case .integer: "int"
      case .date: "date"
      case .bool: "bool"
      }
    }
  }
}

// MARK: - JSON

extension ProblemReport {
  /// Appends the problem as JSON, its keys in the documented order.
  package func write(to out: inout ByteBuffer) {
    writeHead(to: &out)
    if !parameters.isEmpty {
      out.append(",\"params\":{")
      ProblemReport.write(parameters, to: &out)
      out.append("}")
    }
    if let place {
      out.append(",\"line\":")
      out.append(integer: place.line)
      out.append(",\"column\":")
      out.append(integer: place.column)
    }
    out.append("}")
  }

  /// Appends the problem as JSON up to its parameters.
  func writeHead(to out: inout ByteBuffer) {
    out.append("{\"field\":")
    if let field { out.append(jsonString: field) } else { out.append("null") }
    out.append(",\"code\":")
    out.append(jsonString: code)
    out.append(",\"severity\":")
    out.append(jsonString: severity.rawValue)
    out.append(",\"message\":")
    out.append(jsonString: message)
    if let title {
      out.append(",\"title\":")
      out.append(jsonString: title)
    }
  }

  /// Appends parameters, without the braces around them.
  static func write(
    _ parameters: [(name: String, value: Parameter)], to out: inout ByteBuffer
  ) {
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { out.append(",") }
      out.append(jsonString: parameter.name)
      out.append(":")
      parameter.value.write(to: &out)
    }
  }
}

extension ProblemReport.Parameter {
  func write(to out: inout ByteBuffer) {
    switch self {
    case .number(let digits): out.append(Array(digits.utf8))
    case .text(let text): out.append(jsonString: text)
    case .texts(let texts):
      out.append("[")
      for (index, text) in texts.enumerated() {
        if index > 0 { out.append(",") }
        out.append(jsonString: text)
      }
      out.append("]")
    }
  }
}
