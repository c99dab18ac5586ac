// The result of reading a form, whether or not the form can be used.

package import FormworkEngine
package import FormworkSyntax

/// A form that was read, with all its diagnostics. Reading is recursive, so a deeply nested form needs a large stack.
package struct FormReading: Sendable {
  /// The text of the form and of the files it uses.
  package let source: Source
  /// The declarations. Each `use` is replaced with the declarations of its file.
  package let tree: FormTree
  /// Errors and warnings, in source order.
  package let diagnostics: FormDiagnostics
  /// The compiled form; nil if there is an error.
  package let program: Program?
  /// The uses of the form's names, in no particular order. Empty unless they were requested with `notesNames`.
  package let nameUses: OrderedSet<NameUse>

  /// Reads, checks and compiles a form.
  ///
  /// - Parameters:
  ///   - source: the form's text.
  ///   - hostRules: the predicates of the host program.
  ///   - isOnlyRead: whether the form is never used to check data, so that predicates of the host may be missing.
  ///   - notesNames: whether to collect `nameUses`.
  ///   - completion: marks a word in the form, and collects its possible completions.
  ///   - knowsEncoding: returns whether this platform can read data in an encoding.
  ///   - read: reads the files that the form uses.
  package init(
    _ source: Source, hostRules: [HostPredicate] = [], isOnlyRead: Bool = false,
    notesNames: Bool = false, completion: Checker.Completion? = nil,
    knowsEncoding: @escaping (String) -> Bool,
    read: @escaping FormLoader.Reader
  ) {
    let loaded = FormLoader.load(source, read: read)
    let checked = Checker.check(
      loaded.tree, source: loaded.source, choiceFiles: loaded.choiceFiles, hostRules: hostRules,
      standsInForHost: isOnlyRead, notesNames: notesNames,
      completion: completion, knowsEncoding: knowsEncoding)
    var diagnostics = FormDiagnostics(loaded.problems, checked.findings, in: loaded.source)
    diagnostics.untoldWarnings += loaded.untoldWarnings
    diagnostics.told.insert(contentsOf: HostPredicate.mistakes(in: hostRules), at: 0)
    let hasErrors = diagnostics.told.contains { $0.severity == .error }
    self.source = loaded.source
    tree = loaded.tree
    self.diagnostics = diagnostics
    program = hasErrors ? nil : checked.program
    nameUses = checked.nameUses
  }
}
