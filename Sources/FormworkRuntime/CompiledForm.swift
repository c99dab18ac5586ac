// A form as it can be run: read with the files it uses, checked and compiled.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// What a form's text came to. Reading follows its nesting, so it belongs in `onDeepStack` or
/// `onMainStack`.
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
  ///   - path: where it was read from; the files it uses are in the same folder or below. Without
  ///     one, or with `-`, it can use none.
  ///   - files: the run's, among which those that the form uses are noted.
  ///   - hostRules: the predicates of the program around.
  ///   - isOnlyRead: whether nothing is checked with it, so that rules of the program may be missing.
  /// - Throws: every finding, if one of them is an error.
  package init(
    _ source: Source, at path: SystemText? = nil, files: RunFiles = RunFiles(),
    hostRules: [HostPredicate] = [], isOnlyRead: Bool = false
  ) throws(FormError) {
    var folder: FormFolder?
    let loaded = FormLoader.load(source) { file in
      folder = folder ?? path.flatMap { FormFolder(of: $0, files) }
      return folder?.text(of: file) ?? .failure(.init(.noFolder))
    }
    let checked = Checker.check(
      loaded.tree, source: loaded.source, choiceFiles: loaded.choiceFiles, hostRules: hostRules,
      standsInForHost: isOnlyRead, knowsEncoding: TextDecoder.knows)
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
