// Reads JSON strings (RFC 8259 § 7). A string without escapes isn't copied from the record. A string with escapes is
// unescaped into a copy.

extension Value {
  /// Creates a text that refers to a string without escapes in the JSON record.
  @inline(__always)
  init(plainJSON place: UnsafeRawPointer, _ count: Int, isASCII: Bool, _ offset: UInt32) {
    self.init(
      .text, flags: isASCII ? Value.isPlainJSON : Value.isPlainJSON | Value.isBeyondASCII,
      extra: offset, low: UInt64(UInt(bitPattern: place)), high: UInt64(truncatingIfNeeded: count))
  }
}

extension JSONReader {
  /// Returns the first position from `text` on that ends a plain run of ASCII: a quote, a backslash, a control
  /// character or a non-ASCII byte.
  @inline(__always)
  static func plainEnd(_ text: UnsafeRawPointer) -> UnsafeRawPointer {
    var at = text
    while true {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      if let stop = ByteScan.firstNotPlain(in: block) { return at + stop }
      at += 16
    }
  }

  /// Reads the string whose opening quote is at `place`. Returns its value and the position after it.
  @inline(__always)
  func readText(
    _ place: UnsafeRawPointer
  ) throws(MalformedRecord) -> (value: Value, next: UnsafeRawPointer) {
    let text = place + 1
    let stop = JSONReader.plainEnd(text)
    guard stop.byte(0) == UInt8(ascii: "\"") else { return try readLongText(place, stop) }
    return (Value(plainJSON: text, stop - text, isASCII: true, offset(of: place)), stop + 1)
  }

  @inline(never)
  private func readLongText(
    _ place: UnsafeRawPointer, _ stop: UnsafeRawPointer
  ) throws(MalformedRecord) -> (value: Value, next: UnsafeRawPointer) {
    var isASCII = true
    let text = place + 1
    let end = try endOfRun(stop, &isASCII)
    guard end.byte(0) == UInt8(ascii: "\"") else {
      return try unescape(place, from: end, isASCII: isASCII)
    }
    return (Value(plainJSON: text, end - text, isASCII: isASCII, offset(of: place)), end + 1)
  }

  /// Checks a string. Returns the position after it.
  @inline(__always)
  func skipText(_ place: UnsafeRawPointer) throws(MalformedRecord) -> UnsafeRawPointer {
    let stop = JSONReader.plainEnd(place + 1)
    return stop.byte(0) == UInt8(ascii: "\"") ? stop + 1 : try skipLongText(stop)
  }

  @inline(never)
  private func skipLongText(
    _ start: UnsafeRawPointer
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    var at = start
    var isASCII = true
    while true {
      at = try endOfRun(at, &isASCII)
      if at.byte(0) == UInt8(ascii: "\"") { return at + 1 }
      at = try escape(at).next
    }
  }

  /// Returns the next quote or backslash in a string, after checking the bytes before it.
  @inline(__always)
  private func endOfRun(
    _ start: UnsafeRawPointer, _ isASCII: inout Bool
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    var at = start
    while true {
      at = JSONReader.plainEnd(at)
      let byte = at.byte(0)
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return at }
      guard byte >= 0x80 else { throw broken(.controlCharacter(byte), at, at: at) }
      isASCII = false
      while at.byte(0) >= 0x80 {
        let bytes = TextBytes(start: at.assumingMemoryBound(to: UInt8.self), count: 4)
        let width = ByteScan.utf8Width(in: bytes, at: 0)
        if width == 0 { throw malformed(.badUTF8, at) }
        at += width
      }
    }
  }
}

// MARK: - Escapes

extension JSONReader {
  /// Reads a string with escapes, and stores the result in the memory of the record. The result is never longer than
  /// the string.
  ///
  /// - Parameter first: the first escape. The bytes before it have been checked.
  private func unescape(
    _ place: UnsafeRawPointer, from first: UnsafeRawPointer, isASCII: Bool
  ) throws(MalformedRecord) -> (value: Value, next: UnsafeRawPointer) {
    let text = place + 1
    let room = workspace.scratch.pointee.reserve(
      likelyEnd(first) - text + ScratchArena.slack)
    let start = UnsafeMutableRawPointer(room.baseAddress.unsafelyUnwrapped)
    start.copyMemory(from: text, byteCount: first - text)
    var (isASCII, isPlain) = (isASCII, true)
    var at = first
    var out = start + (first - text)
    while at.byte(0) != UInt8(ascii: "\"") {
      guard at.byte(0) == UInt8(ascii: "\\") else {
        let end = try endOfRun(at, &isASCII)
        out.copyMemory(from: at, byteCount: end - at)
        out += end - at
        at = end
        continue
      }
      let (scalar, next) = try escape(at)
      at = next
      if scalar >= 0x80 {
        isASCII = false
        out = JSONReader.put(scalar, at: out)
      } else {
        isPlain = isPlain && scalar >= 0x20 && scalar != 0x22 && scalar != 0x5C
        out.storeBytes(of: UInt8(truncatingIfNeeded: scalar), as: UInt8.self)
        out += 1
      }
    }
    _ = workspace.scratch.pointee.trim(room, to: out - start + ScratchArena.slack)
    var value = Value(
      plainJSON: UnsafeRawPointer(start), out - start, isASCII: isASCII, offset(of: place))
    if !isPlain { value.flags &= ~Value.isPlainJSON }
    return (value, at + 1)
  }

  /// Returns an upper bound of the end of the string at `place`, whether or not it is valid.
  private func likelyEnd(_ place: UnsafeRawPointer) -> UnsafeRawPointer {
    var at = place
    while true {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      guard let stop = ByteScan.firstQuoteOrControl(in: block) else {
        at += 16
        continue
      }
      at += stop
      // The number of backslashes before the quote decides whether it is escaped.
      var first = at
      while first > place, first.byte(-1) == UInt8(ascii: "\\") { first -= 1 }
      if at.byte(0) < 0x20 || (at - first) & 1 == 0 { return at }
      at += 1
    }
  }

  /// Returns the character of the escape at `place`, and the position after it.
  @inline(__always)
  private func escape(
    _ place: UnsafeRawPointer
  ) throws(MalformedRecord) -> (scalar: UInt32, next: UnsafeRawPointer) {
    if place.byte(1) == UInt8(ascii: "u") {
      let unit = try codeUnit(place)
      guard 0xD800...0xDFFF ~= unit else { return (unit, place + 6) }
      return (try surrogates(place, unit), place + 12)
    }
    let scalar: UInt32
    switch place.byte(1) {
    case UInt8(ascii: "b"): scalar = 0x08
    case UInt8(ascii: "f"): scalar = 0x0C
    case UInt8(ascii: "n"): scalar = 0x0A
    case UInt8(ascii: "r"): scalar = 0x0D
    case UInt8(ascii: "t"): scalar = 0x09
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = UInt32(place.byte(1))
    default: throw broken(.badEscape, place, at: place + 1)
    }
    return (scalar, place + 2)
  }

  /// Returns the character that two escapes encode as a surrogate pair. The first escape is at `place`.
  private func surrogates(
    _ place: UnsafeRawPointer, _ high: UInt32
  ) throws(MalformedRecord) -> UInt32 {
    let second = place + 6
    guard high < 0xDC00, second.byte(0) == UInt8(ascii: "\\"), second.byte(1) == UInt8(ascii: "u")
    else { throw malformed(.loneSurrogate, place) }
    let low = try codeUnit(second)
    guard 0xDC00...0xDFFF ~= low else { throw malformed(.loneSurrogate, place) }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  /// Returns the value of the four digits of the escape at `place`.
  @inline(__always)
  private func codeUnit(_ place: UnsafeRawPointer) throws(MalformedRecord) -> UInt32 {
    let word = UInt32(truncatingIfNeeded: place.word(2))
    // Each lane is a byte. A digit is below ten, and a letter, counted from the byte before the first letter, is from
    // one to six.
    let digits = (word ^ 0x3030_3030) &+ 0x7676_7676
    let letters = (word | 0x2020_2020) ^ 0x6060_6060
    let areLetters = ~(letters &+ 0x7979_7979) & (letters &+ 0x7F7F_7F7F)
    guard word & 0x8080_8080 == 0, (~digits | areLetters) & 0x8080_8080 == 0x8080_8080 else {
      throw badCodeUnit(place)
    }
    let lanes = (word & 0x0F0F_0F0F) &+ (word &>> 6 & 0x0101_0101) &* 9
    let pairs = (lanes &<< 4 | lanes &>> 8) & 0x00FF_00FF
    return (pairs & 0xFF) &<< 8 | pairs &>> 16
  }

  @inline(never)
  private func badCodeUnit(_ place: UnsafeRawPointer) -> MalformedRecord {
    let end = recordEnd
    return place + 6 > end ? malformed(.unexpectedEnd, end) : malformed(.badEscape, place)
  }

  /// Writes a non-ASCII character as UTF-8. Returns the position after it.
  private static func put(
    _ scalar: UInt32, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let width = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    let lead: UInt32 = width == 2 ? 0xC0 : width == 3 ? 0xE0 : 0xF0
    for index in 0..<width {
      let bits = scalar &>> UInt32(6 * (width - 1 - index))
      let byte = index == 0 ? lead | bits : 0x80 | bits & 0x3F
      place.storeBytes(of: UInt8(truncatingIfNeeded: byte), toByteOffset: index, as: UInt8.self)
    }
    return place + width
  }
}
