// Handles, and forms with their findings.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FormworkRuntime)
  internal import FormworkRuntime
#endif

/// The object that a handle refers to. The number of its kind lets functions reject handles of other kinds.
class Handle {
  enum Kind: UInt32 {
    case form = 0x466F_726D
    case checker = 0x4368_6563
  }

  let kind: UInt32

  init(_ kind: Kind) { self.kind = kind.rawValue }
}

/// A form. It never changes.
final class FormHandle: Handle {
  let source: Source
  let diagnostics: FormDiagnostics
  /// The program, or nil if the form has errors.
  let program: Program?

  /// Reads, checks and compiles a form.
  init(_ source: Source, _ read: @escaping FormLoader.Reader) {
    do throws(FormError) {
      let form = try CompiledForm(source, knowsEncoding: FormHandle.knows, read: read)
        .readingLists(moment: .first, read: read)
      (self.source, diagnostics, program) = (form.source, form.diagnostics, form.program)
    } catch {
      (self.source, diagnostics, program) = (error.source, error.diagnostics, nil)
    }
    super.init(.form)
  }

  private static func knows(encoding: String) -> Bool {
    #if canImport(FormworkRuntime)
      TextDecoder.knows(encoding)
    #else
      true
    #endif
  }

  /// The findings as drawn in a terminal with 80 columns and without colours.
  var drawnFindings: String {
    let renderer = DiagnosticRenderer(palette: .plain, width: 80)
    return renderer.render(diagnostics.told[...], in: source).joined(separator: "\n")
  }
}
