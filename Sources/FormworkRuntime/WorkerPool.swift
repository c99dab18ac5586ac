// The threads of a run. Each thread takes a slot, reads the next piece into it, and evaluates it. Only one thread reads
// at a time. Reading therefore needs no thread of its own besides the evaluating threads, one for each core. The thread
// that started the run also takes part. Between its own pieces, it delivers the results in the order of the pieces.

internal import FormworkEngine
internal import FormworkReport

/// The threads that read and evaluate the pieces of one stream.
final class WorkerPool: @unchecked Sendable {
  // `@unchecked`: a slot is used by the thread that took it. Once its result is finished, the slot is used by the run's
  // own thread. `Board` ensures this. The ledger is used by the thread whose turn it is.

  /// A reusable slot for a piece in flight and its result.
  private final class Place {
    var piece = Piece()
    var result = PieceResult()
    var number = 0
    /// The size of the piece in bytes when it was read.
    var size = 0
  }

  /// The shared state of the threads.
  private struct Board {
    /// The free slots, and how many more may be created.
    var free: [Place] = []
    var unmade: Int
    /// The slots whose results wait to be delivered.
    var finished: [Place] = []
    /// The number of pieces, once the last one has been read.
    var count: Int?
    /// The error that ended reading.
    var failure: CheckFailure?
    /// Whether no further piece may begin.
    var isStopped = false
    /// The number of the piece whose turn it is to add its keys to the ledger.
    var turn = 0
    /// The total size in bytes of the pieces in flight.
    var size = 0
    /// Whether the run's own thread waits for its turn to read. Other threads then stop waiting for a stream, so that
    /// finished results can be delivered.
    var isOwnWaiting = false

    mutating func takeFree() -> Place? {
      if isStopped || count != nil || isFull { return nil }
      if let place = free.popLast() { return place }
      if unmade == 0 { return nil }
      unmade -= 1
      return Place()
    }

    /// Whether another thread could begin a piece.
    var hasRoom: Bool { !isStopped && count == nil && !isFull && (!free.isEmpty || unmade > 0) }

    /// Whether no further piece may begin, because long records make the pieces in flight too large.
    var isFull: Bool { size > WorkerPool.sizeLimit }

    func isFinished(_ number: Int) -> Bool { finished.contains { $0.number == number } }

    mutating func takeFinished(_ number: Int) -> Place? {
      finished.firstIndex { $0.number == number }.map { finished.remove(at: $0) }
    }
  }

  /// The queues of waiting threads.
  private enum Queue {
    /// The thread that started the run.
    static let own = 0
    /// The threads that wait for a slot, except the one that started the run.
    static let helpers = 1
    /// The threads that wait for the keys of earlier pieces.
    static let turns = 2
    static let count = 3
  }

  /// The result of an attempt to read.
  enum ReadResult {
    case piece(isLast: Bool)
    /// There are no more pieces.
    case end
    /// A stream delivered nothing until `isWanted` returned false.
    case nothingYet
  }

  /// Reads the next piece, calling `isWanted` repeatedly while a stream delivers nothing.
  typealias Read = (inout Piece, _ isWanted: () -> Bool) throws(CheckFailure) -> ReadResult

  private struct Reading: @unchecked Sendable {
    // `@unchecked`: nothing else uses the reader that `read` captures.
    let read: Read
    var count = 0
    /// Whether there is nothing more to read, or reading failed.
    var isOver = false
  }

  /// The limit of the total size in bytes of the pieces in flight. Above it, no further piece is read.
  private static let sizeLimit = 64 << 20
  /// The number of slots for each thread. With a second slot, a thread needn't wait until its last result is delivered.
  private static let placesPerJob = 2

  /// Runs a closure once the closures of all earlier pieces have run.
  typealias Turn = (() -> Void) -> Void

  /// Evaluates a piece. Work that needs the keys of earlier pieces runs in `inTurn`.
  typealias Evaluate = (Piece, _ inTurn: Turn, inout PieceResult) -> Void

  private let jobs: Int
  private let makeEvaluator: @Sendable () -> Evaluate
  private let reading: Lock<Reading>
  private let board: Lock<Board>

  /// - Parameters:
  ///   - read: reads the next piece. It is called by one thread at a time, and never again after the end or an error.
  ///   - jobs: the number of threads, including the one that runs the pool.
  ///   - makeEvaluator: returns the function with which a thread evaluates its pieces.
  init(
    jobs: Int, makeEvaluator: @escaping @Sendable () -> Evaluate, read: @escaping Read
  ) {
    self.jobs = jobs
    self.makeEvaluator = makeEvaluator
    reading = Lock(Reading(read: read))
    board = Lock(
      Board(unmade: jobs == 1 ? 1 : jobs * WorkerPool.placesPerJob), queues: Queue.count)
  }

  /// Reads the stream to its end.
  ///
  /// - Parameter deliver: receives the result of each piece, in order, and the number of bytes read so far, on the
  ///   caller's thread. It returns false to stop. The buffers that it leaves in the result are emptied and reused.
  func run(
    _ deliver: (inout PieceResult, Int) throws(CheckFailure) -> Bool
  ) throws(CheckFailure) {
    var helpers: [WorkerThread] = []
    defer {
      board.change { $0.isStopped = true }
      for helper in helpers { helper.join() }
    }
    let evaluator = makeEvaluator()
    var areHelping = false
    var next = 0
    while true {
      switch nextTask(next) {
      case .deliver(let place):
        guard try deliver(&place.result, place.piece.bytesRead) else { return }
        next += 1
        board.change(waking: .one(of: Queue.helpers)) {
          $0.size -= place.size
          $0.free.append(place)
        }
      case .work(let place):
        board.withLock { $0.isOwnWaiting = true }
        let wait = {
          self.board.change(waking: .one(of: Queue.helpers)) { $0.isOwnWaiting = false }
        }
        switch readPiece(
          into: place, when: wait, while: { self.board.withLock { !$0.isFinished(next) } })
        {
        case .piece(let isLast):
          if !isLast, !areHelping {
            areHelping = true
            helpers = (0..<min(jobs - 1, WorkerThread.limit)).compactMap { _ in
              WorkerThread { self.help() }
            }
          }
          evaluate(place, evaluator)
        case .nothingYet: board.change { $0.free.append(place) }
        case .end: break
        }
      case .end(let failure):
        if let failure { throw failure }
        return
      }
    }
  }

  private enum Task {
    case deliver(Place)
    case work(Place)
    case end(CheckFailure?)
  }

  /// Returns the next task of the thread that started the run. Delivering a finished result takes precedence over
  /// beginning a piece.
  private func nextTask(_ next: Int) -> Task {
    board.wait(in: Queue.own) { board in
      if let place = board.takeFinished(next) { return .deliver(place) }
      if board.count == next { return .end(board.failure) }
      return board.takeFree().map { .work($0) }
    }
  }

  /// Evaluates pieces until there is no more to do.
  private func help() {
    var evaluator: Evaluate?
    while true {
      var hasRoom = false
      let place = board.wait(in: Queue.helpers) { board -> Place?? in
        if board.isStopped || board.count != nil { return .some(nil) }
        guard !board.isOwnWaiting, let place = board.takeFree() else { return nil }
        hasRoom = board.hasRoom
        return .some(place)
      }
      guard let place else { return }
      if hasRoom { board.change(waking: .one(of: Queue.helpers)) { _ in } }
      let isWanted = { self.board.withLock { !$0.isStopped && !$0.isOwnWaiting } }
      switch readPiece(into: place, while: isWanted) {
      case .piece:
        let own = evaluator ?? makeEvaluator()
        evaluator = own
        evaluate(place, own)
      case .nothingYet: board.change { $0.free.append(place) }
      case .end: return
      }
    }
  }

  /// Reads the next piece.
  ///
  /// - Parameters:
  ///   - begin: called when it is the thread's turn to read.
  ///   - isWanted: returns whether to go on waiting while a stream delivers nothing. The delivering thread stops
  ///     waiting if a result can be delivered, and any other thread if the delivering thread wants to read.
  private func readPiece(
    into place: Place, when begin: () -> Void = {}, while isWanted: () -> Bool
  ) -> ReadResult {
    reading.withLock { reading in
      begin()
      if reading.isOver { return .end }
      if board.withLock({ $0.isFull }) { return .nothingYet }
      var failure: CheckFailure?
      do throws(CheckFailure) {
        let result = try reading.read(&place.piece, isWanted)
        switch result {
        case .piece:
          place.number = reading.count
          reading.count += 1
          place.size = place.piece.size
          board.withLock { $0.size += place.size }
          return result
        case .nothingYet: return result
        case .end: break
        }
      } catch {
        failure = error
      }
      reading.isOver = true
      board.change { ($0.count, $0.failure) = (reading.count, failure) }
      return .end
    }
  }

  private func evaluate(_ place: Place, _ evaluate: Evaluate) {
    place.result.reset()
    let number = place.number
    evaluate(place.piece, { inTurn in self.take(turn: number, inTurn) }, &place.result)
    place.piece.letGo()
    board.change(waking: .queue(Queue.own)) { $0.finished.append(place) }
  }

  /// Waits until all earlier pieces have had their turn, then runs `body` as the turn of this piece.
  private func take(turn number: Int, _ body: () -> Void) {
    board.wait(in: Queue.turns) { $0.turn == number ? () : nil }
    defer { board.change(waking: .queue(Queue.turns)) { $0.turn += 1 } }
    body()
  }
}
