// The lexer turns bytes into tokens and comments. It doesn't stop at errors: it reports bytes that it can't read. If
// they resemble a token, it also produces that token.

/// Splits a source, or one of its files, into tokens.
package struct Lexer {
  /// The tokens. The last one has the kind `end`.
  package private(set) var tokens: [Token] = []
  package private(set) var comments: [Comment] = []
  package private(set) var problems = SyntaxProblems()

  /// All bytes of the source during the scan, empty afterwards. The lexer reads only up to `end`. An unsafe buffer
  /// avoids a bounds check on each of the many accesses.
  private(set) var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  let end: Int
  var index: Int

  /// Scans the tokens of `source`, or of one of its files.
  package init(_ source: Source, file number: Int = 0) {
    let file = source.files[number]
    (index, end) = (file.range.lowerBound, file.range.upperBound)
    // There is at most one token per byte. Memory that stays unused is never touched.
    tokens.reserveCapacity(file.range.count + 1)
    source.bytes.withUnsafeBufferPointer { bytes in
      self.bytes = bytes
      scan(file)
      self.bytes = UnsafeBufferPointer(start: nil, count: 0)
    }
  }

  private mutating func scan(_ file: Source.File) {
    let hasSize = expectSize(file)
    let isPlain = hasSize && isPlain(file.range)
    let isText = hasSize && expectNoRichText() && (isPlain || expectText())
    if isText { scanTokens() } else { index = end }
    push(.end, from: index)
    if isText, !isPlain { noteDirections(in: file.range) }
  }

  /// Whether the bytes in `range` are all ASCII and none is NUL.
  private func isPlain(_ range: Range<Int>) -> Bool {
    var (all, smallest) = (0 as UInt8, UInt8.max)
    for byte in UnsafeBufferPointer(rebasing: bytes[range]) {
      all |= byte
      smallest = min(smallest, byte)
    }
    return all < 0x80 && smallest > 0
  }

  private mutating func scanTokens() {
    if bytes[index..<end].starts(with: [0xEF, 0xBB, 0xBF]) { index += 3 }
    while index < end, !problems.isFull { scanToken() }
  }

  /// Returns the only token of `text`, or nil if `text` has problems, comments, or fewer or more tokens.
  package static func onlyToken(of text: String) -> Token? {
    let lexer = Lexer(Source(name: "", bytes: Array(text.utf8)))
    guard lexer.tokens.count == 2, lexer.problems.all.isEmpty, lexer.comments.isEmpty else {
      return nil
    }
    return lexer.tokens[0]
  }

  /// Reports a file larger than `Source.byteLimit`.
  private mutating func expectSize(_ file: Source.File) -> Bool {
    if file.range.count <= Source.byteLimit { return true }
    report(.tooLarge(bytes: file.size), at: Span(index, index))
    return false
  }

  /// Reports RTF, which would otherwise pass as text.
  private mutating func expectNoRichText() -> Bool {
    let start = UnsafeBufferPointer(
      rebasing: UnsafeBufferPointer(rebasing: bytes[index..<end]).prefix(8))
    guard FileSignature(start) == .richText else { return true }
    report(.notText, at: Span(index, index + 1))
    return false
  }

  /// Reports bytes that aren't UTF-8 text, and characters with more combining marks than `PiledMarks.limit`.
  private mutating func expectText() -> Bool {
    if let offset = firstNonText() {
      report(.notText, at: Span(offset, offset + 1))
      return false
    }
    guard let offset = PiledMarks.firstBeyondLimit(in: bytes[index..<end]) else { return true }
    report(.piledMarks, at: Span(index + offset, index + offset + scalar(at: index + offset).width))
    return false
  }

  /// Returns the offset of the first NUL, or else of the first byte that isn't valid UTF-8.
  private func firstNonText() -> Int? {
    var fault: Int?
    var position = index
    while position < end {
      let byte = bytes[position]
      if byte == 0 { return position }
      if byte >= 0x80, fault == nil {
        var rest = bytes[position..<end].makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        if case .valid(let scalar) = parser.parseScalar(from: &rest) {
          position += scalar.count
          continue
        }
        fault = position
      }
      position += 1
    }
    return fault
  }
}

// MARK: - Characters

extension Lexer {
  /// Returns the scalar at `position` with its length in bytes. The bytes must be valid UTF-8.
  func scalar(at position: Int) -> (Unicode.Scalar, width: Int) {
    let first = UInt32(bytes[position])
    if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
    let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = first & (0xFF >> UInt32(width + 1))
    for next in 1..<width { value = value << 6 | UInt32(bytes[position + next] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", width)
  }

  /// Returns the ASCII character that the character at `position` is or resembles, or 0. `width` is the length in bytes
  /// of the character in the source.
  func look(_ position: Int) -> (ascii: UInt8, width: Int) {
    guard position < end else { return (0, 0) }
    if bytes[position] < 0x80 { return (bytes[position], 1) }
    let (scalar, width) = scalar(at: position)
    return (Lookalike.ascii(for: scalar), width)
  }

  func string(_ lower: Int, _ upper: Int) -> String {
    String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  mutating func push(_ kind: Token.Kind, from start: Int, keyword: Keyword? = nil) {
    tokens.append(Token(kind: kind, keyword: keyword, span: Span(start, max(index, start))))
  }

  mutating func report(_ kind: SyntaxProblem.Kind, from start: Int) {
    report(kind, at: Span(start, index))
  }

  mutating func report(_ kind: SyntaxProblem.Kind, at span: Span) {
    problems.append(SyntaxProblem(kind, span))
  }

  /// Warns if the bytes of a token differ from `meant`, the spelling it was read as.
  mutating func noteHabit(_ meant: String, from start: Int) {
    if bytes[start..<index].elementsEqual(meant.utf8) { return }
    report(.habit(found: string(start, index), meant: meant), from: start)
  }

  /// Warns if characters of a literal only resemble ASCII digits or marks.
  mutating func noteLookalikes(from start: Int) {
    guard bytes[start..<index].contains(where: { $0 >= 0x80 }) else { return }
    let meant = Lexer.asciiLookalikes(bytes[start..<index])
    report(.habit(found: string(start, index), meant: meant), from: start)
  }
}

// MARK: - Tokens

extension Lexer {
  mutating func scanToken() {
    let start = index
    let byte = bytes[index]
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C:
      index += 1
    case UInt8(ascii: "#"):
      scanComment(from: start)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      scanName()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      scanNumber()
    case UInt8(ascii: "\""):
      index += 1
      scanQuoted(from: start)
    case UInt8(ascii: "'"):
      scanSingleQuoted(closing: "'")
    case UInt8(ascii: "`"):
      scanQuotedName()
    case UInt8(ascii: "/") where expectsPattern || expectsBarePattern:
      scanPattern()
    case UInt8(ascii: "/") where isNext(byte) && isBeforeNumber(index + 2):
      index += 2
      report(.wholeDivision, from: start)
      push(.slash, from: start)
    case UInt8(ascii: "/") where isNext(byte), UInt8(ascii: "-") where isNext(byte) && beginsLine:
      index += 2
      report(.habit(found: string(start, index), meant: "#"), from: start)
      scanComment(from: start)
    case UInt8(ascii: "/") where isNext(UInt8(ascii: "*")):
      scanStarComment()
    case UInt8(ascii: ";") where endsLine:
      while index < end, bytes[index] == byte { index += 1 }
      report(.habit(found: string(start, index), meant: ""), from: start)
    case 0..<0x80:
      scanMark()
    default:
      scanNonASCII()
    }
  }

  private func isNext(_ byte: UInt8) -> Bool { index + 1 < end && bytes[index + 1] == byte }

  /// Whether the rest of the line from `position` is a whole number.
  private func isBeforeNumber(_ position: Int) -> Bool {
    var place = position
    while place < end, bytes[place] == 0x20 { place += 1 }
    let first = place
    while place < end, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[place] { place += 1 }
    return place > first && (place == end || bytes[place] == 0x0A || bytes[place] == 0x0D)
  }

  /// Whether only spaces and tabs precede `index` on its line.
  private var beginsLine: Bool {
    var place = index
    while place > 0, bytes[place - 1] == 0x20 || bytes[place - 1] == 0x09 { place -= 1 }
    return place == 0 || bytes[place - 1] == 0x0A || bytes[place - 1] == 0x0D
  }

  /// Whether only semicolons and spaces follow on the line, up to its end or a comment.
  private var endsLine: Bool {
    var place = index
    while place < end, [0x20, 0x09, UInt8(ascii: ";")].contains(bytes[place]) { place += 1 }
    return place == end || [0x0A, 0x0D, UInt8(ascii: "#")].contains(bytes[place])
  }

  /// Scans `/* … */`, up to its end or the end of the file.
  private mutating func scanStarComment() {
    let start = index
    index += 2
    while index < end, !(bytes[index] == UInt8(ascii: "*") && isNext(UInt8(ascii: "/"))) {
      index += 1
    }
    index = min(index + 2, end)
    report(.starComment, from: start)
    comments.append(Comment(span: Span(start, index)))
  }

  private mutating func scanComment(from start: Int) {
    while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    comments.append(Comment(span: Span(start, index)))
  }

  private mutating func scanName() {
    let start = index
    skipNameBytes()
    let keyword = Keyword(UnsafeBufferPointer(rebasing: bytes[start..<index]))
    push(keyword == nil ? .name : .keyword, from: start, keyword: keyword)
  }

  mutating func skipNameBytes() {
    let (bytes, end) = (bytes, end)
    while true {
      var position = index
      while position < end, Lexer.isNameByte(bytes[position]) { position += 1 }
      index = position
      guard index < end, bytes[index] >= 0x80 else { return }
      let (scalar, width) = scalar(at: index)
      guard continuesName(scalar) else { return }
      index += width
    }
  }

  /// Whether `byte` is an ASCII letter, a digit or `_`.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "_")
  }

  private func startsName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      true
    default: false
    }
  }

  @inline(never)
  private func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    if startsName(scalar) { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    case .decimalNumber: true
    default: false
    }
  }

  private mutating func scanNonASCII() {
    let start = index
    let (scalar, width) = scalar(at: index)
    if let closers = Lookalike.closers(of: scalar) {
      index += width
      scanText(from: start, closing: closers)
      let opening = Span(start, start + width)
      return report(.habit(found: string(start, start + width), meant: "\""), at: opening)
    }
    switch scalar {
    case "‘", "’": return scanSingleQuoted(closing: "’")
    case _ where Lookalike.isSpace(scalar): return scanOddSpaces()
    default: break
    }
    let ascii = Lookalike.ascii(for: scalar)
    if UInt8(ascii: "0")...UInt8(ascii: "9") ~= ascii { return scanNumber() }
    if ascii == UInt8(ascii: "/"), expectsPattern { return scanPattern() }
    if ascii == UInt8(ascii: "#") {
      noteHabitAhead("#", width: width)
      return scanComment(from: start)
    }
    if ascii != 0 || Lookalike.mark(for: scalar) != nil { return scanMark() }
    if startsName(scalar) { return scanName() }
    scanUnknown()
  }

  mutating func noteHabitAhead(_ meant: String, width: Int) {
    let found = string(index, index + width)
    report(.habit(found: found, meant: meant), at: Span(index, index + width))
  }

  private mutating func scanOddSpaces() {
    let start = index
    while index < end, bytes[index] >= 0x80 {
      let (scalar, width) = scalar(at: index)
      guard Lookalike.isSpace(scalar) else { break }
      index += width
    }
    report(.habit(found: string(start, index), meant: " "), from: start)
  }

  /// Takes a run of unknown characters, to report them as one problem.
  private mutating func scanUnknown() {
    let start = index
    while index < end, bytes[index] >= 0x80 {
      let (scalar, width) = scalar(at: index)
      let known = startsName(scalar) || Lookalike.isKnown(scalar)
      guard index == start || !known else { break }
      index += width
    }
    if index == start {
      while index < end, bytes[index] == bytes[start] { index += 1 }
    }
    report(.unexpectedCharacter(string(start, index)), from: start)
    push(.unknown, from: start)
  }
}

// MARK: - Marks

extension Lexer {
  mutating func scanMark() {
    let start = index
    if bytes[index] >= 0x80, let mark = Lookalike.mark(for: scalar(at: index).0) {
      index += scalar(at: index).width
      push(mark.kind, from: start)
      // An en dash is a minus or a range, depending on the context. The parser decides which, and reports the dash.
      if mark.kind != .enDash { noteHabit(mark.meant, from: start) }
      return
    }
    let first = look(index).ascii
    index += look(index).width
    guard let (kind, meant) = mark(startingWith: first) else {
      index = start
      return scanUnknown()
    }
    push(kind, from: start)
    noteHabit(meant, from: start)
  }

  /// Takes the next character if it is, or resembles, `wanted`.
  private mutating func eat(_ wanted: Unicode.Scalar) -> Bool {
    let (ascii, width) = look(index)
    guard ascii == UInt8(ascii: wanted) else { return false }
    index += width
    return true
  }

  private mutating func mark(startingWith first: UInt8) -> (Token.Kind, String)? {
    switch first {
    case UInt8(ascii: ":"): (.colon, ":")
    case UInt8(ascii: ","): (.comma, ",")
    case UInt8(ascii: "("): (.leftParen, "(")
    case UInt8(ascii: ")"): (.rightParen, ")")
    case UInt8(ascii: "+"): (.plus, "+")
    case UInt8(ascii: "*"): (.star, "*")
    case UInt8(ascii: "/"): (.slash, "/")
    case UInt8(ascii: "%"): (.percent, "%")
    case UInt8(ascii: "-"): eat(">") ? (.arrow, "->") : (.minus, "-")
    case UInt8(ascii: "<"): eatEquals() ? (.lessOrEqual, "<=") : (.less, "<")
    case UInt8(ascii: ">"): eatEquals() ? (.greaterOrEqual, ">=") : (.greater, ">")
    case UInt8(ascii: "!"): eatEquals() ? (.notEqual, "!=") : (.not, "!")
    case UInt8(ascii: "="): afterEquals()
    case UInt8(ascii: "&"): (eat("&"), (.and, "&&")).1
    case UInt8(ascii: "|"): (eat("|"), (.or, "||")).1
    case UInt8(ascii: "."): afterDot()
    default: nil
    }
  }

  /// Takes `=`, and a needless second `=` as in `>==`.
  private mutating func eatEquals() -> Bool {
    guard eat("=") else { return false }
    _ = eat("=")
    return true
  }

  private mutating func afterEquals() -> (Token.Kind, String) {
    if eatEquals() { return (.equal, "==") }
    if eat("<") { return (.lessOrEqual, "<=") }
    return eat(">") ? (.greaterOrEqual, ">=") : (.assign, "=")
  }

  private mutating func afterDot() -> (Token.Kind, String) {
    guard eat(".") else { return (.dot, ".") }
    return !eat(".") && eat("<") ? (.halfOpenRange, "..<") : (.range, "...")
  }
}
