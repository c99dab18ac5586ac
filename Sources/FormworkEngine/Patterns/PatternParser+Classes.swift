/// Parsing of classes in brackets.
extension PatternParser {
  /// class ::= '[' '^'? item+ ('-' class)? ']'
  mutating func parseClass() -> ScalarSet {
    let open = position
    position += 1
    let isNegated = eat("^")
    if eat("]") {
      record(.emptyClass, from: open)
      return .empty
    }
    var ranges: [ClosedRange<UInt32>] = []
    // The size at which the list of ranges is simplified. Many items may have many ranges each, most of them equal.
    var room = 4_096
    var removed: ScalarSet?
    while !hasManyProblems, !eat("]") {
      if ranges.count > room {
        ranges = ScalarSet(ranges).ranges
        room = max(room, 2 * ranges.count)
      }
      guard position < scalars.count else {
        record(.unclosedClass, from: open, to: open + 1)
        break
      }
      if atSubtraction {
        removed = parseSubtraction(from: open)
      } else {
        ranges += parseItem()
      }
    }
    let set = isNegated ? ScalarSet(ranges).complement : ScalarSet(ranges)
    return removed.map { set.subtracting($0) } ?? set
  }

  /// Whether a class is subtracted here, as in XML Schema: `[a-z-[aeiou]]`.
  private var atSubtraction: Bool {
    mutating get {
      guard at("-"), peek(1) == "[", posixClassEnd(from: position + 1) == nil else { return false }
      let close = nextClose()
      return close + 1 < scalars.count && scalars[close + 1] == "]"
    }
  }

  /// Returns the index of the next `]` that has no backslash before it and doesn't end a POSIX class.
  private mutating func nextClose() -> Int {
    guard knownClose < position else { return knownClose }
    var index = position
    while index < scalars.count, scalars[index] != "]" {
      if scalars[index] == "[", let end = posixClassEnd(from: index) { index = end }
      index += scalars[index] == "\\" ? 2 : 1
    }
    knownClose = min(index, scalars.count)
    return knownClose
  }

  /// Returns the index after a POSIX class such as `[:alpha:]` that begins at `start`, or nil.
  private func posixClassEnd(from start: Int) -> Int? {
    guard start + 1 < scalars.count, scalars[start] == "[", scalars[start + 1] == ":" else {
      return nil
    }
    var end = start + 2
    while end < scalars.count, "a"..."z" ~= scalars[end] || scalars[end] == "^" { end += 1 }
    guard end + 1 < scalars.count, end > start + 2, scalars[end] == ":", scalars[end + 1] == "]"
    else { return nil }
    return end + 1
  }

  private mutating func parseSubtraction(from open: Int) -> ScalarSet {
    position += 1
    if classDepth == Pattern.deepestNesting {
      record(.nestingTooDeep(limit: Pattern.deepestNesting), from: open, to: open + 1)
      position = scalars.count
      return .empty
    }
    classDepth += 1
    defer { classDepth -= 1 }
    let set = parseClass()
    if !at("]"), !hasManyProblems { record(.unsupported(.nestedClass), from: open) }
    return set
  }

  /// item ::= class-atom ('-' class-atom)?
  private mutating func parseItem() -> [ClosedRange<UInt32>] {
    let start = position
    let lower = parseClassAtom()
    // A "-" at the end of a class is literal.
    guard at("-"), let next = peek(1), next != "]", !atSubtraction else {
      return lower.ranges(ignoringCase)
    }
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

  /// class-atom ::= CHARACTER | escape | '[:' '^'? POSIX ':]'
  private mutating func parseClassAtom() -> Escape {
    let start = position
    guard let scalar = peek() else { return .rejected }
    if scalar == "\\" { return parseClassEscape() }
    if scalar == "[" {
      if let name = eatPosixClass() { return posixClass(name, from: start) }
      bracketInClass = bracketInClass ?? start
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
  private mutating func eatPosixClass() -> String? {
    guard let mark = peek(1), mark == ":" || mark == "." || mark == "=" else { return nil }
    var ahead = 2
    // Every name is much shorter than 100 characters.
    while ahead < 100, let scalar = peek(ahead), scalar != "]" { ahead += 1 }
    guard ahead > 2, peek(ahead) != nil, peek(ahead - 1) == mark else { return nil }
    var name = mark == ":" ? "" : String(mark)
    name.unicodeScalars += scalars[position + 2..<position + ahead - 1]
    position += ahead + 1
    return name
  }

  private mutating func posixClass(_ name: String, from start: Int) -> Escape {
    let isNegated = name.utf8.first == UInt8(ascii: "^")
    let own = isNegated ? String(name.dropFirst()) : name
    guard let found = PatternParser.posixClasses.first(where: { $0.0 == own }) else {
      record(.unsupported(.posixClass), from: start)
      return .rejected
    }
    let set = ScalarSet(ignoringCase ? ScalarCase.closing(found.1) : found.1)
    return .set(isNegated ? set.complement : set)
  }

  /// The POSIX classes, limited to ASCII like `\d`.
  private static let posixClasses: [(String, [ClosedRange<UInt32>])] = [
    ("alpha", [0x41...0x5A, 0x61...0x7A]), ("digit", [0x30...0x39]),
    ("alnum", [0x30...0x39, 0x41...0x5A, 0x61...0x7A]), ("upper", [0x41...0x5A]),
    ("lower", [0x61...0x7A]), ("xdigit", [0x30...0x39, 0x41...0x46, 0x61...0x66]),
    ("punct", [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]),
    ("space", [0x09...0x0D, 0x20...0x20]), ("blank", [0x09...0x09, 0x20...0x20]),
    ("cntrl", [0x00...0x1F, 0x7F...0x7F]), ("graph", [0x21...0x7E]), ("print", [0x20...0x7E]),
    ("word", ScalarSet.wordCharacters.ranges),
  ]
}

extension PatternParser.Escape {
  /// Returns the characters that match an item of a class. Sets already include their case variants.
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
