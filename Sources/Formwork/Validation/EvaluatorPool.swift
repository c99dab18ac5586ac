// Idle evaluators, kept for the next record. Each has the memory for one record and is used by one thread at a time.
// Creating an evaluator takes longer than validating a small record.

internal import FormworkEngine
internal import FormworkRuntime

/// The idle evaluators of one form.
final class EvaluatorPool: Sendable {
  /// `@unchecked`: an evaluator outside the pool has a single user.
  private struct Lent: @unchecked Sendable {
    let evaluator: Evaluator
  }

  /// The maximum number of idle evaluators. If more threads need evaluators at the same time, the extra ones are
  /// created and then discarded.
  private static let idleLimit = 64

  private let program: Program
  private let idle = Lock<[Lent]>([])

  init(_ program: Program) { self.program = program }

  /// Calls `body` with an evaluator that nothing else uses meanwhile.
  @inline(__always)
  func withEvaluator<T>(_ body: (Evaluator) -> T) -> T {
    let evaluator = take()
    defer { putBack(evaluator) }
    return body(evaluator)
  }

  /// Removes an evaluator from the pool, or creates one, for use until `putBack`.
  func take() -> Evaluator {
    // The moment is only a placeholder: the caller sets it for each record.
    idle.withLock { $0.popLast() }?.evaluator ?? Evaluator(program, moment: .first)
  }

  func putBack(_ evaluator: Evaluator) {
    // Don't keep the memory of a huge record for the small records after it.
    guard !evaluator.isLarge else { return }
    let lent = Lent(evaluator: evaluator)
    idle.withLock { idle in
      if idle.count < EvaluatorPool.idleLimit { idle.append(lent) }
    }
  }
}
