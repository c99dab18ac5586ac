// Opens a file of records: merges the layout from flags, form and file, and matches the header of a table to the
// fields.

package import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A file of records that is ready to be read.
package struct RecordFile {
  /// The program to run, with the texts that mean blank in this data.
  package let program: Program
  /// The layout of the records.
  package let layout: DataLayout
  package let reader: PieceReader
  /// The reader of the columns, if records are rows.
  package let table: TableReader?
  /// Warnings about the header of a table.
  package let warnings: [TableProblem]
  /// The beginning of a file of rejects.
  package let head: RejectsHead
  /// The line with the names of the columns, if there is one.
  private let header: [UInt8]?

  /// The number of bytes to inspect to detect the encoding.
  fileprivate static let firstSize = 1 << 16

  /// - Parameters:
  ///   - layout: the declared layout of the file.
  ///   - needsRecords: whether to cut records even if each is a line.
  package init(
    _ file: InputFile, _ program: Program, _ layout: DataLayout, pieceSize: Int,
    needsRecords: Bool, recordLimit: Int
  ) throws(CheckFailure) {
    // A rejects file is read back with the declared encoding, whatever byte order mark this file has.
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
      let name = file.path.text.split(separator: "/").last.map { String($0) } ?? ""
      table = columns.table
      warnings = columns.warnings.filter { warning in
        guard case .unknownColumn(let column, _, _, isError: false) = warning else { return true }
        return !program.isReadByList(column, ofFile: name)
      }
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

  /// Returns the program and the columns of a different form for the same records.
  ///
  /// - Parameter layout: the other form's layout, which must cut the file into the same records and cells.
  func reading(
    _ program: Program, _ layout: DataLayout
  ) throws(CompareFailure) -> (program: Program, table: TableReader?) {
    let other = program.reading(layout)
    guard let table else { return (other, nil) }
    var own = reader.layout
    (own.blanks, own.columns) = (layout.blanks, layout.columns)
    let otherTable: TableReader
    do throws(CheckFailure) {
      otherTable =
        try header.map { header throws(CheckFailure) in
          try RecordFile.columns(header, reader.headerLine, own, other).table
        } ?? TableReader.open(own, program: other)
    } catch { throw .oldForm(error) }
    // The formats of the fields decide how a sheet is converted to text, so both forms must have the same ones.
    if own.kind.isSheet, CellFormats(otherTable, other) != CellFormats(table, self.program) {
      throw .otherCells
    }
    return (other, otherTable)
  }

  private static func open(
    _ file: InputFile, _ layout: inout DataLayout, _ program: Program
  ) throws(CheckFailure) {
    guard layout.kind.isSheet else { return try file.readText(&layout) }
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

/// The beginning of a file of rejects. Rejects are always in UTF-8. With a byte order mark, they are read as UTF-8 even
/// if the form declares another encoding.
package struct RejectsHead {
  package var hasByteOrderMark: Bool
  /// The delimiter between cells; nil if records aren't rows.
  package var delimiter: UInt8?
  /// The lines before the header, unchanged.
  package var preamble: [UInt8]
  /// The header with a column for messages. Nil if the data has no header.
  package var header: [UInt8]?

  init(_ reader: PieceReader, header: [UInt8]?) {
    self.init(isUTF8: reader.layout.isUTF8 && !reader.hasByteOrderMark)
    delimiter = reader.layout.delimiter.value
    // Rejects of a workbook are a text table, which can't contain the lines before the workbook's header.
    preamble = reader.layout.kind.isSheet ? [] : reader.preamble
    self.header = header
  }

  /// - Parameter isUTF8: whether the data is read as UTF-8 without a byte order mark.
  fileprivate init(isUTF8: Bool) {
    hasByteOrderMark = !isUTF8
    preamble = []
  }
}

extension InputFile {
  /// Whether the file's name has the extension of gzip.
  private var isCalledPacked: Bool { path.text.lowercased().hasSuffix(".gz") }

  /// Throws if the first bytes show that the file isn't data, but an image, for example. Streams aren't checked.
  package func expectData() throws(FileProblem) {
    guard size != nil, let signature = FileSignature(try firstBytes(FileSignature.size)),
      signature != .workbook
    else { return }
    throw FileProblem(path, .open, reason: signature.wordsForData)
  }

  /// Detects compression and encoding, and makes the file read as UTF-8 from now on.
  ///
  /// - Parameter layout: the declared layout. A byte order mark takes precedence.
  func readText(_ layout: inout DataLayout) throws(CheckFailure) {
    var first: [UInt8]
    do throws(FileProblem) {
      first = try firstBytes(RecordFile.firstSize)
      if GzipReader.isGzip(first) {
        first = try unpack(RecordFile.firstSize)
        if GzipReader.isGzip(first) {
          throw FileProblem(path, .read, reason: "It is compressed twice; decompress it once")
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
