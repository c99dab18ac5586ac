// Tests of a column's cells, row after row. Certainly valid cells are marked. A cell that isn't marked may be valid,
// too; its row is then read as a record.

extension Column {
  /// Sets the bits in `there` of the rows that have a value.
  func findThere(_ rows: Range<Int>, into there: UnsafeMutablePointer<UInt64>) {
    for word in 0..<CellBits.wordCount(rows.count) {
      let all = CellBits.all(word, of: rows.count)
      if let validity {
        there[word] = Column.bits(validity, offset &+ rows.lowerBound &+ word &* 64, all)
      } else {
        there[word] = type == .null ? 0 : all
      }
    }
  }

  /// Returns up to sixty-four bits from bit `first` on, masked. Doesn't read any bytes past them.
  private static func bits(_ start: UnsafeRawPointer, _ first: Int, _ mask: UInt64) -> UInt64 {
    let place = start + first &>> 3
    let shift = UInt64(first & 7)
    guard mask == .max else {
      var bits: UInt64 = 0
      let count = 64 - mask.leadingZeroBitCount + Int(shift)
      for byte in 0..<((count + 7) / 8) where byte < 8 {
        bits |= UInt64(place.byte(byte)) &<< UInt64(byte &* 8)
      }
      let last = count > 64 ? UInt64(place.byte(8)) : 0
      return (shift == 0 ? bits : bits &>> shift | last &<< (64 &- shift)) & mask
    }
    let bits = place.word(0)
    return shift == 0 ? bits : bits &>> shift | UInt64(place.byte(8)) &<< (64 &- shift)
  }

  /// Copies the results for the values of a dictionary to the rows that refer to these values.
  ///
  /// - Parameter known: returns the results for a row of the dictionary.
  @inline(__always)
  func takeOver(
    _ rows: Range<Int>, _ cells: CellBits,
    _ known: (Int) -> (isThere: Bool, isSettled: Bool, isTrue: Bool)
  ) {
    for word in 0..<CellBits.wordCount(rows.count) {
      var left = cells.there[word]
      var (there, settled, truths) = (UInt64(0), UInt64(0), UInt64(0))
      while left != 0 {
        let bit = left.trailingZeroBitCount
        left &= left &- 1
        let own = known(index(rows.lowerBound &+ word &* 64 &+ bit) ?? 0)
        there |= (own.isThere ? 1 : 0) &<< UInt64(bit)
        settled |= (own.isSettled ? 1 : 0) &<< UInt64(bit)
        truths |= (own.isTrue ? 1 : 0) &<< UInt64(bit)
      }
      (cells.there[word], cells.settled[word], cells.truths[word]) = (there, settled, truths)
    }
  }

  /// Tests the values of some rows, as a reader tests the values that it sets.
  ///
  /// - Parameters:
  ///   - entry: the entry of the field's key, which must have a fast path.
  ///   - block: provides a frame for the values.
  ///   - cells: `there` must be set.
  func test(
    _ rows: Range<Int>, _ plan: UnsafePointer<Plan>, _ entry: UnsafePointer<KeyEntry>,
    _ block: ColumnMarks, _ cells: CellBits
  ) {
    let direct = entry.pointee.direct
    let slots = block.slots
    let first = rows.lowerBound
    switch (type, direct.kind) {
    case (.text(let size), .text) where direct.isOfLength:
      if size == 4 {
        testTexts(rows, Int32.self, direct, block, cells)
      } else {
        testTexts(rows, Int64.self, direct, block, cells)
      }
    case (.textView, .text) where direct.isOfLength:
      Column.each(rows.count, cells) { row in
        let (bytes, isPadded) = text(first &+ row)
        return Column.isOfLength(bytes, isPadded, direct, block)
          && (direct.letters != .any || Column.isText(bytes))
      }
    case (.text, .choice), (.textView, .choice):
      Column.each(rows.count, cells, entry) { row, marks in
        let (bytes, isPadded) = text(first &+ row)
        guard let place = block.padded(bytes, isPadded) else { return }
        _ = plan.storeChoice(place, bytes.count, entry, slots, &marks)
      }
    case (.text, .text), (.textView, .text):
      Column.each(rows.count, cells, entry) { row, marks in
        let (bytes, isPadded) = text(first &+ row)
        guard let place = block.padded(bytes, isPadded), Column.isText(bytes) else { return }
        let flags = bytes.isASCII ? 0 : Value.isBeyondASCII
        let value = Value(
          text: TextBytes(start: place.assumingMemoryBound(to: UInt8.self), count: bytes.count),
          flags: flags)
        plan.storeTextOrChoice(place, bytes.count, value, entry, slots, &marks)
      }
    case (.integer(let kind), .integer) where !direct.hasTests,
      (.integer(let kind), .number) where !direct.hasTests:
      testIntegers(rows, kind, direct, cells)
    case (.integer, .integer), (.integer, .number):
      Column.each(rows.count, cells, entry) { row, marks in
        guard case .small(let integer) = integer(first &+ row) else { return }
        plan.storeNumber(integer, 0, entry, slots, &marks)
      }
    case (.bool, .bool) where !direct.hasTests:
      for word in 0..<CellBits.wordCount(rows.count) {
        cells.settled[word] = cells.there[word]
        cells.truths[word] =
          values.map {
            Column.bits(
              $0, offset &+ first &+ word &* 64, CellBits.all(word, of: rows.count))
          } ?? 0
      }
    case (.bool, .bool):
      Column.each(rows.count, cells, entry) { row, marks in
        plan.storeBool(bool(first &+ row), entry, slots, &marks)
      }
    case (.float(let size), .integer), (.float(let size), .number):
      Column.each(rows.count, cells, entry) { row, marks in
        guard let number = shortDecimal(first &+ row, size: size) else { return }
        plan.storeNumber(number.digits, number.scale, entry, slots, &marks)
      }
    case (.decimal(let size, let scale), .integer), (.decimal(let size, let scale), .number):
      Column.each(rows.count, cells, entry) { row, marks in
        guard let number = shortDecimal(first &+ row, size: size, scale: scale) else { return }
        plan.storeNumber(number.digits, number.scale, entry, slots, &marks)
      }
    default:
      for word in 0..<CellBits.wordCount(rows.count) { cells.settled[word] = 0 }
    }
  }
}

extension DirectField {
  /// Whether a nonempty text obeys all rules if it has at most `most` bytes, all in the class `letters`.
  fileprivate var isOfLength: Bool { !hasTests && least <= 1 }
}

// MARK: - Kinds of values

extension Column {
  /// Tests each existing value with `isRight`, and records the results in `cells`.
  @inline(__always)
  private static func each(_ count: Int, _ cells: CellBits, _ isRight: (Int) -> Bool) {
    for word in 0..<CellBits.wordCount(count) {
      var left = cells.there[word]
      var settled: UInt64 = 0
      while left != 0 {
        let bit = left.trailingZeroBitCount
        left &= left &- 1
        settled |= (isRight(word &* 64 &+ bit) ? 1 : 0) &<< UInt64(bit)
      }
      cells.settled[word] = settled
      cells.truths[word] = 0
    }
  }

  /// Stores each existing value with `store`, and records the resulting marks in `cells`.
  @inline(__always)
  private static func each(
    _ count: Int, _ cells: CellBits, _ entry: UnsafePointer<KeyEntry>,
    _ store: (Int, inout FrameMarks) -> Void
  ) {
    let bit = entry.pointee.direct.bit
    for word in 0..<CellBits.wordCount(count) {
      var left = cells.there[word]
      var (settled, truths) = (UInt64(0), UInt64(0))
      while left != 0 {
        let row = left.trailingZeroBitCount
        left &= left &- 1
        var marks = FrameMarks.begun
        store(word &* 64 &+ row, &marks)
        settled |= (marks.settled & bit != 0 ? 1 : 0) &<< UInt64(row)
        truths |= (marks.truths != 0 ? 1 : 0) &<< UInt64(row)
      }
      cells.settled[word] = settled
      cells.truths[word] = truths
    }
  }

  /// Tests texts of a field whose only rules, if any, are about the length and the class of the characters.
  @inline(__always)
  private func testTexts<Offset: FixedWidthInteger & BitwiseCopyable>(
    _ rows: Range<Int>, _: Offset.Type, _ direct: DirectField, _ block: ColumnMarks,
    _ cells: CellBits
  ) {
    guard let values, let texts else {
      for word in 0..<CellBits.wordCount(rows.count) { cells.settled[word] = 0 }
      return
    }
    let offsets = values + (offset &+ rows.lowerBound) &* MemoryLayout<Offset>.size
    func start(_ row: Int) -> Int {
      Int(
        truncatingIfNeeded: offsets.loadUnaligned(
          fromByteOffset: row &* MemoryLayout<Offset>.size, as: Offset.self))
    }
    // Tests the bytes of all rows together before each row is tested.
    let (lower, upper) = (start(0), start(rows.count))
    let all = TextBytes(
      start: (texts + lower).assumingMemoryBound(to: UInt8.self), count: upper - lower)
    let isASCII = direct.letters == .any && all.isASCII
    let isText = isASCII || direct.letters == .any && ByteScan.firstInvalidUTF8(in: all) == nil
    let arePadded = textsEnd.map { texts + (upper + ScratchArena.slack) <= $0 } ?? false
    Column.each(rows.count, cells) { row in
      let place = texts + start(row)
      let count = start(row &+ 1) &- start(row)
      let bytes = TextBytes(start: place.assumingMemoryBound(to: UInt8.self), count: count)
      if direct.letters != .any {
        let isPadded =
          arePadded || textsEnd.map { place + (count + ScratchArena.slack) <= $0 } ?? false
        return Column.isOfLength(bytes, isPadded, direct, block)
      }
      guard count > 0, count <= direct.most else { return false }
      if isASCII { return true }
      // In valid UTF-8, a range of bytes is valid if it begins and ends at the start of a character.
      if isText {
        let next = start(row &+ 1)
        return place.byte(0) & 0xC0 != 0x80
          && (next == upper || texts.byte(next) & 0xC0 != 0x80)
      }
      return Column.isText(bytes)
    }
  }

  /// Whether a text isn't empty, has at most as many bytes as its field allows characters, and has only characters of
  /// the field's class.
  @inline(__always)
  private static func isOfLength(
    _ bytes: TextBytes, _ isPadded: Bool, _ direct: DirectField, _ block: ColumnMarks
  ) -> Bool {
    guard bytes.count > 0, bytes.count <= direct.most else { return false }
    if direct.letters == .any { return true }
    guard let place = block.padded(bytes, isPadded) else { return false }
    return direct.letters.holds(for: place, bytes.count)
  }

  /// Whether bytes are UTF-8.
  @inline(__always)
  private static func isText(_ bytes: TextBytes) -> Bool {
    bytes.isASCII || ByteScan.firstInvalidUTF8(in: bytes) == nil
  }

  private func testIntegers(
    _ rows: Range<Int>, _ kind: ColumnType.Integer, _ direct: DirectField, _ cells: CellBits
  ) {
    switch kind {
    case .int8: testIntegers(rows, Int8.self, direct, cells)
    case .uint8: testIntegers(rows, UInt8.self, direct, cells)
    case .int16: testIntegers(rows, Int16.self, direct, cells)
    case .uint16: testIntegers(rows, UInt16.self, direct, cells)
    case .int32: testIntegers(rows, Int32.self, direct, cells)
    case .uint32: testIntegers(rows, UInt32.self, direct, cells)
    case .int64: testIntegers(rows, Int64.self, direct, cells)
    case .uint64: testIntegers(rows, UInt64.self, direct, cells)
    }
  }

  /// Tests whole numbers of a field whose only rules, if any, are ranges. Null rows are tested too; their result is
  /// ignored.
  @inline(__always)
  private func testIntegers<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ rows: Range<Int>, _: Integer.Type, _ direct: DirectField, _ cells: CellBits
  ) {
    guard let values else { return }
    let numbers = values + (offset &+ rows.lowerBound) &* MemoryLayout<Integer>.size
    let (least, most) = (direct.least, direct.most)
    let (leastTrue, mostTrue) = (direct.branchValues.least, direct.branchValues.most)
    let hasBranch = direct.branchBit != 0 && direct.kind == .integer
    /// A value above `Int64.max` is negative when read as `Int64`.
    let lowest = Integer.isSigned || MemoryLayout<Integer>.size < 8 ? least : max(0, least)
    for word in 0..<CellBits.wordCount(rows.count) {
      let count = min(64, rows.count &- word &* 64)
      var (settled, truths) = (UInt64(0), UInt64(0))
      for bit in 0..<count {
        let number = Int64(
          truncatingIfNeeded: numbers.loadUnaligned(
            fromByteOffset: (word &* 64 &+ bit) &* MemoryLayout<Integer>.size, as: Integer.self))
        settled |= (lowest <= number && number <= most ? 1 : 0) &<< UInt64(bit)
        if hasBranch {
          truths |= (leastTrue <= number && number <= mostTrue ? 1 : 0) &<< UInt64(bit)
        }
      }
      cells.settled[word] = settled
      cells.truths[word] = truths
    }
  }

  /// Returns a decimal in lowest terms, or nil if it doesn't fit 64 bits.
  @inline(__always)
  func shortDecimal(_ row: Int, size: Int, scale: Int) -> (digits: Int64, scale: UInt8)? {
    guard let coefficient = coefficient(row, size: size), (0...38).contains(scale),
      var digits = Int64(exactly: coefficient)
    else { return nil }
    var scale = scale
    // An odd number isn't a multiple of ten, which saves a division.
    while scale > 0, digits & 1 == 0 {
      let (quotient, rest) = digits.quotientAndRemainder(dividingBy: 10)
      if rest != 0 { break }
      digits = quotient
      scale -= 1
    }
    return (digits, UInt8(scale))
  }

  /// Returns a float as a decimal number in lowest terms, if it has few digits and at most four decimal places. A
  /// 64-bit float may have fifteen digits, a 32-bit float six. Only one number with so few digits denotes the float, so
  /// it is the float's text. Returns nil for all other floats.
  @inline(__always)
  func shortDecimal(_ row: Int, size: Int) -> (digits: Int64, scale: UInt8)? {
    switch size {
    case 8: Column.shortDecimal(double(row, size: size), below: 1e15)
    case 4: Column.shortDecimal(Float(double(row, size: size)), below: 1e6)
    default: nil
    }
  }

  @inline(__always)
  private static func shortDecimal<Number: BinaryFloatingPoint>(
    _ number: Number, below limit: Number
  ) -> (digits: Int64, scale: UInt8)? {
    var unit: Number = 1
    for scale in UInt8(0)...4 {
      let digits = (number * unit).rounded()
      guard digits.magnitude < limit else { return nil }
      if digits / unit == number { return (Int64(digits), scale) }
      unit *= 10
    }
    return nil
  }
}
