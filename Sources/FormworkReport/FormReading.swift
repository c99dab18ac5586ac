// What reading a form came to, whether it can be used or not.

package import FormworkEngine
package import FormworkSyntax

/// A form as it was read, with everything found in it. Reading follows its nesting, so it needs a large stack.
package struct FormReading: Sendable {
  /// The form's text and those of the files it uses.
  package let source: Source
  /// The declarations, those of the files it uses in the place of each `use`.
  package let tree: FormTree
  /// Errors and warnings, in the order of the source.
  package let diagnostics: FormDiagnostics
  /// What runs; nil if there is an error.
  package let program: Program?
  /// Where the names of the form stand, if that was asked for; not in the order of the source.
  package let nameUses: OrderedSet<NameUse>

  /// Reads, checks and compiles a form.
  ///
  /// - Parameters:
  ///   - source: its text.
  ///   - hostRules: the predicates of the program around.
  ///   - isOnlyRead: whether nothing is checked with it, so that rules of the program may be missing.
  ///   - notesNames: whether it is noted what the names of the form mean.
  ///   - completion: a word in the form; what it could be is gathered in it.
  ///   - knowsEncoding: whether data in an encoding can be read here.
  ///   - read: reads the files that it uses.
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
