// Decodes text literals: resolves escapes and, where a text may have them, finds placeholders.

extension Source {
  /// Returns the text of the literal at `span`, with its escapes decoded and its braces unchanged. Nil if it isn't in
  /// straight quotes.
  package func plainText(_ span: Span) -> String? {
    let mark = UInt8(ascii: "\"")
    guard span.count >= 2, bytes[Int(span.lower)] == mark, bytes[Int(span.upper) - 1] == mark else {
      return nil
    }
    var literal = TextLiteral(bytes, span, isClosed: true)
    let text = literal.readPlain()
    return literal.problems.all.isEmpty ? text : nil
  }
}

/// Decodes the inside of a text token.
struct TextLiteral {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  /// The span between the quotes.
  private let contents: Span
  private(set) var problems = SyntaxProblems()
  /// Whether the text has `\u{…}` escapes.
  private var hasEscapes = false

  /// - Parameter span: The token's span, with its quotes. The closing quote may be missing.
  init(_ bytes: [UInt8], _ span: Span, isClosed: Bool) {
    self.bytes = bytes
    let opening = TextLiteral.width(bytes[Int(span.lower)])
    index = Int(span.lower) + opening
    var end = Int(span.upper)
    if isClosed {
      end -= 1
      while end > index, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    }
    self.end = max(end, index)
    contents = Span(index, self.end)
  }

  private static func width(_ first: UInt8) -> Int {
    first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  /// Returns the text. Braces have no special meaning.
  mutating func readPlain() -> String {
    var out: [UInt8] = []
    while index < end {
      readPlainBytes(into: &out)
      if index < end { readCharacter(into: &out) }
    }
    return text(out)
  }

  /// Returns `bytes` as a string. Reports too many combining marks only if there are escapes, because the lexer has
  /// counted all other marks.
  private mutating func text(_ bytes: [UInt8]) -> String {
    if hasEscapes, PiledMarks.firstBeyondLimit(in: bytes) != nil {
      problems.append(SyntaxProblem(.piledMarks, contents))
      return ""
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text with its placeholders, up to the end. In a plural form, stops at `|` or `}`.
  mutating func readParts(nested: Bool = false) -> [TextTemplate.Part] {
    var parts: [TextTemplate.Part] = []
    var out: [UInt8] = []
    func flush() {
      guard !out.isEmpty else { return }
      parts.append(.literal(text(out)))
      out.removeAll()
    }
    while true {
      readPlainBytes(into: &out)
      guard index < end else { break }
      let byte = bytes[index]
      if nested, byte == UInt8(ascii: "|") || byte == UInt8(ascii: "}") { break }
      if byte == UInt8(ascii: "{") {
        flush()
        if let part = readPlaceholder(nested: nested) { parts.append(part) }
      } else {
        readCharacter(into: &out)
      }
    }
    flush()
    return parts
  }

  private mutating func readPlaceholder(nested: Bool) -> TextTemplate.Part? {
    let start = index
    index += 1
    guard let path = readPath(), index < end else { return reportBadPlaceholder(from: start) }
    if bytes[index] == UInt8(ascii: "}") {
      index += 1
      return .placeholder(path)
    }
    guard bytes[index] == UInt8(ascii: "|"), !nested else {
      return reportBadPlaceholder(from: start)
    }
    index += 1
    let one = readParts(nested: true)
    guard index < end, bytes[index] == UInt8(ascii: "|") else {
      return reportBadPlaceholder(from: start)
    }
    index += 1
    let other = readParts(nested: true)
    guard index < end, bytes[index] == UInt8(ascii: "}") else {
      return reportBadPlaceholder(from: start)
    }
    index += 1
    return .plural(path, one: one, other: other)
  }

  /// Reads the names of a placeholder, with spaces around them. Returns nil if a name is missing.
  private mutating func readPath() -> PlaceholderPath? {
    skipSpaces()
    let isQuoted = index < end && bytes[index] == UInt8(ascii: "`")
    var names: [Name] = []
    while true {
      guard let name = readName() else { return nil }
      names.append(name)
      guard index < end, bytes[index] == UInt8(ascii: ".") else { break }
      index += 1
    }
    let span = Span(names[0].span.lower, names[names.count - 1].span.upper)
    skipSpaces()
    return PlaceholderPath(names: names, isQuoted: isQuoted, span: span)
  }

  private mutating func readName() -> Name? {
    let start = index
    var out: [UInt8] = []
    if index < end, bytes[index] == UInt8(ascii: "`") {
      index += 1
      while index < end, bytes[index] != UInt8(ascii: "`") { readCharacter(into: &out) }
      guard index < end, !out.isEmpty else { return nil }
      index += 1
      return Name(text(out), at: Span(start + 1, index - 1))
    }
    while index < end, !"|{}\".`".utf8.contains(bytes[index]) { index += 1 }
    var upper = index
    // Spaces are allowed only around the path.
    let isLast = index < end && bytes[index] != UInt8(ascii: ".")
    while isLast, upper > start, bytes[upper - 1] == 0x20 { upper -= 1 }
    if upper == start { return nil }
    return Name(String(decoding: bytes[start..<upper], as: UTF8.self), at: Span(start, upper))
  }

  private mutating func skipSpaces() {
    while index < end, bytes[index] == 0x20 { index += 1 }
  }

  /// Reports the placeholder at `start` and takes its brace, so that reading continues after the brace.
  private mutating func reportBadPlaceholder(from start: Int) -> TextTemplate.Part? {
    var upper = min(index + 1, end)
    while upper < end, bytes[upper] & 0xC0 == 0x80 { upper += 1 }
    let span = Span(start, upper)
    let text = String(decoding: bytes[start..<upper], as: UTF8.self)
    problems.append(SyntaxProblem(.badPlaceholder(text), span))
    index = max(upper, start + 1)
    return nil
  }

  /// Takes the bytes up to the next byte that may have a special meaning.
  private mutating func readPlainBytes(into out: inout [UInt8]) {
    var stop = index
    while stop < end, !TextLiteral.isMark(bytes[stop]) { stop += 1 }
    if stop > index { out.append(contentsOf: bytes[index..<stop]) }
    index = stop
  }

  /// Whether `byte` may have a special meaning in a text.
  static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"): true
    default: false
    }
  }

  /// Returns the index at which a text continues after a backslash at the end of a line: past the white space that
  /// begins the next line. Nil if `index` isn't at such a backslash.
  static func continuation<Bytes: RandomAccessCollection>(
    _ bytes: Bytes, at index: Int, _ end: Int
  ) -> Int? where Bytes.Element == UInt8, Bytes.Index == Int {
    guard bytes[index] == UInt8(ascii: "\\") else { return nil }
    func afterSpace(_ start: Int) -> Int {
      var place = start
      while place < end, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
      return place
    }
    let lineEnd = afterSpace(index + 1)
    guard lineEnd < end, bytes[lineEnd] == 0x0A || bytes[lineEnd] == 0x0D else { return nil }
    let isPair = bytes[lineEnd] == 0x0D && lineEnd + 1 < end && bytes[lineEnd + 1] == 0x0A
    return afterSpace(lineEnd + (isPair ? 2 : 1))
  }

  private mutating func readCharacter(into out: inout [UInt8]) {
    if let next = TextLiteral.continuation(bytes, at: index, end) {
      index = next
      return
    }
    let byte = bytes[index]
    guard byte == UInt8(ascii: "\\"), index + 1 < end else {
      out.append(byte)
      index += 1
      return
    }
    let escaped = bytes[index + 1]
    switch escaped {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "{"): out.append(escaped)
    case UInt8(ascii: "n"): out.append(0x0A)
    case UInt8(ascii: "t"): out.append(0x09)
    case UInt8(ascii: "u") where index + 2 < end && bytes[index + 2] == UInt8(ascii: "{"):
      return readCodePoint(into: &out)
    default:
      // A backslash before any quote escapes the quote. Before other characters, the backslash is literal.
      if !atQuote(index + 1) { out.append(byte) }
      out.append(escaped)
    }
    index += 2
  }

  /// Whether a quote outside ASCII begins at `position`.
  private func atQuote(_ position: Int) -> Bool {
    bytes[position] >= 0x80
      && Lookalike.quotes.contains { bytes[position..<end].starts(with: $0) }
  }

  private mutating func readCodePoint(into out: inout [UInt8]) {
    let start = index
    index += 3
    var value: UInt32 = 0
    var digits = 0
    while index < end, let digit = hexValue(bytes[index]) {
      value = digits < 8 ? value << 4 | digit : UInt32.max
      digits += 1
      index += 1
    }
    let closed = index < end && bytes[index] == UInt8(ascii: "}")
    if closed { index += 1 }
    guard closed, digits > 0, digits <= 6, let scalar = Unicode.Scalar(value) else {
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      problems.append(SyntaxProblem(.badEscape(text), Span(start, index)))
      return
    }
    hasEscapes = true
    out.append(contentsOf: String(scalar).utf8)
  }

  private func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
