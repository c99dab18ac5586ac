// Reads one JSON record (RFC 8259) straight into the frames of a workspace: values that a field
// asks for are noted by their place, the rest is checked and skipped.

/// A cursor over the bytes of one record.
package struct JSONReader {
  /// How deep arrays and objects may nest.
  static let nestingLimit = 256
  /// How many items the lists of a record may have together.
  package static let itemLimit = 1_000_000

  private let bytes: TextBytes
  private var index = 0
  private var depth = 0
  /// Where the bytes begin in the record.
  private var base = 0
  private unowned(unsafe) let workspace: Workspace

  private init(_ bytes: TextBytes, _ workspace: Workspace) {
    self.bytes = bytes
    self.workspace = workspace
  }

  /// Reads a record into frame 0 of level 0, which must be fresh.
  static func read(_ bytes: TextBytes, into workspace: Workspace) throws(MalformedRecord) {
    var reader = JSONReader(bytes, workspace)
    reader.skipSpace()
    guard reader.index < bytes.count else {
      throw MalformedRecord(.unexpectedEnd, reader.index)
    }
    guard bytes[reader.index] == UInt8(ascii: "{") else {
      let start = reader.index
      try reader.skipValue()
      throw MalformedRecord(.notAnObject, start)
    }
    try reader.readObject(level: 0, frame: 0)
    reader.skipSpace()
    if reader.index < bytes.count { throw MalformedRecord(.textAfterRecord, reader.index) }
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
    let child = workspace.addFrame(level: level, parent: frame)
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
  private func place(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: base &+ index) }

  private func problem(_ wanted: MalformedRecord.Wanted) -> MalformedRecord {
    index >= bytes.count
      ? MalformedRecord(.unexpectedEnd, index) : MalformedRecord(.unexpected(wanted: wanted), index)
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
  private func slice(_ lower: Int, _ upper: Int) -> TextBytes {
    TextBytes(rebasing: bytes[lower..<upper])
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
    let plan = workspace.plan
    let levelPlan = plan.levels[level]
    var keys: KeySet?
    var hint = 0
    skipSpace()
    if eat(UInt8(ascii: "}")) { return leave() }
    while true {
      let key = try readKey()
      var input = plan.input(of: key.bytes, in: levelPlan, hint: &hint)
      if input < 0, key.flags != 0 {
        input = workspace.program.levels[level].keys.input(ofCanonical: key.bytes)
      }
      if input >= 0 {
        try readInput(input, level: level, frame: frame, key: key)
      } else {
        try noteUnknown(key, level: level, frame: frame, &keys)
        try skipValue()
      }
      skipSpace()
      if eat(UInt8(ascii: ",")) { continue }
      if eat(UInt8(ascii: "}")) { return leave() }
      throw problem(.commaOrEnd)
    }
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
    _ input: Int, level: Int, frame: Int, key: Value
  ) throws(MalformedRecord) {
    let present = workspace.input(level, frame, input)
    if present.kind != .blank { throw MalformedRecord(.duplicateKey, Int(key.extra)) }
    let value: Value
    let child = index < bytes.count ? childLevel(level, input, bytes[index]) : -1
    if child >= 0 {
      let offset = place(index)
      if bytes[index] == UInt8(ascii: "{") {
        let childFrame = workspace.addFrame(level: child, parent: frame)
        try readObject(level: child, frame: childFrame)
        value = .record(level: child, frame: childFrame, offset: offset)
      } else {
        value = try readArray(level: child, parent: frame, offset: offset)
      }
    } else {
      value = try readValue()
    }
    workspace.setInput(level, frame, input, value)
  }

  /// The level that a structure under an input is read into at once, or -1.
  @inline(__always)
  private func childLevel(_ level: Int, _ input: Int, _ first: UInt8) -> Int {
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return -1 }
    let plan = workspace.plan
    let structure = plan.structures[plan.levels[level].firstStructure + input]
    guard structure >= 0 else { return -1 }
    let isList = plan.levels[Int(structure)].isList
    return isList == (first == UInt8(ascii: "[")) ? Int(structure) : -1
  }

  /// Reads the array at the cursor into consecutive frames of a level.
  private mutating func readArray(
    level: Int, parent: Int, offset: UInt32
  ) throws(MalformedRecord) -> Value {
    try enter()
    let first = workspace.stores[level].frameCount
    var count = 0
    skipSpace()
    if !eat(UInt8(ascii: "]")) {
      while true {
        skipSpace()
        if workspace.stores[level].frameCount >= JSONReader.itemLimit {
          throw MalformedRecord(.tooManyItems(limit: JSONReader.itemLimit), index)
        }
        let frame = workspace.addFrame(level: level, parent: parent)
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
    let itemInput = workspace.plan.levels[level].itemInput
    if workspace.plan.levels[level].itemIsRecord {
      let offset = place(index)
      if bytes[index] == UInt8(ascii: "{") {
        try readObject(level: level, frame: frame)
        workspace.setInput(
          level, frame, itemInput, .record(level: level, frame: frame, offset: offset))
      } else {
        workspace.setInput(level, frame, itemInput, try readValue())
      }
    } else {
      let none = Value(.blank)
      try readInput(itemInput, level: level, frame: frame, key: none)
    }
  }

  /// Keeps a key that no field asks for, so that it is found if it comes again.
  private mutating func noteUnknown(
    _ key: Value, level: Int, frame: Int, _ keys: inout KeySet?
  ) throws(MalformedRecord) {
    if keys == nil { keys = KeySet() }
    guard keys?.insert(key) == true else {
      throw MalformedRecord(.duplicateKey, Int(key.extra))
    }
    guard workspace.plan.levels[level].isClosed else { return }
    // Messages that an earlier run put into a rejected record are nobody's mistake.
    if level == 0, key.bytes.elementsEqual(problemsKey.utf8) { return }
    workspace.unknownKeys.append(
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

// MARK: - Strings

extension JSONReader {
  private struct StringScan {
    var upper: Int
    var isEscaped = false
    var isASCII = true
  }

  /// Checks the string at the cursor and moves past its closing quote.
  @inline(__always)
  private mutating func scanString() throws(MalformedRecord) -> StringScan {
    index += 1
    var scan = StringScan(upper: index)
    while true {
      index = ByteScan.endOfPlainJSON(in: bytes, from: index)
      guard index < bytes.count else { throw MalformedRecord(.unexpectedEnd, index) }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        scan.upper = index
        index += 1
        return scan
      }
      if byte >= 0x80 {
        try skipNonASCII()
        scan.isASCII = false
      } else if byte == UInt8(ascii: "\\") {
        try skipEscape()
        scan.isEscaped = true
      } else {
        throw MalformedRecord(.controlCharacter(byte), index)
      }
    }
  }

  private mutating func skipNonASCII() throws(MalformedRecord) {
    while index < bytes.count, bytes[index] >= 0x80 {
      let width = ByteScan.utf8Width(in: bytes, at: index)
      if width == 0 { throw MalformedRecord(.badUTF8, index) }
      index += width
    }
  }

  private mutating func skipEscape() throws(MalformedRecord) {
    let start = index
    guard index + 1 < bytes.count else { throw MalformedRecord(.unexpectedEnd, bytes.count) }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at: index + 2)
      index += 6
      if 0xDC00...0xDFFF ~= unit { throw MalformedRecord(.loneSurrogate, start) }
      guard 0xD800...0xDBFF ~= unit else { return }
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u"),
        0xDC00...0xDFFF ~= (try codeUnit(at: index + 2))
      else { throw MalformedRecord(.loneSurrogate, start) }
      index += 6
    default: throw MalformedRecord(.badEscape, start)
    }
  }

  private func codeUnit(at position: Int) throws(MalformedRecord) -> UInt32 {
    guard position + 4 <= bytes.count else {
      throw MalformedRecord(.unexpectedEnd, bytes.count)
    }
    var unit: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = JSONReader.hexValue(bytes[position + offset]) else {
        throw MalformedRecord(.badEscape, position - 2)
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Reads the string at the cursor; `flags` is 1 if it goes beyond ASCII.
  @inline(__always)
  private mutating func readString() throws(MalformedRecord) -> Value {
    let start = index
    let scan = try scanString()
    let raw = slice(start + 1, scan.upper)
    let offset = place(start)
    if !scan.isEscaped { return Value(text: raw, flags: scan.isASCII ? 0 : 1, extra: offset) }
    return unescape(raw, offset: offset)
  }

  /// Undoes the escapes of a string that has been checked; the result is never longer.
  private func unescape(_ raw: TextBytes, offset: UInt32) -> Value {
    let room = workspace.scratch.reserve(raw.count)
    var out = 0
    var at = 0
    func put(_ byte: UInt8) {
      room[out] = byte
      out += 1
    }
    while at < raw.count {
      guard raw[at] == UInt8(ascii: "\\") else {
        put(raw[at])
        at += 1
        continue
      }
      let escape = raw[at + 1]
      at += 2
      switch escape {
      case UInt8(ascii: "b"): put(0x08)
      case UInt8(ascii: "f"): put(0x0C)
      case UInt8(ascii: "n"): put(0x0A)
      case UInt8(ascii: "r"): put(0x0D)
      case UInt8(ascii: "t"): put(0x09)
      case UInt8(ascii: "u"):
        var value = JSONReader.unit(raw, at)
        at += 4
        if 0xD800...0xDBFF ~= value {
          value = 0x10000 + (value - 0xD800) << 10 + (JSONReader.unit(raw, at + 2) - 0xDC00)
          at += 6
        }
        for byte in String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8 { put(byte) }
      default: put(escape)
      }
    }
    let text = workspace.scratch.trim(room, to: out)
    return Value(text: text, flags: text.isASCII ? 0 : 1, extra: offset)
  }

  private static func unit(_ raw: TextBytes, _ position: Int) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 0..<4 { unit = unit << 4 | (hexValue(raw[position + offset]) ?? 0) }
    return unit
  }
}

// MARK: - Rejects

extension JSONReader {
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
