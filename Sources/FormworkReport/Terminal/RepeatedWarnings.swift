// Draws diagnostics, and repeated warnings of a code only once.

package import FormworkSyntax

extension DiagnosticRenderer {
  /// Returns the drawings of diagnostics, without the later ones of warnings that are repeated too often.
  package func render(_ diagnostics: ArraySlice<Diagnostic>, in source: Source) -> [String] {
    let repeated = RepeatedWarnings(diagnostics)
    return diagnostics.filter { !repeated.isLater($0) }.map { diagnostic in
      let others = repeated.others(of: diagnostic, in: source)
      return render(diagnostic, in: source) + (others.map { "  = " + $0 + "\n" } ?? "")
    }
  }
}

/// The warnings of a code that are too many to draw each: the first is drawn, with the places of the others.
private struct RepeatedWarnings {
  /// The maximum number of warnings of a code that are drawn one by one.
  private static let drawnCount = 3
  /// The maximum number of places to list.
  private static let placeCount = 30

  /// The spans of the warnings of each code with too many.
  private var spans: OrderedDictionary<String, [Span]> = [:]

  init(_ diagnostics: ArraySlice<Diagnostic>) {
    for warning in diagnostics where warning.severity == .warning {
      spans[warning.code, default: []].append(warning.span)
    }
  }

  /// Returns the spans of a warning's code, if there are too many.
  private func repeated(_ diagnostic: Diagnostic) -> [Span]? {
    guard diagnostic.severity == .warning, let spans = spans[diagnostic.code],
      spans.count > RepeatedWarnings.drawnCount
    else { return nil }
    return spans
  }

  /// Whether the diagnostic is listed with the first of its code.
  func isLater(_ diagnostic: Diagnostic) -> Bool {
    guard let spans = repeated(diagnostic) else { return false }
    return spans[0] != diagnostic.span
  }

  /// Returns the places of the others of its code, or nil if there are none to list.
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
