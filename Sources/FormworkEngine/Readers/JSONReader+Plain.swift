// The usual members of an object, read in one go: the key that comes next in the order of the spec, and
// a value without escapes or letters beyond ASCII. Whatever is less usual is left where it stands to
// the rest of the reader, which also finds the words for what is wrong.

extension JSONReader {
  /// Where reading plain members came to.
  enum PlainEnd {
    /// Past the brace that closes the object.
    case end
    /// Before the value of the key that was expected, which begins at this offset of the record.
    case value(key: Int)
    /// Before a key, or what should be one.
    case key
    /// After a value, before what is neither a comma nor a brace.
    case separator
  }

  /// Reads members as long as they are the usual ones.
  ///
  /// The bytes of the record are read through one pointer, with one look at the bound for the key and
  /// one for every sixteen bytes of a text. What lies behind the record may be read and is never
  /// taken: a member that does not end within the record is left alone.
  ///
  /// - Parameter number: which key of the level is expected; those that are read are passed.
  mutating func readPlainMembers(_ number: inout Int, _ level: Int, _ frame: Int) -> PlainEnd {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return .key }
    let levelPlan = plan.pointee.levels.baseAddress.unsafelyUnwrapped + level
    let keys = plan.pointee.keys.baseAddress.unsafelyUnwrapped + levelPlan.pointee.firstKey
    let endKey = keys + levelPlan.pointee.keyCount
    let store = stores + level
    let slots = store.pointee.inputs(frame)
    let end = start + bytes.count
    let limit = start + readable
    // What turns an address into an offset of the record.
    let origin = base &- Int(bitPattern: start)
    var marks = FrameMarks()
    var key = keys + number
    var at = start + index
    var result = PlainEnd.key
    while key < endKey {
      guard limit - at >= key.pointee.window, at.byte(0) == UInt8(ascii: "\""),
        key.pointee.text.isWritten(at: at + 1)
      else { break }
      let colon = at + (key.pointee.text.length &+ 1)
      guard colon.loadUnaligned(as: UInt16.self).littleEndian == JSONReader.quoteAndColon else {
        break
      }
      let value = colon + (colon.byte(2) == 0x20 ? 3 : 2)
      let slot = slots + key.pointee.input
      guard slot.pointee.kind == .blank,
        let next = readPlainValue(
          value, offset: origin &+ Int(bitPattern: value), end, limit, slot, key, slots, &marks)
      else {
        // The key is surely there only if it stands within the record.
        guard value < end else { break }
        result = .value(key: Int(place(at - start)))
        at = value
        break
      }
      at = next
      key += 1
      if at.byte(0) == UInt8(ascii: ",") {
        at += at.byte(1) == 0x20 ? 2 : 1
      } else {
        result = .separator
        if at.byte(0) == UInt8(ascii: "}") {
          at += 1
          result = .end
        }
        break
      }
    }
    // A space behind a last comma may stand behind the record.
    index = min(at - start, bytes.count)
    number = key - keys
    store.pointee.marks[frame].typed |= marks.typed
    store.pointee.marks[frame].settled |= marks.settled
    return result
  }

  /// A quote and a colon, as they stand in memory.
  private static let quoteAndColon: UInt16 = 0x3A22

  /// Reads the value at a place into its slot, and takes it for its field, if it is a plain one that ends
  /// before the last byte of the record; returns where.
  @inline(__always)
  private func readPlainValue(
    _ value: UnsafeRawPointer, offset: Int, _ end: UnsafeRawPointer, _ limit: UnsafeRawPointer,
    _ slot: UnsafeMutablePointer<Value>, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks
  ) -> UnsafeRawPointer? {
    let offset = UInt32(truncatingIfNeeded: offset)
    let first = value.byte(0)
    if first == UInt8(ascii: "\"") {
      let text = value + 1
      guard let (quote, isASCII) = JSONReader.plainEnd(text, limit), quote + 1 < end else {
        return nil
      }
      slot.pointee = Value(
        .text, flags: isASCII ? Value.isPlainJSON : Value.isPlainJSON | Value.isBeyondASCII,
        extra: offset,
        low: UInt64(UInt(bitPattern: text)), high: UInt64(truncatingIfNeeded: quote - text))
      plan.take(text: text, quote - text, slot, key, slots, &marks)
      return quote + 1
    }
    if first == UInt8(ascii: "t") || first == UInt8(ascii: "f") {
      let isTrue = first == UInt8(ascii: "t")
      let word = (value + (isTrue ? 0 : 1)).loadUnaligned(as: UInt32.self).littleEndian
      let next = value + (isTrue ? 4 : 5)
      guard word == (isTrue ? 0x6575_7274 : 0x6573_6C61), next < end else { return nil }
      slot.pointee = Value(.bool, flags: isTrue ? 1 : 0, extra: offset)
      plan.take(bool: isTrue, key, slots, &marks)
      return next
    }
    guard let number = JSONReader.plainNumber(value), number.next < end else { return nil }
    slot.pointee = Value(
      .jsonNumber, extra: offset, low: UInt64(UInt(bitPattern: value)),
      high: UInt64(truncatingIfNeeded: number.next - value))
    plan.take(number: number.digits, number.scale, key, slots, &marks)
    return number.next
  }

  /// A number of up to eleven digits, with or without places, and with a comma or a brace right behind
  /// it; in lowest terms.
  @inline(__always)
  private static func plainNumber(
    _ place: UnsafeRawPointer
  ) -> (digits: Int64, scale: UInt8, next: UnsafeRawPointer)? {
    let isNegative = place.byte(0) == UInt8(ascii: "-")
    let first = isNegative ? place + 1 : place
    let limit = first + 12
    var at = first
    var digits: Int64 = 0
    var point: UnsafeRawPointer?
    while at < limit {
      let byte = at.byte(0)
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 {
        guard byte == UInt8(ascii: "."), point == nil, at > first else { break }
        point = at
      } else {
        digits = digits &* 10 &+ Int64(digit)
      }
      at += 1
    }
    let next = at.byte(0)
    // Zeros stand first only alone, and a point last nowhere.
    let whole = (point ?? at) - first
    guard next == UInt8(ascii: ",") || next == UInt8(ascii: "}"), whole > 0,
      first.byte(0) != UInt8(ascii: "0") || whole == 1, point.map({ $0 + 1 < at }) ?? true
    else { return nil }
    var scale = UInt8(truncatingIfNeeded: point.map { at - $0 - 1 } ?? 0)
    while scale > 0 {
      let (quotient, rest) = digits.quotientAndRemainder(dividingBy: 10)
      if rest != 0 { break }
      digits = quotient
      scale &-= 1
    }
    return (isNegative ? 0 &- digits : digits, scale, at)
  }

  /// Where a text ends that has no escapes, and whether it is ASCII; nil if it has some, or may not be
  /// looked at that far.
  @inline(__always)
  private static func plainEnd(
    _ text: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> (quote: UnsafeRawPointer, isASCII: Bool)? {
    var at = text
    while limit - at >= 32 {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      if let stop = ByteScan.firstNotPlain(in: block) {
        let end = at + stop
        if end.byte(0) == UInt8(ascii: "\"") { return (end, true) }
        return end.byte(0) < 0x80 ? nil : plainEnd(beyondASCII: end, limit).map { ($0, false) }
      }
      at += 16
    }
    return nil
  }

  /// The same from the first byte beyond ASCII on.
  @inline(never)
  private static func plainEnd(
    beyondASCII start: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    var at = start
    while limit - at >= 32 {
      if at.byte(0) >= 0x80 {
        let place = at.assumingMemoryBound(to: UInt8.self)
        let width = ByteScan.utf8Width(in: TextBytes(start: place, count: 4), at: 0)
        if width == 0 { return nil }
        at += width
        continue
      }
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      guard let stop = ByteScan.firstNotPlain(in: block) else {
        at += 16
        continue
      }
      at += stop
      if at.byte(0) == UInt8(ascii: "\"") { return at }
      if at.byte(0) < 0x80 { return nil }
    }
    return nil
  }
}

extension UnsafeRawPointer {
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }
}
