// The threads of a run. Each takes a place for a piece, reads the next piece into it, which only one
// thread does at a time, and evaluates it; so there is no thread that reads while as many as there are
// cores evaluate. The thread that started the run is one of them, and hands the results over in the
// order of the pieces in between.

internal import FormworkEngine
internal import FormworkReport

/// The threads that read and evaluate the pieces of one stream.
final class WorkerPool: @unchecked Sendable {
  // Unchecked: a place is touched by the thread that took it, and by the run's own when it is finished,
  // as `board` says; the ledger by the thread whose turn it is.

  /// A place for a piece under way and for what comes of it.
  private final class Place {
    var piece = Piece()
    var result = PieceResult()
    var number = 0
    /// How many bytes the piece held when it was read.
    var size = 0
  }

  /// What the threads tell each other.
  private struct Board {
    /// Places without a piece, and how many more may be made.
    var free: [Place] = []
    var unmade: Int
    /// Places that wait to be handed over.
    var finished: [Place] = []
    /// How many pieces there are, once the last one has been read.
    var count: Int?
    /// Why reading ended.
    var failure: CheckFailure?
    /// Whether nothing more is to be begun.
    var isStopped = false
    /// The piece whose keys the ledger gets next.
    var turn = 0
    /// How many bytes the pieces under way hold.
    var size = 0
    /// Whether the run's own thread waits for its turn to read. What is finished meanwhile is handed over
    /// only if nobody else waits for a stream.
    var isOwnWaiting = false

    mutating func takeFree() -> Place? {
      if isStopped || count != nil || isFull { return nil }
      if let place = free.popLast() { return place }
      if unmade == 0 { return nil }
      unmade -= 1
      return Place()
    }

    /// Whether one more thread could begin something.
    var hasRoom: Bool { !isStopped && count == nil && !isFull && (!free.isEmpty || unmade > 0) }

    /// Whether the pieces under way hold so much that no other is begun, because their records are long.
    var isFull: Bool { size > WorkerPool.sizeLimit }

    func isFinished(_ number: Int) -> Bool { finished.contains { $0.number == number } }

    mutating func takeFinished(_ number: Int) -> Place? {
      finished.firstIndex { $0.number == number }.map { finished.remove(at: $0) }
    }
  }

  /// Who waits for something on the board.
  private enum Queue {
    /// The run's own thread.
    static let own = 0
    /// The others, for a place.
    static let helpers = 1
    /// Those whose keys come after those of others.
    static let turns = 2
    static let count = 3
  }

  /// What reading came to.
  enum ReadResult {
    case piece(isLast: Bool)
    /// There are no more pieces.
    case end
    /// Nothing came of a stream while it was wanted.
    case nothingYet
  }

  /// Reads the next piece, as long as it is wanted, which is asked every now and then while nothing comes.
  typealias Read = (inout Piece, _ isWanted: () -> Bool) throws(CheckFailure) -> ReadResult

  private struct Reading: @unchecked Sendable {
    // Unchecked: nobody else has what is read from.
    let read: Read
    var count = 0
    /// Whether there is no more to read, or no more can be read.
    var isOver = false
  }

  /// What all pieces under way may hold before the next one is read, however long that is.
  private static let sizeLimit = 64 << 20
  /// How many places each thread has, so that it need not wait until a result is handed over.
  private static let placesPerJob = 2

  /// What must wait until the pieces before are done with the same.
  typealias Turn = (() -> Void) -> Void

  /// Evaluates a piece; some of it perhaps in its turn.
  typealias Evaluate = (Piece, _ inTurn: Turn, inout PieceResult) -> Void

  private let jobs: Int
  private let makeEvaluator: @Sendable () -> Evaluate
  private let reading: Lock<Reading>
  private let board: Lock<Board>

  /// - Parameters:
  ///   - read: reads the next piece; called by one thread at a time, and not again after the end or a
  ///     failure.
  ///   - jobs: how many threads there are, the one that runs the pool included.
  ///   - makeEvaluator: makes what a thread evaluates its pieces with.
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
  /// - Parameter deliver: takes what came of a piece, in their order, with the bytes read so far, on the
  ///   thread of the caller; false to stop. What it leaves there is emptied and used again.
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

  /// What the run's own thread does next: what is finished goes before what could be begun.
  private func nextTask(_ next: Int) -> Task {
    board.wait(in: Queue.own) { board in
      if let place = board.takeFinished(next) { return .deliver(place) }
      if board.count == next { return .end(board.failure) }
      return board.takeFree().map { .work($0) }
    }
  }

  /// Works until there is no more to do.
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
  ///   - begin: called when it is the thread's turn.
  ///   - isWanted: whether to go on waiting while nothing comes of a stream. All give way to what is to be
  ///     handed over, or to the thread that does so.
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

  /// Waits until all pieces before have had their turn, and takes that of this one.
  private func take(turn number: Int, _ body: () -> Void) {
    board.wait(in: Queue.turns) { $0.turn == number ? () : nil }
    defer { board.change(waking: .queue(Queue.turns)) { $0.turn += 1 } }
    body()
  }
}
