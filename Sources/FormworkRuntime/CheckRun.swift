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
  case table([TableProblem])
  /// A record longer than can be held; nothing from its line on was read.
  case recordTooLong(line: Int, limit: Int)
  /// The file is in UTF-16 or another coding that is not UTF-8.
  case notUTF8(coding: String)
}

/// One run over one stream.
package struct CheckRun {
  /// How much is read at a time. Larger pieces save nothing: 64 KiB and 512 KiB take the same time.
  package static let pieceSize = 256 << 10
  /// How much all jobs read at a time together: with many jobs the pieces are smaller, so that memory does
  /// not grow with the cores of a machine.
  private static let pieceSizes = 3 << 20

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
    /// Warnings about the header of a table.
    package var header: ([TableProblem]) -> Void
    /// The header for a file of rejects: as it came, also with a byte order mark, and with a column for
    /// messages.
    package var headerLine: ([UInt8]) throws(CheckFailure) -> Void
    /// The result of a piece, in order, whose buffers may be exchanged, with the bytes read so far; false to
    /// stop.
    package var piece: (inout PieceResult, Int) throws(CheckFailure) -> Bool

    package init(
      header: @escaping ([TableProblem]) -> Void,
      headerLine: @escaping ([UInt8]) throws(CheckFailure) -> Void,
      piece: @escaping (inout PieceResult, Int) throws(CheckFailure) -> Bool
    ) {
      self.header = header
      self.headerLine = headerLine
      self.piece = piece
    }
  }

  /// Reads `file` to its end.
  package func run(_ file: InputFile, _ events: Events) throws(CheckFailure) {
    var reader = PieceReader(
      file, format: options.format, pieceSize: pieceSize, needsRecords: ledger.isNeeded,
      recordLimit: recordLimit)
    var table: TableReader?
    if case .table(let delimiter) = options.format {
      table = try openTable(&reader, delimiter, events)
    }
    ledger.begin(file: options.fileName)
    let pool = WorkerPool(jobs: jobs, ledger) { [spec, options, table] in
      RecordReporter(spec.program, source: spec.source, options: options, table: table)
    } read: { (piece, isWanted) throws(CheckFailure) in
      if try reader.read(into: &piece, while: isWanted) { return .piece(isLast: reader.isDone) }
      return reader.isDone ? .end : .nothingYet
    }
    try pool.run { (result, bytesRead) throws(CheckFailure) in
      let goesOn = try events.piece(&result, bytesRead)
      return goesOn && !result.didStop
    }
  }

  private func openTable(
    _ reader: inout PieceReader, _ delimiter: UInt8, _ events: Events
  ) throws(CheckFailure) -> TableReader {
    guard let header = try reader.header() else { throw .table([.noHeader]) }
    let opened = header.withUnsafeBufferPointer { bytes in
      TableReader.open(header: bytes, delimiter: delimiter, program: spec.program)
    }
    guard let table = opened.reader else { throw .table(opened.problems) }
    if !opened.problems.isEmpty { events.header(opened.problems) }
    let own = header.withUnsafeBufferPointer { table.headerWithProblems($0) }
    try events.headerLine(reader.hasByteOrderMark ? byteOrderMark + own : own)
    return table
  }
}
