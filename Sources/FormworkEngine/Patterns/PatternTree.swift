// Patterns and pictures as trees, for describing them in words.

/// The structure of the texts that a pattern or a picture matches.
package indirect enum PatternTree: Sendable {
  /// The empty text.
  case empty
  /// A character of these ranges.
  case character([ClosedRange<UInt32>])
  /// The beginning or end of a word, or any other position if negated.
  case wordEdge(isNegated: Bool)
  case sequence([PatternTree])
  case choice([PatternTree])
  /// If there is no upper bound, `upper` is nil.
  case repeated(PatternTree, lower: Int, upper: Int?)
}

extension PatternTree {
  /// Creates the tree of a pattern. Fails if it is too large to be described.
  package init?(_ pattern: Pattern) {
    guard pattern.source.count <= 1_000 else { return nil }
    let flag = Array("(?i)".utf8)
    let body =
      pattern.source.starts(with: flag) ? Array(pattern.source.dropFirst(4)) : pattern.source
    // Case variants are left out, because insensitivity to case is described separately.
    var parser = PatternParser(body, ignoringCase: false, PatternProperties())
    parser.parse()
    guard parser.problems.isEmpty else { return nil }
    self.init(parser.nodes)
  }

  /// Creates the tree of all texts that a pattern matches. It includes case variants if the pattern ignores case.
  /// Anchors are left out.
  ///
  /// - Returns: the tree, and whether the tree certainly matches no other texts.
  package static func whole(_ pattern: Pattern) -> (tree: PatternTree, isExact: Bool)? {
    var parser = PatternParser(
      pattern.source, ignoringCase: pattern.ignoresCase, PatternProperties())
    parser.parse()
    guard parser.problems.isEmpty, let tree = PatternTree(parser.nodes) else { return nil }
    var (starts, ends) = (0, 0)
    for node in parser.nodes {
      if case .assertion(.textStart) = node { starts += 1 }
      if case .assertion(.textEnd) = node { ends += 1 }
    }
    let body =
      pattern.source.starts(with: Array("(?i)".utf8))
      ? pattern.source.dropFirst(4) : pattern.source[...]
    let isAtEnds =
      (starts == 0 || starts == 1 && body.first == UInt8(ascii: "^"))
      && (ends == 0 || ends == 1 && body.last == UInt8(ascii: "$"))
    return (tree, isAtEnds)
  }

  /// Creates the tree of a pattern's source, which must be valid.
  package init(source: String) {
    var parser = PatternParser(Array(source.utf8), ignoringCase: false, PatternProperties())
    parser.parse()
    self = parser.problems.isEmpty ? PatternTree(parser.nodes) ?? .empty : .empty
  }

  /// Creates the tree of a text. If `anyCase`, letters match in any case.
  package init(text: String, anyCase: Bool) {
    self = .sequence(
      text.unicodeScalars.map { scalar in
        let alone = scalar.value...scalar.value
        return .character(anyCase ? ScalarSet(ScalarCase.closing([alone])).ranges : [alone])
      })
  }

  /// Creates the tree from nodes in postfix order: each node follows its parts.
  private init?(_ nodes: [PatternNode]) {
    var stack: [PatternTree] = []
    for node in nodes {
      switch node {
      case .empty, .assertion(.textStart), .assertion(.textEnd): stack.append(.empty)
      case .assertion(.wordBoundary): stack.append(.wordEdge(isNegated: false))
      case .assertion(.notWordBoundary): stack.append(.wordEdge(isNegated: true))
      case .scalar(let set): stack.append(.character(set.ranges))
      case .sequence(let count):
        let parts = Array(stack.suffix(count)).filter { !$0.isEmpty }
        stack.removeLast(count)
        stack.append(parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts))
      case .alternation(let count):
        let parts = Array(stack.suffix(count))
        stack.removeLast(count)
        stack.append(.choice(parts))
      case .repetition(let lower, let upper):
        let inner = stack.removeLast()
        stack.append(.repeated(inner, lower: lower, upper: upper))
      }
    }
    guard stack.count == 1 else { return nil }
    self = stack[0]
  }

  private var isEmpty: Bool { if case .empty = self { true } else { false } }

  /// Creates the tree of a picture.
  package init(_ picture: TextPicture) {
    let letters: [ClosedRange<UInt32>] = [0x41...0x5A, 0x61...0x7A]
    let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    self = .sequence(
      picture.cells.map { cell in
        switch cell {
        case .letter: .character(letters)
        case .digit: .character(digits)
        case .either: .character(digits + letters)
        case .itself(let character):
          .sequence(character.unicodeScalars.map { .character([$0.value...$0.value]) })
        }
      })
  }

  /// Removes the characters of a Unicode property such as `L` from ranges. Returns nil if the ranges don't contain all
  /// of these characters.
  package static func taking(
    _ property: String, from ranges: [ClosedRange<UInt32>]
  ) -> [ClosedRange<UInt32>]? {
    guard let named = ScalarProperty.set(named: property) else { return nil }
    let whole = ScalarSet(ranges)
    return named.subtracting(whole).ranges.isEmpty ? whole.subtracting(named).ranges : nil
  }

  /// The characters of `\s`.
  package static let whiteSpace = ScalarSet.whiteSpace.ranges

  /// Returns all characters except those of the ranges.
  package static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    ScalarSet(ranges).complement.ranges
  }
}

extension Pattern {
  /// Whether the pattern ignores case.
  package var comparesWithoutCase: Bool {
    ignoresCase || source.starts(with: Array("(?i)".utf8))
  }
}
