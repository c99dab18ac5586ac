// Patterns and pictures as trees, for who puts them into words.

/// What a text must look like, one part after the other.
package indirect enum PatternTree: Sendable {
  /// Nothing.
  case empty
  /// One character of these ranges.
  case character([ClosedRange<UInt32>])
  /// The place where a word begins or ends, or one where none does.
  case wordEdge(isNegated: Bool)
  case sequence([PatternTree])
  case choice([PatternTree])
  /// Without an upper bound, `upper` is nil.
  case repeated(PatternTree, lower: Int, upper: Int?)
}

extension PatternTree {
  /// Makes the tree of a pattern; nil if it is too large to be put into words.
  package init?(_ pattern: Pattern) {
    guard pattern.source.count <= 1_000 else { return nil }
    let flag = Array("(?i)".utf8)
    let body =
      pattern.source.starts(with: flag) ? Array(pattern.source.dropFirst(4)) : pattern.source
    // Letters of the other case are left out: that case makes no difference is said once.
    var parser = PatternParser(body, ignoringCase: false, PatternProperties())
    parser.parse()
    guard parser.problems.isEmpty else { return nil }
    self.init(parser.nodes)
  }

  /// Makes the tree of nodes that each stand after their parts.
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

  /// Makes the tree of a picture.
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

  /// The characters that Unicode gives a property, such as `L`, if a set has all of them, and what else it has.
  package static func taking(
    _ property: String, from ranges: [ClosedRange<UInt32>]
  ) -> [ClosedRange<UInt32>]? {
    guard let named = ScalarProperty.set(named: property) else { return nil }
    let whole = ScalarSet(ranges)
    return named.subtracting(whole).ranges.isEmpty ? whole.subtracting(named).ranges : nil
  }

  /// The characters of `\s`.
  package static let whiteSpace = ScalarSet.whiteSpace.ranges

  /// All characters but those of the ranges.
  package static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    ScalarSet(ranges).complement.ranges
  }
}

extension Pattern {
  /// Whether case makes no difference to it.
  package var comparesWithoutCase: Bool {
    ignoresCase || source.starts(with: Array("(?i)".utf8))
  }
}
