// What running touches for every record, laid out flat: numbers refer to numbers, nothing is counted
// by reference. Reading the same facts from the program's own arrays of structs took twice the time,
// most of it in retain and release.

/// The hot part of a program. Never written after it is made; every number in it was made by the
/// checker and lies within its array.
final class Plan: @unchecked Sendable {
  // Unchecked: the pointers are to memory that this object owns and never changes.
  let nodes: UnsafeBufferPointer<Node>
  let lists: UnsafeBufferPointer<Int32>
  let constants: UnsafeBufferPointer<Value>
  let fields: UnsafeBufferPointer<FieldPlan>
  let rules: UnsafeBufferPointer<RuleEntry>
  let levels: UnsafeBufferPointer<LevelPlan>
  let steps: UnsafeBufferPointer<Step>
  let structures: UnsafeBufferPointer<Int32>
  let keys: UnsafeBufferPointer<KeyEntry>
  let buckets: UnsafeBufferPointer<Int32>
  let keyBytes: UnsafeBufferPointer<UInt8>
  let choices: UnsafeBufferPointer<ChoicePlan>
  let choiceItems: UnsafeBufferPointer<Int32>
  /// Whether a `required if` waits until all fields are filled.
  let hasLateFields: Bool

  init(_ program: Program) {
    nodes = Plan.copy(program.nodes)
    lists = Plan.copy(program.lists)
    constants = Plan.copy(program.constants)
    fields = Plan.copy(program.plans)
    rules = Plan.copy(program.rules)
    hasLateFields = program.plans.contains { $0.isLate }
    var items: [Int32] = []
    choices = Plan.copy(
      program.choices.map { choice in
        items += choice.constants
        return ChoicePlan(first: items.count - choice.constants.count, end: items.count)
      })
    choiceItems = Plan.copy(items)
    var layout = Layout()
    for level in program.levels { layout.add(level) }
    levels = Plan.copy(layout.levels)
    steps = Plan.copy(layout.steps)
    structures = Plan.copy(layout.structures)
    keys = Plan.copy(layout.keys)
    buckets = Plan.copy(layout.buckets)
    keyBytes = Plan.copy(layout.keyBytes)
  }

  deinit {
    nodes.deallocate()
    choices.deallocate()
    choiceItems.deallocate()
    lists.deallocate()
    constants.deallocate()
    fields.deallocate()
    rules.deallocate()
    levels.deallocate()
    steps.deallocate()
    structures.deallocate()
    keys.deallocate()
    buckets.deallocate()
    keyBytes.deallocate()
  }

  private static func copy<T>(_ array: [T]) -> UnsafeBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: max(1, array.count))
    _ = memory.initialize(from: array)
    return UnsafeBufferPointer(rebasing: memory[0..<array.count])
  }
}

/// The hot part of a level; the ranges are of the plan's arrays.
struct LevelPlan: Sendable {
  var parent: Int
  var firstStep: Int
  var endStep: Int
  var firstStructure: Int
  var firstKey: Int
  var keyCount: Int
  var firstBucket: Int
  var bucketMask: Int
  var itemInput: Int
  var itemCell: Int
  var itemField: Int
  var isClosed: Bool
  var isList: Bool
  var itemIsRecord: Bool
}

/// Where the constants of a choice stand in `choiceItems`.
struct ChoicePlan: Sendable {
  var first: Int
  var end: Int
}

/// A key that a level asks for.
struct KeyEntry: Sendable {
  var prefix: UInt64
  var firstByte: Int
  var length: Int
  var input: Int
}

/// Levels laid end to end.
private struct Layout {
  var levels: [LevelPlan] = []
  var steps: [Step] = []
  var structures: [Int32] = []
  var keys: [KeyEntry] = []
  var buckets: [Int32] = []
  var keyBytes: [UInt8] = []

  mutating func add(_ level: Level) {
    let names = level.keys.names
    let size = Layout.bucketCount(names.count)
    levels.append(
      LevelPlan(
        parent: Int(level.parent), firstStep: steps.count, endStep: steps.count + level.steps.count,
        firstStructure: structures.count, firstKey: keys.count, keyCount: names.count,
        firstBucket: buckets.count, bucketMask: size - 1, itemInput: Int(level.itemInput),
        itemCell: Int(level.itemCell), itemField: Int(level.itemField), isClosed: level.isClosed,
        isList: level.isList,
        itemIsRecord: level.itemIsRecord))
    let base = Int32(steps.count)
    for var step in level.steps {
      if step.end >= 0 { step.end += base }
      if step.next >= 0 { step.next += base }
      steps.append(step)
    }
    structures += level.structures
    addKeys(names, level.keys.inputs, buckets: size)
  }

  private static func bucketCount(_ keys: Int) -> Int {
    var size = 4
    while size < keys * 4 { size *= 2 }
    return size
  }

  private mutating func addKeys(_ names: [String], _ inputs: [Int32], buckets size: Int) {
    let firstBucket = buckets.count
    let firstKey = keys.count
    buckets += Array(repeating: Int32(-1), count: size)
    for (index, name) in names.enumerated() {
      let bytes = Array(name.utf8)
      let (prefix, hash) = bytes.withUnsafeBufferPointer { bytes in
        (KeyTable.prefix(bytes), KeyTable.hash(bytes))
      }
      keys.append(
        KeyEntry(
          prefix: prefix, firstByte: keyBytes.count, length: bytes.count, input: Int(inputs[index]))
      )
      keyBytes += bytes
      var bucket = hash & (size - 1)
      while buckets[firstBucket + bucket] >= 0 { bucket = (bucket + 1) & (size - 1) }
      buckets[firstBucket + bucket] = Int32(firstKey + index)
    }
  }
}

// MARK: - Keys

extension Plan {
  /// The input that a key belongs to, or -1.
  ///
  /// Keys come in nearly the same order in every record, so the entry after the last one found is
  /// tried first; the rest is one probe of a hash table.
  ///
  /// - Parameter hint: the key to try first; becomes the one after what was found.
  @inline(__always)
  func input(of key: TextBytes, in level: LevelPlan, hint: inout Int) -> Int {
    let prefix = KeyTable.prefix(key)
    if hint < level.keyCount {
      let entry = keys[level.firstKey &+ hint]
      if matches(entry, key, prefix) {
        hint &+= 1
        return entry.input
      }
    }
    return search(key, prefix, level, &hint)
  }

  private func search(
    _ key: TextBytes, _ prefix: UInt64, _ level: LevelPlan, _ hint: inout Int
  ) -> Int {
    var bucket = KeyTable.hash(key) & level.bucketMask
    while true {
      let number = Int(buckets[level.firstBucket + bucket])
      if number < 0 { return -1 }
      if matches(keys[number], key, prefix) {
        hint = number - level.firstKey + 1
        return keys[number].input
      }
      bucket = (bucket + 1) & level.bucketMask
    }
  }

  @inline(__always)
  private func matches(_ entry: KeyEntry, _ key: TextBytes, _ prefix: UInt64) -> Bool {
    guard entry.prefix == prefix, entry.length == key.count else { return false }
    var index = 8
    while index < key.count {
      if keyBytes[entry.firstByte &+ index] != key[index] { return false }
      index &+= 1
    }
    return true
  }
}
