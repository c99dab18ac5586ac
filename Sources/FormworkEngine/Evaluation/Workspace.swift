// The memory of a record during its evaluation: the frames of every level, with their inputs and cells. It is reused,
// so that evaluating a record needs no allocation.

internal import FormworkSyntax

/// The marks of a frame's first 64 cells, one bit each.
struct FrameMarks {
  /// The cells whose values a reader has set. See `DirectField`.
  var typed: UInt64 = 0
  /// The cells whose values, and everything inside them, certainly obey every rule.
  var settled: UInt64 = 0
  /// The cells whose values contain records or items, all of which certainly obey every rule.
  var inside: UInt64 = 0
  /// The cells that fulfil the condition of a branch: the value is true or one of the branch's `BranchValues`. Only for
  /// cells whose value a reader has set.
  var truths: UInt64 = 0
  /// Whether the reader may have left an input to the evaluator, so that these marks don't cover the whole frame.
  var hasLeft = true

  /// The marks of a frame before reading. `hasLeft` is false until a reader leaves an input to the evaluator.
  static var begun: FrameMarks {
    var marks = FrameMarks()
    marks.hasLeft = false
    return marks
  }
}

/// The frames of one level. Each has its inputs and then its cells, end to end.
struct LevelStore {
  private(set) var slots: UnsafeMutablePointer<Value>
  private(set) var parents: UnsafeMutablePointer<Int32>
  private(set) var marks: UnsafeMutablePointer<FrameMarks>
  private var capacity: Int
  private(set) var frameCount = 0
  /// Whether the frames have only cells, and a parent if the level has one. See `init(keeping:)`.
  private let hasOnlyCells: Bool
  private let hasParents: Bool
  let inputCount: Int
  let slotCount: Int
  var cellCount: Int { slotCount - inputCount }
  /// The marks of frames known to be valid.
  var known = AcceptedFrameCache()
  /// The number of frames that the level can have before the memory of all levels is counted again.
  fileprivate var roomFrames: Int
  /// The first value of `roomFrames`: the number of frames that take some 64 KiB.
  private let uncountedFrames: Int
  /// The number of all levels.
  fileprivate let levelCount: Int
  /// The number of additional slots, needed because frames are cleared 64 bytes at a time.
  private static let slack = 3

  init(_ level: Level, of levelCount: Int) {
    self.init(
      inputCount: Int(level.inputCount), cellCount: Int(level.cellCount), hasParents: true,
      hasOnlyCells: false, levelCount)
  }

  /// Creates a store for many records that have been read. Their frames take less memory: they have no inputs and no
  /// marks, and no parent if the level is an outermost one. Only `addKeptFrame` may add frames.
  init(keeping level: Level, of levelCount: Int) {
    self.init(
      inputCount: 0, cellCount: Int(level.cellCount), hasParents: level.parent >= 0,
      hasOnlyCells: true, levelCount)
  }

  private init(
    inputCount: Int, cellCount: Int, hasParents: Bool, hasOnlyCells: Bool, _ levelCount: Int
  ) {
    self.inputCount = inputCount
    slotCount = inputCount + cellCount
    (self.hasParents, self.hasOnlyCells) = (hasParents, hasOnlyCells)
    self.levelCount = levelCount
    uncountedFrames = max(1, (64 << 10) / LevelStore.frameSize(slotCount))
    roomFrames = uncountedFrames
    capacity = 1
    slots = .allocate(capacity: slotCount + LevelStore.slack)
    parents = .allocate(capacity: 1)
    marks = .allocate(capacity: 1)
  }

  func deallocate() {
    slots.deallocate()
    parents.deallocate()
    marks.deallocate()
    known.deallocate()
  }

  @inline(__always)
  mutating func reset() {
    frameCount = 0
    if roomFrames != uncountedFrames { letGo() }
  }

  /// Frees the memory that a large record took.
  @inline(never)
  private mutating func letGo() {
    roomFrames = uncountedFrames
    if size <= LevelStore.keptSize { return }
    slots.deallocate()
    parents.deallocate()
    marks.deallocate()
    allocate(uncountedFrames)
  }

  private static let keptSize = 1 << 20

  private mutating func allocate(_ frames: Int) {
    capacity = frames
    slots = .allocate(capacity: slotCount * frames + LevelStore.slack)
    parents = .allocate(capacity: frames)
    marks = .allocate(capacity: frames)
  }

  /// Prepares the store of other data for use by all threads, which only read it.
  mutating func share() { roomFrames = uncountedFrames }

  /// Returns the inputs of a frame, followed by its cells. Valid until the next frame is added.
  @inline(__always)
  func inputs(_ frame: Int) -> UnsafeMutablePointer<Value> { slots + frame &* slotCount }

  @inline(__always)
  func cells(_ frame: Int) -> UnsafeMutablePointer<Value> { inputs(frame) + inputCount }

  /// Adds a frame with missing inputs and blank cells.
  @inline(__always)
  mutating func addFrame(parent: Int) -> Int {
    if frameCount == capacity { grow() }
    let frame = frameCount
    frameCount = frame &+ 1
    clear(frame)
    parents[frame] = Int32(truncatingIfNeeded: parent)
    marks[frame] = FrameMarks()
    return frame
  }

  /// Adds a frame to a store that keeps only cells. Returns the cells, which the caller must set.
  mutating func addKeptFrame(parent: Int) -> UnsafeMutablePointer<Value> {
    if frameCount == capacity { grow() }
    if hasParents { parents[frameCount] = Int32(truncatingIfNeeded: parent) }
    frameCount += 1
    return cells(frameCount - 1)
  }

  /// Overwrites the values and marks of the frame `target` with those of `source`.
  func moveFrame(_ source: Int, to target: Int) {
    if source == target { return }
    inputs(target).update(from: inputs(source), count: slotCount)
    marks[target] = marks[source]
  }

  /// Removes the frames from `first` on.
  mutating func removeFrames(from first: Int) { frameCount = min(frameCount, first) }

  @inline(__always)
  private func clear(_ frame: Int) {
    // A zeroed value is blank. The loop may also clear slots past the frame, which aren't in use yet.
    let room = UnsafeMutableRawPointer(inputs(frame))
    let size = slotCount &* MemoryLayout<Value>.stride
    var offset = 0
    while offset < size {
      room.storeBytes(of: SIMD8<UInt64>(), toByteOffset: offset, as: SIMD8<UInt64>.self)
      offset &+= MemoryLayout<SIMD8<UInt64>>.size
    }
  }

  private mutating func grow() {
    let larger = capacity * 2
    slots = LevelStore.moved(
      slots, capacity * slotCount, to: larger * slotCount + LevelStore.slack)
    if hasParents { parents = LevelStore.moved(parents, capacity, to: larger) }
    if !hasOnlyCells { marks = LevelStore.moved(marks, capacity, to: larger) }
    capacity = larger
  }

  /// The size of the allocated memory for frames, in bytes.
  var size: Int { capacity * LevelStore.frameSize(slotCount) }

  /// The size of the frames in use, in bytes.
  fileprivate var usedSize: Int { frameCount * frameSize }

  fileprivate var frameSize: Int { LevelStore.frameSize(slotCount) }

  /// Returns the size of a frame in bytes.
  private static func frameSize(_ slotCount: Int) -> Int {
    slotCount * MemoryLayout<Value>.stride + MemoryLayout<Int32>.stride
      + MemoryLayout<FrameMarks>.stride
  }

  private static func moved<T>(
    _ old: UnsafeMutablePointer<T>, _ count: Int, to capacity: Int
  ) -> UnsafeMutablePointer<T> {
    let new = UnsafeMutablePointer<T>.allocate(capacity: max(1, capacity))
    new.moveInitialize(from: old, count: count)
    old.deallocate()
    return new
  }
}

// The limits of lists and nested records. Even an empty item takes a whole frame, so a short record could take much
// memory.
extension UnsafeMutablePointer where Pointee == LevelStore {
  /// The maximum number of frames of a level.
  private static var frameLimit: Int { JSONReader.itemLimit }

  /// Whether a level can have one more frame.
  @inline(__always)
  func hasRoom(_ level: Int) -> Bool {
    self[level].frameCount < self[level].roomFrames || makeRoom(level)
  }

  /// Counts the memory of all levels. Lets this level use a share of the remaining memory, so that counting is rare.
  /// Returns false if the level can't have one more frame.
  @inline(never)
  private func makeRoom(_ level: Int) -> Bool {
    let count = self[level].frameCount
    let used = (0..<pointee.levelCount).reduce(0) { $0 + self[$1].usedSize }
    let size = self[level].frameSize
    let left = JSONReader.sizeLimit - used
    guard count < Self.frameLimit, left >= size else { return false }
    let more = Swift.max(1, left / size / (2 * pointee.levelCount))
    self[level].roomFrames = Swift.min(Self.frameLimit, count + more)
    return true
  }

  /// Returns why a level can't have one more frame.
  func overflow(_ level: Int) -> MalformedRecord.Reason {
    self[level].frameCount < Self.frameLimit
      ? .tooManyValues(limit: JSONReader.sizeLimit) : .tooManyItems(limit: Self.frameLimit)
  }
}

/// Keys without a field in closed levels.
struct UnknownKeys {
  /// A key without a field.
  struct Entry {
    var level: Int32
    var frame: Int32
    var key: Value
  }

  /// The keys, in the order in which they were read, or sorted by frame.
  private(set) var entries: [Entry] = []
  private var isSorted = false
  /// Whether the record has keys without a field, even in levels that aren't closed.
  var haveCome = false

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Sorts the keys by name, for records whose keys come in arbitrary order.
  mutating func sortByName() {
    if !entries.isEmpty { entries = entries.ordered { $0.key.text < $1.key.text } }
  }

  mutating func reset() {
    haveCome = false
    if entries.isEmpty { return }
    // Frees the memory after a record with very many unknown keys.
    entries.removeAll(keepingCapacity: entries.count <= 4_096)
    isSorted = false
  }

  /// Returns the keys of a frame, as a range of `entries`.
  ///
  /// The first request sorts the keys by frame, so that later requests can use a binary search.
  mutating func range(of frame: Frame) -> Range<Int> {
    if entries.isEmpty { return 0..<0 }
    if !isSorted {
      // Sorting is stable: within a frame the keys keep their order.
      entries = entries.ordered { ($0.level, $0.frame) < ($1.level, $1.frame) }
      isSorted = true
    }
    let place = (Int32(frame.level), Int32(truncatingIfNeeded: frame.index))
    let first = firstEntry { $0 >= place }
    return first..<firstEntry { $0 > place }
  }

  private func firstEntry(_ isReached: ((Int32, Int32)) -> Bool) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      let entry = entries[middle]
      if isReached((entry.level, entry.frame)) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The frames of every level, and the texts that are built during evaluation. It belongs to one thread.
///
/// The state that changes with every record is behind pointers. Accesses to a class's own variables are checked for
/// exclusivity each time, which took a fifth of a run.
package final class Workspace {
  let program: Program
  private let planMemory: PlanMemory
  let plan: UnsafePointer<Plan>
  /// The frames of each level.
  let stores: UnsafeMutablePointer<LevelStore>
  /// The levels of other data, whose frames all workspaces share.
  private var shared: OrderedSet<Int> = []
  let unknownKeys: UnsafeMutablePointer<UnknownKeys>
  let otherKeys: UnsafeMutablePointer<KeyStack>
  let scratch: UnsafeMutablePointer<ScratchArena>
  /// The names of the data's columns, or of the keys of the record, if a condition reads them and they are known.
  @exclusivity(unchecked) var columns: [Value]?
  /// Whether `columns` are the columns of a table.
  @exclusivity(unchecked) var isOfTable = false

  init(_ program: Program, _ memory: PlanMemory) {
    self.program = program
    planMemory = memory
    plan = memory.plan
    stores = .allocate(capacity: program.levels.count)
    for (index, level) in program.levels.enumerated() {
      (stores + index).initialize(to: LevelStore(level, of: program.levels.count))
    }
    for table in program.dataLists.compactMap({ $0.table }) {
      for (level, store) in table.stores {
        stores[level].deallocate()
        stores[level] = store
        shared.insert(level)
      }
    }
    unknownKeys = .allocate(capacity: 1)
    unknownKeys.initialize(to: UnknownKeys())
    otherKeys = .allocate(capacity: 1)
    otherKeys.initialize(to: KeyStack())
    scratch = .allocate(capacity: 1)
    scratch.initialize(to: ScratchArena())
  }

  deinit {
    for index in program.levels.indices where !shared.contains(index) {
      stores[index].deallocate()
    }
    stores.deinitialize(count: program.levels.count)
    stores.deallocate()
    unknownKeys.deinitialize(count: 1)
    unknownKeys.deallocate()
    otherKeys.pointee.deallocate()
    otherKeys.deinitialize(count: 1)
    otherKeys.deallocate()
    scratch.pointee.deallocate()
    scratch.deinitialize(count: 1)
    scratch.deallocate()
  }

  /// The size in bytes of the memory that isn't shared with other workspaces.
  var size: Int {
    plan.pointee.levels.indices.reduce(scratch.pointee.size) {
      shared.contains($1) ? $0 : $0 + stores[$1].size
    }
  }

  /// Removes the record and prepares for the next. The outermost frame is frame 0 of level 0.
  @inline(__always)
  func reset() {
    stores[0].reset()
    resetInnerLevels()
    scratch.pointee.reset()
    unknownKeys.pointee.reset()
    otherKeys.pointee.reset()
    if plan.pointee.asksColumns { (columns, isOfTable) = (nil, false) }
    _ = stores[0].addFrame(parent: -1)
  }

  /// Tries a fast way of reading the record. If `read` gives up, the workspace is reset, so that nothing it stored
  /// can affect the verdict.
  ///
  /// - Parameter read: reads into a fresh workspace. Returns whether it read the whole record.
  /// - Returns: the result of `read`.
  @inline(__always)
  func attempt(_ read: () throws(MalformedRecord) -> Bool) throws(MalformedRecord) -> Bool {
    if try read() { return true }
    reset()
    return false
  }

  /// Removes all frames except those of the outermost level.
  @inline(__always)
  func resetInnerLevels() {
    var index = plan.pointee.levels.count &- 1
    while index > 0 {
      stores[index].reset()
      index &-= 1
    }
  }

  func addFrame(level: Int, parent: Int) -> Int { stores[level].addFrame(parent: parent) }

  @inline(__always)
  func input(_ level: Int, _ frame: Int, _ index: Int) -> Value {
    stores[level].inputs(frame)[index]
  }

  @inline(__always)
  func setInput(_ level: Int, _ frame: Int, _ index: Int, _ value: Value) {
    stores[level].inputs(frame)[index] = value
  }

  @inline(__always)
  package func cell(_ level: Int, _ frame: Int, _ index: Int) -> Value {
    stores[level].cells(frame)[index]
  }

  @inline(__always)
  func setCell(_ level: Int, _ frame: Int, _ index: Int, _ value: Value) {
    stores[level].cells(frame)[index] = value
  }

  /// Returns the frame that contains `frame` of `level`. It belongs to the level's parent.
  func parent(_ level: Int, _ frame: Int) -> Int { Int(stores[level].parents[frame]) }
}
