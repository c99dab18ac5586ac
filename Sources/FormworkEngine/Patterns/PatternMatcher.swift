/// Matches texts against a pattern. It owns its cache, so every worker has its own matcher and uses it for all texts.
///
/// A state is the set of positions in the program that a text leads to. States and their transitions are computed when
/// first needed and then looked up: two loads for an ASCII character, three and the decoding for any other. A pattern
/// may have more states than fit in memory. If texts keep reaching new states, the stepper reads the rest of a text
/// without the cache. In either case a character costs at most the size of the program, so the time is linear in the
/// text.
package struct PatternMatcher: Sendable {
  package let pattern: Pattern
  private(set) var states: PatternStates
  private var stepper: PatternStepper

  /// The cost of the last text: the number of positions reached, summed over all characters whose transition wasn't
  /// cached.
  package private(set) var steps = 0

  /// The number of bytes read since the cache was last emptied.
  private var bytesRead = 0

  /// The average number of bytes that must be read per state to make caching worthwhile. Creating a state costs more
  /// than a step.
  private static let bytesPerState = 8

  /// - Parameter memory: the approximate maximum size of the cache in bytes.
  package init(_ pattern: Pattern, memory: Int = 1 << 20) {
    self.pattern = pattern
    states = PatternStates(pattern.program, memory: memory)
    stepper = PatternStepper(pattern.program)
  }

  /// Whether the whole text matches. The text must be valid UTF-8.
  ///
  /// - Parameter limit: the maximum number of steps. If it is exceeded, the result is false; check `steps`.
  package mutating func matches(
    _ text: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) -> Bool {
    steps = 0
    var state = states.start
    var offset = 0
    while true {
      let stop = run(text, from: offset, in: state)
      bytesRead &+= stop.offset - offset
      guard let symbol = stop.unknownSymbol else { return stop.state == states.accepted }
      guard let next = learn(symbol, in: stop.state) else {
        return step(text, from: stop.offset, limit: limit)
      }
      if steps > limit { return false }
      if next == states.accepted || next == states.dead { return next == states.accepted }
      state = next
      offset = stop.offset
    }
  }

  private struct Stop {
    let state: Int
    /// The offset after the last character read.
    let offset: Int
    /// The class of the last character read, if its transition isn't cached yet.
    let unknownSymbol: Int?
  }

  /// Follows cached transitions until one is missing, no text can match any more, or the text ends.
  private func run(_ text: UnsafeBufferPointer<UInt8>, from first: Int, in state: Int) -> Stop {
    let dead = states.dead
    let end = states.end
    return states.rows.withUnsafeBufferPointer { rows in
      pattern.program.alphabet.withReader { reader in
        var state = state
        var offset = first
        while offset < text.count {
          let symbol = reader.read(text, at: &offset)
          let next = Int(rows[state + symbol])
          if next <= dead {
            let isDead = next == dead
            return Stop(
              state: isDead ? dead : state, offset: offset, unknownSymbol: isDead ? nil : symbol)
          }
          state = next
        }
        let last = Int(rows[state + end])
        let isKnown = last != PatternStates.unknown
        return Stop(
          state: isKnown ? last : state, offset: offset, unknownSymbol: isKnown ? nil : end)
      }
    }
  }

  /// Computes and caches the state that `symbol` leads to from `state`. Returns nil if the cache has no memory for the
  /// new state. The stepper then has the positions of the new state.
  mutating func learn(_ symbol: Int, in state: Int) -> Int? {
    stepper.resume(states.places(of: state), before: states.neighbour(before: state))
    if symbol == states.end {
      let next = stepper.matchesAtEnd() ? states.accepted : states.dead
      states.connect(state, symbol, to: next)
      return next
    }
    stepper.read(symbol)
    steps &+= stepper.places.count
    if let next = states.state(of: stepper.places, before: stepper.before) {
      states.connect(state, symbol, to: next)
      return next
    }
    guard bytesRead >= states.count * PatternMatcher.bytesPerState else { return nil }
    bytesRead = 0
    states.removeAll(before: pattern.program.beforeText)
    return states.state(of: stepper.places, before: stepper.before)
  }

  /// Reads the rest of a text without the cache.
  private mutating func step(
    _ text: UnsafeBufferPointer<UInt8>, from first: Int, limit: Int
  ) -> Bool {
    bytesRead &+= text.count - first
    return pattern.program.alphabet.withReader { reader in
      var offset = first
      while offset < text.count {
        stepper.read(reader.read(text, at: &offset))
        steps &+= stepper.places.count
        if stepper.places.isEmpty || steps > limit { return false }
      }
      return stepper.matchesAtEnd()
    }
  }
}
