// Where a record lives while it is evaluated: for every level its frames of inputs and cells. The
// memory is kept from record to record, so that a record costs no allocation.

internal import FormworkSyntax

/// What is known of a frame's first 64 cells, one bit each.
struct FrameMarks {
  /// A reader has given them their values; see `DirectField`.
  var typed: UInt64 = 0
  /// Their values, and what is inside them, surely keep every rule.
  var settled: UInt64 = 0
  /// What is inside them, records or items, surely keeps every rule.
  var inside: UInt64 = 0
  /// A branch depends on them and is in force; only of cells that a reader has given their values.
  var truths: UInt64 = 0
  /// Whether something was read, or may be read, that these marks do not cover.
  var hasLeft = true

  /// Marks of a frame before anything is read; whatever is read later is noted.
  static var begun: FrameMarks {
    var marks = FrameMarks()
    marks.hasLeft = false
    return marks
  }
}

/// The frames of one level: for each frame its inputs and then its cells, end to end.
struct LevelStore {
  private(set) var slots: UnsafeMutablePointer<Value>
  private(set) var parents: UnsafeMutablePointer<Int32>
  private(set) var marks: UnsafeMutablePointer<FrameMarks>
  private var capacity: Int
  private(set) var frameCount = 0
  let inputCount: Int
  let slotCount: Int
  var cellCount: Int { slotCount - inputCount }
  /// Marks of frames that are right.
  var known = AcceptedFrameCache()
  /// How many frames it may have before the memory of all levels is counted again.
  fileprivate var roomFrames: Int
  /// How many frames it may have without any counting: some 64 KiB.
  private let uncountedFrames: Int
  /// How many levels there are beside it, itself included.
  fileprivate let levelCount: Int
  /// How many slots more there is room for, because frames are cleared 64 bytes at a time.
  private static let slack = 3

  init(_ level: Level, of levelCount: Int) {
    inputCount = Int(level.inputCount)
    slotCount = inputCount + Int(level.cellCount)
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

  /// Gives the memory back that a large record took.
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

  /// The inputs of a frame, with its cells behind them; good until the next frame is added.
  @inline(__always)
  func inputs(_ frame: Int) -> UnsafeMutablePointer<Value> { slots + frame &* slotCount }

  @inline(__always)
  func cells(_ frame: Int) -> UnsafeMutablePointer<Value> { inputs(frame) + inputCount }

  /// A frame in which every input is missing and every cell blank.
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

  /// Forgets the frames from one on.
  mutating func removeFrames(from first: Int) { frameCount = min(frameCount, first) }

  @inline(__always)
  private func clear(_ frame: Int) {
    // A value of zeros is blank. What is cleared beyond the frame belongs to none yet.
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
    parents = LevelStore.moved(parents, capacity, to: larger)
    marks = LevelStore.moved(marks, capacity, to: larger)
    capacity = larger
  }

  /// How many bytes the frames take, with room for more.
  var size: Int { capacity * LevelStore.frameSize(slotCount) }

  /// How many bytes the frames take that are in use.
  fileprivate var usedSize: Int { frameCount * frameSize }

  fileprivate var frameSize: Int { LevelStore.frameSize(slotCount) }

  /// How many bytes a frame takes.
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

// The limits of lists, and of records in records, which may have many more values than they have bytes.
extension UnsafeMutablePointer where Pointee == LevelStore {
  /// The most frames of a level.
  private static var frameLimit: Int { JSONReader.itemLimit }

  /// Whether a level has room for one more frame.
  @inline(__always)
  func hasRoom(_ level: Int) -> Bool {
    self[level].frameCount < self[level].roomFrames || makeRoom(level)
  }

  /// Counts the memory of all levels. What is left of it is shared among them, so that it is counted seldom,
  /// and what a record needs alone decides whether it has room.
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

  /// Why a level has no room for one more frame.
  func overflow(_ level: Int) -> MalformedRecord.Reason {
    self[level].frameCount < Self.frameLimit
      ? .tooManyValues(limit: JSONReader.sizeLimit) : .tooManyItems(limit: Self.frameLimit)
  }
}

/// Keys of closed levels that no field asks for.
struct UnknownKeys {
  /// A key that nobody asks for.
  struct Entry {
    var level: Int32
    var frame: Int32
    var key: Value
  }

  /// In the order they came, or by frame.
  private(set) var entries: [Entry] = []
  private var isSorted = false
  /// Whether the record has keys that no field asks for, also where its levels are not closed.
  var haveCome = false

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Brings the keys into the order of their characters, where they came in none.
  mutating func sortByName() {
    if !entries.isEmpty { entries = entries.ordered { $0.key.text < $1.key.text } }
  }

  mutating func reset() {
    haveCome = false
    if entries.isEmpty { return }
    // What one record with very many of them needed is not kept.
    entries.removeAll(keepingCapacity: entries.count <= 4_096)
    isSorted = false
  }

  /// The keys of a frame, as a range of `entries`.
  ///
  /// They are brought together by frame when the first is asked for, so that a list in which every
  /// record has some costs no more for each record than for one.
  mutating func range(of frame: Frame) -> Range<Int> {
    if entries.isEmpty { return 0..<0 }
    if !isSorted {
      // Sorting is stable: within a frame they stay in the order they came.
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

/// The frames of every level, and the texts made on the way. Owned by one thread.
///
/// What changes with every record lies behind pointers: a class's own variables are checked for
/// overlapping access each time they are touched, which took a fifth of a run.
package final class Workspace {
  let program: Program
  private let planMemory: PlanMemory
  let plan: UnsafePointer<Plan>
  /// One for each level.
  let stores: UnsafeMutablePointer<LevelStore>
  let unknownKeys: UnsafeMutablePointer<UnknownKeys>
  let otherKeys: UnsafeMutablePointer<KeyStack>
  let scratch: UnsafeMutablePointer<ScratchArena>

  init(_ program: Program, _ memory: PlanMemory) {
    self.program = program
    planMemory = memory
    plan = memory.plan
    stores = .allocate(capacity: program.levels.count)
    for (index, level) in program.levels.enumerated() {
      (stores + index).initialize(to: LevelStore(level, of: program.levels.count))
    }
    unknownKeys = .allocate(capacity: 1)
    unknownKeys.initialize(to: UnknownKeys())
    otherKeys = .allocate(capacity: 1)
    otherKeys.initialize(to: KeyStack())
    scratch = .allocate(capacity: 1)
    scratch.initialize(to: ScratchArena())
  }

  deinit {
    for index in program.levels.indices { stores[index].deallocate() }
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

  /// How many bytes of memory it holds on to.
  var size: Int {
    plan.pointee.levels.indices.reduce(scratch.pointee.size) { $0 + stores[$1].size }
  }

  /// Forgets the record and makes room for the next: its outermost frame is frame 0 of level 0.
  @inline(__always)
  func reset() {
    stores[0].reset()
    resetInnerLevels()
    scratch.pointee.reset()
    unknownKeys.pointee.reset()
    otherKeys.pointee.reset()
    _ = stores[0].addFrame(parent: -1)
  }

  /// Reads the record in a quick way that may give up. If it does, the workspace is as fresh as after `reset`, so that
  /// nothing it stored can reach a verdict.
  ///
  /// - Parameter read: Reads into a fresh workspace. Returns whether it read the whole record.
  /// - Returns: What `read` returned.
  @inline(__always)
  func attempt(_ read: () throws(MalformedRecord) -> Bool) throws(MalformedRecord) -> Bool {
    if try read() { return true }
    reset()
    return false
  }

  /// Forgets what is inside the record.
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

  /// The frame around `frame` of `level`, in the level's parent.
  func parent(_ level: Int, _ frame: Int) -> Int { Int(stores[level].parents[frame]) }
}
