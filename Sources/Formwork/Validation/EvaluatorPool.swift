// Evaluators that wait for their next record. Each holds the memory for one record and belongs to
// one thread at a time; making one costs more than a small record takes.

internal import FormworkEngine
internal import FormworkRuntime

/// The idle evaluators of one form.
final class EvaluatorPool: Sendable {
  /// Unchecked: an evaluator that was taken out has one user.
  private struct Lent: @unchecked Sendable {
    let evaluator: Evaluator
  }

  /// When more threads ask at once, more evaluators are made and dropped afterwards.
  private static let idleLimit = 64

  private let program: Program
  private let idle = Lock<[Lent]>([])

  init(_ program: Program) { self.program = program }

  /// Lends an evaluator to `body`.
  @inline(__always)
  func withEvaluator<T>(_ body: (Evaluator) -> T) -> T {
    let evaluator = take()
    defer { putBack(evaluator) }
    return body(evaluator)
  }

  /// Takes an evaluator out until it is put back.
  func take() -> Evaluator {
    // The moment is set for each record.
    idle.withLock { $0.popLast() }?.evaluator ?? Evaluator(program, moment: .first)
  }

  func putBack(_ evaluator: Evaluator) {
    // The memory of one huge record is not kept for the small ones after it.
    guard !evaluator.isLarge else { return }
    let lent = Lent(evaluator: evaluator)
    idle.withLock { idle in
      if idle.count < EvaluatorPool.idleLimit { idle.append(lent) }
    }
  }
}
