// A spec as it can be run: read with the files it uses, checked and compiled.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// What a spec's text came to. Reading follows its nesting, so it belongs in `onDeepStack` or
/// `onMainStack`.
package struct CompiledSpec: Sendable {
  /// The spec's text and those of the files it uses.
  package let source: Source
  /// What the checker would have the author know, in the order of the source; no errors.
  package let diagnostics: SpecDiagnostics
  package let program: Program

  /// Reads, checks and compiles a spec.
  ///
  /// - Parameters:
  ///   - source: its text.
  ///   - path: where it was read from; the files it uses are in the same folder or below. Without
  ///     one, or with `-`, it can use none.
  ///   - files: the run's, among which those that the spec uses are noted.
  ///   - hostRules: the predicates of the program around.
  /// - Throws: every finding, if one of them is an error.
  package init(
    _ source: Source, at path: SystemText? = nil, files: RunFiles = RunFiles(),
    hostRules: [HostPredicate] = []
  ) throws(SpecError) {
    var folder: SpecFolder?
    let loaded = SpecLoader.load(source) { file in
      folder = folder ?? path.flatMap { SpecFolder(of: $0, files) }
      return folder?.text(of: file) ?? .failure(.init(.noFolder))
    }
    let checked = Checker.check(
      loaded.tree, source: loaded.source, choiceFiles: loaded.choiceFiles, hostRules: hostRules)
    var diagnostics = SpecDiagnostics(loaded.problems, checked.findings, in: loaded.source)
    diagnostics.untoldWarnings += loaded.untoldWarnings
    diagnostics.told.insert(contentsOf: HostPredicate.mistakes(in: hostRules), at: 0)
    guard let program = checked.program,
      !diagnostics.told.contains(where: { $0.severity == .error })
    else { throw SpecError(source: loaded.source, diagnostics: diagnostics) }
    self.source = loaded.source
    self.diagnostics = diagnostics
    self.program = program
  }
}

/// A spec that cannot be used, with everything found in it.
package struct SpecError: Error, Sendable {
  /// The spec's text and those of the files it uses.
  package let source: Source
  /// Errors and warnings, in the order of the source.
  package let diagnostics: SpecDiagnostics
}
