// One thing wrong with a record, as a program and as people need it.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// One thing wrong with a record, or to be said of it.
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
  /// A few words over the message, if the spec has some.
  public let title: String?
  /// What is wrong and what to do about it, in the language asked for.
  public let message: String
  /// Where in the data the value is; nil for what has no place, or no text.
  public let position: RecordPosition?
  /// Where in the spec the rule or the field is; nil for what no line of it is about.
  public let place: SpecPlace?
  /// Titles and messages in the spec's other languages.
  private let translations: [Translation]

  private struct Translation: Sendable {
    var language: String
    var title: String?
    var message: String
  }

  /// The message in one of the spec's languages; the one in the language asked for where the spec
  /// has no such language.
  ///
  /// - Parameter language: a code of `FormSpec.languages`.
  public func message(in language: String) -> String {
    translations.first { $0.language == language }?.message ?? message
  }

  /// The title in one of the spec's languages; the one in the language asked for where the spec has
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
  init(
    _ report: ProblemReport, _ reason: Reason, _ core: SpecCore, position: RecordPosition?,
    translations: [(language: String, report: ProblemReport)]
  ) {
    field = report.field
    code = report.code
    self.reason = reason
    severity = Severity(report.severity)
    title = report.title
    message = report.message
    self.position = position
    place = report.specSpan.map { SpecPlace($0, core.source) }
    self.translations = translations.map {
      Translation(language: $0.language, title: $0.report.title, message: $0.report.message)
    }
  }
}

extension SpecPlace {
  init(_ span: Span, _ source: Source) {
    let position = source.position(span.lower)
    self.init(
      file: source.name(at: span.lower), line: position.line, column: position.column)
  }
}

extension SpecCore {
  /// What `evaluator` found, as values that outlive it.
  ///
  /// - Parameters:
  ///   - span: where the record stands in its text; nil for one that has no text.
  ///   - number: the number of the record in its stream, from 1.
  func outcome(
    of evaluator: Evaluator, _ language: String?, at span: RecordSpan? = nil, number: Int = 1
  ) -> Outcome {
    if evaluator.isAccepted {
      var product = shapes.product(evaluator)
      if !evaluator.problems.isEmpty {
        product.warnings = problems(of: evaluator, language, at: span, number: number)
      }
      return .accepted(product)
    }
    let problems = problems(of: evaluator, language, at: span, number: number)
    return .rejected(
      Rejection(
        problems: problems.filter { $0.severity == .error },
        warnings: problems.filter { $0.severity == .warning },
        skipped: skipped(evaluator),
        omittedCount: evaluator.omittedCount))
  }

  /// What has to be said of a record that cannot be read.
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
      report, .malformed, self, position: span == nil ? nil : RecordPosition(report.place),
      translations: others)
    return .rejected(Rejection(problems: [problem]))
  }

  private func problems(
    of evaluator: Evaluator, _ language: String?, at span: RecordSpan?, number: Int
  ) -> [Problem] {
    worded(Array(evaluator.problems), evaluator, language, at: span, number: number)
  }

  /// What there is to say of the number of all records; nil if nothing is. With warnings alone it is an
  /// accepted product without values.
  func outcome(
    ofRecordCount count: Int, _ evaluator: Evaluator, _ language: String?
  ) -> Outcome? {
    let problems = evaluator.problems(ofRecordCount: count)
    guard !problems.isEmpty else { return nil }
    let worded = worded(problems, evaluator, language, at: nil, number: count)
    guard worded.contains(where: { $0.severity == .error }) else {
      var product = Product([])
      product.warnings = worded
      return .accepted(product)
    }
    return .rejected(
      Rejection(
        problems: worded.filter { $0.severity == .error },
        warnings: worded.filter { $0.severity == .warning }))
  }

  private func worded(
    _ problems: [FormworkEngine.Problem], _ evaluator: Evaluator, _ language: String?,
    at span: RecordSpan?, number: Int
  ) -> [Problem] {
    let own = writer(language)
    let others = languages.filter { $0 != own.language }
    let start = span ?? RecordSpan(lower: 0, upper: 0, line: 1, column: 1)
    let place = RecordPlace(record: number, line: start.line)
    var places = RecordPlaces(start, evaluator.record)
    return problems.map { problem in
      let report = own.report(problem, evaluator, &places, record: number)
      let translations = others.map {
        (language: $0, report: writer($0).report(problem, evaluator, at: place))
      }
      return Problem(
        report, Reason(problem, evaluator, code: report.code, shapes), self,
        position: span == nil ? nil : RecordPosition(report.place), translations: translations)
    }
  }

  /// The most rules that are told to be skipped: a list of a million bad items skips as many.
  private static let skippedLimit = 1_000
  /// The most fields that one of them is told to need.
  private static let blamedLimit = 20

  private func skipped(_ evaluator: Evaluator) -> [SkippedRule] {
    // Only a field that cannot be used keeps a rule from being decided.
    guard evaluator.problems.contains(where: { $0.kind != .rule && $0.kind != .unknownKey }) else {
      return []
    }
    return evaluator.skipped(limit: SpecCore.skippedLimit).told.map { skipped in
      let span = program.nodes[Int(skipped.condition)].span
      return SkippedRule(
        kind: SkippedRule.Kind(skipped.kind), rule: source.text(span),
        path: evaluator.path(of: skipped),
        fields: evaluator.blamed(for: skipped, limit: SpecCore.blamedLimit),
        place: SpecPlace(span, source))
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

extension RecordPosition {
  fileprivate init?(_ place: (line: Int, column: Int)?) {
    guard let place else { return nil }
    self.init(line: place.line, column: place.column)
  }
}
