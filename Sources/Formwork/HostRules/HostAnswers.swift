// Asynchronous host rules: a record is validated without their answers, the rules are called, and the record is
// validated again.

internal import FormworkEngine
internal import FormworkRuntime

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The answers of asynchronous host rules.
///
/// ```swift
/// let answers = HostAnswers()
/// let outcome = try await answers.outcome { spec.validate(json: body) }
/// ```
///
/// Answers are cached and a question is asked only once. Use one instance for a request, or for a form on screen as
/// long as it is shown. Any number of tasks may use it at the same time. Streams and files need none, because they call
/// the rules themselves.
public final class HostAnswers: Sendable {
  private let known = Lock<[HostQuestion: Bool]>([:])

  /// Creates an empty cache of answers.
  public init() {}

  /// Removes all answers, so that every question is asked again.
  public func forget() { known.withLock { $0.removeAll() } }

  /// Validates a record, waiting for asynchronous rules.
  ///
  /// Repeats the validation until every answer that it needs is known. Asynchronous rules are called only if all other
  /// rules hold. They are called concurrently, and once for the same values. Without ``ValidationOptions/now``, `now`
  /// is the time of this call in every repetition.
  ///
  /// - Parameters:
  ///   - actor: the actor to validate on.
  ///   - validate: any validation, such as `spec.validate(json: body)` or `session.submit()`; it is repeated after
  ///     rules are called.
  /// - Returns: the outcome of the last validation.
  /// - Throws: any error of a rule or of `validate`, and `CancellationError` if the task is cancelled.
  public func outcome(
    isolation actor: isolated (any Actor)? = #isolation, of validate: () throws -> Outcome
  ) async throws -> Outcome {
    try await result(isolation: actor, of: validate) { $0.isAccepted }
  }

  /// Validates a record, waiting for asynchronous rules, and names the fields of its problems by an enum.
  ///
  /// - Parameters:
  ///   - actor: the actor to validate on.
  ///   - validate: any validation, such as `form.submit()` of a ``NamedSession``; it is repeated after rules are
  ///     called.
  /// - Returns: the outcome of the last validation.
  /// - Throws: any error of a rule or of `validate`, and `CancellationError` if the task is cancelled.
  public func outcome<Field>(
    isolation actor: isolated (any Actor)? = #isolation,
    of validate: () throws -> NamedOutcome<Field>
  ) async throws -> NamedOutcome<Field> {
    try await result(isolation: actor, of: validate) { $0.product != nil }
  }

  /// Validates a page of a form on screen, waiting for asynchronous rules.
  ///
  /// Asynchronous rules are called only if the page is otherwise valid. The asynchronous rules of other pages are then
  /// called, too, for fields that already have values.
  ///
  /// ```swift
  /// if try await answers.isValid(validate: { page.validate() }) { showNextPage() }
  /// ```
  ///
  /// - Parameters:
  ///   - actor: the actor to validate on.
  ///   - validate: the page's ``SessionGroup/validate()``; it is repeated after rules are called.
  /// - Returns: whether the page has no errors.
  /// - Throws: any error of a rule or of `validate`, and `CancellationError` if the task is cancelled.
  public func isValid(
    isolation actor: isolated (any Actor)? = #isolation, validate: () throws -> Bool
  ) async throws -> Bool {
    try await result(isolation: actor, of: validate) { $0 }
  }

  private func result<Result>(
    isolation actor: isolated (any Actor)?, of validate: () throws -> Result,
    isRight: (Result) -> Bool
  ) async throws -> Result {
    let now = Date()
    while true {
      try Task.checkCancellation()
      let inquiry = HostInquiry(self, at: now)
      let result = try HostInquiry.$current.withValue(inquiry) { try validate() }
      let questions = inquiry.questions
      guard isRight(result), !questions.isEmpty else { return result }
      try await ask(questions)
    }
  }

  func ask(_ questions: [HostQuestion: HostInquiry.Ask]) async throws {
    try await withThrowingTaskGroup(of: (HostQuestion, Bool).self) { group in
      for (question, ask) in questions { group.addTask { (question, try await ask()) } }
      for try await (question, answer) in group { known.withLock { $0[question] = answer } }
    }
  }

  fileprivate func answer(to question: HostQuestion) -> Bool? { known.withLock { $0[question] } }
}

/// A call of a rule with a value and arguments.
struct HostQuestion: Hashable, Sendable {
  let rule: String
  let values: [FormValue]
}

/// The answers for one validation, and the questions that are still open.
final class HostInquiry: Sendable {
  typealias Ask = @Sendable () async throws -> Bool

  /// The inquiry of the validation that is running.
  @TaskLocal static var current: HostInquiry?

  let answers: HostAnswers
  /// The meaning of `now` if the options don't set it; nil for the clock's time.
  let now: Date?
  private let open = Lock<[HostQuestion: Ask]>([:])

  init(_ answers: HostAnswers, at now: Date? = nil) { (self.answers, self.now) = (answers, now) }

  /// The questions without an answer.
  var questions: [HostQuestion: Ask] { open.withLock { $0 } }

  /// Whether there is a question without an answer.
  var isWaiting: Bool { open.withLock { !$0.isEmpty } }

  /// Returns the answer to a question. If the answer isn't known yet, records the question and returns `.skipped`.
  func answer(_ question: HostQuestion, _ ask: @escaping Ask) -> Truth {
    if let known = answers.answer(to: question) { return known ? .yes : .no }
    open.withLock { $0[question] = ask }
    return .skipped
  }
}
