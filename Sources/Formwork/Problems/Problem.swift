// One thing wrong with a record, as a program and as people need it.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// One thing wrong with a record, or worth knowing about it.
public struct Problem: Sendable {
  /// The path of the field, such as `items[2].price`; nil for the record as a whole.
  public let field: String?
  /// A stable name of what is wrong: that of the rule word or of the definition that failed, or
  /// `required`, `type`, `choice`, `blank`, `unknown`, `malformed`, `compare`, `rule`, `records`.
  public let code: String
  /// What is wrong, with its limits and what was found.
  public let reason: Reason
  /// Whether it rejects the record.
  public let severity: Severity
  /// A few words over the message, if the form has some.
  public let title: String?
  /// What is wrong and what to do about it, in the language asked for.
  public let message: String
  /// Where in the data the value is; nil where it has no place, or there is no text.
  public let position: RecordPosition?
  /// Where in the form the rule or the field is; nil where no line of it is responsible.
  public let place: FormPlace?
  /// Titles and messages in the form's other languages.
  private let translations: [Translation]

  private struct Translation: Sendable {
    var language: String
    var title: String?
    var message: String
  }

  /// The message in one of the form's languages; the one in the language asked for where the form
  /// has no such language.
  ///
  /// - Parameter language: a code of `FormSpec.languages`.
  public func message(in language: String) -> String {
    translations.first { $0.language == language }?.message ?? message
  }

  /// The title in one of the form's languages; the one in the language asked for where the form has
  /// no such language.
  ///
  /// - Parameter language: a code of `FormSpec.languages`.
  public func title(in language: String) -> String? {
    translations.first { $0.language == language }.map { $0.title } ?? title
  }
}

extension Problem: CustomStringConvertible {
  /// The field and the message: `age: Age must be 0 to 999`.
  public var description: String { field.map { "\($0): \(message)" } ?? message }
}

/// A place in the bytes of a record or of a stream of them.
public struct RecordPosition: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column in code points, from 1.
  public let column: Int
}

// MARK: - From an evaluator

extension Problem {
  /// - Parameter hasPlace: whether the record is text.
  fileprivate init(
    _ report: ProblemReport, _ reason: Reason, _ core: FormCore, hasPlace: Bool,
    translations: [(language: String, report: ProblemReport)]
  ) {
    field = report.field
    code = report.code
    self.reason = reason
    severity = Severity(report.severity)
    title = report.title
    message = report.message
    position =
      hasPlace ? report.place.map { RecordPosition(line: $0.line, column: $0.column) } : nil
    place = report.specSpan.map { FormPlace($0, core.source) }
    self.translations = translations.map {
      Translation(language: $0.language, title: $0.report.title, message: $0.report.message)
    }
  }
}

extension FormPlace {
  init(_ span: Span, _ source: Source) {
    let position = source.position(span.lower)
    self.init(
      file: source.name(at: span.lower), line: position.line, column: position.column)
  }
}

extension FormCore {
  /// What `evaluator` found, as values that outlive it.
  ///
  /// - Parameters:
  ///   - span: where the record stands in its text; nil for one that has no text.
  ///   - number: the number of the record in its stream, from 1.
  func outcome(
    of evaluator: Evaluator, _ language: String?, at span: RecordSpan? = nil, number: Int = 1,
    cells: [Int]? = nil
  ) -> Outcome {
    let problems = worded(
      Array(evaluator.problems), evaluator, language, at: span, number: number, cells: cells)
    if evaluator.isAccepted { return .accepted(products.product(evaluator).with(problems)) }
    return .rejected(
      Rejection(problems, skipped: skipped(evaluator), omittedCount: evaluator.omittedCount))
  }

  /// What is wrong with a record that cannot be read.
  func outcome(
    of malformed: MalformedRecord, _ language: String?, _ record: TextBytes,
    at span: RecordSpan?
  ) -> Outcome {
    let start = span ?? RecordSpan(lower: 0, upper: 0, line: 1, column: 1)
    let report = writer(language).report(malformed, record, start)
    let others = languages.filter { $0 != language ?? program.language }.map {
      (language: $0, report: writer($0).report(malformed, record, start))
    }
    let problem = Problem(
      report, .malformed, self, hasPlace: span != nil, translations: others)
    return .rejected(Rejection([problem]))
  }

  /// What is wrong with the number of all records; nil if nothing is. With warnings alone it is an
  /// accepted product without values.
  func outcome(
    ofRecordCount count: Int, _ evaluator: Evaluator, _ language: String?
  ) -> Outcome? {
    let found = evaluator.problems(ofRecordCount: count)
    let problems = worded(found, evaluator, language, at: nil, number: count)
    guard !problems.isEmpty else { return nil }
    let isAccepted = problems.allSatisfy { $0.severity == .warning }
    return isAccepted ? .accepted(Product([]).with(problems)) : .rejected(Rejection(problems))
  }

  private func worded(
    _ problems: [FormworkEngine.Problem], _ evaluator: Evaluator, _ language: String?,
    at span: RecordSpan?, number: Int, cells: [Int]? = nil
  ) -> [Problem] {
    if problems.isEmpty { return [] }
    let own = writer(language)
    let others = languages.filter { $0 != own.language }
    let start = span ?? RecordSpan(lower: 0, upper: 0, line: 1, column: 1)
    let place = RecordPlace(record: number, line: start.line)
    var places = RecordPlaces(start, evaluator.record, cells: cells)
    return problems.map { problem in
      let facts = evaluator.facts(of: problem, listing: Int.max)
      let report = own.report(problem, evaluator, &places, record: number, facts)
      let translations = others.map {
        (language: $0, report: writer($0).report(problem, evaluator, at: place, facts))
      }
      let reason = Reason(facts, code: report.code) { products.value($0, evaluator) }
      return Problem(
        report, reason, self, hasPlace: span != nil, translations: translations)
    }
  }

  /// The most skipped rules of an outcome: a list of a million bad items skips as many.
  private static let skippedLimit = 1_000
  /// The most fields that a skipped rule names.
  private static let fieldLimit = 20

  private func skipped(_ evaluator: Evaluator) -> [SkippedRule] {
    // Only a field that cannot be used keeps a rule from being decided.
    guard evaluator.problems.contains(where: { $0.kind != .rule && $0.kind != .unknownKey }) else {
      return []
    }
    return evaluator.skipped(limit: FormCore.skippedLimit).told.map { skipped in
      let span = program.span(ofCondition: skipped.condition)
      return SkippedRule(
        kind: SkippedRule.Kind(skipped.kind), rule: source.text(span),
        path: evaluator.path(of: skipped),
        fields: evaluator.unusableFields(for: skipped, limit: FormCore.fieldLimit),
        place: FormPlace(span, source))
    }
  }
}

extension SkippedRule.Kind {
  fileprivate init(_ kind: Skipped.Kind) {
    switch kind {
    case .rule: self = .rule
    case .branch: self = .block
    case .presence: self = .presence
    }
  }
}

extension Rejection<Problem> {
  /// - Parameter problems: errors and warnings, with at least one error.
  fileprivate init(_ problems: [Problem], skipped: [SkippedRule] = [], omittedCount: Int = 0) {
    self.init(
      problems: problems.filter { $0.severity == .error },
      warnings: problems.filter { $0.severity == .warning }, skipped: skipped,
      omittedCount: omittedCount)
  }
}

extension Product {
  fileprivate func with(_ warnings: [Problem]) -> Product {
    var product = self
    product.warnings = warnings
    return product
  }
}
