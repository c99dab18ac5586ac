// Reads nested records and lists. Each object is read into a frame of its level.

extension JSONReader {
  /// Reads a record or a list into the slot of its field, and accepts it for the field if everything inside is
  /// certainly valid. Returns the position after it, or nil if the value is something else.
  @inline(never)
  func readStructure(
    _ value: UnsafeRawPointer, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, frame: Int, depth: Int, _ marks: inout FrameMarks
  ) throws(MalformedRecord) -> UnsafeRawPointer? {
    let opening =
      key.pointee.direct.kind == .list ? UInt8(ascii: "[") : UInt8(ascii: "{")
    guard value.byte(0) == opening else { return nil }
    var areRight = true
    let structure = try readStructure(
      value, level: Int(key.pointee.direct.level), parent: frame, depth: depth, &areRight)
    slots[key.pointee.input] = structure.value
    if structure.value.itemCount == 0 { return structure.next }
    if areRight {
      plan.storeStructure(structure.value, key, slots, &marks, stores)
    } else {
      marks.hasLeft = true
    }
    return structure.next
  }

  /// Reads an array, or an object with keys for items, into frames of a list's level. Reads an object into a frame of any
  /// other level.
  ///
  /// - Parameter areRight: becomes false if a frame has marks that no earlier valid frame had.
  func readStructure(
    _ place: UnsafeRawPointer, level: Int, parent: Int, depth: Int, _ areRight: inout Bool
  ) throws(MalformedRecord) -> (value: Value, next: UnsafeRawPointer) {
    let offset = offset(of: place)
    if plan.pointee.levels[level].isList {
      let first = stores[level].frameCount
      let next =
        plan.pointee.levels[level].isArray
        ? try readItems(place, level: level, parent: parent, depth: depth, &areRight)
        : try readNamedItems(place, level: level, parent: parent, depth: depth, &areRight)
      let count = stores[level].frameCount &- first
      return (.list(level: level, first: first, count: count, offset: offset), next)
    }
    let frame = try addFrame(place, level: level, parent: parent)
    let next = try readObject(place, level: level, frame: frame, depth: depth, &areRight)
    return (.record(level: level, frame: frame, offset: offset), next)
  }

  @inline(__always)
  private func addFrame(
    _ place: UnsafeRawPointer, level: Int, parent: Int
  ) throws(MalformedRecord) -> Int {
    guard stores.hasRoom(level) else { throw malformed(stores.overflow(level), place) }
    return stores[level].addFrame(parent: parent)
  }

  /// Rejects an object or an array that is nested too deeply.
  @inline(__always)
  func enter(_ place: UnsafeRawPointer, depth: Int) throws(MalformedRecord) {
    if depth >= JSONReader.nestingLimit {
      throw malformed(.tooDeep(limit: JSONReader.nestingLimit), place)
    }
  }

  /// Reads an object into a frame. Returns the position after it.
  @inline(never)
  private func readObject(
    _ place: UnsafeRawPointer, level: Int, frame: Int, depth: Int, _ areRight: inout Bool
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    try enter(place, depth: depth)
    var marks = FrameMarks.begun
    let next = try readMembers(
      behindSpace(place + 1), level: level, frame: frame, depth: depth &+ 1, &marks)
    note(marks, stores + level, frame, &areRight)
    return next
  }

  /// Stores the marks of `frame`. If an earlier valid frame had the same marks, completes the cells of `frame`.
  /// Otherwise sets `areRight` to false.
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

  /// Reads an array into consecutive frames. Returns the position after it.
  private func readItems(
    _ place: UnsafeRawPointer, level: Int, parent: Int, depth: Int, _ areRight: inout Bool
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    try enter(place, depth: depth)
    let levelPlan = plan.pointee.levels.baseAddress.unsafelyUnwrapped + level
    // If the items are records, rules about whole items are left to the evaluator. Rules about other items are tested
    // when their values are read.
    if levelPlan.pointee.itemIsRecord, levelPlan.pointee.itemHasRules { areRight = false }
    var at = behindSpace(place + 1)
    if at.byte(0) == UInt8(ascii: "]") { return at + 1 }
    while true {
      let frame = try addFrame(at, level: level, parent: parent)
      let next =
        levelPlan.pointee.itemIsRecord
        ? try readRecordItem(at, level: level, frame: frame, depth: depth &+ 1, &areRight)
        : try readItem(at, level: level, frame: frame, depth: depth &+ 1, &areRight)
      let mark = behindSpace(next)
      guard mark.byte(0) == UInt8(ascii: ",") else {
        guard mark.byte(0) == UInt8(ascii: "]") else { throw problem(.commaOrEnd, mark) }
        return mark + 1
      }
      at = behindSpace(mark + 1)
    }
  }

  /// Reads the members of an object into consecutive frames, each with its key. Returns the position after the object.
  private func readNamedItems(
    _ place: UnsafeRawPointer, level: Int, parent: Int, depth: Int, _ areRight: inout Bool
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    try enter(place, depth: depth)
    let levelPlan = plan.pointee.levels.baseAddress.unsafelyUnwrapped + level
    // The evaluator cleans and judges the keys.
    areRight = false
    var others = OtherKeys()
    var at = behindSpace(place + 1)
    if at.byte(0) == UInt8(ascii: "}") { return at + 1 }
    while true {
      guard at.byte(0) == UInt8(ascii: "\"") else { throw problem(.key, at) }
      let (key, end) = try readText(at)
      let form = key.flags & Value.isBeyondASCII == 0 ? key : canonicalForm(of: key)
      try note(form, hash: KnownText(of: form).hash, at, &others)
      let value = try behindColon(end)
      let frame = try addFrame(value, level: level, parent: parent)
      let next =
        levelPlan.pointee.itemIsRecord
        ? try readRecordItem(value, level: level, frame: frame, depth: depth &+ 1, &areRight)
        : try readItem(value, level: level, frame: frame, depth: depth &+ 1, &areRight)
      stores[level].inputs(frame)[levelPlan.pointee.keyInput] = key
      stores[level].marks[frame].hasLeft = true
      let mark = behindSpace(next)
      guard mark.byte(0) == UInt8(ascii: ",") else {
        guard mark.byte(0) == UInt8(ascii: "}") else { throw problem(.commaOrEnd, mark) }
        workspace.otherKeys.pointee.end(others)
        return mark + 1
      }
      at = behindSpace(mark + 1)
    }
  }

  /// Reads an object into the frame of its item, or any other value into the item's input.
  @inline(__always)
  private func readRecordItem(
    _ place: UnsafeRawPointer, level: Int, frame: Int, depth: Int, _ areRight: inout Bool
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    let levelPlan = plan.pointee.levels.baseAddress.unsafelyUnwrapped + level
    let slots = stores[level].inputs(frame)
    guard place.byte(0) == UInt8(ascii: "{") else {
      let raw = try readRaw(place, level: -1, frame: frame, depth: depth)
      slots[levelPlan.pointee.itemInput] = raw.value
      areRight = false
      return raw.next
    }
    let next = try readObject(place, level: level, frame: frame, depth: depth, &areRight)
    let record = Value.record(level: level, frame: frame, offset: offset(of: place))
    slots[levelPlan.pointee.itemInput] = record
    stores[level].cells(frame)[levelPlan.pointee.itemCell] = record
    return next
  }

  @inline(never)
  private func readItem(
    _ place: UnsafeRawPointer, level: Int, frame: Int, depth: Int, _ areRight: inout Bool
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    let key = plan.pointee.itemKeys.baseAddress.unsafelyUnwrapped + level
    let slots = stores[level].inputs(frame)
    var marks = FrameMarks.begun
    let next = try readInput(place, key, slots, frame: frame, depth: depth, &marks)
    note(marks, stores + level, frame, &areRight)
    return next
  }
}
