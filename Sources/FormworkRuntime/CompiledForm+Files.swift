// Compiles forms that use files from a folder.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

extension CompiledForm {
  /// Parses, checks and compiles a form. Call it inside `onDeepStack` or `onMainStack`.
  ///
  /// - Parameters:
  ///   - source: the text of the form.
  ///   - path: the path of the form. The form can use files in the same folder or below. Without a path, or with `-`,
  ///     it can't use any.
  ///   - files: the files of the run. The files that the form uses are added.
  ///   - hostRules: the rules of the host program.
  ///   - isOnlyRead: whether the form is never used to check data, so that host rules may be missing.
  ///   - note: receives the name and text of each used file, every time it is read.
  /// - Throws: all findings, if any of them is an error.
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
  /// Returns a function that reads the files that a form uses, from its folder and below.
  ///
  /// - Parameter path: the path of the form. Without a path, or with `-`, the form can't use any files.
  package func formReader(at path: SystemText?) -> FormLoader.Reader {
    var folder: FormFolder?
    return { file in
      folder = folder ?? path.flatMap { FormFolder(of: $0, self) }
      return folder?.text(of: file) ?? .failure(.init(.noFolder))
    }
  }
}
