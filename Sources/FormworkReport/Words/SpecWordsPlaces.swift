// What a fix has to know of the source: what stands around a span, and how names and texts are
// written.

internal import FormworkSyntax

extension Source {
  /// The place right after what stands before `span` on its line, or where `span` begins.
  func endBefore(_ span: Span) -> Span {
    var place = Int(span.lower)
    while place > 0, isSpace(place - 1) { place -= 1 }
    let isFirst = place == 0 || isLineBreak(place - 1)
    return isFirst ? Span(span.lower, span.lower) : Span(place, place)
  }

  /// Whether nothing but `,`, `)`, `>` or a comment follows `span` on its line.
  func endsItem(_ span: Span) -> Bool {
    var place = Int(span.upper)
    while place < bytes.count, isSpace(place) { place += 1 }
    guard place < bytes.count, !isLineBreak(place) else { return true }
    return ",)>#".utf8.contains(bytes[place])
  }

  /// Whether `span` stands where one side of a comparison or an item of a list does.
  func followsComparison(_ span: Span) -> Bool {
    var place = Int(span.lower)
    while place > 0, isSpace(place - 1) { place -= 1 }
    return place > 0 && "=<>(,".utf8.contains(bytes[place - 1])
  }

  /// The parentheses around a place that has no others inside, up to 200 characters away.
  func parentheses(around span: Span) -> Span? {
    var lower = Int(span.lower)
    var upper = Int(span.upper)
    let (least, most) = (max(lower - 200, 0), min(upper + 200, bytes.count - 1))
    while lower > least, bytes[lower] != UInt8(ascii: "(") { lower -= 1 }
    while upper < most, bytes[upper] != UInt8(ascii: ")") { upper += 1 }
    guard upper < bytes.count, bytes[lower] == UInt8(ascii: "("), bytes[upper] == UInt8(ascii: ")")
    else { return nil }
    return Span(UInt32(lower), UInt32(upper + 1))
  }

  /// What stands between the quotes of a text without escapes and braces.
  func contents(ofText span: Span) -> String? {
    let text = text(span)
    guard text.utf8.count >= 2, text.utf8.first == 0x22, text.utf8.last == 0x22 else { return nil }
    let contents = text.dropFirst().dropLast()
    return contents.utf8.contains { "\\{\"".utf8.contains($0) } ? nil : String(contents)
  }

  /// A text in quotes that are not straight, from the opening one to its end; nil if its line does
  /// not end it.
  func curlyText(from opening: Span) -> Span? {
    var end = Int(opening.upper)
    while end < bytes.count, !isLineBreak(end) { end += 1 }
    guard let first = text(opening).unicodeScalars.first, let closers = Habit.closers(of: first)
    else { return nil }
    var place = opening.upper
    var isEscaped = false
    for scalar in text(Span(opening.upper, UInt32(end))).unicodeScalars {
      place += UInt32(UTF8.width(scalar))
      if isEscaped || scalar == "\\" {
        isEscaped.toggle()
      } else if closers.contains(scalar) {
        return Span(opening.lower, place)
      }
    }
    return nil
  }

  private func isSpace(_ place: Int) -> Bool { bytes[place] == 0x20 || bytes[place] == 0x09 }

  private func isLineBreak(_ place: Int) -> Bool { bytes[place] == 0x0A || bytes[place] == 0x0D }
}

/// How names and texts are written in a spec.
enum Spelling {
  /// A name as a condition has it: in backquotes if it is a word of the language or has odd characters.
  static func name(_ name: String) -> String { isName(name) ? name : "`" + name + "`" }

  /// A text in double quotes.
  static func text(_ contents: String) -> String {
    var out = "\""
    for character in contents {
      if character == "\"" || character == "\\" { out.append("\\") }
      out.append(character)
    }
    return out + "\""
  }

  static func isName(_ text: String) -> Bool { kind(text) == .name }

  /// What a text would be if it stood in a spec alone, if it is one thing.
  static func kind(_ text: String) -> Token.Kind? {
    guard text.utf8.count <= 200 else { return nil }
    return Lexer.onlyToken(of: text)?.kind
  }
}
