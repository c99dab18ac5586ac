// A form and what was found in it, as it is handed out.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FormworkRuntime)
  internal import FormworkRuntime
#endif

/// What is behind a handle. Kinds are told apart by a number, so that the handle of another kind is refused.
class Handle {
  enum Kind: UInt32 {
    case form = 0x466F_726D
    case checker = 0x4368_6563
  }

  let kind: UInt32

  init(_ kind: Kind) { self.kind = kind.rawValue }
}

/// A form; it never changes.
final class FormHandle: Handle {
  let source: Source
  let diagnostics: FormDiagnostics
  /// Nil if the form has errors.
  let program: Program?

  /// Reads, checks and compiles a form.
  init(_ source: Source, _ read: @escaping FormLoader.Reader) {
    let loaded = FormLoader.load(source, read: read)
    let checked = Checker.check(
      loaded.tree, source: loaded.source, choiceFiles: loaded.choiceFiles, hostRules: [],
      knowsEncoding: FormHandle.knows)
    var diagnostics = FormDiagnostics(loaded.problems, checked.findings, in: loaded.source)
    diagnostics.untoldWarnings += loaded.untoldWarnings
    let hasErrors = diagnostics.told.contains { $0.severity == .error }
    self.source = loaded.source
    self.diagnostics = diagnostics
    program = hasErrors ? nil : checked.program
    super.init(.form)
  }

  private static func knows(encoding: String) -> Bool {
    #if canImport(FormworkRuntime)
      TextDecoder.knows(encoding)
    #else
      true
    #endif
  }

  /// The findings as they are drawn in a terminal of eighty columns without colours.
  var drawnFindings: String {
    let renderer = DiagnosticRenderer(palette: .plain, width: 80)
    return diagnostics.told.map { renderer.render($0, in: source) }.joined(separator: "\n")
  }
}
