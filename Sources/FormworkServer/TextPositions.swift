// Positions in a text as editors count them: lines from 0, and units within a line.

package import FormworkSyntax

/// The unit in which an editor counts within a line.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A position as an editor gives it.
package struct TextPosition: Sendable, Equatable {
  /// The line, from 0.
  package var line: Int
  /// The offset in the line, from 0, in units of the encoding.
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }
}

extension Source {
  /// Returns the byte offset of a position. A position past the end of a line gives the end of that line. A position
  /// past the last line gives the end of the text.
  package func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    if position.line < 0 { return 0 }
    guard position.line < lineCount else { return bytes.count }
    let range = lineRange(position.line + 1)
    switch encoding {
    case .utf8: return min(range.lowerBound + max(0, position.character), range.upperBound)
    case .utf16:
      var (offset, rest) = (range.lowerBound, position.character)
      for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars {
        rest -= scalar.utf16.count
        if rest < 0 { break }
        offset += scalar.utf8.count
      }
      return min(offset, range.upperBound)
    }
  }

  /// Returns the position of a byte offset in the form's own text.
  package func textPosition(_ offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let line = utf16Position(UInt32(truncatingIfNeeded: offset)).line
    let start = lineRange(line + 1).lowerBound
    let part = bytes[start..<max(start, min(offset, bytes.count))]
    switch encoding {
    case .utf8: return TextPosition(line: line, character: part.count)
    case .utf16:
      let count = String(decoding: part, as: UTF8.self).utf16.count
      return TextPosition(line: line, character: count)
    }
  }
}
