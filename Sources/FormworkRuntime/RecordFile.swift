// A file of records is opened: what flags, the form and the file itself say of how it is written comes together, and the
// header of a table finds its fields.

package import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A file of records that is ready to be read.
package struct RecordFile {
  /// What runs, with the texts that mean blank in such data.
  package let program: Program
  /// How the records are written.
  package let layout: DataLayout
  package let reader: PieceReader
  /// The columns, where records are rows.
  package let table: TableReader?
  /// What the owner of a table should know of its header.
  package let warnings: [TableProblem]
  /// What a file of rejects begins with.
  package let head: RejectsHead
  /// The line that names the columns, where there is one.
  private let header: [UInt8]?

  /// How much of a file is looked at to tell its encoding.
  fileprivate static let firstSize = 1 << 16

  /// - Parameters:
  ///   - layout: what is said of how the file is written.
  ///   - needsRecords: whether records that are lines are to be cut like all others.
  package init(
    _ file: InputFile, _ program: Program, _ layout: DataLayout, pieceSize: Int,
    needsRecords: Bool, recordLimit: Int
  ) throws(CheckFailure) {
    // Rejects are read by what is said, whatever a mark says of this file.
    let isSaidUTF8 = layout.isUTF8
    var layout = layout
    self.program = program.reading(layout)
    try RecordFile.open(file, &layout, program)
    var reader = PieceReader(
      file, layout: layout, pieceSize: pieceSize, needsRecords: needsRecords,
      recordLimit: recordLimit)
    guard layout.kind.isTable else {
      (table, warnings, header) = (nil, [], nil)
      head = RejectsHead(isUTF8: isSaidUTF8 && layout.isUTF8)
      (self.layout, self.reader) = (layout, reader)
      return
    }
    header = layout.header.value == .none ? nil : try reader.header()
    if let header {
      let columns = try RecordFile.columns(header, reader.headerLine, reader.layout, program)
      (table, warnings) = (columns.table, columns.warnings)
      file.write(CellFormats(columns.table, program))
      head = RejectsHead(
        reader, header: header.withUnsafeBufferPointer { columns.table.headerWithProblems($0) })
    } else if layout.header.value == .none {
      try reader.passPreamble()
      (table, warnings) = (TableReader.open(reader.layout, program: program), [])
      head = RejectsHead(reader, header: nil)
    } else {
      throw .table([.noHeader])
    }
    (self.layout, self.reader) = (reader.layout, reader)
  }

  /// How another form reads the same records.
  ///
  /// - Parameter layout: what is said of the file there, by which it is cut into the same records and cells.
  func reading(
    _ program: Program, _ layout: DataLayout
  ) throws(CompareFailure) -> (program: Program, table: TableReader?) {
    let other = program.reading(layout)
    guard let table else { return (other, nil) }
    var own = reader.layout
    (own.blanks, own.wantsAllColumns) = (layout.blanks, layout.wantsAllColumns)
    let otherTable: TableReader
    do throws(CheckFailure) {
      otherTable =
        try header.map { header throws(CheckFailure) in
          try RecordFile.columns(header, reader.headerLine, own, other).table
        } ?? TableReader.open(own, program: other)
    } catch { throw .oldForm(error) }
    // A sheet writes its cells as the fields have them.
    if own.kind == .xlsx, CellFormats(otherTable, other) != CellFormats(table, self.program) {
      throw .otherCells
    }
    return (other, otherTable)
  }

  private static func open(
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

  private static func columns(
    _ header: [UInt8], _ line: Int, _ layout: DataLayout, _ program: Program
  ) throws(CheckFailure) -> (table: TableReader, warnings: [TableProblem]) {
    let opened = header.withUnsafeBufferPointer { bytes in
      TableReader.open(header: bytes, layout, program: program)
    }
    if let table = opened.reader { return (table, opened.problems) }
    let fault = header.withUnsafeBufferPointer { bytes in
      PieceResult.DataFault(opened.problems, header: bytes, line: line, layout)
    }
    throw fault.map { CheckFailure($0, layout) } ?? .table(opened.problems, line: line)
  }
}

/// What a file of rejects begins with. Rejects are in UTF-8; a mark wins over what the form says of the data.
package struct RejectsHead {
  package var hasByteOrderMark: Bool
  /// What sets the cells of rows apart; nil for records of another kind.
  package var delimiter: UInt8?
  /// The lines before the header, as they came.
  package var preamble: [UInt8]
  /// The header with a column for messages; nil if there is none.
  package var header: [UInt8]?

  init(_ reader: PieceReader, header: [UInt8]?) {
    self.init(isUTF8: reader.layout.isUTF8 && !reader.hasByteOrderMark)
    delimiter = reader.layout.delimiter.value
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
  /// Whether its name says that it is packed by gzip.
  private var isCalledPacked: Bool { path.text.lowercased().hasSuffix(".gz") }

  /// Refuses a file that cannot be data of any kind. A stream is not looked at.
  package func expectData() throws(FileProblem) {
    guard size != nil, let signature = FileSignature(try firstBytes(FileSignature.size)),
      signature != .workbook
    else { return }
    throw FileProblem(path, .open, reason: signature.wordsForData)
  }

  /// Finds out whether the file is packed and which encoding it is in, and reads it as UTF-8 from here on.
  ///
  /// - Parameter layout: what is said of it; a byte order mark has the last word.
  func readText(_ layout: inout DataLayout) throws(CheckFailure) {
    var first: [UInt8]
    do throws(FileProblem) {
      first = try firstBytes(RecordFile.firstSize)
      if GzipReader.isGzip(first) {
        first = try unpack(RecordFile.firstSize)
        if GzipReader.isGzip(first) {
          throw FileProblem(path, .read, reason: "It is packed twice; unpack it once")
        }
      }
      if let signature = FileSignature(first) {
        throw FileProblem(path, .open, reason: signature.wordsForData)
      }
      if first.count < 2, readCount < 2, [0x1F].starts(with: first), isCalledPacked {
        throw FileProblem(path, .read, reason: InflateProblem.unexpectedEnd.words)
      }
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
