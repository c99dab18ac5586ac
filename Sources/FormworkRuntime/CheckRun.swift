// Runs a form over a stream of records: reads pieces, cuts them at the ends of records, evaluates them on every core,
// and delivers the results in the order of the input. The number of pieces in flight bounds the memory, whatever the
// size of the stream.

package import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// The error for a stream that can't be read to its end.
package enum CheckFailure: Error, Sendable {
  case file(FileProblem)
  /// The header of a table is unusable; the problems may include warnings.
  case table([TableProblem], line: Int = 1)
  /// A record is longer than `limit`; no record from this line on was read.
  case recordTooLong(line: Int, limit: Int)
  /// A line of a table without a declared encoding isn't UTF-8; `likely` is the apparent encoding of the file.
  case notUTF8(line: Int, likely: String?)
  /// There is no list at the path that should lead to the records.
  case noList(path: [String], line: Int)
  /// The file seems to have a different encoding from the declared one.
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

/// A single pass over one stream.
package struct CheckRun {
  /// The size of a piece in bytes. Larger pieces save nothing: 64 KiB and 512 KiB take the same time.
  package static let pieceSize = 256 << 10
  /// The total size of the pieces of all jobs. With many jobs the pieces are smaller, so that memory doesn't grow
  /// with the number of cores.
  private static let pieceSizes = 3 << 20

  /// The maximum number of records in a piece if their problems are reported.
  static let reportedCount = 1 << 10

  private let spec: CompiledForm
  private let options: ReportOptions
  private let jobs: Int
  private let ledger: DataSetLedger
  private let pieceSize: Int
  private let recordLimit: Int

  /// - Parameters:
  ///   - jobs: the number of pieces to evaluate at the same time, at least 1.
  ///   - ledger: the ledger of the earlier files, if they belong to the same data set as this file.
  ///   - pieceSize: the size of a piece in bytes.
  ///   - recordLimit: the maximum length of a record in bytes.
  package init(
    _ spec: CompiledForm, options: ReportOptions, jobs: Int, ledger: DataSetLedger? = nil,
    pieceSize: Int = CheckRun.pieceSize, recordLimit: Int = RecordSplitter.recordLimit
  ) {
    self.pieceSize = max(1, min(pieceSize, CheckRun.pieceSizes / max(1, jobs)))
    self.recordLimit = recordLimit
    self.ledger = ledger ?? DataSetLedger(spec.program, spec.source)
    self.spec = spec
    self.options = options
    self.jobs = max(1, jobs)
  }

  /// The callbacks of a run.
  package struct Events {
    /// Receives warnings about the header of a table and, at the end, about the file.
    package var header: ([TableProblem]) -> Void
    /// Called once the file is open and its columns are known.
    package var open: (RecordFile) throws(CheckFailure) -> Void
    /// Receives the result of each piece, in order, and the number of bytes read so far. May swap the result's buffers.
    /// Returns false to stop.
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
  /// - Returns: the number of empty rows, which were skipped.
  @discardableResult
  package func run(
    _ file: InputFile, isKnown: Bool = false, _ events: Events
  ) throws(CheckFailure) -> Int {
    let open = try RecordFile(
      file, spec.program, options.layout, pieceSize: pieceSize, needsRecords: ledger.needsRecords,
      recordLimit: recordLimit)
    var (options, reader) = (options, open.reader)
    options.layout = open.layout
    if !open.warnings.isEmpty { events.header(open.warnings) }
    try events.open(open)
    ledger.begin(file: options.fileName, isKnown: isKnown)
    if let table = open.table, !isKnown { ledger.note(table) }
    // Limit the number of records in a piece, because reported problems take more memory than the records themselves.
    let countLimit = options.wantsProblems ? CheckRun.reportedCount : PieceReader.countLimit
    let pool = WorkerPool(jobs: jobs) {
      [spec, ledger, options, program = open.program, table = open.table] in
      let reporter = RecordReporter(program, source: spec.source, options: options, table: table)
      reporter.use(ledger)
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
      // First deliver the records that precede the fault, so that the output doesn't depend on where pieces end.
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
  /// - Parameter inTurn: runs a closure once the closures of all earlier pieces have run.
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
      report(
        bytes, piece.records, firstRecord: piece.firstRecord, ledger, inTurn: inTurn, into: &result)
    }
  }
}
