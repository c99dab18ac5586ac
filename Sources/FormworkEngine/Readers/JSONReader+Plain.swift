// The usual members of an object, read in one go: the key that comes next in the order of the form, and
// a value without escapes. Whatever is less usual is left where it stands to the rest of the reader,
// which also finds the words for what is wrong.
//
// No end is looked for here. Behind the record stands a byte that ends whatever is plain, a line break or
// a zero, and behind that enough others that may be looked at (`Padding`), so that no member can be read
// past it: texts end at a control character, and everything else is compared with what is expected.

/// What has to lie behind a record that is read the short way.
package enum Padding {
  /// How many bytes from the record's end on may be looked at, the first of them below a space.
  package static let count = 64
}

/// Where reading plain members is, and what it has found.
struct PlainCursor {
  /// Before a key, or what should be one.
  var at: UnsafeRawPointer
  /// The key that is expected.
  var key: UnsafePointer<KeyEntry>
  var marks = FrameMarks.begun
}

extension JSONReader {
  /// Where reading plain members came to.
  enum PlainEnd {
    /// Past the brace that closes the object.
    case end
    /// Before the key that was expected, whose value is not a plain one.
    case value
    /// Before a key, or what should be one.
    case key
    /// After a value, before what is neither a comma nor a brace.
    case separator
  }

  /// Reads members as long as they are the usual ones.
  ///
  /// - Parameter number: which key of the level is expected; those that are read are passed.
  mutating func readPlainMembers(_ number: inout Int, _ level: Int, _ frame: Int) -> PlainEnd {
    guard isPadded, let start = UnsafeRawPointer(bytes.baseAddress) else { return .key }
    let store = stores + level
    let levelPlan = plan.pointee.levels.baseAddress.unsafelyUnwrapped + level
    let keys = plan.pointee.keys.baseAddress.unsafelyUnwrapped + levelPlan.pointee.firstKey
    var cursor = PlainCursor(at: start + index, key: keys + number)
    let end = plan.passPlainMembers(
      &cursor, upTo: keys + levelPlan.pointee.keyCount, store.pointee.inputs(frame), stores, frame,
      origin: base &- Int(bitPattern: start), areNew: false)
    index = cursor.at - start
    number = cursor.key - keys
    store.pointee.marks[frame].add(cursor.marks)
    return end
  }
}

extension UnsafePointer where Pointee == Plan {
  /// Reads members as long as they are the usual ones.
  ///
  /// - Parameters:
  ///   - slots: those of the frame that the members belong to.
  ///   - frame: the number of that frame.
  ///   - origin: what turns an address into an offset of the record.
  ///   - areNew: whether these are the first members of the frame, none of which can have come already.
  @inline(__always)
  func passPlainMembers(
    _ cursor: inout PlainCursor, upTo endKey: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ stores: UnsafeMutablePointer<LevelStore>, _ frame: Int,
    origin: Int, areNew: Bool
  ) -> JSONReader.PlainEnd {
    while cursor.key < endKey {
      let key = cursor.key
      guard key.pointee.opening.isWritten(at: cursor.at) else { return .key }
      let value = key.pointee.value(from: cursor.at)
      let slot = slots + key.pointee.input
      guard areNew || slot.pointee.kind == .blank,
        let next = passPlainValue(
          value, origin: origin, slot, key, slots, stores, frame, &cursor.marks)
          ?? JSONReader.plainNull(value, slot, origin: origin)
      else { return .value }
      cursor.key = key + 1
      let byte = next.byte(0)
      guard byte == UInt8(ascii: ",") else {
        let isEnd = byte == UInt8(ascii: "}")
        cursor.at = isEnd ? next + 1 : next
        return isEnd ? .end : .separator
      }
      cursor.at = next + (next.byte(1) == 0x20 ? 2 : 1)
    }
    return .key
  }

  /// Reads the value at a place into its slot, and takes it for its field, if it is a plain one; returns
  /// where it ends.
  @inline(__always)
  private func passPlainValue(
    _ value: UnsafeRawPointer, origin: Int, _ slot: UnsafeMutablePointer<Value>,
    _ key: UnsafePointer<KeyEntry>, _ slots: UnsafeMutablePointer<Value>,
    _ stores: UnsafeMutablePointer<LevelStore>, _ frame: Int, _ marks: inout FrameMarks
  ) -> UnsafeRawPointer? {
    let offset = UInt32(truncatingIfNeeded: origin &+ Int(bitPattern: value))
    switch key.pointee.direct.kind {
    case .text:
      guard value.byte(0) == UInt8(ascii: "\"") else { return nil }
      let text = value + 1
      var stop = text
      if key.pointee.direct.letters != .any { stop = key.pointee.direct.letters.end(from: text) }
      let isOfClass =
        key.pointee.direct.letters == .any || stop.byte(0) == UInt8(ascii: "\"")
      if key.pointee.direct.letters == .any || !isOfClass { stop = JSONReader.plainEnd(stop) }
      let isASCII = stop.byte(0) == UInt8(ascii: "\"")
      if !isASCII {
        guard let end = JSONReader.plainEnd(beyondASCII: stop) else { return nil }
        stop = end
      }
      let count = stop - text
      let raw = Value(plainJSON: text, count, isASCII: isASCII, offset)
      slot.pointee = raw
      if count > 0 {
        storeText(raw, count, isOfClass: isOfClass, key, slots, &marks)
      } else {
        marks.hasLeft = true
      }
      return stop + 1
    case .choice:
      guard value.byte(0) == UInt8(ascii: "\"") else { return nil }
      let text = value + 1
      let stop = JSONReader.plainEnd(text)
      guard stop.byte(0) == UInt8(ascii: "\"") else { return nil }
      slot.pointee = Value(plainJSON: text, stop - text, isASCII: true, offset)
      if !storeChoice(text, stop - text, key, slots, &marks) {
        refuseChoice(text, stop - text, key, slots, &marks)
      }
      return stop + 1
    case .bool:
      // Which of the two it is cannot be foreseen, so nothing branches on it.
      let word = value.word(0)
      let isTrue: UInt64 = word & 0xFFFF_FFFF == 0x6575_7274 ? 1 : 0
      let isFalse: UInt64 = word & 0xFF_FFFF_FFFF == 0x65_736C_6166 ? 1 : 0
      guard isTrue | isFalse != 0 else { return nil }
      slot.pointee = Value(.bool, flags: UInt8(truncatingIfNeeded: isTrue), extra: offset)
      storeTruth(isTrue, key, slots, &marks)
      return value + (5 &- Int(truncatingIfNeeded: isTrue))
    case .integer, .number:
      guard let number = JSONReader.plainNumber(value) else { return nil }
      slot.pointee = Value(
        .jsonNumber, extra: offset, low: UInt64(UInt(bitPattern: value)),
        high: UInt64(truncatingIfNeeded: number.next - value))
      if !storeNumber(number.digits, number.scale, key, slots, &marks, stores) {
        marks.hasLeft = true
      }
      return number.next
    case .record, .list:
      return passPlainStructure(value, origin: origin, key, slots, stores, frame, &marks)
    case .raw:
      let level = Int(key.pointee.direct.level)
      return passPlainRaw(value, origin: origin, slot, level: level, stores, frame)
    }
  }
}

// MARK: - What is left to the evaluator

extension UnsafePointer where Pointee == Plan {
  /// Reads a plain value that the evaluator has to look at into its slot; returns where it ends.
  ///
  /// - Parameters:
  ///   - level: the level that a structure is read into, or -1.
  ///   - frame: the frame that the value belongs to.
  @inline(never)
  private func passPlainRaw(
    _ value: UnsafeRawPointer, origin: Int, _ slot: UnsafeMutablePointer<Value>, level: Int,
    _ stores: UnsafeMutablePointer<LevelStore>, _ frame: Int
  ) -> UnsafeRawPointer? {
    let offset = UInt32(truncatingIfNeeded: origin &+ Int(bitPattern: value))
    switch value.byte(0) {
    case UInt8(ascii: "\""):
      let text = value + 1
      var stop = JSONReader.plainEnd(text)
      let isASCII = stop.byte(0) == UInt8(ascii: "\"")
      if !isASCII {
        guard let end = JSONReader.plainEnd(beyondASCII: stop) else { return nil }
        stop = end
      }
      slot.pointee = Value(plainJSON: text, stop - text, isASCII: isASCII, offset)
      return stop + 1
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard level >= 0 else { return nil }
      var areRight = false
      let structure = readPlainStructure(
        value, origin: origin, level: level, stores, frame, &areRight)
      guard let structure else { return nil }
      slot.pointee = structure.value
      return structure.end
    default:
      guard let number = JSONReader.plainNumber(value) else { return nil }
      slot.pointee = Value(
        .jsonNumber, extra: offset, low: UInt64(UInt(bitPattern: value)),
        high: UInt64(truncatingIfNeeded: number.next - value))
      return number.next
    }
  }

  /// Reads a record or a list into the slot of its field, and takes it for the field if everything inside is
  /// right; returns where it ends.
  @inline(never)
  private func passPlainStructure(
    _ value: UnsafeRawPointer, origin: Int, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ stores: UnsafeMutablePointer<LevelStore>, _ frame: Int,
    _ marks: inout FrameMarks
  ) -> UnsafeRawPointer? {
    let slot = slots + key.pointee.input
    let level = Int(key.pointee.direct.level)
    let byte = value.byte(0)
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
      let end = passPlainRaw(value, origin: origin, slot, level: -1, stores, frame)
      // What else it is, is for the evaluator to say.
      if end != nil { marks.hasLeft = true }
      return end
    }
    var areRight = true
    let structure = readPlainStructure(
      value, origin: origin, level: level, stores, frame, &areRight)
    guard let structure else { return nil }
    slot.pointee = structure.value
    if structure.value.itemCount == 0 { return structure.end }
    if areRight {
      storeStructure(structure.value, key, slots, &marks, stores)
    } else {
      marks.hasLeft = true
    }
    return structure.end
  }

  /// Reads an object or an array into frames of a level, if all of it is plain and the level is of that kind.
  ///
  /// - Parameter areRight: becomes false if one of the frames is not like one that was right.
  private func readPlainStructure(
    _ value: UnsafeRawPointer, origin: Int, level: Int, _ stores: UnsafeMutablePointer<LevelStore>,
    _ frame: Int, _ areRight: inout Bool
  ) -> (value: Value, end: UnsafeRawPointer)? {
    let isList = value.byte(0) == UInt8(ascii: "[")
    guard pointee.levels[level].isList == isList, !stores.pointee.isOdd(value),
      stores.hasRoom(level)
    else { return nil }
    let offset = UInt32(truncatingIfNeeded: origin &+ Int(bitPattern: value))
    let first = isList ? stores[level].frameCount : stores[level].addFrame(parent: frame)
    let end =
      isList
      ? passPlainItems(value, origin: origin, level, frame, stores, &areRight)
      : passPlainObject(value, origin: origin, level, first, stores, &areRight)
    guard let end else {
      removeFrames(from: first, of: level, stores)
      return nil
    }
    let count = stores[level].frameCount &- first
    return (
      isList
        ? .list(level: level, first: first, count: count, offset: offset)
        : .record(level: level, frame: first, offset: offset), end
    )
  }

  /// Forgets the frames of a level from one on, and what is inside them: what they belong to is not plain
  /// and will be read again.
  @inline(never)
  private func removeFrames(
    from first: Int, of level: Int, _ stores: UnsafeMutablePointer<LevelStore>
  ) {
    stores[level].removeFrames(from: first)
    // Inner levels have greater numbers.
    for inner in (level + 1)..<Swift.max(pointee.levels.count, level + 1) {
      let outer = pointee.levels[inner].parent
      if outer >= level { stores[inner].removeFrames(parentsFrom: stores[outer].frameCount) }
    }
  }

  /// Reads an object into a frame, if all of it is plain; returns where it ends.
  private func passPlainObject(
    _ value: UnsafeRawPointer, origin: Int, _ level: Int, _ frame: Int,
    _ stores: UnsafeMutablePointer<LevelStore>, _ areRight: inout Bool
  ) -> UnsafeRawPointer? {
    let levelPlan = pointee.levels.baseAddress.unsafelyUnwrapped + level
    let keys = pointee.keys.baseAddress.unsafelyUnwrapped + levelPlan.pointee.firstKey
    var cursor = PlainCursor(at: value + 1, key: keys)
    let end = passPlainMembers(
      &cursor, upTo: keys + levelPlan.pointee.keyCount, stores[level].inputs(frame), stores, frame,
      origin: origin, areNew: true)
    guard end == .end else {
      stores.pointee.noteOdd(cursor.at)
      return nil
    }
    note(cursor.marks, stores + level, frame, &areRight)
    return cursor.at
  }

  /// Notes the marks of a frame that was read whole, and fills it if it is like one that was right.
  @inline(__always)
  private func note(
    _ marks: FrameMarks, _ store: UnsafeMutablePointer<LevelStore>, _ frame: Int,
    _ areRight: inout Bool
  ) {
    store.pointee.marks[frame] = marks
    let known = store.pointee.known.number(of: marks)
    if known >= 0 {
      store.pointee.known.fill(store.pointee.cells(frame), known)
    } else {
      areRight = false
    }
  }

  /// Reads an array into frames that follow each other, if all of it is plain; returns where it ends.
  private func passPlainItems(
    _ value: UnsafeRawPointer, origin: Int, _ level: Int, _ parent: Int,
    _ stores: UnsafeMutablePointer<LevelStore>, _ areRight: inout Bool
  ) -> UnsafeRawPointer? {
    let levelPlan = pointee.levels.baseAddress.unsafelyUnwrapped + level
    // Rules of records as a whole are for the evaluator; those of other items are tested with their values.
    if levelPlan.pointee.itemIsRecord, levelPlan.pointee.itemHasRules { areRight = false }
    var at = value + 1
    if at.byte(0) == UInt8(ascii: "]") { return at + 1 }
    while stores.hasRoom(level) {
      let frame = stores[level].addFrame(parent: parent)
      let end =
        levelPlan.pointee.itemIsRecord
        ? passPlainRecordItem(at, origin: origin, level, frame, stores, &areRight)
        : passPlainItem(at, origin: origin, level, frame, stores, &areRight)
      guard let end else { break }
      if end.byte(0) == UInt8(ascii: "]") { return end + 1 }
      guard end.byte(0) == UInt8(ascii: ",") else { break }
      at = end + (end.byte(1) == 0x20 ? 2 : 1)
    }
    stores.pointee.noteOdd(at)
    return nil
  }

  @inline(__always)
  private func passPlainRecordItem(
    _ place: UnsafeRawPointer, origin: Int, _ level: Int, _ frame: Int,
    _ stores: UnsafeMutablePointer<LevelStore>, _ areRight: inout Bool
  ) -> UnsafeRawPointer? {
    guard place.byte(0) == UInt8(ascii: "{"),
      let end = passPlainObject(place, origin: origin, level, frame, stores, &areRight)
    else { return nil }
    let offset = UInt32(truncatingIfNeeded: origin &+ Int(bitPattern: place))
    let record = Value.record(level: level, frame: frame, offset: offset)
    stores[level].inputs(frame)[pointee.levels[level].itemInput] = record
    stores[level].cells(frame)[pointee.levels[level].itemCell] = record
    return end
  }

  @inline(never)
  private func passPlainItem(
    _ place: UnsafeRawPointer, origin: Int, _ level: Int, _ frame: Int,
    _ stores: UnsafeMutablePointer<LevelStore>, _ areRight: inout Bool
  ) -> UnsafeRawPointer? {
    // A list in a list is left to the rest of the reader, like all that is less usual.
    let key = pointee.itemKeys.baseAddress.unsafelyUnwrapped + level
    let slots = stores[level].inputs(frame)
    var marks = FrameMarks.begun
    let end = passPlainValue(
      place, origin: origin, slots + key.pointee.input, key, slots, stores, frame, &marks)
    if end != nil { note(marks, stores + level, frame, &areRight) }
    return end
  }
}

extension KeyEntry {
  /// Where the value begins of a member that begins at a place.
  @inline(__always)
  func value(from place: UnsafeRawPointer) -> UnsafeRawPointer {
    let value = place + opening.length
    return value + (value.byte(0) == 0x20 ? 1 : 0)
  }
}

// MARK: - Values

extension Value {
  /// A text that stands in JSON without escapes.
  @inline(__always)
  fileprivate init(plainJSON place: UnsafeRawPointer, _ count: Int, isASCII: Bool, _ offset: UInt32)
  {
    self.init(
      .text, flags: isASCII ? Value.isPlainJSON : Value.isPlainJSON | Value.isBeyondASCII,
      extra: offset, low: UInt64(UInt(bitPattern: place)), high: UInt64(truncatingIfNeeded: count))
  }
}

extension JSONReader {
  /// A number of up to eight digits, or of up to eight before and after its point, with a comma, a brace
  /// or a bracket right behind it; in lowest terms.
  @inline(__always)
  fileprivate static func plainNumber(
    _ place: UnsafeRawPointer
  ) -> (digits: Int64, scale: UInt8, next: UnsafeRawPointer)? {
    let isNegative = place.byte(0) == UInt8(ascii: "-")
    let first = isNegative ? place + 1 : place
    let whole = plainDigits(first)
    var next = first + whole.count
    // Zeros stand first only alone.
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
    let byte = next.byte(0)
    guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    else { return nil }
    return (isNegative ? 0 &- digits : digits, UInt8(truncatingIfNeeded: scale), next)
  }

  /// The place behind a `null`, which fills nothing in.
  @inline(never)
  fileprivate static func plainNull(
    _ place: UnsafeRawPointer, _ slot: UnsafeMutablePointer<Value>, origin: Int
  ) -> UnsafeRawPointer? {
    // The letters from the lowest byte up.
    guard place.word(0) & 0xFFFF_FFFF == 0x6C6C_756E else { return nil }
    slot.pointee = Value(.null, extra: UInt32(truncatingIfNeeded: origin &+ Int(bitPattern: place)))
    return place + 4
  }

  /// The number that the digits at a place are, up to eight of them, and how many they are.
  ///
  /// All of them are read at once, as the lanes of one word, because how many there are changes from
  /// record to record: a loop would end where the processor does not expect it.
  @inline(__always)
  private static func plainDigits(_ place: UnsafeRawPointer) -> (value: Int64, count: Int) {
    var lanes = place.word(0) ^ 0x3030_3030_3030_3030
    let others = (lanes &+ 0x7676_7676_7676_7676 | lanes) & 0x8080_8080_8080_8080
    // The bit of the first byte that is no digit; 64 where all are.
    let count = others.trailingZeroBitCount &>> 3
    if count == 0 { return (0, 0) }
    // The last digit goes into the highest lane, zeros before the first.
    lanes = lanes &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    lanes = ((lanes & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) &>> 8
    lanes = ((lanes & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
    lanes = ((lanes & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
    return (Int64(bitPattern: lanes), count)
  }

  /// The first place from one on that ends a plain run of ASCII.
  @inline(__always)
  fileprivate static func plainEnd(_ text: UnsafeRawPointer) -> UnsafeRawPointer {
    var at = text
    while true {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      if let stop = ByteScan.firstNotPlain(in: block) { return at + stop }
      at += 16
    }
  }

  /// The quote that ends a text, from the end of its first run of ASCII on; nil if it has escapes or is
  /// not well-formed.
  @inline(never)
  fileprivate static func plainEnd(beyondASCII start: UnsafeRawPointer) -> UnsafeRawPointer? {
    var at = start
    while true {
      if at.byte(0) < 0x80 {
        at = plainEnd(at)
        if at.byte(0) == UInt8(ascii: "\"") { return at }
        if at.byte(0) < 0x80 { return nil }
      }
      let place = at.assumingMemoryBound(to: UInt8.self)
      let width = ByteScan.utf8Width(in: TextBytes(start: place, count: 4), at: 0)
      if width == 0 { return nil }
      at += width
    }
  }
}
