// Tokens with an opening and a closing mark: texts, quoted names and patterns.

extension Lexer {
  /// Whether a `/` at `index` begins a pattern: as the first argument, after another pattern, or wherever only an
  /// operand can follow. The last case lets the parser report a misplaced pattern.
  var expectsPattern: Bool {
    guard tokens.count > 0 else { return false }
    let last = tokens[tokens.count - 1]
    if last.kind == .pattern || last.isBeforeOperand { return true }
    guard last.kind == .leftParen, tokens.count >= 2 else { return false }
    let before = tokens[tokens.count - 2]
    return before.kind == .name
  }

  /// Whether a `/` at `index` comes directly after `matches`, with another `/` later on the line.
  var expectsBarePattern: Bool {
    guard tokens.count > 0 else { return false }
    let last = tokens[tokens.count - 1]
    guard last.kind == .name, index > Int(last.span.upper),
      bytes[Int(last.span.lower)..<Int(last.span.upper)].elementsEqual("matches".utf8)
    else { return false }
    var end = index + 1
    guard !isLineBreak(end), bytes[end] != 0x20, bytes[end] != UInt8(ascii: "/") else {
      return false
    }
    while !isLineBreak(end), bytes[end] != UInt8(ascii: "/") { end += 1 }
    return !isLineBreak(end)
  }

  func isLineBreak(_ position: Int) -> Bool {
    position >= end || bytes[position] == 0x0A || bytes[position] == 0x0D
  }

  /// Scans a text between ASCII quotes. The opening quote has been taken.
  mutating func scanQuoted(from start: Int) {
    skipPlainText()
    if index < end, bytes[index] == UInt8(ascii: "\"") {
      index += 1
      push(.text, from: start)
    } else {
      scanText(from: start, closing: ["\""])
    }
  }

  /// Skips bytes that neither end a text nor have a special meaning.
  private mutating func skipPlainText() {
    let (bytes, end) = (bytes, end)
    var position = index
    while position < end, Lexer.isPlainInText(bytes[position]) { position += 1 }
    index = position
  }

  /// Scans up to one of `closers`, or to the end of the line.
  mutating func scanText(from start: Int, closing closers: [Unicode.Scalar]) {
    while true {
      skipPlainText()
      if isLineBreak(index) { break }
      if let next = TextLiteral.continuation(bytes, at: index, end), next < end {
        index = next
        continue
      }
      if bytes[index] == UInt8(ascii: "\\"), !isLineBreak(index + 1) {
        index += 1 + scalar(at: index + 1).width
        continue
      }
      let (scalar, width) = scalar(at: index)
      index += width
      if closers.contains(scalar) { return push(.text, from: start) }
    }
    report(.unterminated(.text, close: String(closers[0])), from: start)
    push(.text, from: start)
  }

  /// Whether `byte` neither ends a text nor has a special meaning in it.
  private static func isPlainInText(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x80...: false
    default: true
    }
  }

  /// Scans `'…'` as a text if it ends on its line.
  mutating func scanSingleQuoted(closing closer: Unicode.Scalar) {
    let start = index
    let width = scalar(at: start).width
    var end = start + width
    while !isLineBreak(end), scalar(at: end).0 != closer { end += scalar(at: end).width }
    guard !isLineBreak(end) else {
      index += width
      report(.unexpectedCharacter(string(start, index)), from: start)
      return push(.unknown, from: start)
    }
    let contents = string(start + width, end)
    index = end + scalar(at: end).width
    report(.singleQuotes(contents: contents), from: start)
    push(.text, from: start)
  }

  mutating func scanQuotedName() {
    let start = index
    index += 1
    while !isLineBreak(index), bytes[index] != UInt8(ascii: "`") { index += 1 }
    if isLineBreak(index) {
      report(.unterminated(.quotedName, close: "`"), from: start)
    } else {
      let name = string(start + 1, index)
      index += 1
      if !Spelling.isName(name) { report(.notAName(name), from: start) }
    }
    push(.quotedName, from: start)
  }

  /// Scans `/…/` or `/…/i`. `\/` is a slash, even between brackets.
  mutating func scanPattern() {
    let start = index
    let opening = look(index)
    if opening.width > 1 { noteHabitAhead("/", width: opening.width) }
    index += opening.width
    while !isLineBreak(index) {
      let (character, width) = scalar(at: index)
      index += width
      if character == "\\", !isLineBreak(index) { index += scalar(at: index).width }
      guard character == "/" || opening.width > 1 && character == "／" else { continue }
      if index < end, bytes[index] == UInt8(ascii: "i"),
        !(index + 1 < end && Lexer.isNameByte(bytes[index + 1]))
      {
        index += 1
      }
      return push(.pattern, from: start)
    }
    report(.unterminated(.pattern, close: "/"), from: start)
    push(.pattern, from: start)
  }
}

extension Token {
  /// Whether only an operand can follow, so that a `/` can't mean a division.
  var isBeforeOperand: Bool {
    switch kind {
    case .equal, .notEqual, .assign, .and, .or, .not: true
    case .keyword:
      switch keyword {
      case .rule, .check, .when, .if, .in, .is, .and, .or, .not: true
      default: false
      }
    default: false
    }
  }
}
