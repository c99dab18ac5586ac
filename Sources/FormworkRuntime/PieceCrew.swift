// Threads that inspect the pieces of a stream in any order. Each thread has its own state.

package import FormworkEngine

/// Inspects all pieces of a stream on every core.
package final class PieceCrew<State: AnyObject>: @unchecked Sendable {
  // `@unchecked`: a state belongs to one thread until all threads have ended; everything else is protected by the lock.

  private struct Board: @unchecked Sendable {
    // `@unchecked`: nothing else uses the reader.
    var reader: PieceReader
    var failure: CheckFailure?
    /// Whether to stop reading.
    var isOver = false
    var states: [State] = []
  }

  private let board: Lock<Board>
  private let make: () -> State
  private let look: (State, Piece, TextBytes) -> Bool

  /// - Parameters:
  ///   - make: returns the state for a new thread.
  ///   - look: inspects a piece, with its bytes and the padding after them, and returns false to stop.
  package init(
    _ reader: PieceReader, make: @escaping () -> State,
    look: @escaping (State, Piece, TextBytes) -> Bool
  ) {
    board = Lock(Board(reader: reader))
    self.make = make
    self.look = look
  }

  /// Reads the stream to its end.
  ///
  /// - Parameter jobs: the number of threads, including the caller's.
  /// - Returns: the state of each thread.
  package func run(jobs: Int) throws(CheckFailure) -> [State] {
    let helpers = (1..<max(1, min(jobs, WorkerThread.limit))).compactMap { _ in
      WorkerThread { self.work() }
    }
    work()
    for helper in helpers { helper.join() }
    let (failure, states) = board.withLock { ($0.failure, $0.states) }
    if let failure { throw failure }
    return states
  }

  private func work() {
    let state = make()
    var piece = Piece()
    while next(&piece) {
      let goesOn = piece.bytes.withUnsafeBufferPointer { all in
        look(state, piece, TextBytes(rebasing: all[..<(piece.count + Padding.count)]))
      }
      if !goesOn { board.withLock { $0.isOver = true } }
    }
    board.withLock { $0.states.append(state) }
  }

  /// Reads the next piece. Returns false if there is none.
  private func next(_ piece: inout Piece) -> Bool {
    board.withLock { board in
      if board.isOver { return false }
      do throws(CheckFailure) {
        if try board.reader.read(into: &piece) { return true }
      } catch { board.failure = error }
      board.isOver = true
      return false
    }
  }
}
