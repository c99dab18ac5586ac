// A form as it can be run: read with the files it uses, checked and compiled.

package import FormworkEngine
package import FormworkSyntax

/// What a form's text came to. Reading follows its nesting, so it needs a large stack.
package struct CompiledForm: Sendable {
  /// The form's text and those of the files it uses.
  package let source: Source
  /// What the checker would have the author know, in the order of the source; no errors.
  package let diagnostics: FormDiagnostics
  package let program: Program

  /// Reads, checks and compiles a form.
  ///
  /// - Parameters:
  ///   - source: its text.
  ///   - hostRules: the predicates of the program around.
  ///   - isOnlyRead: whether nothing is checked with it, so that rules of the program may be missing.
  ///   - knowsEncoding: whether data in an encoding can be read here.
  ///   - read: reads the files that it uses.
  /// - Throws: every finding, if one of them is an error.
  package init(
    _ source: Source, hostRules: [HostPredicate] = [], isOnlyRead: Bool = false,
    knowsEncoding: @escaping (String) -> Bool, read: @escaping FormLoader.Reader
  ) throws(FormError) {
    let reading = FormReading(
      source, hostRules: hostRules, isOnlyRead: isOnlyRead, knowsEncoding: knowsEncoding, read: read
    )
    guard let form = CompiledForm(reading) else {
      throw FormError(source: reading.source, diagnostics: reading.diagnostics)
    }
    self = form
  }

  /// What a reading came to; nil if there is an error.
  package init?(_ reading: FormReading) {
    guard let program = reading.program else { return nil }
    source = reading.source
    diagnostics = reading.diagnostics
    self.program = program
  }
}

/// A form that cannot be used, with everything found in it.
package struct FormError: Error, Sendable {
  /// The form's text and those of the files it uses.
  package let source: Source
  /// Errors and warnings, in the order of the source.
  package let diagnostics: FormDiagnostics
}
