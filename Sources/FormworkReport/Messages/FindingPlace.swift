// The place of a finding in its source: its text, its surroundings, and possible fixes.

internal import FormworkSyntax

struct FindingPlace {
  let span: Span
  let source: Source

  init(_ span: Span, _ source: Source) {
    self.span = span
    self.source = source
  }

  /// The text at the place.
  var text: String { source.text(span) }

  /// The text between the quotes, if it has no escapes or braces.
  var contents: String? {
    let text = text
    guard text.utf8.count >= 2, text.utf8.first == 0x22, text.utf8.last == 0x22 else { return nil }
    let contents = text.dropFirst().dropLast()
    return contents.utf8.contains { "\\{\"".utf8.contains($0) } ? nil : String(contents)
  }

  /// Whether only `,`, `)`, `>` or a comment follows on the line.
  var endsItem: Bool {
    var place = Int(span.upper)
    while place < source.bytes.count, isSpace(place) { place += 1 }
    guard place < source.bytes.count, !isLineBreak(place) else { return true }
    return ",)>#".utf8.contains(source.bytes[place])
  }

  /// Whether nothing follows on the line.
  private var isLastOnLine: Bool {
    var place = Int(span.upper)
    while place < source.bytes.count, isSpace(place) { place += 1 }
    return place == source.bytes.count || isLineBreak(place)
  }

  /// Whether only white space is between a span and this place.
  func isNext(to before: Span) -> Bool {
    source.text(Span(before.upper, span.lower)).allSatisfy { $0.isWhitespace }
  }

  /// Whether this follows a comparison sign, an opening parenthesis or a comma.
  var followsComparison: Bool {
    let place = endOfSpace
    return place > 0 && "=<>(,".utf8.contains(source.bytes[place - 1])
  }

  /// Whether the text is a name or a path.
  var isName: Bool {
    let steps = text.split(separator: ".", omittingEmptySubsequences: false)
    return steps.allSatisfy { step in
      guard let token = Lexer.onlyToken(of: String(step)) else { return false }
      return token.kind == .name || token.kind == .quotedName
    }
  }

  /// Whether the same text follows directly.
  var isDoubled: Bool {
    let (start, length) = (Int(span.upper), span.count)
    return source.bytes[start...].prefix(length).elementsEqual(
      source.bytes[Int(span.lower)..<start])
  }

  /// Whether the text directly follows the word `field`.
  var followsField: Bool {
    let place = endOfSpace
    return place < Int(span.lower) && source.bytes[..<place].suffix(5).elementsEqual("field".utf8)
  }

  /// Whether a condition begins here, so that the text before can't be the subject of a rule word.
  var beginsCondition: Bool {
    let end = endOfSpace
    let before = source.text(Span(UInt32(max(0, end - 4)), UInt32(end)))
    return ["rule", "and", "or", "not", "&&", "||", "!", "("].contains { before.hasSuffix($0) }
  }

  /// Whether this directly follows `word` and an opening parenthesis.
  func isOnlyArgument(of word: String) -> Bool {
    let before = word + "("
    let length = UInt32(before.utf8.count)
    return span.lower >= length
      && source.text(Span(span.lower - length, span.lower)) == before
  }

  /// Whether a dot and a name follow.
  var precedesMember: Bool {
    let place = Int(span.upper)
    return place + 1 < source.bytes.count && source.bytes[place] == UInt8(ascii: ".")
      && source.bytes[place + 1] != UInt8(ascii: ".")
  }

  /// The start of the spaces before this place.
  private var endOfSpace: Int {
    var place = Int(span.lower)
    while place > 0, isSpace(place - 1) { place -= 1 }
    return place
  }

  private func isSpace(_ place: Int) -> Bool {
    source.bytes[place] == 0x20 || source.bytes[place] == 0x09
  }

  private func isLineBreak(_ place: Int) -> Bool {
    source.bytes[place] == 0x0A || source.bytes[place] == 0x0D
  }
}

// MARK: - Fixes

extension FindingPlace {
  /// Replaces the text, with a space added where two words would become one.
  func replaced(by text: String) -> Diagnostic.Fix {
    let old = source.bytes[Int(span.lower)..<Int(span.upper)]
    let (before, after) = (byte(Int(span.lower) - 1), byte(Int(span.upper)))
    let new = Array(text.utf8)
    let joinsBefore = isWord(before) && isWord(new.first) && !isWord(old.first)
    let joinsAfter = isWord(new.last) && isWord(after) && !isWord(old.last)
    return .init(span, (joinsBefore ? " " : "") + text + (joinsAfter ? " " : ""))
  }

  /// Removes the text and the spaces before it. Leaves a space if there is text on both sides, except before a closing
  /// parenthesis or a comma.
  func removed() -> Diagnostic.Fix {
    let isIndented = endOfSpace == 0 || isLineBreak(endOfSpace - 1)
    let start = isIndented && !isLastOnLine ? Int(span.lower) : endOfSpace
    let next = byte(Int(span.upper))
    let isClosed = next == UInt8(ascii: ")") || next == UInt8(ascii: ",")
    let isBetween = !isWhite(byte(start - 1)) && !isWhite(next) && !isClosed
    return .init(Span(UInt32(start), span.upper), isBetween ? " " : "")
  }

  private func byte(_ place: Int) -> UInt8? {
    source.bytes.indices.contains(place) ? source.bytes[place] : nil
  }

  /// Whether a byte is part of a name or a number. Non-ASCII bytes are.
  private func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= 0x80 || Lexer.isNameByte(byte)
  }

  /// Whether a byte is white space or missing.
  private func isWhite(_ byte: UInt8?) -> Bool {
    guard let byte else { return true }
    return byte == 0x20 || 0x09...0x0D ~= byte
  }

  func preceded(by text: String) -> Diagnostic.Fix {
    .init(Span(span.lower, span.lower), text)
  }

  /// Replaces a placeholder such as `{{name}}` that begins here by `{name}`.
  func withSingleBraces() -> Diagnostic.Fix? {
    let end = min(source.bytes.count, Int(span.upper) + 200)
    let inside = source.bytes[Int(span.upper)..<end].prefix {
      Lexer.isNameByte($0) || $0 == UInt8(ascii: ".")
    }
    let after = source.bytes[inside.endIndex..<end]
    guard !inside.isEmpty, after.starts(with: "}}".utf8) else { return nil }
    let name = String(decoding: inside, as: UTF8.self)
    return .init(Span(span.lower, UInt32(inside.endIndex + 2)), "{\(name)}")
  }

  /// Replaces a `/* */` comment by lines that begin with #. Adds a line break before text that follows on its line.
  func asLineComments() -> Diagnostic.Fix {
    var contents = text.dropFirst(2)
    if contents.hasSuffix("*/") { contents = contents.dropLast(2) }
    let lines = contents.split { $0.isNewline }.map { line in
      var line = line
      while line.last?.isWhitespace ?? false { line.removeLast() }
      return "#" + (line.first == " " ? "" : " ") + line
    }
    return replaced(by: lines.joined(separator: "\n") + (isLastOnLine ? "" : "\n"))
  }

  /// Inserts `mark` directly after the preceding text on the line. Without such text, inserts it where this place
  /// starts.
  func marked(with mark: String) -> Diagnostic.Fix {
    let place = endOfSpace
    let isFirst = place == 0 || isLineBreak(place - 1)
    return isFirst ? preceded(by: mark) : .init(Span(place, place), mark)
  }

  /// Replaces an unknown name by the most similar one, if it is clear which name is meant.
  func renamed(
    _ name: String, to near: [String], _ written: (String) -> String = { $0 }
  ) -> Diagnostic.Fix? {
    guard let first = near.first else { return nil }
    /// Returns the letters of a name, sorted and in lower case. Two names with equal results differ only in case or in
    /// the order of their letters.
    func letters(_ name: String) -> [UInt8] { name.lowercased().utf8.ordered() }
    let isClear = near.count == 1 || letters(first) == letters(name)
    return isClear ? replaced(by: written(first)) : nil
  }

  /// Removes the quotes of a text, if `fits` is true for its contents.
  func unquoted(_ fits: (String, Token.Kind) -> Bool) -> Diagnostic.Fix? {
    guard let contents, let kind = FindingPlace.kind(of: contents), fits(contents, kind) else {
      return nil
    }
    return replaced(by: contents)
  }

  /// Returns the kind of token that the text would be in a form, if it is a single token.
  static func kind(of text: String) -> Token.Kind? {
    text.utf8.count <= 200 ? Lexer.onlyToken(of: text)?.kind : nil
  }

  /// Removes the nearest parentheses around this place and everything in them. Returns nil if a parenthesis is more
  /// than 200 bytes away.
  func withoutParentheses() -> Diagnostic.Fix? {
    let bytes = source.bytes
    var lower = Int(span.lower)
    var upper = Int(span.upper)
    let (least, most) = (max(lower - 200, 0), min(upper + 200, bytes.count - 1))
    while lower > least, bytes[lower] != UInt8(ascii: "(") { lower -= 1 }
    while upper < most, bytes[upper] != UInt8(ascii: ")") { upper += 1 }
    guard upper < bytes.count, bytes[lower] == UInt8(ascii: "("), bytes[upper] == UInt8(ascii: ")")
    else { return nil }
    return .init(Span(UInt32(lower), UInt32(upper + 1)), "")
  }

  /// Adds the closing quote of a text, if its position is unambiguous.
  func closed(with close: String) -> Diagnostic.Fix? {
    var contents = text[...]
    while contents.last == " " || contents.last == "\t" { contents.removeLast() }
    let inside = contents.dropFirst()
    let mayEndBefore = inside.utf8.contains(UInt8(ascii: "#")) || inside.hasSuffix("\"")
    if inside.isEmpty || mayEndBefore || inside.hasSuffix("\\") { return nil }
    let end = span.lower + UInt32(contents.utf8.count)
    return .init(Span(end, end), close)
  }

  /// Replaces both curly quotes of the text that begins here by straight ones. With only one replaced, the text would
  /// have no end.
  func withStraightQuotes() -> Diagnostic.Fix? {
    guard let whole = curlyText else { return nil }
    var out = "\""
    for scalar in source.text(Span(span.upper, whole.upper)).unicodeScalars.dropLast() {
      if scalar == "\"", out.unicodeScalars.last != "\\" { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return .init(whole, out + "\"")
  }

  /// Whether the slash here opens a pattern, after a parenthesis or another pattern.
  var beginsPattern: Bool {
    let before = source.text(Span(span.lower - min(span.lower, 80), span.lower))
    guard let last = before.last(where: { !$0.isWhitespace }) else { return false }
    return "(（/／".contains(last)
  }

  /// Replaces both full-width slashes of the pattern that begins here. With only one replaced, the pattern would have
  /// no end.
  func withBothSlashes() -> Diagnostic.Fix? {
    var (out, isEscaped) = ("/", false)
    for scalar in source.text(Span(span.upper, endOfLine)).unicodeScalars {
      if !isEscaped, scalar == "/" || scalar == "／" {
        let length = out.utf8.count - 1 + UTF8.width(scalar)
        return .init(Span(span.lower, span.upper + UInt32(length)), out + "/")
      }
      isEscaped = scalar == "\\" && !isEscaped
      out.unicodeScalars.append(scalar)
    }
    return nil
  }

  /// The end of the line, at most some 4,096 bytes away. Without the limit, a long line with many quotes or slashes
  /// would take quadratic time.
  private var endOfLine: UInt32 {
    let limit = min(source.bytes.count, Int(span.upper) + 4_096)
    var end = Int(span.upper)
    while end < limit, !isLineBreak(end) { end += 1 }
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return UInt32(end)
  }

  /// The span of a text in curly quotes that begins here, or nil if it doesn't end soon on its line.
  private var curlyText: Span? {
    guard let first = text.unicodeScalars.first, let closers = Lookalike.closers(of: first) else {
      return nil
    }
    var place = span.upper
    var isEscaped = false
    for scalar in source.text(Span(span.upper, endOfLine)).unicodeScalars {
      place += UInt32(UTF8.width(scalar))
      if isEscaped || scalar == "\\" {
        isEscaped.toggle()
      } else if closers.contains(scalar) {
        return Span(span.lower, place)
      }
    }
    return nil
  }
}
