// Reasons why a file cannot be imported.

package import FormworkSyntax

/// A problem that prevents the import of a file, with its position in the file.
package struct ImportProblem: Error {
  package let source: Source
  package let diagnostic: Diagnostic

  init(_ message: String, at offset: Int = 0, in source: Source, hint: String? = nil) {
    // A workbook is a ZIP file, whose bytes can't be shown as lines.
    let isPacked = source.bytes.starts(with: "PK".utf8)
    let source = isPacked ? Source(name: source.name, bytes: []) : source
    self.source = source
    let end = min(offset + 1, source.bytes.count)
    diagnostic = Diagnostic(
      "import", .error, message, at: Span(min(offset, end), end), hint: hint)
  }
}
