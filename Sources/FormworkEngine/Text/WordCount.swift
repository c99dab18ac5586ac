// Counts words as people count them: the segments of a text (UAX #29, word boundaries) that have a letter or a digit.

extension UnsafeBufferPointer where Element == UInt8 {
  /// The number of words: 5 in "Don't stop at 3.5 km". Canonically equivalent texts have the same number.
  package var wordCount: Int {
    var counter = WordCounter()
    var offset = 0
    while offset < count {
      let (value, length) = scalar(at: offset)
      counter.add(value)
      offset += length
    }
    return counter.finish()
  }
}

/// Finds the boundaries of words scalar by scalar. The numbers of the rules are those of UAX #29. Rules that matter
/// only for segments without letters and digits, such as spaces and CR LF, are left out.
private struct WordCounter {
  private var words = 0
  /// Whether a letter or digit is in the current segment.
  private var hasWord = false
  /// The class of the segment's last scalar that isn't ignored. Nil at the start and after a line end.
  private var last: WordClass?
  /// A mark after `last`, such as the dot in 3.5. It belongs to the segment if the next scalar does.
  private var mark: WordClass?
  /// Whether a letter is among the ignored scalars after `mark`.
  private var markHasWord = false
  private var isAfterJoiner = false

  @inline(__always)
  mutating func add(_ value: UInt32) {
    let (kind, isWord) = WordClass.find(value)
    // WB4
    if last != nil, kind == .ignored || kind == .joiner {
      isAfterJoiner = kind == .joiner
      if mark == nil { hasWord = hasWord || isWord } else { markHasWord = markHasWord || isWord }
    } else {
      // WB3c
      let isJoined = isAfterJoiner && WordClass.isPictograph(value)
      isAfterJoiner = kind == .joiner
      addBase(kind, isWord, isJoined: isJoined)
    }
  }

  private mutating func addBase(_ kind: WordClass, _ isWord: Bool, isJoined: Bool) {
    if mark == nil, last != nil, kind.isMark {
      (mark, markHasWord) = (kind, false)
      return
    }
    if let held = mark, let last, WordClass.joins(last, held, kind) {
      (hasWord, mark) = (hasWord || markHasWord, nil)
    } else {
      releaseMark()
      if !isJoined, !(last.map { WordClass.joins($0, kind) } ?? false) { endSegment() }
    }
    hasWord = hasWord || isWord
    // After the two halves of a flag, a third half begins a new flag (WB15, WB16).
    let isFlag = last == .flag && kind == .flag
    // WB3a
    last = kind == .lineEnd ? nil : isFlag ? .other : kind
  }

  /// Ends the segment before a mark that isn't part of it. Between a Hebrew letter and an apostrophe there is no
  /// boundary (WB7a).
  private mutating func releaseMark() {
    guard let held = mark else { return }
    if last != .hebrew || held != .singleQuote { endSegment() }
    (hasWord, last, mark) = (hasWord || markHasWord, .other, nil)
  }

  private mutating func endSegment() {
    if hasWord { words += 1 }
    hasWord = false
  }

  /// Returns the number of words. Must be called after the last scalar.
  mutating func finish() -> Int {
    releaseMark()
    endSegment()
    return words
  }
}
