// Reasons why a file cannot be imported.

package import FormworkSyntax

/// A problem that prevents the import of a file, with its position in the file.
package struct ImportProblem: Error {
  package let source: Source
  package let diagnostic: Diagnostic

  init(_ message: String, at offset: Int = 0, in source: Source, hint: String? = nil) {
    self.source = source
    let end = min(offset + 1, source.bytes.count)
    var diagnostic = Diagnostic(
      "import", .error, message, at: Span(min(offset, end), end), hint: hint)
    // A workbook is a ZIP file, whose bytes can't be shown as lines.
    if source.bytes.starts(with: "PK".utf8) { diagnostic.labels = [] }
    self.diagnostic = diagnostic
  }
}
