/// Turns the nodes of a pattern into instructions. Every node becomes a fragment that is entered at
/// its first instruction and left after its last. Jumps are relative, so a fragment that has to
/// stand a thousand times is copied as it is.
struct PatternBuilder {
  /// The sets that instructions speak of by number.
  private(set) var sets: [ScalarSet] = []

  private var numbers: [ScalarSet: UInt16] = [:]
  private var fragments: [[PatternInstruction]] = []

  /// Nil if it would take too many instructions.
  mutating func build(_ nodes: [PatternNode]) -> [PatternInstruction]? {
    for node in nodes {
      guard let fragment = fragment(for: node), fragment.count < Pattern.mostInstructions
      else { return nil }
      fragments.append(fragment)
    }
    return fragments.removeLast() + [.match]
  }

  private mutating func fragment(for node: PatternNode) -> [PatternInstruction]? {
    switch node {
    case .empty: return []
    case .scalar(let set): return [.take(number(of: set))]
    case .assertion(let assertion): return [.require(assertion)]
    case .sequence(let count): return popLast(count).flatMap { $0 }
    case .alternation(let count): return alternation(popLast(count))
    case .repetition(let lower, let upper):
      return repetition(of: fragments.removeLast(), lower: lower, upper: upper)
    }
  }

  private mutating func number(of set: ScalarSet) -> UInt16 {
    if let number = numbers[set] { return number }
    let number = UInt16(sets.count)
    numbers[set] = number
    sets.append(set)
    return number
  }

  private mutating func popLast(_ count: Int) -> [[PatternInstruction]] {
    let last = Array(fragments.suffix(count))
    fragments.removeLast(count)
    return last
  }

  /// split 2nd; 1st; jump end; split 3rd; 2nd; jump end; … last; end:
  private func alternation(_ branches: [[PatternInstruction]]) -> [PatternInstruction]? {
    let size = branches.reduce(-2) { $0 + $1.count + 2 }
    guard size < Pattern.mostInstructions else { return nil }
    var code: [PatternInstruction] = []
    for branch in branches.dropLast() {
      code.append(.split(Int16(branch.count + 2)))
      code += branch
      code.append(.jump(Int16(size - code.count)))
    }
    return code + branches[branches.count - 1]
  }

  private func repetition(
    of fragment: [PatternInstruction], lower: Int, upper: Int?
  ) -> [PatternInstruction]? {
    guard !fragment.isEmpty else { return [] }
    let size = (fragment.count + 1) * max(lower, upper ?? 0)
    guard size < 2 * Pattern.mostInstructions else { return nil }
    var code: [PatternInstruction] = []
    for _ in 0..<lower { code += fragment }
    guard let upper else { return code + endless(fragment, isOptional: lower == 0) }
    // Each optional turn may be the last: split end; turn; split end; turn; … end:
    let optional = (upper - lower) * (fragment.count + 1)
    guard code.count + optional < Pattern.mostInstructions else { return nil }
    for turn in 0..<(upper - lower) {
      code.append(.split(Int16(optional - turn * (fragment.count + 1))))
      code += fragment
    }
    return code
  }

  /// Optional: again: split end; turn; jump again; end:
  /// Else what comes after a turn: split back to it.
  private func endless(
    _ fragment: [PatternInstruction], isOptional: Bool
  ) -> [PatternInstruction] {
    let size = Int16(fragment.count)
    return isOptional ? [.split(size + 2)] + fragment + [.jump(-size - 1)] : [.split(-size)]
  }
}
