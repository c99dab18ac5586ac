// Prepares the places of a diagnostic for drawing. Every label is moved inside the source, cut to its first line and
// put in source order. Also lays out the rows of carets and words below a line.

internal import FormworkSyntax

/// A mark on one line.
struct Mark {
  /// The line number, counted from 1.
  var line: Int
  /// The bytes to mark, all on that line.
  var bytes: Range<Int>
  /// The words beside the carets.
  var text: String
  /// Whether this is the place of the fault rather than a secondary place.
  var isFirst: Bool
}

/// The labels of a diagnostic, placed in a source.
struct Places {
  /// The marks, in source order.
  private(set) var marks: [Mark] = []
  /// The place of the fault.
  private(set) var first: (start: Int, line: Int, end: Int)?

  init(_ labels: [Diagnostic.Label], _ source: Source) {
    for (index, label) in labels.enumerated() {
      let bytes = source.clamped(label.span)
      let line = source.lineNumber(bytes.lowerBound)
      marks.append(Self.mark(bytes, line, label.text, index == 0, source))
      if index == 0 { first = (bytes.lowerBound, line, bytes.upperBound) }
    }
    sort()
  }

  /// The lines that have marks, in their order.
  var lines: [Int] {
    var lines: [Int] = []
    for mark in marks where mark.line != lines.last { lines.append(mark.line) }
    return lines
  }

  /// Returns the mark for a span. The mark ends with the span's first line. If the span has more lines, adds the number
  /// of its last line to the text.
  private static func mark(
    _ bytes: Range<Int>, _ line: Int, _ text: String, _ isFirst: Bool, _ source: Source
  ) -> Mark {
    let range = source.lineRange(line)
    let lower = min(bytes.lowerBound, range.upperBound)
    let upper = max(lower, min(bytes.upperBound, range.upperBound))
    var text = visible(text)
    let end = source.lineNumber(bytes.isEmpty ? bytes.lowerBound : bytes.upperBound - 1)
    if end > line {
      text += text.isEmpty ? "to line " + String(end) : " (to line " + String(end) + ")"
    }
    return Mark(line: line, bytes: lower..<upper, text: text, isFirst: isFirst)
  }

  /// Sorts the marks by place; at the same place, the fault comes before others.
  private mutating func sort() {
    marks = marks.ordered { one, other in
      if one.bytes.lowerBound != other.bytes.lowerBound {
        return one.bytes.lowerBound < other.bytes.lowerBound
      }
      return one.isFirst && !other.isFirst
    }
  }
}

/// Carets and words below a line, in as few rows as possible without touching each other.
struct MarkRows {
  /// A run of carets or words.
  struct Piece {
    var column: Int
    var text: String
    var isFirst: Bool
    var endColumn: Int
    var hasWords: Bool
  }

  private(set) var rows: [[Piece]] = []
  private let columns: Int
  /// The first row that can still take pieces. The rows before it are taken by words that didn't fit beside their
  /// carets.
  private var open = 0

  init(columns: Int) { self.columns = columns }

  /// Adds a mark. Marks must be added in the order of their columns.
  mutating func add(_ mark: Mark, _ under: Range<Int>) {
    var text = String(repeating: mark.isFirst ? "^" : "-", count: under.count)
    let textWidth = DisplayWidth.of(mark.text)
    if mark.text.isEmpty || under.upperBound + 1 + textWidth <= columns {
      if !mark.text.isEmpty { text += " " + mark.text }
      place(piece(under.lowerBound, text, mark))
    } else {
      // The words don't fit beside the carets: put them below, as far right as they fit.
      rows.append([piece(under.lowerBound, text, mark)])
      rows.append([piece(max(0, min(under.lowerBound, columns - textWidth)), mark.text, mark)])
      open = rows.count
    }
  }

  private func piece(_ column: Int, _ text: String, _ mark: Mark) -> Piece {
    Piece(
      column: column, text: text, isFirst: mark.isFirst,
      endColumn: column + DisplayWidth.of(text), hasWords: !mark.text.isEmpty)
  }

  private mutating func place(_ piece: Piece) {
    for row in open..<rows.count {
      guard let last = rows[row].last else { continue }
      if piece.column >= last.endColumn + (last.hasWords ? 2 : 0) {
        rows[row].append(piece)
        return
      }
    }
    rows.append([piece])
  }
}

extension LineWindow {
  /// Whether the byte at `offset` is visible. If the line ends at `offset`, whether its end is visible.
  func holds(_ offset: Int) -> Bool {
    range.contains(offset) || (offset == range.upperBound && !isCutAfter)
  }
}

extension Source {
  /// Returns the bytes of a span that are inside the source. The bounds of a reversed span are swapped.
  func clamped(_ span: Span) -> Range<Int> {
    let lower = min(Int(min(span.lower, span.upper)), bytes.count)
    return lower..<min(Int(max(span.lower, span.upper)), bytes.count)
  }

  /// Returns the line number of a byte, counted from 1.
  func lineNumber(_ offset: Int) -> Int {
    var low = 1
    var high = lineCount + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineRange(middle).lowerBound <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
