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
  ///   - warn: receives each warning about the table as a whole, such as a column that no field uses.
  /// - Returns: the outcome of each record, in order.
  public func validate(
    contentsOf file: URL, as format: RecordFormat? = nil, options: ValidationOptions = .init(),
    recordLimit: Int = 64 << 20, warn: @escaping @Sendable (String) -> Void = { _ in }
  ) -> some AsyncSequence<RecordOutcome, any Error> {
    RecordsOfFile(
      source: FileAtURL(url: file), spec: self, format: format, options: options,
      recordLimit: recordLimit, warn: warn)
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
  /// ``validate(contentsOf:as:options:recordLimit:warn:)`` does, with the same positions and as little memory. To
  /// validate NDJSON while the body arrives, use ``validate(lines:options:recordLimit:)-(Body,_,_)``.
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
  ///   - warn: receives each warning about the table as a whole, such as a column that no field uses.
  /// - Returns: the outcome of each record, in order.
  public func validate<Body: AsyncSequence>(
    body: Body, as format: RecordFormat, options: ValidationOptions = .init(),
    bodyLimit: Int = 1 << 30, recordLimit: Int = 64 << 20,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) -> some AsyncSequence<RecordOutcome, any Error>
  where Body.Element: Sequence<UInt8> {
    RecordsOfFile(
      source: ReceivedBody(body: body, limit: max(1, bodyLimit)), spec: self, format: format,
      options: options, recordLimit: recordLimit, warn: warn)
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
      if run == nil { run = try records.begin(try await records.source.open(isolation: actor)) }
      return try run?.next()
    }
  }

  private func begin(_ file: InputFile) throws(RecordStreamError) -> FileRun {
    guard let kind = format?.kind ?? spec.core.program.kind(ofFile: source.name) else {
      throw .unknownFormat(path: source.name)
    }
    return try FileRun(file, called: source.name, kind, spec.core, options, recordLimit, warn)
  }
}

/// A single pass over a file.
private final class FileRun {
  private let core: FormCore
  private let options: ValidationOptions
  private let path: String
  private let file: InputFile
  private let records: RecordFile
  private var reader: PieceReader
  private let pool: EvaluatorPool
  private let evaluator: Evaluator
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
    _ options: ValidationOptions, _ recordLimit: Int, _ warn: @escaping @Sendable (String) -> Void
  ) throws(RecordStreamError) {
    (self.path, self.core, self.options, self.warn) = (path, core, options, warn)
    let program = core.program
    ledger = DataSetLedger(program, core.source)
    pool = core.pool(for: kind)
    evaluator = pool.take()
    core.prepare(evaluator, options)
    func opened(_ file: InputFile) throws(CheckFailure) -> RecordFile {
      try RecordFile(
        file, program, program.layout(of: kind), pieceSize: CheckRun.pieceSize, needsRecords: true,
        recordLimit: min(max(1, recordLimit), RecordSplitter.recordLimit))
    }
    do throws(CheckFailure) {
      var file = file
      if ledger.needsAnswersFirst {
        do throws(FileProblem) { file = try file.keptToReopen() } catch { throw .file(error) }
        try FileRun.collect(opened(file), evaluator, ledger)
        do throws(FileProblem) { file = try file.reopened() } catch { throw .file(error) }
      }
      self.file = file
      records = try opened(file)
    } catch { throw RecordStreamError(error, path) }
    let records = self.records
    if let table = records.table { ledger.note(table) }
    for warning in records.warnings { warn(TableWords.sentence(warning)) }
    reader = records.reader
  }

  deinit {
    evaluator.leaveDataSet()
    pool.putBack(evaluator)
  }

  /// Reads the file once to collect the facts about all records that rules need.
  private static func collect(
    _ records: RecordFile, _ evaluator: Evaluator, _ ledger: DataSetLedger
  ) throws(CheckFailure) {
    var (reader, piece, count) = (records.reader, Piece(), 0)
    while try reader.read(into: &piece) {
      piece.bytes.withUnsafeBufferPointer { bytes in
        for span in piece.records {
          count += 1
          let address = RecordAddress(record: count, line: span.line)
          ledger.collect(at: address, evaluator) { evaluator throws(MalformedRecord) in
            if let defect = span.defect { throw MalformedRecord(defect, 0) }
            try evaluator.evaluate(bytes.part(span.lower, span.upper), of: records.table)
          }
        }
      }
    }
    ledger.beginJudging(evaluator)
  }

  /// Returns the outcome of the next record, or nil at the end.
  func next() throws(RecordStreamError) -> RecordOutcome? {
    while nextRecord == piece.records.count {
      guard try readOn() else { return finish() }
    }
    let span = piece.records[nextRecord]
    nextRecord += 1
    count += 1
    line = span.line
    var fault: PieceResult.DataFault?
    let outcome = piece.bytes.withUnsafeBufferPointer { bytes in
      evaluate(bytes.part(span.lower, span.upper), span, room: bytes.count - span.upper, &fault)
    }
    if let fault { throw RecordStreamError(CheckFailure(fault, records.layout), path) }
    return RecordOutcome(number: count, line: span.line, outcome: outcome)
  }

  private func readOn() throws(RecordStreamError) -> Bool {
    nextRecord = 0
    do throws(CheckFailure) { return try reader.read(into: &piece) } catch {
      throw RecordStreamError(error, path)
    }
  }

  private func evaluate(
    _ record: TextBytes, _ span: RecordSpan, room: Int, _ fault: inout PieceResult.DataFault?
  ) -> Outcome {
    let address = RecordAddress(record: count, line: span.line)
    if core.comparesRecords {
      ledger.compare(at: address, evaluator) { evaluator throws(MalformedRecord) in
        if let defect = span.defect { throw MalformedRecord(defect, 0) }
        try evaluator.evaluate(record, of: records.table)
      }
    }
    do throws(MalformedRecord) {
      if let defect = span.defect { throw MalformedRecord(defect, 0) }
      try evaluator.evaluate(record, of: records.table, room: room)
      ledger.note(address, evaluator)
    } catch {
      ledger.noteUnreadable()
      fault = error.fault(record, span, records.layout)
      return core.outcome(of: error.told(of: records.layout), options, record, at: span)
    }
    let isSheet = records.layout.kind.isSheet
    return core.outcome(
      of: evaluator, options, at: span, number: count,
      cells: isSheet && !evaluator.isSpotless ? records.table?.starts(record) : nil)
  }

  /// Returns the outcome of the file as a whole, if it has one; nil in later calls.
  private func finish() -> RecordOutcome? {
    if isFinished { return nil }
    isFinished = true
    for warning in file.lateWarnings { warn(TableWords.sentence(warning)) }
    return core.outcome(of: ledger, evaluator, options).map {
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
