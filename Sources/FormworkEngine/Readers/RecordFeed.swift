// The third reader next to JSON and tables: takes the values of a record that is no text, one by one,
// straight into the frames of a workspace. Whoever walks the record's own structure drives it.

/// Takes the values of one object into one frame.
package struct RecordFeed {
  /// A key that a field asks for.
  package struct Key {
    fileprivate var input: Int
    /// The entry of the plan's keys, or -1.
    fileprivate var entry: Int
    /// The type of the first field that the value is for, where that was looked up once for many records.
    fileprivate var type: FieldType??

    init(input: Int, entry: Int = -1) { (self.input, self.entry) = (input, entry) }
  }

  package let level: Int
  private let frame: Int
  private var hint = 0
  private unowned(unsafe) let workspace: Workspace
  // What of it every value needs, so that no reference is counted.
  private let plan: UnsafePointer<Plan>
  private let stores: UnsafeMutablePointer<LevelStore>
  private let scratch: UnsafeMutablePointer<ScratchArena>

  init(_ workspace: Workspace, level: Int, frame: Int) {
    self.workspace = workspace
    self.level = level
    self.frame = frame
    plan = workspace.plan
    stores = workspace.stores
    scratch = workspace.scratch
  }

  /// Returns the key called `name` if a field asks for it. Notes any other key of a closed level.
  ///
  /// - Throws: `duplicateKey` if the key already has a value, as JSON does. A second value would be judged with what the
  ///   first one left in the frame.
  @inline(__always)
  package mutating func key(_ name: String) throws(MalformedRecord) -> Key? {
    let key =
      name.utf8.withContiguousStorageIfAvailable { find($0) }
      ?? Array(name.utf8).withUnsafeBufferPointer { find($0) }
    return try unset(key)
  }

  /// Returns the key whose name is the UTF-8 text `name`, as the other `key` does.
  mutating func key(_ name: TextBytes) throws(MalformedRecord) -> Key? { try unset(find(name)) }

  @inline(__always)
  private func unset(_ key: Key) throws(MalformedRecord) -> Key? {
    if key.input < 0 { return nil }
    guard stores[level].inputs(frame)[key.input].kind == .blank else {
      throw MalformedRecord(.duplicateKey, 0)
    }
    return key
  }

  /// The key of a column of a table.
  static func key(of target: TableReader.Target, _ workspace: Workspace) -> Key {
    let first = workspace.plan.pointee.levels[target.level].firstKey
    var key = Key(input: target.input, entry: target.key < 0 ? -1 : first + target.key)
    key.type = .some(
      RecordFeed(workspace, level: target.level, frame: target.frame).fieldType(key))
    return key
  }

  private mutating func find(_ name: TextBytes) -> Key {
    let text = KnownText(name)
    let keys = plan.pointee.keys.baseAddress.unsafelyUnwrapped
    // Keys come in nearly the same order in every record, so the one after the last is tried first.
    var number = plan.pointee.levels[level].firstKey &+ hint
    if !keys[number].name.isSame(as: text) { number = plan.key(text, in: level) }
    if number < 0, !name.isASCII {
      number = workspace.program.levels[level].keys.number(ofCanonical: name) ?? -1
      if number >= 0 { number += plan.pointee.levels[level].firstKey }
    }
    guard number >= 0 else {
      if plan.pointee.levels[level].isClosed { note(name) }
      return Key(input: -1)
    }
    hint = number &- plan.pointee.levels[level].firstKey &+ 1
    return Key(input: keys[number].input, entry: number)
  }

  private func note(_ name: TextBytes) {
    if level == 0, name.elementsEqual(problemsKey.utf8) { return }
    workspace.unknownKeys.pointee.append(
      .init(level: Int32(level), frame: Int32(truncatingIfNeeded: frame), key: copy(name)))
  }
}

// MARK: - Values

extension RecordFeed {
  private func set(_ key: Key, _ value: Value) { stores[level].inputs(frame)[key.input] = value }

  /// A text of the record's own memory, behind which may be looked.
  private func copy(_ bytes: TextBytes) -> Value {
    let text = scratch.pointee.addWithSlack(bytes)
    return Value(text: text, flags: text.isASCII ? 0 : Value.isBeyondASCII)
  }

  /// Puts a text under a key.
  package func set(_ key: Key, text: String) {
    text.utf8.withContiguousStorageIfAvailable { set(key, text: $0, isPadded: false) }
      ?? Array(text.utf8).withUnsafeBufferPointer { set(key, text: $0, isPadded: false) }
  }

  /// Puts a text under a key.
  ///
  /// - Parameter isPadded: whether the text stays where it is until another record is evaluated, with
  ///   `ScratchArena.slack` bytes behind it that may be looked at; if not, it is copied.
  func set(_ key: Key, text: TextBytes, isPadded: Bool) {
    set(key, text: text, isPadded: isPadded, isASCII: text.isASCII)
  }

  /// Sets a text whose caller knows whether it is ASCII.
  func set(_ key: Key, text: TextBytes, isPadded: Bool, isASCII: Bool) {
    let value = Value(
      text: isPadded ? text : scratch.pointee.addWithSlack(text),
      flags: isASCII ? 0 : Value.isBeyondASCII)
    let slots = stores[level].inputs(frame)
    slots[key.input] = value
    guard key.entry >= 0, let place = UnsafeRawPointer(value.bytes.baseAddress) else { return }
    plan.storeTextOrChoice(
      place, value.bytes.count, value,
      plan.pointee.keys.baseAddress.unsafelyUnwrapped + key.entry, slots,
      &stores[level].marks[frame])
  }

  /// Puts a number under a key.
  ///
  /// - Parameter digits: as JSON writes numbers (RFC 8259 § 6).
  package func set(_ key: Key, number digits: String) {
    digits.utf8.withContiguousStorageIfAvailable { set(key, number: $0) }
      ?? Array(digits.utf8).withUnsafeBufferPointer { set(key, number: $0) }
  }

  /// The same of digits that are copied.
  func set(_ key: Key, number digits: TextBytes) {
    let value = copy(digits)
    set(key, Value(text: value.bytes, kind: .jsonNumber))
    guard key.entry >= 0 else { return }
    let entry = plan.pointee.keys.baseAddress.unsafelyUnwrapped + key.entry
    guard entry.pointee.direct.kind.isNumber,
      let number = ExactDecimal.parse(json: value.bytes).number,
      let short = Value(number).smallCoefficient
    else { return }
    plan.storeNumber(
      short, number.scale, entry, stores[level].inputs(frame), &stores[level].marks[frame])
  }

  /// Puts a whole number under a key.
  package func set(_ key: Key, integer: Int64) {
    set(key, number: integer, places: 0, (integer, 0))
  }

  /// Puts a number under a key that is written with so many digits after the point, 0 to 38.
  ///
  /// - Parameter lowest: the same in lowest terms.
  func set(
    _ key: Key, number: Int64, places: Int, _ lowest: (digits: Int64, scale: UInt8)
  ) {
    // Twenty digits or, with a zero before the point, one more than there are behind it; the point, and a minus.
    let room = scratch.pointee.reserve(max(20, places &+ 1) &+ 2)
    var start = room.count
    var rest = number.magnitude
    var count = 0
    repeat {
      if count == places, places > 0 {
        start -= 1
        room[start] = UInt8(ascii: ".")
      }
      start -= 1
      room[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      count += 1
    } while rest > 0 || count <= places
    if number < 0 {
      start -= 1
      room[start] = UInt8(ascii: "-")
    }
    let digits = TextBytes(rebasing: UnsafeBufferPointer(room)[start...])
    set(key, Value(text: digits, kind: .jsonNumber))
    guard key.entry >= 0 else { return }
    plan.storeNumber(
      lowest.digits, lowest.scale, plan.pointee.keys.baseAddress.unsafelyUnwrapped + key.entry,
      stores[level].inputs(frame), &stores[level].marks[frame])
  }

  /// Puts a truth value under a key.
  package func set(_ key: Key, bool: Bool) {
    set(key, Value(.bool, flags: bool ? 1 : 0))
    guard key.entry >= 0 else { return }
    plan.storeBool(
      bool, plan.pointee.keys.baseAddress.unsafelyUnwrapped + key.entry,
      stores[level].inputs(frame), &stores[level].marks[frame])
  }

  /// Puts a moment under a key as its field has it: as a day, a time of day or both, and else as an instant. Where fields
  /// share the key, the first of them counts.
  ///
  /// - Parameter local: the calendar and the clock at the moment where they are meant to be.
  package func set(_ key: Key, instant: CalendarInstant, local: CalendarDateTime) {
    switch fieldType(key) {
    case .date, .formatted: set(key, date: local.date, else: instant.description)
    case .time: set(key, text: local.time.description)
    case .dateTime: set(key, text: local.description)
    default: set(key, text: instant.description)
    }
  }

  /// Puts a date and a time of day without a zone under a key: midnight as a day where the field has days.
  func set(_ key: Key, local: CalendarDateTime) {
    if local.time == .midnight {
      set(key, date: local.date, else: local.description)
    } else {
      set(key, text: local.description)
    }
  }

  /// Puts a day under a key, as its field writes days.
  ///
  /// - Parameter other: what it is where the field has no days; nil for the day as ISO 8601 writes it.
  func set(_ key: Key, date: CalendarDate, else other: String? = nil) {
    switch fieldType(key) {
    case .date: set(key, digitsOf: date)
    case .formatted(let format):
      let own = workspace.program.formats[Int(format)].text(of: Value(date))
      set(key, text: own ?? other ?? date.description)
    default:
      if let other { set(key, text: other) } else { set(key, digitsOf: date) }
    }
  }

  /// Puts a day under a key as ISO 8601 writes it.
  private func set(_ key: Key, digitsOf date: CalendarDate) {
    let (year, month, day) = date.civil
    guard (0...9_999).contains(year) else { return set(key, text: date.description) }
    let room = scratch.pointee.reserve(10 + ScratchArena.slack)
    func put(_ number: Int, _ first: Int, _ last: Int) {
      var rest = number
      for place in stride(from: last, through: first, by: -1) {
        room[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
    }
    put(Int(year), 0, 3)
    put(Int(month), 5, 6)
    put(Int(day), 8, 9)
    room[4] = UInt8(ascii: "-")
    room[7] = UInt8(ascii: "-")
    set(key, text: scratch.pointee.trim(room, to: 10), isPadded: true)
  }

  /// The type of the first field that a key's value is for.
  private func fieldType(_ key: Key) -> FieldType? {
    if let type = key.type { return type }
    let program = workspace.program
    let step = program.levels[level].steps.first {
      $0.kind == .field && program.fields[Int($0.target)].inputs.contains(Int32(key.input))
    }
    if let step { return program.fields[Int(step.target)].type }
    let item = program.levels[level]
    return item.isList && Int(item.itemInput) == key.input
      ? program.fields[Int(item.itemField)].type : nil
  }

  /// Puts nothing under a key.
  package func setNull(_ key: Key) { set(key, Value(.null)) }

  /// Puts something under a key that is of no type of the language, such as a number that is none.
  package func setNothingKnown(_ key: Key) { set(key, Value(.unknown)) }

  /// Puts an array or object under a key that no level is read from at once.
  ///
  /// - Parameter json: well-formed, its strings valid UTF-8.
  package func set(_ key: Key, json: [UInt8], isArray: Bool) {
    let text = json.withUnsafeBufferPointer { scratch.pointee.addPadded($0) }
    set(key, Value(text: text, kind: .json, flags: isArray ? 1 : 2))
  }
}

// MARK: - Structures

extension RecordFeed {
  /// Whether a structure under a key is read into frames of its own, and not to be given as JSON.
  package func hasLevel(_ key: Key, isArray: Bool) -> Bool { child(key, isArray) >= 0 }

  private func child(_ key: Key, _ isArray: Bool) -> Int {
    let first = plan.pointee.levels[level].firstStructure
    let structure = plan.pointee.structures[first + key.input]
    guard structure >= 0 else { return -1 }
    return plan.pointee.levels[Int(structure)].isList == isArray ? Int(structure) : -1
  }

  /// Puts an object under a key; `body` gives its values.
  package func setRecord(
    _ key: Key, _ body: (inout RecordFeed) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) {
    let child = child(key, false)
    let inner = try addFrame(child)
    var feed = RecordFeed(workspace, level: child, frame: inner)
    try body(&feed)
    set(key, .record(level: child, frame: inner, offset: 0))
  }

  /// Puts an array under a key; `body` gives the items one by one.
  ///
  /// - Throws: if the lists of a record are beyond `JSONReader.itemLimit` or `JSONReader.sizeLimit`.
  package func setList(
    _ key: Key, count: Int,
    _ body: (Int, inout ItemFeed) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) {
    let child = child(key, true)
    let first = stores[child].frameCount
    for index in 0..<count {
      let inner = try addFrame(child)
      var item = ItemFeed(
        feed: RecordFeed(workspace, level: child, frame: inner),
        key: Key(input: plan.pointee.levels[child].itemInput),
        isRecord: plan.pointee.levels[child].itemIsRecord)
      try body(index, &item)
    }
    set(key, .list(level: child, first: first, count: count, offset: 0))
  }

  private func addFrame(_ level: Int) throws(MalformedRecord) -> Int {
    guard stores.hasRoom(level) else { throw MalformedRecord(stores.overflow(level), 0) }
    return stores[level].addFrame(parent: frame)
  }

  /// One item of a list.
  package struct ItemFeed {
    /// Takes the item itself under `key`, or, through `setFields`, its fields.
    package var feed: RecordFeed
    package let key: Key
    /// Whether the items are records.
    package let isRecord: Bool

    /// Takes the fields of an item that is a record.
    package mutating func setFields(
      _ body: (inout RecordFeed) throws(MalformedRecord) -> Void
    ) throws(MalformedRecord) {
      try body(&feed)
      feed.set(key, .record(level: feed.level, frame: feed.frame, offset: 0))
    }
  }
}

// MARK: - Evaluation

extension Evaluator {
  /// Evaluates a record whose values `body` gives.
  ///
  /// - Throws: what `body` throws; nothing is evaluated then.
  package func evaluate(
    _ body: (inout RecordFeed) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) {
    begin(TextBytes(start: nil, count: 0))
    var feed = RecordFeed(workspace, level: 0, frame: 0)
    try body(&feed)
    // The keys of a dictionary come in any order.
    workspace.unknownKeys.pointee.sortByName()
    try run()
  }
}

extension Evaluator {
  /// Whether it holds on to more memory than records of forms need: a mebibyte.
  package var isLarge: Bool { workspace.size > 1 << 20 }
}
