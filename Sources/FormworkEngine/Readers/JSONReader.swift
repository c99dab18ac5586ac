// Reads a JSON record (RFC 8259) directly into the frames of a workspace. A value of a field's key is stored as a
// reference to its bytes. It is accepted for the field at once if it is certainly valid. Other values are checked and
// skipped.
//
// The end of the record isn't searched for first. The record is followed by a line break or a zero, and then by more
// readable bytes (`Padding`). The reader never gets past the line break or zero: texts end at a control character, and
// any other byte is compared with the expected one. Only after an error does the reader test whether the record ends
// there.
//
// The usual member is read inline: the next key in the order of the form, and a value of its field's type without
// escapes. Everything else is a call, after which reading continues as before.

/// The bytes that must follow a record.
package enum Padding {
  /// The number of readable bytes that must follow a record. The first of these bytes must be below a space.
  package static let count = 64
}

/// A reader of one record into a workspace. Positions in the record are addresses.
package struct JSONReader {
  /// The maximum nesting depth of arrays and objects.
  static let nestingLimit = 256
  /// The maximum number of items in all lists of a record.
  package static let itemLimit = 1_000_000
  /// The maximum size, in bytes, of a record's lists and nested records during evaluation.
  package static let sizeLimit = 256 << 20

  private let start: UnsafeRawPointer
  /// The end of the bytes. If `isLine`, the record may end earlier, at a line break.
  private let end: UnsafeRawPointer
  private let isLine: Bool
  /// The number to add to an address to get an offset in the record.
  let origin: Int
  unowned(unsafe) let workspace: Workspace
  // The parts of the workspace that every member needs, as pointers, which avoids reference counting.
  let plan: UnsafePointer<Plan>
  let stores: UnsafeMutablePointer<LevelStore>

  /// - Parameters:
  ///   - isLine: whether the record ends at the end of its line.
  ///   - offset: the offset of `start` in the record.
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

  /// Returns the bytes from the start of the record to `end`.
  func bytes(upTo end: UnsafeRawPointer) -> TextBytes {
    TextBytes(start: start.assumingMemoryBound(to: UInt8.self), count: end - start)
  }

  /// Returns the offset of a position in the record.
  @inline(__always)
  func offset(of place: UnsafeRawPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: origin &+ Int(bitPattern: place))
  }
}

// MARK: - Records

extension JSONReader {
  /// Reads a record into frame 0 of level 0, which must be fresh.
  ///
  /// - Parameter bytes: must be followed by `Padding`.
  static func read(_ bytes: TextBytes, into workspace: Workspace) throws(MalformedRecord) {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else {
      throw MalformedRecord(.unexpectedEnd, 0)
    }
    let reader = JSONReader(start, upTo: start + bytes.count, isLine: false, into: workspace)
    var marks = FrameMarks.begun
    _ = try reader.readRecord(&marks)
    workspace.stores[0].marks[0] = marks
  }

  /// Reads the record into frame 0 of level 0, which must be fresh. Returns the end of the record, or of its line if
  /// the record is a line.
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

  /// Returns the error of a record that isn't an object.
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

  /// Returns the keys of a record that has been read into the workspace.
  static func keys(of bytes: TextBytes, _ workspace: Workspace) -> [Value] {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return [] }
    let reader = JSONReader(start, upTo: start + bytes.count, isLine: false, into: workspace)
    var keys: [Value] = []
    do throws(MalformedRecord) {
      var at = reader.behindSpace(start)
      repeat {
        at = reader.behindSpace(at + 1)
        if at.byte(0) == UInt8(ascii: "}") { break }
        let (key, next) = try reader.readText(at)
        keys.append(key)
        at = reader.behindSpace(try reader.skipValue(reader.behindColon(next), depth: 1))
      } while at.byte(0) == UInt8(ascii: ",")
    } catch {
      // Not reached: the record is well-formed.
    }
    return keys
  }

  /// Parses raw JSON again, this time into frames of a level. The bytes must be well-formed.
  static func readAgain(
    _ bytes: TextBytes, offset: UInt32, level: Int, frame: Int, into workspace: Workspace
  ) throws(MalformedRecord) -> Value {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return .blank }
    let reader = JSONReader(
      start, upTo: start + bytes.count, isLine: false, offset: Int(offset), into: workspace)
    var areRight = false
    return try reader.readStructure(start, level: level, parent: frame, depth: 0, &areRight).value
  }
}

// MARK: - Errors

extension JSONReader {
  func isEnd(_ place: UnsafeRawPointer) -> Bool {
    place >= end || isLine && place.byte(0) == 0x0A
  }

  var recordEnd: UnsafeRawPointer {
    var at = start
    while !isEnd(at) { at += 1 }
    return at
  }

  func malformed(_ reason: MalformedRecord.Reason, _ place: UnsafeRawPointer) -> MalformedRecord {
    MalformedRecord(reason, place - start)
  }

  /// Returns the error of a text, number or word that is invalid at `at`. It is `unexpectedEnd` if the record ends
  /// there.
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
  /// Returns the first position from `place` on that isn't white space, or the end.
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
      // The line break that ends the record isn't white space.
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
  /// The result of reading a key other than the expected one.
  private enum Other {
    /// The key has a field; the position is that of its value.
    case value(UnsafePointer<KeyEntry>, UnsafeRawPointer)
    /// The key has no field; the position is after its value.
    case passed(UnsafeRawPointer)
  }

  /// Reads the members of an object into a frame. Returns the position after the object.
  ///
  /// - Parameters:
  ///   - first: the position after the brace and white space.
  ///   - marks: the marks of the frame, which must be fresh.
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

  /// Reads a key that isn't the expected one, and the colon after it. Also skips the value if the key has no field.
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

  /// Returns the index of a non-ASCII key, in any equivalent spelling, or -1.
  private func number(ofCanonical key: Value, in level: Int) -> Int {
    workspace.program.levels[level].keys.number(ofCanonical: key.bytes).map {
      plan.pointee.levels[level].firstKey &+ $0
    } ?? -1
  }

  /// Records a key without a field, to report the key as a problem.
  @inline(__always)
  private func noteUnknown(_ key: Value, level: Int, frame: Int) {
    workspace.unknownKeys.pointee.haveCome = true
    guard plan.pointee.levels[level].isClosed else { return }
    // The key of the messages that an earlier run added to a rejected record isn't a problem.
    if level == 0, key.bytes.elementsEqual(problemsKey.utf8) { return }
    workspace.unknownKeys.pointee.append(
      .init(level: Int32(level), frame: Int32(truncatingIfNeeded: frame), key: key))
  }

  /// Records a key of an object. Throws if the object already has the key in any spelling.
  ///
  /// - Parameters:
  ///   - key: the key in its canonical form.
  ///   - hash: the hash of its `KnownText`.
  @inline(__always)
  func note(
    _ key: Value, hash: UInt64, _ place: UnsafeRawPointer, _ others: inout OtherKeys
  ) throws(MalformedRecord) {
    guard workspace.otherKeys.pointee.insert(key, hash: hash, &others) else {
      throw malformed(.duplicateKey, place)
    }
  }

  /// Returns the canonical form of a non-ASCII key, which has the same bytes for all its spellings.
  @inline(never)
  func canonicalForm(of key: Value) -> Value {
    if key.bytes.isPlain { return key }
    var form: [UInt8] = []
    key.bytes.appendCanonical(to: &form)
    return Value(
      text: form.withUnsafeBufferPointer { workspace.scratch.pointee.addWithSlack($0) })
  }
}
