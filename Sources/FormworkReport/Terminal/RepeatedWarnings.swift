// Draws diagnostics. If many warnings have the same code, only the first of them is drawn.

package import FormworkSyntax

extension DiagnosticRenderer {
  /// Returns the drawings of diagnostics. If a code has too many warnings, only the first of them is drawn.
  package func render(_ diagnostics: ArraySlice<Diagnostic>, in source: Source) -> [String] {
    let repeated = RepeatedWarnings(diagnostics)
    return diagnostics.filter { !repeated.isLater($0) }.map { diagnostic in
      let others = repeated.others(of: diagnostic, in: source)
      return render(diagnostic, in: source) + (others.map { "  = " + $0 + "\n" } ?? "")
    }
  }
}

/// Finds codes with too many warnings to draw each one. Their first warning is drawn, with the places of the others.
private struct RepeatedWarnings {
  /// The maximum number of warnings of a code that are drawn one by one.
  private static let drawnCount = 3
  /// The maximum number of places to list.
  private static let placeCount = 30

  /// The spans of the warnings of each code.
  private var spans: OrderedDictionary<String, [Span]> = [:]

  init(_ diagnostics: ArraySlice<Diagnostic>) {
    for warning in diagnostics where warning.severity == .warning {
      spans[warning.code, default: []].append(warning.span)
    }
  }

  /// Returns the spans of all warnings with the diagnostic's code, or nil if each of them can be drawn.
  private func repeated(_ diagnostic: Diagnostic) -> [Span]? {
    guard diagnostic.severity == .warning, let spans = spans[diagnostic.code],
      spans.count > RepeatedWarnings.drawnCount
    else { return nil }
    return spans
  }

  /// Whether an earlier diagnostic has the same code, so that this one is only listed below it.
  func isLater(_ diagnostic: Diagnostic) -> Bool {
    guard let spans = repeated(diagnostic) else { return false }
    return spans[0] != diagnostic.span
  }

  /// Returns the places of the other warnings with the diagnostic's code, or nil if these warnings are drawn.
  func others(of diagnostic: Diagnostic, in source: Source) -> String? {
    guard let spans = repeated(diagnostic) else { return nil }
    let others = spans.dropFirst()
    var places = others.prefix(RepeatedWarnings.placeCount).map { span -> String in
      let position = source.position(span.lower)
      let isOwn = source.file(at: span.lower) == source.file(at: diagnostic.span.lower)
      let file = isOwn ? "" : visible(source.name(at: span.lower)) + ":"
      return file + "\(position.line):\(position.column)"
    }
    if others.count > places.count { places.append("…") }
    return "\(others.count) more: " + places.joined(separator: ", ")
  }
}
