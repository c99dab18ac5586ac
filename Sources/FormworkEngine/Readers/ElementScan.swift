// Finds the end of an element of an array. The bytes may come in parts.

/// The state of the search for an element's end. A malformed element ends where the next element seems to begin, so
/// that as few other elements as possible are affected.
struct ElementScan {
  /// A scanned element. `end` is the offset of the comma or bracket after the element, or of the end of the bytes. It
  /// counts from the beginning of the element.
  struct Element {
    var end: Int
    /// Whether the bytes end before the element does.
    var isOpen = false
    /// Whether the next element follows without a comma.
    var lacksComma = false
    /// Whether a line break follows the element, perhaps after white space and a comma.
    var endsWithLine = false
  }

  private enum Place {
    case outside, text
    /// After a backslash in a text.
    case escape
    /// A text isn't closed on its line. Its next quote shows whether it contains a line feed or lacks its closing
    /// quote. The scan is in a later line, after a backslash there, or in white space at the beginning of a later line.
    case openLine, openEscape, openIndent
    /// In white space after the next quote of a text that isn't closed on its line. The next byte shows whether the
    /// quote closes the text.
    case quoted
    /// A text lacks its closing quote. The scan is in a later line, or in white space at the beginning of a later line.
    case brokenLine, brokenIndent
  }

  /// The column where the element begins.
  private let column: Int
  private var place = Place.outside
  /// The number of bytes of the element that have been scanned.
  private(set) var passed = 0
  private var open = OpenBrackets()
  /// The last byte outside of texts that isn't white space, and its offset.
  private var last: (byte: UInt8, offset: Int) = (0, 0)
  /// The start of the current line, after a text that wasn't closed.
  private var lineStart = 0
  /// The start of the line where the next element begins if the text lacks its closing quote.
  private var nextElement: Int?

  init(column: Int) { self.column = column }

  /// Scans the part of the element that begins at `start`. Returns the element if it ends in `bytes`.
  mutating func advance(_ bytes: TextBytes, from start: Int) -> Element? {
    /// The difference between an offset from the beginning of the element and an index in the bytes.
    let shift = passed - start
    var index = start
    while index < bytes.count {
      switch place {
      case .outside:
        if let element = advanceOutside(bytes, &index, shift) { return element }
      case .text: passText(bytes, &index)
      case .escape:
        index += 1
        place = .text
      case .openLine:
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""):
          last = (byte, index - 1 + shift)
          place = .quoted
        case UInt8(ascii: "\\"): place = .openEscape
        case 0x0A:
          lineStart = index + shift
          place = .openIndent
        default: break
        }
      case .openEscape:
        if bytes[index] != 0x0A { index += 1 }
        place = .openLine
      case .openIndent:
        let byte = bytes[index]
        if byte != 0x0A, ElementScan.isSpace(byte) {
          index += 1
          continue
        }
        if nextElement == nil, isNextElement(byte, at: index + shift) { nextElement = lineStart }
        place = .openLine
      case .quoted:
        let byte = bytes[index]
        if ElementScan.isSpace(byte) {
          index += 1
          if byte == 0x0A { lineStart = index + shift }
          continue
        }
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"):
          nextElement = nil
          place = .outside
        default:
          // The quote opens another text, so the text before it lacks its closing quote.
          if let nextElement { return Element(end: nextElement, endsWithLine: true) }
          place = lineStart > last.offset ? .brokenIndent : .brokenLine
        }
      case .brokenLine:
        index = ByteScan.find(0x0A, in: bytes, from: index)
        guard index < bytes.count else { break }
        index += 1
        lineStart = index + shift
        place = .brokenIndent
      case .brokenIndent:
        let byte = bytes[index]
        if byte != 0x0A, ElementScan.isSpace(byte) {
          index += 1
          continue
        }
        if isNextElement(byte, at: index + shift) {
          return Element(end: lineStart, endsWithLine: true)
        }
        place = .brokenLine
      }
    }
    passed = index + shift
    return nil
  }

  /// Whether the first byte of a line shows that the element ended on an earlier line. It is an opening brace or a
  /// closing bracket, no further right than the element.
  private func isNextElement(_ byte: UInt8, at offset: Int) -> Bool {
    offset - lineStart < column && (byte == UInt8(ascii: "{") || byte == UInt8(ascii: "]"))
  }

  /// Whether no bracket is open, so that a comma or a bracket ends the element.
  var isClosed: Bool { if case .outside = place { open.isEmpty } else { false } }

  /// Returns the element if no more bytes follow.
  func atEnd() -> Element {
    if let nextElement { return Element(end: nextElement, endsWithLine: true) }
    switch place {
    case .outside, .text, .escape: return Element(end: passed, isOpen: !open.isEmpty)
    case .openLine, .openEscape, .openIndent, .quoted, .brokenLine, .brokenIndent:
      return Element(end: passed, isOpen: true)
    }
  }

  @inline(__always)
  private mutating func advanceOutside(
    _ bytes: TextBytes, _ index: inout Int, _ shift: Int
  ) -> Element? {
    var (open, last) = (open, last)
    defer { (self.open, self.last) = (open, last) }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09:
        index += 1
        continue
      case UInt8(ascii: "\""):
        last = (byte, index + shift)
        index += 1
        passText(bytes, &index)
        if place == .outside { continue }
        return nil
      case UInt8(ascii: "{"):
        // `{"a":1, {"b":2}`: an object can't be a key, so the object before it lacks its brace.
        if last.byte == UInt8(ascii: ","), open.isOneObject { return Element(end: last.offset) }
        if last.byte == UInt8(ascii: "}"), open.isEmpty {
          return Element(end: index + shift, lacksComma: true)
        }
        open.push(isArray: false)
      case UInt8(ascii: "["): open.push(isArray: true)
      case UInt8(ascii: "}"): _ = open.pop(isArray: false)
      case UInt8(ascii: "]"):
        if !open.pop(isArray: true) { return Element(end: index + shift) }
      case UInt8(ascii: ",") where open.isEmpty: return Element(end: index + shift)
      default: break
      }
      last = (byte, index + shift)
      index += 1
    }
    return nil
  }

  /// Moves past the text that contains `index`, or to the end of the bytes.
  @inline(__always)
  private mutating func passText(_ bytes: TextBytes, _ index: inout Int) {
    place = .text
    while true {
      index = ByteScan.endOfPlainJSON(in: bytes, from: index)
      guard index < bytes.count else { return }
      switch bytes[index] {
      case UInt8(ascii: "\""): place = .outside
      case UInt8(ascii: "\\"): place = .escape
      case 0x0A: place = .openLine
      default: break
      }
      // The line feed isn't skipped, because it ends the line.
      if place == .openLine { return }
      index += 1
      if place == .outside { return }
      guard place == .escape else { continue }
      guard index < bytes.count else { return }
      index += 1
      place = .text
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

/// The open brackets in an element of an array.
private struct OpenBrackets {
  /// The innermost 64 brackets, one bit each, set for arrays.
  private var kinds: UInt64 = 0
  private var depth = 0
  /// Whether there were more than 64 open brackets. From then on, the brackets are only counted.
  private var hasForgotten = false

  var isEmpty: Bool { depth == 0 }
  var isOneObject: Bool { depth == 1 && kinds & 1 == 0 }

  mutating func push(isArray: Bool) {
    kinds = kinds << 1 | (isArray ? 1 : 0)
    depth += 1
    if depth > 64 { hasForgotten = true }
  }

  /// Closes the innermost bracket of a kind and all brackets inside it. Returns false if no bracket of this kind is
  /// open.
  mutating func pop(isArray: Bool) -> Bool {
    guard depth > 0 else { return false }
    let inner = hasForgotten ? 0 : (isArray ? kinds : ~kinds).trailingZeroBitCount
    guard inner < depth else { return false }
    kinds >>= UInt64(inner + 1)
    depth -= inner + 1
    return true
  }
}
