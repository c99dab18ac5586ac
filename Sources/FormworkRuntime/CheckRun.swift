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

/// One run over one stream.
package struct CheckRun {
  /// How much is read at a time. Larger pieces save nothing: 64 KiB and 512 KiB take the same time.
  package static let pieceSize = 256 << 10
  /// How much all jobs read at a time together: with many jobs the pieces are smaller, so that memory does
  /// not grow with the cores of a machine.
  private static let pieceSizes = 3 << 20

  /// How much of a file is looked at to tell its encoding.
  static let firstSize = 1 << 16

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
    /// What a file of rejects begins with.
    package var head: (RejectsHead) throws(CheckFailure) -> Void
    /// The result of a piece, in order, whose buffers may be exchanged, with the bytes read so far; false to
    /// stop.
    package var piece: (inout PieceResult, Int) throws(CheckFailure) -> Bool

    package init(
      header: @escaping ([TableProblem]) -> Void,
      head: @escaping (RejectsHead) throws(CheckFailure) -> Void,
      piece: @escaping (inout PieceResult, Int) throws(CheckFailure) -> Bool
    ) {
      self.header = header
      self.head = head
      self.piece = piece
    }
  }

  /// Reads `file` to its end.
  ///
  /// - Returns: how many rows had nothing in them, and were passed over.
  @discardableResult
  package func run(_ file: InputFile, _ events: Events) throws(CheckFailure) -> Int {
    let program = spec.program.reading(options.layout)
    var options = options
    try open(file, &options.layout, program)
    var reader = PieceReader(
      file, layout: options.layout, pieceSize: pieceSize, needsRecords: ledger.isNeeded,
      recordLimit: recordLimit)
    var table: TableReader?
    if options.layout.kind.isTable {
      let opened = try openTable(&reader, program, options.layout, events)
      file.write(CellFormats(opened, program))
      table = opened
      options.layout = reader.layout
    } else {
      try events.head(RejectsHead(isUTF8: options.layout.isUTF8))
    }
    ledger.begin(file: options.fileName)
    let pool = WorkerPool(jobs: jobs, ledger) { [spec, options, table] in
      RecordReporter(program, source: spec.source, options: options, table: table)
    } read: { (piece, isWanted) throws(CheckFailure) in
      if try reader.read(into: &piece, while: isWanted) { return .piece(isLast: reader.isDone) }
      return reader.isDone ? .end : .nothingYet
    }
    let path = options.layout.path.value
    try pool.run { (result, bytesRead) throws(CheckFailure) in
      // What comes before a fault is handed over whatever the pieces are.
      let fault = result.fault
      let goesOn = try events.piece(&result, bytesRead)
      switch fault {
      case .notUTF8(let line, let likely): throw .notUTF8(line: line, likely: likely)
      case .noList(let line): throw .noList(path: path, line: line)
      case nil: break
      }
      return goesOn && !result.didStop
    }
    if let stray = file.strayCell {
      events.header([.filledWithoutName(position: stray.column - 1, line: stray.row)])
    }
    return reader.emptyRows
  }

  private func open(
    _ file: InputFile, _ layout: inout DataLayout, _ program: Program
  ) throws(CheckFailure) {
    guard layout.kind == .xlsx else { return try file.readText(&layout) }
    do throws(FileProblem) {
      switch layout.header.value {
      case .line(let line):
        try file.openSheet(layout.sheet.value, firstRow: line, width: nil)
      case .none:
        let table = TableReader.open(layout, program: program)
        try file.openSheet(layout.sheet.value, firstRow: 1, width: table.columns.count)
        file.write(CellFormats(table, program))
      }
    } catch { throw .file(error) }
  }

  private func openTable(
    _ reader: inout PieceReader, _ program: Program, _ layout: DataLayout, _ events: Events
  ) throws(CheckFailure) -> TableReader {
    if layout.header.value == .none {
      try reader.passPreamble()
      try events.head(RejectsHead(reader, header: nil))
      return TableReader.open(reader.layout, program: program)
    }
    guard let header = try reader.header() else { throw .table([.noHeader]) }
    let line = reader.headerLine
    let opened = header.withUnsafeBufferPointer { bytes in
      TableReader.open(header: bytes, reader.layout, program: program)
    }
    guard let table = opened.reader else {
      let isCoded = header.withUnsafeBufferPointer { bytes in
        opened.problems.contains { $0.isOfEncoding(bytes) }
      }
      if isCoded, !layout.encoding.isSaid {
        throw .notUTF8(
          line: line, likely: header.withUnsafeBufferPointer { EncodingGuess.of($0) })
      }
      throw .table(opened.problems, line: line)
    }
    if !opened.problems.isEmpty { events.header(opened.problems) }
    let own = header.withUnsafeBufferPointer { table.headerWithProblems($0) }
    try events.head(RejectsHead(reader, header: own))
    return table
  }
}

/// What a file of rejects begins with. Rejects are in UTF-8; a mark wins over what the form says of the data.
package struct RejectsHead {
  package var hasByteOrderMark: Bool
  /// The lines before the header, as they came.
  package var preamble: [UInt8]
  /// The header with a column for messages; nil if there is none.
  package var header: [UInt8]?

  init(_ reader: PieceReader, header: [UInt8]?) {
    self.init(isUTF8: reader.layout.isUTF8 && !reader.hasByteOrderMark)
    // Those of a workbook are none of a table that is text.
    preamble = reader.layout.kind == .xlsx ? [] : reader.preamble
    self.header = header
  }

  /// - Parameter isUTF8: whether the data is read as UTF-8 without a mark that says so.
  fileprivate init(isUTF8: Bool) {
    hasByteOrderMark = !isUTF8
    preamble = []
  }
}

extension InputFile {
  /// Finds out whether the file is packed and which encoding it is in, and reads it as UTF-8 from here on.
  ///
  /// - Parameter layout: what is said of it; a byte order mark has the last word.
  func readText(_ layout: inout DataLayout) throws(CheckFailure) {
    var first: [UInt8]
    do throws(FileProblem) {
      first = try firstBytes(CheckRun.firstSize)
      if GzipReader.isGzip(first) { first = try unpack(CheckRun.firstSize) }
    } catch { throw .file(error) }
    if let encoding = EncodingGuess.byMark(first) { layout.encoding.say(encoding, by: .mark) }
    let name = layout.encoding.value
    if layout.isUTF8 { return }
    if EncodingGuess.byMark(first) == nil,
      first.withUnsafeBufferPointer({ EncodingGuess.isUTF8(beginning: $0) })
    {
      throw .otherEncoding(said: name, likely: DataLayout.utf8)
    }
    if let decoder = TextDecoder(name) { decode(decoder) }
  }
}
