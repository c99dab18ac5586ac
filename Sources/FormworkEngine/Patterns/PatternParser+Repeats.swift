/// Parsing of repetitions: `?`, `*`, `+`, `{n}`, `{n,}`, `{n,m}`.
extension PatternParser {
  struct Repeat {
    let lower: Int
    let upper: Int?
  }

  /// Parses the repetition of the last node.
  mutating func parseRepeats() {
    let start = position
    if eatWordInBraces() { return }
    guard let turns = eatRepeat() else { return }
    check(turns, from: start)
    nodes.append(.repetition(lower: turns.lower, upper: turns.upper))
    // The `?` of a lazy repetition is ignored, because the matched texts are the same.
    _ = eat("?")
    rejectMoreMarks(from: start)
  }

  /// Reports a repetition where there is nothing to repeat.
  mutating func parseStrayRepeat() {
    let start = position
    if eatRepeat() != nil { return record(.nothingToRepeat, from: start) }
    // A malformed repetition has already been recorded and skipped. If nothing was skipped, the brace is stray.
    guard position == start else { return }
    position += 1
    record(.strayMark("{"), from: start)
  }

  /// repeat ::= ('?' | '*' | '+' | counts) '?'?
  ///
  /// Parses a repetition if there is one. Records and skips a malformed repetition, and returns nil.
  mutating func eatRepeat() -> Repeat? {
    switch peek() {
    case "?": return eatMark(Repeat(lower: 0, upper: 1))
    case "*": return eatMark(Repeat(lower: 0, upper: nil))
    case "+": return eatMark(Repeat(lower: 1, upper: nil))
    case "{": return eatCounts()
    default: return nil
    }
  }

  private mutating func eatMark(_ turns: Repeat) -> Repeat {
    position += 1
    return turns
  }

  /// counts ::= '{' COUNT (',' COUNT?)? '}'
  private mutating func eatCounts() -> Repeat? {
    let start = position
    position += 1
    if let lower = eatNumber() {
      if eat("}") { return Repeat(lower: lower, upper: lower) }
      if eat(",") {
        if eat("}") { return Repeat(lower: lower, upper: nil) }
        if let upper = eatNumber(), eat("}") { return Repeat(lower: lower, upper: upper) }
      }
    }
    position = start
    rejectCounts()
    return nil
  }

  /// Rejects braces that contain only digits, commas and spaces, because they were meant as a repetition.
  private mutating func rejectCounts() {
    var ahead = 1
    while let scalar = peek(ahead) {
      switch scalar {
      case "0"..."9", ",", " ":
        ahead += 1
      case "}":
        position += ahead + 1
        return record(.malformedRepeat, from: position - ahead - 1)
      default: return
      }
    }
  }

  /// Rejects a word in braces, such as `{start}` in `\b{start}`.
  mutating func eatWordInBraces() -> Bool {
    var ahead = 1
    while at("{"), let scalar = peek(ahead), scalar.properties.isAlphabetic { ahead += 1 }
    guard ahead > 1, peek(ahead) == "}" else { return false }
    position += ahead + 1
    record(.unsupported(.wordInBraces), from: position - ahead - 1)
    return true
  }

  /// Parses a number. Numbers above a million become a million, which is too large anyway.
  private mutating func eatNumber() -> Int? {
    var number: Int?
    while let scalar = peek(), ("0"..."9").contains(scalar) {
      number = min((number ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000)
      position += 1
    }
    return number
  }

  private mutating func check(_ turns: Repeat, from start: Int) {
    let most = max(turns.lower, turns.upper ?? 0)
    if most > Pattern.mostRepeats {
      record(.repeatTooLarge(count: most, limit: Pattern.mostRepeats), from: start)
    } else if let upper = turns.upper, upper < turns.lower {
      record(.reversedRepeat(lower: turns.lower, upper: upper), from: start)
    }
  }

  /// Rejects further repetition marks directly after a repetition: `a*+`, which would be possessive, and `a**`.
  private mutating func rejectMoreMarks(from start: Int) {
    let isPossessive = at("+")
    guard eatRepeat() != nil else { return }
    if isPossessive {
      record(.unsupported(.possessiveRepeat), from: start)
    } else {
      record(.doubledRepeat, from: start)
    }
    while eatRepeat() != nil {}
  }
}
