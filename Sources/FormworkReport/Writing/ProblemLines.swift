// Problems as JSON and as sentences. Where the words of a problem are the same whatever the record, they
// are made when it comes for the first time and copied from then on: making them takes as long as
// evaluating twenty records.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes problems of one program; owned by one thread.
final class ProblemLines {
  /// What problems have in common that are worded alike.
  private struct Key: Hashable {
    var kind: Problem.Kind
    var field: Int32
    var rule: Int32
    var part: Int32

    init(_ problem: Problem) {
      kind = problem.kind
      field = problem.field
      rule = problem.rule
      part = problem.part
    }
  }

  /// The words of a problem that are the same for every record.
  private struct Fixed {
    /// The problem as JSON up to its parameters.
    var head: [UInt8]
    /// Its parameters but the actual value, without braces.
    var parameters: [UInt8]
    var sentence: String
    /// Whether the actual value is one of its parameters.
    var showsActual: Bool
  }

  private let writer: MessageWriter
  /// What is known of problems that came; nil for those whose words hang on the record.
  private var known: [Key: Fixed?] = [:]

  init(_ writer: MessageWriter) { self.writer = writer }

  /// Appends a problem of the record that `evaluator` holds as JSON.
  func write(
    _ problem: Problem, _ evaluator: Evaluator, _ span: RecordSpan, record: Int,
    to out: inout ByteBuffer
  ) {
    guard let fixed = fixed(problem, evaluator, span, record) else {
      var bytes: [UInt8] = []
      writer.report(problem, evaluator, span, record: record).write(to: &bytes)
      return out.append(bytes)
    }
    out.append(fixed.head)
    var parameters = fixed.parameters
    if fixed.showsActual {
      let actual = evaluator.actual(of: problem)
      if let parameter = MessageWriter.parameter(actual) {
        if !parameters.isEmpty { parameters.append(UInt8(ascii: ",")) }
        parameters.append(contentsOf: "\"actual\":".utf8)
        parameter.write(to: &parameters)
      }
    }
    if !parameters.isEmpty {
      out.append(",\"params\":{")
      out.append(parameters)
      out.append("}")
    }
    if let offset = evaluator.offset(of: problem) {
      let place = span.place(of: offset, in: evaluator.record)
      out.append(",\"line\":")
      out.append(integer: place.line)
      out.append(",\"column\":")
      out.append(integer: place.column)
    }
    out.append("}")
  }

  /// The field and the message of a problem in one: `age: Age must be 0 to 999`.
  func sentence(
    _ problem: Problem, _ evaluator: Evaluator, _ span: RecordSpan, record: Int
  ) -> String {
    if let fixed = fixed(problem, evaluator, span, record) { return fixed.sentence }
    return ProblemLines.sentence(writer.report(problem, evaluator, span, record: record))
  }

  static func sentence(_ report: ProblemReport) -> String {
    report.field.map { "\($0): \(report.message)" } ?? report.message
  }

  private func fixed(
    _ problem: Problem, _ evaluator: Evaluator, _ span: RecordSpan, _ record: Int
  ) -> Fixed? {
    let key = Key(problem)
    if let known = known[key] { return known }
    var fixed: Fixed?
    if writer.isFixed(problem) {
      let report = writer.report(problem, evaluator, span, record: record)
      var parameters: [UInt8] = []
      ProblemReport.write(report.parameters.filter { $0.name != "actual" }, to: &parameters)
      fixed = Fixed(
        head: report.head, parameters: parameters, sentence: ProblemLines.sentence(report),
        showsActual: problem.kind == .rule && !evaluator.actualIsSecret(problem))
    }
    known[key] = fixed
    return fixed
  }
}
