internal import FormworkSyntax

/// Facts about a pattern for the checker's warnings.
extension Pattern {
  /// Whether the empty text matches.
  package var matchesEmptyText: Bool {
    var search = PatternSearch(program)
    return search.findsText(isEmpty: true)
  }

  /// Whether any nonempty text matches. False for `^$`.
  package var matchesSomeFilledText: Bool {
    var search = PatternSearch(program)
    return search.findsText(isEmpty: false)
  }

  /// Whether no text matches, as with `a^`.
  package var canNeverMatch: Bool { !matchesEmptyText && !matchesSomeFilledText }

  /// Whether every text matches, except possibly the empty one: `[\s\S]+`. Also false if finding out would take long.
  package var alwaysMatches: Bool {
    var matcher = PatternMatcher(self)
    return matcher.matchesEveryFilledText()
  }
}

extension PatternMatcher {
  /// Visits all states and checks that each accepts and none is dead. A pattern that matches everything has few states.
  fileprivate mutating func matchesEveryFilledText() -> Bool {
    var known: OrderedSet<Int> = [states.start]
    var waiting = [states.start]
    // The work is limited. Most patterns that match everything have few instructions and classes.
    var work = 0
    while let state = waiting.popLast() {
      // No path leads back to the start, so only the empty text ends there.
      if state != states.start, learn(states.end, in: state) != states.accepted { return false }
      for symbol in 0..<states.end {
        work += pattern.program.instructions.count
        guard work < 10_000_000 else { return false }
        guard let next = learn(symbol, in: state), next != states.dead, known.count < 64
        else { return false }
        if known.insert(next).inserted { waiting.append(next) }
      }
    }
    return true
  }
}

/// A search for a path through a program. A matcher follows all paths at once, because they read the same text. Here,
/// each path may read a text of its own, so positions are visited one by one. A position is an instruction, with the
/// kind of character before it and the kinds that may follow. There are few positions.
private struct PatternSearch {
  private struct Place {
    let index: Int
    let before: PatternNeighbour
    /// The possible next characters: a bit for each `PatternNeighbour`.
    let after: UInt8
  }

  private let program: PatternProgram
  private var visited: [Bool]
  private var waiting: [Place] = []

  private static let anything: UInt8 = 0b111

  init(_ program: PatternProgram) {
    self.program = program
    visited = Array(repeating: false, count: program.instructions.count * 24)
  }

  /// Whether the empty text matches, or any nonempty text if `isEmpty` is false.
  mutating func findsText(isEmpty: Bool) -> Bool {
    wait(at: 0, before: .nothing, after: PatternSearch.anything)
    while let place = waiting.popLast() {
      switch program.instructions[place.index] {
      case .take(let set): if !isEmpty { take(set, at: place) }
      case .require(let assertion): require(assertion, at: place)
      case .split(let offset):
        wait(at: place.index + 1, before: place.before, after: place.after)
        wait(at: place.index + Int(offset), before: place.before, after: place.after)
      case .jump(let offset):
        wait(at: place.index + Int(offset), before: place.before, after: place.after)
      case .match:
        let isAtStart = place.before == .nothing
        if isAtStart == isEmpty, place.after & PatternNeighbour.nothing.bit != 0 { return true }
      }
    }
    return false
  }

  private mutating func take(_ set: UInt16, at place: Place) {
    // One character of each kind is enough, because the next position depends only on the kind.
    var wanted =
      place.after & PatternNeighbour.other.bit
      | (program.looksAtWords ? place.after & PatternNeighbour.word.bit : 0)
    program.visitClasses(of: set) { symbol in
      let character = program.neighbour(symbol)
      guard wanted & character.bit != 0 else { return true }
      wanted &= ~character.bit
      wait(at: place.index + 1, before: character, after: PatternSearch.anything)
      return wanted != 0
    }
  }

  private mutating func require(_ assertion: PatternAssertion, at place: Place) {
    var after: UInt8 = 0
    for neighbour in [PatternNeighbour.nothing, .word, .other]
    where assertion.holds(between: place.before, and: neighbour) { after |= neighbour.bit }
    wait(at: place.index + 1, before: place.before, after: place.after & after)
  }

  private mutating func wait(at index: Int, before: PatternNeighbour, after: UInt8) {
    guard after != 0 else { return }
    let number = index * 24 + Int(before.rawValue) * 8 + Int(after)
    guard !visited[number] else { return }
    visited[number] = true
    waiting.append(Place(index: index, before: before, after: after))
  }
}

extension PatternNeighbour {
  fileprivate var bit: UInt8 { 1 << rawValue }
}
