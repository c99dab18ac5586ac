// A problem of a record, both typed for programs and worded for people.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An error or warning about a record.
public struct Problem: Sendable {
  /// The path of the field, such as `items[2].price`; nil for the record as a whole.
  public let field: String?
  /// A stable code for the kind of problem: the name of the rule word or definition that failed, or `required`,
  /// `type`, `choice`, `blank`, `unknown`, `malformed`, `compare`, `rule`, `records`, `undecided` or `undecodable`.
  public let code: String
  /// The typed reason, with its limits and the actual value.
  public let reason: Reason
  /// The severity; only an error rejects the record.
  public let severity: Severity
  /// The position of the value in the data; nil if the record has no text or the value has no position in it.
  public let position: RecordPosition?
  /// The place of the rule or field in the form; nil if no line of the form is responsible.
  public let place: FormPlace?
  fileprivate var words: Words

  /// A few words above the message, if the form has any.
  public var title: String? { words.title(nil) }

  /// The message on what is wrong and what to do about it, in the language of the validation's options.
  public var message: String { words.message(nil, of: self) }

  /// Returns the message in a language.
  ///
  /// A text of the form is in the nearest language that the form has; a built-in message is in the given language. If
  /// neither exists, the result is the ``Problem/message`` in the language of the validation's options.
  ///
  /// - Parameter language: a code from `FormSpec.languages`, or another one such as `de` or `pt-BR`.
  public func message(in language: String) -> String { words.message(language, of: self) }

  /// Whether the form has no message for the problem, so that the message is built in or comes from
  /// ``ValidationOptions/builtInWords``.
  public var isBuiltIn: Bool {
    switch words {
    case .given: false
    case .spoken(let words): words.isBuiltIn
    case .undecided: true
    }
  }

  /// Returns the label of the field, the record or the data that the problem is about. For an unknown key, returns the
  /// key. Returns nil for an undecided rule and for a problem that the program created.
  ///
  /// - Parameter language: a language code such as `ja` or `pt-BR`; nil for the language of the validation's options.
  public func label(in language: String? = nil) -> String? {
    if case .spoken(let words) = words { words.label(language) } else { nil }
  }

  /// Returns the title in a language. If the form lacks that language, the result is the ``Problem/title`` in the
  /// language of the validation's options.
  ///
  /// - Parameter language: a code from `FormSpec.languages`.
  public func title(in language: String) -> String? { words.title(language) }
}

extension Problem {
  /// Creates a problem that the program found, such as a server's answer that a name is taken.
  ///
  /// - Parameters:
  ///   - field: the path of the field, such as `items[2].price`; nil for the record as a whole.
  ///   - code: a stable code for the kind of problem. The ``reason`` is `other` with this code.
  ///   - message: a message on what is wrong and what to do about it, in the user's language.
  ///   - severity: the severity; only an error rejects the record.
  public init(
    field: String? = nil, code: String, message: String, severity: Severity = .error
  ) {
    self.init(
      field: field, code: code, reason: .other(code: code), severity: severity, position: nil,
      place: nil, words: .given(message))
  }

  /// Creates the problem of an accepted record that a type of the program can't decode.
  ///
  /// - Parameter type: the name of the type.
  init(undecodableAs type: String) {
    self.init(
      field: nil, code: "undecodable", reason: .undecodable(type: type), severity: .error,
      position: nil, place: nil, words: .given("The record cannot be decoded as \(type)"))
  }

  /// Creates the problem of a rule that can't be decided because of an unusable value in some record.
  ///
  /// - Parameter own: the writer for the language of the validation's options.
  fileprivate init(_ undecided: UndecidedPlace, _ core: FormCore, _ own: MessageWriter) {
    self.init(
      field: nil, code: UndecidedPlace.code,
      reason: .undecided(
        record: undecided.record, line: undecided.line, list: undecided.file),
      severity: undecided.isWarning ? .warning : .error, position: nil,
      place: FormPlace(undecided.span, core.source), words: .undecided(undecided, core, own))
  }

  /// The texts of a problem, either given or written on demand.
  fileprivate enum Words: Sendable {
    case given(String)
    case spoken(SpokenWords)
    case undecided(UndecidedPlace, FormCore, MessageWriter)

    func message(_ language: String?, of problem: Problem) -> String {
      switch self {
      case .given(let message): message
      case .spoken(let words): words.message(language, of: problem)
      case .undecided(let place, let core, let own):
        place.report((language.map { core.writer($0) } ?? own).builtIn).message
      }
    }

    var parameters: [(name: String, value: ProblemReport.Parameter)] {
      switch self {
      case .given: []
      case .spoken(let words): words.parameters
      case .undecided(let place, _, let own): place.report(own.builtIn).parameters
      }
    }

    func title(_ language: String?) -> String? {
      if case .spoken(let words) = self { words.title(language) } else { nil }
    }
  }
}

/// The texts of a problem, each written only on request. This is a class to keep `Problem` small.
private final class SpokenWords: Sendable {
  private let words: ProblemWords
  let parameters: [(name: String, value: ProblemReport.Parameter)]
  /// The names of the fields that lead to the problem's field, ending with that field's name.
  let names: [String]
  /// The index of the node of the condition that failed, if the problem is about one.
  private let condition: Int32?
  private let core: FormCore
  /// The writer for the language of the validation's options.
  private let own: MessageWriter
  /// The program's replacements for built-in messages.
  private let builtIn: BuiltInWords?

  init(
    _ words: ProblemWords, _ core: FormCore, _ own: MessageWriter, _ builtIn: BuiltInWords?,
    _ parameters: [(name: String, value: ProblemReport.Parameter)] = [], names: [String] = [],
    condition: Int32? = nil
  ) {
    self.words = words
    self.names = names
    self.condition = condition
    self.parameters = parameters
    self.core = core
    self.own = own
    self.builtIn = builtIn
  }

  var isBuiltIn: Bool { words.isBuiltIn }

  func message(_ language: String?, of problem: Problem) -> String {
    if isBuiltIn, let builtIn {
      // `builtIn` may read `message`, so it receives a problem without `builtIn`. Otherwise, it would be called again.
      var plain = problem
      plain.words = .spoken(
        SpokenWords(
          words, core, writer(language), nil, parameters, names: names, condition: condition))
      if let message = builtIn(plain, language ?? own.language) { return message }
    }
    return words.message(writer(language))
  }

  func label(_ language: String?) -> String { words.label(writer(language)) }

  func title(_ language: String?) -> String? { words.title(writer(language)) }

  /// The indices of the fields that the failed condition reads.
  var fieldsRead: Set<Int32> { condition.map { Set(core.program.fields(readBy: $0)) } ?? [] }

  private func writer(_ language: String?) -> MessageWriter {
    language.flatMap { core.knownWriter($0) } ?? own
  }
}

extension Problem {
  /// The indices of the fields that the broken rule or `required if` reads.
  var fieldsRead: Set<Int32> {
    if case .spoken(let words) = words { words.fieldsRead } else { [] }
  }

  /// The names that lead to the field, without item indices; nil if only the text of the path is known.
  var names: [String]? { if case .spoken(let words) = words { words.names } else { nil } }

  /// The problem as JSON, byte for byte as the command line writes it with `--output ndjson`.
  public var jsonBytes: [UInt8] { ByteBuffer.bytes { report.write(to: &$0) } }

  fileprivate var report: ProblemReport {
    ProblemReport(
      field: field, code: code, severity: severity == .error ? .error : .warning, message: message,
      title: title,
      parameters: words.parameters, place: position.map { ($0.line, $0.column) })
  }
}

extension Problem: FieldProblem, Encodable, Hashable {
  /// Encodes the problem with the same members as the command line's JSON output.
  ///
  /// - Parameter encoder: any encoder, such as a `JSONEncoder`'s.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    let report = report
    try container.encode(field, forKey: "field")
    try container.encode(code, forKey: "code")
    try container.encode(severity.rawValue, forKey: "severity")
    try container.encode(report.message, forKey: "message")
    try container.encodeIfPresent(report.title, forKey: "title")
    if !report.parameters.isEmpty {
      var params = container.nestedContainer(keyedBy: PathKey.self, forKey: "params")
      for (name, value) in report.parameters {
        let key = PathKey(name)
        switch value {
        case .number(let digits): try params.encode(Decimal(string: digits), forKey: key)
        case .truth(let truth): try params.encode(truth, forKey: key)
        case .text(let text): try params.encode(text, forKey: key)
        case .texts(let texts): try params.encode(texts, forKey: key)
        }
      }
    }
    try container.encodeIfPresent(position?.line, forKey: "line")
    try container.encodeIfPresent(position?.column, forKey: "column")
  }

  /// Returns whether two problems are the same, at the same place and with the same message.
  ///
  /// - Parameters:
  ///   - left: a problem.
  ///   - right: a problem, possibly of a different record.
  public static func == (left: Problem, right: Problem) -> Bool {
    left.field == right.field && left.code == right.code && left.reason == right.reason
      && left.severity == right.severity && left.position == right.position
      && left.place == right.place && left.message == right.message && left.title == right.title
  }

  /// Hashes the field, the code and the position.
  ///
  /// - Parameter hasher: the hasher to feed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(field)
    hasher.combine(code)
    hasher.combine(position)
  }
}

extension Problem: CustomStringConvertible {
  /// The field and the message, such as `age: Age must be 0 to 999`.
  public var description: String { field.map { "\($0): \(message)" } ?? message }
}

/// A position in the text of a record or a stream.
public struct RecordPosition: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column in code points, from 1.
  public let column: Int

  fileprivate init(_ place: (line: Int, column: Int)) { (line, column) = place }
}

// MARK: - From an evaluator

extension FormPlace {
  init(_ span: Span, _ source: Source) {
    let position = source.position(span.lower)
    self.init(
      file: source.name(at: span.lower), line: position.line, column: position.column)
  }
}

extension FormCore {
  /// Returns the result of `evaluator` as values that outlive it.
  ///
  /// - Parameters:
  ///   - span: the span of the record in its source text; nil if there is no source text.
  ///   - number: the number of the record in its stream, from 1; nil for a record by itself.
  func outcome(
    of evaluator: Evaluator, _ options: ValidationOptions, at span: RecordSpan? = nil,
    number: Int? = nil, cells: [Int]? = nil
  ) -> Outcome {
    let unjudged = number == nil ? rulesAboutOthers : []
    if evaluator.isAccepted {
      var product = product(of: evaluator, options, at: span, number: number ?? 1, cells: cells)
      product.unjudged = unjudged
      return .accepted(Product(product))
    }
    var rejection = rejection(
      of: evaluator, options, at: span, number: number ?? 1, cells: cells)
    rejection.unjudged = unjudged
    return .rejected(Rejection(rejection))
  }

  /// Returns the product of a record that `evaluator` accepted.
  func product(
    of evaluator: Evaluator, _ options: ValidationOptions, at span: RecordSpan?, number: Int,
    cells: [Int]? = nil
  ) -> Product.Content {
    var product = Product.Content(entries: products.entries(evaluator))
    if !evaluator.isSpotless {
      product.warnings = worded(
        Array(evaluator.problems), evaluator, options, at: span, number: number, cells: cells)
    }
    return product
  }

  /// Returns the problems of a record that `evaluator` rejected.
  func rejection(
    of evaluator: Evaluator, _ options: ValidationOptions, at span: RecordSpan?, number: Int,
    cells: [Int]? = nil
  ) -> Rejection<Problem>.Content {
    let problems = worded(
      Array(evaluator.problems), evaluator, options, at: span, number: number, cells: cells)
    return Rejection.Content(
      problems, skipped: skipped(evaluator), omittedCount: evaluator.omittedCount)
  }

  /// Returns the result of `evaluator` for one field. The product of an accepted value has only that value.
  func outcome(
    of field: FormField, _ value: Value, _ evaluator: Evaluator, _ options: ValidationOptions
  )
    -> Outcome
  {
    let problems = worded(Array(evaluator.problems), evaluator, options, at: nil, number: 1)
    guard evaluator.isAccepted else {
      return .rejected(Rejection(.init(problems, omittedCount: evaluator.omittedCount)))
    }
    let entry = Product.Entry(name: field.name, value: products.value(value, evaluator))
    return .accepted(Product(value.isUsable ? [entry] : [], warnings: problems))
  }

  /// Returns the rejection of a record that can't be read.
  func outcome(
    of malformed: MalformedRecord, _ options: ValidationOptions, _ record: TextBytes,
    at span: RecordSpan?
  ) -> Outcome {
    let own = writer(options.language)
    var places = span.map { RecordPlaces($0, record) }
    let problem = Problem(
      field: nil, code: ProblemCode.malformed.rawValue, reason: .malformed, severity: .error,
      position: (places?.place(of: malformed.offset)).map { RecordPosition($0) }, place: nil,
      words: .spoken(
        SpokenWords(own.words(of: malformed, in: record), self, own, options.builtInWords)))
    return .rejected(Rejection(.init([problem])))
  }

  /// Returns the outcome for the data as a whole, or nil if the data breaks no rule. With only warnings, the outcome is
  /// an accepted product without values.
  ///
  /// - Parameter ledger: the state of the data set.
  func outcome(
    of ledger: DataSetLedger, _ evaluator: Evaluator, _ options: ValidationOptions
  ) -> Outcome? {
    let (found, undecided) = ledger.problems(evaluator)
    let own = writer(options.language)
    let problems =
      worded(found, evaluator, options, at: nil, number: nil)
      + undecided.map { Problem($0, self, own) }
    if problems.isEmpty { return nil }
    if problems.allSatisfy({ $0.severity == .warning }) {
      return .accepted(Product([], warnings: problems))
    }
    return .rejected(Rejection(.init(problems)))
  }

  private func worded(
    _ problems: [FormworkEngine.Problem], _ evaluator: Evaluator, _ options: ValidationOptions,
    at span: RecordSpan?, number: Int?, cells: [Int]? = nil
  ) -> [Problem] {
    if problems.isEmpty { return [] }
    let own = writer(options.language)
    let place = number.map { RecordPlace(record: $0, line: span?.line ?? 1) } ?? .ofAllRecords
    var places = span.map { RecordPlaces($0, evaluator.record, cells: cells) }
    return problems.map { problem in
      let facts = evaluator.facts(of: problem, listing: Int.max)
      let words = ProblemWords(problem, evaluator, at: place, facts.standing)
      let code = program.code(of: problem)
      let steps = evaluator.steps(of: problem)
      return Problem(
        field: steps.isEmpty ? nil : steps.text, code: code,
        reason: Reason(facts, code: code) { products.value($0, evaluator) },
        severity: Severity(problem.severity),
        position: evaluator.offset(of: problem).flatMap { places?.place(of: $0) }.map {
          RecordPosition($0)
        },
        place: program.span(of: problem).map { FormPlace($0, source) },
        words: .spoken(
          SpokenWords(
            words, self, own, options.builtInWords, facts.parameters, names: steps.names,
            condition: program.condition(of: problem))))
    }
  }

  /// The maximum number of skipped rules in an outcome. A list with a million invalid items may cause a million skipped
  /// rules.
  private static let skippedLimit = 1_000
  /// The maximum number of fields that a skipped rule names.
  private static let fieldLimit = 20

  private func skipped(_ evaluator: Evaluator) -> [SkippedRule] {
    // Only an unusable field makes a rule undecidable.
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

extension Rejection<Problem>.Content {
  /// - Parameter problems: errors and warnings, with at least one error.
  fileprivate init(_ problems: [Problem], skipped: [SkippedRule] = [], omittedCount: Int = 0) {
    self.init(
      problems: problems.filter { $0.severity == .error },
      warnings: problems.filter { $0.severity == .warning }, skipped: skipped,
      omittedCount: omittedCount)
  }
}
