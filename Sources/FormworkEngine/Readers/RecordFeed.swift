// The third reader, besides those of JSON and tables, for records that aren't text. The caller walks the structure of
// the record and passes the values one by one. The reader stores them directly in the frames of a workspace.

/// Receives the values of one object into one frame.
package struct RecordFeed {
  /// A key with a field.
  package struct Key {
    fileprivate var input: Int
    /// The index of the key in the plan's keys, or -1.
    fileprivate var entry: Int
    /// The type of the first field with this key, if it was looked up once for many records.
    fileprivate var type: FieldType??

    init(input: Int, entry: Int = -1) { (self.input, self.entry) = (input, entry) }
  }

  package let level: Int
  private let frame: Int
  private var hint = 0
  private unowned(unsafe) let workspace: Workspace
  // The parts of the workspace that every value needs, as pointers, which avoids reference counting.
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

  /// Returns the key called `name` if it has a field. Records any other key of a closed level.
  ///
  /// - Throws: `duplicateKey` if the key already has a value, as for JSON. A second value would be evaluated with the
  ///   state that the first value left in the frame.
  @inline(__always)
  package mutating func key(_ name: String) throws(MalformedRecord) -> Key? {
    let key =
      name.utf8.withContiguousStorageIfAvailable { find($0) }
      ?? Array(name.utf8).withUnsafeBufferPointer { find($0) }
    return try unset(key)
  }

  /// Returns the key whose name is the UTF-8 text `name`, with the same effects as the other `key`.
  mutating func key(_ name: TextBytes) throws(MalformedRecord) -> Key? { try unset(find(name)) }

  @inline(__always)
  private func unset(_ key: Key) throws(MalformedRecord) -> Key? {
    if key.input < 0 { return nil }
    guard stores[level].inputs(frame)[key.input].kind == .blank else {
      throw MalformedRecord(.duplicateKey, 0)
    }
    return key
  }

  /// Returns the key of a column of a table.
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
    // Keys come in nearly the same order in every record, so the key after the last one is tried first.
    var number = plan.pointee.levels[level].firstKey &+ hint
    if !keys[number].name.isSame(as: text) { number = plan.key(text, in: level) }
    if number < 0, !name.isASCII {
      number = workspace.program.levels[level].keys.number(ofCanonical: name) ?? -1
      if number >= 0 { number += plan.pointee.levels[level].firstKey }
    }
    let asksColumns = level == 0 && plan.pointee.asksColumns
    guard number >= 0 else {
      if level == 0, name.elementsEqual(problemsKey.utf8) { return Key(input: -1) }
      if asksColumns { workspace.addKey(name) }
      if plan.pointee.levels[level].isClosed { note(name) }
      return Key(input: -1)
    }
    if asksColumns { workspace.addKey(name) }
    hint = number &- plan.pointee.levels[level].firstKey &+ 1
    return Key(input: keys[number].input, entry: number)
  }

  private func note(_ name: TextBytes) {
    workspace.unknownKeys.pointee.append(
      .init(level: Int32(level), frame: Int32(truncatingIfNeeded: frame), key: copy(name)))
  }
}

// MARK: - Values

extension RecordFeed {
  private func set(_ key: Key, _ value: Value) { stores[level].inputs(frame)[key.input] = value }

  /// Copies a text to the memory of the record, with readable bytes past the end of the text.
  private func copy(_ bytes: TextBytes) -> Value {
    let text = scratch.pointee.addWithSlack(bytes)
    return Value(text: text, flags: text.isASCII ? 0 : Value.isBeyondASCII)
  }

  /// Sets the value of a key to a text.
  package func set(_ key: Key, text: String) {
    text.utf8.withContiguousStorageIfAvailable { set(key, text: $0, isPadded: false) }
      ?? Array(text.utf8).withUnsafeBufferPointer { set(key, text: $0, isPadded: false) }
  }

  /// Sets the value of a key to a text.
  ///
  /// - Parameter isPadded: whether the text stays valid until another record is evaluated, with `ScratchArena.slack`
  ///   readable bytes past its end. If not, it is copied.
  func set(_ key: Key, text: TextBytes, isPadded: Bool) {
    set(key, text: text, isPadded: isPadded, isASCII: text.isASCII)
  }

  /// Sets the value of a key to a text, if the caller knows whether it is ASCII.
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

  /// Sets the value of a key to a number.
  ///
  /// - Parameter digits: the number in JSON notation (RFC 8259 § 6).
  package func set(_ key: Key, number digits: String) {
    digits.utf8.withContiguousStorageIfAvailable { set(key, number: $0) }
      ?? Array(digits.utf8).withUnsafeBufferPointer { set(key, number: $0) }
  }

  /// Sets the value of a key to a number in JSON notation. Copies the digits.
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

  /// Sets the value of a key to a whole number.
  package func set(_ key: Key, integer: Int64) {
    set(key, number: integer, places: 0, (integer, 0))
  }

  /// Sets the value of a key to a number with `places` decimal places, 0 to 38.
  ///
  /// - Parameter lowest: the same number in lowest terms.
  func set(
    _ key: Key, number: Int64, places: Int, _ lowest: (digits: Int64, scale: UInt8)
  ) {
    // Reserves space for 20 digits, or for one more than the decimal places if that is more, because a zero may precede
    // the point. Two more bytes are for the point and a minus sign.
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

  /// Sets the value of a key to a truth value.
  package func set(_ key: Key, bool: Bool) {
    set(key, Value(.bool, flags: bool ? 1 : 0))
    guard key.entry >= 0 else { return }
    plan.storeBool(
      bool, plan.pointee.keys.baseAddress.unsafelyUnwrapped + key.entry,
      stores[level].inputs(frame), &stores[level].marks[frame])
  }

  /// Sets the value of a key to a moment, as a value of the field's type: a date, a time of day, or both. For any other
  /// type, the value is an instant. If fields share the key, the first of them decides.
  ///
  /// - Parameter local: the date and time of the moment in the intended time zone.
  package func set(_ key: Key, instant: CalendarInstant, local: CalendarDateTime) {
    switch kind(key) {
    case .date: set(key, date: local.date)
    case .time: set(key, moment: Value(local.time))
    case .dateTime: set(key, moment: Value(local))
    default: set(key, moment: Value(instant))
    }
  }

  /// Sets the value of a key to a date and a time of day without a zone. If the field's type is a date and the time is
  /// midnight, sets it to the date alone.
  func set(_ key: Key, local: CalendarDateTime) {
    if local.time == .midnight, kind(key) == .date {
      set(key, date: local.date)
    } else {
      set(key, moment: Value(local))
    }
  }

  /// Sets the value of a key to a day.
  func set(_ key: Key, date: CalendarDate) {
    if hasMomentFormat(key) {
      set(key, moment: Value(date))
    } else {
      set(key, digitsOf: date)
    }
  }

  /// Sets the value of a key to a date or time. The format of the field doesn't apply to it.
  func set(_ key: Key, moment: Value) {
    var text = moment.text
    guard hasMomentFormat(key) else { return set(key, text: text) }
    var value = text.withUTF8 { copy($0) }
    value.flags |= Value.isPlainValue
    set(key, value)
  }

  /// Sets the value of a key to a day in ISO 8601 form.
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

  /// Whether the first field with this key has a format for dates or times.
  private func hasMomentFormat(_ key: Key) -> Bool {
    guard let type = fieldType(key) else { return false }
    let program = workspace.program
    let types =
      if case .either(let number) = type { program.alternatives[Int(number)] } else { [type] }
    return types.contains { type in
      guard case .formatted(let format) = type else { return false }
      return program.formats[Int(format)].kind.isMoment
    }
  }

  /// Returns the kind of the values of the first field with this key.
  private func kind(_ key: Key) -> FieldKind? {
    fieldType(key).map { workspace.program.kind(of: $0) }
  }

  /// Returns the type of the first field with this key.
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

  /// Sets the value of a key to null.
  package func setNull(_ key: Key) { set(key, Value(.null)) }

  /// Stores a value that fits no type of the language, such as NaN.
  package func setNothingKnown(_ key: Key) { set(key, Value(.unknown)) }

  /// Sets the value of a key to an array or object that `hasLevel` doesn't accept.
  ///
  /// - Parameter json: well-formed JSON in valid UTF-8.
  package func set(_ key: Key, json: [UInt8], isArray: Bool) {
    let text = json.withUnsafeBufferPointer { scratch.pointee.addPadded($0) }
    set(key, Value(text: text, kind: .json, flags: isArray ? 1 : 2))
  }
}

// MARK: - Structures

extension RecordFeed {
  /// Whether a structure under the key is read into frames. Otherwise it must be passed as JSON, as a list by name is.
  package func hasLevel(_ key: Key, isArray: Bool) -> Bool { child(key, isArray) >= 0 }

  private func child(_ key: Key, _ isArray: Bool) -> Int {
    let first = plan.pointee.levels[level].firstStructure
    let structure = plan.pointee.structures[first + key.input]
    guard structure >= 0, plan.pointee.levels[Int(structure)].keyInput < 0 else { return -1 }
    return plan.pointee.levels[Int(structure)].isList == isArray ? Int(structure) : -1
  }

  /// Sets the value of a key to an object, whose values `body` sets.
  package func setRecord(
    _ key: Key, _ body: (inout RecordFeed) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) {
    let child = child(key, false)
    let inner = try addFrame(child)
    var feed = RecordFeed(workspace, level: child, frame: inner)
    try body(&feed)
    set(key, .record(level: child, frame: inner, offset: 0))
  }

  /// Sets the value of a key to an array. `body` sets the items one by one.
  ///
  /// - Throws: if the lists of a record exceed `JSONReader.itemLimit` or `JSONReader.sizeLimit`.
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
    /// The feed for the item itself, under `key`, or for the fields of the item, through `setFields`.
    package var feed: RecordFeed
    package let key: Key
    /// Whether the items are records.
    package let isRecord: Bool

    /// Sets the fields of an item that is a record.
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
  /// Evaluates a record whose values `body` sets.
  ///
  /// - Throws: errors of `body`. Nothing is evaluated then.
  package func evaluate(
    _ body: (inout RecordFeed) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) {
    begin(TextBytes(start: nil, count: 0))
    workspace.beginKeys()
    var feed = RecordFeed(workspace, level: 0, frame: 0)
    try body(&feed)
    // Keys from a dictionary come in an arbitrary order, so the unknown keys are sorted.
    workspace.unknownKeys.pointee.sortByName()
    workspace.endKeys()
    try run()
  }
}

extension Evaluator {
  /// Whether the workspace takes more than 1 MiB, which forms rarely need.
  package var isLarge: Bool { workspace.size > 1 << 20 }
}
