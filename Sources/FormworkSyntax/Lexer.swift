// The lexer: bytes to tokens and comments. It never stops early: what it cannot read becomes a
// problem and, where it looks like something, the token it looks like.

/// Splits a source into tokens.
package struct Lexer: ~Copyable {
  /// The tokens, the last being `end`.
  var tokens: TokenList
  private(set) var comments: [Comment] = []
  private(set) var problems = SyntaxProblems()

  /// The bytes of the source while it is read, and nothing afterwards.
  private(set) var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var index = 0

  /// Reads all of `source`.
  init(_ source: Source) {
    tokens = TokenList(byteCount: source.bytes.count)
    source.bytes.withUnsafeBufferPointer { bytes in
      self.bytes = bytes
      scanTokens(fileSize: source.files[0].size)
      self.bytes = UnsafeBufferPointer(start: nil, count: 0)
    }
  }

  private mutating func scanTokens(fileSize: Int?) {
    guard isReadable(fileSize: fileSize) else {
      push(.end, from: bytes.count)
      return
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while index < bytes.count, !problems.isFull {
      scanPlainTokens()
      if index < bytes.count { scanToken() }
    }
    push(.end, from: index)
    noteDirections()
  }

  /// What a text is if it is one token and nothing else.
  package static func onlyToken(of text: String) -> Token? {
    let lexer = Lexer(Source(name: "", bytes: Array(text.utf8)))
    guard lexer.tokens.count == 2, lexer.problems.all.isEmpty, lexer.comments.isEmpty else {
      return nil
    }
    return lexer.tokens[0]
  }

  /// Moves every span, for a file that does not stand first in its source.
  mutating func move(by offset: UInt32) {
    guard offset > 0 else { return }
    for index in 0..<tokens.count { tokens[index].span = tokens[index].span.moved(by: offset) }
    for index in comments.indices { comments[index].span = comments[index].span.moved(by: offset) }
    problems.move(by: offset)
  }

  /// Only a text of bearable size is worth reading at all.
  private mutating func isReadable(fileSize: Int?) -> Bool {
    if bytes.count > Source.byteLimit {
      problems.append(SyntaxProblem(.tooLarge(bytes: fileSize), Span(0, 0)))
      return false
    }
    if let offset = firstNonText() {
      problems.append(SyntaxProblem(.notText, Span(offset, offset + 1)))
      return false
    }
    return true
  }

  /// The first byte that is a NUL or not valid UTF-8.
  private func firstNonText() -> Int? {
    var position = endOfPlain(from: 0)
    while position < bytes.count {
      if bytes[position] == 0 { return position }
      if bytes[position] < 0x80 {
        position = endOfPlain(from: position)
        continue
      }
      let width = utf8Width(at: position)
      if width == 0 { return bytes.firstIndex(of: 0) ?? position }
      position += width
    }
    return nil
  }

  /// Up to where all bytes from `start` on are of ASCII and none is a NUL, looked at 32 at a time.
  private func endOfPlain(from start: Int) -> Int {
    @inline(__always)
    func special(_ position: Int) -> UInt64 {
      let word = word(at: position)
      return word | (word &- 0x0101_0101_0101_0101)
    }
    var position = start
    while position &+ 32 <= bytes.count {
      let low = special(position) | special(position &+ 8)
      let high = special(position &+ 16) | special(position &+ 24)
      if (low | high) & 0x8080_8080_8080_8080 != 0 { break }
      position &+= 32
    }
    while position < bytes.count, 0x01...0x7F ~= bytes[position] { position &+= 1 }
    return position
  }

  /// Eight bytes as one number, the first being the lowest; all of them must be there.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// The length of the well-formed sequence at `position`, or 0 (Unicode 16, table 3-7).
  private func utf8Width(at position: Int) -> Int {
    let first = bytes[position]
    let (width, low, high): (Int, UInt8, UInt8) =
      switch first {
      case 0xC2...0xDF: (2, 0x80, 0xBF)
      case 0xE0: (3, 0xA0, 0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80, 0xBF)
      case 0xED: (3, 0x80, 0x9F)
      case 0xF0: (4, 0x90, 0xBF)
      case 0xF1...0xF3: (4, 0x80, 0xBF)
      case 0xF4: (4, 0x80, 0x8F)
      default: (0, 0, 0)
      }
    guard width > 0, position + width <= bytes.count else { return 0 }
    guard low...high ~= bytes[position + 1] else { return 0 }
    for next in (position + 2)..<max(position + 2, position + width)
    where bytes[next] & 0xC0 != 0x80 {
      return 0
    }
    return width
  }
}

// MARK: - Characters

extension Lexer {
  /// The scalar at `position` with its length; the bytes are known to be valid.
  func scalar(at position: Int) -> (Unicode.Scalar, width: Int) {
    let first = UInt32(bytes[position])
    if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
    let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = first & (0xFF >> UInt32(width + 1))
    for next in 1..<width { value = value << 6 | UInt32(bytes[position + next] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", width)
  }

  /// The ASCII character that the one at `position` is or looks like, with its length in bytes.
  func look(_ position: Int) -> (ascii: UInt8, width: Int) {
    guard position < bytes.count else { return (0, 0) }
    if bytes[position] < 0x80 { return (bytes[position], 1) }
    let (scalar, width) = scalar(at: position)
    return (Habit.ascii(for: scalar), width)
  }

  /// The text of a range of bytes.
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

  /// Warns where the bytes of a token are not those of what it was read as.
  mutating func noteHabit(_ meant: StaticString, from start: Int) {
    let isMeant =
      index - start == meant.utf8CodeUnitCount
      && (start..<index).allSatisfy { bytes[$0] == meant.utf8Start[$0 - start] }
    if isMeant { return }
    report(.habit(found: string(start, index), meant: meant.description), from: start)
  }

  /// Warns where digits or marks of a literal only look like those of ASCII.
  mutating func noteLookalikes(from start: Int) {
    guard bytes[start..<index].contains(where: { $0 >= 0x80 }) else { return }
    let meant = String(decoding: Lexer.asciiLookalikes(bytes[start..<index]), as: UTF8.self)
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
    case UInt8(ascii: ":"): scanMark(.colon)
    case UInt8(ascii: ","): scanMark(.comma)
    case UInt8(ascii: "("): scanMark(.leftParen)
    case UInt8(ascii: ")"): scanMark(.rightParen)
    case UInt8(ascii: "\""):
      index += 1
      scanQuoted(from: start)
    case UInt8(ascii: "'"):
      scanSingleQuoted(closing: "'")
    case UInt8(ascii: "`"):
      scanQuotedName()
    case UInt8(ascii: "/") where expectsPattern || expectsBarePattern:
      scanPattern()
    case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == byte:
      index += 2
      report(.slashComment, from: start)
      scanComment(from: start)
    case 0..<0x80:
      scanMark()
    default:
      scanNonASCII()
    }
  }

  private mutating func scanComment(from start: Int) {
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    comments.append(Comment(span: Span(start, index)))
  }

  private mutating func scanName() {
    let start = index
    skipNameBytes()
    if let keyword = Keyword(string(start, index)) {
      push(.keyword, from: start, keyword: keyword)
    } else {
      push(.name, from: start)
    }
  }

  mutating func skipNameBytes() {
    let bytes = bytes
    while true {
      var end = index
      while end < bytes.count, Lexer.isNameByte(bytes[end]) { end &+= 1 }
      index = end
      guard end < bytes.count, bytes[end] >= 0x80 else { return }
      let (scalar, width) = scalar(at: index)
      guard continuesName(scalar) else { return }
      index += width
    }
  }

  /// Whether a byte is an ASCII letter or digit or `_`, told by its bit in a set of the first 128.
  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    let set: UInt64 = byte & 0x40 == 0 ? 0x03FF_0000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 0x80 && set &>> UInt64(byte) & 1 != 0
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
    if let closers = Habit.closers(of: scalar) {
      index += width
      scanText(from: start, closing: closers)
      let opening = Span(start, start + width)
      return report(.habit(found: string(start, start + width), meant: "\""), at: opening)
    }
    switch scalar {
    case "‘", "’": return scanSingleQuoted(closing: "’")
    case _ where Habit.isSpace(scalar): return scanOddSpaces()
    default: break
    }
    let ascii = Habit.ascii(for: scalar)
    if UInt8(ascii: "0")...UInt8(ascii: "9") ~= ascii { return scanNumber() }
    if ascii == UInt8(ascii: "/"), expectsPattern { return scanPattern() }
    if ascii == UInt8(ascii: "#") {
      noteHabitAhead("#", width: width)
      return scanComment(from: start)
    }
    if ascii != 0 || Habit.mark(for: scalar) != nil { return scanMark() }
    if startsName(scalar) { return scanName() }
    scanUnknown()
  }

  mutating func noteHabitAhead(_ meant: String, width: Int) {
    let found = string(index, index + width)
    report(.habit(found: found, meant: meant), at: Span(index, index + width))
  }

  private mutating func scanOddSpaces() {
    let start = index
    while index < bytes.count, bytes[index] >= 0x80 {
      let (scalar, width) = scalar(at: index)
      guard Habit.isSpace(scalar) else { break }
      index += width
    }
    report(.habit(found: string(start, index), meant: " "), from: start)
  }

  /// Takes a run of characters that mean nothing, so that they are one problem.
  private mutating func scanUnknown() {
    let start = index
    while index < bytes.count, bytes[index] >= 0x80 {
      let (scalar, width) = scalar(at: index)
      let known = startsName(scalar) || Habit.isKnown(scalar)
      guard index == start || !known else { break }
      index += width
    }
    if index == start {
      while index < bytes.count, bytes[index] == bytes[start] { index += 1 }
    }
    report(.unexpectedCharacter(string(start, index)), from: start)
    push(.unknown, from: start)
  }
}

// MARK: - Marks

extension Lexer {
  /// Takes a mark of one character of ASCII.
  private mutating func scanMark(_ kind: Token.Kind) {
    index += 1
    push(kind, from: index - 1)
  }

  mutating func scanMark() {
    let start = index
    if bytes[index] >= 0x80, let mark = Habit.mark(for: scalar(at: index).0) {
      index += scalar(at: index).width
      push(mark.kind, from: start)
      // An en dash is a minus or a range: the parser knows which, and says so.
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

  /// Takes the next character if it is, or looks like, `wanted`.
  private mutating func eat(_ wanted: StaticString) -> Bool {
    var position = index
    for offset in 0..<wanted.utf8CodeUnitCount {
      let (ascii, width) = look(position)
      guard ascii == wanted.utf8Start[offset] else { return false }
      position += width
    }
    index = position
    return true
  }

  private mutating func mark(startingWith first: UInt8) -> (Token.Kind, StaticString)? {
    switch first {
    case UInt8(ascii: ":"): (.colon, ":")
    case UInt8(ascii: ","): (.comma, ",")
    case UInt8(ascii: "("): (.leftParen, "(")
    case UInt8(ascii: ")"): (.rightParen, ")")
    case UInt8(ascii: "+"): (.plus, "+")
    case UInt8(ascii: "*"): (.star, "*")
    case UInt8(ascii: "/"): (.slash, "/")
    case UInt8(ascii: "-"): eat(">") ? (.arrow, "->") : (.minus, "-")
    case UInt8(ascii: "<"): eat("=") ? (.lessOrEqual, "<=") : (.less, "<")
    case UInt8(ascii: ">"): eat("=") ? (.greaterOrEqual, ">=") : (.greater, ">")
    case UInt8(ascii: "!"): eat("=") ? (.notEqual, "!=") : (.not, "!")
    case UInt8(ascii: "="): afterEquals()
    case UInt8(ascii: "&"): (eat("&"), (.and, "&&")).1
    case UInt8(ascii: "|"): (eat("|"), (.or, "||")).1
    case UInt8(ascii: "."): afterDot()
    default: nil
    }
  }

  private mutating func afterEquals() -> (Token.Kind, StaticString) {
    if eat("=") {
      _ = eat("=")
      return (.equal, "==")
    }
    return eat(">") ? (.greaterOrEqual, ">=") : (.assign, "=")
  }

  private mutating func afterDot() -> (Token.Kind, StaticString) {
    if eat("..") { return (.range, "...") }
    if eat(".<") { return (.halfOpenRange, "..<") }
    if eat(".") { return (.range, "...") }
    return (.dot, ".")
  }
}
