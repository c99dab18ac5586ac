// Forms whose files are in a folder.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

extension CompiledForm {
  /// Reads, checks and compiles a form. It belongs in `onDeepStack` or `onMainStack`.
  ///
  /// - Parameters:
  ///   - source: its text.
  ///   - path: where it was read from; the files it uses are in the same folder or below. Without
  ///     one, or with `-`, it can use none.
  ///   - files: the run's, among which those that the form uses are noted.
  ///   - hostRules: the predicates of the program around.
  ///   - isOnlyRead: whether nothing is checked with it, so that rules of the program may be missing.
  ///   - note: takes the name and the text of each file that the form uses, as often as it is read.
  /// - Throws: every finding, if one of them is an error.
  package init(
    _ source: Source, at path: SystemText? = nil, files: RunFiles = RunFiles(),
    hostRules: [HostPredicate] = [], isOnlyRead: Bool = false,
    note: @escaping (String, [UInt8]) -> Void = { _, _ in }
  ) throws(FormError) {
    let read = files.formReader(at: path)
    try self.init(
      source, hostRules: hostRules, isOnlyRead: isOnlyRead, knowsEncoding: TextDecoder.knows
    ) { name in
      let file = read(name)
      if case .success(let text) = file { note(name, text.bytes) }
      return file
    }
  }
}

extension RunFiles {
  /// What reads the files that a form uses: those in its folder and below.
  ///
  /// - Parameter path: of the form; without one, or with `-`, it can use none.
  package func formReader(at path: SystemText?) -> FormLoader.Reader {
    var folder: FormFolder?
    return { file in
      folder = folder ?? path.flatMap { FormFolder(of: $0, self) }
      return folder?.text(of: file) ?? .failure(.init(.noFolder))
    }
  }
}
