// Where a record lives while it is evaluated: for every level its frames of inputs and cells. The
// memory is kept from record to record, so that a record costs no allocation.

/// The frames of one level.
struct LevelStore {
  private(set) var inputs: UnsafeMutablePointer<Value>
  private(set) var cells: UnsafeMutablePointer<Value>
  private(set) var parents: UnsafeMutablePointer<Int32>
  private var capacity: Int
  private(set) var frameCount = 0
  let inputCount: Int
  let cellCount: Int

  init(_ level: Level) {
    inputCount = Int(level.inputCount)
    cellCount = Int(level.cellCount)
    capacity = 1
    inputs = .allocate(capacity: max(1, inputCount))
    cells = .allocate(capacity: max(1, cellCount))
    parents = .allocate(capacity: 1)
  }

  func deallocate() {
    inputs.deallocate()
    cells.deallocate()
    parents.deallocate()
  }

  mutating func reset() { frameCount = 0 }

  /// A frame in which every input is missing and every cell blank.
  mutating func addFrame(parent: Int) -> Int {
    if frameCount == capacity { grow() }
    let frame = frameCount
    frameCount += 1
    (inputs + frame * inputCount).update(repeating: .blank, count: inputCount)
    (cells + frame * cellCount).update(repeating: .blank, count: cellCount)
    parents[frame] = Int32(truncatingIfNeeded: parent)
    return frame
  }

  private mutating func grow() {
    let larger = capacity * 2
    inputs = LevelStore.moved(inputs, capacity * inputCount, to: larger * inputCount)
    cells = LevelStore.moved(cells, capacity * cellCount, to: larger * cellCount)
    parents = LevelStore.moved(parents, capacity, to: larger)
    capacity = larger
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

/// The frames of every level, and the texts made on the way. Owned by one thread.
package final class Workspace {
  let program: Program
  let plan: Plan
  /// One for each level. A pointer, because a class's array is checked for overlapping access each
  /// time, which took a fifth of a run.
  let stores: UnsafeMutablePointer<LevelStore>
  let scratch = ScratchArena()
  /// Keys of closed levels that no field asks for, in the order they came.
  var unknownKeys: [UnknownKey] = []

  /// The keys of a frame that nobody asks for, as a range of `unknownKeys`.
  ///
  /// They are brought together by frame when the first is asked for, so that a list in which every
  /// record has some costs no more for each record than for one.
  func unknownKeys(of frame: Frame) -> Range<Int> {
    if unknownKeys.isEmpty { return 0..<0 }
    if !areUnknownKeysSorted {
      // Sorting is stable: within a frame they stay in the order they came.
      unknownKeys.sort { ($0.level, $0.frame) < ($1.level, $1.frame) }
      areUnknownKeysSorted = true
    }
    let place = (Int32(frame.level), Int32(truncatingIfNeeded: frame.index))
    let first = firstUnknownKey { $0 >= place }
    return first..<firstUnknownKey { $0 > place }
  }

  private func firstUnknownKey(_ isReached: ((Int32, Int32)) -> Bool) -> Int {
    var low = 0
    var high = unknownKeys.count
    while low < high {
      let middle = (low + high) / 2
      let key = unknownKeys[middle]
      if isReached((key.level, key.frame)) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private var areUnknownKeysSorted = false

  /// A key that nobody asks for.
  struct UnknownKey {
    var level: Int32
    var frame: Int32
    var key: Value
  }

  init(_ program: Program, _ plan: Plan) {
    self.program = program
    self.plan = plan
    stores = .allocate(capacity: program.levels.count)
    for (index, level) in program.levels.enumerated() {
      (stores + index).initialize(to: LevelStore(level))
    }
  }

  deinit {
    for index in program.levels.indices { stores[index].deallocate() }
    stores.deinitialize(count: program.levels.count)
    stores.deallocate()
  }

  /// Forgets the record and makes room for the next: its outermost frame is frame 0 of level 0.
  func reset() {
    for index in plan.levels.indices { stores[index].reset() }
    scratch.reset()
    if !unknownKeys.isEmpty { unknownKeys.removeAll(keepingCapacity: true) }
    areUnknownKeysSorted = false
    _ = stores[0].addFrame(parent: -1)
  }

  func addFrame(level: Int, parent: Int) -> Int { stores[level].addFrame(parent: parent) }

  @inline(__always)
  func input(_ level: Int, _ frame: Int, _ index: Int) -> Value {
    stores[level].inputs[frame * stores[level].inputCount + index]
  }

  @inline(__always)
  func setInput(_ level: Int, _ frame: Int, _ index: Int, _ value: Value) {
    stores[level].inputs[frame * stores[level].inputCount + index] = value
  }

  @inline(__always)
  package func cell(_ level: Int, _ frame: Int, _ index: Int) -> Value {
    stores[level].cells[frame * stores[level].cellCount + index]
  }

  @inline(__always)
  func setCell(_ level: Int, _ frame: Int, _ index: Int, _ value: Value) {
    stores[level].cells[frame * stores[level].cellCount + index] = value
  }

  /// The frame around `frame` of `level`, in the level's parent.
  func parent(_ level: Int, _ frame: Int) -> Int { Int(stores[level].parents[frame]) }
}
