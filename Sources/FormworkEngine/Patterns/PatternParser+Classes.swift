/// What stands between brackets.
extension PatternParser {
  /// class ::= '[' '^'? item+ ']'
  mutating func parseClass() -> ScalarSet {
    let open = position
    position += 1
    let isNegated = eat("^")
    if eat("]") {
      record(.emptyClass, from: open)
      return .empty
    }
    var ranges: [ClosedRange<UInt32>] = []
    // Many items may hold many ranges each, most of them the same.
    var room = 4_096
    while !hasManyProblems, !eat("]") {
      if ranges.count > room {
        ranges = ScalarSet(ranges).ranges
        room = max(room, 2 * ranges.count)
      }
      guard position < scalars.count else {
        record(.unclosedClass, from: open, to: open + 1)
        break
      }
      ranges += parseItem()
    }
    let set = ScalarSet(ranges)
    return isNegated ? set.complement : set
  }

  /// item ::= class-atom ('-' class-atom)?
  private mutating func parseItem() -> [ClosedRange<UInt32>] {
    let start = position
    let lower = parseClassAtom()
    // A "-" at the end of a class stands for itself.
    guard at("-"), let next = peek(1), next != "]" else { return lower.ranges(ignoringCase) }
    position += 1
    switch (lower, parseClassAtom()) {
    case (.scalar(let lower), .scalar(let upper)) where lower <= upper:
      let range = lower.value...upper.value
      return ignoringCase ? ScalarCase.closing([range]) : [range]
    case (.scalar(let lower), .scalar(let upper)):
      record(.reversedClassRange(lower: lower, upper: upper), from: start)
    case (.set, .scalar), (.scalar, .set), (.set, .set):
      record(.classInRange, from: start)
    default: break
    }
    return []
  }

  /// class-atom ::= CHARACTER | escape
  private mutating func parseClassAtom() -> Escape {
    let start = position
    guard let scalar = peek() else { return .rejected }
    if scalar == "\\" { return parseClassEscape() }
    if scalar == "[", eatPosixClass() {
      record(.unsupported(.posixClass), from: start)
      return .rejected
    }
    if scalar == "&", peek(1) == "&" {
      position += 2
      record(.unsupported(.classIntersection), from: start)
      return .rejected
    }
    position += 1
    return .scalar(scalar)
  }

  private mutating func parseClassEscape() -> Escape {
    let start = position
    let escape = parseEscape()
    guard case .assertion = escape else { return escape }
    record(.escapeNotInClass(scalars[start + 1]), from: start)
    return .rejected
  }

  // "[:" name ":]" | "[." name ".]" | "[=" name "=]"
  private mutating func eatPosixClass() -> Bool {
    guard let mark = peek(1), mark == ":" || mark == "." || mark == "=" else { return false }
    var ahead = 2
    // No name is as long as that.
    while ahead < 100, let scalar = peek(ahead), scalar != "]" { ahead += 1 }
    guard ahead > 2, peek(ahead) != nil, peek(ahead - 1) == mark else { return false }
    position += ahead + 1
    return true
  }
}

extension PatternParser.Escape {
  /// The characters that an item of a class stands for. Sets come with their case variants.
  fileprivate func ranges(_ ignoringCase: Bool) -> [ClosedRange<UInt32>] {
    switch self {
    case .scalar(let scalar):
      let alone = scalar.value...scalar.value
      return ignoringCase ? ScalarCase.closing([alone]) : [alone]
    case .set(let set): return set.ranges
    case .assertion, .rejected: return []
    }
  }
}
