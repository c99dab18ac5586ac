/// The cache of a matcher: the states that occurred, and their transitions for each character class. The states are
/// rows of a deterministic automaton. They are computed when a text first needs them, in limited memory.
///
/// A state is identified by the index of its row, so that a transition is one addition and one load. The end of the
/// text has a class of its own, the last one of a row.
struct PatternStates: Sendable {
  /// The transition isn't known yet.
  static let unknown = 0

  /// The state from which no text can match any more: the row after `unknown`.
  var dead: Int { rowLength }

  /// The state at the end of a text that matches: the row after `dead`.
  var accepted: Int { 2 * rowLength }

  /// The state at the start of every text, before the first instruction: the row after `accepted`.
  var start: Int { 3 * rowLength }

  /// The class for the end of the text.
  var end: Int { rowLength - 1 }

  let rowLength: Int
  private(set) var rows: [UInt32] = []

  /// The contents of the states: the concatenated positions of all states, the index of each state's first position,
  /// and the neighbour before each state.
  private var places: [UInt16] = []
  private var firstPlace: [Int] = []
  private var before: [PatternNeighbour] = []

  /// A hash table of row numbers, keyed by the contents of the states. 0 means a free slot. At least half of the slots
  /// are free.
  private var slots: [UInt32] = []

  /// The maximum size of rows and positions in bytes.
  private let memory: Int

  init(_ program: PatternProgram, memory: Int) {
    self.memory = memory
    rowLength = program.alphabet.count + 1
    removeAll(before: program.beforeText)
  }

  var count: Int { before.count - 3 }

  /// Removes all states except the one at the start of a text. `neighbour` is the neighbour before that state.
  mutating func removeAll(before neighbour: PatternNeighbour) {
    rows = Array(repeating: 0, count: 3 * rowLength)
    places.removeAll(keepingCapacity: true)
    firstPlace = [0, 0, 0, 0]
    before = [.nothing, .nothing, .nothing]
    slots = Array(repeating: 0, count: 16)
    _ = state(of: [0], before: neighbour)
  }

  func places(of state: Int) -> ArraySlice<UInt16> {
    let row = state / rowLength
    return places[firstPlace[row]..<firstPlace[row + 1]]
  }

  func neighbour(before state: Int) -> PatternNeighbour {
    before[state / rowLength]
  }

  mutating func connect(_ state: Int, _ symbol: Int, to next: Int) {
    rows[state + symbol] = UInt32(next)
  }

  /// Returns the state with these positions, and adds it if it is new. Returns nil if a new state doesn't fit in
  /// `memory`. The start and one more state always fit.
  mutating func state(of places: [UInt16], before neighbour: PatternNeighbour) -> Int? {
    guard !places.isEmpty else { return dead }
    let slot = slot(of: places[...], before: neighbour)
    if slots[slot] != 0 { return Int(slots[slot]) * rowLength }
    let size = 4 * (rows.count + rowLength) + 2 * (self.places.count + places.count)
    guard size <= memory || count < 2 else { return nil }
    slots[slot] = UInt32(before.count)
    let state = rows.count
    rows.append(contentsOf: repeatElement(0, count: rowLength))
    self.places += places
    firstPlace.append(self.places.count)
    before.append(neighbour)
    if count * 2 > slots.count { growSlots() }
    return state
  }

  /// Returns the slot of the state, or the free slot where it belongs.
  private func slot(of places: ArraySlice<UInt16>, before neighbour: PatternNeighbour) -> Int {
    var hash = UInt64(neighbour.rawValue) &+ 0xcbf2_9ce4_8422_2325
    for place in places { hash = (hash ^ UInt64(place)) &* 0x100_0000_01b3 }
    hash ^= hash >> 32
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let row = Int(slots[slot])
      let known = self.places[firstPlace[row]..<firstPlace[row + 1]]
      if before[row] == neighbour, known == places { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func growSlots() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for row in 3..<before.count {
      let known = places[firstPlace[row]..<firstPlace[row + 1]]
      slots[slot(of: known, before: before[row])] = UInt32(row)
    }
  }
}
