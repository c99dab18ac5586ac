// Equality, prefixes and suffixes of texts: canonical equivalence on whole characters. "が" is found in either encoding,
// and "e" isn't a prefix of "é" written as e and a combining accent. If case is ignored, the case-folded forms are
// compared (see `CaseFolding`).

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether the texts are canonically equivalent.
  package func equals(_ other: TextBytes) -> Bool {
    if hasSameBytes(as: other) { return true }
    // If both texts are their own canonical forms, different bytes mean different texts.
    return !isOwnForm(with: other) && canonical == other.canonical
  }

  /// Whether the texts are canonically equivalent, ignoring case if `anyCase`.
  package func equals(_ other: TextBytes, anyCase: Bool) -> Bool {
    guard anyCase else { return equals(other) }
    if isASCII, other.isASCII {
      return count == other.count && matchesFolded(other, at: 0)
    }
    return hasSameBytes(as: other) || folded == other.folded
  }

  /// Whether the text starts with the characters of `prefix`, case-sensitively. This is a separate method instead of a
  /// default argument, so that it takes precedence over the method of `Sequence`, which compares bytes.
  package func starts(with prefix: TextBytes) -> Bool {
    starts(with: prefix, anyCase: false)
  }

  /// Whether the text starts with the characters of `prefix`. Every text starts with "".
  package func starts(with prefix: TextBytes, anyCase: Bool) -> Bool {
    withLineBreaks(of: prefix) { $0.startsExactly(with: $1, anyCase) }
  }

  private func startsExactly(with prefix: TextBytes, _ anyCase: Bool) -> Bool {
    if anyCase, isASCII, prefix.isASCII {
      return count >= prefix.count && matchesFolded(prefix, at: 0) && !isInLineBreak(prefix.count)
    }
    if !anyCase, isOwnForm(with: prefix) {
      return count >= prefix.count && part(0, prefix.count).hasSameBytes(as: prefix)
        && !isInLineBreak(prefix.count)
    }
    let (whole, start) = forms(with: prefix, anyCase: anyCase)
    return whole.withUnsafeBufferPointer { whole in
      start.withUnsafeBufferPointer { start in
        guard whole.count >= start.count else { return false }
        guard whole.part(0, start.count).hasSameBytes(as: start) else { return false }
        var ends = CharacterEnds(whole)
        return ends.reach(start.count)
      }
    }
  }

  /// Whether the text ends with the characters of `suffix`. Every text ends with "".
  package func ends(with suffix: TextBytes, anyCase: Bool = false) -> Bool {
    withLineBreaks(of: suffix) { $0.endsExactly(with: $1, anyCase) }
  }

  private func endsExactly(with suffix: TextBytes, _ anyCase: Bool) -> Bool {
    let rest = count - suffix.count
    if anyCase, isASCII, suffix.isASCII {
      return rest >= 0 && matchesFolded(suffix, at: rest) && !isInLineBreak(rest)
    }
    if !anyCase, isOwnForm(with: suffix) {
      return rest >= 0 && part(rest, count).hasSameBytes(as: suffix) && !isInLineBreak(rest)
    }
    let (whole, end) = forms(with: suffix, anyCase: anyCase)
    return whole.withUnsafeBufferPointer { whole in
      end.withUnsafeBufferPointer { end in
        let rest = whole.count - end.count
        guard rest >= 0, whole.part(rest, whole.count).hasSameBytes(as: end) else { return false }
        var ends = CharacterEnds(whole)
        return ends.reach(rest)
      }
    }
  }

  /// Calls `body` with this text and with `other`, the text to find in it. Browsers send CR LF for a line break. CR LF
  /// is one character, but a `\n` in the form must match it. If `other` has an LF without CR, both texts get CR LF for
  /// each LF.
  @inline(__always)
  func withLineBreaks<Result>(
    of other: TextBytes, _ body: (TextBytes, TextBytes) -> Result
  ) -> Result {
    other.hasByte(0x0A) ? withOneKindOfLineBreaks(as: other, body) : body(self, other)
  }

  @inline(never)
  private func withOneKindOfLineBreaks<Result>(
    as other: TextBytes, _ body: (TextBytes, TextBytes) -> Result
  ) -> Result {
    guard hasByte(0x0D) || other.hasByte(0x0D), other.hasLoneLineFeed else {
      return body(self, other)
    }
    return withPairs.withUnsafeBufferPointer { text in
      other.withPairs.withUnsafeBufferPointer { body(text, $0) }
    }
  }

  private var hasLoneLineFeed: Bool {
    (0..<count).contains { self[$0] == 0x0A && !isInLineBreak($0) }
  }

  /// The text with CR LF for each LF.
  private var withPairs: [UInt8] {
    var text: [UInt8] = []
    for offset in 0..<count {
      if self[offset] == 0x0A, !isInLineBreak(offset) { text.append(0x0D) }
      text.append(self[offset])
    }
    return text
  }

  /// Whether comparing bytes is enough: both texts are their own canonical forms, and each can only occur in the other
  /// as whole characters.
  func isOwnForm(with other: TextBytes) -> Bool {
    isASCII && other.isASCII || isPlain && other.isPlain
  }

  /// Whether an offset is between the CR and the LF of a line break.
  @inline(__always)
  func isInLineBreak(_ offset: Int) -> Bool {
    offset > 0 && offset < count && self[offset - 1] == 0x0D && self[offset] == 0x0A
  }

  /// Returns the two texts, normalised so that they can be compared byte by byte.
  func forms(with other: TextBytes, anyCase: Bool) -> ([UInt8], [UInt8]) {
    anyCase ? (folded, other.folded) : (canonical, other.canonical)
  }

  private var canonical: [UInt8] {
    var form: [UInt8] = []
    form.reserveCapacity(count)
    appendCanonical(to: &form)
    return form
  }

  var folded: [UInt8] {
    var form: [UInt8] = []
    form.reserveCapacity(count)
    appendFolded(to: &form)
    return form
  }

  /// Whether the ASCII text contains `other` at `offset`, ignoring case.
  private func matchesFolded(_ other: TextBytes, at offset: Int) -> Bool {
    for index in 0..<other.count
    where ASCII.lowercased(self[offset + index]) != ASCII.lowercased(other[index]) {
      return false
    }
    return true
  }
}

/// Steps forward through a text and tests whether offsets are character boundaries.
struct CharacterEnds {
  private let text: TextBytes
  private var pieces: TextPieces
  private var piece = TextPiece(start: 0, end: 0, plainCount: 1)
  private var string = ""
  private var index = "".startIndex
  private var offset = 0

  init(_ text: TextBytes) {
    self.text = text
    pieces = TextPieces(text)
  }

  /// Whether a character ends at `target`, which must be the end of a scalar and not below the previous target.
  mutating func reach(_ target: Int) -> Bool {
    while piece.end < target, let next = pieces.next() {
      piece = next
      if !piece.isPlain { open() }
    }
    if piece.isPlain || target == piece.start || target == piece.end { return true }
    while offset < target {
      offset += string[index].utf8.count
      index = string.index(after: index)
    }
    return offset == target
  }

  private mutating func open() {
    string = text.part(piece).makeString()
    index = string.startIndex
    offset = piece.start
  }
}
