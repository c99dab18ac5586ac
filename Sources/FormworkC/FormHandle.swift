// A form and what was found in it, as it is handed out.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

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
      knowsEncoding: { _ in true })
    var diagnostics = FormDiagnostics(loaded.problems, checked.findings, in: loaded.source)
    diagnostics.untoldWarnings += loaded.untoldWarnings
    let hasErrors = diagnostics.told.contains { $0.severity == .error }
    self.source = loaded.source
    self.diagnostics = diagnostics
    program = hasErrors ? nil : checked.program
    super.init(.form)
  }

  /// The findings as they are drawn in a terminal of eighty columns without colours.
  var drawnFindings: String {
    let renderer = DiagnosticRenderer(palette: .plain, width: 80)
    return diagnostics.told.map { renderer.render($0, in: source) }.joined(separator: "\n")
  }

  /// The findings as an array of JSON.
  func writeFindings(to out: inout ByteBuffer) {
    out.append("[")
    for (number, diagnostic) in diagnostics.told.enumerated() {
      if number > 0 { out.append(",") }
      write(diagnostic, to: &out)
    }
    out.append("]")
  }

  private func write(_ diagnostic: Diagnostic, to out: inout ByteBuffer) {
    let start = diagnostic.span.lower
    let place = source.position(start)
    out.append("{\"code\":")
    out.append(jsonString: diagnostic.code)
    out.append(",\"severity\":")
    out.append(jsonString: diagnostic.severity.rawValue)
    out.append(",\"message\":")
    out.append(jsonString: diagnostic.message)
    out.append(",\"file\":")
    out.append(jsonString: source.files[source.file(at: start)].name)
    out.append(",\"line\":")
    out.append(integer: place.line)
    out.append(",\"column\":")
    out.append(integer: place.column)
    if let hint = diagnostic.hint {
      out.append(",\"hint\":")
      out.append(jsonString: hint)
    }
    if let fix = diagnostic.fix {
      let base = source.files[source.file(at: fix.span.lower)].range.lowerBound
      out.append(",\"fix\":{\"text\":")
      out.append(jsonString: fix.replacement)
      out.append(",\"start\":")
      out.append(integer: Int(fix.span.lower) - base)
      out.append(",\"end\":")
      out.append(integer: Int(fix.span.upper) - base)
      out.append("}")
    }
    out.append("}")
  }
}
