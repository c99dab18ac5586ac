// A spec that is ready to be used: read, checked and compiled once, shared by every thread.

public import FormworkSyntax
package import FormworkEngine
internal import FormworkReport

/// A checked spec. It never changes and may be shared between threads.
public struct FormSpec: Sendable {
  /// The text it was made from.
  public let source: Source
  /// What the checker would have its author know; none of it keeps the spec from being used.
  public let warnings: [Diagnostic]
  package let program: Program

  /// Reads and checks a spec.
  ///
  /// - Parameters:
  ///   - source: the text of a `.form` file.
  ///   - name: what to call it in messages.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error.
  public init(source: String, name: String = "spec") throws(FormSpecError) {
    try self.init(Source(name: name, bytes: Array(source.utf8)))
  }

  /// Reads and checks a spec.
  ///
  /// - Throws: `FormSpecError` with every finding, if one of them is an error.
  public init(_ source: Source) throws(FormSpecError) {
    self.source = source
    let parsed = Parser.parse(source)
    var diagnostics = parsed.problems.map { $0.diagnostic(in: source) }
    let isReadable = !diagnostics.contains { $0.severity == .error }
    // A tree with holes would only give findings about the holes.
    let checked = Checker.check(parsed.tree, source: source)
    let findings = checked.findings.filter { isReadable || $0.standsAlone }
    diagnostics += findings.map { $0.diagnostic(in: source) }
    diagnostics.sort { $0.span.lower < $1.span.lower }
    guard isReadable, let program = checked.program else {
      throw FormSpecError(source: source, diagnostics: diagnostics)
    }
    warnings = diagnostics
    self.program = program
  }
}

/// A spec that cannot be used, with everything found in it.
public struct FormSpecError: Error, Sendable, CustomStringConvertible {
  /// The text of the spec.
  public let source: Source
  /// Errors and warnings, in the order of the source.
  public let diagnostics: [Diagnostic]

  /// The findings as people read them, each with its lines.
  public var description: String {
    let renderer = DiagnosticRenderer(palette: .plain, width: 100)
    return diagnostics.map { renderer.render($0, in: source) }.joined(separator: "\n")
  }
}
