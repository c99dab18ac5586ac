// One thing wrong with a record, as a program and as people need it.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One thing wrong with a record, or worth knowing about it.
public struct Problem: Sendable {
  /// The path of the field, such as `items[2].price`; nil for the record as a whole.
  public let field: String?
  /// A stable name of what is wrong: that of the rule word or of the definition that failed, or
  /// `required`, `type`, `choice`, `blank`, `unknown`, `malformed`, `compare`, `rule`, `records`, `undecodable`.
  public let code: String
  /// What is wrong, with its limits and what was found.
  public let reason: Reason
  /// Whether it rejects the record.
  public let severity: Severity
  /// Where in the data the value is; nil where it has no place, or there is no text.
  public let position: RecordPosition?
  /// Where in the form the rule or the field is; nil where no line of it is responsible.
  public let place: FormPlace?
  fileprivate var words: Words

  /// A few words over the message, if the form has some.
  public var title: String? { words.title(nil) }

  /// What is wrong and what to do about it, in the language asked for.
  public var message: String { words.message(nil, of: self) }

  /// The message in a language: of the form's texts as near to it as there is one, of the built-in words those of that
  /// language. Where there are neither, it is the one in the language asked for.
  ///
  /// - Parameter language: a code of `FormSpec.languages`, or another one, such as `de` or `pt-BR`.
  public func message(in language: String) -> String { words.message(language, of: self) }

  /// Whether the form has no message of its own for it, so that what is said is built in, or comes from
  /// ``ValidationOptions/builtInWords``.
  public var isBuiltIn: Bool {
    if case .spoken(let words) = words { words.isBuiltIn } else { false }
  }

  /// What it is about: what people call the field, or the record; nil for what somebody else found.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`; nil for the language asked for.
  public func label(in language: String? = nil) -> String? {
    if case .spoken(let words) = words { words.label(language) } else { nil }
  }

  /// The title in a language; where the form is not in it, the one in the language asked for.
  ///
  /// - Parameter language: a code of `FormSpec.languages`.
  public func title(in language: String) -> String? { words.title(language) }
}

extension Problem {
  /// What somebody else found, such as a server that knows which names are taken.
  ///
  /// - Parameters:
  ///   - field: the path of the field, such as `items[2].price`; nil for the record as a whole.
  ///   - code: a stable name of what is wrong; its ``reason`` is `other` with this code.
  ///   - message: what is wrong and what to do about it, in the language of whoever reads it.
  ///   - severity: whether it rejects the record.
  public init(
    field: String? = nil, code: String, message: String, severity: Severity = .error
  ) {
    self.init(
      field: field, code: code, reason: .other(code: code), severity: severity, position: nil,
      place: nil, words: .given(message))
  }

  /// An accepted record that a type of the program does not take.
  ///
  /// - Parameter type: the name of the type.
  init(undecodableAs type: String) {
    self.init(
      field: nil, code: "undecodable", reason: .undecodable(type: type), severity: .error,
      position: nil, place: nil, words: .given("The program cannot take the record as \(type)"))
  }

  /// What is said.
  fileprivate enum Words: Sendable {
    case given(String)
    case spoken(SpokenWords)

    func message(_ language: String?, of problem: Problem) -> String {
      switch self {
      case .given(let message): message
      case .spoken(let words): words.message(language, of: problem)
      }
    }

    var parameters: [(name: String, value: ProblemReport.Parameter)] {
      if case .spoken(let words) = self { words.parameters } else { [] }
    }

    func title(_ language: String?) -> String? {
      if case .spoken(let words) = self { words.title(language) } else { nil }
    }
  }
}

/// What is said about a problem, worded when it is read. A class, so that a problem is small.
private final class SpokenWords: Sendable {
  private let words: ProblemWords
  let parameters: [(name: String, value: ProblemReport.Parameter)]
  /// The names that lead to the field.
  let names: [String]
  /// The condition that was not met, if it is of one.
  private let condition: Int32?
  private let core: FormCore
  /// The language asked for.
  private let own: MessageWriter
  /// The program's own words for built-in messages.
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
      // The program may ask for the message that it replaces.
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

  /// The numbers of the fields that the condition speaks of.
  var fieldsRead: Set<Int32> { condition.map { Set(core.program.fields(readBy: $0)) } ?? [] }

  private func writer(_ language: String?) -> MessageWriter {
    language.flatMap { core.knownWriter($0) } ?? own
  }
}

extension Problem {
  /// The numbers of the fields that the rule, or the condition of `required if`, speaks of.
  var fieldsRead: Set<Int32> {
    if case .spoken(let words) = words { words.fieldsRead } else { [] }
  }

  /// The names that lead to the field, without the numbers of items; nil if only the text of the path is known.
  var names: [String]? { if case .spoken(let words) = words { words.names } else { nil } }

  /// The problem as JSON, byte for byte what the command line writes with `--output ndjson`.
  public var jsonBytes: [UInt8] {
    var out = ByteBuffer()
    report.write(to: &out)
    return Array(out.bytes)
  }

  fileprivate var report: ProblemReport {
    ProblemReport(
      field: field, code: code, severity: severity == .error ? .error : .warning, message: message,
      title: title,
      parameters: words.parameters, place: position.map { ($0.line, $0.column) })
  }
}

extension Problem: FieldProblem, Encodable, Hashable {
  /// Encodes the problem with the members that the command line writes.
  ///
  /// - Parameter encoder: any encoder, such as that of `JSONEncoder`.
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

  /// Whether the same is wrong at the same place, in the same words.
  ///
  /// - Parameters:
  ///   - left: a problem.
  ///   - right: another one, also of another record.
  public static func == (left: Problem, right: Problem) -> Bool {
    left.field == right.field && left.code == right.code && left.reason == right.reason
      && left.severity == right.severity && left.position == right.position
      && left.place == right.place && left.message == right.message && left.title == right.title
  }

  /// Hashes what is wrong, and where.
  ///
  /// - Parameter hasher: the hasher that takes the field, the code and the position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(field)
    hasher.combine(code)
    hasher.combine(position)
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
  /// What `evaluator` found, as values that outlive it.
  ///
  /// - Parameters:
  ///   - span: where the record stands in its text; nil for one that has no text.
  ///   - number: the number of the record in its stream, from 1.
  func outcome(
    of evaluator: Evaluator, _ options: ValidationOptions, at span: RecordSpan? = nil,
    number: Int = 1,
    cells: [Int]? = nil
  ) -> Outcome {
    if evaluator.isAccepted {
      let product = product(of: evaluator, options, at: span, number: number, cells: cells)
      return .accepted(Product(product))
    }
    let rejection = rejection(of: evaluator, options, at: span, number: number, cells: cells)
    return .rejected(Rejection(rejection))
  }

  /// The product of a record that `evaluator` accepted.
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

  /// What is wrong with a record that `evaluator` did not accept.
  func rejection(
    of evaluator: Evaluator, _ options: ValidationOptions, at span: RecordSpan?, number: Int,
    cells: [Int]? = nil
  ) -> Rejection<Problem>.Content {
    let problems = worded(
      Array(evaluator.problems), evaluator, options, at: span, number: number, cells: cells)
    return Rejection.Content(
      problems, skipped: skipped(evaluator), omittedCount: evaluator.omittedCount)
  }

  /// What `evaluator` found in one field; the product has its value alone.
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

  /// What is wrong with a record that cannot be read.
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

  /// What is wrong with the number of all records; nil if nothing is. With warnings alone it is an
  /// accepted product without values.
  func outcome(
    ofRecordCount count: Int, _ evaluator: Evaluator, _ options: ValidationOptions
  ) -> Outcome? {
    let found = evaluator.problems(ofRecordCount: count)
    let problems = worded(found, evaluator, options, at: nil, number: count)
    guard !problems.isEmpty else { return nil }
    let isAccepted = problems.allSatisfy { $0.severity == .warning }
    return isAccepted
      ? .accepted(Product([], warnings: problems)) : .rejected(Rejection(.init(problems)))
  }

  private func worded(
    _ problems: [FormworkEngine.Problem], _ evaluator: Evaluator, _ options: ValidationOptions,
    at span: RecordSpan?, number: Int, cells: [Int]? = nil
  ) -> [Problem] {
    if problems.isEmpty { return [] }
    let own = writer(options.language)
    let place = RecordPlace(record: number, line: span?.line ?? 1)
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

extension Rejection<Problem>.Content {
  /// - Parameter problems: errors and warnings, with at least one error.
  fileprivate init(_ problems: [Problem], skipped: [SkippedRule] = [], omittedCount: Int = 0) {
    self.init(
      problems: problems.filter { $0.severity == .error },
      warnings: problems.filter { $0.severity == .warning }, skipped: skipped,
      omittedCount: omittedCount)
  }
}
