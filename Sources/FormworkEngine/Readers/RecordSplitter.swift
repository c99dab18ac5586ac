// Finds where records begin and end, so that a stream can be cut and its pieces evaluated apart.
// It looks only at line breaks, quotes and brackets; whether a record is well-formed is found out
// when it is read.

/// What some programs put before UTF-8.
package let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// What a byte order mark says of a file that is not in UTF-8.
package func otherCoding(_ bytes: some Sequence<UInt8>) -> String? {
  if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16 (little endian)" }
  if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16 (big endian)" }
  return nil
}

/// How records follow each other.
package enum RecordFormat: Sendable, Equatable {
  /// One record, or an array of records (RFC 8259).
  case json
  /// One record on each line.
  case ndjson
  /// One record on each line, cells set apart by a delimiter (RFC 4180).
  case table(delimiter: UInt8)
}

/// Where a record is.
package struct RecordSpan: Sendable {
  /// The bytes in the piece that was split.
  package var lower: Int
  package var upper: Int
  /// Line and column of the first byte, from 1; columns count code points.
  package var line: Int
  package var column: Int
  /// What is wrong already, where no reader is needed to tell.
  package var defect: MalformedRecord.Reason?

  package init(
    lower: Int, upper: Int, line: Int, column: Int, defect: MalformedRecord.Reason? = nil
  ) {
    self.lower = lower
    self.upper = upper
    self.line = line
    self.column = column
    self.defect = defect
  }
}

/// Splits a stream that comes in pieces.
package struct RecordSplitter {
  /// The longest record, in bytes.
  package static let recordLimit = 256 << 20
  /// The longest quoted cell of several lines, in bytes between its quotes: past it the quote counts as
  /// never closed, so that one stray quote does not swallow a file.
  package static let cellLimit = 16 << 20

  enum State { case start, inArray, afterArray, single, finished }

  private let format: RecordFormat
  private let cellLimit: Int
  var line = 1
  var column = 1
  var state = State.start
  /// Whether a comma promised an element of the array.
  var wantsElement = false
  /// Whether the element to come has no comma before it.
  var lacksComma = false
  private var isAtStart = true
  /// Whether the stream begins with a byte order mark, which is no part of a record.
  package private(set) var hasByteOrderMark = false

  /// - Parameter cellLimit: the longest quoted cell of several lines, in bytes.
  package init(_ format: RecordFormat, cellLimit: Int = RecordSplitter.cellLimit) {
    self.format = format
    self.cellLimit = cellLimit
  }

  /// Splits as many whole records as there are.
  ///
  /// - Parameters:
  ///   - bytes: a piece of the stream, beginning where the last call stopped.
  ///   - isFinal: whether the stream ends with this piece.
  ///   - limit: how many records to find at most; if there are as many, there may be more.
  /// - Returns: how many bytes are done with; the rest must come again, with more behind it.
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
    switch format {
    case .ndjson:
      return splitLines(bytes, from: index, isFinal: isFinal, limit: limit, into: &records)
    case .table(let delimiter):
      return splitRows(
        bytes, from: index, isFinal: isFinal, delimiter, limit: limit, into: &records)
    case .json:
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

  /// Appends the spans that come, up to a number of all; in batches, because appending one takes as long
  /// as finding it.
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
  private mutating func splitRows(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, _ delimiter: UInt8, limit: Int,
    into records: inout [RecordSpan]
  ) -> Int {
    var index = start
    var line = line
    RecordSplitter.collect(limit, into: &records) {
      while index < bytes.count {
        let begin = index
        guard let row = row(bytes, from: begin, isFinal: isFinal, delimiter) else { return nil }
        let first = line
        line &+= row.lines
        index = row.next
        if row.end > begin {
          return RecordSpan(lower: begin, upper: row.end, line: first, column: 1)
        }
      }
      return nil
    }
    self.line = line
    return index
  }

  private struct Row {
    /// Without the line break.
    var end: Int
    var next: Int
    var lines: Int
  }

  /// The row at `start`; nil if it may go on past the piece.
  @inline(__always)
  private func row(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, _ delimiter: UInt8
  ) -> Row? {
    // Most rows have no quotes: the first line break is their end.
    let end = ByteScan.find(0x0A, or: UInt8(ascii: "\""), in: bytes, from: start)
    guard end < bytes.count, bytes[end] == 0x0A else {
      return endOfRow(bytes, from: start, isFinal: isFinal, delimiter)
    }
    return Row(end: withoutReturn(bytes, start, end), next: end &+ 1, lines: 1)
  }

  /// The end of the row at `start`; nil if it may go on past the piece.
  ///
  /// A cell over several lines that never ends, or with more behind its closing quote, begins with a
  /// stray quote: such a row is its first line, and the lines after it are read as rows.
  private func endOfRow(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, _ delimiter: UInt8
  ) -> Row? {
    var index = start
    var lines = 0
    while true {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        let linesBefore = lines
        guard let close = endOfQuoted(bytes, from: index + 1, lines: &lines) else {
          let isTooLong = bytes.count - index > cellLimit + 1
          return isFinal || isTooLong ? firstLine(bytes, from: start, isFinal: isFinal) : nil
        }
        index = close
        if index == bytes.count, !isFinal { return nil }
        if lines > linesBefore, index < bytes.count, !endsCell(bytes[index], delimiter) {
          return firstLine(bytes, from: start, isFinal: isFinal)
        }
      }
      index = ByteScan.find(delimiter, or: 0x0A, in: bytes, from: index)
      if index == bytes.count, !isFinal { return nil }
      if index == bytes.count || bytes[index] == 0x0A {
        return Row(
          end: withoutReturn(bytes, start, index), next: min(index + 1, bytes.count),
          lines: lines + 1)
      }
      index += 1
    }
  }

  private func endsCell(_ byte: UInt8, _ delimiter: UInt8) -> Bool {
    byte == delimiter || byte == 0x0A || byte == 0x0D
  }

  /// The offset after the quote that closes a cell; nil if none does.
  private func endOfQuoted(_ bytes: TextBytes, from start: Int, lines: inout Int) -> Int? {
    let limit = min(bytes.count, start + cellLimit + 1)
    let cell = TextBytes(rebasing: bytes[..<limit])
    var index = start
    while true {
      index = ByteScan.find(UInt8(ascii: "\""), in: cell, from: index) + 1
      guard index <= limit else { return nil }
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        index += 1
        continue
      }
      let contents = TextBytes(rebasing: bytes[start..<index])
      var line = ByteScan.find(0x0A, in: contents, from: 0)
      while line < contents.count {
        lines += 1
        line = ByteScan.find(0x0A, in: contents, from: line + 1)
      }
      return index
    }
  }

  private func withoutReturn(_ bytes: TextBytes, _ start: Int, _ end: Int) -> Int {
    end > start && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  /// The row that is no more than its first line; nil if that goes on past the piece.
  private func firstLine(_ bytes: TextBytes, from start: Int, isFinal: Bool) -> Row? {
    let end = ByteScan.find(0x0A, in: bytes, from: start)
    if end == bytes.count, !isFinal { return nil }
    return Row(
      end: withoutReturn(bytes, start, end), next: min(end + 1, bytes.count), lines: 1)
  }
}

extension RecordSplitter {
  /// The line that the next record begins on.
  package var currentLine: Int { line }
}

extension RecordSpan {
  /// Line and column of an offset in the record's bytes.
  package func place(of offset: Int, in record: TextBytes) -> (line: Int, column: Int) {
    var line = line
    var column = column
    for index in 0..<min(max(0, offset), record.count) {
      if record[index] == 0x0A {
        line += 1
        column = 1
      } else if record[index] & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
