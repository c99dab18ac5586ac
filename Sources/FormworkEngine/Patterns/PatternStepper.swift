/// Follows all paths through a program at once, one character at a time. The cost per character is at most the size of
/// the program. The stepper computes the states that the matcher caches. Where caching isn't worthwhile, it replaces
/// the matcher.
struct PatternStepper: Sendable {
  /// The instructions that were reached, sorted. Jumps from them haven't been followed yet, because assertions on the
  /// way depend on the next character.
  private(set) var places: [UInt16] = []

  /// The neighbour before these positions.
  private(set) var before = PatternNeighbour.nothing

  private let program: PatternProgram

  /// For each instruction, the value of `visit` at its last visit. This keeps an instruction from being visited twice
  /// for a character.
  private var visits: [UInt32]
  private var visit: UInt32 = 0
  private var waiting: [UInt16] = []

  /// A bit for every instruction: whether reading the character led to it.
  private var reached: [UInt64]

  init(_ program: PatternProgram) {
    self.program = program
    visits = Array(repeating: 0, count: program.instructions.count)
    reached = Array(repeating: 0, count: (program.instructions.count + 63) / 64)
  }

  /// Continues from these positions.
  mutating func resume(_ places: ArraySlice<UInt16>, before: PatternNeighbour) {
    self.places.removeAll(keepingCapacity: true)
    self.places.append(contentsOf: places)
    self.before = before
  }

  /// Reads a character of this class.
  mutating func read(_ symbol: Int) {
    let after = program.neighbour(symbol)
    beginVisits()
    while let place = waiting.popLast() {
      if case .take(let set) = program.instructions[Int(place)] {
        if program.set(set, holds: symbol) { reach(place + 1) }
      } else {
        follow(place, after: after)
      }
    }
    collectReached()
    before = after
  }

  /// Whether the text may end here.
  mutating func matchesAtEnd() -> Bool {
    beginVisits()
    while let place = waiting.popLast() {
      if case .match = program.instructions[Int(place)] { return true }
      follow(place, after: .nothing)
    }
    return false
  }

  private mutating func beginVisits() {
    if visit == .max {
      visit = 0
      for place in visits.indices { visits[place] = 0 }
    }
    visit += 1
    waiting.removeAll(keepingCapacity: true)
    for place in places { wait(at: place) }
  }

  private mutating func wait(at place: UInt16) {
    guard visits[Int(place)] != visit else { return }
    visits[Int(place)] = visit
    waiting.append(place)
  }

  private mutating func follow(_ place: UInt16, after: PatternNeighbour) {
    switch program.instructions[Int(place)] {
    case .split(let offset):
      wait(at: place + 1)
      wait(at: UInt16(Int(place) + Int(offset)))
    case .jump(let offset): wait(at: UInt16(Int(place) + Int(offset)))
    case .require(let assertion):
      if assertion.holds(between: before, and: after) { wait(at: place + 1) }
    case .take, .match: break
    }
  }

  private mutating func reach(_ place: UInt16) {
    reached[Int(place) >> 6] |= 1 << UInt64(place & 63)
  }

  /// Stores the reached positions in `places`. They are sorted, so that the same set always gives the same state.
  private mutating func collectReached() {
    places.removeAll(keepingCapacity: true)
    for word in reached.indices where reached[word] != 0 {
      var bits = reached[word]
      reached[word] = 0
      while bits != 0 {
        places.append(UInt16(word * 64 + bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
  }
}
