// Finds where records begin and end, so that a stream can be cut and its pieces evaluated apart.
// It looks only at line breaks, quotes and brackets; whether a record is well-formed is found out
// when it is read.

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
  /// The longest quoted cell, in bytes: past it the quote counts as never closed, so that one stray
  /// quote does not swallow a file.
  package static let cellLimit = 16 << 20

  private enum State { case start, inArray, afterArray, single, finished }

  private let format: RecordFormat
  private var line = 1
  private var column = 1
  private var state = State.start
  private var isAtStart = true

  package init(_ format: RecordFormat) { self.format = format }

  /// Splits as many whole records as there are.
  ///
  /// - Parameters:
  ///   - bytes: a piece of the stream, beginning where the last call stopped.
  ///   - isFinal: whether the stream ends with this piece.
  /// - Returns: how many bytes are done with; the rest must come again, with more behind it.
  package mutating func split(
    _ bytes: TextBytes, isFinal: Bool, limit: Int = Int.max, into records: inout [RecordSpan]
  ) -> Int {
    var index = 0
    if isAtStart {
      if bytes.count < 3, !isFinal { return 0 }
      if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
      isAtStart = false
    }
    switch format {
    case .ndjson: return splitLines(bytes, from: index, isFinal: isFinal, into: &records)
    case .table(let delimiter):
      return splitRows(
        bytes, from: index, isFinal: isFinal, delimiter, limit: limit, into: &records)
    case .json: return splitArray(bytes, from: index, isFinal: isFinal, into: &records)
    }
  }
}

// MARK: - Lines

extension RecordSplitter {
  private mutating func splitLines(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, into records: inout [RecordSpan]
  ) -> Int {
    var index = start
    while index < bytes.count {
      let end = ByteScan.find(0x0A, in: bytes, from: index)
      if end == bytes.count, !isFinal { return index }
      if !isBlank(bytes, index, end) {
        records.append(RecordSpan(lower: index, upper: end, line: line, column: 1))
      }
      line += 1
      index = min(end + 1, bytes.count)
    }
    return index
  }

  private func isBlank(_ bytes: TextBytes, _ lower: Int, _ upper: Int) -> Bool {
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
    while index < bytes.count, records.count < limit {
      guard let row = endOfRow(bytes, from: index, isFinal: isFinal, delimiter) else {
        return index
      }
      if row.end > index {
        records.append(
          RecordSpan(
            lower: index, upper: row.end, line: line, column: 1,
            defect: row.isUnclosed ? .unclosedQuote : nil))
      }
      line += row.lines
      index = row.next
    }
    return index
  }

  private struct Row {
    /// Without the line break.
    var end: Int
    var next: Int
    var lines: Int
    var isUnclosed = false
  }

  /// The end of the row at `start`; nil if it may go on past the piece.
  private func endOfRow(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, _ delimiter: UInt8
  ) -> Row? {
    var index = start
    var lines = 0
    while true {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        let close = endOfQuoted(bytes, from: index + 1, lines: &lines)
        if close == nil {
          let isTooLong = bytes.count - index > RecordSplitter.cellLimit
          guard isFinal || isTooLong else { return nil }
          return firstLine(bytes, from: start)
        }
        index = close ?? index
        if index == bytes.count, !isFinal { return nil }
      }
      while index < bytes.count, bytes[index] != delimiter, bytes[index] != 0x0A { index += 1 }
      if index == bytes.count {
        return isFinal ? Row(end: index, next: index, lines: lines + 1) : nil
      }
      if bytes[index] == 0x0A {
        return Row(end: withoutReturn(bytes, start, index), next: index + 1, lines: lines + 1)
      }
      index += 1
    }
  }

  /// The offset after the quote that closes a cell; nil if none does.
  private func endOfQuoted(_ bytes: TextBytes, from start: Int, lines: inout Int) -> Int? {
    var index = start
    let limit = min(bytes.count, start + RecordSplitter.cellLimit)
    while index < limit {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { lines += 1 }
      guard byte == UInt8(ascii: "\"") else { continue }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return index }
      index += 1
    }
    return nil
  }

  private func withoutReturn(_ bytes: TextBytes, _ start: Int, _ end: Int) -> Int {
    end > start && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  /// A row whose quote is never closed is its first line; reading goes on after it.
  private func firstLine(_ bytes: TextBytes, from start: Int) -> Row {
    let end = ByteScan.find(0x0A, in: bytes, from: start)
    return Row(
      end: withoutReturn(bytes, start, end), next: min(end + 1, bytes.count), lines: 1,
      isUnclosed: true)
  }
}

// MARK: - Arrays

extension RecordSplitter {
  private mutating func splitArray(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, into records: inout [RecordSpan]
  ) -> Int {
    var index = start
    while true {
      skipSpace(bytes, &index)
      if index == bytes.count { return atEnd(bytes, index, isFinal: isFinal, into: &records) }
      switch state {
      case .start:
        if bytes[index] == UInt8(ascii: "[") {
          state = .inArray
          pass(bytes, &index, to: index + 1)
        } else {
          state = .single
        }
      case .single, .afterArray:
        guard isFinal else { return index }
        append(
          bytes, index, bytes.count, into: &records,
          defect: state == .single ? nil : .textAfterRecord)
        state = .finished
        return bytes.count
      case .inArray:
        guard splitElement(bytes, &index, isFinal: isFinal, into: &records) else { return index }
      case .finished: return bytes.count
      }
    }
  }

  /// What the end of the bytes means where something was still to come.
  private mutating func atEnd(
    _ bytes: TextBytes, _ index: Int, isFinal: Bool, into records: inout [RecordSpan]
  ) -> Int {
    guard isFinal else { return index }
    if state == .start || state == .inArray {
      append(bytes, index, index, into: &records, defect: .unexpectedEnd)
    }
    state = .finished
    return index
  }

  private func append(
    _ bytes: TextBytes, _ lower: Int, _ upper: Int, into records: inout [RecordSpan],
    defect: MalformedRecord.Reason?
  ) {
    var upper = upper
    while upper > lower, isSpace(bytes[upper - 1]) { upper -= 1 }
    records.append(
      RecordSpan(lower: lower, upper: upper, line: line, column: column, defect: defect))
  }

  /// Takes one element and what sets it apart; false if it may go on past the piece.
  private mutating func splitElement(
    _ bytes: TextBytes, _ index: inout Int, isFinal: Bool, into records: inout [RecordSpan]
  ) -> Bool {
    if bytes[index] == UInt8(ascii: "]") {
      state = .afterArray
      pass(bytes, &index, to: index + 1)
      return true
    }
    let end = endOfElement(bytes, from: index)
    if end == bytes.count, !isFinal { return false }
    append(bytes, index, end, into: &records, defect: nil)
    pass(bytes, &index, to: end)
    guard end < bytes.count else { return true }
    if bytes[end] == UInt8(ascii: "]") { state = .afterArray }
    pass(bytes, &index, to: end + 1)
    return true
  }

  /// The offset of the comma or bracket after the element at `start`, or the count.
  private func endOfElement(_ bytes: TextBytes, from start: Int) -> Int {
    var index = start
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index = endOfString(bytes, from: index + 1)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return index
      default: break
      }
      index += 1
    }
    return index
  }

  private func endOfString(_ bytes: TextBytes, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      index = ByteScan.endOfPlainJSON(in: bytes, from: index)
      guard index < bytes.count else { break }
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func skipSpace(_ bytes: TextBytes, _ index: inout Int) {
    while index < bytes.count, isSpace(bytes[index]) { pass(bytes, &index, to: index + 1) }
  }

  /// Moves on, counting lines and columns.
  private mutating func pass(_ bytes: TextBytes, _ index: inout Int, to end: Int) {
    while index < end {
      let byte = bytes[index]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
  }
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

extension RecordSplitter {
  /// The line that the next record begins on.
  package var currentLine: Int { line }
}
