// Finds the boundaries of records, so that a stream can be split and its pieces evaluated independently. It only
// looks at line breaks, quotes and brackets. Whether a record is well-formed is checked when it is read.

internal import FormworkSyntax

/// The bytes that some programs write at the beginning of a UTF-8 file.
package let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Returns the encoding of a file with a byte order mark other than that of UTF-8.
package func otherCoding(_ bytes: some Sequence<UInt8>) -> String? {
  if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16 (little endian)" }
  if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16 (big endian)" }
  return nil
}

/// The position of a record.
package struct RecordSpan: Sendable {
  /// The range of the record's bytes in the piece that was split.
  package var lower: Int
  package var upper: Int
  /// Line and column of the first byte, from 1. Columns count code points.
  package var line: Int
  package var column: Int
  /// An error that was found without reading the record.
  package var defect: MalformedRecord.Reason?
  /// Whether the span is the rest of the stream after an error in the structure around a list of records.
  package var isRest: Bool

  package init(
    lower: Int, upper: Int, line: Int, column: Int, defect: MalformedRecord.Reason? = nil,
    isRest: Bool = false
  ) {
    self.lower = lower
    self.upper = upper
    self.line = line
    self.column = column
    self.defect = defect
    self.isRest = isRest
  }
}

/// Splits a stream that comes in pieces.
package struct RecordSplitter {
  /// The maximum length of a record, in bytes.
  package static let recordLimit = 256 << 20
  /// The maximum length of a quoted cell of several lines, in bytes between its quotes. In a longer cell the quote
  /// counts as never closed, so that a stray quote doesn't consume the whole file.
  package static let cellLimit = 16 << 20
  /// The maximum number of bytes before the header, which are kept for the rejects.
  package static let preambleLimit = 16 << 20

  /// The unfinished part at the end of a piece.
  enum Unfinished {
    case line
    /// The rest of the stream.
    case rest
    case row(RowScan)
    case element(ElementScan)
  }

  enum State { case start, onTheWay, inArray, afterArray, behindArray, broken, single, finished }

  /// The layout of the records, as far as it is known.
  package private(set) var layout: DataLayout
  private let cellLimit: Int
  /// The lines before the header of a table, unchanged.
  package private(set) var preamble: [UInt8] = []
  package private(set) var hasPreamble = false
  /// The number of the line after the preamble.
  package private(set) var headerLine = 1
  /// The number of rows with nothing but delimiters and white space. Such rows aren't records.
  package private(set) var emptyRows = 0
  var line = 1
  var column = 1
  var state = State.start
  /// Whether the last element was followed by a comma, which requires another element of the array.
  var wantsElement = false
  /// Whether the comma before the next element is missing.
  var lacksComma = false
  var unfinished = Unfinished.line
  private var lostCells = LostCells()
  /// The error of the rest of the stream, in the states that treat this rest as one record.
  var restDefect = MalformedRecord.Reason.textAfterRecord
  private var isAtStart = true
  /// The scan for the list of the records, if the layout has a path to it.
  var listScan: ListScan?
  /// Whether the stream begins with a byte order mark, which isn't part of a record.
  package private(set) var hasByteOrderMark = false

  /// - Parameter cellLimit: the maximum length of a quoted cell of several lines, in bytes.
  package init(_ layout: DataLayout, cellLimit: Int = RecordSplitter.cellLimit) {
    self.layout = layout
    self.cellLimit = cellLimit
    if layout.kind == .json, !layout.path.value.isEmpty {
      listScan = ListScan(path: layout.path.value)
      state = .onTheWay
    }
  }

  /// Splits off the whole records of a piece.
  ///
  /// - Parameters:
  ///   - bytes: a piece of the stream, beginning where the last call stopped.
  ///   - isFinal: whether the stream ends with this piece.
  ///   - limit: the maximum number of records to find. If it is reached, there may be more.
  /// - Returns: the number of bytes that were consumed. The rest must be passed again, with more bytes after it.
  package mutating func split(
    _ bytes: TextBytes, isFinal: Bool, limit: Int = Int.max, into records: inout [RecordSpan]
  ) -> Int {
    var index = 0
    if isAtStart {
      if bytes.count < 3, !isFinal { return 0 }
      hasByteOrderMark = bytes.starts(with: byteOrderMark)
      if hasByteOrderMark { index = byteOrderMark.count }
      isAtStart = false
    }
    switch layout.kind.shape {
    case .lines:
      return splitLines(bytes, from: index, isFinal: isFinal, limit: limit, into: &records)
    case .table, .sheet:
      if !hasPreamble, !passPreamble(bytes, &index, isFinal: isFinal) { return index }
      return splitRows(
        bytes, from: index, isFinal: isFinal, layout.delimiter.value, limit: limit, into: &records)
    case .document:
      return splitArray(bytes, from: index, isFinal: isFinal, limit: limit, into: &records)
    }
  }
}

// MARK: - Lines

extension RecordSplitter {
  private mutating func splitLines(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, limit: Int,
    into records: inout [RecordSpan]
  ) -> Int {
    var index = start
    var line = line
    RecordSplitter.collect(limit, into: &records) {
      while index < bytes.count {
        let begin = index
        let end = ByteScan.find(0x0A, in: bytes, from: begin)
        if end == bytes.count, !isFinal { return nil }
        line &+= 1
        index = end < bytes.count ? end &+ 1 : end
        if !RecordSplitter.isBlank(bytes, begin, end) {
          return RecordSpan(lower: begin, upper: end, line: line &- 1, column: 1)
        }
      }
      return nil
    }
    self.line = line
    return index
  }

  /// Appends the spans that `next` returns, until `records` has `limit` of them. Works in batches, because appending
  /// a span takes as long as finding it.
  @inline(__always)
  private static func collect(
    _ limit: Int, into records: inout [RecordSpan], _ next: () -> RecordSpan?
  ) {
    withUnsafeTemporaryAllocation(of: RecordSpan.self, capacity: 64) { batch in
      var count = 0
      while records.count < limit {
        count = 0
        while count < min(batch.count, limit - records.count), let span = next() {
          batch.initializeElement(at: count, to: span)
          count += 1
        }
        records.append(contentsOf: UnsafeBufferPointer(rebasing: batch[..<count]))
        if count < batch.count { return }
      }
    }
  }

  /// Whether a line has nothing but white space.
  package static func isBlank(_ bytes: TextBytes, _ lower: Int, _ upper: Int) -> Bool {
    var index = lower
    while index < upper {
      switch bytes[index] {
      case 0x20, 0x09, 0x0D: index += 1
      default: return false
      }
    }
    return true
  }
}

// MARK: - Rows

extension RecordSplitter {
  /// Skips the lines before the header or the first row: those that the layout declares, and a `sep=;` line. Returns
  /// false if they continue past the piece.
  private mutating func passPreamble(
    _ bytes: TextBytes, _ index: inout Int, isFinal: Bool
  ) -> Bool {
    unfinished = .line
    while index < bytes.count {
      // Even if the piece contains only a part of the first line, the line may already be known not to be `sep=;`.
      if line >= firstRowLine,
        line > 1 || DataLayout.saysNoDelimiter(bytes.part(index, bytes.count))
      {
        break
      }
      let end = ByteScan.find(0x0A, in: bytes, from: index)
      if end == bytes.count, !isFinal { return false }
      let delimiter =
        line == 1 && !layout.kind.isSheet
        ? DataLayout.delimiter(inFirstLine: bytes.part(index, end)) : nil
      if let delimiter { layout.delimiter.say(delimiter, by: .firstLine) }
      guard delimiter != nil || line < firstRowLine else { break }
      let next = min(end + 1, bytes.count)
      preamble.append(contentsOf: bytes[index..<next])
      line += 1
      index = next
    }
    hasPreamble = index < bytes.count || isFinal
    headerLine = line
    return hasPreamble
  }

  /// Returns an error if the line declared as the header is blank, or nil.
  ///
  /// - Parameter line: the line of the first row that isn't blank.
  package func blankHeader(firstRowOn line: Int) -> TableProblem? {
    layout.header.isSaid && line > headerLine ? .blankHeader(line: headerLine) : nil
  }

  private var firstRowLine: Int {
    if case .line(let line) = layout.header.value { line } else { 1 }
  }

  /// Whether a row has nothing but delimiters and white space.
  @inline(__always)
  private func isEmptyRow(
    _ bytes: TextBytes, _ lower: Int, _ upper: Int, _ delimiter: UInt8
  ) -> Bool {
    let first = bytes[lower]
    if first > 0x20, first < 0x80, first != delimiter { return false }
    return hasNoText(bytes.part(lower, upper), delimiter)
  }

  @inline(never)
  private func hasNoText(_ row: TextBytes, _ delimiter: UInt8) -> Bool {
    var index = 0
    while index < row.count {
      if row[index] == delimiter {
        index += 1
        continue
      }
      let (value, length) = row.scalar(at: index)
      if !WhiteSpace.isWhiteSpace(value) { return false }
      index += length
    }
    return true
  }

  private mutating func splitRows(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, _ delimiter: UInt8, limit: Int,
    into records: inout [RecordSpan]
  ) -> Int {
    var index = start
    var line = line
    var emptyRows = 0
    let isSheet = layout.kind.isSheet
    RecordSplitter.collect(limit, into: &records) {
      while index < bytes.count {
        let begin = index
        guard let row = row(bytes, from: begin, isFinal: isFinal, delimiter) else { return nil }
        let first = line
        // A row of a sheet counts as one line, even if its cells have line breaks.
        line &+= isSheet ? 1 : row.lines
        index = row.next
        if row.end == begin { continue }
        if isEmptyRow(bytes, begin, row.end, delimiter) {
          emptyRows &+= 1
        } else {
          return RecordSpan(lower: begin, upper: row.end, line: first, column: 1)
        }
      }
      return nil
    }
    self.line = line
    self.emptyRows += emptyRows
    lostCells.move(by: index)
    return index
  }

  private struct Row {
    /// The end without the line break.
    var end: Int
    var next: Int
    var lines: Int
  }

  /// Returns the row at `start`, or nil if it may continue past the piece.
  @inline(__always)
  private mutating func row(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, _ delimiter: UInt8
  ) -> Row? {
    // Most rows have no quotes and end at the first line break.
    let end = ByteScan.find(0x0A, or: UInt8(ascii: "\""), in: bytes, from: start)
    guard end < bytes.count else {
      return endOfRow(bytes, from: start, isFinal: isFinal, delimiter)
    }
    let lineBreak =
      bytes[end] == 0x0A ? end : endOfQuotedRow(bytes, from: start, firstQuote: end, delimiter)
    guard let end = lineBreak else {
      return endOfRow(bytes, from: start, isFinal: isFinal, delimiter)
    }
    return Row(end: withoutReturn(bytes, start, end), next: end &+ 1, lines: 1)
  }

  /// Returns the offset of the line break of a row whose quotes are all valid. Returns nil if a cell contains a line
  /// break or isn't closed.
  private func endOfQuotedRow(
    _ bytes: TextBytes, from start: Int, firstQuote: Int, _ delimiter: UInt8
  ) -> Int? {
    let quote = UInt8(ascii: "\"")
    var at = firstQuote
    while at == start || bytes[at - 1] == delimiter {
      repeat {
        at = ByteScan.findNear(quote, or: 0x0A, in: bytes, from: at + 1) + 1
        guard at < bytes.count, bytes[at - 1] == quote else { return nil }
      } while bytes[at] == quote
      if bytes[at] == 0x0D { at += 1 }
      guard at < bytes.count else { return nil }
      if bytes[at] == 0x0A { return at }
      guard bytes[at] == delimiter else { return nil }
      at += 1
      if at < bytes.count, bytes[at] == quote { continue }
      at = ByteScan.findNear(quote, or: 0x0A, in: bytes, from: at)
      guard at < bytes.count else { return nil }
      if bytes[at] == 0x0A { return at }
    }
    return nil
  }

  /// Returns the row at `start`, or nil if it may continue past the piece.
  private mutating func endOfRow(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, _ delimiter: UInt8
  ) -> Row? {
    var scan = RowScan(delimiter, cellLimit: cellLimit)
    guard let row = scan.advance(bytes, from: start, lostCells) ?? (isFinal ? scan.atEnd() : nil)
    else {
      unfinished = .row(scan)
      return nil
    }
    if scan.isLost, !scan.laterCells.isEmpty { lostCells.add(scan.laterCells, ofRowAt: start) }
    return Row(
      end: withoutReturn(bytes, start, start + row.end), next: start + row.next, lines: row.lines)
  }

  private func withoutReturn(_ bytes: TextBytes, _ start: Int, _ end: Int) -> Int {
    end > start && bytes[end - 1] == 0x0D ? end - 1 : end
  }
}

extension RecordSplitter {
  /// The line where the next record begins.
  package var currentLine: Int { line }

  /// Returns the end, in `part`, of the record that was unfinished at the end of the last piece. If the result is nil,
  /// call this again with the next part. This finds the length of a record without keeping its parts in memory.
  package mutating func endOfRecord(in part: TextBytes) -> Int? {
    switch unfinished {
    case .line:
      let end = ByteScan.find(0x0A, in: part, from: 0)
      return end < part.count ? end : nil
    case .rest: return nil
    case .row(var scan):
      defer { unfinished = .row(scan) }
      let passed = scan.passed
      return scan.advance(part, from: 0).map { max(0, $0.end - passed) }
    case .element(var scan):
      defer { unfinished = .element(scan) }
      let passed = scan.passed
      return scan.advance(part, from: 0).map { max(0, $0.end - passed) }
    }
  }
}
