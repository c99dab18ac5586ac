internal import FormworkSyntax

/// What the checker wants to know of a pattern for its warnings.
extension Pattern {
  /// Whether the empty text matches.
  package var matchesEmptyText: Bool {
    var search = PatternSearch(program)
    return search.findsText(isEmpty: true)
  }

  /// Whether any text that is not empty matches. `^$` has none.
  package var matchesSomeFilledText: Bool {
    var search = PatternSearch(program)
    return search.findsText(isEmpty: false)
  }

  /// Whether no text matches at all, as with `a^`.
  package var canNeverMatch: Bool { !matchesEmptyText && !matchesSomeFilledText }

  /// Whether every text matches, but for the empty one perhaps: `[\s\S]+`. The answer is no as well
  /// where it would take long to be sure.
  package var alwaysMatches: Bool {
    var matcher = PatternMatcher(self)
    return matcher.matchesEveryFilledText()
  }
}

extension PatternMatcher {
  /// Walks through all the states, of which a pattern that matches everything has few.
  fileprivate mutating func matchesEveryFilledText() -> Bool {
    var known: OrderedSet<Int> = [states.start]
    var waiting = [states.start]
    // Most patterns that match everything have a few instructions and classes.
    var work = 0
    while let state = waiting.popLast() {
      // No way leads back to the start, so only the empty text ends there.
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

/// A search for one way through a program. Unlike a matcher it need not read the same text on all
/// ways, so it stands at one place at a time, and the places are few: what stands before, and what
/// assertions have asked of what comes next, belong to them.
private struct PatternSearch {
  private struct Place {
    let index: Int
    let before: PatternNeighbour
    /// What may come next: a bit for each neighbour.
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

  /// Whether there is a text of this kind that matches.
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
    // What a character is to the next place matters, and not which one it is.
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
