// Checks a file of data in pieces, for a host that shows the results or saves a report. Uses no files, threads or
// clock.

package import FormworkEngine
package import FormworkSyntax

/// A file of data that is checked from its first byte to its last. Belongs to one thread.
package final class DataRun {
  private let program: Program
  private let options: ReportOptions
  private let stream: RecordStream
  private let writer: MessageWriter
  /// Writes the report to be saved; nil if records are shown.
  private let report: ReportWriter?
  private let name: String?
  private var out = ByteBuffer()
  private var run = RunReport()
  private var hasBegun = false
  private var drawn = DrawnRecords()
  /// The bytes of a workbook. They are kept until it is complete, because its parts can be anywhere.
  private var workbook: [UInt8] = []

  /// - Parameters:
  ///   - options: must contain the layout of the data; `show` is the maximum number of records with problems to show.
  ///   - name: the name of the data.
  ///   - formName: the name of the form's file.
  ///   - kind: the kind of report to make; nil if records with problems are shown.
  package init(
    _ program: Program, _ source: Source, _ options: ReportOptions, name: String?,
    formName: String, report kind: ReportKind?
  ) {
    var options = options
    options.output = kind == nil ? .shown : .github
    options.wantsProblems = kind != nil
    self.program = program
    self.options = options
    self.name = name
    writer = MessageWriter(program, language: options.language)
    let frame = ReportFrame(
      writer, formName: formName, version: FormworkVersion.string)
    report = kind?.writer(frame)
    options.wantsRows = report?.wantsRows ?? false
    stream = RecordStream(program, source, options)
    report?.start(to: &out)
  }

  /// Processes the next piece of the data.
  ///
  /// - Returns: why reading can't continue, or nil.
  package func add(_ piece: TextBytes, isLast: Bool) -> StreamFault? {
    if options.layout.kind.isSheet {
      workbook.append(contentsOf: piece)
      return isLast ? takeWorkbook() : nil
    }
    return feed(piece, isLast: isLast)
  }

  /// Returns and removes the output since the last call: a line of JSON for each record with problems, or the next
  /// bytes of the report.
  package func takeOutput() -> [UInt8] {
    let bytes = Array(out.bytes)
    out.reset()
    return bytes
  }

  private func feed(_ piece: TextBytes, isLast: Bool) -> StreamFault? {
    let fault = stream.take(piece, isLast: isLast)
    beginReport()
    run.summary.add(stream.result.summary)
    if let report {
      report.add(stream.result.rows, to: &out)
      for problem in stream.result.problems { report.add(problem, to: &out) }
    }
    for drawing in stream.result.drawings {
      if let text = drawn.text(of: drawing, limit: options.show) { out.append(text: text + "\n") }
    }
    if isLast || fault != nil {
      run.emptyRows = stream.emptyRows
      report?.finish(run, to: &out)
    }
    return fault
  }

  private func beginReport() {
    let kind = options.layout.kind
    guard let report, !hasBegun, stream.table != nil || !kind.isTable else { return }
    hasBegun = true
    report.begin(
      ReportedData(
        path: name.map { Array($0.utf8) }, kind: kind, columns: stream.table?.columns ?? [],
        headerLine: headerLine),
      to: &out)
  }

  private var headerLine: Int? {
    options.layout.header.value == .none || stream.table == nil ? nil : stream.headerLine
  }

  // MARK: Workbooks

  /// Maximum number of bytes of a sheet that are read at a time.
  private static let pieceSize = 256 << 10

  private func takeWorkbook() -> StreamFault? {
    do throws(WorkbookProblem) {
      let reader = try sheet()
      var room = [UInt8](repeating: 0, count: DataRun.pieceSize)
      while !reader.isAtEnd {
        let found = try room.withUnsafeMutableBufferPointer { room throws(WorkbookProblem) in
          try reader.read(into: UnsafeMutableRawBufferPointer(room))
        }
        // Cells after the header are written in the format of their columns' fields.
        if found == 0, let table = stream.table { reader.write(CellFormats(table, program)) }
        let fault = room.withUnsafeBufferPointer { feed($0.part(0, found), isLast: false) }
        if let fault { return fault }
      }
    } catch {
      return StreamFault(sentence: error.words + ".")
    }
    return feed(TextBytes(start: nil, count: 0), isLast: true)
  }

  private func sheet() throws(WorkbookProblem) -> SheetReader {
    let book = try Workbook(size: workbook.count) { place, room in
      let end = min(self.workbook.count, place + room.count)
      guard place < end else { return 0 }
      self.workbook.withUnsafeBytes {
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<end]))
      }
      return end - place
    }
    let name = options.layout.sheet.value
    switch options.layout.header.value {
    case .line(let line): return try book.sheet(name, firstRow: line, width: nil)
    case .none:
      let table = TableReader.open(options.layout, program: program)
      let reader = try book.sheet(name, firstRow: 1, width: table.columns.count)
      reader.write(CellFormats(table, program))
      return reader
    }
  }
}

// MARK: - Counts

extension DataRun {
  /// The results so far as a JSON object: `records`, `accepted`, `rejected`, `headline` and `notes` in words, the
  /// `columns` of a table, `warnings` about its header, and `counts` of problems with `field`, `code`, `count` and
  /// `severity`.
  package var summary: [UInt8] {
    ByteBuffer.bytes { out in
      out.object { out in
        out.member("records", run.summary.recordCount)
        out.member("accepted", run.summary.accepted)
        out.member("rejected", run.summary.rejected)
        out.member("headline", run.headline(writer.builtIn))
        out.member("notes", run.notes(writer.builtIn))
        out.member("columns", stream.table?.columns ?? [])
        out.member("warnings", stream.headerWarnings)
        out.key("counts")
        out.array(run.summary.lines(writer)) { line, out in
          out.object { out in
            out.member("field", orNull: line.field)
            out.member("code", line.code)
            out.member("count", line.count)
            out.member("severity", line.isWarning ? "warning" : "error")
          }
        }
      }
    }
  }
}
