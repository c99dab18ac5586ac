// Asynchronous host rules in streams and files: the rules are called for a batch of records before these are judged.

internal import FormworkEngine
internal import FormworkRuntime

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Calls the asynchronous rules for the records of one stream.
///
/// A batch of records is first evaluated without the rest of the stream, to find the calls that it needs. Then the
/// records are judged in order. A record that needs another call, because of the records before it, waits for it.
final class RecordAsker {
  /// The evaluation of a record.
  struct Evaluation {
    let run: (Evaluator) throws(MalformedRecord) -> Void
  }

  /// The maximum number of records in a batch.
  let batchSize: Int
  /// The options of the stream. All records have the same `now`.
  let options: ValidationOptions
  private let core: FormCore
  private let answers: HostAnswers
  /// Whether the answers are removed before the next batch.
  private let forgets: Bool
  private let pool: EvaluatorPool
  private let evaluator: Evaluator
  private let tally: RecordTally?
  /// The questions of the record that is being judged.
  private var inquiry: HostInquiry

  /// Returns nil if the form has no asynchronous rules.
  ///
  /// - Parameters:
  ///   - pool: the evaluators for the kind of data.
  ///   - answers: the answers to use and to add to; nil to keep those of one batch at a time.
  init?(
    _ core: FormCore, _ pool: EvaluatorPool, _ options: ValidationOptions,
    _ answers: HostAnswers?, _ batchSize: Int
  ) {
    guard core.asksLater else { return nil }
    self.core = core
    var options = options
    options.now = options.now ?? Date()
    self.options = options
    self.batchSize = max(1, batchSize)
    self.answers = answers ?? HostAnswers()
    // If the stream is read twice, the answers serve both times.
    forgets = answers == nil && !core.program.needsAnswersFirst
    inquiry = HostInquiry(self.answers)
    self.pool = pool
    evaluator = pool.take()
    tally = core.program.asksAllRecords ? RecordTally(core.program) : nil
  }

  deinit { pool.putBack(evaluator) }

  /// Calls rules until all answers that each of `records` needs, apart from the others, are known.
  func ask(
    _ records: [Evaluation], isolation actor: isolated (any Actor)?
  ) async throws {
    if forgets { answers.forget() }
    var open = records
    while true {
      try Task.checkCancellation()
      var questions: [HostQuestion: HostInquiry.Ask] = [:]
      open = open.filter { record in
        let needed = self.questions(of: record)
        questions.merge(needed) { $1 }
        return !needed.isEmpty
      }
      if open.isEmpty { return }
      try await answers.ask(questions)
    }
  }

  private func questions(of record: Evaluation) -> [HostQuestion: HostInquiry.Ask] {
    let inquiry = HostInquiry(answers)
    return HostInquiry.$current.withValue(inquiry) {
      core.prepare(evaluator, options)
      do throws(MalformedRecord) { try record.run(evaluator) } catch { return [:] }
      guard let tally else { return evaluator.isAccepted ? inquiry.questions : [:] }
      // Questions about all records include the rejected ones.
      evaluator.tally(into: tally, at: RecordAddress(record: 1, line: 1))
      return inquiry.questions
    }
  }

  /// Runs `body`, in which rules without a known answer are skipped.
  func answering<T, Failure>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
    inquiry = HostInquiry(answers)
    return try HostInquiry.$current.withValue(inquiry) {
      Result { () throws(Failure) in try body() }
    }.get()
  }

  /// Whether the last `answering` skipped a rule.
  var isWaiting: Bool { inquiry.isWaiting }

  /// Calls the rules that the last `answering` skipped.
  func askSkipped(isolation actor: isolated (any Actor)?) async throws {
    let questions = inquiry.questions
    inquiry = HostInquiry(answers)
    try await answers.ask(questions)
  }
}
