// Reads one JSON record (RFC 8259) straight into the frames of a workspace: values that a field asks for are
// noted by their place, and taken for their field at once where that is sure; the rest is checked and skipped.
//
// No end is looked for beforehand. Behind the record stands a byte that nothing in JSON goes on over, a line break
// or a zero, and behind that enough others that may be looked at (`Padding`), so that nothing can be read past
// it: texts end at a control character, and everything else is compared with what is expected. Only where
// something is wrong is it found out whether the record ends there.
//
// What most members of most records are is in line: the key that comes next in the order of the form, and a value
// of its field's type without escapes. Everything else is a call away, and reading goes on behind it as before.

/// What has to lie behind a record.
package enum Padding {
  /// How many bytes from the record's end on may be looked at, the first of them below a space.
  package static let count = 64
}

/// Knows where a record stands and where it goes; places in it are addresses.
package struct JSONReader {
  /// How deep arrays and objects may nest.
  static let nestingLimit = 256
  /// How many items the lists of a record may have together.
  package static let itemLimit = 1_000_000
  /// The most bytes that the lists of a record and the records in it may take while it is evaluated.
  package static let sizeLimit = 256 << 20

  private let start: UnsafeRawPointer
  /// Where the bytes end. A line may end before, with its line break.
  private let end: UnsafeRawPointer
  private let isLine: Bool
  /// What turns an address into an offset of the record.
  let origin: Int
  unowned(unsafe) let workspace: Workspace
  // What of it every member needs, so that no reference is counted.
  let plan: UnsafePointer<Plan>
  let stores: UnsafeMutablePointer<LevelStore>

  /// - Parameters:
  ///   - isLine: whether the record ends with its line.
  ///   - offset: where `start` is in the record.
  @inline(__always)
  init(
    _ start: UnsafeRawPointer, upTo end: UnsafeRawPointer, isLine: Bool, offset: Int = 0,
    into workspace: Workspace
  ) {
    self.start = start
    self.end = end
    self.isLine = isLine
    origin = offset &- Int(bitPattern: start)
    self.workspace = workspace
    plan = workspace.plan
    stores = workspace.stores
  }

  /// The record, if it ends at a place.
  func bytes(upTo end: UnsafeRawPointer) -> TextBytes {
    TextBytes(start: start.assumingMemoryBound(to: UInt8.self), count: end - start)
  }

  /// The offset in the record of a place.
  @inline(__always)
  func offset(of place: UnsafeRawPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: origin &+ Int(bitPattern: place))
  }
}

// MARK: - Records

extension JSONReader {
  /// Reads a record into frame 0 of level 0, which must be fresh.
  ///
  /// - Parameter bytes: what lies behind them is as `Padding` wants it.
  static func read(_ bytes: TextBytes, into workspace: Workspace) throws(MalformedRecord) {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else {
      throw MalformedRecord(.unexpectedEnd, 0)
    }
    let reader = JSONReader(start, upTo: start + bytes.count, isLine: false, into: workspace)
    var marks = FrameMarks.begun
    _ = try reader.readRecord(&marks)
    workspace.stores[0].marks[0] = marks
  }

  /// Reads the record into frame 0 of level 0, which must be fresh; returns where it ends, with its line if it is
  /// one.
  @inline(__always)
  func readRecord(_ marks: inout FrameMarks) throws(MalformedRecord) -> UnsafeRawPointer {
    let at = behindSpace(start)
    guard at.byte(0) == UInt8(ascii: "{") else { throw otherRecord(at) }
    let next = try readMembers(behindSpace(at + 1), level: 0, frame: 0, depth: 1, &marks)
    if isEnd(next) { return next }
    let rest = skipSpace(next)
    guard isEnd(rest) else { throw malformed(.textAfterRecord, rest) }
    return rest
  }

  /// What is wrong with a record that is no object.
  @inline(never)
  private func otherRecord(_ at: UnsafeRawPointer) -> MalformedRecord {
    if isEnd(at) { return malformed(.unexpectedEnd, at) }
    do throws(MalformedRecord) {
      _ = try skipValue(at, depth: 0)
    } catch {
      return error
    }
    return malformed(.notAnObject, at)
  }

  /// Reads raw JSON again, now for a level of its own; the bytes are known to be well-formed.
  static func readAgain(
    _ bytes: TextBytes, offset: UInt32, level: Int, frame: Int, isArray: Bool,
    into workspace: Workspace
  ) throws(MalformedRecord) -> Value {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return .blank }
    let reader = JSONReader(
      start, upTo: start + bytes.count, isLine: false, offset: Int(offset), into: workspace)
    var areRight = false
    return try reader.readStructure(start, level: level, parent: frame, depth: 0, &areRight).value
  }
}

// MARK: - What is wrong

extension JSONReader {
  func isEnd(_ place: UnsafeRawPointer) -> Bool {
    place >= end || isLine && place.byte(0) == 0x0A
  }

  /// Where the record ends.
  var recordEnd: UnsafeRawPointer {
    var at = start
    while !isEnd(at) { at += 1 }
    return at
  }

  func malformed(_ reason: MalformedRecord.Reason, _ place: UnsafeRawPointer) -> MalformedRecord {
    MalformedRecord(reason, place - start)
  }

  /// What is wrong where a text, a number or a word breaks off.
  func broken(_ reason: MalformedRecord.Reason, _ start: UnsafeRawPointer, at: UnsafeRawPointer)
    -> MalformedRecord
  {
    isEnd(at) ? malformed(.unexpectedEnd, at) : malformed(reason, start)
  }

  @inline(never)
  func problem(_ wanted: MalformedRecord.Wanted, _ place: UnsafeRawPointer) -> MalformedRecord {
    if isEnd(place) { return malformed(.unexpectedEnd, place) }
    let isMark = byteOrderMark.indices.allSatisfy { place.byte($0) == byteOrderMark[$0] }
    return malformed(isMark ? .byteOrderMark : .unexpected(wanted: wanted), place)
  }
}

// MARK: - White space

extension JSONReader {
  /// The first place from one on that is no white space, or the end.
  @inline(__always)
  func behindSpace(_ place: UnsafeRawPointer) -> UnsafeRawPointer {
    if place.byte(0) > 0x20 { return place }
    return place.byte(0) == 0x20 && place.byte(1) > 0x20 ? place + 1 : skipSpace(place)
  }

  @inline(never)
  func skipSpace(_ place: UnsafeRawPointer) -> UnsafeRawPointer {
    var at = place
    while at < end {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      // A line break that ends the record is none of its white space.
      if let stop = ByteScan.firstNotSpace(in: block, lineBreak: isLine ? 0x20 : 0x0A) {
        return Swift.min(at + stop, end)
      }
      at += 16
    }
    return Swift.min(at, end)
  }
}

// MARK: - Members

extension JSONReader {
  /// What comes next in an object behind a key that is not the expected one.
  private enum Other {
    /// The value of a key that a field asks for.
    case value(UnsafePointer<KeyEntry>, UnsafeRawPointer)
    /// What comes behind a member that nobody asks for.
    case passed(UnsafeRawPointer)
  }

  /// Reads the members of an object into a frame; returns where it ends.
  ///
  /// - Parameters:
  ///   - first: behind the brace and the white space after it.
  ///   - marks: those of the frame, nothing of which has been read.
  @inline(__always)
  func readMembers(
    _ first: UnsafeRawPointer, level: Int, frame: Int, depth: Int, _ marks: inout FrameMarks
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    if first.byte(0) == UInt8(ascii: "}") { return first + 1 }
    let levelPlan = plan.pointee.levels.baseAddress.unsafelyUnwrapped + level
    let slots = stores[level].inputs(frame)
    var expected = plan.pointee.keys.baseAddress.unsafelyUnwrapped + levelPlan.pointee.firstKey
    var others = OtherKeys()
    var at = first
    while true {
      var key = expected
      let value: UnsafeRawPointer
      if key.pointee.opening.isWritten(at: at) {
        value = try behindColon(at + key.pointee.opening.length)
      } else {
        switch try readOtherKey(at, level: level, frame: frame, depth: depth, &others, &marks) {
        case .value(let found, let place): (key, value) = (found, place)
        case .passed(let next):
          let mark = behindSpace(next)
          guard mark.byte(0) == UInt8(ascii: ",") else { return try endObject(mark, others) }
          at = behindSpace(mark + 1)
          continue
        }
      }
      guard slots[key.pointee.input].kind == .blank else { throw malformed(.duplicateKey, at) }
      let next = try readInput(value, key, slots, frame: frame, depth: depth, &marks)
      expected = key + 1
      let mark = behindSpace(next)
      guard mark.byte(0) == UInt8(ascii: ",") else { return try endObject(mark, others) }
      at = behindSpace(mark + 1)
    }
  }

  @inline(__always)
  private func endObject(
    _ mark: UnsafeRawPointer, _ others: OtherKeys
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    guard mark.byte(0) == UInt8(ascii: "}") else { throw problem(.commaOrEnd, mark) }
    workspace.otherKeys.pointee.end(others)
    return mark + 1
  }

  @inline(__always)
  func behindColon(
    _ place: UnsafeRawPointer
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    let colon = behindSpace(place)
    guard colon.byte(0) == UInt8(ascii: ":") else { throw problem(.colon, colon) }
    return behindSpace(colon + 1)
  }

  /// Reads a key that is not the expected one and its colon, and if nobody asks for it also its value.
  @inline(never)
  private func readOtherKey(
    _ place: UnsafeRawPointer, level: Int, frame: Int, depth: Int, _ others: inout OtherKeys,
    _ marks: inout FrameMarks
  ) throws(MalformedRecord) -> Other {
    guard place.byte(0) == UInt8(ascii: "\"") else { throw problem(.key, place) }
    let (key, next) = try readText(place)
    let value = try behindColon(next)
    var (form, text) = (key, KnownText(of: key))
    var number = plan.key(text, in: level)
    if number < 0, key.flags & Value.isBeyondASCII != 0 {
      form = canonicalForm(of: key)
      text = KnownText(of: form)
      number = self.number(ofCanonical: form, in: level)
    }
    if number >= 0 {
      return .value(plan.pointee.keys.baseAddress.unsafelyUnwrapped + number, value)
    }
    try note(form, hash: text.hash, place, &others)
    noteUnknown(key, level: level, frame: frame)
    if plan.pointee.levels[level].isClosed { marks.hasLeft = true }
    return .passed(try skipValue(value, depth: depth))
  }

  /// The number of a key beyond ASCII, however it is written, or -1.
  private func number(ofCanonical key: Value, in level: Int) -> Int {
    workspace.program.levels[level].keys.number(ofCanonical: key.bytes).map {
      plan.pointee.levels[level].firstKey &+ $0
    } ?? -1
  }

  /// Keeps a key that no field asks for, for what is said of it.
  @inline(__always)
  private func noteUnknown(_ key: Value, level: Int, frame: Int) {
    workspace.unknownKeys.pointee.haveCome = true
    guard plan.pointee.levels[level].isClosed else { return }
    // Messages that an earlier run put into a rejected record are nobody's mistake.
    if level == 0, key.bytes.elementsEqual(problemsKey.utf8) { return }
    workspace.unknownKeys.pointee.append(
      .init(level: Int32(level), frame: Int32(truncatingIfNeeded: frame), key: key))
  }

  /// Keeps a key of an object, which must not have come already in any spelling.
  ///
  /// - Parameters:
  ///   - key: in its canonical form.
  ///   - hash: that of its `KnownText`.
  @inline(__always)
  func note(
    _ key: Value, hash: UInt64, _ place: UnsafeRawPointer, _ others: inout OtherKeys
  ) throws(MalformedRecord) {
    guard workspace.otherKeys.pointee.insert(key, hash: hash, &others) else {
      throw malformed(.duplicateKey, place)
    }
  }

  /// The form of a key beyond ASCII in which all its spellings are the same bytes.
  @inline(never)
  func canonicalForm(of key: Value) -> Value {
    if key.bytes.isPlain { return key }
    var form: [UInt8] = []
    key.bytes.appendCanonical(to: &form)
    return Value(
      text: form.withUnsafeBufferPointer { workspace.scratch.pointee.addWithSlack($0) })
  }
}
