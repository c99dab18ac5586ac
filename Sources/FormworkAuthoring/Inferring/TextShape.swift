// The shape that all texts of a column have in common, as a picture for `like`.

internal import FormworkEngine

/// The shape that texts of equal length share, character by character.
struct TextShape {
  /// Maximum length of a text whose shape is examined.
  private static let limit = 40

  /// The content of a position in the texts: an ASCII character, or one of these classes.
  private enum Cell {
    static let letter: UInt8 = 0x80
    static let digit: UInt8 = 0x81
    static let either: UInt8 = 0x82
  }

  /// Empty before the first text.
  private var cells: [UInt8] = []
  /// Whether a text didn't fit the shape.
  private(set) var isBroken = false
  /// Whether a letter was in lower case.
  private(set) var hasSmallLetters = false

  mutating func add(_ text: TextBytes) {
    if isBroken { return }
    guard cells.isEmpty || cells.count == text.count, text.count <= TextShape.limit else {
      return breakUp()
    }
    let isFirst = cells.isEmpty
    for index in 0..<text.count {
      let byte = text[index]
      guard 0x20..<0x7F ~= byte else { return breakUp() }
      let own = TextShape.isDigit(byte) ? Cell.digit : byte
      if 0x61...0x7A ~= byte { hasSmallLetters = true }
      if isFirst {
        cells.append(own)
      } else if cells[index] != own {
        guard let joined = TextShape.joined(cells[index], own) else { return breakUp() }
        cells[index] = joined
      }
    }
  }

  mutating func add(_ other: TextShape) {
    if isBroken || other.cells.isEmpty && !other.isBroken { return }
    if other.isBroken || !cells.isEmpty && cells.count != other.cells.count { return breakUp() }
    hasSmallLetters = hasSmallLetters || other.hasSmallLetters
    if cells.isEmpty { cells = other.cells }
    for index in cells.indices where cells[index] != other.cells[index] {
      guard let joined = TextShape.joined(cells[index], other.cells[index]) else {
        return breakUp()
      }
      cells[index] = joined
    }
  }

  private mutating func breakUp() { (isBroken, cells) = (true, []) }

  /// Returns the class of characters that includes both `first` and `second`, which differ, or nil.
  private static func joined(_ first: UInt8, _ second: UInt8) -> UInt8? {
    guard isAlphanumeric(first), isAlphanumeric(second) else { return nil }
    return isLetter(first) && isLetter(second) ? Cell.letter : Cell.either
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isLetter(_ cell: UInt8) -> Bool {
    (cell | 0x20) &- 0x61 < 26 || cell == Cell.letter
  }

  private static func isAlphanumeric(_ cell: UInt8) -> Bool { isLetter(cell) || cell > 0x80 }
}

extension TextShape {
  /// The picture of the texts, or nil if it isn't specific enough.
  var picture: String? {
    let digits = cells.count { $0 == Cell.digit }
    let letters = cells.count { $0 == Cell.letter }
    let either = cells.count { $0 == Cell.either }
    // Texts of letters alone may be words that have the same length by chance. Short texts in capitals are codes.
    let isCode = digits > 0 || letters > 0 && cells.count <= 3 && !hasSmallLetters
    let isClear = either == 0 || cells.count >= 8 && either < cells.count || either >= 16
    guard isCode || either > 0, isClear, digits + letters + either > 0 else { return nil }
    return cells.map { TextShape.sign($0) }.joined()
  }

  private static func sign(_ cell: UInt8) -> String {
    switch cell {
    case Cell.letter: "@"
    case Cell.digit: "#"
    case Cell.either: "?"
    case UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "?"), UInt8(ascii: "\\"):
      "\\" + String(Character(Unicode.Scalar(cell)))
    default: String(Character(Unicode.Scalar(cell)))
    }
  }
}
