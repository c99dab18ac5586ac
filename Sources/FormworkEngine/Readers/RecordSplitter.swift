// Finds where records begin and end, so that a stream can be cut and its pieces evaluated apart.
// It looks only at line breaks, quotes and brackets; whether a record is well-formed is found out
// when it is read.

/// What some programs put before UTF-8.
package let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

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
  private let cellLimit: Int
  private var line = 1
  private var column = 1
  private var state = State.start
  /// Whether a comma promised an element of the array.
  private var wantsElement = false
  private var isAtStart = true
  /// Whether the stream begins with a byte order mark, which is no part of a record.
  package private(set) var hasByteOrderMark = false

  /// - Parameter cellLimit: the longest quoted cell, in bytes.
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
        if !isBlank(bytes, begin, end) {
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
          let isTooLong = bytes.count - index > cellLimit
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
    let limit = min(bytes.count, start + cellLimit)
    let cell = TextBytes(rebasing: bytes[..<limit])
    var index = start
    while true {
      index = ByteScan.find(UInt8(ascii: "\""), in: cell, from: index) + 1
      guard index <= limit else { return nil }
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        index += 1
        continue
      }
      var line = ByteScan.find(0x0A, in: cell, from: start)
      while line < index {
        lines += 1
        line = ByteScan.find(0x0A, in: cell, from: line + 1)
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

// MARK: - Arrays

extension RecordSplitter {
  private mutating func splitArray(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, limit: Int,
    into records: inout [RecordSpan]
  ) -> Int {
    var index = start
    while records.count < limit {
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
    return index
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
    let first = bytes[index]
    if first == UInt8(ascii: "]"), !wantsElement {
      state = .afterArray
      pass(bytes, &index, to: index + 1)
      return true
    }
    let element = endOfElement(bytes, from: index)
    if element.end == bytes.count, !isFinal { return false }
    append(
      bytes, index, element.end, into: &records,
      defect: element.end == index ? .unexpected(wanted: .value) : nil)
    pass(bytes, &index, to: element.end)
    // What is broken off here says so itself; the bracket that lacks as well is no second problem.
    if element.isOpen { state = .finished }
    guard index < bytes.count else { return true }
    wantsElement = bytes[index] == UInt8(ascii: ",")
    if bytes[index] == UInt8(ascii: "]") { state = .afterArray }
    if wantsElement || state == .afterArray { pass(bytes, &index, to: index + 1) }
    return true
  }

  /// Where an element ends: at the comma or the bracket after it, or at the end of the bytes.
  private struct Element {
    var end: Int
    /// Whether the bytes end before it does.
    var isOpen = false
  }

  /// The end of the element at `start`. One that is not well-formed ends where the next one seems to
  /// begin, so that it takes as few as possible with it.
  private func endOfElement(_ bytes: TextBytes, from start: Int) -> Element {
    var index = start
    var open = OpenBrackets()
    // The last byte that is no white space.
    var last: UInt8 = 0
    var lastIndex = start
    while index < bytes.count {
      let byte = bytes[index]
      var next = index + 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let close = endOfString(bytes, from: next) else {
          return endOfBroken(bytes, from: start, at: index)
        }
        next = close
      case UInt8(ascii: "{"):
        // `{"a":1, {"b":2}`: no object is a key, so the one before lacks its end.
        if last == UInt8(ascii: ","), open.isOneObject { return Element(end: lastIndex) }
        open.push(isArray: false)
      case UInt8(ascii: "["): open.push(isArray: true)
      case UInt8(ascii: "}"): _ = open.pop(isArray: false)
      case UInt8(ascii: "]"):
        if !open.pop(isArray: true) { return Element(end: index) }
      case UInt8(ascii: ",") where open.isEmpty: return Element(end: index)
      default: break
      }
      if !isSpace(byte) {
        last = byte
        lastIndex = index
      }
      index = next
    }
    return Element(end: bytes.count, isOpen: !open.isEmpty)
  }

  /// The offset after the quote that closes a text, or the count; nil if its line ends before.
  private func endOfString(_ bytes: TextBytes, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      index = ByteScan.endOfPlainJSON(in: bytes, from: index)
      guard index < bytes.count else { break }
      switch bytes[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      case 0x0A: return nil
      default: index += 1
      }
    }
    return bytes.count
  }

  /// The end of an element with a text that is not closed on its line: before the next line that
  /// begins with a brace no further right than the element, or with the bracket of the array.
  private func endOfBroken(_ bytes: TextBytes, from start: Int, at quote: Int) -> Element {
    var index = ByteScan.find(0x0A, in: bytes, from: quote) + 1
    while index < bytes.count {
      var first = index
      while first < bytes.count, isSpace(bytes[first]), bytes[first] != 0x0A { first += 1 }
      if first < bytes.count, first - index < column, beginsElement(bytes[first]) {
        var end = index
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        if end > start + 1, bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
        return Element(end: end)
      }
      index = ByteScan.find(0x0A, in: bytes, from: first) + 1
    }
    return Element(end: bytes.count, isOpen: true)
  }

  private func beginsElement(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "]")
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

/// The brackets that are open in an element of an array.
private struct OpenBrackets {
  /// The innermost 64, one bit each, set for arrays.
  private var kinds: UInt64 = 0
  private var depth = 0
  /// Whether there were more than 64: from then on they are only counted.
  private var hasForgotten = false

  var isEmpty: Bool { depth == 0 }
  var isOneObject: Bool { depth == 1 && kinds & 1 == 0 }

  mutating func push(isArray: Bool) {
    kinds = kinds << 1 | (isArray ? 1 : 0)
    depth += 1
    if depth > 64 { hasForgotten = true }
  }

  /// Closes the innermost bracket of a kind with all that is open in it; false if there is none.
  mutating func pop(isArray: Bool) -> Bool {
    guard depth > 0 else { return false }
    let inner = hasForgotten ? 0 : (isArray ? kinds : ~kinds).trailingZeroBitCount
    guard inner < depth else { return false }
    kinds >>= UInt64(inner + 1)
    depth -= inner + 1
    return true
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
