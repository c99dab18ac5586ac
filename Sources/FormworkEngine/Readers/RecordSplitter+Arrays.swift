// Cuts an array of records at its commas, and one that is broken where the next record seems to begin.

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
      defect: element.end == index
        ? .unexpected(wanted: .value) : lacksComma ? .unexpected(wanted: .commaBefore) : nil)
    lacksComma = element.lacksComma
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
    /// Whether the next one follows it without a comma.
    var lacksComma = false
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
        if last == UInt8(ascii: "}"), open.isEmpty { return Element(end: index, lacksComma: true) }
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
