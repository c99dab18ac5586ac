// Patterns for other programs: ECMA-262 with the flag `u`, limited to syntax that Python and Rust read in the same way.

internal import FormworkEngine

/// Writes pattern trees as text.
struct SchemaPattern {
  /// A character class that matches the white space that the language ignores around values.
  static let space = "[\\s\\u0085]"
  /// The characters that are removed from a text before it is compared, written as the contents of a class. May be
  /// empty.
  var removed = ""

  /// Returns the patterns of the texts that a number or a bool takes: one for a required value, and one for a value
  /// that may be blank.
  static func patterns(of kind: FieldKind) -> [String] {
    guard let notation = kind.notation else { return [] }
    let body = SchemaPattern().sequence(PatternTree(source: notation))
    return ["^\(space)*\(body)\(space)*$", "^\(space)*(?:\(body)\(space)*)?$"]
  }

  /// The binding strength of a written pattern.
  private enum Strength: Int { case choice, sequence, atom }

  /// Returns a tree as a pattern that can be followed by a repetition.
  func atom(_ tree: PatternTree) -> String { text(tree, .atom) }

  /// Returns a tree as a pattern that can be followed by other patterns.
  func sequence(_ tree: PatternTree) -> String { text(tree, .sequence) }

  private func text(_ tree: PatternTree, _ wanted: Strength) -> String {
    let (text, strength) = text(tree)
    return strength.rawValue >= wanted.rawValue ? text : "(?:\(text))"
  }

  private func text(_ tree: PatternTree) -> (String, Strength) {
    switch tree {
    case .empty: return ("", .sequence)
    case .character(let ranges):
      let text = SchemaPattern.text(ranges)
      return removed.isEmpty ? (text, .atom) : (text + "[\(removed)]*", .sequence)
    case .wordEdge(let isNegated):
      let (word, other) = ("[0-9A-Za-z_]", isNegated ? ("=", "!") : ("!", "="))
      return (
        "(?<=\(word))(?\(other.0)\(word))|(?<!\(word))(?\(other.1)\(word))", .choice
      )
    case .sequence(let parts): return (parts.map { text($0, .sequence) }.joined(), .sequence)
    case .choice(let parts):
      return (parts.map { text($0, .sequence) }.joined(separator: "|"), .choice)
    case .repeated(let inner, let lower, let upper):
      let count =
        switch (lower, upper) {
        case (0, nil): "*"
        case (1, nil): "+"
        case (0, 1): "?"
        case (let lower, nil): "{\(lower),}"
        case (let lower, let upper?): lower == upper ? "{\(lower)}" : "{\(lower),\(upper)}"
        }
      return (text(inner, .atom) + count, .sequence)
    }
  }

  // MARK: - Classes

  /// The smallest number of ranges for which a class is written with Unicode property names.
  private static let manyRanges = 40

  private static let names = [
    "L", "Lu", "Ll", "M", "N", "Nd", "P", "S", "Z", "Script=Han", "Script=Hiragana",
    "Script=Katakana", "Script=Latin", "Script=Greek", "Script=Cyrillic", "Script=Hangul",
    "Script=Arabic", "Script=Hebrew", "Script=Thai", "Script=Devanagari",
  ]

  private static func text(_ ranges: [ClosedRange<UInt32>]) -> String {
    if ranges.isEmpty { return "[^\\s\\S]" }
    if ranges.count == 1, ranges[0].count == 1 { return sign(ranges[0].lowerBound, inClass: false) }
    let others = PatternTree.complement(of: ranges)
    if others.isEmpty { return "[\\s\\S]" }
    if others.count < ranges.count { return "[^\(contents(others))]" }
    let contents = contents(ranges)
    let isName = contents.hasPrefix("\\p{") && contents.split(separator: "}").count == 1
    return isName ? contents : "[\(contents)]"
  }

  /// Returns ranges as the contents of a class.
  private static func contents(_ ranges: [ClosedRange<UInt32>]) -> String {
    var (ranges, text) = (ranges, "")
    if ranges.count >= manyRanges {
      for name in names {
        guard let rest = PatternTree.taking(name, from: ranges) else { continue }
        text += "\\p{\(name)}"
        ranges = rest
      }
    }
    for range in ranges {
      text += sign(range.lowerBound, inClass: true)
      if range.count > 2 { text += "-" }
      if range.count > 1 { text += sign(range.upperBound, inClass: true) }
    }
    return text
  }

  /// Whether a written pattern has Unicode property names, which Python can't read.
  static func hasNames(_ pattern: String) -> Bool {
    let signs = Array(pattern.utf8)
    return zip(signs, signs.dropFirst()).contains {
      $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "p")
    }
  }

  /// Returns characters as the contents of a class.
  static func contents(_ scalars: [Unicode.Scalar]) -> String {
    scalars.map { sign($0.value, inClass: true) }.joined()
  }

  private static func sign(_ value: UInt32, inClass: Bool) -> String {
    guard let scalar = Unicode.Scalar(value) else {
      // No text has surrogates, so a bound among them becomes the nearest character outside.
      return value < 0xDC00 ? "\\uD7FF" : "\\uE000"
    }
    let signs = inClass ? "\\]^[-" : "\\^$.*+?()[]{}|/"
    if signs.unicodeScalars.contains(scalar) { return "\\" + String(Character(scalar)) }
    let isShown =
      scalar.isASCII
      ? value > 0x1F && value < 0x7F
      : value > 0xFFFF || scalar.properties.isAlphabetic || scalar.properties.isEmojiPresentation
    if isShown { return String(Character(scalar)) }
    let digits = String(value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

extension PatternTree {
  /// Whether the tree takes the empty text.
  var takesEmpty: Bool {
    switch self {
    case .empty, .wordEdge: true
    case .character: false
    case .sequence(let parts): parts.allSatisfy { $0.takesEmpty }
    case .choice(let parts): parts.contains { $0.takesEmpty }
    case .repeated(let inner, let lower, _): lower == 0 || inner.takesEmpty
    }
  }

  /// Whether every text that the tree takes is ASCII without a CR, or differs from such a text by case (ſ, K).
  var isPlainASCII: Bool {
    switch self {
    case .empty, .wordEdge: true
    case .character(let ranges):
      ranges.allSatisfy { range in
        range.upperBound < 0x80 && !range.contains(0x0D)
          || range == 0x17F...0x17F || range == 0x212A...0x212A
      }
    case .sequence(let parts), .choice(let parts): parts.allSatisfy { $0.isPlainASCII }
    case .repeated(let inner, _, _): inner.isPlainASCII
    }
  }

  /// Returns the tree with each set of characters replaced by the result of `change`.
  func mapCharacters(
    _ change: ([ClosedRange<UInt32>]) -> [ClosedRange<UInt32>]
  ) -> PatternTree {
    switch self {
    case .empty, .wordEdge: self
    case .character(let ranges): .character(change(ranges))
    case .sequence(let parts): .sequence(parts.map { $0.mapCharacters(change) })
    case .choice(let parts): .choice(parts.map { $0.mapCharacters(change) })
    case .repeated(let inner, let lower, let upper):
      .repeated(inner.mapCharacters(change), lower: lower, upper: upper)
    }
  }
}
