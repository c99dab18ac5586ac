// Validation of files as in the command line: tables, workbooks and JSON, compressed or not.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RecordFormat {
  var kind: DataKind? { DataKind(rawValue: rawValue) }
}

extension FormSpec {
  /// Validates the records of a file: JSON, NDJSON, a table or a workbook, which may be compressed with gzip.
  ///
  /// ```swift
  /// for try await record in spec.validate(contentsOf: URL(filePath: "prices.xlsx")) {
  ///   for problem in record.outcome.problems { print(record.line, problem.message) }
  /// }
  /// ```
  ///
  /// The form's `data` settings apply: delimiter, encoding, header, sheet, texts that mean blank, and the location of
  /// the records.
  ///
  /// The file is read on demand. Only a chunk of it and the longest record are in memory. The sequence throws
  /// `CancellationError` if its task is cancelled, and `RecordStreamError` if the file can't be read or has an invalid
  /// format. Rules about several records (`unique`, `same`, `previous`, `records`) treat all records as one data set.
  /// If rules for one record refer to all records, the file is read twice.
  ///
  /// - Parameters:
  ///   - file: the location of the file, a URL with the scheme `file`. For any other URL, the sequence throws an
  ///     error.
  ///   - format: the format of the file; nil to derive it from its name (`prices.csv.gz`) or from the form's only
  ///     `data`.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB. For a longer record, the sequence
  ///     throws `RecordStreamError.tooLong`.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  ///   - warn: receives each warning about the table as a whole, such as a column that no field uses.
  /// - Returns: the outcome of each record, in order.
  public func validate(
    contentsOf file: URL, as format: RecordFormat? = nil, options: ValidationOptions = .init(),
    recordLimit: Int = 64 << 20, asking answers: HostAnswers? = nil, batchSize: Int = 100,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) -> some AsyncSequence<RecordOutcome, any Error> {
    RecordsOfFile(
      source: FileAtURL(url: file), spec: self, format: format, options: options,
      recordLimit: recordLimit, answers: answers, batchSize: batchSize, warn: warn)
  }

  /// Validates the records of a body, such as a request body: JSON, NDJSON, a table or a workbook, which may be
  /// compressed with gzip.
  ///
  /// ```swift
  /// for try await record in spec.validate(body: request.body, as: .csv) {
  ///   for problem in record.outcome.problems { print(record.line, problem.message) }
  /// }
  /// ```
  ///
  /// The body is first written to an unnamed file in the folder for temporary files. The file is then read as
  /// `validate(contentsOf:)` does, with the same positions and as little memory. To validate NDJSON while the body
  /// arrives, use `validate(lines:)`.
  ///
  /// - Parameters:
  ///   - body: chunks of bytes, such as `[UInt8]`, `ArraySlice<UInt8>` or `Data`. The sequence rethrows the errors of
  ///     `body`.
  ///   - format: the format of the body.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - bodyLimit: the maximum length of the body in bytes, at least 1. The sequence throws
  ///     `RecordStreamError.bodyTooLong` as soon as the body exceeds it.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB. For a longer record, the sequence
  ///     throws `RecordStreamError.tooLong`.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  ///   - warn: receives each warning about the table as a whole, such as a column that no field uses.
  /// - Returns: the outcome of each record, in order.
  public func validate<Body: AsyncSequence>(
    body: Body, as format: RecordFormat, options: ValidationOptions = .init(),
    bodyLimit: Int = 1 << 30, recordLimit: Int = 64 << 20,
    asking answers: HostAnswers? = nil, batchSize: Int = 100,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) -> some AsyncSequence<RecordOutcome, any Error>
  where Body.Element: Sequence<UInt8> {
    RecordsOfFile(
      source: ReceivedBody(body: body, limit: max(1, bodyLimit)), spec: self, format: format,
      options: options, recordLimit: recordLimit, answers: answers, batchSize: batchSize,
      warn: warn)
  }
}

/// A source of the bytes of records.
private protocol RecordSource {
  /// The name to show in errors.
  var name: String { get }
  func open(isolation actor: isolated (any Actor)?) async throws -> InputFile
}

private struct FileAtURL: RecordSource {
  let url: URL
  var name: String { url.path }

  func open(isolation actor: isolated (any Actor)?) async throws -> InputFile {
    guard url.isFileURL else { throw RecordStreamError.notAFile(url: url.absoluteString) }
    do throws(FileProblem) { return try InputFile(name) } catch {
      throw RecordStreamError(.file(error), name)
    }
  }
}

private struct ReceivedBody<Body: AsyncSequence>: RecordSource
where Body.Element: Sequence<UInt8> {
  let body: Body
  let limit: Int
  var name: String { "body" }

  func open(isolation actor: isolated (any Actor)?) async throws -> InputFile {
    do {
      let spool = try Spool()
      var chunks = body.makeAsyncIterator()
      while let chunk = try await chunks.next(isolation: actor) {
        try Task.checkCancellation()
        let bytes = Array(chunk)
        if bytes.count > limit - spool.count {
          throw RecordStreamError.bodyTooLong(limit: limit)
        }
        try spool.append(bytes)
      }
      // A body may also end early because its task was canceled.
      try Task.checkCancellation()
      return try InputFile(spool, called: name)
    } catch let problem as FileProblem {
      throw RecordStreamError(.file(problem), name)
    }
  }
}

/// The outcomes of a file's records, as a sequence.
private struct RecordsOfFile<Source: RecordSource>: AsyncSequence {
  let source: Source
  let spec: FormSpec
  let format: RecordFormat?
  let options: ValidationOptions
  let recordLimit: Int
  let answers: HostAnswers?
  let batchSize: Int
  let warn: @Sendable (String) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(records: self) }

  struct Iterator: AsyncIteratorProtocol {
    let records: RecordsOfFile
    private var run: FileRun?

    init(records: RecordsOfFile) { self.records = records }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> RecordOutcome? {
      try Task.checkCancellation()
      if run == nil { run = try await records.begin(isolation: actor) }
      while let run {
        if let outcome = try run.next() { return outcome }
        if try await !run.ask(isolation: actor) { return nil }
      }
      return nil
    }
  }

  fileprivate func begin(isolation actor: isolated (any Actor)?) async throws -> FileRun {
    let file = try await source.open(isolation: actor)
    guard let kind = format?.kind ?? spec.core.program.kind(ofFile: source.name) else {
      throw RecordStreamError.unknownFormat(path: source.name)
    }
    let core = spec.core
    let asker = RecordAsker(core, core.pool(for: kind), options, answers, batchSize)
    let run = try FileRun(
      file, called: source.name, kind, core, asker?.options ?? options, recordLimit, asker, warn)
    try await run.collect(isolation: actor)
    return run
  }
}

/// A validation of a file.
private final class FileRun {
  private let core: FormCore
  private let options: ValidationOptions
  private let recordLimit: Int
  private let path: String
  private let kind: DataKind
  private var file: InputFile
  private var records: RecordFile
  private var reader: PieceReader
  private let pool: EvaluatorPool
  private let evaluator: Evaluator
  private let asker: RecordAsker?
  /// The index of the first record of the piece whose host rules haven't been called.
  private var askedEnd = 0
  /// Whether the next record has been compared with the earlier ones.
  private var isCompared = false
  /// Whether the next record, or the data set as a whole, needs the rules that were skipped.
  private var needsSkipped = false
  /// The state of the data set so far.
  private let ledger: DataSetLedger
  private var piece = Piece()
  private var nextRecord = 0
  private var line = 1
  private var count = 0
  private var isFinished = false
  private let warn: @Sendable (String) -> Void

  init(
    _ file: InputFile, called path: String, _ kind: DataKind, _ core: FormCore,
    _ options: ValidationOptions, _ recordLimit: Int, _ asker: RecordAsker?,
    _ warn: @escaping @Sendable (String) -> Void
  ) throws(RecordStreamError) {
    (self.path, self.core, self.options, self.warn) = (path, core, options, warn)
    (self.kind, self.asker) = (kind, asker)
    self.recordLimit = min(max(1, recordLimit), RecordSplitter.recordLimit)
    ledger = DataSetLedger(core.program, core.source)
    pool = core.pool(for: kind)
    evaluator = pool.take()
    core.prepare(evaluator, options)
    do throws(FileProblem) {
      self.file = try ledger.needsAnswersFirst ? file.keptToReopen() : file
    } catch { throw RecordStreamError(.file(error), path) }
    records = try FileRun.opened(self.file, path, kind, core, self.recordLimit)
    reader = records.reader
    if let table = records.table { ledger.note(table) }
    for warning in records.warnings { warn(TableWords.sentence(warning)) }
  }

  deinit {
    evaluator.leaveDataSet()
    pool.putBack(evaluator)
  }

  private static func opened(
    _ file: InputFile, _ path: String, _ kind: DataKind, _ core: FormCore, _ recordLimit: Int
  ) throws(RecordStreamError) -> RecordFile {
    let program = core.program
    do throws(CheckFailure) {
      return try RecordFile(
        file, program, program.layout(of: kind), pieceSize: CheckRun.pieceSize,
        needsRecords: true, recordLimit: recordLimit)
    } catch { throw RecordStreamError(error, path) }
  }

  /// If rules need answers about all records, reads the file once to collect them.
  func collect(isolation actor: isolated (any Actor)?) async throws {
    guard ledger.needsAnswersFirst else { return }
    while try readOn() {
      guard let asker else {
        collectPiece()
        continue
      }
      var first = 0
      while first < piece.records.count { first = try await askBatch(from: first, asker, actor) }
      asker.answering { collectPiece() }
    }
    count = 0
    ledger.beginJudging(evaluator)
    do throws(FileProblem) { file = try file.reopened() } catch {
      throw RecordStreamError(.file(error), path)
    }
    records = try FileRun.opened(file, path, kind, core, recordLimit)
    (reader, piece, nextRecord, askedEnd) = (records.reader, Piece(), 0, 0)
  }

  private func collectPiece() {
    for span in piece.records {
      count += 1
      let address = RecordAddress(record: count, line: span.line)
      ledger.collect(at: address, evaluator) { evaluator throws(MalformedRecord) in
        try read(span, evaluator)
      }
    }
  }

  /// Calls the asynchronous rules that the next record needs, and those of the batch that it begins.
  ///
  /// - Returns: false at the end of the file, or if the form has no such rules.
  func ask(isolation actor: isolated (any Actor)?) async throws -> Bool {
    guard let asker else { return false }
    if needsSkipped {
      needsSkipped = false
      try await asker.askSkipped(isolation: actor)
      return true
    }
    guard nextRecord < piece.records.count else { return false }
    askedEnd = try await askBatch(from: nextRecord, asker, actor)
    return true
  }

  /// Calls the rules for a batch of the piece's records and returns the index of its end.
  private func askBatch(
    from first: Int, _ asker: RecordAsker, _ actor: isolated (any Actor)?
  ) async throws -> Int {
    let end = min(first + asker.batchSize, piece.records.count)
    try await asker.ask(piece.records[first..<end].map(evaluation), isolation: actor)
    return end
  }

  private func evaluation(of span: RecordSpan) -> RecordAsker.Evaluation {
    .init { evaluator throws(MalformedRecord) in try self.read(span, evaluator) }
  }

  /// Evaluates a record of the piece.
  private func read(_ span: RecordSpan, _ evaluator: Evaluator) throws(MalformedRecord) {
    if let defect = span.defect { throw MalformedRecord(defect, 0) }
    try piece.bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(MalformedRecord) in
        try evaluator.evaluate(bytes.part(span.lower, span.upper), of: records.table)
      }
    }.get()
  }

  /// Returns the outcome of the next record. Nil at the end, or if host rules must be called first.
  func next() throws(RecordStreamError) -> RecordOutcome? {
    while nextRecord == piece.records.count {
      guard try readOn() else { return finish() }
    }
    guard let asker else { return try judge() }
    return nextRecord < askedEnd
      ? try asker.answering { () throws(RecordStreamError) in try judge() } : nil
  }

  private func judge() throws(RecordStreamError) -> RecordOutcome? {
    let span = piece.records[nextRecord]
    line = span.line
    var fault: PieceResult.DataFault?
    let outcome = piece.bytes.withUnsafeBufferPointer { bytes in
      evaluate(bytes.part(span.lower, span.upper), span, room: bytes.count - span.upper, &fault)
    }
    guard let outcome else { return nil }
    nextRecord += 1
    count += 1
    isCompared = false
    if let fault { throw RecordStreamError(CheckFailure(fault, records.layout), path) }
    return RecordOutcome(number: count, line: span.line, outcome: outcome)
  }

  private func readOn() throws(RecordStreamError) -> Bool {
    (nextRecord, askedEnd) = (0, 0)
    do throws(CheckFailure) { return try reader.read(into: &piece) } catch {
      throw RecordStreamError(error, path)
    }
  }

  /// Returns the outcome of a record, or nil if an asynchronous rule must be called for it.
  private func evaluate(
    _ record: TextBytes, _ span: RecordSpan, room: Int, _ fault: inout PieceResult.DataFault?
  ) -> Outcome? {
    let address = RecordAddress(record: count + 1, line: line)
    if core.comparesRecords, !isCompared {
      ledger.compare(at: address, evaluator) { evaluator throws(MalformedRecord) in
        if let defect = span.defect { throw MalformedRecord(defect, 0) }
        try evaluator.evaluate(record, of: records.table)
      }
    }
    isCompared = true
    do throws(MalformedRecord) {
      if let defect = span.defect { throw MalformedRecord(defect, 0) }
      try evaluator.evaluate(record, of: records.table, room: room)
      needsSkipped = evaluator.isAccepted && asker?.isWaiting ?? false
      if needsSkipped { return nil }
      ledger.note(address, evaluator)
    } catch {
      ledger.noteUnreadable()
      fault = error.fault(record, span, records.layout)
      return core.outcome(of: error.told(of: records.layout), options, record, at: span)
    }
    let isSheet = records.layout.kind.isSheet
    return core.outcome(
      of: evaluator, options, at: span, number: count + 1,
      cells: isSheet && !evaluator.isSpotless ? records.table?.starts(record) : nil)
  }

  /// Returns the outcome of the file as a whole, if it has one; nil in later calls, and if host rules must be called
  /// first.
  private func finish() -> RecordOutcome? {
    if isFinished { return nil }
    let outcome = asker.map { asker in asker.answering { whole } } ?? whole
    needsSkipped = asker?.isWaiting ?? false
    if needsSkipped { return nil }
    isFinished = true
    for warning in file.lateWarnings { warn(TableWords.sentence(warning)) }
    return outcome
  }

  private var whole: RecordOutcome? {
    core.outcome(of: ledger, evaluator, options).map {
      RecordOutcome(number: nil, line: line, outcome: $0)
    }
  }
}

extension RecordStreamError {
  fileprivate init(_ failure: CheckFailure, _ path: String) {
    self =
      switch failure {
      case .file(let problem): .unreadable(path: path, reason: problem.reason)
      case .recordTooLong(let line, let limit): .tooLong(line: line, limit: limit)
      default:
        .unusable(path: path, line: failure.reason.line, reason: failure.reason.text)
      }
  }
}
