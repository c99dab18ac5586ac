// Finds the end of an element of an array, whose bytes may come in parts.

/// How far an element has been looked through. One that is not well-formed ends where the next one seems to
/// begin, so that it takes as few as possible with it.
struct ElementScan {
  /// Where an element ends, from its beginning: at the comma or the bracket after it, or at the end of the bytes.
  struct Element {
    var end: Int
    /// Whether the bytes end before it does.
    var isOpen = false
    /// Whether the next one follows it without a comma.
    var lacksComma = false
    /// Whether it ends with a line, behind which white space and a comma may stand.
    var endsWithLine = false
  }

  private enum Place {
    case outside, text
    /// Behind a backslash in a text.
    case escape
    /// A text was not closed on its line: in a later line, and in the white space that one begins with.
    case brokenLine, brokenIndent
  }

  /// The column that the element begins in.
  private let column: Int
  private var place = Place.outside
  /// How many bytes of the element have been looked at.
  private(set) var passed = 0
  private var open = OpenBrackets()
  /// The last byte outside of texts that is no white space, and where it stands.
  private var last: (byte: UInt8, offset: Int) = (0, 0)
  /// Where the line begins after a text that was not closed.
  private var lineStart = 0

  init(column: Int) { self.column = column }

  /// The element, if it ends in the part of it that begins at `start`.
  mutating func advance(_ bytes: TextBytes, from start: Int) -> Element? {
    /// What an index in the bytes and an offset from the beginning of the element are apart.
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
        // A line that begins with a brace no further right than the element, or with the bracket of the array.
        let isNear = index + shift - lineStart < column
        if isNear, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "]") {
          return Element(end: lineStart, endsWithLine: true)
        }
        place = .brokenLine
      }
    }
    passed = index + shift
    return nil
  }

  /// Whether all that was opened has its end, so that a comma or a bracket ends the element.
  var isClosed: Bool { if case .outside = place { open.isEmpty } else { false } }

  /// The element, if nothing comes behind what was looked at.
  func atEnd() -> Element {
    switch place {
    case .outside, .text, .escape: Element(end: passed, isOpen: !open.isEmpty)
    case .brokenLine, .brokenIndent: Element(end: passed, isOpen: true)
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
        // `{"a":1, {"b":2}`: no object is a key, so the one before lacks its end.
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

  /// Moves behind the text that an index is in, or as far as there is some of it.
  @inline(__always)
  private mutating func passText(_ bytes: TextBytes, _ index: inout Int) {
    place = .text
    while true {
      index = ByteScan.endOfPlainJSON(in: bytes, from: index)
      guard index < bytes.count else { return }
      switch bytes[index] {
      case UInt8(ascii: "\""): place = .outside
      case UInt8(ascii: "\\"): place = .escape
      case 0x0A: place = .brokenLine
      default: break
      }
      // The line feed is looked at again: it ends the line.
      if place == .brokenLine { return }
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
