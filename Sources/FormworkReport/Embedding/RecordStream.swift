// Reports on records that arrive in pieces, with one line for each record. Uses no files, threads or clock. Every host
// except the command line uses this.

package import FormworkEngine
package import FormworkSyntax

/// The reason why reading a stream can't continue, as a sentence.
package struct StreamFault: Error {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

/// The results for the records that ended in a piece.
package struct StreamAnswer {
  /// A line of JSON for each record, as written by `formwork check --output ndjson`.
  package var lines: [UInt8]
  /// Whether a record was rejected, or the data as a whole has an error.
  package var isRejected: Bool
  /// The reason why reading can't continue. The lines contain the results for the records before the fault.
  package var fault: StreamFault?
}

/// A stream of records checked with one form. Belongs to one thread.
package final class RecordStream {
  private let program: Program
  private let source: Source
  private let options: ReportOptions
  private var splitter: RecordSplitter
  private var reporter: RecordReporter?
  private var ledger: DataSetLedger
  /// Receives the records of a list of other data, which aren't reported on.
  private let list: ListReading?
  /// The received bytes that aren't processed yet.
  private var held: [UInt8] = []
  /// All bytes of the stream, if it is read twice.
  private var whole: [UInt8] = []
  private var isAtStart = true
  /// Whether the held bytes are the beginning of one record and have been searched for its end.
  private var isInRecord = false
  /// Whether the first bytes have been examined.
  private var isLookedAt = false
  private var hasEnded = false
  /// Whether the stream is one record by itself, which isn't compared with others.
  private var isAlone = false
  private var line = 1
  private var count = 0
  /// The results for the last piece.
  private(set) var result = PieceResult()
  /// The columns of a table, after its header has been read.
  private(set) var table: TableReader?
  /// The number of the line with the column names, counted from 1.
  private(set) var headerLine = 1
  /// Warnings about the header of a table, as sentences.
  package private(set) var headerWarnings: [String] = []

  /// - Parameter options: must contain the layout of the stream.
  package convenience init(_ program: Program, _ source: Source, _ options: ReportOptions) {
    self.init(program.reading(options.layout), source, options, list: nil)
  }

  /// Creates a stream of the records of a list of other data.
  convenience init(_ list: ListReading) {
    let options = ReportOptions(layout: list.layout, moment: .first)
    self.init(list.program, Source(name: "", bytes: []), options, list: list)
  }

  private init(
    _ program: Program, _ source: Source, _ options: ReportOptions, list: ListReading?
  ) {
    (self.program, self.source, self.options, self.list) = (program, source, options, list)
    splitter = RecordSplitter(options.layout)
    ledger = RecordStream.newLedger(program, source)
    guard !options.layout.kind.isTable else { return }
    reporter = RecordReporter(program, source: source, options: options)
  }

  /// Reports on a single JSON object, which isn't compared with others, or on an array of objects as a data set.
  package func check(json: TextBytes) -> StreamAnswer {
    let start = json.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    let first = json.dropFirst(start).first { $0 > UInt8(ascii: " ") }
    isAlone = first != UInt8(ascii: "[")
    defer { isAlone = false }
    return add(json, isLast: true)
  }

  /// The number of empty rows.
  var emptyRows: Int { splitter.emptyRows }

  private static func newLedger(_ program: Program, _ source: Source) -> DataSetLedger {
    let ledger = DataSetLedger(program, source)
    ledger.begin(file: nil, isKnown: false)
    return ledger
  }

  /// Begins a new stream, or a second pass over the same stream.
  private func begin() {
    splitter = RecordSplitter(options.layout)
    if options.layout.kind.isTable { (reporter, table, headerWarnings) = (nil, nil, []) }
    (isAtStart, isInRecord, isLookedAt, line, count) = (true, false, false, 1, 0)
  }

  /// Maximum number of bytes of memory that are kept for the next stream.
  private static let keptSize = 1 << 20
  /// The number of bytes to read at a time if a stream is read twice.
  private static let pieceSize = 256 << 10

  /// Reports on the records that end in the next piece. After the last piece, and after a fault, the next piece begins
  /// a new stream.
  ///
  /// - Parameter isLast: whether the stream ends with this piece.
  package func add(_ piece: TextBytes, isLast: Bool) -> StreamAnswer {
    let fault = take(piece, isLast: isLast)
    return StreamAnswer(
      lines: Array(result.output.bytes),
      isRejected: result.summary.rejected > 0 || result.summary.dataSetErrors > 0, fault: fault)
  }

  /// Reports on a piece as `add(_:isLast:)` does, but leaves the results in `result`.
  func take(_ piece: TextBytes, isLast: Bool) -> StreamFault? {
    if hasEnded { begin() }
    if isAlone {
      reporter?.leaveDataSet()
    } else if hasEnded {
      ledger = RecordStream.newLedger(program, source)
      reporter?.use(ledger)
    }
    result.reset()
    var fault: StreamFault?
    do throws(StreamFault) {
      let isTwice = ledger.needsAnswersFirst && !isAlone
      try isTwice ? readTwice(piece, isLast: isLast) : read(piece, isLast: isLast)
    } catch { fault = error }
    hasEnded = isLast || fault != nil
    if hasEnded {
      held.removeAll(keepingCapacity: held.capacity < RecordStream.keptSize)
      whole = []
    }
    return fault
  }

  /// Keeps the pieces until the last one. Then reads all pieces once to collect the answers to the questions about all
  /// records, and once more to judge the records.
  private func readTwice(_ piece: TextBytes, isLast: Bool) throws(StreamFault) {
    whole.append(contentsOf: piece)
    guard isLast else { return }
    try readWhole()
    begin()
    result.reset()
    ledger.beginJudging()
    ledger.begin(file: nil, isKnown: false)
    reporter?.use(ledger)
    try readWhole()
  }

  private func readWhole() throws(StreamFault) {
    var start = 0
    repeat {
      let end = min(whole.count, start + RecordStream.pieceSize)
      try whole.withUnsafeBufferPointer { bytes throws(StreamFault) in
        try read(bytes.part(start, end), isLast: end == bytes.count)
      }
      start = end
    } while start < whole.count
  }

  private func read(_ piece: TextBytes, isLast: Bool) throws(StreamFault) {
    held.append(contentsOf: piece)
    try lookAtBeginning()
    if isInRecord, !isLast, splitter.endOfRecord(in: piece) == nil {
      return try checkLength(held.count)
    }
    if reporter == nil { try open(isLast: isLast) }
    guard let reporter else { return }
    if options.layout.kind == .ndjson, !ledger.needsRecords, list == nil {
      try takeLines(reporter, isLast: isLast)
    } else {
      try takeRecords(reporter, isLast: isLast)
    }
    if !result.undecided.isEmpty {
      ledger.note(result.undecided)
      result.undecided = []
    }
    if let fault = result.fault { throw StreamFault(fault) }
    try checkLength(held.count)
    if isLast, list == nil, !isAlone { ledger.report(reporter, into: &result) }
  }

  /// Throws if the first bytes show that this is a kind of file that can't be read.
  private func lookAtBeginning() throws(StreamFault) {
    if isLookedAt || held.isEmpty { return }
    let signature = held.withUnsafeBufferPointer { FileSignature($0) }
    // The first bytes may be consumed next, so they are examined only once, even if they are few.
    isLookedAt = true
    if let signature { throw StreamFault(sentence: signature.wordsForData + ".") }
  }

  private func checkLength(_ length: Int) throws(StreamFault) {
    if length <= RecordSplitter.recordLimit { return }
    throw StreamFault(
      sentence: "A record is longer than \(RecordSplitter.recordLimit >> 20) MiB.")
  }
}

// MARK: - Records

extension RecordStream {
  /// Reports on the whole lines in `held`, all in one call.
  private func takeLines(_ reporter: RecordReporter, isLast: Bool) throws(StreamFault) {
    let size = held.count
    if isAtStart, size < byteOrderMark.count, !isLast { return }
    held.append(contentsOf: repeatElement(0, count: Padding.count))
    defer { held.removeLast(min(held.count, Padding.count)) }
    let (start, end, longest) = held.withUnsafeBufferPointer { bytes in
      let start = isAtStart && bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
      let end = max(start, isLast ? size : RecordSplitter.wholeLines(bytes, size))
      return (start, end, RecordStream.longestLine(bytes.part(start, end)))
    }
    isAtStart = false
    try checkLength(longest)
    held.withUnsafeBufferPointer { bytes in
      let found = RecordSplitter.count(linesOf: bytes.part(start, end))
      reporter.report(
        lines: bytes.part(0, end), from: start, firstRecord: count + 1, line: line, into: &result)
      count += found.records
      line += found.lines
    }
    held.removeFirst(end)
    isInRecord = held.count > Padding.count
  }

  /// Returns the length of the longest line. If no line can be too long, returns the length of all bytes.
  private static func longestLine(_ bytes: TextBytes) -> Int {
    if bytes.count <= RecordSplitter.recordLimit { return bytes.count }
    var (longest, at) = (0, 0)
    while at < bytes.count {
      let end = RecordSplitter.endOfLine(in: bytes, from: at)
      longest = max(longest, end - at)
      at = end + 1
    }
    return longest
  }

  private func takeRecords(_ reporter: RecordReporter, isLast: Bool) throws(StreamFault) {
    var records: [RecordSpan] = []
    var longest = 0
    let used = held.withUnsafeBufferPointer { bytes in
      let used = splitter.split(bytes, isFinal: isLast, into: &records)
      // The records before an oversized one are still reported on.
      if let long = records.firstIndex(where: {
        $0.upper - $0.lower > RecordSplitter.recordLimit
      }) {
        longest = records[long].upper - records[long].lower
        records.removeSubrange(long...)
      }
      if let list {
        let areText = table != nil && bytes.areText(records)
        for span in records { list.add(span, of: bytes, table, isText: areText) }
        return used
      }
      if isAlone {
        reporter.report(bytes, records, firstRecord: count + 1, into: &result)
        return used
      }
      reporter.report(
        bytes, records, firstRecord: count + 1, ledger, inTurn: { $0() }, into: &result)
      return used
    }
    try checkLength(longest)
    count += records.count
    held.removeFirst(used)
    isInRecord = held.count >= byteOrderMark.count
  }
}

// MARK: - Tables

extension RecordStream {
  /// Creates the reporter of a table, once the table's header has arrived.
  private func open(isLast: Bool) throws(StreamFault) {
    var header: [RecordSpan] = []
    let isNone = options.layout.header.value == .none
    let used = held.withUnsafeBufferPointer {
      splitter.split($0, isFinal: isLast, limit: isNone ? 0 : 1, into: &header)
    }
    guard splitter.preamble.count <= RecordSplitter.preambleLimit else {
      throw StreamFault([.longPreamble(limit: RecordSplitter.preambleLimit)], line: 1)
    }
    guard splitter.hasPreamble || !header.isEmpty || isLast else {
      held.removeFirst(used)
      return
    }
    var options = options
    options.layout = splitter.layout
    let table: TableReader
    if isNone {
      table = TableReader.open(splitter.layout, program: program)
    } else if let span = header.first {
      if let blank = splitter.blankHeader(firstRowOn: span.line) {
        throw StreamFault([blank], line: span.line)
      }
      table = try held.withUnsafeBufferPointer { bytes throws(StreamFault) in
        try open(header: bytes.part(span.lower, span.upper), line: span.line)
      }
    } else {
      if isLast { throw StreamFault([.noHeader], line: 1) }
      held.removeFirst(used)
      return
    }
    held.removeFirst(used)
    self.table = table
    ledger.note(table)
    reporter = RecordReporter(program, source: source, options: options, table: table)
    reporter?.use(ledger)
  }

  private func open(header: TextBytes, line: Int) throws(StreamFault) -> TableReader {
    let opened = TableReader.open(header: header, splitter.layout, program: program)
    guard let table = opened.reader else {
      let fault = PieceResult.DataFault(opened.problems, header: header, line: line, options.layout)
      throw fault.map { StreamFault($0) } ?? StreamFault(opened.problems, line: line)
    }
    headerLine = line
    headerWarnings = opened.problems.map { TableWords.sentence($0, headerLine: line) }
    return table
  }
}

extension StreamFault {
  init(_ problems: [TableProblem], line: Int) {
    var sentences = problems.filter { $0.isError }.prefix(TableWords.limit).map {
      TableWords.sentence($0, headerLine: line)
    }
    if let rest = TableWords.rest(problems) { sentences.append(rest) }
    sentence = sentences.joined(separator: "\n")
  }

  init(_ fault: PieceResult.DataFault) {
    sentence =
      switch fault {
      case .notUTF8(let line, let likely):
        "Line \(line) is not in UTF-8" + (likely.map { "; it looks like \($0)." } ?? ".")
      case .noList(let line): "There is no list of records at line \(line)."
      }
  }
}
