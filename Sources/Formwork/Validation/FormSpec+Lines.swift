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
  public func validate(
    lines file: URL, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20
  ) -> some AsyncSequence<RecordOutcome, any Error> {
    ValidatedRecords(
      chunks: FileChunks(file), core: core, options: options, recordLimit: recordLimit)
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
  public func validate<Bytes: AsyncSequence>(
    lines bytes: Bytes, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20
  ) -> some AsyncSequence<RecordOutcome, any Error> where Bytes.Element == UInt8 {
    ValidatedRecords(
      chunks: LineChunks(bytes), core: core, options: options, recordLimit: recordLimit)
  }

  /// Validates lines of bytes that come in chunks, each line a JSON record (NDJSON). Blank lines are skipped.
  ///
  /// The same as for single bytes, in a tenth of the time; a chunk may end anywhere.
  ///
  /// - Parameters:
  ///   - chunks: of UTF-8, such as `[UInt8]`, `ArraySlice<UInt8>` or `Data`.
  ///   - options: how many problems of each record, in which language, and what day it is.
  ///   - recordLimit: how long a record may be, in bytes, from 1 to 256 MiB. A longer one ends the sequence
  ///     with `RecordStreamError.tooLong`.
  /// - Returns: what became of each record, in their order.
  public func validate<Body: AsyncSequence>(
    lines chunks: Body, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20
  ) -> some AsyncSequence<RecordOutcome, any Error> where Body.Element: Sequence<UInt8> {
    ValidatedRecords(
      chunks: BodyChunks(chunks), core: core, options: options, recordLimit: recordLimit)
  }
}

// MARK: - Outcomes

/// The outcomes of records that come in pieces.
private struct ValidatedRecords<Bytes: Chunks>: AsyncSequence {
  let chunks: Bytes
  let core: FormCore
  let options: ValidationOptions
  let recordLimit: Int

  func makeAsyncIterator() -> Iterator {
    Iterator(chunks: chunks, run: StreamRun(core, options, recordLimit))
  }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: Bytes
    let run: StreamRun

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
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

/// One run over a stream: cuts what has come into records and evaluates them one by one.
private final class StreamRun {
  private let core: FormCore
  private let options: ValidationOptions
  private let recordLimit: Int
  private let evaluator: Evaluator
  private var layout: DataLayout
  private var splitter: RecordSplitter
  private let pool: EvaluatorPool
  private var index: DataSetIndex
  private var bytes: [UInt8] = []
  private var records: [RecordSpan] = []
  private var nextRecord = 0
  /// How many of the bytes the records take up.
  private var used = 0
  private var count = 0
  private var hasLine = false
  /// Whether the encoding of the bytes is known.
  private var knowsEncoding = false
  private var decoder: TextDecoder?
  /// Bytes that are no text yet.
  private var raw: [UInt8] = []
  private var isFinished = false
  /// Whether no more bytes will come.
  private(set) var isAtEnd = false

  init(_ core: FormCore, _ options: ValidationOptions, _ recordLimit: Int) {
    self.core = core
    self.options = options
    self.recordLimit = min(max(1, recordLimit), RecordSplitter.recordLimit)
    index = DataSetIndex(core.program)
    layout = core.program.layout(of: .ndjson)
    splitter = RecordSplitter(layout)
    pool = core.pool(for: .ndjson)
    evaluator = pool.take()
    core.prepare(evaluator, options)
  }

  deinit {
    evaluator.expect([])
    pool.putBack(evaluator)
  }

  /// Takes more bytes; nil at their end.
  func take(_ chunk: [UInt8]?) {
    isAtEnd = chunk == nil
    let chunk = text(of: chunk ?? [])
    bytes.append(contentsOf: chunk)
    // A long line that comes in many pieces is looked through once.
    hasLine = hasLine || chunk.contains(UInt8(ascii: "\n"))
  }

  /// Bytes as text in UTF-8. What is left of a character waits for the next ones.
  private func text(of chunk: [UInt8]) -> [UInt8] {
    if knowsEncoding, decoder == nil { return chunk }
    raw += chunk
    guard knowsEncoding || raw.count >= 4 || isAtEnd else { return [] }
    if !knowsEncoding {
      knowsEncoding = true
      if let mark = EncodingGuess.byMark(raw) { layout.encoding.say(mark, by: .mark) }
      decoder = layout.isUTF8 ? nil : TextDecoder(layout.encoding.value)
    }
    if let decoder { return decode(decoder) }
    defer { raw = [] }
    return raw
  }

  private func decode(_ decoder: TextDecoder) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: raw.count * 4)
    var done = (taken: 0, made: 0)
    raw.withUnsafeMutableBytes { from in
      text.withUnsafeMutableBytes { done = decoder.decode(from, isFinal: isAtEnd, into: $0) }
    }
    text.removeLast(text.count - done.made)
    raw.removeFirst(done.taken)
    return text
  }

  /// The outcome of the next record that is there as a whole.
  func next() throws(RecordStreamError) -> RecordOutcome? {
    if nextRecord == records.count { try cut() }
    guard nextRecord < records.count else { return nil }
    let span = records[nextRecord]
    if span.upper - span.lower > recordLimit {
      throw .tooLong(line: span.line, limit: recordLimit)
    }
    nextRecord += 1
    count += 1
    let outcome = bytes.withUnsafeBufferPointer { bytes in
      let record = TextBytes(rebasing: bytes[span.lower..<span.upper])
      return evaluate(record, span)
    }
    return RecordOutcome(number: count, line: span.line, outcome: outcome)
  }

  private func cut() throws(RecordStreamError) {
    guard hasLine || isAtEnd else {
      // With a CR that may belong to the line break, a line that is just short enough is longer.
      if bytes.count - used > recordLimit + 1 {
        throw .tooLong(line: splitter.currentLine, limit: recordLimit)
      }
      return
    }
    bytes.removeFirst(used)
    // Of the first bytes nothing is cut until it is clear whether they are a byte order mark.
    hasLine = bytes.count < byteOrderMark.count
    records.removeAll(keepingCapacity: true)
    (nextRecord, used) = (0, 0)
    used = bytes.withUnsafeBufferPointer {
      splitter.split($0, isFinal: isAtEnd, into: &records)
    }
  }

  private func evaluate(_ record: TextBytes, _ span: RecordSpan) -> Outcome {
    if core.program.acrossCount > 0 {
      let keys = evaluator.keys(record)
      evaluator.expect(index.add(keys, record: count, line: span.line))
    }
    do throws(MalformedRecord) {
      try evaluator.evaluate(json: record)
    } catch {
      return core.outcome(of: error, options, record, at: span)
    }
    return core.outcome(of: evaluator, options, at: span, number: count)
  }

  /// What is wrong with the stream as a whole, once.
  func finish() -> RecordOutcome? {
    guard !isFinished else { return nil }
    isFinished = true
    return core.outcome(ofRecordCount: count, evaluator, options).map {
      RecordOutcome(number: nil, line: splitter.currentLine, outcome: $0)
    }
  }
}

// MARK: - Bytes

/// Bytes in pieces of bounded size; a copy that was not asked yet begins at the beginning.
private protocol Chunks {
  /// The next piece; nil at the end.
  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]?
}

/// A file in pieces.
private struct FileChunks: Chunks {
  private static let size = 256 << 10

  let url: URL
  private var file: InputFile?

  init(_ url: URL) { self.url = url }

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
    guard url.isFileURL else { throw RecordStreamError.notAFile(url: url.absoluteString) }
    do throws(FileProblem) {
      if file == nil { file = try InputFile(url.path) }
      let chunk = try file?.chunk(FileChunks.size) ?? []
      return chunk.isEmpty ? nil : chunk
    } catch {
      throw RecordStreamError.unreadable(path: url.path, reason: error.reason)
    }
  }
}

extension InputFile {
  /// At most so many bytes; none at the end.
  fileprivate func chunk(_ size: Int) throws(FileProblem) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: size)
    let result = chunk.withUnsafeMutableBytes { room in
      Result { () throws(FileProblem) in try read(into: room) }
    }
    chunk.removeLast(size - (try result.get()))
    return chunk
  }
}

/// Bytes in pieces that end with a line, or are as long as a piece may be.
private struct LineChunks<Bytes: AsyncSequence>: Chunks where Bytes.Element == UInt8 {
  private static var size: Int { 64 << 10 }

  let bytes: Bytes
  private var iterator: Bytes.AsyncIterator?

  init(_ bytes: Bytes) { self.bytes = bytes }

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
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
private struct BodyChunks<Body: AsyncSequence>: Chunks where Body.Element: Sequence<UInt8> {
  let body: Body
  private var iterator: Body.AsyncIterator?

  init(_ body: Body) { self.body = body }

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
    if iterator == nil { iterator = body.makeAsyncIterator() }
    return try await iterator?.next(isolation: actor).map { Array($0) }
  }
}
