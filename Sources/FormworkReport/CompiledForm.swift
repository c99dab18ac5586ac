// A form that can be run: read with the files it uses, checked and compiled.

package import FormworkEngine
package import FormworkSyntax

/// A form compiled from its text. Reading is recursive, so a deeply nested form needs a large stack.
package struct CompiledForm: Sendable {
  /// The text of the form and of the files it uses.
  package let source: Source
  /// The checker's warnings and other remarks for the author, in source order. Contains no errors.
  package let diagnostics: FormDiagnostics
  package let program: Program

  /// Reads, checks and compiles a form.
  ///
  /// - Parameters:
  ///   - source: the form's text.
  ///   - hostRules: the predicates of the host program.
  ///   - isOnlyRead: whether the form is never used to check data, so that predicates of the host may be missing.
  ///   - knowsEncoding: returns whether this platform can read data in an encoding.
  ///   - read: reads the files that the form uses.
  /// - Throws: all diagnostics, if any of them is an error.
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

  private init(_ source: Source, _ diagnostics: FormDiagnostics, _ program: Program) {
    (self.source, self.diagnostics, self.program) = (source, diagnostics, program)
  }

  /// Returns the form with `program`, which contains the records of the form's lists.
  package func with(_ program: Program) -> CompiledForm {
    CompiledForm(source, diagnostics, program)
  }

  /// Returns the form with other diagnostics, none of which is an error.
  package func with(_ diagnostics: FormDiagnostics) -> CompiledForm {
    CompiledForm(source, diagnostics, program)
  }

  /// Creates a form from the result of reading it. Fails if the form has an error.
  package init?(_ reading: FormReading) {
    guard let program = reading.program else { return nil }
    source = reading.source
    diagnostics = reading.diagnostics
    self.program = program
  }
}

/// A form that can't be used, with all its diagnostics.
package struct FormError: Error, Sendable {
  /// The text of the form and of the files it uses.
  package let source: Source
  /// Errors and warnings, in source order.
  package let diagnostics: FormDiagnostics
}
