// Writes tokens one after the other, with the comments that stand before them, and breaks lines.

internal import FormworkSyntax

/// A form as it is written.
struct FormWriter {
  /// The columns of a line.
  static let lineWidth = 100

  let form: FormTokens
  private(set) var text: [UInt8] = []
  private var column = 0
  /// Whether nothing stands on the line yet.
  private var isNewLine = true
  /// Whether a block was opened by what was written last.
  private var isAfterOpener = false
  private var nextToken = 0
  private var nextComment = 0

  /// What comes before a token.
  enum Gap {
    /// A space, where one belongs there.
    case space
    /// A line break; an empty line stays if `keepsEmpty`.
    case line(indent: Int, keepsEmpty: Bool = false)
  }

  init(_ form: FormTokens) { self.form = form }

  /// The columns that are left on the line.
  var room: Int { FormWriter.lineWidth - column }

  /// The columns that are left after a gap.
  func roomAfter(_ gap: Gap) -> Int {
    if case .line(let indent, _) = gap { FormWriter.lineWidth - indent } else { room - 1 }
  }
}

// MARK: - Tokens and comments

extension FormWriter {
  /// Writes a token.
  ///
  /// - Parameters:
  ///   - indent: of the line that it begins if a comment ends the line before it.
  ///   - inner: of comments before it that stand on lines of their own; that of its line without one.
  mutating func put(_ index: Int, _ gap: Gap, indent: Int, comments inner: Int? = nil) {
    // No part of a form is lost, even one that the layout knows nothing of.
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

  /// Writes the next comment: behind what is on the line, if it stood there, or on a line of its own.
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

  /// Writes what is left after the last declaration.
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
  /// Writes tokens without breaking their line.
  mutating func putLine(_ range: Range<Int>, _ gap: Gap, indent: Int) {
    for index in range { put(index, index == range.lowerBound ? gap : .space, indent: indent) }
  }

  /// Writes tokens on as few lines as they need, broken where they are nested least.
  ///
  /// - Parameter indent: of all lines but the first.
  mutating func fill(_ range: Range<Int>, _ gap: Gap, indent: Int) {
    var first = room
    if case .line(let own, _) = gap { first = FormWriter.lineWidth - own }
    guard form.width(of: range, limit: first - 1) == nil, let depth = leastBreak(in: range) else {
      return putLine(range, gap, indent: indent)
    }
    var start = range.lowerBound
    var partGap = Optional(gap)
    for end in range.dropFirst() where form.depths[end] == depth && form.mayBreak(before: end) {
      // What comes after a part of several lines begins a line, so that each can be found.
      partGap = fillPart(start..<end, partGap, indent: indent) ? nil : .line(indent: indent)
      start = end
    }
    _ = fillPart(start..<range.upperBound, partGap, indent: indent)
  }

  /// The nesting of the outermost places at which a line may break among tokens.
  private func leastBreak(in range: Range<Int>) -> Int? {
    range.dropFirst().lazy.filter { form.mayBreak(before: $0) }.map { form.depths[$0] }.min()
  }

  /// Writes a part of a run.
  ///
  /// - Parameter gap: nil for a space, or a line break where the part does not fit on the line.
  /// - Returns: whether it stands on one line.
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
