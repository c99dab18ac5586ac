// The character classes that `contains(digit)`, `contains(2..., digit)` and `only(letter, "-")` name, and a selection
// of classes and single characters.

internal import FormworkSyntax

package enum TextClass: UInt8, CaseIterable, Sendable {
  /// 0 to 9, as in the predicate `digits`.
  case digit
  /// A to Z and a to z, as in the predicate `letters`.
  case letter
  /// A letter with an upper-case form, in any script, with or without combining marks.
  case lowercase
  /// A letter with a lower-case form, in any script, with or without combining marks.
  case uppercase
  /// A printable character that isn't a letter or digit of any script, nor a space: punctuation, currency, emoji, ½,
  /// ①.
  case symbol
  /// White space (Unicode White_Space), line breaks included.
  case space

  /// The name in a form, in the singular.
  package var name: String {
    switch self {
    case .digit: "digit"
    case .letter: "letter"
    case .lowercase: "lowercase"
    case .uppercase: "uppercase"
    case .symbol: "symbol"
    case .space: "space"
    }
  }

  /// Whether the character, given as its bytes, is in the class.
  package func holds(for character: TextBytes) -> Bool {
    guard character.count > 1 else {
      return character.count == 1 && holds(forASCII: character[0])
    }
    switch self {
    case .digit, .letter: return false
    case .space: return character.isWhiteSpace
    case .lowercase, .uppercase, .symbol: return holds(forCluster: character)
    }
  }

  func holds(forASCII byte: UInt8) -> Bool {
    switch self {
    case .digit: ASCII.isDigit(byte)
    case .letter: ASCII.isLetter(byte)
    case .lowercase: ASCII.isLowercase(byte)
    case .uppercase: ASCII.isUppercase(byte)
    case .symbol: ScalarClass.isSymbol(UInt32(byte))
    case .space: ASCII.isSpace(byte)
    }
  }

  /// Whether a character of several bytes is in the class. The first scalar decides, unless an enclosing mark turns
  /// the character into a symbol, as in 1️⃣.
  private func holds(forCluster character: TextBytes) -> Bool {
    let first = character.scalar(at: 0).value
    let isSymbol =
      ScalarClass.isSymbol(first) || character.hasEnclosingMark && !ScalarClass.isMark(first)
    guard let properties = Unicode.Scalar(first)?.properties else { return false }
    switch self {
    case .lowercase:
      return !isSymbol && properties.changesWhenUppercased && !properties.changesWhenLowercased
    case .uppercase:
      return !isSymbol && properties.changesWhenLowercased && !properties.changesWhenUppercased
    default: return isSymbol
    }
  }
}

/// A selection of classes and characters, prepared so that many texts can be tested quickly.
package struct CharacterSelection: Sendable {
  /// The selected ASCII characters. `ascii` has all of them, `literals` only those selected by literals.
  private(set) var ascii = ASCIISet()
  private var literals = ASCIISet()
  package let classes: [TextClass]
  /// The characters of the texts that `init` received, as written.
  package let characters: [Character]
  /// The canonical forms of the non-ASCII characters. `scalars` contains those of a single scalar, sorted. `clusters`
  /// contains the bytes of the others.
  private var scalars: [UInt32] = []
  private var clusters: [[UInt8]] = []

  /// Creates a selection of the classes and of every character of the texts.
  package init(classes: [TextClass] = [], texts: [String] = []) {
    self.classes = classes
    characters = texts.flatMap { Array($0) }
    for character in characters { insert(character) }
    ascii = literals
    for byte in UInt8(0)..<0x80 where classes.contains(where: { $0.holds(forASCII: byte) }) {
      ascii.insert(byte)
    }
    scalars = scalars.ordered()
  }

  private mutating func insert(_ character: Character) {
    var form: [UInt8] = []
    Array(character.utf8).withUnsafeBufferPointer { $0.appendCanonical(to: &form) }
    let (value, length) = form.withUnsafeBufferPointer { $0.scalar(at: 0) }
    if form == CharacterSelection.lineBreak {
      literals.insert(0x0A)
    } else if length < form.count {
      clusters.append(form)
    } else if value < 0x80 {
      literals.insert(UInt8(value))
    } else {
      scalars.append(value)
    }
  }

  /// Whether the ASCII character is selected.
  @inline(__always)
  func contains(ascii byte: UInt8) -> Bool { ascii.contains(byte) }

  /// Whether the character, given as its bytes, is selected. CR LF is selected if the line feed is.
  package func contains(_ character: TextBytes) -> Bool {
    if character.count == 1 { return ascii.contains(character[0]) }
    if character.isASCII { return ascii.contains(0x0A) }
    if classes.contains(where: { $0.holds(for: character) }) { return true }
    if character.isPlain { return contains(scalar: character.scalar(at: 0).value) }
    var form: [UInt8] = []
    character.appendCanonical(to: &form)
    let (value, length) = form.withUnsafeBufferPointer { $0.scalar(at: 0) }
    return length == form.count ? contains(scalar: value) : clusters.contains(form)
  }

  private func contains(scalar value: UInt32) -> Bool {
    if value < 0x80 { return literals.contains(UInt8(value)) }
    var (low, high) = (0, scalars.count)
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < scalars.count && scalars[low] == value
  }

  private static let lineBreak: [UInt8] = [0x0D, 0x0A]
}

/// A set of ASCII characters in 128 bits.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte) }
  }

  /// Whether `byte`, which must be below 0x80, is in the set.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    (byte < 64 ? low : high) &>> UInt64(byte) & 1 == 1
  }

  /// Whether every byte of a text is ASCII and in the set.
  func hasAll(of text: TextBytes) -> Bool {
    for byte in text where byte >= 0x80 || !contains(byte) { return false }
    return true
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// `only(…)`: whether every character is in the selection.
  package func hasOnly(_ selection: CharacterSelection) -> Bool {
    guard isASCII else { return allCharacters(selection.contains) }
    for offset in 0..<count where !isASCII(offset, in: selection) { return false }
    return true
  }

  /// `contains(CLASS)` and `contains(RANGE, CLASS)`: counts the selected characters, up to `limit`.
  package func count(of selection: CharacterSelection, limit: Int = .max) -> Int {
    var found = 0
    if isASCII {
      for offset in 0..<count where found < limit && isASCII(offset, in: selection) {
        // CR LF is one character, so its CR isn't counted.
        if !isInLineBreak(offset + 1) { found += 1 }
      }
      return found
    }
    _ = allCharacters { character in
      if selection.contains(character) { found += 1 }
      return found < limit
    }
    return found
  }

  /// Whether the ASCII byte at `offset` is selected. The CR of a CR LF is selected if its LF is.
  @inline(__always)
  func isASCII(_ offset: Int, in selection: CharacterSelection) -> Bool {
    selection.contains(ascii: isInLineBreak(offset + 1) ? 0x0A : self[offset])
  }
}
