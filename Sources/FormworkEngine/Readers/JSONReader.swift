// Reads one JSON record (RFC 8259) straight into the frames of a workspace: values that a field
// asks for are noted by their place, the rest is checked and skipped.

/// A cursor over the bytes of one record.
package struct JSONReader {
  /// How deep arrays and objects may nest.
  static let nestingLimit = 256
  /// How many items the lists of a record may have together.
  package static let itemLimit = 1_000_000
  /// The most bytes that the lists of a record and the records in it may take while it is evaluated.
  package static let sizeLimit = 256 << 20

  let bytes: TextBytes
  /// Whether what lies behind the bytes is as `Padding` wants it.
  let isPadded: Bool
  var index = 0
  private var depth = 0
  /// Where the bytes begin in the record.
  var base = 0
  unowned(unsafe) let workspace: Workspace
  // What of it every member needs, so that no reference is counted.
  let plan: UnsafePointer<Plan>
  let stores: UnsafeMutablePointer<LevelStore>

  private init(_ bytes: TextBytes, _ workspace: Workspace, isPadded: Bool = false) {
    self.bytes = bytes
    self.isPadded = isPadded
    self.workspace = workspace
    plan = workspace.plan
    stores = workspace.stores
  }

  /// Reads a record into frame 0 of level 0, which must be fresh.
  ///
  /// - Parameter isPadded: whether what lies behind the record is as `Padding` wants it.
  static func read(
    _ bytes: TextBytes, isPadded: Bool, into workspace: Workspace
  ) throws(MalformedRecord) {
    var reader = JSONReader(bytes, workspace, isPadded: isPadded)
    if bytes.first == UInt8(ascii: "{") {
      // Nearly every record is read by this one call.
      reader.index = 1
      reader.depth = 1
      var number = 0
      let end = reader.readPlainMembers(&number, 0, 0)
      if end == .end, reader.index == bytes.count { return }
      try reader.readMembers(after: end, number, level: 0, frame: 0)
    } else {
      try reader.readSpacedObject()
    }
    try reader.finish()
  }

  /// Reads the rest of a record whose first members have been read.
  ///
  /// - Parameters:
  ///   - offset: where reading has come to.
  ///   - end: what it came to there.
  ///   - key: which key is expected next.
  static func readOn(
    _ bytes: TextBytes, from offset: Int, after end: PlainEnd, key: Int, into workspace: Workspace
  ) throws(MalformedRecord) {
    var reader = JSONReader(bytes, workspace, isPadded: true)
    reader.index = offset
    reader.depth = 1
    try reader.readMembers(after: end, key, level: 0, frame: 0)
    try reader.finish()
  }

  /// Checks that nothing comes after the record.
  private mutating func finish() throws(MalformedRecord) {
    skipSpace()
    if index < bytes.count { throw MalformedRecord(.textAfterRecord, index) }
  }

  /// Reads a record that does not begin with its brace.
  private mutating func readSpacedObject() throws(MalformedRecord) {
    skipSpace()
    guard index < bytes.count else { throw MalformedRecord(.unexpectedEnd, index) }
    guard bytes[index] == UInt8(ascii: "{") else {
      let start = index
      try skipValue()
      throw MalformedRecord(.notAnObject, start)
    }
    try readObject(level: 0, frame: 0)
  }

  /// Reads raw JSON again, now for a level of its own; the bytes are known to be well-formed.
  static func readAgain(
    _ bytes: TextBytes, offset: UInt32, level: Int, frame: Int, isArray: Bool,
    into workspace: Workspace
  ) throws(MalformedRecord) -> Value {
    var reader = JSONReader(bytes, workspace)
    reader.base = Int(offset)
    if isArray {
      return try reader.readArray(level: level, parent: frame, offset: offset)
    }
    let child = try reader.addFrame(level, frame)
    try reader.readObject(level: level, frame: child)
    return .record(level: level, frame: child, offset: offset)
  }
}

// MARK: - Values

extension JSONReader {
  @inline(__always)
  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  /// The offset in the record of an offset in the bytes.
  func place(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: base &+ index) }

  private func problem(_ wanted: MalformedRecord.Wanted) -> MalformedRecord {
    if index >= bytes.count { return MalformedRecord(.unexpectedEnd, index) }
    let isMark = slice(index, bytes.count).starts(with: byteOrderMark)
    return MalformedRecord(isMark ? .byteOrderMark : .unexpected(wanted: wanted), index)
  }

  private mutating func enter() throws(MalformedRecord) {
    depth += 1
    if depth > JSONReader.nestingLimit {
      throw MalformedRecord(.tooDeep(limit: JSONReader.nestingLimit), index)
    }
    index += 1
  }

  private mutating func leave() { depth -= 1 }

  /// Reads the value at the cursor as a raw value; structures are checked and kept as bytes.
  private mutating func readValue() throws(MalformedRecord) -> Value {
    guard index < bytes.count else { throw problem(.value) }
    let start = index
    let offset = place(start)
    switch bytes[index] {
    case UInt8(ascii: "\""): return try readString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try skipNumber()
      return Value(text: slice(start, index), kind: .jsonNumber, extra: offset)
    case UInt8(ascii: "t"):
      try skipLiteral("true")
      return Value(.bool, flags: 1, extra: offset)
    case UInt8(ascii: "f"):
      try skipLiteral("false")
      return Value(.bool, flags: 0, extra: offset)
    case UInt8(ascii: "n"):
      try skipLiteral("null")
      return Value(.null, extra: offset)
    case UInt8(ascii: "["):
      try skipValue()
      return Value(text: slice(start, index), kind: .json, flags: 1, extra: offset)
    case UInt8(ascii: "{"):
      try skipValue()
      return Value(text: slice(start, index), kind: .json, flags: 2, extra: offset)
    default: throw problem(.value)
    }
  }

  @inline(__always)
  func slice(_ lower: Int, _ upper: Int) -> TextBytes {
    TextBytes(start: bytes.baseAddress.map { $0 + lower }, count: upper &- lower)
  }

  /// Checks a value and moves past it.
  private mutating func skipValue() throws(MalformedRecord) {
    guard index < bytes.count else { throw problem(.value) }
    switch bytes[index] {
    case UInt8(ascii: "{"): try skipObject()
    case UInt8(ascii: "["): try skipArray()
    case UInt8(ascii: "\""): _ = try scanString()
    default: _ = try readValue()
    }
  }

  private mutating func skipLiteral(_ word: StaticString) throws(MalformedRecord) {
    let start = index
    for offset in 0..<word.utf8CodeUnitCount {
      guard index < bytes.count else { throw MalformedRecord(.unexpectedEnd, index) }
      guard bytes[index] == word.utf8Start[offset] else {
        throw MalformedRecord(.badLiteral, start)
      }
      index += 1
    }
  }

  private mutating func skipNumber() throws(MalformedRecord) {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let wholeStart = index
    guard skipDigits() else { throw numberProblem(start) }
    if bytes[wholeStart] == UInt8(ascii: "0"), index - wholeStart > 1 {
      throw MalformedRecord(.badNumber, start)
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard skipDigits() else { throw numberProblem(start) }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard skipDigits() else { throw numberProblem(start) }
    }
  }

  private func numberProblem(_ start: Int) -> MalformedRecord {
    index >= bytes.count
      ? MalformedRecord(.unexpectedEnd, index) : MalformedRecord(.badNumber, start)
  }

  /// Moves past digits; false if there is none.
  @inline(__always)
  private mutating func skipDigits() -> Bool {
    let start = index
    while index < bytes.count, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
    return index > start
  }
}

// MARK: - Objects and arrays

extension JSONReader {
  /// Reads the object at the cursor into a frame.
  private mutating func readObject(level: Int, frame: Int) throws(MalformedRecord) {
    try enter()
    var number = 0
    skipSpace()
    let end = readPlainMembers(&number, level, frame)
    try readMembers(after: end, number, level: level, frame: frame)
  }

  /// Reads the rest of an object's members into a frame.
  ///
  /// - Parameters:
  ///   - end: where reading the plain ones among them came to.
  ///   - number: which key of the level is expected next.
  private mutating func readMembers(
    after end: PlainEnd, _ number: Int, level: Int, frame: Int
  ) throws(MalformedRecord) {
    var end = end
    var number = number
    var keys: KeySet?
    if case .key = end, number == 0 {
      skipSpace()
      if eat(UInt8(ascii: "}")) { return leave() }
    }
    while true {
      switch end {
      case .end: return leave()
      case .value:
        let first = plan.pointee.levels[level].firstKey
        let key = plan.pointee.keys.baseAddress.unsafelyUnwrapped + (first &+ number)
        let offset = Int(place(index))
        number &+= 1
        index &+= key.pointee.opening.length
        skipSpace()
        try readInput(key.pointee.input, level: level, frame: frame, keyOffset: offset)
      case .key: try readMember(level, frame, &number, &keys)
      case .separator: break
      }
      skipSpace()
      if eat(UInt8(ascii: "}")) { return leave() }
      guard eat(UInt8(ascii: ",")) else { throw problem(.commaOrEnd) }
      skipSpace()
      end = readPlainMembers(&number, level, frame)
    }
  }

  /// Reads a key, whichever it is, and its value.
  private mutating func readMember(
    _ level: Int, _ frame: Int, _ hint: inout Int, _ keys: inout KeySet?
  ) throws(MalformedRecord) {
    let key = try readKey()
    var input = plan.input(of: key.bytes, in: level, hint: &hint)
    if input < 0, key.flags != 0 {
      input = workspace.program.levels[level].keys.input(ofCanonical: key.bytes)
    }
    if input >= 0 {
      return try readInput(input, level: level, frame: frame, keyOffset: Int(key.extra))
    }
    try noteUnknown(key, level: level, frame: frame, &keys)
    try skipValue()
  }

  @inline(__always)
  private mutating func eat(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Reads a key and its colon, and stands before the value.
  private mutating func readKey() throws(MalformedRecord) -> Value {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw problem(.key) }
    let key = try readString()
    skipSpace()
    guard eat(UInt8(ascii: ":")) else { throw problem(.colon) }
    skipSpace()
    return key
  }

  private mutating func readInput(
    _ input: Int, level: Int, frame: Int, keyOffset: Int
  ) throws(MalformedRecord) {
    let present = stores[level].inputs(frame)[input]
    if present.kind != .blank { throw MalformedRecord(.duplicateKey, keyOffset) }
    let value: Value
    let child = index < bytes.count ? childLevel(level, input, bytes[index]) : -1
    if child >= 0 {
      let offset = place(index)
      if bytes[index] == UInt8(ascii: "{") {
        let childFrame = try addFrame(child, frame)
        try readObject(level: child, frame: childFrame)
        value = .record(level: child, frame: childFrame, offset: offset)
      } else {
        value = try readArray(level: child, parent: frame, offset: offset)
      }
    } else {
      value = try readValue()
    }
    stores[level].inputs(frame)[input] = value
  }

  /// The level that a structure under an input is read into at once, or -1.
  @inline(__always)
  private func childLevel(_ level: Int, _ input: Int, _ first: UInt8) -> Int {
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return -1 }
    let firstStructure = plan.pointee.levels[level].firstStructure
    let structure = plan.pointee.structures[firstStructure &+ input]
    guard structure >= 0 else { return -1 }
    let isList = plan.pointee.levels[Int(structure)].isList
    return isList == (first == UInt8(ascii: "[")) ? Int(structure) : -1
  }

  @inline(__always)
  private mutating func addFrame(_ level: Int, _ parent: Int) throws(MalformedRecord) -> Int {
    guard stores.hasRoom(level) else { throw MalformedRecord(stores.overflow(level), index) }
    return stores[level].addFrame(parent: parent)
  }

  /// Reads the array at the cursor into consecutive frames of a level.
  private mutating func readArray(
    level: Int, parent: Int, offset: UInt32
  ) throws(MalformedRecord) -> Value {
    try enter()
    let first = stores[level].frameCount
    var count = 0
    skipSpace()
    if !eat(UInt8(ascii: "]")) {
      while true {
        skipSpace()
        let frame = try addFrame(level, parent)
        try readItem(level: level, frame: frame)
        count += 1
        skipSpace()
        if eat(UInt8(ascii: ",")) { continue }
        guard eat(UInt8(ascii: "]")) else { throw problem(.commaOrEnd) }
        break
      }
    }
    depth -= 1
    return .list(level: level, first: first, count: count, offset: offset)
  }

  /// Reads an item: an object's fields into the frame itself, anything else into its first input.
  private mutating func readItem(level: Int, frame: Int) throws(MalformedRecord) {
    guard index < bytes.count else { throw problem(.value) }
    let itemInput = plan.pointee.levels[level].itemInput
    if plan.pointee.levels[level].itemIsRecord {
      let offset = place(index)
      if bytes[index] == UInt8(ascii: "{") {
        try readObject(level: level, frame: frame)
        stores[level].inputs(frame)[itemInput] = .record(
          level: level, frame: frame, offset: offset)
      } else {
        stores[level].inputs(frame)[itemInput] = try readValue()
      }
    } else {
      try readInput(itemInput, level: level, frame: frame, keyOffset: index)
    }
  }

  /// Keeps a key that no field asks for, so that it is found if it comes again.
  private mutating func noteUnknown(
    _ key: Value, level: Int, frame: Int, _ keys: inout KeySet?
  ) throws(MalformedRecord) {
    workspace.unknownKeys.pointee.haveCome = true
    if keys == nil { keys = KeySet() }
    guard keys?.insert(key) == true else {
      throw MalformedRecord(.duplicateKey, Int(key.extra))
    }
    guard plan.pointee.levels[level].isClosed else { return }
    // Messages that an earlier run put into a rejected record are nobody's mistake.
    if level == 0, key.bytes.elementsEqual(problemsKey.utf8) { return }
    workspace.unknownKeys.pointee.append(
      .init(level: Int32(level), frame: Int32(truncatingIfNeeded: frame), key: key))
  }

  private mutating func skipObject() throws(MalformedRecord) {
    try enter()
    var keys = KeySet()
    skipSpace()
    if eat(UInt8(ascii: "}")) { return leave() }
    while true {
      let key = try readKey()
      guard keys.insert(key) else { throw MalformedRecord(.duplicateKey, Int(key.extra)) }
      try skipValue()
      skipSpace()
      if eat(UInt8(ascii: ",")) { continue }
      if eat(UInt8(ascii: "}")) { return leave() }
      throw problem(.commaOrEnd)
    }
  }

  private mutating func skipArray() throws(MalformedRecord) {
    try enter()
    skipSpace()
    if eat(UInt8(ascii: "]")) { return leave() }
    while true {
      skipSpace()
      try skipValue()
      skipSpace()
      if eat(UInt8(ascii: ",")) { continue }
      if eat(UInt8(ascii: "]")) { return leave() }
      throw problem(.commaOrEnd)
    }
  }
}

// MARK: - Rejects

extension JSONReader {
  /// Whether the bytes of a text stand anywhere behind a quote, or might, with escapes.
  static func hasText(_ text: String, in bytes: TextBytes) -> Bool {
    var text = text
    if ByteScan.find(UInt8(ascii: "\\"), in: bytes, from: 0) < bytes.count { return true }
    return text.withUTF8 { text in
      var at = 0
      while true {
        at = ByteScan.find(UInt8(ascii: "\""), in: bytes, from: at) &+ 1
        guard at &+ text.count <= bytes.count else { return false }
        if bytes.part(at, at &+ text.count).hasSameBytes(as: text) { return true }
      }
    }
  }

  /// Where a member of an object stands, with one of the commas that set it apart; nil if there is
  /// no such key before the first fault.
  static func member(
    _ key: String, in bytes: TextBytes, _ workspace: Workspace
  ) -> Range<Int>? {
    var reader = JSONReader(bytes, workspace)
    reader.skipSpace()
    guard reader.eat(UInt8(ascii: "{")) else { return nil }
    var comma = reader.index
    while true {
      reader.skipSpace()
      let start = reader.index
      guard let found = try? reader.readKey(), (try? reader.skipValue()) != nil else { return nil }
      let end = reader.index
      reader.skipSpace()
      let nextComma = reader.index
      let goesOn = reader.eat(UInt8(ascii: ","))
      if found.text == key { return goesOn ? start..<reader.index : comma..<end }
      guard goesOn else { return nil }
      comma = nextComma
    }
  }
}
