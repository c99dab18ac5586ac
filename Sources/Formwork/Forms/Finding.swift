// What the checker finds in a form, with its place in the text.

internal import FormworkReport
internal import FormworkRuntime
package import FormworkSyntax

// The one enum that stands twice: programs that import this module alone could not see the cases of one
// that another module declares.

/// How grave a finding or a problem is.
public enum Severity: String, Sendable, Hashable {
  /// A form with one cannot be used; a record with one is rejected.
  case error
  /// Something to know; the form or the record can be used.
  case warning

  init(_ severity: FormworkSyntax.Severity) { self = severity == .error ? .error : .warning }
}

/// One thing that the checker finds in a form.
public struct Finding: Sendable, CustomStringConvertible {
  private let diagnostic: Diagnostic
  private let source: Source

  init(_ diagnostic: Diagnostic, _ source: Source) {
    self.diagnostic = diagnostic
    self.source = source
  }

  /// A stable name of the kind of finding, such as `unknown-name`; it outlives rewordings.
  public var code: String { diagnostic.code }
  /// How grave it is; a form with an error cannot be used.
  public var severity: Severity { Severity(diagnostic.severity) }
  /// What is wrong, in a sentence or two.
  public var message: String { diagnostic.message }
  /// What to do about it, if the message does not say.
  public var hint: String? { diagnostic.hint }
  /// The name of the file that it is about.
  public var file: String { source.name(at: diagnostic.span.lower) }
  /// The line in the file, from 1.
  public var line: Int { source.position(diagnostic.span.lower).line }
  /// The column in characters (extended grapheme clusters), from 1.
  public var column: Int { source.position(diagnostic.span.lower).column }
  /// The text of the form that it is about.
  public var text: String { source.text(diagnostic.span) }

  /// The finding as people read it: message, place, the lines in question with marks under them, and
  /// what to do.
  ///
  /// - Parameter width: lines of the form are cut to so many columns, 40 to 1,000; messages never
  ///   are.
  public func rendered(width: Int = 100) -> String {
    DiagnosticRenderer(palette: .plain, width: width).render(diagnostic, in: source)
  }

  /// The place, the code and the message on one line: `sign-up.form:3:7: unknown-name: …`.
  public var description: String { "\(file):\(line):\(column): \(code): \(message)" }
}

/// A form that cannot be used, with everything found in it.
public struct FormSpecError: Error, Sendable, CustomStringConvertible {
  /// The text of the form.
  package let source: Source
  /// Errors and warnings, in the order of the source.
  package let diagnostics: [Diagnostic]
  /// Why the file itself could not be read, in a sentence; there are no findings then.
  public let unreadable: String?

  init(source: Source, diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = diagnostics
    unreadable = nil
  }

  init(unreadable path: String, _ reason: String) {
    source = Source(name: path, bytes: [])
    diagnostics = []
    unreadable = reason
  }

  /// Errors and warnings, in the order of the text.
  public var findings: [Finding] { diagnostics.map { Finding($0, source) } }

  /// The findings as people read them, each with its lines.
  public var description: String {
    if let unreadable { return "\(source.name) cannot be read: \(unreadable)" }
    return findings.map { $0.rendered() }.joined(separator: "\n")
  }
}
