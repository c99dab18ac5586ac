// The short way of the lexer: words, whole numbers, marks and texts of plain characters, which nearly all
// tokens are. What is less usual is left where it stands to the rest of the lexer.

extension Lexer {
  /// Reads tokens up to one that is not plain, or that stands near the end.
  mutating func scanPlainTokens() {
    // Sixteen bytes can be looked at wherever a token begins.
    let limit = bytes.count - 16
    let bytes = bytes
    let words = Keyword.words
    let keywords = Keyword.all
    var start = index
    while start <= limit {
      let word = word(at: start)
      let first = UInt8(truncatingIfNeeded: word)
      if first == 0x20 {
        start &+= (word ^ 0x2020_2020_2020_2020).trailingZeroBitCount &>> 3
        continue
      }
      if first &- 0x09 < 5 {
        start &+= 1
        continue
      }
      var token = Token(kind: .name, keyword: nil, span: Span(start, start))
      let end: Int
      if (first | 0x20) &- UInt8(ascii: "a") < 26 || first == UInt8(ascii: "_") {
        let (low, high, count) = plainWord(word, at: start)
        end = start &+ count
        // A letter that is not of ASCII goes on with a name.
        guard end < bytes.count, bytes[end] < 0x80 else { break }
        if let number = words.number(low: low, high: high) {
          token.kind = .keyword
          token.keyword = keywords[Int(number)]
        }
      } else if first == UInt8(ascii: "\"") {
        let text = plainText(at: start &+ 1)
        guard text.end < bytes.count, bytes[text.end] == UInt8(ascii: "\"") else { break }
        token.kind = .text
        token.hasMarks = text.hasMarks
        end = text.end &+ 1
      } else if first &- UInt8(ascii: "0") < 10 {
        guard let plainEnd = endOfPlainDigits(at: start) else { break }
        token.kind = .number
        token.hasMarks = false
        end = plainEnd
      } else {
        guard let mark = Lexer.plainMark(word) else { break }
        token.kind = mark.kind
        end = start &+ mark.count
      }
      token.span = Span(start, end)
      tokens.append(token)
      start = end
    }
    index = start
  }

  /// The name or word of the language whose first eight bytes are given: up to sixteen bytes as two
  /// numbers, and how many bytes of ASCII it has.
  @inline(__always)
  private func plainWord(_ word: UInt64, at start: Int) -> (low: UInt64, high: UInt64, count: Int) {
    @inline(__always)
    func cut(_ word: UInt64, to count: Int) -> UInt64 {
      word & (1 &<< UInt64(truncatingIfNeeded: count &* 8) &- 1)
    }
    let others = Lexer.otherBytes(word)
    if others != 0 {
      let count = others.trailingZeroBitCount &>> 3
      return (cut(word, to: count), 0, count)
    }
    let next = self.word(at: start &+ 8)
    let nextOthers = Lexer.otherBytes(next)
    if nextOthers != 0 {
      let count = nextOthers.trailingZeroBitCount &>> 3
      return (word, cut(next, to: count), count &+ 8)
    }
    var end = start &+ 16
    while end < bytes.count, Lexer.isNameByte(bytes[end]) { end &+= 1 }
    // No word of the language is as long.
    return (word, next, end &- start)
  }

  /// The highest bit of each byte that is no ASCII letter or digit and no `_`.
  @inline(__always)
  private static func otherBytes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let low = word & (ones &* 0x7F)
    // A sum reaches the highest bit from the first of its range on.
    let small = low | (ones &* 0x20)
    let letters = (small &+ ones &* (0x80 - 0x61)) & ~(small &+ ones &* (0x80 - 0x7B))
    let digits = (low &+ ones &* (0x80 - 0x30)) & ~(low &+ ones &* (0x80 - 0x3A))
    let lines = ~((low ^ (ones &* 0x5F)) &+ ones &* 0x7F)
    return (~(letters | digits | lines) | word) & (ones &* 0x80)
  }

  /// Where a quote of ASCII, a backslash or a line break comes next, looked for in eight bytes at a time,
  /// and whether there may be a brace, a bar or a backslash before.
  @inline(__always)
  private func plainText(at start: Int) -> (end: Int, hasMarks: Bool) {
    var end = start
    var marks: UInt64 = 0
    while end &+ 8 <= bytes.count {
      let word = word(at: end)
      let quotes = word ^ 0x2222_2222_2222_2222
      let slashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let special =
        ((quotes &- 0x0101_0101_0101_0101) & ~quotes
          | (slashes &- 0x0101_0101_0101_0101) & ~slashes
          | (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word) & 0x8080_8080_8080_8080
      // From `{` on, five more reach the highest bit.
      let high = ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x0505_0505_0505_0505) & ~word
      if special == 0 {
        marks |= high
        end &+= 8
        continue
      }
      // Only what is before the special byte counts.
      marks |= high & ((special & (0 &- special)) &- 1)
      end &+= special.trailingZeroBitCount &>> 3
      switch bytes[end] {
      case 0x0A, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "\\"):
        return (end, marks & 0x8080_8080_8080_8080 != 0)
      default: end &+= 1
      }
    }
    return (bytes.count, true)
  }

  /// A mark, the first bytes of which are given, if what is after it belongs to nothing like it.
  @inline(__always)
  private static func plainMark(_ word: UInt64) -> (kind: Token.Kind, count: Int)? {
    let second = UInt8(truncatingIfNeeded: word &>> 8)
    let third = UInt8(truncatingIfNeeded: word &>> 16)
    switch UInt8(truncatingIfNeeded: word) {
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: "("): return (.leftParen, 1)
    case UInt8(ascii: ")"): return (.rightParen, 1)
    case UInt8(ascii: "+"): return (.plus, 1)
    case UInt8(ascii: "*"): return (.star, 1)
    // What is not of ASCII may look like the rest of a mark.
    case _ where second >= 0x80 || third >= 0x80: return nil
    case UInt8(ascii: "&"): return second == UInt8(ascii: "&") ? (.and, 2) : nil
    case UInt8(ascii: "|"): return second == UInt8(ascii: "|") ? (.or, 2) : nil
    case UInt8(ascii: "<"): return second == UInt8(ascii: "=") ? (.lessOrEqual, 2) : (.less, 1)
    case UInt8(ascii: ">"):
      return second == UInt8(ascii: "=") ? (.greaterOrEqual, 2) : (.greater, 1)
    case UInt8(ascii: "!"): return second == UInt8(ascii: "=") ? (.notEqual, 2) : (.not, 1)
    case UInt8(ascii: "-"): return second == UInt8(ascii: ">") ? (.arrow, 2) : (.minus, 1)
    case UInt8(ascii: "."):
      if second != UInt8(ascii: ".") { return (.dot, 1) }
      if third == UInt8(ascii: ".") { return (.range, 3) }
      return third == UInt8(ascii: "<") ? (.halfOpenRange, 3) : nil
    case UInt8(ascii: "="):
      if second == UInt8(ascii: "=") { return third == UInt8(ascii: "=") ? nil : (.equal, 2) }
      return second == UInt8(ascii: ">") ? nil : (.assign, 1)
    default: return nil
    }
  }
}
