// Reasons why a file cannot be imported.

package import FormworkSyntax

/// A problem of a file that keeps it from being imported, with its place.
package struct ImportProblem: Error {
  package let source: Source
  package let diagnostic: Diagnostic

  init(_ message: String, at offset: Int = 0, in source: Source, hint: String? = nil) {
    self.source = source
    let end = min(offset + 1, source.bytes.count)
    diagnostic = Diagnostic(
      "import", .error, message, at: Span(min(offset, end), end), hint: hint)
  }
}
