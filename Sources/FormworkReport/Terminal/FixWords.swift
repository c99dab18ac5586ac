// Describes in words what a fix would do, and where, unless the drawing already shows that.

package import FormworkSyntax

/// Describes the fixes for a source in words.
package struct FixWords {
  let source: Source
  /// The place with the carets. A fix at this place is described without its position.
  let first: (start: Int, line: Int, end: Int)?
  let width: Int

  /// Returns the title of a fix in an editor's list of actions. The editor shows the place.
  package static func title(_ fix: Diagnostic.Fix, in source: Source) -> String {
    let start = Int(fix.span.lower)
    let words = FixWords(source: source, first: (start, source.lineNumber(start), start), width: 80)
      .words(fix)
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "Fix it"
  }

  /// Returns the fix in words, or nil if it changes nothing.
  func words(_ fix: Diagnostic.Fix) -> String? {
    let bytes = source.clamped(fix.span)
    let new = quoted(visible(fix.replacement, columns: 2 * width))
    if bytes.isEmpty { return fix.replacement.isEmpty ? nil : "insert " + new + at(bytes) }
    let old = isMarked(bytes) ? "" : " " + quoted(beginning(bytes)) + on(bytes)
    if fix.replacement.isEmpty { return "remove" + (old.isEmpty ? " it" : old) }
    return "replace" + old + " with " + new
  }

  private func isMarked(_ bytes: Range<Int>) -> Bool {
    first?.start == bytes.lowerBound && first?.end == bytes.upperBound
  }

  /// Quotes a text in backquotes, or in double quotes if it contains a backquote.
  private func quoted(_ text: String) -> String {
    text.utf8.contains(0x60) ? "\"" + text + "\"" : "`" + text + "`"
  }

  /// Returns the text to be replaced, or only its beginning if it is long.
  private func beginning(_ bytes: Range<Int>) -> String {
    let columns = width / 2
    let upper = min(bytes.upperBound, bytes.lowerBound + 16 * columns)
    return visible(source.text(Span(bytes.lowerBound, upper)), columns: columns)
  }

  private func at(_ bytes: Range<Int>) -> String {
    if let first, bytes.lowerBound == first.start, first.end == first.start { return "" }
    let position = source.position(UInt32(truncatingIfNeeded: bytes.lowerBound))
    return " at " + String(position.line) + ":" + String(position.column)
  }

  private func on(_ bytes: Range<Int>) -> String {
    let line = source.lineNumber(bytes.lowerBound)
    return line == first?.line ? "" : " on line " + String(line)
  }
}
