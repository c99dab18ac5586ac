// Writes tokens with the comments before them, and breaks lines.

internal import FormworkSyntax

/// A form that is being written.
struct FormWriter {
  /// Maximum number of columns in a line.
  static let lineWidth = 100

  let form: FormTokens
  private(set) var text: [UInt8] = []
  private var column = 0
  /// Whether the line is still empty.
  private var isNewLine = true
  /// Whether the last token opened a block.
  private var isAfterOpener = false
  private var nextToken = 0
  private var nextComment = 0

  /// The white space before a token.
  enum Gap {
    /// A space, if the tokens before and after it need one between them.
    case space
    /// A line break. Keeps an empty line if `keepsEmpty` is true.
    case line(indent: Int, keepsEmpty: Bool = false)
  }

  init(_ form: FormTokens) { self.form = form }

  /// The number of columns left on the line.
  var room: Int { FormWriter.lineWidth - column }

  /// Returns the number of columns left after a gap.
  func roomAfter(_ gap: Gap) -> Int {
    if case .line(let indent, _) = gap { FormWriter.lineWidth - indent } else { room - 1 }
  }
}

// MARK: - Tokens and comments

extension FormWriter {
  /// Writes a token.
  ///
  /// - Parameters:
  ///   - indent: the indent of the token's line if a comment ends the line before it.
  ///   - inner: the indent of comments before the token that are on lines of their own; nil to use the indent of the
  ///     token's line.
  mutating func put(_ index: Int, _ gap: Gap, indent: Int, comments inner: Int? = nil) {
    // Write all tokens before this one, so that no part of a form is lost, even one unknown to the layout.
    while nextToken < index { put(nextToken, .space, indent: indent) }
    nextToken = index + 1
    var (lineIndent, keepsEmpty, breaksLine) = (indent, false, false)
    if case .line(let own, let keeps) = gap {
      (lineIndent, keepsEmpty, breaksLine) = (own, keeps, true)
    }
    while nextComment < form.commentsBefore[index] {
      putComment(indent: inner ?? lineIndent, keepsEmpty: keepsEmpty)
      breaksLine = true
    }
    let span = form.tokens[index].span
    if breaksLine {
      let isEmptyBefore = keepsEmpty && !form.closes[index] && form.lineEnds(before: span.lower) > 1
      startLine(lineIndent, afterEmpty: isEmptyBefore)
    } else if !isNewLine, form.hasSpace(before: index) {
      text.append(0x20)
      column += 1
    }
    text.append(contentsOf: form.bytes(of: span))
    column = form.widths[index].map { column + $0 } ?? FormWriter.lineWidth
    isNewLine = false
    isAfterOpener = form.opens[index]
  }

  /// Writes the next comment: at the end of the current line if it was at the end of a line, otherwise on a line of
  /// its own.
  private mutating func putComment(indent: Int, keepsEmpty: Bool) {
    let span = form.comments[nextComment].span
    let lineEnds = form.lineEnds(before: span.lower)
    if lineEnds == 0, !isNewLine {
      text.append(contentsOf: [0x20, 0x20])
    } else {
      startLine(indent, afterEmpty: keepsEmpty && lineEnds > 1)
    }
    var words = form.bytes(of: span)
    while let last = words.last, last == 0x20 || last == 0x09 { words.removeLast() }
    text.append(contentsOf: words)
    nextComment += 1
    isNewLine = false
    isAfterOpener = false
  }

  /// Writes everything after the last declaration.
  mutating func finish() {
    while nextToken < form.tokens.count { put(nextToken, .space, indent: 0) }
    while nextComment < form.comments.count { putComment(indent: 0, keepsEmpty: true) }
    if !text.isEmpty { text.append(0x0A) }
  }

  private mutating func startLine(_ indent: Int, afterEmpty: Bool) {
    if !text.isEmpty {
      text.append(0x0A)
      if afterEmpty, !isAfterOpener { text.append(0x0A) }
    }
    text.append(contentsOf: repeatElement(0x20, count: indent))
    column = indent
    isNewLine = true
  }

  /// Fills the line with spaces up to a column.
  mutating func pad(to column: Int) {
    while self.column < column {
      text.append(0x20)
      self.column += 1
    }
  }
}

// MARK: - Runs of tokens

extension FormWriter {
  /// Writes tokens without line breaks between them.
  mutating func putLine(_ range: Range<Int>, _ gap: Gap, indent: Int) {
    for index in range { put(index, index == range.lowerBound ? gap : .space, indent: indent) }
  }

  /// Writes tokens on as few lines as possible. Lines are broken where the nesting is lowest.
  ///
  /// - Parameter indent: the indent of all lines except the first.
  mutating func fill(_ range: Range<Int>, _ gap: Gap, indent: Int) {
    var first = room
    if case .line(let own, _) = gap { first = FormWriter.lineWidth - own }
    guard form.width(of: range, limit: first - 1) == nil, let depth = leastBreak(in: range) else {
      return putLine(range, gap, indent: indent)
    }
    var start = range.lowerBound
    var partGap = Optional(gap)
    for end in range.dropFirst() where form.depths[end] == depth && form.mayBreak(before: end) {
      // After a part that takes several lines, the next part begins a new line, so that it is easy to find.
      partGap = fillPart(start..<end, partGap, indent: indent) ? nil : .line(indent: indent)
      start = end
    }
    _ = fillPart(start..<range.upperBound, partGap, indent: indent)
  }

  /// Returns the lowest nesting at which a line may break among tokens.
  private func leastBreak(in range: Range<Int>) -> Int? {
    range.dropFirst().lazy.filter { form.mayBreak(before: $0) }.map { form.depths[$0] }.min()
  }

  /// Writes a part of a run of tokens.
  ///
  /// - Parameter gap: the gap before the part; nil for a space if the part fits on the line, or else a line break.
  /// - Returns: whether the part is on one line.
  private mutating func fillPart(_ part: Range<Int>, _ gap: Gap?, indent: Int) -> Bool {
    let fitsBeside = form.width(of: part, limit: room - 1) != nil
    let gap = gap ?? (fitsBeside ? .space : .line(indent: indent))
    let isWhole = form.width(of: part, limit: roomAfter(gap)) != nil
    var inner = indent
    if case .line(let own, _) = gap { inner = max(indent, own + 2) }
    if isWhole { putLine(part, gap, indent: inner) } else { fill(part, gap, indent: inner) }
    return isWhole
  }
}
