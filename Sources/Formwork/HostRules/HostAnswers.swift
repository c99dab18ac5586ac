// Rules that wait for their answers: a record is evaluated without them, they are asked, and it is evaluated again.

internal import FormworkEngine
internal import FormworkRuntime

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The answers of rules that have to be waited for.
///
/// ```swift
/// let answers = HostAnswers()
/// let outcome = try await answers.outcome { spec.validate(json: body) }
/// ```
///
/// What was answered is not asked again. Answers therefore belong to one request, or to a form on screen as long as it is
/// there; any number of tasks may use them at the same time.
public final class HostAnswers: Sendable {
  private let known = Lock<[HostQuestion: Bool]>([:])

  /// Nothing is answered.
  public init() {}

  /// Forgets all answers, so that everything is asked again.
  public func forget() { known.withLock { $0.removeAll() } }

  /// Validates a record with the rules that have to be waited for.
  ///
  /// The record is validated until all that matters for it is answered. Rules are asked only when all others hold, each once
  /// for the same values, and all at the same time. What `now` means without ``ValidationOptions/now`` is the moment of
  /// the call, until all is answered.
  ///
  /// - Parameters:
  ///   - actor: on which the record is validated.
  ///   - validate: any validation, such as `spec.validate(json: body)` or `session.submit()`; it is called again after rules
  ///     were asked.
  /// - Returns: what the last validation came to.
  /// - Throws: what a rule or `validate` throws, and `CancellationError` when the task is cancelled.
  public func outcome(
    isolation actor: isolated (any Actor)? = #isolation, of validate: () throws -> Outcome
  ) async throws -> Outcome {
    try await result(isolation: actor, of: validate) { $0.isAccepted }
  }

  /// Validates a record with the rules that have to be waited for, and names the fields of its problems by an enum.
  ///
  /// - Parameters:
  ///   - actor: on which the record is validated.
  ///   - validate: any validation, such as `form.submit()` of a ``NamedSession``; it is called again after rules were asked.
  /// - Returns: what the last validation came to.
  /// - Throws: what a rule or `validate` throws, and `CancellationError` when the task is cancelled.
  public func outcome<Field>(
    isolation actor: isolated (any Actor)? = #isolation,
    of validate: () throws -> NamedOutcome<Field>
  ) async throws -> NamedOutcome<Field> {
    try await result(isolation: actor, of: validate) { $0.product != nil }
  }

  /// Validates a page of a form on screen with the rules that have to be waited for.
  ///
  /// Rules are asked only when the page is right otherwise; those of other pages are asked as well, as far as they have values.
  ///
  /// ```swift
  /// if try await answers.isValid(validate: { page.validate() }) { showNextPage() }
  /// ```
  ///
  /// - Parameters:
  ///   - actor: on which the page is validated.
  ///   - validate: ``SessionGroup/validate()`` of the page; it is called again after rules were asked.
  /// - Returns: whether there is no error.
  /// - Throws: what a rule or `validate` throws, and `CancellationError` when the task is cancelled.
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

  private func ask(_ questions: [HostQuestion: HostInquiry.Ask]) async throws {
    try await withThrowingTaskGroup(of: (HostQuestion, Bool).self) { group in
      for (question, ask) in questions { group.addTask { (question, try await ask()) } }
      for try await (question, answer) in group { known.withLock { $0[question] = answer } }
    }
  }

  fileprivate func answer(to question: HostQuestion) -> Bool? { known.withLock { $0[question] } }
}

/// What a rule is asked: the value and the arguments.
struct HostQuestion: Hashable, Sendable {
  let rule: String
  let values: [FormValue]
}

/// What one validation needs to know.
final class HostInquiry: Sendable {
  typealias Ask = @Sendable () async throws -> Bool

  /// That of the validation that runs.
  @TaskLocal static var current: HostInquiry?

  let answers: HostAnswers
  /// What `now` means where nothing else is said; nil for the moment of the clock.
  let now: Date?
  private let open = Lock<[HostQuestion: Ask]>([:])

  init(_ answers: HostAnswers, at now: Date? = nil) { (self.answers, self.now) = (answers, now) }

  /// The questions without an answer.
  fileprivate var questions: [HostQuestion: Ask] { open.withLock { $0 } }

  /// The answer to a question; skipped if nobody knows it yet.
  func answer(_ question: HostQuestion, _ ask: @escaping Ask) -> Truth {
    if let known = answers.answer(to: question) { return known ? .yes : .no }
    open.withLock { $0[question] = ask }
    return .skipped
  }
}
