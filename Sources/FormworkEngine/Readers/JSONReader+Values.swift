// Reads values. Each is stored as its input and, if it is certainly valid, also as the value of its field.

extension JSONReader {
  /// Reads a value into the slot of its input and, if it is certainly valid, into that of its field. Returns the
  /// position after it.
  ///
  /// - Parameter slots: the slots of the frame that the value belongs to.
  @inline(__always)
  func readInput(
    _ value: UnsafeRawPointer, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, frame: Int, depth: Int, _ marks: inout FrameMarks
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    let next = try readUsual(value, key, slots, frame: frame, depth: depth, &marks)
    if let next { return next }
    return try readOther(value, key, slots, frame: frame, depth: depth, &marks)
  }

  /// Reads a value of the usual kind into its slot and accepts it for its field. Returns the position after it, or nil
  /// if the value is of a different kind.
  @inline(__always)
  private func readUsual(
    _ value: UnsafeRawPointer, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, frame: Int, depth: Int, _ marks: inout FrameMarks
  ) throws(MalformedRecord) -> UnsafeRawPointer? {
    let slot = slots + key.pointee.input
    switch key.pointee.direct.kind {
    case .text:
      guard value.byte(0) == UInt8(ascii: "\"") else { return nil }
      let text = value + 1
      var stop = text
      let isAny = key.pointee.direct.letters == .any
      if !isAny { stop = key.pointee.direct.letters.end(from: text) }
      let isOfClass = isAny || stop.byte(0) == UInt8(ascii: "\"")
      if isAny || !isOfClass { stop = JSONReader.plainEnd(stop) }
      guard stop.byte(0) == UInt8(ascii: "\"") else {
        return try readOtherText(value, key, slots, &marks)
      }
      let count = stop - text
      let raw = Value(plainJSON: text, count, isASCII: true, offset(of: value))
      slot.pointee = raw
      if count > 0 {
        plan.storeText(raw, count, isOfClass: isOfClass, key, slots, &marks)
      } else {
        marks.hasLeft = true
      }
      return stop + 1
    case .choice:
      guard value.byte(0) == UInt8(ascii: "\"") else { return nil }
      let text = value + 1
      let stop = JSONReader.plainEnd(text)
      guard stop.byte(0) == UInt8(ascii: "\"") else {
        return try readOtherText(value, key, slots, &marks)
      }
      slot.pointee = Value(plainJSON: text, stop - text, isASCII: true, offset(of: value))
      if !plan.storeChoice(text, stop - text, key, slots, &marks) {
        plan.refuseChoice(text, stop - text, key, slots, &marks)
      }
      return stop + 1
    case .bool:
      // True and false are unpredictable, so the code doesn't branch on them.
      let word = value.word(0)
      let isTrue: UInt64 = word & 0xFFFF_FFFF == 0x6575_7274 ? 1 : 0
      let isFalse: UInt64 = word & 0xFF_FFFF_FFFF == 0x65_736C_6166 ? 1 : 0
      guard isTrue | isFalse != 0 else { return nil }
      slot.pointee = Value(
        .bool, flags: UInt8(truncatingIfNeeded: isTrue), extra: offset(of: value))
      plan.storeTruth(isTrue, key, slots, &marks)
      return value + (5 &- Int(truncatingIfNeeded: isTrue))
    case .integer, .number:
      guard let number = JSONReader.plainNumber(value) else { return nil }
      slot.pointee = rawNumber(value, number.next)
      if !plan.storeNumber(number.digits, number.scale, key, slots, &marks, stores) {
        marks.hasLeft = true
      }
      return number.next
    case .record, .list:
      return try readStructure(value, key, slots, frame: frame, depth: depth, &marks)
    case .raw: return nil
    }
  }

  /// Reads a string that has escapes or isn't ASCII.
  @inline(never)
  private func readOtherText(
    _ value: UnsafeRawPointer, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    let (raw, next) = try readText(value)
    slots[key.pointee.input] = raw
    let isASCII = raw.flags & Value.isBeyondASCII == 0
    // An empty text, or one that isn't plain JSON, counts as left to the evaluator. Products don't copy it from the
    // record.
    if raw.high == 0 || !raw.isPlainJSON { marks.hasLeft = true }
    guard let text = UnsafeRawPointer(raw.bytes.baseAddress), raw.high > 0 else { return next }
    let count = raw.bytes.count
    if key.pointee.direct.kind == .text {
      plan.storeTextOrChoice(text, count, raw, key, slots, &marks)
    } else if !plan.storeChoice(text, count, key, slots, &marks) {
      if isASCII {
        plan.refuseChoice(text, count, key, slots, &marks)
      } else {
        marks.hasLeft = true
      }
    }
    return next
  }

  /// Reads a value that isn't of the usual kind into its slot, and leaves it to the evaluator. Returns the position
  /// after it.
  @inline(never)
  private func readOther(
    _ value: UnsafeRawPointer, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, frame: Int, depth: Int, _ marks: inout FrameMarks
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    let raw = try readRaw(
      value, level: Int(key.pointee.direct.level), frame: frame, depth: depth)
    slots[key.pointee.input] = raw.value
    // A null counts as a missing value, so nothing is left to the evaluator.
    if raw.value.kind == .null { return raw.next }
    if raw.value.kind == .jsonNumber, key.pointee.direct.kind.isNumber,
      let number = ExactDecimal.parse(json: raw.value.bytes).number,
      let digits = Value(number).smallCoefficient,
      plan.storeNumber(digits, number.scale, key, slots, &marks, stores)
    {
      return raw.next
    }
    marks.hasLeft = true
    return raw.next
  }

  /// Reads any value without converting it. Returns the value and the position after it.
  ///
  /// - Parameter level: the level that a structure is read into, or -1.
  func readRaw(
    _ value: UnsafeRawPointer, level: Int, frame: Int, depth: Int
  ) throws(MalformedRecord) -> (value: Value, next: UnsafeRawPointer) {
    switch value.byte(0) {
    case UInt8(ascii: "\""): return try readText(value)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let isArray = value.byte(0) == UInt8(ascii: "[")
      if level >= 0, plan.pointee.levels[level].isArray == isArray {
        var areRight = false
        return try readStructure(value, level: level, parent: frame, depth: depth, &areRight)
      }
      let next = try skipValue(value, depth: depth)
      return (
        Value(
          .json, flags: isArray ? 1 : 2, extra: offset(of: value),
          low: UInt64(UInt(bitPattern: value)), high: UInt64(truncatingIfNeeded: next - value)),
        next
      )
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      let isTrue = value.byte(0) == UInt8(ascii: "t")
      let next = try skipWord(value)
      return (Value(.bool, flags: isTrue ? 1 : 0, extra: offset(of: value)), next)
    case UInt8(ascii: "n"):
      return (Value(.null, extra: offset(of: value)), try skipWord(value))
    default:
      let next = try skipNumber(value)
      return (rawNumber(value, next), next)
    }
  }

  @inline(__always)
  private func rawNumber(_ place: UnsafeRawPointer, _ next: UnsafeRawPointer) -> Value {
    Value(
      .jsonNumber, extra: offset(of: place), low: UInt64(UInt(bitPattern: place)),
      high: UInt64(truncatingIfNeeded: next - place))
  }
}

// MARK: - Numbers and words

extension JSONReader {
  /// Parses a number of up to eight digits, or of up to eight before and after its point, directly followed by
  /// punctuation or white space. The result is in lowest terms.
  @inline(__always)
  fileprivate static func plainNumber(
    _ place: UnsafeRawPointer
  ) -> (digits: Int64, scale: UInt8, next: UnsafeRawPointer)? {
    let isNegative = place.byte(0) == UInt8(ascii: "-")
    let first = isNegative ? place + 1 : place
    let whole = plainDigits(first)
    var next = first + whole.count
    // A leading zero must be the only digit.
    guard whole.count > 0, first.byte(0) != UInt8(ascii: "0") || whole.count == 1 else {
      return nil
    }
    var digits = whole.value
    var scale = 0
    if next.byte(0) == UInt8(ascii: ".") {
      let part = plainDigits(next + 1)
      guard part.count > 0 else { return nil }
      next += 1 + part.count
      digits = digits &* PowerOfTen.small(UInt8(truncatingIfNeeded: part.count)) &+ part.value
      scale = part.count
      while scale > 0 {
        let (quotient, rest) = digits.quotientAndRemainder(dividingBy: 10)
        if rest != 0 { break }
        digits = quotient
        scale &-= 1
      }
    }
    guard endsNumber(next.byte(0)) else { return nil }
    return (isNegative ? 0 &- digits : digits, UInt8(truncatingIfNeeded: scale), next)
  }

  @inline(__always)
  private static func endsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      || byte <= 0x20
  }

  /// Returns the value of up to eight digits at `place`, and their count.
  ///
  /// All digits are read at once, as the lanes of a word. Their count changes from record to record, so the end of a
  /// loop would be mispredicted.
  @inline(__always)
  private static func plainDigits(_ place: UnsafeRawPointer) -> (value: Int64, count: Int) {
    var lanes = place.word(0) ^ 0x3030_3030_3030_3030
    let count = digitCount(lanes)
    if count == 0 { return (0, 0) }
    // Moves the last digit into the highest lane, with zeros before the first digit.
    lanes = lanes &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    lanes = ((lanes & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) &>> 8
    lanes = ((lanes & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
    lanes = ((lanes & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
    return (Int64(bitPattern: lanes), count)
  }

  /// Returns the number of lanes before the first that isn't a digit. A digit is represented by a number below ten.
  @inline(__always)
  private static func digitCount(_ lanes: UInt64) -> Int {
    let others = (lanes &+ 0x7676_7676_7676_7676 | lanes) & 0x8080_8080_8080_8080
    // The lowest bit belongs to the first byte that isn't a digit. If all bytes are digits, the count of zeros is 64.
    return others.trailingZeroBitCount &>> 3
  }

  /// Checks a number. Returns the position after it.
  func skipNumber(_ start: UnsafeRawPointer) throws(MalformedRecord) -> UnsafeRawPointer {
    let byte = start.byte(0)
    // A fast path, because many numbers have a single digit.
    if byte &- UInt8(ascii: "0") <= 9, JSONReader.endsNumber(start.byte(1)) { return start + 1 }
    let whole = byte == UInt8(ascii: "-") ? start + 1 : start
    guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 else {
      throw problem(.value, start)
    }
    var at = try skipDigits(whole, of: start)
    if whole.byte(0) == UInt8(ascii: "0"), at - whole > 1 { throw malformed(.badNumber, start) }
    if at.byte(0) == UInt8(ascii: ".") { at = try skipDigits(at + 1, of: start) }
    if at.byte(0) | 0x20 == UInt8(ascii: "e") {
      let sign = at.byte(1)
      let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      at = try skipDigits(at + (isSigned ? 2 : 1), of: start)
    }
    return at
  }

  /// Skips one or more digits.
  @inline(__always)
  private func skipDigits(
    _ first: UnsafeRawPointer, of number: UnsafeRawPointer
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    var at = first
    while true {
      let count = JSONReader.digitCount(at.word(0) ^ 0x3030_3030_3030_3030)
      at += count
      if count < 8 { break }
    }
    guard at > first else { throw broken(.badNumber, number, at: at) }
    return at
  }

  /// Checks `true`, `false` or `null`, whose first letter has been checked.
  func skipWord(_ start: UnsafeRawPointer) throws(MalformedRecord) -> UnsafeRawPointer {
    let word: StaticString =
      switch start.byte(0) {
      case UInt8(ascii: "t"): "true"
      case UInt8(ascii: "f"): "false"
      default: "null"
      }
    for index in 0..<word.utf8CodeUnitCount where start.byte(index) != word.utf8Start[index] {
      throw broken(.badLiteral, start, at: start + index)
    }
    return start + word.utf8CodeUnitCount
  }
}
