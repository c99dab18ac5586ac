/// A compiled pattern: instructions whose paths a matcher follows all at once (Thompson's construction), over the
/// alphabet of the pattern.
struct PatternProgram: Sendable {
  let instructions: [PatternInstruction]
  let alphabet: ScalarClasses

  /// Whether the program has assertions. They depend on the neighbouring characters.
  let hasAssertions: Bool

  /// Whether the program has word boundaries, so that a matcher must know whether the previous character is in a word.
  let looksAtWords: Bool

  /// A bit for every pair of a set and a class, which is 1 if the set contains the class. If the pattern has word
  /// boundaries, the last set is that of the word characters.
  private let members: [UInt64]
  private let wordsPerSet: Int
  private let setCount: Int

  /// Fails if the pattern needs too many instructions or classes.
  init?(_ nodes: [PatternNode]) {
    var builder = PatternBuilder()
    guard let instructions = builder.build(nodes) else { return nil }
    var hasAssertions = false
    var looksAtWords = false
    for case .require(let assertion) in instructions {
      hasAssertions = true
      if assertion == .wordBoundary || assertion == .notWordBoundary { looksAtWords = true }
    }
    let sets = builder.sets + (looksAtWords ? [ScalarSet.wordCharacters] : [])
    guard let alphabet = ScalarClasses(dividedBy: sets, limit: Pattern.mostCharacterClasses)
    else { return nil }
    let wordsPerSet = (alphabet.count + 63) / 64
    var members = [UInt64](repeating: 0, count: sets.count * wordsPerSet)
    for (number, set) in sets.enumerated() {
      for symbol in alphabet.classes(of: set) {
        members[number * wordsPerSet + Int(symbol >> 6)] |= 1 << UInt64(symbol & 63)
      }
    }
    self.instructions = instructions
    self.alphabet = alphabet
    self.hasAssertions = hasAssertions
    self.looksAtWords = looksAtWords
    self.members = members
    self.wordsPerSet = wordsPerSet
    setCount = sets.count
  }

  /// The size in bytes.
  var byteCount: Int {
    instructions.count * MemoryLayout<PatternInstruction>.stride + members.count * 8
      + alphabet.byteCount
  }

  /// The neighbour before the text. If there are no assertions, the start is treated like any other position.
  var beforeText: PatternNeighbour { hasAssertions ? .nothing : .other }

  func set(_ number: UInt16, holds symbol: Int) -> Bool {
    members[Int(number) * wordsPerSet + symbol >> 6] >> UInt64(symbol & 63) & 1 == 1
  }

  /// Visits the classes of a set until `body` returns false.
  func visitClasses(of set: UInt16, _ body: (Int) -> Bool) {
    for word in 0..<wordsPerSet {
      var bits = members[Int(set) * wordsPerSet + word]
      while bits != 0 {
        if !body(word * 64 + bits.trailingZeroBitCount) { return }
        bits &= bits - 1
      }
    }
  }

  /// Returns the kind of neighbour for the characters of a class.
  func neighbour(_ symbol: Int) -> PatternNeighbour {
    looksAtWords && set(UInt16(setCount - 1), holds: symbol) ? .word : .other
  }
}

/// An instruction of a program. Unless it jumps, the next instruction follows.
enum PatternInstruction: Sendable {
  /// Reads a character of the set with this number.
  case take(UInt16)
  /// Continues only if the assertion holds.
  case require(PatternAssertion)
  /// Continues both with the next instruction and with the one at this distance.
  case split(Int16)
  /// Continues with the instruction at this distance.
  case jump(Int16)
  /// The pattern has matched.
  case match
}

/// The kind of character on one side of a position.
enum PatternNeighbour: UInt8, Sendable {
  /// Nothing: the text starts or ends here.
  case nothing
  /// An ASCII letter, digit or `_`, if the pattern has word boundaries.
  case word
  /// Any other character.
  case other
}

extension PatternAssertion {
  func holds(between before: PatternNeighbour, and after: PatternNeighbour) -> Bool {
    switch self {
    case .textStart: before == .nothing
    case .textEnd: after == .nothing
    case .wordBoundary: (before == .word) != (after == .word)
    case .notWordBoundary: (before == .word) == (after == .word)
    }
  }
}
