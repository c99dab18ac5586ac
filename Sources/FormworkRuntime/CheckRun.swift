// Runs a spec over a stream of records: reads it in pieces, cuts them at the ends of records,
// evaluates the pieces on every core, and hands the results over in the order of the input. Memory
// is bounded by the number of pieces under way, whatever the size of the stream.

internal import Dispatch
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
  /// How much is read at a time. Larger pieces save nothing: 256 KiB and 4 MiB take the same time.
  package static let pieceSize = 512 << 10

  private let spec: CompiledSpec
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
    _ spec: CompiledSpec, options: ReportOptions, jobs: Int, ledger: DataSetLedger? = nil,
    pieceSize: Int = CheckRun.pieceSize, recordLimit: Int = RecordSplitter.recordLimit
  ) {
    self.pieceSize = max(1, pieceSize)
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
    /// The header as it came, also with a byte order mark, but without the column of the messages of an
    /// earlier run, for a file of rejects.
    package var headerLine: ([UInt8]) throws(CheckFailure) -> Void
    /// The result of a piece, in order, with the bytes read so far; false to stop.
    package var piece: (PieceResult, Int) throws(CheckFailure) -> Bool

    package init(
      header: @escaping ([TableProblem]) -> Void,
      headerLine: @escaping ([UInt8]) throws(CheckFailure) -> Void,
      piece: @escaping (PieceResult, Int) throws(CheckFailure) -> Bool
    ) {
      self.header = header
      self.headerLine = headerLine
      self.piece = piece
    }
  }

  /// Reads `file` to its end.
  package func run(_ file: InputFile, _ events: Events) throws(CheckFailure) {
    var reader = PieceReader(
      file, format: options.format, pieceSize: pieceSize, recordLimit: recordLimit)
    var table: TableReader?
    if case .table(let delimiter) = options.format {
      table = try openTable(&reader, delimiter, events)
    }
    ledger.begin(file: options.fileName)
    var ring = Ring(spec, options, table, jobs: jobs, ledger)
    defer { ring.waitForAll() }
    while true {
      if let finished = ring.takeOldestIfFull(), !(try deliver(finished, events)) { return }
      let slot = ring.free()
      guard try reader.read(into: &slot.piece) else { break }
      ring.start(slot)
    }
    while let finished = ring.takeOldest() {
      if !(try deliver(finished, events)) { return }
    }
  }

  private func deliver(_ slot: Slot, _ events: Events) throws(CheckFailure) -> Bool {
    let goesOn = try events.piece(slot.result, slot.piece.bytesRead)
    return goesOn && !slot.result.didStop
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
    let own = header.withUnsafeBufferPointer { bytes in
      let parts = table.withoutProblems(bytes)
      return Array(parts.before) + Array(parts.after)
    }
    try events.headerLine(reader.hasByteOrderMark ? byteOrderMark + own : own)
    return table
  }
}

/// A piece of a stream with the records in it. Its memory is used again for a later piece: new memory
/// for each took a tenth of a run.
struct Piece: Sendable {
  /// The bytes of the piece, and behind them some that mean nothing.
  fileprivate(set) var bytes: [UInt8] = []
  fileprivate(set) var count = 0
  fileprivate(set) var records: [RecordSpan] = []
  fileprivate(set) var firstRecord = 1
  /// How much of the stream had been read when the piece was cut.
  fileprivate(set) var bytesRead = 0

  /// Makes room for so many bytes, whatever they are; what one long record took is given back.
  fileprivate mutating func reserve(_ size: Int) {
    guard bytes.count < size || bytes.count > size * 4 else { return }
    // Let go first, so that there are never two of them.
    bytes = []
    bytes = Array(repeating: 0, count: size)
  }
}

/// Cuts a stream into pieces of whole records.
package struct PieceReader {
  /// The most records of a piece, so that a file of empty records needs no more memory than others.
  private static let countLimit = 1 << 14

  private let file: InputFile
  private let pieceSize: Int
  private let recordLimit: Int
  private var splitter: RecordSplitter
  /// What was read and belongs to the next piece.
  private var rest: [UInt8] = []
  private var isAtEnd = false
  private var hasFinished = false
  private var recordCount = 0
  private var bytesRead = 0
  private var hasChecked = false
  /// Whether what is left of the piece before has no whole record.
  private var needsMore = false
  /// The line of a record that is too long, behind those of the piece before.
  private var longLine: Int?

  init(
    _ file: InputFile, format: RecordFormat, pieceSize: Int,
    recordLimit: Int = RecordSplitter.recordLimit
  ) {
    self.file = file
    self.pieceSize = file.pieceSize(atMost: pieceSize)
    self.recordLimit = recordLimit
    splitter = RecordSplitter(format)
  }

  var hasByteOrderMark: Bool { splitter.hasByteOrderMark }

  /// The first row of a table without its line break; nil if there is none.
  mutating func header() throws(CheckFailure) -> [UInt8]? {
    var piece = Piece()
    guard try read(into: &piece, limit: 1), let span = piece.records.first else { return nil }
    // The row counts as none of the records.
    recordCount = 0
    return Array(piece.bytes[span.lower..<span.upper])
  }

  /// Reads the next piece that has records; false at the end.
  ///
  /// - Parameter limit: the most records of the piece.
  mutating func read(
    into piece: inout Piece, limit: Int = PieceReader.countLimit
  ) throws(CheckFailure) -> Bool {
    piece.records.removeAll(keepingCapacity: true)
    piece.count = 0
    while !hasFinished || longLine != nil {
      if let longLine { throw .recordTooLong(line: longLine, limit: recordLimit) }
      let used = try fill(&piece, limit: limit)
      hasFinished = isAtEnd && piece.records.count < limit
      leaveOutLong(&piece)
      needsMore = piece.records.isEmpty
      if !piece.records.isEmpty {
        piece.firstRecord = recordCount + 1
        piece.bytesRead = bytesRead
        recordCount += piece.records.count
        return true
      }
      // With its line break, which may be of two bytes, a record that is just short enough is longer.
      if piece.count - used > recordLimit + 1 {
        throw .recordTooLong(line: splitter.currentLine, limit: recordLimit)
      }
    }
    return false
  }

  /// Takes out of a piece what comes from the first record on that is too long.
  private mutating func leaveOutLong(_ piece: inout Piece) {
    if piece.count <= recordLimit { return }
    guard let first = piece.records.firstIndex(where: { $0.upper - $0.lower > recordLimit }) else {
      return
    }
    longLine = piece.records[first].line
    piece.records.removeSubrange(first...)
  }

  /// Fills a piece with what is left of the one before and with more of the file, and splits it.
  ///
  /// - Returns: how many of its bytes are done with.
  private mutating func fill(_ piece: inout Piece, limit: Int) throws(CheckFailure) -> Int {
    piece.count = rest.count
    // A record that is longer than a piece is read in twice as much each time.
    let wanted = needsMore ? max(pieceSize, rest.count * 2) : pieceSize
    piece.reserve(max(wanted, rest.count))
    var failure: FileProblem?
    piece.bytes.withUnsafeMutableBytes { room in
      rest.withUnsafeBytes { room.copyMemory(from: $0) }
      if isAtEnd || rest.count >= wanted { return }
      do throws(FileProblem) {
        let part = UnsafeMutableRawBufferPointer(rebasing: room[rest.count..<wanted])
        piece.count += try file.read(into: part)
      } catch {
        failure = error
      }
    }
    if let failure { throw .file(failure) }
    bytesRead += piece.count - rest.count
    if piece.count < wanted { isAtEnd = true }
    return try split(&piece, limit: limit)
  }

  private mutating func split(_ piece: inout Piece, limit: Int) throws(CheckFailure) -> Int {
    let count = piece.count
    var coding: String?
    let used = piece.bytes.withUnsafeBufferPointer { bytes in
      let bytes = TextBytes(rebasing: bytes[..<count])
      if !hasChecked { coding = PieceReader.otherCoding(bytes) }
      hasChecked = true
      let used = splitter.split(bytes, isFinal: isAtEnd, limit: limit, into: &piece.records)
      rest.removeAll(keepingCapacity: true)
      rest.append(contentsOf: bytes[used...])
      return used
    }
    if let coding { throw .notUTF8(coding: coding) }
    return used
  }

  /// What a byte order mark says of a file that is not in UTF-8.
  package static func otherCoding(_ bytes: some Sequence<UInt8>) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16 (little endian)" }
    if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16 (big endian)" }
    return nil
  }
}

/// A place for a piece under way, with everything that evaluating it needs.
private final class Slot: @unchecked Sendable {
  // Unchecked: the thread that submits and the one that evaluates take turns, told by `done`.
  let reporter: RecordReporter
  let queue: DispatchQueue?
  let ledger: DataSetLedger
  /// Told by the piece before when its keys are in the ledger.
  var turn = DispatchSemaphore(value: 0)
  /// Told to the piece after.
  var nextTurn = DispatchSemaphore(value: 0)
  let done = DispatchSemaphore(value: 0)
  var piece = Piece()
  var result = PieceResult()

  init(_ reporter: RecordReporter, _ queue: DispatchQueue?, _ ledger: DataSetLedger) {
    self.reporter = reporter
    self.queue = queue
    self.ledger = ledger
  }

  func evaluate() {
    result.reset()
    let count = piece.count
    piece.bytes.withUnsafeBufferPointer { all in
      let bytes = TextBytes(rebasing: all[..<count])
      let hits = ledger.isNeeded ? hits(bytes) : []
      reporter.report(
        bytes, piece.records, firstRecord: piece.firstRecord, hits: hits, into: &result)
    }
  }
}

extension Slot {
  /// Waits until the keys of all pieces before are in the ledger, and adds those of this one.
  private func hits(_ bytes: TextBytes) -> [[AcrossHit]] {
    let keys = reporter.keys(bytes, piece.records)
    turn.wait()
    defer { nextTurn.signal() }
    return ledger.add(keys, piece)
  }
}

/// What is known of all records of a data set so far, which may be several files.
package final class DataSetLedger: @unchecked Sendable {
  // Unchecked: the pieces take turns, in their order.
  let isNeeded: Bool
  private var index: AcrossIndex
  /// The files so far, with how many records came before each.
  private var files: [(name: String?, before: Int)] = []
  private var recordCount = 0

  package init(_ spec: CompiledSpec) {
    isNeeded = spec.program.acrossCount > 0
    index = AcrossIndex(spec.program)
  }

  fileprivate func begin(file name: String?) { files.append((name, recordCount)) }

  fileprivate func add(_ keys: [[AcrossKey]], _ piece: Piece) -> [[AcrossHit]] {
    zip(keys, piece.records).map { keys, span in
      recordCount += 1
      return index.add(keys, record: recordCount, line: span.line).map { inItsFile($0) }
    }
  }

  private func inItsFile(_ hit: AcrossHit) -> AcrossHit {
    guard let number = files.lastIndex(where: { $0.before < hit.record }) else { return hit }
    var hit = hit
    hit.record -= files[number].before
    if number < files.count - 1 { hit.file = files[number].name }
    return hit
  }

  /// What is wrong with the number of records of the whole data set.
  package static func report(
    recordCount count: Int, _ spec: CompiledSpec, options: ReportOptions
  ) -> PieceResult {
    var result = PieceResult()
    if spec.program.recordCounts.isEmpty { return result }
    let reporter = RecordReporter(spec.program, source: spec.source, options: options)
    reporter.report(recordCount: count, into: &result)
    return result
  }
}

/// The pieces under way, oldest first. With one job everything happens on the caller's thread.
private struct Ring {
  /// The places made so far; one is made when it is needed first.
  private var slots: [Slot] = []
  private let makeSlot: (Int) -> Slot
  private let count: Int
  private var oldest = 0
  private var busy = 0

  /// Told when the keys of the piece submitted last are in the ledger.
  private var lastTurn = DispatchSemaphore(value: 0)

  init(
    _ spec: CompiledSpec, _ options: ReportOptions, _ table: TableReader?, jobs: Int,
    _ ledger: DataSetLedger
  ) {
    // The first piece waits for none. (A semaphore that begins above 0 may not be let go below.)
    lastTurn.signal()
    let perJob = jobs == 1 ? 1 : 2
    let queues = (0..<jobs).map { jobs == 1 ? nil : DispatchQueue(label: "formwork.\($0)") }
    count = jobs * perJob
    makeSlot = { index in
      let reporter = RecordReporter(
        spec.program, source: spec.source, options: options, table: table)
      return Slot(reporter, queues[index % jobs], ledger)
    }
  }

  /// A place that no piece is under way in; not to be asked for when all are taken.
  mutating func free() -> Slot {
    let index = (oldest + busy) % count
    // They are asked for in their order.
    if index == slots.count { slots.append(makeSlot(index)) }
    return slots[index]
  }

  /// Starts the piece that is in the free place.
  mutating func start(_ slot: Slot) {
    busy += 1
    takeTurn(slot)
    guard let queue = slot.queue else {
      slot.evaluate()
      slot.done.signal()
      return
    }
    queue.async {
      slot.evaluate()
      slot.done.signal()
    }
  }

  /// The oldest piece, finished, where its place is needed.
  mutating func takeOldestIfFull() -> Slot? { busy == count ? takeOldest() : nil }

  private mutating func takeTurn(_ slot: Slot) {
    slot.turn = lastTurn
    slot.nextTurn = DispatchSemaphore(value: 0)
    lastTurn = slot.nextTurn
  }

  /// Waits for the oldest piece; nil if none is under way.
  mutating func takeOldest() -> Slot? {
    guard busy > 0 else { return nil }
    let slot = slots[oldest]
    slot.done.wait()
    oldest = (oldest + 1) % count
    busy -= 1
    return slot
  }

  mutating func waitForAll() {
    while takeOldest() != nil {}
  }
}
