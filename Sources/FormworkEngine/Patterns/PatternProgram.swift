/// What a pattern is compiled to: instructions that a matcher follows all at once (Thompson's
/// construction), over the alphabet of the pattern.
struct PatternProgram: Sendable {
  let instructions: [PatternInstruction]
  let alphabet: ScalarClasses

  /// Whether any place is asked about what stands before and after it.
  let hasAssertions: Bool

  /// Whether a matcher must know if the character before is part of a word.
  let looksAtWords: Bool

  /// A bit for every set and class: whether the set holds the class. The last set is that of word
  /// characters if the pattern looks at words.
  private let members: [UInt64]
  private let wordsPerSet: Int
  private let setCount: Int

  /// Nil if the pattern needs too many instructions or classes.
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

  /// How many bytes it takes.
  var byteCount: Int {
    instructions.count * MemoryLayout<PatternInstruction>.stride + members.count * 8
      + alphabet.byteCount
  }

  /// What stands before a text. Where no place is asked, the start is like any other.
  var beforeText: PatternNeighbour { hasAssertions ? .nothing : .other }

  func set(_ number: UInt16, holds symbol: Int) -> Bool {
    members[Int(number) * wordsPerSet + symbol >> 6] >> UInt64(symbol & 63) & 1 == 1
  }

  /// Visits the classes of a set for as long as `body` wants more.
  func visitClasses(of set: UInt16, _ body: (Int) -> Bool) {
    for word in 0..<wordsPerSet {
      var bits = members[Int(set) * wordsPerSet + word]
      while bits != 0 {
        if !body(word * 64 + bits.trailingZeroBitCount) { return }
        bits &= bits - 1
      }
    }
  }

  /// What a character of this class is to the place after it.
  func neighbour(_ symbol: Int) -> PatternNeighbour {
    looksAtWords && set(UInt16(setCount - 1), holds: symbol) ? .word : .other
  }
}

/// One step of a program. What is not a jump goes on with the next instruction.
enum PatternInstruction: Sendable {
  /// Reads one character of the set with this number.
  case take(UInt16)
  /// Goes on only if the place is such.
  case require(PatternAssertion)
  /// Goes on both with the next instruction and with the one so far away.
  case split(Int16)
  /// Goes on with the instruction so far away.
  case jump(Int16)
  /// The pattern is through.
  case match
}

/// What stands on one side of a place between two characters.
enum PatternNeighbour: UInt8, Sendable {
  /// Nothing: the text starts or ends here.
  case nothing
  /// An ASCII letter, digit or `_`, if the pattern looks at words.
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
