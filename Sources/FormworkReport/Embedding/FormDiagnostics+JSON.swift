// Writes diagnostics as JSON, for hosts that show them in their own way.

package import FormworkSyntax

extension FormDiagnostics {
  /// Returns the diagnostics as a JSON array.
  package func json(in source: Source) -> [UInt8] {
    ByteBuffer.bytes { out in
      out.array(told) { FormDiagnostics.write($0, source, to: &$1) }
    }
  }

  private static func write(
    _ diagnostic: Diagnostic, _ source: Source, to out: inout ByteBuffer
  ) {
    let start = diagnostic.span.lower
    let place = source.position(start)
    out.object { out in
      out.member("code", diagnostic.code)
      out.member("severity", diagnostic.severity.rawValue)
      out.member("message", diagnostic.message)
      out.member("file", source.files[source.file(at: start)].name)
      out.member("line", place.line)
      out.member("column", place.column)
      out.member("hint", diagnostic.hint)
      guard let fix = diagnostic.fix else { return }
      let base = source.files[source.file(at: fix.span.lower)].range.lowerBound
      out.key("fix")
      out.object { out in
        out.member("text", fix.replacement)
        out.member("start", Int(fix.span.lower) - base)
        out.member("end", Int(fix.span.upper) - base)
      }
    }
  }
}
