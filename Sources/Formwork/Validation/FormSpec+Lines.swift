// Validation of streams: one JSON record on each line, of a file or of bytes that come from anywhere, in
// bounded memory.

internal import FormworkEngine
internal import FormworkRuntime
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What became of one record of a stream.
public struct RecordOutcome: Sendable {
  /// The number of the record, from 1; nil for problems of the stream as a whole, such as the number of its
  /// records.
  public let number: Int?
  /// The line that the record begins on, from 1.
  public let line: Int
  /// The typed product, or what is wrong. A stream as a whole with nothing but warnings is an accepted product
  /// without values.
  public let outcome: Outcome
}

/// Why a stream cannot be read to its end.
@nonexhaustive
public enum RecordStreamError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be read, for the reason that the system gives.
  case unreadable(path: String, reason: String)
  /// A record is longer than can be held; `limit` is in bytes.
  case tooLong(line: Int, limit: Int)
  /// A body is longer than it may be; `limit` is in bytes.
  case bodyTooLong(limit: Int)
  /// The URL is not that of a file, such as one with `https`.
  case notAFile(url: String)
  /// The format of the file is unknown: neither its name nor the form tells it.
  case unknownFormat(path: String)
  /// The file is not written as it has to be, such as a table without a required column.
  case unusable(path: String, line: Int?, reason: String)

  /// What is wrong, in a sentence.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .tooLong(let line, let limit):
      "The record on line \(line) is longer than \(limit) bytes."
    case .bodyTooLong(let limit): "The body is longer than \(limit) bytes."
    case .notAFile(let url): "\(url) is not the URL of a file; give the bytes it stands for."
    case .unknownFormat(let path): "The format of \(path) is unknown."
    case .unusable(let path, let line, let reason):
      path + (line.map { ":\($0)" } ?? "") + ": " + reason
    }
  }
}

extension FormSpec {
  /// Validates the lines of a file, each of them a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// The sequence reads as it is asked, and holds a piece of the file and the longest record. It ends
  /// with `CancellationError` when its task is cancelled, and with `RecordStreamError` where the file
  /// cannot be read on. Records are one set of data for `unique`, `same` and `records`.
  ///
  /// - Parameters:
  ///   - file: where the file is, a URL with the scheme `file`; any other ends with an error.
  ///   - options: how many problems of each record, in which language, and what day it is.
  ///   - recordLimit: how long a record may be, in bytes, from 1 to 256 MiB. A longer one ends the sequence
  ///     with `RecordStreamError.tooLong`.
  /// - Returns: what became of each record, in their order.
  @inlinable public func validate(
    lines file: URL, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20
  ) -> some AsyncSequence<RecordOutcome, any Error> {
    ValidatedRecords(FileChunks(file), self, options, recordLimit)
  }

  /// Validates lines of bytes, each of them a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// An outcome comes as soon as the line of its record has ended. The sequence ends with `CancellationError` when its
  /// task is cancelled, and with `RecordStreamError` or the error of the bytes where they cannot be
  /// read on. Records are one set of data for `unique`, `same` and `records`.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, such as the body of a request.
  ///   - options: how many problems of each record, in which language, and what day it is.
  ///   - recordLimit: how long a record may be, in bytes, from 1 to 256 MiB. A longer one ends the sequence
  ///     with `RecordStreamError.tooLong`.
  /// - Returns: what became of each record, in their order.
  @inlinable public func validate<Bytes: AsyncSequence>(
    lines bytes: Bytes, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20
  ) -> some AsyncSequence<RecordOutcome, any Error> where Bytes.Element == UInt8 {
    ValidatedRecords(LineChunks(bytes), self, options, recordLimit)
  }

  /// Validates lines of bytes that come in chunks, each line a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// The same as for single bytes, in a small part of the time; a chunk may end anywhere. Products and problems are made
  /// when they are read, so that who only counts pays for neither.
  ///
  /// - Parameters:
  ///   - chunks: of UTF-8, such as `[UInt8]`, `ArraySlice<UInt8>` or `Data`.
  ///   - options: how many problems of each record, in which language, and what day it is.
  ///   - recordLimit: how long a record may be, in bytes, from 1 to 256 MiB. A longer one ends the sequence
  ///     with `RecordStreamError.tooLong`.
  /// - Returns: what became of each record, in their order.
  @inlinable public func validate<Body: AsyncSequence>(
    lines chunks: Body, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20
  ) -> some AsyncSequence<RecordOutcome, any Error> where Body.Element: Sequence<UInt8> {
    ValidatedRecords(BodyChunks(chunks), self, options, recordLimit)
  }
}

// MARK: - Outcomes

// A caller that is built with optimization knows what `validate(lines:)` gives, and calls `StreamRun.next()` without
// anything between. Through the thunks of an opaque sequence each line took five hundred instructions more.

/// The outcomes of records that come in pieces.
@usableFromInline struct ValidatedRecords<Bytes: Chunks>: AsyncSequence {
  @usableFromInline typealias Element = RecordOutcome

  private let chunks: Bytes
  private let core: FormCore
  private let options: ValidationOptions
  private let recordLimit: Int

  @usableFromInline init(
    _ chunks: Bytes, _ spec: FormSpec, _ options: ValidationOptions, _ recordLimit: Int
  ) {
    (self.chunks, core, self.options, self.recordLimit) = (chunks, spec.core, options, recordLimit)
  }

  @usableFromInline func makeAsyncIterator() -> Iterator {
    Iterator(StreamRun(core, options, recordLimit), chunks)
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

    /// The next outcome, after all lines that have come.
    @usableFromInline mutating func readOn(
      isolation actor: isolated (any Actor)?
    ) async throws -> RecordOutcome? {
      while true {
        try Task.checkCancellation()
        if let outcome = try run.next() { return outcome }
        if run.isAtEnd { return run.finish() }
        run.take(try await chunks.next(isolation: actor))
      }
    }
  }
}

/// One run over a stream: evaluates the lines that have come, one by one.
@usableFromInline final class StreamRun {
  private let core: FormCore
  private let options: ValidationOptions
  private let recordLimit: Int
  private let pool: EvaluatorPool
  private let evaluator: Evaluator
  private let outcomes: DeferredOutcomes
  private var index: DataSetIndex
  private var decoder: StreamDecoder
  private var text = LineText()
  /// The lines that have come as a whole, where the next one begins, and its number.
  private var lines = TextBytes(start: nil, count: 0)
  private var at = 0
  private var line = 1
  private var count = 0
  private var isFinished = false
  /// Whether no more bytes will come.
  fileprivate(set) var isAtEnd = false

  fileprivate init(_ core: FormCore, _ options: ValidationOptions, _ recordLimit: Int) {
    self.core = core
    self.options = options
    self.recordLimit = min(max(1, recordLimit), RecordSplitter.recordLimit)
    index = DataSetIndex(core.program)
    decoder = StreamDecoder(core.program.layout(of: .ndjson))
    pool = core.pool(for: .ndjson)
    evaluator = pool.take()
    core.prepare(evaluator, options)
    outcomes = DeferredOutcomes(HeldRecord(core, options, evaluator))
  }

  deinit {
    outcomes.letGo()
    evaluator.expect([])
    pool.putBack(evaluator)
  }

  /// Takes more bytes after all lines of those before; nil at their end.
  fileprivate func take(_ chunk: (some Sequence<UInt8>)?) {
    isAtEnd = chunk == nil
    let isTaken: Void? = chunk?.withContiguousStorageIfAvailable { take($0) }
    if isTaken == nil { (chunk.map { Array($0) } ?? []).withUnsafeBufferPointer { take($0) } }
    lines = text.lines
    at = 0
  }

  private func take(_ bytes: TextBytes) {
    if decoder.isIdle { return text.append(bytes, isLast: isAtEnd) }
    let decoded = decoder.text(of: bytes, isLast: isAtEnd)
    decoded.withUnsafeBufferPointer { text.append($0, isLast: isAtEnd) }
  }

  /// The outcome of the next line that is there as a whole and is not blank.
  @usableFromInline func next() throws -> RecordOutcome? {
    outcomes.letGo()
    // Asking takes as long as a tenth of a line.
    if count & 15 == 0 { try Task.checkCancellation() }
    while at < lines.count {
      if lines.count > recordLimit { try checkLength() }
      do throws(MalformedRecord) { at = try evaluate() + 1 } catch {
        if let outcome = refusal(error) { return outcome }
        continue
      }
      count += 1
      defer { line += 1 }
      return RecordOutcome(number: count, line: line, outcome: outcome())
    }
    // With a CR that may belong to the line break, a line that is just short enough is longer.
    if !isAtEnd, text.restCount > recordLimit + 1 {
      throw RecordStreamError.tooLong(line: line, limit: recordLimit)
    }
    return nil
  }

  /// Refuses a line that is too long.
  private func checkLength() throws(RecordStreamError) {
    let end = RecordSplitter.endOfLine(in: lines, from: at)
    if end - at > recordLimit, !RecordSplitter.isBlank(lines, at, end) {
      throw .tooLong(line: line, limit: recordLimit)
    }
  }

  /// Evaluates the next line; returns where it ends.
  private func evaluate() throws(MalformedRecord) -> Int {
    if core.comparesRecords { expectWhatCameBefore() }
    return try evaluator.evaluate(lineAt: at, in: lines)
  }

  /// Says what the records before mean for the next.
  private func expectWhatCameBefore() {
    let end = RecordSplitter.endOfLine(in: lines, from: at)
    if RecordSplitter.isBlank(lines, at, end) { return }
    let keys = evaluator.keys(lines.part(at, end))
    evaluator.expect(index.add(keys, record: count + 1, line: line))
  }

  /// The outcome of the next line, which cannot be read; nil for a blank one.
  @inline(never)
  private func refusal(_ failure: MalformedRecord) -> RecordOutcome? {
    let (start, end) = (at, RecordSplitter.endOfLine(in: lines, from: at))
    at = end + 1
    defer { line += 1 }
    if RecordSplitter.isBlank(lines, start, end) { return nil }
    count += 1
    let span = RecordSpan(lower: 0, upper: end - start, line: line, column: 1)
    return RecordOutcome(
      number: count, line: line,
      outcome: core.outcome(of: failure, options, lines.part(start, end), at: span))
  }

  /// The outcome of the line that has been evaluated.
  private func outcome() -> Outcome {
    // Rules of the program are asked when the record comes, and not by whoever reads its outcome.
    if core.asksHost {
      let span = RecordSpan(lower: 0, upper: 0, line: line, column: 1)
      return core.outcome(of: evaluator, options, at: span, number: count)
    }
    return outcomes.outcome(isAccepted: evaluator.isAccepted, line: line, number: count)
  }

  /// What is wrong with the stream as a whole, once.
  fileprivate func finish() -> RecordOutcome? {
    guard !isFinished else { return nil }
    isFinished = true
    return core.outcome(ofRecordCount: count, evaluator, options).map {
      RecordOutcome(number: nil, line: line, outcome: $0)
    }
  }
}

// MARK: - Text

/// Turns bytes into UTF-8.
private struct StreamDecoder {
  private var layout: DataLayout
  /// Whether the encoding of the bytes is known.
  private var knowsEncoding = false
  private var decoder: TextDecoder?
  /// Bytes that are no text yet.
  private var raw: [UInt8] = []

  init(_ layout: DataLayout) { self.layout = layout }

  /// Whether the bytes are known to be text.
  var isIdle: Bool { knowsEncoding && decoder == nil }

  /// Bytes as text. What is left of a character waits for the next ones.
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

/// The text that has come and is not done with. It stays where it is until more comes, and behind it is what
/// `Padding` wants.
private struct LineText: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity = 4 << 10
  private var count = 0
  /// Where whole lines begin and end.
  private var start = 0
  private var end = 0
  private var isAtStart = true

  init() { memory = .allocate(capacity: capacity + Padding.count) }

  deinit { memory.deallocate() }

  /// The lines that are there as a whole.
  var lines: TextBytes { TextBytes(start: memory + start, count: end - start) }

  /// How many bytes there are of a line that has not ended.
  var restCount: Int { count - end }

  /// Forgets the whole lines and takes more text.
  mutating func append(_ text: TextBytes, isLast: Bool) {
    let rest = restCount
    reserve(rest + text.count)
    if let base = text.baseAddress { (memory + rest).update(from: base, count: text.count) }
    (start, end, count) = (0, 0, rest + text.count)
    (memory + count).update(repeating: 0, count: Padding.count)
    if isAtStart {
      // Nothing is a line until it is clear whether the first bytes are a mark.
      guard count >= byteOrderMark.count || isLast else { return }
      isAtStart = false
      let bytes = TextBytes(start: memory, count: count)
      if bytes.starts(with: byteOrderMark) { start = byteOrderMark.count }
      end = max(start, isLast ? count : RecordSplitter.wholeLines(bytes, count))
    } else if isLast {
      end = count
    } else {
      // What was left of a line has no break: a long line that comes in many parts is looked through once.
      let lines = RecordSplitter.wholeLines(text, text.count)
      end = lines > 0 ? rest + lines : 0
    }
  }

  /// Moves what is left of a line to the front of a memory of so many bytes. What one long line took is given back.
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

/// Bytes in pieces of bounded size; a copy that was not asked yet begins at the beginning.
@usableFromInline protocol Chunks {
  associatedtype Piece: Sequence<UInt8>

  /// The next piece; nil at the end.
  mutating func next(isolation actor: isolated (any Actor)?) async throws -> Piece?
}

/// A file in pieces.
@usableFromInline struct FileChunks: Chunks {
  private static let size = 256 << 10

  private let url: URL
  private var file: InputFile?
  /// Where the pieces are read to, one after another.
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

/// Bytes in pieces that end with a line, or are as long as a piece may be.
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

/// Bytes in the pieces that somebody else makes.
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
