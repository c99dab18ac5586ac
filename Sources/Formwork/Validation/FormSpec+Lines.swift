// Validation of streams in bounded memory: a JSON record on each line, from a file or any other source of bytes.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The outcome of one record of a stream.
public struct RecordOutcome: Sendable {
  /// The number of the record, from 1; nil for the outcome of the stream as a whole, such as for a wrong number of
  /// records.
  public let number: Int?
  /// The line on which the record begins, from 1.
  public let line: Int
  /// The typed product, or the problems. The outcome of a stream as a whole with only warnings is an accepted product
  /// without values.
  public let outcome: Outcome
}

/// The error for a stream that can't be read to its end.
@nonexhaustive
public enum RecordStreamError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file can't be read; `reason` is the system's description of the error.
  case unreadable(path: String, reason: String)
  /// A record exceeds the limit; `limit` is in bytes.
  case tooLong(line: Int, limit: Int)
  /// A body exceeds the limit; `limit` is in bytes.
  case bodyTooLong(limit: Int)
  /// The URL isn't a file URL, such as one with `https`.
  case notAFile(url: String)
  /// The format of the file is unknown: neither its name nor the form determines it.
  case unknownFormat(path: String)
  /// The content of the file is invalid, such as a table without a required column.
  case unusable(path: String, line: Int?, reason: String)

  /// The description of the error, in a sentence.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .tooLong(let line, let limit):
      "The record on line \(line) is longer than \(limit) bytes."
    case .bodyTooLong(let limit): "The body is longer than \(limit) bytes."
    case .notAFile(let url): "\(url) is not a file URL. Pass its bytes instead."
    case .unknownFormat(let path): "The format of \(path) is unknown."
    case .unusable(let path, let line, let reason):
      path + (line.map { ":\($0)" } ?? "") + ": " + reason
    }
  }
}

extension FormSpec {
  /// Validates the lines of a file, each of them a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// The file is read on demand. Only a chunk of it and the longest record are in memory. If rules for one record refer
  /// to all records (`records`, `per`), the whole file is in memory. The sequence throws `CancellationError` if its
  /// task is cancelled, and `RecordStreamError` if the file can't be read. Rules about several records (`unique`,
  /// `same`, `previous`, `records`) treat all records as one data set.
  ///
  /// - Parameters:
  ///   - file: the location of the file, a URL with the scheme `file`. For any other URL, the sequence throws an
  ///     error.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB. For a longer record, the sequence
  ///     throws `RecordStreamError.tooLong`.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  @inlinable public func validate(
    lines file: URL, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20,
    asking answers: HostAnswers? = nil, batchSize: Int = 100
  ) -> some AsyncSequence<RecordOutcome, any Error> {
    ValidatedRecords(FileChunks(file), self, options, recordLimit, answers, batchSize)
  }

  /// Validates lines of bytes, each of them a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// An outcome is available as soon as the line of its record has ended. The sequence throws `CancellationError` if
  /// its task is cancelled, `RecordStreamError` if a record is too long, and any error of `bytes`. Rules about several
  /// records treat all records as one data set. If rules for one record refer to all records, outcomes follow only
  /// after the last record.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 bytes, such as the body of a request.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB. For a longer record, the sequence
  ///     throws `RecordStreamError.tooLong`.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  @inlinable public func validate<Bytes: AsyncSequence>(
    lines bytes: Bytes, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20,
    asking answers: HostAnswers? = nil, batchSize: Int = 100
  ) -> some AsyncSequence<RecordOutcome, any Error> where Bytes.Element == UInt8 {
    ValidatedRecords(LineChunks(bytes), self, options, recordLimit, answers, batchSize)
  }

  /// Validates lines that arrive as chunks of bytes, each line a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// This is much faster than the method for single bytes, with the same results. A chunk may end anywhere. Products
  /// and problems are created when they are read, so counting records doesn't pay for them.
  ///
  /// - Parameters:
  ///   - chunks: chunks of UTF-8, such as `[UInt8]`, `ArraySlice<UInt8>` or `Data`.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB. For a longer record, the sequence
  ///     throws `RecordStreamError.tooLong`.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  @inlinable public func validate<Body: AsyncSequence>(
    lines chunks: Body, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20,
    asking answers: HostAnswers? = nil, batchSize: Int = 100
  ) -> some AsyncSequence<RecordOutcome, any Error> where Body.Element: Sequence<UInt8> {
    ValidatedRecords(BodyChunks(chunks), self, options, recordLimit, answers, batchSize)
  }
}

extension FormSpec {
  /// Validates lines of a text, each of them a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  public func validate(
    lines text: String, options: ValidationOptions = .init(), asking answers: HostAnswers? = nil,
    batchSize: Int = 100
  ) -> some AsyncSequence<RecordOutcome, any Error> {
    validate(lines: text.utf8, options: options, asking: answers, batchSize: batchSize)
  }

  /// Validates lines of bytes in memory, each of them a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 bytes, such as `Data`.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  public func validate(
    lines bytes: some Sequence<UInt8>, options: ValidationOptions = .init(),
    asking answers: HostAnswers? = nil, batchSize: Int = 100
  ) -> some AsyncSequence<RecordOutcome, any Error> {
    ValidatedRecords(
      OneChunk(bytes: Array(bytes)), self, options, RecordSplitter.recordLimit, answers, batchSize)
  }
}

// MARK: - Outcomes

// `validate(lines:)` is inlinable, so that an optimized caller knows the concrete type and calls `StreamRun.next()`
// directly. The thunks of an opaque sequence cost five hundred more instructions for each line.

/// The outcomes of records that arrive in chunks, as a sequence.
@usableFromInline struct ValidatedRecords<Bytes: Chunks>: AsyncSequence {
  @usableFromInline typealias Element = RecordOutcome

  private let chunks: Bytes
  private let core: FormCore
  private let options: ValidationOptions
  private let recordLimit: Int
  private let answers: HostAnswers?
  private let batchSize: Int

  @usableFromInline init(
    _ chunks: Bytes, _ spec: FormSpec, _ options: ValidationOptions, _ recordLimit: Int,
    _ answers: HostAnswers?, _ batchSize: Int
  ) {
    (self.chunks, core, self.options, self.recordLimit) = (chunks, spec.core, options, recordLimit)
    (self.answers, self.batchSize) = (answers, batchSize)
  }

  @usableFromInline func makeAsyncIterator() -> Iterator {
    let asker = RecordAsker(core, core.pool(for: .ndjson), options, answers, batchSize)
    return Iterator(StreamRun(core, asker?.options ?? options, recordLimit, asker), chunks)
  }

  @usableFromInline struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let run: StreamRun
    private var chunks: Bytes

    fileprivate init(_ run: StreamRun, _ chunks: Bytes) { (self.run, self.chunks) = (run, chunks) }

    @inlinable mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> RecordOutcome? {
      if let outcome = try run.next() { return outcome }
      return try await readOn(isolation: actor)
    }

    /// Returns the next outcome, reading more bytes if no complete line is left.
    @usableFromInline mutating func readOn(
      isolation actor: isolated (any Actor)?
    ) async throws -> RecordOutcome? {
      while true {
        try Task.checkCancellation()
        if let outcome = try run.next() { return outcome }
        if try await run.ask(isolation: actor) { continue }
        if run.isAtEnd {
          if let outcome = run.finish() { return outcome }
          // The rules that the data set as a whole needs.
          if try await !run.ask(isolation: actor) { return nil }
        } else {
          run.take(try await chunks.next(isolation: actor))
        }
      }
    }
  }
}

/// A single pass over a stream. It evaluates the received lines one by one.
@usableFromInline final class StreamRun {
  private let core: FormCore
  private let options: ValidationOptions
  private let recordLimit: Int
  private let pool: EvaluatorPool
  private let evaluator: Evaluator
  private let outcomes: DeferredOutcomes
  private let asker: RecordAsker?
  /// The offset of the end of the lines whose host rules have been called.
  private var askedEnd = 0
  /// Whether the next record has been compared with the earlier ones.
  private var isCompared = false
  /// Whether the next record, or the data set as a whole, needs the rules that were skipped.
  private var needsSkipped = false
  /// The state of the data set so far.
  private let ledger: DataSetLedger
  private var decoder: StreamDecoder
  private var text: LineText
  /// The complete lines received. `at` and `line` are the offset and the number of the next line.
  private var lines = TextBytes(start: nil, count: 0)
  private var at = 0
  private var line = 1
  private var count = 0
  private var isFinished = false
  /// Whether the stream has no more bytes.
  fileprivate(set) var isAtEnd = false

  fileprivate init(
    _ core: FormCore, _ options: ValidationOptions, _ recordLimit: Int, _ asker: RecordAsker?
  ) {
    self.core = core
    self.options = options
    self.asker = asker
    self.recordLimit = min(max(1, recordLimit), RecordSplitter.recordLimit)
    ledger = DataSetLedger(core.program, core.source)
    text = LineText(keepsLines: ledger.needsAnswersFirst)
    decoder = StreamDecoder(core.program.layout(of: .ndjson))
    pool = core.pool(for: .ndjson)
    evaluator = pool.take()
    core.prepare(evaluator, options)
    outcomes = DeferredOutcomes(HeldRecord(core, options, evaluator))
  }

  deinit {
    outcomes.letGo()
    evaluator.leaveDataSet()
    pool.putBack(evaluator)
  }

  /// Takes the next bytes, or nil at the end of the stream. All complete lines must have been evaluated.
  fileprivate func take(_ chunk: (some Sequence<UInt8>)?) {
    isAtEnd = chunk == nil
    let isTaken: Void? = chunk?.withContiguousStorageIfAvailable { take($0) }
    if isTaken == nil { (chunk.map { Array($0) } ?? []).withUnsafeBufferPointer { take($0) } }
    lines = text.lines
    (at, askedEnd) = (0, 0)
    if ledger.needsAnswersFirst, isAtEnd, asker == nil { collect() }
  }

  /// Reads all lines once to collect the answers about all records that rules need.
  private func collect() {
    var (start, line, count) = (0, 1, 0)
    while start < lines.count {
      let end = RecordSplitter.endOfLine(in: lines, from: start)
      if !RecordSplitter.isBlank(lines, start, end) {
        count += 1
        let address = RecordAddress(record: count, line: line)
        ledger.collect(at: address, evaluator) { evaluator throws(MalformedRecord) in
          try evaluator.evaluate(lines.part(start, end), of: nil)
        }
      }
      (start, line) = (end + 1, line + 1)
    }
    ledger.beginJudging(evaluator)
  }

  /// Calls the asynchronous rules that the next record needs, and those of the batch that it begins.
  ///
  /// - Returns: false if there is nothing to call, because no complete line is left or the form has no such rules.
  fileprivate func ask(isolation actor: isolated (any Actor)?) async throws -> Bool {
    guard let asker else { return false }
    if needsSkipped {
      needsSkipped = false
      try await asker.askSkipped(isolation: actor)
      return true
    }
    if ledger.needsAnswersFirst, isAtEnd, !ledger.isAnswered {
      var start = at
      while start < lines.count { start = try await askBatch(from: start, asker, actor) }
      asker.answering { collect() }
    }
    guard at < lines.count else { return false }
    askedEnd = try await askBatch(from: at, asker, actor)
    return true
  }

  /// Calls the rules for a batch of lines and returns the offset of its end.
  private func askBatch(
    from start: Int, _ asker: RecordAsker, _ actor: isolated (any Actor)?
  ) async throws -> Int {
    let (records, end) = batch(from: start, limit: asker.batchSize)
    try await asker.ask(records, isolation: actor)
    return end
  }

  /// Returns at most `limit` records and the offset of their end.
  private func batch(from start: Int, limit: Int) -> (records: [RecordAsker.Evaluation], end: Int) {
    var (start, records) = (start, [RecordAsker.Evaluation]())
    while start < lines.count, records.count < limit {
      let end = RecordSplitter.endOfLine(in: lines, from: start)
      if !RecordSplitter.isBlank(lines, start, end) {
        let record = lines.part(start, end)
        records.append(
          .init { evaluator throws(MalformedRecord) in try evaluator.evaluate(record, of: nil) })
      }
      start = end + 1
    }
    return (records, start)
  }

  private func take(_ bytes: TextBytes) {
    if decoder.isIdle { return text.append(bytes, isLast: isAtEnd) }
    let decoded = decoder.text(of: bytes, isLast: isAtEnd)
    decoded.withUnsafeBufferPointer { text.append($0, isLast: isAtEnd) }
  }

  /// Returns the outcome of the next complete line that isn't blank, or nil if more bytes are needed.
  @usableFromInline func next() throws -> RecordOutcome? {
    outcomes.letGo()
    // Checked for every 16th record only: a check takes a tenth of the time of a line.
    if count & 15 == 0 { try Task.checkCancellation() }
    guard let asker else { return try judge() }
    return at < askedEnd ? try asker.answering { try judge() } : nil
  }

  private func judge() throws -> RecordOutcome? {
    while at < (asker == nil ? lines.count : askedEnd) {
      if lines.count > recordLimit { try checkLength() }
      do throws(MalformedRecord) {
        let end = try evaluate()
        needsSkipped = isWaiting
        if needsSkipped { return nil }
        at = end + 1
      } catch {
        if let outcome = refusal(error) { return outcome }
        continue
      }
      isCompared = false
      count += 1
      defer { line += 1 }
      return RecordOutcome(number: count, line: line, outcome: outcome())
    }
    // Add 1 for a CR that may be part of the line break.
    if !isAtEnd, !text.keepsLines, text.restCount > recordLimit + 1 {
      throw RecordStreamError.tooLong(line: line, limit: recordLimit)
    }
    return nil
  }

  /// Throws if the next line is too long.
  private func checkLength() throws(RecordStreamError) {
    let end = RecordSplitter.endOfLine(in: lines, from: at)
    if end - at > recordLimit, !RecordSplitter.isBlank(lines, at, end) {
      throw .tooLong(line: line, limit: recordLimit)
    }
  }

  /// Whether the record can't be judged yet, because an asynchronous rule must be called for it.
  private var isWaiting: Bool { asker.map { $0.isWaiting && evaluator.isAccepted } ?? false }

  /// Evaluates the next line and returns the offset of its end.
  private func evaluate() throws(MalformedRecord) -> Int {
    if core.comparesRecords, !isCompared { expectWhatCameBefore() }
    isCompared = true
    let end = try evaluator.evaluate(lineAt: at, in: lines)
    if !isWaiting { ledger.note(RecordAddress(record: count + 1, line: line), evaluator) }
    return end
  }

  /// Prepares the evaluator for the next record's comparisons with earlier records, for `unique` and `same`.
  private func expectWhatCameBefore() {
    let end = RecordSplitter.endOfLine(in: lines, from: at)
    if RecordSplitter.isBlank(lines, at, end) { return }
    let address = RecordAddress(record: count + 1, line: line)
    ledger.compare(at: address, evaluator) { evaluator throws(MalformedRecord) in
      try evaluator.evaluate(lines.part(at, end), of: nil)
    }
  }

  /// Returns the outcome of an unreadable line, or nil if the line is blank.
  @inline(never)
  private func refusal(_ failure: MalformedRecord) -> RecordOutcome? {
    let (start, end) = (at, RecordSplitter.endOfLine(in: lines, from: at))
    at = end + 1
    defer { line += 1 }
    isCompared = false
    if RecordSplitter.isBlank(lines, start, end) { return nil }
    count += 1
    ledger.noteUnreadable()
    let span = RecordSpan(lower: 0, upper: end - start, line: line, column: 1)
    return RecordOutcome(
      number: count, line: line,
      outcome: core.outcome(of: failure, options, lines.part(start, end), at: span))
  }

  /// Returns the outcome of the line that was just evaluated.
  private func outcome() -> Outcome {
    // Call host rules now, not whenever the caller reads the outcome.
    if core.asksHost {
      let span = RecordSpan(lower: 0, upper: 0, line: line, column: 1)
      return core.outcome(of: evaluator, options, at: span, number: count)
    }
    return outcomes.outcome(isAccepted: evaluator.isAccepted, line: line, number: count)
  }

  /// Returns the outcome of the stream as a whole, if it has one; nil in later calls.
  fileprivate func finish() -> RecordOutcome? {
    guard !isFinished else { return nil }
    let outcome = asker.map { asker in asker.answering { whole } } ?? whole
    needsSkipped = asker?.isWaiting ?? false
    if needsSkipped { return nil }
    isFinished = true
    return outcome
  }

  private var whole: RecordOutcome? {
    core.outcome(of: ledger, evaluator, options).map {
      RecordOutcome(number: nil, line: line, outcome: $0)
    }
  }
}

// MARK: - Text

/// Converts bytes to UTF-8.
private struct StreamDecoder {
  private var layout: DataLayout
  /// Whether the encoding of the bytes is known.
  private var knowsEncoding = false
  private var decoder: TextDecoder?
  /// The bytes that haven't been converted.
  private var raw: [UInt8] = []

  init(_ layout: DataLayout) { self.layout = layout }

  /// Whether the bytes are known to need no conversion.
  var isIdle: Bool { knowsEncoding && decoder == nil }

  /// Returns bytes as UTF-8. An incomplete character is kept for the next call.
  mutating func text(of chunk: TextBytes, isLast: Bool) -> [UInt8] {
    raw += chunk
    guard knowsEncoding || raw.count >= 4 || isLast else { return [] }
    if !knowsEncoding {
      knowsEncoding = true
      if let mark = EncodingGuess.byMark(raw) { layout.encoding.say(mark, by: .mark) }
      decoder = layout.isUTF8 ? nil : TextDecoder(layout.encoding.value)
    }
    if let decoder { return decode(decoder, isLast) }
    defer { raw = [] }
    return raw
  }

  private mutating func decode(_ decoder: TextDecoder, _ isLast: Bool) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: raw.count * 4)
    var done = (taken: 0, made: 0)
    raw.withUnsafeMutableBytes { from in
      text.withUnsafeMutableBytes { done = decoder.decode(from, isFinal: isLast, into: $0) }
    }
    text.removeLast(text.count - done.made)
    raw.removeFirst(done.taken)
    return text
  }
}

/// The received text that hasn't been evaluated. The text isn't moved until more text arrives. The bytes that `Padding`
/// requires follow it.
private struct LineText: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity = 4 << 10
  private var count = 0
  /// The offsets of the start and end of the complete lines.
  private var start = 0
  private var end = 0
  private var isAtStart = true
  /// Whether lines count as incomplete until the end of the stream. Set if all lines are read once before the first
  /// line is judged.
  let keepsLines: Bool

  init(keepsLines: Bool) {
    self.keepsLines = keepsLines
    memory = .allocate(capacity: capacity + Padding.count)
  }

  deinit { memory.deallocate() }

  /// The complete lines.
  var lines: TextBytes { TextBytes(start: memory + start, count: end - start) }

  /// The number of bytes of the incomplete line.
  var restCount: Int { count - end }

  /// Discards the complete lines and appends more text.
  mutating func append(_ text: TextBytes, isLast: Bool) {
    let rest = restCount
    reserve(rest + text.count)
    if let base = text.baseAddress { (memory + rest).update(from: base, count: text.count) }
    (start, end, count) = (0, 0, rest + text.count)
    (memory + count).update(repeating: 0, count: Padding.count)
    if isAtStart {
      // Wait until the first bytes show whether there is a byte order mark.
      guard count >= byteOrderMark.count || isLast else { return }
      isAtStart = false
      let bytes = TextBytes(start: memory, count: count)
      if bytes.starts(with: byteOrderMark) { start = byteOrderMark.count }
      end = max(start, isLast ? count : RecordSplitter.wholeLines(bytes, count))
    } else if isLast {
      end = count
    } else {
      // The incomplete line has no line break, so only the new text is searched. A long line is thus searched only
      // once.
      let lines = RecordSplitter.wholeLines(text, text.count)
      end = lines > 0 ? rest + lines : 0
    }
    if keepsLines, !isLast { end = start }
  }

  /// Moves the incomplete line to the start of a buffer for `size` bytes. The memory of a very long line is freed.
  private mutating func reserve(_ size: Int) {
    let isWasted = capacity > LineText.keptSize && size < capacity / 4
    if size <= capacity, !isWasted {
      if end > 0 { memory.update(from: memory + end, count: restCount) }
      return
    }
    capacity = max(size * 2, 4 << 10)
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Padding.count)
    room.update(from: memory + end, count: restCount)
    memory.deallocate()
    memory = room
  }

  private static let keptSize = 1 << 20
}

// MARK: - Bytes

/// Bytes in chunks of bounded size. A copy made before the first read starts at the beginning.
@usableFromInline protocol Chunks {
  associatedtype Piece: Sequence<UInt8>

  /// Returns the next chunk, or nil at the end.
  mutating func next(isolation actor: isolated (any Actor)?) async throws -> Piece?
}

/// The chunks of a file.
@usableFromInline struct FileChunks: Chunks {
  private static let size = 256 << 10

  private let url: URL
  private var file: InputFile?
  /// The buffer that every chunk is read into.
  private var room: [UInt8] = []

  @usableFromInline init(_ url: URL) { self.url = url }

  @usableFromInline mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws -> ArraySlice<UInt8>? {
    guard url.isFileURL else { throw RecordStreamError.notAFile(url: url.absoluteString) }
    do throws(FileProblem) {
      let input = if let file { file } else { try InputFile(url.path) }
      file = input
      if room.isEmpty { room = [UInt8](repeating: 0, count: FileChunks.size) }
      let count = try room.withUnsafeMutableBytes { room in
        Result { () throws(FileProblem) in try input.read(into: room) }
      }.get()
      return count == 0 ? nil : room[..<count]
    } catch {
      throw RecordStreamError.unreadable(path: url.path, reason: error.reason)
    }
  }
}

/// Bytes in memory, as a single chunk.
struct OneChunk: Chunks {
  private var bytes: [UInt8]?

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}

/// Chunks collected from single bytes. A chunk ends after a line or at the maximum size.
@usableFromInline struct LineChunks<Bytes: AsyncSequence>: Chunks where Bytes.Element == UInt8 {
  private static var size: Int { 64 << 10 }

  private let bytes: Bytes
  private var iterator: Bytes.AsyncIterator?

  @usableFromInline init(_ bytes: Bytes) { self.bytes = bytes }

  @usableFromInline mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws -> [UInt8]? {
    if iterator == nil { iterator = bytes.makeAsyncIterator() }
    var chunk: [UInt8] = []
    while chunk.count < LineChunks.size, let byte = try await iterator?.next(isolation: actor) {
      chunk.append(byte)
      if byte == UInt8(ascii: "\n") { break }
    }
    return chunk.isEmpty ? nil : chunk
  }
}

/// The chunks of a body, as its sequence delivers them.
@usableFromInline struct BodyChunks<Body: AsyncSequence>: Chunks
where Body.Element: Sequence<UInt8> {
  private let body: Body
  private var iterator: Body.AsyncIterator?

  @usableFromInline init(_ body: Body) { self.body = body }

  @usableFromInline mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws -> Body.Element? {
    if iterator == nil { iterator = body.makeAsyncIterator() }
    return try await iterator?.next(isolation: actor)
  }
}
