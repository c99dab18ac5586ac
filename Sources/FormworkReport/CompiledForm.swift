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
    let loaded = FormLoader.load(source, read: read)
    let checked = Checker.check(
      loaded.tree, source: loaded.source, choiceFiles: loaded.choiceFiles, hostRules: hostRules,
      standsInForHost: isOnlyRead, knowsEncoding: knowsEncoding)
    var diagnostics = FormDiagnostics(loaded.problems, checked.findings, in: loaded.source)
    diagnostics.untoldWarnings += loaded.untoldWarnings
    diagnostics.told.insert(contentsOf: HostPredicate.mistakes(in: hostRules), at: 0)
    guard let program = checked.program,
      !diagnostics.told.contains(where: { $0.severity == .error })
    else { throw FormError(source: loaded.source, diagnostics: diagnostics) }
    self.source = loaded.source
    self.diagnostics = diagnostics
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
