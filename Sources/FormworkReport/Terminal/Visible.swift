// Makes users' text safe for a terminal. Characters that could move the cursor, change colours, reorder the line or be
// invisible are written out. A terminal thus shows data but never obeys it.

/// Returns `text` on one line, with control, bidirectional and hidden characters in a visible form: `␛` for an
/// escape, `␊` for a line feed, `\u{202E}` for a character without a picture.
///
/// - Parameter columns: the maximum width; a wider text is cut and ends with `…`.
package func visible(_ text: String, columns: Int? = nil) -> String {
  if let columns { return cut(text, columns) }
  if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
  var result = ""
  for character in text { result += VisibleCharacter(character).text }
  return result
}

private func cut(_ text: String, _ columns: Int) -> String {
  var result = ""
  var width = 0
  // The end of the part that fits together with the `…`.
  var kept = result.endIndex
  for character in text {
    let cell = VisibleCharacter(character)
    guard width + cell.width <= columns else {
      return columns < 1 ? "" : String(result[..<kept]) + "…"
    }
    result += cell.text
    width += cell.width
    if width < columns { kept = result.endIndex }
  }
  return result
}

/// A text that a terminal can safely show for a character, and its width in columns.
struct VisibleCharacter {
  let text: String
  let width: Int

  /// The maximum number of scalars that are shown of a character. No script needs half as many.
  private static let scalarLimit = 32

  init(_ character: Character) {
    if let byte = character.asciiValue, (0x20...0x7E).contains(byte) {
      text = String(character)
      width = 1
      return
    }
    let scalars = character.unicodeScalars
    if VisibleCharacter.isPlain(scalars) {
      text = String(character)
      width = DisplayWidth.of(character)
    } else {
      text = VisibleCharacter.writtenOut(scalars)
      width = DisplayWidth.of(text)
    }
  }

  private static func isPlain(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, !DisplayWidth.isUnspaced(first) else { return false }
    var count = 0
    for scalar in scalars {
      count += 1
      if count > scalarLimit || isHidden(scalar, after: count > 1 ? first : nil) { return false }
    }
    return true
  }

  private static func writtenOut(_ scalars: Character.UnicodeScalarView) -> String {
    var result = ""
    var hasBase = false
    var count = 0
    for scalar in scalars {
      count += 1
      if count > scalarLimit { return result + "…" }
      let isHidden = isHidden(scalar, after: count > 1 ? scalars.first : nil)
      // A dotted circle carries the mark, which would otherwise combine with our own text.
      if !isHidden, !hasBase, DisplayWidth.isUnspaced(scalar) { result += "◌" }
      if isHidden { result += picture(scalar) } else { result.unicodeScalars.append(scalar) }
      hasBase = !isHidden
    }
    return result
  }

  /// Whether a scalar would affect the terminal or the line, or can't be seen at all.
  ///
  /// - Parameter first: the first scalar of the character, or nil if `scalar` is the first.
  private static func isHidden(_ scalar: Unicode.Scalar, after first: Unicode.Scalar?) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD: true
    case 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E: true
    case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    // Joiners shape scripts and emoji, but only after another scalar.
    case 0x200C...0x200D: first == nil
    // After a black flag, tags spell the flags of regions; elsewhere they can smuggle text.
    case 0xE0000...0xE007F: first?.value != 0x1F3F4
    default: false
    }
  }

  /// Returns the Unicode picture of a control character, or the escape that a form would use.
  private static func picture(_ scalar: Unicode.Scalar) -> String {
    if scalar.value == 0x7F { return "␡" }
    if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
      return String(Character(picture))
    }
    return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }
}
