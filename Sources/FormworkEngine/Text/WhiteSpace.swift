// White space and lines: `trimmed`, `oneLine`, and the white space around typed values. White space is Unicode's
// White_Space, a set that in practice no longer grows. It has the six ASCII characters, U+0085, the no-break space, the
// ideographic space and other spaces. It doesn't have zero-width characters and the byte order mark, which are
// invisible but aren't space.

extension UnsafeBufferPointer where Element == UInt8 {
  /// The text without white space at its ends. White space with a combining mark is a visible character and stays. A
  /// combining mark doesn't join a line break.
  package var trimmed: TextBytes {
    var (start, end) = (0, count)
    var carrier = 0
    while start < end {
      let (value, length) = scalar(at: start)
      guard WhiteSpace.isWhiteSpace(value) else { break }
      carrier = start
      start += length
    }
    if start > 0, start < end, ScalarClass.isMark(scalar(at: start).value),
      WhiteSpace.carriesMarks(scalar(at: carrier).value)
    {
      start = carrier
    }
    while end > start {
      let last = scalarStart(before: end)
      guard WhiteSpace.isWhiteSpace(scalar(at: last).value) else { break }
      end = last
    }
    return part(start, end)
  }

  /// Whether the text has nothing but white space. True for "".
  package var isWhiteSpace: Bool {
    var offset = 0
    while offset < count {
      let (value, length) = scalar(at: offset)
      if !WhiteSpace.isWhiteSpace(value) { return false }
      offset += length
    }
    return true
  }

  /// `oneLine`: no LF, VT, FF, CR, NEL (U+0085), line (U+2028) or paragraph separator (U+2029).
  package var isOneLine: Bool {
    if isASCII { return allBlocks { Self.isTrue(.!Self.mask($0, from: 0x0A, size: 4)) } }
    return scalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029: false
      default: true
      }
    }
  }
}

enum WhiteSpace {
  /// Whether combining marks after this white space form one character with it. Control characters and separators of
  /// lines or paragraphs never join (UAX #29).
  static func carriesMarks(_ value: UInt32) -> Bool {
    switch value {
    case 0...0x1F, 0x85, 0x2028, 0x2029: false
    default: true
    }
  }

  @inline(__always)
  static func isWhiteSpace(_ value: UInt32) -> Bool {
    if value < 0x80 { return ASCII.isSpace(UInt8(value)) }
    switch value {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F, 0x3000: return true
    default: return false
    }
  }
}
