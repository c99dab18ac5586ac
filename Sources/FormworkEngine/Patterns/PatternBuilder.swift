internal import FormworkSyntax

/// Compiles the nodes of a pattern to instructions. Every node becomes a fragment that is entered at its first
/// instruction and left after its last. Jumps are relative, so a fragment that is repeated a thousand times can be
/// copied unchanged.
struct PatternBuilder {
  /// The sets that instructions refer to by number.
  private(set) var sets: [ScalarSet] = []

  private var numbers: OrderedDictionary<ScalarSet, UInt16> = [:]

  /// The fragments that aren't part of a larger fragment yet, end to end, and their starts.
  private var code: [PatternInstruction] = []
  private var starts: [Int] = []

  /// Returns nil if there would be too many instructions.
  mutating func build(_ nodes: [PatternNode]) -> [PatternInstruction]? {
    for node in nodes {
      guard add(node), code.count < Pattern.mostInstructions else { return nil }
    }
    code.append(.match)
    return code
  }

  private mutating func add(_ node: PatternNode) -> Bool {
    switch node {
    case .empty: starts.append(code.count)
    case .scalar(let set): add(.take(number(of: set)))
    case .assertion(let assertion): add(.require(assertion))
    case .sequence(let count): starts.removeLast(count - 1)
    case .alternation(let count): return alternate(count)
    case .repetition(let lower, let upper): return repeatLast(lower: lower, upper: upper)
    }
    return true
  }

  private mutating func add(_ instruction: PatternInstruction) {
    starts.append(code.count)
    code.append(instruction)
  }

  private mutating func number(of set: ScalarSet) -> UInt16 {
    if let number = numbers[set] { return number }
    let number = UInt16(sets.count)
    numbers[set] = number
    sets.append(set)
    return number
  }

  /// Removes and returns the instructions from `start` on.
  private mutating func takeLast(from start: Int) -> [PatternInstruction] {
    let last = Array(code[start...])
    code.removeLast(last.count)
    return last
  }

  /// Combines the last `count` fragments: split 2nd; 1st; jump end; split 3rd; 2nd; jump end; … last; end:
  private mutating func alternate(_ count: Int) -> Bool {
    let branches = Array(starts.suffix(count)) + [code.count]
    let end = code.count + 2 * (count - 1)
    guard end < 2 * Pattern.mostInstructions else { return false }
    let old = takeLast(from: branches[0])
    for index in 0..<count {
      let branch = old[(branches[index] - branches[0])..<(branches[index + 1] - branches[0])]
      if index == count - 1 {
        code += branch
      } else {
        code.append(.split(Int16(branch.count + 2)))
        code += branch
        code.append(.jump(Int16(end - code.count)))
      }
    }
    starts.removeLast(count - 1)
    return true
  }

  private mutating func repeatLast(lower: Int, upper: Int?) -> Bool {
    let start = starts[starts.count - 1]
    guard start < code.count else { return true }
    let turn = takeLast(from: start)
    guard (turn.count + 1) * max(lower, upper ?? 0) < 2 * Pattern.mostInstructions else {
      return false
    }
    for _ in 0..<lower { code += turn }
    guard let upper else {
      addEndless(turn, isOptional: lower == 0)
      return true
    }
    // Each optional repetition may be the last. The code is `split end; turn; split end; turn; …` and the label `end`.
    let optional = (upper - lower) * (turn.count + 1)
    for number in 0..<(upper - lower) {
      code.append(.split(Int16(optional - number * (turn.count + 1))))
      code += turn
    }
    return true
  }

  /// Adds an endless repetition. If optional: `again: split end; turn; jump again; end:`. Otherwise only adds a split
  /// that leads back to the start of the preceding turn.
  private mutating func addEndless(_ turn: [PatternInstruction], isOptional: Bool) {
    let size = Int16(turn.count)
    if isOptional {
      code.append(.split(size + 2))
      code += turn
      code.append(.jump(-size - 1))
    } else {
      code.append(.split(-size))
    }
  }
}
