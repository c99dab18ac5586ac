// The findings of the checker about a form, with their places in its text.

internal import FormworkReport
internal import FormworkRuntime
package import FormworkSyntax

// This enum duplicates the one in FormworkSyntax: programs that import only this module couldn't see the cases of an
// enum that another module declares.

/// The severity of a finding or a problem.
public enum Severity: String, Sendable, Hashable {
  /// A form with an error can't be used; a record with an error is rejected.
  case error
  /// A warning rejects neither the form nor the record.
  case warning

  init(_ severity: FormworkSyntax.Severity) { self = severity == .error ? .error : .warning }
}

/// An error or warning of the checker about a form.
public struct Finding: Sendable, CustomStringConvertible {
  private let diagnostic: Diagnostic
  private let source: Source

  init(_ diagnostic: Diagnostic, _ source: Source) {
    self.diagnostic = diagnostic
    self.source = source
  }

  /// A code for the kind of finding, such as `unknown-name`. It doesn't change when messages are reworded.
  public var code: String { diagnostic.code }
  /// The severity; a form with an error can't be used.
  public var severity: Severity { Severity(diagnostic.severity) }
  /// The description of what is wrong, in a sentence or two.
  public var message: String { diagnostic.message }
  /// Advice on how to correct the form, unless the message already contains it.
  public var hint: String? { diagnostic.hint }
  /// The name of the file that the finding is in.
  public var file: String { source.name(at: diagnostic.span.lower) }
  /// The line in the file, from 1.
  public var line: Int { source.position(diagnostic.span.lower).line }
  /// The column in characters (extended grapheme clusters), from 1.
  public var column: Int { source.position(diagnostic.span.lower).column }
  /// The text of the form that the finding is about.
  public var text: String { source.text(diagnostic.span) }

  /// Returns the finding formatted for people: the message, the place, the lines of the form with the text marked,
  /// and advice.
  ///
  /// - Parameter width: the number of columns to which lines of the form are truncated, from 40 to 1,000. Messages
  ///   aren't truncated.
  public func rendered(width: Int = 100) -> String {
    DiagnosticRenderer(palette: .plain, width: width).render(diagnostic, in: source)
  }

  /// The place, code and message on one line, such as `sign-up.form:3:7: unknown-name: …`.
  public var description: String { "\(file):\(line):\(column): \(code): \(message)" }
}

/// The error for a form that can't be used, with all of its findings.
public struct FormSpecError: Error, Sendable, CustomStringConvertible {
  /// The text of the form.
  package let source: Source
  /// Errors and warnings, in the order of the source.
  package let diagnostics: [Diagnostic]
  /// The reason why the file couldn't be read, in a sentence; nil if it was read. An unreadable file has no findings.
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

  /// The errors and warnings, in the order of the text.
  public var findings: [Finding] { diagnostics.map { Finding($0, source) } }

  /// The findings formatted for people, each with its lines of the form.
  public var description: String {
    if let unreadable { return "\(source.name) cannot be read: \(unreadable)" }
    return findings.map { $0.rendered() }.joined(separator: "\n")
  }
}
