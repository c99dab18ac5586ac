// Runs a form over a stream of records: reads it in pieces, cuts them at the ends of records,
// evaluates the pieces on every core, and hands the results over in the order of the input. Memory
// is bounded by the number of pieces under way, whatever the size of the stream.

package import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// What keeps a stream from being read to its end.
package enum CheckFailure: Error, Sendable {
  case file(FileProblem)
  /// The header of a table cannot be used; among the problems are warnings.
  case table([TableProblem], line: Int = 1)
  /// A record longer than can be held; nothing from its line on was read.
  case recordTooLong(line: Int, limit: Int)
  /// A line of a table whose encoding nobody has said is not in UTF-8; what it looks like, if that can be told.
  case notUTF8(line: Int, likely: String?)
  /// There is no list where the records should be.
  case noList(path: [String], line: Int)
  /// The file is in another encoding than the one that was said.
  case otherEncoding(said: String, likely: String)
}

extension CheckFailure {
  package init(_ fault: PieceResult.DataFault, _ layout: DataLayout) {
    self =
      switch fault {
      case .notUTF8(let line, let likely): .notUTF8(line: line, likely: likely)
      case .noList(let line): .noList(path: layout.path.value, line: line)
      }
  }
}

/// One run over one stream.
package struct CheckRun {
  /// How much is read at a time. Larger pieces save nothing: 64 KiB and 512 KiB take the same time.
  package static let pieceSize = 256 << 10
  /// How much all jobs read at a time together: with many jobs the pieces are smaller, so that memory does
  /// not grow with the cores of a machine.
  private static let pieceSizes = 3 << 20

  /// The most records of a piece whose problems are handed on.
  static let reportedCount = 1 << 10

  private let spec: CompiledForm
  private let options: ReportOptions
  private let jobs: Int
  private let ledger: DataSetLedger
  private let pieceSize: Int
  private let recordLimit: Int

  /// - Parameters:
  ///   - jobs: how many pieces are evaluated at the same time, from 1.
  ///   - ledger: what is known of the records of the files before, which are one data set.
  ///   - pieceSize: how many bytes are read at a time.
  ///   - recordLimit: the longest record, in bytes.
  package init(
    _ spec: CompiledForm, options: ReportOptions, jobs: Int, ledger: DataSetLedger? = nil,
    pieceSize: Int = CheckRun.pieceSize, recordLimit: Int = RecordSplitter.recordLimit
  ) {
    self.pieceSize = max(1, min(pieceSize, CheckRun.pieceSizes / max(1, jobs)))
    self.recordLimit = recordLimit
    self.ledger = ledger ?? DataSetLedger(spec)
    self.spec = spec
    self.options = options
    self.jobs = max(1, jobs)
  }

  /// What the run tells while it is under way.
  package struct Events {
    /// Warnings about the header of a table, and at its end about the file.
    package var header: ([TableProblem]) -> Void
    /// The file is open, and its columns are known.
    package var open: (RecordFile) throws(CheckFailure) -> Void
    /// The result of a piece, in order, whose buffers may be exchanged, with the bytes read so far; false to
    /// stop.
    package var piece: (inout PieceResult, Int) throws(CheckFailure) -> Bool

    package init(
      header: @escaping ([TableProblem]) -> Void,
      open: @escaping (RecordFile) throws(CheckFailure) -> Void,
      piece: @escaping (inout PieceResult, Int) throws(CheckFailure) -> Bool
    ) {
      self.header = header
      self.open = open
      self.piece = piece
    }
  }

  /// Reads `file` to its end.
  ///
  /// - Returns: how many rows had nothing in them, and were passed over.
  @discardableResult
  package func run(_ file: InputFile, _ events: Events) throws(CheckFailure) -> Int {
    let open = try RecordFile(
      file, spec.program, options.layout, pieceSize: pieceSize, needsRecords: ledger.isNeeded,
      recordLimit: recordLimit)
    var (options, reader) = (options, open.reader)
    options.layout = open.layout
    if !open.warnings.isEmpty { events.header(open.warnings) }
    try events.open(open)
    ledger.begin(file: options.fileName)
    // Problems that are handed on take more memory than the records.
    let countLimit = options.wantsProblems ? CheckRun.reportedCount : PieceReader.countLimit
    let pool = WorkerPool(jobs: jobs) {
      [spec, ledger, options, program = open.program, table = open.table] in
      let reporter = RecordReporter(program, source: spec.source, options: options, table: table)
      return { piece, inTurn, result in
        reporter.report(piece, ledger, inTurn: inTurn, into: &result)
      }
    } read: { (piece, isWanted) throws(CheckFailure) in
      if try reader.read(into: &piece, limit: countLimit, while: isWanted) {
        return .piece(isLast: reader.isDone)
      }
      return reader.isDone ? .end : .nothingYet
    }
    try pool.run { (result, bytesRead) throws(CheckFailure) in
      // What comes before a fault is handed over whatever the pieces are.
      let fault = result.fault
      let goesOn = try events.piece(&result, bytesRead)
      if let fault { throw CheckFailure(fault, options.layout) }
      return goesOn && !result.didStop
    }
    if !file.lateWarnings.isEmpty { events.header(file.lateWarnings) }
    return reader.emptyRows
  }
}

extension RecordReporter {
  /// Reports on the records of a piece.
  ///
  /// - Parameter inTurn: does something when all pieces before have done it.
  func report(
    _ piece: Piece, _ ledger: DataSetLedger, inTurn: WorkerPool.Turn,
    into result: inout PieceResult
  ) {
    piece.withBytes { bytes in
      guard piece.isCut else {
        return report(
          lines: bytes, from: piece.start, firstRecord: piece.firstRecord, line: piece.firstLine,
          into: &result)
      }
      var hits: [[DataSetHit]] = []
      if ledger.isNeeded {
        let keys = keys(bytes, piece.records)
        inTurn { hits = ledger.add(keys, piece.records) }
      }
      report(bytes, piece.records, firstRecord: piece.firstRecord, hits: hits, into: &result)
    }
  }
}
