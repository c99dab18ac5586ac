/// Parsing of the characters after `(?`. Only `:` and names of groups are supported; other kinds are recognized and
/// rejected.
extension PatternParser {
  enum GroupKind: Equatable {
    case plain
    /// An unsupported kind of group. If `isOpen`, the contents must still be parsed.
    case rejected(PatternConstruct, isOpen: Bool)
  }

  /// Consumes the `?` and the characters after it that determine the kind of the group.
  mutating func eatGroupKind() -> GroupKind {
    position += 1
    for (mark, construct) in PatternParser.groupMarks where at(mark) {
      position += mark.utf8.count
      return .rejected(construct, isOpen: true)
    }
    guard let scalar = peek() else { return .rejected(.unknownGroup, isOpen: true) }
    switch scalar {
    case ":":
      position += 1
      return .plain
    case "<", "'", "P": return eatNamedGroup()
    case "(":
      eatThroughClose()
      return .rejected(.conditional, isOpen: true)
    case "#": return eatWhole(.comment)
    case "R", "&", "0"..."9", "+": return eatWhole(.recursion)
    case "a"..."z", "A"..."Z", "-", "^": return eatFlags()
    default: return .rejected(.unknownGroup, isOpen: true)
    }
  }

  /// The kinds of groups with a fixed beginning.
  private static let groupMarks: [(String, PatternConstruct)] = [
    ("=", .lookAhead), ("!", .lookAhead), ("<=", .lookBehind), ("<!", .lookBehind),
    (">", .atomicGroup), ("|", .branchReset),
  ]

  // "<" name ">" | "P<" name ">" | "'" name "'"
  private mutating func eatNamedGroup() -> GroupKind {
    if at("P=") { return eatWhole(.backReference) }
    if at("P>") { return eatWhole(.recursion) }
    _ = eat("P")
    let close: Unicode.Scalar = at("'") ? "'" : ">"
    guard eat("<") || eat("'") else { return .rejected(.unknownGroup, isOpen: true) }
    let start = position
    while let scalar = peek(), scalar.properties.isAlphabetic || isDigit(scalar) || scalar == "_" {
      position += 1
    }
    let isNamed = position > start && eat(close)
    return isNamed && close == ">" ? .plain : .rejected(.namedGroup, isOpen: true)
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  // Consumes the flags with the character that ends them: ":" leaves a group open, ")" doesn't.
  private mutating func eatFlags() -> GroupKind {
    while let scalar = peek(), scalar.properties.isAlphabetic || scalar == "-" || scalar == "^" {
      position += 1
    }
    if eat(")") { return .rejected(.inlineFlags, isOpen: false) }
    return .rejected(eat(":") ? .inlineFlags : .unknownGroup, isOpen: true)
  }

  /// Consumes a whole group whose contents aren't a pattern.
  private mutating func eatWhole(_ construct: PatternConstruct) -> GroupKind {
    .rejected(construct, isOpen: !eatThroughClose())
  }

  @discardableResult
  private mutating func eatThroughClose() -> Bool {
    while let scalar = peek() {
      position += 1
      if scalar == ")" { return true }
    }
    return false
  }
}
