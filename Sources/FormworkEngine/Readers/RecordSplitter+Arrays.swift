// Splits an array of records at its commas. A broken array is split where the next record seems to begin.

extension RecordSplitter {
  mutating func splitArray(
    _ bytes: TextBytes, from start: Int, isFinal: Bool, limit: Int,
    into records: inout [RecordSpan]
  ) -> Int {
    var index = start
    while records.count < limit {
      skipSpace(bytes, &index)
      if index == bytes.count { return atEnd(bytes, index, isFinal: isFinal, into: &records) }
      switch state {
      case .onTheWay, .behindArray: passAround(bytes, &index, into: &records)
      case .start:
        if bytes[index] == UInt8(ascii: "[") {
          state = .inArray
          pass(bytes, &index, to: index + 1)
        } else {
          state = .single
        }
      case .afterArray where listScan != nil:
        listScan?.endList()
        state = .behindArray
      case .single, .afterArray, .broken:
        guard isFinal else {
          unfinished = .rest
          return index
        }
        append(
          bytes, index, bytes.count, into: &records,
          defect: state == .single ? nil : restDefect, isRest: state == .broken)
        state = .finished
        return bytes.count
      case .inArray:
        guard splitElement(bytes, &index, isFinal: isFinal, into: &records) else { return index }
      case .finished: return bytes.count
      }
    }
    return index
  }

  /// Handles the end of the bytes where more bytes were expected.
  private mutating func atEnd(
    _ bytes: TextBytes, _ index: Int, isFinal: Bool, into records: inout [RecordSpan]
  ) -> Int {
    guard isFinal else { return index }
    if let defect = defectAtEnd { append(bytes, index, index, into: &records, defect: defect) }
    state = .finished
    return index
  }

  /// The error to report if the stream ends here.
  private var defectAtEnd: MalformedRecord.Reason? {
    switch state {
    case .start, .inArray: .unexpectedEnd
    case .afterArray: listScan == nil ? nil : .unexpectedEnd
    case .onTheWay, .behindArray:
      listScan?.isComplete == true ? (state == .onTheWay ? .noList : nil) : .unexpectedEnd
    case .single, .broken, .finished: nil
    }
  }

  /// Skips the structure around the list of the records. From an error on, the rest is a single record.
  private mutating func passAround(
    _ bytes: TextBytes, _ index: inout Int, into records: inout [RecordSpan]
  ) {
    var end = index
    let outcome = listScan?.advance(bytes, &end) ?? .more
    pass(bytes, &index, to: end)
    switch outcome {
    case .more: unfinished = .rest
    case .list:
      pass(bytes, &index, to: index + 1)
      state = .inArray
    case .wrong(.noList):
      append(bytes, index, index, into: &records, defect: .noList)
      state = .finished
    case .wrong(let reason):
      restDefect = reason
      state = .broken
    }
  }

  private func append(
    _ bytes: TextBytes, _ lower: Int, _ upper: Int, into records: inout [RecordSpan],
    defect: MalformedRecord.Reason?, isRest: Bool = false
  ) {
    var upper = upper
    while upper > lower, ElementScan.isSpace(bytes[upper - 1]) { upper -= 1 }
    records.append(
      RecordSpan(
        lower: lower, upper: upper, line: line, column: column, defect: defect, isRest: isRest))
  }

  /// Whether all of the bytes can be read as one element of an array.
  package static func isElement(_ bytes: TextBytes) -> Bool {
    var scan = ElementScan(column: 1)
    return scan.advance(bytes, from: 0) == nil && scan.isClosed
  }

  /// Reads one element and its separator. Returns false if the element may continue past the piece.
  private mutating func splitElement(
    _ bytes: TextBytes, _ index: inout Int, isFinal: Bool, into records: inout [RecordSpan]
  ) -> Bool {
    let first = bytes[index]
    if first == UInt8(ascii: "]"), !wantsElement {
      state = .afterArray
      pass(bytes, &index, to: index + 1)
      return true
    }
    guard let element = endOfElement(bytes, from: index, isFinal: isFinal) else { return false }
    append(
      bytes, index, element.end, into: &records,
      defect: element.end == index
        ? .unexpected(wanted: .value) : lacksComma ? .unexpected(wanted: .commaBefore) : nil)
    lacksComma = element.lacksComma
    pass(bytes, &index, to: element.end)
    // A truncated element has its own problem, so the missing bracket isn't reported as well.
    if element.isOpen { state = .finished }
    guard index < bytes.count else { return true }
    wantsElement = bytes[index] == UInt8(ascii: ",")
    if bytes[index] == UInt8(ascii: "]") { state = .afterArray }
    if wantsElement || state == .afterArray { pass(bytes, &index, to: index + 1) }
    return true
  }

  /// Returns the end of the element at `start`, or nil if it may continue past the piece.
  private mutating func endOfElement(
    _ bytes: TextBytes, from start: Int, isFinal: Bool
  ) -> ElementScan.Element? {
    var scan = ElementScan(column: column)
    guard var element = scan.advance(bytes, from: start) ?? (isFinal ? scan.atEnd() : nil) else {
      unfinished = .element(scan)
      return nil
    }
    element.end += start
    if element.endsWithLine {
      while element.end > start, ElementScan.isSpace(bytes[element.end - 1]) { element.end -= 1 }
      if element.end > start + 1, bytes[element.end - 1] == UInt8(ascii: ",") { element.end -= 1 }
    }
    return element
  }

  private mutating func skipSpace(_ bytes: TextBytes, _ index: inout Int) {
    while index < bytes.count, ElementScan.isSpace(bytes[index]) {
      pass(bytes, &index, to: index + 1)
    }
  }

  /// Moves `index` to `end`, counting lines and columns.
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
