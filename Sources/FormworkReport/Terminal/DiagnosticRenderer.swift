// Draws a diagnostic for a terminal: the message, the position, the source lines with carets under the spans, and
// advice.

package import FormworkSyntax

/// Draws diagnostics with a palette, for a terminal of a given width.
package struct DiagnosticRenderer: Sendable {
  private let palette: Palette
  private let width: Int

  /// Creates a renderer. Source lines are cut to `width` columns; messages are never cut.
  package init(palette: Palette, width: Int) {
    self.palette = palette
    self.width = min(max(width, 40), 1000)
  }

  /// Returns the drawing of a diagnostic; every line of it ends with a line feed.
  ///
  /// Spans may be anywhere, even outside the source.
  package func render(_ diagnostic: Diagnostic, in source: Source) -> String {
    guard source.files.count > 1 else { return renderAlone(diagnostic, source) }
    let home = source.file(at: diagnostic.span.lower)
    var drawing = renderAlone(diagnostic.part(in: home, of: source), source.alone(home))
    for label in diagnostic.labels {
      let file = source.file(at: label.span.lower)
      guard file != home else { continue }
      // A place in another file is drawn below, with that file's name.
      let part = Diagnostic(diagnostic.code, diagnostic.severity, "", at: label.span, label.text)
      let alone = source.alone(file)
      let places = Places(part.part(in: file, of: source).labels, alone)
      var other = Drawing(palette, width, places, .place)
      other.output = place(places, alone)
      other.drawLines(alone)
      drawing += other.output
    }
    return drawing
  }

  private func renderAlone(_ diagnostic: Diagnostic, _ source: Source) -> String {
    let places = Places(diagnostic.labels, source)
    var drawing = Drawing(palette, width, places, Self.role(diagnostic.severity))
    drawing.output = heading(diagnostic) + place(places, source)
    drawing.drawLines(source)
    drawing.drawNotes(notes(diagnostic, places, source))
    return drawing.output
  }

  /// Returns, for example, "3 errors, 1 warning", or "no problems" if there are none.
  package func renderSummary(errors: Int, warnings: Int) -> String {
    var parts: [String] = []
    if errors > 0 { parts.append(palette.paint(Self.count(errors, "error"), .error)) }
    if warnings > 0 { parts.append(palette.paint(Self.count(warnings, "warning"), .warning)) }
    return parts.isEmpty ? palette.paint("no problems", .success) : parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    String(number) + " " + noun + (number == 1 ? "" : "s")
  }

  private static func role(_ severity: Severity) -> Palette.Role {
    switch severity {
    case .error: .error
    case .warning: .warning
    }
  }

  private func heading(_ diagnostic: Diagnostic) -> String {
    let kind = diagnostic.severity.rawValue + "[" + visible(diagnostic.code) + "]"
    return palette.paint(kind, Self.role(diagnostic.severity)) + ": "
      + palette.paint(visible(diagnostic.message), .strong) + "\n"
  }

  private func place(_ places: Places, _ source: Source) -> String {
    var place = visible(source.name)
    if let first = places.first {
      let position = source.position(UInt32(truncatingIfNeeded: first.start))
      place += ":" + String(position.line) + ":" + String(position.column)
    }
    return "  " + palette.paint(place, .place) + "\n"
  }

  private func notes(_ diagnostic: Diagnostic, _ places: Places, _ source: Source) -> [Note] {
    var notes: [Note] = []
    if let hint = diagnostic.hint { notes.append(Note(word: "", text: hint)) }
    let words = FixWords(source: source, first: places.first, width: width)
    if let fix = diagnostic.fix, let text = words.words(fix) {
      notes.append(Note(word: "fix: ", text: text))
    }
    return notes
  }
}

/// A text below the source lines.
private struct Note {
  var word: String
  var text: String
}

/// The drawing so far; it is built line by line.
private struct Drawing {
  var output = ""
  private let palette: Palette
  private let places: Places
  private let role: Palette.Role
  /// The number of digits of the largest line number.
  private let digits: Int
  /// The number of columns beside the gutter.
  private let columns: Int

  init(_ palette: Palette, _ width: Int, _ places: Places, _ role: Palette.Role) {
    self.palette = palette
    self.places = places
    self.role = role
    digits = String(places.marks.last?.line ?? 1).utf8.count
    columns = max(width - digits - 3, 20)
  }

  /// Draws the lines that have marks, in their order, with the marks below them.
  mutating func drawLines(_ source: Source) {
    guard !places.marks.isEmpty else { return }
    drawRow()
    var previous: Int?
    for line in places.lines {
      if let previous { drawGap(previous, line, source) }
      drawLine(line, source)
      previous = line
    }
  }

  /// Draws the gap between two lines. A gap of a single line is shown, because it takes no more room than the dots.
  private mutating func drawGap(_ previous: Int, _ next: Int, _ source: Source) {
    guard next - previous > 1 else { return }
    if next - previous > 2 {
      output += palette.paint("...", .place) + "\n"
    } else {
      let line = source.lineRange(previous + 1)
      drawText(
        previous + 1,
        LineWindow(
          source.bytes, line: line, focus: line.lowerBound..<line.lowerBound, columns: columns))
    }
  }

  /// Draws a line and its marks. If the marks are too far apart, the line is drawn in several windows.
  private mutating func drawLine(_ line: Int, _ source: Source) {
    var marks = places.marks.filter { $0.line == line }
    while let focus = commonFocus(marks) {
      let window = LineWindow(
        source.bytes, line: source.lineRange(line), focus: focus, columns: columns)
      drawText(line, window)
      var seen: [Mark] = []
      var others: [Mark] = []
      for mark in marks {
        let isSeen = seen.isEmpty || window.holds(mark.bytes.lowerBound)
        if isSeen { seen.append(mark) } else { others.append(mark) }
      }
      drawMarks(seen, window)
      marks = others
    }
  }

  /// Returns the range from the first mark to the last mark that is likely to fit into the same window.
  private func commonFocus(_ marks: [Mark]) -> Range<Int>? {
    guard let first = marks.first else { return nil }
    var upper = first.bytes.upperBound
    for mark in marks where mark.bytes.upperBound - first.bytes.lowerBound <= columns * 3 / 4 {
      upper = max(upper, mark.bytes.upperBound)
    }
    return first.bytes.lowerBound..<upper
  }

  private mutating func drawMarks(_ marks: [Mark], _ window: LineWindow) {
    var rows = MarkRows(columns: columns)
    for mark in marks { rows.add(mark, window.columns(under: mark.bytes)) }
    for row in rows.rows {
      var text = ""
      var column = 0
      for piece in row {
        text += String(repeating: " ", count: piece.column - column)
        text += palette.paint(piece.text, piece.isFirst ? role : .place)
        column = piece.endColumn
      }
      drawRow(text: text)
    }
  }

  private mutating func drawText(_ number: Int, _ window: LineWindow) {
    drawRow(String(number), text: window.text)
  }

  /// Draws the gutter, with or without a line number, and the text beside it.
  private mutating func drawRow(_ number: String = "", text: String = "") {
    let padding = String(repeating: " ", count: max(0, digits - number.utf8.count))
    output += palette.paint(padding + number + " |", .place)
    output += text.isEmpty ? "\n" : " " + text + "\n"
  }

  /// Draws the hint and the fix. All lines of such a note have the same indentation.
  mutating func drawNotes(_ notes: [Note]) {
    guard !notes.isEmpty else { return }
    if !places.marks.isEmpty { drawRow() }
    let indent = String(repeating: " ", count: digits + 1)
    for note in notes {
      var lead = indent + palette.paint("=", .place) + " " + palette.paint(note.word, .hint)
      for line in note.text.split(separator: "\n", omittingEmptySubsequences: false) {
        output += lead + visible(String(line)) + "\n"
        lead = indent + "  "
      }
    }
  }
}

extension Diagnostic {
  /// Returns the part of the diagnostic that is in one file, with spans relative to that file.
  fileprivate func part(in file: Int, of source: Source) -> Diagnostic {
    let base = UInt32(truncatingIfNeeded: source.files[file].range.lowerBound)
    func moved(_ span: Span) -> Span? {
      guard source.file(at: span.lower) == file else { return nil }
      return Span(span.lower - base, max(span.upper, base) - base)
    }
    var part = self
    part.labels = labels.compactMap { label in
      moved(label.span).map { Label($0, label.text) }
    }
    part.fix = fix.flatMap { fix in moved(fix.span).map { Fix($0, fix.replacement) } }
    return part
  }
}
