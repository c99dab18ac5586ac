/// Holds texts against a pattern. It owns what it remembers of earlier texts, so every worker has
/// its own and uses it for text after text.
///
/// The set of places in the program that a text leads to is a state. States and the ways between
/// them are worked out when first needed and looked up from then on: two loads for an ASCII
/// character, three and the decoding for any other. Where a pattern has more states than there is
/// room for, and texts keep finding new ones, the rest of a text is read by the stepper alone.
/// Either way a character costs at most the size of the program, so the time is linear in the text.
package struct PatternMatcher: Sendable {
  package let pattern: Pattern
  private(set) var states: PatternStates
  private var stepper: PatternStepper

  /// How many places of the program the last text led to, counted for each character whose states were not known.
  package private(set) var steps = 0

  /// Bytes read since the states were last forgotten.
  private var bytesRead = 0

  /// States pay if they are used for this many bytes each; making one costs more than a step.
  private static let bytesPerState = 8

  /// - Parameter memory: how many bytes, about, may be spent on remembering.
  package init(_ pattern: Pattern, memory: Int = 1 << 20) {
    self.pattern = pattern
    states = PatternStates(pattern.program, memory: memory)
    stepper = PatternStepper(pattern.program)
  }

  /// Whether the whole text matches. The text must be valid UTF-8.
  ///
  /// - Parameter limit: how many steps it may take; after more, the answer is false, and `steps` says so.
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
    /// The byte after the last character read.
    let offset: Int
    /// The class of that character, if nobody knows yet where it leads from the state.
    let unknownSymbol: Int?
  }

  /// Follows the ways that are known until one is not, none is left, or the text is at its end.
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

  /// Works out where the symbol leads from the state. Nil if there is no room to remember it; the
  /// stepper is where it leads then.
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

  /// Reads the rest of a text without remembering anything.
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
