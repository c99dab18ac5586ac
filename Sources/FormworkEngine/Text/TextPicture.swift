// Pictures: `like("@@-####")` describes the shape of a text with one sign per character.

/// A compiled picture. `@` is a letter, `#` a digit, `?` either (all ASCII), and `\@ \# \? \\` are the signs
/// themselves. Every other character matches itself. A backslash before another character is a literal backslash.
package struct TextPicture: Sendable {
  let cells: [PictureCell]
  /// The cells as bytes, if the picture is ASCII. The three wildcards are above 0x7F.
  let bytes: [UInt8]

  /// A key that is equal only for pictures that match the same texts.
  package var key: String {
    cells.map { cell in
      switch cell {
      case .letter: "@"
      case .digit: "#"
      case .either: "*"
      case .itself(let character): "'" + String(character)
      }
    }.joined()
  }

  /// Parses the picture.
  package init(_ picture: String) throws(TextPictureProblem) {
    var cells: [PictureCell] = []
    var isEscaped = false
    for character in picture {
      if isEscaped {
        if !TextPicture.isSign(character) { cells.append(.itself("\\")) }
        cells.append(.itself(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        cells.append(TextPicture.cell(character))
      }
    }
    if isEscaped { throw .trailingBackslash }
    self.cells = cells
    bytes = TextPicture.bytes(of: cells)
  }

  /// Whether the text has exactly this shape.
  package func matches(_ text: TextBytes) -> Bool {
    if text.isASCII, bytes.count >= cells.count { return matches(ascii: text) }
    var index = 0
    let fits = text.allCharacters { character in
      defer { index += 1 }
      return index < cells.count && cells[index].takes(character)
    }
    return fits && index == cells.count
  }

  private func matches(ascii text: TextBytes) -> Bool {
    bytes.withUnsafeBufferPointer { TextPicture.matches(text, $0) }
  }

  /// Whether the bytes of a text match those of a picture.
  static func matches(_ text: TextBytes, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == bytes.count else { return false }
    for index in 0..<text.count {
      let fits =
        switch bytes[index] {
        case Wildcard.letter: ASCII.isLetter(text[index])
        case Wildcard.digit: ASCII.isDigit(text[index])
        case Wildcard.either: ASCII.isAlphanumeric(text[index])
        default: text[index] == bytes[index]
        }
      if !fits { return false }
    }
    return true
  }

  /// A text of this shape, such as "AB-1234".
  package var example: String {
    var (letters, digits) = (0, 0)
    return cells.reduce(into: "") { text, cell in
      switch cell {
      case .letter, .either:
        text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "A") + UInt8(letters % 26)))
        letters += 1
      case .digit:
        digits += 1
        text += String(digits % 10)
      case .itself(let character): text.append(character)
      }
    }
  }

  /// The number of characters in a text of this shape.
  package var characterCount: Int { cells.count }

  private static func isSign(_ character: Character) -> Bool {
    character == "@" || character == "#" || character == "?" || character == "\\"
  }

  private static func cell(_ character: Character) -> PictureCell {
    switch character {
    case "@": .letter
    case "#": .digit
    case "?": .either
    default: .itself(character)
    }
  }

  /// Returns the cells as bytes, or an empty array if one of them isn't ASCII.
  private static func bytes(of cells: [PictureCell]) -> [UInt8] {
    var bytes: [UInt8] = []
    for cell in cells {
      switch cell {
      case .letter: bytes.append(Wildcard.letter)
      case .digit: bytes.append(Wildcard.digit)
      case .either: bytes.append(Wildcard.either)
      case .itself(let character):
        for byte in character.utf8 {
          if byte >= 0x80 { return [] }
          bytes.append(byte)
        }
      }
    }
    return bytes
  }
}

/// An error in a picture.
package enum TextPictureProblem: Error, Equatable {
  /// The picture ends with a backslash that escapes nothing.
  case trailingBackslash
}

enum PictureCell: Sendable {
  case letter
  case digit
  case either
  case itself(Character)

  func takes(_ character: TextBytes) -> Bool {
    if case .itself(let own) = self {
      var own = String(own)
      // The standard library's comparison takes quadratic time for a very large number of combining marks.
      return own.withUTF8 { character.equals($0) }
    }
    guard let byte = character.first, character.count == 1 else { return false }
    switch self {
    case .letter: return ASCII.isLetter(byte)
    case .digit: return ASCII.isDigit(byte)
    default: return ASCII.isAlphanumeric(byte)
    }
  }
}

private enum Wildcard {
  static let letter: UInt8 = 0x80
  static let digit: UInt8 = 0x81
  static let either: UInt8 = 0x82
}
